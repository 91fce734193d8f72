"""People of one data subject's documents who share a surname share one in the release, too.

As in one document (``families``), but on the sheet of the subject: a daughter may be named in one
document and her father in another, or in a later turn of a conversation. What earlier releases
drew stays, and whoever is new takes over the surname of the first.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence

from understudy.core.types import Edit, Entity
from understudy.replace.surrogate.bundles import Bundle
from understudy.replace.surrogate.families import one_surname
from understudy.replace.surrogate.outcomes import Outcome, edits_of
from understudy.replace.surrogate.pricing import BundleRule
from understudy.replace.surrogate.subjects import Joined, Value

__all__ = ["with_one_surname"]


def with_one_surname(
    sheet: Joined,
    outcomes: Mapping[int, Outcome],
    rule_of: Callable[[Bundle], BundleRule],
    drawn: Container[Value],
) -> dict[int, Outcome]:
    """The outcomes of people, by the numbers of their bundles, with one stand-in for a surname that
    they share; ``drawn`` has the values whose stand-ins earlier releases drew."""
    edits: list[Edit] = []
    own: dict[Entity, Sequence[Entity]] = {}
    for number, outcome in outcomes.items():
        bundle = sheet.bundles[number]
        places = [sheet.place_of(one).mention for one in bundle.entities]
        asked = (bundle.entities, places, sheet.mentions[number], outcome, rule_of(bundle))
        edits += edits_of(*asked)[0]
        own |= dict.fromkeys(bundle.entities, bundle.entities)
    texts = {number: list(one.written.texts) for number, one in outcomes.items()}
    lent = {number: dict.fromkeys(one.lent) for number, one in outcomes.items()}
    pairs = [pair for pair in sheet.related if own.keys() >= set(pair)]
    for edit in one_surname(edits, pairs, own, sheet.language):
        if sheet.of_entity[edit.entity] not in drawn:
            place = sheet.place_of(edit.entity)
            texts[place.bundle][place.mention] = edit.surrogate
            lent[place.bundle] |= dict.fromkeys(edit.draws[1:])
    return {
        number: one._replace(
            written=one.written._replace(texts=tuple(texts[number])), lent=tuple(lent[number])
        )
        for number, one in outcomes.items()
    }
