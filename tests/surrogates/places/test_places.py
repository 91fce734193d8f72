"""New places: towns of their country, addresses whose parts agree."""

from __future__ import annotations

import re
from itertools import repeat

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marked_mentions import mentions_of, stream
from written_places import least, reaches, write_places

from understudy.surrogates.kernel import declared
from understudy.surrogates.mention import Mention
from understudy.surrogates.places.atlas import (
    continent_name,
    countries,
    folded,
    folded_all,
    known_towns,
    lookup,
    place_name,
    towns,
    words_of,
)
from understudy.surrogates.places.demonyms import demonym, forms, read_demonym
from understudy.surrogates.places.kind import KIND
from understudy.surrogates.places.reading import split
from understudy.surrogates.places.streets import pieces
from understudy.surrogates.places.tables import (
    least_street,
    least_town,
    regions,
    streets,
    towns_from,
)
from understudy.surrogates.settings import Settings

SEEDS = range(25)
CATEGORIES = (
    "LOCATION", "CITY", "REGION", "COUNTRY", "STREET_ADDRESS", "POSTAL_CODE", "FACILITY",
    "COORDINATES", "NRP",
)  # fmt: skip


def _texts(marked: str, seed: int, language: str, country: bool = True) -> list[str]:
    written = write_places(mentions_of(marked), stream(seed), Settings(language, country=country))
    assert None not in written.texts
    return [text for text in written.texts if text is not None]


def _called(wide: str) -> str:
    """A wide region as stand-ins have it, without an article."""
    return str(words_of("es")["wide_called"].get(wide, wide))


def _regions(town: str, language: str, country: str) -> set[str]:
    found = lookup(town, language)
    return {one.region for one in found if one.kind == "city" and one.country == country}


def test_a_spanish_address_agrees() -> None:
    for seed in SEEDS:
        marked = (
            "[C/ Mayor 12, 3º B|STREET_ADDRESS], [28013|POSTAL_CODE] [Getafe|LOCATION] "
            "([Madrid|LOCATION]), [España|COUNTRY]"
        )
        street, code, town, province, country = _texts(marked, seed, "es")
        assert re.fullmatch(r"C/ \D+ [1-9]\d, [1-9]º [A-F]", street)
        assert province in _regions(town, "es", "ES")
        assert code[:2] in countries()["ES"].regions[province].prefixes
        assert len(code) == 5
        assert country == "España"


def test_an_american_address_agrees() -> None:
    for seed in SEEDS:
        marked = "[742 Evergreen Terrace, Springfield, IL 62704|STREET_ADDRESS]"
        (address,) = _texts(marked, seed, "en")
        match = re.fullmatch(
            r"[1-9]\d\d [A-Z][\w' ]+ Terrace, ([^,]+), ([A-Z]{2}) (\d{5})", address
        )
        assert match
        state = next(one for one in countries()["US"].regions.values() if one.short == match[2])
        assert match[1] in state.towns
        assert match[3][:3] in state.prefixes


def test_a_british_address_agrees() -> None:
    for seed in SEEDS:
        marked = "[Flat 4, 12 Elm Rd|STREET_ADDRESS], [Leeds|CITY] [LS2 9JT|POSTAL_CODE]"
        street, town, code = _texts(marked, seed, "en")
        assert re.fullmatch(r"Flat [1-9], [1-9]\d [A-Z][\w' ]+ Rd", street)
        match = re.fullmatch(r"([A-Z]{1,2})[1-9] \d[A-Z]{2}", code)
        assert match
        prefixes = {
            prefix
            for region in _regions(town, "en", "GB")
            for prefix in countries()["GB"].regions[region].prefixes
        }
        assert match[1] in prefixes


def test_towns_of_one_province_stay_together() -> None:
    for seed in SEEDS:
        first, second, wide = _texts(
            "De [Jerez de la Frontera|CITY] a [Cádiz|CITY], en [Andalucía|REGION].", seed, "es"
        )
        shared = _regions(first, "es", "ES") & _regions(second, "es", "ES")
        assert shared
        assert wide in {_called(countries()["ES"].regions[region].wider) for region in shared}


