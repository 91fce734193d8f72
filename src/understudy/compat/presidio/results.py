"""What the engines take and return."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from understudy.core.text import json_text

__all__ = ["AnalysisExplanation", "EngineResult", "OperatorResult", "RecognizerResult"]


@dataclass
class AnalysisExplanation:
    """Why something was found: by what, and how the score came about. Never the text itself."""

    recognizer: str
    original_score: float
    pattern_name: str | None = None
    pattern: str | None = None
    validation_result: bool | None = None
    textual_explanation: str | None = None
    regex_flags: int | None = None
    score: float = 0.0
    score_context_improvement: float = 0.0
    supportive_context_word: str = ""

    def to_dict(self) -> dict[str, Any]:
        """All fields by name."""
        return asdict(self)


@dataclass
class RecognizerResult:
    """A stretch of a text and what it is."""

    entity_type: str
    start: int
    end: int
    score: float
    analysis_explanation: AnalysisExplanation | None = None
    recognition_metadata: dict[str, str] | None = None

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> RecognizerResult:
        """From an object of the analyzer's answer."""
        return cls(data["entity_type"], data["start"], data["end"], data.get("score", 0.0))

    def to_dict(self) -> dict[str, Any]:
        """All fields by name."""
        return asdict(self)

    def intersects(self, other: RecognizerResult) -> int:
        """How many characters both cover."""
        return max(0, min(self.end, other.end) - max(self.start, other.start))

    def contained_in(self, other: RecognizerResult) -> bool:
        """Whether the other covers all of this."""
        return self.start >= other.start and self.end <= other.end

    def contains(self, other: RecognizerResult) -> bool:
        """Whether this covers all of the other."""
        return other.contained_in(self)

    def equal_indices(self, other: RecognizerResult) -> bool:
        """Whether both cover the same characters."""
        return (self.start, self.end) == (other.start, other.end)

    def has_conflict(self, other: RecognizerResult) -> bool:
        """Whether the other should stand in place of this: it covers more, or the same with a
        score that is not less."""
        if self.equal_indices(other):
            return self.score <= other.score
        return other.contains(self)

    def __str__(self) -> str:
        return (
            f"type: {self.entity_type}, start: {self.start}, end: {self.end}, score: {self.score}"
        )


@dataclass
class OperatorResult:
    """What an operator wrote, and where it stands in the text that came out."""

    start: int
    end: int
    entity_type: str
    text: str = field(default="", repr=False)
    operator: str = ""
    score: float | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> OperatorResult:
        """From an object of the anonymizer's answer."""
        place = (data["start"], data["end"], data["entity_type"])
        return cls(*place, data.get("text") or "", data.get("operator") or "", data.get("score"))

    def to_dict(self) -> dict[str, Any]:
        """All fields by name."""
        return asdict(self)


@dataclass
class EngineResult:
    """The text that came out, and what was written into it, the last first."""

    text: str = field(repr=False)
    items: list[OperatorResult] = field(default_factory=list)

    def to_json(self) -> str:
        """As the examples of the REST interface have it: without the scores."""
        items = [{name: value for name, value in one.to_dict().items() if name != "score"}
                 for one in self.items]  # fmt: skip
        return json_text({"text": self.text, "items": items})
