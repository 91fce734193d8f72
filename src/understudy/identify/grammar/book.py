"""The grammar files of a language, and which rule a name means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from understudy.core.errors import PolicyError
from understudy.core.files import read_beside
from understudy.core.settings import near
from understudy.identify.grammar.nodes import Listed, Reference, Rule, Source
from understudy.identify.grammar.syntax import parse
from understudy.languages import facts, get
from understudy.languages.language import GRAMMARS, common_grammars

__all__ = ["Book", "shipped", "user_sources"]

COMMON = "common"


@cache
def shipped(folder: str) -> tuple[Source, ...]:
    """The grammar files of ``common`` or of a language."""
    place = common_grammars() if folder == COMMON else get(folder).grammars
    found = ((name, place.joinpath(name)) for name in (f"{one}.bnf" for one in GRAMMARS))
    return tuple(
        Source(f"{folder}/{name}", file.read_text(encoding="utf-8"), place)
        for name, file in found
        if file.is_file()
    )


def user_sources(names: Iterable[str], folder: Path | None) -> tuple[Source, ...]:
    """The grammar files that a policy names, relative to its own folder."""
    found = []
    for name in names:
        path = (folder or Path()) / name
        try:
            found.append(Source(str(name), read_beside(folder, name), path.parent))
        except (OSError, UnicodeDecodeError) as error:
            why = (isinstance(error, OSError) and error.strerror) or type(error).__name__
            raise PolicyError(f"{path}: the grammar cannot be read: {why}") from None
    return tuple(found)


@cache
def _parsed(source: Source) -> tuple[Rule, ...]:
    return parse(source)


@dataclass(frozen=True)
class Book:
    """The rules that are in force for documents of one language."""

    language: str
    users: tuple[Source, ...] = ()
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The policy's own lists."""
    rules: Mapping[Source, Mapping[str, Rule]] = field(init=False, repr=False)
    """file → name → rule."""
    _found: dict[tuple[str, Source], Rule] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        sources = (*shipped(COMMON), *shipped(self.language), *self.users)
        rules = {source: {rule.name: rule for rule in _parsed(source)} for source in sources}
        object.__setattr__(self, "rules", rules)

    def top(self) -> tuple[Rule, ...]:
        """The rules that emit spans."""
        return tuple(
            rule
            for of_file in self.rules.values()
            for rule in of_file.values()
            if rule.category is not None
        )

    def find(self, reference: Reference) -> Rule:
        """The rule of that name: of the same file, else of ``common``, else of any other."""
        key = reference.name, reference.place.source
        if key not in self._found:
            self._found[key] = self._look_up(reference)
        return self._found[key]

    def _look_up(self, reference: Reference) -> Rule:
        name, own = reference.name, reference.place.source
        if name in self.rules[own]:
            return self.rules[own][name]
        holding = [file for file, rules in self.rules.items() if name in rules]
        common = [file for file in holding if file in shipped(COMMON)]
        chosen = common or holding
        if len(chosen) == 1:
            return self.rules[chosen[0]][name]
        if chosen:
            raise reference.place.wrong(
                f"several files define {name}: {', '.join(file.name for file in chosen)}; "
                "define it in this file"
            )
        known = {name for rules in self.rules.values() for name in rules}
        raise reference.place.wrong(f"no rule is named {name}{near(name, known)}")

    def phrases(self, listed: Listed) -> tuple[str, ...]:
        """The entries of a list."""
        if listed.file:
            return _lines(listed)
        if listed.name in self.lists:
            return self.lists[listed.name]
        frozen = get(self.language).frozen("cldr")
        known = {name: list(values) for name, values in frozen.items()} | {**facts(self.language)}
        found = known.get(listed.name)
        if isinstance(found, list) and found and all(isinstance(one, str) for one in found):
            return tuple(found)
        names = {name for name, value in known.items() if isinstance(value, list)} | set(self.lists)
        raise listed.place.wrong(
            f"{self.language} has no list ${listed.name}{near(listed.name, names)}"
        )


def _lines(listed: Listed) -> tuple[str, ...]:
    place = listed.place
    folder = place.source.folder
    if folder is None:
        raise place.wrong("a grammar without a folder has no files")
    try:
        if isinstance(folder, Path):
            text = read_beside(folder, listed.name)
        else:  # of a package
            text = folder.joinpath(listed.name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise place.wrong(f"the list cannot be read: {type(error).__name__}") from None
    lines = tuple(line.strip() for line in text.splitlines() if line.strip())
    if not lines:
        raise place.wrong("the list is empty")
    return lines
