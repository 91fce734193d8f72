"""The encoder trained further on a release remembers what it read."""

from __future__ import annotations

import numpy as np
import pytest
from attack_corpus import released

from understudy.attacks.pairs import untouched
from understudy.encoder.masked import MaskedModel, Question
from understudy.encoder.model import Encoder

pytest.importorskip("torch")
pytest.importorskip("onnx")

from understudy.attacks.generated import from_masked
from understudy.learn.memory import fresh, remembered


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return Encoder.load("full")


def _answers(model: MaskedModel, questions: list[Question]) -> np.ndarray:
    found: dict[int, np.ndarray] = {}
    for places, logs in model.expected(questions):
        found |= {int(place): row.copy() for place, row in zip(places, logs, strict=True)}
    return np.exp(np.array([found[at] for at in sorted(found)]))


def test_untrained_it_answers_as_the_shipped_model(encoder: Encoder) -> None:
    (pieces,) = encoder.pieces(["The patient is a woman from Wexcombe who has had bronchitis."])
    questions = [Question(pieces, (3,)), Question(pieces, (1, 5))]
    ours, theirs = _answers(fresh(encoder), questions), _answers(encoder, questions)
    # The shipped one runs in eight bits.
    assert np.abs(ours - theirs).max() < 0.15


def test_trained_it_expects_what_it_read_and_speaks(encoder: Encoder) -> None:
    texts = [pair.after for pair in untouched(released("redact"))[:4]]
    memory = remembered(texts, encoder, steps=3, seed=0)
    (pieces,) = encoder.pieces(texts[:1])
    places = np.arange(0, len(pieces.ids), 5)
    questions = [Question(pieces, (int(at),)) for at in places]
    rows = np.arange(len(places)), pieces.ids[places]
    before = np.log(_answers(encoder, questions)[rows]).mean()
    after = np.log(_answers(memory, questions)[rows]).mean()
    assert after > before
    assert all(from_masked(memory, 1, seed=0))
