"""The review in a real browser: whole stories, with the keyboard and with the mouse.

``UNDERSTUDY_SCREENSHOTS=docs/images`` writes the pictures of the docs.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra [review]")
pytest.importorskip("playwright", reason="needs the extra [browser]")
from browsing import CHROMIUM, Watched, reader, ready, served, sign_in
from playwright.sync_api import Browser
from reviewing import PASSWORD, POLICY, desk

from understudy.core.types import Document
from understudy.policy import load
from understudy.review.accounts import ADMINISTRATOR, ANNOTATOR, REVIEWER, Accounts
from understudy.review.begin import begin
from understudy.review.desk import Desk
from understudy.review.documents import Filed
from understudy.review.folder import Settings
from understudy.review.layers import Reading
from understudy.review.records import Mark, State

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Debian's chromium"),
]
CALLS = Path(__file__).resolve().parents[2] / "examples" / "calls.jsonl"
SHOTS = os.environ.get("UNDERSTUDY_SCREENSHOTS")


@pytest.fixture
def held(tmp_path: Path) -> Iterator[Desk]:
    made = desk(tmp_path)
    yield made
    made.store.close()


def shot(seen: Watched, name: str) -> None:
    if SHOTS:
        folder = Path(SHOTS)
        folder.mkdir(parents=True, exist_ok=True)
        seen.page.wait_for_timeout(300)
        seen.page.screenshot(path=str(folder / f"{name}.png"))


def test_a_document_from_its_first_mark_to_the_export(
    browser: Browser, held: Desk, tmp_path: Path
) -> None:
    with served(held) as address, reader(browser, address) as seen:
        ready(seen, 0)
        assert seen.marks()[0] == "Ann Lee, person, open"
        seen.keys("ArrowRight", "Enter")
        assert seen.marks()[0] == "Ann Lee, person, accepted"
        seen.keys("m")
        seen.page.keyboard.type("Ann")
        seen.page.keyboard.press("Enter")
        seen.settled()
        assert "3 mentions" in seen.page.inner_text(".facts")
        seen.keys("z", "ArrowLeft", "2")
        assert seen.marks()[0] == "Ann Lee, location, accepted"
        seen.keys("z")
        assert seen.marks()[0] == "Ann Lee, person, accepted"
        seen.keys("Z", "z", "}")
        assert seen.marks()[0].startswith("Ann, person")
        seen.keys("]", "Alt+}")
        assert seen.marks()[0].startswith("Ann Le, person")
        seen.keys("z")
        seen.choose("paid")
        seen.keys("9")
        assert "paid, occupation, added" in seen.marks()
        seen.choose("met")
        assert seen.page.is_visible(".popup")
        seen.keys("Escape")
        assert not seen.page.is_visible(".popup")
        seen.keys("o")
        seen.page.keyboard.type("Is this right?")
        seen.keys("Control+Enter", "f")
        assert "Is this right?" in seen.page.inner_text(".notes")
        seen.keys("e")
        seen.page.fill("dialog input", "somebody")
        seen.keys("Enter")
        seen.page.wait_for_selector(".page >> text=somebody")
        seen.keys("h")
        assert "relabel" in seen.page.inner_text("dialog")
        seen.keys("Escape", "Shift+Enter")
        assert seen.page.inner_text(".title h1") != "a"
        seen.page.evaluate("location.hash = '#/progress'")
        seen.page.wait_for_selector(".tiles")
        with seen.page.expect_download() as waited:
            seen.page.click("text=Write the release")
        rows = [json.loads(line) for line in Path(waited.value.path()).read_text().splitlines()]
        assert "<PERSON> somebody. The" in rows[0]["text"]


DRAWN = POLICY.replace('strategy = "typed"', 'strategy = "surrogate"')


_ANOTHER = """(before) => {
  const told = document.querySelector(".standin-text").innerText.split("\\n")[0];
  return told.split(" drawn again")[0].trim() !== before;
}"""


def test_a_stand_in_is_drawn_again_and_back(browser: Browser, tmp_path: Path) -> None:
    held = desk(tmp_path, DRAWN)

    def shown(seen: Watched) -> str:
        """The stand-in of the chosen mark, as the panel tells it."""
        return str(seen.page.inner_text(".standin-text")).split("\n")[0].strip()

    def pressed(seen: Watched, key: str, before: str) -> str:
        """What the panel tells after a key: stand-ins follow a decision when they are drawn."""
        seen.page.keyboard.press(key)
        seen.page.wait_for_function(_ANOTHER, arg=before.partition(" drawn again")[0])
        seen.settled()
        return shown(seen)

    def released(seen: Watched) -> list[Any]:
        told = seen.page.evaluate(
            "async () => (await (await fetch('/api/documents/0/release')).json()).edits"
        )
        return [edit[2] for edit in told]

    with served(held) as address, reader(browser, address) as seen:
        ready(seen, 0)
        seen.keys("ArrowRight")
        first, before = shown(seen), released(seen)
        second, after = pressed(seen, "r", first), released(seen)
        assert "drawn again, ε = ∞" in second and first not in second
        drawn = second.partition(" drawn again")[0]
        assert after[0] == drawn != before[0]
        assert after[1:3] == before[1:3]  # those of others
        seen.page.wait_for_selector(f".page >> text={drawn}")
        third = pressed(seen, "r", second)
        assert third not in (first, second)
        assert pressed(seen, "z", third) == second
        assert pressed(seen, "b", second) == first and released(seen) == before
        assert pressed(seen, "z", first) == second
        seen.page.evaluate("location.hash = '#/progress'")
        seen.page.wait_for_selector(".tiles")
        with seen.page.expect_download() as waited:
            seen.page.click("text=Write the release")
        rows = [json.loads(line) for line in Path(waited.value.path()).read_text().splitlines()]
        assert rows[0]["text"].startswith(drawn)
    held.store.close()


def test_a_stand_in_under_a_budget_is_not_drawn_again(browser: Browser, tmp_path: Path) -> None:
    held = desk(tmp_path, DRAWN.replace("schema = 1", "schema = 1\nepsilon_max = 100.0"))
    with served(held) as address, reader(browser, address) as seen:
        ready(seen, 0)
        seen.keys("ArrowRight", "r")
        assert "The policy has a budget" in seen.page.inner_text("#toasts")
        assert held.store.readings.last_decision() == 0
    held.store.close()


def test_a_decision_for_the_whole_corpus_and_back(browser: Browser, held: Desk) -> None:
    with served(held) as address, reader(browser, address) as seen:
        ready(seen, 1)
        seen.choose("Dumbarton")
        seen.page.wait_for_selector(".popup:not([hidden])")
        seen.keys("2")
        seen.keys("ArrowLeft")
        seen.keys("s", "s", "s", "x")
        seen.page.wait_for_selector(".toast")
        assert "1 other document" in seen.page.inner_text("#toasts")
        seen.page.click("text=Undo everywhere")
        seen.page.wait_for_selector("text=Undone in 2 documents")
        ready(seen, 0)
        assert "Court, organization, open" in seen.marks()


def test_words_are_marked_without_a_mouse(browser: Browser, held: Desk) -> None:
    with served(held) as address, reader(browser, address) as seen:
        ready(seen, 2)
        seen.keys("w", "ArrowRight", "Shift+ArrowRight", "ArrowLeft", "1")
        assert seen.marks() == ["Dumbarton, person, added"]
        seen.keys("Escape", "ArrowLeft", "w", "ArrowRight", "1")  # a full stop is no word
        assert seen.marks() == ["Dumbarton, person, added", "Nobody, person, added"]


def test_a_slow_answer_does_not_bring_back_what_was_left(browser: Browser, held: Desk) -> None:
    """Whoever goes on before a document has come stays where they went."""
    with served(held) as address, reader(browser, address) as seen:
        ready(seen)
        late = re.compile(r"/api/documents/0(\?|$)")
        kept: list[Any] = []

        def hold(route: Any) -> None:
            kept.append(route)

        seen.page.route(late, hold)
        seen.page.evaluate("location.hash = '#/document/1'")
        seen.page.wait_for_timeout(500)
        seen.page.evaluate("location.hash = '#/document/0'")
        seen.page.wait_for_timeout(500)
        seen.page.evaluate("location.hash = '#/document/2'")
        seen.page.wait_for_timeout(500)
        before = seen.marks()
        assert kept
        for one in kept:
            one.continue_()
        seen.settled()
        assert seen.marks() == before
        seen.keys("w", "ArrowRight", "Shift+ArrowRight", "ArrowLeft", "1")
        assert seen.marks() == ["Dumbarton, person, added"]


def test_a_release_that_comes_while_somebody_drags_waits(browser: Browser, held: Desk) -> None:
    """What is drawn anew under the mouse would have the selection begin elsewhere."""
    kept: list[Any] = []
    with served(held) as address, reader(browser, address) as seen:
        ready(seen, 0)

        def hold(route: Any) -> None:
            kept.append(route)

        seen.page.route("**/api/documents/0/release", hold)
        seen.page.keyboard.press("ArrowRight")
        seen.page.keyboard.press("x")
        while not kept:
            seen.page.wait_for_timeout(100)

        def comes() -> None:
            with seen.page.expect_response("**/api/documents/0/release"):
                kept.pop().continue_()
            seen.page.wait_for_timeout(300)

        seen.choose("paid", comes)
        seen.page.keyboard.press("9")
        seen.page.wait_for_selector(".original .mark >> text=paid")
        assert "paid, occupation, added" in seen.marks()
        seen.page.unroute("**/api/documents/0/release")


_PRESS = """(told) => document.activeElement.dispatchEvent(
  new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...told }))"""


@pytest.mark.parametrize(
    "pressed",
    [
        {"key": "]", "code": "BracketRight"},
        {"key": "]", "code": "BracketRight", "modifierAltGraph": True},  # a Spanish layout
        {"key": "]", "code": "BracketRight", "modifierAltGraph": True, "ctrlKey": True}
        | {"altKey": True},  # the same, as Windows tells it
        {"key": "+", "code": "BracketRight"},  # the key that has no bracket of its own there
    ],
)
def test_borders_move_by_words_on_every_keyboard(
    browser: Browser, held: Desk, pressed: dict[str, Any]
) -> None:
    with served(held) as address, reader(browser, address) as seen:
        ready(seen, 0)
        seen.keys("ArrowRight", "ArrowRight", "ArrowRight")
        seen.page.evaluate(_PRESS, pressed)
        seen.settled()
        assert "Toledo. Ann, location, accepted" in seen.marks()
        seen.page.evaluate(_PRESS, {"key": "Dead", "code": "BracketLeft"})
        seen.settled()
        assert "in Toledo. Ann, location, accepted" in seen.marks()


def test_a_border_parts_no_character(browser: Browser, held: Desk) -> None:
    along = "async (told) => (await import('/static/text.js')).along(...told)"
    with served(held) as address, reader(browser, address) as seen:
        ready(seen, 0)
        assert [seen.page.evaluate(along, ["a𝔅c", at, 1]) for at in (0, 1, 3)] == [1, 3, 4]
        assert [seen.page.evaluate(along, ["a𝔅c", at, -1]) for at in (4, 3, 1)] == [3, 1, 0]


def test_stand_ins_do_not_hold_up_decisions(
    browser: Browser, held: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a release takes long, as that of a book, it waits until decisions pause: none is made
    for a version that nobody sees any more."""
    made = type(held).preview
    versions = []

    def slow(self: Desk, document: Document, reading: Reading) -> Any:
        versions.append((reading.document, reading.version))
        time.sleep(0.7)
        return made(self, document, reading)

    monkeypatch.setattr(type(held), "preview", slow)
    with served(held) as address, reader(browser, address) as seen:
        ready(seen, 0)
        seen.page.keyboard.press("ArrowRight")
        for _ in range(4):  # the next mark is chosen by itself
            seen.page.keyboard.press("x")
            seen.page.wait_for_timeout(250)
        with seen.page.expect_response("**/api/documents/0/release"):
            pass
        seen.settled()
    assert [version for number, version in versions if number == 0 and version] == [4]


