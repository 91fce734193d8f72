"""Marks on nothing: how many plain sentences get a mark on an ordinary word.

    python benchmarks/overmarking.py [--peer-python PYTHON] [-o benchmarks/overmarking.json]

Three times 500 English sentences (of court cases, as many as there are) in which people who
annotated them saw nothing to mark, from the folder UNDERSTUDY_DATA (default ../shared/data): web
text (UNER-EWT, test), requests to assistants (SLURP, test, and MultiDoGO, valid), court cases
(TAB). A mark is counted by rule: all its words are among the frequent words of English, and its
category is not one of dates, times, numbers and peoples, which such sentences do have. Words for
relatives and jobs are private by a policy's own choice and are counted apart, and so are sentences
with any other mark on any word. Beside it stands what caution buys: the share of gold names that
any mark touches, in 500 sentences with names of UNER-EWT and WNUT-17 each.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from peers import ask

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(os.environ.get("UNDERSTUDY_DATA", ROOT.parent / "shared" / "data"))
SIZE, SEED = 500, 0
ASIDE = frozenset(
    (
        *("DATE", "TIME", "DATE_TIME", "MONTH", "AGE", "NUMBER", "QUANTITY", "AMOUNT", "NRP"),
        *("DEMOGRAPHIC", "TITLE", "GENDER"),
    )
)
CHOSEN = frozenset(("FAMILY", "OCCUPATION"))
Marks = list[tuple[int, int, str]]
Sentence = tuple[str, list[tuple[int, int]]]


def columns(path: Path) -> Iterator[Sentence]:
    """Sentences of a file with a token and a tag on each line, and where its names lie."""
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        text, names, open_ = "", [], False
        for line in block.splitlines():
            token, _, tag = line.partition("\t")
            start = len(text) + bool(text)
            text = f"{text} {token}" if text else token
            if tag.startswith("B"):
                names.append((start, len(text)))
            elif tag.startswith("I") and open_:
                names[-1] = (names[-1][0], len(text))
            open_ = tag[:1] in ("B", "I")
        if text:
            yield text, names


def requests() -> Iterator[Sentence]:
    for name in ("slurp-en/test.tsv", "multidogo-en/valid.tsv"):
        for line in (DATA / "intent" / name).read_text(encoding="utf-8").splitlines():
            _, text, tags = line.split("\t")
            if set(tags.split()) == {"O"} and " " in text:
                yield text, []


def cases() -> Iterator[Sentence]:
    lines = (DATA / "deid/tab/train.jsonl").read_text(encoding="utf-8").splitlines()
    for row in map(json.loads, lines[:400]):
        marked = [(one["start_offset"], one["end_offset"]) for one in row["entities"]]
        for found in re.finditer(r"[A-Z][^\n.]{30,300}\.(?=\s)", row["text"]):
            start, end = found.span()
            if not any(low < end and start < high for low, high in marked):
                yield found[0], []


def drawn(sentences: Iterable[Sentence], named: bool) -> list[Sentence]:
    held = list(dict.fromkeys((text, tuple(names)) for text, names in sentences))
    fit = [(text, list(names)) for text, names in held if bool(names) == named]
    return random.Random(SEED).sample(fit, min(SIZE, len(fit)))


def ours(sentences: Sequence[Sentence]) -> list[Marks]:
    from understudy import Document, build, load_policy

    preset = build(load_policy("surrogate"))
    documents = [Document(str(at), text, language="en") for at, (text, _) in enumerate(sentences)]
    return [
        [(one.span.start, one.span.end, one.category) for one in entities]
        for entities in preset.identify(documents)
    ]


def presidio(python: str, sentences: Sequence[Sentence]) -> list[Marks] | str:
    answer = ask(python, "presidio", "en", [text for text, _ in sentences])
    if isinstance(answer, str):
        return answer
    return [[(start, end, label) for start, end, label, _ in one] for one in answer["spans"]]


def ordinary(text: str, mark: tuple[int, int, str], frequent: frozenset[str]) -> bool:
    """Whether a mark stands on ordinary words alone."""
    start, end, category = mark
    words = re.findall(r"[^\W_]+", text[start:end].lower().replace("'", " "))
    return category not in ASIDE and bool(words) and frequent.issuperset(words)


def counted(sentences: Sequence[Sentence], found: Sequence[Marks]) -> dict[str, Any]:
    from understudy.core.folding import flat_words
    from understudy.languages import get

    frequent = flat_words(" ".join(get("en").frozen("words")["words"]))
    names: Counter[str] = Counter()
    struck = chosen = some = 0
    for (text, _), marks in zip(sentences, found, strict=True):
        wrong = [mark for mark in marks if ordinary(text, mark, frequent)]
        own = [mark for mark in wrong if mark[2] not in CHOSEN]
        names.update(mark[2] for mark in own)
        struck += bool(own)
        chosen += len(own) < len(wrong)
        some += any(mark[2] not in ASIDE | CHOSEN for mark in marks)
    return {
        "sentences": struck,
        "relatives and jobs": chosen,
        "any mark": some,
        "categories": dict(names),
    }


def touched(sentences: Sequence[Sentence], found: Sequence[Marks]) -> float:
    gold = [
        any(low < end and start < high for low, high, _ in marks)
        for (_, names), marks in zip(sentences, found, strict=True)
        for start, end in names
    ]
    return round(sum(gold) / len(gold), 4)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peer-python", default=sys.executable, help="An interpreter with peers.")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "benchmarks/overmarking.json")
    parser.add_argument("--alone", action="store_true", help="Leave the peer out.")
    given = parser.parse_args()
    ewt = list(columns(DATA / "ner/uner-en/en_ewt-ud-test.conll"))
    plain = {"web": ewt, "requests": list(requests()), "court": list(cases())}
    named = {"EWT": ewt, "WNUT-17": list(columns(DATA / "ner/wnut17/test.conll"))}
    result: dict[str, Any] = {"seed": SEED, "marked ordinary words": {}, "recall": {}}
    for part, pools in (("marked ordinary words", plain), ("recall", named)):
        for name, pool in pools.items():
            sentences = drawn(pool, part == "recall")
            score = touched if part == "recall" else counted
            sides: dict[str, Any] = {
                "n": len(sentences),
                "understudy": score(sentences, ours(sentences)),
            }
            if not given.alone:
                theirs = presidio(given.peer_python, sentences)
                sides["presidio"] = theirs if isinstance(theirs, str) else score(sentences, theirs)
            result[part][name] = sides
            print(name, json.dumps(sides))
    given.output.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
