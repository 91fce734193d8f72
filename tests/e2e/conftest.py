from __future__ import annotations

from collections.abc import Iterator

import pytest
import stage

from understudy import registry


@pytest.fixture
def finder(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A detector under the name it is returned by."""
    detectors = {**registry._BUILT_IN["detectors"], "names": "stage:FindNames"}
    monkeypatch.setitem(registry._BUILT_IN, "detectors", detectors)
    registry.look_again()
    yield "names"
    monkeypatch.undo()
    registry.look_again()


@pytest.fixture(autouse=True)
def nothing_private_is_printed(capfd: pytest.CaptureFixture[str]) -> Iterator[None]:
    yield
    printed = capfd.readouterr()
    for name in stage.NAMES:
        assert name not in printed.out + printed.err
