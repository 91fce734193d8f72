"""Digests of releases under fixed keys: what a structural change must leave as it was.

    python tools/guard_releases.py --keys 3 > before.json
    python tools/guard_releases.py --keys 3 --against before.json

The example calls, the coherence cases and, where UNDERSTUDY_DATA has them, 100 documents of
MEDDOCAN (with its own marks, and as the default preset finds them) are released through the
command line, as users do it, so that the guard knows nothing of the code behind. What is found does
not depend on the key: beyond the third key only marks that are given are released.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("UNDERSTUDY_DATA", ROOT.parent / "shared" / "data"))
DOCUMENTS = 100
_MARK = re.compile(r"\[([^|\]]*)\|(\w+)(?:\|([^\]]*))?\]")
FOUND_KEYS = 3
_MANY = """
import sys
from understudy.cli import main
given = sys.argv[1:]
for output, key in zip(given[::2], given[1::2]):
    sys.argv = ["understudy", *WORDS, "-o", output, "--key-file", key, "--force", "--quiet"]
    try:
        main()
    except SystemExit as stop:
        if stop.code:
            raise
"""
"""One process releases a corpus under all keys, so that models and lists are loaded once."""
_SETTINGS = ("country", "shift", "strategy")
_POLICY = """schema = 1
name = "guard"
detectors = ["given"]
leak_check = false
[default]
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keys", type=int, default=3)
    parser.add_argument("--against", type=Path, help="digests that must be the same")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = dict(_digests(Path(folder), given.keys))
    print(json.dumps(found, indent=1))
    if given.against is not None:
        before = json.loads(given.against.read_text(encoding="utf-8"))
        other = [name for name, digest in found.items() if before.get(name, digest) != digest]
        sys.exit(f"changed: {', '.join(other)}" if other else 0)


def _digests(folder: Path, keys: int) -> Iterator[tuple[str, str]]:
    calls = _calls(folder)
    works = [
        ("calls, own marks", calls, ["--policy", "examples/calls.toml"], keys),
        ("calls, found", calls, [], min(keys, FOUND_KEYS)),
        *((*work, keys) for work in _cases(folder)),
        *_clinical(folder, keys),
    ]
    for number in range(keys):
        key = folder / f"key-{number}"
        key.write_bytes(hashlib.sha256(f"guard {number}".encode()).digest())
        key.chmod(0o600)
    for name, source, options, of_work in works:
        for number, digest in enumerate(_released(folder, source, of_work, options)):
            yield f"{name}, key {number}", digest


def _calls(folder: Path) -> Path:
    """The example without the columns that a run must be told what to do with."""
    rows = (ROOT / "examples" / "calls.jsonl").read_text(encoding="utf-8").splitlines()
    kept = ("id", "text", "language", "entities")
    calls = folder / "calls.jsonl"
    plain = [
        {name: value for name, value in json.loads(row).items() if name in kept} for row in rows
    ]
    calls.write_text("".join(json.dumps(row) + "\n" for row in plain), encoding="utf-8")
    return calls


def _cases(folder: Path) -> Iterator[tuple[str, Path, list[str]]]:
    """The coherence cases, one file for each set of settings."""
    files: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for path in sorted((ROOT / "tests" / "coherence").glob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            settings = {name: case[name] for name in _SETTINGS if name in case}
            if settings.get("strategy") == "typed":
                settings["style"] = "related"
            settings.setdefault("strategy", "surrogate")
            row = json.dumps(_row(f"{path.stem} {case['name']}", case["text"], case["language"]))
            files.setdefault(tuple(sorted(settings.items())), []).append(row)
    for number, (settings_of, rows) in enumerate(files.items()):
        source = folder / f"cases-{number}.jsonl"
        source.write_text("\n".join(rows) + "\n", encoding="utf-8")
        policy = folder / f"cases-{number}.toml"
        lines = [f"{name} = {json.dumps(value)}" for name, value in settings_of]
        policy.write_text(_POLICY + "\n".join(lines) + "\n", encoding="utf-8")
        yield f"cases {dict(settings_of)}", source, ["--policy", str(policy)]


def _row(name: str, marked: str, language: str) -> dict[str, object]:
    plain, cursor = "", 0
    entities = []
    for match in _MARK.finditer(marked):
        plain += marked[cursor : match.start()]
        entity = {"start": len(plain), "end": len(plain) + len(match[1]), "label": match[2]}
        entities.append(entity | ({"key": match[3]} if match[3] else {}))
        plain += match[1]
        cursor = match.end()
    text = plain + marked[cursor:]
    return {"id": name, "text": text, "language": language, "entities": entities}


def _clinical(folder: Path, keys: int) -> Iterator[tuple[str, Path, list[str], int]]:
    source = next(DATA.glob("deid/meddocan/test*"), None)
    if source is None:
        return
    texts = sorted(source.rglob("*.txt"))[:DOCUMENTS]
    marked, plain = folder / "marked", folder / "plain"
    marked.mkdir()
    plain.mkdir()
    for path in texts:
        for kind in (".txt", ".ann"):
            (marked / path.with_suffix(kind).name).write_bytes(path.with_suffix(kind).read_bytes())
        (plain / path.name).write_bytes(path.read_bytes())
    policy = folder / "marked.toml"
    labels = 'labels = "meddocan"\nlanguage = "es"\n[default]'
    text = _POLICY.replace("[default]", labels) + 'strategy = "surrogate"\n'
    policy.write_text(text, encoding="utf-8")
    yield "MEDDOCAN, own marks", marked, ["--policy", str(policy), "--format", "brat"], keys
    yield "MEDDOCAN, found", plain, ["--format", "txt"], min(keys, FOUND_KEYS)


def _released(folder: Path, source: Path, keys: int, options: list[str]) -> Iterator[str]:
    """The digest of a release under each key."""
    outputs = [folder / f"released-{number}-{source.name}" for number in range(keys)]
    words = ["run", str(source), *options]
    command = [sys.executable, "-c", f"WORDS = {words!r}\n{_MANY}"]
    for number, output in enumerate(outputs):
        command += [str(output), str(folder / f"key-{number}")]
    subprocess.run(command, check=True, cwd=ROOT)
    for output in outputs:
        digest = hashlib.sha256()
        for path in sorted(output.rglob("*")) if output.is_dir() else [output]:
            digest.update(path.read_bytes())
        yield digest.hexdigest()


if __name__ == "__main__":
    main()
