"""Evidence becomes disjoint entities, and nothing detected is forgotten."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from understudy.categorise.link import key_of
from understudy.categorise.merge import merge
from understudy.spans import disjoint
from understudy.types import Segment, Span

SPAN = st.builds(
    lambda start, length, label, score, key: Span(start, start + length, label, score, key=key),
    st.integers(0, 30),
    st.integers(0, 10),
    st.sampled_from("AB"),
    st.sampled_from([0.5, 1.0]),
    st.none() | st.sampled_from("kl"),
)


def _covered(spans: list[Span]) -> set[int]:
    return {at for span in spans for at in range(span.start, span.end)}


@given(st.lists(SPAN, max_size=12))
def test_every_character_stays_covered_by_disjoint_spans(spans: list[Span]) -> None:
    merged = merge(spans)
    assert _covered(merged) == _covered(spans)
    assert disjoint((span.start, span.end) for span in merged)
    assert merged == sorted(merged, key=lambda span: span.start)
    assert all(span.start < span.end for span in merged)


@given(st.lists(SPAN, max_size=12), st.lists(st.integers(1, 40), min_size=1, unique=True))
def test_segments_cut_and_lose_nothing(spans: list[Span], cuts: list[int]) -> None:
    marks = [0, *sorted(cuts), 50]
    segments = [Segment(a, b) for a, b in pairwise(marks) if a < b]
    merged = merge(spans, segments)
    assert _covered(merged) == _covered(spans)
    assert disjoint((span.start, span.end) for span in merged)
    for span in merged:
        assert any(s.start <= span.start and span.end <= s.end for s in segments)


@given(st.lists(SPAN, max_size=8))
def test_the_order_of_the_evidence_does_not_change_the_extent(spans: list[Span]) -> None:
    def extent(merged: list[Span]) -> list[tuple[int, int]]:
        return [(span.start, span.end) for span in merged]

    assert extent(merge(spans)) == extent(merge(spans[::-1]))


def test_the_strongest_evidence_names_the_span() -> None:
    weak, strong = Span(0, 9, "WEAK", 0.5), Span(5, 12, "STRONG", 0.9, key="k")
    (merged,) = merge([weak, strong])
    assert (merged.start, merged.end, merged.label) == (0, 12, "STRONG")
    assert merged.key is None
    short, long = Span(0, 3, "SHORT"), Span(0, 9, "LONG", key="k")
    assert merge([short, long]) == [long]


def test_one_mark_with_a_key_and_one_without() -> None:
    assert len(merge([Span(0, 3, "A", key="k"), Span(0, 3, "A")])) == 1


def test_spans_that_touch_stay_apart() -> None:
    assert merge([Span(3, 6, "B"), Span(0, 3, "A")]) == [Span(0, 3, "A"), Span(3, 6, "B")]


def test_keys() -> None:
    text = "John  SMITH =john smith"
    assert key_of(text, Span(0, 11, "PERSON")) == "john smith"
    assert key_of(text, Span(0, 11, "PERSON", key="john smith")) == "=john smith"
    assert key_of("ann", Span(0, 3, "PERSON", key="ann")) != key_of("ann", Span(0, 3, "PERSON"))
