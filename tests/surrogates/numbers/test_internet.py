"""Addresses of the internet and of network cards, written and said."""

from __future__ import annotations

import re

import pytest
from numbers_written import least_and_reached, sketch, written

NET = r"(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}"
CARD = "MAC_ADDRESS"


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("192.168.1.7", NET),
        ("192.168.1.7:8080", rf"{NET}:\d+"),
        ("192.168.1.7:51234", rf"{NET}:[2-6]\d{{3}}"),
        ("10.0.0.0/8", rf"{NET}/8"),
        ("10.0.0.0/9", rf"{NET}/8"),
        ("192 punto 168 punto 1 punto 7", NET.replace(r"\.", " punto ")),
        ("192 dot 168 dot 1 dot 7", NET.replace(r"\.", " dot ")),
        ("1 9 2 dot 0 dot 2 dot 7", r"(?:\d(?: \d)*)(?: dot \d(?: \d)*){3}"),
        ("one nine two dot zero dot two dot seven", r"one nine [a-z ]+(?: dot [a-z ]+){3}|two .*"),
        ("ten dot zero dot four dot thirty", r"(?:one|two) hundred[a-z ]*(?: dot [a-z ]+){3}"),
        (
            "diez punto cero punto cuatro punto treinta",
            r"(?:ciento|doscientos) [a-z ]+(?: punto [a-zéó ]+){3}",
        ),
        ("dot 200", r"dot \d{1,3}"),
        ("00:1B:44:11:3A:B7", r"[0-9A-F][26AE](?::[0-9A-F]{2}){5}"),
        ("001b.4411.3ab7", r"[0-9a-f][26ae][0-9a-f]{2}(?:\.[0-9a-f]{4}){2}"),
        ("2a00:1450::1", r"2001:db8::[0-9a-f]{1,4}"),
        ("2A00:1450:0000:0000:0000:0000:0000:0001", r"2001:0DB8(?::[0-9A-F]{4}){6}"),
        ("fe80::1%eth0", r"2001:db8::[0-9a-f]{1,4}"),
        ("256.1.1.1", NET),
        ("hello", NET),
        ("", NET),
    ],
)
def test_addresses_keep_their_form_and_nobody_owns_them(text: str, form: str) -> None:
    for seed in range(10):
        (new,) = written(seed, "IP_ADDRESS", text)
        assert re.fullmatch(form, new), new


def test_mentions_of_one_address_stay_one() -> None:
    texts = ["10.0.4.30", "ten dot zero dot four dot thirty", "10.0.4.30:80", "dot 30"]
    first, said, last, part = written(3, "IP_ADDRESS", *texts, reserved=False)
    assert last.startswith(f"{first}:")
    assert said.count(" dot ") == 3
    assert part == f"dot {first.rpartition('.')[2]}"
    one, other = written(3, CARD, "00:1B:44:11:3A:B7", "00-1b-44-11-3a-b7")
    assert one.replace(":", "-").lower() == other


@pytest.mark.parametrize(
    ("texts", "reserved", "chance", "reached"),
    [
        (["10.0.0.1"], True, 1 / 768, False),
        (["192.0.2.1"], True, 1 / 768, True),
        (["10.0.0.1", "ten dot zero dot zero dot one"], True, 1 / 768, False),
        (["10.0.0.1"], False, 256.0**-4, True),
        (["2001:db8::1"], True, 2.0**-96, True),
        (["2001:db8:1:2:3:4:5:6"], True, 2.0**-96, True),
    ],
)
def test_the_least_chance(texts: list[str], reserved: bool, chance: float, reached: bool) -> None:
    found = least_and_reached("IP_ADDRESS", *texts, reserved=reserved)
    assert found == (pytest.approx(chance), reached)


def test_a_port_is_drawn() -> None:
    assert sketch("IP_ADDRESS", "10.0.0.1:49152") == sketch("IP_ADDRESS", "10.9.9.9:60001")
    assert len({written(seed, "IP_ADDRESS", "10.0.0.1:49152")[0] for seed in range(30)}) > 20
