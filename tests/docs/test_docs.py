"""Every example of the pages runs, and every link leads somewhere."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from fences import Scene, agrees, commands, fences

from understudy import registry

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
OTHERS = [ROOT / name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")]
_LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)


def _name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix().removeprefix("docs/")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the examples, under their own name and as they are when one stands in them."""
    shutil.copytree(ROOT / "examples", tmp_path, dirs_exist_ok=True)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    loaded = set(sys.modules)
    yield tmp_path
    monkeypatch.undo()
    for name in set(sys.modules) - loaded:
        source = getattr(sys.modules[name], "__file__", None)
        if source and tmp_path in Path(source).parents:
            del sys.modules[name]
    registry.look_again()


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_examples_run(page: Path, folder: Path) -> None:
    scene = Scene(page, folder)
    for fence in fences(page):
        scene.play(fence)


def _prose(page: Path) -> str:
    """The page without its blocks."""
    return re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)


def _anchors(page: Path) -> set[str]:
    names = (re.sub(r"[^\w\- ]", "", title.lower()) for title in _HEADING.findall(_prose(page)))
    return {name.replace(" ", "-") for name in names}


@pytest.mark.parametrize("page", PAGES + OTHERS, ids=_name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in _LINK.findall(_prose(page)):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{page.name}: {link}"
        if anchor and target.suffix == ".md":
            assert anchor in _anchors(target), f"{page.name}: {link}"


def test_comparison_of_output_can_fail() -> None:
    assert agrees("a\n…\nd", "a\nb\nc\nd\n")
    assert agrees("a … c", "a b c\n")
    assert not agrees("a", "a\nb\n")
    assert not agrees("a b", "a c\n")
    assert agrees("", "")
    assert not agrees("", "a\n")


def test_commands_are_told_from_output() -> None:
    body = "$ understudy run a \\\n    -o b\ndone\n$ cat b"
    assert commands(body) == [("understudy run a -o b", "done"), ("cat b", "")]
