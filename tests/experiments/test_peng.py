"""The experiments after Peng et al. 2022: their tables are their results, and they can be run."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]


def _module(folder: str, name: str = "run") -> ModuleType:
    path = ROOT / "experiments" / folder / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"{folder.replace('-', '_')}_{name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def paths() -> Iterator[None]:
    """The scripts put their folders in front; what follows should not see them."""
    before = list(sys.path)
    yield
    sys.path[:] = before


@pytest.fixture(scope="module")
def metric(paths: None) -> ModuleType:
    return _module("peng-metric")


@pytest.fixture(scope="module")
def choice(paths: None) -> ModuleType:
    return _module("private-choice")


def _results(of: ModuleType) -> dict[str, Any]:
    if not of.RESULTS.exists():
        pytest.skip(f"{of.RESULTS.parent.name} has not been run")
    found: dict[str, Any] = json.loads(of.RESULTS.read_text(encoding="utf-8"))
    return found


def test_the_page_of_the_metric_shows_what_the_file_says(metric: ModuleType) -> None:
    results = _results(metric)
    page = metric.README.read_text(encoding="utf-8")
    assert metric.filled(page, metric.page(results, metric.config())) == page
    assert {"commit", "model", "seed", "confidence"} <= set(results)
    plot = metric.PLOT.read_text(encoding="utf-8")
    assert plot == metric.curves(results["languages"], metric.METRICS[:4])


def test_every_test_of_the_paper_was_run_in_both_languages(metric: ModuleType) -> None:
    results = _results(metric)
    for language in ("en", "es"):
        tests = results["languages"][language]["tests"]
        assert set(tests) == set(metric.config()["paper"])
        assert all(of_test["n"] >= 50 for of_test in tests.values())


def test_the_page_of_the_choice_shows_what_the_file_says(choice: ModuleType) -> None:
    results = _results(choice)
    page = choice.README.read_text(encoding="utf-8")
    assert choice.whole(page, results) == page
    assert choice.PLOT.read_text(encoding="utf-8") == choice.drawn(results["rows"], choice.config())


def test_what_is_kept_grows_with_epsilon(choice: ModuleType) -> None:
    rows = _results(choice)["rows"]
    given = choice.config()
    for name, _, _ in choice.ways(given):
        for k in given["candidates"]:
            shares = [row["share"] for row in rows if (row["scale"], row["k"]) == (name, k)]
            assert len(shares) == len(given["epsilons"])
            assert all(0.0 < one < other < 1.0 for one, other in pairwise(shares))


def test_gain_and_share_of_a_choice(choice: ModuleType) -> None:
    scores = np.array([[0.0, 1.0], [0.4, 0.6]])
    sharp, blunt = (choice.PrivateChoice(epsilon, 2, "rank") for epsilon in (50.0, 0.0))
    for private, wanted in ((sharp, 1.0), (blunt, 0.0)):
        gains, most = choice.kept(scores, private, 500, 1)
        assert choice.share(gains, most, 1)["share"] == pytest.approx(wanted, abs=1e-6)
    assert most[0] == pytest.approx(5 * most[1], rel=0.2)


def test_pairs_replace_as_many_words_alike_and_unlike(
    metric: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = sys.modules["pairs"]
    lists = {"synonyms": {"grande": ["enorme"]}, "antonyms": {"grande": ["pequeño"]}}
    text = "Un perro grande duerme"
    tagged = [(0, 2, "DET"), (3, 8, "NOUN"), (9, 15, "ADJ"), (16, 22, "VERB")]
    tokens = [
        *(("perro", "NOUN"), ("gato", "NOUN"), ("grande", "ADJ"), ("enorme", "ADJ")),
        *(("pequeño", "ADJ"), ("duerme", "VERB"), ("come", "VERB"), ("comiendo", "VERB")),
        *(("un", "DET"), ("el", "DET")),
    ]
    monkeypatch.setattr(
        pairs.Words, "lemma", lambda self, word, tag: word.removesuffix("iendo").removesuffix("e")
    )
    words = pairs.Words("es", tokens, lists)
    (near,) = pairs.pairs("synonym-antonym", [(text, tagged)], words, 5, 1)
    assert near.like.text == "Un perro enorme duerme"
    assert near.unlike.text == "Un perro pequeño duerme"
    (verbs,) = pairs.pairs("term", [(text, tagged)], words, 5, 1)
    assert verbs.like.text == "Un perro grande come"
    assert verbs.unlike.text == "Un perro grande comiendo"
    (tags,) = pairs.pairs("part of speech", [(text, tagged)], words, 5, 2)
    kinds, places = dict(tokens), {(start, end): tag for start, end, tag in tagged}
    for edited, same in ((tags.like, True), (tags.unlike, False)):
        ((start, end),) = edited.edited
        put = kinds[edited.text[start:end].lower()]
        assert (put == places[tags.original.edited[0]]) == same


def test_overlap_is_the_common_subsequence(metric: ModuleType) -> None:
    common = sys.modules["pairs"].common
    assert common(["a", "b", "c", "d"], ["a", "x", "c", "d", "e"]) == 0.75
    assert common(["a"], ["b"]) == 0.0
    assert common([], ["b"]) == 0.0


@pytest.mark.data
def test_words_of_wordnet(metric: ModuleType) -> None:
    wordnet = sys.modules["wordnet"]
    try:
        wordnet.folder()
    except SystemExit as told:
        pytest.skip(str(told))
    assert "woman" in wordnet.antonyms("man", "NOUN")
    assert "large" in wordnet.synonyms("big", "ADJ")
    assert wordnet.lemma("went", "VERB") == "go"
    assert wordnet.lemma("dogs", "NOUN") == "dog"
    assert wordnet.lemma("playing", "VERB") == "play"
    assert wordnet.lemma("glass", "NOUN") == "glass"
