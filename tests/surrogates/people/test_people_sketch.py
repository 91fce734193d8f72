"""The sketch of a person holds public fields alone, and tells neither lists nor lengths."""

from __future__ import annotations

import math
import random
import re
import string
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sketch_contract import leaves, share_a_sketch, standing_in, undeclared

from understudy.surrogates import kernel
from understudy.surrogates.mention import Mention
from understudy.surrogates.people.kind import KIND
from understudy.surrogates.people.names import (
    FEMALE,
    MALE,
    given_table,
    known,
    surname_table,
    united,
)
from understudy.surrogates.people.sketch import Sketch
from understudy.surrogates.settings import Settings

EN, ES = Settings(language="en"), Settings(language="es")
CANARY = "quxivorn"
SIGNS = " .,-'’\"()<>@_+=&/:;!?¡¿|#%\n\t\u200b\u0301ª"
CATEGORIES = (
    *("PERSON", "GIVEN_NAME", "FEMALE_NAME", "MALE_NAME", "SURNAME", "TITLE"),
    *("EMAIL_ADDRESS", "USERNAME", "SPELLING", "LETTER", "PASSWORD"),
)
FORMS = (
    *("{}", "{} {}", "Mr. {}", "Dr. {} {}", "{}, {}", "{} de la {}", "{} O'{}", "{}'s", "{} {} {}"),
    *("{}.{}@{}.com", "{}{}99@x.org", "@{}", "{}_{}", "{} dot {} at {} dot com", "<{}-> {}"),
    *("{} (the {})", "D.ª {} {}", "M.ª {} {}", "{} y {}", "{}-{}", "{} Jr.", "mi {} y {}"),
    *("L as in {}, {}", "{} III", "{}#{}", "{}@{}@{}", "{} guion bajo {} arroba {} punto es"),
)


def listed(rng: random.Random, language: str) -> str:
    table = rng.choice(
        (
            given_table(language, FEMALE),
            given_table(language, MALE),
            surname_table(language, ""),
        )
    )
    return rng.choice(table.values)


def unlisted(rng: random.Random) -> str:
    size = rng.randint(1, 14)
    alphabet = rng.choice(
        (string.ascii_lowercase, "абвгдежзиклмно", "αβγδεζηθικλ", "李王张刘陈", "אבגדהוז")
    )
    return "".join(rng.choices(alphabet, k=size)).capitalize()


def hostile(rng: random.Random) -> str:
    pieces = [CANARY.capitalize(), CANARY, CANARY.upper(), *SIGNS, "1", "de", "Dr", "@"]
    return "".join(rng.choices(pieces, k=rng.randint(1, 12)))


def texts(rng: random.Random, language: str) -> str:
    def word() -> str:
        return listed(rng, language) if rng.random() < 0.5 else unlisted(rng)

    if rng.random() < 0.2:
        return hostile(rng)
    form = rng.choice(FORMS)
    return form.format(*(word() for _ in range(form.count("{}"))))


def bundles(count: int, seed: int) -> list[tuple[list[Mention], Settings]]:
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        language = rng.choice(("en", "es"))
        chosen = Settings(language=language, gender=rng.random() < 0.7, reserved=rng.random() < 0.7)
        mentions = [
            Mention(texts(rng, language), rng.choice(CATEGORIES), rng.choice(("", "Sr. ", "she ")))
            for _ in range(rng.randint(1, 3))
        ]
        found.append((mentions, chosen))
    return found


def test_every_field_is_declared_and_holds_what_it_may() -> None:
    for mentions, chosen in bundles(2500, 1):
        assert undeclared(KIND, mentions, chosen) == []


def test_no_letter_of_an_unknown_word_is_in_a_sketch() -> None:
    for mentions, chosen in bundles(2500, 2):
        sketch = KIND.read(mentions, chosen).sketch
        assert CANARY[:4] not in repr(sketch).lower()
    for seed in range(500):
        rng = random.Random(seed)
        mentions = [Mention(hostile(rng), rng.choice(CATEGORIES)) for _ in range(2)]
        assert CANARY[:4] not in repr(KIND.read(mentions, EN).sketch).lower()
        for text in standing_in(KIND, mentions, EN, seed):
            assert CANARY not in str(text).lower()


