"""Lines of keys."""

from __future__ import annotations

import pytest

from understudy.policy.lines import line_of

TEXT = """schema = 1
name = "a = b"  # name

[default]
strategy = "redact"

[categories]
PERSON = { strategy = "word", p = 1 }
"POSTAL_CODE".strategy = "mask"

[categories.LOCATION]
p = 2
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("schema",), 1),
        (("default",), 4),
        (("default", "strategy"), 5),
        (("default", "p"), 4),
        (("categories", "PERSON"), 8),
        (("categories", "PERSON", "p"), 8),
        (("categories", "POSTAL_CODE", "strategy"), 9),
        (("categories", "LOCATION", "p"), 12),
        (("categories", "AGE"), 7),
        (("nothing",), None),
        ((), None),
    ],
)
def test_line_of(path: tuple[str, ...], line: int | None) -> None:
    assert line_of(TEXT, path) == line
