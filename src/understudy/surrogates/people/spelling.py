"""Words spelt letter by letter: "L, A, U", "ele a u", "L de Lugo", "M as in Mike", "double l".

A spelling is read into how each letter is said; the new value is spelt in the same way, however
long it is. What is spelt and is no name of the person changes letter by letter.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from understudy.core.folding import flat, flat_letters, without_accents
from understudy.core.text import recase
from understudy.languages import get
from understudy.surrogates.mention import unsaid
from understudy.surrogates.people.identity import Identity
from understudy.surrogates.people.names import common_name, is_surname, known, united
from understudy.surrogates.people.pieces import Drawn, Extras, Ref, Spelt, Unit, case_of, name_of
from understudy.surrogates.people.roster import Name, Roster
from understudy.surrogates.tables import Shape

__all__ = ["cover", "read_spelling", "respelt", "spell"]

_WORD = re.compile(r"[^\W\d_]+|\d")
_GAP = re.compile(r"[\s,.;:\-–—/]*")
_PLURAL = re.compile(r"([^\W\d_]+?)(['’]?s)")
"""Two T's, dos eles."""
_LETTERS, _DIGITS = "abcdefghijklmnopqrstuvwxyz", "0123456789"


class _Said(NamedTuple):
    """One letter of a spelling as it stands in the text."""

    letter: str
    unit: Unit
    start: int
    end: int
    double: str = ""
    accent: str = ""
    accented: bool = False

    def __repr__(self) -> str:
        return unsaid(self)


def _own(letter: str, language: str) -> bool:
    """Whether a letter with a sign is one of its own, as ñ is."""
    return letter.lower() in united("spelling", "own_letters", language)


def _flat(text: str, language: str) -> str:
    """Flat, but for letters of their own."""
    return "".join(letter.lower() if _own(letter, language) else flat(letter) for letter in text)


@cache
def _names(language: str) -> Mapping[tuple[str, ...], str]:
    """The words of a letter's name → the letter."""
    found: list[tuple[str, str]] = []
    for one in get(language).reads:
        spelling = known(one)["spelling"]
        found += [(name, letter) for letter, name in spelling["names"].items()]
        found += spelling["also"].items()
        found += [(name, mark) for mark, name in spelling["marks"].items()]
    return {tuple(_flat(name, language).split()): letter for name, letter in found}


@cache
def _plural_names(language: str) -> frozenset[str]:
    """What may have an s of the plural: letters, and names of letters."""
    named = {words[0] for words in _names(language) if len(words) == 1 and len(words[0]) > 1}
    return frozenset(named | set(_LETTERS))


@cache
def _phrases(kind: str, language: str) -> tuple[tuple[str, ...], ...]:
    listed = united("spelling", kind, language)
    phrases = {tuple(_flat(phrase, language).split()) for phrase in listed}
    return tuple(sorted(phrases, key=len, reverse=True))


@cache
def _joins(language: str) -> frozenset[str]:
    """Words of the language itself that may stand between two letters, the first of each phrase:
    in Spanish "y", which is elsewhere a letter."""
    phrases = known(language)["spelling"]["between"]
    return frozenset(_flat(phrase, language).split()[0] for phrase in phrases)


def _phrase(kind: str, words: Sequence[str], at: int, language: str) -> int:
    """How many words from here on are a phrase of a kind."""
    for phrase in _phrases(kind, language):
        if tuple(words[at : at + len(phrase)]) == phrase:
            return len(phrase)
    return 0


def _letter(words: Sequence[str], at: int, language: str) -> tuple[str, int, bool]:
    """The letter that is said here, how many words that takes, and whether by its name."""
    names = _names(language)
    if len(words[at]) == 1:
        lone = tuple(words[at : at + 2])
        if len(lone) == 2 and lone in names:
            return names[lone], 2, True
        return words[at], 1, False
    for size in (2, 1):
        found = names.get(tuple(words[at : at + size]))
        if found is not None and at + size <= len(words):
            return found, size, True
    return "", 0, False


def _said(text: str, language: str) -> list[_Said] | None:
    """The letters of a spelling; None where there is anything else in it."""
    tokens = list(_WORD.finditer(text))
    words = [_flat(token.group(), language) for token in tokens]
    found: list[_Said] = []
    at = 0
    while at < len(words):
        if found:
            between = _phrase("between", words, at, language)
            small = words[at] in _joins(language) and not tokens[at].group().isupper()
            spelt = len(words[at]) == 1 and not small
            if between and not spelt and at + between < len(words):
                at += between
                continue
        start = at
        at += _phrase("capital", words, at, language)
        name_first = at < len(words) and _letter(words, at, language)[1] == 2
        double = 0 if name_first else _phrase("double", words, at, language)
        at += double
        if at >= len(words):
            return None
        letter, size, named = _letter(words, at, language)
        if not size:
            return None
        first, at = at, at + size
        link, example, at = _example(letter, words, tokens, at, text, language)
        accent = _phrase("accent", words, at, language)
        lead = text[tokens[start].start() : tokens[first].start()]
        end = tokens[at + accent - 1].end()
        unit = Unit(
            named, _case(tokens[first].group(), named), "" if double else lead, link, example
        )
        found.append(
            _Said(
                letter,
                unit,
                tokens[start].start(),
                end,
                lead if double else "",
                text[tokens[at].start() : end] if accent else "",
                size == 1 and not named and _marked(tokens[first].group(), language),
            )
        )
        at += accent
    return found or None


