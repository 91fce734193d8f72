"""What evidence may claim, before and after it is merged.

A guess that names a form (a date, a telephone number) without the support of a grammar must look
like one, and no guess cuts a number in two: it is extended to the whole of it. A person's name
has no title before it and no other person behind an "and"; a date ends where its own words end.
What a source has marked itself (score 1) is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from understudy.categorise.evidence import Evidence, on_nothing
from understudy.core.folding import flat, flat_words
from understudy.core.types import Span
from understudy.identify.laws import Title, outside, titles
from understudy.identify.sentences import within
from understudy.languages import get
from understudy.languages.lexicon import lexicon, listed, raw

__all__ = ["believable", "whole"]

_DATED = frozenset(("DATE", "TIME", "DATE_TIME", "MONTH"))
_COUNTED = frozenset(("AGE", "AMOUNT"))
_CODES = frozenset(("ID", "PHONE_NUMBER", "POSTAL_CODE"))
_WRITTEN = frozenset(("EMAIL_ADDRESS", "URL"))
_FORMS = _DATED | _COUNTED | _CODES | _WRITTEN
_SUPPORT = "grammar"
"""The detector whose word a form needs, or must look like."""
_FEWEST_DIGITS, _MOST_DIGITS = 7, 15
"""Of a telephone number (E.164)."""
_TABLE = 4
"""So many numbers of one or two figures in a row are a table of results."""

_NUMBER = re.compile(r"(?<![\w.,/])\w*\d\w*(?:[.,/:-]?\w*\d\w*)*")
"""A number with all that belongs to it: "268,000", "2003/18/4471"."""
_LONG_NAME = 10
_SHORT_STREET = 0.8
"""What the grammar says at least of a street with a number or an abbreviation: "Wall Street" is
hardly an address."""
_ARTICLE = 4
"""Letters of the longest article, and the space behind it."""
_NAMED = frozenset(("PERSON", "LOCATION", "ORGANIZATION"))
_INSIDE = frozenset(".,/:")
_WORD = re.compile(r"\w+(?:['’]\w+)*")
_BEFORE = re.compile(r"(\w+)[\s.:#nNº°()]{0,6}\Z")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}\Z")
_FEW_FIGURES = re.compile(r"\d{1,3}(?:\W\d{1,2})?")
_TITLE_END = re.compile(r"[.\s]*[ªaº]?[.\s]*(?=[^\W\d_])")
"""Of "Mr.", "D.ª"."""
_LETTERED = re.compile(r"[^\W\d_]-[a-z]{2,}")
"""A word that begins with a letter by itself: "E-mail", "T-shirt"."""
_DECIMAL = re.compile(r"\d+[.,]\d+\Z")


def believable(spans: Iterable[Span], text: str, language: str) -> list[Span]:
    """The evidence within its own borders, without what does not look like what it is called."""
    held = list(spans)
    if all(span.score >= 1.0 for span in held):
        return held
    evidence = Evidence(held)
    backed = Evidence(span for span in held if span.source == _SUPPORT)
    laws = titles(text, language)
    return [
        part
        for span in held
        if span.score >= 1.0 or not on_nothing(span, evidence, text, language)
        for own in _kept(span, evidence, laws, text, language)
        for part in _parts(own, backed, text, language)
    ]


def _kept(
    span: Span, evidence: Evidence, laws: Sequence[Title], text: str, language: str
) -> Iterable[Span]:
    """What of a guess is neither the title of a law nor another sentence's."""
    if span.score >= 1.0 or span.source == _SUPPORT or span.label in _FORMS:
        return (span,)
    pieces = within(span, text, language)
    if not laws:
        return pieces
    return (
        part
        for piece in pieces
        for part in outside(piece, laws, evidence.over(piece.start, piece.end), text, language)
    )


