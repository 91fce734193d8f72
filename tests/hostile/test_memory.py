"""What is remembered of one text does not pile up: a corpus of a million names needs no more memory
than one of a thousand. And one long document needs memory in proportion to its length."""

from __future__ import annotations

import functools
import gc
import tracemalloc
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hostile_shapes import SHAPES, varied

from understudy import Deidentifier
from understudy.core.types import Document
from understudy.pipeline import Pipeline, build
from understudy.policy import load
from understudy.policy.scopes import scope_of

SIZE = 2_500
MOST = 100
"""So many entries texts may add to a cache without a bound: public places, kinds of forms, never
values."""
VALUES = (
    *("list of strange names", "names with commas", "capitalised words", "people in sentences"),
    *("streets", "calles", "companies", "handles", "e-mail addresses", "URLs", "IP addresses"),
    *("record numbers", "telephone numbers", "card numbers", "amounts", "list of dates", "paths"),
)
"""Shapes whose second half has other values than the first."""


def _unbounded() -> dict[int, tuple[Any, int]]:
    """Every cache of the package that has no bound, and how much it holds."""
    wrapper = type(functools.cache(lambda: None))
    found = (one for one in gc.get_objects() if isinstance(one, wrapper))
    return {
        id(one): (one, one.cache_info().currsize)
        for one in found
        if one.__module__.startswith("understudy") and one.cache_info().maxsize is None
    }


def _grown(before: dict[int, tuple[Any, int]]) -> Iterable[tuple[str, int]]:
    for one, size in _unbounded().values():
        more = size - before.get(id(one), (one, 0))[1]
        if more > MOST:
            yield f"{one.__module__}.{one.__qualname__}", more


def _released(work: Pipeline, text: str) -> None:
    document = Document("hostile", text, "en")
    (entities,) = work.identify([document])
    work.replace(document, entities, scope_of(document, bytes(32), work.policy, {}))


@pytest.mark.parametrize("preset", ["patterns", "surrogate"])
def test_no_cache_without_a_bound_keeps_values(preset: str) -> None:
    policy = load(preset)
    others = tuple(name for name in policy.detectors if name != "encoder")
    work = build(replace(policy, detectors=others))
    texts = [SHAPES[name](2 * SIZE) for name in VALUES]
    for text in texts:
        _released(work, text[:SIZE])
    before = _unbounded()
    for text in texts:
        _released(work, text[SIZE:])
    assert not dict(_grown(before))


def test_names_of_elements_do_not_pile_up(tmp_path: Path) -> None:
    deidentifier = Deidentifier("patterns")
    for part in range(2):
        rows = "".join(f"<x{part}{at}>Ann</x{part}{at}>" for at in range(200))
        source = tmp_path / f"{part}.xml"
        source.write_text(f"<doc>{rows}</doc>", encoding="utf-8")
        before = _unbounded()
        deidentifier.run(source, tmp_path / f"{part}.out.xml")
    assert not dict(_grown(before))


LONG = 70_000
"""Characters: more than the model's tokenizer gets at once."""
PER_CHARACTER = 60
"""Bytes that a character of a document in prose may add to the peak under the default preset."""


def _peak(work: Pipeline, text: str) -> int:
    gc.collect()
    tracemalloc.start()
    _released(work, text)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


@pytest.mark.slow
def test_a_long_document_takes_a_stated_multiple_of_its_length() -> None:
    work = build(load("surrogate"))
    text = varied(4 * LONG)
    _released(work, text[:LONG])  # tables
    first, second = _peak(work, text[LONG : 2 * LONG]), _peak(work, text[2 * LONG :])
    assert second - first < PER_CHARACTER * LONG


@pytest.mark.slow
def test_what_the_model_says_of_a_text_takes_little_room() -> None:
    """A score of every class for each unit took a hundred and fifty bytes a character."""
    (detector,) = build(replace(load("surrogate"), detectors=("encoder",))).detectors
    document = Document("hostile", varied(2 * LONG), "en")
    detector.detect([document])
    tracemalloc.start()
    detector.detect([document])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 30 * len(document.text) + 4_000_000


def test_a_release_leaves_no_cycles() -> None:
    """While a task runs nobody looks for objects that point at each other, so that they would all
    stay until its end."""
    policy = load("surrogate")
    others = tuple(name for name in policy.detectors if name != "encoder")
    work = build(replace(policy, detectors=others))
    text = varied(20_000)
    _released(work, text[:5_000])
    gc.collect()
    gc.disable()
    try:
        _released(work, text[5_000:])
        assert gc.collect() < 50
    finally:
        gc.enable()
