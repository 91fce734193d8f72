"""More texts that make a careless scan crawl: mixtures of what real corpora hold, without end.

``hostile_shapes`` has the shapes that every run of the tests goes through; these are gone through
by the slow tests and by ``benchmarks/hostile.py``.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable
from itertools import count, islice, permutations

from hostile_shapes import _FIRST as FIRST
from hostile_shapes import _LAST as LAST
from hostile_shapes import _MONTHS as MONTHS
from hostile_shapes import _TOWNS as TOWNS
from hostile_shapes import (
    _again,
    _date,
    _digits,
    _filled,
    _mixed,
    _name,
    _one,
    _pieces,
    _short_date,
    _strange_name,
    _word,
)

__all__ = ["MIXTURES", "RUNS", "beside_a_run"]

_ORDINALS = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_ONES = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_NAMES = ("Anna", "Wexley", "Marsh", "Tarbuck", "Quill", "Lodge", "Harker", "Bram", "Vane")
_LINES = ("ok", "yes", "no", "Anna", "3 May", "17", "?", "Ms", "call", "Leeds")


def _words_of(number: int) -> str:
    return f"{_TENS[_mixed(number) % 8]}-{_ONES[_mixed(number) // 8 % 9]}"


def _nested(opens: str, inner: str, closes: str) -> Callable[[int], str]:
    def made(size: int) -> str:
        parts = max(1, (size - len(inner)) // (len(opens) + len(closes)))
        return (opens * parts + inner + closes * parts).ljust(size, closes[-1])[:size]

    return made


def _after(head: str, piece: Callable[[int], str]) -> Callable[[int], str]:
    """A text that begins so, and goes on with numbered pieces."""
    return lambda size: _filled((head, *map(piece, range(size))).__iter__(), size)


def _letters(number: int, first: str, of: int) -> str:
    return "".join(chr(ord(first) + _mixed(number * 31 + at) % of) for at in range(6))


def _in_turn(number: int) -> str:
    greek, cyrillic = _letters(number, "α", 24), _letters(number, "а", 32)
    return (_word(number), greek, cyrillic, "中文名", "שלום", "محمد")[number % 6]


def _digest(number: int) -> str:
    return hashlib.sha256(str(number).encode()).hexdigest()


def _base64(number: int) -> str:
    return base64.b64encode(bytes.fromhex(_digest(number))).decode()


def _initial(number: int) -> str:
    return _word(number)[0].upper()


def _title(number: int, syllables: int = 3) -> str:
    return _word(number, syllables).title()


def _quoted_mail(number: int) -> str:
    mark = ">" * (number % 40) + " " if number % 40 else ""
    lines = (
        f"From: {_name(number)} <{_word(number)}@{_word(number + 1)}.org>",
        f"Sent: {_date(number)} {number % 24:02}:{number % 60:02}",
        f"To: {_strange_name(number + 3)}",
        f"Subject: RE: {_word(number)}",
        "",
        f"Dear {_one(FIRST, number)},",
        f"thanks for your call on {_short_date(number)}.",
    )
    return "".join(f"{mark}{line}\n" for line in lines)


_NOTATIONS: tuple[Callable[[int], str], ...] = (
    lambda n: f"{n % 28 + 1}.{n % 12 + 1}.{1950 + n % 70}",
    lambda n: f"{n % 12 + 1}/{n % 28 + 1}/{n % 100:02}",
    lambda n: f"{1950 + n % 70}-{n % 12 + 1:02}-{n % 28 + 1:02}",
    lambda n: f"{_one(MONTHS, n)} {n % 28 + 1}, {1950 + n % 70}",
    lambda n: f"the {_ORDINALS[n % 10]} of {_one(MONTHS, n)}",
    lambda n: f"{n % 28 + 1}-{_one(MONTHS, n)[:3]}-{n % 100:02}",
    lambda n: f"{n % 28 + 1} de mayo de {1950 + n % 70}",
    lambda n: f"el {n % 28 + 1}/{n % 12 + 1}",
    lambda n: f"nineteen {_words_of(n)}",
    lambda n: f"{1950 + n % 70}{n % 12 + 1:02}{n % 28 + 1:02}",
    lambda n: f"Q{n % 4 + 1} {1950 + n % 70}",
    lambda n: f"spring of {1950 + n % 70}",
    lambda n: f"the {n % 28 + 1}th",
)
_PHONES: tuple[Callable[[int], str], ...] = (
    lambda n: f"({_digits(n, 3)}) {_digits(n, 3)}-{_digits(n, 4)} ",
    lambda n: f"+34 {_digits(n, 3)} {_digits(n, 3)} {_digits(n, 3)} ",
    lambda n: f"{_digits(n, 5)} {_digits(n, 6)} ",
    lambda n: f"00{_digits(n, 11)} ",
)


def _notation(number: int) -> str:
    return _NOTATIONS[number % len(_NOTATIONS)](number)


def _spoken_phone(number: int) -> str:
    return " ".join(_ONES[int(digit) - 1] if digit != "0" else "oh" for digit in _digits(number, 9))


MIXTURES: dict[str, Callable[[int], str]] = {
    # what hides, and what stands around
    "zero-width signs in names and dates": _pieces(
        lambda n: "\u200b".join(_name(n)) + " " + "\u200d".join(_date(n)) + "\n"
    ),
    "soft hyphens in strange names": _pieces(lambda n: "\u00ad".join(_strange_name(n)) + ", "),
    "many accents on names": _pieces(
        lambda n: "".join(f"{sign}\u0301\u0308" for sign in _name(n)) + "\n"
    ),
    "names and numbers turned round": _pieces(
        lambda n: f"\u202e{_name(n)}\u202c \u2067{_digits(n, 8)}\u2069 "
    ),
    "never turned back": _pieces(lambda n: f"\u202b{_one(FIRST, n)} "),
    "quotes and brackets in each other": _nested('("[', "Anna Smith", ']")'),
    "names between nested quotes": _nested('"Anna (', "Mr Wexley", ')"'),
    "guillemets": _pieces(lambda n: f"«{_name(n)} «{_word(n)}» {_date(n)}» "),
    "apostrophes around names": _pieces(lambda n: f"'{_name(n)}' '{_word(n)}'s' "),
    "contractions": _pieces(lambda n: f"{_one(FIRST, n)}'s don't {_word(n)}'ll we've "),
    "names with apostrophes": _pieces(lambda n: f"O'{_title(n)} D’{_title(n + 4)} "),
    "carriage returns": _pieces(lambda n: _name(n) + "\r\r\n"),
    "form feeds": _pieces(lambda n: _name(n) + "\f\v\u2028"),
    "no-break spaces": _pieces(lambda n: _name(n).replace(" ", "\u00a0") + "\u2009"),
    "names as entities": _pieces(lambda n: "".join(f"&#{ord(one)};" for one in _name(n)) + " "),
    "words cut at the end of a line": _pieces(lambda n: f"{_title(n)}-\n{_word(n + 1)} "),
    "scripts in turn": _pieces(lambda n: _in_turn(n) + " "),
    "scripts in one word": _pieces(lambda n: _in_turn(n % 3 + 6 * (n // 3))),
    "capitals of several scripts": _pieces(lambda n: _in_turn(n % 3 + 6 * (n // 3)).title() + " "),
    "encoded words of mail": _pieces(lambda n: f"=?utf-8?Q?{_one(FIRST, n)}_{_word(n)}=C3=A9?= "),
    # the net
    "long address": lambda size: _filled(map(_word, count()), size - 8) + "@abc.com",
    "long address with dashes": lambda size: (
        _filled((f"{_word(n)}-" for n in count()), size - 8) + "@abc.com"
    ),
    "at signs in a word": _pieces(lambda n: f"{_word(n)}@"),
    "handle without end": _after("@", lambda n: f"{_word(n)}_"),
    "names in one URL": _after(
        "https://example.com/?", lambda n: f"{_word(n)}={_name(n).replace(' ', '+')}&"
    ),
    "names in URLs": _pieces(lambda n: f"https://x.org/{_name(n).replace(' ', '%20')}%40{n} "),
    "links of Markdown": _pieces(
        lambda n: f"[{_name(n)}](https://x.org/{_word(n)}) **{_one(FIRST, n)}** "
    ),
    "headings of Markdown": _pieces(lambda n: f"# {_name(n)}\n## {_date(n)}\n* {_word(n)}\n"),
    "lines of base64": _pieces(lambda n: _base64(n) + "\n"),
    "one line of base64": _pieces(_base64),
    "hex digits": _pieces(_digest),
    "hex digits in pairs": _pieces(lambda n: f"{_digest(n)[:2]}:"),
    "addresses of six groups": _pieces(
        lambda n: ":".join(_digest(n)[at : at + 4] for at in range(0, 32, 4)) + " "
    ),
    "identifiers in hex": _pieces(lambda n: f"{_digest(n)[:8]}-aaaa-4bbb-8ccc-{_digest(n)[:12]} "),
    "percent signs": _pieces(lambda n: f"%{_digits(n, 2)}"),
    "nested JSON": _again('{"patient": {"name": "Anna Smith", "rel": ['),
    "escaped JSON": _pieces(lambda n: f'{{\\"name\\": \\"{_name(n)}\\", \\"n\\": {n}}}, '),
    "JSON with escaped letters": _pieces(lambda n: json.dumps({"n": f"José {_title(n)} Muñoz"})),
    "lines of a log": _pieces(
        lambda n: (
            f"[2004-05-{n % 28 + 1:02} {n % 24:02}:{n % 60:02}:{n % 60:02},{_digits(n, 3)}] INFO "
            f'user={_word(n)} ip=10.0.{n % 256}.{n // 7 % 256} msg="{_one(FIRST, n)} is in"\n'
        )
    ),
    "chat": _pieces(lambda n: f"[{n % 24:02}:{n % 60:02}] {_one(FIRST, n)}: @{_word(n)} 😀\n"),
    "LaTeX": _pieces(
        lambda n: f"\\textbf{{{_name(n)}}} \\cite{{{_word(n)}{1990 + n % 30}}} $x_{{{n % 9}}}$ "
    ),
    "code": _pieces(
        lambda n: f"def {_word(n)}_{_word(n + 1)}(self, {_word(n)}: int = {n}) -> None: pass\n"
    ),
    "SQL": _pieces(
        lambda n: f"INSERT INTO people VALUES ({n}, '{_name(n)}', '{_short_date(n)}', '@x.org');\n"
    ),
    # letters within letters
    "mails in mails": _pieces(_quoted_mail),
    "quoted at one depth": _pieces(lambda n: f">>>>>> {_name(n)} wrote on {_date(n)}:\n"),
    "names across quoted lines": _pieces(lambda n: f"> {_one(FIRST, n)}\n> {_one(LAST, n)} came\n"),
    # tables
    "table of tabs": _pieces(
        lambda n: f"{_name(n)}\t{_short_date(n)}\t{_word(n)}@x.org\t{_one(TOWNS, n)}\n"
    ),
    "table with a header": _after(
        "| Name | Date of birth | Phone | Town |\n|---|---|---|---|\n",
        lambda n: (
            f"| {_strange_name(n)} | {_short_date(n)} | 555-{_digits(n, 4)} | {_one(TOWNS, n)} |\n"
        ),
    ),
    "table of spaces": _pieces(
        lambda n: f"{_strange_name(n):<30}{_short_date(n):<15}{_digits(n, 6):>12}\n"
    ),
    "rows of money": _pieces(
        lambda n: f"{_word(n)}\t€ {_digits(n, 4)},{_digits(n, 2)}\tUSD {_digits(n, 5)}\n"
    ),
    "short lines": _pieces(lambda n: _LINES[_mixed(n) % 10] + "\n"),
    "given names in lines": _pieces(lambda n: f"{_one(FIRST, n)}\n"),
    # people
    "each person once": _pieces(lambda n: f"{_title(n, 4)} {_title(n * 7 + 3, 4)} said no. "),
    "each with a title": _pieces(lambda n: f"Dr {_title(n, 4)} and Mrs {_title(n * 7, 4)} go. "),
    "two people for ever": _pieces(
        lambda n: ("Mr Wexley", "Anna Marsh", "Wexley", "Anna", "Ms Marsh")[n % 5] + " said so. "
    ),
    "all of one surname": _pieces(lambda n: f"{_title(n)} Wexley, "),
    "all of one given name": _pieces(lambda n: f"Anna {_title(n)} came. "),
    "all of two surnames": _pieces(lambda n: f"{_title(n)} {_title(n + 7)} Smith-Jones, "),
    "names in every order": lambda size: _filled(
        (" ".join(one) + " said no. " for one in islice(permutations(_NAMES), size)), size
    ),
    "names that grow": _pieces(
        lambda n: f"Anna {' '.join(map(_title, range(n % 6)))} Wexley said no. "
    ),
    "a chain of surnames": _pieces(
        lambda n: f"{_title(n)} {_title(n + 1)} met {_title(n + 1)} {_title(n + 2)}. "
    ),
    "spellings of a surname": _pieces(lambda n: f"Mr Wexl{_word(n, 1)}y came. "),
    "one beginning": _pieces(lambda n: f"Mr Dabo{_word(n, 2)} came. "),
    "initials of one name": _pieces(
        lambda n: f"{['Anna', 'A.', 'Ann', 'Annie'][n % 4]} {_initial(n)}. Wexley said no. "
    ),
    "nicknames": _pieces(
        lambda n: f'{_one(FIRST, n)} "{_title(n)}" {_one(LAST, n)} (née {_title(n + 1)}) '
    ),
    "aliases": _pieces(lambda n: f"{_name(n)} aka {_title(n)} alias "),
    "the said": _pieces(lambda n: f'the said {_title(n)}, hereinafter "{_word(n).upper()}", '),
    "relatives": _pieces(lambda n: f"his mother's brother {_title(n)}'s wife's "),
    "degrees": _pieces(lambda n: f"Sir Prof. Dr. {_title(n)}, MD, PhD, "),
    "my name is": _pieces(lambda n: f"my name is {_word(n)} "),
    "born to": _pieces(lambda n: f"born in {_one(TOWNS, n)} on {_date(n)} to {_name(n)} and "),
    "cited authors": _pieces(
        lambda n: f"({_title(n)} et al., {1990 + n % 30}; {_title(n + 1)} & {_title(n + 2)}, 2001) "
    ),
    "initials before surnames": _pieces(lambda n: f"{_initial(n)} {_title(n)}, "),
    "initials behind surnames": _pieces(lambda n: f"{_title(n)} {_initial(n)}.{_initial(n)}., "),
    "Mc and Mac": _pieces(lambda n: f"Mc{_title(n)} Mac{_title(n + 4)}-"),
    "van der": _pieces(lambda n: f"van der {_title(n)} "),
    "names in small letters": _pieces(lambda n: f"{_name(n).lower()} "),
    "names run together": _pieces(lambda n: f"{_name(n).replace(' ', '')} "),
    "names and underscores": _pieces(lambda n: f"{_title(n)}_{_title(n + 1)}_"),
    "names and slashes": _pieces(lambda n: f"{_title(n)}/"),
    "names and hyphens": _pieces(lambda n: f"{_title(n)}-{_title(n + 1)} "),
    "one enormous name": lambda size: "Mr " + _filled(map(_word, count()), size - 3).capitalize(),
    "capitals and names": _pieces(lambda n: f"{_word(n).upper()}, {_title(n + 1)}, "),
    # words that join
    "first y last": _pieces(lambda n: f"{_one(FIRST, n)} y {_one(LAST, n)} "),
    "strange names and y": _pieces(lambda n: f"{_title(n)} y "),
    "strange names and de la": _pieces(lambda n: f"{_title(n)} de la "),
    "strange names and of": _pieces(lambda n: f"{_title(n)} of "),
    "universities and hospitals": _pieces(lambda n: f"University of {_title(n)} Hospital of "),
    "companies of people": _pieces(lambda n: f"{_title(n)}, {_title(n + 1)} & Sons Ltd. "),
    "Spanish and English": _pieces(
        lambda n: (
            f"{_name(n)} llamó el {n % 28 + 1} de mayo a la Sra. {_title(n)}. "
            f"Then Mrs {_title(n + 1)} called {_name(n)} on {_date(n)}. "
        )
    ),
    "English names in Spanish": _pieces(
        lambda n: f"el señor {_one(FIRST, n)} de {_one(TOWNS, n)} y la señora "
    ),
    "peoples": _again("Spanish French German Italian English "),
    "abbreviations": _again("St. Mr. Dr. No. vs. etc. e.g. Inc. "),
    # letters one by one
    "spelt names": _pieces(lambda n: " ".join(_word(n).upper()) + ", "),
    "spelt names with points": _pieces(lambda n: ".".join(_word(n).upper()) + ". "),
    "alphabets of spelling": _again("A for Alpha B as in Bravo N like November "),
    "spelt addresses": _pieces(lambda n: " ".join(_word(n)) + " at g m a i l dot com "),
    "capitals with points": _pieces(lambda n: "".join(f"{one}." for one in _word(n).upper())),
    # numbers
    "number words for ever": _pieces(lambda n: _words_of(n) + " "),
    "hundreds and": _pieces(lambda n: f"{_ONES[_mixed(n) % 9]} hundred and "),
    "números con y": _pieces(
        lambda n: f"{('treinta', 'sesenta')[n % 2]} y {('uno', 'dos', 'tres')[n % 3]} mil "
    ),
    "ordinal words": _pieces(lambda n: f"the {_ORDINALS[n % 10]} and {_TENS[n % 8]}-first "),
    "ordinals": _pieces(lambda n: f"{n % 400 + 1}{['st', 'nd', 'rd', 'th'][n % 4]} "),
    "ordinales": _pieces(lambda n: f"{n % 40 + 1}º {n % 40 + 1}.ª "),
    "spoken telephone numbers": _pieces(lambda n: _spoken_phone(n) + ", "),
    "telephone numbers of all layouts": _pieces(lambda n: _PHONES[n % 4](n)),
    "digits and commas": _pieces(lambda n: f"{_digits(n, 3)},"),
    "digits and points": _pieces(lambda n: f"{_digits(n, 3)}."),
    "digits and dashes": _pieces(lambda n: f"{_digits(n, 3)}-"),
    "digits and slashes": _pieces(lambda n: f"{_digits(n, 2)}/"),
    "digits in brackets": _pieces(lambda n: f"({_digits(n, 3)})"),
    "letters and digits": _pieces(lambda n: f"{_initial(n)}{_digits(n, 3)}{_word(n)[1]}"),
    "accounts": _pieces(
        lambda n: "ES" + _digits(n, 2) + "".join(f" {_digits(n + at, 4)}" for at in range(5)) + " "
    ),
    "currencies": _pieces(lambda n: f"${_digits(n, 3)}€{_digits(n, 3)}£{_digits(n, 3)}¥"),
    "amounts in words": _pieces(lambda n: f"{_words_of(n)} dollars and {_words_of(n + 1)} cents "),
    "ages of all kinds": _pieces(
        lambda n: f"{n % 90} yo, a {_words_of(n)}-year-old, {n % 90}-year-old, age {n % 90}; "
    ),
    "paragraphs of a law": _again("§ 12(3)(a)(iv) "),
    # dates
    "dates in all notations": _pieces(lambda n: _notation(n) + "; "),
    "dates run together": _pieces(_notation),
    "ranges of dates": _pieces(
        lambda n: f"{n % 28 + 1}-{n % 28 + 2}/{n % 12 + 1}/{1990 + n % 30} to {_date(n)}–"
    ),
    "the third of the fifth": _again("the third of the fifth of "),
    "years in words": _pieces(lambda n: f"nineteen {_words_of(n)} "),
    "times of all kinds": _pieces(
        lambda n: f"{n % 12 + 1}pm, half past {_ONES[n % 9]}, {n % 12 + 1}:{n % 60:02} am, noon, "
    ),
    "weekdays and days": _pieces(
        lambda n: f"{['Monday', 'Tuesday', 'Friday'][n % 3]} the {n % 28 + 1}th, "
    ),
    # places
    "British addresses": _pieces(
        lambda n: f"{n % 400 + 1} {_title(n)} Road, Flat {n % 9}, {_one(TOWNS, n)} LS{n % 20} 9AB, "
    ),
    "American addresses": _pieces(
        lambda n: f"{n % 4000} {_title(n)} Ave Apt {n % 40}, {_one(TOWNS, n)}, TX {_digits(n, 5)} "
    ),
    "direcciones": _pieces(
        lambda n: f"C/ {_title(n)} n.º {n % 90 + 1}, {n % 9 + 1}.º B, 28{n % 50:03} Madrid, "
    ),
    "streets without numbers": _pieces(lambda n: f"{_title(n)} Street and "),
    "hospitales": _pieces(lambda n: f"Hospital {_title(n)} de {_one(TOWNS, n)} "),
    "one town behind the other": _pieces(lambda n: f"{_one(TOWNS, n)} "),
    # ends of sentences
    "points of suspense": _again("Anna... "),
    "calls": _again("Anna! Ben? "),
}
RUNS = (
    *" .,-_'\"\t\n/:;!?&#@*|=+~()0aA\u00a0\u200b\u0301€",
    *(". ", ", ", "a ", "A. ", "0 ", "0,", "a-", "A'", "&a", "\n\n", "'s ", "de ", "y ", "of "),
    *("and ", "1/", "@a", ".a", "1º", "st", "one ", "mil ", "\r\n", "las ", "Mr. "),
)
"""What stands again and again between two things that are private."""
_BESIDE = (
    ("Mr Quentin Tarbuck", "Mr Quentin Tarbuck"),
    ("14 Wexley Road, Leeds ", "3 May 2004"),
    ("call 020 7946 0991", "anna@example.org"),
    ("las", "cinco de mayo de 2004"),
    ("the Tarbuck Water Company", "University of Leeds"),
)


def beside_a_run(run: str, size: int) -> list[str]:
    """Texts with one long run of a sign or word between two things that are private."""
    long = (run * (size // len(run) + 1))[:size]
    return [before + long + behind for before, behind in _BESIDE]
