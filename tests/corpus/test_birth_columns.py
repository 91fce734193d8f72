"""Columns that say that they have dates of birth."""

from __future__ import annotations

import pytest

from understudy.corpus.proposal import proposed
from understudy.languages.lists import says_birth


@pytest.mark.parametrize(
    ("name", "birth"),
    [
        ("dob", True),
        ("F. nacimiento", True),
        ("patientBirthDate", True),
        ("fecha_nac", True),
        ("birthdate", True),
        ("date", False),
        ("fecha de alta", False),
        ("reborn_total", False),
    ],
)
def test_the_name_of_a_column_says_birth(name: str, birth: bool) -> None:
    assert says_birth(name) is birth


def test_a_proposal_says_that_dates_are_of_birth() -> None:
    found = proposed("dob", ["1961-07-23", "1988-02-14"])
    assert found.kind == "DATE"
    assert "read as dates of birth" in found.evidence
    assert "read as dates of birth" not in proposed("opened", ["2024-07-23"]).evidence
