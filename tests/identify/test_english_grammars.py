"""The shipped English grammars, on text written for these tests and on the corpora where present.

A case shows what must be found between double brackets, with its category.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from needed_corpora import corpus
from understudy.core.types import Document, Span
from understudy.identify.grammar import build
from understudy.identify.settings import DetectorSettings

ROOT = Path(__file__).resolve().parents[2]

GRAMMARS = build(DetectorSettings(language="en"))

FOUND = {
    "PHONE_NUMBER": [
        "call me on [[+44 20 7946 0958]] tonight",
        "my mobile: [[07700 900 123]]",
        "Fax: [[555.867.5309x22]]",
        "[[(212) 555-0147]] is the office",
        "dial [[1-800-555-0199]] now",
        "reach us at [[555-0123]].",
        "the desk is [[+41 (0)44 668 18 00]]",
        "my number is [[9 7 3 area code 1 2 3 9 6 8 4]]",
        "it's [[area code 6 0 8, 5 5 5, 01 hundred]]",
        "your phone number please? It's [[five five five oh one double two]].",
        "can you call [[6 0 8, 5 5 5, 0 1 4 2]]?",
        "we will ring the phone ending in [[0 1 4 2]].",
    ],
    "CREDIT_CARD": [
        "charge [[4111 1111 1111 1111]] please",
        "[[378282246310005]] was declined",
        "card number [[1234 5678 9012 3456]]",
        "the card number? It is [[2 8 7 4 3 6 1 7 8 9 1 2 5 7 hundred]] and it expires",
        "the card ending in [[8 8 4 0]]",
    ],
    "IBAN_CODE": ["pay to [[GB82 WEST 1234 5698 7654 32]]", "[[DE89370400440532013000]], thanks"],
    "BANK_ACCOUNT": [
        "the bank account number is [[000123456789]]",
        "with my checking account, it is [[two two oh eight one nine five five three]]",
        "from the account ending in [[2 7 6]] at the bank",
    ],
    "US_SSN": [
        "SSN [[123-45-6789]]",
        "your social security number? Uh, [[9 8 7, 6 5, 4 3 2 1]].",
        "the last four of your social? It is [[7 7 0 2]].",
    ],
    "PASSPORT": [
        "bring passport [[C01234567]] along",
        "passport number [[five one eight double oh six two nine four]]",
    ],
    "US_DRIVER_LICENSE": ["my driver's license number is [[F162823540116]]"],
    "LICENSE_PLATE": ["the plate is [[KDM-5520]]", "license plate? [[7 Tango Lima Kilo 2 1 9]]."],
    "EMAIL_ADDRESS": [
        "write to [[jane.doe+news@mail.example.co.uk]].",
        "it is [[john dot smith at gmail dot com]]",
        "send it to [[jane at example dot org]] please",
    ],
    "URL": [
        "see [[https://www.example.com/a/b?c=d]].",
        "or [[www.example.org/help]], please",
        "pay at [[www dot example dot com slash bills]] today",
    ],
    "DOMAIN_NAME": [
        "our domain is [[mail.example.net]].",
        "visit [[stone dash works dot com]] soon",
    ],
    "IP_ADDRESS": [
        "host [[192.0.2.17]] is down",
        "ping [[2001:db8:85a3::8a2e:370:7334]] first",
        "from [[10 dot 14 dot 3 dot 7]] it works",
        "use [[ten dot fourteen dot three dot fifty one]] then",
    ],
    "MAC_ADDRESS": ["the adapter [[00:1A:2b:3C:4d:5E]] again", "[[001a.2b3c.4d5e]] too"],
    "USERNAME": ["user name? [[jdoe82]]", "your log in? [[Doe, dot, J, 2 0 0 4]]."],
    "PASSWORD": [
        "the password is [[Heron!4920]] now",
        "your password is [[lima seven seven kilo zebra]]",
        "It's [[capital T, a, n, g, o, 5 5]].",
    ],
    "MEMBER_ID": ["your member ID? It's [[T H P 8 8 0 1 2 4 7]].", "policy number [[IV-55203]]"],
    "PRESCRIPTION_ID": ["refill [[RX440917]] please", "it's [[r x four four oh nine one seven]]"],
    "TICKET_NUMBER": ["opened ticket [[T-40921]] for you", "That's [[I N C 3 0 0 5 7]]."],
    "ORDER_NUMBER": ["order number [[QM-20931-77]]", "tracking number? [[P R, 7 7 0 4, 1 9 2 2]]."],
    "ID": ["employee id [[E-90210-4]]", "the customer number is [[80045-12]]"],
    "AMOUNT": [
        "that is [[$42.50]] in all",
        "over [[£1.2 million]] was lost",
        "[[forty two dollars and fifty cents]] please",
        "it was [[20 US dollars]] then",
        "about [[twelve thousand Swiss francs]] a year",
        "about [[300 bucks]]",
        "I was charged [[sixty one fifty]] twice",
    ],
    "DATE": [
        "on [[May 3rd]] then",
        "on the [[third of May]]",
        "see you [[next Friday]]",
        "in the [[first month of next year]]",
        "on [[03/14/2024]]",
        "since [[14 March 2024]]",
        "by [[2024-03-14]]",
        "on [[Monday, October 7th]]",
        "born on [[june second nineteen fifty eight]]",
        "in [[1998]] it rained",
        "on the [[22nd]] I was away",
        "by the [[twentieth]] at the latest",
        "until the [[end of the month]]",
        "we moved in [[May]] then",
        "due [[08/15]]",
    ],
    "TIME": [
        "at [[six pm]] sharp",
        "at [[half past three]]",
        "by [[14:30]]",
        "at [[3 o'clock]]",
        "at [[8:50am]]",
        "around [[twenty past eight]]",
        "at [[a quarter to nine]]",
        "at [[ten thirty]] or so",
        "see you at [[two]].",
    ],
    "DATE_TIME": ["logged at [[2007-01-17 23:08:55]],", "on [[2020-06-20T14:11:22Z]]"],
    "AGE": [
        "she is [[42 years old]]",
        "a [[42-year-old]] man",
        "aged [[42]]",
        "my mother is [[ninety one]]",
        "he just turned [[60]]",
    ],
    "POSTAL_CODE": [
        "zip code [[4 3 6 0 9]].",
        "Springfield, IL [[62701-0042]]",
        "London [[SW1A 1AA]]",
        "Toronto [[M5V 2T6]]",
        "in Madison, Wisconsin [[53703]]",
    ],
    "STREET_ADDRESS": [
        "I live at [[418 Juniper Lane]]",
        "send it to [[2250 Alder Avenue, apartment 6]], please",
        "[[P.O. Box 149]] is fine",
        "it's [[four eighteen juniper lane]] again",
        "[[Rural Route 4, box 19]], Elkins",
    ],
    "COORDINATES": [
        "at [[40.7128, -74.0060]] exactly",
        "near [[40.4461° N, 79.9489° W]].",
        "near [[40°26'46\" N 79°58'56\" W]].",
    ],
    "SPELLING": [
        "that's [[S M I T H]]",
        "Smith, [[S, M, I, T, H]]",
        "it is [[P as in Peter, E, T as in Tom, R, A]]",
        "the letters [[N for Nancy, O, R, A]]",
    ],
}

PLAIN = [
    "May I have a second? It may take a minute, or two at most.",
    "They march on, one by one, and two of them second the motion.",
    "I told you a hundred times that one in ten is fine.",
    "This is 24/7 and 50/50, version 2.0 of the plan, page 12.",
    "We have 3 rooms, 15 chairs and 120 guests for 2 days.",
    "She won the first prize and the second one, and came third.",
    "You and I, a b or c, it is all the same to me.",
    "He said so. And it is. Thanks.It was late.",
    "The password is wrong, the user name is missing, the order is late.",
    "Call me later about the account, the card and the passport.",
    "today, tomorrow, tonight and this morning",
]


def unmarked(marked: str) -> tuple[str, int, int]:
    start = marked.index("[[")
    end = marked.index("]]") - 2
    return marked.replace("[[", "").replace("]]", ""), start, end


def best(spans: Iterable[Span]) -> list[Span]:
    """Disjoint spans, those with the better score first."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda one: (-one.score, one.start - one.end, one.start)):
        if all(span.end <= other.start or other.end <= span.start for other in kept):
            kept.append(span)
    return sorted(kept)


