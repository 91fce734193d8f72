"""What the sketch of places holds, and between which places it does not tell."""

from __future__ import annotations

import random
import string
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marked_mentions import mentions_of, stream
from sketch_contract import share_a_sketch, standing_in, undeclared
from written_places import least, reaches, write_places

from understudy.surrogates import kernel
from understudy.surrogates.dice import Label, RandomDice
from understudy.surrogates.mention import Mention
from understudy.surrogates.places.atlas import countries, place_name, words_of
from understudy.surrogates.places.kind import KIND
from understudy.surrogates.places.read import REGIONS, TOWNS, shown_place
from understudy.surrogates.places.sketch import Sketch
from understudy.surrogates.settings import Settings
from understudy.surrogates.tables import Support, Table

CATEGORIES = (
    "LOCATION", "CITY", "REGION", "COUNTRY", "STREET_ADDRESS", "POSTAL_CODE", "FACILITY",
    "COORDINATES", "NRP", "ORGANIZATION",
)  # fmt: skip
CANARIES = (
    "Qzvortex", "Zanzibarq", "СЕКРЕТ", "東京都港", "Łódźqx", "O'Qwerty", "qzv-7x", "Ñandúqz",
)  # fmt: skip
LISTED = (
    "Boston", "Paris", "France", "Kosovo", "españoles", "Texas", "Thames", "San", "Sevilla",
    "5-7", "7mo", "28013", "SW1A 1AA", "N-340", "40.1, -3.2", "<Ma->", "<%eh>", "London's",
    "New York City", "Hospital", "the", "s/n", "42nd", "3º B", "twelve", "quince",
)  # fmt: skip
BETWEEN = (" ", ", ", "-", "/", "  ", "\n", " (", "")
AROUND = ("", "in San ", "calle de la ", "an ", "the state of ", "Qzvortex ")


@cache
def _words(language: str) -> tuple[str, ...]:
    known = words_of(language)
    names = ("units", "street_types", "leading_types", "links", "compass", "trailing", "labels")
    return tuple(sorted({word for name in names for word in known[name]}))


def _hostile(source: random.Random, language: str) -> Mention:
    """Words of the lists, of no list, figures and signs in any order."""
    parts = []
    for _ in range(source.randint(1, 6)):
        kind = source.randrange(10)
        if kind < 3:
            parts.append(source.choice(CANARIES))
        elif kind < 6:
            parts.append(source.choice(_words(language)))
        elif kind < 8:
            parts.append(source.choice(LISTED))
        elif kind < 9:
            parts.append(str(source.randrange(10 ** source.randint(1, 9))))
        else:
            parts.append("".join(source.choices(string.printable, k=source.randint(1, 8))))
    text = source.choice(BETWEEN).join(parts)
    return Mention(text, source.choice(CATEGORIES), source.choice(AROUND), " Qzvortex")


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("country", [True, False])
def test_a_sketch_holds_what_is_declared_and_no_word_of_the_text(
    language: str, country: bool
) -> None:
    source = random.Random(f"{language}{country}")
    wanted = Settings(language, country=country)
    for number in range(1200):
        mentions = [_hostile(source, language) for _ in range(source.randint(1, 3))]
        assert not undeclared(KIND, mentions, wanted)
        shown = repr(KIND.read(mentions, wanted).sketch).lower()
        assert not [word for word in CANARIES if word.lower() in shown]
        new = " ".join(filter(None, standing_in(KIND, mentions, wanted, number))).lower()
        assert not [word for word in CANARIES if word.lower() in new]


@given(
    st.lists(
        st.tuples(st.text(max_size=40), st.sampled_from(CATEGORIES), st.text(max_size=30)),
        min_size=1,
        max_size=3,
    ),
    st.sampled_from(("en", "es")),
    st.booleans(),
)
@settings(max_examples=200, deadline=None)
def test_any_text_has_a_declared_sketch(
    parts: list[tuple[str, str, str]], language: str, country: bool
) -> None:
    mentions = [Mention(text, category, around, around) for text, category, around in parts]
    assert not undeclared(KIND, mentions, Settings(language, country=country))


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_listed_place_has_a_declared_sketch(language: str) -> None:
    for country in countries().values():
        for region in country.regions.values():
            for place in (*region.towns[:12], region.name, region.short, region.wider):
                for category in ("LOCATION", "CITY", "REGION"):
                    mention = Mention(place_name(place, country.code, language), category)
                    assert not undeclared(KIND, [mention], Settings(language))


