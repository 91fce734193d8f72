"""The part of speech as a column of features."""

from __future__ import annotations

import pickle
from pathlib import Path

from making import document
from understudy.core.types import Document
from understudy.identify.crf import build
from understudy.identify.crfmodel import write_model
from understudy.identify.features import lines
from understudy.identify.settings import DetectorSettings
from understudy.identify.speech import SPEECH, Speech, spread
from understudy.learn.train import train_crf


def test_every_word_of_a_stretch_has_its_value() -> None:
    found = lines(Document("d", "Ana-Luz ran\noff ."))
    tagged = [(8, 11, "VERB"), (0, 7, "PROPN"), (12, 15, "ADP")]
    assert spread(tagged, found) == [["PROPN", "PROPN", "PROPN", "VERB"], ["ADP", ""]]
    assert spread([], found) == [["", "", "", ""], ["", ""]]


def test_the_encoder_tells_names_from_verbs() -> None:
    (values,) = Speech()(one := Document("d", "Anna lives in Berlin"), lines(one))
    assert values == ["PROPN", "VERB", "ADP", "PROPN"]


def test_a_tagger_can_be_trained_with_it(tmp_path: Path) -> None:
    corpus = [
        document(f"{name} lives here", (name, "PERSON"), id=name)
        for name in ("Anna", "Bert", "Carla", "Dora", "Emil")
    ]
    made = train_crf(corpus, evidence=(SPEECH,), iterations=20)
    assert made.header.evidence == (SPEECH,)
    assert b"pos=PROPN" in made.payload
    write_model(tmp_path / "m.crf", made.header, made.payload)
    detector = pickle.loads(
        pickle.dumps(build(DetectorSettings(options={"model": str(tmp_path / "m.crf")})))
    )
    (spans,) = detector.detect([Document("d", "Ulrike lives here")])
    assert [span[:3] for span in spans] == [(0, 6, "PERSON")]
