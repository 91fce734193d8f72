"""The formats that a batch can be written in. They have writers of their own in ``exchange``,
since a batch is new text and not a release of a file.
"""

from __future__ import annotations

from pathlib import Path

from understudy.corpus import for_path

__all__ = ["FOLDER", "LINES", "SHAPES", "shape_of"]

LINES, COLUMNS, FOLDER = "jsonl", "conll", "brat"
SHAPES = (LINES, COLUMNS, FOLDER)
"""A file of JSON lines, a file of tokens with tags, or a folder of texts with their marks."""


def shape_of(path: Path) -> str:
    """What a batch of that name is written as, where nobody says."""
    by_name = for_path(path)
    return by_name if by_name in SHAPES and by_name != FOLDER else LINES
