"""Concurrent requests share batches, and none fails another."""

from __future__ import annotations

import asyncio
import gc
import threading

import pytest

pytest.importorskip("fastapi", reason="needs the extra [service]")
from understudy.service.batching import Batcher
from understudy.service.failures import Refused


class Work:
    """Doubles numbers; waits in its first batch until it is let go."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []
        self.gate = threading.Event()

    def __call__(self, items: list[int]) -> list[int]:
        self.batches.append(items)
        self.gate.wait(10)
        if 13 in items:
            raise ValueError
        return [2 * item for item in items]


async def _asked(work: Work, count: int, queue: int = 100) -> list[int | BaseException]:
    batcher = Batcher(work, queue)
    batcher.start()
    first = asyncio.create_task(batcher.do([0], 30))
    while not work.batches:
        await asyncio.sleep(0.001)
    rest = [asyncio.create_task(batcher.do([item], 30)) for item in range(1, count)]
    await asyncio.sleep(0.01)
    work.gate.set()
    found = await asyncio.gather(first, *rest, return_exceptions=True)
    await batcher.stop()
    return [one if isinstance(one, BaseException) else one[0] for one in found]


def test_half_of_what_waits_is_a_batch() -> None:
    work = Work()
    assert asyncio.run(_asked(work, 13)) == [2 * item for item in range(13)]
    assert [len(batch) for batch in work.batches] == [1, 6, 3, 2, 1]


def test_one_that_cannot_be_handled_fails_alone() -> None:
    found = asyncio.run(_asked(Work(), 17))
    assert isinstance(found[13], ValueError)
    assert [one for one in found if one != found[13]] == [2 * at for at in range(17) if at != 13]


def test_faults_come_in_their_places_and_none_is_left_for_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    work = Work()
    work.gate.set()

    async def both() -> list[int | BaseException]:
        batcher = Batcher(work, 3)
        batcher.start()
        found = await batcher.outcomes([1, 13, 2, 13, 3], 30)
        with pytest.raises(ValueError):
            await batcher.do([13, 13, 13], 30)
        await batcher.stop()
        return found

    found = asyncio.run(both())
    gc.collect()
    assert [one for one in found if isinstance(one, int)] == [2, 4, 6]
    assert [at for at, one in enumerate(found) if isinstance(one, ValueError)] == [1, 3]
    assert not caplog.records  # such as "exception was never retrieved", with what it says


def test_one_too_many_is_told_to_come_again() -> None:
    found = asyncio.run(_asked(Work(), 6, queue=3))
    assert [isinstance(one, Refused) for one in found] == [False] * 3 + [True] * 3


def test_what_nobody_waits_for_is_not_worked_on_and_its_place_is_free_again() -> None:
    work = Work()

    async def late() -> list[int]:
        batcher = Batcher(work, 2)
        batcher.start()
        first = asyncio.create_task(batcher.do([1], 30))
        while not work.batches:
            await asyncio.sleep(0.001)
        with pytest.raises(Refused, match="seconds"):
            await batcher.do([2], 0.01)
        work.gate.set()
        await first
        found = await batcher.do([3, 4, 5], 30)
        await batcher.stop()
        return found

    assert asyncio.run(late()) == [6, 8, 10]
    assert 2 not in [item for batch in work.batches for item in batch]


def test_a_long_list_leaves_room_for_others() -> None:
    work = Work()

    async def beside() -> tuple[list[int], list[int]]:
        batcher = Batcher(work, 100)
        batcher.start()
        listed = asyncio.create_task(batcher.do(list(range(1000, 2000)), 30))
        while not work.batches or batcher.waiting + len(work.batches[0]) < 64:
            await asyncio.sleep(0.001)
        one = asyncio.create_task(batcher.do([7], 30))
        await asyncio.sleep(0.01)
        work.gate.set()
        found = await one, await listed
        await batcher.stop()
        return found

    one, listed = asyncio.run(beside())
    assert one == [14] and listed == [2 * item for item in range(1000, 2000)]
    (at,) = [at for at, batch in enumerate(work.batches) if 7 in batch]
    assert sum(map(len, work.batches[:at])) < 200
