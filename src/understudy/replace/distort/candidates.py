"""Candidates for the place of a mention, drawn without looking at it, and what is asked of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from understudy.core.categories import ancestors, categories
from understudy.core.types import Document
from understudy.encoder.loading import load_model
from understudy.encoder.masked import MaskedModel
from understudy.encoder.model import Encoder
from understudy.encoder.versions import Version
from understudy.languages import facts
from understudy.surrogates.tables import Support

__all__ = ["Test", "chosen_from", "drawn_from", "model_of", "same_category", "titled"]

_ROUNDS = 4
"""How often so many candidates as are wanted are drawn, where some do not pass."""

Test = Callable[[Sequence[str]], Sequence[bool]]


@cache
def model_of(name: str) -> MaskedModel:
    """The model that writes and scores, read once in each process."""
    model: MaskedModel = load_model(name)
    return model


@cache
def _tagger() -> Encoder:
    return Encoder.load("fast")


def drawn_from(support: Support, words: Iterator[int]) -> Callable[[int], list[str]]:
    """Draws from π."""

    def draw(count: int) -> list[str]:
        return [support.value([next(words) for _ in range(support.need)]) for _ in range(count)]

    return draw


def chosen_from(
    draw: Callable[[int], list[str]],
    count: int,
    *,
    must: Callable[[str], bool] | None = None,
    should: Sequence[Test] = (),
) -> list[str]:
    """So many candidates that pass; where too few do, others that were drawn fill up.

    What does not pass ``must`` is never taken: there may be fewer candidates then, or none.
    """
    kept: list[str] = []
    spare: list[str] = []
    for _ in range(_ROUNDS if must or should else 1):
        found = [one for one in draw(count) if must is None or must(one)]
        passed = [True] * len(found)
        for test in should:
            passed = [one and other for one, other in zip(passed, test(found), strict=True)]
        for one, good in zip(found, passed, strict=True):
            (kept if good else spare).append(one)
        if len(kept) >= count:
            break
    return (kept + spare)[:count]


def same_category(category: str, filled: Callable[[str], Version]) -> Test | None:
    """Whether the tagger takes a candidate, where it stands, for one of its category.

    None where the tagger does not know the category. It sees the candidate and the words around,
    and nothing of what stood there.
    """
    tagger = _tagger()
    known = categories()
    labels = {name[2:] for name in tagger.weights.card["classes"] if name.startswith("B-")}
    wanted = next((one for one in ancestors(category, known) if one in labels), None)
    if wanted is None:
        return None

    def test(found: Sequence[str]) -> Sequence[bool]:
        versions = [filled(one) for one in found]
        tagged = tagger.tag([Document(str(at), one.text) for at, one in enumerate(versions)])
        return [
            any(
                wanted in ancestors(span.label, known) and span.start < end and start < span.end
                for span in spans
                for start, end in version.edited[:1]
            )
            for version, spans in zip(versions, tagged, strict=True)
        ]

    return test


def titled(value: str, language: str) -> str:
    """Words with a capital, but for those that join others; what has capitals keeps its own."""
    if not value.islower():
        return value
    small = facts(language)["function_words"]
    words = value.split()
    return " ".join(
        word if at and word in small else word[:1].upper() + word[1:]
        for at, word in enumerate(words)
    )
