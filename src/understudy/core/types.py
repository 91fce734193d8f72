"""The values that flow through Understudy, and the protocols of what acts on them.

Offsets are code points into the text of the original document, half-open. Everything is
immutable and picklable. Text that may be private is kept out of every ``repr``.

Documents, spans, entities and edits are named tuples: a corpus has millions of them, and a
frozen dataclass takes four times as long to make.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:
    from understudy.core.draw import Draw

__all__ = [
    "BIRTH",
    "BY_POLICY",
    "BY_READER",
    "BY_REJECTION",
    "CHOSEN",
    "GIVEN",
    "KEPT",
    "MAY_STAY",
    "REPLACED",
    "TRACE",
    "Decided",
    "Detector",
    "Document",
    "Edit",
    "Entity",
    "Outcome",
    "PrivacyEvent",
    "Segment",
    "Span",
    "Strategy",
    "Tally",
    "counted_as",
]


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of the document's text: a speaker's turn, or a field of a record."""

    start: int
    end: int
    kind: str = "turn"
    name: str = field(default="", repr=False)
    """The speaker of a turn, or the path of a field."""
    column: str = field(default="", repr=False)
    """Of a turn, the path of the field that holds its words, where there is one."""


GIVEN = "given"
"""The source of evidence that the corpus itself brought."""
TRACE = "heard"
"""The source of stretches that are no evidence: a model heard something there, however faint, and
nothing in the rest of the text."""
BY_READER = "reader"
"""The source of a mention that a person marked; no list of a policy leaves it."""
CHOSEN = "chosen by a person"
"""The mechanism of a stand-in that somebody wrote or had drawn again."""
BY_REJECTION = ("decision", "rejected")
"""The attribute of a mention that a person called not private: it stays, and is counted."""
BIRTH = (("dated", "birth"),)
"""The attributes of a date of birth, where its column says that it is one."""


class Span(NamedTuple):
    """Evidence that something is private."""

    start: int
    end: int
    label: str
    score: float = 1.0
    source: str = GIVEN
    parts: tuple[Span, ...] = ()
    """Marks nested in this one, such as the area code of a phone number."""
    key: str | None = None
    """Which distinct entity this is, where the evidence says so."""
    attributes: tuple[tuple[str, str], ...] = ()

    def __repr__(self) -> str:
        return f"Span({self.start}, {self.end}, {self.label!r}, {self.score}, {self.source!r})"


NO_META: Mapping[str, str] = {}


class Document(NamedTuple):
    """A text with what its source says about it."""

    id: str
    text: str
    language: str | None = None
    subject: str | None = None
    """The data subject, when several documents speak of one person."""
    segments: tuple[Segment, ...] = ()
    annotations: tuple[Span, ...] = ()
    """Marks that the source carried; the ``given`` detector returns them as evidence."""
    meta: Mapping[str, str] = NO_META

    def __repr__(self) -> str:
        return f"Document({self.id!r}, {len(self.text)} characters)"


class Entity(NamedTuple):
    """A decision: this span is private. Entities of one document are disjoint."""

    span: Span
    category: str
    key: str
    """Which distinct entity of the document (or of the data subject) this is."""
    attributes: tuple[tuple[str, str], ...] = ()

    def __repr__(self) -> str:
        return f"Entity({self.span.start}, {self.span.end}, {self.category!r})"


class PrivacyEvent(NamedTuple):
    """What one draw costs. No proof means ε = ∞.

    ``epsilon`` and ``delta`` are the strict reading; ``paper_epsilon`` is what
    Adelani et al. (2020) would quote, with π taken as public whatever its origin.
    """

    mechanism: str
    unit: str
    p: float
    pi_min: float
    epsilon: float
    delta: float = 0.0
    paper_epsilon: float = float("inf")
    source_epsilon: float = 0.0
    """The part of ``epsilon`` that was spent on π itself (a noisy histogram)."""
    distance: float = 1.0
    invariants: tuple[str, ...] = ()
    coin: bool = False
    """Kept values give themselves away, with probability 1 − p, and all else is hidden."""
    across: bool = False
    """Its draws stand for mentions of several categories."""


