"""The figures of an address: ranges of houses, floors in ordinals, and which figures are floors."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["NTH", "RANGE", "SIGNS", "ranged", "storeys"]

RANGE = re.compile(r"(\d+)(\s?[-–]\s?|\s(?:y|a|and|to|&)\s)(\d+)")
"""Houses from one number to another, or two of them: "5-7", "1 y 3"."""
NTH = re.compile(r"\d(?:er|[rdtmvn][oa])", re.I)
"""A floor as it is said: "7mo"."""
_ROADS = frozenset(("km", "kms", "kilómetro", "pk", "p.k"))
_SIGNS = ("nº", "n°", "n.º", "n º", "n. º", "n", "no", "núm", "num", "número", "numero", "#")
SIGNS = frozenset((*_SIGNS, *_ROADS, "cp", "c.p", "sn", "s.n"))
"""Words behind which a number of the house stands, a code or a kilometre, and no floor."""
_TWO = 2
_LONGEST, _METRES = 4, 3
_FLOOR = 2
"""Digits of the highest floor."""


def ranged(tokens: Sequence[str]) -> list[str]:
    """The tokens with each range as one token, whether it rises or not: its form alone counts."""
    if sum(token[0].isdecimal() for token in tokens) < _TWO:
        return list(tokens)
    out: list[str] = []
    at = 0
    while at < len(tokens):
        size = next((size for size in (5, 3) if _is_range(tokens, at, size)), 1)
        out.append("".join(tokens[at : at + size]))
        at += size
    return out


def _is_range(tokens: Sequence[str], at: int, size: int) -> bool:
    match = RANGE.fullmatch("".join(tokens[at : at + size])) if tokens[at][0].isdecimal() else None
    if match is None or len(tokens) < at + size:
        return False
    beside = (*tokens[max(at - 1, 0) : at], *tokens[at + size : at + size + 1])
    low, high = match[1], match[3]
    free = "0" not in (low[0], high[0]) and not any(one in "-–/#" for one in beside)
    return free and (low + high).isascii() and len(low) <= len(high) <= min(len(low) + 1, _LONGEST)


def storeys(found: Sequence[tuple[str, str]]) -> list[str]:
    """The kinds of an address's pieces, given with their texts: small figures behind the number of
    the house are floors and doors, those behind a kilometre's mark are metres."""
    kinds = [kind for kind, _ in found]
    said: list[int] = []
    housed = False
    for at, (kind, text) in enumerate(found):
        if kind == "digits":
            words = [found[place][1].lower().rstrip(".") for place in said[-3:]]
            if _are_metres(words):
                kinds[at] = "metres" if len(text) <= _METRES else kind
            elif housed and len(text) <= _FLOOR and not SIGNS & {*words[-1:]}:
                kinds[at] = "floor"
        house = kind in ("digits", "range", "said") and not _is_road(found[max(at - 2, 0) : at])
        housed = housed or house or text.lower() == "s/n"
        if text.strip():
            said.append(at)
    return kinds


def _is_road(before: Sequence[tuple[str, str]]) -> bool:
    """Whether the letters of a road stand before its number: "N-340"."""
    return len(before) == _TWO and before[0][0] == "letter" and before[1][1] == "-"


def _are_metres(words: Sequence[str]) -> bool:
    """Whether a kilometre and its comma stand before: "km 12,"."""
    return len(words) == 3 and words[0] in _ROADS and words[1].isdigit() and words[2] in ("", ",")
