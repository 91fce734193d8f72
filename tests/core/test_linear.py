"""Expressions of Python mean the same here, in all scripts, and never take long."""

from __future__ import annotations

import pickle
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.core.linear import LinearPattern

TEXT = "José Núñez, K-1234 or k‑٣٤ (Ana_B) at 5\u00a0pm;\nbanana an [x] naïve… ½ Ⅳ\n"
PATTERNS = (
    r"\bAn\w+",
    r"\ban\b",
    r"K-\d{4}",
    r"[kK][-‑]\d+",
    r"\d+\s\w+",
    r"\w+\W+\w+",
    r"[^,;\s]+",
    r"N\u00fa\N{LATIN SMALL LETTER N WITH TILDE}ez",
    r"(?i)JOSÉ",
    r"(?i:josé) N",
    r"(?:an)+\b",
    r"\b\w",
    r"\b.",
    r"(?s)\b.",
    r"\b[^a]",
    r"\w+\b\S",
    r"^\w+",
    r"(?m)^\w+",
    r"(?m)\w+$",
    r"\w$",
    r"Ⅳ$",
    r"\AJ|\n\Z",
    r"[][x]+",
    r"[\w-]+",
    r"[^a-z\n]+",
    r"a{1,2}?n",
    r"(?P<letter>[A-Z])\w*",
    r"\(|\)|\.",
    r"[\s\d]+",
    r"b.*n",
    r"(?s)b.*n",
    r"\t|\x41|\u2026",
)


@pytest.mark.parametrize("source", PATTERNS)
def test_it_matches_what_python_matches(source: str) -> None:
    assert list(LinearPattern(source).spans(TEXT)) == [
        one.span() for one in re.finditer(source, TEXT) if one[0]
    ]


@pytest.mark.parametrize("source", PATTERNS)
@given(text=st.text(alphabet="anAK-‑1٣é \n_[x.", max_size=12))
def test_any_text_is_matched_alike(source: str, text: str) -> None:
    assert list(LinearPattern(source).spans(text)) == [
        one.span() for one in re.finditer(source, text) if one[0]
    ]
    assert LinearPattern(source).matches(text) == (re.fullmatch(source, text) is not None)


def test_capitals_count_unless_it_is_said() -> None:
    assert list(LinearPattern("núñez", case=False).spans("NÚÑEZ")) == [(0, 5)]
    assert not list(LinearPattern("núñez").spans("NÚÑEZ"))


@pytest.mark.parametrize("source", [r"(a+)+b", r"(\w+\s?)+:", r"(a|a)*\bb", r"(.*)*=(.*)*x"])
def test_no_expression_takes_long(source: str) -> None:
    begun = time.process_time()
    assert not list(LinearPattern(source).spans("a" * 20_000))
    assert time.process_time() - begun < 5


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("(", "missing"),
        (r"(?=a)", "look-around"),
        (r"(?<!a)b", "look-around"),
        (r"(a)\1", r"\\1 is not supported"),
        (r"(?P<a>a)(?P=a)", "back-references"),
        (r"\Ba", r"\\B"),
        (r"[\W]", "in brackets"),
        (r"(?x)a", "look-around"),
        (r"(a{900}){900}", "too many"),
        (r"a++", "not supported"),
    ],
)
def test_what_is_not_linear_is_refused(source: str, problem: str) -> None:
    with pytest.raises(re.error, match=problem):
        LinearPattern(source)


def test_it_can_be_sent_to_a_worker() -> None:
    pattern = LinearPattern(r"\bK-\d+")
    assert pickle.loads(pickle.dumps(pattern)) == pattern
