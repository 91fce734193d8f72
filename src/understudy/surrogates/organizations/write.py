"""Writes the mentions of an organization, product or domain from its sketch.

Names are put together from surnames, towns, saints, fields of work and ordinary words, by the
patterns of the language (``patterns``); drugs are other drugs, and countries other countries.
Domains are under ``.example``, which nobody can own. All mentions are written from one name: short
forms repeat its words, acronyms its initials, domains its words run together.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from understudy.core.folding import without_accents
from understudy.core.text import recase
from understudy.languages import get
from understudy.surrogates.dice import Dice
from understudy.surrogates.organizations.patterns import (
    AFTER,
    ALONE,
    BEFORE,
    LETTERS,
    NAME,
    PRODUCT,
    Pattern,
    acronyms,
    fitted,
    links,
    patterns,
    slot,
    titled,
    town_slot,
)
from understudy.surrogates.organizations.sketch import (
    ADDRESS,
    AFTER_PERSON,
    AFTER_PLACE,
    CUT,
    DOSE,
    KIND_LOWER,
    LENGTHENED,
    LETTERED,
    LOWER,
    NUMBERED,
    POINTED,
    REPEATED,
    SHORT,
    SHORTENED,
    TITLE,
    UPPER,
    Core,
    Organization,
    Part,
    Wording,
)
from understudy.surrogates.organizations.slugs import LAST, WEIGHTY, initials, slug
from understudy.surrogates.settings import Settings
from understudy.surrogates.signs import LENT, LENT_END
from understudy.surrogates.tables import Table

__all__ = ["drawn", "name_of", "write"]

_FREE = 3
"""So many names have patterns of their own choice; more of them would be too many ways."""
_LENGTHS = Table.of({"2": 1.0, "3": 6.0, "4": 3.0})
"""How many letters acronyms have."""
_USUAL = 3
_ENOUGH = 3
"""Words of a name whose initials are mentioned."""
_NUMBERS = Table(
    tuple(map(str, (*range(2, 13), 15, 20, 25, 30, 40, 50, 60, 80, 100, 200, 300, 500)))
)
_MODELS = Table(tuple(map(str, range(1, 100))))
_TENTHS = Table(tuple(map(str, range(10))))
_VERSIONS = Table(tuple(map(str, range(1, 13))))
_CUT = 2
_PROPER = frozenset(("surname", "partner", "owner", "man", "woman", "town", "saint"))
"""Slots whose words have no gender of grammar."""
_LENDS = {AFTER_PLACE: ("town",), AFTER_PERSON: ("surname", "owner")}
"""The slots that the name of a place or a person of the text takes."""
_WITH_ARTICLE = "thesign"
"""The slot of names that begin with an article."""


class Drawn(NamedTuple):
    """A name as it was drawn."""

    whole: str
    short: str
    bare: str
    """Without the small word that it may begin with: "Llerena" of "de Llerena"."""


def write(sketch: Organization, settings: Settings, dice: Dice) -> tuple[str | None, ...]:
    """The new text of each mention."""
    names = [
        drawn(core, place, settings.language, dice, sketch.country)
        for place, core in enumerate(sketch.cores)
    ]
    versions: dict[str, str] = {}
    plain: list[str] = []
    for said in sketch.mentions:
        if said.version and said.version not in versions:
            versions[said.version] = _version(said.version, settings.language, dice)
        plain.append(_plain(said, names, versions, settings.language))
    lasts = [
        name_of(said.parts[-1], names, settings.language) if said.parts else ""
        for said in sketch.mentions
    ]
    texts = []
    for said, text in zip(sketch.mentions, plain, strict=True):
        shown = _lettered(said, text, lasts if said.way == LAST else plain, settings.language)
        new = _dressed(said, shown, settings.language)
        texts.append(new if sketch.accents else without_accents(new))
    return tuple(texts)


def drawn(core: Core, place: int, language: str, dice: Dice, country: str = "") -> Drawn:
    """One name; ``country`` is the one whose towns are in it, the language's own where none is."""
    if core.style == LETTERED:
        letters = _letters(core, place, language, dice)
        return Drawn(letters, letters, letters)
    if core.after:
        return _lent(core, place, language, dice)
    choice = _choice(core, language)
    text = dice.branch(choice, ("pattern", place)) if place < _FREE else choice.values[0]
    pattern = next(one for one, _ in patterns(core.group, core.order, language) if one.text == text)
    values: list[str] = []
    for at, name in enumerate(pattern.slots):
        asks = core.asks if _asked(core, language) else ()
        table = fitted(name, pattern.literals[0], asks, core.initials_asked, language)
        table = table if table.size and at == 0 else slot(name, language)
        if country and name == "town" and not (asks or core.initials_asked):
            table = town_slot(country, language)
        values.append(dice.pick(table, ("word", place, at), apart=frozenset(values)))
    whole = _filled(pattern, values)
    first, small = whole.partition(" ")[0], links(language)
    bare = whole.removeprefix(f"{first} ") if first in small else whole
    return Drawn(whole, _shortened(pattern, values) if pattern.short else bare, bare)


