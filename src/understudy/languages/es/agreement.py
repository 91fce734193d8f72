"""What Spanish words ask of the words beside them: gender and number, San and Santo."""

from __future__ import annotations

import re

from understudy.core.folding import without_accents
from understudy.languages.es.pack import LANGUAGE

_KNOWN = LANGUAGE.table("agreement")
_MASCULINE, _FEMININE = frozenset(_KNOWN["masculine"]), frozenset(_KNOWN["feminine"])
_MASCULINE_PLURAL = frozenset(_KNOWN["masculine_plural"])
_FEMININE_PLURAL = frozenset(_KNOWN["feminine_plural"])
_MEN, _WOMEN = frozenset(_KNOWN["men"]), frozenset(_KNOWN["women"])
_FEMININE_ENDINGS = tuple(_KNOWN["feminine_endings"])
_STRESSED = frozenset(_KNOWN["stressed"])
_BEFORE_STRESSED = frozenset(("el", "un", "del", "al"))
_SANTO = tuple(_KNOWN["santo"])
_SAINTS = frozenset(("san", "santo"))

FORMS = ("masculine", "feminine", "masculine plural", "feminine plural")
ASKING = _MASCULINE | _FEMININE | _MASCULINE_PLURAL | _FEMININE_PLURAL | _SAINTS


def fits(word: str, value: str) -> bool:
    """Whether a value has the gender and the number that the word before it asks for."""
    if word in _SAINTS:
        return (word == "santo") == without_accents(value).lower().startswith(_SANTO)
    feminine, plural = _gender(value)
    if word in _MASCULINE_PLURAL or word in _FEMININE_PLURAL:
        return plural and feminine == (word in _FEMININE_PLURAL)
    if word in _BEFORE_STRESSED and value.lower().split(" ")[0] in _STRESSED:
        return True
    if word in _MASCULINE or word in _FEMININE:
        return not plural and feminine == (word in _FEMININE)
    return True


_OTHER_AND = re.compile(r"(?:i|hi(?![ae]))", re.I)
_OTHER_OR = re.compile(r"h?o", re.I)


def joins(word: str, value: str) -> bool:
    """Whether a value may stand behind an "and" or an "or": "e Ignacio", "u Óscar"."""
    plain = without_accents(value)
    if word in ("y", "e"):
        return (word == "e") == bool(_OTHER_AND.match(plain))
    if word in ("o", "u"):
        return (word == "u") == bool(_OTHER_OR.match(plain))
    return True


def _gender(value: str) -> tuple[bool, bool]:
    """Whether the first word of a value is feminine, and whether it is plural."""
    head = value.lower().split(" ")[0]
    plural = len(head) > 3 and head.endswith("s") and not head.endswith(("is", "us", "és", "ás"))
    one = _singular(head) if plural else head
    if one in _MEN or one in _WOMEN:
        return one in _WOMEN, plural
    return one.endswith(_FEMININE_ENDINGS), plural


def _singular(head: str) -> str:
    if head.endswith("ces"):
        return head[:-3] + "z"
    if head.endswith("iones"):
        return head[:-5] + "ión"
    return head[:-2] if head.endswith(("dades", "tades", "tudes")) else head[:-1]


def inflected(word: str, form: str) -> str:
    """An adjective, given for a man, in gender and number: español, española, andaluces."""
    feminine, plural = form.startswith("feminine"), form.endswith("plural")
    if word.endswith("í"):
        return word + "es" if plural else word
    if word.endswith("o"):
        return word[:-1] + ("a" if feminine else "o") + ("s" if plural else "")
    if word[-1] in "ea":
        return word + ("s" if plural else "")
    stem = without_accents(word) if word.endswith(("és", "án", "ón")) else word
    if feminine:
        return stem + ("as" if plural else "a")
    if not plural:
        return word
    return stem[:-1] + "ces" if stem.endswith("z") else stem + "es"


def ending(text: str) -> tuple[str, str]:
    """Spanish has no possessive ending."""
    return text, ""


def with_ending(value: str, old: str) -> str:
    """Spanish has no possessive ending."""
    return value