def _marked(letter: str, language: str) -> bool:
    return letter.lower() != flat(letter) and not _own(letter, language)


def _case(text: str, named: bool) -> str:
    return case_of(text) if named else "lower" if text.islower() else "upper"


def _example(
    letter: str,
    words: Sequence[str],
    tokens: Sequence[re.Match[str]],
    at: int,
    text: str,
    language: str,
) -> tuple[str, str, int]:
    """The words that link a letter to an example, the letter case of that, and what follows."""
    size = _phrase("links", words, at, language)
    place = at + size
    if not size or place >= len(words) or len(words[place]) < 2:
        return "", "native", at
    if words[place][0] != letter:
        return "", "native", at
    link = text[tokens[at - 1].end() : tokens[place].start()]
    return link, case_of(tokens[place].group()), place + 1


def cover(letters: str, names: Sequence[tuple[str, Ref]]) -> tuple[Ref, ...] | None:
    """The names that, one behind the other, have just these letters."""
    if not letters:
        return ()
    for flat_name, ref in names:
        if letters.startswith(flat_name):
            rest = cover(letters[len(flat_name) :], names)
            if rest is not None:
                return (ref, *rest)
    return None


def read_spelling(text: str, roster: Roster, extras: Extras, language: str) -> Spelt | None:
    """How a text spells something; None where it is no spelling."""
    text = unicodedata.normalize("NFC", text)
    plural = _PLURAL.fullmatch(text)
    if plural and _flat(plural[1], language) in _plural_names(language):
        one = read_spelling(plural[1], roster, extras, language)
        return None if one is None else one._replace(ends=("", plural[2]))
    said = _said(text, language)
    if said is None or text[: said[0].start].strip() or text[said[-1].end :].strip(" .,"):
        return None
    gaps = tuple(text[one.end : two.start] for one, two in pairwise(said))
    if not all(_plain_gap(gap, language) for gap in gaps):
        return None
    letters = "".join(one.letter * (2 if one.double else 1) for one in said)
    by_name = [one.unit for one in said if one.unit.named and one.letter.isalpha()]
    marks = [at for at, one in enumerate(said) if not one.letter.isalnum()]
    single = "".join(one.letter for one in said)
    refs, extra = _meant(letters, single, roster, extras)
    return Spelt(
        parts=refs,
        extra=extra,
        units=_units(said, by_name, language),
        gaps=_letter_gaps(gaps, marks),
        language=language,
        ends=(text[: said[0].start], text[said[-1].end :]),
        double=next((one.double for one in said if one.double), ""),
        accent=next((one.accent for one in said if one.accent), ""),
        accented=any(one.accented for one in said),
        joint=next((said[at].letter for at in marks if said[at].letter in " -"), ""),
        joint_gap=gaps[marks[0] - 1] if marks and marks[0] else None,
        doubled=tuple(bool(one.double) for one in said) if extra >= 0 else (),
    )


def _units(said: Sequence[_Said], by_name: Sequence[Unit], language: str) -> tuple[Unit, ...]:
    """How letters are said; all by their names where one is, since "a" is a name, too."""
    units = tuple(one.unit for one in said if one.letter.isalnum()) or (said[0].unit,)
    if by_name and known(language)["spelling"]["names"]:
        return tuple(unit._replace(named=True, case=by_name[0].case) for unit in units)
    cases = [unit.case for unit in units if not unit.named]
    return tuple(
        unit._replace(named=False, case=cases[0] if unit.named and cases else unit.case)
        for unit in units
    )


def _letter_gaps(gaps: Sequence[str], marks: Sequence[int]) -> tuple[str, ...]:
    beside = {at for mark in marks for at in (mark - 1, mark)}
    return tuple(gap for at, gap in enumerate(gaps) if at not in beside) or tuple(gaps)


def _plain_gap(gap: str, language: str) -> bool:
    words = [_flat(word, language) for word in re.findall(r"[^\W\d_]+", gap)]
    rest = re.sub(r"[^\W\d_]+", "", gap)
    if not _GAP.fullmatch(rest):
        return False
    at = 0
    while at < len(words):
        size = _phrase("between", words, at, language)
        if not size:
            return False
        at += size
    return True


