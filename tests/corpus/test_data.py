"""Whole corpora go through the formats and come out the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from needed_corpora import corpus
from understudy.corpus.base import Options, patched
from understudy.corpus.files import open_read, resolve, targets

# The annotations of these corpora have another shape.
OPTIONS = Options(entities="none")

CORPORA = [
    ("acts/sgd/dev.jsonl.xz", None),
    ("deid/tab/train.jsonl", None),
    ("deid/tab/train.jsonl", "lines"),
]


@pytest.mark.data
@pytest.mark.parametrize(("name", "format_name"), CORPORA)
def test_a_corpus_round_trips(tmp_path: Path, editing, name: str, format_name: str | None) -> None:
    source = corpus(name)
    inputs = [str(source)]
    format, (unit,) = resolve(inputs, format_name)
    (target,) = targets(inputs, format, [unit], tmp_path / Path(name).name)
    seen = 0

    editor = editing(["…", '"\n', "Zoë"])

    def blocks():
        nonlocal seen
        for block in format.split(unit, OPTIONS, size=1 << 20):
            out = []
            for record in format.read(block, OPTIONS):
                if record.document is not None:
                    seen += 1
                    patches = format.write(record, editor(record.document), OPTIONS)
                    assert patches
                    parts, inverse = patched(record.parts, patches)
                    assert patched(parts, inverse)[0] == record.parts
                out.append(record.parts)
            yield format.join(block, out, OPTIONS)

    format.assemble(blocks(), unit, target, OPTIONS)
    assert seen > 50
    with open_read(source) as old, open_read(target[0]) as new:
        assert new.read() == old.read()
