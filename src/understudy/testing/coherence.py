"""Cases of coherence as data: a text with its entities marked, and what must hold between their
stand-ins under every key.

    [[case]]
    name = "two days"
    text = "Venis [3 majo 2016|DATE], foriris [7 majo 2016|DATE]."
    holds = ["days 1 2 4"]

An entity is marked ``[text|CATEGORY]`` or ``[text|CATEGORY|key]``; entities of one key are one
thing. They are numbered from 1 in the order of the text.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

from understudy.core.categories import categories
from understudy.core.draw import seed_key
from understudy.core.folding import flat_letters
from understudy.core.text import casing
from understudy.core.types import Document, Span
from understudy.languages import get
from understudy.languages.numbers import digits_in
from understudy.pipeline import Pipeline, build
from understudy.policy import Policy
from understudy.replace.base import Rule
from understudy.surrogates.dates.words import read_date

__all__ = ["RELATIONS", "Case", "Outcome", "broken", "cases_of", "holds", "read_marked"]

_MARK = re.compile(r"\[([^|\]]*)\|(\w+)(?:\|([^\]]*))?\]")


class Case(NamedTuple):
    """A marked text, and the relations that must hold between its stand-ins."""

    name: str
    document: Document
    holds: tuple[str, ...]
    """Names of ``RELATIONS``, each with the numbers of the entities that it is about."""


class Outcome(NamedTuple):
    """What the entities of a case became, and what they were."""

    new: Sequence[str]
    old: Sequence[str]
    language: str


def read_marked(marked: str) -> tuple[str, tuple[Span, ...]]:
    """The plain text, and its entities with the keys that they are given."""
    plain, cursor = "", 0
    spans: list[Span] = []
    for match in _MARK.finditer(marked):
        plain += marked[cursor : match.start()]
        start = len(plain)
        plain += match[1]
        spans.append(Span(start, len(plain), match[2], key=match[3]))
        cursor = match.end()
    return plain + marked[cursor:], tuple(spans)


def cases_of(text: str, language: str) -> list[Case]:
    """The cases of a file, in a language."""
    found = []
    for one in tomllib.loads(text)["case"]:
        plain, spans = read_marked(one["text"])
        document = Document(one["name"], plain, language, annotations=spans)
        found.append(Case(one["name"], document, tuple(one["holds"])))
    return found


def broken(case: Case, keys: int) -> Iterator[str]:
    """The relations of a case that do not hold, under so many keys."""
    text = case.document.text
    old = [text[span.start : span.end] for span in case.document.annotations]
    for key in range(keys):
        (result,) = _pipeline().run([case.document], seed_key(key))
        new = [edit.surrogate for edit in result.edits]
        outcome = Outcome(new, old, case.document.language or "")
        for relation in case.holds:
            if not holds(relation, outcome):
                yield f"{relation!r} does not hold under key {key}: {new}"


@cache
def _pipeline() -> Pipeline:
    rule = Rule("surrogate")
    return build(Policy("cases", default=rule, leak_check=False, known=categories()))


def holds(relation: str, outcome: Outcome) -> bool:
    """Whether a relation holds; one that nobody knows is an error."""
    word, first, *rest = relation.split(" ", 2)
    if word not in RELATIONS:
        raise AssertionError(f"no relation is called {word!r}; there are: {', '.join(RELATIONS)}")
    return RELATIONS[word](outcome, int(first) - 1, *rest)


def _date_fields(outcome: Outcome, at: int) -> Mapping[str, int]:
    for language in get(outcome.language).reads:
        fields = read_date(outcome.new[at], language)
        if fields:
            return {field.kind: field.value for field in fields if field.value}
    return {}


def _day(outcome: Outcome, at: int) -> date | None:
    fields = _date_fields(outcome, at)
    try:
        return date(fields["year"], fields["month"], fields["day"])
    except (KeyError, ValueError):
        return None


def _other(rest: str) -> int:
    return int(rest) - 1


def _days(outcome: Outcome, at: int, rest: str) -> bool:
    other, number = rest.split()
    first, second = _day(outcome, at), _day(outcome, _other(other))
    return first is not None and second is not None and (second - first).days == int(number)


def _same_day(outcome: Outcome, at: int, rest: str) -> bool:
    one, other = _date_fields(outcome, at), _date_fields(outcome, _other(rest))
    day = (one.get("month"), one.get("day"))
    return None not in day and day == (other.get("month"), other.get("day"))


def _weekday_fits(outcome: Outcome, at: int) -> bool:
    day = _day(outcome, at)
    return day is not None and day.isoweekday() == _date_fields(outcome, at).get("weekday")


def _digits(outcome: Outcome, at: int) -> str | None:
    return digits_in(outcome.new[at], outcome.language)


def _same_number(outcome: Outcome, at: int, rest: str) -> bool:
    digits = _digits(outcome, at)
    return digits is not None and digits == _digits(outcome, _other(rest))


def _initials(outcome: Outcome, at: int, rest: str) -> bool:
    words = iter(outcome.new[_other(rest)].split())
    letters = flat_letters(outcome.new[at])
    return all(any(flat_letters(word).startswith(one) for word in words) for one in letters)


def _words(text: str) -> set[str]:
    return {flat_letters(word) for word in text.split()} - {""}


def _fits(outcome: Outcome, at: int, word: str) -> bool:
    return get(outcome.language).agreement.fits(word, outcome.new[at])


RELATIONS: Mapping[str, Callable[..., bool]] = {
    "same": lambda out, i, j: flat_letters(out.new[i]) == flat_letters(out.new[_other(j)]),
    "differ": lambda out, i, j: flat_letters(out.new[i]) != flat_letters(out.new[_other(j)]),
    "repeats": lambda out, i, j: _words(out.new[i]) <= _words(out.new[_other(j)]),
    "last": lambda out, i, j: out.new[i].split()[-1] == out.new[_other(j)].split()[-1],
    "initials": _initials,
    "days": _days,
    "same_day": _same_day,
    "weekday_fits": _weekday_fits,
    "same_number": _same_number,
    "begins": lambda out, i, text: out.new[i].startswith(text),
    "ends": lambda out, i, text: out.new[i].endswith(text),
    "shape": lambda out, i, pattern: re.fullmatch(pattern, out.new[i]) is not None,
    "case": lambda out, i: casing(out.new[i]) == casing(out.old[i]),
    "fits": _fits,
}
"""Word → the relation. ``docs/languages.md`` says what each means."""
