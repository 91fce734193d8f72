"""Every case holds for any draw of the whole strategy, from given entities to the release."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

import figure_words
import people_words
import place_words
import pytest
from case_files import FILES, Case, cases

from understudy.core.categories import categories
from understudy.core.draw import seed_key
from understudy.pipeline import Pipeline, build
from understudy.policy import Policy
from understudy.replace.base import Rule

CASES = [case for file in FILES for case in cases(file)]
KEYS = range(12)


@cache
def pipeline(options: tuple[tuple[str, object], ...]) -> Pipeline:
    said = dict(options)
    strategy = str(said.pop("strategy", "surrogate"))
    if strategy == "typed":
        said["style"] = "related"
    rule = Rule(strategy, options=said)
    return build(Policy("cases", default=rule, leak_check=False, known=categories()))


def released(case: Case, key: int) -> list[str]:
    ready = pipeline(tuple(sorted(case.options.items())))
    (result,) = ready.run([case.document], seed_key(key))
    return [edit.surrogate for edit in result.edits]


def _figures(case: Case, new: Sequence[str]) -> list[str]:
    old = [mention.text for mention in case.mentions]
    outcome = figure_words.Outcome(new, old, case.document.language or "en")
    return [one for one in case.holds if not figure_words.holds(one, outcome)]


def _places(case: Case, new: Sequence[str]) -> list[str]:
    outcome = place_words.Outcome(case.document.language or "en", case.mentions, new)
    return [one for one in case.holds if not place_words.holds(one, outcome)]


def _people(case: Case, new: Sequence[str]) -> list[str]:
    old = [mention.text for mention in case.mentions]
    language = case.document.language or "en"
    return [one for one in case.holds if not people_words.holds(one, new, old, language)]


BROKEN: Mapping[str, Callable[[Case, Sequence[str]], list[str]]] = {
    "people": _people,
    "places": _places,
    "dates": _figures,
    "figures": _figures,
}


@pytest.mark.parametrize("case", CASES, ids=[case.document.id for case in CASES])
def test_what_must_hold_holds(case: Case) -> None:
    for key in KEYS:
        new = released(case, key)
        assert not BROKEN[case.file](case, new), new


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 150
    assert len({case.document.id for case in CASES}) == len(CASES)
    for file in FILES:
        own = [case for case in CASES if case.file == file]
        assert len(own) >= 50
        assert {case.document.language for case in own} == {"en", "es"}
