"""The release depends on the key, the policy and the corpus, and on nothing else."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import stage

from understudy.policy import Policy, load
from understudy.run.order import Order
from understudy.run.release import carry_out

KEY = bytes(range(32))
CORPUS = 'PERSON = { strategy = "entity", source = "corpus" }'
TWO_PASSES = {
    "corpus": f"[categories]\n{CORPUS}",
    "corpus words": '[categories]\nPERSON = { strategy = "word", source = "corpus", p = 0.7 }',
    "dp-corpus": '[categories]\nPERSON = { strategy = "entity", source = "dp-corpus", '
    "histogram_epsilon = 1.0, p = 0.9 }",
    "swap": '[categories]\nPERSON = { strategy = "swap", p = 0.8 }',
    "subject": 'scope = "subject"\n[categories]\nPERSON = { strategy = "entity", p = 0.9 }',
    "subject and corpus": f'scope = "subject"\n[categories]\n{CORPUS}',
}


GIVEN = replace(load("surrogate"), detectors=("given",))
"""Coherent stand-ins for the marks of the corpus, without the models, which take most of the time
of a run and do not decide what this is about."""


def order(tmp_path: Path, source: Path, name: str = "out.jsonl", **more: object) -> Order:
    made = Order((str(source),), str(tmp_path / name), GIVEN, key=KEY)
    return replace(made, **more)  # type: ignore[arg-type]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "in.jsonl"
    path.write_text(stage.rows(60))
    return path


@pytest.mark.parametrize(
    ("policy", "settings"),
    [
        pytest.param(GIVEN, [(1, 1 << 18), (1, 1), (1, 997), (2, 2000), (3, 3000)], id="given"),
        pytest.param(load("surrogate"), [(1, 1 << 18), (2, 3000)], id="models"),
    ],
)
def test_any_number_of_workers_and_any_size_of_tasks(
    tmp_path: Path, corpus: Path, policy: Policy, settings: list[tuple[int, int]]
) -> None:
    made = set()
    summaries = []
    for number, (workers, size) in enumerate(settings):
        name = f"{number}.jsonl"
        task = order(tmp_path, corpus, name, policy=policy, workers=workers, task_bytes=size)
        done = carry_out(task)
        summaries.append(done.summary)
        made.add((tmp_path / name).read_bytes())
    assert len(made) == 1
    assert made != {corpus.read_bytes()}
    assert all(one == summaries[0] for one in summaries)


@pytest.mark.slow
@pytest.mark.parametrize("policy", TWO_PASSES)
def test_two_passes_with_one_worker_and_with_two(tmp_path: Path, corpus: Path, policy: str) -> None:
    rules = load(stage.policy(tmp_path, TWO_PASSES[policy]))
    made, summaries = [], []
    for workers, size in ((1, 1 << 18), (2, 3000)):
        name = f"{workers}.jsonl"
        task = order(tmp_path, corpus, name, policy=rules, workers=workers, task_bytes=size)
        summaries.append(carry_out(task).summary)
        made.append((tmp_path / name).read_bytes())
    assert made[0] == made[1] != corpus.read_bytes()
    assert summaries[0] == summaries[1]


@pytest.mark.parametrize("policy", ["corpus", "swap", "subject"])
def test_two_passes_over_standard_input(tmp_path: Path, corpus: Path, policy: str) -> None:
    rules = stage.policy(tmp_path, TWO_PASSES[policy])
    words = ("--policy", rules, "--key-file", stage.key_file(tmp_path))
    out = tmp_path / "out.jsonl"
    assert stage.call("run", corpus, "-o", out, *words).code == 0
    piped = stage.call(
        "run", "-", "-o", "-", "--format", "jsonl", *words, stdin=corpus.read_bytes()
    )
    assert piped.code == 0, piped.err
    assert piped.out == out.read_bytes()


def test_the_same_people_get_the_same_stand_ins_in_all_documents_of_a_subject(
    tmp_path: Path,
) -> None:
    texts = [
        stage.row(number, f"so {number} Zebulon Quill spoke", "Zebulon Quill", subject="s")
        for number in range(5)
    ]
    corpus = tmp_path / "in.jsonl"
    corpus.write_text("".join(texts))
    rules = load(stage.policy(tmp_path, TWO_PASSES["subject"].replace("0.9", "1.0")))
    carry_out(order(tmp_path, corpus, "subject.jsonl", policy=rules))
    carry_out(order(tmp_path, corpus, "document.jsonl"))
    shared, apart = (
        stage.marked(stage.read_documents(tmp_path / name, "jsonl"))
        for name in ("subject.jsonl", "document.jsonl")
    )
    assert len(set(shared)) == 1
    assert len(set(apart)) > 1


@pytest.mark.parametrize("format", ["lines", "jsonl", "slots", "conll"])
def test_from_a_pipe_to_a_pipe(tmp_path: Path, finder: str, format: str) -> None:
    _, text, typed = stage.CORPORA[format]
    detectors = [finder] if format == "lines" else ["given"]
    policy = stage.typed_policy(tmp_path, detectors)
    done = stage.call(
        "run", "-", "-o", "-", "--format", format, "--policy", policy, stdin=text.encode()
    )
    assert done.code == 0, done.err
    assert done.out.decode() == typed
    assert [path.name for path in tmp_path.iterdir()] == ["typed.toml"]


def test_a_piped_release_can_be_restored(tmp_path: Path) -> None:
    text, ledger = stage.CORPORA["jsonl"][1], tmp_path / "l"
    words = ("--format", "jsonl", "--policy", "redact", "--ledger", ledger, "--column", "n=KEEP")
    done = stage.call("run", "-", "-o", "-", *words, stdin=text.encode())
    release, back = tmp_path / "release.jsonl", tmp_path / "back.jsonl"
    release.write_bytes(done.out)
    assert stage.call("restore", release, "--ledger", ledger, "-o", back).code == 0
    assert back.read_bytes().decode() == text


def test_the_order_of_the_inputs_does_not_matter(tmp_path: Path) -> None:
    key, files = stage.key_file(tmp_path), []
    for number in range(3):
        path = tmp_path / f"{number}.jsonl"
        path.write_text(stage.row(number, f"hi Zebulon Quill {number}", "Zebulon Quill"))
        files.append(path)
    for name, inputs in (("a", files), ("b", files[::-1])):
        done = stage.call("run", *inputs, "-o", tmp_path / name, "--key-file", key)
        assert done.code == 0, done.err
    for path in files:
        assert (tmp_path / "a" / path.name).read_bytes() == (
            tmp_path / "b" / path.name
        ).read_bytes()


def test_the_order_of_the_rows_does_not_matter(tmp_path: Path, corpus: Path) -> None:
    rules = load(stage.policy(tmp_path, TWO_PASSES["swap"]))
    turned = tmp_path / "turned.jsonl"
    lines = corpus.read_bytes().splitlines(keepends=True)
    turned.write_bytes(b"".join(lines[::-1]))
    for policy in (rules, load("dp")):
        for name, source in (("a", corpus), ("b", turned)):
            carry_out(order(tmp_path, source, f"{name}.jsonl", policy=policy, force=True))
        straight, reverse = ((tmp_path / f"{name}.jsonl").read_bytes() for name in "ab")
        assert sorted(straight.splitlines()) == sorted(reverse.splitlines())


def test_keys_files_and_seeds(tmp_path: Path, corpus: Path) -> None:
    key = stage.key_file(tmp_path)
    other = stage.key_file(tmp_path, "other", "another secret, long enough")
    rules = stage.policy(tmp_path, '[categories]\nPERSON = { strategy = "entity" }')

    def released(*words: object) -> bytes:
        out = tmp_path / "out.jsonl"
        done = stage.call("run", corpus, "-o", out, "--force", "--policy", rules, *words)
        assert done.code == 0, done.err
        return out.read_bytes()

    assert released("--key-file", key) == released("--key-file", key)
    assert released("--key-file", key) != released("--key-file", other)
    assert released() != released()
    assert released("--seed", 3) == released("--seed", 3) != released("--seed", 4)


def test_a_seed_is_warned_about(tmp_path: Path, corpus: Path) -> None:
    done = stage.call("run", corpus, "-o", tmp_path / "out.jsonl", "--seed", 3)
    assert "NO guarantee" in done.out.decode()
    words = ("--format", "jsonl", "--seed", 3)
    piped = stage.call("run", "-", "-o", "-", *words, stdin=corpus.read_bytes())
    assert "NO guarantee" in piped.err
    assert b"guarantee" not in piped.out


def test_new_text_gets_new_coins(tmp_path: Path, corpus: Path) -> None:
    before = corpus.read_text().splitlines()
    changed = json.loads(before[5])
    changed["text"] = changed["text"].replace("call 5:", "call 6:")
    after = [*before[:5], json.dumps(changed), *before[6:]]
    carry_out(order(tmp_path, corpus, "a.jsonl"))
    corpus.write_text("\n".join(after) + "\n")
    carry_out(order(tmp_path, corpus, "b.jsonl"))
    one, two = ((tmp_path / f"{name}.jsonl").read_text().splitlines() for name in "ab")
    different = [number for number in range(len(one)) if one[number] != two[number]]
    assert different == [5]
    texts = [json.loads(lines[5])["text"].partition(": ")[2] for lines in (one, two)]
    assert texts[0] != texts[1]


def test_the_key_of_a_run_lives_in_the_state_folder_until_it_is_complete(
    tmp_path: Path, corpus: Path
) -> None:
    seen: dict[str, bytes] = {}
    folder = tmp_path / "out.jsonl.understudy"

    def look(done: int) -> None:
        key = folder / "key"
        seen["key"], seen["mode"] = key.read_bytes(), oct(key.stat().st_mode & 0o777).encode()

    carry_out(order(tmp_path, corpus, key=None), look)
    assert (len(seen["key"]), seen["mode"]) == (32, b"0o600")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl", "out.jsonl"]
    assert seen["key"] not in (tmp_path / "out.jsonl").read_bytes()


def test_a_large_file_goes_through_in_tasks_that_are_few_at_a_time(tmp_path: Path) -> None:
    corpus = tmp_path / "in.slots"
    line = "Greet\thello Zebulon Quill now\tO B-PERSON I-PERSON O\n"
    corpus.write_text(line * 20_000)
    sizes: list[int] = []
    size = 1 << 16
    policy = replace(load("typed"), detectors=("given",))
    task = order(tmp_path, corpus, "out.slots", policy=policy, task_bytes=size)
    done = carry_out(task, sizes.append)
    assert done.summary.documents == 20_000
    assert sum(sizes) == corpus.stat().st_size
    assert len(sizes) >= 4
    assert max(sizes) < 3 * size
