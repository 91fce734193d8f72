"""One mention of a place, split by its category."""

from __future__ import annotations

import pytest

from understudy.surrogates.mention import Mention
from understudy.surrogates.places.reading import is_land, is_place, is_wide_area, split

ENGLISH = [
    ("Boston", "CITY", "name:Boston"),
    ("Boston's", "LOCATION", "name:Boston kept:'s"),
    ("northern Spain", "LOCATION", "kept:northern name:Spain"),
    ("New York City", "LOCATION", "name:New York City"),
    ("the Republic of Turkey", "LOCATION", "kept:the Republic of name:Turkey"),
    ("the north of England", "LOCATION", "kept:the north of name:England"),
    ("Elm St & 3rd Ave", "STREET_ADDRESS", "street:Elm kept:St kept:& ordinal:3rd kept:Ave"),
    ("District of Zorb", "LOCATION", "kept:District of name:Zorb"),
    ("District of Boston", "LOCATION", "kept:District of name:Boston"),
    ("the Piddle", "LOCATION", "kept:the feature the {}|rivers:Piddle"),
    ("Palm Springs", "LOCATION", "feature {} Springs:Palm kept:Springs"),
    ("Palm Springs", "CITY", "name:Palm Springs"),
    ("the United States", "LOCATION", "kept:the name:United States"),
    ("Port of Spain", "LOCATION", "name:Port of Spain"),
    ("Boston Massachusetts", "LOCATION", "name:Boston name:Massachusetts"),
    ("Boston, MA 02108", "LOCATION", "name:Boston kept:, name:MA postal:02108"),
    ("12 Oak Street", "STREET_ADDRESS", "digits:12 street:Oak kept:Street"),
    ("12 Oak Street, Boston", "LOCATION", "digits:12 street:Oak kept:Street kept:, name:Boston"),
    ("the Hudson River", "LOCATION", "kept:the feature {} River:Hudson kept:River"),
    ("the river", "STREET_ADDRESS", "kept:the river"),
    ("SW1A 1AA", "LOCATION", "postal:SW1A 1AA"),
    ("D-10115", "POSTAL_CODE", "kept:D- postal:10115"),
    ("oh two one oh eight", "POSTAL_CODE", "postal:oh two one oh eight"),
    ("St. Mary's Hospital", "FACILITY", "organization:St. Mary's Hospital"),
    ("Wexley 's", "LOCATION", "organization:Wexley 's"),
    ("40.7,-74.0", "COORDINATES", "coordinates:40.7,-74.0"),
    ("American", "NRP", "demonym:American"),
    ("!!", "LOCATION", ""),
]
SPANISH = [
    ("Sevilla", "CITY", "name:Sevilla"),
    ("provincia de Granada", "LOCATION", "kept:provincia de name:Granada"),
    ("norte de España", "LOCATION", "kept:norte de name:España"),
    ("Gran Canaria", "LOCATION", "name:Gran Canaria"),
    ("los Estados Unidos", "LOCATION", "kept:los name:Estados Unidos"),
    ("Madrid (España)", "LOCATION", "name:Madrid kept:( name:España kept:)"),
    ("Alcalá de Henares Madrid", "LOCATION", "name:Alcalá de Henares name:Madrid"),
    ("Calle Mayor 3", "STREET_ADDRESS", "kept:Calle street:Mayor digits:3"),
    ("Mayor 3", "STREET_ADDRESS", "untyped:Mayor digits:3"),
    (
        "C/ Mayor, 3, 2º B",
        "STREET_ADDRESS",
        "kept:C/ street:Mayor kept:, digits:3 kept:, floor:2 kept:º letter:B",
    ),
    ("dos ocho cero uno tres", "POSTAL_CODE", "postal:dos ocho cero uno tres"),
    ("E-28013", "POSTAL_CODE", "kept:E- postal:28013"),
    ("río Ebro", "LOCATION", "kept:río feature río {}:Ebro"),
    ("la sierra", "STREET_ADDRESS", "kept:la sierra"),
    ("Hospital La Paz", "FACILITY", "organization:Hospital La Paz"),
    ("española", "NRP", "demonym:española"),
    ("...", "LOCATION", ""),
]


def check(language: str, text: str, category: str, expected: str) -> None:
    found = split(Mention(text, category), language)
    assert "".join(piece.text for piece in found) == (text if found else "")
    shown = [f"{piece.kind}:{piece.text.strip()}" for piece in found if piece.text.strip()]
    assert " ".join(shown) == expected


@pytest.mark.parametrize(("text", "category", "expected"), ENGLISH)
def test_english(text: str, category: str, expected: str) -> None:
    check("en", text, category, expected)


@pytest.mark.parametrize(("text", "category", "expected"), SPANISH)
def test_spanish(text: str, category: str, expected: str) -> None:
    check("es", text, category, expected)


@pytest.mark.parametrize(
    ("text", "language", "land", "place"),
    [
        ("Spain", "en", True, True),
        ("Europe", "en", True, True),
        ("Lebanon", "en", True, True),
        ("Boston", "en", False, True),
        ("Texas", "en", False, True),
        ("Xyzzy", "en", False, False),
        ("Francia", "es", True, True),
        ("Asia", "es", True, True),
        ("Sevilla", "es", False, True),
        ("Granada", "es", False, True),
        ("Xyzzy", "es", False, False),
    ],
)
def test_lands_and_places(text: str, language: str, land: bool, place: bool) -> None:
    assert (is_land(text, language), is_place(text, language)) == (land, place)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Europe", True),
        ("Europa", True),
        ("africa", True),
        ("Latin America", True),
        ("Oriente Medio", True),
        ("Boston", False),
        ("Atlantis", False),
    ],
)
def test_wide_areas(text: str, expected: bool) -> None:
    assert is_wide_area(text, "en") is expected
