"""Peng et al. 2022, Table 9: reading comprehension, learnt from distorted text.

experiments/run peng-reading [--quick | --page] [--workers N]
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
sys.path[:0] = [str(HERE), str(HERE.parent)]

import reader as rd  # noqa: E402 - beside this file

import studies as st  # noqa: E402 - beside this folder
from understudy.core.draw import seed_key  # noqa: E402
from understudy.core.types import Document, Span  # noqa: E402
from understudy.encoder.model import Encoder  # noqa: E402
from understudy.policy import Policy, with_rule  # noqa: E402
from understudy.utility.bootstrap import differences, score  # noqa: E402
from understudy.utility.tasks import Metric  # noqa: E402
from understudy.utility.transform import replacing_half as pipeline_of  # noqa: E402
from understudy.utility.transform import transform  # noqa: E402

Config = Mapping[str, Any]
METRICS = (
    Metric("exact match", lambda sums: sums[..., 0] / sums[..., 2]),
    Metric("F1", lambda sums: sums[..., 1] / sums[..., 2]),
)
UNPROTECTED, MASKED = "unprotected", "masked"


def config() -> dict[str, Any]:
    return tomllib.loads((HERE / "config.toml").read_text(encoding="utf-8"))


def documents(path: str) -> list[list[Document]]:
    """Of each article its paragraphs, each with its questions below, and the answers as marks: an
    entity has one stand-in in all of them."""
    found = []
    articles = json.loads((st.DATA / path).read_text(encoding="utf-8"))["data"]
    for number, article in enumerate(articles):
        of_article = []
        for at, paragraph in enumerate(article["paragraphs"]):
            lines, marks = [paragraph["context"].replace("\n", " ")], []
            for question in paragraph["qas"]:
                answer = question["answers"][0]
                start = answer["answer_start"]
                marks.append(Span(start, start + len(answer["text"]), str(len(lines))))
                lines.append(question["question"].replace("\n", " "))
            text = "\n".join(lines)
            name = f"{number}/{at}"
            of_article.append(Document(name, text, "en", annotations=tuple(marks)))
        found.append(of_article)
    return found


def questions(shown: Sequence[Document]) -> list[rd.Asked]:
    """Those whose answer is still there; paragraph and questions are lines again."""
    found = []
    for one in shown:
        lines = one.text.split("\n")
        for span in one.annotations:
            if span.start < span.end <= len(lines[0]):
                asked = (one.id, lines[0], lines[int(span.label)], span.start, span.end)
                found.append(rd.Asked(*asked))
    return found


def entities(shown: Sequence[Document], model: str) -> tuple[tuple[Span, ...], ...]:
    """What the model takes for names; the paper asks spaCy."""
    blind = [one._replace(annotations=()) for one in shown]
    known = Encoder.load(model).tag(blind)
    return tuple(tuple(one for one in spans if one.label in _NAMES) for spans in known)


_NAMES = ("PERSON", "LOCATION", "ORGANIZATION")


def measured(given: Config) -> dict[str, Any]:
    articles = documents(given["path"])
    test = [one for part in articles[:: given["test"]] for one in part]
    rest = [part for at, part in enumerate(articles) if at % given["test"]]
    train = [one for part in st.thinned(rest, given["most"]) for one in part]
    marks = entities(train, given["model"])
    asked = questions(test)
    base, rows, cells = Policy("reading", leak_check=False), {}, {}
    for name, rule in {UNPROTECTED: None, **given["rows"]}.items():
        begun = time.perf_counter()
        shown: Sequence[Document] = train
        if rule is not None:
            made = pipeline_of(with_rule(base, rule))
            shown = transform(train, marks, made, seed_key(given["seed"]), st.workers(1)).documents
        seconds = round(time.perf_counter() - begun, 1)
        learnt_from = questions(shown)
        model = rd.trained(learnt_from, given["reader"], given["seed"])
        cells[name] = [rd.cells(asked, rd.read(model, asked, given["reader"]))]
        gains = differences(
            cells[name],
            cells[UNPROTECTED],
            METRICS,
            rounds=given["rounds"],
            seed=0,
            alpha=given["alpha"],
        )
        scores = {
            one.name: {
                "mean": round(score(cells[name], one).mean, 5),
                "value": gains[one.name].value,
                "interval": [gains[one.name].low, gains[one.name].high],
            }
            for one in METRICS
        }
        rows[name] = {"questions": len(learnt_from), "seconds": seconds, **scores}
        print(name, rows[name], flush=True)
    return {
        "train": len(train),
        "test": len(test),
        "asked": len(asked),
        "entities": sum(map(len, marks)),
        "rows": rows,
    }


def checked(found: Config, slack: float = 0.0) -> list[dict[str, Any]]:
    """The paper's order: masks teach least, phrases chosen by NDD lose least."""
    f1 = {name: row["F1"]["mean"] for name, row in found["rows"].items()}
    with_, without = f1["substituted w/ NDD"], f1["substituted w/o NDD"]
    return [
        {
            "what": "masked less unprotected, F1",
            "found": round(f1[MASKED] - f1[UNPROTECTED], 4),
            "wanted": "< 0",
            "holds": f1[MASKED] < f1[UNPROTECTED] + slack,
        },
        {
            "what": "substituted w/ NDD less w/o, F1",
            "found": round(with_ - without, 4),
            "wanted": "> 0",
            "holds": with_ > without - slack,
        },
        {
            "what": "substituted w/o NDD less unprotected, F1",
            "found": round(without - f1[UNPROTECTED], 4),
            "wanted": "< 0",
            "holds": without < f1[UNPROTECTED] + slack,
        },
    ]


