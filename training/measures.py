"""What is measured of the shipped models, each on text that was never trained on."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy import stats

import text
from corpora import as_it_is, natural, sentences
from scoring import Floats, Mark, as_marks, counts, entity_scores, gold_marks, share
from scoring import agreement as agreed
from understudy.core.categories import ancestors, categories, label_maps
from understudy.core.types import Document
from understudy.encoder import Encoder
from understudy.encoder.pieces import MASK, NEWLINE, lowered

NAMED = ("PERSON", "LOCATION", "ORGANIZATION")
PREDICTED = {**{name: name for name in NAMED}, "STREET_ADDRESS": "LOCATION"}
"""These corpora have one label for places, so an address counts as one."""
_CONLL = {"PER": "PERSON", "LOC": "LOCATION", "ORG": "ORGANIZATION"}
_WNUT = {
    "person": "PERSON",
    "location": "LOCATION",
    "group": "ORGANIZATION",
    "corporation": "ORGANIZATION",
}
_GUM = {"person": "PERSON", "place": "LOCATION", "organization": "ORGANIZATION"}
ENTITIES = {
    "uner-ewt": ("ner/uner-en/en_ewt-ud-test.conll", _CONLL),
    "uner-pud": ("ner/uner-en/en_pud-ud-test.conll", _CONLL),
    "wikigold": ("ner/wikigold/all.conll", _CONLL),
    "wnut17": ("ner/wnut17/test.conll", _WNUT),
    "btc": ("ner/btc/test.conll", _CONLL),
    "gum": ("ner/gum/test.conll", _GUM),
    "europarl-en": ("ner/europarl-en/test.conll", _CONLL),
    "wikiann-en": ("ner/wikiann-en/test.conll.xz", _CONLL),
    "cess-es": ("ner/cess-es/test.conll", _CONLL),
    "europarl-es": ("ner/europarl-es/test.conll", _CONLL),
    "wikiann-es": ("ner/wikiann-es/test.conll.xz", _CONLL),
}
_TRAINED = (
    *(f"ner/uner-en/en_ewt-ud-{part}.conll" for part in ("train", "dev")),
    *("ner/btc/train.conll", "ner/gum/train.conll", "ner/cess-es/train.conll.xz"),
    *(f"ner/wnut17/{part}.conll" for part in ("train", "dev")),
    *(
        f"ner/wikiann-{tongue}/{part}.conll.xz"
        for tongue in ("en", "es")
        for part in ("train", "val")
    ),
)
SLOTS = {"snips": "snips", "atis": "atis", "tod-en": "tod", "tod-es": "tod"}
KINDS = ("PERSON", "LOCATION", "ORGANIZATION", "DATE_TIME")
_WINDOW = 256
_HIDDEN = 0.15
_CHUNK = 1000
_PART = 64


class Tagged(NamedTuple):
    """A sentence: its text, where its tokens lie, and what people marked there."""

    text: str
    places: list[tuple[int, int]]
    gold: set[Mark]
    repeated: bool
    """Whether its words are also a sentence that was trained on."""


def _key(words: Iterable[str]) -> str:
    return "".join(words).lower()


def _trained(data: Path) -> set[str]:
    return {_key(word for word, _ in one) for name in _TRAINED for one in sentences(data / name)}


def spans_of(encoder: Encoder, texts: Sequence[str]) -> Iterator[list[tuple[int, int, str]]]:
    for begin in range(0, len(texts), _CHUNK):
        documents = [Document(str(at), one) for at, one in enumerate(texts[begin : begin + _CHUNK])]
        for found in encoder.tag(documents):
            yield [(span.start, span.end, span.label) for span in found]


def marks_of(encoder: Encoder, rows: Sequence[Tagged], lower: bool) -> Iterator[set[Mark]]:
    texts = [lowered(row.text) if lower else row.text for row in rows]
    for row, spans in zip(rows, spans_of(encoder, texts), strict=True):
        yield as_marks(row.places, spans, PREDICTED)


def tagged(path: Path, names: Mapping[str, str], spaced: bool, trained: set[str]) -> list[Tagged]:
    rows = []
    for tokens in sentences(path):
        words = [word for word, _ in tokens]
        joined, places = (as_it_is if spaced else natural)(words)
        gold = gold_marks([tag for _, tag in tokens], names)
        rows.append(Tagged(joined, places, gold, _key(words) in trained))
    return rows


WAYS = (
    ("full", "natural", "cased"),
    ("full", "natural", "lower"),
    ("fast", "natural", "cased"),
    ("fast", "natural", "lower"),
    ("full", "spaced", "cased"),
)
"""Model, joining of tokens and letter case of each pass over a corpus."""


def entities(data: Path, encoders: Mapping[str, Encoder]) -> dict[str, Any]:
    """Exact spans of people, places and organisations."""
    trained = _trained(data)
    found: dict[str, Any] = {}
    for corpus, (name, names) in ENTITIES.items():
        for model, spacing, case in (way for way in WAYS if way[0] in encoders):
            rows = tagged(data / name, names, spacing == "spaced", trained)
            fresh = np.array([not row.repeated for row in rows])
            marks = marks_of(encoders[model], rows, case == "lower")
            table = np.stack(
                [counts(one, row.gold, NAMED) for one, row in zip(marks, rows, strict=True)]
            )
            scores = entity_scores(table, NAMED)
            scores["repeated"] = int((~fresh).sum())
            scores["f1_without_repeated"] = entity_scores(table[fresh], NAMED)["f1"]
            ways = found.setdefault(model, {}).setdefault(corpus, {})
            ways.setdefault(spacing, {})[case] = scores
    return found


def _stream(encoder: Encoder, lines: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """The held-out paragraphs as one stream, a newline after each, cut into whole windows."""
    read = encoder.pieces(lines)
    ids = np.concatenate([part for one in read for part in (one.ids, [NEWLINE])]).astype(np.int32)
    cases = np.concatenate([part for one in read for part in (one.cases, [1])]).astype(np.int8)
    rows = len(ids) // _WINDOW
    return ids[: rows * _WINDOW].reshape(rows, -1), cases[: rows * _WINDOW].reshape(rows, -1)


def _guessed(encoder: Encoder, states: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Whether the likeliest piece is the one wanted, and the surprise at it."""
    logits = states @ encoder._unembedding + encoder.weights.heads["offset"]
    top = logits.max(-1)
    at = logits[np.arange(len(wanted)), wanted]
    surprise = np.log(np.exp(logits - top[:, None]).sum(-1)) + top - at
    return np.stack((logits.argmax(-1) == wanted, surprise), -1)


