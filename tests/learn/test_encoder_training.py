"""Fine-tuning the encoder: what it learns, what it writes, and what it refuses."""

from __future__ import annotations

import json
import pickle
import re
import sys
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from making import document
from understudy.cli import main
from understudy.core.errors import MissingExtra, ModelError, UsageError
from understudy.core.types import Document, Span
from understudy.encoder.model import Encoder
from understudy.encoder.pieces import framed
from understudy.encoder.weights import Weights
from understudy.identify.encoder import build
from understudy.identify.settings import DetectorSettings
from understudy.learn.encoder import train_encoder
from understudy.learn.examples import (
    IGNORED,
    batches,
    classes_of,
    flat,
    rows,
    score,
    split,
)

FIRSTS = ("zor", "kel", "bri", "mun", "tav", "ox", "plen", "rud")
LASTS = ("blat", "vex", "dorn", "quil", "mip")
SENTENCES = (
    "please restart the {} before noon",
    "the {} on the second floor leaks again",
    "we ordered a {} and two cables",
    "is your {} still under warranty",
)
UNSEEN = "please send the {} back before lunch"


def corpus() -> list[Document]:
    """Invented appliances, which the shipped model has no label for."""
    names = ["".join(parts) for parts in product(FIRSTS, LASTS)]
    return [
        document(
            SENTENCES[at % len(SENTENCES)].format(name) + f" as of ticket {at}",
            (name, "appliance"),
            id=f"ticket-{at}",
        )
        for at, name in enumerate(names * 2)
    ]


