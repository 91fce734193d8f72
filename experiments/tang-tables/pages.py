"""The tables of README.md, from results.json."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import studies as st

Config = Mapping[str, Any]
CONFIG = Path(__file__).with_name("config.toml")


def page(results: Mapping[str, Any]) -> str:
    paper = tomllib.loads(CONFIG.read_text(encoding="utf-8"))["paper"]

    def cell(row: Config, metric: str, scale: float = 100.0) -> str:
        return f"{row[metric]['mean'] * scale:.{1 if scale > 1 else 4}f}"

    def gained(row: Config, metric: str, scale: float = 100.0) -> str:
        of = {"value": row[metric]["gain"], "interval": row[metric]["interval"]}
        return st.change(of, scale) if scale > 1 else _small(of)

    columns = ("exact_recall", "exact_precision", "partial_recall", "partial_precision")
    extraction = st.markdown(
        ["system", "kind", "count", "recall", "precision", "recall ≤", "precision ≤"],
        [
            [name, kind, row["gold"], *(_share(row[one]) for one in columns)]
            for name, rows in results["extraction"].items()
            for kind, row in rows.items()
        ]
        + [
            [f"{name}, the paper", "Overall", "", *(f"{one:.3f}" for one in row)]
            for name, row in paper["extraction"].items()
        ],
    )
    asr = st.markdown(
        ["system", "words, paper", "sentences, paper", "words, ours", "change", "sentences, ours"],
        [
            [
                name,
                *paper["asr"][name],
                cell(row, "word accuracy"),
                gained(row, "word accuracy"),
                cell(row, "sentence accuracy"),
            ]
            for name, row in results["asr"].items()
        ],
    )
    tables = []
    for at, (kind, rows) in enumerate(results["calls"].items()):
        printed = kind != "transcripts, as few"
        tables.append(
            f"Trained on {kind}:\n\n"
            + st.markdown(
                ["system", "error, paper", "F, paper", "error, ours", "change", "F, ours"],
                [
                    [
                        name,
                        *(paper["calls"][name][2 * at : 2 * at + 2] if printed else ("", "")),
                        cell(row, "top-class error", 1.0),
                        gained(row, "top-class error", 1.0),
                        cell(row, "F-measure", 1.0),
                    ]
                    for name, row in rows.items()
                ],
            )
        )
    lm = st.markdown(
        ["system", "test part", "change", "development part", "change"],
        [
            [
                name,
                *(
                    one
                    for part in ("perplexity", "perplexity_development")
                    for one in _perplexity(results[part][name]["perplexity"])
                ),
            ]
            for name in results["perplexity"]
        ],
    )
    prior = results["prior"]
    leak = st.markdown(
        ["release", "attacker's error about the shares", "error", "change", "F"],
        [
            [
                name,
                f"{prior['attacker_error'][name]:.3f}",
                cell(row, "top-class error", 1.0),
                gained(row, "top-class error", 1.0),
                cell(row, "F-measure", 1.0),
            ]
            for name, row in prior["scores"].items()
        ],
    )
    n, few = results["n"], results["n_heard"]
    return "\n\n".join(
        [
            st.said_of(results),
            f"{n['train']:,} utterances to learn from, {n['test']:,} to test on; "
            f"{few['train']:,} and {few['test']:,} of them were spoken and recognised.",
            "**Tables 1 and 2: extraction** (test transcripts)",
            extraction,
            "**Table 3: recognition** (accuracy in %)",
            asr,
            st.power(
                "loss of word accuracy, in points,",
                {
                    name: f"{100 * st.detectable(row['word accuracy']['interval']):.1f}"
                    for name, row in results["asr"].items()
                    if name != "baseline"
                },
            ),
            "**Table 4: call classification** (tested on recogniser output)",
            *tables,
            st.power(
                "change of the top-class error of `dissociation`",
                {
                    f"trained on {kind}": f"{_least(rows['dissociation']):.3f}"
                    for kind, rows in results["calls"].items()
                },
            )
            + " The paper's largest is .003.",
            "**Language models** (perplexity per word of transcripts; a loss is negative)",
            lm,
            f"**The shares of call types** ({prior['types']} types; the largest has a share of "
            f"{prior['largest_share']:.3f}; tested on transcripts)",
            leak,
        ]
    )


def _least(row: Config) -> float:
    return st.detectable(row["top-class error"]["interval"])


def _perplexity(of: Config) -> tuple[str, str]:
    gain = {"value": of["gain"], "interval": of["interval"]}
    return f"{of['mean']:.2f}", _small(gain, 2)


def _small(of: Config, places: int = 4) -> str:
    low, high = of["interval"]
    return f"{of['value']:+.{places}f} ({low:+.{places}f} to {high:+.{places}f})"


def _share(of: Config) -> str:
    return "–" if of["value"] is None else f"{of['value']:.3f}"