@given(
    st.lists(st.tuples(st.text(max_size=40), st.sampled_from(CATEGORIES)), max_size=3),
    st.sampled_from([EN, ES]),
)
@settings(max_examples=300, deadline=None)
def test_any_text_has_a_sketch(found: list[tuple[str, str]], chosen: Settings) -> None:
    mentions = [Mention(*one) for one in found]
    assert undeclared(KIND, mentions, chosen) == []
    written = standing_in(KIND, mentions, chosen)
    assert len(written) == len(mentions)
    assert None not in written


def test_a_sketch_is_small_whatever_the_mention() -> None:
    long = [
        Mention(" ".join(["Zorb"] * 500), "PERSON"),
        Mention(".".join(["zorb"] * 500) + "@x.org", "EMAIL_ADDRESS"),
        Mention("a1" * 500, "USERNAME"),
        Mention("Z " * 500, "SPELLING"),
        Mention("." * 500, "PERSON"),
        Mention("Ann" + " " * 500 + "Lee", "PERSON"),
    ]
    for mention in long:
        assert len(list(leaves(KIND.read([mention], EN).sketch))) < 250


# Pairs of the privacy audit that could be told apart: V4 (lists) and V5 (properties).
ALIKE = [
    ("PERSON", "en", "Mary Smith", "Malala Smith"),
    ("PERSON", "en", "Angela Merkel", "Zendaya Coleman"),
    ("PERSON", "en", "George Bush", "Barack Obama"),
    ("GIVEN_NAME", "en", "Mary", "Malala"),
    ("PERSON", "en", "Mary Smith", "Мария Иванова"),
    ("PERSON", "en", "Adele", "Beyonce"),
    ("PERSON", "en", "Smith", "Brak"),
    ("PERSON", "en", "Mary Smith", "Mary Sm1th"),
    ("PERSON", "en", "Smith Jones", "Zorb Jones"),
    ("PERSON", "en", "John Fitzgerald Kennedy", "John Zorbax Kennedy"),
    ("PERSON", "en", "Mary Ann Jones", "Mary Zann Jones"),
    ("PERSON", "en", "Mary Ann", "Mary Zann"),
    ("PERSON", "en", "ANA", "UXA"),
    ("PERSON", "en", "Liz", "Zuxa"),
    ("SURNAME", "es", "García", "Zorblán"),
    ("SPELLING", "en", "S M I T H", "S M Y Q H"),
    ("SPELLING", "en", "Z Q X W", "Z Q X W V K"),
    ("EMAIL_ADDRESS", "en", "jsmith@x.com", "jsmyqh@x.com"),
    ("EMAIL_ADDRESS", "en", "kate@x.com", "kqtz@x.com"),
    ("EMAIL_ADDRESS", "en", "johnsmith@x.com", "johnqmith@x.com"),
    ("EMAIL_ADDRESS", "en", "xqz@x.com", "xqzv@x.com"),
    ("EMAIL_ADDRESS", "es", "ana.garcia@ugr.es", "zq.wxk@hospital-de-algo.es"),
    ("USERNAME", "en", "kate99", "zqrb99"),
    ("USERNAME", "en", "kate19991231", "kate1999"),
    ("PERSON", "en", "<Smi-> Smith", "<Smit-> Smith"),
]


@pytest.mark.parametrize(("category", "language", "one", "other"), ALIKE)
def test_what_the_audit_told_apart_shares_a_sketch(
    category: str, language: str, one: str, other: str
) -> None:
    chosen = Settings(language=language)
    first, second = [Mention(one, category)], [Mention(other, category)]
    assert share_a_sketch(KIND, first, second, chosen)
    assert all(
        standing_in(KIND, first, chosen, seed) == standing_in(KIND, second, chosen, seed)
        for seed in range(20)
    )


