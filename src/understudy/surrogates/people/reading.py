"""Mentions of a person's names, read into structure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, pairwise, permutations
from typing import NamedTuple

from understudy.core.folding import flat, flat_letters
from understudy.core.text import hidden_repr
from understudy.languages.names import near
from understudy.surrogates.mention import Mention
from understudy.surrogates.people.lone import leaning
from understudy.surrogates.people.names import (
    BEHIND,
    FIRST,
    accented,
    joiner,
    known,
    link_group,
    paired,
    united,
)
from understudy.surrogates.people.roster import Name, Roster, by_lists, full_names
from understudy.surrogates.people.sketch import (
    MARKS,
    Mark,
    Owned,
    Piece,
    Ref,
    Title,
    Word,
    words_of,
)
from understudy.surrogates.people.titles import flat_lists, flat_title, listed_title, title_gender
from understudy.surrogates.people.tokens import Bit, bits_of
from understudy.surrogates.signs import HIDDEN

__all__ = [
    "PEOPLE",
    "Reading",
    "case_of",
    "few_marks",
    "joined",
    "kin_of",
    "marks_of",
    "read_names",
    "titles_of",
    "word_of",
]

PEOPLE = frozenset(("PERSON", "GIVEN_NAME", "FEMALE_NAME", "MALE_NAME", "SURNAME", "TITLE"))
_GIVEN = frozenset(("GIVEN_NAME", "FEMALE_NAME", "MALE_NAME"))
_NAMES = frozenset(("word", "initial", "cut", "joiner"))
_LAST_WORD = re.compile(r"([^\W\d_]+ª?)\.?[\s<+]*$")
_KIN_WORD = re.compile(r"([^\W\d_]+)(?:,\s*|\s+)$")
"""Of "his wife Ann" and "the mother, Ann"."""
_WITH_AGE = re.compile(r" [^\W\d_]+ \d{1,2} [^\W\d_]+, \Z")
"""What stands between a girl and her name: "niña de 4 años, Ana"."""
_ASKED = re.compile(r"\?\s+[^\W\d_]{1,12}:\Z")
"""The end of a question and who answers it."""
_LABEL = re.compile(r"[^\W\d_][^\d:\n]*$")
_LABEL_WORDS = 5
_NEAR = 30
"""Characters before a mention in which the word right before it stands."""
_FRONTS = 1 << 10
"""How many of these are remembered: each is asked several times about one mention."""
_WHOLE_WORD = 5
"""Letters of a word that is no abbreviation, so that a full stop behind it ends a sentence."""
_SURE = 4.0
_MOST_NAMES = 6
"""A mention with more names has words behind them that are none, and are left out."""
_MOST_MARKS = 4
_OPENING = frozenset("\"'“‘«(")
_ROMAN = re.compile(r"[ivxlc]+")


class Reading(NamedTuple):
    """One mention: its pieces of text, and the words among them that are names."""

    mention: Mention
    bits: tuple[Bit, ...]
    names: tuple[Name, ...]

    def __repr__(self) -> str:
        return hidden_repr(self)


def _reading(mention: Mention, language: str) -> Reading:
    cut = mention.after.startswith("-") and not mention.after[1:2].isalnum()
    bits = bits_of(mention.text, language, cut)
    names = _names(bits, language)
    if len(names) > _MOST_NAMES:
        names = names[:_MOST_NAMES]
        bits = bits[: names[-1].at + 1]
    if not names and not any(bit.kind in ("title", "kin") for bit in bits):
        whole = Bit("word", mention.text)  # signs alone, or pronouns with a capital: some name
        bits, names = (whole,), (Name(0, _flat(mention.text), mention.text, "word"),)
    return Reading(mention, bits, names)


def _flat(text: str) -> str:
    """The flat letters; the text itself where it has none, and some sign where it is empty."""
    return flat_letters(text) or text.lower() or "?"


def _names(bits: Sequence[Bit], language: str) -> tuple[Name, ...]:
    main = joiner(language)
    found: list[Name] = []
    connectors = united("names", "connectors", language)
    particles: list[str] = []
    gap, start = "", -1
    for at, bit in enumerate(bits):
        if bit.kind in _NAMES:
            word = main.flat if main and bit.kind == "joiner" else _flat(bit.text)
            found.append(Name(at, word, bit.text, bit.kind, " ".join(particles), gap, start))
            particles, gap, start = [], "", -1
        else:
            gap += bit.text
            if bit.kind == "title":
                particles, start = [], -1
            elif bit.kind in ("particle", "prefix"):
                particles.append(flat(bit.text).replace("’", "'"))
                if start < 0 and particles[-1] not in connectors:
                    start = at
    return tuple(found)


def read_names(
    mentions: Sequence[Mention], language: str
) -> tuple[Roster, dict[int, tuple[Piece, ...]], list[Reading]]:
    """The names of the person, and the pieces of each mention that has names."""
    readings = {
        at: _reading(mention, language)
        for at, mention in enumerate(mentions)
        if mention.category in PEOPLE
    }
    whole = [[name.flat for name in one.names if _plain(name)] for one in readings.values()]
    words = [word for of_mention in whole for word in of_mention]
    pairs = [first + second for of_mention in whole for first, second in pairwise(of_mention)]
    full = full_names(words, pairs, language, tuple(_alike(list(readings.values()))))
    beside = frozenset(chain.from_iterable(_beside(one) for one in readings.values()))
    full = {short: name for short, name in full.items() if (short, name) not in beside}
    roster = Roster(language, full, frozenset(words))
    votes = _votes(readings.values(), language)
    lone = _leanings(readings.values(), language)
    refs: dict[int, dict[int, tuple[Ref, ...]]] = {}
    for at in sorted(readings, key=lambda one: (-_weight(readings[one]), one)):
        refs[at] = _placed(readings[at], roster, votes, lone)
    for at, reading in readings.items():
        refs[at] |= _cuts(reading, refs[at], roster)
    drops = _dropped(list(readings.values()), language)
    pieces = {
        at: _pieces(reading, refs[at], roster, drop)
        for (at, reading), drop in zip(readings.items(), drops, strict=True)
    }
    return roster, pieces, list(readings.values())


def _alike(readings: Sequence[Reading]) -> Iterator[tuple[str, str]]:
    """Two words for one given name, whether the lists have them or not: one in quotes or brackets
    behind the other, or each before the same surnames in two mentions of the person."""
    openings: dict[tuple[str, ...], str] = {}
    for reading in readings:
        names = [name for name in reading.names if _plain(name)]
        if len(names) > 2 and not _OPENING.isdisjoint(names[1].joined):
            yield names[0].flat, names[1].flat
        if len(names) == len(reading.names) > 1 and not (_comma(reading) or _single(names)):
            first, rest = names[0].flat, tuple(name.flat for name in names[1:])
            before = openings.setdefault(rest, first)
            if before != first and not near(before, first):
                yield before, first


def _beside(reading: Reading) -> Iterator[tuple[str, str]]:
    """Words of one mention, none of which is the other one's short form: "Max Maximilian Hall" has
    two given names as "Max Robert Hall" has. In quotes or brackets it is one."""
    names = [name for name in reading.names if _plain(name)]
    if not _OPENING.isdisjoint("".join(name.joined for name in names)):
        return
    yield from permutations([name.flat for name in names], 2)


def _plain(name: Name) -> bool:
    return name.kind in ("word", "joiner")


def _weight(reading: Reading) -> int:
    """Whole names count most; a word that may be initials waits for what they stand for."""
    if _lettered(reading):
        return -1
    return sum(2 * _plain(name) + (name.kind == "initial") for name in reading.names)


def _lettered(reading: Reading) -> bool:
    """Whether a mention may be initials written together: two to four capitals."""
    if len(reading.names) != 1 or reading.names[0].kind != "word":
        return False
    text = reading.names[0].text
    return text.isalpha() and text.isupper() and 2 <= len(text) <= 4


def _votes(readings: Iterable[Reading], language: str) -> Mapping[str, float]:
    """Towards given names (positive) or surnames, by category, order and title."""
    votes: dict[str, float] = {}
    titles = flat_lists("titles", language)
    for reading in readings:
        category, names = reading.mention.category, reading.names
        sure = _SURE if category in _GIVEN else -_SURE if category == "SURNAME" else 0.0
        sure = sure or _SURE * _field(reading, language)
        comma = _comma(reading)
        for at, name in enumerate(names):
            vote = sure
            if comma:
                vote = -_SURE if at < comma else _SURE
            elif _single(names) and not sure:
                vote = _of_birth(reading, language)
                vote = vote or _titled(reading, titles, language) or _of_kin(reading, language)
            elif not at and not sure and not _titled(reading, titles, language):
                vote = _of_kin(reading, language)  # "su madre, Olaya Prado"; not "la señora Paz"
            votes[name.flat] = votes.get(name.flat, 0.0) + vote
    return votes


def _leanings(readings: Iterable[Reading], language: str) -> Mapping[str, int]:
    """What the words around single names say of them; names that stand among others have none."""
    found: dict[str, int] = {}
    for reading in readings:
        if reading.names and _single(reading.names):
            said = leaning(reading.mention, language)
            for name in reading.names:
                found[name.flat] = found.get(name.flat, 0) + said
    return found


def _single(names: Sequence[Name]) -> bool:
    """Whether it is one name, or several with hyphens between them."""
    whole = [name for name in names if name.kind != "cut"]
    return all(name.joined.strip() == "-" for name in whole[1:])


def _field(reading: Reading, language: str) -> int:
    """Which names the label of a form announces: 1 for given names, -1 for surnames."""
    front = reading.mention.before.rstrip()
    if not front:
        return 0
    fields = flat_lists("fields", language)
    asked = _ASKED.search(front)
    if asked and len(reading.names) > 1 and not known(language)["traits"]["paired_givens"]:
        return 0  # "Your last name? Caller: Mike Oakden"
    if asked:
        front = front[: asked.start()] + ":"  # "Your surname? Caller: Oakden"
    final = flat(front).split()[-1:]
    if final and final[0] in fields.get("said", frozenset()):
        front = front[: front.rindex(" ")] if " " in front else ""
    elif front.endswith(":"):
        front = front[:-1]
    elif not final or not _ends_in_label(front, fields):
        return 0
    label = _LABEL.search(front.rstrip().rpartition(HIDDEN)[2])
    if label is None:
        return 0
    words = flat(label[0]).split()[-_LABEL_WORDS:]
    for size in range(1, len(words) + 1):
        last, before = " ".join(words[-size:]), words[-_LABEL_WORDS:-size]
        if not fields["joint"].isdisjoint(before[-1:]):
            continue  # "first and last name"; not "… and my last name"
        if last in fields["given"] or last in fields["surname"]:
            return 1 if last in fields["given"] else -1
    return 0


def _ends_in_label(front: str, fields: Mapping[str, frozenset[str]]) -> bool:
    """Whether the words before a name end in the label of a form: "last name"."""
    words, labels = flat(front).split()[-_LABEL_WORDS:], fields["surname"] | fields["given"]
    return any(" ".join(words[-size:]) in labels for size in range(1, len(words) + 1))


def _titled(reading: Reading, titles: Mapping[str, frozenset[str]], language: str) -> float:
    """What the title of a single name says about it."""
    words = {flat_title(title, language) for title in titles_of(reading)}
    if not words.isdisjoint(titles["given"]):
        return 1.5
    return -1.5 if any(title_gender(word, language) is not None for word in words) else 0.0


def _of_kin(reading: Reading, language: str) -> float:
    """A single name behind the word for a relative is a given one: "his wife Opal"."""
    near = flat_lists("near", language)
    return _SURE if any(not words.isdisjoint(kin_of(reading)) for words in near.values()) else 0.0


def _of_birth(reading: Reading, language: str) -> float:
    """A single name behind "née", within the mention, is a surname."""
    if len(reading.bits) < 2:
        return 0.0
    return -_SURE if flat(reading.bits[0].text) in _born(language) else 0.0


@cache
def _born(language: str) -> frozenset[str]:
    return frozenset(map(flat, known(language).get("same", {}).get("also", ())))


def kin_of(reading: Reading) -> tuple[str, ...]:
    """The word right before a mention, or before a comma there, or that it begins with: whom it
    says somebody is."""
    if len(reading.bits) > 1 and reading.bits[0].kind == "gap" and reading.bits[0].text.isalpha():
        return (flat(reading.bits[0].text),)
    return _kin_before(reading.mention.before[-_NEAR:])


@lru_cache(maxsize=_FRONTS)
def _kin_before(front: str) -> tuple[str, ...]:
    before = _KIN_WORD.search(_WITH_AGE.sub(", ", front))
    return (flat(before[1]),) if before else ()


def titles_of(reading: Reading) -> list[str]:
    """The titles in a mention and right before it."""
    found = [bit.text for bit in reading.bits if bit.kind == "title"]
    before = _title_before(reading.mention.before[-_NEAR:])
    return [before, *found] if before else found


@lru_cache(maxsize=_FRONTS)
def _title_before(front: str) -> str:
    """The word right before a mention; empty where there is none, or it ends a sentence."""
    before = _LAST_WORD.search(front)
    if before is None or (front.rstrip().endswith(".") and len(before[1]) >= _WHOLE_WORD):
        return ""  # "…, su madre. Don Luis"
    return before[1]


def _comma(reading: Reading) -> int:
    """How many names stand before the comma of "Surname, Given"; 0 where it is none such."""
    for at, name in enumerate(reading.names):
        marked = "," in name.joined and name.kind != "cut"
        if at and marked and name.flat != reading.names[at - 1].flat and "<" not in name.joined:
            return at
    return 0


def _placed(
    reading: Reading, roster: Roster, votes: Mapping[str, float], lone: Mapping[str, int]
) -> dict[int, tuple[Ref, ...]]:
    """The part of the identity that each name of a mention shows."""
    names = [name for name in reading.names if name.kind != "cut"]
    if not names:
        return {}
    if _lettered(reading):
        found = _monogram(names[0], roster)
        if found:
            return {names[0].at: found}
    distinct = _distinct(names)
    count = _split(distinct, reading, roster, votes, lone)
    comma = _comma(reading)
    order = {_same(name): at for at, name in enumerate(distinct)}
    refs: dict[int, tuple[Ref, ...]] = {}
    taken: set[tuple[str, int]] = set()
    orders = {"given": 0, "surname": 0}
    for name in names:
        place = order[_same(name)]
        late = place >= comma if comma else place < count
        part = "given" if late else "surname"
        if part == "given" and not place and _two_initials(name, names, reading):
            for one in name.flat:
                ref = roster.initial(one, part, orders[part], taken)._replace(case="upper")
                refs[name.at] = (*refs.get(name.at, ()), ref)
                taken.add((ref.part, ref.place))
                orders[part] += 1
            continue
        if name.kind == "initial":
            ref = roster.initial(name.flat, part, orders[part], taken)
        elif part == "given":
            ref = roster.given(name, len(names) == 1, taken)
        else:
            ref = roster.surname(_with_particle(name, orders["surname"], roster.language), taken)
        orders[part] += 1
        refs[name.at] = (ref,)
        taken.add((ref.part, ref.place))
    return refs


def _two_initials(name: Name, names: Sequence[Name], reading: Reading) -> bool:
    """Whether the first name is two initials written together, where not all is in capitals: "PJ
    Byrne"."""
    plain = name.kind == "word" and len(name.text) == len(name.flat) == 2
    mention = reading.mention
    around = mention.text if len(names) > 1 else mention.before + mention.after
    return plain and name.text.isupper() and any(map(str.islower, around))


