"""A run that is told to end cleans up, whoever tells it: the keyboard, the system or a terminal
that goes away."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType

__all__ = ["exit_code", "signals_as_interrupts"]

_NAMES = ("SIGTERM", "SIGHUP")
"""SIGINT is Python's own affair. Not every system has both."""
_PATIENCE = 5.0
"""Seconds for the clean-up in which no other signal counts: some supervisors send several. A
later one does, so that a clean-up that waits for something can be ended, too."""


@contextmanager
def signals_as_interrupts() -> Iterator[list[int]]:
    """SIGTERM and SIGHUP are raised as KeyboardInterrupt, so that all that is cleaned up after an
    interrupt is cleaned up after them. The list has the numbers that came.

    What the process was told to ignore stays ignored (``nohup``), and a program around us that
    has handlers of its own keeps them.
    """
    received: list[int] = []
    since = 0.0

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal since
        if received and monotonic() - since < _PATIENCE:
            return
        received.append(number)
        since = monotonic()
        raise KeyboardInterrupt

    numbers = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
    free = [one for one in numbers if signal.getsignal(one) == signal.SIG_DFL]
    if threading.current_thread() is not threading.main_thread():  # others cannot set handlers
        free = []
    for number in free:
        signal.signal(number, stop)
    try:
        yield received
    finally:
        for number in free:
            signal.signal(number, signal.SIG_DFL)


def exit_code(received: list[int]) -> int:
    """128 and the number of the signal, as shells have it."""
    return 128 + (received[0] if received else signal.SIGINT)
