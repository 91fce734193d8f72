"""Two thousand pairs of neighbours, written by hand to be told apart.

Every one must have one sketch and one law, or differ in a field that is declared. A part of them
is looked at in every run of the tests, all of them by the slow tests, some of these with fresh
keys through the whole pipeline.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from neighbouring import apart, pair_of, thrown

from understudy.audit.neighbours import Pair
from understudy.audit.pairs import Judge, judge_of, summed_up

WRITTEN = tomllib.loads(Path(__file__).with_name("written_pairs.toml").read_text(encoding="utf-8"))
LANGUAGES = ("en", "es")
SENTENCES = {"en": "It was {}.", "es": "Era {}."}
AGES = {"en": "She is {AGE} years old.", "es": "Tiene {AGE}."}
DICE = 2
EVERY = 10
"""One pair in so many is looked at in every run, and all that were told apart once."""
RUNS = 300
DRAWN = 8
"""One pair in so many is released with fresh keys, and all that were told apart once."""


@pytest.fixture(scope="module")
def judge() -> Judge:
    return judge_of(RUNS, 11)


def pairs(*kinds: str) -> Iterator[tuple[Pair, str]]:
    """Each pair with the field that it is said to differ in."""
    number = 0
    for language in LANGUAGES:
        for kind in kinds:
            for text, one, other, *field in WRITTEN[language][kind]:
                template = text if "{" in text else SENTENCES[language].format(f"{{{text}}}")
                template = AGES[language] if text == "AGE" else template
                yield pair_of(template, one, other, language, number=number), "".join(field)
                number += 1


def texts(pair: Pair) -> list[str]:
    return [document.text for document in pair.documents]


def check_alike(judge: Judge, pair: Pair) -> None:
    found = apart(judge, pair)
    assert (found.fields, found.undeclared) == ((), ()), texts(pair)
    for seed in range(DICE):
        first, second = thrown(judge, pair, seed)
        assert first == second, texts(pair)


def check_declared(judge: Judge, pair: Pair, field: str) -> None:
    found = apart(judge, pair)
    assert any(field in name for name in found.fields), texts(pair)
    assert found.undeclared == (), texts(pair)
    first, second = thrown(judge, pair, 0)
    assert [first[at] for at in found.alike] == [second[at] for at in found.alike], texts(pair)


def test_there_are_enough() -> None:
    counts = {kind: sum(len(WRITTEN[one][kind]) for one in LANGUAGES) for kind in WRITTEN["en"]}
    assert counts["mended"] >= 100
    assert counts["alike"] >= 1600
    assert counts["declared"] >= 370


def test_what_was_told_apart_is_so_no_more(judge: Judge) -> None:
    for pair, _ in pairs("mended"):
        check_alike(judge, pair)


def test_written_pairs_have_one_sketch_and_one_law(judge: Judge) -> None:
    for pair, _ in [*pairs("alike")][::EVERY]:
        check_alike(judge, pair)


def test_written_pairs_differ_in_the_field_that_is_named(judge: Judge) -> None:
    for pair, field in [*pairs("declared")][::EVERY]:
        check_declared(judge, pair, field)


@pytest.mark.slow
def test_all_written_pairs(judge: Judge) -> None:
    for pair, _ in pairs("alike"):
        check_alike(judge, pair)
    for pair, field in pairs("declared"):
        check_declared(judge, pair, field)


@pytest.mark.slow
def test_written_pairs_through_the_pipeline(judge: Judge) -> None:
    chosen = [*pairs("mended"), *[*pairs("alike", "declared")][::DRAWN]]
    found = summed_up([judge.judged(pair) for pair, _ in chosen], [], RUNS)
    assert found.violations == ()
    assert found.tests > 2000
