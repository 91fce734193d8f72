"""Readers of the labelled corpora: their training parts, as natural text with character spans.

No official test part is opened but those of echr-es, whose sentences are named there so that none
of them is trained on: the three variants of that corpus share sentences.
"""

from __future__ import annotations

import json
import lzma
import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, islice, pairwise
from pathlib import Path

from tagset import ANYTHING, KNOWN, LEAD, NOTHING, TRAIT, Example, Label, Span, meaning

_TIGHT_LEFT = re.compile(r"[,.;:!?)\]}%…»”]+|n['’]t|['’](?:s|m|re|ve|ll|d)", re.I)
_TIGHT_RIGHT = frozenset("([{¿¡#$€£«“")
_MARKUP = frozenset(("''", "'''", "''''", "'''''", "``", "**", "*", "-LRB-", "-RRB-"))
_TITLE = re.compile(
    r"(?:(?:Sres|Sras|Sra|Sr|Dra|Dr|Mr|Mrs|Ms|Dña|Srta|Prof|Rev|Capt)\s*\.\s*"
    r"|(?:Mr|Mrs|Ms|Dr|Miss|Sir|Lady|Lord|Captain|Professor|Madame|Monsieur)\s+)+"
)
_POSSESSIVE = re.compile(r"\s*(?:'s|’s| s)$", re.I)
_WORDS = 150
HANDLE = re.compile(r"@\w{2,}")
_NAMING = frozenset(("PROPN", "X", "SYM", "NUM"))
_JOINING = frozenset(("ADP", "DET", "CCONJ", "PUNCT", "PART"))

Token = tuple[str, str]


def lines_of(path: Path) -> Iterator[str]:
    if path.suffix == ".xz":
        with lzma.open(path, "rt", encoding="utf-8") as stream:
            yield from stream
    else:
        with path.open(encoding="utf-8") as stream:
            yield from stream


def sentences(path: Path) -> Iterator[list[Token]]:
    """The sentences of a file of one token and one tag a line."""
    rows = (line.rstrip("\n").replace("\t", " ") for line in lines_of(path))
    for filled, group in groupby(rows, key=lambda row: bool(row.strip())):
        if filled:
            pairs = (row.rsplit(" ", 1) for row in group)
            yield [(pair[0], pair[1]) for pair in pairs if len(pair) == 2 and pair[0].strip()]


def natural(tokens: Sequence[str]) -> tuple[str, list[tuple[int, int]]]:
    """The tokens as people write them, and where each lies."""
    text, places, before, quoted = "", [], "", False
    for word in tokens:
        closing = word == '"' and quoted
        glued = (
            _TIGHT_LEFT.fullmatch(word) is not None
            or closing
            or before in _TIGHT_RIGHT
            or (before == '"' and quoted)
            or "/" in (word, before)
            or (before in (".", ":") and word.isdigit() and text[: -len(before)][-1:].isdigit())
        )
        if text and not glued:
            text += " "
        places.append((len(text), len(text) + len(word)))
        text += word
        if word == '"':
            quoted = not quoted
        before = "" if closing else word
    return text, places


def as_it_is(tokens: Sequence[str]) -> tuple[str, list[tuple[int, int]]]:
    ends, places = 0, []
    for token in tokens:
        places.append((ends, ends + len(token)))
        ends += len(token) + 1
    return " ".join(tokens), places


def labelled(tokens: Sequence[Token], scheme: str) -> list[tuple[int, int, Label]]:
    """Runs of tokens with their tags."""
    runs: list[tuple[int, int, Label]] = []
    for at, (_, tag) in enumerate(tokens):
        if tag == "O":
            continue
        tags = meaning(scheme, tag[2:])
        adjoins = bool(runs) and runs[-1][1] == at and runs[-1][2] == tags
        if adjoins and tag.startswith("I-"):
            runs[-1] = (runs[-1][0], at + 1, tags)
        else:
            runs.append((at, at + 1, tags))
    return [run for run in runs if run[2] != NOTHING]


def trimmed(text: str, span: Span, language: str) -> Span | None:
    """Less the titles, articles, prepositions and possessives that our tags leave outside."""
    start, end, tags = span
    if tags == ("PERSON",):
        found = _TITLE.match(text, start, end)
        start = found.end() if found else start
    if set(tags) <= {"DATE", "TIME"}:
        found = LEAD[language].match(text, start, end)
        start = found.end() if found else start
        end = start + len(text[start:end].rstrip(" ?!,;"))
        end -= 2 if text[start:end].endswith(" .") else 0
    if "PERSON" in tags:
        end -= len(text[start:end]) - len(_POSSESSIVE.sub("", text[start:end]))
    return (start, end, tags) if start < end and text[start:end].strip() else None


