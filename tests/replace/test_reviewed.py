"""Ways in which a claim could have been too small; each needs two mentions or two documents."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from understudy.core.draw import seed_key
from understudy.core.errors import PolicyError
from understudy.core.types import Document, Span
from understudy.pipeline import build
from understudy.policy import Policy, parse

NAMES = "Robert\nBob\nMcDonald\nMcdonald\nMary\nJohn\n"


def _policy(folder: Path, strategy: str, p: float) -> Policy:
    (folder / "names.txt").write_text(NAMES)
    rule = f'[categories.PERSON]\nstrategy = "{strategy}"\nfile = "names.txt"\np = {p}\n'
    return parse(f"schema = 1\n{rule}", folder=folder)


def _document(
    text: str, *values: str, key: str | None = None, language: str | None = "en"
) -> Document:
    spans, at = [], 0
    for value in values:
        at = text.index(value, at)
        spans.append(Span(at, at + len(value), "PERSON", key=key))
        at += len(value)
    return Document("d", text, language, annotations=tuple(spans))


@pytest.mark.parametrize("strategy", ["entity", "word"])
def test_two_spellings_of_one_entity_are_never_kept_together(tmp_path: Path, strategy: str) -> None:
    pipeline = build(_policy(tmp_path, strategy, 0.2))
    document = _document("McDonald and Mcdonald", "McDonald", "Mcdonald")
    texts = [pipeline.run([document], seed_key(seed))[0].text for seed in range(60)]
    assert "McDonald and Mcdonald" not in texts


def test_two_names_under_one_key_are_never_kept_together(tmp_path: Path) -> None:
    pipeline = build(_policy(tmp_path, "entity", 0.2))
    document = _document("Robert came. Later Bob left.", "Robert", "Bob", key="k")
    for seed in range(60):
        one, other = pipeline.run([document], seed_key(seed))[0].edits
        assert one.surrogate == other.surrogate


@pytest.mark.parametrize("text", ["Robert and ROBERT", "Robert and robert", "robert and ROBERT"])
def test_letter_case_alone_does_not_stop_the_coin(tmp_path: Path, text: str) -> None:
    pipeline = build(_policy(tmp_path, "entity", 0.2))
    document = _document(text, *text.split(" and "))
    texts = [pipeline.run([document], seed_key(seed))[0].text for seed in range(60)]
    assert text in texts


def test_a_token_of_a_subject_is_refused() -> None:
    with pytest.raises(PolicyError, match=r"policy:2: unit: token needs scope"):
        parse('schema = 1\nunit = "token"\nscope = "subject"\n[default]\nstrategy = "redact"\n')


def test_the_language_is_not_told_by_the_value() -> None:
    pipeline = build(parse('schema = 1\n[categories.PERSON]\nstrategy = "entity"\n'))
    counts = set()
    for value in ("Maria de la Cruz", "Mary Anne Hill Cross"):
        document = _document(f"Patient: {value}. BP 120/80.", value, language=None)
        edit = pipeline.run([document], seed_key(3))[0].edits[0]
        counts.add(len(edit.surrogate.split()))
    assert counts == {2}


def test_a_score_that_is_no_number_protects() -> None:
    pipeline = build(parse("schema = 1\n"))
    document = Document("d", "John", annotations=(Span(0, 4, "PERSON", math.nan),))
    assert pipeline.run([document], seed_key(1))[0].text == "█████"


@pytest.mark.parametrize("category", ["PHONE_NUMBER", "AGE"])
def test_a_noisy_histogram_leaves_shapes_alone(category: str) -> None:
    policy = parse(
        f'schema = 1\n[categories.{category}]\nstrategy = "word"\nsource = "dp-corpus"\n'
    )
    document = Document("d", "call 555-0100", "en", annotations=(Span(5, 13, category),))
    text = build(policy).run([document], seed_key(1))[0].text
    assert text != document.text
    assert text.startswith("call ")


@pytest.mark.parametrize("strategy", ["word", "entity"])
def test_no_accent_outlives_its_letter(strategy: str) -> None:
    policy = parse(f'schema = 1\n[categories.ID]\nstrategy = "{strategy}"\n')
    value = "e\u0301a\u0308-\u0939\u093f\u0928\u094d"
    document = Document("d", value, "en", annotations=(Span(0, len(value), "ID"),))
    text = build(policy).run([document], seed_key(1))[0].text
    assert not set(text) & set("\u0301\u0308\u093f\u094d")
