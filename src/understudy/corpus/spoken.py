"""What a corpus of speech holds beside words: who speaks in a turn, and what happens in it.

A format that knows more of its turns than the text has (overlaps, events) offers
``turns_of(record)``; of others, each segment of a speaker is a turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from understudy.corpus.base import Format, Record

__all__ = ["LANGUAGE", "SpokenTurn", "foreign_words", "turns_of"]

LANGUAGE = "*LANGUAGE*"
"""In the mark of an event: somebody changes the language."""
_FOREIGN = re.compile(r"\(([^()]*)\)")


class SpokenTurn(NamedTuple):
    """A turn of a dialogue."""

    speakers: tuple[str, ...]
    """More than one where they speak at the same time."""
    said: tuple[str, ...]
    """What they say, with the marks of the transcription."""
    events: int = 0
    """Noises, silences, and ways of speaking."""
    switches: int = 0
    """How often somebody changes the language."""
    foreign: int = 0
    """Words in another language."""

    def __repr__(self) -> str:
        return f"SpokenTurn({len(self.said)} utterances)"


def foreign_words(event: str) -> int:
    """The words that a change of language is about: ``en(router)-spk2`` has one."""
    inside = _FOREIGN.search(event.partition(":")[2] if LANGUAGE in event else event)
    return len(inside[1].split()) if inside else 0


def turns_of(format: Format, record: Record) -> Iterator[SpokenTurn]:
    """The turns of a record."""
    told = getattr(format, "turns_of", None)
    if told is not None:
        yield from told(record)
    elif record.document is not None:
        for segment in record.document.segments:
            if segment.kind == "turn":
                text = record.document.text[segment.start : segment.end]
                yield SpokenTurn((segment.name,) if segment.name else (), (text,))
