"""Names of parts and where they are: one table, loaded on use. Outsiders add theirs through the
entry point groups ``understudy.detectors`` and ``understudy.strategies``; built-ins use the same
door.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from understudy.errors import UsageError

__all__ = ["load", "names"]

_BUILT_IN = {
    "detectors": {
        "crf": "understudy.identify.crf:build",
        "encoder": "understudy.identify.encoder:build",
        "gazetteer": "understudy.identify.gazetteer:build",
        "given": "understudy.identify.given:build",
        "heuristic": "understudy.identify.heuristic:build",
        "grammar": "understudy.identify.grammar:build",
        "presidio": "understudy.identify.adapters.presidio:build",
        "spacy": "understudy.identify.adapters.spacy:build",
        "transformers": "understudy.identify.adapters.transformers:build",
    },
    "strategies": {
        "entity": "understudy.replace.entity:build",
        "generalise": "understudy.replace.generalise:build",
        "hash": "understudy.replace.hash:build",
        "keep": "understudy.replace.keep:build",
        "mask": "understudy.replace.mask:build",
        "named": "understudy.replace.named:build",
        "redact": "understudy.replace.redact:build",
        "swap": "understudy.replace.swap:build",
        "typed": "understudy.replace.typed:build",
        "word": "understudy.replace.word:build",
    },
}


@cache
def _table(group: str) -> dict[str, str]:
    found = dict(_BUILT_IN[group])
    for point in entry_points(group=f"understudy.{group}"):
        found.setdefault(point.name, point.value)
    return found


def names(group: str) -> tuple[str, ...]:
    """What there is in a group."""
    return tuple(sorted(_table(group)))


def load(group: str, name: str) -> Any:
    """The part of that name."""
    table = _table(group)
    if name not in table:
        known = ", ".join(sorted(table))
        raise UsageError(f"no {group.rstrip('s')} is named {name!r}; there are: {known}")
    module, _, attribute = table[name].partition(":")
    return getattr(import_module(module), attribute)
