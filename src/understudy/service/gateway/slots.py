"""The texts of a JSON value, and how new ones take their places.

What a request says can be anywhere in it. A reader of a dialect names the places that are known;
whatever else is a string is text as well, so that nothing is passed on because nobody knew it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from understudy.corpus.interface import is_identifier, is_structural
from understudy.service.bodies import read_json

__all__ = ["NAME", "TEXT", "Slot", "Slots", "restored_json", "restored_tree"]

TEXT, NAME = "text", "name"
_FIELD = re.compile(r"[a-z_$][A-Za-z0-9_.-]{0,63}")
"""What fields of values are called; one with a capital may be called after somebody."""
_LONG = 10_000
"""Numbers from here on may say who somebody is."""


class Slot(NamedTuple):
    """A text in a request."""

    text: str
    role: str
    put: Callable[[str], None]
    kind: str = TEXT
    """``TEXT``, or ``NAME`` for the name of somebody who takes part."""

    def __repr__(self) -> str:
        return f"Slot({self.role!r}, {len(self.text)} characters)"


class Slots:
    """The texts that were found so far."""

    def __init__(self) -> None:
        self.found: list[Slot] = []
        self.names: list[str] = []
        """Names of the interface, which stay: ids, tools, fields."""
        self._after: list[Callable[[], None]] = []

    def __repr__(self) -> str:
        return f"Slots({len(self.found)})"

    def text(self, holder: Any, key: Any, role: str, kind: str = TEXT) -> None:
        """The string at a place."""
        if holder[key]:
            self.found.append(Slot(holder[key], role, _putter(holder, key), kind))

    def tree(self, holder: Any, key: Any, role: str) -> None:
        """All strings and long numbers at a place and below it, and names of fields that are no
        names."""
        value = holder[key]
        if isinstance(value, str):
            self.text(holder, key, role)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            if abs(value) >= _LONG:
                put = _number_putter(holder, key)
                self.found.append(Slot(json.dumps(value), role, put))
        elif isinstance(value, list):
            for at in range(len(value)):
                self.tree(value, at, role)
        elif isinstance(value, dict):
            for name in list(value):
                self.tree(value, name, role)
                if _FIELD.fullmatch(name):
                    self.names.append(name)
                else:
                    self._field(value, name, role)

    def structure(self, holder: Any, key: Any, role: str) -> None:
        """A place that holds names of the interface. A string that does not look like one is text,
        whatever the place is called."""
        value = holder[key]
        if isinstance(value, str):
            if is_structural(value):
                self.names.append(value)
            else:
                self.text(holder, key, role)
        elif isinstance(value, list):
            for at in range(len(value)):
                self.structure(value, at, role)
        elif isinstance(value, dict):
            for name in list(value):
                self.structure(value, name, role)
                self.field(value, name, role)

    def field(self, holder: dict[str, Any], name: str, role: str) -> None:
        """The name of a field, where it is no name of an interface."""
        if is_identifier(name):
            self.names.append(name)
        else:
            self._field(holder, name, role)

    def _field(self, holder: dict[str, Any], name: str, role: str) -> None:
        new: list[str] = []
        self.found.append(Slot(name, role, new.append))

        def rename() -> None:
            if new and new[0] != name:
                renamed = {new[0] if one == name else one: value for one, value in holder.items()}
                holder.clear()
                holder.update(renamed)

        self._after.append(rename)

    def json(self, holder: Any, key: Any, role: str) -> None:
        """A string that is JSON, as the arguments of a tool are; text where it is not."""
        try:
            value = read_json(holder[key])
        except ValueError:
            self.text(holder, key, role)
            return
        boxed = [value]
        before = len(self.found)
        self.tree(boxed, 0, role)

        def write() -> None:
            holder[key] = json.dumps(boxed[0], ensure_ascii=False)

        if len(self.found) > before:
            self._after.append(write)

    def fill(self, texts: Sequence[str]) -> None:
        """New texts in the places of those that were found."""
        for slot, text in zip(self.found, texts, strict=True):
            slot.put(text)
        # What lies deeper was found first where it lies in a string of JSON.
        for step in self._after:
            step()

    def turns(self) -> Iterator[tuple[str, str]]:
        """Who says what, one turn after the other; what no turn says is left out."""
        role = ""
        said: list[str] = []
        for slot in self.found:
            if not slot.role:
                continue
            if slot.role != role and said:
                yield role, "\n".join(said).strip()
                said = []
            role = slot.role
            said.append(slot.text)
        if said:
            yield role, "\n".join(said).strip()


def _putter(holder: Any, key: Any) -> Callable[[str], None]:
    def put(text: str) -> None:
        holder[key] = text

    return put


def _number_putter(holder: Any, key: Any) -> Callable[[str], None]:
    """A number stays one where its stand-in is."""
    kind = type(holder[key])

    def put(text: str) -> None:
        try:
            holder[key] = kind(text)
        except ValueError:
            holder[key] = text

    return put


def restored_tree(value: Any, read: Callable[[str], str], skipped: frozenset[str]) -> Any:
    """A JSON value whose strings are read back; fields of some names stay as they are, and strings
    of JSON stay JSON."""
    if isinstance(value, str):
        return _restored_text(value, read)
    if isinstance(value, list):
        return [restored_tree(one, read, skipped) for one in value]
    if isinstance(value, dict):
        return {
            name: one
            if name in skipped
            else restored_json(one, read)
            if name == "arguments" and isinstance(one, str)
            else restored_tree(one, read, frozenset() if name == "input" else skipped)
            for name, one in value.items()
        }
    return value


def _restored_text(text: str, read: Callable[[str], str]) -> str:
    """A text, read back. One that is JSON stays it, whatever signs the originals have."""
    made = read(text)
    if text.lstrip()[:1] not in ("{", "[") or made == text:
        return made
    return restored_json(text, read) if _is_json(text) and not _is_json(made) else made


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def restored_json(text: str, read: Callable[[str], str]) -> str:
    """A string of JSON, read back value by value, fields by other names included."""
    try:
        value = json.loads(text)
    except ValueError:
        return read(text)
    return json.dumps(_values(value, read), ensure_ascii=False)


def _values(value: Any, read: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return read(value)
    if isinstance(value, list):
        return [_values(one, read) for one in value]
    if isinstance(value, dict):
        return {
            name if _FIELD.fullmatch(name) else read(name): _values(one, read)
            for name, one in value.items()
        }
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) >= _LONG:
        back = read(json.dumps(value))
        try:
            return type(value)(back)
        except ValueError:
            return back
    return value
