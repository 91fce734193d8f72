"""Training a tagger: what it learns, that it learns the same twice, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from making import document
from understudy.cli import main
from understudy.core.errors import UsageError
from understudy.core.types import Document, Span
from understudy.identify.crf import build
from understudy.identify.crfmodel import write_model
from understudy.identify.features import Line, lines
from understudy.identify.settings import DetectorSettings
from understudy.learn.train import tags_of, train_crf

NAMES = ("Anna", "Bert", "Carla", "Dieter", "Elsa", "Franz", "Greta", "Hans")
TOWNS = ("Rome", "Paris", "Oslo", "Berlin", "Vienna", "Madrid", "Lisbon", "Prague")


def corpus() -> list[Document]:
    return [
        document(
            f"my name is {name} and i live in {town} since long ago",
            (name, "PERSON"),
            (town, "LOCATION"),
            id=f"{name}-{town}",
        )
        for name in NAMES
        for town in TOWNS
    ]


def found(model: Path, text: str) -> list[tuple[str, str]]:
    detector = build(DetectorSettings(options={"model": str(model)}))
    (spans,) = detector.detect([Document("d", text)])
    return [(text[span.start : span.end], span.label) for span in spans]


def test_learns_names_it_has_not_seen(tmp_path: Path) -> None:
    model = train_crf(corpus(), iterations=40)
    write_model(tmp_path / "m.crf", model.header, model.payload)
    assert found(tmp_path / "m.crf", "my name is Ulrike and i live in Zagreb since long ago") == [
        ("Ulrike", "PERSON"),
        ("Zagreb", "LOCATION"),
    ]


def test_two_trainings_are_equal() -> None:
    first, second = (train_crf(corpus(), iterations=10) for _ in range(2))
    assert first.payload == second.payload
    assert first.header == second.header


def test_feature_sets_differ_in_words() -> None:
    dependent = train_crf(corpus(), iterations=5).payload
    independent = train_crf(corpus(), iterations=5, features="independent").payload
    assert b"name" in dependent
    assert b"name" not in independent


def test_binary_learns_one_label(tmp_path: Path) -> None:
    model = train_crf(corpus(), iterations=40, binary=True)
    assert model.header.labels == ("UNKNOWN",)
    write_model(tmp_path / "m.crf", model.header, model.payload)
    text = "my name is Ulrike and i live in Zagreb since long ago"
    assert {label for _, label in found(tmp_path / "m.crf", text)} == {"UNKNOWN"}


def test_labels_are_mapped() -> None:
    model = train_crf(corpus(), iterations=1, labels={"PERSON": "SURNAME", "LOCATION": ""})
    assert model.header.labels == ("SURNAME",)
    assert model.header.training["entities"] == len(NAMES) * len(TOWNS)


def test_progress_is_told_for_each_iteration() -> None:
    told: list[None] = []
    train_crf(corpus(), iterations=7, progress=lambda: told.append(None))
    assert len(told) == 7


def test_corpus_without_marks_is_refused() -> None:
    with pytest.raises(UsageError, match="nothing to learn"):
        train_crf([Document("d", "no marks here")], iterations=1)


def test_unknown_features_are_refused() -> None:
    with pytest.raises(UsageError, match="feature set"):
        train_crf(corpus(), features="all")


def line_of(text: str) -> Line:
    (line,) = lines(Document("d", text))
    return line


def test_tags_of_entities_side_by_side() -> None:
    line = line_of("call Anna Bert now")
    spans = [Span(5, 9, "PERSON"), Span(10, 14, "PERSON")]
    assert tags_of(line, spans) == ["O", "B-PERSON", "B-PERSON", "O"]


def test_the_longer_of_two_entities_is_learnt() -> None:
    line = line_of("Bank of Rome")
    spans = [Span(8, 12, "LOCATION"), Span(0, 12, "ORGANIZATION")]
    assert tags_of(line, spans) == ["B-ORGANIZATION", "I-ORGANIZATION", "I-ORGANIZATION"]


def test_tags_when_an_entity_is_within_a_word() -> None:
    assert tags_of(line_of("age 70years old"), [Span(4, 6, "AGE")]) == ["O", "B-AGE", "O"]


def test_entity_before_or_after_the_line_leaves_no_tag() -> None:
    first, second = lines(Document("d", "Anna\nBert"))
    assert tags_of(second, [Span(0, 4, "PERSON")]) == ["O"]
    assert tags_of(first, [Span(5, 9, "PERSON")]) == ["O"]


def call(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr("sys.argv", ["understudy", *words])
    try:
        main()
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0


def written(path: Path) -> Path:
    with path.open("w", encoding="utf-8") as file:
        for one in corpus():
            marks = [
                {"start": span.start, "end": span.end, "category": span.label}
                for span in one.annotations
            ]
            file.write(json.dumps({"id": one.id, "text": one.text, "entities": marks}) + "\n")
    return path


def test_command_writes_a_model_that_a_policy_uses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = written(tmp_path / "gold.jsonl")
    model = tmp_path / "m.crf"
    words = ("learn", "train", "crf", str(source), "-o", str(model), "--iterations", "30", "--json")
    assert call(monkeypatch, *words) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["documents"] == len(corpus())
    assert said["labels"] == ["LOCATION", "PERSON"]
    assert model.stat().st_mode & 0o077 == 0
    policy = tmp_path / "p.toml"
    policy.write_text('schema = 1\ndetectors = ["crf"]\n[detector.crf]\nmodel = "m.crf"\n')
    words = ("measure", "detection", str(source), "--policy", str(policy), "--json")
    assert call(monkeypatch, *words) == 0
    assert json.loads(capsys.readouterr().out)["micro"]["exact_f1"]["value"] == 1.0


def test_command_does_not_replace_a_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = written(tmp_path / "gold.jsonl")
    model = tmp_path / "m.crf"
    model.write_bytes(b"mine")
    words = ("learn", "train", "crf", str(source), "-o", str(model), "--iterations", "1")
    assert call(monkeypatch, *words) == 2
    assert "--force" in capsys.readouterr().err
    assert model.read_bytes() == b"mine"
    assert call(monkeypatch, *words, "--force", "--quiet") == 0
    assert model.read_bytes() != b"mine"


def test_command_refuses_an_unknown_map(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = written(tmp_path / "gold.jsonl")
    model = str(tmp_path / "m.crf")
    assert (
        call(monkeypatch, "learn", "train", "crf", str(source), "-o", model, "--labels", "x") == 2
    )
    assert "meddocan" in capsys.readouterr().err
