"""Noun phrases from parts of speech: the simple ones, without what hangs on them.

    phrase = a run of NUM, ADJ, NOUN and PROPN with at least one NOUN or PROPN in it

An article before it stays outside, so that phrases can be exchanged where it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from understudy.encoder.model import Tagged

__all__ = ["noun_phrases"]

_INNER = frozenset(("NUM", "ADJ", "NOUN", "PROPN"))
_HEADS = frozenset(("NOUN", "PROPN"))


def noun_phrases(text: str, words: Sequence[Tagged]) -> Iterator[tuple[int, int, bool]]:
    """Start and end of each phrase, and whether it is made of names alone."""
    run: list[Tagged] = []
    for word in words:
        joined = not run or text[run[-1][1] : word[0]].isspace()
        if run and (word[2] not in _INNER or not joined):
            yield from _phrase(run)
            run = []
        if word[2] in _INNER:
            run.append(word)
    yield from _phrase(run)


def _phrase(run: Sequence[Tagged]) -> Iterator[tuple[int, int, bool]]:
    if any(tag in _HEADS for _, _, tag in run):
        yield run[0][0], run[-1][1], all(tag == "PROPN" for _, _, tag in run)
