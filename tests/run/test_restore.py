from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from understudy.core.errors import LedgerError, UsageError
from understudy.policy import load, parse
from understudy.run.order import Order
from understudy.run.release import carry_out
from understudy.run.restore import restore

KEY = bytes(range(32))
WITHHOLD = """schema = 1
epsilon_document_max = 0
[default]
strategy = "redact"
[categories]
LOCATION = { strategy = "keep" }
"""
"""A document that names a place costs ∞ and is withheld."""


def released(folder: Path, name: str, data: bytes, policy: str = WITHHOLD) -> tuple[str, Path]:
    source, release, ledger = folder / name, folder / f"out-{name}", folder / "ledger"
    source.write_bytes(data)
    rules = parse(policy)
    carry_out(
        Order(
            (str(source),), str(release), rules, ledger=ledger, key=KEY, task_bytes=40, force=True
        )
    )
    return str(release), ledger


# Lines: an empty one, one without annotations, with a person, with a place (withheld).
JSONL = (
    "\n",
    '{"text":"a"}\n',
    '{"text":"Ada","entities":[{"start":0,"end":3,"category":"PERSON"}]}\n',
    '{"text":"Rome","entities":[{"start":0,"end":4,"category":"LOCATION"}]}\n',
)
SLOTS = ("\n", "A\ta\tO\n", "A\tAda b\tB-PERSON O\n", "A\tRome\tB-LOCATION\n")
CONLL = ("\n", "a O\n\n", "Ada B-PERSON\n\n", "# c\nRome B-LOCATION\n\n")
KINDS = {"a.jsonl": JSONL, "a.slots": SLOTS, "a.conll": CONLL}


@pytest.mark.parametrize("name", KINDS)
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    kinds=st.lists(st.integers(0, 3), min_size=1, max_size=12),
    mark=st.booleans(),
    ended=st.booleans(),
    crlf=st.booleans(),
)
def test_whatever_was_withheld_comes_back(
    tmp_path_factory: pytest.TempPathFactory,
    name: str,
    kinds: Sequence[int],
    mark: bool,
    ended: bool,
    crlf: bool,
) -> None:
    folder = tmp_path_factory.mktemp("case")
    text = "".join(KINDS[name][kind] for kind in kinds)
    if not ended:
        text = text.rstrip("\n")
    if crlf:
        text = text.replace("\n", "\r\n")
    if not text:
        return
    data = (b"\xef\xbb\xbf" if mark else b"") + text.encode()
    release, ledger = released(folder, name, data)
    back = folder / f"back-{name}"
    restore(release, ledger, str(back))
    assert back.read_bytes() == data
    assert b"Rome" not in Path(release).read_bytes()
    assert b"Ada" not in Path(release).read_bytes()


def test_how_many_records(tmp_path: Path) -> None:
    release, ledger = released(tmp_path, "a.jsonl", "".join(JSONL).encode())
    assert restore(release, ledger, str(tmp_path / "b.jsonl")) == 3


def test_nothing_is_left_of_a_failure(tmp_path: Path) -> None:
    data = "".join([*JSONL[1:], '{"text":"more"}\n']).encode()
    release, ledger = released(tmp_path, "a.jsonl", data)
    lines = Path(release).read_bytes().splitlines(keepends=True)
    Path(release).write_bytes(b"".join([*lines[:-1], b'{"text":"less"}\n']))
    before = sorted(path.name for path in tmp_path.iterdir())
    with pytest.raises(LedgerError, match="is not as it was released"):
        restore(release, ledger, str(tmp_path / "b.jsonl"))
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_leftovers_of_a_killed_restoration_do_not_matter(tmp_path: Path) -> None:
    source = tmp_path / "in"
    source.mkdir()
    for name in "ab":
        (source / f"{name}.jsonl").write_text(f'{{"id": "{name}", "text": "x"}}\n')
    task = Order((str(source),), str(tmp_path / "out"), load("redact"), ledger=tmp_path / "l")
    carry_out(task)
    stale = tmp_path / "back.restoring" / "all"
    stale.mkdir(parents=True)
    (stale / "z.jsonl").write_text("stale")
    restore(str(tmp_path / "out"), tmp_path / "l", str(tmp_path / "back"))
    assert sorted(path.name for path in (tmp_path / "back").iterdir()) == ["a.jsonl", "b.jsonl"]
    assert not (tmp_path / "back.restoring").exists()


def test_the_original_is_nobody_elses_while_it_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release, ledger = released(tmp_path, "a.jsonl", "".join(JSONL).encode())
    seen: list[int] = []
    real = Path.replace

    def look(path: Path, target: Path) -> Path:
        seen.append((tmp_path / "b.jsonl.restoring").stat().st_mode & 0o777)
        return real(path, target)

    monkeypatch.setattr(Path, "replace", look)
    restore(release, ledger, str(tmp_path / "b.jsonl"))
    assert seen == [0o700]


def test_an_output_that_exists_stays(tmp_path: Path) -> None:
    release, ledger = released(tmp_path, "a.jsonl", "".join(JSONL).encode())
    (tmp_path / "b.jsonl").write_text("mine")
    with pytest.raises(UsageError, match="exists already"):
        restore(release, ledger, str(tmp_path / "b.jsonl"))
    assert (tmp_path / "b.jsonl").read_text() == "mine"


def test_a_restored_corpus_is_released_the_same_again(tmp_path: Path) -> None:
    data = "".join(JSONL[:3]).encode()
    release, ledger = released(tmp_path, "a.jsonl", data)
    restore(release, ledger, str(tmp_path / "b.jsonl"))
    again = Order((str(tmp_path / "b.jsonl"),), str(tmp_path / "c.jsonl"), parse(WITHHOLD), key=KEY)
    carry_out(replace(again))
    assert (tmp_path / "c.jsonl").read_bytes() == Path(release).read_bytes()


def test_nobody_else_can_list_the_folders_of_the_original(tmp_path: Path) -> None:
    for folder in ("in/a/b", "in/c"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "x.jsonl").write_text(f'{{"id":"{folder}","text":"y"}}\n')
    order = Order(
        (str(tmp_path / "in"),), str(tmp_path / "out"), load("typed"), ledger=tmp_path / "l"
    )
    carry_out(order)
    restore(str(tmp_path / "out"), tmp_path / "l", str(tmp_path / "back"))
    back = tmp_path / "back"
    folders = [back, *(path for path in back.rglob("*") if path.is_dir())]
    assert [path.stat().st_mode & 0o777 for path in folders] == [0o700] * 4