def test_a_role_in_an_address_shows_because_it_is_on_a_list() -> None:
    info, anne = ([Mention(f"{name}@x.com", "EMAIL_ADDRESS")] for name in ("info", "anne"))
    assert not share_a_sketch(KIND, info, anne, EN)
    assert KIND.read([Mention("admin", "USERNAME")], EN).left == {0: "role"}


def test_titles_tell_no_gender_where_the_policy_gives_it_up() -> None:
    free = ES._replace(gender=False)
    man, woman = [Mention("el Sr. García", "PERSON")], [Mention("la Sra. García", "PERSON")]
    assert not share_a_sketch(KIND, man, woman, ES)
    assert share_a_sketch(KIND, man, woman, free)
    d, dna = [Mention("D. Luis Gil", "PERSON")], [Mention("D.ª Ana Gil", "PERSON")]
    assert share_a_sketch(KIND, d, dna, free)
    found = {standing_in(KIND, dna, free, seed)[0] for seed in range(40)}
    assert {str(text).split()[0] for text in found} == {"D.", "Dña."}


FORMS_OF_ONE_WORD = [
    ("PERSON", "{} {}", 2),
    ("GIVEN_NAME", "{}", 1),
    ("SURNAME", "{}", 1),
    ("EMAIL_ADDRESS", "{}.{}@x.org", 2),
    ("USERNAME", "{}99", 1),
    ("SPELLING", "{}", 1),
]


@pytest.mark.parametrize(("category", "form", "count"), FORMS_OF_ONE_WORD)
@pytest.mark.parametrize("language", ["en", "es"])
def test_most_pairs_of_a_category_and_form_share_a_sketch(
    category: str, form: str, count: int, language: str
) -> None:
    """Names on the lists and off them, in one gender."""
    rng = random.Random(f"{category} {language}")
    chosen = Settings(language=language, gender=False)
    kinds: Counter[object] = Counter()
    for _ in range(400):
        tables = [given_table(language, FEMALE), surname_table(language, "")]
        if category == "SURNAME":
            tables = tables[1:]
        words = [
            rng.choice(tables[min(at, len(tables) - 1)].values)
            if rng.random() < 0.7
            else "".join(rng.choices(string.ascii_lowercase, k=rng.randint(2, 9))).capitalize()
            for at in range(count)
        ]
        if category == "SPELLING":
            words = ["-".join(words[0])]
        mention = Mention(form.format(*words), category)
        kinds[KIND.read([mention], chosen).sketch] += 1
    assert sum((size / 400) ** 2 for size in kinds.values()) > 0.8


def test_equal_sketches_and_equal_dice_give_equal_bytes() -> None:
    by_sketch: dict[tuple[object, Settings], list[list[Mention]]] = {}
    rng = random.Random(5)
    pairs = 0
    for _ in range(5000):
        language = rng.choice(("en", "es"))
        chosen = Settings(language=language, gender=rng.random() < 0.5)
        mentions = [Mention(texts(rng, language), rng.choice(CATEGORIES))]
        by_sketch.setdefault((KIND.read(mentions, chosen).sketch, chosen), []).append(mentions)
    for (_, chosen), alike in by_sketch.items():
        first = standing_in(KIND, alike[0], chosen, len(alike))
        for other in alike[1:]:
            assert standing_in(KIND, other, chosen, len(alike)) == first
            pairs += 1
    assert pairs > 2000


LEAST = [
    ("en", ["Mr. McGregor"]),
    ("en", ["T's|LETTER"]),
    ("en", ["kate|USERNAME"]),
    ("es", ["María del Carmen de la Torre"]),
    ("es", ["Ana María", "Anabel"]),
    ("en", ["Michael|MALE_NAME", "Mike|MALE_NAME"]),
    ("en", ["Smith"]),
]


