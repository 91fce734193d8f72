"""How the report writes numbers, names and invariants for people."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from understudy.privacy.sampling import ReadSample
from understudy.replace.declared import CASE, CATEGORY, EQUALITY, POSITION, PUNCTUATION
from understudy.replace.part import sentences

__all__ = [
    "at_least",
    "at_most",
    "between",
    "drawn_again",
    "epsilon",
    "escaped",
    "invariant",
    "listing",
    "marked_again",
    "plural",
    "probability",
    "seed_chosen",
    "size",
    "thousands",
]

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

_INVARIANTS = {one.name: one.says for one in (CATEGORY, POSITION, CASE, EQUALITY, PUNCTUATION)} | {
    "shape": "The shape of an identifier: which characters are digits, letters or marks.",
    "one or several words": "Whether a value has one word or several.",
    "length": "How many characters a value has.",
    "equality of values across the corpus": "Which values are equal anywhere in the corpus.",
    "the exact multiset of values of the corpus": (
        "The full list of the original values with their counts: they only changed places."
    ),
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


def thousands(value: int) -> str:
    """A count; a power of ten from a million on."""
    return f"{value:,}" if value < 1e6 else _power(value)


def probability(value: float) -> str:
    """A p; one close to 1 is never rounded to 1."""
    if 0.9999 < value < 1.0:
        return f"1\u00a0−\u00a0{_power(1.0 - value)}"
    return f"{value:.4g}"


def size(pi_min: float) -> str:
    """The k that a uniform list with this π_min would have."""
    k = 1.0 / pi_min
    return f"{k:,.0f}" if k < 1e6 else _power(k)


def at_least(share: float) -> str:
    """A lower bound in per cent, rounded down."""
    return f"{math.floor(share * 1000.0 + 1e-9) / 10.0:.1f} %"


def at_most(share: float) -> str:
    """An upper bound in per cent, rounded up."""
    return f"{math.ceil(share * 1000.0 - 1e-9) / 10.0:.1f} %"


def between(low: float, high: float, write: Callable[[float], str]) -> str:
    """A range, or the single value where both ends read the same."""
    first, last = write(low), write(high)
    return first if first == last else f"{first} to {last}"


def drawn_again(sample: ReadSample) -> tuple[str, ...]:
    """What follows where other samples had been drawn before; empty where none had."""
    if sample.draws < 2:
        return ()
    confidence = max(0.0, 1 - sample.draws * sample.bounds.alpha)
    return (
        f"It is sample {sample.draws:,} of those that were drawn of this corpus. If it was chosen "
        "among them by what was found in it, its bounds hold with a confidence of "
        f"{confidence:.4g} alone.",
    )


def marked_again(sample: ReadSample) -> tuple[str, ...]:
    """How many of the machine's marks readers made without seeing them; empty where all saw."""
    if not sample.marked:
        return ()
    return (
        f"Without seeing them, the readers of the sample marked {sample.marked_by_readers:,} of "
        f"the {plural(sample.marked, 'place', 'places')} that the machine had marked. What is "
        "missing there may have been overlooked, as others of its kind may that the machine "
        "missed, too.",
    )


def seed_chosen(sample: ReadSample) -> tuple[str, ...]:
    """What to know of a seed that somebody gave; empty where it was taken afresh."""
    if not sample.chosen_seed:
        return ()
    return (
        "The seed of the sample was given by whoever drew it: that no other was tried before is "
        "their word.",
    )


def listing(names: Sequence[str], most: int = 6) -> str:
    """``A, B and C``; a long list is cut and says so."""
    shown = list(names[:most])
    rest = len(names) - len(shown)
    if rest:
        return f"{', '.join(shown)} and {rest:,} more"
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} and {shown[-1]}"


def invariant(name: str, mechanisms: Sequence[str]) -> tuple[str, ...]:
    """An invariant in sentences: those of the strategy that declares it, or one of ours."""
    said = sentences(name, mechanisms)
    if said:
        return said
    return (_INVARIANTS.get(name, f"{name[:1].upper()}{name[1:].rstrip('.')}."),)


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
