"""Draws depend on the key, the scope, its content and what is drawn, and on nothing else."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kstest

from making import KEY, OTHER_KEY
from understudy.core.draw import KEY_BYTES, Draw, digest, fresh_key, seed_key

ANY = st.text(max_size=8)


def test_one_draw_is_one_set_of_numbers() -> None:
    first = Draw(KEY, "document:1", "text").words("PERSON", "ann", "coin")
    assert first == Draw(KEY, "document:1", "text").words("PERSON", "ann", "coin")
    assert len(set(first)) == 8
    assert all(0 <= word < 2**64 for word in first)


def test_every_part_of_the_name_counts() -> None:
    def words(
        key: bytes = KEY,
        scope: str = "document:1",
        content: str = "text",
        category: str = "PERSON",
        entity: str = "ann",
        purpose: str = "coin",
    ) -> tuple[int, ...]:
        return Draw(key, scope, content).words(category, entity, purpose)

    found = {
        words(),
        words(key=OTHER_KEY),
        words(scope="document:2"),
        words(content="text."),
        words(category="CITY"),
        words(entity="bob"),
        words(purpose="word"),
    }
    assert len(found) == 7


@given(st.tuples(ANY, ANY, ANY, ANY, ANY), st.tuples(ANY, ANY, ANY, ANY, ANY))
def test_no_two_names_meet(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    """Parts of a name cannot be shifted from one to the next."""

    def words(scope: str, content: str, *rest: str) -> tuple[int, ...]:
        return Draw(KEY, scope, content).words(*rest)

    assert (words(*one) == words(*other)) == (one == other)


def test_a_scope_cannot_run_into_its_content() -> None:
    """Without the length of the scope these two would be one string of bytes."""
    one = Draw(KEY, "x1", "y").words("12345671:q", "e", "p")
    assert one != Draw(KEY, "x", "y10:1234567").words("q", "e", "p")


def test_the_order_of_questions_does_not_matter() -> None:
    draw = Draw(KEY, "document:1", "text")
    first = [draw.words("A", "x", "p"), draw.words("B", "y", "p")]
    other = Draw(KEY, "document:1", "text")
    assert [other.words("B", "y", "p"), other.words("A", "x", "p")] == first[::-1]


def test_a_stream_goes_on_and_differs_from_the_words() -> None:
    draw = Draw(KEY, "document:1", "text")
    stream = list(islice(draw.stream("A", "x", "p"), 40))
    assert len(set(stream)) == 40
    assert stream == list(islice(draw.stream("A", "x", "p"), 40))
    assert not set(stream) & set(draw.words("A", "x", "p"))


def test_the_draws_of_the_release_are_the_same_in_all_scopes() -> None:
    one, two = Draw(KEY, "document:1", "text").corpus, Draw(KEY, "document:2", "more").corpus
    assert one.words("A", "x", "hash") == two.words("A", "x", "hash")
    assert Draw(OTHER_KEY, "document:1", "text").corpus.words("A", "x", "hash") != one.words(
        "A", "x", "hash"
    )


def test_lone_surrogates_can_be_drawn_for() -> None:
    assert Draw(KEY, "document:\ud800", "\udfff").words("A", "\ud800", "p")
    assert digest("\ud800") != digest("\ud801")


def test_the_numbers_are_uniform() -> None:
    draw = Draw(KEY, "document:1", "text")
    numbers = np.array([draw.words("A", str(n), "p") for n in range(2000)], dtype=np.float64)
    assert kstest(numbers.ravel() / 2**64, "uniform").pvalue > 1e-6


@pytest.mark.fresh_keys
def test_keys() -> None:
    assert len(fresh_key()) == KEY_BYTES == len(seed_key(1))
    assert fresh_key() != fresh_key()
    assert seed_key(1) == seed_key(1) != seed_key(2)
