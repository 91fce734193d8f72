"""Drop-ins for the common calls of presidio-analyzer and presidio-anonymizer.

    from understudy.compat.presidio import AnalyzerEngine, AnonymizerEngine

    results = AnalyzerEngine().analyze(text=text, language="en")
    AnonymizerEngine().anonymize(text=text, analyzer_results=results)

Names of entities, the order of results and the operators are Presidio's; what is found is what
Understudy finds. The operator ``surrogate`` is ours: coherent stand-ins.
"""

from __future__ import annotations

from understudy.compat.presidio.analyzer import AnalyzerEngine
from understudy.compat.presidio.anonymizer import (
    AnonymizerEngine,
    ConflictResolutionStrategy,
    DeanonymizeEngine,
)
from understudy.compat.presidio.batch import (
    BatchAnalyzerEngine,
    BatchAnonymizerEngine,
    DictAnalyzerResult,
)
from understudy.compat.presidio.operators import (
    InvalidParamError,
    Operator,
    OperatorConfig,
    OperatorType,
)
from understudy.compat.presidio.recognizers import (
    EntityRecognizer,
    Pattern,
    PatternRecognizer,
    RecognizerRegistry,
)
from understudy.compat.presidio.results import (
    AnalysisExplanation,
    EngineResult,
    OperatorResult,
    RecognizerResult,
)

__all__ = [
    "AnalysisExplanation",
    "AnalyzerEngine",
    "AnonymizerEngine",
    "BatchAnalyzerEngine",
    "BatchAnonymizerEngine",
    "ConflictResolutionStrategy",
    "DeanonymizeEngine",
    "DictAnalyzerResult",
    "EngineResult",
    "EntityRecognizer",
    "InvalidParamError",
    "Operator",
    "OperatorConfig",
    "OperatorResult",
    "OperatorType",
    "Pattern",
    "PatternRecognizer",
    "RecognizerRegistry",
    "RecognizerResult",
]
