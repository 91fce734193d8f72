"""E-mail addresses and user names, written and spoken, built from a person's names.

An address is read into its pattern (first.last, flast, first_last99): names become places for the
new names, digits are drawn anew, and so are words that nobody knows. The domain is a reserved one
that nobody owns, or one of a few public providers where the policy wants no reserved values.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache

from understudy.core.folding import flat, flat_letters, without_accents
from understudy.languages import facts, get
from understudy.languages.names import address
from understudy.languages.numbers import digits_in
from understudy.surrogates.people.names import (
    common_name,
    is_given,
    is_surname,
    known,
    surname_table,
    united,
)
from understudy.surrogates.people.pieces import Extra, Extras, Piece, Ref, case_of
from understudy.surrogates.people.roster import Name, Roster
from understudy.surrogates.people.spelling import read_spelling
from understudy.surrogates.public import SINGLE, PublicSource
from understudy.surrogates.shapes import shape, shape_support
from understudy.surrogates.tables import Shape, Support, Table

__all__ = ["read_address"]

_RUN = re.compile(r"[^\W\d_]+|\d+|[._\-+'’]")
_WRITTEN = re.compile(r"(@?)([^\s@]+)(?:@([^\s@]+))?")
_MOST = 120
_LETTERS, _DIGITS = "abcdefghijklmnopqrstuvwxyz", "0123456789"
_Words = Sequence[re.Match[str]]


def read_address(
    text: str, roster: Roster, extras: Extras, reserved: bool
) -> tuple[Piece, ...] | None:
    """The pieces of an address or user name; None where it is not one we can write again."""
    text = unicodedata.normalize("NFC", text)
    if len(text) > _MOST:
        return None
    written = _WRITTEN.fullmatch(text)
    if written is None or flat(text) in _numbers(roster.language):
        spoken = _spoken(text, roster, extras, reserved)
        return spoken if spoken is None or text.isascii() else _with_accents(spoken)
    sign, local, domain = written.groups()
    pieces = _local(local, roster, extras)
    if pieces is None:
        return None
    if domain is not None:
        pieces += ["@", _domain(domain, roster.language, extras, reserved)]
    return (sign, *pieces) if sign else tuple(pieces)


def _with_accents(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """What is said is written with accents where any word of it is."""
    return tuple(
        piece._replace(bare=False) if isinstance(piece, Ref) else piece for piece in pieces
    )


def _domain(domain: str, language: str, extras: Extras, reserved: bool, dot: str = ".") -> Extra:
    support: Support = (
        PublicSource("domain").support(language, SINGLE)
        if reserved
        else Table.of(known(language)["address"]["providers"])
    )
    return Extra(extras.add("domain", flat(domain), support), case_of(domain), dot)


def _local(local: str, roster: Roster, extras: Extras) -> list[Piece] | None:
    found: list[Piece] = []
    at = 0
    for match in _RUN.finditer(local):
        if match.start() != at:
            return None
        at = match.end()
        run = match.group()
        if run[0].isalpha():
            found += _letters(run, roster, extras)
        elif run[0].isdigit():
            found.append(_digits(run, extras))
        else:
            found.append(run)
    return found if at == len(local) else None


def _digits(run: str, extras: Extras) -> Extra:
    return Extra(extras.add("digits", run, Shape((_DIGITS,) * len(run))))


def _letters(run: str, roster: Roster, extras: Extras) -> list[Piece]:
    """A run of letters: names of the person, their initials and beginnings, and the rest."""
    letters = flat_letters(run)
    if len(letters) != len(run):
        return [_unknown(run, extras, roster.language)]
    if len(letters) > 1 and letters in _shared(roster.language):
        return [run]
    for name, ref in roster.spoken():
        at = letters.find(name)
        if at >= 0 and (len(name) > 2 or letters == name):
            end = at + len(name)
            before = _letters(run[:at], roster, extras) if at else []
            after = _letters(run[end:], roster, extras) if end < len(run) else []
            return [*before, _in_address(ref, run[at:end]), *after]
    return _rest(run, letters, roster, extras)


def _in_address(ref: Ref, text: str) -> Ref:
    case = case_of(text) if len(text) > 1 else "lower" if text.islower() else "upper"
    return ref._replace(case=case, bare=text.isascii(), plain=True)


def _rest(run: str, letters: str, roster: Roster, extras: Extras) -> list[Piece]:
    """What is no whole name that the mentions gave."""
    initials = roster.monogram(letters) if len(letters) <= 4 else None
    if initials:
        return [_in_address(ref, run[at]) for at, ref in enumerate(initials)]
    if len(letters) > 2:
        for name, ref in roster.spoken():
            if name.startswith(letters):
                return [_in_address(ref._replace(form="cut", size=len(letters)), run)]
    guessed = _guess(letters, roster)
    if guessed:
        found: list[Piece] = []
        at = 0
        for size, ref in guessed:
            found.append(_in_address(ref, run[at : at + size]))
            at += size
        return found
    return [_unknown(run, extras, roster.language)]


def _guess(letters: str, roster: Roster) -> list[tuple[int, Ref]]:
    """Names of the public lists: john, smith, johnsmith, jsmith."""
    language = roster.language
    if len(letters) < 3:
        return []
    if common_name(letters, language):
        return [(len(letters), roster.given(_name(letters), False))]
    if is_surname(letters, language):
        return [(len(letters), roster.surname(_name(letters)))]
    for at in range(len(letters) - 3, 2, -1):
        first, last = letters[:at], letters[at:]
        if is_given(first, language) and is_surname(last, language):
            return [
                (at, roster.given(_name(first), False)),
                (len(last), roster.surname(_name(last))),
            ]
    if len(letters) > 4 and is_surname(letters[1:], language):
        return [
            (1, roster.initial(letters[0], "given", 0)),
            (len(letters) - 1, roster.surname(_name(letters[1:]))),
        ]
    return []


def _name(letters: str) -> Name:
    return Name(0, letters, "", "word")


def _unknown(run: str, extras: Extras, language: str) -> Extra:
    """Letters that are nobody's name: as many letters where they are few, else some word."""
    support: Support = _words(language) if len(run) > 3 else Shape((_LETTERS,) * len(run))
    return Extra(extras.add("letters", flat(run), support), case_of(run))


