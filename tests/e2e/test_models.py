"""understudy models."""

from __future__ import annotations

import shutil
from pathlib import Path

import stage

from understudy.encoder.weights import SHIPPED, Weights


def test_the_shipped_models_are_listed() -> None:
    done = stage.call("models")
    assert done.code == 0, done.err
    lines = done.out.decode().splitlines()
    assert [line for line in lines if not line.startswith(" ")] == ["full", "fast"]
    assert f"  digest     {Weights().digest}" in lines
    assert "  licence    Apache-2.0" in lines


def test_in_json_with_their_files_checked() -> None:
    done = stage.call("models", "--check", "--json")
    assert done.code == 0, done.err
    full, fast = done.json["models"]
    assert (full["name"], fast["name"]) == ("full", "fast")
    assert full["checked"] and full["bytes"] > fast["bytes"]
    assert full["languages"] == ["en", "es"]


def test_a_damaged_model_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(SHIPPED, folder)
    (folder / "tagger.onnx").write_bytes(b"")
    assert stage.call("models", str(folder)).code == 0
    done = stage.call("models", str(folder), "--check")
    assert done.code == 1
    assert "tagger.onnx" in done.err


def test_no_model() -> None:
    done = stage.call("models", "no-such-folder")
    assert done.code == 1
    assert "no model can be read there" in done.err
