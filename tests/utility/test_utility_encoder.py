"""The encoder learner: the shipped model, and models of others, tiny ones that are built here."""

from __future__ import annotations

import logging
import sys
from dataclasses import replace
from typing import Any

import pytest
from requested import requests

from understudy.core.errors import MissingExtra, ModelError, UsageError
from understudy.core.types import Span
from understudy.utility.hub import _spans, _wanted
from understudy.utility.learners import learner_of
from understudy.utility.samples import Sample
from understudy.utility.settings import Settings
from understudy.utility.tasks import task_of

QUICK = Settings(model="fast", epochs=6)


def _score(task: str, train: Sample, test: Sample, settings: Settings) -> float:
    chosen = task_of(task)
    cells = learner_of("encoder", chosen)(chosen, train, 1, settings)(test)
    return float(chosen.metrics[0].score(cells.sum(0)))


@pytest.fixture(scope="module")
def few() -> tuple[Sample, Sample]:
    return requests(60, 7), requests(30, 8, start=500)


@pytest.fixture(scope="module")
def torch() -> Any:
    pytest.importorskip("onnx", reason="the extra train is not installed")
    return pytest.importorskip("torch", reason="the extra train is not installed")


def test_labels_are_learnt_by_the_shipped_model(torch: Any, few: tuple[Sample, Sample]) -> None:
    assert _score("intent", *few, QUICK) > 0.8


def test_entities_are_learnt_by_the_shipped_model(torch: Any, few: tuple[Sample, Sample]) -> None:
    assert _score("ner", *few, QUICK) > 0.6
    bare = tuple(one._replace(annotations=()) for one in few[0].documents)
    assert _score("ner", few[0]._replace(documents=bare), few[1], QUICK) == 0.0


def test_words_are_foreseen_by_the_shipped_model(torch: Any, few: tuple[Sample, Sample]) -> None:
    train, test = few[0].at(range(24)), few[1].at(range(6))
    elsewhere = [one._replace(text="Ships sank off the coast.") for one in train.documents]
    settings = Settings(model="full", epochs=3)
    own = _score("lm", train, test, settings)
    assert own < 0.7 * _score("lm", train._replace(documents=tuple(elsewhere)), test, settings)
    with pytest.raises(UsageError, match="--model full"):
        _score("lm", train, test, QUICK)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory, few: tuple[Sample, Sample]) -> str:
    pytest.importorskip("torch", reason="the extra transformers is not installed")
    library = pytest.importorskip("transformers", reason="the extra transformers is not installed")
    logging.getLogger("transformers").setLevel(logging.ERROR)
    from tokenizers import BertWordPieceTokenizer

    trained = BertWordPieceTokenizer(lowercase=False)
    texts = [document.text for document in few[0].documents]
    trained.train_from_iterator(texts, vocab_size=300, min_frequency=1, show_progress=False)
    tokenizer = library.BertTokenizerFast(
        tokenizer_object=trained._tokenizer, do_lower_case=False, model_max_length=48
    )
    config = library.BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=48,
    )
    folder = tmp_path_factory.mktemp("bert")
    library.BertForMaskedLM(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return str(folder)


def test_models_of_others_learn(model: str, few: tuple[Sample, Sample]) -> None:
    settings = Settings(model=model, epochs=20, rate=5e-3)
    assert _score("intent", *few, settings) > 0.8
    assert _score("ner", *few, settings) > 0.4
    before = _score("lm", *few, replace(settings, rate=0.0))
    assert _score("lm", *few, settings) < 0.5 * before


def test_a_model_that_is_not_there_is_named(model: str, few: tuple[Sample, Sample]) -> None:
    with pytest.raises(ModelError, match="no/such"):
        _score("intent", *few, Settings(model="no/such"))


def test_missing_extras_are_named(
    monkeypatch: pytest.MonkeyPatch, few: tuple[Sample, Sample]
) -> None:
    for name in ("torch", "understudy.learn.tuning", "understudy.learn.network"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtra, match=r"understudy\[transformers\]"):
        _score("intent", *few, Settings(model="some/model"))


def test_similarity_needs_the_model_with_vectors(few: tuple[Sample, Sample]) -> None:
    with pytest.raises(UsageError, match="--model full"):
        _score("similarity", *few, replace(QUICK, model="fast"))


def test_tokens_become_spans_and_spans_tokens() -> None:
    document = (
        requests(1, 7)
        .documents[0]
        ._replace(text="call Ann Lee now", annotations=(Span(5, 12, "PERSON"),))
    )
    places = [[0, 0], [0, 4], [4, 8], [8, 12], [12, 16], [0, 0]]
    names = ("O", "B-PERSON", "I-PERSON")
    assert _wanted(document, places, names) == [-100, 0, 1, 2, 0, -100]
    said = ["O", "O", "B-PERSON", "I-PERSON", "O", "O"]
    (span,) = _spans(document.text, places, said)
    assert (span.start, span.end, span.label) == (5, 12, "PERSON")
    last = list(_spans("Ann", [[0, 3]], ["I-PERSON"]))
    assert [(one.start, one.end) for one in last] == [(0, 3)]
