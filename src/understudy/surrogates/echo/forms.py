"""Forms of stand-ins, each with the same form of the original."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from understudy.core.folding import without_accents
from understudy.core.text import hidden_repr
from understudy.surrogates.echo.tokens import Token, cut, keys

__all__ = [
    "ADDRESS",
    "AGE",
    "AMOUNT",
    "DERIVED",
    "ENDING",
    "JOINED",
    "MARK",
    "MONEY",
    "SAID",
    "SHOWN",
    "STATE",
    "Form",
    "Pair",
    "Piece",
    "form_of",
    "rendered",
    "worded",
]

AGE, AMOUNT, ENDING, MARK, SHOWN = "age", "amount", "ending", "mark", "shown"
MONEY, STATE = "money", "state"
ADDRESS, JOINED = "address", "joined"
"""What a form needs around it: an address or the sign of a handle, by itself or where it is no
name in full; words that say an age, or that a number ends so, or a town before
the short name of a state, or a currency beside a short or a round amount; or that it is an amount,
which is grouped as one, a placeholder, or a date as it was shown, which need nothing."""
_STRAIGHT, _CURLED = "'", "’"
SAID, DERIVED = 0, 1
"""Whether a form was in the text that was shown, or follows from one that was."""


class Pair(NamedTuple):
    """What a mention was, and what stood in its place in the text that was shown."""

    original: str
    stand_in: str
    category: str
    kind: str
    """The kind of writer: ``people``, ``dates``, ``places``, ``figures``, ``bodies``; empty for
    what none of them wrote."""
    who: str
    """Mentions with the same one are one thing."""

    def __repr__(self) -> str:
        return f"Pair({self.category!r})"


class Piece(NamedTuple):
    """A part of a form: what it is in the stand-in, and in the original. Equal parts stay as they
    are written."""

    stand_in: str
    original: str

    def __repr__(self) -> str:
        return hidden_repr(self)


class Form(NamedTuple):
    """A way to write a stand-in."""

    pieces: tuple[Piece, ...]
    rank: int = SAID
    part: str = ""
    """``given`` or ``surname`` where it is that part of a person's name alone."""
    gender: str = ""
    strict: bool = False
    """Whether letters must be as they are here: initials and abbreviations are nothing else."""
    owns: bool = False
    """Whether the sign of a possessive may stand behind it."""
    check: str = ""
    """What it needs around it, if anything."""
    who: str = ""
    """Which thing it is a form of."""
    named: bool = False
    """Whether it is a name of a person."""

    def __repr__(self) -> str:
        return hidden_repr(self)

    @property
    def stand_in(self) -> str:
        """The form as it is written."""
        return "".join(piece.stand_in for piece in self.pieces)

    @property
    def original(self) -> str:
        """What it is in the original."""
        return "".join(piece.original for piece in self.pieces)

    @property
    def keys(self) -> tuple[str, ...]:
        """What its pieces of text are compared by."""
        return tuple(key for piece in self.pieces for key in keys(piece.stand_in))


def form_of(*pieces: tuple[str, str] | str, **traits: object) -> Form:
    """A form of pairs of parts; a string is a part that is the same in both."""
    made = (Piece(one, one) if isinstance(one, str) else Piece(*one) for one in pieces)
    return Form(tuple(made), **traits)  # type: ignore[arg-type]


def worded(stand_in: str, original: str) -> list[tuple[str, str] | str]:
    """Two names word by word where they have equally many, so that what stands between the words
    stays as it is written."""
    new, old = stand_in.split(" "), original.split(" ")
    if len(new) != len(old):
        return [(stand_in, original)]
    pieces: list[tuple[str, str] | str] = []
    for one, other in zip(new, old, strict=True):
        pieces += [" ", (one, other)] if pieces else [(one, other)]
    return pieces


def rendered(form: Form, tokens: Sequence[Token]) -> str:
    """The original in the letter case, and with or without the accents, in which the stand-in was
    written."""
    shown = list(_shares(form, tokens))
    # An initial is often written without its accent, whatever the rest is.
    lost = [_lost_accents(piece.stand_in, text) for piece, text in shown]
    bare = any(one for one, (piece, _) in zip(lost, shown, strict=True) if len(piece.stand_in) > 1)
    out = []
    for own, (piece, text) in zip(lost, shown, strict=True):
        if piece.stand_in == piece.original:
            out.append(text)
        else:
            new = _cased(piece, text)
            if _CURLED in text and _CURLED not in piece.stand_in:
                new = new.replace(_STRAIGHT, _CURLED)
            out.append(without_accents(new) if bare or own else new)
    return "".join(out)


def _shares(form: Form, tokens: Sequence[Token]) -> Iterator[tuple[Piece, str]]:
    at = 0
    for piece in form.pieces:
        size = len(cut(piece.stand_in))
        yield piece, "".join(token.text for token in tokens[at : at + size])
        at += size


def _lost_accents(stand_in: str, text: str) -> bool:
    return without_accents(stand_in) != stand_in and without_accents(text) == text


def _cased(piece: Piece, text: str) -> str:
    letters = "".join(filter(str.isalpha, text))
    if text == piece.stand_in or not letters:
        return piece.original
    if letters.isupper() and len(letters) > 1:
        return piece.original.upper()
    if letters.islower() and not piece.stand_in.islower():
        return piece.original.lower()
    if letters[0].isupper() and piece.original[:1].islower():
        return piece.original[:1].upper() + piece.original[1:]
    return piece.original
