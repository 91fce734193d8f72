"""Masking: all but the last characters hidden, as in ``**** 6467``."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta, Struct

from understudy.core.draw import Draw
from understudy.core.reasons import ONLY_FORM
from understudy.core.settings import read
from understudy.core.types import Document, Entity, PrivacyEvent
from understudy.replace.base import Rule, Setting, unproven
from understudy.replace.marks import Marker, Writer
from understudy.replace.part import StrategyPart

__all__ = ["STRATEGY", "build"]


class Settings(Struct, forbid_unknown_fields=True, frozen=True):
    """The settings of a rule."""

    keep_last: Annotated[int, Meta(ge=0, le=64)] = 4
    sign: Annotated[str, Meta(min_length=1, max_length=1, description="one character")] = "*"


def build(rules: Mapping[str, Rule], setting: Setting) -> Marker:
    """The strategy for categories with these rules."""
    events = {category: _event(rule, setting) for category, rule in rules.items()}
    settings = {category: read(Settings, rule.options) for category, rule in rules.items()}
    return Marker("mask", rules, setting, events, _Mask(settings), same=ONLY_FORM)


def _event(rule: Rule, setting: Setting) -> PrivacyEvent:
    """ε = 0 only among values that agree on what is shown, and that is said; else no bound."""
    last = read(Settings, rule.options).keep_last
    shown = ("length", "punctuation", f"last {last} letters or digits")
    return unproven("mask", setting.unit, rule.probability, shown)


@dataclass(frozen=True)
class _Mask:
    settings: Mapping[str, Settings]

    def __call__(self, document: Document, entities: Sequence[Entity], draw: Draw) -> Writer:
        return self._write

    def _write(self, document: Document, entity: Entity, original: str, rule: Rule) -> str:
        settings = self.settings[entity.category]
        return _masked(original, settings.sign, settings.keep_last)


def _masked(original: str, sign: str, keep: int) -> str:
    """A value with no more than twice the shown characters is hidden whole. An accent or a vowel
    that is a sign of its own is hidden as letters are."""
    places = [at for at, letter in enumerate(original) if _is_letter(letter)]
    shown = frozenset(places[-keep:]) if keep and len(places) > 2 * keep else frozenset()
    return "".join(
        sign if _is_letter(letter) and at not in shown else letter
        for at, letter in enumerate(original)
    )


def _is_letter(sign: str) -> bool:
    return sign.isalnum() or unicodedata.category(sign).startswith("M")


STRATEGY = StrategyPart(
    "mask",
    build,
    Settings,
    language_free=True,
    deterministic=True,
    stand_ins=False,
)
