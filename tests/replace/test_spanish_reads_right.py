"""Kinds of lines that readers of Spanish found wrong, in invented sentences with their marks."""

from __future__ import annotations

import re

import pytest

from understudy import Deidentifier
from understudy.core.folding import flat_letters
from understudy.core.types import Span
from understudy.surrogates.people.names import gender_of, is_given
from understudy.surrogates.places.atlas import countries, place_name

DEIDENTIFIER = Deidentifier()
LABELS = {
    "p": "PERSON",
    "l": "LOCATION",
    "z": "POSTAL_CODE",
    "a": "STREET_ADDRESS",
    "m": "EMAIL_ADDRESS",
}
KEYS = range(6)
PIECE = re.compile(r"\{(\w):([^}]*)\}")


def released(marked: str, key: int) -> list[str]:
    """The stand-ins for values in braces, each behind a letter for its kind."""
    text, spans, cursor = "", [], 0
    for found in PIECE.finditer(marked):
        text += marked[cursor : found.start()]
        spans.append(Span(len(text), len(text) + len(found[2]), LABELS[found[1]]))
        text += found[2]
        cursor = found.end()
    text += marked[cursor:]
    made = DEIDENTIFIER.replace(text, spans, language="es", key=bytes([key] * 32))
    return [edit.surrogate for edit in made.edits]


def is_surname_alone(name: str) -> bool:
    word = name.lower()
    return not is_given(word, "es") or not gender_of(word, "es")


@pytest.mark.parametrize(
    "text",
    [
        "Se cita a los testigos {p:Zurán} y {p:Juan Antonio Ledesma}, y a la perito, el martes.",
        "Pedido para {p:Zurán}, que lo deje con el portero de la finca de enfrente, por favor.",
    ],
)
def test_a_given_name_alone_stays_one(text: str) -> None:
    assert sum(is_given(released(text, key)[0].lower(), "es") for key in range(12)) >= 10


@pytest.mark.parametrize("text", ["{p:Nélida Zurán} viuda de {p:Zorán}, de 79 años, espera."])
def test_whom_somebody_is_the_widow_of_is_called_by_a_surname(text: str) -> None:
    assert sum(is_surname_alone(released(text, key)[1]) for key in KEYS) >= len(KEYS) - 1


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("text", "given", "surname"),
    [
        (
            "Nombre: {p:Soledad}\nApellidos: {p:Zordero Marín}\nCorreo: {m:soledad.zordero@x.es}",
            0,
            1,
        ),
        (
            "Apellidos: {p:Zordero Marín}\nNombre: {p:Soledad}\nCorreo: {m:soledad.zordero@x.es}",
            1,
            0,
        ),
    ],
)
def test_the_fields_of_a_form_are_one_person(text: str, given: int, surname: int, key: int) -> None:
    found = released(text, key)
    local = found[2].partition("@")[0]
    assert local == flat_letters(found[given]) + "." + flat_letters(found[surname].split()[0])


@pytest.mark.parametrize("key", KEYS)
def test_brothers_with_their_surnames_first_share_them(key: int) -> None:
    text = "Paciente: {p:Zruz Zantos, Ángeles}. Contacto: {p:Zruz Zantos, Julián} (hermano)"
    one, other = (name.partition(",")[0] for name in released(text, key))
    assert one == other


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("name", ["Zepe el Rubio", "Zoli la Coja"])
def test_a_nickname_keeps_its_article(name: str, key: int) -> None:
    (found,) = released(f"alias «{{p:{name}}}», del barrio", key)
    assert re.fullmatch(rf"\w+ {name.split()[1]} [A-ZÁÉÍÓÚÑ][\w'-]+", found)


@pytest.mark.parametrize("key", KEYS)
def test_a_mexican_code_lies_in_the_state_of_its_town(key: int) -> None:
    code, town, state = released("{z:44520} {l:Guadalajara}, {l:Jalisco}.", key)
    region = next(
        one
        for one in countries()["MX"].regions.values()
        if place_name(one.name, "MX", "es") == state
    )
    assert code.startswith(region.prefixes)
    assert town in [place_name(one, "MX", "es") for one in region.towns]


@pytest.mark.parametrize("key", KEYS)
def test_an_argentine_code_keeps_its_form(key: int) -> None:
    code, _ = released("{z:C1205AAQ} {l:Rosario}, Argentina", key)
    assert re.fullmatch(r"[A-Z]\d{4}[A-Z]{3}", code)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("street", ["Jr. Puno 233", "Pol. Ind. La Zruz, parcela 8"])
def test_a_street_keeps_its_kind(street: str, key: int) -> None:
    (found,) = released(f"Entregar en {{a:{street}}}, hoy.", key)
    assert found.startswith(street.partition(".")[0])


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (
            "Taxi: recoger a {p:Zoe Mar} en casa (en {l:Zork}) a las 5:45; vuelo a {l:Zerk} 7:30.",
            True,
        ),
        (
            "hola buenas tardes el telefono no da señal desde ayer aunque llame tres veces al "
            "numero que me disteis y mi hija dice que ahi en {l:Zork} no hay linea desde la "
            "averia de la calle grande asi que necesito que alguien venga pronto por favor a "
            "{l:Zerk} porque trabajo desde casa todos los lunes".replace("ñ", "n"),
            False,
        ),
    ],
)
def test_only_a_long_text_without_accents_leaves_them_out(text: str, written: bool) -> None:
    found = "".join(town for key in range(40) for town in released(text, key))
    assert bool(re.search("[áéíóúñ]", found)) == written
