"""The lists of names agree with themselves."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from itertools import pairwise

import pytest

from understudy.core.folding import flat, flat_letters, without_accents
from understudy.languages import facts, installed
from understudy.surrogates.people.names import (
    BEHIND,
    FEMALE,
    FIRST,
    MALE,
    compounds,
    gender_of,
    given_table,
    is_given,
    known,
    link_group,
    middle_table,
    shorts,
    surname_table,
)
from understudy.surrogates.people.origins import OWN, origin_table
from understudy.surrogates.people.titles import counterpart, title_gender


@pytest.mark.parametrize("language", installed())
def test_languages_know_the_same_things(language: str) -> None:
    assert known(language).keys() == known("en").keys()
    for part in ("titles", "near", "fields", "names", "spelling", "address"):
        assert known(language)[part].keys() == known("en")[part].keys()


@pytest.mark.parametrize("language", installed())
def test_examples_begin_with_their_letter(language: str) -> None:
    examples = known(language)["spelling"]["examples"]
    assert len(examples) == 27
    for letter, word in examples.items():
        assert flat(word)[0] == flat(letter)


@pytest.mark.parametrize("language", installed())
@pytest.mark.parametrize("gender", [FEMALE, MALE])
def test_tables_have_values_of_the_gender(language: str, gender: str) -> None:
    other = MALE if gender == FEMALE else FEMALE
    for size in range(6):
        table = given_table(language, gender, size)
        assert table.size >= 5
        assert all(gender_of(flat_letters(name), language) != other for name in table.values)
    for equivalent in known(language)["equivalents"]:
        assert given_table(language, gender, 0, equivalent).size >= 5
    kinds = {link_group(link, language) for link in known("es")["names"]["linked"]}
    for kind in (" ", "-", FIRST, BEHIND, *kinds):
        for short in (False, True):
            for apart in (False, True):
                table = compounds(language, gender, kind, short, apart)
                assert table.size >= (3 if short or apart else 20)
                assert all(len(pair.split()) == 2 for pair in table.values)


def test_names_with_short_forms_have_as_many_as_are_needed() -> None:
    for name in given_table("en", FEMALE, 2).values:
        assert len(shorts(flat_letters(name), "en")) >= 2


@pytest.mark.parametrize("language", installed())
def test_equivalents_differ(language: str) -> None:
    for pairs in known(language)["equivalents"].values():
        assert all(full != equal and is_given(flat_letters(full)) for full, equal in pairs.items())


@pytest.mark.parametrize("language", installed())
def test_particles_have_surnames(language: str) -> None:
    for particle in known(language)["particles"]:
        assert surname_table(language, particle).size >= 3
    assert surname_table(language, "no particle") == surname_table(language, "")


@pytest.mark.parametrize(
    ("word", "language", "gender"),
    [
        ("mr", "en", MALE),
        ("sra", "es", FEMALE),
        ("sra", "en", FEMALE),
        ("dr", "en", ""),
        ("dr", "es", MALE),
        ("don", "es", MALE),
        ("don", "en", None),
        ("laura", "es", None),
    ],
)
def test_titles(word: str, language: str, gender: str | None) -> None:
    assert title_gender(word, language) == gender


@pytest.mark.parametrize(
    ("word", "gender", "language", "wanted"),
    [
        ("mr", FEMALE, "en", "Ms"),
        ("mr", MALE, "en", "mr"),
        ("dr", FEMALE, "en", "dr"),
        ("dr", FEMALE, "es", "Dra"),
        ("la", MALE, "es", "el"),
    ],
)
def test_counterparts(word: str, gender: str, language: str, wanted: str) -> None:
    assert counterpart(word, gender, language) == wanted


def test_bare_keeps_case_and_marks() -> None:
    assert without_accents("Núñez-O'Á") == "Nunez-O'A"


def test_frequent_names_are_drawn_more_often() -> None:
    surnames = surname_table("es", "").weights()
    assert surnames["García"] > surnames["Serrano"] > surnames["Zurita"]
    for gender, often, seldom in ((FEMALE, "Carmen", "Adoración"), (MALE, "Antonio", "Abilio")):
        weights = given_table("es", gender).weights()
        assert weights[often] > 5 * weights[seldom]


def test_a_name_is_listed_with_its_accent_alone() -> None:
    surnames = set(surname_table("es", "").values)
    assert "Rodríguez" in surnames
    assert "Rodriguez" not in surnames


@pytest.mark.parametrize("language", installed())
def test_some_names_are_from_abroad_and_written_in_own_letters(language: str) -> None:
    weights = surname_table(language, "").weights()
    assert weights["Rossi"] > 0
    assert all(
        without_accents(name).replace("-", "").replace("'", "").isascii() for name in weights
    )


def test_no_country_has_a_placeholder_for_its_names() -> None:
    for language in ("en", "es"):
        assert "Doe" not in surname_table(language, "").values


def _often(weights: Mapping[str, float], *names: str) -> bool:
    return all(weights[one] > weights[other] for one, other in pairwise(names))


def test_people_go_by_short_forms() -> None:
    weights = given_table("en", MALE).weights()
    assert _often(weights, "Michael", "Mike", "Mick")
    assert weights["Tom"] > weights["Clifford"]
    assert _often(given_table("es", MALE).weights(), "Francisco", "Sixto")


def test_second_names_are_the_common_ones() -> None:
    assert _often(middle_table("en", MALE, OWN).weights(), "James", "Howard", "Graeme")
    assert _often(compounds("es", MALE, " ", False, False).weights(), "José Luis", "Luis Ángel")


@pytest.mark.parametrize("language", installed())
def test_every_origin_has_names(language: str) -> None:
    for origin in origin_table(language).values:
        assert surname_table(language, "", origin).size >= 20
        for gender in (FEMALE, MALE):
            assert given_table(language, gender, origin=origin).size >= 20
    shares = origin_table(language).weights()
    assert shares[OWN] == pytest.approx(1 - facts(language)["foreign_names"])


def test_names_of_origins_are_single_words_of_one_gender() -> None:
    source = files("understudy.languages").joinpath("world", "names.toml")
    for lists in tomllib.loads(source.read_text(encoding="utf-8")).values():
        for names in lists.values():
            found = names.split()
            assert len(found) == len(set(found))
            assert all(len(name) > 2 and name.isalpha() and name.istitle() for name in found)
        assert len(set(lists["male"].split()) & set(lists["female"].split())) < 5