def test_a_country_changes_with_what_lies_in_it() -> None:
    for seed in SEEDS:
        marked = (
            "She is [Italian|NRP], from [Rome|CITY] in [Italy|COUNTRY]; an [Italian|NRP] in "
            "[Europe|LOCATION]."
        )
        adjective, town, country, again, continent = _texts(marked, seed, "en", country=False)
        (known, *_) = [one for one in lookup(country, "en") if one.kind == "country"]
        new = countries()[known.country]
        assert adjective == again == demonym(new.code, forms("en")[0], "en")
        assert adjective[0] in "AEIOU"
        assert any(one.country == new.code for one in lookup(town, "en"))
        assert continent == continent_name(new.continent, "en")


def test_san_goes_on_in_the_mention() -> None:
    for seed in SEEDS:
        (rest,) = _texts("Vive en San [Sebastián|LOCATION].", seed, "es")
        assert any(one.kind == "city" for one in lookup(f"San {rest}", "es"))
        (saint,) = _texts("in Santa [Barbara|CITY] now", seed, "en")
        assert any(one.kind == "city" for one in lookup(f"Santa {saint}", "en"))


def test_the_small_word_before_a_street_is_followed() -> None:
    for seed in SEEDS:
        (name,) = _texts("en la calle de la [Paz|STREET_ADDRESS], 3", seed, "es")
        assert not re.match(r"(de|del|los|las|la|el)\b", name)
        with_word, without = _texts(
            "[Calle de Alcalá|STREET_ADDRESS] y [calle Alcalá|STREET_ADDRESS]", seed, "es"
        )
        assert re.match(r"Calle de", with_word)
        assert not re.match(r"calle de", without)


@pytest.mark.parametrize(
    ("marked", "language", "shape"),
    [
        ("[LONDON|CITY]", "en", r"[A-Z .'\-]+"),
        ("vivo en [madrid|CITY]", "es", r"[a-zñáéíóúüçàèò .'\-]+"),
        ("[London's|CITY] parks", "en", r".+'s"),
        ("[northern England|LOCATION]", "en", r"northern \w.*"),
        ("[provincia de Cuenca|REGION]", "es", r"provincia de .+"),
        ("[221B Baker St.|STREET_ADDRESS]", "en", r"[1-9]\d\d[A-F] .+ St\."),
        ("[42nd Street|STREET_ADDRESS]", "en", r"[1-9]\d(st|nd|rd|th) Street"),
        ("[1600 Pine Avenue NW|STREET_ADDRESS]", "en", r"[1-9]\d{3} .+ Avenue NW"),
        ("[Apt. 4B, 7 Green Lane|STREET_ADDRESS]", "en", r"Apt\. [1-9][A-F], [1-9] .+ Lane"),
        ("[P.O. Box 1234|STREET_ADDRESS]", "en", r"P\.O\. Box [1-9]\d{3}"),
        ("[Avda. de la Paz s/n|STREET_ADDRESS]", "es", r"Avda\. de.* s/n"),
        ("[C/Real nº 3 bajo izda.|STREET_ADDRESS]", "es", r"C/.+ nº [1-9] \w+ (izda|dcha)\."),
        ("[Calle 13|STREET_ADDRESS]", "es", r"Calle [1-9]\d"),
        ("[Gran Vía 12|STREET_ADDRESS]", "es", r"Calle .+ [1-9]\d"),
        ("[40.4168, -3.7038|COORDINATES]", "es", r"-?\d+\.\d{4}, -?\d+\.\d{4}"),
        ("[K1A 0B1|POSTAL_CODE]", "en", r"[A-Z\d]{3} [A-Z\d]{3}"),
        ("[62704-1234|POSTAL_CODE]", "en", r"\d{5}-\d{4}"),
        ("[<Ma-> Madrid|CITY]", "es", r"<\w+-> .+"),
        ("[Hospital de La Paz|FACILITY]", "es", r"Hospital de La \w+( \w+)*"),
    ],
)
def test_the_form_stays(marked: str, language: str, shape: str) -> None:
    for seed in SEEDS:
        (text,) = _texts(marked, seed, language)
        assert re.fullmatch(shape, text)


