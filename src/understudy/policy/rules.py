"""The rules of a policy: which strategy a category gets, and whether its settings fit together."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from understudy.core.categories import Category, ancestors, categories, label_maps
from understudy.core.files import read_beside
from understudy.core.settings import near, problem
from understudy.corpus.columns import KINDS
from understudy.policy.schema import DEFINE, Where, check_keys
from understudy.registry import names
from understudy.replace.base import Rule
from understudy.replace.part import StrategyPart, all_keys, part_of
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
    """The categories that a policy defines itself, under ``[define]``."""
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
    """The columns of the corpus with their kinds, under ``[columns]``."""
    for name, kind in table.items():
        wrong = kind_problem(kind, known)
        if wrong:
            where.wrong(("columns", name), wrong)
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
    """The label map: a shipped one by its name, or the policy's own table."""
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
    """The rule in a table of the policy, its settings checked, for the categories that it
    covers."""
    if not isinstance(table, Mapping):
        where.wrong(path, "must be a table")
    part = _strategy_of(table, path, where)
    for key, value in table.items():
        _check_key(part, key, value, path, where)
    found = part.problem(table)
    if found is not None:
        where.wrong((*path, found[0]), found[1])
    source = table.get("source", "file" if "file" in table else "public")
    options = {
        key: value
        for key, value in table.items()
        if key not in ("strategy", "p", "epsilon", "source", "file")
    }
    if "file" in table:
        options["values"] = _values(table["file"], (*path, "file"), folder, where)
    elif part.needs_list(options) and source in ("public", "dp-corpus"):
        for name in covers:
            if not has_public_source(known[name].draw):
                where.wrong(path, f"there are no public stand-ins for {name}; give a file")
    return Rule(part.name, table.get("p"), table.get("epsilon"), source, options)


def _strategy_of(table: Mapping[str, Any], path: tuple[str, ...], where: Where) -> StrategyPart:
    if "strategy" not in table:
        keys = {"strategy": (), **all_keys()}
        for key in table:
            if key not in keys:
                where.wrong((*path, key), f"unknown key{near(key, keys)}")
        where.wrong(path, "needs a strategy")
    known = names("strategies")
    if table["strategy"] not in known:
        hint = near(str(table["strategy"]), known)
        where.wrong((*path, "strategy"), f"must be one of {', '.join(known)}{hint}")
    return part_of(table["strategy"])


def _check_key(
    part: StrategyPart, key: str, value: Any, path: tuple[str, ...], where: Where
) -> None:
    """A key that the strategy declares, with a value that it may have."""
    if key == "strategy":
        return
    if key in part.keys:
        wrong = problem(part.keys[key], key, value)
    elif key in all_keys():
        wrong = _foreign(part, key)
    else:
        wrong = f"unknown key{near(key, {'strategy': (), **all_keys()})}"
    if wrong is not None:
        where.wrong((*path, key), wrong)


def _foreign(part: StrategyPart, key: str) -> str:
    """Why a key of other strategies is none of this one."""
    owners = all_keys()[key]
    if key == "p":
        return f"has no use with {part.name}"
    if key == "epsilon":
        return f"only {', '.join(owners)} can buy an epsilon"
    return f"goes with {' and '.join(owners)}, not with {part.name}"


def check_heirs(
    name: str,
    rule: Rule,
    rules: Mapping[str, Rule],
    known: Mapping[str, Category],
    where: Where,
) -> None:
    """A public rule must hold for the children that inherit it."""
    listed = part_of(rule.strategy).needs_list(rule.options)
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
    if part_of(rule.strategy).document_scope:
        where.wrong((*path, "strategy"), f'{rule.strategy} needs scope = "document"')


def _values(
    name: str, path: tuple[str, ...], folder: Path | None, where: Where
) -> dict[str, float]:
    """A list: one value a line, or ``value,weight`` in a .csv."""
    target = (folder or Path()) / name
    try:
        text = read_beside(folder, name, "utf-8-sig")
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
