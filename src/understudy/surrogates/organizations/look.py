"""One mention of an organization, product or domain, looked at by itself: how it is written, and
which words say what is named."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from understudy.core.text import hidden_repr
from understudy.languages import facts, get
from understudy.languages.lists import any_of
from understudy.surrogates.agreement import ending, unmarked
from understudy.surrogates.mention import Mention
from understudy.surrogates.organizations.outside import is_venue, kind_outside
from understudy.surrogates.organizations.parse import Raw, letters_of, parsed, parsed_product
from understudy.surrogates.organizations.patterns import (
    COUNTRY,
    DRUG,
    PRODUCT,
    VENUE,
    group_names,
)
from understudy.surrogates.organizations.sketch import (
    ADDRESS,
    CLOSINGS,
    CUT,
    DOSE,
    ENDINGS,
    KIND_LOWER,
    LENGTHENED,
    LETTERED,
    LOWER,
    MODEL,
    NAMED,
    NUMBERED,
    OPENINGS,
    POINTED,
    REPEATED,
    SCHEMES,
    SHORTENED,
    TITLE,
    UPPER,
    Wording,
)
from understudy.surrogates.organizations.slugs import ALL, LAST, WEIGHTY, initials
from understudy.surrogates.places.atlas import is_country

__all__ = ["DOTTED", "LETTERS", "SURE", "ReadMention", "cased", "look", "way_of"]

_ADDRESSES = frozenset(("DOMAIN_NAME", "URL"))
LETTERS = re.compile(r"[^\W_](?:[&+]?[^\W_]){1,5}")
DOTTED = re.compile(r"(?:[^\W\d_]\.){2,}")
_WITH_ACRONYM = re.compile(r"(.+?)\s*\(([^\W\d_]{2,8})\)")
_SITE = re.compile(
    r"(?P<scheme>https?://)?(?P<www>www\.)?(?:[\w-]+\.)*?(?P<label>[\w-]+)(?:\.[a-z]{2,3})?"
    r"\.[a-z]{2,}(?:[/:?#]\S*)?",
    re.I,
)
_MARKS = {
    CUT: re.compile(r"<[^<>%\s]+-+>"),
    REPEATED: re.compile(r"<[^<>%]*[^<>%-]>"),
    SHORTENED: re.compile(r"(?:^|\s)\+(?=\w)"),
    LENGTHENED: re.compile(r"(?<=\w)=+(?=\W|$)"),
}
_SHORTENING = re.compile(r"\w\.\s?\w\.$")
_QUOTES = frozenset("\"'“”‘’«»")
_POINT = re.compile(r"\d+[.,]\d+")
SURE = 3
"""Letters of an acronym in small letters."""
_LONGEST = 300
"""Characters of a mention that are read; no name is longer."""


class ReadMention(NamedTuple):
    """A mention as it was looked at: secret."""

    said: Wording
    text: str
    raws: tuple[Raw, ...] = ()
    letters: str = ""
    """Of what may be an acronym; of a domain, its label."""
    group: str = ""
    figure: str = ""
    outside: bool = False
    """Whether the word for its kind stands right before the mention."""
    bracketed: str = ""
    """The letters in brackets behind a name."""

    def __repr__(self) -> str:
        return hidden_repr(self)


def look(mention: Mention, mentions: Sequence[Mention], language: str) -> ReadMention:
    """What a mention shows, beside the others of its bundle."""
    text = unmarked(mention.text[:_LONGEST])
    marks = tuple(name for name, pattern in _MARKS.items() if pattern.search(mention.text))
    if mention.category in _ADDRESSES:
        return _address(text, marks, language)
    text, opening, closing = _bare(text, language)
    text, tail = ending(text, language)
    if tail and any(f"{text}{tail} " in one.text for one in mentions):
        text, tail = text + tail, ""
    said = Wording(
        NAMED,
        case=_case(text),
        ending=tail if tail in ENDINGS else ENDINGS[1] if tail else "",
        opening=opening,
        closing=closing,
        marks=marks,
    )
    if mention.category == "DRUG":
        raw = Raw(_without_figures(text), frozenset((letters_of(_without_figures(text)),)))
        dose = DOSE if any(map(str.isdigit, text)) else ""
        return ReadMention(said._replace(version=dose), text, (raw,), group=DRUG)
    if mention.category == "PRODUCT":
        return _product(said, text, language)
    return _behind_kind(_organization(said, text, language), mention.before, language)


def _behind_kind(seen: ReadMention, before: str, language: str) -> ReadMention:
    """A mention that says no kind, with the one that the words before it say."""
    plain = [one for one in seen.raws if not one.kind and not one.article and not one.legal]
    if not plain or len(seen.raws) != 1 or seen.group or seen.said.form != NAMED:
        return seen
    found = kind_outside(before, language)
    if found is None and not is_venue(before, language):
        return seen
    if found is None or found.article:
        return seen._replace(group=VENUE if VENUE in group_names(language) else seen.group)
    return seen._replace(group=found.group, outside=True)


def _without_figures(text: str) -> str:
    match = re.search(r"\s*\d", text)
    return text[: match.start()] or text if match else text


def _bare(text: str, language: str) -> tuple[str, str, str]:
    """A mention without the marks around it."""
    text = text.strip()
    opening = text[:1] if text[:1] in OPENINGS[1:] and len(text) > 1 else ""
    text = text[len(opening) :]
    if opening in ("(", "[") and ")" in text[:-1]:
        opening = ""  # "(Re)Union"
    closing = text[-1:] if text[-1:] in CLOSINGS[1:] and len(text) > 1 else ""
    inner = text[: -len(closing)] if closing else text
    if closing == "." and (_SHORTENING.search(text) or parsed(text, language)[-1].legal):
        closing, inner = "", text  # "S.A."
    elif closing in _QUOTES and not opening and not _QUOTES.isdisjoint(inner):
        closing = ""  # Hospital "La Paz"
    elif (closing == ")" and "(" in inner and opening != "(") or (
        closing in ("'", "’") and ending(text, language)[1]
    ):
        closing, inner = "", text
    return inner.strip(), opening, closing


def _case(text: str) -> str:
    if text.islower():
        return LOWER
    return UPPER if text.isupper() and sum(map(str.isalpha, text)) > 1 else TITLE


def _organization(said: Wording, text: str, language: str) -> ReadMention:
    if DOTTED.fullmatch(text):
        return ReadMention(
            said._replace(form=LETTERED, dotted=True), text, letters=letters_of(text)
        )
    if text.isupper() and LETTERS.fullmatch(text):
        said = said._replace(form=LETTERED, case=TITLE)
        return ReadMention(said, text, letters=letters_of(text))
    if is_country(text, language):
        return ReadMention(said, text, (Raw(text, frozenset((letters_of(text),))),), group=COUNTRY)
    split, bracketed = _WITH_ACRONYM.fullmatch(text), ""
    if split and (split[2].isupper() or way_of(letters_of(split[2]), split[1], language)):
        way = way_of(letters_of(split[2]), split[1], language)
        said = said._replace(bracket=True, way=way or WEIGHTY, case=_case(split[1]))
        text, bracketed = split[1], letters_of(split[2])
    raws = parsed(text, language)
    letters = letters_of(text) if text.isalpha() and not said.bracket else ""
    return ReadMention(cased(said, raws), text, raws, letters, bracketed=bracketed)


def cased(said: Wording, raws: Sequence[Raw]) -> Wording:
    """With the letter case of the word for its kind: "the court of Leeds"."""
    small = said.case == TITLE and raws[0].small and raws[0].kind != ""
    return said._replace(case=KIND_LOWER) if small else said


def _product(said: Wording, text: str, language: str) -> ReadMention:
    raw, grade, figure = parsed_product(text, language)
    version = ""
    if figure:
        version = NUMBERED if figure.isdigit() else POINTED if _POINT.fullmatch(figure) else MODEL
    if said.case == TITLE and raw.small:
        said = said._replace(case=KIND_LOWER)
    return ReadMention(
        said._replace(grade=grade, version=version), text, (raw,), "", PRODUCT, figure
    )


@cache
def _spoken(language: str) -> re.Pattern[str]:
    """A domain as it is said: "acme dot com"."""
    dots = any_of(facts(one)["spoken_dot"].strip() for one in get(language).reads)
    return re.compile(rf"(?P<label>[\w-]+(?: [\w-]+)*?) (?P<dot>{dots}) [\w ]+", re.I)


def _address(text: str, marks: tuple[str, ...], language: str) -> ReadMention:
    spoken, site = _spoken(language).fullmatch(text), _SITE.fullmatch(text)
    match = spoken or site
    label = match["label"] if match else text
    said = Wording(ADDRESS, case=_case(text), marks=marks, hyphen="-" in label)
    if spoken:
        said = said._replace(dot=spoken["dot"].lower())
    elif site:
        scheme = (site["scheme"] or "").lower()
        said = said._replace(
            scheme=scheme if scheme in SCHEMES else SCHEMES[0],
            www=bool(site["www"]),
            case=UPPER if text.isupper() else LOWER,
        )
    else:
        said = said._replace(case=LOWER)
    return ReadMention(said, text, letters=letters_of(label))


def way_of(letters: str, text: str, language: str) -> str:
    """How letters are the initials of a name; empty where they are not."""
    for way in (WEIGHTY, ALL):
        if initials(text, way, language).lower() == letters:
            return way
    parts = parsed(text, language)
    if len(parts) > 1 and len(letters) >= SURE:
        last = text[text.rfind(parts[-1].link) :] if parts[-1].link in text else ""
        if initials(last, WEIGHTY, language).lower() == letters:
            return LAST
    return ""
