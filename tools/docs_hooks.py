"""Hooks of mkdocs: pages from outside docs/, and Markdown that GitHub and the site both read.

Pages of the repository link to each other by their paths in it, such as
``../experiments/realism/README.md`` from docs/attacks.md, so that they work on a clone. Here those
pages join the site, and links to them are turned into links of the site. A link to a file that the
site does not show (a script, a table of results) becomes plain text.
"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]

_OUTSIDE = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "examples/README.md": "examples/README.md",
    "training/README.md": "training/README.md",
}
_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(!?)\[([^\]\n]*)\]\(([^)\s]+)\)")
_MARKED = re.compile(r"^<!-- *([^>\n]*?) *-->\n(```\w*)", re.MULTILINE)


def outside(root: Path = ROOT) -> dict[str, str]:
    """Path in the repository → path in the site, of what the site shows from outside docs/."""
    found = {here: there for here, there in _OUTSIDE.items() if (root / here).is_file()}
    for page in sorted((root / "experiments").glob("*/README.md")):
        for path in (page, *sorted(page.parent.glob("*.svg"))):
            name = path.relative_to(root).as_posix()
            found[name] = name
    return found


def site_link(link: str, here: str, there: str, shown: dict[str, str], root: Path) -> str | None:
    """A link of the page at ``here`` in the repository and ``there`` in the site, as the site has
    it; none where it leads to a file of the repository that the site does not show.
    """
    path, mark, anchor = link.partition("#")
    if not path or re.match(r"[a-z]+:", link):
        return link
    target = posixpath.normpath(posixpath.join(posixpath.dirname(here), path))
    if target == "README.md":
        target = "docs/index.md"
    if target.startswith("docs/"):
        new = target.removeprefix("docs/")
    elif target in shown:
        new = shown[target]
    else:
        return None if (root / target).exists() else link
    return posixpath.relpath(new, posixpath.dirname(there) or ".") + mark + anchor


def for_site(text: str, here: str, there: str, shown: dict[str, str], root: Path = ROOT) -> str:
    """The Markdown of a page as the site needs it."""

    def linked(match: re.Match[str]) -> str:
        sign, words, link = match.groups()
        new = site_link(link, here, there, shown, root)
        return words if new is None else f"{sign}[{words}]({new})"

    return _titled(_outside_fences(text, lambda prose: _LINK.sub(linked, prose)))


def _outside_fences(text: str, change: Callable[[str], str]) -> str:
    parts: list[str] = []
    at = 0
    for fence in _FENCE.finditer(text):
        parts += [change(text[at : fence.start()]), fence[0]]
        at = fence.end()
    return "".join([*parts, change(text[at:])])


def _titled(text: str) -> str:
    """Comments above a block are for the tests; one that names a file becomes the block's title."""

    def block(match: re.Match[str]) -> str:
        said, fence = match.groups()
        name = re.search(r"file: ([^,]+)", said)
        return f'{fence} title="{name[1]}"' if name else fence

    return _MARKED.sub(block, text)


def on_files(files: Any, config: Any) -> Any:
    from mkdocs.structure.files import File

    for here, there in outside().items():
        files.append(File.generated(config, there, abs_src_path=os.fspath(ROOT / here)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    shown = outside()
    there = page.file.src_uri
    here = {new: old for old, new in shown.items()}.get(there, f"docs/{there}")
    return for_site(markdown, here, there, shown)
