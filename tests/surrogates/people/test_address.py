"""Addresses and user names are built from the new identity by the pattern of the old."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from understudy.surrogates import kernel
from understudy.surrogates.mention import Mention, Written
from understudy.surrogates.people.identity import Identity
from understudy.surrogates.people.kind import KIND
from understudy.surrogates.people.names import known
from understudy.surrogates.people.sketch import Sketch
from understudy.surrogates.people.write import Drawn, text_of
from understudy.surrogates.settings import Settings

ANA = Identity("female", ("Ana", "Belén"), ("Anabel",), "", ("O'Shea", "Ríos"))
INES = Identity("female", ("Inés",), surnames=("Cánovas",))


def sketch_of(texts: list[Mention], settings: Settings) -> Sketch:
    sketch = KIND.read(texts, settings).sketch
    assert isinstance(sketch, Sketch)
    return sketch


def write_people(texts: list[Mention], stream: Iterator[int], settings: Settings) -> Written:
    return kernel.written(KIND, KIND.read(texts, settings), settings, stream)


def built(language: str, names: list[str], address: str) -> str:
    """The address with its domain as d.example and other draws as q."""
    category = "EMAIL_ADDRESS" if re.search(r"@.|\bat\b|arroba", address) else "USERNAME"
    texts = [Mention(name, "PERSON") for name in names] + [Mention(address, category)]
    sketch = sketch_of(texts, Settings(language=language))
    extras = tuple("d.example" if draw.kind == "domain" else "q" for draw in sketch.draws)
    return text_of(sketch.shown[-1], Drawn(ANA, extras))


PATTERNS = [
    ("en", ["John Smith"], "john.smith@gmail.com", "ana.oshea@d.example"),
    ("en", ["John Smith"], "John.Smith@gmail.com", "Ana.OShea@d.example"),
    ("en", ["John Smith"], "jsmith@gmail.com", "aoshea@d.example"),
    ("en", ["John Smith"], "smithj@gmail.com", "osheaa@d.example"),
    ("en", ["John Smith"], "john_smith99@gmail.com", "ana_osheaq@d.example"),
    ("en", ["John Smith"], "js@gmail.com", "ao@d.example"),
    ("en", ["John Smith"], "johnsmi@gmail.com", "anaosh@d.example"),
    ("en", ["John Smith"], "info.smith@gmail.com", "info.oshea@d.example"),
    ("en", ["John Smith"], "@johnsmith", "@anaoshea"),
    ("en", ["Robert Smith", "Bob"], "bob.smith@gmail.com", "anabel.oshea@d.example"),
    ("en", [], "john.smith@gmail.com", "ana.oshea@d.example"),
    ("en", [], "johnsmith", "ana"),
    ("en", [], "jsmith", "ana"),
    ("en", [], "shadowwolf99", "anaq"),
    ("en", ["John Smith"], "shadowwolf99", "qq"),
    ("en", ["John Smith"], "john dot smith at gmail dot com", "ana dot oshea at d dot example"),
    ("en", ["John Smith"], "j smith forty two at gmail dot com", "a oshea q at d dot example"),
    ("en", ["John Smith"], "john.smith at gmail.com", "ana.oshea at d.example"),
    (
        "en",
        ["John Smith"],
        "john underscore smith at gmail dot com, all lowercase",
        "ana underscore oshea at d dot example, all lowercase",
    ),
    ("es", ["María José García"], "mariajose.garcia@gmail.com", "anabelen.oshea@d.example"),
    ("es", ["Laura García Ríos"], "lgarcia.rios@ugr.es", "aoshea.rios@d.example"),
    (
        "es",
        ["Laura García"],
        "laura guion bajo garcía arroba gmail punto com",
        "ana guion bajo oshea arroba d punto example",
    ),
    (
        "es",
        ["Laura García"],
        "ele garcía arroba gmail punto com",
        "a oshea arroba d punto example",
    ),
    (
        "es",
        ["Laura"],
        "l a u r a ochenta y dos arroba gmail punto com todo junto",
        "a n a q arroba d punto example todo junto",
    ),
    ("en", ["John Smith"], "john smith, at gmail dot com", "ana oshea, at d dot example"),
    ("en", [], "john smith (work) at gmail dot com", "ana oshea work at d dot example"),
]


@pytest.mark.parametrize(("language", "names", "address", "wanted"), PATTERNS)
def test_patterns(language: str, names: list[str], address: str, wanted: str) -> None:
    assert built(language, names, address) == wanted


def numbers() -> Iterator[int]:
    value = 12345
    while True:
        value = (value * 6364136223846793005 + 1442695040888963407) % 2**64
        yield value


def test_written_and_spoken_agree() -> None:
    texts = [
        Mention("John Smith", "PERSON"),
        Mention("john.smith@gmail.com", "EMAIL_ADDRESS"),
        Mention("john dot smith at gmail dot com", "EMAIL_ADDRESS"),
    ]
    _, written, spoken = write_people(texts, numbers(), Settings()).texts
    assert str(spoken).replace(" dot ", ".").replace(" at ", "@") == written


def test_domains_are_reserved_unless_told_otherwise() -> None:
    text = [Mention("john.smith@gmail.com", "EMAIL_ADDRESS")]
    (reserved,) = write_people(text, numbers(), Settings()).texts
    (public,) = write_people(text, numbers(), Settings(reserved=False)).texts
    assert re.search(r"\.example(?:\.(?:com|net|org))?$", str(reserved))
    assert str(public).split("@")[1] in known("en")["address"]["providers"]


def test_digits_keep_their_number_and_their_equality() -> None:
    texts = [
        Mention("jsmith1980@gmail.com", "EMAIL_ADDRESS"),
        Mention("jsmith1980", "USERNAME"),
    ]
    mail, user = write_people(texts, numbers(), Settings()).texts
    assert re.fullmatch(r"[a-z]+\d{4}", str(user))
    assert str(mail).split("@")[0] == user


def test_figures_of_an_address_that_is_said_stand_together() -> None:
    (text,) = write_people(
        [Mention("yuvika 56 gmailcom", "EMAIL_ADDRESS")], numbers(), Settings()
    ).texts
    assert re.fullmatch(r"[a-z]+ \d\d gmailcom", str(text))


@pytest.mark.parametrize(
    ("address", "wanted"),
    [
        ("laura garcía arroba gmail punto com", "inés cánovas arroba d punto example"),
        ("laura garcia arroba gmail punto com", "ines canovas arroba d punto example"),
        ("laura.garcia@gmail.com", "ines.canovas@d.example"),
    ],
)
def test_accents(address: str, wanted: str) -> None:
    texts = [Mention("Laura García", "PERSON"), Mention(address, "EMAIL_ADDRESS")]
    pieces = sketch_of(texts, Settings(language="es")).shown[1]
    assert text_of(pieces, Drawn(INES, ("d.example",))) == wanted
