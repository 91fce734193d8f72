"""Long work beside the event loop, so that others are answered meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

__all__ = ["aside"]

Given = ParamSpec("Given")
Outcome = TypeVar("Outcome")

_SHORT = 4_000
"""Characters that are worked on at once: to hand fewer to a thread would take longer."""


async def aside(
    size: int, work: Callable[Given, Outcome], *given: Given.args, **named: Given.kwargs
) -> Outcome:
    """The outcome of work on so many characters, in a thread if they are many."""
    if size <= _SHORT:
        return work(*given, **named)
    return await asyncio.to_thread(work, *given, **named)
