"""Texts that make a careless scan crawl, as generators: a shape and a size make a text.

Some are attacks (zero-width signs between all letters), most are what real corpora hold in bad
moments: a list of ten thousand dates, a table without end, one word of 100 kB.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

__all__ = ["SHAPES", "prose", "varied"]


def _listed(words: str) -> list[str]:
    return words.split()


_PROSE = (
    "The committee met again in the spring to discuss the repair of the old bridge. "
    "Mr Arthur Wexley, who had lived in Bristol since 3 May 2004, wrote to the council about it, "
    "and the answer came within two weeks. Nobody had asked how long the work would take or who "
    "would pay for it, as most of the people in the room knew that the money was not there. "
    "A second letter, signed by Helen Marsh, gave a telephone number and asked for a call. "
)
_SYLLABLES = _listed("ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu")
_MONTHS = _listed("January February March April May June July August September October")
_FIRST = _listed("Anna Ben Carla David Emma Frank Grace Henry Irene James Kate Louis Maria Noah")
_LAST = _listed("Smith Jones Brown Taylor Wilson Evans Thomas Roberts Walker Wright Green Hall")
_THINGS = _listed(
    "bridge harbour school library garden kitchen market railway chapel orchard engine theatre "
    "museum cellar window letter garage meadow village factory"
)
_KINDS = _listed("old new small broken quiet distant famous wooden empty narrow heavy modern")
_PEOPLE = _listed("committee council family neighbours teachers workers members owners visitors")
_TOWNS = _listed("London Paris Madrid Bristol Leeds York Boston Chicago Dublin Oxford Lima Rome")


def _filled(pieces: Iterator[str], size: int) -> str:
    """So many characters of endless pieces."""
    made: list[str] = []
    length = 0
    for piece in pieces:
        made.append(piece)
        length += len(piece)
        if length >= size:
            break
    return "".join(made)[:size]


def _again(piece: str) -> Callable[[int], str]:
    return lambda size: (piece * (size // len(piece) + 1))[:size]


def _pieces(piece: Callable[[int], str]) -> Callable[[int], str]:
    """The text of a shape whose pieces are numbered."""
    return lambda size: _filled(map(piece, count()), size)


def _mixed(number: int) -> int:
    """A number far from its neighbours'."""
    return (number + 1) * 48271 % 2147483647


def _word(number: int, syllables: int = 3) -> str:
    """An invented word, another for each number."""
    rest, made = _mixed(number), ""
    for _ in range(syllables):
        rest, at = divmod(rest, len(_SYLLABLES))
        made += _SYLLABLES[at]
    return made


