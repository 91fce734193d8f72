"""Which known form a code has; that of a free code where it has none."""

from __future__ import annotations

import re
from collections.abc import Sequence

from understudy.languages import get
from understudy.surrogates.numbers.forms import FORMS, FREE, iban_countries, varied
from understudy.surrogates.numbers.phones import home_code
from understudy.surrogates.numbers.raw_codes import Raw, sizes_of
from understudy.surrogates.numbers.sketch import Code, Run
from understudy.surrogates.settings import Settings
from understudy.surrogates.sizes import sized

__all__ = ["DOCKET", "collapsed", "free_runs", "own_groups", "recognised"]

_MOST_FREE = 5
_PLATE = 8
"""Letters and figures of the longest plate."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_BEFORE_YEAR = ("/", "-", "–")


def own_groups(form: str, settings: Settings) -> bool:
    """Whether a number keeps its grouping; that of a phone number tells the country."""
    return settings.country or form != "phone"


def recognised(raw: Raw, settings: Settings) -> Code:
    """The form of a code; free where it has none that is listed."""
    known = _KINDS.get(raw.category)
    found = known(raw, settings) if known else None
    if found is None and raw.category in _COURTS:
        found = _court(raw, settings)
    if found is None and raw.category in _IDENTITIES:
        found = _identity(raw, settings)
    if found is None and raw.category in _BOOKINGS and _LOCATOR.fullmatch(raw.text.strip()):
        found = "locator", "", 6
    if found is None:
        return Code(FREE)
    form, variety, count = found
    country, variety = varied(form, variety)
    usual = FORMS[form].groupings[count]
    sizes = sizes_of(raw.groups)
    sizes = _LONGER.get((form, sizes), sizes)
    groups = sizes if sizes in usual and own_groups(form, settings) else usual[0]
    runs = (Run("digits", sized("digits", min(4, len(raw.extension)))),) if raw.extension else ()
    return Code(form, variety, groups, runs, country)


def collapsed(raw: Raw) -> Raw:
    """Many groups of no known form are one."""
    if len(raw.groups) <= _MOST_FREE:
        return raw
    return raw._replace(groups=(raw.code,), joints=())


def free_runs(raw: Raw) -> tuple[Run, ...]:
    """The runs of a code of no known form. A plate keeps the sizes of its groups: its country gives
    them to every car."""
    plate = raw.category == "LICENSE_PLATE" and len(raw.code) <= _PLATE
    kinds = ["digits"] * len(raw.groups) if plate else _of_figures(raw)
    found = []
    for group, kind in zip(raw.groups, kinds, strict=True):
        if group:
            own = "letters" if group.isalpha() else kind if group.isdecimal() else "mixed"
            found.append(Run(own, len(group) if plate else sized(own, len(group))))
    return tuple(found)


def _of_figures(raw: Raw) -> list[str]:
    """What each group is, where it has figures alone. A serial and a year stand beside each other:
    345/2019, 19124/02; and so do they where the serial has several groups: 38.214/2020."""
    groups, joints = raw.groups, raw.joints
    kinds = ["digits"] * len(groups)
    figures = [place for place, one in enumerate(groups) if one.isdecimal()]
    if len(figures) < 2 or (len(figures) > 2 and len(joints) != len(groups) - 1):
        return kinds
    first, last = groups[figures[0]], groups[figures[-1]]
    whole = _is_thousands([groups[at] for at in figures[:-1]], joints[figures[0] :])
    serial = len(first) > 2 if len(figures) == 2 else whole
    parted = len(figures) == 2 or joints[figures[-1] - 1].strip() in _BEFORE_YEAR
    if len(figures) == 2 and _YEAR.fullmatch(first):
        year = figures[0]
    elif parted and (_YEAR.fullmatch(last) or (len(last) == 2 and serial)):
        year = figures[-1]
    else:
        return kinds
    kinds[year] = "year" if len(groups[year]) == len("2019") else "short year"
    others = [at for at in figures if at != year]
    if len(others) == 1 or whole:
        kinds[others[0]] = "serial" if len(others) == 1 else "thousands"
    return kinds


def _is_thousands(groups: Sequence[str], joints: Sequence[str]) -> bool:
    """Whether groups are one number with a point before three figures: 38.214, 1.038.214."""
    points = joints[: len(groups) - 1]
    threes = all(len(one) == len("214") for one in groups[1:])
    return len(groups) > 1 and threes and len(groups[0]) <= len("214") and set(points) == {"."}


_Known = tuple[str, str, int]


_LENGTHS = {"1": (7, 10), "34": (9,), "44": (10,)}
"""How many digits the numbers of a country have, without its code."""
_LENGTH = (9,)


def _phone_form(raw: Raw, settings: Settings) -> _Known | None:
    count = len(raw.code)
    if count < 5:
        return None
    if not settings.country:
        home = home_code(settings.language)
        return "phone", home, _LENGTHS.get(home, _LENGTH)[-1]
    plan = _LENGTHS.get(raw.variety.partition(" ")[0])
    if plan:
        count = min(plan, key=lambda one: abs(one - count))
    return "phone", raw.variety, max(6, min(12, count))


def _card(raw: Raw, settings: Settings) -> _Known | None:
    count = len(raw.code)
    if count < 8:
        return None
    return "card", "", count if count in (14, 15) else 16 if count < 18 else 19


def _iban(raw: Raw, settings: Settings) -> _Known | None:
    code = raw.code
    if len(code) < 8:
        return None
    country = code[:2]
    if country not in iban_countries() or not settings.country:
        countries = (*get(settings.language).locales, "GB")
        country = next(one for one in countries if one in iban_countries())
    return "iban", country, len(iban_countries()[country]) + 4


def _account(raw: Raw, settings: Settings) -> _Known | None:
    if re.match(r"[A-Z]{2}\d\d", raw.code):
        return _iban(raw, settings)
    return ("spanish account", "", 20) if raw.code.isdecimal() and len(raw.code) == 20 else None


def _ssn(raw: Raw, settings: Settings) -> _Known | None:
    return ("ssn", "", 9) if len(raw.code) > 6 else None


def _nif(raw: Raw, settings: Settings) -> _Known | None:
    code = raw.code
    if len(code) < 6:
        return None
    if code[0] in "XYZ":
        return "nie", "", 9
    if code.isdecimal():
        return "dni", "", 8  # "DNI 28.455.903", as Argentines write it
    return _cif(raw, settings) if code[0].isalpha() else ("nif", "", 9)


def _nie(raw: Raw, settings: Settings) -> _Known | None:
    return ("nie", "", 9) if len(raw.code) > 5 else None


def _cif(raw: Raw, settings: Settings) -> _Known | None:
    if len(raw.code) < 6:
        return None
    letter = raw.code[0]
    return "cif", letter if letter in FORMS["cif"].varieties else "B", 9


def _plate(raw: Raw, settings: Settings) -> _Known | None:
    return ("plate", "", 7) if re.fullmatch(r"\d{4}[A-Z]{3}", raw.code) else None


def _passport(raw: Raw, settings: Settings) -> _Known | None:
    found = re.fullmatch(r"([A-Z]{0,3})\d{6,9}", raw.code)
    if not found:
        return None
    return "passport", ("digits", "US", "two letters", "ES")[len(found[1])], 9


def _vin(raw: Raw, settings: Settings) -> _Known | None:
    return ("vin", "", 17) if len(raw.code) > 10 else None


def _imei(raw: Raw, settings: Settings) -> _Known | None:
    return ("imei", "", 15) if len(raw.code) > 10 else None


def _wallet(raw: Raw, settings: Settings) -> _Known | None:
    text = raw.text.lower()
    if len(text) < 12:
        return None
    if text.startswith("0x"):
        return "ethereum", "", 40
    return ("segwit" if text.startswith("bc1") else "bitcoin"), "", 40


def _key(raw: Raw, settings: Settings) -> _Known | None:
    prefixes = (one for one in FORMS["key"].varieties if one and raw.text.startswith(one))
    return "key", max(prefixes, key=len, default=""), 1


def _password(raw: Raw, settings: Settings) -> _Known | None:
    figures = raw.code.isdecimal()
    return "password", "figures" if figures else "", 4 if figures else 8


_KINDS = {
    "PHONE_NUMBER": _phone_form,
    "FAX_NUMBER": _phone_form,
    "CREDIT_CARD": _card,
    "IBAN_CODE": _iban,
    "BANK_ACCOUNT": _account,
    "US_SSN": _ssn,
    "ES_NIF": _nif,
    "ES_NIE": _nie,
    "ES_CIF": _cif,
    "LICENSE_PLATE": _plate,
    "PASSPORT": _passport,
    "VIN": _vin,
    "IMEI": _imei,
    "CRYPTO_WALLET": _wallet,
    "API_KEY": _key,
    "PASSWORD": _password,
}
_COURTS = frozenset(("CASE_NUMBER", "ID", "ORDER_NUMBER", "TICKET_NUMBER"))
_BOOKINGS = frozenset(("ID", "ORDER_NUMBER", "TICKET_NUMBER"))
_LOCATOR = re.compile(r"(?=[A-Za-z]+\d+[A-Za-z]|\d+[A-Za-z]+\d)[A-Za-z0-9]{5,7}")
"""Letters and figures by turns, as bookings have them: "QF83L2"."""
_IDENTITIES = frozenset(
    ("ID", "NATIONAL_ID", "MEMBER_ID", "MEDICAL_LICENSE", "MEDICAL_RECORD", "PRESCRIPTION_ID")
)
DOCKET = re.compile(r"\d:\d\d-([a-z]{2})-\d{3,6}((?:-[A-Z]{2,4})*)")
_ECLI = "ECLI:"
"""European Case Law Identifiers (2011/C 127/01): country, court, year, number."""


def _court(raw: Raw, settings: Settings) -> _Known | None:
    docket = DOCKET.match(raw.text)
    if docket:
        kind = docket[1] if docket[1] in FORMS["docket"].varieties else "cv"
        return "docket", kind, 13 if docket[2] else 10
    if raw.text.upper().startswith(_ECLI):
        country = raw.text.upper()[len(_ECLI) :].partition(":")[0]
        known = settings.country and country in FORMS["ecli"].varieties
        return "ecli", country if known else "EU", 1
    if re.fullmatch(r"\d{10}[\dK]", raw.code) and sizes_of(raw.groups) == "10 1":
        return "cause", "", 11
    return ("nig", "", 19) if re.fullmatch(r"\d{19}", raw.code) else None


_PHYSICIANS = re.compile(r"[A-Z]{2}\d{7}")
"""Numbers of the US Drug Enforcement Administration."""
_PEOPLE = frozenset(("ID", "NATIONAL_ID"))
_PATTERNS = (
    ("curp", re.compile(r"[A-Z]{4}\d{6}[HM][A-Z]{5}[0-9A-Z]\d")),
    ("nino", re.compile(r"[A-Z]{2}\d{6}[A-D]")),
    ("nie", re.compile(r"[XYZ]\d{7}[A-Z]")),
    ("nif", re.compile(r"\d{8}[A-Z]")),
    ("nir", re.compile(r"[12]\d{14}")),
    ("pan", re.compile(r"[A-Z]{5}\d{4}[A-Z]")),
    ("rfc", re.compile(r"[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}")),
)
_POSTCODE = re.compile(r"([A-Z]{1,2})\d{2,3}[A-Z]{2}")
"""A British postal code whose district has figures alone."""
_AADHAAR = re.compile(r"\d{12}")
_SEX = 10
"""The place of the letter for the sex in a CURP."""
_GROUPED = {
    "2 8 2": "nass",
    "2 10": "nass",
    "2 2 5": "collegiate",
    "3 2 4": "ssn",
    "2 3 3 1": "rut",
    "1 3 3 1": "rut",
    "1 3 3 3": "cedula",
    "2 8 1": "cuit",
    "3 3 3 1": "nit",
    "9 1": "nit",
}
_CHILEAN = re.compile(r"\d{7,8}[\dK]")
"""A Chilean RUT or the number of a case there, whose last place may be a K."""
_LONGER = {("rut", "7 1"): "8 1"}
"""A grouping of a form with a place less, and the one that it is written again with."""
_PERUVIAN = re.compile(r"([12]0)\d{9}")
_LAST = "K"
_KIND_OF_PERSON = 2
"""The figures that begin a CUIT."""


def _identity(raw: Raw, settings: Settings) -> _Known | None:
    """Identity numbers whose shape tells their country."""
    sizes = _with_check(raw)
    if raw.code.removesuffix(_LAST).isdecimal() and sizes in _GROUPED:
        form = _GROUPED[sizes]
        return form, _kind_of_person(form, raw, settings), next(iter(FORMS[form].groupings))
    if raw.category == "NATIONAL_ID" and (peruvian := _PERUVIAN.fullmatch(raw.code)):
        return "ruc", peruvian[1], 11
    if raw.category == "MEDICAL_LICENSE" and _PHYSICIANS.fullmatch(raw.code):
        return "registration", "", 9
    for form, pattern in _PATTERNS if raw.category in _PEOPLE else ():
        if pattern.fullmatch(raw.code):
            usual = FORMS[form].groupings
            count = len(raw.code) if len(raw.code) in usual else next(iter(usual))
            sex = raw.code[_SEX] if form == "curp" and settings.gender else ""
            return form, sex, count
    return _resident(raw)


def _resident(raw: Raw) -> _Known | None:
    """The number of a resident of India, or a British postal code that is said."""
    if raw.category == "NATIONAL_ID" and _AADHAAR.fullmatch(raw.code):
        return "aadhaar", "", 12
    spoken = raw.category == "ID" and raw.shown.said != "figures"
    if spoken and (postcode := _POSTCODE.fullmatch(raw.code)):
        return "postcode", ("one letter", "two letters")[len(postcode[1]) - 1], len(raw.code)
    return None


def _with_check(raw: Raw) -> str:
    """The sizes of the groups, a check figure that is a letter among them: "2 3 3 1"."""
    sizes = sizes_of(raw.groups)
    if raw.category == "NATIONAL_ID" and _CHILEAN.fullmatch(raw.code) and sizes in ("8 1", "7 1"):
        return "2 3 3 1"
    return sizes


def _kind_of_person(form: str, raw: Raw, settings: Settings) -> str:
    """What the figures of a CUIT say that begin it: a woman, a man, a company."""
    kind = raw.code[:_KIND_OF_PERSON]
    known = form == "cuit" and kind in FORMS[form].varieties
    person = kind in ("20", "23", "27")
    return kind if known and (settings.gender or not person) else ""
