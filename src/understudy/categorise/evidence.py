"""The evidence of a document by its place, and what it says of guesses that stand on words that
name nothing: "add milk", "the Court", a label before a number.

One that another detector seconds is left; what a source has marked itself never comes here.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from understudy.categorise.rules.offices import is_office
from understudy.core.folding import flat, flat_words
from understudy.core.types import Span
from understudy.identify.settings import CUE, FORM, LIST, MODEL, finds_by
from understudy.languages import get
from understudy.languages.lexicon import Lexicon, lexicon, listed, on_list, raw
from understudy.languages.public import public_words, stem

__all__ = ["Evidence", "cased", "edited", "on_nothing", "says_again"]

_NAMING = frozenset(("ORGANIZATION", "PRODUCT", "CREATIVE_WORK"))
_UNLABELLED = frozenset(
    (
        *("DATE", "TIME", "DATE_TIME", "MONTH", "AMOUNT", "NUMBER", "QUANTITY", "AGE"),
        *("STREET_ADDRESS", "POSTAL_CODE"),
    )
)
"""What stands behind a name rather than behind a label: "AEP $19,250"."""
_WRITTEN = frozenset(("EMAIL_ADDRESS", "URL"))
_LISTED = frozenset(("PERSON", "LOCATION"))
_NAMED = _LISTED | _NAMING
_WEAK = {(LIST, "LOCATION"): 0.6, (CUE, "ORGANIZATION"): 0.7}
"""What a list or a cue alone is worth where the words are ordinary ones: "nice", "latest news"."""
_DOUBT = 0.7
_SURE = 0.8
_CUED = 0.8
"""The least score of a guess that rests on a title or an introduction."""
_CHECKED = 0.93
"""The score of a grammar that has a check digit, or an unusual form and its word."""
_LONGEST_LABEL, _NEAR, _LABEL_WORDS = 6, 5, 2
_SHORTEST_NAME = 3
_FEWEST_CAPITALS, _ENOUGH = 0.02, 4000
_SHORT = 6
"""Bits of the length of what is held together as short."""
_HEADING = 120
"""Characters of the longest heading."""
_TRAITS = frozenset(("OCCUPATION", "TITLE", "FAMILY", "GENDER"))
_COLON = re.compile(r"\s?:(?=\s|\Z)")
_OPENING = re.compile(r"(?:\A|[\n.!?>|/])[\s>|]*\Z")
_SMALL = re.compile(r",?[ \t]+[^\W\d_A-ZÀ-ÖØ-Þ]")
_WORD = re.compile(r"\w+")
_LETTERS = re.compile(r"[^\W\d_]+")
_I = re.compile(r"(?<!\w)i(?:['’]\w+)?(?!\w)")
_BEFORE = re.compile(r"(\w+)\s*\Z")
_NUMBERED = re.compile(r" \d{1,3}[A-Z]?(?![\w/.,-]*\d)")
"""Of "Ward 7", "Bay 12B"."""
_NEXT = 16
_YEAR_BEHIND = re.compile(r" (?:19|20)\d{2}(?!\d)")
_YEAR_BEFORE = re.compile(r"(?<!\d)(?:19|20)\d{2} \Z")
_LONG_GLOSS = 10
_PHRASE, _AROUND = 40, 3
"""Characters and words around a name in which a longer one that all know is looked for."""
_RUN_BEFORE, _RUN_BEHIND = re.compile(r"(?:[\w'’-]+ )+\Z"), re.compile(r"(?: [\w'’-]+)+")
_LABELLED = re.compile(r"(?:\A|[\n.!?>|/:])[\s>|]*\Z")
_LONG_VERB = 7
_GLOSSED = re.compile(r"\(((?:[^\W\d_]+ ){0,3})\Z")
"""The bracket that opens a gloss, and its words so far."""
_GLOSS = 160
"""Characters of the longest gloss in brackets on each side of a word of it."""
_ASKED = 1 << 12
"""Words that the lists were asked about of late; most of a document say the same again."""
_CALLED = re.compile(rf"{_NUMBERED.pattern}| [^\W\d_a-zß-öø-ÿ]")


class Evidence:
    """Spans in order, so that those at a place are found without a look at all."""

    __slots__ = ("_levels", "_plain", "finders", "labels", "sources")

    def __init__(self, spans: Iterable[Span]) -> None:
        self._plain: dict[tuple[int, int, str], bool] = {}
        held = sorted(spans, key=_start)
        self.labels = frozenset([span.label for span in held])
        self.sources = frozenset([span.source for span in held])
        self.finders = frozenset(map(finds_by, self.sources))
        # By length, each level twice as long as the one before: one span over a whole document
        # must not make all the short ones be looked at wherever it lies.
        levels: dict[int, list[Span]] = {}
        for span in held:
            levels.setdefault(max(_SHORT, (span.end - span.start).bit_length()), []).append(span)
        self._levels = [
            (1 << level, [span.start for span in held], held) for level, held in levels.items()
        ]

    def over(self, start: int, end: int) -> list[Span]:
        """The spans that have a character in common with this stretch, in the order of the text."""
        found: list[Span] = []
        for longest, starts, held in self._levels:
            low, high = bisect_left(starts, start - longest), bisect_left(starts, end)
            found += [span for span in held[low:high] if span.end > start]
        if len(self._levels) > 1:
            found.sort(key=_start)
        return found

    def plain(self, span: Span, text: str, language: str) -> bool:
        """Whether the words of a guess are nobody's name, whoever made it: what one detector marks,
        another often marks, too."""
        place = (span.start, span.end, span.label)
        found = self._plain.get(place)
        if found is None:
            found = self._plain[place] = _plain(span, text, language)
        return found


def _start(span: Span) -> int:
    return span.start


_CAPITAL_LETTERS = bytes(code for code in range(256) if chr(code).isupper())
_SMALL_LETTERS = bytes(code for code in range(256) if chr(code).islower())
_OTHERS = re.compile(r"[^\x00-\xff]")
"""Letters that are counted one by one; the others are counted as bytes, which takes no time."""


@lru_cache(maxsize=4)
def cased(text: str) -> bool:
    """Whether a text has capitals as edited text has them; chats and transcripts have none."""
    shown = text[:_ENOUGH]
    western = shown.encode("latin-1", "ignore")
    capitals = len(western) - len(western.translate(None, _CAPITAL_LETTERS))
    small = len(western) - len(western.translate(None, _SMALL_LETTERS))
    if len(western) < len(shown):
        others = _OTHERS.findall(shown)
        capitals += sum(map(str.isupper, others))
        small += sum(map(str.islower, others))
    return small > 0 and _FEWEST_CAPITALS < capitals / small < 1.0


def edited(text: str) -> bool:
    """Whether a text is written with care for its capitals: it opens with one and has sentences
    that do, so that names have theirs, too."""
    first = _LETTERS.search(text)
    if first is None or first[0][0].islower() or not cased(text):
        return False
    return _I.search(text) is None


def on_nothing(span: Span, held: Evidence, text: str, language: str) -> bool:
    """Whether a guess stands on words that name nothing, by what the other evidence says."""
    value = text[span.start : span.end]
    if finds_by(span.source) == FORM:
        return False
    verb = _verb(span, held, text, language) or _verb_first(span, held, value, language)
    if verb or _cut_trait(span, value, language) or held.plain(span, text, language):
        return True
    if span.label in _NAMED and (
        _numbers_room(span, text, language)
        or (finds_by(span.source) == MODEL and _somebody(span, held, text, language))
    ):
        return True
    if finds_by(span.source) != MODEL:
        return _weak(span, held, text, language)
    if _labelling(span, text) and not _seconded(span, held):
        return span.label in _TRAITS or _usual(value, language)
    near = held.over(span.start, span.end + _NEAR + 1)
    backed = [one for one in near if finds_by(one.source) == FORM]
    return _names_code(span, backed, text) or (
        span.label in _NAMING and _names_nothing(span, backed, text, language)
    )


def _plain(span: Span, text: str, language: str) -> bool:
    return (
        is_office(span, text, language)
        or text[span.start : span.end] in on_list("things_by_initials", language)
        or _postscript(span, text, language)
        or _plain_thing(span, text, language)
    )


def _cut_trait(span: Span, value: str, language: str) -> bool:
    """Whether a job begins with a link ("administración [de empresas]"), or a relative is a number
    ("un hermano de [seis años]")."""
    if span.label not in ("OCCUPATION", "FAMILY") or finds_by(span.source) != MODEL:
        return False
    words = flat(value).split()
    if span.label == "OCCUPATION":
        return value.islower() and bool(words) and words[0] in _joining(language)
    numbered = any(word.isdigit() for word in words) or not _numerals(language).isdisjoint(words)
    return numbered and public_words(get(language).reads).kinship.isdisjoint(words)


@cache
def _calendar(language: str) -> frozenset[str]:
    return public_words(get(language).reads).calendar


@cache
def _numerals(language: str) -> frozenset[str]:
    return public_words(get(language).reads).numerals


def _weak(span: Span, held: Evidence, text: str, language: str) -> bool:
    """Whether a list or a cue alone takes ordinary words for a name."""
    value = text[span.start : span.end]
    if span.label == "PERSON" and _foreign_word(value, language):
        return not any(finds_by(one.source) == MODEL for one in held.over(span.start, span.end))
    season = _YEAR_BEHIND.match(text, span.end) and flat(value) in _calendar(language)
    capitals = finds_by(span.source) == CUE and span.label == "PERSON"
    if season or (capitals and (_behind_street(span, held) or _unit(span, held, text, language))):
        return True  # "Spring 2020", "Unidad Metabólica"
    if _seconded(span, held):
        return False
    if finds_by(span.source) == CUE and span.label == "PERSON":
        return _plain_words(value, span.score < _CUED, language)
    if span.score > _WEAK.get((finds_by(span.source), span.label), 0.0):
        return False
    return _usual(value, language) or (span.label == "LOCATION" and _small_article(value, language))


def _unit(span: Span, held: Evidence, text: str, language: str) -> bool:
    """Whether capitals alone make a name of what a unit is for: "Unidad Metabólica Ósea"."""
    if not _on_no_list(text[span.start : span.end], language):
        return False
    before = flat(text[max(0, span.start - _PHRASE) : span.start]).split()
    while len(before) > 1 and before[-1] in _joining(language):
        before.pop()
    if not before or before[-1] not in _said(language, "unit_heads"):
        return False
    return not _seconded(span, held)


def _behind_street(span: Span, held: Evidence) -> bool:
    """Whether the title before a name is the end of a street: "14 oakwood dr springfield"."""
    if "STREET_ADDRESS" not in held.labels:
        return False
    low = max(0, span.start - _NEAR)
    over = held.over(span.start, span.end)
    return any(
        one.label == "STREET_ADDRESS" and one.end <= span.start
        for one in held.over(low, span.start)
    ) and not any(finds_by(one.source) == MODEL and one.label == "PERSON" for one in over)


def _small_article(value: str, language: str) -> bool:
    """Whether an article in small letters begins the name of a town: "la junta"."""
    first, _, rest = value.partition(" ")
    return bool(rest) and value.islower() and first in _articles(language)


def _somebody(span: Span, held: Evidence, text: str, language: str) -> bool:
    """Whether the model alone takes for a name what says who somebody is, or an ordinary word."""
    value = text[span.start : span.end]
    if _seconded(span, held):
        return False
    if value != value.lower():
        return span.score < _DOUBT and _role(value, language)
    if cased(text) and (_glossed(span, text, language) or _formed(value, language)):
        return True
    if _says_who(value, language):
        return True
    return (
        span.label in _LISTED
        and span.score < _DOUBT
        and (_usual(value, language) or (cased(text) and _on_no_list(value, language)))
    )


def _foreign_word(value: str, language: str) -> bool:
    """Whether one short word is a name by chance, and a usual one of another language that is
    read: "My wife is here" in a Spanish call."""
    others = (one for one in get(language).reads if one != language)
    word = flat(value)
    return len(word) <= _SHORTEST_NAME and any(word in _common_words(one) for one in others)


@cache
def _common_words(language: str) -> frozenset[str]:
    return flat_words(raw(language)["common"]) | public_words((language,)).small


def _glossed(span: Span, text: str, language: str) -> bool:
    """Whether words in small letters stand in brackets: "a judgment (wyrok zaoczny)"."""
    before = text[max(0, span.start - _GLOSS) : span.start]
    inside = (
        before.rfind("(") > before.rfind(")") and text.find(")", span.end, span.end + _GLOSS) > 0
    )
    return inside and _on_no_list(text[span.start : span.end], language)


def says_again(value: str, language: str) -> bool:
    """Whether words are a court or a law in another language: "Sąd Apelacyjny"."""
    first, *rest = value.rstrip(").,;").split() or [""]
    public = public_words(get(language).reads)
    known, ended = public.gloss_words, public.gloss_endings
    if not rest and len(first) >= _LONG_GLOSS and flat(first).endswith(ended or " "):
        return True  # "Kraftfahrzeuggesetz"
    return flat(first) in known and all(
        flat(word) in known or (word.islower() and _on_no_list(word, language)) for word in rest
    )


def _formed(value: str, language: str) -> bool:
    """Whether one word in small letters ends as names do not: "administered"."""
    known = lexicon(language)
    return value.endswith(known.word_endings) and " " not in value and _on_no_list(value, language)


@lru_cache(maxsize=_ASKED)
def _plain_words(value: str, weak: bool, language: str) -> bool:
    """Whether every word is an ordinary one of the lists by hand, behind no cue one of any list,
    and no name: "Localidad", "Norte-Sur"."""
    words, known = flat(value).replace("-", " ").split(), lexicon(language)
    plain, links = known.common if weak else known.stops, _joining(language)
    return bool(words) and all(
        (word in plain or word in links) and not known.names(word) for word in words
    )


def _numbers_room(span: Span, text: str, language: str) -> bool:
    """Whether a word for a room, which may be a surname, has its number or its name behind it:
    "Ward 7", "Sala Goya"."""
    *front, last = text[span.start : span.end].split() or [""]
    if front and last.isdigit() and flat(front[-1]) in _numbered(language):
        return on_list("things_by_initials", language).issuperset(front[:-1])  # "ED bay 4"
    behind = _NUMBERED if finds_by(span.source) == MODEL else _CALLED
    if flat(last) not in _numbered(language):
        return False
    if not on_list("things_by_initials", language).issuperset(front):
        return False  # "ED bay 4"
    return behind.match(text, span.end) is not None


@cache
def _numbered(language: str) -> frozenset[str]:
    return frozenset(map(flat, listed("numbered", language)))


def _says_who(value: str, language: str) -> bool:
    """Whether a word in small letters says what somebody does or is to somebody: "alumna"."""
    words, public = flat(value).split(), public_words(get(language).reads)
    return bool(words) and all(
        word in public.kinship or stem(word, public.job_endings) in public.jobs for word in words
    )


def _role(value: str, language: str) -> bool:
    """Whether one word with a capital says who somebody is: "Magistrada", "Deputy"."""
    word = flat(value)
    said = word in _roles(language) or _says_who(value, language)
    return said and not lexicon(language).names(word)


@cache
def _roles(language: str) -> frozenset[str]:
    return frozenset(map(flat, listed("people_before", language)))


def _verb_first(span: Span, held: Evidence, value: str, language: str) -> bool:
    """Whether words in small letters begin with the form of a verb: "paciente presentaba"."""
    if finds_by(span.source) != CUE or span.label != "PERSON" or not value.islower():
        return False
    forms = listed("verb_forms", language)
    if not value.split(maxsplit=1)[0].endswith(forms) or not _on_no_list(value, language):
        return False
    return not any(finds_by(one.source) == MODEL for one in held.over(span.start, span.end))


@lru_cache(maxsize=_ASKED)
def _on_no_list(value: str, language: str) -> bool:
    """Whether no list knows a name in it, or a place."""
    words, known = flat(value).split(), lexicon(language)
    return " ".join(words) not in known.places and not any(map(known.names, words))


def _names_nothing(span: Span, backed: Sequence[Span], text: str, language: str) -> bool:
    value = text[span.start : span.end]
    if len(value) == 1 or (
        value.isupper() and len(value) <= _LONGEST_LABEL and _labels(span, backed)
    ):
        return True
    words = [word for word in flat(value).split() if word not in _joining(language)]
    if not words or _the_court(span, text, words, language):
        return True
    return _usual(value, language) and _written_as_ordinary(span, text)


def _written_as_ordinary(span: Span, text: str) -> bool:
    """Whether ordinary words stand as such: in small letters, or in a heading in capitals."""
    value = text[span.start : span.end]
    if value == value.lower():
        return span.label != "ORGANIZATION" or span.score < _SURE
    low, high = max(0, span.start - _HEADING), span.end + _HEADING
    before, after = text[low : span.start], text[span.end : high]
    line = before[before.rfind("\n") + 1 :] + value + after.partition("\n")[0]
    return len(line) <= _HEADING and line.isupper() and " " in line.strip()


def _the_court(span: Span, text: str, words: Sequence[str], language: str) -> bool:
    """Whether an organization is only called what it is, with an article: "the Court"."""
    if len(words) != 1 or words[0] not in _kinds_of_organizations(language):
        return False
    before = _BEFORE.search(text, max(0, span.start - 24), span.start)
    inside = _WORD.match(text, span.start)
    value = {flat(found[found.lastindex or 0]) for found in (before, inside) if found}
    if not value.isdisjoint(_articles(language)):
        return True
    return span.score < _SURE and not value.isdisjoint(raw(language)["articles_joined"])


def _labelling(span: Span, text: str) -> bool:
    """Whether the words open a line or a sentence and a colon is behind them: "Doctor: …"."""
    if _COLON.match(text, span.end) is None:
        return False
    return _OPENING.search(text, max(0, span.start - _NEAR), span.start) is not None


def _verb(span: Span, held: Evidence, text: str, language: str) -> bool:
    """Whether one word of a name's looks is a verb: "Tomó paracetamol", "la retiró"."""
    value = text[span.start : span.end]
    if span.label in _LISTED and _we(span, text, language):
        return True
    if span.label not in _LISTED or not value.endswith(_verb_endings(language)) or " " in value:
        return False
    if not value.islower():
        opens = _OPENING.search(text, max(0, span.start - _NEAR), span.start) is not None
        if not opens or _SMALL.match(text, span.end) is None:
            return False
    return not any(
        one.source != span.source and finds_by(one.source) != FORM
        for one in held.over(span.start, span.end)
    )


