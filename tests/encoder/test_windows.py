"""Windows answer every place once, with enough around it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from understudy.encoder.windows import around, windows

LENGTHS = st.integers(0, 400)
SIZES = st.integers(4, 60)


@given(LENGTHS, SIZES, st.data())
def test_every_place_is_answered_once(length: int, size: int, data: st.DataObject) -> None:
    overlap = data.draw(st.integers(1, size // 2))
    answered: list[int] = []
    for window in windows(length, size, overlap):
        assert 0 <= window.start <= window.first <= window.last <= window.end <= length
        assert window.end - window.start <= size
        answered += range(window.first, window.last)
        for place in (window.first, window.last - 1):
            before, after = place - window.start, window.end - 1 - place
            assert window.start == 0 or before >= overlap // 2
            assert window.end == length or after >= overlap // 2
    assert answered == list(range(length))


def test_a_text_that_fits_has_one_window() -> None:
    assert [tuple(window) for window in windows(8, 8, 4)] == [(0, 8, 0, 8)]
    assert len(list(windows(9, 8, 4))) == 2


@given(st.integers(1, 400), SIZES, st.data())
def test_a_place_is_in_the_middle_of_its_window(
    length: int, size: int, data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, length - 1))
    start, end = around(place, length, size)
    assert 0 <= start <= place < end <= length
    assert end - start == min(size, length)
    assert start == 0 or end == length or abs((place - start) - (end - place)) <= 1
