"""The tagger on a public corpus; the whole of it is measured by benchmarks/crf.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from needed_corpora import corpus
from understudy.core.types import Document
from understudy.corpus.base import Options
from understudy.corpus.reading import documents_of
from understudy.identify.crf import build
from understudy.identify.crfmodel import write_model
from understudy.identify.settings import DetectorSettings
from understudy.learn.train import train_crf
from understudy.measure.detection import Tally, compare
from understudy.measure.table import table

ROOT = Path(__file__).resolve().parents[2]


def clinical(part: str, count: int) -> list[Document]:
    folder = corpus(f"deid/meddocan/{part}")
    return list(documents_of(str(folder), "brat", Options(default_language="es")))[:count]


@pytest.mark.slow
@pytest.mark.data
def test_a_fifth_of_the_corpus_is_enough_for_most_of_it(tmp_path: Path) -> None:
    model = train_crf(clinical("train", 100), language="es", iterations=40)
    write_model(tmp_path / "m.crf", model.header, model.payload)
    detector = build(DetectorSettings("es", options={"model": str(tmp_path / "m.crf")}))
    tally = Tally()
    test = clinical("test", 50)
    blind = [document._replace(annotations=()) for document in test]
    for document, spans in zip(test, detector.detect(blind), strict=True):
        compare(tally, document, document.annotations, spans)
    assert (table(tally, rounds=10).micro.figures["exact_f1"] or 0.0) > 0.9