def test_a_second_tab_sees_both_versions(browser: Browser, held: Desk) -> None:
    with served(held) as address, reader(browser, address) as seen:
        ready(seen, 0)
        other = Watched(seen.page.context.new_page())
        other.page.goto(f"{address}/#/document/0")
        other.page.wait_for_selector(".original .mark")
        other.settled()
        seen.keys("ArrowRight", "x")
        other.keys("ArrowRight", "ArrowRight", "x")
        told = other.page.inner_text("dialog")
        assert "changed elsewhere" in told and "Ann Lee" in told and "person · rejected" in told
        shot(other, "review-conflict")
        other.page.click("text=Apply my decision on top")
        other.settled()
        assert other.marks()[:2] == ["Ann Lee, person, rejected", "Bob Ray, person, rejected"]
        assert other.errors == []


def test_two_readers_and_a_third_who_decides(browser: Browser, tmp_path: Path) -> None:
    held = desk(tmp_path, readers=2)
    accounts = Accounts(held.store)
    for name, role in (("ada", ANNOTATOR), ("bob", ANNOTATOR), ("eve", REVIEWER)):
        accounts.add(name, PASSWORD, role)
    with served(held, token=None) as address:
        for name, keys in (("ada", ("ArrowRight", "x")), ("bob", ())):
            with reader(browser, address, "/") as seen:
                sign_in(seen, name)
                assert "Accounts" not in seen.page.inner_text("#top nav")
                ready(seen, 0)
                seen.keys(*keys, "Shift+Enter")
        with reader(browser, address, "/") as seen:
            sign_in(seen, "eve")
            seen.page.click("#top nav >> text=Agreement")
            seen.page.wait_for_selector("text=ada and bob")
            seen.page.click("#main .card a")
            seen.page.wait_for_selector("text=no mark")
            assert "Ann Lee" in seen.page.inner_text("table")
            seen.page.click("button:text('bob')")
            seen.page.wait_for_selector(".original .mark")
            seen.settled()
            assert "deciding between readers" in seen.page.inner_text(".title")
            seen.keys("Shift+Enter")
            seen.page.evaluate("location.hash = '#/progress'")
            seen.page.wait_for_selector(".tiles")
            assert "0\ndisputed" in seen.page.inner_text(".tiles")
    held.store.close()


