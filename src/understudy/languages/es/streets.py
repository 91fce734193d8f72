"""How a Spanish address is written: the type of the street, its name, the number, the floor."""

from __future__ import annotations

import re
from collections.abc import Sequence

from understudy.languages.addresses import ORDINAL_SIGNS, StreetWords, mark

TOKENS = (
    r"[Cc][/\\]",
    r"[Ss]/[Nn]\b",
    r"(?i:\d(?:er|[rdtmvn][oa]))\b",
    r"[Nn]\.?\s?[º°]",
    r"[Pp]\.?º",
)
_NTH = re.compile(r"\d(?:er|[rdtmvn][oa])", re.I)
"""A floor as it is said: "7mo"."""
_ENDINGS = ("", "r", "d", "r", "t", "t", "t", "m", "v", "n")
"""The letter behind a floor: 2do, 7ma."""
_ROADS = frozenset(("km", "kms", "kilómetro", "pk", "p.k"))
_NUMBER = ("nº", "n°", "n.º", "n º", "n. º", "n", "no", "núm", "num", "número", "numero", "#")
_SIGNS = frozenset((*_NUMBER, *_ROADS, "cp", "c.p", "sn", "s.n"))
"""Words behind which a number of the house stands, a code or a kilometre, and no floor."""
_NO_NUMBER = "s/n"
_NAMED_ON = frozenset(("de", "del"))
""""Nueve de Julio" goes on being a name."""
_SMALL = frozenset(("de", "del", "la", "el", "los", "las"))
_ARTICLES = frozenset(("la", "el", "las", "los"))
_WHOLE = 4
"""A longer word is no abbreviation."""
_FIGURES = frozenset(("digits", "said", "range", "nth", "ordinal"))
_HIGHEST, _METRES = 2, 3
"""Digits of the highest floor, and of the metres behind a kilometre."""
_SHORT, _ROAD_DIGITS = 3, 4
"""The most letters of a road and digits of its number: "CV-500"."""


def mark_street(
    tokens: Sequence[str], kinds: list[str], words: StreetWords, *, first: bool
) -> bool:
    """Marks what stands behind a type, up to a number or a word such as "piso".

    "Calle Nueva 5", "Antiguo Camino de la Fuente, 2", "Polígono Industrial Las Nieves": words
    that go with the type stay with it. A street may have a number for its name ("Calle 10").
    What is not the first part of an address must have a name or a number, since a type may be a
    town's name, too: the "Estrada" of "Calle Colón 5, Estrada".
    """
    places = [place for place, token in enumerate(tokens) if not token.isspace()]
    low = [tokens[place].lower().rstrip(".") for place in places]
    if len(places) > 2 and low[0] in _ARTICLES and _leads(tokens[places[1]], words):
        places, low = places[1:], low[1:]  # "la avenida del Cabildo"
    if len(places) > 1 and _goes_with(low[1], words.roads.get(low[0])):
        places, low = places[1:], low[1:]
    if not places or not _leads(tokens[places[0]], words):
        return False
    numbered = len(places) > 1 and (
        kinds[places[1]] == "letter" or _is_counted(tokens, places, words)
    )
    if _sorts(low, words):
        places = places[1:]
    count = 1
    while count < len(places) and (
        kinds[places[count]] == "word"
        or _in_name(tokens, kinds, places[count - 1 :], words, first=count == 1)
    ):
        count += 1
    named = places[1:count]
    if not (named or numbered or first):
        return False  # the town of "Calle Colón 5, Estrada"
    kinds[: places[0] + 1] = ["kept"] * (places[0] + 1)
    if named:
        mark(kinds, named[0], named[-1], "street")
    return True


def _goes_with(word: str, types: frozenset[str] | None) -> bool:
    return types is not None and (word in types or not types)


def _is_counted(tokens: Sequence[str], places: Sequence[int], words: StreetWords) -> bool:
    """Whether a street has a number for its name, behind a type that such have: "Calle 10"."""
    low, following = (tokens[place].lower() for place in places[:2])
    number = following[0].isdigit() or following.rstrip(".") in _SIGNS
    return number and (low in words.counted or low.rstrip(".") in words.counted)


def _sorts(low: Sequence[str], words: StreetWords) -> bool:
    """Whether the type goes on: "Polígono Industrial", "Camino Viejo de"."""
    kind, word, following = (*low[:3], "", "", "")[:3]
    return bool(following) and (
        kind in words.sorts.get(word, ())
        or (kind in words.roads.get(word, ()) and following in _NAMED_ON)
    )


