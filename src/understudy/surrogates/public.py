"""Public stand-ins: lists of other packages, frozen, and lists of our own.

A public source never looks at the corpus. For each value it names a *form* (a public property
of the value, such as "one word" or the grouping of its digits) and for each form a support.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from understudy.core.folding import flat, without_accents
from understudy.languages import facts, get, world
from understudy.languages.frozen import names_of, weighted
from understudy.languages.lexicon import raw
from understudy.surrogates.dates.calendar import (
    date_form,
    date_support,
    drawn_form,
    time_form,
    time_support,
)
from understudy.surrogates.dates.when import when_form, when_supports
from understudy.surrogates.places.atlas import known_towns
from understudy.surrogates.shapes import shape, shape_support
from understudy.surrogates.tables import Product, Support, Table, ranked, summed

__all__ = ["MULTI", "SINGLE", "PublicSource", "has_public_source"]

SINGLE, MULTI = "one word", "several words"
ANYBODY, FEMALE, MALE = "of anybody", "of a woman", "of a man"
MANY = "of several people"
_SHAPED = frozenset(("shape", "number", "amount", "age"))
_BRANDS, _DRUGS = "brands", "drugs"
_SHAPE, _DATE, _TIME = "shape ", "date ", "time "

Weighted = Mapping[str, float]


@dataclass(frozen=True)
class PublicSource:
    """The public source of one way to draw."""

    draw: str
    uniform: bool = False
    gendered: bool = True
    """Whether titles, jobs and words for relatives keep whom they are said of."""

    public = True
    epsilon = 0.0
    digits_by_shape = True

    def form(self, text: str, language: str) -> str:
        """The public property of a value that its stand-in shares: its shape, one word or
        several, whom a title addresses, who has a job by its ending."""
        if self.draw in _SHAPED:
            return _SHAPE + shape(text, language)
        if self.draw == "title":
            return _addressed(text, language) if self.gendered else ANYBODY
        if self.draw == "family":
            said_of = _related(flat(text).strip(), language)
            return said_of if self.gendered or said_of == MANY else ANYBODY
        if self.draw == "occupation" and FEMALE in self.supports(language):
            return _worker(text, language) if self.gendered else ANYBODY
        if self.draw in ("date", "time"):
            return _timely(text, language, dated=self.draw == "date")
        forms = self.supports(language)
        wanted = MULTI if " " in text.strip() else SINGLE
        return wanted if wanted in forms else next(iter(forms))

    def support(self, language: str, form: str) -> Support:
        """What values of a form are drawn from."""
        if form.startswith(_SHAPE):
            return shape_support(form[len(_SHAPE) :], language)
        if form.startswith(_DATE):
            return date_support(form[len(_DATE) :], language)
        if form.startswith(_TIME):
            return time_support(form[len(_TIME) :])
        return self.supports(language)[form]

    def supports(self, language: str) -> Mapping[str, Support]:
        """The supports that are known without seeing a value."""
        if self.draw in _SHAPED:
            return {}
        return _supports(self.draw, language, self.uniform)

    @property
    def open_forms(self) -> bool:
        """Whether values may have forms that cannot be listed beforehand."""
        return self.draw in _SHAPED or self.draw in ("date", "time")

    def words(self, language: str) -> Table:
        """Single words of the category, for replacement word by word."""
        return _words(self.draw, language, self.uniform)


def _timely(text: str, language: str, *, dated: bool) -> str:
    """The form of a date or a time: its template, or that of a phrase."""
    day = date_form(text, language) if dated else None
    if day:
        return _DATE + drawn_form(day, language)
    clock = time_form(text)
    if clock:
        return _TIME + drawn_form(clock, language)
    return when_form(text, language)


def has_public_source(draw: str) -> bool:
    """Whether there is a public list for a way to draw."""
    return draw in _SHAPED or draw in _BUILDERS


@cache
def _supports(draw: str, language: str, uniform: bool) -> Mapping[str, Support]:
    # A language may know no name of several words: its places are then drawn from the others.
    built = {form: one for form, one in _BUILDERS[draw](language).items() if one.size}
    return {form: _flat(support) for form, support in built.items()} if uniform else built


def _flat(support: Support) -> Support:
    if isinstance(support, Table):
        return Table(support.values)
    if isinstance(support, Product):
        return Product(support.template, tuple(Table(part.values) for part in support.parts))
    return support


@cache
def _words(draw: str, language: str, uniform: bool) -> Table:
    weights: dict[str, float] = {}
    for support in _supports(draw, language, False).values():
        tables = (support,) if isinstance(support, Table) else getattr(support, "parts", ())
        for table in tables:
            for value in table.values:
                for word in value.split():
                    weights[word] = weights.get(word, 0.0) + 1.0 / table.size
    return Table.of(weights) if not uniform else Table.of(weights.keys())


@cache
def _names(kind: str, language: str) -> Table:
    """Names of a language: the frequencies of each locale, every locale with the same share."""
    weights: dict[str, float] = {}
    for locale in facts(language)["name_locales"]:
        found = {
            value: weight
            for value, weight in weighted(names_of(locale)[kind]).items()
            if " " not in value and value.replace("-", "").replace("'", "").isalpha()
        }
        total = sum(found.values())
        for value, weight in found.items():
            weights[value] = weights.get(value, 0.0) + weight / total
    for value in [value for value in weights if not value.isascii()]:
        weights[value] += weights.pop(
            without_accents(value), 0.0
        )  # lists have José and Jose for one name
    return Table.of(_ranked(weights, kind, language))


def _ranked(listed: Weighted, kind: str, language: str) -> Weighted:
    """Names with the language's frequent ones before the others, where no list counts them."""
    common = get(language).table("frequent").get(kind)
    if common is None:
        return listed
    share, first = common["share"], ranked(common["names"].split(), common["offset"])
    others = {name: weight for name, weight in listed.items() if name not in first}
    of_first, of_others = sum(first.values()), sum(others.values())
    return {name: share * weight / of_first for name, weight in first.items()} | {
        name: (1 - share) * weight / of_others for name, weight in others.items()
    }


