"""Data frames come back as what they were."""

from __future__ import annotations

import datetime
import warnings
from typing import Any

import pyarrow as pa
import pytest

from understudy import Deidentifier, UnderstudyError, deidentify, parse_policy
from understudy.core.errors import UsageError

KEY = bytes(range(32))
POLICY = """
schema = 1
detectors = ["grammar"]
[default]
strategy = "surrogate"
"""
CODES = """
schema = 1
detectors = ["grammar"]
deny = ["ID=KX-441798-B"]
[default]
strategy = "typed"
"""
WHEN = datetime.datetime(2024, 1, 5, 17, 50)
ROWS = {
    "customer": ["Zebulon Quill", "Quill, Zebulon", None],
    "when": [WHEN, WHEN, None],
    "n": [1, 2, 3],
    "text": ["Zebulon called on 5 January 2024", None, "Told Ottoline Vex"],
}
KINDS = {"customer": "PERSON", "when": "DATE", "n": "KEEP", "text": "TEXT"}


@pytest.fixture(scope="module")
def patterns() -> Deidentifier:
    """Stand-ins for all that grammars and columns find; no model is loaded."""
    return Deidentifier(parse_policy(POLICY))


def _check(rows: list[dict[str, Any]]) -> None:
    """What every frame of ``ROWS`` must look like."""
    first, second, third = rows
    given, surname = first["customer"].split()
    assert "Zebulon" not in first["text"] and first["text"].startswith(f"{given} called on")
    assert f"{first['when']:%-d %B %Y}" in first["text"]
    assert second["customer"] == f"{surname}, {given}"
    assert [row["n"] for row in rows] == [1, 2, 3]
    assert third["when"] is None and second["text"] is None and third["customer"] is None


def _frame(patterns: Deidentifier, given: Any) -> Any:
    return patterns(given, columns=KINDS, subject="customer", key=KEY)


def test_arrow(patterns: Deidentifier) -> None:
    table = pa.table(ROWS)
    made = _frame(patterns, table)
    assert made.schema == table.schema
    _check(made.to_pylist())
    batch = table.to_batches()[0]
    assert isinstance(_frame(patterns, batch), pa.RecordBatch)
    array = patterns(pa.array(["a@b.org", None]), key=KEY)
    assert isinstance(array, pa.Array) and array[1].as_py() is None
    assert array[0].as_py() != "a@b.org"


def test_pandas(patterns: Deidentifier) -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame(ROWS, index=[7, 8, 9])
    frame["customer"] = frame["customer"].astype("category")
    frame["customer"] = frame["customer"].astype(object)
    frame["none"] = [None, float("nan"), pd.NA]
    made = patterns(frame, columns={**KINDS, "none": "KEEP"}, subject="customer", key=KEY)
    assert list(made.index) == [7, 8, 9] and list(made.dtypes) == list(frame.dtypes)
    rows = made.astype(object).where(made.notna(), None).to_dict("records")
    _check([{name: row[name] for name in ROWS} for row in rows])
    assert frame["text"].iloc[0] == ROWS["text"][0]  # what was given is not changed
    series = patterns(frame["text"].rename("said"), key=KEY)
    assert series.name == "said" and list(series.index) == [7, 8, 9]
    mails = pd.Series(["a@b.org", float("nan")])
    assert patterns(mails, key=KEY).isna().tolist() == [False, True]
    assert patterns(mails, columns="EMAIL_ADDRESS", key=KEY)[0] != "a@b.org"


def test_the_index_of_pandas_is_decided_on(patterns: Deidentifier) -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame(ROWS).set_index("customer")
    kinds = {name: kind for name, kind in KINDS.items() if name != "customer"}
    with pytest.raises(UnderstudyError, match="'customer' is the index"):
        patterns(frame, columns=kinds)
    kept = patterns(frame, columns={**kinds, "customer": "KEEP"}, key=KEY)
    assert kept.index.equals(frame.index)
    made = _frame(patterns, frame)
    assert made.index.name == "customer" and made.index.dtype == frame.index.dtype
    rows = made.reset_index().astype(object)
    _check(rows.where(rows.notna(), None).to_dict("records"))
    both = _frame(patterns, pd.DataFrame(ROWS).set_index(["customer", "n"]))
    assert both.index.names == ["customer", "n"] and list(both.index.levels[1]) == [1, 2, 3]
    assert both.index.get_level_values(0)[0] == made.index[0]
    said = pd.Series(["Told Zebulon"], index=["Zebulon Quill"])
    with pytest.raises(UnderstudyError, match="'index' is the index"):
        patterns(said)
    made = patterns(said, columns={"index": "PERSON"}, key=KEY)
    assert made.index[0] != "Zebulon Quill" and made.iloc[0] == f"Told {made.index[0].split()[0]}"
    dates = pd.Series(["on 5 January 2024"], index=pd.DatetimeIndex([WHEN], name="when"))
    made = patterns(dates, columns={"when": "DATE"}, key=KEY)
    assert made.index.dtype == dates.index.dtype
    assert made.iloc[0] == f"on {made.index[0]:%-d %B %Y}"
    frame = pd.DataFrame({"text": ["x"]}, index=pd.Index(["y"], name="text"))
    with pytest.raises(UnderstudyError, match="have the same name"):
        patterns(frame, columns={"text": "TEXT"})