def _with_particle(name: Name, order: int, language: str) -> Name:
    """A de between two surnames says nothing of the second ("López de García")."""
    if not name.particle:
        return name
    connectors = united("names", "connectors", language)
    kept = " ".join(word for word in name.particle.split() if word not in connectors)
    if order and kept in united("names", "empty_between", language):
        kept = ""
    return name._replace(particle=kept)


def _distinct(names: Sequence[Name]) -> list[Name]:
    """The names without repetitions; an initial may come twice."""
    found: dict[tuple[str, int], Name] = {}
    for name in names:
        found.setdefault(_same(name), name)
    return list(found.values())


def _same(name: Name) -> tuple[str, int]:
    """What is equal where a mention says a name again; two initials are two names."""
    return name.flat, name.at if name.kind == "initial" else -1


def _monogram(name: Name, roster: Roster) -> tuple[Ref, ...] | None:
    """Initials of names that other mentions say; by itself, JFK is a name as ANA is."""
    return roster.monogram(name.flat)


def _split(
    names: Sequence[Name],
    reading: Reading,
    roster: Roster,
    votes: Mapping[str, float],
    lone: Mapping[str, int],
) -> int:
    """How many of the names are given names: the likeliest number."""
    own = [_vote(at, names, roster, votes, lone) for at in range(len(names))]
    titled = any(bit.kind == "title" for bit in reading.bits)
    pairs = known(roster.language)["traits"]["paired_givens"]

    def score(count: int) -> float:
        value = sum(own[:count]) - sum(own[count:])
        value += _prior(count, len(names), roster.language, titled)
        if pairs and count == 1 and len(names) > 1:  # José Manuel is not José, surname Manuel
            value -= 2.0 * paired(names[0].flat + names[1].flat, roster.language)
        split_hyphen = 0 < count < len(names) and names[count].joined.strip() == "-"
        return value - 2.0 * split_hyphen

    least = (
        len(names) > 1
        and _titled(reading, flat_lists("titles", roster.language), roster.language) > 0
    )
    return max(range(int(least), len(names) + 1), key=score)  # "don Bernat Escandell"


