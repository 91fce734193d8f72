"""The shipped example corpus: made by its script, well formed, and varied enough to be of use."""

from __future__ import annotations

import importlib.util
import json
import re
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"

CATEGORIES = {
    "PERSON",
    "LOCATION",
    "ORGANIZATION",
    "DRUG",
    "PRODUCT",
    "DATE",
    "TIME",
    "AGE",
    "PHONE_NUMBER",
    "CREDIT_CARD",
    "BANK_ACCOUNT",
    "IBAN_CODE",
    "US_SSN",
    "ES_NIF",
    "EMAIL_ADDRESS",
    "URL",
    "DOMAIN_NAME",
    "IP_ADDRESS",
    "USERNAME",
    "PASSWORD",
    "MEMBER_ID",
    "PRESCRIPTION_ID",
    "TICKET_NUMBER",
    "ORDER_NUMBER",
    "LICENSE_PLATE",
    "PASSPORT",
    "AMOUNT",
    "POSTAL_CODE",
    "STREET_ADDRESS",
    "SPELLING",
}


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_calls", EXAMPLES / "make_calls.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


make_calls = _load()
ROWS: list[dict[str, Any]] = [
    json.loads(line) for line in (EXAMPLES / "calls.jsonl").read_text(encoding="utf-8").splitlines()
]


def surface(row: dict[str, Any], entity: dict[str, Any]) -> str:
    text: str = row["text"]
    return text[entity["start"] : entity["end"]]


def outside(row: dict[str, Any]) -> str:
    """The text with a line break in the place of every entity."""
    text: str = row["text"]
    for entity in reversed(row["entities"]):
        text = text[: entity["start"]] + "\n" + text[entity["end"] :]
    return text


def words(row: dict[str, Any]) -> list[str]:
    return [turn.split(": ", 1)[1] for turn in row["text"].split("\n")]


def test_script_gives_the_shipped_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make_calls, "TARGET", tmp_path / "calls.jsonl")
    assert make_calls.main() == 0
    assert (tmp_path / "calls.jsonl").read_bytes() == (EXAMPLES / "calls.jsonl").read_bytes()


def test_ids_count_through_both_languages() -> None:
    expected = [f"call-en-{n:03}" for n in range(1, 61)] + [f"call-es-{n:03}" for n in range(1, 41)]
    assert [row["id"] for row in ROWS] == expected
    assert all(row["id"].startswith(f"call-{row['language']}-") for row in ROWS)


def test_spans_are_tight_ordered_and_disjoint() -> None:
    for row in ROWS:
        entities = row["entities"]
        assert all(0 <= e["start"] < e["end"] <= len(row["text"]) for e in entities), row["id"]
        assert all(left["end"] <= right["start"] for left, right in pairwise(entities)), row["id"]
        for entity in entities:
            value = surface(row, entity)
            assert "\n" not in value
            if entity["category"] != "PASSWORD":
                assert value == value.strip(" .,;:!?¿¡'\"")


def test_size() -> None:
    for row in ROWS:
        assert 4 <= len(words(row)) <= 14, row["id"]
        assert 60 <= len(row["text"].split()) <= 180, row["id"]
        assert len(row["entities"]) >= 4, row["id"]


def test_no_marked_value_is_left_unmarked() -> None:
    for row in ROWS:
        rest = outside(row).lower()
        for value in {surface(row, entity).lower() for entity in row["entities"]}:
            assert re.search(rf"(?<!\w){re.escape(value)}(?!\w)", rest) is None or len(value) <= 3


def test_a_style_is_what_it_says() -> None:
    for row in ROWS:
        spoken = " ".join(words(row))
        if row["style"] == "recogniser":
            assert spoken == spoken.lower()
            assert re.search(r"[^\w ']", spoken) is None
        else:
            assert spoken != spoken.lower()
            assert re.search(r"[.,?]", spoken)


def test_styles_are_two_thirds_transcripts() -> None:
    styles = Counter((row["language"], row["style"]) for row in ROWS)
    assert [styles["en", style] for style in make_calls.STYLES] == [40, 10, 10]
    assert [styles["es", style] for style in make_calls.STYLES] == [26, 7, 7]


