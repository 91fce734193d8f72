"""The fenced blocks of a page, and how to run them.

A comment on the line above a fence says more about it; several things are set apart by commas:

    <!-- file: NAME -->   the block is the content of a file
    <!-- output -->       what follows each command (or stands in a ``text`` block after Python)
                          is its whole output; ``…`` stands for anything, on a line of its own for
                          any number of lines
    <!-- exit N -->       the exit status of the last command, where it is not 0
"""

from __future__ import annotations

import importlib
import io
import os
import re
import shlex
import subprocess
import sys
import tomllib
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from understudy import registry
from understudy.cli import main

_COMMENT = re.compile(r"<!--\s*(.*?)\s*-->")
_SHELL = re.compile(r"[|<>&;*?]")
_NOT_RUN = ("pip", "git")
"""Set-up, which the test environment has behind it."""


class Fence(NamedTuple):
    language: str
    marks: tuple[str, ...]
    body: str
    line: int
    """The line of the page at which the body starts."""

    def mark(self, name: str) -> str | None:
        """What a mark says: the rest of it, empty where there is none."""
        found = (
            one for one in self.marks if one == name or one.startswith((name + " ", name + ":"))
        )
        said = next(found, None)
        return None if said is None else said[len(name) :].strip(": ")


def fences(page: Path) -> list[Fence]:
    found: list[Fence] = []
    above, start, language = "", 0, ""
    body: list[str] | None = None
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if body is None and line.startswith("```"):
            comment = _COMMENT.fullmatch(above.strip())
            marks = tuple(comment[1].split(", ")) if comment else ()
            body, start, language = [], number + 1, line[3:].strip()
        elif body is not None and line.startswith("```"):
            found.append(Fence(language, marks, "\n".join(body), start))
            body = None
        elif body is not None:
            body.append(line)
        above = line
    assert body is None, f"{page.name}:{start}: the block is never closed"
    return found


class Said(NamedTuple):
    code: int
    output: str


def in_process(words: list[str]) -> Said:
    """``understudy WORDS`` in this process."""
    out, code = io.BytesIO(), 0
    stream = io.TextIOWrapper(out, encoding="utf-8", write_through=True)
    with (
        patch.object(sys, "argv", ["understudy", *words]),
        redirect_stdout(stream),
        redirect_stderr(stream),
    ):
        try:
            main()
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
        stream.flush()
        return Said(code, out.getvalue().decode())


def in_shell(command: str) -> Said:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command],
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return Said(done.returncode, done.stdout)


def run(command: str) -> Said:
    if command.startswith("understudy ") and not _SHELL.search(command):
        return in_process(shlex.split(command)[1:])
    return in_shell(command)


def agrees(shown: str, output: str) -> bool:
    """Whether the output is as shown."""
    pattern = ""
    for line in shown.splitlines():
        if line.strip() == "…":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*".join(map(re.escape, line.rstrip().split("…"))) + r"[ ]*\n"
    text = output if output.endswith("\n") or not output else output + "\n"
    return re.fullmatch(pattern, text) is not None


def commands(body: str) -> list[tuple[str, str]]:
    """Each command of a console block with what is shown below it."""
    found: list[tuple[str, list[str]]] = []
    goes_on = False
    for line in body.splitlines():
        if goes_on:
            command, shown = found[-1]
            found[-1] = (f"{command.removesuffix(chr(92))}{line.strip()}", shown)
        elif line.startswith("$ "):
            found.append((line[2:], []))
        else:
            assert found, "a console block starts with a command"
            found[-1][1].append(line)
        goes_on = line.endswith("\\") and not found[-1][1]
    return [(command, "\n".join(shown)) for command, shown in found]


@dataclass
class Scene:
    """The blocks of one page, one after the other, in one folder and one namespace."""

    page: Path
    folder: Path
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "page"})
    printed: str = ""

    def play(self, fence: Fence) -> None:
        name = fence.mark("file")
        if name is not None:
            target = self.folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(fence.body + "\n", encoding="utf-8")
            if target.name == "pyproject.toml":
                self._install(fence.body)
        elif fence.language == "console":
            self._console(fence)
        elif fence.language == "python":
            self._python(fence)
        elif fence.mark("output") is not None:
            assert agrees(fence.body, self.printed), f"{self._at(fence)}: printed\n{self.printed}"

    def _at(self, fence: Fence) -> str:
        return f"{self.page.name}:{fence.line}"

    def _console(self, fence: Fence) -> None:
        wanted = 0
        *others, last = commands(fence.body)
        for command, shown in [*others, last]:
            if command.split()[0] in _NOT_RUN:
                continue
            if (command, shown) == last:
                wanted = int(fence.mark("exit") or 0)
            said = run(command)
            assert said.code == wanted, f"{self._at(fence)}: {command}: {said.code}\n{said.output}"
            if fence.mark("output") is not None:
                assert agrees(shown, said.output), f"{self._at(fence)}: {command}\n{said.output}"

    def _python(self, fence: Fence) -> None:
        code = compile("\n" * (fence.line - 1) + fence.body, str(self.page), "exec")
        with redirect_stdout(io.StringIO()) as out:
            exec(code, self.names)
        self.printed = out.getvalue()

    def _install(self, text: str) -> None:
        """The entry points of a project in the folder, as an installation would write them."""
        project = tomllib.loads(text)["project"]
        info = self.folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
        )
        lines = [
            line
            for group, points in project["entry-points"].items()
            for line in (f"[{group}]", *(f"{name} = {place}" for name, place in points.items()))
        ]
        (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
        importlib.invalidate_caches()
        registry.look_again()
