"""One mention of a person: its pieces of text, the names among them, and the words in it and before
it that say something of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from understudy.core.folding import flat, flat_letters
from understudy.core.text import hidden_repr
from understudy.surrogates.mention import Mention
from understudy.surrogates.people.names import joiner, united
from understudy.surrogates.people.roster import Name
from understudy.surrogates.people.tokens import Bit, bits_of, spelt_particles

__all__ = [
    "PEOPLE",
    "Reading",
    "before_comma",
    "is_lettered",
    "is_linked",
    "is_single",
    "is_word",
    "kin_of",
    "read_mention",
    "titles_of",
    "with_particle",
]

PEOPLE = frozenset(("PERSON", "GIVEN_NAME", "FEMALE_NAME", "MALE_NAME", "SURNAME", "TITLE"))
_NAMES = frozenset(("word", "initial", "cut", "joiner"))
_LAST_WORD = re.compile(r"([^\W\d_]+ª?)\.?[\s<+]*$")
_KIN_WORD = re.compile(r"([^\W\d_]+)(?:,\s*|\s+)$")
"""Of "his wife Ann" and "the mother, Ann"."""
_WITH_AGE = re.compile(r" [^\W\d_]+ \d{1,2} [^\W\d_]+, \Z")
"""What stands between a girl and her name: "niña de 4 años, Ana"."""
_NEAR = 30
"""Characters before a mention in which the word right before it stands."""
_FRONTS = 1 << 10
"""How many of these are remembered: each is asked several times about one mention."""
_WHOLE_WORD = 5
"""Letters of a word that is no abbreviation, so that a full stop behind it ends a sentence."""
_MOST_NAMES = 6
"""A mention with more names has words behind them that are none, and are left out."""


class Reading(NamedTuple):
    """One mention: its pieces of text, and the words among them that are names."""

    mention: Mention
    bits: tuple[Bit, ...]
    names: tuple[Name, ...]

    def __repr__(self) -> str:
        return hidden_repr(self)


def read_mention(mention: Mention, language: str) -> Reading:
    """A mention with its pieces and names; signs alone are some name."""
    cut = mention.after.startswith("-") and not mention.after[1:2].isalnum()
    bits = bits_of(mention.text, language, cut)
    names = _names(bits, language)
    if len(names) > _MOST_NAMES:
        names = names[:_MOST_NAMES]
        bits = bits[: names[-1].at + 1]
    if not names and not any(bit.kind in ("title", "kin") for bit in bits):
        whole = Bit("word", mention.text)  # signs alone, or pronouns with a capital: some name
        bits, names = (whole,), (Name(0, _flat(mention.text), mention.text, "word"),)
    return Reading(mention, bits, names)


def _flat(text: str) -> str:
    """The flat letters; the text itself where it has none, and some sign where it is empty."""
    return flat_letters(text) or text.lower() or "?"


def _names(bits: Sequence[Bit], language: str) -> tuple[Name, ...]:
    main = joiner(language)
    found: list[Name] = []
    connectors = united("names", "connectors", language)
    nicknames = united("names", "nicknaming", language)
    particles: list[str] = []
    gap, start = "", -1
    for at, bit in enumerate(bits):
        if bit.kind in _NAMES:
            word = main.flat if main and bit.kind == "joiner" else _flat(bit.text)
            found.append(Name(at, word, bit.text, bit.kind, " ".join(particles), gap, start))
            particles, gap, start = [], "", -1
        else:
            gap += bit.text
            if bit.kind == "title" or (bit.text in nicknames and not particles):
                particles, start = [], -1
            elif bit.kind in ("particle", "prefix"):
                said = flat(bit.text).replace("’", "'")
                particles.append(spelt_particles(language).get(said, said))
                if start < 0 and particles[-1] not in connectors:
                    start = at
    return tuple(found)


def is_word(name: Name) -> bool:
    """Whether a name is said as a whole, and is no initial or beginning."""
    return name.kind in ("word", "joiner")


def is_lettered(reading: Reading) -> bool:
    """Whether a mention may be initials written together: two to four capitals."""
    if len(reading.names) != 1 or reading.names[0].kind != "word":
        return False
    text = reading.names[0].text
    return text.isalpha() and text.isupper() and 2 <= len(text) <= 4


def is_single(names: Sequence[Name]) -> bool:
    """Whether it is one name, or several with hyphens between them."""
    whole = [name for name in names if name.kind != "cut"]
    return all(name.joined.strip() == "-" for name in whole[1:])


def kin_of(reading: Reading) -> tuple[str, ...]:
    """The word right before a mention, or before a comma there, or that it begins with: whom it
    says somebody is."""
    if len(reading.bits) > 1 and reading.bits[0].kind == "gap" and reading.bits[0].text.isalpha():
        return (flat(reading.bits[0].text),)
    return _kin_before(reading.mention.before[-_NEAR:])


@lru_cache(maxsize=_FRONTS)
def _kin_before(front: str) -> tuple[str, ...]:
    before = _KIN_WORD.search(_WITH_AGE.sub(", ", front))
    return (flat(before[1]),) if before else ()


def titles_of(reading: Reading) -> list[str]:
    """The titles in a mention and right before it."""
    found = [bit.text for bit in reading.bits if bit.kind == "title"]
    before = _title_before(reading.mention.before[-_NEAR:])
    return [before, *found] if before else found


@lru_cache(maxsize=_FRONTS)
def _title_before(front: str) -> str:
    """The word right before a mention; empty where there is none, or it ends a sentence."""
    before = _LAST_WORD.search(front)
    if before is None or (front.rstrip().endswith(".") and len(before[1]) >= _WHOLE_WORD):
        return ""  # "…, su madre. Don Luis"
    return before[1]


def before_comma(reading: Reading) -> int:
    """How many names stand before the comma of "Surname, Given"; 0 where it is none such."""
    for at, name in enumerate(reading.names):
        marked = "," in name.joined and name.kind != "cut"
        if at and marked and name.flat != reading.names[at - 1].flat and "<" not in name.joined:
            return at
    return 0


def with_particle(name: Name, order: int, language: str) -> Name:
    """A de between two surnames says nothing of the second ("López de García")."""
    if not name.particle:
        return name
    connectors = united("names", "connectors", language)
    kept = " ".join(word for word in name.particle.split() if word not in connectors)
    if order and kept in united("names", "empty_between", language):
        kept = ""
    return name._replace(particle=kept)


def is_linked(first: Name, name: Name, language: str) -> bool:
    """María del Carmen."""
    main = joiner(language)
    if main is None or first.flat != main.flat:
        return False
    return name.flat in {flat_letters(one) for one in main.linked.get(name.particle, ())}
