"""Names of parts."""

from __future__ import annotations

from importlib.metadata import EntryPoint, EntryPoints

import pytest

from understudy.core.errors import UsageError
from understudy.registry import GROUPS, imported, load, look_again, names


def test_every_name_loads() -> None:
    assert "given" in names("detectors")
    for group in GROUPS:
        assert names(group)
        for name in names(group):
            assert load(group, name) is not None


def test_the_strategies() -> None:
    wanted = [
        "entity",
        "generalise",
        "hash",
        "keep",
        "mask",
        "named",
        "redact",
        "swap",
        "typed",
        "word",
    ]
    assert set(wanted) <= set(names("strategies"))


def test_an_unknown_name_says_what_there_is() -> None:
    with pytest.raises(UsageError, match="redact"):
        load("strategies", "reduct")


def test_the_kind_of_part_is_named_in_the_singular() -> None:
    with pytest.raises(UsageError, match=r"^no strategy is named 'reduct'"):
        load("strategies", "reduct")
    with pytest.raises(UsageError, match=r"^no utility learner is named 'forest'"):
        load("utility_learners", "forest")


def test_one_loader_reads_module_and_attribute() -> None:
    assert imported("understudy.registry:imported") is imported


def test_plug_ins_follow_the_built_ins_and_cannot_take_their_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    points = [
        EntryPoint("zero", "understudy.registry:load", "understudy.tasks"),
        EntryPoint("also", "understudy.registry:names", "understudy.tasks"),
        EntryPoint("ner", "understudy.registry:load", "understudy.tasks"),
    ]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda: EntryPoints(points))
    look_again()
    try:
        assert names("tasks")[-2:] == ("also", "zero")
        assert load("tasks", "also") is names
        assert load("tasks", "ner").name == "ner"
    finally:
        monkeypatch.undo()
        look_again()


def test_packages_are_read_once_for_all_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def points() -> EntryPoints:
        asked.append(1)
        return EntryPoints([])

    monkeypatch.setattr("importlib.metadata.entry_points", points)
    look_again()
    try:
        assert all(names(group) for group in GROUPS)
        assert len(asked) == 1
    finally:
        monkeypatch.undo()
        look_again()
