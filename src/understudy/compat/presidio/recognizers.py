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

__all__ = [
    "EntityRecognizer",
    "Pattern",
    "PatternRecognizer",
    "RecognizerRegistry",
    "found_by",
    "linear_pattern",
]

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


class EntityRecognizer:
    """A recognizer of your own, as a class with a method ``analyze``."""

    supported_entities: list[str]
    name: str
    supported_language: str
    context: Sequence[str]

    def __init__(
        self,
        supported_entities: Sequence[str],
        name: str | None = None,
        supported_language: str = DEFAULT,
        version: str = "0.0.1",
        context: Sequence[str] | None = None,
    ) -> None:
        self.supported_entities = list(supported_entities)
        self.name = name or type(self).__name__
        self.supported_language, self.version = supported_language, version
        self.context = context or ()
        self.load()

    def load(self) -> None:
        """What must be there before a text comes, such as a model."""

    def analyze(
        self, text: str, entities: Sequence[str], nlp_artifacts: Any = None
    ) -> list[RecognizerResult]:
        """What it finds in a text; ``nlp_artifacts`` is None here."""
        raise NotImplementedError


@dataclass
class PatternRecognizer(EntityRecognizer):
    """Finds what patterns match or a list holds. A class made from it may have a
    ``validate_result`` or an ``invalidate_result``, which decide on each match."""

    supported_entity: str
    name: str = ""
    supported_language: str = DEFAULT
    patterns: Sequence[Pattern] = ()
    deny_list: Sequence[str] = ()
    context: Sequence[str] = ()
    deny_list_score: float = 1.0
    global_regex_flags: int = int(_FLAGS)
    _compiled: list[tuple[Pattern, Any]] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if not self.patterns and not self.deny_list:
            raise UsageError("a pattern recognizer needs patterns or a deny_list")
        self.name = self.name or type(self).__name__
        self.supported_entities = [self.supported_entity]
        self.patterns, self.deny_list = self.patterns or (), self.deny_list or ()
        self.context = self.context or ()

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
            _words(data.get("context"), "context"),
            _share(data.get("deny_list_score", 1.0), "deny_list_score"),
            _flags(data.get("global_regex_flags")),
        )

    def validate_result(self, pattern_text: str) -> bool | None:
        """Whether a match is one for sure, as by its check digit; None where nothing tells."""

    def invalidate_result(self, pattern_text: str) -> bool | None:
        """Whether a match is none for sure."""

    def analyze(
        self, text: str, entities: Sequence[str] = (), nlp_artifacts: Any = None
    ) -> list[RecognizerResult]:
        """What the patterns find."""
        return list(self.found(text))

    def found(self, text: str, context: Sequence[str] = ()) -> Iterator[RecognizerResult]:
        """What the patterns find. Words of ``context`` count as words around every match; what is
        looked for among them is the context of the recognizer itself."""
        wanted = [word.casefold() for word in self.context]
        outer = [word.casefold() for word in context]
        for pattern, compiled in self.compiled():
            for match in compiled.finditer(text):
                if match.start() < match.end() and (
                    pattern.name != _LIST or _alone(text, *match.span())
                ):
                    made = self._result(text, match.span(), pattern, (wanted, outer))
                    if made.score > 0:
                        yield made

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
        valid = self.validate_result(text[start:end])
        own = pattern.score if valid is None else float(valid)
        if self.invalidate_result(text[start:end]):
            own = 0.0
        score = min(1.0, max(own + _BOOST, _LEAST)) if found and own else own
        why = AnalysisExplanation(
            self.name,
            pattern.score,
            pattern.name,
            pattern.regex,
            valid,
            regex_flags=self.global_regex_flags,
            score=score,
            score_context_improvement=score - own,
            supportive_context_word=found,
        )
        identifier = f"{self.name}_{id(self)}"
        metadata = {"recognizer_name": self.name, "recognizer_identifier": identifier}
        return RecognizerResult(self.supported_entity, start, end, score, why, metadata)


def found_by(
    recognizer: EntityRecognizer, text: str, context: Sequence[str]
) -> Iterator[RecognizerResult]:
    """What a recognizer finds, with its name."""
    if isinstance(recognizer, PatternRecognizer):
        yield from recognizer.found(text, context)
        return
    told = {"recognizer_name": recognizer.name, "recognizer_identifier": recognizer.name}
    for one in recognizer.analyze(text, recognizer.supported_entities, None) or ():
        place = (one.entity_type, one.start, one.end, one.score)
        yield RecognizerResult(*place, one.analysis_explanation, told)


class RecognizerRegistry:
    """Recognizers of one's own, which an analyzer asks beside its detectors."""

    def __init__(
        self,
        recognizers: Iterable[EntityRecognizer] | None = None,
        global_regex_flags: int | None = None,
        supported_languages: Sequence[str] | None = None,
    ) -> None:
        """The flags and the languages are accepted and not used: each recognizer has its own."""
        self.recognizers: list[EntityRecognizer] = []
        for one in recognizers or ():
            self.add_recognizer(one)

    def __repr__(self) -> str:
        return f"RecognizerRegistry({len(self.recognizers)})"

    def add_recognizer(self, recognizer: EntityRecognizer) -> None:
        """One more; patterns are compiled here, and refused if they cannot be read. One that was
        written for Presidio will do, if it asks nothing of the NLP engine."""
        fields = ("name", "supported_entities", "supported_language", "analyze")
        if not all(hasattr(recognizer, one) for one in fields):
            raise UsageError(f"a recognizer has {', '.join(fields)}")
        if isinstance(recognizer, PatternRecognizer):
            recognizer.compiled()
        self.recognizers.append(recognizer)

    def add_pattern_recognizer_from_dict(self, recognizer_dict: Mapping[str, Any]) -> None:
        """One more, from an object as a request has it."""
        self.add_recognizer(PatternRecognizer.from_dict(recognizer_dict))

    def get_recognizers(
        self,
        language: str,
        entities: Sequence[str] | None = None,
        all_fields: bool = False,
        ad_hoc_recognizers: Sequence[EntityRecognizer] | None = None,
    ) -> list[EntityRecognizer]:
        """Those of a language that find one of some entities, or anything."""
        return [
            one
            for one in (*self.recognizers, *(ad_hoc_recognizers or ()))
            if one.supported_language == language
            and (all_fields or not set(entities or ()).isdisjoint(one.supported_entities))
        ]

    def get_supported_entities(self, languages: Sequence[str] | None = None) -> list[str]:
        """What these recognizers find."""
        own = (
            one for one in self.recognizers if not languages or one.supported_language in languages
        )
        return list(dict.fromkeys(name for one in own for name in one.supported_entities))

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
