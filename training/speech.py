"""Copies of examples as transcripts of speech, and as careless writing; the spans go with them."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numerals
from tagset import Example, Label

_WORD = re.compile(r"\n+|[^\W_]+(?:['’][^\W\d_]+)*|['’](?:s|m|re|ve|ll|d)\b|[.,?!]|[%]")
_STOPS = frozenset(".,?!")
_FILLERS = {
    "en": ("uh", "um", "uh", "um", "er", "you know", "I mean", "like", "well", "hmm", "so"),
    "es": ("eh", "em", "pues", "o sea", "este", "mmm", "bueno", "a ver", "eh", "es que"),
}
_SHORTER = {
    "en": (
        ("i am", "i'm"),
        ("do not", "don't"),
        ("cannot", "can't"),
        ("it is", "it's"),
        ("is not", "isn't"),
        ("going to", "gonna"),
        ("want to", "wanna"),
        ("because", "cause"),
        ("i would", "i'd"),
    ),
    "es": (("para", "pa"), ("usted", "usté"), ("está", "tá")),
}
_CODED = frozenset(("PHONE_NUMBER", "ID", "POSTAL_CODE"))
_WEB = frozenset(("EMAIL_ADDRESS", "URL"))

Piece = tuple[str, Label]


@dataclass
class Word:
    text: str
    span: int
    """Which span it belongs to; -1 outside all."""
    glued: bool = False
    """Without a space before it."""


def pieces(example: Example) -> list[Piece]:
    """The text cut at the ends of its spans; the label is empty outside."""
    cut: list[Piece] = []
    cursor = 0
    for start, end, tags in example.spans:
        cut += [(example.text[cursor:start], ()), (example.text[start:end], tags)]
        cursor = end
    return [piece for piece in (*cut, (example.text[cursor:], ())) if piece[0]]


def put_together(example: Example, parts: Iterable[Piece]) -> Example:
    text, spans = "", []
    for value, tags in parts:
        if tags and value.strip():
            start = len(text) + len(value) - len(value.lstrip())
            spans.append((start, start + len(value.strip()), tags))
        text += value
    return example._replace(text=text, spans=tuple(spans))


def spoken(example: Example, rng: random.Random) -> Example:
    """The example as a transcript."""
    words = _words(example, rng)
    if rng.random() < 0.6:
        words = _disfluent(words, example.language, rng)
    if rng.random() < 0.75:
        words = [Word(word.text.lower(), word.span, word.glued) for word in words]
    return _written(example, words)


def _words(example: Example, rng: random.Random) -> list[Word]:
    """What is said, word by word."""
    numerals_kept = rng.random() < 0.25
    stops_kept = rng.random() < 0.12
    lines_kept = rng.random() < 0.6
    spelt = rng.random() < 0.12
    words: list[Word] = []
    span = -1
    for text, tags in pieces(example):
        span += bool(tags)
        said = text if numerals_kept and not _WEB & set(tags) else _said(text, tags, example, rng)
        if not tags:
            said = _shortened(said, example.language, rng)
        for found in _WORD.finditer(said):
            word = found[0]
            if word[0] == "\n":
                if lines_kept and words and not tags:
                    words.append(Word("\n", -1, True))
            elif word in _STOPS:
                if stops_kept and not tags and words:
                    words.append(Word(word, -1, True))
            elif word == "%":
                words.append(Word("percent" if example.language == "en" else "por ciento", -1))
            else:
                glued = word[0] in "'’" and bool(words)
                words.append(Word(word, span if tags else -1, glued))
        if spelt and tags == ("PERSON",) and rng.random() < 0.5:
            words += [Word(letter, span) for letter in text.split()[-1] if letter.isalpha()]
    return words


def _said(text: str, tags: Label, example: Example, rng: random.Random) -> str:
    """The text of a piece with its digits in words, as its tag has it."""
    language = example.language
    kinds: tuple[tuple[frozenset[str], Callable[[str, str, random.Random], str]], ...] = (
        (_CODED, numerals.code),
        (_WEB, numerals.web),
        (frozenset(("AMOUNT",)), numerals.amount),
    )
    for names, say in kinds:
        if names & set(tags) and "STREET_ADDRESS" not in tags:
            return say(text, language, rng)
    if "TIME" in tags and re.search(r"\d[:.]\d\d\b", text):
        return numerals.time(text, language, rng)
    if "DATE" in tags:
        return numerals.date(text, language, rng)
    return numerals.plain(text.replace(".º", "º"), language, rng)


def _shortened(text: str, language: str, rng: random.Random) -> str:
    for long, short in _SHORTER[language]:
        if rng.random() < (0.5 if language == "en" else 0.06):
            text = re.sub(rf"\b{long}\b", short, text, flags=re.I)
    return text


def _disfluent(words: Sequence[Word], language: str, rng: random.Random) -> list[Word]:
    """With fillers, repetitions and words cut short."""
    rate = rng.choice((0.03, 0.06, 0.1))
    done: list[Word] = []
    for at, word in enumerate(words):
        begins = word.span == -1 or at == 0 or words[at - 1].span != word.span
        plain = not word.glued and word.text.isalpha()
        if plain and rng.random() < (rate if begins else rate / 3):
            fillers = _FILLERS[language] if begins else _FILLERS[language][:2]
            done += [Word(w, -1 if begins else word.span) for w in rng.choice(fillers).split()]
        if plain and rng.random() < (rate * 0.7 if begins else rate / 4):
            again = rng.random() < 0.6 or len(word.text) < 4
            stub = word.text if again else word.text[: rng.randint(1, len(word.text) - 2)] + "-"
            done.append(Word(stub, word.span))
        done.append(word)
    return done


def _written(example: Example, words: Sequence[Word]) -> Example:
    text = ""
    found: dict[int, tuple[int, int]] = {}
    for word in words:
        if text and not word.glued and not text.endswith("\n"):
            text += " "
        start = len(text)
        text += word.text
        if word.span >= 0:
            found[word.span] = (found.get(word.span, (start, 0))[0], len(text))
    spans = tuple((*place, example.spans[at][2]) for at, place in sorted(found.items()))
    return example._replace(text=text, spans=spans)


def noisy(example: Example, rng: random.Random) -> Example:
    """The example as people type it in haste, or as a system shouts it."""
    changes = [_CASES[rng.choices(range(4), (3, 3, 1, 3))[0]]]
    if rng.random() < (0.5 if example.language == "es" else 0.2):
        changes.append(_unaccented)
    bare = rng.random() < 0.3
    typos = rng.choice((0.0, 0.0, 0.02, 0.05))
    parts: list[Piece] = []
    for text, tags in pieces(example):
        changed = text
        for change in changes:
            changed = change(changed)
        if bare and not tags:
            changed = re.sub(r"(?<!\w)['’]|[.,;:!?¡¿()\"«»]", "", changed)
        parts.append((_mistyped(changed, typos, rng), tags))
    return put_together(example, parts)


def _unaccented(text: str) -> str:
    apart = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", re.sub(r"[\u0300-\u036f]", "", apart))


_CASES: tuple[Callable[[str], str], ...] = (
    str.lower,
    str.upper,
    lambda text: re.sub(r"\b[^\W\d_]", lambda found: found[0].upper(), text),
    str,
)


def _mistyped(text: str, rate: float, rng: random.Random) -> str:
    def slip(found: re.Match[str]) -> str:
        word = found[0]
        if rng.random() >= rate:
            return word
        at = rng.randrange(1, len(word) - 1)
        return rng.choice(
            (
                word[:at] + word[at + 1] + word[at] + word[at + 2 :],
                word[:at] + word[at + 1 :],
                word[:at] + word[at] + word[at:],
            )
        )

    return re.sub(r"[^\W\d_]{4,}", slip, text) if rate else text


def whole(example: Example) -> bool:
    """Whether the spans are sorted, disjoint, inside the text and not of blanks."""
    cursor = 0
    for start, end, _ in example.spans:
        value = example.text[start:end]
        if not cursor <= start < end <= len(example.text) or value != value.strip():
            return False
        cursor = end
    return True
