"""A code with letters at both ends of its figures stays written as one, whatever joins them."""

from __future__ import annotations

import re

import pytest

from understudy import Deidentifier

SHAPES = {"X-4829315-T": r"[XYZ]-\d{7}-[A-Z]", "Q-44719-K": r"[A-Z]{1,3}-\d{4,8}-[A-Z]{1,3}"}


@pytest.mark.parametrize(("text", "code"), [
    ("Mi NIE es X-4829315-T, gracias.", "X-4829315-T"),
    ("El agente con TIP Q-44719-K habló.", "Q-44719-K"),
])  # fmt: skip
def test_a_code_between_letters_is_not_said_figure_by_figure(text: str, code: str) -> None:
    preset = Deidentifier("surrogate")
    for key in (bytes(32), bytes([1] * 32)):
        edits = preset(text, language="es", key=key).edits
        new = next(one.surrogate for one in edits if one.original == code)
        assert re.fullmatch(SHAPES[code], new)
