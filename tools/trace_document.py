"""The way of one document through ``understudy run``: which modules to open, in the order in which
they first do something.

    python tools/trace_document.py            writes the list into docs/architecture.md
    python tools/trace_document.py --check    exits 1 where the list there is another

A document of JSON lines is released twice, under the default preset and under ``typed``, each time
by a process of its own, and every function of the package that runs is noted. What runs when a
module is imported is not, nor are the modules that a reader opens for their own sake (``ASIDE``).
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
PAGE = ROOT / "docs" / "architecture.md"
PRESETS = ("surrogate", "typed")
ASIDE = (
    # Used everywhere, like a library.
    "understudy.core",
    "understudy.registry",
    # Parts that stand behind a name, and what they are made of: detectors with their grammars and
    # lists, strategies with their writers, languages, the model.
    "understudy.identify",
    "understudy.replace",
    "understudy.surrogates",
    "understudy.languages",
    "understudy.encoder",
    # The mathematics: what strategies draw by, and what their draws cost together.
    "understudy.privacy",
    # The insides of the one format that is traced.
    "understudy.corpus.beside",
    "understudy.corpus.jsonrow",
    "understudy.corpus.jsonspans",
    # Asked of every file, and of no effect on one in UTF-8, of a corpus with one kind of files
    # and without data subjects.
    "understudy.corpus.encodings",
    "understudy.corpus.mixed",
    "understudy.corpus.subjects",
    # The rules that merging asks one by one: what a name is and where it ends.
    "understudy.categorise.rules",
    # What of each field stays, which leaving asks by kinds.
    "understudy.categorise.left",
    # What linking asks of the words around names and of addresses.
    "understudy.categorise.link_addresses",
    "understudy.categorise.stated",
    # Measured of a release for its report, and of no effect on it.
    "understudy.report.measured",
    # Read before the first document, and told after the last.
    "understudy.cli.shown_command",
    "understudy.policy",
    "understudy.report.cautions",
    "understudy.report.columns",
    "understudy.report.facts",
    "understudy.report.figures",
    "understudy.report.recall",
    "understudy.report.verdict",
    "understudy.report.words",
)
"""Modules and rooms that are not listed, with all that is in them."""
_DOCUMENT = {
    "id": "call",
    "text": "My name is Ann Lee, I live in Boston. Call me on 617-555-0199 after May 3rd, 2016, "
    "and ask for Ms. Lee or mail ann.lee@example.org.",
    "language": "en",
}
_BEGIN, _END = "<!-- way of a document -->\n", "<!-- end of the way -->\n"


def traced(preset: str) -> list[str]:
    """The modules of the package of which a function ran in a release, in that order."""
    sys.path.insert(0, str(SOURCE))
    from understudy.cli import cli

    found: dict[str, None] = {}

    def note(frame: FrameType, event: str, _: Any) -> None:
        name = frame.f_globals.get("__name__", "")
        if event != "call" or name in found or not name.startswith("understudy."):
            return
        if not _importing(frame):
            found[name] = None

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "calls.jsonl")
        source.write_text(json.dumps(_DOCUMENT) + "\n", encoding="utf-8")
        command = ["run", str(source), "-o", str(Path(folder, "out.jsonl")), "--policy", preset]
        sys.setprofile(note)
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                cli.main(command, standalone_mode=False)
        finally:
            sys.setprofile(None)
    return list(found)


def _importing(frame: FrameType | None) -> bool:
    """Whether a function runs because a module is being imported."""
    while frame is not None:
        inside = frame.f_globals.get("__name__", "").startswith("understudy.")
        if inside and frame.f_code.co_name == "<module>":
            return True
        frame = frame.f_back
    return False


def way() -> list[str]:
    """The modules to open, those of the default preset first."""
    found: dict[str, None] = {}
    for preset in PRESETS:
        done = subprocess.run(
            [sys.executable, __file__, "--traced", preset],
            env=os.environ | {"PYTHONPATH": str(SOURCE)},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        if done.returncode != 0:
            raise SystemExit(f"the release under {preset} failed: {done.stderr}")
        found |= dict.fromkeys(json.loads(done.stdout))
    return [name for name in found if not _aside(name)]


def _aside(name: str) -> bool:
    return any(name == one or name.startswith(f"{one}.") for one in ASIDE)


def table(names: Iterable[str]) -> str:
    """A row for each module: its place, and what its docstring says first."""
    rows = ["| | module | what is in it |", "|---|---|---|"]
    for number, name in enumerate(names, 1):
        path = SOURCE.joinpath(*name.split(".")).with_suffix(".py")
        if not path.exists():
            path = path.with_suffix("") / "__init__.py"
        said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        first = " ".join(said.split("\n\n")[0].split())
        place = path.relative_to(SOURCE / "understudy").as_posix()
        rows.append(f"| {number} | `{place}` | {first} |")
    return "\n".join(rows) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--traced", metavar="PRESET", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.traced:
        print(json.dumps(traced(given.traced)))
        return
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(_BEGIN)
    made = f"{before}{_BEGIN}\n{table(way())}\n{_END}{rest.split(_END)[1]}"
    if given.check:
        sys.exit(f"{PAGE.name} is out of date" if made != page else 0)
    PAGE.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
