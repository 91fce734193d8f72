"""What stands in the words around a mention for what is private there."""

from __future__ import annotations

__all__ = [
    "COUNTRIES",
    "DATE_SIGN",
    "HIDDEN",
    "HOME",
    "LANDS",
    "LANGUAGE",
    "LENT",
    "LENT_END",
    "LIFE",
    "NAMED_AFTER",
    "SIGNED",
    "TOLD",
]

HIDDEN, DATE_SIGN = "\u2592", "\u2593"
"""Neither letter nor digit, one sign for a value whatever its length; the other sign for another
date, where a date is read."""
LENT, LENT_END = "\ue0f0", "\ue0f1"
"""Around a name that gives way to the stand-in of what it is called after."""
COUNTRIES = "countries"
"""The attribute with the countries that the public words of the document name."""
HOME = "home"
"""The attribute with the country that most places of the document lie in."""
LANDS = "lands"
"""The attribute with the countries that a telephone number of the document may be of."""
LANGUAGE = "language"
"""The attribute with the language of the line that a mention stands in."""
LIFE = "life"
"""The attribute with what was said far before a date of somebody young who was born then."""
NAMED_AFTER = "named after "
"""How an attribute begins that tells what of the text an organization is called after."""
SIGNED = "signed"
"""The attribute with the country of which the public words of the document speak: "quid"."""
TOLD = "told"
"""The attribute with the public words behind a name as far as nobody else is spoken of."""
