"""A policy at work on conversations: texts of a request in, the same with stand-ins out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import NamedTuple

from understudy.categorise.evidence import Evidence
from understudy.categorise.forms import Kind
from understudy.categorise.repeats import Page, Room, Value, Values
from understudy.core.errors import BudgetExceeded
from understudy.core.reasons import why_left
from understudy.core.types import Document, Edit, Segment, Span
from understudy.corpus.interface import telling_words
from understudy.deidentifier import Deidentifier
from understudy.languages import handled, language_of
from understudy.pipeline import Pipeline, build
from understudy.policy import with_scope
from understudy.policy.scopes import vault_draw
from understudy.replace.part import part_of
from understudy.replace.surrogate.kinds import KINDS, NAMED
from understudy.run.release import check_budget, check_documents, check_review
from understudy.service.batching import Batcher
from understudy.service.gateway.sessions import State
from understudy.service.gateway.slots import NAME, Slot
from understudy.service.gateway.views import view_of
from understudy.service.names import check_names
from understudy.surrogates.echo import Echo, Pair

__all__ = ["Asked", "Shield", "Shown"]

_SUBJECT = "conversation"
_REQUEST = "this one"
_TRIED = "Ann Lee, 555-0199, 2020-05-03"
"""What is tried before the first request, so that no client waits for lists."""
_GAP = "\n\n"
_SHORTEST = 3
_TYPED, _MARKS = "typed", "marks"
_PARTICIPANT = "participant_{}"
_JOINT = ("people", "bodies")
_BETWEEN = re.compile(r"[^\d\n]{1,20}")


class Asked(NamedTuple):
    """A request to be protected."""

    slots: tuple[Slot, ...]
    names: tuple[str, ...]
    """Names of the interface, which leave as they are."""
    session: Callable[[], State]
    """Looks the session up."""
    keep: Callable[[State], None]
    """Keeps it, where the request alone says under which name."""
    language: str | None = None
    place: Callable[[str], str | None] = lambda _: None
    """Where a name stands in the request, for errors."""

    def __repr__(self) -> str:
        return f"Asked({len(self.slots)} texts)"


class Shown(NamedTuple):
    """What is forwarded."""

    texts: tuple[str, ...]
    """One for each slot."""
    state: State
    echo: Echo
    found: int
    replaced: Mapping[str, int]
    """By category."""
    left: Mapping[str, int]
    """By the reason why a mention stays."""

    def __repr__(self) -> str:
        return f"Shown({self.found} found)"


class Shield:
    """One policy."""

    def __init__(self, policy: str, queue: int, timeout: float) -> None:
        self._policy = with_scope(Deidentifier(policy).policy, "subject")
        self._timeout = timeout
        self._pipeline: Pipeline | None = None
        self._batcher: Batcher[Asked, Shown] = Batcher(self._work, queue)

    def __repr__(self) -> str:
        return f"Shield({self._policy.name!r})"

    def warm(self, languages: Iterable[str]) -> None:
        """Load models and lists; a policy that must not run is refused here."""
        self._pipeline = build(self._policy)
        check_budget(self._pipeline)
        check_review(self._pipeline)
        for language in languages:
            slot = Slot(_TRIED, "user", lambda _: None)
            with suppress(BudgetExceeded):  # of this text, which is nobody's
                (shown,) = self._work([Asked((slot,), (), State, lambda _: None, language)])
                shown.echo.read(shown.texts[0])

    def start(self) -> None:
        """Begin to serve; needs a running event loop."""
        self._batcher.start()

    async def stop(self) -> None:
        """End after what is under way."""
        await self._batcher.stop()

    @property
    def waiting(self) -> int:
        """How many requests wait."""
        return self._batcher.waiting

    async def shown(self, asked: Asked) -> Shown:
        """The request with stand-ins."""
        (made,) = await self._batcher.do([asked], self._timeout)
        return made

    def _work(self, several: Sequence[Asked]) -> list[Shown]:
        """All in one thread: of two requests of one session, the second finds what the first has
        drawn."""
        pipeline = self._pipeline
        if pipeline is None:
            raise AssertionError("a shield is warm before it works")
        documents = [handled(_document(one), self._policy.fallback) for one in several]
        return [
            self._one(pipeline, asked, document, spans)
            for asked, document, spans in zip(
                several, documents, pipeline.detect(documents), strict=True
            )
        ]

    def _one(
        self, pipeline: Pipeline, asked: Asked, document: Document, spans: Iterable[Span]
    ) -> Shown:
        state = asked.session()
        language = language_of(document, self._policy.language)
        spans = list(spans)
        spans += _known_again(document, state, language, spans)
        entities = pipeline.categorise(document, spans)
        draw = vault_draw(_SUBJECT, state.key)
        told = {name: {_SUBJECT: rows} for name, rows in state.known.items()}
        ready = pipeline.recalling(told)
        if ready.counts:
            ready = ready.counted([(document, entities, draw)], state.key)
        drawn = ready.replace(document, entities, draw)
        check_documents(ready, [(_REQUEST, drawn)], "request")
        for name, of_subject in ready.strategies.remembered(lambda _: draw).items():
            if _SUBJECT in of_subject:
                state.known.setdefault(name, []).append(of_subject[_SUBJECT])
        edits = [self._settled(edit, state) for edit in drawn]
        for one in edits:
            if not one.kept:
                # What cannot be undone is in no pair, and private all the same.
                value, sure = (one.original, one.entity.category), one.entity.span.score
                state.private[value] = max(sure, state.private.get(value, sure))
        values = {*state.pairs, *state.private}
        check_names(asked.names, values, language, "invalid_request_error", asked.place)
        state.language = language
        asked.keep(state)
        texts, plain = _texts(asked.slots, document, edits, state)
        pairs = [*state.pairs.values(), *_participants(state), *_beside(document, edits)]
        replaced = Counter(edit.entity.category for edit in edits if not edit.kept)
        echo = Echo(pairs, language, plain)
        return Shown(texts, state, echo, len(edits), replaced, why_left(edits))

    def _settled(self, edit: Edit, state: State) -> Edit:
        """The edit as this conversation has had it before; what is new is noted."""
        if edit.kept:
            return edit
        category = edit.entity.category
        place = (edit.original, category)
        if edit.strategy == _TYPED:
            number = state.marks.setdefault(
                f"{category} {edit.entity.key}",
                1 + sum(one.startswith(f"{category} ") for one in state.marks),
            )
            edit = edit._replace(surrogate=f"<{category}{number}>")
            kind = _MARKS
        elif not part_of(edit.strategy).stand_ins:
            return edit
        else:
            kind = KINDS.get(category, "")
        if place in state.pairs:
            return edit._replace(surrogate=state.pairs[place].stand_in)
        # Of people and organizations, what was drawn together is one; of places it is a region.
        who = edit.draws[0] if edit.draws and kind in _JOINT else edit.entity.key
        state.pairs[place] = Pair(edit.original, edit.surrogate, category, kind, who)
        return edit


def _document(asked: Asked) -> Document:
    """All texts of a request as one document, each a turn of its own."""
    segments: list[Segment] = []
    texts: list[str] = []
    at = 0
    for slot in asked.slots:
        for piece in view_of(slot.text).pieces if slot.kind != NAME else ():
            segments.append(Segment(at, at + len(piece.text), "turn", slot.role))
            texts.append(piece.text)
            at += len(piece.text) + len(_GAP)
    return Document(_SUBJECT, _GAP.join(texts), asked.language, _SUBJECT, tuple(segments))


def _known_again(
    document: Document, state: State, language: str, detected: Iterable[Span]
) -> list[Span]:
    """Where a value of the conversation stands, even if no detector sees it by itself: as it was
    written, and in every form that the leak check knows."""
    text, known = document.text, sorted(state.private)
    found = _as_written(text, known, language)
    page, room = Page.of(text), Room(document, ())
    standing = page.standing(known, language)
    values = [Value(*known[at], state.private[known[at]], 0) for at in standing]
    for place in sorted(Values(values, language).find(page), key=lambda one: one.rank):
        if room.take(place.start, place.end):
            category = values[place.value].category
            user = place.kind is Kind.ADDRESS and category == "PERSON"
            found.append(Span(place.start, place.end, "USERNAME" if user else category))
    evidence = Evidence(one for one in detected if one.label in NAMED) if found else None
    return [_whole(one, evidence) for one in found] if evidence is not None else []


def _whole(known: Span, evidence: Evidence) -> Span:
    """A name that is known, with what a detector sees around it: after "Dr. Abernathy", "Hector
    Abernathy" is one name and not two."""
    around = [
        one
        for one in evidence.over(known.start, known.end)
        if known.label in NAMED and one.start <= known.start and known.end <= one.end
    ]
    best = max(around, key=lambda one: (one.score, one.end - one.start), default=known)
    return known._replace(start=best.start, end=best.end)