def test_notes_beside_a_frame_are_left_out(patterns: Deidentifier) -> None:
    """Nothing is looked for there, so nobody knows what they tell."""
    noted = pa.field("text", pa.string(), metadata={"by": "Zebulon"})
    table = pa.table({"text": ["a@b.org"]}, schema=pa.schema([noted], {"by": "Zebulon Quill"}))
    for given in (table, table.slice(0, 0)):
        with pytest.warns(UserWarning, match="2 notes of the frame were left out"):
            made = patterns(given)
        assert not made.schema.metadata and not made.schema.field("text").metadata
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"text": ["a@b.org"]})
    frame.attrs["by"] = "Zebulon Quill"
    with pytest.warns(UserWarning, match="1 note of the frame was left out"):
        assert not patterns(frame).attrs
    assert frame.attrs


def test_polars(patterns: Deidentifier) -> None:
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame(ROWS)
    made = _frame(patterns, frame)
    assert made.schema == frame.schema
    _check(made.to_dicts())
    assert isinstance(_frame(patterns, frame.lazy()), pl.LazyFrame)
    series = patterns(pl.Series("said", ["a@b.org", None]), key=KEY)
    assert series.name == "said" and series[1] is None and series[0] != "a@b.org"


def test_duckdb(patterns: Deidentifier) -> None:
    duckdb = pytest.importorskip("duckdb")
    relation = duckdb.from_arrow(pa.table(ROWS))
    made = _frame(patterns, relation)
    assert type(made) is type(relation)
    _check(pa.table(made).to_pylist())


def test_datasets(patterns: Deidentifier) -> None:
    datasets = pytest.importorskip("datasets")
    given = datasets.Dataset.from_dict(ROWS)
    made = _frame(patterns, given)
    assert type(made) is type(given) and made.features == given.features
    _check(list(made))


def test_splits_of_datasets_are_one_release(patterns: Deidentifier) -> None:
    datasets = pytest.importorskip("datasets")
    one = datasets.Dataset.from_dict(ROWS)
    given = datasets.DatasetDict({"train": one, "test": one.select([2, 0])})
    made = _frame(patterns, given)
    assert type(made) is type(given) and made["test"].features == one.features
    assert [len(made[name]) for name in given] == [3, 2]
    _check(list(made["train"]))
    assert made["test"][1]["customer"] == made["train"][0]["customer"]
    with pytest.raises(UnderstudyError, match="must have the same columns"):
        _frame(patterns, datasets.DatasetDict({"a": one, "b": one.remove_columns("n")}))
    with pytest.raises(UnderstudyError, match="IterableDataset is read bit by bit"):
        _frame(patterns, one.to_iterable_dataset())


def test_pandas_columns_of_several_types_and_of_none(patterns: Deidentifier) -> None:
    pd = pytest.importorskip("pandas")
    said = ["a@b.org", 5, None, 2.5, True]
    frame = pd.DataFrame({"text": said, "n": [1, "x", None, b"y", 2.5]}, dtype=object)
    made = patterns(frame, columns={"text": "TEXT", "n": "KEEP"}, key=KEY)
    assert made["text"][0] != "a@b.org" and made["text"].tolist()[1:] == said[1:]
    assert made["n"].tolist() == frame["n"].tolist()
    nothing = pd.DataFrame({"text": [None, float("nan")]}, dtype=object)
    assert patterns(nothing, key=KEY).isna().all(axis=None)
    assert patterns(nothing[:0], key=KEY).shape == (0, 1)
    with pytest.raises(UnderstudyError, match="the same name"):
        patterns(pd.DataFrame([["a", "b"]], columns=["text", "text"]), columns="auto")


