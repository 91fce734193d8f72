"""Organizations that are called after a place or a person of the text follow its stand-in."""

from __future__ import annotations

import pytest

from understudy import Deidentifier
from understudy.core.types import Span
from understudy.surrogates.signs import LENT, LENT_END

DEIDENTIFIER = Deidentifier()
LABELS = {"o": "ORGANIZATION", "p": "PERSON", "l": "LOCATION", "u": "URL", "e": "EMAIL_ADDRESS"}


def released(marked: str, language: str, key: int) -> tuple[str, list[str]]:
    """The release of a text whose values stand in braces behind a letter for their kind."""
    text, spans = "", []
    for piece in marked.split("{"):
        value, brace, rest = piece.partition("}")
        if not brace:
            text += piece
            continue
        label, value = value[0], value[2:]
        spans.append(Span(len(text), len(text) + len(value), LABELS[label]))
        text += value + rest
    made = DEIDENTIFIER.replace(text, spans, language=language, key=bytes([key] * 32))
    return made.text, [edit.surrogate for edit in made.edits]


@pytest.mark.parametrize("key", range(5))
@pytest.mark.parametrize(
    ("text", "language", "kinds"),
    [
        ("He lives in {l:Varna}. {o:The Varna Assize Court} sat.", "en", ("Assize Court",)),
        ("In {l:Spokane}, {o:Spokane Public Schools} and {o:Bank of Spokane}.", "en", ("Bank of",)),
        ("Vive en {l:Palma}, en el {o:Hotel Bellavista de Palma}.", "es", ("Hotel",)),
        ("En {l:Zamora} falló el {o:Juzgado de lo Social de Zamora}.", "es", ("Juzgado",)),
    ],
)
def test_a_body_is_called_after_the_new_town(
    text: str, language: str, kinds: tuple[str, ...], key: int
) -> None:
    shown, (town, *bodies) = released(text, language, key)
    assert all(town in body for body in bodies)
    assert all(any(kind in body for body in bodies) for kind in kinds)
    assert LENT not in shown
    assert LENT_END not in shown


@pytest.mark.parametrize("key", range(5))
def test_a_firm_is_called_after_its_owner(key: int) -> None:
    text = "{p:Rachel Fenwick} runs {o:Fenwick Logistics}; write to {e:hr@fenwicklogistics.com}."
    _, (owner, firm, address) = released(text, "en", key)
    surname = owner.split()[-1]
    assert firm.startswith(f"{surname} ")
    assert firm.endswith(" Logistics")
    assert address.partition("@")[2].startswith(surname.lower().replace("'", ""))


@pytest.mark.parametrize("key", range(5))
def test_a_web_address_follows_too(key: int) -> None:
    text = "{o:Tolland Press} of {p:Graham Tolland} is at {u:www.tolland.com}."
    _, (_, owner, site) = released(text, "en", key)
    assert site.startswith(f"www.{owner.split()[-1].lower()[:4]}")
    assert LENT not in site


@pytest.mark.parametrize("key", range(5))
def test_what_stays_lends_nothing(key: int) -> None:
    _, (_, bank) = released("The {l:Spain} of old had a {o:Bank of Spain}.", "en", key)
    assert bank != "Bank of Spain"
    assert LENT not in bank


@pytest.mark.parametrize("key", range(3))
def test_letters_and_small_letters(key: int) -> None:
    _, (town, body) = released("he lives in {l:varna} near {o:varna savings bank}", "en", key)
    assert town == town.lower()
    assert town in body
    _, (town, body) = released("{l:VARNA}: {o:VARNA SAVINGS BANK}", "en", key)
    assert body.startswith(town)


@pytest.mark.parametrize("key", range(5))
def test_a_firm_that_owns_its_name_is_called_after_its_owner(key: int) -> None:
    text = "Debit for {p:Noreen Brosnan}, paid to {o:Brosnan's Garage} on the first."
    _, (owner, firm) = released(text, "en", key)
    assert firm.startswith(owner.split()[-1])
    assert firm.endswith(" Garage")
