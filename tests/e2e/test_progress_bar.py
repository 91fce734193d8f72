"""The progress bar: on a terminal only, on standard error, and without a thread."""

from __future__ import annotations

import threading

import pytest

from understudy.cli import common


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
