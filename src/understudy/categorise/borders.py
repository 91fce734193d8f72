"""Rules that drop, trim or relabel evidence, before and after it is merged.

A guess that names a form (a date, a telephone number) without the support of a grammar must look
like one, and no guess cuts a number in two: it is extended to the whole of it. A person's name
has no title before it and no other person behind an "and"; a date ends where its own words end.
What a source has marked itself (score 1) is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from understudy.categorise.evidence import Evidence
from understudy.categorise.merge import merge
from understudy.categorise.rules.alike import one_label
from understudy.categorise.rules.alone import unread
from understudy.categorise.rules.answers import without_answers
from understudy.categorise.rules.beside import with_those_beside
from understudy.categorise.rules.captions import with_parties
from understudy.categorise.rules.context_label import label_of_context, numbered_court
from understudy.categorise.rules.cut_numbers import whole
from understudy.categorise.rules.employers import is_employer
from understudy.categorise.rules.ends import kin_and_name
from understudy.categorise.rules.forms import (
    ARTICLE,
    CODES,
    COUNTED,
    DATED,
    HANDLE,
    IN_PARTS,
    WRITTEN,
    is_zip,
    of_code,
    of_form,
    over_numbers,
)
from understudy.categorise.rules.heads import by_heads
from understudy.categorise.rules.hyphens import with_all_parts
from understudy.categorise.rules.labels import before_label
from understudy.categorise.rules.namesakes import namesakes
from understudy.categorise.rules.namings import names_in
from understudy.categorise.rules.nothing import is_grade, on_nothing
from understudy.categorise.rules.ranks import by_rank, only_hour, towns_of_saints
from understudy.categorise.rules.routes import with_both_ends
from understudy.categorise.rules.rows import with_row_mates
from understudy.categorise.rules.runs import settled
from understudy.categorise.rules.same_form import with_dates_alike
from understudy.categorise.rules.speakers import without_speakers
from understudy.categorise.rules.spoken import with_domains
from understudy.categorise.rules.streets import of_street, on_street, titled_name, with_town
from understudy.categorise.rules.towns import whole_town
from understudy.categorise.rules.words import names_nothing
from understudy.core.folding import flat
from understudy.core.shown import Shown
from understudy.core.types import Document, Span
from understudy.identify.laws import Title, outside, titles
from understudy.identify.sentences import within
from understudy.identify.settings import FORM, MODEL, finds_by
from understudy.languages import get
from understudy.languages.lexicon import lexicon, listed
from understudy.languages.lists import any_of
from understudy.languages.public import feasts

__all__ = ["as_shown", "believable", "settled_marks"]

_FORMS = DATED | COUNTED | CODES | WRITTEN
"""What needs the word of a detector that finds by form, or must look like it."""
_CUT_NUMBER = re.compile(r"\d[.,]\d")
_NAMED = frozenset(("PERSON", "LOCATION", "ORGANIZATION"))
_LETTERED = re.compile(r"[^\W\d_]-[A-Z]?[a-z]{2,}")
"""A word that begins with a letter by itself: "E-mail", "T-shirt"."""
_PARTS_OF_TIME = re.compile(r"(?!12/12)\d{1,2}/(?:12|52|7)")
_WORD_BEFORE, _WORD_BEHIND = re.compile(r"([^\W\d_]+) \Z"), re.compile(r" ([^\W\d_]+)")
_UNDER = re.compile(r"[UuSs]-?\d{1,2}s?")
"""A team of the young by their age: "U12s", "S-19"."""
_CASES = frozenset(("CASE_NUMBER",))
_FULL_DAY = re.compile(r"(?:0?[1-9]|[12]\d|3[01])([./-])(?:0?[1-9]|[12]\d|3[01])\1(?:19|20)\d\d")
_OF_YEAR = re.compile(r"\d{1,6}/(?:19|20)\d\d")
_SPLIT = re.compile(r"[,;.:]?\s*")
_SPELT = re.compile(r"[^\W\d_](?:-[^\W\d_]){2,}")
"""Letters one by one: "S-M-I-T-H"."""
_INITIALS = re.compile(r"[A-Z]\.(?: ?[A-Z]\.){1,3}")
_AT_DOMAIN = re.compile(r"[\w-]+(?:\.[\w-]+)*\.[a-z]{2,6}", re.I)
_FEAST_NEAR = 24
"""Characters before a feast in which a word says that it is one."""
_LETTER = re.compile(r"[^\W\d_](?:['’]s)?")
_MORE_LETTERS = re.compile(r"(?=(?:, [A-Z]){0,6}, \d)(?:, (?:[A-Z]|\d{1,2})(?!\w)){1,12}")
_NAME_NEAR = 60
"""Characters between a name and what is said of its letters: "a grade with an A" says nothing."""
_SHORT_CODE = re.compile(r"(?<!\w)([A-Z][A-Za-z]{0,3})\d{1,2}(?!\w)")


Marks = list[tuple[Span, str]]
"""Disjoint spans with their categories, in text order."""


def as_shown(
    document: Document,
    evidence: Sequence[Span],
    settle: Callable[[Document, Sequence[Span]], Marks],
) -> Marks:
    """What is settled on the evidence of a text as its reader sees it, where that is written.

    Evidence of which nothing is seen is settled by itself, and gives way to the rest.
    """
    shown = Shown.of(document, evidence) if evidence else None
    if shown is None:
        return settle(document, evidence)
    marks = settle(shown.document, shown.spans)
    back = shown.back([span for span, _ in marks])
    found = [(span, label) for span, (_, label) in zip(back, marks, strict=True)]
    if not shown.hidden:
        return found
    taken = Evidence(back)
    hidden = settle(document, shown.hidden)
    return sorted((*found, *(one for one in hidden if not taken.over(one[0].start, one[0].end))))


def settled_marks(
    private: Sequence[Span],
    document: Document,
    language: str,
    *,
    mode: str,
    modelled: bool = False,
    heard: Evidence | None = None,
) -> list[Span]:
    """The evidence of a document as disjoint marks, each with the borders and the label that what
    stands around it allows."""
    text = document.text
    believed = believable(private, text, language, modelled=modelled, heard=heard)
    held = merge(believed, document.segments, mode=mode, text=text, language=language)
    if not _certain(held):
        held = with_domains(without_speakers(held, text, language), text, language)
        held = with_both_ends(held, text, language)
        held = without_answers(whole(held, text, language), text, language)
        held = towns_of_saints(by_heads(held, text, language), text, language)
        held = namesakes(held, text, language)
        held = with_parties(held, text, language)
    held = with_those_beside(held, text, language)
    if not _certain(held):
        held = with_all_parts(with_row_mates(held, text, language), text, language)
    held = with_dates_alike(held, text, language)
    return held if _certain(held) else one_label(held, text, language)


def _certain(spans: Sequence[Span]) -> bool:
    """Whether no mark is a guess, as in a row of typed cells: what a source has marked itself keeps
    its borders and its label."""
    return all(span.score >= 1.0 for span in spans)


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
        kept = [span for span in read if span is not None]
        if kept != held:
            held, evidence = kept, Evidence(kept)
    backed = Evidence(span for span in held if finds_by(span.source) == FORM)
    laws = titles(text, language)
    return [
        part
        for span in held
        if span.score >= 1.0 or not _nothing(span, evidence, text, language)
        for run in settled(before_label(span, evidence, text, language), evidence, text, language)
        for whole_guess in _kept(run, evidence, laws, text, language)
        for own in by_rank(whole_guess, text, language)
        for part in _parts(own, backed, evidence, text, language)
        if not is_grade(part, text)
    ]


def _nothing(span: Span, evidence: Evidence, text: str, language: str) -> bool:
    if span.label in DATED and _CUT_NUMBER.match(text, span.end - 1):
        return text[span.start : span.end].isdigit()  # the 6 of "6,08"
    if span.label in DATED and _is_interval(span, text, language):
        return True
    return on_nothing(span, evidence, text, language) or names_nothing(
        span, evidence, text, language
    )


def _is_interval(span: Span, text: str, language: str) -> bool:
    """Whether a length of time is written as clinicians write it, in parts of a year, of its weeks
    or of a week: "review 6/12", "4/7 ago"."""
    if _PARTS_OF_TIME.fullmatch(text, span.start, span.end) is None:
        return False
    before = _WORD_BEFORE.search(text, max(0, span.start - _FEAST_NEAR), span.start)
    behind = _WORD_BEHIND.match(text, span.end)
    cues, tails = listed("interval_cues", language), listed("interval_tails", language)
    return (before is not None and flat(before[1]) in cues) or (
        behind is not None and flat(behind[1]) in tails
    )


def _kept(
    span: Span, evidence: Evidence, laws: Sequence[Title], text: str, language: str
) -> Iterable[Span]:
    """What of a guess is neither the title of a law nor another sentence's."""
    if span.score >= 1.0:
        return (span,)
    if finds_by(span.source) == FORM or span.label in _FORMS:
        held = over_numbers(span, text) if laws and finds_by(span.source) != FORM else span
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
    if finds_by(span.source) == MODEL and span.label in _NAMED and on_street(span, backed):
        return span._replace(label="STREET_ADDRESS")
    if is_employer(span, text, language):
        return span._replace(label="ORGANIZATION", key=None, parts=())
    return label_of_context(span, text, language)


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
    cues, articles = (any_of(listed(kind, language)) for kind in ("before_feast", "articles"))
    return re.compile(rf"(?<!\w)(?:{cues}) (?:(?:{articles}) )?\Z", re.I)  # "tras el Ramadán"


