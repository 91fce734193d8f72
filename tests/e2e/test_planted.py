"""A private name in every header, property, attribute, comment and attachment of every document:
none is in the release unless the policy left it, and then it is listed."""

from __future__ import annotations

from pathlib import Path

import planted
import pytest
import stage


def _written(folder: Path, format: str) -> Path:
    name, make = planted.DOCUMENTS[format]
    path = folder / name
    path.write_bytes(make())
    return path


@pytest.mark.parametrize("format", planted.DOCUMENTS)
def test_nothing_that_was_planted_is_in_the_release(
    tmp_path: Path, finder: str, format: str
) -> None:
    source = _written(tmp_path, format)
    before = planted.everything(format, source.read_bytes())
    assert all(name in before for name in ("Zebulon Quill", "Zebulon"))
    policy = stage.typed_policy(tmp_path, ["given", finder])
    release, ledger = tmp_path / f"out{source.suffix}", tmp_path / "ledger"
    done = stage.call(
        "run", source, "-o", release, "--policy", policy, "--ledger", ledger, "--json"
    )
    assert done.code == 0, done.err
    after = planted.everything(format, release.read_bytes())
    assert [line for line in after.splitlines() if "Zebul" in line or "Quill" in line] == []
    assert done.json["leaks"] == []
    assert done.json["passed"] == []
    back = tmp_path / f"back{source.suffix}"
    again = stage.call("restore", release, "--ledger", ledger, "-o", back)
    assert again.code == 0, again.err
    assert planted.everything(format, back.read_bytes()) == before


KINDS = {
    "eml": ["attachments", "scripts", "pictures", "transport"],
    "mbox": ["attachments", "scripts", "pictures", "transport"],
    "html": ["scripts", "pictures"],
    "docx": ["pictures", "objects", "times"],
}


@pytest.mark.parametrize("format", KINDS)
def test_what_is_not_read_is_listed_whether_it_goes_or_stays(
    tmp_path: Path, finder: str, format: str
) -> None:
    source = _written(tmp_path, format)
    policy = stage.typed_policy(tmp_path, ["given", finder])
    kept = [word for kind in KINDS[format] for word in ("--column", f"{kind}=KEEP")]
    release = tmp_path / f"out{source.suffix}"
    common = ("run", source, "-o", release, "--policy", policy, "--json", "--force")
    gone = stage.call(*common)
    assert gone.code == 0, gone.err
    stays = stage.call(*common, *kept)
    assert stays.code == 0, stays.err
    assert gone.json["dropped"] == stays.json["passed"] != []
    assert gone.json["passed"] == stays.json["dropped"] == []
    assert "Zebulon" in planted.everything(format, release.read_bytes())
    assert any("not in the release" in one["text"] for one in gone.json["cautions"])
    assert any("as the policy says" in one["text"] for one in stays.json["cautions"])
    assert not any(name in gone.said + stays.said for name in stage.NAMES)
