"""Nothing that holds private text shows it: representations end up in logs."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
from collections.abc import Iterator

import pytest

import understudy.surrogates as room
from understudy.encoder.pieces import Pieces

SECRET = "Quillfeather"
TEXT = frozenset(("text", "texts", "flat", "code", "main", "letter", "mentions", "readings"))
"""Names of fields that hold what was read."""
PUBLIC = frozenset(("Country",))
"""Kinds that hold public facts alone, under such a name."""
WRITTEN = (".sketch", ".patterns", ".write", ".write_codes", ".write_counts", ".write_networks")
"""Modules of sketches, and of what sees nothing but sketches (``test_writers_see_no_value``)."""


def holders() -> Iterator[type]:
    for found in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
        if found.name.endswith(WRITTEN):
            continue
        module = importlib.import_module(found.name)
        for one in vars(module).values():
            if isinstance(one, type) and one.__module__ == module.__name__:
                fields = getattr(one, "_fields", ())
                if dataclasses.is_dataclass(one):
                    fields = [field.name for field in dataclasses.fields(one)]
                if TEXT & set(fields) and one.__name__ not in PUBLIC:
                    yield one


@pytest.mark.parametrize(
    "kind", [*holders()], ids=lambda kind: f"{kind.__module__}.{kind.__name__}"
)
def test_what_holds_text_does_not_show_it(kind: type) -> None:
    names = getattr(kind, "_fields", ())
    made = kind.__new__(kind, *(SECRET if name in TEXT else "" for name in names))
    for field in dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else ():
        object.__setattr__(made, field.name, SECRET)
    assert SECRET not in repr(made)


def test_pieces_do_not_spell_the_text() -> None:
    import numpy as np

    ids = np.array([12345], dtype=np.int32)
    assert "12345" not in repr(Pieces(ids, ids.astype(np.int8), ids, ids, ids > 0))
