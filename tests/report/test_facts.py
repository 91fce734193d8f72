from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from of_release import gather, read_sample_of

from understudy.core.types import Entity, Span
from understudy.privacy.accounting import effective_epsilon, epsilon
from understudy.privacy.bill import cost
from understudy.privacy.composition import compose, draws
from understudy.privacy.detection import certify
from understudy.privacy.sampling import bounds
from understudy.report.facts import Facts
from understudy.report.figures import CategoryOutcome
from understudy.report.words import at_least, at_most
from understudy.run.order import Release

Examples = Callable[[str], Release]
Make = Callable[..., Release]

LIST = """
schema = 1
[default]
strategy = "redact"
[categories]
PERSON = { strategy = "entity", p = 0.9, weights = "uniform" }
"""
CALL = ("call-1", "I am Mary, of Boston.", [("Mary", "PERSON"), ("Boston", "LOCATION")])


def rows_of(facts: Facts) -> dict[str, CategoryOutcome]:
    return {row.category: row for row in facts.rows}


def levels(facts: Facts, words: str) -> list[str]:
    return [one.level for one in facts.cautions if words in one.text]


def test_counts_agree_with_the_corpus(examples: Examples) -> None:
    release = examples("surrogate")
    facts = gather(release)
    assert (facts.documents, facts.mentions, facts.kept) == (100, 1417, 0)
    assert facts.replaced == sum(row.replaced for row in facts.rows) == 1204
    assert sum(facts.left.values()) == 213
    for row in facts.rows:
        assert row.mentions == row.replaced + row.kept + sum(row.left.values())
    assert facts.policy == "surrogate"
    assert facts.fingerprint == release.pipeline.policy.fingerprint
    assert (facts.format, facts.files) == ("jsonl", 1)


def test_full_replacement_costs_nothing(examples: Examples) -> None:
    facts = gather(examples("surrogate"))
    assert (facts.strict_epsilon, facts.paper_epsilon) == (0.0, 0.0)
    assert facts.verdict.status == "zero"
    assert facts.verdict.text == (
        "1,204 of the 1,417 private mentions that were found were replaced, 213 left as they are "
        "(amounts 89, products 30, weekday 27, ages 23, drugs 19, 25 for 5 other reasons); "
        "ε = 0 per entity between values with the same sketch (all that stays visible of a value)."
    )
    assert facts.per_document is not None
    assert facts.per_document.strict.worst == 0.0
    assert facts.worst == ()
    assert not levels(facts, "add up")


def test_epsilon_of_a_row_is_the_lemma(release: Make) -> None:
    facts = gather(release(LIST, CALL))
    person = rows_of(facts)["PERSON"]
    assert person.pi_min is not None
    assert person.p == (0.9, 0.9)
    assert person.strict_epsilon == person.paper_epsilon == epsilon(0.9, person.pi_min[0])
    assert rows_of(facts)["LOCATION"].strict_epsilon == 0.0
    assert facts.verdict.status == "finite"
    assert levels(facts, "add up") == ["note"]


def test_wanted_epsilon_is_kept_in_every_row(examples: Examples) -> None:
    facts = gather(examples("dp"))
    assert 0.99 < facts.strict_epsilon <= 1.0
    assert "ε is at most 1 per entity" in facts.verdict.text


def test_redact_below_one_is_infinite_with_its_delta(examples: Examples) -> None:
    facts = gather(examples("mixed"))
    date = rows_of(facts)["DATE"]
    assert math.isinf(date.strict_epsilon)
    assert date.strict_delta == pytest.approx(0.2)
    assert date.paper_epsilon == 0.0
    assert date.betrays_kept
    assert levels(facts, "DATE and TIME: redact with p = 0.8") == ["warning"]


def test_strategies_without_a_bound_are_named(examples: Examples) -> None:
    facts = gather(examples("mixed"))
    rows = rows_of(facts)
    assert rows["PHONE_NUMBER"].unproven
    assert rows["LOCATION"].unproven
    assert math.isfinite(rows["LOCATION"].paper_epsilon)
    assert facts.verdict.status == "infinite"
    assert "LOCATION, PHONE_NUMBER" in facts.verdict.text
    assert levels(facts, "the strategy (mask)") == ["warning"]
    assert levels(facts, "the corpus itself") == ["warning"]


def test_kept_values_alone_make_the_verdict_name_their_chance(release: Make) -> None:
    policy = 'schema = 1\n[default]\nstrategy = "typed"\np = 0.75\n'
    facts = gather(release(policy, CALL))
    assert "ε = ∞ with δ = 0.25" in facts.verdict.text
    assert "LOCATION and PERSON" in facts.verdict.text


def test_source_of_the_list_is_part_of_the_strict_reading(examples: Examples) -> None:
    row = rows_of(gather(examples("mixed")))["ORGANIZATION"]
    assert row.strict_epsilon == pytest.approx(row.paper_epsilon + 1.0)


