"""The numbers and letters of placeholders: whom they tell apart, and in which documents."""

from __future__ import annotations

import pytest

from making import KEY, document, pipeline_of
from understudy.core.types import Document, Span
from understudy.replace.base import Rule
from understudy.replace.numbering import Counted, mentions_to_number

LETTERS = Rule("typed", options={"template": "{letter}."})
NUMBERED = Rule("typed", options={"style": "numbered"})


def released(rules: dict[str, Rule], *documents: Document, scope: str = "subject") -> list[str]:
    results = pipeline_of(rules, scope=scope).run(documents, KEY)
    return [result.text for result in results]


def dossier(*texts: tuple[str, tuple[tuple[str, str], ...]], subject: str = "c1") -> list[Document]:
    return [
        document(text, *marks, id=f"{subject}/{number}", subject=subject)
        for number, (text, marks) in enumerate(texts)
    ]


def people(text: str, *names: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    return text, tuple((name, "PERSON") for name in names)


def test_a_letter_is_one_person_in_all_documents_of_a_subject() -> None:
    first = people("Peter Kowalski sued Anna Mbeki.", "Peter Kowalski", "Anna Mbeki")
    second = people(
        "Laura Brandt wrote to Mr Kowalski; Anna Mbeki was heard.",
        "Laura Brandt",
        "Kowalski",
        "Anna Mbeki",
    )
    assert released({"PERSON": LETTERS}, *dossier(first, second)) == [
        "A. sued B.",
        "C. wrote to Mr A.; B. was heard.",
    ]


def test_each_document_counts_for_itself_where_it_is_the_scope() -> None:
    first, second = people("Ann Lee left.", "Ann Lee"), people("Bob Roe left.", "Bob Roe")
    one, other = dossier(first, second)
    assert released({"PERSON": LETTERS}, one, other, scope="document") == ["A. left."] * 2
    alone = other._replace(subject="c2")
    assert released({"PERSON": LETTERS}, one, alone) == ["A. left."] * 2
    unowned = other._replace(subject=None)
    assert released({"PERSON": LETTERS}, one, unowned) == ["A. left."] * 2


def test_the_order_of_documents_does_not_matter() -> None:
    documents = dossier(
        people("Ann Lee left.", "Ann Lee"), people("Bob Roe met Ann Lee.", "Bob Roe", "Ann Lee")
    )
    forth = released({"PERSON": NUMBERED}, *documents)
    back = released({"PERSON": NUMBERED}, *reversed(documents))
    assert forth == back[::-1] == ["<PERSON1> left.", "<PERSON2> met <PERSON1>."]


def test_what_an_annotation_tells_apart_stays_apart() -> None:
    text = "Smith met Smith."
    one, other = (
        Document(
            f"c1/{number}",
            text,
            "en",
            "c1",
            annotations=(Span(0, 5, "PERSON", key="x"), Span(10, 15, "PERSON", key="y")),
        )
        for number in range(2)
    )
    assert released({"PERSON": LETTERS}, one, other) == ["A. met B."] * 2


@pytest.mark.parametrize("style", ["numbered", "attributes", "related"])
def test_every_style_with_numbers_counts_for_the_subject(style: str) -> None:
    rules = {"PERSON": Rule("typed", options={"style": style})}
    first = people("Ann Lee left.", "Ann Lee")
    second = people("Bob Roe met Ann Lee.", "Bob Roe", "Ann Lee")
    one, other = released(rules, *dossier(first, second))
    assert "PERSON1" in one
    assert other.index("PERSON2") < other.index("PERSON1")


def test_categories_with_one_placeholder_are_counted_together() -> None:
    """Otherwise two people would both be A."""
    text = "James Pemberton met Dale. Pemberton left with Vance."
    marks = (
        ("James Pemberton", "PERSON"),
        ("Dale", "GIVEN_NAME"),
        ("Pemberton", "SURNAME"),
        ("Vance", "SURNAME"),
    )
    rules = dict.fromkeys(("PERSON", "GIVEN_NAME", "SURNAME"), LETTERS)
    assert released(rules, document(text, *marks), scope="document") == [
        "A. met B. A. left with C."
    ]
    named = dict.fromkeys(rules, NUMBERED)
    assert released(named, document(text, *marks), scope="document") == [
        "<PERSON1> met <GIVEN_NAME1>. <SURNAME1> left with <SURNAME2>."
    ]


def test_nothing_private_is_in_a_repr() -> None:
    marked = document("Ann Lee left.", ("Ann Lee", "PERSON"))
    entities = pipeline_of({"PERSON": LETTERS}).identify([marked])[0]
    told = mentions_to_number(marked, entities, {"PERSON": Counted("{letter}.", "PERSON")}, "en")
    assert "Ann" not in repr(told)
