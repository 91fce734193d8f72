"""Invented organisations, products and domains."""

from __future__ import annotations

import re
from itertools import repeat

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marked_mentions import mentions_of, stream

from understudy.identify.lists import flat, lexicon
from understudy.languages import LANGUAGES
from understudy.surrogates.bodies import coined, least, reaches, write_bodies
from understudy.surrogates.mention import Mention, Settings

SEEDS = range(25)
COIN = r"[A-Z][a-z]{5,}"


def _texts(marked: str, seed: int, language: str) -> list[str]:
    written = write_bodies(mentions_of(marked), stream(seed), Settings(language))
    assert None not in written.texts
    return [text for text in written.texts if text is not None]


@pytest.mark.parametrize("seed", SEEDS)
def test_acronyms_domains_and_short_forms_go_with_the_name(seed: int) -> None:
    full, short, kind, site = _texts(
        "la [Universidad Politécnica de Madrid (UPM)|ORGANIZATION], [UPM|ORGANIZATION], la "
        "[Politécnica|ORGANIZATION], [www.upm.es|URL]",
        seed,
        "es",
    )
    match = re.fullmatch(rf"Universidad Politécnica de ({COIN}) \((UP[A-Z])\)", full)
    assert match
    assert match[2] == short == f"UP{match[1][0]}"
    assert kind == "Politécnica"
    assert site == f"www.{short.lower()}.example"


@pytest.mark.parametrize(
    ("marked", "language", "shapes"),
    [
        ("[Acme Ltd|ORGANIZATION] [Acme|ORGANIZATION]", "en", [r"(?P<n>\w+) Ltd", "{n}"]),
        ("[Acme|ORGANIZATION] [ACME|ORGANIZATION]", "en", [r"(?P<n>\w+)", "{N}"]),
        ("[Acme|ORGANIZATION] [Acme's|ORGANIZATION]", "en", [r"(?P<n>\w+)", "{n}'s"]),
        ("[Acme|ORGANIZATION] [acme.com|DOMAIN_NAME]", "en", [r"(?P<n>\w+)", "{l}.example"]),
        ("[Acme|ORGANIZATION] [acme dot com|DOMAIN_NAME]", "en",
         [r"(?P<n>\w+)", "{l} dot example"]),
        ("[Acme|ORGANIZATION] [https://acme.com/a/b|URL]", "en",
         [r"(?P<n>\w+)", "https://{l}.example"]),
        ("[Telefónica S.A.|ORGANIZATION] [telefonica|ORGANIZATION]", "es",
         [r"(?P<n>\w+) S\.A\.", "{l}"]),
        ("[St Mary's Hospital|HOSPITAL] [St Mary's|HOSPITAL]", "en",
         [r"St (?P<n>\w+)'s Hospital", "St {n}'s"]),
        ("[General Motors|ORGANIZATION] [GM|ORGANIZATION]", "en", [r"(?P<n>\w)\w+ Motors", "{n}M"]),
        ("[Banco Central|ORGANIZATION]", "es", [r"Banco (?P<n>\w+)"]),
        ("[Bank of Wexley|ORGANIZATION]", "en", [r"Bank of (?P<n>\w+)"]),
        ("[Smith & Sons|ORGANIZATION] [Smith|ORGANIZATION]", "en", [r"(?P<n>\w+) & Sons", "{n}"]),
        ("[Galaxy S21 Pro|PRODUCT] [Galaxy|PRODUCT]", "en",
         [r"(?P<n>\w+) [A-Z][1-9]\d Pro", "{n}"]),
        ("[tarifa Ballena 50|PRODUCT] la [ballena|PRODUCT]", "es",
         [r"tarifa (?P<n>\w+a) [1-9]\d", "{l}"]),
        ("[Windows 10.1|PRODUCT]", "en", [r"(?P<n>\w+) [1-9]\d\.[1-9]"]),
        ("[IBM|ORGANIZATION] [ibm.com|DOMAIN_NAME]", "en", [r"(?P<n>[A-Z]{3})", "{l}.example"]),
        ("[I.B.M.|ORGANIZATION]", "en", [r"(?P<n>([A-Z]\.){3})"]),
        ("[Hospital La Paz|HOSPITAL]", "es", [r"Hospital La (?P<n>\w+a)"]),
        ("[hospital la paz|HOSPITAL]", "es", [r"hospital la (?P<n>[a-z]+a)"]),
        ("[<Ac-> Acme|ORGANIZATION]", "en", [r"<\w\w-> (?P<n>\w+)"]),
    ],
)  # fmt: skip
def test_mentions_are_written_from_one_name(marked: str, language: str, shapes: list[str]) -> None:
    for seed in SEEDS:
        first, *others = _texts(marked, seed, language)
        match = re.fullmatch(shapes[0], first)
        assert match
        name = match["n"]
        expected = [shape.format(n=name, N=name.upper(), l=name.lower()) for shape in shapes[1:]]
        assert others == expected


