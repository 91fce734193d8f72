"""What a guess at a name is, where the lists know better than the model: a feast, a town, a job, a
country, a house, the person by whom a house is called."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from understudy.categorise.rules.namesakes import ours
from understudy.categorise.rules.ordinary import joins, numbered, organization_words
from understudy.categorise.rules.regions import of_region
from understudy.core.folding import flat, flat_words
from understudy.core.types import Span
from understudy.identify.called import family_end
from understudy.identify.cues import house_kinds
from understudy.identify.settings import MODEL, finds_by
from understudy.languages import get
from understudy.languages.lexicon import lexicon, listed, raw
from understudy.languages.lists import any_of
from understudy.languages.public import feasts, public_words
from understudy.surrogates.places.reading import is_land

__all__ = ["all_feasts", "behind_body", "is_home", "named_as", "on_feast"]

_WORD = re.compile(r"\w+(?:['’]\w+)*")
_SURE, _BEFORE = 0.8, 24
_PAIR = 2
"""Given names that are borne as one: "Andrés Felipe"."""
_SEEN = 0.85
"""The score of a place that the model sees, whoever bears its name: "the Bergen office"."""
_MISTAKEN = frozenset(("PERSON", "ORGANIZATION"))
"""What a country is taken for where it plays, signs or votes."""
_TWO_NAMES = 2
_HOUSE = re.compile(r"[^\W\d_] \d{1,4}\Z")
_OWNED = re.compile(r"([^\W\d_]+)['’]s")
_LAST_WORD = re.compile(r"(\w+)\s\Z")
_UNSEEN_PEOPLE = frozenset(("LOCATION", "ORGANIZATION"))
_JOB_BEFORE = re.compile(r"([^\W\d_]+) \(\Z")
_NICKNAMED = re.compile(
    r"(?<!\w)(?P<article>[^\W\d_]{2,3}) (?P<people>[^\W\d_]+) "
    r"(?P<name>[^\W\d_a-zß-öø-ÿ][^\W\d_]+)\Z"
)
_WHOLE_NAME = re.compile(r"(?<![^\W\d_] )(?<!\w)([^\W\d_]+)((?: [^\W\d_]+){1,4}), \Z")
_CLOSES = re.compile(r"\s*(?:[.;)\n]|\Z)")
_NAME_NEAR = 80
"""Characters before a comma in which a whole name stands."""
_OWNER = re.compile(r"[^\W\d_]+(?: [^\W\d_]+)?['’]s")
_MISTAKEN_FEASTS = frozenset(("PERSON", "LOCATION", "ORGANIZATION"))


def named_as(span: Span, text: str, language: str) -> Span:
    """A guess under its right name, where the lists know better than the model what it is."""
    word = flat(text[span.start : span.end])
    seen = finds_by(span.source) == MODEL and span.label != "ORGANIZATION"
    family = family_end(text, span.start, span.end, language, seen) if " " not in word else 0
    if family:
        return span._replace(end=family, label="SURNAME", key=None, parts=())
    if (other := _other(span, text, word, language)) is not None:
        return other
    if (start := _feast_start(span, text, word, language)) is not None:
        return span._replace(start=start, label="DATE", key=None, parts=())
    if span.label in _MISTAKEN and _is_land(span, text, language):
        return span._replace(label="LOCATION")  # "ante Brasil", "the US said"
    label = _label(span, " ".join(word.split()), language)
    cut = label == "STREET_ADDRESS" and not _HOUSE.search(text[span.start : span.end])
    return span if cut or label == span.label else span._replace(label=label)  # "sub-20"


def _other(span: Span, text: str, word: str, language: str) -> Span | None:
    """What a guess is by the words around it: a town behind a name, somebody behind a job or a
    nickname, what is left of a body, a house to eat in; None where they say nothing."""
    if span.label == "PERSON" and is_home(span.start, span.end, text, language):
        return span._replace(label="LOCATION", key=None, parts=())
    if (person := _person(span, text, word, language)) is not None:
        return person
    if span.label == "ORGANIZATION":
        return _body(span, text, language)
    return _eatery(span, text, language) if span.label == "LOCATION" else None


def _person(span: Span, text: str, word: str, language: str) -> Span | None:
    """Somebody whom a guess takes for a place or a body: a given name in brackets behind a job, "al
    plomero (Rubén)", and a surname behind a nickname, "el Chino Paredes"."""
    if span.label not in _UNSEEN_PEOPLE or raw(language)["traits"]["peoples_capitalised"]:
        return None
    low, known = max(0, span.start - _NAME_NEAR), lexicon(language)
    if word in known.given and text[span.end : span.end + 1] == ")":
        job = _JOB_BEFORE.search(text, low, span.start)
        if job is not None and _is_job([flat(job[1])], language):
            return span._replace(label="PERSON", key=None, parts=())
    called = _NICKNAMED.search(text, low, span.end)
    if called is None or not low < called.start("name") < span.end:
        return None
    people = flat(called["people"]) in known.nationalities and called["people"].istitle()
    article = called["article"].lower() in listed("articles", language)
    if not (people and article and flat(called["name"]) in known.surnames):
        return None
    if span.start not in (called.start("people"), called.start("name")):
        return None
    return span._replace(start=called.start("name"), label="PERSON", key=None, parts=())


