"""Mentions from text with marks, and streams of random numbers."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from understudy.surrogates.mention import AROUND, Mention

_MARK = re.compile(r"\[([^|\]]*)\|(\w+)(?:\|([^\]]*))?\]")


def mentions_of(marked: str) -> list[Mention]:
    """The mentions of "… [text|CATEGORY] …" with the words around them."""
    plain, spans, cursor = "", [], 0
    for match in _MARK.finditer(marked):
        plain += marked[cursor : match.start()]
        attributes = (("key", match[3]),) if match[3] else ()
        spans.append((len(plain), len(plain) + len(match[1]), match[2], attributes))
        plain += match[1]
        cursor = match.end()
    plain += marked[cursor:]
    return [
        Mention(
            plain[start:end],
            category,
            plain[max(0, start - AROUND) : start],
            plain[end : end + AROUND],
            attributes,
        )
        for start, end, category, attributes in spans
    ]


def stream(seed: int) -> Iterator[int]:
    source = random.Random(seed)
    while True:
        yield source.getrandbits(64)
