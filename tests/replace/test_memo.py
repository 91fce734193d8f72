"""Units and scopes: who shares a draw with whom."""

from __future__ import annotations

import pytest

from making import KEY, caller, document, listed, pipeline_of, run, surrogates
from understudy.core.types import Document, Span
from understudy.policy.scopes import scope_of, subject_digests
from understudy.replace.base import Rule
from understudy.report.summary import Summary

MANY = [f"Name{n:03}" for n in range(200)]
STRATEGIES = ("word", "entity")
TEXT = "Anna called; ANNA asked for Anna"


def _thrice(id: str = "d") -> Document:
    marks = (("Anna", "PERSON"), ("ANNA", "PERSON"), ("Anna", "PERSON"))
    return document(TEXT, *marks, id=id)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_mentions_of_an_entity_share_one_draw(strategy: str) -> None:
    (result,) = run(listed(strategy, MANY), _thrice())
    first, second, third = result.edits
    assert first.surrogate == third.surrogate
    assert second.surrogate == first.surrogate.upper()
    assert first.draws == second.draws == third.draws
    assert len(first.draws) == 1


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_with_tokens_every_mention_draws_for_itself(strategy: str) -> None:
    (result,) = run(listed(strategy, MANY), _thrice(), unit="token")
    assert len({edit.draws for edit in result.edits}) == 3
    assert len({edit.surrogate.lower() for edit in result.edits}) == 3


@pytest.mark.parametrize("strategy", ["redact", "typed", "named", "hash", *STRATEGIES])
def test_the_coin_is_tossed_once_for_an_entity_and_thrice_for_tokens(strategy: str) -> None:
    rule = listed(strategy, ["Anna", "Bob"], p=0.5)
    if strategy not in STRATEGIES:
        rule = Rule(strategy, p=0.5)
    documents = [_thrice(str(n)) for n in range(60)]
    one = {tuple(e.kept for e in result.edits) for result in run(rule, *documents)}
    assert one == {(True,) * 3, (False,) * 3}
    each = {tuple(e.kept for e in result.edits) for result in run(rule, *documents, unit="token")}
    assert len(each) > 4


def test_a_word_shares_its_draw_across_entities_of_one_category() -> None:
    text = "Anna Lee, Bob Lee, Lee Street"
    marks = (("Anna Lee", "PERSON"), ("Bob Lee", "PERSON"), ("Lee Street", "LOCATION"))
    rules = {"PERSON": listed("word", MANY), "LOCATION": listed("word", MANY)}
    (result,) = pipeline_of(rules).run([document(text, *marks)], KEY)
    anna, bob, street = (edit.surrogate.split() for edit in result.edits)
    assert anna[1] == bob[1]
    assert anna[0] != bob[0]
    assert street[0] != anna[1]


def test_given_keys_link_mentions_and_a_short_one_shows_a_part() -> None:
    text = "John Smith; Smith; the boss"
    spans = (
        Span(0, 10, "PERSON", key="p1"),
        Span(12, 17, "PERSON", key="p1"),
        Span(19, 27, "PERSON", key="p1"),
    )
    marked = Document("d", text, language="en", annotations=spans)
    (result,) = run(listed("entity", ["Ann Lee", "Bob Ray", "Eve Fox"]), marked)
    full, last, role = (edit.surrogate for edit in result.edits)
    assert full in ("Ann Lee", "Bob Ray", "Eve Fox")
    assert last == full.split()[1]
    assert role == full.lower()


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_documents_of_one_subject_share_draws(strategy: str) -> None:
    pairs = [caller("Anna", id=f"{n} {part}", subject=f"s{n}") for n in range(60) for part in "ab"]
    shared = surrogates(run(listed(strategy, MANY), *pairs, scope="subject"))
    assert shared[::2] == shared[1::2]
    assert len(set(shared)) > 20
    apart = surrogates(run(listed(strategy, MANY), *pairs))
    assert sum(a == b for a, b in zip(apart[::2], apart[1::2], strict=True)) < 10


def test_without_a_subject_the_scope_is_the_document() -> None:
    documents = [caller("Anna", id=str(n)) for n in range(60)]
    assert len(set(surrogates(run(listed("entity", MANY), *documents, scope="subject")))) > 30


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_documents_of_one_subject_share_no_draw_with_another_law(strategy: str) -> None:
    """In one document the value can be kept, in the other it cannot: one coin would show it."""
    rule = listed(strategy, ["Anna", "Bob", "Carl"], p=0.5)
    pairs = [
        caller(value, id=f"{n} {value}", subject=f"s{n}")
        for n in range(80)
        for value in ("Anna", "aNNA")
    ]
    pipeline = pipeline_of({"PERSON": rule}, scope="subject")
    results = pipeline.run(pairs, KEY)
    joint = [
        (a.edits[0].kept, a.edits[0].surrogate == b.edits[0].surrogate)
        for a, b in zip(results[::2], results[1::2], strict=True)
    ]
    assert (False, False) in joint
    first, second = results[0], results[1]
    assert not set(first.edits[0].draws) & set(second.edits[0].draws)
    summary, subjects = Summary(), subject_digests(pairs)
    for result in (first, second):
        draw = scope_of(result.document, KEY, pipeline.policy, subjects)
        summary.note_subject(result.document, result.edits, draw, shared=True)
    (owed,) = summary.subject_bills()
    assert sum(count for _, count in owed) == 2


def test_documents_of_one_subject_in_two_languages_share_no_draw() -> None:
    pairs = [
        caller("Ana", id=f"{n} {language}", subject=f"s{n}", language=language)
        for n in range(5)
        for language in ("en", "es")
    ]
    results = run(Rule("entity", p=0.5), *pairs, scope="subject")
    for a, b in zip(results[::2], results[1::2], strict=True):
        assert a.edits[0].draws != b.edits[0].draws
