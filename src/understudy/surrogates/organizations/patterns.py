"""What the names of organizations and products are put together from, by language.

A group is a sort of organization: a bank, a hospital. A name keeps one word that says its group
("Bank of", "Hospital Universitario"), and the rest is drawn by a pattern of the group: surnames,
towns, saints, fields of work, ordinary words. All of it is public; ``bodies.toml`` of a language
holds it, and a language without that table calls every organization by a surname.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from understudy.core.folding import flat_letters, without_accents
from understudy.languages import get, installed
from understudy.languages.lexicon import raw
from understudy.surrogates.people.names import FEMALE, MALE, given_table, surname_table
from understudy.surrogates.people.origins import OWN
from understudy.surrogates.places.atlas import countries, country_name, folded, known_towns
from understudy.surrogates.places.demonyms import demonym, forms
from understudy.surrogates.tables import Table

__all__ = [
    "AFTER",
    "ALONE",
    "BEFORE",
    "COMPANY",
    "COUNTRY",
    "DRUG",
    "LETTERS",
    "NAME",
    "PRODUCT",
    "SAINT",
    "VENUE",
    "Pattern",
    "acronyms",
    "fitted",
    "flat_sign",
    "group_names",
    "group_of",
    "has_towns",
    "kinds",
    "legal_forms",
    "links",
    "listed",
    "orders",
    "part_links",
    "patterns",
    "product_words",
    "slot",
    "stands",
    "stays_alone",
    "titled",
    "town_slot",
    "within",
    "wrong_patterns",
]

NAME, BEFORE, AFTER, ALONE = "name", "before", "after", "alone"
"""Where the word of a kind stands: nowhere, before the name, behind it, or by itself."""
COMPANY, PRODUCT, DRUG, COUNTRY = "company", "product", "drug", "country"
VENUE = "venue"
SAINT = "saint"
"""What has an article, and no word that says what it is."""
_BUILT_IN = {DRUG: ("1 {drug}",), COUNTRY: ("1 {land}",)}
_PLAIN = ("1 {surname}",)
_INITIALS = ("QXZ", "JY", "KV", "UW", "GHLO", "DEFINR", "BMPT", "ACS")
LETTERS = Table.of(
    {letter: rank for rank, group in enumerate(_INITIALS, start=1) for letter in group}
)
"""Initials, those that many words begin with more often."""
_SLOT = re.compile(r"\{(\w+)\}")
_SHORTEST = 4
"""Letters of the shortest surname or town that makes a name."""
_FREQUENT = 600
"""So many surnames, the most frequent first; rare ones are often mistakes of a list."""
_NUMBERS = 12
_FEWEST = 10
"""Where fewer words fit, those that do not are drawn as well."""
_LARGE = 250.0
"""Thousands of people; a larger town has too many well-known organizations."""


class Pattern(NamedTuple):
    """What a name is made of: literals with a slot between each two of them."""

    text: str
    literals: tuple[str, ...]
    slots: tuple[str, ...]
    short: tuple[int, int] | None
    """Between which slots lies what a short mention repeats; None where it is all of it."""


def _bodies(language: str) -> Mapping[str, Any]:
    return get(language).table("bodies")


def _words(language: str) -> Mapping[str, str]:
    found: Mapping[str, str] = _bodies(language).get("words", {})
    return found


@cache
def kinds(language: str) -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """The words of each kind, flat → how they may be written."""
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for phrase in _groups(language):
        words = tuple(map(flat_sign, phrase.split()))
        found[words] = (*found.get(words, ()), phrase)
    return found


def flat_sign(word: str) -> str:
    """A word in flat letters; a sign such as "&" as it is."""
    return flat_letters(word) or word


@cache
def _groups(language: str) -> Mapping[str, str]:
    """The words that say a kind → the group."""
    groups = _bodies(language).get("groups")
    if groups is None:
        kinds_listed = get(language).table("organizations")["kinds"].split()
        return dict.fromkeys(kinds_listed, COMPANY)
    return {
        phrase: name
        for name, group in groups.items()
        for phrase in (one.strip() for one in group["words"].strip().split("|"))
        if phrase
    }


def group_of(kind: str, language: str) -> str:
    """The group of a kind; a plain company where nothing says it."""
    return _groups(language).get(kind, COMPANY)


def listed(kind: str, language: str) -> bool:
    """Whether words say a kind of organization or product."""
    return kind in _groups(language) or kind in product_words(language)[0]


@cache
def group_names(language: str) -> frozenset[str]:
    """Every group there is."""
    return frozenset((*_bodies(language).get("groups", ()), COMPANY, PRODUCT, *_BUILT_IN))


@cache
def stays_alone(kind: str, language: str) -> bool:
    """Whether a word of a kind names nobody by itself: "the hospital", but not "United"."""
    known = _bodies(language)
    return group_of(kind, language) in known.get("alone", ()) and kind not in known.get("names", ())


@cache
def within(language: str) -> frozenset[str]:
    """The groups that may stand behind a small word in the name of another organization."""
    return frozenset(_bodies(language).get("within", ()))


def stands(kind: str, order: str, language: str) -> bool:
    """Whether names of a kind have the word of the kind before or behind them."""
    groups = _bodies(language).get("groups")
    return groups is None or order in groups[group_of(kind, language)]


@cache
def links(language: str) -> tuple[str, ...]:
    """The small words between a kind and its name."""
    found = _bodies(language).get("links") or get(language).table("organizations")["place_links"]
    return tuple(found)


@cache
def part_links(language: str) -> tuple[str, ...]:
    """What joins two organizations in one mention."""
    return tuple(_bodies(language).get("parts", (", ",)))


@cache
def legal_forms(language: str) -> tuple[str, ...]:
    """Ltd, S.L. and their like."""
    return tuple(_bodies(language).get("legal", ()))


@cache
def orders(language: str) -> frozenset[str]:
    """Where the word of a kind may stand, and the small words behind it."""
    return frozenset((NAME, BEFORE, AFTER, ALONE, *links(language)))


@cache
def product_words(language: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What products are ("plan", "card"), and their grades ("pro")."""
    known = get(language).table("organizations")
    return tuple(known["product_kinds"].split("|")), tuple(known["product_grades"].split("|"))


