"""A new identity: the names of one person who does not exist.

What is drawn depends on the ``Need`` alone, which has no letter of the original in it: how many
names, how they are joined, whether a short form is used. Everything else is read off the draw.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from understudy.core.folding import flat_letters
from understudy.languages import DEFAULT
from understudy.surrogates.dice import Dice
from understudy.surrogates.people.names import (
    BEHIND,
    FEMALE,
    MALE,
    canonical,
    compounds,
    given_table,
    known,
    links,
    middle_table,
    particled,
    shorts,
    surname_table,
)
from understudy.surrogates.people.origins import OWN, origin_table
from understudy.surrogates.people.sketch import MOST_SHORT, Need
from understudy.surrogates.tables import Table, ranked

__all__ = ["GENDERS", "Identity", "draw_identity", "gender_of_joint", "origins", "pair_table"]

GENDERS = Table((FEMALE, MALE))


class Identity(NamedTuple):
    """The names of a person who does not exist."""

    gender: str
    givens: tuple[str, ...] = ()
    shorts: tuple[str, ...] = ()
    equivalent: str = ""
    surnames: tuple[str, ...] = ()
    language: str = DEFAULT
    particles: tuple[str, ...] = ()
    """What each surname may have before it, as it is written there: "de la ", "Mc"."""
    link: str = ""
    """What the second given name has before it: the "del " of María del Carmen."""

    def __repr__(self) -> str:
        return f"Identity({len(self.givens)} given names, {len(self.surnames)} surnames)"


def gender_of_joint(kind: str) -> str:
    """The joiner before another name is a woman's (María José), behind one a man's."""
    if kind == BEHIND:
        return MALE
    return "" if kind in (" ", "-") else FEMALE


def origins(need: Need, language: str) -> Table:
    """Where a person may come from; a surname with a particle has none but its own."""
    return _origins(need.surnames, language)


@cache
def _origins(surnames: tuple[str, ...], language: str) -> Table:
    plain = any(not particled(language, one) for one in surnames)
    return origin_table(language) if plain or not surnames else Table((OWN,))


def pair_table(need: Need, gender: str, language: str) -> Table | None:
    """What the first two given names are drawn from together; None where they are not."""
    if need.givens < 2 or need.equivalent:
        return None
    if need.joined == " " and not need.paired and not known(language)["traits"]["paired_givens"]:
        return None
    pairs = compounds(language, gender, need.joined, need.short > 0, need.apart)
    return pairs if pairs.size else None  # a language may list no such pairs


def draw_identity(need: Need, language: str, dice: Dice, *, gendered: bool = False) -> Identity:
    """One identity; ``gendered`` where the gender shows even without a given name."""
    gender = gender_of_joint(need.joined) or need.gender
    if not gender and (need.givens or gendered):
        gender = dice.branch(GENDERS, ("gender",))
    origin = dice.branch(origins(need, language), ("origin",)) if _named(need) else OWN
    givens = _givens(need, gender, origin, language, dice)
    short = _shorts(givens, need, language)
    if need.short:
        starts = _starts(max(1, len(short)))
        start = int(dice.pick(starts, ("short form",), floor=_starts(MOST_SHORT).pi_min))
        short = short[start:] + short[:start]
    drawn = [
        dice.pick(surname_table(language, group, origin), ("surname", at))
        for at, group in enumerate(need.surnames)
    ]
    parts = [
        particled(language, group).get(name, ("", name)) if group else ("", name)
        for name, group in zip(drawn, need.surnames, strict=True)
    ]
    pair = " ".join(givens[:2]) if len(givens) > 1 else ""
    return Identity(
        gender,
        tuple(givens),
        short,
        _equivalent(givens, need, language),
        tuple([name for _, name in parts]),
        language,
        tuple([before for before, _ in parts]),
        links(language)[pair][1] if pair in links(language) else "",
    )


def _named(need: Need) -> bool:
    return bool(need.givens or need.surnames)


def _givens(need: Need, gender: str, origin: str, language: str, dice: Dice) -> list[str]:
    """The given names, one after the other."""
    found: list[str] = []
    if not need.givens:
        return found
    pair = pair_table(need, gender, language)
    if pair is not None:
        found += dice.pick(pair, ("pair",)).split()
    else:
        special = need.short > 0 or need.equivalent
        table = given_table(
            language, gender, need.short, need.equivalent, None if special else origin
        )
        found += dice.pick(table, ("given", 0)).split()
    for at in range(len(found), need.givens):
        taken, middle = _taken(found, language), middle_table(language, gender, origin)
        found += dice.pick(middle, ("given", at), apart=taken).split()
    return found


def _taken(givens: Sequence[str], language: str) -> frozenset[str]:
    """The names that a person has, short and in full: nobody is called Kate Katherine."""
    return frozenset(
        one
        for name in givens
        for one in (
            name,
            *shorts(flat_letters(name), language),
            *map(str.capitalize, canonical(flat_letters(name), language)),
        )
    )


@cache
def _starts(count: int) -> Table:
    """Which short form is used: the commonest stand first in the lists."""
    return Table.of(ranked(map(str, range(count)), 0.0))


def _shorts(givens: Sequence[str], need: Need, language: str) -> tuple[str, ...]:
    """Short forms of the first two names together, else of the first."""
    if not need.short or not givens:
        return ()
    whole = shorts(flat_letters("".join(givens[:2])), language) if len(givens) > 1 else ()
    return whole or shorts(flat_letters(givens[0]), language) or (givens[0],)


def _equivalent(givens: Sequence[str], need: Need, language: str) -> str:
    if not need.equivalent or not givens:
        return ""
    pairs: Mapping[str, str] = known(language)["equivalents"].get(need.equivalent, {})
    return str(pairs.get(givens[0], givens[0]))