def _one(of: list[str], number: int) -> str:
    return of[_mixed(number) // 7 % len(of)]


def _name(number: int) -> str:
    return f"{_one(_FIRST, number)} {_one(_LAST, number * 3 + 1)}"


def _strange_name(number: int) -> str:
    return f"{_word(number).title()} {_word(number * 7 + 3).title()}"


def _date(number: int) -> str:
    mixed = _mixed(number)
    return f"{mixed % 28 + 1} {_MONTHS[mixed // 31 % 10]} {1950 + mixed // 311 % 70}"


def _short_date(number: int) -> str:
    mixed = _mixed(number)
    return f"{mixed % 28 + 1:02}/{mixed // 31 % 12 + 1:02}/{1950 + mixed // 311 % 70}"


def _digits(number: int, figures: int) -> str:
    return f"{_mixed(number) * 7919 % 10**figures:0{figures}}"


def _between(sign: str) -> Callable[[int], str]:
    """Prose with a sign behind each letter."""
    each = len(sign) + 1
    return lambda size: sign.join(prose(size // each + 1))[:size]


def _shifted(first: int) -> Callable[[int], str]:
    """Prose in capital letters of another block of Unicode."""

    def made(size: int) -> str:
        table = {ord("A") + at: first + at for at in range(26)}
        return prose(size).upper().translate(table)

    return made


def _nested(size: int) -> str:
    return "(" * (size // 2) + ")" * (size // 2)


def _nested_names(size: int) -> str:
    parts = size // 14
    return ("(Anna Smith " * parts + ")" * parts).ljust(size, ")")


def _quoted_deeper(size: int) -> str:
    """A letter that each answer quotes once more."""
    lines = (">" * (number % 200 + 1) + " Anna wrote on 3 May 2004:\n" for number in count())
    return _filled(lines, size)


def prose(size: int) -> str:
    """Ordinary text, to compare with."""
    return _again(_PROSE)(size)


def _paragraph(number: int, marked: bool = True) -> str:
    thing, kind = _one(_THINGS, number), _one(_KINDS, number * 5 + 2)
    people, others = _one(_PEOPLE, number * 11 + 3), _one(_PEOPLE, number * 13 + 7)
    who = f"Mr {_one(_FIRST, number)} {_word(number).title()}, who had lived in "
    who += f"{_one(_TOWNS, number)} since {_date(number)}, " if marked else ""
    signed = f"signed by {_name(number * 17 + 5)}, " if marked else ""
    return (
        f"The {people} met again in the spring to discuss the repair of the {kind} {thing}. "
        f"{who if marked else 'They '}wrote to the {others} about it, and the answer came within "
        f"{_one(_KINDS, number)} weeks. Nobody had asked how long the "
        f"{_one(_THINGS, number * 3 + 1)} would take or who would pay for it, as most of the "
        f"{people} in the room knew that the money was not there. A second letter, {signed}gave a "
        "telephone number and asked for a call. "
    )


def varied(size: int, marked: bool = True) -> str:
    """Ordinary text that does not repeat itself, as real text does not, to compare hostile ones
    with; without names, places and dates where it is not ``marked``."""
    return _pieces(lambda number: _paragraph(number, marked))(size)


SHAPES: dict[str, Callable[[int], str]] = {
    # words without end
    "one capital letter": _again("A"),
    "one small letter": _again("a"),
    "one capitalised word": lambda size: "A" + "a" * (size - 1),
    "a name in one word": _again("Anna"),
    "capitals in one word": _again("WEXLEY"),
    "camel case": _pieces(lambda n: _word(n).title()),
    "words in capitals": _pieces(lambda n: _word(n).upper() + " "),
    "names in capitals": _pieces(lambda n: _name(n).upper() + " "),
    "capitalised words": _pieces(lambda n: _word(n).title() + " "),
    "small words": _pieces(lambda n: _word(n) + " "),
    "single letters": _again("A B C D "),
    "initials": _again("J. R. "),
    "spelt letters": _again("A-N-N-A-"),
    "hyphenated word": _again("Anna-Maria-"),
    "apostrophes": _again("O'Brien'"),
    "word with underscores": _again("anna_smith_"),
    "and and and": _again("and "),
    "of the of the": _again("University of the "),
    "one article": _again("The "),
    "de la de la": _again("de la Cruz y "),
    "titles": _again("Mr Dr Mrs Prof. "),
    "Señor don": _again("Sr. D. Don "),
    # what hides
    "zero-width joiners": _between("\u200d"),
    "zero-width spaces": _between("\u200b"),
    "soft hyphens": _between("\u00ad"),
    "right-to-left marks": _between("\u200f"),
    "full-width letters": _shifted(0xFF21),
    "mathematical letters": _shifted(0x1D400),
    "combining accents": _between("\u0301"),
    "accents on one letter": lambda size: "a" + "\u0301" * (size - 1),
    "look-alikes": lambda size: prose(size).translate(str.maketrans("aeop", "аеор")),
    "HTML entities": _again("&#65;&amp;&lt;"),
    "ampersands": _again("&amp;#38;"),
    "broken words": _again("An-\nna Smi-\nth "),
    "control characters": _between("\x01"),
    "emojis": _again("👩‍👩‍👧‍👦🇬🇧"),
    "Chinese": _again("中華人民共和國"),
    "Arabic": _again("محمد بن عبد الله "),
    "lone surrogates": _again("\ud83d Anna "),
    # lines, spaces and signs
    "spaces": _again(" "),
    "tabs": _again("\t"),
    "blank lines": _again("\n"),
    "lines of one letter": _again("a\n"),
    "lines of one capital": _again("A\n"),
    "one huge line": lambda size: prose(size).replace("\n", " "),
    "a line for each word": lambda size: prose(size).replace(" ", "\n"),
    "full stops": _again("."),
    "full stops and spaces": _again(". "),
    "question marks": _again("?! "),
    "dashes": _again("-"),
    "commas": _again("Anna, "),
    "quoted lines": _again("> > > Anna\n"),
    "quotes in quotes": _quoted_deeper,
    "quote signs": _again(">"),
    "nested brackets": _nested,
    "nested names": _nested_names,
    "open brackets": _again("(Anna "),
    "open quotes": _again('"Anna '),
    "pipes": _again("|"),
    "colons": _again("Name: "),
    "labels": _pieces(lambda n: f"Name: {_name(n)}\nDate: {_date(n)}\n"),
    # names
    "one name again": _again("Anna Smith "),
    "one name in sentences": _again("Anna Smith was there. "),
    "list of names": _pieces(lambda n: _name(n) + "\n"),
    "list of strange names": _pieces(lambda n: _strange_name(n) + "\n"),
    "people in sentences": _pieces(lambda n: f"Mr {_strange_name(n)} came to {_one(_TOWNS, n)}. "),
    "names with commas": _pieces(lambda n: f"{_word(n).title()}, {_one(_FIRST, n)}; "),
    "names and again": _pieces(lambda n: f"{_strange_name(n // 2)} and {_word(n // 2).title()}. "),
    "one surname": _pieces(lambda n: f"Mr {_word(n).title()} Smith met Smith. "),
    "towns": _pieces(lambda n: _one(_TOWNS, n) + ", "),
    "streets": _pieces(lambda n: f"{n % 400 + 1} {_word(n).title()} Street, {_one(_TOWNS, n)}\n"),
    "calles": _pieces(lambda n: f"Calle {_word(n).title()} {n % 90 + 1}, 28{n % 50:03} Madrid\n"),
    "companies": _pieces(lambda n: f"{_word(n).title()} Water Company Ltd ({_word(n)[:3]}) "),
    "speakers": _pieces(lambda n: f"{_one(_FIRST, n)}: yes\n{_one(_FIRST, n + 5)}: no\n"),
    # numbers
    "one digit": _again("7"),
    "digits": _pieces(lambda n: _digits(n, 9)),
    "digits and spaces": _pieces(lambda n: _digits(n, 1) + " "),
    "groups of digits": _pieces(lambda n: _digits(n, n % 6 + 1) + " -./,:"[n % 6]),
    "list of numbers": _pieces(lambda n: _digits(n, 8) + "\n"),
    "telephone numbers": _pieces(lambda n: f"+44 20 7946 {_digits(n, 4)}\n"),
    "card numbers": _pieces(lambda n: f"4111 1111 {_digits(n, 4)} {_digits(n + 5, 4)}\n"),
    "number words": _again("twenty-one hundred and forty-two thousand "),
    "palabras de números": _again("doscientos cuarenta y dos mil "),
    "spelt digits": _again("one two three four five double six "),
    "amounts": _pieces(lambda n: f"£{_digits(n, 5)}.50 and ${_digits(n, 3)},000 "),
    "ages": _pieces(lambda n: f"aged {n % 90 + 1}, {n % 60 + 1} years old, "),
    "record numbers": _pieces(lambda n: f"MRN {_digits(n, 7)}, case no. AB-{_digits(n, 6)}\n"),
    "table of numbers": _pieces(lambda n: f"| {_digits(n, 3)} | {_digits(n, 5)} | {_word(n)} |\n"),
    "comma table": _pieces(lambda n: f"{n},{_name(n)},{_short_date(n)},{_digits(n, 6)}\n"),
    # dates
    "list of dates": _pieces(lambda n: _date(n) + "\n"),
    "dates in one line": _pieces(lambda n: _date(n) + ", "),
    "one date again": _again("3 May 2004 "),
    "list of short dates": _pieces(lambda n: _short_date(n) + "\n"),
    "ISO dates": _pieces(lambda n: f"{1950 + n % 70}-{n % 12 + 1:02}-{n % 28 + 1:02} "),
    "dates in a court file": _pieces(
        lambda n: f"On {_date(n)} the applicant, Mr {_one(_LAST, n)}, lodged an appeal. "
    ),
    "times": _pieces(lambda n: f"{n % 24:02}:{n % 60:02} "),
    "time stamps": _pieces(lambda n: f"2004-05-{n % 28 + 1:02}T{n % 24:02}:{n % 60:02}:00Z ok\n"),
    "weekdays": _again("Monday, Tuesday and next Wednesday "),
    "years": _pieces(lambda n: f"{1900 + n % 120} "),
    "fechas": _pieces(lambda n: f"{n % 28 + 1} de mayo de {1950 + n % 70}, "),
    "durations": _again("two weeks and three days later, "),
    # addresses of the net
    "e-mail addresses": _pieces(lambda n: f"{_word(n)}@{_word(n + 1)}.com "),
    "addresses of names": _pieces(lambda n: f"{_name(n)} <{_one(_FIRST, n).lower()}{n}@x.org>\n"),
    "address without end": lambda size: "anna@" + ("example." * (size // 8 + 1))[: size - 5],
    "local part without end": lambda size: ("anna." * (size // 5 + 1))[: size - 6] + "@x.com",
    "at signs": _again("a@"),
    "URLs": _pieces(lambda n: f"https://{_word(n)}.example.com/{_word(n + 3)}?id={_digits(n, 4)} "),
    "URL without end": lambda size: "https://example.com/" + ("a/b?c=" * size)[: size - 20],
    "domains": _again("www.example.com."),
    "handles": _pieces(lambda n: f"@{_word(n)} #{_word(n + 9).title()} "),
    "IP addresses": _pieces(
        lambda n: "10." + ".".join(str(_mixed(n) // 256**at % 256) for at in range(3)) + " "
    ),
    "colons and hex": _again("fe80:"),
    "base64": _pieces(lambda n: _digits(n, 9) + _word(n).title()),
    "JSON": _pieces(lambda n: f'{{"name": "{_name(n)}", "date": "{_short_date(n)}"}}\n'),
    "XML": _pieces(lambda n: f"<row><name>{_name(n)}</name><id>{_digits(n, 6)}</id></row>"),
    "paths": _pieces(lambda n: f"/home/{_word(n)}/{_word(n + 1)}.txt:"),
}
"""name → the text of a size."""
