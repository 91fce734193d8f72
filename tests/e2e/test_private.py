"""No private text and no key in what objects say of themselves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import stage

from understudy.core.errors import CorpusError, MissingExtra
from understudy.core.types import Document, Edit, Entity, Segment, Span
from understudy.corpus.base import Options, patched
from understudy.corpus.files import resolve
from understudy.pipeline import build
from understudy.policy import load
from understudy.run.job import Job, Task
from understudy.run.order import Order
from understudy.run.release import carry_out, count_pass, tasks_of
from understudy.run.state import Segments

KEY = b"the key of the draws, 32 bytes.."
SECRET = b"the secret of the ledger"
PRIVATE = ("Zebulon", "Quill", "Ottoline", "zebulon", "quill")
POLICIES = {
    "document": "[categories]\nPERSON = { strategy = 'entity', p = 0.5 }",
    "corpus": "scope = 'subject'\n[categories]\n"
    "PERSON = { strategy = 'entity', source = 'corpus', p = 0.5 }\n"
    "LOCATION = { strategy = 'word', source = 'corpus' }\n",
    "swap": "[categories]\nORGANIZATION = { strategy = 'swap' }",
    "dp-corpus": "[categories]\nPERSON = { strategy = 'entity', source = 'dp-corpus' }",
}


def silent(*values: Any) -> None:
    for value in values:
        for said in (repr(value), str(value), f"{value}"):
            assert not [word for word in PRIVATE if word in said], type(value)
            for secret in (KEY, SECRET):
                assert repr(secret)[2:-1] not in said, type(value)


@pytest.fixture(params=POLICIES)
def order(request: pytest.FixtureRequest, tmp_path: Path) -> Order:
    corpus = tmp_path / "in.jsonl"
    text = stage.rows(8)
    text += stage.row(98, "Ottoline Vex of Zebulon", "Ottoline Vex").replace("PERSON", "LOCATION")
    for number, name in enumerate(("Quillfeather", "Zebulon")):
        made = stage.row(100 + number, f"at {name}", name, subject="Ottoline")
        text += made.replace("PERSON", "ORGANIZATION")
    corpus.write_text(text)
    return Order(
        (str(corpus),),
        str(tmp_path / "out.jsonl"),
        load(stage.policy(tmp_path, POLICIES[request.param])),
        ledger=tmp_path / "ledger",
        ledger_secret=SECRET,
        key=KEY,
    )


def test_values_keep_their_text_to_themselves() -> None:
    span = Span(0, 7, "PERSON", key="Zebulon", attributes=(("name", "Zebulon"),))
    segment = Segment(0, 7, "turn", "Zebulon")
    document = Document("d1", "Zebulon", "en", "Zebulon", (segment,), (span,), {"about": "Zebulon"})
    entity = Entity(span, "PERSON", "zebulon", (("name", "Zebulon"),))
    (result,) = build(load("surrogate")).run([document], KEY)
    (edit,) = result.edits
    assert isinstance(edit, Edit)
    silent(span, segment, document, entity, edit, result, (document, [edit]), {"a": entity})


def test_a_run_keeps_its_text_and_its_keys_to_itself(order: Order) -> None:
    format, units = resolve(order.inputs, None)
    options = Options()
    job = Job(build(order.policy), format.name, options, KEY, ledger=True, secret=SECRET)

    def tasks() -> list[Task]:
        return list(tasks_of(format, units, options, 1 << 18))

    (task,) = tasks()
    job = count_pass(job, tasks, 1)
    counted = job.count(task)
    silent(order, job, task, counted, Segments(job, Path("state")), job.pipeline)
    silent(replace(job, secret=None).carry_out(task), job.carry_out(task))
    for _, block in task.blocks:
        for record in format.read(block, options):
            assert record.document is not None
            (entities,) = job.pipeline.identify([record.document])
            silent(block, record, entities)
            (result,) = build(load("typed")).run([record.document], KEY)
            patches = format.write(record, result.edits, options)
            silent(patches, patched(record.parts, patches)[1])
    silent(carry_out(order))


def test_errors_that_cross_processes_say_the_same(order: Order) -> None:
    import pickle

    for error in (CorpusError("wrong", file="a", line=3), MissingExtra("it", "train")):
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again)) == (type(error), str(error))
