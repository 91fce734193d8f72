"""Esperanto: the record of the language."""

from understudy.languages.language import SKIPPED, Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    "eo", "Esperanto", "understudy_eo", reads=("eo",), locales=("PL",), encoder=SKIPPED
)
