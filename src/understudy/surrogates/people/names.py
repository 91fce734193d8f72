"""What surrogates know about names: tables to draw from, genders, short forms.

Everything here is public: frozen lists with their frequencies, and lists written by hand in
``languages/<language>/people.toml`` and ``lexicon.toml``.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from understudy.core.folding import flat_letters, flat_letters_all, without_accents
from understudy.languages import DEFAULT, facts, get, reads
from understudy.languages.lexicon import listed, raw
from understudy.surrogates.people.origins import OWN, from_abroad, mixed, normal, theirs
from understudy.surrogates.public import SINGLE, PublicSource
from understudy.surrogates.tables import Table, ranked, summed

__all__ = [
    "BEHIND",
    "FEMALE",
    "FIRST",
    "MALE",
    "OTHER_PARTICLES",
    "Joiner",
    "accented",
    "address_titles",
    "canonical",
    "common_name",
    "compounds",
    "equals",
    "equivalent_to",
    "gender_of",
    "given_table",
    "is_given",
    "is_surname",
    "joiner",
    "known",
    "likely_gender",
    "link_group",
    "links",
    "middle_table",
    "paired",
    "particle_groups",
    "particled",
    "shorts",
    "surname_table",
    "united",
]

FEMALE, MALE = "female", "male"
FIRST, BEHIND = "joiner first", "joiner behind"
"""How two given names are joined where one of them is the joiner: María José, José María."""
_DRAWS = {FEMALE: "female_name", MALE: "male_name"}
_SURNAMES = "surnames"
_EVEN = 6.0
"""How even the weights of listed names are: the r-th weighs 1/(r + this)."""
OTHER_PARTICLES = "other"
"""The particles of which few surnames are listed, together."""
_ENOUGH = 20
"""So many surnames must a particle have to stand for itself."""
_NONE: frozenset[str] = frozenset()
_CLEARLY = 3.0
"""So many times as frequent must a name be for one gender to count as of that gender."""


@cache
def known(language: str) -> Mapping[str, Any]:
    """What a language knows about naming people."""
    return get(language).table("people")


@cache
def united(table: str, kind: str, language: str) -> tuple[str, ...]:
    """A list of the table of people in all languages that are read in documents of this one."""
    lists = (known(one)[table].get(kind, ()) for one in get(language).reads)
    return tuple(dict.fromkeys(entry for entries in lists for entry in entries))


def address_titles(language: str) -> tuple[str, ...]:
    """Titles that addresses run together with names."""
    lists = (known(one)["address"].get("titles", ()) for one in get(language).reads)
    return tuple(dict.fromkeys(title for titles in lists for title in titles))


class Joiner(NamedTuple):
    """A name that makes a pair with any other: María."""

    language: str
    name: str
    short: str
    abbreviated: str
    """A pattern."""
    linked: Mapping[str, Sequence[str]]
    """Particle → the names that follow it behind this one: María del Carmen."""

    @property
    def flat(self) -> str:
        """Its letters, small and without accents."""
        return flat_letters(self.name)


@cache
def joiner(language: str) -> Joiner | None:
    """The joiner of the first language read in documents of this one that has such a name."""
    for one in reads(language):
        names = known(one)["names"]
        if names["joiner"]:
            return Joiner(one, **names["joiner"], linked=names["linked"])
    return None


@cache
def _public(draw: str, language: str) -> Table:
    table = PublicSource(draw).support(language, SINGLE)
    if not isinstance(table, Table):
        raise TypeError(f"{draw} has no table")
    return table


@cache
def _weights(draw: str, language: str) -> Mapping[str, float]:
    """Frequencies by flat name."""
    weights = _public(draw, language).weights()
    return summed(zip(flat_letters_all(list(weights)), weights.values(), strict=True))


def gender_of(name: str, language: str) -> str:
    """The gender of a flat given name; empty where the lists do not tell."""
    return _gender_told(name, language) if name in _told_of(language) else ""


@lru_cache(maxsize=1 << 14)
def _gender_told(name: str, language: str) -> str:
    """The gender of a name that some list has."""
    for one in reads(language):
        found = _gender_in(name, one)
        if found is not None:
            return found
    for gender, other in ((FEMALE, MALE), (MALE, FEMALE)):
        if name in from_abroad(gender, language) and name not in from_abroad(other, language):
            return gender
    fulls = _fulls(language).get(name, frozenset())
    told = {gender_of(full, language) for full in fulls if full != name}
    return told.pop() if len(told) == 1 else ""


@cache
def _told_of(language: str) -> frozenset[str]:
    """The flat names that some list has."""
    both = (FEMALE, MALE)
    own = (
        names
        for one in reads(language)
        for names in (
            _sure(one),
            *(_weights(_DRAWS[gender], one) for gender in both),
            *(_pairs(one, gender) for gender in both),
        )
    )
    abroad = (from_abroad(gender, language) for gender in both)
    return frozenset().union(*own, *abroad, _fulls(language))


_ENDINGS = (3, 2, 1)
_TOLD = 1 << 15
"""Names of the lists whose gender is remembered."""
_FEWEST_ALIKE = 30
"""So many listed names must have an ending for it to tell a gender."""


def likely_gender(name: str, language: str) -> str:
    """The gender of a flat given name; of one that the lists do not tell, that of most listed
    names with the same ending."""
    return gender_of(name, language) or _by_ending(name, language)


def _by_ending(name: str, language: str) -> str:
    latin = _latin(name)
    endings = _endings(language)
    found = (endings[latin[-size:]] for size in _ENDINGS if latin[-size:] in endings)
    return next(found, MALE)


def _latin(name: str) -> str:
    """The last letters in Latin script, by their public names: я is CYRILLIC SMALL LETTER YA."""
    if name.isascii():
        return name
    last = (unicodedata.name(letter, "").rpartition("LETTER ")[2] for letter in name[-2:])
    return "".join(last).lower()


@cache
def _endings(language: str) -> Mapping[str, str]:
    """Ending → the gender of most names of the lists that have it."""
    counts = {gender: _ends(gender, language) for gender in (FEMALE, MALE)}
    return {
        end: FEMALE if counts[FEMALE][end] > counts[MALE][end] else MALE
        for end in counts[FEMALE] | counts[MALE]
        if counts[FEMALE][end] + counts[MALE][end] >= _FEWEST_ALIKE
    }


def _ends(gender: str, language: str) -> Counter[str]:
    """Ending → the names of a gender that have it, each counted once; a short one may be whole."""
    own = {name for one in reads(language) for name in _weights(_DRAWS[gender], one)}
    listed = own | from_abroad(gender, language)
    names = [name for name in listed if gender_of(name, language) == gender]
    longest, *others = _ENDINGS
    counted = Counter([name[-longest:] for name in names])
    for size in others:
        counted.update([name[-size:] for name in names if len(name) > size])
    return counted


def _gender_in(name: str, language: str) -> str | None:
    """What a language's own lists say; empty where both genders have the name, None if neither."""
    sure = _sure(language).get(name)
    if sure is not None:
        return sure
    female = _weights(_DRAWS[FEMALE], language).get(name, 0.0)
    male = _weights(_DRAWS[MALE], language).get(name, 0.0)
    if female or male:
        return FEMALE if female > _CLEARLY * male else MALE if male > _CLEARLY * female else ""
    return next((of for of in (FEMALE, MALE) if name in _pairs(language, of)), None)


