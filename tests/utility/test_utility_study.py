"""A study transforms what it trains on and nothing else, and can be taken up again."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from understudy.core.draw import seed_key
from understudy.core.errors import StateError, UsageError
from understudy.core.types import Document, Span
from understudy.policy import Policy
from understudy.utility import study_page
from understudy.utility.bootstrap import Difference, Score
from understudy.utility.conditions import Condition, conditions, strategies_of
from understudy.utility.kept import begin, end
from understudy.utility.prior import distance, resampled, shares, uniform
from understudy.utility.samples import Sample, split_by_digest
from understudy.utility.settings import Settings
from understudy.utility.study import Study, prepared
from understudy.utility.table import Table, table
from understudy.utility.tasks import task_of
from understudy.utility.transform import marks_of, replacing_half, transform

POLICY = Policy("test", leak_check=False)


def _study(
    task: str, train: Sample, test: Sample, names: str, p: Sequence[float] = (1.0,)
) -> Study:
    rows = conditions(strategies_of(names), p, ["gold"])
    settings = Settings(iterations=30, rounds=20)
    return prepared(
        task_of(task), "linear", train, test, POLICY, rows, seeds=(0, 1), settings=settings
    )


def _table(study: Study) -> Table:
    return table(study, map(study.carry_out, study.runs()), rounds=100)


def test_annotations_move_with_the_text() -> None:
    document = Document(
        "d", "Ann saw York", "en", annotations=(Span(0, 3, "PERSON"), Span(8, 12, "CITY"))
    )
    pipeline = replacing_half(Condition("typed", {"strategy": "typed"}).policy(POLICY))
    done = transform([document], (document.annotations,), pipeline, seed_key(0))
    (moved,) = done.documents
    assert moved.text == "<PERSON> saw <CITY>"
    assert [moved.text[one.start : one.end] for one in moved.annotations] == ["<PERSON>", "<CITY>"]
    assert [one.label for one in moved.annotations] == ["PERSON", "CITY"]
    assert (done.replaced, done.kept) == (2, 0)


def test_what_is_left_has_its_reason() -> None:
    text = "Then they saw Spain, Ann saw us and they left"
    marks = (Span(5, 9, "PERSON"), Span(14, 19, "COUNTRY"), Span(21, 24, "PERSON"))
    document = Document("d", text, "en", annotations=(*marks, Span(36, 40, "PERSON")))
    pipeline = replacing_half(Condition("surrogate", {"strategy": "surrogate"}).policy(POLICY))
    done = transform([document], (document.annotations,), pipeline, seed_key(0))
    assert (done.replaced, done.kept) == (1, 0)
    assert list(done.left.items()) == [("nobody", 2), ("country", 1)]


def test_what_was_not_marked_private_keeps_its_annotation() -> None:
    """Detectors that miss an entity leave it, and the learner still sees its label."""
    document = Document(
        "d", "Ann saw York", "en", annotations=(Span(0, 3, "PERSON"), Span(8, 12, "CITY"))
    )
    pipeline = replacing_half(Condition("redact", {"strategy": "redact"}).policy(POLICY))
    done = transform([document], ((Span(0, 3, "PERSON"),),), pipeline, seed_key(0))
    (moved,) = done.documents
    assert moved.text == "█████ saw York"
    assert moved.text[moved.annotations[1].start :] == "York"


def test_class_tokens_collapse_recognition_and_whole_entities_do_not(
    train: Sample, test: Sample
) -> None:
    """The shape of Adelani's Table 2, in small."""
    found = _table(_study("ner", train, test, "redact,typed,word:corpus,entity:corpus"))
    f1 = {row.condition.name: row.scores["F1"].mean for row in found.rows}
    assert f1["none"] > 0.95
    assert f1["redact"] < 0.7 * f1["none"]  # the frames are few, and tell where entities are
    assert f1["typed"] < 0.7 * f1["none"]
    assert f1["entity:corpus"] >= f1["word:corpus"] > max(f1["redact"], f1["typed"])
    marked = {row.condition.name: row.marked["F1"].mean for row in found.rows if row.marked}
    assert set(marked) == {"redact", "typed"}
    assert marked["typed"] > 0.95
    typed = next(row for row in found.rows if row.condition.name == "typed")
    assert typed.gains["F1"].high < -0.3


