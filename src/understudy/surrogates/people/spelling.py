"""Spellings read: "L, A, U", "ele a u", "L de Lugo", "M as in Mike", "double l".

A spelling is read into its style and what it spells: names of the person, the beginning of one,
or some other word, letter or code; how many letters that has does not show.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from understudy.core.folding import flat, flat_letters
from understudy.core.text import hidden_repr
from understudy.languages import get
from understudy.surrogates.people.draws import Draws
from understudy.surrogates.people.names import known, united
from understudy.surrogates.people.pieces import case_of
from understudy.surrogates.people.roster import Roster
from understudy.surrogates.people.sketch import GAPS, Ref, Respelling, Spelt, Style
from understudy.surrogates.people.spell import is_own_letter

__all__ = ["PLAIN", "cover", "read_respelling", "read_spelling"]

_WORD = re.compile(r"[^\W\d_]+|\d")
_GAP = re.compile(r"[\s,.;:\-–—/…]*")
_PLURAL = re.compile(r"([^\W\d_]+?)(['’]?s)")
"""Two T's, dos eles."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_MANY = ("s", "'s", "’s")
PLAIN = Style()
"""How something is spelt that was marked as a spelling and is none."""


class _Letter(NamedTuple):
    """One letter of a spelling as it stands in the text."""

    letter: str
    start: int
    end: int
    named: bool
    case: str
    lead: str = ""
    link: str = ""
    example: str = "native"
    double: str = ""
    accent: str = ""
    accented: bool = False

    def __repr__(self) -> str:
        return hidden_repr(self)


def _flat(text: str, language: str) -> str:
    """Flat, but for letters of their own."""
    return "".join(
        letter.lower() if is_own_letter(letter, language) else flat(letter) for letter in text
    )


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
def _singular(language: str) -> Mapping[str, str]:
    """A plural that is no name of a letter with an s → the name: "aes"."""
    tables = (known(one)["spelling"].get("plurals", {}) for one in get(language).reads)
    return {
        _flat(many, language): one
        for table in tables
        for one, many in table.items()
        if _flat(many, language) != _flat(one, language)
    }


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


def _spelt_letters(text: str, language: str) -> list[_Letter] | None:
    """The letters of a spelling; None where there is anything else in it."""
    tokens = list(_WORD.finditer(text))
    words = [_flat(token.group(), language) for token in tokens]
    found: list[_Letter] = []
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
        link, example, at = _example(letter, words, tokens, at, language)
        accent = _phrase("accent", words, at, language)
        before = _phrase_text(words, start, first)
        found.append(
            _Letter(
                letter,
                tokens[start].start(),
                tokens[at + accent - 1].end(),
                named,
                _case(tokens[first].group(), named),
                "" if double else before,
                link,
                example,
                _phrase_text(words, first - double, first) if double else "",
                _phrase_text(words, at, at + accent),
                size == 1 and not named and _marked(tokens[first].group(), language),
            )
        )
        at += accent
    return found or None


def _phrase_text(words: Sequence[str], start: int, end: int) -> str:
    return " ".join(words[start:end])


def _marked(letter: str, language: str) -> bool:
    return letter.lower() != flat(letter) and not is_own_letter(letter, language)


def _case(text: str, named: bool) -> str:
    return case_of(text) if named else "lower" if text.islower() else "upper"


def _example(
    letter: str, words: Sequence[str], tokens: Sequence[re.Match[str]], at: int, language: str
) -> tuple[str, str, int]:
    """The words that link a letter to an example, the letter case of that, and what follows."""
    size = _phrase("links", words, at, language)
    place = at + size
    if not size or place >= len(words) or len(words[place]) < 2:
        return "", "native", at
    if words[place][0] != letter:
        return "", "native", at
    return _phrase_text(words, at, place), case_of(tokens[place].group()), place + 1


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


class _Spelling(NamedTuple):
    """A spelling as it was read."""

    letters: str
    style: Style

    def __repr__(self) -> str:
        return hidden_repr(self)


def _spelling(text: str, language: str) -> _Spelling | None:
    """What a text spells, and how; None where it is no spelling."""
    single = _singular(language).get(_flat(text, language).strip())
    if single is not None:
        one = _spelling(single, language)
        return one and one._replace(style=one.style._replace(tail="s", case=case_of(text)))
    plural = _PLURAL.fullmatch(text)
    if plural and _flat(plural[1], language) in _plural_names(language):
        one = _spelling(plural[1], language)
        return one and one._replace(style=one.style._replace(tail=plural[2]))
    found = _spelt_letters(text, language)
    if found is None or text[: found[0].start].strip() or text[found[-1].end :].strip(" .,"):
        return None
    gaps = [text[one.end : two.start] for one, two in pairwise(found)]
    if not all(_plain_gap(gap, language) for gap in gaps):
        return None
    letters = "".join(one.letter * (2 if one.double else 1) for one in found)
    return _Spelling(letters, _style(found, gaps, text[found[-1].end :].strip(), language))


