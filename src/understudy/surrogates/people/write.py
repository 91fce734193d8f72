"""The mentions of one person, written with a new identity: from the sketch and the draw alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from understudy.core.folding import flat, flat_letters, without_accents
from understudy.core.text import recase
from understudy.languages import chosen, get
from understudy.surrogates.dice import Dice
from understudy.surrogates.numbers.numerals import digits_in_words, number_in_words
from understudy.surrogates.people.identity import Identity, draw_identity
from understudy.surrogates.people.names import known, surname_table
from understudy.surrogates.people.plurals import plural_end
from understudy.surrogates.people.sketch import (
    Draw,
    Extra,
    Mark,
    Owned,
    Piece,
    Ref,
    Sketch,
    Spelt,
    Title,
    Word,
)
from understudy.surrogates.people.spell import spelt
from understudy.surrogates.people.titles import counterpart
from understudy.surrogates.public import SINGLE, PublicSource
from understudy.surrogates.settings import Settings
from understudy.surrogates.tables import Shape, Support, Table

__all__ = ["Drawn", "name_of", "text_of", "write"]

_LETTERS, _DIGITS = "abcdefghijklmnopqrstuvwxyz", "0123456789"
_CODE = (_LETTERS, _DIGITS, _LETTERS)
_CUT = 3
"""So many letters are said of a name that is cut off."""


class Drawn(NamedTuple):
    """What was drawn for a person: the names, and parts of addresses and spellings."""

    identity: Identity
    extras: tuple[str, ...] = ()
    titles: str = ""
    """The language of titles that follow the gender that was drawn; empty where they stay."""

    def __repr__(self) -> str:
        return f"Drawn({self.identity!r})"


def write(sketch: Sketch, settings: Settings, dice: Dice) -> tuple[str | None, ...]:
    """The mentions of one person, each with the new identity in it."""
    language = chosen(settings.language)
    follow = not settings.gender and any(
        isinstance(piece, Title) for pieces in sketch.shown for piece in pieces
    )
    identity = draw_identity(sketch.need, language, dice, gendered=follow)
    extras = [
        dice.pick(_support(draw, language, settings.reserved), ("draw", at))
        for at, draw in enumerate(sketch.draws)
    ]
    drawn = Drawn(identity, tuple(extras), language if follow else "")
    return tuple([text_of(pieces, drawn) for pieces in sketch.shown])


@cache
def _support(draw: Draw, language: str, reserved: bool) -> Support:
    if draw.kind == "domain":
        if not reserved:
            return Table.of(known(language)["address"]["providers"])
        return PublicSource("domain").support(language, SINGLE)
    if draw.kind == "word":
        return Table.of({flat_letters(name) for name in surname_table(language, "").values})
    if draw.kind == "code":
        return Shape(_CODE)
    return Shape((_DIGITS,) * draw.size if draw.kind == "digits" else (_LETTERS,))


def text_of(pieces: Sequence[Piece], drawn: Drawn) -> str:
    """One mention, written with what was drawn."""
    out: list[str] = []
    for piece in pieces:
        match piece:
            case Mark():
                out.append(piece.sign)
            case Ref():
                out.append(name_of(piece, drawn.identity))
            case Title():
                out.append(_title(piece, drawn))
            case Word():
                out.append(_cased(piece.word, piece.case))
            case Owned():
                out.append(_owned(piece.sign, out[-1] if out else ""))
            case Spelt():
                names = [name_of(ref, drawn.identity) for ref in piece.parts]
                if piece.style.asks and len(piece.parts) == 1 and piece.parts[0].form == "initial":
                    whole = name_of(piece.parts[0]._replace(form="whole"), drawn.identity)
                    names = [_asked(whole, piece.style.asks, drawn.identity.language)]
                own = drawn.extras[piece.extra] if piece.extra >= 0 else None
                out.append(spelt(names, own, piece.style, drawn.identity.language))
            case Extra():
                out.append(_extra(piece, drawn))
    return "".join(out)


def name_of(ref: Ref, identity: Identity) -> str:
    """The name of the identity that a place shows."""
    names = identity.givens if ref.part == "given" else identity.surnames
    value = names[ref.place]
    if ref.form == "short" and identity.shorts:
        value = identity.shorts[ref.which % len(identity.shorts)]
    elif ref.form == "equal" and identity.equivalent:
        value = identity.equivalent
    if ref.particle:
        before = _particle(ref, identity)
        value = (before[:1].upper() + before[1:] if ref.particle == "capital" else before) + value
    if ref.bare:
        value = without_accents(value)
    if ref.plain and not value.isalnum():
        value = "".join(letter for letter in value if letter.isalnum())
    if ref.form == "initial":
        value = value[:1]
    elif ref.form == "cut":
        value = value[: max(1, min(_CUT, len(value) - 1))]
    elif ref.form == "ending":
        value = next((letter for letter in reversed(value) if letter.isalpha()), value[:1])
    elif ref.form == "twice":
        value = _twice((value, *identity.surnames, *identity.givens))
    elif ref.form == "plural":
        value += plural_end(flat_letters(value), identity.language)
    return recase(value, ref.case)


def _asked(name: str, article: str, language: str) -> str:
    """The first letter of a name that goes with the article before it: "an M", "a K"."""
    fits = get(language).agreement.fits
    letters = [letter for letter in name if letter.isalpha()]
    return next((one for one in letters if fits(article, f"{one.upper()}XX")), name[:1])


def _twice(names: Sequence[str]) -> str:
    """A letter that one of the names has two times, side by side or apart; else the first one's
    first."""
    folded = [[letter for letter in name.lower() if letter.isalpha()] for name in names]
    beside = (one for letters in folded for one, two in pairwise(letters) if one == two)
    apart = (one for letters in folded for one in letters if letters.count(one) > 1)
    return next(beside, next(apart, names[0][:1]))


def _particle(ref: Ref, identity: Identity) -> str:
    if ref.part == "given":
        return identity.link
    return identity.particles[ref.place] if ref.place < len(identity.particles) else ""


def _extra(piece: Extra, drawn: Drawn) -> str:
    value = drawn.extras[piece.place]
    if piece.spoken and value.isdecimal():
        say = digits_in_words if piece.spoken == "digits" else number_in_words
        value = say(value, drawn.identity.language)
    dot = piece.dot if piece.dot == "." else f" {piece.dot} "
    return recase(value, piece.case).replace(".", recase(dot, piece.case))


def _cased(word: str, case: str) -> str:
    if case == "title":
        return word[:1].upper() + word[1:]
    if case == "ends":
        return word[:1].upper() + word[1:-1] + word[-1:].upper()
    return word.upper() if case == "upper" else word


def _title(title: Title, drawn: Drawn) -> str:
    """A title, for the gender that was drawn where it follows that."""
    if not drawn.titles:
        return _cased(title.word, title.case)
    word = flat(title.word)
    other = counterpart(word, drawn.identity.gender, drawn.titles)
    if flat(other) == word:
        return _cased(title.word, title.case)
    return _cased(other.lower(), title.case)


def _owned(mark: str, before: str) -> str:
    """James' becomes Peter's, and Peter's James's."""
    if len(mark) > 1 or before[-1:] in ("s", "S"):
        return mark
    return mark + ("S" if before.isupper() and len(before) > 1 else "s")
