"""What one draw comes to: of a bundle as it was read, the stand-ins, whether a coin keeps the
mentions, and why each stays that no draw changes; and the edits that follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from understudy.core.draw import Draw
from understudy.core.reasons import ONLY_FORM
from understudy.core.types import KEPT, MAY_STAY, REPLACED, Edit, Entity, PrivacyEvent
from understudy.languages import get
from understudy.languages.names import name_of
from understudy.replace.response import coin
from understudy.replace.surrogate.bundles import ORGANIZATIONS, PEOPLE, Bundle
from understudy.replace.surrogate.kinds import NAMED
from understudy.replace.surrogate.pricing import BundleRule, Priced
from understudy.replace.surrogate.readable import clashes
from understudy.replace.surrogate.writers import Draft, coarsened
from understudy.surrogates.mention import Mention, Written

__all__ = ["DrawnNames", "Outcome", "Thing", "edits_of", "outcome_of"]

_TRIES = 20
"""How often a readable stand-in is drawn again."""
_APART = 100
"""How often a name is drawn again that another person has: few begin as "e" asks for."""
_AGAIN, _AGAIN_EACH = 2_000, 4
"""How often names are drawn again in one document, and how often each when that is used up: where
a thousand people have had their names, most that are drawn are somebody's, and to look on for each
would take a hundred draws."""
_NEAR = 8
_LOOKS = 24
"""How often a stand-in that came out alike twice is drawn again, to see whether it could differ."""
_ALIKE = {ORGANIZATIONS: "kind of organization"}
"""Why a mention stays that its writer always writes alike."""


class DrawnNames:
    """The names that were drawn for the people of a document so far."""

    __slots__ = ("left", "names")

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.left = _AGAIN
        """How often names may be drawn again for whoever comes next."""

    def __repr__(self) -> str:
        return f"DrawnNames({len(self.names)})"


class Thing(NamedTuple):
    """A bundle as it is read, with what its draw costs."""

    bundle: Bundle
    rule: BundleRule
    draft: Draft
    priced: Priced
    event: PrivacyEvent
    name: str
    """Of its draw."""

    def __repr__(self) -> str:
        return f"Thing({self.bundle!r})"


class Outcome(NamedTuple):
    """What one draw came to."""

    name: str
    keeps: bool
    written: Written
    event: PrivacyEvent
    left: Mapping[int, str]
    lent: tuple[str, ...] = ()
    """The draws of others that it has names of."""

    def __repr__(self) -> str:
        return "Outcome()"


def outcome_of(
    thing: Thing,
    originals: frozenset[str],
    draw: Draw,
    taken: DrawnNames | None = None,
) -> Outcome:
    """What the one draw of a bundle comes to.

    ``taken`` are the names that were drawn for other people of the document, and gets those of this
    one: nobody gets a name that somebody else has by chance, or a reader would take two people for
    one. It depends on draws alone, and so tells nothing of a value.
    """
    bundle, rule, draft, priced, event, name = thing
    stream = draw.stream(bundle.kind, name, "coin and draw")
    toss = next(stream)
    keeps = priced.inside and not coin(toss, priced.p)
    written = draft.written(stream)
    if rule.readable:
        written = _readable(bundle, draft, written, originals, draw)
    if taken is not None and bundle.kind == PEOPLE and rule.certain:
        written, names = _apart(bundle, draft, written, taken, draw)
        taken.names |= names
    left = _fixed(bundle, draft, written, draw)
    return Outcome(name, keeps, written, event, left)


def _fixed(bundle: Bundle, draft: Draft, written: Written, draw: Draw) -> Mapping[int, str]:
    """Why each mention stays that no draw changes.

    Readers know most of them. What else came out as another draw of the sketch has it is drawn
    again, for the account alone. The originals are not asked: whether a mention counts as
    replaced is the same for all values of a sketch.
    """
    unsure = {
        at
        for at, (text, other) in enumerate(zip(written.texts, draft.sample(), strict=True))
        if text is not None and text == other and at not in written.left
    }
    for number in range(_LOOKS):
        if not unsure:
            return written.left
        stream = draw.stream(bundle.kind, bundle.key, f"could differ {number}")
        again = draft.written(stream).texts
        unsure = {at for at in unsure if again[at] == written.texts[at]}
    return {**written.left, **dict.fromkeys(unsure, _ALIKE.get(bundle.kind, ONLY_FORM))}


def _apart(
    bundle: Bundle, draft: Draft, first: Written, taken: DrawnNames, draw: Draw
) -> tuple[Written, set[str]]:
    """The first of some draws that has no name of another person, and goes with an "and" before
    it; and the names in it."""
    written = first
    for number in range(min(_APART, max(taken.left, _AGAIN_EACH))):
        names = _words_of(draft, written)
        if taken.names.isdisjoint(names) and _joins(draft, written):
            return written, names
        taken.left -= 1
        stream = draw.stream(bundle.kind, bundle.key, f"apart {number}")
        written = draft.written(stream)
    return first, _words_of(draft, first)


def _joins(draft: Draft, written: Written) -> bool:
    """Whether each new mention goes with the small word before it: "e Ignacio"."""
    joins = getattr(get(draft.settings.language).agreement, "joins", None)
    if joins is None:
        return True
    pairs = zip(draft.mentions, written.texts, strict=True)
    return all(
        text is None or joins(mention.before[-_NEAR:].rpartition(" ")[0].rpartition(" ")[2], text)
        for mention, text in pairs
        if mention.before.endswith(" ") and mention.category in NAMED
    )


def _words_of(draft: Draft, written: Written) -> set[str]:
    """The names in the new mentions of a person, without titles: of the stand-ins alone."""
    return {
        word
        for mention, text in zip(draft.mentions, written.texts, strict=True)
        if text is not None and mention.category in NAMED
        for word in name_of(text, draft.settings.language)
        if len(word) > 2
    }


def _readable(
    bundle: Bundle,
    draft: Draft,
    first: Written,
    originals: frozenset[str],
    draw: Draw,
) -> Written:
    """Of some draws the first that clashes least."""
    best, least = first, clashes(draft.mentions, first.texts, originals)
    for number in range(_TRIES):
        if not least:
            break
        stream = draw.stream(bundle.kind, bundle.key, f"readable {number}")
        again = draft.written(stream)
        count = clashes(draft.mentions, again.texts, originals)
        if count < least:
            best, least = again, count
    return best


def edits_of(
    entities: Sequence[Entity],
    places: Sequence[int],
    mentions: Sequence[Mention],
    outcome: Outcome,
    rule: BundleRule,
) -> tuple[list[Edit], list[Entity]]:
    """The edit of each entity from the mention at its place, and what could not be read."""
    edits: list[Edit] = []
    unread: list[Entity] = []
    for entity, at in zip(entities, places, strict=True):
        mention = mentions[at]
        # What is kept is made coarser, too: else it would give itself away.
        drawn = mention.text if outcome.keeps else outcome.written.texts[at]
        shown = coarsened(drawn, mention, rule)
        if shown is None:
            unread.append(entity)
            continue
        became, reason = REPLACED, outcome.left.get(at, "")
        if shown == mention.text and reason:
            became = MAY_STAY
        elif shown == mention.text and outcome.keeps:
            became = KEPT
        own = (entity, mention.text, shown, became)
        draws = (outcome.name, *outcome.lent)
        edits.append(Edit(*own, "surrogate", outcome.event, draws, reason))
    return edits, unread
