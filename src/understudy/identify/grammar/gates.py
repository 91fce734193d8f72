"""What every match of a rule must contain, so that text without it need not be searched."""

from __future__ import annotations

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

__all__ = ["Words", "needs_digit", "needs_sign", "needs_words"]

Words = frozenset[bytes]

SIGNS = "@"
"""Signs that are rare in text, so that it pays to look for them first."""


def needs_sign(book: Book, node: Node) -> str:
    """A rare sign that every match has in it; empty where there is none."""
    match node:
        case Literal(text):
            return next((sign for sign in SIGNS if sign in text), "")
        case Reference():
            return needs_sign(book, book.find(node).node)
        case Alternatives(nodes):
            found = {needs_sign(book, one) for one in nodes}
            return found.pop() if len(found) == 1 else ""
        case Repeat():
            return needs_sign(book, node.node) if node.least else ""
        case Sequence(items):
            return next(filter(None, (needs_sign(book, one) for _, one in items)), "")
    return ""


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


def needs_words(book: Book, rule: Rule) -> tuple[Words, ...]:
    """Sets of words: of each of them one stands in every document in which the rule matches."""
    if rule.bare:
        return ()
    beside = [one.node for one in (*rule.left, *rule.right) if one.wanted]
    found = [_words(book, node, _Where(spaced=True)) for node in beside]
    return tuple(filter(None, (*found, _words(book, rule.node, _Where(rule.spaced)))))


def _words(book: Book, node: Node, where: _Where) -> Words | None:
    """Words of which one stands whole in every match; None where there may be none of them."""
    match node:
        case Literal() | Listed():
            phrases = (node.text,) if isinstance(node, Literal) else book.phrases(node)
            found = frozenset(_word(phrase, where) for phrase in phrases)
            return found if all(found) else None
        case Reference():
            rule = book.find(node)
            return _words(book, rule.node, where._replace(spaced=rule.spaced))
        case Alternatives(nodes):
            of_each = [_words(book, one, where) for one in nodes]
            return frozenset().union(*filter(None, of_each)) if all(of_each) else None
        case Repeat() if node.least:
            alone = node.most == 1 or _stands_apart("", node.node, where)
            return _words(book, node.node, where) if alone else None
        case Sequence(items):
            return _words_of_any(book, items, where)
    return None


def _word(text: str, where: _Where) -> bytes:
    """The longest word of a phrase that stands whole in the text; empty where there is none."""
    of_phrase = folded(encode(spelling(text).strip())).split(b" ")
    if not where.begins:
        del of_phrase[:1]
    if not where.ends:
        del of_phrase[-1:]
    return max(of_phrase, key=len, default=b"")


def _words_of_any(book: Book, items: tuple[tuple[str, Node], ...], where: _Where) -> Words | None:
    """The words of the element that has the fewest, among those that are always there."""
    found: list[Words] = []
    ends = where.ends
    for at in range(len(items) - 1, -1, -1):
        join, node = items[at]
        apart = _stands_apart(join, node, where)
        begins = where.begins and (at == 0 or apart)
        missing = _may_be_missing(book, node)
        of_element = None if missing else _words(book, node, _Where(where.spaced, begins, ends))
        if of_element:
            found.append(of_element)
        ends = apart and (ends or not missing)
    return min(found, key=len, default=None)


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
