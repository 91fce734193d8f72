"""Four hundred pairs written to be told apart: what is not declared must not show."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from neighbouring import apart, pair_of, thrown

from understudy.audit.neighbours import Pair
from understudy.audit.pairs import Judge, judge_of, summed_up
from understudy.audit.sketched import difference, sketched
from understudy.replace.surrogate.declared import SPELT as SPELLING

ROOT = Path(__file__).resolve().parents[2]
WRITTEN = tomllib.loads(
    (ROOT / "experiments/audit-sketches/hostile.toml").read_text(encoding="utf-8")
)
LANGUAGES = ("en", "es")
SENTENCES = {"en": "It was {}.", "es": "Era {}."}
DICE = 3
RUNS = 60
EVERY = 25
"""One pair in so many goes through the whole pipeline here; all did, with 300 runs a side."""


@pytest.fixture(scope="module")
def judge() -> Judge:
    return judge_of(RUNS, 5)


def pairs(kind: str, language: str) -> Iterator[tuple[Pair, str]]:
    """Each pair with the field that it is said to differ in."""
    for number, (text, one, other, *field) in enumerate(WRITTEN[language][kind]):
        template = text if "{" in text else SENTENCES[language].format(f"{{{text}}}")
        if text == "AGE" and language == "en":
            template = "She is {AGE} years old."
        yield pair_of(template, one, other, language, number=number), "".join(field)


def test_there_are_enough() -> None:
    counts = {kind: sum(len(WRITTEN[one][kind]) for one in LANGUAGES) for kind in WRITTEN["en"]}
    assert counts["alike"] >= 300
    assert counts["declared"] >= 60


@pytest.mark.parametrize("language", LANGUAGES)
def test_hostile_pairs_have_one_sketch_and_one_law(judge: Judge, language: str) -> None:
    for pair, _ in pairs("alike", language):
        found = apart(judge, pair)
        texts = [document.text for document in pair.documents]
        assert (found.fields, found.undeclared) == ((), ()), texts
        for seed in range(DICE):
            first, second = thrown(judge, pair, seed)
            assert first == second, texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_differs_is_the_field_that_is_named(judge: Judge, language: str) -> None:
    for pair, field in pairs("declared", language):
        found = apart(judge, pair)
        texts = [document.text for document in pair.documents]
        assert any(field in name for name in found.fields), texts
        assert found.undeclared == (), texts
        for seed in range(DICE):
            first, second = thrown(judge, pair, seed)
            assert [first[at] for at in found.alike] == [second[at] for at in found.alike], texts


def test_hostile_pairs_through_the_pipeline(judge: Judge) -> None:
    every = [pair for one in LANGUAGES for pair, _ in pairs("alike", one)][::EVERY]
    found = summed_up([judge.judged(pair) for pair in every], [], RUNS)
    assert found.violations == ()
    assert found.tests > 50


def test_fields_that_a_policy_gives_up_do_not_show() -> None:
    switched = replace(judge_of(RUNS, 5), options={"gender": False, "country": False})
    for language in LANGUAGES:
        for kind in ("alike", "declared"):
            for pair, _ in pairs(kind, language):
                found = apart(switched, pair)
                texts = [document.text for document in pair.documents]
                assert found.undeclared == (), texts
                assert not any("(gender)" in name for name in found.fields), texts
                first, second = thrown(switched, pair, 1)
                assert [first[at] for at in found.alike] == [second[at] for at in found.alike]


def test_a_field_that_shows_though_it_was_given_up_is_caught() -> None:
    pair = pair_of("It was {CITY}.", "Munich", "Boston")
    judge = judge_of(20, 1)
    document, other = (sketched(judge.pipeline(1.0), one)[0] for one in pair.documents)
    given_up = frozenset({("Land", "place")})
    one, two = (
        side._replace(things=tuple(thing._replace(off=given_up) for thing in side.things))
        for side in (document, other)
    )
    assert difference(document, other, "en").undeclared == ()
    assert difference(one, two, "en").undeclared == (
        "places: Land.place, which the policy gives up",
    )


SPELT = "It is {CITY a}, spelt {SPELLING a}."


@pytest.mark.parametrize(
    ("text", "one", "other", "fields"),
    [
        (SPELT, ["Zqeeds", "Z Q E E D S"], ["Zqxtds", "Z Q X T D S"], ()),
        (SPELT, ["New York", "N E W Y O R K"], ["Zqston", "Z Q S T O N"], ()),
        (SPELT, ["Zqeeds", "Z Q double E D S"], ["Zqxtds", "Z Q X T D S"], (SPELLING.name,)),
        (SPELT, ["Zqeeds", "capital Z Q E E D S"], ["Zqxtds", "Z Q X T D S"], (SPELLING.name,)),
        (
            "It is {ORGANIZATION a}, spelt {SPELLING a}.",
            ["Zqeeds", "Z Q E E D S"],
            ["Zqxtdsvw", "Z Q X T D S V W"],
            (),
        ),
    ],
)
def test_how_a_town_or_a_body_is_spelt_is_declared(
    judge: Judge, text: str, one: list[str], other: list[str], fields: tuple[str, ...]
) -> None:
    pair = pair_of(text, one, other)
    found = apart(judge, pair)
    assert found.fields == fields
    for seed in range(20):
        first, second = thrown(judge, pair, seed)
        assert [first[at] for at in found.alike] == [second[at] for at in found.alike]
    pipeline = judge.pipeline(1.0)
    (result,) = pipeline.run([pair.documents[0]], bytes(32))
    assert SPELLING.name in result.edits[1].event.invariants
    assert SPELLING.name not in result.edits[0].event.invariants
