"""Evidence becomes disjoint entities, and nothing detected is forgotten."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.categorise.link import key_of
from understudy.categorise.merge import MODES, merge
from understudy.core.spans import Clipper, disjoint
from understudy.core.types import Segment, Span

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


BORDERED = st.builds(
    lambda start, length: Segment(start, start + length), st.integers(0, 30), st.integers(0, 12)
)


@given(st.lists(SPAN, max_size=4), st.lists(BORDERED, min_size=2, max_size=5))
def test_what_needs_no_cut_is_as_the_clipper_leaves_it(
    spans: list[Span], segments: list[Segment]
) -> None:
    apart = merge(spans)
    clipper = Clipper(segments)
    cut = [part for one in apart for part in clipper.parts(one.start, one.end)]
    assert [(one.start, one.end) for one in merge(spans, segments)] == cut


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
    assert key_of(text, Span(0, 11, "PERSON", key="john smith")) == "john smith"


def test_the_label_is_that_of_the_best_supported_reading() -> None:
    spans = [
        Span(0, 6, "PERSON", 0.6, "gazetteer"),
        Span(0, 6, "PERSON", 0.5, "heuristic"),
        Span(0, 6, "LOCATION", 0.8, "crf"),
    ]
    assert [span.label for span in merge(spans)] == ["PERSON"]
    once = [spans[0], spans[1]._replace(source="gazetteer"), spans[2]]
    assert [span.label for span in merge(once)] == ["LOCATION"]


def test_a_name_inside_an_address_gives_way() -> None:
    name = [Span(0, 4, "PERSON", 0.8, source) for source in ("gazetteer", "heuristic", "crf")]
    mail = Span(0, 20, "EMAIL_ADDRESS", 0.8, "grammar")
    for mode in MODES:
        assert merge([*name, mail], mode=mode) == [mail]


def test_what_a_source_marked_beats_guesses() -> None:
    marked = Span(0, 6, "DRUG")
    guesses = [Span(0, 6, "PERSON", 0.9, source) for source in ("gazetteer", "heuristic")]
    assert merge([marked, *guesses]) == [marked]


def test_best_cuts_where_union_swallows() -> None:
    chain = [Span(0, 6, "A", 0.6), Span(4, 12, "B", 0.9), Span(10, 16, "C", 0.6)]
    assert [(span.start, span.end, span.label) for span in merge(chain)] == [(0, 16, "B")]
    cut = [(span.start, span.end, span.label) for span in merge(chain, mode="best")]
    assert cut == [(0, 4, "A"), (4, 12, "B"), (12, 16, "C")]


def test_pieces_without_letters_join_a_neighbour() -> None:
    text = "Mr. Smith."
    spans = [Span(0, 9, "PERSON", 0.9), Span(4, 10, "ORGANIZATION", 0.6)]
    (merged,) = merge(spans, mode="best", text=text)
    assert (merged.start, merged.end, merged.label) == (0, 10, "PERSON")


@given(st.lists(SPAN, max_size=12), st.text("x. ", min_size=41, max_size=41))
def test_best_covers_every_character_too(spans: list[Span], text: str) -> None:
    for given_text in (None, text):
        merged = merge(spans, mode="best", text=given_text)
        left = _covered(spans) - _covered(merged)
        assert _covered(merged) <= _covered(spans)
        assert not left if given_text is None else all(text[at].isspace() for at in left)
        assert disjoint((span.start, span.end) for span in merged)
        assert merged == sorted(merged, key=lambda span: span.start)


def test_a_much_surer_reading_at_the_border_of_another_keeps_its_characters() -> None:
    text = "in Wexbury 90210."
    town, code = Span(3, 16, "PRODUCT", 0.6, "heuristic"), Span(11, 16, "POSTAL_CODE", 0.9)
    for mode in MODES:
        merged = merge([town, code], mode=mode, text=text)
        found = [(text[span.start : span.end], span.label) for span in merged]
        assert found == [("Wexbury", "PRODUCT"), ("90210", "POSTAL_CODE")]
    (unsure,) = merge([town, code._replace(score=0.65)], text=text)
    assert (unsure.start, unsure.end, unsure.label) == (3, 16, "PRODUCT")


def test_a_much_surer_reading_in_the_middle_of_another_names_the_whole() -> None:
    around, inside = Span(0, 12, "A", 0.5), Span(4, 8, "B", 0.9)
    assert [(span.start, span.end, span.label) for span in merge([around, inside])] == [
        (0, 12, "B")
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[on ]{June 5}[, 2019], at noon", ["June 5", "2019"]),
        ("until [{5 June}] only", ["5 June"]),
        ("[the ]{5th of June}[.] Then", ["5th of June"]),
        ("[from ]{10:30}[ to ]{11}[ pm]", ["10:30", "11", "pm"]),
    ],
)
def test_faint_evidence_moves_no_border_of_what_is_firm(text: str, found: list[str]) -> None:
    """Firm in braces; one faint span from the first square bracket to the last."""
    plain = re.sub(r"[][{}]", "", text)
    at = [len(re.sub(r"[][{}]", "", text[: one.start()])) for one in re.finditer("[{}]", text)]
    firm = [Span(at[i], at[i + 1], "DATE", 0.8, "grammar") for i in range(0, len(at), 2)]
    first, last = (
        len(re.sub(r"[][{}]", "", text[:cut])) for cut in (text.index("["), text.rindex("]"))
    )
    faint = Span(first, last, "DATE", 0.55, "encoder")
    merged = merge([faint, *firm], text=plain)
    assert [plain[span.start : span.end] for span in merged] == found
    assert [span for span in merged if span.score > 0.6] == firm


def test_a_guess_that_bridges_two_marks_leaves_them_their_borders() -> None:
    text = "Ann Lee of Leeds called Bo."
    marks = [Span(0, 7, "PERSON"), Span(11, 16, "LOCATION")]
    guess = Span(0, 16, "PERSON", 0.9, "encoder")
    assert merge([*marks, guess], text=text) == marks
    longer = Span(0, 26, "PERSON", 0.9, "encoder")
    found = merge([*marks, longer], text=text)
    assert [text[one.start : one.end] for one in found] == ["Ann Lee", "Leeds", "called Bo"]
