"""Typed placeholders that say how values relate."""

from __future__ import annotations

import math
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from making import KEY, document, pipeline_of
from understudy.core.types import Document, Entity, Span
from understudy.replace.base import Rule, Setting
from understudy.replace.relations import related_marks
from understudy.replace.typed import RELATIONS, build

RELATED = Rule("typed", options={"style": "related"})


def _text(marked: Document, *labels: str) -> str:
    (result,) = pipeline_of(dict.fromkeys(labels, RELATED)).run([marked], KEY)
    return result.text


def test_the_parts_of_a_name() -> None:
    marked = document(
        "Elizabeth Warren called. Liz, or Warren, or EW, is a nurse; Elizabeth agreed.",
        ("Elizabeth Warren", "PERSON"),
        ("Liz", "PERSON"),
        ("Warren", "PERSON"),
        ("Elizabeth", "PERSON"),
    )
    assert _text(marked, "PERSON") == (
        "<PERSON1, GENDER=FEMALE> called. <PERSON1.NICKNAME>, or <PERSON1.SURNAME>, or EW, "
        "is a nurse; <PERSON1.GIVEN> agreed."
    )


@pytest.mark.parametrize(
    ("said", "mark"),
    [
        ("J. R. Soto", "<PERSON1>"),
        ("JRS", "<PERSON1.INITIALS>"),
        ("Ruiz Soto", "<PERSON1.SURNAME>"),
        ("Ruiz", "<PERSON1.SURNAME>"),
        ("Juan", "<PERSON1.GIVEN>"),
        ("Juanito", "<PERSON1.NICKNAME>"),
        ("el jefe", "<PERSON1>"),
    ],
)
def test_relations_to_the_fullest_mention(said: str, mark: str) -> None:
    text = f"Juan Ruiz Soto vino ; {said} habló"
    start = text.index(said, 21)
    spans = (
        Span(0, 14, "PERSON", key="p"),
        Span(start, start + len(said), "PERSON", key="p"),
    )
    shown = _text(Document("d", text, language="es", annotations=spans), "PERSON")
    assert shown.split(" ; ")[1].replace(", GENDER=MALE", "") == f"{mark} habló"


@pytest.mark.parametrize(
    ("text", "name", "language", "gender"),
    [
        ("Mrs Ebube is here", "Ebube", "en", ", GENDER=FEMALE"),
        ("Mr. Ebube is here", "Ebube", "en", ", GENDER=MALE"),
        ("llamó doña Xyzt", "Xyzt", "es", ", GENDER=FEMALE"),
        ("llamó Carmen", "Carmen", "es", ", GENDER=FEMALE"),
        ("llamó Paco", "Paco", "es", ", GENDER=MALE"),
        ("Xyzt is here", "Xyzt", "en", ""),
    ],
)
def test_gender_is_told_by_titles_and_lists(
    text: str, name: str, language: str, gender: str
) -> None:
    marked = document(text, (name, "PERSON"))._replace(language=language)
    assert _text(marked, "PERSON") == text.replace(name, f"<PERSON1{gender}>")


def test_an_attribute_tells_before_the_lists() -> None:
    span = Span(0, 6, "PERSON", attributes=(("gender", "male"),))
    assert _text(Document("d", "Carmen came", annotations=(span,)), "PERSON") == (
        "<PERSON1, GENDER=MALE> came"
    )


def test_addresses_are_of_the_person() -> None:
    text = "Ann Barlow: ann.barlow@x.org, barlow@y.org, info@z.org"
    addresses = ("ann.barlow@x.org", "barlow@y.org", "info@z.org")
    emails = ((one, "EMAIL_ADDRESS") for one in addresses)
    marked = document(text, ("Ann Barlow", "PERSON"), *emails)
    assert _text(marked, "PERSON", "EMAIL_ADDRESS") == (
        "<PERSON1, GENDER=FEMALE>: <PERSON1.EMAIL>, <PERSON1.EMAIL2>, <EMAIL_ADDRESS3>"
    )


@pytest.mark.parametrize(
    ("first", "second", "language", "mark"),
    [
        ("3 May 2016", "6 May 2016", "en", "<DATE2=DATE1+3 days>"),
        ("3 May 2016", "2 May 2016", "en", "<DATE2=DATE1-1 day>"),
        ("3 de mayo de 2016", "03/05/2016", "es", "<DATE2=DATE1>"),
        ("03/05/2016", "03/05/2017", "en", "<DATE2=DATE1+365 days>"),
        ("01/02/16", "2016-02-01", "es", "<DATE2=DATE1>"),
        ("3 May 2016", "June", "en", "<DATE2>"),
        ("May", "3 May 2016", "en", "<DATE2>"),
        ("3 May 2016", "31 February 2016", "en", "<DATE2>"),
    ],
)
def test_dates_by_their_distance(first: str, second: str, language: str, mark: str) -> None:
    marked = document(f"{first} … {second}", (first, "DATE"), (second, "DATE"))
    assert _text(marked._replace(language=language), "DATE") == f"<DATE1> … {mark}"


def test_names_of_people_are_counted_together() -> None:
    marked = document("Ann Bell met Cole", ("Ann Bell", "PERSON"), ("Cole", "SURNAME"))
    assert "<PERSON2" in _text(marked, "PERSON", "SURNAME")


def test_the_event_tells_what_is_revealed_and_that_p_below_one_has_no_bound() -> None:
    certain = build({"DATE": RELATED}, Setting())
    event = certain.event_of["DATE"]
    assert event.epsilon == 0.0
    assert set(RELATIONS) < set(event.invariants)
    loose = build({"DATE": Rule("typed", p=0.9, options={"style": "related"})}, Setting())
    assert loose.event_of["DATE"].epsilon == math.inf
    assert loose.event_of["DATE"].delta == 1.0
    assert pickle.loads(pickle.dumps(certain)).event_of == certain.event_of


@given(
    st.lists(
        st.tuples(
            st.text(min_size=1, max_size=12),
            st.sampled_from(("PERSON", "SURNAME", "EMAIL_ADDRESS", "DATE", "CITY")),
            st.sampled_from("ab"),
        ),
        max_size=5,
    ),
    st.sampled_from(("en", "es")),
)
def test_any_values_have_marks(values: list[tuple[str, str, str]], language: str) -> None:
    text, entities = "", []
    for value, category, key in values:
        entities.append(Entity(Span(len(text), len(text) + len(value), category), category, key))
        text += value + " "
    numbers = {(one.category, one.key): at for at, one in enumerate(entities)}
    marks = related_marks(Document("d", text), entities, language, numbers)
    assert set(marks) == set(entities)
    assert all(mark[0] == "<" and mark[-1] == ">" for mark in marks.values())