def is_home(start: int, end: int, text: str, language: str) -> bool:
    """Whether a town stands behind a whole name, the given name first, and a comma: "Marta Solís,
    Hermosillo". Behind a surname it may be a given name: "Solís Vega, Rosario"."""
    word, known = flat(text[start:end]), lexicon(language)
    if word not in known.places or word in known.given or word in known.guests:
        return False
    if known.names(word) and _CLOSES.match(text, end) is None:
        return False  # "Marta Solís, Valencia y los demás"
    name = _WHOLE_NAME.search(text, max(0, start - _NAME_NEAR), start)
    if name is None or not name[1][0].isupper():
        return False
    first = flat(name[1])
    given = first in known.given and first not in known.surnames
    return given and not known.surnames.isdisjoint(flat(name[2]).split())


def _body(span: Span, text: str, language: str) -> Span | None:
    """What is left of a guess at a body: the person that it is or is called by, the initials before
    a name, the places behind a word; None where it is the whole."""
    if ours(text, span.start, span.end, language):
        return span._replace(label="PERSON", key=None, parts=())
    if (owner := _owner(span, text, language)) is not None:
        return owner
    if end := _body_end(span, text, language):
        return span._replace(end=end, key=None, parts=())
    if start := _place_start(span, text, language):
        return span._replace(start=start, label="LOCATION", key=None, parts=())
    return of_region(span, text, language)


def _label(span: Span, word: str, language: str) -> str:
    """What the lists say of a name: a feast, a town, a job, a person."""
    known = lexicon(language)
    if word in _feasts(language) and not known.names(word):
        return "DATE"
    if span.label == "PERSON":
        return _nobody(word, language) or span.label
    if span.label == "ORGANIZATION":
        return _no_body(word, language) or span.label
    if span.label == "LOCATION" and finds_by(span.source) == MODEL:
        return _no_town(word, span.score, language)
    return span.label


def _no_body(word: str, language: str) -> str:
    """What a guess at a body is by its words: a job, a town, a person; else nothing."""
    if _is_job(word.split(), language):
        return "OCCUPATION"
    if " " in word and word in lexicon(language).places:
        last = word.rpartition(" ")[2]
        return "LOCATION" if last in house_kinds(language) else ""  # "Leamington Spa"
    return "PERSON" if _two_givens(word, language) else ""  # "al Andrés Felipe"


def _two_givens(word: str, language: str) -> bool:
    """Whether it is two given names in a language in which people bear two as one."""
    words, public = word.split(), public_words(get(language).reads)
    if len(words) != _PAIR or not raw(language)["traits"]["surnames_joined"]:
        return False
    known = lexicon(language)
    if not known.given.issuperset(words) or known.surnames.issuperset(words):
        return False
    return not public.is_house(word)


