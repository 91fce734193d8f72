"""What the invariants of a policy give away, measured over public values before any run.

A sketch is all that a stand-in is drawn from (``surrogates.kernel``). Of a value v with sketch s(v)
the anonymity set is the public values with the same sketch, and as the sketch is a function of the
value, H(S) of the H(V) bits of a value show.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from understudy.audit.populations import Population, populations
from understudy.core.types import PrivacyEvent, Strategy
from understudy.pipeline import build
from understudy.policy import Policy
from understudy.replace.surrogate.kinds import KINDS, SHOWN
from understudy.replace.surrogate.strategy import SurrogateReplacement
from understudy.replace.surrogate.writers import KIND_OF
from understudy.report.words import invariant
from understudy.surrogates.kernel import Kind
from understudy.surrogates.mention import Mention
from understudy.surrogates.settings import Settings

__all__ = [
    "FEW",
    "Bits",
    "Declaration",
    "Field",
    "Measured",
    "features",
    "lines",
    "measure",
    "state",
]

FEW = 20
"""A sketch that fits fewer values hides little."""
_LEAST_BITS = 5e-3
"""Less is no narrowing worth a line."""
_STRUCTURE = ("", "")
"""How many records of which sort there are: what is left of a sketch without any field."""

Features = Mapping[tuple[str, str], tuple[Hashable, ...]]


def features(sketch: Any) -> Features:
    """Each field (record, field) of a sketch, with its values in order."""
    found: defaultdict[tuple[str, str], list[Hashable]] = defaultdict(list)
    _collect(sketch, found)
    return {place: tuple(values) for place, values in found.items()}


def _collect(record: Any, found: defaultdict[tuple[str, str], list[Hashable]]) -> None:
    name = type(record).__name__
    found[_STRUCTURE].append(name)
    for field, value in zip(record._fields, record, strict=True):
        _collect_value((name, field), value, found)


def _collect_value(
    place: tuple[str, str], value: Any, found: defaultdict[tuple[str, str], list[Hashable]]
) -> None:
    if hasattr(value, "_fields"):
        _collect(value, found)
    elif isinstance(value, tuple) and _holds_records(value):
        found[_STRUCTURE].append(len(value))
        for one in value:
            _collect_value(place, one, found)
    else:
        found[place].append(value)


def _holds_records(values: tuple[Any, ...]) -> bool:
    return any(
        hasattr(one, "_fields") or (isinstance(one, tuple) and _holds_records(one))
        for one in values
    )


class Bits(NamedTuple):
    """What one field tells of a value."""

    field: str
    """``Need.gender``."""
    name: str
    """As reports list it."""
    alone: float
    """The entropy of the field by itself."""
    left_out: float
    """How much less a sketch without the field would tell: less than ``alone`` where others tell
    the same."""


@dataclass(frozen=True)
class Measured:
    """What the sketches of a kind tell of the public values of one sort."""

    values: str
    kind: str
    size: float
    sampled: int
    """How many values were read, where not all were; else 0."""
    sketches: int
    median: float
    """Public values that share the sketch of a value, each value as often as lists draw it."""
    low: float
    """The 5th percentile."""
    smallest: float
    few_values: float
    """The share of values whose sketch fits fewer than 20."""
    few_mentions: float
    """The same, each value counted by its probability."""
    alike: float
    """The chance that two values have one sketch, both drawn as lists draw them."""
    alike_of_form: float
    """The same for two values of one form: what no setting hides is the same for both, and what is
    left to differ is what a policy may give up (gender, country)."""
    bits_shown: float
    bits_all: float
    fields: tuple[Bits, ...]
    """Those that narrow at all, the most first."""

    def as_json(self) -> dict[str, Any]:
        """The figures for machines."""
        found: dict[str, Any] = {
            "values": self.values,
            "size": _rounded(self.size),
            "read": self.sampled or "all",
            "sketches": self.sketches,
            "median": _rounded(self.median),
            "5%": _rounded(self.low),
            "smallest": _rounded(self.smallest),
            "share_of_values_below_20": _rounded(self.few_values),
            "share_of_mentions_below_20": _rounded(self.few_mentions),
            "share_of_pairs_alike": _rounded(self.alike),
            "share_of_pairs_of_one_form_alike": _rounded(self.alike_of_form),
            "bits_shown": _rounded(self.bits_shown),
            "bits_of_the_value": _rounded(self.bits_all),
        }
        found["fields"] = [
            {
                "field": one.field,
                "name": one.name,
                "bits_alone": _rounded(one.alone),
                "bits_left_out": _rounded(one.left_out),
            }
            for one in self.fields
        ]
        return found


class _Group(NamedTuple):
    """The public values with one sketch."""

    features: Features
    chance: float
    size: float


def measure(population: Population, kind: Kind, settings: Settings) -> Measured:
    """What sketches tell of the values of a population."""
    chances: defaultdict[Hashable, list[float]] = defaultdict(list)
    sizes: defaultdict[Hashable, list[float]] = defaultdict(list)
    bits: list[float] = []
    for value in population.values:
        sketch = kind.read([Mention(value.text, value.category)], settings).sketch
        chances[sketch].append(value.chance)
        sizes[sketch].append(value.stands_for)
        bits.append(value.chance * math.log2(value.stands_for / value.chance))
    groups = [
        _Group(features(sketch), math.fsum(chances[sketch]), math.fsum(sizes[sketch]))
        for sketch in sizes
    ]
    size = population.size
    by_size = sorted((group.size, group.chance) for group in groups)
    few = [group for group in groups if group.size < FEW]
    shown = _entropy(group.chance for group in groups)
    alike = _collision(group.chance for group in groups)
    return Measured(
        values=population.name,
        kind=SHOWN.get(population.kind, population.kind),
        size=size,
        sampled=len(population.values) if population.sampled else 0,
        sketches=len(groups),
        median=_quantile(by_size, 0.5),
        low=_quantile(by_size, 0.05),
        smallest=by_size[0][0],
        few_values=math.fsum(group.size for group in few) / size,
        few_mentions=math.fsum(group.chance for group in few),
        alike=alike,
        alike_of_form=alike / _collision(_forms(groups, kind)),
        bits_shown=shown,
        bits_all=math.fsum(bits),
        fields=tuple(_narrowing(groups, kind, shown)),
    )


def _quantile(ordered: Sequence[tuple[float, float]], share: float) -> float:
    """The least size that at least this share of the mentions does not exceed."""
    seen = 0.0
    for value, weight in ordered:
        seen += weight
        if seen >= share - 1e-12:
            return value
    return ordered[-1][0]


def _entropy(chances: Iterable[float]) -> float:
    return max(0.0, -math.fsum(one * math.log2(one) for one in chances if one > 0.0))


def _collision(chances: Iterable[float]) -> float:
    """The chance that two draws are the same."""
    return math.fsum(one * one for one in chances)


def _forms(groups: Sequence[_Group], kind: Kind) -> Iterable[float]:
    """The chance of each form: sketches without the fields that a setting gives up."""
    given_up = {(one.record, one.field) for one in kind.invariants if one.switch}
    found: defaultdict[Hashable, float] = defaultdict(float)
    for group in groups:
        form = frozenset(item for item in group.features.items() if item[0] not in given_up)
        found[form] += group.chance
    return found.values()


def _entropy_by(groups: Sequence[_Group], keys: Iterable[Hashable]) -> float:
    found: defaultdict[Hashable, float] = defaultdict(float)
    for group, key in zip(groups, keys, strict=True):
        found[key] += group.chance
    return _entropy(found.values())


def _narrowing(groups: Sequence[_Group], kind: Kind, shown: float) -> Iterator[Bits]:
    names = {(one.record, one.field): one.name for one in kind.invariants}
    places = {place for group in groups for place in group.features if place != _STRUCTURE}
    found = []
    for place in places:
        alone = _entropy_by(groups, (group.features.get(place) for group in groups))
        if alone < _LEAST_BITS:
            continue
        rest = _entropy_by(groups, (_without(group.features, place) for group in groups))
        label = ".".join(place)
        found.append(Bits(label, names.get(place, label), alone, max(0.0, shown - rest)))
    yield from sorted(found, key=lambda one: (-round(one.left_out, 6), -one.alone, one.field))


def _without(found: Features, place: tuple[str, str]) -> Hashable:
    return frozenset((one, values) for one, values in found.items() if one != place)


class Field(NamedTuple):
    """A declared invariant under a policy."""

    field: str
    name: str
    says: str
    switch: str
    """The setting of the policy that gives it up; empty where there is none."""
    shows: bool
    """Whether it shows under the policy."""


@dataclass(frozen=True)
class Declaration:
    """What shows of the values of some categories."""

    title: str
    """The kind of thing, or the strategy where that has no sketch."""
    categories: tuple[str, ...]
    fields: tuple[Field, ...]
    measured: tuple[Measured, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The fields and what they give away, for machines."""
        return {
            "of": self.title,
            "categories": list(self.categories),
            "fields": [one._asdict() for one in self.fields],
            "measured": [one.as_json() for one in self.measured],
        }


