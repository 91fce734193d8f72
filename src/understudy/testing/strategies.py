"""The contract of a strategy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from understudy.core.categories import categories
from understudy.core.draw import Draw
from understudy.core.settings import known_keys, problem
from understudy.core.types import Document, Edit, Entity, PrivacyEvent, Span, Strategy
from understudy.replace.base import Rule, Setting
from understudy.replace.part import StrategyPart
from understudy.testing.holding import check_pickles, holds

__all__ = ["check_strategy"]

_TEXT = "Ann Lee met Bob Stone in Leeds. Later Ann Lee called from Leeds, and Bob from York."
_MENTIONS = (
    ("Ann Lee", "PERSON", "ann", 0),
    ("Bob Stone", "PERSON", "bob", 0),
    ("Leeds", "LOCATION", "leeds", 0),
    ("Ann Lee", "PERSON", "ann", 10),
    ("Leeds", "LOCATION", "leeds", 40),
    ("York", "LOCATION", "york", 0),
)


def check_strategy(
    part: StrategyPart | Callable[[Mapping[str, Rule], Setting], Strategy],
    options: Mapping[str, Any] | None = None,
    *,
    p: float | None = None,
    source: str = "public",
) -> Strategy:
    """A strategy keeps its contract with these options for people and places.

    Each of its settings has a default that it would itself accept. Every entity gets one edit
    with the original text; a kept value is shown as it was; the same draws give the same edits,
    also in another process; each category has an event that states what it costs, and no edit
    costs more than the dearest event of its category says, unless that is unknown beforehand.
    """
    declared = part if isinstance(part, StrategyPart) else StrategyPart("unnamed", part)
    _check_settings(declared)
    rule = Rule(declared.name, p, None, source, dict(options or {}))
    rules = {"PERSON": rule, "LOCATION": rule}
    draws = {name: entry.draw for name, entry in categories().items()}
    built = declared(rules, Setting(draws=draws))
    holds(
        isinstance(built, Strategy), "the strategy lacks a method of understudy.core.types.Strategy"
    )
    document, entities = _document()
    draw = Draw(bytes(32), f"document:{document.id}", document.text)
    ready = _prepared(built, document, entities, draw)
    edits = ready.replace(document, entities, draw)
    _check_edits(declared, edits, document, entities)
    again = ready.replace(document, entities, draw)
    holds(again == edits, "the same draws gave other edits: take all randomness from draw")
    sent = check_pickles(ready, "the strategy")
    holds(
        sent.replace(document, entities, draw) == edits,
        "the strategy makes other edits in another process",
    )
    _check_events(ready.events(), rules)
    return ready


def _check_settings(part: StrategyPart) -> None:
    name = part.settings.__name__
    config = part.settings.__struct_config__
    holds(config.forbid_unknown_fields, f"{name} must forbid unknown fields: a typo would pass")
    shared = [struct for struct in part.structs if struct is not part.settings]
    for struct in shared:
        twice = set(known_keys(struct)) & {*known_keys(part.settings), "strategy"}
        holds(not twice, f"{name} declares {', '.join(sorted(twice))} anew")
    try:
        defaults = msgspec.structs.asdict(part.settings())
    except TypeError:
        raise AssertionError(f"every setting of {name} needs a default") from None
    for key, value in defaults.items():
        if value is not msgspec.UNSET:
            wrong = problem(part.settings, key, value)
            holds(wrong is None, f"{name}.{key}: its own default {wrong}")
    holds(part.check({"strategy": part.name}) is None, "a rule without settings is refused")


def _document() -> tuple[Document, tuple[Entity, ...]]:
    entities = []
    for value, category, key, after in _MENTIONS:
        start = _TEXT.index(value, after)
        entities.append(Entity(Span(start, start + len(value), category), category, key))
    return Document("contract", _TEXT, "en"), tuple(sorted(entities))


def _prepared(
    strategy: Strategy, document: Document, entities: Sequence[Entity], draw: Draw
) -> Strategy:
    """After the counting pass, if it wants one; parts may be added up in any order."""
    if not strategy.counts:
        return strategy
    tallies = [strategy.tally(document, entities, draw), strategy.tally(document, (), draw)]
    return strategy.prepare(strategy.merge(tallies), draw.corpus)


def _check_edits(
    part: StrategyPart, edits: Sequence[Edit], document: Document, entities: Sequence[Entity]
) -> None:
    holds(isinstance(edits, tuple), "replace must return a tuple of edits")
    holds(
        sorted(edit.entity for edit in edits) == list(entities), "every entity needs just one edit"
    )
    for edit in edits:
        span = edit.entity.span
        where = f"{span.start} to {span.end}"
        holds(
            edit.original == document.text[span.start : span.end],
            f"{where}: the original is not what stands in the text",
        )
        holds(not edit.kept or edit.surrogate == edit.original, f"{where}: kept, and yet changed")
        holds(not part.keeps or edit.kept, f"{where}: a strategy that keeps has replaced a value")
        holds(edit.strategy == part.name, f"{where}: the edit names the strategy {edit.strategy!r}")
        holds(isinstance(edit.event, PrivacyEvent), f"{where}: the edit has no privacy event")


def _check_events(
    events: Mapping[str, tuple[PrivacyEvent, ...]], rules: Mapping[str, Rule]
) -> None:
    missing = rules.keys() - events.keys()
    holds(not missing, f"events() says nothing of {', '.join(sorted(missing))}")
    for category, stated in events.items():
        for event in stated:
            where = f"{category}: the event {event.mechanism!r}"
            holds(event.epsilon >= 0.0, f"{where} has a negative ε")
            holds(0.0 <= event.delta <= 1.0, f"{where} has a δ outside 0 to 1")
