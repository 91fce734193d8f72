"""The words and marks that may stand in or beside a number: public lists, and nothing else passes.

Whatever stands between the digits of a mention is read as one of these marks and as words of the
language packs; a word that no list has is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from understudy.core.folding import lower_without_accents
from understudy.languages import get
from understudy.languages.lists import words_read
from understudy.languages.numbers.words import number_table, words_of

__all__ = [
    "MARKS",
    "beside_codes",
    "beside_counts",
    "cased",
    "currency_words",
    "is_code_phrase",
    "is_count_phrase",
    "labels",
    "mark",
    "noun_of",
    "phrase",
    "word_case",
]

_CORES = (
    *("", "-", "–", "—", "‑", ".", "/", ",", ":", ";", "_", "+", "#", "=", "*", "'", "&", "%"),
    *("°", "º", "ª", "§", "$", "€", "£", "¥", "\\", "|", "(", ")", "[", "]", "(+", "+(", ".-"),
    *(")-", "),", ").", "))", ")]", ") [", ") ("),
)
MARKS = frozenset(
    f"{before}{core}{after}" for core in _CORES for before in ("", " ") for after in ("", " ")
) - {"  "}
"""What may stand between two words or groups of figures, with or without spaces around it."""
_SPACES = re.compile(r"\s+")
_WORD = re.compile(r"[^\W\d_]+")
_MOST = 4
"""Words of one phrase."""


@lru_cache(maxsize=1024)
def mark(text: str) -> str:
    """The mark of the list that is the most like what stands there."""
    plain = _SPACES.sub(" ", text)
    if plain in MARKS:
        return plain
    before, after = plain[:1] == " ", plain[-1:] == " "
    inner = plain.strip()
    for width in (2, 1):
        for at in range(len(inner) - width + 1):
            core = inner[at : at + width]
            if core in _CORES and core:
                return f"{' ' * before}{core}{' ' * after}"
    return " " if before or after else ""


def _folded(words: Iterable[str]) -> frozenset[str]:
    return frozenset(map(lower_without_accents, words))


@cache
def labels(language: str) -> frozenset[str]:
    """Words that say what kind of code follows."""
    return _folded(words_read(language, "numbers", "labels"))


@cache
def beside_codes(language: str) -> frozenset[str]:
    """Words that stand in or beside a code and say nothing of it."""
    found: set[str] = set(labels(language))
    for one in get(language).reads:
        words = words_of(one)
        found |= _folded(number_table(one)["fillers"]) | words.joins | words.between
        found |= _folded(number_table(one)["signs"]) | _folded(number_table(one)["extension_words"])
        found |= _folded(number_table(one)["plus_words"])
    return frozenset(found)


@cache
def currency_words(language: str) -> frozenset[str]:
    """The words of the names of currencies."""
    named = (name for one in get(language).reads for name in get(one).frozen("cldr")["currencies"])
    words = {word for name in named for word in _WORD.findall(name)}
    return _folded(words) | _CURRENCIES


# ISO 4217, of today and of the last decades.
_CODES = (
    "aed afn all amd ars ats aud azn bam bdt bef bgn bhd bob brl byn cad chf clp cny cop "
    "crc cup cyp czk dem dkk dop dzd eek egp esp etb eur fim frf gbp gel ghs grd gtq hkd "
    "hnl hrk huf idr iep ils inr iqd irr isk itl jmd jod jpy kes krw kwd kzt lbp lkr ltl "
    "luf lvl mad mdl mkd mtl mxn myr ngn nio nlg nok npr nzd omr pab pen php pkr pln pte "
    "pyg qar ron rsd rub sar sek sgd sit skk svc syp thb tnd trl try twd uah usd uyu ves "
    "vnd xaf xof ytl zar "
)
_CURRENCIES = frozenset(_CODES.split())


@cache
def beside_counts(language: str) -> frozenset[str]:
    """Words that stand beside a number that counts, the nouns that are counted among them."""
    found: set[str] = set(currency_words(language))
    found |= _folded(words_read(language, "numbers", "counted_words"))
    for one in get(language).reads:
        words = words_of(one)
        found |= _folded(number_table(one)["fillers"]) | words.joins | words.between
        for single, many in number_table(one)["nouns"].items():
            found |= {lower_without_accents(single), lower_without_accents(many)}
    return frozenset(found)


def noun_of(word: str, language: str) -> str:
    """The noun that a word is a form of, for one; empty where the list has none."""
    return _nouns(language).get(word.lower(), "")


@cache
def _nouns(language: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for one, many in number_table(language)["nouns"].items():
        found.setdefault(many, one)
        found.setdefault(one, one)
    return found


def word_case(word: str) -> str:
    """small letters, a capital first, or capitals."""
    if word.isupper() and len(word) > 1:
        return "upper"
    return "title" if word[:1].isupper() else "lower"


def cased(word: str, case: str) -> str:
    """A word in a letter case."""
    if case == "upper":
        return word.upper()
    return word[:1].upper() + word[1:] if case == "title" else word


@lru_cache(maxsize=1024)
def phrase(text: str, language: str) -> str:
    """The words of the lists beside a code, with marks of the list between them."""
    known = beside_codes(language)
    out, gap, cursor, count = "", "", 0, 0
    for match in _WORD.finditer(text):
        gap += text[cursor : match.start()]
        cursor = match.end()
        word = match.group()
        if lower_without_accents(word) not in known or count == _MOST:
            continue
        count += 1
        out += mark(gap) + cased(word.lower(), word_case(word))
        gap = ""
    return out + mark(gap + text[cursor:])


def is_code_phrase(text: object, language: str) -> bool:
    """Whether a phrase is made of the lists and nothing else."""
    return isinstance(text, str) and phrase(text, language) == text


def is_count_phrase(word: object, language: str) -> bool:
    """Whether a word is one of those that stand beside counted numbers."""
    return isinstance(word, str) and lower_without_accents(word) in beside_counts(language)
