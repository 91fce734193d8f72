"""Names, places, drugs and the user's own lists."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.core.errors import PolicyError
from understudy.core.folding import flat
from understudy.core.types import Document, Span
from understudy.identify.gazetteer import Gazetteer, build
from understudy.identify.settings import DetectorSettings

THRESHOLD = 0.5


def spans(text: str, language: str = "en", detector: Gazetteer | None = None) -> list[Span]:
    (found,) = (detector or Gazetteer()).detect([Document("d", text, language)])
    return [span for span in found if span.score >= THRESHOLD]


def marked(text: str, language: str = "en", **given: str) -> list[tuple[str, str]]:
    return [(text[span.start : span.end], span.label) for span in spans(text, language)]


@pytest.mark.parametrize(
    ("text", "language", "name"),
    [
        ("We met Robert Hensley at the gate.", "en", "Robert Hensley"),
        ("I told Dorothy's neighbour.", "en", "Dorothy"),
        ("We saw Mr. Price there.", "en", "Price"),
        ("ask for elizabeth tanner please", "en", "elizabeth tanner"),
        ("yes this is Priya Raman-Cole now", "en", "Priya Raman-Cole"),
        ("Hablé con Francisco Robledo Arce ayer.", "es", "Francisco Robledo Arce"),
        ("Lo firmó María del Carmen Ruiz.", "es", "María del Carmen Ruiz"),
        ("habla con dolores quintana", "es", "dolores quintana"),
        ("Le escribió Jose Garcia.", "es", "Jose Garcia"),
        ("El paciente FRANCISCO GARCÍA LÓPEZ", "es", "FRANCISCO GARCÍA LÓPEZ"),
    ],
)
def test_people(text: str, language: str, name: str) -> None:
    assert (name, "PERSON") in marked(text, language)


@pytest.mark.parametrize(
    "text",
    [
        "will you mark it in may i hope so",
        "Will you be there? I hope so. Mark my words.",
        "it was reading week and the price was fair",
        "the rose in the grant hall was a joy",
        "It is due in May.",
    ],
)
def test_common_words_are_no_names(text: str) -> None:
    assert marked(text) == []


def test_common_words_are_names_where_context_says_so() -> None:
    assert marked("Then May Lindqvist called.") == [("May Lindqvist", "PERSON")]
    assert marked("Then Dr. Rose called.") == [("Rose", "PERSON")]


@pytest.mark.parametrize(
    ("text", "language", "place"),
    [
        ("The office in Omaha is open.", "en", "Omaha"),
        ("I live in Lincoln, Nebraska.", "en", "Lincoln"),
        ("i fly to lisbon tomorrow", "en", "lisbon"),
        ("Send it to Asheville NC 28801", "en", "NC"),
        ("She lives in Mobile, Alabama.", "en", "Mobile"),
        ("Vive en Torrelavega desde ayer.", "es", "Torrelavega"),
        ("puede recogerlo en alcalá de henares", "es", "alcalá de henares"),
        ("Localidad: Madrid", "es", "Madrid"),
    ],
)
def test_places(text: str, language: str, place: str) -> None:
    assert (place, "LOCATION") in marked(text, language)


def test_one_word_is_a_person_or_a_place_by_its_context() -> None:
    text = "Samuel Lincoln lives in Lincoln, Nebraska."
    assert marked(text)[:2] == [("Samuel Lincoln", "PERSON"), ("Lincoln", "LOCATION")]


def test_a_street_is_neither() -> None:
    assert marked("They moved to 88 Pearl Street last week.") == []


def test_words_that_only_spell() -> None:
    assert marked("That is P as in Peter, T as in Tom.") == []
    assert marked("Es la T de Toledo, sí.", "es") == []


def test_pieces_of_addresses() -> None:
    assert marked("write to robert.hensley@example.com") == []


def test_drugs_and_peoples() -> None:
    assert marked("take the Metoprolol daily") == [("Metoprolol", "DRUG")]
    assert marked("toma omeprazol y losartán", "es") == [
        ("omeprazol", "DRUG"),
        ("losartán", "DRUG"),
    ]
    assert ("Kenyan", "NRP") in marked("She is Kenyan, I think.")


def test_names_of_the_other_language() -> None:
    assert ("Gumersindo", "PERSON") in marked("My neighbour Gumersindo saw it.")


def test_tricks_do_not_hide_a_name() -> None:
    text = "We met Ro\u200bbert Hens\u00adley, and Ｒｏｂｅｒｔ too."
    found = [text[span.start : span.end] for span in spans(text)]
    assert found == ["Ro\u200bbert Hens\u00adley", "Ｒｏｂｅｒｔ"]


def test_own_lists_and_what_is_allowed(tmp_path: Path) -> None:
    (tmp_path / "names.txt").write_text("# ours\nZorblax\nProject  Heron\n", encoding="utf-8")
    (tmp_path / "allow.txt").write_text("Paris\nzorblax\n", encoding="utf-8")
    text = "zorblax knows project heron and Paris, Texas"
    own = {"lists": {"PRODUCT": "names.txt"}}
    detector = build(DetectorSettings(options=own, folder=tmp_path))
    found = {text[span.start : span.end]: span for span in spans(text, "en", detector)}
    assert found["zorblax"].label == found["project heron"].label == "PRODUCT"
    assert found["zorblax"].score == 1.0
    allowed = build(DetectorSettings(options={**own, "allow": "allow.txt"}, folder=tmp_path))
    left = [text[span.start : span.end] for span in spans(text, "en", allowed)]
    assert left == ["project heron", "Texas"]


def test_a_missing_list_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match=r"missing\.txt"):
        build(DetectorSettings(options={"allow": "missing.txt"}, folder=tmp_path))
    with pytest.raises(PolicyError, match="lists"):
        build(DetectorSettings(options={"lists": "names.txt"}, folder=tmp_path))


def test_it_travels() -> None:
    detector = Gazetteer("en", {"PRODUCT": ("heron",)})
    before = spans("a heron for Dorothy", "en", detector)
    assert spans("a heron for Dorothy", "en", pickle.loads(pickle.dumps(detector))) == before != []


@given(st.text(max_size=80))
def test_spans_are_valid_on_any_text(text: str) -> None:
    assert len(flat(text)) == len(text)
    for language in ("en", "es"):
        (found,) = Gazetteer().detect([Document("d", text, language)])
        assert all(0 <= span.start < span.end <= len(text) for span in found)
        assert all(0 < span.score <= 1 for span in found)


WORDS = st.sampled_from(
    ["Robert", "robert", "Mr.", "O'Hara", "de la", "San", "Antonio", "in", "May", "Street", "\n",
     ",", ".", "User:", "Hensley's", "MARÍA", "José", "Cruz", "León", "NC", "28801", "@", "as in"]
)  # fmt: skip


@given(st.lists(WORDS, max_size=12).map(" ".join), st.sampled_from(["en", "es"]))
def test_spans_are_valid_on_names_in_any_order(text: str, language: str) -> None:
    (found,) = Gazetteer().detect([Document("d", text, language)])
    for span in found:
        value = text[span.start : span.end]
        assert value == value.strip()
        assert "\n" not in value


def test_common_words_are_names_before_what_people_do() -> None:
    for text, name in (
        ("Rose wants a refund.", "Rose"),
        ("April says hello.", "April"),
        ("Amparo confirma que funciona.", "Amparo"),
    ):
        language = "es" if name == "Amparo" else "en"
        (found,) = Gazetteer(language).detect([Document("d", text, language)])
        assert [text[one.start : one.end] for one in found if one.score >= 0.5] == [name]
    (found,) = Gazetteer().detect([Document("d", "Hope is all. April is cold.", "en")])
    assert [one for one in found if one.score >= 0.5] == []


def test_only_the_categories_that_are_wanted(tmp_path: Path) -> None:
    text = "Anna takes ibuprofen in Boston, as Kip does."
    document = Document("d", text, "en")
    (tmp_path / "pets.txt").write_text("Kip\n", encoding="utf-8")

    def labels(*wanted: str, **options: object) -> set[str]:
        settings = DetectorSettings("en", frozenset(wanted), options, tmp_path)
        (found,) = build(settings).detect([document])
        return {span.label for span in found if span.score >= 0.5}

    assert labels() == {"PERSON", "DRUG", "LOCATION"}
    assert labels("PERSON") == {"PERSON"}
    assert labels("LOCATION", "DRUG") == {"LOCATION", "DRUG"}
    assert labels("URL") == set()
    assert labels("URL", lists={"PET": "pets.txt"}) == {"PET"}


@given(st.lists(st.sampled_from(["Ángel’s ", "Пётр ", "中 ", "plain text. " * 60]), max_size=12))
def test_the_flat_text_is_that_of_its_characters(parts: list[str]) -> None:
    text = "".join(parts)
    assert flat(text) == "".join(map(flat, text))
    assert len(flat(text)) == len(text)
