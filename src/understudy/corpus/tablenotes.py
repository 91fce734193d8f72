"""Notes in the metadata of a table: what its schema and its columns hold beside names and types.

Programs note there how a frame was built, which a release needs to be read as it was. Whatever
else is noted (a description, the ``attrs`` of a pandas frame) may hold anything, and nothing is
looked for in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["METADATA", "notes_of", "without_notes"]

METADATA = "file-metadata"
"""What a policy calls notes, to keep them."""
_PROGRAMS = (b"ARROW:schema", b"pandas", b"huggingface")
"""What programs note of types and indexes."""
_OF_FIELDS = b"PARQUET:"
_PANDAS = b"pandas"
_ATTRIBUTES = "attributes"
"""Where pandas puts the ``attrs`` of a frame, a second time."""


def notes_of(schema: Any) -> list[bytes]:
    """The notes of a table that are no program's."""
    held = [schema.metadata, *(field.metadata for field in schema)]
    return [note for one in held for note in _notes(one or {})]


def _notes(held: Mapping[bytes, bytes]) -> Iterator[bytes]:
    for name, value in held.items():
        if name == _PANDAS:
            if said := _built(value).get(_ATTRIBUTES):
                yield json.dumps(said, ensure_ascii=False).encode()
        elif not _is_programs(name):
            yield value


def without_notes(schema: Any) -> Any:
    """The schema, with what programs note alone."""
    for at, field in enumerate(schema):
        if field.metadata and any(True for _ in _notes(field.metadata)):
            kept = {name: one for name, one in field.metadata.items() if _is_programs(name)}
            schema = schema.set(at, field.with_metadata(kept or None))
    held = schema.metadata or {}
    if not any(True for _ in _notes(held)):
        return schema
    kept = {name: one for name, one in held.items() if _is_programs(name)}
    if said := _built(kept.get(_PANDAS, b"")):
        kept[_PANDAS] = json.dumps({**said, _ATTRIBUTES: {}}).encode()
    return schema.with_metadata(kept or None)


def _is_programs(name: bytes) -> bool:
    return name in _PROGRAMS or name.startswith(_OF_FIELDS)


def _built(value: bytes) -> dict[str, Any]:
    """How pandas says that a frame was built; empty where it is something else."""
    try:
        found = json.loads(value)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
