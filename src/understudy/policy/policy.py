"""Policies: TOML in, a checked ``Policy`` out. Every error names file, line and key."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any, NoReturn

from understudy.categorise.wordlists import ALLOW, DENY, Entry
from understudy.core.categories import (
    UNKNOWN,
    Category,
    ancestors,
    categories,
    known_labels,
    label_maps,
    plain_label,
)
from understudy.core.errors import PolicyError, UsageError
from understudy.core.files import read_text
from understudy.core.foreign import toml_of
from understudy.core.settings import near
from understudy.core.types import GIVEN
from understudy.identify.settings import detector_of
from understudy.languages import DEFAULT, chosen
from understudy.policy.rules import (
    check_heirs,
    check_scope,
    columns_of,
    defined,
    kind_problem,
    labels_of,
    rule_of,
)
from understudy.policy.sample import SampleRule, sample_rule
from understudy.policy.schema import SCALARS, TOP, Where, check_keys
from understudy.policy.wordlists import entries_of
from understudy.replace.base import Rule
from understudy.replace.part import part_of
from understudy.surrogates.public import has_public_source

__all__ = [
    "PRESETS",
    "SCHEMA",
    "Policy",
    "load",
    "parse",
    "preset_text",
    "with_columns",
    "with_labels",
    "with_lists",
    "with_rule",
    "with_scope",
]

SCHEMA = 1
PRESETS = (
    "surrogate", "clinical", "court", "calls", "research", "strict", "unlinkable", "redact",
    "typed", "dp", "dialogue", "patterns",
)  # fmt: skip


@dataclass(frozen=True)
class Policy:
    """What is private, who finds it, what takes its place, and what may be spent; made by
    ``load``."""

    name: str
    description: str = ""
    language: str = DEFAULT
    fallback: str | None = None
    """The language that documents are handled in whose own is not installed; None refuses them."""
    detectors: tuple[str, ...] = ("given",)
    threshold: float = 0.5
    sensitive: str = "blanket"
    unit: str = "entity"
    scope: str = "document"
    delta: float = 1e-5
    epsilon_max: float | None = None
    epsilon_document_max: float | None = None
    merge: str = "union"
    """What becomes of evidence that overlaps: all of it, or the best with the rest beside it."""
    leak_check: bool = True
    detector_options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """detector → its own settings."""
    folder: Path | None = None
    """Where files that the settings of detectors name are looked for."""
    leave: tuple[str, ...] = ()
    """The kinds of ``categorise.leaving`` that stay: they carry meaning and identify nobody."""
    allow: tuple[Entry, ...] = ()
    """What stays, whatever finds it."""
    deny: tuple[Entry, ...] = ()
    """What is private, whether anything finds it or not."""
    review: str | None = None
    """What people must have read before a release leaves; None where nobody must."""
    sample: SampleRule | None = None
    """What a sample that people have read must show, where that is enough."""
    columns: Mapping[str, str] = field(default_factory=dict)
    """column or field of the corpus → its kind, or the category of all its values."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """label → category; an empty category means: not private."""
    known: Mapping[str, Category] = field(default_factory=categories)
    """The canonical categories and those that the policy defines."""
    default: Rule = field(default_factory=lambda: Rule("redact"))
    rules: Mapping[str, Rule] = field(default_factory=dict)
    fingerprint: str = field(init=False)
    """A digest of all that changes the outcome; it is part of every draw."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "fingerprint", _fingerprint(self))

    @property
    def finders(self) -> tuple[str, ...]:
        """The detectors that find something by themselves, in text without annotations."""
        return tuple(name for name in self.detectors if detector_of(name).reads_text)

    def rule(self, category: str) -> Rule:
        """The rule of a category, of its nearest parent that has one, or the default.

        A default that draws redacts the categories that have no public stand-ins.
        """
        for name in ancestors(category, self.known):
            if name in self.rules:
                return self.rules[name]
        known = self.known.get(category)
        if category == UNKNOWN and part_of(self.default.strategy).keeps:
            return Rule("redact")  # nothing passes because nobody knew what it was
        return self.default if known and _serves(self.default, known) else Rule("redact")

    def category(self, label: str) -> str | None:
        """The category of a label; None where the policy says that it is not private.

        The policy's own labels come first, then the categories, then labels that people have.
        """
        mapped = self.labels.get(label, label)
        if not mapped:
            return None
        return mapped if mapped in self.known else known_labels().get(plain_label(label), UNKNOWN)

    def protects(self, category: str) -> bool:
        """Whether the policy's definition of sensitive covers a category."""
        return self.sensitive == "blanket" or self.known[category].identifier == "direct"


