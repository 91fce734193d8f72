"""All that leaves the house after a run is the same for values with one sketch: not only the
stand-ins, but the released file with its annotations, the report and the answer in JSON."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner
from neighbouring import EqualDice

from understudy.audit.neighbours import document_of
from understudy.cli.release import run
from understudy.core.draw import Draw
from understudy.core.types import Document
from understudy.run import job

WRITTEN = tomllib.loads(Path(__file__).with_name("written_pairs.toml").read_text(encoding="utf-8"))
SENTENCES = {"en": "It was {}.", "es": "Era {}."}
AGES = {"en": "She is {AGE} years old.", "es": "Tiene {AGE}."}
GIVEN = 'schema = 1\ndetectors = ["given"]\n{}[default]\nstrategy = "{}"\n{}'
EVERY = 40
_WHEN = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::[\d.]+)?(?:\+00:00| UTC)?")


@pytest.fixture(autouse=True)
def _dice(monkeypatch: pytest.MonkeyPatch) -> None:
    def thrown(document: Document, *_: object, **__: object) -> Draw:
        return EqualDice(len(document.id))

    monkeypatch.setattr(job, "scope_of", thrown)


def shown(
    folder: Path, name: str, data: str, policy: str, *more: str, key: bytes = bytes(range(32))
) -> list[str]:
    """What a run writes and says; ``policy`` is a policy file's content, or a preset."""
    source, out, page, secret = (folder / one for one in (name, f"out-{name}", "page.html", "key"))
    source.write_text(data, encoding="utf-8")
    secret.write_bytes(key)
    secret.chmod(0o600)
    if "\n" in policy:
        (folder / "policy.toml").write_text(policy, encoding="utf-8")
        policy = str(folder / "policy.toml")
    words = [source, "-o", out, "--policy", policy, "--key-file", secret, "--report", page]
    done = CliRunner().invoke(run, [*map(str, words), "--json", "--force", *more])
    assert done.exit_code == 0, done.output
    found = (done.output, out.read_text(encoding="utf-8"), page.read_text(encoding="utf-8"))
    return [_WHEN.sub("", one) for one in found]


def row(text: str, values: Sequence[str], language: str = "en", **more: object) -> str:
    document = document_of(text, values, "a", language)
    marks = [
        {"start": one.start, "end": one.end, "category": one.label}
        | ({"key": one.key} if one.key else {})
        | more
        for one in document.annotations
    ]
    told = {"id": "a", "language": language, "text": document.text, "entities": marks}
    return json.dumps(told) + "\n"


def written(*kinds: str) -> Iterator[tuple[str, str, list[str], list[str]]]:
    for language, sentence in SENTENCES.items():
        for kind in kinds:
            for text, one, other in WRITTEN[language].get(kind, ()):
                template = text if "{" in text else sentence.format(f"{{{text}}}")
                template = AGES[language] if text == "AGE" else template
                first, second = ([side] if isinstance(side, str) else side for side in (one, other))
                yield language, template, first, second


def check(folder: Path, language: str, text: str, *sides: list[str], policy: str) -> None:
    one, other = (shown(folder, "in.jsonl", row(text, side, language), policy) for side in sides)
    assert one == other, (text, *sides)


def test_what_only_the_report_told_apart_is_the_same(tmp_path: Path) -> None:
    given = GIVEN.format("", "surrogate", "")
    for pair in written("reported"):
        check(tmp_path, *pair, policy=given)


def test_written_pairs_are_the_same_in_all_that_a_run_writes(tmp_path: Path) -> None:
    given = GIVEN.format("", "surrogate", "")
    for pair in [*written("mended", "alike")][::EVERY]:
        check(tmp_path, *pair, policy=given)


@pytest.mark.slow
def test_all_written_pairs_are_the_same_in_all_that_a_run_writes(tmp_path: Path) -> None:
    given = GIVEN.format("", "surrogate", "")
    for pair in written("mended", "alike"):
        check(tmp_path, *pair, policy=given)


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        ("My name is {} and I called on Monday.", "Mary Smith", "Malala Smith"),
        ("Dear Dr. {}, thank you for your letter.", "Watson", "Zxqson"),
        ("The patient, {}, was seen today.", "Robert Brown", "Akhmad Tuzov"),
        ("I am {0}. Please ask for {0} at the desk.", "John Miller", "John Qelbrik"),
    ],
)
def test_a_report_does_not_tell_who_is_on_a_list(
    tmp_path: Path, text: str, one: str, other: str
) -> None:
    found = []
    for value in (one, other):
        told = {"id": "a", "language": "en", "text": text.format(value)}
        found.append(shown(tmp_path, "in.jsonl", json.dumps(told) + "\n", "surrogate"))
    assert found[0] == found[1]


def test_what_an_annotation_says_of_its_source_is_not_in_the_report(tmp_path: Path) -> None:
    given = GIVEN.format("", "surrogate", "")
    data = row("It was {PERSON}.", ["Ann Quxivorn"], source="of Quxivorn")
    assert "Quxivorn" not in "".join(shown(tmp_path, "in.jsonl", data, given))


@pytest.mark.parametrize("columns", [("name=PERSON",), ("name=PERSON", "when=DATE")])
def test_cells_of_typed_columns_are_the_same(tmp_path: Path, columns: Sequence[str]) -> None:
    policy = GIVEN.format("", "surrogate", "gender = false\n")
    kinds = [one for kind in (*columns, *(() if len(columns) > 1 else ("when=KEEP",)))
             for one in ("--column", kind)]  # fmt: skip
    found = [
        shown(tmp_path, "in.csv", f"name,when\n{name},{day if len(columns) > 1 else 'x'}\n",
              policy, *kinds)
        for name, day in (("Ann Lee", "5/3/2016"), ('"Zqn Zork"', "12/25/1999"))
    ]  # fmt: skip
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("strategy", "category", "one", "other"),
    [
        ("entity", "OCCUPATION", "nurse", "plumber"),
        ("entity", "FAMILY", "grandmother", "stepmother"),
        ("entity", "DATE", "two days ago", "six days ago"),
        ("entity", "TIME", "noon", "midnight"),
        ("word", "PERSON", "Ann Lee", "Zqn Zork"),
        ("word", "ID", "AB123", "XQ987"),
        ("word", "TITLE", "Mr", "Lord"),
        ("typed", "PERSON", "Mary Lee", "Zqn Zorkas"),
        ("generalise", "ORGANIZATION", "Zork Ltd", "Blip Ltd"),
        ("generalise", "DATE", "3 May 2016", "June 2016"),
        ("mask", "PERSON", "Ann Lee", "Eva Zyx"),
    ],
)
def test_other_strategies_are_the_same(
    tmp_path: Path, strategy: str, category: str, one: str, other: str
) -> None:
    policy = GIVEN.format("", strategy, "")
    check(tmp_path, "en", f"It was {{{category}}}.", [one], [other], policy=policy)


def test_a_difference_in_the_report_alone_is_seen(tmp_path: Path) -> None:
    """The harness sees a fault that is planted: an account that asks the value."""
    given = GIVEN.format("", "surrogate", "")
    with pytest.MonkeyPatch.context() as planted:
        planted.setattr(
            "understudy.report.summary.counted_as", lambda outcome, reason: outcome, raising=True
        )
        with pytest.raises(AssertionError, match="stepdaughter"):
            check(tmp_path, "en", "my {PERSON}", ["daughter"], ["stepdaughter"], policy=given)
    check(tmp_path, "en", "my {PERSON}", ["daughter"], ["stepdaughter"], policy=given)
