"""A program watched while it runs: what it asks of the network, and where it writes.

``by_system_calls`` uses strace and sees all, native libraries too. ``by_audit_hook`` needs no tool
and sees what goes through Python alone: a library in C that opens a socket or a file by itself
passes it by. That is why the folders of a watched program are looked at afterwards, too.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_WRITING = "open,openat,creat,mkdir,mkdirat,rename,renameat,renameat2,link,linkat,symlink,symlinkat"
_WRITING += ",unlink,unlinkat,rmdir,truncate,mknod,mknodat"
_NETWORK = {"socket", "connect", "sendto", "sendmsg", "sendmmsg", "bind"}
_RESOLVER = ("/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf")
_CALL = re.compile(r"^\d+\s+(\w+)\((.*)$")
_PATH = re.compile(r'(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"((?:[^"\\]|\\.)*)"')

HOOK = """
import json, os, sys
def _seen(event, given, log=os.open({log!r}, os.O_WRONLY | os.O_APPEND)):
    if event == "open":
        path, mode, flags = given
        if isinstance(path, int) or not flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            return
        given = (path,)
    elif event in ("os.mkdir", "os.remove", "os.rmdir", "os.truncate", "sqlite3.connect"):
        given = given[:1]
    elif event in ("os.rename", "os.link", "os.symlink"):
        given = given[:2]
    elif event.startswith("socket."):
        os.write(log, (json.dumps(["network", event]) + "\\n").encode())
        return
    else:
        return
    for path in given:
        path = os.path.abspath(os.fsdecode(path))
        os.write(log, (json.dumps(["file", path]) + "\\n").encode())
sys.addaudithook(_seen)
"""


@dataclass(frozen=True)
class Watched:
    code: int
    out: bytes
    err: str
    network: list[str]
    written: set[Path]

    def outside(self, *folders: Path) -> list[str]:
        """What was written, or tried, in no folder of these; devices do not count."""
        allowed = (*folders, Path("/dev"), Path("/proc"))
        return sorted(
            str(path)
            for path in self.written
            if not any(path.is_relative_to(folder) for folder in allowed)
        )


def strace_works() -> bool:
    if shutil.which("strace") is None:
        return False
    return subprocess.run(["strace", "-o", os.devnull, "true"], check=False).returncode == 0


def _started(
    words: Sequence[str], folder: Path, stdin: bytes, **more: str
) -> subprocess.CompletedProcess[bytes]:
    """In ``folder``, with an empty home and a folder for temporary files beside it."""
    for name in ("home", "tmp"):
        (folder.parent / name).mkdir()
    given = {
        name: os.environ[name] for name in ("PATH", "PYTHONPATH", "LANG") if name in os.environ
    }
    given["PYTHONPATH"] = os.pathsep.join(
        str(Path(path).absolute()) for path in given.get("PYTHONPATH", "").split(os.pathsep) if path
    )
    given |= {"HOME": str(folder.parent / "home"), "TMPDIR": str(folder.parent / "tmp")}
    given |= {"PYTHONDONTWRITEBYTECODE": "1"}  # Python's own cache beside the modules
    for name, value in more.items():
        given[name] = value + (os.pathsep + given[name] if given.get(name) else "")
    return subprocess.run(
        words, cwd=folder, env=given, input=stdin, capture_output=True, check=False
    )


def by_system_calls(words: Sequence[str], folder: Path, stdin: bytes = b"") -> Watched:
    log = folder.parent / "strace.log"
    strace = ["strace", "-f", "-y", "-s", "4096", "-e", f"trace={_WRITING},%network"]
    done = _started([*strace, "-o", str(log), *words], folder, stdin)
    network, written = [], set[Path]()
    for line in log.read_text("utf-8", "replace").splitlines():
        call = _CALL.match(line)
        if call is None:
            continue
        name, given = call.groups()
        paths = [Path(folder, base or "", path) for base, path in _PATH.findall(given)]
        if name in _NETWORK:
            if "AF_UNIX" not in given or name == "connect":
                network.append(line)
        elif name in ("open", "openat") and not re.search(r"O_WRONLY|O_RDWR|O_CREAT", given):
            network += [line for path in paths if str(path) in _RESOLVER]
        elif name not in ("socketpair", "getsockname", "getpeername", "shutdown"):
            written |= {Path(os.path.normpath(path)) for path in paths}
    return Watched(done.returncode, done.stdout, done.stderr.decode(), network, written)


def by_audit_hook(words: Sequence[str], folder: Path, stdin: bytes = b"") -> Watched:
    hook, log = folder.parent / "hook", folder.parent / "audit.log"
    hook.mkdir()
    log.touch()
    (hook / "sitecustomize.py").write_text(HOOK.format(log=str(log)))
    done = _started(words, folder, stdin, PYTHONPATH=str(hook))
    events = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    return Watched(
        done.returncode,
        done.stdout,
        done.stderr.decode(),
        [what for kind, what in events if kind == "network"],
        {Path(what) for kind, what in events if kind == "file"},
    )


COMMAND = [sys.executable, "-m", "understudy"]