def masked(data: Path, encoders: Mapping[str, Encoder]) -> dict[str, Any]:
    """Hidden single pieces: the accuracy of the likeliest, and the perplexity."""
    encoder, found = encoders["full"], {}
    for language, name in zip(("en", "es"), text.MEASURED, strict=True):
        _, held = text.split(text.paragraphs(data, name), name)
        ids, cases = _stream(encoder, held)
        draw = np.random.default_rng(7)
        count = round(_WINDOW * _HIDDEN)
        places = draw.random(ids.shape).argsort(1)[:, :count]
        hidden, shown = ids.copy(), cases.copy()
        np.put_along_axis(hidden, places, MASK, 1)
        np.put_along_axis(shown, places, 0, 1)
        sums = []
        for at in range(0, len(ids), _PART):
            part = slice(at, at + _PART)
            states = encoder._body.states(list(zip(hidden[part], shown[part], strict=True)))
            taken = np.concatenate(
                [one[place] for one, place in zip(states, places[part], strict=True)]
            )
            wanted = np.take_along_axis(ids[part], places[part], 1).ravel()
            sums.append(_guessed(encoder, taken, wanted).reshape(-1, count, 2).sum(1))
        per_window = np.concatenate(sums)
        ones = np.full((len(per_window), 1), count)
        found[language] = {
            "text": f"last hundredth of {name}",
            "windows": len(ids),
            "accuracy": share(np.hstack((per_window[:, :1], ones))),
            "perplexity": round(float(np.exp(per_window[:, 1].sum() / ones.sum())), 3),
        }
    return found


