"""What every kind of stand-in must show: its sketch holds what is declared and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from marked_mentions import stream

from understudy.surrogates import kernel
from understudy.surrogates.kernel import Kind
from understudy.surrogates.mention import Mention
from understudy.surrogates.settings import Settings


def leaves(record: Any) -> Iterator[tuple[str, str, Any]]:
    """Every field of a sketch and of the records within it, with its value.

    A tuple of records is entered; a tuple of plain values is one value for each of them.
    """
    for name in record._fields:
        yield from _of(type(record).__name__, name, getattr(record, name))


def _of(record: str, field: str, value: Any) -> Iterator[tuple[str, str, Any]]:
    if hasattr(value, "_fields"):
        yield from leaves(value)
    elif isinstance(value, tuple):
        for one in value:
            yield from _of(record, field, one)
    else:
        yield record, field, value


def undeclared(kind: Kind, mentions: Sequence[Mention], settings: Settings) -> list[str]:
    """The fields that are declared nowhere, or hold what their domain does not."""
    known = {(one.record, one.field): one for one in kind.invariants}
    found = []
    for record, field, value in leaves(kind.read(mentions, settings).sketch):
        invariant = known.get((record, field))
        if invariant is None:
            found.append(f"{record}.{field} is not declared")
        elif not invariant.holds(value, settings.language):
            found.append(f"{record}.{field} holds {value!r}")
    return found


def standing_in(
    kind: Kind, mentions: Sequence[Mention], settings: Settings, seed: int = 0
) -> tuple[str | None, ...]:
    """The stand-ins of one draw."""
    reading = kind.read(mentions, settings)
    return kernel.written(kind, reading, settings, stream(seed)).texts


def share_a_sketch(
    kind: Kind, one: Sequence[Mention], other: Sequence[Mention], settings: Settings
) -> bool:
    """Whether two things have one sketch; tuples of two classes are equal, and two sketches."""
    first, second = (_typed(kind.read(own, settings).sketch) for own in (one, other))
    return bool(first == second)


def _typed(value: Any) -> Any:
    inner = tuple(map(_typed, value)) if isinstance(value, tuple) else value
    return type(value), inner
