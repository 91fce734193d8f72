"""Why a value that was found may stay: a closed list, each name with a sentence for the report.

A value stays only because a public list says that it may ("Malta" is a country, "noon" a part of
the day), or because nothing else could have been written; never because it is rare.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from understudy.core.types import Edit

__all__ = ["ALLOWED", "ONLY_FORM", "POLICY", "REASONS", "REJECTED", "why_left"]

POLICY = "policy"
ALLOWED = "allow list"
ONLY_FORM = "only form"
REJECTED = "rejected by a reader"

REASONS: Mapping[str, str] = {
    POLICY: "The policy keeps the category.",
    "empty": "Text that says that there is nothing, such as N/A or NaN.",
    "drugs": "Drugs.",
    "doses": (
        "Doses, sizes and results: numbers with a unit of measure, or behind the name of a measure "
        "or score."
    ),
    "amounts": "Sums of money and numbers of things.",
    "durations": "Lengths of time, such as every 12 hours.",
    "ages": "Ages below 90.",
    "kinship": "Words for relatives, without a name.",
    "jobs": "Common jobs.",
    "countries": "Countries.",
    "demonyms": "Peoples, nationalities and languages.",
    "eponyms": "Names that name a thing or a scale, as in Glasgow 15 or Murphy's sign.",
    "medicine": "Words of medicine: diseases, organisms, tests, departments.",
    "products": "Products and brands of things.",
    "works": "Films, books, songs and other works without a name in their title.",
    "bodies": (
        "Public bodies that are nobody's employer or provider there, and departments; landmarks "
        "and events that all the world knows."
    ),
    "institutions": "Courts, authorities, parliaments and other public institutions.",
    REJECTED: "Marks that a reader rejected: by that decision, nothing private stands there.",
    ALLOWED: "The allow list of the policy names them.",
    "title": "A title from the lists, such as Mr or Professor, with or without a name beside it.",
    "gender": "A word from the lists that says a gender and nothing else.",
    "nobody": "Pronouns and other words that name nobody.",
    "country": "Countries, continents and nationalities, where the policy keeps the country.",
    "kind of place": "Words that say what kind of place it is, without its name, or point at one.",
    "kind of organization": "Words that say what kind of organization it is, without its name.",
    "feast": "Feasts by themselves, such as Easter, which say no year.",
    "relative time": "Times that say no date: tomorrow, three weeks ago, weekdays that come again.",
    "part of the day": "Parts of the day, such as noon or in the morning.",
    "weekday": "Weekdays in a document that also names dates, which move by whole weeks.",
    "stage of life": "Words such as newborn that say a stage of life and no number.",
    "number word": "Words such as hundred that say the size of a number and no digit.",
    "role": "Names of a role in an address, such as info or admin.",
    "already general": "Values that are as general as the policy makes them.",
    ONLY_FORM: "Values that the words around leave no choice for, or without letter and digit.",
}


def why_left(edits: Iterable[Edit]) -> dict[str, int]:
    """How many mentions were left as they are, by the reason."""
    return dict(sorted(Counter(one.reason or one.outcome for one in edits if one.kept).items()))
