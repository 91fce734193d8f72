"""Names that are asked for and spelt in calls: the stand-in is spelt, from its beginning."""

from __future__ import annotations

import re

import pytest

from understudy import Deidentifier
from understudy.core.folding import flat_letters
from understudy.surrogates.people.names import is_surname

KEYS = (bytes(32), bytes([1] * 32), bytes([2] * 32))


@pytest.fixture(scope="module")
def preset() -> Deidentifier:
    return Deidentifier("surrogate")


def test_the_beginning_of_a_name_is_spelt_again(preset: Deidentifier) -> None:
    text = (
        "Agent: Your surname? Caller: Wojciechowska, W-O-J-C-I-E-C-H-O-W-S-K-A. "
        "Agent: Sorry? Caller: W for whiskey, O for oscar, J for juliet."
    )
    for key in KEYS:
        new = preset(text, language="en", key=key).text
        name = re.search(r"Caller: ([^,]+),", new)
        letters = re.findall(r"([A-Z]) for", new)
        assert name is not None
        assert flat_letters(name[1]).startswith("".join(letters).lower())


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Agent: Could I take your surname? Caller: Wojciechowska, please."),
        ("es", "Agente: ¿Me dice el apellido? Cliente: Iturralde, gracias."),
    ],
)
def test_who_is_asked_for_a_surname_says_one(
    preset: Deidentifier, language: str, text: str
) -> None:
    for key in KEYS:
        (edit,) = preset(text, language=language, key=key).edits
        assert is_surname(flat_letters(edit.surrogate), language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Ticket opened by jcatterick. Contact: Jude Catterick, Leeds office."),
        ("es", "La usuaria jcastroviejo no puede entrar. Contacto: Julia Castroviejo."),
    ],
)
def test_a_user_name_follows_its_owner(preset: Deidentifier, language: str, text: str) -> None:
    for key in KEYS:
        user, owner, *_ = preset(text, language=language, key=key).edits
        first, last = owner.surrogate.split(maxsplit=1)
        assert user.surrogate == flat_letters(first)[0] + flat_letters(last)
