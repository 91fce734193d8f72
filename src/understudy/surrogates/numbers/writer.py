"""Numbers and identifiers: every mention of one becomes the same other one, in its own form.

One code is drawn for all mentions of a number. A mention in figures shows its digits, a spoken
one says them, and a part of the number ("the last four digits are …") shows the same part of the
new one. Identifiers of a known kind come from ranges that nobody owns and have valid check digits
(``identifiers``); numbers that count keep the class of each of their words, so that every number
that comes out is one that the language has.

Privacy: the code is drawn once, uniformly over a public set that depends on the form of the
mentions alone; all else is post-processing. So one entity costs the lemma's ε (Adelani et al.
2020, Equation 2) with π = 1/size, 0 at p = 1, among numbers of the same form.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from understudy.languages import reads
from understudy.languages.lists import words_read
from understudy.languages.numbers.words import number_table, words_of
from understudy.privacy.noise import below
from understudy.surrogates.mention import Mention, Written, unsaid
from understudy.surrogates.numbers.blocks import Code, met
from understudy.surrogates.numbers.form import COUNTED, Piece, code_of, read_figure, write_figure
from understudy.surrogates.numbers.identifiers import Shown, identifier
from understudy.surrogates.numbers.internet import (
    ADDRESSES,
    address_least,
    address_reached,
    write_addresses,
)
from understudy.surrogates.numbers.numerals import from_roman, roman
from understudy.surrogates.numbers.wording import counts_noun, first_word, is_feminine, last_words
from understudy.surrogates.numbers.words import DIGITS, UNITS, read_numeral, tokens_of
from understudy.surrogates.settings import Settings

__all__ = ["least", "reaches", "write_numbers"]

_INVARIANTS = (
    "form of the number (length, grouping, figures or words, class of each number word)",
    "letter case",
    "words beside the number",
    "part of the number that a shorter mention repeats",
)
_BANDS = ((1, 20), (21, 100), (101, 3999))
"""Roman numerals stay within one: a king has no hundredth of his name."""


class _Reading(NamedTuple):
    pieces: tuple[Piece, ...]
    code: str
    language: str

    def __repr__(self) -> str:
        return unsaid(self)


class _Place(NamedTuple):
    """A mention of a code: which one, where its part begins, and what stands before the part."""

    mention: int
    start: int
    lead: str

    def __repr__(self) -> str:
        return unsaid(self)


class _Group(NamedTuple):
    """The mentions of one code, and what it is drawn from."""

    places: tuple[_Place, ...]
    code: Code
    main: str

    def __repr__(self) -> str:
        return unsaid(self)


def write_numbers(
    mentions: Sequence[Mention], numbers: Iterator[int], settings: Settings
) -> Written:
    """All mentions of one number or identifier."""
    texts: list[str | None] = [None] * len(mentions)
    found = _addresses(mentions)
    drawn = write_addresses([mentions[at].text for at in found], numbers, settings)
    for at, new in zip(found, drawn, strict=True):
        texts[at] = new
    for value, places in _romans(mentions).items():
        low, high = _band(value)
        new_roman = roman(low + below(high - low + 1, numbers))
        for at in places:
            texts[at] = new_roman
    readings = _readings(mentions, settings)
    for group in _groups(readings, mentions, settings):
        code = group.code.draw(numbers)
        for place in group.places:
            texts[place.mention] = _shown(place, code, readings, mentions)
    return Written(tuple(texts), _invariants(mentions))


def least(mentions: Sequence[Mention], settings: Settings) -> float:
    """The least probability of what the mentions may become."""
    readings = _readings(mentions, settings)
    codes = [group.code.least for group in _groups(readings, mentions, settings)]
    bands = [_band(value) for value in _romans(mentions)]
    addresses = [mentions[at].text for at in _addresses(mentions)]
    return (
        math.prod(codes)
        * math.prod(1.0 / (high - low + 1) for low, high in bands)
        * address_least(addresses, settings)
    )


def reaches(mentions: Sequence[Mention], settings: Settings) -> bool:
    """Whether some draw gives exactly these mentions."""
    readings = _readings(mentions, settings)
    addresses = _addresses(mentions)
    seen = len(addresses) + sum(len(places) for places in _romans(mentions).values())
    if not address_reached([mentions[at].text for at in addresses], settings):
        return False
    for group in _groups(readings, mentions, settings):
        seen += len(group.places)
        if not group.code.contains(group.main):
            return False
        for place in group.places:
            original = mentions[place.mention].text
            if _shown(place, group.main, readings, mentions) != original:
                return False
    return seen == len(mentions)


def _invariants(mentions: Sequence[Mention]) -> tuple[str, ...]:
    named = list(_INVARIANTS)
    categories = {mention.category for mention in mentions}
    if categories & COUNTED:
        named += ["what is counted, and whether it is one or many"]
    if categories & {"PHONE_NUMBER", "FAX_NUMBER"}:
        named += ["country code, and in Britain whether the number is a mobile's"]
    if categories & {"IBAN_CODE", "BANK_ACCOUNT"}:
        named += ["country of the account"]
    if "ES_CIF" in categories:
        named += ["kind of company"]
    if "IP_ADDRESS" in categories:
        named += ["port and size of the network"]
    return tuple(named)


def _addresses(mentions: Sequence[Mention]) -> list[int]:
    return [at for at, one in enumerate(mentions) if one.category in ADDRESSES]


def _romans(mentions: Sequence[Mention]) -> dict[int, list[int]]:
    """Where each Roman numeral stands."""
    found: dict[int, list[int]] = {}
    for at, mention in enumerate(mentions):
        value = from_roman(mention.text) if mention.category in COUNTED else None
        if value:
            found.setdefault(value, []).append(at)
    return found


def _band(value: int) -> tuple[int, int]:
    return next((low, high) for low, high in _BANDS if low <= value <= high)


def _readings(mentions: Sequence[Mention], settings: Settings) -> list[_Reading | None]:
    aside = set(_addresses(mentions)).union(*_romans(mentions).values())
    found: list[_Reading | None] = []
    for at, mention in enumerate(mentions):
        found.append(None if at in aside else _reading(mention, settings.language))
    return found


def _reading(mention: Mention, language: str) -> _Reading | None:
    """In the language of the text, else in another: people switch."""
    for one in reads(language):
        pieces = read_figure(mention.text, mention.category, one)
        if pieces:
            agreed = _agreeing(pieces, mention, one)
            return _Reading(tuple(agreed), code_of(agreed), one)
    return None


def _agreeing(pieces: list[Piece], mention: Mention, language: str) -> list[Piece]:
    """With what the words around a counted number demand of it."""
    if mention.category not in COUNTED:
        return pieces
    pieces = _before_nouns(pieces, language)
    coded = [at for at, piece in enumerate(pieces) if piece.code]
    last = coded[-1]
    rest = "".join(piece.text for piece in pieces[last + 1 :]) + mention.after
    noun = first_word(rest)
    counting = counts_noun(noun, language)
    piece = pieces[last]
    if piece.kind == "number" and counting:
        piece = _before(noun, piece, language)
    if len(coded) == 1 and piece.cells == (DIGITS,):
        inflected = any(one.kind == "noun" for one in pieces)
        piece = piece._replace(
            cells=(_one_place(piece.code, mention, counting, inflected, language),)
        )
    return [*pieces[:last], piece, *pieces[last + 1 :]]


def _before(noun: str, piece: Piece, language: str) -> Piece:
    """The number in the form that it has before a noun, where there is one."""
    if not words_of(language).short:
        return piece
    feminine = is_feminine(noun, language)
    return piece._replace(style=piece.style._replace(feminine=feminine, short=not feminine))


def _before_nouns(pieces: list[Piece], language: str) -> list[Piece]:
    """ "veintiún euros con uno": a number before the noun that it counts is short."""
    out = list(pieces)
    for at, piece in enumerate(pieces):
        rest = [one for one in pieces[at + 1 :] if one.text.strip()][:1]
        if piece.kind == "number" and rest and rest[0].kind == "noun":
            out[at] = _before(rest[0].text.lower(), piece, language)
    return out


def _one_place(
    digit: str, mention: Mention, counting: bool, inflected: bool, language: str
) -> tuple[str, ...]:
    """What a single digit may become: no zero after a ten, and no one before a plural."""
    if _goes_on(mention.before, language):
        return UNITS
    if not counting:
        return DIGITS
    return UNITS if inflected or digit == "1" else UNITS[1:]


def _goes_on(before: str, language: str) -> bool:
    """Whether a number before the mention ends in a word that a unit follows."""
    words = last_words(before, 2)
    if words and words[-1] == words_of(language).tens_join:
        words = words[:-1]
    if not words or before.rstrip(" -") == before or before.rstrip()[-1:] in ".,;:":
        return False
    read = read_numeral(words[-1], tokens_of(words[-1]), 0, language)
    return read is not None and read.digits.endswith("0") and len(read.digits) > 1


def _groups(
    readings: Sequence[_Reading | None], mentions: Sequence[Mention], settings: Settings
) -> list[_Group]:
    """Longest codes first; a mention joins the first code that it is a part of."""
    order = sorted(
        (at for at, reading in enumerate(readings) if reading),
        key=lambda at: -len(readings[at].code),  # type: ignore[union-attr]
    )
    mains: list[tuple[str, list[_Place]]] = []
    for at in order:
        reading = readings[at]
        if reading is None:
            continue
        for main, places in mains:
            place = _part(at, reading.code, main)
            if place:
                places.append(place)
                break
        else:
            mains.append((reading.code, [_Place(at, 0, "")]))
    return [
        _Group(tuple(places), _code(main, places, readings, mentions, settings), main)
        for main, places in mains
    ]


def _part(at: int, code: str, main: str) -> _Place | None:
    """Where a code stands in a longer one: at its end, its beginning or within.

    A telephone number without its country may have a zero in front.
    """
    if main.endswith(code):
        return _Place(at, len(main) - len(code), "")
    if code in main:
        return _Place(at, main.index(code), "")
    if len(code) > 7 and code[0] == "0" and main.endswith(code[1:]):
        return _Place(at, len(main) - len(code) + 1, "0")
    return None


def _code(
    main: str,
    places: Sequence[_Place],
    readings: Sequence[_Reading | None],
    mentions: Sequence[Mention],
    settings: Settings,
) -> Code:
    first = places[0].mention
    shown = Shown(
        main, mentions[first].text, settings, _extension(readings[first], settings.language)
    )
    known = identifier(mentions[first].category, shown)
    if known:
        return known
    said = []
    for place in places:
        reading = readings[place.mention]
        if reading and not place.lead:
            said.append((place.start, tuple(c for piece in reading.pieces for c in piece.cells)))
    blocks = met(len(main), said) or met(len(main), said[:1])
    return Code(blocks or tuple((DIGITS if one.isdecimal() else (one,)) for one in main))


def _extension(reading: _Reading | None, language: str) -> int:
    """How many digits follow the word for an extension."""
    words = words_read(language, "numbers", "extension_words")
    count, seen = 0, False
    for piece in reading.pieces if reading else ():
        word = piece.text.strip(" .:,()").lower()
        seen = seen or word in words
        count += len(piece.code) if seen and piece.code != "X" else 0
    return count


def _shown(
    place: _Place,
    code: str,
    readings: Sequence[_Reading | None],
    mentions: Sequence[Mention],
) -> str | None:
    reading = readings[place.mention]
    if reading is None:
        return None
    width = len(reading.code) - len(place.lead)
    part = place.lead + code[place.start : place.start + width]
    said = write_figure(reading.pieces, part, reading.language)
    return _before_number(said, mentions[place.mention].after, reading.language)


def _before_number(said: str, after: str, language: str) -> str:
    """ "cien", and "ciento" where the number goes on behind the mention."""
    table = number_table(language)
    alone = str(table["hundred_alone"])
    if alone and said.lower().endswith(alone) and _number_follows(after, language):
        ending = str(table["hundreds"][0]).removeprefix(alone)
        return said + (ending.upper() if said.isupper() else ending)
    return said


def _number_follows(after: str, language: str) -> bool:
    """Whether a number goes on below the hundreds."""
    word = first_word(after)
    read = read_numeral(word, tokens_of(word), 0, language) if word else None
    return read is not None and word not in words_of(language).scales
