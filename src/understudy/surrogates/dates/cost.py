"""What a shift around the dates themselves costs.

``uniform`` and ``laplace``: one shift in days around the dates. Neighbours: all
dates of the scope move together by d days. A uniform shift over −W…W has 2W + 1 values, and moving
all dates by d leaves 2W + 1 − d of them in common: it is (0, δ) private with δ = d/(2W + 1).
Discrete Laplace with ε per day is (ε·d, 0) private. In multiples of seven, d is a number of weeks
and W = ⌊shift_days/7⌋ of them.
"""

from __future__ import annotations

from understudy.core.types import PrivacyEvent
from understudy.surrogates.dates.choices import WEEK
from understudy.surrogates.settings import Settings

__all__ = ["shift_event"]


def shift_event(
    settings: Settings, *, weekdays: bool = False, unit: str = "entity"
) -> PrivacyEvent:
    """What a shift around the dates costs between scopes whose dates differ by the distance."""
    step = WEEK if weekdays else 1
    days = settings.shift_distance
    invariants: tuple[str, ...] = ("intervals between dates", "format of the date")
    invariants += ("relative dates", *(("weekdays",) if weekdays else ()))
    steps = -(-days // step)
    if settings.shift == "laplace":
        cost = settings.shift_epsilon * steps * step
        return PrivacyEvent(
            "surrogate (laplace shift)", unit, 1.0, 0.0, cost, 0.0, cost, 0.0, days, invariants
        )
    count = 2 * (settings.shift_days // step) + 1
    delta = min(1.0, steps / count)
    return PrivacyEvent(
        "surrogate (uniform shift)",
        unit,
        1.0,
        1.0 / count,
        0.0,
        delta,
        0.0,
        0.0,
        days,
        invariants,
    )
