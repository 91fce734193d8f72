"""A writer, and everything that it calls, reaches neither a reader nor a mention nor a document."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import understudy

ROOT = Path(understudy.__file__).parent
WRITERS = sorted(ROOT.glob("surrogates/*/write.py"))
FORBIDDEN = {
    "understudy.core.types",
    "understudy.surrogates.mention",
    "understudy.surrogates.kernel",
}


def imported(path: Path) -> set[str]:
    """The modules of this package that a module names, within functions and for types, too."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
    return {name for name in found if name.startswith("understudy.") and _path(name)}


def _path(module: str) -> Path | None:
    inner = ROOT.joinpath(*module.split(".")[1:])
    plain = inner.with_suffix(".py")
    return plain if plain.is_file() else None


def reached(path: Path) -> dict[str, str]:
    """Every module that can be reached from one, with the module that names it."""
    found: dict[str, str] = {}
    waiting = [path]
    while waiting:
        current = waiting.pop()
        for name in imported(current) - set(found):
            found[name] = current.name
            inner = _path(name)
            if inner:
                waiting.append(inner)
    return found


@pytest.mark.parametrize("path", WRITERS, ids=lambda path: path.parent.name)
def test_a_writer_reaches_no_value(path: Path) -> None:
    seen = reached(path)
    wrong = {name for name in seen if name in FORBIDDEN or name.endswith(".read")}
    assert not wrong, {name: seen[name] for name in wrong}