def _we(span: Span, text: str, language: str) -> bool:
    """Whether a word says what "we" do, behind a label or at the start of a sentence, and is on no
    list of names: "Paciente: Presentamos el caso"."""
    value = text[span.start : span.end]
    if len(value) < _LONG_VERB or not value.endswith(_verb_we(language)):
        return False
    opens = _LABELLED.search(text, max(0, span.start - _NEAR), span.start) is not None
    small = _SMALL.match(text, span.end) is not None
    return opens and small and _on_no_list(value, language)


def _names_code(span: Span, backed: Sequence[Span], text: str) -> bool:
    """Whether a guess is a checked number and no more than a label before it: "CUIT 30-…"."""
    for one in backed:
        over = one.start < span.end and span.start < one.end
        if over and one.score >= _CHECKED and one.label not in _UNLABELLED | _WRITTEN:
            rest = text[span.start : max(span.start, one.start)] + text[one.end : span.end]
            return len(rest.split()) <= _LABEL_WORDS
    return False


def _seconded(span: Span, held: Evidence) -> bool:
    """Whether another detector sees something here."""
    if len(held.sources) < 2:
        return False
    return any(one.source != span.source for one in held.over(span.start, span.end))


def _labels(span: Span, backed: Sequence[Span]) -> bool:
    """Whether a number follows that the span is the name of: "IP 192.0.2.1"."""
    return any(0 < one.start - span.end <= _NEAR and one.label not in _UNLABELLED for one in backed)