@cache
def _words(language: str) -> Table:
    return Table.of({flat_letters(name) for name in surname_table(language, "").values})


@cache
def _shared(language: str) -> frozenset[str]:
    return frozenset(map(flat_letters, united("address", "shared", language)))


@cache
def _phrases(kind: str, language: str) -> tuple[tuple[str, ...], ...]:
    listed = {tuple(flat(one).split()) for one in united("address", kind, language)}
    return tuple(sorted(listed, key=len, reverse=True))


def _phrase(kind: str, words: Sequence[str], at: int, language: str) -> int:
    for phrase in _phrases(kind, language):
        if tuple(words[at : at + len(phrase)]) == phrase:
            return len(phrase)
    return 0


@cache
def _numbers(language: str) -> frozenset[str]:
    kinds = ("digits", "teens", "tens")
    tables = (facts(one)[kind] for one in get(language).reads for kind in kinds)
    more = united("address", "digits", language)
    return frozenset(flat(word) for table in (*tables, more) for word in table)


def _spoken(text: str, roster: Roster, extras: Extras, reserved: bool) -> tuple[Piece, ...] | None:
    """An address as it is said: "john dot smith at gmail dot com".

    A written address among other words is none: its sign is in the middle of a word.
    """
    tokens = list(re.finditer(r"\S+", text))
    words = [flat(token.group()).strip() or token.group() for token in tokens]
    found: list[Piece] = []
    at = cursor = 0
    while at < len(words):
        found.append(text[cursor : tokens[at].start()])
        said = words[at] == "@" or _phrase("at", words, at, roster.language)
        if said and at + 1 < len(words):
            found.append(tokens[at].group())
            tail = _spoken_domain(text, tokens, words, at + 1, roster.language, extras, reserved)
            return (*found, *tail)
        size = _phrase("marks", words, at, roster.language) or _phrase(
            "asides", words, at, roster.language
        )
        if size:
            found.append(text[tokens[at].start() : tokens[at + size - 1].end()])
        else:
            size, pieces = _word(text, tokens, words, at, roster, extras)
            if pieces is None:
                return None
            found += pieces
        cursor = tokens[at + size - 1].end()
        at += size
    found.append(text[cursor:])
    return tuple(found)