def _parts(span: Span, backed: Evidence, text: str, language: str) -> Iterator[Span]:
    if span.source == "encoder" and span.label in _NAMED and _on_street(span, backed):
        span = span._replace(label="STREET_ADDRESS")
    if span.score >= 1.0:
        yield span
    elif span.label in _NAMED and _LETTERED.fullmatch(text, span.start, span.end):
        return  # "E-mail"
    elif span.label in _NAMED:
        yield from _apart(_person(span, text, language), text, language)
    elif span.label == "STREET_ADDRESS" and span.source == "encoder":
        article = _articles(language).match(text, span.start, span.end)
        yield span._replace(start=article.end()) if article else span
    elif span.label in _CODES and _other_code(span, text, language):
        return
    elif span.label in _FORMS and span.source == "encoder":
        formed = _formed(span, text, language)
        grammars = backed.over(span.start, span.end)
        if span.label in _WRITTEN and any(_in_one_word(one, text) for one in grammars):
            return  # "www.example.org PS": what is written out is the grammar's to delimit
        if grammars:
            # The grammar's word is enough, but "before Friday" is still Friday.
            yield formed if formed is not None and span.label in _DATED else span
        elif formed is not None:
            yield formed
    else:
        yield span


def _on_street(span: Span, backed: Evidence) -> bool:
    """Whether a name of the model's is a street to the grammar, but for an article before it."""
    return any(
        one.label == "STREET_ADDRESS"
        and one.score >= _SHORT_STREET
        and one.start - _ARTICLE <= span.start
        and span.end <= one.end
        for one in backed.over(span.start, span.end)
    )


def _in_one_word(span: Span, text: str) -> bool:
    value = text[span.start : span.end]
    return span.label in _WRITTEN and "." in value and len(value.split()) == 1


def _person(span: Span, text: str, language: str) -> Span:
    """A place of the model's that the lists know as a given name and as no place; what
    somebody does is no name of theirs."""
    word, known = flat(text[span.start : span.end]), lexicon(language)
    if span.label == "PERSON" and _is_job(word.split(), language):
        return span._replace(label="OCCUPATION")
    if span.label != "LOCATION" or span.source != "encoder" or word in known.places:
        return span
    name = word in known.given or word in known.guests
    return span._replace(label="PERSON") if name else span


def _is_job(words: Sequence[str], language: str) -> bool:
    """Whether the words have one for a job at their end and no name: "Compliance Manager"."""
    if len(words) < 2 or _jobs(language).isdisjoint((words[0], words[-1])):
        return False
    return not any(map(lexicon(language).names, words))


@cache
def _articles(language: str) -> re.Pattern[str]:
    """An article before the name of a street: "la Pza. del Olivar"."""
    words = "|".join(map(re.escape, listed("articles", language))) or "(?!)"
    return re.compile(rf"(?:{words})\s+(?=[^\W\d_a-zß-öø-ÿ])")


@cache
def _jobs(language: str) -> frozenset[str]:
    return flat_words(raw(language)["job_words"])


def _other_code(span: Span, text: str, language: str) -> bool:
    """Whether the word before says that the number is nobody's: "ISBN", "commit", "pages"."""
    before = _BEFORE.search(text, max(0, span.start - 24), span.start)
    return before is not None and flat(before[1]) in _not_private(language)


@cache
def _not_private(language: str) -> frozenset[str]:
    return frozenset(map(flat, listed("public_codes", language)))


def _formed(span: Span, text: str, language: str) -> Span | None:
    """A form that only the model saw, over whole numbers; None where it does not look like one."""
    span = _over_numbers(span, text)
    if span.label in _DATED:
        return _dated(span, text, language)
    value = text[span.start : span.end]
    digits = sum(letter.isdigit() for letter in value)
    if span.label in _COUNTED:
        looks = digits > 0 or not _number_words(language).isdisjoint(flat(value).split())
    elif span.label == "PHONE_NUMBER":
        looks = not digits or (_FEWEST_DIGITS <= digits <= _MOST_DIGITS and not _is_table(value))
    elif span.label in _WRITTEN:
        looks = " " in value or "@" in value or "." in value
        if not looks and len(value) >= _LONG_NAME:
            return span._replace(label="USERNAME")  # "SachaBaronCohen"
    else:
        looks = digits > 1 or (" " in value and not digits)
        looks = looks and not _COLOUR.match(text, max(0, span.start - 1))
    return span if looks and not _COLOUR.fullmatch(value) else None


