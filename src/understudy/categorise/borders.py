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
from understudy.categorise.rules.alone import unread
from understudy.categorise.rules.employers import is_employer
from understudy.categorise.rules.ends import kin_and_name
from understudy.categorise.rules.labels import before_label
from understudy.categorise.rules.namings import names_in
from understudy.categorise.rules.runs import settled
from understudy.categorise.rules.told_of import told_label
from understudy.categorise.rules.words import names_nothing
from understudy.core.folding import flat, flat_words
from understudy.core.types import Span
from understudy.identify.laws import Title, outside, titles
from understudy.identify.lengths import says_code
from understudy.identify.sentences import within
from understudy.identify.settings import FORM, MODEL, finds_by
from understudy.languages import get
from understudy.languages.lexicon import lexicon, listed, raw
from understudy.languages.lists import any_of
from understudy.languages.public import feasts, public_words
from understudy.surrogates.places.atlas import lookup

__all__ = ["believable", "whole"]

_DATED = frozenset(("DATE", "TIME", "DATE_TIME", "MONTH"))
_COUNTED = frozenset(("AGE", "AMOUNT"))
_CODES = frozenset(("ID", "PHONE_NUMBER", "POSTAL_CODE"))
_WRITTEN = frozenset(("EMAIL_ADDRESS", "URL"))
_FORMS = _DATED | _COUNTED | _CODES | _WRITTEN
"""What needs the word of a detector that finds by form, or must look like it."""
_FEWEST_DIGITS, _MOST_DIGITS = 7, 15
"""Of a telephone number (E.164)."""
_TABLE = 4
"""So many numbers of one or two figures in a row are a table of results."""

_AROUND_DATES = frozenset(("order_signs", "life_around"))
"""Tables of the calendar whose words stand in the same text as a date or an age, and in none."""
_YEAR_FIGURES = 4
_DATE_FIGURES = re.compile(r"\d{1,3}|(?:1[6-9]|20)\d{2}|\d{6}|\d{8}")
_COUNT_BEHIND = re.compile(r"(?<=[^\W\d_])[ ,]+\d{1,3}(?:[.,]\d{3})+\Z")
_FEW_NUMBERS = 2
_CUT_NUMBER = re.compile(r"\d[.,]\d")
_LONG_PAST = re.compile(r"1[0-5]\d{2}")
_SLASHED = re.compile(r"\d+[/-]\d+[/-]\d{5,}")
_SAID_LETTERS = re.compile(r"[^\W\d_]{3,} [A-Z](?:['’]?s)?", re.ASCII)
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
_LETTERED = re.compile(r"[^\W\d_]-[A-Z]?[a-z]{2,}")
"""A word that begins with a letter by itself: "E-mail", "T-shirt"."""
_DECIMAL = re.compile(r"\d+[.,]\d+\Z")
_SPELT = re.compile(r"[^\W\d_](?:-[^\W\d_]){2,}")
"""Letters one by one: "S-M-I-T-H"."""
_INITIALS = re.compile(r"[A-Z]\.(?: ?[A-Z]\.){1,3}")
_HANDLE = re.compile(r"[^\W_]+_\w+|[a-z]{1,12}\.[a-z]{3,}")
"""As no name is written: "nachete_87"."""
_AT_DOMAIN = re.compile(r"[\w-]+(?:\.[\w-]+)*\.[a-z]{2,6}", re.I)
_FEAST_NEAR = 24
"""Characters before a feast in which a word says that it is one."""
_LETTER = re.compile(r"[^\W\d_](?:['’]s)?")
_MORE_LETTERS = re.compile(r"(?=(?:, [A-Z]){0,6}, \d)(?:, (?:[A-Z]|\d{1,2})(?!\w)){1,12}")
_NAME_NEAR = 60
"""Characters between a name and what is said of its letters: "a grade with an A" says nothing."""
_VERSION = re.compile(r"v?\d+(?:\.\d+){1,3}")
_LOCATOR = re.compile(r"(?=[A-Z]*\d)[A-Z\d]{5,}")
"""Letters and one figure, as bookings have them: "XK7PLQ"."""
_SHORT_CODE = re.compile(r"(?<!\w)([A-Z][A-Za-z]{0,3})\d{1,2}(?!\w)")
_DAY_FIRST = re.compile(r"\d{1,2}/\d{1,2}(?:/\d{2,4})?\b")
_BEHIND_STREET = re.compile(
    r"[ ,]+([^\W\d_][^\d,]*?)[ ,]+([A-Za-z]{2})(?:[ ,]+(\d{5}(?:-\d{4})?))?"
)
_TOWN_BEHIND = re.compile(r"[ ,]+([^\W\d_][^\d,]*)")
_REGION_BEHIND = re.compile(r"[ ,]+([A-Za-z]{2})(?!\w)")
_FIVE = re.compile(r"\d{5}")
_WEAK_CODE = 0.6
_YEAR_SAID = re.compile(r"(?:19|20)\d{2}")
_PLACED = re.compile(r"([^\W\d_a-zß-öø-ÿ][^\W\d_]{2,}(?: [^\W\d_a-zß-öø-ÿ][^\W\d_]+)?),? ?")
_SLASHED_WORD, _SLASHED_LETTERS = re.compile(r"(?<!\w)\w/\Z"), re.compile(r"\w/\w(?!\w)")
_DOOR = re.compile(r"\d{1,2} ?[ºª°] ?[A-Za-z]")
_AGES = re.compile(r"\d{1,3} ?[-–] ?\d{1,3}")
_IN_NUMBER = re.compile(r"\d[/.,-]\Z")