@cache
def _sure(language: str) -> Mapping[str, str]:
    """Names that lists give to both genders and people to one."""
    return {flat_letters(name): gender for name, gender in known(language)["names"]["sure"].items()}


@cache
def _pairs(language: str, gender: str) -> frozenset[str]:
    names = known(language)["names"]
    return frozenset(
        flat_letters(pair) for pair in (*names[gender], *names[f"hyphenated_{gender}"])
    )


def paired(givens: str, language: str) -> bool:
    """Whether two flat given names, written together, are known to go together."""
    return givens in _pairs(language, FEMALE) or givens in _pairs(language, MALE)


def is_given(name: str, language: str = DEFAULT) -> bool:
    """Whether a flat word is a given name, or short for one; abroad only if it is none here."""
    if common_name(name, language) or name in _fulls(language):
        return True
    return not _own_surname(name, language) and (
        name in from_abroad(FEMALE, language) or name in from_abroad(MALE, language)
    )


def is_surname(name: str, language: str = DEFAULT) -> bool:
    """Whether a flat word is a surname; abroad only if it is no name here."""
    if _own_surname(name, language):
        return True
    return name in from_abroad(_SURNAMES, language) and not (
        common_name(name, language) or name in _fulls(language)
    )


def _own_surname(name: str, language: str) -> bool:
    return any(name in one for one in _surname_lists(language))