def state(policy: Policy, language: str) -> tuple[Declaration, ...]:
    """What a policy lets show, kind by kind, with what that gives away in a language."""
    pipeline = build(policy)
    grouped: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for category, name in pipeline.strategies.serving.items():
        if policy.protects(category):
            kind = _kind_of(category, pipeline.strategies[name])
            grouped[name, kind].append(category)
    found: list[Declaration] = []
    for (name, kind), categories in sorted(grouped.items(), key=_rank):
        strategy = pipeline.strategies[name]
        if kind and isinstance(strategy, SurrogateReplacement):
            settings = strategy.rule_of(kind, categories, language).settings
            found.append(_of_kind(kind, tuple(categories), settings))
        else:
            found += _without_sketch(name, categories, strategy.events())
    return tuple(found)


def _rank(item: tuple[tuple[str, str], list[str]]) -> tuple[int, str]:
    """Kinds with a sketch first, in their own order."""
    (name, kind), _ = item
    return (list(KIND_OF).index(kind) if kind else len(KIND_OF), name)


def _kind_of(category: str, strategy: Strategy) -> str:
    """The kind whose sketches a strategy draws a category from; empty where there is none."""
    if not isinstance(strategy, SurrogateReplacement):
        return ""
    return KINDS.get(strategy.setting.canonical.get(category, category), "")


