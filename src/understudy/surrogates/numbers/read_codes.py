"""Codes, read: which known form each has, which mention shows which part, and how it is said.

Reading is total: whatever stands in a mention has a form, if need be that of a free code. What of
a form is rare is read as the nearest that is listed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from understudy.surrogates.dice import Label
from understudy.surrogates.mention import Mention
from understudy.surrogates.numbers.forms import COMPUTED, FORMS, FREE, GROUPS
from understudy.surrogates.numbers.known_codes import (
    collapsed,
    free_runs,
    own_groups,
    recognised,
)
from understudy.surrogates.numbers.mentioned_codes import raw_of
from understudy.surrogates.numbers.phones import lands_of
from understudy.surrogates.numbers.raw_codes import PHONES, Raw, sizes_of
from understudy.surrogates.numbers.sketch import Code, Run, Shown
from understudy.surrogates.settings import Settings

__all__ = ["Found", "read_codes"]

_FEW = 12
"""The most places of a part that is counted in places."""
_FEWER = 4
"""The most of a password."""


class Found(NamedTuple):
    """The codes of some mentions, how each mention shows one, and what stood there."""

    codes: tuple[Code, ...]
    shown: Mapping[int, Shown]
    hints: Callable[[], Mapping[Label, str]]
    """Made when asked."""

    def __repr__(self) -> str:
        return "Found(…)"


def read_codes(mentions: Mapping[int, Mention], settings: Settings) -> Found:
    """Longest codes first, and of equal ones those that name their country; a mention joins the
    first code that it is a part of."""
    raws = {
        at: raw_of(one, settings.language, lands_of(one, settings)) for at, one in mentions.items()
    }
    order = sorted(raws, key=lambda at: _rank(raws[at]))
    codes: list[Code] = []
    mains: list[Raw] = []
    shown: dict[int, Shown] = {}
    for at in order:
        raw = raws[at]
        part = None
        for number, main in enumerate(mains):
            part = _part(raw, main, codes[number])
            if part:
                shown[at] = part._replace(code=number)
                break
        if part is None:
            code = recognised(raw, settings)
            if code.form == FREE:
                raw = raws[at] = collapsed(raw)
                code = Code(FREE, runs=free_runs(raw) or (Run("digits", 7),))
            codes.append(code)
            mains.append(raw)
            number = len(codes) - 1
            own = own_groups(code.form, settings)
            shown[at] = _whole(raw, raw, code, own)._replace(code=number)
    places = _renumbered(shown)

    def hints() -> Mapping[Label, str]:
        found: dict[Label, str] = {}
        for number, (main, code) in enumerate(zip(mains, codes, strict=True)):
            found |= _hinted(main, code, number, settings)
        found |= {(name, at): value for at in order for name, value in raws[at].hints.items()}
        return {_moved(label, places): value for label, value in found.items()}

    return Found(
        tuple(codes[old] for old in places),
        {at: one._replace(code=places.index(one.code)) for at, one in shown.items()},
        hints,
    )


def _rank(raw: Raw) -> tuple[int, bool]:
    return -len(raw.code) - len(raw.extension), raw.shown.lead not in _ABROAD


_ABROAD = frozenset(("+", "+0", "00"))
"""What stands before the code of a country."""


def _renumbered(shown: Mapping[int, Shown]) -> list[int]:
    """Codes in the order in which the text mentions them, never in that of their lengths."""
    return list(dict.fromkeys(shown[at].code for at in sorted(shown)))


def _moved(label: Label, places: Sequence[int]) -> Label:
    if label[0] in ("code", "run"):
        return (label[0], places.index(int(label[1])), *label[2:])
    return label


# How a mention shows a code.


def _whole(raw: Raw, main: Raw, code: Code, own: bool = True) -> Shown:
    """A mention of all of a code."""
    shown = raw.shown
    count = len(code.groups.split()) if code.form != FREE else len(code.runs)
    groups = ""
    if code.form != FREE:
        sizes, usual = sizes_of(raw.groups), FORMS[code.form].groupings
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
    if not own or (raw.category in PHONES) != (main.category in PHONES):
        return None
    if own == whole:
        return _whole(raw, main, code)
    shown = raw.shown._replace(lead="", gap="", tail="", groups="", joints=())
    if main.extension and own == main.extension:
        return shown._replace(part="last", size=code.runs[0].size)
    # A number is said by its end; that it begins alike must not show.
    at = whole.rfind(own) if whole.endswith(own) else whole.find(own)
    return None if at < 0 else _piece(raw, main, code, shown, at)


def _piece(raw: Raw, main: Raw, code: Code, shown: Shown, at: int) -> Shown | None:
    """A part that begins somewhere in a code: whole groups, or its beginning or end."""
    own, cuts = len(raw.code), _cuts(main, code)
    if at in cuts and at + own in cuts:
        first, last = cuts.index(at), cuts.index(at + own)
        own_sizes = sizes_of(raw.groups) if last - first == 1 < len(raw.groups) else ""
        if own_sizes in GROUPS and own_sizes:
            shown = shown._replace(groups=own_sizes)  # "28.456.912" of "27-28456912-4"
            joints = _joints(raw, len(raw.groups), shown)
        else:
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
