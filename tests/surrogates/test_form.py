"""What a mention shows of the new value."""

from __future__ import annotations

import pytest

from understudy.surrogates.form import shown


@pytest.mark.parametrize(
    ("value", "main", "mention", "expected"),
    [
        ("Ann Lee", "John Smith", "John Smith", "Ann Lee"),
        ("Ann Lee", "John Smith", "JOHN SMITH", "ANN LEE"),
        ("Ann Lee", "John Smith", "Smith", "Lee"),
        ("Ann Lee", "John Smith", "john", "ann"),
        ("Ann Lee", "John Smith", "Jack", "Ann Lee"),
        ("Ann", "John Smith", "Smith", "Ann"),
        ("Ana Gil Ruiz", "Eva Mas Pons", "Mas Pons", "Gil Ruiz"),
        ("Rome", "Paris", "PARIS", "ROME"),
    ],
)
def test_shown(value: str, main: str, mention: str, expected: str) -> None:
    assert shown(value, main, mention) == expected