def test_a_province_beside_an_unknown_town_is_one() -> None:
    for seed in SEEDS:
        town, province = _texts("[Villanueva de Abajo|LOCATION] ([Alicante|LOCATION])", seed, "es")
        assert province in _regions(town, "es", "ES")


def test_codes_of_no_known_format_keep_their_shape() -> None:
    for seed in SEEDS:
        code, spaced, abroad = _texts(
            "[3520|POSTAL_CODE] or [75 419|POSTAL_CODE] or [E-28905|POSTAL_CODE]", seed, "es"
        )
        assert re.fullmatch(r"\d{4}", code)
        assert re.fullmatch(r"\d\d \d{3}", spaced)
        assert re.fullmatch(r"E-\d{5}", abroad)


def test_a_country_that_is_only_a_name_stays_where_countries_are_kept() -> None:
    assert _texts("De [Bulgaria|COUNTRY] a [Estonia|LOCATION]", 1, "es") == ["Bulgaria", "Estonia"]
    for seed in SEEDS:
        (name,) = _texts("De [Bulgaria|COUNTRY]", seed, "es", country=False)
        assert any(one.kind == "country" for one in lookup(name, "es"))


def test_a_mentioned_country_holds_towns_that_are_not_known_in_it() -> None:
    for seed in SEEDS:
        town, _ = _texts("[El Paso|LOCATION], hoy lunes, en [España|COUNTRY]", seed, "es")
        assert _regions(town, "es", "ES")


def test_equal_places_and_short_forms_are_one() -> None:
    for seed in SEEDS:
        first, again, short = _texts(
            "[Alcalá de Henares|CITY], [ALCALÁ DE HENARES|CITY], [Alcalá|CITY]", seed, "es"
        )
        assert again == first.upper()
        assert first.startswith(short)


def test_two_names_of_a_town_are_one() -> None:
    for seed in SEEDS:
        first, second = _texts("in [Sevilla|CITY], or [Seville|CITY]", seed, "en")
        assert first == second


def test_a_key_joins_mentions() -> None:
    for seed in SEEDS:
        first, second = _texts("[London|CITY|x] is [Londinium|CITY|x]", seed, "en")
        assert first == second


def test_accents_are_dropped_where_the_text_has_none() -> None:
    around = (
        "esto es un texto largo que no lleva ninguna tilde en sus palabras, aunque le hagan falta "
        "donde el autor dijo que la averia de la linea del telefono sigue igual desde ayer y que "
        "nadie vino a mirar los cables rotos del patio grande "
    )
    mentions = [Mention("Alcala", "CITY", around, around)]
    texts = {write_places(mentions, stream(seed), Settings("es")).texts[0] for seed in SEEDS}
    assert all(text and text.isascii() for text in texts)


def test_what_has_neither_letter_nor_digit_is_left_to_the_caller() -> None:
    written = write_places(mentions_of("[…|LOCATION]"), stream(1), Settings("en"))
    assert written.texts == (None,)


@pytest.mark.parametrize("country", [True, False])
@pytest.mark.parametrize(
    ("marked", "kind"),
    [
        ("[the Moon base|COUNTRY]", "country"),
        ("[Ruritania|COUNTRY]", "country"),
        ("[Buddhist|NRP]", "nationality"),
        ("[Spanish|NRP]", "nationality"),
        ("an [Eskimo|NRP]", "nationality"),
        ("[40°25′N 3°42′W|COORDINATES]", "point"),
    ],
)
def test_what_no_list_has_is_drawn_like_what_one_has(marked: str, kind: str, country: bool) -> None:
    for seed in SEEDS:
        (text,) = _texts(marked, seed, "en", country)
        if kind == "country":
            assert lookup(text, "en")[0].kind == "country"
        elif kind == "nationality":
            assert read_demonym(text, "en")
            assert not marked.startswith("an ") or text[0] in "AEIOU"
        else:
            assert re.fullmatch(r"-?\d+\.\d{4}, -?\d+\.\d{4}", text)


