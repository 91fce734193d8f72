from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.core.errors import BudgetExceeded, CorpusError, PolicyError, UsageError
from understudy.corpus import find
from understudy.corpus.base import Options
from understudy.corpus.files import resolve
from understudy.pipeline import build
from understudy.policy import load, parse
from understudy.report.facts import Facts
from understudy.run.job import fingerprint
from understudy.run.order import Order
from understudy.run.release import Ids, carry_out, check_budget, tasks_of

ROW = '{"id": "%s", "text": "hi Ada", "entities": [{"start": 3, "end": 6, "category": "PERSON"}]}\n'


def corpus(folder: Path, count: int = 3, name: str = "in.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(ROW % f"{name}{number}" for number in range(count)))
    return path


def order(folder: Path, *inputs: Path, output: str = "out.jsonl") -> Order:
    return Order(tuple(map(str, inputs)), str(folder / output), load("typed"))


def test_small_files_share_a_task(tmp_path: Path) -> None:
    for number in range(10):
        corpus(tmp_path, 1, f"{number}.jsonl")
    format, units = resolve((str(tmp_path),), None)
    weight = len((ROW % "0.jsonl0").encode())
    tasks = list(tasks_of(format, units, Options(), 3 * weight))
    assert [len(task.blocks) for task in tasks] == [3, 3, 3, 1]
    assert [task.number for task in tasks] == [0, 1, 2, 3]
    assert [unit for task in tasks for unit, _ in task.blocks] == [*range(10)]


@given(st.integers(1, 400))
def test_tasks_hold_every_byte_once_and_in_order(size: int) -> None:
    import io

    data = "".join(ROW % number for number in range(7)).encode()
    stream = io.BytesIO(data)
    _, units = resolve(("-",), "jsonl")
    tasks = list(tasks_of(find("jsonl"), units, Options(), size, stream))
    assert b"".join(block.parts[0] for task in tasks for _, block in task.blocks) == data


@given(st.lists(st.lists(st.integers(0, 30), max_size=6)))
def test_repeated_ids_are_found_in_a_task_and_across_tasks(tasks: list[list[int]]) -> None:
    ids, seen = Ids(), set[int]()
    for numbers in tasks:
        repeated = {one for one in numbers if one in seen or numbers.count(one) > 1}
        found = ids.add(np.array(numbers, dtype=np.uint64))
        assert (found in repeated) if repeated else (found is None)
        seen.update(numbers)


@given(st.lists(st.sets(st.integers(0, 99), max_size=8)), st.integers(1, 9))
def test_ids_are_known_whether_they_are_recent_or_not(tasks: list[set[int]], recent: int) -> None:
    ids, seen = Ids(), set[int]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("understudy.run.release._RECENT_IDS", recent)
        for numbers in tasks:
            found = ids.add(np.array(sorted(numbers), dtype=np.uint64))
            assert (found in numbers & seen) if numbers & seen else (found is None)
            seen |= numbers


def test_fingerprints_of_large_numbers_are_told_apart() -> None:
    ids = Ids()
    names = [fingerprint(f"d{number}") for number in range(5000)]
    assert ids.add(np.array(names[:3000], dtype=np.uint64)) is None
    assert ids.add(np.array(names[3000:], dtype=np.uint64)) is None
    assert ids.add(np.array(names[2999:3000], dtype=np.uint64)) == names[2999]


def test_the_output_comes_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    task = Order(
        (str(corpus(tmp_path)),),
        str(tmp_path / "out.jsonl"),
        load("typed"),
        ledger=tmp_path / "ledger",
        report=tmp_path / "report.html",
    )
    there: list[bool] = []

    def rendered(facts: Facts) -> str:
        there.extend(((tmp_path / "ledger").exists(), (tmp_path / "out.jsonl").exists()))
        return "page"

    monkeypatch.setattr("understudy.report.release_page.render", rendered)
    carry_out(task)
    assert there == [True, False]
    assert (tmp_path / "out.jsonl").exists()
    assert (tmp_path / "report.html").read_text() == "page"


def test_progress_and_size_add_up(tmp_path: Path) -> None:
    source = corpus(tmp_path, 20)
    sizes: list[int | None] = []
    done: list[int] = []
    carry_out(order(tmp_path, source), done.append, sizes.append)
    assert sizes == [source.stat().st_size]
    assert sum(done) == source.stat().st_size


def test_a_release_knows_what_was_done(tmp_path: Path) -> None:
    release = carry_out(order(tmp_path, corpus(tmp_path, 4)))
    assert (release.units, release.format) == (1, "jsonl")
    assert (release.summary.documents, release.summary.edits, release.summary.kept) == (4, 4, 0)
    assert release.summary.mentions == {("PERSON", "typed", "replaced", ""): 4}


def test_bad_input_leaves_no_key(tmp_path: Path) -> None:
    source = corpus(tmp_path)
    source.write_text(source.read_text() + "{")
    with pytest.raises(CorpusError, match=r"in\.jsonl:4"):
        carry_out(order(tmp_path, source))
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]


def test_a_policy_that_the_corpus_cannot_serve_leaves_nothing(tmp_path: Path) -> None:
    policy = parse('schema = 1\n[categories]\nPERSON = { strategy = "swap" }\n')
    with pytest.raises(PolicyError, match="single value of PERSON"):
        carry_out(Order((str(corpus(tmp_path)),), str(tmp_path / "out.jsonl"), policy))
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]


@pytest.mark.parametrize(("most", "fits"), [(1.0, True), (0.9999, False)])
def test_the_budget_is_that_of_the_worst_category(most: float, fits: bool) -> None:
    text = f"""schema = 1
epsilon_max = {most}
[categories]
PERSON = {{ strategy = "entity", epsilon = 1.0, weights = "uniform" }}
CITY = {{ strategy = "entity", epsilon = 0.5, weights = "uniform" }}
"""
    pipeline = build(parse(text))
    if fits:
        check_budget(pipeline)
    else:
        with pytest.raises(BudgetExceeded, match=r"exceeded by .*PERSON") as raised:
            check_budget(pipeline)
        assert "CITY" not in str(raised.value)


def test_what_is_not_sensitive_needs_no_budget() -> None:
    text = """schema = 1
epsilon_max = 0
sensitive = "selective"
[categories]
CITY = { strategy = "keep" }
"""
    check_budget(build(parse(text)))
    with pytest.raises(BudgetExceeded, match="CITY"):
        check_budget(build(parse(text.replace("selective", "blanket"))))


def test_standard_output_takes_one_stream(tmp_path: Path) -> None:
    sources = corpus(tmp_path), corpus(tmp_path, name="b.jsonl")
    with pytest.raises(UsageError, match="cannot go to standard output"):
        carry_out(Order(tuple(map(str, sources)), "-", load("typed")))
