"""What identifies nobody, in the languages that are read: the lists of ``public.toml``, flat."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cache, cached_property

from understudy.core.folding import flat, flat_all
from understudy.languages import facts, get
from understudy.languages.lexicon import Lexicon, lexicon, raw
from understudy.languages.lists import any_of
from understudy.languages.numbers.words import words_of

__all__ = ["PublicWords", "feasts", "public_words", "stem"]

_RELATIVES = ("relatives", "relatives_female", "relatives_male", "relatives_many")


@dataclass(frozen=True)
class PublicWords:
    """The lists of some languages together. A language without them adds what its other tables
    have."""

    languages: tuple[str, ...]
    names: frozenset[str]
    """Words that a person or a place may be called, and no ordinary words."""
    given: frozenset[str]
    drugs: frozenset[str]
    kinship: frozenset[str]
    articles: frozenset[str]
    small: frozenset[str]
    """Articles, links and pronouns, which may stand between the words of any list."""
    possessives: frozenset[str]
    jobs: frozenset[str]
    """Their stems, as ``stem`` makes them."""
    job_endings: tuple[str, ...]
    job_tails: tuple[str, ...]
    """Words that end so are jobs: "radiologist"."""
    offices: frozenset[str]
    """Stems of what somebody is in a state, a church or a team, beside the jobs."""
    office_beside: frozenset[str]
    """What stands beside an office: "prime", "general"."""
    figures: frozenset[str]
    """Figures of faith and tales, whom everybody names."""
    figure_heads: tuple[str, ...]
    """What stands before the name of one: "Virgen de"."""
    clients: frozenset[str]
    """What somebody is to a house: "patient", "customer"."""
    countries: frozenset[str]
    demonyms: frozenset[str]
    medicine: frozenset[str]
    medicine_beside: frozenset[str]
    medicine_endings: tuple[str, ...]
    abbreviations: frozenset[str]
    titles: frozenset[str]
    eponyms: frozenset[str]
    """With the scales among them."""
    eponyms_whole: frozenset[str]
    """Names of several that are always a thing: "wolff-parkinson-white"."""
    eponyms_alone: frozenset[str]
    """Those that hardly anybody else is called by: "wenckebach"."""
    eponym_heads: frozenset[str]
    eponym_links: frozenset[str]
    eponym_tails: frozenset[str]
    eponym_results: frozenset[str]
    """What is said of a sign or a test behind its owner: "Tinel's positive"."""
    eponym_sure: frozenset[str]
    """Heads and tails beside which any name is an eponym: "syndrome"."""
    ailments: frozenset[str]
    """Eponyms by which a disease is called alone: "Parkinson's"."""
    ailment_cues: frozenset[str]
    sides: frozenset[str]
    """Left and right, which are surnames, too."""
    scales: frozenset[str]
    scales_lettered: frozenset[str]
    """Scales whose grades are letters."""
    grade_words: frozenset[str]
    """What stands between a scale and its figure: "stage"."""
    place_cues: frozenset[str]
    """Words behind which a place is meant."""
    bodies: frozenset[str]
    body_heads: tuple[str, ...]
    institution_heads: frozenset[str]
    plain: frozenset[str]
    """Ordinary words that nobody and no place is called by."""
    brands: frozenset[str]
    work_cues: frozenset[str]
    """Words near the title of a film, a play or a book: "cinema"."""
    makes: frozenset[str]
    """Makes of cars that are nobody's name."""
    legal: frozenset[str]
    """Forms of companies, without points at their ends."""
    branded: frozenset[str]
    """Things that have a brand: "boiler"."""
    departments: frozenset[str]
    body_words: frozenset[str]
    """Words of which the names of public bodies are made."""
    gloss_words: frozenset[str]
    """Words of courts, authorities and laws in other languages."""
    party_heads: frozenset[str]
    """What parties and movements are: "front"."""
    party_words: frozenset[str]
    """What they stand for."""
    body_tails: tuple[str, ...]
    """Bodies of the world, which names of their parts end with."""
    device_heads: frozenset[str]
    """Machines and implants that have a model."""
    gloss_endings: tuple[str, ...]
    department_heads: frozenset[str]
    counted_before: frozenset[str]
    """What stands before a day that is counted from something: "en el día 3"."""
    portfolio_cues: frozenset[str]
    """What stands before that which somebody governs: "minister of"."""
    events: frozenset[str]
    """Wars, games and exhibitions of the world, without small words."""
    days_of_events: frozenset[str]
    """Days by which an event is called: "September 11"."""
    event_heads: frozenset[str]
    event_tails: frozenset[str]
    """What stands before or behind such a day then: "attacks"."""
    storms: frozenset[str]
    storm_heads: tuple[str, ...]
    """What stands before the name of a storm: "hurricane"."""
    landmarks: frozenset[str]
    """Seas, rivers, mountains, monuments and venues that all the world knows."""
    state_words: frozenset[str]
    """What stands beside a people in the name of its state or forces: "republic"."""
    sum_words: frozenset[str]
    """What stands before a sum: "amount"."""
    tongues: frozenset[str]
    tongue_cues: tuple[str, ...]
    """Words behind which a language is meant."""
    belongs: re.Pattern[str]
    """What ends with words by which somebody belongs to what follows."""
    against: frozenset[str]
    """What stands before the other side of a case."""
    belonging_links: frozenset[str]
    """What stands between a job and where it is done."""
    measures: frozenset[str]
    interval_words: frozenset[str]
    interval_units: frozenset[str]
    units_before: frozenset[str]
    """Units that a number behind them counts: "on day 3"."""
    hour_units: frozenset[str]
    """Units that hours are told in: "0900h", "21 horas"."""
    clock_cues: tuple[str, ...]
    """What stands before an hour of the day, behind a space: " at"."""
    counted_from: frozenset[str]
    """What follows a length that is counted from something: "a las 12 horas de"."""
    undated: frozenset[str]
    """Words that may be marked as a date and name no day: "tomorrow", "recently"."""
    readings: frozenset[str]
    """What is measured or scored, before its figures: "BP", "GCS"."""
    reading_links: frozenset[str]
    """What may stand between a measure and its figures: "was"."""
    ordinals: frozenset[str]
    ordinal_ends: frozenset[str]
    ranked_before: frozenset[str]
    """What stands between a measure and its place on a chart: "following"."""
    ranked_behind: frozenset[str]
    """What an ordinal counts that is no day: "centile", "cycle"."""
    interval_after: frozenset[str]
    """What follows a day that is counted from something: "day 5 of treatment"."""
    numerals: frozenset[str]
    """Number words."""
    calendar: frozenset[str]
    """Months, weekdays, seasons and words of feasts: what makes a date of a phrase."""
    empty: frozenset[str]
    empty_fields: frozenset[str]

    def is_house(self, name: str) -> bool:
        """Whether a folded name is that of a brand or of a public body."""
        return name in self.brands or name in self.bodies

    @cached_property
    def world(self) -> frozenset[str]:
        """The words of what all the world knows: bodies, events, landmarks and brands."""
        named = self.bodies | self.events | self.landmarks | self.brands
        return frozenset(word for name in named for word in name.split())

    @cached_property
    def telling(self) -> frozenset[str]:
        """A word of each entry of all lists but those of names, and but the eponyms, which need
        something beside them: a phrase without any of these words has no entry in it.

        Of an entry of several words it is one that nobody is called by, where there is one: "virgin
        mary" is in no phrase without "virgin", and a Mary by herself is told nothing of."""
        named = (self.languages, self.names, self.given, self.storms, self.plain)
        apart = (*named, self.eponyms, self.scales)
        own = (getattr(self, one.name) for one in fields(self))
        lists = (one for one in own if isinstance(one, frozenset | tuple))
        entries = (
            flat(entry).split()
            for one in lists
            if not any(one is other for other in apart)
            for entry in one
        )
        return frozenset(
            next((word for word in entry if word not in self.names), entry[0])
            for entry in entries
            if entry
        )


