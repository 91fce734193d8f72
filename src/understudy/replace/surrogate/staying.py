"""What stays because a public list says that it may, and the reason; nothing else of it is kept.

"He", "here", "the Court" and "hundred" name nobody and no number. A title or a word for a gender
says what the policy keeps, where the lists know it: "Professor" stays, "Dalai Lama" is drawn.
"""

from __future__ import annotations

import re
from functools import cache

from understudy.core.folding import flat
from understudy.languages import facts, reads
from understudy.languages.lexicon import raw
from understudy.languages.numbers.words import number_table
from understudy.replace.surrogate.kinds import NAMED
from understudy.surrogates.numbers.form import COUNTED
from understudy.surrogates.people.names import known
from understudy.surrogates.people.titles import title_gender
from understudy.surrogates.people.tokens import names_nobody

__all__ = ["MAY_STAY_BY_LISTS", "reason_to_stay"]

_POINTING = (
    dict.fromkeys(NAMED, "pronouns")
    | dict.fromkeys(("LOCATION", "FACILITY"), "places_pointed_at")
    | dict.fromkeys(("ORGANIZATION", "HOSPITAL"), "institutions")
)
_REASON = {
    "pronouns": "nobody",
    "places_pointed_at": "kind of place",
    "institutions": "kind of organization",
}
MAY_STAY_BY_LISTS = frozenset(("TITLE", "GENDER")).union(COUNTED, _POINTING)
"""The categories of which a mention may stay."""
_WORDS = re.compile(r"[^\W\d_]+")


def reason_to_stay(text: str, category: str, language: str, *, gender: bool) -> str:
    """Why a mention stays, empty where it does not; ``gender``: whether the policy keeps it.

    A pronoun, or a word such as "here", in small letters names nobody; with a capital it may be a
    name, and in a spelling a letter. "The Court" says what it is and names none, capital or not.
    """
    if category in ("TITLE", "GENDER"):
        listed = _is_title(text, language) if category == "TITLE" else _is_gender(text, language)
        return category.lower() if gender and listed else ""
    if category in COUNTED:
        return "number word" if text.lower() in _sizes(language) else ""
    words = _POINTING.get(category)
    if words is None:
        return ""
    if words == "institutions":
        plain = _article(language).sub("", text.lower(), count=1)
        return _REASON[words] if plain in _pointers(words, language) else ""
    points = text in _pointers(words, language) or (
        words == "pronouns" and names_nobody(text, language)
    )
    return _REASON[words] if points else ""


def _is_title(text: str, language: str) -> bool:
    """Whether it is made of titles of the lists, with what may stand before and between them: of
    any language that is read, since people who write in two call each other "doña" in both."""
    words = [flat(word) for word in _WORDS.findall(text)]
    for one in reads(language):
        small = _around_titles(one)
        said = [word for word in words if word not in small]
        if said and all(title_gender(word, one) is not None for word in said):
            return True
    return False


@cache
def _around_titles(language: str) -> frozenset[str]:
    titles = known(language)["titles"]
    return frozenset(map(flat, (*titles["before"], *titles["joins"], *raw(language)["articles"])))


def _is_gender(text: str, language: str) -> bool:
    return any(flat(text.strip(" .")) in _genders(one) for one in reads(language))


@cache
def _genders(language: str) -> frozenset[str]:
    return frozenset(map(flat, (*facts(language)["genders"], *known(language)["genders"]["said"])))


@cache
def _sizes(language: str) -> frozenset[str]:
    """ "hundred", "million": what says no number without another before it."""
    table = number_table(language)
    scales = [one for one in table["scales"] if not one["alone"]]
    said = [word for scale in scales for word in (scale["one"], scale["many"])]
    return frozenset((table["hundred"], *said))


@cache
def _article(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{'|'.join(raw(language)['articles'])})\s+")


@cache
def _pointers(words: str, language: str) -> frozenset[str]:
    return frozenset(facts(language)[words])
