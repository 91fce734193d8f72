"""Stand-ins for organizations, products, drugs and domains: what a reader of a release sees."""

from __future__ import annotations

import math
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marked_mentions import mentions_of
from sketch_contract import standing_in

from understudy.core.folding import flat_letters
from understudy.languages import get, installed
from understudy.surrogates import kernel
from understudy.surrogates.mention import Mention
from understudy.surrogates.organizations.kind import KIND
from understudy.surrogates.organizations.patterns import group_names, patterns, slot
from understudy.surrogates.settings import Settings

SEEDS = range(25)
CATEGORIES = ("ORGANIZATION", "HOSPITAL", "PRODUCT", "DRUG", "DOMAIN_NAME", "URL")


def _texts(marked: str, seed: int, language: str) -> list[str]:
    texts = standing_in(KIND, mentions_of(marked), Settings(language), seed)
    assert None not in texts
    return [text for text in texts if text is not None]


def test_acronyms_domains_and_short_forms_go_with_the_name() -> None:
    for seed in SEEDS:
        full, short, kind, site = _texts(
            "la [Universidad Politécnica de Madrid (UPM)|ORGANIZATION], [UPM|ORGANIZATION], la "
            "[Politécnica|ORGANIZATION], [www.upm.es|URL]",
            seed,
            "es",
        )
        match = re.fullmatch(r"Universidad Politécnica de ([\w ]+) \((UP[A-Z]+)\)", full)
        assert match
        assert match[2] == short
        assert kind == "Politécnica"
        assert site == f"www.{short.lower()}.example"


@pytest.mark.parametrize(
    ("marked", "language", "shapes"),
    [
        ("[Acme Ltd|ORGANIZATION] [Acme|ORGANIZATION]", "en", [r"(?P<n>.+) Ltd", "{n}"]),
        ("[Acme|ORGANIZATION] [ACME|ORGANIZATION]", "en", [r"(?P<n>.+)", "{N}"]),
        ("[Acme|ORGANIZATION] [Acme's|ORGANIZATION]", "en", [r"(?P<n>.+)", "{n}'s"]),
        ("[Acme|ORGANIZATION] [acme.com|DOMAIN_NAME]", "en", [r"(?P<n>.+)", "{r}.example"]),
        ("[Acme|ORGANIZATION] [acme dot com|DOMAIN_NAME]", "en",
         [r"(?P<n>.+)", "{r} dot example"]),
        ("[Acme|ORGANIZATION] [https://acme.com/a/b|URL]", "en",
         [r"(?P<n>.+)", "https://{r}.example"]),
        ("[Telefónica S.A.|ORGANIZATION] [telefonica|ORGANIZATION]", "es",
         [r"(?P<n>.+) S\.A\.", "{l}"]),
        ("[St Mary's Hospital|HOSPITAL] [St Mary's|HOSPITAL]", "en",
         [r"(?P<n>.+) Hospital", "{n}"]),
        ("[Bank of Wexley|ORGANIZATION] [Wexley|ORGANIZATION]", "en",
         [r"Bank of (?P<n>.+)", "{n}"]),
        ("[Smith & Sons|ORGANIZATION] [Smith|ORGANIZATION]", "en", [r"(?P<n>\w+) & Sons", "{n}"]),
        ("[Galaxy S21 Pro|PRODUCT] [Galaxy|PRODUCT]", "en",
         [r"(?P<n>\w+) [A-Z]\d+ Pro", "{n}"]),
        ("[tarifa Ballena 50|PRODUCT] [ballena|PRODUCT]", "es", [r"tarifa (?P<n>\w+) \d+", "{l}"]),
        ("[Windows 10.1|PRODUCT]", "en", [r"(?P<n>\w+) \d+\.\d"]),
        ("[IBM|ORGANIZATION] [ibm.com|DOMAIN_NAME]", "en", [r"(?P<n>[A-Z]{2,4})", "{l}.example"]),
        ("[I.B.M.|ORGANIZATION]", "en", [r"(?P<n>([A-Z]\.){2,4})"]),
        ("[Hospital La Paz|HOSPITAL] [La Paz|HOSPITAL] [hospital la paz|HOSPITAL]", "es",
         [r"Hospital (?:de )?(?P<n>.+)", "{n}", None]),
        ("el [hospital La Paz|HOSPITAL]", "es", [r"hospital (?P<n>(?:de )?[A-ZÁÉÍÓÚ].+)"]),
        ("[<Ac-> Acme|ORGANIZATION]", "en", [r"<(?P<n>\w\w)-> .+"]),
        ("[ibuprofeno 600 mg|DRUG] [Ibuprofeno|DRUG]", "es",
         [r"(?P<n>[a-zñáéíóú]+) \d+ m?g", None]),
        ("the [Wexley Post|ORGANIZATION], the [Post|ORGANIZATION]", "en",
         [r"(?P<n>.+) Post", "Post"]),
    ],
)  # fmt: skip
def test_mentions_are_written_from_one_name(
    marked: str, language: str, shapes: list[str | None]
) -> None:
    for seed in SEEDS:
        first, *others = _texts(marked, seed, language)
        assert shapes[0]
        match = re.fullmatch(shapes[0], first)
        assert match, first
        name = match["n"]
        run = "".join(re.findall(r"[a-z0-9]+", flat_letters(name.replace("'s", ""))))
        for shape, other in zip(shapes[1:], others, strict=True):
            if shape is not None:
                assert other == shape.format(n=name, N=name.upper(), l=name.lower(), r=run)


