"""What the last word of a name says that it is, or the first one where heads stand first:
"Rowan Lettings" is nobody, and "Church Lane" no firm, whatever a guess takes them for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from understudy.core.folding import flat, flat_words
from understudy.core.types import Span
from understudy.languages import get
from understudy.languages.lexicon import lexicon, listed, raw
from understudy.languages.public import public_words
from understudy.surrogates.places.atlas import lookup

__all__ = ["by_heads"]

_PERSON, _PLACE, _BODY = "PERSON", "LOCATION", "ORGANIZATION"
_STREET, _SPOT, _FIRM = "street", "place", "body"
_NAMED = frozenset((_PERSON, _PLACE, _BODY))
_LISTS = {"street_heads": _STREET, "place_heads": _SPOT, "body_heads": _FIRM}
_TAILS = {"body_tails": _FIRM}
"""What ends a name where heads stand first: "Lozano Abogados"."""
_SAYS = {
    (_STREET, _PERSON): _PLACE,
    (_STREET, _BODY): _PLACE,
    (_SPOT, _PERSON): _PLACE,
    (_FIRM, _PERSON): _BODY,
    (_FIRM, _PLACE): _BODY,
}
"""The sort of a head and what a name is taken for → what it is."""
_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_NEXT = re.compile(r"(?: (?:& )?[^\W\d_]+(?:['’-][^\W\d_]+)*){1,3}")
_BEFORE = re.compile(r"([^\W\d_]+)\.? \Z")
_LONGEST = 3
"""Words of the longest head: "citizens advice bureau"."""
_MOST = 6
"""Words of the longest name; what is longer is hardly one thing."""
_NEAR = 24
_FOREIGN = 5
"""Letters of the shortest head of another language."""
_CERTAIN = 1.0
"""What somebody marked stays as it is."""


def by_heads(spans: Sequence[Span], text: str, language: str) -> list[Span]:
    """The marks of a document, disjoint and in order, those whose own words say what they are
    under that label; a person's that the head follows takes it in."""
    ends = [*(span.start for span in spans[1:]), len(text)]
    return [
        _read(span, text, end, language) if span.label in _NAMED and span.score < _CERTAIN else span
        for span, end in zip(spans, ends, strict=True)
    ]


def _read(span: Span, text: str, end: int, language: str) -> Span:
    words = list(_WORD.finditer(text, span.start, span.end))
    if not words or len(words) > _MOST or _titled(span, words, text, language):
        return span
    if (house := _house(span, text, language)) is not None:
        return house
    said = [flat(word[0]) for word in words]
    sort, rest = _head(said, language)
    if sort and _written(words, sort):
        label = _SAYS.get((sort, span.label), span.label)
        if span.label == _BODY and not _kinds(language).isdisjoint({*said} - {*rest}):
            label = _BODY  # "the Constitutional Court"
        small = words[0][0].islower() and not words[-1][0].islower()  # "barrio Luna"
        borne = not small and _borne(span, sort, said, rest, text, language)
        stays = label == span.label or borne or _known(label, " ".join(said), language)
        return span if stays else span._replace(label=label, key=None, parts=())
    if span.label != _PERSON:
        return span
    if not raw(language)["traits"]["heads_first"]:
        return _with_head(span, said, text, end, language)
    placed = _behind_place(span, text, language)
    return span._replace(label=_PLACE, key=None, parts=()) if placed else span


def _house(span: Span, text: str, language: str) -> Span | None:
    """A house that is called by a saint alone, whatever it is taken for: "St Brendan's"."""
    found = _saints(language).match(text, span.start) if span.label != _BODY else None
    if found is None or span.end not in (found.end(), found.start("s")):
        return None
    if _known(_BODY, flat(found[0]), language):
        return None
    return span._replace(end=found.end(), label=_BODY, key=None, parts=())


@cache
def _saints(language: str) -> re.Pattern[str]:
    """A saint who owns something without a name, and not "St Patrick's Day"."""
    words = get(language).table("organizations").get("saint_words", ())
    either = "|".join(re.escape(word.title()) for word in words) or "(?!)"
    return re.compile(rf"(?:{either}) [^\W\d_a-zß-öø-ÿ][^\W\d_]+(?P<s>['’]s)(?! [^\W\d_a-zß-öø-ÿ])")


def _written(words: Sequence[re.Match[str]], sort: str) -> bool:
    """Whether a head is written like its name, and is no abbreviation beside it: "AVE Madrid"."""
    capitals = [word[0].isupper() and len(word[0]) > 1 for word in words]
    return sort == _FIRM or all(capitals) or not (capitals[0] or capitals[-1])


