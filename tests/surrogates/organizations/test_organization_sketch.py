"""What of an organization shows: the sketch holds what is declared, and nothing of a value."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence

import pytest
from marked_mentions import mentions_of, stream
from sketch_contract import share_a_sketch, standing_in, undeclared

from understudy.core.folding import fold
from understudy.languages import get, installed
from understudy.languages.frozen import names_of
from understudy.surrogates import kernel
from understudy.surrogates.dice import Label
from understudy.surrogates.kernel import Reading
from understudy.surrogates.mention import Mention
from understudy.surrogates.organizations.kind import KIND
from understudy.surrogates.organizations.patterns import kinds, legal_forms, slot
from understudy.surrogates.settings import Settings
from understudy.surrogates.tables import Support, Table

CATEGORIES = ("ORGANIZATION", "HOSPITAL", "PRODUCT", "DRUG", "DOMAIN_NAME", "URL")
CANARY = "Quxivorn"
HOSTILE = (
    CANARY,
    f"{CANARY} Zelkabrand",
    f"{CANARY} Bank",
    f"Bank of {CANARY}",
    f"Hospital {CANARY} (QZH)",
    f"{CANARY}, Inc.",
    f"<{CANARY[:3]}-> {CANARY}=",
    f"<%{CANARY}> {CANARY}",
    f"@[{CANARY}] +{CANARY}",
    f"“{CANARY}”",
    f"{CANARY}.{CANARY}.com",
    f"https://www.{CANARY}.co.uk/{CANARY}?q={CANARY}",
    f"{CANARY} dot com",
    f"{CANARY} 12{CANARY}",
    f"{CANARY} 500 mg",
    f"Ministry of {CANARY} of the {CANARY} University, {CANARY} Hospital",
    f"{CANARY}’s",
    f"the {CANARY} and {CANARY} Trust of {CANARY}",
    f"{CANARY}\n{CANARY}\t{CANARY}",
    f"({CANARY})",
    f"株式会社{CANARY}",
    f"\u202e{CANARY}\u200b{CANARY}",
    f"{{surname}} {CANARY}",
    f"[{CANARY}]{{town}}",
    f"{CANARY}, Bank of " * 400,
)


def _words(language: str, count: int, seed: int = 7) -> list[str]:
    """Listed names and towns, unlisted words, other scripts: whatever may be called a name."""
    source = random.Random(seed)
    names = [line.split("\t")[0] for line in names_of("en_US")["last_names"]]
    listed = [*names, *slot("town", language).values, *slot("sign", language).values]
    made = []
    for _ in range(count):
        alphabet = source.choice(("abcdefghijklmnop", "qwxzkjvh", "абвгдежз", "αβγδεζ", "的公司在"))
        made.append("".join(source.choices(alphabet, k=source.randint(3, 9))).capitalize())
    source.shuffle(listed)
    return [one for pair in zip(listed, made, strict=False) for one in pair][:count]


def _forms(language: str) -> list[str]:
    source = random.Random(3)
    known = [one for forms in kinds(language).values() for one in forms]
    some = source.sample(known, 40)
    links = get(language).table("bodies")["links"]
    return [
        "{}",
        *(f"{{}} {kind.title()}" for kind in some),
        *(f"{kind.title()} {{}}" for kind in some),
        *(f"{kind.title()} {links[0]} {{}}" for kind in some),
        *(f"{{}} {form}" for form in legal_forms(language)[:10]),
        "{} & {}",
        "the {} ({})",
        '"{}"',
    ]


@pytest.mark.parametrize("language", installed())
def test_a_sketch_holds_what_is_declared_and_no_word_of_a_value(language: str) -> None:
    words = _words(language, 400)
    forms, source = _forms(language), random.Random(11)
    for number in range(3000):
        text = source.choice(forms).replace("{}", words[number % len(words)], 1)
        text = text.replace("{}", source.choice(words))
        before = source.choice(("", "an ", "la ", "he works at the ", f"{CANARY} "))
        mentions = [Mention(text, source.choice(CATEGORIES), before)]
        assert not undeclared(KIND, mentions, Settings(language)), number


@pytest.mark.parametrize("language", installed())
@pytest.mark.parametrize("category", CATEGORIES)
def test_a_canary_is_in_no_sketch_and_no_stand_in(language: str, category: str) -> None:
    for text, other in itertools.product(HOSTILE, HOSTILE[:4]):
        mentions = [Mention(text, category, f"{CANARY} an "), Mention(other, "ORGANIZATION")]
        reading = KIND.read(mentions, Settings(language))
        assert not undeclared(KIND, mentions, Settings(language))
        assert CANARY.lower() not in repr(reading.sketch).lower()
        assert CANARY.lower() not in repr(reading).lower()
        for new in standing_in(KIND, mentions, Settings(language)):
            assert new
            assert CANARY.lower() not in new.lower()


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("IBM", "NASA", "en"),
        ("KPMG", "PWC", "en"),
        ("KPMG Holdings", "PWC Holdings", "en"),
        ("I.B.M.", "N.A.S.A.", "en"),
        ("Fundación Marta", "Fundación Jorge", "es"),
        ("Fundación Marta", "Fundación Zorblán", "es"),
        ("Environmental Trust", "Zorblax Trust", "en"),
        ("Boston Bank", "Zorblax Bank", "en"),
        ("Bank of Boston", "Bank of Zorblax", "en"),
        ("Universidad de Granada", "Universidad de Zorblán", "es"),
        ("Hospital San Juan de Dios", "Hospital Zorblán", "es"),
        ("Hospital Gregorio Salas", "Hospital Zorblán Quxi", "es"),
        ("Hospital 12 de Octubre", "Hospital La Paz", "es"),
        ("Acme", "International Business Machinery Works", "en"),
        ("Smith & Wesson", "Zorblax", "en"),
        ("Microsoft Corp.", "Quxivorn Zelkabrand Corp.", "en"),
        ("Facultad de Odontología", "Facultad de Zorblalogía", "es"),
    ],
)
def test_pairs_that_could_be_told_apart_share_a_sketch(one: str, other: str, language: str) -> None:
    """V4 and V5 of the audit: letters of an acronym, gender, sort and number of words."""
    first, second = ([Mention(text, "ORGANIZATION")] for text in (one, other))
    assert share_a_sketch(KIND, first, second, Settings(language))
    for seed in range(50):
        drawn = [standing_in(KIND, own, Settings(language), seed) for own in (first, second)]
        assert drawn[0] == drawn[1]


@pytest.mark.parametrize(
    ("one", "other", "category"),
    [
        ("ibuprofen", "Zorblaxin", "DRUG"),
        ("Galaxy S21", "Zorblax Q7", "PRODUCT"),
        ("Windows 10", "Zorblax 2000", "PRODUCT"),
        ("www.google.com", "www.zorblax-quxi.co.uk/path", "URL"),
        ("acme.com", "z.org", "DOMAIN_NAME"),
    ],
)
def test_products_and_sites_share_a_sketch(one: str, other: str, category: str) -> None:
    for seed in range(20):
        texts = [
            standing_in(KIND, [Mention(text, category)], Settings("en"), seed)[0]
            for text in (one.replace("-", ""), other.replace("-", ""))
        ]
        assert texts[0] is not None
        assert texts[1] is not None
        assert fold(texts[0]) == fold(texts[1])


@pytest.mark.parametrize("language", installed())
def test_most_pairs_of_one_form_share_a_sketch(language: str) -> None:
    words = _words(language, 600)
    source = random.Random(5)
    shared = same = total = 0
    for form in _forms(language):
        for _ in range(25):
            one, other = (form.replace("{}", word) for word in source.sample(words, 2))
            total += 1
            settings = Settings(language)
            pair = ([Mention(one, "ORGANIZATION")], [Mention(other, "ORGANIZATION")])
            if not share_a_sketch(KIND, *pair, settings):
                continue
            shared += 1
            seed = source.randrange(10**6)
            drawn = [standing_in(KIND, own, settings, seed) for own in pair]
            same += drawn[0] == drawn[1]
    assert total > 3000
    assert shared >= 0.9 * total
    assert same == shared


class _Script:
    """Dice that follow a script, and say what else could have been chosen."""

    def __init__(self, script: Sequence[str]) -> None:
        self.script, self.chance = list(script), 1.0
        self.open: tuple[str, ...] | None = None

    def pick(
        self,
        support: Support,
        label: Label,
        *,
        floor: float | None = None,
        apart: frozenset[str] = frozenset(),
    ) -> str:
        assert isinstance(support, Table)
        left = {one: chance for one, chance in support.weights().items() if one not in apart}
        if not self.script:
            if self.open is None:
                self.open = tuple(left)
            return next(iter(left))
        chosen = self.script.pop(0)
        self.chance *= left[chosen] / sum(left.values())
        return chosen

    branch = pick

    def below(self, count: int, label: Label) -> int:
        raise NotImplementedError

    def numbers(self) -> Iterator[int]:
        raise NotImplementedError


def _outcomes(reading: Reading, settings: Settings) -> dict[tuple[str | None, ...], float]:
    """Every outcome of a sketch with its chance, by trying all choices."""
    found: dict[tuple[str | None, ...], float] = {}
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        script = waiting.pop()
        dice = _Script(script)
        texts = KIND.write(reading.sketch, settings, dice)
        if dice.open is None:
            found[texts] = found.get(texts, 0.0) + dice.chance
        else:
            waiting += [(*script, one) for one in dice.open]
    return found


@pytest.mark.parametrize(
    ("marked", "language"),
    [
        ("the [Church of Wexley|ORGANIZATION]", "en"),
        ("[Wexley Court|ORGANIZATION], the [Court|ORGANIZATION]", "en"),
        ("an [Acme Court|ORGANIZATION]", "en"),
        ("[ibuprofen|DRUG]", "en"),
        ("[Smith & Sons|ORGANIZATION], [Smith|ORGANIZATION]", "en"),
        ("[Iglesia de Zorblán|ORGANIZATION]", "es"),
        ("[Juzgado Zorblán|ORGANIZATION]", "es"),
    ],
)
def test_no_outcome_is_less_probable_than_the_least_chance(marked: str, language: str) -> None:
    settings = Settings(language)
    reading = KIND.read(mentions_of(marked), settings)
    outcomes = _outcomes(reading, settings)
    assert sum(outcomes.values()) == pytest.approx(1.0)
    assert len(outcomes) > 10
    least = kernel.least(KIND, reading.sketch, settings)
    assert 0 < least <= min(outcomes.values()) * (1 + 1e-9)


@pytest.mark.parametrize(
    ("marked", "language", "share"),
    [
        ("[Acme|ORGANIZATION]", "en", 0.9),
        ("[Acme Ltd|ORGANIZATION], [Acme|ORGANIZATION]", "en", 0.9),
        ("[Wexley Hospital|HOSPITAL], [Wexley|HOSPITAL]", "en", 0.7),
        ("[Bank of Wexley|ORGANIZATION]", "en", 0.9),
        ("[QQQ|ORGANIZATION], [qqq.com|DOMAIN_NAME]", "en", 0.0),
        ("[QQQ|ORGANIZATION]", "en", 0.9),
        ("[ibuprofen|DRUG]", "en", 0.9),
        ("[Galaxy S21 Pro|PRODUCT]", "en", 0.9),
        ("[Transportes Zorblán, S.L.|ORGANIZATION]", "es", 0.8),
        ("[Hospital Zorblán|HOSPITAL]", "es", 0.7),
        ("[Zorblán|ORGANIZATION]", "es", 0.8),
    ],
)
def test_what_can_be_drawn_could_have_been_kept(marked: str, language: str, share: float) -> None:
    settings = Settings(language)
    mentions = mentions_of(marked)
    reading = KIND.read(mentions, settings)
    reached = 0
    for seed in range(100):
        texts = kernel.written(KIND, reading, settings, stream(seed)).texts
        own = [one._replace(text=text or "") for one, text in zip(mentions, texts, strict=True)]
        reached += kernel.reaches(KIND, KIND.read(own, settings), own, settings)
    assert reached >= 100 * share
