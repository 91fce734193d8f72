"""Whose names stand in the name of an organization: a person's, a town's or nobody's."""

from __future__ import annotations

import re

import pytest

from understudy.surrogates.organizations.roles import roles_of


@pytest.mark.parametrize(
    ("front", "name", "language", "expected"),
    [
        ("Hospital of ", "John Smith", "en", "John:given Smith:surname"),
        ("The ", "James Robert Baker", "en", "James:given Robert:given Baker:surname"),
        ("Queen ", "Elizabeth II", "en", "Elizabeth:given"),
        ("Queen ", "Mary", "en", "Mary:given"),
        ("Friends of ", "Marta", "en", "Marta:given"),
        ("Bank of ", "El Paso", "en", "El:opening Paso:town"),
        ("University of ", "New York", "en", "New:opening York:town"),
        ("Port of ", "Los Angeles", "en", "Los:opening Angeles:town"),
        ("The ", "Baker", "en", ""),
        ("", "Health Group", "en", ""),
        ("", "IBM", "en", ""),
        ("", "smith baker", "en", ""),
        ("Hospital ", "Gregorio Salas", "es", "Gregorio:given Salas:surname"),
        (
            "Colegio ",
            "María Luisa Gil Soto",
            "es",
            "María:given Luisa:given Gil:surname Soto:surname",
        ),
        ("Universidad Rey ", "Juan Carlos I", "es", "Juan:given Carlos:given"),
        ("Hospital Reina ", "Sofía", "es", "Sofía:given"),
        ("Clínica ", "Romero Costa", "es", "Romero:surname Costa:surname"),
        ("Fundación ", "Marta", "es", "Marta:given"),
        ("Universidad de ", "Alcalá de Henares", "es", "Alcalá:town Henares:town"),
        ("Puerto de ", "A Coruña", "es", "A:opening Coruña:town"),
        ("Hospital ", "Costa", "es", ""),
        ("Centro ", "Salud Integral", "es", ""),
        ("", "Marta", "es", ""),
    ],
)
def test_roles(front: str, name: str, language: str, expected: str) -> None:
    tokens = re.findall(r"\w+|\W+", name)
    found = roles_of(tokens, front, language)
    assert " ".join(f"{tokens[at]}:{role}" for at, role in sorted(found.items())) == expected
