"""Summaries count, add up, and survive a JSON file."""

from __future__ import annotations

import json
import math

import pytest

from making import KEY, caller, document, listed, pipeline_of
from understudy.core.types import BY_POLICY, Document, Span
from understudy.pipeline import Pipeline
from understudy.policy.scopes import scope_of, subject_digests
from understudy.privacy.bill import bill, cost
from understudy.replace.base import Rule
from understudy.report.summary import Summary

NAMES = [f"Name{n:03}" for n in range(100)]


def _summary(pipeline: Pipeline, documents: list[Document]) -> Summary:
    summary = Summary()
    scope = pipeline.policy.scope
    subjects = subject_digests(documents)
    for result in pipeline.run(documents, KEY):
        summary.note(result.document, result.edits, bill(result.edits))
        draw = scope_of(result.document, KEY, pipeline.policy, subjects)
        summary.note_subject(result.document, result.edits, draw, shared=scope == "subject")
    return summary.settle()


def _documents() -> list[Document]:
    text = "Name001 and Name002 of Rome; Name001"
    marks = (("Name001", "PERSON"), ("Name002", "PERSON"), ("Rome", "CITY"), ("Name001", "PERSON"))
    return [
        document(text, *marks, id="1", subject="s"),
        caller("Name001", id="2", subject="s"),
        document("nothing here", id="3"),
    ]


RULES = {"PERSON": listed("entity", NAMES, p=0.9), "LOCATION": Rule("redact")}


def test_counts() -> None:
    summary = _summary(pipeline_of(RULES), _documents())
    assert summary.documents == 3
    released = [result.text for result in pipeline_of(RULES).run(_documents(), KEY)]
    assert summary.characters == sum(map(len, released))
    assert summary.words == sum(len(one.split(" ")) for one in released)
    assert summary.edits == 5
    by_category = dict.fromkeys(("PERSON", "CITY"), 0)
    for (category, *_), count in summary.mentions.items():
        by_category[category] += count
    assert by_category == {"PERSON": 4, "CITY": 1}
    assert summary.sources == {("PERSON", "given"): 4, ("CITY", "given"): 1}
    assert summary.draws == {"PERSON": 3}  # a place is redacted, whatever it is
    assert summary.longest == {"PERSON": 1, "CITY": 0}
    assert summary.replaced + summary.kept + sum(summary.left.values()) == summary.edits
    assert {event.mechanism for event in summary.events["CITY"]} == {"redact"}
    assert sorted(sum(count for _, count in owed) for owed in summary.bills) == [0, 1, 2]
    assert sorted(ids for ids in summary.examples.values()) == [["1"], ["2"]]


def test_kept_mentions_are_counted() -> None:
    pipeline = pipeline_of({"PERSON": listed("entity", NAMES, p=0.0)})
    summary = _summary(pipeline, [caller("Name001", id=str(n)) for n in range(7)])
    assert summary.kept == summary.edits == 7


def test_parts_add_up_in_any_order() -> None:
    pipeline = pipeline_of(RULES)
    documents = [caller(NAMES[n % 5], id=str(n), subject=f"s{n % 3}") for n in range(30)]
    whole = _summary(pipeline, documents)
    for order in (slice(None), slice(None, None, -1)):
        total = Summary()
        for part in (documents[:7], documents[7:20], documents[20:])[order]:
            total += _summary(pipeline, part)
        assert total.bills == whole.bills
        assert total.mentions == whole.mentions
        assert total.draws == whole.draws
        assert total.events == whole.events
        assert total.subjects == whole.subjects
        assert max(map(len, total.examples.values())) == 10


def test_a_subject_pays_once_for_what_its_documents_share() -> None:
    documents = [caller("Name001", id=str(n), subject="s") for n in range(4)]
    rule = {"PERSON": listed("entity", NAMES, p=0.9)}
    owed = {}
    for scope in ("document", "subject"):
        summary = _summary(pipeline_of(rule, scope=scope), documents)
        ((bill_of_subject, subjects),) = summary.subject_bills().items()
        assert subjects == 1
        owed[scope] = sum(count for _, count in bill_of_subject)
    assert owed == {"document": 4, "subject": 1}