def test_categories_are_made_anew(patterns: Deidentifier) -> None:
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    said = ["a@b.org", "c@d.org", "a@b.org", None]
    frame = pd.DataFrame({"text": pd.Categorical(said)})
    made = patterns(frame, key=KEY)["text"]
    assert isinstance(made.dtype, pd.CategoricalDtype) and made.isna().tolist()[3]
    assert made.notna().sum() == 3 and set(made.cat.categories).isdisjoint(said)
    enum = pl.DataFrame({"text": pl.Series(said, dtype=pl.Enum(["a@b.org", "c@d.org"]))})
    new = patterns(enum, key=KEY)["text"]
    assert isinstance(new.dtype, pl.Enum) and set(new.dtype.categories).isdisjoint(said)
    assert new.null_count() == 1


class Streams:
    """Something that is known to nobody and speaks Arrow."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return pa.table({"text": ["write to a@b.org"]}).__arrow_c_stream__(requested_schema)


def test_whatever_speaks_arrow(patterns: Deidentifier) -> None:
    made = patterns(Streams(), key=KEY)
    assert isinstance(made, pa.Table) and "a@b.org" not in str(made.to_pylist())


def test_conversations(patterns: Deidentifier) -> None:
    chat = [{"role": "user", "content": "a@b.org"}, {"role": "assistant", "content": None}]
    made = patterns(chat, key=KEY)
    assert made[0]["content"] != "a@b.org" and made[1] == chat[1]
    assert patterns([chat, chat], key=KEY)[0][1] == chat[1]


def test_what_a_tool_is_called_with_has_no_structure(patterns: Deidentifier) -> None:
    given = {"id": "a@b.org", "model": {"format": ["a@b.org"]}, "type": "T1"}
    part = {"type": "tool_use", "id": "t1", "input": given}
    made = patterns([{"role": "assistant", "content": [part]}], key=KEY)[0]["content"][0]
    assert "a@b.org" not in str(made)
    assert (made["type"], made["id"], made["input"]["type"]) == ("tool_use", "t1", "T1")


NAMED = "Zbigniew Quenneville"
TALK = "Write to Zbigniew.Quenneville@quill.org, case KX-441798-B."


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"role": NAMED}, "role: no name of an interface"),
        ({"id": NAMED}, "id: no name of an interface"),
        ({"tool_calls": [{"function": {"name": NAMED}}]}, "function.name: no name of an interface"),
        ({NAMED: "x"}, "a field whose name is none of an interface"),
        ({"id": "kx-441798-b"}, "a value in it that is private in this conversation"),
        ({"tool_calls": [{"function": {"name": "x_kx441798b"}}]}, "a value in it that is private"),
    ],
)
def test_names_in_conversations_are_checked_as_the_service_does(
    more: dict[str, Any], told: str
) -> None:
    ready = Deidentifier(parse_policy(CODES))
    chat = [{"role": "user", "content": TALK}, {"role": "user", "content": "Yes.", **more}]
    frame = pa.table({"chat": [[{"role": "user", "content": "Hello.", **more}], chat]})
    for given, columns in ((chat, None), ([chat, chat], None), (frame, {"chat": "CHAT"})):
        with pytest.raises(UsageError, match=told) as error:
            ready(given, columns=columns)
        assert "Quenneville" not in str(error.value) and "441798" not in str(error.value)


def test_a_kept_column_that_repeats_what_was_replaced_is_warned_of(
    patterns: Deidentifier,
) -> None:
    table = pa.table({"text": ["Call 973-448-0216 now.", "No."], "ref": ["973 448 0216", "9"]})
    with pytest.warns(UserWarning, match=r"column ref \(row 1\)") as told:
        patterns(table, columns={"text": "TEXT", "ref": "KEEP"})
    assert "0216" not in str(told[0].message)
    quiet = Deidentifier(
        parse_policy(POLICY.replace("schema = 1", "schema = 1\nleak_check = false"))
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        patterns(table.slice(1), columns={"text": "TEXT", "ref": "KEEP"})
        quiet(table, columns={"text": "TEXT", "ref": "KEEP"})


def test_columns_are_decided_on_or_refused(patterns: Deidentifier) -> None:
    table = pa.table(ROWS)
    for words, said in (
        ({}, r"decided on 'customer', 'when', 'n', 'text', which .*columns=\"auto\""),
        ({"columns": {"customer": "PERSON"}}, "decided on 'when', 'n', 'text'"),
        ({"columns": {**KINDS, "n": "NONSENSE"}}, "NONSENSE"),
        ({"columns": KINDS, "subject": "custmer"}, "subject names 'custmer'; there are"),
        (
            {"columns": {**KINDS, "custmer": "PERSON"}},
            "columns names 'custmer'; there are.*did you mean",
        ),
        ({"columns": KINDS, "key": b"short"}, "at least 16 bytes"),
    ):
        with pytest.raises(UnderstudyError, match=said):
            patterns(table, **words)
    with pytest.raises(UnderstudyError, match="are for data frames"):
        patterns(["a"], subject="x")
    with pytest.raises(UnderstudyError, match="expected a text or a list of texts"):
        patterns(3.5)


def test_auto_takes_what_names_and_values_tell(patterns: Deidentifier) -> None:
    made = patterns(pa.table(ROWS), columns="auto", subject="customer", key=KEY)
    _check(made.to_pylist())


def test_a_type_that_cannot_hold_a_mark_is_named() -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"phone": [727778019], "text": ["x"]})
    with pytest.raises(UnderstudyError, match="'phone' cannot hold its stand-ins as int64"):
        deidentify(frame, policy="typed", columns={"phone": "PHONE_NUMBER", "text": "KEEP"})


def test_presets_are_loaded_once() -> None:
    from understudy import deidentifier

    deidentify("a", policy="patterns")
    before = deidentifier._preset("patterns").pipeline
    deidentify("b", policy="patterns")
    assert deidentifier._preset("patterns").pipeline is before


def test_auto_knows_messages(patterns: Deidentifier) -> None:
    said = [[{"role": "user", "content": "mail a@b.org"}], None]
    made = patterns(pa.table({"messages": said}), columns="auto").to_pylist()
    assert made[0]["messages"][0]["content"] != "mail a@b.org" and made[1]["messages"] is None
    with pytest.raises(UnderstudyError, match="nothing tells what is in 'parts'"):
        patterns(pa.table({"parts": [["a@b.org"]]}), columns="auto")


def test_what_is_no_frame_is_refused(patterns: Deidentifier) -> None:
    """Each of these was an AttributeError."""
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    message = r"a (pandas|polars|pyarrow) \w+ is not read; give a (frame|table)"
    things = (pandas.Index(["Zebulon"]), pandas.Timestamp("2024-01-05"), polars.col("x"))
    for thing in (*things, pa.scalar("Zebulon"), pa.schema([])):
        with pytest.raises(UnderstudyError, match=message):
            patterns(thing)
    with pytest.raises(UnderstudyError, match="columns and subject are for data frames"):
        patterns("Zebulon", columns={"customer": "PERSON"})


def test_a_reader_of_batches_comes_back_as_a_table(patterns: Deidentifier) -> None:
    reader = pa.table({"customer": ROWS["customer"]}).to_reader()
    made = patterns(reader, columns={"customer": "PERSON"})
    assert made.num_rows == 3 and "Zebulon" not in str(made.to_pylist())


def test_what_auto_leaves_open_is_told_with_the_rest() -> None:
    table = pa.table({"customer": ["Zebulon Quill"], "x": ["b"]})
    with pytest.raises(UnderstudyError) as caught:
        deidentify(table, columns="auto", policy=parse_policy(POLICY))
    assert 'columns={"customer": "PERSON", "x": "KIND"}' in str(caught.value)


def test_an_empty_frame_holds_no_categories(patterns: Deidentifier) -> None:
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    kinds = {"customer": "PERSON"}
    frame = pd.DataFrame({"customer": pd.Categorical(["Zebulon Quill"])})
    assert not len(patterns(frame[:0], columns=kinds, key=KEY)["customer"].cat.categories)
    enum = pl.DataFrame({"customer": ["Zebulon Quill"]}, {"customer": pl.Enum(["Zebulon Quill"])})
    assert "Zebulon" not in str(patterns(enum[:0], columns=kinds, key=KEY).schema)
    coded = pa.table({"customer": pa.array(["Zebulon Quill"]).dictionary_encode()})[:0]
    for one in (coded, pa.RecordBatch.from_struct_array(coded.to_struct_array().combine_chunks())):
        made = patterns(one, columns=kinds, key=KEY)
        assert type(made) is type(one) and made.num_rows == 0 and made.schema == one.schema
        assert "Zebulon" not in made.column("customer").to_string()
