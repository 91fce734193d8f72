"""Whether everybody is protected alike: recall of names by where they come from and by gender.

The people of an annotated corpus get other names, all of one origin and gender, group after group;
everything else stays. So groups differ in the names alone, and what a policy finds of them can be
compared. Names are those of our public lists, which detectors know, too: the figures are at best
what they are for names that no list has.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from understudy.core.categories import ancestors, categories
from understudy.core.text import words
from understudy.core.types import Document, Span
from understudy.languages import facts
from understudy.privacy.intervals import clopper_pearson
from understudy.surrogates.people.names import FEMALE, MALE, given_table, surname_table
from understudy.surrogates.people.origins import OWN, theirs

__all__ = ["Fairness", "Group", "GroupRecall", "fairness", "groups", "is_person", "renamed"]

PERSON = "PERSON"
_SURNAMES = "surnames"
_FEWEST = 10
"""Names of each kind that a group has at least."""

Finder = Callable[[Sequence[Document]], Sequence[Sequence[Span]]]
"""Documents without marks to what is found in each."""


class Group(NamedTuple):
    """Names of one origin, given names of one gender."""

    origin: str
    gender: str
    givens: tuple[str, ...]
    surnames: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GroupRecall:
    """What is found of the names of a group."""

    origin: str
    gender: str
    mentions: int
    found: int
    interval: tuple[float, float]

    @property
    def name(self) -> str:
        """As the table names it."""
        return f"{self.origin}, {self.gender}"

    @property
    def recall(self) -> float:
        """The share of mentions of which nothing is left in the clear."""
        return self.found / self.mentions


@dataclass(frozen=True, slots=True)
class Fairness:
    """Recall of names by group."""

    documents: int
    alpha: float
    rows: tuple[GroupRecall, ...]
    """The worst first."""

    @property
    def worst(self) -> GroupRecall:
        """The group of whose names least is found."""
        return self.rows[0]

    @property
    def gap(self) -> float:
        """Recall of the best group less that of the worst."""
        return self.rows[-1].recall - self.rows[0].recall

    def as_json(self) -> dict[str, Any]:
        """As the command prints it."""
        return {
            "documents": self.documents,
            "confidence": 1.0 - self.alpha,
            "worst": self.worst.name,
            "gap": round(self.gap, 4),
            "groups": [
                {
                    "origin": row.origin,
                    "gender": row.gender,
                    "mentions": row.mentions,
                    "found": row.found,
                    "recall": round(row.recall, 4),
                    "interval": [round(end, 4) for end in row.interval],
                }
                for row in self.rows
            ],
        }

    def lines(self) -> list[str]:
        """For a terminal."""
        return [
            f"{'names':<24}{'mentions':>9}{'found':>8}{'recall':>9}  interval",
            *(
                f"{row.name:<24}{row.mentions:>9,}{row.found:>8,}{row.recall:>9.3f}  "
                f"[{row.interval[0]:.3f}, {row.interval[1]:.3f}]"
                for row in self.rows
            ),
            f"worst: {self.worst.name}, {self.gap:.3f} below the best; {self.documents:,} "
            f"documents, confidence {1 - self.alpha:g} for each group",
        ]


def groups(language: str) -> Iterator[Group]:
    """Every origin that a language draws names from, with each gender, where there are enough."""
    for origin in (OWN, *facts(language)["name_origins"]):
        own = origin == OWN
        surnames = (
            surname_table(language, "", OWN).values if own else _theirs(origin, _SURNAMES, language)
        )
        for gender in (FEMALE, MALE):
            givens = (
                given_table(language, gender, origin=OWN).values
                if own
                else (_theirs(origin, gender, language))
            )
            if min(len(givens), len(surnames)) >= _FEWEST:
                yield Group(origin, gender, givens, surnames)


def _theirs(origin: str, kind: str, language: str) -> tuple[str, ...]:
    """Names of an origin alone: people who moved may also have a name of where they live."""
    return tuple(sorted(theirs({}, origin, kind, language)))


def renamed(documents: Sequence[Document], group: Group, seed: int) -> list[Document]:
    """The documents with names of a group: a given name and a surname, or as many words as were
    there where that was one. One value of a document stays one person. The only marks are those of
    the new names."""
    found = []
    for document in documents:
        draw = random.Random(f"{seed} {document.id}")
        known: dict[str, str] = {}
        text, marks, cursor = "", [], 0
        for span in sorted(document.annotations):
            if span.start < cursor or not is_person(span.label):
                continue
            value = document.text[span.start : span.end]
            if value not in known:
                known[value] = _name(value, group, draw)
            text += document.text[cursor : span.start]
            marks.append(Span(len(text), len(text) + len(known[value]), PERSON))
            text += known[value]
            cursor = span.end
        text += document.text[cursor:]
        if marks:
            found.append(Document(document.id, text, document.language, annotations=tuple(marks)))
    return found


def is_person(label: str) -> bool:
    """Whether a category is one of people's names."""
    return PERSON in ancestors(label, categories())


def _name(value: str, group: Group, draw: random.Random) -> str:
    given, surname = draw.choice(group.givens), draw.choice(group.surnames)
    made = given if len(words(value)) == 1 else f"{given} {surname}"
    # A transcript writes all in small letters, a form in capitals.
    return made.lower() if value.islower() else made.upper() if value.isupper() else made


def fairness(
    documents: Sequence[Document],
    find: Finder,
    language: str,
    *,
    alpha: float = 0.05,
    seed: int = 0,
    progress: Callable[[str], None] = lambda name: None,
) -> Fairness | None:
    """None where no document names a person."""
    rows = []
    count = 0
    for group in groups(language):
        shown = renamed(documents, group, seed)
        count = len(shown)
        blind = [one._replace(annotations=()) for one in shown]
        total = hits = 0
        for document, spans in zip(shown, find(blind), strict=True):
            for mark in document.annotations:
                total += 1
                hits += _hidden(document.text, mark, spans)
        if total:
            interval = clopper_pearson(hits, total, alpha)
            rows.append(GroupRecall(group.origin, group.gender, total, hits, interval))
        progress(f"{group.origin}, {group.gender}")
    rows.sort(key=lambda row: (row.recall, row.name))
    return Fairness(count, alpha, tuple(rows)) if rows else None


def _hidden(text: str, mark: Span, found: Sequence[Span]) -> bool:
    """Whether every letter of a mention lies in something that is found, whatever it is called."""
    left = {at for at in range(mark.start, mark.end) if not text[at].isspace()}
    for span in found:
        left.difference_update(range(span.start, span.end))
    return not left
