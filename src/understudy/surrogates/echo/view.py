"""A place of a text, with what is known around it."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence

from understudy.core.text import hidden_repr
from understudy.surrogates.echo.people import titled
from understudy.surrogates.echo.tokens import DIGITS, SIGN, SPACE, WORD, Token

__all__ = ["More", "View"]

_OPENING = frozenset(".!?:¡¿•|>#…\n")
_AROUND = frozenset("\"'“”«»()[]*_`-–—")
"""Signs that may stand between the end of a sentence and the first word of the next."""


_OF_FIELDS = frozenset(":=|*_\"'")
"""Signs between the name of a field and its value."""
_LOCAL = frozenset("._%+-")
"""Signs within the parts of an e-mail address."""
_OF_ASIDES = frozenset((", ", " (", ",", "("))
_BEHIND_ASIDES = frozenset(",.;)")
_ASIDE = 6
"""Tokens between somebody and the age."""
_ADDRESS = 16
"""Tokens of an e-mail address behind a name in it."""


class More(Exception):
    """What is to come decides."""


class View:
    """A place of a text, with what is known around it."""

    def __init__(
        self, tokens: Sequence[Token], at: int, before: deque[Token], since: int, final: bool
    ) -> None:
        self._tokens, self._at, self._before, self._final = tokens, at, before, final
        self._since = since
        self.restored_before = since <= 1
        """Whether the word before was a stand-in."""
        self.column: frozenset[str] = frozenset()
        """The words at the head of the column, in a table."""
        self.unsure = 0
        self.small = False
        """Whether the text before has no capitals."""

    def __repr__(self) -> str:
        return hidden_repr(self)

    def peek(self, offset: int) -> Token | None:
        """The token so far behind; None behind the end of the text."""
        at = self._at + offset
        if at < len(self._tokens):
            return self._tokens[at]
        if self._final:
            return None
        raise More

    def token(self, offset: int) -> Token:
        """The token so far behind, which is there."""
        return self._tokens[self._at + offset]

    def tokens(self, size: int) -> Sequence[Token]:
        """So many tokens from here on."""
        return self._tokens[self._at : self._at + size]

    def text(self, size: int) -> str:
        """What they say."""
        return "".join(token.text for token in self.tokens(size))

    def before(self, offset: int) -> str:
        """The token so far before, as it is compared; empty before the text."""
        return self._before[-1 - offset].key if offset < len(self._before) else ""

    def joined_before(self) -> bool:
        """Whether letters or digits end right before."""
        last = self._before[-1] if self._before else None
        if last is None or self.token(0).kind not in (WORD, DIGITS):
            return False
        if last.text == "T" and self._stamped(list(self._before)[-2:-1], self.token(0)):
            return False
        return last.kind in (WORD, DIGITS)

    def joined_at(self, size: int) -> bool:
        """Whether letters or digits go on."""
        if self.token(size - 1).kind not in (WORD, DIGITS):
            return False
        behind = self.peek(size)
        if behind is None or behind.kind not in (WORD, DIGITS):
            return False
        if behind.text == "T" and self._stamped(self.tokens(size)[-1:], self.peek(size + 1)):
            return False
        if behind.text == "Z" and self.token(size - 1).kind == DIGITS:
            then = self.peek(size + 1)
            return then is not None and then.kind in (WORD, DIGITS)
        return True

    def _stamped(self, before: Sequence[Token], behind: Token | None) -> bool:
        """Whether a letter stands between a day and its hour, as in a time stamp."""
        both = (*before, behind)
        return len(both) == 2 and all(
            one is not None and one.kind == DIGITS and len(one.text) == 2 for one in both
        )

    def underscored(self, size: int) -> bool:
        """Whether an underscore joins the place to something: "haskell_scan.pdf"."""
        if self._before and self._before[-1].text == "_":
            return True
        behind = self.peek(size)
        return behind is not None and behind.text == "_"

    def underscored_on(self, size: int) -> bool:
        """Whether an underscore joins another word to the place, and is no mark of print."""
        if self.before(0) == "_" and self.before(1).isalnum():
            return True
        return self._sign_goes_on(size, "_")

    def handle_before(self) -> bool:
        """Whether the sign of a handle stands before, and not that of an address."""
        return self.before(0) == "@" and not self.before(1).isalnum()

    def local_before(self) -> bool:
        """Whether an address has begun before the place."""
        return self.before(0) in _LOCAL and self.before(1).isalnum()

    def local_at(self, size: int) -> bool:
        """Whether an address goes on behind, before its sign."""
        return self._sign_goes_on(size, _LOCAL)

    def _sign_goes_on(self, size: int, signs: Collection[str]) -> bool:
        behind = self.peek(size)
        if behind is None or behind.text not in signs:
            return False
        then = self.peek(size + 1)
        return then is not None and then.kind in (WORD, DIGITS)

    def number_before(self) -> bool:
        """Whether a number goes on here."""
        if len(self._before) < 2 or self.token(0).kind != DIGITS:
            return False
        found = list(self._before)[-3:]
        if found[-1].text not in ".,-/" or found[-2].kind != DIGITS:
            return False
        if found[0].text == "+" and len(found) == 3:
            return False  # the code of a country
        return found[-1].text != "," or _goes_on(found[-2], self.token(0))

    def number_at(self, size: int) -> bool:
        """Whether a number goes on behind."""
        if self.token(size - 1).kind != DIGITS:
            return False
        behind = self.peek(size)
        if behind is None or behind.text not in (".", ",", "-", "/"):
            return False
        then = self.peek(size + 1)
        if then is None or then.kind != DIGITS:
            return False
        return behind.text != "," or _goes_on(self.token(size - 1), then)

    def clock_at(self, size: int) -> bool:
        """Whether the last figures are an hour: "Jan 25 09:20"."""
        if self.token(size - 1).kind != DIGITS:
            return False
        behind = self.peek(size)
        if behind is None or behind.text != ":":
            return False
        then = self.peek(size + 1)
        return then is not None and then.kind == DIGITS

    def nearest_before(self, count: int, skipped: Collection[str]) -> list[Token]:
        """So many words before, with nothing but spaces and some words between."""
        found: list[Token] = []
        for token in reversed(self._before):
            if token.kind == SPACE and "\n" not in token.text:
                continue
            if token.kind not in (WORD, DIGITS) or len(found) == count:
                break
            if token.key not in skipped:
                found.append(token)
        return found

    def first_behind(self, size: int, most: int, skipped: Collection[str]) -> list[Token]:
        """The first word behind that is none of these, where no more than so many stand between,
        and the one that it goes on with where both are letters."""
        passed = 0
        while passed <= most:
            token = self.peek(size)
            if token is None or "\n" in token.text:
                return []
            if token.kind in (WORD, DIGITS):
                if token.key not in skipped:
                    return [token, *self._next_word(size + 1)] if token.kind == WORD else [token]
                passed += 1
            elif token.kind != SPACE and token.text != ",":
                return []
            size += 1
        return []

    def _next_word(self, size: int) -> list[Token]:
        """The word behind a space or a hyphen."""
        gap = self.peek(size)
        if gap is None or (gap.kind != SPACE and gap.key != "-"):
            return []
        word = self.peek(size + 1)
        return [] if word is None or word.kind != WORD else [word]

    def initial_before(self) -> bool:
        """Whether an initial with its point stands before: "J. Vance"."""
        found = list(self._before)[-3:]
        if len(found) < 3 or found[2].kind != SPACE or found[1].text != ".":
            return False
        return found[0].kind == WORD and len(found[0].text) == 1 and found[0].text.isupper()

    def hyphened(self, size: int) -> Token | None:
        """The word with a capital that a hyphen joins to this one, before it or behind it."""
        found = list(self._before)[-2:]
        if len(found) == 2 and found[1].key == "-" and _is_name(found[0]):
            return found[0]
        mark = self.peek(size)
        if mark is None or mark.key != "-":
            return None
        behind = self.peek(size + 1)
        return behind if behind is not None and _is_name(behind) else None

    def in_address(self, size: int) -> bool:
        """Whether the place is part of an e-mail address that goes on around it."""
        for at, token in enumerate(reversed(self._before)):
            if token.text == "@":
                left = self.before(at + 1)
                return left[-1:].isalnum()
            if token.kind not in (WORD, DIGITS) and token.text not in _LOCAL:
                break
        for at in range(size, size + _ADDRESS):
            following = self.peek(at)
            if following is None:
                return False
            if following.text == "@":
                behind = self.peek(at + 1)
                return behind is not None and behind.kind in (WORD, DIGITS)
            if following.kind not in (WORD, DIGITS) and following.text not in _LOCAL:
                return False
            if following.text == ".":
                # The point of a sentence: nothing is joined to it.
                then = self.peek(at + 1)
                if then is None or then.kind not in (WORD, DIGITS):
                    return False
        return False

    def words_before(self) -> list[Token]:
        """Some words before, the nearest first."""
        return [one for one in reversed(self._before) if one.kind in (WORD, DIGITS)]

    def word_before(self) -> Token | None:
        """The word before, with nothing but a space between."""
        if len(self._before) < 2 or self._before[-1].kind != SPACE:
            return None
        word = self._before[-2]
        return word if word.kind in (WORD, DIGITS) and "\n" not in self._before[-1].text else None

    def aside(self, size: int) -> bool:
        """Whether a number stands behind a stand-in as an age does: "Ann Lee, 38,", "(38)"."""
        if self._since > _ASIDE:
            return False
        between = "".join(one.text for one in list(self._before)[-self._since :])
        if between.strip("*_") not in _OF_ASIDES:
            return False
        behind = self.peek(size)
        if behind is None or "\n" in behind.text or behind.text in _BEHIND_ASIDES:
            return True
        return behind.text == " " and self._is_letter(self.peek(size + 1), self.peek(size + 2))

    def restored_ago(self, count: int) -> bool:
        """Whether a stand-in stands so many tokens before."""
        return self._since == count

    def beside(self, size: int, words: Collection[str]) -> bool:
        """Whether one of some words or signs stands beside, with a space between or without."""
        gap = self.peek(size)
        behind = self.peek(size + 1) if gap is not None and gap.kind == SPACE else gap
        if behind is not None and behind.key in words:
            return True
        return self.before(1 if self.before(0) == " " else 0) in words

    def behind_town(self) -> bool:
        """Whether a stand-in stands before, with a comma between: "Tacoma, WA"."""
        between = "".join(one.text for one in list(self._before)[-self._since :])
        return 0 < self._since <= _ASIDE and between == ", "

    def _is_letter(self, token: Token | None, behind: Token | None) -> bool:
        if token is None or token.kind != WORD or len(token.text) > 1:
            return False
        return behind is None or behind.kind not in (WORD, DIGITS)

    def cell_ends(self, size: int) -> bool:
        """Whether the cell of a table ends behind."""
        mark = self.peek(size)
        if mark is not None and mark.kind == SPACE and "\n" not in mark.text:
            mark = self.peek(size + 1)
        return mark is not None and mark.text == "|"

    def field_before(self) -> Token | None:
        """The word before, as the name of a field stands before its value: "**Age:** 72"."""
        for token in reversed(self._before):
            if token.kind == WORD:
                return token
            if "\n" in token.text or (token.kind != SPACE and token.text not in _OF_FIELDS):
                return None
        return None

    def name_before(self) -> Token | None:
        """The word before, with a space between, and a point where it is short for another."""
        found = list(self._before)[-3:]
        if len(found) == 3 and found[2].kind == SPACE and found[1].text == ".":
            return found[0] if found[0].kind == WORD and "\n" not in found[2].text else None
        return self.word_before()

    def first_before(self) -> bool:
        """Whether the word before is the first of a sentence."""
        return _opens(list(self._before)[:-2])

    def word_behind(self, size: int, over: str = "") -> Token | None:
        """The word behind, with nothing but a space between."""
        gap = self.peek(size)
        if gap is None or (gap.kind != SPACE and gap.text != over):
            return None
        return self.peek(size + 1)

    def opens(self) -> bool:
        """Whether the place begins a sentence."""
        return _opens(list(self._before))

    def title(self, language: str) -> str:
        """The title right before, if there is one."""
        found = list(self._before)
        if found and found[-1].kind == SPACE:
            found.pop()
        if found and found[-1].text == ".":
            found.pop()
        if not found or found[-1].kind != WORD or len(found) == len(self._before):
            return ""
        return found[-1].text if titled(found[-1].text, language) else ""


def _goes_on(one: Token, other: Token) -> bool:
    """Whether figures around a comma are one number: "1,250" and "0,5", not two of a list."""
    if len(other.text) == 3:
        return len(one.text) <= 3
    return len(other.text) < 3


def _is_name(token: Token) -> bool:
    return token.kind == WORD and len(token.text) > 1 and token.text[:1].isupper()


def _opens(before: list[Token]) -> bool:
    while before and (
        (before[-1].kind == SPACE and "\n" not in before[-1].text) or before[-1].text in _AROUND
    ):
        before.pop()
    if not before:
        return True
    last = before[-1]
    return "\n" in last.text or (last.kind == SIGN and last.text in _OPENING)