@cache
def _given(language: str) -> Table:
    weights: dict[str, float] = {}
    for kind in ("first_names_female", "first_names_male"):
        for value, weight in _names(kind, language).weights().items():
            weights[value] = weights.get(value, 0.0) + weight
    return Table.of(weights)


@cache
def _cities(language: str) -> tuple[Table, Table]:
    """Towns that people know, by their people: of one word, and of several."""
    weights = summed(
        town
        for code in facts(language)["countries"]
        for town in known_towns(code, language).items()
    )
    return (
        Table.of({name: people for name, people in weights.items() if " " not in name}),
        Table.of({name: people for name, people in weights.items() if " " in name}),
    )


@cache
def _coined(kind: str) -> Table:
    """Invented words: every beginning with every ending."""
    parts = world.table("coined")[kind]
    return Table.of([one + two for one in parts["first"].split() for two in parts["last"].split()])


def _person(language: str) -> dict[str, Support]:
    surnames = _names("last_names", language)
    given = _given(language)
    parts = (given, *(surnames,) * facts(language)["surname_parts"])
    single = Table.of([*given.values, *surnames.values])
    return {SINGLE: single, MULTI: Product(facts(language)["person_template"], parts)}


def _one(table: Callable[[str], Table]) -> Callable[[str], dict[str, Support]]:
    return lambda language: {SINGLE: table(language)}


def _listed(name: str) -> Callable[[str], dict[str, Support]]:
    return _one(lambda language: Table.of(facts(language)[name]))


def _location(language: str) -> dict[str, Support]:
    single, multi = _cities(language)
    return {SINGLE: single, MULTI: multi}


def _country(language: str) -> dict[str, Support]:
    found = [name for name in get(language).frozen("countries")["countries"] if "(" not in name]
    return {
        SINGLE: Table.of([name for name in found if " " not in name]),
        MULTI: Table.of([name for name in found if " " in name]),
    }


def _organization(language: str) -> dict[str, Support]:
    known = facts(language)
    kinds = Table.of(known["organization_types"])
    names = _names("last_names", language)
    multi = Product(known["organization_template"], (Table(names.values), kinds))
    return {SINGLE: _coined(_BRANDS), MULTI: multi}


def _product(language: str) -> dict[str, Support]:
    brands = _coined(_BRANDS)
    nouns = Table.of(facts(language)["product_nouns"])
    return {SINGLE: brands, MULTI: Product("{} {}", (brands, nouns))}


def _street(language: str) -> dict[str, Support]:
    known = facts(language)
    parts = {
        "number": Table.of([str(number) for number in range(1, 200)]),
        "name": Table(_names("last_names", language).values),
        "type": Table.of(known["street_types"]),
    }
    order = tuple(parts[name] for name in known["street_order"])
    return {MULTI: Product(known["street_template"], order)}


def _title(language: str) -> dict[str, Support]:
    known = facts(language)
    return {
        ANYBODY: Table.of(known["titles"]),
        FEMALE: Table.of(known["titles_female"]),
        MALE: Table.of(known["titles_male"]),
    }


@cache
def _courtesy(language: str) -> Mapping[str, str]:
    """Title → whom it addresses."""
    listed = raw(language)
    return {flat(title): FEMALE for title in listed["courtesy_female"]} | {
        flat(title): MALE for title in listed["courtesy_male"]
    }


