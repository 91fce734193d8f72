"""The clean checkpoint: what its text leaves out, how it travels, and that nothing is lost."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
clean_text = pytest.importorskip("clean_text")

import eightbit  # noqa: E402 - on the path once the recipes are
import packed  # noqa: E402
from clean_train import Parts  # noqa: E402
from understudy.learn.network import Encoder, Heads, Shape  # noqa: E402

SENTENCE = "the quick brown fox does n't jump over what 's left of the lazy dog"


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    """One file of each format, with one sentence of its own."""
    for name in clean_text.CORPORA:
        (tmp_path / name / "one").mkdir(parents=True)
    tokens = "".join(f"{word}\tO\n" for word in SENTENCE.split())
    (tmp_path / "ner/one/test.conll").write_text(f"{tokens}\nYes\tO\nof\tO\ncourse\tO\n")
    (tmp_path / "intent/one/test.tsv").write_text(
        "ask\tplease book a table for nine people at the old mill tonight\tO\n"
    )
    row = {"turns": [{"text": "I would like to fly from here to there on Monday morning"}]}
    (tmp_path / "acts/one/test.jsonl").write_text(json.dumps(row) + "\n")
    (tmp_path / "deid/one/a.txt").write_text(
        "Se trata de un varón\nde treinta años que acude hoy\n"
    )
    return tmp_path


@pytest.mark.parametrize(
    ("line", "owner"),
    [
        ("He said the Quick brown fox doesn't jump over what's left!", "ner/one"),
        ("So: please book a table for nine people at the inn", "intent/one"),
        ("would like to fly from here to there on Tuesday", "acts/one"),
        ("un varón de treinta años que acude hoy, solo", None),
        ("se trata de un varón de treinta años que no viene", "deid/one"),
        ("Yes, of course.", "ner/one"),
        ("Yes, of course not.", None),
        ("the quick brown fox does not jump over it", None),
    ],
)
def test_a_line_that_shares_nine_words_or_all_of_few_is_dropped(
    corpora: Path, line: str, owner: str | None
) -> None:
    kept, counts = clean_text.filtered([line, "nothing of the kind"], clean_text.forbidden(corpora))
    assert kept == ([] if owner else [line]) + ["nothing of the kind"]
    assert counts["lines_shared_with"] == ({owner: 1} if owner else {})
    assert counts["dropped"] == bool(owner)


def test_runs_do_not_cross_lines(corpora: Path) -> None:
    halves = ["the quick brown fox doesn't jump", "over what's left of the lazy dog"]
    assert clean_text.filtered(halves, clean_text.forbidden(corpora))[0] == halves


def _stream(size: int, seed: int) -> packed.Stream:
    draw = np.random.default_rng(seed)
    return draw.integers(0, 24000, size).astype(np.uint16), draw.integers(0, 6, size).astype(
        np.uint8
    )


def test_parts_come_back_as_they_were_and_are_read_as_they_come(tmp_path: Path) -> None:
    first, second = {"a": _stream(900, 1), "a.heldout": _stream(300, 2)}, {"a": _stream(700, 3)}
    path, size = packed.written(tmp_path / "part1", first)
    assert size == Path(path).stat().st_size
    again = packed.read(Path(path))
    assert all((one == other).all() for one, other in zip(again["a"], first["a"], strict=True))
    parts = Parts(tmp_path, {"a": 1.0, "b": 1.0}, "cpu")
    assert len(parts.ids["a"]) == 900
    assert not parts.look()
    packed.written(tmp_path / "part2", second)
    assert parts.look(wait=True)
    assert len(parts.ids["a"]) == 1600
    ids, cases = parts.batch(4, 64, np.random.default_rng(0))
    assert ids.shape == cases.shape == (4, 64)
    assert int(ids.max()) < 24000 and int(ids.min()) >= 0


def test_a_cut_part_is_refused(tmp_path: Path) -> None:
    path = Path(packed.written(tmp_path, {"a": _stream(900, 1)})[0])
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises((ValueError, EOFError, __import__("lzma").LZMAError)):
        packed.read(path)


def test_eight_bits_lose_nothing_that_was_trained_rounded(tmp_path: Path) -> None:
    torch.manual_seed(3)
    model = Encoder(50, 6, Shape(1, 64, 32), Heads(1, 1, 1))
    model.body.quantise()
    model.train()
    ids, cases = torch.randint(3, 50, (2, 9)), torch.randint(0, 6, (2, 9))
    model(ids, cases)  # learns the scales of the activations
    model.eval()
    state = {name: value.detach().numpy() for name, value in model.state_dict().items()}
    eightbit.written(state, tmp_path)
    again = eightbit.read(tmp_path)
    table = again.pop("pieces.weight")
    assert np.abs(table - state["pieces.weight"]).max() < 1e-3
    other = Encoder(50, 6, Shape(1, 64, 32), Heads(1, 1, 1))
    other.load_state_dict(
        {**model.state_dict(), **{k: torch.from_numpy(v) for k, v in again.items()}}
    )
    other.body.quantise()
    other.eval()
    assert torch.allclose(model(ids, cases), other(ids, cases), atol=1e-6)
