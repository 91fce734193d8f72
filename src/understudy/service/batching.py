"""Concurrent requests go through the model together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Generic, NamedTuple, TypeVar

from understudy.service.failures import Refused

__all__ = ["Batcher"]

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")

_MOST = 32
"""Items of one batch."""


class _Waiting(NamedTuple, Generic[Item, Outcome]):
    item: Item
    future: asyncio.Future[Outcome]


class Batcher(Generic[Item, Outcome]):
    """Does in one call what waits at the moment.

    While one batch is worked on, the next one gathers: a lone request does not wait, and many at
    once share a batch. A request that nobody waits for any more is not worked on.
    """

    def __init__(self, work: Callable[[list[Item]], Sequence[Outcome]], queue: int) -> None:
        self._work = work
        self._queue: asyncio.Queue[_Waiting[Item, Outcome]] = asyncio.Queue(queue)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="understudy")
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to work; needs a running event loop."""
        self._task = asyncio.create_task(self._serve())

    async def stop(self) -> None:
        """End after the batch that is worked on."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self._thread.shutdown(wait=True)

    @property
    def waiting(self) -> int:
        """How many items wait."""
        return self._queue.qsize()

    async def do(self, items: Sequence[Item], timeout: float) -> list[Outcome]:
        """The outcomes of these items, in their order."""
        loop = asyncio.get_running_loop()
        ours = [_Waiting[Item, Outcome](item, loop.create_future()) for item in items]
        try:
            async with asyncio.timeout(timeout):
                if len(ours) == 1 and self._queue.full():
                    raise Refused(503, "busy", "too many texts wait; come again", 1)
                for one in ours:
                    await self._queue.put(one)
                return [await one.future for one in ours]
        except TimeoutError:
            raise Refused(503, "timeout", f"no answer within {timeout:g} seconds", 5) from None
        finally:
            for one in ours:
                one.future.cancel()

    async def _serve(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            batch = [await self._queue.get()]
            while len(batch) < _MOST and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            batch = [one for one in batch if not one.future.done()]
            if batch:
                items = [one.item for one in batch]
                try:
                    made = await loop.run_in_executor(self._thread, self._work, items)
                except Exception as error:
                    await self._one_by_one(batch, error)
                else:
                    for one, outcome in zip(batch, made, strict=True):
                        if not one.future.done():
                            one.future.set_result(outcome)

    async def _one_by_one(self, batch: Sequence[_Waiting[Item, Outcome]], error: Exception) -> None:
        """One text that cannot be handled must not fail those beside it."""
        loop = asyncio.get_running_loop()
        for one in batch:
            fault: Exception = error
            if len(batch) > 1:
                try:
                    (made,) = await loop.run_in_executor(self._thread, self._work, [one.item])
                except Exception as own:
                    fault = own
                else:
                    if not one.future.done():
                        one.future.set_result(made)
                    continue
            if not one.future.done():
                one.future.set_exception(fault)