@cache
def public_words(languages: tuple[str, ...]) -> PublicWords:
    """The lists of the languages, put together once."""

    def words(key: str) -> frozenset[str]:
        return frozenset(word for one in languages for word in _words(one, key))

    def signs(key: str) -> frozenset[str]:
        listed = (_listed(one, key) for one in languages)
        return frozenset(" ".join(entry.lower().split()) for entries in listed for entry in entries)

    endings = tuple(sorted(words("job_endings"), key=lambda end: (-len(end), end)))
    known = [lexicon(one) for one in languages]
    places = frozenset().union(*(one.places for one in known))
    return PublicWords(
        languages=languages,
        names=frozenset().union(*(one.given | one.surnames | one.guests for one in known)) | places,
        given=frozenset().union(*(one.given for one in known)),
        drugs=frozenset().union(*(one.drugs for one in known)),
        kinship=words("kinship") | _facts(languages, _RELATIVES),
        articles=frozenset(flat(word) for one in languages for word in raw(one)["articles"]),
        small=_small(languages),
        possessives=_facts(languages, ("possessives",)),
        jobs=frozenset(stem(job, endings) for job in words("jobs")),
        job_endings=endings,
        job_tails=tuple(sorted(words("job_tails"))),
        offices=frozenset(stem(office, endings) for office in words("offices")),
        office_beside=words("office_beside"),
        figures=words("figures"),
        figure_heads=tuple(sorted(words("figure_heads"))) or ("\0",),
        clients=words("clients"),
        countries=frozenset(flat(name) for one in languages for name in _countries(one)),
        demonyms=words("demonyms") | frozenset().union(*(one.nationalities for one in known)),
        medicine=words("medicine"),
        medicine_beside=words("medicine_beside"),
        medicine_endings=tuple(sorted(words("medicine_endings"))),
        abbreviations=words("abbreviations"),
        titles=frozenset().union(*(one.titles for one in known)),
        eponyms=words("eponyms") | words("scales") | words("eponyms_alone"),
        eponyms_whole=words("eponyms_whole"),
        eponyms_alone=words("eponyms_alone"),
        eponym_heads=words("eponym_heads"),
        eponym_links=words("eponym_links"),
        eponym_tails=words("eponym_tails"),
        eponym_results=words("eponym_results"),
        eponym_sure=words("eponym_sure"),
        ailments=words("ailments"),
        ailment_cues=words("ailment_cues"),
        sides=words("sides"),
        scales=words("scales"),
        scales_lettered=words("scales_lettered"),
        grade_words=words("grade_words"),
        place_cues=frozenset(flat(cue) for one in languages for cue in raw(one)["place_cues"]),
        bodies=words("bodies") | _by_initials(languages),
        body_heads=tuple(sorted(words("body_heads"))),
        institution_heads=words("institution_heads"),
        plain=frozenset().union(*(one.common for one in known)) - places,
        brands=words("brands"),
        work_cues=words("work_cues"),
        makes=words("makes"),
        legal=frozenset(form for one in languages for form in _legal(one)),
        branded=words("branded"),
        departments=words("departments"),
        body_words=words("body_words"),
        gloss_words=words("gloss_words"),
        party_heads=words("party_heads"),
        party_words=words("party_words"),
        body_tails=tuple(sorted(words("body_tails"))),
        device_heads=words("device_heads"),
        gloss_endings=tuple(sorted(words("gloss_endings"))),
        department_heads=words("department_heads"),
        counted_before=words("counted_before"),
        portfolio_cues=words("portfolio_cues"),
        events=_without(words("events"), _small(languages)),
        days_of_events=words("days_of_events"),
        event_heads=words("event_heads"),
        event_tails=words("event_tails"),
        storms=words("storms"),
        storm_heads=tuple(sorted(words("storm_heads"))),
        landmarks=words("landmarks"),
        state_words=words("state_words"),
        sum_words=words("sum_words"),
        tongues=words("tongues"),
        tongue_cues=tuple(sorted(words("tongue_cues"))),
        belongs=_belongs(words("belonging"), _small(languages)),
        against=words("against"),
        belonging_links=words("belonging_links"),
        measures=signs("measures"),
        interval_words=words("interval_words"),
        interval_units=words("interval_units"),
        units_before=words("units_before"),
        hour_units=words("hour_units"),
        clock_cues=tuple(sorted(f" {one}" for one in words("clock_cues"))),
        counted_from=words("counted_from"),
        undated=words("interval_words") | words("interval_units") | _undated(languages, known),
        readings=words("readings"),
        reading_links=words("reading_links"),
        ordinals=words("ordinals"),
        ordinal_ends=signs("ordinal_ends"),
        ranked_before=words("ranked_before"),
        ranked_behind=words("ranked_behind"),
        interval_after=words("interval_after"),
        numerals=frozenset(word for one in languages for word in _numerals(one)),
        calendar=frozenset(word for one in languages for word in _calendar(one)),
        empty=signs("empty"),
        empty_fields=signs("empty_fields"),
    )


