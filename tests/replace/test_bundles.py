"""Which mentions are written together."""

from __future__ import annotations

import re

import pytest

from making import KEY, document
from understudy.categorise.link import link
from understudy.core.categories import categories
from understudy.core.types import Document, Edit, Entity
from understudy.pipeline import build
from understudy.policy import Policy
from understudy.replace.base import Rule, Setting
from understudy.replace.surrogate import bundles
from understudy.replace.surrogate.bundles import Gathered, gathered


def gather(text: str, *marks: tuple[str, str], language: str = "en") -> Gathered:
    marked = document(text, *marks, language=language)
    found = [(span, span.label) for span in marked.annotations]
    entities = [
        Entity(span, category, key)
        for (span, category), key in zip(found, link(marked, found), strict=True)
    ]
    return gathered(marked, entities, Setting(), language)


@pytest.mark.parametrize(
    ("text", "marks", "bundles"),
    [
        ("Todd, t.abernathy@x.com", ("PERSON", "EMAIL_ADDRESS"), 1),
        ("Todd Hill, t.abernathy@x.com", ("PERSON", "EMAIL_ADDRESS"), 2),
        ("John Smith, jsmith", ("PERSON", "USERNAME"), 1),
        ("John Smith, info@x.com", ("PERSON", "EMAIL_ADDRESS"), 2),
        ("Ana Ruiz, R U I Z", ("PERSON", "SPELLING"), 1),
        ("4829130, four eight two nine one three oh", ("ID", "ID"), 1),
        ("4829130, 9130", ("ID", "ID"), 1),
        ("4829130, 9131", ("ID", "ID"), 2),
        ("Larkfield Water Company, Larkfield", ("ORGANIZATION", "ORGANIZATION"), 1),
        ("Larkfield Water Company, LWC", ("ORGANIZATION", "ORGANIZATION"), 1),
        ("Larkfield Water Company, larkfield.com", ("ORGANIZATION", "DOMAIN_NAME"), 1),
        ("Larkfield Water Company, Pinemoor", ("ORGANIZATION", "ORGANIZATION"), 2),
        ("May 2016, 3 June 2017", ("DATE", "DATE"), 1),
        ("Boston, Leeds", ("CITY", "CITY"), 1),
        ("Boston, Denmark", ("CITY", "ORGANIZATION"), 2),
        ("Denmark, Denmark's", ("COUNTRY", "ORGANIZATION"), 1),
        ("Boston, Leeds", ("CITY", "ORGANIZATION"), 1),
        ("Boston, Denmark Freight Ltd", ("CITY", "ORGANIZATION"), 2),
    ],
)
def test_what_belongs_together(text: str, marks: tuple[str, ...], bundles: int) -> None:
    values = text.split(", ")
    found = gather(text, *zip(values, marks, strict=True))
    assert len(found.bundles) == bundles
    assert not found.rest


def test_a_spelling_of_a_town_follows_the_town() -> None:
    found = gather("Leeds, L E E D S", ("Leeds", "CITY"), ("L E E D S", "SPELLING"))
    assert [(one.category, other.category) for one, other in found.spelt] == [("SPELLING", "CITY")]


def test_an_address_at_a_companys_domain_follows_the_company() -> None:
    marks = (("Larkfield Water Company", "ORGANIZATION"), ("info@larkfield.com", "EMAIL_ADDRESS"))
    found = gather("Larkfield Water Company, info@larkfield.com", *marks)
    assert [other.category for _, other in found.hosted] == ["ORGANIZATION"]
    text = "Larkfield Water Company, info@larkfield.com"
    policy = Policy("test", default=Rule("surrogate"), known=categories())
    (result,) = build(policy).run([document(text, *marks)], KEY)
    name, address = (edit.surrogate for edit in result.edits)
    assert address == f"info@{name.split()[0].lower()}.example"


def test_of_people_with_one_surname_the_one_whose_names_are_said() -> None:
    marks = (("Asunción Ibarra", "PERSON"), ("Ibarra", "PERSON"), ("ibarra.luis@x.es", "USERNAME"))
    text = "Asunción Ibarra y el señor Ibarra, ibarra.luis@x.es"
    marked = document(text, *marks, language="es")
    keys = ("sister", "caller", "mail")
    entities = [
        Entity(span, span.label, key) for span, key in zip(marked.annotations, keys, strict=True)
    ]
    found = gathered(marked, entities, Setting(), "es")
    assert sorted(len(bundle.entities) for bundle in found.bundles) == [1, 2]
    (own,) = (bundle for bundle in found.bundles if len(bundle.entities) == 2)
    assert own.key == "caller"


