"""Nobody can read what a run writes who could not read what it was made from."""

from __future__ import annotations

import os
from pathlib import Path
from stat import S_IMODE

import pytest

from understudy.core.files import narrow, narrow_folders


def _mode(path: Path) -> int:
    return S_IMODE(path.stat().st_mode)


def _file(path: Path, mode: int) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    path.chmod(mode)
    return path


@pytest.mark.parametrize(
    ("made", "sources", "wanted"),
    [
        (0o644, [0o600], 0o600),
        (0o644, [0o640], 0o640),
        (0o600, [0o644], 0o600),
        (0o644, [0o400], 0o600),
        (0o644, [0o604, 0o640], 0o600),
        (0o666, [0o644], 0o644),
        (0o644, [0o777], 0o644),
        (0o644, [], 0o644),
    ],
    ids=str,
)
def test_bits_are_taken_and_never_given(
    tmp_path: Path, made: int, sources: list[int], wanted: int
) -> None:
    paths = [_file(tmp_path / f"in{at}", mode) for at, mode in enumerate(sources)]
    out = _file(tmp_path / "out", made)
    narrow(out, paths)
    assert _mode(out) == wanted


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root gives files away")
@pytest.mark.parametrize(("source", "wanted"), [(0o640, 0o600), (0o644, 0o644), (0o604, 0o644)])
def test_another_group_counts_as_others(tmp_path: Path, source: int, wanted: int) -> None:
    given, out = _file(tmp_path / "in", source), _file(tmp_path / "out", 0o644)
    os.chown(given, -1, os.getegid() + 1)
    narrow(out, [given])
    assert _mode(out) == wanted


def test_folders_go_with_the_folders_of_the_source(tmp_path: Path) -> None:
    given, out = _file(tmp_path / "in/a/b/f", 0o644), _file(tmp_path / "out/a/b/f", 0o644)
    (tmp_path / "in/a").chmod(0o700)
    for folder in (tmp_path, tmp_path / "out", out.parent, out.parent.parent, tmp_path / "in"):
        folder.chmod(0o755)
    narrow_folders(out, given, tmp_path / "out")
    assert [_mode(tmp_path / name) for name in ("out/a", "out", ".")] == [0o700, 0o755, 0o755]
