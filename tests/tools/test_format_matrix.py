"""The table of formats in the documentation is what the formats can do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).parents[2] / "tools" / "format_matrix.py"


def test_the_table_is_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, str(TOOL), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{done.stderr}: run python tools/format_matrix.py"
