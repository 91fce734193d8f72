"""How the report writes numbers, names and invariants for people."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

__all__ = ["between", "epsilon", "escaped", "invariant", "listing", "plural", "probability", "size"]

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

_INVARIANTS = {
    "shape of words with digits, and class of number words": (
        "Of a word with digits, which characters are digits, letters or marks, and how many; of a "
        "number word, whether it is a digit, a teen or a ten."
    ),
    "what our lists tell of a value": (
        "Whether the shipped lists know a value, and as what: a given name with its gender, a "
        "surname, a town with its country, a feast, a relative, a word of an organization. Values "
        "that are on the lists and values that are not are drawn by other laws, and can be told "
        "apart."
    ),
    "finer traits of the form": (
        "Traits that decide how a stand-in is written: the letters of an acronym, the gender of a "
        "given name inside an organization, gender and number of a relative, the first digit of a "
        "telephone number, the size of a Roman numeral, a day above twelve that tells day from "
        "month, one or two digits, and the length of an unlisted spelling or address."
    ),
    "category": "The category of every replaced value, such as PERSON.",
    "position": "Where in the document every replaced value stands.",
    "letter case": "Whether a value is written in capitals, in lower case or capitalised.",
    "form (words, shape, gender of a title, preposition and length of a phrase of time)": (
        "The form of a value: one word or several, or the shape of an identifier (which "
        "characters are digits, letters or marks, and how many). Of a title, whom it addresses; of "
        "a phrase such as \u201cfor 6 am tomorrow\u201d, its preposition and its number of words."
    ),
    "shape": "The shape of an identifier: which characters are digits, letters or marks.",
    "one or several words": "Whether a value has one word or several.",
    "number of words": "How many words a value has.",
    "punctuation": "The punctuation inside a value.",
    "length": "How many characters a value has.",
    "mention equality": "Which mentions in a document speak of the same entity.",
    "words that a shorter mention repeats, and then the number of words": (
        "Which words of an entity its shorter mentions repeat (a surname used alone stays one)."
    ),
    "word equality": "Which words of a category are equal within a document.",
    "equality of values across the corpus": "Which values are equal anywhere in the corpus.",
    "the exact multiset of values of the corpus": (
        "The full list of the original values with their counts: they only changed places."
    ),
    "attributes": "The attributes that the annotation gives an entity, such as gender.",
    "what the policy leaves": "Values that the policy calls not private, as they are.",
    "the value": "The value itself: it was left as it is.",
}


def plural(count: int, one: str, many: str | None = None) -> str:
    """``1 document``, ``1,417 documents``."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def _power(value: float) -> str:
    """Two digits and a power of ten."""
    mantissa, _, exponent = f"{value:.1e}".partition("e")
    power = "10" + str(int(exponent)).translate(_RAISED)
    mantissa = mantissa.removesuffix(".0")
    return power if mantissa == "1" else f"{mantissa}×{power}"


def epsilon(value: float) -> str:
    """An ε or δ to four digits, rounded up because it is a bound; ∞ where there is none."""
    if value == 0.0 or math.isinf(value):
        return "∞" if value else "0"
    scale = 10.0 ** (3 - math.floor(math.log10(value)))
    up = math.ceil(value * scale * (1.0 - 1e-9)) / scale
    if not 1e-3 <= up < 1e6:
        return _power(up)
    return f"{up:,.0f}" if up >= 1000 else f"{up:.4g}"


def probability(value: float) -> str:
    """A p; one close to 1 is never rounded to 1."""
    if 0.9999 < value < 1.0:
        return f"1\u00a0−\u00a0{_power(1.0 - value)}"
    return f"{value:.4g}"


def size(pi_min: float) -> str:
    """The k that a uniform list with this π_min would have."""
    k = 1.0 / pi_min
    return f"{k:,.0f}" if k < 1e6 else _power(k)


def between(low: float, high: float, write: Callable[[float], str]) -> str:
    """A range, or the single value where both ends read the same."""
    first, last = write(low), write(high)
    return first if first == last else f"{first} to {last}"


def listing(names: Sequence[str], most: int = 6) -> str:
    """``A, B and C``; a long list is cut and says so."""
    shown = list(names[:most])
    rest = len(names) - len(shown)
    if rest:
        return f"{', '.join(shown)} and {rest:,} more"
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} and {shown[-1]}"


def invariant(name: str) -> str:
    """An invariant in a sentence."""
    if name in _INVARIANTS:
        return _INVARIANTS[name]
    return f"{name[:1].upper()}{name[1:].rstrip('.')}."


def escaped(text: str) -> str:
    """An id or a command as it can be shown and encoded anywhere.

    Ids may hold lone surrogates, which UTF-8 refuses, and characters that steer a terminal or the
    direction of writing.
    """
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode("ascii")
        for letter in text
    )
