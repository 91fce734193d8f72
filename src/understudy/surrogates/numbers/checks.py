"""Check digits, computed behind what was drawn: a code that is drawn has valid ones."""

from __future__ import annotations

import hashlib
from importlib import import_module
from typing import Any

__all__ = [
    "bitcoin",
    "checked_account",
    "checked_iban",
    "cif_digit",
    "cif_letter",
    "cuit",
    "curp",
    "luhn",
    "nass",
    "nie_letter",
    "nif_letter",
    "nir",
    "nit",
    "registration",
    "ruc",
    "rut",
    "segwit",
    "spanish_iban",
    "unchanged",
    "vin",
]


def _stdnum(name: str) -> Any:
    return import_module(f"stdnum.{name}")  # each module when it is needed: there are hundreds


def unchanged(code: str) -> str:
    """A code without check digits, as it was drawn."""
    return code


def luhn(code: str) -> str:
    """A code whose last digit is that of Luhn's formula."""
    return code[:-1] + str(_stdnum("luhn").calc_check_digit(code[:-1]))


def checked_iban(code: str) -> str:
    """An IBAN with its two check digits."""
    return code[:2] + str(_stdnum("iban").calc_check_digits(f"{code[:2]}00{code[4:]}")) + code[4:]


def spanish_iban(code: str) -> str:
    """A Spanish IBAN, with the check digits of the account and its own."""
    return checked_iban(code[:4] + checked_account(code[4:]))


def checked_account(code: str) -> str:
    """A Spanish account (CCC) with its two check digits."""
    plain = f"{code[:8]}00{code[10:]}"
    return code[:8] + str(_stdnum("es.ccc").calc_check_digits(plain)) + code[10:]


def nif_letter(code: str) -> str:
    """A Spanish NIF with its letter."""
    return code[:-1] + str(_stdnum("es.dni").calc_check_digit(code[:-1]))


def nie_letter(code: str) -> str:
    """A Spanish NIE with its letter."""
    return code[:-1] + str(_stdnum("es.nie").calc_check_digit(code[:-1]))


def cif_digit(code: str) -> str:
    """A Spanish CIF that ends in a check digit."""
    return code[:-1] + str(_stdnum("es.cif").calc_check_digits(code[:-1]))[0]


def cif_letter(code: str) -> str:
    """A Spanish CIF that ends in a check letter."""
    return code[:-1] + str(_stdnum("es.cif").calc_check_digits(code[:-1]))[1]


def registration(code: str) -> str:
    """A number of the US Drug Enforcement Administration: two letters, seven figures."""
    digits = [int(digit) for digit in code[2:8]]
    return code[:-1] + str((sum(digits[0::2]) + 2 * sum(digits[1::2])) % 10)


def nass(code: str) -> str:
    """A number of the Spanish social security: province, serial, and the rest by 97."""
    province, serial = int(code[:2]), int(code[2:10])
    whole = province * 10**7 + serial if serial < 10**7 else int(code[:10])
    return f"{code[:10]}{whole % 97:02}"


_VALUES = dict(
    zip(
        "0123456789ABCDEFGHJKLMNPRSTUVWXYZ",
        map(int, "012345678912345678123457923456789"),
        strict=True,
    )
)
_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)


def vin(code: str) -> str:
    """The ninth place of the number of a vehicle (49 CFR 565.15)."""
    rest = sum(_VALUES.get(sign, 0) * weight for sign, weight in zip(code, _WEIGHTS, strict=True))
    return code[:8] + "0123456789X"[rest % 11] + code[9:]


def rut(code: str) -> str:
    """A Chilean RUT with its check digit."""
    return code[:-1] + str(_stdnum("cl.rut").calc_check_digit(code[:-1]))


def curp(code: str) -> str:
    """A Mexican CURP with its check digit."""
    return code[:-1] + str(_stdnum("mx.curp").calc_check_digit(code[:-1]))


def cuit(code: str) -> str:
    """An Argentine CUIT with its check digit."""
    return code[:-1] + str(_stdnum("ar.cuit").calc_check_digit(code[:-1]))


def nit(code: str) -> str:
    """A Colombian NIT with its check digit."""
    return code[:-1] + str(_stdnum("co.nit").calc_check_digit(code[:-1]))


def ruc(code: str) -> str:
    """A Peruvian RUC with its check digit."""
    return code[:-1] + str(_stdnum("pe.ruc").calc_check_digit(code[:-1]))


def nir(code: str) -> str:
    """A French NIR with its two check digits."""
    return code[:-2] + str(_stdnum("fr.nir").calc_check_digits(code[:-2]))


_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def bitcoin(payload: str) -> str:
    """The address of twenty bytes, given in hexadecimal figures: Base58 with four check bytes."""
    body = b"\0" + bytes.fromhex(payload)
    whole = body + hashlib.sha256(hashlib.sha256(body).digest()).digest()[:4]
    number, out = int.from_bytes(whole), ""
    while number:
        number, digit = divmod(number, 58)
        out = _BASE58[digit] + out
    return "1" * (len(whole) - len(whole.lstrip(b"\0"))) + out


_BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
_GENERATORS = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)


def segwit(payload: str) -> str:
    """The address of twenty bytes in the form of BIP 173."""
    number = int(payload, 16)
    data = [0, *(number >> shift & 31 for shift in range(155, -1, -5))]
    check = 1
    for value in (3, 3, 0, 2, 3, *data, 0, 0, 0, 0, 0, 0):  # 3, 3, 0, 2, 3: "bc" spread out
        top, check = check >> 25, (check & 0x1FFFFFF) << 5 ^ value
        for at, generator in enumerate(_GENERATORS):
            check ^= generator if top >> at & 1 else 0
    data += [(check ^ 1) >> 5 * (5 - at) & 31 for at in range(6)]
    return "bc1" + "".join(_BECH32[value] for value in data)
