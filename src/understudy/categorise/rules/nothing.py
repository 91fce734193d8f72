"""Guesses that stand on words that name nothing: "add milk", "the Court", a label before a number.

One that another detector seconds is left; what a source has marked itself never comes here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from understudy.categorise.evidence import Evidence
from understudy.categorise.rules.casing import cased
from understudy.categorise.rules.offices import is_office
from understudy.categorise.rules.ordinary import (
    articles,
    calendar_words,
    foreign_word,
    formed,
    joining,
    kinds_of_organizations,
    numbered,
    numerals,
    on_no_list,
    plain_words,
    role,
    says_who,
    small_article,
    usual,
    words_for,
)
from understudy.categorise.rules.things import plain_thing, postscript
from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.identify.settings import CUE, FORM, LIST, MODEL, finds_by
from understudy.languages import get
from understudy.languages.lexicon import listed, on_list, raw
from understudy.languages.public import public_words

__all__ = ["is_grade", "on_nothing"]

_NAMING = frozenset(("ORGANIZATION", "PRODUCT", "CREATIVE_WORK"))
_UNLABELLED = frozenset(
    (
        *("DATE", "TIME", "DATE_TIME", "MONTH", "AMOUNT", "NUMBER", "QUANTITY", "AGE"),
        *("STREET_ADDRESS", "POSTAL_CODE"),
    )
)
"""What stands behind a name rather than behind a label: "AEP $19,250"."""
_WRITTEN = frozenset(("EMAIL_ADDRESS", "URL"))
_LISTED = frozenset(("PERSON", "LOCATION"))
_NAMED = _LISTED | _NAMING
_WEAK = {(LIST, "LOCATION"): 0.6, (CUE, "ORGANIZATION"): 0.7}
"""What a list or a cue alone is worth where the words are ordinary ones: "nice", "latest news"."""
_DOUBT = 0.7
_SURE = 0.8
_CUED = 0.8
"""The least score of a guess that rests on a title or an introduction."""
_CHECKED = 0.93
"""The score of a grammar that has a check digit, or an unusual form and its word."""
_LONGEST_LABEL, _NEAR, _LABEL_WORDS = 6, 5, 2
_HEADING = 120
"""Characters of the longest heading."""
_TRAITS = frozenset(("OCCUPATION", "TITLE", "FAMILY", "GENDER"))
_COLON = re.compile(r"\s?:(?=\s|\Z)")
_OPENING = re.compile(r"(?:\A|[\n.!?>|/])[\s>|]*\Z")
_SMALL = re.compile(r",?[ \t]+[^\W\d_A-ZÀ-ÖØ-Þ]")
_WORD = re.compile(r"\w+")
_BEFORE = re.compile(r"(\w+)\s*\Z")
_NUMBERED = re.compile(r" \d{1,3}[A-Z]?(?![\w/.,-]*\d)")
"""Of "Ward 7", "Bay 12B"."""
_YEAR_BEHIND = re.compile(r" (?:19|20)\d{2}(?!\d)")
_PHRASE, _AROUND = 40, 3
"""Characters and words around a name in which a longer one that all know is looked for."""
_LABELLED = re.compile(r"(?:\A|[\n.!?>|/:])[\s>|]*\Z")
_LONG_VERB = 7
_GRADE = re.compile(r"[IVX]{2,4}[A-Da-d]?")
_GLOSS = 160
"""Characters of the longest gloss in brackets on each side of a word of it."""
_CALLED = re.compile(rf"{_NUMBERED.pattern}| [^\W\d_a-zß-öø-ÿ]")


def on_nothing(span: Span, held: Evidence, text: str, language: str) -> bool:
    """Whether a guess stands on words that name nothing, by what the other evidence says."""
    value = text[span.start : span.end]
    if finds_by(span.source) == FORM:
        return False
    verb = _verb(span, held, text, language) or _verb_first(span, held, value, language)
    figures = span.label in _NAMING and value.isdigit()  # "el vuelo LA 291"
    figures = figures or is_grade(span, text)
    if verb or figures or _cut_trait(span, value, language) or _plain(span, held, text, language):
        return True
    if span.label in _NAMED and (
        _numbers_room(span, text, language)
        or (finds_by(span.source) == MODEL and _somebody(span, held, text, language))
    ):
        return True
    if finds_by(span.source) != MODEL:
        return _weak(span, held, text, language)
    if _labelling(span, text) and not _seconded(span, held):
        return span.label in _TRAITS or usual(value, language)
    near = held.over(span.start, span.end + _NEAR + 1)
    backed = [one for one in near if finds_by(one.source) == FORM]
    return _names_code(span, backed, text) or (
        span.label in _NAMING and _names_nothing(span, backed, text, language)
    )


def is_grade(span: Span, text: str) -> bool:
    """Whether a guess at a name is a grade in Roman numerals: "Forrest IIa", not "Bendigo VIC"."""
    if span.label not in _NAMED or finds_by(span.source) == FORM:
        return False
    return _GRADE.fullmatch(text, span.start, span.end) is not None


def _plain(span: Span, held: Evidence, text: str, language: str) -> bool:
    """Whether the words of a guess are nobody's name, whoever made it."""
    place = (span.start, span.end, span.label)
    found = held.plain.get(place)
    if found is None:
        found = held.plain[place] = _is_plain(span, text, language)
    return found


