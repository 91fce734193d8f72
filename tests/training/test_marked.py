"""The newer corpora: what their labels become, and what they are silent about."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer, models, pre_tokenizers

import arrays
import marked
import overlap
from schemes import SCHEMES
from tagset import ALL, ANYTHING, Example, bare


def values(example: Example) -> list[tuple[str, str]]:
    return [(example.text[start:end], "|".join(tags)) for start, end, tags in example.spans]


def tokens(line: str) -> list[tuple[str, str]]:
    """`Ann/B-PER` words; those without a slash are O."""
    return [(word, tag or "O") for word, _, tag in (one.partition("/") for one in line.split())]


def test_schemes_speak_of_our_tags() -> None:
    for name, scheme in SCHEMES.items():
        assert scheme.known <= ALL, name
        assert scheme.join <= ALL, name
        for label, tags in scheme.labels.items():
            assert set(tags) <= ALL | {"O", "*"}, (name, label)


@pytest.mark.parametrize(
    ("scheme", "label", "tags"),
    [
        ("ewt", "OTH", ("NRP", "O")),
        ("cess", "OTH", ANYTHING),
        ("cess", "DATE", ("DATE", "TIME")),
        ("gum", "event", ANYTHING),
        ("litbank", "VEH", ANYTHING),
        ("ontonotes", "GPE", ("LOCATION",)),
        ("ontonotes", "CARDINAL", ANYTHING),
        ("multidogo", "ssn", ("ID",)),
        ("meddoplace", "FAC_GEN", ANYTHING),
        ("slurp", "list_name", ("O",)),
    ],
)
def test_labels_become_tags(scheme: str, label: str, tags: tuple[str, ...]) -> None:
    assert SCHEMES[scheme].label(label) == tags


@pytest.mark.parametrize(
    ("scheme", "silent"),
    [
        ("ewt", {"DATE", "PHONE_NUMBER", "EMAIL_ADDRESS", "NRP"}),
        ("cess", {"DATE", "NRP", "AMOUNT"}),
        ("professions", ALL - {"OCCUPATION"}),
        ("meddoplace", {"PERSON", "DATE", "AGE"}),
        ("ontonotes", {"OCCUPATION", "AGE", "ID"}),
    ],
)
def test_silent_tags_are_not_known(scheme: str, silent: set[str]) -> None:
    assert not SCHEMES[scheme].known & silent


def test_neighbours_join_where_the_scheme_says_so() -> None:
    scheme = SCHEMES["restaurant8k"]
    one = marked.read("r", "en", tokens("Ann/B-first_name Lee/B-last_name at/O 7/B-time"), scheme)
    assert values(one) == [("Ann Lee", "PERSON"), ("7", "TIME")]


def test_a_label_of_nothing_is_no_span() -> None:
    said = tokens("add milk/B-food_type to my shopping/B-list_name list")
    assert values(marked.read("slurp", "en", said, SCHEMES["slurp"])) == []


def test_articles_are_left_out_where_a_corpus_marks_them() -> None:
    said = tokens("the/B-ORG Acme/I-ORG 's/I-ORG plan")
    assert values(marked.read("e", "en", said, SCHEMES["ontonotes"])) == [("Acme", "ORGANIZATION")]
    said = tokens("The/B-ORG Herald/I-ORG said")
    assert values(marked.read("e", "en", said, SCHEMES["ewt"])) == [("The Herald", "ORGANIZATION")]
    assert bare("the", (0, 3, ("LOCATION",))) == (0, 3, ("LOCATION",))


def test_titles_of_people_are_left_out() -> None:
    one = marked.read("l", "en", tokens("Mr./B-PER Bennet/I-PER left"), SCHEMES["litbank"])
    assert values(one) == [("Bennet", "PERSON")]


def test_rows_of_json_are_disjoint(tmp_path: Path) -> None:
    marks = [
        {"start": 0, "end": 14, "label": "PERSON"},
        {"start": 4, "end": 14, "label": "LOCATION"},
    ]
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"text": "Ann of Wexbury spoke", "spans": marks}), "utf-8")
    (one,) = marked.rows("g", "en", path, SCHEMES["grobid"])
    assert values(one) == [("Ann of Wexbury", "PERSON")]


def _tokenizer(folder: Path) -> str:
    words = {"[PAD]": 0, "[MASK]": 1, "[NEWLINE]": 2, "ann": 3, "saw": 4, "acme": 5, "poets": 6}
    made = Tokenizer(models.WordLevel(words, unk_token="[PAD]"))
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    made.save(str(folder / "t.json"))
    return str(folder / "t.json")


def test_silent_tags_are_left_out_of_the_loss(tmp_path: Path) -> None:
    """Of a corpus that marks occupations alone, only these are learnt to be absent."""
    one = Example("p", "en", "Ann saw Acme", (), frozenset(("OCCUPATION",)))
    sets = arrays.Sets()
    rows = arrays.tagged([one], [1.0], _tokenizer(tmp_path), sets, {}, 1)
    (number,) = set(rows.wanted.tolist())
    allowed = {arrays.CLASSES[at] for at in np.flatnonzero(sets.table()[number])}
    assert {"O", "B-PERSON", "I-ORGANIZATION", "B-DATE"} <= allowed
    assert not allowed & {"B-OCCUPATION", "I-OCCUPATION"}


def test_what_may_be_nothing_may_be_o(tmp_path: Path) -> None:
    one = Example("p", "en", "Ann saw poets", ((8, 13, ("NRP", "O")),), ALL)
    sets = arrays.Sets()
    rows = arrays.tagged([one], [1.0], _tokenizer(tmp_path), sets, {}, 1)
    allowed = [
        {arrays.CLASSES[at] for at in np.flatnonzero(sets.table()[number])}
        for number in rows.wanted.tolist()
    ]
    assert allowed == [{"O"}, {"O"}, {"O", "B-NRP"}]


def test_nine_words_in_a_row_are_found() -> None:
    said = "one two three four five six seven eight nine ten"
    of_tests = {run: {("test", 1)} for run in overlap.runs(said)}
    assert overlap.shared([f"So: {said.upper()}!"], of_tests) == {"test": 1}
    assert overlap.shared(["two three four five six seven eight nine"], of_tests) == {}


def test_no_test_part_is_read(corpora_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the readers open is no file of a test."""
    opened: list[Path] = []
    real = marked.lines_of

    def watched(path: Path) -> object:
        opened.append(path)
        return real(path)

    monkeypatch.setattr(marked, "lines_of", watched)
    monkeypatch.setattr("corpora.lines_of", watched)
    for reader in (marked.ewt, marked.btc, marked.cess, marked.crossner, marked.requests):
        assert next(iter(reader(corpora_folder)))
    list(marked.multidogo(corpora_folder, 10, 1))
    tested = {
        corpora_folder / one for of in (overlap.NAMES | overlap.OTHERS).values() for one in of
    }
    assert opened
    assert not tested & set(opened)
