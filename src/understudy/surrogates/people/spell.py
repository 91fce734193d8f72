"""A word spelt letter by letter, in a style: "L, A, U", "ele a u", "L de Lugo", "double l"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from understudy.core.folding import without_accents
from understudy.core.text import recase
from understudy.surrogates.people.names import known, united
from understudy.surrogates.people.sketch import Respelling, Style

__all__ = ["is_own_letter", "respelt", "spelt"]

_PARTS = {"letter": 1, "beginning": 3}
"""So many letters of a name are spelt, where not all are."""
_LINKED = {"none": 0, "first": 1, "two": 2}


def is_own_letter(letter: str, language: str) -> bool:
    """Whether a letter with a sign is one of its own, as ñ is."""
    return letter.lower() in united("spelling", "own_letters", language)


def spelt(names: Sequence[str], own: str | None, style: Style, language: str) -> str:
    """Names, or a draw of its own, in a style."""
    value = own
    if value is None:
        parts = names if style.joint == " " else [one.replace(" ", "") for one in names]
        value = style.joint.join(parts)
    if style.double and (len(value) == 1 or any(letter.isdigit() for letter in value)):
        value += value[-1]  # a code has a letter twice where one was said to be double
    letters = _letters(value, style)
    out: list[str] = []
    for at, (letter, again) in enumerate(letters):
        if at:
            mark = not (letter.isalnum() and letters[at - 1][0].isalnum())
            out.append(_gap(at == len(letters) - 1, mark, style))
        lead = f"{style.lead} " if style.lead and not at else ""
        lead = f"{style.double} " if again else lead
        out.append(lead + _shown(letter, at, style, language))
    return _many("".join(out), style, language)


def _many(said: str, style: Style, language: str) -> str:
    """What is said, with the full stop or the plural that stands behind it."""
    if style.tail != "s" or not style.named:
        return said + style.tail
    plurals = known(language)["spelling"].get("plurals", {})
    plain = said.lower()
    many = str(plurals.get(plain, said if plain.endswith("s") else said + "s"))
    return recase(many, style.case) if style.case != "native" else many


def _letters(value: str, style: Style) -> list[tuple[str, bool]]:
    """The letters to be said, and which of them are said to be double."""
    if not style.double:
        return [(letter, False) for letter in value]
    found = re.findall(r"([^\W\d_]|.)((?:(?<=[^\W\d_])\1)?)", value.lower(), re.DOTALL)
    return [(letter, bool(again)) for letter, again in found]


def _gap(last: bool, mark: bool, style: Style) -> str:
    if mark and style.joint_gap:
        return style.joint_gap
    return f" {style.last} " if last and style.last else style.gap


def _shown(letter: str, at: int, style: Style, language: str) -> str:
    spelling = known(language)["spelling"]
    low = letter.lower()
    plain = low if is_own_letter(low, language) else without_accents(low)
    if plain in spelling["marks"]:
        return str(spelling["marks"][plain])
    accent = f" {style.accent}" if style.accent and plain != low else ""
    case = style.rest if at else style.case
    if style.named and plain in spelling["names"]:
        name = str(spelling["names"][plain])
        shown = name.capitalize() if case == "native" else recase(name, case)
    elif style.named:
        shown = plain
    else:
        shown = recase(low if style.accented else plain, "upper" if case == "native" else case)
    if style.link and at < _LINKED.get(style.linked, at + 1) and plain in spelling["examples"]:
        shown += f" {style.link} {recase(str(spelling['examples'][plain]), style.example)}"
    return shown + accent


def respelt(sketch: Respelling, name: str, language: str) -> str:
    """The new name of a town or a body, spelt as the sketch says."""
    shown = re.sub(r"[^\w\s'-]|_", "", name)
    if not (sketch.part == "whole" and sketch.style.joint):
        shown = re.sub(r"[\s'-]", "", shown)
    return spelt((), shown[: _PARTS.get(sketch.part)], sketch.style, language)