def test_the_words_around_are_heeded() -> None:
    for seed in SEEDS:
        (name,) = _texts("it is an [Acme|ORGANIZATION] product", seed, "en")
        assert name[0] in "AEIOU"
        (name,) = _texts("it is a [Oracle|ORGANIZATION] product", seed, "en")
        assert name[0] not in "AEIOU"
        (name,) = _texts("llamé a la [Oracle|ORGANIZATION]", seed, "es")
        assert name.endswith("a")
        (short,) = _texts("he is an [IBM|ORGANIZATION] man", seed, "en")
        assert short[0] in "AEFHILMNORSX"


def test_saints_exist() -> None:
    for seed in SEEDS:
        (text,) = _texts("[Hospital San Juan de Dios|HOSPITAL]", seed, "es")
        assert re.fullmatch(r"Hospital (San|Santa|Santo) [\w ]+", text)


def test_coined_words_are_on_none_of_our_lists() -> None:
    words = {flat(word) for word in coined().values}
    for language in LANGUAGES:
        known = lexicon(language)
        for listed in (known.given, known.surnames, known.guests, known.places, known.common):
            assert not words & listed
    assert min(map(len, words)) > 5
    assert len(words) == coined().size


def test_the_law_does_not_depend_on_the_value() -> None:
    for one, other in [("Acme", "Oracle"), ("Acme Ltd", "Bolt Ltd"), ("ABC", "XYZ")]:
        for seed in SEEDS:
            texts = [_texts(f"[{name}|ORGANIZATION]", seed, "en") for name in (one, other)]
            assert texts[0] == texts[1]


def test_least_and_reaches() -> None:
    mentions = mentions_of("[Acme Ltd|ORGANIZATION]")
    assert least(mentions, Settings("en")) == pytest.approx(1 / coined().size)
    assert not reaches(mentions, Settings("en"))
    own = mentions_of(f"[{coined().values[5]} Ltd|ORGANIZATION]")
    assert reaches(own, Settings("en"))


def test_nothing_to_name_is_left_to_the_caller() -> None:
    assert write_bodies(mentions_of("[…|ORGANIZATION]"), stream(1), Settings()).texts == (None,)


@given(
    st.lists(
        st.tuples(
            st.text(max_size=30),
            st.sampled_from(("ORGANIZATION", "HOSPITAL", "PRODUCT", "DOMAIN_NAME", "URL")),
            st.text(max_size=20),
        ),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from(LANGUAGES),
)
@settings(max_examples=150, deadline=None)
def test_any_text_can_be_given(parts: list[tuple[str, str, str]], language: str) -> None:
    mentions = [Mention(text, category, around, around) for text, category, around in parts]
    wanted = Settings(language)
    first = write_bodies(mentions, stream(3), wanted)
    assert first == write_bodies(mentions, stream(3), wanted)
    assert len(first.texts) == len(mentions)
    assert 0 <= least(mentions, wanted) <= 1
    reaches(mentions, wanted)
    write_bodies(mentions, repeat(0), wanted)


@given(
    st.lists(st.text("qwxzkjvh", min_size=7, max_size=9), min_size=1, max_size=4),
    st.sampled_from(("ORGANIZATION", "HOSPITAL", "PRODUCT", "DOMAIN_NAME", "URL")),
    st.sampled_from((" ", ", ", " & ", "-", ".", " Bank of ", " 3", " de la ", " (")),
    st.sampled_from(LANGUAGES),
)
@settings(max_examples=150, deadline=None)
def test_no_word_that_tells_something_stays(
    words: list[str], category: str, between: str, language: str
) -> None:
    mention = Mention(between.join(word.title() for word in words), category)
    (text,) = write_bodies([mention], stream(5), Settings(language)).texts
    assert text is None or not any(word in text.lower() for word in words)


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("Center for Science and Culture", r"Center for \w+ and \w+"),
        ("Burch 's Karate", r"\w+ 's \w+"),
        ("magic johnson theatres", r"\w+ \w+ theatres"),
    ],
)
def test_heads_and_endings_stay(name: str, shape: str) -> None:
    (text,) = _texts(f"at [{name}|ORGANIZATION]", 3, "en")
    assert re.fullmatch(shape, text)
    assert text != name


@pytest.mark.parametrize("name", ["Labour", "Observer", "Shoes & Shoes", "Bank of Bank"])
def test_something_is_drawn_of_every_name(name: str) -> None:
    (text,) = _texts(f"at [{name}|ORGANIZATION]", 3, "en")
    assert set(name.split()).isdisjoint(set(text.split()) - {"&", "of"})
