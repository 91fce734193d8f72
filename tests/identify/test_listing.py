"""Values of lists as whole words of a text."""

from __future__ import annotations

import pytest

from understudy.core.folding import flat
from understudy.identify.listing import Worth, listing

VALUES = {"ann": 1, "new york": 2, "new york city": 4, "york": 8, "o'brien": 16, "will": 0}


def _worth(value: str) -> Worth:
    return VALUES.get(value, 0), ""


def _found(text: str) -> list[tuple[str, int]]:
    padded = f" {flat(text)} "
    return [
        (padded[start:end], worth[0]) for start, end, worth in listing(VALUES, _worth).found(padded)
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ann, and Annie", [("ann", 1)]),
        ("New York City", [("new york", 2), ("new york city", 4), ("york", 8)]),
        ("New York.", [("new york", 2), ("york", 8)]),
        ("New Yorkers", []),
        ("New, York", [("york", 8)]),  # a comma is a space, and there are two
        ("O’Brien will", [("o'brien", 16)]),
        ("", []),
        ("new", []),  # the first word of a value is none
    ],
)
def test_values_are_whole_words_with_one_space_between(
    text: str, found: list[tuple[str, int]]
) -> None:
    assert _found(text) == found


def test_what_a_value_is_worth_is_asked_once() -> None:
    asked: list[str] = []

    def worth(value: str) -> Worth:
        asked.append(value)
        return _worth(value)

    known = listing(VALUES, worth)
    for _ in range(3):
        assert len(known.found(" ann will ann will new york ")) == 4
    assert sorted(asked) == ["ann", "new", "new york", "will", "york"]
