"""How many keys and presses of the mouse each deed of a reader takes, counted in the browser.

``benchmarks/review.py`` reads them from a file, which this story holds to what it counts;
``UNDERSTUDY_STROKES=1`` writes it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra [review]")
pytest.importorskip("playwright", reason="needs the extra [browser]")
from browsing import CHROMIUM, Watched, served
from playwright.sync_api import sync_playwright
from reviewing import desk

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Debian's chromium"),
]
FILE = Path(__file__).resolve().parents[2] / "benchmarks" / "review-strokes.json"


def relabelled(seen: Watched, name: str, key: str | None) -> dict[str, int]:
    """Give the chosen mark a category: by its key, or by as many letters as its name needs to
    be chosen in the list."""
    said = name.lower().replace("_", " ")
    if key is not None:
        seen.page.keyboard.press(key)
    else:
        seen.page.keyboard.press("c")
        seen.page.wait_for_selector("dialog .choice")
        here = seen.page.locator("dialog .choice.here span").first
        # Where a longer name has this one in it ("female name"), the arrow goes on.
        letters = ["Space" if letter == " " else letter for letter in said]
        for press in (*letters, *["ArrowDown"] * 9):
            if here.inner_text() == said:
                break
            seen.page.keyboard.press(press)
        assert here.inner_text() == said
        seen.page.keyboard.press("Enter")
    seen.page.wait_for_function(
        "(said) => document.querySelector('.original .mark').ariaLabel.includes(`, ${said}, `)",
        arg=said,
    )
    return seen.strokes()


def story(seen: Watched) -> dict[str, Any]:
    """What each deed takes."""
    counted: dict[str, Any] = {}
    session = seen.page.evaluate("async () => (await fetch('/api/session')).json()")
    seen.strokes()
    seen.keys("ArrowRight")
    counted["next mark"] = seen.strokes()
    keys = {
        one.lower(): key
        for one, key in seen.page.evaluate(
            "async (told) => [...new (await import('/static/palette.js')).Palette(told).keyOf]",
            session["categories"],
        )
    }
    names = [one["name"] for one in session["categories"]]
    # The mark is a person: what it is to become last is that, so that each is a change.
    ordered = [name for name in names if name != "PERSON"] + ["PERSON"]
    by_category = {name: relabelled(seen, name, keys.get(name.lower())) for name in ordered}
    counted["category"] = {name: by_category[name] for name in sorted(by_category)}
    seen.settled()
    seen.strokes()
    before = seen.marks()
    seen.keys("x")
    counted["reject and next mark"] = seen.strokes()
    seen.keys("x")  # the next one is chosen already
    assert [mark.endswith("rejected") for mark in seen.marks()[:3]] == [True, True, False]
    assert len(before) == len(seen.marks())
    seen.page.wait_for_timeout(1500)  # the release of the last decision is drawn when it comes
    seen.strokes()
    seen.choose("paid")
    counted["select"] = seen.strokes()
    seen.keys("9")
    assert "paid, occupation, added" in seen.marks()
    assert seen.strokes() == counted["category"]["OCCUPATION"]  # as for a mark
    seen.keys("Shift+Enter")
    counted["finish"] = seen.strokes()
    assert seen.page.inner_text(".title h1") != "a"
    return counted


def test_what_the_benchmark_counts_is_what_readers_press(tmp_path: Path) -> None:
    held = desk(tmp_path)
    with served(held) as address, sync_playwright() as started:
        browser = started.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        seen = Watched(page)
        page.goto(f"{address}/enter?token=once")
        page.evaluate("location.hash = '#/document/0'")
        page.wait_for_selector(".original .mark")
        seen.settled()
        counted = story(seen)
        assert seen.errors == []
        browser.close()
    held.store.close()
    if os.environ.get("UNDERSTUDY_STROKES"):
        FILE.write_text(json.dumps(counted, indent=1) + "\n", encoding="utf-8")
    assert json.loads(FILE.read_text(encoding="utf-8")) == counted
