"""Codes, read: which known form each has, which mention shows which part, and how it is said.

Reading is total: whatever stands in a mention has a form, if need be that of a free code. What of
a form is rare is read as the nearest that is listed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from understudy.core.folding import lower_without_accents
from understudy.languages import get, reads
from understudy.languages.lists import words_read
from understudy.surrogates.dice import Label
from understudy.surrogates.mention import Mention
from understudy.surrogates.numbers.form import Piece, read_figure
from understudy.surrogates.numbers.forms import (
    COMPUTED,
    FORMS,
    FREE,
    calling_codes,
    iban_countries,
    varied,
)
from understudy.surrogates.numbers.sketch import Code, Run, Shown
from understudy.surrogates.numbers.vocabulary import labels, phrase, word_case
from understudy.surrogates.numbers.write_codes import zero_words
from understudy.surrogates.settings import Settings
from understudy.surrogates.sizes import sized

__all__ = ["Found", "read_codes"]

_PHONES = frozenset(("PHONE_NUMBER", "FAX_NUMBER"))
_MOST_GROUPS, _MOST_FREE = 9, 5
_ALTERNATIONS = 4
"""So many runs of letters and figures in one word are one group of both."""
_FEW = 12
"""The most places of a part that is counted in places."""
_FEWER = 4
"""The most of a password."""
_LABEL = re.compile(r"(\W*)([^\W\d_]+)(\W+)")
_YEAR = re.compile(r"(?:19|20)\d\d")


class Raw(NamedTuple):
    """A mention as it was read; it holds what it says, and stays here."""

    groups: tuple[str, ...]
    joints: tuple[str, ...]
    shown: Shown
    category: str
    text: str
    hints: Mapping[str, str] = {}
    extension: str = ""
    variety: str = ""

    def __repr__(self) -> str:
        return "Raw(…)"

    @property
    def code(self) -> str:
        """All groups together."""
        return "".join(self.groups)


class Found(NamedTuple):
    """The codes of some mentions, how each mention shows one, and what stood there."""

    codes: tuple[Code, ...]
    shown: Mapping[int, Shown]
    hints: Mapping[Label, str]

    def __repr__(self) -> str:
        return "Found(…)"


def read_codes(mentions: Mapping[int, Mention], settings: Settings) -> Found:
    """Longest codes first; a mention joins the first code that it is a part of."""
    raws = {at: _raw(one, settings.language) for at, one in mentions.items()}
    order = sorted(raws, key=lambda at: -len(raws[at].code) - len(raws[at].extension))
    codes: list[Code] = []
    mains: list[Raw] = []
    shown: dict[int, Shown] = {}
    hints: dict[Label, str] = {}
    for at in order:
        raw = raws[at]
        part = None
        for number, main in enumerate(mains):
            part = _part(raw, main, codes[number])
            if part:
                shown[at] = part._replace(code=number)
                break
        if part is None:
            code = _recognised(raw, settings)
            if code.form == FREE:
                raw = raws[at] = _collapsed(raw)
                code = Code(FREE, runs=_free(raw.groups) or (Run("digits", 7),))
            codes.append(code)
            mains.append(raw)
            number = len(codes) - 1
            own = _own_groups(code.form, settings)
            shown[at] = _whole(raw, raw, code, own)._replace(code=number)
            hints |= _hinted(raw, code, number, settings)
        hints |= {(name, at): value for name, value in raw.hints.items()}
    places = _renumbered(shown)
    return Found(
        tuple(codes[old] for old in places),
        {at: one._replace(code=places.index(one.code)) for at, one in shown.items()},
        {_moved(label, places): value for label, value in hints.items()},
    )


def _renumbered(shown: Mapping[int, Shown]) -> list[int]:
    """Codes in the order in which the text mentions them, never in that of their lengths."""
    return list(dict.fromkeys(shown[at].code for at in sorted(shown)))


def _moved(label: Label, places: Sequence[int]) -> Label:
    if label[0] in ("code", "run"):
        return (label[0], places.index(int(label[1])), *label[2:])
    return label


# One mention.


def _raw(mention: Mention, language: str) -> Raw:
    label, rest = _unlabelled(mention.text, language)
    pieces, spoken = _pieces(rest, mention.category, language)
    items: list[Piece] = []
    gaps: list[str] = []
    gap, link = "", ""
    for at, piece in enumerate(pieces):
        if piece.kind == "example":
            before = pieces[at - 1].text
            link = lower_without_accents(before.strip())
            gap = gap.removesuffix(before).rstrip()
        elif piece.code and not (mention.category in _PHONES and not piece.code.isdecimal()):
            items.append(piece)
            gaps.append(gap)
            gap = ""
        else:
            gap += piece.text
    before = label + (gaps[0] if gaps else "")
    called = mention.category != "PASSWORD" and _called(items, spoken)
    shown = _style(items, gaps, link, spoken)._replace(
        before=phrase(before, language), after=phrase(gap, language)
    )
    if called:
        shown = shown._replace(letters="called", language=spoken)
    hints = _habits(rest, items, spoken)
    if mention.category in _PHONES:
        return _phone(mention, items, gaps, before, shown, hints, language)
    groups, joints = _grouped(items, gaps, shown)
    if mention.category == "PASSWORD":
        groups, joints = _of_password(groups, joints, shown)
        shown = shown._replace(letters=_password_case(rest, shown.letters))
    return Raw(
        tuple(groups),
        tuple(phrase(joint, language) for joint in joints),
        shown,
        mention.category,
        rest,
        hints,
    )


def _called(items: list[Piece], language: str) -> bool:
    """ "Tango Lima Kilo": words that stand for letters; they become these letters."""
    words = _examples(language)
    found = [
        at
        for at, piece in enumerate(items)
        if piece.kind == "letters" and words.get(lower_without_accents(piece.text)) is not None
    ]
    if len(found) < 2 or any(len(one.code) > 1 for at, one in enumerate(items) if at not in found):
        return False
    for at in found:
        letter = words[lower_without_accents(items[at].text)]
        items[at] = items[at]._replace(code=letter, text=letter)
    return True


@cache
def _examples(language: str) -> Mapping[str, str]:
    listed = get(language).table("people")["spelling"]["examples"]
    return {lower_without_accents(word): letter.upper() for letter, word in listed.items()}


def _unlabelled(text: str, language: str) -> tuple[str, str]:
    """What stands before a code and says its kind, and the rest."""
    label, rest = "", text
    for _ in range(3):
        found = _LABEL.match(rest)
        if not found or not any(map(str.isalnum, rest[found.end() :])):
            break
        word = lower_without_accents(found[2])
        if word not in labels(language) or (len(word) == 1 and found[3][0] not in ".º°ª"):
            break
        if not any(map(str.isdecimal, rest)) and len(rest) - found.end() < 3:
            break
        label += rest[: found.end()]
        rest = rest[found.end() :]
    return label, rest


def _pieces(text: str, category: str, language: str) -> tuple[Sequence[Piece], str]:
    """In the language that knows the most of its words as numbers."""
    best: tuple[Sequence[Piece], str] = ((), language)
    most = -1
    for one in reads(language):
        pieces = read_figure(text, category, one)
        if pieces is None:
            continue
        count = sum(piece.kind in ("number", "times", "example") for piece in pieces)
        count = 3 * count + sum(piece.kind == "letter" for piece in pieces)
        if count > most:
            best, most = (pieces, one), count
        if not any(piece.kind == "letters" and len(piece.text) > 1 for piece in pieces):
            break  # it knows every word
    return best


def _style(items: Sequence[Piece], gaps: Sequence[str], link: str, language: str) -> Shown:
    said = "figures"
    singles = sum(len(piece.code) == 1 for piece in items)
    between = gaps[1:]
    named = all(piece.kind == "letter" for piece in items)
    if named or any(piece.kind in ("number", "times") for piece in items):
        wide = any(piece.kind == "number" and len(piece.code) > 1 for piece in items)
        said = "pairs" if wide else "words"
    elif len(items) > 1 and singles * 5 >= len(items) * 3 and all(between):
        words = any(piece.kind == "letters" and len(piece.code) > 1 for piece in items)
        said = "figures" if words else "spaced"
    commas = sum("," in gap for gap in between)
    inner = ", " if said != "figures" and commas * 5 > len(between) * 3 and commas > 1 else " "
    if inner == ", " and any(len(piece.code) > 2 for piece in items):
        inner = " "
    letters = _letters(items, link)
    return Shown(
        0,
        said=said,
        inner=inner,
        case=_case(items) if said in ("words", "pairs") or letters == "names" else "lower",
        letters=letters,
        link=link if link in _links(language) else "",
        language="" if said in ("figures", "spaced") and letters not in _NAMED else language,
    )


_NAMED = ("names", "examples", "small examples")


@cache
def _links(language: str) -> frozenset[str]:
    listed = get(language).table("people")["spelling"]["links"]
    return frozenset(map(str, listed))


def _letters(items: Sequence[Piece], link: str) -> str:
    written = [piece.text for piece in items if piece.kind == "letters"]
    if link:
        small = bool(written) and all(map(str.islower, written))
        return "small examples" if small else "examples"
    if any(piece.kind == "letter" for piece in items):
        return "names"
    if written and all(map(str.islower, written)):
        return "lower"
    return "upper"


def _case(items: Sequence[Piece]) -> str:
    said = [word for piece in items if piece.kind in ("number", "times") for word in
            re.findall(r"[^\W\d_]+", piece.text)]  # fmt: skip
    if not said:
        said = [piece.text for piece in items if piece.kind == "letter"] or [""]
    cases = [word_case(word) for word in said]
    if all(case == "upper" for case in cases):
        return "upper"
    if len(cases) > 1 and all(case == "title" for case in cases):
        return "titles"
    return "title" if cases[0] == "title" else "lower"


def _habits(text: str, items: Sequence[Piece], language: str) -> Mapping[str, str]:
    """What a draw of the same words would choose."""
    words = set(re.findall(r"[^\W\d_]+", text.lower()))
    zeros = zero_words(language)
    return {
        "zero": next((word for word in zeros if word in words), zeros[0]),
        "double": "yes" if any(piece.kind == "times" for piece in items) else "no",
    }


def _grouped(
    items: Sequence[Piece], gaps: Sequence[str], shown: Shown
) -> tuple[list[str], list[str]]:
    """The groups of a code, and what stands between them."""
    groups: list[str] = []
    joints: list[str] = []
    word: list[str] = []

    def close() -> None:
        runs = _runs(word)
        for at, run in enumerate(runs):
            if at:
                joints.append("" if shown.said == "figures" else shown.inner)
            groups.append(run)
        word.clear()

    for at, piece in enumerate(items):
        gap = gaps[at] if at else ""
        parted = bool(gap) if shown.said == "figures" else not _within(gap, shown.inner)
        if at and parted:
            close()
            joints.append(gap)
        word.append(piece.code)
    if word:
        close()
    if len(groups) > _MOST_GROUPS:
        return ["".join(groups)], []
    return groups, joints


def _of_password(
    groups: Sequence[str], joints: Sequence[str], shown: Shown
) -> tuple[list[str], list[str]]:
    """Letters and figures, as a password is drawn; many of both are one group."""
    runs = re.findall(r"[0-9]+|[^0-9]+", "".join(groups))
    if len(runs) != 2 or runs[0].isdecimal():
        runs = ["".join(runs)]
    usual = "" if shown.said == "figures" else shown.inner
    return runs, [joints[0] if joints else usual] * (len(runs) - 1)


def _password_case(text: str, letters: str) -> str:
    """Of what is written, and of what is spelt with a capital first."""
    if letters != "upper":
        return letters
    written = re.sub(r"[\W\d_]+", "", text)
    return "upper" if written.isupper() else "title"


def _within(gap: str, inner: str) -> bool:
    """Whether what stands between two signs parts no groups."""
    return gap.strip(" -\u00a0\t") == "" or (inner == ", " and gap.strip() == ",")


def _runs(word: Sequence[str]) -> list[str]:
    """Letters and figures that alternate now and then are groups; many times, one group."""
    runs: list[str] = []
    for code in word:
        if runs and runs[-1][-1:].isdecimal() == code[:1].isdecimal():
            runs[-1] += code
        else:
            runs.append(code)
    return runs if len(runs) < _ALTERNATIONS else ["".join(runs)]


# Telephones.


def _phone(
    mention: Mention,
    items: Sequence[Piece],
    gaps: Sequence[str],
    before: str,
    shown: Shown,
    hints: Mapping[str, str],
    language: str,
) -> Raw:
    groups, joints = _grouped(items, gaps, shown)
    extension, tail = "", ""
    words = words_read(language, "numbers", "extension_words")
    for at, joint in enumerate(joints):
        if any(word in words for word in re.findall(r"[^\W\d_]+", joint.lower())):
            extension, tail = "".join(groups[at + 1 :]), phrase(joint, language)
            groups, joints = groups[: at + 1], joints[:at]
            break
    number = "".join(groups)
    lead, country, cut = _lead(number, before, language)
    gap = ""
    if lead == "+":
        before = before.replace("+", "", 1)
    left = cut
    while left and groups:
        taken = min(left, len(groups[0]))
        groups[0] = groups[0][taken:]
        left -= taken
        if not groups[0]:
            groups.pop(0)
            gap = joints.pop(0) if joints else ""
    if lead == "+" and groups and groups[0] == "0":
        groups.pop(0)
        lead, joints[:1] = "+0", []
        gap = " " if " " in gap or not gap else ""
    mobile = country == "44" and number[cut:].lstrip("0").startswith("7")
    return Raw(
        tuple(groups),
        tuple(phrase(joint, language) for joint in joints),
        shown._replace(
            before=phrase(before, language), lead=lead, gap=phrase(gap, language), tail=tail
        ),
        mention.category,
        mention.text,
        hints,
        extension,
        "44 mobile" if mobile else country,
    )


@cache
def _plus(language: str) -> re.Pattern[str]:
    words = "|".join(rf"\b{word}\b" for word in words_read(language, "numbers", "plus_words"))
    return re.compile(words or "(?!)", re.IGNORECASE)


def _lead(number: str, before: str, language: str) -> tuple[str, str, int]:
    """How the country is written before a number, which it is, and how many digits that takes."""
    home = _home(language)
    if "+" in before or _plus(language).search(before):
        country = _country(number)
        return ("+" if "+" in before else "bare"), country or home, len(country)
    if number.startswith("00") and len(number) > 11:
        country = _country(number[2:])
        return "00", country or home, 2 + len(country)
    known = _plans(language, len(number))
    # A number that no plan begins like is read as one of the first country that writes so many.
    fitting = [one for one in known if number.startswith(one[1])] or known
    if not fitting:
        return "", "", 0
    country, lead = fitting[0]
    if not lead:
        return "", country, 0
    return ("bare" if lead == country and country != "1" else "trunk"), country, len(lead)


@cache
def _home(language: str) -> str:
    return get(language).home.calling_code


@cache
def _plans(language: str, count: int) -> tuple[tuple[str, str], ...]:
    """The countries of a language that write so many digits, each with those in front."""
    listed = [get(language).locale(code) for code in get(language).locales]
    leads = ((one.calling_code, one.phone.leads.get(str(count))) for one in listed)
    return tuple((country, lead) for country, lead in leads if lead is not None)


def _country(number: str) -> str:
    return next((number[:w] for w in (1, 2, 3) if number[:w] in calling_codes()), "")


# Which form a code has.


def _sizes(groups: Sequence[str]) -> str:
    return " ".join(str(len(group)) for group in groups)


def _recognised(raw: Raw, settings: Settings) -> Code:
    """The form of a code; free where it has none that is listed."""
    known = _KINDS.get(raw.category)
    found = known(raw, settings) if known else None
    if found is None and raw.category in _COURTS:
        found = _court(raw, settings)
    if found is None and raw.category in _IDENTITIES:
        found = _identity(raw, settings)
    if found is None:
        return Code(FREE)
    form, variety, count = found
    country, variety = varied(form, variety)
    usual = FORMS[form].groupings[count]
    sizes = _sizes(raw.groups)
    groups = sizes if sizes in usual and _own_groups(form, settings) else usual[0]
    runs = (Run("digits", sized("digits", min(4, len(raw.extension)))),) if raw.extension else ()
    return Code(form, variety, groups, runs, country)


def _collapsed(raw: Raw) -> Raw:
    """Many groups of no known form are one."""
    if len(raw.groups) <= _MOST_FREE:
        return raw
    return raw._replace(groups=(raw.code,), joints=())


def _free(groups: Sequence[str]) -> tuple[Run, ...]:
    return tuple(_run(at, groups) for at in range(len(groups)) if groups[at])


def _run(at: int, groups: Sequence[str]) -> Run:
    group = groups[at]
    kind = "letters" if group.isalpha() else "digits" if group.isdecimal() else "mixed"
    if kind == "digits":
        kind = _of_figures(at, groups)
    return Run(kind, sized(kind, len(group)))


def _of_figures(at: int, groups: Sequence[str]) -> str:
    """A serial and a year stand beside each other: 345/2019, 19124/02."""
    figures = [place for place, one in enumerate(groups) if one.isdecimal()]
    if len(figures) != 2:
        return "digits"
    first, second = (groups[place] for place in figures)
    year = figures[0] if _YEAR.fullmatch(first) else figures[1] if _YEAR.fullmatch(second) else -1
    if year >= 0:
        return "year" if at == year else "serial"
    if len(second) == 2 and len(first) > 2:
        return "short year" if at == figures[1] else "serial"
    return "digits"


_Known = tuple[str, str, int]


_LENGTHS = {"1": (7, 10), "34": (9,), "44": (10,)}
"""How many digits the numbers of a country have, without its code."""
_LENGTH = (9,)


def _phone_form(raw: Raw, settings: Settings) -> _Known | None:
    count = len(raw.code)
    if count < 5:
        return None
    if not settings.country:
        home = _home(settings.language)
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
_IDENTITIES = frozenset(
    ("ID", "NATIONAL_ID", "MEMBER_ID", "MEDICAL_LICENSE", "MEDICAL_RECORD", "PRESCRIPTION_ID")
)
_DOCKET = re.compile(r"\d:\d\d-([a-z]{2})-\d{3,6}((?:-[A-Z]{2,4})*)")
_ECLI = "ECLI:"
"""European Case Law Identifiers (2011/C 127/01): country, court, year, number."""


def _court(raw: Raw, settings: Settings) -> _Known | None:
    docket = _DOCKET.match(raw.text)
    if docket:
        kind = docket[1] if docket[1] in FORMS["docket"].varieties else "cv"
        return "docket", kind, 13 if docket[2] else 10
    if raw.text.upper().startswith(_ECLI):
        country = raw.text.upper()[len(_ECLI) :].partition(":")[0]
        known = settings.country and country in FORMS["ecli"].varieties
        return "ecli", country if known else "EU", 1
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
)
_GROUPED = {
    "2 8 2": "nass",
    "2 10": "nass",
    "2 2 5": "collegiate",
    "3 2 4": "ssn",
    "2 3 3 1": "rut",
}


def _identity(raw: Raw, settings: Settings) -> _Known | None:
    """Identity numbers whose shape tells their country."""
    if raw.code.isdecimal() and _sizes(raw.groups) in _GROUPED:
        form = _GROUPED[_sizes(raw.groups)]
        return form, "", next(iter(FORMS[form].groupings))
    if raw.category == "MEDICAL_LICENSE" and _PHYSICIANS.fullmatch(raw.code):
        return "registration", "", 9
    for form, pattern in _PATTERNS if raw.category in _PEOPLE else ():
        if pattern.fullmatch(raw.code):
            return form, "", next(iter(FORMS[form].groupings))
    return None


# How a mention shows it.


def _own_groups(form: str, settings: Settings) -> bool:
    """Whether a number keeps its grouping; that of a phone number tells the country."""
    return settings.country or form != "phone"


def _whole(raw: Raw, main: Raw, code: Code, own: bool = True) -> Shown:
    """A mention of all of a code."""
    shown = raw.shown
    count = len(code.groups.split()) if code.form != FREE else len(code.runs)
    groups = ""
    if code.form != FREE:
        sizes, usual = _sizes(raw.groups), FORMS[code.form].groupings
        places = sum(map(int, code.groups.split()))
        groups = sizes if sizes in usual[places] and own else code.groups
        count = len(groups.split())
    if code.form in _OWN:
        shown = shown._replace(letters="own", said="figures", language="")
    return shown._replace(groups=groups, joints=_joints(raw, count, shown))


_OWN = frozenset(("docket", "ecli", "key", "bitcoin", "segwit", "ethereum"))


def _joints(raw: Raw, count: int, shown: Shown) -> tuple[str, ...]:
    """The marks between so many groups; where there are other groups, the most usual one."""
    if len(raw.joints) == count - 1:
        return raw.joints
    if not raw.joints:
        return ("" if shown.said == "figures" else shown.inner,) * (count - 1)
    usual = Counter(raw.joints).most_common(1)[0][0]
    return (usual,) * (count - 1)


def _part(raw: Raw, main: Raw, code: Code) -> Shown | None:
    """Where a mention stands in a longer one; None where it does not."""
    own, whole = raw.code, main.code
    if not own or (raw.category in _PHONES) != (main.category in _PHONES):
        return None
    if own == whole:
        return _whole(raw, main, code)
    shown = raw.shown._replace(lead="", gap="", tail="", groups="", joints=())
    if main.extension and own == main.extension:
        return shown._replace(part="last", size=code.runs[0].size)
    at = whole.find(own)
    return None if at < 0 else _piece(raw, main, code, shown, at)


def _piece(raw: Raw, main: Raw, code: Code, shown: Shown, at: int) -> Shown | None:
    """A part that begins somewhere in a code: whole groups, or its beginning or end."""
    own, cuts = len(raw.code), _cuts(main, code)
    if at in cuts and at + own in cuts:
        first, last = cuts.index(at), cuts.index(at + own)
        joints = _joints(raw, last - first, shown)
        return shown._replace(part="groups", first=first, size=last - first, joints=joints)
    if own > _FEW or (at and not main.code.endswith(raw.code)):
        return None
    size = min(own, _FEWER) if code.form == "password" else own
    return shown._replace(part="last" if at else "first", size=size)


def _cuts(main: Raw, code: Code) -> list[int]:
    """Where the groups of a code begin and end, in the code as it stands."""
    sizes = [len(group) for group in main.groups]
    if code.form != FREE:
        listed = list(map(int, code.groups.split()))
        if sum(listed) == sum(sizes):
            sizes = listed
        elif len(listed) != len(sizes):
            return []
    return [sum(sizes[:at]) for at in range(len(sizes) + 1)]


def _hinted(raw: Raw, code: Code, number: int, settings: Settings) -> dict[Label, str]:
    """What a draw would have to choose to give the code back."""
    found: dict[Label, str] = {}
    text = raw.code
    if code.form == FREE:
        groups = [group for group in raw.groups if group]
        return {("run", number, at): group for at, group in enumerate(groups)}
    if code.form == "docket":
        text = re.sub(r"\W+", "", raw.text)
    variety = f"{code.country} {code.variety}".strip()
    cells = FORMS[code.form].cells(variety, sum(map(int, code.groups.split())), settings)
    at, out = 0, ""
    for cell in cells:
        out += "?" if cell == COMPUTED else text[at : at + len(cell[0])]
        at += len(cell[0])
    if at == len(text):
        found["code", number] = out
    if raw.extension:
        found["run", number, 0] = raw.extension
    return found
