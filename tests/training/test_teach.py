"""The teacher: grown without a change, told by whose rules a text is marked."""

from __future__ import annotations

from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
grow = pytest.importorskip("grow")

import numpy as np  # noqa: E402
from tokenizers import Tokenizer  # noqa: E402

import arrays  # noqa: E402 - on the path once the recipes are
import batches  # noqa: E402
import masking  # noqa: E402
import rules  # noqa: E402
import teacher  # noqa: E402
from understudy.encoder.pieces import read_pieces  # noqa: E402
from understudy.encoder.weights import Weights  # noqa: E402
from understudy.learn.network import Encoder, Heads, Shape  # noqa: E402

SMALL, LARGE = Shape(2, 64, 96), Shape(5, 192, 160)
HEADS = Heads(tags=39, pos=1, vector=1)


def test_a_grown_encoder_says_what_the_smaller_one_said() -> None:
    torch.manual_seed(1)
    old = Encoder(50, 6, SMALL, HEADS).eval()
    for parameter in old.parameters():
        torch.nn.init.normal_(parameter, std=0.3)
    new = Encoder(50, 6, LARGE, HEADS).eval()
    new.load_state_dict(grow.grown(old.state_dict(), LARGE, HEADS))
    ids, cases = torch.randint(50, (3, 9)), torch.randint(6, (3, 9))
    with torch.no_grad():
        before, after = old(ids, cases), new(ids, cases)
        assert torch.allclose(before, after[..., :64], atol=1e-4)
        assert torch.allclose(old.logits(before), new.logits(after), atol=1e-3)
        assert torch.allclose(old.tags(before), new.tags(after), atol=1e-3)


def test_what_is_new_in_a_grown_encoder_can_learn() -> None:
    old = Encoder(50, 6, SMALL, HEADS)
    new = Encoder(50, 6, LARGE, HEADS)
    new.load_state_dict(grow.grown(old.state_dict(), LARGE, HEADS))
    ids, cases = torch.randint(50, (3, 9)), torch.randint(6, (3, 9))
    new.logits(new(ids, cases)).square().sum().backward()
    for layer in new.body.layers:
        assert layer.attended.weight.grad[64:].abs().sum() > 0
        assert layer.down.weight.grad[96:].abs().sum() > 0


def test_the_teacher_hears_by_whose_rules_it_is_asked() -> None:
    model = teacher.Teacher(50, SMALL).eval()
    ids, seen = torch.randint(3, 50, (1, 6)), torch.ones(1, 6, dtype=torch.bool)
    cases = torch.zeros_like(ids)
    asked = [torch.full_like(ids, which) for which in (rules.UNTOLD, rules.OURS)]
    with torch.no_grad():
        one, other = (model(ids, cases, which, seen, torch.float32) for which in asked)
        assert torch.equal(one, other)  # nothing is learnt yet
        model.rules.weight[rules.OURS] = 1.0 + torch.arange(64)
        one, other = (model(ids, cases, which, seen, torch.float32) for which in asked)
        assert not torch.equal(one, other)


def test_corpora_and_their_copies_have_rules() -> None:
    assert rules.rules_of("ewt/spoken") == rules.rules_of("templates-es") == rules.OURS
    assert rules.RULES[rules.rules_of("btc/noisy")] == "btc"
    assert rules.is_foreign(rules.rules_of("wikiann-en"))
    assert not rules.is_foreign(rules.rules_of("btc"))


def test_every_piece_of_a_packed_row_says_its_rules(tmp_path: Path) -> None:
    parts = [(np.full(4, 9), np.full(4, 2), np.full(4, 1)), (np.full(3, 8), *[np.full(3, 2)] * 2)]
    rows = arrays.end_to_end(parts)._replace(rules=np.array([1, 5], np.uint8))
    path = tmp_path / "tags.npz"
    np.savez(path, **rows._asdict(), sets=np.ones((3, 39), bool))
    packed = batches.Packed(path, 16, 1, "cpu")
    found = {}
    for _ in range(20):
        ids, _, _, told = packed.batch(1)
        for piece, which in zip(ids[0].tolist(), told[0].tolist(), strict=True):
            if piece in (8, 9):
                found.setdefault(piece, set()).add(which)
    assert found == {9: {1}, 8: {5}}


def test_units_begin_where_the_package_says(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    tokenizer: Tokenizer = Weights().tokenizer
    tokenizer.save(str(path))
    units = masking.Units(str(path), "cpu")
    for text in ("Ann (of Acme Corp.) paid £30 on 12/05.", "María, del Carmen; tel. 915-22-33"):
        pieces = read_pieces(tokenizer, [text])[0]
        found = units.begin(torch.from_numpy(pieces.ids)[None])[0].numpy()
        assert found.tolist() == pieces.begins.tolist()
