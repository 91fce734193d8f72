"""A mention of a place read into pieces, by its category."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from understudy.core.text import last_word
from understudy.languages import get
from understudy.languages.lists import any_of, words_read
from understudy.surrogates.agreement import ending, unmarked
from understudy.surrogates.mention import Mention
from understudy.surrogates.places.atlas import (
    continent_name,
    countries,
    folded,
    further,
    is_country,
    lookup,
    small,
    words_of,
)
from understudy.surrogates.places.coded import compact
from understudy.surrogates.places.codes import postal_pattern
from understudy.surrogates.places.features import (
    Feature,
    articled,
    behind_article,
    by_words,
    is_feature,
    may_head,
    read_feature,
)
from understudy.surrogates.places.kinds import has_kind
from understudy.surrogates.places.streets import Piece, has_street, pieces
from understudy.surrogates.places.tables import link_before

__all__ = [
    "FEATURE",
    "HINTS",
    "bare",
    "begins_as_street",
    "is_land",
    "is_place",
    "is_wide_area",
    "names_street",
    "split",
]

FEATURE = "feature "
"""The kind of a river or a mountain, before the form that it is written in."""

_ABROAD = re.compile(r"[A-Z]{1,2}-(?=\d{4,5}$)")
"""A country's letter before the code."""
_POSTAL_CODE = re.compile(r"(?:[A-Z]{1,2}-)?\d{4,7}(?:-\d{4})?")
_NEXT_WORD = re.compile(r" ([^\W\d_]+)")
_LONGEST_REGION = 3
"""Words of the longest name of a region or country that is looked for behind a town."""
_SHORT = 3
_WHOLE = {"COORDINATES": "coordinates", "NRP": "demonym"}
HINTS = {"CITY": ("city",), "REGION": ("region", "wider"), "COUNTRY": ("country",)}


def split(mention: Mention, language: str) -> tuple[Piece, ...]:
    """The pieces of one mention by its category."""
    text, tail = ending(unmarked(mention.text), language)
    if text.istitle() and text.lower() in words_read(language, "places", "region_openings"):
        return (Piece("kept", mention.text),)  # the "Co" of "Co. Cork", which are two marks
    if text in words_read(language, "places", "articled_towns"):
        return (Piece("name", text.partition(" ")[2]),)
    found = _pieces(text, mention.category, language)
    if found == (Piece("name", text),) and names_street(mention.before, mention.after, language):
        return (Piece("street", text), *([Piece("kept", tail)] if tail else []))
    if mention.category == "LOCATION" and found == (Piece("name", text),):
        found = _behind_head(mention.before, text, language) or found
    if mention.category == "LOCATION" and found == (Piece("name", text),):
        found = _behind_outer(mention.before, text, language) or found
    return (*found, Piece("kept", tail)) if tail and found else found


def names_street(front: str, behind: str, language: str) -> bool:
    """Whether the word outside of a mention says that it is a street: "plaza de [Colón]", "[Market]
    Street". A road to a town has the town's name and is none."""
    known = words_of(language).get("named_streets", {})
    link = link_before(front, language)
    before = last_word(front[: len(front) - len(link)] if link else front, ".")
    after = _NEXT_WORD.match(behind)
    return bool(
        (before and before.lower() in known.get("before", ()))
        or (after and after[1] in known.get("behind", ()))
    )


def begins_as_street(text: str, language: str) -> bool:
    """Whether a name begins with a street's type: "calle Castellana"."""
    first, _, rest = text.partition(" ")
    known = words_of(language).get("named_streets", {})
    return bool(rest) and first.lower() in known.get("before", ())


def _behind_head(before: str, text: str, language: str) -> tuple[Piece, ...]:
    """A river or a mountain, by the word for it outside of the mention: "el río [Mosa]"."""
    head = last_word(before, ".") if before.endswith(" ") else ""
    whole = read_feature(f"{head} {text}", language) if head and may_head(head, language) else None
    if whole is None or not by_words(whole) or whole.name != text:
        return ()
    return (Piece(FEATURE + whole.form, text),) if whole.before.strip() == head else ()


def _behind_outer(before: str, text: str, language: str) -> tuple[Piece, ...]:
    """What a name is behind an article outside the mention, where no land has the name, no
    region that is no town as well, and no town with the article ("La Habana")."""
    found = articled(before, text, language)
    if found is None or is_wide_area(text, language) or is_country(text, language):
        return ()
    kinds = {one.kind for one in lookup(text, language)}
    if (kinds and "city" not in kinds) or lookup(found.before + text, language):
        return ()
    return _parted(found._replace(before=""))


