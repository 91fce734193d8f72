"""Every built-in language keeps the contract of a pack, and the contract can fail."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import pytest

from understudy.languages import get, installed
from understudy.languages.en import agreement, pack, streets
from understudy.languages.language import Language
from understudy.testing import check_language, numbers
from understudy.testing.numbers import wrong_numbers
from understudy.testing.tables import problems, required

REAL = Language.table
TRAITS = {"by_sound": 1, "accents": True}


@pytest.mark.parametrize("code", installed())
def test_built_in_languages_keep_the_contract(code: str) -> None:
    assert check_language(code) == ()


def alter(monkeypatch: pytest.MonkeyPatch, name: str, key: str, value: object) -> None:
    """English, with another value in a table; without the key where the value is None."""

    def table(language: Language, asked: str) -> Mapping[str, Any]:
        found = dict(REAL(language, asked))
        if (language.code, asked) == ("en", name):
            found.pop(key)
            found |= {} if value is None else {key: value}
        return found

    monkeypatch.setattr(Language, "table", table)


UNWEIGHTED = {"company": {"words": "", "name": ["{surname}"]}}
UNLISTED = {"company": {"words": "", "name": ["1 {xyz}"]}}


@pytest.mark.parametrize(
    ("name", "key", "value", "said"),
    [
        ("bodies", "groups", {}, "bodies.toml: [groups.company]: is missing"),
        ("bodies", "groups", UNWEIGHTED, "'{surname}' must begin with a weight"),
        ("bodies", "groups", UNLISTED, "name: [words] has no list for {xyz}"),
        ("bodies", "within", ["xyz"], "bodies.toml: within: there is no group 'xyz'"),
        ("calendar", "months", None, "calendar.toml: months: is missing"),
        ("calendar", "months", "May", "calendar.toml: months: must be words"),
        ("calendar", "months", ["May"], "months: has 1 entries, and must have 12"),
        ("calendar", "weekdays", ["Monday"] * 7, "weekdays: 'Monday' is not read as it is written"),
        ("calendar", "phrases", {"words": {}}, "phrases.words.alone: must have words"),
        ("calendar", "parts", [{"said": "x"}], "calendar.toml: parts[0].from: is missing"),
        ("agreement", "traits", TRAITS, "agreement.toml: traits.by_sound: must be yes or no"),
        ("agreement", "traits", True, "agreement.toml: traits: must be a table"),
        ("facts", "titles", [], "facts.toml: titles: must not be empty"),
        ("facts", "name", "Anglo", "facts.toml: name: is 'Anglo', and 'English' in pack.py"),
        ("facts", "function_words", ["the", "of"], "function_words: must be 10 single words"),
        ("facts", "function_words", ["xyz"] * 10, "must tell the language from the others"),
        ("facts", "name_locales", ["xx_XX"], "there is no list of names 'xx_XX'"),
        ("facts", "unknown_places", [1.0], "unknown_places: must be three shares"),
        ("check", "weekdays", ["Sunday"] * 7, "check.toml: weekdays: are others"),
        ("numbers", "tens", ["twenty"], "teens and tens must reach ninety-nine"),
        ("numbers", "hundred", "hunderd", "is written 'one hunderd', and num2words has"),
    ],
)
def test_what_is_wrong_in_a_table_is_said(
    monkeypatch: pytest.MonkeyPatch, name: str, key: str, value: object, said: str
) -> None:
    alter(monkeypatch, name, key, value)
    with pytest.raises(AssertionError) as caught:
        check_language("en")
    assert said in str(caught.value)
    assert "understudy.languages.en:" in str(caught.value)


def test_what_is_wrong_in_a_part_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(streets, "ordinal")
    monkeypatch.setattr(streets, "floor", lambda number: number)
    with pytest.raises(AssertionError) as caught:
        check_language("en")
    assert "streets.py: ordinal: is missing" in str(caught.value)
    assert "streets.py: floor: must take" in str(caught.value)


def test_endings_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agreement, "with_ending", lambda value, old: value + "x")
    with pytest.raises(AssertionError, match="does not give back what ending took"):
        check_language("en")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"reads": ("en", "xx")}, "pack.py: reads: no language 'xx' is installed"),
        ({"reads": ("es",)}, "reads: must have the language itself"),
        ({"locales": ("US", "XX")}, "there is no table of XX; write locales/XX.toml"),
        ({"locales": ()}, "locales: must have one country at least"),
        ({"encoder": "yes"}, "encoder: must be one of trained, untrained, skipped"),
    ],
)
def test_what_is_wrong_in_the_record_is_said(
    monkeypatch: pytest.MonkeyPatch, changes: Mapping[str, Any], said: str
) -> None:
    record = get("en")
    for name, value in changes.items():
        before = getattr(record, name)
        object.__setattr__(record, name, value)
        try:
            with pytest.raises(AssertionError, match=said):
                check_language("en")
        finally:
            object.__setattr__(record, name, before)


def test_the_pack_must_be_installed() -> None:
    with pytest.raises(AssertionError, match="no language 'xx' is installed"):
        check_language("xx")
    with pytest.raises(AssertionError, match="is another"):
        check_language(Language("en", "Other", "understudy.languages.en", reads=("en",)))
    assert pack.LANGUAGE is get("en")


def test_num2words_is_optional(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "num2words", None)
    monkeypatch.setattr(numbers, "SAMPLE", (0, 21))
    wrong, notes = wrong_numbers("en", exhaustive=False)
    assert not wrong
    assert notes == ("num2words is not installed: number words were not compared with it",)


def test_the_required_keys_are_those_of_every_table() -> None:
    for name in required():
        assert not list(problems(name, get("es").table(name)))
        assert list(problems(name, {}))
