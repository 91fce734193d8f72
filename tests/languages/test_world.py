"""Places of the world by their ids, and what hangs on a country."""

from __future__ import annotations

import pytest

from understudy.languages import get, installed, world
from understudy.languages.locales import codes, locale
from understudy.surrogates.places.atlas import (
    continent_name,
    countries,
    country_name,
    lookup,
    place_name,
)
from understudy.surrogates.places.coded import country_of_code


def test_a_place_has_a_name_in_each_language() -> None:
    assert place_name("Seville", "ES", "en") == "Seville"
    assert place_name("Seville", "ES", "es") == "Sevilla"
    assert country_name("DE", "es") == "Alemania"
    assert continent_name("Africa", "es") == "África"


def test_a_place_without_a_name_goes_by_its_id() -> None:
    assert place_name("Paris", "US", "es") == "Paris"
    assert place_name("Paris", "FR", "es") == "París"
    assert continent_name("Atlantis", "es") == "Atlantis"


@pytest.mark.parametrize("language", installed())
def test_every_name_is_of_a_place_that_there_is(language: str) -> None:
    named = get(language).table("world")
    for kind in ("countries", "also", "demonyms", "places"):
        assert set(named.get(kind, {})) <= set(countries())
    assert set(named["continents"]) == {one.continent for one in countries().values()}
    for code, names in named.get("places", {}).items():
        regions = countries()[code].regions.values()
        known = {town for one in regions for town in one.towns} | {one.wider for one in regions}
        assert set(names) <= known


@pytest.mark.parametrize("language", installed())
def test_a_place_is_found_by_any_of_its_names(language: str) -> None:
    for name in ("Seville", "Sevilla"):
        assert lookup(name, language)[0].country == "ES"
    assert lookup("EE.UU.", language)[0].country == "US"


def test_names_stand_in_no_pairs() -> None:
    assert "=" not in str(world.table("places"))


def test_a_country_has_a_locale_where_its_codes_are_known() -> None:
    assert "US" in codes()
    assert locale("US").postal["digits"] == 5
    assert "FR" not in codes()


@pytest.mark.parametrize(
    ("code", "language", "country"),
    [
        ("90210", "en", "US"),
        ("28013", "es", ""),
        ("SW1A 1AA", "es", "GB"),
        ("K1A 0B1", "en", "CA"),
        ("90210-1234", "en", "US"),
        ("12", "en", ""),
    ],
)
def test_the_form_of_a_code_tells_its_country(code: str, language: str, country: str) -> None:
    assert country_of_code(code, language) == country
