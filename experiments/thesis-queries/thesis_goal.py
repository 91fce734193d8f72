"""How far seven in a hundred instances go: a query is chosen on the dev part, then tested once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any

import studies as st
import transfer_task as tt
from understudy.learn.curves_page import reached, stopped
from understudy.learn.study import Plan, study

RULE = "stable"
"""The rule that a live project goes by."""


def reach(given: Mapping[str, Any], kept: Path) -> dict[str, Any]:
    """The chosen query with its scores on both parts."""
    aim = given["goal"]
    corpus, of = aim["corpus"], given["corpora"][aim["corpus"]]
    columns = kept.parent / "columns"
    dev = tt.task_of(corpus, of, given, columns, "dev")
    most = int(given["targets"]["instances"] * len(dev.pool))
    plan = Plan(
        (aim["method"],),
        (),
        tuple(aim["candidates"]),
        aim["batch"],
        aim["batch"],
        most,
        given["runs"],
        given["seed"],
    )
    on_dev = study(
        dev, plan, kept / "goal-dev", workers=st.workers(), progress=partial(tt.told, "goal, dev")
    )
    ends = {curve["query"]: curve["steps"][-1]["f1"]["mean"] for curve in on_dev["curves"]}
    best = max(ends, key=lambda name: ends[name])
    test = tt.task_of(corpus, of, given, columns)
    whole = replace(plan, queries=(best,), limit=aim["limit"])
    results = study(
        test,
        whole,
        kept / "goal-test",
        workers=st.workers(),
        progress=partial(tt.told, "goal, test"),
    )
    (curve,) = results["curves"]
    last = max((one for one in curve["steps"] if one["instances"] <= most), key=_spent)
    tops = [row["instances"] for row in reached([curve]) if row["count"]]
    stops = [row for row in stopped([curve]) if row["rule"] == RULE]
    return {
        "corpus": corpus,
        "query": best,
        "dev": ends,
        "batch": aim["batch"],
        "instances": last["instances"],
        "share_words": last["words"]["mean"] / results["full"]["words"],
        "f1": last["f1"]["mean"],
        "deviation": last["f1"]["deviation"] or 0.0,
        "full": results["full"]["f1"],
        "oracle": fmean(tops) if tops else None,
        "stop": stops[0] if stops else None,
    }


def _spent(step: Mapping[str, Any]) -> int:
    return int(step["instances"])
