"""What the strategy ``distort`` declares; light, since policies read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from understudy.core.settings import LARGEST
from understudy.replace.distort.keys import BOUNDED, CANDIDATES, CLIP, MU, TOP_P
from understudy.replace.part import Problem, StrategyPart

__all__ = ["STRATEGY", "Settings"]

Share = Annotated[float, Meta(ge=1e-6, le=1, description="a number above 0 and at most 1")]


class Settings(Struct, forbid_unknown_fields=True, frozen=True):
    """Where candidates come from, and how one is chosen."""

    method: Literal["substitute", "generate"] = "substitute"
    candidates: Annotated[int, Meta(ge=1, le=1024)] = CANDIDATES
    scale: Literal["two-level", "rank", "clip"] = "two-level"
    clip: Share = CLIP
    divergence: Literal["kl", "hellinger", "js"] | None = None
    """Unset: the paper's for the plain choice, a bounded one for the private choice."""
    mu: Share = MU
    model: str = "full"
    cased: bool = True
    """Whether the model that scores sees letter case."""
    see: Literal["replaced", "all"] = "replaced"
    """What a choice sees of other entities: as they were replaced so far, or all that have no bound
    either."""
    same_category: bool | None = None
    """Unset: candidates that were generated are checked, those of a list are not."""
    length: Literal["drawn", "own"] = "drawn"
    """Of a generated phrase: drawn, or as many pieces as the value has."""
    temperature: Annotated[float, Meta(gt=0, le=LARGEST)] = 1.0
    top_k: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    top_p: Share = TOP_P


def check(table: Mapping[str, Any]) -> Problem | None:
    """Settings of one method with the other, and of one choice with the other."""
    generates = _generates(table)
    for key in ("source", "file", "weights"):
        if generates and key in table:
            return key, 'has no use with method = "generate": there is no list'
    for key in ("length", "temperature", "top_k", "top_p"):
        if not generates and key in table:
            return key, 'goes with method = "generate"'
    return _choice_problem(table)


def _choice_problem(table: Mapping[str, Any]) -> Problem | None:
    private = "epsilon" in table
    for key in ("scale", "clip"):
        if not private and key in table:
            return key, "goes with epsilon: it is about the private choice"
    if private and table.get("length", "drawn") != "drawn":
        return "length", 'must be "drawn" with epsilon: a length says something of the value'
    if private and table.get("see", "replaced") != "replaced":
        return "see", 'must be "replaced" with epsilon: what a choice sees of others, they pay for'
    if private and table.get("divergence", BOUNDED[0]) not in BOUNDED:
        return "divergence", f"must be one of {', '.join(BOUNDED)} with epsilon"
    if "clip" in table and table.get("scale") != "clip":
        return "clip", 'goes with scale = "clip"'
    return None


def _generates(options: Mapping[str, Any]) -> bool:
    return bool(options.get("method") == "generate")


def _substitutes(options: Mapping[str, Any]) -> bool:
    return not _generates(options)


STRATEGY = StrategyPart(
    "distort",
    "understudy.replace.distort.strategy:build",
    Settings,
    check,
    epsilon_buys="choice",
    banked=True,
    needs_list=_substitutes,
    document_scope=True,
    slow=True,
)
