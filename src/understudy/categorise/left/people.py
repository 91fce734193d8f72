"""What stays of people: kinship, common jobs, offices, countries and peoples."""

from __future__ import annotations

from collections.abc import Sequence

from understudy.categorise.left.place import NAMES, WORD, Place, in_lists
from understudy.categorise.rules.offices import names_office
from understudy.core.folding import flat
from understudy.languages.public import stem

__all__ = ["is_country", "is_demonym", "is_job", "is_kinship"]


def is_kinship(place: Place) -> bool:
    """A word for a relative: "sister", "su cuñada", "tres hermanos", "mi exesposo"."""
    words = place.words
    listed = (words.kinship, words.small, words.numerals)
    return place.of("FAMILY") and bool(place.said) and in_lists(place.said, listed)


def is_job(place: Place) -> bool:
    """A common job; what stands behind it in small letters does not make it rarer than common."""
    if not place.of("OCCUPATION") or any(letter.isdigit() for letter in place.value):
        return False
    found = WORD.findall(place.value)
    if _office(place) or _titled_job(place):
        return True
    rest = [word for word in found[1:] if flat(word) not in place.words.small]
    department = " ".join(map(flat, rest)) in place.words.departments
    named = [
        word for word in rest if word[0].isupper() and flat(word) not in place.words.departments
    ]
    if named and not place.value.isupper() and not department:
        return False
    named = [word for word in found if flat(word) not in place.words.small]
    words = place.words
    head = " ".join(map(flat, named[:-1]))
    if head in words.departments and stem(flat(named[-1]), words.job_endings) in words.jobs:
        return True  # "Procurement Lead"
    # What it is called by stands first or last: "conductor de camión", "lorry driver".
    return any(stem(flat(word), words.job_endings) in words.jobs for word in named[:1] + named[-1:])


def _titled_job(place: Place) -> bool:
    """A job by its ending ("radiologist"), or one with what offices are called by beside it:
    "Senior Counsel", "Jefe de Servicio de Neumología"."""
    words, said = place.words, place.said
    rest = [word for word in said if word not in words.small]
    if place.on(words.bodies):
        return False  # "Guardia Civil"
    if rest and rest[-1].endswith(words.job_tails or ("\0",)):
        return len(rest) == 1 or words.office_beside.issuperset(rest[:-1])
    if rest and words.office_beside.issuperset(rest):
        return True  # "con Inversores"
    plain = [word for word in rest if not word.endswith(words.medicine_endings)]
    return bool(plain) and any(names_office(plain, words, one) for one in words.languages)


def _office(place: Place) -> bool:
    """A job with nothing before it but words of public bodies: "University President"."""
    words = place.words
    *front, last = place.rest or [""]
    job = stem(last, words.job_endings) in words.jobs
    return bool(front) and job and words.body_words.issuperset(front)


def is_country(place: Place) -> bool:
    """A country, by one of its names."""
    return place.of("LOCATION", "NRP") and place.name in place.words.countries


def is_demonym(place: Place) -> bool:
    """A people; or a language, which is taken for a person where it is a surname, too."""
    rest, words = place.rest, place.words
    peoples = bool(rest) and in_lists(rest, (words.demonyms, words.tongues))
    # "el Ejecutivo galo": no name has small letters in such a text
    if _state(place, rest) or (peoples and place.cased and place.value.islower()):
        return True
    borne = peoples and _may_be_somebody(place, rest)
    if borne or not peoples or place.of("NRP", "DEMOGRAPHIC", "LOCATION", "MISC"):
        return peoples and not borne
    if not words.names.issuperset(rest):
        return True  # "the Sunni Arab regions"
    if "-" in place.value and words.demonyms.issuperset(rest):
        return True  # "Greek-Cypriot"
    if not place.of("PERSON", "ORGANIZATION") or len(rest) != 1:
        return False
    behind, before = place.rear[:1], " ".join(place.front)
    governs = bool(behind) and behind[0] in words.state_words  # "the French Government"
    spoken = before.endswith(tuple(f" {cue}" for cue in words.tongue_cues))
    return governs or spoken or before in words.tongue_cues


def _may_be_somebody(place: Place, rest: Sequence[str]) -> bool:
    """Whether a people is somebody's name here: a given name that is taken for a place ("Maya"), or
    one with a title before it: "la Sra. Lenca"."""
    words = place.words
    if place.of("LOCATION"):
        return words.given.issuperset(rest)
    before = place.front[-1:]
    return place.of("PERSON") and bool(before) and before[0].rstrip(".") in words.titles


def _state(place: Place, rest: Sequence[str]) -> bool:
    """A country by its people and what it is, or its forces: "the French Republic"."""
    words = place.words
    peoples = [word for word in rest if word in words.demonyms]
    return (
        place.of(*NAMES, "NRP", "MISC")
        and 0 < len(peoples) < len(rest)
        and all(word in words.demonyms or word in words.state_words for word in rest)
    )
