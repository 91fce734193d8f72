"""Whether stored results still are what a run would give: digests of what they depend on.

    python experiments/freshness.py [--list | --mark] [NAME ...]

``results.json`` carries three digests, made when it was written:

  config     of config.toml
  data       of the corpora that config.toml names, where they were there
  behaviour  of what the experiment's ``fixed()`` returns: a small case that needs no corpus, run
             through the functions that the experiment measures

Results are stale where one of them has changed. Of results without digests nobody knows: they were
written before there were any, and are run again like stale ones. With ``--list`` nothing is run.
With ``--mark`` stale results lose their digests in place of being run, so that the page of
experiments says of them that they are stale (python docs/tables.py).
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
_DIGITS = 9
UNKNOWN = "unknown: written without digests"


def digests(folder: Path, data: Path) -> dict[str, str | None]:
    """As things are now; None for what is not there."""
    return {
        "config": _of_bytes((folder / "config.toml").read_bytes()),
        "data": _of_data(folder, data),
        "behaviour": _of_behaviour(folder),
    }


def stale(folder: Path, data: Path) -> list[str]:
    """What has changed since the results of an experiment were written; empty where nothing has,
    and where it has never been run. A part that was made apart has digests of its own, and its name
    stands before what has changed since."""
    path = folder / "results.json"
    if not path.exists():
        return []
    results = json.loads(path.read_text(encoding="utf-8"))
    if "digests" not in results:
        changed = [UNKNOWN]
    else:
        changed = _changed(results["digests"], now := digests(folder, data))
    for name, part in results.items():
        if isinstance(part, dict) and "digests" in part:
            now = now if "digests" in results else digests(folder, data)
            changed += [f"{name}: {one}" for one in _changed(part["digests"], now)]
        elif isinstance(part, dict) and "commit" in part and "digests" in results:
            changed.append(f"{name}: {UNKNOWN}")
    return changed


def mark(folder: Path) -> None:
    """Takes the digests out of results that are no longer those of the code, and out of every part
    of them: nothing there may seem fresh."""
    path = folder / "results.json"
    results = json.loads(path.read_text(encoding="utf-8"))
    for part in (results, *results.values()):
        if isinstance(part, dict):
            part.pop("digests", None)
    path.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _changed(then: Mapping[str, str | None], now: Mapping[str, str | None]) -> list[str]:
    return [
        name
        for name, value in then.items()
        if value is not None and now.get(name) is not None and now[name] != value
    ]


def _of_bytes(content: bytes) -> str:
    return blake2b(content, digest_size=16).hexdigest()


def _of_data(folder: Path, data: Path) -> str | None:
    config = tomllib.loads((folder / "config.toml").read_text(encoding="utf-8"))
    named = sorted({data / one for one in _strings(config) if one and (data / one).exists()})
    files = [path for one in named for path in _files(one)]
    if not files:
        return None
    return _of_bytes("".join(_of_bytes(one.read_bytes()) for one in files).encode())


def _files(place: Path) -> list[Path]:
    return [place] if place.is_file() else sorted(one for one in place.rglob("*") if one.is_file())


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one)


def _of_behaviour(folder: Path) -> str | None:
    source = folder / "run.py"
    if "\ndef fixed()" not in source.read_text(encoding="utf-8"):
        return None
    title = f"fixed_{folder.name.replace('-', '_')}"
    spec = importlib.util.spec_from_file_location(title, source)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    kept = list(sys.path)
    sys.modules[title] = module  # its dataclasses look for their module
    try:
        spec.loader.exec_module(module)
        answer = module.fixed()
    finally:
        sys.path[:] = kept
        del sys.modules[title]
    return _of_bytes(json.dumps(_rounded(answer), sort_keys=True).encode())


def _rounded(value: Any) -> Any:
    """Figures to so many digits: machines differ in the last ones."""
    if isinstance(value, float):
        return float(f"{value:.{_DIGITS}g}")
    if isinstance(value, dict):
        return {str(name): _rounded(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(one) for one in value]
    return value


def main() -> None:
    import studies as st

    named = [one for one in sys.argv[1:] if not one.startswith("--")]
    found = {
        folder.name: reasons
        for folder in sorted(path.parent for path in HERE.glob("*/config.toml"))
        if (not named or folder.name in named) and (reasons := stale(folder, st.DATA))
    }
    for name, reasons in found.items():
        print(f"{name}: {', '.join(reasons)}")
    if not found:
        print("all results are those of the code as it is")
    if "--list" in sys.argv[1:]:
        return
    if "--mark" in sys.argv[1:]:
        for name in found:
            mark(HERE / name)
        return
    for name in found:
        subprocess.run([str(HERE / "run"), name], check=True)


if __name__ == "__main__":
    main()
