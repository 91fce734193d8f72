"""What hides in the words of a text hides nothing from the rules that come after detection."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from understudy import Deidentifier
from understudy.categorise.link import link
from understudy.core.shown import Shown
from understudy.core.types import Document, Segment, Span


def _within_words(sign: str) -> Callable[[str], str]:
    return lambda text: re.sub(r"(?<=\w\w)(?=\w\w)", sign, text)


def _as_entities(text: str) -> str:
    return "".join(sign if sign.isascii() else f"&#{ord(sign)};" for sign in text)


HIDING: dict[str, Callable[[str], str]] = {
    "soft hyphens": _within_words("\u00ad"),
    "zero-width spaces": _within_words("\u200b"),
    "joiners everywhere": "\u200d".join,
    "accents apart": lambda text: unicodedata.normalize("NFD", text),
    "entities": _as_entities,
    "dots below": lambda text: re.sub(r"([^\W\d_])", "\\1\u0323", text),
    "words broken at the end of a line": lambda text: re.sub(
        r"(\w\w\w)(ku|vár|an)", r"\1-\n\2", text
    ),
}
TEXTS = {
    "Mr Likebu Dekumu came.": ["Likebu Dekumu"],
    "Dr Zoltán Kővári called José Núñez.": ["Zoltán Kővári", "José Núñez"],
    "La señora María Ibáñez Peñaranda llamó ayer.": ["María Ibáñez Peñaranda"],
    "Name: Quentin Tarbuck": ["Quentin Tarbuck"],
}


@pytest.fixture(scope="module")
def patterns() -> Deidentifier:
    return Deidentifier("patterns")


@pytest.mark.parametrize("way", HIDING)
@pytest.mark.parametrize("text", TEXTS)
def test_names_are_marked_to_their_ends(patterns: Deidentifier, text: str, way: str) -> None:
    hide = HIDING[way]
    hidden = hide(text)
    entities = patterns.identify(hidden)
    marked = [hidden[one.span.start : one.span.end] for one in entities if one.category == "PERSON"]
    stripped = [name.strip("\u200b\u200d\u00ad") for name in marked]
    assert stripped == [hide(name).strip("\u200b\u200d\u00ad") for name in TEXTS[text]]


def test_one_name_is_one_person_however_it_is_hidden() -> None:
    names = ["Zolta\u0301n Ko\u030bva\u0301ri", "K\u0151v\u00adári", "Zoltán Kővári"]
    text = ", ".join(names)
    starts = [sum(len(name) + 2 for name in names[:at]) for at in range(len(names))]
    ends = [start + len(name) for start, name in zip(starts, names, strict=True)]
    spans = [Span(start, end, "PERSON") for start, end in zip(starts, ends, strict=True)]
    keys = link(Document("a", text), [(span, "PERSON") for span in spans])
    assert len(set(keys)) == 1


def test_stand_ins_are_written_as_for_plain_text() -> None:
    """Of "020&#32;7946" the 3 and the 2 are no digits, and a surname is shared in any spelling."""
    known = Deidentifier("surrogate")
    told = known("Call 020&#32;7946&#32;0991 or C&oacute;rdoba.", key=bytes(32))
    assert re.fullmatch(r"Call 0\d\d 7\d{3} \d{4} or [^&;]+\.", told.text)
    text = unicodedata.normalize("NFD", "Dr Zoltán Kővári met Anna Kővári.")
    made = known(text, key=bytes(32))
    first, second = (edit.surrogate for edit in made.edits if edit.entity.category == "PERSON")
    assert first.split()[-1] == second.split()[-1]
    assert [text[one.entity.span.start : one.entity.span.end] for one in made.edits] == [
        one.original for one in made.edits
    ]


def test_what_is_kept_stays_as_it_was_written(tmp_path: Path) -> None:
    rule = tmp_path / "keep.toml"
    rule.write_text('schema = 1\ndetectors = ["heuristic"]\n[default]\nstrategy = "keep"\n')
    text = "Mr Likebu De\u00adku\u00admu came."
    assert Deidentifier(rule)(text).text == text


def test_there_and_back() -> None:
    text = "\u200bAnn\u200b Lee\u200b, M&aacute;rsh"
    given = Span(0, 10, "PERSON", parts=(Span(0, 4, "GIVEN_NAME"),))
    found = Span(12, len(text), "PERSON", 0.5)
    shown = Shown.of(
        Document("a", text, segments=(Segment(0, 11), Segment(12, len(text)))), (given, found)
    )
    assert shown is not None
    assert shown.document.text == "Ann Lee, Mársh"
    assert [(one.start, one.end) for one in shown.document.segments] == [(0, 8), (9, 14)]
    assert [(one.start, one.end) for one in shown.spans] == [(0, 7), (9, 14)]
    assert shown.back(shown.spans) == [given, found]
    cut = shown.back([Span(0, 3, "PERSON"), Span(4, 7, "PERSON")])
    assert [(one.start, one.end) for one in cut] == [(0, 4), (6, 10)]


def test_what_is_not_seen_stays_as_it_was() -> None:
    text = "Ann\u200b\u200b Lee"
    hidden = Span(3, 5, "ID")
    shown = Shown.of(Document("a", text), (hidden, Span(0, 3, "PERSON")))
    assert shown is not None
    assert shown.hidden == [hidden]
    assert [one.label for one in shown.spans] == ["PERSON"]


def test_a_plain_text_has_no_other_reading() -> None:
    assert Shown.of(Document("a", "Ann Lee, José"), (Span(0, 7, "PERSON"),)) is None
