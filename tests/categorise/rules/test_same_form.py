"""Dates of the form of a marked one are marked, and scores, fractions and spells are not."""

from __future__ import annotations

import pytest

from understudy.categorise.rules.same_form import with_dates_alike
from understudy.core.types import Span


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Seen 5/5; review 12/5; Foley out 6/5.", ["5/5", "12/5", "6/5"]),
        ("Seen 5/5. Power 4/5, pain 3/10, BP 9/10.", ["5/5"]),
        ("Seen 5/5. Abx for 5/7, again in 4/52, 6/12 later.", ["5/5"]),
        ("Seen 5/5. 1/2 tablet, 3/4 full. Drain out 3/4.", ["5/5", "3/4"]),
        ("Seen 5/5. Ratio 45/60, 1/320.", ["5/5"]),
        ("Seen today. Foley out 6/5.", []),
    ],
)
def test_dates_of_one_form(text: str, found: list[str]) -> None:
    start = text.find("5/5")
    marked = [Span(start, start + 3, "DATE", 0.75)] if start == 5 else []
    spans = with_dates_alike(marked, text, "en")
    assert [text[one.start : one.end] for one in spans] == found