def test_the_law_does_not_depend_on_the_value() -> None:
    for one, other in [
        ("[Getafe|CITY] y [28901|POSTAL_CODE]", "[Lugo|CITY] y [27001|POSTAL_CODE]"),
        ("[C/ Mayor 12|STREET_ADDRESS]", "[C/ Real 47|STREET_ADDRESS]"),
        ("[Zufre|CITY]", "[Zahara|CITY]"),
    ]:
        for seed in SEEDS:
            assert _texts(one, seed, "es") == _texts(other, seed, "es")


@pytest.mark.parametrize(
    ("marked", "language", "expected"),
    [
        ("[Madrid|CITY]", "es", True),
        ("[Getafe|CITY] ([Madrid|REGION])", "es", True),
        ("[C/ Mayor 12|STREET_ADDRESS]", "es", True),
        ("[London|CITY]", "en", True),
        ("[Narnia|CITY]", "en", False),
        ("[Calle Inventadísima 3|STREET_ADDRESS]", "es", False),
        ("[Getafe|CITY] ([Lugo|REGION])", "es", True),
    ],
)
def test_reaches(marked: str, language: str, expected: bool) -> None:
    assert reaches(mentions_of(marked), Settings(language)) is expected


def test_least_bounds_what_is_drawn() -> None:
    towns = sum(len(region.towns) for region in countries()["ES"].regions.values())
    bound = least(mentions_of("[Getafe|CITY]"), Settings("es"))
    assert 0 < bound <= 1 / towns
    assert least(mentions_of("[Getafe|CITY]"), Settings("es", country=False)) < bound
    house = least(mentions_of("[C/ Mayor 12|STREET_ADDRESS]"), Settings("es"))
    assert house < 1 / 90 / 50


def test_invariants_are_named() -> None:
    kept, given_up = (
        {one.name for one in declared(KIND, Settings("es", country=country))}
        for country in (True, False)
    )
    assert "country" in kept
    assert "country" not in given_up
    assert "the words around" in kept


@given(
    st.lists(
        st.tuples(st.text(max_size=30), st.sampled_from(CATEGORIES), st.text(max_size=20)),
        max_size=4,
    ),
    st.sampled_from(("en", "es")),
    st.booleans(),
)
@settings(max_examples=150, deadline=None)
def test_any_text_can_be_given(
    parts: list[tuple[str, str, str]], language: str, country: bool
) -> None:
    mentions = [Mention(text, category, around, around) for text, category, around in parts]
    wanted = Settings(language, country=country)
    first = write_places(mentions, stream(3), wanted)
    assert first == write_places(mentions, stream(3), wanted)
    assert len(first.texts) == len(mentions)
    assert 0 <= least(mentions, wanted) <= 1
    reaches(mentions, wanted)
    write_places(mentions, repeat(0), wanted)
    write_places(mentions, repeat(2**64 - 1), wanted)


@given(st.text(max_size=60), st.sampled_from(("en", "es")))
@settings(max_examples=150, deadline=None)
def test_pieces_put_together_are_the_text(text: str, language: str) -> None:
    assert "".join(piece.text for piece in pieces(text, language)) == text


def test_towns_have_postal_codes_that_only_their_region_begins_with() -> None:
    owners: dict[str, str] = {}
    for region in countries()["ES"].regions.values():
        for prefix in region.prefixes:
            assert owners.setdefault(prefix, region.name) == region.name
    assert sorted(owners) == [f"{number:02}" for number in range(1, 51)]


@given(
    st.lists(st.text("qwxzkjvh", min_size=7, max_size=9), min_size=1, max_size=4),
    st.sampled_from(CATEGORIES),
    st.sampled_from((" ", ", ", " 12 ", " Street ", " de la ", " (")),
    st.sampled_from(("en", "es")),
    st.booleans(),
)
@settings(max_examples=150, deadline=None)
def test_no_word_that_tells_something_stays(
    words: list[str], category: str, between: str, language: str, country: bool
) -> None:
    mention = Mention(between.join(word.title() for word in words), category)
    (text,) = write_places([mention], stream(5), Settings(language, country=country)).texts
    assert text is None or not any(word in text.lower() for word in words)


def test_large_towns_are_drawn_more_often() -> None:
    drawn = [_texts("[Soria|CITY]", seed, "es")[0] for seed in range(400)]
    assert 10 < drawn.count("Madrid") < 120
    assert len(set(drawn)) > 60


