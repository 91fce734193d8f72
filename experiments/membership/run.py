"""Membership inference and one-run auditing of releases, with canaries through the whole pipeline.

experiments/run membership [--quick] [--page]
"""

from __future__ import annotations

import json
import math
import sys
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import releases as rl  # noqa: E402 - beside this folder
import studies as st  # noqa: E402
from understudy.attacks import leftovers, membership, parrot  # noqa: E402
from understudy.attacks.extraction import trigrams  # noqa: E402
from understudy.attacks.pairs import Pair, of_results, untouched  # noqa: E402
from understudy.audit.canaries import Planted, from_model, from_release, planted  # noqa: E402
from understudy.core.categories import label_maps  # noqa: E402
from understudy.core.types import Document, Span  # noqa: E402
from understudy.identify.labels import relabelled  # noqa: E402
from understudy.pipeline import Pipeline, build  # noqa: E402
from understudy.policy import load  # noqa: E402
from understudy.privacy.onerun import least_seen, most_seen, of_scores  # noqa: E402
from understudy.replace.base import Rule  # noqa: E402

Config = Mapping[str, Any]
DETECTED = ("detected", "unchecked")


def config() -> dict[str, Any]:
    return tomllib.loads((HERE / "config.toml").read_text(encoding="utf-8"))


def documents_of(of: Config, most: int | None = None) -> list[Document]:
    if of["format"] == "tab":
        return st.thinned(list(_cases(st.DATA / of["path"])), most)
    return rl.corpus({**of, "all": [of["path"]]}, "all", most)


def _cases(path: Path) -> Iterator[Document]:
    for row in path.read_text(encoding="utf-8").splitlines():
        case = json.loads(row)
        spans = [
            Span(one["start_offset"], one["end_offset"], one["entity_type"], key=one["entity_id"])
            for one in case["entities"]
        ]
        marks = rl.disjoint(relabelled(spans, label_maps()["tab"]))
        yield Document(case["id"], case["text"], "en", annotations=marks)


def names(documents: Sequence[Document], given: Config, language: str) -> tuple[str, ...]:
    """A short public list: full names, drawn from the public ones."""
    found: dict[str, None] = {}
    drawing, seed = build(rl.policy_of({"strategy": "entity"}, language)), 0
    while len(found) < given["list"] and seed < 50:
        for result in drawing.run(documents, (1000 + seed).to_bytes(32, "big")):
            for edit in result.edits:
                value = edit.surrogate
                if edit.entity.category == "PERSON" and value.istitle() and " " in value:
                    found.setdefault(value)
        seed += 1
    return tuple(found)[: given["list"]]


def pipeline(kind: str, given: Config, language: str, listed: Sequence[str], p: float) -> Pipeline:
    if kind in DETECTED:
        policy = load("surrogate")
        return build(replace(policy, leak_check=policy.leak_check and kind == "detected"))
    if kind == "list":
        policy = rl.policy_of("redact", language)
        options = {"values": dict.fromkeys(listed, 1.0)}
        rules = {
            name: Rule("entity", p=p, source="file", options=options)
            for name in given["categories"]
        }
        return build(replace(policy, rules=rules))
    return build(rl.policy_of({"strategy": "entity"} if kind == "entity" else kind, language))


def audited(
    documents: Sequence[Document], row: Config, given: Config, language: str, listed: Sequence[str]
) -> dict[str, Any]:
    """One row: canaries are drawn, the documents released, and the coins guessed."""
    seed, alpha = given["seed"], given["alpha"]
    drawing = pipeline(row["drawn"], given, language, listed, 1.0)
    held = planted(documents, drawing, categories=given["categories"], seed=seed)
    texts, claim = _released(held, row["released"], given, language, listed)
    found: dict[str, Any] = {
        "canaries": len(held.canaries),
        "claim": claim,
        "most": most_seen(len(held.canaries), alpha=alpha),
        "least": least_seen(len(held.canaries), alpha=alpha),
        "clear": sum(
            bool(score > 0 if one.coin else score < 0)
            for one, score in zip(held.canaries, from_release(held, texts), strict=True)
        ),
    }
    for name, scores in (
        ("release", from_release(held, texts)),
        ("model", from_model(held, texts, trigrams())),
    ):
        run = of_scores(scores, held.coins, alpha=alpha, seed=seed)
        sure = of_scores(scores, held.coins, alpha=alpha / given["comparisons"], seed=seed)
        found[name] = {
            "accuracy": run.accuracy,
            "guesses": run.guesses,
            "right": run.right,
            "epsilon": run.epsilon,
            "surely": sure.epsilon,
        }
    return found


