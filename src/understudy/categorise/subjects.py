"""The leak check across the documents of one data subject: what is private in one of them, and
stands unmarked in another.

One note says "MRN 448221" and another "448221 was told": a detector knows the second by nothing.
Where the scope is the subject, what is found in any document of a data subject is looked for in all
of them, in the forms that ``repeats`` knows, as if they were one document.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import ahocorasick

from understudy.categorise.forms import Kind, anchors_of
from understudy.categorise.known import COLUMN
from understudy.categorise.repeats import REPEAT, Page, Room, Value, Values
from understudy.core.spans import covers
from understudy.core.types import Document, Entity, Span
from understudy.languages import DEFAULT, supported

__all__ = ["SubjectValue", "SubjectValues", "merged_values", "subject_values_in"]


class SubjectValue(NamedTuple):
    """What some document of a data subject says of it."""

    text: str
    category: str
    key: str
    label: str
    score: float
    declared: bool
    """Whether a typed column says it."""

    def __repr__(self) -> str:
        return f"SubjectValue({self.category!r})"


def subject_values_in(document: Document, entities: Iterable[Entity]) -> frozenset[SubjectValue]:
    """What a document says, by the marks that are no repeats themselves."""
    return frozenset(
        SubjectValue(
            document.text[one.span.start : one.span.end],
            one.category,
            one.key,
            one.span.label,
            one.span.score,
            one.span.source == COLUMN,
        )
        for one in entities
        if one.span.source != REPEAT
    )


def merged_values(
    parts: Iterable[Mapping[str, frozenset[SubjectValue]]],
) -> dict[str, frozenset[SubjectValue]]:
    """data subject → what its documents say, of parts of a corpus."""
    found: dict[str, set[SubjectValue]] = {}
    for part in parts:
        for subject, said in part.items():
            found.setdefault(subject, set()).update(said)
    return {subject: frozenset(said) for subject, said in found.items()}


class SubjectValues:
    """What the documents of each data subject say, looked for in all of them."""

    def __init__(self, said: Mapping[str, frozenset[SubjectValue]]) -> None:
        self._said = said
        self._ready: dict[tuple[str, str | None], _SubjectValues] = {}

    def joined(self, document: Document, entities: Sequence[Entity]) -> tuple[Entity, ...]:
        """The entities, and a further mention for every place where something that another
        document of the data subject says stands unmarked."""
        said = self._said.get(document.subject or "")
        if not said:
            return tuple(entities)
        of = (str(document.subject), document.language)
        if of not in self._ready:
            self._ready[of] = _SubjectValues(said, document.language)
        return self._ready[of].joined(document, entities)


class _SubjectValues:
    """What the documents of one data subject say, ready to be looked for in those of a language."""

    def __init__(self, said: Iterable[SubjectValue], language: str | None) -> None:
        # Of one value under several keys the first counts, and the best mark of it.
        best: dict[tuple[str, str], SubjectValue] = {}
        for one in sorted(said):
            known = best.setdefault((one.text, one.category), one)
            best[one.text, one.category] = known._replace(
                score=max(known.score, one.score), declared=known.declared or one.declared
            )
        self._said = tuple(best.values())
        self._owners: dict[str, list[int]] = {}
        reads = supported(language or DEFAULT) or DEFAULT
        for at, one in enumerate(self._said):
            for anchor in anchors_of(one.text, one.category, reads):
                self._owners.setdefault(anchor, []).append(at)
        self._looks = ahocorasick.Automaton()
        for anchor in self._owners:
            self._looks.add_word(anchor, anchor)
        if self._owners:
            self._looks.make_automaton()

    def joined(self, document: Document, entities: Sequence[Entity]) -> tuple[Entity, ...]:
        """The same for documents of this data subject."""
        text = document.text
        marked = sorted((one.span.start, one.span.end) for one in entities)
        if not self._owners or covers(text, marked):
            return tuple(entities)
        page = Page.of(text, marked)
        own = {(text[one.span.start : one.span.end], one.category) for one in entities}
        anchors = {anchor for _, anchor in self._looks.iter(page.letters)}
        standing = sorted({at for anchor in anchors for at in self._owners[anchor]})
        room = Room(document, entities)
        found: list[Entity] = []
        for declared in (True, False):
            values = [
                one
                for one in (self._said[at] for at in standing)
                if one.declared == declared and (one.text, one.category) not in own
            ]
            found += self._found(page, values, document.language, room)
        if not found:
            return tuple(entities)
        return tuple(sorted((*entities, *found), key=lambda one: one.span.start))

    def _found(
        self, page: Page, said: Sequence[SubjectValue], language: str | None, room: Room
    ) -> Iterable[Entity]:
        if not said:
            return
        values = [Value(one.text, one.category, one.score, 0) for one in said]
        declared = said[0].declared
        places = Values(values, language, declared=declared).find(page)
        for place in sorted(places, key=lambda one: one.rank):
            if room.take(place.start, place.end):
                one = said[place.value]
                user = place.kind is Kind.ADDRESS and one.category == "PERSON"
                category = "USERNAME" if user else one.category
                span = Span(place.start, place.end, one.label, one.score, REPEAT)
                yield Entity(span, category, one.key)
