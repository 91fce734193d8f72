"""What stands beside a match: patterns for words before and after it.

A window of N words means that at most N − 1 words lie between the cue and the match.
"""

from __future__ import annotations

from understudy.identify.grammar.automata import Automaton, automaton
from understudy.identify.grammar.book import Book
from understudy.identify.grammar.compiler import Compiler
from understudy.identify.grammar.nodes import (
    Alternatives,
    Context,
    Listed,
    Literal,
    Node,
    Pieces,
    Reference,
    Repeat,
    Rule,
    Sequence,
)
from understudy.identify.grammar.terminals import APART, END, LETTERS, white

__all__ = ["after", "ahead", "chunks", "cues", "reached"]

_PER_WORD = 24
"""Bytes that a word of a window may take, with what is around it."""


def cues(compiler: Compiler, rule: Rule, context: Context) -> Automaton:
    """Finds the cues anywhere; a match ends one character after a word, or with a sign."""
    made = [
        f"{_start(node)}{compiler.context(rule, node)}{END if _word_last(node) else ''}"
        for node in _alternatives(context.node)
    ]
    return automaton(f"(?:{'|'.join(made)})")


def _others(context: Context) -> str:
    return rf"(?:{LETTERS}{APART}+){{0,{max(context.words - 1, 0)}}}"


def after(compiler: Compiler, rule: Rule, context: Context) -> Automaton:
    """Whether a cue stands in the words after a match, on the text from it on."""
    made = [
        f"{compiler.context(rule, node)}" + (rf"(?:{END}|\z)" if _word_last(node) else "")
        for node in _alternatives(context.node)
    ]
    return automaton(rf"\A{APART}*{_others(context)}(?:{'|'.join(made)})")


def ahead(compiler: Compiler, rule: Rule, context: Context) -> Automaton:
    """Finds whatever may be a cue behind a match, anywhere."""
    made = [
        f"{compiler.context(rule, node)}{END if _word_last(node) else ''}"
        for node in _alternatives(context.node)
    ]
    return automaton(f"(?:{'|'.join(made)})")


def reached(words: int) -> int:
    """Bytes that hold that many words and a cue."""
    return _PER_WORD * (words + 6)


def chunks(book: Book, context: Context) -> int | None:
    """In how many pieces white space can cut a cue; None where there is no limit."""
    found = _gaps(book, context.node, spaced=True)
    return None if found is None else found + 1


def _gaps(book: Book, node: Node, *, spaced: bool) -> int | None:
    """How often there can be white space in a match, at most."""
    match node:
        case Literal() | Listed():
            phrases = (node.text,) if isinstance(node, Literal) else book.phrases(node)
            return max(len(phrase.split()) for phrase in phrases) - 1
        case Pieces():
            return int(white(node)[0])
        case Reference():
            rule = book.find(node)
            return _gaps(book, rule.node, spaced=rule.spaced)
        case Alternatives(nodes):
            of_each = [_gaps(book, one, spaced=spaced) for one in nodes]
            known = [count for count in of_each if count is not None]
            return max(known) if len(known) == len(of_each) else None
        case Repeat():
            return _gaps_repeated(book, node, spaced=spaced)
        case Sequence(items):
            of_each = [_gaps(book, one, spaced=spaced) for _, one in items]
            known = [count for count in of_each if count is not None]
            joins = sum(_apart(join, spaced=spaced) for join, _ in items[1:])
            return sum(known) + joins if len(known) == len(of_each) else None


def _gaps_repeated(book: Book, node: Repeat, *, spaced: bool) -> int | None:
    if isinstance(node.node, Pieces) and white(node.node)[1]:
        return 1
    inner = _gaps(book, node.node, spaced=spaced)
    if inner is None or (inner == 0 and not spaced):
        return inner
    return None if node.most is None else (inner + 1) * node.most - 1


def _apart(join: str, *, spaced: bool) -> bool:
    return join == "_" or (spaced and join == "")


def _alternatives(node: Node) -> tuple[Node, ...]:
    return node.nodes if isinstance(node, Alternatives) else (node,)


def _start(node: Node) -> str:
    return END if _word_first(node) else ""


def _word_first(node: Node) -> bool:
    return _is_word(node, 0)


def _word_last(node: Node) -> bool:
    return _is_word(node, -1)


def _is_word(node: Node, at: int) -> bool:
    """Whether an element starts (0) or ends (-1) with a letter or a digit, as far as one sees."""
    match node:
        case Literal(text):
            return text.strip()[at].isalnum()
        case Sequence(items):
            return _is_word(items[at][1], at)
        case Repeat() if node.least:
            return _is_word(node.node, at)
    return True
