"""The Spanish grammars, on phrases written for the purpose: marks show what must be found."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from needed_corpora import corpus
from understudy.core.categories import label_maps
from understudy.core.types import Document, Span
from understudy.identify.grammar import Grammars, build
from understudy.identify.settings import DetectorSettings

ROOT = Path(__file__).parents[2]
MARK = re.compile(r"\[([A-Z_]+) ([^\]]*)\]")

FOUND = """
# telephones
Llámeme al [PHONE_NUMBER 612 345 678] por favor
Su móvil es el [PHONE_NUMBER 612345678].
Oficina: [PHONE_NUMBER +34 91 336 87 85]
Tel. [PHONE_NUMBER +34 963 86 27 00]
Tel.: [PHONE_NUMBER 963 86 27 00] Fax: [FAX_NUMBER 963 86 27 01]
Tel: [PHONE_NUMBER 93 416 97 00]
Tfno: [PHONE_NUMBER 986413144 ext 1530]
Teléfono [PHONE_NUMBER 55 5530 4000], México
llame al [PHONE_NUMBER +56 9 8765 4321]
celular [PHONE_NUMBER 11 4567-8901]
mi teléfono es [PHONE_NUMBER seis cero nueve, veintitrés, cuarenta y cinco, doce]
el fax es el [FAX_NUMBER nueve uno tres, treinta y tres, cuarenta, cero ocho]
el móvil que acaba en [PHONE_NUMBER siete siete nueve]
# identity
su DNI es [ES_NIF 12345678Z]
con NIF [ES_NIF 12.345.678-Z]
dni [ES_NIF doce millones trescientos cuarenta y cinco mil seiscientos setenta y ocho, letra zeta]
el NIE [ES_NIE X1234567L] de la señora
el NIE es [ES_NIE equis uno dos tres cuatro cinco seis siete ele]
la empresa con CIF [ES_CIF A58818501] factura
el pasaporte [PASSPORT AAA123456] caduca
di el [PASSPORT X D C, uno cuatro cuatro, cero nueve dos]
un coche con matrícula [LICENSE_PLATE 1234 BCD]
matrícula [LICENSE_PLATE M-1234-AB]
la matrícula es [LICENSE_PLATE uno dos tres cuatro be ce de]
# money
pague con la tarjeta [CREDIT_CARD 4111 1111 1111 1111]
la tarjeta es [CREDIT_CARD cuatro uno uno uno, uno uno uno uno, uno uno uno uno, uno uno uno uno]
en la cuenta [IBAN_CODE ES91 2100 0418 4502 0005 1332]
cuenta [BANK_ACCOUNT 2100 0418 45 0200051332]
son [AMOUNT 42,50 €]
cuesta [AMOUNT cuarenta y dos euros con cincuenta]
pagó [AMOUNT 1.250 euros] en efectivo
me deben [AMOUNT dos mil trescientos pesos]
me deben [AMOUNT dos mil trescientos pesos mexicanos]
pagó [AMOUNT 1.250 francos suizos] en efectivo
# streets in small letters
vivo en la [STREET_ADDRESS calle mayor 5]
es [STREET_ADDRESS calle del pez 14], por favor
la dirección es [STREET_ADDRESS avenida de la constitución 23] madrid
# short dates
nació el [DATE 31/12/99] y volvió el [DATE 99/12/31]
# internet
escriba a [EMAIL_ADDRESS maria.lopez@ejemplo.es]
mi correo es [EMAIL_ADDRESS maria punto lopez arroba gmail punto com]
escríbeme a [EMAIL_ADDRESS pepe guion bajo ruiz arroba correo punto es] cuando puedas
entre en [URL www punto ejemplo punto es]
entre en [URL tienda punto ejemplo punto com barra ofertas]
el dominio [DOMAIN_NAME quesos punto com] caduca
la IP es [IP_ADDRESS ciento noventa y dos punto ciento sesenta y ocho punto cero punto uno]
el usuario [USERNAME maria_lopez] no entra
la contraseña es [PASSWORD Gato2024!]
# dates and times
nació el [DATE 11/02/1970]
nació el [DATE 11 de febrero de 1970]
vence el [DATE diez del nueve]
operado en [DATE 2016] de cadera
desde el [DATE año 1998]
el [DATE próximo viernes] a las [TIME tres y media de la tarde]
la reunión es a las [TIME 14:30 h]
abren del [DATE 3 al 15 de agosto]
en [DATE octubre de 2016] y en [DATE diciembre-03]
en el mes de [DATE Marzo de 2005]
quedamos el [DATE lunes 25]
llegará en [DATE enero]
el [DATE veintitrés de abril de mil novecientos ochenta y cuatro]
cerramos entre las [TIME nueve] y las [TIME once]
# ages
Paciente de [AGE 46 años] de edad
varón de [AGE setenta y dos años]
neonato de [AGE 3 días] de vida
lactante de [AGE 7 meses]
Edad: [AGE 22] Sexo: M
niña de [AGE tres años y diez meses] de edad
operado a los [AGE 22] y [AGE 24 años]
# places
CP: [POSTAL_CODE 46271]
vive en [POSTAL_CODE 28036] Madrid
el código postal es [POSTAL_CODE dos ocho cero tres seis]
Domicilio: [STREET_ADDRESS Calle Mayor 12, 3º B].
vive en la [STREET_ADDRESS calle Gran Vía 25, 4º izda]
en [STREET_ADDRESS Avda. de América, 7]
en [STREET_ADDRESS C/ Alcalá, s/n]
está en [COORDINATES 41° 24' 12" N, 2° 10' 26" E]
# spelling
se escribe [SPELLING L, A, U, R, A]
se escribe [SPELLING ele a u erre a]
Gómez con [SPELLING zeta]
se escribe con [SPELLING M de Madrid]
# numbers of the health service and of companies
NHC: [ID 2748903]. NASS: [ID 26 37482910 04].
Médico: Ana Ruiz NºCol: [MEDICAL_LICENSE 28 28 70973].
Nº colegiado [MEDICAL_LICENSE 28 28 12345]
Episodio: [ID 3629184]. Historia clínica [ID 456123]
número de póliza [MEMBER_ID SP-7740-221]
mi número de socio es [MEMBER_ID cero cero siete, cuatro uno]
la receta [PRESCRIPTION_ID R 5 5 1 0 9] caducó
el pedido [ORDER_NUMBER ORB-118-5520] no llega
abro la incidencia [TICKET_NUMBER TU-55018]
"""

NOTHING = """
dolor de 3 años de evolución
desde hace 11 años toma la pastilla
durante 6 meses y luego cada 3 semanas
dosis de 500 mg cada 8 horas
el paciente fallece 7 días después
En este punto es necesario parar.
hasta cierto punto es verdad
Se convierte a Y de Roux por reflujo
Las dos mujeres y los tres hombres salieron.
la agudeza visual es de 9/10 en ambos ojos
PSA de 1.16 ng/ml y glucemia de 169 mg/dl
temperatura de 38,2º C y tensión 110/70
valores 1,5-2,3 y 15-40
en la calle hay 3 perros
me fui a la plaza con 3 amigos
con un peso de 63 kg
Julio fue a ver a Abril
el doctor Domingo Pérez
el lote 12345678A
"""


def lines(block: str) -> list[str]:
    return [line for line in block.strip().splitlines() if not line.startswith("#")]


@pytest.fixture(scope="module")
def grammars() -> Grammars:
    return build(DetectorSettings(language="es"))


def settled(spans: Sequence[Span]) -> list[Span]:
    """Disjoint spans: the higher score first, then the longer."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda one: (-one.score, one.start - one.end)):
        if all(span.end <= other.start or other.end <= span.start for other in kept):
            kept.append(span)
    return sorted(kept)


def unmarked(line: str) -> tuple[str, list[tuple[int, int, str]]]:
    text, wanted, at = "", [], 0
    for mark in MARK.finditer(line):
        text += line[at : mark.start()]
        wanted.append((len(text), len(text) + len(mark[2]), mark[1]))
        text += mark[2]
        at = mark.end()
    return text + line[at:], wanted


@pytest.mark.parametrize("line", lines(FOUND))
def test_finds_what_is_marked_and_nothing_else(grammars: Grammars, line: str) -> None:
    text, wanted = unmarked(line)
    (spans,) = grammars.detect([Document("one", text, "es")])
    assert [(span.start, span.end, span.label) for span in settled(spans)] == wanted


@pytest.mark.parametrize("line", lines(NOTHING))
def test_leaves_ordinary_text_alone(grammars: Grammars, line: str) -> None:
    assert grammars.detect([Document("one", line, "es")]) == [()]


def test_marks_the_parts_of_a_date_and_of_a_telephone(grammars: Grammars) -> None:
    text = "el 12 de mayo de 2014 al 963 86 27 00"
    (spans,) = grammars.detect([Document("one", text, "es")])
    parts = {
        (part.label, text[part.start : part.end]) for span in settled(spans) for part in span.parts
    }
    assert {("DAY", "12"), ("MONTH", "mayo"), ("YEAR", "2014")} <= parts
    assert {("AREA_CODE", "963"), ("LOCAL", "86 27 00")} <= parts


def test_case_and_accents_may_be_missing(grammars: Grammars) -> None:
    text = "EL MIERCOLES 12 DE MAYO A LAS DIECISEIS Y VEINTE LLAME AL MOVIL 612345678"
    (spans,) = grammars.detect([Document("one", text, "es")])
    found = {(span.label, text[span.start : span.end]) for span in settled(spans)}
    assert {("DATE", "MIERCOLES 12 DE MAYO"), ("PHONE_NUMBER", "612345678")} <= found


def test_the_batch_does_not_change_what_is_found(grammars: Grammars) -> None:
    documents = [
        Document(str(number), unmarked(line)[0], "es")
        for number, line in enumerate(lines(FOUND) + lines(NOTHING))
    ]
    together = grammars.detect(documents)
    assert together == [grammars.detect([document])[0] for document in documents]


UNNUMBERED = {"PERSON", "ORGANIZATION", "LOCATION", "PRODUCT", "DRUG"}
"""Names, which are no business of the grammars."""


def test_the_shipped_calls(grammars: Grammars) -> None:
    rows = [
        row
        for row in map(json.loads, (ROOT / "examples" / "calls.jsonl").read_text().splitlines())
        if row["language"] == "es"
    ]
    results = grammars.detect([Document(row["id"], row["text"], "es") for row in rows])
    gold = {
        (row["id"], entity["start"], entity["end"], entity["category"])
        for row in rows
        for entity in row["entities"]
        if entity["category"] not in UNNUMBERED
    }
    found = {
        (row["id"], span.start, span.end, span.label)
        for row, spans in zip(rows, results, strict=True)
        for span in settled(spans)
    }
    assert len(gold) > 300
    assert len(gold & found) / len(gold) >= 0.95
    assert len(gold & found) / len(found) >= 0.85


STRUCTURED = {
    "FECHAS",
    "NUMERO_TELEFONO",
    "NUMERO_FAX",
    "CORREO_ELECTRONICO",
    "ID_SUJETO_ASISTENCIA",
    "ID_ASEGURAMIENTO",
    "ID_TITULACION_PERSONAL_SANITARIO",
    "ID_CONTACTO_ASISTENCIAL",
    "EDAD_SUJETO_ASISTENCIA",
}


def marks_of(file: Path) -> list[tuple[int, int, str]]:
    found = []
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("T"):
            label, start, *_, end = line.split("\t")[1].split(" ")
            found.append((int(start), int(end), label))
    return found


@pytest.mark.data
def test_clinical_notes(grammars: Grammars) -> None:
    files = sorted(corpus("deid/meddocan/dev/brat").glob("*.txt"))
    documents = [Document(file.stem, file.read_bytes().decode(), language="es") for file in files]
    categories = label_maps()["meddocan"]
    wanted, met = 0, 0
    for file, document, spans in zip(files, documents, grammars.detect(documents), strict=True):
        found = {(span.start, span.end, span.label) for span in settled(spans)}
        for start, end, label in marks_of(file.with_suffix(".ann")):
            numbered = any(letter.isdigit() for letter in document.text[start:end])
            # Words such as a nationality stand under ID_SUJETO_ASISTENCIA by mistake.
            if label in STRUCTURED and (numbered or not label.startswith("ID_")):
                wanted += 1
                met += (start, end, categories[label]) in found
    assert wanted > 1500
    assert met / wanted >= 0.95
