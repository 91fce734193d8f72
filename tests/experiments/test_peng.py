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
    assert metric.st.filled(page, metric.page(results, metric.config())) == page
    assert {"commit", "model", "seed", "confidence", "part", "units", "mu"} <= set(results)
    assert results["part"] == "test"
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
        pairs.Words,
        "lemma",
        lambda self, word, tag: (word.removesuffix("iendo").removesuffix("e"), tag),
    )
    words = pairs.Words("es", tokens, lists)
    (near,) = pairs.pairs("synonym-antonym", [(text, tagged)], words, 5, 1)
    assert near.like.text == "Un perro enorme duerme"
    assert near.unlike.text == "Un perro pequeño duerme"
    preposition = [*tagged[:2], (9, 15, "ADP"), tagged[3]]
    assert not pairs.pairs("synonym-antonym", [(text, preposition)], words, 5, 1)
    (verbs,) = pairs.pairs("term", [(text, tagged)], words, 5, 1)
    assert verbs.like.text == "Un perro grande come"
    assert verbs.unlike.text == "Un perro grande comiendo"
    (tags,) = pairs.pairs("part of speech", [(text, tagged)], words, 5, 2)
    kinds, places = dict(tokens), {(start, end): tag for start, end, tag in tagged}
    for edited, same in ((tags.like, True), (tags.unlike, False)):
        ((start, end),) = edited.edited
        put = kinds[edited.text[start:end].lower()]
        assert (put == places[tags.original.edited[0]]) == same


def test_a_lead_is_counted_on_the_same_resamples(metric: ModuleType) -> None:
    compared = sys.modules["compared"]
    draw = np.random.default_rng(1)
    wanted = np.tile([1.0, 0.0], 200)
    noise = draw.normal(size=400)
    metrics = dict.fromkeys(metric.METRICS, wanted + 3.0 * noise)
    metrics["NDD"] = metrics["NDD, weighted"] = wanted + 2.0 * noise
    metrics["Δ-perplexity"] = -wanted
    found = compared.Scored(metrics, wanted, np.repeat(np.arange(200), 2))
    result = compared.correlations(found, 200, 1)
    lead = result["NDD"]["r"] - result["cosine"]["r"]
    assert result["NDD"]["lead"]["r"] == pytest.approx(lead)
    assert result["NDD"]["leads"]["Δ-perplexity"]["r"] > 100.0
    low, high = result["NDD"]["lead"]["interval"]
    assert 0.0 < low < lead < high  # far narrower than either interval
    assert high - low < np.ptp(result["NDD"]["interval"])
    assert metric.ahead({"one": result}) == metric.sure({"one": result}) == 1
    half = compared.correlations(found.at(found.owners < 100), 50, 1)
    assert half["NDD"]["r"] != result["NDD"]["r"]


def test_every_metric_takes_equal_sentences_as_alike(metric: ModuleType) -> None:
    version = metric.versions_of(metric.Encoder(), "A man buys a car.", "A man buys a dog.")
    measure = metric.Measure(metric.Encoder(), "pieces", 0.5, 0.0025)
    found = measure([(version[0], version), (version[1], version)])
    assert set(found) == set(metric.METRICS)
    assert found["Δ-perplexity"][[0, 3]].tolist() == [0.0, 0.0]
    for name in metric.NDDS:
        assert found[name][[0, 3]].tolist() == [0.0, 0.0]
        assert found[name][1] == pytest.approx(found[name][2], abs=1e-6)
        assert found[name][1] < 0.0
    assert found["NDD, weighted"][1] != found["NDD"][1]
    for name in ("cosine", "cosine, mean", "cosine, trained"):
        assert found[name][[0, 3]] == pytest.approx(1.0)
        assert found[name][1] == pytest.approx(found[name][2])
        assert found[name][1] < 1.0


