"""Plain rows of jsonl with marks in the places of their annotations, written as they are read.

A row is plain where writing what was read from it gives its bytes back: members with the spaces
of one of two styles, a text without escapes that it does not need, and annotations of start, end
and category in the order of the text. Then all that changes is where it is looked for. Any other
row is left to the reader of ``jsonl``, which knows every way to write one and every fault.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import lt

import msgspec

from understudy.corpus.base import Options, Written
from understudy.corpus.columns import known
from understudy.corpus.moving import exchanged
from understudy.languages import supported

__all__ = ["can_mark", "marked"]


class _Entry(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    start: int
    end: int
    category: str


class _Style(dict[str, bytes]):
    """How a row is spaced; and label → the pattern of an annotation, made once."""

    def __init__(self, comma: bytes, colon: bytes) -> None:
        super().__init__()
        self.comma, self.colon = comma, colon

    def __missing__(self, label: str) -> bytes:
        start, end, category = _leads(("start", "end", "category"), self.comma, self.colon)
        written = _written(label).replace(b"%", b"%%")
        if b"\\u" in written or b"\x7f" in written:
            raise KeyError  # which can be written in more than one way
        made = b"%b%%d%b%%d%b%b}" % (start, end, category, written)
        if len(self) < _LABELS:
            self[label] = made
        return made

    def pattern(self, labels: Sequence[str]) -> bytes:
        """The array of annotations with these labels, less their places."""
        return b"[%b]" % self.comma.join(map(self.__getitem__, labels))


@lru_cache(maxsize=4096)
def _leads(names: tuple[str, ...], comma: bytes, colon: bytes) -> list[bytes]:
    """What stands before the value of each member of an object."""
    opened = [b"{", *[comma] * (len(names) - 1)]
    return [before + _written(name) + colon for before, name in zip(opened, names, strict=True)]


_LABELS = 4096
"""So many are held: a corpus may have labels without end."""
_members = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_string = msgspec.json.Decoder(str).decode
_entries = msgspec.json.Decoder(list[_Entry]).decode
_written = msgspec.json.Encoder().encode
_scan = json.JSONDecoder().raw_decode
_WIDE, _TIGHT = _Style(b", ", b": "), _Style(b",", b":")


def can_mark(options: Options, marks: Mapping[str, str]) -> bool:
    """Whether rows can be plain: there is one text, nothing lies deeper in the row, and no mark
    that is known so far needs an escape in some rows and none in others."""
    if not all(map(str.isascii, marks.values())):
        return False
    names = (*options.text, options.id, options.language, options.subject, options.entities)
    return len(names) == len(set(names)) == 5 and not any("." in name for name in names)


def marked(
    line: bytes, identity: str, options: Options, marks: Mapping[str, str]
) -> Written | None:
    """A row with the mark of its label for each annotation; None where the row is not plain, or
    a label has no mark. ``identity``: what names a document without an id.
    """
    try:
        return _marked(line, identity, options, marks)
    except (msgspec.MsgspecError, KeyError, ValueError, RecursionError):
        return None


def _marked(
    line: bytes, identity: str, options: Options, marks: Mapping[str, str]
) -> Written | None:
    members = _members(line)
    names = tuple(members)
    if options.strict and not known(options).issuperset(names):
        return None  # to be refused
    style = _WIDE if b'": ' in line else _TIGHT
    row: list[msgspec.Raw | bytes] = [b""] * (2 * len(names) + 1)
    row[:-1:2] = _leads(names, style.comma, style.colon)
    row[1::2] = members.values()
    row[-1] = line[line.rindex(b"}") :]
    at, listed = 2 * names.index(options.text[0]) + 1, 2 * names.index(options.entities) + 1
    text, entries = _string(row[at]), _entries(row[listed])
    starts, ends = [one.start for one in entries], [one.end for one in entries]
    labels = [one.category for one in entries]
    places = [0] * (2 * len(entries))
    places[::2], places[1::2] = starts, ends
    literal, pattern = _written(text), style.pattern(labels)
    row[at], row[listed] = literal, pattern % tuple(places)
    if b"".join(row) != line or not _in_order(places, starts, ends, len(text)):
        return None
    row[at], row[listed] = b'""', b"[]"
    found = _identity(b"".join(row), options)
    if found is None:
        return None
    if not entries:
        return Written((line,), found or identity, len(text), literal, ())
    fresh = list(map(marks.__getitem__, labels))
    if not "".join(fresh).isascii():
        return None  # how it is written depends on the rest of the row
    released, places = exchanged(text, starts, ends, fresh)
    literal = row[at] = _written(released)
    row[listed] = pattern % tuple(places)
    return Written((b"".join(row),), found or identity, len(released), literal, labels)


def _identity(rest: bytes, options: Options) -> str | None:
    """The id in what stays of a row, "" where it has none; None where this is not plain.

    It is read as strictly as the reader of ``jsonl`` does.
    """
    found, _ = _scan(rest.decode())
    identity, language = found.get(options.id), found.get(options.language)
    if found.get(options.subject) is not None or "speaker" in found:
        return None
    if not {type(identity), type(language)} <= _NAMES:
        return None
    if language and supported(language) is None:
        return None  # to be refused, or counted
    return identity or ""


_NAMES = frozenset((str, type(None)))


def _in_order(
    places: Sequence[int], starts: Sequence[int], ends: Sequence[int], length: int
) -> bool:
    """Whether these are disjoint places of the text from left to right."""
    return not places or (
        places[0] >= 0
        and places[-1] <= length
        and places == sorted(places)
        and all(map(lt, starts, ends))
    )
