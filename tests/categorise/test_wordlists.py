"""Allow and deny lists: what they name, in which case, and what the counts say."""

from __future__ import annotations

import json
import pickle
import re
import unicodedata
from pathlib import Path

import pytest

from understudy.categorise.wordlists import Denied, Entry
from understudy.core.errors import PolicyError, UsageError
from understudy.core.reasons import ALLOWED
from understudy.core.types import BY_POLICY, Span
from understudy.deidentifier import Deidentified, Deidentifier
from understudy.policy import load, parse, with_lists
from understudy.report.release_page import render

TOP = 'schema = 1\ndetectors = ["given"]\n'
TYPED = '\n[default]\nstrategy = "typed"\n'


def replaced(lists: str, text: str, *marks: tuple[str, str], more: str = "") -> Deidentified:
    spans = [
        Span(found.start(), found.end(), label)
        for value, label in marks
        for found in re.finditer(re.escape(value), text)
    ]
    return Deidentifier(parse(TOP + lists + TYPED + more)).replace(text, spans)


def test_an_allowed_mention_stays_and_the_counts_add_up() -> None:
    made = replaced(
        'allow = ["Court"]', "the Court told Ann.", ("the Court", "ORGANIZATION"), ("Ann", "PERSON")
    )
    assert made.text == "the Court told <PERSON>."
    assert (made.edits[0].outcome, made.edits[0].reason) == (BY_POLICY, ALLOWED)
    report = made.report
    assert (report.mentions, report.replaced, report.kept) == (2, 1, 0)
    assert report.left == {ALLOWED: 1}
    assert [(one.list, one.entry, one.mentions) for one in report.lists] == [("allow", "Court", 1)]
    assert report.verdict.status == "zero"


@pytest.mark.parametrize(
    ("lists", "left"),
    [
        ('allow = ["court"]', False),
        ('allow = [{ text = "court", case = false }]', True),
        ('allow = ["PERSON=Court"]', False),
        ('allow = ["ORGANIZATION=Court"]', True),
        ('allow = [{ text = "Court", category = "PERSON" }]', False),
        ("allow = ['pattern:Cou.t']", True),
        ("allow = ['pattern:Cou']", False),
        ("allow = [{ pattern = 'COURT', case = false }]", True),
        ('allow = ["category:ORGANIZATION"]', True),
        ('allow = [{ category = "PERSON" }]', False),
    ],
)
def test_an_entry_names_what_its_form_case_and_category_say(lists: str, left: bool) -> None:
    made = replaced(lists, "So the Court said.", ("Court", "ORGANIZATION"))
    assert made.text == ("So the Court said." if left else "So the <ORGANIZATION> said.")


def test_an_entry_for_a_category_speaks_of_those_below_it() -> None:
    assert replaced('allow = ["LOCATION=Ely"]', "In Ely.", ("Ely", "CITY")).text == "In Ely."


def test_a_part_of_a_mention_is_not_allowed_by_itself() -> None:
    made = replaced('allow = ["Court"]', "I met Mark Court.", ("Mark Court", "PERSON"))
    assert made.text == "I met <PERSON>."


def test_what_stays_has_no_repeats_to_look_for() -> None:
    text = "Ann Lee and Lee. The Lee test."
    assert replaced('allow = ["Ann Lee"]', text, ("Ann Lee", "PERSON")).text == text


@pytest.mark.parametrize(
    ("lists", "text", "wanted"),
    [
        ('deny = ["Larkfield"]', "LARKFIELD, larkfield", "<UNKNOWN>, <UNKNOWN>"),
        ('deny = [{ text = "May", case = true }]', "May may", "<UNKNOWN> may"),
        ('deny = ["PERSON=Ann   Lee"]', "Ann\nLee, Annie", "<PERSON>, Annie"),
        ("deny = ['CASE_NUMBER=pattern:K-\\d+']", "in k-12 and K-7", "in <CASE_NUMBER> and "),
        ('deny = ["C++"]', "I like C++.", "I like <UNKNOWN>."),
    ],
)
def test_a_denied_value_is_private_wherever_it_stands(lists: str, text: str, wanted: str) -> None:
    assert replaced(lists, text).text.startswith(wanted)


