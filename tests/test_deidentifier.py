"""The first thing a Python user types."""

from __future__ import annotations

import doctest
import math
from pathlib import Path
from typing import get_type_hints

import pyarrow as pa
import pytest

from understudy import Deidentified, Deidentifier, Span, deidentify, load_policy, new_key
from understudy import deidentifier as module
from understudy.core.errors import BudgetExceeded, UsageError
from understudy.core.types import REPLACED
from understudy.run.order import Order, OrderFields

TEXT = "Call Ann Lee at 555-0199"


def test_a_text_comes_back_with_stand_ins() -> None:
    result = deidentify(TEXT)
    assert result.text == f"Call {result.edits[0].surrogate} at {result.edits[1].surrogate}"
    assert [edit.outcome for edit in result.edits] == [REPLACED] * 2
    assert [entity.category for entity in result.entities] == ["PERSON", "PHONE_NUMBER"]
    assert [edit.original for edit in result.edits] == ["Ann Lee", "555-0199"]
    assert result.report.mentions == 2


def test_examples_run() -> None:
    assert doctest.testmod(module).failed == 0


def test_what_can_be_shared_holds_no_original() -> None:
    result = deidentify(TEXT, policy="typed")
    for shared in (repr(result), repr(result.report), str(result.report.as_json())):
        assert "Ann" not in shared
        assert "0199" not in shared


@pytest.fixture(scope="module")
def patterns() -> Deidentifier:
    return Deidentifier(policy="patterns")


def test_one_key_gives_one_text(patterns: Deidentifier) -> None:
    key = new_key()
    assert patterns(TEXT, key=key).text == patterns(TEXT, key=key).text
    assert len({patterns(TEXT).text for _ in range(8)}) > 1


def test_a_list_comes_back_as_a_list_of_documents_of_their_own(patterns: Deidentifier) -> None:
    results = patterns([TEXT] * 8)
    assert all(isinstance(result, Deidentified) for result in results)
    assert len({result.text for result in results}) > 1
    assert patterns([]) == []


def test_what_is_missing_in_a_list_is_left(patterns: Deidentifier) -> None:
    key = new_key()
    first, nothing, nan = patterns(["a@b.org", None, float("nan")], key=key)
    assert first.text != "a@b.org" and nothing is None and math.isnan(nan)
    made = patterns(("a@b.org", "none"), key=key)
    assert isinstance(made, tuple) and made[0].text == first.text
    assert patterns([None]) == [None]


def test_the_language_can_be_named(patterns: Deidentifier) -> None:
    with pytest.raises(Exception, match="not installed"):
        patterns(TEXT, language="fr")


def test_known_spans_are_replaced_and_nothing_is_looked_for(patterns: Deidentifier) -> None:
    result = patterns.replace("Xyz wrote 555-0199.", [Span(0, 3, "PERSON")])
    assert not result.text.startswith("Xyz")
    assert result.text.endswith("wrote 555-0199.")
    with pytest.raises(UsageError, match="outside the text"):
        patterns.replace("short", [Span(0, 99, "PERSON")])


@pytest.mark.parametrize("wrong", [None, 1.5, float("nan"), b"bytes", {"a": 1}])
def test_what_is_no_text_is_refused(patterns: Deidentifier, wrong: object) -> None:
    with pytest.raises(UsageError, match=r"expected a text.*, not"):
        patterns(wrong)


@pytest.mark.parametrize("wrong", [1.5, b"bytes", {"a": 1}])
def test_what_is_no_text_is_refused_in_a_list(patterns: Deidentifier, wrong: object) -> None:
    with pytest.raises(UsageError, match=r"expected a text.*, not"):
        patterns(["a text", wrong])


def test_a_short_key_is_refused(patterns: Deidentifier) -> None:
    with pytest.raises(UsageError, match="at least 16 bytes"):
        patterns(TEXT, key=b"short")


def test_the_budget_of_a_policy_holds(tmp_path: Path) -> None:
    path = tmp_path / "over.toml"
    path.write_text(
        'schema = 1\nname = "over"\nepsilon_max = 1\n[default]\nstrategy = "redact"\np = 0.5\n'
    )
    with pytest.raises(BudgetExceeded):
        Deidentifier(path)(TEXT)


