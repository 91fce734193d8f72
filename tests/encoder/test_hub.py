"""Models of others in the place of the shipped one; tiny ones, built here."""

from __future__ import annotations

import logging
import pickle
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from understudy.core.errors import MissingExtra, ModelError, UsageError
from understudy.core.types import Document, Span
from understudy.encoder import Encoder, HubEncoder, load_model
from understudy.encoder.divergence import Divergence, ndd
from understudy.encoder.masked import MaskedModel
from understudy.identify.encoder import EncoderDetector, HubTagger, build
from understudy.identify.settings import DetectorSettings
from understudy.pipeline import build as build_pipeline
from understudy.policy import Policy
from understudy.replace.base import Rule

TEXT = "Anna Lee called from the old town and spoke of a letter."
LINES = [TEXT, "The letter was old.", "A call came from Anna.", "the town of the old letter"] * 5
KINDS = ("bert", "roberta")


@pytest.fixture(scope="module")
def library() -> Any:
    pytest.importorskip("torch", reason="the extra transformers is not installed")
    library = pytest.importorskip("transformers", reason="the extra transformers is not installed")
    logging.getLogger("transformers").setLevel(logging.ERROR)
    return library


def _bert(library: Any) -> tuple[Any, Any]:
    from tokenizers import BertWordPieceTokenizer

    trained = BertWordPieceTokenizer(lowercase=False)
    trained.train_from_iterator(LINES, vocab_size=120, min_frequency=1, show_progress=False)
    tokenizer = library.BertTokenizerFast(
        tokenizer_object=trained._tokenizer, do_lower_case=False, model_max_length=48
    )
    config = library.BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=48,
        id2label={0: "O", 1: "B-PER", 2: "I-PER"},
        label2id={"O": 0, "B-PER": 1, "I-PER": 2},
    )
    return tokenizer, config


def _roberta(library: Any) -> tuple[Any, Any]:
    from tokenizers import ByteLevelBPETokenizer
    from tokenizers.processors import RobertaProcessing

    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    trained = ByteLevelBPETokenizer()
    trained.train_from_iterator(
        LINES, vocab_size=320, min_frequency=1, special_tokens=special, show_progress=False
    )
    trained._tokenizer.post_processor = RobertaProcessing(("</s>", 2), ("<s>", 0))
    tokenizer = library.PreTrainedTokenizerFast(
        tokenizer_object=trained._tokenizer,
        bos_token="<s>",
        pad_token="<pad>",
        eos_token="</s>",
        unk_token="<unk>",
        mask_token="<mask>",
        model_max_length=48,
    )
    config = library.RobertaConfig(
        vocab_size=len(tokenizer),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=50,
        pad_token_id=1,
    )
    return tokenizer, config


