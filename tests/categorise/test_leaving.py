"""What a policy leaves because it carries meaning and identifies nobody, and what it never does."""

from __future__ import annotations

import random
import re

import pytest

from understudy.categorise import leaving
from understudy.categorise.leaving import KINDS, Leaving
from understudy.categorise.left.place import Place
from understudy.core.categories import categories
from understudy.core.errors import PolicyError
from understudy.core.reasons import REASONS
from understudy.core.types import BY_POLICY, REPLACED, Document, Segment, Span
from understudy.deidentifier import Deidentified, Deidentifier
from understudy.languages.lexicon import lexicon
from understudy.languages.public import public_words
from understudy.pipeline import build
from understudy.policy import load, parse
from understudy.privacy.bill import costs_nothing

ALL = f"schema = 1\nleave = {list(KINDS)}\n".replace("'", '"') + '[default]\nstrategy = "typed"\n'
LEAVES = Deidentifier(parse(ALL))


def left(text: str, value: str, label: str, language: str = "es") -> str:
    """The kind by which a marked value stays in a text, empty where it is replaced."""
    found = [Span(one.start(), one.end(), label) for one in re.finditer(re.escape(value), text)]
    return LEAVES.replace(text, found, language=language).edits[0].reason


@pytest.mark.parametrize(
    ("text", "value", "label", "kind"),
    [
        ("toma enalapril", "enalapril", "DRUG", "drugs"),
        ("cada 12 horas", "12 horas", "DATE", "durations"),
        ("cada doce horas", "cada doce horas", "TIME", "durations"),
        ("after 24 hours", "24 hours", "TIME", "durations"),
        ("for 7 years", "for 7 years", "DATE", "durations"),
        ("plazo de 20-25 días", "20-25 días", "DATE", "durations"),
        ("al quinto día", "quinto día", "DATE", "durations"),
        ("in the 20th century", "20th century", "DATE", "durations"),
        ("a finales del siglo XIX", "siglo XIX", "DATE", "durations"),
        ("mejoró durante la noche", "durante", "DATE", "relative time"),
        ("el día 5 de ingreso", "día 5", "DATE", "durations"),
        ("tensión de 174/110 mmHg", "174/110", "DATE", "doses"),
        ("masa de 10x10 cm", "10x10", "DATE", "doses"),
        ("dosis de 20 mg", "20 mg", "QUANTITY", "doses"),
        ("heparina 15-5-5-5 mgr, y", "15-5-5", "DATE", "doses"),
        ("fue un PRISMA CRRT-TPE (Hospal®)", "PRISMA CRRT-TPE", "PERSON", "products"),
        ("con filtro PTE-2000.", "2000", "DATE", "products"),
        ("con filtro PTE-2000.", "PTE-2000", "ID", "products"),
        ("voto de Esquerra", "Esquerra", "ORGANIZATION", "bodies"),
        (
            "la Liga Nacional para la Democracia pidió",
            "Liga Nacional para la Democracia",
            "ORGANIZATION",
            "bodies",
        ),
        (
            "el Comité de Descolonización de las Naciones Unidas",
            "Comité de Descolonización de las Naciones Unidas",
            "ORGANIZATION",
            "bodies",
        ),
        ("En el día 1, con", "día 1", "DATE", "durations"),
        ("y trabaja cuidando", "trabaja", "OCCUPATION", "jobs"),
        ("la Copa América de Paraguay", "Copa América de Paraguay", "ORGANIZATION", "bodies"),
        ("usa Yahoo! Mail", "Yahoo! Mail", "ORGANIZATION", "products"),
        ("jefe del Servicio de Urgencias", "Servicio de Urgencias", "ORGANIZATION", "medicine"),
        ("jefe de la Sección Penal", "Sección Penal", "ORGANIZATION", "bodies"),
        ("en los atentados del 11 de septiembre", "11 de septiembre", "DATE", "bodies"),
        ("of the University President.", "University President", "OCCUPATION", "jobs"),
        ("El Ejecutivo galo", "galo", "PERSON", "demonyms"),
        ("con enalapril y AINE", "AINE", "ORGANIZATION", "medicine"),
        ("en las Malvinas", "Malvinas", "LOCATION", "bodies"),
        ("Paciente de 46 años", "46 años", "AGE", "ages"),
        ("aged eighty nine", "eighty nine", "AGE", "ages"),
        ("su hermana mayor", "su hermana mayor", "FAMILY", "kinship"),
        ("his mother-in-law", "mother-in-law", "FAMILY", "kinship"),
        ("tengo tres hermanos", "tres hermanos", "FAMILY", "kinship"),
        ("mi exesposo", "exesposo", "FAMILY", "kinship"),
        ("my ex-wife", "ex-wife", "FAMILY", "kinship"),
        ("camionero de profesión", "camionero de profesión", "OCCUPATION", "jobs"),
        ("a bus driver", "bus driver", "OCCUPATION", "jobs"),
        ("Ann, Head of Procurement", "Head of Procurement", "OCCUPATION", "jobs"),
        ("Jefe de Compras", "Jefe de Compras", "OCCUPATION", "jobs"),
        ("natural de Marruecos", "Marruecos", "LOCATION", "countries"),
        ("nacionalidad rumana", "rumana", "NRP", "demonyms"),
        ("sonda de Foley", "Foley", "PERSON", "eponyms"),
        ("Glasgow 10 al ingreso", "Glasgow", "LOCATION", "eponyms"),
        ("signo de Murphy positivo", "Murphy", "LOCATION", "eponyms"),
        ("Murphy's sign", "Murphy", "PERSON", "eponyms"),
        ("lesión de Mallory-Weiss", "Mallory-Weiss", "PERSON", "eponyms"),
        ("reservorio Indiana", "Indiana", "LOCATION", "eponyms"),
        ("Servicio de Cirugía Plástica", "Cirugía Plástica", "PERSON", "medicine"),
        ("Servicio: Oftalmología", "Oftalmología", "ORGANIZATION", "medicine"),
        ("Mycobacterium tuberculosis", "Mycobacterium tuberculosis", "PERSON", "medicine"),
        ("his Ford Transit", "Ford Transit", "PERSON", "products"),
        ("con Urbason® oral", "Urbason", "PERSON", "products"),
        ("on Delta 1189", "Delta", "LOCATION", "products"),
        ("Foley removed today", "Foley", "PERSON", "eponyms"),
        ("removed on day 3", "day 3", "DATE", "durations"),
        ("La Guardia Civil", "Guardia Civil", "OCCUPATION", "bodies"),
        ("to see the Cubs", "Cubs", "ORGANIZATION", "bodies"),
        ("flew to O'Hare", "O'Hare", "PERSON", "bodies"),
        ("hit by a DHL lorry", "DHL", "ORGANIZATION", "products"),
        ("replaced the Bosch pump", "Bosch", "PERSON", "products"),
        ("la caldera Vaillant", "Vaillant", "ORGANIZATION", "products"),
        ("ordered from Domino's", "Domino", "PERSON", "products"),
        ("post on LinkedIn", "LinkedIn", "LOCATION", "products"),
        ("episodes of The Crown", "The Crown", "CREATIVE_WORK", "works"),
        ("we saw The Wire", "The Wire", "CREATIVE_WORK", "works"),
        ("paid 20 bucks", "20 bucks", "AMOUNT", "amounts"),
        ("pagó 45,90 €", "45,90 €", "AMOUNT", "amounts"),
        ("sold for £412,000", "£412,000", "AMOUNT", "amounts"),
        ("unos veinte euros", "veinte euros", "AMOUNT", "amounts"),
        ("owes EUR 12,483.17", "EUR 12,483.17", "AMOUNT", "amounts"),
        ("cobra dos mil euros", "dos mil euros", "AMOUNT", "amounts"),
        ("transfer amount 44485", "44485", "AMOUNT", "amounts"),
        ("against the French Republic", "French Republic", "LOCATION", "demonyms"),
        ("la selección ecuatoriana", "selección ecuatoriana", "ORGANIZATION", "demonyms"),
        ("she speaks French", "French", "PERSON", "demonyms"),
        ("interpreter for Igbo", "Igbo", "PERSON", "demonyms"),
        ("I called HMRC", "HMRC", "ORGANIZATION", "bodies"),
        ("the Regional Court held", "Regional Court", "ORGANIZATION", "bodies"),
        ("Sala de lo Civil", "Sala de lo Civil", "ORGANIZATION", "bodies"),
        (
            "of the Ministry for Foreign Affairs",
            "Ministry for Foreign Affairs",
            "ORGANIZATION",
            "bodies",
        ),
        ("la Cancillería informó", "Cancillería", "ORGANIZATION", "bodies"),
        ("el de Contabilidad", "Contabilidad", "ORGANIZATION", "bodies"),
        ("la Agencia Tributaria", "Agencia Tributaria", "PERSON", "bodies"),
        ("el Tribunal Supremo falló", "Tribunal Supremo", "ORGANIZATION", "bodies"),
        ("el Juzgado nº 3 de Lugo", "Juzgado nº 3 de Lugo", "ORGANIZATION", "institutions"),
        ("the Regional Court of Bonn", "Regional Court of Bonn", "ORGANIZATION", "institutions"),
        ("the Procurator General said", "Procurator", "ORGANIZATION", "bodies"),
        ("Rinovirus y Enterovirus", "Rinovirus y Enterovirus", "PERSON", "medicine"),
        ("grew Peptococcus", "Peptococcus", "PERSON", "medicine"),
        ("Dr Ng from Neurosurgery", "Neurosurgery", "LOCATION", "medicine"),
        ("de Neurocirugía", "Neurocirugía", "ORGANIZATION", "medicine"),
        ("el Pentágono entregó", "Pentágono", "ORGANIZATION", "bodies"),
        ("en el Nou Camp", "Nou Camp", "LOCATION", "bodies"),
        ("cruzó el mar Negro", "mar Negro", "LOCATION", "bodies"),
        ("(Exposición Mundial de 1970)", "Exposición Mundial de 1970", "ORGANIZATION", "bodies"),
        ("el Mundial de fútbol 2002, en", "2002", "DATE", "bodies"),
        ("el Mundial de fútbol 2002, en", "2002", "ORGANIZATION", "bodies"),
        ("el huracán Katrina", "Katrina", "PERSON", "bodies"),
        ("el huracán Katrina", "huracán Katrina", "PERSON", "bodies"),
        ("Phone: N/A", "N/A", "PHONE_NUMBER", "empty"),
    ],
)
def test_what_identifies_nobody_stays(text: str, value: str, label: str, kind: str) -> None:
    assert left(text, value, label) == kind


