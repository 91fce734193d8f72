"""The page's own files: all there, nothing from elsewhere, and no way from text to markup."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

STATIC = Path(str(files("understudy.review").joinpath("static")))
SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in STATIC.glob("*.js")}
STYLES = {path.name: path.read_text(encoding="utf-8") for path in STATIC.glob("*.css")}
PAGE = (STATIC / "index.html").read_text(encoding="utf-8")
PARSES = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment"
    r"|\beval\b|new Function|srcdoc|setAttribute\(\"(?:style|on)"
)


def test_every_file_that_is_named_is_there() -> None:
    named = set(re.findall(r'"/static/([\w.-]+)"', PAGE))
    for text in SCRIPTS.values():
        named |= set(re.findall(r'from "\./([\w.-]+)"', text))
        named |= set(re.findall(r'"/static/([\w.-]+)"', text))
    assert named <= {path.name for path in STATIC.iterdir()}
    assert SCRIPTS.keys() <= named


def test_nothing_comes_from_elsewhere() -> None:
    for text in (PAGE, *SCRIPTS.values(), *STYLES.values()):
        assert set(re.findall(r"https?://[^\s\"']+", text)) <= {"http://www.w3.org/2000/svg"}
        assert "@import" not in text and "url(" not in text


def test_text_is_never_parsed_as_markup() -> None:
    for name, text in SCRIPTS.items():
        assert not PARSES.search(text), name
    assert "<script>" not in PAGE and "style=" not in PAGE and not re.search(r"\son\w+=", PAGE)


def test_every_key_of_the_help_has_a_deed() -> None:
    told = re.search(r"export const HELP = \[(.*?)\n\];", SCRIPTS["dialogs.js"], re.DOTALL)
    assert told is not None
    shown = {
        key
        for keys in re.findall(r'\["([^"]+)", "[^"]+"\]', told[1])
        for key in keys.split("  ")
        if len(key) == 1 and key.isalpha()
    }
    assert len(shown) > 15
    for key in shown:
        assert re.search(rf'(?<!\w){key}: \(desk\)|event\.key === "{key}"', SCRIPTS["keys.js"]), key
