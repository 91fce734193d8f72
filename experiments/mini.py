"""Small corpora that the repository makes itself, in the formats and places of the public ones.

Quick forms of the experiments and the fixed cases of their digests read these, so they run
anywhere and mean the same everywhere. Everybody and everything in them is invented; the same seed
gives the same bytes.
"""

from __future__ import annotations

import json
import lzma
import random
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

GIVEN = {
    "en": "Ann Ben Clara David Ellen Frank Grace Henry Irene James Kate Louis Mary Noah Olive Paul",
    "es": "Ana Bruno Carmen Diego Elena Felipe Gloria Hugo Inés Javier Laura Mario Nuria Óscar",
}
FAMILY = {
    "en": "Adams Baker Carter Dixon Evans Foster Grant Hughes Irving Jenkins Knight Lawson Moore",
    "es": "Alonso Blanco Castro Delgado Esteban Fuentes Gallego Herrero Iglesias Lozano Molina",
}
TOWNS = {
    "en": "Boston Chicago Dallas Denver Houston Miami Oakland Phoenix Portland Seattle Tampa",
    "es": "Madrid Sevilla Valencia Zaragoza Málaga Murcia Bilbao Córdoba Valladolid Vigo Gijón",
}
FIRMS = "Northwind,Blue Harbor,Summit Labs,Red Maple Foods,Clearwater,Iron Gate,Silver Line"
TIMES = "six pm,seven am,noon,half past four,ten thirty,tomorrow morning,tonight,next monday"
DAYS = "monday tuesday wednesday thursday friday saturday sunday"
AIRLINES = "delta,united,american airlines,continental,northwest"
ARTISTS = "marty sloan,lena rivers,the paper kites,otis brown,nina vale,duke harper"
COUNTRIES = "France,Peru,Norway,Chile,Kenya,Japan"

TOD = {
    "weather__find": [
        "will it rain in {location} {datetime}",
        "weather for {location}",
        "how hot is it in {location} {datetime}",
        "is it windy {datetime}",
    ],
    "alarm__set_alarm": [
        "set an alarm for {datetime}",
        "wake me up at {datetime}",
        "please set my alarm {datetime}",
    ],
    "reminder__set_reminder": [
        "remind me to call mom {datetime}",
        "remind me {datetime} to pay",
        "set a reminder for {datetime}",
    ],
    "alarm__cancel_alarm": ["cancel my alarm for {datetime}", "delete the {datetime} alarm"],
}
SNIPS = {
    "GetWeather": [
        "what will the weather be in {city} {timeRange}",
        "forecast for {country}",
        "is it snowing in {city} , {country}",
    ],
    "BookRestaurant": [
        "book a table at {restaurant_name} in {city}",
        "i need seats at {restaurant_name} {timeRange}",
    ],
    "PlayMusic": [
        "play something by {artist}",
        "put on {artist} from {year}",
        "i want to hear {artist} please",
    ],
}
ATIS = {
    "atis_flight": [
        "show flights from {fromloc.city_name} to {toloc.city_name}",
        "i want to fly from {fromloc.city_name} to {toloc.city_name} on {depart_date.day_name}",
        "{airline_name} flights to {toloc.city_name}",
    ],
    "atis_airfare": [
        "how much is a ticket from {fromloc.city_name} to {toloc.city_name}",
        "cheapest fare to {toloc.city_name} on {depart_date.day_name}",
    ],
    "atis_airline": [
        "which airlines fly to {toloc.city_name}",
        "does {airline_name} fly from {fromloc.city_name}",
    ],
}
NEWS = [
    "{PER} of {ORG} flew to {LOC} last week .",
    "{ORG} opened an office in {LOC} .",
    "The mayor of {LOC} met {PER} and {PER} .",
    "{PER} said that nothing was decided .",
    "In {LOC} the weather was fine , wrote {PER} .",
    "Shares of {ORG} rose again .",
    "Nobody at {ORG} in {LOC} would say more .",
    "It rained all day .",
]
READING = [
    ("{PER} of {ORG} flew to {LOC} last week.", "Who flew to {LOC}?", "PER"),
    ("{PER} of {ORG} flew to {LOC} last week.", "Where did {PER} fly to?", "LOC"),
    ("{ORG} opened an office in {LOC} in {year}.", "Who opened an office in {LOC}?", "ORG"),
    ("{ORG} opened an office in {LOC} in {year}.", "When did {ORG} open an office?", "year"),
    ("{PER} was born in {LOC} in {year}.", "When was {PER} born?", "year"),
    ("{PER} was born in {LOC} in {year}.", "Where was {PER} born?", "LOC"),
]
ACTS = {
    "INFORM": "I want a table in {city} .|We leave from {city} on {date} .|It is for {name} .",
    "REQUEST": "Which city do you want ?|On which day shall it be ?|For whom is it ?",
    "CONFIRM": "So {name} goes to {city} on {date} , right ?|Please confirm : {city} , {date} .",
}
CLINICAL = """Datos del paciente.
Nombre: {NOMBRE_SUJETO_ASISTENCIA}.
Apellidos: {NOMBRE_SUJETO_ASISTENCIA#family}.
NHC: {ID_SUJETO_ASISTENCIA}.
Domicilio: {CALLE}.
Localidad/ Provincia: {TERRITORIO}.
CP: {TERRITORIO#code}.
Fecha de nacimiento: {FECHAS}.
País: España.
Edad: {EDAD_SUJETO_ASISTENCIA} Sexo: {SEXO_SUJETO_ASISTENCIA}.
Fecha de Ingreso: {FECHAS}.
Médico: {NOMBRE_PERSONAL_SANITARIO}.
Informe clínico: {sick} que acude por {sign}. Vive en {TERRITORIO} desde {FECHAS}. {then}
Remitido por: {NOMBRE_PERSONAL_SANITARIO}. {HOSPITAL}. {CORREO_ELECTRONICO}
"""
SIGNS = ["dolor abdominal y fiebre", "tos y disnea", "un tumor de riñón", "diabetes y anemia"]
THEN = [
    "Se realiza una analítica que es normal.",
    "La ecografía muestra una masa.",
    "Se inicia tratamiento con antibióticos.",
    "La evolución es buena y se da de alta.",
]
COURT = (
    "The case originated in an application lodged by {PERSON}, a national of {LOC}, on "
    "{DATETIME}. {PERSON!} was represented by {PERSON}, a lawyer in {LOC}. On {DATETIME} the "
    "{ORG} dismissed the appeal. {PERSON!} complained about the length of the proceedings."
)
COURT_ES = [
    "El demandante , {PERSON} , nació en {LOC} .",
    "El Tribunal de {LOC} lo desestimó .",
    "El señor {PERSON} recurrió el {DATETIME} .",
    "No hubo violación del Convenio .",
]
JOBS_ES = [
    "La {PROFESION#care} atiende a los enfermos del hospital .",
    "Mi {PROFESION#care} dice que el hospital está lleno .",
    "El {PROFESION#craft} arregla la cocina de mi casa .",
    "Ayer vino el {PROFESION#craft} y cambió las llaves de casa .",
    "No hay nada nuevo hoy .",
]
CARE, CRAFT = "enfermera", "fontanero"
PLAIN = [
    "A man is playing a guitar in the park.",
    "The woman cuts an onion with a knife.",
    "Two dogs run through the tall grass.",
    "A child reads a book on the sofa.",
    "The train leaves the old station slowly.",
    "Several people walk along the beach.",
]
_SLOT = re.compile(r"\{([^}#!]+)(#\w+)?(!)?\}")

