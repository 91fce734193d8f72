"""Values of lists, looked for as whole words in a flat text.

The lists have a hundred thousand values and a text has a few hundred words: each word is looked up,
and what a value is worth is settled where it is first met. An automaton of all of them would take
longer to build than a short run takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

__all__ = ["Listing", "Worth", "listing"]

Worth = tuple[int, str]
"""The kinds of list that have a value, and the label of the user's own; no kind for no hit."""


@dataclass(frozen=True, eq=False)
class Listing:
    """Values by their first words."""

    words: set[str]
    """Values of one word, and the first words of others; without those that were met and are worth
    nothing."""
    firsts: frozenset[str]
    """The first words of values of several words."""
    phrases: Mapping[str, tuple[str, ...]]
    """First two words → the values of several words, with a space behind each."""
    worth: Callable[[str], Worth]
    """What a value is worth; asked of the first words of others, too."""
    _known: dict[str, Worth] = field(default_factory=dict, repr=False)

    def found(self, padded: str) -> list[tuple[int, int, Worth]]:
        """Where values stand in a flat text with a space on either side, by their start: only
        whole words, with one space between them."""
        values, firsts, known, at = self.words, self.firsts, self._known, 0
        places: list[tuple[int, int, Worth]] = []
        words = padded.split(" ")
        for number, word in enumerate(words):
            if word in values:
                worth = known.get(word) or self._settled(word)
                if worth[0]:
                    places.append((at, at + len(word), worth))
                if word in firsts:
                    for phrase in self.phrases.get(f"{word} {words[number + 1]}", ()):
                        if padded.startswith(phrase, at):
                            value = phrase[:-1]
                            worth = known.get(value) or self._settled(value)
                            if worth[0]:
                                places.append((at, at + len(value), worth))
            at += len(word) + 1
        return places

    def _settled(self, value: str) -> Worth:
        worth = self._known[value] = self.worth(value)
        if not worth[0] and value not in self.firsts:
            self.words.discard(value)
        return worth


def listing(values: Iterable[str], worth: Callable[[str], Worth]) -> Listing:
    """The values, by their first words."""
    words = set(values)
    several = [value for value in words if " " in value]
    phrases: dict[str, list[str]] = {}
    for value in several:
        phrases.setdefault(" ".join(value.split(" ", 2)[:2]), []).append(f"{value} ")
    firsts = frozenset(value.partition(" ")[0] for value in several)
    return Listing(
        words.difference(several) | firsts,
        firsts,
        {pair: tuple(sorted(of)) for pair, of in phrases.items()},
        worth,
    )
