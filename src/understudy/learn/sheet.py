"""The words of a pool as numbers, made once: what a chain learns from and scores.

The features of a word depend on the word alone, and those of its neighbours are the same under
another name. So a word is the number of its type, a type is a row of attributes, and the scores
of a text are looked up, five per word. The names are those of ``identify.features``: a sheet and
crfsuite see the same features.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from understudy.identify.features import WINDOW, Line, features
from understudy.learn.instances import Instance

__all__ = ["OFFSETS", "Sheet", "sheet_of"]

OFFSETS = tuple(range(-WINDOW, WINDOW + 1))
Ints = npt.NDArray[np.integer[Any]]
Values = Mapping[str, Sequence[Sequence[str]]]
"""By the name of a column: for each line a value for each word; an empty one is no feature."""


@dataclass(frozen=True)
class Sheet:
    """Types, their attributes, and which types stand where."""

    names: tuple[str, ...] = field(repr=False)
    """Of the attributes."""
    attributes: sparse.csr_matrix = field(repr=False)
    """A row per type; the last one, which stands beyond the ends of an instance, has none."""
    slots: Ints = field(repr=False)
    """The type of each word in each family (the words themselves, and each column)."""
    lengths: Ints = field(repr=False)
    """Words of each instance."""
    instances: tuple[Instance, ...] = field(default=(), repr=False)
    """The instances themselves, for a learner that reads text."""

    def __len__(self) -> int:
        return len(self.lengths)

    @property
    def starts(self) -> Ints:
        """Where the words of each instance begin."""
        return np.concatenate([[0], np.cumsum(self.lengths)[:-1]]).astype(np.int32)

    @property
    def counts(self) -> sparse.csr_matrix:
        """How often each attribute occurs in each instance."""
        owners = np.repeat(np.arange(len(self)), self.lengths)
        total = None
        for slots in self.slots:
            shape = (len(self), self.attributes.shape[0])
            held = sparse.csr_matrix((np.ones(len(slots)), (owners, slots)), shape=shape)
            total = held if total is None else total + held
        return total @ self.attributes

    def places(self, rows: npt.ArrayLike) -> Ints:
        """Where the words of these instances stand, one instance after another."""
        chosen = np.asarray(rows, dtype=np.int64)
        sizes = self.lengths[chosen].astype(np.int64)
        before = np.repeat(np.cumsum(sizes) - sizes, sizes)
        shifts = np.repeat(self.starts[chosen].astype(np.int64), sizes)
        return np.asarray(np.arange(sizes.sum()) - before + shifts, dtype=np.int32)


def sheet_of(
    instances: Sequence[Instance], *, dependent: bool, columns: Values | None = None
) -> Sheet:
    """The sheet of a pool."""
    lines = [instance.line for instance in instances]
    lengths = np.array([len(line.words) for line in lines], dtype=np.int32)
    families = [_numbered(word for line in lines for word in line.words)]
    own = [_attributes(word, dependent) for word in families[0][0]]
    for name, values in (columns or {}).items():
        column = _numbered(value for of_line in values for value in of_line)
        families.append(column)
        own += [[f"{name}={value}"] if value else [] for value in column[0]]
    names = {name: at for at, name in enumerate(dict.fromkeys(x for row in own for x in row))}
    indices = np.array([names[x] for row in own for x in row], dtype=np.int32)
    firsts = np.concatenate([[0], np.cumsum([len(row) for row in own])])
    firsts = np.append(firsts, firsts[-1])
    shape = (len(own) + 1, len(names))
    attributes = sparse.csr_matrix((np.ones(len(indices)), indices, firsts), shape=shape)
    attributes.sum_duplicates()  # a word of two letters is its own prefix, twice
    shifts = np.cumsum([0, *(len(types) for types, _ in families[:-1])])
    slots = np.stack([ids + shift for (_, ids), shift in zip(families, shifts, strict=True)])
    return Sheet(tuple(names), attributes, slots.astype(np.int32), lengths, tuple(instances))


def _numbered(values: Iterable[str]) -> tuple[list[str], Ints]:
    """The types in the order of their first use, and the number of each value's type."""
    numbers: dict[str, int] = {}
    ids = [numbers.setdefault(value, len(numbers)) for value in values]
    return list(numbers), np.array(ids, dtype=np.int32)


def _attributes(word: str, dependent: bool) -> list[str]:
    """What a word says of itself: the features that are about offset nought."""
    (found,) = features(Line((word,), ((0, len(word)),)), dependent)
    return [one[2:] for one in found if one.startswith("0:")]