@lru_cache(maxsize=1 << 12)
def _pieces(text: str, category: str, language: str) -> tuple[Piece, ...]:
    if not any(map(str.isalnum, text)):
        return ()
    if category in _WHOLE:
        return (Piece(_WHOLE[category], text),)
    if category in HINTS:
        return _peeled(text, language)
    if category == "POSTAL_CODE":
        return _postal(text, language)
    if category == "STREET_ADDRESS":
        return _road(text, language)
    return _location(text, category, language)


def _road(text: str, language: str) -> tuple[Piece, ...]:
    """A street; or a river or a mountain, which detectors take for one where it has no number."""
    if is_feature(text, language):
        return (Piece("kept", text),)
    return _feature(text, language) or _address(_street(pieces(text, language)), language)


def _location(text: str, category: str, language: str) -> tuple[Piece, ...]:
    """A place of which the category does not say what it is."""
    listed = [one for one in lookup(text, language) if not further(one)]  # the Thames, a river
    known = bool(listed) or is_wide_area(text, language) or is_country(text, language)
    if category == "FACILITY" and has_kind(text, language):
        return (Piece("organization", text),)
    found = read_feature(text, language)
    land = is_wide_area(text, language) or is_country(text, language)
    if (
        found and found.before.strip() and _links(found.before, language)
    ):  # "Valle del Cauca", but not "Río Negro"
        land = land or {one.kind for one in listed} == {"region"}
    # "Palm Springs" is a town, too; so might be any other springs.
    if found and by_words(found) and not land:
        return _feature(text, language)
    if known or _article(text, language):
        return _peeled(text, language)
    if postal_pattern(language).fullmatch(text) or _POSTAL_CODE.fullmatch(text):
        return _postal(text, language)
    return _feature(text, language) or _unlisted(text, language)


def _feature(text: str, language: str) -> tuple[Piece, ...]:
    return _parted(read_feature(text, language))


def _parted(found: Feature | None) -> tuple[Piece, ...]:
    if found is None:
        return ()
    parts = (
        Piece("kept", found.before),
        Piece(FEATURE + found.form, found.name),
        Piece("kept", found.after),
    )
    return tuple(piece for piece in parts if piece.text)


def _unlisted(text: str, language: str) -> tuple[Piece, ...]:
    front = _affixes(language)[0].match(text)
    if front and (_links(front[0], language) or _is_known(text[front.end() :], language)):
        return _peeled(text, language)  # the Republic of Turkey, the district of anywhere
    if bare(text, language) != text:
        return _peeled(text, language)  # New York City
    if any(map(str.isdigit, text)) or "," in text or "(" in text or has_street(text, language):
        return _address(pieces(text, language), language)
    if (has_kind(text, language) and len(text.split()) > 1) or _owned(language).search(text):
        return (Piece("organization", text),)
    return (
        _parted(behind_article(text, language))
        or _town_and_region(text, language)
        or _peeled(text, language)
    )


def _links(front: str, language: str) -> bool:
    """Whether the words before a name end in one that says whose they are: "district of"."""
    return front.rsplit(maxsplit=1)[-1].lower() in words_read(language, "places", "region_links")


def _is_known(text: str, language: str) -> bool:
    return bool(lookup(text, language)) or is_country(text, language)


def _town_and_region(text: str, language: str) -> tuple[Piece, ...]:
    """A town and the region or country that it lies in, with nothing between them."""
    words = text.split(" ")
    for count in range(1, min(len(words), _LONGEST_REGION + 1)):
        front, back = " ".join(words[:-count]), " ".join(words[-count:])
        wide = [one for one in lookup(back, language) if one.kind in ("region", "country")]
        last = front.lower().rsplit(" ", 1)[-1]
        if not wide or not last or last in _modifiers(language):
            continue
        if len(back) <= _SHORT and not back.isupper() and not lookup(front, language):
            continue  # "or" is not Oregon behind any word
        return (*_peeled(front, language), Piece("kept", " "), Piece("name", back))
    return ()


def _postal(text: str, language: str) -> tuple[Piece, ...]:
    abroad = _ABROAD.match(text)
    if abroad:
        return (Piece("kept", abroad[0]), Piece("postal", text[abroad.end() :]))
    if compact(text, language) != text:
        return (Piece("postal", text),)
    if any(map(str.isalpha, text)) and not postal_pattern(language).fullmatch(text):
        return pieces(text, language)
    return (Piece("postal", text),) if text.isascii() else ()


