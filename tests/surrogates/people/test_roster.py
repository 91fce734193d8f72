"""The names of one person as they are met: what stands for which of them."""

from __future__ import annotations

import pytest
from read_pieces import ref_shown, roster_of

from understudy.surrogates.people.roster import Name, Roster, by_lists, full_names


@pytest.mark.parametrize(
    ("word", "expected"),
    [("ann", 1), ("carmen", 1), ("smith", -1), ("garcia", -1), ("lee", 0), ("xyzzy", 0)],
)
def test_lists_of_names_speak_for_given_names_or_surnames(word: str, expected: float) -> None:
    assert by_lists(word, "en") == expected


@pytest.mark.parametrize(
    ("words", "language", "expected"),
    [
        ("william bill", "en", {"bill": "william"}),
        ("kate katherine", "en", {"kate": "katherine"}),
        ("bob rob", "en", {"bob": "robert", "rob": "robert"}),
        ("mary maria", "en", {"maria": "mary"}),
        ("bill", "en", {}),
        ("ann smith", "en", {}),
        ("paco francisco", "es", {"paco": "francisco"}),
        ("lola dolores", "es", {"lola": "dolores"}),
        ("nacho ignacio", "es", {"nacho": "ignacio"}),
        ("pepe", "es", {}),
        ("ana gil", "es", {}),
    ],
)
def test_short_forms_stand_for_names_that_are_said(
    words: str, language: str, expected: dict[str, str]
) -> None:
    assert full_names(words.split(), [], language) == expected


def name(word: str) -> Name:
    return Name(0, word, word, "word")


@pytest.mark.parametrize(
    ("language", "known", "word", "expected"),
    [
        ("en", "dashiell", "dashiell", "given0"),
        ("en", "dashiell", "dash", "given0-short0"),
        ("en", "dashiell", "dashiel", "given0"),
        ("en", "dashiell", "zorro", "given0-short0"),
        ("en", "dashiell", "mary", "given0-short0"),
        ("es", "maria carmen", "carmen", "given1"),
        ("es", "fernando", "fernan", "given0-short0"),
        ("es", "fernando", "chispa", "given0-short0"),
        ("es", "fernando", "lucia", "given0-short0"),
    ],
)
def test_a_given_name_alone_finds_its_place(
    language: str, known: str, word: str, expected: str
) -> None:
    assert ref_shown(roster_of(language, known).given(name(word), True)) == expected


@pytest.mark.parametrize(
    ("language", "known", "word", "expected"),
    [
        ("en", "smith", "smith", "surname0"),
        ("en", "smith", "smiths", "surname0-plural"),
        ("en", "jones", "joneses", "surname0-plural"),
        ("en", "anderson", "andersen", "surname0"),
        ("en", "smith", "baker", "surname1"),
        ("es", "lopez garcia", "garcia", "surname1"),
        ("es", "lopez", "ruiz", "surname1"),
        ("es", "gutierrez", "gutierres", "surname0"),
    ],
)
def test_a_surname_finds_its_place(language: str, known: str, word: str, expected: str) -> None:
    assert ref_shown(roster_of(language, "", known).surname(name(word))) == expected


@pytest.mark.parametrize(
    ("letter", "part", "order", "expected"),
    [
        ("a", "given", 0, "given0-initial"),
        ("g", "surname", 0, "surname0-initial"),
        ("g", "given", 1, "surname0-initial"),
        ("s", "surname", 1, "surname1-initial"),
        ("q", "given", 1, "given1-initial"),
        ("q", "surname", 2, "surname2-initial"),
    ],
)
def test_an_initial_finds_its_name(letter: str, part: str, order: int, expected: str) -> None:
    assert ref_shown(roster_of("es", "ana", "gil soto").initial(letter, part, order)) == expected


@pytest.mark.parametrize(
    ("letters", "expected"),
    [
        ("ags", ["given0-initial", "surname0-initial", "surname1-initial"]),
        ("as", ["given0-initial", "surname1-initial"]),
        ("g", ["surname0-initial"]),
        ("ga", None),
        ("zz", None),
    ],
)
def test_initials_written_together(letters: str, expected: list[str] | None) -> None:
    found = roster_of("es", "ana", "gil soto").monogram(letters)
    assert (found and [ref_shown(ref) for ref in found]) == expected


@pytest.mark.parametrize(
    ("begun", "expected"), [("an", "given0-cut"), ("so", "surname1-cut"), ("zu", "given0-cut")]
)
def test_a_cut_word_begins_a_name(begun: str, expected: str) -> None:
    assert ref_shown(roster_of("es", "ana", "gil soto").beginning(begun)) == expected


def test_what_is_spoken_has_the_longest_name_first_and_prefixes() -> None:
    roster = Roster("en")
    roster.given(name("ann"), False)
    roster.surname(Name(0, "brien", "Brien", "word", particle="o'"))
    spoken = [(word, ref_shown(ref)) for word, ref in roster.spoken()]
    assert spoken == [("obrien", "+surname0"), ("brien", "surname0"), ("ann", "given0")]