@pytest.fixture(scope="module")
def folders(library: Any, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A masked model of either kind, and a tagger that sees a person everywhere."""
    import torch

    torch.manual_seed(1)
    home = tmp_path_factory.mktemp("hub")
    made = {"bert": _bert(library), "roberta": _roberta(library)}
    for kind, (tokenizer, config) in made.items():
        library.AutoModelForMaskedLM.from_config(config).save_pretrained(home / kind)
        tokenizer.save_pretrained(home / kind)
    tokenizer, config = made["bert"]
    tagger = library.BertForTokenClassification(config)
    with torch.no_grad():
        tagger.classifier.weight.zero_()
        tagger.classifier.bias.copy_(torch.tensor([0.0, 1.0, 3.0]))
    tagger.save_pretrained(home / "tagger")
    tokenizer.save_pretrained(home / "tagger")
    return {name: home / name for name in (*KINDS, "tagger")}


@pytest.mark.parametrize("kind", KINDS)
def test_pieces_lie_where_they_stand(folders: dict[str, Path], kind: str) -> None:
    encoder = HubEncoder.load(str(folders[kind]))
    text = "Anna  Lee,\ncalled \ud800 é 😀"
    pieces, nothing = encoder.pieces([text, ""])
    shown = [text[start:end] for start, end in zip(pieces.starts, pieces.ends, strict=True)]
    covered = {
        at
        for start, end in zip(pieces.starts, pieces.ends, strict=True)
        for at in range(start, end)
    }
    assert {at for at, sign in enumerate(text) if sign.isalpha() and sign.isascii()} <= covered
    assert not any(one.startswith(" ") and len(one) > 1 for one in shown)
    assert pieces.begins[0]
    assert len(nothing.ids) == 0


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("together", [False, True])
def test_distributions_are_the_models_own(
    library: Any, folders: dict[str, Path], kind: str, together: bool
) -> None:
    import torch

    encoder = HubEncoder.load(str(folders[kind]))
    (pieces,) = encoder.pieces([TEXT])
    positions = [2, 4, len(pieces.ids) - 1]
    found = encoder.distributions(pieces, positions, together=together)
    assert np.allclose(np.exp(found).sum(-1), 1, atol=1e-5)

    tokenizer = library.AutoTokenizer.from_pretrained(folders[kind])
    model = library.AutoModelForMaskedLM.from_pretrained(folders[kind]).eval()
    for row, position in zip(found, positions, strict=True):
        given = tokenizer(TEXT, return_tensors="pt")
        hidden = positions if together else [position]
        given["input_ids"][0, [1 + one for one in hidden]] = tokenizer.mask_token_id
        with torch.inference_mode():
            wanted = model(**given).logits[0, 1 + position].log_softmax(-1).numpy()
        assert np.allclose(row, wanted, atol=1e-4)


@pytest.mark.parametrize("kind", KINDS)
def test_a_text_longer_than_the_model_is_seen_whole(folders: dict[str, Path], kind: str) -> None:
    encoder = HubEncoder.load(str(folders[kind]))
    (pieces,) = encoder.pieces([" ".join(LINES)])
    positions = [0, len(pieces.ids) // 2, len(pieces.ids) - 1]
    assert encoder.distributions(pieces, positions).shape[0] == 3
    long, cut = encoder.vectors([" ".join(LINES), " ".join(LINES[:-1])])
    assert np.linalg.norm(long) == pytest.approx(1, abs=1e-5)
    assert not np.allclose(long, cut, atol=1e-4)


def test_vectors_are_means_and_do_not_depend_on_the_batch(
    library: Any, folders: dict[str, Path]
) -> None:
    import torch

    encoder = HubEncoder.load(str(folders["bert"]))
    alone = encoder.vectors([TEXT])[0]
    beside = encoder.vectors(["", "town", TEXT])
    assert np.allclose(alone, beside[2], atol=1e-3)
    assert not beside[0].any()
    tokenizer = library.AutoTokenizer.from_pretrained(folders["bert"])
    model = library.AutoModelForMaskedLM.from_pretrained(folders["bert"]).eval()
    with torch.inference_mode():
        given = tokenizer(TEXT, return_tensors="pt")
        mean = model.base_model(**given).last_hidden_state[0, 1:-1].mean(0).numpy()
    assert np.allclose(alone, mean / np.linalg.norm(mean), atol=1e-4)


def test_a_tagger_tags(folders: dict[str, Path]) -> None:
    encoder = HubEncoder.load(str(folders["tagger"]))
    tagger = HubTagger.load(str(folders["tagger"]))
    found, nothing = tagger.tag([Document("d", "Anna Lee called"), Document("e", "")])
    assert {span.label for span in found} == {"PERSON"}
    assert min(span.start for span in found) == 0
    assert max(span.end for span in found) == len("Anna Lee called")
    assert nothing == ()
    assert encoder.heads == ("tags", "sentence vectors")
    assert encoder.vectors([TEXT]).shape == (1, 16)


def test_heads_that_were_not_trained_are_refused(folders: dict[str, Path]) -> None:
    masked, tagger = (HubEncoder.load(str(folders[name])) for name in ("bert", "tagger"))
    with pytest.raises(UsageError, match="not trained for tags"):
        HubTagger.load(str(folders["bert"]))
    with pytest.raises(UsageError, match="not trained for masked pieces"):
        tagger.distributions(tagger.pieces([TEXT])[0], [0])
    with pytest.raises(UsageError, match="outside"):
        masked.distributions(masked.pieces([TEXT])[0], [10_000])


def test_it_is_picklable_after_use(folders: dict[str, Path]) -> None:
    encoder = HubEncoder.load(str(folders["bert"]))
    before = encoder.vectors([TEXT])
    again = pickle.loads(pickle.dumps(encoder))
    assert again == encoder
    assert np.array_equal(again.vectors([TEXT]), before)


def test_models_are_told_apart(folders: dict[str, Path], tmp_path: Path) -> None:
    assert load_model("fast") == Encoder("fast")
    assert load_model(str(folders["tagger"])) == HubEncoder(str(folders["tagger"]))
    with pytest.raises(ModelError, match="no model can be read there"):
        load_model(str(tmp_path))
    with pytest.raises(ModelError, match="cannot be loaded"):
        load_model("no-such/model")


def test_a_policy_takes_a_tagger(folders: dict[str, Path]) -> None:
    home = folders["tagger"].parent
    detector = build(DetectorSettings(options={"model": "tagger"}, folder=home))
    assert isinstance(detector, EncoderDetector)
    (found,) = pickle.loads(pickle.dumps(detector)).detect([Document("d", "Anna Lee called")])
    assert {span.label for span in found} == {"PERSON"}
    only = DetectorSettings(
        options={"model": "tagger"}, folder=home, categories=frozenset({"LOCATION"})
    )
    assert build(only).detect([Document("d", "Anna Lee called")]) == [()]
    surer = DetectorSettings(options={"model": "tagger", "threshold": 0.99}, folder=home)
    assert build(surer).detect([Document("d", "Anna Lee called")]) == [()]
    with pytest.raises(UsageError, match="not trained for tags"):
        build(DetectorSettings(options={"model": "bert"}, folder=home))


def test_the_extra_is_named_where_it_is_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "transformers", None)
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(MissingExtra, match=r"understudy\[transformers\]"):
        load_model(str(tmp_path))


@pytest.mark.parametrize("kind", KINDS)
def test_the_divergence_works_with_models_of_others(folders: dict[str, Path], kind: str) -> None:
    encoder = HubEncoder.load(str(folders[kind]))
    assert isinstance(encoder, MaskedModel)
    divergence = Divergence(encoder, units="pieces", mu=1.0)
    one, other = "Anna Lee called from the old town", "Anna Lee called from the letter town"
    assert ndd(one, one, divergence).ndd == 0.0
    found = ndd(one, other, divergence)
    read = encoder.pieces([one, other])
    logs = [encoder.distributions(pieces, [0])[0] for pieces in read]
    expected = float((np.exp(logs[1]) * (logs[1] - logs[0])).sum())
    assert found.terms[0].divergence == pytest.approx(max(0.0, expected), abs=1e-5)
    assert len(found.terms) >= 6
    bounded = ndd(one, other, Divergence(encoder, "hellinger", "share"))
    assert 0.0 <= bounded.ndd <= 1.0
    long = " ".join(LINES)
    assert ndd(long + " Anna called", long + " a letter called", divergence).ndd >= 0.0


@pytest.mark.parametrize("kind", KINDS)
def test_models_of_others_write_whole_words(folders: dict[str, Path], kind: str) -> None:
    known = HubEncoder.load(str(folders[kind])).vocabulary
    assert known.begins.any() and known.goes_on.any()
    options = {"method": "generate", "model": str(folders[kind]), "candidates": 3}
    rule = Rule("distort", epsilon=1.0, options={**options, "same_category": False})
    (result,) = build_pipeline(Policy("test", rules={"PERSON": rule})).run(
        [Document("d", TEXT, "en", annotations=(Span(0, 8, "PERSON"),))], bytes(32)
    )
    (edit,) = result.edits
    assert all(word.isalnum() for word in edit.surrogate.split())
