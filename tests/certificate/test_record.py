"""Readings become a certificate; what has changed since then voids it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from understudy.certificate.pins import Pins, changes, pins_of
from understudy.certificate.plan import Drawn, Mark, Plan, draw_sample, write_sample
from understudy.certificate.record import (
    CERTIFICATE,
    Reading,
    certify,
    check,
    load_certificate,
    read_sheet,
    sheet_texts,
    write_certificate,
)
from understudy.core.errors import CorpusError, StateError, UsageError
from understudy.corpus.base import Options
from understudy.policy import Policy
from understudy.privacy.sampling import leaking_bound
from understudy.replace.base import Rule

PINS = Pins("c", "r", "p", "m", "l")
TEXT = "Zeb Quill met Otto Vex; Zeb went home."
PERSON = "PERSON"
ZEB, OTTO, AGAIN = Mark(0, 9, PERSON), Mark(14, 22, PERSON), Mark(24, 27, PERSON)


def plan_of(*marks: Mark, size: int = 4, **given: Any) -> Plan:
    return Plan(
        schema=1,
        version="1",
        made="2026-01-01",
        unit="documents",
        size=size,
        population=20,
        seed="00",
        alpha=0.05,
        blind=given.pop("blind", False),
        categories=(PERSON,),
        known=(PERSON, "DATE"),
        stretch=1.0,
        pins=PINS,
        units=tuple(Drawn(number, f"d{number}", 0, len(TEXT), marks) for number in range(size)),
    )


def texts(plan: Plan) -> tuple[str, ...]:
    return (TEXT,) * plan.size


def row_of(plan: Plan, private: tuple[Mark, ...]) -> tuple[int, int]:
    readings = [Reading(number, "ana", private) for number in range(plan.size)]
    found = certify(plan, readings, texts(plan)).sample.bounds.overall
    return found.entities, found.missed


def test_found_is_what_marks_cover_in_all_its_mentions() -> None:
    assert row_of(plan_of(ZEB, OTTO), (ZEB, OTTO)) == (8, 0)
    assert row_of(plan_of(ZEB), (ZEB, OTTO)) == (8, 4)
    assert row_of(plan_of(Mark(0, 5, PERSON)), (ZEB,)) == (4, 4)  # half of it shows
    assert row_of(plan_of(Mark(0, 22, "DATE")), (ZEB, OTTO)) == (8, 0)  # covered is covered
    assert row_of(plan_of(ZEB._replace(left=True)), (ZEB,)) == (4, 4)  # found, and left to stand
    twice = (Mark(0, 3, PERSON), AGAIN)
    assert row_of(plan_of(Mark(0, 3, PERSON)), twice) == (4, 4)  # one entity, one mention missed


def test_a_certificate_says_who_read_how_and_what_they_changed() -> None:
    plan = plan_of(ZEB)
    shown = [Reading(number, "ana", (ZEB,), edited=number) for number in range(4)]
    found = certify(plan, shown, texts(plan))
    assert (found.sample.marks, found.sample.readers, found.sample.edited) == ("shown", 1, 6)
    assert found.sample.overlooked is None
    assert found.sample.bounds.leaking_high == leaking_bound(0, 4, 20, 0.05)
    assert found.pins == PINS
    hidden = [one._replace(saw_marks=False) for one in shown]
    assert certify(plan, hidden, texts(plan)).sample.marks == "hidden"
    assert certify(plan, [hidden[0], *shown[1:]], texts(plan)).sample.marks == "both"


def test_nobody_reads_a_unit_twice() -> None:
    plan = plan_of(ZEB, size=2)
    first, second = Reading(0, "ana", (ZEB, OTTO)), Reading(0, "ana", (ZEB,))
    rest = Reading(1, "ana", (ZEB,))
    with pytest.raises(UsageError, match="unit 0 was read twice by ana"):
        certify(plan, [first, second, rest], texts(plan))


def test_who_did_not_see_the_marks_is_measured_by_them() -> None:
    plan = plan_of(ZEB, OTTO, Mark(24, 27, PERSON, left=True), size=2, blind=True)
    readings = [Reading(0, "ana", (ZEB, OTTO), saw_marks=False), Reading(1, "ana", ())]
    found = certify(plan, readings, texts(plan)).sample
    assert (found.marked, found.marked_by_readers) == (2, 2)  # one unit was read with the marks
    lazy = [one._replace(private=(), saw_marks=False) for one in readings]
    found = certify(plan, lazy, texts(plan)).sample
    assert (found.marked, found.marked_by_readers) == (4, 0)


def test_two_readers_are_taken_at_their_strictest() -> None:
    plan = plan_of(ZEB)
    first = [Reading(number, "ana", (ZEB, OTTO) if number else (ZEB,)) for number in range(4)]
    second = [Reading(number, "ben", (OTTO,) if number == 1 else (ZEB,)) for number in range(4)]
    sample = certify(plan, first + second, texts(plan)).sample
    assert sample.readers == 2
    assert (sample.bounds.leaking, sample.bounds.overall.missed) == (3, 3)
    assert sample.bounds.overall.entities == 6  # in unit 1 only one of them calls Zeb private
    assert sample.overlooked == pytest.approx(0.0)  # Ben found one, Ana all of them
    hurried = [one._replace(private=(ZEB,)) for one in second]
    hurried[0] = hurried[0]._replace(private=(ZEB, AGAIN))
    assert (certify(plan, first + hurried, texts(plan)).sample.overlooked or 0.0) > 0.5


def test_every_unit_must_be_read() -> None:
    plan = plan_of(ZEB)
    with pytest.raises(UsageError, match=r"1 of 4 units have not been read \(unit 2\)"):
        certify(plan, [Reading(number, "ana", ()) for number in (0, 1, 3)], texts(plan))
    with pytest.raises(UsageError, match="no unit 4"):
        certify(plan, [Reading(4, "ana", ())], texts(plan))
    with pytest.raises(UsageError, match="outside its text"):
        certify(plan, [Reading(n, "ana", (Mark(0, 99, PERSON),)) for n in range(4)], texts(plan))


def sheet(tmp_path: Path, *rows: dict[str, Any]) -> Path:
    path = tmp_path / "ana.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_a_sheet_filled_in_by_hand(tmp_path: Path) -> None:
    plan = plan_of(ZEB)
    path = sheet(
        tmp_path,
        {"unit": 0, "missed": []},
        {"unit": 1, "missed": [{"category": PERSON, "text": "Otto Vex"}], "reader": "ben"},
        {"unit": 2, "missed": [{"category": PERSON, "start": 24, "end": 27}], "wrong": [0]},
        {"unit": 3, "missed": None},
    )
    found = read_sheet(path, plan, texts(plan))
    assert [(one.unit, one.reader) for one in found] == [(0, "ana"), (1, "ben"), (2, "ana")]
    assert found[0].private == (ZEB,)
    assert found[1].private == (ZEB, OTTO)
    assert found[2].private == (AGAIN,)
    assert all(one.saw_marks for one in found)


def test_a_text_stands_where_no_mark_covers_it(tmp_path: Path) -> None:
    plan = plan_of(ZEB)
    path = sheet(tmp_path, {"unit": 0, "missed": [{"category": PERSON, "text": "Zeb"}]})
    (found,) = read_sheet(path, plan, texts(plan))
    assert found.private == (ZEB, AGAIN)


def test_a_missed_span_takes_the_place_of_a_mark_that_covers_part_of_it(tmp_path: Path) -> None:
    plan = plan_of(Mark(4, 9, PERSON))
    path = sheet(tmp_path, {"unit": 0, "missed": [{"category": PERSON, "start": 0, "end": 9}]})
    (found,) = read_sheet(path, plan, texts(plan))
    assert found.private == (ZEB,)


def test_a_blind_sheet_tells_everything(tmp_path: Path) -> None:
    plan = plan_of(ZEB, blind=True)
    path = sheet(
        tmp_path,
        {"unit": 0, "entities": [{"category": PERSON, "text": "Zeb"}], "edited": 2},
        {"unit": 1, "entities": None},
    )
    (found,) = read_sheet(path, plan, texts(plan))
    assert found == Reading(0, "ana", (Mark(0, 3, PERSON), AGAIN), saw_marks=False, edited=2)


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ({"unit": 9, "missed": []}, "no unit 9"),
        ({"unit": 0, "missed": [{"category": "PERSN", "text": "Zeb"}]}, "no category 'PERSN'"),
        ({"unit": 0, "missed": [{"category": PERSON, "text": "Secretname"}]}, "does not stand"),
        ({"unit": 0, "missed": [{"category": PERSON}]}, "does not stand"),
        ({"unit": 0, "missed": [{"category": PERSON, "start": 3, "end": 99}]}, "outside"),
        ({"unit": 0, "missed": [], "wrong": [1]}, "marks 0 to 0"),
        ({"unit": 0, "missed": [], "edited": -1}, "0 or more"),
        ({"unit": "zero"}, "not a row"),
        ({"missed": "nothing"}, "not a row"),
    ],
)
def test_a_wrong_row_is_refused_with_its_line(
    tmp_path: Path, row: dict[str, Any], why: str
) -> None:
    plan = plan_of(ZEB)
    path = sheet(tmp_path, {"unit": 1, "missed": []}, row)
    with pytest.raises(CorpusError, match=why) as caught:
        read_sheet(path, plan, texts(plan))
    assert "ana.jsonl:2" in str(caught.value)
    assert "Secretname" not in str(caught.value)


def test_a_certificate_is_written_and_read_and_holds_no_text(tmp_path: Path) -> None:
    plan = plan_of(ZEB)
    made = certify(plan, [Reading(n, "ana", (ZEB, OTTO)) for n in range(4)], texts(plan))
    write_certificate(made, tmp_path)
    assert load_certificate(tmp_path) == made
    written = (tmp_path / CERTIFICATE).read_text()
    assert not any(word in written.lower() for word in ("quill", "otto", "ana", "d0"))
    (tmp_path / CERTIFICATE).write_text(written.replace('"schema": 1', '"schema": 7'))
    with pytest.raises(StateError, match="schema 7"):
        load_certificate(tmp_path)
    (tmp_path / CERTIFICATE).write_text("[]")
    with pytest.raises(StateError, match="not a certificate"):
        load_certificate(tmp_path)
    with pytest.raises(UsageError, match="no certificate"):
        load_certificate(tmp_path / "elsewhere")


@pytest.mark.parametrize("pin", ["corpus", "reading", "policy", "model", "rules"])
def test_whatever_changes_voids_it(pin: str) -> None:
    plan = plan_of(ZEB)
    made = certify(plan, [Reading(n, "ana", (ZEB,)) for n in range(4)], texts(plan))
    assert check(made, PINS, "here") == made.sample
    now = replace(PINS, **{pin: "changed"})
    (word,) = changes(PINS, now)
    with pytest.raises(UsageError, match="void here") as caught:
        check(made, now, "here")
    assert word in str(caught.value)


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "a.txt").write_text("Zeb Quill called.")
    (folder / "b.txt").write_text("Otto Vex did not.")
    return folder


def _edit(folder: Path) -> None:
    (folder / "b.txt").write_text("Otto Vex did.")


def _add(folder: Path) -> None:
    (folder / "c.txt").write_text("One more.")


@pytest.mark.parametrize("change", [_edit, _add])
def test_the_corpus_is_pinned_by_its_bytes(notes: Path, change: Callable[[Path], None]) -> None:
    policy = Policy("pinned", default=Rule("redact"))
    before = pins_of([str(notes)], None, Options(), policy)
    assert pins_of([str(notes)], None, Options(), policy) == before
    (notes / "a.txt").rename(notes / "z.txt")
    assert pins_of([str(notes)], None, Options(), policy) == before  # a name is no content
    change(notes)
    assert changes(before, pins_of([str(notes)], None, Options(), policy)) == (
        "the corpus has changed",
    )


def test_policy_reading_and_models_are_pinned(notes: Path, tmp_path: Path) -> None:
    policy = Policy("pinned", default=Rule("redact"))
    before = pins_of([str(notes)], None, Options(), policy)

    def now(**given: Any) -> tuple[str, ...]:
        options = Options(**given.pop("options", {}))
        changed = replace(policy, **given)
        return changes(before, pins_of([str(notes)], None, options, changed))

    assert now(options={"subject": "who"}) == ()
    assert now(options={"default_language": "es"}) == (
        "the corpus is read in another way (format, fields or language)",
    )
    assert now(threshold=0.9) == ("the policy is another one",)
    model = tmp_path / "model"
    model.mkdir()
    (model / "weights").write_bytes(b"1")
    named = replace(policy, detector_options={"encoder": {"model": str(model)}})
    first = pins_of([str(notes)], None, Options(), named)
    assert "the model has other weights" in changes(before, first)
    (model / "weights").write_bytes(b"2")
    assert changes(first, pins_of([str(notes)], None, Options(), named)) == (
        "the model has other weights",
    )


def test_a_sheet_must_be_that_of_its_plan(notes: Path, tmp_path: Path) -> None:
    policy = Policy("pinned", default=Rule("redact"))
    sample = draw_sample([str(notes)], policy, unit="documents", size=2)
    write_sample(sample, tmp_path / "s")
    assert sheet_texts(tmp_path / "s", sample.plan) == sample.texts
    (tmp_path / "s" / "sheet.jsonl").write_text('{"unit": 0, "text": "short"}\n')
    with pytest.raises(StateError, match="must not be changed"):
        sheet_texts(tmp_path / "s", sample.plan)
