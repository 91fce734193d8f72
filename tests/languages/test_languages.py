"""What the languages know."""

from __future__ import annotations

import pytest

from understudy.core.errors import CorpusError
from understudy.core.types import Document
from understudy.identify.grammar.book import shipped
from understudy.identify.settings import DetectorSettings
from understudy.languages import facts, foreign, get, guess, installed, language_of, supported
from understudy.languages.language import GRAMMARS, common_grammars
from understudy.pipeline import build
from understudy.policy import parse
from understudy.registry import load


@pytest.mark.parametrize(
    ("tag", "language"),
    [("en", "en"), ("es-MX", "es"), ("ES_es", "es"), ("de", None), (None, None)],
)
def test_supported(tag: str | None, language: str | None) -> None:
    assert supported(tag) == language


def test_detect() -> None:
    assert guess("what is the name of your city", "es") == "en"
    assert guess("me llamo Ana y vivo en la calle Mayor", "en") == "es"
    assert guess("xyzzy", "es") == "es"
    for note in ("mum reports temp 39.4, no rash, stable", "Pt: no fever, no rash", "let me know"):
        assert guess(note, "en") == guess(note, "es") == "en"
    assert guess("paciente sin fiebre, me duele la mano", "en") == "es"


def test_one_function_decides() -> None:
    assert language_of(Document("a", "xyzzy", "es-MX"), "en") == "es"
    assert language_of(Document("a", "xyzzy"), "es") == "es"
    assert language_of(Document("a", "xyzzy", "fr"), "es", fallback="en") == "en"
    with pytest.raises(CorpusError, match=r"'a': its language is not installed \(fr\)"):
        language_of(Document("a", "xyzzy", "fr"), "en")


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("Привет, меня зовут Иван", True),
        ("你好，我叫王伟", True),
        ("مرحبا اسمي أحمد", True),
        ("ticket Привет, меня зовут Иван Петров, я живу в городе Москве", True),
        ("Привет is how Ivan says hello to all of us", False),
        ("α and β", False),
        ("λ μ", False),
        ("Ñandú, año, çedilla", False),
        ("Ｈｅｌｌｏ Ｊｏｈｎ", False),
        ("555-0199 — … 😀", False),
    ],
)
def test_letters_of_other_scripts(text: str, other: bool) -> None:
    assert (foreign(Document("a", text)) is not None) == other
    assert foreign(Document("a", text, "en")) is None


@pytest.mark.parametrize("name", ["gazetteer", "heuristic", "grammar"])
def test_detectors_refuse_documents_in_other_languages(name: str) -> None:
    detector = load("detectors", name)(DetectorSettings())
    with pytest.raises(CorpusError, match="not installed"):
        detector.detect([Document("a", "Bonjour, je suis Jean-Pierre", "fr")])


@pytest.mark.parametrize("strategy", ["surrogate", "typed", "entity"])
def test_a_pipeline_refuses_them_too_or_falls_back(strategy: str) -> None:
    text = f'schema = 1\n[default]\nstrategy = "{strategy}"\n'
    french = Document("a", "Bonjour, je suis Jean-Pierre", "fr")
    with pytest.raises(CorpusError, match="fallback"):
        build(parse(text)).run([french], b"k" * 32)
    pipeline = build(parse(text.replace("[", 'fallback = "es-ES"\n[', 1)))
    assert pipeline.policy.fallback == "es"
    [result] = pipeline.run([french], b"k" * 32)
    assert result.document.language == "fr"


@pytest.mark.parametrize("language", installed())
def test_calendars_and_numbers_are_complete(language: str) -> None:
    known = facts(language)
    assert (len(known["months"]), len(known["weekdays"]), len(known["digits"])) == (12, 7, 10)


@pytest.mark.parametrize("language", installed())
def test_languages_have_the_same_facts(language: str) -> None:
    assert facts(language).keys() == facts("en").keys()
    assert facts(language)["exemplars"].keys() == facts("en")["exemplars"].keys()
    assert facts(language)["nouns"].keys() == facts("en")["nouns"].keys()


def test_grammars_have_the_same_names_in_every_language() -> None:
    folders = {code: get(code).grammars for code in installed()} | {"common": common_grammars()}
    found = {
        code: {file.name for file in place.iterdir() if file.is_file()}
        for code, place in folders.items()
    }
    known = {f"{name}.bnf" for name in GRAMMARS}
    assert {code: names - known for code, names in found.items() if names - known} == {}
    assert known == set().union(*found.values())
    asked = {"addresses", "ages", "banking", "dates", "identifiers", "internet", "money", "numbers"}
    asked |= {"phones", "spelling", "times"}
    for code in installed():
        assert {f"{name}.bnf" for name in asked} <= found[code]
        read = [source.name for source in shipped(code)]
        assert read == sorted(f"{code}/{name}" for name in found[code])
