"""The work on a hostile text grows with its length, whatever its shape.

Work is counted as calls of functions, of our own and of C, over three sizes; seconds would tell of
the machine. A loop inside one call is no call: the slow tests count the lines that are run, too, a
round of a loop being one at least. A scan inside one call of C (a pattern that goes back over a
word without end) shows in no count, so the largest text also has a limit of processor time that
only such a scan reaches.
"""

from __future__ import annotations

import cProfile
import math
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from types import FrameType
from typing import Any

import pytest
from hostile_mixtures import MIXTURES, RUNS, beside_a_run
from hostile_shapes import SHAPES

from understudy.core.types import Document
from understudy.pipeline import Pipeline, build
from understudy.policy import load
from understudy.policy.scopes import scope_of
from understudy.replace.surrogate.writers import _kept

SIZES = (400, 800, 1_600)
LARGE = (10_000, 20_000, 40_000)
LONGEST = 320_000
"""Characters of the longest text: what begins at some size (repeats to join, values that are no
longer remembered) is steep there, and must be over before."""
STEEPEST = 1.1
EVERY = 8_000
"""So many calls any text may need, however short."""
MIXED = (2_500, 5_000, 10_000)
LOOPS = (1_500, 3_000, 6_000)
EVERY_LINE = 20_000
"""So many lines any text may need."""
SECONDS = 3.0
"""What the largest of three texts may take: a hundred times what it does."""
KEY = bytes(32)


@cache
def pipeline(preset: str, model: bool) -> Pipeline:
    """The pipeline of a preset; without its model, everything around it."""
    policy = load(preset)
    if not model:
        policy = replace(policy, detectors=tuple(policy.detectors[:-1]))
        assert "encoder" not in policy.detectors
    return build(policy)


def released(work: Pipeline, text: str) -> None:
    document = Document("hostile", text, "en")
    (entities,) = work.identify([document])
    work.replace(document, entities, scope_of(document, KEY, work.policy, {}))


def calls(work: Pipeline, text: str) -> int:
    released(work, text)  # what is remembered of single values is so for every size
    _kept.cache_clear()  # the drafts of short texts are kept, those of long ones are not
    profile = cProfile.Profile()
    profile.runcall(released, work, text)
    return sum(entry.callcount for entry in profile.getstats())


def lines(work: Pipeline, text: str) -> int:
    """How many lines of Python are run, those of comprehensions and generators with them."""
    count = 0

    def one(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        count += event == "line"
        return one

    released(work, text)
    _kept.cache_clear()
    before = sys.gettrace()  # a measure of coverage comes by this way, too
    sys.settrace(one)
    try:
        released(work, text)
    finally:
        sys.settrace(before)
    return count


def growth(counts: Sequence[int], sizes: Sequence[int], every: int = EVERY) -> float:
    """The exponent of the growth from the smallest to the largest, what any text needs apart."""
    first, last = counts[0], counts[-1]
    return math.log(max(last, every) / max(first, every)) / math.log(sizes[-1] / sizes[0])


def proportion(
    count: Callable[[str], int], shape: str, sizes: Sequence[int], every: int = EVERY
) -> None:
    """Work grows with the text. In a short one of some shapes hardly anything is marked, and what
    is done follows the marks (5, 35 and 126 at 400, 800 and 1,600 characters of one); and what is
    remembered of single values is so up to a number of them. So what is steep over three sizes is
    counted in texts twice as long, until it is steep no more: where it is a scan in a scan, it is
    steep to the end."""
    made = (SHAPES | MIXTURES)[shape]
    sizes = list(sizes)
    counts = [count(made(size)) for size in sizes]
    while growth(counts[-3:], sizes[-3:], every) > STEEPEST:
        sizes.append(2 * sizes[-1])
        assert sizes[-1] <= LONGEST, list(zip(sizes, counts, strict=False))
        counts.append(count(made(sizes[-1])))


def check(work: Pipeline, shape: str, sizes: tuple[int, ...], seconds: float) -> None:
    texts = [(SHAPES | MIXTURES)[shape](size) for size in sizes]
    assert [len(text) for text in texts] == list(sizes)
    released(work, texts[0])  # tables and caches
    start = time.process_time()
    released(work, texts[-1])
    assert time.process_time() - start <= seconds
    proportion(partial(calls, work), shape, sizes)


@pytest.mark.parametrize("shape", SHAPES)
def test_patterns(shape: str) -> None:
    check(pipeline("patterns", True), shape, SIZES, SECONDS)


@pytest.mark.parametrize("shape", SHAPES)
def test_what_stands_around_the_model(shape: str) -> None:
    check(pipeline("surrogate", False), shape, SIZES, SECONDS)


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
def test_default_preset(shape: str) -> None:
    check(pipeline("surrogate", True), shape, SIZES, 20 * SECONDS)


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
def test_longer_texts(shape: str) -> None:
    check(pipeline("patterns", True), shape, LARGE, 10 * SECONDS)


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["patterns", "surrogate"])
@pytest.mark.parametrize("shape", MIXTURES)
def test_mixtures(shape: str, preset: str) -> None:
    check(pipeline(preset, preset == "patterns"), shape, MIXED, 10 * SECONDS)


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["patterns", "surrogate"])
@pytest.mark.parametrize("run", RUNS)
def test_a_run_beside_something_private(run: str, preset: str) -> None:
    """What goes back over a run from each of its places takes minutes here."""
    work = pipeline(preset, preset == "patterns")
    for text in beside_a_run(run, LARGE[-1]):
        released(work, text[:100])
        start = time.process_time()
        released(work, text)
        assert time.process_time() - start <= SECONDS


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["patterns", "surrogate"])
@pytest.mark.parametrize("shape", SHAPES)
def test_loops(shape: str, preset: str) -> None:
    work = pipeline(preset, preset == "patterns")
    released(work, SHAPES[shape](LOOPS[0]))
    proportion(partial(lines, work), shape, LOOPS, EVERY_LINE)


@pytest.mark.slow
def test_one_number_without_end_as_the_model_marks_it() -> None:
    check(pipeline("surrogate", True), "spelt digits", LARGE, 10 * SECONDS)


def test_growth_is_seen() -> None:
    """The measure itself: a scan in a scan is steep, a plain one is not."""
    sizes = (100, 200, 400)
    assert growth(tuple(size * EVERY for size in sizes), sizes) == pytest.approx(1)
    assert growth(tuple(size * size for size in sizes), sizes) > STEEPEST
    assert growth((10, 20, 40), sizes) == 0


class _Paired:
    """Looks at all pairs of letters, in no call but this one."""

    def identify(self, documents: list[Document]) -> Any:
        text = documents[0].text
        return [[0 for one in text for other in text if one == other and not one]]

    def replace(self, *_: object) -> None:
        pass

    policy = load("patterns")


def test_a_scan_in_a_scan_is_steep_to_the_end() -> None:
    with pytest.raises(AssertionError, match="160000"):
        proportion(lambda text: len(text) ** 2, "at signs", SIZES)
    proportion(lambda text: len(text) ** 2 if len(text) < 3_000 else len(text), "at signs", SIZES)


def test_a_loop_in_a_loop_is_seen() -> None:
    sizes = (100, 200, 400)
    work: Any = _Paired()
    assert growth(tuple(calls(work, "a" * size) for size in sizes), sizes) == 0
    assert growth(tuple(lines(work, "a" * size) for size in sizes), sizes) > 1.5
