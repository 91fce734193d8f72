"""WordNet's synonyms, antonyms and base forms, from its own files (wndb(5WN), morphy(7WN)).

The files are those of Princeton's release, as Debian's package ``wordnet-base`` has them.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

__all__ = ["PARTS", "folder", "lemma", "pasts", "related"]

PARTS = {"NOUN": "noun", "VERB": "verb", "ADJ": "adj", "ADV": "adv"}
_ENDINGS = {
    "noun": (("ies", "y"), ("ses", "s"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("s", "")),
    "verb": (
        *(("ies", "y"), ("es", "e"), ("es", ""), ("s", "")),
        *(("ied", "y"), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    ),
    "adj": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "adv": (),
}


def folder() -> Path:
    """Where the files are: WNSEARCHDIR, or where Debian puts them."""
    found = Path(os.environ.get("WNSEARCHDIR", "/usr/share/wordnet"))
    if not (found / "data.noun").exists():
        raise SystemExit(
            f"{found}: WordNet's files are not there. Install Debian's wordnet-base, or name the "
            "folder with data.noun in it in WNSEARCHDIR."
        )
    return found


@cache
def _known(part: str) -> frozenset[str]:
    with (folder() / f"index.{part}").open(encoding="utf-8") as file:
        return frozenset(line.split(" ", 1)[0] for line in file if not line.startswith(" "))


@cache
def _irregular(part: str) -> dict[str, str]:
    """Base forms of what no ending tells."""
    with (folder() / f"{part}.exc").open(encoding="utf-8") as file:
        return {row[0]: row[1] for row in map(str.split, file) if len(row) > 1}


@cache
def _pasts() -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for word, base in _irregular("verb").items():
        if not word.endswith(("ing", "s", "ed")):
            found[base].add(word)
    return found


def pasts(base: str) -> set[str]:
    """The irregular forms of a verb's past and its participle."""
    return _pasts().get(base, set())


def lemma(word: str, tag: str) -> str:
    """The base form of a word, or the word itself."""
    part = "verb" if tag == "AUX" else PARTS.get(tag)
    if part is None:
        return word
    if word in _irregular(part):
        return _irregular(part)[word]
    if part == "verb" and word in ("is", "are", "was", "were", "been", "being", "am"):
        return "be"
    for ending, base in _ENDINGS[part]:
        stem = word.removesuffix(ending) + base
        if word.endswith(ending) and stem in _known(part) and (ending, word[-2:]) != ("s", "ss"):
            return stem
    return word


@cache
def _relations(part: str) -> dict[str, tuple[set[str], set[str]]]:
    """Of each base form its synonyms and its antonyms, single words only, both of one sense: the
    most frequent that has either kind. Those of different senses would not be opposed."""
    synsets: dict[str, list[str]] = {}
    pointers: dict[str, list[tuple[int, str, int]]] = {}
    for offset, words, found in _synsets(part):
        synsets[offset], pointers[offset] = words, found
    opposed: dict[tuple[str, str], set[str]] = defaultdict(set)
    for offset, words in synsets.items():
        for source, target, at in pointers[offset]:
            if target in synsets:
                opposed[words[source], offset].add(synsets[target][at])
    kept = {}
    for word, senses in _senses(part):
        both = (
            (_single(synsets[at]) - {word}, _single(opposed.get((word, at), ()))) for at in senses
        )
        first = next(((like, unlike) for like, unlike in both if like and unlike), None)
        if first is not None:
            kept[word] = first
    return kept


def _senses(part: str) -> Iterator[tuple[str, list[str]]]:
    """Of each base form the offsets of its synsets, the most frequent first."""
    with (folder() / f"index.{part}").open(encoding="utf-8") as file:
        for line in file:
            if not line.startswith(" "):
                cells = line.split()
                yield cells[0], cells[-int(cells[2]) :]


def _single(words: Iterable[str]) -> set[str]:
    return {word for word in words if word.isalpha()}


def _synsets(part: str) -> Iterator[tuple[str, list[str], list[tuple[int, str, int]]]]:
    """Of each synset its offset, its words, and its antonyms: (word, offset, word there)."""
    with (folder() / f"data.{part}").open(encoding="utf-8") as file:
        for line in file:
            if line.startswith(" "):
                continue
            cells = line.split("|", 1)[0].split()
            count = int(cells[3], 16)
            words = [cells[4 + 2 * at].split("(")[0].lower() for at in range(count)]
            at = 4 + 2 * count
            pointers = []
            for number in range(int(cells[at])):
                sign, offset, _, places = cells[at + 1 + 4 * number : at + 5 + 4 * number]
                source, target = int(places[:2], 16), int(places[2:], 16)
                if sign == "!" and source and target:
                    pointers.append((source - 1, offset, target - 1))
            yield cells[0], words, pointers


def related(base: str, tag: str) -> tuple[set[str], set[str]]:
    """Synonyms and antonyms of a base form."""
    return _relations(PARTS[tag]).get(base, (set(), set())) if tag in PARTS else (set(), set())
