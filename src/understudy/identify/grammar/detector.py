"""The grammar detector: all top rules of a document's language, over batches of documents."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from understudy.core.errors import PolicyError
from understudy.core.files import read_beside
from understudy.core.normal import Normalised, normalise
from understudy.core.types import Document, Span
from understudy.identify.grammar.book import Book, user_sources
from understudy.identify.grammar.bundles import Bundle, bundles
from understudy.identify.grammar.compiler import Compiler
from understudy.identify.grammar.gates import Words
from understudy.identify.grammar.nodes import Source
from understudy.identify.grammar.pages import around_digits, places_of, whole
from understudy.identify.grammar.program import Found, Mark
from understudy.identify.settings import FORM, DetectorPart, DetectorSettings
from understudy.identify.spelt import without_word
from understudy.languages import installed, language_of

__all__ = ["DETECTOR", "Grammars", "build", "compiled"]

BATCH = 1 << 20
"""Characters of documents that are searched together: a search costs more to start than to run
over a short text."""
SOURCE = "grammar"

Lists = tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Grammars:
    """Finds what the rules of the shipped grammars and of the user's describe."""

    language: str
    """Of documents that name none and show none."""
    languages: tuple[str, ...] = ()
    """Languages whose grammars run on every document; empty means the document's own."""
    categories: frozenset[str] = frozenset()
    """The categories wanted; empty means all."""
    users: tuple[Source, ...] = ()
    lists: Lists = ()

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        found: list[tuple[Span, ...]] = [()] * len(documents)
        by_language: dict[str, list[int]] = {}
        for at, document in enumerate(documents):
            for language in self._languages_of(document):
                by_language.setdefault(language, []).append(at)
        for language, members in by_language.items():
            ready = self.bundles(language)
            for batch in _batches(members, documents):
                for at, spans in _search(batch, documents, ready):
                    text = documents[at].text
                    found[at] += tuple([without_word(span, text, language) for span in spans])
        return [_settled(spans) for spans in found]

    def bundles(self, language: str) -> tuple[Bundle, ...]:
        """The compiled top rules of a language."""
        return compiled(language, self.categories, self.users, self.lists)

    def _languages_of(self, document: Document) -> tuple[str, ...]:
        if self.languages:
            return self.languages
        return (language_of(document, self.language),)


@cache
def compiled(
    language: str, categories: frozenset[str], users: tuple[Source, ...], lists: Lists
) -> tuple[Bundle, ...]:
    """Compiled once per process."""
    book = Book(language, users, dict(lists))
    compiler = Compiler(book)
    for source in users:  # a mistake in a rule that nothing uses is a mistake all the same
        for rule in book.rules[source].values():
            compiler.search(rule)
    # What a policy's own grammar finds is private even if the policy does not know its category.
    wanted = [
        rule
        for rule in book.top()
        if not categories or rule.category in categories or rule.place.source in users
    ]
    return bundles(compiler, wanted, ungated=users)


def _batches(members: Iterable[int], documents: Sequence[Document]) -> Iterator[list[int]]:
    batch: list[int] = []
    size = 0
    for at in members:
        batch.append(at)
        size += len(documents[at].text)
        if size >= BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _search(
    batch: Sequence[int], documents: Sequence[Document], ready: tuple[Bundle, ...]
) -> Iterator[tuple[int, tuple[Span, ...]]]:
    texts = [normalise(documents[at].text) for at in batch]
    starts = [1]
    for text in texts:
        starts.append(starts[-1] + len(text.text) + 1)
    page = whole([text.text for text in texts])
    digits = around_digits(page)
    places = places_of(page, _words_of(ready))
    found: dict[int, list[Span]] = {}
    for bundle in ready:
        own = bundle.page(page, places)
        if own.empty:
            continue
        for one in bundle.programs:
            laid = digits if one.digits and own is page else own
            if laid.empty:
                continue
            for match in one.run(laid.text, laid.buffer):
                shift = laid.shift(match.start)
                number = bisect_right(starts, match.start + shift) - 1
                span = _span(match, match.score, starts[number] - shift, texts[number])
                found.setdefault(number, []).append(span)
    for number, spans in found.items():
        yield batch[number], tuple(spans)


@cache
def _words_of(ready: tuple[Bundle, ...]) -> Words:
    """All words that some rule needs."""
    return frozenset().union(*(words for bundle in ready for words in bundle.words))


def _span(found: Found | Mark, score: float, shift: int, text: Normalised) -> Span:
    """A match as a span of the original text."""
    start, end = text.span(found.start - shift, found.end - shift)
    parts = tuple(_span(part, score, shift, text) for part in found.parts)
    return Span(start, end, found.label, score, SOURCE, parts)


def _settled(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """Without what lies inside better evidence: a higher score, or as high and longer."""
    if len(spans) < 2:
        return spans
    kept: list[Span] = []
    open_spans: list[Span] = []
    # By place first, where few are alike: ranks of all spans would be compared with each other.
    for span in sorted(set(spans), key=lambda span: (span.start, -span.end, *_rank(span))):
        open_spans = [one for one in open_spans if one.end > span.start]
        own = _rank(span)
        if not any(one.end >= span.end and _rank(one) < own for one in open_spans):
            kept.append(span)
        open_spans.append(span)
    return tuple(sorted(kept))


def _rank(span: Span) -> tuple[float, int, int, Span]:
    return -span.score, span.start - span.end, -len(span.parts), span


class Options(Struct, forbid_unknown_fields=True, frozen=True):
    """The keys of ``[detector.grammar]``."""

    files: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    lists: Annotated[
        dict[str, str | list[str]],
        Meta(description="a table of lists: strings or a file for each"),
    ] = {}


def build(settings: DetectorSettings) -> Grammars:
    """The detector of a policy; grammars that cannot be compiled are refused here."""
    options = settings.read(Options, "grammar")
    languages = options.languages
    for language in languages:
        if language not in installed():
            raise PolicyError(
                f"detector.grammar.languages: no language {language!r}; "
                f"there are: {', '.join(installed())}"
            )
    users = user_sources(options.files, settings.folder)
    made = Grammars(
        language=settings.language,
        languages=languages,
        categories=settings.categories,
        users=users,
        lists=_lists(options.lists, settings.folder),
    )
    if users:
        made.bundles(languages[0] if languages else settings.language)
    return made


def _lists(value: Mapping[str, str | list[str]], folder: Path | None) -> Lists:
    """The policy's own lists: entries, or a file with one on each line."""
    return tuple((name, _phrases(name, entries, folder)) for name, entries in sorted(value.items()))


def _phrases(name: str, entries: str | list[str], folder: Path | None) -> tuple[str, ...]:
    if isinstance(entries, str):
        path = (folder or Path()) / entries
        try:
            lines = read_beside(folder, entries).splitlines()
        except (OSError, UnicodeDecodeError) as error:
            why = (isinstance(error, OSError) and error.strerror) or type(error).__name__
            raise PolicyError(
                f"detector.grammar.lists.{name}: {path} cannot be read: {why}"
            ) from None
    else:
        lines = entries
    phrases = tuple(one.strip() for one in lines if one.strip())
    if not phrases:
        raise PolicyError(f"detector.grammar.lists.{name}: the list is empty")
    return phrases


DETECTOR = DetectorPart("grammar", build, Options, finds_by=FORM)