def _style(found: Sequence[_Letter], gaps: Sequence[str], tail: str, language: str) -> Style:
    letters = [one for one in found if one.letter.isalnum()] or [found[0]]
    by_name = [one for one in letters if one.named and one.letter.isalpha()]
    named = bool(by_name) and bool(known(language)["spelling"]["names"])
    written = [one for one in letters if one.letter.isalpha() and not one.named]
    cases = [one.case for one in written or letters]
    case, rest = cases[0], cases[min(1, len(cases) - 1)]
    if named:
        case = rest = by_name[0].case
    marks = [at for at, one in enumerate(found) if not one.letter.isalnum()]
    beside = {at for mark in marks for at in (mark - 1, mark)}
    plain = [gap for at, gap in enumerate(gaps) if at not in beside] or list(gaps)
    linked = [bool(one.link) for one in letters]
    count = linked.index(False) if False in linked else 0
    return Style(
        named=named,
        case=case,
        rest=rest,
        gap=_gap_of(plain[0]) if plain else ", ",
        last=_words_of(plain[-1], language) if plain else "",
        lead=letters[0].lead,
        link=next((one.link for one in letters if one.link), ""),
        linked="all" if all(linked) else ("none", "first", "two")[min(count, 2)],
        example=next((one.example for one in letters if one.link), "native"),
        double=next((one.double for one in found if one.double), ""),
        accent=next((one.accent for one in found if one.accent), ""),
        accented=any(one.accented for one in found),
        joint=next((found[at].letter for at in marks if found[at].letter in " -"), ""),
        joint_gap=_gap_of(gaps[marks[0] - 1]) if marks and marks[0] else "",
        tail=tail[:1] if tail[:1] in (".", ",") else "",
    )


def _gap_of(gap: str) -> str:
    """The gap of the list that is like one in the text, without words in it."""
    plain = " ".join(re.sub(r"[^\W\d_]+", " ", gap).split(" "))
    plain = re.sub(r"\s+", " ", plain)
    if plain in GAPS:
        return plain
    sign = next((sign for sign in plain if not sign.isspace()), " ")
    return next((one for one in GAPS if one.strip() == sign.strip()), " ")


def _words_of(gap: str, language: str) -> str:
    """The words between the last two letters."""
    return " ".join(_flat(word, language) for word in re.findall(r"[^\W\d_]+", gap))


def _plain_gap(gap: str, language: str) -> bool:
    words = [_flat(word, language) for word in re.findall(r"[^\W\d_]+", gap)]
    if not _GAP.fullmatch(re.sub(r"[^\W\d_]+", "", gap)):
        return False
    return not words or _phrase("between", words, 0, language) == len(words)


def read_spelling(text: str, roster: Roster, draws: Draws, language: str) -> Spelt | None:
    """How a text spells something; None where it is no spelling."""
    found = _spelling(unicodedata.normalize("NFC", text), language)
    if found is None:
        return None
    refs = _names_spelt(found.letters, roster) or _letter_of(found, roster)
    if refs:
        return Spelt(refs, -1, found.style)
    return Spelt((), draws.add(*_drawn(found.letters)), found.style)


def _names_spelt(letters: str, roster: Roster) -> tuple[Ref, ...]:
    """The names that a spelling spells, or the beginning of one; none where it spells others."""
    squeezed = flat_letters(letters)
    refs = cover(squeezed, roster.spoken()) if squeezed else None
    if refs:
        return refs
    if len(squeezed) == 1 and squeezed.isalpha():
        return roster.monogram(squeezed) or ()
    if len(squeezed) > 1 and squeezed.isalpha():
        for name, ref in roster.spoken():
            if name.startswith(squeezed):
                return (ref._replace(form="cut"),)
    return ()


def _letter_of(found: _Spelling, roster: Roster) -> tuple[Ref, ...]:
    """The name with the letter that is talked about: "Whyte with a y", "Marrone con dos erres"."""
    letters = flat_letters(found.letters)
    if len(set(letters)) != 1 or not letters.isalpha() or letters[0] != found.letters[0].lower():
        return ()  # an ñ is no n
    form = "twice" if len(letters) > 1 or found.style.tail in _MANY else "initial"
    named = (ref for name, ref in roster.spoken() if letters[0] in name)
    return tuple(ref._replace(form=form) for ref in list(named)[:1])


def _drawn(letters: str) -> tuple[str, str]:
    """What is drawn for a spelling of no name: digits, a letter, a word or a code."""
    squeezed = flat_letters(letters) or letters
    if squeezed.isdecimal():
        return "digits", squeezed
    if any(one.isdigit() for one in squeezed):
        return "code", squeezed
    return "letter" if len(set(squeezed)) == 1 else "word", squeezed


def read_respelling(text: str, of: str, language: str) -> Respelling | None:
    """What a text spells of the name of a town or a body, and how; None where it spells nothing."""
    found = _spelling(unicodedata.normalize("NFC", text), language)
    if found is None:
        return None
    letters = flat_letters(found.letters)
    if letters == flat_letters(of):
        return Respelling("whole", found.style)
    return Respelling("letter" if len(letters) == 1 else "beginning", found.style)
