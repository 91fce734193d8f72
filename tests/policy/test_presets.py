"""Presets by job: what becomes of a text that is typical of each."""

from __future__ import annotations

import json
import re
from datetime import date, datetime

import pytest
from click.testing import CliRunner

from understudy.cli.policy import policy as command
from understudy.core.errors import PolicyError, UnderstudyError
from understudy.core.types import REPLACED, Document, Span
from understudy.deidentifier import Deidentifier
from understudy.pipeline import build
from understudy.policy import PRESETS, load, parse, with_scope

NOTE = (
    "Paciente: Ana Ruiz Molina, 94 años, ingresa el 3 de mayo de 2019. Su hermana refiere fiebre "
    "desde hace 7 días. Glasgow 15. Se pauta enalapril 10 mg cada 12 horas. Cirugía Plástica."
)
JUDGMENT = (
    "Ms Gisela Kirsten lodged application no. 19124/02 with the European Court of Human Rights on "
    "2 May 2005. The Regional Court of Leipzig heard Ms Kirsten and her brother Karl Brandt."
)
TYPED = 'schema = 1\n[default]\nstrategy = "typed"\n'


def test_clinical_keeps_medicine_and_replaces_the_patient() -> None:
    made = Deidentifier(with_scope(load("clinical"), "document"))(NOTE, language="es")
    gone = [edit.original for edit in made.edits if edit.outcome == REPLACED]
    assert gone == ["Ana Ruiz Molina", "94 años", "3 de mayo de 2019"]
    for kept in ("hermana", "7 días", "Glasgow 15", "enalapril 10 mg cada 12 horas"):
        assert kept in made.text
    assert "Cirugía Plástica" in made.text


def test_clinical_shifts_the_dates_of_a_patient_alike() -> None:
    first = Document("a", "Ingresa el 03/05/2019.", "es", "p", annotations=(Span(11, 21, "DATE"),))
    later = Document("b", "Vuelve el 20/05/2019.", "es", "p", annotations=(Span(10, 20, "DATE"),))
    results = build(load("clinical")).run([first, later], bytes(range(32)))
    found = [re.findall(r"\d\d/\d\d/\d{4}", result.text)[0] for result in results]
    days = [datetime.strptime(day, "%d/%m/%Y").date() for day in found]
    assert days[0] != date(2019, 5, 3)
    assert (days[1] - days[0]).days == 17


def test_court_writes_letters_and_keeps_courts() -> None:
    result = Deidentifier("court")(JUDGMENT)
    made = result.text
    assert made.startswith("Ms A. lodged application no. [...] with the European Court of Human")
    assert "The Regional Court of Leipzig heard Ms A. and her brother B." in made
    assert ".." not in made.replace("...", "")
    assert "2 May 2005" in [one.original for one in result.edits if one.outcome == REPLACED]


def test_strict_leaves_nothing_because_it_is_common() -> None:
    text = "My sister, a nurse, is Irish."
    marks = [Span(3, 9, "FAMILY"), Span(13, 18, "OCCUPATION"), Span(23, 28, "NRP")]
    edits = Deidentifier("strict").replace(text, marks, language="en").edits
    assert [edit.outcome for edit in edits] == ["replaced"] * 3


def test_research_has_its_budget_and_leaves_drugs() -> None:
    pipeline = build(load("research"))
    assert max(e.epsilon for of in pipeline.events().values() for e in of) == pytest.approx(1.0)
    assert "drugs" in pipeline.policy.leave


def test_cards_and_passwords_are_gone_from_calls() -> None:
    for category in ("CREDIT_CARD", "BANK_ACCOUNT", "IBAN_CODE", "PASSWORD", "API_KEY"):
        assert load("calls").rule(category).strategy == "typed"


def test_show_compares_the_presets() -> None:
    shown = CliRunner().invoke(command, ["show"]).output.splitlines()
    assert shown[0].split()[:3] == ["preset", "people", "places"]
    assert [line.split()[0] for line in shown[1 : len(PRESETS) + 1]] == list(PRESETS)
    told = json.loads(CliRunner().invoke(command, ["show", "--json"]).output)
    assert (told["clinical"]["drugs"], told["strict"]["drugs"]) == ("stays", "surrogate")
    assert told["research"]["people"] == "entity ε 1"


@pytest.mark.parametrize(
    ("template", "wanted"),
    [
        ("[{category} {n}]", "[PERSON 1] met [PERSON 2] and [PERSON 1]"),
        ("{letter}.", "A. met B. and A."),
        ("Applicant {n}", "Applicant 1 met Applicant 2 and Applicant 1"),
        ("[{category}]", "[PERSON] met [PERSON] and [PERSON]"),
        ("XXX", "XXX met XXX and XXX"),
    ],
)
def test_a_template_says_what_a_placeholder_looks_like(template: str, wanted: str) -> None:
    policy = parse(f'schema = 1\n[default]\nstrategy = "typed"\ntemplate = "{template}"\n')
    marks = [Span(0, 3, "PERSON"), Span(8, 11, "PERSON"), Span(16, 19, "PERSON")]
    assert Deidentifier(policy).replace("Ann met Tom and Ann", marks).text == wanted


def test_a_template_says_the_category_in_the_language_of_the_document() -> None:
    policy = parse(f'{TYPED}template = "[{{category}} {{n}}]"\n')
    text = "Ana vive en Lugo con su madre y trabaja con Luis desde el lunes"
    marks = [Span(0, 3, "PERSON"), Span(12, 16, "CITY"), Span(44, 48, "PERSON")]
    said = "[PERSONA 1] vive en [LUGAR 1] con su madre y trabaja con [PERSONA 2] desde el lunes"
    assert Deidentifier(policy).replace(text, marks).text == said
    assert "[PERSON 1]" in Deidentifier(policy).replace(text, marks, language="en").text


TEMPLATES = ("{value}", "{}", "{n", "{n.real}", "{0}", "{n:9999999999}", "{n!r}", "{n:{letter}}")


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_template_has_no_other_fields(template: str) -> None:
    with pytest.raises(PolicyError, match="template: has the fields"):
        parse(f'{TYPED}template = "{template}"\n')


def test_a_template_and_a_style_exclude_each_other() -> None:
    with pytest.raises(PolicyError, match="no use with a style"):
        parse(TYPED + 'style = "numbered"\ntemplate = "{n}"\n')


def test_a_scope_that_a_strategy_cannot_have_is_refused() -> None:
    policy = parse('schema = 1\n[categories]\nPERSON = { strategy = "swap" }\n')
    with pytest.raises(UnderstudyError, match="swap needs scope"):
        with_scope(policy, "subject")
