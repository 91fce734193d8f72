"""What the labels of the newer corpora become: `schemes.toml`, read."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tagset import ANYTHING, Label


class Scheme(NamedTuple):
    """The labels of a corpus, and the tags that it marks throughout."""

    labels: Mapping[str, Label]
    known: frozenset[str]
    join: frozenset[str]
    articles: bool

    def label(self, name: str) -> Label:
        return self.labels.get(name, ANYTHING)


def _read(path: Path) -> dict[str, Scheme]:
    found = tomllib.loads(path.read_text("utf-8"))
    return {
        name: Scheme(
            {label: tuple(tags.split("|")) for label, tags in of["labels"].items()},
            frozenset(of["known"]),
            frozenset(of.get("join", ())),
            of.get("articles", False),
        )
        for name, of in found.items()
    }


SCHEMES = _read(Path(__file__).with_suffix(".toml"))
