"""Columns of features beyond the words: parts of speech, and what a detector finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from understudy.encoder.model import Encoder
from understudy.identify.settings import DetectorSettings
from understudy.identify.speech import SPEECH, spread
from understudy.learn.instances import Instance, marked
from understudy.registry import load

__all__ = ["column"]

_PORTION = 512


def column(
    name: str, instances: Sequence[Instance], progress: Callable[[int], None] = lambda count: None
) -> list[list[str]]:
    """The values of a column for the words of each instance; ``progress`` is told how many
    instances have been read."""
    read = _speech() if name == SPEECH else _detected(name)
    found: list[list[str]] = []
    for first in range(0, len(instances), _PORTION):
        portion = instances[first : first + _PORTION]
        for instance, tagged in zip(portion, read(portion), strict=True):
            found += spread(tagged, [instance.line])
        progress(len(portion))
    return found


Read = Callable[[Sequence[Instance]], list[list[tuple[int, int, str]]]]


def _speech() -> Read:
    encoder = Encoder()
    return lambda portion: encoder.pos([instance.text for instance in portion])


def _detected(name: str) -> Read:
    detector = load("detectors", name)(DetectorSettings())

    def read(portion: Sequence[Instance]) -> list[list[tuple[int, int, str]]]:
        found = detector.detect([marked(instance, ()) for instance in portion])
        return [[(span.start, span.end, span.label) for span in spans] for spans in found]

    return read