@pytest.mark.parametrize(
    ("text", "value", "label"),
    [
        ("Seen at 0900h by the team", "0900h", "TIME"),
        ("Bleeped 2330h.", "2330h", "TIME"),
        ("Seen at 1800 hours", "1800 hours", "TIME"),
        ("A las 21 h avisó", "21 h", "TIME"),
        ("X-Case: 4711/24", "4711/24", "DATE"),
        ("exp. 2024/55-3091", "2024/55-3091", "DATE"),
        ("Foley out 6/5", "6/5", "DATE"),
        ("BP on 12/5", "12/5", "DATE"),
        ("He came for Corvany.", "Corvany", "DATE"),
        ("call me at half past five", "half past five", "TIME"),
        ("llame a las dos", "dos", "TIME"),
        ("due on the eighth", "eighth", "DATE"),
    ],
)
def test_what_cannot_be_read_as_a_length_is_replaced(text: str, value: str, label: str) -> None:
    assert not left(text, value, label, "en")


@pytest.mark.parametrize(
    ("text", "value", "label", "reason"),
    [
        ("Closed on Easter Monday.", "Easter Monday", "DATE", "feast"),
        ("La cena de Nochevieja.", "Nochevieja", "DATE", "feast"),
        ("Llamó ayer.", "ayer", "DATE", "relative time"),
        ("Vuelve mañana.", "mañana", "DATE", "relative time"),
        ("Since Surgery she walks.", "the period", "DATE", "relative time"),
        ("A las 24 h mejoró", "24 h", "TIME", "durations"),
        ("A las 12 horas de la intervención", "12 horas", "TIME", "durations"),
        ("opened a case. BP 142/88 today", "BP 142/88", "TICKET_NUMBER", "doses"),
        ("BP 142/88 and 174/110", "174/110", "ID", "doses"),
        ("Power 5/5 in both legs", "5/5", "DATE", "doses"),
        ("TA: 130/80, FC 78", "130/80", "DATE", "doses"),
    ],
)
def test_relative_words_and_readings_have_their_own_reason(
    text: str, value: str, label: str, reason: str
) -> None:
    text = text if value in text else f"{text} {value}"
    assert left(text, value, label) == reason


