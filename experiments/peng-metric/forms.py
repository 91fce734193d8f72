"""Forms of verbs by their endings: the time, and behind it what else must agree.

Like replacements have the same form throughout, unlike ones another time. What differs from a word
in the rest alone is neither: "sung" beside "sang", since "called" may be either.
"""

from __future__ import annotations

import re

import wordnet

__all__ = ["english", "spanish", "time"]

_ATTACHED = re.compile(r"([aeiáéí]r|ndo)(?:se|nos)?(?:l[aeo]s?)?$")
"""Pronouns that Spanish writes behind an infinitive or a gerund; "duerme" has none of them."""
_SPANISH = (
    ("gerund", r"[aáeé]ndo"),
    ("infinitive", r"[aeiáéí]r"),
    (
        "participle",
        r"(?:[ai]d|íd|hech|dich|vist|puest|muert|biert|scrit|rot|vuelt)(o|a|os|as)",
    ),
    ("conditional", r"rían?|ríamos"),
    ("future", r"r(?:ás?|án|emos)|[aei]ré"),
    ("imperfect", r"aban?|ían?|íamos|ábamos"),
    ("past subjunctive", r"ie(?:ra|ran|se|sen)"),
    ("past", r"(?:aro|ero)n"),
    ("past", r"ó|é|í|dijo|hizo|uvo|fue|fui|dio|vio|pudo|puso|vino|quiso|supo|trajo"),
)
_PARTICIPLE = re.compile(r"(?:[eiwr]n|one|[^aeiou]u[^aeiou]+)$")
"""Of verbs that have one of their own: given, born, gone, sung."""
_SPANISH_PATTERNS = [(name, re.compile(f"(?:.*)(?:{ends})")) for name, ends in _SPANISH]


def time(form: str) -> str:
    return form.partition(", ")[0]


def spanish(word: str) -> str:
    bare = _ATTACHED.sub(r"\1", word)
    name, found = next(
        ((name, match) for name, ends in _SPANISH_PATTERNS if (match := ends.fullmatch(bare))),
        ("present", None),
    )
    if name in ("gerund", "infinitive"):
        return name
    if name == "participle" and found is not None:
        return f"participle, {found[1]}"
    number = "we" if word.endswith("mos") else "they" if word.endswith("n") else "one"
    return f"{name}, {number}"


def english(word: str) -> str:
    if word.endswith("ing"):
        return "ing"
    base = wordnet.lemma(word, "VERB")
    if word in (base, "are", "am"):
        return "base"
    if word.endswith("s") and word != "was":
        return "s"
    if len(wordnet.pasts(base)) > 1:  # one for the past, one for the participle
        return "past, participle" if _PARTICIPLE.search(word) else "past, alone"
    return "past"
