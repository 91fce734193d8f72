"""Foreign detectors behind our door: small stand-ins, and the real ones where installed."""

from __future__ import annotations

import pickle
import re
import sys
import warnings
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.core.errors import MissingExtra, PolicyError
from understudy.core.types import Document, Span
from understudy.identify.adapters import presidio, spacy, transformers
from understudy.identify.adapters.labels import MODELS, Labels, category_of
from understudy.identify.adapters.windows import gathered, windows
from understudy.identify.settings import DetectorSettings

ADAPTERS = {"spacy": spacy, "presidio": presidio, "transformers": transformers}


def long_text(words: int) -> str:
    """A text with a name at every tenth word, in no rhythm with any window."""
    return " ".join("Anna" if at % 10 == 7 else f"w{at}" for at in range(words))


def names(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer("Anna", text)]


def places(spans: tuple[Span, ...]) -> list[tuple[int, int]]:
    return [(span.start, span.end) for span in spans]


class FakeSpacy:
    def __init__(self, label: str = "PER") -> None:
        self.label = label
        self.longest = 0

    def pipe(self, texts: Any) -> Any:
        for text in texts:
            self.longest = max(self.longest, len(text))
            yield SimpleNamespace(
                ents=[
                    SimpleNamespace(start_char=start, end_char=end, label_=self.label)
                    for start, end in names(text)
                ]
            )


class FakePresidio:
    def __init__(self) -> None:
        self.asked: list[tuple[str, float]] = []

    def analyze(self, *, text: str, language: str, score_threshold: float) -> Any:
        self.asked.append((language, score_threshold))
        return [
            SimpleNamespace(start=start, end=end, entity_type="PERSON", score=0.4)
            for start, end in names(text)
        ]


class FakeClassifier:
    """A model of at most 64 pieces; a piece is a word or four letters of a longer one."""

    def __init__(self) -> None:
        self.model = SimpleNamespace(config=SimpleNamespace(max_position_embeddings=64))
        self.longest = 0
        outer = self

        class Tokenizer:
            model_max_length = 10**30

            def __call__(self, text: str, **settings: Any) -> Any:
                assert settings["truncation"] is False
                return {"offset_mapping": outer.pieces(text)}

        self.tokenizer = Tokenizer()

    @staticmethod
    def pieces(text: str) -> list[tuple[int, int]]:
        return [match.span() for match in re.finditer(r"\w{1,4}", text)]

    def __call__(self, text: str) -> list[dict[str, Any]]:
        count = len(self.pieces(text))
        self.longest = max(self.longest, count)
        assert count <= 62, "the model would cut this text"
        return [
            {"entity_group": "PER", "start": start, "end": end, "score": 0.9}
            for start, end in names(text)
        ]


def test_spacy_sees_all_of_a_long_text() -> None:
    pipeline = FakeSpacy()
    text = long_text(2000)
    detector = spacy.Spacy(pipeline, size=300, overlap=40)
    (found,) = detector.detect([Document("d", text)])
    assert places(found) == names(text)
    assert pipeline.longest <= 300
    assert {(span.label, span.source, span.score) for span in found} == {("PERSON", "spacy", 0.85)}


def test_spacy_answers_each_document() -> None:
    documents = [Document("a", "Anna"), Document("b", ""), Document("c", "no Anna")]
    found = spacy.Spacy(FakeSpacy()).detect(documents)
    assert [places(spans) for spans in found] == [[(0, 4)], [], [(3, 7)]]


def test_labels_that_are_not_private_are_left_out() -> None:
    assert spacy.Spacy(FakeSpacy("PERCENT")).detect([Document("d", "Anna")]) == [()]


def test_unknown_labels_are_unknown_and_private() -> None:
    ((span,),) = spacy.Spacy(FakeSpacy("SOMETHING_ELSE")).detect([Document("d", "Anna")])
    assert span.label == "UNKNOWN"


def test_only_wanted_categories_are_given() -> None:
    detector = spacy.Spacy(FakeSpacy(), labels=Labels(categories=frozenset({"LOCATION"})))
    assert detector.detect([Document("d", "Anna")]) == [()]


def test_presidio_sees_all_of_a_long_text() -> None:
    engine = FakePresidio()
    text = long_text(2000)
    detector = presidio.Presidio(engine, "es", 0.3, size=300, overlap=40)
    (found,) = detector.detect([Document("d", text)])
    assert places(found) == names(text)
    assert set(engine.asked) == {("es", 0.3)}
    assert {(span.label, span.score) for span in found} == {("PERSON", 0.4)}


def test_transformers_see_all_of_a_long_text() -> None:
    classifier = FakeClassifier()
    text = long_text(2000)
    (found,) = transformers.Transformers(classifier).detect([Document("d", text)])
    assert places(found) == names(text)
    assert 20 < classifier.longest <= 62


def test_transformers_cut_a_word_that_is_longer_than_the_model() -> None:
    classifier = FakeClassifier()
    text = "x" * 3000 + " Anna"
    (found,) = transformers.Transformers(classifier).detect([Document("d", text)])
    assert places(found) == names(text)


