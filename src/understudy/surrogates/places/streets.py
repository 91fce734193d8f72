"""Addresses read into pieces: what stays, what is drawn, and what it is drawn as.

Kinds of pieces: ``kept`` (street types, words such as "flat", marks and spaces), ``street``,
``building``, ``ordinal`` (42nd), ``digits``, ``range`` (5-7), ``floor``, ``nth`` (7mo), ``metres``
(of a road's kilometre), ``said`` (a number in words), ``letter``, ``choice`` (left or right),
``postal`` and ``name`` (of a town, region or country). Every letter and digit that might tell
something is in a piece that is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from understudy.core.text import hidden_repr
from understudy.languages import get
from understudy.languages.addresses import ORDINAL_SIGNS, StreetWords
from understudy.languages.lists import words_read
from understudy.surrogates.numbers.words import read_numeral, tokens_of
from understudy.surrogates.places.atlas import lookup, words_of
from understudy.surrogates.places.codes import postal_pattern
from understudy.surrogates.places.ranges import range_pattern, ranged
from understudy.surrogates.places.words import choices

__all__ = ["Piece", "has_street", "is_type", "pieces"]


class Piece(NamedTuple):
    """A part of an address and its kind."""

    kind: str
    text: str

    def __repr__(self) -> str:
        return hidden_repr(self)


_BREAK = frozenset(",;()\n/|")
_BESIDE = "&"
_ZIP = 5
_SHORT = 3
_PAIR = 2
_NUMBERED = ("digits", "said", "letter", "choice", "range", "floor", "nth")


@cache
def _token(language: str) -> re.Pattern[str]:
    """A token of an address: a word, a figure, a mark, or one of the language's own signs."""
    own = "|".join(sign for one in get(language).reads for sign in get(one).streets.TOKENS)
    return re.compile(
        rf"\s+|[{ORDINAL_SIGNS}]|[A-Z](?=-[^\W\d_]{{2}})|{own or '(?!)'}|\d+"
        r"|[^\W\d_]+(?:['’´`.\-·][^\W\d_]+)*\.?|.",
        re.DOTALL,
    )


@cache
def street_words(language: str) -> StreetWords:
    """The words that addresses are read by, in a language."""
    known = words_of(language)
    return StreetWords(
        frozenset(known["leading_types"]),
        frozenset(known["street_types"]),
        frozenset(known["units"]),
        frozenset(known["sides"]),
        frozenset(known["links"]),
        frozenset(known.get("late_choices", ())),
        frozenset(known.get("street_tells", known["units"])),
        frozenset(known.get("counted_types", known["leading_types"])),
        _by_word(known.get("street_openings", {})),
        _by_word(known.get("street_sorts", {})),
    )


def _by_word(groups: Mapping[str, str]) -> Mapping[str, frozenset[str]]:
    return {
        word: frozenset(types.split()) for words, types in groups.items() for word in words.split()
    }


def is_type(text: str, language: str) -> bool:
    """Whether a text is a street's type and nothing else, as "Gran Vía" is."""
    known = street_words(language)
    word = text.strip().lower()
    return word in known.leading or word in known.trailing


def has_street(text: str, language: str) -> bool:
    """Whether a text has a street in it."""
    return any(piece.kind in ("street", "ordinal") for piece in pieces(text, language))


def pieces(text: str, language: str) -> tuple[Piece, ...]:
    """The pieces of an address; put together they are the text."""
    out: list[Piece] = []
    cursor = 0
    for match in postal_pattern(language).finditer(text):
        out += _between_codes(text[cursor : match.start()], language, first=not cursor)
        out.append(Piece("postal", match[0]))
        cursor = match.end()
    out += _between_codes(text[cursor:], language, first=not cursor)
    found = tuple(piece for piece in out if piece.text)
    kinds = get(language).streets.floors(found)
    return tuple(Piece(kind, piece.text) for kind, piece in zip(kinds, found, strict=True))


def _between_codes(text: str, language: str, *, first: bool) -> list[Piece]:
    """The pieces of what stands between two postal codes, from comma to comma."""
    out: list[Piece] = []
    segment: list[str] = []
    for token in _token(language).findall(text):
        if token[0] in _BREAK or (token == _BESIDE and _ends_in_word(segment)):
            out += _segment(segment, language, first=first and not out)
            out.append(Piece("kept", token))
            segment = []
        else:
            segment.append(token)
    return out + _segment(segment, language, first=first and not out)


