"""A number ends where the speaker says something else: "four four two nine, okay"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from understudy.categorise.rules.forms import CODES
from understudy.core.folding import flat
from understudy.core.types import Span
from understudy.languages.lexicon import on_list

__all__ = ["without_answers"]

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_NUMBERS = CODES | {
    *("FAX_NUMBER", "CREDIT_CARD", "IBAN_CODE", "BANK_ACCOUNT", "US_SSN", "ES_NIF", "ES_NIE"),
    *("NATIONAL_ID", "PASSPORT", "MEMBER_ID", "PRESCRIPTION_ID", "MEDICAL_RECORD"),
    *("TICKET_NUMBER", "ORDER_NUMBER", "CASE_NUMBER"),
}


def without_answers(spans: Sequence[Span], text: str, language: str) -> list[Span]:
    """Spans in order, numbers without the words at their ends that answer or thank; a span of such
    words alone stays as it is."""
    return list(_trimmed(spans, text, language))


def _trimmed(spans: Sequence[Span], text: str, language: str) -> Iterator[Span]:
    for span in spans:
        if span.label not in _NUMBERS or span.score >= 1.0:
            yield span
            continue
        words = list(_WORD.finditer(text, span.start, span.end))
        known = on_list("number_answers", language)
        own = [at for at, word in enumerate(words) if flat(word[0]) not in known]
        if not own or (own[0] == 0 and own[-1] == len(words) - 1):
            yield span
            continue
        start = words[own[0]].start() if own[0] else span.start
        end = span.end if own[-1] == len(words) - 1 else words[own[-1]].end()
        yield span._replace(start=start, end=end, key=None, parts=())