def _is_table(value: str) -> bool:
    """Whether the numbers are results side by side and no groups of one: "20 12 5 3 38 17"."""
    groups = value.split()
    short = [group for group in groups if group.isdigit() and len(group) < 3]
    return len(short) == len(groups) >= _TABLE and len({len(group) for group in groups}) > 1


def _dated(span: Span, text: str, language: str) -> Span | None:
    """A date or time without the words around it that tell no time."""
    known = _date_words(language)
    words = [
        found
        for found in _WORD.finditer(text, span.start, span.end)
        if found[0][:1].isdigit() or known.issuperset(flat(found[0]).split())
    ]
    if not words or _DECIMAL.fullmatch(text, span.start, span.end):
        return None
    value = text[words[0].start() : words[-1].end()]
    folded = {word for found in words for word in flat(found[0]).split()}
    if _FEW_FIGURES.fullmatch(value) or folded <= _units(language):
        return None  # "2" and "days" tell no date by themselves
    start = span.start if span.start >= words[0].start() else words[0].start()
    end = max(words[-1].end(), start + 1)
    return span._replace(start=start, end=end)


@cache
def _units(language: str) -> frozenset[str]:
    tables = (get(one).table("calendar") for one in get(language).reads)
    return flat_words(" ".join(unit for table in tables for unit in table["units"]))


@cache
def _date_words(language: str) -> frozenset[str]:
    """Words of which a date or time can be made, numbers among them."""
    found: set[str] = set(_number_words(language))
    for one in get(language).reads:
        found |= flat_words(" ".join(_strings(get(one).table("calendar"))))
    stops = {word for one in get(language).reads for word in raw(one)["not_dates"]}
    return frozenset(found - stops)


@cache
def _number_words(language: str) -> frozenset[str]:
    tables = (get(one).table("numbers") for one in get(language).reads)
    return flat_words(" ".join(text for table in tables for text in _strings(table)))


