"""Names of parts and where they are: one table, loaded on use. Outsiders add theirs through the
entry point groups ``understudy.detectors``, ``understudy.strategies``, and those of active
learning; built-ins use the same door.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from understudy.core.errors import UsageError

__all__ = ["load", "names"]

_BUILT_IN = {
    "detectors": {
        "crf": "understudy.identify.crf:build",
        "encoder": "understudy.identify.encoder:build",
        "gazetteer": "understudy.identify.gazetteer:build",
        "given": "understudy.identify.given:build",
        "heuristic": "understudy.identify.heuristic:build",
        "grammar": "understudy.identify.grammar:build",
        "phrases": "understudy.identify.phrases:build",
        "presidio": "understudy.identify.adapters.presidio:build",
        "spacy": "understudy.identify.adapters.spacy:build",
        "transformers": "understudy.identify.adapters.transformers:build",
    },
    "languages": {
        "en": "understudy.languages.en.pack:LANGUAGE",
        "es": "understudy.languages.es.pack:LANGUAGE",
    },
    "learners": {
        "crf": "understudy.learn.fitting:Crfsuite",
        "encoder": "understudy.learn.finetuned:Finetuned",
        "warm": "understudy.learn.fitting:Warm",
    },
    "samplers": {
        "Density": "understudy.learn.samplers:density",
        "Diverse": "understudy.learn.samplers:diverse",
        "K-MC": "understudy.learn.samplers:k_mc",
        "Random": "understudy.learn.samplers:random",
        "Top": "understudy.learn.samplers:top",
    },
    "scorers": {
        "H K-Max": "understudy.learn.doubt:h_k_max",
        "H Max": "understudy.learn.doubt:h_max",
        "H Mean": "understudy.learn.doubt:h_mean",
        "H Sum": "understudy.learn.doubt:h_sum",
        "LC": "understudy.learn.doubt:least_confidence",
        "Margin": "understudy.learn.doubt:margin",
        "Private": "understudy.learn.doubt:private",
        "Token": "understudy.learn.doubt:token",
    },
    "stopping": {
        "change": "understudy.learn.stopping:change",
        "confidence": "understudy.learn.stopping:confidence",
        "convergence": "understudy.learn.stopping:convergence",
        "stable": "understudy.learn.stopping:stable",
        "uncertainty": "understudy.learn.stopping:uncertainty",
        "variance": "understudy.learn.stopping:variance",
    },
    "strategies": {
        "distort": "understudy.replace.distort.strategy:build",
        "entity": "understudy.replace.entity:build",
        "generalise": "understudy.replace.generalise:build",
        "hash": "understudy.replace.hash:build",
        "keep": "understudy.replace.keep:build",
        "mask": "understudy.replace.mask:build",
        "named": "understudy.replace.named:build",
        "redact": "understudy.replace.redact:build",
        "surrogate": "understudy.replace.surrogate.strategy:build",
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