def _serves(rule: Rule, category: Category) -> bool:
    """Whether there is something to draw from, if the rule draws."""
    free = not part_of(rule.strategy).needs_list(rule.options) or rule.source == "corpus"
    return free or "values" in rule.options or has_public_source(category.draw)


def load(source: str | Path) -> Policy:
    """A preset by name, or a file."""
    if str(source) in PRESETS:
        return parse(preset_text(str(source)), file=f"preset {source}")
    path = Path(source)
    try:
        text = read_text(path)
    except FileNotFoundError:
        known = ", ".join(PRESETS)
        hint = near(str(source), PRESETS)
        raise PolicyError(
            f"{source}: no such file, and no preset of that name ({known}){hint}"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise PolicyError(f"{source}: cannot be read: {type(error).__name__}") from None
    return parse(text, file=str(source), folder=path.parent)


def preset_text(name: str) -> str:
    """The TOML of a policy that comes with the package."""
    return (
        files("understudy.policy").joinpath("presets", f"{name}.toml").read_text(encoding="utf-8")
    )


def parse(text: str, *, file: str = "policy", folder: Path | None = None) -> Policy:
    """A policy from its text; lists are read from ``folder``."""
    try:
        data = toml_of(text)
    except tomllib.TOMLDecodeError as error:
        raise PolicyError(f"{file}: not TOML: {error}") from None
    where = Where(file, text)
    check_keys(data, (), TOP, where)
    if "schema" not in data:
        where.wrong((), f"a policy starts with schema = {SCHEMA}")
    if data["schema"] != SCHEMA:
        where.wrong(("schema",), f"this release reads schema {SCHEMA}")
    known = {**categories(), **defined(data.get("define", {}), where)}
    labels = labels_of(data.get("labels", {}), known, where)
    rules = {}
    for name, table in data.get("categories", {}).items():
        path = ("categories", name)
        if name not in known:
            where.wrong(path, f"unknown category{near(name, known)}; define it under [define]")
        rules[name] = rule_of(table, path, (name,), known, folder, where)
    default = (
        rule_of(data["default"], ("default",), (), known, folder, where)
        if "default" in data
        else Rule("redact")
    )
    for name, rule in rules.items():
        check_heirs(name, rule, rules, known, where)
        check_scope(("categories", name), rule, data, where)
    check_scope(("default",), default, data, where)
    scalars = {key: data[key] for key in SCALARS if key in data}
    for key in ("detectors", "leave"):
        if key in scalars:
            scalars[key] = tuple(scalars[key])
    for key in ("language", "fallback"):
        if key in scalars:
            scalars[key] = chosen(scalars[key])
    lists = {
        key: entries_of(key, data[key], known, folder, partial(where.wrong, (key,)))
        for key in (ALLOW, DENY)
        if key in data
    }
    policy = Policy(
        **{"name": Path(file).stem, **scalars, **lists},
        detector_options=_detector_options(data, where),
        folder=folder,
        sample=sample_rule(data, where),
        columns=columns_of(data.get("columns", {}), known, where),
        labels=labels,
        known=known,
        default=default,
        rules=rules,
    )
    _check_denied(policy, partial(where.wrong, (DENY,)))
    return policy


def _check_denied(policy: Policy, refuse: Callable[[str], NoReturn]) -> None:
    """What a deny list names must not be kept by a rule."""
    for entry in policy.deny:
        if part_of(policy.rule(entry.category).strategy).keeps:
            refuse(f"the policy keeps {entry.category}, so that a denied value would stay")


def with_rule(policy: Policy, table: Mapping[str, Any], names: Collection[str] = ()) -> Policy:
    """The policy with one rule for some categories and those below them, or for all.

    Where the rule has nothing to draw from, the policy's own rule stays.
    """
    rule = rule_of(table, (), (), policy.known, None, Where("command line", ""))
    rules: dict[str, Rule] = {}
    for name, category in policy.known.items():
        covered = not names or any(one in names for one in ancestors(name, policy.known))
        rules[name] = rule if covered and _serves(rule, category) else policy.rule(name)
        if name in names and rules[name] is not rule:
            raise PolicyError(f"there are no public stand-ins for {name}; give a file")
    return replace(policy, rules=rules)


def with_columns(policy: Policy, given: Iterable[str]) -> Policy:
    """The policy with columns from the command line, each as ``NAME=KIND``."""
    columns = dict(policy.columns)
    for one in given:
        name, sign, kind = one.rpartition("=")
        if not sign:
            raise UsageError(f"--column {one}: say NAME=KIND, such as {one}=KEEP")
        found = kind if kind in policy.known else kind.upper()
        problem = kind_problem(found, policy.known)
        if problem:
            raise UsageError(f"--column {one}: {problem}")
        columns[name] = found
    return replace(policy, columns=columns) if given else policy


def with_labels(policy: Policy, given: Iterable[str]) -> Policy:
    """The policy with labels from the command line: names of maps, and ``LABEL=CATEGORY``, where
    an empty category means that the label is not private."""
    labels = dict(policy.labels)
    for one in given:
        label, sign, category = one.rpartition("=")
        if not sign and one in label_maps():
            labels |= label_maps()[one]
        elif not sign:
            raise UsageError(
                f"--labels {one}: say LABEL=CATEGORY, or name a map: {', '.join(label_maps())}"
            )
        elif category and category not in policy.known:
            raise UsageError(f"--labels {one}: unknown category{near(category, policy.known)}")
        else:
            labels[label] = category
    return replace(policy, labels=labels) if labels != policy.labels else policy


def with_scope(policy: Policy, scope: str) -> Policy:
    """The policy with another scope."""
    where, data = Where("--scope", ""), {"scope": scope, "unit": policy.unit}
    for name in policy.known:
        check_scope((), policy.rule(name), data, where)
    return replace(policy, scope=scope)


def with_lists(policy: Policy, allow: Sequence[str] = (), deny: Sequence[str] = ()) -> Policy:
    """The policy with further entries of its lists, in the short form of the command line. Files
    are looked for in the working directory."""
    if not allow and not deny:
        return policy
    left = entries_of(ALLOW, allow, policy.known, None, partial(_refused, ALLOW))
    private = entries_of(DENY, deny, policy.known, None, partial(_refused, DENY))
    changed = replace(policy, allow=(*policy.allow, *left), deny=(*policy.deny, *private))
    _check_denied(changed, partial(_refused, DENY))
    return changed


def _refused(key: str, problem: str) -> NoReturn:
    raise UsageError(f"--{key}: {problem}")


def _detector_options(data: Mapping[str, Any], where: Where) -> Mapping[str, Mapping[str, Any]]:
    tables: Mapping[str, Mapping[str, Any]] = data.get("detector", {})
    for name in tables:
        if name not in data.get("detectors", (GIVEN,)):
            where.wrong(("detector", name), "is not among the detectors of this policy")
        for option, value in tables[name].items():
            wrong = detector_of(name).problem(option, value)
            if wrong is not None:
                where.wrong(("detector", name, option), wrong)
    return tables


_LATER = (ALLOW, DENY, "leave", "review", "sample")
"""Keys that older policies do not have: where they are empty, releases stay as they were."""


_APART = frozenset(
    (
        *("name", "description", "fingerprint", "folder"),  # no draw depends on these
        *("known", "rules", "default"),
    )
)


def _fingerprint(policy: Policy) -> str:
    """A digest of all that changes the outcome, lists from files included."""
    content = {
        name: value
        for name, value in vars(policy).items()
        if name not in _APART and not (name in _LATER and not value)
    }
    content["known"] = {
        name: [entry.parent, entry.identifier, entry.draw] for name, entry in policy.known.items()
    }
    content["rules"] = {name: _as_json(vars(rule)) for name, rule in policy.rules.items()}
    content["default"] = _as_json(vars(policy.default))
    content["files"] = dict(_files_of(policy.detector_options, policy.folder))
    text = json.dumps(_as_json(content), sort_keys=True, ensure_ascii=True, default=repr)
    return blake2b(text.encode(), digest_size=16).hexdigest()


def _files_of(value: Any, folder: Path | None) -> Iterator[tuple[str, str]]:
    """The files that the settings of detectors name, with a digest of what is in them."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for entry in value:
            yield from _files_of(entry, folder)
    elif isinstance(value, str):
        path = (folder or Path()) / value
        if (path / "model.json").is_file():  # a model is a folder, and its card knows the rest
            path /= "model.json"
        if path.is_file():
            yield value, blake2b(path.read_bytes(), digest_size=16).hexdigest()


def _as_json(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _as_json(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_as_json(entry) for entry in value]
    if isinstance(value, set | frozenset):
        return sorted(map(str, value))
    return value
