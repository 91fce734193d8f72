"""All labelled examples for the entity head, with copies as speech and as careless writing.

    python training/labelled.py DATA [--seed 0]

prints how many there are of each kind. DATA is the folder of the corpora.
"""

from __future__ import annotations

import argparse
import random
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from pathlib import Path
from typing import NamedTuple

import corpora
import marked
import overlap
import speech
import swaps
import templates
import written
from tagset import Example

TEMPLATED = {"en": 20_000, "es": 20_000}
_HELD_OUT = 50
"""One text in so many is kept for development, by its checksum: copies go with it."""


class Share(NamedTuple):
    """How often a corpus is read: whole numbers are copies of all, fractions chances."""

    plain: float
    spoken: float
    noisy: float
    paragraphs: float = 0.0
    """Copies with two to five neighbours as one text."""
    swapped: float = 0.0
    """Copies with other names, every third as speech."""
    late: float = 1.0
    """How much of it is still read at the end, when the rate of learning falls: what marks names
    by other rules than ours, and forms and requests, are read first."""


SHARES = {
    "ewt": Share(2, 1, 1, 1, 2),
    "btc": Share(3, 0.5, 0.5, 0.5, 2),
    "cess-es": Share(2, 1, 1, 1, 1.5),
    "xlime-es": Share(1, 0.3, 0.3, 0.2, 1, late=0.6),
    "gum": Share(1, 0.5, 0.5, 1, 0.5, late=0.5),
    "litbank": Share(0.7, 0.4, 0.3, 0.5, 0.5, late=0.4),
    "crossner": Share(1, 0.6, 0.6, 0.3, 0.7, late=0.6),
    "grobid": Share(1, 0.5, 0.4, 0.3, 0.5, late=0.4),
    "earnings21": Share(0.5, 0.5, 0.2, 0.5, late=0.4),
    "silver": Share(1, 0.5, 0.4, late=0.3),
    "profner-es": Share(1, 0.4, 0.4, late=0.6),
    "meddoprof-es": Share(1, 0.4, 0.3, 0.2, late=0.6),
    "meddoplace-es": Share(1, 0.4, 0.4, late=0.6),
    "multidogo": Share(0.9, 0.2, 0.1, late=0.7),
    "restaurant8k": Share(0.8, 0.4, 0.2, late=0.7),
    "nlupp": Share(1, 0.5, 0.3, late=0.7),
    "slurp": Share(2, 0.3, 0.3),
    "evi": Share(0.7, 0.3, 0.2, late=0.7),
    "addresses": Share(1, 0.4, 0.5, 0.2, late=0.7),
    "recognizers-en": Share(1, 0.5, 0.3, late=0.5),
    "recognizers-es": Share(1, 0.5, 0.3, late=0.5),
    "duckling-en": Share(0.5, 0.2, 0.2, late=0.5),
    "duckling-es": Share(0.5, 0.2, 0.2, late=0.5),
    "proper-es": Share(1, 0.5, 0.5),
    "wnut17": Share(2, 0.5, 0.5, 0.5, 1.5),
    "wikiann-en": Share(0.5, 0.25, 0.25, late=0.7),
    "wikiann-es": Share(0.8, 0.3, 0.3, late=0.7),
    "meddocan": Share(1, 0.4, 0.5, late=0.5),
    "echr-rev": Share(2, 1, 1, 0.5, 1, late=0.5),
    "echr-all": Share(1, 0.5, 0.5, 0.3),
    "snips": Share(1, 0.2, 0.1, late=0.5),
    "tod-en": Share(1, 0.2, 0.1, late=0.5),
    "tod-es": Share(1.5, 0.3, 0.3, late=0.5),
    "sgd": Share(0.8, 0.5, 0.3, late=0.5),
    "written-en": Share(2, 1, 1, 1, 4),
    "written-es": Share(2, 1, 1, 1, 4),
    "hard-en": Share(2, 1, 1, 1, 4),
    "hard-es": Share(2, 1, 1, 1, 4),
    "genres-en": Share(2, 1, 1, 1, 4),
    "genres-es": Share(2, 1, 1, 1, 4),
    "templates-en": Share(0.7, 0.6, 0.3, 0.1, late=0.4),
    "templates-es": Share(0.7, 0.6, 0.3, 0.1, late=0.4),
}
_FORMS = frozenset(
    ("meddocan", "echr-rev", "echr-all", "snips", "tod-en", "tod-es", "sgd", "multidogo")
)
"""Forms, court phrases and requests say the same thing over and over; their own readers leave out
what is tested."""