def _vote(
    at: int,
    names: Sequence[Name],
    roster: Roster,
    votes: Mapping[str, float],
    lone: Mapping[str, int],
) -> float:
    """What speaks for a given name (positive) or a surname.

    Of several names the place tells, and lists only where people bear two given names as one; of
    one, the words around it where nothing else does.
    """
    name = names[at]
    value = votes.get(name.flat, 0.0) + roster.vote(name.flat)
    if name.kind == "joiner":
        return value + 5.0
    if name.kind == "initial":
        return value - 0.8 if at and at == len(names) - 1 else value + 0.5
    if name.particle:
        return value + (2.0 if at and _linked(names[at - 1], name, roster.language) else -3.0)
    if _single(names):
        return value or float(max(-1, min(1, lone.get(name.flat, 0))))
    if not known(roster.language)["traits"]["paired_givens"]:
        return value
    return value + by_lists(name.flat, roster.language)


def _linked(first: Name, name: Name, language: str) -> bool:
    """María del Carmen."""
    main = joiner(language)
    if main is None or first.flat != main.flat:
        return False
    return name.flat in {flat_letters(one) for one in main.linked.get(name.particle, ())}


def _prior(count: int, size: int, language: str, titled: bool) -> float:
    """How usual it is that so many of so many names are given names."""
    if size == 1:
        return 0.3 * count
    if count in (0, size):
        return -1.0 if count else (-0.2 if titled else -1.2)
    usual = known(language)["usual_givens"].get(str(min(size, 5)), {})
    return float(usual.get(str(count), 0.0))


