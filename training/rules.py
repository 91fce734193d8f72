"""By whose rules a corpus marks names.

Corpora draw names by different rules: what is part of one, whether a newspaper is a body or a
work, whether a people is a place. A teacher that is told by whose rules a text is marked need not
guess, and can be asked for ours on any text.
"""

from __future__ import annotations

UNTOLD, OURS = 0, 1
OWN = ("btc", "wnut17", "gum", "xlime-es", "crossner", "echr-rev")
"""Rules of their own, which the kind of text gives away: tweets, court cases."""
FOREIGN = ("silver", "earnings21", "litbank", "grobid", "wikiann-en", "wikiann-es", "echr-all")
"""Rules of their own on text like any other: the fast tagger does not learn these marks."""
RULES = ("untold", "ours", *OWN, *FOREIGN)
"""All other corpora are marked by our rules, or mark no names."""


def rules_of(corpus: str) -> int:
    """The number of the rules of a corpus, or of a copy of it."""
    name = corpus.partition("/")[0]
    return RULES.index(name) if name in RULES[2:] else OURS


def is_foreign(rules: int) -> bool:
    return RULES[rules] in FOREIGN
