"""The parts that a policy asks for, made ready: its detectors, and its strategies with their
rules."""

from __future__ import annotations

from collections.abc import Mapping

from understudy.categorise.link import link
from understudy.core.categories import ancestors, categories
from understudy.core.types import Detector
from understudy.identify.settings import DetectorSettings
from understudy.policy.policy import Policy
from understudy.registry import load
from understudy.replace.base import Rule, Setting
from understudy.replace.part import part_of
from understudy.replace.strategies import Strategies

__all__ = ["detectors_of", "strategies_of"]


def detectors_of(policy: Policy) -> tuple[Detector, ...]:
    """The detectors of a policy, with their models and lists loaded."""
    return tuple(
        load("detectors", name)(
            DetectorSettings(
                language=policy.language,
                categories=frozenset(filter(policy.protects, policy.known)),
                options=policy.detector_options.get(name, {}),
                folder=policy.folder,
            )
        )
        for name in policy.detectors
    )


def strategies_of(policy: Policy) -> Strategies:
    """The strategies of a policy, each with the rules that name it."""
    grouped: dict[str, dict[str, Rule]] = {}
    serving: dict[str, str] = {}
    for category in policy.known:
        rule = policy.rule(category)
        grouped.setdefault(rule.strategy, {})[category] = rule
        serving[category] = rule.strategy
    setting = Setting(
        unit=policy.unit,
        scope=policy.scope,
        language=policy.language,
        draws={name: category.draw for name, category in policy.known.items()},
        canonical=_canonical(policy),
        link=link,
    )
    return Strategies(
        {name: part_of(name)(rules, setting) for name, rules in grouped.items()}, serving
    )


def _canonical(policy: Policy) -> Mapping[str, str]:
    """The canonical category of each that the policy defines below one."""
    own = policy.known.keys() - categories().keys()
    lines = {name: ancestors(name, policy.known) for name in own}
    found = {
        name: next((one for one in line if one in categories()), "") for name, line in lines.items()
    }
    return {name: canonical for name, canonical in found.items() if canonical}
