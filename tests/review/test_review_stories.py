"""Stories of readers whose server, network or colleagues are not where they were a moment ago, and
of what they look for: nothing that was meant for one document may reach another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

pytest.importorskip("playwright", reason="needs the extra [browser]")
from browsing import CHROMIUM, Watched, reader, ready, served, sign_in
from playwright.sync_api import Browser
from reviewing import PASSWORD, POLICY, desk

from understudy.core.types import Document
from understudy.review import tables
from understudy.review.accounts import ADMINISTRATOR, ANNOTATOR, Accounts
from understudy.review.desk import Desk
from understudy.review.documents import Filed

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Debian's chromium"),
]


@pytest.fixture
def held(tmp_path: Path) -> Iterator[Desk]:
    made = desk(tmp_path)
    yield made
    made.store.close()


def decided(held: Desk) -> list[tuple[int, str]]:
    """All decisions, with their documents."""
    return [(one.document, one.action) for one in held.store.readings.whole_log()]


def there(seen: Watched) -> str:
    """The document that is open."""
    return str(seen.page.inner_text(".title h1"))


def go(seen: Watched, page: str) -> None:
    seen.page.evaluate(f"location.hash = '#/{page}'")
    seen.settled()


def test_a_decision_that_is_tried_again_stays_in_its_document(browser: Browser, held: Desk) -> None:
    with served(held) as address, reader(browser, address) as seen:
        ready(seen, 0)
        seen.keys("ArrowRight")
        seen.page.route("**/decisions", lambda route: route.abort())
        seen.keys("x", "N")
        assert there(seen) == "b"
        seen.page.unroute("**/decisions")
        seen.page.click(".toast button >> text=Try again")
        seen.settled()
        assert decided(held) == [(0, "reject")]
        assert seen.marks()[0] == "Bob Ray, person, open"


def test_a_conflict_that_comes_late_touches_no_other_document(browser: Browser, held: Desk) -> None:
    kept: list[Any] = []
    with served(held) as address, reader(browser, address) as seen:
        ready(seen, 0)
        other = Watched(seen.page.context.new_page())
        other.page.goto(f"{address}/#/document/0")
        ready(other, 0)
        other.keys("ArrowRight", "ArrowRight", "x")
        seen.keys("ArrowRight")

        def hold(route: Any) -> None:
            kept.append(route)

        seen.page.route("**/api/documents/0/decisions", hold)
        seen.page.keyboard.press("x")
        while not kept:
            seen.page.wait_for_timeout(100)
        ready(seen, 1)
        before = seen.marks()
        kept[0].continue_()
        seen.page.wait_for_selector(".toast >> text=was not made: reject")
        assert seen.page.query_selector("dialog") is None
        assert seen.marks() == before and there(seen) == "b"
        assert decided(held) == [(0, "reject")]
        seen.page.click(".toast button >> text=Go there")
        seen.settled()
        assert seen.marks()[:2] == ["Ann Lee, person, open", "Bob Ray, person, rejected"]


def test_the_next_document_has_what_was_decided_for_the_corpus(
    browser: Browser, held: Desk
) -> None:
    with served(held) as address, reader(browser, address) as seen:
        ready(seen, 0)
        seen.keys("ArrowRight", "ArrowRight", "s", "s", "s", "x", "Shift+Enter")
        assert there(seen) == "b"
        assert seen.marks()[0] == "Bob Ray, person, rejected"
        seen.keys("ArrowRight", "ArrowRight", "Enter")
        assert seen.page.query_selector("dialog") is None
        assert seen.marks()[1] == "Court, organization, accepted"


def test_a_document_that_changed_since_it_was_asked_for_is_shown_as_it_is(
    browser: Browser, held: Desk
) -> None:
    with served(held) as address, reader(browser, address) as seen:
        ready(seen, 0)  # the next one has been asked for ahead
        other = Watched(seen.page.context.new_page())
        other.page.goto(f"{address}/#/document/1")
        ready(other, 1)
        other.keys("ArrowRight", "x")
        seen.keys("Shift+Enter")
        assert seen.marks()[0] == "Bob Ray, person, rejected"
        assert "…" not in seen.page.inner_text(".page")


def test_the_end_of_a_page_of_the_queue_is_not_its_end(browser: Browser, held: Desk) -> None:
    more = [Filed(Document(f"d{at}", "x y"), "x", {}, 0, 0.0, {}) for at in range(3, 130)]
    held.store.documents.file(more, 3)
    with served(held) as address, reader(browser, address) as seen:
        ready(seen, 99)
        seen.page.select_option(".queue select >> nth=0", "corpus")
        seen.settled()
        seen.page.focus("#main")
        seen.keys("N")
        assert there(seen) == "d100"
        seen.keys("N")
        assert there(seen) == "d101"


def test_the_order_that_was_chosen_says_what_comes_next(browser: Browser, held: Desk) -> None:
    far = Filed(Document("far", "Who knows."), "x", {}, 0, 9.0, {"unsure": 9})
    held.store.documents.file([far], 3)
    with served(held) as address, reader(browser, address) as seen:
        ready(seen, 0)
        seen.page.select_option(".queue select >> nth=0", "corpus")
        seen.settled()
        seen.page.focus("#main")
        seen.keys("Shift+Enter")
        assert there(seen) == "b"


def test_what_was_finished_is_one_key_away(browser: Browser, held: Desk) -> None:
    with served(held) as address, reader(browser, address) as seen:
        ready(seen, 0)
        seen.keys("Shift+Enter")
        seen.page.wait_for_timeout(400)
        assert there(seen) == "b"
        seen.keys("P")
        assert there(seen) == "a"
        seen.keys("P")
        assert "no document before this one" in seen.page.inner_text("#toasts")


def test_a_key_that_is_pressed_twice_finishes_once(browser: Browser, held: Desk) -> None:
    with served(held) as address, reader(browser, address) as seen:
        ready(seen, 0)
        seen.page.keyboard.press("Shift+Enter")
        seen.page.keyboard.press("Shift+Enter")
        seen.settled()
        assert "changes nothing" not in seen.page.inner_text("#toasts")
        assert decided(held).count((0, "finish")) == 1


def test_a_reader_who_was_signed_out_is_told_and_comes_back(
    browser: Browser, tmp_path: Path
) -> None:
    held = desk(tmp_path)
    Accounts(held.store).add("ada", PASSWORD, ANNOTATOR)
    with served(held, token=None) as address, reader(browser, address, "/") as seen:
        sign_in(seen, "ada")
        ready(seen, 1)
        with held.store.database.writing() as connection:
            connection.execute(sa.delete(tables.sessions))
        seen.keys("ArrowRight", "x")
        assert "signed out" in seen.page.inner_text("#toasts")
        seen.page.evaluate("location.hash = '#/progress'")
        seen.page.wait_for_selector("#main >> text=You are signed out.")
        seen.page.evaluate("location.hash = '#/document/1'")
        seen.page.click(".toast button >> text=Sign in")
        seen.page.wait_for_selector("#name")
        sign_in(seen, "ada")
        ready(seen)
        assert there(seen) == "b"  # where they were
        seen.keys("ArrowRight", "x")
        assert seen.marks()[0] == "Bob Ray, person, rejected"
    held.store.close()


def test_two_people_read_the_same_documents_at_the_same_time(
    browser: Browser, tmp_path: Path
) -> None:
    held = desk(tmp_path, readers=2)
    accounts = Accounts(held.store)
    for name in ("ada", "bob"):
        accounts.add(name, PASSWORD, ANNOTATOR)
    with (
        served(held, token=None) as address,
        reader(browser, address, "/") as ada,
        reader(browser, address, "/") as bob,
    ):
        sign_in(ada, "ada")
        for number in range(3):
            ready(ada, number)
        sign_in(bob, "bob")
        ready(bob)
        for name in ("a", "b", "c"):
            assert there(bob) == name
            bob.keys("Shift+Enter")
        assert "Nothing is left to read" in bob.page.inner_text("#toasts")
    held.store.close()


def test_a_search_by_expression_leads_to_its_place_and_a_key_marks_it(
    browser: Browser, held: Desk
) -> None:
    with served(held) as address, reader(browser, address) as seen:
        ready(seen, 0)
        seen.keys("/")
        seen.keys("Enter")  # an empty search asks nothing of anybody
        assert "missing" not in seen.page.inner_text("#main")
        seen.page.fill("#wanted", r"came to \w+ton")
        seen.page.check("#regex")
        seen.page.focus("#wanted")
        seen.keys("Enter")
        seen.page.click(".hits a")
        seen.settled()
        assert there(seen) == "c"
        assert seen.page.evaluate("String(getSelection())") == "came to Dumbarton"
        seen.keys("2")
        assert seen.marks() == ["came to Dumbarton, location, added"]
        seen.page.go_back()
        seen.page.wait_for_selector(".hits a")  # what was searched for is still there
        assert seen.page.input_value("#wanted") == r"came to \w+ton"
        seen.page.fill("#wanted", "ray")
        seen.page.uncheck("#regex")
        seen.page.focus("#wanted")
        seen.keys("Enter")
        seen.page.click(".hits a >> nth=0")
        seen.settled()
        assert seen.page.inner_text(".quote") == "Bob Ray"  # the mark that is there
        seen.page.evaluate("location.hash = '#/search'")
        for wrong in ("(", "(?=x)"):
            seen.page.fill("#wanted", wrong)
            seen.page.check("#regex")
            seen.page.focus("#wanted")
            seen.keys("Enter")
            assert "Not a valid regular expression" in seen.page.inner_text("#main")


def test_lists_grow_from_decisions_and_shrink_again(browser: Browser, held: Desk) -> None:
    with served(held) as address, reader(browser, address) as seen:
        ready(seen, 2)
        seen.choose("Dumbarton")
        seen.keys("s", "s", "2")
        ready(seen, 1)
        seen.choose("Dumbarton")
        seen.keys("2")
        more = Filed(Document("e", "To Dumbarton at last."), "x", {}, 0, 0.0, {})
        held.store.documents.file([more], 3)
        go(seen, "lists")
        assert "always mark" in seen.page.inner_text("table")
        seen.page.check("#main input[type=checkbox]")
        seen.page.click("text=Add to the policy")
        seen.page.wait_for_selector("text=1 document that nobody had worked on was marked again")
        assert 'deny = ["LOCATION=Dumbarton"]' in seen.page.inner_text("pre")
        assert len(held.store.documents.found(3)) == 1
        seen.page.click("button:text('Remove')")
        seen.page.wait_for_selector(".toast >> text=Removed")
        seen.settled()
        assert seen.page.query_selector("pre") is None
        assert not held.store.documents.found(3)


def test_what_was_marked_once_is_marked_in_the_whole_document(browser: Browser, held: Desk) -> None:
    with served(held) as address, reader(browser, address) as seen:
        ready(seen, 2)
        seen.choose("Dumbarton")
        seen.keys("2")
        assert seen.marks() == ["Dumbarton, location, added"]
        seen.keys("s", "s", "Enter")
        assert seen.marks() == ["Dumbarton, location, added"] * 2
        seen.keys("z")
        assert seen.marks() == ["Dumbarton, location, added"]
        assert decided(held) == [(2, "add"), (2, "relabel"), (2, "undo")]


def test_the_list_shows_the_document_that_is_open(browser: Browser, held: Desk) -> None:
    phone = {"viewport": {"width": 390, "height": 844}}  # with a single row of the list
    with served(held) as address, reader(browser, address, **phone) as seen:
        for number in (2, 0):
            ready(seen, number)
            row, box = (seen.page.locator(one).bounding_box() for one in (".item.here", ".list"))
            assert -1 <= row["y"] - box["y"] <= box["height"] - row["height"] + 1


def test_a_click_elsewhere_lets_a_selection_go(browser: Browser, held: Desk) -> None:
    with served(held) as address, reader(browser, address) as seen:
        ready(seen, 0)
        seen.choose("paid")
        assert seen.page.is_visible(".popup")
        seen.page.mouse.click(400, 600)  # below the text
        seen.settled()
        assert not seen.page.is_visible(".popup")
        seen.keys("9")
        assert not held.store.readings.last_decision()


def test_an_answer_that_is_older_than_a_decision_changes_nothing(
    browser: Browser, held: Desk
) -> None:
    kept: list[Any] = []

    def hold(route: Any) -> None:
        kept.append((route, route.fetch()))

    with served(held) as address, reader(browser, address) as seen:
        ready(seen, 1)
        seen.page.route("**/api/documents/0/release", hold, times=1)
        seen.page.evaluate("location.hash = '#/document/0'")
        seen.page.wait_for_selector(".original .mark >> text=Ann Lee")
        while not kept:
            seen.page.wait_for_timeout(100)
        seen.page.keyboard.press("ArrowRight")
        seen.page.keyboard.press("2")
        seen.page.wait_for_selector(".original .mark.accepted")
        seen.page.keyboard.press("ArrowRight")
        route, answer = kept[0]
        route.fulfill(response=answer)
        seen.settled()
        assert seen.page.inner_text(".quote") == "Bob Ray"  # the document was not opened anew


def test_who_is_split_and_merged_with_the_keyboard(browser: Browser, held: Desk) -> None:
    with served(held) as address, reader(browser, address) as seen:
        ready(seen, 0)
        seen.keys("ArrowRight", "ArrowRight", "ArrowRight")
        assert "2 mentions" in seen.page.inner_text(".facts")  # Toledo, twice
        seen.keys("t")
        assert "1 mention" in seen.page.inner_text(".facts")
        seen.keys("m")
        seen.page.keyboard.type("Toledo")
        seen.page.keyboard.press("Enter")
        seen.settled()
        assert "2 mentions" in seen.page.inner_text(".facts")
        seen.keys("z", "z")
        assert "2 mentions" in seen.page.inner_text(".facts")
        assert not seen.page.is_enabled("button[aria-label=Undo]")


def test_a_finger_marks_what_it_selects(browser: Browser, held: Desk) -> None:
    view = {"viewport": {"width": 820, "height": 1180}, "has_touch": True}
    with served(held) as address, reader(browser, address, **view) as seen:
        ready(seen, 2)
        seen.page.locator(".original").first.tap()
        # A long press selects a word, and no button of a mouse goes up after it.
        seen.page.evaluate(
            """() => {
              const text = document.querySelector(".original").firstChild;
              getSelection().setBaseAndExtent(text, 0, text, 9);
            }"""
        )
        seen.page.wait_for_selector(".popup:not([hidden])")
        seen.page.locator(".popup .chip >> text=location").tap()
        seen.settled()
        assert seen.marks() == ["Dumbarton, location, added"]


def test_categories_of_the_policy_have_keys(browser: Browser, tmp_path: Path) -> None:
    own = "\n[define]\nCASE = { parent = 'ID' }\nWITNESS = { parent = 'PERSON' }\n"
    held = desk(tmp_path, POLICY + own)
    with served(held) as address, reader(browser, address) as seen:
        ready(seen, 2)
        legend = seen.page.inner_text("#legend").lower()
        assert "case" in legend and "witness" in legend
        seen.choose("Nobody")
        seen.keys("d")
        assert seen.marks() == ["Nobody, witness, added"]
    held.store.close()


def test_a_tablet_shows_an_administrator_all_pages(browser: Browser, tmp_path: Path) -> None:
    held = desk(tmp_path)
    Accounts(held.store).add("eve", PASSWORD, ADMINISTRATOR)
    view = {"viewport": {"width": 768, "height": 1024}}
    with served(held, token=None) as address, reader(browser, address, "/", **view) as seen:
        sign_in(seen, "eve")
        nav = seen.page.locator("#top nav").bounding_box()
        assert nav is not None
        links = seen.page.locator("#top nav a")
        for at in range(links.count()):
            box = links.nth(at).bounding_box()
            assert box and box["x"] + box["width"] <= nav["x"] + nav["width"] + 1
    held.store.close()


@pytest.mark.parametrize("where", ["document/99", "document/abc", "decide/abc", "decide/1"])
def test_what_is_not_there_is_told_in_words(browser: Browser, held: Desk, where: str) -> None:
    with served(held) as address, reader(browser, address) as seen:
        ready(seen, 0)
        go(seen, where)
        told = seen.page.inner_text(".centre").lower()
        assert "no such document" in told or "nobody has begun" in told
        ready(seen, 0)
        assert there(seen) == "a"


def test_readers_differ_on_documents_by_their_names(browser: Browser, tmp_path: Path) -> None:
    held = desk(tmp_path, readers=2)
    accounts = Accounts(held.store)
    for name, role in (("ada", ANNOTATOR), ("bob", ANNOTATOR), ("eve", ADMINISTRATOR)):
        accounts.add(name, PASSWORD, role)
    with served(held, token=None) as address:
        for name, keys in (("ada", ("ArrowRight", "x")), ("bob", ())):
            with reader(browser, address, "/") as seen:
                sign_in(seen, name)
                ready(seen, 1)
                seen.keys(*keys, "Shift+Enter")
        with reader(browser, address, "/") as seen:
            sign_in(seen, "eve")
            go(seen, "agreement")
            assert seen.page.inner_text("#main .card a") == "b"
            seen.page.click("#main .card a")
            seen.page.wait_for_selector("text=no mark")
            assert seen.page.inner_text("#main b >> nth=0") == "b"
    held.store.close()


def test_a_dialog_ends_with_the_document_in_which_it_was_opened(
    browser: Browser, held: Desk
) -> None:
    """The Back key of the browser takes no answer to another document."""
    with served(held) as address, reader(browser, address) as seen:
        for key, field in (("e", "dialog input"), ("o", "dialog textarea"), ("c", "dialog input")):
            ready(seen, 0)
            ready(seen, 1)
            seen.keys("ArrowRight", key)
            seen.page.fill(field, "Location" if key == "c" else "Narnia")
            seen.page.go_back()
            seen.settled()
            assert there(seen) == "a"
            assert seen.page.query_selector("dialog") is None
            seen.keys("Control+Enter" if key == "o" else "Enter")
            assert "Narnia" not in str(held.store.readings.read(0, "local"))
        assert {action for _, action in decided(held)} <= {"accept"}
        seen.keys("ArrowRight", "x")  # the keys are those of the document again
        assert decided(held)[-1] == (0, "reject")


def test_a_stand_in_that_is_private_is_asked_about(browser: Browser, held: Desk) -> None:
    with served(held) as address, reader(browser, address) as seen:
        ready(seen, 0)
        for answer in ("Cancel", "Use it anyway"):
            seen.keys("ArrowRight", "e")
            seen.page.fill("dialog input", "Toledo")
            seen.keys("Enter")
            assert "private in this document" in seen.page.inner_text("dialog").lower()
            assert decided(held) == []
            seen.page.click(f"dialog button >> text={answer}")
            seen.settled()
        assert decided(held) == [(0, "write")]


def test_an_address_that_does_not_open_is_not_said_to_be_used(browser: Browser, held: Desk) -> None:
    with served(held) as address, reader(browser, address, "/enter?token=wrong") as seen:
        told = seen.page.inner_text("main")
        assert "not valid" in told and "or it is incomplete" in told
