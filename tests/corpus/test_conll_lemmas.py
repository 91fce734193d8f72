"""A replaced token takes the columns along that repeat it."""

from __future__ import annotations

import pytest

from understudy.core.types import Edit, Entity, PrivacyEvent, Span
from understudy.corpus.base import Block, Options, patched
from understudy.corpus.conll import CONLL

EVENT = PrivacyEvent("redact", "entity", 1.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("surrogate", "expected"),
    [
        ("Smith", b"1\tSmith\t_\tPROPN\tB-PER\n2\truns\trun\tVERB\tO\n\n"),
        (
            "Ann Smith",
            b"1\tAnn\t_\tPROPN\tB-PER\n1\tSmith\t_\tPROPN\tI-PER\n2\truns\trun\tVERB\tO\n\n",
        ),
    ],
)
def test_a_lemma_does_not_outlive_its_token(surrogate: str, expected: bytes) -> None:
    raw = b"1\tMillers\tmiller\tPROPN\tB-PER\n2\truns\trun\tVERB\tO\n\n"
    options = Options(token_column=1)
    record = next(iter(CONLL.read(Block((raw,), "u"), options)))
    edit = Edit(
        Entity(Span(0, 7, "PER"), "PERSON", "k"), "Millers", surrogate, "replaced", "entity", EVENT
    )
    assert patched(record.parts, CONLL.write(record, [edit], options))[0][0] == expected
