"""The readers of the corpora and the mixture made of them."""

from __future__ import annotations

import json
import lzma
import random
from pathlib import Path

import pytest

import arrays
import corpora
import labelled
import prepare
import swaps
from speech import whole
from tagset import ALL, KNOWN, Example, meaning


def values(example: Example) -> list[tuple[str, str]]:
    return [(example.text[start:end], "/".join(tags)) for start, end, tags in example.spans]


def written(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".xz":
        path.write_bytes(lzma.compress(text.encode()))
    else:
        path.write_text(text, encoding="utf-8")


def rows(*pairs: str) -> str:
    """Lines of one token and one tag, from `token/TAG` words."""
    lines = (pair.rsplit("|", 1) for pair in pairs)
    return "".join(f"{token}\t{tag}\n" for token, tag in lines) + "\n"


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        ("Well , I do n't know .", "Well, I don't know."),
        ("¿ Qué ( dice ) usted ?", "¿Qué (dice) usted?"),
        ("It 's $ 5 at 10 : 30", "It's $5 at 10:30"),
        ('He said " no " twice', 'He said "no" twice'),
        ("no 39428 / 98 )", "no 39428/98)"),
    ],
)
def test_tokens_become_natural_text(tokens: str, text: str) -> None:
    found, places = corpora.natural(tokens.split())
    assert found == text
    assert [found[start:end] for start, end in places] == tokens.split()


@pytest.mark.parametrize(
    ("scheme", "label", "tags"),
    [
        ("conll", "LOC", ("LOCATION", "STREET_ADDRESS")),
        ("meddocan", "HOSPITAL", ("ORGANIZATION",)),
        ("meddocan", "NUMERO_FAX", ("PHONE_NUMBER",)),
        ("meddocan", "ID_TITULACION_PERSONAL_SANITARIO", ("ID",)),
        ("snips", "timeRange", ("DATE", "TIME")),
        ("tod", "reminder__todo", ("*",)),
        ("sgd", "pickup_date", ("DATE",)),
        ("sgd", "wait_time", ("*",)),
        ("sgd", "genre", ()),
    ],
)
def test_labels_become_tags(scheme: str, label: str, tags: tuple[str, ...]) -> None:
    assert meaning(scheme, label) == tags


def test_what_is_known_are_tags() -> None:
    assert all(known <= ALL for known in KNOWN.values())
    assert KNOWN["wikiann"] == {"PERSON", "LOCATION", "STREET_ADDRESS", "ORGANIZATION"}


def test_there_are_no_names_outside_proper_nouns(tmp_path: Path) -> None:
    tokens = (
        "The|DET",
        "University|PROPN",
        "of|ADP",
        "the|DET",
        "Arts|PROPN",
        "in|ADP",
        "May|PROPN",
    )
    written(tmp_path / "upos/en-ewt/train.conll", rows(*tokens, "is|AUX", "open|ADJ"))
    (example,) = corpora.proper(tmp_path, "en")
    named = ["University", "of", "the", "Arts", "in", "May"]
    assert values(example) == [(word, "*") for word in named]
    assert example.known == {"PERSON", "LOCATION", "ORGANIZATION"}


def test_names_are_swapped_for_others_of_their_kind() -> None:
    one = Example(
        "a", "en", "Ann Lee saw rome", ((0, 7, ("PERSON",)), (12, 16, ("LOCATION",))), ALL
    )
    pools = {("en", "PERSON"): ["Bo Fox"], ("en", "LOCATION"): ["Wexbury"]}
    found = {swaps.swapped(one, pools, random.Random(seed)).text for seed in range(60)}
    assert found == {
        f"{who} saw {where}" for who in ("Ann Lee", "Bo Fox") for where in ("rome", "wexbury")
    }
    other = swaps.swapped(one, pools, random.Random(1))
    assert [tag for _, tag in values(other)] == ["PERSON", "LOCATION"]
    assert swaps.pools([one]) == {("en", "PERSON"): ["Ann Lee"]}


def test_a_silent_corpus_leaves_open_only_what_is_believed() -> None:
    known = frozenset(("PERSON", "PRODUCT"))
    marked = Example("a", "en", "Zenza broke a man", ((0, 5, ("PRODUCT",)),), known)
    often = prepare.lexicon([marked])
    open_to = {}
    for word in ("zenza", "car"):
        believed = frozenset(tag for tag, words in often.items() if word in words)
        open_to[word] = set(arrays.silent(frozenset(("PERSON",)), believed))
    assert {"B-PRODUCT", "I-PRODUCT"} <= open_to["zenza"]
    assert not {"B-PRODUCT", "B-FAMILY", "B-PERSON"} & open_to["car"]
    assert {"O", "B-DATE", "I-LOCATION", "B-ORGANIZATION"} <= open_to["car"]


