"""What the words around names tell."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from understudy.categorise.stated import Sentences, ends_sentence


@given(st.text(st.sampled_from(".! Ab\n"), max_size=30), st.data())
def test_the_ends_of_sentences_that_are_noted_are_those_of_the_text(
    text: str, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    assert Sentences(text).end_between(start, end) == ends_sentence(text, start, end)
