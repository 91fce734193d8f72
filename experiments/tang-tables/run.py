"""Tang et al. 2004: extraction, recognition, call classification and language models.

    experiments/run tang-tables [--quick | --page]

Needs espeak-ng (apt-get install espeak-ng) and pocketsphinx (PyPI).
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import numpy as np  # noqa: E402
import systems as sy  # noqa: E402
from pages import page  # noqa: E402
from recognition import Recogniser, check_tools, errors, synthesised  # noqa: E402

import studies as st  # noqa: E402 - beside this folder
from bars import bars  # noqa: E402
from understudy import engines  # noqa: E402
from understudy.utility.bootstrap import differences, score  # noqa: E402
from understudy.utility.learners import learner_of  # noqa: E402
from understudy.utility.ngrams import trained  # noqa: E402
from understudy.utility.prior import distance, resampled, shares, uniform  # noqa: E402
from understudy.utility.samples import Sample  # noqa: E402
from understudy.utility.settings import Settings  # noqa: E402
from understudy.utility.tasks import Floats, Metric, task_of  # noqa: E402
from understudy.utility.transform import Marks  # noqa: E402

Config = Mapping[str, Any]
GENERAL, HEURISTIC = "General", "General + PN"
CALLS, LM = task_of("calls"), task_of("lm").metrics[0]
WORDS = Metric("word accuracy", lambda sums: 1.0 - sums[..., 0] / sums[..., 1])
SENTENCES = Metric("sentence accuracy", lambda sums: sums[..., 2] / sums[..., 3])
Marked = Mapping[str, tuple[Marks, Marks]]
"""detectors → what they find in the training and in the test transcripts."""


def config() -> dict[str, Any]:
    return tomllib.loads((HERE / "config.toml").read_text(encoding="utf-8"))


def compared(
    rows: Mapping[str, Sequence[Floats]], metrics: Sequence[Metric], given: Config
) -> dict[str, Any]:
    """Scores of each row, and what it gains against the first."""
    base = next(iter(rows.values()))
    found: dict[str, Any] = {}
    for name, runs in rows.items():
        gains = differences(
            runs, base, metrics, rounds=given["rounds"], seed=0, alpha=given["alpha"]
        )
        found[name] = {}
        for metric in metrics:
            of, gain = score(runs, metric), gains[metric.name]
            found[name][metric.name] = {
                "mean": round(of.mean, 6),
                "deviation": of.deviation,
                "gain": gain.value,
                "interval": [gain.low, gain.high],
            }
    return found


def texts(train: Sample, marked: Marked, seeds: Sequence[int]) -> dict[str, list[tuple[Any, ...]]]:
    """The training transcripts of each system, once per seed where something is drawn."""
    general, heuristic = marked[GENERAL][0], marked[HEURISTIC][0]
    typed = partial(sy.sanitised, train.documents, strategy="typed", seed=0)
    return {
        "baseline": [train.documents],
        "class, General": [typed(general)],
        "class, General + PN": [typed(heuristic)],
        "distortion": [sy.sanitised(train.documents, general, "entity", one) for one in seeds],
        "dissociation": [sy.sanitised(train.documents, general, "swap", one) for one in seeds],
    }


def tested(name: str, test: Sample, given: Config) -> Sample:
    """Classes are put into the test text, too; nothing else is."""
    if not name.startswith("class"):
        return test
    detectors = given["detectors"][name.removeprefix("class, ")]
    marks = sy.found(test.documents, detectors)
    return Sample(sy.sanitised(test.documents, marks, "typed", 0), test.targets)


def calls(train: Sample, test: Sample, marked: Marked, given: Config) -> dict[str, Any]:
    """Table 4: five systems, one learner."""
    learn = learner_of("boosted", CALLS)
    settings = Settings(rounds=given["boosting"])
    rows = {}
    for name, versions in texts(train, marked, given["seeds"]).items():
        asked = tested(name, test, given)
        rows[name] = [
            learn(CALLS, Sample(documents, train.targets), 0, settings)(asked)
            for documents in versions
        ]
        print(f"calls: {name}", flush=True)
    return compared(rows, CALLS.metrics, given)


def perplexities(train: Sample, test: Sample, marked: Marked, given: Config) -> dict[str, Any]:
    shown = texts(train, marked, given["seeds"])
    rows = {
        name: [sy.word_costs(sy.word_model(documents), test.documents) for documents in shown[name]]
        for name in ("baseline", "distortion", "dissociation")
    }
    sentences, values = sy.classed(train.documents, marked[GENERAL][0])
    model = trained(sentences)
    for name, same in (("class, uniform", True), ("class, priors kept", False)):
        chances = sy.members(values, uniform=same)
        costs = sy.class_costs(model, test.documents, marked[GENERAL][1], chances)
        rows[name] = [costs]
    return compared(rows, [LM], given)


def recognisers(train: Sample, marked: Marked, seed: int) -> dict[str, Recogniser]:
    shown = texts(train, marked, [seed])
    found = {
        name: Recogniser(sy.word_model(shown[name][0], size=None))
        for name in ("baseline", "distortion", "dissociation")
    }
    sentences, values = sy.classed(train.documents, marked[GENERAL][0])
    model = trained(sentences, size=None)
    for name, same in (("class, uniform", True), ("class, priors kept", False)):
        found[name] = Recogniser(model, sy.members(values, uniform=same))
    return found


def heard(recogniser: Recogniser, spoken: Sequence[bytes], workers: int) -> list[str]:
    return list(engines.run(recogniser.heard, spoken, workers))


def recognition(
    test: Sample, outputs: Mapping[str, Sequence[str]], given: Config
) -> dict[str, Any]:
    """Table 3: word and sentence accuracy."""
    rows = {}
    for name, lines in outputs.items():
        cells = []
        for document, line in zip(test.documents, lines, strict=True):
            said = document.text.lower().split()
            wrong = errors(said, line.split())
            cells.append((wrong, len(said), float(not wrong), 1.0))
        rows[name] = [np.array(cells, dtype=float)]
    return compared(rows, [WORDS, SENTENCES], given)


def priors(train: Sample, test: Sample, given: Config) -> dict[str, Any]:
    """The released shares of call types as a leak, and what it costs to hide them."""
    learn = learner_of("boosted", CALLS)
    settings = Settings(rounds=given["boosting"])
    true, public = shares(train), uniform(train)
    rows = {"as it is": [learn(CALLS, train, 0, settings)(test)], "resampled": []}
    errors_of = []
    for seed in given["seeds"]:
        shown = resampled(train, public, seed)
        errors_of.append(distance(shares(shown), true))
        rows["resampled"].append(learn(CALLS, shown, 0, settings)(test))
    largest = max(true, key=true.__getitem__)
    return {
        "types": len(true),
        "largest_share": round(true[largest], 4),
        "attacker_error": {"as it is": 0.0, "resampled": round(float(np.mean(errors_of)), 4)},
        "scores": compared(rows, CALLS.metrics, given),
    }


def everything(given: Config, quick: bool) -> dict[str, Any]:
    most = given["quick"]["most"] if quick else None
    train = sy.corpus(given["train"], given["categories"], most)
    test = sy.corpus(given["test"], given["categories"], most)
    marked = {
        name: (sy.found(train.documents, of), sy.found(test.documents, of))
        for name, of in given["detectors"].items()
    }
    print("entities found", flush=True)
    like = sy.corpus(given["development"], given["categories"], most)
    alike = {
        name: (marks[0], sy.found(like.documents, given["detectors"][name]))
        for name, marks in marked.items()
    }
    results: dict[str, Any] = {
        "n": {"train": len(train.documents), "test": len(test.documents)},
        "extraction": {
            name: sy.extraction(test, marks[1], given) for name, marks in marked.items()
        },
        "perplexity": perplexities(train, test, marked, given),
        "perplexity_development": perplexities(train, like, alike, given),
        "prior": priors(train, test, given),
        "calls_on_transcripts": calls(train, test, marked, given),
    }
    results |= spoken_part(train, test, marked, given)
    return results


def spoken_part(train: Sample, test: Sample, marked: Marked, given: Config) -> dict[str, Any]:
    """What needs a voice: recognition, and call types of what was recognised."""
    few = test.at(st.thinned(range(len(test.documents)), given["heard_test"]))
    speak: Callable[[tuple[int, str]], bytes] = partial(_spoken, given["voice"])
    audio = [speak(one) for one in enumerate(document.text for document in few.documents)]
    makers = recognisers(train, marked, given["seeds"][0])
    outputs = {}
    for name, recogniser in makers.items():
        outputs[name] = heard(recogniser, audio, given["workers"])
        print(f"recognised: {name}", flush=True)
    found: dict[str, Any] = {"asr": recognition(few, outputs, given)}
    found["n_heard"] = {"train": given["heard_train"], "test": len(few.documents)}
    asked = sy.recased(outputs["baseline"], train, few)
    found["calls"] = {"transcripts": calls(train, asked, marked, given)}
    if given["heard_train"]:
        places = st.thinned(range(len(train.documents)), given["heard_train"])
        part = train.at(places)
        lines = heard(
            makers["baseline"],
            [speak(one) for one in enumerate(document.text for document in part.documents)],
            given["workers"],
        )
        output = sy.recased(lines, train, part)
        own = {
            name: (sy.found(output.documents, of), ()) for name, of in given["detectors"].items()
        }
        found["calls"]["recogniser output"] = calls(output, asked, own, given)
        chosen = {
            name: (tuple(marks[0][at] for at in places), ()) for name, marks in marked.items()
        }
        found["calls"]["transcripts, as few"] = calls(part, asked, chosen, given)
    return found


def _spoken(voice: Mapping[str, Any], one: tuple[int, str]) -> bytes:
    return synthesised(one[1], voice, one[0])


def fixed() -> Any:
    """A small case without a voice, to tell whether the systems are still the same."""
    given = {**config(), "seeds": [1], "boosting": 10, "rounds": 10}
    with st.small():
        train, test = (
            sy.corpus(given[one], given["categories"], None) for one in ("train", "test")
        )
        marked = {
            name: (sy.found(train.documents, of), sy.found(test.documents, of))
            for name, of in given["detectors"].items()
        }
        return [
            {name: sy.extraction(test, marks[1], given) for name, marks in marked.items()},
            perplexities(train, test, marked, given),
            priors(train, test, given),
            calls(train, test, marked, given),
        ]


def checked(results: Mapping[str, Any], quick: bool) -> list[str]:
    """What does not have the shape of the paper's tables."""
    wrong = []
    base = results["perplexity"]["baseline"]["perplexity"]["mean"]
    for name, row in results["perplexity"].items():
        if row["perplexity"]["mean"] < base * 0.98:
            wrong.append(f"{name} foresees untouched text better than untouched text does")
    kept, same = (
        results["perplexity_development"][name]["perplexity"]["mean"]
        for name in ("class, priors kept", "class, uniform")
    )
    if not kept < same:
        wrong.append("keeping the priors of class members does not help on text drawn alike")
    if results["prior"]["attacker_error"]["resampled"] < 0.1:
        wrong.append("resampling does not hide the shares of call types")
    if results["asr"]["baseline"]["word accuracy"]["mean"] < 0.5:
        wrong.append("the recogniser does not recognise")
    if not quick:
        loss = results["asr"]["dissociation"]["word accuracy"]["gain"]
        if loss < -0.02:
            wrong.append("dissociation costs more than two points of word accuracy")
    return wrong


def plotted(results: Mapping[str, Any]) -> None:
    groups = {
        metric: {name: (row[metric]["mean"] * 100.0, 0.0) for name, row in results["asr"].items()}
        for metric in ("word accuracy", "sentence accuracy")
    }
    (HERE / "recognition.svg").write_text(bars(groups, "accuracy, %"), encoding="utf-8")


def main() -> None:
    given, quick = config(), st.is_quick()
    if st.is_page():
        plotted(st.rewritten(HERE, page))
        return
    st.need_data(quick)
    check_tools()
    if quick:
        given |= {key: given["quick"][key] for key in given["quick"] if key != "most"}
        given |= {"rounds": 100, "workers": 1}
    results = st.facts(
        seeds=given["seeds"], confidence=1.0 - given["alpha"], **everything(given, quick)
    )
    if not quick:
        st.written(HERE, results, page)
        plotted(results)
    wrong = checked(results, quick)
    if wrong:
        raise SystemExit(f"not as asserted: {'; '.join(wrong)}")
    print("the tables have their shape")


if __name__ == "__main__":
    main()
