"""Peng et al. 2022, Table 14: names and conditions out of models trained on a release.

experiments/run peng-extraction [--quick] [--weights CLEAN] [--workers N]

The encoder is read from a folder (training/clean_export.py): the shipped one knows the names.
The encoder needs the extra [train].
"""

from __future__ import annotations

import math
import sys
import tomllib
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import releases as rl  # noqa: E402 - beside this folder
import studies as st  # noqa: E402
from bars import bars  # noqa: E402
from understudy import engines  # noqa: E402
from understudy.attacks.controls import controls  # noqa: E402
from understudy.attacks.extraction import (  # noqa: E402
    OTHERS,
    Model,
    Secret,
    exposure,
    further,
    places,
    secrets,
    sentences_of,
    trigrams,
)
from understudy.attacks.finding import share_interval  # noqa: E402
from understudy.attacks.generated import (  # noqa: E402
    People,
    from_masked,
    people_of,
    scores,
)
from understudy.attacks.pairs import Pair  # noqa: E402
from understudy.core.types import Document  # noqa: E402
from understudy.encoder.likeness import perplexities  # noqa: E402
from understudy.encoder.masked import MaskedModel  # noqa: E402
from understudy.encoder.model import Encoder  # noqa: E402
from understudy.encoder.weights import Weights  # noqa: E402
from understudy.utility.ngrams import Trigrams  # noqa: E402

Config = Mapping[str, Any]
NAMED = ("as they are", "names in every sentence")


def config() -> dict[str, Any]:
    return tomllib.loads((HERE / "config.toml").read_text(encoding="utf-8"))


def shortened(document: Document, most: int) -> Document:
    spans = tuple(span for span in document.annotations if span.end <= most)
    end = min(most, min((s.start for s in document.annotations if s.end > most), default=most))
    return document._replace(text=document.text[:end], annotations=spans)


def texts_of(pairs: Sequence[Pair], way: str) -> list[str]:
    """The released texts; with names, each sentence begins with its patient's."""
    if way == NAMED[0]:
        return [pair.after for pair in pairs]
    found = []
    for pair in pairs:
        people = [mark.shown for mark in pair.marks if mark.category == "PERSON"]
        name = " ".join(people[:2])  # given name and surnames stand in two fields
        found.append("\n".join(f"{name} {' '.join(one)}." for one in sentences_of(pair.after)))
    return found


def loss(learnt: object, held: Sequence[str]) -> float:
    """−ln p of a word or piece of text that was held out."""
    if isinstance(learnt, Trigrams):
        rows = [learnt.cost(one) for text in held for one in sentences_of(text)]
        return sum(row[0] for row in rows) / sum(row[1] for row in rows)
    if not isinstance(learnt, MaskedModel):
        raise TypeError("neither trigrams nor a masked language model")
    return float(np.mean(perplexities(learnt, held)))


class Attacker(NamedTuple):
    """What does not depend on the row."""

    model: str
    asked: Sequence[Secret]
    people: People
    held: Sequence[str]
    given: Config
    seed: int
    weights: str

    def __repr__(self) -> str:
        return f"Attacker({self.model!r})"


class Task(NamedTuple):
    """One row: a release and the way that it is read; none is the model as it is shipped."""

    name: str
    pairs: Sequence[Pair]
    way: str | None

    def __repr__(self) -> str:
        return f"Task({self.name!r})"


def carried_out(attacker: Attacker, task: Task) -> dict[str, Any]:
    encoder = Encoder(weights=Weights(Path(attacker.weights))) if attacker.weights else Encoder()
    steps, seed = attacker.given.get("steps", 0), attacker.seed
    model = trigrams() if attacker.model == "trigrams" else further(encoder, steps=steps, seed=seed)
    learnt = encoder if task.way is None else model.train(texts_of(task.pairs, task.way))
    return attacked(model, learnt, task.pairs, attacker)


