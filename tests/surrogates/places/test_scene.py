"""The places of a scope: what each mention names, where it lies, and what lies together."""

from __future__ import annotations

import pytest
from marked_mentions import mentions_of

from understudy.surrogates.mention import Mention
from understudy.surrogates.places.read import read
from understudy.surrogates.places.reading import split
from understudy.surrogates.places.scene import survey
from understudy.surrogates.settings import Settings

ENGLISH = [
    ("in [Boston|LOCATION]", "city:Boston=US/Massachusetts", "US"),
    ("[Lebanon|LOCATION]", "country:Lebanon=LB/", "LB"),
    (
        "[Lebanon|LOCATION], [Tennessee|LOCATION]",
        "city:Lebanon=US/Tennessee region:Tennessee=US/Tennessee",
        "US",
    ),
    ("[Paris|LOCATION], [France|LOCATION]", "city:Paris=FR/ country:France=FR/", "FR"),
    ("[Paris|LOCATION], [Texas|LOCATION]", "city:Paris=US/Texas region:Texas=US/Texas", "US"),
    (
        "[Springfield|CITY], [Ohio|REGION]",
        "city:Springfield=US/Ohio region:Ohio=US/Ohio",
        "US",
    ),
    ("[New York|LOCATION]", "city:New York=US/New York", "US"),
    ("[New York City|LOCATION]", "city:New York City=US/New York", "US"),
    ("[Zorbville, ZQ|LOCATION]", "city:Zorbville kept:, region:ZQ", ""),
    ("state of [Washington|LOCATION]", "region:Washington=US/Washington", "US"),
    ("[Georgia|LOCATION]", "region:Georgia=US/Georgia", "US"),
    ("[Georgia|COUNTRY]", "country:Georgia", ""),
    ("[Europe|LOCATION]", "continent:Europe", ""),
    ("[Xyzzyville|LOCATION]", "city:Xyzzyville", ""),
    ("[K1A 0B1|POSTAL_CODE]", "postal:K1A 0B1", "CA"),
    ("in [Xyzzyville|LOCATION] in Poland", "city:Xyzzyville", "PL"),
    ("a Polish national in [Xyzzyville|LOCATION]", "city:Xyzzyville", ""),
    ("practising in [Kishinev|LOCATION]", "city:Kishinev=MD/", "MD"),
    ("practising in [Cracow|LOCATION]", "city:Cracow=PL/", "PL"),
    ("the Venezuelan police in [Valencia|LOCATION]", "city:Valencia=VE/", "VE"),
    ("her solicitor in [Xyzzyville|LOCATION]", "city:Xyzzyville", "GB"),
    ("forty lakhs to a man in [Xyzzyville|LOCATION]", "city:Xyzzyville", "IN"),
    ("the garda in [Xyzzyville|LOCATION]", "city:Xyzzyville", "IE"),
    ("his attorney in [Birmingham|LOCATION]", "city:Birmingham=US/Alabama", "US"),
    ("the council in [Boston|LOCATION]", "city:Boston=GB/Lincolnshire", "GB"),
    ("[London|CITY] [SW1A 1AA|POSTAL_CODE]", "city:London=GB/Greater London postal:SW1A 1AA", "GB"),
]
SPANISH = [
    ("en [Sevilla|CITY]", "city:Sevilla=ES/Sevilla", "ES"),
    (
        "[Sevilla|LOCATION], [Andalucía|LOCATION]",
        "city:Sevilla=ES/Sevilla wider:Andalucía=ES/",
        "ES",
    ),
    ("[Granada|LOCATION]", "city:Granada=ES/Granada", "ES"),
    ("provincia de [Granada|LOCATION]", "region:Granada=ES/Granada", "ES"),
    ("[Asturias|LOCATION]", "region:Asturias=ES/Asturias", "ES"),
    ("[Guadalajara|LOCATION]", "city:Guadalajara=ES/Guadalajara", "ES"),
    (
        "[Guadalajara|LOCATION], [México|LOCATION]",
        "city:Guadalajara=MX/Jalisco country:México=MX/",
        "MX",
    ),
    (
        "[Córdoba|CITY], [Argentina|COUNTRY]",
        "city:Córdoba=AR/Córdoba country:Argentina=AR/",
        "AR",
    ),
    ("[Francia|LOCATION]", "country:Francia=FR/", "FR"),
    ("[Cantabria|LOCATION]", "region:Cantabria=ES/Cantabria", "ES"),
    ("[Lititz|LOCATION]", "city:Lititz", ""),
    ("[Europa|LOCATION]", "continent:Europa", ""),
    ("[41001|POSTAL_CODE]", "postal:41001", "ES"),
    ("[Villanueva del Foo|CITY]", "city:Villanueva del Foo", ""),
    ("el IMSS de [Zapotiltán|LOCATION]", "city:Zapotiltán", "MX"),
    ("el IMSS de [Guadalajara|LOCATION]", "city:Guadalajara=MX/Jalisco", "MX"),
    ("cordial saludo, vivo en [Xyzzyville|LOCATION]", "city:Xyzzyville", "CO"),
    ("¿vos tenés casa en [Córdoba|LOCATION]?", "city:Córdoba=AR/Córdoba", "AR"),
    ("la policía venezolana de [Valencia|LOCATION]", "city:Valencia=VE/", "VE"),
    ("en [Tiflis|LOCATION], Armenia no,", "city:Tiflis=GE/", "AM"),
]


