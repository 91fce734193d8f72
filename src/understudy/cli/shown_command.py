"""The command line as the report shows it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from understudy.corpus.files import for_path
from understudy.policy import PRESETS

__all__ = ["shown_command"]

_PLACES = {
    "inputs": "INPUT",
    "output": "OUTPUT",
    "ledger": "LEDGER",
    "report": "REPORT",
    "vault": "VAULT",
    "sample": "SAMPLE",
    "subject_table": "TABLE",
    "dead_letters": "LETTERS",
    "certificate_folder": "CERTIFICATE",
}
"""Parameters that name a place, and what stands for it."""
_HIDDEN = "…"


def shown_command() -> str:
    """The command of a report, which can be shared: names of files may be names of people, so
    what a file is for stands in the place of its name. It is told by what click has read, not by
    the words that were typed, in which one place can be written in many ways."""
    context = click.get_current_context()
    words = ["understudy", context.info_name or ""]
    options: list[str] = []
    for parameter in context.command.params:
        if context.get_parameter_source(parameter.name or "") is not ParameterSource.COMMANDLINE:
            continue
        value = context.params[parameter.name or ""]
        told = list(_told(parameter, value if _repeats(parameter) else [value]))
        if isinstance(parameter, click.Option):
            name = max(parameter.opts, key=len)
            if parameter.is_flag:
                options.append(name if value else max(parameter.secondary_opts, key=len))
            else:
                options += [word for one in told for word in (name, one)]
        else:
            words += told
    return shlex.join([*words, *options])


def _repeats(parameter: click.Parameter) -> bool:
    return parameter.multiple or parameter.nargs != 1


def _told(parameter: click.Parameter, values: Any) -> Iterator[str]:
    name = _PLACES.get(parameter.name or "")
    for value in values:
        text = str(value)
        if text == "-":
            yield text
        elif name is not None:
            yield f"{name}{_suffix(text)}"
        elif parameter.name == "policy_name":
            yield text if text in PRESETS else "POLICY.toml"
        elif parameter.name == "allow" and "file:" in text:
            yield f"{text.partition('file:')[0]}file:{_HIDDEN}"
        elif parameter.name == "labels" and text.endswith(".toml"):
            yield "LABELS.toml"
        else:
            yield _HIDDEN if isinstance(parameter.type, click.Path) else text


def _suffix(place: str) -> str:
    """The suffix that tells the format of a file; "dr.oduya" has none."""
    path = Path(place)
    return path.suffix if path.suffix == ".html" or for_path(path) is not None else ""
