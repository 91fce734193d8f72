"""Day and month in figures stand in the order of the document, and the report says so."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner

from understudy import deidentify
from understudy.cli.release import run
from understudy.surrogates.dates.order import (
    in_figures,
    months_lead,
    order_of_lands,
    order_of_tag,
    order_of_words,
)
from understudy.surrogates.dates.sketch import INVARIANTS


@pytest.mark.parametrize(
    ("language", "texts", "first"),
    [
        ("en", ["03/05/2019"], True),
        ("es", ["03/05/2019"], False),
        ("en", ["23/05/2019", "01/06/2019"], False),
        ("en", ["13-10-20"], False),
        ("en", ["28/5"], False),
        ("en", ["5/28"], True),
        ("es", ["05/28/2019", "01/06/2019"], True),
        ("en", ["23/05/2019", "05/23/2019"], True),
        ("es", ["23/05/2019", "05/23/2019"], False),
        ("en", ["3 May 2019", "04/06/2019"], False),
        ("en", ["3 Mai 2019", "04/06/2019"], False),
        ("en", ["3rd of May 2019", "04/06/2019"], False),
        ("en", ["May 3, 2019", "04/06/2019"], True),
        ("en", ["3 May 2019", "05/23/2019"], True),
        ("en", ["2019-05-23", "04/06/2019"], True),
        ("en", ["04.06.2019"], False),
        ("en", ["04.06.2019", "05/06/2019"], False),
        ("es", ["09/28", "04/06/2019"], False),
    ],
)
def test_the_order_of_a_document(language: str, texts: list[str], first: bool) -> None:
    assert months_lead(texts, language) is first


@pytest.mark.parametrize(
    ("text", "day_first"),
    [
        ("Seen on 23/05/2019, discharged on 01/06/2019.", True),
        ("Seen on 3 May 2019, discharged on 01/06/2019.", True),
        ("Seen on 05/23/2019, discharged on 06/01/2019.", False),
        ("Seen on 03/05/2019, discharged on 06/01/2019.", False),
    ],
)
def test_dates_keep_their_order_and_their_distance(text: str, day_first: bool) -> None:
    figures = re.compile(r"(\d\d)/(\d\d)/(\d{4})")

    def days(line: str) -> list[date]:
        read = [tuple(map(int, found)) for found in figures.findall(line)]
        return [date(y, *((b, a) if day_first else (a, b))) for a, b, y in read]

    release = deidentify(text, language="en", key=bytes(range(32))).text
    old, new = days(text), days(release)
    assert len(new) == len(old)
    assert new[-1] - new[0] == old[-1] - old[0]


def test_the_order_is_declared() -> None:
    said = next(one for one in INVARIANTS if (one.record, one.field) == ("Part", "kind"))
    assert "in figures in the one order that the dates of the document have together" in said.says


@pytest.mark.parametrize(
    ("tag", "order"),
    [("en-GB", "dmy"), ("en_us", "mdy"), ("en", ""), (None, ""), ("es-MX", "dmy"), ("en-ZZ", "")],
)
def test_a_country_in_the_tag_says_the_order(tag: str | None, order: str) -> None:
    assert order_of_tag(tag) == order


def test_what_is_public_says_the_order() -> None:
    assert order_of_lands(["GB"], "en") == "dmy"
    assert order_of_lands(["GB", "US"], "en") == "dmy"  # a town on no list counts as American
    assert order_of_lands(["US"], "en") == "mdy"
    assert order_of_lands(["XX"], "en") == ""
    assert order_of_words("Seen in A&E by the SHO.", "en") == "dmy"
    assert order_of_words("Seen in the ER.", "en") == "mdy"
    assert order_of_words("The NHS and Medicare.", "en") == ""


@pytest.mark.parametrize("texts", [["03/05/2019"], ["05/05/2019"], ["23/05/2019"], ["May", "4/6"]])
def test_a_date_in_figures_is_one_whatever_the_figures(texts: list[str]) -> None:
    assert in_figures(texts)
    assert not in_figures(["2019-05-03", "3 May 2019", "May 3", "10:15"])


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Admitted 03/05/2024 and reviewed 06/06/2024, 34 days later.", "en-GB"),
        ("Admitted by the NHS 03/05/2024 and reviewed 06/06/2024, 34 days later.", "en"),
        ("Admitted 03/05/2024 in Manchester and reviewed 06/06/2024, 34 days later.", "en"),
        ("Admitted 03/05/2024 and reviewed 06/06/2024. Phone: +44 20 7946 0018", "en"),
    ],
)
def test_british_dates_stay_as_far_apart(text: str, language: str) -> None:
    for number in range(3):
        release = deidentify(text, language=language, key=bytes([number]) * 32).text
        found = re.findall(r"(\d\d)/(\d\d)/(\d{4})", release)
        first, last = (date(int(y), int(m), int(d)) for d, m, y in found)
        assert (last - first).days == 34


def test_documents_of_a_subject_share_their_order(tmp_path: Path) -> None:
    rows = [
        {"id": "a", "subject": "p", "language": "en", "text": "Seen on 23/05/2019 at noon."},
        {"id": "b", "subject": "p", "language": "en", "text": "Seen on 03/06/2019 at noon."},
    ]
    path = tmp_path / "in.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    policy = tmp_path / "p.toml"
    policy.write_text('schema = 1\nscope = "subject"\n[default]\nstrategy = "surrogate"\n')
    out = tmp_path / "out.jsonl"
    order = [str(path), "-o", str(out), "--policy", str(policy)]
    result = CliRunner().invoke(run, order)
    assert result.exit_code == 0, result.output
    assert "could be read in two ways" not in result.output
    texts = [json.loads(line)["text"] for line in out.read_text(encoding="utf-8").splitlines()]
    found = [re.findall(r"(\d\d)/(\d\d)/(\d{4})", text)[0] for text in texts]
    first, last = (date(int(y), int(m), int(d)) for d, m, y in found)
    assert (last - first).days == 11


def test_the_run_warns_where_nothing_says_the_order(tmp_path: Path) -> None:
    path, out = tmp_path / "in.txt", tmp_path / "out.txt"
    path.write_text("Admitted 03/05/2024 and reviewed 06/06/2024.", encoding="utf-8")
    order = [str(path), "-o", str(out), "--force"]
    assert "2 dates in figures in 1 document" in CliRunner().invoke(run, order).output
    said = CliRunner().invoke(run, [*order, "--language", "en-GB"]).output
    assert "could be read in two ways" not in said


@pytest.mark.parametrize(
    ("language", "seen"),
    [
        ("en", ["05/03/2016", "05/13/2016", "05/05/2016"]),
        ("es", ["03/05/2016", "13/05/2016", "05/05/2016"]),
        ("en", ["5/3", "5/30", "5/5"]),
    ],
)
def test_the_warning_does_not_tell_a_day_above_twelve(
    tmp_path: Path, language: str, seen: list[str]
) -> None:
    said = set()
    for value in seen:
        path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
        marks = [{"start": 0, "end": len(value), "category": "DATE"}]
        row = {"id": "a", "language": language, "text": f"{value}.", "entities": marks}
        path.write_text(f"{json.dumps(row)}\n", encoding="utf-8")
        result = CliRunner().invoke(run, [str(path), "-o", str(out), "--force"])
        assert result.exit_code == 0, result.output
        said.add(result.output)
    assert len(said) == 1
    assert "1 date in figures in 1 document" in said.pop()


def test_a_date_whose_day_is_its_month_has_the_order_of_its_document() -> None:
    for number in range(12):
        (new,) = re.findall(
            r"(\d\d)/(\d\d)/\d{4}",
            deidentify("Seen on 05/05/2016.", language="en-GB", key=bytes([number]) * 32).text,
        )
        assert int(new[1]) <= 12
