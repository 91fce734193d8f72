"""Canaries through the pipeline: what leaks is found, and what is private is not called a leak."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.attacks.extraction import trigrams
from understudy.audit.canaries import Planted, from_model, from_release, planted
from understudy.core.types import Document, Span
from understudy.pipeline import Pipeline, build
from understudy.policy import load
from understudy.privacy.accounting import epsilon
from understudy.privacy.onerun import of_scores
from understudy.replace.base import Rule

K, P, ALPHA = 50, 0.8, 0.001
VALUES = {f"Zan{'abcdefghij'[at % 10]}{'klmno'[at // 10]}er": 1.0 for at in range(K)}


def _documents(count: int = 150) -> list[Document]:
    made = []
    for at in range(count):
        first, second = f"Quor{at}", f"Brin{at}"
        text = f"Today {first} met {second} in town. Later {first} left alone."
        spans = [
            Span(text.index(name, start), text.index(name, start) + len(name), "PERSON", key=name)
            for name, start in ((first, 0), (second, 0), (first, 20))
        ]
        made.append(Document(f"d{at}", text, "en", annotations=tuple(sorted(spans))))
    return made


def _pipeline(p: float = 1.0, strategy: str = "entity") -> Pipeline:
    policy = replace(
        load("redact"),
        detectors=("given",),
        detector_options={},
        leak_check=False,
        epsilon_max=None,
    )
    if strategy == "entity":
        rule = Rule("entity", p=p, source="file", options={"values": VALUES})
        policy = replace(policy, rules={"PERSON": rule})
    return build(policy)


@pytest.fixture(scope="module")
def found() -> Planted:
    return planted(_documents(), _pipeline(), categories=("PERSON",), seed=3)


def _texts(found: Planted, pipeline: Pipeline) -> list[str]:
    return [one.text for one in pipeline.run(found.documents, bytes(range(32)))]


def test_the_coin_decides_what_stands_there_and_marks_fit(found: Planted) -> None:
    assert len(found.canaries) > 250
    assert 0.4 < found.coins.mean() < 0.6
    for document in found.documents:
        for span in document.annotations:
            value = document.text[span.start : span.end]
            assert value in VALUES or value.startswith(("Quor", "Brin"))  # both draws were one
    for one in found.canaries:
        text = found.documents[one.at].text
        for form in one.values[one.coin]:
            assert form in text
        pair = found.originals[one.at]
        assert pair.after == pair.before
        assert pair.before[slice(*one.was)].startswith(("Quor", "Brin"))


def test_untouched_text_shows_every_coin(found: Planted) -> None:
    texts = [one.text for one in found.documents]
    seen = of_scores(from_release(found, texts), found.coins, alpha=ALPHA)
    # A value of the one side may be drawn elsewhere in the document.
    assert seen.accuracy > 0.95
    assert seen.epsilon > 2.0
    learnt = of_scores(from_model(found, texts, trigrams()), found.coins, alpha=ALPHA)
    assert learnt.epsilon > 0.0


def test_bars_show_no_coin(found: Planted) -> None:
    texts = _texts(found, _pipeline(strategy="redact"))
    assert not np.any(from_release(found, texts))
    assert of_scores(from_release(found, texts), found.coins, alpha=ALPHA).epsilon == 0.0


def test_what_a_coin_of_p_keeps_is_seen_and_stays_below_the_claim(found: Planted) -> None:
    texts = _texts(found, _pipeline(P))
    seen = of_scores(from_release(found, texts), found.coins, alpha=ALPHA)
    assert 0.5 < seen.epsilon <= epsilon(P, 1.0 / K)


def test_a_detector_that_misses_is_caught_where_the_claim_is_nought(found: Planted) -> None:
    """Every third document loses its marks: the strategy claims ε = 0 for what it sees."""
    shown = [
        one._replace(annotations=()) if at % 3 == 0 else one
        for at, one in enumerate(found.documents)
    ]
    texts = [one.text for one in _pipeline().run(shown, bytes(range(32)))]
    assert of_scores(from_release(found, texts), found.coins, alpha=ALPHA).epsilon > 1.0
    whole = _texts(found, _pipeline())
    assert of_scores(from_release(found, whole), found.coins, alpha=ALPHA).epsilon == 0.0
