"""Readers of the newer corpora: their training parts, by the schemes of `schemes.toml`.

No test part is opened, nor any of europarl, which are tests altogether.
"""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from corpora import HANDLE, Token, as_it_is, lines_of, natural, sentences, trimmed, unasked
from schemes import SCHEMES, Scheme
from tagset import ALL, ANYTHING, WHEN, Example, Label, Span, bare

_OFFICE = re.compile(
    r"(?:Prime|President|Chancellor|King|Queen|Emperor|General|Field|Marshal|Minister|Secretary"
    r"|Chief|Grand|Governor|Justice|Major|Archduke|Tsar|Kaiser|Admiral|Pope|Foreign|Labour"
    r"|Conservative|Mayor|Senator|Count|Baron|Prince|Princess|Duke)\b"
)
_FRAMED = re.compile(r"\b(?:my|name|it'?s|it is|yes|no|sorry|postcode|post|code|is|date|birth)\b")
_BARE = (lambda text: text, lambda text: f"I live at {text}.", lambda text: f"Ship it to {text}")
Join = Callable[[Sequence[str]], tuple[str, list[tuple[int, int]]]]


def runs(tokens: Sequence[Token], scheme: Scheme) -> list[tuple[int, int, Label]]:
    """Runs of tokens with their tags."""
    found: list[tuple[int, int, Label]] = []
    for at, (_, tag) in enumerate(tokens):
        if tag == "O":
            continue
        label = scheme.label(tag[2:])
        follows = bool(found) and found[-1][1] == at and found[-1][2] == label
        joins = any(one in scheme.join for one in label)
        if follows and (tag.startswith("I-") or joins):
            found[-1] = (found[-1][0], at + 1, label)
        else:
            found.append((at, at + 1, label))
    return [run for run in found if run[2] != ("O",)]


def read(
    corpus: str, language: str, tokens: Sequence[Token], scheme: Scheme, join: Join = natural
) -> Example:
    text, places = join([token for token, _ in tokens])
    spans = [(places[a][0], places[b - 1][1], tags) for a, b, tags in runs(tokens, scheme)]
    return kept(Example(corpus, language, text, tuple(spans), scheme.known), scheme)


def kept(example: Example, scheme: Scheme | None = None) -> Example:
    """Less what our tags leave outside: blanks, titles, and articles where a corpus marks them."""
    text, language = example.text, example.language
    spans: Iterable[Span] = (
        _stripped(text, span) for span in example.spans if text[span[0] : span[1]].strip()
    )
    if scheme and scheme.articles:
        spans = (bare(text, span) for span in spans)
    spans = (trimmed(text, span, language) for span in spans)
    return example._replace(spans=tuple(span for span in spans if span))


def _stripped(text: str, span: Span) -> Span:
    start, end, tags = span
    value = text[start:end]
    start += len(value) - len(value.lstrip())
    return start, start + len(value.strip()), tags


def rows(corpus: str, language: str, path: Path, scheme: Scheme) -> Iterator[Example]:
    """A file of one row of JSON a line: text and spans by character."""
    for line in lines_of(path):
        row = json.loads(line)
        spans = sorted(
            (mark["start"], mark["end"], scheme.label(mark["label"])) for mark in row["spans"]
        )
        clear = [span for span in spans if span[2] != ("O",)]
        found = Example(
            corpus, language, row["text"], tuple(joined(row["text"], clear, scheme)), scheme.known
        )
        yield kept(found)


def joined(text: str, spans: Iterable[Span], scheme: Scheme) -> list[Span]:
    """Disjoint spans; neighbours of a tag that joins are one."""
    done: list[Span] = []
    for start, end, label in spans:
        if done and start < done[-1][1]:
            continue
        near = bool(done) and not text[done[-1][1] : start].strip()
        if near and done[-1][2] == label and any(tag in scheme.join for tag in label):
            done[-1] = (done[-1][0], end, label)
        else:
            done.append((start, end, label))
    return done


def _conll(data: Path, corpus: str, language: str, scheme: str, *paths: str) -> Iterator[Example]:
    for path in paths:
        for tokens in sentences(data / path):
            yield read(corpus, language, tokens, SCHEMES[scheme])


def ewt(data: Path) -> Iterator[Example]:
    """Web text, mail, reviews."""
    yield from _conll(data, "ewt", "en", "ewt", "ner/uner-en/en_ewt-ud-train-oth.conll")
    yield from _conll(data, "ewt", "en", "ewt", "ner/uner-en/en_ewt-ud-dev.conll")


