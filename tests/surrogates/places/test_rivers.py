"""A river is drawn in the country of the towns around it."""

from __future__ import annotations

import pytest

from understudy import Deidentifier
from understudy.surrogates.places.features import feature_names

RIVERS = [
    ("en", "We walked along the River Liffey in Dublin.", "River {}", "IE"),
    ("en", "The River Cam near Cambridge, England, flooded.", "River {}", "GB"),
    ("es", "Paseamos junto al río Manzanares en Madrid.", "río {}", "ES"),
    ("es", "Vive junto al río Mapocho, en Santiago de Chile.", "río {}", "CL"),
]


@pytest.fixture(scope="module")
def preset() -> Deidentifier:
    return Deidentifier("surrogate")


@pytest.mark.parametrize(("language", "text", "form", "land"), RIVERS)
def test_a_river_lies_where_the_towns_are(
    preset: Deidentifier, language: str, text: str, form: str, land: str
) -> None:
    names = feature_names(form, language, land).values
    known = {form.format(name) for name in names}
    for key in range(6):
        release = preset(text, language=language, key=bytes([key] * 32)).text
        assert any(river in release for river in known), release
