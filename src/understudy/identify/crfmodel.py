"""The file of a trained tagger: one line of JSON that says what it is, then crfsuite's bytes.

A model holds words of the corpus it was trained on: it is written for its owner's eyes only.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

from understudy.core.errors import PolicyError
from understudy.core.files import write_whole
from understudy.identify.features import SETS
from understudy.languages import DEFAULT

__all__ = ["SCHEMA", "Header", "read_model", "write_model"]

SCHEMA = 1
KIND = "understudy crf"
_LONGEST_HEADER = 1 << 20
_MOST = 1 << 30
"""Bytes of the largest model: the reader of crfsuite maps it as a whole."""


@dataclass(frozen=True)
class Header:
    """What a model is, and what it was trained on."""

    labels: tuple[str, ...]
    features: str
    binary: bool = False
    evidence: tuple[str, ...] = ()
    """The detectors whose findings are features."""
    language: str = DEFAULT
    training: Mapping[str, Any] = field(default_factory=dict)
    """Facts of the training: documents, words, entities, iterations, version."""
    digest: str = ""
    schema: int = SCHEMA
    kind: str = KIND


def digest_of(payload: bytes) -> str:
    """The checksum by which a model file is known to be whole."""
    return blake2b(payload, digest_size=16).hexdigest()


def write_model(path: Path, header: Header, payload: bytes) -> None:
    """The file appears under its name when it is whole."""
    first_line = json.dumps({**asdict(header), "digest": digest_of(payload)}, ensure_ascii=False)
    write_whole(path, first_line.encode() + b"\n" + payload)


def read_model(path: Path) -> tuple[Header, bytes]:
    """The header and crfsuite's bytes, checked: crfsuite itself trusts what it reads."""
    try:
        with path.open("rb") as file:
            if os.name == "posix" and os.fstat(file.fileno()).st_mode & 0o002:
                raise PolicyError(f"{path}: anybody can change this model; chmod o-w {path}")
            line = file.readline(_LONGEST_HEADER)
            payload = file.read(_MOST + 1)
    except OSError as error:
        raise PolicyError(f"{path}: the model cannot be read: {error.strerror}") from None
    if len(payload) > _MOST:
        raise PolicyError(f"{path}: a model has at most {_MOST:,} bytes")
    header = _header(path, line)
    if digest_of(payload) != header.digest:
        raise PolicyError(f"{path}: the model is damaged or not complete; train it again")
    return header, payload


def _header(path: Path, line: bytes) -> Header:
    try:
        data = json.loads(line)
    except ValueError:
        data = None
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise PolicyError(f"{path}: not a model of: understudy learn train crf")
    if data.get("schema") != SCHEMA:
        raise PolicyError(
            f"{path}: a model of schema {data.get('schema')!r}, this release reads {SCHEMA}; "
            "train it again"
        )
    if data.get("features") not in SETS:
        raise PolicyError(f"{path}: the model names no feature set of this release")
    try:
        return Header(**{**data, **{name: tuple(data[name]) for name in ("labels", "evidence")}})
    except (KeyError, TypeError):
        raise PolicyError(f"{path}: the header of the model is not complete") from None
