"""Neighbouring distribution divergence, on the shipped model."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from understudy.core.errors import UsageError
from understudy.encoder import Encoder
from understudy.encoder.divergence import DIVERGENCES, Divergence, ndd
from understudy.encoder.grid import GRID, on_grid
from understudy.encoder.masked import MaskedModel, Question
from understudy.encoder.versions import HIDDEN, Version, read, versions_of

MATCH = "Masao Yoshikawa was defeated in the match in {}."
TRADE = "{} deals with the global rules of trade between nations."
WINNER = "{} was defeated in the match in Hokkaido."
CARE = "Big Bear doesn't care for {}, which aren't biodegradable."
LANGUAGE = "The organization admitted {} as an official language in 2006."
ORDERED = [
    (MATCH, "Hokkaido", "Moscow", "1926"),
    (
        TRADE,
        "The World Trade Organization",
        "The Swedish Technical Centre",
        "The underlying principles agree",
    ),
    (LANGUAGE, "Russian", "Indonesian", "efforts"),
    (WINNER, "Masao Yoshikawa", "Cobb Hero", "Eventually Blackpool"),
    (CARE, "disposable diapers", "Democrats", "an election"),
]
"""The four cases of Peng et al.'s Figure 4, and the one of Figure 5 that has a worse rewriting."""
MEASURES = [
    {"divergence": "kl", "pool": "sum"},
    {"divergence": "hellinger", "pool": "mean"},
    {"divergence": "js", "pool": "share"},
    {"divergence": "kl", "pool": "sum", "units": "pieces"},
]
SENTENCE = "The old man lives in Madrid with his two daughters."


def _edit(text: str, old: str, new: str) -> tuple[Version, Version]:
    at = text.index(old)
    edited = text[:at] + new + text[at + len(old) :]
    return Version(text, ((at, at + len(old)),)), Version(edited, ((at, at + len(new)),))


def test_the_shipped_model_is_a_masked_model(full: Encoder) -> None:
    assert isinstance(full, MaskedModel)


@pytest.mark.parametrize("measure", MEASURES, ids=lambda one: "-".join(one.values()))
@pytest.mark.parametrize("case", ORDERED, ids=lambda case: case[1].split()[-1])
def test_examples_of_the_paper_keep_their_order(
    full: Encoder, case: tuple[str, str, str, str], measure: dict[str, str]
) -> None:
    frame, original, near, far = case
    divergence = Divergence(full, **measure)  # type: ignore[arg-type]
    like, unlike = (
        ndd(frame.format(original), frame.format(other), divergence).ndd for other in (near, far)
    )
    assert 0.0 < like < unlike


@pytest.mark.parametrize("name", DIVERGENCES)
@pytest.mark.parametrize("pool", ["sum", "mean", "share"])
def test_equal_sentences_give_exactly_nothing(full: Encoder, name: str, pool: str) -> None:
    divergence = Divergence(full, name, pool)
    assert ndd(SENTENCE, SENTENCE, divergence).ndd == 0.0
    original, same = _edit(SENTENCE, "Madrid", "Madrid")
    _, other = _edit(SENTENCE, "Madrid", "London")
    scores = divergence.scores(original, [other, same, other])
    assert scores[1] == 0.0 and scores[0] == scores[2] > 0.0


def test_spaces_alone_are_no_edit(full: Encoder) -> None:
    assert ndd(SENTENCE, SENTENCE.replace(" ", "  "), Divergence(full)).ndd == 0.0


def _by_hand(full: Encoder, one: str, other: str, words: Sequence[tuple[str, int]]) -> float:
    """Σ μ^distance · KL(d′‖d), a word at a time, from the distributions themselves."""
    total = 0.0
    for word, distance in words:
        logs = []
        for text in (one, other):
            (pieces,) = full.pieces([text])
            at = int(np.flatnonzero(pieces.starts == text.index(f" {word}") + 1)[0])
            logs.append(full.distributions(pieces, [at])[0].astype(np.float64))
        old, new = logs
        total += 0.9**distance * float((np.exp(new) * (new - old)).sum())
    return total


