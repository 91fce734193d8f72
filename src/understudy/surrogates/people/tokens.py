"""The words of a mention of a person, each with what it is: title, particle, name, initial …"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from understudy.core.folding import flat
from understudy.core.text import hidden_repr
from understudy.languages import facts, get, reads
from understudy.languages.lexicon import listed, raw
from understudy.languages.names import callings
from understudy.languages.public import public_words
from understudy.surrogates.people.names import is_given, is_surname, joiner, known, united
from understudy.surrogates.people.titles import title_gender

__all__ = ["Bit", "bits_of", "names_nobody", "spelt_particles"]

_MOST_WORDS = 12
"""What stands behind so many words is no name, and is left out."""
_MOST_INITIALS = 4
_KNOWN_WORDS = 1 << 14
_NEVER = "(?!)"
_LETTER = r"""[^\s.,"“”«»()<>+=\-–—/&:;!?¡¿|'’]"""
"""Whatever is no mark: names with a digit or an unknown sign in them are names, too."""

_SYLLABLES = rf"[A-ZÀ-ÖØ-Þ]{_LETTER}*-[a-zß-öø-ÿ]{{1,5}}(?![\w'’-])"
"""One name that is written in two halves: Jun-ho, Hyun-ji."""


@cache
def _token(language: str) -> re.Pattern[str]:
    """The next piece of a mention."""
    fillers = "|".join(united("transcripts", "fillers", language)) or _NEVER
    titles = "|".join(united("titles", "abbreviated", language)) or _NEVER
    elided = [key[:-1] for key in _listed_particles(language) if key.endswith("'")]
    main = joiner(language)
    return re.compile(
        rf"""(?P<gap><%(?:{fillers})>)
    |(?P<joiner>\b(?:{main.abbreviated if main else _NEVER}))
    |(?P<title>\b(?:{titles}))
    |(?P<prefix>\b(?i:{"|".join(elided) or _NEVER})['’](?=[^\W\d_]))
    |(?P<cut>{_LETTER}+-(?=[>\s,]|$))
    |(?P<word>{_SYLLABLES}|{_LETTER}+(?:={_LETTER}+)*)
    |(?P<owned>['’][sS]?(?!{_LETTER}))
    |(?P<mark>[\s.,"“”«»()<>+=\-–—/&:;!?¡¿|'’])""",
        re.VERBOSE,
    )


@cache
def _close(language: str) -> re.Pattern[str]:
    """A particle that is written close to the name: Mc."""
    forms = (known(one)["names"]["close"].values() for one in get(language).reads)
    listed = "|".join(dict.fromkeys(form for of_language in forms for form in of_language))
    return re.compile(rf"({listed or _NEVER})(?=[^\W\d_])")


class Bit(NamedTuple):
    """A piece of a mention.

    Kinds: ``gap``, ``title``, ``article`` (of a title), ``particle``, ``prefix``, ``suffix``,
    ``owned`` (a possessive), ``aside`` (a small word among names), ``kin`` (who somebody is to the
    speaker), and what names somebody: ``joiner`` (M.ª or Mari), ``word``, ``initial``, ``cut``.
    """

    kind: str
    text: str

    def __repr__(self) -> str:
        return hidden_repr(self)


@cache
def _listed_particles(language: str) -> tuple[str, ...]:
    """The particles for which surnames are listed, in all languages that are read."""
    tables = (known(one)["particles"] for one in get(language).reads)
    return tuple(dict.fromkeys(key for table in tables for key in table))


@cache
def spelt_particles(language: str) -> Mapping[str, str]:
    """Each word of a listed particle, flat → as it is spelt: "ni" → "ní"."""
    words = (word for key in _listed_particles(language) for word in key.split())
    return {flat(word): word for word in words if flat(word) != word}


@cache
def _particles(language: str) -> frozenset[str]:
    spoken = {flat(word) for key in _listed_particles(language) for word in key.split()}
    apart = {word for word in spoken if "'" not in word}
    return frozenset(map(flat, listed("particles", language))) | (
        apart - set(united("names", "close", language))
    )


@cache
def _articles(language: str) -> frozenset[str]:
    return frozenset(word for one in reads(language) for word in raw(one)["articles"])


@cache
def _suffixes(language: str) -> frozenset[str]:
    return frozenset(known(language)["names"]["suffixes"])


class _Pointing(NamedTuple):
    """Words that point at somebody and name nobody."""

    pronouns: frozenset[str]
    owners: frozenset[str]
    """Those of the pronouns that say whose: my, our."""
    related: frozenset[str]
    """Who somebody is to the speaker."""
    joins: frozenset[str]


@cache
def _pointing(language: str) -> _Pointing:
    facts_of = facts(language)
    related = ("relations", "relatives", "relatives_female", "relatives_male", "relatives_many")
    return _Pointing(
        frozenset(facts_of["pronouns"]),
        frozenset(facts_of["possessives"]),
        frozenset(word for name in related for word in facts_of[name]),
        frozenset(known(language)["pointing"]["joins"]),
    )


def names_nobody(text: str, language: str) -> bool:
    """Whether a text is of pronouns and what goes with them: "my wife and i"."""
    words = text.split()
    joins = _pointing(language).joins
    places = [at for at, word in enumerate(words) if word not in joins]
    return len(places) > 1 and all(_points(at, words, language) for at in places)


def _points(at: int, words: Sequence[str], language: str) -> bool:
    """Whether a word among others points at somebody, as its neighbours show.

    "my" does before "wife", "wife" behind "my", and "me" or "i" beside an "and"; elsewhere they
    may be names: Su Wong, Mi Kim.
    """
    known = _pointing(language)
    word = words[at]
    before = words[at - 1] if at else ""
    after = words[at + 1] if at + 1 < len(words) else ""
    begins = not at or before in known.joins
    if word in known.owners:
        return begins and after in known.related
    if word in known.related:
        return before in known.owners and (at == 1 or words[at - 2] in known.joins)
    if len(word) == 1:
        return word in known.pronouns and before in known.joins and not after
    joined = before in known.joins or (not at and (after in known.joins or after == ","))
    return word in known.pronouns and joined


@lru_cache(maxsize=1024)
def bits_of(text: str, language: str, cut: bool = False) -> tuple[Bit, ...]:
    """The pieces of a mention.

    ``cut`` says that the words around it show its last word to be cut short.
    """
    said = text.split(" ")
    if not cut and 2 * len(said) <= _MOST_WORDS:
        bits = [bit for word in said if (bit := _plain(word, language)) is not None]
        if len(bits) == len(said):
            return tuple([bit for one in bits for bit in (_SPACE, one)][1:])
    tokens = _tokens(unicodedata.normalize("NFC", text), language)
    if not cut and len(tokens) <= _MOST_WORDS and _all_plain(tokens, language):
        return tuple(tokens)
    words = [at for at, token in enumerate(tokens) if token.kind == "word"]
    if len(words) > _MOST_WORDS:
        tokens, words = tokens[: words[_MOST_WORDS - 1] + 1], words[:_MOST_WORDS]
    kin = _hyphened_kin(tokens, language)
    if kin:
        return (Bit("title" if _title_alone(kin, language) else "kin", kin),)
    found: list[Bit] = []
    for at, token in enumerate(tokens):
        if token.kind != "word":
            found.append(token)
        elif len(words) == 1 and _title_alone(token.text, language):
            found.append(Bit("title", token.text))
        elif cut and at == words[-1]:
            found.append(Bit("cut", token.text))
        elif len(words) == 1 and (kin := _kin(token.text, language)):
            found.append(Bit("title" if _title_alone(kin, language) else "kin", kin))
        else:
            found += _classified(at, tokens, words, language)
    return _without_gaps(found)


_SPACE = Bit("gap", " ")


@lru_cache(maxsize=_KNOWN_WORDS)
def _plain(word: str, language: str) -> Bit | None:
    """A word of plain letters that no rule takes for anything but a name, whatever stands on the
    other side of a space; None for any other."""
    if not (word.isascii() and word.isalpha() and _ordinary(word, language)):
        return None
    bit = Bit("word", word)
    alike = _tokens(f"{word} ", language) == [bit, _SPACE]
    return bit if alike and _tokens(word, language) == [bit] else None


def _all_plain(tokens: Sequence[Bit], language: str) -> bool:
    """Whether the pieces are spaces, and words that no rule takes for anything but names."""
    for kind, text in tokens:
        if text != " " and not (kind == "word" and _ordinary(text, language)):
            return False
    return True


@lru_cache(maxsize=_KNOWN_WORDS)
def _ordinary(text: str, language: str) -> bool:
    """Whether a word is a name whatever stands beside it: it has capitals, and is no title, suffix,
    particle or the like in any list."""
    word, small, main = flat(text), text.lower(), joiner(language)
    if len(text) == 1 or text.islower() or "=" in text or _close(language).match(text):
        return False
    pointing = _pointing(language)
    return not (
        (main and small == main.short.lower())
        or small in united("titles", "before", language)
        or text in united("titles", "joins", language)
        or text in pointing.pronouns | pointing.owners | pointing.related
        or word in _suffixes(language)
        or word in _particles(language)
        or title_gender(word, language) is not None
    )


def _kin(text: str, language: str) -> str:
    """Who somebody is to the speaker, by a word in small letters that is the whole mention.

    Of "stepdaughter" and the like it is the shorter word of the lists, of which there are few.
    """
    if not text.islower():
        return ""
    related = _pointing(language).related
    if text in related:
        return text
    if flat(text) not in public_words(get(language).reads).kinship:
        return ""
    ends = (text[at:] for at in range(len(text)))
    return next((end for end in ends if end in related), "")


def _hyphened_kin(tokens: Sequence[Bit], language: str) -> str:
    """Who somebody is to the speaker, by one of several words with hyphens between them that are
    the whole mention: of "ex-wife" and "great-grandfather" it is the listed word."""
    words = [token.text for token in tokens[::2]]
    if len(words) < 2 or any(token.text != "-" for token in tokens[1::2]):
        return ""
    if not all(word.islower() for word in words):
        return ""
    related = _pointing(language).related
    return next((word for word in reversed(words) if word in related), "")


def _without_gaps(bits: Sequence[Bit]) -> tuple[Bit, ...]:
    """The pieces without a space between an opening mark and a small word that is left out."""
    return tuple(
        bit
        for at, bit in enumerate(bits)
        if not (
            at > 1
            and bit.text.isspace()
            and bits[at - 1].kind == "aside"
            and not bits[at - 2].text.isspace()
        )
    )


def _tokens(text: str, language: str) -> list[Bit]:
    found: list[Bit] = []
    for match in _token(language).finditer(text):
        kind = str(match.lastgroup)
        if kind == "mark" or (kind == "owned" and not _possessive(match.group(), found)):
            kind = "gap"
        found.append(Bit(kind, match.group()))
    return found


def _possessive(mark: str, before: Sequence[Bit]) -> bool:
    """An apostrophe by itself is a possessive behind an s, and not where it closes a quote."""
    if not before or before[-1].kind != "word":
        return False
    quoted = any(bit.kind == "gap" and bit.text in "'’" for bit in before)
    return len(mark) > 1 or (before[-1].text[-1] in "sS" and not quoted)


def _classified(at: int, tokens: Sequence[Bit], words: Sequence[int], language: str) -> list[Bit]:
    text = tokens[at].text
    if "=" in text:
        return [Bit("word", text.replace("=", "")), Bit("gap", "=")]
    if len(words) > 1 and _points(words.index(at), [tokens[one].text for one in words], language):
        return [Bit("gap", text)]
    kind = _kind(at, tokens, words, language)
    close = _close(language).match(text) if kind == "word" else None
    # Mckenzie is written as any other name; MCA may be initials
    if close and not text.istitle() and not (text.isupper() and len(text) <= _MOST_INITIALS):
        return [Bit("prefix", close.group()), Bit("word", text[close.end() :])]
    return [Bit(kind, text)]


def _kind(at: int, tokens: Sequence[Bit], words: Sequence[int], language: str) -> str:
    text = tokens[at].text
    word = flat(text)
    first, last = at == words[0], at == words[-1]
    opening = all(_opens(tokens[one].text, language) for one in words if one < at)
    if len(text) == 1 and text.lower() != text.upper():
        particle = text.lower() in _listed_particles(language) and not last  # "Mr Ó Briain"
        return "particle" if particle else _single(at, tokens, opening, first or last, language)
    between = _between(at, tokens, words, language) if not last else ""
    if first and not last and word in callings(language):
        between = "gap"  # "Grandad Harold", "née Park"
    if between:
        return between
    if last and not first and word in _suffixes(language) and not text.islower():
        return "suffix"
    comma = any(token.text == "," for token in tokens[:at])
    if (opening or comma) and (not last or comma) and title_gender(word, language) is not None:
        return "title"
    if word in _particles(language) and not last:
        follows = tokens[words[words.index(at) + 1]].text
        small = text.islower() and not follows.islower()  # "da Silva" has no given name Da
        if small or not (first and is_given(word, language)):
            return "particle"
    return "aside" if not first and _small(at, tokens, words) else "word"


def _small(at: int, tokens: Sequence[Bit], words: Sequence[int]) -> bool:
    """Whether a word in small letters stands among capitals, as "née" does."""
    capital = any(tokens[one].text[:1].isupper() for one in words)
    return tokens[at].text.islower() and capital


def _abbreviated(at: int, tokens: Sequence[Bit], language: str) -> bool:
    """Whether a name is cut, to however many letters: Cz. Sławski, Fco. Gil, Robt. Lee."""
    text = tokens[at].text
    dotted = at + 1 < len(tokens) and tokens[at + 1].text == "."
    cut = len(text) > 1 and text.isalpha() and text.istitle()
    return cut and dotted and title_gender(flat(text), language) is None


def _single(at: int, tokens: Sequence[Bit], opening: bool, outer: bool, language: str) -> str:
    """A letter by itself: an initial, a connector ("y"), or a title (the D. of a don)."""
    text = tokens[at].text
    dotted = at + 1 < len(tokens) and tokens[at + 1].text == "."
    if text in united("names", "connectors", language) and not outer and not dotted:
        return "particle"
    titled = text in known(language)["titles"]["initials"]
    title = titled and dotted and opening and at + 2 < len(tokens)
    return "title" if title else "initial"


def _opens(text: str, language: str) -> bool:
    """Whether a word may stand before a title: another one, or an article."""
    if text.lower() in united("titles", "before", language):
        return True
    if any(text in united("titles", kind, language) for kind in ("initials", "joins")):
        return True
    return title_gender(flat(text), language) is not None


def _between(at: int, tokens: Sequence[Bit], words: Sequence[int], language: str) -> str:
    """A word that is what it is by what follows it; empty where this is none.

    That is an article, which opens a mention in lower case or stands before a title; an "and";
    the Mari of "Mari Carmen"; and a name of which a few letters and a full stop stand.
    """
    text = tokens[at].text
    place = words.index(at)
    main, follows = joiner(language), flat(tokens[words[place + 1]].text)
    if main and text.lower() == main.short.lower() and is_given(follows, language):
        return "joiner"
    if text in united("titles", "joins", language) and place:
        return "gap"
    if _abbreviated(at, tokens, language):
        return "initial"
    if text.lower() not in united("titles", "before", language):
        return ""
    if title_gender(follows, language) is not None:
        return "article"
    # the del of "del Río" is no article, as the la of "la Elena" is
    particle = flat(text) in _particles(language) and text not in _articles(language)
    return "gap" if text.islower() and not place and not particle else ""


def _title_alone(text: str, language: str) -> bool:
    word = flat(text)
    named = is_given(word, language) or is_surname(word, language)
    return title_gender(word, language) is not None and not named
