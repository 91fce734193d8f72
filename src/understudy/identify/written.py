"""People by the way their names are written: "Surname, Given" in headers and lists, letters of
another script in Latin text, initials in the place of a name, with the ages behind them; and the
organizations that are known by their initials.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.identify.hits import verbs
from understudy.identify.textview import UPPER, TextView
from understudy.languages import get, reads
from understudy.languages.lexicon import lexicon, listed, raw

__all__ = ["written"]

_SOURCE = "heuristic"
_HEADED, _LISTED, _FOREIGN, _INITIALS = 0.95, 0.92, 0.72, 0.75
_FARTHEST = 400
"""Characters between the start of a list and one of its names."""
_LONGEST = 60
"""Characters of a part of a name. No match starts inside a word or gives letters of one back, so
that a word without end costs no more than its length."""
_PART = rf"[{UPPER}][\w'’-]{{1,{_LONGEST}}}+"
# What may not stand before a match is looked at behind its first letter, since a pattern that
# begins with a letter is quickly looked for.
_INVERTED = re.compile(
    rf"([{UPPER}](?<![\w’-].)(?<!\w'.)[\w'’-]{{1,{_LONGEST}}}+"
    rf"(?: (?:[^\W\d_]{{1,3}} ){{0,2}}{_PART})?), "
    rf"({_PART}(?: [{UPPER}](?:[\w'’-]+|\.)?){{0,2}})"
    r"(?=[ \t\"']*(?:$|[;<(\[/]))",
    re.M,
)
_LABEL = re.compile(r"[ \t>|]*([\w-]{1,20}(?: [\w-]{1,20}){0,3}):[^:\n]*\Z")
_OPENS = re.compile(r"(?:^|[:;])[ \t>|\"']*\Z")
_ALONE = re.compile(r"[A-ZÁÉÍÓÚÑ](?<!\w.)[A-ZÁÉÍÓÚÑ]{1,7}(?!\w)")
_OTHER_SCRIPT = re.compile(
    "(?<!\\w)[\u0370-\u03ff\u0400-\u052f\u0531-\u0587][\u0370-\u03ff\u0400-\u052f\u0531-\u0587]{2,}"
    "(?: [\u0370-\u03ff\u0400-\u052f\u0531-\u0587]{3,}){0,2}(?!\\w)"
    "|[\u4e00-\u9fff]{2,4}(?![\u4e00-\u9fff])|[\u3040-\u30ff\u4e00-\u9fff]{2,6}|[\uac00-\ud7a3]{2,4}"
    "|[\u0620-\u064a\u05d0-\u05ea]{3,}(?: [\u0620-\u064a\u05d0-\u05ea]{3,}){0,2}"
)
_OTHER_LETTER = re.compile(
    "[\u0370-\u03ff\u0400-\u052f\u0531-\u0587\u05d0-\u05ea\u0620-\u064a"
    "\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]"
)
"""One letter of these scripts; most texts that are not ASCII have an accent or a quote alone."""
_POINTED = re.compile(
    rf"[{UPPER}](?<![\w.].)(?<![{UPPER}][a-z] .)\.(?:[ -]?[{UPPER}]\.){{1,2}}(?!\w| [{UPPER}][a-z])"
)
_AGE = re.compile(
    rf"([{UPPER}](?<!\w.)[\w'’-]{{1,{_LONGEST}}}+(?: {_PART}){{1,3}}), "
    r"([1-9]\d?)(?=[,;](?: (?!\d)|$))",
    re.M,
)
_POINTS, _AGED = 0.9, 0.7
_LATIN = re.compile(r"[A-Za-z]")


def written(view: TextView, language: str) -> Iterator[Span]:
    """The people and organizations that the way of writing gives away."""
    yield from _inverted(view, language)
    yield from _initials(view, language)
    yield from _initialled(view, language)
    yield from _aged(view, language)
    if not view.text.isascii():
        yield from _foreign(view)


def _inverted(view: TextView, language: str) -> Iterator[Span]:
    """ "Lokey, Teb" behind "From:", or where a list or a field gives nothing else."""
    for found in _INVERTED.finditer(view.text):
        low = max(0, found.start() - _FARTHEST)
        before = view.text[max(low, view.text.rfind("\n", low, found.start()) + 1) : found.start()]
        if not _OPENS.search(before):
            continue
        label = _LABEL.match(before)
        headed = label is not None and flat(label[1]) in _headers(language)
        given = flat(found[2]).split()[0]
        known = any(_is_given(given, one) for one in reads(language))
        if not headed and _is_phrase(found[1], language):
            continue  # "Thanks, Bo"
        if known or (headed and given not in lexicon(language).places):
            yield Span(
                found.start(), found.end(), "PERSON", _HEADED if headed else _LISTED, _SOURCE
            )


def _is_phrase(surname: str, language: str) -> bool:
    """Whether what stands in the place of a surname is made of ordinary words: a closing."""
    words = flat(surname).split()
    known = [lexicon(one) for one in reads(language)]
    return all(
        word in _closings(language)
        or (
            any(one.usual(word) for one in known) and not any(word in one.surnames for one in known)
        )
        for word in words
    )


@cache
def _closings(language: str) -> frozenset[str]:
    """What stands before the name of whoever writes or is written to."""
    lists = (get(one).table("people")["lone"]["greets"] for one in reads(language))
    return frozenset(flat(word) for words in lists for word in words)


def _is_given(word: str, language: str) -> bool:
    words = lexicon(language)
    return word in words.given or (word in words.guests and word not in words.places)


@cache
def _headers(language: str) -> frozenset[str]:
    return frozenset(map(flat, listed("mail_headers", language)))


def _initials(view: TextView, language: str) -> Iterator[Span]:
    for found in _ALONE.finditer(view.text):
        if found[0] in _organizations(language) and view.cased(found.start()):
            yield Span(*found.span(), "ORGANIZATION", _INITIALS, _SOURCE)


def _initialled(view: TextView, language: str) -> Iterator[Span]:
    """ "F.E." in the place of a name: where it recurs, or where the words beside it say so."""
    found = [one for one in _POINTED.finditer(view.text) if one[0] not in _not_people(language)]
    if not found:
        return
    times = Counter("".join(one[0].split()) for one in found)
    for one in found:
        again = times["".join(one[0].split())] > 1
        if again or _beside_people(view, one.start(), one.end(), language):
            yield Span(*one.span(), "PERSON", _POINTS, _SOURCE)


def _beside_people(view: TextView, start: int, end: int, language: str) -> bool:
    before = view.before(start)
    if before in _people_before(language) or before in lexicon(language).titles:
        return True
    return view.after(end) in verbs(language)


@cache
def _people_before(language: str) -> frozenset[str]:
    return frozenset(flat(raw(language)["people_before"]).split())


@cache
def _not_people(language: str) -> frozenset[str]:
    return frozenset(listed("not_initials", language))


def _aged(view: TextView, language: str) -> Iterator[Span]:
    """The number between commas behind a whole name: "Ann Lee, 21, of Leeds"."""
    words = lexicon(language)
    for one in _AGE.finditer(view.text):
        name = view.flat[one.start(1) : one.end(1)].split()
        if any(map(words.names, name)) or not any(map(words.usual, name)):
            yield Span(*one.span(2), "AGE", _AGED, _SOURCE)


@cache
def _organizations(language: str) -> frozenset[str]:
    return frozenset(listed("bodies_by_initials", language))


def _foreign(view: TextView) -> Iterator[Span]:
    """A word or two of another script in a text of Latin letters: mostly a name."""
    if _OTHER_LETTER.search(view.text) is None:
        return
    found = list(_OTHER_SCRIPT.finditer(view.text))
    if sum(len(one[0]) for one in found) * 2 > len(_LATIN.findall(view.text)):
        return
    for one in found:
        if one[0][0].lower() == one[0][0].upper() or one[0][0].isupper():
            yield Span(*one.span(), "PERSON", _FOREIGN, _SOURCE)
