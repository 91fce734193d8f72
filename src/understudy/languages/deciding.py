"""Which language a document is handled in: the one place that decides."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from understudy.core.errors import CorpusError
from understudy.languages.packs import ENOUGH, guess, known_languages, supported

if TYPE_CHECKING:
    from understudy.core.types import Document

__all__ = ["foreign", "language_of", "refusal"]

OTHER_SCRIPT = "another script"
_FEWEST = 4
"""Fewer letters than this say nothing about a script: a formula, a symbol."""
_TAG = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8}){0,3}")
_LATIN = re.compile(r"[A-Za-z\u00aa\u00b5\u00ba-\u024f\u1e00-\u1eff\uff21-\uff5a]")
_OTHER = re.compile(r"[^\W\d_\u0000-\u024f\u1e00-\u1eff\uff21-\uff5a]")


def language_of(document: Document, default: str, fallback: str | None = None) -> str:
    """The installed language that a document is handled in: the one that it names, else the one
    that its text shows. This is the only place that decides.

    A document in another language is handled as ``fallback``, and refused where there is none.
    """
    if foreign(document) is not None:
        if fallback is None:
            raise refusal(document)
        return fallback
    return supported(document.language) or guess(document.text, default)


def foreign(document: Document) -> str | None:
    """The language of a document, where it is not installed.

    What names no language is told by its letters alone: German passes here, Chinese does not.
    """
    if document.language is not None:
        if supported(document.language) is not None:
            return None
        # A field that holds something else is not repeated: it may be private.
        return document.language if _TAG.fullmatch(document.language) else "no language code"
    return OTHER_SCRIPT if _unreadable(document.text) else None


def _unreadable(text: str) -> bool:
    """Whether almost no letters belong to the script of the installed languages."""
    if text.isascii():
        return False
    others = len(_OTHER.findall(text, 0, ENOUGH))
    return others >= _FEWEST and len(_LATIN.findall(text, 0, ENOUGH)) * 4 < others


def refusal(document: Document) -> CorpusError:
    """Why a document in a language that is not installed cannot be handled."""
    return CorpusError(
        f"document {document.id!r}: its language is not installed ({foreign(document)}); there "
        f"are: {known_languages()}. To handle such documents as one of these, with less "
        'protection, put fallback = "en" into the policy'
    )
