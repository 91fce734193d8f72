"""The analyzer: what is private in a text, under Presidio's names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from understudy.compat.presidio.names import name_of, names
from understudy.compat.presidio.numbers import Numbered, numbered
from understudy.compat.presidio.recognizers import (
    EntityRecognizer,
    RecognizerRegistry,
    found_by,
    linear_pattern,
)
from understudy.compat.presidio.results import AnalysisExplanation, RecognizerResult
from understudy.core.categories import ancestors, categories
from understudy.core.errors import UsageError
from understudy.core.types import Document, Entity, Span
from understudy.deidentifier import Deidentifier
from understudy.languages import installed
from understudy.policy import Policy

__all__ = ["AnalyzerEngine", "ordered"]

_OWN = "Understudy"
_ID, _PHONE = "ID", "PHONE_NUMBER"
_UNFOUND = 0.5
"""How far a number is believed that nothing but its form and its digits tells."""
_NO_RECOGNIZER = "No matching recognizers were found to serve the request."


class AnalyzerEngine:
    """Finds what is private. ``policy`` says with which detectors; its models are loaded once."""

    def __init__(
        self,
        policy: str | Path | Policy = "typed",
        *,
        supported_languages: Sequence[str] | None = None,
        default_score_threshold: float = 0.0,
        registry: RecognizerRegistry | None = None,
        nlp_engine: Any = None,
        app_tracer: Any = None,
        log_decision_process: bool = False,
        context_aware_enhancer: Any = None,
    ) -> None:
        """``registry`` has recognizers of your own; from ``nlp_engine`` on, what Presidio's engine
        takes is accepted and not used."""
        self.registry = RecognizerRegistry() if registry is None else registry
        self.deidentifier = Deidentifier(policy)
        self.supported_languages = list(supported_languages or installed())
        self.default_score_threshold = default_score_threshold

    def __repr__(self) -> str:
        return f"AnalyzerEngine({self.deidentifier.policy.name!r})"

    def analyze(
        self,
        text: str,
        language: str,
        entities: Sequence[str] | None = None,
        correlation_id: str | None = None,
        score_threshold: float | None = None,
        return_decision_process: bool | None = False,
        ad_hoc_recognizers: Sequence[EntityRecognizer] | None = None,
        context: Sequence[str] | None = None,
        allow_list: Sequence[str] | None = None,
        allow_list_match: str | None = "exact",
        regex_flags: int | None = None,
        nlp_artifacts: Any = None,
    ) -> list[RecognizerResult]:
        """What is private in a text, the surest first.

        ``context`` has words that count as words around what a recognizer of your own matches, as
        the name of a column: they raise its score if they are among its context words.
        ``correlation_id`` and ``nlp_artifacts`` are accepted and not used.
        """
        found = self.analyze_batch(
            [text],
            language,
            entities=entities,
            score_threshold=score_threshold,
            return_decision_process=return_decision_process,
            ad_hoc_recognizers=ad_hoc_recognizers,
            context=context,
            allow_list=allow_list,
            allow_list_match=allow_list_match,
            regex_flags=regex_flags,
        )
        return found[0]

    def analyze_batch(
        self, texts: Sequence[str], language: str, **given: Any
    ) -> list[list[RecognizerResult]]:
        """``analyze`` for several texts, which go through the model together."""
        self.check(language, given.get("entities"), given.get("ad_hoc_recognizers"))
        documents = [Document(f"text {at}", text, language) for at, text in enumerate(texts)]
        marked = self.deidentifier.pipeline.identify(documents)
        return self.finished(texts, marked, language=language, **given)

    def finished(
        self,
        texts: Sequence[str],
        marked: Iterable[Sequence[Entity]],
        *,
        language: str,
        entities: Sequence[str] | None = None,
        score_threshold: float | None = None,
        return_decision_process: bool | None = False,
        ad_hoc_recognizers: Sequence[EntityRecognizer] | None = None,
        context: Sequence[str] | None = None,
        allow_list: Sequence[str] | None = None,
        allow_list_match: str | None = "exact",
        regex_flags: int | None = None,
    ) -> list[list[RecognizerResult]]:
        """Answers from what the pipeline found and what the request brings along."""
        self.check(language, entities, ad_hoc_recognizers)
        least = self.default_score_threshold if score_threshold is None else score_threshold
        extra = [
            one
            for one in (*self.registry.recognizers, *(ad_hoc_recognizers or ()))
            if one.supported_language == language
        ]
        answers = []
        for text, of_text in zip(texts, marked, strict=True):
            found = [*_told(text, of_text, entities)]
            for recognizer in extra:
                found += (
                    one
                    for one in found_by(recognizer, text, context or ())
                    if not entities or one.entity_type in entities
                )
            kept = [one for one in found if one.score >= least]
            if allow_list:
                kept = _not_allowed(text, kept, allow_list, allow_list_match, regex_flags)
            if not return_decision_process:
                for one in kept:
                    one.analysis_explanation = None
            answers.append(ordered(kept))
        return answers

    def check(
        self,
        language: str,
        entities: Sequence[str] | None,
        extra: Sequence[EntityRecognizer] | None,
    ) -> None:
        """Refuses what nobody could answer: an unknown language, or unknown names alone."""
        if language not in self.supported_languages:
            raise UsageError(_NO_RECOGNIZER)
        own = (*self.registry.recognizers, *(extra or ()))
        known = {*names(), *(name for one in own for name in one.supported_entities)}
        if entities and not known.intersection(entities):
            raise UsageError(_NO_RECOGNIZER)

    def get_supported_entities(self, language: str | None = None) -> list[str]:
        """The names that ``analyze`` can answer with."""
        if language is not None and language not in self.supported_languages:
            raise UsageError(_NO_RECOGNIZER)
        own = self.registry.get_supported_entities(None if language is None else [language])
        return list(dict.fromkeys([*names(), *own]))

    def _own(self, language: str | None) -> list[EntityRecognizer]:
        own = self.registry.recognizers
        return [one for one in own if language in (None, one.supported_language)]

    def get_recognizers(self, language: str | None = None) -> list[EntityRecognizer]:
        """What looks for entities: the detectors of the policy, each under its name, and
        recognizers of your own."""
        if language is not None and language not in self.supported_languages:
            raise UsageError(_NO_RECOGNIZER)
        detectors = [
            EntityRecognizer(names(), f"{_OWN} {name}", language or self.supported_languages[0])
            for name in self.deidentifier.policy.detectors
        ]
        return detectors + self._own(language)


def _told(
    text: str, marked: Sequence[Entity], entities: Sequence[str] | None
) -> Iterator[RecognizerResult]:
    numbers = list(numbered(text))
    seen: set[Numbered] = set()
    for entity in marked:
        span = entity.span
        own = [one for one in numbers if one.start < span.end and span.start < one.end]
        number = _number(entity.category, own, entities)
        if number is not None:
            # What was found may be a part of it: "2123 45670" of "2123 45670 1".
            if number not in seen:
                seen.add(number)
                start, end = min(number.start, span.start), max(number.end, span.end)
                yield _result(number.name, start, end, span)
            continue
        name = name_of(entity.category)
        if entities and entity.category in entities:
            name = entity.category
        if name is not None and (not entities or name in entities):
            yield _result(name, span.start, span.end, span)
    for number in numbers:
        # Whoever asks for a number by its name gets what has its form and its check digits.
        if entities and number.name in entities and number not in seen:
            why = AnalysisExplanation(_OWN, _UNFOUND, score=_UNFOUND)
            told = _metadata(_OWN)
            yield RecognizerResult(number.name, number.start, number.end, _UNFOUND, why, told)


def _number(
    category: str, own: Sequence[Numbered], entities: Sequence[str] | None
) -> Numbered | None:
    """Which number with a name of its own something is: one that is asked for, or else told."""
    if entities:
        return next((one for one in own if one.name in entities), None)
    numbers = _ID in ancestors(category, categories()) or category == _PHONE
    return next((one for one in own if numbers and one.told), None)


def _result(name: str, start: int, end: int, span: Span) -> RecognizerResult:
    why = AnalysisExplanation(f"{_OWN} {span.source}", span.score, score=span.score)
    metadata = _metadata(f"{_OWN} {span.source}")
    return RecognizerResult(name, start, end, span.score, why, metadata)


def _metadata(name: str) -> dict[str, str]:
    return {"recognizer_name": name, "recognizer_identifier": name}


def _not_allowed(
    text: str,
    found: Iterable[RecognizerResult],
    allowed: Sequence[str],
    match: str | None,
    flags: int | None,
) -> list[RecognizerResult]:
    if match == "exact":
        return [one for one in found if text[one.start : one.end] not in allowed]
    if match == "regex":
        either = "|".join(f"(?:{one})" for one in allowed)
        pattern = linear_pattern(either) if flags is None else linear_pattern(either, flags)
        return [one for one in found if not pattern.search(text[one.start : one.end])]
    raise UsageError("allow_list_match must be 'exact' or 'regex'")


def ordered(found: Iterable[RecognizerResult]) -> list[RecognizerResult]:
    """The surest first, then by place, the longer first; what lies inside one of its own type that
    is as sure is left out."""
    result: list[RecognizerResult] = []
    for one in sorted(found, key=lambda item: (-item.score, item.start, item.start - item.end)):
        if one.score > 0 and not any(
            one.entity_type == other.entity_type and one.contained_in(other) for other in result
        ):
            result.append(one)
    return result
