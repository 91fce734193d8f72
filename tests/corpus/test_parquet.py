from __future__ import annotations

import io
import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.core.errors import CorpusError, UsageError
from understudy.core.types import Document, Entity, Segment, Span
from understudy.corpus.base import Options, Unit, patched
from understudy.corpus.parquet import PARQUET

ENTITIES = pa.list_(
    pa.struct(
        [("start", pa.int32()), ("end", pa.int32()), ("label", pa.string()), ("key", pa.string())]
    )
)


def unit_of(path: Path, table: pa.Table, **settings: object) -> Unit:
    pq.write_table(table, path, **settings)
    return Unit(path.name, (path,))


def release(
    unit: Unit,
    edit: Callable = lambda document: (),
    options: Options = Options(),  # noqa: B008
    *,
    size: int = 1 << 20,
    withheld: Callable[[Document], bool] = lambda document: False,
    annotate: Callable | None = None,
) -> tuple[list[Document], Path]:
    documents: list[Document] = []

    def blocks():
        for block in PARQUET.split(unit, options, size=size):
            out = []
            for record in PARQUET.read(block, options):
                document = record.document
                if document is not None:
                    documents.append(document)
                    if withheld(document):
                        out.append(None)
                        continue
                edits = edit(document) if document is not None else ()
                patches = PARQUET.write(record, edits, options)
                if annotate is not None:
                    found = annotate(document) if document is not None else ()
                    patches = PARQUET.annotate(record, found, options)
                parts, inverse = patched(record.parts, patches)
                assert patched(parts, inverse)[0] == record.parts
                out.append(parts)
            yield PARQUET.join(block, out, options)

    target = unit.paths[0].with_name(f"out{size}") / "release.parquet"
    PARQUET.assemble(blocks(), unit, (target,), options)
    return documents, target


TABLE = pa.table(
    {
        "n": pa.array([1, 2, 3, 4], pa.int8()),
        "text": pa.array(["Ann left", None, "", "Zoë 🙂 Bob"], pa.large_string()),
        "kind": pa.array(["x", "y", "x", None]).dictionary_encode(),
        "when": pa.array([1, 2, None, 4], pa.timestamp("ms", tz="UTC")),
    }
).replace_schema_metadata({"made by": "a test", "pandas": "{}"})


@pytest.mark.parametrize("size", [1, 1 << 20])
@pytest.mark.parametrize("codec", ["none", "snappy", "zstd", "gzip", "lz4"])
def test_round_trip(tmp_path: Path, size: int, codec: str) -> None:
    unit = unit_of(tmp_path / "a.parquet", TABLE, compression=codec, row_group_size=3)
    documents, target = release(unit, size=size)
    assert [document.id for document in documents] == [f"a.parquet#{n}" for n in (1, 3, 4)]
    assert [document.text for document in documents] == ["Ann left", "", "Zoë 🙂 Bob"]
    old, new = pq.ParquetFile(unit.paths[0]), pq.ParquetFile(target)
    assert new.read().equals(old.read(), check_metadata=True)
    assert new.schema_arrow.equals(old.schema_arrow, check_metadata=True)
    assert new.metadata.metadata == old.metadata.metadata
    assert new.metadata.num_row_groups == old.metadata.num_row_groups
    for index in range(4):
        assert (
            new.metadata.row_group(0).column(index).compression
            == old.metadata.row_group(0).column(index).compression
        )


def test_the_size_of_blocks_does_not_show(tmp_path: Path, edit) -> None:
    unit = unit_of(tmp_path / "a.parquet", TABLE)

    def shorten(document: Document) -> list:
        return [edit(document, 0, 1, "…")] if document.text else []

    documents, target = release(unit, shorten, size=1)
    others, other = release(unit, shorten, size=1 << 20)
    assert documents == others
    assert target.read_bytes() == other.read_bytes()


@pytest.mark.parametrize(
    "kind", [pa.string(), pa.large_string(), pa.dictionary(pa.int32(), pa.string())]
)
def test_edits_change_their_cells_only(tmp_path: Path, edit, kind: pa.DataType) -> None:
    table = TABLE.set_column(1, "text", TABLE["text"].cast(pa.string()).cast(kind))
    unit = unit_of(tmp_path / "a.parquet", table)
    _, target = release(
        unit, lambda d: [edit(d, len(d.text) - 3, len(d.text), "Žo")] if "Bob" in d.text else []
    )
    new = pq.read_table(target)
    assert new.schema.equals(pq.read_schema(unit.paths[0]), check_metadata=True)
    assert new["text"].to_pylist() == ["Ann left", None, "", "Zoë 🙂 Žo"]
    assert new.drop_columns("text").equals(pq.read_table(unit.paths[0]).drop_columns("text"))


