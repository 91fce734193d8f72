"""Compiled rules in bundles that share a gate: an automaton that finds what any of them matches."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from understudy.identify.grammar.automata import Automaton, TooLarge, automaton
from understudy.identify.grammar.compiler import Compiler
from understudy.identify.grammar.gates import Needs, Words
from understudy.identify.grammar.nodes import Rule, Source
from understudy.identify.grammar.pages import (
    Page,
    Places,
    around_matches,
    around_sign,
    with_words,
)
from understudy.identify.grammar.program import Program, checked, program
from understudy.identify.grammar.terminals import END

__all__ = ["Bundle", "bundles"]

MOST = 8
"""Rules that share a gate; the states of a gate are combinations of those of its rules."""


@dataclass(frozen=True, eq=False)
class Bundle:
    """Rules that run over the same parts of the text, compiled where there are any."""

    compiler: Compiler
    rules: tuple[Rule, ...]
    sign: str = ""
    """What every match has in it, if anything."""
    words: tuple[Words, ...] = ()
    """Of each set, one word stands in every document with a match."""

    @cached_property
    def programs(self) -> tuple[Program, ...]:
        """The compiled rules."""
        return tuple([program(self.compiler, rule) for rule in self.rules])

    def page(self, page: Page, places: Places) -> Page:
        """Where the rules have to run, given where words stand."""
        if self.sign:
            return around_sign(page, self.sign)
        if self.words:
            page = with_words(page, places, self.words)
        return page if page.empty or self._gate is None else around_matches(page, self._gate)

    @cached_property
    def _gate(self) -> Automaton | None:
        if len(self.rules) == 1:
            return None
        cores = "|".join(self.compiler.search(rule) for rule in self.rules)
        made = automaton(f"{END}(?:{cores}){END}")
        try:
            _ = made.compiled
        except TooLarge:
            return None
        return made


def bundles(
    compiler: Compiler, rules: Iterable[Rule], ungated: Iterable[Source]
) -> tuple[Bundle, ...]:
    """The rules of a file together, but for those that need a cue and match much without it, and
    those that need a rare sign. What is wrong with rules of ``ungated`` files is told here."""
    alone: list[Bundle] = []
    by_file: dict[tuple[Source, int], list[Rule]] = {}
    apart = set(ungated)
    needs = Needs(compiler.book)
    for number, rule in enumerate(rules):
        cued = any(context.wanted for context in rule.left)
        sign = needs.sign(rule)
        if rule.place.source in apart:
            checked(compiler, rule)
            alone.append(Bundle(compiler, (rule,), sign, needs.words(rule)))
        elif cued or rule.bare or sign:
            alone.append(Bundle(compiler, (rule,), sign, needs.words(rule)))
        else:
            by_file.setdefault((rule.place.source, number // MOST), []).append(rule)
    together = (
        Bundle(compiler, tuple(of_file), words=_words_of_any(needs, of_file))
        for of_file in by_file.values()
    )
    return (*alone, *together)


def _words_of_any(needs: Needs, rules: Iterable[Rule]) -> tuple[Words, ...]:
    """The words that are needed for a match of whichever rule."""
    found = [needs.words(rule) for rule in rules]
    return (frozenset().union(*(min(sets, key=len) for sets in found)),) if all(found) else ()
