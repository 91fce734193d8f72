"""One person, one new identity: every mention shows the same new person in its own way.

All mentions of a person are read together into a plan, which holds their structure and not a
letter of the names: titles, particles, punctuation, and places for parts of the identity. The
identity is drawn from public lists by the plan alone; so persons whose mentions have the same
plan are replaced by the same law. Two people who share a surname are two calls, with draws that
know nothing of each other: that they were related does not show.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from understudy.core.folding import flat
from understudy.languages import chosen
from understudy.surrogates.mention import Mention, Written, unsaid
from understudy.surrogates.people.address import read_address
from understudy.surrogates.people.genders import gender
from understudy.surrogates.people.identity import (
    Identity,
    Need,
    draw_identity,
    least_identity,
    table_names,
)
from understudy.surrogates.people.names import FEMALE, MALE
from understudy.surrogates.people.pieces import Drawn, Extras, Owned, Piece, Ref, Title
from understudy.surrogates.people.reading import PEOPLE, gender_of_joint, joined, read_names
from understudy.surrogates.people.roster import Roster
from understudy.surrogates.people.spelling import read_spelling
from understudy.surrogates.people.titles import flat_lists
from understudy.surrogates.people.writing import write
from understudy.surrogates.settings import Settings
from understudy.surrogates.tables import Support

__all__ = [
    "INVARIANTS",
    "Identity",
    "Need",
    "Plan",
    "draw_identity",
    "least",
    "plan_of",
    "reaches",
    "write_people",
]

_LABEL = re.compile(r"([^\W\d_]+)\s*:\s*$")
_ADDRESSES = frozenset(("EMAIL_ADDRESS", "USERNAME"))
_SPELLINGS = frozenset(("SPELLING", "LETTER", "PASSWORD"))

INVARIANTS = (
    "number and order of names",
    "titles, particles, suffixes and how names are joined",
    "pronouns, and who somebody is to the speaker",
    "which mention shows which name, in full, in short, as an initial or cut off",
    "that a name has a short form or an equivalent in another language",
    "letter case",
    "accents, and which names lack the one of their public spelling",
    "punctuation and transcription marks",
    "pattern of the address",
    "style of the spelling",
)


class Plan(NamedTuple):
    """All that is kept of the mentions of a person: public invariants."""

    need: Need
    extras: tuple[Support, ...]
    mentions: tuple[tuple[Piece, ...] | None, ...]

    def __repr__(self) -> str:
        return unsaid(self)


def plan_of(mentions: Sequence[Mention], settings: Settings) -> Plan:
    """The structure of a person's mentions."""
    return _read(mentions, settings)[0]


def _read(mentions: Sequence[Mention], settings: Settings) -> tuple[Plan, Roster]:
    language = chosen(settings.language)
    roster, names, readings = read_names(mentions, language)
    extras = Extras()
    pieces: list[tuple[Piece, ...] | None] = [names.get(at) for at in range(len(mentions))]
    for at, mention in enumerate(mentions):
        if mention.category in _ADDRESSES:
            pieces[at] = read_address(mention.text, roster, extras, settings.reserved)
    for at, mention in enumerate(mentions):
        if mention.category in _SPELLINGS:
            spelt = read_spelling(mention.text, roster, extras, language)
            pieces[at] = None if spelt is None else (spelt,)
    pieces = [
        _without_accents(one) if _typed(mention, language) else one
        for one, mention in zip(pieces, mentions, strict=True)
    ]
    kind, together = joined(readings, roster)
    need = Need(
        language=language,
        gender=gender_of_joint(kind)
        or (gender(readings, roster, mentions) if settings.gender else ""),
        givens=len(roster.givens),
        joined=kind,
        paired=together,
        apart=any(_apart(mention) for mention in pieces),
        short=len(roster.shorts),
        equivalent=roster.equivalent,
        surnames=tuple(entry.particle for entry in roster.surnames),
    )
    return Plan(need, tuple(extras.supports), tuple(pieces)), roster


