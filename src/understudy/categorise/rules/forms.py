"""What has a form: dates, times, ages, numbers and codes. Each is cut where its form ends, and
dropped where it does not look like one or is nobody's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from understudy.categorise.evidence import Evidence
from understudy.core.folding import flat, flat_words
from understudy.core.types import Span
from understudy.identify.lengths import says_code
from understudy.identify.settings import FORM, finds_by
from understudy.languages import get
from understudy.languages.lexicon import listed, raw
from understudy.languages.public import public_words

__all__ = [
    "ARTICLE",
    "CODES",
    "COUNTED",
    "DATED",
    "FEWEST_DIGITS",
    "HANDLE",
    "IN_NUMBER",
    "IN_PARTS",
    "MOST_DIGITS",
    "WORD",
    "WRITTEN",
    "YEAR_SAID",
    "is_zip",
    "of_code",
    "of_form",
    "over_numbers",
]

DATED = frozenset(("DATE", "TIME", "DATE_TIME", "MONTH"))
COUNTED = frozenset(("AGE", "AMOUNT"))
CODES = frozenset(("ID", "PHONE_NUMBER", "POSTAL_CODE"))
WRITTEN = frozenset(("EMAIL_ADDRESS", "URL"))
FEWEST_DIGITS = 7
MOST_DIGITS = 15
"""Of a telephone number (E.164)."""
_TABLE = 4
"""So many numbers of one or two figures in a row are a table of results."""
_AROUND_DATES = frozenset(("order_signs", "life_around", "birth_around", "birth_far"))
"""Tables of the calendar whose words stand in the same text as a date or an age, and in none."""
_YEAR_FIGURES = 4
_DATE_FIGURES = re.compile(r"\d{1,3}|(?:1[6-9]|20)\d{2}|\d{6}|\d{8}")
_COUNT_BEHIND = re.compile(r"(?<=[^\W\d_])[ ,]+\d{1,3}(?:[.,]\d{3})+\Z")
_FEW_NUMBERS = 2
_LONG_PAST = re.compile(r"1[0-5]\d{2}")
_SLASHED = re.compile(r"\d+[/-]\d+[/-]\d{5,}")
_SAID_LETTERS = re.compile(r"[^\W\d_]{3,} [A-Z](?:['’]?s)?", re.ASCII)
_NUMBER = re.compile(r"(?<![\w.,/])\w*\d\w*(?:[.,/:-]?\w*\d\w*)*")
"""A number with all that belongs to it: "268,000", "2003/18/4471"."""
_LONG_NAME = 10
ARTICLE = 4
"""Letters of the longest article, and the space behind it."""
_INSIDE = frozenset(".,/:")
_IN_NUMBER = _INSIDE | frozenset("-_")
"""What a number may have in it beside letters and figures."""
WORD = re.compile(r"\w+(?:['’]\w+)*")
_BEFORE = re.compile(r"(\w+)[\s.:#nNº°()]{0,6}\Z")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}\Z")
_FEW_FIGURES = re.compile(r"\d{1,3}(?:\W\d{1,2})?")
_DECIMAL = re.compile(r"\d+[.,]\d+\Z")
HANDLE = re.compile(r"[^\W_]+_\w+|[a-z]{1,12}\.[a-z]{3,}")
"""As no name is written: "nachete_87"."""
_VERSION = re.compile(r"v?\d+(?:\.\d+){1,3}")
_LOCATOR = re.compile(r"(?=[A-Z]*\d)[A-Z\d]{5,}")
"""Letters and one figure, as bookings have them: "XK7PLQ"."""
_FIVE = re.compile(r"\d{5}")
_WEAK_CODE = 0.6
YEAR_SAID = re.compile(r"(?:19|20)\d{2}")
_PLACED = re.compile(r"([^\W\d_a-zß-öø-ÿ][^\W\d_]{2,}(?: [^\W\d_a-zß-öø-ÿ][^\W\d_]+)?),? ?")
_DOOR = re.compile(r"\d{1,2} ?[ºª°] ?[A-Za-z]")
_AGES = re.compile(r"\d{1,3} ?[-–] ?\d{1,3}")
IN_NUMBER = re.compile(r"\d[/.,-]\Z")
_HEAD = re.compile(r"/[a-z]{1,2}[. :]+(?=\d)|[A-Z]{3,5}[:#]? ?(?=\d(?:[ .-]?\d){6,}\Z)")
_TAIL = re.compile(r"(?<=\d)(?:, ?[a-z](?:/[a-z])?| [A-Z]{3}[-–/][A-Z]{3})\Z")
IN_PARTS = frozenset(("MEDICAL_LICENSE", "MEDICAL_RECORD", "MEMBER_ID", "CASE_NUMBER"))


def is_zip(span: Span, held: Evidence, text: str) -> bool:
    """Whether a weak guess at a code is the postal code that the model sees: "boise id 83702"."""
    if span.label != "ID" or span.score > _WEAK_CODE:
        return False
    return _FIVE.fullmatch(text, span.start, span.end) is not None and any(
        one.label == "POSTAL_CODE" and one[:2] == span[:2]
        for one in held.over(span.start, span.end)
    )


def of_code(span: Span, text: str, language: str) -> tuple[Span, ...] | None:
    """A code with all of its number, none where it is nobody's; None where it is as it should."""
    if span.label in CODES and (
        _other_code(over_numbers(span, text), text, language)
        or _SAID_LETTERS.fullmatch(text, span.start, span.end)  # "two T's at the end"
    ):
        return ()
    if YEAR_SAID.fullmatch(text, span.start, span.end) and _dated_before(span, text, language):
        return ()  # "otro episodio en 2004"
    if span.label == "POSTAL_CODE" and _said_in_letters(span, text, language):
        return (span._replace(label="ID"),)
    if span.label == "PHONE_NUMBER":
        return _phone(span, text)
    if span.label in IN_PARTS and IN_NUMBER.search(text, max(0, span.start - 2), span.start):
        return (over_numbers(span, text),)  # "41/41 07822"
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
        return (over_numbers(span, text)._replace(label="ID"),)
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


