"""Where π comes from: lists, the corpus, and a noisy histogram of it."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from scipy.stats import chisquare

from making import KEY, OTHER_KEY, caller, document, listed, pipeline_of, run, surrogates
from understudy.core.draw import Draw
from understudy.core.errors import PolicyError
from understudy.core.types import Document
from understudy.pipeline import Pipeline
from understudy.policy.scopes import corpus_digest
from understudy.privacy.accounting import epsilon
from understudy.replace.base import Rule
from understudy.surrogates.public import MULTI, SINGLE, PublicSource
from understudy.surrogates.sources import FileSource, NoisySource, noisy_table
from understudy.surrogates.tables import Table

STRATEGIES = ("word", "entity")


def _callers(counts: dict[str, int]) -> list[Document]:
    values = [value for value, count in counts.items() for _ in range(count)]
    return [caller(value, id=str(n)) for n, value in enumerate(values)]


def _prepared(pipeline: Pipeline, documents: list[Document], key: bytes = KEY) -> Pipeline:
    found = pipeline.identify(documents)
    draw = Draw(key, "corpus:", corpus_digest(documents))
    tally = pipeline.strategies.add_up(
        pipeline.tally(one, entities, draw) for one, entities in zip(documents, found, strict=True)
    )
    return pipeline.prepare(tally, draw)


# --- files -----------------------------------------------------------------------------------


def test_a_file_has_tables_for_single_and_multi_word_values() -> None:
    source = FileSource({"Rome": 1.0, "Paris": 3.0, "New York": 1.0, "Los Angeles": 1.0})
    assert source.support("en", SINGLE).values == ("Paris", "Rome")
    assert source.support("en", MULTI).values == ("Los Angeles", "New York")
    assert source.support("en", SINGLE).pi_min == pytest.approx(0.25)
    assert source.form("Frankfurt Airport", "en") == MULTI
    assert source.words("en").values == ("Angeles", "Los", "New", "Paris", "Rome", "York")
    assert source.words("en").weights()["Paris"] == pytest.approx(3 / 8)


def test_a_file_without_multi_word_values_gives_single_ones() -> None:
    assert FileSource({"Rome": 1.0, "Paris": 1.0}).form("New York", "en") == SINGLE


def test_uniform_weights_hold_for_words_too() -> None:
    source = FileSource({"Rome": 1.0, "Paris": 9.0, "New Rome": 5.0}, uniform=True)
    assert source.support("en", SINGLE).pi_min == 0.5
    assert source.words("en").pi_min == pytest.approx(1 / 3)


# --- public lists ----------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "es"])
def test_names_have_frequencies_and_forms(language: str) -> None:
    source = PublicSource("person")
    single, multi = source.support(language, SINGLE), source.support(language, MULTI)
    assert isinstance(single, Table)
    surnames = PublicSource("surname")
    weights = surnames.support(language, SINGLE).weights()
    assert max(weights.values()) > 2 * min(weights.values())
    flat = PublicSource("surname", uniform=True).support(language, SINGLE)
    assert flat.pi_min == 1 / flat.size > surnames.support(language, SINGLE).pi_min
    drawn = multi.value(Draw(KEY, "s", "c").words("", "", ""))
    assert len(drawn.split()) == (2 if language == "en" else 3)


def test_forms_of_public_values() -> None:
    source = PublicSource("location")
    assert source.form("Rome", "en") == SINGLE
    assert source.form("New York", "en") == MULTI
    dated = PublicSource("date")
    assert dated.support("en", dated.form("3 May 2016", "en")).contains("4 June 1999", "native")
    assert dated.support("en", dated.form("10:30", "en")).contains("23:59", "native")
    assert dated.form("Easter", "en") == SINGLE
    number = PublicSource("shape")
    assert number.support("en", number.form("555-0100", "en")).contains("123-4567", "native")


# --- the corpus ------------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_corpus_gives_its_own_values_with_their_frequencies(strategy: str) -> None:
    counts = {"Ann": 1500, "Bob": 900, "Eve": 600}
    drawn = Counter(surrogates(run(Rule(strategy, source="corpus"), *_callers(counts))))
    assert set(drawn) == set(counts)
    assert chisquare([drawn[name] for name in counts], list(counts.values())).pvalue > 1e-6


def test_an_entity_counts_once_per_document_and_a_token_each_time() -> None:
    text = "Ann and Ann and Ann and Bob"
    pipelines = {
        unit: pipeline_of({"PERSON": Rule("entity", source="corpus")}, unit=unit)
        for unit in ("entity", "token")
    }
    marked = caller("Bob", id="2")
    thrice = document(text, *[("Ann", "PERSON")] * 3, ("Bob", "PERSON"))
    shares = {}
    for unit, pipeline in pipelines.items():
        ready = _prepared(pipeline, [thrice, marked])
        source = ready.strategies["entity"].drawing.sources["PERSON"]
        shares[unit] = source.support("en", SINGLE).weights()["Ann"]
    assert shares["entity"] == pytest.approx(1 / 3)
    assert shares["token"] == pytest.approx(3 / 5)


def test_single_and_multi_word_values_of_the_corpus_do_not_mix() -> None:
    counts = {"Ann": 20, "Bob": 20, "Ann Lee": 20, "Bob Ray": 20}
    results = run(Rule("entity", source="corpus"), *_callers(counts))
    for result in results:
        (edit,) = result.edits
        assert (" " in edit.original) == (" " in edit.surrogate)


def test_a_form_with_one_value_shares_the_values_of_the_others() -> None:
    results = run(Rule("entity", source="corpus"), *_callers({"Ann": 30, "Bob": 30, "Eve Lee": 60}))
    lonely = {r.edits[0].surrogate for r in results if r.edits[0].original == "Eve Lee"}
    assert lonely == {"Ann", "Bob", "Eve Lee"}


@pytest.mark.parametrize("strategy", [*STRATEGIES, "swap"])
def test_a_category_with_one_value_is_an_error(strategy: str) -> None:
    rule = Rule(strategy, source="corpus" if strategy in STRATEGIES else "public")
    with pytest.raises(PolicyError, match="single value of PERSON") as caught:
        run(rule, *_callers({"Zebedee": 5}))
    assert "Zebedee" not in str(caught.value)


def test_a_category_without_values_is_none() -> None:
    pipeline = pipeline_of({"PERSON": Rule("entity", source="corpus")})
    documents = [caller("Rome", label="LOCATION")]
    assert pipeline.run(documents, KEY)[0].text == "caller █████ is on the line"


def test_a_value_without_a_word_counts_as_one() -> None:
    documents = [caller("--", id="1"), caller("@@", id="2")]
    drawn = surrogates(run(Rule("word", source="corpus"), *documents))
    assert set(drawn) <= {"--", "@@"}


# --- a noisy histogram -----------------------------------------------------------------------

NAMES = [f"Name{n:02}" for n in range(40)]


def _noisy(strategy: str, **options: float) -> Rule:
    rule = listed(strategy, NAMES)
    return Rule(strategy, p=0.9, source="dp-corpus", options={**rule.options, **options})


def _table(pipeline: Pipeline, strategy: str) -> Table:
    source = pipeline.strategies[strategy].drawing.sources["PERSON"]
    assert isinstance(source, NoisySource)
    found = source.words("en") if strategy == "word" else source.support("en", SINGLE)
    assert isinstance(found, Table)
    return found


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_least_share_is_known_before_the_run(strategy: str) -> None:
    floor = 0.2
    pipeline = pipeline_of({"PERSON": _noisy(strategy, histogram_floor=floor)})
    table = _table(_prepared(pipeline, _callers({"Name03": 200, "Name04": 100})), strategy)
    assert table.values == tuple(NAMES)
    assert table.pi_min >= floor / 40 * (1 - 1e-9)
    weights = table.weights()
    assert weights["Name03"] > weights["Name04"] > 5 * weights["Name05"]
    (before,) = pipeline.events()["PERSON"]
    assert before.pi_min == pytest.approx(floor / 40)
    assert before.epsilon == pytest.approx(epsilon(0.9, floor / 40) + 1.0)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_noise_changes_with_the_content_and_with_the_key(strategy: str) -> None:
    pipeline = pipeline_of({"PERSON": _noisy(strategy)})
    documents = _callers({"Name03": 20})
    edited = [*documents[:-1], documents[-1]._replace(text=documents[-1].text + ".")]
    tables = [
        _table(_prepared(pipeline, documents), strategy),
        _table(_prepared(pipeline, edited), strategy),
        _table(_prepared(pipeline, documents, OTHER_KEY), strategy),
    ]
    assert len(set(tables)) == 3
    assert tables[0] == _table(_prepared(pipeline, documents[::-1]), strategy)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_cost_of_the_histogram_is_added(strategy: str) -> None:
    rule = _noisy(strategy, histogram_epsilon=0.5)
    event = run(rule, *_callers({"Name03": 30, "Name05": 10}))[0].edits[0].event
    assert event.source_epsilon == 0.5
    assert event.epsilon == pytest.approx(epsilon(0.9, event.pi_min) + 0.5)
    assert event.delta == 0.0
    assert event.paper_epsilon == pytest.approx(epsilon(0.9, event.pi_min))


def test_a_wanted_epsilon_includes_the_histogram() -> None:
    rule = Rule("entity", epsilon=3.0, source="dp-corpus", options=_noisy("entity").options)
    event = run(rule, *_callers({"Name03": 30, "Name05": 10}))[0].edits[0].event
    assert event.epsilon == pytest.approx(3.0)
    assert event.p < 1.0


def test_values_outside_the_public_support_never_come_out() -> None:
    documents = _callers({"Zebedee": 100, "Name03": 100})
    drawn = surrogates(run(_noisy("entity"), *documents))
    assert "Zebedee" not in drawn


def test_the_noise_has_the_scale_that_its_cost_asks_for() -> None:
    """L1 sensitivity 2: ratio e^(−ε/2), so a variance of 2e^(−ε/2)/(1 − e^(−ε/2))²."""
    count, size = 10**6, 400
    support = Table.of(f"v{n:03}" for n in range(size))
    bits = Draw(KEY, "s", "c").stream("", "", "histogram")
    table = noisy_table(support, dict.fromkeys(support.values, count), 1.0, 0.1, bits)
    shares = [(weight - 0.1 / size) / 0.9 for weight in table.weights().values()]
    noise = [share * count * size - count for share in shares]
    mean = sum(noise) / size
    variance = sum((one - mean) ** 2 for one in noise) / size
    assert 4.0 < variance < 14.0  # 7.83 expected; scale 1 would give 1.8, scale 4 31.8


@pytest.mark.parametrize("epsilon", [1e-5, 1e-7, 1e-9])
def test_a_tiny_epsilon_drowns_every_count(epsilon: float) -> None:
    support = Table.of(f"v{n:03}" for n in range(400))
    bits = Draw(KEY, "s", "c").stream("", "", "histogram")
    table = noisy_table(support, {"v000": 1000}, epsilon, 0.1, bits)
    weights = table.weights()
    assert math.fsum(weights.values()) == pytest.approx(1.0)
    assert min(weights.values()) == pytest.approx(0.1 / 400)
    # Half of the noise is negative and cut off: the largest shares are those of chance.
    assert weights["v000"] < 20 / 400


def test_no_count_at_all_is_a_uniform_histogram() -> None:
    support = Table(("a", "b"))
    bits = Draw(KEY, "s", "c").stream("", "", "histogram")
    tables = [noisy_table(support, {}, 50.0, 0.1, bits) for _ in range(5)]
    assert tables == [support] * 5


@pytest.mark.parametrize(
    ("job", "form"),
    [
        ("sexadora de pollos", "of a woman"),
        ("Coordinadora de TI", "of a woman"),
        ("martillero público", "of a man"),
        ("tasador", "of a man"),
        ("heraldista", "of anybody"),
        ("guía", "of anybody"),
    ],
)
def test_a_job_keeps_the_gender_of_its_ending(job: str, form: str) -> None:
    source = PublicSource("occupation")
    assert source.form(job, "es") == form
    told = {source.form(one, "es") for one in source.support("es", form).values}
    assert told == {form}
    assert PublicSource("occupation", gendered=False).form(job, "es") == "of anybody"
    assert source.form("taxidermist", "en") == "one word"