def _cuts(
    reading: Reading, refs: Mapping[int, tuple[Ref, ...]], roster: Roster
) -> dict[int, tuple[Ref, ...]]:
    """Cut words, once it is known what they were to become."""
    found: dict[int, tuple[Ref, ...]] = {}
    for name in reading.names:
        if name.kind != "cut":
            continue
        begun = next(
            (
                refs[other.at][0]
                for other in reading.names
                if other.at > name.at and other.at in refs and other.flat.startswith(name.flat)
            ),
            None,
        )
        if begun is None:
            found[name.at] = (roster.beginning(name.flat),)
        else:
            found[name.at] = (begun._replace(form="cut"),)
    return found


def _dropped(readings: Sequence[Reading], language: str) -> list[frozenset[int]]:
    """For each mention, the names whose accents it leaves out.

    Those are the names that lack one which they should have, and the others of a mention that has
    one of them and no accent, or of a person who has no accent anywhere.
    """
    lacking = [
        frozenset(
            name.at
            for name in one.names
            if name.kind == "word" and name.text.isascii() and accented(name.flat, language)
        )
        for one in readings
    ]
    bare = [one.mention.text.isascii() for one in readings]
    everywhere = all(bare) and any(lacking)
    return [
        frozenset(name.at for name in one.names) if plain and (lacks or everywhere) else lacks
        for one, plain, lacks in zip(readings, bare, lacking, strict=True)
    ]