PAIRS = [
    # Whether a town is on our lists (V4)
    ("en", "[Boston|CITY]", "[Lititz|CITY]", True),
    ("en", "[Boston|LOCATION]", "[Lititz|LOCATION]", True),
    ("en", "[Boston|LOCATION]", "[Zorbville|LOCATION]", True),
    ("en", "[Boston|LOCATION]", "[Заречный|LOCATION]", True),
    ("en", "[London|CITY], [UK|COUNTRY]", "[Piddletrenthide|CITY], [UK|COUNTRY]", True),
    ("en", "[London|CITY] and [Leeds|CITY]", "[Piddletrenthide|CITY] and [Leeds|CITY]", True),
    ("en", "[Paris|CITY], [France|COUNTRY]", "[Annecy|CITY], [France|COUNTRY]", True),
    ("en", "[Tokyo|CITY]", "[Adachi|CITY]", True),
    ("en", "[Paris|CITY]", "[Antibes|CITY]", True),
    ("en", "[Auckland|CITY]", "[Queenstown|CITY]", True),
    ("en", "[Reykjavik|CITY]", "[Tallinn|CITY]", True),
    ("en", "[Headingley|CITY], [Leeds|CITY]", "[Zqeadingley|CITY], [Leeds|CITY]", True),
    ("es", "[Usaquén|CITY], [Bogotá|CITY]", "[Zqaquén|CITY], [Bogotá|CITY]", True),
    ("es", "en [Palermo|LOCATION], [Bogotá|CITY]", "en [Zqal|LOCATION], [Bogotá|CITY]", True),
    ("en", "[Navan|CITY], [Co. Meath|REGION]", "[Kells|CITY], [Co. Meath|REGION]", True),
    ("en", "[Thurles|CITY]", "[Cork|CITY]", True),
    ("en", "[Stratford-upon-Avon|CITY]", "[Stoke-on-Trent|CITY]", True),
    ("es", "[Lanús|CITY]", "[Rosario|CITY]", True),
    # A name that towns of several countries have tells none, unless something beside it does
    ("es", "[Villanueva|CITY]", "[Zqllanueva|CITY]", True),
    ("es", "de [Villanueva|CITY] a [Bogotá|CITY]", "de [Cali|CITY] a [Bogotá|CITY]", True),
    ("es", "[Villanueva|CITY], [México|COUNTRY]", "[Zqa|CITY], [México|COUNTRY]", True),
    ("en", "[Epping|CITY]", "[Zqping|CITY]", True),
    ("es", "[Sevilla|CITY]", "[Ajofrín|CITY]", True),
    ("es", "[Sevilla|LOCATION]", "[Ajofrín|LOCATION]", True),
    ("es", "[San Sebastián|LOCATION]", "[San Zorblán|LOCATION]", True),
    ("es", "en San [Sebastián|LOCATION]", "en San [Zorblán|LOCATION]", True),
    ("es", "[C/ Mayor 3 Getafe|STREET_ADDRESS]", "[C/ Mayor 3 Ajofrín|STREET_ADDRESS]", True),
    ("en", "[Boston Ohio|LOCATION]", "[Lititz Ohio|LOCATION]", True),
    ("en", "[12 Elm St, Boston Ohio|LOCATION]", "[12 Elm St, Lititz Ohio|LOCATION]", True),
    # With the country given up, what lies abroad is told from nothing
    ("en", "[London|CITY]", "[Piddletrenthide|CITY]", False),
    ("en", "[Paris|LOCATION]", "[Annecy|LOCATION]", False),
    ("en", "[Texas|LOCATION]", "[Bavaria|LOCATION]", False),
    ("en", "[Texas|LOCATION]", "[Kosovo|LOCATION]", False),
    # Lists of lands, regions and rivers (V4)
    ("en", "[Kosovo|LOCATION]", "[Chechnya|LOCATION]", True),
    ("en", "[Kurdistan|LOCATION]", "[Catalonia|LOCATION]", True),
    ("en", "[Kosovo|COUNTRY]", "[Ruritania|COUNTRY]", True),
    ("es", "[Kosovo|LOCATION]", "[Chechenia|LOCATION]", True),
    ("en", "[Texas|REGION]", "[Zorbia|REGION]", True),
    ("en", "[Thames|LOCATION]", "[Tamar|LOCATION]", True),
    ("en", "[the Thames|LOCATION]", "[the Piddle|LOCATION]", True),
    ("en", "[River Thames|LOCATION]", "[River Piddle|LOCATION]", True),
    ("en", "[Palm Springs|LOCATION]", "[Zorb Springs|LOCATION]", True),
    ("en", "[New York City|LOCATION]", "[Zorb City|LOCATION]", True),
    ("en", "[Oklahoma City|LOCATION]", "[Zorb City|LOCATION]", True),
    ("en", "[Spanish|NRP]", "[Zorbian|NRP]", True),
    ("es", "[español|NRP]", "[zorbés|NRP]", True),
    ("es", "[españolas|NRP]", "[budistas zorbianas|NRP]", True),
    ("en", "[Albert Hall|FACILITY]", "[Zorb Hall|FACILITY]", True),
    # Other properties (V5): lengths, filler words, what a form tells
    ("en", "[area 51|LOCATION]", "[zone 51|LOCATION]", True),
    ("en", "[SW1A 1AA|POSTAL_CODE]", "[M1 1AA|POSTAL_CODE]", True),
    ("en", "[12 Oak Street|STREET_ADDRESS]", "[97 Wolverhampton Street|STREET_ADDRESS]", True),
    ("en", "[7 Old Mill Pond Lane|STREET_ADDRESS]", "[3 Zq Lane|STREET_ADDRESS]", True),
    ("es", "[Calle de la Fuente 3|STREET_ADDRESS]", "[Calle del Xq 9|STREET_ADDRESS]", True),
    ("en", "[<Bo-> Boston|CITY]", "[<Philadel-> Philadelphia|CITY]", True),
    ("en", "[40°25′N 3°42′W|COORDINATES]", "[40.1234, -3.1234|COORDINATES]", True),
    ("en", "[1234567 Oak Road|STREET_ADDRESS]", "[12345678 Oak Road|STREET_ADDRESS]", True),
]


