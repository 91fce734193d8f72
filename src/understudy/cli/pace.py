"""How a progress bar moves between two reports, which may lie many seconds apart."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

__all__ = ["Pace", "ticking"]

_TICK = 0.5
"""Seconds."""
_NEW = 0.3
"""The weight of the last stretch in the rate."""


class Pace:
    """What was reported, and how fast it comes."""

    def __init__(self) -> None:
        self.done = 0
        self._at: float | None = None
        self._rate = 0.0
        self._longest = 0.0

    def reached(self, done: int, now: float) -> None:
        """So much is done by now."""
        if self._at is not None and done > self.done and now > self._at:
            took = now - self._at
            rate = (done - self.done) / took
            self._rate = rate if not self._rate else (1 - _NEW) * self._rate + _NEW * rate
            self._longest = max(self._longest, took)
        if self._at is None or done != self.done:
            self.done, self._at = done, now

    def guess(self, now: float) -> float:
        """What may be done by now: no further than the longest wait so far would have brought it,
        so that a run that hangs is seen to hang."""
        since = 0.0 if self._at is None else min(now - self._at, self._longest)
        return self.done + self._rate * since


@contextmanager
def ticking(act: Callable[[], None]) -> Iterator[None]:
    """Do something twice a second, by a timer of the system. A thread would hold locks that forked
    workers inherit; a timer is not inherited. Where there is none, or somebody uses it, nothing is
    done."""
    main = threading.current_thread() is threading.main_thread()
    if not (main and hasattr(signal, "setitimer")):
        yield
        return
    if signal.getsignal(signal.SIGALRM) is not signal.SIG_DFL:
        yield
        return
    busy = False

    def alarm(number: int, frame: Any) -> None:
        nonlocal busy
        if busy:
            return
        busy = True
        with suppress(Exception):  # a bar that cannot be drawn stops no run
            act()
        busy = False

    signal.signal(signal.SIGALRM, alarm)
    signal.setitimer(signal.ITIMER_REAL, _TICK, _TICK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
