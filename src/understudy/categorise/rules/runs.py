"""Runs of capitals beside what the model says of them: "Defendant Leroy Washburn", "Mercadona de
Torrelavega", "Plaintiff Calder Timber Ltd".

A run is one guess over all capitalised words that stand together, whatever they are. Where the
model marks a part of it, the model knows better what that part is and where it ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from understudy.categorise.evidence import Evidence
from understudy.core.folding import flat
from understudy.core.text import words
from understudy.core.types import Span
from understudy.identify.settings import CUE, LIST, MODEL, finds_by
from understudy.languages import get
from understudy.languages.lexicon import Lexicon, lexicon, listed, raw
from understudy.languages.public import public_words, stem

__all__ = ["says_role", "settled"]

_CUED = 0.8
"""The least score of a guess that rests on a cue rather than on capitals alone."""
_TOLD = 0.9
"""What a body is worth that is told by initials before its name: "IES Cardenal Cisneros"."""
_RUNS = frozenset((CUE, LIST))
_GAP = 2
"""Characters between two names side by side."""
_NAMED = frozenset(("PERSON", "LOCATION", "ORGANIZATION", "PRODUCT", "CREATIVE_WORK"))


_HEADED = 0.95
"""The score of "Surname, Given" in a header, whatever the model takes either for."""


def settled(span: Span, evidence: Evidence, text: str, language: str) -> Iterator[Span]:
    """What of a run is left where the model marks a part of it; all of it where it does not."""
    value = text[span.start : span.end]
    if finds_by(span.source) not in _RUNS or not (" " in value or "-" in value):
        yield span
        return
    over = evidence.over(span.start, span.end) if MODEL in evidence.finders else ()
    marked = [one for one in over if finds_by(one.source) == MODEL and one.label in _NAMED]
    if span.label == "PERSON" and span.score < _HEADED and _parted(span, marked, text, language):
        for one in marked:
            if one.label == "PERSON":
                low, high = max(one.start, span.start), min(one.end, span.end)
                yield span._replace(start=low, end=high, key=None, parts=())
        return
    span = _before_job(span, over, text, language)
    if finds_by(span.source) != CUE:
        yield span
        return
    if span.label == "ORGANIZATION":
        # "Tom Ellery Purchasing Manager [Grayson Dairy Group]", "West [Bank and Israel]"
        parted = _signed(span, marked) or _bridges(span, marked, text, language)
        if not parted and (span.score >= _TOLD or not _over_person(span, marked)):
            yield _within(_without_role(span, marked, text, language), marked, text)
        return
    if span.label != "PERSON" or span.score >= _CUED or not marked:
        yield span
        return
    known = lexicon(language)
    people = any(one.label == "PERSON" for one in marked)
    for run in _cut(span, marked, text, language):
        if run is not span and people and any(_given(one, known) for one in _beside(run, [], text)):
            yield run
            continue
        of_run = [one for one in marked if one.start < run.end and run.start < one.end]
        yield from _judged(run, of_run, text, known)


def _before_job(span: Span, over: Sequence[Span], text: str, language: str) -> Span:
    """A name without the job behind it, which the model sees or which its words tell: "Tom Ellery
    [Purchasing Manager]"."""
    seen = [one for one in over if finds_by(one.source) == MODEL]
    ends = [one.end for one in seen if one.label == "PERSON" and one.end < span.end]
    if not ends or span.label != "PERSON":
        return span
    end, known = max(ends), lexicon(language)
    rest = flat(text[end : span.end]).split()
    told = bool(rest) and any(says_role(word, language, own=True) for word in (rest[0], rest[-1]))
    job = any(one.label == "OCCUPATION" and end <= one.start <= end + _GAP for one in seen)
    if not job and (not told or any(map(known.names, rest))):
        return span
    return span._replace(end=end, key=None, parts=())


def _signed(span: Span, marked: list[Span]) -> bool:
    """Whether a run goes from a person whom the model sees to a body behind that: who signs, and
    for whom."""
    people = [one.end for one in marked if one.label == "PERSON" and one.start <= span.start]
    bodies = [one.start for one in marked if one.label == "ORGANIZATION" and one.end >= span.end]
    return bool(people and bodies) and min(people) <= min(bodies)


def _parted(span: Span, marked: list[Span], text: str, language: str) -> bool:
    """Whether the model sees a person and something else side by side, and nothing is left
    between them or beside them but a small word: "Ackermann Goldman Sachs", "Rayuela de
    Cortázar"."""
    ordered = sorted(marked, key=lambda one: one.start)
    labels = {one.label for one in marked}
    if "PERSON" not in labels or len(labels) < 2:
        return False
    whole = ordered[0].start <= span.start and span.end <= ordered[-1].end
    return whole and all(
        0 < after.start - one.end <= _GAP
        or (
            one.label == "CREATIVE_WORK"
            and text[one.end : after.start].strip() in listed("links", language)
        )
        for one, after in pairwise(ordered)
    )