@pytest.mark.parametrize(("language", "one", "other", "country"), PAIRS)
def test_pairs_of_the_audit_share_a_sketch(
    language: str, one: str, other: str, country: bool
) -> None:
    pair = mentions_of(one), mentions_of(other)
    wanted = Settings(language, country=country)
    assert share_a_sketch(KIND, *pair, wanted)
    for seed in range(20):
        first, second = (standing_in(KIND, own, wanted, seed) for own in pair)
        assert first == second
    assert least(pair[0], wanted) == least(pair[1], wanted)


@pytest.mark.parametrize(
    ("language", "one", "other", "country"),
    [
        ("en", "[London|CITY]", "[Boston|CITY]", True),
        ("en", "[Texas|LOCATION]", "[Boston|LOCATION]", True),
        ("en", "[France|COUNTRY]", "[Spain|COUNTRY]", True),
        ("en", "[12 Oak Street|STREET_ADDRESS]", "[12 Oak Road|STREET_ADDRESS]", True),
        ("es", "de [Lugo|CITY] a [Lugo|CITY]", "de [Lugo|CITY] a [Vigo|CITY]", True),
    ],
)
def test_what_is_declared_shows(language: str, one: str, other: str, country: bool) -> None:
    pair = mentions_of(one), mentions_of(other)
    assert not share_a_sketch(KIND, *pair, Settings(language, country=country))


