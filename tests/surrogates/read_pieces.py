"""What readers return, in one line each, so that a table of cases can hold it."""

from __future__ import annotations

from collections.abc import Iterable

from understudy.surrogates.mention import Mention
from understudy.surrogates.people.pieces import Extra, Owned, Piece, Ref, Spelt, Title
from understudy.surrogates.people.roster import Name, Roster


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

    Behind ``cut`` stands how many letters of it are said, behind ``short`` which short form.
    """
    form = "" if ref.form == "whole" else f"-{ref.form}"
    return f"{ref.part}{ref.place}{form}{ref.size if ref.form in ('cut', 'short') else ''}"


def shown(pieces: Iterable[Piece] | None) -> str | None:
    """The pieces one behind the other, without white space."""
    if pieces is None:
        return None
    return " ".join(text for piece in pieces if (text := _shown(piece)))


def _shown(piece: Piece) -> str:
    match piece:
        case Ref():
            return ref_shown(piece)
        case Title():
            return f"title:{piece.text}"
        case Owned():
            return f"owned:{piece.text}"
        case Extra():
            return f"draw{piece.place}" + (f"-{piece.said}" if piece.said else "")
        case Spelt():
            return "spelt:" + "+".join(map(ref_shown, piece.parts))
        case _:
            return piece.strip()
