"""How the columns of a parquet file are compressed, read from its footer.

pyarrow knows it as well, and ends the whole process where the description of a column is damaged:
an exception leaves a function of it that promises to have none. So the footer is read here, as far
as it is needed: `FileMetaData.row_groups[0].columns[].meta_data`, by Thrift's compact protocol.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from understudy.core.errors import CorpusError

__all__ = ["codecs"]

_CODECS = ("NONE", "SNAPPY", "GZIP", "LZO", "BROTLI", "LZ4", "ZSTD", "LZ4")
"""By their numbers in `CompressionCodec`; the last is LZ4_RAW, which the writer calls LZ4."""
_MAGIC = b"PAR1"
_TAIL = 8
_ROW_GROUPS, _COLUMNS, _META, _PATH, _CODEC = 4, 1, 3, 3, 4
_TRUE, _FALSE, _BYTE, _DOUBLE, _BINARY, _LIST, _SET, _STRUCT = 1, 2, 3, 7, 8, 9, 10, 12
_NUMBERS = frozenset((4, 5, 6))
_LONG = 15
"""The size of a list that says that its size follows."""
_DEEPEST = 16


def codecs(path: Path) -> dict[str, str]:
    """The compression of each column, by its path, as the writer of pyarrow names it. Empty where
    there are no rows."""
    try:
        groups = _Reader(_footer(path)).struct({_ROW_GROUPS}).get(_ROW_GROUPS, [])
        columns = groups[0][_COLUMNS] if groups else []
        return {
            ".".join(name.decode() for name in column[_META][_PATH]): _CODECS[column[_META][_CODEC]]
            for column in columns
        }
    except (IndexError, KeyError, TypeError, AttributeError, ValueError):
        raise CorpusError("not a readable parquet file", file=path.name) from None


def _footer(path: Path) -> bytes:
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - _TAIL))
        tail = file.read(_TAIL)
        length = int.from_bytes(tail[:4], "little")
        if tail[4:] != _MAGIC or length > size - _TAIL:
            raise ValueError("no footer")
        file.seek(size - _TAIL - length)
        return file.read(length)


class _Reader:
    """Values of the compact protocol, one after the other."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def struct(self, wanted: set[int] | None = None, depth: int = 0) -> dict[int, Any]:
        """The fields of a struct by their numbers; with ``wanted``, no further than these."""
        found: dict[int, Any] = {}
        number = 0
        while kind := self._byte():
            number = number + (kind >> 4) if kind >> 4 else self._signed()
            first = wanted is not None and number in wanted
            found[number] = self._value(kind & 15, depth, only_first=first)
            if wanted is not None and wanted <= found.keys():
                break
        return found

    def _value(self, kind: int, depth: int, *, only_first: bool = False) -> Any:
        if depth > _DEEPEST:
            raise ValueError("nested too deeply")
        if kind in (_TRUE, _FALSE):
            return kind == _TRUE
        if kind == _STRUCT:
            return self.struct(depth=depth + 1)
        if kind in (_LIST, _SET):
            return self._list(depth, only_first=only_first)
        if kind in (_BINARY, _DOUBLE):
            return self._take(self._varint() if kind == _BINARY else 8)
        if kind in _NUMBERS or kind == _BYTE:
            return self._byte() if kind == _BYTE else self._signed()
        raise ValueError(f"the kind {kind} is not in the footer of a parquet file")

    def _list(self, depth: int, *, only_first: bool) -> list[Any]:
        head = self._byte()
        count = head >> 4
        if count == _LONG:
            count = self._varint()
        if count > len(self._data):  # each takes a byte or more
            raise ValueError("longer than the footer")
        kind = head & 15
        if only_first:  # a file may have thousands of row groups, and one tells enough
            count = min(count, 1)
        if kind in (_TRUE, _FALSE):  # inside a list a boolean is a byte
            return [self._byte() == _TRUE for _ in range(count)]
        return [self._value(kind, depth + 1) for _ in range(count)]

    def _byte(self) -> int:
        self._at += 1
        return self._data[self._at - 1]

    def _take(self, count: int) -> bytes:
        start = self._at
        self._at += count
        if self._at > len(self._data):
            raise ValueError("cut off")
        return self._data[start : self._at]

    def _varint(self) -> int:
        number = shift = 0
        while True:
            byte = self._byte()
            number |= (byte & 127) << shift
            if byte < 128:
                return number
            shift += 7
            if shift > 63:
                raise ValueError("a number without end")

    def _signed(self) -> int:
        number = self._varint()
        return number >> 1 ^ -(number & 1)
