"""The grammar language: text in, rules out. Every error names file, line and column.

    rule          head alternatives directive*
    alternatives  sequence ("|" sequence)*
    sequence      (join | atom quantifier?)+
    atom          literal | class | name | list | "(" alternatives ")"
    directive     "@" word, and what that one takes

A descent without looking back: what a character begins is settled by where it stands.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from understudy.identify.grammar.nodes import (
    Alternatives,
    Context,
    GrammarError,
    Listed,
    Literal,
    Node,
    Pieces,
    Place,
    Reference,
    Repeat,
    Rule,
    Sequence,
    Source,
)

__all__ = ["parse"]

_MARK = r"<[A-Z][A-Z0-9_]*>"
_KINDS = {
    "head": rf"(?:{_MARK}|[a-z][a-z0-9_]*)[ \t]*::?=",
    "literal": r'"(?:[^"\\\n]|\\.)+"',
    "exact": r"'(?:[^'\\\n]|\\.)+'",
    "class": r"\[(?:[^\]\\\n]|\\.)+\]|\\(?:p\{[A-Za-z_]+\}|.)|\.",
    "file": r'\$file\("[^"\n]+"\)',
    "list": r"\$[a-z][a-z0-9_]*",
    "name": rf"{_MARK}|[a-z][a-z0-9_]*",
    "join": r"~|_",
    "quantifier": r"[?*+]|\{[0-9]+(?:,[0-9]*)?\}",
    "open": r"\(",
    "close": r"\)",
    "bar": r"\|",
    "directive": "@(?:category|validate|left|right|not-left|not-right|boost|score|case|bare|value)"
    r"(?![a-z-])",
}
_TOKEN = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in _KINDS.items()))
_IGNORED = re.compile(r"(?:[ \t\r\n\f]+|#[^\n]*)*")
_HEAD = re.compile(_KINDS["head"])
_LABEL = re.compile(r"[A-Z][A-Z0-9_]*")
_VALUE = re.compile(_MARK)
_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+\-]*")
_COUNT = re.compile(r"[0-9]{1,2}(?![0-9.])")
_DECIMAL = re.compile(r"[0-9]*\.[0-9]+|[01](?![0-9])")

_ATOMS = ("a character class", "a list", "a literal", "a rule's name", '"("')
_SHARE = "a number from 0 to 1"
_DIRECTIVES = (
    "@category, @validate, @left, @right, @not-left, @not-right, @boost, @score, @case, @bare "
    "and @value"
)
_UNREADABLE = {
    "[": "the character class is not closed on its line",
    '"': "the literal is not closed on its line",
    "'": "the literal is not closed on its line",
    "@": f"no such directive here; there are {_DIRECTIVES}, below a rule",
    "$": 'a list is $name or $file("name.txt")',
    "<": "a mark is <UPPER_CASE>",
}
_BOUNDS: dict[str, tuple[int, int | None]] = {"?": (0, 1), "*": (0, None), "+": (1, None)}


class _Token(NamedTuple):
    kind: str
    text: str
    at: int


_END = "end"
_OTHER = "other"


def parse(source: Source) -> tuple[Rule, ...]:
    """The rules of a file."""
    try:
        rules = tuple(_Reader(source).rules())
    except RecursionError:
        raise source.wrong("brackets are nested too deeply", 1, 1) from None
    seen: set[str] = set()
    for rule in rules:
        if rule.name in seen:
            raise rule.place.wrong(f"the rule {rule.name} is defined twice")
        seen.add(rule.name)
    return rules


@dataclass
class _Reader:
    """A place in a grammar file, and what is read from there on."""

    source: Source
    at: int = 0
    last: int = 0
    """Where the last token that was taken begins."""
    lines: list[int] = field(init=False)
    next: _Token = field(init=False)

    def __post_init__(self) -> None:
        self.lines = [0, *(match.end() for match in re.finditer("\n", self.source.text))]
        self._look()

    def _look(self) -> None:
        """Reads the token ahead."""
        ignored = _IGNORED.match(self.source.text, self.at)
        self.at = ignored.end() if ignored else self.at
        match = _TOKEN.match(self.source.text, self.at)
        if match is not None:
            self.next = _Token(match.lastgroup or _OTHER, match[0], self.at)
        else:
            ended = self.at == len(self.source.text)
            self.next = _Token(_END if ended else _OTHER, "", self.at)

    def _taken(self) -> _Token:
        token = self.next
        self.last, self.at = token.at, token.at + len(token.text)
        self._look()
        return token

    def _instead(self, pattern: re.Pattern[str]) -> _Token | None:
        """What a directive takes, which is no token elsewhere."""
        match = pattern.match(self.source.text, self.at)
        if match is None:
            return None
        self.next = _Token(_OTHER, match[0], self.at)
        return self._taken()

    def _place(self, at: int) -> Place:
        line = bisect_right(self.lines, at)
        return Place(self.source, line, at - self.lines[line - 1] + 1)

    def _unexpected(self, *wanted: str) -> GrammarError:
        """The error of a token that cannot stand here, with what can."""
        at, what = self.next.at, "cannot be read here"
        if self.next.kind == _OTHER and not _WORD.match(self.source.text, at):
            return self._place(at).wrong(_UNREADABLE.get(self.source.text[at], what))
        if self.next.kind == _END:
            at, what = self.last, "the grammar ends here"
        return self._place(at).wrong(f"{what}; expected {', '.join(sorted(set(wanted)))}")

    def rules(self) -> Iterator[Rule]:
        """All rules up to the end of the file."""
        while self.next.kind != _END:
            if self.next.kind != "head":
                raise self._unexpected("a rule")
            yield self._rule()

    def _rule(self) -> Rule:
        head = self._taken()
        node = self._alternatives()
        values: dict[str, Any] = {}
        while self.next.kind == "directive":
            key, value, at = self._directive()
            if isinstance(value, tuple):
                values[key] = (*values.get(key, ()), *value)
            elif key in values:
                raise self._place(at or head.at).wrong(f"@{key} is said twice")
            else:
                values[key] = value
        if self.next.kind not in ("head", _END):
            rest = () if values else (*_ATOMS, '"|"', '"~" or "_"', "a quantifier")
            raise self._unexpected("a rule", *rest)
        name = head.text.partition(":")[0].strip().strip("<>")
        if values.get("category") == "":
            values["category"] = name
        place = self._place(head.at)
        rule = Rule(name, head.text.endswith("::="), node, place, **values)
        if rule.category is None and set(values) - {"exact"}:
            raise place.wrong("only a rule with @category can have these directives")
        if rule.category is not None and not rule.category[0].isupper():
            raise place.wrong("@category names a category in upper case")
        return rule

    def _alternatives(self) -> Node:
        nodes = [self._sequence()]
        while self.next.kind == "bar":
            self._taken()
            nodes.append(self._sequence())
        return nodes[0] if len(nodes) == 1 else Alternatives(tuple(nodes))

    def _sequence(self) -> Node:
        given: list[Node | _Token] = []
        while True:
            if self.next.kind == "join":
                given.append(self._taken())
            elif (atom := self._atom()) is not None:
                given.append(self._repeated(atom))
            elif given:
                return self._joined(given)
            else:
                raise self._unexpected(*_ATOMS, '"~" or "_"')

    def _joined(self, given: list[Node | _Token]) -> Node:
        items: list[tuple[str, Node]] = []
        join = ""
        for item in given:
            if not isinstance(item, _Token):
                items.append((join, item))
                join = ""
            elif join:
                raise self._place(item.at).wrong("two joins in a row")
            elif item.text == "_" and (not items or item is given[-1]):
                items.append(("~", _loose(self._place(item.at))))
                join = "" if item is given[-1] else "~"
            elif item is given[-1]:
                raise self._place(item.at).wrong("nothing follows to be joined")
            else:
                join = item.text
        alone = len(items) == 1 and not items[0][0]
        return items[0][1] if alone else Sequence(tuple(items))

    def _atom(self) -> Node | None:
        """The next element, if one begins here."""
        kind, text, at = self.next
        match kind:
            case "literal" | "exact":
                made: Node = self._literal()
            case "class":
                made = Pieces(text, self._place(at))
            case "name":
                made = Reference(text.strip("<>"), self._place(at))
            case "list":
                made = Listed(text[1:], False, self._place(at))
            case "file":
                made = Listed(text.split('"')[1], True, self._place(at))
            case "open":
                self._taken()
                made = self._alternatives()
                if self.next.kind != "close":
                    raise self._unexpected('")"')
            case _:
                return None
        self._taken()
        return made

    def _literal(self) -> Literal:
        kind, text, at = self.next
        said = re.sub(r"\\(.)", r"\1", text[1:-1])
        if not said.strip():
            raise self._place(at).wrong("an empty literal")
        return Literal(said, kind == "exact", self._place(at))

    def _repeated(self, node: Node) -> Node:
        if self.next.kind != "quantifier":
            return node
        token = self._taken()
        place = self._place(token.at)
        if token.text in _BOUNDS:
            return Repeat(node, *_BOUNDS[token.text], place)
        low, comma, high = token.text[1:-1].partition(",")
        least = int(low)
        most = least if not comma else int(high) if high else None
        if most is not None and (most < least or most == 0):
            raise place.wrong("the second number of a quantifier is at least the first, and not 0")
        if max(least, most or 0) > 1000:
            raise place.wrong("a quantifier counts to 1000 at most")
        return Repeat(node, least, most, place)

    def _directive(self) -> tuple[str, Any, int]:
        """What a directive says: a field of the rule, its value, and where that stands."""
        match self._taken().text[1:]:
            case "category":
                label = None if _HEAD.match(self.source.text, self.at) else self._instead(_LABEL)
                found: tuple[str, Any, int] = (
                    "category",
                    label.text if label else "",
                    label.at if label else 0,
                )
            case "validate":
                found = ("validators", (self._validator(),), 0)
            case "boost":
                found = ("boosts", (self._boost(),), 0)
            case "score":
                found = self._score()
            case "case":
                word = self._needed(_WORD, "a word")
                if word.text != "sensitive":
                    raise self._place(word.at).wrong("@case sensitive is the only one")
                found = ("exact", True, word.at)
            case "bare":
                found = ("bare", True, 0)
            case "value":
                mark = self._needed(_VALUE, "a rule's name")
                found = ("value", mark.text.strip("<>"), mark.at)
            case side:
                words = int(self._needed(_COUNT, "a number of words").text)
                wanted = not side.startswith("not-")
                context = Context(words, self._alternatives(), wanted=wanted)
                found = (side.removeprefix("not-"), (context,), 0)
        return found

    def _boost(self) -> Context:
        boost = float(self._needed(_DECIMAL, _SHARE).text)
        words = self._instead(_COUNT)
        return Context(int(words.text) if words else 6, self._alternatives(), boost=boost)

    def _score(self) -> tuple[str, Any, int]:
        score = self._needed(_DECIMAL, _SHARE)
        if not 0 < float(score.text) <= 1:
            raise self._place(score.at).wrong("a score is above 0 and at most 1")
        return "score", float(score.text), score.at

    def _needed(self, pattern: re.Pattern[str], what: str) -> _Token:
        token = self._instead(pattern)
        if token is None:
            raise self._unexpected(what)
        return token

    def _validator(self) -> tuple[str, tuple[str, ...], Place]:
        name = self._needed(_WORD, "a word")
        arguments = []
        while self.next.kind != "head" and (word := self._instead(_WORD)) is not None:
            arguments.append(word.text)
        return name.text, tuple(arguments), self._place(name.at)


def _loose(place: Place) -> Node:
    return Repeat(Pieces("_", place), 0, 1, place)
