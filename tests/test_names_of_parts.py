"""General code asks the traits of strategies, formats and engines; it compares with no name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import understudy
from understudy.registry import names

HOUSE = Path(understudy.__file__).parent
NAMES = frozenset((*names("strategies"), *names("formats"), *names("engines")))
ELSEWHERE = ("surrogates", "languages", "encoder", "identify")
"""Rooms that never see a strategy or a format: there ``word``, ``given`` or ``named`` are words."""
OWN = ("replace", "corpus", "engines")
"""Here the parts themselves stand, each in its module or folder, which may name itself."""
EXPECTED = {
    ("cli/release.py", "spark"),  # options that one engine alone has
    ("compat/presidio/operators.py", "hash, keep, mask, redact"),  # operators of Presidio
    ("learn/shapes.py", "brat, conll, jsonl"),  # batches have writers of their own
    ("policy/policy.py", "redact, surrogate, typed"),  # names of presets, which are other things
    ("review/actions.py", "entity"),  # how far a decision reaches
}
UNITS = frozenset(("entity",))
"""``unit == "entity"`` is about what one draw protects."""


def modules() -> Iterator[Path]:
    for path in sorted(HOUSE.rglob("*.py")):
        room = path.relative_to(HOUSE).parts[0]
        if room not in ELSEWHERE and path != HOUSE / "registry.py":
            yield path


def constants(node: ast.AST) -> set[str]:
    """The names of parts among the strings of a literal."""
    nodes = getattr(node, "elts", None) or [node]
    return {
        one.value
        for one in nodes
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and one.value in NAMES
    }


def about_unit(node: ast.Compare) -> bool:
    sides = [node.left, *node.comparators]
    return any(
        isinstance(one, ast.Attribute | ast.Name)
        and (one.attr if isinstance(one, ast.Attribute) else one.id) == "unit"
        for one in sides
    )


def compared(tree: ast.AST) -> Iterator[set[str]]:
    """Names that a module compares with, or lists."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            found = set().union(*(constants(one) for one in (node.left, *node.comparators)))
            yield found - UNITS if about_unit(node) else found
        elif isinstance(node, ast.Tuple | ast.List | ast.Set) and len(node.elts) > 1:
            found = constants(node)
            yield found if len(found) > 1 else set()
        elif isinstance(node, ast.Dict) and len(node.keys) > 1:
            found = set().union(*(constants(key) for key in node.keys if key is not None))
            yield found if len(found) > 1 else set()


def its_own(path: Path) -> set[str]:
    """What a module of a part is called, and may call itself."""
    inside = path.relative_to(HOUSE).parts
    return {part.removesuffix(".py") for part in inside} if inside[0] in OWN else set()


def test_modules_compare_with_the_name_of_a_part_only_where_it_is_expected() -> None:
    found = set()
    for path in modules():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names_of = set().union(*compared(tree)) - its_own(path)
        if names_of:
            found.add((path.relative_to(HOUSE).as_posix(), ", ".join(sorted(names_of))))
    assert found == EXPECTED


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('rule.strategy == "keep"', {"keep"}),
        ('"parquet" != format.name', {"parquet"}),
        ('name in ("lines", "slots")', {"lines", "slots"}),
        ('MARKS = frozenset(("redact", "typed"))', {"redact", "typed"}),
        ('WAYS = {"csv": 1, "tsv": 2}', {"csv", "tsv"}),
        ('policy.unit == "entity"', set()),
        ('Rule("redact")', set()),
    ],
)
def test_the_rule_can_fail(code: str, found: set[str]) -> None:
    assert set().union(*compared(ast.parse(code))) == found
