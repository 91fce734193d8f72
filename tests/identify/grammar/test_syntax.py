"""The grammar language: what parses, and where errors point."""

from __future__ import annotations

import pytest

from understudy.identify.grammar.nodes import (
    Alternatives,
    GrammarError,
    Literal,
    Repeat,
    Rule,
    Sequence,
    Source,
)
from understudy.identify.grammar.syntax import parse


def rules(text: str) -> tuple[Rule, ...]:
    return parse(Source("mine.bnf", text))


def test_an_empty_file_has_no_rules() -> None:
    assert rules("") == ()
    assert rules("# only a comment\n") == ()


def test_word_rules_and_character_rules() -> None:
    one, other = rules('a := "x" "y"\nb ::= "x" "y"\n')
    assert (one.spaced, other.spaced) == (False, True)
    assert isinstance(one.node, Sequence)


def test_marks_are_upper_case() -> None:
    one, other = rules("<AREA_CODE> := [0-9]{3}\narea := [0-9]\n")
    assert (one.mark, other.mark) == ("AREA_CODE", None)


def test_a_rule_goes_on_until_the_next_one() -> None:
    one, other = rules('a := "x"\n   | "y"\nb := a?\n')
    assert isinstance(one.node, Alternatives)
    assert isinstance(other.node, Repeat)
    assert (other.node.least, other.node.most) == (0, 1)


@pytest.mark.parametrize(
    ("quantifier", "bounds"),
    [
        ("?", (0, 1)),
        ("*", (0, None)),
        ("+", (1, None)),
        ("{3}", (3, 3)),
        ("{2,5}", (2, 5)),
        ("{2,}", (2, None)),
    ],
)
def test_quantifiers(quantifier: str, bounds: tuple[int, int | None]) -> None:
    node = rules(f'a := "x"{quantifier}')[0].node
    assert isinstance(node, Repeat)
    assert (node.least, node.most) == bounds


def test_a_hash_in_a_literal_or_a_class_is_no_comment() -> None:
    node = rules('a := "#" [#]  # a comment "')[0].node
    assert isinstance(node, Sequence)
    assert isinstance(node.items[0][1], Literal)
    assert node.items[0][1].text == "#"


def test_directives() -> None:
    (rule,) = rules(
        '<X> ::= [0-9]{4}\n  @category PIN\n  @validate digits 4\n  @left 6 "pin" | "code"\n'
        '  @not-left 1 "order"\n  @right 3 "please"\n  @not-right 2 "euros"\n'
        '  @boost 0.1 "my"\n  @boost 0.2 3 "your"\n  @score 0.7\n  @case sensitive\n  @bare\n'
    )
    assert (rule.category, rule.score, rule.exact, rule.bare) == ("PIN", 0.7, True, True)
    assert [(one.words, one.wanted) for one in rule.left] == [(6, True), (1, False)]
    assert [(one.words, one.wanted) for one in rule.right] == [(3, True), (2, False)]
    assert [(one.words, one.boost) for one in rule.boosts] == [(6, 0.1), (3, 0.2)]
    assert [(name, arguments) for name, arguments, _ in rule.validators] == [("digits", ("4",))]


def test_the_category_is_the_name_where_none_is_given() -> None:
    (rule,) = rules("<PIN> := [0-9]{4}\n  @category\n")
    assert (rule.category, rule.score) == ("PIN", 0.8)


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("a := [0-9\n", "1:6", "not closed"),
        ('a := "x\n', "1:6", "not closed"),
        ('b := "y"\na := ("x"\n', "2:7", "the grammar ends here"),
        ('a := "x"\n  @categry X\n', "2:3", "@category"),
        ('a := "x"\na := "y"\n', "2:1", "twice"),
        ('a := "x"{3,2}\n', "1:9", "at least the first"),
        ('a := "x"{1001}\n', "1:9", "1000"),
        ('a := "x" ~\n', "1:10", "joined"),
        ('a := "x" ~ ~ "y"\n', "1:12", "two joins"),
        ('a := "x"\n  @score 0.7\n', "1:1", "@category"),
        ('a := "x"\n  @category X\n  @score 0.0\n', "3:10", "above 0"),
        ('a := "x"\n  @category\n', "1:1", "upper case"),
        ('a := "x"\n  @category X\n  @case none\n', "3:9", "sensitive"),
        ('a := " "\n', "1:6", "empty literal"),
        ("a := < x\n", "1:6", "<UPPER_CASE>"),
        ("= x\n", "1:1", "cannot be read"),
    ],
)
def test_errors_name_their_place(text: str, place: str, words: str) -> None:
    with pytest.raises(GrammarError) as caught:
        rules(text)
    first, line, caret = str(caught.value).split("\n")
    assert first.startswith(f"mine.bnf:{place}: ")
    assert words in first
    row, column = map(int, place.split(":"))
    assert line == "  " + text.splitlines()[row - 1]
    assert caret == " " * (column + 1) + "^"


def test_deep_brackets_are_an_error() -> None:
    with pytest.raises(GrammarError, match="nested too deeply"):
        rules("a := " + "(" * 50_000 + '"x"' + ")" * 50_000)