_HIDDEN = ("PERSON=José Núñez", "Zebrafish", "R&D", "CASE_NUMBER=pattern:K-[0-9]{4}")


@pytest.mark.parametrize(
    "value",
    [
        unicodedata.normalize("NFD", "José Núñez"),
        unicodedata.normalize("NFD", "JOSÉ\u00a0NÚÑEZ"),
        "Jos&eacute; N&#250;&ntilde;ez",
        "Zebra\u00adfish",
        "Ze\u200bbra\u2060fish",
        "Ze&#98;rafish",
        "Ze&amp;#98;rafish",
        "Zebra-\nfish",
        "Ｚebrafish",
        "Zеbrafish",  # with a Cyrillic letter
        "R&amp;D",
        "K\u20111234",
        "K-12\u200b34",
        "K\u2010١٢٣٤",
    ],
)
def test_a_denied_value_is_private_however_it_is_written(value: str) -> None:
    text = f"I met {value}, once."
    made = replaced(f"deny = {json.dumps(_HIDDEN, ensure_ascii=False)}", text)
    assert re.fullmatch(r"I met <[A-Z_]+>, once\.", made.text), ascii(made.text)
    assert [one.mentions for one in made.report.lists if one.mentions] == [1]


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        (unicodedata.normalize("NFD", "José"), "I met José."),
        ("Zebra\u00adfish", "I met Zebrafish."),
        ("e-mail", "I met e-\nmail."),
        ("pattern:K\u2011[0-9]", "I met K\u20111."),
        ("\u200b", "I met \u200b."),
    ],
)
def test_a_deny_entry_may_itself_be_written_oddly(entry: str, text: str) -> None:
    lists = f"deny = [{json.dumps(entry, ensure_ascii=False)}]"
    assert replaced(lists, text).text == "I met <UNKNOWN>."


def test_an_allowed_value_stays_however_it_is_written() -> None:
    for entry in ("Café Luz", unicodedata.normalize("NFD", "Café Luz")):
        for value in ("Café Luz", unicodedata.normalize("NFD", "Café Luz"), "Ca\u00adfé Luz"):
            text = f"At {value}."
            assert replaced(f'allow = ["{entry}"]', text, (value, "CITY")).text == text


def test_a_denied_value_is_redacted_where_no_rule_speaks_of_it() -> None:
    policy = parse('schema = 1\ndeny = ["Larkfield"]\n')
    assert Deidentifier(policy)("At Larkfield.").text == "At █████."


def test_deny_wins_over_allow_and_over_a_narrow_idea_of_private() -> None:
    made = replaced('allow = ["Ely"]\ndeny = ["Ely"]\nsensitive = "selective"', "In Ely, Ely.")
    assert made.text == "In <UNKNOWN>, <UNKNOWN>."
    made = replaced('deny = ["CITY=Ely"]\nsensitive = "selective"', "In Ely.")
    assert "Ely" not in made.text