def attacked(
    model: Model, learnt: object, pairs: Sequence[Pair], attacker: Attacker
) -> dict[str, Any]:
    _, asked, people, held, given, seed, _ = attacker
    bits = exposure(model.fit(learnt, places(pairs, asked), asked))
    if isinstance(learnt, Trigrams):
        said = model.produce(learnt, given["sentences"], seed)
    else:
        assert isinstance(learnt, MaskedModel)
        said = from_masked(learnt, given["sentences"], seed, prompt=given["prompt"])
    found = scores(said, people, partial(model.likely, learnt))
    random = np.random.default_rng(seed)
    means = [float(random.choice(bits, len(bits)).mean()) for _ in range(500)]
    return {
        "loss": loss(learnt, held),
        "exposure": float(bits.mean()),
        "exposure_interval": [float(end) for end in np.quantile(means, (0.025, 0.975))],
        "first": float((bits >= math.log2(OTHERS + 1) - 1e-9).mean()),
        "with_name": found.with_name,
        "with_name_interval": _interval(found.with_name, found.sentences),
        "first_names": found.first_names,
        "last_names": found.last_names,
        "names": found.names,
        "at_100": found.at_100,
        "at_100_interval": _interval(found.at_100, found.names),
        "exact_match": found.exact_match,
        "exact_match_interval": _interval(found.exact_match, found.matched),
        "matched": found.matched,
    }


def _interval(share: float, count: int) -> list[float]:
    if not count:
        return [0.0, 1.0]
    return list(
        share_interval(
            [(1.0, 1.0)] * round(share * count) + [(0.0, 1.0)] * (count - round(share * count))
        )
    )


def measured(name: str, given: Config, *, quick: bool) -> dict[str, Any]:
    of = dict(given[name])
    if quick:
        of |= {"documents": 60, "held": 10, "sentences": 300, "secrets": 60}
        of["rows"] = ["none", "masked (redact)", "substituted, public lists"]
    seed = given["seed"]
    documents = [
        shortened(one, of["characters"])
        for one in rl.corpus(given["corpus"], "train", of["documents"])
    ]
    held = [
        shortened(one, of["characters"]).text
        for one in rl.corpus(given["corpus"], "held", of["held"])
    ]
    real = rl.released(documents, rl.REAL, language="es", seed=seed)
    known = controls(real, seed=seed)
    people = people_of(real, known["PERSON"])
    asked = secrets(real, {"PERSON": known["PERSON"]}, most=of["secrets"], seed=seed)
    workers = 1 if quick else st.workers()
    work: list[Task] = []
    for label in of["rows"]:
        rule = given["rows"][label]
        pairs = rl.released(documents, rule, language="es", seed=seed, workers=workers)
        work += [Task(f"{label}; {way}", pairs, way) for way in NAMED]
    if name == "encoder":
        work.append(Task("no further training", real, None))
    weights = st.argument("--weights") or ""
    attack = partial(carried_out, Attacker(name, asked, people, held, of, seed, weights))
    rows: dict[str, Any] = {}
    for task, found in zip(work, engines.run(attack, work, workers), strict=True):
        rows[task.name] = found
        print(name, task.name, found, flush=True)
    return {
        **({"device": st.device()} if name == "encoder" else {}),
        "documents": len(documents),
        "held": len(held),
        "secrets": len(asked),
        "sentences": of["sentences"],
        "rows": rows,
    }


def fixed() -> Any:
    """A small case, to tell whether what is remembered and asked for is still the same."""
    with st.small():
        return measured("trigrams", config(), quick=True)["rows"]


def page(results: Mapping[str, Any]) -> str:
    given = config()
    parts = [st.said_of(results)]
    heads = [
        "trained on",
        "loss",
        "exposure, bits",
        "w/ name",
        "first",
        "last",
        "A@100",
        "names",
        "EM",
        "n",
    ]
    for name, of in results["models"].items():
        parts.append(
            f"**{name}**: {of['documents']} documents, {of['secrets']} names whose exposure is "
            f"measured, {of['sentences']:,} sentences produced"
            + (f"; trained on {of['device']}" if "device" in of else "")
        )
        rows = []
        for label, row in of["rows"].items():
            low, high = row["exposure_interval"]
            rows.append(
                [
                    label,
                    f"{row['loss']:.2f}",
                    f"{row['exposure']:.2f} ({low:.2f}–{high:.2f})",
                    f"{row['with_name']:.1%}",
                    f"{row['first_names']:.1%}",
                    f"{row['last_names']:.1%}",
                    _share(row, "at_100"),
                    row["names"],
                    _share(row, "exact_match"),
                    row["matched"],
                ]
            )
        parts.append(st.markdown(heads, rows))
        parts.append(_power(of["rows"]))
    if "clean" in results:
        parts += _clean(results["clean"])
    heads = ["the paper", "BioNER", "w/ name", "first", "last", "A@100", "EM"]
    rows = [[name, *map(str, row)] for name, row in given["paper"].items()]
    parts.append(st.markdown(heads, rows))
    return "\n\n".join(parts)