@lru_cache(maxsize=_ASKED)
def _usual(value: str, language: str) -> bool:
    words, known = flat(value).split(), lexicon(language)
    return bool(words) and all(map(known.usual, words))


@cache
def _joining(language: str) -> frozenset[str]:
    """Words that name nothing inside a name: articles, "of", "for"."""
    return frozenset(map(flat, (*raw(language)["articles"], *raw(language)["links"])))


@cache
def _kinds_of_organizations(language: str) -> frozenset[str]:
    return frozenset(map(flat, raw(language)["bodies"]))


@cache
def _articles(language: str) -> frozenset[str]:
    return frozenset(map(flat, raw(language)["articles"]))


def _plain_thing(span: Span, text: str, language: str) -> bool:
    """Whether a chat only says hello, or orders something ("hai", "tomato mozzarella"), what stands
    in brackets is the court or law before it once more, or it is a car or a part of what all the
    world knows."""
    value = text[span.start : span.end]
    low = max(0, span.start - _PHRASE)
    if text.find("(", low, span.start) >= 0:
        opened = _GLOSSED.search(text, low, span.start)
        if opened is not None and says_again(opened[1] + value, language):
            return True  # "(Minister [Gospodarki])"
    words = flat(value).split()
    public = _car(span, words, text, language) or _in_public_name(span, words, text, language)
    if public or _study(span, text, language):
        return True
    if span.label not in _NAMED or value[1:] != value[1:].lower():
        return False  # "Sushi Lover" may be a house
    known, dishes = lexicon(language), _said(language, "foods")
    if value.islower() and len(words) == 1 and words[0] in _said(language, "interjections"):
        return True
    if not words or not dishes.issuperset(words) or (len(words) == 1 and not value.islower()):
        return False
    behind = _WORD.findall(text, span.end, span.end + _NEXT)[:1]  # "strawberry shake"
    return not all(_on_list(word, known) for word in (*words, *dishes.intersection(behind)))


