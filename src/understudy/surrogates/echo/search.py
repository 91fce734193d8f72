"""Where a text has a form of a stand-in, found as the text arrives.

Text is held back only while what stands there may still become a form, or while the words that
decide on one are to come. What is decided at a place depends on a few tokens before it and on those
behind it, never on how the stream was cut; every place is looked at once, and no look goes farther
than the longest form, so that the time is linear.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from understudy.core.folding import flat
from understudy.core.text import hidden_repr
from understudy.languages import get, installed
from understudy.languages.numbers.words import number_table
from understudy.surrogates.dates.facts import calendar_facts, names_of
from understudy.surrogates.echo.days import Days, day_words, number_words, span_links
from understudy.surrogates.echo.doubt import Doubt
from understudy.surrogates.echo.figures import (
    age_forms,
    figures_in_words,
    number_forms,
    regrouped,
    spelled_forms,
    spoken,
    time_forms,
    written_so,
)
from understudy.surrogates.echo.forms import (
    ADDRESS,
    ENDING,
    JOINED,
    MARK,
    SAID,
    SHOWN,
    Form,
    Pair,
    form_of,
    rendered,
)
from understudy.surrogates.echo.people import NAMED, person_forms, united_owned
from understudy.surrogates.echo.tables import Table
from understudy.surrogates.echo.tokens import DIGITS, QUOTE, SIGN, SPACE, WORD, Token, cut
from understudy.surrogates.echo.view import More, View
from understudy.surrogates.echo.wholes import address_forms, mark_forms, whole_forms

__all__ = ["Echo", "Restored", "Stream"]

_BEFORE = 12
"""Tokens before a place that may decide on it."""
_RUN = 24
"""Tokens of the longest date."""
_MOST_ENDS = 9
"""Words and numbers of the longest date."""
_NEAREST = 2
"""Words before a month in which its day may stand."""
_FARTHEST = 4
"""Words between a month and its year."""
_YEAR = 4
_BETWEEN = frozenset(" -./(),·")
_GAP = 2
"""Signs that may stand between two digits of a number."""
_DATE_SIGNS = frozenset(",./-")
_DASHES = frozenset("–—")
_SHORTEST = 3
"""Characters of the shortest stand-in that is looked for as it stands."""
_TELLING = 5
"""Words that tell whether a conversation is written without capitals."""
_CODE = 3
"""Figures of the longest code of a country."""
_COUNTED = frozenset(("AGE", "AMOUNT", "NUMBER", "QUANTITY"))
_ADDRESSES = frozenset(("EMAIL_ADDRESS", "USERNAME", "URL", "DOMAIN_NAME"))

Node = dict[str, Any]
_END = ""


class Restored(NamedTuple):
    """A text with the originals, how many mentions became them, and how many might have."""

    text: str
    restored: int
    unsure: int

    def __repr__(self) -> str:
        return f"Restored({self.restored} restored, {self.unsure} unsure)"


class _Match(NamedTuple):
    size: int
    """Tokens."""
    text: str
    kept: bool = False
    """Whether it stays as it is, whole: a date that was not shown is not read in part."""
    part: bool = False
    """Whether it is a date as it was shown, which may be a part of another one."""

    def __repr__(self) -> str:
        return hidden_repr(self)


class Echo:
    """Knows the stand-ins of one conversation, and reads them back."""

    def __init__(self, pairs: Iterable[Pair], language: str, plain: Iterable[str] = ()) -> None:
        """``plain`` are the texts around the stand-ins as they were shown: a word of theirs is one
        of the conversation's own, whoever else has it for a name."""
        self.language = language
        self._words: Node = {}
        self._numbers: Node = {}
        told = [pair for pair in dict.fromkeys(pairs) if pair.original != pair.stand_in]
        dates = [pair for pair in told if pair.kind == "dates" and pair.category != "AGE"]
        self._days = Days.of(dates, language) if dates else None
        self._day_words = day_words(installed()) if dates else frozenset()
        self._date_links = _date_links() if dates else frozenset()
        self._links_of_years = _links_of_years() if dates else frozenset()
        self._said_numbers = number_words(installed()) if dates else frozenset()
        around = [token.text for text in plain for token in cut(text) if token.kind == WORD]
        own = frozenset(word for word in around if word[:1].isupper())
        small = len(around) >= _TELLING and not own
        self._doubt = Doubt(language, own, self._words, small=small)
        self._fill(told)

    def __repr__(self) -> str:
        return hidden_repr(self)

    def _fill(self, pairs: Sequence[Pair]) -> None:
        people: dict[str, list[Pair]] = {}
        for pair in pairs:
            if pair.kind == "people" and pair.category in NAMED:
                people.setdefault(pair.who, []).append(pair)
            else:
                for form in self._forms(pair):
                    _put(self._words, form.keys, form._replace(who=pair.who))
                for letters, form in _figures(pair):
                    _put(self._numbers, tuple(letters), form._replace(who=pair.who))
        for who, own in people.items():
            for form in person_forms(own, self.language):
                _put(self._words, form.keys, form._replace(who=who, named=True))

    def _forms(self, pair: Pair) -> Iterator[Form]:
        if pair.category in _COUNTED:
            yield from spelled_forms(pair)
        if pair.kind == "marks":
            yield from mark_forms(pair)
        elif pair.category in _ADDRESSES:
            yield from address_forms(pair)
        elif pair.category == "TIME":
            yield from time_forms(pair)
        elif pair.kind in ("bodies", "places"):
            yield from whole_forms(pair, self.language)
        elif len(pair.stand_in) >= _SHORTEST:
            if pair.kind != "dates":
                yield form_of((pair.stand_in, pair.original))
            elif _has_letters(pair.stand_in) or not self._is_read(pair):
                yield form_of((pair.stand_in, pair.original), check=SHOWN)

    def _is_read(self, pair: Pair) -> bool:
        """Whether a mention is a date that is found by what it says."""
        if self._days is None:
            return False
        found = self._days.read(pair.stand_in)
        return found is not None and found.made not in (None, pair.stand_in)

    def read(self, text: str) -> Restored:
        """A whole text."""
        stream = self.stream()
        made = stream.feed(text) + stream.end()
        return Restored(made, stream.restored, stream.unsure)

    def stream(self) -> Stream:
        """Reads a text that arrives in pieces."""
        return Stream(self)

    # ── what stands at a place ──────────────────────────────────────────────────────────────

    def at(self, view: View) -> _Match | None:
        """The longest form that begins at a place; raises ``More`` where that is not yet sure."""
        token = view.token(0)
        found: list[_Match] = []
        if token.key in self._words:
            match = self._word_match(view)
            found += [match] if match else []
        if self._numbers and (
            token.kind == DIGITS
            or token.key[0] in self._numbers
            or any(token.key in known for known in figures_in_words())
        ):
            match = self._number_match(view)
            found += [match] if match else []
        if self._days and (
            token.kind == DIGITS or token.key in self._day_words or token.key in self._said_numbers
        ):
            match = self._date_match(view)
            found += [match] if match else []
        # "June 5th" is another date than June; "the June one" is none.
        kept = max((one.size for one in found if one.kept and _has_figures(one.text)), default=0)
        found = [one for one in found if not one.part or one.size >= kept]
        return max(found, key=lambda one: (not one.kept, one.size), default=None)

    def _word_match(self, view: View) -> _Match | None:
        if view.joined_before():
            return None
        node: Node = self._words
        ends: list[tuple[int, list[Form]]] = []
        at = 0
        while True:
            token = view.peek(at)
            child = None if token is None else node.get(token.key)
            if child is None:
                break
            node, at = child, at + 1
            if _END in node and not view.joined_at(at) and not view.number_at(at):
                ends.append((at, node[_END]))
            if len(node) == (_END in node):
                break
        doubted = False
        for size, forms in reversed(ends):
            chosen, doubt = self._chosen(forms, view, size)
            doubted = doubted or doubt
            if chosen is not None:
                text = rendered(chosen, view.tokens(size))
                if chosen.check == MARK:
                    text = chosen.original
                made = self._owned(view, size, text, chosen)
                return made._replace(part=chosen.check == SHOWN)
        if doubted:
            view.unsure += 1
        return None

    def _owned(self, view: View, size: int, text: str, form: Form) -> _Match:
        """With the sign of a possessive, which goes by what it stands behind: James', Peter's."""
        mark = view.peek(size) if form.owns else None
        if mark is None or mark.key != QUOTE:
            return _Match(size, text)
        behind = view.peek(size + 1)
        letters = united_owned(self.language)
        bare = behind is not None and behind.kind == SPACE
        if not bare or not letters or view.before(0) == QUOTE:
            return _Match(size, text)
        last = view.token(size - 1).text
        if last[-1:].lower() != letters[0] or text[-1:].lower() == letters[0]:
            return _Match(size, text)
        sign = letters[0].upper() if text.isupper() else letters[0]
        return _Match(size + 1, f"{text}{mark.text}{sign}")

    def _chosen(self, forms: Sequence[Form], view: View, size: int) -> tuple[Form | None, bool]:
        """The one form that is meant; else whether one may have been."""
        shown = view.text(size)
        fitting = [
            one for one in forms if (not one.strict and one.check != MARK) or _exact(one, shown)
        ]
        joined = [one for one in fitting if one.check in (ADDRESS, JOINED)]
        if joined and len(joined) < len(fitting):
            addressed = view.handle_before() or view.in_address(size)
            fitting = joined if addressed else [one for one in fitting if one not in joined]
        if not fitting:
            return None, False
        named = _best(fitting, shown)
        if len(named) > 1:
            named = dict(self._doubt.agreeing(named, view))
        if len(named) > 1:
            return None, True
        (form,) = named.values()
        sure = self._doubt.sure(form, view, size, shown)
        return (form, False) if sure else (None, sure is None)

    def _number_match(self, view: View) -> _Match | None:
        if view.joined_before() or view.number_before():
            return None
        token = view.token(0)
        # Behind a plus the code of a country may be joined to the number.
        most = min(_CODE, len(token.text) - 1) if view.before(0) == "+" else 0
        for skipped in range(most + 1):
            match = self._number_from(view, skipped)
            if match is not None:
                return match
        for known in figures_in_words():
            if token.key in known:
                match = self._number_from(view, 0, known)
                if match is not None:
                    return match
        return None

    def _number_from(
        self, view: View, skipped: int, known: dict[str, str] | None = None
    ) -> _Match | None:
        """A number behind so many figures; ``known``: one that is said figure by figure."""
        found = self._longest_number(view, skipped, known)
        if found is None:
            return None
        size, forms = found
        shown = view.text(size)
        head, own = shown[:skipped], shown[skipped:]
        if known is None:
            fitting = [one for one in forms if written_so(one, own)]
        else:
            fitting = [one for one in forms if one.check in ("", ENDING)]
        named = _best([one for one in fitting if self._doubt.told(one, view, size)], own)
        if len(named) != 1:
            view.unsure += len(named) > 1
            return None
        (form,) = named.values()
        made = regrouped(own, form) if known is None else spoken(own, form, known)
        return _Match(size, head + made)

    def _longest_number(
        self, view: View, skipped: int, known: dict[str, str] | None
    ) -> tuple[int, list[Form]] | None:
        node: Node = self._numbers
        found: tuple[int, list[Form]] | None = None
        at = gap = 0
        while True:
            token = view.peek(at)
            if token is None:
                break
            if token.kind in (WORD, DIGITS):
                signs_of = token.key if known is None else known.get(token.key, "\0")
                for sign in signs_of if at else signs_of[skipped:]:
                    node = node.get(sign, {})
                at, gap = at + 1, 0
                if not node:
                    break
                if _END in node and not view.joined_at(at) and not view.number_at(at):
                    found = at, node[_END]
                if len(node) == (_END in node):
                    break
            else:
                gap += len(token.text)
                signs = {" " if sign.isspace() else sign for sign in token.key}
                if gap > _GAP or not signs <= _BETWEEN or "\n" in token.text or not at:
                    break
                at += 1
        return found

    def _date_match(self, view: View) -> _Match | None:
        if self._days is None or view.joined_before() or view.number_before():
            return None
        for size in reversed(list(self._date_ends(view))):
            if view.joined_at(size) or view.number_at(size) or view.clock_at(size):
                continue
            tokens = view.tokens(size)
            spelt = any(token.key in self._said_numbers for token in tokens)
            if spelt and not any(token.key in self._day_words for token in tokens):
                continue  # a number in words is a day beside a month alone
            text = view.text(size)
            own = self._days.shown.get(text)
            if own is not None:
                return _Match(size, own)
            found = self._days.read(text)
            if found is None or (size == 1 and not self._doubt.dated(view, size)):
                continue
            if found.made is not None and not self._torn(view, size, found.lacking):
                return _Match(size, found.made, kept=found.made == text)
            doubted = found.unsure or found.made is not None
            view.unsure += doubted or tokens[-1].key in self._said_numbers
            return _Match(size, text, kept=True)
        return None

    def _torn(self, view: View, size: int, lacking: frozenset[str]) -> bool:
        """Whether what a mention lacks of its date stands beside it in a way that is not read: the
        one without the other would be a date that nobody said."""
        if "day" in lacking:
            near = view.nearest_before(_NEAREST, self._date_links)
            if any(
                (one.kind == DIGITS and len(one.text) < _YEAR) or one.key in self._said_numbers
                for one in near
            ):
                return True
        if "year" in lacking:
            behind = view.first_behind(size, _FARTHEST, self._links_of_years)
            if len(behind) == 1:
                return behind[0].kind == DIGITS and len(behind[0].text) == _YEAR
            # A year is said in more than one word: "July 4, which is two days later" has none.
            return bool(behind) and all(one.key in self._said_numbers for one in behind)
        return False

    def _date_ends(self, view: View) -> Iterator[int]:
        """Where a date that begins here may end."""
        count = 0
        last: Token | None = None
        for at in range(_RUN):
            token = view.peek(at)
            if token is None or count == _MOST_ENDS:
                return
            close = at > 0 and view.token(at - 1).kind == DIGITS
            spelt = token.key in self._said_numbers
            if spelt and last is not None and last.kind == DIGITS and len(last.text) == _YEAR:
                return  # "in July 1960 two people"
            if (
                spelt
                or token.kind == DIGITS
                or token.key in self._day_words
                or (close and token.key in _ordinals())
            ):
                count += 1
                last = token
                yield at + 1
            elif token.text == "." and last is not None and last.key in self._said_numbers:
                return  # a sentence ends: "con treinta. El martes"
            elif not self._joins_dates(token, last) and not (
                # "treinta y uno de julio"
                token.key in _tens_joins() and last is not None and last.key in self._said_numbers
            ):
                return

    def _joins_dates(self, token: Token, last: Token | None) -> bool:
        """Whether something may stand between the days, the month and the year."""
        if token.kind == SPACE:
            return "\n" not in token.text
        if token.key in _DATE_SIGNS or token.text in _DASHES or token.key in self._date_links:
            return True
        if last is None or token.key not in span_links():
            return False
        return last.key in _ordinals() or (last.kind == DIGITS and len(last.text) < _YEAR)