def parted(text: str, span: Span) -> list[Span]:
    """A town and its state are two places."""
    start, end, tags = span
    comma = re.compile(r"(?<=\w)\s*,\s+(?=\w)").search(text, start, end)
    if tags != ("LOCATION",) or comma is None:
        return [span]
    return [(start, comma.start(), tags), *parted(text, (comma.end(), end, tags))]


def example(
    corpus: str,
    language: str,
    tokens: Sequence[Token],
    scheme: str,
    known: frozenset[str],
    joined: Callable[[Sequence[str]], tuple[str, list[tuple[int, int]]]] = natural,
) -> Example:
    text, places = joined([token for token, _ in tokens])
    runs = labelled(tokens, scheme)
    spans = (trimmed(text, (places[a][0], places[b - 1][1], tags), language) for a, b, tags in runs)
    kept = [span for span in spans if span]
    if scheme == "tod":
        kept = [part for span in kept for part in parted(text, span)]
    return Example(corpus, language, text, tuple(kept), known)


def unasked(example: Example, where: re.Pattern[str]) -> Example:
    """Unmarked stretches that a corpus treats in its own way are left out of the loss."""
    spans = list(example.spans)
    for found in where.finditer(example.text):
        if all(found.end() <= start or end <= found.start() for start, end, _ in spans):
            spans.append((found.start(), found.end(), ANYTHING))
    return example._replace(spans=tuple(sorted(spans)))


def wnut(data: Path) -> Iterator[Example]:
    """User text; a handle is nobody there, and someone in other corpora of tweets."""
    for part in ("train", "dev"):
        for tokens in sentences(data / f"ner/wnut17/{part}.conll"):
            yield unasked(example("wnut17", "en", tokens, "wnut", KNOWN["wnut"]), HANDLE)


def proper(data: Path, language: str) -> Iterator[Example]:
    """Sentences in which people marked proper nouns: there are no names outside them.

    What a proper noun names is not said; words that join two of them may belong to a name.
    """
    path = {"en": "en-ewt/train", "es": "es-gsd/dev"}[language]
    for tokens in sentences(data / f"upos/{path}.conll"):
        text, places = natural([word for word, _ in tokens])
        named = [tag in _NAMING for _, tag in tokens]
        for at in range(1, len(tokens) - 1):
            joins = tokens[at][1] in _JOINING and named[at - 1]
            named[at] |= joins and any(named[at + 1 : at + 3])
        spans = tuple(
            (*place, ANYTHING) for place, is_named in zip(places, named, strict=True) if is_named
        )
        yield Example(f"proper-{language}", language, text, spans, KNOWN["proper"])


def wikiann(data: Path, language: str) -> Iterator[Example]:
    seen: set[str] = set()
    for part in ("train", "val"):
        for tokens in sentences(data / f"ner/wikiann-{language}/{part}.conll.xz"):
            kept = [pair for pair in tokens if pair[0] not in _MARKUP]
            words = _words(kept)
            if words and words not in seen and len(kept) <= _WORDS:
                seen.add(words)
                corpus = f"wikiann-{language}"
                yield example(corpus, language, kept, "conll", KNOWN["wikiann"])


def meddocan(data: Path) -> Iterator[Example]:
    for part in ("train", "dev"):
        for path in sorted((data / f"deid/meddocan/{part}/brat").glob("*.txt")):
            # Offsets count characters as the file has them: no newline is translated.
            text = path.read_bytes().decode("utf-8")
            marks = path.with_suffix(".ann").read_text(encoding="utf-8").splitlines()
            yield from _blocks(text, _disjoint(_mark(text, line) for line in marks))


def _mark(text: str, line: str) -> Span:
    label, start, end = line.split("\t")[1].split()[:3]
    tags = meaning("meddocan", label)
    value = text[int(start) : int(end)]
    if label == "TERRITORIO" and any(sign.isdigit() for sign in value):
        tags = ("POSTAL_CODE",)
    if tags in {("ID",), ("AGE",)} and not any(sign.isalnum() for sign in value):
        tags = ANYTHING
    if tags == ("ID",) and not any(sign.isdigit() for sign in value):
        tags = ANYTHING
    return int(start), int(end), tags


