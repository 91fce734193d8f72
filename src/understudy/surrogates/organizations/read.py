"""Reads the mentions of an organization, product or domain into a sketch.

Every text gives a sketch. What is read of it is which words say what is named, how it is written,
and which mentions repeat which; a name itself is never looked up in a list of names or towns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice, product
from typing import NamedTuple

from understudy.core.text import hidden_repr
from understudy.languages import facts, get
from understudy.languages.lists import any_of
from understudy.surrogates.agreement import ending, unaccented, unmarked
from understudy.surrogates.dice import Label
from understudy.surrogates.kernel import Reading
from understudy.surrogates.mention import Mention
from understudy.surrogates.organizations.parse import Raw, letters_of, parsed, parsed_product
from understudy.surrogates.organizations.patterns import (
    AFTER,
    ALONE,
    COMPANY,
    COUNTRY,
    DRUG,
    NAME,
    PRODUCT,
    group_of,
    patterns,
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
    MOST,
    NAMED,
    NUMBERED,
    OPENINGS,
    POINTED,
    REPEATED,
    SCHEMES,
    SHORT,
    SHORTENED,
    TITLE,
    UPPER,
    WHOLE,
    Core,
    Organization,
    Part,
    Said,
)
from understudy.surrogates.organizations.slugs import ALL, LAST, WEIGHTY, initials
from understudy.surrogates.places.atlas import is_country
from understudy.surrogates.settings import Settings

__all__ = ["read"]

_ADDRESSES = frozenset(("DOMAIN_NAME", "URL"))
_LETTERS = re.compile(r"[^\W_](?:[&+]?[^\W_]){1,5}")
_DOTTED = re.compile(r"(?:[^\W\d_]\.){2,}")
_WITH_ACRONYM = re.compile(r"(.+?)\s*\(([^\W\d_]{2,8})\)")
_SITE = re.compile(
    r"(?P<scheme>https?://)?(?P<www>www\.)?(?:[\w-]+\.)*?(?P<label>[\w-]+)(?:\.[a-z]{2,3})?"
    r"\.[a-z]{2,}(?:[/:?#]\S*)?",
    re.I,
)
_LAST_WORD = re.compile(r"([^\W\d_]+)['’]?\s*$")
_MARKS = {
    CUT: re.compile(r"<[^<>%\s]+-+>"),
    REPEATED: re.compile(r"<[^<>%]*[^<>%-]>"),
    SHORTENED: re.compile(r"(?:^|\s)\+(?=\w)"),
    LENGTHENED: re.compile(r"(?<=\w)=+(?=\W|$)"),
}
_SHORTENING = re.compile(r"(?:^|[\s.])\w{1,2}\.$")
_QUOTES = frozenset("\"'“”‘’«»")
_POINT = re.compile(r"\d+[.,]\d+")
_SURE = 3
"""Letters of an acronym in small letters."""
_HINTS = 24
_LONGEST = 300
"""Characters of a mention that are read; no name is longer."""
_REASON = "kind of organization"


class _Seen(NamedTuple):
    """A mention as it was looked at: secret."""

    said: Said
    text: str
    raws: tuple[Raw, ...] = ()
    letters: str = ""
    """Of what may be an acronym; of a domain, its label."""
    group: str = ""
    figure: str = ""
    bracketed: str = ""
    """The letters in brackets behind a name."""

    def __repr__(self) -> str:
        return hidden_repr(self)


class _Known:
    """A name that mentions repeat: secret."""

    def __init__(
        self, group: str, order: str, style: str, words: frozenset[str], name: str
    ) -> None:
        self.group, self.order, self.style = group, order, style
        self.words, self.name = words, name
        self.asks: set[str] = set()
        self.initials_asked: set[str] = set()
        self.initials = False

    def __repr__(self) -> str:
        return hidden_repr(self)

    def core(self) -> Core:
        asked = (tuple(sorted(self.asks)), tuple(sorted(self.initials_asked)))
        return Core(self.group, self.order, self.style, *asked, self.initials)


def read(mentions: Sequence[Mention], settings: Settings) -> Reading:
    """The sketch of everything that is called by one draw."""
    language = settings.language
    seen = _acronyms(_repeated([_look(one, mentions, language) for one in mentions]), language)
    known, parts = _cores(seen, language)
    says = []
    for at, one in enumerate(seen):
        said = one.said
        if said.form == NAMED:
            said = said._replace(parts=tuple(parts[at, place] for place in range(len(one.raws))))
        else:
            said = _short(said, at, one, seen, known, parts, language)
        says.append(said)
    for said, mention in zip(says, mentions, strict=True):
        _ask(said, mention, says, known, language)
    sketch = Organization(
        tuple(one.core() for one in known),
        tuple(says),
        not unaccented(mentions, language),
    )
    left = {
        at: _REASON
        for at, said in enumerate(says)
        if said.form == NAMED and all(part.order == ALONE for part in said.parts)
    }
    return Reading(sketch, tuple(_hints(known, seen, language)), left)


def _repeated(seen: Sequence[_Seen]) -> list[_Seen]:
    """The mentions, with those that repeat the kind of another one alone: "the Post"."""
    said = {raw.kind for one in seen for raw in one.raws if raw.kind and raw.order != ALONE}
    found = []
    for one in seen:
        raws = tuple(
            raw._replace(kind=raw.lone, order=ALONE, words=frozenset()) if raw.lone in said else raw
            for raw in one.raws
        )
        found.append(one._replace(raws=raws, said=_cased(one.said, raws) if raws else one.said))
    return found


def _acronyms(seen: Sequence[_Seen], language: str) -> list[_Seen]:
    """The mentions, with those that are initials of another one though they be no capitals."""
    texts = [one.text for one in seen if one.said.form == NAMED and len(one.text.split()) > 1]
    return [_as_letters(one, texts, language) for one in seen]


def _as_letters(one: _Seen, texts: Sequence[str], language: str) -> _Seen:
    said = one.said
    short = said.form == NAMED and len(one.letters) >= _SURE
    if not short or not any(_way(one.letters, text, language) for text in texts):
        return one
    case = LOWER if said.case in (LOWER, KIND_LOWER) else TITLE
    return one._replace(said=said._replace(form=LETTERED, case=case), raws=())


def _look(mention: Mention, mentions: Sequence[Mention], language: str) -> _Seen:
    text = unmarked(mention.text[:_LONGEST])
    marks = tuple(name for name, pattern in _MARKS.items() if pattern.search(mention.text))
    if mention.category in _ADDRESSES:
        return _address(text, marks, language)
    text, opening, closing = _bare(text, language)
    text, tail = ending(text, language)
    if tail and any(f"{text}{tail} " in one.text for one in mentions):
        text, tail = text + tail, ""
    said = Said(
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
        return _Seen(said._replace(version=dose), text, (raw,), group=DRUG)
    if mention.category == "PRODUCT":
        return _product(said, text, language)
    return _organization(said, text, language)


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


def _organization(said: Said, text: str, language: str) -> _Seen:
    if _DOTTED.fullmatch(text):
        return _Seen(said._replace(form=LETTERED, dotted=True), text, letters=letters_of(text))
    if text.isupper() and _LETTERS.fullmatch(text):
        said = said._replace(form=LETTERED, case=TITLE)
        return _Seen(said, text, letters=letters_of(text))
    if is_country(text, language):
        return _Seen(said, text, (Raw(text, frozenset((letters_of(text),))),), group=COUNTRY)
    split, bracketed = _WITH_ACRONYM.fullmatch(text), ""
    if split and (split[2].isupper() or _way(letters_of(split[2]), split[1], language)):
        way = _way(letters_of(split[2]), split[1], language)
        said = said._replace(bracket=True, way=way or WEIGHTY, case=_case(split[1]))
        text, bracketed = split[1], letters_of(split[2])
    raws = parsed(text, language)
    letters = letters_of(text) if text.isalpha() and not said.bracket else ""
    return _Seen(_cased(said, raws), text, raws, letters, bracketed=bracketed)


def _cased(said: Said, raws: Sequence[Raw]) -> Said:
    small = said.case == TITLE and raws[0].small and raws[0].kind != ""
    return said._replace(case=KIND_LOWER) if small else said


def _product(said: Said, text: str, language: str) -> _Seen:
    raw, grade, figure = parsed_product(text, language)
    version = ""
    if figure:
        version = NUMBERED if figure.isdigit() else POINTED if _POINT.fullmatch(figure) else MODEL
    if said.case == TITLE and raw.small:
        said = said._replace(case=KIND_LOWER)
    return _Seen(said._replace(grade=grade, version=version), text, (raw,), "", PRODUCT, figure)


@cache
def _spoken(language: str) -> re.Pattern[str]:
    """A domain as it is said: "acme dot com"."""
    dots = any_of(facts(one)["spoken_dot"].strip() for one in get(language).reads)
    return re.compile(rf"(?P<label>[\w-]+(?: [\w-]+)*?) (?P<dot>{dots}) [\w ]+", re.I)


def _address(text: str, marks: tuple[str, ...], language: str) -> _Seen:
    spoken, site = _spoken(language).fullmatch(text), _SITE.fullmatch(text)
    match = spoken or site
    label = match["label"] if match else text
    said = Said(ADDRESS, case=_case(text), marks=marks, hyphen="-" in label)
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
    return _Seen(said, text, letters=letters_of(label))


def _way(letters: str, text: str, language: str) -> str:
    """How letters are the initials of a name; empty where they are not."""
    for way in (WEIGHTY, ALL):
        if initials(text, way, language).lower() == letters:
            return way
    parts = parsed(text, language)
    if len(parts) > 1 and len(letters) >= _SURE:
        last = text[text.rfind(parts[-1].link) :] if parts[-1].link in text else ""
        if initials(last, WEIGHTY, language).lower() == letters:
            return LAST
    return ""


def _cores(
    seen: Sequence[_Seen], language: str
) -> tuple[list[_Known], dict[tuple[int, int], Part]]:
    """The names that the mentions repeat, and what each part of a mention shows of them.

    Numbered by where they stand in the text, never by how they are written.
    """
    order = sorted(
        ((at, place) for at, one in enumerate(seen) for place in range(len(one.raws))
         if one.said.form == NAMED),
        key=lambda key: _length(seen[key[0]].raws[key[1]], key),
    )  # fmt: skip
    groups: list[tuple[_Known, list[tuple[int, int]]]] = []
    for at, place in order:
        one, raw = seen[at], seen[at].raws[place]
        if raw.order == ALONE:
            continue
        fitting = next((own for own in groups if own[0].words & raw.words), None)
        if fitting is None:
            style = LETTERED if _is_lettered(one, raw) else NAMED
            group = one.group or group_of(raw.kind, language)
            found = _Known(group, raw.order, style, raw.words, raw.name)
            fitting = (found, [])
            groups.append(fitting)
        fitting[1].append((at, place))
    groups.sort(key=lambda own: min(own[1]))
    parts = {
        (at, place): _part(one.raws[place], -1, WHOLE)
        for at, one in enumerate(seen)
        for place in range(len(one.raws))
    }
    for number, (found, places) in enumerate(groups):
        for at, place in places:
            raw = seen[at].raws[place]
            shown = WHOLE if raw.words >= found.words else SHORT
            if not raw.kind and found.name.lower().startswith(f"{raw.article.lower()} "):
                raw = raw._replace(article="")  # "La Paz" of "Hospital La Paz"
            parts[at, place] = _part(raw, min(number, MOST - 1), shown)
            found.initials |= seen[at].said.bracket
    return [found for found, _ in groups[:MOST]], parts


def _length(raw: Raw, place: tuple[int, int]) -> tuple[int, bool, tuple[int, int]]:
    """The names of the most words first, and among them those that say their kind."""
    return (-len(raw.words), not raw.kind, place)


def _is_lettered(one: _Seen, raw: Raw) -> bool:
    """Whether the name beside the kind is an acronym: "LUISS University"."""
    return bool(
        raw.kind
        and not one.text.isupper()
        and raw.name.isupper()
        and (_LETTERS.fullmatch(raw.name) or _DOTTED.fullmatch(raw.name))
    )


def _part(raw: Raw, core: int, shown: str) -> Part:
    return Part(
        core, shown, raw.kind, raw.order, raw.article, raw.legal, raw.comma, raw.link
    )  # fmt: skip


def _short(
    said: Said,
    at: int,
    one: _Seen,
    seen: Sequence[_Seen],
    known: list[_Known],
    parts: Mapping[tuple[int, int], Part],
    language: str,
) -> Said:
    """An acronym or an address: of which name."""
    names = [place for place, other in enumerate(seen) if other.said.form == NAMED and place != at]
    names.sort(key=lambda place: (-len(seen[place].text.split()), place))
    for place in names:
        same = one.letters == seen[place].bracketed
        way = seen[place].said.way if same else _way(one.letters, seen[place].text, language)
        if way and len(seen[place].text.split()) > 1 and len(one.letters) > 1:
            for part in range(len(seen[place].raws)):
                core = parts[place, part].core
                if core >= 0:
                    known[core].initials = True
            return said._replace(of=place, way=way)
    whole = next((core for core, other in enumerate(known) if _is_of(one.letters, other)), None)
    if whole is None and said.form == ADDRESS and known:
        whole = 0
    if whole is None:
        style = LETTERED if said.form == LETTERED else NAMED
        if len(known) < MOST:
            known.append(
                _Known(COMPANY, NAME, style, frozenset((one.letters,)), one.text.replace(".", ""))
            )
        whole = len(known) - 1
    if said.form == LETTERED and known[whole].style == NAMED:
        said = said._replace(form=NAMED, case=UPPER, dotted=False)
    return said._replace(parts=(Part(whole),))


def _is_of(letters: str, known: _Known) -> bool:
    """Whether letters are a name run together, or a word of it."""
    return letters == letters_of(known.name) or letters in known.words


def _ask(
    said: Said, mention: Mention, says: Sequence[Said], known: Sequence[_Known], language: str
) -> None:
    """What the words before a mention, and its article, ask of the name behind them."""
    if said.form == ADDRESS:
        return
    match = _LAST_WORD.search(mention.before)
    word = match[1].lower() if match else ""
    asking = get(language).agreement.ASKING
    by_sound = get(language).table("agreement")["traits"]["by_sound"]
    whose = said if said.of < 0 else says[said.of]
    first = whose.parts[0] if whose.parts else None
    if first is None or first.core < 0 or first.order not in (NAME, AFTER):
        return
    core = known[first.core]
    if said.of >= 0:
        if by_sound and word in asking and not first.article and said.way != LAST:
            core.initials_asked.add(word)
        return
    if first.article:
        word = first.article.lower()
    if word in asking and (core.style == NAMED or by_sound):
        core.asks.add(word)


def _hints(
    known: Sequence[_Known], seen: Sequence[_Seen], language: str
) -> Iterator[dict[Label, str | int]]:
    """What may have been chosen, where the mentions are taken for a draw."""
    ways = [list(_ways(place, one, language)) or [{}] for place, one in enumerate(known)]
    figures: dict[Label, str | int] = {}
    for one in seen:
        figures |= _figures(one)
    for chosen in islice(product(*ways), _HINTS):
        hints = dict(figures)
        for one_way in chosen:
            hints |= one_way
        yield hints


def _ways(place: int, known: _Known, language: str) -> Iterable[dict[Label, str | int]]:
    if known.style == LETTERED:
        letters = known.name.replace(".", "").upper()
        found: dict[Label, str | int] = {("length", place): str(len(letters))}
        yield found | {("letter", place, at): letter for at, letter in enumerate(letters)}
        return
    for pattern, _ in patterns(known.group, known.order, language):
        shape = "(.+?)".join(map(re.escape, pattern.literals))
        match = re.fullmatch(shape, known.name)
        if match:
            words: dict[Label, str | int] = {
                ("word", place, at): word for at, word in enumerate(match.groups())
            }
            yield {("pattern", place): pattern.text, **words}


def _figures(one: _Seen) -> dict[Label, str | int]:
    figure, version = one.figure, one.said.version
    if version == NUMBERED:
        return {("number",): figure}
    if version == POINTED:
        major, _, minor = figure.replace(",", ".").partition(".")
        return {("major",): major, ("minor",): minor}
    if version == MODEL:
        return {("model letter",): figure[:1], ("model",): figure[1:]}
    return {}
