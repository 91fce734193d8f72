"""What a match must have in it, and where rules then run."""

from __future__ import annotations

import pytest

from understudy.identify.grammar.alphabet import encode, folded
from understudy.identify.grammar.book import Book
from understudy.identify.grammar.bundles import bundles
from understudy.identify.grammar.compiler import Compiler
from understudy.identify.grammar.gates import Needs
from understudy.identify.grammar.nodes import Source
from understudy.identify.grammar.pages import around_digits, places_of, whole, with_words
from understudy.identify.grammar.program import program


def _needed(rules: str) -> list[set[str]]:
    source = Source("mine.bnf", rules)
    book = Book("en", (source,), {"fruits": ("ripe pear", "Äpfel")})
    rule = next(rule for rule in book.rules[source].values() if rule.category)
    return [{word.decode("cp1252") for word in words} for words in Needs(book).words(rule)]


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ('<X> ::= "code" [0-9]{4}', [{"code"}]),
        ('<X> := "code" [0-9]{4}', []),  # "code1234" is one word
        ('<X> := "code " [ ] [0-9]{4}', []),  # white space at the end of a literal counts not
        ('<X> := "code:" [0-9]{4}', [{"code"}]),
        ('<X> := "a code:" [0-9]{4}', [{"code"}]),
        ('<X> ::= "código" [0-9]{4}', [{"codigo"}]),
        ('<X> ::= "señas" [0-9]{4}', [{"señas"}]),
        ('<X> ::= ("code" | "Number") [0-9]{4}', [{"code", "number"}]),
        ('<X> ::= ("code" | [A-Z]) [0-9]{4}', []),
        ('<X> ::= "code"? [0-9]{4}', []),
        ('<X> ::= "code"? "of" [0-9]{4}', [{"of"}]),
        ('<X> ::= "code" ~ "s"? [0-9]{4}', []),  # "codes" is another word
        ('<X> ::= "code" "s"? [0-9]{4}', [{"code"}]),
        ('<X> ::= "code"+ [0-9]{4}', [{"code"}]),
        ('<X> := "ab"{2} [ ] [0-9]{4}', []),  # "abab"
        ("<X> ::= $fruits [0-9]{4}", [{"ripe", "apfel"}]),
        ('key := "code" | "pin"\n<X> ::= key [0-9]{4}', [{"code", "pin"}]),
        ('<X> := [0-9]{4}\n  @left 3 "my pin" | "code"', [{"pin", "code"}]),
        ('<X> := [0-9]{4}\n  @left 3 "#"', []),
        ('<X> := [0-9]{4}\n  @left 3 "pin"\n  @right 2 "euros"', [{"pin"}, {"euros"}]),
        ('<X> := [0-9]{4}\n  @not-left 3 "pin"\n  @boost 0.1 "code"', []),
        ('<X> := [0-9]{4}\n  @left 3 "pin"\n  @bare', []),
    ],
)
def test_words_without_which_nothing_matches(rule: str, words: list[set[str]]) -> None:
    assert _needed(f"{rule}\n  @category MINE\n") == words


@pytest.mark.parametrize("text", ["CÓDIGO", "codigo", "Codígo"])
def test_a_word_is_folded_as_literals_match_it(text: str) -> None:
    assert folded(encode(f"({text})")).split() == [b"codigo"]


def test_rules_run_where_their_words_stand_and_are_not_compiled_elsewhere() -> None:
    source = Source("mine.bnf", '<X> := [0-9]{4}\n  @category MINE\n  @left 3 "pin"\n')
    compiler = Compiler(Book("en", (source,)))
    (bundle,) = bundles(compiler, [compiler.book.rules[source]["X"]], ungated=())
    texts = ["nothing 1234", "the PIN: 4711", "spinning 2222 " * 9]
    page = whole(texts)
    places = places_of(page, frozenset({b"pin"}))
    assert places == {b"pin": [1]}
    own = bundle.page(page, places)
    assert own.text == f"\0{texts[1]}\0"
    (found,) = bundle.programs[0].run(own.text, own.buffer)
    assert page.text[found.start + own.shift(found.start) :].startswith("4711")
    others = whole([texts[0], texts[2]])
    assert bundle.page(others, places_of(others, frozenset({b"pin"}))).empty


def test_words_of_a_long_document_are_found_wherever_they_stand() -> None:
    page = whole(["word " * 40_000 + "pin " + "word " * 40_000, "word", "code"])
    assert places_of(page, frozenset({b"pin", b"code", b"none"})) == {b"pin": [0], b"code": [2]}


def test_most_of_a_page_is_the_page() -> None:
    page = whole(["the pin is here"] * 9 + ["not here"])
    assert with_words(page, places_of(page, frozenset({b"pin"})), [frozenset({b"pin"})]) is page


def test_digits_are_together_up_to_twice_the_reach_and_in_one_document() -> None:
    far, near = "x" * 2049, "x" * 2048
    texts = [f"{far * 9} 1{near}2{far}3 {far * 9}", "no figure " * 2000, f"5{far * 9}"]
    page = around_digits(whole(texts))
    assert sum(page.text.count(figure) for figure in "1235") == 4
    assert "no figure" not in page.text
    assert len(page.text) < 15_000


@pytest.mark.parametrize(
    ("cue", "chunks"),
    [
        ('"pin"', 1),
        ('"pin code" | "number"', 2),
        ("town", 1),
        ("town+", None),
        ("line", 3),
        ("(line | town){1,2}", 6),
        ('"a" "b" | "c"', 2),
        ('("a" "b"?){1,3}', 6),
        ('"a"+', None),
    ],
)
def test_a_cue_is_looked_for_no_further_back_than_it_can_reach(
    cue: str, chunks: int | None
) -> None:
    used = "town := \\p{Lu} [\\p{L}.-]*\nline := [\\p{L}]+ [ \\t]* \\n\n"
    rule = f"<X> := [0-9]{{4}}\n  @category MINE\n  @left 3 {cue}\n"
    source = Source("mine.bnf", used + rule)
    compiler = Compiler(Book("en", (source,)))
    (before,) = program(compiler, compiler.book.rules[source]["X"]).cues
    assert before.chunks == chunks
