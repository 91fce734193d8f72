"""The command line as the report shows it."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from understudy.corpus.files import for_path

__all__ = ["shown_command"]

_PLACES = {
    "output": "OUTPUT",
    "ledger": "LEDGER",
    "report": "REPORT",
    "vault": "VAULT",
    "sample": "SAMPLE",
    "subject_table": "TABLE",
    "dead_letters": "LETTERS",
    "certificate_folder": "CERTIFICATE",
}
"""Options that name a place, and what stands for it."""


def shown_command(given: Mapping[str, Any]) -> str:
    """The command of a report, which can be shared: names of files may be names of people, so
    what a file is for stands in the place of its name."""
    hidden = {one: f"INPUT{_suffix(one)}" for one in given["inputs"]}
    for option, name in _PLACES.items():
        if given.get(option) is not None:
            place = str(given[option])
            hidden.setdefault(place, f"{name}{_suffix(place)}")
    hidden.pop("-", None)
    words: list[str] = []
    for word in sys.argv[1:]:
        option, sign, value = word.partition("=")
        if sign and option.startswith("--"):
            words.append(f"{option}={hidden.get(value, value)}")
        else:
            words.append(hidden.get(word, word))
    return shlex.join(["understudy", *words])


def _suffix(place: str) -> str:
    """The suffix that tells the format of a file; "dr.oduya" has none."""
    path = Path(place)
    return path.suffix if path.suffix == ".html" or for_path(path) is not None else ""
