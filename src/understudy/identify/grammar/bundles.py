"""Compiled rules in bundles that share a gate: an automaton that finds what any of them matches."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from understudy.identify.grammar.automata import Automaton, TooLarge, automaton
from understudy.identify.grammar.compiler import Compiler
from understudy.identify.grammar.gates import needs_sign
from understudy.identify.grammar.nodes import Rule, Source
from understudy.identify.grammar.pages import Page, around_matches, around_sign
from understudy.identify.grammar.program import Program, program
from understudy.identify.grammar.terminals import END

__all__ = ["Bundle", "bundles"]

MOST = 8
"""Rules that share a gate; the states of a gate are combinations of those of its rules."""


@dataclass(frozen=True)
class Bundle:
    """Compiled rules that run over the same parts of the text."""

    programs: tuple[Program, ...]
    gate: Automaton | None = None
    sign: str = ""
    """What every match has in it, if anything."""

    def page(self, page: Page) -> Page:
        """Where the rules have to run."""
        if self.sign:
            return around_sign(page, self.sign)
        return page if self.gate is None else around_matches(page, self.gate)


def bundles(
    compiler: Compiler, rules: Iterable[Rule], ungated: Iterable[Source]
) -> tuple[Bundle, ...]:
    """The rules of a file together, but for those that need a cue and match much without it, and
    those that need a rare sign."""
    alone: list[Rule] = []
    by_file: dict[tuple[Source, int], list[Rule]] = {}
    apart = set(ungated)
    for number, rule in enumerate(rules):
        cued = any(context.wanted for context in rule.left)
        if cued or rule.bare or rule.place.source in apart or _sign(compiler, rule):
            alone.append(rule)
        else:
            by_file.setdefault((rule.place.source, number // MOST), []).append(rule)
    made = [Bundle((program(compiler, rule),), sign=_sign(compiler, rule)) for rule in alone]
    for together in by_file.values():
        compiled = tuple(program(compiler, rule) for rule in together)
        made.append(Bundle(compiled, _gate(compiler, together)))
    return tuple(made)


def _sign(compiler: Compiler, rule: Rule) -> str:
    return needs_sign(compiler.book, rule.node)


def _gate(compiler: Compiler, rules: list[Rule]) -> Automaton | None:
    if len(rules) == 1:
        return None
    cores = "|".join(compiler.search(rule) for rule in rules)
    try:
        return automaton(f"{END}(?:{cores}){END}")
    except TooLarge:
        return None
