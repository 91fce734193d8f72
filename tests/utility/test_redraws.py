"""Several draws of stand-ins: what a learner reads, what it costs, and who may have them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from requested import requests

from understudy.certificate.pins import Pins
from understudy.certificate.record import Certificate, write_certificate
from understudy.cli import cli
from understudy.core.draw import seed_key
from understudy.core.errors import BudgetExceeded, UsageError
from understudy.policy import load, with_rule
from understudy.privacy.sampling import ReadSample, RecallBound, SampleBounds
from understudy.utility.conditions import conditions
from understudy.utility.study import Run, prepared
from understudy.utility.tasks import task_of
from understudy.utility.transform import redrawn, replacing_half, transform

POLICY = replace(load("surrogate"), leak_check=False, epsilon_max=None)


def test_only_rows_that_draw_have_a_second_one() -> None:
    rows = conditions(["redact", "entity"], [1.0], ["gold"], redraws=3)
    assert [row.label for row in rows] == ["none", "redact", "entity", "entity, 3 draws"]


def test_every_draw_is_another_and_the_first_is_that_of_a_single_run() -> None:
    train = requests(40, 1)
    marks = tuple(one.annotations for one in train.documents)
    pipeline = replacing_half(POLICY)
    keys = [seed_key(one) for one in (1, 2, 3)]
    found = redrawn(train.documents, marks, pipeline, keys)
    alone = transform(train.documents, marks, pipeline, keys[0])
    assert [one.text for one in found.documents[:40]] == [one.text for one in alone.documents]
    assert len({one.id for one in found.documents}) == 120
    texts = [[one.text for one in found.documents[at : at + 40]] for at in (0, 40, 80)]
    assert texts[0] != texts[1] != texts[2]
    for document, source in zip(found.documents, train.documents * 3, strict=True):
        assert len(document.annotations) == len(source.annotations)
    assert found.bound == alone.bound  # nothing thrice is nothing


def test_draws_that_cost_something_add_up() -> None:
    train = requests(20, 1)
    marks = tuple(one.annotations for one in train.documents)
    pipeline = replacing_half(with_rule(POLICY, {"strategy": "entity", "p": 0.9}))
    one = transform(train.documents, marks, pipeline, seed_key(1))
    three = redrawn(train.documents, marks, pipeline, [seed_key(at) for at in range(3)])
    assert one.bound.strict > 0
    assert three.bound.strict == pytest.approx(3 * one.bound.strict)


def test_a_learner_reads_all_draws() -> None:
    rows = conditions(["entity"], [1.0], ["gold"], redraws=4)
    study = prepared(
        task_of("ner"), "linear", requests(60, 1), requests(30, 2, 60), POLICY, rows, seeds=[1]
    )
    shown, _ = study._texts(rows[2], 1)
    assert len(shown.documents) == 240
    assert (
        study.carry_out(Run(2, 1)).cells[:, 2].sum() == study.carry_out(Run(0, 1)).cells[:, 2].sum()
    )


@pytest.fixture
def release(tmp_path: Path) -> Path:
    path = tmp_path / "release.jsonl"
    with path.open("w") as file:
        for one in requests(12, 5).documents:
            marks = [{"start": s.start, "end": s.end, "label": s.label} for s in one.annotations]
            file.write(json.dumps({"id": one.id, "text": one.text, "entities": marks}) + "\n")
    return path


def _augment(*words: object) -> Result:
    return CliRunner().invoke(cli, ["learn", "augment", *map(str, words), "--language", "en"])


def test_copies_are_written_for_their_owner_alone(release: Path, tmp_path: Path) -> None:
    output = tmp_path / "copies.jsonl"
    done = _augment(release, "-o", output, "--copies", 3)
    assert done.exit_code == 0, done.output
    assert "keep them to yourself" in done.output
    assert output.stat().st_mode & 0o077 == 0
    rows = [json.loads(line) for line in output.read_text().splitlines()]
    assert len(rows) == 36
    first = [json.loads(line)["text"] for line in release.read_text().splitlines()]
    assert [row["text"] for row in rows[:12]] == first
    assert [row["text"] for row in rows[12:24]] != [row["text"] for row in rows[24:]]
    for row in rows:
        for mark in row["entities"]:
            assert row["text"][mark["start"] : mark["end"]].strip()
    assert isinstance(_augment(release, "-o", output).exception, UsageError)  # it exists


def test_nothing_marked_is_refused(tmp_path: Path) -> None:
    plain = tmp_path / "plain.jsonl"
    plain.write_text('{"id": "1", "text": "Ann Lee called."}\n')
    done = _augment(plain, "-o", tmp_path / "copies.jsonl")
    assert isinstance(done.exception, UsageError)
    assert "nothing is marked" in str(done.exception)


def _certificate(folder: Path, leaking_high: float) -> Path:
    row = RecallBound("*", 300, 900, 0, 1.0, 0.99, 0.995)
    bounds = SampleBounds(0.05, 10_000, 300, 0, leaking_high, row, (), ())
    sample = ReadSample("documents", "hidden", 2, 0, None, "00", "2026-01-01", bounds)
    pins = Pins(*("" for _ in Pins.__dataclass_fields__))
    folder.mkdir()
    write_certificate(Certificate(1, "0", sample, pins, "00"), folder)
    return folder


def test_several_copies_for_others_need_a_certificate(release: Path, tmp_path: Path) -> None:
    output = tmp_path / "copies.jsonl"
    asked = (release, "-o", output, "--for", "release")
    refused = _augment(*asked)
    assert isinstance(refused.exception, UsageError) and not output.exists()
    assert "--certificate" in str(refused.exception)
    weak = _augment(*asked, "--certificate", _certificate(tmp_path / "weak", 0.2))
    assert isinstance(weak.exception, BudgetExceeded) and not output.exists()
    assert weak.exception.exit_code == 3
    strong = _augment(*asked, "--certificate", _certificate(tmp_path / "strong", 0.009))
    assert strong.exit_code == 0 and output.exists()
    assert "keep them" not in strong.output
