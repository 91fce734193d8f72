"""Damaged files of every format are refused with an error, or come out whole."""

from __future__ import annotations

import io
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import stage
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from valid_files import VALID

from understudy.core.errors import CorpusError
from understudy.core.types import Entity, Span
from understudy.corpus import find, formats, tables
from understudy.corpus.base import Options, Unit, patched
from understudy.corpus.parquetfooter import codecs
from understudy.testing.damaged import check_damaged, damaged

TRS = stage.CORPORA["trs"][1]
MANY = "9" * 5_000
ZEROS = "0" * 5_000

# What was found once, and whether it is read.
FOUND: dict[str, tuple[str, dict[str, bytes], bool]] = {
    "a speaker of 5,000 digits": (
        "trs",
        {"a.trs": TRS.replace("<Sync", f'<Who nb="{MANY}"/><Sync').encode()},
        True,
    ),
    "a character reference of 5,000 zeros": (
        "trs",
        {"a.trs": TRS.replace("&amp;", f"&#{ZEROS}38;").encode()},
        True,
    ),
    "an encoding that reads nothing": (
        "trs",
        {"a.trs": TRS.replace("UTF-8", "undefined").encode()},
        False,
    ),
    "an offset of 5,000 digits": (
        "brat",
        {"a.txt": b"hello Zebulon", "a.ann": f"T1\tPERSON 6 {MANY}\tZebulon\n".encode()},
        False,
    ),
    "half a surrogate pair in an annotation": (
        "jsonl",
        {
            "a.jsonl": '{"text": "sí Zebulon", "entities": [{"start": 3, "end": 10, '
            '"category": "PERSON", "note": "\\ud800"}]}\n'.encode()
        },
        True,
    ),
    "a column whose name is not UTF-8": (
        "parquet",
        {"a.parquet": VALID["parquet"]["calls.parquet"].replace(b"amount", b"\xff\xffount")},
        False,
    ),
}


@pytest.mark.parametrize("case", FOUND)
def test_what_was_found_once(case: str) -> None:
    format, files, read = FOUND[case]
    assert check_damaged(find(format), files) == read


def test_an_annotation_gets_a_number_behind_all_others() -> None:
    files = {"a.txt": b"hello Zebulon", "a.ann": f"T{MANY}\tPERSON 6 13\tZebulon\n".encode()}
    brat = find("brat")
    block = SimpleNamespace(parts=tuple(files.values()), unit="a.txt")
    record = next(iter(brat.read(block, Options())))  # type: ignore[arg-type]
    entities = [Entity(Span(0, 5, "PERSON"), "PERSON", "x")]
    made = patched(record.parts, brat.annotate(record, entities, Options()))[0]
    assert made[1] == b"T1\tPERSON 0 5\thello\n"


def test_strings_of_a_table_that_are_not_utf8(tmp_path: Path) -> None:
    offsets = pa.array([0, 2, 4], pa.int32()).buffers()[1]
    wrong = pa.StringArray.from_buffers(2, offsets, pa.py_buffer(b"ok\xff\xfe"))
    table = pa.table({"id": wrong, "text": ["one", "two"]})
    sink = io.BytesIO()
    pq.write_table(table, sink)
    path = tmp_path / "a.parquet"
    path.write_bytes(sink.getvalue())
    stage.refused(1, "the column 'id' has values that cannot be read", "run", path, "-o", "x")


ROWS = '{"id": "a", "text": "hello"}', '{"id": "b", "text": "you"}'


@pytest.mark.parametrize(
    "pieces",
    ["[,{},{}]", "[{} {}]", "[{},{}", "{},{}]", "[{},{},]", "[{},,{}]", "[{},{}]]", "{},{}"],
)
def test_an_array_that_is_none(pieces: str) -> None:
    files = {"a.json": pieces.format(*ROWS).encode()}
    assert not check_damaged(find("json"), files)


@pytest.mark.parametrize("pieces", ["[{},{}]", " [ {} , {} ]\n", "{}\n{}\n", "[]", "{}"])
def test_an_array_that_is_one(pieces: str) -> None:
    assert check_damaged(find("json"), {"a.json": pieces.format(*ROWS).encode()})


@pytest.mark.parametrize(("format", "seed"), [("pdf", 1), ("docx", 20)])
def test_a_library_that_fails_in_its_own_way(format: str, seed: int) -> None:
    """A page that cannot be opened, and a member that would begin before the archive."""
    check_damaged(find(format), damaged(VALID[format], seed))


def test_a_column_that_pyarrow_cannot_describe() -> None:
    """Asked for it, pyarrow ends the process."""
    sink = io.BytesIO()
    pq.write_table(stage.parquet_table(), sink, row_group_size=2, write_statistics=False)
    check_damaged(find("parquet"), damaged({"calls.parquet": sink.getvalue()}, 225))