@cache
def _surname_lists(language: str) -> tuple[Container[str], ...]:
    """The flat surnames of the languages that are read, list by list."""
    own = [_weights("surname", one) for one in get(language).reads]
    return (*own, _listed("surnames", language))


@cache
def _listed(kind: str, language: str) -> frozenset[str]:
    found = set(map(flat_letters, listed(kind, language)))
    if kind == "given":
        found |= set(map(flat_letters, listed("short_forms", language)))
    return frozenset(found)


def accented(name: str, language: str) -> bool:
    """Whether the public spelling of a flat name has an accent."""
    return name in _accented(language)


@cache
def _accented(language: str) -> frozenset[str]:
    draws = (*_DRAWS.values(), "surname")
    names = {name for draw in draws for name in _public(draw, language).values}
    return frozenset(
        flat_letters(name)
        for name in names
        if not name.isascii() and without_accents(name) not in names
    )


@cache
def _equal_names(language: str) -> frozenset[str]:
    tables = (known(one)["equivalents"] for one in get(language).reads)
    return frozenset(
        flat_letters(name)
        for table in tables
        for pairs in table.values()
        for name in pairs.values()
    )


@cache
def _equivalents(language: str) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for pairs in known(language)["equivalents"].values():
        for full, equal in pairs.items():
            found.setdefault(flat_letters(equal), set()).add(flat_letters(full))
    return {equal: frozenset(fulls) for equal, fulls in found.items()}


def equivalent_to(word: str, language: str) -> frozenset[str]:
    """The flat names of a language that a flat word is in another one."""
    found = _equivalents(language).get(word)
    return found - {word} if found else _NONE


def equals(full: str, name: str, language: str) -> str:
    """In which language ``name`` is what ``full`` is in this one; empty where in none."""
    return _pairs_of_languages(language).get((full, name), "")


@cache
def _pairs_of_languages(language: str) -> Mapping[tuple[str, str], str]:
    tables = known(language)["equivalents"]
    return {
        (flat_letters(full), flat_letters(equal)): other
        for other in reversed(tables)
        for full, equal in tables[other].items()
    }


def shorts(full: str, language: str) -> tuple[str, ...]:
    """The short forms of a flat name, written as the language writes them."""
    return _shorts(language).get(full, ())


@cache
def _shorts(language: str) -> Mapping[str, tuple[str, ...]]:
    return {
        flat_letters(name): tuple(
            form for form in forms if flat_letters(form) not in _equal_names(language)
        )
        for name, forms in raw(language)["short_forms"].items()
    }


@cache
def _fulls(language: str) -> Mapping[str, frozenset[str]]:
    """Flat short form → the flat names that it stands for."""
    found: dict[str, set[str]] = {}
    for one in get(language).reads:
        for full, forms in raw(one)["short_forms"].items():
            for form in forms:
                found.setdefault(flat_letters(form), set()).add(flat_letters(full))
    return {short: frozenset(names) for short, names in found.items()}


