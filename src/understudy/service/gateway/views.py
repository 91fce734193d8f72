"""A text as whoever reads it sees it: names go on behind a tag, a character may be written as a
reference or in percent, and base64 is text in disguise.

    An<b>na</b> Lee      is read as      Anna Lee
    Ann%20Lee                            Ann Lee
    QW5uIExlZSBjYWxsZWQu                 Ann Lee called.

What is found there is written back where it stood, in the same disguise: the stand-in comes before
the tags that stood inside the name. Tags themselves are pieces of their own, since addresses and
titles stand in their attributes; so is what base64 hides. Together the pieces are all of the text.
"""

from __future__ import annotations

import base64
import binascii
import html
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote, unquote_to_bytes

from understudy.core.spans import render
from understudy.core.types import Edit
from understudy.corpus.documents.names import names_of

__all__ = ["Piece", "View", "view_of"]

_TOKEN = re.compile(
    r"(?P<comment><!--.{0,2000}?-->)"
    r"|(?P<tag></?(?P<element>[A-Za-z][A-Za-z0-9]{0,15})(?:\s[^<>]{0,4000})?/?>)"
    r"|(?P<reference>&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});)"
    r"|(?P<percent>(?:%[0-9A-Fa-f]{2})+)"
    r"|(?P<coded>(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/_-]{16,}={0,2}(?![A-Za-z0-9+/=_-]))",
    re.DOTALL,
)
_MARKERS = ("<", "&", "%")
_SIXTEEN = re.compile(r"[A-Za-z0-9+/_-]{16}")
_URL_SAFE = str.maketrans("-_", "+/")
_TO_URL_SAFE = str.maketrans("+/", "-_")
_UNSEEN = ("\u200b", "\u00ad")
_KEPT = 256
_REMEMBERED = 20_000
"""Characters of the longest text whose view is remembered: a long one is rather made twice."""


class _Change(NamedTuple):
    start: int
    end: int
    text: str


class Piece(NamedTuple):
    """A text that is read by itself, and where its characters stand."""

    text: str
    start: int
    """Where it begins, if it stands in one stretch of the whole."""
    places: tuple[tuple[int, int], ...] = ()
    """Where each character stands, if they do not stand one behind the other."""
    coded: str = ""
    """The base64 that it was taken from."""

    def __repr__(self) -> str:
        return f"Piece({len(self.text)} characters)"


class View(NamedTuple):
    """A text and its pieces: first what is seen, then what stands in tags or is coded."""

    whole: str
    pieces: tuple[Piece, ...]
    tags: tuple[tuple[int, int], ...] = ()
    marked_up: bool = False

    def __repr__(self) -> str:
        return f"View({len(self.pieces)} pieces)"

    def written(self, edits: Sequence[Sequence[Edit]]) -> str:
        """The whole with the edits of each piece."""
        if len(self.pieces) == 1 and not self.pieces[0].places:
            return render(self.whole, edits[0])
        changes = [
            change
            for piece, of_piece in zip(self.pieces, edits, strict=True)
            for change in self._changes(piece, [edit for edit in of_piece if not edit.kept])
        ]
        made: list[str] = []
        at = 0
        # Base64 is seen as well as read: where both are private, the larger one is replaced.
        for start, end, text in sorted(changes, key=lambda one: (one.start, -one.end)):
            if start < at:
                continue
            made += (self.whole[at:start], text)
            at = end
        return "".join((*made, self.whole[at:]))

    def _changes(self, piece: Piece, edits: Sequence[Edit]) -> Iterator[_Change]:
        if piece.coded and edits:
            new = _coded(render(piece.text, edits), piece.coded)
            yield _Change(piece.start, piece.start + len(piece.coded), new)
            return
        for edit in edits:
            start, end = edit.entity.span.start, edit.entity.span.end
            if piece.places:
                first, last = piece.places[start][0], piece.places[end - 1][1]
                yield _Change(first, last, self._disguised(edit.surrogate, first, last))
            else:
                yield _Change(piece.start + start, piece.start + end, edit.surrogate)

    def _disguised(self, text: str, start: int, end: int) -> str:
        """A stand-in as the original was written, with the tags that stood in it behind."""
        inside = [one for one in self.tags if start <= one[0] and one[1] <= end]
        was = self.whole[start:end]
        if not inside and "%" in was:
            return quote(text)
        if self.marked_up:
            text = html.escape(text, quote=False)
        return text + "".join(self.whole[a:b] for a, b in inside)