def speech(data: Path, encoders: Mapping[str, Encoder]) -> dict[str, Any]:
    """Universal parts of speech, read at the first piece of each word."""
    encoder, found = encoders["full"], {}
    heads, names = encoder.weights.heads, encoder.weights.card["pos"]
    for language, name in (("en", "en-ewt"), ("es", "es-gsd")):
        rows = list(sentences(data / f"upos/{name}/test.conll"))
        for case in ("cased", "lower"):
            joined = [as_it_is([word for word, _ in row]) for row in rows]
            read = encoder.pieces([lowered(one) if case == "lower" else one for one, _ in joined])
            table = []
            for row, (_, places), pieces, states in zip(
                rows, joined, read, encoder.states(read), strict=True
            ):
                at = np.searchsorted(pieces.ends, [start for start, _ in places], side="right")
                best = (states @ heads["pos"] + heads["pos_offset"]).argmax(-1)[at]
                hits = sum(names[one] == tag for one, (_, tag) in zip(best, row, strict=True))
                table.append((hits, len(row)))
            found.setdefault(language, {})[case] = share(np.array(table, dtype=float))
    return found


def likeness(data: Path, encoders: Mapping[str, Encoder]) -> dict[str, Any]:
    """How sentence vectors agree with people about the likeness of sentences."""
    encoder, found = encoders["full"], {}
    for language in ("en", "es"):
        with (data / f"similarity/stsb/stsb-{language}-test.csv").open(encoding="utf-8") as source:
            rows = list(csv.reader(source))
        one, other = (encoder.vectors([row[side] for row in rows]) for side in (0, 1))
        cosine = (one * other).sum(-1).astype(float)
        said = np.array([float(row[2]) for row in rows])
        found[language] = {
            "pearson": agreed(cosine, said, lambda a, b: float(stats.pearsonr(a, b)[0])),
            "spearman": agreed(cosine, said, lambda a, b: float(stats.spearmanr(a, b)[0])),
        }
    return found


def kind_of(category: str) -> str | None:
    """The kind among ``KINDS`` that a category belongs to."""
    return next((name for name in ancestors(category, categories()) if name in KINDS), None)


_POINTING = frozenset(("my", "our", "your", "this", "me", "here"))
"""Slots of one of these words name nobody and no place."""


def _slot_rows(path: Path, scheme: str) -> Iterator[tuple[str, list[tuple[int, int]], set[Mark]]]:
    labels = label_maps()[scheme]
    names = {label: kind for label in labels if (kind := kind_of(labels[label]))}
    for line in path.read_text("utf-8").splitlines():
        _, said, tags = line.split("\t")[:3]
        joined, places = as_it_is(said.split())
        yield joined, places, gold_marks(tags.split(), names)


def hits(gold: set[Mark], marked: set[Mark]) -> Floats:
    """Per kind: slots found as that kind, slots found at all, slots."""
    table = np.zeros((len(KINDS), 3))
    for slot in gold:
        over = [one.label for one in marked if one.first < slot.last and slot.first < one.last]
        table[KINDS.index(slot.label)] += (slot.label in over, bool(over), 1)
    return table


def _naming(said: str, gold: set[Mark]) -> set[Mark]:
    words = said.split()
    return {slot for slot in gold if not _POINTING.issuperset(words[slot.first : slot.last])}


def _recalls(table: Floats) -> dict[str, Any]:
    """Recall by kind: found as that kind, and found with any label."""
    found = {
        kind: {
            **share(table[:, at][:, [0, 2]]),
            "any_label": share(table[:, at][:, [1, 2]])["value"],
        }
        for at, kind in enumerate(KINDS)
        if table[:, at, 2].sum()
    }
    every = table.sum(1)
    any_label = share(every[:, [1, 2]])["value"]
    return {"all": {**share(every[:, [0, 2]]), "any_label": any_label}, **found}


def slots(data: Path, encoders: Mapping[str, Encoder]) -> dict[str, Any]:
    """Slots of requests in lower case, found where a mark of their kind overlaps them."""
    found: dict[str, Any] = {}
    for corpus, scheme in SLOTS.items():
        rows = list(_slot_rows(data / f"intent/{corpus}/test.tsv", scheme))
        for model, encoder in encoders.items():
            names = {
                tag[2:]: kind_of(tag[2:]) or tag[2:] for tag in encoder.weights.card["classes"]
            }
            spans = list(spans_of(encoder, [lowered(row[0]) for row in rows]))
            every, naming = (
                np.stack(
                    [
                        hits(chosen(said, gold), as_marks(places, one, names))
                        for (said, places, gold), one in zip(rows, spans, strict=True)
                    ]
                )
                for chosen in (lambda _, gold: gold, _naming)
            )
            found.setdefault(model, {})[corpus] = {
                **_recalls(every),
                "naming": _recalls(naming)["all"],
            }
    return found
