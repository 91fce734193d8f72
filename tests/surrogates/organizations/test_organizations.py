"""Invented organisations, products and domains."""

from __future__ import annotations

import re
from itertools import repeat

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marked_mentions import mentions_of, stream

from understudy.core.folding import flat
from understudy.languages import installed
from understudy.languages.lexicon import lexicon
from understudy.surrogates.mention import Mention
from understudy.surrogates.organizations.words import NUMERALS, _tables, coined, coined_towns
from understudy.surrogates.organizations.writer import least, reaches, write_organizations
from understudy.surrogates.people.names import FEMALE, MALE, given_table, surname_table
from understudy.surrogates.places.atlas import countries
from understudy.surrogates.settings import Settings
from understudy.surrogates.tables import Table

SEEDS = range(25)
COIN = r"[A-Z][a-zñóú]{5,}"


def _texts(marked: str, seed: int, language: str) -> list[str]:
    written = write_organizations(mentions_of(marked), stream(seed), Settings(language))
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
        ("[Hospital La Paz|HOSPITAL]", "es", [r"Hospital La (?P<n>\w+)"]),
        ("[hospital la paz|HOSPITAL]", "es", [r"hospital la (?P<n>[a-zñáéíóú]+)"]),
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
    towns = {
        flat(town)
        for country in countries().values()
        for region in country.regions.values()
        for pair in region.towns
        for town in pair.split("=")
    }
    for table in (table(language) for table in (coined, coined_towns) for language in installed()):
        words = {flat(word) for word in table.values}
        for language in installed():
            known = lexicon(language)
            for listed in (known.given, known.surnames, known.guests, known.places, known.common):
                assert not words & listed
        assert not words & towns
        assert min(map(len, words)) > 5
        assert len(words) == table.size > 20_000


def test_the_law_does_not_depend_on_the_value() -> None:
    for one, other in [("Acme", "Oracle"), ("Acme Ltd", "Bolt Ltd"), ("ABC", "XYZ")]:
        for seed in SEEDS:
            texts = [_texts(f"[{name}|ORGANIZATION]", seed, "en") for name in (one, other)]
            assert texts[0] == texts[1]


def test_least_and_reaches() -> None:
    mentions = mentions_of("[Acme Ltd|ORGANIZATION]")
    assert least(mentions, Settings("en")) == pytest.approx(1 / coined("en").size)
    assert not reaches(mentions, Settings("en"))
    own = mentions_of(f"[{coined('en').values[5]} Ltd|ORGANIZATION]")
    assert reaches(own, Settings("en"))


def test_nothing_to_name_is_left_to_the_caller() -> None:
    assert write_organizations(mentions_of("[…|ORGANIZATION]"), stream(1), Settings()).texts == (
        None,
    )


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
    st.sampled_from(installed()),
)
@settings(max_examples=150, deadline=None)
def test_any_text_can_be_given(parts: list[tuple[str, str, str]], language: str) -> None:
    mentions = [Mention(text, category, around, around) for text, category, around in parts]
    wanted = Settings(language)
    first = write_organizations(mentions, stream(3), wanted)
    assert first == write_organizations(mentions, stream(3), wanted)
    assert len(first.texts) == len(mentions)
    assert 0 <= least(mentions, wanted) <= 1
    reaches(mentions, wanted)
    write_organizations(mentions, repeat(0), wanted)


@given(
    st.lists(st.text("qwxzkjvh", min_size=7, max_size=9), min_size=1, max_size=4),
    st.sampled_from(("ORGANIZATION", "HOSPITAL", "PRODUCT", "DOMAIN_NAME", "URL")),
    st.sampled_from((" ", ", ", " & ", "-", ".", " Bank of ", " 3", " de la ", " (")),
    st.sampled_from(installed()),
)
@settings(max_examples=150, deadline=None)
def test_no_word_that_tells_something_stays(
    words: list[str], category: str, between: str, language: str
) -> None:
    mention = Mention(between.join(word.title() for word in words), category)
    (text,) = write_organizations([mention], stream(5), Settings(language)).texts
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


@pytest.mark.parametrize(
    ("name", "language"),
    [
        *(("Labour", "en"), ("Observer", "en"), ("Shoes & Shoes", "en"), ("Bank of Bank", "en")),
        *(("House", "en"), ("Times", "en"), ("AT&T", "en"), ("Rey", "es"), ("Conde Palacio", "es")),
    ],
)
def test_something_is_drawn_of_every_name(name: str, language: str) -> None:
    stayed = 0
    for seed in SEEDS:
        (text,) = _texts(f"at [{name}|ORGANIZATION]", seed, language)
        old, new = (set(re.findall(r"\w+", one)) for one in (name, text))
        stayed += not old.isdisjoint(new - {"of", "T"})
    assert stayed <= len(SEEDS) // 5  # a draw may give the word itself


