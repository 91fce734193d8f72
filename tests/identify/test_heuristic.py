"""People and organisations by case and by cue."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.categorise.merge import merge
from understudy.core.types import Document
from understudy.identify.gazetteer import Gazetteer
from understudy.identify.heuristic import Heuristic, build
from understudy.identify.settings import DetectorSettings

CALLS = Path(__file__).parents[2] / "examples" / "calls.jsonl"
THRESHOLD = 0.5


def marked(text: str, language: str = "en") -> list[tuple[str, str]]:
    (found,) = Heuristic().detect([Document("d", text, language)])
    kept = merge([span for span in found if span.score >= THRESHOLD])
    return [(text[span.start : span.end], span.label) for span in kept]


@pytest.mark.parametrize(
    ("text", "language", "name"),
    [
        ("Yesterday Zorblax Quimby came by.", "en", "Zorblax Quimby"),
        ("Thank you, Dr. Quorbel.", "en", "Quorbel"),
        ("Qwentin speaking, how can I help?", "en", "Qwentin"),
        ("my name is zorla quimbel and i need help", "en", "zorla quimbel"),
        ("thank you mister quorbel goodbye", "en", "quorbel"),
        ("it's for my wife zandra she is ill", "en", "zandra"),
        ("Agent: may i have your name\nCaller: uh zorla quimbel", "en", "zorla quimbel"),
        ("Ayer vino Zorbal Quimenti a casa.", "es", "Zorbal Quimenti"),
        ("buenas tardes le atiende zorbal en qué puedo ayudarle", "es", "zorbal"),
        ("hola me llamo zorla quimbela y quería una cita", "es", "zorla quimbela"),
        ("llamo de parte de zorbal quimenti", "es", "zorbal quimenti"),
        ("gracias señora quimbela", "es", "quimbela"),
        ("Sistema: a nombre de quién está\nUsuario: de zorbal quimenti", "es", "zorbal quimenti"),
        ("Nombre: Zorbal", "es", "Zorbal"),
    ],
)
def test_people_that_no_list_knows(text: str, language: str, name: str) -> None:
    assert (name, "PERSON") in marked(text, language)


@pytest.mark.parametrize(
    "text",
    [
        "Please wait. Nothing was found. Everything works.",
        "this is about my bill and i want to talk to a person",
        "i'm calling because it's broken and she's waiting",
        "La luz no funciona. Dígame su DNI.",
        "System: Approved. And the second one?",
        "Agent: Congratulations! What's your ID?",
    ],
)
def test_ordinary_words_are_nobody(text: str) -> None:
    assert marked(text) == []


def test_a_name_found_once_is_found_where_it_stands_alone() -> None:
    text = "my name is zorla quimbel yes quimbel with a q"
    assert marked(text) == [("zorla quimbel", "PERSON"), ("quimbel", "PERSON")]


@pytest.mark.parametrize(
    ("text", "language", "name"),
    [
        ("I was at Quarrymont Pharmacy yesterday.", "en", "Quarrymont Pharmacy"),
        ("He works for Quorbel & Sons Ltd. now.", "en", "Quorbel & Sons Ltd"),
        ("thank you for calling pinemoor pharmacy how may i help", "en", "pinemoor pharmacy"),
        ("the check from the ostrand credit union came", "en", "ostrand credit union"),
        ("Trabajo en Talleres Brañavella desde mayo.", "es", "Talleres Brañavella"),
        ("me ha entrado la nómina del banco miralta ya", "es", "banco miralta"),
    ],
)
def test_organisations(text: str, language: str, name: str) -> None:
    assert (name, "ORGANIZATION") in marked(text, language)


def test_products_have_numbers() -> None:
    assert marked("I bought the new Skylark 300 there.") == [("Skylark 300", "PRODUCT")]


def test_an_unknown_name_behind_a_preposition_is_a_place() -> None:
    assert marked("We live in Quorbelstad now.") == [("Quorbelstad", "LOCATION")]


def test_what_is_allowed_stays(tmp_path: Path) -> None:
    (tmp_path / "allow.txt").write_text("Zorblax\n", encoding="utf-8")
    detector = build(DetectorSettings(options={"allow": "allow.txt"}, folder=tmp_path))
    (found,) = detector.detect([Document("d", "Yesterday Zorblax came.", "en")])
    assert found == ()


@given(st.text(max_size=80), st.sampled_from(["en", "es"]))
def test_spans_are_valid_on_any_text(text: str, language: str) -> None:
    (found,) = Heuristic().detect([Document("d", text, language)])
    assert all(0 <= span.start < span.end <= len(text) for span in found)
    assert all(0 < span.score <= 1 for span in found)


CUES = st.sampled_from(
    ["my name is", "Mr.", "zorla", "Zorla", "speaking", "thank you for calling", "pharmacy", "\n",
     "your name", "User:", ",", ".", "soy", "de", "la", "banco", "Banco", "le atiende", "D'Arc",
     "Ltd", "300", "in", "from"]
)  # fmt: skip


@given(st.lists(CUES, max_size=12).map(" ".join), st.sampled_from(["en", "es"]))
def test_spans_are_valid_on_cues_in_any_order(text: str, language: str) -> None:
    (found,) = Heuristic().detect([Document("d", text, language)])
    for span in found:
        value = text[span.start : span.end]
        assert value == value.strip()
        assert "\n" not in value


def scores(label: str) -> Counter[str]:
    """How gold and found spans of a label agree on the example calls, lists and heuristic."""
    rows = [json.loads(line) for line in CALLS.read_text(encoding="utf-8").splitlines()]
    documents = [Document(row["id"], row["text"], row["language"]) for row in rows]
    evidence = zip(Gazetteer().detect(documents), Heuristic().detect(documents), strict=True)
    count: Counter[str] = Counter()
    for row, (listed, guessed) in zip(rows, evidence, strict=True):
        merged = merge([span for span in (*listed, *guessed) if span.score >= THRESHOLD])
        found = [(span.start, span.end) for span in merged if span.label == label]
        gold = [(one["start"], one["end"]) for one in row["entities"] if one["category"] == label]
        count["gold"] += len(gold)
        count["found"] += len(found)
        count["exact"] += len({*gold} & {*found})
        count["touched"] += sum(any(a < d and c < b for c, d in found) for a, b in gold)
        count["right"] += sum(any(a < d and c < b for a, b in gold) for c, d in found)
    return count


@pytest.mark.parametrize(
    ("label", "touched", "exact", "precision"),
    [
        ("PERSON", 0.97, 0.90, 0.60),
        ("LOCATION", 0.93, 0.90, 0.85),
        ("ORGANIZATION", 0.95, 0.93, 0.85),
        ("DRUG", 0.99, 0.99, 0.99),
    ],
)
def test_scores_on_the_example_calls(
    label: str, touched: float, exact: float, precision: float
) -> None:
    count = scores(label)
    assert count["touched"] >= touched * count["gold"]
    assert count["exact"] >= exact * count["gold"]
    assert count["right"] >= precision * count["found"]


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("I want to cancel the Quorvex Plus today.", "en", "Quorvex Plus"),
        ("The light on the QuorHub Pro is red.", "en", "QuorHub Pro"),
        ("He is on the Quorvex plan now.", "en", "Quorvex"),
        ("I bought a Quorvex 300 there.", "en", "Quorvex 300"),
        ("Me llegó la tarjeta Quorvela ayer.", "es", "Quorvela"),
        ("Tengo contratado el Quorvela Total 600 en casa.", "es", "Quorvela Total 600"),
    ],
)
def test_products(text: str, language: str, found: str) -> None:
    assert marked(text, language) == [(found, "PRODUCT")]


def test_long_figures_behind_a_name_are_no_part_of_it() -> None:
    assert marked("Please send it to me in Wexbury 90210.") == [
        ("Wexbury", "LOCATION"),
        ("90210", "NUMBER"),
    ]
    assert marked("He was in Wexbury 1,200 times.") == [("Wexbury", "LOCATION")]


def test_the_words_of_a_list_of_names_are_marked_once() -> None:
    words = "Memiko Libole Kodulo Dulama Damemi Bebiba Midibi Lokobu"
    few = "Kodulo Dulama Damemi"
    text = f"Yesterday {words} came. Then {few} went. Later Libole wrote."
    (found,) = Heuristic("en").detect([Document("d", text, "en")])
    values = Counter(text[span.start : span.end] for span in found)
    assert values[words] == values[few] == 1
    assert values["Libole"] == 1  # where it stands alone, not within the list
    assert values["Dulama"] == 1  # of a few words, each is marked by itself, too
    assert not values["Bebiba"]


def test_a_name_that_is_a_common_word_is_found_again_beside_what_people_do() -> None:
    text = "This is May Quorbel. May can't come in May. May I go?"
    assert marked(text) == [("May Quorbel", "PERSON"), ("May", "PERSON")]
    assert marked(text)[1] == ("May", "PERSON")
    spoken = "how old is june\nUser: she's june and june will be away in june"
    assert marked(spoken) == [("june", "PERSON")] * 3


def test_a_common_word_with_a_surname_behind_it_is_a_name() -> None:
    assert ("grace abbott", "PERSON") in marked("hello i'm grace abbott calling about a bill")
    assert marked("hello i'm grateful calling about a bill") == []


def test_sentences_in_small_letters_have_names_in_small_letters() -> None:
    assert marked("Ya está, dentro! gracias saul. el dominio va bien", "es") == [("saul", "PERSON")]
    assert marked("Ya está, dentro! Gracias saul. El dominio va bien", "es") == []


def test_nothing_is_sought_that_is_not_wanted() -> None:
    text = Document("d", "Yesterday Zorblax Quimby came by.", "en")
    assert build(DetectorSettings("en", frozenset({"URL"}))).detect([text]) == [()]
    assert build(DetectorSettings("en", frozenset({"URL", "PERSON"}))).detect([text]) != [()]
