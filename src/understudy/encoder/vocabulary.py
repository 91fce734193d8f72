"""The pieces of a model as parts of words: which may begin one, and which may go on with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["Vocabulary", "vocabulary"]

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Vocabulary:
    """The pieces of a model, as far as words are put together from them."""

    texts: tuple[str, ...]
    """What each piece spells, without the space before a word."""
    begins: Flags
    """Pieces that begin a word: of letters, or of digits."""
    goes_on: Flags
    """Pieces that continue one."""
    digits: Flags
    """Those of either kind that are digits."""

    def spell(self, ids: Sequence[int]) -> str:
        """The words of pieces that begin with a word."""
        parts = [f" {self.texts[at]}" if self.begins[at] else self.texts[at] for at in ids]
        return "".join(parts).strip()


def vocabulary(tokens: Sequence[str], texts: Sequence[str]) -> Vocabulary:
    """From pieces as the tokenizer names them and as it spells them.

    Tokenizers mark words in one of three ways: a sign for the space before a word, which is part
    of the piece, or two signs before a piece that goes on with a word.
    """
    if any(token.startswith("##") for token in tokens):
        inner = np.array([token.startswith("##") for token in tokens])
        bare = [text.removeprefix("##") for text in texts]
    else:
        inner = np.array([token[:1] not in ("Ġ", "▁") for token in tokens])
        bare = [text.strip() for text in texts]
    letters = np.array([text.isalpha() for text in bare])
    digits = np.array([text.isdecimal() for text in bare])
    plain = letters | digits
    return Vocabulary(tuple(bare), plain & ~inner, plain & inner, digits)