@pytest.mark.parametrize(
    ("name", "language", "word"),
    [
        ("Bodegas Rey", "es", "Rey"),
        ("Talleres Conde", "es", "Conde"),
        ("Conde Hermanos", "es", "Conde"),
        ("Gestoría Duque", "es", "Duque"),
        ("Bodegas Palacio", "es", "Palacio"),
        ("Denmark", "en", "Denmark"),
    ],
)
def test_a_rank_or_a_land_that_is_a_name_is_drawn(name: str, language: str, word: str) -> None:
    stayed = sum(word in _texts(f"[{name}|ORGANIZATION]", seed, language)[0] for seed in SEEDS)
    assert stayed <= 2


def test_letter_case_does_not_make_two_names_of_one() -> None:
    for seed in SEEDS:
        one, other = _texts("[WEXMART|ORGANIZATION] [Wexmart|ORGANIZATION]", seed, "en")
        assert one == other.upper()


@pytest.mark.parametrize(
    ("name", "language", "shape"),
    [
        ("Hospital Gregorio Salas", "es", r"Hospital {male} {surname}"),
        ("Fundación Romero Cuesta", "es", r"Fundación {surname} {surname}"),
        ("Law Offices of Brenda Farrow", "en", r"Law Offices of {female} {surname}"),
        ("Hospital Infanta Marta", "es", r"Hospital Infanta {female}"),
        ("Universidad de Granada", "es", r"Universidad de {town}"),
        ("Hospital de Santiago de Compostela", "es", r"Hospital de {town} de {town}"),
        ("New York Symphony Orchestra", "en", r"New {town} Symphony Orchestra"),
        ("Hospital 12 de Octubre", "es", r"Hospital (?:[1-9]|1\d|2[0-8]) de {months}"),
        ("Facultad de Odontología", "es", r"Facultad de {matters_f}"),
        ("Sociedad Japonesa de Alergología", "es", r"Sociedad \w+ de {matters_f}"),
        ("Centro Nacional de Investigaciones Oncológicas", "es",
         r"Centro Nacional de {matters_fp} {qualities_cure feminine plural}"),
        ("Instituto de Medicina Legal", "es",
         r"Instituto de Medicina {qualities either masculine}"),
        ("Hospital Rey Juan Carlos I", "es", r"Hospital Rey {male} {male} {numerals}"),
        ("Partido Socialista Obrero", "es",
         r"Partido {qualities_creed either masculine} {qualities_creed masculine}"),
        ("Hospital General", "es", r"Hospital {qualities_office either masculine}"),
        ("American Civil Liberties Union", "en", r"\w+(?: \w+)? {qualities} {things} Union"),
        ("U.S. Environmental Protection Agency", "en",
         r"\w+(?: \w+)? {qualities} {matters} Agency"),
        ("LUISS University", "en", r"[A-Z]{{5}} University"),
        ("Board of Muslim clerics", "en", r"Board of {faiths} {folk}"),
        ("Colegio Juan Carlos III", "es", r"Colegio {male} {male} (?:{numerals})"),
    ],
)  # fmt: skip
def test_words_become_others_of_their_sort(name: str, language: str, shape: str) -> None:
    sorts = {sort: _any(table) for sort, table in _tables(language).items()}
    known = {
        "town": _any(coined_towns(language)),
        "surname": _any(surname_table(language, "")),
        "numerals": _any(NUMERALS),
        **{gender: _any(given_table(language, gender)) for gender in (FEMALE, MALE)},
    }
    pattern = re.compile(shape.format(**(sorts | known)), re.I)
    for seed in SEEDS:
        (text,) = _texts(f"at [{name}|ORGANIZATION]", seed, language)
        assert pattern.fullmatch(text), text


def _any(table: Table) -> str:
    return f"(?:{'|'.join(map(re.escape, table.values))})"


def test_sorts_have_enough_words() -> None:
    for language in installed():
        for sort, table in _tables(language).items():
            assert table.size >= 5, sort


def test_letters_inside_a_name_stay_letters() -> None:
    for seed in SEEDS:
        (text,) = _texts("[ZZTV World Service|ORGANIZATION]", seed, "en")
        assert re.fullmatch(r"[A-Z]{4} \w+ \w+", text)
        (text,) = _texts("[H. U. La Princesa|HOSPITAL]", seed, "es")
        assert re.fullmatch(r"[A-Z]\. [A-Z]\. La \w+", text)


def test_an_acronym_may_be_that_of_the_last_words() -> None:
    for seed in SEEDS:
        full, short = _texts(
            "[Faculty of Law of the Wexley City College|ORGANIZATION] ([WCC|ORGANIZATION])",
            seed,
            "en",
        )
        assert short == "".join(word[0] for word in full.split()[-3:])
