"""No word of a human language and no language code stands outside ``languages/``.

What is looked for in the code: string literals that are the code of an installed language, regular
expressions with three letters or more in a row, and collections with two words or more of an
installed language's lexicon.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

import understudy
from understudy.core.folding import flat
from understudy.languages import installed
from understudy.languages.lexicon import lexicon

SOURCE = Path(understudy.__file__).parent

EXCEPTIONS: Mapping[str, tuple[str, ...]] = {
    # The door through which the languages that are built in come.
    "registry.py": ("en", "es"),
    # Examples that contracts are tried on.
    "testing/detectors.py": ("en",),
    "testing/strategies.py": ("en",),
    # Options of formats, and fields of requests.
    "certificate/pins.py": ("subject", "again"),
    "service/failures.py": ("start", "who"),
    # Words of file formats: CoNLL-U, Transcriber, XML; parts of addresses; the reserved domain.
    "corpus/conll.py": ("sent",),
    "corpus/delimited.py": ("id", "subject", "email", "phone"),
    "corpus/documents/html.py": ("meta", "charset"),
    "corpus/documents/mail.py": ("From",),
    "corpus/documents/message.py": ("file", "name", "boundary"),
    "corpus/sentences.py": ("text",),
    "corpus/trs.py": ("speaker", "spk", "unknown"),
    "corpus/xmltext.py": ("xml", "encoding", "amp", "quot", "apos"),
    "replace/surrogate/joining.py": ("https", "www"),
    "replace/surrogate/following.py": ("example",),
    "check/coherence/figures.py": ("example",),
    "surrogates/organizations/look.py": ("https", "www"),
    # Sides of a page in a workbook, and how exactly an attribute of a person is told.
    "corpus/xlsxbare.py": ("left", "right"),
    "audit/quasi.py": ("street", "nothing", "day", "month", "year"),
    # Kinds of fields of a date, of pieces of an address, of edges of an automaton.
    "replace/surrogate/settings.py": ("month", "year"),
    "surrogates/dates/items.py": ("day", "month", "year"),
    "surrogates/dates/read.py": ("day", "year"),
    "surrogates/dates/rows.py": ("one", "two", "hour", "month", "day", "year", "GMT", "UTC"),
    "surrogates/dates/settling.py": ("day", "month", "year"),
    "surrogates/dates/sketch.py": (
        *("day", "month", "year", "hour", "minute", "second", "half", "months", "unit"),
        *("one", "two", "short", "many"),
    ),
    "surrogates/dates/words.py": ("year", "month", "day", "short"),
    "surrogates/dates/write.py": ("month", "year"),
    "surrogates/echo/days.py": ("day", "month", "year"),
    "surrogates/echo/people.py": ("whole", "short"),
    "surrogates/numbers/checks.py": ("nass", "vin"),
    "surrogates/numbers/sketch.py": (
        *("whole", "first", "last", "letters", "year", "unit", "ten", "four", "six", "card"),
    ),
    "surrogates/numbers/vocabulary.py": ("º", "ª"),
    "surrogates/numbers/write_codes.py": ("no", "yes", "first", "last"),
    "surrogates/places/doors.py": ("said", "floor", "letter"),
    "surrogates/places/parts.py": ("kept", "number"),
    "surrogates/places/sketch.py": ("plus", "long"),
    "surrogates/places/words.py": ("first", "each"),
    "surrogates/people/sketch.py": ("letter", "code", "whole", "short", "first", "two", "all"),
    "surrogates/people/spelling.py": ("first", "two"),
    "surrogates/organizations/patterns.py": (
        *("orders", "within", "before", "after", "first", "last"),
    ),
    "surrogates/organizations/sketch.py": ("letters", "address", "whole", "short", "all", "last"),
    "surrogates/organizations/slugs.py": ("all", "last"),
    "surrogates/places/scene.py": ("postal", "street"),
    "surrogates/places/streets.py": ("said", "letter", "floor"),
    "identify/grammar/edges.py": ("after", "reached"),
    # Names of settings, of fields and of functions.
    "attacks/equality.py": ("across", "within"),
    "cli/live.py": ("next_", "start"),
    "corpus/blocks.py": ("changes", "opened"),
    "learn/curves_page.py": ("reached", "stopped"),
    "learn/strategy.py": ("max", "per", "minute"),
    "run/ledger.py": ("unit", "id", "was", "is"),
    "spark/rows.py": ("subject", "number"),
    # Fields and headers of the interfaces of language models.
    "service/gateway/dialects.py": ("id", "signature", "system", "user"),
    "service/gateway/upstream.py": ("anthropic", "ratelimit", "after", "order"),
}
"""Path → the literals that may stand there: no document is matched against them in its language."""

Found = Iterator[tuple[int, tuple[str, ...]]]
"""Line → the literals in question."""

_PATTERNS = frozenset(
    ("compile", "match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")
)
_NO_WORD = re.compile(
    r"""\\[xuUN](?:[0-9A-Fa-f]{2,8}|\{[^}]*\})  # a character by its number
    |\\.                                        # an escape
    |\(\?P[<=]\w+[>)]?                          # the name of a group
    |\(\?[aiLmsux-]+[:)]                        # flags
    |\[\^?\]?(?:\\.|[^\]\\])*\]                 # a class of characters
    """,
    re.VERBOSE,
)
_LETTERS = re.compile(r"[^\W\d_]{3,}")


def _codes(tree: ast.AST) -> Found:
    """Literals that are language codes: compared with, keys, arguments, defaults."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value in installed():
            yield node.lineno, (str(node.value),)