def _addressed(text: str, language: str) -> str:
    return _courtesy(language).get(flat(text).strip(" ."), ANYBODY)


_RELATIVES = {
    ANYBODY: "relatives",
    FEMALE: "relatives_female",
    MALE: "relatives_male",
    MANY: "relatives_many",
}


@cache
def _kin(language: str) -> Mapping[str, str]:
    """A word for relatives → whom it is said of."""
    known = facts(language)
    return {flat(word): form for form, name in _RELATIVES.items() for word in known[name]}


def _related(word: str, language: str) -> str:
    """Whom a word for relatives is said of; one that is on no list ("stepdaughter") is read as the
    longest listed one that it ends in, so that the list does not show."""
    known = _kin(language)
    ends = (word[start:] for start in range(len(word)))
    return next((known[end] for end in ends if end in known), ANYBODY)


def _family(language: str) -> dict[str, Support]:
    known = facts(language)
    return {form: Table.of(ranked(known[name])) for form, name in _RELATIVES.items()}


def _occupation(language: str) -> dict[str, Support]:
    """Jobs; where their endings tell a gender, those of either, and those that tell none."""
    known = facts(language)
    named = {FEMALE: "occupations_female", MALE: "occupations_male", ANYBODY: "occupations_either"}
    if not all(known.get(name) for name in named.values()):
        return {SINGLE: Table.of(known["occupations"])}
    return {form: Table.of(known[name]) for form, name in named.items()}


def _worker(text: str, language: str) -> str:
    """Who has a job, by the ending of its first word: "Coordinadora de TI"."""
    word = flat(text).split()[:1]
    endings = facts(language)["occupation_endings"]
    for form, name in ((ANYBODY, "either"), (FEMALE, "female"), (MALE, "male")):
        if word and word[0].strip(".,:;").endswith(tuple(map(flat, endings[name]))):
            return form
    return ANYBODY


def _lower(table: Table) -> Table:
    return Table.of({value.lower() for value in table.values if value.isascii()})


_RESERVED = Table.of({"example": 4.0, "example.com": 2.0, "example.net": 2.0, "example.org": 2.0})
"""The ends of domains that nobody can own (RFC 2606)."""


def _email(language: str) -> dict[str, Support]:
    known = facts(language)
    parts = (
        _lower(_given(language)),
        _lower(_names("last_names", language)),
        _lower(_coined(_BRANDS)),
    )
    dot, at = known["spoken_dot"], known["spoken_at"]
    return {
        SINGLE: Product("{}.{}@{}.{}", (*parts, _RESERVED)),
        MULTI: Product(f"{{}}{dot}{{}}{at}{{}}{dot}example", parts),
    }


def _domain(language: str) -> dict[str, Support]:
    brands = _lower(_coined(_BRANDS))
    dot = facts(language)["spoken_dot"]
    return {
        SINGLE: Product("{}.{}", (brands, _RESERVED)),
        MULTI: Product(f"{{}}{dot}example", (brands,)),
    }


def _url(language: str) -> dict[str, Support]:
    domain = _domain(language)[MULTI]
    brands = _lower(_coined(_BRANDS))
    return {SINGLE: Product("https://www.{}.{}", (brands, _RESERVED)), MULTI: domain}


def _username(language: str) -> dict[str, Support]:
    numbers = Table.of([f"{number:02}" for number in range(100)])
    return {SINGLE: Product("{}{}", (_lower(_given(language)), numbers))}


def _date(language: str) -> Mapping[str, Support]:
    return when_supports(language, timed=False)


def _time(language: str) -> dict[str, Support]:
    known = facts(language)
    single = Table.of([*known["day_parts"], *known["hours"]])
    return {**when_supports(language, timed=True), SINGLE: single}


_BUILDERS: Mapping[str, Callable[[str], Mapping[str, Support]]] = {
    "person": _person,
    "given_name": _one(_given),
    "female_name": _one(lambda language: _names("first_names_female", language)),
    "male_name": _one(lambda language: _names("first_names_male", language)),
    "surname": _one(lambda language: _names("last_names", language)),
    "username": _username,
    "location": _location,
    "country": _country,
    "street_address": _street,
    "organization": _organization,
    "product": _product,
    "drug": _one(lambda _: _coined(_DRUGS)),
    "date": _date,
    "time": _time,
    "email": _email,
    "url": _url,
    "domain": _domain,
    "nationality": _listed("nationalities"),
    "occupation": _occupation,
    "gender": _listed("genders"),
    "title": _title,
    "family": _family,
}
