"""Addresses of the internet and of network cards, drawn from ranges that nobody owns."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from understudy.languages.numbers.writing import digits_in_words, number_in_words
from understudy.surrogates.dice import Dice
from understudy.surrogates.numbers.sketch import Address, Network
from understudy.surrogates.numbers.vocabulary import cased
from understudy.surrogates.tables import Shape, Support, Table

__all__ = ["USUAL_PORTS", "draw_network", "show_address"]

# RFC 5737: three networks for documentation. RFC 3849: 2001:db8::/32.
_NETS = ("192.0.2.", "198.51.100.", "203.0.113.")
_DOCUMENTATION = "20010db8"
_HEX = tuple("0123456789abcdef")
# A second figure of 2, 6, A or E marks an address as administered locally: no maker has it
# (IEEE 802, RFC 7042 §2.1).
_LOCAL = tuple("26ae")
_BYTES = tuple(str(number) for number in range(256))
USUAL_PORTS = (
    *("21", "22", "25", "53", "80", "110", "143", "443", "465", "587", "993", "995"),
    *("3306", "3389", "5432", "8000", "8080", "8443"),
)
_PORTS: Mapping[str, Support] = {
    "usual": Table(tuple(sorted(USUAL_PORTS))),
    "other": Shape((tuple("23456"), *(tuple("0123456789"),) * 3)),
}


@cache
def _nets() -> Table:
    return Table(tuple(f"{net}{last}" for net in _NETS for last in range(256)))


@cache
def _figures(kind: str, reserved: bool) -> Shape:
    if kind == "six":
        lead = tuple((sign,) for sign in _DOCUMENTATION) if reserved else (_HEX,) * 8
        return Shape((*lead, *(_HEX,) * 24))
    return Shape((_HEX, _LOCAL if reserved else _HEX, *(_HEX,) * 10))


def draw_network(network: Network, at: int, reserved: bool, dice: Dice) -> tuple[str, ...]:
    """The parts of a new address."""
    label = ("network", at)
    if network.kind == "four":
        if reserved:
            return tuple(dice.pick(_nets(), label).split("."))
        return tuple(dice.pick(Table(_BYTES), (*label, part)) for part in range(4))
    figures = dice.pick(_figures(network.kind, reserved), label)
    if network.kind == "card":
        return tuple(figures)
    return tuple(figures[at : at + 4] for at in range(0, 32, 4))


def show_address(
    address: Address, network: Network, parts: tuple[str, ...], dice: Dice, place: int
) -> str:
    """A mention of the new address."""
    port = ""
    if address.port.startswith("/"):
        port = address.port
    elif address.port:
        port = ":" + dice.pick(_PORTS[address.port], ("port", place))
    if network.kind == "four":
        chosen = parts[-1:] if address.part == "last" else parts
        said = address.mark.join(_said(part, address) for part in chosen)
        lead = address.mark.lstrip() if address.part == "last" else ""
        return cased(lead + said + port, "upper" if address.case == "upper" else "lower")
    said = _card(address, parts) if network.kind == "card" else _six(address, parts)
    said += port
    return said.upper() if address.case == "upper" else said


def _said(part: str, address: Address) -> str:
    if address.said == "spaced":
        return " ".join(part)
    if not address.said:
        return part
    return (digits_in_words if address.said == "digits" else number_in_words)(
        part, address.language
    )


def _card(address: Address, figures: tuple[str, ...]) -> str:
    width = 4 if address.mark == "." else 2
    text = "".join(figures)
    groups = [text[at : at + width] for at in range(0, 12, width)]
    return address.mark.join(groups)


def _six(address: Address, parts: tuple[str, ...]) -> str:
    groups = list(parts) if address.form == "wide" else [part.lstrip("0") or "0" for part in parts]
    if address.form == "cut":
        return f"{':'.join(groups[:2])}::{groups[-1]}"
    return ":".join(groups)
