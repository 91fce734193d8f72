"""The original comes back from the right ledger, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest
import stage


@pytest.fixture
def released(tmp_path: Path) -> tuple[Path, Path, Path]:
    """A release, its ledger, and the key of the ledger."""
    source = tmp_path / "in.jsonl"
    source.write_text(stage.rows(5))
    release, ledger, key = tmp_path / "out.jsonl", tmp_path / "ledger", stage.key_file(tmp_path)
    words = ("--ledger", ledger, "--ledger-key-file", key)
    assert stage.call("run", source, "-o", release, *words).code == 0
    return release, ledger, key


def test_wrong_ledgers_and_keys(tmp_path: Path, released: tuple[Path, Path, Path]) -> None:
    release, ledger, key = released
    back = tmp_path / "back.jsonl"
    words = ("restore", release, "-o", back, "--ledger")
    seal = ("--ledger-key-file", key)
    stage.refused(1, "ledger: the ledger is encrypted", *words, ledger)
    wrong = stage.key_file(tmp_path, "wrong", "not the key of this ledger")
    stage.refused(1, "the key does not open", *words, ledger, "--ledger-key-file", wrong)
    stage.refused(1, "none: No such file", *words, tmp_path / "none")
    stage.refused(1, "not a ledger", *words, tmp_path / "in.jsonl")
    unrelated = tmp_path / "x"
    unrelated.write_text("x\n")
    stage.refused(1, "not a ledger", *words, unrelated)
    empty = tmp_path / "empty"
    empty.write_bytes(b"")
    stage.refused(1, "not a ledger", *words, empty)
    other = tmp_path / "other"
    made = ("run", tmp_path / "in.jsonl", "-o", tmp_path / "o.jsonl", "--ledger", other)
    assert stage.call(*made).code == 0
    stage.refused(1, "'d0' is not as it was released.*another release", *words, other)
    stage.refused(1, "not encrypted", *words, other, *seal)
    stage.refused(
        2, "no such file", "restore", tmp_path / "none.jsonl", "-o", back, "--ledger", other
    )
    stage.refused(
        2, "overwrite the input", "restore", release, "-o", release, "--ledger", ledger, *seal
    )
    stage.refused(2, "name them", "restore", "-", "-o", back, "--ledger", ledger, *seal)
    stage.refused(2, "name them", "restore", release, "-o", "-", "--ledger", ledger, *seal)
    assert not list(tmp_path.glob("back*"))
    assert stage.call(*words, ledger, *seal).code == 0


@pytest.mark.slow
def test_an_encrypted_ledger_cut_anywhere_or_flipped(
    tmp_path: Path, released: tuple[Path, Path, Path]
) -> None:
    release, ledger, key = released
    data, broken = ledger.read_bytes(), tmp_path / "broken"
    back = tmp_path / "back.jsonl"
    words = ("restore", release, "-o", back, "--ledger", broken, "--ledger-key-file", key)
    for cut in [*range(1, 60), *range(60, len(data) - 1, 97), len(data) - 1]:
        broken.write_bytes(data[:cut])
        stage.refused(1, "ledger", *words)
    for at in [*range(60), *range(60, len(data), 61), len(data) - 1]:
        broken.write_bytes(data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :])
        stage.refused(1, "ledger", *words)
    assert not list(tmp_path.glob("back*"))


@pytest.mark.slow
def test_a_plain_ledger_cut_anywhere_or_damaged(tmp_path: Path) -> None:
    source, release = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(stage.rows(3))
    ledger, broken, back = (tmp_path / name for name in ("l", "broken", "back.jsonl"))
    assert stage.call("run", source, "-o", release, "--ledger", ledger).code == 0
    data = ledger.read_bytes()
    words = ("restore", release, "-o", back, "--ledger", broken)
    for cut in range(0, len(data) - 1, 53):
        broken.write_bytes(data[:cut])
        stage.refused(1, "ledger", *words)
        assert not list(tmp_path.glob("back*"))
    for at in range(0, len(data) - 1, 29):
        broken.write_bytes(data[:at] + b"7" + data[at + 1 :])
        done = stage.call(*words)
        assert done.code in (0, 1, 2), done.err
        if done.code == 0:  # what was damaged says nothing of the text
            assert back.read_bytes() == source.read_bytes()
            back.unlink()
        assert "Traceback" not in done.err
        assert "Zebulon" not in done.said
        assert not list(tmp_path.glob("back*"))


@pytest.mark.parametrize("sealed", [False, True], ids=["plain", "encrypted"])
@pytest.mark.parametrize("more", [b"\n", b"x", b'{"end": true}\n', b"\0" * 40, b"end"])
def test_bytes_behind_the_end(tmp_path: Path, sealed: bool, more: bytes) -> None:
    source, release, ledger = (tmp_path / name for name in ("in.jsonl", "out.jsonl", "l"))
    source.write_text(stage.rows(3))
    seal = ("--ledger-key-file", stage.key_file(tmp_path)) if sealed else ()
    made = ("replace", source, "-o", release, "--ledger", ledger, *seal)
    assert stage.call(*made).code == 0
    with ledger.open("ab") as file:
        file.write(more)
    back = tmp_path / "back.jsonl"
    stage.refused(1, "ledger", "restore", release, "-o", back, "--ledger", ledger, *seal)
    assert not list(tmp_path.glob("back*"))


def test_a_guessable_key_still_opens_its_ledger(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One from before guessable keys were refused."""
    source, release, ledger = (tmp_path / name for name in ("in.jsonl", "out.jsonl", "l"))
    source.write_text(stage.rows(3))
    key = stage.key_file(tmp_path, "weak", "passwordpassword")
    seal = ("--ledger", ledger, "--ledger-key-file", key)
    monkeypatch.setattr("understudy.cli.common.guessable", lambda secret: False)
    assert stage.call("replace", source, "-o", release, *seal).code == 0
    monkeypatch.undo()
    assert stage.call("restore", release, "-o", tmp_path / "back.jsonl", *seal).code == 0


