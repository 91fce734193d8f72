"""Where names begin and end: a person's name has no title, role or verb with it and no other
person behind an "and"; a place or a body does not lead on to another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from understudy.categorise.rules.ends import branch, firms, of_house, owned, sides, whole_name
from understudy.categorise.rules.named_as import (
    all_feasts,
    behind_body,
    is_home,
    named_as,
    on_feast,
)
from understudy.categorise.rules.offices import is_office
from understudy.categorise.rules.ordinary import joins, organization_words, says_again
from understudy.categorise.rules.runs import says_role
from understudy.categorise.rules.shorts import without_shorts
from understudy.core.folding import flat, flat_words
from understudy.core.types import Span
from understudy.identify.settings import CUE, MODEL, finds_by
from understudy.languages import get
from understudy.languages.lexicon import lexicon, listed, on_list, raw
from understudy.languages.lists import any_of
from understudy.languages.public import public_words

__all__ = ["names_in"]

_WORD = re.compile(r"\w+(?:['’]\w+)*")
_JOINED = 3
"""Words of "and the river" behind a name."""
_ARTICLE = re.compile(r"([^\W\d_A-ZÀ-ÖØ-Þ]{1,4}) (?=[^\W\d_a-zß-öø-ÿ])")
_FAMILY = re.compile(r"[^\W\d_]+ ([^\W\d_]+)(,\s)[^\W\d_]+ \1")
"""Two of one surname with a comma between them."""
_COMMA = re.compile(r"([^\W\d_]+)(, )([^\W\d_]+)")
_HOME = re.compile(r"([^,]+)(, )([^,]+)")
_WITHIN, _GOES_ON = re.compile(r"[^\W\d_A-ZÀ-ÖØ-Þ] \Z"), re.compile(r" [^\W\d_A-ZÀ-ÖØ-Þ]+ ")
_BRACKETED = re.compile(r"\(?([^()]+?) ?(?:\(([^()]*)\)?|\))[.,;:]?")
"""Of "Court of Appeal (", "Sąd Apelacyjny)." and a name with another in brackets behind it."""
_LEAD = re.compile(r"([^\W\d_A-ZÀ-ÖØ-Þ]+) (?=[^\W\d_a-zß-öø-ÿ])")
_TITLE_END = re.compile(r"[.\s]*[ªaº]?[.\s]*(?=[^\W\d_])")
"""Of "Mr.", "D.ª"."""


def names_in(span: Span, text: str, language: str) -> Iterator[Span]:
    """Each person, place or body of a guess within its own borders."""
    said = without_shorts(span, text, language)
    if said is None:
        return  # the "C." of "la C. Rosa"
    led = _without_lead(said, text, language)
    if led is None:
        return
    span = led
    one_word = text[span.start : span.end].isalpha()
    for own in _whole(span, text, language) if one_word else _several(span, text, language):
        if own[:2] != span[:2] and is_office(own, text, language):
            continue  # "[P. D.: La yaya] dice"
        word = " ".join(flat(text[own.start : own.end]).split())
        if word not in all_feasts(language) and on_feast(own, text, word, language):
            continue  # "el puente de Sant Joan": whose day it is, the calendar does not say
        yield from _apart(named_as(_unlinked(own, text, language), text, language), text, language)


def _without_lead(span: Span, text: str, language: str) -> Span | None:
    """A model's guess at an organization without the word that leads up to it ("de Sant Joan"), and
    without the sign of a plural that owns something: "the Feldmans'". None where an ordinary word
    is left: "and Food"."""
    if span.label == "PERSON" or finds_by(span.source) != MODEL:
        return span
    start, end = span.start, span.end
    if text[end - 2 : end] in ("s'", "s’"):
        end -= 1
    lead = _LEAD.match(text, start, end) if span.label == "ORGANIZATION" else None
    if lead and _leads_up(lead[1], flat(text[start:end]), language):
        start = lead.end()
        if lexicon(language).usual(flat(text[start:end])):
            return None
    return span if (start, end) == span[:2] else span._replace(start=start, end=end, parts=())


def _leads_up(word: str, name: str, language: str) -> bool:
    """Whether the first word of a name is none of it: a link, but for articles and "al Qaeda"."""
    if word not in listed("links", language) or word in listed("articles", language):
        return False
    return not public_words(get(language).reads).is_house(name)


def _several(span: Span, text: str, language: str) -> Iterator[Span]:
    """What a guess of several words is over: both sides of a case, an owner and what is owned,
    somebody and a house, a brand and its town."""
    for side in sides(span, text, language):
        for owner in owned(side, text, language):
            for one in of_house(owner, text, language):
                yield from _whole(branch(one, text, language), text, language)


def _whole(span: Span, text: str, language: str) -> Iterator[Span]:
    """A guess at one name from its first word to its last."""
    for firm in firms(whole_name(span, text, language), text, language):
        yield from _unbracketed(firm, text, language)


def _unbracketed(span: Span, text: str, language: str) -> Iterator[Span]:
    """A guess of the model's without half a bracket at its end; what ends it in brackets is
    another name: "Supreme Court (Sąd Najwyższy)"."""
    value = text[span.start : span.end]
    if finds_by(span.source) != MODEL or not ("(" in value or ")" in value):
        yield span
        return
    found = _BRACKETED.fullmatch(text, span.start, span.end)
    if found is None:
        yield span
        return
    yield span._replace(end=found.end(1), start=found.start(1), key=None, parts=())
    behind = found[2] or ""
    if not behind.islower() and behind and not says_again(behind, language):
        yield span._replace(start=found.start(2), end=found.end(2), key=None, parts=())


def _unlinked(span: Span, text: str, language: str) -> Span:
    """A place or body without the words that lead on to another: "Mercadona de"."""
    words = list(_WORD.finditer(text, span.start, span.end))
    if span.label == "ORGANIZATION" and finds_by(span.source) == CUE:
        ends = listed("organization_ends", language)
        if len(words) > 2 and words[-1][0].islower() and words[-1][0] in ends:
            return span._replace(end=words[-2].end())  # "banco pichincha cobra"
    if span.label == "PERSON" and len(words) > 1 and words[-1][0].islower():
        said = words[-1][0].replace("’", "'")
        if "'" in said and said in _contracted(language):
            return span._replace(end=words[-2].end(), key=None)  # "luther mcallister that's"
    if span.label == "PERSON" or finds_by(span.source) != MODEL:
        return span
    if span.label == "LOCATION" and (place := _place_alone(span, words, text, language)):
        return place
    small = public_words(get(language).reads).small
    while len(words) > 1 and words[-1][0].islower() and flat(words[-1][0]) in small:
        words.pop()
    if not words or text[words[-1].end() : span.end].strip(" ").isalpha() is False:
        return span
    return span._replace(end=words[-1].end()) if words[-1].end() < span.end else span


def _place_alone(
    span: Span, words: Sequence[re.Match[str]], text: str, language: str
) -> Span | None:
    """A place without what it is in small letters: "[Wexford] fire station", "volcán [Cotopaxi]";
    None where there is nothing of the kind."""
    head = len(words) > 1 and words[0][0].islower() and words[1][0][0].isupper()
    if head and flat(words[0][0]) in _natural(language):
        return span._replace(start=words[1].start(), key=None, parts=())
    last = len(words)
    while last > 1 and words[last - 1][0].islower():
        last -= 1
    if last == len(words) or not words[0][0][0].isupper():
        return None
    end = words[last - 1].end()
    town = " ".join(flat(text[span.start : end]).split())
    rest = {flat(word[0]) for word in words[last:]}
    kept = rest & lexicon(language).particles or rest & lexicon(language).streets
    if town not in lexicon(language).places or kept:
        return None
    return span._replace(end=end, key=None, parts=())


@cache
def _natural(language: str) -> frozenset[str]:
    return frozenset(map(flat, raw(language)["natural_heads"]))


@cache
def _contracted(language: str) -> frozenset[str]:
    """Words such as "that's", which are part of no name."""
    words = (word for one in get(language).reads for word in raw(one)["common"].split())
    return frozenset(word for word in words if "'" in word)


def _apart(span: Span, text: str, language: str) -> Iterator[Span]:
    """Each person, each place of "X and Y", without titles."""
    if text[span.start : span.end].isalpha():  # one word
        yield span
        return
    town = _before_titled(span, text, language)
    if town:
        yield span._replace(end=town.end(), label="LOCATION", key=None, parts=())
        span = span._replace(start=town.end() + 1, key=None, parts=())
    pieces = [(span.start, span.end)]
    family = _FAMILY.fullmatch(text, span.start, span.end) if span.label == "PERSON" else None
    home = _homed(span, text, language)
    family = family or home or _two_named(span, text, language)
    if family:
        pieces = [(span.start, family.start(2)), (family.end(2), span.end)]
    for found in joins(language).finditer(text, span.start, span.end):
        start, end = pieces[-1]
        if start < found.start() and _two(span.label, text, start, found, end, language):
            pieces[-1:] = [(start, found.start()), (found.end(), end)]
    if len(pieces) == 1:
        yield _untitled(span, text, language)
        return
    for low, end in pieces:
        article = _ARTICLE.match(text, low, end) if span.label == "PERSON" else None
        led = article and article[1] in (*listed("articles", language), *_again(language))
        start = article.end() if article and led else low
        piece = span._replace(start=start, end=end, key=None, parts=())
        place = span.label != "ORGANIZATION" and flat(text[start:end]) in lexicon(language).cities
        place = place or (home is not None and low == home.start(3))
        yield piece._replace(label="LOCATION") if place else _untitled(piece, text, language)


def _before_titled(span: Span, text: str, language: str) -> re.Match[str] | None:
    """The town right before somebody with a title: "murió en Cáceres Sor María"."""
    found = _titled_within(language).match(text, span.start, span.end)
    if span.label != "PERSON" or found is None:
        return None
    return found if flat(found[0]) in lexicon(language).cities else None


@cache
def _titled_within(language: str) -> re.Pattern[str]:
    titles = any_of([one.title() for one in raw(language)["titles"] if len(one) > 1])
    return re.compile(rf"[^\W\d_]+(?: [^\W\d_]+)?(?= (?:{titles})\.? [^\W\d_])")


@cache
def _again(language: str) -> tuple[str, ...]:
    """Small words that are said again before the second of two people."""
    return listed("belonging", language) if raw(language)["traits"]["surnames_joined"] else ()


def _homed(span: Span, text: str, language: str) -> re.Match[str] | None:
    """A whole name and a town with a comma between them: "Marta Solís, Hermosillo"."""
    found = _HOME.fullmatch(text, span.start, span.end) if span.label == "PERSON" else None
    return found if found and is_home(*found.span(3), text, language) else None


def _two_named(span: Span, text: str, language: str) -> re.Match[str] | None:
    """Two surnames with a comma between them, within a sentence: "como señaló Sampras, Nadal
    podrá". In a list or a header it is a surname and a first name: "Lokey, Teb"."""
    found = _COMMA.fullmatch(text, span.start, span.end) if span.label == "PERSON" else None
    if found is None or finds_by(span.source) != MODEL:
        return None
    known, second = lexicon(language), flat(found[3])
    within = _WITHIN.search(text, max(0, span.start - 3), span.start) is not None
    goes_on = _GOES_ON.match(text, span.end) is not None
    first = second in known.given or second in known.guests
    return found if within and goes_on and not first else None