def test_the_sum_is_that_of_the_formula(full: Encoder) -> None:
    one, other = (f"they say that {name} lives in the old town" for name in ("Anna", "Bob"))
    words = [("say", 2), ("that", 1), ("lives", 1), ("in", 2), ("the", 3), ("old", 4), ("town", 5)]
    found = ndd(one, other, Divergence(full))
    (first,) = [term for term in found.terms if term.start == 0]
    assert [term.weight for term in found.terms] == pytest.approx(
        [0.9**3, *(0.9**distance for _, distance in words)]
    )
    rest = found.ndd - first.weight * first.divergence
    assert rest == pytest.approx(_by_hand(full, one, other, words), rel=1e-3)


def test_pools_are_made_of_the_same_terms(full: Encoder) -> None:
    sums, means, shares = (
        ndd(MATCH.format("Rome"), MATCH.format("Oslo"), Divergence(full, "hellinger", pool))
        for pool in ("sum", "mean", "share")
    )
    values = [term.divergence for term in sums.terms]
    weights = [term.weight for term in sums.terms]
    assert means.ndd == pytest.approx(sum(values) / len(values), abs=2 * GRID)
    assert shares.ndd == pytest.approx(sums.ndd / sum(weights), abs=2 * GRID)
    assert {term.weight for term in means.terms} == {1.0}


@pytest.mark.parametrize("name", ["hellinger", "js"])
def test_the_normalised_form_lies_between_nothing_and_one(full: Encoder, name: str) -> None:
    divergence = Divergence(full, name, "share", mu=0.5)
    edits = ("London", "xq9 %$", "of of of of", "🦉🦉🦉", "a" * 300)
    original = _edit(SENTENCE, "Madrid", "")[0]
    scores = divergence.scores(original, [_edit(SENTENCE, "Madrid", one)[1] for one in edits])
    assert all(0.0 < score <= 1.0 for score in scores)


def test_logarithms_do_not_overflow() -> None:
    certain = np.log(np.array([[1.0, 1e-38, 1e-38]], np.float32))
    other = np.log(np.array([[1e-38, 1.0, 1e-38]], np.float32))
    for name, compare in DIVERGENCES.items():
        value = float(compare(certain, other)[0])
        assert math.isfinite(value) and value > 0.5, name
        assert float(compare(certain, certain)[0]) == 0.0, name
    assert float(DIVERGENCES["hellinger"](certain, other)[0]) == pytest.approx(1.0)
    assert float(DIVERGENCES["js"](certain, other)[0]) == pytest.approx(1.0)
    assert float(DIVERGENCES["kl"](certain, other)[0]) == pytest.approx(38 * math.log(10), rel=1e-3)


@pytest.mark.parametrize(
    ("original", "edited", "same"),
    [
        ("a man runs", "a big man runs", ["a", "man", "runs"]),
        ("a big man runs", "a man runs", ["a", "man", "runs"]),
        ("a man runs", "a man runs fast", ["a", "man", "runs"]),
        ("run home now", "home now", ["home", "now"]),
        ("Ann met Bob in Rome", "Eve met Tim in Oslo", ["met", "in"]),
        ("(Ann) is here", "(the A. B.) is here", ["is", "here"]),
    ],
    ids=["insert", "delete", "append", "first", "several", "fused"],
)
def test_any_edit_is_compared_on_what_it_left(
    full: Encoder, original: str, edited: str, same: list[str]
) -> None:
    found = ndd(original, edited, Divergence(full))
    words = [original[term.start : term.end] for term in found.terms]
    assert [word for word in words if word.isalpha()] == same
    assert found.ndd > 0.0


