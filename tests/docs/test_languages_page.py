"""The page on languages names every key, every grammar and every relation of the contract."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from understudy.languages.language import ENCODER, FROZEN, GRAMMARS, OPTIONAL, PARTS, Language
from understudy.testing.coherence import RELATIONS
from understudy.testing.tables import required

PAGE = (Path(__file__).parents[2] / "docs" / "languages.md").read_text(encoding="utf-8")


def _keys(table: Mapping[str, Any]) -> Iterator[str]:
    for key, kind in table.items():
        if isinstance(kind, str):
            yield key
        else:
            yield from _keys(kind)


@pytest.mark.parametrize("name", required())
def test_every_key_of_a_table_is_on_the_page(name: str) -> None:
    _, _, rest = PAGE.partition(f"### {name}.toml\n")
    section, _, _ = rest.partition("\n### ")
    assert set(_keys(required()[name])) <= set(re.findall(r"`(\w+)`", section))


def test_files_fields_and_relations_are_on_the_page() -> None:
    names = set(re.findall(r"`([\w ]+)`", PAGE))
    words = {name.split()[0] for name in names}
    assert {*GRAMMARS, *ENCODER, *(field.name for field in fields(Language))} <= words
    assert words >= RELATIONS.keys()
    for file in (*(f"{part}.py" for part in PARTS if part == "streets"), *FROZEN, *OPTIONAL):
        assert file in PAGE