def _random_town(source: random.Random, language: str, home: str) -> str:
    """A town of the country on the lists, or a word on none."""
    if source.random() < 0.5:
        regions = tuple(countries()[home].regions.values())
        return place_name(source.choice(source.choice(regions).towns), home, language)
    return "".join(source.choices("bdfgklmnprstvz", k=source.randint(3, 9))).title()


@pytest.mark.parametrize(("language", "home"), [("en", "US"), ("es", "ES")])
def test_most_pairs_of_one_category_and_form_share_a_sketch(language: str, home: str) -> None:
    source = random.Random(7)
    shared = total = 0
    for category, form in (
        ("CITY", "[{}|CITY]"),
        ("LOCATION", "in [{}|LOCATION]"),
        ("STREET_ADDRESS", "[12 {} Road|STREET_ADDRESS]"),
        ("STREET_ADDRESS", "[C/ Mayor 7, {}|STREET_ADDRESS]"),
    ):
        for number in range(150):
            pair = [
                mentions_of(form.format(_random_town(source, language, home))) for _ in range(2)
            ]
            total += 1
            if share_a_sketch(KIND, *pair, Settings(language)):
                shared += 1
                first, second = (standing_in(KIND, own, Settings(language), number) for own in pair)
                assert first == second, category
    assert shared / total >= 0.8


def test_enough_places_share_what_shows_of_a_country() -> None:
    for regions, enough in ((False, TOWNS), (True, REGIONS)):
        sets: dict[str, int] = {}
        for code, country in countries().items():
            if regions and not country.divided:
                continue
            towns = sum(len(one.towns) for one in country.regions.values())
            count = len(country.regions) if regions else towns
            place = shown_place(code, regions=regions)
            sets[place] = sets.get(place, 0) + count
        assert min(count for place, count in sets.items() if place) >= enough


class _Counted:
    """Draws as by random numbers, or what is wanted, and multiplies the chances of its choices."""

    def __init__(self, seed: int, wanted: Mapping[Label, str] | None = None) -> None:
        self.thrown, self.wanted, self.chance = RandomDice(stream(seed)), wanted or {}, 1.0

    def pick(
        self,
        support: Support,
        label: Label,
        *,
        floor: float | None = None,
        apart: Set[str] = frozenset(),
    ) -> str:
        chosen = self.wanted.get(label) or self.thrown.pick(support, label, apart=apart)
        if isinstance(support, Table):
            weights = support.weights()
            left = sum(weight for value, weight in weights.items() if value not in apart)
            self.chance *= weights[chosen] / left if left and chosen not in apart else 1.0
        else:
            self.chance *= support.pi_min
        return chosen

    def branch(self, table: Table, label: Label) -> str:
        return self.pick(table, label)

    def below(self, count: int, label: Label) -> int:
        raise NotImplementedError

    def numbers(self) -> Iterator[int]:
        raise NotImplementedError


SCOPES = [
    ("es", "[Getafe|CITY] ([Madrid|REGION]), [28901|POSTAL_CODE], [Andalucía|REGION]"),
    ("es", "[Cuenca|LOCATION] ([Cuenca|REGION])"),
    ("es", "[C/ Mayor 12-14, 3º B, izda.|STREET_ADDRESS], [Lugo|CITY]; [7mo A|STREET_ADDRESS]"),
    ("es", "[Ctra. de Lugo km 12,500|STREET_ADDRESS] y la [Patagonia|LOCATION]"),
    ("es", "San [Sebastián|LOCATION], San [Roque|LOCATION], una [francesa|NRP]"),
    ("en", "[12 Oak St., Portland, OR 97205-1234|STREET_ADDRESS]"),
    ("en", "[Leeds|CITY] [LS2 9JT|POSTAL_CODE], [England|REGION], an [Italian|NRP] in [Rome|CITY]"),
    ("en", "[Tokyo|CITY], [Bangkok|CITY], [Toronto|CITY] [K1A 0B1|POSTAL_CODE]"),
    ("en", "[Ontario|REGION] and [France|COUNTRY], [Europe|LOCATION], [Japanese|NRP]"),
    ("en", "in the province of [Ankara|LOCATION], [Tokyo|CITY], [Osaka|REGION]"),
    ("en", "[Rio de Janeiro|CITY], [Zorb|REGION]"),
    ("en", "[40.4168, -3.7038|COORDINATES] near [St Mary's Hospital|FACILITY], [Texas|LOCATION]"),
    ("en", "[42nd Street|STREET_ADDRESS] and [twelve oak street|STREET_ADDRESS]"),
]


