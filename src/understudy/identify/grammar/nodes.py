"""What a grammar file holds: rules, and the expressions that they are made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.resources.abc import Traversable

from understudy.core.errors import PolicyError

__all__ = [
    "Alternatives",
    "Context",
    "GrammarError",
    "Listed",
    "Literal",
    "Node",
    "Pieces",
    "Place",
    "Reference",
    "Repeat",
    "Rule",
    "Sequence",
    "Source",
]


class GrammarError(PolicyError):
    """A grammar that does not parse or does not hold together."""


@dataclass(frozen=True)
class Source:
    """A grammar file."""

    name: str
    text: str
    folder: Traversable | None = None
    """Where ``$file`` looks."""

    def __hash__(self) -> int:
        return hash(self.name)  # asked for at every name of a rule

    def wrong(self, message: str, line: int, column: int) -> GrammarError:
        """The error with its place and a caret. The text of a grammar is not private."""
        lines = self.text.splitlines() or [""]
        shown = lines[min(line, len(lines)) - 1]
        caret = "".join("\t" if letter == "\t" else " " for letter in shown[: column - 1]) + "^"
        return GrammarError(f"{self.name}:{line}:{column}: {message}\n  {shown}\n  {caret}")


@dataclass(frozen=True)
class Place:
    """A place in a grammar file."""

    source: Source = field(repr=False)
    line: int
    column: int

    def wrong(self, message: str) -> GrammarError:
        """An error at this place of the grammar file."""
        return self.source.wrong(message, self.line, self.column)


@dataclass(frozen=True)
class Literal:
    """A text in quotes; ``exact`` where its case counts."""

    text: str
    exact: bool
    place: Place


@dataclass(frozen=True)
class Pieces:
    """A character class as written."""

    text: str
    place: Place


@dataclass(frozen=True)
class Reference:
    """The name of another rule."""

    name: str
    place: Place


@dataclass(frozen=True)
class Listed:
    """The name of a list: of the language's, or of a file."""

    name: str
    file: bool
    place: Place


@dataclass(frozen=True)
class Repeat:
    """An expression that stands several times; ``most`` is None without a limit."""

    node: Node
    least: int
    most: int | None
    place: Place


@dataclass(frozen=True)
class Alternatives:
    """Expressions of which one stands there."""

    nodes: tuple[Node, ...]


@dataclass(frozen=True)
class Sequence:
    """Elements, each with how it joins what stands before it: "" as the rule does, "~" or "_".

    The join of the first one holds for the whole, where it is repeated or follows something.
    """

    items: tuple[tuple[str, Node], ...]


Node = Literal | Pieces | Reference | Listed | Repeat | Alternatives | Sequence


@dataclass(frozen=True)
class Context:
    """What must (or must not) stand within a number of words of a match."""

    words: int
    node: Node
    wanted: bool = True
    boost: float = 0.0


@dataclass(frozen=True)
class Rule:
    """A rule of a grammar: what it matches, and what it says of a match."""

    name: str
    spaced: bool
    """A word rule, whose elements stand apart."""
    node: Node
    place: Place
    category: str | None = None
    validators: tuple[tuple[str, tuple[str, ...], Place], ...] = ()
    left: tuple[Context, ...] = ()
    right: tuple[Context, ...] = ()
    boosts: tuple[Context, ...] = ()
    score: float = 0.8
    exact: bool = False
    bare: bool = False
    value: str = ""
    """The mark that is told in place of the whole match, if any."""

    @property
    def mark(self) -> str | None:
        """The label of the nested mark that the rule makes."""
        return self.name if self.name[0].isupper() else None
