"""Addresses of the internet and of network cards, read as they are written or said."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from understudy.core.folding import lower_without_accents
from understudy.languages import DEFAULT, get
from understudy.languages.lists import words_read
from understudy.languages.numbers import digits_in, words_of
from understudy.languages.numbers.words import number_table
from understudy.surrogates.dice import Label
from understudy.surrogates.mention import Mention
from understudy.surrogates.numbers.sketch import PORTS, Address, Network
from understudy.surrogates.numbers.write_networks import USUAL_PORTS

__all__ = ["ADDRESSES", "Found", "read_networks"]

ADDRESSES = frozenset(("IP_ADDRESS", "MAC_ADDRESS"))
_FOUR = re.compile(r"(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(.*)", re.DOTALL)
_CARD = re.compile(r"[0-9A-F]{2}([:-]?)(?:[0-9A-F]{2}\1){4}[0-9A-F]{2}", re.IGNORECASE)
_CARD_DOTS = re.compile(r"[0-9A-F]{4}\.[0-9A-F]{4}\.[0-9A-F]{4}", re.IGNORECASE)
_BEHIND = re.compile(r"([:/])(\d{1,5})")


class _Read(NamedTuple):
    """An address as it was read; it stays here."""

    kind: str
    parts: tuple[str, ...]
    shown: Address
    port: str = ""

    def __repr__(self) -> str:
        return "_Read(…)"


class Found(NamedTuple):
    """The network addresses of a bundle, what each mention shows of them, and the secret hints."""

    networks: tuple[Network, ...]
    shown: Mapping[int, Address]
    hints: Mapping[Label, str]

    def __repr__(self) -> str:
        return "Found(…)"


def read_networks(mentions: Mapping[int, Mention], language: str) -> Found:
    """One draw for each address; a mention of its last part belongs to the first of its kind."""
    networks: list[Network] = []
    known: list[tuple[str, tuple[str, ...]]] = []
    shown: dict[int, Address] = {}
    hints: dict[Label, str] = {}
    for at in sorted(mentions):
        read = _read(mentions[at], language)
        number = next(
            (
                place
                for place, (kind, parts) in enumerate(known)
                if kind == read.kind
                and (parts == read.parts or (len(read.parts) == 1 and parts[-1:] == read.parts))
            ),
            len(known),
        )
        if number == len(known):
            known.append((read.kind, read.parts))
            networks.append(Network(read.kind))
            joint = "." if read.kind == "four" else ""
            hints["network", number] = joint.join(read.parts)
            hints |= {("network", number, place): part for place, part in enumerate(read.parts)}
        shown[at] = read.shown._replace(network=number)
        hints["port", at] = read.port
    return Found(tuple(networks), shown, hints)


def _read(mention: Mention, language: str) -> _Read:
    text = mention.text.strip()
    case = "upper" if text.isupper() else "lower"
    if mention.category == "MAC_ADDRESS" or _CARD.fullmatch(text) or _CARD_DOTS.fullmatch(text):
        return _card(text, case)
    four = _FOUR.fullmatch(text)
    if four:
        port, stood = _port(four[5])
        return _Read("four", four.groups()[:4], Address(0, mark=".", port=port), stood)
    found = _six(text, case) or _spoken(text, language)
    # Whatever else is written there is read as the most usual address.
    return found or _Read("four", (), Address(0, mark="."))


def _card(text: str, case: str) -> _Read:
    figures = tuple(re.findall(r"[0-9a-f]", text.lower()))[:12]
    mark = next((sign for sign in (":", "-", ".") if sign in text), "" if len(text) == 12 else ":")
    return _Read("card", figures, Address(0, mark=mark, case=case))


def _port(behind: str) -> tuple[str, str]:
    """What stands behind an address: a port, or the size of a network."""
    found = _BEHIND.match(behind)
    if not found:
        return "", ""
    if found[1] == ":":
        return ("usual" if found[2] in USUAL_PORTS else "other"), found[2]
    sizes = [int(size[1:]) for size in PORTS if size.startswith("/")]
    return f"/{min(sizes, key=lambda size: abs(size - int(found[2])))}", ""


def _six(text: str, case: str) -> _Read | None:
    written, slash, size = text.partition("/")
    written = written.partition("%")[0].strip("[]")
    try:
        groups = tuple(ipaddress.IPv6Address(written).exploded.split(":"))
    except ValueError:
        return None
    shown = [group for group in written.split(":") if group]
    wide = all(len(group) == 4 for group in shown)
    form = "cut" if "::" in written else "wide" if wide else "short"
    port, _ = _port(slash + size)
    return _Read("six", groups, Address(0, form=form, port=port, case=case))


@cache
def _dots(language: str) -> re.Pattern[str]:
    said = "|".join(words_read(language, "numbers", "dot_words"))
    return re.compile(rf"(\s*\b(?:{said})\b\s*)", re.IGNORECASE)


def _spoken(text: str, language: str) -> _Read | None:
    """ "ten dot zero dot four dot thirty", "1 9 2 dot 0 dot 2 dot 7", "dot 200"."""
    pieces = _dots(language).split(text)
    if len(pieces) < 3:
        return None
    spoken, word = _language(pieces[1], language)
    said = [piece for piece in pieces[::2] if piece.strip()]
    digits = tuple(digits_in(piece, spoken) or "" for piece in said)
    parts = tuple(str(int(one)) for one in digits if one)
    if not parts:
        return None
    longest = max(said, key=len)
    words = longest.split()
    if any(map(str.isdecimal, words)):
        # One figure alone is said alike either way.
        manner = "spaced" if all(len(one) == 1 for piece in said for one in piece.split()) else ""
    else:
        one_by_one = len(words) > 1 and all(_one_digit(one, spoken) for one in words)
        manner = "digits" if one_by_one else "number"
    part = "whole" if len(parts) > 1 else "last"
    shown = Address(0, mark=f" {word} ", said=manner, part=part, language=spoken)
    return _Read("four", parts, shown)


def _language(mark: str, language: str) -> tuple[str, str]:
    """The language that has the word between the parts, and that word."""
    word = mark.strip().lower()
    for one in get(language).reads:
        if word in number_table(one)["dot_words"]:
            return one, word
    return DEFAULT, str(number_table(DEFAULT)["dot_words"][0])


def _one_digit(word: str, language: str) -> bool:
    """Whether a word is a digit, or says how often one comes.

    "two hundred three" has as many words as digits, and is one number all the same.
    """
    said = lower_without_accents(word)
    return len(digits_in(word, language) or "") == 1 or said in words_of(language).times