def _ends_in_word(segment: Sequence[str]) -> bool:
    """Whether a word stands last, and no number: "Elm St & Oak Ave", but "5 & 7"."""
    last = next((token for token in reversed(segment) if not token.isspace()), "")
    return last[:1].isalpha()


def _segment(tokens: Sequence[str], language: str, *, first: bool) -> list[Piece]:
    """Between two commas: a street with its number, a flat, or names and codes."""
    known = street_words(language)
    tokens, said = _with_numbers(ranged(tokens, language), known, language)
    kinds = [
        "said" if at in said else _kind(token, known, language) for at, token in enumerate(tokens)
    ]
    _glued_letters(tokens, kinds, language)
    _late(tokens, kinds, known, language)
    get(language).streets.mark_roads(tokens, kinds)
    street = any(
        get(one).streets.mark_street(tokens, kinds, known, first=first)
        for one in get(language).reads
    )
    _letters(tokens, kinds, known, language)
    # A number of five digits in front of its street is that of a house: "12345 Oak Road".
    if not (street and first and _number_first(language)):
        for at, token in enumerate(tokens):
            if kinds[at] == "digits" and len(token) == _ZIP:
                kinds[at] = "postal"
    return _grouped(tokens, kinds, known, language)


def _with_numbers(
    tokens: Sequence[str], known: StreetWords, language: str
) -> tuple[list[str], frozenset[int]]:
    """The tokens with numbers in words as one token each, and which these are.

    Where the language has no house, such a number is a part of a name: "Dos de Mayo".
    """
    out: list[str] = []
    said: list[int] = []
    at = 0
    while at < len(tokens):
        count = _number(tokens, at, language)
        words = [token for token in out if token[0].isalpha()]
        after = [token for token in tokens[at + count :] if not token.isspace()]
        if count and get(language).streets.numbers_a_house(words, after, known):
            said.append(len(out))
            out.append("".join(tokens[at : at + count]))
            at += count
        else:
            out.append(tokens[at])
            at += 1
    return out, frozenset(said)


def _number(tokens: Sequence[str], at: int, language: str) -> int:
    """How many tokens a number in words takes from here on."""
    if not tokens[at][0].isalpha():
        return 0
    text = "".join(tokens[at:])
    words = tokens_of(text)
    end = 0
    while end < len(words) and (read := read_numeral(text, words, end, language)):
        end = read.end
    size = words[end - 1].end if end else 0
    count = 0
    while size > 0:
        size -= len(tokens[at + count])
        count += 1
    return count if not size else 0


def _number_first(language: str) -> bool:
    """Whether the number of a house stands before the street."""
    return bool(words_of(language)["traits"]["number_first"])


def _kind(token: str, known: StreetWords, language: str) -> str:
    low = token.lower()
    if token[0].isdigit():
        return _figure(token, language)
    if not token[0].isalpha() or token in ORDINAL_SIGNS:
        return "kept"
    if low in choices(language):
        return "choice"
    if low in known.units or low.rstrip(".") in known.units:
        return "kept"
    return "word"


def _figure(token: str, language: str) -> str:
    """The kind of a token that begins with a digit."""
    parts = [get(one).streets for one in get(language).reads]
    if any(part.is_ordinal(token) for part in parts):
        return "ordinal"
    if range_pattern(language).fullmatch(token):
        return "range"
    return "nth" if any(part.is_floor(token) for part in parts) else "digits"


def _glued_letters(tokens: Sequence[str], kinds: list[str], language: str) -> None:
    """The B of 221B is no name; the o of 2o and of 3.o stands for º."""
    glued = words_read(language, "places", "glued_ordinals")
    ordinals = words_read(language, "places", "ordinal_letters")
    for at in range(1, len(tokens)):
        pair = len(tokens[at]) == _PAIR and tokens[at].isupper() and tokens[at].isascii()
        alone = len(tokens[at]) == 1 or pair
        if kinds[at - 1] == "digits" and kinds[at] == "word" and alone:
            kinds[at] = "kept" if tokens[at] in glued else "letter"
        elif (
            at > 1
            and tokens[at] in ordinals
            and tokens[at - 1] == "."
            and kinds[at - 2] == "digits"
        ):
            kinds[at] = "kept"