Outcome = Literal["replaced", "kept by the coin", "left by policy", "may stay"]
"""What became of a mention. One whose stand-in could not have differed from the original is never
``replaced``; one whose stand-in equals the original by chance is."""
REPLACED: Outcome = "replaced"
KEPT: Outcome = "kept by the coin"
BY_POLICY: Outcome = "left by policy"
MAY_STAY: Outcome = "may stay"


def counted_as(outcome: Outcome, reason: str) -> Outcome:
    """How reports count an edit with this outcome and reason."""
    return MAY_STAY if reason and outcome == REPLACED else outcome


class Edit(NamedTuple):
    """What becomes of one entity."""

    entity: Entity
    original: str
    surrogate: str
    outcome: Outcome
    """Where it is not ``replaced``, the surrogate is the original."""
    strategy: str
    event: PrivacyEvent
    draws: tuple[str, ...] = ()
    """The memoised draws this edit used; two edits with the same draw share its cost."""
    reason: str = ""
    """Why a mention may stay, by a short name of a closed list (``core.reasons``). One that is
    ``replaced`` has a reason where nothing was drawn for it: its sketch holds one word, which is
    not the original ("ex-wife" becomes "wife")."""

    @property
    def kept(self) -> bool:
        """Whether the original stands as it was, for whatever reason."""
        return self.outcome != REPLACED

    @property
    def counted(self) -> Outcome:
        """The outcome as reports count it: that of every value with the same sketch. Where nothing
        is drawn, whether the original stands as it was would tell which of them it is."""
        return counted_as(self.outcome, self.reason)

    def __repr__(self) -> str:
        span = self.entity.span
        return f"Edit({span.start}, {span.end}, {self.entity.category!r}, {self.strategy!r})"


Tally = Mapping[str, object]
"""What a strategy counted in a part of the corpus; its own business, mergeable, picklable."""


@runtime_checkable
class Detector(Protocol):
    """Finds what may be private; what becomes of it is decided elsewhere."""

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        """The evidence in each document, in their order; spans may overlap.

        What is found in a document must not depend on the documents beside it.
        """
        ...


class Decided(Protocol):
    """What people decided on the documents of a corpus, in the place of detectors; picklable."""

    def entities(self, document: Document) -> tuple[Entity, ...]:
        """What is private in a document, in text order; one that nobody decided on is refused."""
        ...

    def settled(
        self,
        document: Document,
        edits: Sequence[Edit],
        again: Callable[[int], Sequence[Edit]],
    ) -> tuple[Edit, ...]:
        """The edits with the stand-ins that people chose. ``again`` has those of other draws, by
        their number."""
        ...


@runtime_checkable
class Strategy(Protocol):
    """Turns entities into edits.

    A strategy that needs the corpus first (``counts`` is true) is asked to ``tally`` every
    document in a counting pass; tallies of parts are added with ``merge`` in any order, and
    ``prepare`` returns the strategy that knows them.
    """

    @property
    def counts(self) -> bool:
        """Whether it must see the whole corpus before it can replace anything."""
        ...

    def tally(self, document: Document, entities: Sequence[Entity], draw: Draw) -> Tally:
        """What it counts in one document."""
        ...

    def merge(self, tallies: Iterable[Tally]) -> Tally:
        """The tallies of parts of a corpus as one, whatever their order."""
        ...

    def prepare(self, tally: Tally, draw: Draw) -> Strategy:
        """The strategy that knows the tally of the whole corpus."""
        ...

    def replace(
        self, document: Document, entities: Sequence[Entity], draw: Draw
    ) -> tuple[Edit, ...]:
        """An edit for each entity; all that is random in it comes from ``draw``."""
        ...

    def events(self) -> Mapping[str, tuple[PrivacyEvent, ...]]:
        """category → what its draws may cost, before any document is seen."""
        ...
