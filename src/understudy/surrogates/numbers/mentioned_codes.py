"""One mention of a code, read: what stands around it, its groups, and how it is said."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from understudy.core.folding import lower_without_accents
from understudy.languages import get, reads
from understudy.surrogates.mention import Mention
from understudy.surrogates.numbers.form import Piece, read_figure
from understudy.surrogates.numbers.known_codes import DOCKET
from understudy.surrogates.numbers.phones import phone_of
from understudy.surrogates.numbers.raw_codes import PHONES, Raw, grouped
from understudy.surrogates.numbers.sketch import Shown
from understudy.surrogates.numbers.vocabulary import labels, phrase, word_case
from understudy.surrogates.numbers.write_codes import zero_words

__all__ = ["raw_of"]

_PAIR = 2
_WHOLE = 5
"""More digits than that are said at once in a whole number alone: "doce millones …"."""
_LABEL = re.compile(r"(\W*)([^\W\d_]+)(\W+)")


def raw_of(mention: Mention, language: str, lands: Sequence[str] = ()) -> Raw:
    """A mention as it was read; ``lands``: the countries that a telephone number may be of."""
    label, rest = _unlabelled(mention.text, language)
    pieces, spoken = _pieces(rest, mention.category, language)
    docket = DOCKET.match(rest) is not None  # its letters are of the form
    items: list[Piece] = []
    gaps: list[str] = []
    gap, link = "", ""
    figures = [at for at, piece in enumerate(pieces) if piece.code and piece.code.isdecimal()]
    last_figure = figures[-1] if figures else -1
    for at, piece in enumerate(pieces):
        if piece.kind == "example":
            before = pieces[at - 1].text
            link = lower_without_accents(before.strip())
            gap = gap.removesuffix(before).rstrip()
        elif piece.code and not (
            (not docket and _is_label(piece, at <= last_figure, items, language))
            or (mention.category in PHONES and not piece.code.isdecimal())
        ):
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
        small = mention.text.islower()
        shown = shown._replace(letters="small called" if small else "called", language=spoken)
    hints = _habits(rest, items, spoken)
    if mention.category in PHONES:
        return phone_of(mention, items, gaps, before, shown, hints, language, lands)
    groups, joints = grouped(items, gaps, shown)
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


def _is_label(piece: Piece, more: bool, before: Sequence[Piece], language: str) -> bool:
    """Whether letters between figures say what the code is of: the CR of "2019-CR-00417"; ``more``
    where figures follow."""
    figures = bool(before) and before[-1].code.isdecimal()
    if not (figures and more and piece.kind == "letters"):
        return False
    word = lower_without_accents(piece.text)
    return len(word) > 1 and word in labels(language)


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
        sizes = [len(piece.code) for piece in items if piece.kind == "number"]
        if len(sizes) == 1 and sizes[0] > _WHOLE:
            said = "whole"
    elif len(items) > 1 and singles * 5 >= len(items) * 3 and all(between):
        words = any(piece.kind == "letters" and len(piece.code) > 1 for piece in items)
        rows = any(len(piece.code) > _PAIR for piece in items)  # "X-4829315-T"
        said = "figures" if words or rows else "spaced"
    commas = sum("," in gap for gap in between)
    inner = ", " if said != "figures" and commas * 5 > len(between) * 3 and commas > 1 else " "
    if inner == ", " and any(len(piece.code) > 2 for piece in items):
        inner = " "
    letters = _letters(items, link)
    return Shown(
        0,
        said=said,
        inner=inner,
        case=_case(items) if said in ("words", "pairs", "whole") or letters == "names" else "lower",
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
