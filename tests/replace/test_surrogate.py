"""Coherent surrogates as a strategy: bundles, guarantees, options."""

from __future__ import annotations

import math
import pickle
import re
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from making import KEY, document
from understudy.core.categories import categories
from understudy.core.draw import seed_key
from understudy.core.errors import PolicyError
from understudy.core.types import Document, Span
from understudy.pipeline import Pipeline, Result, build
from understudy.policy import Policy, parse
from understudy.privacy.accounting import epsilon
from understudy.privacy.bill import bill
from understudy.replace.base import Rule

LETTER = "This is Mary Smith. Smith, S M I T H, mail mary.smith@acme.com, born 3 May 1950."
MARKS = (
    ("Mary Smith", "PERSON"),
    ("Smith", "SURNAME"),
    ("S M I T H", "SPELLING"),
    ("mary.smith@acme.com", "EMAIL_ADDRESS"),
    ("3 May 1950", "DATE"),
)


def pipeline(p: float | None = None, wanted: float | None = None, **options: Any) -> Pipeline:
    settings = {name: options.pop(name) for name in ("scope", "unit") if name in options}
    rule = Rule("surrogate", p=p, epsilon=wanted, options=options)
    return build(Policy("test", default=rule, known=categories(), **settings))


def letter(id: str = "d", **given: Any) -> Document:
    return document(LETTER, *MARKS, id=id, **given)


def test_a_person_is_one_bundle() -> None:
    (result,) = pipeline().run([letter()], KEY)
    name, surname, spelling, address, _ = result.edits
    given, _, last = name.surrogate.partition(" ")
    assert surname.surrogate == last
    assert spelling.surrogate.replace(" ", "") == last.upper()
    assert address.surrogate.startswith(f"{given}.{last}@".lower())
    assert name.draws == surname.draws == spelling.draws == address.draws


def test_always_replaced_costs_nothing_and_says_what_it_kept() -> None:
    ready = pipeline()
    (result,) = ready.run([letter()], KEY)
    assert not ready.strategies.costs
    assert bill(result.edits) == ()
    for edit in result.edits:
        assert edit.event.epsilon == edit.event.delta == 0.0
        assert edit.strategy == "surrogate"
    assert "gender" in result.edits[0].event.invariants
    assert "intervals between dates" in result.edits[-1].event.invariants


def test_two_runs_with_one_key_agree_and_documents_share_nothing() -> None:
    first = pipeline().run([letter("a"), letter("b")], KEY)
    again = pipeline().run([letter("b"), letter("a")], KEY)
    assert {one.document.id: one.text for one in first} == {
        one.document.id: one.text for one in again
    }
    assert first[0].edits[0].surrogate != first[1].edits[0].surrogate


def test_a_subject_keeps_one_identity_and_the_distances_of_its_dates() -> None:
    texts = [("a", "Mary Smith came on 2016-05-03."), ("b", "Mary Smith left on 2016-05-13.")]
    documents = [
        document(text, ("Mary Smith", "PERSON"), (text[-11:-1], "DATE"), id=id, subject="s")
        for id, text in texts
    ]
    ready = pipeline(scope="subject")
    assert ready.counts
    one, other = ready.run(documents, KEY)
    assert one.edits[0].surrogate == other.edits[0].surrogate
    days = [date.fromisoformat(result.edits[1].surrogate) for result in (one, other)]
    assert (days[1] - days[0]).days == 10


def kept(results: list[Result]) -> set[tuple[bool, ...]]:
    return {tuple(edit.kept for edit in result.edits) for result in results}


def test_one_coin_keeps_all_mentions_of_a_thing_or_none() -> None:
    text = "Mary Smith, that is Mary, or Mrs Smith."
    marks = (("Mary Smith", "PERSON"), ("Mary", "PERSON"), ("Smith", "PERSON"))
    documents = [document(text, *marks, id=str(number)) for number in range(60)]
    results = pipeline(p=0.5).run(documents, KEY)
    assert kept(results) == {(True,) * 3, (False,) * 3}
    event = results[0].edits[0].event
    assert 0 < event.pi_min < 1
    assert event.epsilon == epsilon(0.5, event.pi_min)
    assert len(bill(results[0].edits)) == 1
    assert bill(results[0].edits)[0][1] == 1