@pytest.mark.parametrize(
    ("text", "value", "label"),
    [
        ("el 5 de mayo", "5", "DATE"),
        ("el 5 de mayo", "5 de mayo", "DATE"),
        ("en 2003", "2003", "DATE"),
        ("en dos mil tres", "dos mil tres", "DATE"),
        ("el 12/05", "12/05", "DATE"),
        ("el lunes", "lunes", "DATE"),
        ("el día 22 volvió", "día 22", "DATE"),
        ("a las 14:30", "14:30", "TIME"),
        ("de 90 años", "90 años", "AGE"),
        ("aged ninety one", "ninety one", "AGE"),
        ("aged a hundred and two", "a hundred and two", "AGE"),
        ("su hermana Rosa", "hermana Rosa", "FAMILY"),
        ("obispo de Lugo", "obispo de Lugo", "OCCUPATION"),
        ("profesor de Harvard", "profesor de Harvard", "OCCUPATION"),
        ("vive en Glasgow", "Glasgow", "LOCATION"),
        ("in Glasgow 3 people", "Glasgow", "LOCATION"),
        ("Glasgow 2014 was fun", "Glasgow", "LOCATION"),
        ("la doctora Murphy", "Murphy", "PERSON"),
        ("Clínica Colón", "Clínica Colón", "ORGANIZATION"),
        ("Hospital Clínico", "Hospital Clínico", "HOSPITAL"),
        ("Oftalmología Colón 28", "Oftalmología Colón 28", "ORGANIZATION"),
        ("Paloma dijo", "Paloma", "PERSON"),
        ("trabaja en Hacienda", "Hacienda", "ORGANIZATION"),
        ("he works for the NHS", "NHS", "ORGANIZATION"),
        ("a bus driver at DHL", "DHL", "ORGANIZATION"),
        ("Mr French called", "French", "PERSON"),
        ("Ann Bosch called", "Bosch", "PERSON"),
        ("we saw Billy Elliot", "Billy Elliot", "CREATIVE_WORK"),
        ("pin 44485", "44485", "AMOUNT"),
        ("Republic of Vic", "Republic of Vic", "ORGANIZATION"),
        ("works at Greggs", "Greggs", "ORGANIZATION"),
        ("modelo 4471203X", "4471203X", "PRODUCT"),
        ("Mr Null called", "Null", "PERSON"),
        ("catalán de Vic", "Vic", "LOCATION"),
        ("works at the Pentagon", "Pentagon", "ORGANIZATION"),
        ("trabaja en el Bernabéu", "Bernabéu", "LOCATION"),
        ("llamó Carnegie Hall", "Carnegie Hall", "PERSON"),
        ("Katrina llamó", "Katrina", "PERSON"),
        ("tras el huracán, Katrina llamó", "Katrina", "PERSON"),
        ("el huracán Obdulia", "Obdulia", "PERSON"),
        ("un mundial sueldo desde 2002", "2002", "DATE"),
        ("el Mundial empezó en mayo de 2002", "mayo de 2002", "DATE"),
        ("con filtro PTE-20001234", "PTE-20001234", "ID"),
        ("la bomba MARTA", "MARTA", "PERSON"),
        ("El doctor Galo vino", "Galo", "PERSON"),
        ("nació el 11 de septiembre", "11 de septiembre", "DATE"),
        ("el Grupo Lozano", "Grupo Lozano", "ORGANIZATION"),
        ("viene el día 15 con", "día 15", "DATE"),
        ("jefe del Departamento Lozano", "Departamento Lozano", "ORGANIZATION"),
        ("pidió el monitor ANA RUIZ", "ANA RUIZ", "PERSON"),
        ("la Liga Castilla ganó", "Liga Castilla", "ORGANIZATION"),
        ("el Frente Obrero de Getafe", "Frente Obrero de Getafe", "ORGANIZATION"),
        ("afiliado a la Liga Nacional", "Liga Nacional", "ORGANIZATION"),
        (
            "la Fundación García de las Naciones Unidas",
            "Fundación García de las Naciones Unidas",
            "ORGANIZATION",
        ),
        ("my sister Zelda called", "Zelda", "PERSON"),
        ("Zelda is my daughter.", "Zelda", "PERSON"),
    ],
)
def test_what_may_identify_somebody_does_not(text: str, value: str, label: str) -> None:
    assert left(text, value, label) == ""


