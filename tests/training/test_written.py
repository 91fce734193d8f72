"""The lines that were written for training: their marks are whole, and say what they say."""

from __future__ import annotations

import pytest

import written
from understudy.core.folding import flat


def test_marks_become_spans_of_the_plain_text() -> None:
    line = "ask [[Ann Lee|PERSON]]'s bank, [[Chase|ORGANIZATION]], not [[@ann|PERSON]]"
    found = written.example("en", line)
    assert found.text == "ask Ann Lee's bank, Chase, not @ann"
    assert [(found.text[start:end], tags) for start, end, tags in found.spans] == [
        ("Ann Lee", ("PERSON",)),
        ("Chase", ("ORGANIZATION",)),
        ("@ann", ("*",)),
    ]


def test_what_is_kept_for_development_is_not_trained_on() -> None:
    kept = written.examples(written.KEPT)
    assert {one.corpus for one in kept} == {"written-en", "written-es", "genres-en", "genres-es"}
    trained = {flat(one.text) for one in written.examples()}
    assert not [one.text for one in kept if flat(one.text) in trained]


def test_an_unknown_tag_is_refused() -> None:
    with pytest.raises(ValueError, match="COLOUR"):
        written.example("en", "a [[red|COLOUR]] door")


def test_every_line_is_whole_and_none_stands_there_twice() -> None:
    lines = written.examples()
    assert {one.language for one in lines} == {"en", "es"}
    assert len({flat(one.text) for one in lines}) == len(lines) > 7_000
    for one in lines:
        assert one.text.strip()
        assert "[[" not in one.text
        assert "]]" not in one.text
        ends = [at for start, end, _ in one.spans for at in (start, end)]
        assert ends == sorted(ends)
        assert all(one.text[start:end].strip() for start, end, _ in one.spans)
    unmarked = sum(not one.spans for one in lines)
    assert 0.1 < unmarked / len(lines) < 0.4
