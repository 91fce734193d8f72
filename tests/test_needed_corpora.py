"""A test without its corpus is skipped, and says what to set."""

from __future__ import annotations

from pathlib import Path

import pytest

import needed_corpora


@pytest.mark.parametrize(
    ("named", "reason"),
    [
        (None, "not part of the repository: UNDERSTUDY_DATA is not set"),
        ("nowhere", "not part of the repository: UNDERSTUDY_DATA names no folder"),
        (".", "needs the corpus deid/none, which is not in the folder that UNDERSTUDY_DATA names"),
    ],
)
def test_the_reason_names_the_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str | None, reason: str
) -> None:
    monkeypatch.setattr(needed_corpora, "BESIDE", tmp_path / "absent")
    if named is None:
        monkeypatch.delenv("UNDERSTUDY_DATA", raising=False)
    else:
        monkeypatch.setenv("UNDERSTUDY_DATA", str(tmp_path / named))
    with pytest.raises(pytest.skip.Exception, match=reason):
        needed_corpora.corpus("deid/none")


def test_the_variable_goes_before_the_folder_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("named", "beside"):
        (tmp_path / folder / "deid").mkdir(parents=True)
    monkeypatch.setattr(needed_corpora, "BESIDE", tmp_path / "beside")
    monkeypatch.delenv("UNDERSTUDY_DATA", raising=False)
    assert needed_corpora.corpus("deid") == tmp_path / "beside" / "deid"
    monkeypatch.setenv("UNDERSTUDY_DATA", str(tmp_path / "named"))
    assert needed_corpora.corpus("deid") == tmp_path / "named" / "deid"