def _literal(node: ast.expr) -> str:
    """What a pattern says in so many letters; a gap where it holds a value."""
    if isinstance(node, ast.Constant):
        value = node.value
        return value.decode("latin-1") if isinstance(value, bytes) else str(value)
    if isinstance(node, ast.JoinedStr):
        return " ".join(map(_literal, node.values))
    if isinstance(node, ast.BinOp):
        return _literal(node.left) + _literal(node.right)
    return " "


def _regexes(tree: ast.AST) -> Found:
    """Words in regular expressions, except in classes, escapes and names of groups."""
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        of = node.func.value
        if isinstance(of, ast.Name) and of.id == "re" and node.func.attr in _PATTERNS:
            words = _LETTERS.findall(_NO_WORD.sub(" ", _literal(node.args[0])))
            if words:
                yield node.lineno, tuple(words)


@cache
def _known() -> frozenset[str]:
    lexicons = [lexicon(code) for code in installed()]
    return frozenset().union(
        *(one.stops | one.months | one.titles | one.particles for one in lexicons)
    )


def _items(node: ast.AST) -> list[str]:
    """The strings of a collection, or of a text that is split into one."""
    if isinstance(node, ast.Set | ast.Tuple | ast.List):
        values = [item.value for item in node.elts if isinstance(item, ast.Constant)]
        return [value for value in values if isinstance(value, str)]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
        of = node.func.value if isinstance(node.func, ast.Attribute) else None
        text = {"split": of, "flat_words": node.args[0] if node.args else None}.get(name)
        if isinstance(text, ast.Constant) and isinstance(text.value, str):
            return text.value.split()
    return []


def _collections(tree: ast.AST) -> Found:
    """Two words or more of an installed language; all-caps are categories, and what ``__slots__``
    lists are names of our own."""
    named = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and any(isinstance(one, ast.Name) and one.id == "__slots__" for one in node.targets)
    }
    for node in ast.walk(tree):
        items = [] if node in named else _items(node)
        words = tuple(one for one in items if one == one.lower() and flat(one).strip() in _known())
        if len(words) > 1:
            yield getattr(node, "lineno", 0), words


RULES: Mapping[str, Callable[[ast.AST], Found]] = {
    "a language code": _codes,
    "words in a regular expression": _regexes,
    "words in a collection": _collections,
}


@cache
def _modules() -> tuple[tuple[str, ast.AST], ...]:
    names = [path.relative_to(SOURCE).as_posix() for path in sorted(SOURCE.rglob("*.py"))]
    return tuple(
        (name, ast.parse((SOURCE / name).read_text(encoding="utf-8")))
        for name in names
        if not name.startswith("languages/")
    )


@cache
def _found(rule: str) -> tuple[tuple[str, int, tuple[str, ...]], ...]:
    """What a rule finds: module, line, literals."""
    return tuple(
        (name, line, words) for name, tree in _modules() for line, words in RULES[rule](tree)
    )


@pytest.mark.parametrize("rule", RULES)
def test_nothing_of_a_language_stands_outside_its_folder(rule: str) -> None:
    found = [
        f"{name}:{line}: {' '.join(words)}"
        for name, line, words in _found(rule)
        if not set(words) <= set(EXCEPTIONS.get(name, ()))
    ]
    assert not found, f"{rule} outside languages/:\n" + "\n".join(found)


def test_every_exception_is_needed() -> None:
    found: dict[str, set[str]] = {}
    for rule in RULES:
        for name, _, words in _found(rule):
            found.setdefault(name, set()).update(words)
    idle = {name: sorted(set(words) - found.get(name, set())) for name, words in EXCEPTIONS.items()}
    assert not {name: words for name, words in idle.items() if words}


@pytest.mark.parametrize(
    ("rule", "code", "words"),
    [
        ("a language code", 'language == "es"', ("es",)),
        ("a language code", 'def f(language: str = "en"): ...', ("en",)),
        ("a language code", '{"es": 1}', ("es",)),
        ("a language code", '"espresso"', None),
        ("words in a regular expression", 're.compile(r"(?:los|las)\\s+")', ("los", "las")),
        ("words in a regular expression", 're.sub(rf"{_A}|(?P<year>del) ", "", x)', ("del",)),
        ("words in a regular expression", 're.compile(r"(?P<word>[a-zñ]+)\\w{3,}\\bde")', None),
        ("words in a regular expression", 're.findall("x" + "punto", x)', ("xpunto",)),
        ("words in a collection", 'frozenset(("el", "la", "Z"))', ("el", "la")),
        ("words in a collection", '"mr mrs zzz".split()', ("mr", "mrs")),
        ("words in a collection", 'flat_words("january de")', ("january", "de")),
        ("words in a collection", 'x.startswith(("the ", "el "))', ("the ", "el ")),
        ("words in a collection", '("PERSON", "the")', None),
        ("words in a collection", '__slots__ = ("first", "last")', None),
    ],
)
def test_what_is_looked_for(rule: str, code: str, words: tuple[str, ...] | None) -> None:
    found = [said for _, said in RULES[rule](ast.parse(code))]
    assert found == ([] if words is None else [words])
