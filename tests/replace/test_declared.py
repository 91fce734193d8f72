"""What coherent stand-ins declare comes from their sketches, name by name, with sentences."""

from __future__ import annotations

from typing import Any

import pytest

from understudy.core.categories import categories
from understudy.pipeline import build
from understudy.policy import Policy
from understudy.replace.base import Rule
from understudy.replace.part import part_of, sentences
from understudy.replace.surrogate.declared import YEARS, shown
from understudy.replace.surrogate.kinds import NUMBERS
from understudy.replace.surrogate.writers import KIND_OF
from understudy.surrogates.kernel import declared
from understudy.surrogates.settings import Settings


@pytest.mark.parametrize("kind", KIND_OF)
def test_a_kind_shows_the_fields_of_its_sketch(kind: str) -> None:
    fields = {one.name for one in declared(KIND_OF[kind], Settings())}
    bundled = {"category", "position", "mention equality", "which mentions belong together"}
    years = {YEARS.name} if kind == NUMBERS else set()
    assert set(shown(kind, Settings(), "entity")) == fields | bundled | years
    assert set(shown(kind, Settings(), "token")) == fields | {"category", "position"}


def test_a_switch_takes_what_it_gives_up_off_the_list() -> None:
    assert "gender" in shown("people", Settings(), "entity")
    assert "gender" not in shown("people", Settings(gender=False), "entity")
    assert "country" in shown("places", Settings(), "entity")
    assert "country" not in shown("places", Settings(country=False), "entity")
    latest = "the latest date, to which noise is added"
    assert latest not in shown("dates", Settings(), "entity")
    assert latest in shown("dates", Settings(shift="laplace"), "entity")


@pytest.mark.parametrize("options", [{}, {"readable": True}, {"shift": "laplace"}], ids=str)
def test_every_name_of_a_coherent_stand_in_has_a_sentence(options: dict[str, Any]) -> None:
    rule = Rule("surrogate", options=options)
    events = build(Policy("test", default=rule, known=categories())).events()
    own = [
        event for of in events.values() for event in of if event.mechanism.startswith("surrogate")
    ]
    assert own
    for event in own:
        for name in event.invariants:
            assert sentences(name, [event.mechanism]), (event.mechanism, name)


def test_a_sentence_belongs_to_its_kind() -> None:
    names = {one.of for one in part_of("surrogate").invariants if one.name == "gender"}
    assert "surrogate (people)" in names and "surrogate (dates)" not in names
    assert sentences("gender", ["surrogate (dates)"]) == ()