def view_of(text: str) -> View:
    """What there is to read in a text."""
    return _remembered(text) if len(text) <= _REMEMBERED else _viewed(text)


def _viewed(text: str) -> View:
    plain = View(text, (Piece(text, 0),))
    if not any(sign in text for sign in _MARKERS) and not _SIXTEEN.search(text):
        return plain
    seen = _Seen(text)
    at = 0
    for found in _TOKEN.finditer(text):
        if seen.takes(found, at):
            at = found.end()
    if not at:
        return plain
    seen.plain(at, len(text))
    first = Piece("".join(seen.letters), 0, tuple(seen.places))
    others = [one for one in seen.others if one.text.strip()]
    return View(text, (first, *others), tuple(seen.tags), seen.marked_up)


_remembered = lru_cache(maxsize=_KEPT)(_viewed)
"""A request is looked at twice: when it is read and when it is written."""


class _Seen:
    """What has been read of a text so far."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.letters: list[str] = []
        self.places: list[tuple[int, int]] = []
        self.others: list[Piece] = []
        self.tags: list[tuple[int, int]] = []
        self.marked_up = False

    def plain(self, start: int, end: int) -> None:
        """A stretch that is what it looks like."""
        self.letters.append(self.text[start:end])
        self.places += ((at, at + 1) for at in range(start, end))

    def _shows(self, letters: str, start: int, end: int) -> None:
        """Characters that a stretch stands for."""
        self.letters.append(letters)
        if letters:
            self.places += [(start, end), *[(end, end)] * (len(letters) - 1)]

    def takes(self, found: re.Match[str], at: int) -> bool:
        """Whether a token is one, and what is behind ``at`` is read up to its end then."""
        start, end = found.span()
        kind = found.lastgroup if found["tag"] is None else "tag"
        shown = self._meaning(kind, found)
        if shown is None:
            return False
        self.plain(at, end if kind == "coded" else start)
        if kind != "coded":
            self._shows(shown, start, end)
        if kind in ("tag", "comment"):
            self.tags.append((start, end))
            self.others.append(Piece(found[0], start))
        elif kind == "coded":
            self.others.append(Piece(_decoded(found[0]) or "", start, coded=found[0]))
        self.marked_up |= kind not in ("coded", "percent")
        return True

    def _meaning(self, kind: str | None, found: re.Match[str]) -> str | None:
        """What a token is seen as; None where it is none."""
        if kind == "tag":
            return _break(found["element"].lower())
        if kind == "comment":
            return ""
        if kind == "reference":
            made = html.unescape(found[0])
            return None if made == found[0] else "" if made in _UNSEEN else made
        if kind == "percent":
            return self._percent(found)
        return None if _decoded(found[0]) is None else ""

    def _percent(self, found: re.Match[str]) -> str | None:
        """Letters in percent stand in addresses of the net, between others; "5%20" is a number."""
        around = self.text[max(0, found.start() - 1) : found.start()]
        around += self.text[found.end() : found.end() + 1]
        try:
            made = unquote_to_bytes(found[0]).decode()
        except UnicodeDecodeError:
            return None
        return made if made.isprintable() and any(map(str.isalpha, around)) else None


def _break(element: str) -> str | None:
    """What a tag is seen as: nothing, or the end of a line; None where it is no tag of a page."""
    if element in names_of("html", "inline"):
        return "\n" if element == "br" else ""
    return "\n" if element in names_of("html", "block") else None


def _decoded(token: str) -> str | None:
    """The text that base64 hides; None where it hides none."""
    padded = token.rstrip("=")
    if len(padded) % 4 == 1:
        return None
    try:
        raw = base64.b64decode(padded.translate(_URL_SAFE) + "=" * (-len(padded) % 4))
        text = raw.decode()
    except (binascii.Error, ValueError):
        return None
    readable = all(letter.isprintable() or letter in "\n\r\t" for letter in text)
    return text if readable and any(map(str.isalpha, text)) else None


def _coded(text: str, like: str) -> str:
    """Text in base64, in the alphabet and with the padding of what it takes the place of."""
    made = base64.b64encode(text.encode()).decode()
    if "-" in like or "_" in like:
        made = made.translate(_TO_URL_SAFE)
    return made if like.endswith("=") or len(like) % 4 == 0 else made.rstrip("=")