def _late(tokens: Sequence[str], kinds: list[str], known: StreetWords, language: str) -> None:
    """A word that is a surname, too, is a side only behind a number: "2º izquierdo"."""
    marks = {*ORDINAL_SIGNS, ".", "-", *words_read(language, "places", "ordinal_letters")}
    before = ""
    for at, token in enumerate(tokens):
        if token.lower() in known.late and before not in _NUMBERED:
            kinds[at] = "word"
        if not token.isspace() and not (kinds[at] == "kept" and token in marks):
            before = kinds[at]


def _letters(tokens: Sequence[str], kinds: list[str], known: StreetWords, language: str) -> None:
    """A letter by itself is that of a door; the side behind it stays, as in "A-Sur".

    A letter that is a word, too, is one between two words ("Calle Ramón y Cajal") and joins two
    numbers ("2 y 4").
    """
    small_words = words_read(language, "places", "one_letter_words")
    words = [at for at, token in enumerate(tokens) if not token.isspace()]
    beside = {
        at: (left, right) for left, at, right in zip(words, words[1:], words[2:], strict=False)
    }
    for at, token in enumerate(tokens):
        if kinds[at] == "word" and _is_code(tokens, kinds, at):
            kinds[at] = "letter"
        elif kinds[at] == "word" and len(token.rstrip(".")) == 1 and token.isascii():
            around = {kinds[one] for one in beside.get(at, ())} if token in small_words else set()
            kinds[at] = "word" if around == {"word"} else "letter"
            if around and around <= {"digits", "range"}:
                kinds[at] = "kept"
        elif at > 1 and tokens[at - 1] == "-" and kinds[at - 2] == "letter":
            kinds[at] = "kept" if token.lower() in known.sides else kinds[at]


def _is_code(tokens: Sequence[str], kinds: Sequence[str], at: int) -> bool:
    """Whether it is two capitals behind a Latin American number: "#4598 AD"."""
    token = tokens[at]
    short = len(token) == _PAIR and token.isupper() and token.isascii()
    return short and at > _PAIR and kinds[at - 2] == "digits" and "#" in tokens[at - 3]


def _grouped(
    tokens: Sequence[str], kinds: Sequence[str], known: StreetWords, language: str
) -> list[Piece]:
    """Neighbouring words of one kind together; words that are left over are names."""
    out: list[Piece] = []
    at = 0
    while at < len(tokens):
        if kinds[at] not in ("word", "street"):
            out.append(Piece(kinds[at], tokens[at]))
            at += 1
            continue
        end = at
        while end + 1 < len(tokens) and _goes_on(tokens, kinds, at, end + 1):
            end += 1
        while tokens[end].isspace():
            end -= 1
        group = tokens[at : end + 1]
        out += (
            [Piece("street", "".join(group))]
            if kinds[at] == "street"
            else _names(group, known, language, building=_after_unit(out, known))
        )
        at = end + 1
    return out


def _goes_on(tokens: Sequence[str], kinds: Sequence[str], first: int, at: int) -> bool:
    return kinds[at] == kinds[first] or (kinds[at] == "kept" and tokens[at].isspace())


def _after_unit(out: Sequence[Piece], known: StreetWords) -> bool:
    words = [piece.text.lower().rstrip(".") for piece in out if not piece.text.isspace()]
    return bool(words) and words[-1] in known.units


def _goes_before(word: str, language: str) -> bool:
    """Whether a name goes on behind a word: "Port of Spain", "Nueva Granada"."""
    known = words_of(language)
    listed = (*known["compass"], *known["openings"], *known["modifiers"], *known["links"])
    return word.lower() in listed


def _names(
    group: Sequence[str], known: StreetWords, language: str, *, building: bool
) -> list[Piece]:
    """The names in a run of words; words such as "near" in front of it stay."""
    out: list[Piece] = []
    rest = list(group)
    while len(rest) > 2 and rest[0].lower() in known.links:
        out += [Piece("kept", rest.pop(0)), Piece("kept", rest.pop(0))]
    if building:
        return [*out, Piece("building", "".join(rest))]
    words = [at for at, token in enumerate(rest) if not token.isspace()]
    if len(words) > 1 and not lookup("".join(rest), language):
        for cut in reversed(words[1:]):
            front, back = "".join(rest[: cut - 1]), "".join(rest[cut:])
            regions = [one for one in lookup(back, language) if one.kind in ("region", "country")]
            short = len(back) <= _SHORT and not back.isupper()  # "or" is not Oregon
            if regions and not short and not _goes_before(rest[cut - 2], language):
                return [*out, Piece("name", front), Piece("kept", " "), Piece("name", back)]
    return [*out, Piece("name", "".join(rest))]
