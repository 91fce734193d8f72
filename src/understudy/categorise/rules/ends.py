"""The ends of names: what a guess takes along ("bogdan like b o g d a n", "S.L., BBVA"), and what
it leaves behind ("[Mercy] General", "[HomeGoodz] Direct")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from understudy.categorise.rules.mates import chat_mate
from understudy.categorise.rules.offices import is_public_office, names_office
from understudy.core.folding import flat, flat_all
from understudy.core.types import Span
from understudy.identify.cues import company_words
from understudy.identify.settings import CUE, LIST, MODEL, finds_by
from understudy.languages import get
from understudy.languages.lexicon import lexicon, listed, one_of, raw
from understudy.languages.public import public_words

__all__ = ["branch", "firms", "kin_and_name", "of_house", "owned", "sides", "whole_name"]

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_TAIL = re.compile(r" ([^\W\d_a-zß-öø-ÿ][^\W\d_A-ZÀ-ÖØ-Þ]{2,})(?![\w'’-])")
_CAPITALS = re.compile(r"(?<![\w'’.-])(?:[^\W\d_a-zß-öø-ÿ][\w'’&-]* ){1,3}\Z")
_OPENS = re.compile(r"(?:\A|[.!?:\n]\s*)\Z")
_FARTHEST = 60
_LAST = re.compile(r"([^\W\d_]+) \Z")
_BEFORE, _LONG_OFFICE = 12, 4
_NAME_BEHIND = re.compile(r"\. [^\W\d_a-zß-öø-ÿ]")
_SHORTEST_OWNER = 5
_INITIALS = re.compile(r"(?:\A|[-–—(:;,|/\n]\s*)((?:[^\W\d_a-zß-öø-ÿ]\.[ -]?){1,2})\Z")
_NAMES = frozenset(("PERSON", "LOCATION", "ORGANIZATION"))
_LONG_BRAND = 3
"""Words of the longest brand before a town."""
_OWN_END = re.compile(r"['’]s(?!\w| [^\W\d_A-ZÀ-ÖØ-Þ])")
_OWNS = re.compile(r"([^\W\d_][\w.&-]*(?: [\w.&-]+){0,3})['’]s (?=[^\W\d_a-zß-öø-ÿ])")
_GUESSED = frozenset((CUE, LIST, MODEL))


def whole_name(span: Span, text: str, language: str) -> Span:
    """A guess at a name from its first word to its last."""
    if finds_by(span.source) not in _GUESSED:
        return span
    if span.label == "PERSON":
        span = _with_initials(_not_owning(span, text), text)
        span = _without_mate(_without_verb(span, text, language), text, language)
        span = _without_label(span, text, language)
        span = _without_office(span, text, language)
        if _house_by_article(span, text, language):
            span = span._replace(label="ORGANIZATION", key=None, parts=())
    if finds_by(span.source) == MODEL:
        span = _saint(span, text, language)
    if span.label == "ORGANIZATION":
        span = _without_legal_form(_officer(span, text, language), text, language)
    return _with_tail(span, text, language) if finds_by(span.source) == MODEL else span


def _not_owning(span: Span, text: str) -> Span:
    """A name without the sign that somebody owns what follows: "Elias Thorne's"."""
    value = text[span.start : span.end]
    if not value.endswith(("'s", "’s")) or len(value) < _SHORTEST_OWNER:
        return span
    return span._replace(end=span.end - 2, key=None, parts=())


def _with_initials(span: Span, text: str) -> Span:
    """A name of one word with the initials before it, behind a sign that parts: "– E. Marchand"."""
    if " " in text[span.start : span.end] or not text[span.start].isupper():
        return span
    found = _INITIALS.search(text, max(0, span.start - _BEFORE), span.start)
    return span if found is None else span._replace(start=found.start(1), key=None, parts=())


def _without_verb(span: Span, text: str, language: str) -> Span:
    """A name in small letters without the ordinary word or the verb behind it: "eusebio
    falleció"."""
    value = text[span.start : span.end]
    if not value.islower():
        return span
    words, known = list(_WORD.finditer(text, span.start, span.end)), lexicon(language)
    verbs, end = tuple(raw(language)["verb_endings"]), span.end
    if not words or not known.names(flat(words[0][0])):
        return span
    while len(words) > 1:
        low = flat(words[-1][0])
        verb = bool(verbs) and words[-1][0].endswith(verbs) and len(low) > 3
        if known.names(low) or low in known.particles or not (verb or known.usual(low)):
            break
        words.pop()
        end = words[-1].end()
    return span if end == span.end else span._replace(end=end, key=None, parts=())


