"""Numbers and identifiers, written: every mention of one becomes the same other one.

One code is drawn for all mentions of a number, uniformly over a public set that the sketch decides.
A mention in figures shows its digits, a spoken one says them, and a part of the number ("the last
four digits are …") shows the same part of the new one. Identifiers of a known form come from ranges
that nobody owns and have valid check digits (``forms``); numbers that count stay in their band.
"""

from __future__ import annotations

from understudy.surrogates.dice import Dice
from understudy.surrogates.numbers.sketch import Address, Counted, Numeral, Shown, Sketch
from understudy.surrogates.numbers.write_codes import draw_code, show_code
from understudy.surrogates.numbers.write_counts import draw_count, in_order, show_counted
from understudy.surrogates.numbers.write_networks import draw_network, show_address
from understudy.surrogates.settings import Settings

__all__ = ["write"]


def write(sketch: Sketch, settings: Settings, dice: Dice) -> tuple[str | None, ...]:
    """The new text of each mention."""
    codes = [draw_code(code, at, settings, dice) for at, code in enumerate(sketch.codes)]
    counted = [mention for mention in sketch.mentions if isinstance(mention, Counted)]
    numerals = [
        piece for mention in counted for piece in mention.pieces if isinstance(piece, Numeral)
    ]
    values = in_order(
        counted, [draw_count(count, at, numerals, dice) for at, count in enumerate(sketch.counts)]
    )
    networks = [
        draw_network(network, at, settings.reserved, dice)
        for at, network in enumerate(sketch.networks)
    ]
    texts: list[str | None] = []
    for place, mention in enumerate(sketch.mentions):
        if isinstance(mention, Shown):
            code = sketch.codes[mention.code]
            texts.append(show_code(mention, codes[mention.code], code, dice, place))
        elif isinstance(mention, Counted):
            texts.append(show_counted(mention, values))
        elif isinstance(mention, Address):
            at = mention.network
            texts.append(show_address(mention, sketch.networks[at], networks[at], dice, place))
    return tuple(texts)
