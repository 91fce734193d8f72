"""Feasts: one becomes another of its language, the same for each mention."""

from __future__ import annotations

import pytest
from marked_mentions import stream

from understudy.surrogates.dates.facts import calendar_facts
from understudy.surrogates.dates.holidays import with_feasts
from understudy.surrogates.mention import Mention


def drawn(*texts: str, seed: int = 1) -> tuple[str | None, ...]:
    mentions = [Mention(text, "DATE_TIME") for text in texts]
    return with_feasts(mentions, [None] * len(texts), stream(seed), "en")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Christmas", "en"),
        ("christmas", "en"),
        ("CHRISTMAS", "en"),
        ("Easter", "en"),
        ("Thanksgiving", "en"),
        ("Navidad", "es"),
        ("navidad", "es"),
        ("Semana Santa", "es"),
        ("Nochevieja", "es"),
    ],
)
def test_a_feast_becomes_one_of_its_group(text: str, language: str) -> None:
    (group,) = [
        [name.lower() for name in one]
        for one in calendar_facts(language)["holidays"]
        if text.lower() in [name.lower() for name in one]
    ]
    made = {new for seed in range(30) if (new := drawn(text, seed=seed)[0])}
    assert len(made) > 1
    assert {new.lower() for new in made} <= set(group)
    assert all(new.islower() for new in made) is text.islower()
    assert all(new.isupper() for new in made) is text.isupper()


@pytest.mark.parametrize("text", ["Tuesday", "May 3", "martes", "3 de mayo", "Boston", ""])
def test_what_is_no_feast_stays_undecided(text: str) -> None:
    assert drawn(text) == (None,)


def test_a_feast_is_drawn_once_and_what_is_written_stays() -> None:
    first, other, again = drawn("Easter", "Christmas", "Easter")
    assert first == again
    assert other is not None
    mentions = [Mention("Christmas", "DATE_TIME")]
    assert with_feasts(mentions, ["June 5"], stream(1), "en") == ("June 5",)
