"""Addresses of the internet and of network cards, written and said."""

from __future__ import annotations

import re

import pytest
from marked_mentions import stream

from understudy.surrogates.numbers.internet import (
    address_least,
    address_reached,
    write_addresses,
)
from understudy.surrogates.settings import Settings

RESERVED, FREE = Settings(), Settings(reserved=False)
NET = r"(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}"


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("192.168.1.7", NET),
        ("192.168.1.7:8080", rf"{NET}:8080"),
        ("10.0.0.0/8", rf"{NET}/8"),
        ("192 punto 168 punto 1 punto 7", NET.replace(r"\.", " punto ")),
        ("192 dot 168 dot 1 dot 7", NET.replace(r"\.", " dot ")),
        ("1 9 2 dot 0 dot 2 dot 7", r"(?:\d(?: \d)*)(?: dot \d(?: \d)*){3}"),
        ("one nine two dot zero dot two dot seven", r"one nine [a-z ]+(?: dot [a-z ]+){3}|two .*"),
        ("ten dot zero dot four dot thirty", r"(?:one|two) hundred[a-z ]*(?: dot [a-z ]+){3}"),
        (
            "diez punto cero punto cuatro punto treinta",
            r"(?:ciento|doscientos) [a-z ]+(?: punto [a-zéó ]+){3}",
        ),
        ("00:1B:44:11:3A:B7", r"[0-9A-F][26AE](?::[0-9A-F]{2}){5}"),
        ("001b.4411.3ab7", r"[0-9a-f][26ae][0-9a-f]{2}(?:\.[0-9a-f]{4}){2}"),
        ("2a00:1450::1", r"2001:db8::[0-9a-f]{1,4}"),
        ("2A00:1450:0000:0000:0000:0000:0000:0001", r"2001:0DB8(?::[0-9A-F]{4}){6}"),
    ],
)
def test_addresses_keep_their_form_and_nobody_owns_them(text: str, form: str) -> None:
    for seed in range(10):
        (new,) = write_addresses([text], stream(seed), RESERVED)
        assert new is not None
        assert re.fullmatch(form, new), new
        assert address_reached([new], RESERVED)
    assert not address_reached([text], RESERVED) or text.startswith(("1 9 2", "one nine"))


@pytest.mark.parametrize(
    "text",
    [
        "256.1.1.1",
        "10.0.0",
        "300 dot 1 dot 1 dot 1",
        "fe80::1%eth0",
        "::ffff:1.2.3.4",
        "00:1B:44:11:3A",
        "hello",
        "uno punto dos",
        "",
    ],
)
def test_what_is_no_address_is_not_read(text: str) -> None:
    assert write_addresses([text], stream(1), RESERVED) == [None]
    assert not address_reached([text], RESERVED)


def test_mentions_of_one_address_stay_one() -> None:
    texts = ["10.0.4.30", "ten dot zero dot four dot thirty", "10.0.4.30:80"]
    first, said, last = write_addresses(texts, stream(3), FREE)
    assert first is not None
    assert last == f"{first}:80"
    assert said is not None
    assert said.count(" dot ") == 3
    assert address_reached([first, last], FREE)
    assert not address_reached([first, "1.2.3.4"], FREE)


@pytest.mark.parametrize(
    ("texts", "settings", "chance"),
    [
        (["10.0.0.1"], RESERVED, 1 / 768),
        (["10.0.0.1", "ten dot zero dot zero dot one"], RESERVED, 1 / 768),
        (["10.0.0.1"], FREE, 256.0**-4),
        (["2001:db8::1"], RESERVED, 2.0**-96),
        (["00:1B:44:11:3A:B7"], RESERVED, 1 / (4 * 16.0**11)),
        (["hello"], RESERVED, 1.0),
    ],
)
def test_the_least_chance(texts: list[str], settings: Settings, chance: float) -> None:
    assert address_least(texts, settings) == pytest.approx(chance)
