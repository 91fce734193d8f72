"""People: one name, its short forms, its spelling, its addresses, its gender."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from understudy.check.coherence.reading import gender_of, spelt_of, typed
from understudy.check.coherence.words import Judged, drawn, grouped, longest, name_words
from understudy.check.released import Released
from understudy.core.folding import flat, flat_letters
from understudy.languages import get
from understudy.languages.lexicon import raw

__all__ = ["address_is_built", "gender_is_kept", "one_name", "short_form_fits", "spelling_spells"]

_NAMED = ("PERSON", "GIVEN_NAME", "FEMALE_NAME", "MALE_NAME", "SURNAME")
_BUILT = ("EMAIL_ADDRESS", "USERNAME")
_SHORTEST = 3


def one_name(document: Released) -> Iterator[Judged]:
    """A mention made of words of the fullest one is so still."""
    for own in grouped(drawn(document, _NAMED)).values():
        main = longest(own)
        old, new = set(name_words(main.original)), set(name_words(main.surrogate))
        for change in own:
            called = name_words(change.original)
            if change is not main and called and set(called) <= old:
                yield change, set(name_words(change.surrogate)) <= new


@cache
def _shorts(language: str) -> dict[str, frozenset[str]]:
    """name → its short forms, in any language that is read in such documents."""
    found: dict[str, set[str]] = {}
    for one in get(language).reads:
        for full, forms in raw(one)["short_forms"].items():
            found.setdefault(flat_letters(full), set()).update(map(flat_letters, forms))
    return {full: frozenset(forms) for full, forms in found.items()}


def _is_short(called: str, full: list[str], language: str) -> bool:
    names = {full[0], "".join(full[:2])} if full else set()
    return any(called in _shorts(language).get(name, frozenset()) for name in names)


def short_form_fits(document: Released) -> Iterator[Judged]:
    """A short form is one of the new name, or the name itself where that has none."""
    language = document.language
    for own in grouped(drawn(document, _NAMED)).values():
        main = longest(own)
        old, new = name_words(main.original), name_words(main.surrogate)
        for change in own:
            called = name_words(change.original)[:1]
            if change is main or not called or not _is_short(called[0], old, language):
                continue
            now = name_words(change.surrogate)[:1]
            yield change, bool(now) and (now[0] in new or _is_short(now[0], new, language))


def spelling_spells(document: Released) -> Iterator[Judged]:
    """What is spelt is a word of the stand-in for what was spelt."""
    language = document.language
    others = [one for one in drawn(document) if one.category not in ("SPELLING", "LETTER")]
    for change in drawn(document, ("SPELLING",)):
        word = flat_letters(spelt_of(change.original, language))
        of = [
            one for one in others if len(word) >= _SHORTEST and word in flat_letters(one.original)
        ]
        if of:
            spelt = spelt_of(change.surrogate, language) or change.surrogate
            now = flat_letters(spelt)
            yield change, any(now in flat_letters(one.surrogate) for one in of)


def _built(local: str, words: list[str]) -> bool:
    pieces = sorted({*words, *(word[0] for word in words if word)}, key=len, reverse=True)
    runs = re.findall(r"[^\W\d_]+", local)
    if not pieces or not runs:
        return False
    pattern = re.compile(f"(?:{'|'.join(map(re.escape, pieces))})+")
    return all(pattern.fullmatch(run) for run in runs)


def _local(text: str, language: str) -> str:
    return flat(typed(text, language).lstrip("@").partition("@")[0])


def address_is_built(document: Released) -> Iterator[Judged]:
    """An address made of a person's names and initials is made of the new ones."""
    people = grouped(drawn(document, _NAMED)).values()
    for change in drawn(document, _BUILT):
        local = _local(change.original, document.language)
        for own in people:
            old = [word for one in own for word in name_words(one.original)]
            whole = any(len(word) > _SHORTEST and word in local for word in old)
            if whole and _built(local, old):
                new = [word for one in own for word in name_words(one.surrogate)]
                yield change, _built(_local(change.surrogate, document.language), new)
                break


def _gender(text: str, language: str) -> str:
    """By the first word of a name."""
    return next((gender_of(flat_letters(name), language) for name in name_words(text)[:1]), "")


def gender_is_kept(document: Released) -> Iterator[Judged]:
    """A full name whose gender is known gets a name of that gender."""
    for own in grouped(drawn(document, _NAMED[:-1])).values():
        for change in own:
            old = _gender(change.original, document.language)
            new = _gender(change.surrogate, document.language)
            if old and new and len(name_words(change.original)) > 1:
                yield change, old == new