def test_files_lie_beside_the_policy_and_denied_values_are_in_no_report(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("# ours\nCourt\n\nHarbour\n", encoding="utf-8")
    (tmp_path / "staff.txt").write_text("Harold Whitcomb\nAnn Lee\n", encoding="utf-8")
    path = tmp_path / "mine.toml"
    lists = 'allow = ["file:words.txt"]\ndeny = ["PERSON=file:staff.txt", "Zyx"]\n'
    path.write_text(TOP + lists + TYPED, encoding="utf-8")
    text = "the Court heard Harold Whitcomb and Ann Lee on Zyx"
    made = Deidentifier(load(path)).replace(text, [Span(4, 9, "ORGANIZATION")])
    assert made.text == "the Court heard <PERSON> and <PERSON> on <UNKNOWN>"
    assert [(one.list, one.entry, one.category, one.mentions) for one in made.report.lists] == [
        ("allow", "file:words.txt: Court", "", 1),
        ("allow", "file:words.txt", "", 0),
        ("deny", "file:staff.txt", "PERSON", 2),
        ("deny", "entry 3", "UNKNOWN", 1),
    ]
    for private in ("Whitcomb", "Zyx", "Lee"):
        assert private not in render(made.report)
        assert private not in repr(load(path).deny)
    before = load(path).fingerprint
    (tmp_path / "staff.txt").write_text("Harold Whitcomb\n", encoding="utf-8")
    assert load(path).fingerprint != before


def test_lists_of_the_command_line_come_on_top() -> None:
    policy = with_lists(load("typed"), ["Court"], ["PERSON=Ann"])
    assert [entry.text for entry in (*policy.allow, *policy.deny)] == ["Court", "Ann"]
    assert with_lists(load("typed")).fingerprint == load("typed").fingerprint
    with pytest.raises(UsageError, match=r"--deny: nowhere\.txt cannot be read"):
        with_lists(load("typed"), (), ["file:nowhere.txt"])


@pytest.mark.parametrize(
    ("lists", "problem"),
    [
        ('allow = "Court"', "allow: must be a list"),
        ("allow = [3]", "must hold strings and tables"),
        ('allow = [{ txt = "a" }]', "did you mean text"),
        ('allow = [{ text = "a", file = "b" }]', "one of text, file and pattern"),
        ('deny = [{ category = "DRUG" }]', "one of text, file and pattern"),
        ('deny = [{ text = "a", category = "DRUGG" }]', "did you mean DRUG"),
        ("deny = ['pattern:(']", "no regular expression"),
        ("deny = ['pattern:a*']", "matches the empty text"),
        ("deny = ['pattern:a(?=b)']", "look-around and back-references are not supported"),
        ('deny = ["file:nowhere.txt"]', "cannot be read"),
        ('deny = [" "]', "no text"),
        ('deny = [{ text = "a", case = "any" }]', "case must be true or false"),
    ],
)
def test_a_wrong_list_is_refused_with_its_line(lists: str, problem: str) -> None:
    with pytest.raises(PolicyError, match=re.escape(problem)) as refused:
        parse("schema = 1\n" + lists + "\n", file="p.toml")
    assert str(refused.value).startswith("p.toml:2: ")


def test_a_denied_value_cannot_be_of_a_category_that_is_kept() -> None:
    keeps = '[categories]\nDRUG = { strategy = "keep" }\n'
    with pytest.raises(PolicyError, match="keeps DRUG"):
        parse('schema = 1\ndeny = ["DRUG=a"]\n' + keeps)


def test_a_list_can_be_sent_to_another_process() -> None:
    denied = Denied((Entry("pattern", r"K-\d", "ID", False), Entry("literal", "Ann", "PERSON")))
    again = pickle.loads(pickle.dumps(denied))
    assert again.places("k-1 Ann ann") == denied.places("k-1 Ann ann") == [(0, 3, 0), (4, 7, 1)]


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("fil:names.txt", "unknown form fil:; did you mean file?"),
        ("patern:K-[0-9]", "did you mean pattern?"),
        ("PRODCT=file:names.txt", "unknown category PRODCT; did you mean PRODUCT?"),
    ],
)
def test_what_is_nearly_a_list_is_no_value(entry: str, said: str) -> None:
    with pytest.raises(PolicyError, match=re.escape(said)):
        parse(f'schema = 1\ndeny = ["{entry}"]\n')


@pytest.mark.parametrize("value", ["Note: Ada", "E=mc2", "fire: exit", "a=b"])
def test_signs_in_values_are_part_of_them(value: str) -> None:
    assert parse(f'schema = 1\ndeny = ["{value}"]\n').deny[0].text == value


def test_a_pattern_takes_no_longer_than_its_text() -> None:
    """A list of tries for each way to cut the text would take longer than anybody waits."""
    made = replaced("deny = ['pattern:(a+)+b']\nallow = ['pattern:(\\w+ ?)+:']", "a" * 5_000)
    assert made.text == "a" * 5_000
