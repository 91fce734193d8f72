"""The mentions of one person, read together into a sketch."""

from __future__ import annotations

import re
from collections.abc import Sequence

from understudy.core.folding import flat, flat_letters
from understudy.languages import chosen, get, reads
from understudy.surrogates.kernel import Reading, Shapes
from understudy.surrogates.mention import Mention
from understudy.surrogates.people.address import read_address, runs_of
from understudy.surrogates.people.draws import Draws
from understudy.surrogates.people.genders import gender
from understudy.surrogates.people.hints import Hints
from understudy.surrogates.people.mentioned import PEOPLE
from understudy.surrogates.people.names import OTHER_PARTICLES, known, particle_groups
from understudy.surrogates.people.pieces import case_of
from understudy.surrogates.people.reading import joined, read_names
from understudy.surrogates.people.roster import Roster
from understudy.surrogates.people.shapes import shape_of
from understudy.surrogates.people.sketch import (
    Extra,
    Mark,
    Need,
    Piece,
    Ref,
    Sketch,
    Spelt,
    Title,
    Word,
)
from understudy.surrogates.people.spelling import PLAIN, read_spelling
from understudy.surrogates.people.titles import flat_lists, male_title
from understudy.surrogates.settings import Settings

__all__ = ["read"]

_LABEL = re.compile(r"([^\W\d_]+)\s*:$")
_BY_LETTERS = re.compile(r"[^\W\d_](?:-[^\W\d_]){2,}")
"""A name that was marked as one and is spelt: "R-U-F-O"."""
_LETTER_NEAR = 24
"""Characters beside a letter in which the words about it stand."""
_ADDRESSES = frozenset(("EMAIL_ADDRESS", "USERNAME"))


def read(mentions: Sequence[Mention], settings: Settings) -> Reading:
    """What the mentions of one person show, and what stands there."""
    shape = shape_of(mentions, chosen(settings.language))
    if shape is None:
        return _read(mentions, settings)
    return _shapes.read(shape, mentions, settings)


def _read(mentions: Sequence[Mention], settings: Settings) -> Reading:
    language = chosen(settings.language)
    mentions = [
        one._replace(category="SPELLING")
        if one.category in PEOPLE and _BY_LETTERS.fullmatch(one.text)
        else one
        for one in mentions
    ]
    roster, names, readings = read_names(mentions, language)
    of = gender(readings, roster, mentions) if settings.gender else ""
    joint = joined(readings, roster)
    draws = Draws()
    pieces: dict[int, tuple[Piece, ...]] = dict(names)
    addresses = [at for at, one in enumerate(mentions) if one.category in _ADDRESSES]
    for at in sorted(addresses, key=lambda one: -runs_of(mentions[one].text)):
        pieces[at] = read_address(mentions[at].text, roster, draws)
    for at, mention in enumerate(mentions):
        if at not in pieces:
            spelling = _spelling(mention.text, roster, draws, language)
            pieces[at] = tuple(_said_of_letter(one, mention, language) for one in spelling)
    shown = [pieces[at] for at in range(len(mentions))]
    shown = [
        _without_accents(one) if _typed(mention, language) else one
        for one, mention in zip(shown, mentions, strict=True)
    ]
    if not settings.gender:
        shown = [_for_anybody(one, language) for one in shown]
    several = len(roster.givens) > 1
    need = Need(
        gender=of if roster.givens else "",
        givens=len(roster.givens),
        joined=joint,
        paired=several and any(_pair(one) for one in shown),
        apart=several and any(_apart(one) for one in shown),
        short=len(roster.shorts),
        equivalent=roster.equivalent,
        surnames=tuple(_group(entry.particle, language) for entry in roster.surnames),
    )
    sketch = Sketch(need, tuple(draws.kinds), tuple(shown))
    left = {
        at: reason
        for at, (one, mention) in enumerate(zip(shown, mentions, strict=True))
        if (reason := _left(one, mention.category, settings))
    }
    return Reading(sketch, Hints(need, roster, draws, language), left)


