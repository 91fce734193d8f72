"""Addresses of the internet and of network cards, from ranges that nobody owns."""

from __future__ import annotations

import ipaddress
import math
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from understudy.core.folding import lower_without_accents
from understudy.languages import DEFAULT, get
from understudy.languages.lists import words_read
from understudy.languages.numbers import digits_in, words_of
from understudy.languages.numbers.words import number_table
from understudy.privacy.noise import below
from understudy.surrogates.numbers.numerals import said_digits, said_like
from understudy.surrogates.numbers.wording import like
from understudy.surrogates.settings import Settings

__all__ = ["ADDRESSES", "address_least", "address_reached", "write_addresses"]

ADDRESSES = frozenset(("IP_ADDRESS", "MAC_ADDRESS"))
# RFC 5737: three networks for documentation. RFC 3849: 2001:db8::/32.
_NETS = ((192, 0, 2), (198, 51, 100), (203, 0, 113))
_DOCUMENTATION = (0x2001, 0xDB8)
_CARD = re.compile(r"[0-9A-F]{2}([:-]?)(?:[0-9A-F]{2}\1){4}[0-9A-F]{2}", re.IGNORECASE)
_CARD_DOTS = re.compile(r"[0-9A-F]{4}\.[0-9A-F]{4}\.[0-9A-F]{4}", re.IGNORECASE)
# A second figure of 2, 6, A or E marks an address as administered locally: no maker has it
# (IEEE 802, RFC 7042 §2.1).
_LOCAL = (0x2, 0x6, 0xA, 0xE)


class _Address(NamedTuple):
    """How an address is written, and its parts."""

    kind: str
    parts: tuple[int, ...]
    mark: str = ""
    rest: str = ""
    said: str = ""
    """How the parts are said, where they are: ``spaced``, ``digits`` or ``number``."""


def _dots(language: str) -> list[str]:
    words: list[str] = number_table(language)["dot_words"]
    return words


@cache
def _four() -> re.Pattern[str]:
    """Four numbers with points between them, or the usual word for one."""
    said = "|".join(rf"\b{_dots(one)[0]}\b" for one in get(DEFAULT).reads)
    return re.compile(
        rf"(\d{{1,3}})(\s*(?:\.|{said})\s*)(\d{{1,3}})\2(\d{{1,3}})\2(\d{{1,3}})([:/]\d{{1,5}})?",
        re.IGNORECASE,
    )


@cache
def _spoken() -> re.Pattern[str]:
    said = "|".join(words_read(DEFAULT, "numbers", "dot_words"))
    return re.compile(rf"(\s+(?:{said})\s+)", re.IGNORECASE)


def _language(mark: str) -> str:
    """The language that has the word between the parts."""
    word = mark.strip().lower()
    return next((one for one in get(DEFAULT).reads if word in _dots(one)), DEFAULT)


def _read_spoken(text: str) -> _Address | None:
    """ "ten dot zero dot four dot thirty", "1 9 2 dot 0 dot 2 dot 7"."""
    pieces = _spoken().split(text)
    if len(pieces) != 7:
        return None
    language = _language(pieces[1])
    digits = [digits_in(piece, language) or "" for piece in pieces[::2]]
    if not all(1 <= len(one) <= 3 and int(one) < 256 for one in digits):
        return None
    longest = max(range(4), key=lambda at: len(digits[at]))
    words = pieces[2 * longest].split()
    if any(map(str.isdecimal, words)):
        said = "spaced" if len(words) > 1 or len(digits[longest]) == 1 else ""
    else:
        one_by_one = len(words) > 1 and all(_one_digit(word, language) for word in words)
        said = "digits" if one_by_one else "number"
    return _Address("four", tuple(map(int, digits)), pieces[1], "", said)


def _one_digit(word: str, language: str) -> bool:
    """Whether a word is a digit, or says how often one comes.

    "two hundred three" has as many words as digits, and is one number all the same.
    """
    said = lower_without_accents(word)
    return len(digits_in(word, language) or "") == 1 or said in words_of(language).times


def _said(part: int, address: _Address) -> str:
    language = _language(address.mark)
    if address.said == "spaced":
        return " ".join(str(part))
    return (said_digits if address.said == "digits" else said_like)(str(part), language)


