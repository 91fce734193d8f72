"""A sample is drawn by its seed, fairly, once, and the plan says all that was decided."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from understudy.certificate.plan import (
    PLAN,
    SHEET,
    Sample,
    draw_sample,
    load_plan,
    places,
    write_sample,
)
from understudy.certificate.record import Reading, certify, read_sheet, sheet_texts
from understudy.core.errors import StateError, UsageError
from understudy.core.types import Document, Segment
from understudy.policy import Policy
from understudy.replace.base import Rule

SEED = "00" * 8
POLICY = Policy("sampled", default=Rule("redact"))


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Thirty documents of two paragraphs; each has a person, marked, and a town, not marked."""
    path = tmp_path / "corpus.jsonl"
    rows = []
    for number in range(30):
        text = f"Zeb{number} Quill called.\n\nShe is from Lower Vexham{' and more' * number}."
        end = text.index(" called")
        mark = {"start": 0, "end": end, "category": "PERSON"}
        rows.append({"id": f"d{number}", "text": text, "entities": [mark]})
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_units_of_a_document() -> None:
    text = "Ana: hi\n\n  \nBen: yes"
    turns = (Segment(0, 7, "turn", "Ana"), Segment(7, 8, "turn"), Segment(12, 20, "turn", "Ben"))
    document = Document("d", text, segments=turns)
    assert list(places(document, "documents")) == [(0, 20)]
    assert list(places(document, "turns")) == [(0, 7), (12, 20)]
    assert list(places(document, "paragraphs")) == [(0, 7), (12, 20)]
    assert list(places(Document("e", " \n "), "documents")) == []


def test_the_seed_says_which_units_are_drawn(corpus: Path) -> None:
    one, same, other = (
        draw_sample([str(corpus)], POLICY, unit="documents", size=10, seed=seed)
        for seed in (SEED, SEED, "01" * 8)
    )
    assert one.plan.units == same.plan.units
    assert one.texts == same.texts
    assert one.plan.units != other.plan.units
    assert [unit.number for unit in one.plan.units] == list(range(10))
    fresh = draw_sample([str(corpus)], POLICY, unit="documents", size=10)
    assert len(bytes.fromhex(fresh.plan.seed)) == 16


def test_every_unit_is_drawn_as_often_as_any_other(corpus: Path) -> None:
    drawn: Counter[str] = Counter()
    for number in range(120):
        seed = number.to_bytes(8, "big").hex()
        sample = draw_sample([str(corpus)], POLICY, unit="documents", size=10, seed=seed)
        drawn.update(unit.document for unit in sample.plan.units)
    assert len(drawn) == 30
    assert sum(drawn.values()) == 1200
    assert all(20 <= count <= 60 for count in drawn.values())  # 40 each, five deviations away


def test_a_plan_holds_marks_and_no_text(corpus: Path, tmp_path: Path) -> None:
    sample = draw_sample([str(corpus)], POLICY, unit="paragraphs", size=12, seed=SEED)
    plan = sample.plan
    assert (plan.population, plan.size, plan.categories) == (60, 12, ("PERSON",))
    assert plan.stretch >= 1.0
    for unit, text in zip(plan.units, sample.texts, strict=True):
        assert len(text) == unit.end - unit.start
        marked = [text[mark.start : mark.end] for mark in unit.marks]
        assert marked == ([text.removesuffix(" called.")] if "called" in text else [])
    write_sample(sample, tmp_path / "sample")
    written = (tmp_path / "sample" / PLAN).read_text()
    assert "Quill" not in written
    assert "Vexham" not in written
    assert load_plan(tmp_path / "sample") == plan
    assert "Quill" not in repr(sample)
    for name in (PLAN, SHEET):
        assert (tmp_path / "sample" / name).stat().st_mode & 0o077 == 0
    with pytest.raises(UsageError, match="drawn once"):
        write_sample(sample, tmp_path / "sample")


def test_a_blind_sheet_shows_no_marks(corpus: Path, tmp_path: Path) -> None:
    for blind in (False, True):
        sample = draw_sample(
            [str(corpus)], POLICY, unit="documents", size=3, seed=SEED, blind=blind
        )
        write_sample(sample, tmp_path / str(blind))
        first = json.loads((tmp_path / str(blind) / SHEET).read_text().splitlines()[0])
        assert ("marks" in first) is not blind
        assert ("entities" in first) is blind


