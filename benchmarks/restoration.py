"""Reading stand-ins back from the answers of a language model: how many mentions become the right
original in the right form, beside an exact match of what was shown.

    python benchmarks/restoration.py            prints the table
    python benchmarks/restoration.py --json     writes benchmarks/restoration.json

The sets are ``restoration.toml`` and ``restoration_later.toml``. LangChain's reversible anonymizer
restores by its mapping with a choice of matchers; where langchain-experimental is installed, its
matchers stand in the table.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from understudy.replace.surrogate.kinds import KINDS
from understudy.surrogates.echo import Echo, Pair

HERE = Path(__file__).parent
SET = HERE / "restoration.toml"
LATER = HERE / "restoration_later.toml"
_MARKED = re.compile(r"\[\[(.*?)\|(.*?)\]\]", re.DOTALL)


class Answer(NamedTuple):
    """An answer: what was shown before it, what it says, and what its mentions are."""

    language: str
    pairs: tuple[Pair, ...]
    literals: tuple[str, ...]
    """The text around the mentions."""
    mentions: tuple[tuple[str, str], ...]
    """As it is written, and as it is wanted."""

    @property
    def text(self) -> str:
        """The answer as the model wrote it."""
        return self.filled(0)

    def filled(self, which: int) -> str:
        """The answer with stand-ins (0) or with originals (1)."""
        shown = [mention[which] for mention in self.mentions]
        return "".join(
            piece for both in zip(self.literals, [*shown, ""], strict=True) for piece in both
        )


def answers() -> list[Answer]:
    """All of the set, in its order."""
    table = tomllib.loads(SET.read_text(encoding="utf-8"))
    found = [
        _answer(one["language"], one["pairs"], text)
        for group in (table["conversations"], table["dates"])
        for one in group
        for text in one["answers"]
    ]
    for person in table["people"]:
        for template in table["templates"][person["language"]]:
            found.append(_answer(person["language"], person["pairs"], _filled(template, person)))
    return found


def later(*, seen: bool) -> list[Answer]:
    """The set that was written after the reader: what was looked at since, or what was not."""
    table = tomllib.loads(LATER.read_text(encoding="utf-8"))
    return [
        _answer(one["language"], one["pairs"], text)
        for one in table["conversations"]
        if one["seen"] == seen
        for text in one["answers"]
    ]


def _filled(template: str, person: dict[str, Any]) -> str:
    given, full = person["given"], person["full"]
    # A title stands outside: it stays as it is.
    forms = {
        name: f"[[{value[0]}|{value[1]}]]"
        for name, value in person.items()
        if isinstance(value, list) and name not in ("pairs",)
    }
    forms |= {
        "title": person["title"],
        "upper": f"[[{full[0].upper()}|{full[1].upper()}]]",
        "lower": f"[[{given[0].lower()}|{given[1].lower()}]]",
    }
    both = "{given}\u00a0{surname}"
    if both in template:
        surname = person["surname"]
        whole = f"[[{given[0]}\u00a0{surname[0]}|{given[1]}\u00a0{surname[1]}]]"
        template = template.replace(both, whole)
    return template.format(**forms)


def _answer(language: str, rows: list[list[str]], text: str) -> Answer:
    pairs = tuple(
        Pair(old, new, category, KINDS.get(category, ""), who) for category, who, old, new in rows
    )
    pieces = _MARKED.split(text)
    mentions = tuple(zip(pieces[1::3], pieces[2::3], strict=True))
    return Answer(language, pairs, tuple(pieces[0::3]), mentions)


def exact(answer: Answer) -> str:
    """What was shown, looked for as it was, the longest first."""
    text = answer.text
    for pair in sorted(answer.pairs, key=lambda one: -len(one.stand_in)):
        text = text.replace(pair.stand_in, pair.original)
    return text


def echo(answer: Answer) -> str:
    """Ours."""
    return Echo(answer.pairs, answer.language).read(answer.text).text


def langchain() -> Iterator[tuple[str, Callable[[Answer], str]]]:
    """LangChain's matchers, where they are installed."""
    try:
        from langchain_experimental.data_anonymizer import (
            deanonymizer_matching_strategies as own,
        )
    except ImportError:
        return
    for name in (
        "exact_matching_strategy",
        "case_insensitive_matching_strategy",
        "combined_exact_fuzzy_matching_strategy",
    ):
        strategy = getattr(own, name)
        try:
            strategy("", {"x": {"x": "x"}})
        except ImportError:
            continue  # the fuzzy ones need a package of their own

        def restored(answer: Answer, strategy: Any = strategy) -> str:
            mapping: dict[str, dict[str, str]] = {}
            for pair in sorted(answer.pairs, key=lambda one: -len(one.stand_in)):
                mapping.setdefault(pair.category, {})[pair.stand_in] = pair.original
            try:
                return str(strategy(answer.text, mapping))
            except re.error:  # it takes stand-ins for patterns, and "+1 503" is none
                return answer.text

        yield f"LangChain {name.removesuffix('_matching_strategy')}", restored


def judged(answer: Answer, text: str) -> Counter[str]:
    """Mentions that are right, left as they were, or wrong; text around them that was changed is
    one wrong."""
    if text == answer.filled(1):
        return Counter(mentions=len(answer.mentions), right=len(answer.mentions))
    pattern = "(.*?)".join(map(re.escape, answer.literals))
    found = re.fullmatch(pattern, text, re.DOTALL)
    if found is None:
        # What stands around was changed: one wrong, and none of the mentions counts as right.
        return Counter(mentions=len(answer.mentions), wrong=1, left=len(answer.mentions))
    counts: Counter[str] = Counter(mentions=len(answer.mentions))
    for shown, (written, wanted) in zip(found.groups(), answer.mentions, strict=True):
        counts["right" if shown == wanted else "left" if shown == written else "wrong"] += 1
    return counts


def scores(restored: Callable[[Answer], str], chosen: list[Answer]) -> dict[str, Any]:
    """The counts over some answers."""
    total: Counter[str] = Counter()
    for answer in chosen:
        total += judged(answer, restored(answer))
    return {
        "answers": len(chosen),
        **{name: total[name] for name in ("mentions", "right", "left", "wrong")},
        "restored": round(total["right"] / total["mentions"], 4),
        "wrongly": round(total["wrong"] / total["mentions"], 4),
    }


def main() -> None:
    """Prints the table, or writes it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="write restoration.json")
    parser.add_argument("--faults", choices=("seen", "held", "later"), help="show what went wrong")
    asked = parser.parse_args()
    everything = answers()
    halves = {
        **{"seen": everything[0::2], "held out": everything[1::2], "all": everything},
        **{"later, seen": later(seen=True), "later, held out": later(seen=False)},
    }
    systems = {"understudy": echo, "exact match": exact, **dict(langchain())}
    table = {
        name: {half: scores(system, chosen) for half, chosen in halves.items()}
        for name, system in systems.items()
    }
    for name, row in table.items():
        for half, one in row.items():
            print(
                f"{name:34}{half:16}{one['mentions']:6}{one['restored']:9.3f}{one['wrongly']:9.4f}"
            )
    if asked.faults:
        chosen = {"seen": "seen", "held": "held out", "later": "later, seen"}[asked.faults]
        for answer in halves[chosen]:
            if echo(answer) != answer.filled(1):
                print("--", answer.text, "\n =>", echo(answer), "\n !=", answer.filled(1))
    if asked.json:
        target = HERE / "restoration.json"
        target.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
        print(target, file=sys.stderr)


if __name__ == "__main__":
    main()
