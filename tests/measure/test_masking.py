"""The protocol of the Text Anonymization Benchmark: entities, annotators, and words that tell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from understudy.cli import cli
from understudy.core.errors import CorpusError, UsageError
from understudy.core.text import words
from understudy.encoder import Encoder
from understudy.measure.information import information
from understudy.measure.masking import Case, Mention, Protection, count, read_cases, scored

TEXT = "Ms Zora Quill, of Vexham, met A. Brek; Zora left Vexham in May."


def at(value: str, entity: str, identifier: str, nth: int = 0) -> Mention:
    start = -1
    for _ in range(nth + 1):
        start = TEXT.index(value, start + 1)
    return Mention(start, start + len(value), entity, identifier)


ZORA = (at("Zora Quill", "zora", "direct"), at("Zora", "zora", "quasi", 1))
VEXHAM = (at("Vexham", "vexham", "quasi"), at("Vexham", "vexham", "quasi", 1))
BREK = at("A. Brek", "brek", "direct")
MAY = at("May", "may", "no_mask")


def masks(*mentions: Mention) -> list[tuple[int, int]]:
    return [(one.start, one.end) for one in mentions]


def counted(masked: list[tuple[int, int]], *views: tuple[Mention, ...]) -> Protection:
    kept = Protection()
    case = Case("d", TEXT, {f"a{number}": view for number, view in enumerate(views)})
    count(kept, case, masked, None)
    return kept


def test_an_entity_is_protected_only_in_all_its_mentions() -> None:
    view = (*ZORA, *VEXHAM, BREK, MAY)
    whole = counted(masks(*ZORA, *VEXHAM, BREK), view)
    assert whole.recall == {"direct": [(2.0, 2.0)], "quasi": [(1.0, 1.0)]}
    once = counted(masks(ZORA[0], VEXHAM[0], BREK), view)
    # One direct mention makes Zora a direct identifier.
    assert once.recall == {"direct": [(1.0, 2.0)], "quasi": [(0.0, 1.0)]}


def test_spaces_and_punctuation_need_no_mask() -> None:
    start = BREK.start
    kept = counted([(start, start + 1), (start + 3, BREK.end)], (BREK,))
    assert kept.recall["direct"] == [(1.0, 1.0)]
    assert counted([(start + 3, BREK.end)], (BREK,)).recall["direct"] == [(0.0, 1.0)]


def test_each_annotator_counts_by_itself() -> None:
    kept = counted(masks(*VEXHAM), (*VEXHAM, BREK), VEXHAM)
    assert kept.recall == {"direct": [(0.0, 1.0)], "quasi": [(2.0, 2.0)]}
    assert kept.by_annotator["a0"] == {"direct": [(0.0, 1.0)], "quasi": [(1.0, 1.0)]}
    assert kept.by_annotator["a1"] == {"direct": [(0.0, 0.0)], "quasi": [(1.0, 1.0)]}


def test_precision_is_over_words_and_annotators_share_it() -> None:
    kept = counted(masks(ZORA[0], MAY), (*ZORA, MAY), ())
    assert kept.precision == [(1.0, 3.0)]  # two words of three, one annotator of two
    assert kept.weighted == []


def test_shares_have_intervals() -> None:
    found = scored([(1.0, 2.0)] * 10, alpha=0.05, rounds=50, seed=0)
    assert (found.share, found.interval, found.total) == (0.5, (0.5, 0.5), 20.0)
    assert scored([(0.0, 0.0)], alpha=0.05, rounds=50, seed=0).share is None


def test_one_document_has_no_interval() -> None:
    for pairs in ([(1.0, 2.0)], [(1.0, 2.0), (0.0, 0.0)]):
        found = scored(pairs, alpha=0.05, rounds=50, seed=0)
        assert (found.share, found.interval) == (0.5, None)


@pytest.fixture(scope="module")
def model() -> Encoder:
    return Encoder.load()


def test_a_rare_word_tells_more_than_one_that_is_expected(model: Encoder) -> None:
    text = "The case was heard by the European Court of Human Rights after Zhvanetskaya complained."
    spoken = words(text)
    court = (text.index("Rights"), text.index("Rights") + 6)
    name = (text.index("Zhvan"), text.index(" complained"))
    found = dict(zip(spoken, information(model, text, [court, name], spoken), strict=True))
    assert 0.0 < found[court] < found[name]
    assert sum(weight for place, weight in found.items() if place not in (court, name)) == 0.0
    assert information(model, text, [], spoken) == [0.0] * len(spoken)


def test_weights_move_precision(model: Encoder) -> None:
    kept = Protection()
    count(kept, Case("d", TEXT, {"a": ZORA}), masks(*ZORA, MAY), model)
    (gained, total), (right, all_words) = kept.weighted[0], kept.precision[0]
    assert (right, all_words) == (3.0, 4.0)
    assert 0.0 < gained < total
    assert gained / total > right / all_words  # a name tells more than a month


def published(**mention: Any) -> dict[str, Any]:
    one = {"entity_id": "e1", "start_offset": 3, "end_offset": 13, "identifier_type": "DIRECT"}
    return {
        "doc_id": "d",
        "text": TEXT,
        "annotations": {"annotator1": {"entity_mentions": [one | mention]}},
    }


def test_both_forms_of_the_benchmark_are_read(tmp_path: Path) -> None:
    array, lines = tmp_path / "echr.json", tmp_path / "echr.jsonl"
    array.write_text(json.dumps([published()]))
    (case,) = read_cases(array)
    assert case == Case("d", TEXT, {"annotator1": (Mention(3, 13, "e1", "direct"),)})
    one = published()["annotations"]["annotator1"]["entity_mentions"][0]
    row = {"id": "d", "text": TEXT, "entities": [one | {"entity_id": "d_a7_e1"}]}
    lines.write_text(json.dumps(row) + "\n")
    (flat,) = read_cases(lines)
    assert flat.annotators == {"a7": (Mention(3, 13, "d_a7_e1", "direct"),)}
    assert "Zora" not in repr(flat)


@pytest.mark.parametrize(
    "content",
    [
        "{nonsense",
        '{"id": "d"}\n',
        json.dumps([published(end_offset=999)]),
        json.dumps([published(start_offset=None)]),
        json.dumps([published(), published()]),
    ],
)
def test_what_is_no_benchmark_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "other.json"
    path.write_text(content)
    with pytest.raises(CorpusError) as caught:
        list(read_cases(path))
    assert "Zora" not in str(caught.value)
    with pytest.raises(UsageError, match="cannot be read"):
        list(read_cases(tmp_path / "missing.json"))


def test_the_command_scores_an_annotation_and_a_policy(tmp_path: Path) -> None:
    gold, found = tmp_path / "echr.json", tmp_path / "found.jsonl"
    gold.write_text(json.dumps([published()]))
    mark = {"start": 3, "end": 13, "category": "PERSON"}
    found.write_text(json.dumps({"id": "d", "text": TEXT, "entities": [mark]}) + "\n")
    words = ["measure", "masking", str(gold)]
    done = CliRunner().invoke(cli, [*words, str(found), "--unweighted", "--json"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.output)
    assert told["scores"]["recall, direct identifiers"]["share"] == 1.0
    assert told["scores"]["recall, quasi identifiers"]["share"] is None
    assert told["scores"]["precision"]["share"] == 1.0
    shown = CliRunner().invoke(cli, [*words, "--policy", "patterns", "--unweighted"])
    assert shown.exit_code == 0, shown.output
    assert "recall, direct identifiers" in shown.output
    both = CliRunner().invoke(cli, [*words, str(found), "--policy", "patterns"])
    assert isinstance(both.exception, UsageError)
    found.write_text(json.dumps({"id": "d", "text": "other"}) + "\n")
    other = CliRunner().invoke(cli, [*words, str(found), "--unweighted"])
    assert isinstance(other.exception, UsageError)
