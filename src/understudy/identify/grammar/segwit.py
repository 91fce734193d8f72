"""The check of a segregated witness address of Bitcoin: bech32 (BIP 173) and bech32m (BIP 350)."""

from __future__ import annotations

__all__ = ["is_segwit"]

_LETTERS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
_GENERATOR = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)
_BECH32, _BECH32M = 1, 0x2BC830A3


def is_segwit(text: str) -> bool:
    """Whether a text is a valid address of Bitcoin's main network."""
    prefix, one, data = text.lower().partition("1")
    if text not in (text.lower(), text.upper()) or prefix != "bc" or not one:
        return False
    if not 14 <= len(data) <= 74 or any(letter not in _LETTERS for letter in data):
        return False
    values = [_LETTERS.index(letter) for letter in data]
    wanted = _BECH32 if values[0] == 0 else _BECH32M
    high, low = [ord(letter) >> 5 for letter in prefix], [ord(letter) & 31 for letter in prefix]
    return _checksum([*high, 0, *low, *values]) == wanted


def _checksum(values: list[int]) -> int:
    found = 1
    for value in values:
        top = found >> 25
        found = (found & 0x1FFFFFF) << 5 ^ value
        for bit, constant in enumerate(_GENERATOR):
            if top >> bit & 1:
                found ^= constant
    return found