def call(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr("sys.argv", ["understudy", *words])
    try:
        main()
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0


def written(path: Path, documents: list[Document]) -> Path:
    with path.open("w", encoding="utf-8") as file:
        for one in documents:
            marks = [
                {"start": span.start, "end": span.end, "category": span.label}
                for span in one.annotations
            ]
            file.write(json.dumps({"id": one.id, "text": one.text, "entities": marks}) + "\n")
    return path


def values(text: str, spans: tuple[Span, ...]) -> list[tuple[str, str]]:
    return [(text[span.start : span.end], span.label) for span in spans]


@pytest.fixture(scope="module")
def torch() -> object:
    pytest.importorskip("onnx", reason="training needs onnx (the extra train)")
    return pytest.importorskip("torch", reason="training needs torch (the extra train)")


@pytest.fixture(scope="module")
def tuned(torch: object, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tuned") / "appliances"
    train_encoder(corpus(), folder, model="fast", epochs=3)
    return folder


def test_learns_a_label_that_the_shipped_model_does_not_know(tuned: Path) -> None:
    texts = [UNSEEN.format(name) for name in ("zorquil", "fendrix", "kelblat")]
    documents = [Document(str(at), text) for at, text in enumerate(texts)]
    found = Encoder.load(folder=tuned).tag(documents)
    wanted = [[(name, "appliance")] for name in ("zorquil", "fendrix", "kelblat")]
    assert [values(text, spans) for text, spans in zip(texts, found, strict=True)] == wanted
    assert "B-appliance" not in Weights().card["classes"]


def test_reads_text_without_case_as_well(tuned: Path) -> None:
    text = UNSEEN.format("zorquil").upper()
    (spans,) = Encoder.load(folder=tuned).tag([Document("d", text)])
    assert values(text, spans) == [("ZORQUIL", "appliance")]


def test_what_was_measured_is_what_was_written(tuned: Path) -> None:
    _, held = split(corpus(), 0)
    facts = json.loads((tuned / "model.json").read_text("utf-8"))["training"]
    assert facts["f1"] > 0.5
    assert facts["f1"] == round(score(held, Encoder.load(folder=tuned).tag(held)), 4)
    assert facts["f1"] == max(facts["scores"]) == facts["scores"][facts["best"] - 1]


def test_folder_holds_only_what_differs_for_its_owner(tuned: Path) -> None:
    assert {path.name for path in tuned.iterdir()} == {"encoder.onnx", "heads.npz", "model.json"}
    assert tuned.stat().st_mode & 0o077 == 0
    assert all(path.stat().st_mode & 0o077 == 0 for path in tuned.iterdir())
    assert not [path for path in tuned.parent.iterdir() if path != tuned]
    Weights(tuned).check()


def test_card_has_no_words_of_the_corpus(tuned: Path) -> None:
    said = (tuned / "model.json").read_text("utf-8")
    words = {word for one in corpus() for word in re.findall(r"[a-z]{4,}", one.text)} - {"second"}
    assert not [word for word in words if re.search(rf"\b{word}\b", said)]
    assert not re.search(r"ticket-\d", said)


def test_policy_uses_the_folder(
    tuned: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "model").symlink_to(tuned)
    policy = tmp_path / "p.toml"
    policy.write_text(
        'schema = 1\ndetectors = ["encoder"]\n[detector.encoder]\nmodel = "model"\n'
        '[labels]\nappliance = "PRODUCT"\n[categories]\nPRODUCT = { strategy = "typed" }\n'
    )
    source = written(tmp_path / "in.jsonl", [Document("d", UNSEEN.format("kelblat"))])
    out = tmp_path / "out.jsonl"
    words = ("run", str(source), "-o", str(out), "--policy", str(policy), "--quiet")
    assert call(monkeypatch, *words) == 0
    released = json.loads(out.read_text("utf-8"))["text"]
    assert "kelblat" not in released
    assert "PRODUCT" in released
    assert released.startswith(UNSEEN.split("{}", maxsplit=1)[0])


def test_detector_keeps_labels_that_are_no_categories(tuned: Path) -> None:
    settings = DetectorSettings(
        options={"model": tuned.name}, folder=tuned.parent, categories=frozenset({"PERSON"})
    )
    text = UNSEEN.format("zorquil")
    (spans,) = build(settings).detect([Document("d", text)])
    assert values(text, spans) == [("zorquil", "appliance")]


def test_detector_survives_pickling(tuned: Path) -> None:
    detector = build(DetectorSettings(options={"model": str(tuned)}))
    documents = [Document("d", UNSEEN.format("zorquil"))]
    found = detector.detect(documents)
    assert pickle.loads(pickle.dumps(detector)).detect(documents) == found


def test_only_tags(tuned: Path) -> None:
    encoder = Encoder.load(folder=tuned)
    with pytest.raises(UsageError, match="only tags"):
        encoder.vectors(["a text"])
    with pytest.raises(UsageError, match="only tags"):
        encoder.pos(["a text"])


def copied(tuned: Path, folder: Path, **changes: object) -> Path:
    folder.mkdir()
    for path in tuned.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    card = json.loads((tuned / "model.json").read_text("utf-8"))
    (folder / "model.json").write_text(json.dumps({**card, **changes}), "utf-8")
    return folder


def test_another_base_is_refused(tuned: Path, tmp_path: Path) -> None:
    folder = copied(tuned, tmp_path / "m", base={"model": "fast", "digest": "0" * 64})
    with pytest.raises(ModelError, match="another model"):
        build(DetectorSettings(options={"model": str(folder)}))
    with pytest.raises(ModelError, match="another model"):
        Encoder.load(folder=folder)


def test_damaged_weights_are_refused(tuned: Path, tmp_path: Path) -> None:
    folder = copied(tuned, tmp_path / "m")
    (folder / "heads.npz").write_bytes(b"nothing")
    with pytest.raises(ModelError, match=r"heads\.npz"):
        build(DetectorSettings(options={"model": str(folder)}))


@pytest.mark.parametrize(("name", "graph"), [("full", "encoder.onnx"), ("fast", "tagger.onnx")])
def test_network_says_what_the_shipped_graph_says(torch: object, name: str, graph: str) -> None:
    import torch as pytorch

    from understudy.encoder.embedding import Embedding
    from understudy.encoder.weights import SHIPPED
    from understudy.learn.dequantise import rebuilt

    encoder = Encoder.load(name)
    texts = ["Rosa Lind moved to 12 High Street, Leeds, in May.", "call me at nine tomorrow"]
    network = rebuilt(SHIPPED / graph, 3).eval()
    embedding = Embedding(encoder.weights, name)
    read = encoder.pieces(texts)
    for pieces, wanted in zip(read, encoder.states(read), strict=True):
        ids, cases, before = framed(pieces, 0, len(pieces.ids))
        embedded = pytorch.from_numpy(embedding.of(ids[None], cases[None]))
        seen = pytorch.ones((1, len(ids)), dtype=pytorch.bool)
        with pytorch.no_grad():
            states = network.states(embedded, seen)[0].numpy()
        states = states[before : before + len(pieces.ids)]
        # A value halfway between two whole numbers may go either way, no more than that.
        alike = (states * wanted).sum(-1) / (
            np.linalg.norm(states, axis=-1) * np.linalg.norm(wanted, axis=-1)
        )
        assert alike.min() > 0.99


def test_weights_survive_the_way_there_and_back(torch: object, tmp_path: Path) -> None:
    from understudy.encoder.weights import SHIPPED
    from understudy.learn.dequantise import dequantised
    from understudy.learn.tuning import Tuner

    graph, _ = Tuner("fast", [0, 1, 2], 1, np.random.default_rng(0)).exported()
    (tmp_path / "again.onnx").write_bytes(graph)
    first, second = dequantised(SHIPPED / "tagger.onnx"), dequantised(tmp_path / "again.onnx")
    assert first.keys() == second.keys()
    for name, value in first.items():
        np.testing.assert_allclose(value, second[name], rtol=1e-5, err_msg=name)


def test_two_trainings_are_equal_and_binary_has_one_label(torch: object, tmp_path: Path) -> None:
    for name in ("one", "two"):
        train_encoder(corpus()[:20], tmp_path / name, model="fast", epochs=1, binary=True)
    first, second = (Weights(tmp_path / name).card for name in ("one", "two"))
    assert first["classes"] == ["O", "B-UNKNOWN", "I-UNKNOWN"]
    assert first["files"] == second["files"]


def test_command_answers_and_does_not_replace_what_is_no_model(
    torch: object,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    source = written(tmp_path / "gold.jsonl", corpus()[:20])
    model = tmp_path / "m"
    words = ("learn", "train", "encoder", str(source), "-o", str(model), "--model", "fast")
    words += ("--epochs", "1", "--json")
    assert call(monkeypatch, *words) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["documents"], said["development"], said["labels"]) == (20, 2, ["appliance"])
    assert call(monkeypatch, *words) == 2
    assert "--force" in capsys.readouterr().err
    assert call(monkeypatch, *words, "--force") == 0
    (model / "mine.txt").write_text("keep")
    assert call(monkeypatch, *words, "--force") == 2
    assert "not a model" in capsys.readouterr().err
    assert (model / "mine.txt").read_text() == "keep"


def test_early_stop_and_progress(torch: object, tmp_path: Path) -> None:
    told: list[tuple[int, int, float]] = []
    card = train_encoder(
        corpus(),
        tmp_path / "m",
        model="fast",
        epochs=12,
        progress=lambda *said: told.append(said),
    )
    facts = card["training"]
    assert facts["epochs"] == facts["best"] + 2 < 12
    assert [done for done, _, _ in told] == list(range(1, len(told) + 1))
    assert told[-1][0] == told[-1][1] * facts["epochs"] // 12
    assert told[-1][2] == facts["f1"]


def test_corpora_that_cannot_be_learnt_from_are_refused(torch: object, tmp_path: Path) -> None:
    plain = [one._replace(annotations=()) for one in corpus()]
    with pytest.raises(UsageError, match="nothing to learn"):
        train_encoder(plain, tmp_path / "m")
    with pytest.raises(UsageError, match="9 documents"):
        train_encoder(corpus()[:9], tmp_path / "m")
    with pytest.raises(UsageError, match="1 of them annotated"):
        train_encoder([*plain, corpus()[0]], tmp_path / "m")
    with pytest.raises(UsageError, match="no model is named"):
        train_encoder(corpus(), tmp_path / "m", model="huge")
    with pytest.raises(UsageError, match="no such directory"):
        train_encoder(corpus(), tmp_path / "no" / "m")
    assert not list(tmp_path.iterdir())


def test_missing_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "understudy.learn.tuning", raising=False)
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(MissingExtra, match=r"understudy\[train\]"):
        train_encoder(corpus(), tmp_path / "m")


def test_command_refuses_an_unknown_map(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = written(tmp_path / "gold.jsonl", corpus())
    words = ("learn", "train", "encoder", str(source), "-o", str(tmp_path / "m"))
    assert call(monkeypatch, *words, "--labels", "x") == 2
    assert "meddocan" in capsys.readouterr().err


def test_split_parts_annotated_documents_alike() -> None:
    documents = corpus() + [Document(f"plain-{at}", "nothing here") for at in range(40)]
    learnt, held = split(documents, 0)
    assert sorted(one.id for one in learnt + held) == sorted(one.id for one in documents)
    assert sum(1 for one in held if one.annotations) == 8
    assert sum(1 for one in held if not one.annotations) == 4
    shuffled, _ = split(documents[::-1], 0)
    assert shuffled == learnt
    assert split(documents, 1)[1] != held


def test_of_overlapping_annotations_the_longer_is_learnt() -> None:
    text = "Bank of Rome"
    marks = (Span(8, 12, "PLACE"), Span(0, 12, "FIRM"), Span(4, 5, "GAP"))
    one = flat(Document("d", text, annotations=marks))
    assert one.annotations == (Span(0, 12, "FIRM"),)
    assert flat(Document("d", text, annotations=marks[2:])).annotations == ()


def test_units_of_long_documents_are_asked_once() -> None:
    text = "\n".join(["call Anna 70years old now"] * 120)
    starts = [match.start() for match in re.finditer("Anna|70", text)]
    marks = tuple(Span(start, start + (4 if text[start] == "A" else 2), "X") for start in starts)
    one = Document("d", text, annotations=marks)
    classes = classes_of([one])
    found = rows(Encoder(), [one], classes)
    assert len(found) > 1
    asked = np.concatenate([row.wanted[row.wanted != IGNORED] for row in found])
    once = [0, 1, 1, 0, 0, 0]
    assert classes == ("O", "B-X", "I-X")
    assert asked.tolist() == once * 120


@given(st.lists(st.integers(1, 256), min_size=1, max_size=60), st.integers(1, 1024))
def test_batches_hold_every_row_once_within_the_room(lengths: list[int], room: int) -> None:
    found = batches(lengths, room, np.random.default_rng(1))
    assert sorted(at for batch in found for at in batch) == list(range(len(lengths)))
    for batch in found:
        assert len(batch) == 1 or max(lengths[at] for at in batch) * len(batch) <= room


def test_score_is_f1_of_exact_spans() -> None:
    gold = [Document("d", "x" * 20, annotations=(Span(0, 4, "A"), Span(5, 9, "B")))]
    assert score(gold, [[Span(0, 4, "A", 0.7, "encoder"), Span(5, 9, "A")]]) == 0.5
    assert score(gold, [[]]) == 0.0
