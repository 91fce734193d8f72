"""The coherence of people, case by case."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from coherence.people import Case, cases, holds
from understudy.surrogates.mention import Settings
from understudy.surrogates.people import write_people

CASES = cases(Path(__file__).with_name("people.toml"))


def numbers(seed: int) -> Iterator[int]:
    rng = random.Random(seed)
    while True:
        yield rng.getrandbits(64)


def released(case: Case, seed: int) -> list[str]:
    """The new texts: one call for each person."""
    texts: list[str] = [""] * len(case.mentions)
    for at, key in enumerate(dict.fromkeys(case.keys)):
        places = [place for place, own in enumerate(case.keys) if own == key]
        stream = numbers(1000 * seed + at)
        found = write_people(
            [case.mentions[place] for place in places], stream, Settings(language=case.language)
        )
        for place, text in zip(places, found.texts, strict=True):
            assert text is not None
            texts[place] = text
    return texts


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_what_must_hold_holds(case: Case) -> None:
    for seed in range(10):
        texts = released(case, seed)
        originals = [mention.text for mention in case.mentions]
        broken = [one for one in case.holds if not holds(one, texts, originals)]
        assert not broken, texts


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 50
    assert {case.language for case in CASES} == {"en", "es"}


def test_a_relation_can_fail() -> None:
    assert not holds("spells 0 1", ["L, A, U", "Megan"], [])
    assert not holds("short 0 1", ["Liz", "Mary Smith"], [])
    assert not holds("built 0 1", ["john.smith@a.example", "Ann Lee"], [])
    assert not holds("case 0", ["ANN"], ["john"])
