"""Feasts: one becomes another of its language, the same for each mention."""

from __future__ import annotations

import pytest
from sketch_contract import standing_in

from understudy.surrogates.dates.facts import calendar_facts
from understudy.surrogates.dates.kind import KIND
from understudy.surrogates.mention import Mention
from understudy.surrogates.settings import Settings


def drawn(*texts: str, seed: int = 1, language: str = "en") -> tuple[str | None, ...]:
    mentions = [Mention(text, "DATE_TIME") for text in texts]
    return standing_in(KIND, mentions, Settings(language), seed)


@pytest.mark.parametrize(
    ("text", "language", "article"),
    [
        ("Christmas", "en", ""),
        ("christmas", "en", ""),
        ("CHRISTMAS", "en", ""),
        ("Easter", "en", ""),
        ("the wedding", "en", "the"),
        ("Navidad", "es", ""),
        ("navidad", "es", ""),
        ("Semana Santa", "es", ""),
        ("el Viernes Santo", "es", "el"),
        ("la Nochevieja", "es", "la"),
        ("Sant Joan", "es", ""),
        ("Рождество", "es", ""),
        ("宮参り", "en", ""),
    ],
)
def test_a_feast_becomes_one_that_takes_its_article(text: str, language: str, article: str) -> None:
    group = [f"{article} {name}".strip().lower() for name in
             calendar_facts(language)["feasts"][article]]  # fmt: skip
    made = {drawn(text, seed=seed, language=language)[0] or "" for seed in range(60)}
    assert len(made) > 3
    assert {new.lower() for new in made} <= set(group)
    assert all(new.islower() for new in made) is (text.islower() or text == "宮参り")
    assert all(new.isupper() for new in made) is text.isupper()


@pytest.mark.parametrize("article", ["", "el ", "la ", "los "])
def test_the_article_before_the_mention_counts(article: str) -> None:
    old = [Mention("Sant Joan", "DATE", f"durante {article}", " próximo")]
    made = {standing_in(KIND, old, Settings("es"), seed)[0] for seed in range(100)}
    assert made == set(calendar_facts("es")["feasts"][article.strip()])


def test_every_listed_feast_is_read_as_one() -> None:
    for language in ("en", "es"):
        for names in calendar_facts(language)["feasts"].values():
            for name in names:
                sketch = KIND.read([Mention(name, "DATE")], Settings(language)).sketch
                assert "feast" in {part.kind for part in sketch.rows[0].parts}, name
                assert not sketch.dates, name


@pytest.mark.parametrize("text", ["Tuesday", "May 3", "3 May", "3 2016"])
def test_what_is_no_feast(text: str) -> None:
    reading = KIND.read([Mention(text, "DATE")], Settings())
    assert not any(part.kind == "feast" for part in reading.sketch.rows[0].parts)


def test_a_feast_is_drawn_once_and_two_are_not_one() -> None:
    for seed in range(100):
        first, other, again = drawn("Easter", "Christmas", "Easter", seed=seed)
        assert first == again
        assert first != other


def test_a_feast_of_a_year() -> None:
    (text,) = drawn("Christmas 2016")
    assert text is not None
    assert text.rpartition(" ")[0] in calendar_facts("en")["feasts"][""]
    assert 1995 <= int(text.rpartition(" ")[2]) <= 2024