def _as_written(text: str, known: Sequence[tuple[str, str]], language: str) -> list[Span]:
    labels: dict[str, str] = {}
    for original, category in known:
        if len(original) >= _SHORTEST:
            labels.setdefault(original, category)
        for word in telling_words((original, category), language):
            labels.setdefault(word, category)
    if not labels:
        return []
    listed = "|".join(re.escape(one) for one in sorted(labels, key=len, reverse=True))
    pattern = re.compile(rf"(?<!\w)(?:{listed})(?!\w)")
    return [Span(*match.span(), labels[match[0]]) for match in pattern.finditer(text)]


def _beside(document: Document, edits: Sequence[Edit]) -> Iterator[Pair]:
    """Places that stand side by side and have one stand-in, as a town in a region of its name: each
    alone could be either, both together are these."""
    for one, other in pairwise(edits):
        between = document.text[one.entity.span.end : other.entity.span.start]
        if one.surrogate == other.surrogate and _BETWEEN.fullmatch(between):
            yield Pair(
                f"{one.original}{between}{other.original}",
                f"{one.surrogate}{between}{other.surrogate}",
                one.entity.category,
                "",
                f"{one.entity.key}{between}{other.entity.key}",
            )


def _participants(state: State) -> list[Pair]:
    return [Pair(name, new, "USERNAME", "", name) for name, new in state.names.items()]


