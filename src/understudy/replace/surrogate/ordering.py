"""Which of day and month stands first in the dates of a document, where they do not say it
themselves: by the country that its language is named with, by the other dates of the data subject,
by the countries that its stand-ins keep, and by words outside of every private value.

All of that is public: countries are taken from the sketches of places and telephone numbers, which
declare them, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from understudy.core.types import Document
from understudy.replace.surrogate.bundles import DATED, NUMBERS, PLACES
from understudy.replace.surrogate.writers import Draft
from understudy.surrogates.dates.facts import month_first
from understudy.surrogates.dates.order import (
    order_of_lands,
    order_of_tag,
    order_of_words,
)
from understudy.surrogates.dates.sketch import numeric_dates
from understudy.surrogates.places.spoken import signed_in
from understudy.surrogates.settings import Settings

__all__ = ["lands_shown", "order_open", "usual_order"]


def lands_shown(kind: str, sketch: Any, settings: Settings) -> Iterator[str]:
    """The countries that stand-ins of a sketch are in, where the policy keeps them."""
    if not settings.country:
        return
    if kind == PLACES:
        yield from (land.place for land in sketch.lands if land.place)
    elif kind == NUMBERS:
        yield from (one.country for one in getattr(sketch, "codes", ()) if one.country)


def usual_order(
    document: Document, public: str, others: Sequence[str], lands: Iterable[str], language: str
) -> str:
    """What is usual for a document. ``others`` are the orders of other documents of its subject,
    ``public`` is its text without private values."""
    told = order_of_tag(document.language)
    if not told and len(set(others)) == 1:
        told = others[0]
    told = told or order_of_lands(lands, language) or order_of_words(public, language)
    signed = signed_in(public, language)
    return told or (order_of_lands((signed,), language) if signed else "")


def order_open(kind: str, draft: Draft) -> int:
    """How many dates are in figures in the order of the language, since nothing public tells
    theirs. By the sketch alone: whether one of them has a day above 12 would tell of the day."""
    settings = draft.settings
    if kind != DATED or settings.date_order or settings.usual_order:
        return 0
    return numeric_dates(draft.sketch, months_lead=month_first(settings.language))
