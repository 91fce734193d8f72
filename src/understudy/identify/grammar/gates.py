"""What every match of a rule must contain, so that text without it need not be searched."""

from __future__ import annotations

from understudy.identify.grammar.book import Book
from understudy.identify.grammar.nodes import (
    Alternatives,
    Listed,
    Literal,
    Node,
    Pieces,
    Reference,
    Repeat,
    Sequence,
)
from understudy.identify.grammar.terminals import only_digits

__all__ = ["needs_digit"]


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
