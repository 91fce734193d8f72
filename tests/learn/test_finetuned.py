"""The encoder as a source and as a learner."""

from __future__ import annotations

import numpy as np
import pytest
from pools_to_learn import instances

from understudy.encoder.model import Encoder
from understudy.learn.finetuned import Finetuned, Reader
from understudy.learn.instances import labels_of, tag_numbers
from understudy.learn.sheet import sheet_of
from understudy.learn.transfer import doubts_by_name, from_model


@pytest.mark.parametrize("name", ["fast", "full"])
def test_a_shipped_encoder_is_a_source(name: str) -> None:
    sheet = sheet_of(instances(4), dependent=True)
    source = from_model(name)
    marginals = source.taggers["I"].marginals(sheet)
    assert marginals.shape == (sheet.lengths.sum(), len(source.taggers["I"].labels))
    np.testing.assert_allclose(marginals.sum(axis=1), 1.0, rtol=1e-4)
    assert source.taggers["I"].labels[0] == "O"
    named = [word[0].isupper() for one in sheet.instances for word in one.line.words]
    private = 1.0 - marginals[:, 0]
    assert private[named].mean() > private[~np.array(named)].mean()
    assert set(doubts_by_name([source], sheet)) == {"S1_I", "S1_D", "S_I", "S_D"}


def test_labels_that_the_encoder_has_not_learnt_are_never_likely() -> None:
    sheet = sheet_of(instances(2), dependent=True)
    marginals = Reader(Encoder("fast"), ("O", "B-PERSON", "B-STARSHIP")).marginals(sheet, [1, 0])
    assert (marginals[:, 2] == 0).all() and marginals[:, 0].any()


def test_fine_tuning_needs_its_extra_or_learns() -> None:
    pool = instances(40)
    marks = [one.marks for one in pool]
    labels = labels_of(marks)
    sheet = sheet_of(pool, dependent=True)
    tags = tag_numbers(pool, marks, labels)
    pytest.importorskip("torch")
    pytest.importorskip("onnx")
    reader = Finetuned(epochs=2).fit(sheet, np.arange(40), tags, labels)
    found = reader.marginals(sheet).argmax(axis=1)
    assert (found == tags).mean() > 0.9