@pytest.mark.parametrize(("language", "marked"), LEAST)
@pytest.mark.parametrize("free", [True, False])
def test_the_least_chance_bounds_what_is_drawn_and_draws_are_reached(
    language: str, marked: list[str], free: bool
) -> None:
    chosen = Settings(language=language, gender=not free)
    parted = [one.partition("|") for one in marked]
    mentions = [Mention(text, category or "PERSON") for text, _, category in parted]
    size = 3000
    sketch = KIND.read(mentions, chosen).sketch
    least = kernel.least(KIND, sketch, chosen)
    drawn = Counter(standing_in(KIND, mentions, chosen, seed) for seed in range(size))
    assert 0.0 < least <= 1.0
    rarest = size * least  # as often as that on average, at least
    assert min(drawn.values()) > rarest - 4 * math.sqrt(rarest)
    assert len(drawn) * least <= 1.0
    again = [
        [Mention(str(text), one.category) for text, one in zip(texts, mentions, strict=True)]
        for texts in list(drawn)[:60]
    ]
    readings = [KIND.read(one, chosen) for one in again]
    alike = [at for at, reading in enumerate(readings) if reading.sketch == sketch]
    reached = [at for at in alike if kernel.reaches(KIND, readings[at], again[at], chosen)]
    assert len(alike) > 10
    assert len(reached) > 0.8 * len(alike)


@pytest.mark.parametrize("language", ["en", "es"])
def test_particles_that_stand_for_themselves_have_enough_surnames(language: str) -> None:
    articles = united("titles", "before", language)
    for particle, names in known(language)["particles"].items():
        if particle in articles:  # by itself before a name it is an article: la Merkel
            continue
        close = particle in known(language)["names"]["close"] or particle.endswith("'")
        text = f"{particle.capitalize()}Zorb" if close else f"{particle} Zorb"
        sketch = KIND.read([Mention(text, "SURNAME")], Settings(language=language)).sketch
        assert isinstance(sketch, Sketch)
        assert sketch.need.surnames == ((particle,) if len(names) >= 20 else ("other",)), particle


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("Anna A. Smith", "Anna B. Smith", "en"),
        ("J.R.R. Tolkien", "X.Y.Z. Qvorn", "en"),
        ("A. Anna Smith", "B. Anna Smith", "en"),
        ("Smith Smyth", "Smith Brown", "en"),
        ("Henry Ford II", "Henry Ford XVI", "en"),
        ("Angus Mckenzie", "Angus Zqckenzie", "en"),
        ("daughter", "stepdaughter", "en"),
        ("stepbrother's", "brother's", "en"),
    ],
)
def test_names_of_one_mention_do_not_show_that_they_are_alike(
    one: str, other: str, language: str
) -> None:
    pair = [[Mention(text, "PERSON")] for text in (one, other)]
    assert share_a_sketch(KIND, pair[0], pair[1], Settings(language=language))


@pytest.mark.parametrize(
    ("text", "category", "language", "form"),
    [
        ("Angus Mckenzie", "PERSON", "en", r"[A-Z]\w+ [A-Z]\S+"),
        ("del Río", "SURNAME", "es", r"del [A-ZÁÉÍÓÚ]\w+"),
        ("la Elena", "PERSON", "es", r"la [A-ZÁÉÍÓÚ]\w+"),
        ("daughter", "PERSON", "en", "daughter"),
        ("nieta", "PERSON", "es", "nieta"),
    ],
)
def test_small_forms_stay_in_form(text: str, category: str, language: str, form: str) -> None:
    for seed in range(12):
        own = [Mention(text, category)]
        (new,) = standing_in(KIND, own, Settings(language=language), seed)
        assert new is not None
        assert re.fullmatch(form, new), new


def test_who_somebody_is_to_the_speaker_stays_and_is_counted_as_left() -> None:
    assert KIND.read([Mention("daughter", "PERSON")], EN).left == {0: "nobody"}
    assert KIND.read([Mention("Daughter", "PERSON")], EN).left == {}
