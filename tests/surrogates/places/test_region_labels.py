"""What stands before a place and says that it is a region."""

from __future__ import annotations

from itertools import product

import pytest

from understudy import Deidentifier
from understudy.languages.lists import words_read
from understudy.surrogates.places import labels
from understudy.surrogates.places.atlas import lookup
from understudy.surrogates.places.labels import labels_region, region_behind


@pytest.mark.parametrize(
    ("front", "language", "expected"),
    [
        ("in the state of ", "en", True),
        ("en la provincia de la ", "es", True),
        ("he lives in ", "en", False),
        ("en la provincia de ", "es", True),
        ("Provincia: ", "es", True),
        ("Localidad/Provincia: ", "es", False),
        ("vive en ", "es", False),
        ("", "es", False),
    ],
)
def test_regions_are_told_by_the_words_before(front: str, language: str, expected: bool) -> None:
    assert labels_region(front, language) is expected


@pytest.mark.parametrize(
    ("back", "expected"),
    [
        (" State and then", True),
        (" STATE, BETWEEN", True),
        (" Province", True),
        (" state of mind", False),
        (" Statehood", False),
        (", State", False),
        ("", False),
    ],
)
def test_regions_are_told_by_the_word_behind(back: str, expected: bool) -> None:
    assert region_behind(back, "en") is expected


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("She lives in Osun State with her son.", "Osun"),
        ("He moved to Delta State last year.", "Delta"),
        ("They met in Cross River State.", "Cross River"),
        ("IN THE HIGH COURT OF LAGOS STATE", "LAGOS"),
        ("The Imo State House of Assembly met.", "Imo"),
        ("Lagos State Government paid.", "Lagos"),
    ],
)
def test_no_town_stands_in_for_a_state(text: str, name: str) -> None:
    preset = Deidentifier("surrogate")
    for key in (bytes(32), bytes([1] * 32)):
        edits = preset(text, language="en", key=key).edits
        edit = next(one for one in edits if name in one.original)
        new = edit.surrogate.removesuffix(" State")
        assert "region" in {one.kind for one in lookup(new.title(), "en")}, new


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_look_at_the_end_misses_no_label(language: str) -> None:
    """Whatever the patterns take for a label is taken for one."""
    parts = [words_read(language, "places", f"region_{kind}") for kind in ("words", "links")]
    articles = ("", *words_read(language, "places", "region_articles"))
    either = labels._either_label(language)
    for word, link, article in product(parts[0], ("", ":", *parts[1]), articles):
        for front in (f"x {word} {link} {article} ", f"{word.upper()}{link}", f"Ñ {word} {link}\n"):
            found = labels._region_label(language).search(front) and not either.search(front)
            assert labels_region(front, language) is bool(found)
