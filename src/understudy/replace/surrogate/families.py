"""People who share a surname share one in the release, too: a daughter and her father, a couple.

That two names are equal is public, as is the linking of mentions. Each person is drawn alone; those
who are named later take over the surname of the first, which is post-processing of both draws.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from understudy.core.folding import flat, flat_letters
from understudy.core.types import Edit, Entity
from understudy.languages.lexicon import listed, raw
from understudy.replace.surrogate.joining import Found, Reader
from understudy.replace.surrogate.kinds import BUILT, NAMED, PEOPLE, SPELT
from understudy.surrogates.people.plurals import in_plural, singular

__all__ = [
    "fullest_mention",
    "has_surname",
    "names_in",
    "one_surname",
    "related_pairs",
    "shared_places",
    "surnames_of",
]

_WORD = re.compile(r"[^\W\d_]+(?:['’\d][^\W\d_]+)*")
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
    return pairs + _families(people, first, reader)


def _families(
    people: Sequence[Sequence[Entity]],
    first: Mapping[str, tuple[int, Entity]],
    reader: Reader,
) -> list[tuple[Entity, Entity]]:
    """Families that are called by a surname in the plural, each with the first who has it."""
    pairs = []
    for number, own in enumerate(people):
        for entity in own:
            words = _words(reader.of(entity)) if reader.category(entity) in NAMED else []
            stems = singular(words[0], reader.language) if len(words) == 1 else ()
            known = next((first[one] for one in stems if one in first), None)
            if known is not None and known[0] != number:
                pairs.append((entity, known[1]))
    return pairs


def _surnames(own: Sequence[Entity], reader: Reader) -> list[tuple[Entity, list[str]]]:
    """The mention of a person with the most words and the surnames in it, and the words of
    addresses, which count where somebody else has them for a surname."""
    named = [one for one in own if reader.category(one) in NAMED]
    shown: list[tuple[Entity, list[str]]] = []
    fullest = fullest_mention(own, reader)
    if fullest is not None:
        shown.append((fullest, _last_words(fullest, reader)))
    known = {word for _, names in shown for word in names}
    for one in named:  # somebody with two surnames, one by marriage
        names = [word for word in surnames_of(one, reader) if word not in known]
        known.update(names)
        shown += [(one, names)] if names else []
    if not any(_count(reader.of(one)) > 1 for one in named):
        built = [one for one in own if reader.category(one) in BUILT]
        shown += [(one, _words(reader.of(one).partition("@")[0])[1:]) for one in built]
    return [(one, [name for name in names if len(name) >= _SHORTEST]) for one, names in shown]


def fullest_mention(own: Sequence[Entity], reader: Reader) -> Entity | None:
    """The mention of a person with the most words."""
    named = [one for one in own if reader.category(one) in NAMED]
    return max(named, key=lambda one: (_count(reader.of(one)), -one.span.start), default=None)


def surnames_of(entity: Entity, reader: Reader) -> list[str]:
    """The surnames in a mention of several words."""
    if _count(reader.of(entity)) < 2:
        return []
    return [one for one in _last_words(entity, reader) if len(one) >= _SHORTEST]


def _last_words(entity: Entity, reader: Reader) -> list[str]:
    """All but the first word, without particles: a middle name may be somebody's surname."""
    words = _words(reader.of(entity))
    two = raw(reader.language)["traits"]["surnames_joined"] and len(words) > 2
    small = _particles(reader.language)
    return words[-2:] if two else [one for one in words[1:] or words if one not in small]


def _words(text: str) -> list[str]:
    return [flat(word) for word in names_in(text)]


def _count(text: str) -> int:
    return len(_WORD.findall(text))


def one_surname(
    edits: Sequence[Edit],
    pairs: Sequence[tuple[Entity, Entity]],
    own: Mapping[Entity, Sequence[Entity]],
    language: str,
) -> list[Edit]:
    """The edits with one stand-in for a surname that people share; ``own`` has the mentions of each
    person by any of them."""
    made = {edit.entity: edit for edit in edits}
    for entity, other in dict.fromkeys(pairs):
        later, first = made.get(entity), made.get(other)
        if later is None or first is None:
            continue
        shown = [made[one].surrogate for one in own.get(other, ()) if one in made]
        swaps = {old: _native(new, shown) for old, new in _swaps(later, first, language)}
        for mention in own.get(entity, ()) if swaps else ():
            edit = made.get(mention)
            if edit is not None and not edit.kept:
                made[mention] = edit._replace(
                    surrogate=_swapped(edit, swaps),
                    draws=tuple(dict.fromkeys((*edit.draws, *first.draws))),
                )
    return list(made.values())