def test_a_longer_unit_outside_the_sample_stretches_the_worst(corpus: Path) -> None:
    found = [
        draw_sample([str(corpus)], POLICY, unit="documents", size=2, seed=f"{number:016x}")
        for number in range(8)
    ]
    assert max(sample.plan.stretch for sample in found) > 1.5


def test_what_cannot_be_drawn_is_refused(corpus: Path, tmp_path: Path) -> None:
    inputs = [str(corpus)]
    with pytest.raises(UsageError, match="no unit is named"):
        draw_sample(inputs, POLICY, unit="words", size=1)
    with pytest.raises(UsageError, match="has 30 documents"):
        draw_sample(inputs, POLICY, unit="documents", size=31)
    with pytest.raises(UsageError, match="no speakers"):
        draw_sample(inputs, POLICY, unit="turns", size=1)
    with pytest.raises(UsageError, match="hexadecimal"):
        draw_sample(inputs, POLICY, unit="documents", size=1, seed="xyz")
    with pytest.raises(UsageError, match="no category NONSENSE"):
        draw_sample(inputs, POLICY, unit="documents", size=1, categories=["NONSENSE"])
    with pytest.raises(UsageError, match="read again"):
        draw_sample(["-"], POLICY, unit="documents", size=1)
    with pytest.raises(UsageError, match="no plan"):
        load_plan(tmp_path)
    (tmp_path / PLAN).write_text("{}")
    with pytest.raises(StateError, match="not the plan"):
        load_plan(tmp_path)


def test_half_a_character_in_an_id_breaks_nothing(tmp_path: Path) -> None:
    path = tmp_path / "odd.jsonl"
    path.write_text(json.dumps({"id": "a\ud800", "text": "Zeb Quill called."}) + "\n")
    drawn = draw_sample([str(path)], POLICY, unit="documents", size=1)
    write_sample(drawn, tmp_path / "sample")
    assert load_plan(tmp_path / "sample") == drawn.plan
    row = json.loads((tmp_path / "sample" / SHEET).read_text())
    assert row["document"] == "a\ud800"
    filled = tmp_path / "ana.jsonl"
    filled.write_text(json.dumps({**row, "missed": []}))
    assert len(read_sheet(filled, drawn.plan, sheet_texts(tmp_path / "sample", drawn.plan))) == 1


def marks(sample: Sample) -> list[tuple[str, bool, bool]]:
    return [
        (text[mark.start : mark.end], mark.left, mark.typed)
        for unit, text in zip(sample.plan.units, sample.texts, strict=True)
        for mark in unit.marks
    ]


def test_what_stays_in_the_text_hides_nothing(tmp_path: Path) -> None:
    path = tmp_path / "letters.jsonl"
    text = "Dr. Zeb Quill called from Vexham."
    given = [(0, 3, "TITLE"), (4, 13, "PERSON"), (26, 32, "LOCATION")]
    entities = [{"start": a, "end": b, "category": label} for a, b, label in given]
    path.write_text(json.dumps({"id": "a", "text": text, "entities": entities}) + "\n")
    rules = {"TITLE": Rule("surrogate"), "LOCATION": Rule("keep")}
    policy = Policy("letters", default=Rule("redact"), rules=rules)
    drawn = draw_sample([str(path)], policy, unit="documents", size=1)
    assert marks(drawn) == [
        ("Dr.", True, False),  # a title from the lists
        ("Zeb Quill", False, False),
        ("Vexham", True, False),  # the policy keeps the category
    ]
    assert drawn.plan.categories == ("PERSON",)


def test_cells_of_typed_columns_are_not_what_detectors_found(tmp_path: Path) -> None:
    path = tmp_path / "tickets.csv"
    path.write_text('text,name\n"Quill called.",Zeb Quill\n"Nobody called.",Ana Vex\n')
    policy = Policy("tickets", default=Rule("redact"), columns={"text": "TEXT", "name": "PERSON"})
    drawn = draw_sample([str(path)], policy, unit="documents", size=2)
    assert ("Zeb Quill", False, True) in marks(drawn)
    assert ("Quill", False, False) in marks(drawn)  # in the text of its row
    everything = [
        Reading(unit.number, "ana", tuple(mark._replace(typed=False) for mark in unit.marks))
        for unit in drawn.plan.units
    ]
    made = certify(drawn.plan, everything, drawn.texts)
    assert made.sample.bounds.overall.entities == 1
    lines = draw_sample([str(path)], policy, unit="paragraphs", size=2)
    assert lines.plan.population == 2
    assert lines.texts == ("Quill called.", "Nobody called.")
