"""The registry of parts: detectors, strategies, formats and so on, by group and name. A part is
imported only when it is needed.

Outsiders add theirs through the entry points of a group, ``understudy.<group>``:

    [project.entry-points."understudy.formats"]
    notes = "my_package.notes:NOTES"

Built-ins stand in the tables below and are loaded in the same way; no plug-in can take their names.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from understudy.core.errors import UsageError

__all__ = ["CLAIMS", "GROUPS", "SUFFIXES", "imported", "load", "look_again", "names", "plugins"]

_FORMATS: Mapping[str, tuple[str, ...]] = {
    "txt": ("understudy.corpus.txt:TXT", ".txt"),
    "lines": ("understudy.corpus.lines:LINES", ".lines"),
    "jsonl": ("understudy.corpus.jsonl:JSONL", ".jsonl", ".ndjson"),
    "csv": ("understudy.corpus.delimited:CSV", ".csv"),
    "tsv": ("understudy.corpus.delimited:TSV", ".tsv"),
    "parquet": ("understudy.corpus.parquet:PARQUET", ".parquet"),
    "xlsx": ("understudy.corpus.xlsx:XLSX", ".xlsx"),
    "conll": ("understudy.corpus.conll:CONLL", ".conll", ".conllu", ".iob", ".bio"),
    "slots": ("understudy.corpus.slots:SLOTS", ".slots"),
    "brat": ("understudy.corpus.brat:BRAT", ".ann"),
    "esport": ("understudy.corpus.esport:ESPORT", ".json"),
    "json": ("understudy.corpus.jsonarray:JSON",),
    "trs": ("understudy.corpus.trs:TRS", ".trs"),
    "eml": ("understudy.corpus.documents.mail:EML", ".eml"),
    "mbox": ("understudy.corpus.documents.mail:MBOX", ".mbox", ".mbx"),
    "html": ("understudy.corpus.documents.html:HTML", ".html", ".htm", ".xhtml"),
    "docx": ("understudy.corpus.documents.docx:DOCX", ".docx", ".docm", ".dotx"),
    "pdf": ("understudy.corpus.documents.pdf:PDF", ".pdf"),
    "xml": ("understudy.corpus.documents.xml:XML", ".xml", ".tei"),
    "srt": ("understudy.corpus.documents.transcripts:SRT", ".srt"),
    "vtt": ("understudy.corpus.documents.transcripts:VTT", ".vtt"),
    "textgrid": ("understudy.corpus.documents.transcripts:TEXTGRID", ".textgrid"),
    "eaf": ("understudy.corpus.documents.xml:EAF", ".eaf"),
    "cha": ("understudy.corpus.documents.transcripts:CHA", ".cha"),
    "markdown": ("understudy.corpus.documents.transcripts:MARKDOWN", ".md", ".markdown"),
}
"""Where a format is, and the suffixes that mean it when no format is named: a look at the names of
files imports no format. Several formats read .txt and .tsv; here is whose they are."""

_BUILT_IN: Mapping[str, Mapping[str, str]] = {
    "attacks": {
        "bayes": "understudy.attacks.bayes:ATTACK",
        "equality": "understudy.attacks.equality:ATTACK",
        "parrot": "understudy.attacks.parrot:ATTACK",
        "surrogate-or-real": "understudy.attacks.realornot:ATTACK",
        "masked-token": "understudy.attacks.masked:ATTACK",
        "attribute": "understudy.attacks.attribute:ATTACK",
        "linkage": "understudy.attacks.linkage:ATTACK",
        "extraction": "understudy.attacks.extraction:ATTACK",
        "membership": "understudy.attacks.membership:ATTACK",
    },
    "detectors": {
        "crf": "understudy.identify.crf:DETECTOR",
        "encoder": "understudy.identify.encoder:DETECTOR",
        "gazetteer": "understudy.identify.gazetteer:DETECTOR",
        "given": "understudy.identify.given:DETECTOR",
        "grammar": "understudy.identify.grammar:DETECTOR",
        "heuristic": "understudy.identify.heuristic:DETECTOR",
        "phrases": "understudy.identify.phrases:DETECTOR",
        "presidio": "understudy.identify.adapters.presidio:DETECTOR",
        "spacy": "understudy.identify.adapters.spacy:DETECTOR",
        "transformers": "understudy.identify.adapters.transformers:DETECTOR",
    },
    "engines": {
        "serial": "understudy.engines:run_serial",
        "pool": "understudy.engines.pool:run_pool",
        "spark": "understudy.engines.spark:run_spark",
    },
    "formats": {name: target for name, (target, *_) in _FORMATS.items()},
    "languages": {
        "en": "understudy.languages.en.pack:LANGUAGE",
        "es": "understudy.languages.es.pack:LANGUAGE",
    },
    "learners": {
        "crf": "understudy.learn.fitting:CRF",
        "encoder": "understudy.learn.finetuned:ENCODER",
        "warm": "understudy.learn.fitting:WARM",
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
        "distort": "understudy.replace.distort.settings:STRATEGY",
        "entity": "understudy.replace.entity:STRATEGY",
        "generalise": "understudy.replace.generalise:STRATEGY",
        "hash": "understudy.replace.hash:STRATEGY",
        "keep": "understudy.replace.keep:STRATEGY",
        "mask": "understudy.replace.mask:STRATEGY",
        "named": "understudy.replace.named:STRATEGY",
        "redact": "understudy.replace.redact:STRATEGY",
        "surrogate": "understudy.replace.surrogate.settings:STRATEGY",
        "swap": "understudy.replace.swap:STRATEGY",
        "typed": "understudy.replace.typed:STRATEGY",
        "word": "understudy.replace.word:STRATEGY",
    },
    "tasks": {
        "ner": "understudy.utility.tasks:NER",
        "intent": "understudy.utility.tasks:INTENT",
        "acts": "understudy.utility.tasks:ACTS",
        "calls": "understudy.utility.tasks:CALLS",
        "similarity": "understudy.utility.tasks:SIMILARITY",
        "lm": "understudy.utility.tasks:LM",
    },
    "utility_learners": {
        "linear": "understudy.utility.learners:LINEAR",
        "boosted": "understudy.utility.learners:BOOSTED",
        "encoder": "understudy.utility.learners:ENCODER",
    },
}
GROUPS = tuple(_BUILT_IN)

SUFFIXES: Mapping[str, str] = {
    suffix: name for name, (_, *suffixes) in _FORMATS.items() for suffix in suffixes
}
"""The built-in format that a file name means when no format is named."""


CLAIMS: Mapping[str, tuple[str, ...]] = {
    ".json": ("json",),
    ".tsv": ("slots", "conll"),
    ".txt": ("conll",),
}
"""Suffixes that files of several formats have → the formats that are asked first whether a file is
theirs, by how it begins."""


@cache
def _points() -> Any:
    """What installed packages say that they add, whatever it is: every package is read once and
    not once for each group."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - importing the package is light

    return entry_points()


@cache
def plugins(group: str) -> Mapping[str, str]:
    """The parts of a group that installed packages add: name → ``module:attribute``."""
    found = {point.name: point.value for point in _points().select(group=f"understudy.{group}")}
    return {name: found[name] for name in sorted(found) if name not in _BUILT_IN[group]}


def look_again() -> None:
    """Forget what packages were installed when somebody asked first."""
    _points.cache_clear()
    plugins.cache_clear()


def names(group: str) -> tuple[str, ...]:
    """What there is in a group: the built-ins in the order of their table, then the plug-ins."""
    return (*_BUILT_IN[group], *plugins(group))


def load(group: str, name: str) -> Any:
    """The part of that name."""
    target = _BUILT_IN[group].get(name) or plugins(group).get(name)
    if target is None:
        kind = group.replace("_", " ").removesuffix("s").replace("strategie", "strategy")
        known = ", ".join(names(group))
        raise UsageError(f"no {kind} is named {name!r}; there are: {known}")
    return imported(target)


def imported(target: str) -> Any:
    """What ``module:attribute`` means."""
    module, _, attribute = target.partition(":")
    return getattr(import_module(module), attribute)
