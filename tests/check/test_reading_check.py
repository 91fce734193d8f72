"""The rules by which a release reads, and the order in which a reader sees its stand-ins."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from understudy.check.reading import broken, read_over
from understudy.check.released import Change, Released
from understudy.cli.release import run
from understudy.cli.revise import revise
from understudy.encoder import Encoder
from understudy.encoder.divergence import Divergence


def changed(before: str, original: str, surrogate: str, after: str = "") -> Change:
    start, end = len(before), len(before) + len(surrogate)
    return Change(start, end, "X", "x", original, surrogate, False, "s", before, after)


@pytest.mark.parametrize(
    ("language", "before", "original", "surrogate", "after", "rule"),
    [
        ("en", "he works as a ", "driver", "engineer", "", "a or an"),
        ("en", "she is an ", "engineer", "driver", "", "a or an"),
        ("en", "moved to New ", "York", "New York", "", "a word twice"),
        ("en", "My late wife ", "Opal", "Justin", " said", "gender of a relative"),
        ("en", "born on ", "3 May 2001", "2004", "", "preposition of a date"),
        ("en", "from Leeds to ", "Bristol", "Leeds", "", "from a place to itself"),
        ("en", "call me", " at 5", ",", ", please", "signs twice"),
        ("es", "viene de ", "Lugo", "el hospital", "", "contraction"),
        ("es", "Ana y ", "Luis", "Ignacio", "", "y or e"),
        ("es", "mi hermana ", "Olaya", "Ricardo", " vino", "gender of a relative"),
        ("es", "nació el ", "3 de mayo", "2004", "", "preposition of a date"),
    ],
)
def test_what_nobody_writes_breaks_a_rule(
    language: str, before: str, original: str, surrogate: str, after: str, rule: str
) -> None:
    assert rule in list(broken(changed(before, original, surrogate, after), language))
    assert not list(broken(changed(before, original, original, after), language))


@pytest.mark.parametrize(
    ("language", "before", "original", "surrogate"),
    [
        ("en", "he is a ", "driver", "teacher"),
        ("en", "My wife ", "Opal", "Susan"),
        ("en", "he had a ", "car", "euro"),
        ("es", "mi hermana ", "Olaya", "Lucía"),
        ("es", "viene del ", "puerto", "hospital"),
    ],
)
def test_what_people_write_breaks_none(
    language: str, before: str, original: str, surrogate: str
) -> None:
    assert not list(broken(changed(before, original, surrogate), language))


def test_the_oddest_stand_in_comes_first() -> None:
    before, after = "Yesterday I flew from ", " to Paris with my family and two bags."
    good, bad = (changed(before, "London", one, after) for one in ("Madrid", "seven of which"))
    documents = [
        Released(name, "en", before + one.surrogate + after, (one,))
        for name, one in (("good", good), ("bad", bad))
    ]
    found = read_over(documents, Divergence(Encoder("full"), "hellinger", "share", window=6))
    assert [one.document for one in found.scored] == ["bad", "good"]
    assert (found.changes, found.share) == (2, 0.0)


def test_a_stand_in_with_nothing_around_it_is_not_odd() -> None:
    """A message may be a name and no more."""
    alone = changed("", "kane williamson", "charles birch", ".")
    model = Divergence(Encoder("full"), "hellinger", "share", window=6)
    found = read_over([Released("d", "en", "charles birch.", (alone,))], model)
    assert [one.score for one in found.scored] == [0.0]


def test_a_release_that_says_nothing_new_is_not_judged() -> None:
    same = changed("in ", "Leeds", "Leeds")
    assert read_over([Released("d", "en", "in Leeds", (same,))], None).changes == 0


def test_the_command_prints_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in.lines").write_text("Ann Lee moved from Leeds to Bristol.\n", encoding="utf-8")
    made = ["in.lines", "-o", "out.lines", "--ledger", "l", "--seed", "1", "--quiet"]
    assert CliRunner().invoke(run, made).exit_code == 0
    said = CliRunner().invoke(revise, ["check", "out.lines", "--ledger", "l", "--reading"])
    assert "stand-ins break a rule" in said.output
    assert "Ann Lee" not in said.output and "Leeds" not in said.output
