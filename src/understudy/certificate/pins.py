"""What a certificate holds for: digests of the corpus, the policy, the models and the rules.

Recall is measured on what was found *then*. Whatever changes what is found voids it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cache
from hashlib import blake2b
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from understudy.core.errors import UsageError
from understudy.core.version import VERSION
from understudy.corpus.base import Options
from understudy.corpus.columns import decided
from understudy.corpus.files import STDIN, resolve
from understudy.encoder.weights import SHIPPED
from understudy.policy import Policy

__all__ = ["Pins", "changes", "pins_of"]

_HOUSE = Path(__file__).resolve().parents[1]
_FINDING = (
    "core",
    "languages",
    "encoder",
    "identify",
    "categorise",
    "corpus",
    "policy",
    "pipeline.py",
    "registry.py",
)
"""The rooms that decide what is found."""
_NO_TEXT = ("subject", "strict", "partial", "again")
"""Options that change neither what is read nor what is found."""


@dataclass(frozen=True, slots=True)
class Pins:
    """Digests, each of one thing that must not have changed."""

    corpus: str
    """The bytes of all files, whatever they are called."""
    reading: str
    """The format and where it finds text."""
    policy: str
    """The policy's fingerprint, its own lists included."""
    model: str
    """The weights of the shipped model and of those that the policy names."""
    rules: str
    """The shipped lists, grammars and rules, and the versions of plug-ins."""


_WORDS: Mapping[str, str] = {
    "corpus": "the corpus has changed",
    "reading": "the corpus is read in another way (format, fields or language)",
    "policy": "the policy is another one",
    "model": "the model has other weights",
    "rules": "the lists and rules of the detectors are of another version",
}


def changes(then: Pins, now: Pins) -> tuple[str, ...]:
    """What has changed, in words."""
    return tuple(
        _WORDS[field.name]
        for field in fields(Pins)
        if getattr(then, field.name) != getattr(now, field.name)
    )


def pins_of(inputs: Sequence[str], format: str | None, options: Options, policy: Policy) -> Pins:
    """The digests of a corpus under a policy, as they are now."""
    if STDIN in inputs:
        raise UsageError("a certificate is for a corpus that can be read again: name its files")
    chosen, units = resolve(inputs, format)
    contents = sorted(_digest([path]) for unit in units for path in unit.paths)
    read = {
        name: value
        for name, value in asdict(decided(options, policy.columns, strict=False)).items()
        if name not in _NO_TEXT
    }
    return Pins(
        corpus=_hash(contents),
        reading=_hash([chosen.name, json.dumps(read, sort_keys=True)]),
        policy=policy.fingerprint,
        model=_hash([_shipped(), _digest(_files(_models(policy.detector_options, policy)))]),
        rules=_hash([VERSION, _rules(), *_plugins(policy.detectors)]),
    )


def _hash(parts: Iterable[str]) -> str:
    return blake2b("\0".join(parts).encode(), digest_size=16).hexdigest()


def _digest(paths: Iterable[Path]) -> str:
    """Of the contents of files, in this order."""
    state = blake2b(digest_size=16)
    for path in paths:
        own = blake2b(digest_size=16)
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                own.update(block)
        state.update(own.digest())
    return state.hexdigest()


def _files(places: Iterable[Path]) -> Iterator[Path]:
    for place in places:
        if place.is_file():
            yield place
        else:
            yield from sorted(path for path in place.rglob("*") if path.is_file())


def _models(options: Any, policy: Policy) -> Iterator[Path]:
    """The files and folders that the settings of detectors name."""
    if isinstance(options, Mapping):
        options = [options[name] for name in sorted(options)]
    if isinstance(options, list | tuple):
        for one in options:
            yield from _models(one, policy)
    elif isinstance(options, str) and options:
        path = (policy.folder or Path()) / options
        if path.exists():
            yield path


@cache
def _shipped() -> str:
    return _digest(_files([SHIPPED]))


@cache
def _rules() -> str:
    shipped = _files(_HOUSE / name for name in _FINDING)
    return _digest(
        path
        for path in shipped
        if "__pycache__" not in path.parts and not path.is_relative_to(SHIPPED)
    )


def _plugins(names: Sequence[str]) -> Iterator[str]:
    """The detectors that other packages bring, with their versions."""
    for point in entry_points(group="understudy.detectors"):
        if point.name in names and point.dist is not None:
            yield f"{point.name} {point.value} {point.dist.version}"
