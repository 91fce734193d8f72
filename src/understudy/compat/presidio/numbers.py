"""Numbers that Presidio has names of their own for, told apart by form and check digits.

What finds them is ours, and calls them numbers of people or of phones; which one of these names a
number has, its digits say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from stdnum.au import abn, acn, tfn
from stdnum.gb import nhs
from stdnum.us import itin

__all__ = ["NUMBERS", "Numbered", "numbered"]


class Numbered(NamedTuple):
    """A stretch of a text whose form and digits are those of a number."""

    name: str
    start: int
    end: int
    told: bool
    """Whether the words before it say what it is, or nothing else has its form."""


class _Number(NamedTuple):
    form: re.Pattern[str]
    valid: Callable[[str], bool]
    cue: re.Pattern[str] | None
    """Words before it that say what it is; None where its form is that of nothing else."""


_NRIC_WEIGHTS = (2, 7, 6, 5, 4, 3, 2)
_NRIC_SIGNS = {"S": (0, "JZIHGFEDCBA"), "T": (4, "JZIHGFEDCBA"),
               "F": (0, "XWUTRQPNMLK"), "G": (4, "XWUTRQPNMLK")}  # fmt: skip
"""The first letter → what is added to the sum, and the last letters by the remainder."""
_MEDICARE_WEIGHTS = (1, 3, 7, 9, 1, 3, 7, 9)
_NEAR = 40
"""Characters before a number in which words say what it is."""


def _summed(digits: str, weights: Sequence[int]) -> int:
    return sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=False))


def _is_nric(text: str) -> bool:
    add, signs = _NRIC_SIGNS[text[0].upper()]
    return signs[(_summed(text[1:8], _NRIC_WEIGHTS) + add) % 11] == text[-1].upper()


def _is_medicare(text: str) -> bool:
    digits = re.sub(r"\D", "", text)
    return _summed(digits[:8], _MEDICARE_WEIGHTS) % 10 == int(digits[8])


def _number(form: str, valid: Callable[[str], bool], cue: str | None) -> _Number:
    return _Number(
        re.compile(rf"(?<![\w-])(?:{form})(?![\w-])", re.ASCII),
        valid,
        None if cue is None else re.compile(rf"\b(?:{cue})\b", re.IGNORECASE),
    )


NUMBERS = {
    "US_ITIN": _number(r"9\d\d[ -]?\d\d[ -]?\d{4}", itin.is_valid, r"itin|taxpayer|tax\s+id"),
    "UK_NHS": _number(r"\d{3}[ -]?\d{3}[ -]?\d{4}", nhs.is_valid, r"nhs|national\s+health"),
    "SG_NRIC_FIN": _number(r"[STFGstfg]\d{7}[A-Za-z]", _is_nric, None),
    "AU_ABN": _number(r"\d{2} ?\d{3} ?\d{3} ?\d{3}", abn.is_valid, r"abn|business\s+number"),
    "AU_ACN": _number(r"\d{3} ?\d{3} ?\d{3}", acn.is_valid, r"acn|company\s+number"),
    "AU_TFN": _number(r"\d{3} ?\d{3} ?\d{3}", tfn.is_valid, r"tfn|tax\s+file"),
    "AU_MEDICARE": _number(r"[2-6]\d{3} ?\d{5} ?\d", _is_medicare, r"medicare"),
}


def numbered(text: str) -> Iterator[Numbered]:
    """The numbers of a text that have one of the names, those that are told first."""
    found = []
    for name, number in NUMBERS.items():
        for match in number.form.finditer(text):
            if number.valid(match[0]):
                before = text[max(0, match.start() - _NEAR) : match.start()]
                told = number.cue is None or number.cue.search(before) is not None
                found.append(Numbered(name, match.start(), match.end(), told))
    return iter(sorted(found, key=lambda one: not one.told))