@pytest.mark.parametrize("country", [True, False])
@pytest.mark.parametrize(("language", "marked"), SCOPES)
def test_no_draw_is_rarer_than_least(language: str, marked: str, country: bool) -> None:
    mentions, wanted = mentions_of(marked), Settings(language, country=country)
    sketch = KIND.read(mentions, wanted).sketch
    bound = least(mentions, wanted)
    assert bound > 0
    for seed in range(200):
        dice = _Counted(seed)
        KIND.write(sketch, wanted, dice)
        assert bound <= dice.chance * (1 + 1e-9)


@pytest.mark.parametrize(
    ("language", "marked"),
    [("es", "[Getafe|CITY]"), ("es", "[México|COUNTRY]: [Puebla|CITY]"), ("en", "[Leeds|CITY]")],
)
def test_no_town_is_rarer_than_least(language: str, marked: str) -> None:
    mentions = mentions_of(marked)
    sketch = KIND.read(mentions, Settings(language)).sketch
    assert isinstance(sketch, Sketch)
    bound = least(mentions, Settings(language))
    country = countries()[sketch.lands[0].place]
    chances = []
    for region in country.regions.values():
        for town in region.towns:
            name = place_name(town, country.code, language)
            dice = _Counted(0, {("region", 0): region.name, ("town", 0): name})
            assert KIND.write(sketch, Settings(language), dice)[-1] == name
            chances.append(dice.chance)
    assert 0 < bound <= min(chances)
    assert sum(chances) == pytest.approx(1, abs=0.05)


def _outcomes(mentions: Sequence[Mention], wanted: Settings, count: int) -> dict[object, int]:
    found: dict[object, int] = {}
    for seed in range(count):
        texts = write_places(mentions, stream(seed), wanted).texts
        found[texts] = found.get(texts, 0) + 1
    return found


@pytest.mark.parametrize(
    ("language", "marked", "country"),
    [
        ("es", "[3º B|STREET_ADDRESS]", True),
        ("es", "[Navarra|REGION]", True),
        ("en", "[Lake Erie|LOCATION]", True),
        ("en", "[5-7|STREET_ADDRESS]", True),
        ("en", "an [Italian|NRP]", True),
        ("en", "from [France|COUNTRY] to [Spain|COUNTRY]", False),
    ],
)
def test_outcomes_are_not_rarer_than_least(language: str, marked: str, country: bool) -> None:
    mentions, wanted = mentions_of(marked), Settings(language, country=country)
    bound = least(mentions, wanted)
    found = _outcomes(mentions, wanted, 1500)
    assert bound > 0
    assert len(found) <= 1 / bound
    frequent = [count for count in found.values() if count >= 5]
    assert min(frequent, default=5) / 1500 > bound / 5


@pytest.mark.parametrize(
    ("language", "form", "category"),
    [
        ("es", "[Getafe|CITY]", "CITY"),
        ("es", "[C/ Mayor 12, 3º B|STREET_ADDRESS]", "STREET_ADDRESS"),
        ("es", "[28013|POSTAL_CODE]", "POSTAL_CODE"),
        ("en", "[742 Evergreen Terrace|STREET_ADDRESS]", "STREET_ADDRESS"),
        ("en", "[River Thames|LOCATION]", "LOCATION"),
        ("en", "[St Mary's Hospital|FACILITY]", "FACILITY"),
        ("en", "[Texas|REGION]", "REGION"),
    ],
)
def test_what_is_written_is_reached(language: str, form: str, category: str) -> None:
    wanted = Settings(language)
    found = 0
    for seed in range(40):
        (text,) = write_places(mentions_of(form), stream(seed), wanted).texts
        new = [Mention(text or "", category)]
        same = KIND.read(new, wanted).sketch == KIND.read(mentions_of(form), wanted).sketch
        found += same and reaches(new, wanted)
    assert found >= 30


