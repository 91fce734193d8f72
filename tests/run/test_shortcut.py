"""The short way of annotations that become marks gives what the long way gives."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from making import KEY
from understudy.core.errors import CorpusError
from understudy.corpus.base import Block, Options, Written
from understudy.corpus.jsonl import JSONL
from understudy.pipeline import Pipeline, build
from understudy.policy import parse
from understudy.run.job import Job, Produced, Task
from understudy.run.shortcut import shortcut

POLICY = """
schema = 1
detectors = ["given"]
leak_check = false
{more}
[labels]
"name" = "PERSON"
"mail" = "EMAIL_ADDRESS"
"town" = "LOCATION"
"fine" = ""
[default]
strategy = "redact"
[categories]
PERSON = {{ strategy = "typed" }}
LOCATION = {{ strategy = "entity" }}
"""
LABELS = ("name", "name", "name", "mail", "new", "año", 'a"%d', "a\x7f", "town", "fine")
REST: dict[str, list[Any]] = {
    "id": ["", None, 7],
    "language": ["es", None, 1.5],
    "subject": ["s", None],
    "speaker": ["A"],
    "año": [{"text": "x", "entities": []}, "\x01", [1e3]],
}
SPELLINGS = [
    *[("", "")] * 6,
    ("/", "\\/"),
    ("t", "\\u0074"),
    ("\x7f", "\\u007f"),
    ("\\b", "\\u0008"),
    (": ", ":"),
    ("0", "0.0"),
    ("}", " }"),
]
"""Other ways to write the same, and some that are not JSON."""
WORDS = ("Ana", "ANA", "Soto", "Ana Soto", "ana.soto@x.es", "Vigo", "é", 'a "b"', "c\\d", "日", "7")


def pipeline(more: str = "", **changed: str) -> Pipeline:
    text = POLICY.format(more=more)
    for old, new in changed.items():
        text = text.replace(*{"typed": ('"typed"', new), "default": ('"redact"', new)}[old])
    return build(parse(text))


@st.composite
def rows(draw: st.DrawFn) -> bytes:
    """A row of jsonl with annotations, most of them plain."""
    text, entities = draw(st.sampled_from(["", "- "])), []
    for word in draw(st.lists(st.sampled_from(WORDS), max_size=6)):
        entry: dict[str, Any] = {"start": len(text), "end": len(text) + len(word)}
        label = draw(st.sampled_from((None, *LABELS)))
        if label is not None:
            entities.append(entry | {"category": label})
            if draw(st.integers(0, 9)) == 0:
                entities[-1] |= draw(
                    st.sampled_from([{"score": 0.1}, {"key": "k"}, {"source": "s"}])
                )
        text += word + draw(st.sampled_from([" ", "\n", "\t", ", ", "/", "\b", "\x01", "\x7f"]))
    row: dict[str, Any] = {"text": text, "entities": entities}
    for name, values in REST.items():
        if draw(st.integers(0, 4)) == 0:
            row[name] = draw(st.sampled_from(values))
    if draw(st.integers(0, 9)) == 0:
        entities.reverse()
    if draw(st.booleans()):
        row = dict(reversed(row.items()))
    separators = draw(st.sampled_from([(", ", ": "), (",", ":")]))
    written = json.dumps(row, ensure_ascii=draw(st.booleans()), separators=separators)
    old, new = draw(st.sampled_from(SPELLINGS))
    return written.replace(old, new).encode() + draw(st.sampled_from([b"\n", b"\r\n", b" \n"]))


def produced(format: str, data: bytes, *, long: bool) -> Produced | str:
    """What comes of it, or what is wrong with it. A ledger needs the long way."""
    job = Job(pipeline(), format, Options(), KEY, ledger=long)
    assert (job._shortcut is None) == long
    try:
        made = job.carry_out(Task(0, ((0, Block((data,), "u")),)))
    except CorpusError as error:
        return str(error)
    return made._replace(ledger=b"", ids=made.ids.tolist())


@given(st.lists(rows(), min_size=1, max_size=5))
def test_both_ways_write_and_count_the_same_in_jsonl(data: list[bytes]) -> None:
    short, long = (produced("jsonl", b"".join(data), long=long) for long in (False, True))
    assert short == long


@given(st.data())
def test_both_ways_write_and_count_the_same_in_slots(data: st.DataObject) -> None:
    tags = st.sampled_from(["O", "O", *(f"{at}-{label}" for at in "BI" for label in LABELS)])
    lines = []
    for _ in range(data.draw(st.integers(1, 4))):
        tokens = data.draw(st.lists(st.sampled_from(["Ana", "Soto", "é", "x"]), min_size=1))
        tagged = [data.draw(tags) for _ in tokens]
        space = data.draw(st.sampled_from([" ", " ", "  "]))
        lines.append(f"i\t{space.join(tokens)}\t{' '.join(tagged)}\n")
    short, long = (produced("slots", "".join(lines).encode(), long=way) for way in (False, True))
    assert short == long


def test_a_label_has_the_mark_of_its_category() -> None:
    way = shortcut(pipeline())
    assert way is not None
    assert (way["name"], way.category("name")) == ("<PERSON>", "PERSON")
    assert way["new"] == way.fixed["UNKNOWN"].mark
    for label in ("town", "fine"):  # drawn, and not private
        with pytest.raises(KeyError):
            way[label]
    assert pickle.loads(pickle.dumps(way))["name"] == "<PERSON>"


def short_way(data: bytes, **options: Any) -> list[bool]:
    """Which rows are written as they are read."""
    way = shortcut(pipeline())
    assert way is not None
    found = JSONL.mark(Block((data,), "u"), Options(**options), way)
    return [isinstance(record, Written) for record in found]


PLAIN = (
    '{"id": "d", "text": "Ana\\nof Vigó", "n": [1], '
    '"entities": [{"start": 0, "end": 3, "category": "name"}]}'
)


@pytest.mark.parametrize(
    "row",
    [
        PLAIN,
        PLAIN.replace(", ", ",").replace(": ", ":"),
        PLAIN.replace('"id": "d"', '"id": null'),
        PLAIN.replace("ó", "o"),
        PLAIN.replace(PLAIN[PLAIN.index("[{") :], "[]}"),
        PLAIN.replace("Ana", 'A\\"a'),
        PLAIN + " ",
    ],
)
def test_a_plain_row_takes_the_short_way(row: str) -> None:
    assert short_way(row.encode() + b"\n") == [True]


@pytest.mark.parametrize(
    "row",
    [
        PLAIN.replace("name", "town"),  # something is drawn
        PLAIN.replace("name", "fine"),  # something is not private
        PLAIN.replace('"n"', '"subject"').replace("[1]", '"s"'),  # a subject has an account
        PLAIN.replace('"n"', '"speaker"'),
        PLAIN.replace('"end": 3', '"end": 3, "score": 0.1'),
        PLAIN.replace('"start": 0, "end": 3', '"end": 3, "start": 0'),
        PLAIN.replace('"end": 3', '"end": 4, "end": 3'),
        PLAIN.replace("}]}", '}, {"start": 4, "end": 5, "category": "name"}]}').replace(
            '"start": 0, "end": 3', '"start": 7, "end": 8'
        ),  # out of order
        PLAIN.replace(", ", ","),  # neither style
        PLAIN.replace('{"id"', '{ "id"'),
        PLAIN.replace("A", "\\u0041"),
        PLAIN.replace("name", "na\x7fme"),
        PLAIN.replace("name", "na\\u007fme"),
        PLAIN.replace("of", "\\/"),
        "\ufeff" + PLAIN,
        " ",
    ],
)
def test_any_other_row_takes_the_long_way(row: str) -> None:
    plain = PLAIN.encode() + b"\n"
    data = row.encode() + b"\n"
    assert short_way(data + plain) == [False, True]
    assert produced("jsonl", data, long=False) == produced("jsonl", data, long=True)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("}]}", "}]", "malformed JSON"),
        ("[1]", "[01]", "malformed JSON"),
        ("[1]", '"\x01"', "malformed JSON"),
        ("[1]", "[" * 100_000 + "]" * 100_000, "malformed JSON: nested too deeply"),
        ("[1]", '"\udcff"', "not UTF-8"),
        ("Ana", "\udcff", "not UTF-8"),
        ("Ana", "\\ud800", "half a surrogate pair"),
        ("Ana", "\t", "malformed JSON"),
        ('"text"', '"texts"', "'text' is missing"),
        ('"n": [1]', '"text": "Ana"', "'text' is there twice"),
        ('"n": [1]', '"entities": []', "'entities' is there twice"),
        ('"d"', "[]", "'id' is neither a string nor a number"),
        ('"n": [1]', '"language": true', "'language' is neither"),
        ('"end": 3', '"end": 12', "is not a span"),
        ('"end": 3', '"end": 0', "is not a span"),
        ('"start": 0', '"start": -1', "is not a span"),
        ('"start": 0', '"start": 0.0', "start and end must be integers"),
        ('"start": 0', '"start": true', "start and end must be integers"),
        ('"start": 0', f'"start": {"1" * 5000}', "malformed JSON: a number with too many digits"),
        ('"name"', "7", "needs a string"),
        ("}]}", '}, {"start": 2, "end": 5, "category": "name"}]}', "overlaps"),
        ('[{"', '["', "malformed JSON"),
    ],
)
def test_faults_are_the_same_both_ways(old: str, new: str, message: str) -> None:
    assert old in PLAIN
    row = PLAIN.replace(old, new, 1).encode("utf-8", "surrogateescape")
    data = PLAIN.encode() + b"\n" + row + b"\n"
    short, long = (produced("jsonl", data, long=long) for long in (False, True))
    assert short == long
    assert isinstance(short, str)
    assert message in short
    assert short.startswith("u:2: ")


def test_fields_that_lie_deeper_take_the_long_way() -> None:
    row = b'{"a": {"b": "Ana"}, "entities": [{"start": 0, "end": 3, "category": "name"}]}\n'
    assert short_way(row, text=("a.b",)) == [False]
    assert short_way(PLAIN.encode(), text=("text", "id")) == [False]
    assert short_way(PLAIN.encode(), id="n.m") == [False]


@pytest.mark.parametrize(
    "changed",
    [
        pipeline('unit = "token"'),
        build(parse(POLICY.format(more="").replace("leak_check = false", ""))),
        build(parse(POLICY.format(more="").replace('"given"', '"given", "grammar"'))),
        pipeline(typed='"typed", p = 0.9', default='"redact"\np = 0.9'),
        pipeline(typed='"typed", style = "numbered"', default='"hash"'),
    ],
)
def test_other_policies_have_no_short_way(changed: Pipeline) -> None:
    assert shortcut(changed) is None
