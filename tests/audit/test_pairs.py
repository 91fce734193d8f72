"""The audit of pairs: honest stand-ins pass, and planted faults are caught."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from neighbouring import apart, pair_of, thrown

from understudy import pipeline as pipelines
from understudy.audit.neighbours import CHANGED, LISTED, lone_pairs, random_pairs
from understudy.audit.pairs import (
    COINS,
    REREAD,
    UNDECLARED,
    Audited,
    Judge,
    audit_pairs,
    judge_of,
    summed_up,
)
from understudy.core.draw import Draw
from understudy.core.types import Document, Entity
from understudy.languages import installed
from understudy.policy import scopes
from understudy.replace.surrogate import bundles, writers
from understudy.replace.surrogate.bundles import DATED, NUMBERS, PEOPLE
from understudy.replace.surrogate.kinds import KINDS
from understudy.replace.surrogate.strategy import Readings, SurrogateReplacement
from understudy.surrogates.dice import Dice
from understudy.surrogates.kernel import Kind, Reading
from understudy.surrogates.mention import Mention
from understudy.surrogates.settings import Settings

RUNS = 240
BORN = "He was born to {PERSON} on {DATE}."
SHORT, LONG = ("Mary Smith", "3 May 1950"), ("Christopherina Abernathy", "3 May 1950")


def audited(*pairs: Any, runs: int = RUNS, p: float = 1.0) -> Audited:
    judge = judge_of(runs, 3)
    return summed_up([judge.judged(pair, p) for pair in pairs], [], runs)


def test_thirty_random_pairs_differ_in_nothing_that_is_not_declared() -> None:
    found = audit_pairs(judge_of(60, 11), 30, 11)
    assert found.violations == ()
    assert found.pairs == 30
    assert found.alike >= 10
    assert found.tests > 300
    assert 0.4 < found.detectable < 0.6
    assert found.covered


def test_random_pairs_give_equal_texts_under_equal_dice() -> None:
    judge = judge_of(20, 1)
    alike = 0
    for pair in random_pairs(150, 21, judge.alike):
        same = apart(judge, pair).alike
        alike += bool(same)
        for seed in range(3):
            one, other = thrown(judge, pair, seed)
            assert [one[at] for at in same] == [other[at] for at in same], pair
    assert alike > 100


def test_pairs_are_of_every_kind_language_and_origin() -> None:
    pairs = list(random_pairs(500, 5))
    assert {pair.language for pair in pairs} == {*installed()}
    assert {KINDS[pair.category] for pair in pairs} == {*KINDS.values()}
    origins = {(pair.values[0].origin, pair.values[1].origin) for pair in pairs}
    assert len(origins) == 16
    assert any(len(pair.values[0].text) != len(pair.values[1].text) for pair in pairs)
    assert all(pair.values[0].text != pair.values[1].text for pair in pairs)
    for pair in pairs:
        one, other = (
            [document.text[span.start : span.end] for span in document.annotations]
            for document in pair.documents
        )
        changed = {at for at, values in enumerate(zip(one, other, strict=True))
                   if values[0] != values[1]}  # fmt: skip
        linked = {pair.documents[0].annotations[at].key for at in changed}
        assert len(changed) == 1 or (len(linked) == 1 and linked != {None})


def test_a_seed_repeats_an_audit() -> None:
    one, other = (audit_pairs(judge_of(20, 2), 2, 2) for _ in range(2))
    assert one == other
    assert audit_pairs(judge_of(20, 3), 2, 3) != one


def test_a_kept_value_shows_and_nothing_else_does() -> None:
    pair = pair_of("Seen on {DATE}.", "May 2016", "August 2011")
    assert audited(pair, p=0.5, runs=400).violations == ()


# --- planted faults ----------------------------------------------------------------------------


def smuggling(kind: Kind, look: Callable[[Mention], object]) -> Kind:
    """A kind whose writer is told something that is not in the sketch: the later of two draws
    where it holds, else the earlier."""
    secret: dict[Any, object] = {}

    def read(mentions: Sequence[Mention], settings: Settings) -> Reading:
        reading = kind.read(mentions, settings)
        secret[""] = look(mentions[0])
        return reading

    def write(sketch: Any, settings: Settings, dice: Dice) -> tuple[str | None, ...]:
        drawn = [kind.write(sketch, settings, dice) for _ in range(2)]
        ordered = sorted(drawn, key=str)
        return ordered[bool(secret[""])]

    return Kind(read, write, kind.invariants)


def plant(monkeypatch: pytest.MonkeyPatch, kind: str, broken: Kind) -> None:
    monkeypatch.setattr(writers, "KIND_OF", {**writers.KIND_OF, kind: broken})
    monkeypatch.setattr("understudy.audit.sketched.KIND_OF", writers.KIND_OF)
    # What a broken reader looks at is looked at in every run.
    monkeypatch.setattr("understudy.replace.surrogate.strategy.drafted", writers.Draft)


def test_the_length_of_a_hidden_neighbour_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """V3: a reader that is told where in the text a mention stands, hidden values and all."""
    honest = bundles.View.mentions
    start = {DATED: 0}

    def leaking(self: bundles.View, bundle: bundles.Bundle) -> list[Mention]:
        start[bundle.kind] = bundle.entities[0].span.start
        return honest(self, bundle)

    pair = pair_of(BORN, SHORT, LONG)
    plant(monkeypatch, DATED, smuggling(writers.KIND_OF[DATED], lambda _: start[DATED] > 33))
    assert audited(pair).violations == ()
    monkeypatch.setattr(bundles.View, "mentions", leaking)
    found = audited(pair)
    assert found.alike == 1
    assert {one.seen for one in found.violations} == {"the stand-in of another value (DATE)"}
    assert {one.category for one in found.violations} == {"PERSON"}


def test_membership_of_a_list_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """V4: a writer that treats a listed name in another way."""
    pair = pair_of("It was {PERSON}.", "Mary Smith", "Malala Smith")
    broken = smuggling(writers.KIND_OF[PEOPLE], lambda mention: mention.text.startswith("Mary"))
    plant(monkeypatch, PEOPLE, broken)
    found = audited(pair)
    assert {one.seen for one in found.violations} == {"its stand-in"}
    assert "first letter" in {one.feature for one in found.violations}


def test_coins_of_two_policies_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """V6: one key, two policies, the same coins."""
    pair = pair_of("Seen on {DATE}.", "May 2016", "August 2011")
    judge = judge_of(300, 7)
    assert judge_of(40, 1).coins(lone_pairs(24, 1)) is not None
    honest = judge.coins([pair])
    assert honest is not None
    assert summed_up([], [honest], 300).violations == ()

    def reused(document: Document, key: bytes, policy: object, subjects: object) -> Draw:
        return Draw(key, f"document:{document.id}", document.text)

    monkeypatch.setattr(pipelines, "scope_of", reused)
    monkeypatch.setattr(scopes, "scope_of", reused)
    broken = judge.coins([pair])
    assert broken is not None
    (found,) = summed_up([], [broken], 300).violations
    assert found.feature == COINS
    assert found.distance > 0.1


def test_a_field_that_is_not_declared_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """V5: the number of digits of an identifier, which a reader keeps and nobody declares."""
    kind = writers.KIND_OF[NUMBERS]
    declared = tuple(one for one in kind.invariants if (one.record, one.field) != ("Run", "size"))
    plant(monkeypatch, NUMBERS, kind._replace(invariants=declared))
    found = audited(pair_of("It is {ID}.", "AB12", "AB123456"), runs=20)
    assert [(one.feature, one.category) for one in found.violations] == [(UNDECLARED, "ID")]


def test_a_strategy_that_shows_its_original_elsewhere_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first letter of one value in another's stand-in, by the strategy and by no writer."""
    honest = SurrogateReplacement.drawn

    def leaking(self: SurrogateReplacement, read: Readings, draw: Draw) -> Any:
        *rest, last = honest(self, read, draw)
        return (*rest, last._replace(surrogate=rest[0].original[0] + last.surrogate[1:]))

    monkeypatch.setattr(SurrogateReplacement, "drawn", leaking)
    found = audited(pair_of(BORN, SHORT, LONG))
    assert "first letter" in {one.feature for one in found.violations}