def test_the_nearest_of_several_edits_counts(full: Encoder) -> None:
    one, other = versions_of(full, "Ann said that she met Bob", "Eve said that she met Tim")
    (reading,) = read(full, [one], "words")
    assert list(reading.distances) == [0, 1, 2, 2, 1, 0]
    assert len(one.edited) == len(other.edited) == 2


def test_an_insertion_lies_between_its_neighbours(full: Encoder) -> None:
    (reading,) = read(full, [Version("she met him there", ((8, 8),))], "words")
    assert list(reading.distances) == [2, 1, 1, 2]


def test_the_window_leaves_out_what_is_far(full: Encoder) -> None:
    text = " ".join(["one", "two", "three", "four", "five", "six"] * 8)
    original, edited = _edit(text, "one", "nine")
    near = Divergence(full, window=3).compare([(original, [edited])])[0][0]
    assert len(near.terms) == 3
    assert Divergence(full, mu=0.9).reach == 43
    assert 0.9**44 < 0.01 <= 0.9**43
    assert Divergence(full, mu=1.0).reach == math.inf


def test_scores_do_not_depend_on_what_is_scored_beside_them(full: Encoder) -> None:
    divergence = Divergence(full, "hellinger", "share")
    jobs = []
    for text, old, others in (
        (SENTENCE, "Madrid", ["London", "a small village by the sea", "1926"]),
        (MATCH.format("Hokkaido"), "Hokkaido", ["Moscow", "Rome"]),
        ("he left " + "and he came back " * 12 + "to Lima", "Lima", ["Quito"]),
    ):
        jobs.append((_edit(text, old, old)[0], [_edit(text, old, new)[1] for new in others]))
    together = [[one.ndd for one in of_job] for of_job in divergence.compare(jobs)]
    alone = [[divergence.scores(first, [one])[0] for one in others] for first, others in jobs]
    # Sums depend on the shape of the batch. Of a score that lies between two multiples of the grid
    # one way of adding up may give the one and another way the other: one step is allowed.
    flat = [np.concatenate(scores) for scores in (together, alone)]
    assert np.abs(flat[0] - flat[1]).max() < 1.5 * GRID
    assert all(np.array_equal(scores, on_grid(scores)) for scores in flat)


@pytest.mark.parametrize("pool", ["sum", "mean", "share"])
def test_what_rounding_adds_decides_nothing(
    full: Encoder, monkeypatch: pytest.MonkeyPatch, pool: str
) -> None:
    """Candidates that score alike but for a hundred-millionth: the first of them wins."""
    noise = np.random.default_rng(3)
    monkeypatch.setitem(
        DIVERGENCES,  # type: ignore[arg-type]
        "kl",
        lambda edited, original: 0.3 + noise.uniform(-1e-8, 1e-8, len(edited)),
    )
    divergence = Divergence(full, "kl", pool)
    original = _edit(SENTENCE, "Madrid", "")[0]
    versions = [_edit(SENTENCE, "Madrid", one)[1] for one in ("Rome", "Oslo", "Lima", "Bonn")]
    for _ in range(5):
        assert len(set(divergence.scores(original, versions))) == 1
        assert divergence.least(original, versions) == 0


_EDITS = ("Rome", "Oslo", "1926", "it", "and", "Anna", "his-dog", "the_sea", "Ñandú")


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(_EDITS), min_size=1, max_size=6))
def test_the_least_is_that_of_the_scores(full: Encoder, candidates: list[str]) -> None:
    original = _edit(SENTENCE, "Madrid", "")[0]
    versions = [_edit(SENTENCE, "Madrid", one)[1] for one in candidates]
    for divergence in (Divergence(full), Divergence(full, "hellinger", "share", mu=0.5)):
        scores = divergence.scores(original, versions)
        # Read in rings and read at once may differ by one step of the grid.
        assert scores[divergence.least(original, versions)] < min(scores) + 1.5 * GRID


