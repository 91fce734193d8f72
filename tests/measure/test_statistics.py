"""A corpus of dialogues in figures, from the formats in which such corpora are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from understudy.cli import cli
from understudy.core.errors import UsageError
from understudy.corpus.base import Options
from understudy.corpus.spoken import foreign_words
from understudy.measure.statistics import statistics

# Invented calls.
DIALOGUE = {
    "file-id": "call-1",
    "turns": [
        {
            "turn": 1,
            "speakers": {"spk1": [{"utterance": "<%eh> soy <Mar-> Marta Gil="}]},
            "labels": [
                {"word": "Marta", "label": "female_name"},
                {"word": "Gil", "label": "surname"},
            ],
            "events": ["noise-rire"],
        },
        {
            "turn": 2,
            "speakers": {
                "spk1": [{"utterance": "el <el> router de +Marta @[*EVENT*: ch]"}],
                "spk2": [{"utterance": "sí, @[*LANGUAGE*: en(router)-spk2] router <%eh>"}],
            },
            "labels": [{"word": "Marta", "label": "female_name"}],
            "language-events": ["en(router)-spk2"],
        },
    ],
}
RECORDING = """<?xml version="1.0" encoding="UTF-8"?>
<Trans scribe="x" version="3">
<Speakers><Speaker id="spk1" name="speaker#1"/><Speaker id="spk2" name="speaker#2"/></Speakers>
<Episode><Section type="report" startTime="0">
<Turn speaker="spk1" startTime="0">
&lt;%eh&gt; llama el técnico
<Event desc="r" type="noise" extent="instantaneous"/>
<Event desc="en" type="language" extent="begin"/>
plug and play
<Event desc="en" type="language" extent="end"/>
</Turn>
<Turn speaker="spk1 spk2" startTime="3">
<Who nb="1"/>
sí
<Who nb="2"/>
router<Event desc="en" type="language" extent="previous"/>
<Event desc="pers" type="entities" extent="begin"/>
Ana
<Event desc="pers" type="entities" extent="end"/>
</Turn>
</Section></Episode>
</Trans>
"""


@pytest.fixture
def dialogue(tmp_path: Path) -> Path:
    path = tmp_path / "call.json"
    path.write_text(json.dumps(DIALOGUE, ensure_ascii=False))
    return path


def figures(path: Path, format: str | None = None, **given: Any) -> dict[str, Any]:
    return statistics([str(path)], format, Options(), **given).as_json()


def test_the_figures_of_an_es_port_dialogue(dialogue: Path) -> None:
    found = figures(dialogue)
    assert found == {
        "dialogues": 1,
        "speakers_per_dialogue": 2.0,
        "turns": 2,
        "turns_per_dialogue": 2.0,
        "words_per_turn": 6.5,
        "overlap_turns": 1,
        "events": 2,
        "vocabulary": 9,
        "words": 13,
        "filler_types": 1,
        "fillers": 2,
        "foreign_words": 1,
        "language_switches": 1,
        "repetitions": 1,
        "cut_words": 1,
        "lengthened_words": 1,
        "shortened_words": 1,
        "entities": 3,
        "entities_by_category": {"female_name": 2, "surname": 1},
    }


def test_the_figures_of_a_transcriber_file(tmp_path: Path) -> None:
    path = tmp_path / "call.trs"
    path.write_text(RECORDING, encoding="utf-8")
    found = figures(path)
    assert (found["turns"], found["overlap_turns"], found["speakers_per_dialogue"]) == (2, 1, 2.0)
    assert (found["events"], found["language_switches"], found["foreign_words"]) == (1, 2, 4)
    assert (found["words"], found["fillers"]) == (10, 1)


def test_other_formats_have_their_segments_as_turns(tmp_path: Path) -> None:
    path = tmp_path / "talk.cha"
    path.write_text(
        "@UTF8\n@Begin\n@Participants:\tCHI Child, MOT Mother\n*MOT:\thello you .\n"
        "*CHI:\thello .\n@End\n"
    )
    found = figures(path)
    assert (found["dialogues"], found["turns"], found["words"]) == (1, 2, 3)
    assert (found["vocabulary"], found["overlap_turns"]) == (2, 0)
    lines = tmp_path / "a.lines"
    lines.write_text("no turns here\n")
    plain = figures(lines)
    assert (plain["turns"], plain["words"], plain["words_per_turn"]) == (0, 3, None)


def test_labels_become_categories(dialogue: Path) -> None:
    found = figures(dialogue, labels={"female_name": "PERSON", "surname": ""})
    assert found["entities_by_category"] == {"PERSON": 2}
    told = figures(dialogue, labelled=lambda documents: [["DATE"] for _ in documents])
    assert told["entities_by_category"] == {"DATE": 1}


def test_the_words_of_a_change_of_language() -> None:
    assert foreign_words("@[*LANGUAGE*: en(plug and play)-spk2]") == 3
    assert foreign_words("en(router)-spk2") == 1
    assert foreign_words("en") == 0


def test_the_command(dialogue: Path) -> None:
    done = CliRunner().invoke(cli, ["measure", "corpus", str(dialogue)])
    assert done.exit_code == 0, done.output
    assert "turns with overlap" in done.output
    assert "50.0% of the turns" in done.output
    assert "Marta" not in done.output
    found = CliRunner().invoke(
        cli, ["measure", "corpus", str(dialogue), "--policy", "patterns", "--json"]
    )
    assert json.loads(found.output)["entities_by_category"].keys() <= {"PERSON", "ORGANIZATION"}
    mapped = CliRunner().invoke(
        cli, ["measure", "corpus", str(dialogue), "--labels", "esport", "--json"]
    )
    assert set(json.loads(mapped.output)["entities_by_category"]) != {"female_name", "surname"}
    for wrong in (["-"], [str(dialogue), "--policy", "patterns", "--labels", "esport"]):
        refused = CliRunner().invoke(cli, ["measure", "corpus", *wrong])
        assert isinstance(refused.exception, UsageError)


def test_a_corpus_without_turns_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"text": "nothing"}\n')
    shown = CliRunner().invoke(cli, ["measure", "corpus", str(path)])
    assert "a field called speaker" in shown.output
    path.write_text('{"turns": [{"speaker": "a", "text": "nothing"}]}\n')
    shown = CliRunner().invoke(cli, ["measure", "corpus", str(path), "--text", "turns.text"])
    assert "a field called speaker" not in shown.output