def test_streets_bear_many_names() -> None:
    drawn = {_texts("[Calle Mayor 3|STREET_ADDRESS]", seed, "es")[0] for seed in range(200)}
    assert len({re.sub(r" \d$", "", street) for street in drawn}) > 100


def test_small_house_numbers_are_more_frequent() -> None:
    drawn = [
        int(_texts("[Calle Mayor 45|STREET_ADDRESS]", seed, "es")[0][-2:]) for seed in range(300)
    ]
    assert all(10 <= number <= 99 for number in drawn)
    assert sum(number < 40 for number in drawn) > 150


def test_most_spanish_codes_are_of_the_capital() -> None:
    codes = [_texts("[28013|POSTAL_CODE]", seed, "es")[0] for seed in range(300)]
    assert 130 < sum(code[2] == "0" for code in codes) < 260


@pytest.mark.parametrize("country", sorted(countries()))
def test_no_town_is_rarer_than_the_bound(country: str) -> None:
    regions_of = countries()[country].regions
    chances = regions(country, None, "", "en").weights()
    for name in regions_of:
        own = towns_from(country, name, "", "en")
        assert own.pi_min >= least_town(country, inside=True)
        assert chances[name] * own.pi_min >= least_town(country, inside=False)


@pytest.mark.parametrize("outside", ["", "de ", "del ", "de la ", "de los "])
@pytest.mark.parametrize("joined", [False, True])
def test_no_street_is_rarer_than_the_bound(joined: bool, outside: str) -> None:
    assert streets("es", joined=joined, outside=outside).pi_min >= least_street("es")


@pytest.mark.parametrize("text", ["Hhhhhhh 12 Hhhhhhh", "Smith 1 2 3 4 5"])
def test_a_code_keeps_no_word_that_nobody_knows(text: str) -> None:
    (new,) = write_places([Mention(text, "POSTAL_CODE")], stream(3), Settings("en")).texts
    assert new is None or text.split(maxsplit=1)[0] not in new


@pytest.mark.parametrize(
    ("marked", "language", "shape"),
    [
        ("near the [Mediterranean Sea|LOCATION]", "en", r"[A-Z]\w+ Sea"),
        ("on [Lake Tahoe|LOCATION]", "en", r"Lake [A-Z]\w+"),
        ("down [the Wirral Creek|LOCATION]", "en", r"the [A-Z]\w+ Creek"),
        ("in [the Alps|LOCATION]", "en", r"the [A-Z]\w+( [A-Z]\w+)?"),
        ("over [ROCKY MOUNTAINS|LOCATION]", "en", r"[A-Z]+ MOUNTAINS"),
        ("junto al [río Tormes|LOCATION]", "es", r"río [A-Z]\w+"),
        ("subió a la [Sierra de Gredos|LOCATION]", "es", r"Sierra de [A-Z]\w+"),
    ],
)
def test_rivers_and_mountains_stay_what_they_are(marked: str, language: str, shape: str) -> None:
    found = {_texts(marked, seed, language)[0] for seed in SEEDS}
    assert all(re.fullmatch(shape, text) for text in found)
    assert len(found) > 4


@pytest.mark.parametrize("wide", ["Earth", "the Middle East", "Latinoamérica", "la Unión Europea"])
def test_what_is_wider_than_a_country_stays_with_it(wide: str) -> None:
    for language in ("en", "es"):
        assert _texts(f"in [{wide}|LOCATION]", 1, language) == [wide]
        assert _texts(f"in [{wide}|LOCATION]", 1, language, country=False) != [wide]


@pytest.mark.parametrize(("language", "home"), [("en", "US"), ("es", "ES")])
def test_a_town_that_nobody_knows_lies_at_home(language: str, home: str) -> None:
    for seed in range(100):
        (town,) = _texts("in [Xyrbeth|LOCATION]", seed, language)
        assert home in {one.country for one in lookup(town, language)}


def test_nearby_places_say_where_an_unknown_one_lies() -> None:
    for seed in SEEDS:
        town, _ = _texts("in [Xyrbeth|LOCATION], [France|COUNTRY]", seed, "en")
        assert "FR" in {one.country for one in lookup(town, "en")}


