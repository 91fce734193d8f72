"""How a stand-in fits its place: articles and adjectives before it, letter case, accents, endings
and the marks of a transcription.

The words around a mention are public and stay. Where they ask for something ("an …", "la …"),
the stand-in is drawn among the values that fit: π is restricted by the words around, never by the
value that stands there.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files

from understudy.core.folding import without_accents
from understudy.core.text import casing, recase
from understudy.surrogates.mention import Mention
from understudy.surrogates.tables import Table

__all__ = [
    "AROUND",
    "agreement_words",
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
_LAST_WORD = re.compile(r"([^\W\d_]+)['’]?\s*$")
_SPELT_VOWELS = frozenset("AEFHILMNORSX")
_SPELT = re.compile(r"[A-Z]{2,}\b|[A-Z]\b")


@cache
def agreement_words(language: str) -> Mapping[str, tuple[str, ...]]:
    """What a language asks for, as lists of words."""
    source = files("understudy.languages").joinpath(language, "agreement.toml")
    read = tomllib.loads(source.read_text(encoding="utf-8"))
    return {
        name: (words,) if isinstance(words, str) else tuple(words) for name, words in read.items()
    }


def fits(before: str, value: str, language: str) -> bool:
    """Whether the value can stand behind the words before it."""
    match = _LAST_WORD.search(before)
    word = match[1].lower() if match else ""
    if not word or not value:
        return True
    return _fits_spanish(word, value) if language == "es" else _fits_english(word, value)


def fitting(table: Table, before: str, language: str) -> Table:
    """The values of the table that fit, with their chances; the whole table where none does."""
    match = _LAST_WORD.search(before)
    word = match[1].lower() if match else ""
    return _fitting(table, word, language) if word in _asking(language) else table


@lru_cache(maxsize=256)
def _fitting(table: Table, word: str, language: str) -> Table:
    test: Callable[[str, str], bool] = _fits_spanish if language == "es" else _fits_english
    kept = {value: chance for value, chance in table.weights().items() if test(word, value)}
    return Table.of(kept) if kept else table


@cache
def _asking(language: str) -> frozenset[str]:
    """The words that ask for something of the next one."""
    known = agreement_words(language)
    names = ("vowel", "consonant", "masculine", "feminine", "masculine_plural", "feminine_plural")
    asking = frozenset(word for name in names for word in known.get(name, ()))
    return asking | {"san", "santo"} if language == "es" else asking


def _fits_english(word: str, value: str) -> bool:
    known = agreement_words("en")
    if word not in known["vowel"] and word not in known["consonant"]:
        return True
    return _vowel_sound(value) == (word in known["vowel"])


def _vowel_sound(value: str) -> bool:
    if _SPELT.match(value):
        return value[0] in _SPELT_VOWELS
    low = without_accents(value).lower()
    if low[:1].isdigit():
        return low.startswith("8") or re.match(r"1[18](\d{3})*(?!\d)", low) is not None
    if low.startswith(agreement_words("en")["silent"]):
        return True
    return low[:1] in tuple("aeiou") and not low.startswith(agreement_words("en")["sounded"])


def _fits_spanish(word: str, value: str) -> bool:
    known = agreement_words("es")
    if word in ("san", "santo"):
        return (word == "santo") == without_accents(value).lower().startswith(known["santo"])
    feminine, plural = _gender(value)
    if word in known["masculine_plural"] or word in known["feminine_plural"]:
        return plural and feminine == (word in known["feminine_plural"])
    if word in ("el", "un", "del", "al") and value.lower().split(" ")[0] in known["stressed"]:
        return True
    if word in known["masculine"] or word in known["feminine"]:
        return not plural and feminine == (word in known["feminine"])
    return True


def _gender(value: str) -> tuple[bool, bool]:
    """Whether the first word of a value is feminine, and whether it is plural."""
    known = agreement_words("es")
    head = value.lower().split(" ")[0]
    plural = len(head) > 3 and head.endswith("s") and not head.endswith(("is", "us", "és", "ás"))
    one = _singular(head) if plural else head
    if one in known["men"] or one in known["women"]:
        return one in known["women"], plural
    return one.endswith(known["feminine_endings"]), plural


def _singular(head: str) -> str:
    if head.endswith("ces"):
        return head[:-3] + "z"
    if head.endswith("iones"):
        return head[:-5] + "ión"
    return head[:-2] if head.endswith(("dades", "tades", "tudes")) else head[:-1]


_ENOUGH = 150


def unaccented(mentions: Sequence[Mention], language: str) -> bool:
    """Whether the text is written without accents, as chat and old systems do.

    Judged by the words around and by the mentions being without any; short texts say nothing.
    """
    if language != "es" or any(without_accents(one.text) != one.text for one in mentions):
        return False
    around = "".join(one.before + one.after for one in mentions)
    return sum(map(str.isalpha, around)) >= _ENOUGH and without_accents(around) == around


_POSSESSIVE = re.compile(r"(?<=\w)(['’]s|(?<=s)['’]|['’]S|(?<=S)['’])$")


def ending(text: str, language: str) -> tuple[str, str]:
    """A mention without its possessive ending, and the ending."""
    match = _POSSESSIVE.search(text) if language == "en" else None
    return (text[: match.start()], match[0]) if match else (text, "")


def with_ending(value: str, old: str) -> str:
    """The value with the possessive that it takes, in the style of the old one."""
    if not old:
        return value
    mark, letter = old[0], "S" if value.isupper() and len(value) > 1 else "s"
    if len(old) == 1 and value[-1:].lower() == "s":
        return value + mark
    return value + mark + letter


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


def _has_marks(text: str) -> bool:
    return any(
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
