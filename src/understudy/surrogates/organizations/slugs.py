"""The words of a name run together, as a domain has them; and its initials."""

from __future__ import annotations

import re

from understudy.core.folding import without_accents
from understudy.languages.lexicon import raw
from understudy.surrogates.places.kinds import is_join

__all__ = ["ALL", "LAST", "WEIGHTY", "initials", "slug"]

ALL, WEIGHTY, LAST = "all", "weighty", "last"
"""Whether small words are counted among the initials; or those of the last part alone."""
_POSSESSIVE = re.compile(r"['’]\w\b")


def slug(name: str, mark: str = "") -> str:
    """The words of a name run together, or joined by a mark."""
    words = without_accents(_POSSESSIVE.sub("", name)).lower()
    return mark.join(re.findall(r"[a-z0-9]+", words))


def initials(text: str, way: str, language: str) -> str:
    """The initials of all words of a name, or of those that are no small ones."""
    words = re.findall(r"[^\W_]+", without_accents(_POSSESSIVE.sub("", text)))
    if len(words) > 1 and words[0].lower() in raw(language)["articles"]:
        words = words[1:]
    weighty = [word for word in words if not is_join(word, language)]
    return "".join(word[0] for word in (words if way == ALL else weighty or words)).upper()
