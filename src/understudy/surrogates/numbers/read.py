"""Numbers and identifiers, read: every mention has a sketch, whatever stands in it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence

from understudy.surrogates.dice import Label
from understudy.surrogates.kernel import Reading, Shapes
from understudy.surrogates.mention import Mention
from understudy.surrogates.numbers.form import COUNTED
from understudy.surrogates.numbers.phones import lands_of, lead_of
from understudy.surrogates.numbers.plans import kind_of
from understudy.surrogates.numbers.raw_codes import PHONES
from understudy.surrogates.numbers.read_codes import read_codes
from understudy.surrogates.numbers.read_counts import read_counts
from understudy.surrogates.numbers.read_networks import ADDRESSES, read_networks
from understudy.surrogates.numbers.sketch import Address, Count, Counted, Network, Shown, Sketch
from understudy.surrogates.settings import Settings

__all__ = ["read"]


class _Hints:
    """What stood there, put together when it is asked for."""

    def __init__(
        self, codes: Callable[[], Mapping[Label, str]], others: Mapping[Label, str]
    ) -> None:
        self._codes, self._others = codes, others

    def __iter__(self) -> Iterator[Mapping[Label, str]]:
        yield {**self._codes(), **self._others}


def read(mentions: Sequence[Mention], settings: Settings) -> Reading:
    """All mentions of one number or identifier."""
    shape = None
    if len(mentions) == 1:
        shape = _shape(mentions[0], settings.language, lands_of(mentions[0], settings))
    if shape is None:
        return _read(mentions, settings)
    return _shapes.read(shape, mentions, settings)


_FIGURES = str.maketrans("123456789", "000000000")


def _shape(mention: Mention, language: str, lands: Sequence[str] = ()) -> Hashable | None:
    """All of a telephone number in figures that its sketch depends on: its marks, how many digits
    stand between them, and which country the first ones are of; None for what is no such number."""
    text = mention.text
    if mention.category not in PHONES or not text.isascii() or text.upper() != text.lower():
        return None
    number = "".join(filter(str.isdigit, text))
    if not number:
        return None
    lead = lead_of(number, text[: text.index(number[0])], language, lands)
    rest = number[lead.size :]
    opens = rest.startswith("0"), kind_of(lead.country, rest)
    return mention.category, text.translate(_FIGURES), lead, opens


def _read(mentions: Sequence[Mention], settings: Settings) -> Reading:
    codes: dict[int, Mention] = {}
    counted: dict[int, Mention] = {}
    addresses: dict[int, Mention] = {}
    for at, one in enumerate(mentions):
        kind = one.category
        own = counted if kind in COUNTED else addresses if kind in ADDRESSES else codes
        own[at] = one
    found = read_codes(codes, settings)
    shown: dict[int, Shown | Counted | Address] = {**found.shown}
    counts: tuple[Count, ...] = ()
    networks: tuple[Network, ...] = ()
    hints: dict[Label, str] = {}
    if counted:
        of_counts = read_counts(counted, settings.language)
        counts = of_counts.counts
        shown.update(of_counts.shown)
        hints.update(of_counts.hints)
    if addresses:
        of_networks = read_networks(addresses, settings.language)
        networks = of_networks.networks
        shown.update(of_networks.shown)
        hints.update(of_networks.hints)
    sketch = Sketch(found.codes, counts, networks, tuple(shown[at] for at in range(len(mentions))))
    return Reading(sketch, _Hints(found.hints, hints))


_shapes = Shapes(_read)
