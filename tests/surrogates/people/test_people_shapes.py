"""Persons whose mentions have one shape are read alike: the shape holds all that a sketch shows."""

from __future__ import annotations

import random

import pytest

from understudy.surrogates.mention import Mention
from understudy.surrogates.people import read as reader
from understudy.surrogates.people.names import given_table, surname_table
from understudy.surrogates.people.shapes import shape_of
from understudy.surrogates.settings import Settings

ODD = (
    *("Bob", "Elizabeth", "Smiths", "Smith", "María", "José", "Mari", "O'Neill", "de", "Dr", "Jr"),
    *(
        "May",
        "MARY",
        "anna",
        "Łukasz",
        "Иван",
        "X",
        "Lee-Ann",
        "Info",
        "Dos",
        "John,",
        "ANA",
        "Lee’s",
    ),
)


def _person(chance: random.Random, names: list[str]) -> list[Mention]:
    words = [chance.choice(names) for _ in range(chance.choice((1, 2, 2, 2, 2, 3)))]
    if chance.random() < 0.1:
        words[chance.randrange(len(words))] = chance.choice(ODD)
    if chance.random() < 0.05:
        words = [word.upper() for word in words]
    mentions = [Mention(chance.choice((" ", " ", " ", ", ")).join(words), "PERSON", "", "\n")]
    if chance.random() < 0.5:
        parts = words if chance.random() < 0.8 else [words[-1], words[0][:1]]
        local = chance.choice((".", ".", "_")).join(parts).lower()
        local += chance.choice(("", "", "7", "1984"))
        mentions.append(Mention(f"{local}@example.org", "EMAIL_ADDRESS", "\n", ""))
    return mentions


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("gender", [True, False])
def test_one_shape_is_read_as_one_sketch(language: str, gender: bool) -> None:
    chance = random.Random(f"{language} {gender}")
    settings = Settings(language=language, gender=gender)
    names = [
        *given_table(language, "female").values,
        *given_table(language, "male").values,
        *surname_table(language, "").values,
    ]
    shapes = []
    for number in range(2000):
        mentions = _person(chance, names)
        found, apart = reader.read(mentions, settings), reader._read(mentions, settings)
        said = [one.text for one in mentions]
        assert (found.sketch, found.left) == (apart.sketch, apart.left), said
        if number % 20 == 0:
            assert list(found.hints) == list(apart.hints), said
        shape = shape_of(mentions, language)
        if shape is not None:
            shapes.append(shape)
    assert len(shapes) > 1000
    assert len(set(shapes)) < len(shapes) / 2  # many were read by the sketch of another


def _shape(*mentions: Mention) -> object:
    return shape_of(mentions, "en")


def test_two_names_that_show_the_same_have_one_shape() -> None:
    one = Mention("Anna Hill", "PERSON"), Mention("anna.hill12@aol.com", "EMAIL_ADDRESS")
    other = Mention("Martha Grant", "PERSON"), Mention("martha.grant77@web.de", "EMAIL_ADDRESS")
    assert _shape(*one) == _shape(*other) is not None


@pytest.mark.parametrize("text", ["Robert Hill", "Paul Hill", "ANNA HILL", "Anna Hill Grant"])
def test_what_a_sketch_shows_is_in_the_shape(text: str) -> None:
    assert _shape(Mention(text, "PERSON")) != _shape(Mention("Anna Hill", "PERSON"))


@pytest.mark.parametrize(
    "mention",
    [
        Mention("Hill, Anna", "PERSON"),
        Mention("Dr. Anna Hill", "PERSON"),
        Mention("Bob Robert Hill", "PERSON"),
        Mention("Anna Anna", "PERSON"),
        Mention("Hills Hill", "PERSON"),
        Mention("Anna Hill", "PERSON", "his wife "),
        Mention("Anna Hill", "PERSON", "", " says"),
    ],
    ids=lambda one: one.text,
)
def test_what_is_more_than_plain_words_has_no_shape(mention: Mention) -> None:
    assert _shape(mention) is None
