"""What the relations of ``people.toml`` mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from understudy.core.folding import flat, flat_letters
from understudy.core.text import casing
from understudy.languages import DEFAULT, installed
from understudy.languages.lexicon import raw
from understudy.languages.names import address, spelt_word
from understudy.surrogates.people.names import FEMALE, MALE, gender_of, known
from understudy.surrogates.people.titles import title_gender


def _names(text: str) -> list[str]:
    """The flat words of a name, without titles, possessives and marks."""
    words = flat(re.sub(r"['’]s\b", "", text)).replace("'", " ").split()
    return [word for word in words if len(word) == 1 or title_gender(word, "es") is None] or words


def _full(text: str) -> str:
    return flat_letters("".join(_names(text)))


def _first(text: str, size: int = 1) -> str:
    return "".join(_names(text)[:size])


def repeats(one: str, other: str) -> bool:
    return set(_names(one)) <= set(_names(other))


def initials(one: str, other: str) -> bool:
    # "Don Xiao" is a title and a name, or two names.
    for names in (_names(other), flat(other).split()):
        words = iter(names)
        if all(any(word.startswith(letter) for word in words) for letter in flat_letters(one)):
            return True
    return False


def short(one: str, other: str) -> bool:
    wholes = {_first(other), _first(other, 2)}
    return any(
        flat_letters(full) in wholes and _first(one) in {flat_letters(form) for form in forms}
        for language in installed()
        for full, forms in raw(language)["short_forms"].items()
    )


def equivalent(one: str, other: str) -> bool:
    return any(
        (flat_letters(full), flat_letters(equal)) == (_first(other), _first(one))
        for language in installed()
        for pairs in known(language)["equivalents"].values()
        for full, equal in pairs.items()
    )


def spells(one: str, other: str) -> bool:
    marks = r"\b(?:apostrophe|hyphen|space|capital)\b,?|\bcon acento\b"
    spelling = re.sub(r"\s+y\s+", ", ", re.sub(marks, "", one))
    spelt = flat_letters(spelt_word(" ".join(spelling.split()), DEFAULT)) or flat_letters(spelling)
    return len(spelt) > 1 and spelt in _full(other)


def beginning(one: str, other: str) -> bool:
    cut = re.search(r"<?(\w+)(?:-|$)", one)
    return cut is not None and any(word.startswith(flat_letters(cut[1])) for word in _names(other))


def built(one: str, *others: str) -> bool:
    """Every run of letters before the at is made of names, initials and beginnings of names."""
    local = address(one, DEFAULT).lstrip("@").partition("@")[0]
    words = [word for other in others for word in _names(other)]
    # "Don Robson" has a given name that is a title elsewhere.
    words += [flat(word) for other in others for word in re.findall(r"[^\W\d_]+", other)]
    pieces = "|".join(sorted({*words, *(word[0] for word in words)}, key=len, reverse=True))
    runs = re.findall(r"[^\W\d_]+", local)
    return bool(runs) and all(re.fullmatch(f"(?:{pieces})+", flat(run)) for run in runs)


def gender(one: str, wanted: str, language: str = "es") -> bool:
    """By the lists of the language: Joan is a woman in English, and a man in Spanish."""
    names = _names(one)
    found = gender_of("".join(names[:2]), language) or gender_of(names[0], language)
    return found != (MALE if wanted == FEMALE else FEMALE)


def compound(one: str) -> bool:
    pairs = (
        pair
        for language in installed()
        for kind in (FEMALE, MALE, "hyphenated_female", "hyphenated_male")
        for pair in known(language)["names"][kind]
    )
    return flat_letters(one) in {flat_letters(pair) for pair in pairs}


RELATIONS: Mapping[str, Callable[..., bool]] = {
    "repeats": repeats,
    "initials": initials,
    "short": short,
    "equivalent": equivalent,
    "spells": spells,
    "beginning": beginning,
    "built": built,
    "gender": gender,
    "gender_last": lambda one, *of: gender(one.rpartition(", ")[2], *of),
    "compound": compound,
    "compound_first": lambda one: compound(" ".join(one.split()[:2])),
    "last": lambda one, other: one.split()[-1] == other.split()[-1],
    "plural": lambda one, other: _names(one)[-1].startswith(_names(other)[-1]),
    "same": lambda one, other: _full(one) == _full(other),
    "differ": lambda one, other: _full(one) != _full(other),
    "same_address": lambda one, other: flat(address(one, DEFAULT)) == flat(address(other, DEFAULT)),
    "plain": str.isascii,
    "reserved": lambda one: re.search(r"\.example(?:\.(?:com|net|org))?$", one) is not None,
}


def holds(
    relation: str, texts: Sequence[str], originals: Sequence[str], language: str = "es"
) -> bool:
    """Whether a relation holds between the new texts, numbered from 0."""
    name, first, *rest = relation.split(" ")
    at = int(first)
    if name == "shape":
        return re.fullmatch(" ".join(rest), texts[at]) is not None
    if name == "case":
        return casing(texts[at]) == casing(originals[at])
    if name == "words":
        return len(texts[at].split()) == int(rest[0])
    others = [texts[int(one)] if one.isdigit() else one for one in rest]
    if name.startswith("gender"):
        others.append(language)
    return RELATIONS[name](texts[at], *others)