@pytest.mark.parametrize(
    ("text", "value", "label", "kind"),
    [
        ("the Mississippi River", "Mississippi River", "LOCATION", "bodies"),
        ("temperatures in the Gulf", "Gulf", "LOCATION", "bodies"),
        ("near Buckingham Palace", "Buckingham Palace", "LOCATION", "bodies"),
        ("the 2012 Olympic Games", "2012 Olympic Games", "ORGANIZATION", "bodies"),
        ("the 2014 World Cup", "2014", "DATE", "bodies"),
        ("in World War II", "World War II", "ORGANIZATION", "bodies"),
        ("in Hurricane Katrina", "Hurricane Katrina", "PERSON", "bodies"),
        ("in tropical storm Sandy", "Sandy", "PERSON", "bodies"),
        ("in Mississippi", "Mississippi", "PERSON", ""),
        ("after the hurricane, Maria called", "Maria", "PERSON", ""),
        ("the World Cup in May 2014", "May 2014", "DATE", ""),
    ],
)
def test_what_all_the_world_knows_stays(text: str, value: str, label: str, kind: str) -> None:
    assert left(text, value, label, "en") == kind


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_landmark_and_no_event_is_a_name_alone(language: str) -> None:
    known, borne = public_words((language,)), lexicon(language)
    for name in known.landmarks | known.events:
        assert not borne.names(name), name