def test_a_sample_is_planned_and_read_without_marks(browser: Browser, held: Desk) -> None:
    with served(held) as address, reader(browser, address) as seen:
        seen.page.wait_for_selector("#top nav")
        seen.page.click("#top nav >> text=Sample")
        assert seen.page.input_value("#size") == "3"  # no more than there are
        seen.page.fill("#size", "2")
        seen.page.fill("#seed", "01")
        seen.page.click("text=Fix the plan and draw")
        seen.page.wait_for_selector("text=2 of 3 documents")
        seen.page.click("text=Read the sample")
        for _ in range(2):
            seen.page.wait_for_selector(".title >> text=read without marks")
            ready(seen)
            assert seen.marks() == []
            assert not seen.page.is_visible(".views")  # nobody has replaced anything yet
            seen.keys("w", "1", "Shift+Enter")
        seen.page.evaluate("location.hash = '#/sample'")
        seen.page.wait_for_selector("text=2 read")
        assert "at least" in seen.page.inner_text(".tiles")
        shot(seen, "review-sample")


def test_the_page_says_what_the_policy_asks_of_a_sample(browser: Browser, tmp_path: Path) -> None:
    rule = "[sample]\nrecall = 0.9\nleaking = 0.2\nunits = 2\nsamples = 2\n"
    held = desk(tmp_path, POLICY.replace('name = "letters"', 'review = "sample"') + rule)
    with served(held) as address, reader(browser, address) as seen:
        seen.page.wait_for_selector("#top nav")
        seen.page.click("#top nav >> text=Sample")
        seen.page.wait_for_selector("#wanted")
        said = seen.page.inner_text("#wanted")
        assert "at least 90.0 %" in said and "at most 20.0 %" in said and "97.5 %" in said
        assert seen.page.input_value("#size") == "2"
        seen.page.click("text=Fix the plan and draw")  # two of three cannot show it
        seen.page.wait_for_selector("text=cannot show")
        seen.page.fill("#size", "3")
        seen.page.click("text=Fix the plan and draw")
        seen.page.wait_for_selector("text=3 of 3 documents")
        seen.page.click("text=Read the sample")
        for _ in range(3):
            seen.page.wait_for_selector(".title >> text=read without marks")
            ready(seen)
            seen.keys("w", "1", "Shift+Enter")
        seen.page.evaluate("location.hash = '#/sample'")
        seen.page.wait_for_selector("text=3 read")
        assert "does not meet the policy’s rule" in seen.page.inner_text("#main")
    held.store.close()


