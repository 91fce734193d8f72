"""Numbers, dates, times, amounts and codes as people say them, in English and Spanish."""

from __future__ import annotations

import random
import re
from functools import cache

from num2words import num2words  # type: ignore[import-untyped]

from understudy.languages import get, installed

MONTHS = {code: tuple(get(code).table("calendar")["months"]) for code in installed()}
_SIGNS = {
    "en": {"@": "at", ".": "dot", "_": "underscore", "-": "dash", "/": "slash", ":": "colon"},
    "es": {"@": "arroba", ".": "punto", "_": "guion bajo", "-": "guion", "/": "barra"},
}
_MONEY = {
    "en": {"$": "dollars", "£": "pounds", "€": "euros", "EUR": "euros", "USD": "dollars"},
    "es": {"$": "pesos", "£": "libras", "€": "euros", "EUR": "euros", "S/": "soles"},
}
_DATE = re.compile(r"(\d{1,4})([./-])(\d{1,2})\2(\d{2,4})")
_TIME = re.compile(r"(\d{1,2})[:.](\d{2})(?:[:.]\d{2})?")
_AMOUNT = re.compile(r"(\$|£|€|EUR|USD|S/)?\s*(\d[\d.,]*\d|\d)\s*(€|k\b)?")
_NUMBER = re.compile(r"(\d+)(st|nd|rd|th|[ºª])?")


@cache
def cardinal(number: int, language: str) -> str:
    return _bare(num2words(number, lang=language))


@cache
def ordinal(number: int, language: str) -> str:
    return _bare(num2words(number, lang=language, to="ordinal"))


def _bare(words: str) -> str:
    return words.replace("-", " ").replace(",", "")


def year(number: int, language: str) -> str:
    """Nineteen eighty five; two thousand and six; mil novecientos ochenta y cinco."""
    pairs = get(language).table("calendar")["traits"]["year_pairs"]
    if not pairs or 2000 <= number <= 2009 or number % 100 == 0:
        return cardinal(number, language)
    low = number % 100
    tail = f"oh {cardinal(low, language)}" if low < 10 else cardinal(low, language)
    return f"{cardinal(number // 100, language)} {tail}"


def plain(text: str, language: str, rng: random.Random) -> str:
    """Every number of a text in words."""

    def said(found: re.Match[str]) -> str:
        digits, ending = found[1], found[2]
        if len(digits) > 6 or (len(digits) > 1 and digits[0] == "0"):
            return f" {code(digits, language, rng)} "
        number = int(digits)
        if ending:
            return f" {ordinal(number, language)} "
        if 1900 <= number <= 2099:
            return f" {year(number, language)} "
        if language == "en" and 1000 <= number <= 9999 and number % 100 and rng.random() < 0.7:
            return f" {year(number, language)} "
        words = cardinal(number, language)
        return f" {words.replace(' and ', ' ') if rng.random() < 0.5 else words} "

    return _NUMBER.sub(said, text)


def code(text: str, language: str, rng: random.Random) -> str:
    """Letter by letter and digit by digit, or in pairs; sometimes `double five`."""
    pairs = rng.random() < (0.45 if language == "es" else 0.12)
    signs = rng.random() < 0.3
    said: list[str] = []
    for run in re.findall(r"\d+|ext|[^\W\d_]|[-/]", text):
        if run.isdigit():
            said += _in_pairs(run, language) if pairs else _digits(run, language, rng)
        elif run in "-/":
            said += [_SIGNS[language][run]] if signs else []
        else:
            said.append("extension" if run == "ext" else run)
    return " ".join(said)


def _in_pairs(run: str, language: str) -> list[str]:
    parts = [run[at : at + 2] for at in range(0, len(run), 2)]
    zero = cardinal(0, language)
    return [
        cardinal(int(part), language)
        if part[0] != "0" or len(part) == 1
        else f"{zero} {cardinal(int(part[1]), language)}"
        for part in parts
    ]


def _digits(run: str, language: str, rng: random.Random) -> list[str]:
    double = rng.random() < 0.25
    zero = "oh" if language == "en" and rng.random() < 0.5 else cardinal(0, language)
    times = get(language).table("numbers")["times"]
    twice = next(said for said, count in times.items() if count == 2)
    said, at = [], 0
    while at < len(run):
        word = zero if run[at] == "0" else cardinal(int(run[at]), language)
        if double and run[at : at + 2] == run[at] * 2:
            said.append(f"{twice} {word}")
            at += 2
        else:
            said.append(word)
            at += 1
    return said


def date(text: str, language: str, rng: random.Random) -> str:
    found = _DATE.fullmatch(text)
    if not found:
        return plain(text, language, rng)
    first, second, last = int(found[1]), int(found[3]), int(found[4])
    if first > 31:
        first, last = last, first
    if second > 12 or (get(language).home.month_first and first <= 12 and rng.random() < 0.5):
        first, second = second, first
    if last < 100:
        last += 1900 if last > 25 else 2000
    if not (1 <= second <= 12 and 1 <= first <= 31):
        return plain(text, language, rng)
    month = MONTHS[language][second - 1]
    if language == "es":
        link = rng.choice(("de", "del"))
        return f"{cardinal(first, 'es')} de {month} {link} {year(last, 'es')}"
    day = ordinal(first, "en")
    forms = (f"{month} {day}", f"the {day} of {month}", f"{month} {cardinal(first, 'en')}")
    return f"{rng.choice(forms)} {year(last, 'en')}"


def time(text: str, language: str, rng: random.Random) -> str:
    found = _TIME.search(text)
    if not found:
        return plain(text, language, rng)
    hour, minute = int(found[1]), int(found[2])
    if hour > 12 and rng.random() < 0.5:
        hour -= 12
    said = "una" if language == "es" and hour == 1 else cardinal(hour, language)
    if minute and language == "en":
        said += f" {'oh ' if minute < 10 else ''}{cardinal(minute, 'en')}"
    elif minute:
        quarters = {15: "cuarto", 30: "media"}
        said += f" y {quarters.get(minute) or cardinal(minute, 'es')}"
    rest = re.sub(r"\b([ap])\.?m\b\.?", r"\1 m", text[found.end() :], flags=re.I)
    return f"{text[: found.start()]}{said} {rest}"


def amount(text: str, language: str, rng: random.Random) -> str:
    found = _AMOUNT.search(text)
    if not found:
        return text
    thousands, decimal = (",", ".") if language == "en" else (".", ",")
    whole, _, part = found[2].replace(thousands, "").partition(decimal)
    if not whole.isdigit():
        return plain(text, language, rng)
    said = cardinal(int(whole), language)
    sign = found[1] or found[3] or ""
    if sign == "k":
        said += " thousand" if language == "en" else " mil"
    elif sign:
        said += f" {_MONEY[language].get(sign, sign)}"
    if part.isdigit() and int(part):
        said += f" {rng.choice(('and', '') if language == 'en' else ('con', 'y'))} "
        said += cardinal(int(part), language)
    return f"{text[: found.start()]}{said} {text[found.end() :]}"


def web(text: str, language: str, rng: random.Random) -> str:
    """An e-mail or web address, spoken."""
    rest = re.sub(r"^https?://", "", text)
    said = "".join(
        f" {_SIGNS[language][sign]} " if sign in _SIGNS[language] else sign for sign in rest
    )
    said = said.replace("www", rng.choice(("w w w", "www", "double u double u double u")))
    return plain(re.sub(r"[^\w\s]", " ", said), language, rng)
