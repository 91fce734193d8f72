"""Every pair that a hostile audit told apart (V3 to V5), with the verdict that it has now; and
values that came out as they were (V2).

Where the sketches are equal, both documents give the same text under the same dice. Where they are
not, the field that differs is declared, and the test names it.
"""

from __future__ import annotations

import re

import pytest
from neighbouring import EqualDice, apart, pair_of, thrown

from understudy.audit.neighbours import Pair, document_of
from understudy.audit.pairs import Judge, judge_of
from understudy.core.categories import categories
from understudy.core.draw import seed_key
from understudy.core.types import Edit
from understudy.pipeline import Pipeline, build
from understudy.policy import Policy
from understudy.replace.base import Rule

DICE = 6


@pytest.fixture(scope="module")
def judge() -> Judge:
    return judge_of(20, 1)


def _born(name: str) -> tuple[str, str]:
    return name, "3 May 1950"


BORN = "He was born to {PERSON} on {DATE}."
ALIKE = [
    # V3: the length of one value shows in another's stand-in
    ("V3", BORN, _born("Mary Smith"), _born("Christopherina Abernathy"), "en"),
    ("V3", BORN, _born("Bob Lee"), _born("Bartholomew Featherstonehaugh"), "en"),
    ("V3", "He was born in {CITY} on {DATE}.", _born("Leeds"), _born("Wolverhampton"), "en"),
    # V4: whether a value is on our lists
    ("V4", "PERSON", "Mary Smith", "Malala Smith", "en"),
    ("V4", "PERSON", "Angela Merkel", "Zendaya Coleman", "en"),
    ("V4", "PERSON", "George Bush", "Barack Obama", "en"),
    ("V4", "GIVEN_NAME", "Mary", "Malala", "en"),
    ("V4", "PERSON", "Mary Smith", "Мария Иванова", "en"),
    ("V4", "PERSON", "Adele", "Beyonce", "en"),
    ("V4", "PERSON", "Smith", "Brak", "en"),
    ("V4", "The {PERSON} administration has signed the treaty.", "Clinton", "Zorbax", "en"),
    ("V4", "El ministro recibió a {PERSON} en su despacho el martes.", "Martín", "Zorbax", "es"),
    ("V4", "PERSON", "Mary Smith", "Mary Sm1th", "en"),
    ("V4", "LOCATION", "Boston", "Lititz", "en"),
    ("V4", "CITY", "Boston", "Lititz", "en"),
    ("V4", "CITY", "Sevilla", "Ajofrín", "es"),
    ("V4", "LOCATION", "San Sebastián", "San Zorblán", "es"),
    ("V4", "LOCATION", "Kosovo", "Chechnya", "en"),
    ("V4", "LOCATION", "Kurdistan", "Catalonia", "en"),
    ("V4", "LOCATION", "Thames", "Tamar", "en"),
    ("V4", "DATE", "Christmas", "Ramadan", "en"),
    ("V4", "DATE", "Thanksgiving", "Juneteenth", "en"),
    ("V4", "DATE", "3 May 2016", "3 Mai 2016", "en"),
    ("V4", "DATE", "28 February 2015", "29 February 2015", "en"),
    ("V4", "PERSON", "daughter", "stepdaughter", "en"),
    ("V4", "SPELLING", "S M I T H", "S M Y Q H", "en"),
    ("V4", "EMAIL_ADDRESS", "jsmith@mail.com", "jsmyqh@mail.com", "en"),
    ("V4", "EMAIL_ADDRESS", "kate@mail.com", "kqtz@mail.com", "en"),
    ("V4", "EMAIL_ADDRESS", "johnsmith@mail.com", "johnqmith@mail.com", "en"),
    ("V4", "USERNAME", "kate99", "zqrb99", "en"),
    # V5: other properties
    ("V5", "ID", "ABCD", "ABC", "en"),
    ("V5", "PASSWORD", "hunter", "hunter22hunter", "en"),
    ("V5", "ORGANIZATION", "Fundación Marta", "Fundación Jorge", "es"),
    ("V5", "ORGANIZATION", "IBM", "NASA", "en"),
    ("V5", "DATE", "03/05/2016", "03/15/2016", "en"),
    ("V5", "DATE", "10/11/2016", "10/9/2016", "en"),
    ("V5", "PHONE_NUMBER", "2123456789", "0123456789", "en"),
    ("V5", "PHONE_NUMBER", "13456789012", "23456789012", "en"),
    ("V5", "NUMBER", "IV", "XL", "en"),
    ("V5", "TIME", "9:15", "10:15", "en"),
    ("V5", "AGE", "seventy", "seventy-seven", "en"),
    ("V5", "EMAIL_ADDRESS", "xqz@mail.com", "xqzv@mail.com", "en"),
    ("V5", "SPELLING", "Z Q X W", "Z Q X W V K", "en"),
    ("V5", "LOCATION", "area 51", "zone 51", "en"),
    ("V5", "STREET_ADDRESS", "area 51", "zone 51", "en"),
]


