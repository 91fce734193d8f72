"""A name by itself is read by the words around it, never by a list."""

from __future__ import annotations

import pytest

from understudy.surrogates.mention import Mention
from understudy.surrogates.people.lone import leaning
from understudy.surrogates.people.reading import read_names

LISTED = ("Smith", "Emily", "Taylor", "Zorbax")
"""On the list of surnames, of given names, on both, on none."""
SURNAME = [
    ("en", "The * administration said on Tuesday that it would not sign."),
    ("en", "The treaty was signed by * at the end of the conference in the capital."),
    ("en", "They are wrong, said *."),
    ("en", "According to *, I was there."),
    ("en", "PC * attended."),
    ("en", "See * v. Jones."),
    ("en", "See Jones v. *."),
    ("en", "Can you move *'s deposition?"),
    ("en", "I read about the * case."),
    ("en", "* is my last name and I need a ticket"),
    ("es", "El Gobierno recibió a * en la capital, según fuentes oficiales."),
    ("es", "Me lo contaron del caso *."),
    ("es", "Según *, no me dieron nada."),
    ("es", "El fiscal * pidió seis años."),
    ("en", "Both boys in the class with the new teacher are surnamed *."),
    ("es", "Los dos chicos de la clase de segundo se llaman igual y están apellidados *."),
    ("es", "Los * viven en la casa de al lado desde hace años."),
    ("es", "Los hermanos * vieron la escena desde la otra acera de la calle."),
    ("es", "* ha presentado un escrito que firman otros senadores de la provincia."),
    ("es", "En esas pistas tan rápidas * podrá llevarse el trofeo por primera vez."),
    ("en", "One of the questions was about whether * has any thoughts on his memoirs."),
    ("en", "The * brothers ran the shop at the corner and sold it to the town."),
    ("en", "The messrs * sold it to the town."),
]
GIVEN = [
    ("en", "His assistant in the office of the board (*) says that he will be there."),
    ("en", "The landlord says * the plumber's coming to the house in the morning."),
    ("en", "So I said, *, if you want the caravan of the old man you can have it."),
    ("en", "The new girl from the market at the corner and * says hi to you all."),
    ("en", "*"),
    ("en", "It was *."),
    ("en", "Hi *, the meeting of the committee has been moved to the other building."),
    ("en", "I was with * at the station when the train came in and nobody got out."),
    ("en", "Any feedback on the contract for the new building from * Buy?"),
    ("en", "Lives alone in the old part of the town; neighbor * checks on her daily."),
    ("en", "Can you tell * that the meeting has been moved to the other building?"),
    ("en", "Name: *. The patient was admitted to the ward with a fever of unknown origin."),
    ("en", "his wife * was admitted to the ward with a fever of unknown origin"),
    ("en", "Agent: Pinemoor Pharmacy at the corner of the old market, * speaking."),
    ("en", "Agent: The committee of the building and * were at the market on that day."),
    ("es", "Agente: El comité del edificio y * estuvieron en el mercado ese día."),
    ("es", "Hola *, la reunión del comité se ha trasladado al otro edificio."),
    ("es", "El lunes quedé con * en la estación y me dijo que no venía nadie más."),
    ("en", "Thanks for the training plan! *, see the other board on the wall of the club."),
    ("es", "Los hermanos * y ▒ vieron la escena desde la otra acera de la calle."),
    ("en", "Patient's wife rang to say that * fell again in the shower on the ward last night."),
    ("en", "Lost terrier in the park by the river on Sunday; * is very sad about the whole thing."),
    ("es", "Nota de la clase: esta semana * ha mordido a un compañero dos veces en el patio."),
    ("es", "Consta el nacimiento de una niña a las cuatro de la madrugada, hija de * y de Benita."),
    ("es", "Llama la esposa de *: lleva dos días sin hacer de vientre y está raro desde ayer."),
    ("es", "Nombre: *. Fecha de ingreso en el hospital por fiebre de origen desconocido."),
]


def part(language: str, marked: str, name: str) -> str:
    before, _, after = marked.partition("*")
    _, pieces, _ = read_names([Mention(name, "PERSON", before, after)], language)
    return next(piece.part for piece in pieces[0] if hasattr(piece, "part"))


@pytest.mark.parametrize("name", LISTED)
@pytest.mark.parametrize(("language", "marked"), SURNAME)
def test_reports_of_public_affairs_call_people_by_their_surnames(
    language: str, marked: str, name: str
) -> None:
    assert part(language, marked, name) == "surname"


@pytest.mark.parametrize("name", LISTED)
@pytest.mark.parametrize(("language", "marked"), GIVEN)
def test_who_talks_calls_people_by_their_given_names(language: str, marked: str, name: str) -> None:
    assert part(language, marked, name) == "given"


def test_other_mentions_of_the_person_count_more_than_the_words_around() -> None:
    prose = ("The report was written by ", " at the end of the conference in the capital.")
    mentions = [Mention("Emily Smith", "PERSON"), *[Mention("Emily", "PERSON", *prose)] * 6]
    roster, _, _ = read_names(mentions, "en")
    assert [entry.flat for entry in roster.givens] == ["emily"]
    assert [entry.flat for entry in roster.surnames] == ["smith"]


def test_small_letters_are_no_edited_prose() -> None:
    words = ("the report was written by ", " at the end of the conference in the capital")
    assert leaning(Mention("emily", "PERSON", *words), "en") == 0
