"""The rules of a policy: which strategy a category gets, and whether its settings fit together."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from understudy.core.categories import Category, ancestors, categories, label_maps
from understudy.corpus.columns import KINDS
from understudy.policy.schema import (
    DEFINE,
    LISTED,
    ONLY,
    RULE,
    Where,
    check_keys,
    near,
    needs_list,
)
from understudy.replace.base import HISTOGRAM_EPSILON, Rule
from understudy.replace.distort.keys import BOUNDED
from understudy.surrogates.public import has_public_source

__all__ = [
    "check_heirs",
    "check_scope",
    "columns_of",
    "defined",
    "kind_problem",
    "labels_of",
    "rule_of",
]


def defined(table: Mapping[str, Any], where: Where) -> dict[str, Category]:
    found: dict[str, Category] = {}
    for name, entry in table.items():
        path = ("define", name)
        if not isinstance(entry, Mapping):
            where.wrong(path, "must be a table")
        check_keys(entry, path, DEFINE, where)
        if name in categories():
            where.wrong(path, "is a category already")
        parent = entry.get("parent")
        if parent is not None and parent not in categories() and parent not in found:
            where.wrong((*path, "parent"), "unknown category")
        draw = (found.get(parent) or categories()[parent]).draw if parent else ""
        found[name] = Category(name, parent, entry.get("identifier", "direct"), draw)
    return found


def columns_of(
    table: Mapping[str, Any], known: Mapping[str, Category], where: Where
) -> Mapping[str, str]:
    for name, kind in table.items():
        problem = kind_problem(kind, known)
        if problem:
            where.wrong(("columns", name), problem)
    return table


def kind_problem(kind: Any, known: Mapping[str, Category]) -> str | None:
    """What is wrong with the kind of a column, or None."""
    kinds = {**dict.fromkeys(KINDS), **known}
    if isinstance(kind, str) and kind in kinds:
        return None
    return f"must be {', '.join(KINDS)} or a category{near(str(kind), kinds)}"


def labels_of(
    given: str | Mapping[str, str], known: Mapping[str, Category], where: Where
) -> Mapping[str, str]:
    labels = label_maps()[given] if isinstance(given, str) else given
    for label, category in labels.items():
        if category and category not in known:
            where.wrong(("labels", label), f"unknown category{near(category, known)}")
    return labels


def rule_of(
    table: Any,
    path: tuple[str, ...],
    covers: tuple[str, ...],
    known: Mapping[str, Category],
    folder: Path | None,
    where: Where,
) -> Rule:
    if not isinstance(table, Mapping):
        where.wrong(path, "must be a table")
    check_keys(table, path, RULE, where)
    if "strategy" not in table:
        where.wrong(path, "needs a strategy")
    strategy = table["strategy"]
    source = table.get("source", "file" if "file" in table else "public")
    _check_strategy(table, strategy, path, where)
    _check_source(table, source, path, where)
    options = {
        key: value
        for key, value in table.items()
        if key not in ("strategy", "p", "epsilon", "source", "file")
    }
    if "file" in table:
        options["values"] = _values(table["file"], (*path, "file"), folder, where)
    elif needs_list(strategy, options) and source in ("public", "dp-corpus"):
        for name in covers:
            if not has_public_source(known[name].draw):
                where.wrong(path, f"there are no public stand-ins for {name}; give a file")
    return Rule(strategy, table.get("p"), table.get("epsilon"), source, options)


def _check_strategy(
    table: Mapping[str, Any], strategy: str, path: tuple[str, ...], where: Where
) -> None:
    """Settings that do not go with the strategy, or with each other."""
    for key in table:
        only = ONLY.get(key)
        if only and strategy not in only:
            where.wrong((*path, key), f"goes with {' and '.join(only)}, not with {strategy}")
    if "p" in table and "epsilon" in table and strategy != "distort":
        where.wrong((*path, "epsilon"), "p follows from epsilon: give one of them")
    if "epsilon" in table and strategy not in (*LISTED, "distort"):
        where.wrong((*path, "epsilon"), f"only {', '.join(LISTED)}, distort can buy an epsilon")
    if strategy == "distort":
        _check_distort(table, path, where)
    if strategy == "surrogate":
        _check_shift(table, path, where)
    if "p" in table and strategy == "keep":
        where.wrong((*path, "p"), "has no use with keep")


def _check_distort(table: Mapping[str, Any], path: tuple[str, ...], where: Where) -> None:
    """Settings of one method with the other, and of one choice with the other."""
    generates = table.get("method") == "generate"
    for key in ("source", "file", "weights"):
        if generates and key in table:
            where.wrong((*path, key), 'has no use with method = "generate": there is no list')
    for key in ("temperature", "top_k", "top_p"):
        if not generates and key in table:
            where.wrong((*path, key), 'goes with method = "generate"')
    private = "epsilon" in table
    for key in ("scale", "clip"):
        if not private and key in table:
            where.wrong((*path, key), "goes with epsilon: it is about the private choice")
    if private and table.get("divergence", BOUNDED[0]) not in BOUNDED:
        where.wrong((*path, "divergence"), f"must be one of {', '.join(BOUNDED)} with epsilon")
    if table.get("clip") is not None and table.get("scale") == "rank":
        where.wrong((*path, "clip"), 'has no use with scale = "rank"')


def _check_shift(table: Mapping[str, Any], path: tuple[str, ...], where: Where) -> None:
    """How dates move: settings that go with each other."""
    shift = table.get("shift", "anchor")
    for key, goes in (
        ("date_range", ("anchor",)),
        ("shift_days", ("uniform",)),
        ("shift_epsilon", ("laplace",)),
        ("shift_distance", ("uniform", "laplace")),
    ):
        if key in table and shift not in goes:
            wanted = " or ".join(f'"{one}"' for one in goes)
            where.wrong((*path, key), f"goes with shift = {wanted}")
    if shift != "anchor":
        for key in ("p", "epsilon"):
            if key in table and (key == "epsilon" or table[key] != 1):
                where.wrong((*path, key), f'has no use with shift = "{shift}": every date moves')


def _check_source(
    table: Mapping[str, Any], source: str, path: tuple[str, ...], where: Where
) -> None:
    """Settings that do not go with the source of π."""
    if source == "file" and "file" not in table:
        where.wrong((*path, "source"), 'needs file = "…"')
    if "file" in table and source in ("public", "corpus"):
        where.wrong((*path, "file"), f"has no use with source = {source!r}")
    if "weights" in table and source == "corpus":
        where.wrong((*path, "weights"), "has no use with source = 'corpus'")
    if source == "dp-corpus":
        spent = table.get("histogram_epsilon", HISTOGRAM_EPSILON)
        whole = table["strategy"] != "distort"  # there epsilon is what the choice costs, alone
        if whole and table.get("epsilon", math.inf) < spent:
            where.wrong((*path, "epsilon"), f"is less than the histogram alone costs ({spent:g})")
        return
    for key in ("histogram_epsilon", "histogram_floor"):
        if key in table:
            where.wrong((*path, key), 'goes with source = "dp-corpus"')


def check_heirs(
    name: str,
    rule: Rule,
    rules: Mapping[str, Rule],
    known: Mapping[str, Category],
    where: Where,
) -> None:
    """A public rule must hold for the children that inherit it."""
    listed = needs_list(rule.strategy, rule.options)
    if not listed or "values" in rule.options or rule.source == "corpus":
        return
    for heir in known:
        lineage = tuple(ancestors(heir, known))
        ruling = next((one for one in lineage if one in rules), None)
        if ruling == name and not has_public_source(known[heir].draw):
            where.wrong(("categories", name), f"there are no public stand-ins for its child {heir}")


def check_scope(path: tuple[str, ...], rule: Rule, data: Mapping[str, Any], where: Where) -> None:
    """Both count an entity once per document, which for a data subject would be wrong.

    A subject would be billed too little for the histogram, and would break the exchange.
    """
    if data.get("scope") != "subject":
        return
    if data.get("unit") == "token":
        where.wrong(("unit",), 'token needs scope = "document": mentions share nothing')
    if rule.source == "dp-corpus":
        where.wrong((*path, "source"), 'dp-corpus needs scope = "document"')
    if rule.strategy in ("swap", "distort"):
        where.wrong((*path, "strategy"), f'{rule.strategy} needs scope = "document"')


def _values(
    name: str, path: tuple[str, ...], folder: Path | None, where: Where
) -> dict[str, float]:
    """A list: one value a line, or ``value,weight`` in a .csv."""
    target = (folder or Path()) / name
    try:
        text = target.read_text(encoding="utf-8-sig")
    except OSError as error:
        where.wrong(path, f"cannot be read: {error.strerror}")
    except UnicodeDecodeError:
        where.wrong(path, "is not UTF-8")
    values: dict[str, float] = {}
    if target.suffix == ".csv":
        for number, row in enumerate(csv.reader(io.StringIO(text)), 1):
            if not row:
                continue
            try:
                weight = float(row[1]) if len(row) > 1 else 1.0
            except ValueError:
                if number == 1:  # a header
                    continue
                where.wrong(path, f"line {number}: the weight is not a number")
            if not 0 <= weight < math.inf:
                where.wrong(path, f"line {number}: the weight is negative or not finite")
            if row[0].strip() and weight:
                values[row[0].strip()] = values.get(row[0].strip(), 0.0) + weight
    else:
        values = dict.fromkeys((line.strip() for line in text.splitlines() if line.strip()), 1.0)
    if len(values) < 2:
        where.wrong(
            path,
            f"a list to draw from needs two values or more, this one has "
            f'{len(values)} (for a single one use strategy = "named")',
        )
    return values
