"""Word by word: counts, punctuation, shapes and the bill of an entity."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from making import KEY, caller, document, listed, run, surrogates
from understudy.core.text import words
from understudy.replace.base import Rule, Setting
from understudy.replace.word import build

NAMES = ("Anna", "Bob", "Carla", "Dan")
ENTITY = st.text("abcXYZ019 -'.,", min_size=1, max_size=20).filter(lambda text: text.strip())


@given(ENTITY)
def test_the_number_of_words_and_what_is_between_them_stays(value: str) -> None:
    marked = document(f"[{value}]", (value, "PERSON"))
    (result,) = run(listed("word", NAMES), marked, leak_check=False)
    (edit,) = result.edits
    spans = words(value)
    if spans:
        gaps = [left[1] for left in spans], [right[0] for right in spans[1:]]
        inner = [value[a:b] for a, b in zip(*gaps, strict=False)]
        pattern = r"\w+".join([re.escape(g) for g in (value[: spans[0][0]], *inner)])
        assert re.fullmatch(pattern + r"\w+" + re.escape(value[spans[-1][1] :]), edit.surrogate)
    assert len(edit.draws) == max(1, len(spans))


def test_every_word_has_its_own_coin() -> None:
    rule = listed("word", NAMES, p=0.5)
    results = run(rule, *(caller("Anna Bob Dan", id=str(n)) for n in range(200)))
    patterns = {
        tuple(a == b for a, b in zip(e.surrogate.split(), e.original.split(), strict=True))
        for result in results
        for e in result.edits
    }
    assert len(patterns) == 8
    for result in results:
        (edit,) = result.edits
        assert not edit.kept or edit.surrogate == edit.original


@pytest.mark.parametrize(
    ("label", "one", "other"),
    [
        ("ID", "AB12", "XY34Z"),
        ("ID", "12345", "12345678"),
        ("PASSWORD", "hunter", "capital"),
        ("AGE", "thirty", "three"),
    ],
)
def test_the_length_of_an_identifier_does_not_show(label: str, one: str, other: str) -> None:
    strategy = build({label: Rule("word")}, Setting(draws={label: "shape"}))
    assert strategy.choice(label, "en", one) is strategy.choice(label, "en", other)


def test_words_with_digits_keep_their_shape_with_a_public_list() -> None:
    (result,) = run(Rule("word"), caller("John 42-17"))
    name, number = result.edits[0].surrogate.split()
    assert name.isalpha()
    assert re.fullmatch(r"[1-9]\d-[1-9]\d", number)


def test_an_entity_is_billed_at_its_dearest_word() -> None:
    results = run(Rule("word", p=0.9), caller("John", id="1"), caller("John 4", id="2"))
    assert results[0].edits[0].event == results[1].edits[0].event
    (alone,) = run(Rule("word", p=0.9), caller("4", id="3"))
    assert alone.edits[0].event.epsilon < results[0].edits[0].event.epsilon


@pytest.mark.parametrize("value", ["--", "@", "…"])
def test_a_value_without_words_is_one_word(value: str) -> None:
    (result,) = run(listed("word", NAMES), caller(value))
    assert result.edits[0].surrogate in NAMES


def test_letter_case_word_by_word() -> None:
    drawn = surrogates(run(listed("word", NAMES), caller("ANNA bob Dan"), key=KEY))
    upper, lower, native = drawn[0].split()
    assert upper.isupper()
    assert lower.islower()
    assert native in NAMES