def _lent(core: Core, place: int, language: str, dice: Dice) -> Drawn:
    """A name that gives way to the stand-in of what it is called after, where that has one."""
    choice, names = _lending(core, language), _LENDS[core.after]
    if not choice.size:
        lent = f"{LENT}{dice.pick(slot(names[0], language), ('word', place, 0))}{LENT_END}"
        if core.order == NAME:  # what has a town in its name and no word for its kind is no town
            more = dice.pick(slot("blend", language), ("word", place, 1))
            return Drawn(f"{lent} {more}", lent, f"{lent} {more}")
        whole = f"{core.joint} {lent}" if core.joint and core.order == BEFORE else lent
        return Drawn(whole, lent, lent)
    text = dice.branch(choice, ("pattern", place)) if place < _FREE else choice.values[0]
    pattern = next(one for one, _ in patterns(core.group, core.order, language) if one.text == text)
    own = next(at for at, one in enumerate(pattern.slots) if one in names)
    values: list[str] = []
    for at, one in enumerate(pattern.slots):
        value = dice.pick(slot(one, language), ("word", place, at), apart=frozenset(values))
        values.append(f"{LENT}{value}{LENT_END}" if at == own else value)
    whole = _filled(pattern, values)
    bare = whole.partition(" ")[2] if whole.partition(" ")[0] in links(language) else whole
    return Drawn(whole, values[own], bare)


@cache
def _lending(core: Core, language: str) -> Table:
    """The patterns that have the name of such a thing in them, by their texts."""
    every = patterns(core.group, core.order, language)
    names = frozenset(_LENDS[core.after])
    fits = {one.text: weight for one, weight in every if not names.isdisjoint(one.slots)}
    return Table.of(fits) if fits else Table(())


def _filled(pattern: Pattern, values: Sequence[str]) -> str:
    out = [pattern.literals[0]]
    for value, literal in zip(values, pattern.literals[1:], strict=True):
        out += (value, literal)
    return "".join(out)


def _shortened(pattern: Pattern, values: Sequence[str]) -> str:
    """What a short mention repeats of a name."""
    first, last = pattern.short or (0, len(values))
    out = [values[first]]
    for at in range(first + 1, last):
        out += (pattern.literals[at], values[at])
    return "".join(out)


@cache
def _choice(core: Core, language: str) -> Table:
    """The patterns that fit the words around, by their texts."""
    every = dict(patterns(core.group, core.order, language))
    fits = {one: weight for one, weight in every.items() if _fits(one, core, language)} or every
    if core.initials:
        enough = min(_ENOUGH, max(_words(one, core) for one in fits))
        fits = {one: weight for one, weight in fits.items() if _words(one, core) >= enough}
    return Table.of({one.text: weight for one, weight in fits.items()})


def _words(pattern: Pattern, core: Core) -> int:
    literals = re.findall(r"[^\W_]{3,}", " ".join(pattern.literals))
    return len(pattern.slots) + len(literals) + (core.order != NAME)


def _fits(pattern: Pattern, core: Core, language: str) -> bool:
    if not core.asks and not core.initials_asked:
        return True
    literal = pattern.literals[0]
    agree = get(language).agreement.fits
    if core.asks and not _asked(core, language):
        return pattern.slots[0] != _WITH_ARTICLE  # "el Gregorio Salas", and not "el El Soto"
    if core.asks and not _by_sound(language) and pattern.slots[0] in _PROPER:
        return False  # "la Alborada", and not "la Ruiz"
    if literal:
        first = without_accents(literal)[:1].upper()
        return all(agree(word, literal) for word in core.asks) and all(
            agree(word, first) for word in core.initials_asked
        )
    return bool(fitted(pattern.slots[0], "", core.asks, core.initials_asked, language).size)


def _asked(core: Core, language: str) -> bool:
    """Whether a word before a name asks for something of it, and not of the kind left out."""
    return core.order == NAME or core.group == PRODUCT or _by_sound(language)


def _by_sound(language: str) -> bool:
    """Whether words ask for a sound, and not for a gender."""
    return bool(get(language).table("agreement")["traits"]["by_sound"])


