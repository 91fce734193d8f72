"""The documentation site: what its checks find, how its pages are made, and whether it builds."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

import understudy

ROOT = Path(__file__).resolve().parents[2]


def _tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"tool_{name}", ROOT / "tools" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # named tuples look their module up
    spec.loader.exec_module(module)
    return module


build_docs = _tool("build_docs")
docs_hooks = _tool("docs_hooks")


def _page(folder: Path, name: str, body: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"<html><body>{body}</body></html>", encoding="utf-8")


@pytest.mark.parametrize(
    "body",
    [
        '<script src="https://cdn.example/x.js"></script>',
        '<script src="//cdn.example/x.js"></script>',
        '<link rel="stylesheet" href="https://fonts.example/css">',
        '<link rel="preconnect" href="https://fonts.example">',
        '<img src="http://img.example/x.png">',
        '<img srcset="a.png 1x, https://img.example/x.png 2x">',
        '<p style="background: url(https://img.example/x.png)">',
        "<style>@import 'https://fonts.example/css';</style>",
        '<iframe src="https://video.example"></iframe>',
        '<pre class="mermaid">a</pre>',
    ],
)
def test_what_comes_from_another_server_is_found(body: str, tmp_path: Path) -> None:
    _page(tmp_path, "index.html", body)
    (tmp_path / "a.png").touch()
    (fault,) = build_docs.faults(tmp_path)
    assert "example" in fault or "mermaid" in fault


def test_styles_that_fetch_are_found(tmp_path: Path) -> None:
    _page(tmp_path, "index.html", "")
    (tmp_path / "x.css").write_text("@font-face { src: url('https://fonts.example/a.woff2') }")
    assert list(build_docs.faults(tmp_path)) == ["x.css: loads https://fonts.example/a.woff2"]


def test_links_and_files_that_are_missing_are_found(tmp_path: Path) -> None:
    _page(
        tmp_path,
        "index.html",
        '<a href="a/">ok</a> <a href="a/#there">ok</a> <a href="a/#gone">no</a> <a href="b/">no</a>'
        '<a href="https://elsewhere.example/">ok</a> <a href="mailto:x@y.example">ok</a>'
        '<img src="x.png"><script src="data:text/javascript,1"></script>'
        '<link rel="canonical" href="https://docs.example/">',
    )
    _page(tmp_path, "a/index.html", '<h1 id="there">A</h1> <a href="..">up</a> <a href="#x">no</a>')
    assert list(build_docs.faults(tmp_path)) == [
        "a/index.html: links to #x, where no such place is",
        "index.html: loads x.png, which is not there",
        "index.html: links to a/#gone, where no such place is",
        "index.html: links to b/, which is not there",
    ]


def test_a_site_without_pages_is_a_fault(tmp_path: Path) -> None:
    assert list(build_docs.faults(tmp_path))


def test_links_become_those_of_the_site(tmp_path: Path) -> None:
    (tmp_path / "LICENSE").touch()
    shown = {"experiments/x/README.md": "experiments/x/README.md", "SECURITY.md": "security.md"}

    def made(text: str, here: str, there: str) -> str:
        return str(docs_hooks.for_site(text, here, there, shown, tmp_path))

    assert made("[a](../experiments/x/README.md#b)", "docs/c.md", "c.md") == (
        "[a](experiments/x/README.md#b)"
    )
    assert made("[a](../../SECURITY.md)", "docs/howto/c.md", "howto/c.md") == "[a](../security.md)"
    assert made("![a](docs/flow.svg)", "SECURITY.md", "security.md") == "![a](flow.svg)"
    assert made("[a](README.md)", "SECURITY.md", "security.md") == "[a](index.md)"
    assert made("see [a](../LICENSE).", "docs/c.md", "c.md") == "see a."
    assert made("[a](../gone.md) [b](#c)", "docs/c.md", "c.md") == "[a](../gone.md) [b](#c)"
    assert made("[a](https://x.example/)", "docs/c.md", "c.md") == "[a](https://x.example/)"
    fence = "```toml\n[a](../LICENSE)\n```"
    assert made(fence, "docs/c.md", "c.md") == fence


def test_comments_for_tests_become_titles_or_go() -> None:
    text = (
        "<!-- file: a.toml -->\n```toml\nx = 1\n```\n<!-- output, exit 3 -->\n```console\n$ y\n```"
    )
    assert docs_hooks.for_site(text, "docs/c.md", "c.md", {}) == (
        '```toml title="a.toml"\nx = 1\n```\n```console\n$ y\n```'
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("mkdocs", reason="needs the extra [docs]")
    pytest.importorskip("material", reason="needs the extra [docs]")
    pytest.importorskip("mkdocstrings", reason="needs the extra [docs]")
    folder = tmp_path_factory.mktemp("site")
    assert build_docs.main(folder) == 0
    return folder


def test_every_public_name_is_in_the_reference(built: Path) -> None:
    page = build_docs.read((built / "api" / "index.html").read_text(encoding="utf-8"))
    missing = [name for name in understudy.__all__ if f"understudy.{name}" not in page.places]
    assert not missing


def test_pages_from_outside_docs_are_on_the_site(built: Path) -> None:
    for name in ("contributing", "changelog", "security", "experiments/realism", "examples"):
        assert (built / name / "index.html").is_file(), name