def _pieces(
    reading: Reading, refs: Mapping[int, tuple[Ref, ...]], roster: Roster, drop: frozenset[int]
) -> tuple[Piece, ...]:
    found: list[Piece] = []
    particles = _particles(reading, refs, roster)
    within = {at for name in particles.values() for at in range(name.start, name.at)}
    for at, bit in enumerate(reading.bits):
        if at in refs:
            shown = refs[at]
            if at in particles:
                shown = (shown[0]._replace(particle=_particle(reading, particles[at])),)
            found += _shown(bit, shown, roster, at in drop)
        elif bit.kind != "aside" and at not in within:
            found += _around(bit, roster.language)
        elif bit.kind == "aside" and found and found[-1] == Mark(" "):
            found.pop()
    return few_marks(found)


def _particles(
    reading: Reading, refs: Mapping[int, tuple[Ref, ...]], roster: Roster
) -> Mapping[int, Name]:
    """The names that stand with their particle: surnames, and the Carmen of María del Carmen."""
    found: dict[int, Name] = {}
    orders = 0
    before: Name | None = None
    for name in reading.names:
        ref = refs.get(name.at, ())
        if ref and name.start >= 0 and ref[0].part == "given":
            if before is not None and _linked(before, name, roster.language):
                found[name.at] = name
        elif ref and ref[0].part == "surname":
            kept = name.start >= 0 and _with_particle(name, orders, roster.language).particle
            if kept and roster.surnames[ref[0].place].particle:
                found[name.at] = name
            orders += 1
        before = name
    return found


