"""A Hugging Face model in the place of the shipped one: a masked language model or a tagger.

It needs the extra ``transformers`` and is read from a folder or from the local cache: nothing is
downloaded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from understudy.core.errors import MissingExtra, ModelError, UsageError
from understudy.encoder.masked import Answers, Question, rows_of
from understudy.encoder.pieces import Pieces, caseless, lone_halves
from understudy.encoder.tags import log_softmax
from understudy.encoder.vocabulary import Vocabulary, vocabulary
from understudy.encoder.windows import around

__all__ = ["HubEncoder", "heads_of"]

Floats = npt.NDArray[np.float32]

_ROWS = 16
"""Sequences seen at once."""
_MOST = 512
"""Pieces of a window where the model does not say how many it can see."""
_HEADS = {"ForMaskedLM": "masked pieces", "ForTokenClassification": "tags"}


def heads_of(architectures: Sequence[str]) -> tuple[str, ...]:
    """What models of these names do."""
    known = (what for end, what in _HEADS.items() for name in architectures if name.endswith(end))
    return (*known, "sentence vectors")


@dataclass(frozen=True)
class HubEncoder:
    """Reads its weights on first use in each process; ``load`` looks whether they are there."""

    model: str

    @classmethod
    def load(cls, model: str) -> HubEncoder:
        """The model in a folder, or the one of a name in the local cache."""
        encoder = cls(model)
        _ = encoder.heads, encoder._tokenizer
        return encoder

    def foreseeing(self) -> HubEncoder:
        """With the weights of a masked language model read now: their folder may go."""
        _ = self._masked
        return self

    def __getstate__(self) -> dict[str, Any]:
        return {"model": self.model}

    @cached_property
    def heads(self) -> tuple[str, ...]:
        """What the model was trained for; sentence vectors are means and need no training."""
        return heads_of(self._config.architectures or ())

    @cached_property
    def _config(self) -> Any:
        return self._read("AutoConfig")

    @cached_property
    def _tokenizer(self) -> Any:
        tokenizer = self._read("AutoTokenizer")
        if not tokenizer.is_fast:
            raise ModelError(f"{self.model}: has no tokenizer with offsets")
        return tokenizer

    @cached_property
    def _masked(self) -> Any:
        self.needs("masked pieces")
        return self._read("AutoModelForMaskedLM").eval()

    @cached_property
    def _body(self) -> Any:
        masked = "masked pieces" in self.heads
        return self._masked.base_model if masked else self._read("AutoModel").eval()

    def _read(self, kind: str) -> Any:
        try:
            import transformers  # noqa: PLC0415 - an extra
        except ImportError:
            raise MissingExtra(f"the model {self.model}", "transformers") from None
        try:
            # Older weights are pickles, which can run code when they are read.
            safe = {"use_safetensors": True} if kind.startswith("AutoModel") else {}
            read = getattr(transformers, kind).from_pretrained
            return read(self.model, local_files_only=True, **safe)
        except (OSError, ValueError, ImportError) as error:
            raise ModelError(
                f"{self.model}: cannot be loaded: {type(error).__name__}; "
                "name a folder, or a model that is in the local cache"
            ) from None

    def needs(self, what: str) -> None:
        """Refuse what nobody trained: the library would make up the weights."""
        if what not in self.heads:
            raise UsageError(f"{self.model}: the model was not trained for {what}")

    @cached_property
    def _window(self) -> int:
        """Pieces that fit beside the special ones."""
        positions = getattr(self._config, "max_position_embeddings", None) or _MOST
        # Some models count positions from behind the number of the padding.
        spent = 2 + max(0, self._config.pad_token_id or 0)
        return max(1, min(int(self._tokenizer.model_max_length), positions) - spent)

    def pieces(self, texts: Sequence[str]) -> list[Pieces]:
        """The texts as the model reads them, without special pieces."""
        return [self._pieces(text) for text in texts]

    def _pieces(self, text: str) -> Pieces:
        coded = self._tokenizer(
            lone_halves(text),
            add_special_tokens=False,
            truncation=False,
            return_offsets_mapping=True,
            verbose=False,
        )
        places = np.array(coded["offset_mapping"], dtype=np.int32).reshape(-1, 2)
        ids = np.array(coded["input_ids"], dtype=np.int32)
        return caseless(text, ids, places[:, 0], places[:, 1])

    def distributions(
        self, pieces: Pieces, positions: Sequence[int], *, together: bool = False
    ) -> Floats:
        """What the model expects at each position, as logarithms of probabilities per piece.

        Each position is hidden alone, the others are seen; with ``together`` all are hidden.
        """
        import torch  # noqa: PLC0415 - an extra

        length, model = len(pieces.ids), self._masked
        if any(not 0 <= position < length for position in positions):
            raise UsageError(f"a position lies outside the {length} pieces of the text")
        rows, places = [], []
        for position in positions:
            start, end = around(position, length, self._window)
            ids = pieces.ids[start:end].copy()
            hidden = np.array(positions if together else [position])
            ids[hidden[(hidden >= start) & (hidden < end)] - start] = self._tokenizer.mask_token_id
            rows.append(ids)
            places.append(position - start)
        found = np.zeros((len(rows), self._config.vocab_size), np.float32)
        with torch.inference_mode():
            for first, given, before in self._batches(rows):
                logits = model(**given).logits.float().numpy()
                for at, row in enumerate(logits, first):
                    found[at] = row[before + places[at]]
        return log_softmax(found)

    @property
    def mask(self) -> int:
        """The number of the piece that hides."""
        return int(self._tokenizer.mask_token_id)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The pieces as parts of words; the special ones are none."""
        tokenizer = self._tokenizer
        count, special = int(self._config.vocab_size), set(tokenizer.all_special_ids)
        known = [at if at < len(tokenizer) and at not in special else None for at in range(count)]
        names = ["" if at is None else tokenizer.convert_ids_to_tokens(at) for at in known]
        return vocabulary(names, ["" if at is None else tokenizer.decode([at]) for at in known])

    def expected(self, questions: Sequence[Question]) -> Iterator[Answers]:
        """What the model expects in hidden places, in blocks, in no order, as they come."""
        import torch  # noqa: PLC0415 - an extra

        rows = rows_of(questions, self._window, self.mask)
        firsts = np.cumsum([0, *(len(row.hidden) for row in rows)])
        order = sorted(range(len(rows)), key=lambda at: len(rows[at].ids))
        model = self._masked
        with torch.inference_mode():
            for first, given, before in self._batches([rows[at].ids for at in order]):
                logits = model(**given).logits.float().numpy()
                for at, row in zip(order[first : first + len(logits)], logits, strict=True):
                    places = firsts[at] + np.arange(len(rows[at].hidden))
                    yield Answers(places, log_softmax(row[before + rows[at].hidden]))

    def vectors(self, texts: Sequence[str]) -> Floats:
        """One vector of length one per text: the mean of its pieces' states."""
        import torch  # noqa: PLC0415 - an extra

        read = self.pieces(texts)
        rows, owners = [], []
        for owner, pieces in enumerate(read):
            for start in range(0, len(pieces.ids), self._window):
                rows.append(pieces.ids[start : start + self._window])
                owners.append(owner)
        sums = np.zeros((len(texts), self._config.hidden_size), np.float32)
        with torch.inference_mode():
            for first, given, before in self._batches(rows):
                states = self._body(**given).last_hidden_state.float().numpy()
                for at, row in enumerate(states, first):
                    sums[owners[at]] += row[before : before + len(rows[at])].sum(0)
        lengths = np.linalg.norm(sums, axis=-1, keepdims=True)
        return np.asarray(sums / np.where(lengths > 0, lengths, 1), dtype=np.float32)

    def _batches(
        self, rows: Sequence[npt.NDArray[np.int32]]
    ) -> Iterator[tuple[int, dict[str, Any], int]]:
        """The number of the first row, the rows as the model takes them, and how many special
        pieces stand before each."""
        import torch  # noqa: PLC0415 - an extra

        front, back = self._special
        for first in range(0, len(rows), _ROWS):
            batch = [[*front, *map(int, row), *back] for row in rows[first : first + _ROWS]]
            longest = max(map(len, batch))
            fill = self._tokenizer.pad_token_id or 0
            ids = torch.tensor([row + [fill] * (longest - len(row)) for row in batch])
            seen = torch.tensor([[1] * len(row) + [0] * (longest - len(row)) for row in batch])
            yield first, {"input_ids": ids, "attention_mask": seen}, len(front)

    @cached_property
    def _special(self) -> tuple[list[int], list[int]]:
        """The special pieces before a text and behind it, as the tokenizer itself puts them."""
        coded = self._tokenizer("a", return_special_tokens_mask=True)
        ids, marks = coded["input_ids"], coded["special_tokens_mask"]
        first = marks.index(0)
        last = len(marks) - marks[::-1].index(0)
        return list(ids[:first]), list(ids[last:])
