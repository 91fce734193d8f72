"""Logic is written once: no two places of the package share ten or more meaningful lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import understudy

HOUSE = Path(understudy.__file__).parent
MOST = 9
"""Lines that two places may have in common, one after the other."""
_THIN = re.compile(
    r"[\W_]*|(?:else|try|finally|pass|return)\W*|(?:import|from) .*|@\w+(?:\(\))?|#.*"
)
_LISTING = re.compile(r"from \S+ import \(|__all__ = \[")
_COMMENT = re.compile(r"  # .*$")


def meaningful(path: Path) -> list[tuple[int, str]]:
    """The lines that say something, with their numbers and without space around them.

    Brackets alone and lists of names that are imported or exported are no logic.
    """
    found, listing = [], False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        text = _COMMENT.sub("", line).strip()
        listing = listing or _LISTING.fullmatch(text) is not None
        if not listing and not _THIN.fullmatch(text):
            found.append((number, text))
        listing = listing and text not in (")", "]")
    return found


def repeated(paths: list[Path], most: int = MOST) -> Iterator[str]:
    """Places that share more lines than that, each with the place where they stood before."""
    seen: dict[tuple[str, ...], str] = {}
    for path in paths:
        lines = meaningful(path)
        for at in range(len(lines) - most):
            window = tuple(text for _, text in lines[at : at + most + 1])
            place = f"{path.name}:{lines[at][0]}"
            before = seen.setdefault(window, place)
            if before != place:
                yield f"{before} and {place}"


def test_no_two_places_share_ten_lines() -> None:
    assert list(repeated(sorted(HOUSE.rglob("*.py")))) == []


def test_shared_lines_are_found(tmp_path: Path) -> None:
    lines = [f"value_{number} = {number}" for number in range(10)]
    one, other = tmp_path / "one.py", tmp_path / "other.py"
    one.write_text("\n".join(["import re", *lines]))
    other.write_text("\n".join(["def f():", "", *(f"    {line}  # why" for line in lines)]))
    assert list(repeated([one, other])) == ["one.py:2 and other.py:3"]
    other.write_text("\n".join(lines[:9]))
    assert list(repeated([one, other])) == []