def _by_initials(languages: Iterable[str]) -> frozenset[str]:
    """Bodies that everybody knows by their initials."""
    return frozenset(
        flat(word) for one in languages for word in raw(one)["bodies_by_initials"].split()
    )


def _legal(language: str) -> Iterable[str]:
    forms = get(language).table("bodies").get("legal", ())
    return (flat(form).strip(".,") for form in forms)


def _undated(languages: Iterable[str], known: Iterable[Lexicon]) -> frozenset[str]:
    """Words that tell a time from the day of speaking, and the most frequent words."""
    listed = (
        flat(word)
        for one in languages
        for key in ("links", "relative", "units", "day_parts")
        for word in get(one).table("calendar")[key]
    )
    return frozenset(listed).union(*(one.stops for one in known))


def _without(entries: Iterable[str], small: frozenset[str]) -> frozenset[str]:
    """The entries of a list without articles and links."""
    return frozenset(
        " ".join(word for word in entry.split() if word not in small) for entry in entries
    )


def stem(word: str, endings: tuple[str, ...]) -> str:
    """A flat word without the ending of its gender and number; the longest endings come first."""
    if not word.endswith(endings):
        return word
    for ending in endings:
        if len(word) > len(ending) + 2 and word.endswith(ending):
            return word.removesuffix(ending)
    return word


