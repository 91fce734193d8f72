"""What coherent stand-ins show of a value: the fields of the sketches, and what bundles show."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from understudy.replace.declared import CATEGORY, EQUALITY, POSITION, Declared
from understudy.replace.surrogate.kinds import DATED, NUMBERS, ORGANIZATIONS, PLACES, SHOWN
from understudy.replace.surrogate.writers import KIND_OF
from understudy.surrogates.kernel import declared
from understudy.surrogates.settings import Settings

__all__ = [
    "AVOIDED",
    "DECLARED",
    "GENDER",
    "SPELT",
    "STAYING",
    "TOGETHER",
    "YEARS",
    "mechanism",
    "shown",
]

TOGETHER = Declared(
    "which mentions belong together",
    "Which mentions share a draw: a person with the addresses and spellings made of the name, all "
    "dates, times and ages, all places with the organizations that have the name of a listed one, "
    "one number, one organization with its web addresses; which people share a surname, and which "
    "organizations have the name of a place or a person of the text in theirs, where it has three "
    "letters or more; of several names, which one. A name is drawn "
    "again that was drawn for somebody else of the document, or that does not go with the public "
    "word before it (“e Ignacio”). "
    "Names are linked by their words, by listed short forms and, from six letters on, over a slip; "
    "within a longer word of an address a name of four letters or more is found.",
)
YEARS = Declared(
    "year in a number",
    "Which number bears a year that lies no more than ten years from that of a date of the text, "
    "and how many years lie between them; the year in its stand-in lies as far from that of the "
    "date's. Which Mexican number holds a day that a date of the text tells, and which two of them "
    "begin alike.",
)
AVOIDED = Declared(
    "the values of the document, which the draw avoids",
    "A stand-in is drawn again where it equals a value of the document, so it tells what the value "
    "was not.",
)
GENDER = Declared(
    "gender, and the title that says it",
    "Titles, and words for a gender, stay where public lists have them.",
)
SPELT = Declared(
    "style of the spelling",
    "How the name of a town or an organization is spelt: gaps, names of letters, examples, a word "
    "for two equal letters; and whether all of it is.",
)
_POINTING = Declared(
    "words that point",
    "Words such as they, my wife, here or there stay: they name nobody and no place.",
)
_INSTITUTION = Declared(
    "words that say the kind", "Words such as the Court or the hospital stay: they name none."
)
_NUMBER_WORD = Declared(
    "words beside the number",
    "Words such as hundred or million stay where no number stands before them.",
)
STAYING = {
    "nobody": _POINTING,
    "kind of place": _POINTING,
    "kind of organization": _INSTITUTION,
    "number word": _NUMBER_WORD,
    "title": GENDER,
    "gender": GENDER,
}
"""Why a mention stays by a public list → what an event says of it."""


def mechanism(kind: str, *, readable: bool = False) -> str:
    """The name of the draws of a kind, as events and reports give it."""
    return f"surrogate ({SHOWN.get(kind, kind)}{', readable' if readable else ''})"


@cache
def shown(kind: str, settings: Settings, unit: str) -> tuple[str, ...]:
    """The names of all that a stand-in of the kind shows of a value under these settings.

    Without a kind it is a title or a word for a gender.
    """
    always = (CATEGORY, POSITION) if unit == "token" else (CATEGORY, POSITION, EQUALITY, TOGETHER)
    fields = declared(KIND_OF[kind], settings) if kind else (GENDER,)
    years = (YEARS,) if kind == NUMBERS and unit != "token" else ()
    return tuple(dict.fromkeys(one.name for one in (*always, *fields, *years)))


def _declared() -> Iterator[Declared]:
    yield from (CATEGORY, POSITION, EQUALITY, TOGETHER, AVOIDED, *STAYING.values())
    for name, kind in KIND_OF.items():
        own = [mechanism(name), mechanism(name, readable=True)]
        if name == DATED:
            own += ["surrogate (laplace shift)", "surrogate (uniform shift)"]
        if name == NUMBERS:
            yield from (YEARS._replace(of=of) for of in own)
        if name in (PLACES, ORGANIZATIONS):
            yield from (SPELT._replace(of=of) for of in own)
        for one in kind.invariants:
            yield from (Declared(one.name, one.says, of) for of in own)


DECLARED: tuple[Declared, ...] = tuple(dict.fromkeys(_declared()))
"""What is declared of any policy, each field of a sketch with the draws that it belongs to."""