def _two(label: str, text: str, start: int, join: re.Match[str], end: int, language: str) -> bool:
    """Whether what stands on both sides of the word are two things: "Ortega y Gasset" is one."""
    words, right = lexicon(language), flat(text[join.end() : end])
    if " ".join(flat(text[start:end]).split()) in words.places:
        return False
    public, before = public_words(get(language).reads), flat(text[start : join.start()])
    if before in public.brands and right in public.brands:
        return True
    if label == "LOCATION":
        return text[join.end()].isupper()
    if label == "ORGANIZATION":
        known = before in public.bodies or right in public.bodies
        kinds, sides = organization_words(language), (before.split(), right.split())
        # "the Red Cross and Médecins Sans Frontières"
        return (known and text[join.end()].isupper()) or not any(map(kinds.isdisjoint, sides))
    said = right.split() or [""]
    article = said[1:] and said[0] in listed("articles", language)
    again = said[1:] and said[0] in listed("belonging", language) and before in words.given
    first = said[1] if article or again else said[0]  # "hijo de Ángel y de Rosa"
    if first in words.given or first in words.guests or right in words.places:
        return True
    return not raw(language)["traits"]["surnames_joined"] and text[join.end()].isupper()


def _untitled(span: Span, text: str, language: str) -> Span:
    """A name without the title before it, where a name is left."""
    if span.label != "PERSON":
        return span
    start = span.start
    for found in _WORD.finditer(text, span.start, span.end):
        if found[0].casefold() not in _titles(language):
            start = _behind_role(text, found, span.end, language) if start == span.start else start
            break
        rest = _TITLE_END.match(text, found.end(), span.end)
        if rest is None or rest.end() >= span.end or rest.end() == found.end():
            return span
        start = rest.end()
    end = _name_end(text, start, span.end, language)
    start = _behind_kin(text, start, end, language)
    start = behind_body(text, _name_start(text, start, end, language), end, language)
    if (start, end) == (span.start, span.end):
        return span
    return span._replace(start=start, end=end, key=None, parts=())