@given(
    texts=st.lists(st.one_of(st.none(), st.text(max_size=8)), max_size=8), size=st.integers(1, 300)
)
def test_any_text_comes_back(tmp_path_factory, texts: list[str | None], size: int) -> None:
    path = tmp_path_factory.mktemp("any") / "a.parquet"
    unit = unit_of(path, pa.table({"text": pa.array(texts, pa.string())}))
    documents, target = release(unit, size=size)
    assert [document.text for document in documents] == [t for t in texts if t is not None]
    assert pq.read_table(target).equals(pq.read_table(path), check_metadata=True)


def test_a_file_of_another_writer_gets_no_new_metadata(tmp_path: Path) -> None:
    unit = unit_of(tmp_path / "a.parquet", pa.table({"text": ["a"]}), store_schema=False)
    _, target = release(unit)
    assert pq.ParquetFile(target).metadata.metadata is None


def test_names_and_columns(tmp_path: Path, edit) -> None:
    table = pa.table(
        {
            "id": [7, 8, None],
            "a": ["Ann", None, None],
            "b": ["Bob left", "Cy", None],
            "language": ["es", None, None],
            "subject": ["s", None, None],
        }
    )
    unit = unit_of(tmp_path / "a.parquet", table)
    options = Options(text=("b", "a"), default_language="en")
    (first, second), target = release(unit, lambda d: [edit(d, 0, 2, "X")], options)
    assert (first.id, first.text, first.language, first.subject) == (
        "7",
        "Bob left\nAnn",
        "es",
        "s",
    )
    assert first.segments == (Segment(0, 8, "field", "b"), Segment(9, 12, "field", "a"))
    assert (second.id, second.text, second.language, second.subject) == ("8", "Cy", "en", None)
    assert second.segments == (Segment(0, 2, "field", "b"),)
    new = pq.read_table(target)
    assert new["b"].to_pylist() == ["Xb left", "X", None]
    assert new["a"].to_pylist() == ["Ann", None, None]


def test_withheld_rows_are_dropped(tmp_path: Path) -> None:
    unit = unit_of(tmp_path / "a.parquet", TABLE)
    _, target = release(unit, withheld=lambda document: "Ann" in document.text)
    assert pq.read_table(target)["n"].to_pylist() == [2, 3, 4]
    _, target = release(unit, withheld=lambda document: True, size=1)
    assert pq.read_table(target)["n"].to_pylist() == [2]


ROW = [{"start": 0, "end": 3, "label": "PERSON", "key": "ann lee"}]


@pytest.mark.parametrize(
    "column",
    [
        pa.array([ROW, None, []], ENTITIES),
        pa.array([json.dumps(ROW), None, "[]"], pa.string()),
    ],
)
def test_annotations_follow_the_edits(tmp_path: Path, edit, column: pa.Array) -> None:
    table = pa.table({"text": ["Ann left", "Bob", "Cy"], "entities": column})
    unit = unit_of(tmp_path / "a.parquet", table)
    (document, *_), target = release(unit, lambda d: [edit(d, 0, 1, "Cl")])
    assert document.annotations == (Span(0, 3, "PERSON", key="ann lee"),)
    new = pq.read_table(target)
    assert new.schema.equals(table.schema)
    first, second, third = new["entities"].to_pylist()
    first = first if isinstance(first, list) else json.loads(first)
    assert first == [{"start": 0, "end": 4, "label": "PERSON", "key": "PERSON1"}]
    assert second is None
    assert third in ([], "[]")


def test_rows_without_edits_keep_values_that_json_has_not(tmp_path: Path, edit) -> None:
    members = [("start", pa.int32()), ("end", pa.int32()), ("type", pa.string())]
    kind = pa.list_(pa.struct([*members, ("when", pa.timestamp("s"))]))
    row = [{"start": 0, "end": 3, "type": "PERSON", "when": None}]
    dated = [{**row[0], "when": datetime(2001, 2, 3)}]
    column = pa.array([row, dated], kind)
    unit = unit_of(tmp_path / "a.parquet", pa.table({"text": ["Ann", "Bob"], "entities": column}))
    _, target = release(unit, lambda d: [edit(d, 0, 3, "X")] if d.text == "Ann" else [])
    assert pq.read_table(target)["entities"].to_pylist() == [[{**row[0], "end": 1}], dated]
    _, target = release(unit, lambda d: [edit(d, 0, 3, "X")])
    assert pq.read_table(target)["entities"].to_pylist() == [[{**row[0], "end": 1}]] * 2
    beside = pa.array([[{**dated[0], "start": 4, "end": 7}]], kind)
    unit = unit_of(tmp_path / "b.parquet", pa.table({"text": ["Ann Bob"], "entities": beside}))
    with pytest.raises(CorpusError, match="do not fit the type"):
        release(unit, lambda d: [edit(d, 0, 3, "X")])


