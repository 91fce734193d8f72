"""Addresses at one domain have one domain in the release."""

from __future__ import annotations

import pytest

from understudy import Deidentified, Deidentifier
from understudy.core.types import Span
from understudy.replace.surrogate.joining import site_of


@pytest.mark.parametrize(
    ("text", "site"),
    [
        ("acme.example", "acme.example"),
        ("https://intranet.acme.example/key", "acme.example"),
        ("www.news.co.uk", "news.co.uk"),
        ("HTTP://Acme.Example:8080", "acme.example"),
        ("mail.example.de", "example.de"),
        ("acme dot example", ""),
        ("localhost", ""),
    ],
)
def test_the_registered_domain(text: str, site: str) -> None:
    assert site_of(text) == site


@pytest.mark.parametrize("key", range(4))
def test_a_domain_its_addresses_and_its_mail(key: int) -> None:
    values = {
        "zorbfruit.com": "DOMAIN_NAME",
        "https://intranet.zorbfruit.com/key": "URL",
        "roque.prieto@zorbfruit.com": "EMAIL_ADDRESS",
        "www.otherzorb.com": "URL",
    }
    text = " , ".join(values)
    spans = [Span(text.index(one), text.index(one) + len(one), values[one]) for one in values]
    spans[0] = Span(0, len("zorbfruit.com"), "DOMAIN_NAME")
    made: Deidentified = Deidentifier().replace(text, spans, language="en", key=bytes([key] * 32))
    domain, url, mail, other = (edit.surrogate for edit in made.edits)
    assert site_of(url) == domain
    assert mail.partition("@")[2] == domain
    assert site_of(other) != domain


@pytest.mark.parametrize("key", range(4))
def test_mail_of_several_people_at_one_domain(key: int) -> None:
    mails = ["roque.prieto@zorbfruit.com", "a.lindt@mail.zorbfruit.com", "o@otherzorb.com"]
    text = " , ".join(mails)
    spans = [Span(text.index(one), text.index(one) + len(one), "EMAIL_ADDRESS") for one in mails]
    made = Deidentifier().replace(text, spans, language="en", key=bytes([key] * 32))
    first, second, other = (edit.surrogate.partition("@")[2] for edit in made.edits)
    assert first == second
    assert other != first
