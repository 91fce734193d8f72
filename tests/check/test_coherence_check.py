"""The coherence check: each rule says yes to a good release and no to a broken one."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from needed_corpora import corpus
from understudy.check.check import RULES, check
from understudy.check.released import Change, Released
from understudy.cli import cli

ROOT = Path(__file__).parents[2]


def released(*rows: tuple[str, str, str, str, str], language: str = "en") -> Released:
    """A document of (words before, category, key, original, stand-in)."""
    text, changes = "", []
    for before, category, key, original, new in rows:
        text += before
        start = len(text)
        changes.append(
            Change(start, start + len(new), category, key, original, new, False, "surrogate", text)
        )
        text += new
    done = [change._replace(after=text[change.end : change.end + 60]) for change in changes]
    return Released("d", language, text, tuple(done))


PERSON = ("It is ", "PERSON", "p", "Elizabeth Bennet", "Catherine Hill")
GOOD_AND_BAD = {
    "one person, one name": (PERSON, (", ", "PERSON", "p", "Bennet", "Hill"), "Hall"),
    "short form fits its name": (PERSON, (", ", "PERSON", "p", "Liz", "Cathy"), "Bob"),
    "spelling spells the name": (PERSON, (", ", "SPELLING", "p", "B E N N E T", "H I L L"), "H A"),
    "address built from the name": (
        PERSON,
        (", ", "EMAIL_ADDRESS", "p", "e.bennet@x.com", "c.hill@y.example"),
        "c.hall@y.example",
    ),
    "gender kept": (PERSON, (", ", "PERSON", "q", "Mary Lee", "Susan Ray"), "Robert Ray"),
    "intervals between dates": (
        ("", "DATE", "a", "2016-05-03", "2001-01-10"),
        (", ", "DATE", "b", "2016-05-13", "2001-01-20"),
        "2001-01-21",
    ),
    "weekday fits its date": (
        PERSON,
        (", ", "DATE", "a", "Tuesday, May 3, 2016", "Wednesday, January 10, 2001"),
        "Friday, January 10, 2001",
    ),
    "age told by the dates": (
        ("", "DATE", "a", "1950-05-03", "1940-01-10"),
        (", ", "AGE", "c", "66", "66"),
        "30",
    ),
    "one number, one number": (
        ("", "ID", "i", "482913", "507246"),
        (", ", "ID", "i", "four eight two nine one three", "five oh seven two four six"),
        "five oh seven two four five",
    ),
    "check digits valid": (
        PERSON,
        (", ", "CREDIT_CARD", "c", "4111111111111111", "4000000000000002"),
        "4000000000000003",
    ),
    "number words combine": (PERSON, (" ", "NUMBER", "n", "forty-two", "thirty-one"), "thirty-ten"),
    "format of identifiers": (PERSON, (" ", "ID", "n", "12-345", "98-765"), "98765"),
    "reserved ranges": (
        PERSON,
        (" ", "URL", "u", "www.acme.com", "www.lum.example"),
        "www.lum.com",
    ),
    "letter case": (PERSON, (" ", "PERSON", "q", "MARY", "SUSAN"), "Susan"),
    "equal values, equal stand-ins": (
        ("", "CITY", "c", "Boston", "Austin"),
        (", ", "CITY", "c", "Boston", "Austin"),
        "Dallas",
    ),
    "article agrees": (PERSON, (" has an ", "PRODUCT", "o", "Orbit", "Alba"), "Lumen"),
    "acronym fits its name": (
        ("", "ORGANIZATION", "o", "Larkfield Water Company", "Alba Water Company"),
        (", ", "ORGANIZATION", "o", "LWC", "AWC"),
        "LWC",
    ),
}
SPANISH = {
    "postal code in its town": (
        ("", "POSTAL_CODE", "a", "28901", "41010"),
        (" ", "CITY", "b", "Getafe", "Sevilla"),
        "Lugo",
    ),
    "San and Santa exist": (
        ("", "CITY", "a", "Getafe", "Lugo"),
        (" ", "CITY", "b", "San Fernando", "San Sebastián"),
        "San Getafe",
    ),
    "article before the hour": (
        ("", "CITY", "a", "Getafe", "Lugo"),
        (" a las ", "TIME", "b", "tres", "cinco"),
        "una",
    ),
    "number words combine": (
        ("", "CITY", "a", "Getafe", "Lugo"),
        (" treinta y ", "NUMBER", "b", "tres", "cinco"),
        "cero",
    ),
}
CASES = [("en", rule, *rows) for rule, rows in GOOD_AND_BAD.items()]
CASES += [("es", rule, *rows) for rule, rows in SPANISH.items()]
MORE = {"age told by the dates": ("", "DATE", "z", "2016-06-03", "2006-02-10")}


@pytest.mark.parametrize(("language", "rule", "first", "second", "broken"), CASES)
def test_a_rule_holds_and_is_broken(
    language: str,
    rule: str,
    first: tuple[str, str, str, str, str],
    second: tuple[str, str, str, str, str],
    broken: str,
) -> None:
    more = [MORE[rule]] if rule in MORE else []
    good = check([released(first, *more, second, language=language)])
    assert good.checked[rule] >= 1
    assert not good.violations
    bad = check([released(first, *more, (*second[:4], broken), language=language)])
    assert bad.violated(rule) == 1
    assert bad.broken == 1
    assert bad.share == 1 / bad.entities


def test_every_rule_has_a_case() -> None:
    assert {rule for _, rule, *_ in CASES} | {"nothing left in the text"} == set(RULES)


def test_what_is_left_in_the_text_is_found() -> None:
    report = check([released(PERSON, (" or Elizabeth Bennet, ", "CITY", "c", "Boston", "Austin"))])
    assert report.violated("nothing left in the text") == 1


def test_kept_values_and_marks_are_not_judged() -> None:
    document = released(PERSON, (", ", "PERSON", "p", "Bennet", "Hall"))
    first, second = document.changes
    kept = document._replace(changes=(first, second._replace(kept=True)))
    marked = document._replace(changes=(first, second._replace(strategy="typed")))
    assert not check([kept, marked]).violations


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("release")
    policy = folder / "calls.toml"
    policy.write_text('schema = 1\ndetectors = ["given"]\n[default]\nstrategy = "surrogate"\n')
    arguments = ["run", str(ROOT / "examples" / "calls.jsonl"), "-o", str(folder / "out.jsonl")]
    arguments += ["--column", "call_type=KEEP", "--column", "style=KEEP"]
    arguments += ["--policy", str(policy), "--ledger", str(folder / "ledger"), "--quiet"]
    result = CliRunner().invoke(cli, [*arguments, "--seed", "7"], catch_exceptions=False)
    assert result.exit_code == 0
    return folder


def test_the_shipped_dialogues_are_coherent(release: Path) -> None:
    arguments = ["revise", "check", str(release / "out.jsonl")]
    arguments += ["--ledger", str(release / "ledger"), "--show", "--json"]
    result = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    found = json.loads(result.output)
    assert found["documents"] == 100
    assert found["share"] <= 0.01
    assert result.exit_code == 0
    assert sum(rule["checked"] for rule in found["rules"].values()) > 1000
    for row in found["violations"]:
        assert set(row) == {"rule", "document", "start", "end", "category"}


def test_a_release_that_is_not_the_ledgers_is_refused(release: Path, tmp_path: Path) -> None:
    other = tmp_path / "out.jsonl"
    other.write_bytes((release / "out.jsonl").read_bytes().replace(b"call-en-001", b"call-en-0o1"))
    arguments = ["revise", "check", str(other), "--ledger", str(release / "ledger")]
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code != 0
    assert "not the one of this release" in str(result.exception)


def test_too_many_violations_fail(release: Path) -> None:
    """An entity strategy makes no coherent names."""
    folder = release
    policy = folder / "entity.toml"
    policy.write_text('schema = 1\ndetectors = ["given"]\n[default]\nstrategy = "entity"\n')
    arguments = ["run", str(ROOT / "examples" / "calls.jsonl"), "-o", str(folder / "other.jsonl")]
    arguments += ["--column", "call_type=KEEP", "--column", "style=KEEP"]
    arguments += ["--policy", str(policy), "--ledger", str(folder / "other.ledger"), "--quiet"]
    CliRunner().invoke(cli, [*arguments, "--seed", "7"], catch_exceptions=False)
    arguments = ["revise", "check", str(folder / "other.jsonl")]
    result = CliRunner().invoke(cli, [*arguments, "--ledger", str(folder / "other.ledger")])
    assert result.exit_code == 1
    assert "break a rule" in result.output


@pytest.mark.data
def test_clinical_cases_are_coherent(tmp_path: Path) -> None:
    cases = corpus("deid/meddocan/test/brat")
    policy = tmp_path / "cases.toml"
    policy.write_text(
        'schema = 1\ndetectors = ["given"]\nlanguage = "es"\nlabels = "meddocan"\n'
        '[default]\nstrategy = "surrogate"\n'
    )
    arguments = ["run", str(cases), "-o", str(tmp_path / "out"), "--policy", str(policy)]
    arguments += ["--ledger", str(tmp_path / "ledger"), "--quiet", "--seed", "11"]
    CliRunner().invoke(cli, arguments, catch_exceptions=False)
    arguments = ["revise", "check", str(tmp_path / "out"), "--ledger", str(tmp_path / "ledger")]
    result = CliRunner().invoke(cli, [*arguments, "--json"], catch_exceptions=False)
    found = json.loads(result.output)
    assert found["entities"] > 4000
    assert found["share"] <= 0.01


def test_every_rule_is_on_the_page() -> None:
    page = (ROOT / "docs" / "surrogates.md").read_text(encoding="utf-8")
    for rule in RULES:
        assert f"| {rule} |" in page, rule


def test_a_value_that_is_not_there_is_not_searched_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long document has thousands of values, and an expression takes long to go through it."""
    from understudy.check.coherence import form

    searched = 0

    def search(pattern: str, text: str) -> re.Match[str] | None:
        nonlocal searched
        searched += 1
        return re.search(pattern, text)

    monkeypatch.setattr(form, "re", SimpleNamespace(search=search, escape=re.escape))
    rows = [("; ", "PERSON", f"p{n}", f"Elizabeth{n % 90}", "Catherine") for n in range(900)]
    left = ("; Elizabeth7 stood there; ", "PERSON", "q", "Bennet", "Hill")
    judged = list(form.nothing_is_left(released(*rows, left)))
    assert [change.original for change, holds in judged if not holds] == ["Elizabeth7"] * 10
    assert searched == 1
