"""What one document of a data subject says is looked for in the others."""

from __future__ import annotations

from making import KEY
from understudy.core.types import Document, Span
from understudy.pipeline import Pipeline, build
from understudy.policy import Policy, parse

GIVEN = 'schema = 1\nscope = "subject"\ndetectors = ["given"]\n[default]\nstrategy = "{}"\n{}\n'
FIRST = "Patient Faith Hassan, record 448221, was seen."
MARKS = (Span(8, 20, "PERSON"), Span(29, 35, "MEDICAL_RECORD"))
SECOND = "HASSAN rested. 448-221 was told."


def policy(strategy: str = "typed", more: str = "") -> Policy:
    return parse(GIVEN.format(strategy, more))


def released(pipeline: Pipeline, *documents: Document) -> list[str]:
    return [one.text for one in pipeline.run(documents, KEY)]


def of(name: str, text: str, subject: str | None, marks: tuple[Span, ...] = ()) -> Document:
    return Document(name, text, "en", subject, annotations=marks)


def test_what_is_marked_in_one_document_is_replaced_in_the_others() -> None:
    documents = of("a", FIRST, "p1", MARKS), of("b", SECOND, "p1")
    for given in (documents, documents[::-1]):
        texts = released(build(policy()), *given)
        assert "<PERSON> rested. <MEDICAL_RECORD> was told." in texts


def test_it_gets_the_stand_in_that_it_has_elsewhere() -> None:
    pipeline = build(policy("surrogate"))
    first, second = released(pipeline, of("a", FIRST, "p1", MARKS), of("b", SECOND, "p1"))
    surname, record = first.split()[2].strip(","), first.split()[4].strip(",")
    assert second.split()[0] == surname.upper()
    assert second.split()[2].replace("-", "") == record


def test_other_subjects_and_none_hear_nothing_of_it() -> None:
    pipeline = build(policy())
    rest = of("b", SECOND, "p2"), of("c", SECOND, None)
    assert released(pipeline, of("a", FIRST, "p1", MARKS), *rest)[1:] == [SECOND, SECOND]


def test_what_the_policy_leaves_is_not_looked_for() -> None:
    pipeline = build(policy(more="[labels]\nMEDICAL_RECORD = ''"))
    texts = released(pipeline, of("a", FIRST, "p1", MARKS), of("b", SECOND, "p1"))
    assert texts[1] == "<PERSON> rested. 448-221 was told."


def test_without_the_leak_check_or_the_scope_nothing_is_looked_for() -> None:
    alone = parse(GIVEN.format("typed", "").replace('scope = "subject"', 'scope = "document"'))
    unchecked = parse("leak_check = false\n" + GIVEN.format("typed", ""))
    for told in (alone, unchecked):
        texts = released(build(told), of("a", FIRST, "p1", MARKS), of("b", SECOND, "p1"))
        assert texts[1] == SECOND