def _texts(
    slots: Sequence[Slot], document: Document, edits: Sequence[Edit], state: State
) -> tuple[tuple[str, ...], list[str]]:
    """The new text of each slot, and what of the texts was left as it is."""
    texts: list[str] = []
    plain: list[str] = []
    own = iter(document.segments)
    at = 0
    for slot in slots:
        if slot.kind == NAME:
            new = _PARTICIPANT.format(len(state.names) + 1)
            texts.append(state.names.setdefault(slot.text, new))
            continue
        view = view_of(slot.text)
        of_pieces: list[list[Edit]] = []
        for piece in view.pieces:
            segment = next(own)
            inside: list[Edit] = []
            while at < len(edits) and edits[at].entity.span.start < segment.end:
                inside.append(_moved(edits[at], segment))
                at += 1
            of_pieces.append(inside)
            last = 0
            for edit in inside:
                plain.append(piece.text[last : edit.entity.span.start])
                last = edit.entity.span.end
            plain.append(piece.text[last:])
        texts.append(view.written(of_pieces))
    return tuple(texts), plain


def _moved(edit: Edit, segment: Segment) -> Edit:
    """An edit with its place in its own text; one that reaches beyond it must not be cut."""
    span = edit.entity.span
    if span.start < segment.start or span.end > segment.end:
        raise AssertionError("an edit reaches over the border of two texts")
    moved = span._replace(start=span.start - segment.start, end=span.end - segment.start)
    return edit._replace(entity=edit.entity._replace(span=moved))
