"""What the rules share: the changes of one thing, and names as flat words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from understudy.check.released import Change, Released
from understudy.core.folding import flat
from understudy.replace.part import part_of

__all__ = ["Judged", "Rule", "drawn", "grouped", "longest", "name_words"]

Judged = tuple[Change, bool]
Rule = Callable[[Released], Iterator[Judged]]


def drawn(document: Released, categories: Iterable[str] | None = None) -> list[Change]:
    """The changes that put a stand-in in the place of a value."""
    wanted = None if categories is None else frozenset(categories)
    return [
        change
        for change in document.changes
        if not change.kept
        and part_of(change.strategy).stand_ins
        and (wanted is None or change.category in wanted)
    ]


def grouped(changes: Iterable[Change]) -> Mapping[str, list[Change]]:
    """By key; of an address the key of its owner."""
    found: dict[str, list[Change]] = {}
    for change in changes:
        found.setdefault(change.key.partition(" #")[0], []).append(change)
    return found


def longest(changes: Sequence[Change]) -> Change:
    """The fullest mention of a thing."""
    return max(changes, key=lambda one: (len(one.original.split()), len(one.original)))


def name_words(text: str) -> list[str]:
    """The flat words of a name, without possessives."""
    words = flat(text).replace("'s", "").replace("’s", "").replace("-", " ").split()
    return [word.strip(".,;:'’<>") for word in words if word.strip(".,;:'’<>")]
