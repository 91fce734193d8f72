"""The batteries of this folder through the whole default preset."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from battery_cases import Case, borders, identifiers, is_a, wrong

from understudy import Document, build, load_policy
from understudy.core.types import Entity
from understudy.pipeline import Pipeline

IDENTIFIERS = (
    *("ID", "PASSWORD", "USERNAME", "IP_ADDRESS", "MAC_ADDRESS", "CREDIT_CARD", "BANK_ACCOUNT"),
    *("URL", "PHONE_NUMBER", "COORDINATES", "EMAIL_ADDRESS"),
)


@pytest.fixture(scope="module")
def preset() -> Pipeline:
    return build(load_policy("surrogate"))


def found(preset: Pipeline, case: Case) -> tuple[Entity, ...]:
    (entities,) = preset.identify([Document("d", case.text, language=case.language)])
    return entities


def judged(preset: Pipeline) -> Iterator[tuple[str, bool, bool]]:
    """Each value of the identifiers: what it is, whether it is one at all, whether that is so."""
    for case, right in identifiers():
        entities = found(preset, case)
        for start, end, _ in case.marks:
            over = [one for one in entities if one.span.start < end and start < one.span.end]
            exact = [one for one in over if (one.span.start, one.span.end) == (start, end)]
            if right:
                good = any(is_a(one, right) for one in exact)
            else:
                good = not any(is_a(one, IDENTIFIERS) for one in over)
            yield f"{case.kind}: {case.text[start:end]}", bool(right), good


def test_marks_begin_and_end_where_they_should(preset: Pipeline) -> None:
    cases = list(borders())
    faults = {case.text: said for case in cases if (said := wrong(case, found(preset, case)))}
    assert len(cases) >= 150
    assert len(faults) <= 0.05 * len(cases), faults


def test_identifiers_are_found_and_look_alikes_are_not(preset: Pipeline) -> None:
    values = list(judged(preset))
    missed = [said for said, private, good in values if private and not good]
    taken = [said for said, private, good in values if not private and not good]
    assert len(missed) <= 0.05 * sum(private for _, private, _ in values), missed
    assert len(taken) <= 0.05 * sum(not private for _, private, _ in values), taken
