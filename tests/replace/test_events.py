"""What every strategy says that it costs: the table of the science page, row by row."""

from __future__ import annotations

import math

import pytest

from making import caller, listed, pipeline_of, run
from understudy.core.types import PrivacyEvent
from understudy.privacy.accounting import epsilon, replace_probability
from understudy.replace.base import Rule
from understudy.replace.part import part_of, sentences

NAMES = tuple(f"Name{n:02}" for n in range(50))


def _policy_event(rule: Rule, **settings: object) -> PrivacyEvent:
    (event,) = pipeline_of({"PERSON": rule}, **settings).events()["PERSON"]
    return event


def _event(rule: Rule, **settings: object) -> PrivacyEvent:
    """The event of an edit, after a run over a small corpus."""
    documents = [caller(name, id=name) for name in NAMES]
    return run(rule, *documents, **settings)[0].edits[0].event


@pytest.mark.parametrize("strategy", ["redact", "typed", "named"])
def test_marks_at_p_1_cost_nothing(strategy: str) -> None:
    for event in (_policy_event(Rule(strategy)), _event(Rule(strategy))):
        assert (event.epsilon, event.delta, event.paper_epsilon) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize(("strategy", "paper"), [("redact", 0), ("typed", 0), ("named", math.inf)])
@pytest.mark.parametrize("p", [0.0, 0.9])
def test_marks_below_p_1_give_kept_values_away(strategy: str, paper: float, p: float) -> None:
    for event in (_policy_event(Rule(strategy, p=p)), _event(Rule(strategy, p=p))):
        assert event.epsilon == math.inf
        assert event.delta == pytest.approx(1 - p)
        assert event.paper_epsilon == paper


@pytest.mark.parametrize("strategy", ["word", "entity"])
@pytest.mark.parametrize("p", [0.0, 0.9, 1.0])
def test_a_public_list_costs_the_lemma_in_both_readings(strategy: str, p: float) -> None:
    lemma = epsilon(p, 1 / 50)
    rule = listed(strategy, NAMES, p=p)
    for event in (_policy_event(rule), _event(rule)):
        assert (event.epsilon, event.paper_epsilon) == (lemma, lemma)
        assert (event.p, event.delta, event.source_epsilon) == (p, 0.0, 0.0)
        assert event.pi_min == pytest.approx(1 / 50)


@pytest.mark.parametrize("strategy", ["word", "entity"])
def test_weights_count_by_their_least(strategy: str) -> None:
    event = _event(listed(strategy, {name: 1.0 + (name != "Name00") for name in NAMES}, p=0.5))
    assert event.pi_min == pytest.approx(1 / 99)
    assert event.epsilon == pytest.approx(math.log(1 + 99))


@pytest.mark.parametrize("strategy", ["word", "entity"])
def test_p_follows_from_the_epsilon_that_is_wanted(strategy: str) -> None:
    event = _event(listed(strategy, NAMES, epsilon=2.0))
    assert event.p == replace_probability(2.0, 1 / 50)
    assert event.epsilon == pytest.approx(2.0)
    assert event.epsilon <= 2.0


@pytest.mark.parametrize("strategy", ["word", "entity"])
@pytest.mark.parametrize("p", [0.9, 1.0])
def test_the_corpus_as_a_source_has_no_strict_bound(strategy: str, p: float) -> None:
    event = _event(Rule(strategy, p=p, source="corpus"))
    assert (event.epsilon, event.delta) == (math.inf, 1.0)
    assert event.paper_epsilon == pytest.approx(epsilon(p, 1 / 50))
    before = _policy_event(Rule(strategy, p=p, source="corpus"))
    assert before.epsilon == math.inf
    assert before.paper_epsilon == (0.0 if p == 1.0 else math.inf)


@pytest.mark.parametrize("strategy", ["word", "entity"])
def test_a_wanted_epsilon_is_the_papers_reading_with_the_corpus(strategy: str) -> None:
    rule = Rule(strategy, epsilon=1.5, source="corpus")
    before, after = _policy_event(rule), _event(rule)
    assert before.paper_epsilon == 1.5
    assert after.paper_epsilon == pytest.approx(1.5)
    assert after.p < 1.0
    assert before.epsilon == after.epsilon == math.inf


@pytest.mark.parametrize("strategy", ["mask", "generalise", "hash", "keep", "swap"])
def test_no_proof_no_bound(strategy: str) -> None:
    for event in (_policy_event(Rule(strategy)), _event(Rule(strategy))):
        assert (event.epsilon, event.delta, event.paper_epsilon) == (math.inf, 1.0, math.inf)
        assert event.invariants


