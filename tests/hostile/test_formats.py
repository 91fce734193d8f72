"""The work on a file grows with its length, however its parts are spread."""

from __future__ import annotations

import cProfile
import math

import pytest

from understudy.core.errors import CorpusError
from understudy.corpus.documents.markup import read_markup
from understudy.corpus.documents.message import read_message
from understudy.corpus.documents.webpage import read_page

SIZES = (200, 800)
STEEPEST = 1.1


def _calls(source: str) -> int:
    profile = cProfile.Profile()
    profile.runcall(read_markup, source, "a.xml", 0, lambda place: False, lambda name: "")
    return sum(entry.callcount for entry in profile.getstats())


def _attributes(count: int) -> str:
    return "<d " + " ".join(f'a{at}="v{at}"' for at in range(count)) + ">Ann</d>"


def _elements(count: int) -> str:
    return "<d>" + "".join(f'<p a{at}="v">Ann</p>' for at in range(count)) + "</d>"


def _notes(count: int) -> str:
    return f"<d>{'<!-- Ann -->' * count}</d>"


@pytest.mark.parametrize("made", [_attributes, _elements, _notes])
def test_markup(made: object) -> None:
    assert callable(made)
    few, many = (_calls(made(count)) for count in SIZES)
    assert math.log(many / few) / math.log(SIZES[1] / SIZES[0]) <= STEEPEST


def test_each_of_many_attributes_has_its_own_place() -> None:
    source = _attributes(50)
    pieces, _ = read_markup(source, "a.xml", 0, lambda place: False, lambda name: "")
    values = {piece.name: piece for piece in pieces if "@" in piece.name}
    assert len(values) == 50
    for at in range(50):
        piece = values[f"d@a{at}"]
        assert source[piece.starts[0] : piece.ends[-1]] == piece.text == f"v{at}"


@pytest.mark.parametrize("opening", ["<!--", "<!--x-", "<!x", "<?x", "<a ", "</a ", '<a b="'])
def test_a_page_of_comments_without_end_is_refused(opening: str) -> None:
    """For each the parser would look through all that follows."""
    with pytest.raises(CorpusError, match="not closed"):
        read_page("<p>Ann" + opening * 1_001, "a.html")
    read_page("<p>Ann" + opening * 500, "a.html")
    read_page("<p>Ann" + f"{opening}-->" * 1_001, "a.html")


class _Pairs(list[tuple[str, str | None]]):
    """Attributes that are looked up by their place and never one by one."""

    def __contains__(self, pair: object) -> bool:
        raise AssertionError("all attributes are looked at for each")


def test_attributes_of_a_page_are_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    from understudy.corpus.documents import webpage

    own = webpage._Reader.handle_starttag
    monkeypatch.setattr(
        webpage._Reader,
        "handle_starttag",
        lambda self, tag, attrs: own(self, tag, _Pairs(attrs)),
    )
    page = read_page('<p title="Ann" lang="en">Lee</p>', "a.html")
    assert "Ann" in {piece.text for piece in page.pieces}


def _message(depth: int, kind: str) -> bytes:
    made = "Subject: in\n\nAnn Lee\n"
    for at in range(depth):
        if kind == "multipart":
            head = f'Content-Type: multipart/mixed; boundary="b{at}"'
            made = f"{head}\n\n--b{at}\n{made}\n--b{at}--\n"
        else:
            made = f"Subject: s\nContent-Type: message/rfc822\n\n{made}"
    return made.encode()


@pytest.mark.parametrize("kind", ["multipart", "message"])
def test_a_message_that_is_nested_without_end_is_refused(kind: str) -> None:
    assert any("Ann Lee" in piece.text for piece in read_message(_message(99, kind), "a").pieces)
    for depth in (100, 5_000):
        with pytest.raises(CorpusError, match="more than 100 deep"):
            read_message(_message(depth, kind), "a.eml")