def believable(
    spans: Iterable[Span],
    text: str,
    language: str,
    *,
    modelled: bool = False,
    heard: Evidence | None = None,
) -> list[Span]:
    """The evidence within its own borders, without what does not look like what it is called;
    ``modelled`` where a model that looks for names has read the text, and ``heard`` where it heard
    anything."""
    held = list(spans)
    if all(span.score >= 1.0 for span in held):
        return held
    evidence = Evidence(held)
    if modelled:
        read = (unread(span, evidence, text, language, heard) for span in held)
        held = [span for span in read if span is not None]
        evidence = Evidence(held)
    backed = Evidence(span for span in held if finds_by(span.source) == FORM)
    laws = titles(text, language)
    return [
        part
        for span in held
        if span.score >= 1.0 or not _nothing(span, evidence, text, language)
        for run in settled(before_label(span, evidence, text, language), evidence, text, language)
        for own in _kept(run, evidence, laws, text, language)
        for part in _parts(own, backed, evidence, text, language)
    ]


def _nothing(span: Span, evidence: Evidence, text: str, language: str) -> bool:
    if span.label in _DATED and _CUT_NUMBER.match(text, span.end - 1):
        return text[span.start : span.end].isdigit()  # the 6 of "6,08"
    return on_nothing(span, evidence, text, language) or names_nothing(
        span, evidence, text, language
    )


def _kept(
    span: Span, evidence: Evidence, laws: Sequence[Title], text: str, language: str
) -> Iterable[Span]:
    """What of a guess is neither the title of a law nor another sentence's."""
    if span.score >= 1.0:
        return (span,)
    if finds_by(span.source) == FORM or span.label in _FORMS:
        held = _over_numbers(span, text) if laws and finds_by(span.source) != FORM else span
        return outside(held, laws, (), text, language) if laws else (span,)
    pieces = within(span, text, language)
    if not laws:
        return pieces
    return (
        part
        for piece in pieces
        for part in outside(piece, laws, evidence.over(piece.start, piece.end), text, language)
    )


def _placed(span: Span, backed: Evidence, text: str, language: str) -> Span:
    """A guess as what it is by what stands around it: a street, or whom somebody works for; a feast
    is a date, whoever takes it for a person."""
    if span.label in _NAMED and _is_feast(span, text, language):
        return span._replace(label="DATE", key=None, parts=())
    if finds_by(span.source) == MODEL and span.label in _NAMED and _on_street(span, backed):
        return span._replace(label="STREET_ADDRESS")
    if is_employer(span, text, language):
        return span._replace(label="ORGANIZATION", key=None, parts=())
    return told_label(span, text, language)


