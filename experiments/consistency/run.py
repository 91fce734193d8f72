"""What a missed mention gives away among consistent and among independent stand-ins.

experiments/run consistency [--quick]
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from leakcurve import panels  # noqa: E402 - beside this file

import releases as rl  # noqa: E402 - beside this folder
import studies as st  # noqa: E402
from understudy.attacks import parrot  # noqa: E402
from understudy.attacks.leftovers import auc, finding  # noqa: E402
from understudy.attacks.pairs import Pair, of_results  # noqa: E402
from understudy.core.folding import fold  # noqa: E402
from understudy.core.text import words  # noqa: E402
from understudy.core.types import Document, Span  # noqa: E402
from understudy.corpus.base import Options  # noqa: E402
from understudy.corpus.reading import documents_of  # noqa: E402
from understudy.pipeline import build  # noqa: E402

Config = Mapping[str, Any]
WAYS = {"consistent": "entity", "independent": "token"}
MISSES = ("mentions", "entities")


class Mentions(NamedTuple):
    """An entity of a document: what is shown of each mention, and what was there."""

    document: int
    shown: tuple[str, ...]
    original: tuple[str, ...]

    def __repr__(self) -> str:
        return f"Mentions({self.document}, {len(self.shown)})"


def config() -> dict[str, Any]:
    return tomllib.loads((HERE / "config.toml").read_text(encoding="utf-8"))


def corpus(of: Config, wanted: Sequence[str], most: int | None) -> list[Document]:
    if of["kind"] == "calls":
        found = list(documents_of(str(st.ROOT / of["path"]), None, Options()))
    else:
        found = list(_cases(st.DATA / of["path"]))
    return [
        one._replace(
            annotations=rl.disjoint([span for span in one.annotations if span.label in wanted])
        )
        for one in st.thinned(found, most)
    ]


def _cases(path: Path) -> Any:
    """Court cases: the marks say which entity they are of."""
    from understudy.core.categories import label_maps

    names = label_maps()["tab"]
    for row in path.read_text(encoding="utf-8").splitlines():
        case = json.loads(row)
        spans = tuple(
            Span(
                one["start_offset"],
                one["end_offset"],
                names.get(one["entity_type"], "UNKNOWN"),
                key=one["entity_id"],
            )
            for one in case["entities"]
        )
        yield Document(case["id"], case["text"], "en", annotations=spans)


def released(documents: Sequence[Document], unit: str, seed: int) -> list[Pair]:
    policy = replace(rl.policy_of({"strategy": "entity"}, "en"), unit=unit)
    return of_results(build(policy).run(documents, seed.to_bytes(32, "big")))


def entities(pairs: Sequence[Pair]) -> list[Mentions]:
    found = []
    for at, pair in enumerate(pairs):
        groups: dict[tuple[str, str], list[int]] = defaultdict(list)
        for number, mark in enumerate(pair.marks):
            groups[mark.category, mark.key].append(number)
        found += [
            Mentions(
                at,
                tuple(fold(pair.marks[one].shown) for one in group),
                tuple(fold(pair.marks[one].original) for one in group),
            )
            for group in groups.values()
        ]
    return found


def named(shown: Sequence[str], way: str, random: np.random.Generator) -> str | None:
    """The value that the best-case parrot takes for real: it knows which mentions are one entity.

    Among consistent stand-ins the odd one out is real; among independent ones, what comes twice.
    """
    groups: list[list[str]] = []
    for value in shown:
        home = next((one for one in groups if _agree(one[0], value, way)), None)
        if home is None:
            groups.append([value])
        else:
            home.append(value)
    sizes = np.array([len(one) for one in groups])
    if way == "consistent":
        if len(groups) < 2:
            return None
        best = np.flatnonzero(sizes == sizes.min())
    else:
        if sizes.max() < 2:
            return None
        best = np.flatnonzero(sizes == sizes.max())
    return groups[int(random.choice(best))][0]


def _agree(one: str, other: str, way: str) -> bool:
    """Short forms of one name agree where stand-ins are consistent."""
    if way != "consistent":
        return one == other
    first, second = ({text[a:b] for a, b in words(text)} for text in (one, other))
    return first <= second or second <= first


def round_of(
    groups: Sequence[Mentions],
    whole: Sequence[str | None],
    documents: int,
    way: str,
    misses: str,
    rate: float,
    random: np.random.Generator,
) -> tuple[float, float, float]:
    """Recall of entities with a miss, precision of what is named, and documents that leak.

    ``whole`` is what is named of each entity where nothing was missed.
    """
    missed = right = said = 0
    leaking = set()
    for one, plain in zip(groups, whole, strict=True):
        count = len(one.shown)
        lost = (
            random.random(count) < rate
            if misses == "mentions"
            else np.full(count, random.random() < rate)
        )
        if not lost.any():
            said += plain is not None
            continue
        shown = [one.original[at] if lost[at] else one.shown[at] for at in range(count)]
        guess = named(shown, way, random)
        real = {one.original[at] for at in np.flatnonzero(lost)}
        missed += 1
        said += guess is not None
        if guess is not None and guess in real:
            right += 1
            leaking.add(one.document)
    return (
        right / missed if missed else np.nan,
        right / said if said else np.nan,
        len(leaking) / documents,
    )


def curve(groups: Sequence[Mentions], documents: int, way: str, misses: str, given: Config) -> Any:
    random = np.random.default_rng(given["seed"])
    whole = [named(one.shown, way, random) for one in groups]
    points = []
    for rate in given["rates"]:
        rows = np.array(
            [
                round_of(groups, whole, documents, way, misses, rate, random)
                for _ in range(given["rounds"])
            ]
        )
        point: dict[str, Any] = {"rate": rate}
        for at, name in enumerate(("recall", "precision", "documents")):
            told = rows[:, at][~np.isnan(rows[:, at])]
            ends = np.quantile(told, (0.025, 0.975)) if len(told) else (np.nan, np.nan)
            point[name] = {
                "value": float(told.mean()) if len(told) else 0.0,
                "interval": [0.0 if np.isnan(end) else float(end) for end in ends],
            }
        points.append(point)
    return points


def parroted(documents: Sequence[Document], unit: str, rate: float, seed: int) -> dict[str, Any]:
    """A parrot that is trained, on mentions that were missed at random."""
    random = np.random.default_rng(seed)
    lost = {
        one.id: [span for span in one.annotations if random.random() < rate] for one in documents
    }
    seen = [
        one._replace(annotations=tuple(s for s in one.annotations if s not in lost[one.id]))
        for one in documents
    ]
    policy = replace(rl.policy_of({"strategy": "entity"}, "en"), unit=unit)
    pairs = of_results(build(policy).run(seen, seed.to_bytes(32, "big")), lost)
    ranked = parrot.ranked(pairs, seed=seed)
    found = finding(ranked, attack="parrot", attacker="", seed=seed, details={})
    return {
        "rate": rate,
        "success": found.success,
        "interval": list(found.interval),
        "floor": found.floor,
        "auc": auc(ranked),
        "n": found.n,
    }


def measured(given: Config, *, quick: bool) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, of in given["corpora"].items():
        documents = corpus(of, given["categories"], 30 if quick else None)
        groups = {way: entities(released(documents, unit, 1)) for way, unit in WAYS.items()}
        counts = [len(one.shown) for one in groups["consistent"]]
        found[name] = {
            "documents": len(documents),
            "entities": len(counts),
            "mentions": sum(counts),
            "repeated": float(np.mean([count > 1 for count in counts])),
            "curves": {
                misses: {
                    way: curve(groups[way], len(documents), way, misses, given) for way in WAYS
                }
                for misses in MISSES
            },
            "trained": {
                way: [parroted(documents, unit, rate, given["seed"]) for rate in given["trained"]]
                for way, unit in WAYS.items()
            },
        }
        print(name, {key: found[name][key] for key in ("documents", "entities", "mentions")})
    return found


def checked(found: Mapping[str, Any]) -> None:
    """The shape: each way of missing has its victim."""
    for of in found.values():
        for metric in ("recall", "documents"):
            last = {
                misses: {way: points[-1][metric]["value"] for way, points in ways.items()}
                for misses, ways in of["curves"].items()
            }
            assert last["mentions"]["consistent"] > last["mentions"]["independent"]
            assert last["entities"]["consistent"] < last["entities"]["independent"]


def fixed() -> Any:
    """A small case, to tell whether the curves are still those of the code."""
    with st.small():
        return measured({**config(), "rounds": 4, "rates": [0.1], "trained": []}, quick=True)


def page(results: Mapping[str, Any]) -> str:
    parts = [st.said_of(results)]
    for name, of in results["corpora"].items():
        said = (
            f"**{name}**: {of['documents']:,} documents, {of['entities']:,} entities with "
            f"{of['mentions']:,} mentions; {of['repeated']:.0%} are mentioned more than once."
        )
        parts.append(said)
        rows = []
        for misses, ways in of["curves"].items():
            for way, points in ways.items():
                for point in points:
                    if point["rate"] in results["shown"]:
                        cells = [_cell(point[one]) for one in ("recall", "precision", "documents")]
                        rows.append([f"{point['rate']:.1%} of {misses}", way, *cells])
        heads = ["missed", "stand-ins", "missed entities named", "precision", "documents that leak"]
        parts.append(st.markdown(heads, rows))
        parts.append("A parrot that is trained, on mentions missed at random:")
        rows = [
            [
                f"{one['rate']:.1%} of mentions",
                way,
                f"{one['success']:.3f} ({one['interval'][0]:.2f}–{one['interval'][1]:.2f})",
                f"{one['floor']:.3f}",
                f"{one['auc']:.2f}",
                one["n"],
            ]
            for way, points in of["trained"].items()
            for one in points
        ]
        parts.append(st.markdown(["missed", "stand-ins", "found", "by chance", "AUC", "n"], rows))
    return "\n\n".join(parts)


def _cell(point: Mapping[str, Any]) -> str:
    low, high = point["interval"]
    return f"{point['value']:.3f} ({low:.2f}–{high:.2f})"


def drawn(results: Mapping[str, Any]) -> str:
    groups = {
        f"{name}, {misses} missed": {
            way: [
                (point["rate"], point["documents"]["value"], *point["documents"]["interval"])
                for point in points
            ]
            for way, points in ways.items()
        }
        for name, of in results["corpora"].items()
        for misses, ways in of["curves"].items()
    }
    return panels(groups, "Documents in which a real value is named", "share that was missed")


def main() -> None:
    quick = st.is_quick()
    st.need_data(quick)
    given = config()
    if quick:
        given |= {"rounds": 10, "rates": [0.01, 0.1], "trained": []}
    found = measured(given, quick=quick)
    checked(found)
    if quick:
        return
    results = st.facts(
        seeds=[given["seed"]], rounds=given["rounds"], shown=given["shown"], corpora=found
    )
    (HERE / "leakage.svg").write_text(drawn(results), encoding="utf-8")
    st.written(HERE, results, page)


if __name__ == "__main__":
    main()
