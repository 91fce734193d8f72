"""A compiled top rule and how it runs over a buffer of documents.

A buffer has a barrier before, between and after the documents, and a byte for each character.
The search takes in one character on either side of a match, since RE2 knows no look-around and
its ``\\b`` no letters beyond ASCII.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from understudy.identify.grammar.alphabet import kinds
from understudy.identify.grammar.automata import Automaton, TooLarge, automaton
from understudy.identify.grammar.compiler import Compiler, Group, Tile
from understudy.identify.grammar.edges import after, ahead, chunks, cues, reached
from understudy.identify.grammar.gates import needs_digit
from understudy.identify.grammar.nodes import Context, Rule
from understudy.identify.grammar.terminals import END
from understudy.identify.grammar.validators import validator

__all__ = ["Found", "Mark", "Program", "checked", "program"]

WINDOW = 1 << 17
NARROW = 1 << 14
"""Bytes that one search may look at, and after a match: a vain look ahead to the end of the text
is not to be repeated from every match."""
OVERLAP = 4096
"""The longest match that is sure to be found, in bytes."""
RETRIES = 4
"""How often a match that its validators refuse is tried shorter, and then from a later start."""
CREDIT, PACE = 512, 64
"""Retries to begin with, and the characters that earn another one: text made of nothing but
refused matches costs little more than any other."""


class Mark(NamedTuple):
    """A nested part, as a place in the buffer."""

    start: int
    end: int
    label: str
    parts: tuple[Mark, ...]


class Found(NamedTuple):
    """A match of a rule, with its marked parts."""

    start: int
    end: int
    label: str
    score: float
    parts: tuple[Mark, ...]


class Before(NamedTuple):
    """A cue in the words before a match."""

    cue: Automaton
    chunks: int | None
    """In how many pieces white space can cut the cue, if there is a limit."""
    others: int
    """How many words may stand between."""
    reached: int
    boost: float = 0.0


class Behind(NamedTuple):
    """A look at the words behind a match."""

    automaton: Automaton
    reached: int


class End(NamedTuple):
    """What must stand behind a match, and what finds the next place where it may."""

    behind: Behind
    cue: Automaton


@dataclass(frozen=True)
class Program:
    """A top rule, compiled: the automata, and what is asked of a match."""

    category: str
    score: float
    bare: bool
    digits: bool
    """Whether every match has a digit in it."""
    search: Automaton
    capture: Automaton | None
    groups: tuple[Group, ...]
    cues: tuple[Before, ...]
    """Wanted before a match."""
    ends: tuple[End, ...]
    """Wanted behind it."""
    left: tuple[Before, ...]
    """Unwanted before it."""
    right: tuple[Behind, ...]
    """Unwanted behind it."""
    boosts: tuple[Before, ...]
    validators: tuple[Callable[[str], bool], ...]
    value: str = ""
    """The mark that is told in place of the whole match, if any."""

    def run(self, text: str, buffer: bytes) -> Iterator[Found]:
        """The matches, in the order of the text."""
        # The next cue may be far away, and matches without one many.
        cued = self._first_cued(buffer)
        if cued is None:
            return
        at, again, spent, near = cued, 0, 0, -1
        while (place := self._next(buffer, at, narrow=at > 0)) is not None:
            first, start, end = place
            missing = self._missing(buffer, start)
            if missing is not None:
                cue = missing.cue.search(buffer, first)
                if cue is None:
                    return
                at, again = max(cue.end() - 1, first + 1), 0
                continue
            if self.ends and near < end:
                in_sight = self._in_sight(buffer, end)
                if in_sight is None:
                    return
                near = in_sight
            if end < near:
                at, again = max(end, near - OVERLAP, first + 1), 0
                continue
            rich = spent < CREDIT + first // PACE
            found, tries = self._judge(text, buffer, first, start, end, RETRIES if rich else 0)
            spent += tries
            if found is not None:
                yield found
                at, again = max(found.end, first + 1), 0
            elif self.validators and again < RETRIES and rich:
                at, again, spent = max(start, first + 1), again + 1, spent + 1
            else:
                at, again = max(end, first + 1), 0

    def _first_cued(self, buffer: bytes) -> int | None:
        """Where all wanted cues have stood once; before that there is nothing to find."""
        at = 0
        for one in self.cues:
            cue = one.cue.search(buffer)
            if cue is None:
                return None
            at = max(at, cue.end() - 1)
        return at

    def _next(self, buffer: bytes, at: int, *, narrow: bool) -> tuple[int, int, int] | None:
        """The next match: where its left neighbour stands, where it starts and where it ends."""
        size = len(buffer)
        window = NARROW if narrow else WINDOW
        while at < size:
            stop = min(size, at + window)
            match = self.search.search(buffer, at, stop)
            if match is None:
                if stop == size:
                    return None
                at, window = stop - OVERLAP, WINDOW
                continue
            first, last = match.span()
            if stop == size or first <= stop - OVERLAP:
                return first, *self._core(first, last)
            at, window = first, NARROW  # look again, with more of what follows in sight
        return None

    def _missing(self, buffer: bytes, start: int) -> Before | None:
        """The first wanted cue that does not stand before a match."""
        for one in self.cues:
            if not _stands_before(buffer, start, one):
                return one
        return None

    def _in_sight(self, buffer: bytes, end: int) -> int | None:
        """The first place from which all cues can be seen that must stand behind a match."""
        places: list[int] = []
        for one in self.ends:
            cue = one.cue.search(buffer, end)
            if cue is None:
                return None
            places.append(cue.start() - one.behind.reached)
        return max(places)

    def _core(self, first: int, last: int) -> tuple[int, int]:
        """A match without the characters on either side."""
        if self.bare:
            return first, last
        return first + 1, last - 1

    def _judge(
        self, text: str, buffer: bytes, first: int, start: int, end: int, most: int
    ) -> tuple[Found | None, int]:
        """What was found, and how often it was tried shorter."""
        stop, tries = self._valid_end(text, buffer, first, start, end, most)
        if stop is None or not self._placed(buffer, start, end):
            return None, tries
        if stop != end and not self._placed(buffer, start, stop):
            return None, tries
        end = stop
        score = self.score
        for boost in self.boosts:
            if _stands_before(buffer, start, boost):
                score = min(1.0, score + boost.boost)
        parts = self._parts(buffer, start, end)
        if self.value:
            start, end, _, parts = _inside(parts, self.value) or (start, end, "", parts)
        return Found(start, end, self.category, score, parts), tries

    def _placed(self, buffer: bytes, start: int, end: int) -> bool:
        return (
            all(_stands_after(buffer, end, one.behind) for one in self.ends)
            and not any(_stands_after(buffer, end, one) for one in self.right)
            and not any(_stands_before(buffer, start, one) for one in self.left)
        )

    def _valid_end(
        self, text: str, buffer: bytes, first: int, start: int, end: int, most: int
    ) -> tuple[int | None, int]:
        """Where the longest valid match from this start ends, and how often it was shortened."""
        for tries in range(most + 1):
            if self._valid(text[slice(*self._checked(buffer, start, end))]):
                return end, tries
            if tries < most:
                match = self.search.match(buffer, first, end - 1 if self.bare else end)
                if match is None:
                    return None, tries
                end = self._core(*match.span())[1]
        return None, most

    def _checked(self, buffer: bytes, start: int, end: int) -> tuple[int, int]:
        """What the validators see of a match."""
        if not self.value or not self.validators:
            return start, end
        found = _inside(self._parts(buffer, start, end), self.value)
        return (start, end) if found is None else (found.start, found.end)

    def _valid(self, core: str) -> bool:
        for valid in self.validators:  # noqa: SIM110 - a loop is faster, and this is the inmost one
            if not valid(core):
                return False
        return True

    def _parts(self, buffer: bytes, start: int, end: int) -> tuple[Mark, ...]:
        if self.capture is None:
            return ()
        match = self.capture.fullmatch(buffer, start, end)
        return () if match is None else _marks(buffer, _places(match, self.groups), self.groups, -1)


def _inside(parts: tuple[Mark, ...], label: str) -> Mark | None:
    """The first mark of that name, at whatever depth."""
    for part in parts:
        found = part if part.label == label else _inside(part.parts, label)
        if found is not None:
            return found
    return None


Places = Sequence[tuple[int, int]]
"""Where each group of a match lies; −1 for one that took no part."""


def _places(match: Any, groups: tuple[Group, ...]) -> Places:
    return [match.span(number) for number in range(1, len(groups) + 1)]


def _marks(buffer: bytes, places: Places, groups: tuple[Group, ...], of: int) -> tuple[Mark, ...]:
    """The marks right inside a group, or inside the whole match (−1)."""
    found: list[Mark] = []
    for number, group in enumerate(groups):
        start, end = places[number]
        if group.parent != of or start < 0 or start == end:
            continue
        if group.tile is not None:
            found += _tiled(buffer, start, end, group.tile)
        elif group.label is not None:
            found.append(Mark(start, end, group.label, _marks(buffer, places, groups, number)))
    found.sort()
    return tuple(found)


def _tiled(buffer: bytes, start: int, end: int, tile: Tile) -> list[Mark]:
    pattern = automaton(tile.pattern)
    found: list[Mark] = []
    at = start
    while at < end:
        match = pattern.match(buffer, at, end)
        if match is None or match.end() == at:
            at += 1
            continue
        found += _marks(buffer, _places(match, tile.groups), tile.groups, -1)
        at = match.end()
    return found


def _stands_before(buffer: bytes, start: int, one: Before) -> bool:
    """Whether a cue ends where no more than so many words follow it up to the match.

    The words are counted apart: an automaton that counts them has a state for each way in which
    text can be cut into so many words, and takes far longer to make than to run.
    """
    low = max(0, start - one.reached)
    low = max(low, buffer.rfind(b"\0", low, start) + 1)
    words = buffer[low:start]
    least = _reaching(kinds(words), one.others) + 1
    window = b"\0%b\0" % words
    cue = one.cue.search(window, _earliest(window[:least], one.chunks))
    while cue is not None and cue.end() < least:
        cue = one.cue.search(window, cue.start() + 1)
    return cue is not None


def _reaching(of_words: bytes, others: int) -> int:
    """Where the text begins that has no more than so many words, and something between the last
    of them and what follows."""
    if of_words.endswith(b"w"):
        return len(of_words)
    apart = of_words.rsplit(None, others)
    return len(apart[0]) if len(apart) > others else 0


def _earliest(window: bytes, chunks: int | None) -> int:
    """Where a cue that goes on to the end of the window can begin, with a character before it:
    most cues are a word or two, and what stands far before them need not be searched."""
    if chunks is None:
        return 0
    apart = window.rsplit(None, chunks)
    return len(apart[0]) - 1 if len(apart) > chunks else 0


def _stands_after(buffer: bytes, end: int, one: Behind) -> bool:
    high = min(len(buffer), end + one.reached)
    stop = buffer.find(b"\0", end, high)
    return one.automaton.search(buffer[end : high if stop < 0 else stop]) is not None


def program(compiler: Compiler, rule: Rule) -> Program:
    """The compiled form of a top rule."""
    try:
        return _program(compiler, rule)
    except RecursionError:
        raise rule.place.wrong("the rule is nested too deeply") from None


def checked(compiler: Compiler, rule: Rule) -> Program:
    """The same, with every automaton ready: a rule that RE2 refuses is told at once."""
    made = program(compiler, rule)
    before = (*made.cues, *made.left, *made.boosts)
    behind = (*(one.behind for one in made.ends), *made.right)
    try:
        for one in (
            made.search,
            *((made.capture,) if made.capture else ()),
            *(look.cue for look in before),
            *(end.cue for end in made.ends),
            *(look.automaton for look in behind),
        ):
            _ = one.compiled
    except TooLarge as refused:
        raise rule.place.wrong(
            f"the rule is too large ({refused}); use fewer or smaller repetitions"
        ) from None
    return made


def _program(compiler: Compiler, rule: Rule) -> Program:
    core = compiler.search(rule)
    search = automaton(core if rule.bare else f"{END}{core}{END}")
    pattern, groups = compiler.capture(rule)
    return Program(
        category=rule.category or rule.name,
        score=rule.score,
        bare=rule.bare,
        digits=needs_digit(compiler.book, rule.node),
        search=search,
        capture=automaton(pattern) if pattern else None,
        groups=groups,
        cues=tuple(_before(compiler, rule, one) for one in rule.left if one.wanted),
        ends=tuple(
            End(_behind(compiler, rule, one), ahead(compiler, rule, one))
            for one in rule.right
            if one.wanted
        ),
        left=tuple(_before(compiler, rule, one) for one in rule.left if not one.wanted),
        right=tuple(_behind(compiler, rule, one) for one in rule.right if not one.wanted),
        boosts=tuple(_before(compiler, rule, one) for one in rule.boosts),
        validators=tuple(
            validator(name, arguments, compiler.book.language, place)
            for name, arguments, place in rule.validators
        ),
        value=rule.value,
    )


def _before(compiler: Compiler, rule: Rule, context: Context) -> Before:
    others, far = max(context.words - 1, 0), reached(context.words)
    most = chunks(compiler.book, context)
    return Before(cues(compiler, rule, context), most, others, far, context.boost)


def _behind(compiler: Compiler, rule: Rule, context: Context) -> Behind:
    return Behind(after(compiler, rule, context), reached(context.words))
