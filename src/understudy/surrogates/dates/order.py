"""Which of day and month stands first where the dates of a document are in figures.

The order is one of the whole document and a declared part of the form of its dates. It goes by how
dates are written, never by whether a word in them is on a list; and where the dates leave it open,
by what is public anyway: what the policy says, the country that the language is named with
(``en-GB``), the countries that stand-ins keep, and words outside of every private value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from understudy.languages import get
from understudy.languages.lists import any_of
from understudy.languages.locales import codes, locale
from understudy.surrogates.dates.facts import calendar_facts, month_first

__all__ = [
    "DAY",
    "MONTH",
    "in_figures",
    "months_lead",
    "order_in",
    "order_of_lands",
    "order_of_tag",
    "order_of_words",
]


DAY, MONTH = "dmy", "mdy"
"""The day stands first, or the month."""
_MONTHS = 12
_IN_FIGURES = re.compile(r"(?<!\d)\d{1,2}(?:/|[.\-]\d{1,2}[.\-])")
"""What every date in figures has in it, and a year before its month and day has not."""
_FIGURES = re.compile(r"(?<![\d/.\-])(\d{1,2})([/.\-])(\d{1,2})\2(?:\d{4}|\d{2})(?!\d)")
_DOTTED = re.compile(r"(?<![\d/.\-])\d{1,2}\.\d{1,2}\.(?:\d{4}|\d{2})(?![\d.])")
"""No country that names the month first writes full stops."""
_PAIR = re.compile(r"(?<![\d/.\-])(\d{1,2})/(\d{1,2})(?![\d/])")
_DAY_WORD = re.compile(
    r"(?<!\d)\d{1,2}[^\W\d_]{0,2}\s+(?:[^\W\d_]{2}\s+)?[^\W\d_]{3,}[.,]?\s+\d{4}\b"
)
_WORD_DAY = re.compile(r"[^\W\d_]{3,}\.?\s+\d{1,2}[^\W\d_]{0,2},?\s+\d{4}\b")


def months_lead(texts: Sequence[str], language: str, order: str = "", usual: str = "") -> bool:
    """Whether the month stands first: as the policy says (``order``); else as in those dates that
    can be read in one order alone, else as in dates with the month in words. Where there are none
    or they disagree, as is ``usual``, else as the language has it."""
    found = order or order_in(texts) or usual
    return found == MONTH if found else month_first(language)


def order_in(texts: Sequence[str]) -> str:
    """What the dates of a document tell by themselves; empty where that is nothing."""
    found = {order for text in texts for order in _in_figures(text)}
    if not found and any(_DOTTED.search(text) for text in texts):
        found = {DAY}
    if not found:
        found = {order for text in texts for order in _in_words(text)}
    return found.pop() if len(found) == 1 else ""


def in_figures(texts: Sequence[str]) -> bool:
    """Whether a date of these is in figures; by its form alone, and not by which figures."""
    together = "\n".join(texts)  # no date in figures goes over the end of a line
    if _IN_FIGURES.search(together) is None:
        return False
    return any(pattern.search(together) is not None for pattern in (_FIGURES, _PAIR))


def order_of_tag(tag: str | None) -> str:
    """The order of the country in a tag such as ``en-GB``."""
    parts = (tag or "").replace("_", "-").split("-")[1:]
    return next((_order(part.upper()) for part in parts if part.upper() in codes()), "")


def order_of_lands(lands: Iterable[str], language: str) -> str:
    """The order of the countries that a document is about, by their codes or those of their
    telephones, as far as they agree. That of the language itself is what is taken for a place on
    no list, and counts where there is no other."""
    home = get(language).home.code
    known = {one for land in lands for one in _by_code().get(land, ())}
    found = {_order(one) for one in known - {home}} or {_order(one) for one in known}
    return found.pop() if len(found) == 1 else ""


@cache
def _by_code() -> Mapping[str, tuple[str, ...]]:
    """Countries by their own code, and by that of their telephones."""
    found: dict[str, tuple[str, ...]] = {one: (one,) for one in codes()}
    for one in codes():
        calling = locale(one).calling_code
        found[calling] = (*found.get(calling, ()), one)
    return found


def _order(country: str) -> str:
    return MONTH if locale(country).month_first else DAY


def order_of_words(text: str, language: str) -> str:
    """The order that goes with words of a country, such as "NHS": of those that stand in the
    public text of a document, if all go with one."""
    found = {order for order, words in _signs(language).items() if words.search(text)}
    return found.pop() if len(found) == 1 else ""


@cache
def _signs(language: str) -> Mapping[str, re.Pattern[str]]:
    signs = calendar_facts(language).get("order_signs", {})
    return {
        order: re.compile(rf"(?<!\w)(?:{any_of(map(re.escape, words))})(?!\w)")
        for order, words in signs.items()
    }


def _in_figures(text: str) -> Iterator[str]:
    for match in _FIGURES.finditer(text):
        first, second = int(match[1]), int(match[3])
        if (first > _MONTHS) != (second > _MONTHS):
            yield MONTH if second > _MONTHS else DAY
    for match in _PAIR.finditer(
        text
    ):  # 09/28 may be a month and a year, 28/09 is a day and a month
        if int(match[1]) > _MONTHS >= int(match[2]):
            yield DAY


def _in_words(text: str) -> Iterator[str]:
    if _DAY_WORD.search(text):
        yield DAY
    elif _WORD_DAY.search(text):
        yield MONTH
