"""What one value must not do to another: neither its length, nor a list that has it, nor the
order of its letters may show in another's stand-in, in what is joined, or in an account."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from neighbouring import EqualDice

from understudy.audit.neighbours import document_of
from understudy.core.categories import categories
from understudy.core.types import Document, Edit, Span
from understudy.pipeline import Pipeline, build
from understudy.policy import Policy
from understudy.replace.base import Rule
from understudy.report.measured import fitting
from understudy.surrogates.mention import Mention
from understudy.surrogates.places.kind import KIND as PLACES
from understudy.surrogates.settings import Settings

DRAWN = Rule("surrogate", p=1.0)


def policy(**more: object) -> Policy:
    return Policy("audit", default=DRAWN, leak_check=False, known=categories(), **more)  # type: ignore[arg-type]


def of_subject(texts: Sequence[str], values: Sequence[str]) -> list[Document]:
    """Documents of one data subject, each with one value."""
    made = [
        document_of(text, [value], f"document {at}", "en")
        for at, (text, value) in enumerate(zip(texts, values, strict=True))
    ]
    return [document._replace(subject="somebody") for document in made]


def drawn(pipeline: Pipeline, documents: Sequence[Document], seed: int) -> list[Edit]:
    """The edits of all documents under one set of dice."""
    entities = pipeline.identify(documents)
    dice = EqualDice(seed)
    counted = [
        (document, of_document, dice)
        for document, of_document in zip(documents, entities, strict=True)
    ]
    ready = pipeline.counted(counted, bytes(32)) if pipeline.counts else pipeline
    return [edit for one in counted for edit in ready.replace(*one)]


@pytest.mark.parametrize("scope", ["document", "subject"])
def test_lengths_of_towns_do_not_order_the_documents_of_a_subject(scope: str) -> None:
    """A town that no list has takes the country of the first one, not of the longest one."""
    pipeline = build(policy(scope=scope))
    texts = ["They met in {CITY}."] * 3
    for seed in range(8):
        one = drawn(pipeline, of_subject(texts, ["Wolverhampton", "Lyon", "Zq"]), seed)
        other = drawn(pipeline, of_subject(texts, ["Leeds", "Marseille", "Zq"]), seed)
        assert [edit.surrogate for edit in one] == [edit.surrogate for edit in other]


@dataclass(frozen=True)
class _Finder:
    """Finds given words, which no annotation tells."""

    words: tuple[tuple[str, str], ...]

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        return [
            tuple(
                Span(document.text.index(word), document.text.index(word) + len(word), label)
                for word, label in self.words
                if word in document.text
            )
            for document in documents
        ]


@pytest.mark.parametrize("scope", ["document", "subject"])
def test_what_another_strategy_hides_is_hidden_from_the_counting_pass(scope: str) -> None:
    """The gender of a title that is redacted does not show in the name behind it."""
    rules = {"TITLE": Rule("redact", p=1.0)}
    found = []
    for title in ("Mr", "Mrs"):
        texts = [f"Then {title} Zqar Zqith {verb}." for verb in ("came", "left")]
        documents = [
            Document(f"document {at}", text, language="en", subject="somebody")
            for at, text in enumerate(texts)
        ]
        finder = _Finder(((title, "TITLE"), ("Zqar Zqith", "PERSON")))
        pipeline = build(policy(rules=rules, scope=scope), (finder,))
        found.append(
            [[edit.surrogate for edit in drawn(pipeline, documents, seed)] for seed in range(8)]
        )
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("town", "region"), [("New York", "New York"), ("Quebec", "Quebec"), ("Bristol", "Bristol")]
)
def test_no_town_stays_because_its_region_has_its_name(town: str, region: str) -> None:
    """Few regions have a town of their own name, and a stand-in must not be one of these few."""
    document = document_of("In {CITY}, {REGION}.", [town, region], "a", "en")
    pipeline = build(policy())
    (entities,) = pipeline.identify([document])
    edits = [pipeline.replace(document, entities, EqualDice(seed)) for seed in range(20)]
    assert {edit.outcome for row in edits for edit in row} == {"replaced"}
    assert len({row[0].surrogate for row in edits}) > 5


def test_towns_of_a_country_with_many_namesakes_keep_them() -> None:
    mentions = [Mention("Soria", "CITY", after=" ("), Mention("Soria", "REGION", " (", ")")]
    assert PLACES.read(mentions, Settings("es")).sketch.areas[0].capital == 0  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "values", "others"),
    [
        ("From {CITY} to {CITY}.", ["Paris", "Zoston"], ["Paris", "Lyon"]),
        ("From {TIME} to {TIME}.", ["9:15", "10:17"], ["9:17", "10:19"]),
    ],
)
def test_no_mention_is_measured_by_what_it_is_alone(
    text: str, values: list[str], others: list[str]
) -> None:
    """A town that no list has is one of the text's country; alone, it would be one of another.
    The report of how many values fit a sketch must not tell: it is one of the release."""
    pipeline = build(policy())
    counted = []
    for own in (values, others):
        one = document_of(text, own, "a", "en")
        (entities,) = pipeline.identify([one])
        edits = [pipeline.replace(one, entities, EqualDice(seed)) for seed in range(10)]
        counted.append([fitting(pipeline, one, of_seed) for of_seed in edits])
    assert counted[0] == counted[1]
