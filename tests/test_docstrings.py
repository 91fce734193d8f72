"""Whatever of the package has a public name says in a docstring what it is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache

from test_layers import HOUSE, MODULES

Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def test_public_names_have_docstrings() -> None:
    found = {}
    for path in (HOUSE / "__init__.py", *MODULES):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        of_module = [] if ast.get_docstring(tree) else ["the module itself"]
        if wrong := [*of_module, *silent(tree)]:
            found[str(path.relative_to(HOUSE))] = wrong
    assert found == {}


def test_a_name_without_a_docstring_is_found() -> None:
    source = "class A:\n  'Useful.'\n  def b(self): ...\n  def _c(self): ...\ndef d(): ..."
    assert list(silent(ast.parse(source))) == ["A.b", "d"]


def silent(tree: ast.Module | ast.ClassDef, within: str = "") -> Iterator[str]:
    """The public names without a docstring.

    A method is excused where a protocol of the package describes it: what ``read`` of a format
    does is said once. So are overloads, which describe types alone.
    """
    for node in tree.body:
        if not isinstance(node, Definition) or node.name.startswith("_") or is_overload(node):
            continue
        described = (
            isinstance(tree, ast.ClassDef)
            and not is_protocol(tree)
            and node.name in members_of_protocols()
        )
        if not ast.get_docstring(node) and not described:
            yield within + node.name
        if isinstance(node, ast.ClassDef):
            yield from silent(node, f"{within}{node.name}.")


def is_overload(node: Definition) -> bool:
    return any(ast.unparse(mark) == "overload" for mark in node.decorator_list)


def is_protocol(node: ast.ClassDef) -> bool:
    return any(ast.unparse(base).partition("[")[0] == "Protocol" for base in node.bases)


@cache
def members_of_protocols() -> frozenset[str]:
    """The names of what protocols of the package ask for, and describe."""
    sources = (path.read_text(encoding="utf-8") for path in HOUSE.rglob("*.py"))
    return frozenset(
        member.name
        for source in sources
        if "Protocol" in source
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ClassDef) and is_protocol(node)
        for member in node.body
        if isinstance(member, Definition) and ast.get_docstring(member)
    )
