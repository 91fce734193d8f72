"""Marks of one word that are somebody's: a person's of the document who is called so, and one's who
is spoken of as "my Tiffany"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.identify.hits import verbs
from understudy.languages import facts, get
from understudy.languages.lexicon import lexicon
from understudy.languages.public import public_words

__all__ = ["namesakes", "ours"]

_SURE, _BEFORE = 0.8, 24
_SHORT_SURNAME = 3
_WORD_BEFORE = re.compile(r"([^\W\d_]+) \Z")
_WORD_BEHIND = re.compile(r" ([^\W\d_]+(?:['’][^\W\d_]+)?)")


def namesakes(spans: Sequence[Span], text: str, language: str) -> list[Span]:
    """The marks of a document, those of one word that a person of it is called by as that
    person's: "Zbigniew Quenneville … Quenneville again" is nobody's town, and "zquenneville" a
    user name."""
    whole = [one for one in spans if one.label == "PERSON" and one.score >= _SURE]
    surnames = {
        word
        for one in whole
        for word in flat(text[one.start : one.end]).split()[1:]
        if len(word) > 2
    }
    surnames |= {
        words[0]
        for one in whole
        for words in [flat(text[one.start : one.end]).split()]
        if len(words) > 1 and len(words[0]) > 2 and words[0] not in lexicon(language).cities
    }
    if not surnames:
        return list(spans)
    users = {
        words[0][0] + word
        for one in whole
        for words in [flat(text[one.start : one.end]).split()]
        for word in words[1:]
        if len(word) > _SHORT_SURNAME
    }
    held = [
        one._replace(label="PERSON", key=None) if _namesake(one, surnames, text, language) else one
        for one in spans
    ]
    return [
        one._replace(label="USERNAME", key=None)
        if one.label == "PERSON" and one.score < 1.0 and text[one.start : one.end] in users
        else one
        for one in held
    ]


def _namesake(span: Span, surnames: set[str], text: str, language: str) -> bool:
    if span.label not in ("LOCATION", "ORGANIZATION") or span.score >= 1.0:
        return False
    word, known = flat(text[span.start : span.end]), lexicon(language)
    if word not in surnames:
        return False
    before = flat(text[max(0, span.start - _BEFORE) : span.start]).split()[-1:]
    placed = bool(before) and before[0] in public_words(get(language).reads).place_cues
    return not placed and (word not in known.places or known.names(word))


def ours(text: str, start: int, end: int, language: str) -> bool:
    """Whether a given name has "my" or "our" before it and a verb behind it, as somebody's has and
    a brand's has not: "my Tiffany eats", "my Tiffany ring"."""
    before = _WORD_BEFORE.search(text, max(0, start - _BEFORE), start)
    if before is None or flat(before[1]) not in facts(language)["possessives"]:
        return False
    behind, word = _WORD_BEHIND.match(text, end), flat(text[start:end])
    if behind is None or flat(behind[1]) not in verbs(language):
        return False
    return word in lexicon(language).given and text[start].isupper()
