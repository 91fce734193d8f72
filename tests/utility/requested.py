"""A small corpus of requests whose words are drawn, so that a learner has something to learn."""

from __future__ import annotations

import numpy as np

from understudy.core.types import Document, Span
from understudy.utility.samples import Sample

FRAMES = {
    "book": ("book a table in {place} for {name}", "please reserve a seat at {place} on {day}"),
    "weather": ("what is the weather in {place} on {day}", "will it rain in {place} {day}"),
    "call": ("call {name} on {day}", "phone {name} in {place} please"),
}
FILL = {
    "place": ("CITY", ("Leeds", "York", "Bath", "Truro", "Ely", "Wells", "Ripon", "Derby")),
    "name": ("PERSON", ("Ann Lee", "Tom Hill", "Eve Moor", "Ian Ford", "Una Pike", "Max Bell")),
    "day": ("DATE", ("monday", "tuesday", "may 4", "june 12", "friday", "sunday")),
}


def requests(count: int, seed: int, start: int = 0) -> Sample:
    draw = np.random.default_rng(seed)
    documents, targets = [], []
    for at in range(count):
        intent = sorted(FRAMES)[int(draw.integers(3))]
        frame = FRAMES[intent][int(draw.integers(2))]
        text, spans = "", []
        for part in frame.replace("}", "{").split("{"):
            if part in FILL:
                label, values = FILL[part]
                value = values[int(draw.integers(len(values)))]
                spans.append(Span(len(text), len(text) + len(value), label))
                text += value
            else:
                text += part
        documents.append(Document(f"r{start + at}", text, "en", annotations=tuple(spans)))
        targets.append((intent,))
    return Sample(tuple(documents), tuple(targets))