def test_the_table_has_each_category_with_its_change(train: Sample, test: Sample) -> None:
    found = _table(_study("ner", train, test, "redact,entity:corpus"))
    assert len(found.categories) > 1
    assert sum(found.categories.values()) == sum(len(one.annotations) for one in test.documents)
    none, redact, entity = found.rows
    assert none.categories.keys() == found.categories.keys()
    assert all(gain is None for _, gain in none.categories.values())
    for name in found.categories:
        lost, change = redact.categories[name]
        assert change is not None
        assert change.value == pytest.approx(lost.mean - none.categories[name][0].mean)
    assert min(of.mean for of, _ in redact.categories.values()) < 0.5
    assert min(of.mean for of, _ in entity.categories.values()) > 0.8
    page = study_page.render(found, corpus="calls", test="a fifth")
    assert all(f"{name} ({count:,})" in page for name, count in found.categories.items())
    assert found.as_json()["rows"][1]["categories"].keys() == found.categories.keys()


def test_bounds_are_those_of_the_strategies(train: Sample, test: Sample) -> None:
    rows = {
        (row.condition.name, row.condition.p): row.bound
        for row in _table(
            _study("intent", train, test, "redact,entity,entity:corpus", (0.5, 1.0))
        ).rows
    }
    assert rows["redact", 1.0] == (0.0, 0.0, 0.0)
    assert rows["redact", 0.5] == (math.inf, 0.5, 0.0)
    assert rows["entity", 1.0].strict == 0.0
    assert 0.0 < rows["entity", 0.5].strict < math.inf
    assert rows["entity:corpus", 0.5].strict == math.inf
    assert rows["entity:corpus", 0.5].paper < math.inf


def test_what_does_not_depend_on_chance_is_done_once(train: Sample, test: Sample) -> None:
    study = _study("intent", train, test, "redact,entity", (0.5, 1.0))
    counts = [sum(run.condition == at for run in study.runs()) for at in range(5)]
    named = [(one.name, one.p) for one in study.conditions]
    assert dict(zip(named, counts, strict=True)) == {
        ("none", 1.0): 1,
        ("redact", 0.5): 2,
        ("redact", 1.0): 1,
        ("entity", 0.5): 2,
        ("entity", 1.0): 2,
    }


def test_the_same_seed_gives_the_same_cells(train: Sample, test: Sample) -> None:
    study = _study("intent", train, test, "entity:corpus")
    run = list(study.runs())[-1]
    one, two = study.carry_out(run), study.carry_out(run)
    assert (one.cells == two.cells).all()
    assert one.bound == two.bound