_shapes = Shapes(_read)


def _spelling(text: str, roster: Roster, draws: Draws, language: str) -> tuple[Piece, ...]:
    """A spelling; what is marked as one and is none is a name of the person, or spells a word."""
    spelt = read_spelling(text, roster, draws, language)
    if spelt is not None:
        return (spelt,)
    letters = flat_letters(text)
    own = next((ref for name, ref in roster.spoken() if name == letters), None)
    if own is not None:
        return (own._replace(case=case_of(text)),)
    return (Spelt((), draws.add("word", letters), PLAIN),)


def _said_of_letter(piece: Piece, mention: Mention, language: str) -> Piece:
    """A letter that is talked about, with what the words around ask of it: which end of the name it
    is at, and the sound that the article before it has."""
    if not isinstance(piece, Spelt) or [one.form for one in piece.parts] != ["initial"]:
        return piece
    spelling = [known(one)["spelling"] for one in reads(language)]
    behind = flat(mention.after[:_LETTER_NEAR]).strip()
    before = flat(mention.before[-_LETTER_NEAR:]).strip()
    ends = [flat(said) for one in spelling for said in one.get("ends_behind", ())]
    opens = [flat(said) for one in spelling for said in one.get("ends_before", ())]
    if behind.startswith(tuple(ends)) or before.endswith(tuple(opens)):
        return piece._replace(parts=(piece.parts[0]._replace(form="ending"),))
    article = before.rpartition(" ")[2]
    agreement = get(language)
    if agreement.table("agreement")["traits"]["by_sound"] and article in agreement.agreement.ASKING:
        return piece._replace(style=piece.style._replace(asks=article))
    return piece


def _group(particle: str, language: str) -> str:
    """What shows of a particle: that it is some other, where few surnames with it are listed."""
    return particle if particle in particle_groups(language) or not particle else OTHER_PARTICLES


def _typed(mention: Mention, language: str) -> bool:
    """Whether a name without any accent stands in a field of a form, which mostly lack them.

    Elsewhere a name lacks its accents only where one can be seen to be missing.
    """
    front = mention.before.rstrip()
    if not front.endswith(":") or not mention.text.isascii() or mention.category not in PEOPLE:
        return False
    label = _LABEL.search(front)
    return label is not None and flat(label[1]) in flat_lists("fields", language)["typed"]


def _without_accents(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    return tuple(one._replace(bare=True) if isinstance(one, Ref) else one for one in pieces)


def _for_anybody(pieces: tuple[Piece, ...], language: str) -> tuple[Piece, ...]:
    """The pieces with titles that tell no gender: those that the lists have for a man."""
    found: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, Title):
            word, dot = male_title(piece.word, language)
            case = "title" if piece.case == "native" and word != piece.word else piece.case
            found += [Title(word, case), *([Mark(".")] if dot else [])]
        else:
            found.append(piece)
    return tuple(found)


def _places(pieces: Sequence[Piece]) -> set[tuple[str, int]]:
    return {(piece.part, piece.place) for piece in pieces if isinstance(piece, Ref)}


def _pair(pieces: Sequence[Piece]) -> bool:
    """Whether a mention has the first two given names and no other name."""
    return _places(pieces) == {("given", 0), ("given", 1)}


def _apart(pieces: Sequence[Piece]) -> bool:
    """Whether a mention has the second given name and not the first."""
    shown = _places(pieces)
    abbreviated = any(isinstance(piece, Word) and "ª" in piece.word for piece in pieces)
    return ("given", 1) in shown and ("given", 0) not in shown and not abbreviated


def _left(pieces: Sequence[Piece], category: str, settings: Settings) -> str:
    """Why a mention stays: it holds no part of the identity, only words from the lists."""
    if any(isinstance(piece, Ref | Extra | Spelt) for piece in pieces):
        return ""
    titles = any(isinstance(piece, Title) for piece in pieces)
    if titles and not settings.gender:
        return ""  # it follows the gender that was drawn
    return "title" if titles else "role" if category in _ADDRESSES else "nobody"