@cache
def patterns(group: str, order: str, language: str) -> tuple[tuple[Pattern, float], ...]:
    """The patterns of a group, with their weights."""
    listed_patterns = _BUILT_IN.get(group) or _listed_patterns(group, order, language)
    found = []
    for one in listed_patterns:
        weight, _, text = one.partition(" ")
        found.append((_pattern(text), float(weight)))
    return tuple(found)


def _listed_patterns(group: str, order: str, language: str) -> Iterable[str]:
    groups = _bodies(language).get("groups", {})
    own, plain = groups.get(group, {}), groups.get(COMPANY, {})
    fallback = AFTER if AFTER in own else BEFORE
    return (
        own.get(order)
        or (plain.get(order) if order in (NAME, *links(language)[1:]) else None)
        or (own.get(links(language)[0]) if order in links(language) else None)
        or (plain.get(links(language)[0]) if order in links(language) else None)
        or own.get(fallback)
        or _PLAIN
    )


def _pattern(text: str) -> Pattern:
    plain = text.replace("[", "").replace("]", "")
    pieces = _SLOT.split(plain)
    slots = tuple(pieces[1::2])
    if "[" not in text:
        return Pattern(plain, tuple(pieces[0::2]), slots, None)
    first = len(_SLOT.findall(text[: text.index("[")]))
    inner = len(_SLOT.findall(text[text.index("[") : text.index("]")]))
    return Pattern(plain, tuple(pieces[0::2]), slots, (first, first + inner))


@cache
def acronyms(language: str) -> frozenset[str]:
    """Acronyms that well-known organizations have."""
    return frozenset(_words(language).get("acronyms", "").split())


@cache
def slot(name: str, language: str) -> Table:
    """What a slot of a pattern is drawn from."""
    if name in _BUILDERS:
        return _BUILDERS[name](language)
    return Table.of(_listed(f"{name}s", language) or _listed(name, language))


