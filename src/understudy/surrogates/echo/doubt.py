"""Whether what stands in a text is a stand-in there, or an ordinary word, or somebody else.

The words around decide: a title, a sign of a possessive, a name beside it, the beginning of a
sentence. Where they do not tell, the answer is that nobody knows.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import NamedTuple

from understudy.core.folding import flat
from understudy.core.text import hidden_repr
from understudy.languages import get, installed
from understudy.languages.lexicon import lexicon
from understudy.surrogates.dates.facts import calendar_facts
from understudy.surrogates.echo.figures import money
from understudy.surrogates.echo.forms import (
    ADDRESS,
    AGE,
    ENDING,
    JOINED,
    MARK,
    MONEY,
    SHOWN,
    STATE,
    Form,
)
from understudy.surrogates.echo.people import titled, united_owned
from understudy.surrogates.echo.tokens import DIGITS, QUOTE, SPACE, WORD, Token, cut
from understudy.surrogates.echo.view import View
from understudy.surrogates.people.names import united
from understudy.surrogates.people.titles import flat_title, title_gender

__all__ = ["Doubt"]

_SHORTEST = 3
"""Letters of the shortest name that is known without its capital."""
_OTHERS = ("acting_endings", "bare_nouns")
"""What of the table is no list of words."""
_WITH_VERB = 3
"""Tokens between somebody and what he is."""
_STREET = 2
"""Letters of the longest title that may be a street instead."""
_BEHIND = frozenset(',:;)]*"”»`!?')
"""Signs behind somebody who is named by himself."""


class _Words(NamedTuple):
    """What a language knows of the words around a name."""

    acting: frozenset[str]
    acting_endings: tuple[str, ...]
    being: frozenset[str]
    bare_nouns: bool
    articles: frozenset[str]
    indefinite: frozenset[str]
    of_things: frozenset[str]
    before_months: frozenset[str]
    sure_before_months: frozenset[str]
    rarely_dates: frozenset[str]
    ending: frozenset[str]
    aged_before: frozenset[str]
    aged_behind: frozenset[str]
    aged_who: frozenset[str]
    aged_being: frozenset[str]
    others_before: frozenset[str]
    particles_before: frozenset[str]
    contracted: frozenset[str]


@cache
def _words(language: str) -> _Words:
    table = get(language).table("echo")

    def listed(name: str) -> frozenset[str]:
        return frozenset(flat(one) for one in table.get(name, ()))

    named = {one: listed(one) for one in _Words._fields if one not in _OTHERS}
    endings = tuple(table.get("acting_endings", ()))
    return _Words(acting_endings=endings, bare_nouns=table.get("bare_nouns", True), **named)


@cache
def _in_any(name: str) -> frozenset[str]:
    """Words of every language: a model may answer in another one."""
    return frozenset(word for one in installed() for word in getattr(_words(one), name))


@cache
def _suffixes(language: str) -> frozenset[str]:
    return frozenset(map(flat, united("names", "suffixes", language)))


def _wants_currency(whole: str) -> bool:
    """Whether an amount may be any other number: in words, below a hundred, or round."""
    return not whole.isdecimal() or len(whole) < _SHORTEST or len(whole.rstrip("0")) == 1


class Doubt:
    """What a language, and the text that was shown, say of words that may be names."""

    def __init__(
        self, language: str, plain: Collection[str], firsts: Collection[str], *, small: bool = False
    ) -> None:
        """``plain`` are words with capitals of the text that was shown, ``firsts`` those that some
        form begins with; ``small``: the text that was shown has no capitals."""
        self.language, self._plain, self._firsts = language, plain, firsts
        self._small = small
        known = lexicon(language)
        usual = (str(one) for one in calendar_facts(language)["months"])
        self._capital_months = frozenset() if all(map(str.islower, usual)) else known.months

    def __repr__(self) -> str:
        return hidden_repr(self)

    def agreeing(self, named: Mapping[str, Form], view: View) -> Mapping[str, Form]:
        """Those that have the gender of the title before them."""
        title = view.title(self.language)
        if not title:
            return named
        gender = title_gender(flat_title(title, self.language), self.language)
        agreeing = {key: one for key, one in named.items() if gender and one.gender == gender}
        return agreeing or named

    def sure(self, form: Form, view: View, size: int, shown: str) -> bool | None:
        """Whether a form is a name here; None where the words around do not tell."""
        if form.check in (ADDRESS, JOINED):
            return True if self._joined(form, view, size) else None
        if self._other(form, view, size) if form.named else self._of_something(form, view, size):
            return None
        if form.check in (AGE, MONEY, STATE):
            return self.told(form, view, size)
        return self._named(form, view, size, shown)

    def _joined(self, form: Form, view: View, size: int) -> bool:
        """Whether names without a space between them are those of an address or a handle. Those
        that may be something else must stand alone in one; others are sure in the name of a file or
        of a page as well, and not in the address of somebody else."""
        behind = view.peek(size)
        mailed = behind is not None and behind.text == "@"
        alone = not view.local_at(size) and (
            view.handle_before() or (mailed and not view.local_before())
        )
        return alone or (form.check == JOINED and not (mailed or view.in_address(size)))

    def _named(self, form: Form, view: View, size: int, shown: str) -> bool | None:
        if form.check == SHOWN:
            return shown == form.stand_in and (size > 1 or self.dated(view, size))
        if form.check == MARK or form.strict or size > 1 or view.token(0).kind != WORD:
            return True
        if view.title(self.language) and shown[:1].isupper():
            # "Mr. Pierce Brosnan" is somebody else, whom a name of ours is a part of.
            return None if form.part and self._goes_on(view, size) else True
        if shown.islower() and not form.stand_in.islower():
            return self._in_small_letters(form, view)
        if form.part and not self._alone(form, view, size):
            return None
        return True if not self._usual(form) else self._by_context(form, view, size)

    def _in_small_letters(self, form: Form, view: View) -> bool:
        """Whether a word without its capital is a name: one that is nothing else, and that no
        article stands before."""
        before = view.word_before()
        if before is not None and before.key in _words(self.language).articles:
            return False
        return len(form.stand_in) >= _SHORTEST and not self._usual(form)

    def _other(self, form: Form, view: View, size: int) -> bool:
        """Whether what looks like a name of somebody is a part of something else, or mere words."""
        if self._of_another(view, size) or view.in_address(size):
            return True
        if form.part and (view.underscored_on(size) or self._goes_on_from(form, view)):
            return True
        if view.token(size - 1).text == "." and not form.strict and self._initial_at(view, size):
            return True
        return size > 1 and not form.strict and self._mere_words(form, view, size)

    def _goes_on_from(self, form: Form, view: View) -> bool:
        """Whether the word before makes a part of a name that of somebody else, of a place or of a
        feast: "Pope Francis", "San Antonio"."""
        if self._others_before(view):
            return True
        before, words = view.word_before(), _words(self.language)
        if before is not None and before.key in words.contracted:
            return True
        if form.part == "surname":
            return before is not None and before.key in words.particles_before
        return self._given_before(view)

    def _others_before(self, view: View) -> bool:
        before = view.name_before()
        return before is not None and before.key in _words(self.language).others_before

    def _of_something(self, form: Form, view: View, size: int) -> bool:
        """Whether what looks like a name of no person is that of one, or mere words: "el pino"."""
        mere = form.owns and size > 1 and self._mere_words(form, view, size)
        return mere or self._of_somebody(form, view, size)

    def _of_somebody(self, form: Form, view: View, size: int) -> bool:
        """Whether what is called by one word here is a person of that name: "Abraham Lincoln"."""
        if not form.owns or form.check or size > 1 or not view.token(0).text[:1].isupper():
            return False
        title = view.title(self.language)
        if title[:1].isupper():
            # "4 Cedar Dr Lincoln" is an address.
            words = view.words_before()
            return len(title) > _STREET or len(words) < 2 or not words[1].text[:1].isupper()
        if self._others_before(view) or self._given_before(view):
            return True
        # A town that people are called after: "Charlotte Brontë".
        known = lexicon(self.language)
        own = flat(form.stand_in)
        return (own in known.given or own in known.guests) and self._goes_on(view, size)

    def _given_before(self, view: View) -> bool:
        """Whether a given name that nobody here has stands right before."""
        before = view.word_before()
        if before is None or view.restored_before or before.key in self._firsts:
            return False
        if not before.text[:1].isupper() or before.text.isupper():
            return False
        known = lexicon(self.language)
        listed = before.key in known.given or before.key in known.guests
        return listed and not known.usual(before.key)

    def _initial_at(self, view: View, size: int) -> bool:
        """Whether an initial with its point stands behind."""
        gap = view.peek(size)
        if gap is None:
            return False
        at = size + (gap.text == " ")
        letter, point = view.peek(at), view.peek(at + 1)
        if letter is None or point is None or point.text != ".":
            return False
        return letter.kind == WORD and len(letter.text) == 1 and letter.text.isupper()

    def _of_another(self, view: View, size: int) -> bool:
        """Whether a hyphen joins another name to this one, which nobody here has; two that are
        known stand beside each other as surnames do: "the Vance-Hale case"."""
        joined = view.hyphened(size)
        return joined is not None and (size > 1 or joined.key not in self._firsts)

    def _mere_words(self, form: Form, view: View, size: int) -> bool:
        """Whether a name of several words may be those words here: "they will grant it". So it is
        where they have small letters in a text that has capitals."""
        words = [
            (own.text, token.text)
            for own, token in zip(cut(form.stand_in), view.tokens(size), strict=True)
            if token.kind == WORD
        ]
        small = [shown for own, shown in words if shown.islower() and not own.islower()]
        if not small or len(words) < 2 or min(map(len, small)) < 2:
            return False
        if view.title(self.language) or (self._small and view.small):
            return False
        known = lexicon(self.language)
        if all(self._ordinary(own) for own, _ in words):
            rare = len(small) == len(words) and any(flat(one) not in known.common for one in small)
            return not (rare and view.opens() and self._acts(view, size))
        return len(small) < len(words) and any(flat(one) in known.common for one in small)

    def _acts(self, view: View, size: int) -> bool:
        """Whether the word behind says what somebody does or is."""
        behind, words = view.word_behind(size), _words(self.language)
        if behind is None or behind.kind != WORD:
            return False
        ends = behind.text.endswith(words.acting_endings or ("\0",))
        return ends or behind.key in words.acting or behind.key in words.being

    def _usual(self, form: Form) -> bool:
        """Whether a form is an ordinary word as well, or one of the conversation's own."""
        return form.stand_in in self._plain or self._ordinary(form.stand_in)

    def _ordinary(self, name: str) -> bool:
        word = flat(name)
        known = lexicon(self.language)
        if word in known.ambiguous or word in known.common or word in known.months:
            return True
        return known.usual(word) and not known.names(word)

    def _alone(self, form: Form, view: View, size: int) -> bool:
        """Whether a single name has no other name beside it, which would make it somebody else."""
        if self._goes_on(view, size):
            return False
        if form.part == "given":
            return True
        if view.initial_before():
            return False
        before = view.word_before()
        if before is None or view.restored_before:
            return True
        return not self._foreign_name(before, first=view.first_before())

    def _goes_on(self, view: View, size: int) -> bool:
        """Whether a name that nobody here has stands right behind."""
        gap = view.peek(size)
        if gap is None or gap.text != " ":
            return False
        word = view.peek(size + 1)
        if word is None or word.kind != WORD or not word.text[:1].isupper():
            return False
        if flat(word.text) in _suffixes(self.language):
            return False
        return (
            word.key in lexicon(self.language).streets
            or self._is_initial(word, view.peek(size + 2))
            or self._of_another(view, size + 2)
            or self._foreign_name(word, first=False)
            or self._foreign_surname(word, view, size + 2)
        )

    def _is_initial(self, token: Token, behind: Token | None) -> bool:
        """Whether a word is an initial; without its point only one that is no word itself."""
        if len(token.text) != 1 or not token.text.isupper():
            return False
        pointed = behind is not None and behind.text == "."
        return pointed or not lexicon(self.language).usual(token.key)

    def _foreign_name(self, token: Token, *, first: bool) -> bool:
        if not token.text[:1].isupper() or token.text.isupper():
            return False
        known = lexicon(self.language)
        if known.usual(token.key) or titled(token.text, self.language):
            return False
        if token.key in self._capital_months:
            return False
        if token.key in self._firsts:
            return False
        return known.names(token.key) if first else True

    def _foreign_surname(self, token: Token, view: View, size: int) -> bool:
        """Whether an ordinary word with a capital is the surname of somebody else, "Barry White",
        and not one of a line where all words have capitals."""
        known = lexicon(self.language)
        if token.key not in known.surnames or token.text.isupper() or token.key in self._firsts:
            return False
        if token.key in self._capital_months or token.key in get(self.language).function_words:
            return False
        behind = view.word_behind(size)
        return behind is None or not behind.text[:1].isupper()

    def _by_context(self, form: Form, view: View, size: int) -> bool | None:
        """Whether an ordinary word with a capital is a name: within a sentence, as the owner of
        something, by itself, or with a word behind it that says what somebody did."""
        of_thing = form.part and (self._is_thing(view, size) or self._name_before(view))
        if of_thing or self._is_month(form, view, size) or view.underscored(size):
            return None
        owned = form.owns and self._possesses(view, size)
        if not view.opens() or owned or self._in_capitals(form, view, size):
            return True
        mark = view.peek(size)
        if mark is None or "\n" in mark.text or (form.part and mark.text in _BEHIND):
            return True
        if view.cell_ends(size) and (form.part or not self._is_common(form)):
            return True
        behind = view.word_behind(size)
        if behind is None or behind.kind != WORD:
            return None
        words = _words(self.language)
        acts = behind.key in words.acting or behind.text.endswith(words.acting_endings or ("\0",))
        return True if acts or self._rarely_a_word(form, behind) else None

    def _in_capitals(self, form: Form, view: View, size: int) -> bool:
        """Whether a word that is seldom an ordinary one stands in capitals, as a surname does, in
        a line that has none: "RUSH - A. Rush"."""
        if not form.part or not view.text(size).isupper() or self._is_common(form):
            return False
        beside = (view.word_before(), view.word_behind(size))
        return not any(
            one is not None and one.text[:2].isupper() and len(one.text) > 1 for one in beside
        )

    def _name_before(self, view: View) -> bool:
        """Whether a name that nobody here has stands right before: "JPMorgan Chase"."""
        before = view.word_before()
        if before is None or view.restored_before or view.title(self.language):
            return False
        return before.kind == WORD and self._foreign_name(before, first=view.first_before())

    def _is_common(self, form: Form) -> bool:
        return flat(form.stand_in) in lexicon(self.language).common

    def _is_thing(self, view: View, size: int) -> bool:
        """Whether an article stands before that no name has: "the Will", but "the Grant case"."""
        words, before = _words(self.language), view.word_before()
        if before is None or before.key not in words.of_things:
            return before is not None and before.key in words.indefinite
        behind = view.word_behind(size)
        if behind is None or behind.kind != WORD:
            return True
        return behind.key in get(self.language).function_words

    def _rarely_a_word(self, form: Form, behind: Token) -> bool:
        """Whether a word that is seldom an ordinary one begins a sentence as a name does."""
        words = _words(self.language)
        if self._is_common(form) or form.stand_in in self._plain:
            return False
        bare = words.bare_nouns or not behind.text.islower()
        return behind.key in words.being or (
            not bare and behind.key not in get(self.language).function_words
        )

    def _is_month(self, form: Form, view: View, size: int) -> bool:
        """Whether a name may be that of a month or a weekday here."""
        if flat(form.stand_in) not in lexicon(self.language).months:
            return False
        before, behind = view.word_before(), view.word_behind(size)
        if behind is not None and behind.kind == DIGITS:
            return True
        if before is None:
            return False
        return before.kind == DIGITS or before.key in _words(self.language).before_months

    def dated(self, view: View, size: int) -> bool:
        """Whether a lone word of a date is one here: "may" is mostly something else."""
        token = view.token(0)
        if token.key not in _in_any("rarely_dates"):
            return True
        before, behind = view.word_before(), view.word_behind(size)
        if behind is not None and behind.kind == DIGITS:
            return True
        if before is None:
            return view.cell_ends(size)
        words = _words(self.language)
        capital = token.text[:1].isupper() and not token.text.isupper()
        listed = words.before_months if capital else words.sure_before_months
        return before.kind == DIGITS or before.key in listed

    def _possesses(self, view: View, size: int) -> bool:
        """Whether the sign of a possessive stands behind."""
        letters, mark = united_owned(self.language), view.peek(size)
        if mark is None or mark.key != QUOTE or not letters:
            return False
        behind = view.peek(size + 1)
        if behind is None or behind.kind == SPACE:
            last = view.token(size - 1).key
            return last[-1:] in letters and view.before(0) != QUOTE
        return behind.key in letters

    def told(self, form: Form, view: View, size: int) -> bool:
        """Whether the words around say that a number is an age, or the end of a longer one."""
        if form.check == AGE:
            return self._aged(view, size)
        if form.check == MONEY and _wants_currency(form.pieces[0].stand_in):
            return view.beside(size, money())
        if form.check == STATE:
            return view.behind_town()
        if form.check == ENDING:
            return any(word.key in _in_any("ending") for word in view.words_before())
        return True

    def _aged(self, view: View, size: int) -> bool:
        before, behind = view.field_before(), view.word_behind(size, over="-")
        if before is not None and before.key in _in_any("aged_before"):
            return True
        if behind is not None and behind.key in _in_any("aged_behind"):
            return True
        if view.column & _in_any("aged_before") and view.cell_ends(size):
            return True
        return view.aside(size) or self._is_so_old(view, behind)

    def _is_so_old(self, view: View, behind: Token | None) -> bool:
        """ "She's 28 and", "he was 28.": nothing is counted behind."""
        nearest = view.words_before()[:2]
        if len(nearest) < 2 or nearest[0].key not in _in_any("aged_being"):
            return False
        if nearest[1].key not in _in_any("aged_who") and not view.restored_ago(_WITH_VERB):
            return False
        return (
            behind is None or behind.kind != WORD or behind.key in get(self.language).function_words
        )