def _without_mate(span: Span, text: str, language: str) -> Span:
    """A name in small letters without whom a chat speaks of behind it: "jaz n gaffer"."""
    mate = chat_mate(language).search(text, span.start, span.end)
    if mate is None or mate.start() == span.start or mate.end() != span.end:
        return span
    return span._replace(end=mate.start(), key=None, parts=())


def _without_label(span: Span, text: str, language: str) -> Span:
    """A name without what stands before it in an address or a postscript: "Attn", "A/A"."""
    found = _prefixes(language).match(text, span.start, span.end)
    if found is None or not text[found.end() : span.end].strip():
        return span
    return span._replace(start=found.end(), key=None, parts=())


@cache
def _prefixes(language: str) -> re.Pattern[str]:
    prefixes = "|".join(map(re.escape, listed("name_prefixes", language))) or "(?!)"
    return re.compile(rf"(?:{prefixes})[.:]{{0,2}}\s+", re.I)


def _without_office(span: Span, text: str, language: str) -> Span:
    """A name without the office or the kin before it: "Home Minister Devraj Solanki", "cousin
    marguerite"."""
    if text[span.start : span.end].isalpha():
        return span  # one word has none before it
    words, known = list(_WORD.finditer(text, span.start, span.end)), lexicon(language)
    public = public_words((language,))
    said = flat_all([word[0] for word in words[: min(len(words) - 1, _LONG_OFFICE)]])
    given = next((at for at, word in enumerate(said) if word in known.given), len(said))
    for cut in range(given, 0, -1):  # what holds a given name is a name already
        front = said[:cut]
        if text[words[cut - 1].end() : words[cut].start()].strip():
            continue
        if not _capital_alike(words, cut):
            continue
        kin = cut == 1 and front[0] in public.kinship
        office = names_office(front, public, language) and not any(
            known.names(word) and not is_public_office(word, public) for word in front
        )
        if kin or office:
            return span._replace(start=words[cut].start(), key=None, parts=())
    return span


def _without_title(span: Span, text: str, language: str) -> Span | None:
    """A body without the title that begins the next name ("Order of Hon"); None where nothing
    that names one is left."""
    words = list(_WORD.finditer(text, span.start, span.end))
    title = len(words) > 1 and flat(words[-1][0]) in lexicon(language).titles
    if not title or _NAME_BEHIND.match(text, span.end) is None:
        return span
    small = public_words(get(language).reads).small
    titles = lexicon(language).titles
    while words and ((word := flat(words[-1][0])) in small or word in titles):
        words.pop()
    if len(words) < 2:
        return None
    return span._replace(end=words[-1].end(), key=None, parts=())


def _officer(span: Span, text: str, language: str) -> Span:
    """The person of a guess at a body that has an office first: "Finance Minister Ann Lee"."""
    cut, known = _without_office(span, text, language), lexicon(language)
    first = flat(text[cut.start : cut.end]).split()[:1]
    named = bool(first) and (first[0] in known.given or first[0] in known.guests)
    if cut.start == span.start or not named or " " not in text[cut.start : cut.end]:
        return span
    kinds = company_words(language)
    return span if kinds.intersection(first) else cut._replace(label="PERSON")


def _capital_alike(words: Sequence[re.Match[str]], cut: int) -> bool:
    """Whether a name follows: with a capital where what is before it has one, too."""
    return words[cut][0][0].isupper() or words[cut - 1][0].islower()


