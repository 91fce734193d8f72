"""Draws the rooms of the package and what they import of each other.

    python tools/draw_rooms.py            writes docs/rooms.svg and a table in docs/architecture.md
    python tools/draw_rooms.py --check    exits 1 where they are out of date

A row and a column for each room, in the order that tests/test_layers.py holds. A mark says that
the room of the row imports the room of the column: all lie left of the diagonal.
"""

from __future__ import annotations

import argparse
import ast
import sys
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent
HOUSE = ROOT / "src" / "understudy"
CELL, LEFT, TOP = 26, 118, 104
_BEGIN, _END = "<!-- rooms -->\n", "<!-- end of rooms -->\n"


def rooms() -> tuple[str, ...]:
    """The order of the rooms, from the test that holds it."""
    tree = ast.parse((ROOT / "tests" / "test_layers.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "ROOMS":
            found: tuple[str, ...] = ast.literal_eval(node.value)
            return found
    raise SystemExit("tests/test_layers.py has no ROOMS")


def modules(room: str) -> list[Path]:
    place = HOUSE / room
    return sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]


def imports(room: str) -> set[str]:
    """The rooms that a room imports."""
    found: set[str] = set()
    for path in modules(room):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.ImportFrom) or node.module is None:
                continue
            if node.module == "understudy":
                found.update(alias.name for alias in node.names)
            elif node.module.startswith("understudy."):
                found.add(node.module.split(".")[1])
    return found - {room}


def picture(order: tuple[str, ...]) -> str:
    width, height = LEFT + CELL * len(order) + 12, TOP + CELL * len(order) + 12
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        'font-family="system-ui, sans-serif" font-size="12" '
        'aria-label="Which room imports which: every import goes to a room that stands before.">',
        "<style>.bg{fill:#fff}.t{fill:#1b2430}"
        ".c{fill:#0d9488}.d{fill:#e3e8ee}.g{stroke:#e3e8ee}</style>",
        f'<rect class="bg" width="{width}" height="{height}"/>',
    ]
    size, middle, end = CELL * len(order), CELL / 2, LEFT - 8
    for at, room in enumerate(order):
        x, y, name = LEFT + CELL * at, TOP + CELL * at, escape(room)
        parts += [
            f'<text class="t" x="{end}" y="{y + middle + 4}" text-anchor="end">{name}</text>',
            f'<text class="t" transform="translate({x + middle + 4} {TOP - 8}) rotate(-60)">'
            f"{name}</text>",
            f'<path class="g" d="M{LEFT} {y + CELL}h{size}M{x + CELL} {TOP}v{size}"/>',
            f'<rect class="d" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>',
        ]
        places = sorted(order.index(other) for other in imports(room) if other in order)
        parts += [
            f'<circle class="c" cx="{LEFT + CELL * place + middle}" cy="{y + middle}" r="6"/>'
            for place in places
        ]
    return "\n".join([*parts, "</svg>", ""])


def table(order: tuple[str, ...]) -> str:
    rows = ["| room | what is in it |", "|---|---|"]
    for room in order:
        held = modules(room)
        first = held[0] if len(held) == 1 else HOUSE / room / "__init__.py"
        said = ast.get_docstring(ast.parse(first.read_text(encoding="utf-8"))) or ""
        said = " ".join(said.split("\n\n")[0].split()).replace("``", "`").replace("|", "\\|")
        name = f"`{room}/`" if (HOUSE / room).is_dir() else f"`{room}.py`"
        rows.append(f"| {name} | {said} |")
    return "\n".join(rows) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing")
    check = parser.parse_args().check
    order = rooms()
    page = ROOT / "docs" / "architecture.md"
    text = page.read_text(encoding="utf-8")
    before, _, rest = text.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    wanted = {
        ROOT / "docs" / "rooms.svg": picture(order),
        page: f"{before}{_BEGIN}\n{table(order)}\n{_END}{after}",
    }
    stale = [
        path
        for path, made in wanted.items()
        if not path.exists() or path.read_text(encoding="utf-8") != made
    ]
    if check:
        sys.exit(f"out of date: {', '.join(path.name for path in stale)}" if stale else 0)
    for path in stale:
        path.write_text(wanted[path], encoding="utf-8")


if __name__ == "__main__":
    main()