def _belongs(cues: Iterable[str], small: Iterable[str]) -> re.Pattern[str]:
    between = rf"(?:\s(?:{any_of(small)}))*\Z"
    return re.compile(rf"\b(?:{any_of(cues)}){between}")


def _numerals(language: str) -> Iterable[str]:
    known = words_of(language)
    for one in (known.digits, known.teens, known.tens, known.hundreds, known.hundred):
        yield from one


def _listed(language: str, key: str) -> Iterable[str]:
    """The entries of a list: of a string with bars between them, with spaces, or of a table."""
    value = get(language).table("public").get(key, ())
    if not isinstance(value, str):
        return tuple(value)
    return value.replace("\n", "").split("|") if "|" in value else value.split()


def _words(language: str, key: str) -> Iterable[str]:
    listed = flat_all(list(_listed(language, key)))
    return [low if low.isalnum() else " ".join(low.split()) for low in listed]


def _facts(languages: Iterable[str], keys: Iterable[str]) -> frozenset[str]:
    return frozenset(flat(word) for one in languages for key in keys for word in facts(one)[key])


def _small(languages: tuple[str, ...]) -> frozenset[str]:
    listed = (raw(one)[key] for one in languages for key in ("articles", "links", "coordinating"))
    return frozenset(flat(word) for words in listed for word in words) | _facts(
        languages, ("possessives",)
    )


def _countries(language: str) -> Iterable[str]:
    own = get(language)
    yield from own.frozen("countries")["countries"]
    yield from own.frozen("cldr")["country_names"]
    yield from own.table("world")["countries"].values()


def _calendar(language: str) -> Iterable[str]:
    table = get(language).table("calendar")
    for key in ("months", "months_short", "weekdays", "weekdays_short", "weekdays_many", "seasons"):
        yield from map(flat, table[key])
    for key in ("month_alias", "weekday_alias", "season_alias"):
        yield from map(flat, table[key])
    for feasts in table["feasts"].values():
        for feast in feasts:
            yield from (word for word in flat(feast).split() if len(word) > 3)


@cache
def feasts(languages: tuple[str, ...]) -> frozenset[str]:
    """The feasts that the languages name, folded."""
    tables = [get(one).table("calendar") for one in languages]
    drawn = (name for one in tables for names in one.get("feasts", {}).values() for name in names)
    more = (name for one in tables for name in one.get("more_feasts", ()))
    return frozenset(flat(name) for name in (*drawn, *more))