@pytest.mark.parametrize(
    "rule",
    [
        Rule("word"),
        Rule("entity"),
        Rule("generalise"),
        *(Rule("typed", options={"style": one}) for one in ("plain", "attributes", "related")),
    ],
)
def test_what_shows_is_declared_with_a_sentence(rule: Rule) -> None:
    declared = {one.name: one.says for one in part_of(rule.strategy).invariants}
    assert set(_event(rule).invariants) <= set(declared)
    assert all(says.endswith(".") for says in declared.values())
    event = _event(rule)
    for name in event.invariants:
        assert declared[name] in sentences(name, [event.mechanism])


def test_the_unit_is_said() -> None:
    for unit in ("token", "entity"):
        for rule in (Rule("redact"), listed("word", NAMES), listed("entity", NAMES), Rule("swap")):
            assert _event(rule, unit=unit).unit == unit
    equal = "mention equality"
    assert equal in _event(listed("entity", NAMES)).invariants
    assert equal not in _event(listed("entity", NAMES), unit="token").invariants


def test_attributes_and_numbers_are_invariants() -> None:
    styles = {
        style: set(_event(Rule("typed", options={"style": style})).invariants)
        for style in ("plain", "numbered", "attributes", "related")
    }
    assert styles["plain"] < styles["numbered"] < styles["attributes"] < styles["related"]


# --- forms that cannot be listed -------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "bound"),
    [
        (Rule("entity"), 0.0),
        (Rule("entity", p=1.0), 0.0),
        (Rule("entity", p=0.9), math.inf),
        (Rule("entity", epsilon=2.0), 2.0),
        (Rule("word", epsilon=2.0), 2.0),
    ],
)
def test_identifiers_from_the_policy_alone(rule: Rule, bound: float) -> None:
    (event,) = pipeline_of({"PHONE_NUMBER": rule}).events()["PHONE_NUMBER"]
    assert event.epsilon == bound
    assert "shape" in event.invariants


def test_identifiers_in_a_run_have_the_epsilon_that_the_policy_said() -> None:
    pipeline = pipeline_of({"PHONE_NUMBER": Rule("entity", epsilon=2.0)})
    documents = [caller(n, id=n, label="PHONE_NUMBER") for n in ("5", "55-01", "555 010 0199")]
    events = [result.edits[0].event for result in pipeline.run(documents, bytes(32))]
    assert [event.epsilon for event in events] == [pytest.approx(2.0)] * 3
    assert [event.pi_min for event in events] == pytest.approx([1 / 10, 1 / 8100, 1 / 7.29e9])
    assert len({event.p for event in events}) == 3


@pytest.mark.parametrize("strategy", ["word", "entity"])
def test_an_installed_language_changes_what_its_own_documents_may_cost_and_nothing_else(
    strategy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = {name: Rule(strategy, p=0.9) for name in ("PERSON", "CITY")}
    free = {"PERSON": Rule(strategy), "CITY": Rule(strategy, epsilon=2.0)}
    stated, spent, fixed = [], [], []
    for there in (("en",), ("en", "es")):
        monkeypatch.setattr("understudy.replace.drawn.installed", lambda there=there: there)
        pipeline = pipeline_of(rules)
        stated.append(
            {
                name: max(event.epsilon for event in events)
                for name, events in pipeline.events().items()
            }
        )
        (result,) = pipeline.run([caller("John Smith", language="en")], bytes(32))
        spent.append(result.edits[0].event)
        fixed.append(pipeline_of(free).events())
    assert stated[0] != stated[1]
    assert all(stated[0][name] <= stated[1][name] for name in rules)
    assert spent[0] == spent[1]
    assert fixed[0] == fixed[1]


@pytest.mark.parametrize("strategy", ["word", "entity"])
def test_the_policy_names_the_dearest_language(strategy: str) -> None:
    """Documents of any language may come: none may cost more than the policy alone said."""
    for language in ("en", "es"):
        pipeline = pipeline_of({"PERSON": Rule(strategy, p=0.99)}, language=language)
        said = max(event.epsilon for event in pipeline.events()["PERSON"])
        for spoken, value in (("en", "John"), ("es", "Juan Gil Mas"), ("en", "John Smith")):
            (result,) = pipeline.run([caller(value, language=spoken)], bytes(32))
            assert result.edits[0].event.epsilon <= said
