"""A small invented corpus for attacks: two documents for each of sixteen people."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from understudy.attacks.pairs import Pair, of_results
from understudy.core.types import Document, Span
from understudy.pipeline import build
from understudy.policy import load
from understudy.replace.base import Rule

KEY = bytes(range(32))

_FIRST = ("Ada", "Bruno", "Clara", "Dario", "Edith", "Fabian", "Greta", "Hugo")
_LAST = ("Quillfeather", "Vexington", "Ottoline", "Zebrowski", "Murchadha", "Pellingham")
_TOWN = ("Wexcombe", "Harrowdale", "Lindisport", "Tarnmouth", "Oakhaven")
_ILLNESS = ("bronchitis", "arthrosis", "lymphoma", "anaemia")


def documents() -> list[Document]:
    random = np.random.default_rng(7)
    found = []
    for person in range(16):
        first, last = _FIRST[person % 8], _LAST[person % 6]
        name = f"{first} {last}{'' if person < 8 else 'son'}"
        doctor = f"Ignatius {_LAST[(person + 3) % 6]}"
        for visit in range(2):
            town = _TOWN[int(random.integers(5))]
            sex = "woman" if person % 2 else "man"
            found.append(
                _marked(
                    f"visit-{person}-{visit}",
                    f"person-{person}",
                    ("The patient is a ", (sex, "GENDER", "sex"), " named "),
                    ((name, "PERSON", "patient"), " from ", (town, "LOCATION", "town"), ".\n"),
                    (
                        (name, "PERSON", "patient"),
                        " has had ",
                        _ILLNESS[person // 2 % 4],
                        " and saw ",
                    ),
                    ((doctor, "PERSON", "doctor"), " last week. ", (name, "PERSON", "patient")),
                    (" will come again.\n",),
                )
            )
    return found


def _marked(id: str, subject: str, *groups: tuple[str | tuple[str, str, str], ...]) -> Document:
    text, spans = "", []
    for part in (part for group in groups for part in group):
        if isinstance(part, str):
            text += part
            continue
        value, label, key = part
        spans.append(Span(len(text), len(text) + len(value), label, key=key))
        text += value
    return Document(id, text, "en", subject, annotations=tuple(spans))


def _listed(held: list[Document], p: float) -> Iterator[tuple[str, Rule]]:
    """Values are drawn from those of the corpus and as many others."""
    for category in ("PERSON", "LOCATION"):
        values = {
            one.text[span.start : span.end]: 1.0
            for one in held
            for span in one.annotations
            if span.label == category
        }
        others = {f"{value}ham": 1.0 for value in values}
        options = {"values": {**values, **others}}
        yield category, Rule("entity", p=p, source="file", options=options)


def released(strategy: str, p: float = 1.0, missed: int = 0) -> list[Pair]:
    """The corpus under one strategy; of every so-manieth document nothing is found."""
    policy = replace(load("redact"), detectors=("given",), detector_options={}, leak_check=False)
    held = documents()
    if strategy == "entity":
        policy = replace(policy, epsilon_max=None, rules=dict(_listed(held, p)))
    lost = {one.id: one.annotations for one in held[:: missed or len(held) + 1] if missed}
    shown = [one._replace(annotations=()) if one.id in lost else one for one in held]
    return of_results(build(policy).run(shown, KEY), lost)
