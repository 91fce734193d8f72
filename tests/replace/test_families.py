"""People who share a surname share one in the release, with their addresses."""

from __future__ import annotations

import pytest

from understudy import Deidentified, Deidentifier
from understudy.core.folding import flat_letters
from understudy.core.types import Span

DEIDENTIFIER = Deidentifier()


def released(text: str, names: list[str], language: str, key: int) -> list[str]:
    """The stand-ins of the given names, in the order in which they stand."""
    spans = []
    for name in names:
        label = "EMAIL_ADDRESS" if "@" in name else "PERSON"
        at = text.index(name, spans[-1].end if spans else 0)
        spans.append(Span(at, at + len(name), label))
    made: Deidentified = DEIDENTIFIER.replace(text, spans, language=language, key=bytes([key] * 32))
    return [edit.surrogate for edit in made.edits]


@pytest.mark.parametrize("key", range(5))
def test_a_daughter_and_her_father(key: int) -> None:
    text = "Colleen Varga paid for Istvan Varga. Mr VARGA thanked Bob Quist."
    first, father, capitals, other = released(
        text, ["Colleen Varga", "Istvan Varga", "VARGA", "Bob Quist"], "en", key
    )
    assert first.split()[1] == father.split()[1]
    assert capitals == father.split()[1].upper()
    assert other.split()[1] != father.split()[1]


@pytest.mark.parametrize("key", range(5))
def test_a_child_with_a_surname_of_each_parent(key: int) -> None:
    text = "Unai García López, su padre Luis García Pérez y su madre Ana López Ruiz."
    names = ["Unai García López", "Luis García Pérez", "Ana López Ruiz"]
    child, father, mother = (one.split() for one in released(text, names, "es", key))
    assert child[-2:] == [father[-2], mother[-2]]


@pytest.mark.parametrize("key", range(5))
def test_an_address_has_the_surname_of_the_couple(key: int) -> None:
    text = "Tabitha Kruger called. Thank you, Dominic. Write to dominic.kruger@example.com please."
    wife, husband, address = released(
        text, ["Tabitha Kruger", "Dominic", "dominic.kruger@example.com"], "en", key
    )
    local = address.partition("@")[0]
    assert local.startswith(f"{husband.lower()}.")
    assert flat_letters(wife.split()[1]) in local


@pytest.mark.parametrize("key", range(5))
def test_capitals_are_not_handed_on(key: int) -> None:
    text = "STATE v. DARNELL PRITCHARD. His mother, Ernestine Pritchard, came."
    accused, mother = released(text, ["DARNELL PRITCHARD", "Ernestine Pritchard"], "en", key)
    assert accused.isupper()
    assert mother.split()[-1].upper() == accused.split()[-1]
    assert not mother.split()[-1].isupper()


@pytest.mark.parametrize("key", range(5))
def test_both_halves_of_a_double_surname(key: int) -> None:
    text = "Doña Rosa García-Verdugo es hija de Anselmo García-Verdugo."
    daughter, father = released(text, ["Rosa García-Verdugo", "Anselmo García-Verdugo"], "es", key)
    assert daughter.split()[-1] == father.split()[-1]


@pytest.mark.parametrize("key", range(5))
def test_a_name_changed_by_marriage(key: int) -> None:
    text = "Maria Kowal, née Lindqvist, won as Maria Lindqvist. Adam Kowal is her husband."
    names = ["Maria Kowal", "Lindqvist", "Maria Lindqvist", "Adam Kowal"]
    now, born, before, husband = released(text, names, "en", key)
    assert now.split()[0] == before.split()[0]
    assert before.split()[1] == born
    assert now.split()[1] == husband.split()[1] != born


@pytest.mark.parametrize("key", range(5))
def test_a_surname_said_behind_the_given_name(key: int) -> None:
    text = "her name is lakshmi last name raghun and her mail is lakshmi.raghun@example.com"
    given, surname, address = released(
        text, ["lakshmi", "raghun", "lakshmi.raghun@example.com"], "en", key
    )
    assert address.startswith(f"{flat_letters(given)}.{flat_letters(surname)}@")
