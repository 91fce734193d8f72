"""Writes the table of what each format can do into docs/formats.md.

    python tools/format_matrix.py            writes the table
    python tools/format_matrix.py --check    exits 1 where it is out of date

Each cell is found out on the small unit that the contract of the format is tested with
(tests/testing/test_contracts.py).
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from understudy.core.types import Document, Entity, Span
from understudy.corpus import find, formats
from understudy.corpus.base import Beside, Format, Options, Record, Unit, Unreads, patched
from understudy.testing import check_format

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "formats.md"
_BEGIN, _END = "<!-- matrix -->\n", "<!-- end of matrix -->\n"
_HEAD = (
    "| format | read from a file | written | annotations | data subject | leak check beside "
    "the text | parts not read | restored |\n|---|---|---|---|---|---|---|---|\n"
)


class Abilities(NamedTuple):
    """A row of the table."""

    read: str
    written: str
    annotations: str
    subject: str
    leaks: str
    unread: str
    restored: str


def units() -> Mapping[str, Mapping[str, bytes]]:
    """format → its files, from the test of the contracts."""
    path = ROOT / "tests" / "testing" / "test_contracts.py"
    spec = importlib.util.spec_from_file_location("contracts_of_formats", path)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return {
        name: {
            file: data.encode() if isinstance(data, str) else data for file, data in files.items()
        }
        for name, files in module.UNITS.items()
    }


def abilities(format: Format, files: Mapping[str, bytes]) -> Abilities:
    """What a format can do, which keeps its contract on these files."""
    documents = check_format(format, files)
    traits = format.traits
    return Abilities(
        "one document" if len(documents) == 1 else "several documents",
        traits.written_as or "as it was",
        _annotations(format, files, documents),
        "by column" if _subjects(format, files) else "–",
        _leaks(format),
        "taken out, listed" if isinstance(format, Unreads) else "–",
        f"as {traits.written_as}"
        if traits.written_as
        else "content"
        if traits.rewrites
        else "every byte",
    )


def _records(format: Format, files: Mapping[str, bytes], options: Options) -> Iterator[Record]:
    with TemporaryDirectory() as folder:
        paths = tuple(Path(folder) / name for name in files)
        for path, data in zip(paths, files.values(), strict=True):
            path.write_bytes(data)
        for block in format.split(Unit(next(iter(files)), paths), options, size=1 << 20):
            yield from format.read(block.loaded(), options)


def _annotations(format: Format, files: Mapping[str, bytes], documents: Sequence[Document]) -> str:
    if format.traits.writes_annotations and _annotates(format, files):
        return "read and written"
    if format.traits.carries_annotations:
        return "read"
    return "of people it names" if any(one.annotations for one in documents) else "–"


def _annotates(format: Format, files: Mapping[str, bytes]) -> bool:
    """Whether an entity that is written as an annotation changes the record."""
    for record in _records(format, files, Options()):
        if record.document is not None:
            bare = record.document.text[:3].strip()
            entity = Entity(Span(0, len(bare), "PERSON"), "PERSON", "k")
            patches = format.annotate(record, [entity], Options())
            return patched(record.parts, patches)[0] != record.parts
    return False


def _subjects(format: Format, files: Mapping[str, bytes]) -> bool:
    """Whether a document has a data subject where its column is named."""
    if not format.traits.fields:
        return False
    found = _records(format, files, Options(subject="id"))
    return any(one.document is not None and one.document.subject for one in found)


def _leaks(format: Format) -> str:
    if format.traits.text_alone:
        return "nothing beside it"
    return "by name of the part" if isinstance(format, Beside) else "all of the file"


def table() -> str:
    """The whole table."""
    files = units()
    rows = (f"| {name} | {' | '.join(abilities(find(name), files[name]))} |" for name in formats())
    return _HEAD + "\n".join(rows) + "\n"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="The table of formats in docs/formats.md.")
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    given = parser.parse_args()
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    made = f"{before}{_BEGIN}{table()}{_END}{after}"
    if given.check:
        if made != text:
            print("docs/formats.md is out of date", file=sys.stderr)
        return int(made != text)
    PAGE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