def _no_town(word: str, score: float, language: str) -> str:
    """What a place of the model's is by its words: an address, a house, a person, or a place."""
    known = lexicon(language)
    if _HOUSE.search(word):
        return "STREET_ADDRESS"  # "Gran Vía 22"
    if word in known.places:
        return "LOCATION"
    if " " in word and not house_kinds(language).isdisjoint(word.split()):
        return "ORGANIZATION"  # "Queen's Hospital Romford"
    if _is_civic(word, language):
        return "ORGANIZATION"  # "Tooting Fire Station"
    borne = word in known.given or word in known.guests or _is_called(word, language)
    return "PERSON" if borne and score < _SEEN else "LOCATION"


def _is_called(word: str, language: str) -> bool:
    """Whether two words are somebody's names: "Tyrese Holloway"."""
    known, words = lexicon(language), word.split()
    two = len(words) == _TWO_NAMES and words[0] in known.given and known.names(words[1])
    return two and not any(known.usual(one) or one in known.places for one in words)


def _is_civic(word: str, language: str) -> bool:
    """Whether the word for what serves a town begins a name, or ends it."""
    if raw(language)["traits"]["heads_first"]:
        return any(word.startswith(f"{flat(kind)} ") for kind in raw(language)["civic_kinds"])
    return any(word.endswith(f" {flat(kind)}") for kind in raw(language)["civic_kinds"])


def _nobody(word: str, language: str) -> str:
    """What is taken for a person and is a town, a job or a house; empty where it is none."""
    if word in lexicon(language).cities and not lexicon(language).names(word):
        return "LOCATION"  # "a Benidorm"
    if _is_job(word.split(), language):
        return "OCCUPATION"
    head = word.split()[0 if raw(language)["traits"]["heads_first"] else -1]
    if " " in word and head in _homes(language):
        return "LOCATION"  # "Rose Cottage", "Villa Rosa"
    return "ORGANIZATION" if _is_house(word.split(), language) else ""


def _is_land(span: Span, text: str, language: str) -> bool:
    """Whether it is a country, with an article or without, that nobody is called: not "Chad". A
    surname ("España", "Ireland") is a person's where the model or a title says so."""
    value = text[span.start : span.end]
    article, _, rest = value.partition(" ")
    name = rest if rest and article.lower() in listed("articles", language) else value
    if not is_land(name, language):
        return False
    word, read = flat(name), [lexicon(one) for one in get(language).reads]
    if span.label == "PERSON" and _introduced(language).search(text, 0, span.start):
        return False  # "me llamo Kenia"
    if span.label == "PERSON" and span.score > _SURE:
        borne = any(one.names(word) for one in read)
    else:
        borne = any(word in one.given or word in one.guests for one in read)
    return name.isupper() or not borne


@cache
def _introduced(language: str) -> re.Pattern[str]:
    """Words by which somebody says a name."""
    said = any_of((*listed("says_name", language), *listed("naming_words", language)))
    return re.compile(rf"(?<!\w)(?:{said}) \Z", re.I)


def _place_start(span: Span, text: str, language: str) -> int:
    """Where the places begin behind what has to do with them, which is taken for a body with
    them: "vuelos de Madrid y Barcelona"; 0 where it is none."""
    words = list(_WORD.finditer(text, span.start, span.end))
    if (
        len(words) < 3
        or not words[0][0].islower()
        or flat(words[0][0]) in organization_words(language)
    ):
        return 0
    rest = " ".join(flat(text[words[2].start() : span.end]).split())
    joined = re.split(joins(language), rest)
    linked = words[1][0] in listed("links", language) and not words[2][0].islower()
    return words[2].start() if linked and lexicon(language).places.issuperset(joined) else 0


def _owner(span: Span, text: str, language: str) -> Span | None:
    """The person by whom a house is called: "Luigi's", "Sala Goya"."""
    value, known = text[span.start : span.end], lexicon(language)
    owned = _OWNED.fullmatch(value)
    if owned and known.names(flat(owned[1])):
        return span._replace(end=span.start + len(owned[1]), label="PERSON", key=None, parts=())
    words = value.split()
    if len(words) != 2 or flat(words[0]) not in numbered(language) or not words[1].istitle():
        return None
    public = public_words(get(language).reads)
    if flat(value) in public.bodies or flat(value) in public.brands:
        return None  # "Grupo Socialista", "Seat León"
    return span._replace(start=span.end - len(words[1]), label="PERSON", key=None, parts=())