def _disjoint(spans: Iterable[Span]) -> list[Span]:
    """The longer one of any two that overlap."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda one: one[0] - one[1]):
        if span[2] and all(span[1] <= other[0] or other[1] <= span[0] for other in kept):
            kept.append(span)
    return sorted(kept)


def _blocks(text: str, spans: Sequence[Span]) -> Iterator[Example]:
    """Groups of whole lines of about 150 words at most; no span is cut."""
    cuts, words, start = [0], 0, 0
    inside = [(a, b) for a, b, _ in spans]
    for found in re.finditer(r"\n|(?<=[.;]) (?=[A-ZÁÉÍÓÚ])|\Z", text):
        words += len(text[start : found.end()].split())
        start = found.end()
        far = words > _WORDS or (text[found.start() : found.end()] == "\n" and words > _WORDS // 2)
        if far and not any(a < found.end() and found.start() < b for a, b in inside):
            cuts.append(found.end())
            words = 0
    if cuts[-1] < len(text):
        cuts.append(len(text))
    for a, b in pairwise(cuts):
        chosen = tuple((s - a, e - a, tags) for s, e, tags in spans if a <= s and e <= b)
        if text[a:b].strip():
            yield Example("meddocan", "es", text[a:b].rstrip(), chosen, KNOWN["meddocan"])


def echr(data: Path) -> Iterator[Example]:
    """The reviewed variant, and the projected one for what no person has looked at.

    The manual variant has the sentences of the reviewed one, with other labels.
    """
    folder = data / "deid/echr-es"
    seen = {
        _words(tokens)
        for variant in ("rev", "manual", "all")
        for tokens in sentences(folder / f"ES-{variant}-test.tsv")
    }
    for variant, known in (("rev", "echr"), ("all", "echr-projected")):
        for part in ("train", "dev"):
            for tokens in sentences(folder / f"ES-{variant}-{part}.tsv"):
                words = _words(tokens)
                if words and words not in seen:
                    seen.add(words)
                    found = example(f"echr-{variant}", "es", tokens, "echr", KNOWN[known])
                    yield found._replace(spans=tuple(_sure(found.text, s) for s in found.spans))


def _words(tokens: Sequence[Token]) -> str:
    """A sentence without its spacing and case, which differ between the variants."""
    return "".join("".join(token for token, _ in tokens).lower().split())


def _sure(text: str, span: Span) -> Span:
    """Traits that are whole phrases or numbers say nothing of the kind."""
    value = text[span[0] : span[1]]
    vague = len(value.split()) > 3 or any(sign.isdigit() for sign in value)
    return (span[0], span[1], ANYTHING) if span[2] == TRAIT and vague else span


def _requests(data: Path, corpus: str, scheme: str, language: str) -> Iterator[Example]:
    seen: set[str] = set()
    for part in ("train", "valid"):
        for at, line in enumerate(lines_of(data / f"intent/{corpus}/{part}.tsv")):
            _, text, tags = line.rstrip("\n").split("\t")[:3]
            if text in seen:
                continue
            seen.add(text)
            tokens = list(zip(text.split(), tags.split(), strict=True))
            joined = as_it_is if at % 2 else natural
            yield example(corpus, language, tokens, scheme, KNOWN[scheme], joined)


def snips(data: Path) -> Iterator[Example]:
    for found in _requests(data, "snips", "snips", "en"):
        own = ("my", "our", "your", "this")
        spans = (s for s in found.spans if found.text[s[0] : s[1]].lower() not in own)
        yield found._replace(spans=tuple(spans))


def tod(data: Path, language: str, limit: int | None = None, seed: int = 0) -> Iterator[Example]:
    found = list(_requests(data, f"tod-{language}", "tod", language))
    if limit is not None and limit < len(found):
        found = random.Random(seed).sample(found, limit)
    yield from found


def sgd(data: Path, limit: int, seed: int = 0) -> Iterator[Example]:
    """Turns of dialogues, those with slots first: the others are there as plain talk."""
    seen: set[str] = set()
    slotted: list[Example] = []
    plain: list[Example] = []
    for line in lines_of(data / "acts/sgd/train.jsonl.xz"):
        turn = json.loads(line)
        if turn["text"] in seen:
            continue
        seen.add(turn["text"])
        spans = _disjoint(
            (slot["start"], slot["exclusive_end"], meaning("sgd", slot["slot"]))
            for slot in turn["slots"]
        )
        trim = (trimmed(turn["text"], span, "en") for span in spans)
        parts = tuple(part for span in trim if span for part in parted(turn["text"], span))
        found = Example("sgd", "en", turn["text"], parts, KNOWN["sgd"])
        (slotted if spans else plain).append(found)
    rng = random.Random(seed)
    rng.shuffle(slotted)
    rng.shuffle(plain)
    most = min(len(slotted), limit * 4 // 5)
    yield from slotted[:most]
    yield from islice(plain, limit - most)