HOSTILE = (
    "<script>window.hit = 1</script>",
    "<img src=x onerror=window.hit=1>",
    '"><svg onload=window.hit=1>',
    "javascript:window.hit=1",
    "{{constructor.constructor('window.hit=1')()}}",
    "</span><iframe srcdoc='<script>parent.hit=1</script>'>",
    "\u202e<b>mirrored</b>",
)


def test_no_text_becomes_markup(browser: Browser, tmp_path: Path) -> None:
    policy = tmp_path / "letters.toml"
    # A category may have any name: each is defined in the policy, and is a label of the corpus.
    defined = (
        f"{json.dumps(text, ensure_ascii=False)} = {{ parent = 'PERSON' }}" for text in HOSTILE
    )
    policy.write_text("\n".join((POLICY, "[define]", *defined)))
    rows = [
        {
            "id": f"{number} {text}",
            "text": f"{text} and {text}",
            "entities": [
                {"start": 0, "end": len(text), "category": text, "key": text},
            ],
        }
        for number, text in enumerate(HOSTILE)
    ]
    corpus = tmp_path / "<img src=x onerror=window.hit=1>.jsonl"
    corpus.write_text("".join(json.dumps(row) + "\n" for row in rows))
    settings = Settings(str(corpus), None, str(policy), load(policy).fingerprint)
    held = begin(tmp_path / "<b>project", settings)
    Accounts(held.store).add("eve", PASSWORD, ADMINISTRATOR)
    with served(held, token=None) as address, reader(browser, address, "/") as seen:
        sign_in(seen, "eve")
        for number, text in enumerate(HOSTILE):
            ready(seen, number)
            assert text in seen.page.inner_text(".page")
            category = text.lower().replace("_", " ")
            assert any(f", {category}, " in mark for mark in seen.marks())
            seen.keys("ArrowRight")
            assert category in seen.page.inner_text("#main").lower()
            seen.keys("c")
            assert category in seen.page.inner_text("dialog").lower()
            seen.page.fill("dialog input", HOSTILE[number - 1])
            seen.keys("Enter")
            other = HOSTILE[number - 1].lower().replace("_", " ")
            assert any(f", {other}, " in mark for mark in seen.marks())
            seen.keys("o")
            seen.page.fill("dialog textarea", text)
            seen.keys("Control+Enter", "e")
            seen.page.fill("dialog input", f"x {HOSTILE[number - 1]}")
            seen.keys("Enter", "m", "Escape", "h")
            seen.page.wait_for_selector("dialog")
            seen.keys("Escape")
        for page in ("search", "progress", "agreement", "lists", "learner", "sample", "accounts"):
            seen.page.evaluate(f"location.hash = '#/{page}'")
            seen.settled()
        seen.page.evaluate("location.hash = '#/search'")
        seen.page.fill("#wanted", "<img")
        seen.keys("Enter")
        assert seen.page.query_selector(".hits li") is not None
        assert seen.page.evaluate("window.hit") is None
        made = seen.page.evaluate("document.querySelectorAll('#main script, #main iframe').length")
        assert made == 0
    held.store.close()


