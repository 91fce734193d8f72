"""The turns of an ES-Port dialogue: where their strings stand, and what their labels cover."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from understudy.core.errors import CorpusError
from understudy.corpus.jsontree import Node, strings
from understudy.corpus.transcription import find_word

__all__ = ["Label", "Turn", "Utterance", "next_place", "turns"]

_HANDLED = ("speakers", "labels", "filtered-text")
_NAMES: dict[type[Any], str] = {list: "an array", dict: "an object", str: "a string"}


class Utterance(NamedTuple):
    """What a speaker says in one go, within a turn."""

    speaker: str
    node: Node

    @property
    def text(self) -> str:
        """The words, with transcription marks."""
        return str(self.node.value)


class Label(NamedTuple):
    """A labelled word of a turn: an annotation."""

    node: Node
    """The object with word and label."""
    label: str
    utterance: int
    """Which utterance of the turn it lies in, and where."""
    start: int
    end: int

    @property
    def word(self) -> Node:
        """The node of the word."""
        word: Node = self.node.value["word"]
        return word


class Turn(NamedTuple):
    """A turn of the dialogue, and the nodes of all strings in it."""

    node: Node
    utterances: list[Utterance]
    labels: list[Label]
    filtered: list[Node]
    others: list[Node]
    """Strings that may repeat words of the utterances."""


class _FaultError(Exception):
    """What is wrong with a part of a turn, and the node at which it is."""

    def __init__(self, message: str, node: Node) -> None:
        super().__init__(message)
        self.node = node


def turns(root: Node, source: str, unit: str) -> Iterator[Turn]:
    """The turns of a dialogue, in order."""
    found: list[Any] = []
    try:
        if isinstance(root.value, list):
            raise _FaultError("an array, where esport has one dialogue to a file", root)
        found = _member(root, "turns", list, "the dialogue")
    except _FaultError as fault:
        raise _error(str(fault), fault.node, source, unit) from None
    for number, node in enumerate(found, 1):
        try:
            yield _turn(node)
        except _FaultError as fault:
            raise _error(f"turn {number}: {fault}", fault.node, source, unit) from None


def _error(message: str, node: Node, source: str, unit: str) -> CorpusError:
    return CorpusError(message, file=unit, line=source.count("\n", 0, node.start) + 1)


def _member(node: Node, key: str, kind: type[Any], what: str) -> Any:
    if not isinstance(node.value, dict):
        raise _FaultError(f"{what} is not an object", node)
    member = node.value.get(key)
    if member is None or not isinstance(member.value, kind):
        raise _FaultError(f"{what} needs {key!r} with {_NAMES[kind]}", node)
    return member.value


def _turn(node: Node) -> Turn:
    speakers = _member(node, "speakers", dict, "it")
    utterances = [
        utterance
        for speaker, spoken in speakers.items()
        for utterance in _utterances(str(speaker), spoken)
    ]
    labels = node.value.get("labels")
    filtered = node.value.get("filtered-text")
    others = [member for key, member in node.value.items() if key not in _HANDLED]
    return Turn(
        node,
        utterances,
        list(_labels(labels, utterances)) if labels is not None else [],
        list(strings(filtered)) if filtered is not None else [],
        [string for member in others for string in strings(member)],
    )


def _utterances(speaker: str, spoken: Node) -> Iterator[Utterance]:
    if not isinstance(spoken.value, list):
        raise _FaultError("a speaker needs an array of utterances", spoken)
    for number, node in enumerate(spoken.value, 1):
        text = _member(node, "utterance", str, f"utterance {number} of a speaker")
        if text:
            yield Utterance(speaker, node.value["utterance"])


def _labels(labels: Node, utterances: list[Utterance]) -> Iterator[Label]:
    """Labels stand in the order of their words."""
    if not isinstance(labels.value, list):
        raise _FaultError("labels are not an array", labels)
    texts = [utterance.text for utterance in utterances]
    after = (0, 0, 0)
    for index, node in enumerate(labels.value):
        word = _member(node, "word", str, f"labels[{index}]")
        label = _member(node, "label", str, f"labels[{index}]")
        place = next_place(texts, word, after)
        if place is None:
            raise _FaultError(f"labels[{index}]: its word is not in the rest of the turn", node)
        yield Label(node, label, *place)
        after = place


def next_place(
    texts: Sequence[str], word: str, after: tuple[int, int, int]
) -> tuple[int, int, int] | None:
    """Which text a word stands in behind a place, and where it starts and ends there."""
    first, _, at = after
    for number in range(first, len(texts)):
        place = find_word(texts[number], word, at if number == first else 0)
        if place is not None:
            return number, *place
    return None
