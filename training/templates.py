"""Sentences of our own from templates: every tag is known in them, so unmarked words are O.

A template is text with slots, `{date}`, and choices, `<hi|hello>`. A slot is a list of forms in
the file of the language: with a `tag`, all of the form is one span; without, the slots inside
bear their own. `{given:a}` and `{email:a}` belong to one and the same invented person.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import names
from tagset import ALL, LEAD, WHEN, Example, Label

_FOLDER = Path(__file__).resolve().parent / "templates"
_CHOICE = re.compile(r"<([^<>]*)>")
_SLOT = re.compile(r"\{([a-z_]+)(?::([^}]*))?\}")
_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"

Piece = tuple[str, str]
"""Some text and its tag, empty outside spans."""


@dataclass(frozen=True)
class Slot:
    forms: tuple[str, ...]
    tag: str = ""


@dataclass
class Draw:
    """One filling of a template: its source of chance and the people in it."""

    language: str
    rng: random.Random
    slots: Mapping[str, Slot]
    people: dict[str, names.Someone] = field(default_factory=dict)

    def person(self, key: str) -> names.Someone:
        if not key:
            return names.someone(self.language, self.rng)
        if key not in self.people:
            self.people[key] = names.someone(self.language, self.rng)
        return self.people[key]

    def from_pool(self, kind: str, home: float) -> str:
        locale = names.locale_of(self.language, self.rng, home)
        return self.rng.choice(names.pool(locale, kind))


def _named(how: Callable[[names.Someone, random.Random], str]) -> Callable[[Draw, str], str]:
    return lambda draw, key: how(draw.person(key), draw.rng)


def _integer(draw: Draw, bounds: str) -> str:
    low, high = bounds.split("-")
    return str(draw.rng.randint(int(low), int(high)))


def _padded(draw: Draw, bounds: str) -> str:
    return _integer(draw, bounds).zfill(2)


def _signs(alphabet: str) -> Callable[[Draw, str], str]:
    return lambda draw, count: "".join(draw.rng.choices(alphabet, k=int(count)))


def _faker(kind: str) -> Callable[[Draw, str], str]:
    return lambda draw, _: draw.from_pool(kind, 0.8)


def _town(draw: Draw, _: str) -> str:
    return draw.rng.choice(names.cities())


_NAMED = {
    "person": _named(names.anyhow),
    "full": _named(names.whole),
    "given": _named(lambda one, _: one.given),
    "surname": _named(lambda one, _: one.surname),
    "formal": _named(names.formal),
    "initials": _named(names.initials),
    "mailbox": _named(names.mailbox),
}
_MADE: Mapping[str, Callable[[Draw, str], str]] = {
    **_NAMED,
    "int": _integer,
    "pad": _padded,
    "digits": _signs("0123456789"),
    "letters": _signs(_LETTERS),
    "hex": _signs("0123456789abcdef"),
    "town": _town,
    "faker_city": _faker("city"),
    "faker_street": _faker("street_address"),
    "faker_phone": _faker("phone_number"),
    "faker_job": _faker("job"),
    "faker_company": _faker("company"),
    "faker_country": lambda draw, _: draw.from_pool("country", 1.0),
}
_TAGGED = frozenset(("person", "full", "given", "surname", "formal", "initials"))


@cache
def load(language: str) -> tuple[Mapping[str, Slot], tuple[str, ...]]:
    """The slots and the templates of a language."""
    data = tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    slots = {
        name: Slot(tuple(entry["forms"]), entry.get("tag", ""))
        for name, entry in data["slots"].items()
    }
    templates = [text for group in data["templates"].values() for text in group]
    return slots, tuple(templates)


def _expanded(draw: Draw, text: str, key: str) -> list[Piece]:
    chosen = _CHOICE.sub(lambda found: draw.rng.choice(found[1].split("|")), text)
    pieces: list[Piece] = []
    cursor = 0
    for found in _SLOT.finditer(chosen):
        pieces.append((chosen[cursor : found.start()], ""))
        pieces += _filled(draw, found[1], found[2] or key)
        cursor = found.end()
    return [*pieces, (chosen[cursor:], "")]


def _filled(draw: Draw, name: str, argument: str) -> list[Piece]:
    if name in _MADE:
        return [(_MADE[name](draw, argument), "PERSON" if name in _TAGGED else "")]
    slot = draw.slots[name]
    inner = _expanded(draw, draw.rng.choice(slot.forms), argument)
    if not slot.tag:
        return inner
    text = "".join(piece for piece, _ in inner)
    lead = LEAD[draw.language].match(text) if slot.tag in WHEN else None
    cut = lead.end() if lead else 0
    return [(text[:cut], ""), (text[cut:], slot.tag)]


def _joined(pieces: Sequence[Piece]) -> list[Piece]:
    """Neighbours outside all spans as one piece, and no empty ones."""
    done: list[Piece] = []
    for text, tag in pieces:
        if done and not tag and not done[-1][1]:
            done[-1] = (done[-1][0] + text, "")
        elif text:
            done.append((text, tag))
    return done


def _articled(pieces: Sequence[Piece]) -> list[Piece]:
    """English `a` before a vowel is `an`."""
    done: list[Piece] = []
    for text, tag in pieces:
        vowel = text[:1].lower() in "aeio" and text[:3].lower() not in ("eur", "one")
        if done and text and vowel and re.search(r"\b[aA] $", done[-1][0]):
            done[-1] = (done[-1][0][:-1] + "n ", done[-1][1])
        done.append((text, tag))
    return done


def assembled(pieces: Sequence[Piece]) -> tuple[str, tuple[tuple[int, int, Label], ...]]:
    text, spans = "", []
    for value, tag in pieces:
        if tag and value:
            spans.append((len(text), len(text) + len(value), (tag,)))
        text += value
    return text, tuple(spans)


def fill(language: str, template: str, rng: random.Random) -> Example:
    """One example from a template."""
    draw = Draw(language, rng, load(language)[0])
    pieces = _joined(_expanded(draw, template, ""))
    text, spans = assembled(_articled(pieces) if language == "en" else pieces)
    return Example(f"templates-{language}", language, text, spans, ALL)


def generate(language: str, n: int, seed: int) -> Iterator[Example]:
    """`n` examples: each template in turn, so that none is rare."""
    rng = random.Random(f"{language} {seed}")
    templates = load(language)[1]
    for at in range(n):
        if at % len(templates) == 0:
            order = rng.sample(templates, len(templates))
        yield fill(language, order[at % len(templates)], rng)
