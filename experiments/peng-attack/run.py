"""Peng et al. 2022, Table 10: what a copy of a classifier tells of its users.

experiments/run peng-attack [--quick | --mentioned] [--workers N]

With --mentioned only the part on an attribute that is replaced is run, and joined to the results.
"""

from __future__ import annotations

import json
import lzma
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import releases as rl  # noqa: E402 - beside this folder
import studies as st  # noqa: E402
from bars import bars  # noqa: E402
from understudy import engines  # noqa: E402
from understudy.attacks.attribute import (  # noqa: E402
    Setting,
    attacked,
    balanced,
    probe,
    read,
    resampled,
    vectors,
)
from understudy.attacks.defences import DEFENCES  # noqa: E402
from understudy.attacks.pairs import Pair  # noqa: E402
from understudy.core.folding import fold  # noqa: E402
from understudy.core.types import Document, Span  # noqa: E402
from understudy.replace.redact import MARK  # noqa: E402

Config = Mapping[str, Any]
Ints = npt.NDArray[np.intp]
ATTACKERS = ("copy", "victim", "text")
PARTS = ("learn", "asked", "test")
HIDDEN = ("GENDER", "AGE")
"""Marks that are hidden in every row: an attribute must not be read off its own span."""


class Corpus(NamedTuple):
    """What does not depend on the row: the parts, the task, and the attributes (−1: unknown)."""

    parts: tuple[Ints, Ints, Ints]
    task: Ints
    attributes: Mapping[str, Ints]

    def __repr__(self) -> str:
        return f"Corpus({len(self.task)})"


def config() -> dict[str, Any]:
    return tomllib.loads((HERE / "config.toml").read_text(encoding="utf-8"))


def sex(pair: Pair, given: Config) -> int:
    said = next((fold(m.original) for m in pair.marks if m.category == "GENDER"), "")
    return next((at for at, name in enumerate(given["sex"]) if said in given["sex"][name]), -1)


def age(pair: Pair, given: Config) -> int:
    said = next((m.original for m in pair.marks if m.category == "AGE"), "")
    found = re.search(r"\d+", said)
    if found is None:
        return -1
    years = int(found[0])
    if re.search(r"mes|día|semana", said):
        years = 0
    bands = list(given["age"].values())
    return next((at for at, (low, high) in enumerate(bands) if low <= years <= high), -1)


def task(pair: Pair, given: Config) -> int:
    """The first kind whose words the document has; the last class has none of them."""
    text = pair.before.lower()
    kinds = list(given["task"].values())
    return next((at for at, kind in enumerate(kinds) if re.search(kind, text)), len(kinds))


def visible(pair: Pair, given: Config) -> str:
    """The released text without the attributes' own spans and without the words of the task."""
    parts, cursor = [], 0
    for mark in pair.marks:
        if mark.category in HIDDEN:
            parts += [pair.after[cursor : mark.start], MARK]
            cursor = mark.end
    text = "".join([*parts, pair.after[cursor:]])
    words = "|".join(given["task"].values())
    return re.sub(rf"\w*(?:{words})\w*", " ", text, flags=re.IGNORECASE)


def corpus_of(parts: Sequence[Sequence[Pair]], given: Config) -> Corpus:
    every = [pair for part in parts for pair in part]
    ends = np.cumsum([0, *map(len, parts)])
    rows = [np.arange(ends[at], ends[at + 1]) for at in range(len(PARTS))]
    return Corpus(
        (rows[0], rows[1], rows[2]),
        np.array([task(pair, given) for pair in every]),
        {
            "sex": np.array([sex(pair, given) for pair in every]),
            "age": np.array([age(pair, given) for pair in every]),
        },
    )


def told(hidden: npt.NDArray[np.float64], corpus: Corpus, attribute: str) -> tuple[Ints, Ints]:
    """What a probe says of the test documents whose attribute is known, and the truth."""
    labels = corpus.attributes[attribute]
    asked, test = (rows[labels[rows] >= 0] for rows in corpus.parts[1:])
    return probe(hidden, labels, asked, test), labels[test]