def _in_name(
    tokens: Sequence[str],
    kinds: Sequence[str],
    places: Sequence[int],
    words: StreetWords,
    *,
    first: bool,
) -> bool:
    """Whether the second word is of a name though it has another use, or a figure of a date:
    "Calle Nave 3", "Calle Gregorio Izquierdo 4", "Avenida 9 de Julio"."""
    before, at, *after = places
    following = tokens[after[0]] if after else ""
    token, word = tokens[at], tokens[at].lower().rstrip(".")
    if kinds[at] in ("digits", "said"):
        return first and following.lower() in _NAMED_ON and len(after) > 1
    if not token[0].isalpha() or token in ORDINAL_SIGNS or kinds[at] == "letter" or "/" in token:
        return False
    begins = first or tokens[before].lower() in _SMALL
    if word in _SIGNS:
        goes_on = kinds[after[0]] == "word" and len(following) > 1 if after else len(word) > _WHOLE
        return begins and goes_on
    if begins or not after:
        return True
    figure = kinds[after[0]] in _FIGURES
    if word in words.tells:
        is_unit = figure or _is_letter(following)
        return not is_unit and following.lower().rstrip(".") not in words.tells
    small = token.islower() and tokens[before][0].isupper() and word not in words.late
    return not (small and figure)


def _is_letter(token: str) -> bool:
    return len(token.rstrip(".")) == 1 and token[0].isalpha()


def _leads(token: str, words: StreetWords) -> bool:
    low = token.lower()
    return low in words.leading or (low.rstrip(".") in words.leading)


def mark_roads(tokens: Sequence[str], kinds: list[str]) -> None:
    """The letters of a road before its number: "N-340"."""
    for at in range(len(tokens) - 2):
        short = len(tokens[at]) <= _SHORT and tokens[at].isupper() and tokens[at].isascii()
        figure = kinds[at + 2] == "digits" and len(tokens[at + 2]) <= _ROAD_DIGITS
        if kinds[at] == "word" and short and tokens[at + 1] == "-" and figure:
            kinds[at] = "letter"


def floors(pieces: Sequence[tuple[str, str]]) -> list[str]:
    """Small figures behind the number of the house are floors and doors, those behind a
    kilometre's mark are metres."""
    kinds = [kind for kind, _ in pieces]
    said: list[int] = []
    housed = False
    for at, (kind, text) in enumerate(pieces):
        if kind == "digits":
            words = [pieces[place][1].lower().rstrip(".") for place in said[-3:]]
            if _are_metres(words):
                kinds[at] = "metres" if len(text) <= _METRES else kind
            elif housed and len(text) <= _HIGHEST and not _SIGNS & {*words[-1:]}:
                kinds[at] = "floor"
        house = kind in ("digits", "range", "said") and not _is_road(pieces[max(at - 2, 0) : at])
        housed = housed or house or text.lower() == _NO_NUMBER
        if text.strip():
            said.append(at)
    return kinds


def _is_road(before: Sequence[tuple[str, str]]) -> bool:
    """Whether the letters of a road stand before its number: "N-340"."""
    return len(before) == 2 and before[0][0] == "letter" and before[1][1] == "-"


def _are_metres(words: Sequence[str]) -> bool:
    """Whether a kilometre and its comma stand before: "km 12,"."""
    return len(words) == 3 and words[0] in _ROADS and words[1].isdigit() and words[2] in ("", ",")


def numbers_a_house(before: Sequence[str], after: Sequence[str], words: StreetWords) -> bool:
    """The number of a house stands behind the street, or behind a word such as "número";
    elsewhere it is a part of a name: "Dos de Mayo"."""
    if before and before[-1].lower().rstrip(".") in words.units:
        return True
    return len(before) > 1 and not (after and after[0].lower() in _NAMED_ON)


def is_ordinal(token: str) -> bool:
    """Streets are not counted in Spanish."""
    return False


def ordinal(number: str) -> str:
    """A number as it stands."""
    return number


def is_floor(token: str) -> bool:
    """Whether a token is such as "7mo"."""
    return _NTH.fullmatch(token) is not None


def floor(number: str, old: str) -> str:
    """A floor with the ending that its number takes: 7mo, 1er."""
    ending = old[1:].lower()
    short = ending == "er" and number in "13"
    return number + ("er" if short else _ENDINGS[int(number)] + ending.replace("er", "o")[-1])
