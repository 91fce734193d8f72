"""Spanish: the record of the language."""

from understudy.languages.language import TRAINED, Language

__all__ = ["LANGUAGE"]

LANGUAGE = Language(
    "es",
    "Spanish",
    "understudy.languages.es",
    reads=("en", "es"),
    locales=("ES", "MX", "AR", "CO", "CL", "PE"),
    encoder=TRAINED,
)