@given(st.text(max_size=400), st.integers(8, 60), st.integers(0, 30))
def test_windows_cover_the_text(text: str, size: int, overlap: int) -> None:
    overlap = min(overlap, (size // 2) - 1)
    found = list(windows(text, size, overlap))
    assert found[0][0] == 0
    assert found[-1][1] == len(text)
    assert all(end - start <= size for start, end in found)
    for (start, end), (following, last) in pairwise(found):
        assert start < following <= end < last


def test_windows_without_room_are_refused() -> None:
    with pytest.raises(ValueError, match="overlap"):
        list(windows("text", 10, 5))


def test_half_an_entity_gives_way_to_the_whole() -> None:
    whole, half, other = Span(0, 10, "PERSON"), Span(5, 10, "PERSON"), Span(5, 10, "LOCATION")
    assert gathered([half, other, whole, whole]) == (whole, other)


@pytest.mark.parametrize(
    ("label", "category"),
    [
        ("B-PER", "PERSON"),
        ("per", "PERSON"),
        ("GPE", "LOCATION"),
        ("EMAIL_ADDRESS", "EMAIL_ADDRESS"),
        ("ORDINAL", ""),
        ("LABEL_7", "UNKNOWN"),
    ],
)
def test_labels_become_categories(label: str, category: str) -> None:
    assert category_of(label, MODELS) == category


@pytest.mark.parametrize("name", ADAPTERS)
def test_missing_extra_names_the_command(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("spacy", "presidio_analyzer", "transformers"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtra, match=rf"pip install 'understudy\[{name}\]'"):
        ADAPTERS[name].build(DetectorSettings(options={"model": "anything"}))


@pytest.mark.parametrize("name", ADAPTERS)
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"model": 3}, "model: must be the name of"),
        ({"model": "m", "modle": "m"}, "unknown option; .*there are"),
        ({"model": "m", "labels": {"X": "NO_SUCH"}}, "unknown category"),
        ({"model": "m", "labels": "conll"}, "table"),
    ],
)
def test_wrong_options_are_refused(name: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(PolicyError, match=message):
        ADAPTERS[name].build(DetectorSettings(options=options))


def test_numbers_out_of_range_are_refused() -> None:
    with pytest.raises(PolicyError, match=r"detector\.spacy\.score"):
        spacy.build(DetectorSettings(options={"model": "m", "score": 2}))
    with pytest.raises(PolicyError, match="half the window"):
        transformers.build(DetectorSettings(options={"model": "m", "window": 20, "overlap": 10}))


@pytest.mark.parametrize(
    "detector", [spacy.Spacy("m"), presidio.Presidio(None), transformers.Transformers("m")]
)
def test_detectors_are_picklable(detector: Any) -> None:
    assert pickle.loads(pickle.dumps(detector)) == detector


# --- the real ones ------------------------------------------------------------------------------


@pytest.fixture
def pipeline(tmp_path: Path) -> Path:
    library = pytest.importorskip("spacy")
    nlp = library.blank("en")
    ruler = nlp.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": "PERSON", "pattern": "Anna"}])
    nlp.to_disk(tmp_path / "pipeline")
    return tmp_path / "pipeline"


def test_real_spacy_pipeline(pipeline: Path) -> None:
    detector = spacy.build(
        DetectorSettings(options={"model": pipeline.name}, folder=pipeline.parent)
    )
    text = long_text(100)
    for one in (detector, pickle.loads(pickle.dumps(detector))):
        (found,) = one.detect([Document("d", text)])
        assert places(found) == names(text)


def test_real_spacy_without_the_model() -> None:
    pytest.importorskip("spacy")
    with pytest.raises(PolicyError, match="not installed"):
        spacy.build(DetectorSettings(options={"model": "there_is_no_such_pipeline"}))


def test_real_presidio_patterns() -> None:
    pytest.importorskip("presidio_analyzer")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        detector = presidio.build(DetectorSettings())
        text = "write to anna@example.com " + "or not " * 20_000 + "or to 4111 1111 1111 1111"
        (found,) = detector.detect([Document("d", text)])
    marked = {(text[span.start : span.end], span.label) for span in found}
    assert ("anna@example.com", "EMAIL_ADDRESS") in marked
    assert ("4111 1111 1111 1111", "CREDIT_CARD") in marked


def test_real_transformers_model(tmp_path: Path) -> None:
    """A classifier with random weights: what it finds is noise, where it looks is not."""
    library = pytest.importorskip("transformers")
    tokenizers = pytest.importorskip("tokenizers")
    words = ["[UNK]", "[PAD]", "[CLS]", "[SEP]", "Anna", *(f"w{at}" for at in range(500))]
    raw = tokenizers.Tokenizer(
        tokenizers.models.WordLevel({word: at for at, word in enumerate(words)}, "[UNK]")
    )
    raw.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    tokenizer = library.PreTrainedTokenizerFast(
        tokenizer_object=raw, unk_token="[UNK]", pad_token="[PAD]", model_max_length=64
    )
    config = library.BertConfig(
        vocab_size=len(words),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=64,
        id2label={0: "B-PER", 1: "I-PER"},
        label2id={"B-PER": 0, "I-PER": 1},
    )
    library.BertForTokenClassification(config).save_pretrained(tmp_path)
    tokenizer.save_pretrained(tmp_path)
    detector = transformers.build(DetectorSettings(options={"model": str(tmp_path)}))
    text = long_text(400)
    (found,) = detector.detect([Document("d", text)])
    covered = {at for span in found for at in range(span.start, span.end)}
    assert {at for at, letter in enumerate(text) if letter != " "} <= covered
    assert {span.label for span in found} == {"PERSON"}


def test_real_transformers_without_the_model() -> None:
    pytest.importorskip("transformers")
    with pytest.raises(PolicyError, match="cannot be loaded"):
        transformers.build(DetectorSettings(options={"model": "no/such-model"}))