def _strings(value: Any) -> Iterator[str]:
    """All strings of a table, its keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield str(key)
            yield from _strings(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _strings(one)


def _apart(span: Span, text: str, language: str) -> Iterator[Span]:
    """Each person, each place of "X and Y", without titles."""
    pieces = [(span.start, span.end)]
    joins = _joins(language)
    for found in joins.finditer(text, span.start, span.end):
        start, end = pieces[-1]
        if start < found.start() and _two(span.label, text, start, found, end, language):
            pieces[-1:] = [(start, found.start()), (found.end(), end)]
    if len(pieces) == 1:
        yield _untitled(span, text, language)
        return
    for start, end in pieces:
        piece = span._replace(start=start, end=end, key=None, parts=())
        place = span.label != "ORGANIZATION" and flat(text[start:end]) in lexicon(language).cities
        yield piece._replace(label="LOCATION") if place else _untitled(piece, text, language)


@cache
def _joins(language: str) -> re.Pattern[str]:
    words = "|".join(map(re.escape, listed("coordinating", language))) or "(?!)"
    return re.compile(rf"(?:\s+|(?<=[.,]))(?:{words})\s+(?=[^\W\d_])", re.I)


def _two(label: str, text: str, start: int, join: re.Match[str], end: int, language: str) -> bool:
    """Whether what stands on both sides of the word are two things: "Ortega y Gasset" is one."""
    words, right = lexicon(language), flat(text[join.end() : end])
    if " ".join(flat(text[start:end]).split()) in words.places:
        return False
    if label == "LOCATION":
        return text[join.end()].isupper()
    if label == "ORGANIZATION":
        kinds = _kinds(language)
        left = flat(text[start : join.start()]).split()
        return not kinds.isdisjoint(left) and not kinds.isdisjoint(right.split())
    first = right.split()[0] if right.split() else ""
    if first in words.given or first in words.guests or right in words.places:
        return True
    return not raw(language)["traits"]["surnames_joined"] and text[join.end()].isupper()


@cache
def _kinds(language: str) -> frozenset[str]:
    """Words for what an organization is."""
    return flat_words(raw(language)["organization_words"])


def _untitled(span: Span, text: str, language: str) -> Span:
    """A name without the title before it, where a name is left."""
    if span.label != "PERSON":
        return span
    start = span.start
    for found in _WORD.finditer(text, span.start, span.end):
        if found[0].casefold() not in _titles(language):
            break
        rest = _TITLE_END.match(text, found.end(), span.end)
        if rest is None or rest.end() >= span.end or rest.end() == found.end():
            return span
        start = rest.end()
    end = _name_end(text, start, span.end, language)
    start = _name_start(text, start, end, language)
    if (start, end) == (span.start, span.end):
        return span
    return span._replace(start=start, end=end, key=None, parts=())


def _name_end(text: str, start: int, end: int, language: str) -> int:
    """Where a name ends that goes on in small letters ("Luis Miguel mejora"), opens a bracket or
    has the point of its last initial behind it."""
    value = text[start:end]
    if "(" in value and ")" not in value and value.partition("(")[0].strip():
        end = start + len(value.partition("(")[0].rstrip())
    words = list(_WORD.finditer(text, start, end))
    if words and not words[0][0][0].islower():
        while len(words) > 1 and _runs_on(words[-1][0], language):
            end = words.pop(-1) and words[-1].end()
        while len(words) > 1 and words[-1][0].islower() and _particle(words[-1][0], language):
            end = words.pop(-1) and words[-1].end()  # "Inés Vidal de la"
    last = words[-1][0] if words else ""
    if len(last) == 1 < len(words) and last.isupper() and text[end : end + 1] == ".":
        end += 1
    return end


def _name_start(text: str, start: int, end: int, language: str) -> int:
    words = list(_WORD.finditer(text, start, end))
    if words and not words[-1][0][0].islower():
        while len(words) > 1 and _runs_on(words[0][0], language):
            words.pop(0)
        return words[0].start()
    return start


def _particle(word: str, language: str) -> bool:
    known = lexicon(language)
    return flat(word) in known.particles and not known.names(flat(word))


def _runs_on(word: str, language: str) -> bool:
    """Whether a word in small letters is no part of a name with capitals."""
    known = lexicon(language)
    return word.islower() and flat(word) not in known.particles and not known.names(flat(word))


@cache
def _titles(language: str) -> frozenset[str]:
    return frozenset(raw(language)["courtesy"])


def _over_numbers(span: Span, text: str) -> Span:
    """The span with the whole of the numbers at its ends."""
    start, end = span.start, span.end
    for found in _NUMBER.finditer(text, max(0, start - 40), min(len(text), end + 40)):
        if found.start() < start < found.end():
            start = found.start()
        if found.start() < end < found.end() and text[end - 1].isalnum() | (
            text[end - 1] in _INSIDE
        ):
            end = found.end()
    return span if (start, end) == (span.start, span.end) else span._replace(start=start, end=end)


def whole(spans: Sequence[Span], text: str) -> list[Span]:
    """Merged spans, those that share a number as one: nothing cuts "2003/18/4471"."""
    if _CUT.isdisjoint([span.label for span in spans]):
        return list(spans)
    made: list[Span] = []
    for span in spans:
        last = made[-1] if made else None
        if (
            last is not None
            and max(last.score, span.score) < 1.0
            and last.label in _CUT
            and span.label in _CUT
            and _one_number(text, last, span)
        ):
            better = max(last, span, key=lambda one: (one.source == _SUPPORT, one.score))
            made[-1] = better._replace(start=last.start, end=span.end, key=None, parts=())
        else:
            made.append(span)
    return made


_CUT = _CODES | {"TICKET_NUMBER", "ORDER_NUMBER", "MEMBER_ID", "CASE_NUMBER", "BANK_ACCOUNT"}


def _one_number(text: str, left: Span, right: Span) -> bool:
    """Whether one sign at most, and no space, stands between the figures of two spans."""
    between = text[left.end : right.start]
    return len(between) <= 1 and (not between or between in "./-") and not between.isspace()
