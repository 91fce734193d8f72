"""How a stand-in fits its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.core.folding import without_accents
from understudy.surrogates.agreement import (
    ending,
    fits,
    fitting,
    in_form,
    marked,
    unmarked,
    with_ending,
)
from understudy.surrogates.tables import Table


@pytest.mark.parametrize(
    ("before", "value", "language", "expected"),
    [
        ("an ", "Acme", "en", True),
        ("a ", "Acme", "en", False),
        ("An ", "hour", "en", True),
        ("a ", "Union", "en", True),
        ("an ", "Union", "en", False),
        ("an ", "FBI agent", "en", True),
        ("a ", "UPS van", "en", True),
        ("an ", "8", "en", True),
        ("an ", "11", "en", True),
        ("a ", "18", "en", False),
        ("a ", "110", "en", True),
        ("the ", "Acme", "en", True),
        ("", "Acme", "en", True),
        ("an ", "Élan", "en", True),
        ("a ", "European", "en", True),
        ("la ", "clínica", "es", True),
        ("el ", "clínica", "es", False),
        ("al ", "banco", "es", True),
        ("del ", "universidad", "es", False),
        ("una ", "estación", "es", True),
        ("el ", "agua", "es", True),
        ("los ", "laboratorios", "es", True),
        ("las ", "universidades", "es", True),
        ("los ", "universidades", "es", False),
        ("el ", "día", "es", True),
        ("la ", "mano", "es", True),
        ("un buen ", "médico", "es", True),
        ("una buena ", "médico", "es", False),
        ("San ", "Tomás", "es", False),
        ("Santo ", "Tomás", "es", True),
        ("Santo ", "Domingo", "es", True),
        ("San ", "Juan", "es", True),
        ("con ", "Juan", "es", True),
        ("las ", "voces", "es", True),
        ("las ", "estaciones", "es", True),
    ],
)
def test_fits(before: str, value: str, language: str, expected: bool) -> None:
    assert fits(before, value, language) is expected


def test_a_table_is_restricted_with_its_chances() -> None:
    table = Table.of({"Acme": 3.0, "Odex": 1.0, "Bell": 4.0})
    among = fitting(table, "it is an ", "en")
    assert among.values == ("Acme", "Odex")
    assert among.weights()["Acme"] == pytest.approx(0.75)
    assert fitting(table, "it is the ", "en") is table
    assert fitting(Table.of(["Bell"]), "an ", "en").values == ("Bell",)


@pytest.mark.parametrize(
    ("value", "mention", "accents", "expected"),
    [
        ("Ávila", "MADRID", True, "ÁVILA"),
        ("Ávila", "madrid", True, "ávila"),
        ("Ávila", "Madrid", True, "Ávila"),
        ("Ávila", "Madrid", False, "Avila"),
        ("plan básico", "Plan oro", True, "Plan básico"),
        ("the plan", "The offer", True, "The plan"),
    ],
)
def test_letter_case_and_accents(value: str, mention: str, accents: bool, expected: str) -> None:
    assert in_form(value, mention, accents=accents) == expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("London's", "Leeds", "Leeds's"),
        ("Leeds'", "Leeds", "Leeds'"),
        ("Leeds'", "London", "London's"),
        ("London’s", "York", "York’s"),
        ("LONDON'S", "YORK", "YORK'S"),
        ("London", "York", "York"),
    ],
)
def test_possessives(old: str, new: str, expected: str) -> None:
    _, tail = ending(old, "en")
    assert with_ending(new, tail, "en") == expected


@pytest.mark.parametrize(
    ("old", "plain", "new", "expected"),
    [
        ("<Lau-> Laura", "Laura", "Marta", "<Mar-> Marta"),
        ("<Lau-> Laura", "Laura", "Al", "<A-> Al"),
        ("Laura=", "Laura", "Eva", "Eva="),
        ("+Francisco <%eh> Pérez", "Francisco Pérez", "Luis Gómez", "+Luis <%eh> Gómez"),
        ("<Laura> Laura García", "Laura García", "Ana Ruiz", "<Ana> Ana Ruiz"),
        ("<Laura García> Laura García", "Laura García", "Ana Ruiz", "<Ana Ruiz> Ana Ruiz"),
        ("<Gar-> <Gar-> García", "García", "Sanz", "<San-> <San-> Sanz"),
        ("Laura <Gar-> García", "Laura García", "Ana Ruiz", "Ana <Rui-> Ruiz"),
        ("<%eh> San Sebastián", "San Sebastián", "Lugo", "<%eh> Lugo"),
        ("<%eh> Lugo", "Lugo", "San Sebastián", "<%eh> San Sebastián"),
        ("<Lau->", "Lau", "Marta", "<Mar->"),
        (
            "Laura @[*EVENT*: noise] García",
            "Laura García",
            "Ana Ruiz",
            "Ana @[*EVENT*: noise] Ruiz",
        ),
        ("Madrid", "Madrid", "Lugo", "Lugo"),
        ("Laura=, García", "Laura, García", "Ana Ruiz", "Ana=, Ruiz"),
    ],
)
def test_marks_of_a_transcription(old: str, plain: str, new: str, expected: str) -> None:
    assert unmarked(old) == plain
    assert marked(old, new) == expected


@given(st.text(max_size=40), st.text(max_size=20))
def test_any_text_can_be_marked(old: str, new: str) -> None:
    assert isinstance(marked(old, new), str)
    assert isinstance(unmarked(old), str)
    for language in ("en", "es"):
        stem, tail = ending(old, language)
        assert stem + tail == old
        assert fits(old, new, language) in (True, False)
    assert without_accents(without_accents(old)) == without_accents(old)