def test_a_release_that_was_changed(tmp_path: Path, released: tuple[Path, Path, Path]) -> None:
    release, ledger, key = released
    text = release.read_text()
    lines = text.splitlines(keepends=True)
    back = tmp_path / "back.jsonl"
    words = ("restore", release, "-o", back, "--ledger", ledger, "--ledger-key-file", key)
    cases = {
        text.replace("call 3:", "call 8:"): "'d3' is not as it was released",
        "".join(lines[:-1]): "fewer records",
        "".join([*lines, *lines[-1:]]): "not the one of this release",
        "".join([lines[1], lines[0], *lines[2:]]): "'d0' is not as it was released",
    }
    for changed, message in cases.items():
        release.write_text(changed)
        stage.refused(1, message, *words)
        assert not list(tmp_path.glob("back*"))


def test_a_release_that_lost_a_file(tmp_path: Path) -> None:
    source, out, ledger = tmp_path / "in", tmp_path / "out", tmp_path / "l"
    source.mkdir()
    for name in "ab":
        (source / f"{name}.jsonl").write_text(stage.GOOD.replace("d1", name))
    assert stage.call("run", source, "-o", out, "--ledger", ledger).code == 0
    words = ("restore", out, "--ledger", ledger, "-o", tmp_path / "back")
    (out / "c.jsonl").write_text(stage.GOOD)
    stage.refused(1, r"does not know: c\.jsonl", *words)
    (out / "c.jsonl").unlink()
    (out / "b.jsonl").unlink()
    stage.refused(1, r"b\.jsonl: is not in the release", *words)
    assert not list(tmp_path.glob("back*"))


def test_a_ledger_of_another_form_is_told(
    tmp_path: Path, released: tuple[Path, Path, Path]
) -> None:
    release, _, _ = released
    table, ledger = tmp_path / "in.csv", tmp_path / "csv.ledger"
    table.write_text("id,text\n1,Write to ann@drongo.example soon\n")
    assert stage.call("run", table, "-o", tmp_path / "o.csv", "--ledger", ledger).code == 0
    words = ("restore", release, "-o", tmp_path / "back.jsonl", "--ledger", ledger)
    stage.refused(1, "was edited, or the ledger belongs to another run", *words)


def test_the_verdict_of_a_piped_run_goes_to_standard_error(tmp_path: Path) -> None:
    source = tmp_path / "in.txt"
    source.write_text("Nothing to see here.\n")
    done = stage.call("run", source, "-o", "-")
    assert done.out == b"Nothing to see here.\n"
    assert "No private mention was found" in done.err and "Recall is unknown" in done.err
    assert "--text" in done.err and "annotations" not in done.err
    assert not stage.call("run", source, "-o", "-", "--quiet").err


def test_a_release_from_which_records_were_taken_is_none(
    tmp_path: Path, released: tuple[Path, Path, Path]
) -> None:
    release, ledger, key = released
    words = ("--ledger", ledger, "--ledger-key-file", key)
    check = ("revise", "check", release, *words)
    assert stage.call(*check).code == 0
    lines = release.read_bytes().splitlines(keepends=True)
    for kept in (lines[:-1], lines[:2], []):
        release.write_bytes(b"".join(kept))
        stage.refused(1, "fewer records than its ledger|empty file", *check)
        stage.refused(1, "not in|empty file", "privacy", "attack", release, *words, "--all")


def test_a_release_without_one_of_its_files_is_none(tmp_path: Path) -> None:
    source, release, ledger = (tmp_path / name for name in ("in", "out", "ledger"))
    source.mkdir()
    for name in ("a", "b"):
        (source / f"{name}.jsonl").write_text(stage.rows(3).replace('"d', f'"{name}'))
    assert stage.call("run", source, "-o", release, "--ledger", ledger).code == 0
    check = ("revise", "check", release, "--ledger", ledger)
    assert stage.call(*check).code == 0
    (release / "b.jsonl").unlink()
    stage.refused(1, "b.jsonl: the release has fewer records", *check)
