"""Dates of a scope move together, in their forms."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import chain, repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.core.draw import Draw, seed_key
from understudy.core.types import BIRTH
from understudy.surrogates import kernel
from understudy.surrogates.dates.cost import shift_event
from understudy.surrogates.dates.facts import calendar_facts
from understudy.surrogates.dates.kind import KIND
from understudy.surrogates.kernel import declared
from understudy.surrogates.mention import Mention, Written
from understudy.surrogates.settings import Settings

STEPS = 365
_UNITS = st.text(
    st.one_of(
        st.sampled_from("0123456789/-:.,' \n"),
        st.characters(min_codepoint=32, max_codepoint=0x2FFF),
    ),
    max_size=20,
)


def write_dates(old: Sequence[Mention], numbers: Iterator[int], settings: Settings) -> Written:
    return kernel.written(KIND, KIND.read(old, settings), settings, numbers)


def least(old: Sequence[Mention], settings: Settings) -> float:
    return kernel.least(KIND, KIND.read(old, settings).sketch, settings)


def reaches(old: Sequence[Mention], settings: Settings) -> bool:
    return kernel.reaches(KIND, KIND.read(old, settings), old, settings)


def stream(days: int, time: int = 0, *, step: int = 1) -> Iterator[int]:
    """The random numbers that give this uniform shift, and this place in its part of the day."""
    return chain((days // step + STEPS // step, time), repeat(0))


def mentions(*texts: str | tuple[str, str]) -> list[Mention]:
    return [Mention(*(one if isinstance(one, tuple) else (one, "DATE"))) for one in texts]


def moved(language: str, days: int, *texts: str, step: int = 1) -> tuple[str | None, ...]:
    settings = Settings(language=language, shift="uniform", shift_days=STEPS)
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
        ("en", 12, "05/25/84", "06/06/84"),
        ("en", 12, "05/25/1984", "06/06/1984"),
        ("en", 12, "03/04/1984", "03/16/1984"),
        ("es", 12, "03/04/1984", "15/04/1984"),
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
        ("en", 9, "Twenty-first of May", "Thirtieth of May"),
        ("en", 10, "four twelve nineteen eighty", "four twenty two nineteen eighty"),
        ("en", 30, "twelve nineteen fifty one", "one eighteen fifty two"),
        ("en", 40, "may third twenty ten", "june twelfth twenty ten"),
        ("en", 10, "Sep 25, 2014", "Oct 5, 2014"),
        ("en", 40, "May '16", "June '16"),
        ("en", 2, "2016-12-31T06:00:00Z", "2017-01-02T06:00:00Z"),
        ("es", 12, "tres de mayo de dos mil dieciséis", "quince de mayo de dos mil dieciséis"),
        ("es", 2, "30 de diciembre del 99", "1 de enero del 00"),
        (
            "es",
            -2,
            "uno de enero de dos mil",
            "treinta de diciembre de mil novecientos noventa y nueve",
        ),
        ("es", 30, "1 de mayo", "31 de mayo"),
        ("es", 31, "uno de mayo", "uno de junio"),
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
    ("language", "days", "text", "new"),
    [
        ("en", 13, "25/05/1984", "07/06/1984"),
        ("es", 12, "04/25/1984", "05/07/1984"),
        ("en", 12, "5/25/84", "06/06/84"),
        ("en", 12, "05/25", "6/6"),
        ("es", 30, "1.º de mayo", "31 de mayo"),
        ("es", 31, "primero de mayo", "uno de junio"),
        ("en", 0, "Twenty-First of May", "Twenty-first of May"),
        ("en", 40, "may third two thousand and ten", "june twelfth twenty ten"),
        ("en", 1, "03 May", "4 May"),
        ("en", 365, "2016年5月3日", "05/03/2017"),
        ("en", 3, "31/02/2016", "03/03/2016"),
        ("en", 1, "32 May", "1 June"),
        ("en", 0, "3 Miller 2016", "3 January 2016"),
        ("en", 0, "Febuary 2016", "February 2016"),
        ("es", 0, "16/018/1961", "16/01/1961"),
        ("es", 0, "23/082016", "23/08/2016"),
        ("es", 7, "lunes tonto 3 de mayo", "lunes 10 de mayo"),
        ("en", 1, "around some graduation of 3 May 2016", "around some of 4 May 2016"),
    ],
)
def test_what_only_some_values_show_is_not_kept(
    language: str, days: int, text: str, new: str
) -> None:
    """A zero in front, a first of the month, words of no list; the order of a document stays."""
    assert moved(language, days, text, step=7 if days == 7 else 1) == (new,)


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


def test_a_day_above_twelve_tells_how_the_others_are_read() -> None:
    """And how they are written."""
    assert moved("en", 0, "25/03/2016", "03/04/2016") == ("25/03/2016", "03/04/2016")
    assert moved("en", 0, "25/03/2016", "03/04/2016", "3/28/2016")[1] == "03/04/2016"


def test_a_rank_before_a_weekday_is_no_day() -> None:
    (new,) = moved("en", 3, "first Friday of June")
    assert new is not None
    assert new.startswith("first ")
    assert moved("en", 7, "this Friday the 14th", step=7)[0] is not None


def test_what_expired_in_the_last_sentence_says_nothing_of_the_next() -> None:
    """ "Caducó el 10 de septiembre. ¿El diez del nueve?" is no month and year."""
    scope = [
        Mention("10 de septiembre", "DATE", "la receta caducó el ", "."),
        Mention("diez del nueve", "DATE", "la receta caducó el ▯. ¿El ", "?"),
    ]
    first, second = KIND.read(scope, Settings("es")).sketch.dates
    assert first == second


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
    settings = Settings(shift="uniform", shift_days=STEPS)
    old = mentions(("06:05", "TIME"), "2016-12-31T21:55")
    written = write_dates(old, stream(0, 49), settings)
    assert written.texts == ("10:05", "2017-01-01T01:55")
    near = mentions(("20:05", "TIME"), ("21:55", "TIME"))
    assert write_dates(near, repeat(0), settings).texts == ("06:00", "07:50")
    hours = mentions(("half past nine", "TIME"), ("14:05", "TIME"))
    written = write_dates(hours, repeat(9), settings)
    assert written.texts == ("half past ten", "15:05")
    assert "whole hours or minutes" in {one.name for one in declared(KIND, settings)}


@pytest.mark.parametrize(
    ("text", "after", "pattern"),
    [
        ("8:40", " pm", r"([1-9]|1[0-2]):[0-5][05]"),
        ("12:20", "am", r"([1-9]|1[0-2]):[0-5][05]"),
        ("14:05:22", "", r"\d\d:\d\d:\d\d"),
        ("6:15", " this morning", r"(0[6-9]|1[01]):[0-5][05]"),
    ],
)
def test_times_fit_the_half_behind_them(text: str, after: str, pattern: str) -> None:
    old = [Mention(text, "TIME", "at ", after)]
    for seed in range(40):
        numbers = Draw(seed_key(seed), "a", "").stream("TIME", "", "dates")
        assert re.fullmatch(pattern, write_dates(old, numbers, Settings()).texts[0] or "")


def test_a_number_in_doubt_is_an_hour() -> None:
    old = mentions(("for 5 tonight", "DATE_TIME"), ("de 9 a 14 horas", "TIME"))
    drawn = write_dates(old, repeat(3), Settings(shift="uniform")).texts
    assert drawn == ("for 12 tonight", "de 4 a 9 horas")


def test_what_stays_is_named() -> None:
    old = mentions("yesterday", "three days ago", ("noon", "TIME"))
    settings = Settings(shift="uniform")
    assert write_dates(old, stream(40), settings).texts == tuple(one.text for one in old)
    assert "relative dates" in {one.name for one in declared(KIND, settings)}


@pytest.mark.parametrize("text", ["", "-", "??", "\u2026 \u2014"])
def test_what_has_no_letter_and_no_digit_has_no_answer(text: str) -> None:
    assert moved("en", 5, text) == (None,)


def test_a_feast_becomes_a_feast() -> None:
    for seed in range(20):
        numbers = Draw(seed_key(seed), "a", "").stream("DATE", "", "dates")
        old = mentions("Christmas", "EASTER", "Christmas")
        first, second, again = write_dates(old, numbers, Settings()).texts
        assert first == again
        assert first in calendar_facts("en")["feasts"][""]
        assert first.upper() != second
        assert (second or "").isupper()


@pytest.mark.parametrize(
    ("text", "language", "staying"),
    [
        ("old", "en", True),
        ("Recién nacida", "es", True),
        ("cuarto mes", "es", True),
        ("wizened", "en", False),
    ],
)
def test_ages_without_a_number(text: str, language: str, staying: bool) -> None:
    """Words that say a stage of life stay; what no list knows is one of them."""
    written = write_dates([Mention(text, "AGE")], repeat(1), Settings(language))
    assert (written.texts[0] == text) is staying
    assert (written.left == {0: "stage of life"}) is (text != "wizened")


def test_least_and_reaches() -> None:
    settings = Settings(shift="uniform", shift_days=100)
    assert least(mentions("3 May 2016"), settings) == 1 / 201
    assert least(mentions("Monday 3 May 2016"), settings) == 1 / 29
    assert least(mentions("3 May 2016", ("14:05", "TIME")), settings) == 1 / 201 / 192
    assert least(mentions("3 May 2016", ("nine", "TIME")), settings) == 1 / 201 / 12
    assert least(mentions("3 May 2016"), Settings(shift="laplace")) == 0.0
    assert reaches(mentions("3 May 2016", "tomorrow"), settings)
    assert not reaches(mentions("3 May 2016", "the wedding"), settings)


def test_the_shift_is_uniform_and_does_not_look_at_the_date() -> None:
    settings = Settings(shift="uniform", shift_days=2)
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


def shifted(days: int, distance: int, shift: str = "uniform") -> Settings:
    return Settings(shift=shift, shift_days=days, shift_distance=distance)


def test_what_a_shift_costs() -> None:
    event = shift_event(shifted(365, 30))
    assert (event.epsilon, event.delta, event.distance) == (0.0, 30 / 731, 30.0)
    assert shift_event(shifted(365, 14), weekdays=True).delta == 2 / 105
    assert shift_event(shifted(3, 30)).delta == 1.0
    noisy = shift_event(shifted(365, 30, "laplace"))
    assert math.isclose(noisy.epsilon, 0.3)
    assert noisy.delta == 0.0


ANCHORED = Settings(date_range=(2001, 2004))


def outcomes(*texts: str | tuple[str, str], runs: int = 3000) -> Counter[tuple[str | None, ...]]:
    """What an anchored scope becomes over many draws."""
    found: Counter[tuple[str | None, ...]] = Counter()
    for seed in range(runs):
        numbers = Draw(seed_key(seed), "a", "").stream("DATE", "", "dates")
        found[write_dates(mentions(*texts), numbers, ANCHORED).texts] += 1
    return found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("3 May 2016", "1 May 1950"), ("19 June 1931", "15 June 1865")),
        (("Monday 2 May 2016", "May 2016"), ("Monday 7 May 1990", "May 1990")),
        (("May 2016", "June"), ("August 1987", "September")),
        (("spring", "summer"), ("autumn", "winter")),
        (("1998", "2004"), ("1950", "1956")),
        (("the 1980s",), ("the 1960s",)),
        (("Monday",), ("Thursday",)),
        ((("10:15", "TIME"), ("11:45", "TIME")), (("06:40", "TIME"), ("08:10", "TIME"))),
        ((("ten", "TIME"),), (("four", "TIME"),)),
        ((("33 years old", "AGE"),), (("41 years old", "AGE"),)),
        ((("26 years", "AGE"), ("14 years", "AGE")), (("28 years", "AGE"), ("16 years", "AGE"))),
    ],
)
def test_an_anchored_scope_has_one_law_whatever_its_dates(
    one: tuple[str | tuple[str, str], ...], other: tuple[str | tuple[str, str], ...]
) -> None:
    """The same random numbers give the same outcome: nothing is left of the dates."""
    assert outcomes(*one, runs=300) == outcomes(*other, runs=300)


def test_an_anchor_is_uniform_over_its_range() -> None:
    years = Counter(text[0] for text in outcomes("1950").elements())
    assert set(years) == {"2001", "2002", "2003", "2004"}
    assert max(years.values()) < 850
    assert len(outcomes("Tuesday")) == 7


def test_an_anchor_is_the_latest_date_and_the_rest_keeps_its_distance() -> None:
    for birth, seen in outcomes("1950-07-14", "2016-07-15", runs=50):
        assert birth is not None
        assert seen is not None
        distance = date.fromisoformat(seen) - date.fromisoformat(birth)
        assert distance == date(2016, 7, 15) - date(1950, 7, 14)
        assert 2001 <= int(seen[:4]) <= 2004


def test_least_and_reaches_of_an_anchor() -> None:
    assert least(mentions("3 May 2016"), ANCHORED) == 1 / 1461
    assert least(mentions("Monday 3 May 2016"), ANCHORED) == 1 / 208
    assert least(mentions("1998", ("33", "AGE")), ANCHORED) == 1 / 4 / 23
    assert reaches(mentions("3 May 2002", "1 May 1950"), ANCHORED)
    assert not reaches(mentions("3 May 2016"), ANCHORED)
    assert not reaches(mentions("May 2016"), ANCHORED)


def test_the_hour_goes_with_the_article_before_it() -> None:
    one = Mention("una", "TIME", "a la ")
    other = Mention("tres", "TIME", "a las ")
    found = set()
    for seed in range(50):
        numbers = Draw(seed_key(seed), "a", "").stream("TIME", "", "dates")
        (text,) = write_dates([one], numbers, Settings("es")).texts
        found.add(text)
        assert (text or "").split()[0] == "una"
        assert write_dates([other], numbers, Settings("es")).texts != ("una",)
    assert len(found) > 5  # "una y cuarto", "una menos diez"
    assert reaches([one], Settings("es"))
    assert reaches([Mention("una y media", "TIME", "a la ")], Settings("es"))


def test_a_date_of_birth_leaves_time_to_grow_up() -> None:
    born = Mention("3 May 1950", "DATE", "She was born on ")
    age = Mention("70", "AGE")
    for seed in range(50):
        numbers = Draw(seed_key(seed), "a", "").stream("DATE", "", "dates")
        (alone,) = write_dates([born], numbers, ANCHORED).texts
        assert 1960 <= int((alone or "")[-4:]) <= 1964
        date_of, told = write_dates([born, age], numbers, ANCHORED).texts
        assert 2000 <= int((date_of or "")[-4:]) + int(told or "") <= 2004


def test_a_date_of_birth_tells_the_new_age() -> None:
    born = Mention("14 July 1950", "DATE", "born on ")
    rest = (Mention("15 July 2016", "DATE", "on "), Mention("66 years", "AGE"))
    ages = set()
    for seed in range(100):
        numbers = Draw(seed_key(seed), "a", "").stream("DATE", "", "dates")
        first, last, age = write_dates([born, *rest], numbers, ANCHORED).texts
        ages.add(age)
        apart = int((last or "")[-4:]) - int((first or "")[-4:])
        assert abs(apart - int((age or "")[:2])) <= 1
    assert len(ages) > 10


def test_no_age_stays_because_dates_tell_it() -> None:
    told = outcomes("1950", "1984", "1999", "2016", ("48", "AGE"), ("35", "AGE"), runs=60)
    assert len({text[4] for text in told}) >= 5
    drawn = outcomes(("66 años", "AGE"), runs=300)
    assert {text[0] for text in drawn} == {f"{age} años" for age in range(65, 90)}


@pytest.mark.parametrize(
    ("texts", "first"),
    [
        (("107",), range(65, 90)),
        (("118 years",), range(65, 90)),
        (("0",), range(2, 22)),
        (("1",), range(2, 22)),
        (("40 months",), range(24, 131)),
        (("120 days",), range(32, 131)),
        (("110 weeks",), range(43, 131)),
        (("22", "44"), range(22, 45)),
        (("45", "64"), range(45, 65)),
    ],
)
def test_no_age_stays_because_no_move_is_left(texts: tuple[str, ...], first: range) -> None:
    drawn = outcomes(*((text, "AGE") for text in texts), runs=400)
    found = {int(re.findall(r"\d+", one[0] or "")[0]) for one in drawn}
    assert found <= set(first)
    assert len(found) >= min(len(first), 20)


def test_ages_that_no_draw_gives_are_always_replaced() -> None:
    for text in ("0", "1", "107"):
        assert not reaches([Mention(text, "AGE")], Settings())
    assert reaches([Mention("40", "AGE")], Settings())


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("cuarenta y cinco años", r"(cuarenta|cincuenta|sesenta)( y \w+)? años"),
        ("a 7-year-old", r"a ([2-79]|1[02-79]|2[01])-year-old|an (8|11|18)-year-old"),
        ("an 18 year old", r"a ([2-79]|1[02-79]|2[01]) year old|an (8|11|18) year old"),
        ("1 year old", r"([2-9]|1\d|2[01]) year old"),
        ("11 años y 10 meses", r"([2-9]|1\d|2[01]) años y ([2-9]|1[01]) meses"),
        ("18 meses", r"([2-9]|1\d|2[0-3]) meses"),
        ("1 año", r"([2-9]|1\d|2[01]) años"),
        ("sesenta y un años", r"(cuarenta|cincuenta|sesenta)( y (un|\w{3,})(?<!uno))? años"),
        ("Forty-Six", r"(Forty|Fifty|Sixty)(-[a-z]\w+)?"),
        ("un año y cinco meses", r"\w{3,} años y \w+ meses"),
        ("25 a los 33 años", r"\d\d a los \d\d años"),
        ("1,5 años", r"([2-9]|1\d|2[01]) años"),
    ],
)
def test_ages_keep_their_form(text: str, pattern: str) -> None:
    for (new,) in outcomes((text, "AGE"), runs=50):
        assert new is not None
        assert re.fullmatch(pattern, new)


@given(st.lists(_UNITS, max_size=3), st.sampled_from(["DATE", "TIME", "AGE"]), st.integers(-9, 9))
def test_any_text_is_taken(texts: list[str], category: str, days: int) -> None:
    old = [Mention(text, category) for text in texts]
    settings = Settings(language="es")
    written = write_dates(old, stream(days), settings)
    assert len(written.texts) == len(old)
    for text, new in zip(texts, written.texts, strict=True):
        assert (new is None) is not any(map(str.isalnum, text))
    assert written == write_dates(old, stream(days), settings)
    if reaches(old, settings):
        assert None not in written.texts


@pytest.mark.parametrize(
    "said",
    ["in one second", "in twenty three hours and 1 second", "in 345 days", "lunch", "most recent"],
)
def test_what_tells_no_date_stays(said: str) -> None:
    for seed in range(10):
        assert write_dates([Mention(said, "DATE")], stream(seed), Settings()).texts == (said,)


def test_decades_are_said_as_people_say_them() -> None:
    settings = Settings(date_range=(1950, 2019))
    shape = re.compile(r"the (?:fifties|sixties|seventies|eighties|nineties|2000s|2010s)")
    for seed in range(40):
        (text,) = write_dates([Mention("the eighties", "DATE")], stream(seed), settings).texts
        assert text is not None
        assert shape.fullmatch(text)


def test_a_long_number_is_no_number_of_hours() -> None:
    long = Mention("20160502 hours", "DATE")
    (text,) = write_dates([long], repeat(1), Settings()).texts
    assert re.fullmatch(r"\d{8} hours", text or "")


@pytest.mark.parametrize(
    ("old", "form"),
    [
        ("19600723", r"\d{8}"),
        ("20161599", r"\d{8}"),
        ("23.VII.1961", r"\d{1,2}\.[IVX]+\.\d{4}"),
        ("3-v-2016", r"\d{1,2}-[ivx]+-\d{4}"),
        ("26.VI.24", r"\d{1,2}\.[IVX]+\.\d\d"),
        ("23.07.61", r"\d\d\.\d\d\.\d\d"),
    ],
)
def test_a_date_keeps_its_written_form(old: str, form: str) -> None:
    for number in range(12):
        (text,) = write_dates([Mention(old, "DATE")], repeat(number), Settings()).texts
        assert re.fullmatch(form, text or "")


def test_a_column_of_births_is_one_of_adults() -> None:
    born = Mention("1961-07-23", "DATE", attributes=BIRTH)
    for number in range(12):
        (text,) = write_dates([born], repeat(number), Settings()).texts
        assert 1955 <= int((text or "")[:4]) <= 1985


@pytest.mark.parametrize(
    ("language", "before", "after", "old", "hours"),
    [
        ("en", "He changed it at lunch, uh, around ", ".", "12:30", (12, 16)),
        ("en", "see you at ", " for dinner", "19:30", (18, 23)),
        ("es", "quedamos para comer a las ", "", "14:30", (12, 16)),
        ("es", "a las ", " después del desayuno", "8:15", (6, 10)),
    ],
)
def test_a_time_beside_a_meal_stays_in_its_hours(
    language: str, before: str, after: str, old: str, hours: tuple[int, int]
) -> None:
    for seed in range(30):
        numbers = Draw(seed_key(seed), "a", "").stream("TIME", "", "dates")
        mention = Mention(old, "TIME", before, after)
        (new,) = write_dates([mention], numbers, Settings(language)).texts
        assert new is not None
        assert hours[0] <= int(new.partition(":")[0]) < hours[1]


def test_an_hour_in_one_figure_is_one_of_the_dial() -> None:
    hours = set()
    for seed in range(60):
        numbers = Draw(seed_key(seed), "a", "").stream("TIME", "", "dates")
        (new,) = write_dates(mentions(("4:00", "TIME")), numbers, Settings()).texts
        assert new is not None
        hours.add(int(new.partition(":")[0]))
    assert hours <= set(range(1, 13))
    assert len(hours) > 6


@pytest.mark.parametrize(
    ("texts", "days", "new"),
    [
        (("15-MAR-2024",), -10, ("05-MAR-2024",)),
        (("05/Mar/2024",), 2, ("07/Mar/2024",)),
        (("5 March 2024",), 2, ("7 March 2024",)),
    ],
)
def test_the_day_beside_a_mark_has_two_figures(
    texts: tuple[str, ...], days: int, new: tuple[str, ...]
) -> None:
    assert moved("en", days, *texts) == new
