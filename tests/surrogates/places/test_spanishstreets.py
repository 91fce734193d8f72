"""Where the name of a Spanish street begins and ends."""

from __future__ import annotations

import pytest

from understudy.surrogates.places.streets import pieces


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Calle Mayor 3", "kept:Calle street:Mayor digits:3"),
        ("C/ Mayor 3", "kept:C/ street:Mayor digits:3"),
        ("Plaza España", "kept:Plaza street:España"),
        ("Paseo del Prado s/n", "kept:Paseo street:del Prado kept:s/n"),
        ("Avenida 9 de Julio 33", "kept:Avenida street:9 de Julio digits:33"),
        ("Calle 10", "kept:Calle digits:10"),
        ("Calle A", "kept:Calle street:A"),
        ("Calle Nave 3", "kept:Calle street:Nave digits:3"),
        ("Calle Gregorio Izquierdo 4", "kept:Calle street:Gregorio Izquierdo digits:4"),
        ("Polígono Industrial Las Rozas", "kept:Polígono kept:Industrial street:Las Rozas"),
        ("Camino Viejo de Leganés 4", "kept:Camino kept:Viejo street:de Leganés digits:4"),
        (
            "Glorieta de Bilbao 1 piso 2",
            "kept:Glorieta street:de Bilbao digits:1 kept:piso floor:2",
        ),
        ("Calle del Pez 12 bajo", "kept:Calle street:del Pez digits:12 choice:bajo"),
        ("Calle Colón 5, Estrada", "kept:Calle street:Colón digits:5 kept:, name:Estrada"),
        ("Mayor 3", "name:Mayor digits:3"),
        ("Madrid", "name:Madrid"),
    ],
)
def test_streets(text: str, expected: str) -> None:
    found = pieces(text, "es")
    assert "".join(piece.text for piece in found) == text
    shown = [f"{piece.kind}:{piece.text.strip()}" for piece in found if piece.text.strip()]
    assert " ".join(shown) == expected