def test_what_no_draw_could_give_is_always_replaced() -> None:
    text = "Xyqqz Wvvkk was here."
    documents = [document(text, ("Xyqqz Wvvkk", "PERSON"), id=str(n)) for n in range(40)]
    assert kept(pipeline(p=0.1).run(documents, KEY)) == {(False,)}


def test_an_epsilon_buys_its_p() -> None:
    (result,) = pipeline(wanted=2.0).run([letter()], KEY)
    assert all(edit.event.epsilon <= 2.0 for edit in result.edits)
    assert result.edits[-1].event.p < 1.0


def test_the_strictest_rule_of_a_bundle_counts() -> None:
    rules = {"PERSON": Rule("surrogate", p=0.2), "SURNAME": Rule("surrogate", p=0.2)}
    rules |= {"EMAIL_ADDRESS": Rule("surrogate"), "SPELLING": Rule("surrogate", p=0.2)}
    policy = Policy("test", default=Rule("redact"), rules=rules, known=categories())
    (result,) = build(policy).run([letter()], KEY)
    assert {edit.event.p for edit in result.edits[:4]} == {1.0}


def test_tokens_draw_for_themselves() -> None:
    (result,) = pipeline(unit="token").run([letter()], KEY)
    assert len({edit.draws for edit in result.edits}) == len(result.edits)
    assert all(edit.event.unit == "token" for edit in result.edits)


def test_private_words_around_a_mention_are_hidden() -> None:
    """The stand-in of a company must not tell that the word before it is "an"."""
    for before in ("an", "the"):
        text = f"She bought {before} Orbit share."
        marked = document(text, (before, "MISC"), ("Orbit", "ORGANIZATION"))
        rules = {"ORGANIZATION": Rule("surrogate"), "MISC": Rule("redact")}
        policy = Policy("test", rules=rules, known=categories(), leak_check=False)
        names = {
            build(policy).run([marked._replace(id=str(n))], seed_key(n))[0].edits[1].surrogate[0]
            for n in range(40)
        }
        assert len(names & set("AEIOU")) > 0
        assert len(names - set("AEIOU")) > 3


def test_switches_drop_their_invariants() -> None:
    marked = letter()
    genders = set()
    for number in range(30):
        (result,) = pipeline(gender=False).run([marked], seed_key(number))
        genders.add("gender" in result.edits[0].event.invariants)
    assert genders == {False}
    text = "From Spain."
    abroad = document(text, ("Spain", "COUNTRY"))
    new = {
        pipeline(country=False).run([abroad], seed_key(n))[0].edits[0].surrogate for n in range(20)
    }
    assert len(new) > 3
    (same,) = pipeline().run([abroad], KEY)
    assert same.edits[0].surrogate == "Spain"
    assert "country" in same.edits[0].event.invariants


def test_readable_avoids_what_the_document_says_and_claims_nothing() -> None:
    text = "On Monday, not Tuesday, Wednesday, Thursday, Friday or Saturday."
    days = re.findall(r"\w+day", text)
    marked = document(text, *((day, "DATE") for day in days[:1]))
    for number in range(20):
        (result,) = pipeline(readable=True).run([marked], seed_key(number))
        assert result.edits[0].surrogate != "Monday"
        assert math.isinf(result.edits[0].event.epsilon)
        assert "which the draw avoids" in " ".join(result.edits[0].event.invariants)


def test_dates_can_be_made_coarser() -> None:
    text = "On 3 May 1950, aged 33 years."
    marked = document(text, ("3 May 1950", "DATE"), ("33 years", "AGE"))
    (month,) = pipeline(generalise="month").run([marked], KEY)
    assert re.fullmatch(r"[A-Z][a-z]+ \d{4}", month.edits[0].surrogate)
    (year,) = pipeline(generalise="year").run([marked], KEY)
    assert re.fullmatch(r"\d{4}", year.edits[0].surrogate)
    assert re.match(r"\d\d-\d\d ", year.edits[1].surrogate)


