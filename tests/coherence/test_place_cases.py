"""The cases of ``places.toml`` hold for any draw."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from place_words import Outcome, holds

from understudy.categorise.link import link
from understudy.replace.relations import related_marks
from understudy.surrogates.bodies import write_bodies
from understudy.surrogates.mention import AROUND, Mention, Settings
from understudy.surrogates.places import write_places
from understudy.text import fold
from understudy.types import Document, Entity, Span

CASES = tomllib.loads(Path(__file__).with_name("places.toml").read_text(encoding="utf-8"))["case"]
SEEDS = range(12)
_MARK = re.compile(r"\[([^|\]]*)\|(\w+)(?:\|([^\]]*))?\]")
_BODIES = frozenset(("ORGANIZATION", "HOSPITAL", "PRODUCT", "DOMAIN_NAME", "URL"))


def _read(marked: str) -> tuple[str, list[tuple[int, int, str, str | None]]]:
    plain, spans, cursor = "", [], 0
    for match in _MARK.finditer(marked):
        plain += marked[cursor : match.start()]
        spans.append((len(plain), len(plain) + len(match[1]), match[2], match[3]))
        plain += match[1]
        cursor = match.end()
    return plain + marked[cursor:], spans


def _mentions(plain: str, spans: list[tuple[int, int, str, str | None]]) -> list[Mention]:
    return [
        Mention(
            plain[start:end],
            category,
            plain[max(0, start - AROUND) : start],
            plain[end : end + AROUND],
            (("key", key),) if key else (),
        )
        for start, end, category, key in spans
    ]


def _stream(seed: int) -> Iterator[int]:
    source = random.Random(seed)
    while True:
        yield source.getrandbits(64)


def _drawn(case: Mapping[str, Any], mentions: list[Mention], seed: int) -> list[str]:
    """Places of the scope together; each body by its key."""
    wanted = Settings(case["language"], country=case.get("country", True))
    texts = [mention.text for mention in mentions]
    placed = [at for at, one in enumerate(mentions) if one.category not in _BODIES | {"SURNAME"}]
    groups: dict[str, list[int]] = {}
    for at, one in enumerate(mentions):
        if one.category in _BODIES:
            groups.setdefault(dict(one.attributes).get("key", fold(one.text)), []).append(at)
    numbers = _stream(seed)
    for group, write in [(placed, write_places), *((one, write_bodies) for one in groups.values())]:
        written = write([mentions[at] for at in group], numbers, wanted)
        for at, text in zip(group, written.texts, strict=True):
            assert text is not None
            texts[at] = text
    return texts


def _typed(case: Mapping[str, Any]) -> list[str]:
    plain, spans = _read(case["text"])
    document = Document("d", plain, language=case["language"])
    found = [(Span(start, end, category), category) for start, end, category, _ in spans]
    keys = link(document, found)
    entities = [
        Entity(span, category, key) for (span, category), key in zip(found, keys, strict=True)
    ]
    marks = related_marks(document, entities, case["language"])
    return [marks[entity] for entity in entities]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_what_must_hold_holds(case: Mapping[str, Any]) -> None:
    mentions = _mentions(*_read(case["text"]))
    typed = case.get("strategy") == "typed"
    for seed in SEEDS:
        texts = _typed(case) if typed else _drawn(case, mentions, seed)
        outcome = Outcome(case["language"], mentions, texts)
        broken = [words for words in case["holds"] if not holds(words, outcome)]
        assert not broken, texts


def test_there_are_cases_enough() -> None:
    assert len(CASES) >= 50
    assert len({case["name"] for case in CASES}) == len(CASES)
