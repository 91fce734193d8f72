"""What context says: cues before and behind a name, titles, and answers to questions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

import ahocorasick

from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.identify.hits import on_street
from understudy.identify.textview import TextView, odd
from understudy.languages.lexicon import Lexicon, lexicon, listed, raw

__all__ = ["KIND", "PAIR", "Mark", "company_words", "cued", "house_kinds", "marks"]

_MOST_WORDS = 4
_BEFORE = 16
_QUESTION_REST = 80
"""How much of its line may follow the question."""
_GAP = re.compile(r"[,:]? {1,3}")
_WORD = re.compile(r"[^\W_](?:[\w'’-]*\w)?")


TITLE, NAMES, MAYBE, BEHIND, QUESTION, COMPANY, KIND, PAIR, LABEL = (1 << at for at in range(9))
_LISTS = {
    "titles": TITLE,
    "cues": NAMES,
    "weak_cues": MAYBE,
    "trailing_cues": BEHIND,
    "questions": QUESTION,
    "name_labels": LABEL,
    "organization_cues": COMPANY,
    "organization_pairs": PAIR,
    "organization_suffixes": PAIR,
}


class Mark(NamedTuple):
    """A cue in the text."""

    start: int
    end: int
    kind: int


@cache
def _automaton(language: str) -> Any:
    hand = raw(language)
    kinds: dict[str, int] = {}
    for name, kind in _LISTS.items():
        for cue in hand[name]:
            value = " ".join(flat(cue).split())
            kinds[value] = kinds.get(value, 0) | kind
    for word in company_words(language):
        kinds[word] = kinds.get(word, 0) | KIND
    built = ahocorasick.Automaton()
    for value, kind in kinds.items():
        built.add_word(f" {value} ", (len(value), kind))
    built.make_automaton()
    return built


@cache
def company_words(language: str) -> frozenset[str]:
    """Words that are part of the name of an organization."""
    return frozenset(flat(raw(language)["organization_words"]).split())


@cache
def house_kinds(language: str) -> frozenset[str]:
    """Words for what a house is: "school"."""
    return frozenset(map(flat, listed("house_kinds", language)))


@cache
def _company_ends(language: str) -> frozenset[str]:
    return frozenset(map(flat, raw(language)["organization_ends"]))


def marks(view: TextView, language: str) -> list[Mark]:
    """All cues of the text, in one pass."""
    found = _automaton(language).iter(f" {view.flat} ")
    return [Mark(end - length - 1, end - 1, kind) for end, (length, kind) in found]


def cued(view: TextView, found: Iterable[Mark], language: str) -> Iterator[Span]:
    """What a cue or a title says is a name: "my name is …", "Dr. …"."""
    words = lexicon(language)
    for start, end, kind in found:
        if kind & (TITLE | NAMES | MAYBE) and _may_follow(view, end):
            if kind & TITLE:
                stop = end + (view.text[end : end + 1] == ".")
                for person in _name(view, stop, words, 0.9, strong=True):
                    yield person
                    if view.flat[start:end] in _courtesy(language):
                        yield Span(start, stop, "TITLE", 0.75, "heuristic")
            elif kind & NAMES:
                if not _names_place(view, start, language):
                    yield from _name(view, end, words, 0.85, strong=True)
            else:
                yield from _name(view, end, words, 0.6, strong=False)
        if kind & LABEL and view.text[end : end + 1] == ":":
            yield from _name(view, end, words, 0.85, strong=True)
        if kind & BEHIND:
            yield from _name_before(view, start, words)
        if kind & COMPANY:
            yield from _company(view, end, language)
        if kind & QUESTION:
            yield from _answer(view, end, language)


def _names_place(view: TextView, start: int, language: str) -> bool:
    """Whether a cue tells the name of a place: "city name is mystic"."""
    before = view.flat[max(0, start - _BEFORE) : start].split()[-1:]
    return bool(before) and before[0] in _place_labels(language)


@cache
def _place_labels(language: str) -> frozenset[str]:
    return frozenset(map(flat, raw(language)["place_labels"]))


@cache
def _courtesy(language: str) -> frozenset[str]:
    return frozenset(map(flat, raw(language)["courtesy"]))


def _may_follow(view: TextView, end: int) -> bool:
    """Whether a name may start in the next few characters: a first look that costs little."""
    if not view.plain:
        return True
    return view.text[end : end + 4] != view.flat[end : end + 4]


def _gap(view: TextView, at: int) -> int | None:
    """Where the next word of the same line starts: behind a space, or a comma and a space."""
    found = _GAP.match(view.text, at)
    return found.end() if found else None


def _name(view: TextView, at: int, words: Lexicon, score: float, *, strong: bool) -> Iterator[Span]:
    """The one to four words from here on that look like a name."""
    start = _gap(view, at)
    if start is None:
        return
    start = _title(view, start, words) or start
    strong = strong or _full_name(view, start, words)
    span = _run(view, start, words, strong=strong)
    if span is None or view.spelt(start) or view.token(*span) or on_street(view, *span, words):
        return
    if not strong and listed_as_other(view.flat[slice(*span)], words):
        return
    known = words.names(view.flat[span[0] : span[1]].split()[0].strip("'"))
    cased = view.cased(span[0])
    if not strong and not known and not cased:
        return
    if not strong and known and not cased:
        score -= 0.05
    yield Span(*span, "PERSON", score, "heuristic")


def _full_name(view: TextView, start: int, words: Lexicon) -> bool:
    """Whether a given name and a surname stand here, common words as the first may be: "August
    Finch"."""
    found = _TWO_WORDS.match(view.flat, start)
    return (
        found is not None
        and found[1] in words.given
        and found[2] in words.surnames
        and not words.usual(found[2])
    )


