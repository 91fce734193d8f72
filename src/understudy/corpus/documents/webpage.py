"""Where the text of a web page stands in its source.

The standard parser tells where tags, text and references start; what is read between them is a
piece for each block of the page. Tags inside a line, such as ``<b>``, do not end a piece, and white
space counts as one space. Attributes are read as text but for those that hold names, numbers and
keywords; in these, repeats of replaced values follow.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from html import unescape
from html.parser import HTMLParser
from typing import NamedTuple
from urllib.parse import quote, unquote

from understudy.core.errors import CorpusError
from understudy.corpus.documents.located import (
    Mark,
    Piece,
    line_at,
    piece_of,
    whole_piece,
)
from understudy.corpus.documents.names import one_of

__all__ = ["Page", "read_page"]

Place = tuple[int, int]

_ATTRIBUTE = re.compile(
    r"""([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?"""
)
_REFERENCE = re.compile(r"&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);?")
_UNIT = re.compile(rf"{_REFERENCE.pattern}|.", re.DOTALL)
_CSS = re.compile(r"""/\*(.*?)\*/|"([^"\n]*)"|'([^'\n]*)'|\(\s*([^"'()\s]+)""", re.DOTALL)
_FILE = re.compile(r"(?!\w+:|//)([^?#@]*[^?#@/.])\.(\w+)")
"""A file beside the page: no scheme, no host, no question."""
_BEHIND = re.compile(r"[^:]+:([^?;]+)")
_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_QUOTES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


class Page(NamedTuple):
    """What was found in a page."""

    pieces: list[Piece]
    echoes: list[Piece]
    scripts: list[Place]
    """What a browser would run, which is not read."""
    embedded: list[Place]
    """Pictures and the like that stand in the page itself."""


_MOST_OPEN = 1_000
"""Tags, comments and declarations without an end: the parser looks for the end of each in all that
follows."""
_TAG = re.compile(r"</?[A-Za-z]")


def _unclosed(source: str) -> int:
    """How many tags, comments, declarations and instructions have no end behind them."""
    behind = source.rfind(">") + 1
    comments = source.count("<!--", source.rfind("-->") + 1)
    tags = sum(1 for _ in _TAG.finditer(source, behind))
    return comments + tags + source.count("<!", behind) + source.count("<?", behind)


def read_page(source: str, unit: str, number: int = 0) -> Page:
    """The pieces of a page; ``number`` is that of the source in its record."""
    if _unclosed(source) > _MOST_OPEN:
        raise CorpusError(
            f"more than {_MOST_OPEN:,} tags, comments or declarations are not closed", file=unit
        )
    reader = _Reader(source, unit, number)
    try:
        reader.feed(source)
        reader.close()
    except AssertionError:  # what the parser makes of a declaration that it does not know
        raise CorpusError("a declaration that is not known", file=unit) from None
    reader.end_block()
    return reader.page


