"""What the checks of a release know of Spanish."""

from __future__ import annotations

import re

_ARTICLE = re.compile(r"\b(el|la|del|al|un|una)\s+$", re.I)
_FEMININE = ("la", "una")


def article_still_fits(before: str, old: str, new: str) -> bool | None:
    """ "el" or "la", by the last letter of the first word."""
    article = _ARTICLE.search(before)
    heads = [text.split()[0].lower() for text in (old, new) if text.split()]
    if article is None or len(heads) < 2 or not all(head[-1] in "ao" for head in heads):
        return None
    if (article[1].lower() in _FEMININE) != (heads[0][-1] == "a"):
        return None
    return heads[0][-1] == heads[1][-1] or heads[0] == heads[1]
