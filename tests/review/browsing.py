"""A review that is served for real, and a browser that reads it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from reviewing import PASSWORD

from understudy.cli.serving import listening_socket
from understudy.review.app import create_app
from understudy.review.desk import Desk

CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome")
     if (path := Path("/usr/bin") / name).exists()),
    None,
)  # fmt: skip


_PAUSE = 0.5


@contextmanager
def served(held: Desk, token: str | None = "once") -> Iterator[str]:
    """The address of a review."""
    with listening_socket("127.0.0.1", 0) as door:
        port = door.getsockname()[1]
        app = create_app(held, hosts=(f"127.0.0.1:{port}",), token=token, rate=1000)
        server = uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [door]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            server.should_exit = True
            thread.join(10)


class Watched:
    """A page whose errors and requests are kept."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.errors: list[str] = []
        self.hosts: set[str] = set()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._told)
        self._under_way, self._last = 0, time.monotonic()
        page.on("request", self._asked)
        page.on("requestfinished", self._answered)
        page.on("requestfailed", self._answered)
        page.add_init_script(_COUNTED)

    def _asked(self, request: Any) -> None:
        self.hosts.add(request.url.split("/")[2])
        self._under_way, self._last = self._under_way + 1, time.monotonic()

    def _answered(self, request: Any) -> None:
        self._under_way, self._last = self._under_way - 1, time.monotonic()

    def _told(self, message: Any) -> None:
        # A status that is not 200 is told by the browser, too; the tests look at those themselves.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.errors.append(message.text)

    def settled(self) -> None:
        """Until nothing is under way."""
        self.page.wait_for_load_state("networkidle")
        ends = time.monotonic() + 20
        while time.monotonic() < ends:
            # What the page shows may be asked for a moment later, so that there is a pause.
            self.page.wait_for_timeout(100)
            if self._under_way <= 0 and time.monotonic() - self._last > _PAUSE:
                return

    def keys(self, *names: str) -> None:
        """Keys one after the other."""
        for name in names:
            self.page.keyboard.press(name)
            self.page.wait_for_timeout(120)
        self.settled()

    def strokes(self) -> dict[str, int]:
        """What the reader has done with the keyboard and the mouse since this was last asked."""
        counted: dict[str, int] = self.page.evaluate("window.strokes")
        self.page.evaluate("window.strokes = { keys: 0, presses: 0, points: 0 }")
        return counted

    def marks(self) -> list[str]:
        """The marks on the page as people hear them."""
        return [
            str(one.get_attribute("aria-label"))
            for one in self.page.query_selector_all(".original .mark")
        ]

    def choose(self, text: str, halfway: Callable[[], None] = lambda: None) -> None:
        """Select the first place of a text with the mouse, as who drags over it does; something
        may happen halfway."""
        found = self.page.evaluate(_PLACE, text)
        assert found is not None, text
        self.page.mouse.move(found["x1"], found["y1"])
        self.page.mouse.down()
        halfway()
        self.page.mouse.move(found["x2"], found["y2"], steps=4)
        self.page.mouse.up()
        self.settled()


@contextmanager
def reader(
    browser: Any, address: str, path: str = "/enter?token=once", **more: Any
) -> Iterator[Watched]:
    """Somebody at a window of 1,280 pixels; nothing may go wrong there, nor come from elsewhere."""
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **more})
    seen = Watched(context.new_page())
    seen.page.goto(address + path)
    try:
        yield seen
        assert seen.errors == []
        assert seen.hosts == {address.split("/")[2]}
    finally:
        context.close()


def ready(seen: Watched, number: int | None = None) -> None:
    if number is not None:
        seen.page.evaluate(f"location.hash = '#/document/{number}'")
    seen.page.wait_for_selector(".page .row")
    seen.settled()


def sign_in(seen: Watched, name: str) -> None:
    seen.page.fill("#name", name)
    seen.page.fill("#password", PASSWORD)
    seen.keys("Enter")
    seen.page.wait_for_selector("#top nav")


_COUNTED = """
window.strokes = { keys: 0, presses: 0, points: 0 };
let at = null;
// Those of the machine itself alone; a key that is held down is pressed once. Who presses has
// pointed there before, and who drags points to another place.
addEventListener("keydown", (event) => {
  if (event.isTrusted && !event.repeat) window.strokes.keys += 1;
}, true);
addEventListener("mousedown", (event) => {
  if (!event.isTrusted) return;
  at = [event.clientX, event.clientY];
  window.strokes.presses += 1;
  if (event.detail < 2) window.strokes.points += 1;
}, true);
addEventListener("mouseup", (event) => {
  if (!event.isTrusted || !at) return;
  if (at[0] !== event.clientX || at[1] !== event.clientY) window.strokes.points += 1;
}, true);
"""
_PLACE = """(wanted) => {
  const walker = document.createTreeWalker(document.querySelector(".page"), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.data.indexOf(wanted);
    if (at < 0 || !node.parentElement.closest(".original")) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + wanted.length);
    const box = range.getBoundingClientRect();
    const y = box.top + box.height / 2;
    return { x1: box.left + 1, y1: y, x2: box.right - 1, y2: y };
  }
  return null;
}"""
