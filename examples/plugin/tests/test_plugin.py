"""The parts keep the contracts, and a policy finds them by their names."""

from __future__ import annotations

from pathlib import Path

import pytest

from understudy import Document, Order, Span, build, carry_out, load_policy, new_key, parse_policy
from understudy.core.errors import CorpusError, PolicyError
from understudy.testing import check_detector, check_format, check_strategy
from understudy_notes.initials import STRATEGY
from understudy_notes.notes import NOTES
from understudy_notes.rooms import DETECTOR

WARD = "case 7\nAnn Lee moved to room 12.\n---\ncase 8\nsí, bed 3 is free\n"
POLICY = """\
schema = 1
detectors = ["given", "rooms"]

[detector.rooms]
words = ["room", "bed"]

[default]
strategy = "redact"

[categories]
PERSON = { strategy = "initials", separator = "-" }
FACILITY = { strategy = "typed" }
"""


def test_the_format_keeps_its_contract() -> None:
    check_format(NOTES, {"ward.notes": WARD.encode()}, documents=2)


def test_a_note_without_text_is_refused() -> None:
    with pytest.raises(CorpusError, match="without text"):
        check_format(NOTES, {"ward.notes": b"case 7"})


def test_the_strategy_keeps_its_contract() -> None:
    check_strategy(STRATEGY)
    check_strategy(STRATEGY, {"separator": "-"})


def test_the_detector_keeps_its_contract() -> None:
    document = Document("a", "Ann is in bed 3.", "en")
    check_detector(DETECTOR, {"words": ["bed"]}, documents=[document], finds=True)


def test_a_policy_uses_them_by_name() -> None:
    note = Document("n1", "Ann Lee is in bed 12.", "en", annotations=(Span(0, 7, "PERSON"),))
    (result,) = build(parse_policy(POLICY)).run([note], new_key())
    assert result.text == "A-L- is in <FACILITY>."


def test_a_file_is_read_by_its_suffix(tmp_path: Path) -> None:
    policy, source, output = (tmp_path / name for name in ("p.toml", "ward.notes", "out.notes"))
    policy.write_text(POLICY, encoding="utf-8")
    source.write_text(WARD, encoding="utf-8")
    carry_out(Order(inputs=(str(source),), output=str(output), policy=load_policy(policy)))
    assert output.read_text(encoding="utf-8") == WARD.replace("room 12", "<FACILITY>").replace(
        "bed 3", "<FACILITY>"
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"-"', '"--"', r"mine:11: categories\.PERSON\.separator: must be one character"),
        ("separator", "seperator", r"mine:11: .*unknown key; did you mean separator\?"),
        ("words", "word", r"mine:5: detector\.rooms\.word: unknown option; did you mean words\?"),
        ('["room", "bed"]', "3", r"mine:5: detector\.rooms\.words: must be a list of strings"),
    ],
)
def test_a_wrong_setting_is_refused_with_its_line(old: str, new: str, said: str) -> None:
    with pytest.raises(PolicyError, match=said):
        parse_policy(POLICY.replace(old, new), file="mine")
