"""From rules to RE2 patterns.

Every node compiles to the pattern of its non-empty matches and to whether it may match nothing
as well, so that a gap stands between two elements exactly when both are there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from understudy.identify.grammar.book import Book
from understudy.identify.grammar.nodes import (
    Alternatives,
    Listed,
    Literal,
    Node,
    Pieces,
    Reference,
    Repeat,
    Rule,
    Sequence,
)
from understudy.identify.grammar.terminals import GAP, LOOSE, characters, literal, one_of

__all__ = ["Compiler", "Group", "Tile", "lead"]

LIMIT = 1 << 20
"""Characters of a pattern; a grammar that needs more is to be written with fewer repetitions."""


class Made(NamedTuple):
    """The pattern of an expression, and whether it can match nothing."""

    pattern: str
    nullable: bool


@dataclass(frozen=True)
class Tile:
    """A repeated element with marks in it: RE2 keeps the last repetition only, so that the others
    are found by matching the element again and again along what the whole repetition matched."""

    pattern: str
    groups: tuple[Group, ...]


@dataclass(frozen=True)
class Group:
    """A capturing group: a mark, or a repetition that holds marks."""

    label: str | None
    parent: int
    tile: Tile | None = None


@dataclass
class _Captures:
    """The groups so far, and those that enclose the place where the compiler is."""

    groups: list[Group] = field(default_factory=list)
    open: list[int] = field(default_factory=lambda: [-1])

    def begin(self, label: str | None, tile: Tile | None = None) -> None:
        self.groups.append(Group(label, self.open[-1], tile))
        self.open.append(len(self.groups) - 1)

    def end(self) -> None:
        self.open.pop()


class _Mode(NamedTuple):
    spaced: bool
    exact: bool


@dataclass
class Compiler:
    """Turns the rules of a book into patterns."""

    book: Book
    _plain: dict[int, Made] = field(default_factory=dict)
    _marks: dict[int, bool] = field(default_factory=dict)
    _stack: list[Rule] = field(default_factory=list)

    def search(self, rule: Rule) -> str:
        """The pattern that finds the matches of a rule."""
        made = self._rule(rule, None)
        if len(made.pattern) > LIMIT:
            raise rule.place.wrong("the rule is too large; use fewer or smaller repetitions")
        return made.pattern

    def capture(self, rule: Rule) -> tuple[str, tuple[Group, ...]]:
        """The pattern that finds the parts in a match, with its groups."""
        if not self._has_marks(rule.node):
            return "", ()
        captures = _Captures()
        made = self._node(rule.node, _Mode(rule.spaced, rule.exact), captures)
        return made.pattern, tuple(captures.groups)

    def context(self, rule: Rule, node: Node) -> str:
        """What stands beside a match, as a word rule."""
        return self._node(node, _Mode(True, rule.exact), None).pattern

    def _rule(self, rule: Rule, captures: _Captures | None) -> Made:
        if captures is None and id(rule) in self._plain:
            return self._plain[id(rule)]
        if any(open_rule is rule for open_rule in self._stack):
            path = " → ".join(one.name for one in (*self._stack, rule))
            raise rule.place.wrong(f"a rule cannot use itself: {path}")
        self._stack.append(rule)
        made = self._node(rule.node, _Mode(rule.spaced, rule.exact), captures)
        self._stack.pop()
        if captures is None:
            if len(made.pattern) > LIMIT:
                raise rule.place.wrong("the rule is too large; use fewer or smaller repetitions")
            self._plain[id(rule)] = made
        return made

    def _node(self, node: Node, mode: _Mode, captures: _Captures | None) -> Made:
        if captures is not None and not self._has_marks(node):
            captures = None
        match node:
            case Literal() | Pieces() | Listed():
                return Made(self._terminal(node, mode), False)
            case Reference():
                return self._reference(node, captures)
            case Alternatives(nodes):
                made = [self._node(one, mode, captures) for one in nodes]
                patterns = "|".join(dict.fromkeys(one.pattern for one in made))
                return Made(f"(?:{patterns})", any(one.nullable for one in made))
            case Repeat():
                return self._repeat(node, mode, captures)
            case Sequence(items):
                return self._sequence(items, mode, captures)

    def _terminal(self, node: Literal | Pieces | Listed, mode: _Mode) -> str:
        if isinstance(node, Literal):
            return literal(node, exact=mode.exact)
        if isinstance(node, Pieces):
            return characters(node)
        return one_of(self.book.phrases(node), node.place)

    def _reference(self, node: Reference, captures: _Captures | None) -> Made:
        rule = self.book.find(node)
        if captures is None or rule.mark is None:
            return self._rule(rule, captures)
        captures.begin(rule.mark)
        made = self._rule(rule, captures)
        captures.end()
        return Made(f"({made.pattern})", made.nullable)

    def _repeat(self, node: Repeat, mode: _Mode, captures: _Captures | None) -> Made:
        several = node.most is None or node.most > 1
        join = _joined(lead(node.node), mode)
        if captures is None or not several:
            one = self._node(node.node, mode, captures)
            return _repeated(one, node, join)
        inner = _Captures()
        body = self._node(node.node, mode, inner)
        captures.begin(None, Tile(body.pattern, tuple(inner.groups)))
        captures.end()
        made = _repeated(self._node(node.node, mode, None), node, join)
        return Made(f"({made.pattern})", made.nullable)

    def _sequence(
        self, items: tuple[tuple[str, Node], ...], mode: _Mode, captures: _Captures | None
    ) -> Made:
        """The elements from left to right; while none is there yet, the first has no join.

        Elements that may be missing at the start are written once for each of them that may come
        first, with what follows.
        """
        branches: list[str] = []
        for first in range(len(items)):
            head = self._node(items[first][1], mode, captures)
            tail, nullable = [], head.nullable
            for join, node in items[first + 1 :]:
                made = self._node(node, mode, captures)
                piece = f"{_joined(join or lead(node), mode)}{made.pattern}"
                tail.append(f"(?:{piece})?" if made.nullable else piece)
                nullable = nullable and made.nullable
            branches.append(head.pattern + "".join(tail))
            if not head.nullable:
                return Made(_either(branches), False)
        return Made(_either(branches), nullable=True)

    def _has_marks(self, node: Node) -> bool:
        if id(node) not in self._marks:
            self._marks[id(node)] = False  # a rule that uses itself is refused elsewhere
            self._marks[id(node)] = self._look_for_marks(node)
        return self._marks[id(node)]

    def _look_for_marks(self, node: Node) -> bool:
        match node:
            case Reference():
                rule = self.book.find(node)
                return rule.mark is not None or self._has_marks(rule.node)
            case Alternatives(nodes):
                return any(map(self._has_marks, nodes))
            case Repeat():
                return self._has_marks(node.node)
            case Sequence(items):
                return any(self._has_marks(one) for _, one in items)
        return False


def lead(node: Node) -> str:
    """How an element asks to be joined to what stands before it: ``(~ "," word)*``."""
    match node:
        case Sequence(items):
            return items[0][0] or lead(items[0][1])
        case Repeat():
            return lead(node.node)
    return ""


def _joined(join: str, mode: _Mode) -> str:
    if join == "_":
        return f"{LOOSE}?"
    return GAP if mode.spaced and not join else ""


def _either(branches: list[str]) -> str:
    return f"(?:{'|'.join(branches)})"


def _repeated(one: Made, node: Repeat, join: str) -> Made:
    least = 1 if one.nullable else max(node.least, 1)
    nullable = one.nullable or node.least == 0
    if node.most == 1:
        return Made(one.pattern, nullable)
    most = "" if node.most is None else str(node.most - 1)
    if least == 1 and not most:
        rest = f"(?:{join}{one.pattern})*"
    elif str(least - 1) == most:
        rest = f"(?:{join}{one.pattern}){{{most}}}"
    else:
        rest = f"(?:{join}{one.pattern}){{{least - 1},{most}}}"
    return Made(f"(?:{one.pattern}{rest})", nullable)
