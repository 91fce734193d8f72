"""Whether stand-ins show anything that is not declared: random and hostile neighbours.

experiments/run audit-sketches [--quick] [--workers N] [--state FOLDER]

With a state folder, pairs that are judged are not judged again, and several runs share the work.
"""

from __future__ import annotations

import pickle
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import studies as st  # noqa: E402 - beside this folder
from understudy import engines  # noqa: E402
from understudy.audit.anonymity import measure  # noqa: E402
from understudy.audit.neighbours import (  # noqa: E402
    LISTED,
    Pair,
    Value,
    document_of,
    lone_pairs,
    random_pairs,
)
from understudy.audit.pairs import (  # noqa: E402
    Audited,
    Judge,
    Judged,
    judge_of,
    summed_up,
)
from understudy.audit.populations import populations  # noqa: E402
from understudy.replace.surrogate.writers import KIND_OF  # noqa: E402
from understudy.surrogates.settings import Settings  # noqa: E402

Config = Mapping[str, Any]
_SENTENCES = {"en": "It was {}.", "es": "Era {}."}
_AGES = {"en": "She is {AGE} years old.", "es": "Tiene {AGE}."}
_COINS = 24
_WAIT = 2.0
"""Seconds between two looks at what other runs have done."""


def config() -> dict[str, Any]:
    return tomllib.loads((HERE / "config.toml").read_text(encoding="utf-8"))


def hostile(languages: list[str]) -> Iterator[Pair]:
    """The pairs that were written by hand."""
    written = tomllib.loads((HERE / "hostile.toml").read_text(encoding="utf-8"))
    number = 0
    for language in languages:
        for text, one, other, *_ in (*written[language]["alike"], *written[language]["declared"]):
            template = text if "{" in text else _SENTENCES[language].format(f"{{{text}}}")
            template = _AGES[language] if text == "AGE" else template
            sides = [[side] if isinstance(side, str) else list(side) for side in (one, other)]
            documents = [document_of(template, side, "pair", language) for side in sides]
            at = next(place for place, values in enumerate(zip(*sides, strict=True))
                      if values[0] != values[1])  # fmt: skip
            category = documents[0].annotations[at].label
            values = Value(sides[0][at], LISTED), Value(sides[1][at], LISTED)
            yield Pair(number, category, language, (documents[0], documents[1]), values)
            number += 1


def kept(judge: Judge, pairs: list[Pair], folder: Path) -> list[Judged]:
    """Judges the pairs that no other run has taken, and reads what all of them found."""
    folder.mkdir(parents=True, exist_ok=True)
    for pair in pairs:
        path = folder / f"{pair.number}.pickle"
        try:
            path.with_suffix(".taken").open("x").close()
        except FileExistsError:
            continue
        made = path.with_suffix(".made")
        made.write_bytes(pickle.dumps(judge(pair)))
        made.rename(path)
    done = [folder / f"{pair.number}.pickle" for pair in pairs]
    while not all(path.exists() for path in done):  # other runs are still at some
        time.sleep(_WAIT)
    return [pickle.loads(path.read_bytes()) for path in done]


def judged(judge: Judge, pairs: list[Pair], name: str, workers: int) -> dict[str, Any]:
    """What an audit found, and of which pairs."""
    state = st.state_folder()
    if state is None:
        found = list(engines.run(judge, pairs, workers))
    else:
        found = kept(judge, pairs, state / name)
    coins = judge.coins(lone_pairs(_COINS, 1))
    made: Audited = summed_up(found, [] if coins is None else [coins], judge.runs)
    origins = Counter(
        f"{one.origin} ~ {two.origin}" for one, two in (pair.values for pair in pairs)
    )
    return {
        **made.as_json(),
        "categories": dict(sorted(Counter(pair.category for pair in pairs).items())),
        "origins": dict(sorted(origins.items())),
        "compared": sum(bool(one.tests) for one in found),
    }


def alike(language: str) -> dict[str, list[float]]:
    """Of public values of a sort, the share of pairs with one sketch: by default, and with gender
    and country given up."""
    found: dict[str, list[float]] = {}
    for settings in (Settings(language), Settings(language, gender=False, country=False)):
        for name, kind in KIND_OF.items():
            for population in populations(name, settings):
                own = measure(population, kind, settings).alike
                found.setdefault(population.name, []).append(round(own, 4))
    return found


def fixed() -> Any:
    """A small case, to tell whether pairs are still judged alike."""
    judge = judge_of(40, 1)
    found = judged(judge, list(random_pairs(6, 1, judge.alike)), "fixed", 1)
    return {name: found[name] for name in ("pairs", "tests", "violations")}


def page(results: Mapping[str, Any]) -> str:
    parts = [st.said_of(results)]
    rows = [
        [
            name,
            f"{one['pairs']:,}",
            f"{one['runs']:,}",
            f"{one['equal_sketches']:,}",
            f"{one['tests']:,}",
            f"{one['detectable']:.3f}",
            len(one["violations"]),
        ]
        for name, one in (("random", results["random"]), ("hostile", results["hostile"]))
    ]
    heads = ["neighbours", "pairs", "runs a side", "with one sketch", "tests"]
    heads += ["difference found with 80 % power", "not covered by what is declared"]
    parts.append(st.markdown(heads, rows))
    parts.append("Declared fields in which random neighbours differ, the most frequent first:")
    counts = results["random"]["covered"]
    common = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:10]
    parts.append(st.markdown(["field", "pairs"], common))
    parts.append(
        "Share of pairs of public values with one sketch, each value as often as lists draw it; in "
        "brackets without gender and country:"
    )
    languages = list(results["alike"])
    names = list(results["alike"][languages[0]])
    rows = [
        [name, *(_both(results["alike"][language][name]) for language in languages)]
        for name in names
    ]
    parts.append(st.markdown(["values", *languages], rows))
    return "\n\n".join(parts)


def _both(shares: list[float]) -> str:
    return f"{shares[0]:.0%} ({shares[1]:.0%})"


def main() -> None:
    quick = st.is_quick()
    given = config()
    if quick:
        given |= {"pairs": 12, "runs": 60, "hostile_runs": 20}
    workers = st.workers(1)
    judge = judge_of(given["runs"], given["seed"])
    pairs = list(random_pairs(given["pairs"], given["seed"], judge.alike))
    of_random = judged(judge, pairs, "random", workers)
    of_hostile = judged(
        judge_of(given["hostile_runs"], given["seed"]),
        list(hostile(given["languages"]))[:: 20 if quick else 1],
        "hostile",
        workers,
    )
    for one in (of_random, of_hostile):
        assert quick is False or not one["violations"]
        print({name: one[name] for name in ("pairs", "runs", "tests", "detectable", "violations")})
    if quick:
        return
    shares = {language: alike(language) for language in given["languages"]}
    results = st.facts(seeds=[given["seed"]], random=of_random, hostile=of_hostile, alike=shares)
    st.written(HERE, results, page)


if __name__ == "__main__":
    main()