def _best(forms: Sequence[Form], shown: str) -> dict[str, Form]:
    """Of forms at one place those that count most, by what they are of: one that was in the text
    before one that follows from it, and one as it is written before others of the same thing."""
    best = min((one.rank for one in forms), default=SAID)
    found: dict[str, Form] = {}
    several: set[str] = set()
    for form in forms:
        if form.rank != best:
            continue
        told = best == SAID and form.who in found and not form.named
        if told and _differ(form, found[form.who]):
            several.add(form.who)
        if form.who not in found or form.stand_in == shown:
            found[form.who] = form
    if several:
        # Two of one thing that were shown alike, as a site and its pages: nobody knows which.
        return dict.fromkeys(("", *several), next(iter(found.values())))
    if len({form.original for form in found.values()}) == 1:
        # A person and her firm: what is said of people is asked of the word then.
        return dict(sorted(found.items(), key=lambda one: not one[1].named)[:1])
    return found


def _differ(one: Form, other: Form) -> bool:
    """Whether two forms that are written alike were not."""
    same = flat(one.stand_in) == flat(other.stand_in)
    return same and flat(one.original) != flat(other.original)


def _has_figures(text: str) -> bool:
    return any(map(str.isdecimal, text))


def _has_letters(text: str) -> bool:
    return any(map(str.isalpha, text))


