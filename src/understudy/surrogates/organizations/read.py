"""Reads the mentions of an organization, product or domain into a sketch.

Every text gives a sketch. What is read of it is which words say what is named, how it is written,
and which mentions repeat which; a name itself is never looked up in a list of names or towns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice, product

from understudy.core.text import hidden_repr, last_word
from understudy.languages import get
from understudy.languages.lists import any_of, words_read
from understudy.surrogates.agreement import unaccented
from understudy.surrogates.dice import Label
from understudy.surrogates.kernel import Reading
from understudy.surrogates.mention import Mention
from understudy.surrogates.organizations.look import (
    DOTTED,
    LETTERS,
    SURE,
    ReadMention,
    cased,
    look,
    way_of,
)
from understudy.surrogates.organizations.parse import Raw, joint_before, letters_of, words_of
from understudy.surrogates.organizations.patterns import (
    AFTER,
    ALONE,
    BEFORE,
    COMPANY,
    COUNTRY,
    DRUG,
    NAME,
    PRODUCT,
    SAINT,
    VENUE,
    group_names,
    group_of,
    has_towns,
    patterns,
)
from understudy.surrogates.organizations.sketch import (
    ADDRESS,
    KIND_LOWER,
    LETTERED,
    LOWER,
    MODEL,
    MOST,
    NAMED,
    NUMBERED,
    POINTED,
    SHORT,
    TITLE,
    UPPER,
    WHOLE,
    Core,
    Organization,
    Part,
    Wording,
)
from understudy.surrogates.organizations.slugs import LAST
from understudy.surrogates.settings import Settings
from understudy.surrogates.signs import COUNTRIES, HOME, NAMED_AFTER

__all__ = ["read"]

_HINTS = 24
_OWNED = re.compile(r"['’]s?(?!\w)")
_NEVER_LENT = frozenset((COUNTRY, DRUG, PRODUCT))
_REASON = "kind of organization"


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
        self.after = ""
        self.joint = ""

    def __repr__(self) -> str:
        return hidden_repr(self)

    def core(self) -> Core:
        asked = (tuple(sorted(self.asks)), tuple(sorted(self.initials_asked)))
        lent = not self.initials and self.style == NAMED and self.group not in _NEVER_LENT
        after = (self.after, self.joint) if lent else ()
        return Core(self.group, self.order, self.style, *asked, self.initials, *after)


def read(mentions: Sequence[Mention], settings: Settings) -> Reading:
    """The sketch of everything that is called by one draw."""
    language = settings.language
    seen = _acronyms(_repeated([look(one, mentions, language) for one in mentions]), language)
    known, parts = _cores(seen, language)
    _name_after(known, mentions, language)
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
        _country(mentions) if settings.country else "",
    )
    left = {
        at: _REASON
        for at, said in enumerate(says)
        if said.form == NAMED and all(part.order == ALONE for part in said.parts)
    }
    return Reading(sketch, tuple(_hints(known, seen, language)), left)


def _country(mentions: Sequence[Mention]) -> str:
    """The country that the text names, else that of its places, if it has towns enough that an
    organization may have in its name."""
    known = [dict(one.attributes) for one in mentions[:1]]
    told = ((one.get(COUNTRIES, "") or one.get(HOME, "")).split() for one in known)
    return next((code for codes in told for code in codes[:1] if has_towns(code)), "")


def _repeated(seen: Sequence[ReadMention]) -> list[ReadMention]:
    """The mentions, with those that repeat the kind of another one alone: "the Post"."""
    said = {raw.kind for one in seen for raw in one.raws if raw.kind and raw.order != ALONE}
    found = []
    for one in seen:
        raws = tuple(
            raw._replace(kind=raw.lone, order=ALONE, words=frozenset()) if raw.lone in said else raw
            for raw in one.raws
        )
        found.append(one._replace(raws=raws, said=cased(one.said, raws) if raws else one.said))
    return found


def _acronyms(seen: Sequence[ReadMention], language: str) -> list[ReadMention]:
    """The mentions, with those that are initials of another one though they be no capitals."""
    texts = [one.text for one in seen if one.said.form == NAMED and len(one.text.split()) > 1]
    return [_as_letters(one, texts, language) for one in seen]


def _as_letters(one: ReadMention, texts: Sequence[str], language: str) -> ReadMention:
    said = one.said
    short = said.form == NAMED and len(one.letters) >= SURE
    if not short or not any(way_of(one.letters, text, language) for text in texts):
        return one
    case = LOWER if said.case in (LOWER, KIND_LOWER) else TITLE
    return one._replace(said=said._replace(form=LETTERED, case=case), raws=())


def _cores(
    seen: Sequence[ReadMention], language: str
) -> tuple[list[_Known], dict[tuple[int, int], Part]]:
    """The names that the mentions repeat, and what each part of a mention shows of them.

    Numbered by where they stand in the text, never by how they are written.
    """
    places_in_order = sorted(
        ((at, place) for at, one in enumerate(seen) for place in range(len(one.raws))
         if one.said.form == NAMED),
        key=lambda key: _length(seen[key[0]].raws[key[1]], key),
    )  # fmt: skip
    groups: list[tuple[_Known, list[tuple[int, int]]]] = []
    for at, place in places_in_order:
        one, raw = seen[at], seen[at].raws[place]
        if raw.order == ALONE:
            continue
        fitting = next((own for own in groups if own[0].words & raw.words), None)
        if fitting is None:
            style = LETTERED if _is_lettered(one, raw) else NAMED
            group = one.group or _sort(raw, style, language)
            order = BEFORE if one.outside else raw.order
            found = _Known(group, order, style, raw.words, raw.name)
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


def _sort(raw: Raw, style: str, language: str) -> str:
    """The sort of organization, by the word that says it; what has an article and no such word is
    called as inns and papers are: "The Copper Lantern"."""
    named = not raw.kind and not raw.legal and style == NAMED
    if named and _of_saint(language).match(raw.name) and SAINT in group_names(language):
        return SAINT
    named = named and bool(raw.article)
    return VENUE if named and VENUE in group_names(language) else group_of(raw.kind, language)


@cache
def _of_saint(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{any_of(words_read(language, 'organizations', 'saint_words'))}) ", re.I)


def _name_after(known: Sequence[_Known], mentions: Sequence[Mention], language: str) -> None:
    """The names that have a place or a person of the text in them."""
    told = {one for mention in mentions for one in mention.attributes}
    for attribute, name in sorted(told):
        words = words_of(name, language)
        for one in known if attribute.startswith(NAMED_AFTER) and words else ():
            if words <= one.words or words <= words_of(_OWNED.sub("", one.name), language):
                one.after = attribute.removeprefix(NAMED_AFTER)
                one.joint = joint_before(one.name, words, language)


def _length(raw: Raw, place: tuple[int, int]) -> tuple[int, bool, tuple[int, int]]:
    """The names of the most words first, and among them those that say their kind."""
    return (-len(raw.words), not raw.kind, place)


def _is_lettered(one: ReadMention, raw: Raw) -> bool:
    """Whether the name beside the kind is an acronym: "LUISS University"."""
    return bool(
        raw.kind
        and not one.text.isupper()
        and raw.name.isupper()
        and (LETTERS.fullmatch(raw.name) or DOTTED.fullmatch(raw.name))
    )


def _part(raw: Raw, core: int, shown: str) -> Part:
    return Part(
        core, shown, raw.kind, raw.order, raw.article, raw.legal, raw.comma, raw.link
    )  # fmt: skip


def _short(
    said: Wording,
    at: int,
    one: ReadMention,
    seen: Sequence[ReadMention],
    known: list[_Known],
    parts: Mapping[tuple[int, int], Part],
    language: str,
) -> Wording:
    """An acronym or an address: of which name."""
    names = [place for place, other in enumerate(seen) if other.said.form == NAMED and place != at]
    names.sort(key=lambda place: (-len(seen[place].text.split()), place))
    for place in names:
        same = one.letters == seen[place].bracketed
        way = seen[place].said.way if same else way_of(one.letters, seen[place].text, language)
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
    said: Wording,
    mention: Mention,
    says: Sequence[Wording],
    known: Sequence[_Known],
    language: str,
) -> None:
    """What the words before a mention, and its article, ask of the name behind them."""
    if said.form == ADDRESS:
        return
    word = last_word(mention.before, "'’").lower()
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
    known: Sequence[_Known], seen: Sequence[ReadMention], language: str
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


def _figures(one: ReadMention) -> dict[Label, str | int]:
    figure, version = one.figure, one.said.version
    if version == NUMBERED:
        return {("number",): figure}
    if version == POINTED:
        major, _, minor = figure.replace(",", ".").partition(".")
        return {("major",): major, ("minor",): minor}
    if version == MODEL:
        return {("model letter",): figure[:1], ("model",): figure[1:]}
    return {}