def _particle(reading: Reading, name: Name) -> str:
    first = reading.bits[name.start]
    return "capital" if first.kind == "particle" and first.text[:1].isupper() else "written"


def few_marks(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """The pieces, with a few marks in a row at most."""
    found: list[Piece] = []
    marks = 0
    for piece in pieces:
        marks = marks + 1 if isinstance(piece, Mark) else 0
        if marks <= _MOST_MARKS:
            found.append(piece)
    return tuple(found)


def _around(bit: Bit, language: str) -> list[Piece]:
    """What is no name: marks and words of the lists; anything else is left out."""
    if bit.kind in ("title", "article"):
        listed = listed_title(bit.text, language)
        return [Title(listed, _title_case(bit.text, listed))] if listed else []
    if bit.kind == "owned":
        return [Owned(bit.text)]
    if bit.kind == "gap" and len(bit.text) == 1 and not bit.text.isalnum():
        return marks_of(bit.text)
    if bit.text.startswith("<%"):
        return [Word(re.sub(r"(.)\1+", r"\1", bit.text))]
    if bit.kind == "suffix" and _ROMAN.fullmatch(bit.text.lower()):
        return word_of(_recased(_numeral(language), bit.text), language)
    return word_of(bit.text, language)


@cache
def _numeral(language: str) -> str:
    """The first numeral of the suffixes: the how-manieth of a name somebody is does not show."""
    listed: Sequence[str] = known(language)["names"]["suffixes"]
    return next(one for one in listed if _ROMAN.fullmatch(one))


def _recased(word: str, like: str) -> str:
    return word.upper() if like.isupper() else word.title() if like.istitle() else word


def marks_of(text: str) -> list[Piece]:
    """Marks one by one: white space of any kind is a space or the end of a line."""
    signs = ("\n" if sign in "\n\r" else " " if sign.isspace() else sign for sign in text)
    return [Mark(sign) for sign in signs if sign in MARKS]


def word_of(text: str, language: str) -> list[Piece]:
    """A word of the lists; nothing where they do not have it."""
    word = text.lower()
    return [Word(word, _word_case(text))] if word in words_of(language) else []


def _word_case(text: str) -> str:
    if text == text.lower():
        return "lower"
    if len(text) > 1 and text == text.upper():
        return "upper"
    return "ends" if len(text) == 3 and text[0].isupper() and text[-1].isupper() else "title"


def _title_case(text: str, listed: str) -> str:
    if text == listed and listed != listed.lower():
        return "native"
    return (
        "upper" if len(text) > 1 and text.isupper() else "title" if text[:1].isupper() else "lower"
    )


def case_of(text: str) -> str:
    """The letter case of one word."""
    if text.islower():
        return "lower"
    return "upper" if text.isupper() and len(text) > 1 else "native"


def _shown(bit: Bit, refs: Sequence[Ref], roster: Roster, drop: bool) -> list[Piece]:
    if bit.kind == "joiner":
        if len(roster.givens) > 1 and refs[0].place < 2:
            listed = word_of(bit.text, roster.language)
            return listed or [Word(bit.text)]
        return [refs[0]._replace(form="initial"), Mark(".")]
    case = case_of(bit.text)
    if bit.kind == "initial" or len(refs) > 1:
        case = "lower" if bit.text.islower() else "upper"
    shown: list[Piece] = [ref._replace(case=case, bare=drop) for ref in refs]
    return [*shown, Mark("-")] if bit.kind == "cut" and bit.text.endswith("-") else shown


def joined(readings: Sequence[Reading], roster: Roster) -> str:
    """How the first two given names are joined."""
    if len(roster.givens) < 2:
        return " "
    first, second = (entry.flat for entry in roster.givens[:2])
    kinds = {
        _joint(one, two, roster.language)
        for reading in readings
        for one, two in pairwise(reading.names)
        if (one.flat, two.flat) == (first, second)
    }
    linked = sorted(kinds - {" ", "-", FIRST, BEHIND})
    return next((kind for kind in (*linked, "-", FIRST, BEHIND) if kind in kinds), " ")


def _joint(one: Name, two: Name, language: str) -> str:
    if _linked(one, two, language):
        return link_group(two.particle, language)
    if one.kind == "joiner" or two.kind == "joiner":
        return FIRST if one.kind == "joiner" else BEHIND
    return "-" if two.joined == "-" else " "
