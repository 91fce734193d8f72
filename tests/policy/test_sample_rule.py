"""What a policy asks of a sample: in the policy, when a sample is drawn, and when it was read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from understudy.core.errors import PolicyError
from understudy.policy import parse
from understudy.policy.sample import SampleRule
from understudy.privacy.sampling import Counts, ReadSample, bounds

HEAD = 'schema = 1\nreview = "sample"\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (HEAD, "policy:2: review: say what a sample must show"),
        (HEAD + "[sample]\nunits = 300\n", "policy:3: sample: say what a sample must show"),
        (HEAD + "[sample]\nrecal = 0.9\n", "sample.recal: unknown key; did you mean recall"),
        (HEAD + "[sample]\nrecall = 1\n", "sample.recall: must be a number between 0 and 1"),
        (HEAD + "[sample]\nleaking = true\n", "sample.leaking: must be a number"),
        (HEAD + "[sample]\nleaking = 0.1\nunits = 0\n", "sample.units: must be a whole number"),
        (HEAD + "[sample]\nleaking = 0.1\nunits = 2.5\n", "sample.units: must be a whole number"),
        (HEAD + "[sample]\nleaking = 0.1\nunit = 'words'\n", "sample.unit: must be one of"),
        (HEAD + "[sample]\nleaking = 0.1\nmarks = 'shown'\n", "sample.marks: must be one of"),
        (HEAD + "[sample]\nleaking = 0.1\nconfidence = 1.0\n", "sample.confidence: must be"),
        (HEAD + "sample = 3\n", "sample: must be a table"),
        ("schema = 1\n[sample]\nrecall = 0.9\n", "policy:2: sample: goes with review"),
        (
            'schema = 1\nreview = "two readers"\n[sample]\nrecall = 0.9\n',
            "policy:3: sample: goes with review",
        ),
    ],
)
def test_a_rule_that_says_nothing_or_nonsense_is_refused(text: str, told: str) -> None:
    with pytest.raises(PolicyError) as caught:
        parse(text)
    assert told in str(caught.value)


def test_a_rule_is_part_of_the_fingerprint_and_its_absence_is_not() -> None:
    one, other = (parse(f"{HEAD}[sample]\nrecall = {low}\n") for low in (0.9, 0.5))
    assert one.fingerprint != other.fingerprint
    assert one.sample == SampleRule(recall=0.9)
    assert parse("schema = 1\n").sample is None


def _read(size: int, population: int, missed: int = 0, **more: object) -> ReadSample:
    units = [{"PERSON": Counts(2, 1 if at < missed else 0)} for at in range(size)]
    found = bounds(units, population, categories=("PERSON",), alpha=0.05)
    plain = ReadSample("documents", "hidden", 1, 0, None, "00", "now", found)
    return replace(plain, **more)  # type: ignore[arg-type]


def _refusals(rule: SampleRule, size: int, population: int, **more: object) -> str:
    plan = {"unit": "documents", "alpha": 0.05, "blind": True, "draws": 1, "chosen_seed": False}
    plan |= more
    return "; ".join(rule.refusals(size=size, population=population, **plan))  # type: ignore[arg-type]


def test_a_sample_of_one_shows_nothing() -> None:
    rule = SampleRule(leaking=0.05)
    assert "at most 0.950 of the documents leak" in "; ".join(rule.unmet(_read(1, 10**9)))
    assert "recall is at least" in "; ".join(SampleRule(recall=0.9).unmet(_read(1, 10**9)))
    assert "cannot show" in _refusals(rule, 1, 10**9) and "59 or more" in _refusals(rule, 1, 10**9)


def test_the_bound_decides_and_not_the_number() -> None:
    rule = SampleRule(leaking=0.05)
    assert _refusals(rule, 59, 10**9) == ""
    assert list(rule.unmet(_read(59, 10**9))) == []
    assert "leak, and 0.05 is asked for" in "; ".join(rule.unmet(_read(59, 10**9, missed=1)))
    # Where all of a small corpus was read there is nothing left to bound.
    assert list(rule.unmet(_read(3, 3))) == []
    assert list(SampleRule(recall=0.95, units=300).unmet(_read(10, 10))) == []


def test_how_it_was_drawn_and_read_counts_too() -> None:
    rule = SampleRule(leaking=0.5, units=100, unit="documents", marks="hidden", samples=2)
    fine = replace(_read(100, 1000), bounds=replace(_read(100, 1000).bounds, alpha=0.025))
    assert list(rule.unmet(fine)) == []
    wrong = {
        "and documents are asked for": replace(fine, unit="turns"),
        "100 are asked for": replace(fine, bounds=replace(fine.bounds, read=99)),
        "0.975 is asked for": replace(fine, bounds=replace(fine.bounds, alpha=0.05)),
        "sample 3 of this corpus, and 2 may": replace(fine, draws=3),
        "chose its seed": replace(fine, chosen_seed=True),
        "with the marks shown": replace(fine, marks="both"),
    }
    for told, read in wrong.items():
        (why,) = rule.unmet(read)
        assert told in why
    assert "without the marks" in _refusals(rule, 100, 1000, alpha=0.025, blind=False)
    assert "sample 3" in _refusals(rule, 100, 1000, alpha=0.025, draws=3)
    assert _refusals(rule, 100, 1000, alpha=0.025, draws=2) == ""
