"""The anonymizer: operators at work on results of an analyzer, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from functools import cached_property

from understudy.compat.presidio.operators import (
    ANONYMIZERS,
    DEANONYMIZERS,
    SURROGATE,
    InvalidParamError,
    Operate,
    Operator,
    OperatorConfig,
    checked,
    operate_of,
)
from understudy.compat.presidio.results import EngineResult, OperatorResult, RecognizerResult
from understudy.core.types import Span
from understudy.deidentifier import Deidentifier

__all__ = ["AnonymizerEngine", "ConflictResolutionStrategy", "DeanonymizeEngine"]

Found = RecognizerResult | OperatorResult
"""What an operator works on."""
_DEFAULT = "DEFAULT"
_GENDERED = frozenset(
    (
        *("PERSON", "USERNAME", "SPELLING", "EMAIL_ADDRESS", "ORGANIZATION", "ID"),
        *("FAMILY", "OCCUPATION"),
    )
)
"""What keeps its gender, so that the pronouns around it still fit."""


class ConflictResolutionStrategy(Enum):
    """What becomes of results that overlap."""

    MERGE_SIMILAR_OR_CONTAINED = "merge_similar_or_contained"
    """Those of one type become one; what lies inside another is left out."""
    REMOVE_INTERSECTIONS = "remove_intersections"
    """As above, and of two that overlap the less sure one gives way."""


class AnonymizerEngine:
    """Writes something in place of each result of an analyzer."""

    def __init__(self) -> None:
        self._known: dict[str, Operate | None] = {**ANONYMIZERS, SURROGATE: None}

    @cached_property
    def _surrogates(self) -> Deidentifier:
        # With the policy "surrogate" countries, titles, amounts and common jobs would stay, and who
        # names a value here wants it replaced. "strict" leaves nothing; pronouns want the gender.
        policy = Deidentifier("strict").policy
        rules = {
            category: replace(rule, options={**rule.options, "gender": True})
            if category in _GENDERED
            else rule
            for category, rule in policy.rules.items()
        }
        return Deidentifier(replace(policy, rules=rules))

    def anonymize(
        self,
        text: str,
        analyzer_results: Sequence[RecognizerResult],
        operators: Mapping[str, OperatorConfig] | None = None,
        conflict_resolution: ConflictResolutionStrategy = (
            ConflictResolutionStrategy.MERGE_SIMILAR_OR_CONTAINED
        ),
        merge_entities_with_spaces: bool = True,
        *,
        language: str | None = None,
    ) -> EngineResult:
        """The text after the operators. ``operators``: type of entity → operator, ``DEFAULT`` for
        all others; without one a value becomes ``<TYPE>``. ``language`` is of use to the operator
        ``surrogate`` alone."""
        chosen = _operators(operators, self._known, "replace")
        found = [replace(one) for one in analyzer_results]
        _within(text, found)
        found = _merged(found)
        if conflict_resolution is ConflictResolutionStrategy.REMOVE_INTERSECTIONS:
            found = _apart(found)
        if merge_entities_with_spaces:
            found = _joined(text, found)
        drawn = self._drawn(text, found, chosen, language)
        return _operated(text, found, chosen, self._known, drawn)

    def _drawn(
        self,
        text: str,
        found: Sequence[RecognizerResult],
        chosen: Mapping[str, OperatorConfig],
        language: str | None,
    ) -> Mapping[int, str]:
        """Coherent stand-ins by the place of the value: they are drawn together."""
        spans = [
            Span(one.start, one.end, one.entity_type)
            for one in found
            if _of(one.entity_type, chosen).operator_name == SURROGATE
        ]
        if not spans:
            return {}
        edits = self._surrogates.replace(text, spans, language=language).edits
        return {edit.entity.span.start: edit.surrogate for edit in edits}

    def get_anonymizers(self) -> list[str]:
        """The names of the operators."""
        return list(self._known)

    def add_anonymizer(self, anonymizer_cls: type[Operator]) -> None:
        """One more operator, a class of your own."""
        _add(self._known, anonymizer_cls)

    def remove_anonymizer(self, anonymizer_cls: type[Operator]) -> None:
        """Without the operator of this name."""
        _remove(self._known, anonymizer_cls)


class DeanonymizeEngine:
    """Undoes what can be undone: what was encrypted, with its key."""

    def __init__(self) -> None:
        self._known: dict[str, Operate | None] = {**DEANONYMIZERS}

    def deanonymize(
        self,
        text: str,
        entities: Sequence[OperatorResult],
        operators: Mapping[str, OperatorConfig],
    ) -> EngineResult:
        """The text with the originals of these places."""
        chosen = _operators(operators, self._known, "deanonymize_keep")
        _within(text, entities)
        return _operated(text, entities, chosen, self._known, {})

    def get_deanonymizers(self) -> list[str]:
        """The names of the operators."""
        return list(self._known)

    def add_deanonymizer(self, deanonymizer_cls: type[Operator]) -> None:
        """One more operator, a class of your own."""
        _add(self._known, deanonymizer_cls)

    def remove_deanonymizer(self, deanonymizer_cls: type[Operator]) -> None:
        """Without the operator of this name."""
        _remove(self._known, deanonymizer_cls)


def _add(known: dict[str, Operate | None], kind: type[Operator]) -> None:
    known[kind().operator_name()] = operate_of(kind)


def _remove(known: dict[str, Operate | None], kind: type[Operator]) -> None:
    name = kind().operator_name()
    if known.pop(name, None) is None:
        raise InvalidParamError(f"Operator {name} not found")


def _operators(
    given: Mapping[str, OperatorConfig] | None, known: Mapping[str, Operate | None], usual: str
) -> dict[str, OperatorConfig]:
    chosen = {entity: checked(config, known) for entity, config in (given or {}).items()}
    chosen.setdefault(_DEFAULT, OperatorConfig(usual))
    return chosen


def _of(entity: str, chosen: Mapping[str, OperatorConfig]) -> OperatorConfig:
    return chosen.get(entity) or chosen[_DEFAULT]


def _within(text: str, found: Iterable[Found]) -> None:
    for one in found:
        if not 0 <= one.start <= one.end or one.end > len(text):
            raise InvalidParamError(
                f"Invalid analyzer result, start: {one.start} and end: {one.end}, while text "
                f"length is only {len(text)}."
            )


def _merged(found: Sequence[RecognizerResult]) -> list[RecognizerResult]:
    """Overlapping results of one type become one; then what lies inside another is left out. Of
    two that cover the same with the same score the later one of the list stays."""
    runs: list[RecognizerResult] = []
    last: dict[str, RecognizerResult] = {}
    later_first = sorted(enumerate(found), key=lambda item: (item[1].start, item[1].end, -item[0]))
    for _, one in later_first:
        before = last.get(one.entity_type)
        if before is not None and before.intersects(one):
            before.end = max(before.end, one.end)
            before.score = max(before.score, one.score)
        else:
            runs.append(one)
            last[one.entity_type] = one
    kept: list[RecognizerResult] = []
    for one in sorted(runs, key=lambda item: (item.start, -item.end, -item.score)):
        # Those kept begin no later, and the last one reaches furthest: it alone can cover this.
        if not kept or not one.has_conflict(kept[-1]):
            kept.append(one)
    return kept


def _apart(found: Sequence[RecognizerResult]) -> list[RecognizerResult]:
    """No two overlap: of each pair the less sure one gives way."""
    kept: list[RecognizerResult] = []
    for one in sorted(found, key=lambda item: item.start):
        while kept and one.start < kept[-1].end:
            if kept[-1].score >= one.score:
                one.start = kept[-1].end
            else:
                kept[-1].end = one.start
                if kept[-1].start >= kept[-1].end:
                    kept.pop()
                    continue
            break
        if one.start < one.end:
            kept.append(one)
    return kept


def _joined(text: str, found: Sequence[RecognizerResult]) -> list[RecognizerResult]:
    """Results of one type with nothing but space between them are one."""
    runs: list[RecognizerResult] = []
    for one in sorted(found, key=lambda item: (item.start, item.end)):
        before = runs[-1] if runs else None
        if (
            before is not None
            and before.entity_type == one.entity_type
            and before.end <= one.start
            and text[before.end : one.start].strip(" ") == ""
            and before.end != one.start
        ):
            before.end, before.score = one.end, one.score
        else:
            runs.append(one)
    return runs


def _operated(
    text: str,
    found: Sequence[Found],
    chosen: Mapping[str, OperatorConfig],
    known: Mapping[str, Operate | None],
    drawn: Mapping[int, str],
) -> EngineResult:
    """From the end of the text to its beginning, so that places stay what they are. Of results
    that overlap, the first one ends where the next begins."""
    pieces: list[str] = []
    items: list[tuple[int, OperatorResult]] = []
    last, behind = len(text), 0
    for one in sorted(found, key=lambda item: (item.start, item.end), reverse=True):
        end = min(one.end, last)
        config = _of(one.entity_type, chosen)
        operate = known[config.operator_name]
        if operate is None:
            made = drawn.get(one.start, f"<{one.entity_type}>")
        else:
            made = operate(text[one.start : one.end], one.entity_type, config.params)
        pieces += (text[end:last], made)
        behind += len(text[end:last])
        item = OperatorResult(0, 0, one.entity_type, made, config.operator_name, one.score)
        items.append((behind, item))
        behind += len(made)
        last = one.start
    pieces.append(text[:last])
    total = sum(map(len, pieces))
    for from_end, item in items:
        item.end = total - from_end
        item.start = item.end - len(item.text)
    return EngineResult("".join(reversed(pieces)), [item for _, item in items])
