"""What readers return, in one line each, so that a table of cases can hold it."""

from __future__ import annotations

from collections.abc import Iterable

from understudy.surrogates.mention import Mention
from understudy.surrogates.people.roster import Name, Roster
from understudy.surrogates.people.sketch import Extra, Owned, Piece, Ref, Spelt, Title, Word


def person(marked: str) -> Mention:
    """``before[text|CATEGORY``; a person where there is no category."""
    before, bracket, rest = marked.rpartition("[")
    text, _, category = rest.partition("|")
    return Mention(text, category or "PERSON", before if bracket else "")


def roster_of(language: str, givens: str = "", surnames: str = "") -> Roster:
    """Somebody with these names, which are flat and apart by spaces."""
    roster = Roster(language)
    for word in givens.split():
        roster.given(Name(0, word, word, "word"), False)
    for word in surnames.split():
        roster.surname(Name(0, word, word, "word"))
    return roster


def ref_shown(ref: Ref) -> str:
    """``given0``, ``surname1-initial``: the name, counted from zero, and its form if not whole.

    Behind ``short`` stands which short form; before a surname with its particle stands a plus.
    """
    form = "" if ref.form == "whole" else f"-{ref.form}"
    particle = "+" if ref.particle else ""
    return f"{particle}{ref.part}{ref.place}{form}{ref.which if ref.form == 'short' else ''}"


def shown(pieces: Iterable[Piece]) -> str:
    """The pieces one behind the other, without white space."""
    return " ".join(text for piece in pieces if (text := _shown(piece)))


def _shown(piece: Piece) -> str:
    match piece:
        case Ref():
            return ref_shown(piece)
        case Title():
            return f"title:{piece.word}"
        case Owned():
            return f"owned:{piece.sign}"
        case Extra():
            return f"draw{piece.place}" + (f"-{piece.spoken}" if piece.spoken else "")
        case Spelt():
            parts = "+".join(map(ref_shown, piece.parts))
            return f"spelt:{parts or f'draw{piece.extra}'}"
        case _:
            return (piece.word if isinstance(piece, Word) else piece.sign).strip()
