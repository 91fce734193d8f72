"""Words that name nothing where they stand: small letters in an edited text ("licencias de
telefonía"), codes of a quarter or a gate ("Q3"), doubled initials ("RR. HH."), what opens a
sentence ("Per HR"), what a number is called ("CBU"), years long past."""

from __future__ import annotations

import re
from functools import cache

from understudy.categorise.evidence import Evidence
from understudy.categorise.rules.casing import cased, edited
from understudy.core.folding import flat, flat_words
from understudy.core.types import Span
from understudy.identify.cues import company_words, house_kinds
from understudy.identify.settings import CUE, LIST, MODEL, finds_by
from understudy.languages import facts, get
from understudy.languages.lexicon import lexicon, listed, on_list, raw
from understudy.languages.lists import any_of
from understudy.languages.public import public_words, stem

__all__ = ["names_nothing"]

_NAMED = frozenset(("PERSON", "LOCATION", "ORGANIZATION"))
_SURE = 0.7
_NEAR = 24
_WORD = re.compile(r"[^\W\d_]+")
_QUARTER = re.compile(r"[A-Z]\d{1,2}")
_CAPITALS = re.compile(r"[A-Z]{3,5}")
_SHORT = 4
_HYPHENED = re.compile(r"-([^\W\d_]+)-")
_COUNTED = re.compile(r"(?<![\w.,])\d+ \Z")
_ROAD = re.compile(r"[A-Z]{1,3}-\d{1,4}|[A-Z]\d{1,4}")
"""The number of a road: "I-80", "N-340", "M25"."""
_NEAR_PLATE = 6
_CODED = frozenset(("LICENSE_PLATE", "ID", "CASE_NUMBER", "ORDER_NUMBER", "TICKET_NUMBER"))
_ROUTE = re.compile(r"(?<![\w-])[A-Z]{3}[-–/][A-Z]{3}(?![\w-])")
_CODE_AND_DASH = 4
_TWICE = re.compile(r"(?<!\w)([A-Z])\1\. ?([A-Z])\2\b\.?")
_OPENS = re.compile(r"(?:\A|[\n.!?¡¿>|]\s*)\Z")
_CALLS = re.compile(r"\s?[,!]")
_SMALL = re.compile(r" [a-zß-öø-ÿ]+ ")
_GRADED = re.compile(r" [IVX]{1,4}[A-Da-d]?(?!\w)(?! de )")
"""A grade in Roman numerals, which no town has."""
_COUNTY = re.compile(r"\.? (?:[a-zß-ÿ]{2,3} )?[A-ZÀ-Þ]")


def names_nothing(span: Span, held: Evidence, text: str, language: str) -> bool:
    """Whether a guess at a name stands on such words, and nobody seconds it."""
    value = text[span.start : span.end]
    by = finds_by(span.source)
    if span.label not in _NAMED or span.score >= 1.0:
        return by == MODEL and _no_trait(span.label, value, language)
    others = [one for one in held.over(span.start, span.end) if one.source != span.source]
    if (
        _in_doubled(span, text)
        or (
            flat(value) in on_list("code_labels", language)
            and (value.isupper() or _before_code(span, held))
        )  # "UTR 4829 117 306", "Reg is yankee delta one seven"
        or _county(span, text, language)
        or _half_known(span, text, language)
        or _route(span, value, text, language)
        or (span.label == "PERSON" and value.islower() and _counted(span, text))
        or (by == MODEL and len(value) == 1 and value.islower())
        or _old(span, text, language)
        or _road(span, value, text, language)
        or _thing_and_link(value, language)
        or (by == MODEL and _stump(span, text, language))
    ):
        return True
    if _interjection(span, text, language) or _job_called(span, text, language):
        return not any(finds_by(one.source) == MODEL for one in others)
    if by == MODEL and not others:
        return _guessed(span, value, text, language)
    if by == CUE and value.islower() and not any(finds_by(one.source) == MODEL for one in others):
        return _cued(span, value, text, language)
    return by == LIST and span.label == "LOCATION" and not others and _stray(span, text, language)


def _before_code(span: Span, held: Evidence) -> bool:
    """Whether the number of a plate follows, or a code."""
    near = held.over(span.end, span.end + _NEAR_PLATE)
    return any(one.label in _CODED and one.start >= span.end for one in near)


