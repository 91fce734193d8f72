"""A text with the divergence of its words as colour, as one page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from understudy.encoder.divergence import Term

__all__ = ["page", "pieces", "shares"]

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Where an edit is felt</title>
<style>
body {{ font: 1.1rem/2 system-ui, sans-serif; margin: 3rem auto; max-width: 46rem }}
mark {{ border-radius: .2rem; color: inherit; padding: .15rem .1rem }}
u {{ text-decoration-thickness: .15rem; text-underline-offset: .3rem }}
dl {{ display: grid; font-size: 1rem; grid-template-columns: max-content auto; column-gap: 1rem }}
dd {{ margin: 0 }}
</style>
<h1>Where an edit is felt</h1>
<p>{original}</p>
<p>{edited}</p>
<dl>{facts}</dl>
<p><small>The redder a word, the more of the divergence lies on it. What was edited is
underlined; point at a word for its figures. The page shows the text: it is as private as the
text.</small></p>
</html>
"""


def shares(terms: Sequence[Term]) -> list[float]:
    """What each word adds, as a share of the most that one adds."""
    parts = [one.weight * one.divergence for one in terms]
    most = max(parts, default=0.0)
    return [part / most if most else 0.0 for part in parts]


def pieces(text: str, terms: Sequence[Term]) -> Iterator[tuple[str, Term | None, float]]:
    """The text in pieces: words that count, with what they add, and what lies between them."""
    cursor = 0
    for term, share in sorted(zip(terms, shares(terms), strict=True)):
        if cursor < term.start:
            yield text[cursor : term.start], None, 0.0
        yield text[term.start : term.end], term, share
        cursor = term.end
    if cursor < len(text):
        yield text[cursor:], None, 0.0


def page(
    original: str,
    terms: Sequence[Term],
    edited: Sequence[tuple[str, bool]],
    facts: Mapping[str, float],
) -> str:
    """The page; ``edited`` is the other text in pieces, each with whether it was edited."""
    return _PAGE.format(
        original="".join(map(_coloured, pieces(original, terms))),
        edited="".join(f"<u>{escape(part)}</u>" if new else escape(part) for part, new in edited),
        facts="".join(f"<dt>{escape(name)}</dt><dd>{at:.4g}</dd>" for name, at in facts.items()),
    )


def _coloured(piece: tuple[str, Term | None, float]) -> str:
    text, term, share = piece
    if term is None:
        return f"<u>{escape(text)}</u>" if text.strip() else escape(text)
    title = f"divergence {term.divergence:.4g}, weight {term.weight:.3g}"
    colour = f"background: rgb(220 40 30 / {0.75 * share:.2f})"
    return f'<mark style="{colour}" title="{title}">{escape(text)}</mark>'
