"""What identification knows by heart: names, places, drugs, common words and cues of a language.

Names come from Faker's locales, places from Faker and airportsdata, common words from Faker's
word lists; short forms, drugs, cues and the rest were written by hand and stand in
``languages/<language>/lexicon.toml``. All words are flat: lower case, without accents.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from understudy.core.folding import flat, flat_words
from understudy.languages import facts, get

__all__ = ["Lexicon", "lexicon", "listed", "one_of", "raw"]

_LOCALES = {
    "en": ("en_US", "en_GB", "en_IE", "en_NZ", "en_IN"),
    "es": ("es_ES", "es_MX", "es_AR", "es_CO", "es_CL"),
}
_GUESTS = (
    "de_DE", "fr_FR", "it_IT", "pt_PT", "pt_BR", "pl_PL", "ro_RO", "nl_NL", "sv_SE", "no_NO",
    "da_DK", "fi_FI", "cs_CZ", "hr_HR", "hu_HU", "tr_TR", "yo_NG", "sw", "ga_IE", "en_PK",
)  # fmt: skip
"""Names that are met in every language."""
_NAME_LISTS = ("first_names", "first_names_female", "first_names_male", "first_names_nonbinary")
_SURNAME_LISTS = ("last_names", "unisex_last_names", "male_last_names")
_PLACE_LISTS = {
    "en": {"en_US": ("states", "states_abbr"), "en_GB": ("counties",), "en_CA": ("provinces",),
           "en_AU": ("states",), "en_IE": ("counties",), "en": ("countries",)},
    "es": {"es_ES": ("states", "regions"), "es_MX": ("states",), "es_AR": ("provinces",),
           "es_CO": ("departments",), "es_CL": ("regions", "provinces"), "es": ("countries",)},
}  # fmt: skip
_COMMON = {"en": "en_US", "es": "es_ES"}


def raw(language: str) -> Mapping[str, Any]:
    """The hand-written lists of a language."""
    return get(language).table("lexicon")


@cache
def listed(kind: str, language: str) -> tuple[str, ...]:
    """The entries of a list in all languages that are read in documents of this one."""
    lists = (raw(one)[kind] for one in get(language).reads)
    return tuple(
        dict.fromkeys(
            entry
            for entries in lists
            for entry in (entries.split() if isinstance(entries, str) else entries)
        )
    )


def one_of(kind: str, language: str) -> str:
    """A pattern of what ``listed`` gives; it matches nothing where that is nothing."""
    return "|".join(listed(kind, language)) or "(?!)"


@dataclass(frozen=True)
class Lexicon:
    """The words of one language. Names of other countries are in ``guests``."""

    given: frozenset[str]
    surnames: frozenset[str]
    guests: frozenset[str]
    places: frozenset[str]
    cities: frozenset[str]
    """Places that everybody knows; better known than people of that name."""
    drugs: frozenset[str]
    nationalities: frozenset[str]
    common: frozenset[str]
    stops: frozenset[str]
    """The common words that were listed by hand: those that dialogue is made of."""
    streets: frozenset[str]
    ambiguous: frozenset[str]
    months: frozenset[str]
    titles: frozenset[str]
    particles: frozenset[str]
    inflections: tuple[str, ...]
    """What a common word may have behind it."""
    word_endings: tuple[str, ...]
    """Words that end so are hardly names, all but those of ``more_word_endings`` for sure."""
    more_word_endings: tuple[str, ...]
    small_endings: tuple[str, ...]
    camel: tuple[str, ...]
    """Beginnings of names behind which a capital may stand."""

    def names(self, word: str) -> bool:
        return word in self.given or word in self.surnames or word in self.guests

    def usual(self, word: str) -> bool:
        """Whether the word is an ordinary one, in some form of it, and so hardly a name."""
        if word in self.common:
            return True
        return word.endswith(self.inflections) and any(
            word.endswith(end) and word[: -len(end)] in self.common for end in self.inflections
        )


@cache
def lexicon(language: str) -> Lexicon:
    hand = raw(language)
    given = _flats(_named(_LOCALES[language], _NAME_LISTS)) | _short_names(language)
    given |= _flats(hand["given"].split())
    surnames = _flats(_named(_LOCALES[language], _SURNAME_LISTS))
    surnames |= _flats(hand["surnames"].split())
    known = _flats(hand["places"].replace("\n", "").split("|")) - flat_words(hand["ambiguous"])
    frequent = _faker_words(language)
    if hand["traits"]["names_among_common"]:
        frequent -= (given | surnames) - flat_words(hand["ambiguous"])
    letters = _flats(hand.get("letters", ()))  # "ele", as a name is spelt aloud
    common = (flat_words(hand["common"]) | letters | frequent) - known
    guests = _flats(_named(_GUESTS, (*_NAME_LISTS, *_SURNAME_LISTS))) - given - surnames
    fixed = flat_words(hand["common"]) - flat_words(hand["ambiguous"])
    names = (given | surnames | guests) - fixed
    return Lexicon(
        given=given - fixed,
        surnames=surnames - fixed,
        guests=guests - fixed,
        places=_flats(_places(language)) - fixed,
        cities=_flats(hand["places"].replace("\n", "").split("|")) - given,
        drugs=frozenset(flat(word) for word in hand["drugs"].replace("-", " ").split()),
        nationalities=flat_words(hand["nationalities"]),
        common=common,
        stops=flat_words(hand["common"]),
        streets=flat_words(" ".join((*facts(language)["street_types"], *hand["streets"]))),
        ambiguous=frozenset((flat_words(hand["ambiguous"]) | common) & names)
        | flat_words(hand["ambiguous"]),
        months=flat_words(" ".join((*facts(language)["months"], *facts(language)["weekdays"]))),
        titles=flat_words(" ".join(hand["titles"])),
        particles=flat_words(" ".join(hand["particles"])),
        inflections=tuple(hand["inflections"]),
        word_endings=listed("word_endings", language),
        more_word_endings=listed("more_word_endings", language),
        small_endings=listed("small_endings", language),
        camel=listed("camel", language),
    )


def _flats(values: Iterable[str]) -> frozenset[str]:
    """Flat values that can stand for themselves: words of letters, of at least two of them."""
    found = (" ".join(flat(value).split()) for value in values)
    return frozenset(value for value in found if len(value) > 1 and _lettered(value))


_lettered = re.compile(r"[^\W\d_]+(?:[ '][^\W\d_]+)*").fullmatch


def _attributes(provider: str, locale: str, wanted: Iterable[str]) -> Iterator[str]:
    try:
        found = import_module(f"faker.providers.{provider}.{locale}").Provider
    except ModuleNotFoundError:
        return
    for attribute in wanted:
        listed = getattr(found, attribute, ())
        if isinstance(listed, tuple | list | Mapping):
            yield from (value for value in listed if isinstance(value, str))


def _named(locales: Iterable[str], wanted: tuple[str, ...]) -> Iterator[str]:
    for locale in locales:
        yield from _attributes("person", locale, wanted)


def _short_names(language: str) -> frozenset[str]:
    forms = raw(language)["short_forms"]
    return _flats(name for full, short in forms.items() for name in (full, *short))


def _faker_words(language: str) -> frozenset[str]:
    provider = import_module(f"faker.providers.lorem.{_COMMON[language]}").Provider
    spoken = getattr(provider, "parts_of_speech", {})
    lists = (provider.word_list, *spoken.values())
    return flat_words(" ".join(word for words in lists for word in words))


def _places(language: str) -> Iterator[str]:
    import airportsdata  # noqa: PLC0415 - takes a while to load

    for locale, wanted in _PLACE_LISTS[language].items():
        yield from _attributes("address", locale, wanted)
    for country in import_module("faker.providers.date_time").Provider.countries:
        yield country.capital
    countries = set(facts(language)["countries"])
    for airport in airportsdata.load("ICAO").values():
        if airport["country"] in countries:
            yield airport["city"]
    yield from raw(language)["places"].replace("\n", "").split("|")