def _is_feast(span: Span, text: str, language: str) -> bool:
    """A feast of two words or more, or of one where the word before it says so: Reyes is a surname,
    too, but for "después de Reyes"."""
    value = flat(text[span.start : span.end])
    if value not in feasts(get(language).reads):
        return False
    near = max(0, span.start - _FEAST_NEAR)
    return " " in value or _before_feast(language).search(text, near, span.start) is not None


@cache
def _before_feast(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{any_of(listed('before_feast', language))}) \Z", re.I)


def _parts(
    span: Span, backed: Evidence, held: Evidence, text: str, language: str
) -> Iterator[Span]:
    span = _placed(span, backed, text, language)
    if span.score >= 1.0:
        yield span
    elif span.label == "SPELLING":
        yield from _spelling(span, held, text)
    elif span.label == "USERNAME":
        yield from _user(span, text, language)
    elif span.label in _NAMED:
        yield from _named(span, backed, text, language)
    elif span.label == "OCCUPATION" and _called(span, text, language):
        yield from names_in(span._replace(label="PERSON"), text, language)
    elif span.label == "FAMILY":
        yield from kin_and_name(span, text, language)
    elif span.label == "STREET_ADDRESS" and _lone_figures(span, text):
        return  # "2005 lexus": a house has a street
    elif span.label == "STREET_ADDRESS":
        yield from _with_town(_street(span, text, language), backed, text, language)
    elif _is_zip(span, held, text):
        return
    elif span.label in _CODES | _IN_PARTS and (codes := _code(span, text, language)) is not None:
        yield from codes
    elif span.label in _FORMS and finds_by(span.source) == MODEL:
        yield from _form(span, backed, text, language)
    else:
        yield span


def _lone_figures(span: Span, text: str) -> bool:
    return finds_by(span.source) == MODEL and text[span.start : span.end].isdigit()


def _user(span: Span, text: str, language: str) -> Iterator[Span]:
    domain = _behind_at(span, text) and _AT_DOMAIN.fullmatch(text, span.start, span.end)
    if not domain:
        yield span
    elif not _provides(text[span.start : span.end], language):
        yield span._replace(label="DOMAIN_NAME")


def _behind_at(span: Span, text: str) -> bool:
    """Whether an at and what an address begins with stand before it: "jo...@example.org"."""
    return (
        text[max(0, span.start - 2) : span.start].strip()[-1:] == "@"
        and not text[max(0, span.start - 2) : span.start - 1].isspace()
    )


def _provides(domain: str, language: str) -> bool:
    """Whether everybody may have an address there."""
    tables = (get(one).table("people")["address"] for one in get(language).reads)
    return any(domain.lower() in table["providers"] for table in tables)


def _spelling(span: Span, held: Evidence, text: str) -> Iterator[Span]:
    more = _MORE_LETTERS.match(text, span.end)
    low = max(0, span.start - _NAME_NEAR)
    if more:
        yield span._replace(end=more.end())  # "B as in boy, 7, 7, Q, 2"
    elif not _LETTER.fullmatch(text, span.start, span.end) or any(
        one.label in _NAMED for one in held.over(low, span.start)
    ):
        yield span


def _named(span: Span, backed: Evidence, text: str, language: str) -> Iterator[Span]:
    span = _unspelt(span, backed, text)
    if span.label == "PERSON" and _SPELT.fullmatch(text, span.start, span.end):
        yield span._replace(label="SPELLING")
    elif _HANDLE.fullmatch(text, span.start, span.end):
        yield span._replace(label="USERNAME", key=None, parts=())
    elif not (
        _cut_code(span, text, language)  # the letters of "SpO2"
        or _LETTERED.fullmatch(text, span.start, span.end)  # "E-mail"
        or _letters_of_name(span, backed, text)  # "with a K and a Y"
        or _figures_of_word(span, text)  # the 2 of "DM2"
    ):
        yield from names_in(span, text, language)


