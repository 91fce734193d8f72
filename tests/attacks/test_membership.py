"""Membership: coins by person, values that nobody else has, and what one run shows of ε."""

from __future__ import annotations

from dataclasses import replace

from attack_corpus import released

from understudy.attacks.controls import controls
from understudy.attacks.membership import attack, groups_of
from understudy.attacks.pairs import Pair, of_results, redacted, untouched
from understudy.core.types import Document, Span
from understudy.pipeline import build
from understudy.policy import load


def _people(count: int = 120) -> list[Pair]:
    """Everybody with a name of their own, and a doctor that all share; under bars."""
    made = []
    for at in range(count):
        letters = "abcdefghij"
        name = f"Zo{letters[at % 10]}r{letters[at // 10 % 10]}n Vi{letters[at // 100]}k"
        text = f"The patient {name} was seen by Ada Lovelace and went home."
        spans = [
            Span(12, 12 + len(name), "PERSON"),
            Span(text.index("Ada"), text.index(" and"), "PERSON"),
        ]
        made.append(Document(f"d{at}", text, "en", annotations=tuple(spans)))

    policy = replace(load("redact"), detectors=("given",), detector_options={}, leak_check=False)
    return of_results(build(policy).run(made, bytes(32)))


def test_documents_of_one_person_share_a_coin_and_shared_values_are_left_out() -> None:
    pairs = released("redact")
    groups = groups_of(pairs, controls(pairs, seed=0), seed=0)
    assert len(groups) == 16
    assert all(len(group.members) == 2 for group in groups)
    shared = {"Wexcombe", "Harrowdale", "Lindisport", "Tarnmouth", "Oakhaven"}
    for group in groups:
        assert group.secrets
        assert not {secret.value for secret in group.secrets} & shared


def test_a_model_of_untouched_text_tells_who_was_in_and_the_bound_says_how_surely() -> None:
    pairs = _people()
    (high,) = attack(untouched(pairs))
    (low,) = attack(redacted(pairs))
    bound, most, least = (
        float(high.details[name])
        for name in (
            "ε at least",
            "largest ε that could be shown",
            "least share that would be told from chance",
        )
    )
    assert high.success > 0.85
    assert 1.0 < bound <= most
    assert low.success == low.floor
    assert low.details["ε at least"] == 0.0
    assert low.floor < least < high.success


def test_with_few_people_it_is_not_tried() -> None:
    assert attack(_people(7)) == ()
