"""Plain Faker: a new value for every mention, by category, with nothing else looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from faker import Faker

from understudy.attacks.pairs import Pair, of_results
from understudy.core.categories import ancestors, categories
from understudy.core.spans import render
from understudy.core.types import Document, Edit, Entity, PrivacyEvent
from understudy.pipeline import Result
from understudy.privacy.accounting import epsilon

_EVENT = PrivacyEvent("faker", "token", 1.0, 1.0, epsilon(1.0, 1.0))


def faked(documents: Sequence[Document], locale: str, seed: int) -> list[Pair]:
    fake = Faker(locale)
    fake.seed_instance(seed)
    makers = _makers(fake)
    results = []
    for document in documents:
        edits = tuple(
            Edit(
                Entity(span, span.label, f"{span.label}@{span.start}"),
                document.text[span.start : span.end],
                _value(span.label, makers, fake),
                "replaced",
                "faker",
                _EVENT,
            )
            for span in document.annotations
        )
        results.append(Result(document, edits, render(document.text, edits)))
    return of_results(results)


def _makers(fake: Faker) -> dict[str, Callable[[], str]]:
    return {
        "PERSON": fake.name,
        "STREET_ADDRESS": fake.street_address,
        "COUNTRY": fake.country,
        "LOCATION": fake.city,
        "ORGANIZATION": fake.company,
        "DATE_TIME": fake.date,
        "EMAIL_ADDRESS": fake.email,
        "PHONE_NUMBER": fake.phone_number,
        "AGE": lambda: str(fake.random_int(1, 99)),
        "OCCUPATION": fake.job,
    }


def _value(category: str, makers: dict[str, Callable[[], str]], fake: Faker) -> str:
    for name in ancestors(category, categories()):
        if name in makers:
            return makers[name]().replace("\n", ", ")
    return fake.bothify("########")