def _eatery(span: Span, text: str, language: str) -> Span | None:
    """A house that is called by its owner, which the model takes for a place: "Luigi's"."""
    value = text[span.start : span.end].rstrip(".,;:!?")
    if finds_by(span.source) != MODEL or not _OWNER.fullmatch(value) or not value[0].isupper():
        return None
    own = span._replace(end=span.start + len(value), label="ORGANIZATION", key=None, parts=())
    return _owner(own, text, language) or own


def on_feast(span: Span, text: str, word: str, language: str) -> bool:
    """Whether a name that people bear, or a saint's, is a feast behind "the day of": "el día de
    Reyes", "el puente de Sant Joan"."""
    saint = word.partition(" ")[0] in listed("saints", language) and " " in word
    if span.label not in _MISTAKEN_FEASTS or not (saint or word in all_feasts(language)):
        return False
    before = " ".join(flat(text[max(0, span.start - _BEFORE) : span.start]).split())
    return before.endswith(listed("feast_cues", language))


def _feast_start(span: Span, text: str, word: str, language: str) -> int | None:
    """Where a feast begins that is taken for a name, or of which a guess has the last word alone:
    "Rosh Hashanah"; None where there is none."""
    if on_feast(span, text, word, language):
        return span.start
    if span.label not in ("PERSON", "LOCATION") or word not in _feast_ends(language):
        return None
    before = _LAST_WORD.search(text, max(0, span.start - _BEFORE), span.start)
    if before is None:
        return None
    return before.start() if f"{flat(before[1])} {word}" in _feasts(language) else None


@cache
def _feast_ends(language: str) -> frozenset[str]:
    """The last words of feasts of several."""
    return frozenset(feast.rpartition(" ")[2] for feast in _feasts(language) if " " in feast)


@cache
def _feasts(language: str) -> frozenset[str]:
    """Feasts by names that nobody bears: "Carmen" and "Reyes" are people first."""
    reads = get(language).reads
    borne = frozenset().union(*(lexicon(one).given | lexicon(one).surnames for one in reads))
    return all_feasts(language) - borne


@cache
def all_feasts(language: str) -> frozenset[str]:
    """All feasts that the languages read in a text name."""
    return frozenset(" ".join(feast.split()) for feast in feasts(get(language).reads))


def _is_job(words: Sequence[str], language: str) -> bool:
    """Whether the words have one for a job at their end and no name: "Compliance Manager"."""
    if len(words) < 2 or _jobs(language).isdisjoint((words[0], words[-1])):
        return False
    return not any(map(lexicon(language).names, words))


def _is_house(words: Sequence[str], language: str) -> bool:
    """Whether the word for what a house is begins its name, or ends it: "Mutua Lantarón"."""
    if len(words) < 2:
        return False
    head = words[0] if raw(language)["traits"]["heads_first"] else words[-1]
    return head in organization_words(language) and not lexicon(language).names(head)


@cache
def _homes(language: str) -> frozenset[str]:
    return frozenset(map(flat, listed("home_kinds", language)))


@cache
def _jobs(language: str) -> frozenset[str]:
    return flat_words(raw(language)["job_words"])


def _body_end(span: Span, text: str, language: str) -> int:
    """Where the initials of a body end that a name follows; 0 where none does."""
    start = behind_body(text, span.start, span.end, language)
    if start == span.start:
        return 0
    found = _WORD.match(text, start)
    low, known = flat(found[0]) if found else "", lexicon(language)
    named = bool(low) and not known.usual(low) and low not in organization_words(language)
    return span.start + len(text[span.start : start].rstrip()) if named else 0


def behind_body(text: str, start: int, end: int, language: str) -> int:
    """Where a name begins behind the initials of a body: "ETA Idoia Laburu"."""
    words = list(_WORD.finditer(text, start, end))
    if len(words) < 2 or not words[0][0].isupper() or words[1][0].isupper():
        return start
    known = public_words(get(language).reads).bodies
    return words[1].start() if flat(words[0][0]) in known and len(words[0][0]) > 1 else start
