"""Spellings read: which letters are said, how, and whose name they make."""

from __future__ import annotations

import pytest
from read_pieces import ref_shown, roster_of

from understudy.surrogates.people.draws import Draws
from understudy.surrogates.people.sketch import Ref
from understudy.surrogates.people.spell import respelt
from understudy.surrogates.people.spelling import cover, read_respelling, read_spelling

ENGLISH = [
    ("A-N-N", "given0"),
    ("a n n", "given0"),
    ("L as in Lima, E, E", "surname0"),
    ("A for apple N N", "given0"),
    ("capital A, N, N", "given0"),
    ("A N N space L E E", "given0 surname0"),
    ("A, double N", "given0"),
    ("L E", "surname0-cut"),
    ("A", "given0-initial"),
    ("B-O-B", "own"),
    ("X Q Z", "own"),
    ("T's", "own"),
    ("a 3", "own"),
    ("Ann", None),
    ("an", None),
    ("A, N, N!", None),
    ("two T's", None),
    ("hello there", None),
]
SPANISH = [
    ("A-N-A", "given0"),
    ("a ene a", "given0"),
    ("a, ene y a", "given0"),
    ("A con acento, N, A", "given0"),
    ("doble ele a ene o", "surname0"),
    ("A N A espacio L L A N O", "given0 surname0"),
    ("L de Lugo", "surname0-initial"),
    ("elle a", None),
    ("ele ele a", "surname0-cut"),
    ("i griega", "own"),
    ("uve doble", "own"),
    ("eñe", "own"),
    ("zeta o", "own"),
    ("ana", None),
    ("dos eles", None),
    ("hola", None),
]


def spelt(text: str, language: str, givens: str, surnames: str) -> str | None:
    found = read_spelling(text, roster_of(language, givens, surnames), Draws(), language)
    if found is None:
        return None
    return " ".join(map(ref_shown, found.parts)) if found.extra < 0 else "own"


@pytest.mark.parametrize(("text", "expected"), ENGLISH)
def test_english(text: str, expected: str | None) -> None:
    assert spelt(text, "en", "ann", "lee") == expected


@pytest.mark.parametrize(("text", "expected"), SPANISH)
def test_spanish(text: str, expected: str | None) -> None:
    assert spelt(text, "es", "ana", "llano") == expected


@pytest.mark.parametrize(
    ("letters", "expected"),
    [
        ("annlee", "given0 surname0"),
        ("leeann", "surname0 given0"),
        ("ann", "given0"),
        ("annl", None),
        ("bob", None),
    ],
)
def test_names_cover_letters_or_do_not(letters: str, expected: str | None) -> None:
    found = cover(letters, [("ann", Ref("given")), ("lee", Ref("surname"))])
    assert (found and " ".join(map(ref_shown, found))) == expected


@pytest.mark.parametrize(
    ("text", "old", "new", "language", "expected"),
    [
        ("A-N-N", "Ann", "Zoe", "en", "Z-O-E"),
        ("A, N", "Ann", "Zoey", "en", "Z, O, E"),
        ("a as in alpha n n", "Ann", "Bo", "en", "b as in bravo o"),
        ("hello there", "Ann", "Zoe", "en", None),
        ("ene, o, e", "Noé", "Ana", "es", "a, ene, a"),
        ("N de Navarra, O, E", "Noé", "Eva", "es", "E de España, V, A"),
        ("hola", "Noé", "Ana", "es", None),
    ],
)
def test_another_name_is_spelt_alike(
    text: str, old: str, new: str, language: str, expected: str | None
) -> None:
    read = read_respelling(text, old, language)
    assert (respelt(read, new, language) if read else None) == expected