def _without_sketch(
    name: str, categories: Sequence[str], events: Mapping[str, tuple[PrivacyEvent, ...]]
) -> Iterator[Declaration]:
    """What shows of categories of a strategy that reads no sketch: what its events list."""
    alike: defaultdict[tuple[Field, ...], list[str]] = defaultdict(list)
    for category in categories:
        own = events.get(category, ())
        mechanisms = tuple(dict.fromkeys(event.mechanism for event in own))
        names = dict.fromkeys(one for event in own for one in event.invariants)
        fields = tuple(
            Field("", one, " ".join(invariant(one, mechanisms)), "", True) for one in names
        )
        alike[fields].append(category)
    for fields, of in alike.items():
        yield Declaration(name, tuple(of), fields)


def _of_kind(name: str, categories: tuple[str, ...], settings: Settings) -> Declaration:
    kind = KIND_OF[name]
    fields = tuple(
        Field(
            f"{one.record}.{one.field}",
            one.name,
            one.says,
            one.switch,
            not one.switch or bool(getattr(settings, one.switch)),
        )
        for one in kind.invariants
    )
    measured = tuple(measure(one, kind, settings) for one in populations(name, settings))
    return Declaration(SHOWN.get(name, name), categories, fields, measured)


def lines(policy: Policy, language: str, found: Sequence[Declaration]) -> list[str]:
    """The statement as lines of text."""
    out = [
        f"policy {policy.name}, language {language}: what shows of a value",
        "A stand-in is drawn from a sketch of the value: a record of the fields below, and nothing "
        "else.",
        "ε = 0 holds between values with the same sketch, and only between them.",
    ]
    for one in found:
        out += ["", f"{one.title}: {', '.join(one.categories)}"]
        for name, fields in _by_name(one.fields).items():
            out.append(f"  {name}{_switch(fields[0])}")
            out += dict.fromkeys(f"      {field.says}" for field in fields)
    measured = [row for one in found for row in one.measured]
    if measured:
        out += ["", *_table(measured)]
    return out


def _by_name(fields: Iterable[Field]) -> Mapping[str, list[Field]]:
    found: dict[str, list[Field]] = {}
    for one in fields:
        found.setdefault(one.name, []).append(one)
    return found


def _switch(one: Field) -> str:
    if not one.switch:
        return ""
    if one.switch == "shifted":
        return " [shows]" if one.shows else ' [off: shift = "anchor"]'
    return f" [{'shows; ' if one.shows else 'off: '}{one.switch} = false{' hides it' * one.shows}]"


def _table(measured: Sequence[Measured]) -> Iterator[str]:
    """The figures, a row for each sort of values."""
    yield "what that gives away, over public values: how many share the sketch of a value"
    sizes = f"{'all':>10}{'sketches':>9}{'median':>10}{'5 %':>9}{'least':>9}{'below 20':>10}"
    yield f"{'values':<24}{sizes}{'alike':>7}{'of a form':>11}{'bits shown':>15}  narrows most"
    for one in measured:
        bits = f"{one.bits_shown:.2f} of {one.bits_all:.1f}"
        yield (
            f"{one.values:<24}{_count(one.size):>10}{one.sketches:>9}{_count(one.median):>10}"
            f"{_count(one.low):>9}{_count(one.smallest):>9}{one.few_mentions:>10.2%}"
            f"{one.alike:>7.0%}{one.alike_of_form:>11.0%}{bits:>15}  "
            f"{_narrows(one.fields[0]) if one.fields else '-'}"
        )
    yield (
        "below 20: the share of mentions whose sketch fits fewer than 20 values, each value as "
        "often as our lists draw it; alike: the share of pairs with one sketch; of a form: the "
        "same among pairs that agree in all that no setting hides; of very long lists a sample is "
        "read"
    )


def _narrows(one: Bits) -> str:
    """The field, with the bits that a sketch without it would hide."""
    if one.left_out < _LEAST_BITS:
        return f"{one.name} ({one.alone:.2f} bits, which other fields tell, too)"
    return f"{one.name} ({one.left_out:.2f} bits)"


def _count(value: float) -> str:
    return f"{value:,.0f}" if value < 1e6 else f"{value:.1e}"


def _rounded(value: float) -> float:
    return float(f"{value:.4g}")
