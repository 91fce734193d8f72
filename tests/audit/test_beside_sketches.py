"""What no sketch holds must not show either: in the strategies without sketches, in what the
mentions of several things share, in what a preset gives up, and in what a coin kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from neighbouring import EqualDice

from understudy.audit.neighbours import document_of
from understudy.audit.sketched import difference, sketched
from understudy.core.categories import categories
from understudy.core.types import Edit
from understudy.pipeline import Pipeline, build
from understudy.policy import Policy, load
from understudy.replace.base import Rule

DICE = 8


def by(strategy: str, p: float = 1.0, **options: object) -> Pipeline:
    rule = Rule(strategy, p=p, options=options)
    return build(Policy("audit", default=rule, leak_check=False, known=categories()))


def preset(name: str) -> Pipeline:
    return build(replace(load(name), detectors=("given",), leak_check=False))


def thrown(
    pipeline: Pipeline, text: str, values: Sequence[str], seed: int, language: str = "en"
) -> tuple[Edit, ...]:
    document = document_of(text, values, "a", language)
    (entities,) = pipeline.identify([document])
    return pipeline.replace(document, entities, EqualDice(seed))


def shown(pipeline: Pipeline, text: str, values: Sequence[str], language: str = "en") -> list[str]:
    """All that a reader of a release and its report sees, under some dice."""
    found = []
    for seed in range(DICE):
        for edit in thrown(pipeline, text, values, seed, language):
            found += [edit.surrogate, edit.outcome, edit.reason, *edit.event.invariants]
    return found


@pytest.mark.parametrize(
    ("text", "values", "others"),
    [
        ("{DATE a}, {DATE a}", ["3 May 16", "03/05/2016"], ["3 September 16", "03/09/2016"]),
        ("{DATE a}, {DATE a}", ["May", "5/16"], ["September", "9/16"]),
        ("{PERSON a}, {PERSON a}", ["Ann Lee", "Annie"], ["Bob Li", "Roberto"]),
        ("{ORGANIZATION a}, {ORGANIZATION a}", ["IB Co", "Business"], ["Zqbmnopqr Co", "Zqess"]),
        ("{CITY a}, {CITY a}", ["New York", "Gothamville"], ["Los Angeles", "Zqville"]),
        ("It was {DATE}.", ["1850"], ["1950"]),
        ("It was {DATE}.", ["May 1850"], ["May 1950"]),
        ("It was {DATE}.", ["May '16"], ["May '99"]),
        ("It was {DATE}.", ["'16"], ["'99"]),
    ],
)
def test_no_length_and_no_century_picks_the_form_of_a_whole_entity(
    text: str, values: list[str], others: list[str]
) -> None:
    pipeline = by("entity")
    assert shown(pipeline, text, values) == shown(pipeline, text, others)


def test_the_mention_with_the_most_names_speaks_for_a_related_placeholder() -> None:
    pipeline = by("typed", style="related")
    text = "{PERSON a}, {PERSON a}"
    longer = shown(pipeline, text, ["Mary Zo", "John Zork"])
    assert longer == shown(pipeline, text, ["Mary Zork", "John Zo"])
    for one, other in (("Bob", "Robert"), ("Robert", "Bob")):
        marks = {one: edit.surrogate for one, edit in zip(
            (one, other), thrown(pipeline, text, [one, other], 0), strict=True)}  # fmt: skip
        assert marks["Bob"] == "<PERSON1.NICKNAME>"
        assert marks["Robert"] == "<PERSON1, GENDER=MALE>"


@pytest.mark.parametrize(
    ("value", "other"), [("Jose\u0301 Gil", "Josi Gil"), ("नमस्ते", "नमसतरत"), ("e\u0301a", "ia")]
)
def test_a_mask_hides_accents_that_are_signs_of_their_own(value: str, other: str) -> None:
    pipeline = by("mask")
    (one,) = thrown(pipeline, "It was {PERSON}.", [value], 0)
    (two,) = thrown(pipeline, "It was {PERSON}.", [other], 0)
    assert one.surrogate == two.surrogate


@pytest.mark.parametrize(
    ("text", "values", "language"),
    [
        ("{PERSON} y {PERSON}", ["Juan Pérez Gil", "Ana Pérez Soto"], "es"),
        ("{PERSON} and {ORGANIZATION}", ["Ann Hart", "Hart Ltd"], "en"),
        ("{CITY} and {ORGANIZATION}", ["Leeds", "Leeds Bank"], "en"),
    ],
)
def test_a_name_that_is_shared_does_not_tell_how_a_coin_fell(
    text: str, values: list[str], language: str
) -> None:
    """Below p = 1 the stand-in of one is the same whether a coin kept the other or not; a surname
    that is shared with a stand-in, and not with a value that was kept, would tell who was kept."""
    pipeline = by("surrogate", 0.5)
    for seed in range(40):
        first, later = thrown(pipeline, text, values, seed, language)
        if later.kept:
            continue
        names = {one.lower() for one in first.surrogate.split()}
        assert names.isdisjoint(later.surrogate.lower().split()), seed
        assert len(later.draws) == 1


@pytest.mark.parametrize(
    ("text", "values", "others", "language"),
    [
        ("{CITY} and {ORGANIZATION}", ["Paris", "Zqcme Bank"], ["Leeds", "Zqcme Bank"], "en"),
        ("call {PHONE_NUMBER}", ["+33 612 345 678"], ["+34 612 345 678"], "en"),
        ("{IBAN_CODE}", ["GB29 NWBK 6016 1331 9268 19"], ["DE29 NWBK 6016 1331 9268 19"], "en"),
        ("{TITLE} {PERSON}", ["Mr", "Smith"], ["Mrs", "Smith"], "en"),
        ("{TITLE} {PERSON}", ["Sra.", "Gil"], ["Sr.", "Gil"], "es"),
        ("my {FAMILY}", ["mother"], ["father"], "en"),
        ("mi {FAMILY}", ["abuela"], ["primo"], "es"),
        ("{ID}", ["LOMH790321HJCPRR05"], ["LOMH790321MJCPRR05"], "es"),
        ("{ORGANIZATION}", ["Fundación Marta"], ["Fundación Jorge"], "es"),
        ("{EMAIL_ADDRESS}", ["mary@acme.com"], ["john@acme.com"], "en"),
        ("{USERNAME}", ["mary_smith"], ["john_smith"], "en"),
    ],
)
def test_strict_shows_neither_gender_nor_country(
    text: str, values: list[str], others: list[str], language: str
) -> None:
    pipeline = preset("strict")
    assert shown(pipeline, text, values, language) == shown(pipeline, text, others, language)


def test_how_many_relatives_there_are_still_shows_where_gender_does_not() -> None:
    pipeline = preset("strict")
    assert shown(pipeline, "my {FAMILY}", ["parents"]) != shown(pipeline, "my {FAMILY}", ["mother"])


def test_a_country_that_places_give_up_does_not_show_in_an_organization() -> None:
    rules = {"LOCATION": Rule("surrogate", p=1.0, options={"country": False})}
    kept = Policy("audit", default=Rule("surrogate", p=1.0), leak_check=False, known=categories())
    given_up = build(replace(kept, rules=rules))
    pairs = [["Paris", "Zqcme Bank"], ["Leeds", "Zqcme Bank"]]
    one, other = (shown(given_up, "{CITY} and {ORGANIZATION}", values) for values in pairs)
    assert one == other
    one, other = (shown(build(kept), "{CITY} and {ORGANIZATION}", values) for values in pairs)
    assert one != other


@pytest.mark.parametrize(
    ("values", "others"),
    [
        (["Juan Pérez Gil", "Ana Pérez Soto"], ["Juan Gil Pérez", "Ana Pérez Soto"]),
        (["Juan Pérez Gil", "Ana Pérez Gil"], ["Juan Pérez Gil", "Ana Gil Pérez"]),
    ],
)
def test_which_surname_is_shared_is_known_to_the_audit(
    values: list[str], others: list[str]
) -> None:
    pipeline = by("surrogate")
    one, other = (
        sketched(pipeline, document_of("{PERSON} y {PERSON}", side, "a", "es"))[0]
        for side in (values, others)
    )
    found = difference(one, other, "es")
    assert found.fields == ("which of several names people and organizations share",)
    assert found.alike == {0}


@pytest.mark.parametrize("half", ["Zork", "Blip"])
def test_an_organization_is_called_after_either_half_of_a_surname(half: str) -> None:
    pipeline = by("surrogate")
    for seed in range(DICE):
        person, clinic = thrown(
            pipeline, "{PERSON} runs {ORGANIZATION}", ["Ann Zork-Blip", f"{half} Clinic"], seed
        )
        halves = person.surrogate.split()[-1].split("-")
        assert clinic.surrogate == f"{halves[half == 'Blip']} Clinic"