def _unspelt(span: Span, backed: Evidence, text: str) -> Span:
    """A name without the letters behind it that the grammar marks: "ernestine b as in bravo"."""
    if span.label != "PERSON" or "SPELLING" not in backed.labels:
        return span
    starts = [
        one.start
        for one in backed.over(span.start, span.end)
        if one.label == "SPELLING" and one.start > span.start
    ]
    if not starts:
        return span
    value = text[span.start : min(starts)].rstrip(" ,")
    return span._replace(end=span.start + len(value), key=None, parts=()) if value else span


def _cut_code(span: Span, text: str, language: str) -> bool:
    """Whether a guess is the letters of a short code of letters and figures, and no name."""
    if not text[span.end : span.end + 1].isdigit():
        return False
    code = _SHORT_CODE.match(text, span.start)
    return code is not None and code.end() > span.end and not lexicon(language).names(flat(code[1]))


def _figures_of_word(span: Span, text: str) -> bool:
    """Whether it is nothing but the figures at an end of a word."""
    if not text[span.start : span.end].isdigit():
        return False
    beside = text[max(0, span.start - 1) : span.start] + text[span.end : span.end + 1]
    return any(map(str.isalpha, beside))


def _with_town(
    streets: Iterable[Span], backed: Evidence, text: str, language: str
) -> Iterator[Span]:
    """A street apart from the town, the state and the code behind it, where the grammar sees it
    end: "123 main st hartford ct 06101"."""
    for span in streets:
        ends = [
            one.end
            for one in backed.over(span.start, span.end)
            if one.label == "STREET_ADDRESS" and one.end < span.end
        ]
        behind = _BEHIND_STREET.fullmatch(text, max(ends), span.end) if ends else None
        if behind is None or not _is_region(behind[2], language):
            yield from _with_region_behind(span, max(ends, default=0), text, language)
            continue
        yield span._replace(end=max(ends), key=None, parts=())
        for group, label in enumerate(("LOCATION", "LOCATION", "POSTAL_CODE"), start=1):
            if behind[group]:
                low, high = behind.span(group)
                yield span._replace(start=low, end=high, label=label, key=None, parts=())


def _with_region_behind(span: Span, end: int, text: str, language: str) -> Iterator[Span]:
    """A street apart from the town that ends it, where a state follows upon that: "14 oakwood dr
    springfield" before "il"."""
    town = _TOWN_BEHIND.fullmatch(text, end, span.end) if end else None
    region = _REGION_BEHIND.match(text, span.end) if town else None
    if town is None or region is None or not _is_region(region[1], language):
        yield span
        return
    yield span._replace(end=end, key=None, parts=())
    yield span._replace(start=town.start(1), label="LOCATION", key=None, parts=())


def _is_region(code: str, language: str) -> bool:
    return any(one.kind == "region" for one in lookup(code.upper(), language))


def _is_zip(span: Span, held: Evidence, text: str) -> bool:
    """Whether a weak guess at a code is the postal code that the model sees: "boise id 83702"."""
    if span.label != "ID" or span.score > _WEAK_CODE:
        return False
    return _FIVE.fullmatch(text, span.start, span.end) is not None and any(
        one.label == "POSTAL_CODE" and one[:2] == span[:2]
        for one in held.over(span.start, span.end)
    )


def _called(span: Span, text: str, language: str) -> bool:
    """Whether a job is somebody's initials ("un hombre, B.R.G.") or a title and a name."""
    initials = _INITIALS.fullmatch(text, span.start, span.end) is not None
    return initials or _titled_name(span, text, language)


def _titled_name(span: Span, text: str, language: str) -> bool:
    """Whether a job is a title and a name: "Dra. Encinas"."""
    words = text[span.start : span.end].split()
    title = words[0].rstrip(".").casefold() if words else ""
    return len(words) > 1 and title in raw(language)["courtesy"] and words[-1].istitle()


def _street(span: Span, text: str, language: str) -> Iterator[Span]:
    if _no_street(span, text, language):
        return
    span = _unlabelled(span, text, language)
    article = _articles(language).match(text, span.start, span.end)
    cut = article is not None and finds_by(span.source) == MODEL
    yield span._replace(start=article.end()) if article and cut else span


