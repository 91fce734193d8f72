"""Sentences of our own with values of Faker, to check what has a form on text nobody tuned for.

The templates were written in one go, by someone who knew the grammars of addresses and what
presidio-synthetic looks like, before anything was run on them. They are frozen: a template that
comes out badly stays as it is. What is found is reported as it was found.

``{slot}`` is a value with a label; slots in ``_PLAIN`` are filled too, but are not asked about.
Dates and times are written in all the ways of ``_DATES`` and ``_TIMES``.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import Any

from faker import Faker

SEED = 2004
COPIES = 12
"""How often each template is filled."""

ENGLISH = """
Could you put the new charge on {card} instead? The old one expired.
The card number is {card}, expiring {date}, in the name of {name}.
pls refund {card} asap, thx
Cardholder: {name}
Number: {card}
Call me back on {phone} when you have a minute.
Our switchboard is {phone}; ask for {name}.
tel. {phone}, mobile {phone}
If nobody answers at {phone}, try {phone} after {time}.
Reach {name} at {email} or by phone ({phone}).
Forwarded to {email} and {email} on {date}.
From: {name} <{email}>
Sent: {date}
You can write to {email}.
Wire the deposit to {iban} before {date}.
IBAN {iban} belongs to {name}, as far as we can see.
Requests from {ip} were blocked at {time}.
{ip} - - [{date}] GET /index 200
ping {ip} shows no loss, {ip} does
See {url} for the terms.
The form is at {url}, and the old site {domain} is gone.
We registered {domain} ourselves.
Social security number: {ssn}
Her SSN, {ssn}, was on the envelope.
Patient {name}, born {date}, SSN {ssn}, seen at {time}.
The meeting moved from {date} to {date}.
Delivery is on {date}.
The doors open at {time}.
He was admitted on {date} and never came back.
Invoice 4471 was due {date}.
{name} lives in {town}, {state} {zip}.
Ship to {town} {state} {zip}, not to the office.
Our zip code is {zip}.
We moved to {town}; the postcode there is {ukzip}.
Send it to {name}, {town}, {ukzip}.
The parcel for {ukzip} came back.
Postal code {cazip}, {town}.
There are 1250 parts in 37 boxes on shelf B12, section 9.
Version 3.11.7 needs 512 MB and runs on port 8080.
Chapter 14 has 300 pages and 21 figures.
I would give it nine out of ten.
"""

SPANISH = """
Cargue el importe en la tarjeta {card}, por favor.
Número de tarjeta: {card}, caduca el {date}.
Llámeme al {phone} cuando pueda.
Tel.: {phone}
Si no contesta en el {phone}, pruebe con el {phone} a partir de las {time}.
Escríbame a {email} antes del {date}.
Correo: {email}
El {date} enviamos la factura a {email}.
Haga la transferencia a {iban} a nombre de {name}.
IBAN: {iban}
La conexión desde {ip} se cortó a las {time}.
Se ha bloqueado la dirección {ip}.
Más información en {url} o en {domain}.
Consulte {url}.
El paciente {name}, con DNI {nif}, ingresó el {date}.
NIF {nif}
NIE: {nie}, {name}
La reunión pasa del {date} al {date}.
Nacido el {date} en {town}.
La cita del {date} se cancela.
Abrimos a las {time}.
Vive en {town}, código postal {zip}.
C.P. {zip}, {town}
{zip} {town}
Enviar a {name}, {zip} {town}.
Hay 1250 piezas en 37 cajas, estante 12, sección 9.
La versión 3.11.7 ocupa 512 MB y usa el puerto 8080.
El capítulo 14 tiene 300 páginas y 21 figuras.
Le doy un nueve sobre diez.
"""

_LABELS = {
    "card": "CREDIT_CARD",
    "phone": "PHONE_NUMBER",
    "email": "EMAIL_ADDRESS",
    "iban": "IBAN_CODE",
    "ip": "IP_ADDRESS",
    "url": "URL",
    "domain": "URL",
    "ssn": "US_SSN",
    "nif": "ES_NIF",
    "nie": "ES_NIE",
    "date": "DATE_TIME",
    "time": "DATE_TIME",
    "zip": "POSTAL_CODE",
    "ukzip": "POSTAL_CODE",
    "cazip": "POSTAL_CODE",
}
_PLAIN = ("name", "town", "state")
_SLOT = re.compile(r"\{(\w+)\}")

_DATES = {
    "en": ("%m/%d/%Y", "%d/%m/%Y", "%Y-%m-%d", "%B {day}, %Y", "{day} %B %Y", "%b {day}, %Y"),
    "es": ("%d/%m/%Y", "%d-%m-%Y", "%Y-%m-%d", "{day} de {month} de %Y", "%d/%m/%y"),
}
_TIMES = {"en": ("{hour}:%M", "%H:%M", "{hour}:%M pm", "{hour} am"), "es": ("%H:%M", "{hour}:%M")}
_MONTHS = (
    "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre",
    "octubre", "noviembre", "diciembre",
)  # fmt: skip

Found = tuple[int, int, str]


def sentences(language: str) -> Iterator[tuple[str, list[Found]]]:
    """Every template, filled several times: the text, and where its values stand."""
    chance = random.Random(SEED)
    makers = _makers(language, chance)
    for template in (ENGLISH if language == "en" else SPANISH).strip().splitlines():
        for _ in range(COPIES):
            yield _filled(template, makers)


def _filled(template: str, makers: dict[str, Callable[[], str]]) -> tuple[str, list[Found]]:
    text, found, at = "", [], 0
    for slot in _SLOT.finditer(template):
        text += template[at : slot.start()]
        value, start = makers[slot[1]](), len(text)
        text += value
        if slot[1] not in _PLAIN:
            found.append((start, len(text), _LABELS[slot[1]]))
        at = slot.end()
    return text + template[at:], found


def _makers(language: str, chance: random.Random) -> dict[str, Callable[[], str]]:
    """slot → what makes a value for it."""
    locales = {"en": ("en_US", "en_GB", "en_CA"), "es": ("es_ES", "es_MX", "es_CO")}[language]
    fakers: dict[str, Any] = {locale: Faker(locale) for locale in (*locales, "de_DE", "fr_FR")}
    for number, one in enumerate(fakers.values()):
        one.seed_instance(SEED + number)
    home, other = fakers[locales[0]], fakers[locales[1]]

    def of(*names: str) -> Any:
        return fakers[chance.choice(names)]

    makers: dict[str, Callable[[], str]] = {
        "card": lambda: _grouped(home.credit_card_number(), chance),
        "phone": lambda: of(*(locales[:2] if language == "en" else locales[:1])).phone_number(),
        "email": lambda: of(*locales, "de_DE").email(),
        "iban": lambda: of("en_GB" if language == "en" else "es_ES", "de_DE", "fr_FR").iban(),
        "ip": lambda: home.ipv4() if chance.random() < 0.75 else home.ipv6(),
        "url": lambda: home.url() + (home.uri_path() if chance.random() < 0.5 else ""),
        "domain": home.domain_name,
        "date": lambda: _date(language, chance),
        "time": lambda: _time(language, chance),
        "zip": home.postcode,
        "name": lambda: of(*locales).name(),
        "town": lambda: of(*locales).city(),
    }
    if language == "en":
        makers |= {
            "ssn": home.ssn,
            "state": home.state_abbr,
            "ukzip": other.postcode,
            "cazip": fakers["en_CA"].postcode,
        }
    else:
        makers |= {"nif": home.nif, "nie": home.nie}
    return makers


def _grouped(number: str, chance: random.Random) -> str:
    """A card number as it comes, or in groups of four."""
    if len(number) != 16 or chance.random() < 0.5:
        return number
    return chance.choice(" -").join(number[at : at + 4] for at in range(0, 16, 4))


def _date(language: str, chance: random.Random) -> str:
    day = date(1950, 1, 1) + timedelta(days=chance.randrange(27_000))
    form = chance.choice(_DATES[language])
    return day.strftime(form).format(day=day.day, month=_MONTHS[day.month - 1])


def _time(language: str, chance: random.Random) -> str:
    hour, minute = chance.randrange(1, 13), chance.randrange(60)
    form = chance.choice(_TIMES[language])
    late = hour + 12 * chance.randrange(2) if hour < 12 else hour
    return form.format(hour=hour).replace("%H", f"{late:02}").replace("%M", f"{minute:02}")
