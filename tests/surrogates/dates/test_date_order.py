"""Day and month in figures stand in the order of the document, and the report says so."""

from __future__ import annotations

import re
from datetime import date

import pytest

from understudy import deidentify
from understudy.surrogates.dates.order import months_lead
from understudy.surrogates.dates.sketch import INVARIANTS


@pytest.mark.parametrize(
    ("language", "texts", "first"),
    [
        ("en", ["03/05/2019"], True),
        ("es", ["03/05/2019"], False),
        ("en", ["23/05/2019", "01/06/2019"], False),
        ("en", ["13-10-20"], False),
        ("en", ["28/5"], False),
        ("en", ["5/28"], True),
        ("es", ["05/28/2019", "01/06/2019"], True),
        ("en", ["23/05/2019", "05/23/2019"], True),
        ("es", ["23/05/2019", "05/23/2019"], False),
        ("en", ["3 May 2019", "04/06/2019"], False),
        ("en", ["3 Mai 2019", "04/06/2019"], False),
        ("en", ["3rd of May 2019", "04/06/2019"], False),
        ("en", ["May 3, 2019", "04/06/2019"], True),
        ("en", ["3 May 2019", "05/23/2019"], True),
        ("en", ["2019-05-23", "04/06/2019"], True),
        ("es", ["09/28", "04/06/2019"], False),
    ],
)
def test_the_order_of_a_document(language: str, texts: list[str], first: bool) -> None:
    assert months_lead(texts, language) is first


@pytest.mark.parametrize(
    ("text", "day_first"),
    [
        ("Seen on 23/05/2019, discharged on 01/06/2019.", True),
        ("Seen on 3 May 2019, discharged on 01/06/2019.", True),
        ("Seen on 05/23/2019, discharged on 06/01/2019.", False),
        ("Seen on 03/05/2019, discharged on 06/01/2019.", False),
    ],
)
def test_dates_keep_their_order_and_their_distance(text: str, day_first: bool) -> None:
    figures = re.compile(r"(\d\d)/(\d\d)/(\d{4})")

    def days(line: str) -> list[date]:
        read = [tuple(map(int, found)) for found in figures.findall(line)]
        return [date(y, *((b, a) if day_first else (a, b))) for a, b, y in read]

    release = deidentify(text, language="en", key=bytes(range(32))).text
    old, new = days(text), days(release)
    assert len(new) == len(old)
    assert new[-1] - new[0] == old[-1] - old[0]


def test_the_order_is_declared() -> None:
    said = next(one for one in INVARIANTS if (one.record, one.field) == ("Part", "kind"))
    assert "in figures in the one order that the dates of the document have together" in said.says
