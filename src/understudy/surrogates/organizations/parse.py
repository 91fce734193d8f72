"""The name of an organization taken apart: what it is, its own name, its legal form.

Words that no list knows are the name itself, whatever they are: none of them is looked up
anywhere, so that a listed town and an unlisted word are read alike.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from understudy.core.folding import flat
from understudy.core.text import hidden_repr
from understudy.languages import get
from understudy.languages.lexicon import raw
from understudy.languages.lists import any_of
from understudy.surrogates.organizations.patterns import (
    AFTER,
    ALONE,
    BEFORE,
    NAME,
    flat_sign,
    group_of,
    kinds,
    legal_forms,
    links,
    part_links,
    product_words,
    stands,
    stays_alone,
    within,
)
from understudy.surrogates.organizations.slugs import slug
from understudy.surrogates.places.kinds import is_join

__all__ = ["Raw", "joint_before", "label_of", "letters_of", "parsed", "parsed_product", "words_of"]

_TOKEN = re.compile(r"[^\W_]+(?:['’.\-][^\W_]+)*(?:(?<=s)['’]|\.)?|[&+]|[^\w\s]")
_BRACKETS = re.compile(r"\s*\([^()]*\)")
_LONGEST = 300
"""Characters of a name that are read."""
_BEHIND = 1
"""Words that may stand behind a kind which names end with: "Wexley Bank International"."""
_MOST = 3
"""Organizations in one mention."""


class Raw(NamedTuple):
    """A name with the words that say what is named. Secret: the name is text of the document."""

    name: str
    words: frozenset[str]
    kind: str = ""
    order: str = NAME
    article: str = ""
    legal: str = ""
    comma: bool = False
    link: str = ""
    small: bool = False
    """Whether the word of the kind is in small letters."""
    lone: str = ""
    """The kind that is the whole name: "Post"."""

    def __repr__(self) -> str:
        return "Raw(…)"


class _Token(NamedTuple):
    text: str
    flat: str
    start: int
    end: int

    def __repr__(self) -> str:
        return hidden_repr(self)


class _Kind(NamedTuple):
    """The words of a kind: where they stand among the tokens."""

    first: int
    last: int
    phrase: str


@lru_cache(maxsize=2048)
def parsed(text: str, language: str) -> tuple[Raw, ...]:
    """The organizations that a mention names, with what joins them."""
    found: list[Raw] = []
    rest, link = _BRACKETS.sub("", text).strip() or text, ""
    while True:
        cut = _cut(rest, language) if len(found) < _MOST - 1 else None
        part = rest[: cut.start()] if cut else _without_tail(rest, language)
        found.append(_single(part, language)._replace(link=link))
        if cut is None:
            return tuple(found)
        rest, link = rest[cut.end() :], _canonical(cut[0], part_links(language))


def _canonical(text: str, known: Sequence[str]) -> str:
    """A text as it is listed."""
    if text in known:
        return text
    return next((one for one in known if one.lower() == text.lower()), known[0])


def _without_tail(text: str, language: str) -> str:
    """A name without what follows a comma behind it: "Wexley Hospital, Boston"."""
    front, comma, _ = text.partition(", ")
    pattern = _legal(language)
    if not comma or (pattern and pattern.search(text)):
        return text
    return front if _kinds(_tokens(front), language) else text


@cache
def _joints(language: str) -> re.Pattern[str]:
    return re.compile(any_of(part_links(language)), re.I)


def _cut(text: str, language: str) -> re.Match[str] | None:
    """Where a second organization begins."""
    for match in _joints(language).finditer(text):
        left, right = _tokens(text[: match.start()]), _tokens(text[match.end() :])
        behind = _kinds(right, language)
        before = _kinds(left, language)
        if not behind or not before:
            continue
        if not match[0].strip().isalpha() and not match[0].strip().replace(" ", "").isalpha():
            return match  # a mark
        if group_of(behind[0].phrase, language) not in within(language):
            continue
        named = len(left) > sum(one.last - one.first for one in before)
        first = behind[0].first == _opening(right, language)
        if _head_first(language):
            if first:
                return match
        elif named and (
            behind[-1].last == len(right) or (first and _link(right, behind[0], language))
        ):
            return match
    return None


def _head_first(language: str) -> bool:
    return bool(get(language).table("organizations")["traits"]["head_first"])


def _opening(tokens: Sequence[_Token], language: str) -> int:
    """How many articles a name begins with."""
    return 1 if len(tokens) > 1 and tokens[0].text.lower() in raw(language)["articles"] else 0


def _tokens(text: str) -> list[_Token]:
    return [
        _Token(match[0], flat_sign(match[0]), match.start(), match.end())
        for match in _TOKEN.finditer(text)
    ]


@cache
def _longest(language: str) -> int:
    return max(map(len, kinds(language)), default=0)


def _kinds(tokens: Sequence[_Token], language: str) -> list[_Kind]:
    """The words of kinds, the longest first at each place."""
    known, found, at = kinds(language), [], 0
    while at < len(tokens):
        for count in range(min(_longest(language), len(tokens) - at), 0, -1):
            words = tuple(token.flat for token in tokens[at : at + count])
            if words in known:
                said = " ".join(token.text.lower() for token in tokens[at : at + count])
                phrase = said if said in known[words] else known[words][0]
                found.append(_Kind(at, at + count, phrase))
                at += count
                break
        else:
            at += 1
    return found


@cache
def _legal(language: str) -> re.Pattern[str] | None:
    forms = legal_forms(language)
    if not forms:
        return None
    return re.compile(rf"(?<=\w|\.)(?P<comma> ?,)? +(?P<form>{any_of(forms)})$", re.I)


def _single(text: str, language: str) -> Raw:
    pattern = _legal(language)
    legal = pattern.search(text) if pattern else None
    if legal and not _written(legal["form"], text, language):
        legal = None
    body = text[: legal.start()] if legal else text
    tokens = _tokens(body)
    opening = _opening(tokens, language)
    article = tokens[0].text if opening else ""
    tokens = tokens[opening:]
    found = _named(body, tokens, language)
    return found._replace(
        article=_article(article),
        legal=_canonical(legal["form"], legal_forms(language)) if legal else "",
        comma=bool(legal and legal["comma"]),
    )


def _written(form: str, text: str, language: str) -> bool:
    """Whether a legal form is written as it is listed, or as the whole name: "ag" is none else."""
    return form in legal_forms(language) or text.isupper() or text.islower()


def _article(word: str) -> str:
    return word if word.islower() else word.capitalize()


def _named(text: str, tokens: Sequence[_Token], language: str) -> Raw:
    """The name and its kind, by where the words of a kind stand."""
    every = [one for one in _kinds(tokens, language) if _may_stand(one, tokens, language)]
    if not every:
        return _raw(text, tokens, (), language)
    head, order = _head(tokens, every, language)
    inside = range(head.first, head.last)
    rest = [token for at, token in enumerate(tokens) if at not in inside]
    weighty = [token for token in rest if not _is_small(token, language)]
    small = tokens[head.first].text[:1].islower()
    if not weighty:
        if stays_alone(head.phrase, language):
            return Raw("", frozenset(), head.phrase, ALONE, small=small)
        return _raw(text, tokens, (), language)._replace(lone=head.phrase, small=small)
    others = {at for one in every if one != head for at in range(one.first, one.last)}
    own = [token for at, token in enumerate(tokens) if at not in others and token in weighty]
    side = _side(tokens, head, order, language)
    return _raw(text, side or tokens, own or weighty, language)._replace(
        kind=head.phrase, order=order, small=small
    )


def _may_stand(kind: _Kind, tokens: Sequence[_Token], language: str) -> bool:
    """Whether a kind at the very end, or the very beginning, is said so: no "Fondo del Café"."""
    if kind.first == 0 and kind.last == len(tokens):
        return True
    if kind.last == len(tokens):
        return stands(kind.phrase, AFTER, language)
    if not _head_first(language) and not _link(tokens, kind, language):
        behind = len(tokens) - kind.last
        return behind <= _BEHIND if kind.first else stands(kind.phrase, BEFORE, language)
    return True


def _is_small(token: _Token, language: str) -> bool:
    return is_join(token.text, language) or not any(map(str.isalnum, token.text))


def _head(tokens: Sequence[_Token], every: Sequence[_Kind], language: str) -> tuple[_Kind, str]:
    """The words that say what is named, and where they stand.

    "Banco" of "Banco Central", "Motors" of "General Motors", "Bank" of "Bank of the West".
    """
    if not _head_first(language):
        for one in every:
            if _link(tokens, one, language):
                return one, _link(tokens, one, language)
        last = every[-1]
        return last, AFTER if last.first else BEFORE
    first = every[0]
    if first.first and stands(first.phrase, AFTER, language):
        return first, AFTER
    return first, _link(tokens, first, language) or BEFORE


def _link(tokens: Sequence[_Token], kind: _Kind, language: str) -> str:
    """The small word behind a kind, where something follows it."""
    if kind.last + 1 >= len(tokens):
        return ""
    word = tokens[kind.last].text.lower()
    known = links(language)
    if word in known:
        return word
    return next((one for one in known if is_join(word, language) and word.startswith(one)), "")


def _side(tokens: Sequence[_Token], head: _Kind, order: str, language: str) -> list[_Token]:
    """The tokens on the side of the name."""
    side = list(tokens[: head.first] if order == AFTER else tokens[head.last :])
    if order not in (AFTER, BEFORE):
        side = side[1:]
    return side


def _raw(text: str, side: Sequence[_Token], own: Sequence[_Token], language: str) -> Raw:
    name = text[side[0].start : side[-1].end] if side else text
    words = own or [token for token in side if not _is_small(token, language)] or side
    return Raw(name, frozenset(token.flat for token in words))


@lru_cache(maxsize=2048)
def parsed_product(text: str, language: str) -> tuple[Raw, str, str]:
    """A product: its name with its kind, its grade, and the first token that has a figure."""
    goods, grades = (frozenset(words) for words in product_words(language))
    tokens = _tokens(text)
    opening = _opening(tokens, language)
    article = tokens[0].text if opening else ""
    tokens = tokens[opening:]
    said = [token.text.lower() for token in tokens]
    kind = next((word for word in said if word in goods), "")
    grade = next((word for word in reversed(said[1:]) if word in grades), "")
    figure = next((token.text for token in tokens[1:] if any(map(str.isdigit, token.text))), "")
    own = [
        token
        for token, word in zip(tokens, said, strict=True)
        if word not in (kind, grade) and token.text != figure and not _is_small(token, language)
    ]
    if not own:  # all of it says a kind or a grade: "seguro de hogar"
        own = [token for token in tokens if any(map(str.isalnum, token.text))]
        others = [token for token in own if token.text.lower() != kind]
        own, kind = (others, kind) if others and kind else (own, "")
        grade = ""
    order = NAME if not kind else BEFORE if said.index(kind) == 0 else AFTER
    name = text[own[0].start : own[-1].end] if own else text
    small = bool(kind) and tokens[said.index(kind)].text.islower()
    words = frozenset(token.flat for token in own)
    return Raw(name, words, kind, order, _article(article), small=small), grade, figure


def label_of(name: str, language: str) -> str:
    """The label of a domain for a name: its own words run together."""
    part = parsed(name[:_LONGEST], language)[0]
    return slug(part.name or name)


def words_of(text: str, language: str) -> frozenset[str]:
    """The flat words of a name that are no small ones."""
    return frozenset(token.flat for token in _tokens(text) if not _is_small(token, language))


def joint_before(name: str, words: frozenset[str], language: str) -> str:
    """The small word within a name that leads to some words of it: the "de" of "Goya de León"."""
    for before, token in pairwise(_tokens(name)):
        if token.flat in words:
            said = before.text.lower() if is_join(before.text, language) else ""
            return next((one for one in links(language) if said and said.startswith(one)), "")
    return ""


def letters_of(text: str) -> str:
    """The flat letters of a text."""
    return re.sub(r"\W+", "", flat(text))
