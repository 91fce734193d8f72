"""Policies: TOML in, a checked ``Policy`` out. Every error names file, line and key."""

from __future__ import annotations

import csv
import io
import json
import math
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any, NoReturn

from understudy.categories import Category, ancestors, categories, label_maps
from understudy.errors import PolicyError
from understudy.languages import LANGUAGES
from understudy.registry import names
from understudy.replace.base import Rule
from understudy.replace.typed import STYLES
from understudy.surrogates.public import has_public_source
from understudy.tomlplace import line_of

__all__ = ["PRESETS", "SCHEMA", "Policy", "load", "parse", "preset_text"]

SCHEMA = 1
PRESETS = ("surrogate", "redact", "typed", "dp", "dialogue")
SOURCES = ("public", "corpus", "dp-corpus", "file")
_DRAWN = ("word", "entity")


@dataclass(frozen=True)
class Policy:
    name: str
    description: str = ""
    language: str = "en"
    detectors: tuple[str, ...] = ("given",)
    threshold: float = 0.5
    sensitive: str = "blanket"
    unit: str = "entity"
    scope: str = "document"
    delta: float = 1e-5
    epsilon_max: float | None = None
    epsilon_document_max: float | None = None
    leak_check: bool = True
    labels: Mapping[str, str] = field(default_factory=dict)
    """label → category; an empty category means: not private."""
    known: Mapping[str, Category] = field(default_factory=categories)
    """The canonical categories and those that the policy defines."""
    default: Rule = field(default_factory=lambda: Rule("redact"))
    rules: Mapping[str, Rule] = field(default_factory=dict)
    fingerprint: str = ""

    def rule(self, category: str) -> Rule:
        """The rule of a category, of its nearest parent that has one, or the default.

        A default that draws redacts the categories that have no public stand-ins.
        """
        for name in ancestors(category, self.known):
            if name in self.rules:
                return self.rules[name]
        known = self.known.get(category)
        return self.default if known and _serves(self.default, known) else Rule("redact")

    def category(self, label: str) -> str | None:
        """The category of a label; None where the policy says that it is not private."""
        mapped = self.labels.get(label, label)
        if not mapped:
            return None
        return mapped if mapped in self.known else "UNKNOWN"

    def protects(self, category: str) -> bool:
        """Whether the policy's definition of sensitive covers a category."""
        return self.sensitive == "blanket" or self.known[category].identifier == "direct"


def _serves(rule: Rule, category: Category) -> bool:
    """Whether there is something to draw from, if the rule draws."""
    listed = rule.strategy not in _DRAWN or rule.source == "corpus" or "values" in rule.options
    return listed or has_public_source(category.draw)


class _Where:
    """Raises errors with their place."""

    def __init__(self, file: str, text: str) -> None:
        self.file, self.text = file, text

    def wrong(self, path: tuple[str, ...], message: str) -> NoReturn:
        line = line_of(self.text, path)
        place = self.file if line is None else f"{self.file}:{line}"
        raise PolicyError(f"{place}: {'.'.join(path) or 'policy'}: {message}")


def load(source: str | Path) -> Policy:
    """A preset by name, or a file."""
    if str(source) in PRESETS:
        return parse(preset_text(str(source)), file=f"preset {source}")
    path = Path(source)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        known = ", ".join(PRESETS)
        raise PolicyError(f"{source}: no such file, and no preset of that name ({known})") from None
    except (OSError, UnicodeDecodeError) as error:
        raise PolicyError(f"{source}: cannot be read: {type(error).__name__}") from None
    return parse(text, file=str(source), folder=path.parent)


def preset_text(name: str) -> str:
    return files("understudy").joinpath("presets", f"{name}.toml").read_text(encoding="utf-8")