def _exact(form: Form, shown: str) -> bool:
    """Whether letters are as a form has them; a mark in any case, but not a mere word."""
    if form.check == MARK:
        return shown.upper() == form.stand_in.upper() and (
            shown == form.stand_in or not shown.islower()
        )
    return shown == form.stand_in


def _figures(pair: Pair) -> Iterator[tuple[str, Form]]:
    if pair.category == "AGE":
        yield from age_forms(pair)
    elif pair.kind == "figures" or pair.category == "POSTAL_CODE":
        yield from number_forms(pair)


def _put(node: Node, path: Sequence[str], form: Form) -> None:
    for key in path:
        node = node.setdefault(key, {})
    held: list[Form] = node.setdefault(_END, [])
    if form not in held:
        held.append(form)


@cache
def _ordinals() -> frozenset[str]:
    """What stands behind the figures of a day."""
    return frozenset(
        ending for one in installed() for ending in number_table(one)["ordinal_letters"].values()
    )


@cache
def _date_links() -> frozenset[str]:
    """Words between the day, the month and the year."""
    return frozenset(
        flat(word) for one in installed() for word in calendar_facts(one)["date_links"]
    )


@cache
def _tens_joins() -> frozenset[str]:
    """Words between the tens and the units of a number."""
    return frozenset(flat(word) for one in installed() for word in number_table(one)["tens_joins"])