def test_the_code_of_a_capital_is_one_of_a_capital() -> None:
    for seed in range(60):
        code, town, province = _texts(
            "[31500|POSTAL_CODE] [Tudela|CITY], [Navarra|REGION]", seed, "es"
        )
        of = countries()["ES"].regions[province]
        assert code.startswith(of.prefixes)
        assert (code[2] == "0") == (town == place_name(of.towns[0], "ES", "es"))


def test_codes_of_a_capital_are_few_where_it_is_small() -> None:
    for seed in range(200):
        (code,) = _texts("[42001|POSTAL_CODE]", seed, "es")
        if code.startswith("420"):
            assert 1 <= int(code[3:]) <= 10


@pytest.mark.parametrize("marked", ["[yuma arizona|LOCATION]", "[Xyrbeth North Carolina|LOCATION]"])
def test_a_town_and_its_state_without_a_comma(marked: str) -> None:
    states = {one.lower() for one in countries()["US"].regions}
    for seed in SEEDS:
        (text,) = _texts(f"rain in {marked}", seed, "en")
        words = text.lower().split()
        ends = [at for at in range(1, len(words)) if " ".join(words[at:]) in states]
        assert ends, text
        town = " ".join(words[: ends[0]])
        region = next(one for one in states if one == " ".join(words[ends[0] :]))
        assert region in {one.region.lower() for one in lookup(town, "en")}


def test_words_that_are_states_in_short_are_words_behind_others() -> None:
    assert [piece.kind for piece in split(Mention("here or", "LOCATION"), "en")] == ["name"]


def test_a_city_that_says_so_is_no_body() -> None:
    for seed in SEEDS:
        (text,) = _texts("in [New York City|LOCATION]", seed, "en")
        assert lookup(text.removesuffix(" City"), "en") or lookup(text, "en")


@pytest.mark.parametrize(
    ("name", "kind", "country", "region"),
    [
        ("Ottawa", "city", "CA", "Ontario"),
        ("Portland", "city", "US", "Oregon"),
        ("Rome", "city", "IT", ""),
        ("San Jose", "city", "US", "California"),
    ],
)
def test_the_best_known_place_of_a_name(name: str, kind: str, country: str, region: str) -> None:
    assert lookup(name, "en")[0][:3] == (kind, country, region)


def test_a_state_before_a_small_town_of_its_name() -> None:
    for seed in SEEDS:
        (text,) = _texts("[Delaware|LOCATION]", seed, "en")
        assert text in countries()["US"].regions


def test_kinds_of_waters_and_mountains_do_not_mix() -> None:
    found = {_texts("in the [Mediterranean|LOCATION]", seed, "en")[0] for seed in SEEDS}
    assert found.isdisjoint({"Alps", "Rockies", "Danube", "Rhine", "Sahara"})
    assert _texts("[City of Little Falls|LOCATION]", 1, "en")[0].startswith("City of ")


@pytest.mark.parametrize(
    "marked",
    [
        "[Lebanon, Tennessee|LOCATION]",
        "[Lebanon|LOCATION], [Tennessee|LOCATION]",
        "[Lebanon TN|LOCATION]",
        "[Lebanon, TN 37087|LOCATION]",
        "[Jordan, Minnesota|LOCATION]",
        "[Palestine, Texas|LOCATION]",
        "[Earth, TX|LOCATION]",
        "[Mexico, Missouri|LOCATION]",
        "[Poland, Ohio|LOCATION]",
        "[Tripoli, Iowa|LOCATION]",
        "[Lebanon|CITY]",
        "[Jordan|CITY]",
    ],
)
def test_a_town_with_the_name_of_a_country_is_drawn_as_a_town(marked: str) -> None:
    towns = {town for one in countries()["US"].regions.values() for town in one.towns}
    texts = [_texts(marked, seed, "en") for seed in SEEDS]
    shown = {re.split(r",| [A-Z]{2}\b", text[0])[0] for text in texts}
    assert shown <= towns
    assert len(shown) > 4


