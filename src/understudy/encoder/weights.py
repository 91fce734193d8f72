"""The files of a model: what they are and what they hold."""

from __future__ import annotations

import errno
import hashlib
import json
import lzma
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

from understudy.core.errors import ModelError
from understudy.core.files import read_small

__all__ = ["SHIPPED", "Weights"]

SHIPPED = Path(__file__).with_name("weights")
_SCHEMA = 1
_MOST = 1 << 30
"""Bytes that a file of a model may have, and that its arrays may unpack to: a model may be
anybody's, and the shipped one has thirty million."""
_MOST_TEXT = 1 << 26
"""The same for its card and its tokenizer."""
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
            card: dict[str, Any] = json.loads(read_small(path, _MOST_TEXT))
        except (OSError, ValueError, RecursionError):
            raise ModelError(f"{path}: no model can be read there") from None
        if not isinstance(card, dict):
            raise ModelError(f"{path}: no model can be read there")
        if card.get("schema") != _SCHEMA:
            raise ModelError(f"{path}: schema {card.get('schema')}, this version reads {_SCHEMA}")
        files = card.get("files")
        if not isinstance(files, dict) or not all(map(_is_name, files)):
            raise ModelError(f"{path}: its files do not all lie beside it")
        return card

    def check(self) -> None:
        """Whether the files are those that the card was written for."""
        for name, digest in self.card["files"].items():
            if hashlib.sha256(self.bytes_of(name)).hexdigest() != digest:
                raise ModelError(f"{self.folder / name}: is not the file of the model's card")

    def bytes_of(self, name: str) -> bytes:
        """One of its files, as it is."""
        path = self.folder / name
        try:
            return read_small(path, _MOST)
        except OSError as error:
            large = error.errno == errno.EFBIG
            why = f"a file of a model has at most {_MOST:,} bytes" if large else "missing"
            raise ModelError(f"{path}: {why}") from None

    def _arrays(self, name: str) -> dict[str, npt.NDArray[Any]]:
        """The arrays of a file; how much they unpack to is looked at before they are."""
        path = self.folder / name
        try:
            with ZipFile(path) as packed:
                size = sum(one.file_size for one in packed.infolist())
            if size > _MOST:
                raise ModelError(f"{path}: it unpacks to more than {_MOST:,} bytes")
            with np.load(path) as found:
                return dict(found)
        except (OSError, ValueError, MemoryError, BadZipFile):
            raise ModelError(f"{path}: cannot be read") from None

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
        name = "tokenizer.json.xz"
        reader = lzma.LZMADecompressor()
        try:
            text = reader.decompress(self.bytes_of(name), _MOST_TEXT).decode()
        except (lzma.LZMAError, ValueError):
            raise ModelError(f"{self.folder / name}: cannot be read") from None
        if not reader.eof:
            raise ModelError(
                f"{self.folder / name}: cut off, or it unpacks to more than {_MOST_TEXT:,} bytes"
            )
        return Tokenizer.from_str(text)

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
        heads = self._arrays("heads.npz")
        if self.base is not None:
            heads |= {name: self.base.heads[name] for name in _OF_EMBEDDINGS}
        return heads


def _is_name(name: str) -> bool:
    """Whether it names a file in a folder, and no way out of it."""
    return name not in ("", ".", "..") and not {"/", "\\", "\0"} & set(name)
