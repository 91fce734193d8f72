"""The lists of a language, and which of them are read together."""

from __future__ import annotations

import re

import pytest

from understudy.languages import DEFAULT, get, installed
from understudy.languages.language import PARTS, TABLES
from understudy.languages.lexicon import lexicon, listed, one_of, raw
from understudy.languages.names import address, forms, name_of, spelt_word


@pytest.mark.parametrize("code", installed())
def test_languages_have_the_same_lists(code: str) -> None:
    assert raw(code).keys() == raw(DEFAULT).keys()
    assert raw(code)["traits"].keys() == raw(DEFAULT)["traits"].keys()


@pytest.mark.parametrize("code", installed())
def test_every_language_has_its_tables_and_parts(code: str) -> None:
    assert all(get(code).table(name) for name in TABLES)
    assert all(get(code).part(name) for name in PARTS)


def test_lists_are_read_with_those_of_the_languages_that_are_read() -> None:
    assert listed("company_articles", "es") == ("the", "el", "la")
    assert listed("particles", "en").count("de") == 1


def test_a_language_alone_reads_its_own_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = get("en").__class__("en", "English", "understudy.languages.en", reads=("en",))
    monkeypatch.setattr("understudy.languages.lexicon.get", lambda code: alone)
    monkeypatch.setattr("understudy.languages.names.get", lambda code: alone)
    for one in (listed, forms):
        one.cache_clear()
    try:
        assert listed("company_articles", "en") == ("the",)
        assert one_of("right_links", "en") == "(?!)"
        assert re.search(one_of("right_links", "en"), "of") is None
    finally:
        for one in (listed, forms):
            one.cache_clear()


def test_ordinary_words_have_endings() -> None:
    words = lexicon("en")
    assert all(map(words.usual, ("phone", "phones", "phone's", "boxes", "friend's")))
    assert not words.usual("zorblaxes")


def test_names_as_the_languages_say_them() -> None:
    assert name_of("Dr. Ana de la Paz", "en") == ("ana", "paz")
    assert "robert" in forms("bob", "es")
    assert spelt_word("i griega e doble ele o", "es") == "yello"
    assert spelt_word("m as in mike as in nothing", "en") == ""
    assert address("ana guión bajo paz arroba gmail punto com", "en") == "ana_paz@gmail.com"