def _car(span: Span, words: Sequence[str], text: str, language: str) -> bool:
    """Whether the make of a car is in it or before it: "2018 chevrolet colorado"."""
    if span.label not in _NAMED and span.label != "STREET_ADDRESS":
        return False
    makes = _makes(language)
    if _YEAR_BEFORE.search(text, max(0, span.start - _NEXT), span.start):
        makes = public_words(get(language).reads).makes  # "2018 holden"
    if not makes.isdisjoint(words) and _joining(language).isdisjoint(words):
        return not lexicon(language).streets.intersection(words)
    if len(words) != 1:
        return False
    before = _BEFORE.search(text, max(0, span.start - _NEXT), span.start)
    return before is not None and flat(before[1]) in makes


@cache
def _makes(language: str) -> frozenset[str]:
    """The makes of cars that neither somebody nor a town is called: not "Bentley", "Plymouth"."""
    known = [lexicon(one) for one in get(language).reads]
    return frozenset(
        make
        for make in public_words(get(language).reads).makes
        if not any(one.names(make) or make in one.places for one in known)
    )


def _in_public_name(span: Span, own: Sequence[str], text: str, language: str) -> bool:
    """Whether a name is a part of what all the world knows: the Guerra of a world war."""
    if span.label not in _NAMED:
        return False
    public = public_words(get(language).reads)
    if not public.world.issuperset(own):
        return False
    if span.label == "PERSON" and len(own) > 1 and " ".join(own) in public.brands:
        return True
    low, high = max(0, span.start - _PHRASE), span.end + _PHRASE
    before = _RUN_BEFORE.search(text, low, span.start)
    behind = _RUN_BEHIND.match(text, span.end, high)
    first = flat(before[0]).split()[-_AROUND:] if before else []
    last = flat(behind[0]).split()[:_AROUND] if behind else []
    # A word that is in none of these names ends what may be one.
    lefts = next((at for at, one in enumerate(first[::-1]) if one not in public.world), len(first))
    rights = next((at for at, one in enumerate(last) if one not in public.world), len(last))
    known = (public.events, public.landmarks, public.bodies)
    for left in range(lefts + 1):
        for right in range(rights + 1):
            if left + right == 0:
                continue
            name = " ".join((*first[len(first) - left :], *own, *last[:right]))
            more = set(name.split()) - set(own) - public.small
            body = span.label == "ORGANIZATION" and bool(more) and name in public.bodies
            if body or (span.label in _LISTED and any(name in one for one in known)):
                return True  # "[Boletín] Oficial del Estado"
            if " " not in name or name not in public.brands:
                continue
            if right or _capital(before, left) or not cased(text):
                return True  # "a Big Mac", "un Seat León"
    return False


