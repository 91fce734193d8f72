"""Batches as files that other tools read and write: JSON lines, CoNLL, brat."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path

from understudy.core.errors import CorpusError, UsageError
from understudy.core.files import private_file
from understudy.core.types import Span
from understudy.corpus.base import Options
from understudy.corpus.files import resolve
from understudy.corpus.reading import documents_of
from understudy.learn.instances import Instance
from understudy.learn.shapes import FOLDER, LINES
from understudy.learn.train import tags_of

__all__ = ["MarkedInstance", "read_answers", "write_batch"]

MarkedInstance = tuple[Instance, Sequence[Span]]
"""An instance and its marks."""


def write_batch(path: Path, rows: Sequence[MarkedInstance], format: str) -> None:
    """The batch under its name when it is whole; brat's is a folder."""
    if path.exists():
        raise UsageError(f"{path}: exists; choose another name")
    part = path.with_name(path.name + ".part")
    if format == FOLDER:
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(mode=0o700)
        for number, (instance, marks) in enumerate(rows, 1):
            for suffix, data in (("txt", instance.text), ("ann", _standoff(instance, marks))):
                _write(part / f"{number:05d}.{suffix}", data)
        names = [instance.id for instance, _ in rows]
        _write(part / _NAMES, json.dumps(names, ensure_ascii=False))
    else:
        writer = _json_line if format == LINES else _columns
        _write(part, "".join(writer(instance, marks) for instance, marks in rows))
    part.rename(path)


_NAMES = "ids.json"
"""In a folder for brat: the ids of the instances, in the order of the files."""


def _write(path: Path, text: str) -> None:
    with private_file(path) as file:
        file.write(text.encode("utf-8", "surrogatepass"))


def _json_line(instance: Instance, marks: Iterable[Span]) -> str:
    row = {
        "id": instance.id,
        "text": instance.text,
        **({"language": instance.language} if instance.language else {}),
        "entities": [{"start": m.start, "end": m.end, "category": m.label} for m in marks],
    }
    return json.dumps(row, ensure_ascii=False) + "\n"


def _columns(instance: Instance, marks: Iterable[Span]) -> str:
    tags = tags_of(instance.line, marks)
    rows = [
        f"{instance.text[start:end]}\t{tag}"
        for (start, end), tag in zip(instance.line.places, tags, strict=True)
    ]
    return "\n".join([f"# sent_id = {instance.id}", *rows]) + "\n\n"


def _standoff(instance: Instance, marks: Iterable[Span]) -> str:
    lines = []
    for number, mark in enumerate(marks, 1):
        covered = instance.text[mark.start : mark.end].replace("\n", " ")
        lines.append(f"T{number}\t{mark.label} {mark.start} {mark.end}\t{covered}\n")
    return "".join(lines)


def read_answers(
    path: Path, format: str | None, known: Mapping[str, Instance]
) -> Iterator[tuple[Instance, tuple[Span, ...]]]:
    """The instances of a file with the marks that somebody gave them.

    The texts must be those of the project: a mark has a meaning only in the text it was made in.
    """
    commented = resolve((str(path),), format)[0].traits.comment_ids
    options = Options(id="sent_id") if commented else Options()
    names = _names(path)
    seen: set[str] = set()
    for document in documents_of(str(path), format, options):
        name = names.get(document.id, document.id)
        instance = known.get(name)
        if instance is None:
            raise CorpusError(f"{name!r} is no instance of this project", file=str(path))
        if name in seen:
            raise CorpusError(f"{name!r} is there twice", file=str(path))
        seen.add(name)
        marks = document.annotations
        if document.text != instance.text:
            marks = _from_tokens(document.text, marks, instance, str(path))
        yield instance, tuple(_checked(mark, instance, str(path)) for mark in _sorted(marks))


def _names(path: Path) -> dict[str, str]:
    """The ids behind the files of a folder for brat."""
    listed = path / _NAMES
    if not listed.is_file():
        return {}
    try:
        found = json.loads(listed.read_text(encoding="utf-8"))
    except ValueError:
        raise CorpusError("not a list of ids", file=str(listed)) from None
    return {f"{number:05d}": str(name) for number, name in enumerate(found, 1)}


def _sorted(marks: Iterable[Span]) -> list[Span]:
    return sorted(marks, key=lambda mark: mark[:3])


def _from_tokens(
    text: str, marks: Iterable[Span], instance: Instance, file: str
) -> tuple[Span, ...]:
    """Marks in tokens with one space between them, as CoNLL has them, moved to the text itself."""
    tokens = [instance.text[start:end] for start, end in instance.line.places]
    if text != " ".join(tokens):
        same = (a == b for a, b in zip(text, instance.text, strict=False))
        where = sum(takewhile(bool, same))
        raise CorpusError(
            f"{instance.id!r} has another text than in the project, from character {where} on; "
            "annotate the texts as they are",
            file=file,
        )
    starts: dict[int, int] = {}
    ends: dict[int, int] = {}
    cursor = 0
    for (start, end), token in zip(instance.line.places, tokens, strict=True):
        starts[cursor], ends[cursor + len(token)] = start, end
        cursor += len(token) + 1
    return tuple(mark._replace(start=starts[mark.start], end=ends[mark.end]) for mark in marks)


def _checked(mark: Span, instance: Instance, file: str) -> Span:
    inside = 0 <= mark.start < mark.end <= len(instance.text)
    if not inside or not instance.text[mark.start : mark.end].strip():
        raise CorpusError(
            f"{instance.id!r}: the mark from {mark.start} to {mark.end} does not match the text "
            f"of {len(instance.text)} characters",
            file=file,
        )
    return Span(mark.start, mark.end, mark.label)
