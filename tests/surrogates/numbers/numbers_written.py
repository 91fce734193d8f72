"""Numbers as the tests here write them."""

from __future__ import annotations

from sketch_contract import standing_in

from understudy.surrogates import kernel
from understudy.surrogates.mention import Mention
from understudy.surrogates.numbers.kind import KIND
from understudy.surrogates.numbers.sketch import Sketch
from understudy.surrogates.settings import Settings


def written(
    seed: int, category: str, *texts: str, language: str = "en", reserved: bool = True
) -> list[str]:
    """The stand-ins of the mentions of one number."""
    settings = Settings(language=language, reserved=reserved)
    found = standing_in(KIND, [Mention(text, category) for text in texts], settings, seed)
    assert None not in found
    return [text for text in found if text is not None]


def sketch(category: str, *texts: str, language: str = "en") -> Sketch:
    """What is kept of the mentions of one number."""
    mentions = [Mention(text, category) for text in texts]
    found = KIND.read(mentions, Settings(language=language)).sketch
    assert isinstance(found, Sketch)
    return found


def least_and_reached(
    category: str, *texts: str, language: str = "en", reserved: bool = True
) -> tuple[float, bool]:
    settings = Settings(language=language, reserved=reserved)
    mentions = [Mention(text, category) for text in texts]
    reading = KIND.read(mentions, settings)
    return (
        kernel.least(KIND, reading.sketch, settings),
        kernel.reaches(KIND, reading, mentions, settings),
    )
