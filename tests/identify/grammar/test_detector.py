"""What grammars match, and what comes of a match."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from understudy.core.errors import PolicyError
from understudy.core.types import Document, Span
from understudy.identify.grammar import Grammars, build
from understudy.identify.grammar.book import Book
from understudy.identify.grammar.compiler import Compiler
from understudy.identify.grammar.nodes import GrammarError
from understudy.identify.grammar.program import checked
from understudy.identify.settings import DetectorSettings
from understudy.languages import installed

Find = Callable[..., list[str]]
Grammar = Callable[..., Grammars]

TOP = "\n  @category MINE\n"


def spans_of(detector: Grammars, text: str, language: str = "en") -> tuple[Span, ...]:
    (spans,) = detector.detect([Document("1", text, language)])
    return spans


@pytest.mark.parametrize(
    ("rule", "text", "found"),
    [
        ("<X> := [0-9]{3}", "a 973 b 9733", ["973"]),
        ("<X> ::= [0-9]{3}", "a 9 7 3 b 973", ["9 7 3"]),
        ("<X> ::= [0-9]{3}", "9\n7 3", ["9\n7 3"]),
        ("<X> ::= [0-9]{3}", "9\n\n7 3", []),
        ('<X> ::= "a" "b"? "c"', "a c, a b c, ac", ["a c", "a b c"]),
        ('<X> ::= "a"? "b"? "c"', "a c", ["a c"]),
        ('<X> ::= "a"? "b"? "c"', "b c.", ["b c"]),
        ('<X> ::= "a" ~ "-" ~ "b"', "a-b a - b", ["a-b"]),
        ('<X> ::= "a" (~ "," "b")+', "a, b, b", ["a, b, b"]),
        (
            "<X> := [0-9]{2} _ [0-9]{2}",
            "1234, 12 34, 12-34, 12–34, 12  34",
            ["1234", "12 34", "12-34", "12–34"],
        ),
        ("<X> := [0-9] (_ [0-9]){3}", "1 2-34", ["1 2-34"]),
        ('<X> := "number is"', "Number   IS", ["Number   IS"]),
        ('<V> := [0-9]+ <X> := "@" <V>\n  @value <V>', "a@12 @34", ["34"]),
        ("<X> := 'Ab'", "Ab ab AB", ["Ab"]),
        ('<X> := "teléfono"', "TELÉFONO telefono teléfono", ["TELÉFONO", "telefono", "teléfono"]),
        ('<X> := "año"', "año ano", ["año"]),
        ("<X> ::= $digits{2}", "one Two, three", ["one Two"]),
        ("<X> := \\p{Lu} \\p{L}+", "Łódź łódź Ana", ["Łódź", "Ana"]),
        ("<X> := [^a-c ]+", "abc xyz", ["xyz"]),
        ('<X> := "€" [0-9]+', "€50", ["€50"]),
        ("<X> := [0-9]+", "nº12 x12 _12 12", ["12", "12"]),
        ("<X> := . . .", "abc", ["abc"]),
        ("<X> ::= [a-z]{3}", "it's a b c's", []),
        ('<X> := "it\'s"', "It's it’s", ["It's", "it’s"]),
        ("<X> := \\d+ \\s \\w+", "12 ab", ["12 ab"]),
        ('<X> := "a" | "a" "b"', "ab", ["ab"]),
    ],
)
def test_matches(find: Find, rule: str, text: str, found: list[str]) -> None:
    assert find(rule + TOP, text) == found


def test_case_sensitive_rules(find: Find) -> None:
    assert find('<X> := "Ab"' + TOP + "  @case sensitive\n", "Ab ab") == ["Ab"]


def test_bare_rules_need_no_boundary(find: Find) -> None:
    assert find("<X> := [0-9]{3}" + TOP + "  @bare\n", "ab973cd") == ["973"]


def test_rules_before_their_definition_and_of_the_shipped_files(find: Find) -> None:
    assert find("<X> := later" + TOP + "later := [0-9]{2}\n", "12") == ["12"]


@pytest.mark.parametrize(
    ("context", "text", "found"),
    [
        ('@left 2 "pin"', "pin 1234", ["1234"]),
        ('@left 2 "pin"', "pin: is 1234", ["1234"]),
        ('@left 2 "pin"', "pin it is 1234", []),
        ('@left 2 "pin"', "pins 1234", []),
        ('@left 2 "pin"', "1234", []),
        ('@left 1 "the pin"', "the pin 1234", ["1234"]),
        ('@left 1 "#"', "order#1234", ["1234"]),
        ('@left 1 "pin"', "1111 2222 pin 3333", ["3333"]),
        ('@right 2 "euros"', "1234 (new) euros", ["1234"]),
        ('@right 1 "euros"', "1234 new euros", []),
        ('@right 1 "€"', "1234€", ["1234"]),
        ('@right 1 "euros"', "1111 2222 euros " + "3333 " * 2000 + "euros 4444", ["2222", "3333"]),
        ("@right 1 [.]", "1111, 2222. 3333", ["2222"]),
        (
            '@right 2 "a"\n  @right 2 "b"',
            "1111 a 2222 a b " + "3 " * 5000 + "4444 b a",
            ["2222", "4444"],
        ),
        ('@not-left 1 "order"', "order 1234", []),
        ('@not-left 1 "order"', "order of 1234", ["1234"]),
        ('@not-right 1 "euros"', "1234 euros", []),
        ('@not-right 1 "euros"', "1234", ["1234"]),
        ('@left 2 "pin"\n  @left 4 "code"', "code a pin 1234", ["1234"]),
        ('@left 2 "pin"\n  @left 4 "code"', "code a b c 1234", []),
        ('@left 2 "pin"\n  @left 4 "code"', "pin 1234, code 1234, pin 1234", ["1234"]),
        ('@left 1 "pin"', "pin's 1234", []),
    ],
)
def test_contexts(find: Find, context: str, text: str, found: list[str]) -> None:
    assert find(f"<X> := [0-9]{{4}}{TOP}  {context}\n", text) == found


def test_context_stays_in_its_document(grammar: Grammar) -> None:
    detector = grammar('<X> := [0-9]{4}\n  @category MINE\n  @left 3 "pin"\n')
    documents = [Document("1", "the pin", "en"), Document("2", "1234", "en")]
    assert detector.detect(documents) == [(), ()]


def test_boosts_add_to_the_score(grammar: Grammar) -> None:
    detector = grammar('<X> := [0-9]{4}\n  @category MINE\n  @score 0.6\n  @boost 0.3 "pin"\n')
    one, other = spans_of(detector, "pin 1234. And much later than all of that comes 5678")
    assert (one.score, other.score) == (pytest.approx(0.9), 0.6)


def test_a_validator_drops_what_is_wrong(find: Find) -> None:
    rule = "<X> := [0-9]{4} ([ ]? [0-9]){9,12}\n  @category MINE\n  @validate luhn\n"
    assert find(rule, "4111 1111 1111 1111 or 4111 1111 1111 1112") == ["4111 1111 1111 1111"]


def test_a_refused_match_is_tried_shorter_and_later(find: Find) -> None:
    rule = (
        "<X> := [0-9]+ ([ ] [0-9]+)+\n  @category MINE\n  @validate luhn\n  @validate digits 16\n"
    )
    assert find(rule, "4111 1111 1111 1111 12") == ["4111 1111 1111 1111"]
    assert find(rule, "12 4111 1111 1111 1111") == ["4111 1111 1111 1111"]


@pytest.mark.parametrize(
    ("rule", "found"),
    [
        ('<X> := [a-z]+ "@" [a-z]+', ["joe@home", "ann@work"]),
        ('<X> := [a-z]+ ("@" | "#") [a-z]+', ["joe@home", "x#y", "ann@work"]),
        ('<X> := [a-z]+ "@"? "home"', ["joe@home"]),
        ("mail := [a-z]+ [@] [a-z]+\n<X> := mail", ["joe@home", "ann@work"]),
    ],
)
def test_rules_that_need_a_rare_sign_run_where_it_stands(
    find: Find, rule: str, found: list[str]
) -> None:
    text = f"{'word ' * 1000}joe@home {'word ' * 1000}x#y, ann@work"
    assert find(f"{rule}{TOP}", text) == found


def test_parts_are_nested(grammar: Grammar) -> None:
    detector = grammar(
        "<A> ::= [0-9]{3}\n<FIRST> ::= [0-9]\n<B> ::= <FIRST> [0-9]{3}\n<X> ::= <A> <B>" + TOP
    )
    text = "no. 9 7 3 1 2 3 9!"
    (span,) = spans_of(detector, text)
    assert (text[span.start : span.end], span.label, span.source) == (
        "9 7 3 1 2 3 9",
        "MINE",
        "grammar",
    )
    shown = [(part.label, text[part.start : part.end]) for part in span.parts]
    assert shown == [("A", "9 7 3"), ("B", "1 2 3 9")]
    inner = span.parts[1].parts
    assert [(part.label, text[part.start : part.end]) for part in inner] == [("FIRST", "1")]


def test_every_repetition_is_a_part(grammar: Grammar) -> None:
    detector = grammar('<L> := [A-Z]\n<X> ::= <L> (~ "," <L>)+' + TOP)
    text = "L, A, U, R, A"
    (span,) = spans_of(detector, text)
    assert "".join(text[part.start : part.end] for part in span.parts) == "LAURA"


def test_better_evidence_hides_what_lies_inside_it(grammar: Grammar) -> None:
    detector = grammar(
        "<X> := [0-9]{2} [ ] [0-9]{2}\n  @category MINE\n  @score 0.9\n"
        "<Y> := [0-9]{2}\n  @category YOURS\n  @score 0.5\n"
    )
    assert [span.label for span in spans_of(detector, "12 34 and 56")] == ["MINE", "YOURS"]


def test_offsets_point_into_the_original(find: Find) -> None:
    rule = '<X> := [a-z]+ "@" [a-z]+ "." [a-z]+' + TOP
    assert find(rule, "to jo\u200bhn＠exa\u00admple．com!") == ["jo\u200bhn＠exa\u00admple．com"]
    assert find(rule, "&lt;a&#64;b.com&gt;") == ["a&#64;b.com"]
    assert find("<X> := [0-9]{4}" + TOP, "😀 Łó ٣٤\u200b٥٦ 漢") == ["٣٤\u200b٥٦"]


def test_lists_of_the_policy(find: Find, tmp_path: Path) -> None:
    (tmp_path / "pets.txt").write_text("Rex\nSnow White\n\n", encoding="utf-8")
    rule = "<X> := $pets | $more" + TOP
    lists = {"pets": "pets.txt", "more": ["Tom"]}
    assert find(rule, "rex, snow  white, TOM", lists=lists) == ["rex", "snow  white", "TOM"]


def test_files_beside_the_grammar(find: Find, tmp_path: Path) -> None:
    (tmp_path / "pets.txt").write_text("Rex\n", encoding="utf-8")
    assert find('<X> := $file("pets.txt")' + TOP, "rex") == ["rex"]


def test_the_documents_own_language_counts(grammar: Grammar) -> None:
    detector = grammar("<X> ::= $digits{2}" + TOP)
    assert [len(spans_of(detector, "uno dos", language)) for language in ("es", "en", "es-MX")] == [
        1,
        0,
        1,
    ]


def test_languages_of_the_policy_run_on_all_documents(grammar: Grammar) -> None:
    detector = grammar("<X> ::= $digits{2}" + TOP, languages=["en", "es"])
    assert len(spans_of(detector, "uno dos, one two", "en")) == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a := b\n", "1:6: no rule is named b"),
        ("a := b\nb := a\n", "cannot use itself: a → b → a"),
        ("<X> := $digitz" + TOP, "did you mean digits"),
        ('<X> := $file("none.txt")' + TOP, "1:8: the list cannot be read"),
        (
            '<X> := "x"' + TOP + "  @validate lun\n",
            "3:13: no validator is named lun; did you mean luhn",
        ),
        ('<X> := "x"' + TOP + "  @validate luhn 3\n", "takes 0 arguments"),
        ('<X> := "x"' + TOP + "  @validate digits a\n", "whole numbers"),
        ('<X> := "x"' + TOP + "  @validate phone ZZ\n", "no region ZZ"),
        ('<X> := "x"' + TOP + "  @validate stdnum no.such\n", "no module"),
        ("<X> := \\p{Greek}" + TOP, "no property Greek"),
        ("<X> := \\q" + TOP, "unknown escape"),
        ("<X> := [z-a]" + TOP, "from a lower one"),
        ('<X> := "я"' + TOP, "Windows-1252"),
        ("<X> := ([0-9]{900} [a-z]{900}){900}" + TOP, "too large"),
    ],
)
def test_what_does_not_hold_together_is_refused(grammar: Grammar, text: str, words: str) -> None:
    with pytest.raises(GrammarError) as caught:
        grammar(text)
    assert words in str(caught.value)
    assert "mine.bnf:" in str(caught.value)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"file": ["a"]}, "did you mean files"),
        ({"files": "a.bnf"}, "a list of strings"),
        ({"files": ["none.bnf"]}, "cannot be read"),
        ({"languages": ["xx"]}, "no language 'xx'"),
        ({"lists": ["a"]}, "a table"),
        ({"lists": {"a": 3}}, "strings or a file"),
        ({"lists": {"a": []}}, "empty"),
        ({"lists": {"a": "none.txt"}}, "cannot be read"),
    ],
)
def test_settings_are_checked(tmp_path: Path, options: dict[str, object], words: str) -> None:
    with pytest.raises(PolicyError, match=words):
        build(DetectorSettings(options=options, folder=tmp_path))


def test_only_the_categories_that_are_wanted_and_all_of_the_users_own(tmp_path: Path) -> None:
    (tmp_path / "mine.bnf").write_text("<X> := [0-9]{3}\n  @category MINE\n", encoding="utf-8")
    text = "mail a.b@example.com or 123"
    made = [
        build(DetectorSettings(categories=frozenset(names), options=options, folder=tmp_path))
        for names, options in (({"EMAIL_ADDRESS"}, {}), ({"AGE"}, {"files": ["mine.bnf"]}))
    ]
    assert [[span.label for span in spans_of(one, text)] for one in made] == [
        ["EMAIL_ADDRESS"],
        ["MINE"],
    ]


def test_a_detector_travels(grammar: Grammar) -> None:
    detector = grammar("<X> := [0-9]{3}" + TOP)
    text = "a 973"
    assert spans_of(pickle.loads(pickle.dumps(detector)), text) == spans_of(detector, text)


@pytest.mark.parametrize("language", installed())
def test_all_shipped_grammars_compile(language: str) -> None:
    assert build(DetectorSettings()).bundles(language)


def _valid(spans: tuple[Span, ...], low: int, high: int) -> bool:
    return all(
        low <= span.start < span.end <= high and _valid(span.parts, span.start, span.end)
        for span in spans
    )


_PIECES = (
    *("5", "55", " ", "one ", "dos ", "@", ".", "com", "-", "+34", "(", ")", "\u200b", "＠", "٣"),
    *("&#64;", "é", "e\u0301", "\n", "\0", "phone ", "A, ", "/", "😀", "\ud800", "а", "-\n", "€"),
)
_TRICKY = st.one_of(st.text(), st.lists(st.sampled_from(_PIECES)).map("".join))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(_TRICKY, max_size=4), st.sampled_from(installed()))
def test_any_text_gives_valid_spans(texts: list[str], language: str) -> None:
    documents = [Document(str(at), text, language) for at, text in enumerate(texts)]
    found = build(DetectorSettings()).detect(documents)
    assert len(found) == len(texts)
    for text, spans in zip(texts, found, strict=True):
        assert _valid(spans, 0, len(text))


@settings(max_examples=60, deadline=None)
@given(st.lists(_TRICKY, max_size=5), st.sampled_from(installed()))
def test_documents_do_not_depend_on_their_batch(texts: list[str], language: str) -> None:
    detector = build(DetectorSettings())
    documents = [Document(str(at), text, language) for at, text in enumerate(texts)]
    assert detector.detect(documents) == [detector.detect([one])[0] for one in documents]


@pytest.mark.parametrize("language", installed())
def test_every_shipped_rule_can_be_compiled(language: str) -> None:
    """Automata are made when text calls for them, which is too late for a mistake to show."""
    compiler = Compiler(Book(language))
    for rule in compiler.book.top():
        assert checked(compiler, rule).search.compiled.groups >= 0
