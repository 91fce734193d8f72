"""Classes of attributes, and what endings tell."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.attacks.attribute import attack, attribute_of, ended
from understudy.attacks.classes import class_of
from understudy.attacks.pairs import Mark, Pair


@pytest.mark.parametrize(
    ("category", "value", "language", "wanted"),
    [
        ("GENDER", "M", "es", "female"),  # H and M
        ("GENDER", "M", "en", "male"),  # M and F
        ("GENDER", "Varón", "es", "male"),
        ("GENDER", "de sexo femenino", "es", "female"),
        ("GENDER", "unknown", "en", None),
        ("AGE", "17 años", "es", "0 to 17"),
        ("AGE", "18", "en", "18 to 39"),
        ("AGE", "64 years", "en", "40 to 64"),
        ("AGE", "92-year-old", "en", "65 and more"),
        ("AGE", "elderly", "en", None),
        ("CITY", "Almazán", "es", "Soria"),
        ("LOCATION", "Andalucía", "es", "Andalucía"),
        ("COUNTRY", "France", "en", "FR"),
        ("LOCATION", "Wexcombe", "en", None),
        ("OCCUPATION", "las enfermeras", "es", "enfermer"),
        ("OCCUPATION", "lion tamer", "en", None),
        ("ORGANIZATION", "ACME", "en", "acme"),
    ],
)
def test_the_class_of_a_value(category: str, value: str, language: str, wanted: str | None) -> None:
    assert class_of(category, value, language) == wanted


def test_the_first_value_that_tells_a_class_counts() -> None:
    marks = (
        Mark(0, 8, (0, 8), "LOCATION", "a", "Wexcombe", "Wexcombe"),
        Mark(9, 14, (9, 14), "CITY", "b", "Soria", "Soria"),
    )
    pair = Pair("d", "Wexcombe Soria", "Wexcombe Soria", marks, "es")
    assert attribute_of(pair, "LOCATION") == "Soria"
    assert attribute_of(pair, "AGE") is None


def test_endings_stand_behind_the_word_before() -> None:
    assert ended("Paciente ingresada") == [" -e", " -nte", "paciente -a", "paciente -ada"]


def test_endings_tell_a_sex_where_no_word_comes_twice() -> None:
    """Every participle stands in one document alone, so words learn nothing of it."""
    random = np.random.default_rng(0)
    letters = list("bcdfgklmnprstvz")
    pairs = []
    for at in range(80):
        sex, ending = (("mujer", "ada"), ("varón", "ado"))[at % 2]
        stem = "".join(random.choice(letters, 4)) + str(at).translate(
            str.maketrans("0123456789", "aeiouaeiou")
        )
        text = f"{sex} Paciente {stem}{ending}"
        marks = (Mark(0, 5, (0, 5), "GENDER", "g", sex, "█████"),)
        pairs.append(Pair(f"d{at}", text, "█████" + text[5:], marks, "es"))
    (found,) = attack(pairs, attribute="GENDER")
    assert found.success > 0.9
    assert found.details["told with every value under a bar"] == found.success