def detect(texts: Sequence[str]) -> list[list[Span]]:
    documents = [Document(str(at), text, "en") for at, text in enumerate(texts)]
    return [best(spans) for spans in GRAMMARS.detect(documents)]


@pytest.mark.parametrize(
    ("category", "marked"),
    [(category, marked) for category, cases in FOUND.items() for marked in cases],
)
def test_finds(category: str, marked: str) -> None:
    text, start, end = unmarked(marked)
    (spans,) = detect([text])
    shown = [(text[span.start : span.end], span.label) for span in spans]
    assert (text[start:end], category) in shown, shown


@pytest.mark.parametrize("text", PLAIN)
def test_leaves_plain_words_alone(text: str) -> None:
    (spans,) = detect([text])
    assert [(text[span.start : span.end], span.label) for span in spans] == []


def parts_of(span: Span, text: str) -> dict[str, str]:
    return {part.label: text[part.start : part.end] for part in span.parts}


def test_a_spoken_phone_number_has_its_parts() -> None:
    text = "my number is 9 7 3 area code 1 2 3 9 6 8 4"
    (spans,) = detect([text])
    assert parts_of(spans[0], text) == {"AREA_CODE": "9 7 3", "LOCAL": "1 2 3 9 6 8 4"}


@pytest.mark.parametrize(
    ("said", "area", "local"),
    [
        ("1 2 3 4 5 6 7 8 9 0", "1 2 3", "4 5 6 7 8 9 0"),
        ("nine seven three four four eight oh two one six", "nine seven three", None),
        ("9 7 3, 4 4 8, 0 2 1 6", "9 7 3", "4 4 8, 0 2 1 6"),
    ],
)
def test_ten_figures_have_an_area_and_a_place(said: str, area: str, local: str | None) -> None:
    text = f"my number is {said}"
    (spans,) = detect([text])
    assert text[spans[0].start : spans[0].end] == said
    wanted = local or said.removeprefix(f"{area} ")
    assert parts_of(spans[0], text) == {"AREA_CODE": area, "LOCAL": wanted}


