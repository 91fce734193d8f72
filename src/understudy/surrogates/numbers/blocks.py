"""Codes: strings of digits and letters of which some places are free, some fixed, some computed.

A code is drawn block by block, each block uniformly from what may stand there; places that the
others determine (check digits) are computed at the end. What may stand there depends on public
properties of the original alone: its length, and how its mentions are worded.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from understudy.privacy.noise import below
from understudy.surrogates.mention import unsaid
from understudy.surrogates.numbers.words import Cells

__all__ = ["COMPUTED", "Code", "fixed", "met"]

COMPUTED = ("?",)
"""A place that the other places determine."""
_WIDEST = 4


def _unchanged(code: str) -> str:
    return code


class Code(NamedTuple):
    blocks: Cells
    finish: Callable[[str], str] = _unchanged

    def __repr__(self) -> str:
        return unsaid(self)

    def draw(self, numbers: Iterator[int]) -> str:
        """One number for each block, whatever it holds."""
        return self.finish("".join(block[below(len(block), numbers)] for block in self.blocks))

    @property
    def least(self) -> float:
        """Every code is as likely as any other."""
        return 1.0 / math.prod(len(block) for block in self.blocks)

    def contains(self, code: str) -> bool:
        at = 0
        for block in self.blocks:
            width = len(block[0])
            if block != COMPUTED and code[at : at + width] not in block:
                return False
            at += width
        return at == len(code) and self.finish(code) == code


def fixed(text: str) -> Cells:
    """Places that hold this and nothing else."""
    return tuple((letter,) for letter in text)


def met(width: int, all_cells: Sequence[tuple[int, Cells]]) -> Cells | None:
    """What may stand at each place where several mentions have a say, each from its own place on.

    The first has one at every place. Blocks that overlap become one block, with the strings that
    suit all; None where that is too wide to list.
    """
    placed = [_placed(first, cells) for first, cells in all_cells]
    cuts = set(range(width + 1))
    for cells in placed:
        for at, cell in cells:
            cuts.difference_update(range(at + 1, at + len(cell[0])))
    blocks: list[tuple[str, ...]] = []
    for low, high in pairwise(sorted(cuts)):
        if high - low > _WIDEST:
            return None
        inside = [(at - low, cell) for cells in placed for at, cell in cells if low <= at < high]
        main = [cell for at, cell in placed[0] if low <= at < high]
        if len(main) == 1 and all(at == 0 and cell == main[0] for at, cell in inside):
            blocks.append(main[0])  # most blocks: nobody else has another say
            continue
        strings = ("".join(parts) for parts in product(*main))
        allowed = tuple(one for one in strings if _suits(one, inside))
        if not allowed:
            return None
        blocks.append(allowed)
    return tuple(blocks)


def _placed(first: int, cells: Cells) -> list[tuple[int, tuple[str, ...]]]:
    """Each cell with the place where it begins."""
    found = []
    for cell in cells:
        found.append((first, cell))
        first += len(cell[0])
    return found


def _suits(text: str, cells: Sequence[tuple[int, tuple[str, ...]]]) -> bool:
    return all(text[at : at + len(cell[0])] in cell for at, cell in cells)
