"""Dates of a scope move together, in their forms."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import chain, repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.draw import Draw, seed_key
from understudy.surrogates.dates import least, reaches, shift_event, time_event, write_dates
from understudy.surrogates.mention import Mention, Settings

STEPS = 365
_UNITS = st.text(
    st.one_of(
        st.sampled_from("0123456789/-:.,' \n"),
        st.characters(min_codepoint=32, max_codepoint=0x2FFF),
    ),
    max_size=20,
)


def stream(days: int, minutes: int = 0, *, step: int = 1, grid: int = 5) -> Iterator[int]:
    """The random numbers that give this shift."""
    return chain((days // step + STEPS // step, minutes // grid + 120 // grid), repeat(0))


def mentions(*texts: str | tuple[str, str]) -> list[Mention]:
    return [Mention(*(one if isinstance(one, tuple) else (one, "DATE"))) for one in texts]


def moved(language: str, days: int, *texts: str, step: int = 1) -> tuple[str | None, ...]:
    settings = Settings(language=language, shift_days=STEPS)
    return write_dates(mentions(*texts), stream(days, step=step), settings).texts


@pytest.mark.parametrize(
    ("language", "days", "text", "new"),
    [
        ("en", 12, "25 May 1984", "6 June 1984"),
        ("en", 12, "25 MAY 1984", "6 JUNE 1984"),
        ("en", 12, "may 25 1984", "june 6 1984"),
        ("en", 8, "May 25th, 1984", "June 2nd, 1984"),
        ("en", 8, "the 3rd of May", "the 11th of May"),
        ("en", 12, "1984-05-25", "1984-06-06"),
        ("en", 12, "5/25/84", "6/6/84"),
        ("en", 12, "05/25/1984", "06/06/1984"),
        ("en", 12, "25/05/1984", "06/06/1984"),
        ("en", 12, "03/04/1984", "03/16/1984"),
        ("es", 12, "03/04/1984", "15/04/1984"),
        ("es", 12, "04/25/1984", "05/07/1984"),
        ("en", 1, "28 February 2016", "29 February 2016"),
        ("en", 1, "28 February 2015", "1 March 2015"),
        ("en", 1, "31 December 1999", "1 January 2000"),
        ("en", 1, "12/31/99", "01/01/00"),
        (
            "en",
            12,
            "twenty fifth of may nineteen eighty four",
            "sixth of june nineteen eighty four",
        ),
        ("en", -20, "june second nineteen fifty eight", "may thirteenth nineteen fifty eight"),
        ("en", 30, "december fifth nineteen ninety nine", "january fourth two thousand"),
        ("en", 9, "Twenty-First of May", "Thirtieth of May"),
        ("en", 10, "four twelve nineteen eighty", "four twenty two nineteen eighty"),
        ("en", 30, "twelve nineteen fifty one", "one eighteen fifty two"),
        ("en", 40, "may third two thousand and ten", "june twelfth two thousand and ten"),
        ("en", 10, "Sep 25, 2014", "Oct 5, 2014"),
        ("en", 40, "May '16", "June '16"),
        ("en", 2, "2016-12-31T10:50:00Z", "2017-01-02T10:50:00Z"),
        ("es", 12, "tres de mayo de dos mil dieciséis", "quince de mayo de dos mil dieciséis"),
        ("es", 2, "30 de diciembre del 99", "1 de enero del 00"),
        (
            "es",
            -2,
            "uno de enero de dos mil",
            "treinta de diciembre de mil novecientos noventa y nueve",
        ),
        ("es", 30, "1.º de mayo", "31 de mayo"),
        ("es", 31, "primero de mayo", "primero de junio"),
        ("es", 12, "12-may-2011", "24-may-2011"),
        ("es", 30, "mayo del 84", "junio del 84"),
        ("es", 365, "verano de 2014", "verano de 2015"),
        ("es", 365, "los años 90", "los años 90"),
        ("en", 92, "spring 2014", "summer 2014"),
        ("en", 5, "3-5 May", "8-10 May"),
        ("en", 27, "3-5 May", "30 May-1 June"),
        ("en", 27, "May 3-5", "May 30-June 1"),
        ("es", 27, "del 3 al 5 de mayo de 2015", "del 30 de mayo al 1 de junio de 2015"),
        ("es", 1, "30 y 31 de diciembre de 2015", "31 de diciembre de 2015 y 1 de enero de 2016"),
        ("en", 12, "30 May, 10 July and 17 October 1997", "11 June, 22 July and 29 October 1997"),
        ("en", 80, "4 May and 17 October 1997", "23 July 1997 and 5 January 1998"),
        ("es", 12, "May 25, 2012", "June 6, 2012"),
        ("en", 12, "25 de mayo", "6 de junio"),
    ],
)
def test_a_date_moves_in_its_form(language: str, days: int, text: str, new: str) -> None:
    assert moved(language, days, text) == (new,)
    assert moved(language, 0, text) == (text,)


@pytest.mark.parametrize(
    ("language", "days", "old", "new"),
    [
        ("es", 7, ("lunes 25", "viernes", "29"), ("lunes 1", "viernes", "5")),
        ("en", 14, ("Monday, May 3", "Tuesday the 4th"), ("Monday, May 17", "Tuesday the 18th")),
        (
            "en",
            -35,
            ("Thursday the 30th", "Friday the 1st"),
            ("Thursday the 26th", "Friday the 27th"),
        ),
        ("en", 7, ("next Friday", "2016-05-06"), ("next Friday", "2016-05-13")),
    ],
)
def test_weekdays_agree(
    language: str, days: int, old: tuple[str, ...], new: tuple[str, ...]
) -> None:
    assert moved(language, days, *old, step=7) == new


def test_weekdays_alone_move_with_the_shift() -> None:
    assert moved("en", 3, "Tuesday", "next Friday") == ("Friday", "next Monday")


@pytest.mark.parametrize("days", [-200, -16, 0, 16, 45, 300])
def test_months_told_by_each_other(days: int) -> None:
    months = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre"
    names = [*months.split(), "diciembre"]
    now, last = moved("es", days, "mayo", "abril")
    assert now is not None
    assert last is not None
    assert (names.index(now) - names.index(last)) % 12 == 1
    day, month = moved("es", days, "3 de mayo de 2015", "mayo")
    assert day is not None
    assert day.split()[2] == month


@pytest.mark.parametrize("days", [-300, -31, 17, 200])
def test_the_same_day_said_twice(days: int) -> None:
    first, second, third = moved("es", days, "diez del nueve", "diez de septiembre", "10/9")
    names = ["uno", "dos", "tres", "cuatro", "cinco", "seis"]
    names += ["siete", "ocho", "nueve", "diez", "once", "doce"]
    assert first is not None
    assert second is not None
    assert third is not None
    assert first.split()[0] == second.split()[0]
    assert names.index(first.split()[2]) + 1 == int(third.split("/")[1])


def test_years_move_with_the_dates_beside_them() -> None:
    assert moved("en", 12, "2016", "12/31/2016", "2014") == ("2017", "01/12/2017", "2015")
    assert moved("en", 360, "2014-2016") == ("2015-2017",)


@given(
    st.dates(date(1950, 1, 1), date(2030, 1, 1)),
    st.dates(date(1950, 1, 1), date(2030, 1, 1)),
    st.integers(-365, 365),
)
def test_intervals_hold(first: date, second: date, days: int) -> None:
    new = moved("en", days, first.isoformat(), f"{second:%B} {second.day}, {second.year}")
    assert new[0] is not None
    assert date.fromisoformat(new[0]) == first + timedelta(days)
    later = second + timedelta(days)
    assert new[1] == f"{later:%B} {later.day}, {later.year}"


def test_times_move_together_and_take_their_date_along() -> None:
    old = mentions("2016-12-31T23:50", ("14:05", "TIME"))
    assert write_dates(old, stream(0, 20), Settings()).texts == ("2017-01-01T00:10", "14:25")
    hours = mentions(("half past nine", "TIME"), ("14:05", "TIME"))
    written = write_dates(hours, stream(0, 60, grid=60), Settings())
    assert written.texts == ("half past ten", "15:05")
    assert "minutes past the hour" in written.invariants


def test_a_number_in_doubt_is_no_day() -> None:
    old = mentions(("for 5 tonight", "DATE_TIME"), ("de 9 a 14 horas", "TIME"))
    assert write_dates(old, stream(3), Settings()).texts == (None, None)


def test_what_stays_is_named() -> None:
    old = mentions("yesterday", "three days ago", ("56 years old", "AGE"), ("noon", "TIME"))
    written = write_dates(old, stream(40), Settings())
    assert written.texts == tuple(one.text for one in old)
    assert {"relative dates", "age"} <= set(written.invariants)


@pytest.mark.parametrize(
    "text", ["Christmas", "31/02/2016", "3 Miller 2016", "", "32 May", "1/2/3/4"]
)
def test_what_cannot_be_read_has_no_answer(text: str) -> None:
    assert moved("en", 5, text) == (None,)


def test_unreadable_ages_have_no_answer() -> None:
    assert write_dates([Mention("old", "AGE")], stream(1), Settings()).texts == (None,)


def test_least_and_reaches() -> None:
    settings = Settings(shift_days=100)
    assert least(mentions("3 May 2016"), settings) == 1 / 201
    assert least(mentions("Monday 3 May 2016"), settings) == 1 / 29
    assert least(mentions("3 May 2016", ("14:05", "TIME")), settings) == 1 / 201 / 49
    assert least(mentions("3 May 2016", ("nine", "TIME")), settings) == 1 / 201 / 5
    assert least(mentions("3 May 2016"), Settings(shift="laplace")) == 0.0
    assert reaches(mentions("3 May 2016", "tomorrow"), settings)
    assert not reaches(mentions("3 May 2016", "Christmas"), settings)


def test_the_shift_is_uniform_and_does_not_look_at_the_date() -> None:
    settings = Settings(shift_days=2)
    counts: Counter[str | None] = Counter()
    for seed in range(1000):
        numbers = Draw(seed_key(seed), "a", "").stream("DATE", "", "dates")
        early = write_dates(mentions("2016-05-10"), numbers, settings).texts[0]
        numbers = Draw(seed_key(seed), "a", "").stream("DATE", "", "dates")
        late = write_dates(mentions("2016-05-20"), numbers, settings).texts[0]
        assert early is not None
        assert late == early[:-2] + str(int(early[-2:]) + 10)
        counts[early] += 1
    assert set(counts) == {f"2016-05-{day:02}" for day in range(8, 13)}
    assert max(counts.values()) < 270


def test_what_a_shift_costs() -> None:
    event = shift_event(Settings(shift_days=365), 30)
    assert (event.epsilon, event.delta, event.distance) == (0.0, 30 / 731, 30.0)
    assert shift_event(Settings(shift_days=365), 14, weekdays=True).delta == 2 / 105
    assert shift_event(Settings(shift_days=3), 30).delta == 1.0
    noisy = shift_event(Settings(shift="laplace", shift_epsilon=0.01), 30)
    assert math.isclose(noisy.epsilon, 0.3)
    assert noisy.delta == 0.0
    assert time_event(10).delta == 2 / 49
    assert time_event(60, whole_hours=True).delta == 1 / 5


@given(st.lists(_UNITS, max_size=3), st.sampled_from(["DATE", "TIME", "AGE"]), st.integers(-9, 9))
def test_any_text_is_taken(texts: list[str], category: str, days: int) -> None:
    old = [Mention(text, category) for text in texts]
    settings = Settings(language="es")
    written = write_dates(old, stream(days), settings)
    assert len(written.texts) == len(old)
    assert written == write_dates(old, stream(days), settings)
    if reaches(old, settings):
        assert None not in written.texts