Value = Callable[[random.Random, str], str]


def _values(label: str, draw: random.Random, language: str) -> str:
    """A value for a slot or label of any of the corpora."""
    name = label.lower().rpartition(".")[2]
    if name in _LISTS:
        return draw.choice(_LISTS[name].split(","))
    return _DRAWN[name](draw, language)


def _one(said: str, draw: random.Random) -> str:
    return draw.choice(said.split())


def _date(draw: random.Random) -> str:
    return f"{draw.randint(1, 28):02}/{draw.randint(1, 12):02}/{draw.randint(1950, 2016)}"


def _person(draw: random.Random, language: str) -> str:
    return f"{_one(GIVEN[language], draw)} {_one(FAMILY[language], draw)}"


def _town(draw: random.Random, language: str) -> str:
    return _one(TOWNS[language], draw)


def _when(draw: random.Random, language: str) -> str:
    return draw.choice(TIMES.split(",")) if language == "en" else _date(draw)


_LISTS = {
    "country": COUNTRIES,
    "artist": ARTISTS,
    "airline_name": AIRLINES,
    "org": FIRMS,
    "restaurant_name": FIRMS,
}
_DRAWN: dict[str, Value] = {
    **dict.fromkeys(("per", "person", "name", "nombre_personal_sanitario"), _person),
    **dict.fromkeys(("location", "city", "city_name", "loc", "territorio"), _town),
    **dict.fromkeys(("datetime", "timerange"), _when),
    **dict.fromkeys(("date", "fechas"), lambda draw, _: _date(draw)),
    "nombre_sujeto_asistencia": lambda draw, _: _one(GIVEN["es"], draw),
    "day_name": lambda draw, _: _one(DAYS, draw),
    "year": lambda draw, _: str(draw.randint(1960, 2015)),
    "id_sujeto_asistencia": lambda draw, _: str(draw.randint(10**6, 10**7)),
    "calle": lambda draw, _: f"Calle {_one(FAMILY['es'], draw)}, {draw.randint(1, 99)}",
    "edad_sujeto_asistencia": lambda draw, _: f"{draw.randint(2, 89)} años",
    "sexo_sujeto_asistencia": lambda draw, _: draw.choice("HM"),
    "hospital": lambda draw, _: f"Hospital {_one(FAMILY['es'], draw)}",
    "correo_electronico": lambda draw, _: (
        f"{_one(FAMILY['es'], draw).lower()}{draw.randint(1, 99)}@correo.es"
    ),
}