def test_words_of_a_mention_are_composed(examples: Examples) -> None:
    release = examples("mixed")
    person = rows_of(gather(release))["PERSON"]
    assert person.most_draws == 3
    assert person.pi_min is not None
    together = compose([draws(0.9, person.pi_min[0], 3)], release.pipeline.policy.delta)
    assert person.mention_strict == pytest.approx(together)
    assert person.strict_epsilon < person.mention_strict < 3 * person.strict_epsilon


def test_composed_figures_are_ordered_quantiles_of_the_bills(examples: Examples) -> None:
    release = examples("dp")
    facts = gather(release)
    delta = release.pipeline.policy.delta
    every = sorted(
        cost(owed, delta).strict
        for owed, count in release.summary.bills.items()
        for _ in range(count)
    )
    assert facts.per_document is not None
    strict = facts.per_document.strict
    assert (strict.median, strict.high, strict.worst) == (every[49], every[94], every[99])
    assert facts.per_document.number == 100
    assert sum(one.count for one in facts.per_document.strict_bins) == 100


def test_worst_documents_come_first(examples: Examples) -> None:
    release = examples("dp")
    worst = gather(release).worst
    assert len(worst) == 10
    assert [one.strict for one in worst] == sorted((one.strict for one in worst), reverse=True)
    dearest = max(cost(owed, 1e-5).strict for owed in release.summary.bills)
    assert worst[0].strict == dearest


def test_data_subjects_have_their_own_figures(examples: Examples, release: Make) -> None:
    facts = gather(examples("dp"))
    assert facts.per_subject is not None and facts.per_document is not None
    assert facts.per_subject.number == 80
    assert facts.per_subject.strict.worst >= facts.per_document.strict.worst
    assert gather(release(LIST, CALL)).per_subject is None


def test_withheld_documents_are_listed(examples: Examples) -> None:
    release = examples("budget")
    facts = gather(release)
    assert facts.withheld
    assert facts.withheld == tuple(release.summary.withheld)
    assert facts.documents + len(facts.withheld) == 100
    assert levels(facts, facts.withheld[0]) == ["warning"]
    assert facts.per_document is not None
    assert facts.per_document.strict.worst <= 35.0


def test_all_withheld(release: Make) -> None:
    policy = (
        'schema = 1\nepsilon_document_max = 1\n[default]\nstrategy = "redact"\n'
        '[categories]\nPERSON = { strategy = "keep" }\n'
    )
    facts = gather(release(policy, CALL))
    assert facts.verdict.text.startswith("Nothing was released: 1 document cost more")
    assert facts.per_document is None


def test_nothing_found(release: Make) -> None:
    facts = gather(release(LIST, ("a", "nothing here", [])))
    assert facts.verdict.status == "empty"
    assert facts.verdict.text == "No private mention was found in 1 document; nothing was replaced."
    assert levels(facts, "Nothing private was found") == ["warning"]
    assert not facts.rows and not facts.curves and not facts.points


def test_a_seed_voids_every_guarantee(examples: Examples) -> None:
    facts = gather(examples("surrogate"), seed=7, key_source="seed")
    assert facts.verdict.status == "none"
    assert "no guarantee holds" in facts.verdict.text
    assert "ε = 0" not in "\n".join(facts.lines())
    assert facts.cautions[0].level == "danger"
    assert "NO guarantee" in facts.cautions[0].text
    assert not [one for one in gather(examples("surrogate")).cautions if one.level == "danger"]


def test_unknown_key_source_is_refused(examples: Examples) -> None:
    with pytest.raises(ValueError, match="key_source"):
        gather(examples("surrogate"), key_source="guess")


def test_value_outside_the_text_is_warned_of(release: Make) -> None:
    facts = gather(release(LIST.replace("p = 0.9, ", ""), CALL, note="see Boston"))
    assert facts.leaks == ("call-1 (field note, character 5)",)
    assert levels(facts, "beside the text") == ["warning"]


def test_recall_is_unknown_without_a_sample(examples: Examples) -> None:
    facts = gather(examples("typed"))
    assert facts.detection is None
    assert "annotation" in facts.recall and "unknown" in facts.recall


def test_certificate(examples: Examples) -> None:
    def entity(category: str, at: int) -> Entity:
        return Entity(Span(at * 10, at * 10 + 5, category), category, str(at))

    gold = [entity("PERSON", at) for at in range(10)] + [entity("PHONE_NUMBER", 10)]
    certificate = certify([(gold, gold[1:])] * 5)
    facts = gather(examples("mixed"), certificate=certificate)
    assert "50 of 55 entities were found" in facts.recall
    assert facts.detection is not None
    found = {row.sample.category: row for row in facts.detection.rows}
    person = found["PERSON"]
    assert person.sample.recall == 0.9
    least = rows_of(facts)["PERSON"].pi_min
    assert least is not None
    assert person.effective_epsilon == effective_epsilon(0.9, least[0], 0.9)
    assert found["PHONE_NUMBER"].sample.recall == 1.0
    assert found["PHONE_NUMBER"].effective_epsilon == math.inf
    assert "DATE" in facts.detection.unsampled
    listed = facts.as_json()["detection"]["rows"]
    assert [row["category"] for row in listed] == list(found)
    assert 0.0 < listed[0]["recall_low"] < listed[0]["recall"] == 0.9


