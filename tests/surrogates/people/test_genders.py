"""The gender that the mentions of a person tell: attribute, title, category, name, what is near."""

from __future__ import annotations

import pytest
from read_pieces import person

from understudy.surrogates.people.genders import gender
from understudy.surrogates.people.reading import read_names


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
        (["el secretario general del partido, [Zana Gil"], "es", "male"),
    ],
)
def test_gender(texts: list[str], language: str, expected: str) -> None:
    mentions = [person(text) for text in texts]
    roster, _, readings = read_names(mentions, language)
    assert gender(readings, roster, mentions) == expected


@pytest.mark.parametrize(
    ("value", "expected"), [("female", "female"), ("MALE", "male"), ("unknown", "male")]
)
def test_an_attribute_decides_before_the_name(value: str, expected: str) -> None:
    mentions = [person("John Lee")._replace(attributes=(("gender", value),))]
    roster, _, readings = read_names(mentions, "en")
    assert gender(readings, roster, mentions) == expected