def wrong_patterns(bodies: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong in a table of bodies: patterns without a weight or with unknown slots."""
    groups, words = bodies.get("groups", {}), bodies.get("words", {})
    if bodies and COMPANY not in groups:
        yield f"[groups.{COMPANY}]: is missing"
    for key in ("alone", "within"):
        for one in bodies.get(key, ()):
            if one not in groups:
                yield f"{key}: there is no group {one!r}"
    for name, group in groups.items():
        for order, listed_patterns in group.items():
            for text in listed_patterns if order != "words" else ():
                weight, _, pattern = text.partition(" ")
                if not weight.isdigit() or not pattern:
                    yield f"[groups.{name}]: {order}: {text!r} must begin with a weight"
                for one in _SLOT.findall(pattern):
                    if one not in _BUILDERS and not _keys(one) & set(words):
                        yield f"[groups.{name}]: {order}: [words] has no list for {{{one}}}"


def _keys(name: str) -> set[str]:
    """The lists that a slot is drawn from."""
    return {f"{stem}{gender}" for stem in (name, f"{name}s") for gender in ("", "_f", "_m")}


@cache
def fitted(
    name: str, literal: str, asks: tuple[str, ...], initials_asked: tuple[str, ...], language: str
) -> Table:
    """What of a slot fits the words before it, where the name begins with it; none if too few."""
    table = slot(name, language)
    if literal or not (asks or initials_asked):
        return table
    fits = get(language).agreement.fits
    kept = {
        value: weight
        for value, weight in table.weights().items()
        if all(fits(word, value) for word in asks)
        and all(fits(word, without_accents(value)[:1].upper()) for word in initials_asked)
    }
    return Table.of(kept) if len(kept) >= _FEWEST else Table(())


def _listed(name: str, language: str) -> list[str]:
    """The values of a list; those that are of two genders are listed apart."""
    known = _words(language)
    found = []
    for key in (name, f"{name}_f", f"{name}_m"):
        text = known.get(key, "")
        found += [one.strip() for one in (text.split("|") if "|" in text else text.split())]
    return found


@cache
def _taken(language: str) -> frozenset[str]:
    return frozenset(map(flat_letters, _words(language).get("taken", "").split()))


@cache
def _seats(language: str) -> frozenset[str]:
    return frozenset(map(folded, _words(language).get("seats", "").split("|")))


def _surnames(language: str) -> Table:
    """Frequent surnames that no well-known company has."""
    weights = surname_table(language, "", OWN).weights()
    wrong = tuple(_words(language).get("ill_written", "").split())
    kept = [
        name
        for name in sorted(weights, key=lambda name: (-weights[name], name))
        if len(name) >= _SHORTEST
        and name.isalpha()
        and not (wrong and name.startswith(wrong))
        and flat_letters(name) not in _taken(language)
    ]
    return Table.of({name: weights[name] for name in kept[:_FREQUENT]} or weights)


def _owners(language: str) -> Table:
    """Surnames that take a possessive ending without doubt."""
    weights = _surnames(language).weights()
    return Table.of({name: weight for name, weight in weights.items() if name[-1] not in "sxz"})


def _partners(language: str) -> Table:
    """Surnames that may stand behind "and"."""
    wrong = tuple(_words(language).get("no_partner", "").split())
    weights = _surnames(language).weights()
    return Table.of(
        {name: weight for name, weight in weights.items() if not (wrong and name.startswith(wrong))}
    )


_MOST_TOWNS = 20
"""Towns that a country must have for names of organizations to be made of them."""


@cache
def has_towns(country: str) -> bool:
    """Whether names can be made of a country's towns."""
    return (
        country in countries() and town_slot(country, next(iter(installed()))).size >= _MOST_TOWNS
    )


@cache
def town_slot(country: str, language: str) -> Table:
    """The towns of a country that make names, each as likely."""
    found = {
        town
        for town, people in known_towns(country, language).items()
        if people < _LARGE and len(town) >= _SHORTEST and town.replace(" ", "", 1).isalpha()
    }
    return Table.of({town for town in found if folded(town) not in _seats(language)})


def _towns(language: str) -> Table:
    """Towns that are neither large nor the seat of well-known organizations, each as likely."""
    found = {
        town
        for code in _bodies(language).get("towns_of", get(language).locales[:1])
        for town, people in known_towns(code, language).items()
        if people < _LARGE and len(town) >= _SHORTEST and town.replace(" ", "", 1).isalpha()
    }
    kept = {town for town in found if folded(town) not in _seats(language)}
    return Table.of(kept or found) if found else _surnames(language)


def _blends(language: str) -> Table:
    """Two ordinary words run together: "Ashgate"."""
    first, last = (_listed(f"blend_{place}", language) for place in ("first", "last"))
    words = (one + other for one, other in product(first, last) if one.lower() not in other)
    return Table.of({word for word in words if word.lower() not in _taken(language)})


def _with_article(name: str, language: str, *, small: bool = False) -> Table:
    known = _words(language)
    found = []
    for gender in ("f", "m"):
        article = known[f"the_{gender}"]
        shown = article.lower() if small else article
        found += [f"{shown} {word}" for word in known[f"{name}_{gender}"].split()]
    return Table.of(found)


def _lands(language: str) -> Table:
    return Table.of(sorted({country_name(code, language) for code in countries()}))


def _nations(language: str) -> Table:
    form = forms(language)[0]
    return Table.of(sorted({demonym(code, form, language) for code in countries()} - {""}))


def _drugs(language: str) -> Table:
    """Generic names of substances."""
    brands = frozenset(_words(language).get("brand_drugs", "").split())
    names = raw(language)["drugs"].split()
    return Table.of({name.replace("-", " ") for name in names if name not in brands})


_BUILDERS: Mapping[str, Callable[[str], Table]] = {
    "surname": _surnames,
    "partner": _partners,
    "owner": _owners,
    "town": _towns,
    "blend": _blends,
    "man": lambda language: given_table(language, MALE, origin=OWN),
    "woman": lambda language: given_table(language, FEMALE, origin=OWN),
    "saint": lambda language: Table.of(
        get(language).table("organizations")["saint_names"].split("|")
    ),
    "lady": lambda language: Table.of(
        get(language).table("organizations")["advocations"].split("|")
    ),
    "thesign": lambda language: _with_article("signs", language),
    "thecause": lambda language: _with_article("causes", language, small=True),
    "land": _lands,
    "nation": _nations,
    "drug": _drugs,
    "number": lambda language: Table(tuple(map(str, range(1, _NUMBERS + 1)))),
}


@cache
def titled(kind: str, language: str) -> str:
    """A kind with capitals, as in a name: "Centro de Salud", "Football Club", "FC"."""
    small = frozenset(get(language).table("organizations")["joins"])
    capitals = frozenset(_bodies(language).get("capitals", ()))
    words = kind.split(" ")
    shown = []
    for at, word in enumerate(words):
        if word in capitals or (
            "." in word and len(word) > 2 and len(flat_letters(word)) < 5 and word.count(".") > 1
        ):
            shown.append(word.upper())
        elif at and word in small:
            shown.append(word)
        else:
            shown.append(word[:1].upper() + word[1:])
    return " ".join(shown)
