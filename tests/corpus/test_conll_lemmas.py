"""A replaced token takes the columns along that repeat it."""

from __future__ import annotations

import pytest

from understudy.core.types import KEPT, Edit, Entity, PrivacyEvent, Span
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


def _released(row: str, **given: str | bool) -> list[str]:
    """The columns beside the first token of a sentence after it was handled."""
    raw = f"{row}\tB-PER\n\n".encode()
    options = Options(token_column=0)
    record = next(iter(CONLL.read(Block((raw,), "u"), options)))
    token = row.partition("\t")[0]
    entity = Entity(Span(0, len(token), "PER"), "PERSON", "k")
    edit = Edit(entity, token, "Smith", False, "entity", EVENT)._replace(**given)
    after, undo = patched(record.parts, CONLL.write(record, [edit], options))
    assert patched(after, undo)[0] == record.parts
    return after[0].decode().strip().split("\t")[1:-1]


@pytest.mark.parametrize(
    "value",
    [
        *("quxívorn", "QUXIVORN", "Name=Quxivorn", "of Quxivorn Zel", "Jonathan", "Zelda", "ZELK"),
        *("B-Zelda", "zelkabrand", "13:zelda", "Gender=Fem|Name=Zelda", "19840216"),
    ],
)
def test_no_free_value_outlives_a_handled_token(value: str) -> None:
    assert _released(f"Quxivorn\t{value}") == ["_"]
    # What a coin kept must not show by its other columns.
    assert _released(f"Quxivorn\t{value}", surrogate="Quxivorn", outcome=KEPT) == ["_"]
    assert _released(f"Quxivorn\t{value}", surrogate="Quxivorn", outcome=KEPT, strategy="keep") == [
        value
    ]


@pytest.mark.parametrize(
    "value",
    [
        *("PROPN", "NNP", "NP00000", "B-NP", "I-NP", "nsubj", "nsubj:pass", "4", "0:root", "_"),
        *("Gender=Fem|Number=Sing", "SpaceAfter=No", "O", "(*"),
    ],
)
def test_values_of_public_tag_sets_stay(value: str) -> None:
    assert _released(f"Quxivorn\t{value}") == [value]


def test_a_tag_that_repeats_the_token_goes() -> None:
    assert _released("46\t46\tNUM") == ["_", "NUM"]
    assert _released("Nsubj\tnsubj\tNNP") == ["_", "NNP"]