def _word(
    text: str, tokens: _Words, words: Sequence[str], at: int, roster: Roster, extras: Extras
) -> tuple[int, Sequence[Piece] | None]:
    """What stands in a spoken address between its marks."""
    language, size = roster.language, 0
    numbers, joins = _numbers(language), united("address", "number_joins", language)
    while at + size < len(words):
        if words[at + size] not in numbers and not (size and words[at + size] in joins):
            break
        size += 1
    if size:
        said = text[tokens[at].start() : tokens[at + size - 1].end()]
        return size, [_number_words(said, words[at : at + size], roster, extras)]
    end = at
    while end < len(words) and not (_stops(words, end, language) or words[end] in numbers):
        end += 1
    for last in range(end, at, -1):
        said = text[tokens[at].start() : tokens[last - 1].end()]
        spelt = (
            None
            if _listed(said, language) or len(said) == 1
            else read_spelling(said, roster, extras, language)
        )
        if spelt:
            return last - at, [spelt]
    word = tokens[at].group()
    if len(word) == 1 and word.isalpha():
        return 1, [_in_address(roster.initial(flat_letters(word), "given", 0), word)]
    said = word.rstrip(",;:")
    pieces = _local(said, roster, extras)
    return 1, None if pieces is None else [*pieces, word[len(said) :]]


def _number_words(said: str, words: Sequence[str], roster: Roster, extras: Extras) -> Extra:
    """Digits in words are the digits that another mention may show in figures."""
    digits = digits_in(said, roster.language)
    if digits is None:
        form = shape(said, roster.language)
        return Extra(extras.add("number words", flat(said), shape_support(form, roster.language)))
    joins = united("address", "number_joins", roster.language)
    one_by_one = len([word for word in words if word not in joins]) == len(digits)
    drawn = _digits(digits, extras)
    return drawn._replace(
        said="digits" if one_by_one else "number", language=roster.language, case=case_of(said)
    )


def _listed(said: str, language: str) -> bool:
    """Whether a word is a name rather than the name of a letter."""
    return len(said) > 1 and " " not in said and common_name(flat_letters(said), language)


def _stops(words: Sequence[str], at: int, language: str) -> bool:
    kinds = ("at", "marks", "asides")
    return words[at] == "@" or any(_phrase(kind, words, at, language) for kind in kinds)


def _end(token: re.Match[str]) -> int:
    """Where a word ends, without the punctuation behind it."""
    return token.start() + len(token.group().rstrip(",.;:"))


def _spoken_domain(
    text: str,
    tokens: _Words,
    words: Sequence[str],
    at: int,
    language: str,
    extras: Extras,
    reserved: bool,
) -> list[Piece]:
    """What follows the at: the domain, and what is said about the address behind it."""
    end = len(words)
    for start in range(at + 1, len(words)):
        if _phrase("asides", words, start, language) == len(words) - start:
            end = start
            break
    dot = "."
    for place in range(at, end):
        size = _phrase("marks", words, place, language)
        if size and place > at:
            dot = text[tokens[place - 1].end() : tokens[place + size - 1].end()]
            dot += " " if not dot.endswith(" ") else ""
            break
    first, last = tokens[at].start(), _end(tokens[end - 1])
    domain = without_accents(address(text[first:last].lower(), language))
    piece = _domain(domain, language, extras, reserved, dot)
    case = case_of(text[first:last])
    return [text[tokens[at - 1].end() : first], piece._replace(case=case), text[last:]]