def test_a_strategy_that_counts_has_its_counting_pass(tmp_path: Path) -> None:
    path = tmp_path / "swap.toml"
    path.write_text(
        'schema = 1\nname = "swap"\ndetectors = ["given"]\n[default]\nstrategy = "swap"\n'
    )
    result = Deidentifier(path).replace(
        "Ann met Bea.", [Span(0, 3, "PERSON"), Span(8, 11, "PERSON")]
    )
    assert sorted(edit.surrogate for edit in result.edits) == ["Ann", "Bea"]


def test_files_go_the_same_way(tmp_path: Path, patterns: Deidentifier) -> None:
    (tmp_path / "in.txt").write_text("Write to zebulon@quillfeather.com")
    report = tmp_path / "report.html"
    release = patterns.run(tmp_path / "in.txt", tmp_path / "out.txt", report=report)
    assert release.summary.documents == 1
    assert release.facts is not None
    assert release.summary.mentions.total() == 1
    assert "quillfeather" not in (tmp_path / "out.txt").read_text()
    assert "<html" in report.read_text()
    assert Deidentifier(load_policy("patterns")).policy == patterns.policy


@pytest.mark.parametrize(
    ("rule", "told"),
    [('review = "every document"', "nothing is released"), ("epsilon_max = 0.001", "is exceeded")],
)
def test_no_way_in_python_passes_by_the_rules_of_a_policy(
    tmp_path: Path, rule: str, told: str
) -> None:
    path = tmp_path / "policy.toml"
    path.write_text(f'schema = 1\n{rule}\n[default]\nstrategy = "entity"\np = 0.5\n')
    ready = Deidentifier(path)
    chat = [{"role": "user", "content": "Ann Lee called."}]
    frame = pa.table({"text": ["Ann Lee called."]})
    for given in ("Ann Lee called.", ["Ann Lee called."], chat, [chat], frame):
        with pytest.raises(BudgetExceeded, match=told):
            columns = {"text": "TEXT"} if given is frame else None
            ready(given, columns=columns)


def test_no_way_in_python_releases_a_document_over_its_budget(tmp_path: Path) -> None:
    path = tmp_path / "policy.toml"
    path.write_text(
        'schema = 1\nname = "over"\ndetectors = ["grammar"]\nepsilon_document_max = 0.5\n'
        '[default]\nstrategy = "surrogate"\np = 0.5\n'
    )
    ready = Deidentifier(path)
    over, under = "Write to zebulon@quillfeather.com", "Nobody wrote."
    chat = [{"role": "user", "content": over}]
    clean = [{"role": "user", "content": under}]
    frame = pa.table({"text": [under, over]})
    cases = [
        (over, "1 text costs .*: text;"),
        ([under, over, over], "2 texts cost .*: text 1, text 2;"),
        (chat, "1 conversation costs .*: conversation 1;"),
        ([clean, chat], "1 conversation costs .*: conversation 2;"),
        (frame, "1 row costs .*: row 2;"),
    ]
    for given, told in cases:
        with pytest.raises(BudgetExceeded, match=told) as error:
            ready(given, columns={"text": "TEXT"} if given is frame else None)
        assert "epsilon_document_max = 0.5" in str(error.value)
        assert "quillfeather" not in str(error.value)
    with pytest.raises(BudgetExceeded, match="1 text costs"):
        ready.replace(over, [Span(9, 33, "EMAIL_ADDRESS")])
    assert ready(under).text == under
    assert ready([under])[0].text == under
    assert ready(clean) == clean


def test_spans_may_be_tuples_and_other_things_are_refused() -> None:
    typed = Deidentifier(policy="typed")
    assert typed.replace("Ann called.", [(0, 3, "PERSON")]).text == "<PERSON> called."  # type: ignore[list-item]
    with pytest.raises(UsageError, match="expected spans"):
        typed.replace("Ann called.", [3])  # type: ignore[list-item]


def test_run_takes_the_fields_of_an_order() -> None:
    """Its keywords have types of their own, which say what the order says."""
    fields = get_type_hints(Order)
    assert get_type_hints(OrderFields) == {
        name: kind for name, kind in fields.items() if name not in ("inputs", "output", "policy")
    }


def test_a_list_is_identified_as_it_is_given() -> None:
    one = Deidentifier("typed")
    (found,) = one.identify(("I am Ann Lee.",))
    assert one.identify(["I am Ann Lee.", None]) == [found, ()]
    with pytest.raises(UsageError, match="expected a text or a list of texts"):
        one.identify({"text": "I am Ann Lee."})  # type: ignore[call-overload]
