"""ONNX Runtime is loaded without its telemetry, and in one place."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import understudy
from understudy.encoder.runtime import SWITCH, onnx_runtime

SOURCE = Path(understudy.__file__).parent
HOME = "encoder/runtime.py"

BOTH_WAYS = """
import os, sys
{before}
from understudy.encoder import Encoder
from understudy.core.types import Document
assert Encoder.load("fast").tag([Document("d", "Rosa Martinez called from Leeds.")])[0]
assert os.environ["ORT_DISABLE_TELEMETRY"] == "1"
"""


def _names(tree: ast.AST) -> Iterator[str]:
    """What a file imports, by statement or by a name in a string."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _importing(root: Path) -> list[str]:
    """The files that name the library as a module."""
    return [
        path.relative_to(root).as_posix()
        for path in sorted(root.rglob("*.py"))
        if any(
            name == "onnxruntime" or name.startswith("onnxruntime.")
            for name in _names(ast.parse(path.read_text("utf-8")))
        )
    ]


def test_one_file_imports_the_library() -> None:
    assert _importing(SOURCE) == [HOME]


@pytest.mark.parametrize(
    "line",
    [
        "import onnxruntime",
        "import onnxruntime.capi as c",
        "from onnxruntime import InferenceSession",
        'import_module("onnxruntime")',
    ],
)
def test_every_way_of_importing_is_seen(tmp_path: Path, line: str) -> None:
    (tmp_path / "a.py").write_text(line)
    (tmp_path / "b.py").write_text('"""It says onnxruntime in words."""')
    assert _importing(tmp_path) == ["a.py"]


def _run(before: str, home: Path, *, warn: str = "error") -> subprocess.CompletedProcess[str]:
    home.mkdir()
    (home / "tmp").mkdir()
    environment = {name: value for name, value in os.environ.items() if name != SWITCH}
    environment |= {"HOME": str(home), "TMPDIR": str(home / "tmp"), "PYTHONWARNINGS": warn}
    environment.pop("XDG_CACHE_HOME", None)
    return subprocess.run(
        [sys.executable, "-c", BOTH_WAYS.format(before=before)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_loading_the_model_leaves_nothing_in_the_home(tmp_path: Path) -> None:
    done = _run("", tmp_path / "home")
    assert done.returncode == 0, done.stderr
    assert [path.name for path in (tmp_path / "home").rglob("*")] == ["tmp"]


def test_an_import_before_ours_is_warned_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    onnx_runtime()  # as the program around us would have imported it
    monkeypatch.delenv(SWITCH)
    with pytest.warns(RuntimeWarning, match=f"set {SWITCH}=1"):
        onnx_runtime()
    onnx_runtime()  # once in a process: a second warning would be an error here


def test_a_program_that_set_the_switch_is_not_warned(tmp_path: Path) -> None:
    early = "os.environ['ORT_DISABLE_TELEMETRY'] = '1'; import onnxruntime"
    done = _run(early, tmp_path / "home")
    assert (done.returncode, done.stderr) == (0, "")


def test_the_warning_stops_nothing(tmp_path: Path) -> None:
    done = _run("import onnxruntime", tmp_path / "home", warn="default")
    assert done.returncode == 0
    assert done.stderr.count("RuntimeWarning") == 1