def test_every_category_is_frequent_in_a_language() -> None:
    counts = Counter((e["category"], row["language"]) for row in ROWS for e in row["entities"])
    assert {category for category, _ in counts} == CATEGORIES
    rare = {c for c in CATEGORIES if max(counts[c, "en"], counts[c, "es"]) < 8}
    assert rare == set()


def test_every_call_type_occurs_in_both_languages() -> None:
    counts = Counter((row["call_type"], row["language"]) for row in ROWS)
    types = {call_type for call_type, _ in counts}
    assert len(types) == 12
    assert all(counts[t, "en"] >= 4 and counts[t, "es"] >= 3 for t in types)


def test_some_subjects_call_again() -> None:
    calls = Counter(row["subject"] for row in ROWS)
    assert {1, 2, 3} == set(calls.values())
    languages = defaultdict(set)
    for row in ROWS:
        languages[row["subject"]].add(row["language"])
    assert {"en", "es"} in languages.values()


def test_a_key_means_one_kind_of_thing_for_a_subject() -> None:
    kinds = defaultdict(set)
    for row in ROWS:
        for entity in row["entities"]:
            if entity["category"] != "SPELLING":
                kinds[row["subject"], entity["key"]].add(entity["category"])
    assert [key for key, categories in kinds.items() if len(categories) > 1] == []


def test_a_spelling_has_the_key_of_what_it_spells() -> None:
    for row in ROWS:
        spelt = {e["key"] for e in row["entities"] if e["category"] == "SPELLING"}
        assert spelt <= {e["key"] for e in row["entities"] if e["category"] != "SPELLING"}


def test_keys_are_not_values() -> None:
    for row in ROWS:
        said = {surface(row, entity).lower().replace(" ", "_") for entity in row["entities"]}
        assert said.isdisjoint(entity["key"] for entity in row["entities"])


def test_what_is_written_in_full_is_reserved_for_examples() -> None:
    text = "\n".join(row["text"] for row in ROWS)
    emails = re.findall(r"\S+@([\w.-]+\w)", text)
    hosts = re.findall(r"https?://([\w.-]+)", text)
    addresses = re.findall(r"\b\d{1,3}(?:\.\d{1,3}){3}\b", text)
    phones = re.findall(r"\b\d{3}-\d{3}-\d{4}\b", text)
    assert emails and hosts and addresses and phones
    reserved = re.compile(r"(.+\.)?(example|example\.(com|net|org))")
    assert all(reserved.fullmatch(host) for host in emails + hosts)
    assert all(re.match(r"192\.0\.2|198\.51\.100|203\.0\.113", a) for a in addresses)
    assert all(re.fullmatch(r"\d{3}-555-01\d\d", phone) for phone in phones)


PLAIN = st.text(st.characters(codec="utf-8", exclude_characters="[]|"))
NAMED = PLAIN.filter(bool)


@given(st.lists(st.tuples(PLAIN, NAMED)), PLAIN)
def test_unmark_finds_every_mark(pieces: list[tuple[str, str]], tail: str) -> None:
    marked = "".join(f"{before}[{value}|PERSON|caller]" for before, value in pieces) + tail
    text, entities = make_calls.unmark(marked)
    assert text == "".join(before + value for before, value in pieces) + tail
    assert [text[e["start"] : e["end"]] for e in entities] == [value for _, value in pieces]


@pytest.mark.parametrize(
    "dialogue",
    [
        "# en-001 customer-001 Pay(Bill) opera\nUser: hi",
        "# en-001 customer-001 Pay(Bill) chat",
        "# en-001 customer-001 Pay(Bill) chat\nhi secret",
        "# en-001 customer-001 Pay(Bill) chat\nUser: [secret|PERSON]",
        "# en-001 customer-001 Pay(Bill) chat\nUser: [secret|person|caller]",
    ],
)
def test_an_error_names_the_line_and_no_text(dialogue: str, tmp_path: Path) -> None:
    source = tmp_path / "en.txt"
    good = "# en-001 customer-001 Pay(Bill) chat\nUser: hi\n\n"
    source.write_text(good + dialogue + "\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"^en\.txt:4: ") as caught:
        list(make_calls.rows(source))
    assert "secret" not in str(caught.value)
