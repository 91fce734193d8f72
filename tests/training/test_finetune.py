"""What the tagger is asked for when it is trained further, and how texts become batches."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
finetune = pytest.importorskip("finetune")

SETS = np.array([[1, 1, 1], [1, 0, 0], [0, 1, 1], [1, 1, 1]], dtype=bool)
"""Nothing asked; nothing there; one of two tags; running text, where anything may be."""


def aimed(said: list[float], wanted: int) -> list[float]:
    goal = finetune.aim(torch.tensor([said]), torch.tensor([wanted]), torch.from_numpy(SETS))
    found: list[float] = goal[0].tolist()
    return found


def test_people_overrule_the_teacher() -> None:
    assert aimed([0.1, 0.8, 0.1], 1) == pytest.approx([1, 0, 0])


def test_the_teacher_decides_between_what_people_allow() -> None:
    assert aimed([0.5, 0.4, 0.1], 2) == pytest.approx([0, 0.8, 0.2])


def test_of_running_text_the_teacher_keeps_its_opinion() -> None:
    assert aimed([0.2, 0.5, 0.3], 3) == pytest.approx([0.2, 0.5, 0.3])


@pytest.fixture
def prepared(tmp_path: Path) -> Path:
    """Forty texts with letter case, ten without, and five of running text."""
    lengths = np.array([5 + at % 30 for at in range(55)], np.int16)
    cased = np.repeat([2] * 40 + [0] * 10 + [2] * 5, lengths)
    path = tmp_path / "finetune.npz"
    np.savez(
        path,
        ids=np.repeat(np.arange(55) + 10, lengths).astype(np.uint16),
        cases=cased.astype(np.uint8),
        wanted=np.ones(lengths.sum(), np.uint16),
        lengths=lengths,
        late=np.array([1.0] * 50 + [-1.0] * 5, np.float16),
        rules=np.ones(55, np.uint8),
        sets=SETS,
    )
    return path


def test_a_pass_reads_every_text_once_and_cases_apart(prepared: Path) -> None:
    reader = finetune.Reader(prepared, np.random.default_rng(1))
    read: list[int] = []
    batch = reader.batch()
    while True:
        assert batch.ids.numel() <= finetune.CONFIG["room"]
        for ids, cases in zip(batch.ids.tolist(), batch.cases.tolist(), strict=True):
            pairs = [pair for pair in zip(ids, cases, strict=True) if pair[0] >= 10]
            assert len({case == 0 for _, case in pairs}) == 1
            read += {at for at, _ in pairs}
        if not reader.queue:
            break
        batch = reader.batch()
    assert sorted(at for at in read if at < 60) == list(range(10, 60))
    assert reader.passes == 1
