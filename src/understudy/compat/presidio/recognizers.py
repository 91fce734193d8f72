"""Recognizers that come with a request: patterns and lists of words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import re2

from understudy.compat.presidio.results import AnalysisExplanation, RecognizerResult
from understudy.core.errors import UsageError
from understudy.languages import DEFAULT

__all__ = ["Pattern", "PatternRecognizer", "RecognizerRegistry", "linear_pattern"]

_FLAGS = re.DOTALL | re.MULTILINE | re.IGNORECASE
"""How patterns are read unless a recognizer says otherwise."""
_BEFORE, _BEHIND = 5, 0
"""Words around a match in which context counts."""
_BOOST, _LEAST = 0.35, 0.4
"""What context adds to a score, and the least that comes out."""
_LONGEST = 10_000
"""Characters of a pattern."""


@dataclass(frozen=True)
class Pattern:
    """A regular expression and how far a match of it is to be believed."""

    name: str
    regex: str
    score: float = 0.5

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Pattern:
        """From an object of a request."""
        missing = [key for key in ("name", "regex", "score") if key not in data]
        if missing:
            raise UsageError(f"a pattern needs {', '.join(missing)}")
        return cls(str(data["name"]), str(data["regex"]), _share(data["score"], "score"))


@dataclass
class PatternRecognizer:
    """Finds what patterns match or a list holds."""

    supported_entity: str
    name: str = ""
    supported_language: str = DEFAULT
    patterns: Sequence[Pattern] = ()
    deny_list: Sequence[str] = ()
    deny_list_score: float = 1.0
    context: Sequence[str] = ()
    global_regex_flags: int = int(_FLAGS)
    _compiled: list[tuple[Pattern, Any]] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if not self.patterns and not self.deny_list:
            raise UsageError("a pattern recognizer needs patterns or a deny_list")
        self.name = self.name or "PatternRecognizer"

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> PatternRecognizer:
        """From an object of a request."""
        entity = data.get("supported_entity")
        if not isinstance(entity, str) or not entity:
            raise UsageError("an ad-hoc recognizer needs a supported_entity")
        return cls(
            entity,
            str(data.get("name") or ""),
            str(data.get("supported_language") or DEFAULT),
            [Pattern.from_dict(one) for one in _objects(data.get("patterns"), "patterns")],
            _words(data.get("deny_list"), "deny_list"),
            _share(data.get("deny_list_score", 1.0), "deny_list_score"),
            _words(data.get("context"), "context"),
            _flags(data.get("global_regex_flags")),
        )

    def analyze(self, text: str, context: Sequence[str] = ()) -> Iterator[RecognizerResult]:
        """What the patterns find. Words of ``context`` count as words around every match; what is
        looked for among them is the context of the recognizer itself."""
        wanted = [word.casefold() for word in self.context]
        outer = [word.casefold() for word in context]
        for pattern, compiled in self.compiled():
            for match in compiled.finditer(text):
                if match.start() < match.end() and (
                    pattern.name != _LIST or _alone(text, *match.span())
                ):
                    yield self._result(text, match.span(), pattern, (wanted, outer))

    def compiled(self) -> list[tuple[Pattern, Any]]:
        """The patterns, which are refused where they cannot be read."""
        if self._compiled is None:
            flags = self.global_regex_flags
            self._compiled = [(one, linear_pattern(one.regex, flags)) for one in self.patterns]
            self._compiled += self._listed()
        return self._compiled

    def _listed(self) -> Iterator[tuple[Pattern, Any]]:
        if self.deny_list:
            longest = sorted(self.deny_list, key=len, reverse=True)
            either = "|".join(map(re2.escape, longest))
            pattern = Pattern(_LIST, either, self.deny_list_score)
            yield pattern, linear_pattern(either, self.global_regex_flags)

    def _result(
        self,
        text: str,
        place: tuple[int, int],
        pattern: Pattern,
        context: tuple[Sequence[str], Sequence[str]],
    ) -> RecognizerResult:
        (start, end), (wanted, outer) = place, context
        near = (*_near(text, start, end), *outer) if wanted else ()
        found = next((word for word in wanted if any(word in one for one in near)), "")
        score = min(1.0, max(pattern.score + _BOOST, _LEAST)) if found else pattern.score
        why = AnalysisExplanation(
            self.name,
            pattern.score,
            pattern.name,
            pattern.regex,
            regex_flags=self.global_regex_flags,
            score=score,
            score_context_improvement=score - pattern.score,
            supportive_context_word=found,
        )
        identifier = f"{self.name}_{id(self)}"
        metadata = {"recognizer_name": self.name, "recognizer_identifier": identifier}
        return RecognizerResult(self.supported_entity, start, end, score, why, metadata)


class RecognizerRegistry:
    """Recognizers of one's own, which an analyzer asks beside its detectors."""

    def __init__(self, recognizers: Iterable[PatternRecognizer] | None = None) -> None:
        self.recognizers: list[PatternRecognizer] = []
        for one in recognizers or ():
            self.add_recognizer(one)

    def __repr__(self) -> str:
        return f"RecognizerRegistry({len(self.recognizers)})"

    def add_recognizer(self, recognizer: PatternRecognizer) -> None:
        """One more; its patterns are compiled here, and refused if they cannot be read."""
        if not isinstance(recognizer, PatternRecognizer):
            raise UsageError("a registry takes recognizers of patterns and lists")
        recognizer.compiled()
        self.recognizers.append(recognizer)

    def remove_recognizer(self, recognizer_name: str, language: str | None = None) -> None:
        """Without those of this name, of one language or of all."""
        self.recognizers = [
            one
            for one in self.recognizers
            if one.name != recognizer_name or language not in (None, one.supported_language)
        ]

    def load_predefined_recognizers(self, *_: object, **__: object) -> None:
        """What Presidio's clients call; the detectors of the policy are there without it."""


_LIST = "deny_list"


def linear_pattern(pattern: str, flags: int = int(_FLAGS)) -> Any:
    """A pattern of a stranger, compiled by RE2: no text can make it slow. What RE2 has not
    (look-around, back-references) is refused."""
    if len(pattern) > _LONGEST:
        raise UsageError(f"a pattern has at most {_LONGEST:,} characters")
    marks = "".join(
        letter
        for letter, flag in (("i", re.IGNORECASE), ("s", re.DOTALL), ("m", re.MULTILINE))
        if flags & flag
    )
    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(f"(?{marks}){pattern}" if marks else pattern, options=options)
    except re2.error:
        raise UsageError(
            "a pattern cannot be read; look-around and back-references are not supported"
        ) from None


def _alone(text: str, start: int, end: int) -> bool:
    before = text[start - 1 : start]
    behind = text[end : end + 1]
    return not (before.isalnum() or before == "_" or behind.isalnum() or behind == "_")


def _near(text: str, start: int, end: int) -> list[str]:
    before = text[max(0, start - 200) : start].casefold().split()[-_BEFORE:]
    behind = text[end : end + 200].casefold().split()[:_BEHIND]
    return [*before, *behind]


def _objects(value: Any, name: str) -> Iterable[Mapping[str, Any]]:
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise UsageError(f"{name} must be a list of objects")
    return value


def _words(value: Any, name: str) -> tuple[str, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(one, str) and one for one in value):
        raise UsageError(f"{name} must be a list of words")
    return tuple(value)


def _flags(value: Any) -> int:
    if value is not None and type(value) is not int:
        raise UsageError("global_regex_flags must be a whole number")
    return value or int(_FLAGS)


def _share(value: Any, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise UsageError(f"{name} must be a number from 0 to 1")
    return float(value)