def sources(data: Path, seed: int, silver: Path | None = None) -> list[Example]:
    """Each example once, without those that share nine words in a row with a test of names."""
    found: list[Example] = []
    for reader in (
        *(marked.ewt, marked.btc, marked.cess, marked.xlime, marked.gum, marked.litbank),
        *(marked.crossner, marked.grobid, marked.earnings, marked.professions),
        *(marked.meddoplace, marked.requests, corpora.wnut, corpora.meddocan, corpora.echr),
    ):
        found += reader(data)
    for language in ("en", "es"):
        found += corpora.wikiann(data, language)
        found += marked.times(data, language)
        found += templates.generate(language, TEMPLATED[language], seed)
    found += corpora.proper(data, "es")
    found += corpora.snips(data)
    found += corpora.tod(data, "en", limit=12_000, seed=seed)
    found += corpora.tod(data, "es")
    found += corpora.sgd(data, limit=25_000, seed=seed)
    found += marked.multidogo(data, limit=16_000, seed=seed)
    found += marked.answers(data, limit=4_000, seed=seed)
    found += marked.addresses(data, seed)
    found += written.examples()
    found += marked.silver(silver) if silver else ()
    tested = overlap.tested(data, overlap.NAMES).keys()
    return [
        example
        for example in found
        if example.text.strip()
        and (example.corpus in _FORMS or tested.isdisjoint(overlap.runs(example.text)))
    ]


def is_held_out(example: Example) -> bool:
    return zlib.crc32(example.text.lower().encode()) % _HELD_OUT == 0


def joined(examples: Sequence[Example], between: str = " ") -> Example:
    """Several as one text, which knows only what all of them know."""

    def both(one: Example, other: Example) -> Example:
        shift = len(one.text) + len(between)
        moved = tuple((start + shift, end + shift, tags) for start, end, tags in other.spans)
        text = one.text + between + other.text
        return one._replace(text=text, spans=one.spans + moved, known=one.known & other.known)

    return reduce(both, examples)


def paragraphs(examples: Sequence[Example], rng: random.Random) -> Iterator[Example]:
    """Neighbours of one corpus, two to five at a time."""
    at = 0
    while at < len(examples):
        size = rng.randint(2, 5)
        group = examples[at : at + size]
        between = "\n" if any("\n" in one.text for one in group) else rng.choice((" ", " ", "\n"))
        yield joined(group, between)
        at += size


def _times(share: float, rng: random.Random) -> int:
    return int(share) + (rng.random() < share % 1)


def copies(
    examples: Sequence[Example], share: Share, names: swaps.Pools, rng: random.Random
) -> Iterator[Example]:
    """The copies of one corpus."""
    for example in examples:
        yield from (example for _ in range(_times(share.plain, rng)))
        for _ in range(_times(share.spoken, rng)):
            said = speech.spoken(example, rng)
            yield said._replace(corpus=f"{example.corpus}/spoken")
        for _ in range(_times(share.noisy, rng)):
            yield speech.noisy(example, rng)._replace(corpus=f"{example.corpus}/noisy")
        for _ in range(_times(share.swapped, rng) if example.spans else 0):
            other = swaps.swapped(example, names, rng)
            said = speech.spoken(other, rng) if rng.random() < 1 / 3 else other
            yield said._replace(corpus=f"{example.corpus}/swapped")
    for group in paragraphs(examples, rng) if share.paragraphs else ():
        if rng.random() < share.paragraphs * 2:
            change = rng.choice((None, speech.spoken, speech.noisy))
            one = change(group, rng) if change else group
            yield one._replace(corpus=f"{group.corpus}/paragraphs")


def by_corpus(examples: Iterable[Example]) -> dict[str, list[Example]]:
    groups: dict[str, list[Example]] = {}
    for example in examples:
        groups.setdefault(example.corpus, []).append(example)
    return groups


def training_examples(data: Path, seed: int, silver: Path | None = None) -> list[Example]:
    """All that is trained on, shuffled."""
    rng = random.Random(f"copies {seed}")
    kept = [example for example in sources(data, seed, silver) if not is_held_out(example)]
    names = swaps.pools(kept)
    found: list[Example] = []
    for corpus, group in by_corpus(kept).items():
        found += copies(group, SHARES[corpus], names, rng)
    found = [example for example in found if example.text.strip()]
    for example in found:
        if not speech.whole(example):
            raise ValueError(f"{example.corpus}: spans overlap or leave the text")
    rng.shuffle(found)
    _print_table(found)
    return found


def heldout_examples(data: Path, seed: int) -> list[Example]:
    """What is kept for development: each text as it is, and a copy of it as speech."""
    rng = random.Random(f"held out {seed}")
    found: list[Example] = []
    for example in sources(data, seed):
        if is_held_out(example):
            said = speech.spoken(example, rng)._replace(corpus=f"{example.corpus}/spoken")
            found += [example, said] if said.text.strip() else [example]
    return found


def still_read(example: Example) -> float:
    """How much of what its corpus has is still read at the end."""
    return SHARES[example.corpus.split("/")[0]].late


def _print_table(examples: Iterable[Example]) -> None:
    texts: Counter[str] = Counter()
    words: Counter[str] = Counter()
    spans: Counter[str] = Counter()
    for example in examples:
        for row in (example.corpus, "all"):
            texts[row] += 1
            words[row] += len(example.text.split())
            spans[row] += len(example.spans)
    print(f"{'corpus':26}{'texts':>9}{'words':>11}{'spans':>9}")
    for row in sorted(texts):
        print(f"{row:26}{texts[row]:9,}{words[row]:11,}{spans[row]:9,}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    training_examples(given.data, given.seed)
    print(f"held out: {len(heldout_examples(given.data, given.seed)):,}")


if __name__ == "__main__":
    main()