@pytest.mark.parametrize(
    ("language", "marked", "wanted"),
    [
        ("en", "[London|CITY]", True),
        ("es", "[Getafe|CITY] ([Lugo|REGION])", True),
        ("es", "[C/ Mayor 12, 3º B|STREET_ADDRESS], [28013|POSTAL_CODE] [Madrid|CITY]", True),
        ("en", "[12 Oak Street|STREET_ADDRESS], [Boston|CITY], [MA|REGION]", True),
        ("en", "[40.7, -74.0|COORDINATES]", True),
        ("en", "[Zorbville|CITY]", False),
        ("es", "[Calle Inventadísima 3|STREET_ADDRESS]", False),
    ],
)
def test_what_could_have_been_drawn_is_reached(language: str, marked: str, wanted: bool) -> None:
    assert reaches(mentions_of(marked), Settings(language)) is wanted


@pytest.mark.parametrize(
    ("language", "marked"),
    [
        ("en", "moved from [Boston|LOCATION] to [Chicago|LOCATION]"),
        ("en", "moved from [Lititz|LOCATION] to [Zorbton|LOCATION]"),
        ("en", "from [Texas|LOCATION] to [Ohio|LOCATION]"),
        ("es", "de San [Sebastián|LOCATION] a San [Fernando|LOCATION]"),
        ("es", "de [Lugo|LOCATION] a [Vigo|LOCATION], y a [Soria|LOCATION]"),
        ("es", "de la [calle Mayor|STREET_ADDRESS] a la [calle Real|STREET_ADDRESS]"),
        ("en", "from [Lake Erie|LOCATION] to [Lake Huron|LOCATION]"),
        ("en", "from [Tokyo|LOCATION] to [Bangkok|LOCATION]"),
    ],
)
def test_two_places_stay_two(language: str, marked: str) -> None:
    mentions = mentions_of(marked)
    for seed in range(150):
        texts = write_places(mentions, stream(seed), Settings(language)).texts
        assert len(set(texts)) == len(texts), texts


@pytest.mark.parametrize(
    ("language", "marked", "begins"),
    [
        ("es", "a la [plaza Mayor, 4|STREET_ADDRESS]", "plaza "),
        ("es", "en la [Plaza Mayor|LOCATION]", "Plaza "),
        ("es", "en el [Paseo del Prado|LOCATION]", "Paseo de"),
        ("en", "in [Room 12|FACILITY]", "Room "),
        ("en", "at [Terminal 4|FACILITY]", "Terminal "),
    ],
)
def test_a_square_stays_a_square(language: str, marked: str, begins: str) -> None:
    mentions, wanted = mentions_of(marked), Settings(language)
    found = {write_places(mentions, stream(seed), wanted).texts[0] for seed in range(40)}
    assert all(text and text.startswith(begins) for text in found)
    assert len(found) > 5


@pytest.mark.parametrize("marked", ["[Trafalgar Square|LOCATION]", "[Albert Hall|FACILITY]"])
def test_squares_and_halls_keep_their_kind(marked: str) -> None:
    kind = marked.partition("|")[0].rsplit(" ", 1)[1]
    mentions = mentions_of(marked)
    for seed in range(40):
        (text,) = write_places(mentions, stream(seed), Settings("en")).texts
        assert text and text.endswith(f" {kind}")


def test_what_stays_says_why() -> None:
    marked = "[France|COUNTRY], [the river|STREET_ADDRESS], [Boston|CITY], [French|NRP]"
    reading = KIND.read(mentions_of(marked), Settings("en"))
    assert reading.left == {0: "country", 1: "kind of place", 3: "country"}
    assert KIND.read(mentions_of(marked), Settings("en", country=False)).left == {
        1: "kind of place"
    }


def test_switches_are_settings() -> None:
    kept = {one.name for one in kernel.declared(KIND, Settings("en"))}
    given_up = {one.name for one in kernel.declared(KIND, Settings("en", country=False))}
    assert kept - given_up == {"country"}
