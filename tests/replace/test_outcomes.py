"""What became of each mention: replaced, kept by the coin, left by policy, or it may stay."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from making import KEY, caller, document, listed, pipeline_of
from understudy.core.draw import seed_key
from understudy.core.reasons import REASONS
from understudy.core.types import Document, Edit, Span
from understudy.pipeline import Pipeline, build
from understudy.policy import Policy
from understudy.replace.base import Rule
from understudy.replace.surrogate.writers import Draft
from understudy.surrogates.mention import Written

CALLS = Path(__file__).parents[2] / "examples" / "calls.jsonl"
DATA = Path(os.environ.get("UNDERSTUDY_DATA", CALLS.parents[2] / "shared" / "data"))
COURT = DATA / "deid" / "tab" / "train.jsonl"
_AT_LEAST = 5
"""Keys under which every document is looked at."""
SURROGATE = build(Policy("test", default=Rule("surrogate"), leak_check=False))
ENTITY = build(Policy("test", default=Rule("entity"), leak_check=False))


def outcomes(
    value: str, category: str, pipeline: Pipeline = SURROGATE, keys: int = 12
) -> set[Edit]:
    marked = caller(value, label=category)
    return {edit for n in range(12) for edit in pipeline.run([marked], seed_key(n))[0].edits}


@pytest.mark.parametrize(
    ("value", "category", "reason"),
    [
        ("President", "PERSON", "title"),
        ("Colonel", "PERSON", "title"),
        ("Professor", "TITLE", "title"),
        ("Mr. and Mrs.", "TITLE", "title"),
        ("male", "GENDER", "gender"),
        ("woman", "GENDER", "gender"),
        ("Tuvalu", "LOCATION", "country"),
        ("the lake", "STREET_ADDRESS", "kind of place"),
        ("the Court", "ORGANIZATION", "kind of organization"),
        ("noon", "TIME", "part of the day"),
        ("midnight", "TIME", "part of the day"),
        ("three weeks ago", "DATE", "relative time"),
        ("hundred", "NUMBER", "number word"),
        ("admin", "USERNAME", "role"),
        ("here", "LOCATION", "kind of place"),
    ],
)
def test_what_a_public_list_lets_stay_is_left_with_its_reason(
    value: str, category: str, reason: str
) -> None:
    for edit in outcomes(value, category):
        assert (edit.surrogate, edit.outcome, edit.reason) == (value, "may stay", reason)
        assert edit.kept
        assert reason in REASONS


@pytest.mark.parametrize(
    ("value", "category"),
    [
        ("107", "AGE"),
        ("1", "AGE"),
        ("0", "AGE"),
        ("40 months", "AGE"),
        ("Dalai Lama", "TITLE"),
        ("Chief Justice of Norway", "TITLE"),
        ("transgender woman", "GENDER"),
        ("capital", "PASSWORD"),
        ("area code", "ID"),
        ("dot com", "SPELLING"),
    ],
)
@pytest.mark.parametrize("pipeline", [SURROGATE, ENTITY])
def test_what_no_list_lets_stay_is_drawn(value: str, category: str, pipeline: Pipeline) -> None:
    found = outcomes(value, category, pipeline)
    assert {edit.outcome for edit in found} == {"replaced"}
    assert any(edit.surrogate != value for edit in found)


def test_a_demonym_of_a_country_that_is_named_is_left() -> None:
    marked = document("of France, a French nun", ("France", "LOCATION"), ("French", "NRP"))
    edits = SURROGATE.run([marked], KEY)[0].edits
    assert [(edit.outcome, edit.reason) for edit in edits] == [("may stay", "country")] * 2


def test_a_weekday_beside_a_date_is_left_and_one_alone_is_drawn() -> None:
    marks = (("Monday", "DATE"), ("3 May 2016", "DATE"))
    edits = SURROGATE.run([document("on Monday, and on 3 May 2016", *marks)], KEY)[0].edits
    assert [(edit.outcome, edit.reason) for edit in edits] == [
        ("may stay", "weekday"),
        ("replaced", ""),
    ]
    assert {edit.outcome for edit in outcomes("Monday", "DATE")} == {"replaced"}


def test_a_value_that_is_drawn_for_itself_was_replaced() -> None:
    pipeline = pipeline_of({"PERSON": listed("entity", ["Ann", "Bob"])})
    found = outcomes("Ann", "PERSON", pipeline)
    assert {(edit.surrogate, edit.outcome) for edit in found} == {
        ("Ann", "replaced"),
        ("Bob", "replaced"),
    }


@pytest.mark.parametrize("strategy", ["entity", "word"])
def test_the_only_value_of_a_list_is_left(strategy: str) -> None:
    (edit,) = outcomes("Ann", "PERSON", pipeline_of({"PERSON": listed(strategy, ["Ann"])}))
    assert (edit.outcome, edit.reason) == ("may stay", "only form")


@pytest.mark.parametrize(("value", "category"), [("Smith", "SURNAME"), ("Monday", "DATE")])
def test_a_name_that_stands_for_every_value_tells_of_none_that_it_is(
    value: str, category: str
) -> None:
    """The counts of a report would say how many were called so."""
    named = pipeline_of({category: Rule("named")})
    (own,) = outcomes(value, category, named)
    (other,) = outcomes("Zqxwv", category, named)
    assert own.surrogate == other.surrogate == value
    assert {own.outcome, other.outcome} == {"replaced"}


def test_the_coin_and_the_policy_are_told_apart() -> None:
    tossed = outcomes("Ann", "PERSON", pipeline_of({"PERSON": Rule("redact", p=0.5)}))
    assert {(edit.outcome, edit.reason) for edit in tossed} == {
        ("replaced", ""),
        ("kept by the coin", ""),
    }
    (edit,) = outcomes("Ann", "PERSON", pipeline_of({"PERSON": Rule("keep")}))
    assert (edit.outcome, edit.reason) == ("left by policy", "policy")


def test_a_general_value_is_left_by_generalise() -> None:
    (edit,) = outcomes("2016", "DATE", pipeline_of({"DATE": Rule("generalise")}))
    assert (edit.outcome, edit.reason) == ("may stay", "already general")


def _calls() -> list[Document]:
    rows = [json.loads(line) for line in CALLS.read_text(encoding="utf-8").splitlines()]
    return [
        Document(
            row["id"],
            row["text"],
            row["language"],
            annotations=tuple(
                Span(one["start"], one["end"], one["category"]) for one in row["entities"]
            ),
        )
        for row in rows
    ]


def _court() -> list[Document]:
    kinds = {"CODE": "ID", "LOC": "LOCATION", "ORG": "ORGANIZATION", "DEM": "NRP"}
    kinds |= {"DATETIME": "DATE"}
    rows = [json.loads(line) for line in COURT.read_text(encoding="utf-8").splitlines()]
    return [
        Document(
            row["id"],
            row["text"],
            "en",
            annotations=tuple(
                Span(
                    one["start_offset"],
                    one["end_offset"],
                    kinds.get(one["entity_type"], one["entity_type"]),
                    key=one["entity_id"],
                )
                for one in row["entities"]
            ),
        )
        for row in rows
    ]


def test_nothing_counts_as_replaced_that_no_key_changes() -> None:
    assert _never_changed(_calls(), keys=30) == []


@pytest.mark.data
def test_nothing_of_court_cases_counts_as_replaced_that_no_key_changes() -> None:
    if not COURT.exists():
        pytest.skip("no shared data")
    assert _never_changed(_court(), keys=30) == []


def _never_changed(documents: list[Document], keys: int) -> list[tuple[str, int]]:
    """The mentions that count as replaced and are the same under every key.

    A document is left out from the key on under which each of them was something else."""
    same: Counter[tuple[str, int]] = Counter()
    replaced: set[tuple[str, int]] = set()
    for number in range(keys):
        for result in SURROGATE.run(documents, seed_key(number)):
            for edit in result.edits:
                place = (result.document.id, edit.entity.span.start)
                same[place] += edit.surrogate == edit.original
                if edit.outcome == "replaced":
                    replaced.add(place)
                else:
                    assert edit.surrogate == edit.original
                    assert edit.reason in REASONS
        if number + 1 >= _AT_LEAST:
            doubtful = {place[0] for place in replaced if same[place] == number + 1}
            documents = [one for one in documents if one.id in doubtful]
    return [place for place in replaced if same[place] == keys]


def test_names_that_are_used_up_are_not_looked_for_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of 3,000 people most get a name that somebody has; each is drawn again a few times."""
    count, written = 0, Draft.written

    def counted(draft: Draft, numbers: Iterator[int]) -> Written:
        nonlocal count
        count += 1
        return written(draft, numbers)

    monkeypatch.setattr(Draft, "written", counted)
    names = [
        f"Bert {chr(97 + n % 26)}{chr(97 + n // 26 % 26)}{n // 676}x".title() for n in range(3_000)
    ]
    text = "\n".join(names)
    spans, at = [], 0
    for name in names:
        spans.append(Span(at, at + len(name), "PERSON", key=name))
        at += len(name) + 1
    SURROGATE.run([Document("d", text, "en", annotations=tuple(spans))], KEY)
    assert count < 2_100 + 6 * len(names)