def _cut(span: Span, marked: list[Span], text: str, language: str) -> Iterator[Span]:
    """The run, parted where the model marks what stands before "and" and what stands behind it,
    each by itself: "Michel y Buyo" are two, "Ramón y Cajal" is one."""
    start = span.start
    for one, other in pairwise(sorted(marked, key=lambda mark: mark.start)):
        if text[one.end : other.start].strip().casefold() in _coordinating(language):
            yield span._replace(start=start, end=one.end, key=None, parts=())
            start = other.start
    yield span if start == span.start else span._replace(start=start, key=None, parts=())


@cache
def _coordinating(language: str) -> frozenset[str]:
    return frozenset(listed("coordinating", language))


def _judged(span: Span, marked: list[Span], text: str, known: Lexicon) -> Iterator[Span]:
    labels = {one.label for one in marked}
    if labels == {"PERSON"}:
        yield _trimmed(span, marked, text, known)
        return
    beyond = any(one.end > span.end or one.start < span.start for one in marked)
    first = (flat(text[span.start : span.end]).split() or [""])[0]
    given = any(_given(word, known) for word in (first, *_beside(span, marked, text)))
    if given or "PERSON" in labels or (beyond and len(labels) > 1):
        yield span
    elif labels == {"ORGANIZATION"} and all(text[low].isupper() for low, _ in _words(span, text)):
        yield span._replace(label="ORGANIZATION")  # the rest of the body's name


def _bridges(span: Span, marked: list[Span], text: str, language: str) -> bool:
    """Whether a run takes the end of what the model marks, "and", and what it marks by itself."""
    if any(one.label == "ORGANIZATION" for one in marked):
        return False
    return any(
        one.start < span.start
        and other.end >= span.end
        and text[one.end : other.start].strip().casefold() in _coordinating(language)
        for one, other in pairwise(sorted(marked, key=lambda mark: mark.start))
    )


def _over_person(span: Span, marked: list[Span]) -> bool:
    """Whether a run of a body goes on over a person whom the model sees behind one."""
    people = [one for one in marked if one.label == "PERSON" and one.start > span.start]
    bodies = [one for one in marked if one.label == "ORGANIZATION"]
    return any(
        one.end >= span.end and any(body.end <= one.start for body in bodies) for one in people
    )


def _within(span: Span, marked: list[Span], text: str) -> Span:
    """A body in small letters that ends where the model sees it end: "banco pichincha cobra"."""
    ends = [
        one.end
        for one in marked
        if one.label == "ORGANIZATION" and one.start == span.start and one.end < span.end
    ]
    if not ends or not text[span.start : span.end].islower():
        return span
    return span._replace(end=max(ends), key=None, parts=())


def _without_role(span: Span, marked: list[Span], text: str, language: str) -> Span:
    """A body without what somebody is before it: "Magistrada del Juzgado", "Plaintiff X Ltd"."""
    starts = [one.start for one in marked if one.label == "ORGANIZATION" and one.end >= span.end]
    if not starts or min(starts) <= span.start:
        return span
    before = flat(text[span.start : min(starts)]).split()
    if before and all(says_role(word, language) or word in _small(language) for word in before):
        return span._replace(start=min(starts), key=None, parts=())
    return span


def says_role(word: str, language: str, *, own: bool = False) -> bool:
    """Whether a flat word says what somebody does, or is in a case: "judge", "defendant"; ``own``
    by the lists of the language alone, as the jobs of another are names: "Ama Boateng"."""
    public = public_words((language,) if own else get(language).reads)
    return (
        word in lexicon(language).titles
        or (word in _roles(language) and not own)
        or word in _own_roles(language)
        or stem(word, public.job_endings) in public.jobs
    )


@cache
def _roles(language: str) -> frozenset[str]:
    return frozenset(map(flat, listed("people_before", language)))


@cache
def _own_roles(language: str) -> frozenset[str]:
    return frozenset(map(flat, raw(language)["people_before"].split()))


@cache
def _small(language: str) -> frozenset[str]:
    return public_words(get(language).reads).small | lexicon(language).particles


def _trimmed(span: Span, marked: list[Span], text: str, known: Lexicon) -> Span:
    """The run from the model's first name to its last, with names of the lists beside them."""
    start = max(span.start, min(one.start for one in marked))
    end = min(span.end, max(one.end for one in marked))
    places = _words(span, text)
    for low, high in reversed(places):
        if high <= start and known.names(flat(text[low:high])):
            start = low
        elif high <= start:
            break
    for low, high in places:
        if low >= end and (known.names(flat(text[low:high])) or text[low].isupper()):
            end = high
        elif low >= end:
            break
    if (start, end) == (span.start, span.end):
        return span
    return span._replace(start=start, end=end, key=None, parts=())


def _words(span: Span, text: str) -> list[tuple[int, int]]:
    found = words(text[span.start : span.end])
    return [(span.start + low, span.start + high) for low, high in found]


def _beside(span: Span, marked: list[Span], text: str) -> Iterator[str]:
    """The words of the run that the model does not mark."""
    for low, high in _words(span, text):
        if not any(one.start < high and low < one.end for one in marked):
            yield flat(text[low:high])


def _given(word: str, known: Lexicon) -> bool:
    return len(word) > 2 and (word in known.given or word in known.guests)
