"""The canonical categories and the label maps of known corpora, from categories.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

__all__ = [
    "UNKNOWN",
    "Category",
    "ancestors",
    "categories",
    "known_labels",
    "label_maps",
    "plain_label",
]

UNKNOWN = "UNKNOWN"
"""What a label becomes that no map knows: redacted."""


@dataclass(frozen=True, slots=True)
class Category:
    """A kind of private thing, such as ``PHONE_NUMBER``."""

    name: str
    parent: str | None = None
    identifier: str = "direct"
    """``direct``: points at somebody by itself; ``quasi``: only together with others."""
    draw: str = ""
    """How public stand-ins are made; empty where there is no source for any."""


@cache
def _data() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    source = files("understudy.core").joinpath("categories.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))


@cache
def categories() -> Mapping[str, Category]:
    """The built-in categories by name."""
    return {name: Category(name, **entry) for name, entry in _data()["categories"].items()}


def label_maps() -> Mapping[str, Mapping[str, str]]:
    """The label map of each known corpus."""
    return _data()["labels"]


def plain_label(label: str) -> str:
    """A label in the form in which known labels are listed: ``creative-work`` → CREATIVE_WORK."""
    return "_".join("".join(c if c.isalnum() else " " for c in label).split()).upper()


@cache
def known_labels() -> Mapping[str, str]:
    """Labels that are known without a map, plain → category. None of them is called not private."""
    maps = (label_maps()[name] for name in ("conll", "wnut", "meddocan", "tab", "presidio"))
    found = {plain_label(label): of for one in maps for label, of in one.items() if of}
    spelt = {name: name for name in categories()}
    return {**found, **_listed("known_labels"), **spelt}


def _listed(table: str) -> Mapping[str, str]:
    return {label: str(category) for label, category in _data()[table].items()}


def ancestors(name: str, known: Mapping[str, Category]) -> Iterator[str]:
    """The category and its parents, nearest first."""
    current: str | None = name
    while current is not None and current in known:
        yield current
        current = known[current].parent
