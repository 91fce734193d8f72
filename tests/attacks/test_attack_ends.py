"""Every attack reaches its ceiling on untouched text and its floor on redacted text."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from attack_corpus import released

from understudy.attacks import (
    attribute,
    bayes,
    equality,
    extraction,
    linkage,
    masked,
    membership,
    parrot,
    realornot,
)
from understudy.attacks.finding import Finding
from understudy.attacks.pairs import Pair, redacted, untouched
from understudy.encoder.model import Encoder

Attack = Callable[[list[Pair]], tuple[Finding, ...]]

ATTACKS: dict[str, Attack] = {
    "bayes": bayes.attack,
    "equality": equality.attack,
    "parrot": parrot.attack,
    "surrogate-or-real": lambda pairs: realornot.attack(pairs)[:1],
    "attribute": lambda pairs: attribute.attack(pairs, attribute="GENDER"),
    "linkage": linkage.attack,
    "extraction": lambda pairs: extraction.attack(pairs, sentences=200),
    "membership": membership.attack,
}


@pytest.fixture(scope="module")
def pairs() -> list[Pair]:
    return released("redact")


@pytest.mark.parametrize("name", ATTACKS)
def test_untouched_text_gives_the_ceiling(name: str, pairs: list[Pair]) -> None:
    findings = ATTACKS[name](untouched(pairs))
    assert findings
    for one in findings:
        assert one.success == pytest.approx(one.ceiling, abs=0.02), one.attack
        assert one.ceiling > one.floor or one.floor == 1.0, one.attack


@pytest.mark.parametrize("name", ATTACKS)
def test_redacted_text_gives_the_floor(name: str, pairs: list[Pair]) -> None:
    findings = ATTACKS[name](redacted(pairs))
    assert findings
    for one in findings:
        low, high = one.interval
        assert low - 1e-9 <= one.floor <= high + 1e-9, one.attack
        if one.status == "not tried":  # nothing was left to look for, or nothing to gain
            assert one.n == 0 or one.floor == one.ceiling, one.attack
        else:
            assert one.status in ("withstood", "undecided"), one.attack


def test_masked_tokens_at_both_ends(pairs: list[Pair]) -> None:
    few, model = pairs[:10], Encoder.load("full")
    (top,) = masked.attack(untouched(few), model=model, most=12)
    (bottom,) = masked.attack(redacted(few), model=model, most=12)
    assert top.success == top.ceiling == 1.0
    assert bottom.success == bottom.floor < 1.0


def test_vectors_link_at_both_ends(pairs: list[Pair]) -> None:
    few, model = pairs[:6], Encoder.load("full")
    for one in linkage.attack(untouched(few), encoder=model):
        assert one.success == one.ceiling, one.attack
    for one in linkage.attack(redacted(few), encoder=model):
        assert one.success == one.floor, one.attack


def test_stand_ins_are_told_apart_where_they_are_bars_and_not_where_nothing_changed(
    pairs: list[Pair],
) -> None:
    bars = realornot.attack(redacted(pairs))[1]
    same = realornot.attack(untouched(pairs))[1]
    assert bars.success == bars.ceiling == 1.0
    assert same.interval[0] <= same.floor <= same.interval[1]
    assert same.success == pytest.approx(0.5)