@pytest.mark.parametrize(
    ("marked", "language", "shape"),
    [
        ("[Plaza de España|LOCATION]", "es", r"Plaza de.+"),
        ("[Calle Colombia|LOCATION]", "es", r"Calle .+"),
        ("[Hospital de Madrid|LOCATION]", "es", r"Hospital de .+"),
        ("[Rue de France|LOCATION]", "en", r"Rue .+"),
        ("[Cafe de Cuba|LOCATION]", "en", r"Cafe .+"),
        ("[University of Oregon|LOCATION]", "en", r"University of .+"),
        ("[Port of Spain|LOCATION]", "en", r".+"),
        ("[Little Italy|LOCATION]", "en", r".+"),
    ],
)
def test_a_country_in_a_name_is_no_reason_to_keep_it(
    marked: str, language: str, shape: str
) -> None:
    country = marked[1:].partition("|")[0].rsplit(" ", 1)[-1]
    texts = [_texts(marked, seed, language)[0] for seed in SEEDS]
    assert all(re.fullmatch(shape, text) for text in texts)
    assert sum(text.endswith(" " + country) for text in texts) < 3


def test_a_land_before_a_foreign_town_of_its_name() -> None:
    assert _texts("from [Liberia|LOCATION]", 1, "en") == ["Liberia"]
    assert _texts("in [Spain|LOCATION], [Madrid|LOCATION]", 1, "en")[0] == "Spain"


@pytest.mark.parametrize(
    ("marked", "language", "shape"),
    [
        ("near the [Cumberland River|STREET_ADDRESS]", "en", r"[A-Z]\w+ River"),
        ("junto al [río Tajo|STREET_ADDRESS]", "es", r"río [A-Z]\w+"),
        ("desde la [sierra|STREET_ADDRESS] de Guadarrama", "es", "sierra"),
        ("en [calle Sierra Nevada 3|STREET_ADDRESS]", "es", r"calle .+ [1-9]"),
        ("at [12 Mill Creek|STREET_ADDRESS]", "en", r"[1-9]\d .+"),
    ],
)
def test_a_river_that_was_taken_for_a_street(marked: str, language: str, shape: str) -> None:
    for seed in SEEDS:
        assert re.fullmatch(shape, _texts(marked, seed, language)[0])


@pytest.mark.parametrize(
    ("marked", "language", "shape"),
    [
        ("[calle Mayor número quince|STREET_ADDRESS]", "es", r"calle .+ número (\w+)( y \w+)?"),
        ("[calle mayor quince|STREET_ADDRESS]", "es", r"calle [a-zñáéíóúüàèòç' -]+"),
        ("[Avenida Nueve de Julio 12|STREET_ADDRESS]", "es", r"Avenida .+ [1-9]\d"),
        ("[twelve oak street|STREET_ADDRESS]", "en", r"[a-z]+( [a-z]+)? [a-z' ]+ street"),
        ("[one hundred and five elm avenue|STREET_ADDRESS]", "en", r"\w+ hundred.* avenue"),
        ("[apartment twelve, 7 Green Lane|STREET_ADDRESS]", "en", r"apartment \w.*, [1-9] .+ Lane"),
    ],
)
def test_numbers_of_houses_in_words(marked: str, language: str, shape: str) -> None:
    texts = [_texts(marked, seed, language)[0] for seed in SEEDS]
    assert all(re.fullmatch(shape, text) for text in texts)
    old = marked[1:].partition("|")[0].split()
    number = next((word for word in ("quince", "twelve", "five") if word in old), "Nueve")
    assert sum(number in text.split() for text in texts) < 6


def test_a_number_in_words_can_be_drawn_as_it_stands() -> None:
    old = mentions_of("[calle Mayor número quince|STREET_ADDRESS]")
    assert reaches(old, Settings("es"))
    assert least(old, Settings("es")) < least_street("es")


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("Slovakia", "en"),
        ("North Korea", "en"),
        ("Malta", "en"),
        ("the Vatican", "en"),
        ("Solomon Islands", "en"),
        ("Costa de Marfil", "es"),
        ("Sierra Leona", "es"),
        ("Corea del Norte", "es"),
    ],
)
def test_lands_that_the_atlas_does_not_have_stay_too(said: str, language: str) -> None:
    for seed in SEEDS:
        assert _texts(f"to [{said}|LOCATION]", seed, language) == [said]
        (text,) = write_places(
            mentions_of(f"to [{said}|LOCATION]"), stream(seed), Settings(language, country=False)
        ).texts
        assert text is not None
        assert text != said