def test_what_is_kept_is_made_coarser_too() -> None:
    marked = [document("On 3 May 2010.", ("3 May 2010", "DATE"), id=str(n)) for n in range(40)]
    results = pipeline(p=0.3, generalise="year").run(marked, KEY)
    assert all(re.fullmatch(r"\d{4}", result.edits[0].surrogate) for result in results)
    assert sum(result.edits[0].surrogate == "2010" for result in results) > 15


def test_a_spelling_of_a_town_goes_with_its_coin() -> None:
    text = "In Leeds, L E E D S."
    marks = (("Leeds", "CITY"), ("L E E D S", "SPELLING"))
    documents = [document(text, *marks, id=str(n)) for n in range(40)]
    for result in pipeline(p=0.5).run(documents, KEY):
        town, spelt = (edit.surrogate for edit in result.edits)
        assert re.sub(r"\W", "", spelt) == re.sub(r"\W", "", town).upper()
        assert result.edits[0].draws == result.edits[1].draws


def test_a_shift_has_its_event() -> None:
    marked = document("On 3 May 1950.", ("3 May 1950", "DATE"))
    (near,) = pipeline(shift="uniform", shift_days=30, shift_distance=7).run([marked], KEY)
    assert (near.edits[0].event.epsilon, near.edits[0].event.delta) == (0.0, 7 / 61)
    ready = pipeline(shift="laplace", shift_epsilon=0.1, shift_distance=7)
    (noisy,) = ready.run([marked], KEY)
    assert math.isclose(noisy.edits[0].event.epsilon, 0.7)
    assert ready.strategies.costs
    assert math.isclose(max(event.epsilon for event in ready.events()["DATE"]), 0.7)


def test_a_category_of_the_policys_own_is_written_like_its_parent() -> None:
    text = 'schema = 1\n[define]\nNURSE = { parent = "PERSON" }\n[default]\nstrategy = "surrogate"'
    marked = document("Nurse Mary Smith; Smith.", ("Mary Smith", "NURSE"), ("Smith", "NURSE"))
    spans = tuple(span._replace(key="n") for span in marked.annotations)
    (result,) = build(parse(text)).run([marked._replace(annotations=spans)], KEY)
    assert result.edits[0].surrogate.endswith(result.edits[1].surrogate)


WRONG = {
    "p with a shift": 'strategy = "surrogate"\nshift = "uniform"\np = 0.5',
    "days of laplace": 'strategy = "surrogate"\nshift = "laplace"\nshift_days = 3',
    "range with a shift": 'strategy = "surrogate"\nshift = "uniform"\ndate_range = [2000, 2010]',
    "range turned round": 'strategy = "surrogate"\ndate_range = [2010, 2000]',
    "another strategy": 'strategy = "entity"\ngender = false',
    "no flag": 'strategy = "surrogate"\nreadable = "yes"',
}


@pytest.mark.parametrize("name", WRONG)
def test_settings_that_do_not_go_together_are_refused(name: str) -> None:
    with pytest.raises(PolicyError):
        parse(f"schema = 1\n[default]\n{WRONG[name]}\n")


def test_it_travels_to_a_worker() -> None:
    ready = pickle.loads(pickle.dumps(pipeline()))
    assert ready.run([letter()], KEY)[0].text == pipeline().run([letter()], KEY)[0].text


CATEGORIES = sorted(name for name, one in categories().items() if one.draw)


@given(
    st.lists(st.tuples(st.text(min_size=1, max_size=12), st.sampled_from(CATEGORIES)), max_size=5),
    st.sampled_from(["en", "es"]),
)
def test_any_text_is_taken(parts: list[tuple[str, str]], language: str) -> None:
    text, spans = "", []
    for value, category in parts:
        text += " a "
        spans.append(Span(len(text), len(text) + len(value), category))
        text += value
    marked = Document("d", text, language, annotations=tuple(spans))
    policy = Policy("test", default=Rule("surrogate"), known=categories(), leak_check=False)
    (result,) = build(policy).run([marked], KEY)
    assert sum(len(edit.original) for edit in result.edits) >= sum(len(v) for v, _ in parts) - 40
    assert all(edit.event.epsilon == 0.0 for edit in result.edits)
