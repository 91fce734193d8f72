"""The drop-in beside presidio-anonymizer itself, where that is installed: overlapping results and
operators at random give the same text and the same items."""

from __future__ import annotations

import random
from typing import Any

import pytest

from understudy.compat import presidio as ours

theirs: Any = pytest.importorskip("presidio_anonymizer", reason="needs presidio-anonymizer")
entities: Any = pytest.importorskip("presidio_anonymizer.entities")

TEXT = "Ann Lee  lives in New York, call 212 555 0199 or ann@x.org now."
TYPES = ("PERSON", "LOCATION", "PHONE_NUMBER")
CASES = 3_000
Mark = tuple[str, int, int, float]
Operator = tuple[str, dict[str, Any]]


def cases() -> list[tuple[list[Mark], dict[str, Operator]]]:
    rng = random.Random(5)
    found = []
    for _ in range(CASES):
        marks = []
        for _ in range(rng.randint(0, 5)):
            start = rng.randrange(len(TEXT) - 1)
            end = min(len(TEXT), start + rng.randint(1, 14))
            marks.append((rng.choice(TYPES), start, end, rng.choice((0.3, 0.5, 0.85))))
        masked = {"masking_char": "*", "chars_to_mask": rng.randint(0, 9), "from_end": True}
        operators = {
            entity: rng.choice(
                (
                    ("redact", {}),
                    ("replace", {"new_value": "NEW"}),
                    ("replace", {}),
                    ("keep", {}),
                    ("mask", masked | {"from_end": rng.random() < 0.5}),
                )
            )
            for entity in rng.sample((*TYPES, "DEFAULT"), rng.randint(0, 3))
        }
        found.append((marks, operators))
    return found


def answer(
    engine: Any, kinds: Any, way: str, marks: list[Mark], operators: dict[str, Operator]
) -> tuple[str, list[tuple[Any, ...]]]:
    made = engine.anonymize(
        TEXT,
        [kinds.RecognizerResult(*mark) for mark in marks],
        {entity: kinds.OperatorConfig(*one) for entity, one in operators.items()},
        conflict_resolution=kinds.ConflictResolutionStrategy[way],
    )
    items = [
        (one.start, one.end, one.entity_type, one.text, one.operator, one.score)
        for one in made.items
    ]
    return made.text, items


@pytest.mark.parametrize("way", ["MERGE_SIMILAR_OR_CONTAINED", "REMOVE_INTERSECTIONS"])
def test_answers_are_the_same(way: str) -> None:
    mine, other = ours.AnonymizerEngine(), theirs.AnonymizerEngine()
    for marks, operators in cases():
        wanted = answer(other, entities, way, marks, operators)
        assert answer(mine, ours, way, marks, operators) == wanted, marks


def test_an_operator_class_written_for_presidio_serves_here() -> None:
    operators: Any = pytest.importorskip("presidio_anonymizer.operators")

    class Shout(operators.Operator):  # type: ignore[misc]
        def operate(self, text: str, params: Any = None) -> str:
            return text.upper() + params["sign"] + params["entity_type"]

        def validate(self, params: Any = None) -> None:
            assert params["sign"]

        def operator_name(self) -> str:
            return "shout"

        def operator_type(self) -> Any:
            return operators.OperatorType.Anonymize

    answers = []
    for module, kinds in ((theirs, entities), (ours, ours)):
        engine = module.AnonymizerEngine()
        engine.add_anonymizer(Shout)
        marks: list[Mark] = [("PERSON", 0, 7, 0.85)]
        way = "MERGE_SIMILAR_OR_CONTAINED"
        chosen: dict[str, Operator] = {"PERSON": ("shout", {"sign": "!"})}
        answers.append(answer(engine, kinds, way, marks, chosen))
    assert answers[0] == answers[1] and answers[0][0].startswith("ANN LEE!PERSON")
