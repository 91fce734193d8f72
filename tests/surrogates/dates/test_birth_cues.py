"""Which words before a date say that it is one of birth."""

from __future__ import annotations

import pytest

from understudy.languages.lists import words_read
from understudy.surrogates.dates.ages import child_described, life_beside
from understudy.surrogates.dates.facts import birth_before
from understudy.surrogates.mention import Mention
from understudy.surrogates.signs import LIFE


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


@pytest.mark.parametrize(
    ("before", "after", "language", "life"),
    [
        ("quería matricular a mi hija, nació el ", "", "es", "child"),
        ("es para mi hijo, nacido el ", "", "es", "child"),
        ("plaza en la guardería, nació el ", "", "es", "infant"),
        ("fecha de nacimiento ", ", pediatría", "es", "child"),
        ("la cartilla de vacunación, nació el ", "", "es", "child"),
        ("soy maestra de primaria y nací el ", "", "es", "adult"),
        ("mi marido nació el ", "", "es", "adult"),
        ("nació el ", "", "es", ""),
        ("enrol my son, born ", "", "en", "child"),
        ("a school place for her, born ", "", "en", "child"),
        ("the vaccine card, born ", "", "en", "child"),
        ("his date of birth ", ", paediatrics", "en", "child"),
        ("a place at the nursery, born ", "", "en", "infant"),
        ("I work at a primary school and I was born on ", "", "en", "adult"),
        ("my husband was born on ", "", "en", "adult"),
        ("the passport of her daughter, born ", "", "en", "child"),
        ("Travel consent form. Minor: \u2592, born ", "", "en", "child"),
        ("a visa for their son \u2592 \u2592, born ", "", "en", "child"),
        ("our toddler, born ", "", "en", "child"),
        ("Minor head injury, born ", "", "en", ""),
        ("the passport of her sister, born ", "", "en", ""),
        ("renovar el pasaporte de su hija, nacida el ", "", "es", "child"),
        ("permiso de viaje de \u2592, nacido el ", "", "es", "child"),
        ("el pasaporte de mi marido, nacido el ", "", "es", "adult"),
        ("cirugía menor, nacido el ", "", "es", ""),
        ("she was born on ", "", "en", ""),
    ],
)
def test_words_around_a_birth_tell_a_child(
    before: str, after: str, language: str, life: str
) -> None:
    assert life_beside(Mention("3/4/2020", "DATE", before, after), language) == life


def test_what_is_said_far_before_a_birth_tells_a_child() -> None:
    far = "I want to enrol her at the school round the corner, we have moved here from far away. "
    assert child_described(far, "en") == "child"
    assert not child_described("my brother fixed the car that we bought last year", "en")
    assert not child_described(far + "\n\nAnother letter.", "en")
    told = Mention("3/4/2020", "DATE", "Born on ", "", ((LIFE, "child"),))
    assert life_beside(told, "en") == "child"
    assert life_beside(told._replace(before="my husband was born on "), "en") == "adult"


@pytest.mark.parametrize("language", ["en", "es"])
def test_each_far_cue_says_how_old_a_child_is(language: str) -> None:
    for cue in words_read(language, "calendar", "birth_far"):
        assert child_described(f"{cue} ", language) in ("infant", "child")
