"""Scores of detection against counts that were made by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.cli import main
from understudy.core.types import Document, Span
from understudy.measure.detection import Tally, compare
from understudy.measure.scores_page import render
from understudy.measure.table import Table, table

TEXT = "Anna Meyer called from Rome on May 3 about Rome."
#       0    5     11     18   23   28 31  35    43
ANNA, ROME, MAY, LAST = (
    Span(0, 10, "PERSON"),
    Span(23, 27, "LOCATION"),
    Span(31, 36, "DATE"),
    Span(43, 47, "LOCATION"),
)
GOLD = (ANNA, ROME, MAY, LAST)


def scored(*pairs: tuple[tuple[Span, ...], tuple[Span, ...]]) -> Table:
    tally = Tally()
    for number, (gold, predicted) in enumerate(pairs):
        compare(tally, Document(f"d{number}", TEXT), gold, predicted)
    return table(tally, rounds=200)


def kinds(made: Table) -> list[tuple[int, int, str, str]]:
    return [(miss.start, miss.end, miss.category, miss.kind) for miss in made.misses]


def test_perfect_agreement() -> None:
    made = scored((GOLD, GOLD))
    assert made.misses == ()
    for row in (*made.rows, made.micro, made.macro, made.unlabelled):
        assert row.figures["exact_f1"] == row.figures["partial_f1"] == 1.0
        assert row.figures["leaked_share"] == 0.0
        assert row.figures["entity_recall"] == 1.0


def test_nothing_found() -> None:
    made = scored((GOLD, ()))
    assert made.micro.figures["exact_recall"] == 0.0
    assert made.micro.figures["exact_precision"] is None
    assert made.micro.figures["exact_f1"] == 0.0
    assert made.micro.figures["leaked_share"] == 1.0
    assert {kind for *_, kind in kinds(made)} == {"missed"}


def test_bounds_of_a_part_that_was_found() -> None:
    made = scored((GOLD, (Span(5, 10, "PERSON"), ROME, LAST)))
    figures = made.micro.figures
    assert figures["exact_recall"] == 2 / 4
    assert figures["exact_precision"] == 2 / 3
    assert figures["exact_f1"] == pytest.approx(4 / 7)
    assert figures["partial_recall"] == 3 / 4
    assert figures["partial_precision"] == 1.0
    assert figures["leaked_share"] == pytest.approx((5 + 5) / (10 + 4 + 5 + 4))
    assert kinds(made) == [(0, 10, "PERSON", "partly"), (31, 36, "DATE", "missed")]


def test_every_kind_of_miss() -> None:
    predicted = (Span(0, 17, "PERSON"), Span(23, 27, "ORGANIZATION"), Span(28, 30, "DATE"), MAY)
    made = scored((GOLD, predicted))
    assert kinds(made) == [
        (0, 10, "PERSON", "border"),
        (23, 27, "LOCATION", "label"),
        (43, 47, "LOCATION", "missed"),
        (28, 30, "DATE", "spurious"),
    ]
    assert made.unlabelled.figures["exact_recall"] == 2 / 4
    assert made.micro.figures["exact_recall"] == 1 / 4


def test_a_kind_of_the_category_is_right() -> None:
    made = scored((GOLD, (ANNA._replace(label="SURNAME"), ROME._replace(label="CITY"), MAY, LAST)))
    assert made.micro.figures["exact_f1"] == 1.0
    assert [row.name for row in made.rows] == ["DATE", "LOCATION", "PERSON"]


def test_a_false_alarm_of_a_kind_counts_in_the_row_of_the_category() -> None:
    made = scored((GOLD, (*GOLD, Span(11, 17, "CITY"))))
    (location,) = (row for row in made.rows if row.name == "LOCATION")
    assert location.counts["predicted"] == 3
    assert location.figures["exact_precision"] == 2 / 3


def test_an_entity_needs_all_its_mentions() -> None:
    made = scored((GOLD, (ANNA, ROME, MAY)))
    assert (made.unlabelled.counts["found"], made.unlabelled.counts["entities"]) == (2, 3)
    quasi = {row.name: (row.counts["found"], row.counts["entities"]) for row in made.identifiers}
    assert quasi == {"direct": (1, 1), "quasi": (1, 2)}


def test_what_the_truth_says_of_an_identifier_wins() -> None:
    told = ROME._replace(attributes=(("identifier_type", "DIRECT"),))
    made = scored(((told,), ()))
    assert [row.name for row in made.identifiers] == ["direct"]


def test_intervals_hold_the_figure_and_need_several_documents() -> None:
    made = scored(*[((ANNA, MAY), (ANNA,))] * 5, *[((ANNA, MAY), (ANNA, MAY))] * 5)
    low, high = made.micro.intervals["exact_recall"] or (1.0, 0.0)
    assert low < 15 / 20 < high
    alone = scored((GOLD, (ANNA,)))
    assert alone.micro.intervals["exact_recall"] == (0.25, 0.25)


def test_macro_is_the_mean_of_the_categories() -> None:
    made = scored((GOLD, (ROME, LAST)))
    assert made.macro.figures["exact_recall"] == pytest.approx(1 / 3)
    assert made.macro.figures["exact_precision"] == pytest.approx(1 / 3)


def test_no_documents_give_no_figures() -> None:
    made = table(Tally(), rounds=10)
    assert made.micro.figures["exact_recall"] is None
    assert made.macro.intervals["exact_f1"] is None


def test_a_figure_counts_one_span_once() -> None:
    made = scored(((ANNA, ANNA), (ANNA, ANNA)))
    assert made.micro.counts["gold"] == made.micro.counts["predicted"] == 1


_spans = st.lists(
    st.builds(
        lambda start, size, label: Span(start, min(start + size, len(TEXT)), label),
        st.integers(0, len(TEXT) - 1),
        st.integers(1, 12),
        st.sampled_from(["PERSON", "LOCATION", "CITY", "ODD"]),
    ),
    max_size=6,
).map(tuple)


@given(_spans, _spans)
def test_figures_are_shares_and_bounds_are_in_order(
    gold: tuple[Span, ...], predicted: tuple[Span, ...]
) -> None:
    tally = Tally()
    compare(tally, Document("d", TEXT), gold, predicted)
    made = table(tally, rounds=5)
    for row in (*made.rows, made.micro, made.macro, made.unlabelled):
        assert all(value is None or 0.0 <= value <= 1.0 for value in row.figures.values())
        if row.figures["exact_recall"] is not None:
            assert row.figures["exact_recall"] <= (row.figures["partial_recall"] or 0.0)
    characters = {at for span in gold for at in range(span.start, span.end)}
    covered = {at for span in predicted for at in range(span.start, span.end)}
    leaked = made.unlabelled.counts["leaked"] if gold else 0
    assert bool(leaked) == bool(characters - covered)


def written(path: Path, *documents: tuple[str, tuple[Span, ...]]) -> str:
    rows = [
        {
            "id": f"d{at}",
            "text": text,
            "entities": [
                {"start": span.start, "end": span.end, "category": span.label} for span in spans
            ],
        }
        for at, (text, spans) in enumerate(documents)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def call(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr("sys.argv", ["understudy", "measure", "detection", *words])
    try:
        main()
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0


def test_command_on_two_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = written(tmp_path / "gold.jsonl", (TEXT, GOLD))
    predicted = written(tmp_path / "predicted.jsonl", (TEXT, (ANNA, ROME, LAST)))
    assert call(monkeypatch, gold, predicted, "--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert said["micro"]["exact_recall"]["value"] == 0.75
    assert said["misses"] == [
        {"document": "d0", "start": 31, "end": 36, "category": "DATE", "kind": "missed"}
    ]
    assert call(monkeypatch, gold, predicted) == 0
    out = capsys.readouterr().out
    assert "overall" in out
    assert "0.750" in out


def test_page_shows_places_and_no_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = written(tmp_path / "gold.jsonl", (TEXT, GOLD))
    predicted = written(tmp_path / "predicted.jsonl", (TEXT, (ANNA,)))
    page = tmp_path / "page.html"
    assert call(monkeypatch, gold, predicted, "-o", str(page)) == 0
    text = page.read_text(encoding="utf-8")
    assert "<td>31</td><td>36</td>" in text
    for value in ("Anna", "Meyer", "Rome", "May 3"):
        assert value not in text + capsys.readouterr().out


def test_names_on_the_page_are_escaped() -> None:
    made = scored((GOLD, ()))
    assert "<script>" not in render(made, gold="<script>", predicted="p")


@pytest.mark.parametrize(
    ("predicted", "message"),
    [
        ([("another text than that, and longer than all of it.", ())], "another text"),
        ([("short", ()), (TEXT, ())], "another text"),
    ],
)
def test_other_documents_are_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    predicted: list[tuple[str, tuple[Span, ...]]],
    message: str,
) -> None:
    gold = written(tmp_path / "gold.jsonl", (TEXT, GOLD))
    other = written(tmp_path / "other.jsonl", *predicted)
    assert call(monkeypatch, gold, other) == 2
    said = capsys.readouterr().err
    assert message in said
    assert "Anna" not in said


def test_missing_documents_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = written(tmp_path / "gold.jsonl", (TEXT, GOLD), (TEXT, GOLD))
    other = written(tmp_path / "other.jsonl", (TEXT, GOLD))
    assert call(monkeypatch, gold, other) == 2
    assert "'d1' of" in capsys.readouterr().err


def test_recall_against_precision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What capitals alone suggest is found at a low threshold and not at a high one."""
    gold = written(tmp_path / "gold.jsonl", (TEXT, GOLD), ("Mail ann@x.org now.", ()))
    policy = tmp_path / "p.toml"
    policy.write_text('schema = 1\ndetectors = ["grammar", "gazetteer", "heuristic"]\n')
    asked = (gold, "--policy", str(policy), "--rounds", "10")
    assert call(monkeypatch, *asked, "--thresholds", "0.95,0.05", "--json") == 0
    said = json.loads(capsys.readouterr().out)
    low, high = said["thresholds"]
    assert (low["threshold"], high["threshold"]) == (0.05, 0.95)
    assert low["partial_recall"]["value"] > high["partial_recall"]["value"]
    assert low["leaked_share"]["value"] < high["leaked_share"]["value"]
    assert call(monkeypatch, *asked, "--thresholds", "0.5", "--json") == 0
    (same,) = json.loads(capsys.readouterr().out)["thresholds"]
    assert same["exact_recall"] == said["unlabelled"]["exact_recall"]  # the policy's own
    assert call(monkeypatch, *asked, "--thresholds", "0.5") == 0
    assert "any label, by threshold" in capsys.readouterr().out
    for wrong in ("two", "1.5", ""):
        assert call(monkeypatch, *asked, "--thresholds", wrong) == 2
    assert call(monkeypatch, gold, gold, "--thresholds", "0.5") == 2