def _is_plain(span: Span, text: str, language: str) -> bool:
    return (
        is_office(span, text, language)
        or text[span.start : span.end] in on_list("things_by_initials", language)
        or postscript(span, text, language)
        or plain_thing(span, text, language)
    )


def _cut_trait(span: Span, value: str, language: str) -> bool:
    """Whether a job begins with a link ("administración [de empresas]"), or a relative is a number
    ("un hermano de [seis años]")."""
    if span.label not in ("OCCUPATION", "FAMILY") or finds_by(span.source) != MODEL:
        return False
    words = flat(value).split()
    if span.label == "OCCUPATION":
        return value.islower() and bool(words) and words[0] in joining(language)
    numbered = any(word.isdigit() for word in words) or not numerals(language).isdisjoint(words)
    return numbered and public_words(get(language).reads).kinship.isdisjoint(words)


def _weak(span: Span, held: Evidence, text: str, language: str) -> bool:
    """Whether a list or a cue alone takes ordinary words for a name."""
    value = text[span.start : span.end]
    if span.label == "PERSON" and foreign_word(value, language):
        return not any(finds_by(one.source) == MODEL for one in held.over(span.start, span.end))
    season = _YEAR_BEHIND.match(text, span.end) and flat(value) in calendar_words(language)
    capitals = finds_by(span.source) == CUE and span.label == "PERSON"
    if season or (capitals and (_behind_street(span, held) or _unit(span, held, text, language))):
        return True  # "Spring 2020", "Unidad Metabólica"
    if _seconded(span, held):
        return False
    if finds_by(span.source) == CUE and span.label == "PERSON":
        return plain_words(value, span.score < _CUED, language)
    if span.score > _WEAK.get((finds_by(span.source), span.label), 0.0):
        return False
    return usual(value, language) or (span.label == "LOCATION" and small_article(value, language))


def _unit(span: Span, held: Evidence, text: str, language: str) -> bool:
    """Whether capitals alone make a name of what a unit is for: "Unidad Metabólica Ósea"."""
    if not on_no_list(text[span.start : span.end], language):
        return False
    before = flat(text[max(0, span.start - _PHRASE) : span.start]).split()
    while len(before) > 1 and before[-1] in joining(language):
        before.pop()
    if not before or before[-1] not in words_for(language, "unit_heads"):
        return False
    return not _seconded(span, held)


def _behind_street(span: Span, held: Evidence) -> bool:
    """Whether the title before a name is the end of a street: "14 oakwood dr springfield"."""
    if "STREET_ADDRESS" not in held.labels:
        return False
    low = max(0, span.start - _NEAR)
    over = held.over(span.start, span.end)
    return any(
        one.label == "STREET_ADDRESS" and one.end <= span.start
        for one in held.over(low, span.start)
    ) and not any(finds_by(one.source) == MODEL and one.label == "PERSON" for one in over)


def _somebody(span: Span, held: Evidence, text: str, language: str) -> bool:
    """Whether the model alone takes for a name what says who somebody is, or an ordinary word."""
    value = text[span.start : span.end]
    if _seconded(span, held):
        return False
    if value != value.lower():
        return span.score < _DOUBT and role(value, language)
    if cased(text) and (_glossed(span, text, language) or formed(value, language)):
        return True
    if says_who(value, language):
        return True
    return (
        span.label in _LISTED
        and span.score < _DOUBT
        and (usual(value, language) or (cased(text) and on_no_list(value, language)))
    )


def _glossed(span: Span, text: str, language: str) -> bool:
    """Whether words in small letters stand in brackets: "a judgment (wyrok zaoczny)"."""
    before = text[max(0, span.start - _GLOSS) : span.start]
    inside = (
        before.rfind("(") > before.rfind(")") and text.find(")", span.end, span.end + _GLOSS) > 0
    )
    return inside and on_no_list(text[span.start : span.end], language)


def _numbers_room(span: Span, text: str, language: str) -> bool:
    """Whether a word for a room, which may be a surname, has its number or its name behind it:
    "Ward 7", "Sala Goya"."""
    *front, last = text[span.start : span.end].split() or [""]
    if front and last.isdigit() and flat(front[-1]) in numbered(language):
        return on_list("things_by_initials", language).issuperset(front[:-1])  # "ED bay 4"
    behind = _NUMBERED if finds_by(span.source) == MODEL else _CALLED
    if flat(last) not in numbered(language):
        return False
    if not on_list("things_by_initials", language).issuperset(front):
        return False  # "ED bay 4"
    return behind.match(text, span.end) is not None


