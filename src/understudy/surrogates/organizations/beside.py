"""The name of an organization that stands for a place, for the writer of places and its dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

from understudy.surrogates import kernel, pickers
from understudy.surrogates.dice import Label
from understudy.surrogates.mention import Mention
from understudy.surrogates.organizations.kind import KIND
from understudy.surrogates.settings import Settings
from understudy.surrogates.tables import Support, Table

__all__ = ["renamed"]


class _Asked:
    """Dice that ask those of the other writer; ``hints`` are what stands there now."""

    def __init__(self, dice: pickers.Dice, hints: Mapping[Label, str | int]) -> None:
        self._dice, self._hints = dice, hints

    def pick(
        self,
        support: Support,
        label: Label,
        *,
        floor: float | None = None,
        apart: Set[str] = frozenset(),
    ) -> str:
        if not isinstance(support, Table):
            raise TypeError("organizations are drawn from tables")
        left = {one: chance for one, chance in support.weights().items() if one not in apart}
        table = Table.of(left) if apart and left else support
        return self._dice.pick(table, str(self._hints.get(label, "")), floor)

    def branch(self, table: Table, label: Label) -> str:
        return self.pick(table, label)

    def below(self, count: int, label: Label) -> int:
        return int(self.pick(Table(tuple(map(str, range(count)))), label))

    def numbers(self) -> Iterator[int]:
        raise NotImplementedError


def renamed(text: str, dice: pickers.Dice, language: str, before: str = "") -> str | None:
    """One name by itself."""
    settings = Settings(language)
    reading = KIND.read((Mention(text, "ORGANIZATION", before),), settings)
    if isinstance(dice, pickers.Least):
        dice.chance *= kernel.least(KIND, reading.sketch, settings)
        return text
    found = KIND.write(reading.sketch, settings, _Asked(dice, reading.hints[0]))
    return found[0]