def test_either_a_prediction_or_a_policy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = written(tmp_path / "gold.jsonl", (TEXT, GOLD))
    assert call(monkeypatch, gold) == 2
    assert call(monkeypatch, gold, gold, "--policy", "redact") == 2
    given = tmp_path / "given.toml"
    given.write_text('schema = 1\ndetectors = ["given"]\n')
    assert call(monkeypatch, gold, "--policy", str(given)) == 2
    assert "as given" in capsys.readouterr().err


def test_labels_are_mapped_on_both_sides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = written(tmp_path / "gold.jsonl", (TEXT, (Span(0, 10, "PER"), Span(23, 27, "MISC"))))
    predicted = written(tmp_path / "predicted.jsonl", (TEXT, (Span(0, 10, "PERSON"),)))
    labels = tmp_path / "labels.toml"
    labels.write_text('PER = "PERSON"\nMISC = ""\n')
    assert call(monkeypatch, gold, predicted, "--labels", str(labels), "--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert list(said["categories"]) == ["PERSON"]
    assert said["micro"]["exact_f1"]["value"] == 1.0


@pytest.mark.parametrize("content", ['PER = "NO_SUCH"', "PER = 3", "not toml ="])
def test_wrong_label_maps_are_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    content: str,
) -> None:
    gold = written(tmp_path / "gold.jsonl", (TEXT, GOLD))
    labels = tmp_path / "labels.toml"
    labels.write_text(content)
    assert call(monkeypatch, gold, gold, "--labels", str(labels)) == 2
    assert "labels.toml" in capsys.readouterr().err
