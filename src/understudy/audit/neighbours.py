"""Random neighbours: two documents that differ in one value of one category.

Values come from public lists, from other values by changed letters and digits, from random signs
and from other scripts. Around the value stand others, which are equal in both documents; where
mentions of one thing are linked, all of them change together.
"""

from __future__ import annotations

import random
import re
import string
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from understudy.core.categories import categories
from understudy.core.types import Document, Span
from understudy.languages import get, installed
from understudy.surrogates.public import PublicSource

__all__ = ["CHANGED", "LISTED", "Pair", "Value", "document_of", "lone_pairs", "random_pairs"]

LISTED, CHANGED, RANDOM, SCRIPT = "listed", "changed", "random signs", "other script"
"""Where a value comes from."""
_FIRST = ((LISTED, 70), (CHANGED, 14), (RANDOM, 8), (SCRIPT, 8))
_SECOND = ((LISTED, 35), (CHANGED, 35), (RANDOM, 15), (SCRIPT, 15))
_SOUGHT, _TRIES = 0.75, 6
"""For which share of the pairs values are sought that are alike, and how often."""
_LONE = ("GIVEN_NAME", "SURNAME")
"""Categories whose values can nearly always be kept."""
_SLOT = re.compile(r"\{(\w+) ?(\w*)\}")
_SIGNS = f"{string.ascii_letters}{string.digits}{string.digits} .-'/&"
_SCRIPTS = (
    *("абвгдежзийклмнопрстуфхцчшщэюя", "αβγδεζηθικλμνξοπρστυφχψω", "אבגדהוזחטיכלמנסעפצקרשת"),
    *(
        "ابتثجحخدذرزسشصضطظعغفقكلمنهوي",
        "अआइईउकखगघचछजटडतदनपबमयरलवशसह",
        "的一是不了在人有我他这中大来上国",
    ),
)
_FORMS: Mapping[str, tuple[str, ...]] = {
    "PHONE_NUMBER": ("###-###-####", "(###) ### ####", "+## ### ## ## ##", "### ### ###"),
    "BANK_ACCOUNT": ("##########", "#### #### ## ##########"),
    "CREDIT_CARD": ("#### #### #### ####", "################", "####-######-#####"),
    "CASE_NUMBER": ("#####/0#", "#:1#-@@-#####", "####/1#"),
    "ID": ("#######", "@@######", "@@@-##-####", "####", "@###@##@"),
    "ES_NIF": ("########@", "##.###.###-@"),
    "MEDICAL_RECORD": ("########", "MR-######", "##/#####"),
    "PASSWORD": ("@@@@@@##", "@@##@@", "@@@@@@@@@@@@@@"),
    "POSTAL_CODE": ("#####", "@@# #@@", "#####-####"),
    "IP_ADDRESS": ("1#.2#.1#.#", "1##.1##.#.#", "10.0.0.#"),
    "SPELLING": ("@ @ @ @", "@ @ @ @ @ @", "@-@-@-@-@"),
    "AGE": ("##",),
    "AMOUNT": ("##", "#.##"),
    "NUMBER": ("#", "##", "####"),
    "QUANTITY": ("#", "##"),
}  # fmt: skip
"""Forms of values that no list holds: # a digit, @ a letter."""


class Value(NamedTuple):
    """A value, and where it comes from."""

    text: str
    origin: str

    def __repr__(self) -> str:
        return f"Value({self.origin!r})"


class Pair(NamedTuple):
    """Two neighbours."""

    number: int
    category: str
    """Of the value that differs."""
    language: str
    documents: tuple[Document, Document]
    values: tuple[Value, Value]

    def __repr__(self) -> str:
        return f"Pair({self.number}, {self.category!r})"

    @property
    def public(self) -> bool:
        """Whether both values may be told: they are on public lists."""
        return all(value.origin == LISTED for value in self.values)


def random_pairs(
    count: int, seed: int | None, alike: Callable[[Pair], bool] = lambda pair: True
) -> Iterator[Pair]:
    """So many pairs, of all installed languages and of all kinds of values in turn.

    Neighbours that are ``alike`` say more: for most pairs some other values are tried.
    """
    source = random.Random(seed)
    places = [
        (language, template, at)
        for language in installed()
        for template in _known(language).get("texts", ())
        for at in range(len({slot.groups() for slot in _SLOT.finditer(template)}))
    ]
    number = 0
    while number < count:
        for language, template, at in source.sample(places, min(len(places), count - number)):
            found = None
            for _ in range(_TRIES if source.random() < _SOUGHT else 1):
                found = _pair(number, language, template, at, source) or found
                if found is not None and alike(found):
                    break
            if found is not None:
                yield found
                number += 1


def lone_pairs(count: int, seed: int | None) -> Iterator[Pair]:
    """Pairs of documents that hold one name of the public lists and nothing else."""
    source = random.Random(seed)
    for number in range(count):
        language, category = source.choice(installed()), source.choice(_LONE)
        table = source.choice(_supports(category, language))
        texts = [table.value([source.getrandbits(64) for _ in range(table.need)]) for _ in range(2)]
        one, other = (document_of(f"{{{category}}}.", [text], "pair", language) for text in texts)
        values = Value(texts[0], LISTED), Value(texts[1], LISTED)
        yield Pair(number, category, language, (one, other), values)


