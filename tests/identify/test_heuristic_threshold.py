"""What the heuristic tells when only cues are believed."""

from __future__ import annotations

import pytest

from understudy.core.errors import PolicyError
from understudy.core.types import Document
from understudy.identify.heuristic import build
from understudy.identify.settings import DetectorSettings

TEXT = "Dear Mr. Quillfeather, that Zorbak report is long."


def found(**options: object) -> set[tuple[str, str]]:
    (spans,) = build(DetectorSettings(options=options)).detect([Document("a", TEXT, "en")])
    return {(TEXT[span.start : span.end], span.label) for span in spans}


def test_capitals_are_told_by_default() -> None:
    assert ("Zorbak", "PERSON") in found()


def test_with_a_threshold_only_cues_are() -> None:
    assert found(threshold=0.7) == {("Mr.", "TITLE"), ("Quillfeather", "PERSON")}


@pytest.mark.parametrize("wrong", ["much", True, -0.1, 1.5])
def test_wrong_thresholds_are_refused(wrong: object) -> None:
    with pytest.raises(PolicyError, match=r"detector\.heuristic\.threshold"):
        found(threshold=wrong)