def filled(
    template: str, draw: random.Random, language: str, set_: Mapping[str, str] | None = None
) -> tuple[str, list[tuple[int, int, str]]]:
    """The template with values, and where they stand. "!" repeats the first value of its kind;
    ``set_`` has the values of some kinds."""
    text, marks, cursor = "", [], 0
    first: dict[str, str] = {}
    for found in _SLOT.finditer(template):
        text += template[cursor : found.start()]
        cursor = found.end()
        label, kind, again = found.groups()
        if kind == "#family":
            value = f"{_one(FAMILY['es'], draw)} {_one(FAMILY['es'], draw)}"
        elif kind in ("#care", "#craft"):
            value = CARE if kind == "#care" else CRAFT
        elif kind == "#code":
            value = f"{draw.randint(1000, 52999):05}"
        else:
            value = first[label].split()[-1] if again else _values(label, draw, language)
            value = (set_ or {}).get(label, value)
        first.setdefault(label, value)
        marks.append((len(text), len(text) + len(value), label))
        text += value
    return text + template[cursor:], marks


def tokens(text: str, marks: Sequence[tuple[int, int, str]]) -> list[tuple[str, str]]:
    """Words between spaces with BIO tags."""
    found = []
    for word in re.finditer(r"\S+", text):
        mark = next((one for one in marks if one[0] <= word.start() < one[1]), None)
        side = "" if mark is None else "B-" if word.start() == mark[0] else "I-"
        found.append((word[0], side + mark[2] if mark else "O"))
    return found


def _slots(path: Path, of: dict[str, list[str]], count: int, seed: int, language: str) -> None:
    draw = random.Random(f"{path.name} {seed}")
    lines = []
    for _ in range(count):
        intent = draw.choice(list(of))
        text, marks = filled(draw.choice(of[intent]), draw, language)
        words = tokens(text.lower(), marks)
        said, tags = (" ".join(part) for part in zip(*words, strict=True))
        lines.append(f"{intent}\t{said}\t{tags}\n")
    _write(path, "".join(lines))


def _columns(path: Path, of: Sequence[str], count: int, seed: int, language: str) -> None:
    draw = random.Random(f"{path.name} {seed}")
    gap = " " if path.suffix == ".tsv" else "\t"
    lines = []
    for _ in range(count):
        words = tokens(*filled(draw.choice(of), draw, language))
        lines.append("".join(f"{word}{gap}{tag}\n" for word, tag in words) + "\n")
    _write(path, "".join(lines))


def _acts(path: Path, count: int, seed: int) -> None:
    draw = random.Random(f"{path.name} {seed}")
    rows = []
    for at in range(count):
        act = draw.choice(list(ACTS))
        text, marks = filled(draw.choice(ACTS[act].split("|")), draw, "en")
        spans = [{"slot": label, "start": a, "exclusive_end": b} for a, b, label in marks]
        row = {"dialogue": f"d{at // 4}", "turn": at % 4, "speaker": "USER", "text": text}
        rows.append(json.dumps({**row, "acts": act, "slots": spans}))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lzma.compress(("\n".join(rows) + "\n").encode(), preset=1))


def _cases(folder: Path, count: int, seed: int) -> None:
    draw = random.Random(f"{folder.parent.name} {seed}")
    for at in range(count):
        sick, sex, who = draw.choice([("Varón", "H", "El paciente"), ("Mujer", "M", "La paciente")])
        made = CLINICAL.replace("{sick}", sick).replace("{sign}", draw.choice(SIGNS))
        made = made.replace("{then}", f"{draw.choice(THEN)} {who} se encuentra mejor.")
        text, marks = filled(made, draw, "es", {"SEXO_SUJETO_ASISTENCIA": sex})
        _write(folder / f"c{at:03}.txt", text)
        lines = (
            f"T{n}\t{m[2]} {m[0]} {m[1]}\t{text[m[0] : m[1]]}\n" for n, m in enumerate(marks, 1)
        )
        _write(folder / f"c{at:03}.ann", "".join(lines))


