"""Names of an interface, of tools, fields and ids: they stay as they are, so that none of them may
say who somebody is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from understudy.core.folding import flat
from understudy.languages.lexicon import lexicon
from understudy.replace.surrogate.kinds import KINDS, NAMED
from understudy.service.failures import Refused

__all__ = ["Value", "check_names", "is_identifier", "is_structural", "telling_words"]

Value = tuple[str, str]
"""What is private, and its category."""

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,63}")
_STRUCTURAL = re.compile(r"[A-Za-z0-9_.:/+=$#-]{0,4096}")
"""What names of an interface, ids and signatures look like: words and addresses do not."""
_WORDS = re.compile(r"[^\W\d_]{3,}")
_HUMPS = re.compile(r"[A-Z][a-z]{4,}")
"""Words of names like findFarley. Shorter ones stand in ids by chance."""
_SIGNS = re.compile(r"[^\w\n]|_")
_DIGIT = re.compile(r"\d")
_SHORTEST_CODE = 6


def is_identifier(name: str) -> bool:
    """Whether the name of a field is one of an interface, and none of a person."""
    return _IDENTIFIER.fullmatch(name) is not None


def is_structural(text: str) -> bool:
    """Whether a string looks like the name of a tool, an id or a signature."""
    return _STRUCTURAL.fullmatch(text) is not None


def telling_words(value: Value, language: str) -> list[str]:
    """The words of the name of a person that are no words of the language."""
    original, category = value
    common = lexicon(language).common
    found = _WORDS.findall(original) if category in NAMED else []
    return [word for word in found if word[:1].isupper() and flat(word) not in common]


def check_names(names: Sequence[str], values: Iterable[Value], language: str, code: str) -> None:
    """Refuses names that have a private value in them."""
    if not names:
        return
    said = {flat(word) for name in names for word in (*_SIGNS.split(name), *_HUMPS.findall(name))}
    digits = "\n".join(filter(_DIGIT.search, names))
    codes = _SIGNS.sub("", digits).casefold()  # lines of letters and digits
    for original, category in values:
        words = telling_words((original, category), language)
        number = _SIGNS.sub("", original).casefold()
        numbered = (
            KINDS.get(category) != "dates" and len(number) >= _SHORTEST_CODE and number in codes
        )
        if numbered or not said.isdisjoint(map(flat, words)):
            raise Refused(
                400,
                code,
                "the name of a tool, a field or an id has a value in it that is private in this "
                "conversation: give it another",
            )