_TWO_WORDS = re.compile(r"([^\W\d_]+) ([^\W\d_]+)")


def _title(view: TextView, start: int, words: Lexicon) -> int | None:
    """Where the name starts behind a title that stands here."""
    found = _WORD.match(view.flat, start)
    if found is None or found[0] not in words.titles:
        return None
    end = found.end()
    return _gap(view, end + (view.text[end : end + 1] == "."))


def _run(view: TextView, start: int, words: Lexicon, *, strong: bool) -> tuple[int, int] | None:
    """The words of a name from an offset on; None where the first is none."""
    cased, end, place, count = view.cased(start), start, start, 0
    while count < _MOST_WORDS:
        found = _WORD.match(view.text, place)
        if found is None:
            break
        word = view.flat[found.start() : found.end()].removesuffix("'s")
        if word in words.particles and count and _leads_on(view, found.start(), found.end(), words):
            place = found.end() + 1
            continue
        if not cased and count and word in view.flat[start:end].split():
            break
        if not _fits(
            view, found.start(), word, words, first=count == 0, cased=cased, strong=strong
        ):
            break
        end, count = found.start() + len(word), count + 1
        if view.text[end : end + 1] not in (" ", "-") or end != found.end():
            break
        place = end + 1
    return (start, end) if count else None


def _leads_on(view: TextView, start: int, end: int, words: Lexicon) -> bool:
    """Whether a particle is followed by a name, which is no initials behind a name in small
    letters: "Dra. Pons del CAP"."""
    found = _WORD.match(view.text, end + 1)
    if found is None or view.text[end : end + 1] != " ":
        return False
    word = view.flat[found.start() : found.end()]
    if view.cased(end + 1):
        initials = len(word) > 1 and found[0].isupper() and view.text[start - 2].islower()
        return (found[0][0].isupper() and not initials) or word in words.particles
    return words.names(word) and word not in words.stops and word not in words.places


def listed_as_other(value: str, words: Lexicon) -> bool:
    """Whether lists know the value as something other than a name."""
    return value in words.places or value in words.months or value in words.nationalities


def _fits(
    view: TextView, at: int, word: str, words: Lexicon, *, first: bool, cased: bool, strong: bool
) -> bool:
    """Whether a word can be a part of a name."""
    if any(letter.isdigit() for letter in word) or len(word) < 2:
        return False
    if cased:
        written = view.text[at : at + len(word)]
        return (
            written[0].isupper()
            and not odd(written, words)
            and (not words.usual(word) or words.names(word))
        )
    if word in words.stops:
        return first and strong and word in words.given
    if words.usual(word):
        return words.names(word) and (not first or strong or word not in words.common)
    return not word.endswith(words.word_endings) or words.names(word)


def _name_before(view: TextView, at: int, words: Lexicon) -> Iterator[Span]:
    """The name that ends here: "Tracy speaking"."""
    line = view.line(at)
    start, end = at, at
    for found in reversed(list(_WORD.finditer(view.text, max(view.body(line), at - 40), at))):
        word = view.flat[found.start() : found.end()]
        gap = view.text[found.end() : start]
        if gap not in (" ", ", ") or (gap == ", " and start != at):
            break
        if not _fits(view, found.start(), word, words, first=True, cased=view.cased(found.start()),
                     strong=False):  # fmt: skip
            break
        if not view.cased(found.start()) and not words.names(word):
            break
        start = found.start()
        end = max(end if end != at else 0, found.end())
    if start < at:
        yield Span(start, end, "PERSON", 0.75, "heuristic")


@cache
def _answer_fillers(language: str) -> frozenset[str]:
    return frozenset(listed("answer_fillers", language))


def _answer(view: TextView, at: int, language: str) -> Iterator[Span]:
    """The first words of the line behind a question for a name."""
    line = view.text.find("\n", at, at + _QUESTION_REST)
    if line < 0:
        return
    start = view.body(line + 1)
    while found := _WORD.search(view.text, start, start + 30):
        if view.flat[found.start() : found.end()] not in _answer_fillers(language):
            break
        start = found.end()
    if found is None or "\n" in view.text[start : found.start()]:
        return
    span = _run(view, found.start(), lexicon(language), strong=True)
    if span is not None:
        yield Span(*span, "PERSON", 0.7, "heuristic")


def _ends(word: str, count: int, language: str) -> bool:
    """Whether a word ends a company's name in text without case."""
    if word in _company_ends(language):
        return True
    return word in lexicon(language).stops and (count == 0 or word not in company_words(language))


@cache
def _company_articles(language: str) -> tuple[str, ...]:
    return tuple(f"{article} " for article in listed("company_articles", language))


def _company(view: TextView, at: int, language: str) -> Iterator[Span]:
    """The company behind "thank you for calling"."""
    start = _gap(view, at)
    if start is None:
        return
    if view.flat.startswith(_company_articles(language), start):
        start = view.flat.index(" ", start) + 1
    cased, end, place = view.cased(start), start, start
    for count in range(5):
        found = _WORD.match(view.text, place)
        if found is None:
            break
        word = view.flat[found.start() : found.end()]
        if cased and not view.text[found.start()].isupper():
            break
        if not cased and _ends(word, count, language):
            break
        end = found.end()
        if view.text[end : end + 1] != " ":
            break
        place = end + 1
    if end > start and not lexicon(language).usual(view.flat[start:end]):
        yield Span(start, end, "ORGANIZATION", 0.75, "heuristic")