def test_json_holds_no_infinity(examples: Examples) -> None:
    facts = gather(examples("mixed"), when=datetime(2026, 1, 2, tzinfo=UTC))
    text = json.dumps(facts.as_json(), allow_nan=False)
    read = json.loads(text)
    assert read["strict_epsilon"] == "inf"
    assert read["when"] == "2026-01-02T00:00:00+00:00"
    assert {row["category"] for row in read["rows"]} == set(rows_of(facts))


def test_command_hides_where_keys_are(examples: Examples) -> None:
    command = "understudy run 'my calls.jsonl' --key-file /k/a --ledger-key-file=/k/b --seed 3"
    shown = gather(examples("typed"), command=command).command
    assert shown == ("understudy run 'my calls.jsonl' --key-file … --ledger-key-file=… --seed 3")
    assert gather(examples("typed"), command="un'closed").command is not None


def test_odd_ids_can_be_written(release: Make) -> None:
    policy = LIST.replace("p = 0.9", "p = 0.5")
    facts = gather(release(policy, ("a\ud800\u202e\n", CALL[1], CALL[2])))
    assert facts.worst[0].id == "a\\ud800\\u202e\\n"


def test_unknown_labels_are_warned_of(release: Make) -> None:
    facts = gather(release(LIST, ("a", "the Thing", [("Thing", "WIDGET")])))
    assert levels(facts, "UNKNOWN") == ["warning"]


def test_lines_carry_verdict_figures_and_warnings(examples: Examples) -> None:
    lines = gather(examples("budget")).lines()
    assert lines[0].startswith("1,")
    assert any(line.startswith("ε per document at δ = 10⁻⁵: median ") for line in lines)
    assert any(line.startswith("ε per data subject") for line in lines)
    assert any(line.startswith("warning: ") and "withheld" in line for line in lines)


def test_kept_and_left_are_told_apart(release: Make) -> None:
    policy = """
schema = 1
name = "own"
[default]
strategy = "redact"
[categories]
CITY = { strategy = "keep" }
PERSON = { strategy = "redact", p = 0.0001 }
"""
    text = "Ann of Rome, 12345"
    marks = [("Ann", "PERSON"), ("Rome", "CITY"), ("12345", "ID")]
    facts = gather(release(policy, ("call-1", text, marks)))
    assert facts.verdict.text.startswith(
        "1 of the 3 private mentions that were found was replaced, 1 kept by the coin and 1 left "
        "as it is (policy 1); "
    )
    assert (facts.replaced, facts.kept, facts.left) == (1, 1, {"policy": 1})
    assert facts.as_json()["left"] == {"policy": 1}
    assert levels(facts, "left as in the original") == ["note"]


def test_a_certificate_of_readers_takes_the_place_of_unknown_recall(examples: Examples) -> None:
    found = read_sample_of()
    facts = gather(examples("mixed"), read_sample=found)
    assert "unknown" not in facts.recall
    assert "80 of its 82 private entities" in facts.recall
    assert at_least(found.bounds.overall.recall_low) in facts.recall
    assert at_most(found.bounds.leaking_high) in facts.verdict.text
    assert facts.recall in facts.lines()
    told = facts.as_json()["read_sample"]["bounds"]
    assert told["leaking_high"] == found.bounds.leaking_high
    assert told["rows"][0]["category"] == "PERSON"
    empty = replace(found, bounds=bounds([{}] * 5, 400, categories=()))
    assert "recall is unknown" in gather(examples("mixed"), read_sample=empty).recall


def test_what_readers_saw_and_changed_is_told(examples: Examples) -> None:
    def told(**given: Any) -> list[str]:
        facts = gather(examples("mixed"), read_sample=read_sample_of(**given))
        before = gather(examples("mixed")).cautions
        return [f"{one.level} {one.text}" for one in facts.cautions if one not in before]

    assert told() == []
    (edited,) = told(edited=3)
    assert edited.startswith("warning In the review, 3 stand-ins were edited")
    assert "ε = ∞" in edited
    (saw,) = told(marks="shown")
    assert "fewer misses" in saw
    (two,) = told(readers=2, overlooked=4.2)
    assert "about 4 further" in two


def test_a_coin_that_always_keeps_is_told_as_such(release: Make) -> None:
    facts = gather(release('schema = 1\n[default]\nstrategy = "entity"\np = 0.0\n', CALL))
    row = rows_of(facts)["PERSON"]
    assert (row.replaced, row.kept, row.strict_delta) == (0, row.mentions, 1.0)
    assert row.unproven
    assert not row.betrays_kept
    assert "with probability 0" not in " ".join(one.text for one in facts.cautions)