def _power(rows: Config) -> str:
    """Of exposure against a row of the same names, and of rare events that may not show at all."""
    name = next(one for one in rows if one.startswith("surrogate"))
    row = rows[name]
    figures = {
        "exposure above that of another row": (
            f"{2**0.5 * st.detectable(row['exposure_interval']):.2f} bits"
        ),
        "A@100 above nought": f"{st.once(row['names']):.1%}",
        "EM above nought": f"{st.once(row['matched']):.0%}",
    }
    return st.power(f"effect in the row “{name}”", figures)


def _clean(of: Config) -> list[str]:
    """Encoders that started from the clean checkpoint; chance is what it says before it reads."""
    heads = ["trained on", "loss", "exposure, bits"]
    for way in ("left to right", "Gibbs"):
        heads += [f"{way}: w/ name", "A@100", "names", "EM", "n"]
    rows = []
    for label, row in of["rows"].items():
        low, high = row["exposure_interval"]
        cells = [label, f"{row['loss']:.2f}", f"{row['exposure']:.2f} ({low:.2f}–{high:.2f})"]
        for way in ("left", "gibbs"):
            one = row[way]
            cells += [f"{one['with_name']:.1%}", _share(one, "at_100"), str(one["names"])]
            cells += [_share(one, "exact_match"), str(one["matched"])]
        rows.append(cells)
    chance = of["rows"]["no further training"]["gibbs"]["at_100"]
    bad = [
        label
        for label, row in of["rows"].items()
        if not label.startswith(("none", "no further")) and row["gibbs"]["at_100"] > chance + 0.02
    ]
    said = "holds for every release" if not bad else f"fails for {', '.join(bad)}"
    return [
        f"**Clean encoder** (`training/clean.toml`, fresh from running text, on {of['device']}): "
        f"{of['documents']} documents, {of['secrets']} names whose exposure is measured, "
        f"{of['sentences']:,} sentences produced in each way, {of['steps']:,} steps; of the "
        "names the hundred likeliest as they were written are looked at",
        st.markdown(heads, rows),
        f"A@100 by Gibbs sampling is {chance:.1%} before anything was read (chance); A@100 at most "
        f"2 points above that {said}.",
    ]


def _share(row: Mapping[str, Any], name: str) -> str:
    low, high = row[f"{name}_interval"]
    return f"{row[name]:.1%} ({low:.0%}–{high:.0%})"


def drawn(results: Mapping[str, Any]) -> str:
    groups = {
        f"{name}, {way}": {
            label.partition("; ")[0]: (row["exposure"], 0.0)
            for label, row in of["rows"].items()
            if label.endswith(way)
        }
        for name, of in results["models"].items()
        for way in NAMED
    }
    return bars(groups, "Mean exposure of a real name in bits (6 at most, about 1.4 by chance)")


def checked(rows: Mapping[str, Any]) -> None:
    """Text with the real names exposes them; bars expose nothing, and stand-ins little."""
    for way in NAMED:
        none, bars_, drawn_ = (
            rows[f"{label}; {way}"]
            for label in ("none", "masked (redact)", "substituted, public lists")
        )
        assert none["exposure"] > 4.0
        assert bars_["exposure"] < 2.5
        assert drawn_["exposure"] < none["exposure"] - 2.0
        assert none["at_100"] > drawn_["at_100"]


def main() -> None:
    quick = st.is_quick()
    if st.is_page():
        st.rewritten(HERE, page)
        return
    st.need_data(quick)
    given = config()
    if quick:
        checked(measured("trigrams", given, quick=True)["rows"])
        return
    names = ("trigrams", "encoder") if st.argument("--weights") else ("trigrams",)
    models = {name: measured(name, given, quick=False) for name in names}
    checked(models["trigrams"]["rows"])
    results = st.facts(seeds=[given["seed"]], models=models)
    (HERE / "exposure.svg").write_text(drawn(results), encoding="utf-8")
    st.written(HERE, results, page)


if __name__ == "__main__":
    main()
