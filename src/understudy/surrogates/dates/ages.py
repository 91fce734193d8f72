"""Ages, read: each number with what it counts, and the public words beside it.

Every mention is read. A number that nobody reaches is one of the oldest, a fraction is left out,
and where there is no number, words from the lists that say a stage of life are; if there are none,
such a word is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from datetime import date
from functools import cache
from itertools import zip_longest
from typing import NamedTuple

from understudy.core.folding import lower_without_accents
from understudy.core.text import hidden_repr
from understudy.languages import get, reads
from understudy.languages.lists import any_of, words_read
from understudy.languages.numbers.reading import Token, read_numeral, tokens_of
from understudy.surrogates.dates.facts import calendar_facts, public_words
from understudy.surrogates.dates.rows import Read, case_of, hyphened, pieces, tidied
from understudy.surrogates.dates.sketch import STAGES, Part
from understudy.surrogates.mention import Mention
from understudy.surrogates.signs import LIFE

__all__ = ["age_beside", "child_described", "life_beside", "read_ages", "tells"]

_OLDEST = STAGES["year"][-1][1]
_NEAR = 5
"""Words on each side that may say who somebody is."""
_FORM = 12
"""Those around a date of birth, since forms say it far off: "Child's name: … D.O.B: …"."""
_PHRASE = 4
"""Words of the longest phrase that says so: "pasaporte de su hija"."""
_FRACTION = re.compile(r"(?<=\d)(?:[.,]\d+|(?:\s+\d{1,2})?/\d{1,2}(?![\d/]))")


class _Number(NamedTuple):
    """A number of a mention."""

    value: int
    start: int
    end: int
    form: str
    unit: str

    def __repr__(self) -> str:
        return hidden_repr(self)


@cache
def _counted(language: str) -> re.Pattern[str]:
    """What a number in its short form stands before."""
    words = "|".join(calendar_facts(language)["ages_counted"]["words"]) or "(?!)"
    return re.compile(rf"\s*(?:{words})\b", re.I)


@cache
def _unit_words(language: str) -> dict[str, str]:
    """A word for what an age counts, folded → the unit."""
    return {
        lower_without_accents(word): unit
        for one in get(language).reads
        for names in (calendar_facts(one)["ages"], calendar_facts(one)["ages_short"])
        for unit, words in names.items()
        for word in words
    }


@cache
def _plurals(language: str) -> dict[str, str]:
    """The noun for one year, month, week or day → that for several."""
    tables = [calendar_facts(one)["ages"] for one in get(language).reads]
    pairs = [words for table in tables for words in table.values()]
    return {one: many for words in pairs
            for one, many in zip(words[::2], words[1::2], strict=False)}  # fmt: skip


def read_ages(mention: Mention, language: str) -> Read:
    """The ages of a mention, in the first language that knows most of its words."""
    if not any(letter.isalnum() for letter in mention.text):
        return Read(language, ())
    # Fractions of a year are left out, with as many signs in their place.
    text = _FRACTION.sub(lambda found: " " * len(found[0]), mention.text)
    found: list[tuple[int, str, list[_Number]]] = []
    for one in reads(language):
        numbers = list(_numbers(text, mention, one))
        unknown = _unknown(text, one, numbers)
        if numbers and not unknown:
            return _with_numbers(text, mention, numbers, one)
        if numbers:
            found.append((unknown, one, numbers))
    if not found:
        return _without_number(mention, language)
    _, best, numbers = min(found, key=lambda one: one[0])
    return _with_numbers(text, mention, numbers, best)


def age_beside(mention: Mention, language: str) -> int:
    """The years that the text around a mention tells, as it is released; 0 where it tells none.
    What is said to be an age goes before so many years."""
    ways = [
        (around, one, clear)
        for clear in (True, False)
        for around in (mention.after, mention.before)
        for one in reads(language)
    ]
    return next((age for way in ways if (age := _age_in(*way))), 0)


def _age_in(text: str, language: str, clear: bool) -> int:
    tokens, units, at = tokens_of(text), _unit_words(language), 0
    cues = calendar_facts(language).get("age_cues", ())
    old = calendar_facts(language)["age_words"][0]
    while at < len(tokens):
        read = read_numeral(text, tokens, at, language)
        token, end = tokens[at], read.end if read else at + 1
        value = int(token.text[:4]) if token.text.isdecimal() else read.value if read else 0
        behind = tokens[end : end + 2]  # "y/o" is two tokens
        said = {one.bare for one in behind[:1]}
        said |= {text[behind[0].start : behind[-1].end].lower()} if behind else set()
        cued = any(units.get(word) == "year" for word in said)
        aged = cued and (not clear or old in [token.bare for token in tokens[end : end + 3]])
        if 0 < value <= _OLDEST and (aged or (at and tokens[at - 1].bare in cues)):
            return value
        at = end
    return 0


def _unknown(text: str, language: str, numbers: Sequence[_Number]) -> int:
    """How many words of a mention a language does not know."""
    known = public_words(language)
    told = [(number.start, number.end) for number in numbers]
    return sum(
        token.bare not in known
        for token in tokens_of(text)
        if not any(start <= token.start < end for start, end in told)
    )


def _numbers(text: str, mention: Mention, language: str) -> Iterator[_Number]:
    tokens = tokens_of(text)
    at = 0
    while at < len(tokens):
        token = tokens[at]
        read = read_numeral(text, tokens, at, language)
        if token.text.isdecimal():
            unit = _unit(text, tokens[at + 1 :], mention, language)
            value = min(int(token.text[:4]), _OLDEST)
            yield _Number(value, token.start, token.end, "figures", unit)
        elif read and len(token.text) > 1:  # "y/o" and "dos o tres" have no zero in them
            last = tokens[read.end - 1].end
            counted = _counted(language).match(text[last:] + mention.after)
            unit = _unit(text, tokens[read.end :], mention, language)
            form = "short" if counted else "words"
            yield _Number(min(read.value, _OLDEST), token.start, last, form, unit)
        at = read.end if read else at + 1


def _unit(text: str, behind: Sequence[Token], mention: Mention, language: str) -> str:
    """What a number counts: the next word that says it, in the mention or right behind it ("turned
    90 last week" says years)."""
    words = _unit_words(language)
    for token in (*behind, *tokens_of(mention.after[:12])[:1]):
        if token.bare in words:
            return words[token.bare]
    return "year"


def _with_numbers(text: str, mention: Mention, numbers: Sequence[_Number], language: str) -> Read:
    parts: list[Part] = []
    ages: list[tuple[int, str, str, str]] = []
    months: list[int] = []
    cursor = 0
    for at, number in enumerate(numbers):
        parts += pieces(text[cursor : number.start], language)
        said = case_of(text[number.start : number.end])
        beside = number.unit == "month" and at and numbers[at - 1].unit == "year"
        if beside:
            parts.append(Part("months", number.form, said))
            months.append(number.value)
        else:
            parts = _agreeing(parts, language)
            parts.append(Part("age", number.form, said, of=(len(ages),)))
            outer = (
                "" if any(one.kind != "mark" for one in parts[:-1]) else _asking(mention, language)
            )
            ages.append((number.value, number.unit, outer, _around(mention, language)))
        cursor = number.end
    parts += pieces(text[cursor:], language)
    shown = _plural(tidied(parts), language)
    hyphens = hyphened(shown, mention)
    return Read(language, shown, hyphens, ages=tuple(ages), months=tuple(months))


def _agreeing(parts: list[Part], language: str) -> list[Part]:
    """An article right before an age agrees with it."""
    articles = calendar_facts(language)["age_articles"]
    last = parts[-2:]
    if len(last) == 2 and last[0].word in articles and last[1].word == " ":
        parts[-2] = Part("article", "", last[0].case)
    return parts


def _asking(mention: Mention, language: str) -> str:
    """The article before the mention that an age must agree with."""
    words = tokens_of(mention.before)
    if not words or mention.before[words[-1].end :].strip(" "):
        return ""
    word = words[-1].text.lower()
    return word if word in calendar_facts(language)["age_articles"] else ""


def life_beside(mention: Mention, language: str) -> str:
    """What the nearest words before a date of birth, else behind it, say of somebody young; else
    what was said far before it."""
    before = [token.bare for token in tokens_of(mention.before)[-_FORM:]]
    after = [token.bare for token in tokens_of(mention.after)[:_FORM]]
    near = _nearest(before[::-1], language, turned=True) or _nearest(after, language)
    return near or dict(mention.attributes).get(LIFE, "")


def _nearest(words: Sequence[str], language: str, *, turned: bool = False) -> str:
    """What the first of some words, or of some phrases, says of somebody young; ``turned`` where
    the last word stands first."""
    known = _birth_around(language)
    for at in range(len(words)):
        for size in range(_PHRASE, 0, -1):
            said = words[at : at + size]
            phrase = " ".join(said[::-1] if turned else said)
            if phrase in known:
                return known[phrase]
    return ""


def child_described(text: str, language: str) -> str:
    """What is said in a text before a date of birth, however far, of the child that was born: that
    it goes to school or to the nursery ("matricular a mi hija en el colegio …")."""
    found = list(_far_cues(language).finditer(text[text.rfind("\n\n") + 1 :]))
    return _birth_around(language)[lower_without_accents(found[-1][0])] if found else ""


@cache
def _far_cues(language: str) -> re.Pattern[str]:
    cues = any_of(words_read(language, "calendar", "birth_far"))
    return re.compile(rf"(?<!\w)(?:{cues})(?!\w)", re.I)


@cache
def _birth_around(language: str) -> dict[str, str]:
    return _life_around(language) | {
        lower_without_accents(words): stage
        for one in get(language).reads
        for stage, phrases in calendar_facts(one).get("birth_around", {}).items()
        for words in phrases
    }


def _around(mention: Mention, language: str) -> str:
    """What the nearest word around says of somebody young."""
    known = _life_around(language)
    before = [token.bare for token in reversed(tokens_of(mention.before)[-_NEAR:])]
    after = [token.bare for token in tokens_of(mention.after)[:_NEAR]]
    for pair in zip_longest(before, after, fillvalue=""):
        for word in pair:
            if word in known:
                return known[word]
    return ""


@cache
def _life_around(language: str) -> dict[str, str]:
    return {
        lower_without_accents(word): stage
        for one in get(language).reads
        for stage, words in calendar_facts(one)["life_around"].items()
        for word in words
    }


def _plural(parts: Sequence[Part], language: str) -> tuple[Part, ...]:
    """ "1 year" is "3 years" now; "a 1 year old" and "one-year" are singular in any case."""
    many = _plurals(language)
    found = list(parts)
    for at in range(2, len(parts)):
        told = parts[at - 2].kind in ("age", "months") and parts[at - 1].word == " "
        alone = at + 1 >= len(parts) or not any(
            one.kind == "word" for one in parts[at + 1 : at + 3]
        )
        if told and parts[at].word in many and (alone or not _compound(parts, at, language)):
            found[at] = parts[at]._replace(word=many[parts[at].word])
    return tuple(found)


def _compound(parts: Sequence[Part], at: int, language: str) -> bool:
    """Whether the noun makes one word with the next: "5 year old", where ages have an article."""
    words = [one.word for one in parts[at + 1 : at + 3] if one.kind == "word"]
    first = calendar_facts(language)["age_words"][0]
    return bool(calendar_facts(language)["age_articles"]) and words[:1] == [first]


def _without_number(mention: Mention, language: str) -> Read:
    """The words of a mention that say a stage of life; one that is drawn where there is none."""
    for one in reads(language):
        kept = tidied([part for part in pieces(mention.text, one) if part.kind != "count"])
        said = {part.word for part in kept if part.kind == "word"}
        if said & {*calendar_facts(one)["life_words"], *_nouns(one)}:
            return Read(one, kept)
    return Read(language, (Part("life", "", case_of(mention.text)),))


@cache
def _nouns(language: str) -> frozenset[str]:
    """Words that an age may be told with."""
    known = calendar_facts(language)
    own = (known["ages"], known["ages_short"])
    words = [word for names in own for some in names.values() for word in some]
    listed = public_words(language)
    return frozenset(listed[lower_without_accents(word)] for word in (*words, known["age_words"][0])
                     if lower_without_accents(word) in listed)  # fmt: skip


def tells(born: date, days: Collection[date], years: Collection[int], age: int) -> bool:
    """Whether the date of birth and another date tell an age, more or less."""
    named = {*years, *(day.year for day in days)}
    return any(abs(year - born.year - age) <= 1 for year in named if year > born.year)