def test_a_name_is_private_in_all_places_if_it_is_in_one() -> None:
    text = "Signo de Murphy negativo. La paciente Ana Murphy volvió."
    at = text.index("Ana Murphy")
    spans = [Span(9, 15, "PERSON", key="m"), Span(at, at + 10, "PERSON", key="m")]
    assert LEAVES.replace(text, spans, language="es").text.count("Murphy") == 0


def test_an_unmarked_repeat_of_a_private_name_takes_what_would_have_stayed() -> None:
    text = "La paciente Ana Murphy volvió. Signo de Murphy negativo."
    spans = [Span(12, 22, "PERSON"), Span(40, 46, "LOCATION")]
    assert "Murphy" not in LEAVES.replace(text, spans, language="es").text


@pytest.mark.parametrize(("value", "stays"), [("null", True), ("None", True), ("Nullo", False)])
def test_an_empty_field_is_left_alone(value: str, stays: bool) -> None:
    text = f"{value}\nsome text"
    segments = (Segment(0, len(value), "field", "phone"), Segment(len(value) + 1, len(text)))
    document = Document("d", text, "en", segments=segments)
    policy = parse('schema = 1\nleave = ["empty"]\n[columns]\nphone = "PHONE_NUMBER"\n')
    (result,) = build(policy).run([document], bytes(32))
    assert (result.text == text) is stays


