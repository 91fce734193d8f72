"""How real stand-ins are: a tagger that learnt from them, and a classifier that looks for them.

experiments/run realism [--quick] [--workers N]
"""

from __future__ import annotations

import sys
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from fakes import faked  # noqa: E402 - beside this file

import releases as rl  # noqa: E402 - beside this folder
import studies as st  # noqa: E402
from bars import bars  # noqa: E402
from understudy import engines  # noqa: E402
from understudy.attacks.pairs import Pair, barred, untouched  # noqa: E402
from understudy.attacks.ranking import auc_interval  # noqa: E402
from understudy.attacks.realornot import (  # noqa: E402
    SETS,
    ValueInContext,
    seen,
    trained,
)
from understudy.core.categories import ancestors, categories  # noqa: E402
from understudy.core.folding import fold  # noqa: E402
from understudy.core.types import Document, Span  # noqa: E402
from understudy.encoder.model import Encoder  # noqa: E402
from understudy.identify.crf import Crf  # noqa: E402
from understudy.identify.crfmodel import read_model, write_model  # noqa: E402
from understudy.learn.examples import score  # noqa: E402
from understudy.learn.train import train_crf  # noqa: E402

Config = Mapping[str, Any]
_ROUNDS = 1000
DESIGNED = "identifiers (by design)"


def config() -> dict[str, Any]:
    return tomllib.loads((HERE / "config.toml").read_text(encoding="utf-8"))


def shown(documents: Sequence[Document], rule: Any, of: Config, seed: int) -> list[Pair]:
    if rule == "faker":
        return faked(documents, of["locale"], seed)
    rule = of.get("rows", {}).get(rule, rule) if isinstance(rule, str) else rule
    return rl.released(documents, rule, language=of["language"], seed=seed)


def rows_of(given: Config, of: Config) -> dict[str, Any]:
    """The rows of a corpus: what they are called, and the rule of each."""
    return {name: rule for name, rule in given["rows"].items() if name not in of.get("without", ())}


def annotated(pairs: Sequence[Pair]) -> list[Document]:
    """Documents as they are shown, with the marks where they stand now."""
    return [
        Document(
            pair.id,
            pair.after,
            pair.language,
            annotations=tuple(Span(m.start, m.end, m.category) for m in pair.marks),
        )
        for pair in pairs
    ]


def tagger(pairs: Sequence[Pair], language: str, folder: Path, iterations: int) -> Crf:
    made = train_crf(annotated(pairs), language=language, iterations=iterations)
    path = folder / "model.crf"
    write_model(path, made.header, made.payload)
    header, _ = read_model(path)
    return Crf(path, header, {})


def _found(
    of: Config,
    train: Sequence[Document],
    test: Sequence[Document],
    iterations: int,
    task: tuple[Any, int],
) -> list[tuple[Span, ...]]:
    """What a tagger finds that learnt from a kind of stand-ins, drawn with a seed."""
    rule, seed = task
    pairs = shown(train, rule, of, seed)
    with tempfile.TemporaryDirectory() as folder:
        made = tagger(pairs, of["language"], Path(folder), iterations)
        return made.detect([one._replace(annotations=()) for one in test])


def tagged(
    of: Config,
    given: Config,
    train: Sequence[Document],
    test: Sequence[Document],
    iterations: int,
    workers: int,
) -> dict[str, Any]:
    """F1 on real text of taggers trained on real text and on each kind of stand-ins."""
    named = rows_of(given, of)
    work = [(rule, seed) for rule in named.values() for seed in given["seeds"]]
    found = engines.run(
        partial(_found, of, train, test, iterations), [(rl.REAL, 0), *work], workers
    )
    real = next(found)
    known = _names(train)
    rows: dict[str, Any] = {
        rl.REAL: {"f1": [score(test, real)], "recall": _recalls(test, [real], known)}
    }
    for name in named:
        spans = [next(found) for _ in given["seeds"]]
        losses = np.concatenate([_losses(test, real, one) for one in spans])
        rows[name] = {
            "f1": [score(test, one) for one in spans],
            "loss": score(test, real) - float(np.mean([score(test, one) for one in spans])),
            "interval": [float(end) for end in np.quantile(losses, (0.025, 0.975))],
            "recall": _recalls(test, spans, known),
        }
        print(f"tagger, {name}: {rows[name]}", flush=True)
    return rows


