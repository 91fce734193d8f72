"""What is private is found behind tags, references, percents and base64, and written back there."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("fastapi", reason="needs the extra [service]")
from fastapi.testclient import TestClient
from scripted import Script, ask, gateway, said, spoken, user

from understudy.core.types import REPLACED, Edit, Entity, PrivacyEvent, Span
from understudy.service.gateway.views import View, view_of

_EVENT = PrivacyEvent("contract", "entity", 1.0, 0.0, 0.0, paper_epsilon=0.0)


def _hidden(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def _replaced(view: View, value: str, new: str) -> str:
    edits = []
    for piece in view.pieces:
        at = piece.text.find(value)
        span = Span(at, at + len(value), "PERSON")
        edit = Edit(Entity(span, "PERSON", "x"), value, new, REPLACED, "typed", _EVENT, (), "")
        edits.append([edit] if at >= 0 else [])
    return view.written(edits)


@pytest.mark.parametrize(
    ("text", "seen", "written"),
    [
        ("to An<b>na</b> Lee!", "to Anna Lee!", "to Bo<b></b>!"),
        ("<p>Anna Lee</p>", "\nAnna Lee\n", "<p>Bo</p>"),
        ("An&#110;a Lee", "Anna Lee", "Bo"),
        ("An&shy;na Lee", "Anna Lee", "Bo"),
        ("Anna&nbsp;Lee", "Anna\xa0Lee", "Anna&nbsp;Lee"),
        ("x?q=Anna%20Lee&b", "x?q=Anna Lee&b", "x?q=Bo&b"),
        ("An<!-- no -->na Lee", "Anna Lee", "Bo<!-- no -->"),
        ("List<Anna Lee>", "List<Anna Lee>", "List<Bo>"),
        ("a < b and Anna Lee > c", "a < b and Anna Lee > c", "a < b and Bo > c"),
        ("5%20 of Anna Lee", "5%20 of Anna Lee", "5%20 of Bo"),
    ],
)
def test_what_is_seen_and_where_it_is_written(text: str, seen: str, written: str) -> None:
    view = view_of(text)
    assert view.pieces[0].text == seen
    assert _replaced(view, "Anna Lee", "Bo") == written


def test_what_stands_in_tags_is_read_as_well() -> None:
    view = view_of("""<a title="Anna Lee" href='x'>her</a> and Anna Lee""")
    assert _replaced(view, "Anna Lee", "Bo") == """<a title="Bo" href='x'>her</a> and Bo"""
    view = view_of("<i>x</i> Anna <b>Lee</b>")
    assert _replaced(view, "Anna Lee", "B & <o>") == "<i>x</i> B &amp; &lt;o&gt;<b></b>"


@pytest.mark.parametrize("like", ["plain", "url", "bare"])
def test_what_base64_hides(like: str) -> None:
    def coded(text: str) -> str:
        made = _hidden(text)
        if like == "url":
            made = made.replace("+", "-").replace("/", "_")
        return made.rstrip("=") if like == "bare" else made

    text = coded("Anna Lee paid 7 £, thrice?>")
    made = _replaced(view_of(f"it says {text}, no more"), "Anna Lee", "Bo")
    assert made == f"it says {coded('Bo paid 7 £, thrice?>')}, no more"
    for word in ("internationalisation", "a1b2c3d4e5f6a7b8c9d0", "x" * 64):  # and no text
        assert len(view_of(word).pieces) == 1


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                *("<b>", "</b>", "<td>", "<", ">", "&amp;", "&x;", "%20", "%", "%ff", "Ann", " "),
                *("<!--", "-->", _hidden("My name is Ann Lee"), "a b", "ñ", "<a href='ñ'>", "\n"),
            ]
        ),
        max_size=30,
    )
)
def test_without_edits_a_text_stays_what_it_is(pieces: list[str]) -> None:
    text = "".join(pieces)
    view = view_of(text)
    assert view.written([[] for _ in view.pieces]) == text
    whole = _replaced(view, "Ann", "Bo")
    assert whole.count("<b>") == text.count("<b>")


@pytest.mark.parametrize("piece", ["<!--", "<b ", "&a", "%4", "<b><i>", "A1b2" * 5 + " "])
def test_no_text_is_read_again_and_again(piece: str) -> None:
    least = [
        min(_seconds(piece * (size // len(piece)) + " " * again) for again in range(3))
        for size in (20_000, 80_000)
    ]
    assert (
        least[1] / max(least[0], 0.002) < 12
    )  # 4 where it grows with the text, 16 with its square


def _seconds(text: str) -> float:
    start = process_time()
    view_of(text)
    return process_time() - start


@pytest.fixture(scope="module")
def script() -> Script:
    return Script()


@pytest.fixture(scope="module")
def client(script: Script) -> Iterator[TestClient]:
    with gateway(script) as found:
        yield found


SECRET = "Zbigniew Quenneville"


@pytest.mark.parametrize(
    "prompt",
    [
        "My name is <b>Zbig</b>niew <i>Quenne</i>ville, I need help.",
        "My name is Zbig&shy;niew Quenne&#118;ille, I need help.",
        "Search https://x.org/?q=Zbigniew%20Quenneville for me, I am Zbigniew Quenneville.",
        "Explain: " + _hidden("My name is Zbigniew Quenneville, I need help."),
        "<table><tr><td>Name</td><td>Zbigniew Quenneville</td></tr></table>",
    ],
)
def test_no_part_of_a_name_reaches_the_model(
    client: TestClient, script: Script, prompt: str
) -> None:
    script.asked.clear()

    def answer(body: dict[str, Any]) -> dict[str, Any]:
        return spoken(said(body))

    script.answer = answer
    made = ask(client, [user(prompt)])["choices"][0]["message"]["content"]
    for part in ("Zbig", "niew", "Quenne", "ville", _hidden(SECRET)[:12], "IFF1ZW5uZXZpbGxl"):
        assert part not in script.text
    if "Explain" not in prompt:  # in base64 nothing is read back
        assert "Quenneville" in made