def _saint(span: Span, text: str, language: str) -> Span:
    """A school or a church that is called by a saint: "St. Brigid's"."""
    words = flat(text[span.start : span.end]).replace(".", "").split()
    owns = _OWN_END.match(text, span.end)
    if len(words) < 2 or words[0] not in listed("saints", language) or owns is None:
        return span
    if span.label == "ORGANIZATION" or not text[span.start].isupper():
        return span
    return span._replace(end=owns.end(), label="ORGANIZATION", key=None, parts=())


def _house_by_article(span: Span, text: str, language: str) -> bool:
    """Whether the whole name of a person has an article before it, as that of a hospital or a
    school has: "trasladado al Ramón y Cajal"."""
    before = _LAST.search(text, max(0, span.start - _BEFORE), span.start)
    article = before is not None and before[1] in listed("house_articles", language)
    value = text[span.start : span.end]
    return article and " " in value and value[0].isupper() and finds_by(span.source) != LIST


def sides(span: Span, text: str, language: str) -> Iterator[Span]:
    """Each side of a case that one guess has both of: "Kerekes v. Hungary"."""
    found = _against(language).search(text, span.start + 1, span.end)
    if found is None or finds_by(span.source) not in _GUESSED:
        yield span
        return
    yield span._replace(end=found.start(), key=None, parts=())
    yield span._replace(start=found.end(), key=None, parts=())


@cache
def _against(language: str) -> re.Pattern[str]:
    signs = "|".join(map(re.escape, listed("versus", language))) or "(?!)"
    return re.compile(rf"\s(?:{signs})\s+(?=[^\W\d_a-zß-öø-ÿ])")


def firms(span: Span, text: str, language: str) -> Iterator[Span]:
    """Each body of a guess over two, of which the first ends with its legal form."""
    found = None
    if span.label == "ORGANIZATION" and finds_by(span.source) == MODEL:
        body = _without_title(span, text, language)
        if body is None:
            return
        span = body
        found = _legal_first(language).search(text, span.start + 1, span.end)
    if found is None:
        yield span
        return
    ends = found.start() + len(found[0].rstrip().removesuffix(","))
    yield span._replace(end=ends, key=None, parts=())
    yield span._replace(start=found.end(), key=None, parts=())


def _without_legal_form(span: Span, text: str, language: str) -> Span:
    """A body without the legal form of the one before it ("[S.L., BBVA]"), and with all of the
    name before its own: "Pinturas Es [Vedrà, S.L.]"."""
    found = _legal_first(language).match(text, span.start, span.end)
    if found:
        return span._replace(start=found.end(), key=None, parts=())
    if _legal_last(language).search(text, span.start, span.end + 1) is None:
        return span
    before = _CAPITALS.search(text, max(0, span.start - _FARTHEST), span.start)
    if before is None or _OPENS.search(text, max(0, before.start() - 3), before.start()):
        return span
    return span._replace(start=before.start(), key=None, parts=())


@cache
def _legal_last(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{one_of('legal_forms', language)})\.?\Z")


@cache
def _legal_first(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{one_of('legal_forms', language)}),\s+(?=[^\W\d_a-zß-öø-ÿ])")


def _with_tail(span: Span, text: str, language: str) -> Span:
    """A house with the word behind it that ends such names, where the guess stops before it."""
    value = text[span.start : span.end]
    named = span.label == "ORGANIZATION" or (span.label == "PERSON" and " " not in value)
    placed = span.label == "LOCATION" and flat(value) not in lexicon(language).places
    tail = _TAIL.match(text, span.end) if (named or placed) and value[:1].isupper() else None
    if tail is None or flat(tail[1]) not in _tails(language):
        return span
    public = public_words(get(language).reads)
    if flat(value) in public.brands or flat(value) in public.bodies:
        return span
    return span._replace(end=tail.end(1), label="ORGANIZATION", key=None, parts=())


@cache
def _tails(language: str) -> frozenset[str]:
    """Words that end the names of houses; where what a house is stands first, none does."""
    if raw(language)["traits"]["heads_first"]:
        return frozenset(map(flat, listed("house_tails", language)))
    return company_words(language) | frozenset(map(flat, listed("house_tails", language)))


