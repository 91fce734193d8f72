"""What a writer sees around a mention: the public words, and one sign for each hidden value."""

from __future__ import annotations

import pytest

from making import KEY, document
from understudy.core.draw import Draw
from understudy.core.types import Document, Entity, Span
from understudy.pipeline import build
from understudy.policy import Policy
from understudy.replace.base import Rule, Setting
from understudy.replace.surrogate.bundles import View, gathered

PIPELINE = build(Policy("test", default=Rule("surrogate"), leak_check=False, language="en"))
SHORT, LONG = "Ann Lee", "Maximiliana Featherstone"


def stand_in(marked: Document, category: str) -> list[str]:
    """The stand-ins of a category under numbers that do not depend on the text."""
    (entities,) = PIPELINE.identify([marked])
    edits = PIPELINE.replace(marked, entities, Draw(KEY, "document:1", "the same"))
    return [edit.surrogate for edit in edits if edit.entity.category == category]


def pair(
    text: str, hidden: str, *marks: tuple[str, str], values: tuple[str, str]
) -> list[Document]:
    return [
        document(text.replace("NAME", value), (value, hidden), *marks, language="en")
        for value in values
    ]


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("He was born to NAME on 3 May 1950.", ("3 May 1950", "DATE")),
        ("She lives near NAME, in the town of Boston today.", ("Boston", "CITY")),
        ("The number that NAME counts is twenty pounds.", ("twenty", "NUMBER")),
        ("Call NAME, whose number is 020 7946 0018 now.", ("020 7946 0018", "PHONE_NUMBER")),
        (
            "With NAME they went to the Larkfield Water Company.",
            ("Larkfield Water", "ORGANIZATION"),
        ),
    ],
)
@pytest.mark.parametrize(
    ("hidden", "values"),
    [
        ("PERSON", (SHORT, LONG)),
        ("PASSWORD", ("x1", "correct-horse-battery-staple-9")),
        ("STREET_ADDRESS", ("1 Oak St", "12345 Kensington Gardens Boulevard")),
    ],
)
def test_the_length_of_a_hidden_value_does_not_show(
    text: str, mark: tuple[str, str], hidden: str, values: tuple[str, str]
) -> None:
    if hidden == "STREET_ADDRESS" and mark[1] == "CITY":
        hidden = "PERSON"  # an address and its town are one bundle
    one, two = (stand_in(marked, mark[1]) for marked in pair(text, hidden, mark, values=values))
    assert one == two
    assert len(one) == 1


def test_several_hidden_values_do_not_show() -> None:
    text = "He was born to {} and {} on 3 May 1950 with {} there."
    found = []
    for names in [("Bo", "Al Poe", "Di"), (LONG, "Bartholomew Winterbottom", "Christopherson")]:
        marks = [(name, "PERSON") for name in names]
        marks.insert(2, ("3 May 1950", "DATE"))
        marked = document(text.format(*names), *marks)
        found.append(stand_in(marked, "DATE"))
    assert found[0] == found[1]


def test_a_window_counts_one_sign_for_each_private_value() -> None:
    def around(name: str) -> tuple[str, str]:
        marked = document(f"{'a' * 70} {name} b 1950 c {name} {'d' * 70}", language="en")
        spans = [
            (marked.text.index(name), name, "PERSON"),
            (marked.text.index("1950"), "1950", "DATE"),
        ]
        spans.append((marked.text.rindex(name), name, "PERSON"))
        entities = [
            Entity(Span(at, at + len(value), category), category, value)
            for at, value, category in sorted(spans)
        ]
        bundles = gathered(marked, entities, Setting(), "en").bundles
        (dated,) = [bundle for bundle in bundles if bundle.kind == "dates"]
        (mention,) = View(marked, entities, Setting()).mentions(dated)
        return mention.before, mention.after

    assert around("Ann") == around(LONG)
    before, after = around(LONG)
    assert len(before) == len(after) == 60
    assert before.count("\u2592") == after.count("\u2592") == 1


def test_a_private_value_beside_another_has_its_own_sign() -> None:
    marked = document("AnnLee 1950", ("Ann", "PERSON"), ("Lee", "PERSON"), ("1950", "DATE"))
    (entities,) = PIPELINE.identify([marked])
    bundles = gathered(marked, entities, Setting(), "en").bundles
    (dated,) = [bundle for bundle in bundles if bundle.kind == "dates"]
    (mention,) = View(marked, entities, Setting()).mentions(dated)
    assert mention.before == "\u2592\u2592 "


def test_the_language_of_a_document_is_told_by_its_public_words_alone() -> None:
    english, spanish = "the house of the man is there ", "la casa del hombre está allí y es "
    texts = []
    for name in (SHORT, LONG * 90):
        text = f"{name} {english * 5}{spanish * 60}"
        marked = Document("1", text, annotations=document(text, (name, "PERSON")).annotations)
        (entities,) = PIPELINE.identify([marked])
        texts.append(PIPELINE.with_language(marked, entities).language)
    assert texts[0] == texts[1]


@pytest.mark.parametrize(("beside", "seen"), [("casas", "\u2592"), ("treinta", "treinta")])
def test_of_what_is_counted_beside_a_number_only_number_words_are_seen(
    beside: str, seen: str
) -> None:
    text = f"vi dos {beside} ayer"
    marked = document(text, ("dos", "NUMBER"), (beside, "QUANTITY"), language="es")
    (entities,) = PIPELINE.identify([marked])
    bundles = gathered(marked, entities, Setting(), "es").bundles
    mentions = [View(marked, entities, Setting()).mentions(bundle)[0] for bundle in bundles]
    (first,) = [mention for mention in mentions if mention.text == "dos"]
    assert first.after == f" {seen} ayer"


def test_of_another_date_a_date_shows_that_it_is_there_and_no_more() -> None:
    """The length of a month's name must not decide what is read as a date of birth."""

    def around(month: str) -> str:
        text = f"She was born on {month} 3 1950 or perhaps June 4 1951."
        marked = document(text, (f"{month} 3 1950", "DATE"), ("June 4 1951", "DATE"))
        (entities,) = PIPELINE.identify([marked])
        bundles = gathered(marked, entities, Setting(), "en").bundles
        return View(marked, entities, Setting()).mentions(bundles[0])[1].before

    assert around("May") == around("September") == "She was born on \u2593 or perhaps "