def _unlabelled(span: Span, text: str, language: str) -> Span:
    """An address of the model's without the label of what follows: "heber city 84032 ph"."""
    words = list(_WORD.finditer(text, span.start, span.end))
    end = len(words)
    while end > 1 and flat(words[end - 1][0]) in _contact_labels(language):
        end -= 1
    if finds_by(span.source) != MODEL or end == len(words):
        return span
    return span._replace(end=words[end - 1].end(), key=None, parts=())


@cache
def _contact_labels(language: str) -> frozenset[str]:
    return frozenset(map(flat, listed("contact_labels", language)))


def _code(span: Span, text: str, language: str) -> tuple[Span, ...] | None:
    """A code with all of its number, none where it is nobody's; None where it is as it should."""
    if span.label in _CODES and (
        _other_code(_over_numbers(span, text), text, language)
        or _SAID_LETTERS.fullmatch(text, span.start, span.end)  # "two T's at the end"
    ):
        return ()
    if _YEAR_SAID.fullmatch(text, span.start, span.end) and _dated_before(span, text, language):
        return ()  # "otro episodio en 2004"
    if span.label == "POSTAL_CODE" and _said_in_letters(span, text, language):
        return (span._replace(label="ID"),)
    if span.label == "PHONE_NUMBER":
        return _phone(span, text)
    if span.label in _IN_PARTS and _IN_NUMBER.search(text, max(0, span.start - 2), span.start):
        return (_over_numbers(span, text),)  # "41/41 07822"
    return _without_label(span, text) if span.label == "ID" else None


def _without_label(span: Span, text: str) -> tuple[Span, ...] | None:
    """A number without a label, or half of one, at its ends: "UTR 4829 117 306", "20-45-11, a/c
    83920114"; and a flight without its route: "EZY8823 LGW-ALC"."""
    head = _HEAD.match(text, span.start, span.end)
    tail = _TAIL.search(text, span.start, span.end)
    if head is None and tail is None:
        return None
    start = span.start if head is None else head.end()
    end = span.end if tail is None else tail.start()
    return (span._replace(start=start, end=end, key=None, parts=()),)


def _phone(span: Span, text: str) -> tuple[Span, ...] | None:
    """A telephone number without the bracket that closes what is around it."""
    value = text[span.start : span.end]
    if len(value) > 1 and value.endswith(")") and "(" not in value:
        return (span._replace(end=span.end - 1, key=None, parts=()),)
    if _too_long(span, text):
        return (_over_numbers(span, text)._replace(label="ID"),)
    return None


def _dated_before(span: Span, text: str, language: str) -> bool:
    """Whether a preposition stands before a year: "in 2004", and no label."""
    before = _BEFORE.search(text, max(0, span.start - 24), span.start)
    return (
        before is not None
        and text[before.end(1) : span.start] == " "
        and flat(before[1]) in listed("inside", language)
    )


def _said_in_letters(span: Span, text: str, language: str) -> bool:
    """Whether letters by themselves and number words make a code: "b s eight two l r"."""
    words = flat(text[span.start : span.end]).replace(",", " ").split()
    small = public_words(get(language).reads).small  # the "y" of "cuarenta y siete"
    letters = [word for word in words if len(word) == 1 and word.isalpha() and word not in small]
    return bool(letters) and not _number_words(language).isdisjoint(set(words) - set(letters))


def _form(span: Span, backed: Evidence, text: str, language: str) -> Iterator[Span]:
    formed = _formed(span, text, language)
    grammars = backed.over(span.start, span.end)
    if span.label in _DATED:
        yield from _place_before(span, formed, text, language)
    whole = _over_numbers(span, text)
    if span.label in _DATED and _DOOR.fullmatch(text, whole.start, whole.end):
        return  # "la vecina del 4ºA"
    aged = span.label in _DATED and any(one.label == "AGE" for one in grammars)
    if aged and _AGES.fullmatch(text, whole.start, whole.end):
        yield whole._replace(label="AGE", key=None, parts=())  # "aged 13-17"
        return
    if span.label in _WRITTEN and any(_in_one_word(one, text) for one in grammars):
        return  # "www.example.org PS": what is written out is the grammar's to delimit
    if grammars:
        # The grammar's word is enough, but "before Friday" is still Friday.
        yield formed if formed is not None and span.label in _DATED else span
    elif formed is not None:
        yield formed