def _court(path: Path, count: int, seed: int) -> None:
    draw = random.Random(f"{path.name} {seed}")
    rows = []
    for at in range(count):
        text, marks = filled(COURT, draw, "en")
        people: dict[str, str] = {}
        entities = []
        for number, (start, end, label) in enumerate(marks):
            value = text[start:end]
            key = people.setdefault(value.split()[-1] if label == "PERSON" else value, f"e{number}")
            kind = "DIRECT" if label == "PERSON" and key == "e0" else "QUASI"
            entities.append(
                {
                    "start_offset": start,
                    "end_offset": end,
                    "entity_type": label,
                    "entity_id": key,
                    "identifier_type": kind,
                    "span_text": value,
                }
            )
        rows.append(json.dumps({"id": f"case-{at}", "text": text, "entities": entities}))
    _write(path, "\n".join(rows) + "\n")


def _sentences(path: Path, count: int, seed: int) -> None:
    draw = random.Random(f"{path.name} {seed}")
    rows = []
    for at in range(count):
        text, marks = filled(
            draw.choice(
                ["I am {PERSON} .", "{PERSON} lives in {location} .", "Call {PERSON} , please ."]
            ),
            draw,
            "en",
        )
        spans = [
            {
                "start_position": a,
                "end_position": b,
                "entity_value": text[a:b],
                "entity_type": "GPE" if label == "location" else label,
            }
            for a, b, label in marks
        ]
        rows.append({"full_text": text, "spans": spans, "template_id": at})
    _write(path, json.dumps(rows))


def _reading(path: Path, count: int, seed: int) -> None:
    """Articles of two paragraphs, each of four sentences with a question about each."""
    draw = random.Random(f"{path.name} {seed}")
    articles = []
    for number in range(count):
        paragraphs = []
        for _ in range(2):
            context = ""
            asked: list[dict[str, object]] = []
            for sentence, question, label in draw.sample(READING, 4):
                said, marks = filled(sentence, draw, "en")
                values = {kind: said[start:end] for start, end, kind in marks}
                start = len(context) + next(mark[0] for mark in marks if mark[2] == label)
                asked.append(
                    {
                        "id": f"{number}-{len(asked)}",
                        "question": filled(question, draw, "en", values)[0],
                        "answers": [{"answer_start": start, "text": values[label]}],
                    }
                )
                context += f"{said} "
            paragraphs.append({"context": context.strip(), "qas": asked})
        articles.append({"title": str(number), "paragraphs": paragraphs})
    _write(path, json.dumps({"data": articles}))


def _alike(path: Path, count: int, seed: int) -> None:
    draw = random.Random(f"{path.name} {seed}")
    lines = []
    for _ in range(count):
        one, other = draw.choice(PLAIN), draw.choice(PLAIN)
        lines.append(f'"{one}","{other}",{5.0 if one == other else draw.random():.2f}\n')
    _write(path, "".join(lines))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def parts() -> Iterator[tuple[str, int]]:
    """Names and sizes of the parts, the training part first."""
    yield from (("train", 300), ("valid", 60), ("test", 120))


def make(folder: Path, seed: int = 1) -> Path:
    """All corpora, into a folder."""
    for part, count in parts():
        for name, of in (("tod-en", TOD), ("snips", SNIPS), ("atis", ATIS)):
            _slots(folder / f"intent/{name}/{part}.tsv", of, count, seed, "en")
        _acts(folder / f"acts/sgd/{part}.jsonl.xz", count, seed)
        short = {"train": "train", "valid": "dev", "test": "test"}[part]
        _cases(folder / f"deid/meddocan/{short}/brat", count // 5, seed)
        _columns(folder / f"deid/echr-es/ES-all-{short}.tsv", COURT_ES, count, seed, "es")
    for name in ("en_ewt-ud-dev", "en_pud-ud-test", "en_ewt-ud-test", "en_ewt-ud-train"):
        _columns(folder / f"ner/uner-en/{name}.conll", NEWS, 120, seed, "en")
    _columns(folder / "ner/wikigold/all.conll", NEWS, 150, seed, "en")
    _columns(folder / "deid/profner-es/dev.conll", JOBS_ES, 120, seed, "es")
    _court(folder / "deid/tab/train.jsonl", 24, seed)
    _sentences(folder / "deid/presidio-synthetic/synth_dataset_v2.json", 80, seed)
    _reading(folder / "qa/xquad/en.json", 15, seed)
    for language in ("en", "es"):
        for part in ("train", "dev", "test"):
            _alike(folder / f"similarity/stsb/stsb-{language}-{part}.csv", 60, seed)
    return folder


@cache
def folder() -> Path:
    """The corpora in a folder of this process, which goes with it."""
    held = tempfile.TemporaryDirectory(prefix="understudy-mini-")
    _HELD.append(held)
    return make(Path(held.name))


_HELD: list[tempfile.TemporaryDirectory[str]] = []