def _read(text: str) -> _Address | None:
    four = _four().fullmatch(text)
    if four:
        parts = tuple(int(four.group(at)) for at in (1, 3, 4, 5))
        return _Address("four", parts, four[2], four[6] or "") if max(parts) < 256 else None
    if _CARD.fullmatch(text) or _CARD_DOTS.fullmatch(text):
        figures = re.sub(r"[^0-9A-Fa-f]", "", text)
        return _Address("card", tuple(int(figure, 16) for figure in figures))
    address, slash, size = text.partition("/")
    try:
        parts = tuple(_groups(ipaddress.IPv6Address(address)))
    except ValueError:
        return _read_spoken(text)
    if "%" in address or "." in address:
        return None
    return _Address("six", parts, _six_form(address), slash + size)


def _groups(address: ipaddress.IPv6Address) -> list[int]:
    return [int(group, 16) for group in address.exploded.split(":")]


def _six_form(address: str) -> str:
    """How many groups are written, and whether the rest is left out."""
    written = [group for group in address.split(":") if group]
    wide = "wide" if all(len(group) == 4 for group in written) else "short"
    return f"{len(written) if '::' in address else 8} {wide}"


def _draw(kind: str, numbers: Iterator[int], settings: Settings) -> tuple[int, ...]:
    if kind == "four":
        if settings.reserved:
            return (*_NETS[below(3, numbers)], below(256, numbers))
        return tuple(below(256, numbers) for _ in range(4))
    if kind == "six":
        count = 6 if settings.reserved else 8
        lead = _DOCUMENTATION if settings.reserved else ()
        return (*lead, *(below(1 << 16, numbers) for _ in range(count)))
    figures = [below(16, numbers) for _ in range(12)]
    if settings.reserved:
        figures[1] = _LOCAL[figures[1] % 4]
    return tuple(figures)


def _write(address: _Address, parts: Sequence[int], text: str) -> str:
    if address.kind == "four" and address.said:
        return like(address.mark.join(_said(part, address) for part in parts), text)
    if address.kind == "four":
        return address.mark.join(map(str, parts)) + address.rest
    if address.kind == "card":
        figures = iter(f"{part:x}" for part in parts)
        said = re.sub(r"[0-9A-Fa-f]", lambda _: next(figures), text)
    else:
        said = _write_six(address.mark, parts) + address.rest
    return said.upper() if text.isupper() else said


def _write_six(form: str, parts: Sequence[int]) -> str:
    count, _, width = form.partition(" ")
    groups = [f"{part:04x}" if width == "wide" else f"{part:x}" for part in parts]
    shown = int(count)
    if shown == 8:
        return ":".join(groups)
    return ":".join(groups[:2]) + "::" + ":".join(groups[8 - max(0, shown - 2) :] if shown > 2 else
                                                  [])  # fmt: skip


def write_addresses(
    texts: Sequence[str], numbers: Iterator[int], settings: Settings
) -> list[str | None]:
    """Every mention of one address, each in its form; one draw for each kind of address."""
    read = [_read(text) for text in texts]
    drawn: dict[str, tuple[int, ...]] = {}
    for kind in sorted({one.kind for one in read if one}):
        drawn[kind] = _draw(kind, numbers, settings)
    return [
        _write(one, drawn[one.kind], text) if one else None
        for one, text in zip(read, texts, strict=True)
    ]


_SIZES = {"four": 3 * 256.0, "six": 2.0**96, "card": 4 * 16.0**11}
_FREE_SIZES = {"four": 256.0**4, "six": 2.0**128, "card": 16.0**12}


def address_least(texts: Sequence[str], settings: Settings) -> float:
    sizes = _SIZES if settings.reserved else _FREE_SIZES
    kinds = {one.kind for one in map(_read, texts) if one}
    return 1.0 / math.prod(sizes[kind] for kind in kinds)


def address_reached(texts: Sequence[str], settings: Settings) -> bool:
    """Whether some draw gives these mentions: all are one address of the range, in their form."""
    read = [_read(text) for text in texts]
    for one, text in zip(read, texts, strict=True):
        if one is None or not _in_range(one, settings) or _write(one, one.parts, text) != text:
            return False
    kinds = {one.kind for one in read if one}
    return len({(one.kind, one.parts) for one in read if one}) == len(kinds)


def _in_range(address: _Address, settings: Settings) -> bool:
    if not settings.reserved:
        return True
    if address.kind == "four":
        return address.parts[:3] in _NETS
    if address.kind == "six":
        return address.parts[:2] == _DOCUMENTATION
    return address.parts[1] in _LOCAL
