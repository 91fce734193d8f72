"""Lines that readers found wrong, as kinds: what must hold of any release of invented sentences."""

from __future__ import annotations

import re

import pytest

from understudy import Deidentifier
from understudy.core.folding import flat_letters
from understudy.core.types import Span
from understudy.surrogates.people.names import FEMALE, MALE, gender_of, is_given
from understudy.surrogates.places.atlas import countries

DEIDENTIFIER = Deidentifier()
LABELS = {
    "o": "ORGANIZATION",
    "p": "PERSON",
    "l": "LOCATION",
    "a": "STREET_ADDRESS",
    "n": "CASE_NUMBER",
    "s": "SPELLING",
}
KEYS = range(6)
TURKISH = frozenset(countries()["TR"].regions[""].towns)


def released(marked: str, language: str, key: int) -> list[str]:
    """The stand-ins for values in braces, each behind a letter for its kind."""
    text, spans = "", []
    for piece in marked.split("{"):
        value, brace, rest = piece.partition("}")
        if not brace:
            text += piece
            continue
        label, value = value[0], value[2:]
        spans.append(Span(len(text), len(text) + len(value), LABELS[label]))
        text += value + rest
    made = DEIDENTIFIER.replace(text, spans, language=language, key=bytes([key] * 32))
    return [edit.surrogate for edit in made.edits]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("text", "language", "wanted"),
    [
        ("{p:Zqarys Pugh} sang. {p:Zqarys} is his granddaughter.", "en", FEMALE),
        ("{p:Ysabo Pugh} sang. {p:Ysabo} was the uncle of all.", "en", MALE),
        ("Habló la concejala {p:Sagrarion Peña} ante todos.", "es", FEMALE),
        ("Habló la joven ingeniera química {p:Zuron Solé} ante todos.", "es", FEMALE),
        ("Habló el arquitecto {p:Zurina Solé} ante todos.", "es", MALE),
        ("El presidente de la Cámara, {p:Zurina Solé}, criticó el plan.", "es", MALE),
        ("Ayer {p:Zuron Solé}, nacida en el norte, cantó otra vez.", "es", FEMALE),
        ("Llegó una niña de 4 años, {p:Zuron Solé}, con fiebre.", "es", FEMALE),
        ("Vino con su madre. {p:Zuron Solé} compró la finca.", "es", MALE),
        ("Suspect 2, {p:Zuron Solé}, was held. The girlfriend left.", "en", MALE),
    ],
)
def test_what_somebody_is_tells_the_gender(text: str, language: str, wanted: str, key: int) -> None:
    given = released(text, language, key)[0].split()[0]
    assert gender_of(given.lower(), language) in ("", wanted)


@pytest.mark.parametrize("key", KEYS)
def test_a_family_in_the_plural(key: int) -> None:
    text = "{p:Rino Esposito} came. The {p:Espositos} live here, says {p:Tom Hill}."
    father, family, _ = released(text, "en", key)
    assert family.startswith(father.split()[-1])
    assert family != father.split()[-1]


@pytest.mark.parametrize("key", range(20))
def test_nobody_has_a_name_of_somebody_else(key: int) -> None:
    names = ["Ana", "Eva", "Sara", "Luz", "Inés", "Rosa", "Carmen", "Elena"]
    text = ", ".join(f"su hermana {{p:{name}}}" for name in names)
    found = released(text, "es", key)
    assert len(set(found)) == len(names)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("text", "language", "places"),
    [
        ("the Henderson boys, {p:Tim} and {p:Scott}, played ball for the whole year", "en", 2),
        ("Wife of the late {p:Hamish}, mother of {p:Fiona} and of all in the whole town", "en", 2),
        ("Nacida en el pueblo, hija de {p:Antonio} y {p:Dolores}, vecina de la villa", "es", 2),
        ("[12:01] {p:Laura}: habéis visto a alguien en la plaza esta tarde?", "es", 1),
        ("La enfermera {p:Sonia} tomó la tensión a todos los pacientes de la sala.", "es", 1),
    ],
)
def test_given_names_stay_given_names(text: str, language: str, places: int, key: int) -> None:
    found = released(text, language, key)
    assert len(found) == places
    assert all(is_given(flat_letters(one), language) for one in found)