def _behind_role(text: str, first: re.Match[str], end: int, language: str) -> int:
    """Where a name begins behind what somebody does or is in a case: "Judge Ann Lee"."""
    word, known = flat(first[0]), lexicon(language)
    role = says_role(word, language, own=True)
    rest = _WORD.search(text, first.end(), end)
    if not role or rest is None or text[first.end() : rest.start()].strip() or word in known.given:
        return first.start()
    given = flat(rest[0]) in known.given or flat(rest[0]) in known.guests
    named = given or rest[0].casefold() in _titles(language) or first[0].isupper()
    if not named or not rest[0][0].isupper():
        return first.start()
    title = _TITLE_END.match(text, rest.end(), end)
    if rest[0].casefold() in _titles(language) and title is not None:
        return title.end()
    return rest.start()


def _name_end(text: str, start: int, end: int, language: str) -> int:
    """Where a name ends that goes on in small letters ("Luis Miguel mejora"), opens a bracket or
    has the point of its last initial behind it."""
    value = text[start:end]
    if "(" in value and ")" not in value and value.partition("(")[0].strip():
        end = start + len(value.partition("(")[0].rstrip())
    words = list(_WORD.finditer(text, start, end))
    if words and not words[0][0][0].islower():
        while len(words) > 1 and _runs_on(words[-1][0], language):
            end = words.pop(-1) and words[-1].end()
        if len(words) > _JOINED and _begins_another(words[-_JOINED:], language):
            words = words[:-_JOINED]
            end = words[-1].end()  # "Toledo y el río"
        while len(words) > 1 and words[-1][0].islower() and _particle(words[-1][0], language):
            end = words.pop(-1) and words[-1].end()  # "Inés Vidal de la"
        while (
            len(words) > 1
            and (len(words) > 2 or words[-1][0].isupper())
            and _no_name(words[-1][0], language)
        ):
            end = words.pop(-1) and words[-1].end()  # "Ann Lee Awesome"
    last = words[-1][0] if words else ""
    if len(last) == 1 < len(words) and last.isupper() and text[end : end + 1] == ".":
        end += 1
    return end