def test_american_towns_are_drawn_by_their_people() -> None:
    illinois = towns("US", "Illinois", "en").weights()
    assert illinois["Chicago"] > 10 * illinois["Springfield"] > 10 * illinois["Normal"] > 0


def test_a_large_city_has_one_name() -> None:
    assert "New York" in countries()["US"].regions["New York"].towns
    assert "New York City" not in countries()["US"].regions["New York"].towns
    missouri = countries()["US"].regions["Missouri"].towns
    assert len({"St Louis", "St. Louis", "Saint Louis"} & set(missouri)) == 1


def test_towns_that_people_know() -> None:
    known = known_towns("US", "en")
    assert known["Long Beach"] > known["Santa Barbara"]
    assert not {"Normal", "Meads", "West Raleigh"} & set(known)


def test_a_large_american_town_does_not_hide_the_famous_one() -> None:
    assert lookup("Cambridge", "en")[0].country == "GB"
    assert lookup("Cambridge", "en", ("US",))[0].country == "US"


def test_a_province_is_one_of_the_country_that_has_provinces() -> None:
    vietnam = set(known_towns("VN", "es"))
    marked = (
        "[EEUU|COUNTRY] trabajará con [Vietnam|COUNTRY] en la provincia de [Quang Tri|LOCATION]."
    )
    for seed in SEEDS:
        assert _texts(marked, seed, "es")[2] in vietnam


def test_communities_and_provinces_side_by_side_lie_apart() -> None:
    for seed in SEEDS:
        wide, other, region = _texts(
            "[Cataluña|LOCATION], [Aragón|LOCATION] y [Baleares|LOCATION]", seed, "es"
        )
        held = {
            _called(one.wider) for one in countries()["ES"].regions.values() if one.name == region
        }
        assert held
        assert wide != other
        assert held.isdisjoint((wide, other))


@pytest.mark.parametrize("name", ["Savannah", "Zorblana"])
def test_behind_an_article_a_name_is_no_town_whatever_list_it_is_on(name: str) -> None:
    for seed in SEEDS:
        (new,) = _texts(f"hasta la [{name}|LOCATION]", seed, "es")
        assert not any(one.kind == "city" and one.country == "ES" for one in lookup(new, "es"))


@pytest.mark.parametrize("name", ["Woodford Square", "Maraval Road", "Zorb Street"])
def test_english_streets_stay_streets_in_spanish_text(name: str) -> None:
    found = {_texts(f"por la [{name}|LOCATION]", seed, "es")[0] for seed in SEEDS}
    assert len(found) > 3
    assert {one.split()[-1] for one in found} == {name.rsplit(maxsplit=1)[-1]}


def test_a_port_is_no_port_of_the_country_that_follows() -> None:
    for seed in SEEDS:
        (new,) = _texts("salió de [Port Spain|LOCATION]", seed, "es")
        assert not new.endswith(" Spain")


def test_a_number_that_is_corrected_is_the_one_that_was_said() -> None:
    marked = "a [Villaverde 16|STREET_ADDRESS]. Es [calle Villaverde 61, no 16|STREET_ADDRESS]."
    for seed in SEEDS:
        first, second = _texts(marked, seed, "es")
        assert first.rsplit(maxsplit=1)[-1] == second.rsplit(maxsplit=1)[-1]


@given(st.lists(st.text(st.characters() | st.sampled_from("ıİ é'-0"))))
def test_many_names_are_folded_as_each_is(names: list[str]) -> None:
    assert folded_all(names) == [folded(name) for name in names]


@pytest.mark.parametrize(
    ("town", "language", "country"),
    [
        ("Dundee", "en", "GB"),
        ("Newcastle", "en", "AU"),
        ("Lagos", "en", "NG"),
        ("Safed", "en", "IL"),
    ],
)
def test_a_town_of_the_countries_of_a_language_is_meant_before_small_ones_elsewhere(
    town: str, language: str, country: str
) -> None:
    assert lookup(town, language)[0].country == country
