"""Membership: whether a model that was trained on a release was trained on a document of it.

For every data subject (or document, where subjects are not told) a coin decides whether the release
of their text is trained on. The attacker has the model and the originals, and says of everybody
whether they were in. He looks at the values that nobody else has: a value in its place, against
others of its kind in the same place, so that what the rest of the text tells drops out. One run is
enough to bound ε from below (Steinke et al. 2023, ``understudy.privacy.onerun``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from understudy.attacks.attack import Attack, Settings
from understudy.attacks.controls import controls
from understudy.attacks.extraction import OTHERS, STEPS, Model, Secret, further, places, trigrams
from understudy.attacks.finding import ALPHA, Finding, share_interval
from understudy.attacks.pairs import Pair, redacted, untouched
from understudy.core.folding import fold
from understudy.encoder.model import Encoder
from understudy.privacy.onerun import OneRun, least_seen, most_seen, of_scores

__all__ = ["ATTACK", "Group", "attack", "groups_of"]

Floats = npt.NDArray[np.float64]

ATTACKER = (
    "Has a language model ({model}) that was trained on the release of half of the people, and the "
    "originals of all of them. Takes those for trained on whose own values the model finds "
    "likelier than other values in their place."
)
_FEWEST = 8
_DIGITS = 9
_UNHEARD = -50.0
"""The least log-probability: of a value that the model cannot even spell."""
_MOST = 12
"""Values of one person that are asked for."""


class Group(NamedTuple):
    """The documents of one person, and the values that nobody else has."""

    members: tuple[int, ...]
    """Numbers of documents."""
    secrets: tuple[Secret, ...]

    def __repr__(self) -> str:
        return f"Group({len(self.members)} documents, {len(self.secrets)} values)"


def groups_of(
    pairs: Sequence[Pair], others: Mapping[str, Sequence[str]], *, seed: int
) -> list[Group]:
    """Data subjects, or documents, with values of their own that have enough others of their
    kind."""
    owners: dict[str, list[int]] = defaultdict(list)
    for at, pair in enumerate(pairs):
        owners[pair.id if pair.subject is None else pair.subject].append(at)
    holders: dict[str, set[str]] = defaultdict(set)
    for owner, members in owners.items():
        for at in members:
            for mark in pairs[at].marks:
                holders[fold(mark.original)].add(owner)
    random = np.random.default_rng(seed)
    found = []
    for members in owners.values():
        own: dict[str, Secret] = {}
        for at in members:
            for mark in pairs[at].marks:
                kind, value = others.get(mark.category, ()), fold(mark.original)
                if len(holders[value]) == 1 and value not in own and len(kind) >= OTHERS:
                    chosen = random.choice(len(kind), size=OTHERS, replace=False)
                    alike = tuple(kind[one] for one in sorted(chosen))
                    own[value] = Secret(at, mark.was, mark.original, alike)
        if own:
            found.append(Group(tuple(members), tuple(own.values())[:_MOST]))
    return found


def attack(
    pairs: Sequence[Pair], *, seed: int = 0, encoder: Encoder | None = None, steps: int = STEPS
) -> tuple[Finding, ...]:
    """With an encoder, also the encoder trained further."""
    groups = groups_of(pairs, controls(pairs, seed=seed), seed=seed)
    if len(groups) < _FEWEST:
        return ()
    coins = np.random.default_rng(seed).random(len(groups)) < 0.5
    models = [trigrams()]
    if encoder is not None:
        models.append(further(encoder, steps=steps, seed=seed))
    return tuple(_found(model, pairs, groups, coins, seed) for model in models)


def _found(
    model: Model,
    pairs: Sequence[Pair],
    groups: Sequence[Group],
    coins: npt.NDArray[np.bool_],
    seed: int,
) -> Finding:
    """Coins are the same for all three versions."""
    originals = untouched(pairs)
    inside = [at for group, taken in zip(groups, coins, strict=True) if taken for at in group[0]]
    own: list[OneRun] = []
    texts: list[OneRun] = []
    for version in (redacted(pairs), pairs, originals):
        learnt = model.train([version[at].after for at in inside])
        for kept, scores in ((own, _scores), (texts, _texts)):
            made = scores(model, learnt, originals, groups)
            kept.append(of_scores(made, coins, alpha=ALPHA, seed=seed))
    low, found, high = own
    count = 2 * (found.coins // 2)
    right = round(found.accuracy * count)
    return Finding(
        attack=f"membership, {model.name}",
        risk="inference",
        attacker=ATTACKER.format(model=model.name),
        measure="share of the people of whom it is told whether they were trained on",
        success=found.accuracy,
        interval=share_interval([(1.0, 1.0)] * right + [(0.0, 1.0)] * (count - right), seed=seed),
        floor=low.accuracy,
        floor_is="a model of the text with every value under a bar",
        ceiling=high.accuracy,
        ceiling_is="a model of the untouched text",
        n=count,
        unit="people",
        details=_details(found, texts),
    )


def _details(found: OneRun, texts: Sequence[OneRun]) -> dict[str, float | int | str]:
    return {
        "ε at least": found.epsilon,
        "guesses behind it": found.guesses,
        "right guesses": found.right,
        "largest ε that could be shown": most_seen(found.coins, alpha=ALPHA),
        "least share that would be told from chance": least_seen(found.coins, alpha=ALPHA),
        "told by the whole text": texts[1].accuracy,
        "told by the whole text with bars": texts[0].accuracy,
    }


def _scores(
    model: Model, learnt: object, originals: Sequence[Pair], groups: Sequence[Group]
) -> Floats:
    """How much likelier a person's own values are than others in their place."""
    asked = [secret for group in groups for secret in group.secrets]
    rows = model.fit(learnt, places(originals, asked), asked)
    above = iter(
        [round(float(row[0] - np.mean(row[1:])), _DIGITS) for row in np.maximum(rows, _UNHEARD)]
    )
    return np.array([np.mean([next(above) for _ in group.secrets]) for group in groups])


def _texts(
    model: Model, learnt: object, originals: Sequence[Pair], groups: Sequence[Group]
) -> Floats:
    """How likely the model finds the whole originals: any text that is not rewritten gives itself
    away, stand-ins or not."""
    return np.array(
        [
            np.mean([model.likely(learnt, [originals[at].after]) for at in group.members])
            for group in groups
        ]
    )


def _attempt(pairs: Sequence[Pair], settings: Settings) -> tuple[Finding, ...]:
    encoder = settings.encoder if settings.train else None
    return attack(settings.some(pairs), seed=settings.seed, encoder=encoder)


ATTACK = Attack(_attempt, "fewer than eight people have values that nobody else has")