def _names(documents: Sequence[Document]) -> frozenset[str]:
    """The values of the real training text, folded."""
    return frozenset(
        fold(one.text[span.start : span.end]) for one in documents for span in one.annotations
    )


def _recalls(
    test: Sequence[Document], found: Sequence[Sequence[Sequence[Span]]], known: frozenset[str]
) -> dict[str, Any]:
    """Recall of values that the real training text has, which can be learnt by heart from it
    alone, and of the others."""
    counts = {"seen": [0, 0], "unseen": [0, 0]}
    for spans in found:
        for document, said in zip(test, spans, strict=True):
            right = {span[:3] for span in said}
            for span in document.annotations:
                seen = fold(document.text[span.start : span.end]) in known
                cell = counts["seen" if seen else "unseen"]
                cell[0] += span[:3] in right
                cell[1] += 1
    return {
        name: {"recall": right / max(1, gold), "n": gold // len(found)}
        for name, (right, gold) in counts.items()
    }


def _losses(
    test: Sequence[Document], real: Sequence[Sequence[Span]], other: Sequence[Sequence[Span]]
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The loss of F1 when test documents are drawn anew."""
    cells = np.array(
        [
            [*_cells(document, one), *_cells(document, two)]
            for document, one, two in zip(test, real, other, strict=True)
        ],
        dtype=float,
    )
    random = np.random.default_rng(0)
    losses = []
    for _ in range(_ROUNDS):
        sums = cells[random.integers(len(cells), size=len(cells))].sum(0)
        losses.append(_f1(sums[:3]) - _f1(sums[3:]))
    return np.array(losses)


def _cells(document: Document, spans: Sequence[Span]) -> tuple[int, int, int]:
    truth = {span[:3] for span in document.annotations}
    said = {span[:3] for span in spans}
    return len(truth & said), len(said), len(truth)


def _f1(cells: Sequence[float]) -> float:
    right, said, gold = cells
    return float(2 * right / (said + gold)) if said + gold else 0.0


def told_apart(
    of: Config,
    given: Config,
    train: Sequence[Document],
    test: Sequence[Document],
    encoder: Encoder | None,
    workers: int,
) -> dict[str, Any]:
    """AUC of stand-ins against real values on documents that were held out, by kind of value."""
    parts = (train, test)
    real = [untouched(shown(part, "redact", of, 0)) for part in parts]
    wanted = [given["kinds"][kind] for kind in of["kinds"]]
    before = [_seen(part, wanted, True, encoder) for part in real]
    designed = [_seen(part, of["designed"], True, None) for part in real]
    work = partial(_told, of, given, parts, (before, designed), encoder)
    rows: dict[str, Any] = {}
    named = rows_of(given, of)
    found = engines.run(work, named.values(), workers)
    for name, row in zip(named, found, strict=True):
        rows[name] = row
        print(f"told apart, {name}: {row}", flush=True)
    return rows


def _told(
    of: Config,
    given: Config,
    parts: Sequence[Sequence[Document]],
    real: tuple[Sequence[list[ValueInContext]], Sequence[list[ValueInContext]]],
    encoder: Encoder | None,
    rule: Any,
) -> dict[str, Any]:
    """Of one kind of stand-ins; ``real``: what is looked at, and what is so by design."""
    before, designed = real
    wanted = [given["kinds"][kind] for kind in of["kinds"]]
    found: dict[str, list[dict[str, Any]]] = {}
    for seed in given["seeds"]:
        drawn = [shown(part, rule, of, seed) for part in parts]
        after = [_seen(part, wanted, False, encoder) for part in drawn]
        for kind in of["kinds"]:
            train, test = (
                _about([*before[at], *after[at]], given["kinds"][kind]) for at in range(2)
            )
            found.setdefault(kind, []).append(_kind(train, test, encoder is not None))
        if of["designed"]:
            after = [_seen(part, of["designed"], False, None) for part in drawn]
            train, test = ([*designed[at], *after[at]] for at in range(2))
            found.setdefault(DESIGNED, []).append(_kind(train, test, context=False))
    return {kind: _mean(of_seeds) for kind, of_seeds in found.items()}


def _mean(found: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The figures of several draws: the mean of each, and of the ends of the intervals."""
    first = found[0]
    return {"n": first["n"]} | {
        name: {
            "auc": float(np.mean([one[name]["auc"] for one in found])),
            "interval": np.mean([one[name]["interval"] for one in found], axis=0).tolist(),
            "seeds": [one[name]["auc"] for one in found],
        }
        for name in first
        if name != "n"
    }


def _seen(
    pairs: Sequence[Pair], wanted: Sequence[str], real: bool, encoder: Encoder | None
) -> list[ValueInContext]:
    """The values of the wanted categories, all others under a bar: what stands beside a value
    must not give it away where it is recognisable by design."""
    known = categories()

    def shows(category: str) -> bool:
        return any(one in wanted for one in ancestors(category, known))

    held = barred(pairs, lambda mark: shows(mark.category))
    return [one for one in seen(held, real=real, encoder=encoder) if shows(one.category)]


def _about(examples: Sequence[ValueInContext], category: str) -> list[ValueInContext]:
    known = categories()
    return [one for one in examples if category in ancestors(one.category, known)]


def _kind(
    train: Sequence[ValueInContext], test: Sequence[ValueInContext], context: bool
) -> dict[str, Any]:
    sets = SETS if context else SETS[:3]
    found: dict[str, Any] = {"n": len(test) // 2}
    for name, chosen in {"all": sets, **{one: (one,) for one in sets}}.items():
        scores = trained(train, chosen).real(test)
        documents = [one.document for one in test]
        auc, low, high = auc_interval(documents, scores, [one.real for one in test], 0)
        found[name] = {"auc": auc, "interval": [low, high]}
    return found


def measured(given: Config, *, quick: bool) -> dict[str, Any]:
    encoder = None if quick else Encoder.load("full")
    workers = 1 if quick else st.workers()
    found: dict[str, Any] = {}
    for name, of in given["corpora"].items():
        most = (60, 40) if quick else (of["most_train"], of["most_test"])
        train, test = (
            rl.corpus(of, part, count) for part, count in zip(("train", "test"), most, strict=True)
        )
        told = (40, 20) if quick else (of["told_train"], of["told_test"])
        found[name] = {
            "n": [len(train), len(test)],
            "told_n": [min(told[0], len(train)), min(told[1], len(test))],
            "tagger": tagged(of, given, train, test, 20 if quick else given["iterations"], workers),
            "told_apart": told_apart(
                of, given, st.thinned(train, told[0]), st.thinned(test, told[1]), encoder, workers
            ),
        }
    return found


def targets(results: Mapping[str, Any], given: Config) -> list[dict[str, Any]]:
    """What was to be shown of the first row, and whether it was."""
    name = next(iter(given["rows"]))
    wanted = given["targets"]
    rows = []
    for corpus, of in results["corpora"].items():
        loss = of["tagger"][name]["loss"]
        rows.append(
            {
                "what": f"{corpus}: loss of F1",
                "wanted": wanted["most_loss"],
                "found": loss,
                "holds": loss <= wanted["most_loss"],
            }
        )
        for kind, found in of["told_apart"][name].items():
            if kind == DESIGNED:
                continue
            auc = found["all"]["auc"]
            rows.append(
                {
                    "what": f"{corpus}: AUC, {kind}",
                    "wanted": wanted["most_auc"],
                    "found": auc,
                    "holds": auc <= wanted["most_auc"],
                }
            )
    return rows


def fixed() -> Any:
    """A small case, to tell whether taggers and classifiers are still the same."""
    given = config()
    given |= {"seeds": [0], "rows": {"surrogate": given["rows"]["surrogate"]}}
    of = given["corpora"]["meddocan"]
    with st.small():
        train, test = (rl.corpus(of, part, 24) for part in ("train", "test"))
        return [
            tagged(of, given, train, test, 10, 1),
            told_apart(of, given, train, test, None, 1),
        ]


def page(results: Mapping[str, Any]) -> str:
    parts = [st.said_of(results)]
    for corpus, of in results["corpora"].items():
        parts.append(f"**{corpus}**: F1 on real text, n = {of['n'][0]:,} and {of['n'][1]:,}")
        rows = []
        for name, row in of["tagger"].items():
            cells = [name, f"{np.mean(row['f1']):.3f}", "–"]
            if "loss" in row:
                low, high = row["interval"]
                cells[2] = f"{row['loss']:.3f} ({low:.3f} to {high:.3f})"
            rows.append([*cells, *(f"{one['recall']:.3f}" for one in row["recall"].values())])
        seen, unseen = (one["n"] for one in of["tagger"][rl.REAL]["recall"].values())
        heads = ["trained on", "F1", "loss"]
        heads += [f"recall, {seen:,} values of the training text", f"recall, {unseen:,} others"]
        parts.append(st.markdown(heads, rows))
        told = of["told_n"]
        parts.append(f"**{corpus}**: surrogate or real, AUC, n = {told[0]:,} and {told[1]:,}")
        rows = []
        for name, kinds in of["told_apart"].items():
            for kind, found in kinds.items():
                low, high = found["all"]["interval"]
                alone = [f"{found[one]['auc']:.2f}" if one in found else "–" for one in SETS]
                every = f"{found['all']['auc']:.3f} ({low:.2f}–{high:.2f})"
                rows.append([name, kind, found["n"], every, *alone])
        parts.append(st.markdown(["stand-ins", "kind", "values", "all", *SETS], rows))
    first = next(iter(config()["rows"]))
    for corpus, of in results["corpora"].items():
        figures = {"loss of F1": f"{st.detectable(of['tagger'][first]['interval']):.3f}"}
        for kind, found in of["told_apart"][first].items():
            if kind != DESIGNED:
                over = st.detectable(found["all"]["interval"])
                figures[f"AUC of {kind} above .5"] = f"{over:.3f}"
        parts.append(st.power(f"effect of `{first}` on {corpus}", figures))
    rows = [
        [
            row["what"],
            f"≤ {row['wanted']:.2f}",
            f"{row['found']:.3f}",
            "yes" if row["holds"] else "no",
        ]
        for row in results["targets"]
    ]
    parts += ["**Targets**", st.markdown(["target", "wanted", "found", "met"], rows)]
    return "\n\n".join(parts)


def drawn(results: Mapping[str, Any]) -> str:
    groups = {
        f"{corpus}, {kind}": {
            name: (100 * kinds[kind]["all"]["auc"], 0.0) for name, kinds in of["told_apart"].items()
        }
        for corpus, of in results["corpora"].items()
        for kind in next(iter(of["told_apart"].values()))
    }
    return bars(groups, "AUC × 100: stand-ins told from real values (50: not at all)")


def main() -> None:
    quick = st.is_quick()
    if st.is_page():
        st.rewritten(HERE, page)
        return
    st.need_data(quick)
    given = config()
    if quick:
        given["seeds"] = given["seeds"][:1]
    found = measured(given, quick=quick)
    results = st.facts(seeds=given["seeds"], corpora=found)
    results["targets"] = targets(results, given)
    if quick:
        for of in found.values():
            assert 0.0 < np.mean(of["tagger"][rl.REAL]["f1"]) <= 1.0
            for kinds in of["told_apart"].values():
                assert all(0.0 <= kind["all"]["auc"] <= 1.0 for kind in kinds.values())
        faker = found["meddocan"]["told_apart"]["plain Faker"]
        ours = found["meddocan"]["told_apart"]["surrogate"]
        assert faker["dates"]["all"]["auc"] > ours["dates"]["all"]["auc"]
        return
    (HERE / "told-apart.svg").write_text(drawn(results), encoding="utf-8")
    st.written(HERE, results, page)


if __name__ == "__main__":
    main()