def _edits(marked: Document) -> tuple[Edit, ...]:
    pipeline = build(Policy("surrogate", default=Rule("surrogate")))
    (result,) = pipeline.run([marked], KEY)
    return result.edits


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [("en", "add it to my list, Anna", "my"), ("es", "llame a mi marido, Anna", "mi")],
)
def test_pronouns_stay_and_say_so(language: str, text: str, said: str) -> None:
    marked = document(text, (said, "PERSON"), ("Anna", "PERSON"), language=language)
    mine, name = _edits(marked)
    assert (mine.surrogate, mine.kept) == (said, True)
    assert mine.event.epsilon == 0
    assert "words that point" in mine.event.invariants
    assert name.surrogate != "Anna"


def test_a_pronoun_with_a_capital_may_be_a_name() -> None:
    (edit,) = _edits(document("My Nguyen called", ("My", "PERSON")))
    assert edit.surrogate != "My"


@pytest.mark.parametrize(
    ("text", "category"),
    [("i", "LETTER"), ("te", "LETTER"), ("me", "REGION"), ("us", "PERSON"), ("nearby", "USERNAME")],
)
def test_letters_and_names_that_look_like_pronouns_go(text: str, category: str) -> None:
    language = "es" if text == "te" else "en"
    (edit,) = _edits(document(f"x {text} y", (text, category), language=language))
    assert edit.event.mechanism != "surrogate (kept)"


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "my daughter and i"), ("en", "me and my baby"), ("es", "mi mujer y yo")],
)
def test_who_somebody_is_to_the_speaker_stays(language: str, said: str) -> None:
    (edit,) = _edits(document(f"for {said} please", (said, "PERSON"), language=language))
    assert (edit.surrogate, edit.kept) == (said, True)


@pytest.mark.parametrize(
    ("said", "shape"),
    [
        ("me and rosemary", r"me and [a-z'-]+"),
        ("kirsten price  audra and i", r"[a-z' -]+  [a-z'-]+ and i"),
        ("my wife Rosemary", r"my wife [A-Z]\w+"),
    ],
)
def test_pronouns_among_names_stay(said: str, shape: str) -> None:
    (edit,) = _edits(document(f"for {said} please", (said, "PERSON")))
    assert re.fullmatch(shape, edit.surrogate)
    assert not edit.kept
    assert "rosemary" not in edit.surrogate.lower()


@pytest.mark.parametrize(
    ("language", "said"), [("en", "outside"), ("en", "in town"), ("es", "mi barrio")]
)
def test_places_that_are_only_pointed_at_stay(language: str, said: str) -> None:
    (edit,) = _edits(document(f"it rains {said} now", (said, "LOCATION"), language=language))
    assert (edit.surrogate, edit.kept) == (said, True)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        *(("en", "e i"), ("en", "you wei"), ("en", "me wong")),
        *(("es", "su wong"), ("es", "mi kim"), ("es", "ana su nieto"), ("es", "tu nguyen")),
    ],
)
def test_names_that_look_like_pronouns_are_names(language: str, said: str) -> None:
    (edit,) = _edits(document(f"habla {said} ahora", (said, "PERSON"), language=language))
    assert set(said.split()).isdisjoint(edit.surrogate.split())


@pytest.mark.parametrize(
    ("said", "language", "stays"),
    [
        ("Court", "en", True),
        ("the Senate", "en", True),
        ("Juzgado", "es", True),
        ("el Ayuntamiento", "es", True),
        ("Labour", "en", False),
        ("Wexley Court", "en", False),
        ("Courtney", "en", False),
    ],
)
def test_what_says_its_kind_alone_stays(said: str, language: str, *, stays: bool) -> None:
    policy = Policy("test", default=Rule("surrogate"), known=categories(), language=language)
    marked = document(f"Now {said} spoke.", (said, "ORGANIZATION"), language=language)
    (edit,) = build(policy).run([marked], KEY)[0].edits
    assert edit.kept == stays
    assert (edit.surrogate == said) == stays
    assert ("words that say the kind" in edit.event.invariants) == stays


@pytest.mark.parametrize(
    "values",
    [
        ("Ann Lee", "ann.lee7@x.org", "(415) 555-0132", "2024-03-05"),
        ("Lee, Ann", "info@x.org", "+44 20 7946 0999", "5 March 2024"),
        ("Ann", "annlee@x.org", "555 0132", "03/05/2024"),
    ],
)
def test_a_row_of_few_things_is_gathered_as_any_other(
    values: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    labels = ("PERSON", "EMAIL_ADDRESS", "PHONE_NUMBER", "DATE")
    row = "\n".join(values), *zip(values, labels, strict=True)
    short = gather(*row)
    monkeypatch.setattr(bundles, "_unrelated", lambda found, canonical: False)
    assert short == gather(*row)