def test_a_subject_pays_once_for_a_draw_of_two_categories() -> None:
    """A person and the address made of the name are one draw, for the document and its subject."""
    text = "Mary Smith, mary.smith@mail.com"
    marks = (Span(0, 10, "PERSON", key="m"), Span(12, 31, "EMAIL_ADDRESS", key="m"))
    marked = Document("d", text, "en", subject="s", annotations=marks)
    rules = dict.fromkeys(("PERSON", "EMAIL_ADDRESS"), Rule("surrogate", p=0.5))
    summary = _summary(pipeline_of(rules), [marked])
    assert list(summary.bills) == list(summary.subject_bills())
    ((owed, _),) = summary.bills.items()
    assert sum(count for _, count in owed) == 1


def test_documents_without_a_subject_have_no_account() -> None:
    assert _summary(pipeline_of(RULES), [caller("Name001")]).subjects == {}


@pytest.mark.parametrize("values", [("John", "John 4"), ("4 John", "John")])
def test_a_shared_draw_is_accounted_at_its_dearest(values: tuple[str, str]) -> None:
    """The word "4" has a small support, but it stands beside a dear one in one document."""
    documents = [caller(value, id=value, subject="s") for value in (*values, "4")]
    pipeline = pipeline_of({"PERSON": Rule("word", p=0.9)}, scope="subject")
    results = pipeline.run(documents, KEY)
    found = []
    for order in (results, results[::-1]):
        together, apart = Summary(), Summary()
        for result in order:
            draw = scope_of(result.document, KEY, pipeline.policy, subject_digests(documents))
            part = Summary()
            for summary in (together, part):
                summary.note_subject(result.document, result.edits, draw, shared=True)
            apart += part
        found += [together.subject_bills(), apart.subject_bills()]
    assert found == [found[0]] * 4
    ((owed, _),) = found[0].items()
    dearest = max(event.epsilon for event, _ in owed)
    assert owed == ((owed[0][0], 2),)
    assert owed[0][0].epsilon == dearest


def test_a_summary_survives_a_file() -> None:
    rules = {**RULES, "LOCATION": Rule("keep"), "AGE": Rule("typed", p=0.5)}
    documents = [
        *_documents(),
        document("aged 46", ("46", "AGE"), id="4", subject="t"),
    ]
    summary = _summary(pipeline_of(rules), documents)
    summary.withheld.append("9")
    summary.leaks.append("2")
    summary.fits["people", 1300] = 4
    again = Summary.unpack(json.loads(json.dumps(summary.pack())))
    assert again == summary
    assert [cost(owed, 1e-5) for owed in again.bills] == [
        cost(owed, 1e-5) for owed in summary.bills
    ]
    assert math.inf in {cost(owed, 1e-5).strict for owed in again.bills}


def test_no_text_in_a_summary() -> None:
    documents = [caller("Zebedee", id="1", subject="Methuselah")]
    packed = json.dumps(_summary(pipeline_of(RULES), documents).pack())
    assert not any(word in packed.lower() for word in ("zebedee", "methuselah", "caller"))


def test_nothing_is_drawn_for_what_stays() -> None:
    pipeline = pipeline_of({"PERSON": listed("entity", NAMES, p=0.5)})
    (result,) = pipeline.run([caller("Name001", id="1")], KEY)
    left = tuple(one._replace(outcome=BY_POLICY, reason="title") for one in result.edits)
    summary = Summary()
    summary.note(result.document, left, bill(left))
    assert summary.settle().edits == 1 and not summary.draws["PERSON"]


@pytest.mark.parametrize("rule", [Rule("redact"), listed("entity", NAMES, p=1.0)])
def test_counts_of_words_and_letters_tell_no_length(rule: Rule) -> None:
    """They are those of the release: with those of the original, the length of a value would be
    what is left when the rest is taken off."""
    pipeline = pipeline_of({"PERSON": rule})
    made = []
    for name in ("Bo", "Bartholomew Featherstonehaugh"):
        summary = Summary()
        (result,) = pipeline.run([document(f"{name} called", (name, "PERSON"), id="1")], KEY)
        summary.note(result.document, result.edits, bill(result.edits))
        made.append((summary.characters - len(result.text), summary.words))
        assert summary.words == len(result.text.split(" "))
    assert made[0] == made[1]
    assert made[0][0] == 0
