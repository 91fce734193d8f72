"""Concurrent requests go through the model together."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import Generic, NamedTuple, TypeVar

from understudy.service.failures import Refused

__all__ = ["Batcher"]

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")

_MOST = 32
"""Items of one batch."""
_SHARE = 2 * _MOST
"""Items of one request that wait at the same time: a long list leaves room for others."""


class _Waiting(NamedTuple, Generic[Item, Outcome]):
    item: Item
    future: asyncio.Future[Outcome]


class Batcher(Generic[Item, Outcome]):
    """Does in one call what waits at the moment.

    One thread works, and takes what waits by itself, so that it never waits for the event loop. It
    takes half of it: were all clients answered at once, nothing would be left to do until they ask
    again. A lone request does not wait. One that nobody waits for any more is not worked on.
    """

    def __init__(self, work: Callable[[list[Item]], Sequence[Outcome]], queue: int) -> None:
        self._work = work
        self._queue: SimpleQueue[_Waiting[Item, Outcome] | None] = SimpleQueue()
        self._room = asyncio.Semaphore(queue)
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to work; needs a running event loop."""
        loop = asyncio.get_running_loop()
        self._thread = threading.Thread(
            target=self._serve, args=(loop,), name="understudy", daemon=True
        )
        self._thread.start()

    async def stop(self) -> None:
        """End after what waits."""
        if self._thread is not None:
            self._queue.put(None)
            await asyncio.to_thread(self._thread.join)

    @property
    def waiting(self) -> int:
        """How many items wait."""
        return self._queue.qsize()

    async def do(self, items: Sequence[Item], timeout: float) -> list[Outcome]:
        """The outcomes of these items, in their order; raises the first fault of one of them."""
        if len(items) == 1 and self._room.locked():
            raise Refused(503, "busy", "too many texts wait; come again", 1)
        done: list[Outcome] = []
        for outcome in await self.outcomes(items, timeout):
            if isinstance(outcome, BaseException):
                raise outcome
            done.append(outcome)
        return done

    async def outcomes(
        self, items: Sequence[Item], timeout: float
    ) -> list[Outcome | BaseException]:
        """What came of each of these items, in their order: its outcome, or its own fault. Where
        too many wait, these wait until there is room."""
        loop = asyncio.get_running_loop()
        ours: list[asyncio.Future[Outcome]] = []
        try:
            async with asyncio.timeout(timeout):
                for at, item in enumerate(items):
                    if at >= _SHARE:
                        await asyncio.wait((ours[at - _SHARE],))
                    await self._room.acquire()
                    ours.append(loop.create_future())
                    self._queue.put(_Waiting(item, ours[-1]))
                for future in ours:
                    await asyncio.wait((future,))
        except TimeoutError:
            raise Refused(503, "timeout", f"no answer within {timeout:g} seconds", 5) from None
        finally:
            # A fault that nobody has asked for would be logged, with what it says of the text.
            faults = [None if future.cancel() else future.exception() for future in ours]
        return [
            future.result() if fault is None else fault
            for future, fault in zip(ours, faults, strict=True)
        ]

    def _serve(self, loop: asyncio.AbstractEventLoop) -> None:
        last = False
        while not last:
            taken = [self._queue.get()]
            for _ in range(min(_MOST - 1, self._queue.qsize() // 2)):
                try:
                    taken.append(self._queue.get_nowait())
                except Empty:
                    break
            last = None in taken
            batch = [one for one in taken if one is not None]
            made = self._outcomes([one for one in batch if not one.future.done()])
            loop.call_soon_threadsafe(self._deliver, len(batch), made)

    def _outcomes(
        self, batch: Sequence[_Waiting[Item, Outcome]]
    ) -> list[tuple[asyncio.Future[Outcome], Outcome | Exception]]:
        """What came of each item. One that cannot be handled must not fail those beside it."""
        if not batch:
            return []
        futures = [one.future for one in batch]
        try:
            return list(zip(futures, self._work([one.item for one in batch]), strict=True))
        except Exception as error:
            if len(batch) == 1:
                return [(futures[0], error)]
            return [made for one in batch for made in self._outcomes([one])]

    def _deliver(
        self, count: int, made: Sequence[tuple[asyncio.Future[Outcome], Outcome | Exception]]
    ) -> None:
        for _ in range(count):
            self._room.release()
        for future, outcome in made:
            if future.done():
                continue
            if isinstance(outcome, Exception):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)
