"""Signals that end a command, as interrupts that its clean-up is run for."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType
from typing import Any

__all__ = ["exit_code", "signals_as_interrupts", "was_interrupted"]

_SIGNALS = ("SIGTERM", "SIGHUP")
"""SIGINT is Python's own affair. Not every system has both."""
_PATIENCE = 5.0
"""Seconds for the clean-up in which no other signal counts: some supervisors send several. A
later one does, so that a clean-up that waits for something can be ended, too."""
_AGAIN = 0.05
"""Seconds after which an interrupt that went astray is sent again."""


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

    def astray(fault: Any) -> None:
        """Python drops what is raised in the callback of a weak reference, as imports have them,
        and in ``__del__``: an interrupt that happens to fall there is sent again."""
        nonlocal since
        if not issubclass(fault.exc_type, KeyboardInterrupt):
            told(fault)
            return
        since = 0.0
        number = received.pop() if received else signal.SIGINT
        again = threading.Timer(_AGAIN, os.kill, (os.getpid(), number))
        again.daemon = True
        again.start()

    if threading.current_thread() is not threading.main_thread():  # others cannot set handlers
        yield received
        return
    numbers = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]
    free = [one for one in numbers if signal.getsignal(one) == signal.SIG_DFL]
    told, sys.unraisablehook = sys.unraisablehook, astray
    for number in free:
        signal.signal(number, stop)
    try:
        yield received
    finally:
        for number in free:
            signal.signal(number, signal.SIG_DFL)
        sys.unraisablehook = told


def was_interrupted(error: BaseException | None) -> bool:
    """Whether an error stands for an interrupt: one that falls into the making of a class comes
    out as a RuntimeError."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__cause__
    return False


def exit_code(received: list[int]) -> int:
    """128 and the number of the signal, as shells have it."""
    return 128 + (received[0] if received else signal.SIGINT)
