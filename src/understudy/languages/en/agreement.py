"""What English words ask of the words beside them: "a" and "an", possessives, plurals."""

from __future__ import annotations

import re

from understudy.core.folding import without_accents
from understudy.languages.en.pack import LANGUAGE

_KNOWN = LANGUAGE.table("agreement")
_VOWEL, _CONSONANT = frozenset(_KNOWN["vowel"]), frozenset(_KNOWN["consonant"])
_SILENT, _SOUNDED = tuple(_KNOWN["silent"]), tuple(_KNOWN["sounded"])
_SPELT_VOWELS = frozenset("AEFHILMNORSX")
"""Letters whose names begin with a vowel: "an FBI agent"."""
_SPELT = re.compile(r"[A-Z]{2,}\b|[A-Z]\b")
_EIGHT_OR_ELEVEN = re.compile(r"1[18](\d{3})*(?!\d)")
"""Numbers that are said "eleven …" or "eighteen …": 11, 18000, but not 110."""
_POSSESSIVE = re.compile(r"(?<=\w)(['’]s|(?<=s)['’]|['’]S|(?<=S)['’])$")
_NO_PLURAL = ("sh", "nch", "tch", "ese", "ss")
"""Nationalities that are the same in the plural: "the Dutch", "the Chinese"."""

FORMS = ("masculine", "masculine plural")
ASKING = _VOWEL | _CONSONANT


def fits(word: str, value: str) -> bool:
    """Whether "a" or "an" can stand before a value."""
    if word not in ASKING:
        return True
    return _vowel_sound(value) == (word in _VOWEL)


def _vowel_sound(value: str) -> bool:
    if _SPELT.match(value):
        return value[0] in _SPELT_VOWELS
    low = without_accents(value).lower()
    if low[:1].isdigit():
        return low.startswith("8") or _EIGHT_OR_ELEVEN.match(low) is not None
    if low.startswith(_SILENT):
        return True
    return low[:1] in tuple("aeiou") and not low.startswith(_SOUNDED)


def inflected(word: str, form: str) -> str:
    """A nationality in singular or plural."""
    if "plural" not in form or word.endswith(_NO_PLURAL):
        return word
    return word + "s"


def ending(text: str) -> tuple[str, str]:
    """A mention without its "'s", and the ending."""
    match = _POSSESSIVE.search(text)
    return (text[: match.start()], match[0]) if match else (text, "")


def with_ending(value: str, old: str) -> str:
    """The value with its "'s", in the style of the old one: "James'" only where one wrote so."""
    if not old:
        return value
    mark, letter = old[0], "S" if value.isupper() and len(value) > 1 else "s"
    if len(old) == 1 and value[-1:].lower() == "s":
        return value + mark
    return value + mark + letter
