"""Stories of a second look: a reader asks, another sees the question, a reviewer decides; and of
administrators, who see what a release protects before they pass it on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="needs the extra [browser]")
from browsing import CHROMIUM, Watched, reader, ready, served, sign_in
from playwright.sync_api import Browser
from reviewing import PASSWORD, POLICY, desk

from understudy.policy import load
from understudy.review.accounts import ADMINISTRATOR, ANNOTATOR, REVIEWER, Accounts
from understudy.review.begin import begin
from understudy.review.desk import Desk
from understudy.review.folder import Settings

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Debian's chromium"),
]


@pytest.fixture
def held(tmp_path: Path) -> Iterator[Desk]:
    made = desk(tmp_path)
    yield made
    made.store.close()


EVERY = POLICY.replace('name = "letters"', 'review = "every document"')


@contextmanager
def team(browser: Browser, held: Desk, **roles: str) -> Iterator[Any]:
    """People with accounts; each is asked for by name and comes with a window of their own."""
    for name, role in roles.items():
        Accounts(held.store).add(name, PASSWORD, role)
    with served(held, token=None) as address:

        @contextmanager
        def window(name: str) -> Iterator[Watched]:
            with reader(browser, address, "/") as seen:
                sign_in(seen, name)
                seen.settled()
                yield seen

        yield window
    held.store.close()


def go(seen: Watched, page: str) -> None:
    seen.page.evaluate(f"location.hash = '#/{page}'")
    seen.settled()


def test_a_question_reaches_the_second_reader_and_is_decided(
    browser: Browser, tmp_path: Path
) -> None:
    held = desk(tmp_path, EVERY)
    roles = {"ada": ANNOTATOR, "bob": ANNOTATOR, "eve": ADMINISTRATOR}
    with team(browser, held, **roles) as window:
        with window("ada") as seen:
            for number in (1, 2, 0):
                ready(seen, number)
                if number == 0:
                    seen.keys("ArrowRight", "x", "ArrowLeft", "o")
                    seen.page.keyboard.type("Is <b>she</b> the judge?")
                    seen.keys("Control+Enter", "f")
                seen.keys("Shift+Enter")
        with window("bob") as seen:
            ready(seen, 0)
            notes = seen.page.inner_text(".notes")
            assert "Is <b>she</b> the judge?" in notes and "ada asks for a second reader" in notes
            assert seen.marks()[0] == "Ann Lee, person, open"  # what ada decided is ada's
            assert "Compare" not in notes
            seen.page.click(".notes >> text=Show")
            assert seen.page.inner_text(".quote") == "Ann Lee"
        with window("eve") as seen:
            go(seen, "progress")
            assert seen.page.is_disabled("text=Write the release")
            go(seen, "")
            seen.page.select_option("[aria-label=Show]", "flagged")
            seen.page.wait_for_selector(".item .flag")
            seen.page.click(".item")
            seen.settled()
            seen.page.click("text=Compare with 1 reading, and decide")
            seen.page.click("button:text('ada')")
            seen.page.wait_for_selector(".original .mark")
            seen.settled()
            assert "Is <b>she</b> the judge?" in seen.page.inner_text(".notes")
            seen.keys("Shift+Enter")
            go(seen, "progress")
            assert "0\nflagged" in seen.page.inner_text(".tiles")
            assert "The corpus can be released" in seen.page.inner_text("#main")


def test_a_question_waits_for_whoever_reads_without_marks(browser: Browser, tmp_path: Path) -> None:
    held = desk(tmp_path)
    with team(browser, held, ada=ANNOTATOR, bob=ANNOTATOR, eve=REVIEWER) as window:
        with window("ada") as seen:
            ready(seen, 0)
            seen.keys("o")
            seen.page.keyboard.type("Ann Lee is somebody")
            seen.keys("Control+Enter")
        with window("eve") as seen:
            go(seen, "sample")
            seen.page.fill("#size", "3")
            seen.page.click("text=Fix the plan and draw")
            seen.page.wait_for_selector("text=Sample 1")
        with window("bob") as seen:
            ready(seen, 0)
            assert "somebody" not in seen.page.inner_text(".notes")
            seen.keys("Shift+Enter")
            ready(seen, 1)
            ready(seen, 0)
            assert "somebody" in seen.page.inner_text(".notes")


def test_who_decides_sees_where_the_readers_differ_and_goes_on(
    browser: Browser, tmp_path: Path
) -> None:
    held = desk(tmp_path, readers=3)
    roles = {"ada": ANNOTATOR, "bob": ANNOTATOR, "cyd": ANNOTATOR, "eve": REVIEWER}
    with team(browser, held, **roles) as window:
        for name, keys in (("ada", ()), ("bob", ()), ("cyd", ("ArrowRight", "x"))):
            with window(name) as seen:
                for number in (0, 1):
                    ready(seen, number)
                    seen.keys(*keys, "Shift+Enter")
        with window("eve") as seen:
            seen.page.select_option("[aria-label=Show]", "disputed")
            seen.page.wait_for_selector(".item")
            seen.settled()
            seen.page.click(".item")
            seen.page.wait_for_selector("text=no mark")
            assert seen.page.inner_text("#main thead").split()[1:] == ["ada", "bob", "cyd"]
            assert "decided" not in seen.page.inner_text("#main")
            seen.page.click("button:text('cyd')")
            seen.page.wait_for_selector(".differ")
            told = seen.page.inner_text(".differ")
            assert "ada: person" in told and "bob: person" in told and "cyd: no mark" in told
            seen.page.click(".differ button")
            seen.keys("1")
            first = seen.page.inner_text(".title h1")
            assert f"{seen.page.inner_text('.differ button')}, person, added" in seen.marks()
            seen.keys("Shift+Enter")
            seen.page.wait_for_selector("text=Compare readers")
            assert seen.page.inner_text("#main b >> nth=0") != first
            seen.page.click("button:text('ada')")
            seen.page.wait_for_selector(".differ")
            seen.settled()
            seen.keys("Shift+Enter")
            seen.page.wait_for_selector("text=Readers differ on no other document")
            go(seen, "progress")
            assert "0\ndisputed" in seen.page.inner_text(".tiles")


def test_who_read_without_marks_sees_no_release_that_is_not_one(
    browser: Browser, held: Desk
) -> None:
    """The release also replaces what the machine found, which they are not to see."""
    with served(held) as address, reader(browser, address) as seen:
        go(seen, "sample")
        seen.page.fill("#size", "3")
        seen.page.wait_for_function(
            "() => document.querySelector('#outlook').innerText.includes('at most 0.0 %')"
        )
        seen.page.click("text=Fix the plan and draw")
        seen.page.click("text=Read the sample")
        ready(seen, 0)
        assert "so that it does not guide you" in seen.page.inner_text(".inspector")
        seen.choose("Ann Lee")
        seen.keys("1")
        assert "Stand-in" not in seen.page.inner_text(".facts")
        seen.page.click(".inspector button:text('Finish')")
        seen.page.wait_for_function("() => location.hash !== '#/document/0'")
        ready(seen, 0)
        seen.page.wait_for_selector(".inspector button:text('Reopen')")
        assert "the release replaces it all the same" in seen.page.inner_text(".inspector")
        assert seen.page.query_selector(".views") is None
        assert not any(one.is_visible() for one in seen.page.query_selector_all(".release"))
        go(seen, "progress")
        with seen.page.expect_download() as waited:
            seen.page.click("text=Write the release")
        rows = [json.loads(line) for line in Path(waited.value.path()).read_text().splitlines()]
        assert rows[0]["text"].startswith("<PERSON> met <PERSON> in <LOCATION>.")


def test_a_key_with_nothing_to_undo_says_so(browser: Browser, held: Desk) -> None:
    with served(held) as address, reader(browser, address) as seen:
        ready(seen, 0)
        seen.keys("z", "Z")
        told = seen.page.inner_text("#toasts")
        assert "There is nothing to undo." in told and "There is nothing to redo." in told
        assert seen.page.query_selector(".toast.bad") is None


def test_a_mark_stays_chosen_where_its_decision_was_not_made(
    browser: Browser, tmp_path: Path
) -> None:
    """And the offer to make it again does not go away by itself."""
    held = desk(tmp_path)
    with served(held) as address, reader(browser, address) as seen:
        seen.page.clock.install()
        ready(seen, 0)
        seen.keys("ArrowRight")
        seen.page.route("**/decisions", lambda route: route.abort())
        seen.keys("x")
        assert seen.page.inner_text(".quote") == "Ann Lee"
        seen.page.clock.run_for(60_000)
        seen.page.unroute("**/decisions")
        seen.page.click(".toast button >> text=Try again")
        seen.page.wait_for_function("!document.querySelector('.toast')")
        seen.page.wait_for_selector(".mark.rejected")
    held.store.close()


def test_who_exports_sees_what_the_release_protects(browser: Browser, tmp_path: Path) -> None:
    held = desk(tmp_path)
    corpus = Path(held.settings.corpus)
    with served(held) as address, reader(browser, address) as seen:
        go(seen, "progress")
        with seen.page.expect_download() as waited:
            seen.page.click("text=Write the release")
        told = seen.page.inner_text("#main")
        assert (
            "private mentions that were found was replaced" in told
            and "recall of that annotation is unknown" in told
        )
        rows = [json.loads(line) for line in Path(waited.value.path()).read_text().splitlines()]
        assert rows[0]["text"].startswith("<PERSON>")
        corpus.write_text(corpus.read_text().replace("Toledo", "Girona"))
        seen.page.click("text=Write the release")
        seen.page.wait_for_selector("text=put the corpus back as it was")
        assert not list(held.folder.glob(".export-*"))
    held.store.close()


def test_an_administrator_changes_roles_and_passwords(browser: Browser, tmp_path: Path) -> None:
    held = desk(tmp_path)
    with team(browser, held, ada=ANNOTATOR, eve=ADMINISTRATOR) as window:
        with window("eve") as seen:
            go(seen, "accounts")
            seen.page.select_option("[aria-label='Role of ada']", "reviewer")
            seen.page.wait_for_selector("text=signed out everywhere")
            seen.settled()
            seen.page.select_option("[aria-label='Role of eve']", "annotator")
            seen.page.wait_for_selector("text=the only active administrator")
            seen.settled()
            seen.page.click("[aria-label='New password for ada']")
            seen.page.fill("dialog input", "first horse battery")
            seen.keys("Enter")
        accounts = Accounts(held.store)
        assert accounts.all() == [("ada", REVIEWER, True), ("eve", ADMINISTRATOR, True)]
        assert accounts.opens("ada", "first horse battery")
        accounts.change("ada", password=PASSWORD)
        with window("ada") as seen:
            assert "Agreement" in seen.page.inner_text("#top nav")
            seen.page.click("button.reader")
            seen.page.fill("#asked0", PASSWORD)
            seen.page.fill("#asked1", "second horse battery")
            seen.keys("Enter")
            seen.page.wait_for_selector("text=Your password was changed")
            ready(seen, 0)
            seen.keys("ArrowRight", "x")  # with the token of the new session
            assert seen.marks()[0] == "Ann Lee, person, rejected"
        assert accounts.opens("ada", "second horse battery")


def test_who_read_a_paragraph_for_a_sample_reads_the_rest_later(
    browser: Browser, tmp_path: Path
) -> None:
    corpus = tmp_path / "lines.jsonl"
    corpus.write_text(json.dumps({"id": "a", "text": "Ann Lee met Bob.\nIt rained.\n"}) + "\n")
    policy = tmp_path / "lines.toml"
    policy.write_text(EVERY)
    held = begin(
        tmp_path / "project", Settings(str(corpus), None, str(policy), load(policy).fingerprint)
    )
    with served(held) as address, reader(browser, address) as seen:
        go(seen, "sample")
        seen.page.fill("#size", "1")
        seen.page.select_option("#unit", "paragraphs")
        seen.page.click("text=Fix the plan and draw")
        seen.page.click("text=Read the sample")
        seen.page.wait_for_selector(".row.outside")
        seen.page.click(".inspector button:text('Finish part')")
        seen.page.wait_for_selector("text=Nothing is left to read in this list")
        go(seen, "progress")
        assert "0\nread" in seen.page.inner_text(".tiles")
        assert "1 document has not been read" in seen.page.inner_text("#main")
        go(seen, "document/0")
        seen.page.select_option("[aria-label=Order]", "risk")
        ready(seen, 0)
        seen.page.wait_for_selector(".item")
        assert "read in part, for the sample" in seen.page.inner_text(".title")
        assert not seen.page.query_selector(".row.outside")
        seen.page.click(".inspector button:text('Finish')")
        seen.page.wait_for_selector(".inspector button:text('Reopen')")
        go(seen, "progress")
        assert "1\nread" in seen.page.inner_text(".tiles")
        assert "The corpus can be released" in seen.page.inner_text("#main")
    held.store.close()