def canonical(word: str, language: str) -> frozenset[str]:
    """The flat names that a flat word is short for."""
    found = _fulls(language).get(word)
    return found - {word} if found else _NONE


def common_name(word: str, language: str) -> bool:
    """Whether the word stands in a list of given names by itself, short form or not."""
    tables = (_weights(draw, one) for draw in _DRAWS.values() for one in get(language).reads)
    return any(word in table for table in tables) or word in _listed("given", language)


@cache
def given_table(
    language: str, gender: str, short: int = 0, equivalent: str = "", origin: str | None = None
) -> Table:
    """Given names of a gender; with enough short forms, or an equivalent, where one is needed.

    Those of people of an origin, else of anybody.
    """
    table = _public(_DRAWS[gender], language)
    if not short and not equivalent:
        return Table.of(mixed(lambda one: _givens(language, gender, one), language, origin))
    weights = table.weights()
    pairs = known(language)["equivalents"].get(equivalent, {})
    names = pairs if equivalent else raw(language)["short_forms"]
    wanted = [name for name in names if " " not in name]
    if short:
        wanted = [name for name in wanted if len(shorts(flat_letters(name), language)) >= short]
    found = {
        name: weights.get(name, table.pi_min)
        for name in wanted
        if gender_of(flat_letters(name), language) == gender
    }
    if len(found) >= _FEWEST:
        return Table.of(found)
    return given_table(language, gender, max(0, short - 1), equivalent if short else "")


@cache
def _givens(language: str, gender: str, origin: str, short: bool = True) -> Mapping[str, float]:
    """Given names of an origin: its own, and those of where the language is spoken."""
    own, flats = _own_givens(language, gender, short)
    abroad = {} if origin == OWN else theirs(flats, origin, gender, language)
    share = 1 - facts(language)["adopted_names"] if abroad else 0.0
    found = {name: (1 - share) * weight for name, weight in own.items()}
    for name, weight in abroad.items():
        found[name] = found.get(name, 0.0) + share * weight
    wrong = MALE if gender == FEMALE else FEMALE
    return normal(
        {one: weight for one, weight in found.items() if _told_gender(one, language) != wrong}
    )


@cache
def _own_givens(
    language: str, gender: str, short: bool
) -> tuple[Mapping[str, float], Mapping[str, str]]:
    """The given names of where a language is spoken, and each by its flat letters."""
    own = _public(_DRAWS[gender], language).weights()
    own = _with_shorts(own, language) if short else own
    return normal(own), {flat_letters(name): name for name in own}


@lru_cache(maxsize=_TOLD)
def _told_gender(name: str, language: str) -> str:
    """The gender of a name of the lists, which every origin asks for."""
    return gender_of(flat_letters(name), language)


def _with_shorts(weights: Mapping[str, float], language: str) -> dict[str, float]:
    """Some people go by a short form in the place of the name, the commonest forms most often."""
    share = facts(language)["short_names"]
    found = dict(weights)
    for name, weight in weights.items():
        forms = shorts(flat_letters(name), language) if share else ()
        if forms:
            found[name] -= share * weight
            for form, one in normal(ranked(forms, 0.0)).items():
                found[form] = found.get(form, 0.0) + share * weight * one
    return found


@cache
def middle_table(language: str, gender: str, origin: str) -> Table:
    """Given names that stand behind another one: a few common ones make up most of them."""
    share, others = facts(language)["middle_names"], _givens(language, gender, origin, False)
    common = normal(ranked(known(language)["names"][f"middle_{gender}"].split(), _EVEN))
    share = share if origin == OWN and common else 0.0
    return Table.of(
        summed(
            (
                *((name, share * weight) for name, weight in common.items()),
                *((name, (1 - share) * weight) for name, weight in others.items()),
            )
        )
    )


_FEWEST = 5
"""A table with fewer values gives up on the number of short forms."""