def test_a_pipeline_that_does_more_than_it_reads_and_draws_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Most runs draw from one reading; those through the whole pipeline must give the same."""
    honest = SurrogateReplacement.replace

    def leaking(
        self: SurrogateReplacement, document: Document, entities: Sequence[Entity], draw: Draw
    ) -> Any:
        *rest, last = honest(self, document, entities, draw)
        return (*rest, last._replace(surrogate=rest[0].original[0] + last.surrogate[1:]))

    monkeypatch.setattr(SurrogateReplacement, "replace", leaking)
    found = audited(pair_of(BORN, SHORT, LONG), runs=40)
    assert REREAD in {one.feature for one in found.violations}


# --- what is said ------------------------------------------------------------------------------


def test_values_are_told_only_where_they_are_public(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = smuggling(writers.KIND_OF[PEOPLE], lambda mention: mention.text.startswith("Quxi"))
    plant(monkeypatch, PEOPLE, broken)
    for origin, told in ((LISTED, True), (CHANGED, False)):
        pair = pair_of("It was {PERSON}.", "Quxivorn Smith", "Zelkabrand Smith", origin=origin)
        found = audited(pair)
        assert found.violations
        for said in ("\n".join(found.lines()), json.dumps(found.as_json()), repr(pair)):
            assert ("Quxivorn" in said) is (told and said != repr(pair))
        assert "PERSON" in found.lines()[-1]
        assert not any("Quxivorn" in repr(one) for one in (pair, *pair.values))


def test_fields_that_differ_are_named() -> None:
    pair = pair_of("It was {PERSON}.", "John Smith", "Mary Smith")
    found = audited(pair, runs=40)
    assert dict(found.covered) == {"people: Need.gender (gender)": 1}
    assert found.alike == 0
    assert found.violations == ()
    assert any("Need.gender" in line for line in found.lines())


def test_other_stand_ins_are_compared_where_the_sketch_of_the_value_differs() -> None:
    pair = pair_of(BORN, ("John Smith", "3 May 1950"), ("Mary Smith", "3 May 1950"))
    judged = Judge(60, (1,)).judged(pair)
    assert judged.fields == ("people: Need.gender (gender)",)
    assert {test.seen for test in judged.tests} == {"the stand-in of another value (DATE)"}


def test_random_choices_of_the_audit_are_its_own() -> None:
    state = random.getstate()
    list(random_pairs(3, 1))
    assert random.getstate() == state
