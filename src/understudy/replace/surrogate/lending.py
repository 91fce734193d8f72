"""Organizations that are called after a place or a person of the text: "Leeds" and "Leeds General
Hospital", "Rachel Fenwick" of "Fenwick Logistics".

That a name stands within another is public, as is the linking of mentions. Both are drawn alone;
where the name within the organization's was drawn, the other's stand-in takes its place, which is
post-processing of both draws.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from understudy.core.folding import flat
from understudy.core.types import REPLACED, Edit, Entity
from understudy.replace.surrogate.families import (
    fullest_mention,
    has_surname,
    names_in,
    surnames_of,
)
from understudy.replace.surrogate.joining import Found, Reader, fullest_text
from understudy.replace.surrogate.kinds import ORGANIZATIONS, PEOPLE, PLACES
from understudy.surrogates.organizations.sketch import AFTER_PERSON, AFTER_PLACE
from understudy.surrogates.organizations.slugs import slug
from understudy.surrogates.signs import LENT, LENT_END

__all__ = ["Lender", "lenders", "lent_edits", "lent_place"]

_SHORTEST = 3
"""Letters of the shortest name that an organization is known to be called after."""
_LONGEST = 5
"""Words of the longest."""
_LENT_NAME = re.compile(f"{LENT}([^{LENT_END}]*){LENT_END}")
_STRAY = re.compile(f"[{LENT}{LENT_END}]")
_CALLED = frozenset(("ORGANIZATION", "HOSPITAL"))
_PLACES = frozenset(("LOCATION", "CITY", "REGION"))
_SITES = frozenset(("URL", "DOMAIN_NAME"))
_OWNED = re.compile(r"['’]s?\Z")


class Lender(NamedTuple):
    """What an organization is called after."""

    kind: str
    name: str
    """As the text has it: secret."""
    entity: Entity

    def __repr__(self) -> str:
        return f"Lender({self.kind!r})"


def lenders(found: Found, reader: Reader) -> dict[tuple[str, str], Lender]:
    """The organizations with a place or a person of the text in their names, each with the first
    mention of that."""
    bodies = {
        place: own
        for place, own in found.items()
        if place[0] == ORGANIZATIONS and any(reader.category(one) in _CALLED for one in own)
    }
    if not bodies:
        return {}
    known: dict[tuple[str, ...], Lender] = {}
    for one in _known(found, reader):
        words = tuple(flat(one.name).split())
        if words and sum(map(len, words)) >= _SHORTEST:
            known.setdefault(words, one)
    longest = min(_LONGEST, max(map(len, known), default=0))
    lent: dict[tuple[str, str], Lender] = {}
    for place, own in bodies.items():
        said = [_OWNED.sub("", word) for word in flat(fullest_text(map(reader.of, own))).split()]
        runs = (
            tuple(said[at : at + size])
            for size in range(longest, 0, -1)
            for at in range(len(said) - size + 1)
            if size < len(said)
        )
        lender = next((known[run] for run in runs if run in known), None)
        if lender is not None:
            lent[place] = lender
    return lent


def _known(found: Found, reader: Reader) -> Iterator[Lender]:
    """Places of the text, and people by their surnames."""
    for one in sorted(found.get((PLACES, ""), ()), key=lambda one: one.span.start):
        if reader.category(one) in _PLACES:
            yield Lender(AFTER_PLACE, reader.of(one).partition(",")[0], one)
    for (kind, _), own in found.items():
        if kind == PEOPLE and (entity := fullest_mention(own, reader)) is not None:
            for name in surnames_of(entity, reader) or flat(reader.of(entity)).split():
                yield Lender(AFTER_PERSON, name, entity)


def lent_edits(edits: Sequence[Edit], lent: Mapping[Entity, Lender]) -> list[Edit]:
    """The edits with the stand-in of what each organization is called after in its name. What has
    no stand-in lends nothing: the name that was drawn stays."""
    made = {edit.entity: edit for edit in edits}
    for edit in edits:
        if LENT not in edit.surrogate and LENT_END not in edit.surrogate:
            continue
        lender = lent.get(edit.entity)
        of = None if lender is None else made.get(lender.entity)
        name = "" if of is None or lender is None else _name(lender, of)
        site = edit.entity.category in _SITES

        def written(match: re.Match[str], name: str = name, site: bool = site) -> str:
            old = match[1]
            if not name:
                return old
            if site:
                return slug(name, "-" if "-" in old else "")
            return name.upper() if old.isupper() else name.lower() if old.islower() else name

        shown = _STRAY.sub("", _LENT_NAME.sub(written, edit.surrogate))
        draws = edit.draws if of is None or not name else (*edit.draws, *of.draws)
        made[edit.entity] = edit._replace(surrogate=shown, draws=tuple(dict.fromkeys(draws)))
    return list(made.values())


def _name(lender: Lender, of: Edit) -> str:
    """The new name of what lends its own; empty where it has none, and where a coin may keep it: a
    name that is lent or not would tell how the coin fell."""
    if of.counted != REPLACED or of.event.p < 1.0:
        return ""
    if lender.kind == AFTER_PLACE:
        return of.surrogate.partition(",")[0].strip()
    news, place = names_in(of.surrogate), lent_place(lender, of.original)
    if place is None or not has_surname(len(news), place):
        return ""
    name = re.sub(r"['’]s?\Z", "", news[place])
    return name.title() if name.isupper() and len(name) > 1 else name


def lent_place(lender: Lender, mention: str) -> int | None:
    """Which of the names in a mention of a person is lent, from the end; this is public."""
    if lender.kind == AFTER_PLACE:
        return None
    wanted, names = flat(lender.name), names_in(mention)
    places = [at for at, one in enumerate(names) if flat(one).split()[-1:] == [wanted]]
    return places[-1] - len(names) if places else None