@pytest.mark.parametrize("said", ["9 7 3 4 4 8 0 2 1", "1 9 7 3 4 4 8 0 2 1 6", "97 34 48 02 16"])
def test_other_figures_have_no_area_of_three(said: str) -> None:
    text = f"my number is {said}"
    (spans,) = detect([text])
    assert text[spans[0].start : spans[0].end] == said
    assert parts_of(spans[0], text) == {}


def test_an_e_mail_address_has_its_parts() -> None:
    text = "write to jane.doe@example.org now"
    (spans,) = detect([text])
    assert parts_of(spans[0], text) == {"LOCAL_PART": "jane.doe", "HOST": "example.org"}


def test_a_date_has_its_month() -> None:
    text = "on 14 March 2024"
    (spans,) = detect([text])
    assert parts_of(spans[0], text)["MONTH"] == "March"


def test_words_between_two_documents_are_no_context() -> None:
    first, second = detect(
        ["What is your passport number?", "five one eight nine oh six two nine four"]
    )
    assert first == []
    assert "PASSPORT" not in {span.label for span in second}


class Score:
    """Counts of exact matches, whatever is said of the parents of a category."""

    def __init__(self) -> None:
        self.hits = self.gold = self.predicted = 0

    def add(self, gold: set[tuple[int, int, str]], predicted: set[tuple[int, int, str]]) -> None:
        self.hits += len(gold & predicted)
        self.gold += len(gold)
        self.predicted += len(predicted)

    @property
    def recall(self) -> float:
        return self.hits / self.gold

    @property
    def precision(self) -> float:
        return self.hits / self.predicted


def test_the_invented_calls() -> None:
    lines = (ROOT / "examples/calls.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [row for row in map(json.loads, lines) if row["language"] == "en"]
    score = Score()
    for row, spans in zip(rows, detect([row["text"] for row in rows]), strict=True):
        gold = {(one["start"], one["end"], one["category"]) for one in row["entities"]}
        score.add(
            {one for one in gold if one[2] in FOUND},
            {(span.start, span.end, span.label) for span in spans},
        )
    assert score.recall >= 0.95
    assert score.precision >= 0.95


FAMILIES = {
    "DOMAIN_NAME": "URL",
    "DATE": "DATE_TIME",
    "TIME": "DATE_TIME",
    "ZIP_CODE": "POSTAL_CODE",
}
STRUCTURED = {
    "CREDIT_CARD",
    "PHONE_NUMBER",
    "EMAIL_ADDRESS",
    "IBAN_CODE",
    "IP_ADDRESS",
    "URL",
    "US_SSN",
    "DATE_TIME",
    "POSTAL_CODE",
}


@pytest.mark.data
@pytest.mark.parametrize("half", [0, 1])
def test_synthetic_sentences(half: int) -> None:
    """Half 1 has the templates whose text was not read when the grammars were written."""
    source = corpus("deid/presidio-synthetic/synth_dataset_v2.json").read_text(encoding="utf-8")
    rows = [row for row in json.loads(source) if row["template_id"] % 2 == half]
    score = Score()
    for row, spans in zip(rows, detect([row["full_text"] for row in rows]), strict=True):
        gold = {
            (one["start_position"], one["end_position"], _family(one["entity_type"]))
            for one in row["spans"]
        }
        found = {(span.start, span.end, _family(span.label)) for span in spans}
        score.add(
            {one for one in gold if one[2] in STRUCTURED},
            {one for one in found if one[2] in STRUCTURED},
        )
    assert score.recall >= 0.97
    assert score.precision >= 0.90


def _family(label: str) -> str:
    return FAMILIES.get(label, label)


def test_the_cases_are_marked_once() -> None:
    cases = [marked for of_category in FOUND.values() for marked in of_category]
    assert all(len(re.findall(r"\[\[.+?\]\]", marked)) == 1 for marked in cases)
