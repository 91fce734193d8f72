"""The picture of the rooms in the documentation is that of the code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).parents[2] / "tools" / "draw_rooms.py"


def test_the_drawing_is_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, str(TOOL), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{done.stderr}: run python tools/draw_rooms.py"
