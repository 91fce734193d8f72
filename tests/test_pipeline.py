"""The whole flow: coverage, offsets, order, new coins."""

from __future__ import annotations

import pickle
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from making import KEY, OTHER_KEY, caller, document, listed, pipeline_of, run, surrogates
from understudy.categorise.wordlists import Denied
from understudy.core.errors import UsageError
from understudy.core.spans import disjoint, render
from understudy.core.types import Document, Segment, Span
from understudy.deidentifier import Deidentifier
from understudy.pipeline import Pipeline, Result, build
from understudy.policy import PRESETS, Policy, load, parse
from understudy.policy.scopes import corpus_digest, subject_digests
from understudy.privacy.bill import costs_nothing
from understudy.replace.base import Rule

NAMES = [f"Name{n:04}" for n in range(1000)]
CATEGORIES = ("PERSON", "LOCATION", "ORGANIZATION", "DATE", "PHONE_NUMBER", "AGE", "whatever")
MIXED = {
    "PERSON": Rule("entity", p=0.7, source="corpus"),
    "LOCATION": Rule("swap", p=0.8),
    "ORGANIZATION": Rule("word", p=0.6, source="corpus"),
    "DATE": Rule("entity", p=0.5),
    "PHONE_NUMBER": Rule("word"),
    "AGE": Rule("typed", p=0.5, options={"style": "numbered"}),
}
PIPELINES = {
    "mixed": pipeline_of(MIXED),
    "tokens": pipeline_of(MIXED, unit="token"),
    "subjects": pipeline_of(MIXED, scope="subject"),
    **{name: build(replace(load(name), detectors=("given",))) for name in PRESETS},
}
# Any text is text of some language: these say what becomes of one that is not installed.
PIPELINES = {
    name: replace(one, policy=replace(one.policy, fallback="en")) for name, one in PIPELINES.items()
}


@st.composite
def marked(draw: st.DrawFn, id: str = "d") -> Document:
    """Any text with any marks, overlapping or not, in turns or not."""
    alphabet = st.sampled_from("aB 19-.éß漢\U0001f600\n")
    text = draw(st.text(alphabet, min_size=1, max_size=60))
    ends = st.integers(0, len(text))
    spans = draw(
        st.lists(
            st.builds(
                lambda a, b, label, key: Span(min(a, b), max(a, b), label, key=key),
                ends,
                ends,
                st.sampled_from(CATEGORIES),
                st.none() | st.sampled_from("kl"),
            ),
            max_size=8,
        )
    )
    cuts = sorted({0, len(text), *draw(st.lists(ends, max_size=3))})
    segments = tuple(Segment(a, b) for a, b in pairwise(cuts))
    subject = draw(st.sampled_from([None, "s", "t"]))
    language = draw(st.sampled_from([None, "en", "es", "fr"]))
    return Document(id, text, language, subject, segments, tuple(spans))