def test_an_acronym_is_that_of_the_new_name() -> None:
    for seed in SEEDS:
        full, short = _texts("[General Motors|ORGANIZATION] [GM|ORGANIZATION]", seed, "en")
        words = [word for word in re.findall(r"\w+", full) if word not in ("of", "and")]
        assert short == "".join(word[0] for word in words)
        full, short = _texts(
            "[Faculty of Law of the Wexley City College|ORGANIZATION] ([WCC|ORGANIZATION])",
            seed,
            "en",
        )
        last = full.split(" of the ")[1].replace("'s", "")
        assert short == "".join(word[0] for word in last.split())


def test_the_words_around_are_heeded() -> None:
    for seed in SEEDS:
        (name,) = _texts("it is an [Acme|ORGANIZATION] product", seed, "en")
        assert name[0] in "AEIO"
        (name,) = _texts("it is a [Oracle|ORGANIZATION] product", seed, "en")
        assert name[0] not in "AEIO"
        (name,) = _texts("llamé a la [Oracle|ORGANIZATION]", seed, "es")
        assert get("es").agreement.fits("la", name)
        (short,) = _texts("he is an [IBM|ORGANIZATION] man", seed, "en")
        assert short[0] in "AEFHILMNORSX"


def test_a_saint_without_a_kind_becomes_another_saint() -> None:
    for seed in SEEDS:
        (name,) = _texts("taken to [St. Luke's|ORGANIZATION] at noon", seed, "en")
        assert re.fullmatch(r"St [A-Z][a-z]+'s", name)


def test_a_drug_becomes_another_drug() -> None:
    for language, drug in (("en", "ibuprofen"), ("es", "ibuprofeno")):
        known = slot("drug", language).values
        assert len(known) > 200
        for seed in SEEDS:
            (text,) = _texts(f"[{drug}|DRUG]", seed, language)
            assert text in known


def test_a_country_that_acts_becomes_another_one() -> None:
    drawn = {_texts("[Denmark|ORGANIZATION]", seed, "en")[0] for seed in SEEDS}
    assert drawn <= set(slot("land", "en").values)
    assert len(drawn) > 10


@pytest.mark.parametrize("language", ["en", "es"])
def test_names_are_ordinary_words_and_names_of_nobody_well_known(language: str) -> None:
    taken = set(get(language).table("bodies")["words"]["taken"].split())
    for name in ("surname", "blend", "sign"):
        values = slot(name, language).values
        assert len(values) > 90
        if name != "sign":
            assert not {flat_letters(value) for value in values} & taken
    seats = get(language).table("bodies")["words"]["seats"].strip().split("|")
    assert not set(slot("town", language).values) & set(seats)