def _released(
    held: Planted, kind: str, given: Config, language: str, listed: Sequence[str]
) -> tuple[list[str], float | str | None]:
    """The texts, and the ε that is claimed for a canary; none where nothing is."""
    if kind == "real":
        return [one.text for one in held.documents], "inf"
    key = (given["seed"] + 7).to_bytes(32, "big")
    shown = held.documents
    if kind in DETECTED:
        shown = tuple(one._replace(annotations=()) for one in shown)
    made = list(pipeline(kind, given, language, listed, given["kept"]).run(shown, key))
    events = [
        edit.event.epsilon
        for result in made
        for edit in result.edits
        if edit.entity.category in given["categories"] and edit.event is not None
    ]
    claim = max(events, default=0.0)
    return [one.text for one in made], "inf" if math.isinf(claim) else claim


def released(documents: Sequence[Document], kind: str, language: str, seed: int) -> list[Pair]:
    """A release beside its truth; what detection does not touch is missed."""
    if kind not in DETECTED:
        return rl.released(
            documents,
            {"strategy": "entity"} if kind == "entity" else kind,
            language=language,
            seed=seed,
        )
    shown = [one._replace(annotations=()) for one in documents]
    made = pipeline(kind, {}, language, (), 1.0).run(shown, (seed + 7).to_bytes(32, "big"))
    return of_results(made, {one.id: one.annotations for one in documents})


def told(pairs: Sequence[Pair], seed: int) -> dict[str, Any]:
    """Membership, as the command has it."""
    (found,) = membership.attack(pairs, seed=seed)
    return found.as_json()


def parroted(pairs: Sequence[Pair], seed: int) -> dict[str, Any]:
    """The parrot on what was missed, and on that alone: a stand-in that equals its value by chance
    is no miss."""
    ranked = [
        (name, mark, doubt)
        for name, mark, doubt in parrot.ranked(pairs, seed=seed)
        if mark.missed or not mark.clear
    ]
    missed = sum(mark.missed for _, mark, _ in ranked)
    details: dict[str, float | int | str] = {"auc": leftovers.auc(ranked)}
    found = leftovers.finding(
        ranked, attack="parrot", attacker=parrot.ATTACKER, seed=seed, details=details
    )
    values = found.as_json()
    values.pop("hits")
    return {**values, "marks": len(ranked), "missed": missed, "at": _at(ranked)}


def _at(ranked: leftovers.Ranked) -> dict[str, float]:
    """Precision where as much is taken as finds the published share of the misses."""
    order = sorted(ranked, key=lambda one: -one[2])
    wanted = sum(mark.missed for _, mark, _ in ranked) * config()["published"]["recall"]
    hits = 0
    for taken, (_, mark, _) in enumerate(order, 1):
        hits += mark.missed
        if hits >= wanted > 0:
            return {"taken": taken, "precision": hits / taken}
    return {"taken": 0, "precision": 0.0}


def measured(given: Config, most: int | None = None, quick: bool = False) -> dict[str, Any]:
    corpora = {}
    for name, of in given["corpora"].items():
        documents = documents_of(of, most)
        language, seed, start = of["language"], given["seed"], time.perf_counter()
        listed = names(documents, given, language)
        rows = {}
        for row, what in given["audit"].items():
            rows[row] = audited(documents, what, given, language, listed)
            print(name, row, rows[row], f"{time.perf_counter() - start:.0f} s", flush=True)
        members = {}
        versions = {}
        for kind in (*given["membership"], "unchecked"):
            way = "detected" if kind.endswith("detected") else kind
            versions[way] = released(documents, way, language, seed)
            if kind in given["membership"]:
                members[kind] = told(versions[way], seed)
                print(name, kind, members[kind]["success"], flush=True)
        members["untouched"] = told(untouched(versions["redact"]), seed)
        parrots = {way: parroted(versions[way], seed) for way in DETECTED}
        corpora[name] = {
            "documents": len(documents),
            "listed": len(listed),
            "audit": rows,
            "membership": members,
            "parrot": parrots,
        }
        if quick:
            break
    return corpora


def fixed() -> Any:
    """A small case, to tell whether canaries, guesses and detection are still the same."""
    with st.small():
        given = config()
        found = measured({**given, "membership": ["surrogate, detected", "redact"]}, 20, quick=True)
        return [of for one in found.values() for of in (one["audit"], one["parrot"])]


