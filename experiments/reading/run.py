"""How releases read: sheets for readers, and the table of what they judged.

    experiments/run reading sheet FOLDER [--own LINES]   sheet.csv for the readers, key.json not
    experiments/run reading table FOLDER SHEET SHEET     what two readers wrote, as judged.json
    experiments/run reading page                         the rounds that are stored, in README.md
    experiments/run reading --quick                      both on invented lines; writes nothing

The protocol stands in README.md.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import random
import re
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent)]

import studies as st  # noqa: E402 - beside this folder
from understudy import Deidentifier  # noqa: E402
from understudy.privacy.intervals import upper_bound  # noqa: E402

VERDICTS = ("right", "odd", "wrong")
WHY = (
    *("category", "ordinary word", "kinship", "agreement", "leftover", "nonsense", "border"),
    *("spelling", "number", "date", "place", "identity"),
)
COLUMNS = ("id", "language", "original", "release", "verdict", "why")
_QUICK = (
    "en\tMy wife Opal Tennant called from Leeds about order A-99231 on 3 May.",
    "en\tDr Niamh O'Driscoll of Oak Tree Surgery saw Alfred on Monday.",
    "es\tMi hermana Olaya vive en la calle Alcotán 14 de Getafe.",
    "es\tEl recurrente, D. Hermenegildo Barbero, vecino de Ponferrada.",
)


class Line(NamedTuple):
    stratum: str
    language: str
    text: str

    @property
    def id(self) -> str:
        """A name that tells nothing and is the same in every round."""
        return hashlib.sha256(f"{self.stratum}\n{self.text}".encode()).hexdigest()[:12]


def config() -> dict[str, Any]:
    return tomllib.loads((HERE / "config.toml").read_text(encoding="utf-8"))


def lines_of(name: str, of: Mapping[str, Any], own: Sequence[str]) -> Iterator[Line]:
    """All lines of a stratum."""
    if of["kind"] == "own":
        for row in own:
            language, _, text = row.partition("\t")
            yield Line(name, language, text)
        return
    path = st.DATA / of["file"]
    if of["kind"] == "folder":
        texts = (
            row
            for file in sorted(path.glob("*.txt"))
            for row in file.read_text(encoding="utf-8").splitlines()
        )
    elif of["kind"] == "slots":
        rows = path.read_text(encoding="utf-8").splitlines()
        texts = (row.split("\t")[1] for row in rows)
    else:
        blocks = path.read_text(encoding="utf-8").split("\n\n")
        texts = (_joined(row.partition("\t")[0] for row in one.splitlines()) for one in blocks)
    for text in texts:
        yield Line(name, of["language"], text.strip())


def _joined(tokens: Iterable[str]) -> str:
    """Tokens as people write them."""
    text = re.sub(r" ([.,;:!?)\]%]|'s\b|n't\b)", r"\1", " ".join(tokens))
    return re.sub(r"([(\[¿¡]) ", r"\1", text)


def drawn(given: Mapping[str, Any], own: Sequence[str]) -> list[Line]:
    """The lines of a round, by strata: those that hold a change are looked for later."""
    found: list[Line] = []
    for name, of in given["strata"].items():
        held = {
            line.text: line
            for line in lines_of(name, of, own)
            if given["shortest"] <= len(line.text) <= given["longest"]
        }
        chosen = list(held.values())
        random.Random(f"{given['seed']} {name}").shuffle(chosen)
        found += chosen[: 3 * of["lines"]]
    return found


def sheet(given: Mapping[str, Any], own: Sequence[str], folder: Path) -> int:
    """Writes what the readers get, and the key to it; returns how many lines there are."""
    release = Deidentifier(given["preset"])
    dice = random.Random(given["seed"])
    rows: list[dict[str, str]] = []
    key: dict[str, dict[str, str]] = {}
    taken: Counter[str] = Counter()
    for line in drawn(given, own):
        if taken[line.stratum] >= given["strata"][line.stratum]["lines"]:
            continue
        made = release(line.text, language=line.language)
        if not made.edits:
            continue  # neither a change nor a thing that was found and left
        taken[line.stratum] += 1
        system = "untouched" if dice.random() < given["untouched"] else given["preset"]
        shown = line.text if system == "untouched" else made.text
        rows.append(
            dict(zip(COLUMNS, (line.id, line.language, line.text, shown, "", ""), strict=True))
        )
        key[line.id] = {"stratum": line.stratum, "language": line.language, "system": system}
    dice.shuffle(rows)
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "sheet.csv").open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    (folder / "key.json").write_text(json.dumps(key, indent=1) + "\n", encoding="utf-8")
    return len(rows)


def judgements(path: Path) -> dict[str, tuple[str, str]]:
    """Line → verdict and why, as a reader wrote them; what stands behind a colon quotes the line,
    and is left out."""
    with path.open(encoding="utf-8", newline="") as rows:
        found = {
            row["id"]: (row["verdict"].strip().lower(), row["why"].partition(":")[0].strip())
            for row in csv.DictReader(rows)
        }
    unknown = sorted({verdict for verdict, _ in found.values()} - set(VERDICTS))
    if unknown:
        raise SystemExit(f"{path.name}: a verdict is one of {', '.join(VERDICTS)}, not {unknown}")
    return found


def kappa(pairs: Sequence[tuple[str, str]]) -> float:
    """Cohen's κ of two readers (Cohen 1960)."""
    if not pairs:
        return 0.0
    n = len(pairs)
    same = sum(one == two for one, two in pairs) / n
    first, second = Counter(one for one, _ in pairs), Counter(two for _, two in pairs)
    chance = sum(first[one] * second[one] for one in VERDICTS) / n**2
    return (same - chance) / (1 - chance) if chance < 1 else 1.0


