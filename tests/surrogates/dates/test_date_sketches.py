"""The sketch of dates, times and ages holds what is declared; values that share it share a law."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marked_mentions import mentions_of, stream
from sketch_contract import leaves, share_a_sketch, standing_in, undeclared

from understudy.surrogates import kernel
from understudy.surrogates.dates.facts import calendar_facts
from understudy.surrogates.dates.kind import KIND
from understudy.surrogates.dates.read import read
from understudy.surrogates.mention import Mention
from understudy.surrogates.settings import Settings

CATEGORIES = ("DATE", "TIME", "AGE", "DATE_TIME", "MONTH")
CANARY = "Quxivorn"
SAID = (
    "3 03 31 1984 84 '84 3rd 05/03/2016 2016-05-03 14:05 9:15 pm a.m. May mayo Sept. lunes Monday "
    "next ago próximo hace dos twenty five seventy-seven años years old de del el la the of an a "
    "18 107 1,5 Christmas Ramadán Semana Santa 三月 мая 2016年5月3日 ௰ ½ ² º Quxivorn Zelkabrand "
    "zq9x - / , . : ( ) ' T Z 00 99/99/99 31/02/2015 half past y media menos cuarto noon tarde"
)
SCRAPS = SAID.split()


def mention(text: str, category: str = "DATE", before: str = "", after: str = "") -> Mention:
    return Mention(text, category, before, after)


def hostile(rng: random.Random) -> list[Mention]:
    """A scope of mentions made of scraps, with canaries among them and around them."""
    return [
        mention(
            rng.choice(("", CANARY)) + rng.choice((" ", "", "-")).join(rng.choices(SCRAPS, k=size)),
            rng.choice(CATEGORIES),
            rng.choice(("", "born on ", f"a la {CANARY} ", "an ", "los ", "el ", "a la ")),
            rng.choice(("", " pm", " years old", f" {CANARY}")),
        )
        for size in rng.choices(range(1, 6), k=rng.randint(1, 4))
    ]


@pytest.mark.parametrize("shift", ["anchor", "uniform", "laplace"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_nothing_is_undeclared(language: str, shift: str) -> None:
    settings = Settings(language, shift=shift)
    rng = random.Random(f"{language} {shift}")
    for _ in range(200):
        scope = hostile(rng)
        assert undeclared(KIND, scope, settings) == []
        reading = KIND.read(scope, settings)
        assert CANARY.lower() not in repr(reading.sketch).lower()
        assert "zelkabrand" not in repr(reading.sketch).lower()
        assert CANARY.lower() not in "".join(map(str, standing_in(KIND, scope, settings))).lower()


@given(st.lists(st.text(max_size=25), max_size=3), st.sampled_from(CATEGORIES))
def test_nothing_is_undeclared_in_any_text(texts: list[str], category: str) -> None:
    scope = [mention(text, category) for text in texts]
    assert undeclared(KIND, scope, Settings("es")) == []
    made = standing_in(KIND, scope, Settings("es"))
    for text, new in zip(texts, made, strict=True):
        assert (new is None) is not any(map(str.isalnum, text))


def test_the_latest_date_is_in_the_sketch_of_a_shift_around_it_alone() -> None:
    scope = [mention("3 May 2016"), mention("1 May 1950")]
    plain = KIND.read(scope, Settings()).sketch
    assert plain.latest == -1
    assert not {date(2016, 5, 3).toordinal(), 2016, 1950} & {value for *_, value in leaves(plain)}
    shifted = KIND.read(scope, Settings(shift="uniform")).sketch
    assert shifted.latest == date(2016, 5, 3).toordinal()


# Pairs that could be told apart, or had to be: each shares one sketch now.
LISTED = [  # whether a feast, a month or a day is on our lists
    ("en", "Christmas", "Ramadan"),
    ("en", "Thanksgiving", "Juneteenth"),
    ("en", "Easter", "Zorblaxtide"),
    ("es", "Navidad", "Hanukkah"),
    ("es", "Viernes Santo", "Corpus Christi"),
    ("en", "3 May 2016", "3 Mai 2016"),
    ("en", "3 May", "3 Mai"),
    ("en", "May 2016", "Mai 2016"),
    ("en", "3 May 2016", "3 Мая 2016"),
    ("en", "28 February 2015", "29 February 2015"),
    ("en", "30 May 2015", "32 May 2015"),
    ("es", "16/08/1961", "16/018/1961"),
    ("es", "23/08/2016", "23/082016"),
    ("es", "28/02/2015", "31/02/2015"),
]
FINER = [  # what only some values show
    ("en", "03/05/2016", "03/15/2016"),
    ("es", "03/05/2016", "13/05/2016"),
    ("en", "13/05/2016", "23/11/2016"),
    ("en", "10/11/2016", "10/9/2016"),
    ("es", "10/11", "10/9"),
    ("en", "3 May 2016", "03 May 2016"),
    ("en", "may third two thousand and ten", "may third nineteen eighty four"),
    ("en", "twentieth of may", "twenty fifth of may"),
    ("es", "1.º de mayo", "2 de mayo"),
    ("es", "primero de mayo", "dos de mayo"),
    ("es", "los lunes", "los sábados"),
    ("es", "dieciséis de mayo", "dieciseis de mayo"),
]
TIMES = [
    ("en", "9:15", "10:15"),
    ("en", "09:15", "10:15"),
    ("en", "9:15 pm", "10:15 pm"),
    ("en", "14:05:22", "14:05:41"),
    ("es", "9.30", "10.30"),
    ("en", "seven in the evening", "seven in the afternoon"),
]
AGES = [
    ("en", "seventy", "seventy-seven"),
    ("en", "107", "90"),
    ("en", "107", "150"),
    ("en", "0", "1"),
    ("es", "1 año", "2 años"),
    ("es", "un año", "tres años"),
    ("en", "1 year old", "5 year old"),
    ("en", "an 18 year old", "a 15 year old"),
    ("es", "1,5 años", "2 años"),
    ("en", "wizened", "venerable"),
]


@pytest.mark.parametrize(
    ("language", "one", "other", "category"),
    [(*pair, "DATE") for pair in LISTED + FINER]
    + [(*pair, "TIME") for pair in TIMES]
    + [(*pair, "AGE") for pair in AGES],
)
def test_values_that_could_be_told_apart_share_a_sketch(
    language: str, one: str, other: str, category: str
) -> None:
    settings = Settings(language)
    first, second = [mention(one, category)], [mention(other, category)]
    assert share_a_sketch(KIND, first, second, settings)
    for seed in range(20):
        assert standing_in(KIND, first, settings, seed) == standing_in(KIND, second, settings, seed)


def test_a_hidden_neighbour_shows_one_sign() -> None:
    """The window before a date has one sign for a name, so that its length decides nothing."""
    near = [Mention("3 May 1950", "DATE", "He was born to \ue000 on ")]
    far = [Mention("9 June 1961", "DATE", "He was born to \ue000 on ")]
    assert share_a_sketch(KIND, near, far, Settings())


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("durante", "es"),
        ("cada 12 horas", "es"),
        ("for 7 years", "en"),
        ("after 24 hours", "en"),
        ("several years", "en"),
        ("hace tres semanas", "es"),
        ("noon", "en"),
        ("tomorrow's", "en"),
    ],
)
def test_durations_and_relative_times_stay(text: str, language: str) -> None:
    reading = KIND.read([mention(text)], Settings(language))
    assert reading.left[0] in ("relative time", "part of the day")
    for seed in range(5):
        assert standing_in(KIND, [mention(text)], Settings(language), seed) == (text,)


# Random values of one form.
def _days(rng: random.Random) -> date:
    return date(1950, 1, 1) + timedelta(rng.randrange(25_000))


FORMS: dict[str, tuple[str, str, Callable[[random.Random], str]]] = {
    "figures": ("DATE", "en", lambda rng: f"{_days(rng):%m/%d/%Y}"),
    "figures without zeros": (
        "DATE",
        "es",
        lambda rng: f"{(day := _days(rng)).day}/{day.month}/{day.year}",
    ),
    "ISO": ("DATE", "en", lambda rng: _days(rng).isoformat()),
    "words": ("DATE", "en", lambda rng: f"{(day := _days(rng)):%B} {day.day}, {day.year}"),
    "day and month": ("DATE", "en", lambda rng: f"{(day := _days(rng)).day} {day:%B}"),
    "Spanish": (
        "DATE",
        "es",
        lambda rng: (
            f"{(day := _days(rng)).day} de {calendar_facts('es')['months'][day.month - 1]} "
            f"de {day.year}"
        ),
    ),
    "year": ("DATE", "en", lambda rng: str(_days(rng).year)),
    "weekday": ("DATE", "en", lambda rng: f"{_days(rng):%A}"),
    "month": ("MONTH", "en", lambda rng: f"{_days(rng):%B}"),
    "office hours": (
        "TIME",
        "en",
        lambda rng: f"{rng.randrange(7, 21)}:{5 * rng.randrange(12):02}",
    ),
    "afternoon": (
        "TIME",
        "en",
        lambda rng: f"{rng.randrange(1, 8)}:{5 * rng.randrange(12):02} pm",
    ),
    "hour": ("TIME", "en", lambda rng: rng.choice(calendar_facts("en")["hours"])),
    "feast": ("DATE", "en", lambda rng: rng.choice(calendar_facts("en")["feasts"][""])),
    "age of a grown-up": ("AGE", "en", lambda rng: f"{rng.randrange(45, 65)} years old"),
    "age of the young": ("AGE", "es", lambda rng: f"{rng.randrange(0, 20)} años"),
}


@pytest.mark.parametrize("form", FORMS)
def test_most_pairs_of_one_form_share_a_sketch(form: str) -> None:
    category, language, draw = FORMS[form]
    rng = random.Random(form)
    same = 0
    for _ in range(200):
        one, other = ([mention(draw(rng), category)] for _ in range(2))
        same += share_a_sketch(KIND, one, other, Settings(language))
    assert same >= 160


@pytest.mark.parametrize("shift", ["anchor", "laplace"])
def test_equal_sketches_and_equal_dice_give_equal_bytes(shift: str) -> None:
    """Thousands of random scopes, moved as a whole, made of listed and unlisted words."""
    rng = random.Random(shift)
    pairs = 0
    known: dict[object, list[Mention]] = {}
    for _ in range(3000):
        category, language, draw = FORMS[rng.choice(list(FORMS))]
        scope = hostile(rng)[:1] if rng.random() < 0.2 else [mention(draw(rng), category)]
        settings = Settings(language, shift=shift)
        sketch = KIND.read(scope, settings).sketch
        other = known.setdefault((sketch, language), scope)
        seed = rng.randrange(1000)
        pairs += other is not scope
        made = standing_in(KIND, scope, settings, seed)
        assert made == standing_in(KIND, other, settings, seed)
    assert pairs > (2000 if shift == "anchor" else 300)


def outcomes(
    scope: Sequence[Mention], settings: Settings, runs: int
) -> Counter[tuple[str | None, ...]]:
    reading = KIND.read(scope, settings)
    numbers = stream(7)
    return Counter(kernel.written(KIND, reading, settings, numbers).texts for _ in range(runs))


SMALL = [
    ("en", "[Monday|DATE] or [Tuesday|DATE]"),
    ("en", "in [2003|DATE] or [2004|DATE]"),
    ("en", "at [nine|TIME]"),
    ("es", "a la [una|TIME]"),
    ("es", "a la [una y media|TIME] de la tarde"),
    ("en", "at [half past nine|TIME]"),
    ("en", "[66 years old|AGE] and [68|AGE]"),
    ("en", "an [18|AGE] year old"),
    ("en", "on [Christmas|DATE], [Easter|DATE] and [Christmas|DATE]"),
    ("es", "[11 años y 10 meses|AGE]"),
    ("en", "[May|MONTH] and [June|MONTH]"),
    ("en", "[elderly|AGE] and [2002|DATE]"),
    ("en", "[summer|DATE] and [the 1990s|DATE]"),
]


@pytest.mark.parametrize(("language", "marked"), SMALL)
def test_no_outcome_is_less_probable_than_the_least(language: str, marked: str) -> None:
    settings = Settings(language, date_range=(2001, 2004))
    scope = mentions_of(marked)
    least = kernel.least(KIND, KIND.read(scope, settings).sketch, settings)
    runs = 4000
    found = outcomes(scope, settings, runs)
    assert 0 < least <= 1 / len(found) * 1.0000001
    if least * runs > 50:
        assert min(found.values()) > 0.5 * least * runs


@pytest.mark.parametrize(("language", "marked"), SMALL)
def test_outcomes_of_the_writer_are_reached(language: str, marked: str) -> None:
    settings = Settings(language, date_range=(2001, 2004))
    scope = mentions_of(marked)
    for seed in range(40):
        made = standing_in(KIND, scope, settings, seed)
        new = [one._replace(text=text or "") for one, text in zip(scope, made, strict=True)]
        reading = KIND.read(new, settings)
        assert reading.sketch == KIND.read(scope, settings).sketch
        assert kernel.reaches(KIND, reading, new, settings)


def test_a_larger_scope_anchors_its_documents_alike() -> None:
    """The latest date of a data subject reaches the reader alone; the sketch has distances."""
    last = date(2016, 5, 3).toordinal()
    one = read([mention("1 May 2016")], Settings(), (last, 1))
    other = read([mention("30 April 2012")], Settings(), (date(2012, 5, 2).toordinal(), 1))
    assert one.sketch == other.sketch
    assert [day.distance for day in one.sketch.dates] == [-2]
