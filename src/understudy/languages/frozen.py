"""Lists that were taken from other packages once, and are the same for everybody since then.

``tools/freeze_lists.py`` writes them as text: a head that names the source, its version and its
licence, sections in brackets, and one value per line, with a weight behind a tab where it has one.

    # Faker 40.54.0 (faker.providers.person.en_US), MIT licence, frozen 2026-11-16
    [first_names_female]
    Mary	0.0262

What belongs to a language stands in its folder, and what belongs to none in ``world``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

__all__ = ["Lists", "names_of", "parsed", "read", "unweighted", "weighted", "world"]

Lists = Mapping[str, tuple[str, ...]]
"""Section → its lines."""


@cache
def read(package: str, name: str) -> Lists:
    """The sections of ``<package>/frozen/<name>.txt``."""
    source = files(package).joinpath("frozen", *f"{name}.txt".split("/"))
    return parsed(source.read_text(encoding="utf-8"))


def world(name: str) -> Lists:
    """The sections of a list that belongs to no language."""
    return read("understudy.languages.world", name)


def names_of(locale: str) -> Lists:
    """The lists of names of a locale, ``fr_FR``; those that a pack brings are called by its
    package, too: ``understudy_ca:ca_ES`` is ``frozen/names/ca_ES.txt`` in ``understudy_ca``."""
    package, _, name = locale.rpartition(":")
    return read(package, f"names/{name}") if package else world(f"names/{locale}")


def parsed(text: str) -> Lists:
    """The sections of a text."""
    _, *sections = text.split("\n[")
    found = (section.partition("]\n") for section in sections)
    return {head: tuple(body.splitlines()) for head, _, body in found}


def weighted(lines: Iterable[str]) -> dict[str, float]:
    """Values with their weights: one, where a line has none."""
    found = (line.partition("\t") for line in lines)
    return {value: float(weight) if mark else 1.0 for value, mark, weight in found}


def unweighted(lines: Iterable[str]) -> list[str]:
    """Values without their weights."""
    return [line.partition("\t")[0] for line in lines]