@cache
def compounds(language: str, gender: str, kind: str, short: bool, apart: bool) -> Table:
    """Given names that go together; ``kind`` says how they are joined.

    With ``apart``, those whose second name can stand for the person by itself.
    """
    main = joiner(language)
    if kind not in (" ", "-") and main:  # María is Spanish in any language, and tells the gender
        language, gender = main.language, MALE if kind == BEHIND else FEMALE
    names = known(language)["names"]
    if kind == "-":
        return _common([pair.replace("-", " ") for pair in names[f"hyphenated_{gender}"]])
    if main and kind not in (" ", FIRST, BEHIND):
        return _common([pair for pair, (of, _) in links(language).items() if of == kind])
    found = list(names[gender])
    if main and kind == FIRST:
        found = [pair for pair in found if pair.startswith(f"{main.name} ")]
    if main and kind == BEHIND:
        found = [pair for pair in found if pair.endswith(f" {main.name}")]
    if apart:
        wrong = MALE if gender == FEMALE else FEMALE
        alone = [
            pair for pair in found if gender_of(flat_letters(pair.split()[1]), language) != wrong
        ]
        found = alone or found
    with_short = [pair for pair in found if shorts(flat_letters(pair), language)]
    return _common(with_short if short and len(with_short) >= _FEWEST else found)


def _common(pairs: Sequence[str]) -> Table:
    """Names of a list that has the commonest first."""
    return Table.of(ranked(pairs, _EVEN))


def link_group(link: str, language: str) -> str:
    """What shows of the preposition in María del Carmen: that it is some other, where few names
    with it are listed."""
    main = joiner(language)
    listed = main.linked.get(link, ()) if main else ()
    return link if len(listed) >= _ENOUGH else OTHER_PARTICLES


@cache
def links(language: str) -> Mapping[str, tuple[str, str]]:
    """Two given names with a preposition between them, without it → its group, and itself.

    "María Carmen" → "del", "del "; the commonest stand first.
    """
    main = joiner(language)
    if main is None:
        return {}
    ranks = [
        (rank, link, name) for link, names in main.linked.items() for rank, name in enumerate(names)
    ]
    return {
        f"{main.name} {name}": (link_group(link, language), f"{link} ")
        for _, link, name in sorted(ranks, key=lambda one: one[0])
    }


@cache
def particle_groups(language: str) -> frozenset[str]:
    """The particles that stand for themselves: enough surnames with them are listed."""
    listed = known(language)["particles"].items()
    return frozenset(particle for particle, names in listed if len(names) >= _ENOUGH)


@cache
def particled(language: str, group: str) -> Mapping[str, tuple[str, str]]:
    """Surname with its particle → the particle as it is written before it, and the rest."""
    groups = particle_groups(language)
    close = known(language)["names"]["close"]
    found: dict[str, tuple[str, str]] = {}
    for particle, names in known(language)["particles"].items():
        if particle == group or (group == OTHER_PARTICLES and particle not in groups):
            near = particle in close or particle.endswith("'")
            before = particle.capitalize() if near else f"{particle} "
            found |= {before + name: (before, name) for name in names}
    return found


@cache
def surname_table(language: str, particle: str, origin: str | None = None) -> Table:
    """Surnames; those with a particle of a group where there is one; of an origin, else of all."""
    with_particle = particled(language, particle) if particle else ()
    if with_particle:
        return Table.of(with_particle.keys())
    return Table.of(mixed(lambda one: _surnames(language, one), language, origin))


@cache
def _surnames(language: str, origin: str) -> Mapping[str, float]:
    if origin == OWN:
        return normal(_public("surname", language).weights(), facts(language)["surname_power"])
    return theirs(_flat_surnames(language), origin, _SURNAMES, language)


@cache
def _flat_surnames(language: str) -> Mapping[str, str]:
    return {flat_letters(name): name for name in _public("surname", language).values}