def _letters(core: Core, place: int, language: str, dice: Dice) -> str:
    """Letters that stand for nothing, and for no well-known organization."""
    length = int(dice.branch(_LENGTHS, ("length", place))) if place < _FREE else _USUAL
    made = ""
    for at in range(length):
        table = LETTERS if at else _first_letters(core.asks, language)
        known = {one[at] for one in acronyms(language) if len(one) == length and one[:at] == made}
        apart = frozenset(known) if at == length - 1 else frozenset[str]()
        made += dice.pick(table, ("letter", place, at), apart=apart)
    return made


@cache
def _first_letters(asks: tuple[str, ...], language: str) -> Table:
    """First letters that fit the words before; where all are the same to it, all letters."""
    if not _by_sound(language):
        return LETTERS
    fits = get(language).agreement.fits
    weights = {
        letter: weight
        for letter, weight in LETTERS.weights().items()
        if all(fits(word, f"{letter}XX") for word in asks)
    }
    return Table.of(weights) if weights else LETTERS


def _version(form: str, language: str, dice: Dice) -> str:
    if form == NUMBERED:
        return dice.pick(_NUMBERS, ("number",))
    if form == POINTED:
        major = dice.pick(_VERSIONS, ("major",))
        return f"{major}.{dice.pick(_TENTHS, ('minor',))}"
    if form == DOSE:
        doses = slot("dose", language)
        return dice.pick(doses, ("dose",)) if doses.size else ""
    letter = dice.pick(LETTERS, ("model letter",))
    return f"{letter}{dice.pick(_MODELS, ('model',))}"


def _plain(said: Wording, names: list[Drawn], versions: dict[str, str], language: str) -> str:
    """A mention in its own letter case, without what stands around it."""
    if said.form == ADDRESS and said.parts:
        name = names[said.parts[0].core].bare
        label = slug(name, "-" if said.hyphen else "")
        return f"{LENT}{label}{LENT_END}" if LENT in name else label
    text = "".join(
        part.link + name_of(part, names, language, small=said.case == KIND_LOWER)
        for part in said.parts
    )
    for extra in (versions.get(said.version, ""), titled(said.grade, language)):
        text = f"{text} {extra}" if extra else text
    return text


def name_of(part: Part, names: list[Drawn], language: str, *, small: bool = False) -> str:
    """A name with the words that say what is named."""
    front = f"{part.article} " if part.article else ""
    back = f"{',' if part.comma else ''} {part.legal}" if part.legal else ""
    kind = part.kind if small else titled(part.kind, language)
    if part.order == ALONE:
        return f"{front}{kind}{back}"
    drawn_name = names[part.core]
    name = drawn_name.short if part.shown == SHORT else drawn_name.bare
    if part.order == NAME or not kind:
        return f"{front}{name}{back}"
    if part.order == AFTER:
        return f"{front}{name} {kind}{back}"
    if part.order == BEFORE and part.shown != SHORT:
        name = drawn_name.whole
    link = "" if part.order == BEFORE else f"{part.order} "
    return f"{front}{kind} {link}{name}{back}"


def _lettered(said: Wording, text: str, plain: list[str], language: str) -> str:
    """The initials of another mention, or of this one in brackets behind it."""
    if said.bracket:
        return f"{text} ({initials(text, said.way or WEIGHTY, language)})"
    if said.of < 0:
        return text
    made = initials(plain[said.of], said.way or WEIGHTY, language)
    return made.lower() if said.form == ADDRESS else made


def _dressed(said: Wording, text: str, language: str) -> str:
    """A mention in its letter case, with its ending and the marks around it."""
    if said.form == ADDRESS:
        return _site(said, text)
    if said.dotted:
        text = "".join(f"{letter}." for letter in text)
    shown = recase(text, said.case if said.case in (LOWER, UPPER) else "native")
    if said.case == TITLE and shown.islower():
        shown = shown[:1].upper() + shown[1:]
    if said.ending and not re.search(r"['’]\w?$", shown):
        shown = get(language).agreement.with_ending(shown, said.ending)
    shown = f"{said.opening}{shown}{said.closing}"
    if LENGTHENED in said.marks:
        shown = f"{shown}="
    if SHORTENED in said.marks:
        shown = f"+{shown}"
    if REPEATED in said.marks:
        shown = f"<{shown.split()[0]}> {shown}"
    if CUT in said.marks:
        word = re.sub(r"\W", "", shown.split()[0])
        shown = f"<{word[:_CUT] if len(word) > _CUT else word[:1]}-> {shown}"
    return shown


def _site(said: Wording, label: str) -> str:
    if said.dot:
        shown = f"{label} {said.dot} example"
        return recase(shown, said.case if said.case in (LOWER, UPPER) else "native")
    shown = f"{said.scheme}{'www.' if said.www else ''}{label}.example"
    return recase(shown, UPPER if said.case == UPPER else "native")
