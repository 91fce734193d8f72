"""The rooms of the house stand in one order: a room imports only rooms above it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import understudy

ROOMS = (
    "core",
    "registry",
    "privacy",
    "languages",
    "encoder",
    "surrogates",
    "replace",
    "identify",
    "categorise",
    "corpus",
    "policy",
    "engines",
    "pipeline",
    "report",
    "run",
    "frames",
    "deidentifier",
    "certificate",
    "spark",
    "project",
    "learn",
    "measure",
    "utility",
    "attacks",
    "check",
    "audit",
    "testing",
    "compat",
    "service",
    "client",
    "review",
    "cli",
)
"""From the ground up. ``docs/architecture.md`` draws what they import of each other."""

HOUSE = Path(understudy.__file__).parent
MODULES = sorted(path for path in HOUSE.rglob("*.py") if path.parent != HOUSE or path.stem in ROOMS)


def room_of(path: Path) -> str:
    return path.relative_to(HOUSE).parts[0].removesuffix(".py")


@cache
def imports(path: Path) -> tuple[tuple[str, str], ...]:
    """The modules of the house that a module imports, anywhere in it, with the names it takes."""
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                yield node.module, alias.name
        elif isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, ""


def rooms_imported(path: Path) -> set[str]:
    found = set()
    for module, name in imports(path):
        if module == "understudy":
            found.add(name)
        elif module.startswith("understudy."):
            found.add(module.split(".")[1])
    return found


def test_every_room_is_in_the_list() -> None:
    assert {room_of(path) for path in MODULES} == set(ROOMS)


def test_a_room_imports_only_rooms_above_it() -> None:
    found = {}
    for path in MODULES:
        above = ROOMS[: ROOMS.index(room_of(path)) + 1]
        if upward := rooms_imported(path) - set(above):
            found[str(path.relative_to(HOUSE))] = upward
    assert found == {}


def test_nothing_private_crosses_a_wall() -> None:
    found = [
        (str(path.relative_to(HOUSE)), f"{module}.{name}")
        for path in MODULES
        for module, name in imports(path)
        if module.startswith("understudy.") and module.split(".")[1] != room_of(path)
        if any(part.startswith("_") for part in (*module.split("."), name))
    ]
    assert found == []


def test_the_mathematics_of_privacy_stands_on_core_alone() -> None:
    rooms = set().union(*(rooms_imported(path) for path in MODULES if room_of(path) == "privacy"))
    assert rooms <= {"core", "privacy"}
