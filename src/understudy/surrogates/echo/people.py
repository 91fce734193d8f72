"""The forms of a person's name: whole, in parts, turned round, with initials, in short, spelt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

from understudy.core.folding import flat, flat_letters
from understudy.languages import get
from understudy.languages.lexicon import lexicon
from understudy.surrogates.echo.forms import (
    ADDRESS,
    DERIVED,
    JOINED,
    SAID,
    Form,
    Pair,
    form_of,
    worded,
)
from understudy.surrogates.mention import Mention
from understudy.surrogates.people.names import is_given, known, likely_gender, shorts, united
from understudy.surrogates.people.reading import read_names
from understudy.surrogates.people.sketch import Ref
from understudy.surrogates.people.titles import listed_title

__all__ = ["NAMED", "person_forms", "titled"]

NAMED = frozenset(("PERSON", "GIVEN_NAME", "FEMALE_NAME", "MALE_NAME", "SURNAME"))
_GIVEN = frozenset(("GIVEN_NAME", "FEMALE_NAME", "MALE_NAME"))
_WORD = re.compile(r"[^\s,]+")
_SPELT = ("-", " ", ", ", ". ", "·")
_JOINTS = "._-"
"""Signs that join names in an address."""
_SHORTEST_SPELT = 3
_LETTERS = 3
"""So many initials without points are a name; two are too often something else."""
_MOST = 8
"""Persons that are called by more words have the first and the last of them."""

Part = tuple[str, str]
"""A name of the stand-in and of the original."""


class _Named(NamedTuple):
    """What a person is called."""

    givens: tuple[Part, ...]
    surnames: tuple[Part, ...]
    shorts: tuple[Part, ...]
    """Short forms that were in the text."""

    def __repr__(self) -> str:
        return f"_Named({len(self.givens)} + {len(self.surnames)})"


def titled(word: str, language: str) -> bool:
    """Whether a word is a title; articles, which some titles begin with, are none by themselves."""
    word = word.rstrip(".")
    return bool(listed_title(word, language)) and flat(word) not in get(language).function_words


@cache
def _particles(language: str) -> frozenset[str]:
    listed = (one for own in get(language).reads for one in known(own)["particles"])
    return frozenset(word for one in listed for word in flat(one).split())


def person_forms(pairs: Sequence[Pair], language: str) -> Iterator[Form]:
    """All forms of one person."""
    names = [pair for pair in pairs if pair.category in NAMED]
    for pair in names:
        yield _said(pair, language)
    called = _called(names, language)
    if not called.givens and not called.surnames:
        return
    gender = likely_gender(flat_letters(called.givens[0][0]), language) if called.givens else ""
    seen: set[tuple[str, str]] = set()
    for form in _forms(called, gender, language):
        told = (form.stand_in, form.original)
        if told not in seen:
            seen.add(told)
            yield form


def _said(pair: Pair, language: str) -> Form:
    """A mention as it stood in the text; a title before it stays as the answer has it."""
    stand_in, original = _bare(pair, language)
    if not stand_in or not original:
        stand_in, original = pair.stand_in, pair.original
    part = "" if len(_units(stand_in, language)) > 1 else _part(pair, language)
    return form_of(*worded(stand_in, original), rank=SAID, part=part, owns=True)


def _bare(pair: Pair, language: str) -> Part:
    """Without the titles that both have before them, and the sign of a possessive behind them.

    A word that is a title in one of them alone is a name there: "Don Eyles" was no don.
    """
    new, old = pair.stand_in.split(" "), pair.original.split(" ")
    while min(len(new), len(old)) > 1 and _one_title(new[0], old[0], language):
        new, old = new[1:], old[1:]
    return _unowned(" ".join(new), language), _unowned(" ".join(old), language)


def _one_title(one: str, other: str, language: str) -> bool:
    """Whether two words are the same title, or its two genders; two initials are none."""
    if not titled(one, language) or not titled(other, language):
        return False
    return one == other or min(len(flat_letters(one)), len(flat_letters(other))) > 1


def _unowned(text: str, language: str) -> str:
    for sign in united_owned(language):
        for mark in ("'", "’"):
            text = text.removesuffix(mark + sign)
    return text


@cache
def united_owned(language: str) -> tuple[str, ...]:
    """The letters of a possessive behind its mark."""
    return tuple(get(language).table("echo").get("owned", ()))


def _units(text: str, language: str) -> list[str]:
    """The names in a text, each with its particles: "de la Cruz"."""
    found: list[str] = []
    lead: list[str] = []
    suffixes = frozenset(map(flat, united("names", "suffixes", language)))
    for word in _WORD.findall(text):
        bare = flat(word.rstrip(".")).strip()
        if bare in _particles(language) and not (found and bare in suffixes):
            lead.append(word)
        elif bare not in suffixes or not found:
            found.append(" ".join((*lead, word)))
            lead = []
    if lead:
        found.append(" ".join(lead))
    return found


def _part(pair: Pair, language: str) -> str:
    """Whether a single name is a given name or a surname."""
    if pair.category in _GIVEN:
        return "given"
    if pair.category == "SURNAME" or titled(pair.stand_in.split(" ")[0], language):
        return "surname"
    return "given" if is_given(flat_letters(pair.original), language) else "surname"


def _called(pairs: Iterable[Pair], language: str) -> _Named:
    """What the mentions of a person say of the names, the longest first."""
    givens: list[Part] = []
    surnames: list[Part] = []
    short: list[Part] = []
    for pair in sorted(pairs, key=lambda one: -len(one.original)):
        stand_in, original = (_units(one, language) for one in _bare(pair, language))
        if len(stand_in) != len(original):
            # "Van" is a name of its own to some, and a particle to others.
            stand_in, original = (_WORD.findall(one) for one in _bare(pair, language))
        if len(stand_in) != len(original) or not 0 < len(stand_in) <= _MOST:
            continue
        units = list(zip(stand_in, original, strict=True))
        if any(len(flat_letters(one)) < 2 for unit in units for one in unit):
            continue
        if len(units) == 1:
            _note(units[0], _part(pair, language), givens, surnames, short)
            continue
        count = _givens(pair, len(units), language)
        turned = "," in pair.stand_in
        own = units[-count:] if turned else units[:count]
        rest = units[:-count] if turned else units[count:]
        if not givens:
            givens = list(own)
        if not surnames:
            surnames = list(rest)
    return _Named(tuple(givens), tuple(surnames), tuple(short))


def _note(
    unit: Part, part: str, givens: list[Part], surnames: list[Part], short: list[Part]
) -> None:
    if unit in givens or unit in surnames:
        return
    if part == "given":
        (short if givens else givens).append(unit)
    elif not surnames:
        surnames.append(unit)


def _givens(pair: Pair, count: int, language: str) -> int:
    """How many of the names are given names, as the reader of people has it."""
    mention = Mention(_bare(pair, language)[1], "PERSON")
    _, pieces, _ = read_names([mention], language)
    refs = [piece for piece in pieces.get(0, ()) if isinstance(piece, Ref)]
    if len(refs) == count and all(ref.form in ("whole", "short", "equal") for ref in refs):
        return min(max(1, sum(ref.part == "given" for ref in refs)), count - 1)
    return max(1, count // 2)


def _forms(called: _Named, gender: str, language: str) -> Iterator[Form]:
    givens, surnames = called.givens, called.surnames
    traits = {"rank": DERIVED, "owns": True, "gender": gender}
    lasts = [surnames[:size] for size in range(len(surnames), 0, -1)]
    lasts += [surnames[1:]] if len(surnames) == 2 else []
    firsts = [givens[:size] for size in range(len(givens), 0, -1)]
    for last in lasts:
        yield _joined(last, traits | {"part": "surname"})
        yield from _plurals(last[0], traits, language) if len(last) == 1 else ()
        yield _abroad(last, traits)
        for first in firsts:
            yield _joined((*first, *last), traits)
            yield form_of(*_spaced(last), ", ", *_spaced(first), **traits)
            yield from _initialled(first, last, traits)
            if len(last) > 1:
                yield form_of(*_spaced(first), " ", *_hyphened(last), **traits)
    for first in firsts:
        yield _joined(first, traits | {"part": "given"})
        for size in range(1, len(surnames) + 1):
            yield from _shut(first, surnames[:size], traits)
    for short in _shortened(called, language):
        yield _joined((short,), traits | {"part": "given"})
        for last in lasts:
            yield _joined((short, *last), traits)
    if givens and surnames:
        yield from _lettered((*givens, *surnames))
        yield from _lettered((givens[0], surnames[0]))
        for last in dict.fromkeys((surnames, surnames[:1], surnames[-1:])):
            yield from _addressed(givens[0], last, language)
    for unit in (*givens, *surnames):
        yield from _spelt(unit)


def _spaced(units: Sequence[Part]) -> list[Part | str]:
    found: list[Part | str] = []
    for unit in units:
        found += [" ", unit] if found else [unit]
    return found


def _joined(units: Sequence[Part], traits: dict[str, object]) -> Form:
    return form_of(*_spaced(units), **traits)


def _abroad(last: Sequence[Part], traits: dict[str, object]) -> Form:
    """Surnames joined by a hyphen, as they are abroad."""
    return form_of(*_hyphened(last), **(traits | {"part": "surname"}))


def _hyphened(units: Sequence[Part]) -> list[Part | str]:
    return [one if one != " " else "-" for one in _spaced(units)]


def _shut(first: Sequence[Part], last: Sequence[Part], traits: dict[str, object]) -> Iterator[Form]:
    """ "Dorothy V.", "Pilar R. S.": surnames by their initials. Without a point one may be a word,
    "Dora I"."""
    # A surname with a particle has more than one beginning.
    if all(name[:1].isupper() for unit in last for name in unit):
        for gap in (" ", "") if len(last) > 1 else (" ",):
            letters: list[Part | str] = []
            for one, other in last:
                letters += [gap] if letters and gap else []
                letters += [(one[:1], other[:1]), "."]
            yield form_of(*_spaced(first), " ", *letters, **traits)


def _initialled(
    first: Sequence[Part], last: Sequence[Part], traits: dict[str, object]
) -> Iterator[Form]:
    """ "D. Vance", "D Vance", "Dorothy M. Vance", "Vance, D."."""
    letters: list[Part] = [(one[:1], other[:1]) for one, other in first]
    halves = [name.split("-") for name in first[0]]
    if min(map(len, halves)) > 1:
        both = ["-".join(f"{half[:1]}." for half in own) for own in halves]
        yield form_of((both[0], both[1]), " ", *_spaced(last), **traits)
    for dot, gap in ((".", " "), ("", " "), (".", "")):
        front: list[Part | str] = []
        for letter in letters:
            front += [letter, dot, gap]
        kept = [one for one in front if one]
        # Without its point a letter is a word like any other: "a Zabala".
        own = traits if dot else traits | {"strict": True}
        yield form_of(*kept, *_spaced(last), **own)
        if len(first) > 1:
            behind = [one for letter in letters[1:] for one in (letter, dot, gap) if one]
            yield form_of(first[0], " ", *behind, *_spaced(last), **own)
    yield form_of(*_spaced(last), ", ", letters[0], ".", **traits)


def _lettered(units: Sequence[Part]) -> Iterator[Form]:
    letters: list[Part] = [(one[:1].upper(), other[:1].upper()) for one, other in units]
    for gap in ("", " "):
        pieces: list[Part | str] = []
        for letter in letters:
            pieces += [letter, ".", gap]
        yield form_of(*(one for one in pieces[:-1] if one), rank=DERIVED, strict=True)
    if len(letters) >= _LETTERS:
        both = ("".join(one for one, _ in letters), "".join(other for _, other in letters))
        yield form_of(both, rank=DERIVED, strict=True)


def _addressed(given: Part, last: Sequence[Part], language: str) -> Iterator[Form]:
    """Names as they are joined in addresses: "dora.vance", "vance_dora", "DoraVance", "dvance"."""
    one, whole = _bare_letters([given]), _bare_letters(last)
    several = [_bare_letters([unit]) for unit in last]
    if not all(map(all, (one, *several))):
        return
    initial, lexical = (one[0][:1], one[1][:1]), lexicon(language)
    # "mayday" and "roselane" may be words.
    wordy = any(lexical.usual(name) for name, _ in (one, *several))
    hyphened = [_bare_letters([unit], "-") for unit in last]
    ways = ([one, *several], [one, whole], [*several, one], [initial, whole], [one, *hyphened])
    for parts in (*ways, [initial, *hyphened]) if hyphened != several else ways[:4]:
        check = ADDRESS if initial in parts else JOINED
        for sign in _JOINTS:
            pieces: list[Part | str] = []
            for part in parts:
                pieces += [sign, part] if pieces else [part]
            yield form_of(*pieces, rank=DERIVED, check=check)
        for cased in (str, str.capitalize):
            shut = tuple("".join(cased(part[at]) for part in parts) for at in range(2))
            told = ADDRESS if wordy else check
            yield form_of((shut[0], shut[1]), rank=DERIVED, check=told)


def _bare_letters(units: Sequence[Part], kept: str = "\0") -> Part:
    """Names without accents, capitals and signs but for one that is ``kept``, as addresses have
    them."""
    one, other = (
        "".join(kept.join(map(flat_letters, unit[at].split(kept))) for unit in units)
        for at in range(2)
    )
    return one, other


def _plurals(unit: Part, traits: dict[str, object], language: str) -> Iterator[Form]:
    plural = known(language)["plural"]
    if not plural["usual"]:
        return
    both = tuple(
        name
        + next(
            (end for end, stems in plural["behind"].items() if flat(name).endswith(tuple(stems))),
            plural["usual"],
        )
        for name in unit
    )
    yield form_of((both[0], both[1]), **(traits | {"part": "surname"}))


def _shortened(called: _Named, language: str) -> Iterator[Part]:
    """Short forms of the given name; where the original has none, the name itself."""
    yield from called.shorts
    if not called.givens:
        return
    stand_in, original = called.givens[0]
    said = [other for _, other in called.shorts]
    own = said or list(shorts(flat_letters(original), language))
    for at, short in enumerate(islice(shorts(flat_letters(stand_in), language), _MOST)):
        yield short, own[min(at, len(own) - 1)] if own else original


def _spelt(unit: Part) -> Iterator[Form]:
    """The letters one by one; both in capitals, as they are mostly spelt."""
    names = [[sign for sign in name if sign.isalpha()] for name in unit]
    if min(map(len, names)) < _SHORTEST_SPELT:
        return
    for gap in _SPELT:
        both = (gap.join(names[0]), gap.join(names[1]))
        yield form_of(both, rank=DERIVED)