def test_the_counts_add_up_and_what_stays_costs_nothing() -> None:
    text = "Ana Ruiz, de 46 años, toma enalapril 10 mg durante 12 días desde el 3 de mayo de 2019."
    made: Deidentified = Deidentifier("surrogate")(text, language="es")
    assert "46 años, toma enalapril 10 mg durante 12 días" in made.text
    gone = [edit.original for edit in made.edits if edit.outcome == REPLACED]
    assert gone == ["Ana Ruiz", "3 de mayo de 2019"]
    report = made.report
    assert report.left == {"ages": 1, "drugs": 1, "durations": 1}
    assert report.mentions == report.replaced + report.kept + sum(report.left.values())
    assert all(costs_nothing(edit.event) for edit in made.edits if edit.outcome == BY_POLICY)
    assert report.verdict.status == "zero"


def test_each_kind_can_be_switched_on_again() -> None:
    text = 'schema = 1\nleave = ["durations"]\n[default]\nstrategy = "typed"\n'
    made = Deidentifier(parse(text)).replace(
        "aspirina cada 8 horas", [Span(0, 8, "DRUG"), Span(14, 21, "DATE")], language="es"
    )
    assert made.text == "<DRUG> cada 8 horas"


def test_a_deny_entry_wins_over_a_kind() -> None:
    policy = parse(ALL.replace("[default]", 'deny = ["DRUG=aspirina"]\n[default]'))
    assert Deidentifier(policy)("toma aspirina", language="es").text == "toma <DRUG>"


def test_every_kind_has_its_sentence_and_its_place_in_the_presets() -> None:
    assert set(KINDS) <= set(REASONS)
    assert set(load("surrogate").leave) == set(KINDS) - {"countries", "institutions"}
    assert set(load("court").leave) == set(KINDS) - {"amounts"}  # awards tell cases apart
    assert load("strict").leave == ()


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(PolicyError, match="unknown kind 'drug'; there are: empty, drugs"):
        parse('schema = 1\nleave = ["drug"]\n')


@pytest.mark.parametrize("languages", [("en", "es"), ("es", "en"), ("en",), ("es",)])
def test_a_name_that_no_list_has_a_word_of_is_of_no_kind(languages: tuple[str, ...]) -> None:
    """Of whom nothing is asked, nothing would have been told."""
    chance, words = random.Random(0), public_words(languages)
    names = [name.title() for name in sorted(words.names)]
    listed = [
        entry.title()
        for one in vars(words).values()
        if isinstance(one, frozenset | tuple)
        for entry in sorted(one)
    ]
    said = [
        " ".join(
            chance.choice(listed if chance.random() < 0.1 else names)
            for _ in range(chance.choice((1, 2, 3)))
        )
        for _ in range(4000)
    ]
    asked = Leaving(tuple(KINDS), categories())._of("PERSON")
    passed = 0
    for value in (*said, *listed):
        around = leaving._Around(value, "", "", True)
        if leaving._only_a_name(around, words):
            passed += 1
            for cased in (True, False):
                place = Place(value, "", "", cased, True, asked.line, words)
                assert not [name for name, holds in asked.kinds if holds(place)], value
    assert passed > 1000


@pytest.mark.parametrize("name", ["Lisa Wilson", "William Davis", "Mary Jones"])
def test_a_name_is_told_nothing_of_by_a_longer_entry(name: str) -> None:
    """The Virgin Mary and the Mona Lisa are on lists, and Marys and Lisas are asked nothing for
    their sake."""
    around = leaving._Around(name, "", "", True)
    assert leaving._only_a_name(around, public_words(("en", "es")))


@pytest.mark.parametrize("name", ["Virgin Mary", "Wolff Parkinson White", "Tylenol"])
def test_a_whole_entry_is_asked_about(name: str) -> None:
    around = leaving._Around(name, "", "", True)
    assert not leaving._only_a_name(around, public_words(("en", "es")))
