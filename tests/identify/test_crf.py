"""The tagger as detector: lines, features, offsets, scores, and the file of a model."""

from __future__ import annotations

import json
import os
import pickle
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from making import document
from understudy.core.errors import PolicyError
from understudy.core.types import Document, Segment, Span
from understudy.identify.crf import Crf, build
from understudy.identify.crfmodel import Header, read_model, write_model
from understudy.identify.features import LONGEST, Evidence, features, lines
from understudy.identify.settings import DetectorSettings
from understudy.learn.train import train_crf


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    names = ("Anna", "Bert", "Carla", "Dieter", "Elsa", "Franz")
    corpus = [
        document(
            f"my name is {one} {other} and i call", (f"{one} {other}", "PERSON"), id=one + other
        )
        for one in names
        for other in names
    ]
    trained = train_crf(corpus, iterations=30)
    path = tmp_path_factory.mktemp("models") / "m.crf"
    write_model(path, trained.header, trained.payload)
    return path


def detector(model: Path, **options: Any) -> Crf:
    return build(DetectorSettings(options={"model": str(model), **options}))


def test_spans_are_words_of_the_text(model: Path) -> None:
    text = "hello.\nmy name is Ulrike Meyer and i call"
    (spans,) = detector(model).detect([Document("d", text)])
    assert [(text[span.start : span.end], span.label, span.source) for span in spans] == [
        ("Ulrike Meyer", "PERSON", "crf")
    ]
    assert 0.5 < spans[0].score <= 1.0


def test_tricks_do_not_move_offsets(model: Path) -> None:
    text = "my name is Ul\u200brike Me\u00adyer and i call"
    (spans,) = detector(model).detect([Document("d", text)])
    assert [text[span.start : span.end] for span in spans] == ["Ul\u200brike Me\u00adyer"]


def test_a_lower_threshold_finds_no_less(model: Path) -> None:
    texts = ["name is ulrike", "is Ulrike", "Meyer and i call", "call my Anna"]
    documents = [Document(str(at), text) for at, text in enumerate(texts)]

    def covered(threshold: float) -> list[set[int]]:
        return [
            {at for span in spans for at in range(span.start, span.end)}
            for spans in detector(model, threshold=threshold).detect(documents)
        ]

    usual, low = covered(0.5), covered(0.001)
    assert all(some <= more for some, more in zip(usual, low, strict=True))
    assert sum(map(len, low)) > sum(map(len, usual))


def test_detector_is_pickled_without_its_model(model: Path) -> None:
    whole = detector(model)
    documents = [Document("d", "my name is Ulrike Meyer and i call")]
    before = whole.detect(documents)
    again = pickle.loads(pickle.dumps(whole))
    assert len(pickle.dumps(whole)) < model.stat().st_size
    assert again.detect(documents) == before


@given(st.text(max_size=200))
def test_lines_point_into_the_text(text: str) -> None:
    places = [place for line in lines(Document("d", text)) for place in line.places]
    assert all(0 <= start < end <= len(text) for start, end in places)
    assert all(one[1] <= other[0] for one, other in pairwise(places))


@given(st.text(max_size=300))
def test_spans_are_valid_on_any_text(model: Path, text: str) -> None:
    (spans,) = detector(model, threshold=0.01).detect([Document("d", text)])
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert all(0.0 <= span.score <= 1.0 for span in spans)


def test_lines_end_at_breaks_and_turns() -> None:
    one = Document("d", "a b\nc d e f", segments=(Segment(0, 7), Segment(8, 11)))
    assert [line.words for line in lines(one)] == [("a", "b"), ("c", "d"), ("e", "f")]


def test_long_lines_are_cut_at_sentences() -> None:
    text = "word word word. " * LONGEST
    found = lines(Document("d", text))
    assert sum(len(line.words) for line in found) == 4 * LONGEST
    assert all(len(line.words) <= LONGEST for line in found)
    assert all(line.words[-1] == "." for line in found)


def test_a_line_without_sentences_is_cut_all_the_same() -> None:
    found = lines(Document("d", "word " * (2 * LONGEST + 1)))
    assert [len(line.words) for line in found] == [LONGEST, LONGEST, 1]


def test_features_of_the_window() -> None:
    (line,) = lines(Document("d", "Call NASA, 42"))
    found = features(line, dependent=False)
    assert found[0] == ["first", "0:title", "1:upper", "2:mark=,"]
    assert found[3] == ["last", "-2:upper", "-1:mark=,", "0:digit"]
    dependent = features(line, dependent=True)
    assert {"0:word=nasa", "0:prefix=na", "0:prefix=nas", "0:suffix=asa", "-1:word=call"} <= set(
        dependent[1]
    )


