"""Texts of our own, and what the shipped models mark in them, as digests.

    PYTHONPATH=src python tests/encoder/marked_texts.py

writes tests/encoder/marks.json anew after the weights have changed. Marks must be the same on any
processor: the products are whole numbers that no kernel saturates (see test_weights.py), but norms
and attention are sums of floating-point numbers whose order differs. So texts in which a unit lies
within ``MARGIN`` of another answer are left out when the file is written.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

import numpy as np

from understudy.core.types import Document
from understudy.encoder import Encoder
from understudy.encoder.model import NAMES
from understudy.encoder.tags import log_softmax

FILE = Path(__file__).with_name("marks.json")
TEXTS = 300
MARGIN = 0.02
_PEOPLE = ("Ann Lee", "Tomás Quiroga", "Priya Raman", "J. Whitlock", "Þóra Jónsdóttir", "Bo")
_PLACES = ("Wexbury", "Toledo", "Lima", "North Harbour", "Springfield, OH", "Gijón", "Oslo")
_BODIES = ("Acme Ltd", "the Harbour Trust", "Banco del Sur", "Northfield College", "OTAN")
_WHEN = ("on 3 May 2021", "next Tuesday", "at 7:45 pm", "el lunes", "last winter", "en 1998")
_FORMS = (
    "{person} met {other} in {place} {when}.",
    "My name is {person} and I work for {body}.",
    "{body} opened an office in {place} {when}",
    "please call {person} at 555 0142 {when}",
    "La señora {person} vive en {place} desde hace años.",
    "{when} {body} comunicó a {person} su traslado a {place}.",
    "RT @{handle}: {body} is hiring in {place}!",
    "From: {person} <{handle}@example.org>\nTo: {other}\n\nSee you in {place} {when}.",
    "the invoice of {body} is 1,250.00 euros, due {when}",
    "add milk and eggs to my shopping list {when}",
    "El paciente, varón de 54 años, natural de {place}, fue visto por {person}.",
    "no one was there, and nothing happened {when}",
)


def candidates() -> Iterator[str]:
    """Without end: the forms in turn, values at different paces, every third in lower case."""
    for at in count():
        person = _PEOPLE[at % len(_PEOPLE)]
        text = _FORMS[at % len(_FORMS)].format(
            person=person,
            other=_PEOPLE[(at // 5 + 1) % len(_PEOPLE)],
            place=_PLACES[at // 3 % len(_PLACES)],
            body=_BODIES[at // 7 % len(_BODIES)],
            when=_WHEN[at // 11 % len(_WHEN)],
            handle=f"user_{at % 97}",
        )
        yield text.lower() if at % 3 == 1 else text


def digests(encoder: Encoder, texts: Sequence[str]) -> list[str]:
    """Of each text one digest of its marks: where they are and what they say, not how surely."""
    found = encoder.tag([Document(str(at), text) for at, text in enumerate(texts)])
    marks = (" ".join(f"{one.start}-{one.end}-{one.label}" for one in spans) for spans in found)
    return [hashlib.sha256(one.encode()).hexdigest()[:12] for one in marks]


def _clear(encoder: Encoder, text: str) -> bool:
    """Whether no unit is near another answer."""
    prefix = "fast_tags" if encoder.name == "fast" else "tags"
    heads = encoder.weights.heads
    (pieces,) = encoder.pieces([text])
    (states,) = encoder.states([pieces])
    logits = states[pieces.begins] @ heads[prefix] + heads[f"{prefix}_offset"]
    chances = np.exp(log_softmax(logits))
    second, first = np.sort(chances, -1)[:, -2:].T
    private = 1 - chances[:, 0]
    return bool((first - second > MARGIN).all() and (abs(private - 0.5) > MARGIN).all())


def main() -> None:
    encoders = [Encoder.load(name) for name in NAMES]
    texts: dict[str, None] = {}
    for text in candidates():
        if len(texts) == TEXTS:
            break
        if text not in texts and all(_clear(encoder, text) for encoder in encoders):
            texts[text] = None
    found = {encoder.name: digests(encoder, list(texts)) for encoder in encoders}
    written = {"model": encoders[0].weights.digest, "texts": list(texts), "marks": found}
    FILE.write_text(json.dumps(written, ensure_ascii=False, indent=0) + "\n", "utf-8")


if __name__ == "__main__":
    main()
