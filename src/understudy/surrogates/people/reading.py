"""Mentions of a person's names, read into structure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise, permutations

from understudy.languages.names import near
from understudy.surrogates.mention import Mention
from understudy.surrogates.people.mentioned import (
    PEOPLE,
    Reading,
    before_comma,
    is_linked,
    is_single,
    is_word,
    read_mention,
)
from understudy.surrogates.people.names import BEHIND, FIRST, link_group
from understudy.surrogates.people.parts import cut_words, leanings, placed, votes_of, weight
from understudy.surrogates.people.pieces import dropped, pieces_of
from understudy.surrogates.people.roster import Name, Roster, full_names
from understudy.surrogates.people.sketch import Piece, Ref

__all__ = ["joined", "read_names"]

_OPENING = frozenset("\"'“‘«(")


def read_names(
    mentions: Sequence[Mention], language: str
) -> tuple[Roster, dict[int, tuple[Piece, ...]], list[Reading]]:
    """The names of the person, and the pieces of each mention that has names."""
    readings = {
        at: read_mention(mention, language)
        for at, mention in enumerate(mentions)
        if mention.category in PEOPLE
    }
    whole = [[name.flat for name in one.names if is_word(name)] for one in readings.values()]
    words = [word for of_mention in whole for word in of_mention]
    pairs = [first + second for of_mention in whole for first, second in pairwise(of_mention)]
    full = full_names(words, pairs, language, tuple(_alike(list(readings.values()))))
    beside = frozenset(chain.from_iterable(_beside(one) for one in readings.values()))
    full = {short: name for short, name in full.items() if (short, name) not in beside}
    roster = Roster(language, full, frozenset(words))
    votes = votes_of(readings.values(), language)
    lone = leanings(readings.values(), language)
    refs: dict[int, dict[int, tuple[Ref, ...]]] = {}
    for at in sorted(readings, key=lambda one: (-weight(readings[one]), one)):
        refs[at] = placed(readings[at], roster, votes, lone)
    for at, reading in readings.items():
        refs[at] |= cut_words(reading, refs[at], roster)
    drops = dropped(list(readings.values()), language)
    pieces = {
        at: pieces_of(reading, refs[at], roster, drop)
        for (at, reading), drop in zip(readings.items(), drops, strict=True)
    }
    return roster, pieces, list(readings.values())


def _alike(readings: Sequence[Reading]) -> Iterator[tuple[str, str]]:
    """Two words for one given name, whether the lists have them or not: one in quotes or brackets
    behind the other, or each before the same surnames in two mentions of the person."""
    openings: dict[tuple[str, ...], str] = {}
    for reading in readings:
        names = [name for name in reading.names if is_word(name)]
        if len(names) > 2 and not _OPENING.isdisjoint(names[1].joined):
            yield names[0].flat, names[1].flat
        if len(names) == len(reading.names) > 1 and not (before_comma(reading) or is_single(names)):
            first, rest = names[0].flat, tuple(name.flat for name in names[1:])
            before = openings.setdefault(rest, first)
            if before != first and not near(before, first):
                yield before, first


def _beside(reading: Reading) -> Iterator[tuple[str, str]]:
    """Words of one mention, none of which is the other one's short form: "Max Maximilian Hall" has
    two given names as "Max Robert Hall" has. In quotes or brackets it is one."""
    names = [name for name in reading.names if is_word(name)]
    if not _OPENING.isdisjoint("".join(name.joined for name in names)):
        return
    yield from permutations([name.flat for name in names], 2)


def joined(readings: Sequence[Reading], roster: Roster) -> str:
    """How the first two given names are joined."""
    if len(roster.givens) < 2:
        return " "
    first, second = (entry.flat for entry in roster.givens[:2])
    kinds = {
        _joint(one, two, roster.language)
        for reading in readings
        for one, two in pairwise(reading.names)
        if (one.flat, two.flat) == (first, second)
    }
    linked = sorted(kinds - {" ", "-", FIRST, BEHIND})
    return next((kind for kind in (*linked, "-", FIRST, BEHIND) if kind in kinds), " ")


def _joint(one: Name, two: Name, language: str) -> str:
    if is_linked(one, two, language):
        return link_group(two.particle, language)
    if one.kind == "joiner" or two.kind == "joiner":
        return FIRST if one.kind == "joiner" else BEHIND
    return "-" if two.joined == "-" else " "
