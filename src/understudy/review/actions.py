"""The decisions of a reader as changes of a state. Nothing here knows of a store or a request.

Marks that count never overlap: a mark that is added or moved covers those under it. What it leaves
of them stays marked, and they come back when it goes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from understudy.core.errors import UsageError
from understudy.core.folding import fold
from understudy.core.text import words as words_of
from understudy.core.types import BY_READER
from understudy.review.records import (
    ACCEPTED,
    ADDED,
    COVERED,
    OPEN,
    REJECTED,
    Change,
    Comment,
    Flag,
    Item,
    Mark,
    State,
    alive,
    applied,
    outside,
)
from understudy.review.risk import SURE

__all__ = [
    "ACTIONS",
    "SCOPES",
    "Asked",
    "RealStandIn",
    "change_of",
    "occurrences",
    "on_text",
    "values_of",
]

SCOPES = ("mention", "entity", "document", "corpus")
"""What a decision is about: the mentions that were named, all mentions of the same thing, all
places of the document with the same text, or those of all documents."""
FLAG = "flag"
_SHORTEST = 3
"""Characters of a word that can tell whom or what is meant."""
_LONGEST = 2_000
"""Characters of a comment or a stand-in."""


class RealStandIn(UsageError):
    """A stand-in with a word of a private value of the same document, which nobody confirmed."""

    def __init__(self) -> None:
        super().__init__(
            "a word of the stand-in is private in this document, and would be released: take "
            "another one, or confirm it"
        )


@dataclass(frozen=True)
class Asked:
    """A decision as a reader asks for it."""

    action: str
    ids: tuple[str, ...] = ()
    scope: str = "mention"
    start: int = -1
    end: int = -1
    category: str = ""
    key: str = ""
    text: str = field(default="", repr=False)
    """A comment or a stand-in."""
    confirmed: bool = False
    """Whether the reader knows that the stand-in has a word that is private in the document."""


@dataclass(frozen=True)
class _Page:
    """What an action works on."""

    text: str = field(repr=False)
    state: State = field(repr=False)
    asked: Asked
    reader: str
    made: str
    fresh: str
    """What the ids of new items begin with; no other decision uses it."""

    def mark(self, name: str) -> Mark:
        """A mark by its id."""
        item = self.state.get(name)
        if not isinstance(item, Mark) or item.status == COVERED:
            raise UsageError("no such mark")
        return item

    def chosen(self) -> list[tuple[str, Mark]]:
        """The marks that the decision is about."""
        if not self.asked.ids:
            raise UsageError("name a mark")
        named = {name: self.mark(name) for name in self.asked.ids}
        if self.asked.scope == "mention":
            return list(named.items())
        marks = [
            (name, item)
            for name, item in self.state.items()
            if isinstance(item, Mark) and item.status != COVERED
        ]
        if self.asked.scope == "entity":
            keys = {mark.key for mark in named.values()}
            return [(name, mark) for name, mark in marks if mark.key in keys]
        values = {self.value(mark) for mark in named.values()}
        return [(name, mark) for name, mark in marks if self.value(mark) in values]

    def counting(self) -> list[tuple[str, Mark]]:
        """Those of them that were not rejected, unless they were named themselves: a decision on
        many brings none back."""
        return [
            (name, mark)
            for name, mark in self.chosen()
            if mark.status != REJECTED or name in self.asked.ids
        ]

    def value(self, mark: Mark) -> str:
        """The text of a mark, as equal values have it."""
        return fold(self.text[mark.start : mark.end])

    @property
    def values(self) -> list[str]:
        """The texts of the marks that were named."""
        named = (self.mark(name) for name in self.asked.ids)
        return list(dict.fromkeys(self.text[mark.start : mark.end] for mark in named))


def change_of(
    text: str, state: State, asked: Asked, *, reader: str, made: str, version: int
) -> Change:
    """The change that a decision makes; refused where it makes none."""
    if asked.action not in ACTIONS:
        raise UsageError("unknown action")
    if asked.scope not in SCOPES:
        raise UsageError("unknown scope")
    page = _Page(text, state, asked, reader, made, f"p{version + 1}.")
    change = _settled(text, state, ACTIONS[asked.action](page))
    if not change:
        raise UsageError("that changes nothing: it is so already, wherever it applies")
    return change


def _settled(text: str, state: State, change: Change) -> Change:
    """A change, with what follows from it for the marks that are covered: those that no longer are
    come back, and of the others what nothing covers is marked."""
    made = applied(state, change)
    now = [made.pop(name) for name in list(made) if _is_rest(made[name])]
    rests = [*now, *(item for item in state.values() if _is_rest(item))]
    counting = [mark for _, mark in alive(made)]
    covered = [
        (name, mark)
        for name, mark in made.items()
        if isinstance(mark, Mark) and mark.status == COVERED
    ]
    # The longest first: it may have covered others itself.
    for name, mark in sorted(covered, key=lambda one: one[1].start - one[1].end):
        over = [one for one in counting if one.start < mark.end and mark.start < one.end]
        if not over:
            made[name] = back = _set(mark, status=mark.was, was="")
            if mark.was != REJECTED:
                counting.append(back)
        elif mark.was != REJECTED:
            own = [one for one in rests if isinstance(one, Mark) and one.of == name]
            for start, end in outside(text, mark, over):
                rest = f"{name}~{start}"
                while rest in made:
                    rest += "~"
                made[rest] = part = _rest(name, mark, own, start, end)
                if part.status != REJECTED:
                    counting.append(part)
    return {
        name: (state.get(name), made.get(name))
        for name in (*state, *(name for name in made if name not in state))
        if state.get(name) != made.get(name)
    }


def _is_rest(item: Item) -> bool:
    return isinstance(item, Mark) and bool(item.of)


def _rest(name: str, mark: Mark, held: Sequence[Mark], start: int, end: int) -> Mark:
    """What nothing covers of a mark, with what was decided on it before."""
    for one in held:
        if one.start <= start and end <= one.end:
            return _set(one, start=start, end=end)
    status = ADDED if mark.was == ADDED else OPEN
    return _set(mark, start=start, end=end, status=status, was="", of=name, stand_in=None)


def occurrences(text: str, value: str) -> Iterator[tuple[int, int]]:
    """The places of a value in a text: whole words, whatever their case and spaces."""
    pieces = [re.escape(piece) for piece in value.split()]
    if not pieces:
        return
    spaced = r"\s+".join(pieces)
    pattern = re.compile(rf"(?<!\w){spaced}(?!\w)", re.IGNORECASE)
    for found in pattern.finditer(text):
        yield found.span()


def _with(page: _Page, edit: Callable[[Mark], Mark]) -> Change:
    return {name: (mark, edit(mark)) for name, mark in page.chosen()}


def _set(mark: Mark, **values: object) -> Mark:
    return msgspec.structs.replace(mark, **values)


def _accept(page: _Page) -> Change:
    return _kept(page, page.chosen())


def _kept(page: _Page, marks: Iterable[tuple[str, Mark]], **values: object) -> Change:
    """The marks count, with these values; one that was rejected takes the place of others."""
    change: Change = {}
    state = dict(page.state)
    for name, mark in marks:
        if (held := state.get(name)) is None or held != mark:  # one that came back lies over it
            continue
        over = _cleared(state, mark.start, mark.end, name) if mark.status == REJECTED else {}
        step: Change = {**over, name: (mark, _set(mark, status=_confirmed(mark), **values))}
        state = applied(state, step)
        change |= step
    return change


def _reject(page: _Page) -> Change:
    return _with(page, lambda mark: _set(mark, status=REJECTED))


def _relabel(page: _Page) -> Change:
    if not page.asked.category:
        raise UsageError("name a category")
    change = _kept(page, page.counting(), category=page.asked.category)
    if page.asked.scope in ("document", "corpus"):
        for value in page.values:
            change |= _added(page, value, page.asked.category, change, rejected=False)
    return change


def _confirmed(mark: Mark) -> str:
    return ADDED if mark.source == BY_READER else ACCEPTED


def _add(page: _Page) -> Change:
    start, end = page.asked.start, page.asked.end
    if not 0 <= start < end <= len(page.text) or not page.text[start:end].strip():
        raise UsageError("a mark lies in the text and covers something")
    if not page.asked.category:
        raise UsageError("name a category")
    value = page.text[start:end]
    key = page.asked.key or _key_of(page, value)
    mark = Mark(start, end, page.asked.category, key, status=ADDED)
    change: Change = {**_cleared(page.state, start, end), f"{page.fresh}0": (None, mark)}
    if page.asked.scope in ("document", "corpus"):
        change |= _added(page, value, page.asked.category, change, rejected=True)
    return change


def _key_of(page: _Page, value: str) -> str:
    """The key of equal values of the document, else the value itself."""
    folded = fold(value)
    marks = (mark for _, mark in alive(page.state))
    return next((mark.key for mark in marks if page.value(mark) == folded), folded)


def _added(page: _Page, value: str, category: str, so_far: Change, *, rejected: bool) -> Change:
    """A mark for each place of a value where none is; also where one was rejected?"""
    state = applied(page.state, so_far)
    taken = [
        (mark.start, mark.end)
        for mark in state.values()
        if isinstance(mark, Mark)
        and mark.status != COVERED
        and not (rejected and mark.status == REJECTED)
    ]
    key = _key_of(page, value)
    made: Change = {}
    first, new = sum(name.startswith(page.fresh) for name in so_far), -1
    for start, end in occurrences(page.text, value):
        if not any(a < end and start < b for a, b in taken):
            mark = Mark(start, end, category, key, status=ADDED)
            new += 1
            made |= {**_cleared(state, start, end), f"{page.fresh}{first + new}": (None, mark)}
    return made


def _cleared(state: Mapping[str, Item], start: int, end: int, but: str = "") -> Change:
    """With the marks that lie in a place covered."""
    return {
        name: (mark, None if mark.of else _set(mark, status=COVERED, was=mark.status))
        for name, mark in state.items()
        if isinstance(mark, Mark)
        and mark.status != COVERED
        and mark.start < end
        and start < mark.end
        and name != but
    }


def _move(page: _Page) -> Change:
    if len(page.asked.ids) != 1:
        raise UsageError("one mark is moved at a time")
    (name,) = page.asked.ids
    mark = page.mark(name)
    start, end = page.asked.start, page.asked.end
    if not 0 <= start < end <= len(page.text) or not page.text[start:end].strip():
        raise UsageError("a mark lies in the text and covers something")
    moved = _set(mark, start=start, end=end, status=_confirmed(mark), stand_in=None, of="")
    return {**_cleared(page.state, start, end, name), name: (mark, moved)}


def _merge(page: _Page) -> Change:
    """The mentions, with all that are the same thing, become one thing with another mention."""
    key = page.asked.key
    if not any(mark.key == key for _, mark in alive(page.state)):
        raise UsageError("no mention has that key")
    return _with(page, lambda mark: _set(mark, key=key, stand_in=None, redraws=0))


def _split(page: _Page) -> Change:
    """The mentions become a thing of their own."""
    taken = {item.key for item in page.state.values() if isinstance(item, Mark)}
    # With all mentions of the entity, nothing would be split off.
    alone = {name: page.mark(name) for name in page.asked.ids}
    named = list(alone.items()) if page.asked.scope == "entity" and alone else page.chosen()
    keys, gone = {mark.key for _, mark in named}, {name for name, _ in named}
    if not any(mark.key in keys and name not in gone for name, mark in alive(page.state)):
        raise UsageError("these are all mentions of it: nothing is split off")
    base = named[0][1].key.rpartition("·")[0] or named[0][1].key
    number = next(n for n in range(2, len(taken) + 3) if f"{base}·{n}" not in taken)
    key = f"{base}·{number}"
    return {name: (one, _set(one, key=key, stand_in=None, redraws=0)) for name, one in named}


def _write(page: _Page) -> Change:
    stand_in, marks = _checked(page.asked.text), page.counting()
    if any((value := page.value(mark)) and value in fold(stand_in) for _, mark in marks):
        raise UsageError("the stand-in says what it replaces; reject the mark if that may stay")
    if not page.asked.confirmed and _is_real(page, stand_in):
        raise RealStandIn
    return _kept(page, marks, stand_in=stand_in)


def _is_real(page: _Page, stand_in: str) -> bool:
    """Whether a stand-in is a private value of the document, or has a word of one that tells."""
    folded, words = fold(stand_in), set(map(fold, _words(stand_in)))
    for mark in page.state.values():
        if not isinstance(mark, Mark) or mark.status == REJECTED:
            continue
        said = page.text[mark.start : mark.end]
        if fold(said) == folded or not words.isdisjoint(map(fold, _telling(said))):
            return True
    return False


def _telling(text: str) -> list[str]:
    """The words of a private value that can name somebody or something: where any has a capital,
    those that have none, such as "de", do not."""
    words = [word for word in _words(text) if len(word) >= _SHORTEST]
    return [word for word in words if not word.islower()] or words


def _words(text: str) -> list[str]:
    return [text[start:end] for start, end in words_of(text)]


def _checked(text: str) -> str:
    if not text.strip():
        raise UsageError("there is no text")
    if len(text) > _LONGEST:
        raise UsageError(f"a text has at most {_LONGEST:,} characters")
    return text


def _redraw(page: _Page) -> Change:
    return _with(page, lambda mark: _set(mark, stand_in=None, redraws=mark.redraws + 1))


def _as_drawn(page: _Page) -> Change:
    """Back to the stand-in of the policy."""
    return _with(page, lambda mark: _set(mark, stand_in=None, redraws=0))


def _certain(page: _Page) -> Change:
    return {
        name: (mark, _set(mark, status=ACCEPTED))
        for name, mark in alive(page.state)
        if mark.status == OPEN and mark.score >= SURE
    }


def _comment(page: _Page) -> Change:
    text = _checked(page.asked.text)
    return {f"c{page.fresh}0": (None, Comment(text, page.reader, page.made, page.asked.start))}


def _uncomment(page: _Page) -> Change:
    found = {name: page.state.get(name) for name in page.asked.ids}
    if not found or not all(isinstance(item, Comment) for item in found.values()):
        raise UsageError("no such comment")
    return {name: (item, None) for name, item in found.items()}


def _flag(page: _Page) -> Change:
    if FLAG in page.state:
        raise UsageError("the document is flagged")
    return {FLAG: (None, Flag(page.reader, page.made))}


def _unflag(page: _Page) -> Change:
    return {FLAG: (page.state.get(FLAG), None)}


ACTIONS: Mapping[str, Callable[[_Page], Change]] = {
    "accept": _accept,
    "accept certain": _certain,
    "reject": _reject,
    "add": _add,
    "relabel": _relabel,
    "move": _move,
    "merge": _merge,
    "split": _split,
    "write": _write,
    "redraw": _redraw,
    "as drawn": _as_drawn,
    "comment": _comment,
    "uncomment": _uncomment,
    "flag": _flag,
    "unflag": _unflag,
}

_ON_TEXT = ("accept", "reject", "relabel", "add")
"""What can be done to all documents at once."""


def on_text(
    text: str, state: State, asked: Asked, values: Iterable[str], *, made: str, version: int
) -> Change:
    """The same decision in another document, wherever the same text stands."""
    if asked.action not in _ON_TEXT:
        raise UsageError(f"{asked.action!r} is for one document at a time")
    change: Change = {}
    wanted = list(values)
    folded = {fold(value) for value in wanted}
    for name, item in state.items():
        if not isinstance(item, Mark) or item.status == COVERED:
            continue
        if fold(text[item.start : item.end]) not in folded:
            continue
        if asked.action == "reject":
            change[name] = (item, _set(item, status=REJECTED))
        elif item.status != REJECTED:
            category = asked.category or item.category
            change[name] = (item, _set(item, category=category, status=_confirmed(item)))
    if asked.action in ("add", "relabel"):
        page = _Page(text, state, asked, "", made, f"p{version + 1}.")
        for value in wanted:
            change |= _added(page, value, asked.category, change, rejected=asked.action == "add")
    return _settled(text, state, change)


def values_of(text: str, state: State, asked: Asked) -> Sequence[str]:
    """The texts that a decision is about."""
    if asked.action == "add":
        return [text[asked.start : asked.end]]
    named = (state.get(name) for name in asked.ids)
    found = (text[one.start : one.end] for one in named if isinstance(one, Mark))
    return list(dict.fromkeys(found))
