"""How the names of Spanish organizations are put together."""

from __future__ import annotations

from collections.abc import Iterator

from understudy.languages.es.agreement import FORMS, inflected

_GENDERED = ("o", "or", "án", "és", "uz")
_COMMON = ("ior",)
"""Adjectives in -or that have one form for both genders: superior."""


def word_lists(name: str, words: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Adjectives by gender and number; those that have one form for both genders by themselves."""
    if not name.startswith("qualities"):
        yield name, words
        return
    marked = [word for word in words if word.endswith(_GENDERED) and not word.endswith(_COMMON)]
    common = [word for word in words if word not in marked]
    for form in FORMS:
        yield f"{name} {form}", [inflected(word, form).title() for word in marked]
    for form in (FORMS[0], FORMS[2]):
        yield f"{name} either {form}", [inflected(word, form).title() for word in common]
