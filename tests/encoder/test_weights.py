"""The files of the shipped model."""

from __future__ import annotations

import json
import lzma
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import marked_texts
import numpy as np
import pytest

from understudy.core.errors import ModelError
from understudy.encoder import Encoder
from understudy.encoder.pieces import CASES, MASK, NEWLINE, PAD
from understudy.encoder.weights import SHIPPED, Weights


def test_the_files_are_those_of_the_card() -> None:
    weights = Weights()
    weights.check()
    files = {path.name for path in SHIPPED.iterdir()} - {"model.json"}
    assert files == set(weights.card["files"])
    assert weights.card["languages"] == ["en", "es"]


def test_they_are_small_enough_for_a_package() -> None:
    assert sum(path.stat().st_size for path in SHIPPED.iterdir()) <= 30_000_000


def test_they_fit_each_other() -> None:
    weights = Weights()
    card, heads = weights.card, weights.heads
    assert weights.tokenizer.get_vocab_size() == len(weights.table) == len(heads["scale"])
    assert heads["offset"].shape == (len(weights.table),)
    assert heads["tags"].shape[1] == heads["fast_tags"].shape[1] == len(card["classes"])
    assert heads["pos"].shape[1] == len(card["pos"])
    assert tuple(card["cases"]) == CASES
    assert len(heads["cases"]) == len(CASES)
    tokens = [weights.tokenizer.id_to_token(one) for one in (PAD, MASK, NEWLINE)]
    assert tokens == ["<pad>", "<mask>", "\n"]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    folder = tmp_path / "copy"
    shutil.copytree(SHIPPED, folder)
    return folder


def test_a_changed_file_is_noticed(copy: Path) -> None:
    Weights(copy).check()
    assert Weights(copy).digest == Weights().digest
    path = copy / "heads.npz"
    changed = bytearray(path.read_bytes())
    changed[-1] ^= 1
    path.write_bytes(changed)
    with pytest.raises(ModelError, match=r"heads\.npz: is not the file"):
        Weights(copy).check()
    path.unlink()
    with pytest.raises(ModelError, match=r"heads\.npz: missing"):
        Weights(copy).check()


def test_a_model_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no model can be read there"):
        _ = Weights(tmp_path).card
    card = tmp_path / "model.json"
    card.write_text("{")
    with pytest.raises(ModelError, match="no model can be read there"):
        _ = Weights(tmp_path).card
    card.write_text(json.dumps({"schema": 99}))
    with pytest.raises(ModelError, match="schema 99"):
        _ = Weights(tmp_path).card


@pytest.mark.parametrize("name", ["../heads.npz", "/etc/hostname", "..", "a/b", "a\\b", ""])
def test_a_card_names_files_beside_it(copy: Path, name: str) -> None:
    card = json.loads((copy / "model.json").read_text())
    card["files"][name] = "0" * 64
    (copy / "model.json").write_text(json.dumps(card))
    with pytest.raises(ModelError, match="do not all lie beside it"):
        Weights(copy).check()


@pytest.mark.parametrize("card", ["[]", '"x"', '{"schema": 1}', '{"schema": 1, "files": []}'])
def test_a_card_that_is_none(tmp_path: Path, card: str) -> None:
    (tmp_path / "model.json").write_text(card)
    with pytest.raises(ModelError):
        Weights(tmp_path).check()


def test_the_files_of_a_model_have_a_size(copy: Path) -> None:
    """What is larger, or unpacks to more, is refused before it is in memory."""
    with (copy / "tagger.onnx").open("r+b") as file:
        file.truncate((1 << 30) + 1)
    with pytest.raises(ModelError, match=r"tagger\.onnx: a file of a model has at most"):
        Weights(copy).check()
    with pytest.raises(ModelError, match=r"tagger\.onnx: a file of a model has at most"):
        Encoder.load("fast", folder=copy)
    with (copy / "model.json").open("r+b") as file:
        file.truncate((1 << 26) + 1)
    with pytest.raises(ModelError, match="no model can be read there"):
        Weights(copy).check()


def test_a_model_that_unpacks_to_much_is_refused(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (copy / "tokenizer.json.xz").write_bytes(lzma.compress(bytes((1 << 26) + 1), preset=0))
    with pytest.raises(ModelError, match="unpacks to more than 67,108,864 bytes"):
        _ = Weights(copy).tokenizer
    monkeypatch.setattr("understudy.encoder.weights._MOST", 10_000)
    np.savez_compressed(copy / "heads.npz", scale=np.zeros(10_000, np.float32))
    assert (copy / "heads.npz").stat().st_size < 10_000
    with pytest.raises(ModelError, match="unpacks to more than 10,000 bytes"):
        _ = Weights(copy).heads


@pytest.mark.parametrize("data", [b"", b"PK", b"\x93NUMPY" + bytes(100)])
def test_damaged_arrays_are_refused(copy: Path, data: bytes) -> None:
    for name in ("heads.npz", "tokenizer.json.xz"):
        (copy / name).write_bytes(data)
    with pytest.raises(ModelError, match=r"heads\.npz: cannot be read"):
        _ = Weights(copy).heads
    with pytest.raises(ModelError, match=r"tokenizer\.json\.xz"):
        _ = Weights(copy).tokenizer


def test_they_are_picklable() -> None:
    weights = Weights()
    assert pickle.loads(pickle.dumps(weights)) == weights


MEASURE = """
import re, time
from pathlib import Path
import numpy, tokenizers
from understudy.encoder.runtime import onnx_runtime
onnx_runtime()
began = time.perf_counter()
from understudy.encoder import Encoder
from understudy.core.types import Document
encoder = Encoder.load()
took = time.perf_counter() - began
text = "Rosa Martinez called from Leeds on Monday about the boiler. " * 500
assert len(encoder.tag([Document("d", text)])[0]) > 1000
print(took, int(re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1]) / 1024)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")
def test_it_loads_quickly_and_takes_little_memory() -> None:
    done = subprocess.run(
        [sys.executable, "-c", MEASURE], capture_output=True, text=True, check=True
    )
    took, peak = map(float, done.stdout.split())
    assert took < 3  # under a second on a machine with nothing else to do
    assert peak < 400


@pytest.mark.parametrize("name", ["encoder.onnx", "tagger.onnx"])
def test_no_sum_of_two_products_saturates(name: str) -> None:
    """Without VNNI two products of eight bits are added in sixteen (vpmaddubsw): 2 · 255 · 64 is
    less than 32,767, so weights of seven bits give the same sums on every processor."""
    onnx = pytest.importorskip("onnx")
    graph = onnx.load(str(SHIPPED / name)).graph
    constants = {one.name: onnx.numpy_helper.to_array(one) for one in graph.initializer}
    products = [node for node in graph.node if node.op_type == "MatMulIntegerToFloat"]
    assert products
    for node in products:
        weights = constants[node.input[1]]
        assert weights.dtype == np.int8
        assert abs(weights.astype(int)).max() <= 64


def test_marks_are_the_same_on_every_processor() -> None:
    """The digests were made on one kind of processor, and hold on any other."""
    written = json.loads(marked_texts.FILE.read_text("utf-8"))
    assert written["model"] == Weights().digest
    assert len(set(written["texts"])) == marked_texts.TEXTS
    for name, wanted in written["marks"].items():
        found = marked_texts.digests(Encoder.load(name), written["texts"])
        differ = [at for at, pair in enumerate(zip(found, wanted, strict=True)) if len({*pair}) > 1]
        assert not differ, name
        assert len(set(wanted)) > marked_texts.TEXTS // 4
