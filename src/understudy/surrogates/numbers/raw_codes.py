"""A code as one mention gives it: its groups, and what stands between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from understudy.surrogates.numbers.form import Piece
from understudy.surrogates.numbers.sketch import Shown

__all__ = ["PHONES", "Raw", "grouped", "sizes_of"]

PHONES = frozenset(("PHONE_NUMBER", "FAX_NUMBER"))
_MOST_GROUPS = 9
_ALTERNATIONS = 4
"""So many runs of letters and figures in one word are one group of both."""


class Raw(NamedTuple):
    """A mention as it was read; it holds what it says, and stays here."""

    groups: tuple[str, ...]
    joints: tuple[str, ...]
    shown: Shown
    category: str
    text: str
    hints: Mapping[str, str] = {}
    extension: str = ""
    variety: str = ""

    def __repr__(self) -> str:
        return "Raw(…)"

    @property
    def code(self) -> str:
        """All groups together."""
        return "".join(self.groups)


def sizes_of(groups: Sequence[str]) -> str:
    """The lengths of groups, as a grouping is listed: "3 3 4"."""
    return " ".join(str(len(group)) for group in groups)


def grouped(
    items: Sequence[Piece], gaps: Sequence[str], shown: Shown
) -> tuple[list[str], list[str]]:
    """The groups of a code, and what stands between them."""
    groups: list[str] = []
    joints: list[str] = []
    word: list[str] = []

    def close() -> None:
        runs = _runs(word)
        for at, run in enumerate(runs):
            if at:
                joints.append("" if shown.said == "figures" else shown.inner)
            groups.append(run)
        word.clear()

    for at, piece in enumerate(items):
        gap = gaps[at] if at else ""
        parted = bool(gap) if shown.said == "figures" else not _within(gap, shown.inner)
        if at and parted:
            close()
            joints.append(gap)
        word.append(piece.code)
    if word:
        close()
    if len(groups) > _MOST_GROUPS:
        return ["".join(groups)], []
    return groups, joints


def _within(gap: str, inner: str) -> bool:
    """Whether what stands between two signs parts no groups."""
    return gap.strip(" -\u00a0\t") == "" or (inner == ", " and gap.strip() == ",")


def _runs(word: Sequence[str]) -> list[str]:
    """Letters and figures that alternate now and then are groups; many times, one group."""
    runs: list[str] = []
    for code in word:
        if runs and runs[-1][-1:].isdecimal() == code[:1].isdecimal():
            runs[-1] += code
        else:
            runs.append(code)
    return runs if len(runs) < _ALTERNATIONS else ["".join(runs)]
