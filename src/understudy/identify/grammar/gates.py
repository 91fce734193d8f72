"""What every match of a rule must contain, so that text without it need not be searched."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from understudy.identify.grammar.alphabet import encode, folded
from understudy.identify.grammar.book import Book
from understudy.identify.grammar.compiler import lead
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
from understudy.identify.grammar.terminals import only_digits, spelling

__all__ = ["Needs", "Words", "needs_digit"]

Words = frozenset[bytes]

SIGNS = "@"
"""Signs that are rare in text, so that it pays to look for them first."""


def needs_digit(book: Book, node: Node) -> bool:
    """Whether every match has a digit in it."""
    match node:
        case Literal() | Pieces() | Listed():
            return _always(book, node)
        case Reference():
            return needs_digit(book, book.find(node).node)
        case Alternatives(nodes):
            return all(needs_digit(book, one) for one in nodes)
        case Repeat():
            return node.least > 0 and needs_digit(book, node.node)
        case Sequence(items):
            return any(needs_digit(book, one) for _, one in items)


def _always(book: Book, node: Literal | Pieces | Listed) -> bool:
    if isinstance(node, Pieces):
        return only_digits(node)
    phrases = (node.text,) if isinstance(node, Literal) else book.phrases(node)
    return all(map(_has_digit, phrases))


def _has_digit(text: str) -> bool:
    return any(letter in "0123456789" for letter in text)


class _Where(NamedTuple):
    """How an element stands: in a rule of words or not, and whether it begins and ends words."""

    spaced: bool
    begins: bool = True
    ends: bool = True


@dataclass(frozen=True)
class Needs:
    """What matches of a book's rules need; each rule that others use is read once."""

    book: Book
    _signs: dict[int, str] = field(default_factory=dict)
    _of_rules: dict[tuple[int, _Where], Words | None] = field(default_factory=dict)

    def sign(self, rule: Rule) -> str:
        """A rare sign that every match has in it; empty where there is none."""
        if id(rule) not in self._signs:
            self._signs[id(rule)] = self._sign(rule.node)
        return self._signs[id(rule)]

    def _sign(self, node: Node) -> str:
        match node:
            case Literal(text):
                return next((sign for sign in SIGNS if sign in text), "")
            case Reference():
                return self.sign(self.book.find(node))
            case Alternatives(nodes):
                found = {self._sign(one) for one in nodes}
                return found.pop() if len(found) == 1 else ""
            case Repeat():
                return self._sign(node.node) if node.least else ""
            case Sequence(items):
                return next(filter(None, (self._sign(one) for _, one in items)), "")
        return ""

    def words(self, rule: Rule) -> tuple[Words, ...]:
        """Sets of words: of each, one stands in every document in which the rule matches."""
        if rule.bare:
            return ()
        beside = [one.node for one in (*rule.left, *rule.right) if one.wanted]
        found = [self._words(node, _Where(spaced=True)) for node in beside]
        return tuple(filter(None, (*found, self._words(rule.node, _Where(rule.spaced)))))

    def _words(self, node: Node, where: _Where) -> Words | None:
        """Words of which one stands whole in every match; None where there may be none."""
        match node:
            case Literal() | Listed():
                phrases = (node.text,) if isinstance(node, Literal) else self.book.phrases(node)
                return _of_all(_word(phrase, where) for phrase in phrases)
            case Reference():
                return self._of_rule(self.book.find(node), where)
            case Alternatives(nodes):
                return _of_all(self._words(one, where) for one in nodes)
            case Repeat() if node.least:
                alone = node.most == 1 or _stands_apart("", node.node, where)
                return self._words(node.node, where) if alone else None
            case Sequence(items):
                return self._of_any(items, where)
        return None

    def _of_rule(self, rule: Rule, where: _Where) -> Words | None:
        key = id(rule), where
        if key not in self._of_rules:
            self._of_rules[key] = self._words(rule.node, where._replace(spaced=rule.spaced))
        return self._of_rules[key]

    def _of_any(self, items: tuple[tuple[str, Node], ...], where: _Where) -> Words | None:
        """The words of the element that has the fewest, among those that are always there."""
        found: list[Words] = []
        ends = where.ends
        for at in range(len(items) - 1, -1, -1):
            join, node = items[at]
            apart = _stands_apart(join, node, where)
            begins = where.begins and (at == 0 or apart)
            missing = _may_be_missing(self.book, node)
            of_element = None if missing else self._words(node, _Where(where.spaced, begins, ends))
            if of_element:
                found.append(of_element)
            ends = apart and (ends or not missing)
        return min(found, key=len, default=None)


def _of_all(found: Iterable[Words | None]) -> Words | None:
    """All words together; None where one of the sets is none."""
    words: set[bytes] = set()
    for one in found:
        if not one:
            return None
        words |= one
    return frozenset(words)


@cache
def _word(text: str, where: _Where) -> Words | None:
    """The longest word of a phrase that stands whole in the text."""
    of_phrase = folded(encode(spelling(text).strip())).split(b" ")
    if not where.begins:
        del of_phrase[:1]
    if not where.ends:
        del of_phrase[-1:]
    longest = max(of_phrase, key=len, default=b"")
    return frozenset({longest}) if longest else None


def _stands_apart(join: str, node: Node, where: _Where) -> bool:
    return where.spaced and not (join or lead(node))


def _may_be_missing(book: Book, node: Node) -> bool:
    match node:
        case Reference():
            return _may_be_missing(book, book.find(node).node)
        case Alternatives(nodes):
            return any(_may_be_missing(book, one) for one in nodes)
        case Repeat():
            return node.least == 0 or _may_be_missing(book, node.node)
        case Sequence(items):
            return all(_may_be_missing(book, one) for _, one in items)
    return False
