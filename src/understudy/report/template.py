"""Pages of one look: templates with the head that they share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined, Template

__all__ = ["Tools", "template"]

Tools = Mapping[str, Callable[..., Any]]


def template(room: str, name: str, filters: Tools, functions: Tools | None = None) -> Template:
    """A page of a room of the package; what it shows is escaped, what it lacks is an error."""
    environment = Environment(
        loader=FunctionLoader(_shared),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= dict(filters)
    environment.globals |= dict(functions or {})
    return environment.from_string(files(room).joinpath(name).read_text(encoding="utf-8"))


def _shared(name: str) -> str:
    return files("understudy.report").joinpath(name).read_text(encoding="utf-8")