def _bound(of: Config) -> str:
    return f"{of['epsilon']:.2f} ({of['right']} of {of['guesses']})"


def _claim(of: Config, name: str) -> str:
    if "detected" in name:
        return f"{st.epsilon(of['claim'])} of what is found"
    if name == _ANY:
        return "none between these"
    return st.epsilon(of["claim"])


def page(results: Config) -> str:
    parts = [st.said_of(results)]
    for name, of in results["corpora"].items():
        heads = ["released", "canaries", "in the clear", "claim, ε"]
        heads += ["reader: told", "ε at least", "model: told", "ε at least"]
        rows = [
            [
                row,
                f"{one['canaries']:,}",
                one["clear"],
                _claim(one, row),
                f"{one['release']['accuracy']:.3f}",
                _bound(one["release"]),
                f"{one['model']['accuracy']:.3f}",
                _bound(one["model"]),
            ]
            for row, one in of["audit"].items()
        ]
        first = next(iter(of["audit"].values()))
        parts += [
            f"**{name}**, {of['documents']} documents. One-run audit:",
            st.markdown(heads, rows),
            f"With so many canaries ε = {first['most']:.2f} is the most that can be shown, and a "
            f"share told of {first['least']:.3f} is the smallest that would have been seen with "
            "80 % chance.",
        ]
        heads = ["model trained on", "told", "interval", "bars", "untouched", "ε at least"]
        heads += ["by the whole text", "people"]
        rows = []
        for row, one in of["membership"].items():
            low, high = one["interval"]
            details = one["details"]
            rows.append(
                [
                    row,
                    f"{one['success']:.3f}",
                    f"{low:.3f}–{high:.3f}",
                    f"{one['floor']:.3f}",
                    f"{one['ceiling']:.3f}",
                    f"{details['ε at least']:.2f}",
                    f"{details['told by the whole text']:.3f}",
                    one["n"],
                ]
            )
        least = next(iter(of["membership"].values()))["details"]
        parts += [
            "Membership of a document among those that a trigram model was trained on, by the "
            "values that it alone has:",
            st.markdown(heads, rows),
            "The smallest share that would have been told from chance with 80 % chance: "
            f"{least['least share that would be told from chance']:.3f}.",
        ]
    heads = ["the parrot on real misses", "leak check", "marks", "missed", "found, taking as many"]
    heads += ["at random", "AUC", "precision at 68 % recall"]
    rows = []
    for name, of in results["corpora"].items():
        for way, one in of["parrot"].items():
            low, high = one["interval"]
            rows.append(
                [
                    name,
                    "on" if way == "detected" else "off",
                    f"{one['marks']:,}",
                    f"{one['missed']:,}",
                    f"{one['success']:.3f} ({low:.3f}–{high:.3f})",
                    f"{one['floor']:.3f}",
                    f"{one['details']['auc']:.3f}",
                    f"{one['at']['precision']:.3f}",
                ]
            )
    published = config()["published"]
    rows.append(["Carrell et al. 2019", "", "", "", "", "", "", f"{published['precision']:.3f}"])
    parts.append(st.markdown(heads, rows))
    return "\n\n".join(parts)


def checked(corpora: Config, small: bool = False) -> None:
    """No claim is refuted; untouched text and what was missed are seen; bars and stand-ins drawn
    without a look at the value tell nothing beyond them."""
    for of in corpora.values():
        rows = of["audit"]
        for name, one in rows.items():
            if one["claim"] != "inf" and "detected" not in name and name != _ANY:
                for attacker in ("release", "model"):
                    seen = one[attacker].get("surely", one[attacker]["epsilon"])
                    assert seen <= one["claim"] + 1e-9, (name, attacker)
        assert rows["untouched"]["release"]["epsilon"] > 0.4 * rows["untouched"]["most"]
        kept = rows["entity, short list, p = .9"]
        assert kept["clear"] > 0
        assert small or kept["release"]["epsilon"] > 0.0
        members = of["membership"]
        assert members["untouched"]["success"] > members["redact"]["success"] + 0.1


_ANY = "surrogate, any values"
"""The values of a pair may show different sketches there, and nothing is claimed between them."""


def main() -> None:
    given = config()
    if st.is_page():
        checked(st.rewritten(HERE, page)["corpora"])
        return
    st.need_data(st.is_quick())
    if st.is_quick():
        checked(measured(given, quick=True), small=True)
        return
    found = measured(given)
    st.written(HERE, st.facts(seeds=[given["seed"]], corpora=found), page)
    checked(found)


if __name__ == "__main__":
    main()
