"""The files of a model: what they are and what they hold."""

from __future__ import annotations

import hashlib
import json
import lzma
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

from understudy.core.errors import ModelError

__all__ = ["SHIPPED", "Weights"]

SHIPPED = Path(__file__).with_name("weights")
_SCHEMA = 1
_OF_EMBEDDINGS = ("scale", "cases")


@dataclass(frozen=True)
class Weights:
    """A folder with a model, read on use."""

    folder: Path = SHIPPED

    @cached_property
    def card(self) -> dict[str, Any]:
        """What the model says of itself."""
        path = self.folder / "model.json"
        try:
            card: dict[str, Any] = json.loads(path.read_text("utf-8"))
        except (OSError, ValueError):
            raise ModelError(f"{path}: no model can be read there") from None
        if card.get("schema") != _SCHEMA:
            raise ModelError(f"{path}: schema {card.get('schema')}, this version reads {_SCHEMA}")
        return card

    def check(self) -> None:
        """Whether the files are those that the card was written for."""
        for name, digest in self.card["files"].items():
            try:
                found = hashlib.sha256((self.folder / name).read_bytes()).hexdigest()
            except OSError:
                raise ModelError(f"{self.folder / name}: missing") from None
            if found != digest:
                raise ModelError(f"{self.folder / name}: is not the file of the model's card")

    @cached_property
    def digest(self) -> str:
        """One for the whole model."""
        return hashlib.sha256(json.dumps(self.card["files"], sort_keys=True).encode()).hexdigest()

    @cached_property
    def base(self) -> Weights | None:
        """The shipped model that a fine-tuned one shares its embeddings and tokenizer with."""
        named = self.card.get("base")
        if named is None:
            return None
        shipped = Weights()
        if not isinstance(named, dict) or named.get("digest") != shipped.digest:
            raise ModelError(
                f"{self.folder}: was trained from another model than this release ships; "
                "train it again"
            )
        return shipped

    @cached_property
    def tokenizer(self) -> Tokenizer:
        """What cuts texts into pieces."""
        if self.base is not None:
            return self.base.tokenizer
        packed = (self.folder / "tokenizer.json.xz").read_bytes()
        return Tokenizer.from_str(lzma.decompress(packed).decode())

    @cached_property
    def table(self) -> npt.NDArray[np.int8]:
        """The embeddings of the pieces in eight bits, read from disk as they are needed."""
        if self.base is not None:
            return self.base.table
        found: npt.NDArray[np.int8] = np.load(self.folder / "pieces.npy", mmap_mode="r")
        return found

    @cached_property
    def heads(self) -> dict[str, npt.NDArray[np.float32]]:
        """The weights of what stands on the body, by name: tags, parts of speech, vectors."""
        with np.load(self.folder / "heads.npz") as found:
            heads = dict(found)
        if self.base is not None:
            heads |= {name: self.base.heads[name] for name in _OF_EMBEDDINGS}
        return heads
