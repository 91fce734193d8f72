"""Recall by groups of names: only the names differ, and the worst group is told."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from click.testing import CliRunner

from understudy.cli import cli
from understudy.core.types import Document, Span
from understudy.measure.fairness import fairness, groups, is_person, renamed

TEXT = "Ann Lee met bo in Leeds, and Ann Lee left."
DOCUMENT = Document(
    "1",
    TEXT,
    "en",
    annotations=(
        Span(0, 7, "PERSON"),
        Span(12, 14, "SURNAME"),
        Span(18, 23, "CITY"),
        Span(29, 36, "PERSON"),
    ),
)


def test_groups_have_names_of_both_genders_and_several_origins() -> None:
    found = list(groups("en"))
    assert {one.gender for one in found} == {"female", "male"}
    assert len({one.origin for one in found}) > 15
    assert is_person("SURNAME") and not is_person("CITY")


def test_only_names_change_and_one_person_stays_one() -> None:
    group = next(one for one in groups("en") if one.origin == "japanese")
    (made,) = renamed([DOCUMENT], group, 3)
    first, second, third = (made.text[one.start : one.end] for one in made.annotations)
    assert first == third and len(first.split()) == 2
    assert first.split()[0] in group.givens and first.split()[1] in group.surnames
    assert second.islower() and second.capitalize() in group.givens
    assert made.text == f"{first} met {second} in Leeds, and {first} left."
    assert renamed([DOCUMENT], group, 3) == [made] != renamed([DOCUMENT], group, 4)
    assert renamed([DOCUMENT._replace(annotations=())], group, 3) == []


def test_what_is_missed_in_one_group_is_told() -> None:
    lost = {name for one in groups("en") if one.origin == "japanese" for name in one.givens}

    def find(blind: Sequence[Document]) -> list[list[Span]]:
        found = []
        for document in blind:
            end = document.text.index(" met")
            name = document.text[:end]
            missed = name.split()[0] in lost
            found.append([] if missed else [Span(0, len(document.text), "PERSON")])
        return found

    made = fairness([DOCUMENT._replace(id=str(at)) for at in range(6)], find, "en")
    assert made is not None
    assert made.worst.origin == "japanese" and made.worst.recall == 0.0
    assert made.gap == 1.0
    best = made.rows[-1]
    assert best.mentions == best.found == 18 and best.interval[1] == 1.0
    assert fairness([DOCUMENT._replace(annotations=())], find, "en") is None


def test_half_a_name_is_not_found() -> None:
    def find(blind: Sequence[Document]) -> list[list[Span]]:
        return [[Span(0, one.text.index(" "), "PERSON")] for one in blind]

    made = fairness([DOCUMENT._replace(annotations=DOCUMENT.annotations[:1])], find, "en")
    assert made is not None and made.rows[-1].recall == 0.0


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "people.jsonl"
    marks = [
        {"start": one.start, "end": one.end, "label": one.label} for one in DOCUMENT.annotations
    ]
    path.write_text(json.dumps({"id": "1", "text": TEXT, "entities": marks}) + "\n")
    asked = ["measure", "fairness", str(path), "--policy", "patterns", "--language", "en", "--json"]
    done = CliRunner().invoke(cli, asked)
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert found["documents"] == 1
    assert found["groups"][0]["recall"] <= found["groups"][-1]["recall"]