def btc(data: Path) -> Iterator[Example]:
    """Tweets; handles bear the tag of whom they name."""
    yield from _conll(data, "btc", "en", "btc", "ner/btc/train.conll")


def cess(data: Path) -> Iterator[Example]:
    yield from _conll(data, "cess-es", "es", "cess", "ner/cess-es/train.conll.xz")


def xlime(data: Path) -> Iterator[Example]:
    """Spanish tweets, whose handles the authors replaced."""
    for example in _conll(data, "xlime-es", "es", "xlime", "ner/xlime-es/all.conll"):
        yield unasked(example, HANDLE)


def gum(data: Path) -> Iterator[Example]:
    """Six genres. A country that acts is an organisation there, and a place here."""
    found = list(_conll(data, "gum", "en", "gum", "ner/gum/train.conll"))
    places = {
        one.text[start:end] for one in found for start, end, tags in one.spans if "LOCATION" in tags
    }
    for one in found:
        spans = (
            (start, end, ("LOCATION", "ORGANIZATION"))
            if tags == ("ORGANIZATION",) and one.text[start:end] in places
            else (start, end, tags)
            for start, end, tags in one.spans
        )
        yield one._replace(spans=tuple(spans))


def litbank(data: Path) -> Iterator[Example]:
    yield from _conll(data, "litbank", "en", "litbank", "ner/litbank/all.conll.xz")


def crossner(data: Path) -> Iterator[Example]:
    domains = ("ai", "literature", "music", "politics", "science")
    paths = [f"ner/crossner/{name}/{part}.conll" for name in domains for part in ("train", "dev")]
    yield from _conll(data, "crossner", "en", "crossner", *paths)


def grobid(data: Path) -> Iterator[Example]:
    """Wikipedia and archives. People bear their offices there: such spans say nothing."""
    for one in rows("grobid", "en", data / "ner/grobid-en/all.jsonl.xz", SCHEMES["grobid"]):
        spans = (
            (start, end, ANYTHING)
            if "PERSON" in tags and _OFFICE.match(one.text, start)
            else (start, end, tags)
            for start, end, tags in one.spans
        )
        yield one._replace(spans=tuple(spans))


def earnings(data: Path) -> Iterator[Example]:
    yield from _conll(data, "earnings21", "en", "ontonotes", "ner/earnings21/train.conll.xz")


def silver(path: Path) -> Iterator[Example]:
    """What `silver.py` wrote, if it was run."""
    scheme = SCHEMES["ontonotes"]
    for line in lines_of(path) if path.exists() else ():
        row = json.loads(line)
        spans = tuple((start, end, scheme.label(label)) for start, end, label in row["spans"])
        yield kept(Example("silver", "en", row["text"], spans, scheme.known), scheme)


def professions(data: Path) -> Iterator[Example]:
    """Spanish occupations in tweets and clinical cases; of the latter few that mark nothing."""
    scheme, draw = SCHEMES["professions"], random.Random(3)
    for one in rows("profner-es", "es", data / "deid/profner-es/train.jsonl.xz", scheme):
        yield unasked(one, HANDLE)
    for one in _conll(
        data, "meddoprof-es", "es", "professions", "deid/meddoprof-es/train.conll.xz"
    ):
        if one.spans or draw.random() < 0.1:
            yield one


def meddoplace(data: Path) -> Iterator[Example]:
    path = data / "deid/meddoplace-es/train.jsonl.xz"
    for one in rows("meddoplace-es", "es", path, SCHEMES["meddoplace"]):
        lead = len(one.text) - len(one.text.lstrip())
        spans = tuple((start - lead, end - lead, tags) for start, end, tags in one.spans)
        yield one._replace(text=one.text.strip(), spans=spans)


def _turns(path: Path) -> Iterator[tuple[str, list[Token]]]:
    seen: set[str] = set()
    for line in lines_of(path):
        intent, text, tags = line.rstrip("\n").split("\t")[:3]
        if text not in seen:
            seen.add(text)
            yield intent, list(zip(text.split(), tags.split(), strict=True))


