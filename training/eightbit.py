"""A trained encoder in eight bits, as two files of arrays: its body, and its table of pieces.

The body was trained with rounded weights (``network.Product``), so rounding loses nothing; the
table is rounded as ``export.py`` rounds it. Needs nothing but numpy.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

LEVELS = 63
BODY, TABLE = "body.npz", "table.npz"

State = dict[str, npt.NDArray[np.float32]]


def written(state: State, folder: Path) -> list[tuple[str, int]]:
    """Writes both files; their names and sizes."""
    folder.mkdir(parents=True, exist_ok=True)
    body: dict[str, npt.NDArray[np.generic]] = {}
    table: dict[str, npt.NDArray[np.generic]] = {}
    for name, value in state.items():
        if name == "pieces.weight":
            scale = np.maximum(np.abs(value).max(1), 1e-8) / 127
            table["pieces"] = np.round(value / scale[:, None]).astype(np.int8)
            table["scale"] = scale.astype(np.float32)
        elif name.startswith("body.") and value.ndim == 2:
            scale = np.maximum(np.abs(value).max(0), 1e-8) / LEVELS
            body[name] = np.round(value / scale).astype(np.int8)
            body[f"{name}.scale"] = scale.astype(np.float32)
        else:
            (body if name.startswith(("body.", "enter.")) else table)[name] = value
    found = []
    for name, arrays in ((BODY, body), (TABLE, table)):
        np.savez(folder / f"new-{name}", **arrays)
        (folder / f"new-{name}").rename(folder / name)
        found.append((name, (folder / name).stat().st_size))
    return found


def read(folder: Path) -> State:
    """The state again, in single precision; without heads, if none were written."""
    found: State = {}
    with np.load(folder / BODY) as body:
        for name in body.files:
            if not name.endswith(".scale"):
                value = body[name].astype(np.float32)
                found[name] = value * body[f"{name}.scale"] if value.ndim == 2 else value
    with np.load(folder / TABLE) as table:
        found["pieces.weight"] = table["pieces"] * table["scale"][:, None]
        found |= {name: table[name] for name in table.files if name not in ("pieces", "scale")}
    return found