def test_plain_ndd_is_the_mean_of_the_paper(metric: ModuleType) -> None:
    encoder = metric.Encoder()
    one, other = metric.versions_of(encoder, "A man buys a car.", "The man sold a red car.")
    plain = sys.modules["compared"].Divergence(encoder, "hellinger", "mean")
    found = metric.Measure(encoder, "words", 0.5, 0.0025)([(one, (other,))])
    assert -found["NDD"][0] == pytest.approx(plain.scores(one, [other])[0])


def test_overlap_is_the_common_subsequence(metric: ModuleType) -> None:
    common = sys.modules["pairs"].common
    assert common(["a", "b", "c", "d"], ["a", "x", "c", "d", "e"]) == 0.75
    assert common(["a"], ["b"]) == 0.0
    assert common([], ["b"]) == 0.0


@pytest.mark.parametrize(
    ("word", "form"),
    [
        *(("jugando", "gerund"), ("perderse", "infinitive"), ("hacerlo", "infinitive")),
        *(("sentadas", "participle, as"), ("hecho", "participle, o"), ("dijo", "past, one")),
        *(("subieron", "past, they"), ("tenía", "imperfect, one"), ("será", "future, one")),
        *(("compré", "past, one"), ("duerme", "present, one"), ("corren", "present, they")),
        *(("gustaría", "conditional, one"), ("jugamos", "present, we"), ("mira", "present, one")),
    ],
)
def test_forms_of_spanish_verbs(metric: ModuleType, word: str, form: str) -> None:
    assert sys.modules["forms"].spanish(word) == form


@pytest.mark.data
def test_words_of_wordnet(metric: ModuleType) -> None:
    wordnet = sys.modules["wordnet"]
    try:
        wordnet.folder()
    except SystemExit as told:
        pytest.skip(str(told))
    like, unlike = wordnet.related("big", "ADJ")
    assert "large" in like and "little" in unlike and not like & unlike
    assert wordnet.related("quietly", "ADP") == (set(), set())
    assert wordnet.lemma("went", "VERB") == "go"
    assert wordnet.lemma("dogs", "NOUN") == "dog"
    assert wordnet.lemma("playing", "VERB") == "play"
    assert wordnet.lemma("glass", "NOUN") == "glass"
    assert wordnet.lemma("were", "AUX") == "be"
    english = sys.modules["forms"].english
    for form, verbs in {
        "past": "said called",
        "past, participle": "seen gone sung",
        "past, alone": "saw went sang began",
        "s": "has plays",
        "base": "need run",
        "ing": "running",
    }.items():
        assert {english(verb) for verb in verbs.split()} == {form}
    tokens = [("bought", "VERB"), ("purchased", "VERB"), ("purchase", "VERB"), ("sold", "VERB")]
    words = sys.modules["pairs"].Words("en", [*tokens, ("a", "DET"), ("as", "NOUN")])
    assert words.related("bought", "VERB") == ({"purchased": 1}, {"sold": 1})
    assert set(words.by_lemma[words.lemma("a", "DET")]) == {"a"}


def test_phrases_of_all_kinds_are_parted(paths: None) -> None:
    phrases = _module("peng-ner", "phrases")
    said = "The red dogs were happy and ran away very fast"
    tags = ["DET", "ADJ", "NOUN", "AUX", "ADJ", "CCONJ", "VERB", "ADV", "ADV", "ADV"]
    words, at = [], 0
    for word, tag in zip(said.split(), tags, strict=True):
        words.append((at, at + len(word), tag))
        at += len(word) + 1
    tagged = (said, tuple(words))
    nouns = [said[one.start : one.end] for one in phrases.kinds_of(tagged, "noun")]
    assert nouns == ["red dogs"]
    every = {said[one.start : one.end]: one.label for one in phrases.kinds_of(tagged, "every")}
    assert every == {
        "red dogs": phrases.PHRASE,
        "happy": "ADJECTIVE_PHRASE",
        "ran": "VERB_PHRASE",
        "away very fast": "ADVERB_PHRASE",
    }
