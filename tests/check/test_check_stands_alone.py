"""The check shares no code with what reads values for stand-ins, or writes them."""

from __future__ import annotations

import ast
from datetime import date
from pathlib import Path

import pytest

from understudy import check
from understudy.check.coherence.reading import (
    day_of,
    digits_of,
    gender_of,
    places_of,
    spelt_of,
    starts_of,
    typed,
)

ROOM = Path(check.__file__).parent
BARRED = (
    *("understudy.surrogates", "understudy.replace", "understudy.languages.names"),
    *("understudy.languages.numbers", "understudy.categorise", "understudy.identify"),
)
ALLOWED = "understudy.replace.part"
"""Which strategies there are, and what each says of itself."""


def _imports(path: Path) -> list[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return found + [one.name for node in ast.walk(tree) if isinstance(node, ast.Import)
                    for one in node.names]  # fmt: skip


def test_no_rule_imports_a_reader_or_a_writer() -> None:
    paths = sorted(ROOM.rglob("*.py"))
    assert len(paths) > 8
    shared = {
        f"{path.name}: {name}"
        for path in paths
        for name in _imports(path)
        if name.startswith(BARRED) and name != ALLOWED
    }
    assert shared == set()


@pytest.mark.parametrize(
    ("text", "language", "day"),
    [
        ("2016-05-03", "en", date(2016, 5, 3)),
        ("5/3/2016", "en", date(2016, 5, 3)),
        ("23/3/2016", "en", date(2016, 3, 23)),
        ("3/5/98", "es", date(1998, 5, 3)),
        ("May 3rd, 2016", "en", date(2016, 5, 3)),
        ("3 of Sept. 2016", "en", date(2016, 9, 3)),
        ("3 de mayo de 2016", "es", date(2016, 5, 3)),
        ("31 de febrero de 2016", "es", None),
        ("May 2016", "en", None),
        ("3 Quxi 2016", "en", None),
    ],
)
def test_days(text: str, language: str, day: date | None) -> None:
    assert day_of(text, language) == day


def test_numbers_spellings_and_addresses() -> None:
    assert digits_of("five oh 7-2", "en") == "5072"
    assert digits_of("forty two", "en") == ""
    assert spelt_of("B, E, N as in Nora", "en") == "ben"
    assert spelt_of("ge a erre uve doble", "es") == "garw"
    assert spelt_of("Bennet", "en") == ""
    assert typed("ana guion bajo ruiz arroba uni punto es", "es") == "ana_ruiz@uni.es"


def test_lists_are_looked_up() -> None:
    assert (gender_of("mary", "en"), gender_of("robert", "en")) == ("female", "male")
    assert gender_of("quxivorn", "en") == ""
    assert starts_of("Getafe") == {"28"}
    assert starts_of("Quxivorn") == frozenset()
    assert places_of("San Fernando")
    assert not places_of("San Quxivorn")
