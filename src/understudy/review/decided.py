"""What people decided, in the place of detectors: the pipeline of an export asks this."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from understudy.core.draw import digest
from understudy.core.errors import CorpusError
from understudy.core.text import called
from understudy.core.types import CHOSEN, REPLACED, Document, Edit, Entity
from understudy.replace.base import unproven
from understudy.review.records import Mark, State, alive, decoded_state, entities_of, rejected_of

__all__ = ["Final", "FinalStates", "OneDocument", "chosen", "digest_of"]


def digest_of(document: Document, key: bytes) -> str:
    """A fingerprint of a document's text, by the key of the review: whoever has the store alone
    cannot try texts on it."""
    return blake2b(digest(document.text), digest_size=32, key=key).hexdigest()


@dataclass(frozen=True, slots=True)
class Final:
    """What a document came to."""

    digest: str
    state: bytes = field(repr=False)


@dataclass(frozen=True)
class FinalStates:
    """The final state of every document of a corpus, by id."""

    finals: Mapping[str, Final] = field(repr=False)
    key: bytes = field(repr=False)
    unit: str = "entity"
    counted: bool = True
    """Whether what readers rejected is told, as a release does, which counts it as left."""

    def entities(self, document: Document) -> tuple[Entity, ...]:
        state = self._state(document)
        private = entities_of(state)
        return tuple(sorted((*private, *rejected_of(state)))) if self.counted else private

    def settled(
        self,
        document: Document,
        edits: Sequence[Edit],
        again: Callable[[int], Sequence[Edit]],
    ) -> tuple[Edit, ...]:
        return tuple(_settled(self._state(document), edits, again, self.unit))

    def _state(self, document: Document) -> State:
        held = self.finals.get(document.id)
        if held is None:
            raise CorpusError(f"document {called(document.id)} is not in the review")
        if held.digest != digest_of(document, self.key):
            raise CorpusError(
                f"document {called(document.id)} has another text than in the review; "
                "put the corpus back as it was"
            )
        return decoded_state(held.state)


@dataclass(frozen=True)
class OneDocument:
    """The same for one document whose state is at hand."""

    state: State = field(repr=False)
    unit: str = "entity"

    def entities(self, document: Document) -> tuple[Entity, ...]:
        return entities_of(self.state)

    def settled(
        self,
        document: Document,
        edits: Sequence[Edit],
        again: Callable[[int], Sequence[Edit]],
    ) -> tuple[Edit, ...]:
        return tuple(_settled(self.state, edits, again, self.unit))


def chosen(state: State) -> int:
    """How many stand-ins people wrote or drew again."""
    return sum(mark.stand_in is not None or mark.redraws > 0 for _, mark in alive(state))


def _settled(
    state: State, edits: Sequence[Edit], again: Callable[[int], Sequence[Edit]], unit: str
) -> Iterator[Edit]:
    """Who wrote a stand-in has seen the original, and who drew again has chosen: ε = ∞."""
    marks: dict[tuple[int, int], Mark] = {(mark.start, mark.end): mark for _, mark in alive(state)}
    others: dict[int, Sequence[Edit]] = {}
    for at, edit in enumerate(edits):
        mark = marks.get((edit.entity.span.start, edit.entity.span.end))
        if mark is None or (mark.stand_in is None and not mark.redraws):
            yield edit
            continue
        stand_in = mark.stand_in
        if stand_in is None:
            if mark.redraws not in others:
                others[mark.redraws] = again(mark.redraws)
            stand_in = others[mark.redraws][at].surrogate
        event = unproven(CHOSEN, unit, 1.0)
        # A draw of its own where the strategy draws nothing: only what is drawn costs.
        draws = edit.draws or (f"{CHOSEN} {edit.entity.span.start}",)
        yield edit._replace(
            surrogate=stand_in, outcome=REPLACED, event=event, draws=draws, reason=""
        )
