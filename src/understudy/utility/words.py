"""The words that learners count: those of the text, marks such as ``<CITY>`` whole, signs apart."""

from __future__ import annotations

import re
from typing import Any

from understudy.core.errors import MissingExtra

__all__ = ["needs_sklearn", "tokens"]

_TOKEN = re.compile(r"<[A-Z][^<>]*>|\w+(?:['’.\-]\w+)*|█+|[^\w\s]")


def tokens(text: str) -> list[str]:
    """In lower case, since transcripts and what replaces them differ in it."""
    return [token.lower() for token in _TOKEN.findall(text)]


def needs_sklearn() -> Any:
    """scikit-learn, or an error that says how to get it."""
    try:
        import sklearn  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        raise MissingExtra("this learner", "measure") from None
    return sklearn
