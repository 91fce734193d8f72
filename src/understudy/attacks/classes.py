"""What sort of person a value tells: the sex, the band of age, the region or the job behind it.

Attribute inference needs classes that many documents share; of "45 años" and "44 years" that is the
band, of a town its region, of "enfermera" and "enfermeros" the job.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from understudy.core.categories import ancestors, categories
from understudy.core.folding import flat, fold
from understudy.languages import DEFAULT, get
from understudy.languages.public import public_words, stem
from understudy.surrogates.places.atlas import lookup

__all__ = ["BANDS", "class_of"]

BANDS = (18, 40, 65)
"""Where a band of age ends and the next begins."""
_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"[^\W\d_]+")


def class_of(category: str, value: str, language: str | None) -> str | None:
    """The class of a value, as its category has it; of a category without one, the value itself.
    None where the value tells no class."""
    for name in ancestors(category, categories()):
        if name in _CLASSES:
            return _CLASSES[name](value, language or DEFAULT)
    return fold(value)


def _sex(value: str, language: str) -> str | None:
    words = {flat(word) for word in _WORD.findall(value)}
    for one in (language, *get(language).reads):  # the letters of its own language first
        listed = get(one).table("people").get("genders", {})
        for sex in ("female", "male"):
            if words & {flat(word) for word in listed.get(sex, ())}:
                return sex
    return None


def _band(value: str, language: str) -> str | None:
    number = _NUMBER.search(value)
    if number is None:
        return None
    age = int(number[0])
    low = max((0, *(end for end in BANDS if end <= age)))
    high = min((end for end in BANDS if end > age), default=None)
    return f"{low} and more" if high is None else f"{low} to {high - 1}"


def _region(value: str, language: str) -> str | None:
    """The widest region that is known of a place in the countries of the language, or its
    country."""
    for known in lookup(value.strip(" .,;:"), language):
        if known.kind in ("country", "wider"):
            return known.name
        return known.region or known.country
    return None


def _job(value: str, language: str) -> str | None:
    known = public_words(get(language).reads)
    stems = (stem(word, known.job_endings) for word in _WORD.findall(value.lower()))
    return next((one for one in stems if one in known.jobs), None)


_CLASSES: Mapping[str, Callable[[str, str], str | None]] = {
    "GENDER": _sex,
    "AGE": _band,
    "LOCATION": _region,
    "OCCUPATION": _job,
}
