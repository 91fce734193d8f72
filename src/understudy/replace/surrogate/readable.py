"""Whether stand-ins clash with what the document says.

The option ``readable`` draws again where they do. The draw looks at the values that it avoids
then, and has no bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from understudy.core.folding import flat, fold
from understudy.surrogates.mention import Mention

__all__ = ["clashes"]

_NAMES = frozenset(("PERSON", "GIVEN_NAME", "FEMALE_NAME", "MALE_NAME", "SURNAME"))


def clashes(
    mentions: Sequence[Mention], texts: Iterable[str | None], originals: frozenset[str]
) -> int:
    """How many of the new texts are, or have a name that is, a private value of the document.

    ``originals`` are folded. What stays by an invariant ("tomorrow", a country) is no clash.
    """
    count = 0
    for mention, text in zip(mentions, texts, strict=True):
        if text is None:
            continue
        said = fold(text)
        if said in originals:
            count += 1
        elif mention.category in _NAMES:
            count += any(word in originals for word in flat(text).split() if len(word) > 1)
    return count
