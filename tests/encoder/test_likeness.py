"""Cosine and Δ-perplexity beside NDD."""

from __future__ import annotations

import math

import numpy as np
import pytest

from understudy.core.errors import UsageError
from understudy.encoder import Encoder
from understudy.encoder.divergence import Divergence
from understudy.encoder.likeness import cosines, likeness, perplexities

ONE = "A man is playing a guitar in the park."
OTHER = "A man is playing a piano in the park."


def test_perplexity_is_the_mean_over_pieces(full: Encoder) -> None:
    (pieces,) = full.pieces([ONE])
    logs = full.distributions(pieces, range(len(pieces.ids)))
    expected = -np.mean([logs[at, piece] for at, piece in enumerate(pieces.ids)])
    assert perplexities(full, [ONE])[0] == pytest.approx(float(expected), rel=1e-4)


def test_a_jumble_is_more_perplexing(full: Encoder) -> None:
    plain, jumble = perplexities(full, [ONE, "park the guitar man a playing in is A."])
    assert plain < jumble


def test_a_text_without_pieces_has_no_perplexity(full: Encoder) -> None:
    found = perplexities(full, ["", ONE])
    assert math.isnan(found[0]) and found[1] > 0.0
    assert len(perplexities(full, [])) == 0


def test_the_cosine_is_that_of_the_vectors(full: Encoder) -> None:
    vectors = full.vectors([ONE, OTHER])
    assert cosines(full, [(ONE, OTHER)])[0] == pytest.approx(float(vectors[0] @ vectors[1]))


def test_all_three_together(full: Encoder) -> None:
    found = likeness(ONE, OTHER, Divergence(full))
    before, after = perplexities(full, [ONE, OTHER])
    assert found.delta_ppl == pytest.approx(after - before)
    assert found.ndd > 0.0 and 0.0 < found.cosine < 1.0
    assert likeness(ONE, ONE, Divergence(full)) == (0.0, 1.0, 0.0, ())


def test_an_empty_sentence_is_refused(full: Encoder) -> None:
    for pair in (("", ONE), (ONE, " \n"), ("", "")):
        with pytest.raises(UsageError, match="without a word"):
            likeness(*pair, Divergence(full))
