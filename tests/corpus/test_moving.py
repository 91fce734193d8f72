"""Where annotations lie after edits."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from understudy.corpus.moving import exchanged


@given(st.lists(st.tuples(st.text(max_size=3), st.text(max_size=3), st.text(max_size=3))))
def test_surrogates_lie_where_it_is_said_and_the_rest_stays(
    parts: list[tuple[str, str, str]],
) -> None:
    text, starts, ends = "", [], []
    for between, value, _ in parts:
        starts.append(len(text) + len(between))
        ends.append(starts[-1] + len(value))
        text += between + value
    fresh, places = exchanged(text + "end", starts, ends, [new for _, _, new in parts])
    assert fresh == "".join(between + new for between, _, new in parts) + "end"
    found = zip(places[::2], places[1::2], strict=True)
    assert [fresh[start:end] for start, end in found] == [new for _, _, new in parts]