def _template(text: str) -> str:
    if "{" in text:
        return text
    return "She is {AGE} years old." if text == "AGE" else f"It was {{{text}}}."


@pytest.mark.parametrize(("finding", "text", "one", "other", "language"), ALIKE)
def test_what_was_told_apart_has_one_sketch_and_one_law(
    judge: Judge, finding: str, text: str, one: str, other: str, language: str
) -> None:
    pair = pair_of(_template(text), one, other, language)
    found = apart(judge, pair)
    assert (found.fields, found.undeclared) == ((), ())
    for seed in range(DICE):
        first, second = thrown(judge, pair, seed)
        assert first == second


DECLARED = [
    ("V4", "PERSON", "John Smith", "Jamie Smith", "en", "Need.gender (gender)"),
    ("V4", "PERSON", "Angela", "Merkel", "en", "Need.gender (gender)"),
    ("V4", "CITY", "London", "Piddletrenthide", "en", "Land.place (country)"),
    ("V4", "CITY", "Paris", "Annecy", "en", "Land.place (country)"),
    ("V4", "LOCATION", "Texas", "Bavaria", "en", "Name.kind (kind of place)"),
    ("V5", "ID", "AB12", "AB123456", "en", "Run.size (form of the number)"),
    ("V5", "FACILITY", "Route66", "Boston", "en", "Name.kind (kind of place)"),
    ("V5", "DATE", "03/05/2016", "13/05/2016", "en", "Part.kind (format of the date)"),
    ("V5", "AGE", "thirty", "three", "en", "Age.stage (stage of life)"),
    ("V5", "ORGANIZATION", "KPMG", "PWC Holdings", "en", "Part.kind (words that say what kind"),
    ("V5", "PERSON", "aunt", "uncle", "en", "Title.word (titles"),
    ("V5", "PERSON", "parents", "mother", "en", "Word.word (pronouns, and who somebody is"),
    ("V5", "EMAIL_ADDRESS", "info@mail.com", "anne@mail.com", "en", "Word.word"),
]


@pytest.mark.parametrize(("finding", "text", "one", "other", "language", "field"), DECLARED)
def test_what_still_differs_is_declared(
    judge: Judge, finding: str, text: str, one: str, other: str, language: str, field: str
) -> None:
    found = apart(judge, pair_of(_template(text), one, other, language))
    assert any(field in name for name in found.fields)
    assert found.undeclared == ()


def _of(strategy: str) -> Pipeline:
    options = {"style": "related"} if strategy == "typed" else {}
    rule = Rule(strategy, p=1.0, options=options)
    return build(Policy("audit", default=rule, leak_check=False, known=categories()))


def _edits(pipeline: Pipeline, pair: Pair, seed: int) -> list[Edit]:
    """What becomes of the value on either side, under equal dice."""
    found = []
    for document in pair.documents:
        (entities,) = pipeline.identify([document])
        found += pipeline.replace(document, entities, EqualDice(seed))
    return found