def _address(found: Iterable[Piece], language: str) -> tuple[Piece, ...]:
    """Pieces of an address, with the names in them peeled."""
    out: list[Piece] = []
    for piece in found:
        out += _peeled(piece.text, language) if piece.kind == "name" else (piece,)
    return tuple(out)


def _street(found: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Where an address has no street, the first name is one, without its type."""
    kinds = [piece.kind for piece in found]
    if "street" in kinds or "ordinal" in kinds or "name" not in kinds:
        return found
    at = kinds.index("name")
    return (*found[:at], Piece("untyped", found[at].text), *found[at + 1 :])


@cache
def _owned(language: str) -> re.Pattern[str]:
    """A place that is called after its owner, as tokenised text has it: "Wexley 's"."""
    possessive = any_of(words_read(language, "agreement", "possessive"))
    return re.compile(rf"\w\s['’]?(?:{possessive})$", re.I)


@cache
def _affixes(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    known = words_of(language)

    def alternatives(name: str) -> str:
        return "|".join(re.escape(word) for word in sorted(known[name], key=len, reverse=True))

    before = re.compile(
        rf"(?:(?:{alternatives('country_articles')})\s+)?"
        rf"(?:(?:{alternatives('compass')})\s+)+(?=\S)",
        re.I,
    )
    after = re.compile(rf"(?<=\S)\s+(?:{alternatives('trailing')})$", re.I)
    return before, after


@cache
def _modifiers(language: str) -> frozenset[str]:
    """Words that a name goes on behind: "Port of Spain", "Little Italy", "Northern Ireland"."""
    known, joins = words_of(language), get(language).table("organizations")["joins"]
    return frozenset((*known["compass"], *known["openings"], *joins, *known["modifiers"]))


def bare(text: str, language: str) -> str:
    """The text without words behind it such as "city"."""
    back = _affixes(language)[1].search(text)
    return text[: back.start()] if back else text


def _peeled(text: str, language: str) -> tuple[Piece, ...]:
    """The name without words such as "northern" and "provincia de" around it, which stay."""
    if lookup(text, language) or is_wide_area(text, language) or is_country(text, language):
        return (Piece("name", text),)
    before, after = _affixes(language)
    front = before.match(text) or _article(text, language)
    start = front.end() if front else 0
    known = front and (_links(front[0], language) or _is_known(text[start:], language))
    if front and not known and not front[0].islower():
        start = 0  # "Gran Canaria" is a name, "norte de Canaria" is not
    back = after.search(text, start)
    if back and back[0].strip().lower() in words_read(language, "places", "town_tails"):
        back = None  # no part of "Dodge City" stays
    end = back.start() if back else len(text)
    found = (
        Piece("kept", text[:start]), Piece("name", text[start:end]), Piece("kept", text[end:])
    )  # fmt: skip
    return tuple(piece for piece in found if piece.text)


@cache
def _country_article(language: str) -> re.Pattern[str]:
    articles = any_of(words_read(language, "places", "country_articles"))
    return re.compile(rf"(?:{articles})\s+(?=\S)", re.I)


def _article(text: str, language: str) -> re.Match[str] | None:
    """The article before the name of a country, or of what is wider."""
    match = _country_article(language).match(text)
    if match is None:
        return None
    name = text[match.end() :]
    wide = is_wide_area(name, language) or is_country(name, language)
    return match if wide or any(one.kind == "country" for one in lookup(name, language)) else None


@cache
def _wide_areas(languages: tuple[str, ...]) -> frozenset[str]:
    """The folded names of continents and of other areas wider than a country."""
    listed = (name for one in languages for name in words_of(one)["wide_areas"].split("|"))
    lands = {country.continent for country in countries().values()}
    named = (continent_name(land, one) for land in lands for one in languages)
    return frozenset(folded(name) for name in (*listed, *named))


@lru_cache(maxsize=1 << 12)
def is_wide_area(text: str, language: str) -> bool:
    """Whether a text names a continent, or another area wider than a country."""
    return folded(text) in _wide_areas(get(language).reads)


@lru_cache(maxsize=1 << 12)
def is_land(text: str, language: str) -> bool:
    """Whether a text is the name of a country, or of what is wider."""
    known = lookup(text, language)
    if known and known[0].kind != "country":
        return small(known[0]) and is_country(text, language)
    return bool(known) or is_country(text, language) or is_wide_area(text, language)


def is_place(text: str, language: str) -> bool:
    """Whether a text is the name of a place that many know, be it a continent."""
    known = lookup(text, language)
    return (
        bool(known and not small(known[0]))
        or is_country(text, language)
        or is_wide_area(text, language)
    )