def _meant(
    letters: str, single: str, roster: Roster, extras: Extras
) -> tuple[tuple[Ref, ...], int]:
    """What a spelling spells: names, the beginning of one, or something of its own.

    ``single`` has double letters once: they are doubled again when they are written.
    """
    squeezed = flat_letters(letters)
    refs = cover(squeezed, roster.spoken()) if squeezed else None
    if refs:
        return refs, -1
    if len(squeezed) == 1 and squeezed.isalpha():
        initial = roster.monogram(squeezed)
        if initial:
            return initial, -1
    if len(squeezed) > 1 and squeezed.isalpha() and (roster.givens or roster.surnames):
        for name, ref in roster.spoken():
            if name.startswith(squeezed):
                return (ref._replace(form="cut", size=len(squeezed)),), -1
    if len(squeezed) > 2 and common_name(squeezed, roster.language):
        return (roster.given(Name(0, squeezed, "", "word"), False),), -1
    if len(squeezed) > 2 and is_surname(squeezed, roster.language):
        return (roster.surname(Name(0, squeezed, "", "word")),), -1
    alphabets = tuple(
        _DIGITS if one.isdigit() else _LETTERS if one.isalpha() else one for one in single
    )
    return (), extras.add("spelt", single, Shape(alphabets))


def spell(piece: Spelt, drawn: Drawn) -> str:
    """The new value, spelt as the old one was."""
    if piece.extra >= 0:
        value = drawn.extras[piece.extra]
    else:
        names = [name_of(ref, drawn.identity) for ref in piece.parts]
        value = piece.joint.join(names if piece.joint == " " else [_joined(one) for one in names])
    groups = _groups(value, piece)
    out: list[str] = []
    for at, (letter, again) in enumerate(groups):
        if at:
            mark = not (letter.isalnum() and groups[at - 1][0].isalnum())
            beside = piece.joint_gap if mark else None
            out.append(_gap(piece.gaps, at, len(groups)) if beside is None else beside)
        unit = piece.units[min(at, len(piece.units) - 1)]
        out.append((piece.double if again else unit.lead) + _shown(letter, unit, piece))
    return piece.ends[0] + "".join(out) + piece.ends[1]


def respelt(text: str, old: str, new: str, language: str) -> str | None:
    """What the text spells of one name, spelt of another: all of it, its beginning, or a letter.

    None where the text is no spelling.
    """
    said = _said(unicodedata.normalize("NFC", text), language)
    piece = read_spelling(text, Roster(language), Extras(), language)
    if piece is None or not said:
        return None
    letters = "".join(one.letter * (2 if one.double else 1) for one in said)
    shown = re.sub(r"[^\w\s'-]|_", "", new)
    whole = flat_letters(letters) == flat_letters(old)
    if not (whole and piece.joint):
        shown = re.sub(r"[\s'-]", "", shown)
    if not whole:
        start = max(0, flat_letters(old).find(flat_letters(letters)))
        start = min(start, max(0, len(shown) - len(letters)))
        shown = shown[start : start + len(letters)]
    free = piece._replace(parts=(), extra=0, doubled=())
    return spell(free, Drawn(Identity(""), (shown,)))


def _joined(name: str) -> str:
    return name.replace(" ", "")


def _groups(value: str, piece: Spelt) -> list[tuple[str, bool]]:
    """The letters to be said, and which of them are said to be double."""
    if piece.doubled:
        return list(zip(value, piece.doubled, strict=True))
    if not piece.double:
        return [(letter, False) for letter in value]
    found = re.findall(r"(.)(\1?)", value.lower(), re.DOTALL)
    return [(letter, bool(again)) for letter, again in found]


def _gap(gaps: Sequence[str], at: int, count: int) -> str:
    """The gap before letter ``at``: the last stays last, the one before it is repeated."""
    if not gaps:
        return ", "
    if at == count - 1:
        return gaps[-1]
    return gaps[min(at - 1, max(0, len(gaps) - 2))]


def _shown(letter: str, unit: Unit, piece: Spelt) -> str:
    spelling = known(piece.language)["spelling"]
    low = letter.lower()
    plain = low if _own(low, piece.language) else without_accents(low)
    if plain in spelling["marks"]:
        return str(spelling["marks"][plain])
    accent = f" {piece.accent}" if piece.accent and plain != low else ""
    if unit.named and plain in spelling["names"]:
        name = str(spelling["names"][plain])
        shown = name.capitalize() if unit.case == "native" else recase(name, unit.case)
    elif unit.named:
        shown = plain
    else:
        shown = recase(low if piece.accented else plain, unit.case)
    if unit.link and plain in spelling["examples"]:
        shown += unit.link + recase(str(spelling["examples"][plain]), unit.example)
    return shown + accent
