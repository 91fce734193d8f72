"""Baselines of rewriting: their cost is what they claim, they reach it, and faults are found."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from understudy.audit.bounds import audit
from understudy.core.types import Document, Span
from understudy.encoder.model import Encoder

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "experiments" / "dp-rewriting"


@pytest.fixture(scope="module")
def run() -> ModuleType:
    kept = list(sys.path)
    sys.path[:0] = [str(FOLDER), str(FOLDER.parent)]
    import importlib.util

    spec = importlib.util.spec_from_file_location("experiment_dp_rewriting", FOLDER / "run.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.path[:] = kept
    return module


@pytest.fixture(scope="module")
def public(run: ModuleType) -> object:
    return run.me.Words(Encoder.load())


@pytest.mark.parametrize("epsilon", [0.5, 1.0, 4.0, 8.0])
@pytest.mark.parametrize("k", [2, 20, 17_718])
def test_the_cost_is_exact(run: ModuleType, epsilon: float, k: int) -> None:
    """Attained where one score goes from 1 to 0 and all others from 0 to 1."""
    first = np.eye(k)[0] if k < 100 else np.concatenate([[1.0], np.zeros(k - 1)])
    one, other = run.me.chances(first, epsilon), run.me.chances(1.0 - first, epsilon)
    assert np.abs(np.log(one / other)).max() == pytest.approx(epsilon)
    random = np.random.default_rng(0)
    for _ in range(20):
        rows = [run.me.chances(random.random(k), epsilon) for _ in range(2)]
        assert np.abs(np.log(rows[0] / rows[1])).max() <= epsilon + 1e-9


def test_draws_reach_the_cost_and_do_not_exceed_it(run: ModuleType) -> None:
    first = np.eye(8)[0]
    sides = [run.me.chances(one, 2.0) for one in (first, 1.0 - first)]
    found = audit(
        run._sampler(*sides),
        claimed=2.0,
        outcomes=8,
        runs=200_000,
        generator=np.random.default_rng(0),
    )
    assert 1.8 < found.lower_bound <= 2.0


def test_scores_of_all_three_lie_between_0_and_1(run: ModuleType, public: object) -> None:
    text = "wake me on tuesday at 8am in Zzyzx with tuesday"
    document = Document("d", text, "en", annotations=(Span(11, 25, "DATE"), Span(29, 34, "CITY")))
    places = [(document, 11, 18), (document, 22, 25), (document, 29, 34)]
    given = run.config()
    for name, mechanism in run.baselines(public, given).items():
        members, scores = mechanism.utilities(places)
        for of, some in zip(members, scores, strict=True):
            assert len(of) == len(some) == (given["group"] if name == "CusText" else 17_718)
            assert 0.0 <= some.min() < some.max() <= 1.0


def test_groups_part_the_list(run: ModuleType, public: object) -> None:
    groups = run.me.CusText(public, 20).members
    together = np.sort(np.concatenate(list(groups.values())))
    assert together.tolist() == list(range(len(public.texts)))  # type: ignore[attr-defined]
    assert {len(one) for one in groups.values()} <= {20, len(together) % 20}


def test_another_private_word_does_not_show(run: ModuleType, public: object) -> None:
    """A word is paid for once: what stands in another private span changes no score."""
    found = []
    for other in ("boston", "Zzyzx"):
        text = f"fly from {other} on monday"
        start = text.index("monday")
        spans = (Span(9, 15, "CITY"), Span(start, start + 6, "DATE"))
        document = Document("d", text, "en", annotations=spans)
        _, scores = run.me.DPMLM(public, -16.0, 0.0).utilities([(document, start, start + 6)])
        found.append(scores[0])
    np.testing.assert_allclose(*found, atol=1e-5)
    assert np.ptp(found[0]) > 0.5


def test_marks_move_with_the_words(run: ModuleType) -> None:
    document = Document(
        "d", "at 8 am in Leeds.", "en", annotations=(Span(3, 7, "T"), Span(11, 16, "C"))
    )
    made = run.me.rewritten(document, [(3, 4, "seven"), (5, 7, "x"), (11, 16, "York")])
    assert made.text == "at seven x in York."
    assert [made.text[one.start : one.end] for one in made.annotations] == ["seven x", "York"]


def test_the_page_shows_what_the_file_says(run: ModuleType) -> None:
    results = json.loads((FOLDER / "results.json").read_text(encoding="utf-8"))
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert run.st.filled(page, run.page(results)) == page
    run.checked(results, run.config())


def test_a_violated_bound_is_noticed(run: ModuleType) -> None:
    results = json.loads((FOLDER / "results.json").read_text(encoding="utf-8"))
    results["audits"][0]["holds"] = False
    with pytest.raises(AssertionError):
        run.checked(results, run.config())
