"""Scores of classes become marks that are lawful, apart and in order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from understudy.encoder.tags import (
    TRACE_SCORE,
    Mark,
    Scheme,
    TaggedText,
    Units,
    log_softmax,
    whole_names,
    with_people,
)

CLASSES = ("O", "B-PERSON", "I-PERSON", "B-DATE", "I-DATE")
SCHEME = Scheme(CLASSES)
Floats = npt.NDArray[np.float32]
LOGITS = st.integers(0, 6).flatmap(
    lambda rows: arrays(np.float32, (rows, 5), elements=st.floats(-8, 8, width=32))
)


def logits(*names: str) -> Floats:
    """Rows that are sure of their class."""
    found = np.zeros((len(names), len(CLASSES)), np.float32)
    for at, name in enumerate(names):
        found[at, CLASSES.index(name)] = 9
    return found


def marks(*names: str, threshold: float = 0.5) -> list[tuple[int, int, str]]:
    return [tuple(mark)[:3] for mark in SCHEME.marks(logits(*names), threshold)]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("names", "wanted"),
    [
        ((), []),
        (("O", "O"), []),
        (("B-PERSON", "I-PERSON", "O"), [(0, 2, "PERSON")]),
        (("B-PERSON", "B-PERSON"), [(0, 1, "PERSON"), (1, 2, "PERSON")]),
        (("B-PERSON", "B-DATE", "I-DATE"), [(0, 1, "PERSON"), (1, 3, "DATE")]),
        (("O", "I-DATE", "I-DATE"), [(1, 3, "DATE")]),
        (("O", "I-DATE", "O", "B-PERSON"), [(1, 2, "DATE"), (3, 4, "PERSON")]),
    ],
)
def test_classes_become_marks(names: tuple[str, ...], wanted: list[tuple[int, int, str]]) -> None:
    assert marks(*names) == wanted


def private(scores: Floats, threshold: float) -> list[bool]:
    return [bool(one) for one in 1 - np.exp(log_softmax(scores)[:, 0]) >= threshold]


@given(LOGITS, st.floats(0.05, 0.95))
def test_marks_cover_what_is_private_and_nothing_else(scores: Floats, threshold: float) -> None:
    found = list(SCHEME.marks(scores, threshold))
    covered = [False] * len(scores)
    for mark in found:
        assert mark.label in ("PERSON", "DATE")
        assert 0 <= mark.score <= 1
        covered[mark.first : mark.last] = [True] * (mark.last - mark.first)
    assert covered == private(scores, threshold)
    assert all(one.last <= other.first for one, other in pairwise(found))


def value(scores: Floats, path: Sequence[int]) -> float:
    """How likely a path is; its first class may be read as beginning or as inside."""
    label = CLASSES[path[0]][2:]
    opening = max(float(scores[0, at]) for at in range(1, 5) if CLASSES[at][2:] == label)
    return opening + sum(float(scores[row, at]) for row, at in enumerate(path) if row)


def lawful(path: tuple[int, ...]) -> bool:
    names = [CLASSES[at] for at in path]
    return all(
        not name.startswith("I-") or (before != "O" and before[2:] == name[2:])
        for before, name in pairwise(["O", *names])
    )


@given(LOGITS.filter(len))
def test_a_stretch_gets_the_likeliest_of_all_lawful_classes(scores: Floats) -> None:
    scores = log_softmax(scores - np.array([100, 0, 0, 0, 0], np.float32))
    paths = filter(lawful, product(range(1, 5), repeat=len(scores)))
    best = max(value(scores, path) for path in paths)
    found = list(SCHEME.marks(scores, 0.5))
    assert (found[0].first, found[-1].last) == (0, len(scores))
    path = [
        CLASSES.index(f"{'I' if at else 'B'}-{mark.label}")
        for mark in found
        for at in range(mark.last - mark.first)
    ]
    assert value(scores, path) == pytest.approx(best, abs=1e-3)


def test_a_lower_threshold_finds_more() -> None:
    scores = np.array([[2, 1, 0, 0, 0]], np.float32)
    assert list(SCHEME.marks(scores, 0.5)) == []
    (mark,) = SCHEME.marks(scores, 0.4)
    assert mark[:3] == (0, 1, "PERSON")
    assert mark.score == pytest.approx(1 - np.exp(log_softmax(scores)[0, 0]), abs=1e-6)


def joined(*found: Mark, apart: frozenset[int] = frozenset()) -> list[Mark]:
    return list(whole_names(found, lambda unit: unit not in apart))


def test_a_name_cut_in_two_is_one() -> None:
    one, other, third = Mark(0, 1, "PERSON", 0.9), Mark(1, 3, "PERSON", 0.6), Mark(3, 4, "DATE", 1)
    name, date = joined(one, other, third)
    assert name[:3] == (0, 3, "PERSON")
    assert name.score == pytest.approx(0.7)
    assert date == third
    assert joined(one, other, apart=frozenset({1})) == [one, other]
    assert joined(one, other._replace(first=2)) == [one, other._replace(first=2)]
    assert joined() == []


def test_only_people_are_joined() -> None:
    found = [Mark(0, 1, "LOCATION", 0.9), Mark(1, 3, "LOCATION", 0.6), Mark(3, 4, "PERSON", 0.6)]
    assert joined(*found) == found


@given(st.integers(1, 5), st.integers(0, 4))
def test_any_number_of_parts_is_joined(parts: int, others: int) -> None:
    names = [Mark(at, at + 1, "PERSON", 0.8) for at in range(parts)]
    dates = [Mark(parts + at, parts + at + 1, "DATE", 0.8) for at in range(others)]
    assert [mark[:2] for mark in joined(*names, *dates)] == [
        (0, parts),
        *(mark[:2] for mark in dates),
    ]


@given(
    st.lists(st.integers(0, 9), max_size=6),
    st.integers(0, 1000),
    st.sampled_from([1, 4, 2048]),
    st.integers(1, 4),
)
def test_units_are_marked_alike_in_whatever_parts_and_order_they_come(
    sizes: list[int], seed: int, together: int, step: int
) -> None:
    chance = np.random.default_rng(seed)
    texts = [
        chance.normal(size=(size, len(SCHEME.classes)), scale=3).astype(np.float32)
        for size in sizes
    ]
    parts = [(at, first) for at, one in enumerate(texts) for first in range(0, len(one), step)]
    chance.shuffle(parts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("understudy.encoder.tags._TOGETHER", together)
        units = Units(SCHEME, sizes, 0.5)
        for at, first in parts:
            units.add(at, first, texts[at][first : first + step])
        found = units.tagged()
    assert [told.marks for told in found] == [SCHEME.marks(one, 0.5) for one in texts]
    for told, logits in zip(found, texts, strict=True):
        alone = Units(SCHEME, [len(logits)], 0.5)
        alone.add(0, 0, logits)
        assert told.traces == alone.tagged()[0].traces


def test_what_is_heard_is_what_may_be_private_at_all() -> None:
    logits = np.full((4, len(SCHEME.classes)), -20.0, np.float32)
    logits[:, 0] = 0
    logits[1, 1] = np.log(TRACE_SCORE / (1 - TRACE_SCORE)) + 0.1
    logits[2, 1] = np.log(TRACE_SCORE / (1 - TRACE_SCORE)) - 0.1
    units = Units(SCHEME, [4], 0.5)
    units.add(0, 0, logits)
    (told,) = units.tagged()
    assert told.marks == []
    assert told.traces == [(1, 2)]


def test_faint_people_are_added_where_nothing_is_marked() -> None:
    told = TaggedText([Mark(2, 4, "DATE", 0.9)], [(2, 4)])
    faint = [
        Mark(0, 1, "PERSON", 0.4),
        Mark(3, 5, "PERSON", 0.4),
        Mark(4, 6, "PERSON", 0.4),
        Mark(7, 8, "LOCATION", 0.4),
    ]
    assert [mark[:3] for mark in with_people(told, faint).marks] == [
        (0, 1, "PERSON"),
        (2, 4, "DATE"),
        (4, 6, "PERSON"),
    ]
    assert with_people(told, told.marks) is told


@given(st.integers(0, 40), st.integers(0, 2**32 - 1), st.floats(0.2, 0.8), st.floats(0.5, 1.0))
def test_a_fainter_hearing_is_that_of_a_lower_threshold(
    size: int, seed: int, threshold: float, share: float
) -> None:
    chance = np.random.default_rng(seed)
    logits = chance.normal(size=(size, len(SCHEME.classes)), scale=2).astype(np.float32)
    units = Units(SCHEME, [size], threshold, threshold * share)
    units.add(0, 0, logits)
    (told,) = units.tagged()
    plain = TaggedText(SCHEME.marks(logits, threshold), told.traces)
    assert told == with_people(plain, SCHEME.marks(logits, threshold * share))