class Marks:
    def detect(self, documents: list[Document]) -> list[tuple[Span, ...]]:
        return [(Span(5, 9, "PERSON"), Span(5, 14, "PERSON")) for _ in documents]


def test_evidence_of_another_detector_is_a_column() -> None:
    one = Document("d", "call Anna Meyer now")
    found = lines(one)
    values = Evidence(Marks())(one, found)
    assert values == [["", "PERSON", "PERSON", ""]]
    of_words = features(found[0], dependent=False, columns={"list": values[0]})
    assert "1:list=PERSON" in of_words[0]
    assert "-1:list=PERSON" in of_words[3]


def test_model_comes_back_as_written(tmp_path: Path) -> None:
    header = Header(("PERSON",), "dependent", True, ("grammar",), "es", {"documents": 3})
    write_model(tmp_path / "m", header, b"\x00\nbytes")
    found, payload = read_model(tmp_path / "m")
    assert payload == b"\x00\nbytes"
    assert (found.labels, found.evidence, found.training) == (
        ("PERSON",),
        ("grammar",),
        {"documents": 3},
    )
    assert os.name != "posix" or (tmp_path / "m").stat().st_mode & 0o077 == 0


def changed(model: Path, target: Path, **values: Any) -> Path:
    line, _, payload = model.read_bytes().partition(b"\n")
    header = {**json.loads(line), **values}
    target.write_bytes(json.dumps(header).encode() + b"\n" + payload)
    return target


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"schema": 99}, "schema 99"),
        ({"kind": "something"}, "not a model"),
        ({"features": "all"}, "feature set"),
        ({"digest": "0"}, "damaged"),
        ({"labels": None}, "header"),
        ({"more": 1}, "header"),
    ],
)
def test_wrong_models_are_refused(
    model: Path, tmp_path: Path, values: dict[str, Any], message: str
) -> None:
    with pytest.raises(PolicyError, match=message):
        read_model(changed(model, tmp_path / "m", **values))


@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02", b"[]\n", b"{}\n", b"lCRF" * 100])
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "m").write_bytes(content)
    with pytest.raises(PolicyError, match="not a model"):
        read_model(tmp_path / "m")


def test_cut_model_is_refused(model: Path, tmp_path: Path) -> None:
    (tmp_path / "m").write_bytes(model.read_bytes()[:-1])
    with pytest.raises(PolicyError, match="damaged"):
        read_model(tmp_path / "m")


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_model_that_anybody_can_change_is_refused(model: Path, tmp_path: Path) -> None:
    (tmp_path / "m").write_bytes(model.read_bytes())
    (tmp_path / "m").chmod(0o606)
    with pytest.raises(PolicyError, match="chmod"):
        read_model(tmp_path / "m")


def test_model_that_changes_during_the_run_is_refused(model: Path, tmp_path: Path) -> None:
    path = tmp_path / "m"
    path.write_bytes(model.read_bytes())
    waiting = detector(path)
    header, _ = read_model(path)
    write_model(path, header, b"other")
    with pytest.raises(PolicyError, match="changed"):
        waiting.detect([Document("d", "text")])


def test_a_model_has_a_size(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("understudy.identify.crfmodel._MOST", 100)
    with pytest.raises(PolicyError, match="a model has at most 100 bytes"):
        read_model(model)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "needs model"),
        ({"model": 3}, "model: must be the name of"),
        ({"model": ""}, "needs model"),
        ({"model": "there is none"}, "cannot be read"),
        ({"model": "m", "treshold": 0.1}, "unknown"),
        ({"model": "m", "threshold": 0.7}, "between"),
        ({"model": "m", "threshold": "low"}, "number"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(PolicyError, match=message):
        build(DetectorSettings(options=options))


def test_model_is_looked_for_beside_the_policy(model: Path) -> None:
    found = build(DetectorSettings(options={"model": model.name}, folder=model.parent))
    assert found.header.labels == ("PERSON",)


def test_a_model_that_saw_private_words_alone_still_tags(tmp_path: Path) -> None:
    rows = [
        Document(str(at), name, "en", annotations=(Span(0, len(name), "PERSON"),))
        for at, name in enumerate(("Ann Lee", "Bob Ray", "Eve Cox"))
    ]
    trained = train_crf(rows, iterations=10)
    path = tmp_path / "private.crf"
    write_model(path, trained.header, trained.payload)
    header, _ = read_model(path)
    ((found,),) = Crf(path, header, {}).detect([Document("x", "Ann Ray", "en")])
    assert (found.label, found.score) == ("PERSON", 1.0)