def _read(texts: Sequence[str], corpus: Corpus, attribute: str) -> tuple[Ints, Ints]:
    """What one who reads the text says, and the truth."""
    labels = corpus.attributes[attribute]
    asked, test = (rows[labels[rows] >= 0] for rows in corpus.parts[1:])
    return read(texts, labels, asked, test), labels[test]


def row_of(
    texts: Sequence[str], corpus: Corpus, defences: Sequence[str], seed: int
) -> dict[str, dict[str, Any]]:
    learn, asked, test = corpus.parts
    inputs = vectors(texts, learn)
    plain = {name: _read(texts, corpus, name) for name in corpus.attributes}
    given = Setting(inputs, corpus.task, int(corpus.task.max()) + 1, learn, asked, test)
    found: dict[str, dict[str, Any]] = {}
    for one in attacked(given, seed=seed, defences=defences):
        copy, victim = one.copy.hidden(inputs), one.victim.hidden(inputs)
        found[one.defence] = {
            "utility": one.utility,
            "agreement": one.agreement,
            "text": plain,
            "copy": {name: told(copy, corpus, name) for name in corpus.attributes},
            "victim": {name: told(victim, corpus, name) for name in corpus.attributes},
        }
    return found


class Task(NamedTuple):
    """One row with one seed."""

    row: str
    texts: tuple[str, ...]
    defences: tuple[str, ...]
    seed: int

    def __repr__(self) -> str:
        return f"Task({self.row!r}, {self.seed})"


def tasks(parts: Sequence[Sequence[Document]], given: Config, workers: int) -> Iterator[Task]:
    """A plain choice of the least NDD is slow: its text is the same for every seed."""
    for name, rule in given["rows"].items():
        defences = tuple(DEFENCES) if name == "none" else ("none",)
        texts: dict[int, tuple[str, ...]] = {}
        for seed in given["seeds"]:
            drawn = seed if not isinstance(rule, Mapping) or "only" not in rule else 0
            if drawn not in texts:
                shown = [
                    rl.released(one, rule, language="es", seed=drawn, workers=workers)
                    for one in parts
                ]
                texts[drawn] = tuple(visible(pair, given) for part in shown for pair in part)
            yield Task(name, texts[drawn], defences, seed)


def carried_out(corpus: Corpus, task: Task) -> dict[str, dict[str, Any]]:
    return row_of(task.texts, corpus, task.defences, task.seed)


def measured(given: Config, *, quick: bool) -> dict[str, Any]:
    workers = 1 if quick else st.workers()
    most = {"learn": 120, "asked": 200, "test": 100} if quick else given["most"]
    parts = [rl.corpus(given["corpus"], part, most[part]) for part in PARTS]
    rows: dict[str, Any] = {}
    real = [rl.released(one, rl.REAL, language="es", seed=0) for one in parts]
    corpus = corpus_of(real, given)
    work = list(tasks(parts, given, workers))
    runs: dict[str, list[dict[str, Any]]] = {}
    for task, found in zip(
        work, engines.run(partial(carried_out, corpus), work, workers), strict=True
    ):
        for defence, run in found.items():
            runs.setdefault(task.row if defence == "none" else defence, []).append(run)
    for label, of in runs.items():
        rows[label] = _summed(of, corpus)
        print(label, rows[label], flush=True)
    sizes = {name: int((labels >= 0).sum()) for name, labels in corpus.attributes.items()}
    shares = {
        name: np.bincount(labels[labels >= 0]).tolist()
        for name, labels in corpus.attributes.items()
    }
    return {
        "n": [len(part) for part in parts],
        "known": sizes,
        "classes": shares,
        "task": np.bincount(corpus.task).tolist(),
        "rows": rows,
    }


