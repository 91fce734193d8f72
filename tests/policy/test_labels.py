"""Labels that people have are known without a setting, and those that nobody knows are told."""

from __future__ import annotations

import pytest

from understudy.core.categories import UNKNOWN, categories, known_labels, plain_label
from understudy.core.errors import UsageError
from understudy.core.types import Span
from understudy.deidentifier import Deidentifier
from understudy.policy import load, parse, with_labels

SETS = {
    "conll": "PER LOC ORG MISC",
    "ontonotes": "PERSON NORP FAC ORG GPE LOC PRODUCT EVENT WORK_OF_ART LAW LANGUAGE DATE TIME "
    "PERCENT MONEY QUANTITY ORDINAL CARDINAL",
    "wnut": "person location group corporation product creative-work",
    "i2b2": "NAME PATIENT DOCTOR USERNAME PROFESSION HOSPITAL ORGANIZATION STREET CITY STATE "
    "COUNTRY ZIP LOCATION-OTHER AGE DATE PHONE FAX EMAIL URL IPADDR SSN MEDICALRECORD HEALTHPLAN "
    "ACCOUNT LICENSE VEHICLE DEVICE BIOID IDNUM CONTACT",
    "meddocan": "NOMBRE_SUJETO_ASISTENCIA EDAD_SUJETO_ASISTENCIA FECHAS CALLE TERRITORIO PAIS",
    "tab": "PERSON CODE LOC ORG DEM DATETIME QUANTITY MISC",
    "presidio": "CREDIT_CARD CRYPTO DATE_TIME EMAIL_ADDRESS IBAN_CODE IP_ADDRESS NRP LOCATION "
    "PERSON PHONE_NUMBER MEDICAL_LICENSE URL US_BANK_NUMBER US_DRIVER_LICENSE US_ITIN US_PASSPORT "
    "US_SSN UK_NHS UK_NINO ES_NIF ES_NIE IT_FISCAL_CODE PL_PESEL SG_NRIC_FIN AU_ABN IN_PAN",
    "gliner": "person|organization|phone number|email|address|credit card number|first name|"
    "social security number|date of birth|passport number|driver's license number|medication|"
    "bank account number|company|city|zip code|full name|health insurance id number",
}


@pytest.mark.parametrize("name", SETS)
def test_the_labels_of_known_sets_need_no_map(name: str) -> None:
    policy = load("typed")
    labels = SETS[name].split("|") if "|" in SETS[name] else SETS[name].split()
    assert [label for label in labels if policy.category(label) in (None, UNKNOWN)] == []


def test_known_labels_name_categories_and_none_is_called_public() -> None:
    assert set(known_labels().values()) <= set(categories())
    assert all(label == plain_label(label) for label in known_labels())


def test_the_word_of_a_policy_comes_first() -> None:
    policy = parse('schema = 1\n[labels]\nPER = "USERNAME"\nLOC = ""\n')
    assert (policy.category("PER"), policy.category("LOC")) == ("USERNAME", None)
    assert policy.category("ORG") == "ORGANIZATION"


def test_a_label_that_nobody_knows_is_private_and_told() -> None:
    made = Deidentifier("typed").replace("Mia came", [Span(0, 3, "PERSONA_X")])
    assert made.text == "<UNKNOWN> came"
    assert "1 mention had a label that nobody knows (PERSONA_X)" in made.report.verdict.text
    (warning,) = [one for one in made.report.cautions if "nobody knows" in one.text]
    assert warning.level == "warning"
    assert "--labels PERSONA_X=PERSON," in warning.text


def test_labels_of_the_command_line() -> None:
    policy = with_labels(load("typed"), ["wnut", "HUMAN=PERSON", "ROLE="])
    assert policy.category("HUMAN") == "PERSON"
    assert policy.category("ROLE") is None
    assert policy.category("group") == "ORGANIZATION"
    assert with_labels(load("typed"), []).fingerprint == load("typed").fingerprint
    with pytest.raises(UsageError, match="did you mean PERSON"):
        with_labels(load("typed"), ["HUMAN=PERSONN"])
    with pytest.raises(UsageError, match="say LABEL=CATEGORY, or name a map"):
        with_labels(load("typed"), ["HUMAN"])
