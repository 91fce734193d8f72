"""People in records that stand in a text: pasted tables and JSON."""

from __future__ import annotations

import pytest

from understudy import Document
from understudy.identify.heuristic import Heuristic


def names(text: str, language: str = "en") -> list[tuple[str, str]]:
    (spans,) = Heuristic(language, threshold=0.9).detect([Document("d", text, language)])
    return [(text[span.start : span.end], span.label) for span in spans]


@pytest.mark.parametrize(
    ("text", "language", "wanted"),
    [
        (
            "As asked:\nid,surname,ward,state\n1,Savage,7B,stable\n2,Hook,7A,frame\nThat is all.",
            "en",
            [("Savage", "SURNAME"), ("Hook", "SURNAME")],
        ),
        ("id;apellido;planta\n1;Rahimi;7A\n2;Nieto;7B", "es", ["Rahimi", "Nieto"]),
        ("bed\tpatient\n4\tKing Frostick\n5\tAbara", "en", ["King Frostick", "Abara"]),
        ("| Patient | Bed |\n| --- | --- |\n| Abara | 4 |", "en", ["Abara"]),
        ('{"firstName": "Hope", "ward": "Rose"}', "en", [("Hope", "GIVEN_NAME")]),
        ('[{"apellido": "Calle", "planta": "Quinta"}]', "es", [("Calle", "SURNAME")]),
    ],
)
def test_a_label_says_that_a_value_is_a_name(
    text: str, language: str, wanted: list[str] | list[tuple[str, str]]
) -> None:
    found = names(text, language)
    assert [one if isinstance(wanted[0], tuple) else one[0] for one in found] == wanted


@pytest.mark.parametrize(
    "text",
    [
        "name,price\nBlue Chair,40\nGarden Table,90",
        "surname,ward\n,7B\n12,7A",
        "Please bring cups, plates, patient forks\nand one more, thanks, all",
        '{"title": "Rose", "state": "Maine"}',
    ],
)
def test_other_labels_and_values_say_nothing(text: str) -> None:
    assert names(text) == []


@pytest.mark.parametrize(
    ("text", "language", "wanted"),
    [
        ("Please call back.\nThanks, Bo", "en", []),
        ("Regards, Ann", "en", []),
        ("Cheers, Dave", "en", []),
        ("Saludos, Marta", "es", []),
        ("Gracias, Pepe", "es", []),
        ("Price, Ann; Baker, Tom", "en", ["Price, Ann", "Baker, Tom"]),
        ("To: Baker, Tom", "en", ["Baker, Tom"]),
    ],
)
def test_a_closing_is_no_surname(text: str, language: str, wanted: list[str]) -> None:
    assert [value for value, _ in names(text, language)] == wanted