class _Reader(HTMLParser):  # the standard parser is used by inheriting from it
    def __init__(self, source: str, unit: str, number: int) -> None:
        super().__init__(convert_charrefs=False)
        self.source, self.unit, self.number = source, unit, number
        self.page = Page([], [], [], [])
        self._lines = [0, *(match.end() for match in re.finditer("\n", source))]
        self._signs: list[str] = []
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._raw = ""
        self._preformatted = 0
        self._block = "text"

    def _at(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def _add(self, sign: str, start: int, end: int) -> None:
        if sign.isspace() and sign != "\xa0" and not self._preformatted:
            if self._signs and self._signs[-1] in " \n":
                if self._ends[-1] == start and self._signs[-1] == " ":
                    self._ends[-1] = end
                return
            sign = " "
        self._signs.append(sign)
        self._starts.append(start)
        self._ends.append(end)

    def end_block(self) -> None:
        """What was collected is a piece."""
        text = "".join(self._signs)
        first, last = len(text) - len(text.lstrip()), len(text.rstrip())
        if first < last:
            starts, ends = self._starts[first:last], self._ends[first:last]
            self.page.pieces.append(
                Piece("field", self._block, text[first:last], starts, ends, _escaped, self.number)
            )
        self._signs, self._starts, self._ends = [], [], []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "br":
            at = self._at()
            while self._signs and self._signs[-1] == " ":
                self._signs.pop(), self._starts.pop(), self._ends.pop()
            self._signs.append("\n")
            self._starts.append(at)
            self._ends.append(at)
        elif not one_of(tag, "html", "inline"):
            self.end_block()
            self._block = "title" if tag == "title" else "text"
        self._preformatted += tag in ("pre", "textarea")
        self._attributes(tag, attrs)
        self._raw = tag if tag in self.CDATA_CONTENT_ELEMENTS else ""

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self._raw = ""

    def handle_endtag(self, tag: str) -> None:
        self._raw = ""
        if tag in ("pre", "textarea") and self._preformatted:
            self._preformatted -= 1
        if not one_of(tag, "html", "inline"):
            self.end_block()
            self._block = "text"

    def handle_data(self, data: str) -> None:
        start = self._at()
        end = start + len(data)
        if self.source[start:end] != data:
            raise self._error("text that cannot be located", start)
        if self._raw == "script":
            if data.strip():
                self.page.scripts.append((start, end))
        elif self._raw:
            self._style(start, end)
        else:
            for offset, sign in enumerate(data, start):
                self._add(sign, offset, offset + 1)

    def handle_entityref(self, name: str) -> None:
        self._reference()

    def handle_charref(self, name: str) -> None:
        self._reference()

    def _reference(self) -> None:
        start = self._at()
        match = _REFERENCE.match(self.source, start)
        if match is None:
            raise self._error("a reference that cannot be located", start)
        for number, sign in enumerate(unescape(match[0])):
            self._add(sign, match.end() if number else start, match.end())

    def handle_comment(self, data: str) -> None:
        self._verbatim("comment", data)

    def handle_decl(self, decl: str) -> None:
        if not decl.lower().startswith("doctype"):
            self._verbatim("declaration", decl)

    def unknown_decl(self, data: str) -> None:
        self._verbatim("declaration", data)

    def handle_pi(self, data: str) -> None:
        self._verbatim("instruction", data)

    def _verbatim(self, name: str, data: str) -> None:
        """What is no part of the text, and is read all the same."""
        at = self.source.find(data, self._at())
        if data.strip():
            self.page.pieces.append(piece_of(data, at, name, escape=_commented, source=self.number))

    def _style(self, start: int, end: int) -> None:
        for match in _CSS.finditer(self.source, start, end):
            group = match.lastindex or 1
            text = match[group]
            if text.strip():
                found = piece_of(
                    text, match.start(group), "style", escape=_unquoted, source=self.number
                )
                self.page.pieces.append(found)
        code = _CSS.sub(lambda match: " " * len(match[0]), self.source[start:end])
        self.page.echoes.append(piece_of(code, start, "style", source=self.number))

    def _attributes(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given, pairs = dict(attrs), set(attrs)
        raw = self.get_starttag_text() or ""
        start = self._at()
        seen: set[str] = set()
        for match in _ATTRIBUTE.finditer(raw, len(tag) + 1):
            name = match[1].lower()
            group = next((number for number in (2, 3, 4) if match[number] is not None), 0)
            if not group or not match[group].strip():
                seen.add(name)
                continue
            place = start + match.start(group), start + match.end(group)
            value = unescape(match[group])
            if (name, value) not in pairs and name not in seen:  # one may be written twice
                raise self._error(f"attribute {name!r} cannot be located", start)
            seen.add(name)
            self._attribute(tag, name, place, group == 4, given)

    def _attribute(
        self, tag: str, name: str, place: Place, bare: bool, given: dict[str, str | None]
    ) -> None:
        raw = self.source[slice(*place)]
        value = unescape(raw)
        if name.startswith("on") or value.lstrip().lower().startswith("javascript:"):
            self.page.scripts.append(place)
        elif value.lstrip().lower().startswith("data:"):
            self.page.embedded.append(place)
        elif one_of(name, "html", "codes") or _is_technical(tag, name, given):
            self.page.echoes.append(self._value(raw, place, name, bare))
        else:
            piece = self._value(raw, place, name, bare)
            if one_of(name, "html", "links"):
                piece = _without_suffix(_link(piece, place, bare))
            self.page.pieces.append(piece)

    def _value(self, raw: str, place: Place, name: str, bare: bool) -> Piece:
        """The value of an attribute; one without quotes gets them where it changes."""
        if bare:
            return whole_piece(unescape(raw), *place, name, escape=_with_quotes, source=self.number)
        signs: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        for match in _UNIT.finditer(raw):
            for number, sign in enumerate(unescape(match[0])):
                signs.append(sign)
                starts.append(place[0] + (match.end() if number else match.start()))
                ends.append(place[0] + match.end())
        return Piece("field", name, "".join(signs), starts, ends, _quoted, self.number)

    def _error(self, message: str, offset: int) -> CorpusError:
        return CorpusError(message, file=self.unit, line=line_at(self.source, offset))


def _is_technical(tag: str, name: str, given: dict[str, str | None]) -> bool:
    """Whether it is a ``content`` that tells a browser how to show the page."""
    if tag != "meta" or name != "content":
        return False
    named = (given.get("name") or "").lower()
    return "http-equiv" in given or one_of(named, "html", "technical")


def _link(piece: Piece, place: Place, bare: bool) -> Piece:
    """Addresses and numbers behind a scheme are what they are; escapes of a link are read."""
    match = _BEHIND.match(piece.text)
    scheme = piece.text[: match.start(1)].lower() if match else ""
    for schemes, label in (("addresses", "EMAIL_ADDRESS"), ("calls", "PHONE_NUMBER")):
        if match is None or not one_of(scheme, "html", schemes):
            continue
        behind = match.start(1)
        if "%" in piece.text or bare:
            scheme, rest = piece.text[:behind], unquote(piece.text[behind:])
            end = len(unquote(match[1]))
            escape = partial(_linked, scheme=scheme, bare=bare)
            return whole_piece(
                rest,
                *place,
                piece.name,
                escape=escape,
                source=piece.source,
                marks=((0, end, label),),
            )
        mark: tuple[Mark, ...] = ((0, len(match[1]), label),)
        return piece._replace(
            text=piece.text[behind:],
            starts=piece.starts[behind:],
            ends=piece.ends[behind:],
            marks=mark,
        )
    if "%" in piece.text:
        escape = partial(_linked, scheme="", bare=bare)
        return whole_piece(
            unquote(piece.text), *place, piece.name, escape=escape, source=piece.source
        )
    return piece


def _without_suffix(piece: Piece) -> Piece:
    """The name of a file beside the page without what tells its kind: a picture stays one."""
    text = piece.text
    found = _FILE.fullmatch(text)
    if found is None or not one_of(found[2].lower(), "html", "files"):
        return piece
    size, suffix = len(found[1]), text[len(found[1]) :]
    if piece.atoms:  # written anew as a whole
        escape = partial(_behind, suffix=suffix, escape=piece.escape)
        return piece._replace(
            text=found[1],
            starts=piece.starts[:size],
            ends=piece.ends[:size],
            escape=escape,
            atoms=((0, size),),
        )
    return piece._replace(text=found[1], starts=piece.starts[:size], ends=piece.ends[:size])


def _behind(text: str, suffix: str, escape: Callable[[str], str]) -> str:
    return escape(text + suffix)


def _linked(text: str, scheme: str, bare: bool) -> str:
    link = scheme + quote(text, safe="/:?#[]@!$&'()*+,;=~")
    return _with_quotes(link) if bare else _quoted(link)


def _escaped(text: str) -> str:
    return text.translate(_TEXT)


def _quoted(text: str) -> str:
    return text.translate(_QUOTES)


def _with_quotes(text: str) -> str:
    return f'"{_quoted(text)}"'


def _unquoted(text: str) -> str:
    """For a string or comment of a style sheet."""
    return re.sub(r"""["'\\\n()<]|\*/""", " ", text)


def _commented(text: str) -> str:
    """For a comment, which must not end before its end."""
    return text.replace("-", "_").replace(">", "&gt;")
