"""Values of the columns of conll that cannot tell what a token was: those of public tag sets.

Parts of speech of Universal Dependencies and of the Penn treebank, EAGLES tags (``NP00000``),
chunk tags (``B-NP``), dependency relations, morphological features, numbers of tokens. Lemmas,
normal forms, glosses and the like are free text, whatever their column.
"""

from __future__ import annotations

import re

from understudy.core.folding import flat_letters

__all__ = ["UNKNOWN", "is_public"]

UNKNOWN = "_"
"""What CoNLL-U writes for a value that is not known."""

_SPEECH = (
    "ADJ|ADP|ADV|AUX|CCONJ|CONJ|DET|INTJ|NOUN|NUM|PART|PRON|PROPN|PUNCT|SCONJ|SYM|VERB|X"
    "|CC|CD|DT|EX|FW|IN|JJ|JJR|JJS|LS|MD|NN|NNS|NNP|NNPS|PDT|POS|PRP|RB|RBR|RBS|RP|TO|UH|VB|VBD"
    "|VBG|VBN|VBP|VBZ|WDT|WP|WRB|HYPH|NFP|ADD|AFX|XX|GW|PRP[$]|WP[$]|-LRB-|-RRB-"
    "|F(?:[pcgedxshz]|i[at]|a[at]|p[at]|r[ac]|c[at]|l[at])|Z[pmu]?"
)
_EAGLES = "[NVADPSC][A-Z]{1,3}[A-Z0-9]*0[A-Z0-9]*"
_CHUNK = "O|(?:[BIESLU]-)?(?:NP|VP|PP|ADVP|ADJP|SBAR|PRT|CONJP|INTJ|LST|UCP)"
_RELATION = (
    "(?:acl|advcl|advmod|amod|appos|aux|case|cc|ccomp|clf|compound|conj|cop|csubj|dep|det"
    "|discourse|dislocated|expl|fixed|flat|goeswith|iobj|list|mark|nmod|nsubj|nummod|obj|obl"
    "|orphan|parataxis|punct|reparandum|root|vocative|xcomp|dobj|pobj|prep|poss|neg|nn|num"
    "|nsubjpass|auxpass|ROOT)"
    "(?::(?:name|foreign|pass|relcl|poss|agent|tmod|unmarked|prt|outer|arg))?"
)
_FEATURE = (
    "(?:Abbr|Animacy|Aspect|Case|Definite|Degree|Evident|Foreign|Gender|Mood|NameType|NumForm"
    "|NumType|Number|Person|Polarity|Polite|Poss|PronType|Reflex|Tense|Typo|VerbForm|Voice)"
    "=(?:[A-Z][a-z]{0,4}|[0-4])"
)
_NUMBER = r"\d{1,3}"
_PUBLIC = re.compile(
    rf"{_SPEECH}|{_EAGLES}|{_CHUNK}|{_NUMBER}|{_RELATION}"
    rf"|{_NUMBER}:{_RELATION}(?:\|{_NUMBER}:{_RELATION})*"
    rf"|{_FEATURE}(?:\|{_FEATURE})*|SpaceAfter=No|[*()_-]*"
)
_REVEALING = 3
"""So many letters of a word are enough to guess it."""


def is_public(value: str, token: str) -> bool:
    """Whether a value of another column says nothing of the token beside it.

    A tag that repeats the token, or the beginning of it, is lost rather than a name kept.
    """
    if value in ("", UNKNOWN):
        return True
    start, letters = flat_letters(token)[:_REVEALING], flat_letters(value)
    if letters and (start in letters if len(start) == _REVEALING else start == letters):
        return False
    return _PUBLIC.fullmatch(value) is not None
