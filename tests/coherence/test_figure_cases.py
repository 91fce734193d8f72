"""The cases of ``dates.toml`` and ``figures.toml`` hold for any draw."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from figure_words import Outcome, holds

from understudy.surrogates.dates import write_dates
from understudy.surrogates.figures import write_figures
from understudy.surrogates.mention import AROUND, Mention, Settings

_MARK = re.compile(r"\[([^|\]]*)\|(\w+)(?:\|([^\]]*))?\]")
SEEDS = range(12)


def _cases(name: str) -> list[dict[str, Any]]:
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return list(tomllib.loads(text)["case"])


DATES, FIGURES = _cases("dates.toml"), _cases("figures.toml")


def _numbers(seed: int) -> Iterator[int]:
    source = random.Random(seed)
    while True:
        yield source.getrandbits(64)


def _mentions(marked: str) -> tuple[list[Mention], list[str]]:
    plain, spans, cursor = "", [], 0
    for match in _MARK.finditer(marked):
        plain += marked[cursor : match.start()]
        spans.append((len(plain), len(plain) + len(match[1]), match[2], match[3] or match[1]))
        plain += match[1]
        cursor = match.end()
    plain += marked[cursor:]
    mentions = [
        Mention(
            plain[low:high], name, plain[max(0, low - AROUND) : low], plain[high : high + AROUND]
        )
        for low, high, name, _ in spans
    ]
    return mentions, [key for *_, key in spans]


def _settings(case: Mapping[str, Any]) -> Settings:
    return Settings(language=case["language"], shift=case.get("shift", "uniform"))


def _check(case: Mapping[str, Any], mentions: list[Mention], new: list[str | None]) -> None:
    old = [mention.text for mention in mentions]
    assert None not in new
    outcome = Outcome([text or "" for text in new], old, case["language"])
    broken = [relation for relation in case["holds"] if not holds(relation, outcome)]
    assert not broken, new


@pytest.mark.parametrize("case", DATES, ids=[case["name"] for case in DATES])
def test_dates(case: Mapping[str, Any]) -> None:
    mentions, _ = _mentions(case["text"])
    for seed in SEEDS:
        written = write_dates(mentions, _numbers(seed), _settings(case))
        _check(case, mentions, list(written.texts))


@pytest.mark.parametrize("case", FIGURES, ids=[case["name"] for case in FIGURES])
def test_figures(case: Mapping[str, Any]) -> None:
    mentions, keys = _mentions(case["text"])
    for seed in SEEDS:
        new: list[str | None] = [None] * len(mentions)
        for number, key in enumerate(dict.fromkeys(keys)):
            own = [at for at, one in enumerate(keys) if one == key]
            stream = _numbers(100 * seed + number)
            written = write_figures([mentions[at] for at in own], stream, _settings(case))
            for at, text in zip(own, written.texts, strict=True):
                new[at] = text
        _check(case, mentions, new)


def test_there_are_enough_cases() -> None:
    for cases in (DATES, FIGURES):
        assert len(cases) >= 50
        assert {case["language"] for case in cases} == {"en", "es"}


@pytest.mark.parametrize(
    ("relation", "new"),
    [
        ("days 1 2 3", ["2016-05-03", "2016-05-07"]),
        ("weekday_fits 1", ["Monday 3 May 2016"]),
        ("months 1 2 1", ["May", "July"]),
        ("minutes 1 2 30", ["09:00", "09:20"]),
        ("same_number 1 2", ["4242", "four two four one"]),
        ("ends_with 1 2", ["12345", "44"]),
        ("luhn 1", ["4000000000000003"]),
        ("one_number 1 thirty_*", ["zero"]),
        ("age 1 2 3", ["3 May 1950", "2 May 2000", "50"]),
        ("case 1", ["FIVE"]),
    ],
)
def test_a_relation_can_fail(relation: str, new: list[str]) -> None:
    assert not holds(relation, Outcome(new, ["five"] * len(new), "en"))