def _swaps(later: Edit, first: Edit, language: str) -> list[tuple[str, str]]:
    """Each surname that was drawn for somebody and that the first person shares, with theirs: both
    of "García-Verdugo"."""
    if not (_certain(later) and _certain(first)):
        return []
    news, theirs = names_in(later.surrogate), names_in(first.surrogate)
    counts = len(news), len(theirs)
    found: dict[str, str] = {}
    for at, place, plural in shared_places(later.original, first.original, language, counts):
        if _before(news, at, language) == _before(theirs, place, language):
            name = theirs[place]
            found.setdefault(news[at], in_plural(name, language) if plural else name)
    return list(found.items())


def _before(names: Sequence[str], at: int, language: str) -> list[str]:
    """The small words before a name: no "de la" goes with a surname that has none."""
    small = _particles(language)
    before = [flat(name) for name in names[: len(names) + at]]
    start = len(before)
    while start and before[start - 1] in small:
        start -= 1
    return before[start:]


@cache
def _particles(language: str) -> frozenset[str]:
    return frozenset(map(flat, listed("particles", language)))


def shared_places(
    later: str, first: str, language: str, counts: tuple[int, int]
) -> list[tuple[int, int, bool]]:
    """Which names of somebody are which surnames of the first person, by their places from the
    end, and whether in the plural; all of this is public.

    ``counts``: of how many words their stand-ins are. A word that has no place there, such as a
    particle that no list has, is not looked at: that somebody has one would show.
    """
    olds, firsts = list(map(flat, names_in(later))), list(map(flat, names_in(first)))
    if len(olds) == 1 and olds[0] not in firsts:
        stems = singular(olds[0], language)
        places = [place for place, one in enumerate(firsts) if one in stems]
        found = [(0, places[-1], True)] if places else []
    else:
        found = _equal_names(olds, firsts)
    from_end = [(at - len(olds), place - len(firsts), plural) for at, place, plural in found]
    return [
        (at, place, plural)
        for at, place, plural in from_end
        if has_surname(counts[0], at) and has_surname(counts[1], place)
    ]


def has_surname(count: int, at: int) -> bool:
    """Whether a name of so many words has one at a place from the end that is no given name."""
    return -at < count or (count, at) == (1, -1)


def _equal_names(olds: Sequence[str], firsts: Sequence[str]) -> list[tuple[int, int, bool]]:
    found: list[tuple[int, int, bool]] = []
    taken: set[int] = set()
    for at in range(len(olds) - 1, -1, -1):
        for place in range(len(firsts) - 1, -1, -1):
            alone = (at == 0 and len(olds) > 1) or (place == 0 and len(firsts) > 1)
            if olds[at] == firsts[place] and not alone and place not in taken:
                found.append((at, place, False))
                taken.add(place)
                break
    return found


def _certain(edit: Edit) -> bool:
    """Whether no coin could have kept a mention. Where one could, a surname that is shared or not
    would tell how it fell, and so who was kept."""
    return edit.event.p == 1.0


def _native(name: str, shown: Sequence[str]) -> str:
    """A surname as it is written where it is not in capitals, by the other mentions of the person:
    "GOGGIN" is Goggin, "O'HARA" is O'Hara."""
    if not name.isupper() or len(name) < _SHORTEST:
        return name
    words = (word for text in shown for word in names_in(text))
    usual = (word for word in words if flat(word) == flat(name) and not word.isupper())
    return next((word for word in usual if not word.islower()), name.title())


def names_in(text: str) -> list[str]:
    """The words of a name, or of an address before its sign; the given names of "Cruz Santos,
    Julián" come first."""
    last, comma, first = text.partition("@")[0].partition(",")
    return [*_WORD.findall(first), *_WORD.findall(last)] if comma else _WORD.findall(last)


def _swapped(edit: Edit, swaps: Mapping[str, str]) -> str:
    """A stand-in with other surnames, in the case that they have there."""
    text, sign, domain = edit.surrogate.partition("@")
    if sign or edit.entity.category in BUILT:
        for old, new in swaps.items():
            text = text.replace(flat_letters(old), flat_letters(new))
        return text + sign + domain
    by_letters = {old.lower(): new for old, new in swaps.items()}

    def cased(match: re.Match[str]) -> str:
        shown, new = match[0], by_letters.get(match[0].lower(), match[0])
        return new.upper() if shown.isupper() else new.lower() if shown.islower() else new

    olds = "|".join(re.escape(old) for old in sorted(swaps, key=len, reverse=True))
    return re.sub(rf"(?<![^\W\d_])(?:{olds})(?![^\W\d_])", cased, text, flags=re.I)
