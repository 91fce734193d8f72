"""Each word of a mention of a person: title, particle, name, initial, or none of them."""

from __future__ import annotations

import random

import pytest

from understudy.languages.public import public_words
from understudy.surrogates.people import tokens
from understudy.surrogates.people.tokens import bits_of, names_nobody

ENGLISH = [
    ("Ann Lee", "word:Ann word:Lee"),
    ("Dr. Ann Lee", "title:Dr gap:. word:Ann word:Lee"),
    ("the Reverend Lee", "article:the title:Reverend word:Lee"),
    ("Mr. and Mrs. Lee", "title:Mr gap:. gap:and title:Mrs gap:. word:Lee"),
    ("Captain", "title:Captain"),
    ("Grace", "word:Grace"),
    ("John Smith Jr.", "word:John word:Smith suffix:Jr gap:."),
    ("Ann Lee, MD", "word:Ann word:Lee gap:, suffix:MD"),
    ("Ann B. Lee", "word:Ann initial:B gap:. word:Lee"),
    ("Mary O'Brien", "word:Mary prefix:O' word:Brien"),
    ("McDonald", "prefix:Mc word:Donald"),
    ("MacArthur", "prefix:Mac word:Arthur"),
    ("Mack", "word:Mack"),
    ("Ludwig van Beethoven", "word:Ludwig particle:van word:Beethoven"),
    ("Oscar de la Hoya", "word:Oscar particle:de particle:la word:Hoya"),
    ("da Silva", "particle:da word:Silva"),
    ("Mr Cz. Nowak", "title:Mr initial:Cz gap:. word:Nowak"),
    ("St. Jo", "initial:St gap:. word:Jo"),
    ("Ann née Lee", "word:Ann aside:née word:Lee"),
    ("ann marie lee", "word:ann word:marie word:lee"),
    ("Ann's", "word:Ann owned:'s"),
    ("James'", "word:James owned:'"),
    ("'James'", "gap:' word:James gap:'"),
    ("Smi- Smith", "cut:Smi- word:Smith"),
    ("a=nn", "word:ann gap:="),
    ("my wife and i", "gap:my gap:wife gap:and gap:i"),
    ("Ann 3", "word:Ann word:3"),
    ("ann@lee", "word:ann@lee"),
    ("Mary Sm1th", "word:Mary word:Sm1th"),
    ("###", "word:###"),
    ("???", "gap:? gap:? gap:?"),
    (" ".join(["Ann"] * 13), " ".join(["word:Ann"] * 12)),
]
SPANISH = [
    ("Ana López", "word:Ana word:López"),
    ("D. Juan Pérez", "title:D gap:. word:Juan word:Pérez"),
    ("D.ª Ana Gil", "title:D.ª word:Ana word:Gil"),
    ("Dr. D. Luis Gil", "title:Dr gap:. title:D gap:. word:Luis word:Gil"),
    ("don Luis", "title:don word:Luis"),
    ("el doctor Ruiz", "article:el title:doctor word:Ruiz"),
    ("Señor", "title:Señor"),
    ("M.ª Carmen Ruiz", "joiner:M.ª word:Carmen word:Ruiz"),
    ("Mari Carmen", "joiner:Mari word:Carmen"),
    ("María del Carmen Soto", "word:María particle:del word:Carmen word:Soto"),
    ("José Ortega y Gasset", "word:José word:Ortega particle:y word:Gasset"),
    ("Juan de la Cruz", "word:Juan particle:de particle:la word:Cruz"),
    ("Ana G.", "word:Ana initial:G gap:."),
    ("Pérez García, Juan", "word:Pérez word:García gap:, word:Juan"),
    ("Lo- López", "cut:Lo- word:López"),
    ("<%ehm> Ana", "gap:<%ehm> word:Ana"),
    ("mi mujer y yo", "gap:mi gap:mujer particle:y gap:yo"),
    ("Ana 3", "word:Ana word:3"),
]


def seen(text: str, language: str, cut: bool = False) -> str:
    bits = bits_of(text, language, cut)
    return " ".join(f"{bit.kind}:{bit.text}" for bit in bits if bit.text.strip())


@pytest.mark.parametrize(("text", "expected"), ENGLISH)
def test_english_mentions(text: str, expected: str) -> None:
    assert seen(text, "en") == expected


@pytest.mark.parametrize(("text", "expected"), SPANISH)
def test_spanish_mentions(text: str, expected: str) -> None:
    assert seen(text, "es") == expected


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [("Ann Sm", "en", "word:Ann cut:Sm"), ("Ana Lóp", "es", "word:Ana cut:Lóp")],
)
def test_the_words_around_tell_that_the_last_is_cut_short(
    text: str, language: str, expected: str
) -> None:
    assert seen(text, language, cut=True) == expected
    assert seen(text, language) == expected.replace("cut", "word")


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("my wife and i", "en", True),
        ("my wife", "en", True),
        ("you and me", "en", True),
        ("wife", "en", False),
        ("my", "en", False),
        ("me and ann", "en", False),
        ("mi mujer y yo", "es", True),
        ("su madre", "es", True),
        ("tú y yo", "es", True),
        ("su wong", "es", False),
        ("ana y yo", "es", False),
        ("madre", "es", False),
    ],
)
def test_pronouns_and_relations_name_nobody(text: str, language: str, expected: bool) -> None:
    assert names_nobody(text, language) is expected


@pytest.mark.parametrize("language", ["en", "es"])
def test_names_of_plain_words_are_cut_as_any_mention_is(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are known word by word; what stands beside them makes no difference."""
    chance, listed = random.Random(0), public_words(("en", "es"))
    some = sorted(listed.names | listed.titles | listed.small | listed.kinship)
    odd = [
        "Mª",
        "M.",
        "de",
        "la",
        "Mc",
        "MacArthur",
        "Jr",
        "III",
        "née",
        "Mr",
        "Sra",
        "x",
        "",
        "A3",
    ]
    said = [
        " ".join(
            chance.choice((str.title, str.upper, str, str.capitalize))(
                chance.choice(odd if chance.random() < 0.15 else some)
            )
            for _ in range(chance.choice((1, 2, 2, 3, 4, 7)))
        )
        for _ in range(4000)
    ]
    plain = sum(
        all(tokens._plain(word, language) is not None for word in text.split(" ")) for text in said
    )
    found = [bits_of.__wrapped__(text, language) for text in said]
    monkeypatch.setattr(tokens, "_plain", lambda *_: None)
    assert found == [bits_of.__wrapped__(text, language) for text in said]
    assert plain > 500
