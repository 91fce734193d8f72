"""What people say of time: "for 6 am tomorrow", "el lunes por la tarde".

The public form of a phrase is the preposition that it begins with and its number of words; the
support is every phrase of that form that the templates of a language give.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any

from understudy.languages import get
from understudy.languages.lists import words_read
from understudy.surrogates.tables import Table, ranked

__all__ = ["when_form", "when_supports"]

_MOST = 8
"""Longer phrases are drawn as if they had so many words."""
_TIMED = "{hour}"
_WORDS = "words"
_ALONE, _OWNED = "one word", "one word with 's"


def _known(language: str) -> Mapping[str, Any]:
    phrases: Mapping[str, Any] = get(language).table("calendar")["phrases"]
    return phrases


def _owning(language: str) -> tuple[str, ...]:
    """The endings of what belongs to a time: "tomorrow's"; the first is written."""
    return words_read(language, "calendar", "owning")


@cache
def _leads(language: str) -> frozenset[str]:
    groups = (group for name, group in _known(language).items() if name != _WORDS)
    return frozenset(lead for group in groups for lead in group["leads"] if lead)


def when_form(text: str, language: str) -> str:
    """The form of a word or a phrase, among those of ``when_supports``."""
    words = text.lower().split()
    if len(words) < 2:
        return _OWNED if text.lower().endswith(_owning(language)) else _ALONE
    return _form(words[0] if words[0] in _leads(language) else "", min(len(words), _MOST))


def _form(lead: str, size: int) -> str:
    return f"{size} words{f' from {lead!r}' if lead else ''}"


@cache
def when_supports(language: str, *, timed: bool) -> Mapping[str, Table]:
    """Phrases by form; ``timed`` are those that tell an hour, where a form has any.

    Every template has the same share of a form that it has phrases of. A form without phrases has
    those of the next shorter one.
    """
    whole: dict[str, dict[str, float]] = {}
    clocks: dict[str, dict[str, float]] = {}
    for lead, template in _templates(language):
        phrases = [f"{lead} {one}".lstrip() for one in _phrases(template, language)]
        for phrase in phrases:
            form = when_form(phrase, language)
            for found in (whole, clocks) if _TIMED in template else (whole,):
                shares = found.setdefault(form, {})
                shares[phrase] = shares.get(phrase, 0.0) + 1 / len(phrases)
    chosen = whole | clocks if timed else whole
    tables = {form: Table.of(shares) for form, shares in chosen.items()}
    words, owning = _alone(language), next(iter(_owning(language)), "")
    tables[_ALONE] = Table.of(words)
    return {
        _ALONE: tables[_ALONE],
        _OWNED: Table.of({f"{word}{owning}": share for word, share in words.items()}),
    } | {
        _form(lead, size): _nearest(tables, lead, size)
        for lead in ("", *sorted(_leads(language)))
        for size in range(2, _MOST + 1)
    }


@cache
def _alone(language: str) -> Mapping[str, float]:
    """Single words, the first of the list more often than the others."""
    return ranked(_known(language)[_WORDS]["alone"])


def _templates(language: str) -> Iterator[tuple[str, str]]:
    for name, group in _known(language).items():
        if name != _WORDS:
            yield from product(group["leads"], group["templates"])


def _phrases(template: str, language: str) -> Iterator[str]:
    words = _known(language)[_WORDS]
    gaps = re.split(r"\{\w+\}", template)
    for values in product(*(words[place] for place in re.findall(r"\{(\w+)\}", template))):
        yield "".join(one for pair in zip(gaps, (*values, ""), strict=True) for one in pair)


def _nearest(tables: Mapping[str, Table], lead: str, size: int) -> Table:
    for one in (*range(size, 1, -1), *range(size + 1, _MOST + 1)):
        found = tables.get(_form(lead, one))
        if found is not None:
            return found
    return _nearest(tables, "", size) if lead else tables[_ALONE]
