"""How the check reads dates, numbers, spellings and addresses, and where it looks names up.

Nothing here is shared with the code that reads values for stand-ins or writes them: a mistake made
there would be made here again. The words are those of ``check.toml``, which no other room reads;
the lists of names and towns are the public ones, looked up anew. What is not read plainly is
not judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import cache
from typing import Any

from understudy.core.folding import flat, flat_letters
from understudy.languages import facts, get
from understudy.languages.frozen import names_of, weighted, world
from understudy.languages.world import table

__all__ = [
    "day_of",
    "days_lead",
    "digits_of",
    "gender_of",
    "places_of",
    "spelt_of",
    "starts_of",
    "typed",
]

_NUMERIC = re.compile(r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})")
_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
_LETTERS_OF_A_MONTH = 3
_MONTHS = 12
_PIVOT = 69
"""A year of two figures above it is of the last century."""


def _known(language: str) -> Mapping[str, Any]:
    return get(language).table("check")


def _year(figures: str) -> int:
    year = int(figures)
    return year if len(figures) > 2 else year + (1900 if year > _PIVOT else 2000)


@cache
def _written(language: str) -> tuple[Mapping[str, int], Sequence[re.Pattern[str]]]:
    """The months by the beginnings of their names, and the forms of a date in words."""
    months = {flat(name)[:_LETTERS_OF_A_MONTH]: at
              for at, name in enumerate(_known(language)["months"], 1)}  # fmt: skip
    name = r"(?P<month>[^\W\d_]{3,})\.?"
    link = "|".join(map(re.escape, _known(language)["date_links"])) or "(?!)"
    gap = rf"(?:[\s,-]+|\s+(?:{link})\s+)"
    day, year = r"(?P<day>\d{1,2})(?:st|nd|rd|th|º|\.)?", r"(?P<year>\d{4})"
    return months, tuple(
        re.compile(gap.join(parts), re.I) for parts in ((day, name, year), (name, day, year))
    )


def days_lead(texts: Iterable[str], language: str) -> bool:
    """Whether day stands before month in figures: as in a date that has no other reading, else as
    in one with the name of the month, else as is usual in the language."""
    plain, named = set(), set()
    _, (day_name, name_day) = _written(language)
    for text in texts:
        found = _NUMERIC.fullmatch(text.strip())
        if found and (int(found[1]) > _MONTHS) != (int(found[3]) > _MONTHS):
            plain.add(int(found[1]) > _MONTHS)
        elif day_name.search(text):
            named.add(True)
        elif name_day.search(text):
            named.add(False)
    told = plain or named
    return told.pop() if len(told) == 1 else bool(_known(language)["day_first"])


def day_of(text: str, language: str, *, day_first: bool | None = None) -> date | None:
    """The day that a date names in full; None where that is not plain."""
    text = text.strip()
    iso, numeric = _ISO.fullmatch(text), _NUMERIC.fullmatch(text)
    if iso:
        return _day(int(iso[1]), int(iso[2]), int(iso[3]))
    if numeric:
        first, second, year = int(numeric[1]), int(numeric[3]), _year(numeric[4])
        leads = _known(language)["day_first"] if day_first is None else day_first
        leads = first > _MONTHS or (leads and second <= _MONTHS)
        return _day(year, *((second, first) if leads else (first, second)))
    months, forms = _written(language)
    for form in forms:
        found = form.fullmatch(text)
        if found and flat(found["month"])[:_LETTERS_OF_A_MONTH] in months:
            month = months[flat(found["month"])[:_LETTERS_OF_A_MONTH]]
            return _day(int(found["year"]), month, int(found["day"]))
    return None


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


@cache
def _digits(language: str) -> Mapping[str, str]:
    listed = enumerate(_known(language)["said"]["digits"])
    return {flat(word): str(at) for at, words in listed for word in words.split()}


def digits_of(text: str, language: str) -> str:
    """The digits of a number, in figures or said one by one; empty where other words say some."""
    said = _digits(language)
    found = []
    for word in re.findall(r"\d+|[^\W\d_]+", text):
        figures = word if word.isdecimal() else said.get(flat(word), "")
        if not figures:
            return ""
        found.append(figures)
    return "".join(found)


@cache
def _signs(language: str) -> tuple[re.Pattern[str], Mapping[str, str]]:
    signs = {word: sign for one in get(language).reads
             for word, sign in _known(one)["said"]["signs"].items()}  # fmt: skip
    words = "|".join(map(re.escape, sorted(signs, key=len, reverse=True))) or "(?!)"
    return re.compile(rf"\s+({words})\s+", re.I), signs


def typed(text: str, language: str) -> str:
    """An address as one types it, however it was said."""
    pattern, signs = _signs(language)
    return "".join(pattern.sub(lambda found: signs[found[1].lower()], text).split())


def spelt_of(text: str, language: str) -> str:
    """The word that single letters spell, by themselves or by their names; else empty.

    An example behind a letter ("L as in Lima") is left out.
    """
    names = {flat(name): letter for one in get(language).reads
             for name, letter in _known(one)["said"]["letters"].items()}  # fmt: skip
    links = [link for one in get(language).reads for link in _known(one)["said"]["examples"]]
    said = flat(re.sub(r"[-,.;/–…]", " ", text))
    for link in sorted(map(flat, links), key=len, reverse=True):
        said = re.sub(rf"\b([^\W\d_]) {link} \1[^\W\d_]+", r"\1", said)
    for name in sorted((one for one in names if " " in one), key=len, reverse=True):
        said = re.sub(rf"\b{name}\b", names[name], said)
    letters = [word if len(word) == 1 else names.get(word, "") for word in said.split()]
    return "".join(letters) if letters and all(map(str.isalpha, letters)) else ""


@cache
def _given(kind: str, language: str) -> frozenset[str]:
    locales = facts(language)["name_locales"]
    return frozenset(
        flat_letters(name) for locale in locales for name in weighted(names_of(locale)[kind])
    )


def gender_of(name: str, language: str) -> str:
    """By the lists of given names; empty for a name of both genders, or of neither."""
    female = name in _given("first_names_female", language)
    male = name in _given("first_names_male", language)
    return "" if female == male else "female" if female else "male"


@cache
def _places() -> Mapping[str, frozenset[str]]:
    """Town or region → what the postal codes there begin with, as far as they are figures."""
    found: dict[str, set[str]] = {}
    for country in table("places").values():
        for towns in country.get("towns", "").split("|"):
            found.setdefault(flat(towns), set())
        for region, (codes, _, towns, *_) in country.get("regions", {}).items():
            starts = {code for code in codes.split() if code.isdecimal()}
            for name in (region, *towns.split("|")):
                found.setdefault(flat(name), set()).update(starts)
    ranges = (line.split("\t") for line in world("zips")["zips"])
    states = {state: _thousands(int(low), int(high)) for state, low, high in ranges}
    for section, lines in world("cities").items():
        starts = states.get(section[3:], set()) if section.startswith("US/") else set()
        for town in weighted(lines):
            found.setdefault(flat(town), set()).update(starts)
    return {name: frozenset(starts) for name, starts in found.items() if name}


def _thousands(low: int, high: int) -> set[str]:
    return {f"{start:03}" for start in range(low // 100, high // 100 + 1)}


def starts_of(place: str) -> frozenset[str]:
    """What the postal codes of a town or region begin with; empty where that is not known."""
    return _places().get(flat(place), frozenset())


def places_of(name: str) -> bool:
    """Whether there is a town or region of the name."""
    return flat(name) in _places()
