"""What no list knows in a date or a time, read as the nearest thing that a list has.

The rules look at the mention alone. A word beside a day is a month, whatever it is; a word that is
much like the name of a month or a weekday is that; words without a number are a feast; other
unknown words are not kept. Where figures are no date, one is made of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from understudy.core.folding import lower_without_accents
from understudy.languages import reads
from understudy.surrogates.dates.facts import leading_words, names_of
from understudy.surrogates.dates.sketch import DATED
from understudy.surrogates.dates.words import Field

__all__ = ["by_numbers", "settled"]

_STAMP = re.compile(r"(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)")
"""Year, month and day run together."""
_FIGURES = 3
"""A number of more figures beside a day and a month is a year, whatever it says."""
_ALIKE, _ALIKE_SHORT, _SHORT = 0.75, 0.66, 3
"""How much alike a word must be to the name of a month or weekday, and one of three letters."""


def settled(fields: list[Field], category: str, language: str) -> list[Field] | None:
    """Fields without unknown ones; None where only the numbers can tell."""
    fields = [_likely(field, language) if field.kind == "unknown" else field for field in fields]
    unknown = [at for at, field in enumerate(fields) if field.kind == "unknown"]
    words = [at for at in unknown if fields[at].text.isalpha()]
    if any(_run_together(fields, at) for at in words):
        return None
    fields = _counted(fields, language) if words else fields
    dated = {field.kind for field in fields} & {*DATED, "clock"}
    known = dated & {"day", "month", "year"}
    numbers = [at for at in unknown if re.search(r"\d", fields[at].text)]
    if numbers and "month" in dated and "day" not in dated:
        figures = re.findall(r"\d{1,2}", fields[numbers[0]].text)
        value = min(max(1, int(figures[0])), 31)
        fields[numbers[0]] = fields[numbers[0]]._replace(kind="day", value=value, form="one")
    elif numbers and known == {"day", "month"} and len(fields[numbers[0]].text) > _FIGURES:
        fields[numbers[0]] = fields[numbers[0]]._replace(kind="year", value=2000, form="Y")
    elif numbers:
        return None
    if words and category == "MONTH" and "month" not in dated:
        fields[words[0]] = fields[words[0]]._replace(kind="month", value=1, form="full")
    elif words and "day" in dated and "month" not in dated:
        at = min(words, key=lambda one: _from_day(one, fields))
        fields[at] = fields[at]._replace(kind="month", value=1, form="full")
    elif words and category != "TIME" and _names_feast(fields, words, dated):
        return _with_feast(fields, words, language)
    elif unknown and not dated:
        return None
    kept = _dropped(fields, language)
    return kept if any(field.kind != "dropped" for field in kept) else None


def _counted(fields: list[Field], language: str) -> list[Field]:
    """ "4 such days": a number counts what follows later, where no month is named."""
    units = names_of(language).units
    if {field.kind for field in fields} & {"month", "weekday"}:
        return fields
    last = max((at for at, field in enumerate(fields) if field.text.lower() in units), default=-1)
    return [
        field._replace(kind="relative") if field.kind == "day" and at < last else field
        for at, field in enumerate(fields)
    ]


def _names_feast(fields: Sequence[Field], words: Sequence[int], dated: set[str]) -> bool:
    """Words without a number are a feast, with a weekday where they have a capital."""
    if dated == {"weekday"}:
        return any(fields[at].text[:1].isupper() for at in words)
    return dated <= {"year"}


def _with_feast(fields: Sequence[Field], words: Sequence[int], language: str) -> list[Field]:
    """What leads to a feast is kept ("two weeks before"), and a year; the name is all else."""
    first = next((at for at, field in enumerate(fields) if field.kind == "weekday"), words[0])
    small = leading_words(language)
    leads = [at for at in range(min(first, words[0])) if fields[at].text.lower() in small]
    start = leads[-1] + 1 if leads else 0
    while start < words[0] and not fields[start].text.strip():
        start += 1
    years = [at for at, field in enumerate(fields) if field.kind == "year" and at > words[-1]]
    end = years[0] if years else len(fields)
    gap = fields[end - 1 : end] if years and not fields[end - 1].text.strip(" ,") else []
    name = "".join(field.text for field in fields[start : end - len(gap)])
    return [*fields[:start], Field("feast", name), *gap, *fields[end : end + 1],
            *(Field("dropped", field.text) for field in fields[end + 1 :])]  # fmt: skip


def _run_together(fields: Sequence[Field], at: int) -> bool:
    """Whether a word has figures right beside it, as dates of other scripts have."""
    near = [fields[one].text for one in (at - 1, at + 1) if 0 <= one < len(fields)]
    return any(text[:1].isdecimal() or text[-1:].isdecimal() for text in near)


def _from_day(at: int, fields: Sequence[Field]) -> int:
    return min(abs(at - one) for one, field in enumerate(fields) if field.kind == "day")


def _likely(field: Field, language: str) -> Field:
    """A word that is much like the name of a month or a weekday."""
    word = lower_without_accents(field.text)
    if not word.isalpha() or len(word) < _SHORT:
        return field
    kind, value = _likeliest(word, language)
    return field._replace(kind=kind, value=value, form="full") if kind else field


@lru_cache(maxsize=4096)
def _likeliest(word: str, language: str) -> tuple[str, int]:
    least = _ALIKE_SHORT if len(word) == _SHORT else _ALIKE
    best, found = least, ("", 0)
    for one in reads(language):
        names = names_of(one)
        for kind, known in (("month", names.months), ("weekday", names.weekdays)):
            for name, value in known.items():
                if len(word) == _SHORT and len(name) > _SHORT + 1:
                    continue
                alike = SequenceMatcher(None, word, name).ratio()
                if alike > best:
                    best, found = alike, (kind, value)
    return found


def _dropped(fields: Sequence[Field], language: str) -> list[Field]:
    """Without unknown words, and without the small words that lead to them."""
    small = leading_words(language)
    found: list[Field] = []
    for field in fields:
        if field.kind == "unknown":
            at = len(found)
            while (
                at
                and found[at - 1].kind in ("text", "dropped")
                and (not found[at - 1].text.strip() or found[at - 1].text.lower() in small)
            ):
                at -= 1
                found[at] = found[at]._replace(kind="dropped")
            found.append(Field("dropped", field.text))
        else:
            found.append(field)
    return found


def by_numbers(text: str, category: str, *, months_lead: bool) -> str:
    """A date or a time in figures, made of the numbers of a mention, possible or not."""
    runs = re.findall(r"\d+", _STAMP.sub(r"\1 \2 \3", text))
    if category == "TIME" or not runs:
        return _hour_by_numbers(runs)
    year = next((run[-4:] for run in reversed(runs) if len(run) >= 4 and run[-4] in "12"), "")
    small: list[int] = []
    for run in runs:
        rest = run[:-4] if year and run.endswith(year) else run
        pairs = (rest,) if len(rest) < 3 else (rest[:2], rest[-2:])
        small += [int(pair) for pair in pairs if pair]
    if len(small) < 2:
        return year or (str(min(max(1, small[0]), 31)) if small else "2000")
    day, month = small[1::-1] if year and runs[0].endswith(year) else small[:2]
    if month > 12 >= day:
        day, month = month, day
    day, month = min(max(1, day), 31), min(max(1, month), 12)
    if _STAMP.fullmatch(text.strip()):
        return f"{year}{month:02}{day:02}"
    first, second = (month, day) if months_lead else (day, month)
    mark = next((letter for letter in text if letter in "/-."), "/")
    if not year:
        return f"{first}/{second}"
    return mark.join((f"{first:02}", f"{second:02}", year))


def _hour_by_numbers(runs: Sequence[str]) -> str:
    hour, minute = (*(int(run[:2]) for run in runs[:2]), 0, 0)[:2]
    return f"{hour % 24:02}:{minute % 60:02}"