@pytest.mark.parametrize(("width", "height"), [(768, 1024), (390, 844)])
def test_a_tablet_and_a_phone_show_the_document(
    browser: Browser, held: Desk, width: int, height: int
) -> None:
    view = {"viewport": {"width": width, "height": height}, "has_touch": True}
    with served(held) as address, reader(browser, address, **view) as seen:
        ready(seen, 0)
        boxes = [seen.page.locator(part).bounding_box() for part in (".scroller", ".inspector")]
        text, facts = (box for box in boxes if box)
        assert text["height"] > height / 3
        beside = text["x"] + text["width"] <= facts["x"]
        assert beside == (width > 720)
        assert beside or text["y"] + text["height"] <= facts["y"]
        legend = seen.page.locator("#legend").bounding_box()
        assert legend and legend["y"] + legend["height"] <= height
        seen.page.locator(".mark").first.tap()
        seen.page.get_by_role("button", name="Accept", exact=False).locator("visible=true").filter(
            has_not_text="certain"
        ).tap()
        seen.settled()
        assert seen.marks()[0] == "Ann Lee, person, accepted"
        for name in ("Accounts", "Read", "Progress"):
            seen.page.get_by_role("link", name=name, exact=True).tap()
            seen.settled()
            wide = seen.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width
        links = seen.page.locator("#top nav a")
        ends = [links.nth(at).bounding_box() for at in range(links.count())]
        if width > 720:
            assert all(box and box["x"] + box["width"] <= width for box in ends)


