"""Presidio's engines for lists and dictionaries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from understudy.compat.presidio.analyzer import AnalyzerEngine
from understudy.compat.presidio.anonymizer import AnonymizerEngine
from understudy.compat.presidio.results import RecognizerResult
from understudy.core.errors import UsageError

__all__ = ["BatchAnalyzerEngine", "BatchAnonymizerEngine", "DictAnalyzerResult"]

_PLAIN = (str, bool, int, float)


@dataclass
class DictAnalyzerResult:
    """What was found in the value of a key: results of a text, a list of these for a list, or
    the same of the keys of an inner dictionary."""

    key: str
    value: Any = field(repr=False)
    recognizer_results: Any


class BatchAnalyzerEngine:
    """Analyzes lists and dictionaries; their texts go through the model together."""

    def __init__(self, analyzer_engine: AnalyzerEngine | None = None) -> None:
        self.analyzer_engine = analyzer_engine or AnalyzerEngine()

    def analyze_iterator(
        self,
        texts: Iterable[Any],
        language: str,
        batch_size: int = 1,
        n_process: int = 1,
        **kwargs: Any,
    ) -> list[list[RecognizerResult]]:
        """The results of each text. ``batch_size`` and ``n_process`` are accepted and not used."""
        several = list(texts)
        if not all(not one or type(one) in _PLAIN for one in several):
            raise UsageError("a list may hold texts, numbers and truth values alone")
        return self.analyzer_engine.analyze_batch(list(map(str, several)), language, **kwargs)

    def analyze_dict(
        self,
        input_dict: Mapping[str, Any],
        language: str,
        keys_to_skip: Sequence[str] | None = None,
        batch_size: int = 1,
        n_process: int = 1,
        **kwargs: Any,
    ) -> Iterator[DictAnalyzerResult]:
        """The results of each key, which counts as context; ``keys_to_skip`` may name inner ones,
        as in ``person.name``."""
        outer = list(kwargs.pop("context", None) or ())
        skipped = keys_to_skip or ()
        for key, value in input_dict.items():
            found: Any = []
            context = [*outer, key]
            if not value or key in skipped:
                pass
            elif type(value) in _PLAIN:
                found = self.analyzer_engine.analyze(
                    str(value), language, context=context, **kwargs
                )
            elif isinstance(value, Mapping):
                inner = [
                    one.removeprefix(f"{key}.") for one in skipped if one.startswith(f"{key}.")
                ]
                found = self.analyze_dict(value, language, inner, context=context, **kwargs)
            elif isinstance(value, Iterable):
                found = self.analyze_iterator(value, language, context=context, **kwargs)
            else:
                raise UsageError(f"a value may be no {type(value).__name__}")
            yield DictAnalyzerResult(key, value, found)


class BatchAnonymizerEngine:
    """Anonymizes lists and dictionaries after their results."""

    def __init__(self, anonymizer_engine: AnonymizerEngine | None = None) -> None:
        self.anonymizer_engine = anonymizer_engine or AnonymizerEngine()

    def anonymize_list(
        self,
        texts: Iterable[Any],
        recognizer_results_list: Sequence[Sequence[RecognizerResult]],
        **kwargs: Any,
    ) -> list[Any]:
        """Each text after the operators; what is no text, number or truth value stays."""
        several = list(texts)
        found = recognizer_results_list or [()] * len(several)
        if len(found) != len(several):
            raise UsageError("as many lists of results are wanted as there are texts")
        return [
            self.anonymizer_engine.anonymize(str(text), results, **kwargs).text
            if type(text) in _PLAIN
            else text
            for text, results in zip(several, found, strict=True)
        ]

    def anonymize_dict(
        self, analyzer_results: Iterable[DictAnalyzerResult], **kwargs: Any
    ) -> dict[str, Any]:
        """The dictionary after the operators."""
        made: dict[str, Any] = {}
        for one in analyzer_results:
            if not one.recognizer_results:  # nothing was found, or the key was skipped
                made[one.key] = one.value
            elif isinstance(one.value, Mapping):
                made[one.key] = self.anonymize_dict(one.recognizer_results, **kwargs)
            elif type(one.value) in _PLAIN:
                found = [one.recognizer_results]
                (made[one.key],) = self.anonymize_list([one.value], found, **kwargs)
            else:
                made[one.key] = self.anonymize_list(one.value, one.recognizer_results, **kwargs)
        return made
