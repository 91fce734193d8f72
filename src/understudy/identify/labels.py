"""Labels of corpora become canonical categories, by the map of a known corpus or of a file."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

from understudy.core.categories import UNKNOWN, categories, label_maps
from understudy.core.errors import UsageError
from understudy.core.files import read_text
from understudy.core.foreign import toml_of
from understudy.core.types import Span

__all__ = ["label_map", "relabelled"]


def label_map(given: str) -> Mapping[str, str]:
    """The map of a known corpus, or of a TOML file of lines ``label = "CATEGORY"``.

    An empty category means that the label is not private.
    """
    if given in label_maps():
        return label_maps()[given]
    path = Path(given)
    try:
        data = toml_of(read_text(path))
    except FileNotFoundError:
        known = ", ".join(sorted(label_maps()))
        raise UsageError(
            f"{given}: no such file, and no label map of that name ({known})"
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{given}: not TOML: {error}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{given}: cannot be read: {type(error).__name__}") from None
    for label, category in data.items():
        if not isinstance(category, str) or (category and category not in categories()):
            raise UsageError(f"{given}: {label}: must be a category, or empty")
    return data


def relabelled(spans: Iterable[Span], labels: Mapping[str, str]) -> tuple[Span, ...]:
    """Spans with categories for labels; a label that nobody knows is UNKNOWN, and private."""
    known = categories()
    found: list[Span] = []
    for span in spans:
        category = labels.get(span.label, span.label)
        if category:
            found.append(span._replace(label=category if category in known else UNKNOWN))
    return tuple(found)
