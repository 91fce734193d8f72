"""People who share a surname share one in the release, too: a daughter and her father, a couple.

That two names are equal is public, as is the linking of mentions. Each person is drawn alone; those
who are named later take over the surname of the first, which is post-processing of both draws.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from understudy.core.folding import flat, flat_letters
from understudy.core.types import Edit, Entity
from understudy.languages.lexicon import raw
from understudy.replace.surrogate.joining import Found, Reader
from understudy.replace.surrogate.kinds import BUILT, NAMED, PEOPLE, SPELT

__all__ = ["one_surname", "related_pairs"]

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_SHORTEST = 2
"""Letters of the shortest surname that is compared: one letter is an initial."""


def related_pairs(found: Found, reader: Reader) -> list[tuple[Entity, Entity]]:
    """Mentions that show a surname, each with that of the first other person who has it."""
    people = [own for (kind, _), own in found.items() if kind == PEOPLE]
    if len(people) < 2:
        return []
    people.sort(key=lambda own: min(one.span.start for one in own))
    first: dict[str, tuple[int, Entity]] = {}
    pairs = []
    for number, own in enumerate(people):
        spelt = any(reader.category(one) in SPELT for one in own)
        for entity, names in _surnames(own, reader):
            for name in names:
                known, other = first.setdefault(name, (number, entity))
                if known != number and not spelt:
                    pairs.append((entity, other))
    return pairs


def _surnames(own: Sequence[Entity], reader: Reader) -> list[tuple[Entity, list[str]]]:
    """The mention of a person with the most words and the surnames in it, and the words of
    addresses, which count where somebody else has them for a surname."""
    named = [one for one in own if reader.category(one) in NAMED]
    shown: list[tuple[Entity, list[str]]] = []
    if named:
        fullest = max(named, key=lambda one: (len(_words(reader.of(one))), -one.span.start))
        words = _words(reader.of(fullest))
        two = raw(reader.language)["traits"]["surnames_joined"] and len(words) > 2
        shown.append((fullest, words[-2:] if two else words[-1:]))
    if not any(len(_words(reader.of(one))) > 1 for one in named):
        built = [one for one in own if reader.category(one) in BUILT]
        shown += [(one, _words(reader.of(one).partition("@")[0])[1:]) for one in built]
    return [(one, [name for name in names if len(name) >= _SHORTEST]) for one, names in shown]


def _words(text: str) -> list[str]:
    return [flat(word) for word in _WORD.findall(text)]


def one_surname(
    edits: Sequence[Edit],
    pairs: Sequence[tuple[Entity, Entity]],
    own: Mapping[Entity, Sequence[Entity]],
) -> list[Edit]:
    """The edits with one stand-in for a surname that people share; ``own`` has the mentions of each
    person by any of them."""
    made = {edit.entity: edit for edit in edits}
    for entity, other in pairs:
        later, first = made.get(entity), made.get(other)
        swap = None if later is None or first is None else _swap(later, first)
        if later is None or first is None or swap is None:
            continue
        for mention in own.get(entity, ()):
            edit = made.get(mention)
            if edit is not None and not edit.kept:
                made[mention] = edit._replace(
                    surrogate=_swapped(edit, *swap),
                    draws=tuple(dict.fromkeys((*edit.draws, *first.draws))),
                )
    return list(made.values())


def _swap(later: Edit, first: Edit) -> tuple[str, str] | None:
    """The surname that was drawn for somebody, and the one of the first person who shares it."""
    if later.kept or first.kept:
        return None
    olds, news = _local(later.original), _local(later.surrogate)
    firsts, theirs = _local(first.original), _local(first.surrogate)
    if len(olds) != len(news) or len(firsts) != len(theirs):
        return None
    for at in range(len(olds) - 1, -1, -1):
        for place in range(len(firsts) - 1, -1, -1):
            alone = (at == 0 and len(olds) > 1) or (place == 0 and len(firsts) > 1)
            if flat(olds[at]) == flat(firsts[place]) and not alone:
                return news[at], theirs[place]
    return None


def _local(text: str) -> list[str]:
    """The words of a name, or of an address before its sign."""
    return _WORD.findall(text.partition("@")[0])


def _swapped(edit: Edit, old: str, new: str) -> str:
    """A stand-in with another surname, in the case that it has there."""
    text, sign, domain = edit.surrogate.partition("@")
    if sign or edit.entity.category in BUILT:
        return text.replace(flat_letters(old), flat_letters(new)) + sign + domain

    def cased(match: re.Match[str]) -> str:
        shown = match[0]
        return new.upper() if shown.isupper() else new.lower() if shown.islower() else new

    return re.sub(rf"(?<![^\W\d_]){re.escape(old)}(?![^\W\d_])", cased, text, flags=re.I)
