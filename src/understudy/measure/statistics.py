"""The size and the shape of a corpus of dialogues, with the figures by which García-Sardiña (2018,
table 2) describes hers: turns, overlaps, words, fillers, events, changes of language; and entities.

A word counts as it was said: fillers, repetitions and words that were broken off are words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from understudy.core.types import Document
from understudy.corpus.base import Options
from understudy.corpus.encodings import with_encodings
from understudy.corpus.files import resolve
from understudy.corpus.reading import BLOCK_BYTES
from understudy.corpus.spoken import SpokenTurn, turns_of
from understudy.corpus.transcription import CUT, FILLER, REPETITION, words_of

__all__ = ["Statistics", "statistics"]

Labelled = Callable[[Sequence[Document]], Iterable[Iterable[str]]]
"""The categories of the mentions in each document."""


@dataclass
class Statistics:
    """Counts; no text but for the words that are counted, which stay inside."""

    dialogues: int = 0
    speakers: int = 0
    """Distinct speakers of each dialogue, added up."""
    turns: int = 0
    overlaps: int = 0
    """Turns in which more than one speaks."""
    events: int = 0
    switches: int = 0
    foreign: int = 0
    marks: Counter[str] = field(default_factory=Counter)
    """Repetitions, words broken off, words lengthened, words shortened."""
    vocabulary: Counter[str] = field(default_factory=Counter, repr=False)
    fillers: Counter[str] = field(default_factory=Counter, repr=False)
    entities: Counter[str] = field(default_factory=Counter)
    """category → mentions."""

    def add(self, turns: Sequence[SpokenTurn], text: str) -> None:
        """One dialogue; ``text`` where it has no turns."""
        self.dialogues += 1
        self.speakers += len({name for turn in turns for name in turn.speakers})
        self.turns += len(turns)
        for turn in turns:
            self.overlaps += len(turn.speakers) > 1
            self.events += turn.events
            self.switches += turn.switches
            self.foreign += turn.foreign
        said = [one for turn in turns for one in turn.said] or [text]
        for word in words_of(said):
            self.vocabulary[word.core] += 1
            if word.kind == FILLER:
                self.fillers[word.core] += 1
            elif word.kind in (CUT, REPETITION):
                self.marks[word.kind] += 1
            written = said[word.source]
            around = written[max(0, word.start - 1) : word.end + 1]
            self.marks["lengthened"] += "=" in around
            self.marks["shortened"] += "+" in around

    def as_json(self) -> dict[str, Any]:
        """The figures, under the names of the table."""
        words = self.vocabulary.total()

        def mean(total: int, of: int) -> float | None:
            return total / of if of else None

        return {
            "dialogues": self.dialogues,
            "speakers_per_dialogue": mean(self.speakers, self.dialogues),
            "turns": self.turns,
            "turns_per_dialogue": mean(self.turns, self.dialogues),
            "words_per_turn": mean(words, self.turns),
            "overlap_turns": self.overlaps,
            "events": self.events,
            "vocabulary": len(self.vocabulary),
            "words": words,
            "filler_types": len(self.fillers),
            "fillers": self.fillers.total(),
            "foreign_words": self.foreign,
            "language_switches": self.switches,
            "repetitions": self.marks[REPETITION],
            "cut_words": self.marks[CUT],
            "lengthened_words": self.marks["lengthened"],
            "shortened_words": self.marks["shortened"],
            "entities": self.entities.total(),
            "entities_by_category": dict(self.entities.most_common()),
        }


def statistics(
    inputs: Sequence[str],
    format: str | None,
    options: Options,
    labelled: Labelled | None = None,
    labels: Mapping[str, str] | None = None,
) -> Statistics:
    """The figures of a corpus. Entities are those that it marks, under its own labels or what
    ``labels`` makes of them (nothing for an empty one), or what ``labelled`` says."""
    found = Statistics()
    chosen, units = resolve(inputs, format)
    for unit in with_encodings(chosen, units, options.encoding):
        for block in chosen.split(unit, options, size=BLOCK_BYTES, stream=None):
            records = [one for one in chosen.read(block, options) if one.document is not None]
            documents = [one.document for one in records if one.document is not None]
            for record, document in zip(records, documents, strict=True):
                found.add(list(turns_of(chosen, record)), document.text)
                if labelled is None:
                    names = (span.label for span in document.annotations)
                    found.entities.update(
                        name
                        for label in names
                        if (name := label if labels is None else labels.get(label, label))
                    )
            if labelled is not None:
                for categories in labelled(documents):
                    found.entities.update(categories)
    return found
