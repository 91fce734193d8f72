"""A town of the language's own countries comes before one abroad that is called alike."""

from __future__ import annotations

import pytest

from understudy.surrogates.places.atlas import lookup


@pytest.mark.parametrize(
    ("name", "language", "wanted", "country"),
    [
        ("Palmira", "es", (), "CO"),
        ("Palmira", "es", ("SY",), "SY"),
        ("París", "es", (), "FR"),
        ("Paris", "en", (), "FR"),
        ("Athens", "en", (), "GR"),
    ],
)
def test_own_towns(name: str, language: str, wanted: tuple[str, ...], country: str) -> None:
    assert lookup(name, language, wanted)[0].country == country