def test_no_acronym_of_a_well_known_organization_is_drawn() -> None:
    known = set(get("en").table("bodies")["words"]["acronyms"].split())
    drawn = {_texts("[QQQ|ORGANIZATION]", seed, "en")[0] for seed in range(3000)}
    assert not drawn & known
    assert len(drawn) > 1500


@pytest.mark.parametrize("language", installed())
def test_every_pattern_can_be_drawn(language: str) -> None:
    orders = ("name", "before", "after", *get(language).table("bodies").get("links", ()))
    for group in group_names(language):
        for order in orders:
            found = patterns(group, order, language)
            assert found
            for pattern, weight in found:
                assert weight > 0
                assert all(slot(name, language).size > 0 for name in pattern.slots), pattern


@pytest.mark.parametrize("language", ["en", "es"])
def test_at_least_twenty_names_share_whatever_is_declared(language: str) -> None:
    orders = ("name", "before", "after", *get(language).table("bodies")["links"])
    for group in group_names(language):
        for order in orders:
            names = sum(
                math.prod(slot(name, language).size for name in pattern.slots)
                for pattern, _ in patterns(group, order, language)
            )
            assert names >= 20, (group, order)


@given(
    st.lists(
        st.tuples(st.text(max_size=30), st.sampled_from(CATEGORIES), st.text(max_size=20)),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from(installed()),
)
@settings(max_examples=150, deadline=None)
def test_any_text_can_be_given(parts: list[tuple[str, str, str]], language: str) -> None:
    mentions = [Mention(text, category, around, around) for text, category, around in parts]
    wanted = Settings(language)
    first = standing_in(KIND, mentions, wanted, 3)
    assert first == standing_in(KIND, mentions, wanted, 3)
    assert len(first) == len(mentions)
    assert None not in first
    reading = KIND.read(mentions, wanted)
    assert 0 <= kernel.least(KIND, reading.sketch, wanted) <= 1
    kernel.reaches(KIND, reading, mentions, wanted)


@given(
    st.lists(st.text("qwxzkjvh", min_size=7, max_size=9), min_size=1, max_size=4),
    st.sampled_from(CATEGORIES),
    st.sampled_from((" ", ", ", " & ", "-", ".", " Bank of ", " 3", " de la ", " (", ' "', "/")),
    st.sampled_from(installed()),
)
@settings(max_examples=200, deadline=None)
def test_no_word_that_tells_something_stays(
    words: list[str], category: str, between: str, language: str
) -> None:
    mention = Mention(between.join(word.title() for word in words), category)
    (text,) = standing_in(KIND, [mention], Settings(language), 5)
    assert text is not None
    assert not any(word in text.lower() for word in words)


@pytest.mark.parametrize(
    ("name", "language", "word"),
    [
        ("Labour", "en", "Labour"),
        ("Observer", "en", "Observer"),
        ("Times", "en", "Times"),
        ("House", "en", "House"),
        ("United", "en", "United"),
        ("Real", "es", "Real"),
        ("Shelter", "en", "Shelter"),
        ("Bank of Bank", "en", "of Bank"),
        ("Shoes & Shoes", "en", "Shoes &"),
        ("AT&T", "en", "AT"),
        ("Bodegas Rey", "es", "Rey"),
        ("Conde Hermanos", "es", "Conde"),
        ("Denmark", "en", "Denmark"),
    ],
)
def test_something_is_drawn_of_a_name(name: str, language: str, word: str) -> None:
    stayed = sum(word in _texts(f"[{name}|ORGANIZATION]", seed, language)[0] for seed in SEEDS)
    assert stayed <= 3  # a draw may give the word itself


@pytest.mark.parametrize(
    ("name", "language"),
    [("Supreme Court", "en"), ("hospital", "en"), ("Hospital General", "es"), ("el banco", "es")],
)
def test_what_says_the_kind_alone_stays_and_is_counted_so(name: str, language: str) -> None:
    mentions = mentions_of(f"at [{name}|ORGANIZATION]")
    reading = KIND.read(mentions, Settings(language))
    assert reading.left == {0: "kind of organization"}
    assert _texts(f"at [{name}|ORGANIZATION]", 1, language) == [name]