CODECS = [
    "NONE",
    "SNAPPY",
    "GZIP",
    "BROTLI",
    "LZ4",
    "ZSTD",
    {"a": "ZSTD", "b.list.element": "GZIP"},
]


@pytest.mark.parametrize("rows", [0, 1, 5_000])
@pytest.mark.parametrize("codec", CODECS, ids=str)
def test_the_compression_of_columns_is_read_as_pyarrow_reads_it(
    tmp_path: Path, codec: Any, rows: int
) -> None:
    path = tmp_path / "a.parquet"
    columns = {"a": ["x"] * rows, "b": [[1, 2]] * rows, "c": [{"d": {"e": True}}] * rows}
    kinds = {"a": pa.string(), "b": pa.list_(pa.int64())}
    kinds["c"] = pa.struct([("d", pa.struct([("e", pa.bool_())]))])
    table = pa.table(columns, pa.schema(kinds)).replace_schema_metadata({"note": "n" * 500})
    pq.write_table(table, path, compression=codec, row_group_size=700)
    meta = pq.ParquetFile(path).metadata
    groups = [meta.row_group(0)] if meta.num_row_groups else []
    told = {"UNCOMPRESSED": "NONE", "LZ4_RAW": "LZ4"}
    assert codecs(path) == {
        (one := group.column(at)).path_in_schema: told.get(one.compression, one.compression)
        for group in groups
        for at in range(group.num_columns)
    }
    data = path.read_bytes()
    for cut in range(12, len(data), 97):
        path.write_bytes(data[:4] + data[cut:])  # the footer stays, and what it says is damaged
        with suppress(CorpusError):
            codecs(path)


@pytest.mark.parametrize("said", [1, 4])
def test_rows_are_counted_against_the_footer(tmp_path: Path, said: int) -> None:
    path = tmp_path / "a.parquet"
    stage.write_parquet(path, stage.parquet_table())
    group = SimpleNamespace(num_rows=said, total_byte_size=100)
    footer = SimpleNamespace(num_rows=said, num_row_groups=1, row_group=lambda _: group)
    with tables.open_table(Unit("a.parquet", (path,))) as real:
        table = SimpleNamespace(
            schema_arrow=real.schema_arrow, metadata=footer, iter_batches=real.iter_batches
        )
        with pytest.raises(CorpusError, match="rows are missing, or too many"):
            list(tables.batches(table, "a.parquet", Options(), 1 << 20))


def test_an_id_that_is_text_is_not_shown(tmp_path: Path) -> None:
    corpus = tmp_path / "in.jsonl"
    corpus.write_text(stage.row(1, "hello dear Zebulon Quill", "Zebulon Quill") * 2)
    words = ("run", corpus, "-o", tmp_path / "out.jsonl", "--id", "text", "--column", "id=KEEP")
    stage.refused(1, r"the document id '#[0-9a-f]{8} \(its id looks like text\)'", *words)


@pytest.mark.parametrize("name", formats())
def test_a_valid_file_is_read(name: str) -> None:
    if name not in VALID:
        pytest.skip("valid_files.py has no file of this format yet")
    assert check_damaged(find(name), VALID[name])


HEALTH = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


@pytest.mark.parametrize("name", VALID)
@settings(max_examples=20, deadline=None, suppress_health_check=HEALTH, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_a_damaged_file(name: str, seed: int) -> None:
    check_damaged(find(name), damaged(VALID[name], seed))


@pytest.mark.slow
@pytest.mark.parametrize("name", VALID)
@settings(max_examples=400, deadline=None, suppress_health_check=HEALTH, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_many_damaged_files(name: str, seed: int) -> None:
    check_damaged(find(name), damaged(VALID[name], seed))


@pytest.mark.parametrize("format", ["docx", "xlsx"])
@pytest.mark.parametrize("where", ["before", "behind", "behind a comment"])
def test_bytes_beside_an_archive(tmp_path: Path, format: str, where: str) -> None:
    """They are no member: a release left them out, and said nothing."""
    whole = next(iter(VALID[format].values()))
    more = b"Zebulon Quill"
    damaged = {
        "before": more + whole,
        "behind": whole + more,
        "behind a comment": whole[:-2] + bytes([4, 0]) + b"note" + more,
    }[where]
    (tmp_path / f"a.{format}").write_bytes(damaged)
    unit = Unit(f"a.{format}", (tmp_path / f"a.{format}",))
    with pytest.raises(CorpusError, match="bytes before or behind the archive"):
        list(find(format).split(unit, Options(), size=1 << 18))