def _place_before(span: Span, formed: Span | None, text: str, language: str) -> Iterator[Span]:
    """The place that the model has marked as a date, or with one: "in [Lahore 2018]"."""
    cut = _PLACED.fullmatch(text, span.start, span.end if formed is None else formed.start)
    before = _BEFORE.search(text, max(0, span.start - 24), span.start)
    cues = public_words(get(language).reads).place_cues
    told = cut is not None and not _date_words(language).isdisjoint(flat(cut[1]).split())
    if cut is not None and not told and before is not None and flat(before[1]) in cues:
        yield span._replace(end=cut.end(1), label="LOCATION", key=None, parts=())


def _letters_of_name(span: Span, backed: Evidence, text: str) -> bool:
    """Whether a guess is letters that are said of a name, which the grammar marks."""
    if "SPELLING" not in backed.labels:
        return False
    spelt = [one for one in backed.over(span.start, span.end) if one.label == "SPELLING"]
    if not spelt:
        return False
    if any(one.start < span.start and span.end <= one.end for one in spelt):
        return True  # the town of "be de Burgos"
    words = text[span.start : span.end].rstrip(".").split()
    return all(len(word) == 1 or (len(word) <= _ARTICLE and word.islower()) for word in words)


def _on_street(span: Span, backed: Evidence) -> bool:
    """Whether a name of the model's is a street to the grammar, but for an article before it."""
    return any(
        one.label == "STREET_ADDRESS"
        and one.score >= _SHORT_STREET
        and one.start - _ARTICLE <= span.start
        and span.end <= one.end
        for one in backed.over(span.start, span.end)
    )


_THOUSANDS = re.compile(r"[^\W\d_]+ \d{1,3}(?:[.,]\d{3})+")
"""One word and a number with signs between its thousands, which no house has."""


def _no_street(span: Span, text: str, language: str) -> bool:
    """Whether an address begins within a number ("09/11/1951, GP Dr."), or has neither a figure
    nor a capital nor a word for a street: "nº col"."""
    if _IN_NUMBER.search(text, max(0, span.start - 2), span.start) and text[span.start].isdigit():
        return True
    if span.end - span.start == 1 and _in_prefix(span, text, language):
        return True  # an A of "A/A"
    if _DAY_FIRST.match(text, span.start, span.end) or _counts_courts(span, text, language):
        return True  # "10/19 to see Dr.", "in 1994 the court"
    value = text[span.start : span.end]
    if _THOUSANDS.fullmatch(value) or _by_doctor(value, language):
        return True  # "cuesta 970.000", "bay 4 by Dr Lim"
    if finds_by(span.source) != MODEL or not value.islower() or any(map(str.isdigit, value)):
        return False
    words, known = flat(value).split(), lexicon(language)
    return known.streets.isdisjoint(words) and not any(map(known.names, words))


def _in_prefix(span: Span, text: str, language: str) -> bool:
    """Whether one letter is a part of what stands before a name on a parcel: "A/A", "C/O"."""
    word = _SLASHED_WORD.search(text[max(0, span.start - _ARTICLE) : span.start])
    start = span.start - (len(word[0]) if word else 0)
    whole = _SLASHED_LETTERS.match(text, start)
    return whole is not None and whole[0].casefold() in listed("name_prefixes", language)


def _by_doctor(value: str, language: str) -> bool:
    """Whether only a small word stands between a number and what is a title, too: "4 by Dr"."""
    words = value.split()[-3:]
    if len(words) < 3 or not words[0].isdigit() or words[1] not in listed("links", language):
        return False
    return words[2].rstrip(".").casefold() in raw(language)["courtesy"]


def _counts_courts(span: Span, text: str, language: str) -> bool:
    """Whether an article follows upon the number with which an address begins."""
    words = text[span.start : span.end].split(maxsplit=2)
    return len(words) > 2 and words[0].isdigit() and words[1] in listed("articles", language)


