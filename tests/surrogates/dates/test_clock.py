"""Times of day move and keep their form."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.surrogates.dates.choices import DAY
from understudy.surrogates.dates.clock import find_clock
from understudy.surrogates.dates.kind import KIND
from understudy.surrogates.dates.rows import read_row
from understudy.surrogates.dice import TargetDice
from understudy.surrogates.mention import Mention
from understudy.surrogates.settings import Settings


def later(text: str, language: str, minutes: int) -> str | None:
    if find_clock(text, language, whole=True) is None:
        return None
    settings = Settings(language)
    reading = KIND.read([Mention(text, "TIME")], settings)
    row = read_row(Mention(text, "TIME"), language, months_lead=language == "en")
    time = reading.sketch.times[0]._replace(distance=(row.times[0].minute + minutes) % DAY, part=-1)
    moved = reading.sketch._replace(times=(time,), past=0)
    return KIND.write(moved, settings, TargetDice({("seconds",): row.times[0].second}))[0]


@pytest.mark.parametrize(
    ("text", "language", "minutes", "new"),
    [
        ("14:05", "en", 60, "15:05"),
        ("09:05", "en", -15, "08:50"),
        ("09:05", "en", 60, "10:05"),
        ("0900h", "en", 35, "0935h"),
        ("1800 hours", "en", -600, "0800 hours"),
        ("2330 hrs", "es", 40, "0010 hrs"),
        ("1930 hours", "en", 40, "2010 hours"),
        ("14h30", "es", 60, "15h30"),
        ("23:50:12", "en", 20, "00:10:12"),
        ("2:05 pm", "en", -120, "12:05 pm"),
        ("11:30 AM", "en", 60, "12:30 PM"),
        ("6pm", "en", 60, "7pm"),
        ("11 a.m.", "en", 60, "12 p.m."),
        ("eleven p m", "en", 60, "twelve a m"),
        ("half past nine", "en", 60, "half past ten"),
        ("a quarter to one", "en", -60, "a quarter to twelve"),
        ("nine forty five", "en", -120, "seven forty five"),
        ("six o'clock", "en", 60, "seven o'clock"),
        ("Six PM", "en", 60, "Seven PM"),
        ("eleven in the morning", "en", 60, "twelve in the afternoon"),
        ("seven in the evening", "en", -120, "five in the afternoon"),
        ("nine", "en", -120, "seven"),
        ("18:30 h", "es", 60, "19:30 h"),
        ("8.30", "es", 60, "9.30"),
        ("las nueve y media", "es", 60, "las diez y media"),
        ("la una y cuarto", "es", 60, "las dos y cuarto"),
        ("las dos en punto", "es", -60, "la una en punto"),
        ("cinco menos cuarto de la tarde", "es", 60, "seis menos cuarto de la tarde"),
        ("nueve y media de la noche", "es", -120, "siete y media de la tarde"),
        ("doce de la noche", "es", 60, "una de la madrugada"),
        ("once de la mañana", "es", 60, "doce de la tarde"),
        ("21 horas", "es", 60, "22 horas"),
    ],
)
def test_times_move(text: str, language: str, minutes: int, new: str) -> None:
    assert later(text, language, minutes) == new
    assert later(text, language, 0) == text


@pytest.mark.parametrize("text", ["noon", "3 May", "25:70", "0 pm", "", "twenty"])
def test_what_is_no_time(text: str) -> None:
    assert later(text, "en", 60) is None


@pytest.mark.parametrize(("text", "found"), [("May 3 at 6 pm", "6 pm"), ("May 3", None)])
def test_times_within_dates(text: str, found: str | None) -> None:
    clock = find_clock(text, "en", whole=False)
    assert (text[clock.start : clock.end] if clock else None) == found


@given(st.integers(0, 23), st.integers(0, 59), st.integers(-24, 24))
def test_a_time_comes_back(hour: int, minute: int, steps: int) -> None:
    text = f"{hour:02}:{minute:02}"
    moved = later(text, "en", 5 * steps)
    assert moved is not None
    assert later(moved, "en", -5 * steps) == text


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("text", ["13.02.2024 09:15", "13.02.2024, 9:15", "3.2.2024 23:59"])
def test_a_day_and_a_month_before_a_year_are_no_time(text: str, language: str) -> None:
    """ "13.02" was taken for one, and the hour behind the date for a day: 09:15 became 29:4."""
    found = find_clock(text, language, whole=False)
    assert found is not None and text[found.start : found.end] == text.rsplit(maxsplit=1)[-1]
    assert find_clock(text, language, whole=True) == found


def test_a_row_of_hours_without_end() -> None:
    """What stands before each of eight thousand numbers was looked for from the beginning."""
    text = "treinta y uno mil " * 2_500
    start = time.process_time()
    find_clock(text, "es", whole=True)
    assert time.process_time() - start < 1.5


def test_an_article_before_an_hour_may_stand_apart() -> None:
    found = find_clock("a las    cinco y media", "es", whole=True)
    assert found is not None
    assert found.start == 2


@pytest.mark.parametrize(
    ("text", "language", "times"),
    [
        ("2200 and 0630 hours", "en", ["2200", "0630"]),
        ("1930-2000 hrs", "en", ["1930", "2000"]),
        ("0600-1400, 1400-2200 hrs", "en", ["0600", "1400", "1400", "2200"]),
        ("2000 a 0630 horas", "es", ["2000", "0630"]),
        ("2300 y las 0500 hs", "es", ["2300", "0500"]),
        ("between 2200 and 2400 patients", "en", []),
        ("1990 a 2010", "es", []),
    ],
)
def test_each_of_several_before_one_word_for_hours_is_a_time(
    text: str, language: str, times: list[str]
) -> None:
    found, start = [], 0
    while clock := find_clock(text, language, whole=True, start=start):
        found.append(text[clock.hour_at[0] : (clock.minute_at or clock.hour_at)[1]])
        start = clock.end
    assert found == times


@pytest.mark.parametrize(
    "zone", ["Z", "+01:00", "-05:00", "+0100", "-0500", " -0500", "+01", " +0000", ".123-0500"]
)
def test_the_zone_of_a_time_stamp_is_read_however_it_is_written(zone: str) -> None:
    row = read_row(Mention(f"2024-03-05T10:00:00{zone}", "DATE_TIME"), "en", months_lead=True)
    (told,) = row.times
    assert told.minute == 10 * 60 and [item.fields.keys() for item in row.items] == [
        {"year", "month", "day"}
    ]


def test_a_span_of_clocks_has_no_zone() -> None:
    row = read_row(Mention("10:15-11:45", "TIME"), "en", months_lead=True)
    assert [told.minute for told in row.times] == [10 * 60 + 15, 11 * 60 + 45]
