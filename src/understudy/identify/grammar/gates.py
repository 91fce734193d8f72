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

__all__ = ["needs_digit", "needs_sign"]

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
