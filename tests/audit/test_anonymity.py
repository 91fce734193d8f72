"""What invariants give away, by hand on a small example and over our own lists."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

from understudy.audit.anonymity import Measured, features, measure, state
from understudy.audit.populations import Population, Value, populations
from understudy.cli.privacy import privacy
from understudy.core.errors import UsageError
from understudy.policy import load
from understudy.replace.surrogate.writers import KIND_OF
from understudy.surrogates import kernel
from understudy.surrogates.dice import Dice
from understudy.surrogates.kernel import Kind, Reading
from understudy.surrogates.mention import Mention
from understudy.surrogates.settings import Settings
from understudy.surrogates.sketches import Invariant
from understudy.surrogates.tables import Shape, Table

WORDS = ("ant", "bee", "cat", "dodo", "duck", "elephant", "eel", "emu")
CHANCES = (0.25, 0.25, 0.125, 0.125, 0.0625, 0.0625, 0.0625, 0.0625)


class Inner(NamedTuple):
    vowel: bool


class Toy(NamedTuple):
    long: bool
    first: tuple[Inner, ...]
    letters: tuple[str, ...] = ()


def toy(*, letter: bool = False) -> Kind:
    """A kind whose sketch says whether a word is long (which a setting hides) and begins with a
    vowel; with ``letter``, also which one it begins with."""

    def read(mentions: Sequence[Mention], settings: Settings) -> Reading:
        text = mentions[0].text
        letters = (text[0],) if letter else ()
        return Reading(Toy(len(text) > 3, (Inner(text[0] in "aeiou"),), letters))

    def write(sketch: Any, settings: Settings, dice: Dice) -> tuple[str | None, ...]:
        return ("",)

    fields = (("Toy", "long"), ("Inner", "vowel"), ("Toy", "letters"))
    return Kind(
        read,
        write,
        tuple(
            Invariant(*one, one[1], "It shows.", lambda *_: True, "gender" * (one[1] == "long"))
            for one in fields
        ),
    )


def measured(kind: Kind, words: Sequence[str] = WORDS, stands_for: float = 1.0) -> Measured:
    values = tuple(
        Value(word, "ID", chance, stands_for) for word, chance in zip(words, CHANCES, strict=True)
    )
    return measure(Population("words", "figures", values), kind, Settings())


def test_a_small_example_by_hand() -> None:
    # long vowel: elephant (1/16); short vowel: ant, eel, emu (3/8); long consonant: dodo, duck
    # (3/16); short consonant: bee, cat (3/8)
    found = measured(toy())
    assert (found.size, found.sketches, found.smallest) == (8, 4, 1)
    assert found.median == 2  # elephant, dodo, duck, bee, cat are 5/8 of all mentions
    assert found.low == 1
    assert (found.few_values, found.few_mentions) == (1.0, 1.0)
    assert found.alike == pytest.approx((1 + 36 + 9 + 36) / 256)
    # of one form: both begin with a vowel (7/16), or neither does (9/16)
    assert found.alike_of_form == pytest.approx((1 + 36 + 9 + 36) / (49 + 81))
    by_hand = -sum(one * math.log2(one) for one in (1 / 16, 3 / 8, 3 / 16, 3 / 8))
    assert found.bits_shown == pytest.approx(by_hand)
    assert found.bits_all == pytest.approx(2.75)
    alone = {one.field: one.alone for one in found.fields}
    assert alone["Toy.long"] == pytest.approx(-(0.25 * math.log2(0.25) + 0.75 * math.log2(0.75)))
    short_or_long = found.bits_shown - alone["Inner.vowel"]
    (long,) = (one for one in found.fields if one.field == "Toy.long")
    assert long.left_out == pytest.approx(short_or_long)


def test_a_planted_fine_field_narrows_and_is_named() -> None:
    coarse, fine = measured(toy()), measured(toy(letter=True))
    assert fine.bits_shown > coarse.bits_shown
    assert fine.sketches > coarse.sketches
    assert fine.median < coarse.median
    assert fine.fields[0].field == "Toy.letters"
    (vowel,) = (one for one in fine.fields if one.field == "Inner.vowel")
    assert vowel.alone > 0.9
    assert vowel.left_out == pytest.approx(0.0)  # the letter tells it, too


def test_a_sample_stands_for_the_rest() -> None:
    few, many = measured(toy()), measured(toy(), stands_for=100.0)
    assert many.size == 800
    assert many.smallest == 100
    assert many.few_mentions == 0.0
    assert many.bits_shown == few.bits_shown
    assert many.bits_all == pytest.approx(few.bits_all + math.log2(100))


def test_features_tell_fields_from_structure() -> None:
    found = features(Toy(True, (Inner(False), Inner(True)), ("a", "b")))
    assert found["Toy", "long"] == (True,)
    assert found["Inner", "vowel"] == (False, True)
    assert found["Toy", "letters"] == (("a", "b"),)
    assert ("Toy", "first") not in found


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("kind", KIND_OF)
def test_public_values_are_a_distribution(kind: str, language: str) -> None:
    for one in populations(kind, Settings(language=language)):
        assert math.fsum(value.chance for value in one.values) == pytest.approx(1.0), one.name
        assert all(value.stands_for >= 1.0 for value in one.values)
        assert one == next(
            again
            for again in populations(kind, Settings(language=language))
            if again.name == one.name
        )


@pytest.fixture(scope="module")
def people() -> dict[str, Measured]:
    kind = KIND_OF["people"]
    return {one.name: measure(one, kind, Settings()) for one in populations("people", Settings())}


def test_sketches_of_names_are_small(people: dict[str, Measured]) -> None:
    for name in ("given names", "surnames", "full names"):
        assert people[name].median >= 1000
        assert people[name].few_mentions < 0.02
        assert people[name].alike_of_form >= 0.45  # half have the other gender
    assert people["surnames"].alike_of_form > 0.8
    assert people["given names"].fields[0].name == "gender"


def test_a_switch_hides_what_it_says(people: dict[str, Measured]) -> None:
    free = Settings(gender=False)
    given, *_ = populations("people", free)
    hidden = measure(given, KIND_OF["people"], free)
    assert hidden.bits_shown < people["given names"].bits_shown - 0.9
    assert hidden.alike_of_form > 0.8


def test_outcomes_are_counted() -> None:
    """Along the branch that leads to most; identifiers whole, though they come from a range."""

    def write(sketch: Any, settings: Settings, dice: Dice) -> tuple[str | None, ...]:
        if dice.branch(Table(("one", "many")), ("way",)) == "one":
            return (dice.pick(Table(("a",)), ("letter",)),)
        wide = Shape((tuple("0123456789"),) * (2 if settings.reserved else 3))
        first = dice.pick(Table.of({"x": 0.9, "y": 0.1}), ("letter",))
        second = dice.pick(Table(("x", "y", "z")), ("other",), apart={first})
        return (first + second + dice.pick(wide, ("digits",)) + str(dice.below(4, ("n",))),)

    kind = Kind(lambda mentions, settings: Reading(()), write, ())
    assert kernel.outcomes(kind, (), Settings()) == 2 * 2 * 1000 * 4


@pytest.mark.parametrize(
    ("kind", "text", "category", "low", "high"),
    [
        ("people", "Mary", "PERSON", 1000, 6000),
        ("places", "Boston", "CITY", 5000, 9000),
        ("dates", "2004-05-03", "DATE", 10_000, 11_000),
        ("dates", "2004", "DATE", 30, 30),
        ("figures", "12345678Z", "ES_NIF", 1e8, 1e8),
        ("figures", "(212) 555-0123", "PHONE_NUMBER", 1e9, 1e10),
    ],
)
def test_what_fits_a_sketch_is_of_the_size_of_the_lists(
    kind: str, text: str, category: str, low: float, high: float
) -> None:
    settings = Settings(date_range=(1995, 2024))
    sketch = KIND_OF[kind].read([Mention(text, category)], settings).sketch
    assert low <= kernel.outcomes(KIND_OF[kind], sketch, settings) <= high


def test_a_policy_without_sketches_has_no_table() -> None:
    found = state(load("redact"), "en")
    assert all(not one.measured for one in found)


@pytest.mark.slow
def test_the_command_prints_fields_and_figures() -> None:
    done = CliRunner().invoke(privacy, ["invariants", "surrogate", "--json"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.output)
    kinds = {one["of"]: one for one in told["declared"] if one["measured"]}
    assert set(kinds) == {"people", "places", "dates", "organizations", "numbers"}
    gender = next(one for one in kinds["people"]["fields"] if one["field"] == "Need.gender")
    assert (gender["switch"], gender["shows"]) == ("gender", True)
    assert gender["says"].endswith(".")
    towns = next(one for one in kinds["places"]["measured"] if one["values"] == "towns")
    assert towns["median"] >= 100
    assert towns["fields"][0]["name"] == "country"


def test_a_wrong_language_is_refused() -> None:
    done = CliRunner().invoke(privacy, ["invariants", "surrogate", "--language", "xx"])
    assert isinstance(done.exception, UsageError)
