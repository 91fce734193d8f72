"""Where the name of a Spanish street begins and ends: behind its type, up to a number or a word
such as "piso"."""

from __future__ import annotations

from collections.abc import Sequence

from understudy.surrogates.places.storeys import SIGNS
from understudy.surrogates.places.streetwords import NAMED_ON, ORDINAL_SIGNS, StreetWords, as_name

__all__ = ["spanish_street"]

_SMALL = frozenset(("de", "del", "la", "el", "los", "las"))
_WHOLE = 4
"""A longer word is no abbreviation."""
_FIGURES = frozenset(("digits", "said", "range", "nth", "ordinal"))


def spanish_street(
    tokens: Sequence[str], kinds: list[str], known: StreetWords, *, first: bool
) -> bool:
    """A type in front, and the name up to a number or a word such as "piso"."""
    words = [place for place, token in enumerate(tokens) if not token.isspace()]
    low = [tokens[place].lower().rstrip(".") for place in words]
    if len(words) > 1 and _goes_with(low[1], known.roads.get(low[0])):
        words, low = words[1:], low[1:]
    if not words or not _leads(tokens[words[0]], known):
        return False
    numbered = len(words) > 1 and (kinds[words[1]] == "letter" or _is_counted(tokens, words, known))
    if _sorts(low, known):
        words = words[1:]
    count = 1
    while count < len(words) and (
        kinds[words[count]] == "word"
        or _in_name(tokens, kinds, words[count - 1 :], known, first=count == 1)
    ):
        count += 1
    named = words[1:count]
    if not (named or numbered or first):
        return False  # the town of "Calle Colón 5, Estrada"
    kinds[: words[0] + 1] = ["kept"] * (words[0] + 1)
    if named:
        as_name(kinds, named[0], named[-1], "street")
    return True


def _goes_with(word: str, types: frozenset[str] | None) -> bool:
    return types is not None and (word in types or not types)


def _is_counted(tokens: Sequence[str], words: Sequence[int], known: StreetWords) -> bool:
    """Whether a street has a number for its name, behind a type that such have: "Calle 10"."""
    low, following = (tokens[place].lower() for place in words[:2])
    number = following[0].isdigit() or following.rstrip(".") in SIGNS
    return number and (low in known.counted or low.rstrip(".") in known.counted)


def _sorts(low: Sequence[str], known: StreetWords) -> bool:
    """Whether the type goes on: "Polígono Industrial", "Camino Viejo de"."""
    kind, word, following = (*low[:3], "", "", "")[:3]
    return bool(following) and (
        kind in known.sorts.get(word, ())
        or (kind in known.roads.get(word, ()) and following in NAMED_ON)
    )


def _in_name(
    tokens: Sequence[str],
    kinds: Sequence[str],
    words: Sequence[int],
    known: StreetWords,
    *,
    first: bool,
) -> bool:
    """Whether the second word is of a name though it has another use, or a figure of a date:
    "Calle Nave 3", "Calle Gregorio Izquierdo 4", "Avenida 9 de Julio"."""
    before, at, *after = words
    following = tokens[after[0]] if after else ""
    token, word = tokens[at], tokens[at].lower().rstrip(".")
    if kinds[at] in ("digits", "said"):
        return first and following.lower() in NAMED_ON and len(after) > 1
    if not token[0].isalpha() or token in ORDINAL_SIGNS or kinds[at] == "letter" or "/" in token:
        return False
    begins = first or tokens[before].lower() in _SMALL
    if word in SIGNS:
        goes_on = kinds[after[0]] == "word" and len(following) > 1 if after else len(word) > _WHOLE
        return begins and goes_on
    if begins or not after:
        return True
    figure = kinds[after[0]] in _FIGURES
    if word in known.tells:
        told = figure or _is_letter(following)
        return not told and following.lower().rstrip(".") not in known.tells
    small = token.islower() and tokens[before][0].isupper() and word not in known.late
    return not (small and figure)


def _is_letter(token: str) -> bool:
    return len(token.rstrip(".")) == 1 and token[0].isalpha()


def _leads(token: str, known: StreetWords) -> bool:
    low = token.lower()
    return low in known.leading or (low.rstrip(".") in known.leading)
