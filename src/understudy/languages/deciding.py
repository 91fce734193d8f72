"""Which language a document is handled in: the one place that decides."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from understudy.core.errors import CorpusError
from understudy.languages.packs import ENOUGH, guess, installed, known_languages, supported

if TYPE_CHECKING:
    from collections.abc import Iterable

    from understudy.core.types import Document, Span

__all__ = ["foreign", "handled", "in_public_language", "language_of", "refusal"]

OTHER_SCRIPT = "another script"
_TELLING = 2000
"""So many public characters tell the language."""
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


def handled(document: Document, fallback: str | None) -> Document:
    """The document in a language that is installed, or a refusal.

    One that names no language is refused only where something depends on it.
    """
    language = document.language
    if language in installed() or (language is None and fallback is None):
        return document
    if foreign(document) is None:
        return document
    if fallback is None:
        raise refusal(document)
    return document._replace(language=fallback)


def in_public_language(document: Document, private: Iterable[Span], default: str) -> Document:
    """The document with a language, told from what stands outside of private spans.

    Which stand-ins there are depends on the language, so it must not depend on the values.
    """
    rest, cursor, length = [], 0, 0
    for span in private:
        rest.append(document.text[cursor : span.start])
        cursor, length = span.end, length + len(rest[-1]) + 1
        if length >= _TELLING:
            break
    rest.append(document.text[cursor : cursor + _TELLING])
    shown = " ".join(rest)[:_TELLING]
    if document.language is None and not _unreadable(shown):
        told = guess(shown, default) if shown.strip() else default
        return document._replace(language=told)
    return document._replace(language=language_of(document._replace(text=shown), default))


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
