"""Public values over which sketches are measured: our lists, and draws from our own forms.

A list that is small is taken whole. Of one that has no end in sight (full names, telephone numbers)
a sample is read, and each value of it stands for many.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

import phonenumbers

from understudy.languages import get
from understudy.replace.surrogate.kinds import DATED, NUMBERS, ORGANIZATIONS, PEOPLE, PLACES
from understudy.replace.surrogate.writers import KIND_OF
from understudy.surrogates import kernel
from understudy.surrogates.mention import Mention
from understudy.surrogates.numbers.forms import FORMS, FREE
from understudy.surrogates.organizations.patterns import kinds
from understudy.surrogates.people.names import (
    FEMALE,
    MALE,
    OTHER_PARTICLES,
    given_table,
    particle_groups,
    particled,
    surname_table,
)
from understudy.surrogates.places.atlas import countries, country_name, place_name
from understudy.surrogates.places.demonyms import demonym, forms
from understudy.surrogates.public import PublicSource
from understudy.surrogates.settings import Settings
from understudy.surrogates.tables import Product, Shape, Support, Table, ranked, summed

__all__ = ["Population", "Value", "populations"]

_SAMPLED = 1000
_DRAWN = 40
"""Values that are drawn of each form."""
_OF_A_KIND = 4
"""Of each kind of organization, of which there are hundreds."""
_VARIETIES = 6
_PARTICLES = 0.02
"""The share of surnames with a particle, which the lists do not tell."""
_OLDEST = 100
_COUNTED = 2000
_FORMS = {
    "card": "CREDIT_CARD",
    "iban": "IBAN_CODE",
    "spanish account": "BANK_ACCOUNT",
    "ssn": "US_SSN",
    "nif": "ES_NIF",
    "nie": "ES_NIE",
    "cif": "ES_CIF",
    "passport": "PASSPORT",
    "plate": "LICENSE_PLATE",
    "vin": "VIN",
    "imei": "IMEI",
    "bitcoin": "CRYPTO_WALLET",
    "segwit": "CRYPTO_WALLET",
    "ethereum": "CRYPTO_WALLET",
    "docket": "CASE_NUMBER",
    "key": "API_KEY",
    "password": "PASSWORD",
}
"""The category of each form of a code; others are ID."""
_LETTERS, _DIGITS = tuple("ABCDEFGHJKLMNPQRSTUVWXYZ"), tuple("0123456789")


class Value(NamedTuple):
    """A public value."""

    text: str
    category: str
    chance: float
    """Its probability, with that of all values that it stands for."""
    stands_for: float = 1.0
    """How many values it is a sample of."""


class Population(NamedTuple):
    """The public values of one sort."""

    name: str
    kind: str
    values: tuple[Value, ...]

    @property
    def size(self) -> float:
        """How many values there are."""
        return math.fsum(one.stands_for for one in self.values)

    @property
    def sampled(self) -> bool:
        """Whether only some of the values are read."""
        return any(one.stands_for > 1.0 for one in self.values)


def populations(kind: str, settings: Settings) -> tuple[Population, ...]:
    """The public values of a kind in a language; all that settings decide is the range of dates."""
    found = _OF_KIND[kind](settings)
    return tuple(Population(name, kind, tuple(_normal(values))) for name, values in found)


def _normal(values: Iterable[Value]) -> Iterator[Value]:
    listed = list(values)
    total = math.fsum(one.chance for one in listed)
    return (one._replace(chance=one.chance / total) for one in listed)


def _listed(weights: Mapping[str, float], category: str) -> Iterator[Value]:
    return (Value(text, category, weight) for text, weight in weights.items() if weight > 0.0)


def _numbers() -> Iterator[int]:
    """Numbers of 64 bits that are always the same."""
    number = 1
    while True:
        number = number * 48_271_000_003 % ((1 << 61) - 1)
        yield number << 3


def _from(support: Support, category: str, most: int, weight: float = 1.0) -> Iterator[Value]:
    """The values of a support: all, where they are few, else so many, each as likely to be read."""
    if isinstance(support, Table):
        weights = support.weights()
        step = max(1, support.size // most)
        chosen = support.values[::step]
        stands_for = support.size / len(chosen)
        for text in chosen:
            yield Value(text, category, weight * weights[text] * stands_for, stands_for)
        return
    numbers, count = _numbers(), min(most, int(support.size))
    stands_for = support.size / count
    parts = [table.weights() for table in support.parts] if isinstance(support, Product) else []
    for _ in range(count):
        if isinstance(support, Product):
            picked = [
                (part.values[next(numbers) % part.size], one)
                for part, one in zip(support.parts, parts, strict=True)
            ]
            text = support.template.format(*(name for name, _ in picked))
            chance = math.prod(one[name] for name, one in picked) * stands_for
        else:
            text = support.value(list(islice(numbers, support.need)))
            chance = 1.0 / count
        yield Value(text, category, weight * chance, stands_for)


def _sources(draw: str, category: str, language: str) -> list[Value]:
    supports = PublicSource(draw).supports(language).values()
    return [value for one in supports for value in _from(one, category, _SAMPLED)]


def _people(settings: Settings) -> Iterator[tuple[str, Iterable[Value]]]:
    language = settings.language
    givens = summed(
        item
        for gender in (FEMALE, MALE)
        for item in given_table(language, gender).weights().items()
    )
    plain = surname_table(language, "").weights()
    with_particle = [
        name
        for group in (*sorted(particle_groups(language)), OTHER_PARTICLES)
        for name in particled(language, group)
    ]
    share = _PARTICLES if with_particle else 0.0
    surnames = summed(
        (
            *((name, (1 - share) * weight) for name, weight in plain.items()),
            *((name, share / len(with_particle)) for name in with_particle),
        )
    )
    full = Product("{} {}", (Table.of(givens), Table.of(surnames)))
    yield "given names", _listed(givens, "PERSON")
    yield "surnames", _listed(surnames, "SURNAME")
    yield "full names", _from(full, "PERSON", 2 * _SAMPLED)
    yield "e-mail addresses", _sources("email", "EMAIL_ADDRESS", language)


def _places(settings: Settings) -> Iterator[tuple[str, Iterable[Value]]]:
    language = settings.language
    regions = [
        (code, region)
        for code, country in countries().items()
        for region in country.regions.values()
    ]
    towns = summed(
        (place_name(town, code, language), people)
        for code, region in regions
        for town, people in zip(region.towns, region.people, strict=True)
    )
    named = summed(
        (place_name(region.name, code, language), sum(region.people))
        for code, region in regions
        if region.name
    )
    yield "towns", _listed(towns, "CITY")
    yield "regions", _listed(named, "REGION")
    yield (
        "countries",
        _listed({country_name(code, language): 1.0 for code in countries()}, "COUNTRY"),
    )
    yield "streets", _sources("street_address", "STREET_ADDRESS", language)
    form, *_ = forms(language)
    nations = {demonym(code, form, language): 1.0 for code in countries()}
    yield "nationalities", _listed({word: one for word, one in nations.items() if word}, "NRP")


def _dates(settings: Settings) -> Iterator[tuple[str, Iterable[Value]]]:
    first, last = settings.date_range
    days = [
        f"{year}-{month:02}-{day:02}"
        for year in range(first, last + 1)
        for month in range(1, 13)
        for day in range(1, 29)
    ]
    yield "days", _from(Table(tuple(days)), "DATE", _SAMPLED)
    yield "years", _listed({str(year): 1.0 for year in range(first, last + 1)}, "DATE")
    clock = [f"{hour:02}:{minute:02}" for hour in range(24) for minute in range(60)]
    yield "times of day", _listed(dict.fromkeys(clock, 1.0), "TIME")
    yield "ages", _listed({str(age): 1.0 for age in range(_OLDEST + 1)}, "AGE")


def _organizations(settings: Settings) -> Iterator[tuple[str, Iterable[Value]]]:
    language = settings.language
    public = _sources("organization", "ORGANIZATION", language)
    name = public[0].text
    words = [written[0] for written in kinds(language).values()]
    own = [f"{name} {word.title()}" for word in words]
    yield "organizations", _drawn(ORGANIZATIONS, [*own, name], "ORGANIZATION", settings)
    yield "products", _sources("product", "PRODUCT", language)
    yield "drugs", _sources("drug", "DRUG", language)


def _drawn(kind: str, examples: Sequence[str], category: str, settings: Settings) -> list[Value]:
    """Values that our own writer draws in the forms of some examples, each form as likely."""
    of = KIND_OF[kind]
    sketches = dict.fromkeys(
        of.read([Mention(text, category)], settings).sketch for text in examples
    )
    found: list[Value] = []
    numbers = _numbers()
    for sketch in sketches:
        reading = kernel.Reading(sketch)
        texts = {kernel.written(of, reading, settings, numbers).texts[0] for _ in range(_OF_A_KIND)}
        named = sorted(text for text in texts if text)
        if named:
            size = max(float(len(named)), kernel.outcomes(of, sketch, settings))
            each = 1.0 / len(named)
            found += (Value(text, category, each, size * each) for text in named)
    return found


def _identifiers(settings: Settings) -> Iterator[tuple[str, Iterable[Value]]]:
    plain = Settings(reserved=False, date_range=settings.date_range)
    yield "telephone numbers", list(_phones(settings.language, plain))
    yield "identifiers", list(_codes(plain))
    yield "codes of no known form", list(_free_codes())
    yield "counted numbers", _listed(ranked(map(str, range(1, _COUNTED)), 0.0), "QUANTITY")


def _phones(language: str, settings: Settings) -> Iterator[Value]:
    """Numbers of the countries of the language, with their codes."""
    pack = get(language)
    for code in pack.locales:
        calling = pack.locale(code).calling_code
        example = phonenumbers.example_number(code)
        size = len(str(example.national_number)) if example else 9
        shape = Shape(FORMS["phone"].cells(calling, size, settings))
        for value in _from(shape, "PHONE_NUMBER", _DRAWN):
            yield value._replace(text=f"+{calling} {value.text}")


def _codes(settings: Settings) -> Iterator[Value]:
    for name, form in FORMS.items():
        if name in (FREE, "phone"):
            continue
        category = _FORMS.get(name, "ID")
        varieties = sorted(form.varieties)[:_VARIETIES]
        for variety in varieties:
            for count in form.groupings:
                shape = Shape(form.cells(variety, count, settings))
                for value in _from(shape, category, _DRAWN, 1.0 / len(varieties)):
                    yield value._replace(text=form.finish(value.text))


def _free_codes() -> Iterator[Value]:
    for letters in range(4):
        for digits in range(3, 11):
            yield from _from(Shape((_LETTERS,) * letters + (_DIGITS,) * digits), "ID", 10)


_OF_KIND = {
    PEOPLE: _people,
    PLACES: _places,
    DATED: _dates,
    ORGANIZATIONS: _organizations,
    NUMBERS: _identifiers,
}
