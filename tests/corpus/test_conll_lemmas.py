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
        ("Smith", b"1\tSmith\t_\t_\tB-PER\n2\truns\trun\tVERB\tO\n\n"),
        (
            "Ann Smith",
            b"1\tAnn\t_\t_\tB-PER\n1\tSmith\t_\t_\tI-PER\n2\truns\trun\tVERB\tO\n\n",
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
        *("PROPN", "NNP", "NP00000", "B-NP", "nsubj", "4", "17", "0:root", "(*", "O"),
        *("Gender=Fem|Number=Sing", "SpaceAfter=No"),
    ],
)
def test_nor_does_what_a_parser_says_of_it(value: str) -> None:
    """A part of speech, a gender or an offset is not that of the stand-in."""
    assert _released(f"Quxivorn\t{value}") == ["_"]
    assert _released(f"Quxivorn\t{value}", surrogate="Quxivorn", outcome=KEPT) == ["_"]


def test_only_what_numbers_the_tokens_stays() -> None:
    def after(*rows: str) -> list[list[str]]:
        raw = "".join(f"{row}\n" for row in rows).encode() + b"\n"
        options = Options(token_column=1)
        record = next(iter(CONLL.read(Block((raw,), "u"), options)))
        entity = Entity(Span(0, 8, "PER"), "PERSON", "k")
        edit = Edit(entity, "Quxivorn", "Smith", "replaced", "entity", EVENT)
        released = patched(record.parts, CONLL.write(record, [edit], options))[0][0]
        return [line.split("\t") for line in released.decode().split("\n") if line]

    rows = ("1\tQuxivorn\t0\t2\tB-PER", "2\truns\t9\t0\tO", "3\t.\t13\t2\tO")
    assert after(*rows) == [
        ["1", "Smith", "_", "_", "B-PER"],
        ["2", "runs", "9", "0", "O"],
        ["3", ".", "13", "2", "O"],
    ]
    assert after("0\tQuxivorn\tB-PER", "1\truns\tO")[0] == ["0", "Smith", "B-PER"]
    assert after("1-2\tQuxivorn\tB-PER", "1\truns\tO", "2\t.\tO")[0][0] == "1-2"


@pytest.mark.parametrize(("token", "value"), [("Prost", "PROPN"), ("Singh", "Number=Sing")])
def test_no_column_shows_how_the_token_began(token: str, value: str) -> None:
    assert _released(f"{token}\t{value}") == _released(f"Quxivorn\t{value}") == ["_"]