def entity(document: Document) -> list[Entity]:
    return [Entity(Span(0, 1, "X", 0.5, "model"), "INITIAL", "i1")] if document.text else []


@pytest.mark.parametrize("size", [1, 1 << 20])
def test_annotate_adds_a_column(tmp_path: Path, size: int) -> None:
    unit = unit_of(tmp_path / "a.parquet", TABLE)
    _, target = release(unit, annotate=entity, size=size)
    new = pq.read_table(target)
    assert new.drop_columns("entities").equals(pq.read_table(unit.paths[0]))
    assert [value and json.loads(value) for value in new["entities"].to_pylist()] == [
        [
            {
                "start": 0,
                "end": 1,
                "category": "INITIAL",
                "key": "i1",
                "score": 0.5,
                "source": "model",
            }
        ],
        None,
        [],
        [
            {
                "start": 0,
                "end": 1,
                "category": "INITIAL",
                "key": "i1",
                "score": 0.5,
                "source": "model",
            }
        ],
    ]


def test_annotate_fills_a_column_of_structs(tmp_path: Path) -> None:
    table = pa.table({"text": ["Ann"], "entities": pa.array([None], ENTITIES)})
    unit = unit_of(tmp_path / "a.parquet", table)
    _, target = release(unit, annotate=entity)
    assert pq.read_table(target)["entities"].to_pylist() == [
        [{"start": 0, "end": 1, "label": "INITIAL", "key": "i1"}]
    ]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (
            {"id": ["a"], "body": ["b"]},
            "a.parquet: the text column 'text' is missing; there are: 'id', 'body'",
        ),
        ({"text": [1]}, "a.parquet: the text column 'text' is not one of strings"),
        (
            {"text": ["a"], "entities": [1]},
            "a.parquet: the column 'entities' is neither structs in lists nor JSON",
        ),
        (
            {"text": ["a", "b"], "entities": ["[]", "["]},
            "a.parquet:2: the column 'entities' is not JSON",
        ),
        (
            {"text": ["a", "b"], "entities": ["[]", '[{"start": 0, "end": 2, "type": "A"}]']},
            "a.parquet:2: entities[0]: 0 to 2 is not a span of a text of 1 characters",
        ),
    ],
)
def test_tables_that_are_refused(tmp_path: Path, table: dict, message: str) -> None:
    unit = unit_of(tmp_path / "a.parquet", pa.table(table))
    for size in (1, 1 << 20):
        with pytest.raises(CorpusError) as caught:
            release(unit, size=size)
        assert str(caught.value) == message


def test_columns_of_the_same_name_are_refused(tmp_path: Path) -> None:
    table = pa.Table.from_arrays(
        [pa.array(["a"]), pa.array([1]), pa.array([2])], ["text", "n", "n"]
    )
    with pytest.raises(CorpusError, match=r"^a\.parquet: two columns have the same name$"):
        release(unit_of(tmp_path / "a.parquet", table))


def test_text_that_is_not_utf8(tmp_path: Path) -> None:
    broken = pa.array([b"a", b"b\xff"], pa.binary()).view(pa.string())
    unit = unit_of(tmp_path / "a.parquet", pa.table({"text": broken}))
    with pytest.raises(
        CorpusError, match=r"^a\.parquet:2: not UTF-8 at byte offset 1 of the line$"
    ):
        release(unit)


@pytest.mark.parametrize(("data", "message"), [(b"", "empty file"), (b"PAR1 no", "not a readable")])
def test_files_that_are_not_parquet(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(data)
    with pytest.raises(CorpusError, match=message):
        list(PARQUET.split(Unit("a.parquet", (path,)), Options(), size=9))


def test_pipes_are_refused() -> None:
    with pytest.raises(UsageError, match="from a pipe"):
        list(PARQUET.split(Unit("stdin", ()), Options(), size=9, stream=io.BytesIO()))
    with pytest.raises(UsageError, match="to a pipe"):
        PARQUET.assemble([], Unit("u", ()), io.BytesIO(), Options())
