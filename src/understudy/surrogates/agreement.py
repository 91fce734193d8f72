"""How a stand-in fits its place: articles and adjectives before it, letter case, accents, endings
and the marks of a transcription.

The words around a mention are public and stay. Where they ask for something ("an …", "la …"),
the stand-in is drawn among the values that fit: π is restricted by the words around, never by the
value that stands there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from understudy.core.folding import without_accents
from understudy.core.text import casing, last_word, recase
from understudy.languages import get
from understudy.surrogates.mention import Mention
from understudy.surrogates.tables import Table

__all__ = [
    "AROUND",
    "ending",
    "fits",
    "fitting",
    "in_form",
    "marked",
    "unaccented",
    "unmarked",
    "with_ending",
]

AROUND = "the words around"
"""The name of the invariant."""


def fits(before: str, value: str, language: str) -> bool:
    """Whether the value can stand behind the words before it."""
    word = last_word(before, "'’").lower()
    if not word or not value:
        return True
    return get(language).agreement.fits(word, value)


def fitting(table: Table, before: str, language: str) -> Table:
    """The values of the table that fit, with their chances; the whole table where none does."""
    word = last_word(before, "'’").lower()
    return _fitting(table, word, language) if word in get(language).agreement.ASKING else table


@lru_cache(maxsize=256)
def _fitting(table: Table, word: str, language: str) -> Table:
    fits_behind = get(language).agreement.fits
    kept = {value: chance for value, chance in table.weights().items() if fits_behind(word, value)}
    return Table.of(kept) if kept else table


_WORD = re.compile(r"[^\W\d_]+")
_ENOUGH = 150


def unaccented(mentions: Sequence[Mention], language: str) -> bool:
    """Whether the text is written without accents, as chat and old systems do.

    Judged by the words around and by the mentions being without any; short texts say nothing.
    """
    accents = get(language).table("agreement")["traits"]["accents"]
    if not accents or any(without_accents(one.text) != one.text for one in mentions):
        return False
    around = [text for one in mentions for text in (one.before, one.after)]
    words = {word for text in around for word in _WORD.findall(text)}  # two windows may overlap
    return sum(map(len, words)) >= _ENOUGH and all(without_accents(one) == one for one in words)


def ending(text: str, language: str) -> tuple[str, str]:
    """A mention without its possessive ending, and the ending: "Acme's" is Acme and 's."""
    return get(language).agreement.ending(text)


def with_ending(value: str, old: str, language: str) -> str:
    """The value with the possessive that it takes, in the style of the old one."""
    return get(language).agreement.with_ending(value, old)


def in_form(value: str, mention: str, *, accents: bool = True) -> str:
    """The value in the letter case of the mention, without accents where the text has none."""
    shown = value if accents else without_accents(value)
    case = casing(mention)
    if case == "native" and mention[:1].isupper() and shown[:1].islower():
        return shown[:1].upper() + shown[1:]
    if case == "native" and _titled(mention) and " " in shown and shown.islower():
        return shown.title()
    return recase(shown, case)


def _titled(text: str) -> bool:
    words = text.split()
    return len(words) > 1 and all(word[:1].isupper() for word in words)


_FILLER = re.compile(r"<%[^<>]*>|@\[[^\]]*\]")
_CUT = re.compile(r"<([^<>%\s]+)-+>")
_REPEAT = re.compile(r"<([^<>%]+)>")
_TOKEN = re.compile(r"<[^<>]*>|@\[[^\]]*\]|[^\s<>]+")
_SHORTENED = re.compile(r"\+(?=\w)")
_LENGTHENED = re.compile(r"(?<=\w)=+(?=\W|$)")
_SIGNS = re.compile(r"[<@+=]")
"""Of which every mark has one."""


def _has_marks(text: str) -> bool:
    return _SIGNS.search(text) is not None and any(
        pattern.search(text) for pattern in (_FILLER, _CUT, _REPEAT, _SHORTENED, _LENGTHENED)
    )


def unmarked(text: str) -> str:
    """A mention without the marks of a transcription: the value that was meant."""
    if not _has_marks(text):
        return text
    kept = (token for token in _TOKEN.findall(text) if token[0] not in "<@")
    plain = " ".join(_LENGTHENED.sub("", _SHORTENED.sub("", token)) for token in kept)
    if plain:
        return plain
    return " ".join(found.rstrip("-") for found in _REPEAT.findall(text))


def marked(old: str, new: str) -> str:
    """The new value with the marks of the old mention: cut words cut it, repetitions repeat it."""
    if not _has_marks(old):
        return new
    tokens = _TOKEN.findall(old)
    plain = [at for at, token in enumerate(tokens) if token[0] not in "<@"]
    shares = _shares(len(plain), new.split())
    words = dict(zip(plain, shares, strict=True))
    out = []
    for at, token in enumerate(tokens):
        if at in words:
            out.append(_dressed(token, words[at]))
        elif _FILLER.fullmatch(token):
            out.append(token)
        else:
            out.append(_echo(token, tokens, plain, words, at, new))
    return " ".join(piece for piece in out if piece)


def _shares(count: int, words: list[str]) -> list[list[str]]:
    """The new words behind each old one; the last takes what is left."""
    if not count:
        return []
    shares = [words[at : at + 1] for at in range(count - 1)]
    return [*shares, words[count - 1 :]]


def _dressed(token: str, words: Iterable[str]) -> str:
    shown = " ".join(words)
    if not shown:
        return ""
    front = "+" if token.startswith("+") else ""
    lengthened = _LENGTHENED.search(token)
    tail = re.search(r"[,.;:!?]+$", token)
    return f"{front}{shown}{lengthened[0] if lengthened else ''}{tail[0] if tail else ''}"


def _echo(
    token: str,
    tokens: Sequence[str],
    plain: Sequence[int],
    words: dict[int, list[str]],
    at: int,
    new: str,
) -> str:
    """A cut or repeated word, of the plain word that it begins or repeats."""
    said = token.strip("<>").rstrip("-")
    count = len(said.split())
    later = [place for place in plain if place > at] + [place for place in plain if place < at]
    place = next(
        (
            one
            for one in later
            if without_accents(tokens[one]).lower().startswith(without_accents(said).lower())
        ),
        later[0] if later else None,
    )
    if place is None:
        source = new
    else:
        first = plain.index(place)
        source = " ".join(word for one in plain[first : first + count] for word in words[one])
    if not source:
        return ""
    if not _CUT.fullmatch(token):
        return f"<{source}>"
    head = source.split()[0]
    dashes = token.rstrip(">")[len(token.rstrip(">").rstrip("-")) :]
    return f"<{head[: max(1, min(len(said), len(head) - 1))]}{dashes}>"