def _begins_another(words: Sequence[re.Match[str]], language: str) -> bool:
    """Whether "and", an article and a word in small letters follow upon a name."""
    joint, article, last = (word[0] for word in words)
    joined = joint in listed("coordinating", language) and article in listed("articles", language)
    return joined and last.islower()


def _name_start(text: str, start: int, end: int, language: str) -> int:
    words = list(_WORD.finditer(text, start, end))
    if words and not words[-1][0][0].islower():
        while len(words) > 1 and (
            _runs_on(words[0][0], language) or _calls(words[0][0], words[1][0], language)
        ):
            words.pop(0)
        return words[0].start()
    return start


def _calls(word: str, following: str, language: str) -> bool:
    """Whether a word calls somebody: "che Facu"; with a capital only where no name begins with it
    and a given name follows: "Che Facu", but "Che Guevara"."""
    low = flat(word)
    if low not in _interjections(language):
        return False
    opens = low in listed("never_first", language)
    return word.islower() or (opens and flat(following) in lexicon(language).given)


@cache
def _interjections(language: str) -> frozenset[str]:
    return flat_words(raw(language)["interjections"])


def _behind_kin(text: str, start: int, end: int, language: str) -> int:
    """Where a name begins behind the word for a relative: "W son Piers"."""
    words = list(_WORD.finditer(text, start, end))
    kinship = public_words(get(language).reads).kinship
    for at in range(len(words) - 2, 0, -1):
        word, following = words[at][0], words[at + 1][0]
        if word.islower() and flat(word) in kinship and following[0].isupper():
            return words[at + 1].start()
    return start


def _particle(word: str, language: str) -> bool:
    known = lexicon(language)
    return flat(word) in known.particles and not known.names(flat(word))


def _runs_on(word: str, language: str) -> bool:
    """Whether a word in small letters is no part of a name with capitals."""
    known, low = lexicon(language), flat(word)
    if not word.islower() or low in known.particles:
        return False
    return low in known.stops or not known.names(low)


def _no_name(word: str, language: str) -> bool:
    """Whether a word with a capital is an ordinary one of the lists by hand, and nobody's."""
    known, low = lexicon(language), flat(word)
    if word.isupper() and word in on_list("things_by_initials", language):
        return True  # "Mercy Hill ED"
    return low in known.stops and not known.names(low) and low not in known.particles


@cache
def _titles(language: str) -> frozenset[str]:
    return frozenset(raw(language)["courtesy"])
