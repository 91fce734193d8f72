"""The grammar language: text in, rules out. Every error names file, line and column."""

from __future__ import annotations

from functools import cache
from typing import Any

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedInput, UnexpectedToken, VisitError

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

_LANGUAGE = r"""
start: rule*
rule: HEAD alternatives directive*
?alternatives: sequence ("|" sequence)*
sequence: (JOIN | quantified)+
?quantified: atom | atom QUANTIFIER -> repeated
?atom: STRING -> literal
     | EXACT -> exact
     | (CLASS | ESCAPE | DOT) -> characters
     | NAME -> reference
     | MARK -> reference
     | FILE -> file
     | LIST -> listed
     | "(" alternatives ")"
directive: "@category" LABEL? -> category
         | "@validate" WORD+ -> validate
         | "@left" COUNT alternatives -> left
         | "@right" COUNT alternatives -> right
         | "@not-left" COUNT alternatives -> not_left
         | "@not-right" COUNT alternatives -> not_right
         | "@boost" DECIMAL COUNT? alternatives -> boost
         | "@score" DECIMAL -> score
         | "@case" WORD -> case
         | "@bare" -> bare
         | "@value" MARK -> value

HEAD.9: /(<[A-Z][A-Z0-9_]*>|[a-z][a-z0-9_]*)[ \t]*::?=/
MARK: /<[A-Z][A-Z0-9_]*>/
NAME: /[a-z][a-z0-9_]*/
LABEL: /[A-Z][A-Z0-9_]*/
WORD: /[A-Za-z0-9][A-Za-z0-9_.+\-]*/
COUNT: /[0-9]{1,2}(?![0-9.])/
DECIMAL.2: /[0-9]*\.[0-9]+|[01](?![0-9])/
STRING: /"(?:[^"\\\n]|\\.)+"/
EXACT: /'(?:[^'\\\n]|\\.)+'/
CLASS: /\[(?:[^\]\\\n]|\\.)+\]/
ESCAPE: /\\(?:p\{[A-Za-z_]+\}|.)/
DOT: "."
FILE.2: /\$file\("[^"\n]+"\)/
LIST: /\$[a-z][a-z0-9_]*/
JOIN: /~|_/
QUANTIFIER: /[?*+]|\{[0-9]+(?:,[0-9]*)?\}/
%ignore /[ \t\r\n\f]+/
%ignore /#[^\n]*/
"""

_NAMES = {
    "HEAD": "a rule",
    "STRING": "a literal",
    "EXACT": "a literal",
    "CLASS": "a character class",
    "ESCAPE": "a character class",
    "DOT": "a character class",
    "NAME": "a rule's name",
    "MARK": "a rule's name",
    "LIST": "a list",
    "FILE": "a list",
    "JOIN": '"~" or "_"',
    "QUANTIFIER": "a quantifier",
    "COUNT": "a number of words",
    "DECIMAL": "a number from 0 to 1",
    "LABEL": "a category",
    "WORD": "a word",
    "VBAR": '"|"',
    "LPAR": '"("',
    "RPAR": '")"',
}
"""What a token is to the writer of a grammar; directives have no name of their own here."""

_UNREADABLE = {
    "[": "the character class is not closed on its line",
    '"': "the literal is not closed on its line",
    "'": "the literal is not closed on its line",
    "@": "no such directive here; there are @category, @validate, @left, @right, @not-left, "
    "@not-right, @boost, @score, @case, @bare and @value, below a rule",
    "$": 'a list is $name or $file("name.txt")',
    "<": "a mark is <UPPER_CASE>",
}


@cache
def _parser() -> Lark:
    return Lark(_LANGUAGE, parser="lalr", propagate_positions=True, maybe_placeholders=False)


def parse(source: Source) -> tuple[Rule, ...]:
    """The rules of a file."""
    try:
        tree = _parser().parse(source.text)
    except UnexpectedInput as error:
        raise _unexpected(source, error) from None
    except RecursionError:
        raise source.wrong("brackets are nested too deeply", 1, 1) from None
    try:
        rules: tuple[Rule, ...] = _Rules(source).transform(tree)
    except VisitError as error:
        raise error.orig_exc from None
    except RecursionError:
        raise source.wrong("brackets are nested too deeply", 1, 1) from None
    seen: set[str] = set()
    for rule in rules:
        if rule.name in seen:
            raise rule.place.wrong(f"the rule {rule.name} is defined twice")
        seen.add(rule.name)
    return rules


def _unexpected(source: Source, error: UnexpectedInput) -> GrammarError:
    line, column = error.line, error.column
    if line is None or line < 1:
        line = source.text.count("\n") + 1
        column = len(source.text) - source.text.rfind("\n")
    if isinstance(error, UnexpectedToken):
        names = sorted({_NAMES.get(name, name) for name in error.accepts or error.expected})
        wanted = [name for name in names if not name.isupper() and name != "$END"]
        what = "the grammar ends here" if error.token.type == "$END" else "cannot be read here"
        detail = f"{what}; expected {', '.join(wanted)}" if wanted else ""
    else:
        detail = _UNREADABLE.get(source.text[error.pos_in_stream or 0 :][:1], "")
    return source.wrong(detail or "cannot be read here", line, column)