def check(language: str, marked: str, expected: str, home: str) -> None:
    scene = survey(mentions_of(marked), language)
    sites = [site for row in scene.sites for site in row if site.text.strip()]
    assert expected == " ".join(
        f"{site.kind}:{site.text}"
        + (f"={site.known.country}/{site.known.region}" if site.known else "")
        for site in sites
    )
    assert scene.home == home


@pytest.mark.parametrize(("marked", "expected", "home"), ENGLISH)
def test_english(marked: str, expected: str, home: str) -> None:
    check("en", marked, expected, home)


@pytest.mark.parametrize(("marked", "expected", "home"), SPANISH)
def test_spanish(marked: str, expected: str, home: str) -> None:
    check("es", marked, expected, home)


@pytest.mark.parametrize(
    ("language", "marked", "together"),
    [
        ("en", "[Boston|CITY], [MA|REGION] [02108|POSTAL_CODE]", True),
        ("en", "[12 Oak Street|STREET_ADDRESS], [Boston|CITY]", True),
        ("en", "[Boston|CITY]. We moved. Then [Boston|CITY] again", True),
        ("en", "[Boston|CITY]. Later in [Massachusetts|REGION]", True),
        ("en", "[Boston|CITY] and later [Chicago|CITY]", False),
        ("en", "[Boston|CITY], [Texas|REGION]", False),
        ("es", "[Calle Mayor 3|STREET_ADDRESS], [28013|POSTAL_CODE] [Madrid|CITY]", True),
        ("es", "[Sevilla|CITY] ([Andalucía|REGION])", True),
        ("es", "[Toledo|CITY]. Vivía en [Toledo|CITY]", True),
        ("es", "de [Sevilla|CITY] a [Bilbao|CITY]", False),
        ("es", "[Sevilla|CITY], [28013|POSTAL_CODE], [Madrid|CITY]", False),
    ],
)
def test_what_lies_together(language: str, marked: str, together: bool) -> None:
    scene = survey(mentions_of(marked), language)
    areas = {site.area for row in scene.sites for site in row if site.area >= 0}
    assert (len(areas) == 1) is together


@pytest.mark.parametrize(
    ("language", "marked", "country"),
    [
        ("en", "a Georgian national, a lawyer in [Tbilisi|LOCATION]", "GE"),
        ("en", "lodged against Moldova; he lives in [Cahul|LOCATION]", "MD"),
        ("es", "el abogado maltés de [La Valeta|LOCATION]", "MT"),
    ],
)
def test_a_country_that_the_text_speaks_of_shows(language: str, marked: str, country: str) -> None:
    """However few of its towns are listed: the text says where it lies, and not the value."""
    found = read(mentions_of(marked), Settings(language=language)).sketch
    assert [land.place for land in found.lands] == [country]


@pytest.mark.parametrize(
    ("before", "text", "language", "kind"),
    [
        ("lleva al río ", "Mosa", "es", "feature"),
        ("vive cerca de ", "Mosa", "es", "name"),
        ("quedaron en la plaza de ", "Colón", "es", "street"),
        ("la carretera de ", "Burgos", "es", "name"),
    ],
)
def test_the_word_outside_of_a_mention_says_what_it_is(
    before: str, text: str, language: str, kind: str
) -> None:
    (piece,) = split(Mention(text, "LOCATION", before, " y ya."), language)
    assert piece.kind.split()[0] == kind


def test_the_country_of_most_places_among_those_that_are_named() -> None:
    places = "[Mosul|LOCATION], [Tikrit|LOCATION] and [Zqx|LOCATION]"
    marked = f"northern Iraqi cities: {places}, the US said"
    assert survey(mentions_of(marked), "en").home == "IQ"