def owned(span: Span, text: str, language: str) -> Iterator[Span]:
    """Who has something and who or what it is, of a guess over both: "ECB's [Christine Lagarde]",
    "[Taylor Swift]'s Eras"."""
    found = _OWNS.match(text, span.start, span.end)
    if span.label != "PERSON" or found is None or finds_by(span.source) not in _GUESSED:
        yield span
        return
    public, known = public_words(get(language).reads), lexicon(language)
    owner, rest = flat(found[1]), flat(text[found.end() : span.end]).split()
    given = rest[0] in known.given or rest[0] in known.guests
    if owner in public.bodies or owner in public.brands or owner in public.countries:
        yield span._replace(start=found.end(), key=None, parts=())
        return
    if owner in known.places and not known.names(owner):
        yield span._replace(end=found.end(1), label="LOCATION", key=None, parts=())
    else:
        yield span._replace(end=found.end(1), key=None, parts=())
    if given:
        yield span._replace(start=found.end(), key=None, parts=())


def branch(span: Span, text: str, language: str) -> Span:
    """The town of a guess over a brand or a public body and where it is: "Lidl de [Sestao]"."""
    value = text[span.start : span.end]
    if span.label not in _NAMES or finds_by(span.source) not in _GUESSED or value.isalpha():
        return span  # one word is no brand and a town
    public = public_words(get(language).reads)
    if public.is_house(flat(value)):
        return span
    words = list(_WORD.finditer(text, span.start, span.end))
    for cut in range(1, min(len(words), _LONG_BRAND + 1)):
        name = flat(text[span.start : words[cut - 1].end()])
        if name in public.names or not public.is_house(name):
            continue
        start = _town_start(words[cut:], text, span.end, language)
        if start:
            return span._replace(start=start, label="LOCATION", key=None, parts=())
    return span


def _town_start(words: Sequence[re.Match[str]], text: str, end: int, language: str) -> int:
    """Where a town begins behind a small word or by the lists; 0 where none does."""
    public, known = public_words(get(language).reads), lexicon(language)
    rest = list(words)
    while len(rest) > 1 and rest[0][0].islower() and flat(rest[0][0]) in public.small:
        rest.pop(0)
    town = flat(text[rest[0].start() : end])
    linked = len(rest) < len(words) and len(rest) == 1 and not known.usual(town)
    placed = (town in known.places or linked) and town not in public.countries
    return rest[0].start() if placed and rest[0][0].istitle() else 0


def of_house(span: Span, text: str, language: str) -> Iterator[Span]:
    """Somebody and the house or the brand behind the name: "Samuel de Energía Clara"."""
    found = _of(language).match(text, span.start, span.end)
    named = span.label in ("PERSON", "ORGANIZATION") and finds_by(span.source) in _GUESSED
    if found is None or not named:
        yield span
        return
    public, rest = public_words(get(language).reads), flat(text[found.end() : span.end])
    known = public.is_house(rest)
    kind = rest.partition(" ")[0] in company_words(language) and " " in rest
    first = flat(found[1])
    if not (known or kind) or first not in lexicon(language).given:
        yield span
        return
    yield span._replace(end=found.end(1), label="PERSON", key=None, parts=())
    if kind:
        yield span._replace(start=found.end(), label="ORGANIZATION", key=None, parts=())


@cache
def _of(language: str) -> re.Pattern[str]:
    links = "|".join(map(re.escape, raw(language)["belonging"])) or "(?!)"
    return re.compile(rf"([^\W\d_]+) (?:{links}) (?=[^\W\d_a-zß-öø-ÿ])")


def kin_and_name(span: Span, text: str, language: str) -> Iterator[Span]:
    """The word for a relative and, apart from it, the name behind it: "[hermana Lola]"."""
    words = list(_WORD.finditer(text, span.start, span.end))
    kinship = public_words(get(language).reads).kinship
    last = 0
    while last < len(words) and flat(words[last][0]) in kinship:
        last += 1
    rest = words[last:]
    if not last or not rest or not all(word[0][0].isupper() for word in rest):
        yield span
        return
    yield span._replace(end=words[last - 1].end(), key=None, parts=())
    yield span._replace(start=rest[0].start(), label="PERSON", key=None, parts=())
