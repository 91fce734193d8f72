"""A telephone number is one number with the code of its country and with the zero before it."""

from __future__ import annotations

import re

import pytest

from understudy.core.types import Document, Span
from understudy.pipeline import build
from understudy.policy import load

KEY = bytes(range(32))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("+44 20 7946 0018", "020 7946 0018"),
        ("020 7946 0018", "0044 20 7946 0018"),
        ("+1 856 627 4743", "(856) 627-4743"),
    ],
)
def test_both_notations_share_a_stand_in(first: str, second: str) -> None:
    text = f"call {first} or {second}"
    marks = [Span(text.index(one), text.index(one) + len(one), "PHONE_NUMBER") for one in (second,)]
    marks.append(Span(5, 5 + len(first), "PHONE_NUMBER"))
    document = Document("d", text, "en", annotations=tuple(sorted(marks)))
    (result,) = build(load("surrogate")).run([document], KEY)
    one, other = (re.sub(r"\D", "", part) for part in result.text[5:].split(" or "))
    assert one[-9:] == other[-9:]
    assert result.text != text
