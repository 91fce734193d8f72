"""E-mail addresses and user names, written and spoken, built from a person's names.

An address is read into its pattern (first.last, flast, first_last99). Names that the person has
become places for the new names. Where no name of the person is known, words count by their place
alone: the first is a given name, whatever it says. Digits are drawn anew, and so is the domain: a
reserved one that nobody owns, or a public provider where the policy wants no reserved values.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from understudy.core.folding import flat, flat_letters, without_accents
from understudy.core.text import hidden_repr
from understudy.languages import facts, get
from understudy.languages.names import address
from understudy.languages.numbers import digits_in
from understudy.surrogates.people.draws import Draws
from understudy.surrogates.people.names import address_titles, common_name, known, united
from understudy.surrogates.people.pieces import case_of, few_marks, marks_of, word_of
from understudy.surrogates.people.roster import Entry, Roster
from understudy.surrogates.people.sketch import Extra, Mark, Piece, Ref
from understudy.surrogates.people.spelling import read_spelling

__all__ = ["WRITTEN", "is_shared", "number_words", "read_address", "runs_of"]

_RUN = re.compile(r"[^\W\d_]+|\d+|[._\-+'’]")
WRITTEN = re.compile(r"(?P<sign>@?)(?:(?P<local>\S*)@(?P<domain>[^\s@]*)|(?P<user>[^\s@]+))")
"""An address or user name that is written, and not said."""
_FEWEST_BEGUN = 5
"""Letters of an initial and the beginning of a name."""
_FEWEST_GIVEN = 3
"""Letters of a given name, or of its beginning, before a surname."""
_LONG = 7
_MOST_LETTERS = 40
"""A longer run of letters is not made of names of two letters and initials."""
_MOST_RUNS, _MOST_PIECES = 4, 6
"""Unknown words of an address that count, and names, digits and words; what stands behind them is
left out."""
_Words = Sequence[re.Match[str]]


class _Unknown(NamedTuple):
    """A run of letters that is no name which the mentions gave."""

    text: str

    def __repr__(self) -> str:
        return hidden_repr(self)


_Found = Piece | _Unknown


def read_address(text: str, roster: Roster, draws: Draws) -> tuple[Piece, ...]:
    """The pieces of an address or user name."""
    text = unicodedata.normalize("NFC", text)
    written = WRITTEN.fullmatch(text)
    if written is None or flat(text) in number_words(roster.language):
        local, domain = _spoken(text, roster, draws)
        accents = not text.isascii()
        found = _settled(_with_accents(local) if accents else local, roster, draws, not accents)
        return few_marks((*found, *domain))
    local = _local(written["local"] or written["user"] or "", roster, draws)
    found = [*marks_of(written["sign"] or ""), *_settled(local, roster, draws, True)]
    if written["domain"]:
        found += [Mark("@"), _domain(written["domain"], draws)]
    return few_marks(found)


def runs_of(text: str) -> int:
    """How many runs of letters stand before the at, initials apart: an address with more of them
    tells more."""
    return len(re.findall(r"[^\W\d_]{2,}", text.rpartition("@")[0] or text))


def _settled(found: Sequence[_Found], roster: Roster, draws: Draws, bare: bool) -> list[Piece]:
    """What stands before the at, with a name or a draw for each run of letters that is unknown.

    At least one thing is drawn, unless it is a word of the lists.
    """
    kept = _first_runs(found)
    if all(isinstance(piece, Mark) for piece in kept):
        kept = [_Unknown("")]
    unknown = [piece.text for piece in kept if isinstance(piece, _Unknown)]
    places: Sequence[Ref | Extra] = (
        _by_place(unknown, roster)
        if roster.empty or _gives(kept, roster)
        else [_drawn(one, draws) for one in unknown]
    )
    settled = iter(places)
    pieces: list[Piece] = []
    for piece in kept:
        if isinstance(piece, _Unknown):
            place = next(settled)
            if isinstance(place, Ref):
                place = _in_address(place, piece.text)._replace(bare=bare)
            pieces.append(place)
        else:
            pieces.append(piece)
    return pieces


def _gives(found: Sequence[_Found], roster: Roster) -> bool:
    """Whether the only unknown letters stand before the surname of somebody whose given name is
    not mentioned: "covallamazares" of Mrs Llamazares."""
    unknown = [piece for piece in found if isinstance(piece, _Unknown)]
    if roster.givens or len(unknown) != 1 or len(unknown[0].text) < _FEWEST_GIVEN:
        return False
    behind = [one for one in found[found.index(unknown[0]) + 1 :] if not isinstance(one, Mark)]
    return bool(behind) and isinstance(behind[0], Ref) and behind[0].part == "surname"


def _first_runs(found: Sequence[_Found]) -> list[_Found]:
    """What stands there up to the last of a few words."""
    unknown = [at for at, piece in enumerate(found) if isinstance(piece, _Unknown)]
    pieces = [at for at, piece in enumerate(found) if not isinstance(piece, Mark)]
    ends = [at + 1 for at in (*unknown[_MOST_RUNS - 1 :], *pieces[_MOST_PIECES - 1 :])]
    cut = len(unknown) > _MOST_RUNS or len(pieces) > _MOST_PIECES
    return list(found[: min(ends)] if cut else found)


def _drawn(run: str, draws: Draws) -> Extra:
    """A word beside the names of the person."""
    kind = "letter" if len(run) == 1 else "word"
    return Extra(draws.add(kind, flat(run)), case_of(run))


def _by_place(runs: Sequence[str], roster: Roster) -> list[Ref]:
    """Names by their place: an initial stands for a given name, one word for a given name, and of
    several the first are given names, as many as usual."""
    singles = [at for at, run in enumerate(runs) if len(run) == 1]
    words = [at for at in range(len(runs)) if at not in singles]
    usual = known(roster.language)["usual_givens"].get(str(len(words)), {})
    count = int(max(usual, key=lambda one: usual[one])) if usual else 1
    givens = 0 if singles and words else count
    found: list[Ref] = []
    orders = {"given": 0, "surname": 0}
    for at, run in enumerate(runs):
        single = at in singles
        part = "given" if single or words.index(at) < givens else "surname"
        found.append(_placed(flat_letters(run) or run, part, single, orders[part], roster))
        orders[part] += 1
    return found


def _placed(letters: str, part: str, single: bool, order: int, roster: Roster) -> Ref:
    own = roster.givens if part == "given" else roster.surnames
    while len(own) <= order:
        own.append(Entry(""))
    own[order].flat = letters
    return Ref(part, order, "initial" if single else "whole")


def _with_accents(pieces: Sequence[_Found]) -> list[_Found]:
    """What is said is written with accents where any word of it is."""
    return [piece._replace(bare=False) if isinstance(piece, Ref) else piece for piece in pieces]


def _domain(domain: str, draws: Draws, dot: str = ".") -> Extra:
    return Extra(draws.add("domain", flat(domain)), case_of(domain), dot)


def _local(local: str, roster: Roster, draws: Draws) -> list[_Found]:
    """The part before the at; signs that addresses have not are left out."""
    found: list[_Found] = []
    for match in _RUN.finditer(local):
        run = match.group()
        if run[0].isalpha():
            found += _letters(run, roster)
        elif run[0].isdigit():
            found.append(Extra(draws.add("digits", run)))
        else:
            found += marks_of(run)
    return found


def _letters(run: str, roster: Roster) -> list[_Found]:
    """A run of letters: names of the person, their initials and beginnings, and the rest."""
    letters = flat_letters(run)
    if len(letters) != len(run):
        return [_Unknown(run)]
    if len(letters) > 1 and letters in _shared(roster.language):
        listed: list[_Found] = [*word_of(run, roster.language)]
        return listed or [_Unknown(run)]
    tails = _run_together(roster.language)
    if letters.endswith(tails):
        front = len(run) - len(next(tail for tail in tails if letters.endswith(tail)))
        return [*_letters(run[:front], roster), *_letters(run[front:], roster)]
    for name, ref in roster.spoken():
        at = letters.find(name)
        if at >= 0 and (len(name) > 2 or letters == name):
            end = at + len(name)
            before = _letters(run[:at], roster) if at else []
            after = _letters(run[end:], roster) if end < len(run) else []
            return [*before, _in_address(ref, run[at:end]), *after]
    composed = _composed(run, letters, roster) if len(letters) <= _MOST_LETTERS else []
    return composed or _titled(run, letters, roster) or _begun(run, letters, roster)


def _titled(run: str, letters: str, roster: Roster) -> list[_Found]:
    """A title run together with names or initials: "drrmgil" of Dr. R. M. Gil."""
    for title in sorted(_short_titles(roster.language), key=len, reverse=True):
        if letters.startswith(title) and len(letters) > len(title):
            kept: list[_Found] = [*word_of(run[: len(title)], roster.language)]
            rest = _letters(run[len(title) :], roster)
            if kept and not any(isinstance(one, _Unknown) for one in rest):
                return [*kept, *rest]
    return []


@cache
def _short_titles(language: str) -> frozenset[str]:
    return frozenset(map(flat_letters, address_titles(language)))


def _composed(run: str, letters: str, roster: Roster) -> list[_Found]:
    """Names and initials, one behind the other, that are all of the run: "bong" of Bo Ng."""
    names = roster.spoken()
    pieces = [*names, *((name[0], ref._replace(form="initial")) for name, ref in names)]
    ways: dict[int, tuple[tuple[int, int, Ref], ...]] = {0: ()}
    for at in range(len(letters)):
        for name, ref in pieces if at in ways else ():
            if letters.startswith(name, at):
                ways.setdefault(at + len(name), (*ways[at], (at, at + len(name), ref)))
    found = ways.get(len(letters), ())
    if all(ref.form == "initial" for _, _, ref in found):
        return []
    return [_in_address(ref, run[start:end]) for start, end, ref in found]


def _begun(run: str, letters: str, roster: Roster) -> list[_Found]:
    """Initials of the person, or the beginning of a name."""
    initials = roster.monogram(letters) if len(letters) <= 4 else None
    if initials:
        return [_in_address(ref, run[at]) for at, ref in enumerate(initials)]
    if len(letters) > 2:
        for name, ref in roster.spoken():
            if name.startswith(letters):
                return [_in_address(ref._replace(form="cut"), run)]
    if len(letters) > _FEWEST_BEGUN:
        firsts = {name[0]: ref for name, ref in reversed(roster.spoken())}
        initial = firsts.get(letters[0])
        for name, ref in roster.spoken():  # "akowal" of Ann Kowalczyk
            if initial is not None and ref != initial and name.startswith(letters[1:]):
                first = _in_address(initial._replace(form="initial"), run[:1])
                return [first, _in_address(ref._replace(form="cut"), run[1:])]
    return _beginnings(run, letters, roster) or [_Unknown(run)]


def _beginnings(run: str, letters: str, roster: Roster) -> list[_Found]:
    """The beginnings of several names in their order: "marf" of María Fernanda, "covallam" of
    Covadonga Llamazares."""
    names = [(one.flat, Ref("given", at)) for at, one in enumerate(roster.givens)]
    names += [(one.flat, Ref("surname", at)) for at, one in enumerate(roster.surnames)]
    found: list[_Found] = []
    at = 0
    for name, ref in names:
        size = _alike(name, letters[at:])
        if size:
            form = "whole" if size == len(name) else "initial" if size == 1 else "cut"
            found.append(_in_address(ref._replace(form=form), run[at : at + size]))
            at += size
    return found if at == len(letters) and len(found) > 1 and len(letters) > len(found) else []


def _alike(name: str, letters: str) -> int:
    """How many letters two words begin with alike."""
    return next(
        (at for at, (one, other) in enumerate(zip(name, letters, strict=False)) if one != other),
        min(len(name), len(letters)),
    )


def _in_address(ref: Ref, text: str) -> Ref:
    case = case_of(text) if len(text) > 1 else "upper" if text.isupper() else "lower"
    return ref._replace(case=case, bare=text.isascii(), plain=True)


def is_shared(letters: str, language: str) -> bool:
    """Whether flat letters are a word of addresses, or end with one."""
    return letters in _shared(language) or letters.endswith(_run_together(language))


@cache
def _shared(language: str) -> frozenset[str]:
    return frozenset(map(flat_letters, united("address", "shared", language)))


@cache
def _run_together(language: str) -> tuple[str, ...]:
    """Parts of addresses that are long enough to be told at the end of a word: "gmailcom"."""
    return tuple(sorted(one for one in _shared(language) if len(one) >= _LONG and one.isalpha()))


@cache
def _phrases(kind: str, language: str) -> tuple[tuple[str, ...], ...]:
    listed = {tuple(flat(one).split()) for one in united("address", kind, language)}
    return tuple(sorted(listed, key=len, reverse=True))


def _phrase(kind: str, words: Sequence[str], at: int, language: str) -> int:
    for phrase in _phrases(kind, language):
        if tuple(words[at : at + len(phrase)]) == phrase:
            return len(phrase)
    return 0


@cache
def _listed_phrases(language: str) -> dict[str, str]:
    """A flat phrase → as the lists write it; of two spellings the first."""
    kinds = ("at", "marks", "asides")
    listed = [one for kind in kinds for one in united("address", kind, language)]
    return {flat(one): one for one in reversed(listed)}


def _phrase_word(words: Sequence[str], text: str, language: str) -> list[Piece]:
    """A phrase of the lists as a piece, in its own spelling where they have that."""
    own = word_of(text, language)
    if own:
        return own
    listed = _listed_phrases(language).get(" ".join(words), "")
    return word_of(listed.upper() if text.isupper() else listed, language)


@cache
def number_words(language: str) -> frozenset[str]:
    """The words of numbers, flat."""
    kinds = ("digits", "teens", "tens")
    tables = (facts(one)[kind] for one in get(language).reads for kind in kinds)
    more = united("address", "digits", language)
    return frozenset(flat(word) for table in (*tables, more) for word in table)


def _spoken(text: str, roster: Roster, draws: Draws) -> tuple[list[_Found], list[Piece]]:
    """An address as it is said, "john dot smith at gmail dot com": the name, and the rest."""
    tokens = list(re.finditer(r"\S+", text))
    words = [flat(token.group()).strip() or token.group() for token in tokens]
    language = roster.language
    found: list[_Found] = []
    at = 0
    while at < len(words):
        if at:
            found.append(Mark(" "))
        size = 1 if words[at] == "@" else _phrase("at", words, at, language)
        if size and at + size < len(words):
            sign: list[Piece] = [Mark("@")]
            if words[at] != "@":
                sign = _phrase_word(words[at : at + size], tokens[at].group(), language)
            return found, [*sign, *_spoken_domain(text, tokens, words, at + size, roster, draws)]
        kinds = ("marks", "asides")
        size = next((size for one in kinds if (size := _phrase(one, words, at, language))), 0)
        if size:
            shown = text[tokens[at].start() : tokens[at + size - 1].end()]
            found += _phrase_word(words[at : at + size], shown, language)
            found += marks_of(shown[len(shown.rstrip(",;:")) :])
        else:
            size, pieces = _word(text, tokens, words, at, roster, draws)
            found += pieces
        at += size
    return found, []


def _word(
    text: str, tokens: _Words, words: Sequence[str], at: int, roster: Roster, draws: Draws
) -> tuple[int, list[_Found]]:
    """What stands in a spoken address between its marks."""
    language, size = roster.language, 0
    numbers, joins = number_words(language), united("address", "number_joins", language)
    while at + size < len(words):
        if words[at + size] not in numbers and not (size and words[at + size] in joins):
            break
        size += 1
    if size:
        shown = text[tokens[at].start() : tokens[at + size - 1].end()]
        return size, [_number_words(shown, words[at : at + size], language, draws)]
    figures = tokens[at].group()
    if figures.isdecimal() and len(figures) > 1:
        return 1, [Extra(draws.add("digits", figures))]  # "yuvika 56 gmailcom"
    end = at
    while end < len(words) and not (_stops(words, end, language) or words[end] in numbers):
        end += 1
    for last in range(end, at, -1):
        shown = text[tokens[at].start() : tokens[last - 1].end()]
        if len(shown) > 1 and not _is_name(shown, language):
            spelling = read_spelling(shown, roster, draws, language)
            if spelling:
                return last - at, [spelling]
    word = tokens[at].group()
    if len(word) == 1 and word.isalpha() and not roster.empty:
        return 1, [_in_address(roster.initial(flat_letters(word), "given", 0), word)]
    kept = word.rstrip(",;:")
    return 1, [*_local(kept, roster, draws), *marks_of(word[len(kept) :])]


def _number_words(shown: str, words: Sequence[str], language: str, draws: Draws) -> Extra:
    """Digits in words are the digits that another mention may show in figures."""
    digits = digits_in(shown, language)
    one_by_one = all(word in _digit_words(language) for word in words)
    place = draws.add("digits", digits or "0" * len(words))
    return Extra(place, case_of(shown), spoken="digits" if one_by_one else "number")


@cache
def _digit_words(language: str) -> frozenset[str]:
    """The words for single digits."""
    tables = (facts(one)["digits"] for one in get(language).reads)
    more = united("address", "digits", language)
    return frozenset(flat(word) for table in (*tables, more) for word in table)


def _is_name(shown: str, language: str) -> bool:
    """Whether a word is a name rather than the name of a letter."""
    return " " not in shown and common_name(flat_letters(shown), language)


def _stops(words: Sequence[str], at: int, language: str) -> bool:
    kinds = ("at", "marks", "asides")
    return words[at] == "@" or any(_phrase(kind, words, at, language) for kind in kinds)


def _end(token: re.Match[str]) -> int:
    """Where a word ends, without the punctuation behind it."""
    return token.start() + len(token.group().rstrip(",.;:"))


def _spoken_domain(
    text: str, tokens: _Words, words: Sequence[str], at: int, roster: Roster, draws: Draws
) -> list[Piece]:
    """What follows the at: the domain, and what is said about the address behind it."""
    language, end = roster.language, len(words)
    for start in range(at + 1, len(words)):
        if _phrase("asides", words, start, language) == len(words) - start:
            end = start
            break
    dot = "."
    for place in range(at + 1, end):
        size = _phrase("marks", words, place, language)
        if size:
            dot = _listed_phrases(language).get(" ".join(words[place : place + size]), ".")
            break
    first, last = tokens[at].start(), _end(tokens[end - 1])
    domain = without_accents(address(text[first:last].lower(), language))
    piece = _domain(domain, draws, dot)._replace(case=case_of(text[first:last]))
    found: list[Piece] = [Mark(" "), piece, *marks_of(text[last : tokens[end - 1].end()])]
    if end < len(words):
        shown = text[tokens[end].start() :]
        found += [Mark(" "), *_phrase_word(words[end:], shown, language)]
    return found
