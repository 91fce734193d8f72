"""Numbers and identifiers, read: every mention has a sketch, whatever stands in it."""

from __future__ import annotations

from collections.abc import Sequence

from understudy.surrogates.kernel import Reading
from understudy.surrogates.mention import Mention
from understudy.surrogates.numbers.form import COUNTED
from understudy.surrogates.numbers.read_codes import read_codes
from understudy.surrogates.numbers.read_counts import read_counts
from understudy.surrogates.numbers.read_networks import ADDRESSES, read_networks
from understudy.surrogates.numbers.sketch import Address, Counted, Shown, Sketch
from understudy.surrogates.settings import Settings

__all__ = ["read"]


def read(mentions: Sequence[Mention], settings: Settings) -> Reading:
    """All mentions of one number or identifier."""
    placed = dict(enumerate(mentions))
    counted = {at: one for at, one in placed.items() if one.category in COUNTED}
    addresses = {at: one for at, one in placed.items() if one.category in ADDRESSES}
    rest = {at: one for at, one in placed.items() if at not in counted and at not in addresses}
    codes = read_codes(rest, settings)
    counts = read_counts(counted, settings.language)
    networks = read_networks(addresses, settings.language)
    shown: dict[int, Shown | Counted | Address] = {**codes.shown, **counts.shown, **networks.shown}
    sketch = Sketch(
        codes.codes,
        counts.counts,
        networks.networks,
        tuple(shown[at] for at in range(len(mentions))),
    )
    return Reading(sketch, ({**codes.hints, **counts.hints, **networks.hints},))
