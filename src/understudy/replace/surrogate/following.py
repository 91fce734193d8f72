"""Edits that follow from the draw of another entity: spellings of a new name, and addresses at the
new name of a body."""

from __future__ import annotations

import re
from collections.abc import Sequence

from understudy.core.types import REPLACED, Document, Edit, Entity
from understudy.replace.surrogate.declared import SPELT
from understudy.replace.surrogate.joining import site_of, spelt_name
from understudy.surrogates.organizations.parse import label_of
from understudy.surrogates.people.spell import respelt
from understudy.surrogates.people.spelling import read_respelling

__all__ = ["hosted_edits", "spelt_edits"]

_RESERVED = re.compile(r"\.example(?:\.\w+)?$")


def spelt_edits(
    document: Document,
    pairs: Sequence[tuple[Entity, Entity]],
    edits: Sequence[Edit],
    unread: list[Entity],
    language: str,
) -> list[Edit]:
    """Spellings of the new names of places and bodies; they share those names' draws."""
    made = {edit.entity: edit for edit in edits}
    found = []
    for entity, leader in pairs:
        text, of = document.text[entity.span.start : entity.span.end], made.get(leader)
        read = read_respelling(text, spelt_name(of.original, language), language) if of else None
        if of is None or read is None:
            unread.append(entity)
        else:
            new = respelt(read, spelt_name(of.surrogate, language), language)
            event = of.event._replace(invariants=(*of.event.invariants, SPELT.name))
            same = of.kept and new == text
            outcome = of.outcome if same else REPLACED
            said = of._replace(entity=entity, original=text, surrogate=new, event=event)
            found.append(said._replace(outcome=outcome))
    return found


def hosted_edits(
    edits: Sequence[Edit], pairs: Sequence[tuple[Entity, Entity]], language: str
) -> list[Edit]:
    """Addresses at the new name of the body whose domain they had; both draws are theirs."""
    made = {edit.entity: edit for edit in edits}
    for address, body in pairs:
        edit, of = made.get(address), made.get(body)
        if edit is None or of is None or edit.kept or "@" not in edit.surrogate:
            continue
        local = edit.surrogate.partition("@")[0]
        at = of.surrogate.partition("@")[2] or site_of(of.surrogate)
        domain = at or label_of(of.surrogate, language)
        draws = tuple(dict.fromkeys((*edit.draws, *of.draws)))
        if _RESERVED.search(edit.surrogate) and domain:
            shown = f"{local}@{domain}" if at else f"{local}@{domain}.example"
            made[address] = edit._replace(surrogate=shown, draws=draws)
    return list(made.values())
