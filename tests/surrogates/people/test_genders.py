"""The gender that the mentions of a person tell: attribute, title, category, name, what is near."""

from __future__ import annotations

import pytest
from read_pieces import person

from understudy.surrogates.mention import Mention
from understudy.surrogates.people.genders import gender
from understudy.surrogates.people.reading import read_names
from understudy.surrogates.signs import HIDDEN, TOLD


@pytest.mark.parametrize(
    ("texts", "language", "expected"),
    [
        (["Sarah Lee"], "en", "female"),
        (["John Lee"], "en", "male"),
        (["Mrs. Lee"], "en", "female"),
        (["Mr. James"], "en", "male"),
        (["Mrs. John Smith"], "en", "female"),
        (["William Smith", "Bill"], "en", "male"),
        (["her sister [Jordan"], "en", "female"),
        (["Smith"], "en", "male"),
        (["said [Smith"], "en", ""),
        (["J. Smith"], "en", ""),
        (["Dr. Sarah Lee"], "en", "female"),
        (["d la [Brak"], "es", "female"),
        (["la guarda del menor [Brak], nacido"], "es", "male"),
        (["Ana López"], "es", "female"),
        (["Juan López"], "es", "male"),
        (["Sra. López"], "es", "female"),
        (["don Luis"], "es", "male"),
        (["D.ª Reyes Gil"], "es", "female"),
        (["Dª Zork Gil"], "es", "female"),
        (["D.ª [Zork"], "es", "female"),
        (["D. Zork Gil", "Sra. Gil"], "es", "female"),
        (["Malala Smith"], "en", "female"),
        (["Barack Smith"], "en", "male"),
        (["my wife [Brak"], "en", "female"),
        (["Mrs. Gil", "Brak Gil"], "en", "female"),
        (["Dr. Zendaya Gil"], "es", "female"),
        (["Dra. Andrea Gil"], "es", "female"),
        (["Dr. Ana Gil"], "es", "female"),
        (["María José Ruiz"], "es", "female"),
        (["José María Ruiz"], "es", "male"),
        (["Rosario|FEMALE_NAME"], "es", "female"),
        (["Rosario|MALE_NAME"], "es", "male"),
        (["según [López"], "es", ""),
        (["habló con la secretaria de la Liga Nacional, [Zork Gil"], "es", "female"),
        (["vio al presidente y a la secretaria, y, [Zqrb Gil"], "es", "male"),
        (["bajó la hija del conserje, [Zork"], "es", "female"),
        (["la denunciante manifiesta que su excuñado, [Evelio"], "es", "male"),
        (["bajó el nieto de la portera, [Zork"], "es", "male"),
        (["me atendió una tal [Zork"], "es", "female"),
        (["me atendió un tal [Zork"], "es", "male"),
        (["aquí no vive ninguna [Zork"], "es", "female"),
        (["el secretario general del partido, [Zana Gil"], "es", "male"),
        (["consta que el investigado, [Marian Gil"], "es", "male"),
        (["diligencias del juzgado: el investigado, [Marian Gil"], "es", "male"),
    ],
)
def test_gender(texts: list[str], language: str, expected: str) -> None:
    mentions = [person(text) for text in texts]
    roster, _, readings = read_names(mentions, language)
    assert gender(readings, roster, mentions) == expected


@pytest.mark.parametrize(
    ("name", "after", "language", "expected"),
    [
        ("Zork", ", soy repostera en Toluca", "es", "female"),
        ("Zana", ", soy carpintero", "es", "male"),
        ("Zork", " está ingresada desde ayer", "es", "female"),
        ("Zork Gil", " es dentista", "es", "male"),
        ("Zork Gil", ". Ella dice que no", "es", "female"),
        ("Zork Brak Gil", " reports that she works here", "en", "female"),
        ("Zork Brak Gil", " said her line was down", "en", "female"),
        ("Zork Brak Gil", " told the patient she may go", "en", "male"),
        ("Zork Brak Gil", " and his sister said she may go", "en", "male"),
        ("John Gil", " said she may go", "en", "male"),
    ],
)
def test_gender_by_what_is_said_behind(name: str, after: str, language: str, expected: str) -> None:
    mentions = [Mention(name, "PERSON", after=after)]
    roster, _, readings = read_names(mentions, language)
    assert gender(readings, roster, mentions) == expected


@pytest.mark.parametrize(
    ("value", "expected"), [("female", "female"), ("MALE", "male"), ("unknown", "male")]
)
def test_an_attribute_decides_before_the_name(value: str, expected: str) -> None:
    mentions = [person("John Lee")._replace(attributes=(("gender", value),))]
    roster, _, readings = read_names(mentions, "en")
    assert gender(readings, roster, mentions) == expected


@pytest.mark.parametrize(
    ("name", "told", "expected"),
    [
        ("Zork Brak Gil", ", seen on   at  , in the care of her uncle", "female"),
        ("Zork Brak Gil", " works in retail, and her file is no.  ", "female"),
        ("Zana Brak Gil", ", file no.  , sent home on   with his sister", "male"),
        ("Zana Brak Gil", ", file no.  , sent home on   with a sister", "female"),
        ("Zork Brak Gil", ", seen by the surgeon, thanked her", "male"),
        ("Zana Brak Gil", ", brought by a sister, with his bag", "female"),
    ],
)
def test_public_words_far_behind_a_name_tell_the_gender(
    name: str, told: str, expected: str
) -> None:
    mentions = [Mention(name, "PERSON", after=f", file {HIDDEN}", attributes=((TOLD, told),))]
    roster, _, readings = read_names(mentions, "en")
    assert gender(readings, roster, mentions) == expected
