"""What a mention costs does not grow with the lists that it is looked up in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

import pytest

from understudy.categorise.rules.offices import names_office
from understudy.core.types import Document
from understudy.languages import get
from understudy.languages.public import PublicWords, public_words
from understudy.pipeline import Pipeline, build
from understudy.policy import load

KNOWN = (
    "Mary Jones from Lidl Sestao wrote to St. Mary's Hospital about Parkinson's on 3 May.",
    "Dr. Alice Cooper of Calle Mayor 3, Leeds, called Rosa about the Order of Hon. Ann Lee.",
)
ASKED = (
    "Peter Adams from Tesco Hartlepool wrote to St. Luke's Hospital about Crohn's on 4 June.",
    "Prof. Laura Stone of Calle Real 8, York, called Julia about the Order of Hon. Tom Hill.",
)


class Looked(frozenset[str]):
    """A list in which words are looked up, and that no mention copies."""

    def _copied(self, other: object) -> frozenset[str]:
        raise AssertionError("a list was copied for a mention")

    __or__ = __ror__ = __sub__ = __xor__ = _copied  # type: ignore[assignment]


@pytest.fixture
def ready() -> Iterator[Pipeline]:
    """A pipeline that has read some text, with lists that refuse to be copied from now on."""
    made, public = build(load("surrogate")), public_words(get("en").reads)
    made.run([Document(str(at), text, "en") for at, text in enumerate(KNOWN)], bytes(32))
    names_office(("regional", "governor"), public, "en")  # makes a list of its own, once
    held = {one.name: getattr(public, one.name) for one in fields(PublicWords)}
    lists = {name: value for name, value in held.items() if isinstance(value, frozenset)}
    for name, value in lists.items():
        object.__setattr__(public, name, Looked(value))
    yield made
    for name, value in lists.items():
        object.__setattr__(public, name, value)


def test_no_mention_copies_a_list(ready: Pipeline) -> None:
    asked = [Document(str(at), text, "en") for at, text in enumerate(ASKED)]
    assert all(result.edits for result in ready.run(asked, bytes(32)))