def of_form(span: Span, backed: Evidence, text: str, language: str) -> Iterator[Span]:
    """What of a guess at a form looks like one, or has a grammar's word for it."""
    formed = _formed(span, text, language)
    grammars = backed.over(span.start, span.end)
    if span.label in DATED:
        yield from _place_before(span, formed, text, language)
    whole = over_numbers(span, text)
    if span.label in DATED and _DOOR.fullmatch(text, whole.start, whole.end):
        return  # "la vecina del 4ºA"
    aged = span.label in DATED and any(one.label == "AGE" for one in grammars)
    if aged and _AGES.fullmatch(text, whole.start, whole.end):
        yield whole._replace(label="AGE", key=None, parts=())  # "aged 13-17"
        return
    if span.label in WRITTEN and any(_in_one_word(one, text) for one in grammars):
        return  # "www.example.org PS": what is written out is the grammar's to delimit
    if grammars:
        # The grammar's word is enough, but "before Friday" is still Friday.
        yield formed if formed is not None and span.label in DATED else span
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


def _in_one_word(span: Span, text: str) -> bool:
    value = text[span.start : span.end]
    return span.label in WRITTEN and "." in value and len(value.split()) == 1


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
    return goes_on or sum(map(str.isdigit, value)) > MOST_DIGITS


def _formed(span: Span, text: str, language: str) -> Span | None:
    """A form that only the model saw, over whole numbers; None where it does not look like one."""
    span = over_numbers(span, text)
    if span.label in DATED:
        return _dated(span, text, language)
    value = text[span.start : span.end]
    digits = sum(letter.isdigit() for letter in value)
    if span.label in COUNTED:
        looks = digits > 0 or not _number_words(language).isdisjoint(flat(value).split())
    elif span.label == "PHONE_NUMBER":
        looks = not digits or (FEWEST_DIGITS <= digits <= MOST_DIGITS and not _is_table(value))
    elif span.label in WRITTEN:
        looks = " " in value or "@" in value or "." in value
        if not looks and len(value) >= _LONG_NAME:
            return span._replace(label="USERNAME")  # "SachaBaronCohen"
    elif span.label == "ID" and HANDLE.fullmatch(value):
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
        for found in WORD.finditer(text, span.start, span.end)
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
    said = folded - figures
    if figures and (
        said <= public_words(get(language).reads).interval_words  # "primeros 9 ciclos"
        or (span.label == "DATE" and said <= _day_parts(language))  # "atorvastatina 80 noche"
    ):
        return None
    start = span.start if span.start >= words[0].start() else words[0].start()
    end = max(words[-1].end(), start + 1)
    return span._replace(start=start, end=end)


@cache
def _bare_numbers(language: str) -> frozenset[str]:
    return _number_words(language) - _units(language)


@cache
def _day_parts(language: str) -> frozenset[str]:
    """ "noche" and the like; a date has more than a number beside one."""
    tables = (get(one).table("calendar") for one in get(language).reads)
    return flat_words(" ".join(part for table in tables for part in table["day_parts"]))


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


def over_numbers(span: Span, text: str) -> Span:
    """The span with the whole of the numbers at its ends."""
    start, end = span.start, span.end
    if not (_goes_on(text, start) or _goes_on(text, end)):
        return span  # no number is cut
    for found in _NUMBER.finditer(text, max(0, start - 40), min(len(text), end + 40)):
        if found.start() < start < found.end():
            start = found.start()
        if found.start() < end < found.end() and text[end - 1].isalnum() | (
            text[end - 1] in _INSIDE
        ):
            end = found.end()
    return span if (start, end) == (span.start, span.end) else span._replace(start=start, end=end)


def _goes_on(text: str, at: int) -> bool:
    """Whether a number may stand on both sides of a place."""
    around = text[at - 1 : at + 1] if at else ""
    return len(around) == 2 and all(sign.isalnum() or sign in _IN_NUMBER for sign in around)
