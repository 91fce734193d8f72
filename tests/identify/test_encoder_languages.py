"""What the shipped language model does with languages that it was not trained on."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from importlib.resources import files

import pytest

from understudy.core.types import Document, Span
from understudy.identify import encoder
from understudy.identify.encoder import EncoderDetector
from understudy.languages import get, installed, packs, untrained
from understudy.languages.language import SKIPPED, UNTRAINED, Language
from understudy.policy import parse
from understudy.report.cautions import cautions
from understudy.report.summary import Summary

DOCUMENTS = [
    Document("a", "so ann is here", "en"),
    Document("b", "dice que ana", "es"),
    Document("c", "the call was from ann"),
]


class Everything:
    """Tags the first two letters of every document."""

    def tag(
        self, documents: Sequence[Document], *, threshold: float = 0.0
    ) -> list[tuple[Span, ...]]:
        return [(Span(0, 2, "LOCATION", 1.0),) for _ in documents]


def spanish_says(monkeypatch: pytest.MonkeyPatch, encoder_is: str) -> None:
    def record(code: str) -> Language:
        found = get(code)
        return dataclasses.replace(found, encoder=encoder_is) if code == "es" else found

    for module in (encoder, packs):
        monkeypatch.setattr(module, "get", record)
    untrained.cache_clear()


@pytest.fixture(autouse=True)
def _forgotten(monkeypatch: pytest.MonkeyPatch) -> object:
    yield
    monkeypatch.undo()
    untrained.cache_clear()


@pytest.mark.parametrize(
    ("says", "shipped", "found", "told"),
    [
        (SKIPPED, True, [1, 0, 1], [None, "es", None]),
        (UNTRAINED, True, [1, 1, 1], [None, "es", None]),
        (SKIPPED, False, [1, 1, 1], [None, None, None]),
    ],
)
def test_a_language_may_skip_the_shipped_model(
    monkeypatch: pytest.MonkeyPatch,
    says: str,
    shipped: bool,
    found: list[int],
    told: list[str | None],
) -> None:
    spanish_says(monkeypatch, says)
    detector = EncoderDetector(Everything(), shipped=shipped)
    assert list(map(len, detector.detect(DOCUMENTS))) == found
    assert list(map(detector.untrained, DOCUMENTS)) == told


def test_the_languages_that_say_trained_are_those_of_the_model() -> None:
    card = files("understudy.encoder").joinpath("weights", "model.json")
    languages = json.loads(card.read_text(encoding="utf-8"))["languages"]
    assert sorted(languages) == sorted(set(installed()) - untrained())


@pytest.mark.parametrize(("says", "verb"), [(SKIPPED, "skipped"), (UNTRAINED, "read")])
def test_a_report_warns_of_them(monkeypatch: pytest.MonkeyPatch, says: str, verb: str) -> None:
    record = dataclasses.replace(get("es"), encoder=says)
    monkeypatch.setattr("understudy.report.cautions.get", lambda _: record)
    one, two = Summary(documents=1), Summary(documents=2)
    one.untrained["es"], two.untrained["es"] = 1, 2
    one += Summary.unpack(json.loads(json.dumps(two.pack())))
    policy = parse('schema = 1\n[default]\nstrategy = "redact"\n')
    said = [one.text for one in cautions(policy, one, (), "fresh") if one.level == "warning"]
    assert any(
        text.startswith(
            "3 documents are in Spanish, which the shipped language model was not trained on; it "
            f"{verb} them."
        )
        for text in said
    )
