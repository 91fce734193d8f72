"""What an attack comes to: its success between a floor and a ceiling, and what that means."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from understudy.privacy.intervals import bootstrap, clopper_pearson

__all__ = [
    "ALPHA",
    "RISKS",
    "Finding",
    "Place",
    "Verdict",
    "per_document",
    "share_interval",
    "verdicts",
]

ALPHA = 0.05
RISKS = ("singling out", "linkability", "inference")
"""García-Sardiña (2018), after the European data protection board."""
OPEN, PARTLY, UNDECIDED = "open", "partly", "undecided"
WITHSTOOD, UNTRIED = "withstood", "not tried"
_SMALL = 0.05
_MOST = 0.5
_FAR = 0.25
_NOTHING = 1e-9


class Place(NamedTuple):
    """Where an attack was right: offsets into the released text."""

    id: str
    start: int
    end: int


@dataclass(frozen=True)
class Finding:
    """How well one attack did, between what it would have got without the release (the floor) and
    from untouched text (the ceiling)."""

    attack: str
    risk: str
    attacker: str
    """What the attacker knows and does."""
    measure: str
    success: float
    interval: tuple[float, float]
    floor: float
    floor_is: str
    ceiling: float
    ceiling_is: str
    n: int
    unit: str
    """What ``n`` counts."""
    details: Mapping[str, float | int | str] = field(default_factory=dict)
    hits: tuple[Place, ...] = ()

    def gain(self, success: float) -> float:
        """The share of the way from floor to ceiling.

        Where untouched text tells no more than the floor there is no way: whoever still does
        better has all there is.
        """
        room = self.ceiling - self.floor
        if room <= _NOTHING:
            return 1.0 if success > self.floor + _NOTHING else 0.0
        return min(1.0, max(0.0, (success - self.floor) / room))

    @property
    def status(self) -> str:
        """``withstood``: the floor lies in the interval and half of the way to the ceiling does
        not, or the gain is surely small; ``undecided``: both lie in it; ``open``: surely half of
        the way or more, and no small thing; ``not tried``: there was nothing to try it on, or no
        way from floor to ceiling on which it could have shown itself."""
        low, high = (self.gain(end) for end in self.interval)
        if not self.n or (self.ceiling - self.floor <= _NOTHING and low <= 0.0):
            return UNTRIED
        if low >= _MOST and self.success - self.floor >= _FAR:
            return OPEN
        if low > 0.0 and high >= _SMALL:
            return PARTLY
        return UNDECIDED if high >= _MOST else WITHSTOOD

    def as_json(self) -> dict[str, object]:
        """As the command writes it with ``--json``."""
        return {
            "attack": self.attack,
            "risk": self.risk,
            "attacker": self.attacker,
            "measure": self.measure,
            "success": _figure(self.success),
            "interval": [_figure(end) for end in self.interval],
            "confidence": 1.0 - ALPHA,
            "floor": _figure(self.floor),
            "floor_is": self.floor_is,
            "ceiling": _figure(self.ceiling),
            "ceiling_is": self.ceiling_is,
            "gain": _figure(self.gain(self.success)),
            "status": self.status,
            "n": self.n,
            "unit": self.unit,
            "details": {
                name: _figure(value) if isinstance(value, float) else value
                for name, value in self.details.items()
            },
            "hits": [list(place) for place in self.hits],
        }


def _figure(value: float) -> float | None:
    return None if math.isnan(value) else float(f"{value:.6g}")


@dataclass(frozen=True)
class Verdict:
    """What all attacks on one risk say together: the worst of them."""

    risk: str
    status: str
    worst: str
    """The attack that gained most; empty where none was tried."""
    gain: float
    tried: int

    @property
    def text(self) -> str:
        """The verdict as a sentence."""
        if not self.tried:
            return "No attack on this risk could be tried."
        tried = "One attack was" if self.tried == 1 else f"{self.tried} attacks were"
        result = {
            WITHSTOOD: "none did better than without the release, as far as the sample tells",
            UNDECIDED: "none surely did better than without the release, but some saw too little",
            PARTLY: "some did better than without the release",
            OPEN: "the best got most of what untouched text would have given",
        }[self.status]
        return f"{tried} tried; {result} (most: {self.worst}, {self.gain:.0%} of the way)."


def verdicts(findings: Iterable[Finding]) -> tuple[Verdict, ...]:
    """One for each risk, in the order of ``RISKS``."""
    held = list(findings)
    return tuple(_verdict(risk, [one for one in held if one.risk == risk]) for risk in RISKS)


def _verdict(risk: str, findings: Sequence[Finding]) -> Verdict:
    tried = [one for one in findings if one.status != UNTRIED]
    if not tried:
        return Verdict(risk, UNTRIED, "", 0.0, 0)
    ranks = (WITHSTOOD, UNDECIDED, PARTLY, OPEN)
    worst = max(tried, key=lambda one: (ranks.index(one.status), one.gain(one.success)))
    return Verdict(risk, worst.status, worst.attack, worst.gain(worst.success), len(tried))


def share_interval(
    documents: Sequence[tuple[float, float]], *, alpha: float = ALPHA, seed: int = 0
) -> tuple[float, float]:
    """Of Σ right/Σ asked: the wider of resampled documents and Clopper–Pearson.

    Resampling knows that answers of one document hang together, and says nothing where all are
    right or all wrong; the exact interval is the other way round.
    """
    right = sum(pair[0] for pair in documents)
    asked = round(sum(pair[1] for pair in documents))
    if not asked:
        return 0.0, 1.0
    low = clopper_pearson(min(asked, math.floor(right + 1e-9)), asked, alpha)[0]
    high = clopper_pearson(min(asked, math.ceil(right - 1e-9)), asked, alpha)[1]
    again = bootstrap(documents, alpha, seed)
    return min(low, again[0]), max(high, again[1])


def per_document(ids: Sequence[str], right: Sequence[float]) -> list[tuple[float, float]]:
    """(right, asked) of each document, from answers with the ids of their documents."""
    found: dict[str, list[float]] = {}
    for name, value in zip(ids, right, strict=True):
        of_document = found.setdefault(name, [0.0, 0.0])
        of_document[0] += float(value)
        of_document[1] += 1.0
    return [(one[0], one[1]) for one in found.values()]
