"""ONNX Runtime without its telemetry: the only place that imports it.

Its wheels for Linux report to their vendor from 1.29 on: they write a device number and a queue of
events under ~/.cache, and look up the vendor's host. The library reads an environment variable
while it is loaded, and nothing that is called later stops it
(``onnxruntime.disable_telemetry_events()`` does not).
"""

from __future__ import annotations

import os
import sys
import warnings
from importlib import import_module
from typing import Any

__all__ = ["SWITCH", "onnx_runtime"]

SWITCH = "ORT_DISABLE_TELEMETRY"
"""The environment variable that the library reads."""


def onnx_runtime() -> Any:
    """The module ``onnxruntime``, loaded with its telemetry switched off.

    Where the program around us has loaded it before without the switch it is too late: a warning,
    once in a process, says what to do.
    """
    before = os.environ.get(SWITCH)
    os.environ[SWITCH] = "1"  # also for the processes that this one starts
    if "onnxruntime" in sys.modules and before != "1":
        warnings.warn(
            "onnxruntime was imported before Understudy and may report to its vendor; set "
            f"{SWITCH}=1 in the environment of this program, or in os.environ before onnxruntime "
            "is imported",
            RuntimeWarning,
            stacklevel=2,
        )
    return import_module("onnxruntime")
