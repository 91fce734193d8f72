"""Which names of a mention are given names and which are surnames, and the part of the identity
that each of them shows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from understudy.core.folding import flat
from understudy.surrogates.people.lone import leaning
from understudy.surrogates.people.mentioned import (
    Reading,
    before_comma,
    is_lettered,
    is_linked,
    is_single,
    is_word,
    kin_of,
    titles_of,
    with_particle,
)
from understudy.surrogates.people.names import known, paired
from understudy.surrogates.people.roster import Name, Roster, by_lists
from understudy.surrogates.people.sketch import Ref
from understudy.surrogates.people.titles import flat_lists, flat_title, title_gender
from understudy.surrogates.signs import HIDDEN

__all__ = ["cut_words", "leanings", "placed", "votes_of", "weight"]

_GIVEN = frozenset(("GIVEN_NAME", "FEMALE_NAME", "MALE_NAME"))
_ASKED = re.compile(r"\?\s+[^\W\d_]{1,12}:\Z")
"""The end of a question and who answers it."""
_LABEL = re.compile(r"[^\W\d_][^\d:\n]*$")
_LABEL_WORDS = 5
_SURE = 4.0


def weight(reading: Reading) -> int:
    """Whole names count most; a word that may be initials waits for what they stand for."""
    if is_lettered(reading):
        return -1
    return sum(2 * is_word(name) + (name.kind == "initial") for name in reading.names)


def votes_of(readings: Iterable[Reading], language: str) -> Mapping[str, float]:
    """Towards given names (positive) or surnames, by category, order and title."""
    votes: dict[str, float] = {}
    titles = flat_lists("titles", language)
    for reading in readings:
        category, names = reading.mention.category, reading.names
        sure = _SURE if category in _GIVEN else -_SURE if category == "SURNAME" else 0.0
        sure = sure or _SURE * _field(reading, language)
        comma = before_comma(reading)
        for at, name in enumerate(names):
            vote = sure
            if comma:
                vote = -_SURE if at < comma else _SURE
            elif is_single(names) and not sure:
                vote = _of_birth(reading, language)
                vote = vote or _titled(reading, titles, language) or _of_kin(reading, language)
            elif not at and not sure and not _titled(reading, titles, language):
                vote = _of_kin(reading, language)  # "su madre, Olaya Prado"; not "la señora Paz"
            votes[name.flat] = votes.get(name.flat, 0.0) + vote
    return votes


def leanings(readings: Iterable[Reading], language: str) -> Mapping[str, int]:
    """What the words around single names say of them; names that stand among others have none."""
    found: dict[str, int] = {}
    for reading in readings:
        if reading.names and is_single(reading.names):
            said = leaning(reading.mention, language)
            for name in reading.names:
                found[name.flat] = found.get(name.flat, 0) + said
    return found


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


def placed(
    reading: Reading, roster: Roster, votes: Mapping[str, float], lone: Mapping[str, int]
) -> dict[int, tuple[Ref, ...]]:
    """The part of the identity that each name of a mention shows."""
    names = [name for name in reading.names if name.kind != "cut"]
    if not names:
        return {}
    if is_lettered(reading):
        found = _monogram(names[0], roster)
        if found:
            return {names[0].at: found}
    distinct = _distinct(names)
    count = _split(distinct, reading, roster, votes, lone)
    comma = before_comma(reading)
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
            ref = roster.surname(with_particle(name, orders["surname"], roster.language), taken)
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
        return value + (2.0 if at and is_linked(names[at - 1], name, roster.language) else -3.0)
    if is_single(names):
        return value or float(max(-1, min(1, lone.get(name.flat, 0))))
    if not known(roster.language)["traits"]["paired_givens"]:
        return value
    return value + by_lists(name.flat, roster.language)


def _prior(count: int, size: int, language: str, titled: bool) -> float:
    """How usual it is that so many of so many names are given names."""
    if size == 1:
        return 0.3 * count
    if count in (0, size):
        return -1.0 if count else (-0.2 if titled else -1.2)
    usual = known(language)["usual_givens"].get(str(min(size, 5)), {})
    return float(usual.get(str(count), 0.0))


def cut_words(
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