def _in_one_word(span: Span, text: str) -> bool:
    value = text[span.start : span.end]
    return span.label in _WRITTEN and "." in value and len(value.split()) == 1


@cache
def _articles(language: str) -> re.Pattern[str]:
    """An article before the name of a street: "la Pza. del Olivar"."""
    words = "|".join(map(re.escape, listed("articles", language))) or "(?!)"
    streets = "|".join(map(re.escape, sorted(lexicon(language).streets))) or "(?!)"
    return re.compile(rf"(?:{words})\s+(?=[^\W\d_a-zß-öø-ÿ]|(?:{streets})(?!\w))")


def _other_code(span: Span, text: str, language: str) -> bool:
    """Whether the word before says that the number is nobody's: "ISBN", "commit", "pages"."""
    before = _BEFORE.search(text, max(0, span.start - 24), span.start)
    if before is None:
        return False
    word = flat(before[1])
    if _VERSION.fullmatch(text, span.start, span.end) and finds_by(span.source) != FORM:
        return word in public_words(get(language).reads).brands or word in _not_private(language)
    return word in _not_private(language)


@cache
def _not_private(language: str) -> frozenset[str]:
    return frozenset(map(flat, listed("public_codes", language)))


def _too_long(span: Span, text: str) -> bool:
    """Whether a telephone number goes on behind a hyphen, or has more figures than any has."""
    value = text[span.start : span.end]
    goes_on = re.match(r"-\d", text[span.end : span.end + 2]) is not None and "-" in value
    return goes_on or sum(map(str.isdigit, value)) > _MOST_DIGITS


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
    elif span.label == "ID" and _HANDLE.fullmatch(value):
        return span._replace(label="USERNAME")  # "user e.lindqvist is locked"
    else:
        looks = digits > 1 or (" " in value and not digits) or bool(_LOCATOR.fullmatch(value))
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
    value = text[words[0].start() : words[-1].end()] if words else ""
    past = _LONG_PAST.fullmatch(value) and _dated_before(span, text, language)
    if not words or past or _DECIMAL.fullmatch(text, span.start, span.end):
        return None  # "lo prohibió en 1215"
    count = _COUNT_BEHIND.search(value)
    if count is not None:
        return span._replace(end=words[0].start() + count.start())  # "mayo, 80.206"
    coded = _SLASHED.fullmatch(value) or says_code(value)
    if coded or (value.isdigit() and not _DATE_FIGURES.fullmatch(value)):
        return span._replace(start=words[0].start(), end=words[-1].end(), label="ID")
    folded = {word for found in words for word in flat(found[0]).split()}
    few = len(words) <= _FEW_NUMBERS and folded <= _bare_numbers(language)
    if (
        _FEW_FIGURES.fullmatch(value)
        or folded <= _units(language)
        or (few and span.label == "DATE")
    ):
        return None  # "2", "days" and "cuatro de cada diez" tell no date by themselves
    figures = {word for word in folded if word.isdigit() and len(word) < _YEAR_FIGURES}
    if figures and folded - figures <= public_words(get(language).reads).interval_words:
        return None  # "primeros 9" of "primeros 9 ciclos"
    start = span.start if span.start >= words[0].start() else words[0].start()
    end = max(words[-1].end(), start + 1)
    return span._replace(start=start, end=end)


@cache
def _bare_numbers(language: str) -> frozenset[str]:
    return _number_words(language) - _units(language)


@cache
def _units(language: str) -> frozenset[str]:
    tables = (get(one).table("calendar") for one in get(language).reads)
    return flat_words(" ".join(unit for table in tables for unit in table["units"]))


@cache
def _date_words(language: str) -> frozenset[str]:
    """Words of which a date or time can be made, numbers among them."""
    found: set[str] = set(_number_words(language))
    for one in get(language).reads:
        table = get(one).table("calendar")
        told = {name: said for name, said in table.items() if name not in _AROUND_DATES}
        found |= flat_words(" ".join(_strings(told)))
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


