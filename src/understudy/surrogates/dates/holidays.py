"""Feasts: a date that is named by one is named by another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from understudy.core.folding import fold
from understudy.core.text import casing, recase
from understudy.languages import get
from understudy.surrogates.dates.facts import calendar_facts
from understudy.surrogates.mention import Mention
from understudy.surrogates.tables import Table

__all__ = ["with_feasts"]


@cache
def _feasts(language: str) -> dict[str, Table]:
    return {
        fold(name): Table.of(group)
        for one in get(language).reads
        for group in calendar_facts(one)["holidays"]
        for name in group
    }


def with_feasts(
    mentions: Sequence[Mention],
    texts: Sequence[str | None],
    numbers: Iterator[int],
    language: str,
) -> tuple[str | None, ...]:
    """Feasts have no place among dates that move: each is drawn by itself, once."""
    feasts = _feasts(language)
    drawn: dict[str, str] = {}
    out = list(texts)
    for at, (mention, text) in enumerate(zip(mentions, texts, strict=True)):
        name = fold(mention.text)
        if text is None and name in feasts:
            if name not in drawn:
                drawn[name] = feasts[name].value([next(numbers)])
            out[at] = recase(drawn[name], casing(mention.text))
    return tuple(out)
