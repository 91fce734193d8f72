"""ES-Port: a JSON file per dialogue, with turns, utterances and labelled words.

The text is the utterances, one per line, with their transcription marks. When words change, so
do the words of the labels, the filtered text (the same words without marks), and events that
repeat them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import NamedTuple

from understudy.core.categories import ancestors, categories, label_maps
from understudy.core.types import Document, Edit, Entity, Span
from understudy.corpus.base import Block, Options, Parts, Patch, Record, Traits
from understudy.corpus.beside import of_row
from understudy.corpus.blocks import (
    BOM,
    Change,
    assemble_in_order,
    decoded,
    join_in_order,
    split_by_file,
    text_patches,
)
from understudy.corpus.compression import stripped
from understudy.corpus.dialogue import Label, Turn, next_place, turns
from understudy.corpus.echoes import Echoes
from understudy.corpus.jsontree import Node, literal_changes, parse, strings
from understudy.corpus.moving import merged, moved_places
from understudy.corpus.pieces import changes_by_piece, compose, segments
from understudy.corpus.spoken import LANGUAGE, SpokenTurn, foreign_words
from understudy.corpus.transcription import EVENT, mirrored, plain

__all__ = ["ESPORT", "Esport"]


class Layout(NamedTuple):
    """The file, its turns, and the strings of which no turn is made."""

    base: int
    """The byte at which the source starts."""
    source: str
    turns: list[Turn]
    outside: list[Node]
    """Strings of the dialogue that belong to no turn."""


@dataclass(frozen=True, slots=True)
class Esport:
    """A JSON file per dialogue of the ES-Port corpus."""

    name: str = "esport"
    suffixes: tuple[str, ...] = (".json",)
    parts: tuple[str, ...] = (".json",)
    traits: Traits = Traits(carries_annotations=True, writes_annotations=True)
    split = split_by_file

    def read(self, block: Block, options: Options) -> Iterator[Record]:
        raw = block.parts[0]
        bom = raw.startswith(BOM)
        source = decoded(raw, block.unit)[1 if bom else 0 :]
        root = parse(source, block.unit)
        found = list(turns(root, source, block.unit))
        utterances = [utterance for turn in found for utterance in turn.utterances]
        texts = [utterance.text for utterance in utterances]
        text, starts = compose(texts) if texts else ("", ())
        speakers = [utterance.speaker for utterance in utterances]
        document = Document(
            _identity(root, block.unit),
            text,
            options.default_language,
            segments=segments(speakers, texts, speakers) if texts else (),
            annotations=tuple(_annotations(found, starts)),
        )
        outside = [
            string
            for key, member in root.value.items()
            if key not in ("turns", "file-id")
            for string in strings(member)
        ]
        yield Record((raw,), document, Layout(len(BOM) if bom else 0, source, found, outside))

    def write(self, record: Record, edits: Sequence[Edit], options: Options) -> tuple[Patch, ...]:
        if record.document is None:
            return ()
        layout: Layout = record.layout
        replaced: list[Change] = []
        pairs = [(edit.original, edit.surrogate) for edit in edits if not edit.kept]
        echoes = Echoes(pairs)
        for turn, changed in _by_turn(layout, edits, record.document.id):
            if any(changed):
                replaced += _turn_changes(layout.source, turn, changed, pairs)
            else:
                for node in turn.others:
                    replaced += literal_changes(layout.source, node, echoes.find(node.value))
        for node in layout.outside:
            replaced += literal_changes(layout.source, node, echoes.find(node.value))
        return text_patches(layout.source, merged(replaced), base=layout.base)

    def beside(self, record: Record, after: Parts, options: Options) -> Iterator[tuple[str, str]]:
        return of_row(after, options)

    def annotate(
        self, record: Record, entities: Sequence[Entity], options: Options
    ) -> tuple[Patch, ...]:
        if record.document is None:
            return ()
        layout: Layout = record.layout
        replaced: list[Change] = []
        limit = 0
        for turn in layout.turns:
            start = limit
            limit += sum(len(utterance.text) + 1 for utterance in turn.utterances)
            inside = [entity for entity in entities if start <= entity.span.start < limit]
            inside.sort(key=lambda entity: entity.span.start)
            labels = [_described(entity, record.document.text) for entity in inside]
            replaced += _relabelled(layout.source, turn, labels)
        return text_patches(layout.source, replaced, base=layout.base)

    def turns_of(self, record: Record) -> Iterator[SpokenTurn]:
        """The turns, with what happens in them. Events stand in the text of an utterance, or
        beside it in the turn, or in both places: the longer list counts."""
        layout: Layout = record.layout
        for turn in layout.turns:
            beside = {
                name: [str(one.value) for one in _listed(turn.node.value.get(name))]
                for name in ("events", "text-events", "language-events")
            }
            said = tuple(utterance.text for utterance in turn.utterances)
            inside = [match[0] for text in said for match in EVENT.finditer(text)]
            switched = [event for event in inside if LANGUAGE in event]
            noted = len(beside["events"]) + len(beside["text-events"])
            switches = max(switched, beside["language-events"], key=len)
            yield SpokenTurn(
                tuple(dict.fromkeys(utterance.speaker for utterance in turn.utterances)),
                said,
                events=max(len(inside) - len(switched), noted),
                switches=len(switches),
                foreign=sum(map(foreign_words, switches)),
            )

    join = join_in_order
    assemble = assemble_in_order


def _listed(node: Node | None) -> list[Node]:
    return node.value if node is not None and isinstance(node.value, list) else []


def _identity(root: Node, unit: str) -> str:
    given = root.value.get("file-id")
    if given is not None and isinstance(given.value, str | int) and str(given.value):
        return str(given.value)
    return str(stripped(PurePosixPath(unit))).removesuffix(".json")


def _annotations(found: Iterable[Turn], starts: Sequence[int]) -> Iterator[Span]:
    before = 0
    for turn in found:
        for label in turn.labels:
            base = starts[before + label.utterance]
            yield Span(base + label.start, base + label.end, label.label)
        before += len(turn.utterances)


def _by_turn(
    layout: Layout, edits: Sequence[Edit], identity: str
) -> Iterator[tuple[Turn, list[list[Change]]]]:
    texts = [utterance.text for turn in layout.turns for utterance in turn.utterances]
    if not texts:
        return
    changed = changes_by_piece(edits, texts, identity)
    at = 0
    for turn in layout.turns:
        yield turn, changed[at : at + len(turn.utterances)]
        at += len(turn.utterances)


def _turn_changes(
    source: str, turn: Turn, changed: list[list[Change]], elsewhere: Iterable[tuple[str, str]]
) -> Iterator[Change]:
    """All that changes in the source of a turn whose utterances change.

    ``elsewhere``: what other turns said, and its stand-ins; what this one said comes first.
    """
    here = [
        (utterance.text[start:end], surrogate)
        for utterance, of_utterance in zip(turn.utterances, changed, strict=True)
        for start, end, surrogate in of_utterance
    ]
    echoes = Echoes((*here, *elsewhere))
    complete = [
        _with_events(utterance.text, of_utterance, echoes)
        for utterance, of_utterance in zip(turn.utterances, changed, strict=True)
    ]
    for utterance, of_utterance in zip(turn.utterances, complete, strict=True):
        yield from literal_changes(source, utterance.node, of_utterance)
    yield from _label_changes(source, turn, complete)
    for node, of_node in _filtered_changes(turn, changed, complete):
        yield from literal_changes(source, node, _with_events(node.value, of_node, echoes))
    for node in turn.others:
        yield from literal_changes(source, node, echoes.find(node.value))


def _with_events(text: str, changed: list[Change], echoes: Echoes) -> list[Change]:
    """The changes of a text, with those of events in it that repeat changed words."""
    events = [match.span() for match in EVENT.finditer(text)]
    found = [
        echo
        for echo in echoes.find(text)
        if any(start <= echo[0] and echo[1] <= end for start, end in events)
        and not any(start < echo[1] and echo[0] < end for start, end, _ in changed)
    ]
    return sorted([*changed, *found])


def _rendered(text: str, changed: Iterable[Change]) -> str:
    out: list[str] = []
    cursor = 0
    for start, end, surrogate in changed:
        out += (text[cursor:start], surrogate)
        cursor = end
    return "".join((*out, text[cursor:]))


def _label_changes(source: str, turn: Turn, changed: list[list[Change]]) -> Iterator[Change]:
    """The words of labels as they are now; a label whose word is gone goes too.

    Of a label whose word changes, word and label stay and nothing else.
    """
    texts = [
        _rendered(utterance.text, of_utterance)
        for utterance, of_utterance in zip(turn.utterances, changed, strict=True)
    ]
    words: dict[Node, str] = {}
    after = (0, 0, 0)
    for label, word in _moved_labels(turn, changed, texts):
        place = next_place(texts, word, after) if word else None
        after = place or after
        if place is None or word != label.word.value:
            words[label.word] = word if place else ""
    if all(words.values()) and not any(
        label.word in words and len(label.node.value) > len(_MEMBERS) for label in turn.labels
    ):
        for node, word in words.items():
            yield from literal_changes(source, node, [(0, len(node.value), word)])
    else:
        yield _without_empty(source, turn.labels, words)


_MEMBERS = ("word", "label")


def _moved_labels(
    turn: Turn, changed: list[list[Change]], texts: list[str]
) -> Iterator[tuple[Label, str]]:
    """Each label with the word that it has now."""
    for number, utterance in enumerate(turn.utterances):
        labels = [label for label in turn.labels if label.utterance == number]
        places = moved_places([(label.start, label.end) for label in labels], changed[number])
        for label, (start, end) in zip(labels, places, strict=True):
            surface = _whole_words(texts[number], start, end)
            same = surface == utterance.text[label.start : label.end]
            yield label, label.word.value if same else plain(surface) or surface


def _whole_words(text: str, start: int, end: int) -> str:
    """An edit may leave half a word beside a labelled one; labels are of whole words."""
    if start == end:
        return ""
    while start and text[start].isalnum() and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end - 1].isalnum() and text[end].isalnum():
        end += 1
    return text[start:end]


def _without_empty(source: str, labels: list[Label], words: dict[Node, str]) -> Change:
    kept = []
    for label in labels:
        start, end = label.node.start, label.node.end
        word = words.get(label.word)
        if word == "":
            continue
        text = source[start:end]
        if word is not None and len(label.node.value) > len(_MEMBERS):
            ascii_only = source.isascii() and "\\u" in source
            text = json.dumps({"word": word, "label": label.label}, ensure_ascii=ascii_only)
        elif word is not None:
            of_word = literal_changes(source, label.word, [(0, len(label.word.value), word)])
            text = _rendered(text, [(a - start, b - start, new) for a, b, new in of_word])
        kept.append(text)
    start, end = labels[0].node.start, labels[-1].node.end
    between = source[labels[0].node.end : labels[1].node.start] if len(labels) > 1 else ""
    return start, end, between.join(kept)


def _filtered_changes(
    turn: Turn, changed: list[list[Change]], complete: list[list[Change]]
) -> Iterator[tuple[Node, list[Change]]]:
    """Word by word where the filtered text has the same words, else as one new text."""
    if not turn.filtered:
        return
    texts = [utterance.text for utterance in turn.utterances]
    fresh = mirrored(texts, changed, [node.value for node in turn.filtered])
    if fresh is None:
        written = [
            plain(_rendered(text, of_text)) for text, of_text in zip(texts, complete, strict=True)
        ]
        if len(written) != len(turn.filtered):
            written = [" ".join(filter(None, written)), *[""] * (len(turn.filtered) - 1)]
        fresh = [
            [(0, len(node.value), text)] for node, text in zip(turn.filtered, written, strict=True)
        ]
    yield from zip(turn.filtered, fresh, strict=True)


def _described(entity: Entity, text: str) -> dict[str, str]:
    surface = text[entity.span.start : entity.span.end]
    return {"word": plain(surface) or surface, "label": _label(entity)}


def _label(entity: Entity) -> str:
    """The corpus's own word for a category, or for what the category is a kind of."""
    own = {category: label for label, category in label_maps()["esport"].items()}
    gender = dict(entity.attributes).get("gender")
    for name in ancestors(entity.category, categories()):
        if name in own:
            return own[name]
        if name == "GIVEN_NAME" and gender in ("female", "male"):
            return f"{gender}_name"
    return entity.category


def _relabelled(source: str, turn: Turn, labels: list[dict[str, str]]) -> Iterator[Change]:
    old = [{"word": label.word.value, "label": label.label} for label in turn.labels]
    if labels == old:
        return
    ascii_only = source.isascii() and "\\u" in source
    text = json.dumps(labels, ensure_ascii=ascii_only)
    node = turn.node.value.get("labels")
    if node is not None:
        yield node.start, node.end, text
    else:
        # The turn has speakers at least, so there is a member to stand behind.
        at = max(member.end for member in turn.node.value.values())
        yield at, at, f', "labels": {text}'


ESPORT = Esport()
