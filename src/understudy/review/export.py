"""The corpus as people left it: released or annotated, in its own format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from understudy.core.errors import BudgetExceeded
from understudy.report.words import plural
from understudy.review.certifying import certified
from understudy.review.decided import Final, FinalStates, chosen
from understudy.review.desk import Desk
from understudy.review.final import final_state, with_rest
from understudy.review.queue import progress
from understudy.review.records import encoded
from understudy.review.rule import check_rule
from understudy.run.order import Order, Release
from understudy.run.release import carry_out

__all__ = ["export", "finals", "people"]


def finals(desk: Desk) -> tuple[dict[str, Final], Counter[str], int]:
    """What each document came to, by id; how that is known, counted; how many stand-ins people
    chose."""
    found: dict[str, Final] = {}
    ways: Counter[str] = Counter()
    picked = 0
    store, needed = desk.store, desk.settings.readers
    for number, name, digest in store.documents.names():
        readings = store.readings.layers(number)
        machine = store.documents.found(number)
        state, way = final_state(readings, machine, needed)
        ways[way] += 1
        picked += chosen(state)
        if machine.keys() - state.keys():
            text = store.documents.one(number).text
            state = with_rest(state, machine, readings, text)
        found[name] = Final(digest, encoded(state))
    return found, ways, picked


def people(desk: Desk) -> str:
    """How much people have read and decided, in a sentence."""
    found = progress(desk.store, desk.settings.readers)
    decisions = plural(found["decisions"], "decision")
    return (
        f"People made {decisions}, and read {found['read']:,} of {found['documents']:,} documents "
        "to their end."
    )


def export(
    desk: Desk,
    output: str,
    *,
    mode: str = "release",
    progress: Callable[[int], None] = lambda done: None,
    begun: Callable[[int | None], None] = lambda size: None,
    corpus: str | None = None,
    **order: Any,
) -> Release:
    """Write the corpus with what people decided. A release leaves only when the rule of the policy
    is met; the annotated corpus is as private as the corpus itself, and may be written before."""
    policy, source = desk.pipeline.policy, corpus or desk.settings.corpus
    held, ways, picked = finals(desk)
    if mode == "release":
        check_rule(desk, ways, source)
        if picked and not desk.may_choose:
            raise BudgetExceeded(
                f"policy {policy.name} has a budget, and {picked} stand-ins were chosen by people, "
                "which has no bound (ε = ∞)"
            )
    certificate = certified(desk, source).certificate if mode == "release" else None
    decided = FinalStates(held, desk.key, policy.unit, counted=mode == "release")
    pipeline = replace(desk.pipeline, decided=decided)
    asked = Order(
        inputs=(source,),
        output=str(Path(output)) if output != "-" else output,
        policy=policy,
        format=desk.settings.format,
        options=desk.settings.corpus_options(),
        mode=mode,
        key=desk.key,
        key_from="review",
        people=people(desk),
        read_sample=None if certificate is None else certificate.sample,
        **order,
    )
    return carry_out(asked, progress, begun, pipeline=pipeline)