def _base() -> list[Document]:
    """Documents that give every counted category two values in every language."""
    text = "Anna, Bernd, Oslo, Bonn, Acme, Zeta"
    labels = ("PERSON", "LOCATION", "ORGANIZATION")
    marks = [(v.strip(), labels[n // 2]) for n, v in enumerate(text.split(","))]
    return [document(text, *marks, id=f"base {n}", language=n) for n in ("en", "es")]


@pytest.mark.parametrize("name", PIPELINES)
@settings(max_examples=40)
@given(data=st.data())
def test_every_detected_character_is_inside_an_edit(name: str, data: st.DataObject) -> None:
    one = data.draw(marked())
    result = _run(PIPELINES[name], [one, *_base()])["d"]
    detected = {at for span in one.annotations for at in range(span.start, span.end)}
    spans = [(edit.entity.span.start, edit.entity.span.end) for edit in result.edits]
    assert detected <= {at for start, end in spans for at in range(start, end)}
    assert disjoint(spans)
    assert spans == sorted(spans)
    for edit, (start, end) in zip(result.edits, spans, strict=True):
        assert edit.original == one.text[start:end]
        assert not edit.kept or edit.surrogate == edit.original
        assert edit.draws or costs_nothing(edit.event)


@pytest.mark.parametrize("name", ["mixed", "surrogate"])
@settings(max_examples=60)
@given(data=st.data())
def test_text_outside_edits_is_identical(name: str, data: st.DataObject) -> None:
    one = data.draw(marked())
    result = _run(PIPELINES[name], [one, *_base()])["d"]
    assert result.text == render(one.text, result.edits)
    left, cursor = result.text, 0
    for edit in result.edits:
        between = one.text[cursor : edit.entity.span.start]
        assert left.startswith(between + edit.surrogate)
        left = left[len(between) + len(edit.surrogate) :]
        cursor = edit.entity.span.end
    assert left == one.text[cursor:]


def _run(pipeline: Pipeline, documents: list[Document], key: bytes = KEY) -> dict[str, Result]:
    return {result.document.id: result for result in pipeline.run(documents, key)}


@pytest.mark.parametrize("name", ["mixed", "tokens", "subjects"])
@settings(max_examples=30)
@given(data=st.data())
def test_the_order_of_documents_does_not_matter(name: str, data: st.DataObject) -> None:
    documents = [data.draw(marked(str(n))) for n in range(data.draw(st.integers(1, 5)))]
    documents += _base()
    shuffled = data.draw(st.permutations(documents))
    one, other = _run(PIPELINES[name], documents), _run(PIPELINES[name], shuffled)
    assert {id: result.edits for id, result in one.items()} == {
        id: result.edits for id, result in other.items()
    }


def test_the_number_of_workers_does_not_matter() -> None:
    documents = [document(f"Ask {name}.", (name, "PERSON"), id=name) for name in NAMES[:20]]
    pipeline = PIPELINES["mixed"]
    assert pipeline.run(documents, KEY, workers=2) == pipeline.run(documents, KEY)


def test_other_documents_do_not_matter_without_a_counting_pass() -> None:
    one, two = caller("Anna", id="1"), caller("Anna", id="2")
    alone = run(listed("entity", NAMES), one)[0].edits
    assert run(listed("entity", NAMES), two, one)[1].edits == alone


# --- coins -----------------------------------------------------------------------------------


def test_one_key_on_one_corpus_gives_one_release() -> None:
    documents = [caller("Anna", id=str(n)) for n in range(50)]
    rule = listed("entity", NAMES)
    assert run(rule, *documents) == run(rule, *documents)
    first, other = (surrogates(run(rule, *documents, key=key)) for key in (KEY, OTHER_KEY))
    assert sum(a == b for a, b in zip(first, other, strict=True)) < 5


@pytest.mark.parametrize("scope", ["document", "subject"])
def test_edited_text_gets_new_coins(scope: str) -> None:
    """The same key and ids: what is kept and what is drawn is independent of the first time."""
    count = 600
    documents = [caller("Name0007", id=str(n), subject=f"s{n}") for n in range(count)]
    edited = [one._replace(text=one.text + ".") for one in documents]
    rule = listed("entity", NAMES, p=0.5)
    kept = [
        [result.edits[0].kept for result in run(rule, *held, scope=scope)]
        for held in (documents, edited)
    ]
    low, high = binom.ppf([1e-9, 1 - 1e-9], count, 0.5)
    assert low <= sum(a == b for a, b in zip(*kept, strict=True)) <= high
    always = listed("entity", NAMES)
    drawn = [surrogates(run(always, *held, scope=scope)) for held in (documents, edited)]
    assert sum(a == b for a, b in zip(*drawn, strict=True)) < 10


def test_a_subject_gets_new_coins_when_any_of_its_documents_changes() -> None:
    documents = [caller("Anna", id=f"{n} {m}", subject=f"s{n}") for n in range(30) for m in "ab"]
    edited = [
        one._replace(text=one.text + "!") if one.id.endswith("b") else one for one in documents
    ]
    rule = listed("entity", NAMES)
    before, after = (
        surrogates(run(rule, *held, scope="subject"))[::2] for held in (documents, edited)
    )
    assert sum(a == b for a, b in zip(before, after, strict=True)) < 5


def test_digests_do_not_depend_on_order_and_do_on_content() -> None:
    one, two = caller("Anna", id="1", subject="s"), caller("Bob", id="2", subject="s")
    assert corpus_digest([one, two]) == corpus_digest([two, one])
    assert corpus_digest([one]) != corpus_digest([two])
    assert subject_digests([one, two]) == subject_digests([two, one])
    assert subject_digests([one]) != subject_digests([one, two])


# --- the rest --------------------------------------------------------------------------------


def test_duplicate_ids_are_refused() -> None:
    with pytest.raises(UsageError, match="same id"):
        run(Rule("redact"), caller("Anna"), caller("Bob"))


@pytest.mark.parametrize("name", ["mixed", "surrogate", "redact"])
def test_a_pipeline_is_picklable(name: str) -> None:
    pipeline = PIPELINES[name]
    documents = [caller("Anna", id="1"), *_base()]
    again = pickle.loads(pickle.dumps(pipeline))
    assert again.run(documents, KEY) == pipeline.run(documents, KEY)


def test_several_detectors_are_merged() -> None:
    pipeline = pipeline_of({})
    two = Pipeline(
        pipeline.policy,
        pipeline.detectors * 2,
        pipeline.strategies,
        pipeline.labels,
    )
    (result,) = two.run([caller("Anna")], KEY)
    assert result.text == "caller █████ is on the line"


def test_no_private_text_in_a_repr() -> None:
    (result,) = run(listed("entity", ["Bernd", "Carla"]), caller("Zebedee"))
    shown = repr(result) + repr(result.edits) + repr(result.document)
    assert not any(word in shown for word in ("Zebedee", "zebedee", "Bernd", "Carla"))


@pytest.mark.parametrize(
    "rule",
    [
        Rule("entity"),
        Rule("entity", p=1.0),
        Rule("entity", p=0.9),
        Rule("entity", epsilon=1.0),
        Rule("entity", source="corpus"),
        Rule("entity", source="dp-corpus"),
        listed("entity", NAMES),
        listed("entity", NAMES, p=0.5),
        Rule("typed"),
        Rule("typed", p=0.5),
        Rule("mask"),
    ],
)
def test_what_a_pipeline_can_cost_is_what_its_events_say(rule: Rule) -> None:
    pipeline = pipeline_of({"PERSON": rule})
    events = [event for of_category in pipeline.events().values() for event in of_category]
    assert pipeline.strategies.costs == (not all(map(costs_nothing, events)))


# --- one key, several policies ----------------------------------------------------------------


def _shown(p: float, key: bytes, strategy: str) -> list[bool]:
    """Whether each of many documents shows the original."""
    documents = [caller("Name001", id=str(number)) for number in range(1500)]
    pipeline = pipeline_of({"PERSON": listed(strategy, [f"Name{n:03}" for n in range(50)], p=p)})
    return [edit.kept for result in pipeline.run(documents, key) for edit in result.edits]


@pytest.mark.parametrize("strategy", ["entity", "word"])
def test_two_policies_under_one_key_have_coins_of_their_own(strategy: str) -> None:
    """With shared coins the release with p = .5 would show the original in each document where
    two releases differ: 100 %, where two keys give 90 %."""
    half = _shown(0.5, KEY, strategy)

    def share(most: list[bool]) -> float:
        differing = [one for one, other in zip(half, most, strict=True) if one != other]
        return sum(differing) / len(differing)

    same, apart = (share(_shown(0.9, key, strategy)) for key in (KEY, OTHER_KEY))
    assert same == pytest.approx(0.9, abs=0.04)
    assert apart == pytest.approx(0.9, abs=0.04)


def test_a_policy_made_in_code_has_a_fingerprint_of_what_it_says() -> None:
    one, two = Policy("a"), Policy("b")
    assert one.fingerprint == two.fingerprint != ""
    assert replace(one, threshold=0.7).fingerprint != one.fingerprint
    assert replace(one, rules={"PERSON": Rule("redact", p=0.5)}).fingerprint != one.fingerprint


def test_what_is_left_is_asked_anew_of_another_text() -> None:
    """That nothing was left of these entities holds for the document that they are of."""
    text = "Ann has taken ibuprofen since"
    marked = (Span(14, 23, "ORGANIZATION"),)
    one = build(replace(load("surrogate"), detectors=("given",)))
    other = Document("d", text.replace("ibuprofen", "Wexleyine"), "en", annotations=marked)
    (entities,) = one.identify([other])
    assert one.exemption_reasons(other, entities) == [""]
    assert one.exemption_reasons(Document("d", text, "en"), entities) != [""]


def test_a_pipeline_keeps_nothing_of_the_documents_that_it_read() -> None:
    """It is sent to workers, and ``deidentify`` keeps those of presets for good."""
    one = Deidentifier("surrogate")
    assert "Quillfeather" not in one("I am Zebulon Quillfeather.").text
    assert b"Quillfeather" not in pickle.dumps(one.pipeline)


def test_entities_are_sent_without_their_document() -> None:
    text = "My name is Zebulon Quillfeather and I like the sea."
    (entities,) = build(load("surrogate")).identify([Document("d", text, "en")])
    sent = pickle.dumps(entities)
    assert b"like the sea" not in sent
    assert type(pickle.loads(sent)) is tuple
    assert pickle.loads(sent) == entities


def test_the_deny_list_reads_a_text_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    plain = Denied.places
    monkeypatch.setattr(Denied, "places", lambda self, text: read.append(text) or plain(self, text))
    rules = 'schema = 1\ndeny = ["Larkfield"]\nleave = ["ages"]\n[default]\nstrategy = "typed"\n'
    made = Deidentifier(parse(rules))("At Larkfield, aged 40.")
    assert "Larkfield" not in made.text
    assert made.report.lists
    assert read == ["At Larkfield, aged 40."]