def document_of(template: str, values: Sequence[str], id: str, language: str) -> Document:
    """The template with a value in each of its slots, annotated."""
    text, spans, cursor = "", [], 0
    for slot, value in zip(_SLOT.finditer(template), values, strict=True):
        text += template[cursor : slot.start()]
        spans.append(Span(len(text), len(text) + len(value), slot[1], key=slot[2] or None))
        text, cursor = text + value, slot.end()
    return Document(id, text + template[cursor:], language=language, annotations=tuple(spans))


def _known(language: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = get(language).table("check").get("neighbours", {})
    return found


def _pair(number: int, language: str, template: str, at: int, source: random.Random) -> Pair | None:
    """Neighbours that differ in the things of one slot; nothing where no two values were found."""
    things = list(dict.fromkeys(_thing(slot) for slot in _SLOT.finditer(template)))
    at %= len(things)
    values = {thing: _value(thing[0], language, source) for thing in things}
    changed = things[at]
    one, other = values[changed], _other(values[changed], changed[0], language, source)
    if one.text == other.text:
        return None
    documents = tuple(
        document_of(
            template,
            [_part(slot, (values | {changed: value})[_thing(slot)].text)
             for slot in _SLOT.finditer(template)],
            "pair",
            language,
        )
        for value in (one, other)
    )  # fmt: skip
    return Pair(number, changed[0], language, (documents[0], documents[1]), (one, other))


def _thing(slot: re.Match[str]) -> tuple[str, str]:
    """What a slot shows: a thing with a name has the category of its kind."""
    if slot[2]:
        whole = {"GIVEN_NAME": "PERSON", "SURNAME": "PERSON", "EMAIL_ADDRESS": "PERSON",
                 "SPELLING": "PERSON", "DOMAIN_NAME": "ORGANIZATION"}  # fmt: skip
        return whole.get(slot[1], slot[1]), slot[2]
    return slot[1], f" {slot.start()}"


def _part(slot: re.Match[str], value: str) -> str:
    """How a slot of a named thing shows it."""
    if not slot[2]:
        return value
    words = value.split() or [value]
    plain = ["".join(sign for sign in word.lower() if sign.isalnum()) or "x" for word in words]
    shown = {
        "GIVEN_NAME": words[0],
        "SURNAME": words[-1],
        "EMAIL_ADDRESS": f"{plain[0]}.{plain[-1]}@mail.com",
        "SPELLING": " ".join(plain[-1].upper()),
        "DOMAIN_NAME": f"{plain[0]}.com",
    }
    return shown.get(slot[1], value)


def _value(category: str, language: str, source: random.Random) -> Value:
    origin = _chosen(_FIRST, source)
    if origin == CHANGED:
        return Value(_changed(_listed(category, language, source), source), CHANGED)
    return _of(origin, category, language, source)


def _other(one: Value, category: str, language: str, source: random.Random) -> Value:
    origin = _chosen(_SECOND, source)
    if origin == CHANGED:
        return Value(_changed(one.text, source), CHANGED)
    return _of(origin, category, language, source)


def _of(origin: str, category: str, language: str, source: random.Random) -> Value:
    if origin == LISTED:
        return Value(_listed(category, language, source), LISTED)
    signs = _SIGNS if origin == RANDOM else source.choice(_SCRIPTS)
    words = [
        "".join(source.choices(signs, k=source.randint(1, 9))) for _ in range(source.randint(1, 3))
    ]
    text = " ".join(" ".join(words).split()) or "Q"
    return Value(text.title() if source.random() < 0.5 else text, origin)


def _chosen(shares: Sequence[tuple[str, int]], source: random.Random) -> str:
    return source.choices([name for name, _ in shares], [share for _, share in shares])[0]


def _listed(category: str, language: str, source: random.Random) -> str:
    """A value of the public lists, or of a public form."""
    supports = list(_supports(category, language))
    own = _known(language).get("values", {}).get(category, ())
    forms = _FORMS.get(category, ())
    kinds = [kind for kind in (supports, own, forms) if kind]
    kind = source.choice(kinds or [("@@@@",)])
    drawn = source.choice(kind)
    if kind is supports:
        return str(drawn.value([source.getrandbits(64) for _ in range(drawn.need)]))
    if kind is own:
        return str(drawn)
    signs = {"#": string.digits, "@": string.ascii_uppercase}
    return "".join(source.choice(signs[sign]) if sign in signs else sign for sign in drawn)


@cache
def _supports(category: str, language: str) -> tuple[Any, ...]:
    known = categories()[category]
    return tuple(PublicSource(known.draw).supports(language).values()) if known.draw else ()


def _changed(text: str, source: random.Random) -> str:
    """The value with other letters and digits, of which there may be more or fewer."""
    found = []
    resize = source.random() < 0.5
    for sign in text:
        times = source.choice((0, 1, 1, 2, 3)) if resize and sign.isalnum() else 1
        found += [_like(sign, source) for _ in range(times)]
    changed = "".join(found).strip()
    return changed if any(sign.isalnum() for sign in changed) else text + _like(text[-1], source)


def _like(sign: str, source: random.Random) -> str:
    if source.random() < 0.35:
        return sign
    if sign.isdigit():
        return source.choice(string.digits)
    if sign.isascii() and sign.isalpha():
        return source.choice(string.ascii_uppercase if sign.isupper() else string.ascii_lowercase)
    return sign
