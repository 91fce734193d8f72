"""What a batch is written as."""

from __future__ import annotations

from pathlib import Path

import pytest

from understudy.learn.shapes import SHAPES, shape_of


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("batch.jsonl", "jsonl"),
        ("batch.conll", "conll"),
        ("batch.bio", "conll"),
        ("batch.ann", "jsonl"),
        ("batch.csv", "jsonl"),
        ("batch", "jsonl"),
    ],
)
def test_the_name_of_a_batch_says_its_shape(name: str, shape: str) -> None:
    assert shape_of(Path(name)) == shape
    assert shape in SHAPES
