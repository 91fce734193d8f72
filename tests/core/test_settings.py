"""Settings as structs: what is wrong with a value, in words."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import UNSET, Meta, UnsetType

from understudy.core.settings import LARGEST, NoSettings, known_keys, near, problem, read


class Every(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    flag: bool = True
    text: str = ""
    way: Literal["left", "right", "about"] = "right"
    count: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    chance: Annotated[float, Meta(ge=0, le=1)] = 0.5
    heat: Annotated[float, Meta(gt=0, le=LARGEST)] = 1.0
    share: Annotated[float, Meta(gt=0, le=0.5)] = 0.5
    least: Annotated[int, Meta(ge=3)] = 3
    any_number: float = 0.0
    sign: Annotated[str, Meta(max_length=1, description="one character")] = "*"
    names: tuple[str, ...] = ()
    table: dict[str, str] = {}
    unsaid: Annotated[int, Meta(ge=0, le=9)] | UnsetType = UNSET
    nothing: Literal["b", "a"] | None = None


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("flag", 1, "true or false"),
        ("text", 3, "a string"),
        ("way", "up", "one of left, right, about"),
        ("count", 0, "a whole number from 1 to 1000000"),
        ("count", True, "a whole number from 1 to 1000000"),
        ("count", 1.5, "a whole number from 1 to 1000000"),
        ("chance", 2, "a number from 0 to 1"),
        ("chance", float("nan"), "a number from 0 to 1"),
        ("heat", 0, "a number above 0"),
        ("heat", float("inf"), "a number above 0"),
        ("share", 0.6, "a number above 0 and at most 0.5"),
        ("least", 2, "a whole number, 3 or more"),
        ("any_number", "x", "a number"),
        ("sign", "**", "one character"),
        ("names", "Ann", "a list of strings"),
        ("names", [1], "a list of strings"),
        ("table", ["x"], "a table"),
        ("unsaid", 10, "a whole number from 0 to 9"),
        ("nothing", "c", "one of b, a"),
    ],
)
def test_what_is_wrong_is_said_in_words(key: str, value: Any, words: str) -> None:
    assert problem(Every, key, value) == f"must be {words}"


@pytest.mark.parametrize(
    ("key", "value"),
    [("flag", False), ("chance", 1), ("names", ["Ann"]), ("unsaid", 9), ("nothing", "a")],
)
def test_what_is_right_is_no_problem(key: str, value: Any) -> None:
    assert problem(Every, key, value) is None


def test_a_table_becomes_settings_without_the_keys_of_others() -> None:
    made = read(Every, {"count": 7, "names": ["Ann"], "values": {"a": 1.0}})
    assert (made.count, made.names, made.way) == (7, ("Ann",), "right")
    assert known_keys(Every)[:3] == ("flag", "text", "way")
    assert known_keys(NoSettings) == ()


def test_the_name_that_was_meant() -> None:
    assert near("seperator", ["separator", "sign"]) == "; did you mean separator?"
    assert near("xyz", ["separator"]) == ""
