"""Values from Faker, drawn once for each locale, and the people made of them."""

from __future__ import annotations

import random
import re
import unicodedata
from functools import cache
from typing import NamedTuple

import airportsdata
from faker import Faker

HOME = {
    "en": ("en_US", "en_US", "en_GB", "en_IN", "en_AU", "en_CA", "en_IE"),
    "es": ("es_ES", "es_ES", "es_MX", "es_AR", "es_CO", "es_CL"),
}
ABROAD = (
    *("en_US", "en_GB", "en_IN", "es_ES", "es_MX", "es_AR", "fr_FR", "de_DE", "it_IT", "pt_BR"),
    *("pl_PL", "tr_TR", "nl_NL", "sv_SE", "fi_FI", "cs_CZ", "hu_HU", "ro_RO", "hr_HR", "no_NO"),
    *("da_DK", "pt_PT", "sl_SI", "sk_SK", "es_CO"),
)
_SIZES = {"first_name": 700, "last_name": 900, "city": 250, "street_address": 300, "job": 400}
_LATIN = re.compile(r"[\w .,'’/()&#°ºª+-]+")


class Someone(NamedTuple):
    given: str
    surname: str
    second: str
    """A second surname, as in Spain; empty elsewhere."""


@cache
def pool(locale: str, kind: str) -> tuple[str, ...]:
    """Different values of a kind, in Latin script, on one line."""
    faker = Faker(locale)
    for provider in faker.get_providers():
        if isinstance(towns := getattr(provider, "cities", None), list):
            provider.cities = sorted(towns)  # Italian ones come in another order in every process
    faker.seed_instance(20_000)
    draw = getattr(faker, kind)
    drawn = (" ".join(str(draw()).split()) for _ in range(_SIZES.get(kind, 200)))
    return tuple(dict.fromkeys(value for value in drawn if value and _latin(value)))


def _latin(value: str) -> bool:
    letters = (sign for sign in value if sign.isalpha())
    return bool(_LATIN.fullmatch(value)) and all("LATIN" in unicodedata.name(s) for s in letters)


@cache
def cities() -> tuple[str, ...]:
    """Real towns with an airfield, for names that no list of capitals has."""
    found = sorted({str(place["city"]) for place in airportsdata.load("IATA").values()})
    plain = (city for city in found if not re.search(r"[,/()]|Airport|Island|Mine\b|\d", city))
    return tuple(city for city in plain if len(city) > 3 and _latin(city) and city[0].isupper())


def locale_of(language: str, rng: random.Random, home: float = 0.6) -> str:
    return rng.choice(HOME[language] if rng.random() < home else ABROAD)


def someone(language: str, rng: random.Random) -> Someone:
    locale = locale_of(language, rng)
    given = rng.choice(pool(locale, "first_name"))
    if rng.random() < 0.08:
        given = f"{given} {rng.choice(pool(locale, 'first_name'))}"
    surname = rng.choice(pool(locale, "last_name"))
    second = ""
    if locale.startswith("es") and rng.random() < 0.5:
        second = rng.choice(pool(locale, "last_name"))
    elif rng.random() < 0.04:
        surname = f"{surname}-{rng.choice(pool(locale, 'last_name'))}"
    return Someone(given, surname, second)


def whole(one: Someone, rng: random.Random) -> str:
    """A full name as people write theirs."""
    if rng.random() < 0.06:
        middle = rng.choice("ABCDEFGHJKLMNPRSTVW")
        return f"{one.given} {middle}. {one.surname}"
    return f"{one.given} {one.surname} {one.second}".rstrip()


def formal(one: Someone, _: random.Random) -> str:
    return f"{one.surname} {one.second}".rstrip() + f", {one.given}"


def initials(one: Someone, rng: random.Random) -> str:
    first = one.given[0] + "."
    more = rng.choice("ABCDEFGHJKLMNPRSTVW") + ". " if rng.random() < 0.3 else ""
    style = rng.random()
    if style < 0.75:
        return f"{first} {more}{one.surname}"
    if style < 0.9:
        return f"{one.given} {one.surname[0]}."
    return f"{one.given[0]}.{one.surname[0]}."


def anyhow(one: Someone, rng: random.Random) -> str:
    """One of the ways to name a person."""
    style = rng.random()
    if style < 0.6:
        return whole(one, rng)
    if style < 0.85:
        return one.given
    return initials(one, rng) if style < 0.93 else one.surname


def mailbox(one: Someone, rng: random.Random) -> str:
    given, surname = _plain(one.given.split()[0]), _plain(one.surname.split()[-1])
    forms = (
        f"{given}.{surname}",
        f"{given}{surname}",
        f"{given[0]}{surname}",
        f"{given}_{surname}",
        f"{given}{rng.randint(1, 99)}",
        f"{surname}.{given}",
        f"{given[0]}.{surname}{rng.randint(1, 2020)}",
    )
    return rng.choice(forms)


def _plain(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z]", "", plain) or "x"
