"""What mypy must know of the entry points from Python: ``mypy`` reads this file, nobody runs it.

A line with an ``ignore`` is a fault that must be seen: under ``strict``, an ignore that nothing
needs is an error.
"""

from __future__ import annotations

from typing import assert_type

from understudy import Deidentified, Deidentifier, Entity, Release, deidentify


class Frame:
    """What has columns, as a data frame does."""

    columns: tuple[str, ...] = ()


def texts(one: Deidentifier, maybe: list[str | float | None]) -> None:
    assert_type(deidentify("a"), Deidentified)
    assert_type(one("a"), Deidentified)
    assert_type(deidentify(["a"]), list[Deidentified])
    assert_type(one(["a"], language="en"), list[Deidentified])
    assert_type(deidentify(("a", "b")), tuple[Deidentified, ...])
    assert_type(deidentify(maybe), list[Deidentified | float | None])
    assert_type(one.identify("a"), tuple[Entity, ...])
    assert_type(one.identify(["a"]), list[tuple[Entity, ...]])
    assert_type(one.identify(("a",)), tuple[tuple[Entity, ...], ...])


def conversations_and_frames(one: Deidentifier, frame: Frame) -> None:
    messages = [{"role": "user", "content": "a"}]
    assert_type(deidentify(messages), list[dict[str, str]])
    assert_type(one([messages]), list[list[dict[str, str]]])
    assert_type(deidentify(frame, columns="auto", subject="who"), Frame)
    assert_type(one(frame, columns={"name": "PERSON"}), Frame)


def files(one: Deidentifier) -> None:
    assert_type(one.run("a", "b", workers=2, force=True), Release)


def faults(one: Deidentifier) -> None:
    one(5)  # type: ignore[call-overload]
    one(b"a")  # type: ignore[call-overload]
    deidentify({"a": 1})  # type: ignore[call-overload]
    deidentify("a", polcy="typed")  # type: ignore[call-overload]
    one("a", columns="auto")  # type: ignore[call-overload]
    one.identify(5)  # type: ignore[call-overload]
    one.run("a", "b", ledgr="x")  # type: ignore[call-arg]
    one.run("a", "b", workers="two")  # type: ignore[arg-type]
