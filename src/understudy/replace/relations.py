"""Placeholders that say how they relate: ``<PERSON1, GENDER=FEMALE>``, ``<PERSON1.NICKNAME>``,
``<PERSON1.EMAIL>``, ``<DATE2=DATE1+3 days>``.

What they tell is public: which mentions are of one person and how each is written of the fullest
one, the gender where attributes, titles or lists of names tell it, and the days between dates.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache

from understudy.core.folding import flat
from understudy.core.types import Document, Entity
from understudy.languages import facts, get
from understudy.languages.names import Name, forms, name_of
from understudy.surrogates.dates.calendar import LAST_YEAR, date_form
from understudy.surrogates.public import SINGLE, PublicSource

__all__ = ["day_of", "related_marks"]

_PERSON = "PERSON"
_PEOPLE = frozenset(("PERSON", "GIVEN_NAME", "FEMALE_NAME", "MALE_NAME", "SURNAME"))
_BUILT = {"EMAIL_ADDRESS": "EMAIL", "USERNAME": "USERNAME", "SPELLING": "SPELLING"}
_DATES = frozenset(("DATE", "DATE_TIME"))
_SECOND = re.compile(r"(?P<key>.*) #(?P<number>\d+)")


def related_marks(
    document: Document,
    entities: Sequence[Entity],
    language: str,
    numbers: Mapping[tuple[str, str], int],
) -> Mapping[Entity, str]:
    """The placeholder of each entity; ``numbers`` has those of categories and keys."""
    labels = {
        one: f"{_PERSON if one.category in _PEOPLE else one.category}"
        f"{numbers[one.category, one.key]}"
        for one in entities
    }
    marks = {entity: f"<{labels[entity]}>" for entity in entities}
    marks |= _people(document, entities, labels, language)
    marks |= _dates(document, entities, labels, language)
    return marks


def _people(
    document: Document, entities: Sequence[Entity], labels: Mapping[Entity, str], language: str
) -> dict[Entity, str]:
    named: dict[str, list[Entity]] = {}
    for entity in entities:
        if entity.category in _PEOPLE:
            named.setdefault(entity.key, []).append(entity)
    marks: dict[Entity, str] = {}
    for mentions in named.values():
        texts = [_text(document, one) for one in mentions]
        fullest = _fullest(texts, language)
        shown = _gender(document, mentions, fullest, language)
        for entity, text in zip(mentions, texts, strict=True):
            relation = _relation(text, fullest, language)
            label = labels[entity]
            marks[entity] = f"<{label}.{relation}>" if relation else f"<{label}{shown}>"
    for entity in entities:
        if entity.category in _BUILT:
            key, number = _owner(entity.key)
            if key in named:
                owner = labels[named[key][0]]
                marks[entity] = f"<{owner}.{_BUILT[entity.category]}{number}>"
    return marks


def _fullest(texts: Sequence[str], language: str) -> str:
    """The mention with the most names, and of these one that others are short forms of; how long
    it is must not tell."""
    given = [next(iter(name_of(text, language)), "") for text in texts]

    def full(at: int) -> tuple[int, bool]:
        shorter = any(one != given[at] and given[at] in forms(one, language) for one in given)
        return len(name_of(texts[at], language)), shorter

    return texts[max(range(len(texts)), key=full)]


def _text(document: Document, entity: Entity) -> str:
    return document.text[entity.span.start : entity.span.end]


def _owner(key: str) -> tuple[str, str]:
    """The person's key of an address, and which of the person's addresses it is."""
    match = _SECOND.fullmatch(key)
    return (match["key"], match["number"]) if match else (key, "")


def _relation(text: str, fullest: str, language: str) -> str:
    """How a mention is written of the fullest one; empty where it is as full, or else unknown."""
    short, full = name_of(text, language), name_of(fullest, language)
    if short == full:
        return ""
    letters = "".join(short)
    if len(letters) > 1 and letters == "".join(word[0] for word in full if word):
        return "INITIALS"
    if len(short) == 1 and short[0] not in full:
        whole = {full[0], " ".join(full[:2]), *forms(full[0], language)}
        called = forms(short[0], language) & whole
        return "NICKNAME" if called else ""
    return _part(short, full)


def _part(short: Name, full: Name) -> str:
    """Which words of the full name are said."""
    if len(short) >= len(full):
        return ""
    if short == full[: len(short)]:
        return "GIVEN"
    return "SURNAME" if all(word in full[1:] for word in short) else ""


def _gender(document: Document, mentions: Sequence[Entity], fullest: str, language: str) -> str:
    """``, GENDER=…`` where something tells it."""
    gender = (
        _annotated(mentions) or _titled(document, mentions, language) or _listed(fullest, language)
    )
    return f", GENDER={gender}" if gender else ""


def _annotated(mentions: Sequence[Entity]) -> str:
    for entity in mentions:
        for name, value in entity.attributes:
            if name.lower() == "gender" and value.upper() in ("FEMALE", "MALE"):
                return value.upper()
        if entity.category in ("FEMALE_NAME", "MALE_NAME"):
            return entity.category.partition("_")[0]
    return ""


def _titled(document: Document, mentions: Sequence[Entity], language: str) -> str:
    known = get(language).table("agreement")
    female, male = (
        frozenset(flat(word) for word in known[name]) for name in ("female_titles", "male_titles")
    )
    for entity in mentions:
        start = entity.span.start
        before = flat(document.text[max(0, start - 20) : start]).split()[-1:]
        words = (*before, *flat(_text(document, entity)).split()[:1])
        for word in words:
            if word in female:
                return "FEMALE"
            if word in male:
                return "MALE"
    return ""


@cache
def _given(kind: str, language: str) -> frozenset[str]:
    table = PublicSource(kind).supports(language)[SINGLE]
    return frozenset(flat(name) for name in getattr(table, "values", ()))


def _listed(fullest: str, language: str) -> str:
    """By the lists of given names; a name that is on both tells nothing."""
    for name in sorted(forms(name_of(fullest, language)[0], language)):
        female = name in _given("female_name", language)
        if female != (name in _given("male_name", language)):
            return "FEMALE" if female else "MALE"
    return ""


def _dates(
    document: Document, entities: Sequence[Entity], labels: Mapping[Entity, str], language: str
) -> dict[Entity, str]:
    """Each date by the days to the first one of the document that can be read."""
    first: tuple[str, str, date] | None = None
    marks: dict[Entity, str] = {}
    for entity in entities:
        day = day_of(_text(document, entity), language) if entity.category in _DATES else None
        if day is None:
            continue
        if first is None:
            first = (labels[entity], entity.key, day)
        elif entity.key != first[1]:
            marks[entity] = f"<{labels[entity]}={first[0]}{_distance((day - first[2]).days)}>"
    return marks


def _distance(days: int) -> str:
    if not days:
        return ""
    return f"{days:+d} day{'' if abs(days) == 1 else 's'}"


_FIELDS = {
    "d": r"(?P<d>\d{1,2})", "dd": r"(?P<d>\d{2})", "m": r"(?P<m>\d{1,2})", "mm": r"(?P<m>\d{2})",
    "Y": r"(?P<Y>\d{4})", "y": r"(?P<y>\d{2})", "B": r"(?P<B>[^\W\d_]+)", "A": r"[^\W\d_]+",
    "o": r"[a-z]{2}",
}  # fmt: skip


def day_of(text: str, language: str) -> date | None:
    """The day that a written date names in full, or None."""
    form = date_form(text, language)
    if form is None:
        return None
    pieces = re.split(r"\{(\w+)\}", form)
    kinds = [piece[0] for piece in pieces[1::2]]
    if len(set(kinds)) < len(kinds):
        return None  # a range names two days
    pattern = "".join(
        _FIELDS[piece] if at % 2 else re.escape(piece) for at, piece in enumerate(pieces)
    )
    match = re.fullmatch(pattern, text)
    found = match.groupdict() if match else {}
    months = [name.lower() for name in facts(language)["months"]]
    month = months.index(found["B"].lower()) + 1 if "B" in found else int(found.get("m", 0))
    try:
        return date(_year(found), month, int(found.get("d", 0)))
    except ValueError:
        return None


def _year(found: Mapping[str, str]) -> int:
    if "Y" in found:
        return int(found["Y"])
    if "y" not in found:
        return 0
    century = LAST_YEAR - LAST_YEAR % 100
    year = century + int(found["y"])
    return year if year <= LAST_YEAR else year - 100
