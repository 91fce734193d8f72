"""Why a value that was found may stay: a closed list, each name with a sentence for the report.

A value stays only because a public list says that it may ("Kosovo" is a country, "noon" a part of
the day), or because nothing else could have been written; never because it is rare.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["ALLOWED", "ONLY_FORM", "POLICY", "REASONS"]

POLICY = "policy"
ALLOWED = "allow list"
ONLY_FORM = "only form"

REASONS: Mapping[str, str] = {
    POLICY: "The policy keeps the category.",
    ALLOWED: "The allow list of the policy names them.",
    "title": "A title from the lists, such as Mr or Professor, with or without a name beside it.",
    "gender": "A word from the lists that says a gender and nothing else.",
    "nobody": "Pronouns and other words that name nobody.",
    "country": "Countries, continents and nationalities, where the policy keeps the country.",
    "kind of place": "Words that say what kind of place it is, without its name, or point at one.",
    "kind of organization": "Words that say what kind of organization it is, without its name.",
    "relative time": "Times that say no date, such as tomorrow or three weeks ago.",
    "part of the day": "Parts of the day, such as noon or in the morning.",
    "weekday": "Weekdays in a document that also names dates, which move by whole weeks.",
    "number word": "Words such as hundred that say the size of a number and no digit.",
    "role": "Names of a role in an address, such as info or admin.",
    "already general": "Values that are as general as the policy makes them.",
    ONLY_FORM: "Values that the words around leave no choice for, or without letter and digit.",
}