def test_titles_articles_and_prepositions_are_trimmed(tmp_path: Path) -> None:
    folder = tmp_path / "deid/echr-es"
    seen = rows("Visto|O", "para|O")
    reviewed = rows("El|O", "Sr|B-PER", ".|I-PER", "Paz|I-PER", "el|B-DATETIME", "3|I-DATETIME")
    projected = rows("El|O", "Sr|O", ".|O", "Paz|O", "el|O", "3|O") + rows("Otra|O", "cosa|O")
    for variant, text in (("rev", reviewed), ("manual", reviewed), ("all", projected)):
        for part in ("train", "dev"):
            written(folder / f"ES-{variant}-{part}.tsv", text + seen)
        written(folder / f"ES-{variant}-test.tsv", seen)
    found = list(corpora.echr(tmp_path))
    assert [one.corpus for one in found] == ["echr-rev", "echr-all"]
    assert values(found[0]) == [("Paz", "PERSON"), ("3", "DATE/TIME")]
    assert [one.text for one in found] == ["El Sr. Paz el 3", "Otra cosa"]


def test_clinical_documents_are_cut_between_lines(tmp_path: Path) -> None:
    line = "palabra " * 60 + "fin.\n"
    text = "Nombre: Ana.\nCP: 28001.\n" + line * 4
    for part in ("train", "dev"):
        written(tmp_path / f"deid/meddocan/{part}/brat/a.txt", text)
        marks = "T1\tNOMBRE_SUJETO_ASISTENCIA 8 11\tAna\nT2\tTERRITORIO 17 22\t28001\n"
        written(tmp_path / f"deid/meddocan/{part}/brat/a.ann", marks)
    found = list(corpora.meddocan(tmp_path))
    assert values(found[0]) == [("Ana", "PERSON"), ("28001", "POSTAL_CODE")]
    assert all(len(one.text.split()) <= 200 for one in found)
    half = found[: len(found) // 2]
    assert "\n".join(one.text for one in half) == text.rstrip()


def test_a_dialogue_turn_parts_town_and_state(tmp_path: Path) -> None:
    turn = {
        "text": "A room in Atlanta, GA on Monday?",
        "slots": [
            {"slot": "location", "start": 10, "exclusive_end": 21},
            {"slot": "check_in_date", "start": 25, "exclusive_end": 31},
        ],
    }
    written(tmp_path / "acts/sgd/train.jsonl.xz", json.dumps(turn) + "\n")
    (example,) = corpora.sgd(tmp_path, limit=10)
    assert values(example) == [("Atlanta", "LOCATION"), ("GA", "LOCATION"), ("Monday", "DATE")]
    assert "PERSON" not in example.known


def test_joined_knows_what_both_know() -> None:
    one = Example("a", "en", "Ana", ((0, 3, ("PERSON",)),), frozenset(("PERSON", "DATE")))
    other = Example("a", "en", "in Rome", ((3, 7, ("LOCATION",)),), frozenset(("PERSON", "AGE")))
    both = labelled.joined([one, other])
    assert values(both) == [("Ana", "PERSON"), ("Rome", "LOCATION")]
    assert both.known == {"PERSON"}


def test_shares_are_counts_and_chances() -> None:
    one = Example("a", "en", "Hello there Ana", ((12, 15, ("PERSON",)),), ALL)
    share = labelled.Share(2, 1, 0.5)
    found = list(labelled.copies([one] * 200, share, {}, random.Random(0)))
    count = {kind: sum(e.corpus == kind for e in found) for kind in ("a", "a/spoken", "a/noisy")}
    assert count["a"] == 400
    assert count["a/spoken"] == 200
    assert 70 <= count["a/noisy"] <= 130


@pytest.mark.data
@pytest.mark.slow
def test_the_mixture(
    corpora_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(labelled, "TEMPLATED", {"en": 400, "es": 400})
    found = labelled.training_examples(corpora_folder, 0)
    assert set(labelled.SHARES) - {"silver"} <= {example.corpus for example in found}
    assert all(whole(example) and example.text.strip() for example in found)
    named = {tag for one in found for span in one.spans for tag in span[2]}
    assert named <= ALL | {"*", "O"}
    assert "templates-es/spoken" in capsys.readouterr().out

    kept = labelled.heldout_examples(corpora_folder, 0)
    plain = {example.text.lower() for example in kept if "/" not in example.corpus}
    assert plain
    assert not plain & {example.text.lower() for example in found if "/" not in example.corpus}


@pytest.mark.data
def test_no_test_sentence_of_the_court_corpus_is_trained_on(corpora_folder: Path) -> None:
    folder = corpora_folder / "deid/echr-es"
    tests = {
        "".join(token for token, _ in tokens).lower()
        for path in folder.glob("*-test.tsv")
        for tokens in corpora.sentences(path)
    }
    found = ("".join(one.text.split()).lower() for one in corpora.echr(corpora_folder))
    assert not tests & set(found)
