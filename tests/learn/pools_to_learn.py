"""Invented corpora for the tests of active learning."""

from __future__ import annotations

import numpy as np

from understudy.core.types import Document, Span
from understudy.learn.instances import Instance, instances_of
from understudy.learn.prepare import Cache, TaskInputs, prepared
from understudy.learn.rounds import Task

NAMES = ("Anna", "Bert", "Carla", "Dieter", "Elsa", "Franz", "Greta", "Hans", "Ida", "Jan")
TOWNS = ("Rome", "Paris", "Oslo", "Berlin", "Vienna", "Madrid", "Lisbon", "Prague", "Graz", "Kiel")
PLAIN = (
    "the printer does not print today",
    "please restart the box and wait a while",
    "it works now , thank you",
    "no , the green light is off",
)


def spoken(count: int, prefix: str = "t", seed: int = 0) -> list[Document]:
    """Turns of which every second one names somebody."""
    draw = np.random.default_rng(seed)
    found = []
    for at in range(count):
        if at % 2:
            found.append(Document(f"{prefix}{at}", str(draw.choice(PLAIN)) + f" {at}", "en"))
            continue
        name, town = str(draw.choice(NAMES)), str(draw.choice(TOWNS))
        text = f"my name is {name} and i live in {town} since {at}"
        marks = (
            Span(text.index(name), text.index(name) + len(name), "PERSON"),
            Span(text.index(town), text.index(town) + len(town), "LOCATION"),
        )
        found.append(Document(f"{prefix}{at}", text, "en", annotations=marks))
    return found


def foreign(count: int = 40) -> list[Document]:
    """A source in another language."""
    draw = np.random.default_rng(7)
    found = []
    for at in range(count):
        name = str(draw.choice(NAMES))
        text = f"hola , soy {name} y llamo por la factura" if at % 2 else "sin luz no hay red"
        start = text.find(name)
        marks = (Span(start, start + len(name), "PERSON"),) if start >= 0 else ()
        found.append(Document(f"s{at}", text, "es", annotations=marks))
    return found


def instances(count: int = 40) -> list[Instance]:
    return instances_of(spoken(count))


def task(count: int = 120, **given: object) -> Task:
    made = TaskInputs(spoken(count), spoken(60, "e", 1), {"there": foreign()}, **given)  # type: ignore[arg-type]
    return prepared(made, Cache())
