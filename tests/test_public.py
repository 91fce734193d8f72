"""The public names: all of them are there, and importing the package loads nothing heavy."""

from __future__ import annotations

import doctest
import subprocess
import sys

import understudy


def test_every_public_name_can_be_loaded() -> None:
    for name in understudy.__all__:
        assert getattr(understudy, name) is not None
    assert sorted(understudy.__all__) == sorted(understudy._WHERE)


def test_an_unknown_name_is_an_attribute_error() -> None:
    assert not hasattr(understudy, "Engine")


def test_importing_loads_nothing_heavy() -> None:
    heavy = "('numpy', 'click', 'faker')"
    code = f"import sys, understudy; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_run_loads_what_it_needs() -> None:
    heavy = "('scipy', 'pyarrow', 'onnxruntime', 'jinja2', 'rich', 'fastapi')"
    code = (
        "import sys, understudy.cli.release; from understudy.pipeline import build; "
        "from understudy.policy import load; build(load('surrogate')); "
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_example_of_the_package_runs() -> None:
    results = doctest.testmod(understudy)
    assert results.attempted >= 3
    assert results.failed == 0
