"""What is told of models without running them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from understudy.core.errors import ModelError, UsageError
from understudy.encoder.described import described
from understudy.encoder.weights import SHIPPED, Weights


def test_the_shipped_models() -> None:
    full, fast = described("full"), described("fast")
    assert full.heads == ("tags", "masked pieces", "parts of speech", "sentence vectors")
    assert fast.heads == ("tags",)
    whole = sum(path.stat().st_size for path in SHIPPED.iterdir())
    assert fast.bytes < full.bytes < whole
    assert full.bytes == whole - (SHIPPED / "tagger.onnx").stat().st_size
    assert (full.languages, full.licence) == (("en", "es"), "Apache-2.0")
    assert "PERSON" in full.categories
    assert full.digest == Weights().digest
    full.check()


@pytest.fixture
def tuned(tmp_path: Path) -> Path:
    """As training on a corpus of one's own leaves it: a body and heads on the shipped table."""
    folder = tmp_path / "mine"
    folder.mkdir()
    for name in ("encoder.onnx", "heads.npz"):
        shutil.copy(SHIPPED / name, folder)
    shipped = Weights()
    card = {
        "schema": 1,
        "name": "mine",
        "window": 256,
        "classes": ["O", "B-ROOM", "I-ROOM"],
        "base": {"model": "full", "digest": shipped.digest},
        "files": {name: shipped.card["files"][name] for name in ("encoder.onnx", "heads.npz")},
        "training": {"f1": 0.75, "scores": [0.5, 0.75]},
    }
    (folder / "model.json").write_text(json.dumps(card))
    return folder


def test_a_model_of_ones_own(tuned: Path) -> None:
    found = described(str(tuned))
    assert (found.name, found.heads, found.categories) == ("mine", ("tags",), ("ROOM",))
    assert found.scores == {"f1": 0.75}
    assert found.languages == ()
    assert found.bytes == sum(path.stat().st_size for path in tuned.iterdir())
    found.check()
    (tuned / "heads.npz").write_bytes(b"other")
    with pytest.raises(ModelError, match=r"heads\.npz"):
        found.check()
    (tuned / "heads.npz").unlink()
    with pytest.raises(ModelError, match=r"heads\.npz: missing"):
        described(str(tuned))


def test_scores_are_those_of_the_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    card = {**Weights().card, "scores": {"full": {"masked.en": 0.5}, "fast": {"x.f1": 0.25}}}
    monkeypatch.setattr(Weights, "card", card)
    assert described("full").scores == {"masked.en": 0.5}
    assert described("fast").scores == {"x.f1": 0.25}


def test_a_model_of_the_hub(tmp_path: Path) -> None:
    labels = {"0": "O", "1": "B-PER", "2": "I-PER", "3": "LOC"}
    config = {"architectures": ["BertForTokenClassification"], "id2label": labels}
    (tmp_path / "config.json").write_text(json.dumps(config))
    (tmp_path / "model.safetensors").write_bytes(b"0" * 1000)
    found = described(str(tmp_path))
    assert found.name == tmp_path.name
    assert found.heads == ("tags", "sentence vectors")
    assert found.categories == ("PER", "LOC")
    assert found.bytes > 1000
    with pytest.raises(UsageError, match="no card"):
        found.check()
    masked = {"architectures": ["RobertaForMaskedLM"], "id2label": {"0": "LABEL_0"}}
    (tmp_path / "config.json").write_text(json.dumps(masked))
    assert described(str(tmp_path)).heads == ("masked pieces", "sentence vectors")
    assert described(str(tmp_path)).categories == ()


def test_a_folder_without_a_model(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no model can be read there"):
        described(str(tmp_path))
    (tmp_path / "config.json").write_text("{")
    with pytest.raises(ModelError, match=r"config\.json"):
        described(str(tmp_path))
