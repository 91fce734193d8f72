"""Telephone numbers of one shape are read alike, whatever their digits."""

from __future__ import annotations

import random

import pytest

from understudy.surrogates.kernel import Kind, sample
from understudy.surrogates.mention import Mention
from understudy.surrogates.numbers import read as reader
from understudy.surrogates.numbers.phones import lands_of
from understudy.surrogates.numbers.write import write
from understudy.surrogates.settings import Settings
from understudy.surrogates.signs import LANDS

FORMS = (
    *("(###) ###-####", "###-###-####", "+1 ### ### ####", "+44 7### ######", "+44 20 #### ####"),
    *(
        "+44 (0)20 #### ####",
        "07### ######",
        "0044 20 #### ####",
        "### ### ###",
        "+34 ### ## ## ##",
    ),
    *(
        "+## # ## ## ##",
        "+# (0) ### ###",
        "1-###-###-####",
        "##########",
        "# # # # # # # # # # # #",
    ),
    *("##### #####", "0### 15 ### ####", "0### ### ####"),
    *("###", "00## ### ### ###", "+### ## ###", "tel. ### ####", "### #### ext. ##", "+0 ### ###"),
)

LANDED = ("", "", "NG GB", "AR", "IN US")


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("country", [True, False])
def test_one_shape_is_read_as_one_sketch(language: str, country: bool) -> None:
    chance = random.Random(f"{language} {country}")
    settings = Settings(language=language, country=country)
    shapes = []
    for number in range(2000):
        digits = (
            chance.choice("0123456789") if sign == "#" else sign for sign in chance.choice(FORMS)
        )
        category, lands = chance.choice(("PHONE_NUMBER", "FAX_NUMBER")), chance.choice(LANDED)
        mention = Mention("".join(digits), category, attributes=((LANDS, lands),))
        found, apart = reader.read([mention], settings), reader._read([mention], settings)
        assert (found.sketch, found.left) == (apart.sketch, apart.left), mention.text
        if number % 20 == 0:
            assert list(found.hints) == list(apart.hints), mention.text
        shape = reader._shape(mention, language, lands_of(mention, settings))
        if shape is not None:
            shapes.append(shape)
    assert len(shapes) > 1500
    assert len(set(shapes)) < len(shapes) / 2


@pytest.mark.parametrize("text", ["five five five 0199", "tel. 555 0199", "٥٥٥ ٠١٩٩", "-"])
def test_what_is_no_row_of_figures_has_no_shape(text: str) -> None:
    assert reader._shape(Mention(text, "PHONE_NUMBER"), "en") is None


def test_other_numbers_have_no_shape() -> None:
    assert reader._shape(Mention("4111 1111 1111 1111", "CREDIT_CARD"), "en") is None


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_country_of_a_number_is_that_of_its_fullest_notation(language: str) -> None:
    texts = ("612 345 678", "+34 612 34 56 78", "0034 612345678")
    kind = Kind(reader.read, write, ())
    settings = Settings(language=language)
    read = reader.read([Mention(one, "PHONE_NUMBER") for one in texts], settings)
    made = sample(kind, read.sketch, settings)
    digits = ["".join(filter(str.isdigit, str(one))) for one in made]
    assert str(made[1]).startswith("+34 ") and digits[1] == f"34{digits[0]}"
    assert digits[2] == f"0034{digits[0]}"
