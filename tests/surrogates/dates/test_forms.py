"""A field of a date with another value, in the form that it had."""

from __future__ import annotations

import pytest

from understudy.surrogates.dates.forms import write_part
from understudy.surrogates.dates.rows import months_alike, read_row
from understudy.surrogates.mention import Mention


@pytest.mark.parametrize(
    ("text", "language", "kind", "value", "expected"),
    [
        ("May 3, 2016", "en", "month", 7, "July"),
        ("MAY 3", "en", "month", 12, "DECEMBER"),
        ("Dec 3", "en", "month", 5, "May"),
        ("May 3, 2016", "en", "day", 21, "21"),
        ("03/05/2016", "en", "day", 7, "07"),
        ("May 3rd", "en", "day", 22, "22nd"),
        ("May third", "en", "day", 21, "twenty-first"),
        ("may third", "en", "day", 21, "twenty first"),
        ("May 3, 2016", "en", "year", 1998, "1998"),
        ("3/5/16", "en", "year", 2004, "04"),
        ("nineteen eighty four", "en", "year", 1905, "nineteen oh five"),
        ("nineteen eighty four", "en", "year", 2005, "two thousand five"),
        ("nineteen eighty four", "en", "year", 1900, "nineteen hundred"),
        ("two thousand five", "en", "year", 2012, "twenty twelve"),
        ("Monday", "en", "weekday", 3, "Wednesday"),
        ("Mondays", "en", "weekday", 5, "Fridays"),
        ("Mon May 2", "en", "weekday", 7, "Sun"),
        ("summer", "en", "season", 4, "autumn"),
        ("the nineties", "en", "decade", 1984, "eighties"),
        ("the nineties", "en", "decade", 2004, "2000s"),
        ("the 1990s", "en", "decade", 1984, "1980"),
        ("3 de mayo de 2016", "es", "month", 7, "julio"),
        ("3 de MAYO de 2016", "es", "month", 1, "ENERO"),
        ("3-may-2016", "es", "month", 8, "ago"),
        ("Mayo de 2016", "es", "month", 8, "Agosto"),
        ("03/05/2016", "es", "month", 11, "11"),
        ("1º de mayo", "es", "day", 1, "1"),
        ("1º de mayo", "es", "day", 5, "5"),
        ("primero de mayo", "es", "day", 2, "dos"),
        ("tres de mayo", "es", "day", 21, "veintiuno"),
        ("mil novecientos ochenta y cuatro", "es", "year", 2005, "dos mil cinco"),
        ("lunes", "es", "weekday", 6, "sábado"),
        ("verano", "es", "season", 4, "otoño"),
        ("los noventa", "es", "decade", 1984, "ochenta"),
        ("los 90", "es", "decade", 2004, "00"),
    ],
)
def test_fields(text: str, language: str, kind: str, value: int, expected: str) -> None:
    (row,) = months_alike([read_row(Mention(text, "DATE"), language, months_lead=language == "en")])
    (part,) = [one for one in row.parts if one.kind == kind]
    assert write_part(part, value, language, hyphens=row.hyphens) == expected