def turns(given: Config) -> tuple[list[list[Document]], Corpus]:
    """Turns of dialogues that name one of a few places, in three parts, with what they name."""
    of = given["mentioned"]
    found: list[tuple[Document, str, str, str]] = []
    with lzma.open(st.DATA / of["path"], "rt", encoding="utf-8") as file:
        for row in map(json.loads, file):
            spans = [s for s in row["slots"] if s["slot"] in of["slots"]]
            said = {fold(row["text"][s["start"] : s["exclusive_end"]]) for s in spans}
            if len(said) == 1:
                marks = [Span(s["start"], s["exclusive_end"], "CITY") for s in spans]
                name = f"{row['dialogue']} {row['turn']}"
                one = Document(name, row["text"], "en", annotations=rl.disjoint(marks))
                found.append((one, said.pop(), row["acts"], row["dialogue"]))
    values = _frequent([one[1] for one in found], of["values"])
    acts = _frequent([one[2] for one in found], of["acts"])
    kept = [one for one in found if one[1] in values and one[2] in acts]
    kept = st.thinned(kept, of["most"])
    dialogues = sorted({one[3] for one in kept})
    np.random.default_rng(0).shuffle(dialogues)
    edges = (len(dialogues) // 2, 3 * len(dialogues) // 4)
    side = {name: int(np.searchsorted(edges, at, "right")) for at, name in enumerate(dialogues)}
    order = sorted(range(len(kept)), key=lambda at: side[kept[at][3]])
    ends = np.cumsum([0, *(sum(side[one[3]] == part for one in kept) for part in range(3))])
    rows = [np.arange(ends[part], ends[part + 1]) for part in range(3)]
    corpus = Corpus(
        (rows[0], rows[1], rows[2]),
        np.array([acts.index(kept[at][2]) for at in order]),
        {"city": np.array([values.index(kept[at][1]) for at in order])},
    )
    return [[kept[order[at]][0] for at in part] for part in rows], corpus


def _frequent(values: Sequence[str], count: int) -> list[str]:
    return [name for name, _ in Counter(values).most_common(count)]


def mentioned(given: Config) -> dict[str, Any]:
    """The same attack on an attribute that is one of the replaced values."""
    parts, corpus = turns(given)
    runs: dict[str, list[dict[str, Any]]] = {}
    for name in given["mentioned"]["rows"]:
        for seed in given["seeds"]:
            shown = [
                rl.released(one, given["rows"][name], language="en", seed=seed) for one in parts
            ]
            texts = [pair.after for part in shown for pair in part]
            defences = tuple(DEFENCES) if name == "none" else ("none",)
            for defence, run in row_of(texts, corpus, defences, seed).items():
                runs.setdefault(name if defence == "none" else defence, []).append(run)
    return {
        "n": [len(part) for part in parts],
        "chance": 1.0 / given["mentioned"]["values"],
        "task": np.bincount(corpus.task).tolist(),
        "rows": {name: _summed(of, corpus) for name, of in runs.items()},
    }


def _summed(runs: Sequence[Mapping[str, Any]], corpus: Corpus) -> dict[str, Any]:
    found: dict[str, Any] = {
        name: {
            "mean": float(np.mean([run[name] for run in runs])),
            "deviation": float(np.std([run[name] for run in runs], ddof=1))
            if len(runs) > 1
            else None,
        }
        for name in ("utility", "agreement")
    }
    for who in ATTACKERS:
        for attribute in corpus.attributes:
            answers = [run[who][attribute] for run in runs]
            said = np.concatenate([one for one, _ in answers])
            truth = np.concatenate([two for _, two in answers])
            count, times = len(answers[0][1]), len(answers)

            # A document counts as often as it was drawn, in all runs alike.
            def score(
                weights: Any, said: Ints = said, truth: Ints = truth, k: int = times
            ) -> float:
                return balanced(said, truth, np.tile(weights, k))

            found[f"{who}, {attribute}"] = {
                "value": balanced(said, truth),
                "accuracy": float(np.mean(said == truth)),
                "interval": list(resampled(score, count, 0)),
            }
    return found


def fixed() -> Any:
    """A small case, to tell whether victims, copies and defences are still the same."""
    given = config()
    given |= {"seeds": [1], "rows": {name: given["rows"][name] for name in ("none", "surrogate")}}
    with st.small():
        return measured(given, quick=True)["rows"]


def page(results: Mapping[str, Any]) -> str:
    given = config()
    n = results["n"]
    parts = [
        st.said_of(results),
        f"{n[0]} documents of the victim, {n[1]} of the attacker, {n[2]} to test on.",
    ]
    rows = []
    for name, row in results["rows"].items():
        cells = [name, st.percent(row["utility"])]
        for attribute in given["attributes"]:
            for who in ATTACKERS:
                one = row[f"{who}, {attribute}"]
                low, high = one["interval"]
                cells.append(f"{100 * one['value']:.1f} ({100 * low:.0f}–{100 * high:.0f})")
        rows.append(cells)
    heads = [
        "defence",
        "utility",
        *(f"{one}, {who}" for one in given["attributes"] for who in ATTACKERS),
    ]
    parts += ["**Ours**: the lower the attack, the better", st.markdown(heads, rows)]
    if "mentioned" in results:
        of = results["mentioned"]
        rows = []
        for name, row in of["rows"].items():
            cells = [name, st.percent(row["utility"])]
            for who in ATTACKERS:
                one = row[f"{who}, city"]
                low, high = one["interval"]
                cells.append(f"{100 * one['value']:.1f} ({100 * low:.0f}–{100 * high:.0f})")
            rows.append(cells)
        least = st.detectable(of["rows"]["none"]["copy, city"]["interval"])
        parts += [
            f"**An attribute that is replaced**: which of {given['mentioned']['values']} places a "
            f"turn of SGD names ({of['n'][0]:,}, {of['n'][1]:,} and {of['n'][2]:,} turns; chance "
            f"{of['chance']:.0%}); the task is which act the turn is",
            st.markdown(["defence", "utility", *(f"city, {who}" for who in ATTACKERS)], rows),
            "Smallest difference in what the copy tells that would be seen with 80 % chance: "
            f"about {100 * least:.0f} points.",
        ]
    heads = ["defence", "AG News", "AIA", "BLOG", "AIA", "TP-US", "AIA"]
    rows = [[name, *(f"{one:.2f}" for one in row)] for name, row in given["paper"].items()]
    parts += ["**The paper**: the higher AIA, the better", st.markdown(heads, rows)]
    return "\n\n".join(parts)


def drawn(results: Mapping[str, Any]) -> str:
    groups = {
        f"{attribute} by {who}": {
            name: (100 * row[f"{who}, {attribute}"]["value"], 0.0)
            for name, row in results["rows"].items()
        }
        for attribute in ("sex", "age")
        for who in ATTACKERS
    }
    return bars(groups, "Attribute told right, mean over its classes, in %")


def checked(found: Mapping[str, Any]) -> None:
    """The text tells the sex, a defence that keeps the likeliest class costs nothing, and the
    victim is of use in every row."""
    rows = found["rows"]
    assert rows["none"]["text, sex"]["value"] > 0.55
    assert rows["softening"]["utility"] == rows["none"]["utility"] == rows["most-least"]["utility"]
    chance = max(found["task"]) / sum(found["task"])
    assert all(row["utility"]["mean"] > chance - 0.05 for row in rows.values())


def hold(found: Mapping[str, Any], *, quick: bool) -> None:
    """The copy of an undefended victim tells the place better than chance, and no better than
    chance where the place is replaced; what is replaced costs the task little."""
    rows, chance = found["rows"], found["chance"]
    none, bars_ = rows["none"], rows["masked (redact)"]
    assert none["copy, city"]["value"] > chance + (0.05 if quick else 0.2)
    assert bars_["copy, city"]["value"] < none["copy, city"]["value"]
    if not quick:
        for name in ("masked (redact)", "substituted, public lists", "surrogate"):
            assert rows[name]["copy, city"]["value"] < chance + 0.12, name
            assert rows[name]["utility"]["mean"] > none["utility"]["mean"] - 0.05, name


def main() -> None:
    quick = st.is_quick()
    st.need_data(quick)
    given = config()
    if quick:
        given["seeds"] = given["seeds"][:1]
        given["rows"] = {name: given["rows"][name] for name in ("none", "masked (redact)")}
    if quick:
        given["mentioned"]["rows"] = ["none", "masked (redact)"]
        hold(mentioned(given), quick=True)
        checked(measured(given, quick=quick))
        return
    if "--mentioned" in sys.argv[1:]:
        found = mentioned(given)
        hold(found, quick=False)
        st.joined(HERE, "mentioned", {**st.facts(seeds=given["seeds"]), **found}, page)
        return
    found = measured(given, quick=quick)
    checked(found)
    results = st.facts(seeds=given["seeds"], **found)
    (HERE / "attack.svg").write_text(drawn(results), encoding="utf-8")
    st.written(HERE, results, page)


if __name__ == "__main__":
    main()