class _Rules(Transformer[Token, Any]):
    def __init__(self, source: Source) -> None:
        super().__init__()
        self.source = source

    def _place(self, token: Token) -> Place:
        return Place(self.source, token.line or 1, token.column or 1)

    def start(self, rules: list[Rule]) -> tuple[Rule, ...]:
        return tuple(rules)

    def rule(self, given: list[Any]) -> Rule:
        head, node, *directives = given
        name, _, _ = head.partition(":")
        values: dict[str, Any] = {}
        for directive in directives:
            for key, value, token in directive:
                if isinstance(value, tuple):
                    values[key] = (*values.get(key, ()), *value)
                elif key in values:
                    raise self._place(token or head).wrong(f"@{key} is said twice")
                else:
                    values[key] = value
        rule = Rule(
            name.strip().strip("<>"), head.endswith("::="), node, self._place(head), **values
        )
        if rule.category == "":
            values["category"] = rule.name
            rule = Rule(rule.name, rule.spaced, node, rule.place, **values)
        if rule.category is None and set(values) - {"exact"}:
            raise rule.place.wrong("only a rule with @category can have these directives")
        if rule.category is not None and not rule.category[0].isupper():
            raise rule.place.wrong("@category names a category in upper case")
        return rule

    def alternatives(self, nodes: list[Node]) -> Node:
        return Alternatives(tuple(nodes))

    def sequence(self, given: list[Any]) -> Node:
        items: list[tuple[str, Node]] = []
        join = ""
        for item in given:
            if not isinstance(item, Token):
                items.append((join, item))
                join = ""
            elif join:
                raise self._place(item).wrong("two joins in a row")
            elif item == "_" and (not items or item is given[-1]):
                items.append(("~", _loose(self._place(item))))
                join = "" if item is given[-1] else "~"
            elif item is given[-1]:
                raise self._place(item).wrong("nothing follows to be joined")
            else:
                join = str(item)
        alone = len(items) == 1 and not items[0][0]
        return items[0][1] if alone else Sequence(tuple(items))

    def repeated(self, given: list[Any]) -> Node:
        node, token = given
        place = self._place(token)
        bounds = {"?": (0, 1), "*": (0, None), "+": (1, None)}
        if token in bounds:
            least, most = bounds[token]
            return Repeat(node, least, most, place)
        low, comma, high = token[1:-1].partition(",")
        least = int(low)
        most = least if not comma else int(high) if high else None
        if most is not None and (most < least or most == 0):
            raise place.wrong("the second number of a quantifier is at least the first, and not 0")
        if max(least, most or 0) > 1000:
            raise place.wrong("a quantifier counts to 1000 at most")
        return Repeat(node, least, most, place)

    def literal(self, given: list[Token]) -> Node:
        return self._literal(given[0], exact=False)

    def exact(self, given: list[Token]) -> Node:
        return self._literal(given[0], exact=True)

    def _literal(self, token: Token, *, exact: bool) -> Literal:
        body = token[1:-1]
        text = "".join(piece[-1] for piece in _letters(body))
        if not text.strip():
            raise self._place(token).wrong("an empty literal")
        return Literal(text, exact, self._place(token))

    def characters(self, given: list[Token]) -> Node:
        return Pieces(str(given[0]), self._place(given[0]))

    def reference(self, given: list[Token]) -> Node:
        return Reference(given[0].strip("<>"), self._place(given[0]))

    def listed(self, given: list[Token]) -> Node:
        return Listed(given[0][1:], False, self._place(given[0]))

    def file(self, given: list[Token]) -> Node:
        return Listed(given[0].split('"')[1], True, self._place(given[0]))

    def category(self, given: list[Token]) -> Any:
        return [("category", str(given[0]) if given else "", given[0] if given else None)]

    def validate(self, given: list[Token]) -> Any:
        name, *arguments = given
        value = (str(name), tuple(map(str, arguments)), self._place(name))
        return [("validators", (value,), name)]

    def left(self, given: list[Any]) -> Any:
        return [("left", (Context(int(given[0]), given[1]),), None)]

    def right(self, given: list[Any]) -> Any:
        return [("right", (Context(int(given[0]), given[1]),), None)]

    def not_left(self, given: list[Any]) -> Any:
        return [("left", (Context(int(given[0]), given[1], wanted=False),), None)]

    def not_right(self, given: list[Any]) -> Any:
        return [("right", (Context(int(given[0]), given[1], wanted=False),), None)]

    def boost(self, given: list[Any]) -> Any:
        words = int(given[1]) if len(given) == 3 else 6
        return [("boosts", (Context(words, given[-1], boost=float(given[0])),), None)]

    def score(self, given: list[Token]) -> Any:
        value = float(given[0])
        if not 0 < value <= 1:
            raise self._place(given[0]).wrong("a score is above 0 and at most 1")
        return [("score", value, given[0])]

    def case(self, given: list[Token]) -> Any:
        if given[0] != "sensitive":
            raise self._place(given[0]).wrong("@case sensitive is the only one")
        return [("exact", True, given[0])]

    def bare(self, _: list[Token]) -> Any:
        return [("bare", True, None)]

    def value(self, given: list[Token]) -> Any:
        return [("value", given[0].strip("<>"), given[0])]


def _letters(body: str) -> list[str]:
    """The letters of a literal, escaped ones with their backslash."""
    found: list[str] = []
    at = 0
    while at < len(body):
        size = 2 if body[at] == "\\" else 1
        found.append(body[at : at + size])
        at += size
    return found


def _loose(place: Place) -> Node:
    return Repeat(Pieces("_", place), 0, 1, place)