@cache
def _links_of_years() -> frozenset[str]:
    """Words between a month and its year, "in the year"."""
    found: set[str] = set()
    for one in installed():
        found |= {flat(word) for word in get(one).function_words} | names_of(one).units
    return frozenset(found)


class Stream:
    """Reads a text that arrives in pieces, and gives it back in pieces."""

    def __init__(self, echo: Echo) -> None:
        self._echo = echo
        self._tail = ""
        self._tokens: list[Token] = []
        self._before: deque[Token] = deque(maxlen=_BEFORE)
        self._since = 99
        """Tokens since the last stand-in."""
        self._table = Table()
        self._small = True
        """Whether no capital has stood in the text so far."""
        self.restored = 0
        """Mentions that became the originals."""
        self.unsure = 0
        """Mentions that stayed, since the words around do not tell whose they are."""

    def __repr__(self) -> str:
        return f"Stream({self.restored} restored, {self.unsure} unsure)"

    def feed(self, text: str) -> str:
        """What is sure after some more text."""
        if not text:
            return ""
        tokens = cut(self._tail + text)
        self._tail = ""
        if tokens and tokens[-1].kind != SIGN:
            self._tail = tokens.pop().text
        self._tokens += tokens
        return self._sure(final=False)

    def end(self) -> str:
        """The rest, when nothing comes any more."""
        self._tokens += cut(self._tail)
        self._tail = ""
        return self._sure(final=True)

    def _sure(self, *, final: bool) -> str:
        out: list[str] = []
        at = 0
        while at < len(self._tokens):
            view = View(self._tokens, at, self._before, self._since, final)
            view.small, view.column = self._small, self._table.column
            try:
                found = self._echo.at(view)
            except More:
                break
            size = 1 if found is None else found.size
            out.append(view.text(size) if found is None else found.text)
            self.unsure += view.unsure
            restored = found is not None and not found.kept
            self.restored += restored
            self._since = 0 if restored else self._since + size
            passed = view.tokens(size)
            self._table.pass_by(passed)
            self._before.extend(passed)
            self._small = self._small and all(token.text == token.text.lower() for token in passed)
            at += size
        del self._tokens[:at]
        return "".join(out)
