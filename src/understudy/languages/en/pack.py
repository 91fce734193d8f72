"""English: the record of the language."""

from understudy.languages.language import TRAINED, Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    "en",
    "English",
    "understudy.languages.en",
    reads=("en", "es"),
    locales=("US", "GB", "IE", "CA", "AU", "NZ"),
    encoder=TRAINED,
)
