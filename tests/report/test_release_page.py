from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path

import pytest
from of_release import gather, read_sample_of

from understudy.core.types import Entity, Span
from understudy.languages import installed
from understudy.privacy.accounting import epsilon
from understudy.privacy.detection import certify
from understudy.report.release_page import MOST_IDS, render
from understudy.run.order import Release
from understudy.surrogates.public import PublicSource

Examples = Callable[[str], Release]
Make = Callable[..., Release]
CALLS = Path(__file__).parents[2] / "examples" / "calls.jsonl"
POLICIES = ("surrogate", "dp", "typed", "redact", "mixed", "budget")
VOID = {"meta", "br", "hr", "img", "link", "input"}
REFERS = {"src", "href", "srcset", "action", "data", "poster", "xlink:href", "background"}
REDACT = 'schema = 1\n[default]\nstrategy = "redact"\n'


class Page(HTMLParser):
    """Checks that tags nest, and collects what the tests ask for."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.references: list[str] = []
        self.tags: Counter[str] = Counter()
        self.classes: set[str] = set()
        self.text = ""
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        for name, value in attrs:
            assert not name.startswith("on")
            if name == "id":
                self.ids.append(value or "")
            if name in REFERS:
                self.references.append(value or "")
            if name == "class":
                self.classes |= set((value or "").split())
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text += data


def originals() -> set[str]:
    """The private values of the shipped calls that no page would hold by chance."""
    values = set()
    for line in CALLS.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        values |= {row["text"][one["start"] : one["end"]] for one in row["entities"]}
    return {value for value in values if len(value) >= 6}


@pytest.mark.parametrize("policy", POLICIES)
def test_page_is_sound_and_stands_alone(examples: Examples, policy: str) -> None:
    html = render(gather(examples(policy), command="understudy run in.jsonl -o out.jsonl"))
    page = Page(html)
    assert html.startswith("<!doctype html>")
    assert len(page.ids) == len(set(page.ids))
    assert {one.removeprefix("#") for one in page.references} <= set(page.ids)
    assert all(one.startswith("#") for one in page.references)
    assert not re.search(r"https?://|url\(|@import|<script|<iframe|<link", html)
    assert page.tags["h1"] == 1
    assert page.tags["caption"] == page.tags["table"] > 0


@pytest.mark.parametrize("policy", POLICIES)
def test_no_private_value_is_on_the_page(examples: Examples, policy: str) -> None:
    facts = gather(examples(policy))
    html, answer = render(facts), json.dumps(facts.as_json(), ensure_ascii=False)
    values = originals()
    assert len(values) > 300
    assert [value for value in values if value in html or value in answer] == []


def test_figures_and_verdict_are_on_the_page(examples: Examples) -> None:
    page = Page(render(gather(examples("surrogate"), when=datetime(2026, 3, 4, 5, 6, tzinfo=UTC))))
    assert "of the 1,417 private mentions that were found were replaced" in page.text
    assert "left as they are (amounts " in page.text
    assert "Fully replaced" not in page.text
    assert "4 March 2026, 05:06 UTC" in page.text
    assert "PERSON" in page.text
    assert "zero" not in page.classes  # green only where nothing stands as it was


def test_what_stays_visible_is_ordered_by_kinds_of_values(examples: Examples) -> None:
    """Of every value, then of each kind, the most frequent first, then of several kinds."""
    html = render(gather(examples("surrogate")))
    headings = re.findall(r"<h3>Of (.*?)</h3>", html)
    assert headings[0] == "every value"
    kinds = [one.split()[0] for one in headings[1:6]]
    assert sorted(kinds) == ["dates", "numbers", "organizations", "people", "places"]
    assert kinds[0] == "people"
    assert headings[1].startswith("people (EMAIL_ADDRESS, ")
    assert not any("(" in one for one in headings[6:])


def test_both_readings_and_delta_are_shown(examples: Examples) -> None:
    page = Page(render(gather(examples("mixed"))))
    assert "∞, δ = 0.2" in page.text
    person = PublicSource("person")
    bound = max(epsilon(0.9, person.words(language).pi_min) for language in installed())
    assert f"{bound:.4g}" in page.text
    assert "no strict bound" in page.text
    assert page.tags["svg"] == 3
    assert page.tags["polyline"] == 6


def test_seed_is_the_first_thing_said(examples: Examples) -> None:
    page = Page(render(gather(examples("typed"), seed=42, key_source="seed")))
    assert "none" in page.classes and "zero" not in page.classes
    assert page.text.index("no guarantee holds") < page.text.index("What was replaced")
    assert "NO guarantee" in page.text
    assert "a seed (42)" in page.text


def test_withheld_documents_are_listed(examples: Examples) -> None:
    facts = gather(examples("budget"))
    page = Page(render(facts))
    listed = page.text[page.text.index("Withheld documents") :]
    assert facts.withheld
    assert all(id in listed for id in facts.withheld)
    many = replace(facts, withheld=tuple(f"id-{n}" for n in range(MOST_IDS + 5)))
    assert "And 5 more" in Page(render(many)).text


def test_ids_are_escaped(release: Make) -> None:
    policy = REDACT + "p = 0.5\n"
    id = '<script>alert("1")</script>\ud800'
    html = render(gather(release(policy, (id, "I am Mary.", [("Mary", "PERSON")]))))
    assert "<script" not in html
    assert "&lt;script&gt;alert(&#34;1&#34;)&lt;/script&gt;\\ud800" in html
    html.encode("utf-8")
    Page(html)


def test_policy_and_command_are_escaped(examples: Examples) -> None:
    facts = replace(gather(examples("typed"), command="understudy run 'a<b>'"), policy="<i>&")
    html = render(facts)
    assert "<i>" not in html and "a<b>" not in html
    assert "&lt;i&gt;&amp;" in html


def test_pages_without_entities_or_documents(release: Make, examples: Examples) -> None:
    bare = Page(render(gather(release(REDACT, ("a", "nothing here", [])))))
    assert "No private mention was found" in bare.text
    assert bare.tags["svg"] == 0
    empty = replace(examples("redact"), summary=type(examples("redact").summary)())
    page = Page(render(gather(empty)))
    assert "The input held no documents." in page.text
    assert "No document was released." in page.text


def test_certificate_is_shown(examples: Examples) -> None:
    gold = [Entity(Span(n * 10, n * 10 + 5, "PERSON"), "PERSON", str(n)) for n in range(10)]
    facts = gather(examples("mixed"), certificate=certify([(gold, gold[1:])] * 4))
    page = Page(render(facts))
    assert "36 of 40 entities were found" in page.text
    assert "90.0 %" in page.text
    assert "The sample has no AGE" in page.text


def test_what_readers_found_is_shown(examples: Examples) -> None:
    page = Page(render(gather(examples("mixed"), read_sample=read_sample_of())))
    assert "recall is unknown" not in page.text
    assert "Something was missed in 2 of the 40 documents read" in page.text
    assert "97.5 %" in page.text
    assert "00ff" in page.text
    assert "did not see what the machine had marked" in page.text


def test_worst_certainty_is_told_in_words(examples: Examples) -> None:
    assert "73.1 % sure" in Page(render(gather(examples("dp")))).text
    assert " sure of one of them" not in Page(render(gather(examples("surrogate")))).text


def test_sentences_are_true_of_the_run(examples: Examples) -> None:
    drawn = render(gather(examples("surrogate")))
    assert "By chance one may be the value itself" in drawn
    assert "drawn, from public lists and by form" in drawn
    assert "Placeholders and bars" not in drawn and "by one of about k others" not in drawn
    marked = render(gather(examples("typed")))
    assert "By chance" not in marked and "Placeholders and bars tell nothing" in marked
    assert "drawn, from public lists" not in marked