def _typed(mention: Mention, language: str) -> bool:
    """Whether a name without any accent stands in a field of a form, which mostly lack them.

    Elsewhere a name lacks its accents only where one can be seen to be missing.
    """
    label = _LABEL.search(mention.before)
    if label is None or not mention.text.isascii() or mention.category not in PEOPLE:
        return False
    return flat(label[1]) in flat_lists("fields", language)["typed"]


def _without_accents(pieces: tuple[Piece, ...] | None) -> tuple[Piece, ...] | None:
    if pieces is None:
        return None
    return tuple(one._replace(bare=True) if isinstance(one, Ref) else one for one in pieces)


def _apart(pieces: Sequence[Piece] | None) -> bool:
    """Whether a mention has the second given name and not the first."""
    shown = {
        piece.place for piece in pieces or () if isinstance(piece, Ref) and piece.part == "given"
    }
    abbreviated = any(isinstance(piece, str) and "ª" in piece for piece in pieces or ())
    return 1 in shown and 0 not in shown and not abbreviated


def write_people(
    mentions: Sequence[Mention], numbers: Iterator[int], settings: Settings
) -> Written:
    """The mentions of one person, each with the new identity in it."""
    plan = plan_of(mentions, settings)
    identity = draw_identity(plan.need, numbers)
    extras = tuple(support.value(list(islice(numbers, support.need))) for support in plan.extras)
    drawn = Drawn(identity, extras, "" if settings.gender else plan.need.language)
    texts = tuple(None if pieces is None else write(pieces, drawn) for pieces in plan.mentions)
    left = {
        at: reason
        for at, pieces in enumerate(plan.mentions)
        if (reason := _left(pieces or (), mentions[at].category, settings))
    }
    return Written(texts, _invariants(settings), left)


def _left(pieces: Sequence[Piece], category: str, settings: Settings) -> str:
    """Why a mention stays: it holds no part of the identity, only words from the lists."""
    titles = any(isinstance(piece, Title) for piece in pieces)
    if not pieces or not all(isinstance(piece, str | Title | Owned) for piece in pieces):
        return ""
    if titles and not settings.gender:
        return ""  # it follows the gender that was drawn
    return "title" if titles else "role" if category in _ADDRESSES else "nobody"


def _invariants(settings: Settings) -> tuple[str, ...]:
    return ("gender", *INVARIANTS) if settings.gender else INVARIANTS


def least(mentions: Sequence[Mention], settings: Settings) -> float:
    """A lower bound of the probability of any outcome that mentions of this form can have."""
    plan = plan_of(mentions, settings)
    return least_identity(plan.need) * math.prod(support.pi_min for support in plan.extras)


def reaches(mentions: Sequence[Mention], settings: Settings) -> bool:
    """Whether some draw gives just these mentions; False where that is not sure."""
    plan, roster = _read(mentions, settings)
    if plan.extras or any(pieces is None for pieces in plan.mentions):
        return False
    genders = (plan.need.gender,) if plan.need.gender else (FEMALE, MALE)
    return any(_gives(mentions, plan, roster, of, settings) for of in genders)


def _gives(
    mentions: Sequence[Mention], plan: Plan, roster: Roster, of: str, settings: Settings
) -> bool:
    """Whether the person's own names, as the lists write them, give the mentions back."""
    texts = [mention.text for mention in mentions]
    for identity in _own(plan.need, roster, of):
        drawn = Drawn(identity, titles="" if settings.gender else plan.need.language)
        if texts == [write(pieces or (), drawn) for pieces in plan.mentions]:
            return True
    return False


def _own(need: Need, roster: Roster, of: str) -> Iterator[Identity]:
    givens = [(entry.flat, entry.text) for entry in roster.givens]
    surnames = [(entry.flat, entry.text) for entry in roster.surnames]
    return table_names(need, of, givens, surnames)
