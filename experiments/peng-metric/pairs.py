"""The paper's sentence pairs: words of a sentence replaced by like and by unlike ones.

The like and the unlike version of a sentence have the same words replaced. Replacements are sampled
from the sentences themselves by how often they occur there.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import forms
import wordnet

from understudy.encoder.versions import Version

__all__ = ["TESTS", "Pair", "Words", "common", "pairs"]

Tagged = tuple[int, int, str]
Weights = Mapping[str, float]


class Pair(NamedTuple):
    """A sentence, its like version and its unlike one."""

    original: Version
    like: Version
    unlike: Version


@dataclass(frozen=True)
class Words:
    """The words of all sentences with their tags, and what is known of them."""

    language: str
    tokens: Sequence[tuple[str, str]]
    lists: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    """Synonyms and antonyms, where there is no WordNet."""

    @cached_property
    def counts(self) -> Counter[tuple[str, str]]:
        return Counter(self.tokens)

    @cached_property
    def by_word(self) -> Counter[str]:
        return Counter(word for word, _ in self.tokens)

    @cached_property
    def by_tag(self) -> Mapping[str, Counter[str]]:
        found: dict[str, Counter[str]] = defaultdict(Counter)
        for (word, tag), count in self.counts.items():
            found[tag][word] += count
        return found

    @cached_property
    def by_lemma(self) -> Mapping[tuple[str, str], Counter[str]]:
        """The forms of a word; words of another part of speech are other words."""
        found: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        for (word, tag), count in self.counts.items():
            found[self.lemma(word, tag)][word] += count
        return found

    @cached_property
    def verbs(self) -> Mapping[str, Counter[str]]:
        """Verbs by their form."""
        found: dict[str, Counter[str]] = defaultdict(Counter)
        for word, count in self.by_tag.get("VERB", {}).items():
            found[self.term(word)][word] += count
        return found

    def lemma(self, word: str, tag: str) -> tuple[str, str]:
        """The base form and the part of speech; auxiliaries are verbs."""
        part = "VERB" if tag == "AUX" else tag
        if self.language == "en":
            return wordnet.lemma(word, tag), part
        try:
            import simplemma
        except ImportError:
            raise SystemExit("the Spanish part needs base forms: pip install simplemma") from None
        found: str = simplemma.lemmatize(word, lang="es")
        return found.lower(), part

    def term(self, word: str) -> str:
        """The form of a verb."""
        return forms.spanish(word) if self.language == "es" else forms.english(word)

    def form(self, word: str, tag: str) -> str:
        """Which form of its base form an English word is."""
        if tag == "VERB":
            return self.term(word)
        if wordnet.lemma(word, tag) == word:
            return "base"
        return next((end for end in ("r", "st") if tag != "NOUN" and word.endswith(end)), "s")

    def related(self, word: str, tag: str) -> tuple[Weights, Weights]:
        """Synonyms and antonyms in the form of the word, by how often they occur."""
        if tag not in wordnet.PARTS:
            return {}, {}
        if self.language == "es":
            lists = (self.lists[kind].get(word, ()) for kind in ("synonyms", "antonyms"))
            like, unlike = (self._counted(found) for found in lists)
        else:
            bases = wordnet.related(wordnet.lemma(word, tag), tag)
            like, unlike = (self._formed_as(word, tag, found) for found in bases)
        return like, unlike

    def _counted(self, found: Iterable[str]) -> Weights:
        return {one: self.by_word[one] for one in found if self.by_word[one]}

    def _formed_as(self, word: str, tag: str, bases: Iterable[str]) -> Weights:
        form, found = self.form(word, tag), Counter[str]()
        for base in sorted(bases):
            for one, count in self.by_lemma.get((base, tag), {}).items():
                if one != word and self.form(one, tag) == form:
                    found[one] += count
        return found


Choice = tuple[Weights, Weights]
"""What a word may become in the like version, and in the unlike one."""


def _related(words: Words, word: str, tag: str) -> Choice:
    return words.related(word, tag)


def _tagged(words: Words, word: str, tag: str) -> Choice:
    like = words.by_tag[tag]
    others = Counter({w: n for (w, t), n in words.counts.items() if t != tag})
    return _without(like, word), _without(others, word)


def _formed(words: Words, word: str, tag: str) -> Choice:
    if tag != "VERB":
        return {}, {}
    own = words.term(word)
    others: Counter[str] = Counter()
    for term, found in words.verbs.items():
        if forms.time(term) != forms.time(own):
            others.update(found)
    return _without(words.verbs[own], word), _without(others, word)


def _based(words: Words, word: str, tag: str) -> Choice:
    own = words.by_lemma[words.lemma(word, tag)]
    return _without(own, word), {w: n for w, n in words.by_word.items() if w not in own}


def _without(found: Mapping[str, float], word: str) -> Weights:
    return {one: count for one, count in found.items() if one != word}


TESTS: Mapping[str, tuple[Callable[[Words, str, str], Choice], float]] = {
    "synonym-antonym": (_related, 0.2),
    "part of speech": (_tagged, 0.2),
    "term": (_formed, 1.0),
    "lemma": (_based, 0.2),
}
"""What a word may become, and which share of the words is replaced (of the verbs, for ``term``)."""


def pairs(
    test: str,
    sentences: Sequence[tuple[str, Sequence[Tagged]]],
    words: Words,
    count: int,
    seed: int,
) -> list[Pair]:
    """The pairs of a test, from the first sentences that have a word that can be replaced."""
    find, share = TESTS[test]
    known: dict[tuple[str, str], Choice] = {}

    def options(word: str, tag: str) -> Choice:
        if (word, tag) not in known:
            known[word, tag] = find(words, word, tag)
        return known[word, tag]

    rng = random.Random(f"{test} {words.language} {seed}")
    found: list[Pair] = []
    for text, tagged in sentences:
        if len(found) == count:
            break
        choices = [
            ((start, end), *options(text[start:end].lower(), tag)) for start, end, tag in tagged
        ]
        choices = [one for one in choices if one[1] and one[2]]
        most = len(choices) if share == 1.0 else max(1, round(share * len(tagged)))
        taken = sorted(rng.sample(choices, min(most, len(choices))), key=lambda one: one[0])
        if taken:
            places = [place for place, _, _ in taken]
            like = [_sampled(weights, rng) for _, weights, _ in taken]
            unlike = [_sampled(weights, rng) for _, _, weights in taken]
            found.append(
                Pair(
                    Version(text, tuple(places)),
                    _edited(text, places, like),
                    _edited(text, places, unlike),
                )
            )
    return found


def _sampled(weights: Weights, rng: random.Random) -> str:
    names = list(weights)
    return rng.choices(names, [weights[name] for name in names])[0]


def _edited(text: str, places: Sequence[tuple[int, int]], values: Sequence[str]) -> Version:
    out, edited, cursor, length = [], [], 0, 0
    for (start, end), value in zip(places, values, strict=True):
        shown = value[:1].upper() + value[1:] if text[start].isupper() else value
        out += [text[cursor:start], shown]
        length += start - cursor
        edited.append((length, length + len(shown)))
        length += len(shown)
        cursor = end
    return Version("".join([*out, text[cursor:]]), tuple(edited))


def common(one: Sequence[str], other: Sequence[str]) -> float:
    """The longest common subsequence as a share of the shorter sentence."""
    row = [0] * (len(other) + 1)
    for word in one:
        last = 0
        for at, there in enumerate(other, 1):
            last, row[at] = row[at], last + 1 if word == there else max(row[at], row[at - 1])
    return row[-1] / max(1, min(len(one), len(other)))