class Axe:
    """What axe says of pages, by where it was asked."""

    def __init__(self) -> None:
        package = pytest.importorskip("axe_playwright_python", reason="needs axe-playwright-python")
        self._script = (Path(package.__file__).parent / "axe.min.js").read_text()
        self.found: list[str] = []

    def __call__(self, seen: Watched, where: str) -> None:
        # The page's own policy lets no other script in; axe is run from outside of it.
        if not seen.page.evaluate("() => typeof axe !== 'undefined'"):
            seen.page.add_script_tag(content=self._script)
        told = seen.page.evaluate("() => axe.run()")
        self.found.extend(
            f"{where}: {one['id']}: {one['nodes'][0]['html'][:120]}"
            for one in told["violations"]
            if one["impact"] in ("serious", "critical")
        )


def test_axe_finds_nothing_serious(browser: Browser, held: Desk) -> None:
    check = Axe()
    for theme in ("light", "dark"):
        context = {"color_scheme": theme, "bypass_csp": True}
        token = f"{theme}"
        with served(held, token) as address:
            path = f"/enter?token={token}"
            with reader(browser, address, path, **context) as seen:
                ready(seen, 0)
                seen.keys("ArrowRight", "ArrowRight")
                check(seen, f"{theme} document")
                seen.page.select_option("[aria-label=Show]", "flagged")
                seen.page.wait_for_selector("text=There are no such documents")
                check(seen, f"{theme} document that is in another list")
                seen.page.select_option("[aria-label=Show]", "open")
                seen.settled()
                seen.keys("?")
                check(seen, f"{theme} help")
                seen.keys("Escape", "c")
                check(seen, f"{theme} categories")
                seen.keys("Escape")
                for page in ("search", "progress", "sample", "lists", "learner", "accounts"):
                    seen.page.evaluate(f"location.hash = '#/{page}'")
                    seen.settled()
                    check(seen, f"{theme} {page}")
    assert not check.found, "\n".join(check.found)


def test_axe_finds_nothing_serious_where_several_work(browser: Browser, tmp_path: Path) -> None:
    check = Axe()
    held = desk(tmp_path, readers=2)
    accounts = Accounts(held.store)
    for name, role in (("ada", ANNOTATOR), ("bob", ANNOTATOR), ("eve", ADMINISTRATOR)):
        accounts.add(name, PASSWORD, role)
    with served(held, token=None) as address:
        for name, keys in (("ada", ("ArrowRight", "x")), ("bob", ("f",))):
            with reader(browser, address, "/") as seen:
                sign_in(seen, name)
                ready(seen, 0)
                seen.keys(*keys, "Shift+Enter")
                seen.settled()  # the server knows that the document is read
        for theme in ("light", "dark"):
            with reader(browser, address, "/", color_scheme=theme, bypass_csp=True) as seen:
                check(seen, f"{theme} signing in")
                sign_in(seen, "eve")
                for page in ("agreement", "compare/0", "accounts"):
                    seen.page.evaluate(f"location.hash = '#/{page}'")
                    seen.settled()
                    check(seen, f"{theme} {page}")
                if theme == "light":
                    seen.page.evaluate("location.hash = '#/compare/0'")
                    seen.page.click("button:text('bob')")
                seen.page.evaluate("location.hash = '#/decide/0'")
                seen.page.wait_for_selector(".differ")
                seen.settled()
                check(seen, f"{theme} deciding")
                seen.page.click("button.reader")
                check(seen, f"{theme} password")
    held.store.close()
    assert not check.found, "\n".join(check.found)


