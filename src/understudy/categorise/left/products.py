"""What stays of things: products, brands and works."""

from __future__ import annotations

import re

from understudy.categorise.left.place import NAMES, OWNED, WORDED, Place
from understudy.categorise.left.public import belongs
from understudy.categorise.rules.namesakes import ours
from understudy.core.folding import flat
from understudy.languages.lexicon import listed

__all__ = ["is_product", "is_work"]

_FLIGHT = re.compile(r"\s?\d{2,4}\Z|\A \d{2,4}(?!\w|[.,-]\d)")
"""The number of a flight behind the name of its airline."""
_SERIAL = re.compile(r"\d{5}")
_REGISTERED = frozenset("®™")
_MODEL = re.compile(r"[A-Z][A-Z\d]*(?:[ /-][A-Z\d]+)*")
_MAKER = re.compile(r"\s?\([^()\n\d]{2,20}[®™]")
_MODELLED = WORDED | {"NUMBER", "DATE_TIME", "ID"}
"""What the model of a machine may be taken for."""


def is_product(place: Place) -> bool:
    """A thing that many have; a long number in it may be the number of one."""
    if place.of("PRODUCT") or (place.of(*NAMES) and place.behind[:1] in _REGISTERED):
        return _SERIAL.search(place.value) is None
    if _model(place) or _site(place):
        return True
    return _brand(place) and not belongs(place)


def _site(place: Place) -> bool:
    """The site of a brand, by its name: "Booking.com"."""
    if not place.of("DOMAIN_NAME") or place.before[-1:] in ("@", "/", "."):
        return False
    name, brands = flat(place.value), place.words.brands
    return name in brands or (name.count(".") == 1 and name.partition(".")[0] in brands)


def _model(place: Place) -> bool:
    """The model of a machine: capitals and figures that have its maker behind them ("PRISMA CRRT
    (Hospal®)"), or a figure in them and the machine before them ("filtro PTE-2000")."""
    if place.line.isdisjoint(_MODELLED):
        return False
    front, _, glued = place.before.rpartition(" ")
    name = glued + place.value
    if not _MODEL.fullmatch(name) or _SERIAL.search(name):
        return False
    if _MAKER.match(place.behind):
        return True
    before = [word for word in flat(front).split() if word not in place.words.small][-1:]
    return any(map(str.isdigit, name)) and not place.words.device_heads.isdisjoint(before)


def _brand(place: Place) -> bool:
    """A brand of the list. One that people or towns are called by, too, must not be taken for one
    of these, or have the thing beside it: "the Bosch boiler"."""
    words, low = place.words, place.name
    if "," in place.value or (low.isalpha() and not {low, f"{low}'s"} & words.brands):
        return _brands(place)
    body = place.of("ORGANIZATION", "MISC", "CREATIVE_WORK")
    body = body or bool(_FLIGHT.match(place.behind) or _FLIGHT.search(f" {place.value}"))
    if not body and not place.of("PERSON", "LOCATION"):
        return False
    owned = OWNED.match(place.behind)
    low = _without_thing(low, words.branded)
    low = _FLIGHT.sub("", low.replace("!", "")) or (place.front[-1:] or [""])[0]
    if low not in words.brands and not (owned and f"{low}'s" in words.brands):
        return False
    if body or (place.of("PERSON") and _is_somebody(place)):
        return body
    before = [word for word in place.front if word not in words.small][-1:]
    behind = place.rear[:2]
    beside = not words.branded.isdisjoint((*before, *behind))
    if beside or owned or " " in low:
        return True
    return not any(word in words.names for word in place.said)


def _brands(place: Place) -> bool:
    """Whether one guess is over several brands, none of which anybody is called: "Jumia, Konga"."""
    each = [" ".join(flat(one).split()) for one in place.value.split(",")]
    words = place.words
    return len(each) > 1 and words.brands.issuperset(each) and words.names.isdisjoint(each)


def _is_somebody(place: Place) -> bool:
    """Whether the words beside say whose relative it is, or that it is a name: "my sister Zelda",
    "Zelda is my daughter", "my name is Zelda", "my Zelda eats"."""
    before = flat(place.before).rstrip()
    said, start = f"{place.before}{place.value}{place.behind}", len(place.before)
    end = start + len(place.value)
    if any(ours(said, start, end, one) for one in place.words.languages):
        return True
    if any(before.endswith(listed("says_name", one)) for one in place.words.languages):
        return True
    titled = place.front[-1:]
    if titled and titled[0].rstrip(".") in place.words.titles:
        return True  # "Mrs Apache"
    beside = (*titled, *(word.strip(",.;:!?") for word in place.rear[:3]))
    return not place.words.kinship.isdisjoint(beside)


def _without_thing(name: str, branded: frozenset[str]) -> str:
    """A name without the thing behind it that has the brand: "Skype software"."""
    front, _, last = name.rpartition(" ")
    return front if front and last in branded else name


def is_work(place: Place) -> bool:
    """A film, a book, a song; one whose title may be the name of a person or a place, where the
    words around it say what it is: "Carmen" at the theatre."""
    rest = place.rest
    borne = [word for word in rest if word in place.words.names]
    if not place.of("CREATIVE_WORK"):
        return False
    around = {word.strip(",.;:!?\"'()") for word in (*place.front, *place.rear)}
    told = not place.words.work_cues.isdisjoint(around)
    return told or not borne or len(borne) < len(rest) > 1
