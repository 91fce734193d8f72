"""The corpus as its transcribers and its sanitisers leave it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
from recognition import spoken

import studies as st
from understudy.core.categories import ancestors, categories, label_maps
from understudy.core.draw import seed_key
from understudy.core.types import Document, Span
from understudy.measure.detection import Tally, compare
from understudy.measure.table import table as detection_table
from understudy.policy import Policy, with_rule
from understudy.policy.labels import Labels
from understudy.utility.ngrams import SIZE, Trigrams, trained
from understudy.utility.samples import Sample
from understudy.utility.tasks import Floats
from understudy.utility.transform import Marks, marks_of, replacing_half, transform

CLASSES = frozenset(
    ("LOCATION", "ORGANIZATION", "PERSON", "DATE", "TIME", "AMOUNT", "ID", "NUMBER")
)
REST = "MISC"
FEWEST = 5
"""Values of a class, at least."""
PROPER = ("LOCATION", "ORGANIZATION", "PERSON")


def corpus(path: str, chosen: Mapping[str, str], most: int | None) -> Sample:
    """Transcripts as the paper describes them: spoken words, proper names with capitals."""
    labels = st.mapped(label_maps()["atis"], chosen)
    sample = st.slots(path, most)
    documents = [_transcribed(document, labels) for document in sample.documents]
    targets = tuple(tuple(sorted(set(target[0].split("#")))) for target in sample.targets)
    return Sample(tuple(documents), targets)


def _transcribed(document: Document, labels: Mapping[str, str]) -> Document:
    text, spans, cursor = "", [], 0
    for span in document.annotations:
        category = labels.get(span.label, "")
        text = _joined(text, spoken(document.text[cursor : span.start]))
        value = spoken(document.text[span.start : span.end])
        if category in PROPER:
            value = " ".join(word[:1].upper() + word[1:] for word in value.split())
        text = _joined(text, value)
        if category:
            spans.append(Span(len(text) - len(value), len(text), category))
        cursor = span.end
    text = _joined(text, spoken(document.text[cursor:]))
    return document._replace(text=text, annotations=tuple(spans))


def _joined(left: str, right: str) -> str:
    return f"{left} {right}".strip() if right else left


def policy(detectors: Sequence[str]) -> Policy:
    return Policy("tang", detectors=("given", *detectors), leak_check=False)


def found(documents: Sequence[Document], detectors: Sequence[str]) -> Marks:
    """What the detectors find, under a few classes: rare kinds have nothing to exchange. If they
    have but one value together, it is not looked at."""
    marks = marks_of(documents, policy(detectors), "detected")
    named = [
        [span._replace(label=_above(span.label, CLASSES) or REST) for span in of] for of in marks
    ]
    values: dict[str, set[str]] = {}
    for document, spans in zip(documents, named, strict=True):
        for span in spans:
            values.setdefault(span.label, set()).add(document.text[span.start : span.end].lower())
    poor = {name for name, of in values.items() if len(of) < FEWEST}
    if len(set().union(*(values[name] for name in poor))) == 1:
        return tuple(tuple(span for span in spans if span.label not in poor) for spans in named)
    return tuple(
        tuple(span._replace(label=REST) if span.label in poor else span for span in spans)
        for spans in named
    )


def sanitised(
    documents: Sequence[Document], marks: Marks, strategy: str, seed: int
) -> tuple[Document, ...]:
    rules = with_rule(policy(()), {"strategy": strategy})
    return transform(documents, marks, replacing_half(rules), seed_key(seed)).documents


def extraction(test: Sample, marks: Marks, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Tables 1 and 2: what is found of what is marked; kinds that the corpus marks, no others."""
    known = set(settings["categories"].values())
    tally = Tally()
    for document, spans in zip(test.documents, marks, strict=True):
        said = [one._replace(label=_above(one.label, known)) for one in spans]
        compare(tally, document, document.annotations, [one for one in said if one.label])
    made = detection_table(tally, alpha=settings["alpha"], rounds=500, seed=0)
    return {**{row.name: row.as_json() for row in made.rows}, "Overall": made.micro.as_json()}


def _above(label: str, known: Collection[str]) -> str:
    return next((one for one in ancestors(label, categories()) if one in known), "")


def words_of(documents: Sequence[Document]) -> list[list[str]]:
    return [document.text.lower().split() for document in documents]


def classed(
    documents: Sequence[Document], marks: Marks
) -> tuple[list[list[str]], list[list[tuple[str, str]]]]:
    """Sentences with class tokens, and the values of the tokens of each."""
    sentences, values = [], []
    labels = Labels(policy(()))
    for document, spans in zip(documents, marks, strict=True):
        words: list[str] = []
        held: list[tuple[str, str]] = []
        cursor = 0
        for span in sorted(spans):
            name = labels[span.label]
            if name is None or span.start < cursor:
                continue
            words += document.text[cursor : span.start].lower().split()
            words.append(f"[{name}]")
            held.append((name, " ".join(document.text[span.start : span.end].lower().split())))
            cursor = span.end
        sentences.append(words + document.text[cursor:].lower().split())
        values.append(held)
    return sentences, values


def members(
    values: Sequence[Sequence[tuple[str, str]]], *, uniform: bool
) -> dict[str, dict[str, float]]:
    """class → value → its probability: alike for all, or as often as it was said."""
    counts: dict[str, Counter[str]] = {}
    for of_sentence in values:
        for name, value in of_sentence:
            counts.setdefault(name, Counter())[value] += 1
    return {
        name: {
            value: 1.0 / len(of) if uniform else count / sum(of.values())
            for value, count in of.items()
        }
        for name, of in counts.items()
    }


def class_costs(
    model: Trigrams,
    test: Sequence[Document],
    marks: Marks,
    chances: Mapping[str, Mapping[str, float]],
) -> Floats:
    """−ln p of each sentence in its own words, and their number.

    A value that the class does not have costs as a new one: a share of 1/(k + 1) for all of them,
    and every word of it one of all words there are.
    """
    sentences, values = classed(test, marks)
    rows = []
    for document, words, of_sentence in zip(test, sentences, values, strict=True):
        cost, _ = model.cost(words)
        for name, value in of_sentence:
            own = chances.get(name, {})
            new = 1.0 / (len(own) + 1)
            if value in own:
                cost -= math.log(own[value] * (1.0 - new))
            else:
                cost -= math.log(new) - len(value.split()) * math.log(SIZE)
        rows.append((cost, len(document.text.split()) + 1))
    return np.array(rows, dtype=float)


def word_costs(model: Trigrams, test: Sequence[Document]) -> Floats:
    return np.array([model.cost(words) for words in words_of(test)], dtype=float)


def word_model(documents: Sequence[Document], size: int | None = SIZE) -> Trigrams:
    return trained(words_of(documents), size=size)


def recased(heard: Sequence[str], train: Sample, like: Sample) -> Sample:
    """Recogniser output with the capitals of the training text, as the paper proposes."""
    forms: dict[str, Counter[str]] = {}
    for document in train.documents:
        for word in document.text.split():
            forms.setdefault(word.lower(), Counter())[word] += 1
    usual = {word: of.most_common(1)[0][0] for word, of in forms.items()}
    documents = tuple(
        document._replace(
            text=" ".join(usual.get(word, word) for word in text.split()), annotations=()
        )
        for document, text in zip(like.documents, heard, strict=True)
    )
    return Sample(documents, like.targets)
