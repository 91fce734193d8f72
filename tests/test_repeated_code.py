"""Logic is written once: no two places of the package share ten or more meaningful lines."""

from __future__ import annotations

import ast
import io
import keyword
import re
import tokenize
from collections.abc import Collection, Iterator
from pathlib import Path

import understudy

HOUSE = Path(understudy.__file__).parent
MOST = 9
"""Lines that two places may have in common, one after the other."""
_THIN = re.compile(
    r"[\W_]*|(?:else|try|finally|pass|return)\W*|(?:import|from) .*|@\w+(?:\(\))?|#.*"
)
_LISTING = re.compile(r"from \S+ import \(|__all__ = \[")
_COMMENT = re.compile(r"  # .*$")


def meaningful(path: Path) -> list[tuple[int, str]]:
    """The lines that say something, with their numbers and without space around them.

    Brackets alone and lists of names that are imported or exported are no logic.
    """
    found, listing = [], False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        text = _COMMENT.sub("", line).strip()
        listing = listing or _LISTING.fullmatch(text) is not None
        if not listing and not _THIN.fullmatch(text):
            found.append((number, text))
        listing = listing and text not in (")", "]")
    return found


def repeated(paths: list[Path], most: int = MOST) -> Iterator[str]:
    """Places that share more lines than that, each with the place where they stood before."""
    seen: dict[tuple[str, ...], str] = {}
    for path in paths:
        lines = meaningful(path)
        for at in range(len(lines) - most):
            window = tuple(text for _, text in lines[at : at + most + 1])
            place = f"{path.name}:{lines[at][0]}"
            before = seen.setdefault(window, place)
            if before != place:
                yield f"{before} and {place}"


_NAMES = {tokenize.NAME: "name", tokenize.STRING: "text", tokenize.NUMBER: "number"}
_ARGUMENT = re.compile(r"\w+=.*,|[\w.]+,|\*+\w.*,")


def shaped(path: Path) -> list[tuple[int, tuple[str, ...]]]:
    """The meaningful lines of functions, as words; what a call is given by name is a table."""
    source = path.read_text(encoding="utf-8")
    inside = {
        line
        for one in ast.walk(ast.parse(source))
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
        for line in range(one.lineno, (one.end_lineno or one.lineno) + 1)
    }
    words: dict[int, list[str]] = {}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.string.strip() and token.type != tokenize.COMMENT:
            kind = "" if keyword.iskeyword(token.string) else _NAMES.get(token.type, "")
            words.setdefault(token.start[0], []).append(f"{kind}:{token.string}")
    return [
        (number, tuple(words[number]))
        for number, text in meaningful(path)
        if number in inside and not _ARGUMENT.fullmatch(text) and _says(words.get(number, ()))
    ]


def _says(words: Collection[str]) -> bool:
    """Whether a line is more than a text by itself, as a docstring is."""
    return any(not word.startswith("text:") for word in words)


def renamed(lines: list[tuple[str, ...]]) -> str:
    """Lines with their names called by the order in which they come."""
    names: dict[str, str] = {}
    found = []
    for line in lines:
        for word in line:
            kind, _, text = word.partition(":")
            named = kind == "name"
            found.append(names.setdefault(text, str(len(names))) if named else kind or text)
        found.append("\n")
    return " ".join(found)


def alike(paths: list[Path], most: int = MOST) -> Iterator[str]:
    """Places that are the same but for their names and literals."""
    seen: dict[str, tuple[Path, int, str]] = {}
    for path in paths:
        lines = shaped(path)
        for at in range(len(lines) - most):
            shape = renamed([words for _, words in lines[at : at + most + 1]])
            place = f"{path.name}:{lines[at][0]}"
            where, index, before = seen.setdefault(shape, (path, at, place))
            if where != path or at - index > most:
                yield f"{before} and {place}"


def test_no_two_places_are_alike_but_for_their_names() -> None:
    assert list(alike(sorted(HOUSE.rglob("*.py")))) == []


def test_places_that_are_alike_are_found(tmp_path: Path) -> None:
    lines = [f"    first_{number} = second_{number} + {number}" for number in range(10)]
    other = [f"    left_{number} = right_{number} + 7" for number in range(10)]
    one, two = tmp_path / "one.py", tmp_path / "two.py"
    one.write_text("\n".join(["def f():", *lines]))
    two.write_text("\n".join(["def g():", *other]))
    assert list(alike([one, two])) == ["one.py:1 and two.py:1", "one.py:2 and two.py:2"]
    two.write_text("\n".join(["def g():", *other[:5], "    left_0 = left_0 - 1", *other[6:]]))
    assert list(alike([one, two])) == []


def test_no_two_places_share_ten_lines() -> None:
    assert list(repeated(sorted(HOUSE.rglob("*.py")))) == []


def test_shared_lines_are_found(tmp_path: Path) -> None:
    lines = [f"value_{number} = {number}" for number in range(10)]
    one, other = tmp_path / "one.py", tmp_path / "other.py"
    one.write_text("\n".join(["import re", *lines]))
    other.write_text("\n".join(["def f():", "", *(f"    {line}  # why" for line in lines)]))
    assert list(repeated([one, other])) == ["one.py:2 and other.py:3"]
    other.write_text("\n".join(lines[:9]))
    assert list(repeated([one, other])) == []
