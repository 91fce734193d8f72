"""Masking: all but the last characters hidden, as in ``**** 6467``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from understudy.core.draw import Draw
from understudy.core.types import Document, Entity, PrivacyEvent
from understudy.replace.base import Rule, Setting, unproven
from understudy.replace.marks import Marker, Writer

__all__ = ["build"]


def build(rules: Mapping[str, Rule], setting: Setting) -> Marker:
    events = {category: _event(rule, setting) for category, rule in rules.items()}
    return Marker("mask", rules, setting, events, _writer)


def _event(rule: Rule, setting: Setting) -> PrivacyEvent:
    """ε = 0 only among values that agree on what is shown, and that is said; else no bound."""
    shown = ("length", "punctuation", f"last {_keep(rule)} letters or digits")
    return unproven("mask", setting.unit, rule.probability, shown)


def _keep(rule: Rule) -> int:
    return int(rule.options.get("keep_last", 4))


def _writer(document: Document, entities: Sequence[Entity], draw: Draw) -> Writer:
    return _write


def _write(document: Document, entity: Entity, original: str, rule: Rule) -> str:
    """A value with no more than twice the shown characters is hidden whole."""
    sign, keep = str(rule.options.get("sign", "*")), _keep(rule)
    places = [at for at, letter in enumerate(original) if letter.isalnum()]
    shown = frozenset(places[-keep:]) if keep and len(places) > 2 * keep else frozenset()
    return "".join(
        sign if letter.isalnum() and at not in shown else letter
        for at, letter in enumerate(original)
    )
