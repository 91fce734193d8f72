"""Numbers that count, read: the band of each, how it is written, and what it counts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from understudy.core.folding import lower_without_accents
from understudy.languages import get, reads
from understudy.languages.numbers.words import number_table, words_of
from understudy.surrogates.dice import Label
from understudy.surrogates.mention import Mention, punctuated
from understudy.surrogates.numbers.form import Piece, read_figure
from understudy.surrogates.numbers.numerals import from_roman
from understudy.surrogates.numbers.sketch import Count, Counted, Mark, Noun, Numeral, Word
from understudy.surrogates.numbers.vocabulary import (
    beside_counts,
    currency_words,
    mark,
    noun_of,
    word_case,
)
from understudy.surrogates.numbers.wording import counts_noun, first_word, is_feminine, last_words
from understudy.surrogates.numbers.words import read_numeral, tokens_of
from understudy.surrogates.numbers.write_counts import FEW

__all__ = ["Found", "read_counts"]

_THOUSANDS = frozenset((",", ".", "'", "\u00a0", "\u202f", " "))
_MOST = 24
"""Pieces of one mention."""
_LONGEST = 12
_WORD = re.compile(r"[^\W\d_]+")
_MONEY = re.compile(r"[$€£¥]")


class _Number(NamedTuple):
    """A number of a mention: its digits, and how it is written. It stays here."""

    digits: str
    said: Numeral
    noun: str = ""
    """The word behind it that it may count."""
    inside: bool = False
    """Whether that is a noun of the mention, which changes with the number."""
    place: str = ""

    def __repr__(self) -> str:
        return "_Number(…)"


class Found(NamedTuple):
    """The counted numbers of a bundle, what each mention shows of them, and the secret hints."""

    counts: tuple[Count, ...]
    shown: Mapping[int, Counted]
    hints: Mapping[Label, str]

    def __repr__(self) -> str:
        return "Found(…)"


_Element = _Number | Noun | Word | Mark


def read_counts(mentions: Mapping[int, Mention], language: str) -> Found:
    """The numbers of some mentions: equal ones are one, but not within a mention, where "99.99"
    would show that it is no "12.50"."""
    read = {at: list(_elements(one, language)) for at, one in mentions.items()}
    sequences = {at: [one for one in own if isinstance(one, _Number)] for at, own in read.items()}
    for at, own in read.items():
        read[at] = [piece for one in own for piece in _side_by_side(one, at, sequences)]
    values: dict[tuple[str, int], int] = {}
    numbers: dict[int, list[_Number]] = {}
    shown: dict[int, Counted] = {}
    for at in sorted(read):
        pieces: list[Numeral | Noun | Word | Mark] = []
        last = 0
        said: Counter[str] = Counter()
        for one in read[at][:_MOST]:
            if isinstance(one, _Number):
                digits = one.digits.lstrip("0") or "0"
                last = values.setdefault((digits, said[digits]), len(values))
                said[digits] += 1
                numbers.setdefault(last, []).append(one)
                pieces.append(one.said._replace(value=last))
            elif isinstance(one, Noun):
                pieces.append(one._replace(value=last))
            else:
                pieces.append(one)
        shown[at] = Counted(tuple(_trimmed(pieces, language)))
    counts = tuple(_count(digits, numbers[at]) for (digits, _), at in values.items())
    order = [int(digits) for digits, _ in values]
    shown = {
        at: one._replace(
            rising=_rises([p.value for p in one.pieces if isinstance(p, Numeral)], order, counts)
        )
        for at, one in shown.items()
    }
    hints: dict[Label, str] = {("count", at): _stood(numbers[at]) for at in values.values()}
    return Found(counts, shown, hints)


def _rises(places: Sequence[int], values: Sequence[int], counts: Sequence[Count]) -> bool:
    """Whether a mention has two numbers of one band, the greater behind: "50 to 79%"."""
    if len(places) != 2 or counts[places[0]] != counts[places[1]]:
        return False
    return values[places[0]] < values[places[1]]


def _trimmed(
    pieces: list[Numeral | Noun | Word | Mark], language: str
) -> Sequence[Numeral | Noun | Word | Mark]:
    """Without spaces and small words at the end, where what they led to was left out."""
    small = get(language).function_words
    while len(pieces) > 1:
        last = pieces[-1]
        if isinstance(last, Mark) and last.mark.strip() not in ("", "/", "-", "&", ",", "(", "["):
            pieces[-1] = Mark(last.mark.rstrip())
            break
        if not isinstance(last, Mark) and not (isinstance(last, Word) and last.word in small):
            break
        pieces.pop()
    return pieces


def _stood(numbers: Sequence[_Number]) -> str:
    longest = max(numbers, key=lambda one: len(one.digits))
    return longest.digits


def _side_by_side(
    one: _Element, at: int, sequences: Mapping[int, Sequence[_Number]]
) -> list[_Element]:
    """ "sixty one fifty" is sixty-one dollars and fifty cents where that is said elsewhere."""
    if not isinstance(one, _Number) or one.said.said not in ("digits", "pairs"):
        return [one]
    for other, own in sequences.items():
        digits = [number.digits for number in own]
        if other != at and len(own) > 1 and "".join(digits) == one.digits:
            found: list[_Element] = []
            for part in digits:
                found += [Mark(" ")] if found else []
                found.append(_Number(part, one.said._replace(said="words")))
            return found
    return [one]


def _count(digits: str, numbers: Sequence[_Number]) -> Count:
    value = int(digits)
    many = any(one.noun and not one.inside and one.said.said != "ordinal" for one in numbers)
    place = next((one.place for one in numbers if one.place), "")
    if place in ("tenths", "hundredths", "ten", "hundreds"):
        return Count(place)
    if place == "unit":
        return Count("unit")
    if any(one.said.said == "roman" for one in numbers):
        return Count("roman" if value <= 100 else "large roman")
    if value <= FEW or (value > 99 and any(one.said.said == "ordinal" for one in numbers)):
        return Count("few", many=many)
    if value < 100:
        return Count("tens")
    return Count(str(min(_LONGEST, len(digits))), round=value % 10 == 0)


def _elements(mention: Mention, language: str) -> Iterator[_Element]:
    value = from_roman(mention.text) or (
        from_roman(mention.text.upper()) if len(mention.text) > 1 else None
    )
    if value:
        case = "upper" if mention.text.isupper() else "lower"
        yield _Number(str(value), Numeral(0, "roman", case))
        return
    pieces, spoken = _pieces(mention, language)
    if not any(piece.code for piece in pieces):
        case = word_case(mention.text.strip())
        yield _Number("1", Numeral(0, "words", case, language=spoken))
        return
    yield from _Reader(mention, pieces, spoken).read()


def _pieces(mention: Mention, language: str) -> tuple[Sequence[Piece], str]:
    best: tuple[Sequence[Piece], str] = ((), language)
    most = 0
    for one in reads(language):
        pieces = read_figure(mention.text, mention.category, one) or ()
        count = sum(piece.kind != "text" for piece in pieces)
        if count > most:
            best, most = (pieces, one), count
        strange = (piece for piece in pieces if piece.kind == "text" and piece.text.isalpha())
        known = beside_counts(language)
        if count and all(lower_without_accents(piece.text) in known for piece in strange):
            break
    return best


class _Reader:
    """The elements of one mention."""

    def __init__(self, mention: Mention, pieces: Sequence[Piece], language: str) -> None:
        self.mention, self.pieces, self.language = mention, pieces, language
        self.gap = ""
        self.added = ""
        """The noun that stands in the place of one that no list has."""
        self.strange = False
        """Whether a word was left out that no list has."""

    def read(self) -> list[_Element]:
        found = list(self.elements())
        if self.added:
            for at, one in enumerate(found):
                if isinstance(one, _Number) and one.said.said == "words":
                    gender = self.gender(self.added, one.said.gender)
                    found[at] = one._replace(said=one.said._replace(gender=gender))
        return found

    def gender(self, noun: str, own: str) -> str:
        """The form that a number has before a noun."""
        if not noun or not words_of(self.language).short:
            return own
        return "feminine" if is_feminine(noun, self.language) else "short"

    def elements(self) -> Iterator[_Element]:
        at, begun, nouns = 0, False, 0
        words = words_of(self.language)
        while at < len(self.pieces):
            piece = self.pieces[at]
            if piece.kind == "text" and not _WORD.fullmatch(piece.text):
                self.gap += piece.text
                at += 1
                continue
            if piece.kind in ("text", "noun", "zeros"):
                element = self.word(piece)
                at += 1
                if element is None:
                    self.strange = self.strange or begun
                    continue
                yield from self.closed()
                nouns += isinstance(element, Noun) or self.is_money(piece.text)
                yield element
                continue
            number, at, rest = self.number(at)
            following = self.pieces[at].text.lower() if at < len(self.pieces) else ""
            if following and lower_without_accents(following) in words.never_one:
                number = number._replace(noun=following)
            yield from self.closed()
            begun = True
            yield number
            yield from rest
        if self.strange and not nouns and not _MONEY.search(self.mention.text):
            default = self.default()
            if default:
                self.gap, self.added = "", default
                yield Mark(" ")
                yield Noun(default, 0, language=self.language)
        yield from self.closed()

    def is_money(self, word: str) -> bool:
        return lower_without_accents(word) in currency_words(self.language)

    def default(self) -> str:
        """A noun in the place of one that no list has."""
        table = number_table(self.language)
        if self.mention.category == "AMOUNT":
            return next(iter(table["nouns"]), "")
        return str(table.get("any_noun", "")) if self.mention.category == "QUANTITY" else ""

    def closed(self) -> Iterator[Mark]:
        """What stood before the next element, as a mark."""
        if self.gap:
            found = mark(self.gap)
            self.gap = ""
            if found:
                yield Mark(found)

    def word(self, piece: Piece) -> Noun | Word | None:
        said = piece.text.lower()
        noun = noun_of(said, self.language) if piece.kind == "noun" else ""
        if noun:
            return Noun(noun, 0, word_case(piece.text), self.language)
        if lower_without_accents(said) in beside_counts(self.language):
            return Word(said, word_case(piece.text))
        return None

    def number(self, at: int) -> tuple[_Number, int, list[_Element]]:
        piece = self.pieces[at]
        if piece.kind == "digits":
            return self.figures(at)
        end = at + 1
        if piece.kind in ("ordinal", "nth"):
            return self.ordinal(piece, end), end, []
        said = [piece]
        while (
            end + 1 < len(self.pieces)
            and self.pieces[end + 1].kind in ("number", "times")
            and (self.pieces[end].kind == "text" and self.pieces[end].text.strip(" -\u00a0,") == "")
        ):
            said.append(self.pieces[end + 1])
            end += 2
        if len(said) > 1 or piece.kind == "times":
            return self.dictated(said), end, []
        return self.in_words(piece, end), end, []

    def figures(self, at: int) -> tuple[_Number, int, list[_Element]]:
        """A number in figures, with its thousands and what follows a point."""
        digits, thousands, end = self.pieces[at].code, "", at + 1
        while self.goes_on(end) and len(self.pieces[end + 1].text) == 3:
            sign = self.pieces[end].text
            if sign not in _THOUSANDS or (thousands and sign != thousands) or len(digits) > 9:
                break
            if not thousands and not 0 < len(digits) < 4:
                break
            thousands, digits = sign, digits + self.pieces[end + 1].code
            end += 2
        rest: list[_Element] = []
        if self.goes_on(end) and self.pieces[end].text in (".", ","):
            fraction = self.pieces[end + 1].code
            rest.append(Mark(self.pieces[end].text))
            place = "tenths" if len(fraction) == 1 else "hundredths"
            rest.append(_Number(fraction[:2], Numeral(0), place=place))
            end += 2
        shown = " " if thousands in ("\u00a0", "\u202f") else thousands
        noun, inside = self.counted(end)
        number = _Number(digits[:_LONGEST], Numeral(0, mark=shown), "" if rest else noun, inside)
        if self.unit_of_ten() and len(digits) == 1:
            number = number._replace(place="unit")
        return number, end, rest

    def goes_on(self, end: int) -> bool:
        return (
            end + 1 < len(self.pieces)
            and self.pieces[end].kind == "text"
            and self.pieces[end + 1].kind == "digits"
        )

    def ordinal(self, piece: Piece, end: int) -> _Number:
        said = "nth" if piece.kind == "nth" else "ordinal"
        gender = "feminine" if piece.style.feminine else "short" if piece.style.short else ""
        shown_case = self.case(piece.text) if said == "ordinal" else "lower"
        shown = Numeral(
            *(0, said, shown_case),
            hyphen=said == "nth" or self.hyphens(shown_case),
            gender=gender,
            language=self.language,
        )
        return _Number(piece.code, shown)

    def dictated(self, pieces: Sequence[Piece]) -> _Number:
        digits = "".join(piece.code for piece in pieces)
        said = "digits" if all(len(p.code) == 1 or p.kind == "times" for p in pieces) else "pairs"
        case = self.case(" ".join(piece.text for piece in pieces))
        return _Number(digits[:_LONGEST], Numeral(0, said, case, language=self.language))

    def in_words(self, piece: Piece, end: int) -> _Number:
        noun, inside = self.counted(end)
        follows = end == len(self.pieces) and self.number_follows()
        style, words = piece.style, words_of(self.language)
        gender = "feminine" if style.feminine else "short" if style.short else ""
        gender = self.gender(noun, gender)
        place = ""
        value = int(piece.code)
        if self.unit_of_ten() and value < 10:
            place = "unit"
        elif follows and value < 100 and value % 10 == 0 and value > words.highest_teen:
            place = "ten"
        elif follows and value % 100 == 0 and 0 < value < 1000:
            place = "hundreds"
        case = self.case(piece.text)
        shown = Numeral(
            *(0, "words", case),
            hyphen=self.hyphens(case),
            gender=gender,
            follows=follows,
            language=self.language,
        )
        return _Number(piece.code, shown, noun, inside, place)

    def counted(self, end: int) -> tuple[str, bool]:
        """The word that a number counts, and whether it is a noun of the mention."""
        rest = [one for one in self.pieces[end:] if one.text.strip()][:1]
        if rest:
            if rest[0].kind == "noun":
                return rest[0].text.lower(), True
            word = rest[0].text.lower() if _WORD.fullmatch(rest[0].text) else ""
            # A word of the mention that no list has is left out, and asks for nothing.
            known = lower_without_accents(word) in beside_counts(self.language)
            return (word, False) if known and counts_noun(word, self.language) else ("", False)
        word = first_word(self.mention.after)
        if not counts_noun(word, self.language):
            return "", False
        # A noun of the list that stands for one: "one euro", where any number would be wrong.
        return word, noun_of(word, self.language) == word

    def number_follows(self) -> bool:
        """Whether a number goes on behind the mention, below its own words."""
        after, words = self.mention.after, words_of(self.language)
        word = first_word(after)
        if word and lower_without_accents(word) == words.tens_join:
            after = after.lstrip()[len(word) :]
            word = first_word(after)
        read = read_numeral(word, tokens_of(word), 0, self.language) if word else None
        return read is not None and lower_without_accents(word) not in words.scales

    def unit_of_ten(self) -> bool:
        """Whether a number before the mention ends in a word that a unit follows."""
        before, language = self.mention.before, self.language
        words = last_words(before, 2)
        if words and words[-1] == words_of(language).tens_join:
            words = words[:-1]
        if not words or before.rstrip(" -") == before or before.rstrip()[-1:] in ".,;:":
            return False
        read = read_numeral(words[-1], tokens_of(words[-1]), 0, language)
        return read is not None and read.value >= 10 and read.value % 10 == 0

    def case(self, text: str) -> str:
        words = _WORD.findall(text)
        cases = [word_case(word) for word in words]
        if text.isupper() and sum(map(len, words)) > 1:
            return "upper"
        small = number_table(self.language)["small_words"]
        weighty = [word_case(word) for word in words if word not in small]
        if len(weighty) > 1 and all(case == "title" for case in weighty):
            return "titles"
        return "title" if cases[:1] == ["title"] else "lower"

    def hyphens(self, case: str) -> bool:
        """Whether a ten and a unit are joined by a hyphen: as the text around is written, so that
        it does not show whether both stand there; as is usual where there is none."""
        mention = self.mention
        alone = not (mention.before.strip() or mention.after.strip())
        return alone or case != "lower" or punctuated(mention)
