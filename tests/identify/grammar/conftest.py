"""A detector from the text of a grammar."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from understudy.core.types import Document, Span
from understudy.identify.grammar import Grammars, build
from understudy.identify.settings import DetectorSettings

Find = Callable[..., list[str]]


@pytest.fixture
def grammar(tmp_path: Path) -> Callable[..., Grammars]:
    """The detector of a grammar alone: only its own categories, which no shipped rule has."""

    def made(text: str, *, language: str = "en", **options: object) -> Grammars:
        (tmp_path / "mine.bnf").write_text(text, encoding="utf-8")
        settings = DetectorSettings(
            language=language,
            categories=frozenset({"MINE", "YOURS"}),
            options={"files": ["mine.bnf"], **options},
            folder=tmp_path,
        )
        return build(settings)

    return made


def spans_of(detector: Grammars, text: str, language: str = "en") -> tuple[Span, ...]:
    (spans,) = detector.detect([Document("1", text, language)])
    return spans


@pytest.fixture
def find(grammar: Callable[..., Grammars]) -> Find:
    """What a grammar finds in a text."""

    def found(rules: str, text: str, *, language: str = "en", **options: object) -> list[str]:
        spans = spans_of(grammar(rules, language=language, **options), text, language)
        return [text[span.start : span.end] for span in spans]

    return found
