"""Where the corpora are that benchmarks read, and what is said where they are not."""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["DATA", "need"]

DATA = Path(
    os.environ.get("UNDERSTUDY_DATA", Path(__file__).resolve().parents[2] / "shared" / "data")
)
_USAGE = 2


def need(*names: str) -> None:
    """Leaves, before anything is measured, where one of the corpora is not there."""
    missing = [name for name in names if not (DATA / name).exists()]
    if not missing:
        return
    shown = ", ".join(missing)
    print(f"{DATA}: no {shown}; set UNDERSTUDY_DATA to the folder of the corpora", file=sys.stderr)
    raise SystemExit(_USAGE)