def whole(spans: Sequence[Span], text: str, language: str) -> list[Span]:
    """Merged spans, those that share a number as one: nothing cuts "2003/18/4471"; a code has the
    letters that are joined to it."""
    spans = _with_letters(_with_years(spans, text), text, language)
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
            better = max(last, span, key=lambda one: (finds_by(one.source) == FORM, one.score))
            made[-1] = better._replace(start=last.start, end=span.end, key=None, parts=())
        else:
            made.append(span)
    return made


_LETTERS_BEFORE = re.compile(r"(?<![\w-])[A-Z]{1,5}[-/]?\Z")
_HEAD = re.compile(r"/[a-z]{1,2}[. :]+(?=\d)|[A-Z]{3,5}[:#]? ?(?=\d(?:[ .-]?\d){6,}\Z)")
_TAIL = re.compile(r"(?<=\d)(?:, ?[a-z](?:/[a-z])?| [A-Z]{3}[-–/][A-Z]{3})\Z")
_NO_DATE = re.compile(r"\d{4}[-/]\d{3,}")
_LETTERS_BEHIND = re.compile(r"[-/][A-Z]{1,2}(?![\w-])")


def _with_letters(spans: Sequence[Span], text: str, language: str) -> Sequence[Span]:
    """Spans in order, codes with the letters before and behind them: "INV-[2024-0091]"."""
    made: list[Span] = []
    for span in spans:
        last = made[-1].end if made else 0
        made.append(_lettered(span, last, text, language) if span.score < 1.0 else span)
    return made


def _lettered(span: Span, last: int, text: str, language: str) -> Span:
    """A code with the letters that are joined to it; nothing before ``last`` is looked at."""
    start, end = span.start, span.end
    before = _LETTERS_BEFORE.search(text, max(last, start - 6), start)
    joined = before is not None and (before[0][-1] in "-/") != (text[start] in "-/")
    dated = span.label in _DATED and _NO_DATE.fullmatch(text, start, end) is not None
    if dated and joined:
        span = span._replace(label="ID")  # "INV-2024-0091"
    if span.label == "POSTAL_CODE" and joined and before is not None and before[0][-1] == "-":
        span = span._replace(label="ID")  # "Jira OPS-4471"
    if span.label not in _LETTERED_CODES or not text[start:end].lstrip("-/")[:1].isdigit():
        return span
    if before is not None and joined:
        names = listed("things_by_initials", language)
        start = start if before[0].rstrip("-/") in names else before.start()
    behind = _LETTERS_BEHIND.match(text, end)
    end = behind.end() if behind is not None else end
    return span if (start, end) == span[:2] else span._replace(start=start, end=end, key=None)


def _with_years(spans: Sequence[Span], text: str) -> Sequence[Span]:
    """Spans in order, a year as part of the date right before it: "Spring 2020"."""
    made: list[Span] = []
    for span in spans:
        last = made[-1] if made else None
        if (
            last is not None
            and last.label == span.label == "DATE"
            and max(last.score, span.score) < 1.0
            and text[last.end : span.start] == " "
            and text[last.start : last.end].isalpha()
            and _YEAR_SAID.fullmatch(text, span.start, span.end)
        ):
            made[-1] = last._replace(end=span.end, key=None, parts=())
        else:
            made.append(span)
    return made


_IN_PARTS = frozenset(("MEDICAL_LICENSE", "MEDICAL_RECORD", "MEMBER_ID", "CASE_NUMBER"))
_LETTERED_CODES = frozenset(
    ("ID", "TICKET_NUMBER", "ORDER_NUMBER", "MEMBER_ID", "CASE_NUMBER", "BANK_ACCOUNT")
)
_CUT = _CODES | {"TICKET_NUMBER", "ORDER_NUMBER", "MEMBER_ID", "CASE_NUMBER", "BANK_ACCOUNT"}


def _one_number(text: str, left: Span, right: Span) -> bool:
    """Whether one sign at most, and no space, stands between the figures of two spans."""
    between = text[left.end : right.start]
    return len(between) <= 1 and (not between or between in "./-") and not between.isspace()