def _no_trait(label: str, value: str, language: str) -> bool:
    """Whether a trait of the model's is none: a job in capitals ("control por su MAP"), a gender
    that no list has ("a 38 year old runner"), a people that is none ("paciente vegana")."""
    if label == "OCCUPATION":
        return value.isupper() and len(value) <= _SHORT
    if label == "GENDER":
        return flat(value.strip(" .")) not in _genders(language)
    return label == "NRP" and flat(value) in _no_peoples(language)


def _guessed(span: Span, value: str, text: str, language: str) -> bool:
    """Of the model alone."""
    if span.label != "LOCATION" and _QUARTER.fullmatch(value):
        return True  # "the Q3 numbers", "la T4"
    if span.label == "LOCATION" and _CAPITALS.fullmatch(value) and edited(text):
        return _on_no_list(value, language) and not _behind_cue(span, text, language)  # "the FT"
    if span.label == "PERSON" and _opens(span, text) and flat(value) in _openers(language):
        return True  # "Per HR: …"
    if not value.islower() or not edited(text) or not _on_no_list(value, language):
        return False
    if span.label == "PERSON":
        return span.score < _SURE
    said = flat(value).split()
    kinds = (company_words(language), house_kinds(language))
    house = " " in value and not all(one.isdisjoint(said) for one in kinds)
    return not house and not (span.label == "LOCATION" and _behind_cue(span, text, language))


def _route(span: Span, value: str, text: str, language: str) -> bool:
    """Whether two airports stand together: "GLA-LHR"."""
    if span.label == "ORGANIZATION" or not value.isupper():
        return False
    low = max(0, span.start - _CODE_AND_DASH)
    route = next((one for one in _ROUTE.finditer(text, low, span.end + _CODE_AND_DASH)
                  if one.start() <= span.start and span.end <= one.end()), None)  # fmt: skip
    return route is not None and not all(map(lexicon(language).names, flat(route[0]).split()))


def _counted(span: Span, text: str) -> bool:
    """Whether a number counts it: "350 lucas"."""
    return _COUNTED.search(text, max(0, span.start - _NEAR), span.start) is not None


def _old(span: Span, text: str, language: str) -> bool:
    """Whether it is the number of an age: "Seven-day-old"."""
    unit = _HYPHENED.match(text, span.end)
    units = public_words(get(language).reads).interval_units
    return unit is not None and flat(unit[1]) in units


def _road(span: Span, value: str, text: str, language: str) -> bool:
    """Whether it is the number of a public road: "on I-80", "the M25"; but "lives in M14"."""
    if span.label != "LOCATION" or _ROAD.fullmatch(value) is None:
        return False
    before = text[max(0, span.start - _NEAR) : span.start].split()[-1:]
    return "-" in value or (bool(before) and flat(before[0]) in listed("road_leads", language))


def _stump(span: Span, text: str, language: str) -> bool:
    """Whether hardly a letter is left of a guess at a body: the "C." of "al C. Efraín", the "de C"
    of "S.A. de C.V."."""
    if span.label != "ORGANIZATION":
        return False
    small = public_words(get(language).reads).small
    words = [word for word in _WORD.findall(text, span.start, span.end) if word not in small]
    figures = any(map(str.isdigit, text[span.start : span.end]))
    return not figures and sum(map(len, words)) <= 1


def _thing_and_link(value: str, language: str) -> bool:
    """Whether a thing that is known by its initials leads on to another: "CS de"."""
    if value.isalpha():
        return False
    first, *rest = value.split() or [""]
    if not rest or first not in on_list("things_by_initials", language):
        return False
    return public_words(get(language).reads).small.issuperset(rest)


def _behind_cue(span: Span, text: str, language: str) -> bool:
    """Whether a word before it leads to a place: "in kerala"."""
    last = text[max(0, span.start - _NEAR) : span.start].split()[-1:]
    return bool(last) and flat(last[0]) in _places(language)


def _cued(span: Span, value: str, text: str, language: str) -> bool:
    """Of a cue alone: a verb behind the word for somebody ("la paciente acude"), or a helping one
    that is a name, too: "my mother will let me"."""
    behind = _WORD.match(text, span.end + 1)
    if value in _helpers(language) and behind is not None and behind[0].islower():
        return True
    return span.label == "PERSON" and cased(text) and _on_no_list(value, language)


def _stray(span: Span, text: str, language: str) -> bool:
    """Whether a town in small letters stands behind a word that leads to no place: "el resto
    normal"."""
    value = text[span.start : span.end]
    before = text[max(0, span.start - _NEAR) : span.start]
    if _GRADED.match(text, span.end) and not _behind_cue(span, text, language):
        return True  # "Bethesda IV"
    if _opens(span, text) and value.istitle() and _SMALL.match(text, span.end):
        return True  # "Reserve on OpenTable!"
    if not value.islower() or " " in value or not before[-1:].isspace() or not before.strip():
        return False
    last = before.split()[-1]
    return last.isalpha() and last.islower() and flat(last) not in _places(language)