@pytest.mark.parametrize(
    ("category", "one", "other"), [("ID", "ABCD", "ABC"), ("AGE", "thirty", "three")]
)
def test_words_that_were_told_apart_have_one_law(category: str, one: str, other: str) -> None:
    """V5: length and class of a word, under the strategy ``word``."""
    pipeline, pair = _of("word"), pair_of(_template(category), one, other)
    for seed in range(DICE):
        first, second = _edits(pipeline, pair, seed)
        assert first.surrogate == second.surrogate


@pytest.mark.parametrize(
    ("strategy", "category", "one", "other", "said"),
    [
        ("word", "ID", "AB12", "AB123456", "rough form of words with digits"),
        ("word", "PASSWORD", "hunter", "hunter22hunter", "rough form of words with digits"),
        ("word", "LOCATION", "Route66", "Boston", "rough form of words with digits"),
        ("entity", "DATE", "10/11/2016", "10/9/2016", "form"),
        ("entity", "DATE", "03/05/2016", "13/05/2016", "form"),
        ("entity", "FAMILY", "aunt", "uncle", "relative"),
        ("entity", "FAMILY", "parents", "mother", "relative"),
        ("typed", "PERSON", "Mary Smith", "Malala Smith", "gender"),
    ],
)
def test_what_other_strategies_keep_is_declared(
    strategy: str, category: str, one: str, other: str, said: str
) -> None:
    """V4 and V5: what differs is named in the event of either side."""
    for edit in _edits(_of(strategy), pair_of(_template(category), one, other), 0):
        assert any(said in name for name in edit.event.invariants)


@pytest.mark.parametrize("strategy", ["entity", "surrogate"])
@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("daughter", "stepdaughter", "en"),
        ("Mothers", "Zorbmothers", "en"),
        ("tío", "zorbtío", "es"),
    ],
)
def test_the_list_of_relatives_does_not_show(
    strategy: str, one: str, other: str, language: str
) -> None:
    """V4: a word for a relative that is on no list is drawn as the listed word that it ends in."""
    pair = pair_of("It was {FAMILY}.", one, other, language)
    for seed in range(DICE):
        first, second = _edits(_of(strategy), pair, seed)
        assert first.surrogate == second.surrogate


# --- V2: values that came out as they were, and were counted as replaced ------------------------

STAYED = """The [Dalai Lama|TITLE] of [France|LOCATION], aged [107|AGE], met the \
[Senate|ORGANIZATION] in [Kosovo|LOCATION] with his [transgender woman|GENDER] friend, an \
[18|AGE] year old and a [29|AGE] year old."""
AGES = [
    "Her sons are [45|AGE] and [64|AGE] years old.",
    "She is [117|AGE] years old, aged [118|AGE].",
    "In [1950|DATE], [1984|DATE], [1999|DATE] and [2016|DATE], aged [48|AGE] and [35|AGE].",
    "He was [120 days|AGE] old and she [110 weeks|AGE].",
]
_MARK = re.compile(r"\[([^|\]]+)\|(\w+)\]")


def _released(marked: str, keys: int = 40) -> list[tuple[Edit, ...]]:
    template = _MARK.sub(r"{\2}", marked)
    values = [match[1] for match in _MARK.finditer(marked)]
    document = document_of(template, values, "d", "en")
    return [_of("surrogate").run([document], seed_key(number))[0].edits for number in range(keys)]


def test_a_document_of_rare_values_does_not_come_out_as_it_was() -> None:
    runs = _released(STAYED)
    for edits in zip(*runs, strict=True):
        stays = {edit.outcome for edit in edits}
        assert stays in ({"replaced"}, {"may stay"})
        moved = {edit.surrogate for edit in edits}
        assert (len(moved) > 1) == (stays == {"replaced"})
    left = {edit.original: edit.reason for edit in runs[0] if edit.outcome == "may stay"}
    assert left == {"France": "country", "Senate": "kind of organization"}


@pytest.mark.parametrize("marked", AGES)
def test_no_age_is_held_fast_by_its_stage_or_by_dates(marked: str) -> None:
    for edits in zip(*_released(marked), strict=True):
        assert {edit.outcome for edit in edits} == {"replaced"}
        assert len({edit.surrogate for edit in edits}) > 5