def fixed() -> Any:
    """A small case, to tell whether what is distorted and read is still the same."""
    given = config()
    with st.small():
        found = measured({**given, "most": 2, "rounds": 10})
    return {name: [row[one.name]["mean"] for one in METRICS] for name, row in found["rows"].items()}


def page(results: Config) -> str:
    paper = config()["paper"]
    lines = []
    for name, row in results["rows"].items():
        printed = paper.get(name, [""] * 5)
        cells = [
            cell
            for one in METRICS
            for cell in (
                f"{100 * row[one.name]['mean']:.1f}",
                "" if name == UNPROTECTED else st.change(row[one.name]),
            )
        ]
        lines.append([name, f"{row['questions']:,}", *cells, *printed])
    heads = ["training text", "questions", "EM", "change", "F1", "change"]
    heads += ["paper: SQuAD 1.0 EM", "F1", "SQuAD 2.0 EM", "F1", "CoQA F1"]
    least = 100 * st.detectable(results["rows"]["substituted w/o NDD"]["F1"]["interval"])
    held = [
        [one["what"], one["found"], one["wanted"], "yes" if one["holds"] else "**no**"]
        for one in results["checks"]
    ]
    return "\n\n".join(
        [
            st.said_of(results),
            f"{results['train']} paragraphs to learn from, in which {results['entities']:,} "
            f"entities were found; {results['asked']} questions about {results['test']} others.",
            st.markdown(heads, lines),
            f"Smallest change of F1 that would have been seen with 80 % chance: {least:.1f} "
            "points.",
            st.markdown(["to be shown", "found", "wanted", "holds"], held),
        ]
    )


def main() -> None:
    given = config()
    if st.is_page():
        st.rewritten(HERE, page)
        return
    st.need_data(st.is_quick())
    if st.is_quick():
        found = measured({**given, **given["quick"], "rounds": 100})
        wrong = [one["what"] for one in checked(found, 0.15) if not one["holds"]]
        if wrong or not found["rows"][UNPROTECTED]["F1"]["mean"] > 0.3:
            raise SystemExit(f"not as asserted: {'; '.join(wrong) or 'nothing was learnt'}")
        print("the table has its order")
        return
    found = measured(given)
    st.written(HERE, st.facts(seeds=[given["seed"]], checks=checked(found), **found), page)


if __name__ == "__main__":
    main()