@pytest.mark.parametrize("key", KEYS)
def test_an_article_before_a_town_fits(key: int) -> None:
    a, an = released("a {l:Tulsa} dentist met an {l:Akron} man in Ohio", "en", key)
    assert a[0] not in "AEIO"
    assert an[0] in "AEIOU"


@pytest.mark.parametrize("key", KEYS)
def test_a_street_stays_a_street(key: int) -> None:
    (whole,) = released("Vive en {a:la avenida del Cabildo, 33} con ellos.", "es", key)
    assert re.fullmatch(r"la avenida (?:de|del|\w).*, \d+", whole)
    (name,) = released("La detuvieron en la calle {a:Calvario} ayer.", "es", key)
    assert "calle" not in name.lower()
    (road,) = released("They live on {a:Pine Level Road} now.", "en", key)
    assert road.endswith(" Road")
    assert "Level" not in road.split()[1:]


@pytest.mark.parametrize("key", KEYS)
def test_a_region_tells_the_country_of_a_town(key: int) -> None:
    dayton, _, toledo = released("of {l:Dayton}, {l:Ohio}, grew up in {l:Toledo}", "en", key)
    assert toledo not in ("Madrid", "Toledo", "Barcelona", "Sevilla", "Seville")
    assert dayton != toledo


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("value", "language", "form"),
    [
        ("2019-CR-00417", "en", r"\d{4}-CR-\d+"),
        ("INV-2023-0098", "en", r"INV-\d{4}-\d+"),
        ("FAC-2023-118", "es", r"FAC-\d{4}-\d+"),
        ("345/2019", "es", r"\d+/\d{4}"),
        ("1:19-cv-01234-ABC", "en", r"\d:\d\d-cv-\d{5}-[A-Z]{3}"),
    ],
)
def test_a_number_keeps_its_form(value: str, language: str, form: str, key: int) -> None:
    (found,) = released(f"n. {{n:{value}}}", language, key)
    assert re.fullmatch(form, found)


@pytest.mark.parametrize("key", KEYS)
def test_a_letter_that_is_talked_about(key: int) -> None:
    text = "{p:Katherine} is with an {s:E} at the end: {s:K-A-T-H-E-R-I-N-E}."
    name, letter, spelt = released(text, "en", key)
    assert letter.lower() == name[-1].lower()
    assert spelt.replace("-", "").lower() == name.lower()


@pytest.mark.parametrize("key", KEYS)
def test_a_section_of_a_court_stays_one(key: int) -> None:
    text = "La {o:Sección Tercera de la Audiencia Provincial de Murcia} acuerda esto en {l:Murcia}."
    court, town = released(text, "es", key)
    assert court == f"Sección Tercera de la Audiencia Provincial de {town}"


@pytest.mark.parametrize("key", KEYS)
def test_a_name_that_is_spelt_by_hyphens(key: int) -> None:
    text = "Soy Micaela Rufo. Sí, R-U-F-O."
    spans = [Span(4, 16, "PERSON", key="c"), Span(22, 29, "PERSON", key="c")]
    made = DEIDENTIFIER.replace(text, spans, language="es", key=bytes([key] * 32))
    name, spelt = (edit.surrogate for edit in made.edits)
    assert flat_letters(spelt) == flat_letters(name.split()[-1])


@pytest.mark.parametrize("key", range(12))
def test_an_and_goes_with_the_name_behind_it(key: int) -> None:
    found = released("Su hermana {p:Ana} y su hermana {p:Rosa} y {p:Luis} cantan.", "es", key)
    assert not flat_letters(found[2]).startswith(("i", "hi"))


@pytest.mark.parametrize("key", KEYS)
def test_the_text_tells_the_country_of_its_towns(key: int) -> None:
    text = (
        "The Turkish Government were represented by their Agent. In the years that followed the "
        "matter was before several courts at different times and in many places of the land, and "
        "nobody ever heard of it. He was taken into custody in {l:Istanbul}."
    )
    (town,) = released(text, "en", key)
    assert town in TURKISH
