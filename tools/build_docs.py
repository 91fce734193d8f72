"""Build the documentation into site/ and check it: python tools/build_docs.py [FOLDER].

Nothing may be asked of another server: every script, style sheet, image and font of a page is a
file of the site. Every link between pages leads to a page, and to a place on it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parents[1]

_LOADED = {
    "script": ("src",),
    "link": ("href",),
    "img": ("src", "srcset"),
    "iframe": ("src",),
    "source": ("src", "srcset"),
    "video": ("src", "poster"),
    "audio": ("src",),
    "object": ("data",),
    "embed": ("src",),
    "image": ("href", "xlink:href"),
    "use": ("href", "xlink:href"),
}
"""Elements that make a browser ask for something, and the attributes that say what."""
_NOT_LOADED = {"canonical", "prev", "next", "alternate"}
"""What a ``link`` may name without being fetched."""
_IN_STYLE = re.compile(r"(?:url\(\s*['\"]?|@import\s+['\"])((?:https?:)?//[^'\")\s]+)", re.I)


class Page(NamedTuple):
    loaded: tuple[str, ...]
    links: tuple[str, ...]
    places: frozenset[str]
    classes: frozenset[str]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.links: list[str] = []
        self.places: set[str] = set()
        self.classes: set[str] = set()
        self._style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._style = tag == "style"
        self.places.update(given[name] for name in ("id", "name") if given.get(name))
        self.classes.update(given.get("class", "").split())
        self.loaded += _IN_STYLE.findall(given.get("style", ""))
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag == "link" and set(given.get("rel", "").split()) & _NOT_LOADED:
            return
        for name in _LOADED.get(tag, ()):
            if name in given:
                # A srcset has several, each with its width behind it.
                several = given[name].split(",") if name == "srcset" else [given[name]]
                self.loaded += [one.split()[0] for one in several if one.strip()]

    def handle_data(self, data: str) -> None:
        if self._style:
            self.loaded += _IN_STYLE.findall(data)

    def handle_endtag(self, tag: str) -> None:
        self._style = False


def read(html: str) -> Page:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return Page(
        tuple(reader.loaded),
        tuple(reader.links),
        frozenset(reader.places),
        frozenset(reader.classes),
    )


def _abroad(link: str) -> bool:
    return bool(urlsplit(link).netloc)


def _followed(folder: Path, page: Path, link: str) -> Path:
    path = unquote(urlsplit(link).path)
    target = folder / path.lstrip("/") if path.startswith("/") else page.parent / path
    target = target.resolve() if path else page
    return target / "index.html" if target.is_dir() else target


def _of_loading(folder: Path, path: Path, page: Page) -> Iterator[str]:
    if "mermaid" in page.classes:
        yield "a mermaid diagram, for which the theme fetches a script"
    for link in page.loaded:
        if _abroad(link):
            yield f"loads {link}"
        elif urlsplit(link).scheme != "data" and not _followed(folder, path, link).is_file():
            yield f"loads {link}, which is not there"


def _of_links(folder: Path, path: Path, pages: Mapping[Path, Page]) -> Iterator[str]:
    if path.name == "404.html":
        return  # it is shown under any address, so its links start from the root
    for link in pages[path].links:
        if _abroad(link) or urlsplit(link).scheme:
            continue
        target, anchor = _followed(folder, path, link), unquote(urlsplit(link).fragment)
        if not target.is_file():
            yield f"links to {link}, which is not there"
        elif anchor and target in pages and anchor not in pages[target].places:
            yield f"links to {link}, where no such place is"


def faults(folder: Path) -> Iterator[str]:
    """What is wrong with a built site."""
    folder = folder.resolve()
    pages = {path: read(path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")}
    if not pages:
        yield f"{folder}: no pages"
    for path, page in sorted(pages.items()):
        found = (*_of_loading(folder, path, page), *_of_links(folder, path, pages))
        yield from (f"{path.relative_to(folder)}: {one}" for one in found)
    for style in sorted(folder.rglob("*.css")):
        for link in _IN_STYLE.findall(style.read_text(encoding="utf-8")):
            yield f"{style.relative_to(folder)}: loads {link}"


def main(folder: Path) -> int:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    done = subprocess.run(
        [*command, "--config-file", str(ROOT / "mkdocs.yml"), "--site-dir", str(folder)],
        check=False,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )
    if done.returncode:
        return done.returncode
    found = list(faults(folder))
    print("\n".join(found) or f"{folder}: {len(list(folder.rglob('*.html')))} pages, no fault")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "site").resolve()))