def test_long_documents_and_long_queues_stay_small(browser: Browser, tmp_path: Path) -> None:
    held = desk(tmp_path)
    line = "This is one of very many lines of a very long document that nobody reads whole. "
    text = "\n".join(f"{number} {line}" for number in range(16_000))  # some 500 pages
    marks: State = {
        f"m{at}": Mark(start, start + 4, "DATE", f"d{at}")
        for at, start in enumerate(range(0, len(text) - 4, 300))
    }
    rows = [Filed(Document("long", text), "x", marks, 0, 99.0, {})]
    held.store.documents.file(rows, 3)
    for first in range(4, 100_000, 10_000):
        held.store.documents.file(
            [
                Filed(Document(f"d{number}", "x"), "x", {}, 0, 0.0, {})
                for number in range(first, min(first + 10_000, 100_000))
            ],
            first,
        )
    with served(held) as address, reader(browser, address) as seen:
        ready(seen, 3)
        nodes = "document.querySelectorAll('*').length"
        assert seen.page.evaluate(nodes) < 6_000
        assert "100,000" in seen.page.inner_text(".queue h2")
        seen.page.evaluate("document.querySelector('.list').scrollTop = 3e6")
        seen.page.wait_for_selector(".item")
        seen.settled()
        assert 10 < seen.page.evaluate("document.querySelectorAll('.item').length") < 40
        seen.page.evaluate("document.querySelector('.scroller').scrollTop = 2e5")
        seen.settled()
        assert seen.page.inner_text(".page").count("very many lines") > 10
        assert seen.page.evaluate(nodes) < 6_000
        slowest = seen.page.evaluate(_SCROLLING)
        print(f"slowest frame while scrolling: {slowest:.0f} ms")
        assert slowest < 500
    held.store.close()


_SCROLLING = """async () => {
  const box = document.querySelector(".scroller");
  let slowest = 0, last = performance.now();
  for (let step = 0; step < 40; step += 1) {
    box.scrollTop += 700;
    await new Promise((next) => requestAnimationFrame(next));
    const now = performance.now();
    slowest = Math.max(slowest, now - last);
    last = now;
  }
  return slowest;
}"""


def test_the_pictures_of_the_docs(browser: Browser, tmp_path: Path) -> None:
    policy = CALLS.with_name("calls.toml")
    text = policy.read_text().replace("epsilon_max = 0\n", "")
    (tmp_path / "calls.toml").write_text(text)
    policy = tmp_path / "calls.toml"
    settings = Settings(str(CALLS), None, str(policy), load(policy).fingerprint)
    held = begin(tmp_path / "calls.review", settings)
    held = replace(held, key=b"the key of the pictures, 32 byte")
    sizes = (("light", (1440, 900)), ("dark", (1280, 800)), ("light", (820, 1180)))
    for theme, size in (*sizes, ("light", (390, 844))):
        token = f"{theme}{size[0]}"
        view = {"viewport": {"width": size[0], "height": size[1]}, "color_scheme": theme}
        with (
            served(held, token) as address,
            reader(browser, address, f"/enter?token={token}", **view) as seen,
        ):
            ready(seen, 0)
            seen.keys("ArrowRight", "ArrowRight")
            assert seen.page.is_visible("#legend .chip")
            wide = seen.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= size[0]
            shot(seen, f"review-{theme}-{size[0]}")
            if size[0] == 1440:
                seen.keys("?")
                assert "undo" in seen.page.inner_text("dialog")
                seen.keys("Escape")
                seen.page.evaluate("location.hash = '#/progress'")
                seen.page.wait_for_selector(".tiles")
    held.store.close()
