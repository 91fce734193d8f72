"""How the shipped models are scored."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import evaluate
import measures
import scoring
from scoring import Mark

NAMES = {"PER": "PERSON", "LOC": "LOCATION"}
LABELS = ("PERSON", "LOCATION")
SPOKEN = {"PERSON": "PERSON", "LOCATION": "LOCATION", "STREET_ADDRESS": "LOCATION"}

marks = st.sets(
    st.builds(
        lambda first, size, label: Mark(first, first + size, label),
        st.integers(0, 12),
        st.integers(1, 3),
        st.sampled_from(LABELS),
    ),
    max_size=6,
)


def test_gold_marks_follow_their_tags() -> None:
    tags = ["B-PER", "I-PER", "B-PER", "O", "I-LOC", "I-PER", "B-MISC", "I-MISC"]
    assert scoring.gold_marks(tags, NAMES) == {
        Mark(0, 2, "PERSON"),
        Mark(2, 3, "PERSON"),
        Mark(4, 5, "LOCATION"),
        Mark(5, 6, "PERSON"),
    }


def test_a_span_stands_for_the_tokens_that_it_touches() -> None:
    places = [(0, 4), (5, 9), (9, 11)]
    assert scoring.touched(places, 0, 8) == (0, 2)
    assert scoring.touched(places, 9, 11) == (2, 3)
    assert scoring.touched(places, 4, 5) is None


def test_an_address_is_a_place_and_other_labels_are_left_out() -> None:
    spans = [(0, 4, "STREET_ADDRESS"), (5, 9, "DATE")]
    assert scoring.as_marks([(0, 4), (5, 9)], spans, SPOKEN) == {Mark(0, 1, "LOCATION")}


def test_a_mark_that_is_too_long_is_touched_and_not_found() -> None:
    marked = {Mark(0, 3, "PERSON"), Mark(4, 5, "LOCATION")}
    gold = {Mark(0, 2, "PERSON"), Mark(4, 5, "LOCATION"), Mark(6, 7, "LOCATION")}
    table = scoring.counts(marked, gold, LABELS)
    assert table.tolist() == [[0, 1, 1, 1, 1], [1, 1, 2, 1, 1]]
    micro = scoring.rates(table.sum(0))
    assert float(micro["precision"]) == pytest.approx(1 / 2)
    assert float(micro["recall"]) == pytest.approx(1 / 3)
    assert float(micro["f1"]) == pytest.approx(2 / 5)
    assert float(micro["overlap_recall"]) == pytest.approx(2 / 3)


def test_another_label_is_no_overlap() -> None:
    table = scoring.counts({Mark(0, 1, "PERSON")}, {Mark(0, 1, "LOCATION")}, LABELS)
    assert table.tolist() == [[0, 1, 0, 0, 0], [0, 0, 1, 0, 0]]


@given(marks, marks)
def test_exact_hits_are_overlaps(marked: set[Mark], gold: set[Mark]) -> None:
    found, made, wanted, touched_gold, touching = scoring.counts(marked, gold, LABELS).sum(0)
    assert found <= touched_gold <= wanted == len(gold)
    assert found <= touching <= made == len(marked)
    assert found == len(marked & gold)


@given(marks)
def test_the_gold_marks_themselves_score_one(gold: set[Mark]) -> None:
    scores = scoring.rates(scoring.counts(gold, gold, LABELS).sum(0))
    assert float(scores["f1"]) == (1.0 if gold else 0.0)


def test_intervals_hold_the_score_and_repeat() -> None:
    draw = np.random.default_rng(1)
    table = np.stack([draw.binomial(5, 0.7, 300), np.full(300, 5)], 1).astype(float)
    scores = scoring.share(table)
    low, high = scores["interval"]  # type: ignore[misc]
    assert low < scores["value"] < high
    assert high - low < 0.08
    assert scoring.share(table) == scores


def test_a_sure_score_has_a_narrow_interval() -> None:
    assert scoring.share(np.ones((20, 2)))["interval"] == [1.0, 1.0]


def test_scores_of_entities_are_given_per_label() -> None:
    right = scoring.counts({Mark(0, 1, "PERSON")}, {Mark(0, 1, "PERSON")}, LABELS)
    missed = scoring.counts(set(), {Mark(0, 1, "LOCATION")}, LABELS)
    scores = scoring.entity_scores(np.stack([right, missed]), LABELS)
    assert (scores["gold"], scores["precision"], scores["recall"]) == (2, 1.0, 0.5)
    assert scores["labels"]["PERSON"]["f1"] == 1.0  # type: ignore[index]
    assert scores["labels"]["LOCATION"]["recall"] == 0.0  # type: ignore[index]


def test_agreement_of_a_line_is_one() -> None:
    line = np.arange(30.0)
    found = scoring.agreement(line, 2 * line, lambda a, b: float(np.corrcoef(a, b)[0, 1]))
    assert (found["n"], found["value"]) == (30, 1.0)


@pytest.mark.parametrize(
    ("category", "kind"),
    [
        ("CITY", "LOCATION"),
        ("TIME", "DATE_TIME"),
        ("MONTH", "DATE_TIME"),
        ("HOSPITAL", "ORGANIZATION"),
        ("AMOUNT", None),
        ("", None),
    ],
)
def test_slots_have_the_kind_of_their_category(category: str, kind: str | None) -> None:
    assert measures.kind_of(category) == kind


def test_a_slot_is_found_by_a_mark_of_its_kind() -> None:
    gold = {Mark(0, 2, "DATE_TIME"), Mark(3, 4, "LOCATION")}
    marked = {Mark(1, 3, "DATE_TIME"), Mark(3, 4, "PERSON")}
    found = dict(zip(measures.KINDS, measures.hits(gold, marked).tolist(), strict=True))
    assert found["DATE_TIME"] == [1, 1, 1]
    assert found["LOCATION"] == [0, 1, 1]


def test_results_of_other_weights_are_dropped(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    models = {"full": "a", "fast": "b", "sizes": "1 2"}
    assert evaluate.kept(path, models) == {}
    found = {"models": models, "entities": {"scores": {"full": 1, "fast": 2}}}
    path.write_text(json.dumps({**found, "masked": {}, "running": {}}), "utf-8")
    assert evaluate.kept(path, models)["entities"]["scores"] == {"full": 1, "fast": 2}
    other_tagger = evaluate.kept(path, {**models, "fast": "c"})
    assert other_tagger["entities"]["scores"] == {"full": 1}
    assert {"masked", "running"} <= other_tagger.keys()
    other = evaluate.kept(path, {"full": "d", "fast": "c", "sizes": "1 3"})
    assert other["entities"]["scores"] == {}
    assert not {"masked", "running"} & other.keys()


def test_a_model_measured_alone_leaves_the_other_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evaluate, "RESULTS", tmp_path / "results.json")
    weights = evaluate.Weights()
    evaluate.write(weights, entities={"scores": {"fast": 2, "full": 1}})
    found = evaluate.write(weights, entities={"scores": {"fast": 3}})
    assert [*found["entities"]["scores"].items()] == [("full", 1), ("fast", 3)]


def test_each_model_has_a_digest_of_its_own() -> None:
    found = evaluate.measured_on(evaluate.Weights())
    assert {*evaluate.NAMES, "sizes"} == found.keys()
    assert len(set(found.values())) == 3


def test_records_keep_their_facts(tmp_path: Path) -> None:
    path = tmp_path / "train.json"
    path.write_text(json.dumps({"seconds": 3, "steps": 2, "host": "x"}), "utf-8")
    assert evaluate.records([path]) == {"train": {"seconds": 3, "steps": 2}}


def test_the_table_of_the_page_is_replaced() -> None:
    page = "before\n<!-- figures -->\nold\n<!-- end -->\nafter\n"
    once = evaluate.filled(page, "new")
    assert once == "before\n<!-- figures -->\n\nnew\n\n<!-- end -->\nafter\n"
    assert evaluate.filled(once, "new") == once


def whole_results() -> dict[str, object]:
    """All parts, each figure the same, as a full run writes them."""
    value = {"n": 9, "value": 0.5, "interval": [0.4, 0.6]}
    exact = {"gold": 9, "f1": 0.5, "interval": {"f1": [0.4, 0.6]}}
    machine = {"cpu": "a processor", "cores": 2, "python": "3", "onnxruntime": "1"}
    speed = {"words_per_second": 1234}
    alone = {"alone": {"sentences": {"load_s": 0.1, "peak_mb": 200.0}}}
    models = {
        "entities": {
            name: {"natural": {"cased": exact, "lower": exact}} for name in measures.ENTITIES
        },
        "slots": {
            name: {"all": value, "naming": value, "PERSON": value} for name in measures.SLOTS
        },
        "running": {"bytes": 3_000_000, "sentences": speed, "documents": speed, **alone},
    }
    heads = {
        "masked": {"accuracy": value, "perplexity": 9.0},
        "speech": {"cased": value, "lower": value},
        "likeness": {"pearson": value, "spearman": value},
    }
    parts = {
        **{part: dict.fromkeys(evaluate.NAMES, scores) for part, scores in models.items()},
        **{part: dict.fromkeys(("en", "es"), scores) for part, scores in heads.items()},
    }
    return {
        "resamples": 200,
        "training": {"train": {"seconds": 7, "steps": 1000, "pieces": 2_000_000}},
        **{
            part: {"commit": "c" * 40, "machine": machine, "scores": scores}
            for part, scores in parts.items()
        },
    }


def test_the_card_has_the_main_scores_of_each_model(tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    path.write_text(json.dumps({"schema": 1}), "utf-8")
    evaluate.write_card(whole_results(), path)
    card = json.loads(path.read_text("utf-8"))
    assert card["schema"] == 1
    full, fast = card["scores"]["full"], card["scores"]["fast"]
    assert full["uner-ewt.lower.f1"] == full["masked.es"] == full["upos.en"] == 0.5
    assert fast["words_per_second"] == 1234
    assert "masked.en" not in fast


def test_the_tables_have_a_row_per_figure() -> None:
    said = evaluate.figures(whole_results())
    assert "| wikigold | 9 | 0.500 (0.400–0.600) |" in said
    assert "| snips | naming | 9 | 0.500 (0.400–0.600) |" in said
    assert "| fast | 3.0 | 0.10 | 1,234 | 1,234 | 200 |" in said
    assert "`train.py`: 7 s, 1,000 steps, 2 million pieces." in said
