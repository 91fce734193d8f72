"""Where the text of a Markdown file stands: everywhere, but for the signs of emphasis."""

from __future__ import annotations

import re

from understudy.corpus.documents.located import Piece

__all__ = ["read_markdown"]

_EMPHASIS = re.compile(
    r"(?<![\\*\w])\*{1,3}(?=[^\s*])|(?<=[^\s*\\])\*{1,3}(?!\*)"
    r"|(?<!\w)__(?=\w)|(?<=\w)__(?!\w)"
)


def read_markdown(source: str, unit: str) -> tuple[list[Piece], list[Piece]]:
    """All of the file as one piece; a name may be emphasised in part."""
    hidden = {at for match in _EMPHASIS.finditer(source) for at in range(*match.span())}
    places = [at for at in range(len(source)) if at not in hidden]
    text = "".join(source[at] for at in places)
    return [Piece("field", "text", text, places, [at + 1 for at in places])], []