def multidogo(data: Path, limit: int, seed: int) -> Iterator[Example]:
    """Support chats. A domain marks the slots that it asks for, and is silent about all others."""
    scheme = SCHEMES["multidogo"]
    turns = list(_turns(data / "intent/multidogo-en/train.tsv.xz"))
    asked: dict[str, set[str]] = defaultdict(set)
    for intent, tokens in turns:
        for _, tag in tokens:
            label = scheme.label(tag[2:]) if tag != "O" else ()
            asked[intent.split(":")[0]].update(label if len(label) == 1 else ())
    known = {domain: frozenset(tags) & ALL for domain, tags in asked.items()}
    draw = random.Random(seed)
    slotted = [turn for turn in turns if any(tag != "O" for _, tag in turn[1])]
    plain = [turn for turn in turns if all(tag == "O" for _, tag in turn[1])]
    chosen = draw.sample(slotted, min(limit * 2 // 3, len(slotted)))
    chosen += draw.sample(plain, min(limit - len(chosen), len(plain)))
    for intent, tokens in chosen:
        one = read("multidogo", "en", tokens, scheme, as_it_is)
        yield one._replace(known=known[intent.split(":")[0]])


def requests(data: Path) -> Iterator[Example]:
    """Bookings, banking and voice commands."""
    folder = data / "intent"
    path = folder / "restaurant8k-en/train.jsonl.xz"
    yield from rows("restaurant8k", "en", path, SCHEMES["restaurant8k"])
    for part in ("train", "valid"):
        yield from rows("nlupp", "en", folder / f"nlupp-en/{part}.jsonl", SCHEMES["nlupp"])
    for at, (_, tokens) in enumerate(_turns(folder / "slurp-en/devel.tsv")):
        yield read("slurp", "en", tokens, SCHEMES["slurp"], as_it_is if at % 2 else natural)


def answers(data: Path, limit: int, seed: int) -> Iterator[Example]:
    """Recognised answers that are a name, a postcode or a date of birth from end to end."""
    tags = {"name": "PERSON", "postcode": "POSTAL_CODE", "dob": "DATE"}
    found: dict[str, Example] = {}
    for line in lines_of(data / "deid/evi-en/all.jsonl.xz"):
        row = json.loads(line)
        text = row["text"].strip()
        if text and not _FRAMED.search(text.lower()):
            span = (0, len(text), (tags[row["item"]],))
            found[text] = kept(Example("evi", "en", text, (span,), ALL))
    yield from random.Random(seed).sample(list(found.values()), min(limit, len(found)))


def addresses(data: Path, seed: int) -> Iterator[Example]:
    """American addresses, as a line of their own or at the end of a sentence."""
    scheme, draw = SCHEMES["usaddress"], random.Random(seed)
    for tokens in sentences(data / "address/usaddress/train-manual.conll"):
        yield read("addresses", "en", tokens, scheme)
    for line in list(lines_of(data / "address/rrad-us/addresses.tsv"))[1:]:
        street, unit, city, state, code = line.rstrip("\n").split("\t")
        parts = (
            (f"{street} {unit}".strip(), "STREET_ADDRESS"),
            (city, "LOCATION"),
            (state, "LOCATION"),
            (code, "POSTAL_CODE"),
        )
        text, spans = "", []
        for value, tag in parts:
            glue = "" if not text else " " if tag == "POSTAL_CODE" else ", "
            spans.append((len(text + glue), len(text + glue + value), (tag,)))
            text += glue + value
        whole = draw.choice(_BARE)(text)
        shift = whole.index(text)
        moved = tuple((a + shift, b + shift, tags) for a, b, tags in spans if b > a)
        yield Example("addresses", "en", whole, moved, ALL)


def times(data: Path, language: str) -> Iterator[Example]:
    """Sentences and phrases of two parsers of dates, times, amounts and the like."""
    whole = SCHEMES["recognizers"]
    own = {
        "datetime": {"DATE", "TIME"},
        "age": {"AGE"},
        "currency": {"AMOUNT"},
        "phone": {"PHONE_NUMBER"},
        "email": {"EMAIL_ADDRESS"},
        "url": {"URL"},
        "ip": set(),
        "dimension": set(),
    }
    for name, tags in own.items():
        path = data / f"datetime/recognizers-{language}/{name}.jsonl"
        scheme = whole._replace(known=frozenset(tags))
        if path.exists():
            yield from rows(f"recognizers-{language}", language, path, scheme)
    kinds = {"Time": WHEN, "AmountOfMoney": ("AMOUNT",)}
    for line in lines_of(data / f"datetime/duckling-{language}/phrases.tsv"):
        kind, _, phrase = line.rstrip("\n").split("\t")[:3]
        text = phrase.strip()
        if kind in kinds and text:
            one = Example(
                f"duckling-{language}", language, text, ((0, len(text), kinds[kind]),), ALL
            )
            yield kept(one)