def _in_doubled(span: Span, text: str) -> bool:
    """Whether it is in the initials of several things, each twice: "RR. HH.", "EE. UU."."""
    low, high = max(0, span.start - 8), span.end + 8
    return "." in text[low:high] and any(
        one.start() <= span.start and span.end <= one.end()
        for one in _TWICE.finditer(text, low, high)
    )


def _county(span: Span, text: str, language: str) -> bool:
    """Whether it is short for a county before its name: "Co. Waterford"."""
    value = text[span.start : span.end].rstrip(".")
    return value in listed("place_shorts", language) and bool(_COUNTY.match(text, span.end))


def _half_known(span: Span, text: str, language: str) -> bool:
    """Whether it is half of a word with a hyphen that all know: "Medi-[Cal]"."""
    start, end, longest = span.start, span.end, _longest_known(language)
    while (
        start and end - start <= longest and (text[start - 1].isalnum() or text[start - 1] == "-")
    ):
        start -= 1
    while end < len(text) and end - start <= longest and (text[end].isalnum() or text[end] == "-"):
        end += 1
    if (start, end) == (span.start, span.end):
        return False
    public = public_words(get(language).reads)
    whole = flat(text[start:end])
    return whole in public.brands or whole in public.bodies


@cache
def _longest_known(language: str) -> int:
    """Characters of the longest brand or body: a word with more is none of them, wherever it
    ends, since ``flat`` is as long as its text."""
    public = public_words(get(language).reads)
    return max(map(len, public.brands | public.bodies), default=0)


def _interjection(span: Span, text: str, language: str) -> bool:
    """Whether a call opens a sentence: "Che, el técnico que vino"."""
    value = flat(text[span.start : span.end])
    return (
        value in _interjections(language)
        and _opens(span, text)
        and _CALLS.match(text, span.end) is not None
    )


def _job_called(span: Span, text: str, language: str) -> bool:
    """Whether a job, which is a surname, too, has the name of who does it behind it: "Barber
    called Enzo"."""
    if span.label != "PERSON" or finds_by(span.source) == MODEL:
        return False
    public = public_words(get(language).reads)
    job = stem(flat(text[span.start : span.end]), public.job_endings) in public.jobs
    return job and _naming(language).match(text, span.end) is not None


@cache
def _naming(language: str) -> re.Pattern[str]:
    return re.compile(rf" (?:{any_of(listed('naming_words', language))}) [^\W\d_a-zß-öø-ÿ]")


def _opens(span: Span, text: str) -> bool:
    return _OPENS.search(text, max(0, span.start - 6), span.start) is not None


def _on_no_list(value: str, language: str) -> bool:
    """Whether no list of the languages that are read has a name or a place in it."""
    public = public_words(get(language).reads)
    words = [word for word in flat(value).replace("-", " ").split() if word not in public.small]
    read = [lexicon(one) for one in get(language).reads]
    whole = " ".join(words)
    if whole in public.brands or whole in public.bodies:
        return False
    return not any(
        whole in one.places or any(one.names(word) or word in one.places for word in words)
        for one in read
    )


@cache
def _interjections(language: str) -> frozenset[str]:
    return flat_words(raw(language)["interjections"])


@cache
def _helpers(language: str) -> frozenset[str]:
    return flat_words(raw(language)["helpers"])


@cache
def _genders(language: str) -> frozenset[str]:
    """Words that say a gender."""
    return frozenset(flat(word) for one in get(language).reads for word in _said_of_genders(one))


def _said_of_genders(language: str) -> list[str]:
    return [*facts(language)["genders"], *get(language).table("people")["genders"]["said"]]


@cache
def _no_peoples(language: str) -> frozenset[str]:
    return frozenset(map(flat, listed("not_peoples", language)))


@cache
def _openers(language: str) -> frozenset[str]:
    return frozenset(map(flat, listed("sentence_openers", language)))


@cache
def _places(language: str) -> frozenset[str]:
    """Words behind which a place may stand."""
    lists = (*listed("place_cues", language), *listed("place_labels", language))
    ends = {flat(cue).split()[-1] for cue in lists}
    return frozenset(ends | set(map(flat, listed("coordinating", language))))
