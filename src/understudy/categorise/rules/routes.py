"""Two towns with a hyphen or a dash between them as the ends of a route ("bus Temuco-Puerto Montt",
"the Leeds–York line"), each a place of its own; a town with two names stays one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.languages.lexicon import lexicon, on_list
from understudy.surrogates.places.atlas import Known, lookup, small

__all__ = ["with_both_ends"]

_NAMED = frozenset(("PERSON", "LOCATION", "ORGANIZATION"))
_CERTAIN = 1.0
_CAPITAL = r"[^\W\d_a-zß-öø-ÿ][^\W\d_]+"
_NAME = rf"{_CAPITAL}(?:['’. ]{{1,2}}(?:[^\W\d_A-ZÀ-ÖØ-Þ]{{1,3}} ){{0,2}}{_CAPITAL})*"
_ROUTE = re.compile(rf"(?P<small>(?:[^\W\d_A-ZÀ-ÖØ-Þ]+ )*)(?P<ends>{_NAME}(?: ?[-–—/] ?{_NAME})+)")
_CUE = re.compile(r"([^\W\d_A-ZÀ-ÖØ-Þ]+) (?=[^\W\d_a-zß-öø-ÿ])")
_JOINT = re.compile(r" ?[-–—/] ?")
_SIGNS = " -–—/"
_LONGEST = 100
"""Characters of the longest route."""
_NEAR = 48
"""Characters before a route in which a word says that it is one."""
_WORD = re.compile(r"[^\W\d_]+")


def with_both_ends(spans: Sequence[Span], text: str, language: str) -> list[Span]:
    """The marks of a document, a route as the towns that it leads to; no mark ends with a dash."""
    return [own for span in spans for own in _ends(_trimmed(span, text), text, language)]


def _trimmed(span: Span, text: str) -> Span:
    """A name without a sign that joins it to what is outside."""
    if span.label not in _NAMED or span.score >= _CERTAIN:
        return span
    value = text[span.start : span.end]
    if (value[-1:] not in _SIGNS and value[:1] not in _SIGNS) or not value.strip(_SIGNS):
        return span
    start = span.start + len(value) - len(value.lstrip(_SIGNS))
    return span._replace(
        start=start, end=span.start + len(value.rstrip(_SIGNS)), key=None, parts=()
    )


def _ends(span: Span, text: str, language: str) -> Iterator[Span]:
    if span.label not in _NAMED or span.score >= _CERTAIN:
        yield span
        return
    joined = span.end - span.start <= _LONGEST and _JOINT.search(text, span.start, span.end)
    found = _ROUTE.fullmatch(text, span.start, span.end) if joined else None
    if found is None or not _is_route(span, found, text, language):
        yield _without_cue(span, text, language)
        return
    start = found.start("ends")
    for joint in (*_JOINT.finditer(text, start, span.end), None):
        end = joint.start() if joint else span.end
        yield span._replace(start=start, end=end, label="LOCATION", key=None, parts=())
        start = joint.end() if joint else end


def _without_cue(span: Span, text: str, language: str) -> Span:
    """A town without the ordinary word before it: "bus [Temuco]"."""
    found = _CUE.match(text, span.start, span.end)
    if found is None or span.label != "LOCATION" or flat(found[1]) not in _cues(language):
        return span
    if not _towns(text[found.end() : span.end], language):
        return span
    return span._replace(start=found.end(), key=None, parts=())


def _is_route(span: Span, found: re.Match[str], text: str, language: str) -> bool:
    whole = found["ends"]
    if any(not small(one) for one in lookup(whole, language)) or _spelt(whole, language):
        return False  # "Vitoria-Gasteiz", "Winston-Salem"
    towns = [_towns(one, language) for one in _JOINT.split(whole)]
    known = lexicon(language)
    borne = [all(map(known.names, flat(one).split())) for one in _JOINT.split(whole)]
    if _same(towns):
        return False  # "Donostia-San Sebastián"
    if _cued(span, found, text, language):
        return any(towns) if span.label != "PERSON" or not all(borne) else all(towns)
    return span.label == "LOCATION" and all(towns)


def _spelt(whole: str, language: str) -> bool:
    """Whether the lists have all of it as one town, with spaces for its signs."""
    return " ".join(flat(_JOINT.sub(" ", whole)).split()) in lexicon(language).places


def _towns(name: str, language: str) -> tuple[Known, ...]:
    return tuple(one for one in lookup(name, language) if one.kind == "city" and not small(one))


def _same(towns: Sequence[Sequence[Known]]) -> bool:
    """Whether two names are those of one town: "Donostia-San Sebastián"."""
    named = [{(one.country, one.name) for one in each} for each in towns]
    return len(named) > 1 and bool(named[0].intersection(*named[1:]))


def _cued(span: Span, found: re.Match[str], text: str, language: str) -> bool:
    """Whether a word near it, or a small one in it, says that somebody goes there."""
    before = text[max(0, span.start - _NEAR) : found.start("ends")]
    behind = text[span.end : span.end + _NEAR // 2]
    cues = _cues(language)
    near = [flat(word) for word in _WORD.findall(before)[-3:] + _WORD.findall(behind)[:1]]
    return not cues.isdisjoint(near)


@cache
def _cues(language: str) -> frozenset[str]:
    return frozenset(map(flat, on_list("route_cues", language)))