def parse(text: str, *, file: str = "policy", folder: Path | None = None) -> Policy:
    """A policy from its text; lists are read from ``folder``."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PolicyError(f"{file}: not TOML: {error}") from None
    where = _Where(file, text)
    _check_keys(data, (), _TOP, where)
    if "schema" not in data:
        where.wrong((), f"a policy starts with schema = {SCHEMA}")
    if data["schema"] != SCHEMA:
        where.wrong(("schema",), f"this release reads schema {SCHEMA}")
    known = {**categories(), **_defined(data.get("define", {}), where)}
    labels = _labels(data.get("labels", {}), known, where)
    rules = {}
    for name, table in data.get("categories", {}).items():
        path = ("categories", name)
        if name not in known:
            where.wrong(path, f"unknown category{_near(name, known)}; define it under [define]")
        rules[name] = _rule(table, path, (name,), known, folder, where)
    default = (
        _rule(data["default"], ("default",), (), known, folder, where)
        if "default" in data
        else Rule("redact")
    )
    for name, rule in rules.items():
        _check_heirs(name, rule, rules, known, where)
        _check_scope(("categories", name), rule, data, where)
    _check_scope(("default",), default, data, where)
    scalars = {key: data[key] for key in _SCALARS if key in data}
    if "detectors" in scalars:
        scalars["detectors"] = tuple(scalars["detectors"])
    policy = Policy(
        **{"name": Path(file).stem, **scalars},
        labels=labels,
        known=known,
        default=default,
        rules=rules,
    )
    return _with_fingerprint(policy)


def _with_fingerprint(policy: Policy) -> Policy:
    """A digest of all that changes the outcome, lists from files included."""
    said = {
        name: value
        for name, value in vars(policy).items()
        if name not in ("name", "description", "fingerprint", "known", "rules", "default")
    }
    said["known"] = {
        name: [entry.parent, entry.identifier, entry.draw] for name, entry in policy.known.items()
    }
    said["rules"] = {name: _plain(vars(rule)) for name, rule in policy.rules.items()}
    said["default"] = _plain(vars(policy.default))
    text = json.dumps(_plain(said), sort_keys=True, ensure_ascii=True)
    digest = blake2b(text.encode(), digest_size=16).hexdigest()
    return Policy(**{**vars(policy), "fingerprint": digest})


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(entry) for entry in value]
    return value


# --- the schema -----------------------------------------------------------------------------

Check = Callable[[Any], str | None]
"""What is wrong with a value, or None."""


def _one_of(*allowed: str) -> Check:
    return lambda value: None if value in allowed else f"must be one of {', '.join(allowed)}"


def _number(low: float, high: float, words: str) -> Check:
    def check(value: Any) -> str | None:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return None if number and low <= value <= high else f"must be {words}"

    return check


def _strategy(value: Any) -> str | None:
    return _one_of(*names("strategies"))(value)


def _text(value: Any) -> str | None:
    return None if isinstance(value, str) else "must be a string"


def _flag(value: Any) -> str | None:
    return None if isinstance(value, bool) else "must be true or false"


def _table(value: Any) -> str | None:
    return None if isinstance(value, Mapping) else "must be a table"


def _positive(value: Any) -> str | None:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return None if number and 0 < value < math.inf else "must be a number above 0"


def _detector_list(value: Any) -> str | None:
    if not isinstance(value, list) or not value:
        return "must be a list with at least one name"
    known = names("detectors")
    unknown = [name for name in value if name not in known]
    if unknown:
        return f"unknown detector {unknown[0]!r}; there are: {', '.join(known)}"
    return None


def _label_table(value: Any) -> str | None:
    if isinstance(value, str):
        known = label_maps()
        return None if value in known else f"unknown label map; there are: {', '.join(known)}"
    if isinstance(value, Mapping) and all(isinstance(entry, str) for entry in value.values()):
        return None
    return "must be the name of a label map, or a table of strings"


_not_negative = _number(0, math.inf, "a number, 0 or more")
_SCALARS: Mapping[str, Check] = {
    "name": _text,
    "description": _text,
    "language": _one_of(*LANGUAGES),
    "detectors": _detector_list,
    "threshold": _number(0, 1, "a number from 0 to 1"),
    "sensitive": _one_of("blanket", "selective"),
    "unit": _one_of("entity", "token"),
    "scope": _one_of("document", "subject"),
    "delta": _number(0, 1, "a number from 0 to 1"),
    "epsilon_max": _not_negative,
    "epsilon_document_max": _not_negative,
    "leak_check": _flag,
}
_TOP: Mapping[str, Check] = {
    "schema": _number(0, math.inf, "a number"),
    **_SCALARS,
    "labels": _label_table,
    "define": _table,
    "default": _table,
    "categories": _table,
}
_RULE: Mapping[str, Check] = {
    "strategy": _strategy,
    "p": _number(0, 1, "a probability from 0 to 1"),
    "epsilon": _not_negative,
    "source": _one_of(*SOURCES),
    "file": _text,
    "weights": _one_of("frequency", "uniform"),
    "histogram_epsilon": _positive,
    "histogram_floor": _number(1e-9, 1, "a number above 0 and at most 1"),
    "style": _one_of(*STYLES),
    "mark": _text,
    "exemplar": _text,
    "keep_last": _number(0, 64, "a number from 0 to 64"),
    "sign": lambda value: None if isinstance(value, str) and len(value) == 1 else "one character",
}
_DEFINE: Mapping[str, Check] = {
    "parent": _text,
    "identifier": _one_of("direct", "quasi"),
}
_ONLY: Mapping[str, tuple[str, ...]] = {
    "source": _DRAWN,
    "file": _DRAWN,
    "weights": _DRAWN,
    "histogram_epsilon": _DRAWN,
    "histogram_floor": _DRAWN,
    "style": ("typed",),
    "mark": ("redact",),
    "exemplar": ("named",),
    "keep_last": ("mask",),
    "sign": ("mask",),
}
"""Settings that belong to some strategies only."""


def _check_keys(
    table: Mapping[str, Any], path: tuple[str, ...], schema: Mapping[str, Check], where: _Where
) -> None:
    for key, value in table.items():
        if key not in schema:
            where.wrong((*path, key), f"unknown key{_near(key, schema)}")
        problem = schema[key](value)
        if problem:
            where.wrong((*path, key), problem)


def _near(name: str, known: Mapping[str, Any]) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 - only on errors

    close = get_close_matches(name, list(known), n=1)
    return f"; did you mean {close[0]}?" if close else ""


def _defined(table: Mapping[str, Any], where: _Where) -> dict[str, Category]:
    found: dict[str, Category] = {}
    for name, entry in table.items():
        path = ("define", name)
        if not isinstance(entry, Mapping):
            where.wrong(path, "must be a table")
        _check_keys(entry, path, _DEFINE, where)
        if name in categories():
            where.wrong(path, "is a category already")
        parent = entry.get("parent")
        if parent is not None and parent not in categories() and parent not in found:
            where.wrong((*path, "parent"), "unknown category")
        draw = (found.get(parent) or categories()[parent]).draw if parent else ""
        found[name] = Category(name, parent, entry.get("identifier", "direct"), draw)
    return found


def _labels(
    given: str | Mapping[str, str], known: Mapping[str, Category], where: _Where
) -> Mapping[str, str]:
    labels = label_maps()[given] if isinstance(given, str) else given
    for label, category in labels.items():
        if category and category not in known:
            where.wrong(("labels", label), f"unknown category{_near(category, known)}")
    return labels


def _rule(
    table: Any,
    path: tuple[str, ...],
    covers: tuple[str, ...],
    known: Mapping[str, Category],
    folder: Path | None,
    where: _Where,
) -> Rule:
    if not isinstance(table, Mapping):
        where.wrong(path, "must be a table")
    _check_keys(table, path, _RULE, where)
    if "strategy" not in table:
        where.wrong(path, "needs a strategy")
    strategy = table["strategy"]
    for key in table:
        only = _ONLY.get(key)
        if only and strategy not in only:
            where.wrong((*path, key), f"goes with {' and '.join(only)}, not with {strategy}")
    if "p" in table and "epsilon" in table:
        where.wrong((*path, "epsilon"), "p follows from epsilon: give one of them")
    if "epsilon" in table and strategy not in _DRAWN:
        where.wrong((*path, "epsilon"), "only word and entity can buy an epsilon")
    source = table.get("source", "file" if "file" in table else "public")
    if source == "file" and "file" not in table:
        where.wrong((*path, "source"), 'needs file = "…"')
    if "file" in table and source in ("public", "corpus"):
        where.wrong((*path, "file"), f"has no use with source = {source!r}")
    options = {
        key: value
        for key, value in table.items()
        if key not in ("strategy", "p", "epsilon", "source", "file")
    }
    if "file" in table:
        options["values"] = _values(table["file"], (*path, "file"), folder, where)
    elif strategy in _DRAWN and source in ("public", "dp-corpus"):
        for name in covers:
            if not has_public_source(known[name].draw):
                where.wrong(path, f"there are no public stand-ins for {name}; give a file")
    return Rule(strategy, table.get("p"), table.get("epsilon"), source, options)


def _check_heirs(
    name: str,
    rule: Rule,
    rules: Mapping[str, Rule],
    known: Mapping[str, Category],
    where: _Where,
) -> None:
    """A public rule must hold for the children that inherit it."""
    if rule.strategy not in _DRAWN or "values" in rule.options or rule.source == "corpus":
        return
    for heir in known:
        lineage = tuple(ancestors(heir, known))
        ruling = next((one for one in lineage if one in rules), None)
        if ruling == name and not has_public_source(known[heir].draw):
            where.wrong(("categories", name), f"there are no public stand-ins for its child {heir}")


def _check_scope(path: tuple[str, ...], rule: Rule, data: Mapping[str, Any], where: _Where) -> None:
    """The histogram counts an entity once per document, so a subject would be billed too little."""
    if rule.source == "dp-corpus" and data.get("scope") == "subject":
        where.wrong((*path, "source"), 'dp-corpus needs scope = "document"')


def _values(
    name: str, path: tuple[str, ...], folder: Path | None, where: _Where
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
