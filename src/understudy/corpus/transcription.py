"""Transcription marks of ES-Port, and text with and without them.

<word> repetition    <word-> cut word    <%word> filler    word= lengthened    +word shortened
@[*EVENT*: noise-rire]    @[*LANGUAGE*: en(router)-spk2]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from understudy.corpus.blocks import Change

__all__ = [
    "CUT",
    "EVENT",
    "FILLER",
    "REPETITION",
    "Word",
    "find_word",
    "mirrored",
    "plain",
    "words_of",
]

EVENT = re.compile(r"@?\[\*[A-Z]+\*:[^\]]*\]|@?\(\*[A-Z]+\*:[^)]*\)")
_BRACKETS = re.compile(r"<(%?)[^<>]*?(-?)>")
_MARKS = re.compile(r"<+%?|-?>+|(?<=\w)=+|(?<!\S)\++(?=\w)|(?<=<)\++")
_WORD = re.compile(r"\w+(?:[=+]+\w+)*")
REPETITION, CUT, FILLER = "repetition", "cut", "filler"
"""What a word in brackets is: said twice, broken off, or there to fill a pause."""


class Word(NamedTuple):
    """A word of a transcription, and what its marks say of it."""

    source: int
    """Which of several texts it is in."""
    start: int
    end: int
    core: str
    kind: str


def plain(text: str) -> str:
    """The text without marks and events."""
    return " ".join(_MARKS.sub("", EVENT.sub(" ", text)).split())


def _masked(text: str) -> str:
    return EVENT.sub(lambda match: "\0" * len(match[0]), text)


def find_word(text: str, word: str, start: int) -> tuple[int, int] | None:
    """Where a word stands in an utterance, whatever marks are in or around it."""
    core = plain(word) or word
    letters = [[re.escape(letter) for letter in part] for part in core.split()]
    pattern = r"[\s<>%=+-]+".join("[=+]*".join(part) for part in letters)
    left = r"(?<!\w)" if core[:1].isalnum() else ""
    right = r"(?!\w)" if core[-1:].isalnum() else ""
    for flags in (re.NOFLAG, re.IGNORECASE):
        match = re.compile(f"{left}{pattern}{right}", flags).search(_masked(text), start)
        if match and match.end() > match.start():
            return match.span()
    return None


def words_of(texts: Sequence[str]) -> Iterator[Word]:
    """The words of utterances, with what their marks say; events are none."""
    for source, text in enumerate(texts):
        masked = _masked(text)
        kinds: dict[int, str] = {}
        for match in _BRACKETS.finditer(masked):
            kind = FILLER if match[1] else CUT if match[2] else REPETITION
            kinds.update(dict.fromkeys(range(*match.span()), kind))
        for match in _WORD.finditer(masked):
            core = re.sub("[=+]", "", match[0]).casefold()
            yield Word(source, *match.span(), core, kinds.get(match.start(), ""))


def mirrored(
    utterances: Sequence[str], changed: Sequence[Sequence[Change]], filtered: Sequence[str]
) -> list[list[Change]] | None:
    """Changes of the utterances as changes of the filtered texts, which have the same words.

    Whether fillers, cut words and repetitions are among them is not known, so each way is tried.
    None where no way fits word by word, or where a change cannot be told in words.
    """
    spoken, written = list(words_of(utterances)), list(words_of(filtered))
    pairs = _paired(spoken, written)
    if pairs is None:
        return None
    result: list[list[Change]] = [[] for _ in filtered]
    for source, of_source in enumerate(changed):
        for change in of_source:
            touched = [
                word
                for word in spoken
                if word.source == source and word.start < change[1] and change[0] < word.end
            ]
            places = [pairs[word] for word in touched if word in pairs]
            if touched and not places:
                continue
            if not touched or len(places) < len(touched) or places[0].source != places[-1].source:
                return None
            text = filtered[places[0].source]
            span = _span(utterances[source], change, touched, text, places)
            if span is None:
                return None
            result[places[0].source].append((*span, change[2]))
    return result


def _paired(spoken: Sequence[Word], written: Sequence[Word]) -> dict[Word, Word] | None:
    cores = [word.core for word in written]
    for left_out in product((False, True), repeat=3):
        out = {
            kind for kind, leave in zip((REPETITION, CUT, FILLER), left_out, strict=True) if leave
        }
        kept = [word for word in spoken if word.kind not in out]
        if [word.core for word in kept] == cores:
            return dict(zip(kept, written, strict=True))
    return None


def _span(
    text: str, change: Change, touched: list[Word], filtered: str, places: list[Word]
) -> tuple[int, int] | None:
    """The place in the filtered text of a change of words; None where the edges do not fit."""
    begin = _edge(text, change[0], touched[0], filtered, places[0], left=True)
    end = _edge(text, change[1], touched[-1], filtered, places[-1], left=False)
    return None if begin is None or end is None else (begin, end)


def _edge(
    text: str, offset: int, word: Word, filtered: str, place: Word, *, left: bool
) -> int | None:
    edge, target = (word.start, place.start) if left else (word.end, place.end)
    moved = target + offset - edge
    if word.start < offset < word.end:
        same = text[word.start : word.end] == filtered[place.start : place.end]
        return moved if same else None
    beside = text[min(offset, edge) : max(offset, edge)]
    if moved >= 0 and filtered[min(moved, target) : max(moved, target)] == beside:
        return moved
    return None if plain(beside).strip("<>%=+-") else target