def test_a_study_is_taken_up_where_it_stopped(
    train: Sample, test: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = _study("intent", train, test, "redact,entity")
    folder = tmp_path / "page.html.understudy"
    kept = begin(study, folder, resume=False)
    runs = list(study.runs())
    done = [kept(run) for run in runs[:2]]
    with pytest.raises(StateError, match="--resume"):
        begin(study, folder, resume=False)
    again = begin(study, folder, resume=True)
    carried: list[object] = []
    real = Study.carry_out
    monkeypatch.setattr(
        Study, "carry_out", lambda self, run: carried.append(run) or real(self, run)
    )
    outcomes = [again(run) for run in runs]
    assert carried == runs[2:]
    assert (outcomes[0].cells == done[0].cells).all()
    assert outcomes[1].marked is not None and (outcomes[1].marked == done[1].marked).all()
    assert outcomes[1][3:] == done[1][3:]
    end(again)
    assert not folder.exists()


def test_another_study_is_not_taken_up(train: Sample, test: Sample, tmp_path: Path) -> None:
    folder = tmp_path / "state"
    begin(_study("intent", train, test, "redact"), folder, resume=False)
    with pytest.raises(StateError, match="another study"):
        begin(_study("intent", train, test, "typed"), folder, resume=True)


def test_a_damaged_outcome_is_made_again(train: Sample, test: Sample, tmp_path: Path) -> None:
    study = _study("intent", train, test, "redact")
    kept = begin(study, tmp_path / "state", resume=False)
    run = next(study.runs())
    first = kept(run)
    path = tmp_path / "state" / "0000-0.npz"
    path.write_bytes(path.read_bytes()[:40])
    assert (kept(run).cells == first.cells).all()


def test_state_holds_no_text(train: Sample, test: Sample, tmp_path: Path) -> None:
    study = _study("ner", train, test, "redact")
    kept = begin(study, tmp_path / "state", resume=False)
    kept(next(study.runs()))
    held = b"".join(path.read_bytes() for path in (tmp_path / "state").iterdir())
    assert b"Leeds" not in held and b"Ann" not in held
    assert "Leeds" not in repr(study)


def test_detected_entities_are_those_of_the_detectors(train: Sample) -> None:
    policy = replace(POLICY, detectors=("given", "gazetteer"))
    document = Document("d", "a flight to London", "en", annotations=(Span(0, 1, "CITY"),))
    assert marks_of([document], policy, "gold") == (document.annotations,)
    (found,) = marks_of([document], policy, "detected")
    assert [document.text[one.start : one.end] for one in found] == ["London"]


def test_strategies_are_named_once_and_known() -> None:
    everything = strategies_of("all")
    assert {"redact", "typed", "named", "word", "entity", "swap"} <= set(everything)
    assert "keep" not in everything
    rows = conditions(["none", "redact", "redact"], [1.0], ["gold"])
    assert [one.name for one in rows] == ["none", "redact"]
    for wrong in ("bogus", "entity:bogus", ","):
        with pytest.raises(UsageError):
            strategies_of(wrong)


def test_held_out_documents_are_others(train: Sample) -> None:
    one, two = split_by_digest(train, 0.25, seed=0)
    ids = [{document.id for document in part.documents} for part in (one, two)]
    assert not ids[0] & ids[1]
    assert len(ids[1]) == 60
    assert {d.id for d in split_by_digest(train, 0.25, seed=1)[1].documents} != ids[1]
    with pytest.raises(UsageError, match="too few"):
        split_by_digest(train.at([0]), 0.25, seed=0)


def test_json_holds_all_there_is(train: Sample, test: Sample) -> None:
    found = _table(_study("ner", train, test, "redact", (0.5,))).as_json()
    row = found["rows"][1]
    assert (row["epsilon"], row["delta"], row["paper_epsilon"]) == ("inf", 0.5, 0.0)
    assert row["scores"]["F1"]["runs"] and len(row["gains"]["F1"]["interval"]) == 2
    assert row["on_transformed"]["scores"]["F1"]["mean"] > 0.0
    assert np.isfinite(row["seconds"])


def test_labels_can_be_drawn_alike(train: Sample, test: Sample) -> None:
    """What the shares of labels tell is gone, whatever they were."""
    order = sorted(range(len(train.targets)), key=lambda at: train.targets[at])
    skewed = train.at(order[:160])
    drawn = resampled(skewed, uniform(skewed), seed=3)
    assert len(drawn.documents) == 160
    assert len({document.id for document in drawn.documents}) == 160
    assert max(Counter(drawn.targets).values()) - min(Counter(drawn.targets).values()) <= 1
    assert (
        distance(shares(drawn), uniform(skewed)) < 0.02 < distance(shares(skewed), uniform(skewed))
    )
    texts = {document.text: target for document, target in zip(*train, strict=True)}
    assert all(texts[one.text] == target for one, target in zip(*drawn, strict=True))


def test_rows_with_labels_alike_are_beside_the_others(train: Sample, test: Sample) -> None:
    rows = conditions(["redact"], [1.0], ["gold"], prior=True)
    assert [one.label for one in rows] == [
        "none",
        "redact",
        "none, labels alike",
        "redact, labels alike",
    ]
    study = prepared(task_of("intent"), "linear", train, test, POLICY, rows, seeds=(0, 1))
    found = _table(study)
    assert found.skew is not None and 0.0 <= found.skew < 0.2
    assert len(found.rows[2].scores["accuracy"].runs) == 2
    assert found.rows[2].gains and not found.rows[0].gains


def _verdict_of(found: Table, error: float, gain: tuple[float, float, float]) -> str:
    """What the page says of an error on untouched text, and of what the others gain."""
    name = found.task.metrics[0].name
    none = replace(found.none, scores={name: Score(error, None, (error,))})
    rows = [replace(row, gains={name: Difference(*gain)}) for row in found.rows[1:]]
    return study_page._verdict(replace(found, rows=(none, *rows)), found.task.metrics[0])


def test_a_headline_needs_a_learner_that_learns(train: Sample, test: Sample) -> None:
    found = _table(_study("calls", train, test, "redact"))
    assert found.guessed is not None and 0.0 < found.guessed < 1.0
    assert found.as_json()["learnt"] == found.learnt
    said = _verdict_of(found, 1.0 - found.guessed, (0.05, 0.0, 0.15))
    assert "learnt nothing" in said and "keeps most" not in said
    assert "no difference to untouched text can be told" in _verdict_of(
        found, 0.0, (0.05, 0.0, 0.15)
    )
    assert "it loses 5.00 points" in _verdict_of(found, 0.0, (-0.05, -0.1, -0.01))