def _parts(
    span: Span, backed: Evidence, held: Evidence, text: str, language: str
) -> Iterator[Span]:
    span = only_hour(span, text, language)
    span = _no_telephone(_placed(span, backed, text, language), text)
    span = whole_town(span, text, language)
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
    elif span.label == "STREET_ADDRESS" and (
        _lone_figures(span, text) or numbered_court(span, text, language)
    ):
        return  # "2005 lexus": a house has a street; "Court 4, Family Court"
    elif span.label == "STREET_ADDRESS":
        yield from with_town(of_street(span, text, language), backed, text, language)
    elif is_zip(span, held, text):
        return
    elif span.label in CODES | IN_PARTS and (codes := of_code(span, text, language)) is not None:
        yield from codes
    elif span.label in _FORMS and finds_by(span.source) == MODEL:
        yield from of_form(span, backed, text, language)
    else:
        yield span


def _no_telephone(span: Span, text: str) -> Span:
    """A number of a telephone's length that is a day ("05.03.2024") or the number of a case within
    its year ("0092/2024")."""
    if span.label != "PHONE_NUMBER" or span.score >= 1.0:
        return span
    if _FULL_DAY.fullmatch(text, span.start, span.end):
        return span._replace(label="DATE", key=None, parts=())
    if _OF_YEAR.fullmatch(text, span.start, span.end):
        return span._replace(label="CASE_NUMBER", key=None, parts=())
    return span


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
    span = _behind_code(_unspelt(span, backed, text), backed, text)
    if span.label == "PERSON" and _SPELT.fullmatch(text, span.start, span.end):
        yield span._replace(label="SPELLING")
    elif HANDLE.fullmatch(text, span.start, span.end):
        yield span._replace(label="USERNAME", key=None, parts=())
    elif not (
        _cut_code(span, text, language)  # the letters of "SpO2"
        or _LETTERED.fullmatch(text, span.start, span.end)  # "E-mail"
        or _letters_of_name(span, backed, text)  # "with a K and a Y"
        or _figures_of_word(span, text)  # the 2 of "DM2"
        or _UNDER.fullmatch(text, span.start, span.end)
    ):
        yield from names_in(span, text, language)


def _behind_code(span: Span, backed: Evidence, text: str) -> Span:
    """A name without the code that it begins in: "24-[CV-10388, Superior Court]"."""
    over = backed.over(span.start, span.start + 1)
    ends = [one.end for one in over if one.label in CODES | _CASES]
    gap = _SPLIT.match(text, max(ends)) if ends else None
    inside = gap is not None and gap.end() < span.end
    return span._replace(start=gap.end()) if gap and inside else span


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


def _called(span: Span, text: str, language: str) -> bool:
    """Whether a job is somebody's initials ("un hombre, B.R.G.") or a title and a name."""
    initials = _INITIALS.fullmatch(text, span.start, span.end) is not None
    return initials or titled_name(span, text, language)


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
    return all(len(word) == 1 or (len(word) <= ARTICLE and word.islower()) for word in words)