def test_what_is_hidden_does_not_enter(full: Encoder) -> None:
    """Neither what stood there nor how long it was: it is one sign."""
    frame = "the letter from {} went to {} in the end"
    at = len("the letter from ")

    def version(value: str) -> Version:
        text = frame.format(value, HIDDEN)
        return Version(text, ((at, at + len(value)),), ((text.index(HIDDEN),) * 2,))._replace(
            hidden=((text.index(HIDDEN), text.index(HIDDEN) + 1),)
        )

    (reading,) = read(full, [version("Ann")], "words")
    masks = [int(piece) for piece in reading.pieces.ids if piece == full.mask]
    assert len(masks) == 1
    found = Divergence(full).compare([(version("Ann"), [version("Robert")])])[0][0]
    words = [version("Ann").text[term.start : term.end] for term in found.terms]
    assert HIDDEN not in words and {"letter", "went", "end"} <= set(words)


def test_a_text_longer_than_the_window_is_compared(full: Encoder) -> None:
    text = "He wrote to her again. " * 120 + "Then he moved to Lima and was happy there."
    original, edited = _edit(text, "Lima", "Quito")
    found = Divergence(full).compare([(original, [edited])])[0][0]
    assert found.ndd > 0.0
    assert all(math.isfinite(term.divergence) for term in found.terms)
    assert text[found.terms[-1].start : found.terms[-1].end] == "."


def test_long_spans_and_odd_characters_are_compared(full: Encoder) -> None:
    divergence = Divergence(full)
    for new in ("so " * 100, "", "\u200b\ufffd𝔘ñ", "日本", "\ud800", "x" * 2000):
        original, edited = _edit(SENTENCE, "Madrid", new)
        assert divergence.scores(original, [edited])[0] > 0.0
    assert ndd("x" * 3000 + " lives", "y lives", divergence).ndd > 0.0


def test_nothing_in_common_is_refused(full: Encoder) -> None:
    for one, other in (("cat", "dog"), ("", "dog"), ("Anna", "")):
        with pytest.raises(UsageError, match="nothing to compare"):
            ndd(one, other, Divergence(full))
    assert ndd("", "", Divergence(full)).ndd == 0.0


def test_a_span_over_the_whole_text_leaves_nothing_to_weigh(full: Encoder) -> None:
    divergence = Divergence(full)
    whole = Version("Anna Lee", ((0, 8),))
    others = [Version("Bob", ((0, 3),)), Version("Eve Ray", ((0, 7),))]
    assert divergence.scores(whole, others) == [0.0, 0.0]
    assert divergence.least(whole, others) == 0


@pytest.mark.parametrize(
    "wrong",
    [{"divergence": "l2"}, {"pool": "max"}, {"units": "letters"}, {"mu": 0.0}, {"window": 0}],
    ids=str,
)
def test_wrong_parameters_are_refused(full: Encoder, wrong: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        Divergence(full, **wrong)  # type: ignore[arg-type]


def test_the_tagger_alone_cannot_measure(fast: Encoder) -> None:
    with pytest.raises(UsageError, match="'full'"):
        ndd("a cat sat", "a dog sat", Divergence(fast))


def test_no_representation_shows_text(full: Encoder) -> None:
    original, _ = _edit(SENTENCE, "Madrid", "Rome")
    shown = repr(original) + repr(read(full, [original], "words")[0])
    assert "Madrid" not in shown


def test_answers_come_for_every_hidden_piece(full: Encoder) -> None:
    (pieces,) = full.pieces(["an unforgettable evening in Llanfairpwll"])
    questions = [Question(pieces, (0,)), Question(pieces, tuple(range(2, len(pieces.ids))))]
    places = np.concatenate([answer.places for answer in full.expected(questions)])
    assert sorted(places.tolist()) == list(range(1 + len(pieces.ids) - 2))
    for _, logs in full.expected(questions):
        assert np.exp(logs.astype(np.float64)).sum(-1) == pytest.approx(1.0, abs=1e-4)
    assert list(full.expected([])) == []
