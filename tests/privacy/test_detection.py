from __future__ import annotations

import json
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.core.types import Entity, Span
from understudy.privacy.accounting import effective_epsilon
from understudy.privacy.detection import certify, covered, found_entities
from understudy.privacy.intervals import lower_bound


def _entity(start: int, end: int, category: str = "PERSON", key: str = "a") -> Entity:
    return Entity(Span(start, end, category), category, key)


@pytest.mark.parametrize(
    ("predicted", "expected"),
    [
        ([(0, 4), (10, 14)], True),
        ([(0, 4)], False),
        ([(10, 14)], False),
        ([], False),
    ],
)
def test_all_mentions_must_be_found(predicted: list[tuple[int, int]], expected: bool) -> None:
    gold = [_entity(0, 4), _entity(10, 14), _entity(20, 24, key="b")]
    spans = [_entity(*span) for span in [*predicted, (20, 24)]]
    assert found_entities(gold, spans) == {("PERSON", "a"): expected, ("PERSON", "b"): True}


def test_coverage_by_any_category_counts_and_partial_coverage_does_not() -> None:
    gold = [_entity(5, 10)]
    key = ("PERSON", "a")
    assert found_entities(gold, [_entity(0, 20, "LOCATION")])[key]
    assert found_entities(gold, [_entity(5, 7, "LOCATION"), _entity(7, 10, "ORGANIZATION")])[key]
    assert found_entities(gold, [_entity(8, 12), _entity(4, 9)])[key]
    assert not found_entities(gold, [_entity(5, 9)])[key]
    assert not found_entities(gold, [_entity(6, 10)])[key]
    assert not found_entities(gold, [_entity(5, 7), _entity(8, 10)])[key]
    assert not found_entities(gold, [])[key]


@given(
    st.lists(st.tuples(st.integers(0, 30), st.integers(1, 8)), max_size=8),
    st.integers(0, 30),
    st.integers(1, 8),
)
def test_covered_means_every_character(
    predicted: list[tuple[int, int]], start: int, length: int
) -> None:
    spans = [_entity(at, at + size) for at, size in predicted]
    characters = {offset for at, size in predicted for offset in range(at, at + size)}
    expected = set(range(start, start + length)) <= characters
    assert found_entities([_entity(start, start + length)], spans)[("PERSON", "a")] == expected


def test_an_empty_span_has_nothing_to_cover() -> None:
    assert covered(3, 3, [])
    assert not covered(3, 4, [])


def test_one_key_in_two_categories_is_two_entities() -> None:
    gold = [_entity(0, 4), _entity(10, 14, "LOCATION")]
    certificate = certify([(gold, [_entity(0, 4)])])
    assert [(row.category, row.found, row.entities) for row in certificate.rows] == [
        ("LOCATION", 0, 1),
        ("PERSON", 1, 1),
    ]


def test_certificate_counts_bounds_and_intervals() -> None:
    hit = ([_entity(0, 4), _entity(9, 12)], [_entity(0, 4), _entity(9, 12)])
    miss = ([_entity(0, 4), _entity(9, 12)], [_entity(0, 4)])
    place = ([_entity(0, 4, "LOCATION")], [_entity(0, 4, "LOCATION")])
    certificate = certify([hit] * 18 + [miss] * 2 + [place] * 5 + [([], [])], alpha=0.1)
    person = certificate.row("PERSON")
    assert person is not None
    assert (person.documents, person.entities, person.found) == (20, 20, 18)
    assert person.recall == 0.9
    assert person.recall_low == lower_bound(18, 20, 0.1) < 0.9
    assert person.delta_det == 1 - person.recall_low
    assert person.interval[0] < 0.9 < person.interval[1]
    assert certificate.overall.entities == 25
    assert certificate.overall.found == 23
    assert (certificate.documents, certificate.alpha) == (26, 0.1)
    assert certificate.row("DATE") is None


def test_a_perfect_sample_still_leaves_a_risk() -> None:
    gold = [_entity(0, 4)]
    row = certify([(gold, gold)] * 58).overall
    assert row.recall == 1.0
    assert row.delta_det == pytest.approx(1 - 0.05 ** (1 / 58))


@pytest.mark.parametrize("sample", [[], [([], [_entity(0, 3)])]])
def test_without_entities_recall_is_unknown(
    sample: list[tuple[list[Entity], list[Entity]]],
) -> None:
    certificate = certify(sample)
    assert certificate.rows == ()
    overall = certificate.overall
    assert overall.recall is None
    assert (overall.recall_low, overall.delta_det, overall.interval) == (0.0, 1.0, (0.0, 1.0))
    assert overall.effective_epsilon(1.0, 1e-3) is None


def test_effective_epsilon_reads_recall_as_a_coin() -> None:
    gold = [_entity(0, 4)]
    row = certify([(gold, gold)] * 9 + [(gold, [])]).overall
    assert row.effective_epsilon(1.0, 1e-3) == effective_epsilon(1.0, 1e-3, 0.9)


def test_a_certificate_is_plain_data_without_keys() -> None:
    gold = [_entity(0, 4, key="secret name")]
    certificate = certify([(gold, gold)])
    assert "secret" not in json.dumps(asdict(certificate), allow_nan=False)