def table(
    key: Mapping[str, Mapping[str, str]], readers: Sequence[Mapping[str, tuple[str, str]]]
) -> dict[str, Any]:
    """What the readers said, by system: a line counts with the worse of its two verdicts."""
    both = sorted(key.keys() & set.intersection(*(set(one) for one in readers)))
    verdicts = {line: tuple(one[line][0] for one in readers) for line in both}
    systems: dict[str, Any] = {}
    for system in sorted({key[line]["system"] for line in both}):
        own = [line for line in both if key[line]["system"] == system]
        worst = Counter(max(verdicts[line], key=VERDICTS.index) for line in own)
        why = Counter(one[line][1] for one in readers for line in own if one[line][0] == "wrong")
        systems[system] = {
            "lines": len(own),
            **{verdict: worst[verdict] for verdict in VERDICTS},
            "wrong_share": worst["wrong"] / len(own),
            "wrong_at_most": upper_bound(worst["wrong"], len(own), 0.05),
            "why": dict(why.most_common()),
            "strata": {
                stratum: {
                    "lines": len(lines),
                    "wrong": sum("wrong" in verdicts[line] for line in lines),
                }
                for stratum in sorted({key[line]["stratum"] for line in own})
                if (lines := [line for line in own if key[line]["stratum"] == stratum])
            },
        }
    pairs = [(one[0], one[-1]) for one in verdicts.values()]
    return {
        "systems": systems,
        "kappa": kappa(pairs),
        "judgements": {line: list(verdicts[line]) for line in both},
    }


def printed(found: Mapping[str, Any]) -> None:
    print("system        lines  right    odd  wrong   share  at most")
    for name, of in found["systems"].items():
        counts = "".join(f"{of[verdict]:>7}" for verdict in VERDICTS)
        print(
            f"{name:<12}{of['lines']:>7}{counts}{of['wrong_share']:>8.1%}{of['wrong_at_most']:>9.1%}"
        )
    print(f"κ of the readers: {found['kappa']:.2f}")


def page() -> str:
    """The rounds that are stored, the first above."""
    heads = ("round", "lines", "right", "odd", "wrong", "share", "at most", "κ", "invented lines")
    rows = []
    for path in sorted((HERE / "rounds").glob("*.json")):
        found = json.loads(path.read_text(encoding="utf-8"))
        of = found["systems"][config()["preset"]]
        own = of["strata"]["invented"]
        rows.append(
            (
                path.stem,
                of["lines"],
                *(of[verdict] for verdict in VERDICTS),
                f"{of['wrong_share']:.0%}",
                f"{of['wrong_at_most']:.0%}",
                f"{found['kappa']:.2f}",
                f"{own['wrong']} of {own['lines']} wrong",
            )
        )
    return st.markdown(heads, rows)


def quick() -> None:
    """The whole way on invented lines, judged by nobody: two readers who agree on all but one."""
    given = config() | {"strata": {"invented": {"kind": "own", "lines": 4}}, "untouched": 0.0}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        assert sheet(given, _QUICK, folder) == len(_QUICK)
        key = json.loads((folder / "key.json").read_text(encoding="utf-8"))
        one = dict.fromkeys(key, ("right", ""))
        two = one | {min(key): ("wrong", "kinship")}
        found = table(key, (one, two))
    printed(found)
    assert found["systems"]["surrogate"]["wrong"] == 1 and found["kappa"] < 1


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("step", nargs="?", choices=("sheet", "table", "page"))
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("sheets", nargs="*", type=Path)
    parser.add_argument("--own", type=Path, help="invented lines: language, tab, text")
    parser.add_argument("--quick", action="store_true")
    given = parser.parse_args()
    if given.quick:
        quick()
    elif given.step == "page":
        place = HERE / "README.md"
        place.write_text(st.filled(place.read_text(encoding="utf-8"), page()), encoding="utf-8")
    elif given.folder is None:
        parser.error("name a step and a folder, or --quick")
    elif given.step == "sheet":
        own = given.own.read_text(encoding="utf-8").splitlines() if given.own else []
        print(f"{sheet(config(), own, given.folder)} lines in {given.folder / 'sheet.csv'}")
    else:
        key = json.loads((given.folder / "key.json").read_text(encoding="utf-8"))
        found = table(key, [judgements(one) for one in given.sheets])
        printed(found)
        text = json.dumps(found, indent=1, ensure_ascii=False) + "\n"
        (given.folder / "judged.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
