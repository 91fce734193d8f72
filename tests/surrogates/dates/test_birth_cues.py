"""Which words before a date say that it is one of birth."""

from __future__ import annotations

import pytest

from understudy.surrogates.dates.facts import birth_before


@pytest.mark.parametrize(
    ("before", "language", "born"),
    [
        ("Fecha de nacimiento: ", "es", True),
        ("F. nac. ", "es", True),
        ("nació en \u2592 el ", "es", True),
        ("País de nacimiento: \u2592. Fecha de ingreso: ", "es", False),
        ("Lugar de nacimiento \u2592\nIngreso: ", "es", False),
        ("nació el 3/4 y volvió el ", "es", False),
        ("She was born on ", "en", True),
        ("DOB: ", "en", True),
        ("Place of birth: \u2592. Admitted ", "en", False),
        ("born in \u2592; seen on ", "en", False),
    ],
)
def test_a_birth_is_said_in_the_same_sentence(before: str, language: str, born: bool) -> None:
    assert (birth_before(language).search(before) is not None) is born
