"""The progress bar: on a terminal only, on standard error, and without a thread."""

from __future__ import annotations

import signal
import threading
import time

import pytest

from understudy.cli import common
from understudy.cli.pace import Pace, ticking


def test_nothing_is_drawn_where_nobody_watches(capfd: pytest.CaptureFixture[str]) -> None:
    with common.progress_bar("working", total=2) as update:
        update("halfway", advance=1)
    assert capfd.readouterr() == ("", "")


def test_quiet_draws_nothing(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(common, "interactive", lambda: True)
    with common.progress_bar("working", quiet=True) as update:
        update(advance=1)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("in_bytes", [False, True])
def test_a_bar_shows_what_is_done(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, in_bytes: bool
) -> None:
    monkeypatch.setattr(common, "interactive", lambda: True)
    monkeypatch.setattr(common, "_PAUSE", 0.0)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    threads = threading.active_count()
    with common.progress_bar("working", in_bytes=in_bytes) as update:
        update("halfway", advance=1, total=4)
        update(done=2)
        assert threading.active_count() == threads  # a forked worker must not inherit a lock
    shown = capfd.readouterr()
    assert shown.out == ""
    assert "working" in shown.err and "halfway" in shown.err and "2/4" in shown.err


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no timer")
def test_a_bar_moves_between_two_reports(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(common, "interactive", lambda: True)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    with common.progress_bar("working", in_bytes=True) as update:
        update(total=4_000_000)
        for _ in range(2):
            update(advance=100_000)
            time.sleep(0.7)
        capfd.readouterr()
        time.sleep(1.3)
        assert "working" in capfd.readouterr().err
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL


def test_the_pace_is_that_of_the_reports_and_does_not_run_away() -> None:
    pace = Pace()
    assert pace.guess(5.0) == 0
    pace.reached(0, 10.0)
    pace.reached(100, 12.0)
    assert pace.guess(13.0) == 150
    assert pace.guess(99.0) == 200
    pace.reached(100, 99.0)
    assert pace.guess(100.0) == 200


def test_a_timer_that_somebody_uses_is_left_alone() -> None:
    def other(number: int, frame: object) -> None: ...

    before = signal.signal(signal.SIGALRM, other)
    try:
        with ticking(lambda: None):
            assert signal.getsignal(signal.SIGALRM) is other
    finally:
        signal.signal(signal.SIGALRM, before)


def test_what_fails_in_a_tick_stops_nothing() -> None:
    ticks: list[int] = []

    def fail() -> None:
        ticks.append(1)
        raise ValueError

    with ticking(fail):
        until = time.monotonic() + 10
        while not ticks and time.monotonic() < until:
            time.sleep(0.01)
    assert ticks