def _postscript(span: Span, text: str, language: str) -> bool:
    """Whether one letter is a part of initials that are nobody's: "P.S. Nana says"."""
    if span.end - span.start != 1 or not text[span.start].isupper():
        return False
    around = text[max(0, span.start - 3) : span.end + 3].split()
    return any(word.strip(",;:") in on_list("not_initials", language) for word in around)


def _study(span: Span, text: str, language: str) -> bool:
    """Whether capitals are what a trial, a study or a scale is called by: "the BEACON trial"."""
    words = text[span.start : span.end].split()
    if span.label not in _NAMED or not any(map(str.isupper, words)):
        return False
    studies, behind = _said(language, "studies"), _WORD.match(text, span.end + 1)
    if raw(language)["traits"]["heads_first"]:
        before = _BEFORE.search(text, max(0, span.start - _NEXT), span.start)
        head = words.pop(0) if words[1:] and words[0].islower() else before[1] if before else ""
    else:
        head = words.pop() if words[1:] and words[-1].islower() else behind[0] if behind else ""
    named = len(words) == 1 and words[0].isupper() and len(words[0]) >= _SHORTEST_NAME
    return named and flat(head) in studies


def _capital(before: re.Match[str] | None, left: int) -> bool:
    """Whether the first of the last words before has a capital."""
    words = before[0].split() if before else []
    return 0 < left <= len(words) and words[-left][:1].isupper()


def _on_list(word: str, known: Lexicon) -> bool:
    return known.names(word) or word in known.places


@cache
def _said(language: str, kind: str) -> frozenset[str]:
    return flat_words(raw(language)[kind])


@cache
def _verb_we(language: str) -> tuple[str, ...]:
    return tuple(raw(language)["verb_we"])


@cache
def _verb_endings(language: str) -> tuple[str, ...]:
    return tuple(raw(language)["verb_endings"])