def _head(said: Sequence[str], language: str) -> tuple[str, list[str]]:
    """The sort of the head of a name, and the words that are left; an empty sort for none."""
    first = raw(language)["traits"]["heads_first"]
    for many in range(min(_LONGEST, len(said) - 1), 0, -1):
        for ahead in (first, not first):
            own = said[:many] if ahead else said[-many:]
            sort = _heads(language, ahead).get(" ".join(own), "")
            rest = list(said[many:] if ahead else said[:-many])
            if sort and not set(rest) <= _small(language):
                return sort, rest
    return "", list(said)


@cache
def _kinds(language: str) -> frozenset[str]:
    """Words for what an organization is."""
    return flat_words(get(language).table("organizations")["kinds"])


def _known(label: str, name: str, language: str) -> bool:
    """Whether the lists know a name as what its head does not say: "the West Bank"."""
    if label == _BODY:
        return name in lexicon(language).places or bool(lookup(name, language))
    public = public_words(get(language).reads)
    return name in public.bodies or name in public.brands


def _borne(
    span: Span, sort: str, said: Sequence[str], rest: Sequence[str], text: str, language: str
) -> bool:
    """Whether somebody may be called so: "Glenn Close", "Charlotte Church", "Rufus Green". Behind
    "on", which stands before no person, it is a street."""
    if span.label != _PERSON:
        return False
    known = lexicon(language)
    head = said[-1] if said[0] == rest[0] else said[0]
    given = rest[0] in known.given or rest[0] in known.guests
    if not given and (sort != _SPOT or not known.names(head)):
        return False
    if sort != _FIRM and len(rest) > 1 and len(rest[-1]) > 1:
        return known.names(rest[-1])  # "Ann Lee Park"
    return known.names(head) and not _placed(span, text, language)


def _placed(span: Span, text: str, language: str) -> bool:
    found = _BEFORE.search(text, max(0, span.start - _NEAR), span.start)
    return found is not None and flat(found[1]) in _cues(language)


@cache
def _cues(language: str) -> frozenset[str]:
    """Words before a street, and before no person: "on Rowan Close"."""
    return frozenset(map(flat, listed("street_cues", language)))


def _titled(span: Span, words: Sequence[re.Match[str]], text: str, language: str) -> bool:
    """Whether a title says that it is a person: "Mr Close"."""
    courtesy = raw(language)["courtesy"]
    before = _BEFORE.search(text, max(0, span.start - _NEAR), span.start)
    said = [words[0][0], *([before[1]] if before else ())]
    return span.label == _PERSON and any(word.rstrip(".").casefold() in courtesy for word in said)


def _with_head(span: Span, said: Sequence[str], text: str, end: int, language: str) -> Span:
    """A person's mark of one word and the head behind it, which is no part of it, as one:
    "[Rowan] Lettings"."""
    behind = _NEXT.match(text, span.end, end)
    if behind is None or len(said) > 1 or not text[span.start].isupper():
        return span
    words = list(_WORD.finditer(text, behind.start(), behind.end()))
    for many in range(len(words), 0, -1):
        own, stop = words[:many], words[many - 1].end()
        if not own[0][0][0].isupper() or text[stop : stop + 1].isalnum():
            continue
        head = " ".join(flat(word[0]) for word in own)
        sort = _heads(language, False).get(head, "")
        if sort == _FIRM and not lexicon(language).names(head):
            return span._replace(end=stop, label=_BODY, key=None, parts=())
    return span


def _behind_place(span: Span, text: str, language: str) -> bool:
    """Whether a word for a street or a place stands before a name: "plaza [Luna]"."""
    found = _place_before(language).search(text, max(0, span.start - _NEAR), span.start)
    return found is not None


@cache
def _place_before(language: str) -> re.Pattern[str]:
    """Such a word before a name, with the links between them."""
    own = raw(language)
    heads = (*own["street_heads"], *own["place_heads"])
    either = "|".join(sorted(map(re.escape, heads), key=len, reverse=True)) or "(?!)"
    links = "|".join(map(re.escape, (*listed("links", language), *listed("articles", language))))
    return re.compile(rf"(?<!\w)(?:{either})\.? (?:(?:{links or '(?!)'}) ){{0,2}}\Z", re.I)


@cache
def _small(language: str) -> frozenset[str]:
    """Words that name nothing: "the Bank"."""
    words = (*listed("articles", language), *listed("links", language))
    return frozenset(map(flat, words))


@cache
def _heads(language: str, ahead: bool) -> Mapping[str, str]:
    """The heads that stand first, or last: those of the language, and of the others that are read
    in its documents those that are long enough to be no short word of it."""
    found: dict[str, str] = {}
    for one in sorted(get(language).reads, key=language.__ne__):
        lists = _LISTS if raw(one)["traits"]["heads_first"] is ahead else _TAILS
        for name, sort in lists.items():
            for head in raw(one)[name]:
                words = " ".join(flat(head).split())
                if one == language or len(words) >= _FOREIGN:
                    found.setdefault(words, sort)
    return found
