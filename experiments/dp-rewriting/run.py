"""Word-by-word rewriting with a bound on ε, as others do it, beside replacement as here.

experiments/run dp-rewriting [--quick | --page]
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import mechanisms as me  # noqa: E402 - beside this file

import studies as st  # noqa: E402 - beside this folder
from understudy.attacks.finding import per_document, share_interval  # noqa: E402
from understudy.audit.bounds import ALPHA, audit  # noqa: E402
from understudy.core.categories import label_maps  # noqa: E402
from understudy.core.draw import seed_key  # noqa: E402
from understudy.core.folding import fold  # noqa: E402
from understudy.core.text import words  # noqa: E402
from understudy.core.types import Document  # noqa: E402
from understudy.encoder.model import Encoder  # noqa: E402
from understudy.policy import with_rule  # noqa: E402
from understudy.policy.labels import Labels  # noqa: E402
from understudy.utility.bootstrap import differences, score  # noqa: E402
from understudy.utility.learners import learner_of  # noqa: E402
from understudy.utility.samples import Sample  # noqa: E402
from understudy.utility.settings import DEFAULTS  # noqa: E402
from understudy.utility.tasks import task_of  # noqa: E402
from understudy.utility.transform import replacing_half as pipeline_of  # noqa: E402
from understudy.utility.transform import transform, under_categories  # noqa: E402

Config = Mapping[str, Any]
Documents = tuple[Document, ...]
TASKS = {"entities": task_of("ner"), "intents": task_of("intent")}
NONE, REDACT = "none", "redact"
FAULT = "DP-MLM, its range not kept (planted)"


def config() -> dict[str, Any]:
    return tomllib.loads((HERE / "config.toml").read_text(encoding="utf-8"))


def baselines(public: me.Words, given: Config) -> dict[str, me.Mechanism]:
    return {
        "SanText": me.SanText(public, *given["distances"]),
        "CusText": me.CusText(public, given["group"]),
        "DP-MLM": me.DPMLM(public, given["low"], given["high"]),
    }


def releases(
    train: Sample, policy: Any, public: me.Words, given: Config
) -> dict[str, list[Documents]]:
    """row → the training text as it leaves it, once for each seed."""
    documents, seeds = train.documents, given["seeds"]

    def replaced(rule: Config, of: Sequence[int]) -> list[Documents]:
        marks = tuple(one.annotations for one in documents)
        made = pipeline_of(with_rule(policy, rule))
        return [transform(documents, marks, made, seed_key(seed)).documents for seed in of]

    found = {NONE: [documents], REDACT: replaced({"strategy": REDACT}, seeds[:1])}
    for name, rule in given["rows"].items():
        for epsilon in given["epsilons"]:
            found[row_name(name, epsilon)] = replaced({**rule, "epsilon": epsilon}, seeds)
    for name, mechanism in baselines(public, given).items():
        made = me.released(mechanism, public, documents, given["epsilons"], seeds)
        for epsilon in given["epsilons"]:
            found[row_name(name, epsilon)] = [made[epsilon, seed] for seed in seeds]
        print(f"{name}: drawn", flush=True)
    return found


def row_name(name: str, epsilon: float) -> str:
    return f"{name}, ε = {epsilon:g}"


def learnt(
    shown: Mapping[str, list[Documents]], train: Sample, test: Sample, given: Config
) -> dict[str, Any]:
    """A small Table 2: what each release teaches."""
    found: dict[str, Any] = {}
    for name, task in TASKS.items():
        learn, cells = learner_of("linear", task), {}
        for row, versions in shown.items():
            cells[row] = [
                learn(task, Sample(one, train.targets), 0, DEFAULTS)(test) for one in versions
            ]
            print(f"{name}, {row}: {score(cells[row], task.metrics[0]).mean:.4f}", flush=True)
        found[name] = {row: _described(of, cells[NONE], task, given) for row, of in cells.items()}
    return found


def _described(of: Any, none: Any, task: Any, given: Config) -> dict[str, Any]:
    metric = task.metrics[0]
    mean = score(of, metric)
    gain = differences(of, none, [metric], rounds=given["rounds"], seed=0, alpha=given["alpha"])[
        metric.name
    ]
    return {
        "mean": mean.mean,
        "deviation": mean.deviation,
        "value": gain.value,
        "interval": [gain.low, gain.high],
    }


def attacked(
    shown: Mapping[str, list[Documents]], documents: Documents, given: Config
) -> dict[str, Any]:
    """How often an attacker names the value of a private span who knows the values of half of the
    documents, in the release itself: what is shown and what is around, read by a classifier."""
    from sklearn.feature_extraction import DictVectorizer
    from sklearn.linear_model import LogisticRegression

    truth = [
        (number, at, fold(one.text[span.start : span.end]))
        for number, one in enumerate(documents)
        for at, span in enumerate(one.annotations)
    ]
    counts = Counter(value for _, _, value in truth)
    known = {value for value, _ in counts.most_common(given["attack"]["values"])}
    truth = [one for one in truth if one[2] in known]
    learn = np.array([number % 2 == 0 for number, _, _ in truth])
    values = np.array([value for _, _, value in truth])
    ids = [documents[number].id for number, _, _ in truth]
    found = {}
    for row, versions in shown.items():
        right = np.zeros(int((~learn).sum()))
        for version in versions:
            features = [_features(version[number], at, given) for number, at, _ in truth]
            table = DictVectorizer().fit_transform(features)
            model = LogisticRegression(C=10.0, max_iter=300, tol=1e-3)
            model.fit(table[learn], values[learn])
            right += model.predict(table[~learn]) == values[~learn]
        asked = [one for one, learnt_ in zip(ids, learn, strict=True) if not learnt_]
        low, high = share_interval(per_document(asked, (right / len(versions)).tolist()), seed=0)
        stays = [
            fold(one.text[span.start : span.end]) == value
            for version in versions
            for number, at, value in truth
            for one in [version[number]]
            for span in [one.annotations[at]]
        ]
        found[row] = {
            "share": float(right.mean() / len(versions)),
            "interval": [low, high],
            "stays": float(np.mean(stays)),
        }
        print(f"attack, {row}: {found[row]['share']:.4f}", flush=True)
    most = counts.most_common(1)[0][1] / len(truth)
    return {"n": int((~learn).sum()), "values": len(known), "most": most, "rows": found}


def _features(document: Document, at: int, given: Config) -> dict[str, float]:
    """The words of a span, the whole of it, and the words on either side."""
    span, around = document.annotations[at], given["attack"]["around"]
    text = document.text.lower()
    inside = text[span.start : span.end]
    found = {f"is {inside}": 1.0, span.label: 1.0}
    found |= {f"has {inside[a:b]}": 1.0 for a, b in words(inside)}
    before = [text[a:b] for a, b in words(text[: span.start])][-around:]
    after = [text[span.end + a : span.end + b] for a, b in words(text[span.end :])][:around]
    found |= {f"-{n} {one}": 1.0 for n, one in enumerate(reversed(before), 1)}
    found |= {f"+{n} {one}": 1.0 for n, one in enumerate(after, 1)}
    return found


def audits(documents: Documents, public: me.Words, given: Config) -> list[dict[str, Any]]:
    """Of each baseline the most that its own tables say of two words of the corpus, and a lower
    bound from draws; with a fault of DP-MLM, whose range is not kept, that has to be found."""
    of = given["audit"]
    counts = Counter(
        document.text[start:end].lower()
        for _, document, start, end in me.private_words(documents)
        if document.text[start:end].isalpha()
    )
    asked = [one for one, _ in counts.most_common(of["words"])]
    places = [
        (document, start, end)
        for _, document, start, end in me.private_words(documents)
        if document.text[start:end].lower() in asked
    ][: of["contexts"]]
    faulty = me.DPMLM(public, given["low"] / 40.0, given["high"], clipped=False)
    found = []
    for name, mechanism in [*baselines(public, given).items(), (FAULT, faulty)]:
        contexts = places if name.startswith("DP-MLM") else places[:1]
        tables = [_table(mechanism, one, asked) for one in contexts]
        for epsilon in of["epsilons"]:
            pairs = [pair for table in tables for pair in _worst(table, epsilon)]
            most, (one, other), chances = max(pairs, key=lambda pair: pair[0])
            made = audit(
                _sampler(chances[one], chances[other]),
                claimed=epsilon,
                outcomes=chances.shape[1],
                runs=of["runs"],
                alpha=ALPHA / (4 * len(of["epsilons"])),
                generator=np.random.default_rng(0),
            )
            found.append(
                {
                    "mechanism": name,
                    "epsilon": epsilon,
                    "tables": most,
                    "bound": made.lower_bound,
                    "holds": most <= epsilon + 1e-9 and not made.violated,
                }
            )
            print(found[-1], flush=True)
    return found


def _table(mechanism: me.Mechanism, place: Any, asked: Sequence[str]) -> tuple[Any, Any]:
    """What can stand for each of these words in one text, and u of each."""
    document, start, end = place
    neighbours = [
        (me.rewritten(document, [(start, end, one)]), start, start + len(one)) for one in asked
    ]
    return mechanism.utilities(neighbours)


def _worst(table: tuple[Any, Any], epsilon: float) -> list[Any]:
    """The two words of a table that its draws tell apart best, of those with the same outcomes."""
    groups: dict[tuple[int, ...], list[Any]] = {}
    for members, scores in zip(*table, strict=True):
        groups.setdefault(tuple(members[:1]), []).append(np.asarray(scores, float))
    found = []
    for rows in groups.values():
        chances = np.array([me.chances(one, epsilon) for one in rows])
        logs = np.log(chances)
        highest, lowest = logs.argmax(0), logs.argmin(0)
        gaps = logs.max(0) - logs.min(0)
        at = int(gaps.argmax())
        found.append((float(gaps[at]), (int(highest[at]), int(lowest[at])), chances))
    return found


def _sampler(one: Any, other: Any) -> Any:
    sides = [np.cumsum(one), np.cumsum(other)]

    def sample(side: int, runs: int, random: np.random.Generator) -> Any:
        drawn = np.searchsorted(sides[side], random.random(runs) * sides[side][-1])
        return np.minimum(drawn, len(sides[side]) - 1)

    return sample


def measured(given: Config) -> dict[str, Any]:
    of = given["corpus"]
    train, test = st.slots(of["train"], of["most"]), st.slots(of["test"], of["most_test"])
    labels = st.mapped(label_maps()[of["labels"]], given["categories"])
    policy = st.policy_of(train, labels)
    named = Labels(policy)
    train, test = (
        Sample(under_categories(one.documents, named), one.targets) for one in (train, test)
    )
    # Under our categories from here on: each is its own label.
    policy = st.policy_of(train, {one: one for one in set(given["categories"].values())})
    public = me.Words(Encoder.load())
    shown = releases(train, policy, public, given)
    return {
        "n": [len(train.documents), len(test.documents)],
        "list": len(public.texts),
        "words": len(me.private_words(train.documents)),
        "utility": learnt(shown, train, test, given),
        "attack": attacked(shown, train.documents, given),
        "audits": audits(train.documents, public, given),
    }


def checked(found: Config, given: Config, slack: float = 0.0) -> None:
    """Bounds hold and the planted fault is found; at the least ε replacement from lists of the
    category teaches more than rewriting with words of any kind, and no row tells the attacker more
    than untouched text does."""
    for one in found["audits"]:
        assert one["holds"] == (one["mechanism"] != FAULT), one
    ner = found["utility"]["entities"]
    least = min(given["epsilons"])
    for name in ("SanText", "DP-MLM"):
        ours, theirs = (ner[row_name(one, least)]["mean"] for one in ("entity", name))
        assert ours > theirs - slack, name
    rows = found["attack"]["rows"]
    for name, of in rows.items():
        assert of["share"] <= rows[NONE]["interval"][1] + slack, name


def small(given: dict[str, Any]) -> dict[str, Any]:
    quick = given["quick"]
    corpus = {**given["corpus"], "most": quick["most"], "most_test": quick["most_test"]}
    tried = {**given["audit"], **{key: quick[key] for key in ("runs", "words", "contexts")}}
    return {
        **given,
        "seeds": quick["seeds"],
        "epsilons": quick["epsilons"],
        "rounds": 50,
        "corpus": corpus,
        "audit": tried,
    }


def fixed() -> Any:
    """A small case, to tell whether draws, learners and attack are still the same."""
    given = small(config())
    given["corpus"] = {**given["corpus"], "most": 40, "most_test": 30}
    given["audit"] = {**given["audit"], "epsilons": [4.0], "words": 6, "contexts": 1, "runs": 500}
    with st.small():
        found = measured(given)
    # Products of matrices differ from the fifth digit on with the number of threads.
    tables = [round(one["tables"], 2) for one in found["audits"]]
    return [found["utility"], found["attack"], tables]


def page(results: Config) -> str:
    utility, attack = results["utility"], results["attack"]
    lines = []
    for row in utility["entities"]:
        of = attack["rows"][row]
        low, high = of["interval"]
        lines.append(
            [
                row,
                *(
                    cell
                    for task in TASKS
                    for cell in (
                        st.percent(utility[task][row]),
                        "" if row == NONE else st.change(utility[task][row]),
                    )
                ),
                f"{100 * of['share']:.1f} ({100 * low:.1f}–{100 * high:.1f})",
                f"{100 * of['stays']:.1f}",
            ]
        )
    heads = [
        "released",
        "entities, F1",
        "change",
        "intents, accuracy",
        "change",
        "values named",
        "same as before",
    ]
    audited = [
        [
            one["mechanism"],
            f"{one['epsilon']:g}",
            f"{one['tables']:.3f}",
            f"{one['bound']:.3f}",
            "holds" if one["holds"] else "violated",
        ]
        for one in results["audits"]
    ]
    row = row_name("SanText", min(results["epsilons"]))
    powers = (f"{task} {100 * st.detectable(utility[task][row]['interval']):.1f}" for task in TASKS)
    return "\n\n".join(
        [
            st.said_of(results),
            f"{results['n'][0]:,} utterances to learn from, {results['n'][1]:,} to test on; "
            f"{results['words']:,} private words, {results['list']:,} words in the public list of "
            f"the baselines. The attacker is asked {attack['n']:,} spans with one of "
            f"{attack['values']} values, of which the most frequent has {attack['most']:.1%}.",
            st.markdown(heads, lines),
            f"Smallest change that would have been seen with 80 % chance, in points: "
            f"{', '.join(powers)}.",
            "**Audits**: the most by which two words of the corpus are told apart in the "
            "mechanism's own tables, and a lower bound from draws",
            st.markdown(["mechanism", "ε claimed", "by its tables", "from draws", ""], audited),
        ]
    )


def main() -> None:
    given = config()
    if st.is_page():
        checked(st.rewritten(HERE, page), given)
        return
    st.need_data(st.is_quick())
    if st.is_quick():
        given = small(given)
        checked(measured(given), given, 0.1)
        print("the bounds hold")
        return
    results = st.facts(seeds=given["seeds"], epsilons=given["epsilons"], **measured(given))
    st.written(HERE, results, page)
    checked(results, given)


if __name__ == "__main__":
    main()
