"""Where a live project stands: what is settled, what is not, and whether to go on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from understudy.core.types import Span
from understudy.learn.stopping import Signals, spent
from understudy.learn.workroom import Settings
from understudy.project import Answer, Project
from understudy.registry import load

__all__ = ["disagreements", "settled", "status"]


def settled(answers: Iterable[Answer]) -> dict[int, tuple[Span, ...]]:
    """What is learnt from: a decision where there is one, else the last answer."""
    found: dict[int, tuple[Span, ...]] = {}
    decided: set[int] = set()
    for one in answers:
        if one.decision or one.item not in decided:
            found[one.item] = one.marks
        if one.decision:
            decided.add(one.item)
    return found


def disagreements(answers: Iterable[Answer]) -> dict[int, list[Answer]]:
    """The items about which people differ, and nobody has decided."""
    by_item: dict[int, list[Answer]] = defaultdict(list)
    for one in answers:
        by_item[one.item].append(one)
    return {
        item: of_item
        for item, of_item in by_item.items()
        if len({one.marks for one in of_item}) > 1 and not any(one.decision for one in of_item)
    }


def status(project: Project) -> dict[str, Any]:
    """Where the project stands, and whether to go on."""
    settings = Settings.of(project)
    answers, rounds = project.answers(), project.rounds()
    marks = settled(answers)
    signals = [Signals(**{name: one[name] for name in Signals._fields}) for one in rounds]
    reasons = {
        rule: reason for rule in settings.rules if (reason := load("stopping", rule)(signals))
    }
    over = spent(signals, settings.budget)
    items = {item.number: item for item in project.items()} if answers else {}
    return {
        "project": settings.name,
        "annotated": len(marks),
        "private": sum(len(of_one) for of_one in marks.values()),
        "edits": sum(one.edits for one in answers),
        "rounds": rounds,
        "batches": [batch._asdict() for batch in project.batches()],
        "agreement": _pre_annotation(project, answers),
        "disagreements": [
            {"id": items[item].id, "annotators": [one.annotator for one in of_item]}
            for item, of_item in disagreements(answers).items()
        ],
        "reasons": {**reasons, **({"budget": over} if over else {})},
        "advice": _advice(marks, rounds, reasons, over),
    }


def _pre_annotation(project: Project, answers: Sequence[Answer]) -> list[dict[str, Any]]:
    """How good the pre-annotation of each batch was: the curve so far."""
    given = {(one.item, one.annotator): one for one in answers}
    found = []
    for batch in project.batches():
        right = proposed = true = 0
        for one in project.items_of_batch(batch.number):
            answer = given.get((one.item, batch.annotator))
            if answer is None:
                continue
            ones, others = ({m[:3] for m in marks} for marks in (one.marks, answer.marks))
            right, proposed, true = (
                right + len(ones & others),
                proposed + len(ones),
                true + len(others),
            )
        f1 = 2 * right / (proposed + true) if proposed + true else None
        found.append({"batch": batch.number, "answered": batch.answered, "f1": f1})
    return found


def _advice(
    marks: Mapping[int, Any], rounds: Sequence[Any], reasons: Mapping[str, str], over: str | None
) -> str:
    if over:
        return f"stop: {over}"
    if not marks:
        return "go on: nothing is annotated yet"
    if not any(marks.values()):
        return "go on: nothing private has been marked yet"
    if "stable" in reasons or len(reasons) > 1:
        return "stop: " + "; ".join(reasons.values())
    return f"go on: {'the tagger still changes' if len(rounds) > 3 else 'too few rounds to tell'}"
