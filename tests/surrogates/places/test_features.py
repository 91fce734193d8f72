"""Rivers, seas and mountains: the name, and the words that say what it is the name of."""

from __future__ import annotations

import pytest

from understudy.surrogates.places.atlas import words_of
from understudy.surrogates.places.features import (
    by_words,
    feature_names,
    is_feature,
    may_head,
    read_feature,
)


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Hudson River", "en", ("", "Hudson", " River", "{} River")),
        ("the Hudson River", "en", ("the ", "Hudson", " River", "{} River")),
        ("Lake Erie", "en", ("Lake ", "Erie", "", "Lake {}")),
        ("Mount Hood", "en", ("Mount ", "Hood", "", "Mount {}")),
        ("the Alps", "en", ("the ", "Alps", "", "the {}|mountains")),
        ("Blue Ridge Mountains", "en", ("", "Blue Ridge", " Mountains", "{} Mountains")),
        ("Gulf of Mexico", "en", ("Gulf of ", "Mexico", "", "Gulf of {}")),
        ("City of Little Falls", "en", None),
        ("Oak Street", "en", None),
        ("Boston", "en", None),
        ("river", "en", None),
        ("río Ebro", "es", ("río ", "Ebro", "", "río {}")),
        ("el río Ebro", "es", ("el río ", "Ebro", "", "río {}")),
        ("Sierra Nevada", "es", ("Sierra ", "Nevada", "", "sierra {}")),
        ("Mar Cantábrico", "es", ("Mar ", "Cantábrico", "", "mar {}")),
        ("los Pirineos", "es", ("los ", "Pirineos", "", "los {}|montes")),
        ("lago de Sanabria", "es", ("lago de ", "Sanabria", "", "lago de {}")),
        ("Monte Perdido", "es", ("Monte ", "Perdido", "", "monte {}")),
        ("Madrid", "es", None),
        ("río de la Plata y el mar", "es", None),
    ],
)
def test_features_are_read(
    text: str, language: str, expected: tuple[str, str, str, str] | None
) -> None:
    found = read_feature(text, language)
    assert found == expected
    assert found is None or len(feature_names(found.form, language).values) > 1


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("river", "en", True),
        ("the river", "en", True),
        ("lake", "en", True),
        ("the lake house", "en", False),
        ("house", "en", False),
        ("sierra", "es", True),
        ("la sierra", "es", True),
        ("el río", "es", True),
        ("río Ebro", "es", False),
        ("la casa", "es", False),
    ],
)
def test_a_word_for_a_feature_is_no_name(text: str, language: str, expected: bool) -> None:
    assert is_feature(text, language) is expected


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_word_that_is_passed_over_heads_a_feature(language: str) -> None:
    """What ``may_head`` says no to, no pattern takes for the word before a name."""
    forms = tuple(words_of(language)["features"])
    said = {word for form in forms for word in form.replace("{}", " ").split() if word.isalpha()}
    heads = 0
    for word in sorted(said | set(words_of(language)["articles"]) | {"in", "from", "near"}):
        for head in (word, word.lower(), word.upper()):
            found = read_feature(f"{head} Quenneville", language)
            if found and by_words(found) and found.before.strip() == head:
                heads += 1
                assert may_head(head, language)
    assert heads > 5
    assert not may_head("near", language)
