"""Which of day and month stands first where the dates of a document are in figures.

The order is one of the whole document and a declared part of the form of its dates. It goes by how
dates are written, never by whether a word in them is on a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from understudy.surrogates.dates.facts import month_first

__all__ = ["months_lead"]

_MONTHS = 12
_FIGURES = re.compile(r"(?<![\d/.\-])(\d{1,2})([/.\-])(\d{1,2})\2(?:\d{4}|\d{2})(?!\d)")
_PAIR = re.compile(r"(?<![\d/.\-])(\d{1,2})/(\d{1,2})(?![\d/])")
_DAY_WORD = re.compile(
    r"(?<!\d)\d{1,2}[^\W\d_]{0,2}\s+(?:[^\W\d_]{2}\s+)?[^\W\d_]{3,}[.,]?\s+\d{4}\b"
)
_WORD_DAY = re.compile(r"[^\W\d_]{3,}\.?\s+\d{1,2}[^\W\d_]{0,2},?\s+\d{4}\b")


def months_lead(texts: Sequence[str], language: str) -> bool:
    """Whether the month stands first: as in those dates that can be read in one order alone, else
    as in dates with the month in words, else as the language has it. Where they disagree, the
    language says."""
    found = {order for text in texts for order in _in_figures(text)}
    if not found:
        found = {order for text in texts for order in _in_words(text)}
    return found.pop() if len(found) == 1 else month_first(language)


def _in_figures(text: str) -> Iterator[bool]:
    for match in _FIGURES.finditer(text):
        first, second = int(match[1]), int(match[3])
        if (first > _MONTHS) != (second > _MONTHS):
            yield second > _MONTHS
    for match in _PAIR.finditer(
        text
    ):  # 09/28 may be a month and a year, 28/09 is a day and a month
        if int(match[1]) > _MONTHS >= int(match[2]):
            yield False


def _in_words(text: str) -> Iterator[bool]:
    if _DAY_WORD.search(text):
        yield False
    elif _WORD_DAY.search(text):
        yield True
