"""Table 8: a tagger and a chunker that learn from text whose noun phrases were substituted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import studies as st
from understudy.core.categories import Category, categories
from understudy.core.draw import seed_key
from understudy.core.types import Document, Edit, Span
from understudy.encoder.chunks import noun_phrases
from understudy.pipeline import build
from understudy.policy import Policy, with_rule
from understudy.utility.bootstrap import differences, score
from understudy.utility.samples import Sample
from understudy.utility.settings import Settings
from understudy.utility.tags import linear
from understudy.utility.tasks import Floats, task_of

PHRASE = "NOUN_PHRASE"
_OTHERS = {"VERB": "VERB_PHRASE", "ADJ": "ADJECTIVE_PHRASE", "ADV": "ADVERB_PHRASE"}
NER = task_of("ner")
Tagged = tuple[str, tuple[tuple[int, int, str], ...]]
"""A text and its words with their parts of speech."""


def sentences(path: str, most: int) -> list[Tagged]:
    found = []
    text = (st.DATA / f"{path}.conll").read_text(encoding="utf-8")
    for block in text.split("\n\n"):
        rows = [line.split("\t") for line in block.splitlines() if "\t" in line]
        if rows:
            found.append(_joined([(row[0].replace(" ", ""), row[-1]) for row in rows]))
    return list(st.thinned(found, most))


def _joined(words: Sequence[tuple[str, str]]) -> Tagged:
    at, placed = 0, []
    for word, tag in words:
        placed.append((at, at + len(word), tag))
        at += len(word) + 1
    return " ".join(word for word, _ in words), tuple(placed)


def phrases_of(tagged: Tagged) -> tuple[tuple[int, int], ...]:
    return tuple((start, end) for start, end, _ in noun_phrases(tagged[0], list(tagged[1])))


def kinds_of(tagged: Tagged, which: str) -> tuple[Span, ...]:
    """Phrases with their kind, which only phrases of the kind replace: noun phrases, or with
    ``every`` also runs of verbs, of adverbs, and of adjectives that no noun follows."""
    text, words = tagged
    found = list(_spans(phrases_of(tagged), PHRASE))
    taken = [(one.start, one.end) for one in found]
    last = ""
    for start, end, tag in words if which == "every" else ():
        if tag not in _OTHERS or any(a <= start < b for a, b in taken):
            last = ""
        elif tag == last and text[found[-1].end : start].isspace():
            found[-1] = found[-1]._replace(end=end)
        else:
            found.append(Span(start, end, _OTHERS[tag]))
            last = tag
    return tuple(sorted(found))


def substituted(
    given: Sequence[Tagged], which: str, share: float, candidates: int, seed: int
) -> list[Tagged]:
    """A substituted phrase brings its own parts of speech along."""
    own = {one: Category(one, None, "quasi", "") for one in (PHRASE, *_OTHERS.values())}
    known = {**categories(), **own}
    rule = {"strategy": "distort", "source": "corpus", "candidates": candidates, "see": "all"}
    chance = {} if share == 1.0 else {"p": share}
    policy = with_rule(Policy("phrases", known=known, leak_check=False), {**rule, **chance})
    documents = [
        Document(str(at), one[0], "en", annotations=kinds_of(one, which))
        for at, one in enumerate(given)
    ]
    bank = {
        one[0][span.start : span.end].lower(): [
            tag for left, _, tag in one[1] if span.start <= left < span.end
        ]
        for one in given
        for span in kinds_of(one, which)
    }
    results = build(policy).run(documents, seed_key(seed), st.workers())
    return [_retagged(one, result.edits, bank) for one, result in zip(given, results, strict=True)]


def _spans(places: Sequence[tuple[int, int]], label: str) -> tuple[Span, ...]:
    return tuple(Span(start, end, label) for start, end in places)


def _retagged(one: Tagged, edits: Sequence[Edit], bank: Mapping[str, list[str]]) -> Tagged:
    text, words = one
    found: list[tuple[str, str]] = []
    cursor = 0
    for edit in sorted(edits):
        span = edit.entity.span
        found += ((text[a:b], tag) for a, b, tag in words if cursor <= a < span.start)
        if edit.kept:
            found += ((text[a:b], tag) for a, b, tag in words if span.start <= a < span.end)
        else:
            said = edit.surrogate.split()
            tags = bank.get(edit.surrogate.lower(), [])
            tags = tags if len(tags) == len(said) else ["NOUN"] * len(said)
            found += zip(said, tags, strict=True)
        cursor = span.end
    found += ((text[a:b], tag) for a, b, tag in words if cursor <= a)
    return _joined(found)


def _sample(given: Sequence[Tagged], task: str) -> Sample:
    documents = []
    for at, (text, words) in enumerate(given):
        if task == "tagging":
            spans = tuple(Span(*word) for word in words)
        else:
            spans = _spans(phrases_of((text, words)), "NP")
        documents.append(Document(str(at), text, "en", annotations=spans))
    return Sample(tuple(documents), ((),) * len(documents))


def phrase_part(settings: Mapping[str, Any]) -> dict[str, Any]:
    of = settings["phrases"]
    train, test = sentences(of["path"], of["most"]), sentences(of["test"], of["most_test"])
    texts = {"unprotected": train}
    for name, (which, share) in of["rows"].items():
        texts[name] = substituted(train, which, share, of["candidates"], settings["seeds"][0])
        print(f"phrases, {name}", flush=True)
    learn = Settings(iterations=settings["iterations"])
    rows: dict[str, Any] = {name: {} for name in texts}
    for task in ("tagging", "chunking"):
        cells: dict[str, Floats] = {
            name: linear(NER, _sample(shown, task), 0, learn)(_sample(test, task))
            for name, shown in texts.items()
        }
        for name, found in cells.items():
            metric = NER.metrics[0]
            gain = differences(
                [found],
                [cells["unprotected"]],
                [metric],
                rounds=settings["rounds"],
                seed=0,
                alpha=settings["alpha"],
            )[metric.name]
            rows[name][task] = {
                "mean": round(score([found], metric).mean, 5),
                "value": gain.value,
                "interval": [gain.low, gain.high],
            }
    return {"train": len(train), "test": len(test), "rows": rows}
