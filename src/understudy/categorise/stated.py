"""What the words around names tell of who is meant: a gender, and that two names are one person's.

"Mrs Smith" is not the son who was mentioned last; "Ann Lee, née Park" and "Park" are one person,
and so are "first name Ann … last name Lee".
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.languages import reads
from understudy.languages.lexicon import raw
from understudy.languages.names import Name, forms
from understudy.surrogates.people.names import FEMALE, MALE, known, likely_gender
from understudy.surrogates.people.titles import flat_lists, flat_title, title_gender

__all__ = [
    "Sentences",
    "ends_sentence",
    "gender_of_name",
    "is_relative",
    "one_person",
    "stated_gender",
]

_BEFORE = 24
"""Characters before a name in which a title or a word for a relative stands."""
_LAST_WORDS = re.compile(r"(?:(\w+[.ªº]*)\s+)?(\w+(?:\.?[ªºa]\b)?\.?)\s*\Z")
_BETWEEN = 60
"""Characters between two names of one person."""
_MOST_NAMES = 4
"""Words of the longest name in a field of given names, or of surnames."""
_SENTENCE = re.compile(r"[.!?] (?=[A-ZÀ-Þ])|\n")
_SIGNS = re.compile(r"[^\w]+")


def stated_gender(text: str, span: Span, language: str, since: int = 0) -> str:
    """The gender that a title at a mention tells, or a word for a relative before it; empty where
    none does. What stands before ``since`` is another's name, and tells nothing."""
    own = text[span.start : span.end].split()
    before = _LAST_WORDS.search(text, max(since, span.start - _BEFORE), span.start)
    near = [word for word in before.groups() if word] if before else []
    for word in (*own[:1], *reversed(near[-1:])):
        if of := title_gender(flat_title(word, language), language):
            return of
    kin = flat(near[-1]) if near else ""
    lists = [flat_lists("near", one) for one in reads(language)]
    told = {of for one in lists for of in (FEMALE, MALE) if kin and kin in one[of]}
    return told.pop() if len(told) == 1 else ""


def is_relative(text: str, span: Span, language: str) -> bool:
    """Whether the word for a relative stands right before a name: "his brother Jack"."""
    before = _LAST_WORDS.search(text, max(0, span.start - _BEFORE), span.start)
    kin = flat(before[2]) if before else ""
    lists = (words for one in reads(language) for words in flat_lists("near", one).values())
    return any(kin in words for words in lists)


class Sentences:
    """Where the sentences of a text end: whoever asks for every name whether one ends between it
    and a name far before it would read the text again and again."""

    __slots__ = ("_ends", "_starts")

    def __init__(self, text: str) -> None:
        found = list(_SENTENCE.finditer(text))
        self._starts = [one.start() for one in found]
        # The capital that begins the next sentence is looked at, too.
        self._ends = [one.end() + (one[0] != "\n") for one in found]

    def end_between(self, start: int, end: int) -> bool:
        """Whether a sentence ends between two places, as ``ends_sentence`` tells it."""
        at = bisect_left(self._starts, start)
        return at < len(self._ends) and self._ends[at] <= end


def ends_sentence(text: str, start: int, end: int) -> bool:
    """Whether a sentence ends between two places of a text."""
    return _SENTENCE.search(text, start, end) is not None


def gender_of_name(name: Name, language: str) -> str:
    """The gender of a full name's given name, by the lists or its ending; empty of an initial."""
    return likely_gender(name[0], language) if len(name) > 1 and len(name[0]) > 1 else ""


def one_person(
    text: str,
    mentions: Sequence[int],
    spans: Sequence[Span],
    names: Sequence[Name],
    language: str,
) -> Iterator[tuple[int, int]]:
    """Neighbouring mentions that are said to be two names of one person; ``spans`` are all marks
    of the text and ``names`` the names of the ``mentions`` among them."""
    for at, (one, other) in enumerate(pairwise(mentions)):
        first, last = spans[one].end, spans[other].start
        if first >= last:
            continue
        said = _public(text, first, last, spans[one + 1 : other])
        if said is None:
            continue
        name, next_name = names[at], names[at + 1]
        short = len(next_name) == 1
        alike = bool(forms(name[0], language) & forms(next_name[0], language))
        whole = not ends_sentence(text, first, last)
        beside = whole and all(mark.label == "TITLE" for mark in spans[one + 1 : other])
        also = said in _labels("also", language)
        renamed = beside and ((short and also) or said in _labels("alias", language))
        renamed = renamed or (whole and alike and also)  # "…, jo@…, formerly Mrs Jo Krause"
        renamed = renamed or (not said and short and _bracketed(text, spans[one], spans[other]))
        ended = said.endswith(tuple(_labels("then", language)))
        if (
            renamed
            or (short and len(name) == 1 and ended)
            or _fields(said, name, next_name, language)
        ):
            yield one, other


def _fields(said: str, name: Name, next_name: Name, language: str) -> bool:
    """Whether two names are those of the fields of one form: "Nombre: María Luz", "Apellidos: Ríos
    Paz", in this order or the other."""
    if not raw(language)["traits"]["surnames_joined"]:
        return False
    few = len(name) <= _MOST_NAMES and len(next_name) <= _MOST_NAMES
    return few and said in _labels("fields", language)


def _bracketed(text: str, one: Span, other: Span) -> bool:
    """Whether a name stands behind another in brackets of its own: "Mr. Adeyemi (Femi)"."""
    between = text[one.end : other.start].strip()
    return between == "(" and text[other.end : other.end + 1] == ")"


def _public(text: str, start: int, end: int, marks: Sequence[Span]) -> str | None:
    """The flat words between two names without what is marked there; None where a sentence ends
    or too much is said."""
    pieces, at = [], start
    for mark in marks:
        pieces.append(text[at : mark.start])
        at = max(at, mark.end)
    pieces.append(text[at:end])
    between = " ".join(pieces)
    if len(between) > _BETWEEN or "\n\n" in between:
        return None
    return flat(_SIGNS.sub(" ", between)).strip()


@cache
def _labels(kind: str, language: str) -> frozenset[str]:
    """What stands between two names of one person: "née", or "last name" before the second."""
    lists = (known(one).get("same", {}) for one in reads(language))
    return frozenset(flat(word) for one in lists for word in one.get(kind, ()))
