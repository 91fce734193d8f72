"""Codes: what may stand at each place, and what the places determine."""

from __future__ import annotations

from itertools import count

import pytest

from understudy.surrogates.numbers.blocks import COMPUTED, Code, fixed, met

TEENS = tuple(str(number) for number in range(10, 20))
DIGITS = tuple("0123456789")


def test_a_code_is_drawn_block_by_block() -> None:
    code = Code((*fixed("A"), ("1", "2"), TEENS))
    assert code.draw(iter([0, 1, 3])) == "A213"
    assert code.least == pytest.approx(1 / 20)
    assert code.contains("A213")
    assert not code.contains("A223")
    assert not code.contains("A2134")


def test_computed_places() -> None:
    code = Code((("1", "2"), COMPUTED), lambda drawn: drawn[0] + drawn[0])
    assert code.draw(count()) == "11"
    assert code.contains("22")
    assert not code.contains("12")
    assert code.least == 0.5


def test_mentions_agree_on_what_may_stand() -> None:
    digits, pair = (DIGITS,) * 3, (TEENS,)
    assert met(3, [(0, digits), (1, pair)]) == (DIGITS, TEENS)
    assert met(3, [(0, (TEENS, DIGITS)), (1, (("3", "4"), ("0",)))]) == (("13", "14"), ("0",))


def test_blocks_that_chain_too_far_are_given_up() -> None:
    assert met(6, [(0, (TEENS,) * 3), (1, (TEENS,) * 2)]) is None
    assert met(2, [(0, (("1",), ("1",))), (0, (("2",), ("2",)))]) is None
