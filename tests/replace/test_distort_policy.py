"""The settings of distort in a policy."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Literal, get_args, get_origin

import msgspec
import pytest

from understudy.core.errors import PolicyError
from understudy.encoder.divergence import DIVERGENCES
from understudy.pipeline import build
from understudy.policy import load, parse, with_rule
from understudy.privacy.choice import PrivateChoice
from understudy.replace.distort import keys as distortkeys
from understudy.replace.distort.rule import DistortRule
from understudy.replace.distort.settings import Settings


def _policy(rule: str, more: str = "") -> str:
    return f'schema = 1\n{more}\n[categories]\nPERSON = {{ strategy = "distort"{rule} }}\n'


def test_words_of_settings_are_those_of_the_code() -> None:
    assert tuple(DIVERGENCES) == distortkeys.DIVERGENCES
    for scale in distortkeys.SCALES:
        assert PrivateChoice(1.0, 2, scale).beta > 0.0


def test_settings_reach_the_rule() -> None:
    text = _policy(
        ', method = "generate", epsilon = 2, candidates = 3, scale = "rank", mu = 0.5, '
        'divergence = "js", temperature = 0.7, top_k = 9, top_p = 0.8, same_category = false'
    )
    rule = DistortRule(parse(text).rules["PERSON"])
    assert rule.generates and not rule.checks_category and rule.count == 3
    assert rule.choice == PrivateChoice(2.0, 3, "rank", distortkeys.CLIP)
    assert (rule.sampling.temperature, rule.sampling.top_k, rule.sampling.top_p) == (0.7, 9, 0.8)
    divergence = rule.divergence
    assert (divergence.divergence, divergence.pool, divergence.mu) == ("js", "share", 0.5)


def test_defaults() -> None:
    rule = DistortRule(parse(_policy("")).rules["PERSON"])
    assert not rule.generates and rule.choice is None and rule.count == 8
    assert (rule.divergence.divergence, rule.divergence.pool) == ("kl", "sum")
    private = DistortRule(parse(_policy(", epsilon = 4")).rules["PERSON"])
    assert private.divergence.divergence == "hellinger"
    assert private.choice == PrivateChoice(4.0, 8, "two-level", distortkeys.CLIP)


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (', method = "guess"', "method: must be one of"),
        (", candidates = 0", "candidates: must be a whole number"),
        (', candidates = 2, scale = "rank"', "scale: goes with epsilon"),
        (", clip = 0.2", "clip: goes with epsilon"),
        (', epsilon = 1, scale = "rank", clip = 0.2', "clip: goes with scale"),
        (', epsilon = 1, divergence = "kl"', "divergence: must be one of hellinger, js"),
        (", temperature = 2", 'temperature: goes with method = "generate"'),
        (', method = "generate", source = "corpus"', "source: has no use"),
        (', method = "generate", file = "a.txt"', "file: has no use"),
        (', style = "plain"', "style: goes with typed"),
        (", mu = 0", "mu: must be"),
        (', see = "nothing"', "see: must be one of"),
        (', length = "own"', 'length: goes with method = "generate"'),
        (', method = "generate", epsilon = 1, length = "own"', 'length: must be "drawn"'),
        (', epsilon = 1, see = "all"', 'see: must be "replaced" with epsilon'),
        (", epsilon = -1", "epsilon: must be"),
    ],
)
def test_settings_that_do_not_hold_together(rule: str, said: str) -> None:
    with pytest.raises(PolicyError, match="PERSON") as told:
        parse(_policy(rule), file="p.toml")
    assert said in str(told.value) and str(told.value).startswith("p.toml:")


def test_settings_of_distort_are_not_those_of_others() -> None:
    with pytest.raises(PolicyError, match="goes with distort, not with entity"):
        parse('schema = 1\n[default]\nstrategy = "entity"\ncandidates = 3\n')


def test_documents_of_a_subject_cannot_share_a_choice() -> None:
    with pytest.raises(PolicyError, match='distort needs scope = "document"'):
        parse(_policy("", 'scope = "subject"'))


def test_a_category_without_stand_ins_needs_a_file_or_the_model() -> None:
    wanted = '[categories]\nMISC = { strategy = "distort"'
    with pytest.raises(PolicyError, match="no public stand-ins for MISC"):
        parse(f"schema = 1\n{wanted} }}\n")
    for more in (', method = "generate"', ', source = "corpus"'):
        policy = parse(f"schema = 1\n{wanted}{more} }}\n")
        assert policy.rule("MISC").strategy == "distort"
    default = parse('schema = 1\n[default]\nstrategy = "distort"\n')
    assert default.rule("MISC").strategy == "redact"
    assert default.rule("PERSON").strategy == "distort"


def test_the_budget_of_a_policy_holds_before_anything_runs(tmp_path: Path) -> None:
    events = build(parse(_policy(", epsilon = 4"))).events()["PERSON"]
    assert {event.epsilon for event in events} == {4.0}
    assert build(parse(_policy(""))).events()["PERSON"][0].epsilon == math.inf


def test_one_rule_for_some_categories_of_a_policy() -> None:
    policy = load("redact")
    changed = with_rule(policy, {"strategy": "distort"}, ("PERSON",))
    assert changed.rule("PERSON").strategy == changed.rule("SURNAME").strategy == "distort"
    assert changed.rule("LOCATION").strategy == "redact"
    assert changed.fingerprint != policy.fingerprint
    everywhere = with_rule(policy, {"strategy": "distort"})
    assert everywhere.rule("LOCATION").strategy == "distort"
    assert everywhere.rule("MISC").strategy == "redact"
    with pytest.raises(PolicyError, match="command line: clip"):
        with_rule(policy, {"strategy": "distort", "clip": 0.5})
    with pytest.raises(PolicyError, match="stand-ins for MISC"):
        with_rule(policy, {"strategy": "distort"}, ("MISC",))


def test_the_settings_allow_what_the_strategy_knows() -> None:
    allowed = {one.name: one.type for one in msgspec.structs.fields(Settings)}
    for key, known in (
        ("method", distortkeys.METHODS),
        ("divergence", distortkeys.DIVERGENCES),
        ("scale", distortkeys.SCALES),
    ):
        kinds = (allowed[key], *get_args(allowed[key]))
        literal = next(one for one in kinds if get_origin(one) is Literal)
        assert get_args(literal) == known, key
