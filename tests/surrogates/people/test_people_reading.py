"""The mentions of a person read together: which names there are, and what each mention shows."""

from __future__ import annotations

import pytest
from read_pieces import person, shown

from understudy.surrogates.people.identity import gender_of_joint
from understudy.surrogates.people.reading import joined, read_names

ENGLISH = [
    (["Ann Lee", "Ann"], "ann", "lee", ["given0 surname0", "given0"]),
    (["Ann Lee", "Mrs. Lee"], "ann", "lee", ["given0 surname0", "title:mrs . surname0"]),
    (["Lee, Ann"], "ann", "lee", ["surname0 , given0"]),
    (
        ["William Smith", "Bill", "the Smiths"],
        "william",
        "smith",
        ["given0 surname0", "given0-short0", "the surname0-plural"],
    ),
    (["Thomas", "Tom Baker"], "thomas", "baker", ["given0", "given0-short0 surname0"]),
    (
        ["John Fitzgerald Kennedy", "JFK"],
        "john fitzgerald",
        "kennedy",
        ["given0 given1 surname0", "given0-initial given1-initial surname0-initial"],
    ),
    (["John Zorbax Kennedy"], "john zorbax", "kennedy", ["given0 given1 surname0"]),
    (["Mrs. Smith-Jones"], "", "smith jones", ["title:mrs . surname0 - surname1"]),
    (["Jean-Zorb"], "jean zorb", "", ["given0 - given1"]),
    (
        ["Mary Zann", "Mary Zann Jones"],
        "mary zann",
        "jones",
        ["given0 given1", "given0 given1 surname0"],
    ),
    (["Mary O'Brien", "O'BRIEN"], "mary", "brien", ["given0 +surname0", "+surname0"]),
    (["Oscar de la Hoya"], "oscar", "hoya", ["given0 +surname0"]),
    (["Smi- Smith"], "smith", "", ["given0-cut - given0"]),
    (["Mr. [Smi- Smith"], "", "smith", ["surname0-cut - surname0"]),
    (["Smith|SURNAME", "Taylor|GIVEN_NAME"], "taylor", "smith", ["surname0", "given0"]),
    (["Surname: [Taylor", "First name: [Jordan"], "jordan", "taylor", ["surname0", "given0"]),
    (["Ann-Marie Jones"], "ann marie", "jones", ["given0 - given1 surname0"]),
    (["Mr. James"], "", "james", ["title:mr . surname0"]),
    (["Ann Lee's"], "ann", "lee", ["given0 surname0 owned:'s"]),
    (["Dr."], "", "", ["title:dr ."]),
    (["xx12"], "xx12", "", ["given0"]),
    (["???"], "???", "", ["given0"]),
    (["Zorblax"], "zorblax", "", ["given0"]),
    (["Boston|CITY"], "", "", []),
]
SPANISH = [
    (["don Bernat Escandell"], "bernat", "escandell", ["title:don given0 surname0"]),
    (
        ["Ana López García", "Ana", "López", "Sra. López"],
        "ana",
        "lopez garcia",
        ["given0 surname0 surname1", "given0", "surname0", "title:sra . surname0"],
    ),
    (["García López, Juan"], "juan", "garcia lopez", ["surname0 surname1 , given0"]),
    (
        ["María del Carmen Soto", "Carmen"],
        "maria carmen",
        "soto",
        ["given0 +given1 surname0", "given1"],
    ),
    (["María del Mar Soto"], "maria mar", "soto", ["given0 +given1 surname0"]),
    (["M.ª Jesús Ruiz"], "maria jesus", "ruiz", ["M.ª given1 surname0"]),
    (
        ["José Manuel Pérez Gil", "José Manuel"],
        "jose manuel",
        "perez gil",
        ["given0 given1 surname0 surname1", "given0 given1"],
    ),
    (["Francisco Díaz", "Paco"], "francisco", "diaz", ["given0 surname0", "given0-short0"]),
    (
        ["D. Miguel de Cervantes Saavedra"],
        "miguel",
        "cervantes saavedra",
        ["title:d . given0 +surname0 surname1"],
    ),
    (
        ["Nombre: [Ana", "Apellidos: [Gil Ruiz"],
        "ana",
        "gil ruiz",
        ["given0", "surname0 surname1"],
    ),
    (
        ["Juan García", "JG"],
        "juan",
        "garcia",
        ["given0 surname0", "given0-initial surname0-initial"],
    ),
    (["José Ortega y Gasset"], "jose", "ortega gasset", ["given0 surname0 y surname1"]),
    (["Sr. [Lo- López"], "", "lopez", ["surname0-cut - surname0"]),
    (["don Luis"], "luis", "", ["title:don given0"]),
    (["BCD"], "bcd", "", ["given0"]),
    (["ABE"], "abe", "", ["given0"]),
    (["Ana 3"], "ana", "3", ["given0 surname0"]),
]


def check(language: str, texts: list[str], givens: str, surnames: str, expected: list[str]) -> None:
    roster, pieces, _ = read_names([person(text) for text in texts], language)
    assert " ".join(entry.flat for entry in roster.givens) == givens
    assert " ".join(entry.flat for entry in roster.surnames) == surnames
    assert [shown(one) for one in pieces.values()] == expected


@pytest.mark.parametrize(("texts", "givens", "surnames", "expected"), ENGLISH)
def test_english(texts: list[str], givens: str, surnames: str, expected: list[str]) -> None:
    check("en", texts, givens, surnames, expected)


@pytest.mark.parametrize(("texts", "givens", "surnames", "expected"), SPANISH)
def test_spanish(texts: list[str], givens: str, surnames: str, expected: list[str]) -> None:
    check("es", texts, givens, surnames, expected)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["JOSE LOPEZ", "José López"], [True, False]),
        (["Jose Maria Gil"], [True]),
        (["Ana Gil"], [False]),
        (["José Gil"], [False]),
    ],
)
def test_a_mention_without_the_accents_of_its_names_is_told(
    texts: list[str], expected: list[bool]
) -> None:
    _, pieces, _ = read_names([person(text) for text in texts], "es")
    assert [row[0].bare for row in pieces.values()] == expected


@pytest.mark.parametrize(
    ("text", "language", "joint", "gender"),
    [
        ("María del Carmen Soto", "es", "del", "female"),
        ("M.ª Jesús Ruiz", "es", "joiner first", "female"),
        ("José M.ª Ruiz", "es", "joiner behind", "male"),
        ("José Manuel Gil", "es", " ", ""),
        ("Ann-Marie Jones", "en", "-", ""),
        ("Ann Jones", "en", " ", ""),
    ],
)
def test_how_two_given_names_are_joined(text: str, language: str, joint: str, gender: str) -> None:
    roster, _, readings = read_names([person(text)], language)
    assert joined(readings, roster) == joint
    assert gender_of_joint(joint) == gender