def _verb_first(span: Span, held: Evidence, value: str, language: str) -> bool:
    """Whether words in small letters begin with the form of a verb: "paciente presentaba"."""
    if finds_by(span.source) != CUE or span.label != "PERSON" or not value.islower():
        return False
    forms = listed("verb_forms", language)
    if not value.split(maxsplit=1)[0].endswith(forms) or not on_no_list(value, language):
        return False
    return not any(finds_by(one.source) == MODEL for one in held.over(span.start, span.end))


def _names_nothing(span: Span, backed: Sequence[Span], text: str, language: str) -> bool:
    value = text[span.start : span.end]
    if len(value) == 1 or (
        value.isupper() and len(value) <= _LONGEST_LABEL and _labels(span, backed)
    ):
        return True
    words = [word for word in flat(value).split() if word not in joining(language)]
    if not words or _the_court(span, text, words, language):
        return True
    return usual(value, language) and _written_as_ordinary(span, text)


def _written_as_ordinary(span: Span, text: str) -> bool:
    """Whether ordinary words stand as such: in small letters, or in a heading in capitals."""
    value = text[span.start : span.end]
    if value == value.lower():
        return span.label != "ORGANIZATION" or span.score < _SURE
    low, high = max(0, span.start - _HEADING), span.end + _HEADING
    before, after = text[low : span.start], text[span.end : high]
    line = before[before.rfind("\n") + 1 :] + value + after.partition("\n")[0]
    return len(line) <= _HEADING and line.isupper() and " " in line.strip()


def _the_court(span: Span, text: str, words: Sequence[str], language: str) -> bool:
    """Whether an organization is only called what it is, with an article: "the Court"."""
    if len(words) != 1 or words[0] not in kinds_of_organizations(language):
        return False
    before = _BEFORE.search(text, max(0, span.start - 24), span.start)
    inside = _WORD.match(text, span.start)
    value = {flat(found[found.lastindex or 0]) for found in (before, inside) if found}
    if not value.isdisjoint(articles(language)):
        return True
    return span.score < _SURE and not value.isdisjoint(raw(language)["articles_joined"])


def _labelling(span: Span, text: str) -> bool:
    """Whether the words open a line or a sentence and a colon is behind them: "Doctor: …"."""
    if _COLON.match(text, span.end) is None:
        return False
    return _OPENING.search(text, max(0, span.start - _NEAR), span.start) is not None


def _verb(span: Span, held: Evidence, text: str, language: str) -> bool:
    """Whether one word of a name's looks is a verb: "Tomó paracetamol", "la retiró"."""
    value = text[span.start : span.end]
    if span.label in _LISTED and _we(span, text, language):
        return True
    if span.label not in _LISTED or not value.endswith(_verb_endings(language)) or " " in value:
        return False
    if not value.islower():
        opens = _OPENING.search(text, max(0, span.start - _NEAR), span.start) is not None
        if not opens or _SMALL.match(text, span.end) is None:
            return False
    return not any(
        one.source != span.source and finds_by(one.source) != FORM
        for one in held.over(span.start, span.end)
    )


def _we(span: Span, text: str, language: str) -> bool:
    """Whether a word says what "we" do, behind a label or at the start of a sentence, and is on no
    list of names: "Paciente: Presentamos el caso"."""
    value = text[span.start : span.end]
    if len(value) < _LONG_VERB or not value.endswith(_verb_we(language)):
        return False
    opens = _LABELLED.search(text, max(0, span.start - _NEAR), span.start) is not None
    small = _SMALL.match(text, span.end) is not None
    return opens and small and on_no_list(value, language)


def _names_code(span: Span, backed: Sequence[Span], text: str) -> bool:
    """Whether a guess is a checked number and no more than a label before it: "CUIT 30-…"."""
    for one in backed:
        over = one.start < span.end and span.start < one.end
        if over and one.score >= _CHECKED and one.label not in _UNLABELLED | _WRITTEN:
            rest = text[span.start : max(span.start, one.start)] + text[one.end : span.end]
            return len(rest.split()) <= _LABEL_WORDS
    return False


def _seconded(span: Span, held: Evidence) -> bool:
    """Whether another detector sees something here."""
    if len(held.sources) < 2:
        return False
    return any(one.source != span.source for one in held.over(span.start, span.end))


def _labels(span: Span, backed: Sequence[Span]) -> bool:
    """Whether a number follows that the span is the name of: "IP 192.0.2.1"."""
    return any(0 < one.start - span.end <= _NEAR and one.label not in _UNLABELLED for one in backed)


@cache
def _verb_we(language: str) -> tuple[str, ...]:
    return tuple(raw(language)["verb_we"])


@cache
def _verb_endings(language: str) -> tuple[str, ...]:
    return tuple(raw(language)["verb_endings"])
