"""What identification knows by heart: names, places, drugs, common words and cues of a language.

Names, most places and the common words come from lists of other packages, frozen as
``sources.toml`` of the language says; short forms, drugs, cues and the rest were written by hand
and stand in ``languages/<language>/lexicon.toml``. All words are flat: lower case, without accents.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from understudy.core.folding import flat, flat_all, flat_words
from understudy.languages import facts, get
from understudy.languages.frozen import names_of, unweighted, world

__all__ = ["GUESTS", "Lexicon", "lexicon", "listed", "on_list", "one_of", "raw"]

GUESTS = (
    "de_DE", "fr_FR", "it_IT", "pt_PT", "pt_BR", "pl_PL", "ro_RO", "nl_NL", "sv_SE", "no_NO",
    "da_DK", "fi_FI", "cs_CZ", "hr_HR", "hu_HU", "tr_TR", "yo_NG", "sw", "ga_IE", "en_PK",
)  # fmt: skip
"""Names that are met in every language."""
_NAME_LISTS = ("first_names_female", "first_names_male", "other_first_names")
_SURNAME_LISTS = ("last_names", "other_last_names")


_ABSENT: Mapping[str, Any] = {
    **dict.fromkeys(
        (
            *(
                "articles_joined",
                "before_feast",
                "belonging",
                "caption_against",
                "citizen_shorts",
                "caption_more",
                "caption_opens",
                "caption_over",
                "bodies",
                "body_heads",
                "body_tails",
                "civic_kinds",
                "coordinating",
                "family_articles",
                "employer_cues",
                "feast_cues",
                "game_cues",
                "house_links",
                "house_tails",
                "interval_cues",
                "interval_tails",
                "house_articles",
                "home_kinds",
                "house_kinds",
                "house_initials",
                "name_prefixes",
                "naming_words",
                "natural_heads",
                "contact_labels",
                "employer_cues",
                "not_peoples",
                "people_behind",
                "place_heads",
                "place_prefixes",
                "place_shorts",
                "region_shorts",
                "relation_marks",
                "route_cues",
                "says_name",
                "speech_marks",
                "street_cues",
                "street_heads",
                "versus",
                "water_heads",
                "work_heads",
                "houses",
                "law_links",
                "laws_closing",
            ),
            *(
                "hour_ends",
                "long_titles",
                "ranks",
                "venue_cues",
                "worn_numbers",
            ),
            *(
                "law_numbers",
                "laws_named",
                "laws_opening",
                "mail_headers",
                "not_dates",
                "public_codes",
            ),
            *("sentence_openers", "verb_endings", "verb_forms", "verb_we"),
        ),
        (),
    ),
    **dict.fromkeys(
        (
            *(
                "bodies_by_initials",
                "chat_joins",
                "chat_mates",
                "code_labels",
                "foods",
                "interjections",
                "job_words",
                "not_initials",
            ),
            *(
                "numbered",
                "people_before",
                "road_leads",
                "studies",
                "things_called_after",
                "things_by_initials",
                "unit_heads",
                "vacant",
            ),
        ),
        "",
    ),
}
"""What a language may leave out: without these lists more is marked, not less."""


@cache
def raw(language: str) -> Mapping[str, Any]:
    """The hand-written lists of a language."""
    table = get(language).table("lexicon")
    return {**_ABSENT, **table, "traits": {"surnames_joined": False, **table["traits"]}}


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


@cache
def on_list(kind: str, language: str) -> frozenset[str]:
    """What ``listed`` gives, where it is asked whether a word is among it."""
    return frozenset(listed(kind, language))


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
        """Whether a word, in flat letters, is a given name or a surname."""
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
    """The lists of a language, put together once."""
    hand, sources = raw(language), get(language).table("sources")
    given = _flats(_named(sources["names"], _NAME_LISTS)) | _short_names(language)
    given |= _flats(hand["given"].split())
    surnames = _flats(_named(sources["names"], _SURNAME_LISTS))
    surnames |= _flats(hand["surnames"].split())
    known = _flats(hand["places"].replace("\n", "").split("|")) - flat_words(hand["ambiguous"])
    frequent = flat_words(" ".join(get(language).frozen("words")["words"]))
    if sources["words_with_names"]:
        frequent -= (given | surnames) - flat_words(hand["ambiguous"])
    letters = _flats(hand.get("letters", ()))  # "ele", as a name is spelt aloud
    common = (flat_words(hand["common"]) | letters | frequent) - known
    guests = _guests() - given - surnames
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


@cache
def _guests() -> frozenset[str]:
    return _flats(_named(GUESTS, (*_NAME_LISTS, *_SURNAME_LISTS)))


def _flats(values: Iterable[str]) -> frozenset[str]:
    """Flat values that can stand for themselves: words of letters, of at least two of them."""
    found = set(flat_all(list(values)))
    odd = {low for low in found if len(low) < 2 or not low.isalpha()}
    tidy = (" ".join(low.split()) for low in odd)
    return frozenset(found - odd).union(low for low in tidy if len(low) > 1 and _lettered(low))


_lettered = re.compile(r"[^\W\d_]+(?:[ '][^\W\d_]+)*").fullmatch


def _named(locales: Iterable[str], wanted: tuple[str, ...]) -> Iterator[str]:
    for locale in locales:
        lists = names_of(locale)
        for kind in wanted:
            yield from unweighted(lists.get(kind, ()))


def _short_names(language: str) -> frozenset[str]:
    forms = raw(language)["short_forms"]
    return _flats(name for full, short in forms.items() for name in (full, *short))


def _places(language: str) -> Iterator[str]:
    own = get(language)
    yield from own.frozen("countries")["countries"]
    yield from own.frozen("cldr")["country_names"]
    for regions in own.frozen("regions").values():
        yield from regions
    yield from world("capitals")["capitals"]
    countries = set(facts(language)["countries"])
    for region, towns in (*world("towns").items(), *world("cities").items()):
        if region.partition("/")[0] in countries:
            yield from unweighted(towns)
    yield from raw(language)["places"].replace("\n", "").split("|")
