"""The short way of annotations that become marks gives what the long way gives."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from making import KEY, document
from understudy.corpus.base import Block, Options
from understudy.job import Job, Produced, Task
from understudy.outright import outright
from understudy.pipeline import Pipeline, build
from understudy.policy import parse
from understudy.types import Segment, Span

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
LABELS = ("name", "name", "name", "mail", "new", "town", "fine")
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
        text += word + draw(st.sampled_from([" ", "\n", "\t", ", "]))
    row = {"text": text, "entities": entities}
    if draw(st.integers(0, 9)) == 0:
        row["subject"] = "s"
    if draw(st.integers(0, 9)) == 0:
        entities.reverse()
    written = json.dumps(row, ensure_ascii=draw(st.booleans()))
    return written.encode() + draw(st.sampled_from([b"\n", b"\r\n"]))


def produced(format: str, data: bytes, *, long: bool) -> Produced:
    """A ledger needs the long way."""
    job = Job(pipeline(), format, Options(), KEY, ledger=long)
    assert (job._outright is None) == long
    return job.carry_out(Task(0, ((0, Block((data,), "u")),)))


@given(st.lists(rows(), min_size=1, max_size=5))
def test_both_ways_write_and_count_the_same_in_jsonl(data: list[bytes]) -> None:
    short, long = (produced("jsonl", b"".join(data), long=long) for long in (False, True))
    assert short.released == long.released
    assert short.summary == long.summary
    assert (short.ids == long.ids).all()


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
    assert short.released == long.released
    assert short.summary == long.summary


def test_a_document_of_marks_takes_the_short_way() -> None:
    way = outright(pipeline())
    assert way is not None
    marks = (("Ana", "name"), ("ANA", "name"), ("x", "new"))
    found = way.marked(document("Ana and ANA of x", *marks))
    assert found is not None
    assert found.categories == ["PERSON", "PERSON", "UNKNOWN"]
    assert found.keys == ["ana", "ana", "x"]
    assert found.marks == [*["<PERSON>"] * 2, way.fixed["UNKNOWN"].mark]


PLAIN = document("Ana of Vigo", ("Ana", "name"))


@pytest.mark.parametrize(
    "other",
    [
        document("Ana of Vigo", ("Ana", "name"), ("Vigo", "town")),  # something is drawn
        document("Ana of Vigo", ("Ana", "name"), ("Vigo", "fine")),  # something is not private
        PLAIN._replace(subject="s"),  # a subject has an account
        PLAIN._replace(segments=(Segment(0, 3), Segment(4, 11))),  # a span may cross a border
        PLAIN._replace(annotations=(Span(0, 3, "name", 0.1),)),  # too unsure
        PLAIN._replace(annotations=(Span(4, 6, "name"), Span(0, 3, "name"))),  # out of order
        PLAIN._replace(annotations=(Span(0, 3, "name"), Span(2, 6, "name"))),  # overlapping
    ],
)
def test_any_other_document_takes_the_long_way(other: Any) -> None:
    way = outright(pipeline("threshold = 0.5"))
    assert way is not None
    assert way.marked(PLAIN) is not None
    assert way.marked(other) is None


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
    assert outright(changed) is None
