"""What the benchmark of growing runs says of its figures."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"


@pytest.fixture(scope="module")
def scale() -> Iterator[Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(FOLDER)
        yield importlib.import_module("scale")


def test_rows_have_ids_of_their_own_and_the_size_that_was_asked_for(scale: Any) -> None:
    lines = list(scale.rows(0.02))
    assert len({json.loads(line)["id"] for line in lines}) == len(lines)
    assert 20_000 <= sum(map(len, lines)) < 25_000


def test_growth_memory_and_workers_are_those_of_the_runs(scale: Any) -> None:
    runs = [
        scale.Measured("p", "1", 1, 10.0, 5.0, 100.0, 100.0),
        scale.Measured("p", "1", 10, 100.0, 25.0, 110.0, 110.0),
        scale.Measured("p", "2", 10, 50.0, 25.0, 110.0, 220.0),
    ]
    found = scale.judged(runs)
    assert found["p, 1"]["exponent"] == 1.0
    assert found["p, 1"]["exponent_processor"] == 0.699
    assert found["p, 1"]["megabytes_per_second"] == 0.1
    assert found["p, 1"]["memory"] == [1.0, 1.1]
    assert found["p, 2"]["times_one_worker"] == 2.0


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="looks at processes in /proc")
def test_a_command_is_watched_with_all_that_it_starts(scale: Any) -> None:
    child = "import time; held = bytearray(60_000_000); time.sleep(1.5)"
    start = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    seen = scale.watched([sys.executable, "-c", start])
    assert seen.largest > 60
    assert seen.together > seen.largest
    assert 0 < seen.processor < seen.seconds + 1
    with pytest.raises(SystemExit, match="ended with 3"):
        scale.watched([sys.executable, "-c", "raise SystemExit(3)"])
