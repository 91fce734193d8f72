"""The sentence of Table 1 of Adelani et al. (2020), through every strategy."""

from __future__ import annotations

import re

import pytest

from making import KEY, OTHER_KEY, document, listed, pipeline_of
from understudy.core.types import Document
from understudy.pipeline import Result
from understudy.replace.base import Rule

SENTENCE = (
    "Hi Mister Miller, the Lufthansa flight from Frankfurt Airport to Rome is leaving by six pm"
)
GOLD = (
    ("Miller", "PERSON"),
    ("Lufthansa", "ORGANIZATION"),
    ("Frankfurt Airport", "LOCATION"),
    ("Rome", "LOCATION"),
    ("six pm", "TIME"),
)
LISTS = {
    "PERSON": ("John", "Smith", "Mary"),
    "ORGANIZATION": ("BOSCH", "SAP", "Siemens"),
    "LOCATION": ("Berlin", "Munich", "Boston", "New York", "Los Angeles"),
    "TIME": ("morning", "afternoon", "twelve pm", "eleven am"),
}
PATTERN = (
    r"Hi Mister (?P<PERSON>.+), the (?P<ORGANIZATION>.+) flight from (?P<FROM>.+) to (?P<TO>.+)"
    r" is leaving by (?P<TIME>.+)"
)


def _sentence(id: str = "table 1") -> Document:
    return document(SENTENCE, *GOLD, id=id)


def _run(rules: dict[str, Rule], *documents: Document, key: bytes = KEY) -> list[Result]:
    return pipeline_of(rules).run(documents or (_sentence(),), key)


def _text(**rules: Rule) -> str:
    return _run(rules)[0].text


def _everywhere(strategy: str, **options: object) -> dict[str, Rule]:
    return {category: Rule(strategy, options=options) for category in LISTS}


def _many(strategy: str, key: bytes = KEY, runs: int = 300) -> list[dict[str, str]]:
    rules = {category: listed(strategy, values) for category, values in LISTS.items()}
    results = _run(rules, *(_sentence(f"{n}") for n in range(runs)), key=key)
    found = [re.fullmatch(PATTERN, result.text) for result in results]
    assert all(found)
    return [match.groupdict() for match in found if match]


def test_redact() -> None:
    expected = "Hi Mister IIIII, the IIIII flight from IIIII to IIIII is leaving by IIIII"
    assert _text(**_everywhere("redact", mark="IIIII")) == expected


def test_typed() -> None:
    expected = (
        "Hi Mister <PERSON>, the <ORGANIZATION> flight from <LOCATION> to <LOCATION> is leaving "
        "by <TIME>"
    )
    assert _text(**_everywhere("typed")) == expected


def test_typed_numbered() -> None:
    assert "from <LOCATION1> to <LOCATION2> is" in _text(**_everywhere("typed", style="numbered"))


def test_named() -> None:
    exemplars = {"PERSON": "Smith", "ORGANIZATION": "SAP", "LOCATION": "London"}
    rules = {name: Rule("named", options={"exemplar": one}) for name, one in exemplars.items()}
    rules["TIME"] = Rule("named", options={"exemplar": "afternoon"})
    expected = "Hi Mister Smith, the SAP flight from London to London is leaving by afternoon"
    assert _text(**rules) == expected


def test_word() -> None:
    """Word by word: "Frankfurt Airport" keeps two words, which may be "New Boston"."""
    words = {name: {w for value in values for w in value.split()} for name, values in LISTS.items()}
    found = _many("word")
    for one in found:
        assert one["PERSON"] in words["PERSON"]
        assert one["ORGANIZATION"] in words["ORGANIZATION"]
        assert one["TO"] in words["LOCATION"]
        for place, name in (("FROM", "LOCATION"), ("TIME", "TIME")):
            # "six pm" is in lower case, and so is every word of the list of times.
            assert len(one[place].split()) == 2
            assert set(one[place].split()) <= words[name]
    assert any(one["FROM"] not in LISTS["LOCATION"] for one in found)
    assert any(one["FROM"] == "New Boston" for one in _many("word", runs=2000))


def test_entity() -> None:
    """Full entities: single and multi-word ones come from their own tables."""
    found = _many("entity")
    for one in found:
        assert one["PERSON"] in LISTS["PERSON"]
        assert one["ORGANIZATION"] in LISTS["ORGANIZATION"]
        assert one["FROM"] in ("New York", "Los Angeles")
        assert one["TO"] in ("Berlin", "Munich", "Boston")
        assert one["TIME"] in ("twelve pm", "eleven am")
    assert {one["FROM"] for one in found} == {"New York", "Los Angeles"}
    assert {one["TO"] for one in found} == {"Berlin", "Munich", "Boston"}


@pytest.mark.parametrize("strategy", ["word", "entity"])
def test_one_key_gives_one_outcome_and_another_key_another(strategy: str) -> None:
    assert _many(strategy) == _many(strategy)
    assert _many(strategy) != _many(strategy, key=OTHER_KEY)


def test_mask() -> None:
    rules = {**_everywhere("mask", keep_last=2), "TIME": Rule("mask", options={"sign": "#"})}
    expected = (
        "Hi Mister ****er, the *******sa flight from ********* *****rt to **** is leaving by ### ##"
    )
    assert _text(**rules) == expected


def test_hash() -> None:
    (one,) = _run(_everywhere("hash"))
    codes = [edit.surrogate for edit in one.edits]
    assert all(re.fullmatch(r"[A-Z]+_[0-9a-f]{12}", code) for code in codes)
    assert len(set(codes)) == 5
    (again,) = _run(_everywhere("hash"), _sentence("another document"))
    assert [edit.surrogate for edit in again.edits] == codes
    (other,) = _run(_everywhere("hash"), key=OTHER_KEY)
    assert not set(codes) & {edit.surrogate for edit in other.edits}


def test_keep() -> None:
    (result,) = _run(_everywhere("keep"))
    assert result.text == SENTENCE
    assert [edit.kept for edit in result.edits] == [True] * 5


def test_generalise() -> None:
    expected = (
        "Hi Mister a person, the an organization flight from airport to a place is leaving "
        "by a time"
    )
    assert _text(**_everywhere("generalise")) == expected


def test_swap() -> None:
    """Values change places within the corpus, none is lost and none is new."""
    other = document(
        "I am Jones of SAP, in Rome by nine am",
        ("Jones", "PERSON"),
        ("SAP", "ORGANIZATION"),
        ("Rome", "LOCATION"),
        ("nine am", "TIME"),
        id="other",
    )
    results = _run(_everywhere("swap"), _sentence(), other)
    for category in LISTS:
        edits = [e for r in results for e in r.edits if e.entity.category == category]
        before, after = [e.original for e in edits], [e.surrogate for e in edits]
        assert sorted(map(str.lower, before)) == sorted(map(str.lower, after))
    keys = [bytes([n]) * 32 for n in range(40)]
    texts = {_run(_everywhere("swap"), _sentence(), other, key=key)[0].text for key in keys}
    assert any("Mister Jones, the" in text for text in texts)
    assert any("Mister Miller, the" in text for text in texts)


def test_the_rest_of_the_sentence_is_untouched() -> None:
    for strategy in ("redact", "typed", "named", "mask", "hash", "keep", "generalise"):
        assert re.fullmatch(PATTERN, _text(**_everywhere(strategy)))
