"""Rewriting that keeps the meaning around: candidates, constraints, choices, events."""

from __future__ import annotations

import math
import pickle
from typing import Any

import numpy as np
import pytest

from making import KEY, document, pipeline_of, run, surrogates
from understudy.core.draw import Draw
from understudy.core.errors import PolicyError
from understudy.core.types import Document, Entity, Span
from understudy.encoder.versions import HIDDEN, Version
from understudy.pipeline import Result
from understudy.privacy.bill import bill, cost
from understudy.replace.base import Rule
from understudy.replace.distort.candidates import chosen_from, titled
from understudy.replace.distort.comparing import EntityContext
from understudy.replace.distort.generated import Sampling, _Writer
from understudy.replace.distort.passages import passages
from understudy.replace.distort.rule import DistortRule
from understudy.replace.distort.strategy import Distortion

NAMES = ("Moscow", "Lisbon", "Toronto", "efforts", "seventeen", "quickly")
MATCH = "Masao Yoshikawa was defeated in the match in Hokkaido."


def banked(*values: str, **given: Any) -> Rule:
    """A rule with a bank of its own; what is no setting of every rule is an option."""
    common = {name: given.pop(name) for name in ("p", "epsilon") if name in given}
    options = {"values": dict.fromkeys(values or NAMES, 1.0), **given}
    return Rule("distort", source="file", options=options, **common)


def writing(**given: Any) -> Rule:
    common = {name: given.pop(name) for name in ("p", "epsilon") if name in given}
    return Rule("distort", options={"method": "generate", **given}, **common)


def one(rule: Rule, text: str = MATCH, value: str = "Hokkaido", **given: Any) -> Result:
    return run(rule, document(text, (value, "PERSON")), leak_check=False, **given)[0]


def test_the_least_ndd_wins() -> None:
    chosen = {
        one(banked(candidates=32), key=bytes([seed]) * 32).edits[0].surrogate for seed in range(4)
    }
    assert chosen <= {"Moscow", "Lisbon", "Toronto"}


def test_the_plain_choice_never_gives_the_value_back() -> None:
    rule = banked("Hokkaido", "quickly", "HOKKAIDO", candidates=4)
    assert one(rule).edits[0].surrogate == "quickly"


def test_the_private_choice_may_give_the_value_back() -> None:
    rule = banked("Hokkaido", "quickly", candidates=4, epsilon=8.0)
    found = {one(rule, key=bytes([seed]) * 32).edits[0].surrogate for seed in range(8)}
    assert "Hokkaido" in found


def test_nothing_but_the_value_is_an_error_without_the_value() -> None:
    with pytest.raises(PolicyError, match="nothing but the value itself") as told:
        one(banked("Hokkaido"))
    assert "Hokkaido" not in str(told.value)


def test_a_bank_with_one_phrase_gives_it() -> None:
    assert one(banked("Moscow")).edits[0].surrogate == "Moscow"
    assert one(banked("Moscow", epsilon=2.0)).edits[0].surrogate == "Moscow"


def test_letter_case_is_kept() -> None:
    rule = banked("Moscow", "Lisbon")
    assert one(rule, MATCH.lower(), "hokkaido").edits[0].surrogate in ("moscow", "lisbon")
    assert one(rule, MATCH.upper(), "HOKKAIDO").edits[0].surrogate in ("MOSCOW", "LISBON")


def test_a_phrase_agrees_with_the_article_before_it() -> None:
    rule = banked("apple", "orange", "egg", "pear", "plum", "fig", candidates=6)
    for epsilon in (None, 1.0):
        changed = Rule("distort", epsilon=epsilon, source="file", options=rule.options)
        for seed in range(5):
            found = one(changed, "she ate an apricot today", "apricot", key=bytes([seed]) * 32)
            assert found.edits[0].surrogate in ("apple", "orange", "egg")


def test_linked_mentions_share_one_choice() -> None:
    text = "Anna Lee called. Later Anna Lee rang again, and Lee was late."
    doc = document(text, ("Anna Lee", "PERSON"), ("Anna Lee", "PERSON"), ("Lee", "PERSON"))
    for epsilon in (None, 3.0):
        (result,) = run(banked("Rosa Diaz", "Tom Reed", epsilon=epsilon), doc)
        full, again, short = surrogates([result])
        assert full == again
        assert full in ("Rosa Diaz", "Tom Reed") and short == full.split()[-1]
        assert len({edit.draws for edit in result.edits}) == 1


def test_one_choice_is_the_best_over_all_mentions() -> None:
    """The first mention alone would take a number; the others will not have it."""
    first, rest = (
        "it was in Rome",
        "He flew to Rome. She lives in Rome, near the Tiber. Rome is old.",
    )
    marks = [("Rome", "PERSON")] * 4
    (result,) = run(banked("1926", "Lisbon", candidates=12), document(f"{first}\n{rest}", *marks))
    assert set(surrogates([result])) == {"Lisbon"}


def test_with_the_unit_token_each_mention_chooses() -> None:
    doc = document("Ann met Ann and Ann", *[("Ann", "PERSON")] * 3)
    (result,) = run(banked(*"ABCDEFGH", epsilon=1.0), doc, unit="token")
    assert len({edit.draws for edit in result.edits}) == 3


def _choices(rule: Rule, text: str, *marks: tuple[str, str]) -> list[str]:
    """The choice for the first mark, under draws that do not see the text."""
    doc = document(text, *marks)
    strategy = pipeline_of({"PERSON": rule}).strategies["distort"]
    entities = [
        Entity(span, "PERSON", f"key {number}") for number, span in enumerate(doc.annotations)
    ]
    found = []
    for seed in range(4):
        edits = strategy.replace(doc, entities, Draw(bytes([seed]) * 32, "document:d", b"same"))
        found.append(edits[0].surrogate)
    return found


@pytest.mark.parametrize(
    "rule",
    [banked(epsilon=6.0, candidates=4), writing(epsilon=6.0, candidates=2, same_category=False)],
)
def test_what_other_entities_are_does_not_enter_the_choice(rule: Rule) -> None:
    frame = "the train from Lima to {} was late"
    one, other = (
        _choices(
            rule,
            frame.format(*values),
            ("Lima", "PERSON"),
            *((value, "PERSON") for value in values),
        )
        for values in (("Rome",), ("the far side of the MOON",))
    )
    assert one == other


def test_entities_of_other_strategies_are_hidden() -> None:
    rules = {"PERSON": banked(epsilon=6.0), "LOCATION": Rule("redact")}
    frame = "the train from Lima to {} was late"
    found = []
    for value in ("Rome", "the far side of the moon"):
        text = frame.format(value)
        doc = document(text, ("Lima", "PERSON"), (value, "LOCATION"))
        entities = [Entity(doc.annotations[0], "PERSON", "k")]
        strategy = pipeline_of(rules).strategies["distort"]
        drawn = [Draw(bytes([seed]) * 32, "document:d", b"same") for seed in range(6)]
        found.append([strategy.replace(doc, entities, draw)[0].surrogate for draw in drawn])
    assert found[0] == found[1]


def _passages_seen(rules: dict[str, Rule], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What each choice of a document reads, with its values in it."""
    read: list[str] = []

    def least(self: EntityContext, divergence: object, values: object) -> int:
        read.extend(version.text for version in self._unchanged)
        return 0

    monkeypatch.setattr(EntityContext, "least", least)
    text = "the train from Lima to Rome with Ann"
    doc = document(text, ("Lima", "PERSON"), ("Rome", "LOCATION"), ("Ann", "ORGANIZATION"))
    entities = [
        Entity(span, span.label, f"key {number}") for number, span in enumerate(doc.annotations)
    ]
    strategy = pipeline_of(rules).strategies["distort"]
    own = [one for one in entities if rules[one.category].strategy == "distort"]
    strategy.replace(doc, own, Draw(KEY, "document:d", b"same"))
    return read


def test_a_plain_choice_may_see_others_without_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = banked(candidates=2)
    every = dict.fromkeys(("PERSON", "LOCATION", "ORGANIZATION"), plain)
    first, *_ = _passages_seen(every, monkeypatch)
    assert "Lima" in first and "Rome" not in first and "Ann" not in first
    open_ = banked(candidates=2, see="all")
    first, second, third = _passages_seen(dict.fromkeys(every, open_), monkeypatch)
    assert first == "the train from Lima to Rome with Ann"
    assert "Lima" not in second and "Rome with Ann" in second  # those before, as they are now
    assert "Rome" not in third


def test_what_has_a_bound_stays_hidden_from_every_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    open_ = banked(candidates=2, see="all")
    rules = {"PERSON": open_, "LOCATION": banked(epsilon=2.0, candidates=2), "ORGANIZATION": open_}
    first, *_ = _passages_seen(rules, monkeypatch)
    assert "Rome" not in first and "Ann" in first
    rules = {"PERSON": open_, "LOCATION": Rule("entity"), "ORGANIZATION": banked(candidates=2)}
    first, *_ = _passages_seen(rules, monkeypatch)
    assert "Rome" not in first and "Ann" not in first


def test_a_phrase_may_be_as_long_as_the_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces of the value and of what is written; one of many pieces ends at seven."""
    rule = writing(candidates=1, same_category=False, length="own")
    model = DistortRule(rule).model
    for value in ("Rome", "Zzyzx", "the far side of the quiet silver moon over the hills"):
        wanted = min(7, len(model.pieces([value])[0].ids))
        lengths: list[int | None] = []
        real = _Writer.phrases

        def phrases(self: _Writer, words: Any, real: Any = real, of: Any = lengths) -> Any:
            made = real(self, words)
            of += map(len, made)
            return made

        monkeypatch.setattr(_Writer, "phrases", phrases)
        one(rule, f"she went to {value} today", value)
        monkeypatch.setattr(_Writer, "phrases", real)
        assert set(lengths) == {wanted}
    (event,) = pipeline_of({"PERSON": rule}).events()["PERSON"]
    assert "length" in event.invariants and event.epsilon == math.inf


def test_a_single_candidate_is_not_scored(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(*_: object) -> int:
        raise AssertionError("scored")

    monkeypatch.setattr(EntityContext, "least", asked)
    assert one(banked("Moscow", candidates=1)).edits[0].surrogate == "Moscow"
    with pytest.raises(AssertionError, match="scored"):
        one(banked(candidates=2))


def test_an_uncased_model_scores_without_letter_case() -> None:
    found = {}
    for cased in (True, False):
        divergence = DistortRule(banked(cased=cased)).divergence
        scores = []
        for text in ("she met Ann in Rome today", "SHE MET ann IN Rome TODAY"):
            at = text.index("Rome")
            first = Version(text, ((at, at + 4),))
            scores.append(
                divergence.scores(first, [Version(text.replace("Rome", "Oslo"), first.edited)])
            )
        found[cased] = scores
    assert found[False][0] == found[False][1]
    assert found[True][0] != found[True][1]


_OTHERS = ("Ann", "Bob", "Cy")


def test_passages_hide_others_and_stop_at_lines() -> None:
    text = "one\nto Ann and Bob from Cy here\nthree"
    spans = {
        name: (text.index(name), text.index(name) + len(name)) for name in ("Ann", "Bob", "Cy")
    }
    mention = Entity(Span(*spans["Ann"], "PERSON"), "PERSON", "k")
    others = {spans["Bob"]: HIDDEN, spans["Cy"]: "Dee"}
    (passage,) = passages(text, [mention], others, 20)
    assert passage.parts == ("to ", f" and {HIDDEN} from Dee here")
    version = passage.filled(["Eve"])
    assert version.text == f"to Eve and {HIDDEN} from Dee here"
    assert version.edited == ((3, 6),)
    assert [version.text[a:b] for a, b in version.hidden] == [HIDDEN]
    (short,) = passages(text, [mention], others, 2)
    assert short.parts[1] == f" and {HIDDEN} from"


def test_far_mentions_have_passages_of_their_own() -> None:
    text = "Ann left" + " and so on" * 30 + " until Ann came"
    ends = (0, text.rindex("Ann"))
    mentions = [Entity(Span(at, at + 3, "PERSON"), "PERSON", "k") for at in ends]
    found = passages(text, mentions, {}, 5)
    assert [len(one.mentions) for one in found] == [1, 1]
    assert sum(len(one.mentions) for one in passages(text, mentions, {}, 500)) == 2
    assert len(passages(text, mentions, {}, 500)) == 1


def test_a_sign_that_stands_in_the_text_hides_nothing() -> None:
    text = f"{HIDDEN} Ann {HIDDEN}"
    (passage,) = passages(text, [Entity(Span(2, 5, "PERSON"), "PERSON", "k")], {}, 9)
    assert passage.filled(["Bob"]).hidden == ()


@pytest.mark.parametrize("rule", [banked(), banked(epsilon=3.0), writing(candidates=3)])
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Hokkaido", "Hokkaido"),
        ("so " * 100 + "it is", "so " * 99 + "so"),
        ("He wrote again. " * 200 + "He is in Hokkaido now. " + "He wrote. " * 200, "Hokkaido"),
        ("\u200b日本 Hokkaido \ufffd🦉", "Hokkaido"),
        ("日本", "日本"),
    ],
    ids=["whole text", "100 words", "long text", "odd characters", "unknown script"],
)
def test_hard_places(rule: Rule, text: str, value: str) -> None:
    result = one(rule, text, value)
    (edit,) = result.edits
    assert edit.surrogate.strip() and not edit.kept
    assert result.text == text.replace(value, edit.surrogate, 1)


def test_an_empty_document_has_nothing_to_rewrite() -> None:
    (result,) = run(banked(), Document("d", ""))
    assert result.text == "" and result.edits == ()


def test_output_depends_on_key_and_document_alone() -> None:
    text = "he is in Hokkaido now"
    docs = [document(text, ("Hokkaido", "PERSON"), id=f"d{at}") for at in range(2)]
    for rule in (banked(epsilon=2.0), writing(epsilon=2.0, candidates=2)):
        there = run(rule, *docs)
        back = run(rule, *reversed(docs))
        assert surrogates(there) == surrogates(back)[::-1]
        assert surrogates(there) == [edit for doc in docs for edit in surrogates(run(rule, doc))]
    spread = {one(banked(epsilon=0.0), key=bytes([seed]) * 32).text for seed in range(6)}
    assert len(spread) > 1


def test_the_plain_choice_says_that_it_has_no_bound() -> None:
    event = one(banked()).edits[0].event
    assert event.epsilon == event.paper_epsilon == math.inf
    assert "least NDD" in event.mechanism
    assert one(writing(candidates=3)).edits[0].event.epsilon == math.inf


@pytest.mark.parametrize("rule", [banked(epsilon=2.5), writing(epsilon=2.5, candidates=3)])
def test_the_event_says_the_cost_of_the_choice(rule: Rule) -> None:
    result = one(rule)
    (edit,) = result.edits
    assert edit.event.epsilon == 2.5 and edit.event.delta == 0.0
    assert edit.event in pipeline_of({"PERSON": rule}).events()["PERSON"]
    assert cost(bill(result.edits), 1e-5).strict == pytest.approx(2.5, abs=1e-3)
    assert {"category", "position", "letter case", "the words around"} <= set(edit.event.invariants)


def test_mentions_of_one_entity_are_billed_once() -> None:
    doc = document("Ann met Ann and Bob", ("Ann", "PERSON"), ("Ann", "PERSON"), ("Bob", "PERSON"))
    (result,) = run(banked(epsilon=2.0), doc)
    assert cost(bill(result.edits), 1e-9).strict == pytest.approx(4.0, abs=0.01)


def test_keeping_adds_to_the_cost() -> None:
    rule = banked("Hokkaido", *NAMES, epsilon=2.0, p=0.5)
    results = [one(rule, key=bytes([seed]) * 32) for seed in range(12)]
    kept = [result.edits[0] for result in results if result.edits[0].kept]
    assert 0 < len(kept) < 12
    assert {edit.surrogate for edit in kept} == {"Hokkaido"}
    assert 2.0 < kept[0].event.epsilon < math.inf
    always = [one(banked(epsilon=2.0, p=0.5), key=bytes([seed]) * 32) for seed in range(8)]
    assert not any(result.edits[0].kept for result in always), "outside the bank nothing is kept"
    assert one(writing(epsilon=2.0, p=0.5, candidates=2)).edits[0].event.epsilon == math.inf


def test_a_bank_from_the_corpus_has_no_strict_bound() -> None:
    docs = [
        document(f"the train to {name} was late", (name, "PERSON"), id=name)
        for name in ("Lima", "Rome", "Oslo", "Quito")
    ]
    rule = Rule("distort", epsilon=3.0, source="corpus", options={"candidates": 4})
    results = run(rule, *docs)
    assert set(surrogates(results)) <= {"Lima", "Rome", "Oslo", "Quito"}
    event = results[0].edits[0].event
    assert event.epsilon == math.inf and event.paper_epsilon == 3.0
    assert pipeline_of({"PERSON": rule}).events()["PERSON"][0].epsilon == math.inf


def test_a_noisy_histogram_is_paid_for() -> None:
    docs = [document(f"caller {n} here", (n, "PERSON"), id=n) for n in ("Moscow", "Lisbon")]
    options = {"values": dict.fromkeys(NAMES, 1.0), "histogram_epsilon": 1.5}
    rule = Rule("distort", epsilon=3.0, source="dp-corpus", options=options)
    event = run(rule, *docs)[0].edits[0].event
    assert event.epsilon == pytest.approx(4.5) and event.source_epsilon == 1.5


def test_written_words_are_whole_and_drawn_without_a_look() -> None:
    rule = writing(epsilon=0.0, candidates=2, same_category=False)
    values = ("Hokkaido", "the deep green sea of the far north", "X")
    found = []
    for value in values:
        found.append(_choices(rule, f"they live in {value} with two dogs", (value, "PERSON")))
    letters = [[one.lower() for one in of_value] for of_value in found]
    assert letters[0] == letters[1]
    for phrase in found[0]:
        assert all(part.isalnum() for part in phrase.split())


def test_the_nucleus_and_the_likeliest_limit_what_is_drawn() -> None:
    logs = np.log(np.array([0.6, 0.3, 0.06, 0.04], np.float32))
    words = [int(at * 2**64 / 50) for at in range(50)]
    assert {Sampling(1.0, 0, 1.0).draw(logs, word) for word in words} == {0, 1, 2, 3}
    assert {Sampling(1.0, 0, 0.85).draw(logs, word) for word in words} == {0, 1}
    assert {Sampling(1.0, 3, 1.0).draw(logs, word) for word in words} == {0, 1, 2}
    assert {Sampling(0.05, 0, 0.999).draw(logs, word) for word in words} == {0}
    barred = np.where([True, False, True, True], logs, -np.inf).astype(np.float32)
    assert 1 not in {Sampling(1.0, 0, 1.0).draw(barred, word) for word in words}


def test_what_rounding_adds_does_not_change_what_is_drawn() -> None:
    words = [number << 56 for number in range(0, 256, 5)]
    logs = np.log(np.array([0.25, 0.25, 0.25, 0.25], np.float32))
    other = logs + np.array([0.0, 2e-7, 0.0, 4e-7], np.float32)  # the last would come first
    for sampling in (Sampling(1.0, 0, 1.0), Sampling(1.0, 2, 1.0), Sampling(1.0, 0, 0.6)):
        drawn = [[sampling.draw(one, word) for word in words] for one in (logs, other)]
        assert drawn[0] == drawn[1]


def test_the_same_category_is_asked_of_the_tagger() -> None:
    text = "Yesterday my friend Anna Miller called from London."
    doc = document(text, ("Anna Miller", "PERSON"))
    names = ("Peter Brown", "Maria Garcia", "too late", "at noon", "very quickly")
    rule = banked(*names, epsilon=0.0, same_category=True, candidates=2)
    found = {surrogates(run(rule, doc, key=bytes([seed]) * 32))[0] for seed in range(8)}
    assert found <= {"Peter Brown", "Maria Garcia"}
    kept = banked(*names, epsilon=1.0, same_category=True, candidates=2, p=0.5)
    assert run(kept, doc)[0].edits[0].event.epsilon == math.inf


def test_candidates_that_fail_fill_up_but_never_those_that_must_not() -> None:
    stream = iter(range(100))

    def draw(count: int) -> list[str]:
        return [str(next(stream)) for _ in range(count)]

    found = chosen_from(
        draw, 3, must=lambda one: one != "1", should=[lambda all_: [one == "6" for one in all_]]
    )
    assert found[0] == "6" and len(found) == 3 and "1" not in found
    assert chosen_from(draw, 2, must=lambda _: False) == []


@pytest.mark.parametrize(
    ("value", "wanted"),
    [("bank of the north", "Bank of the North"), ("McRae", "McRae"), ("lima", "Lima")],
)
def test_names_get_their_capitals(value: str, wanted: str) -> None:
    assert titled(value, "en") == wanted


def test_the_strategy_can_be_sent_to_a_worker() -> None:
    pipeline = pipeline_of({"PERSON": banked(epsilon=2.0)}, leak_check=False)
    doc = document(MATCH, ("Hokkaido", "PERSON"))
    before = pipeline.run([doc], KEY)[0].text
    sent = pickle.loads(pickle.dumps(pipeline))
    assert isinstance(sent.strategies["distort"], Distortion)
    assert sent.run([doc], KEY)[0].text == before


def test_scores_are_remembered_without_changing_them() -> None:
    pipeline = pipeline_of({"PERSON": banked(epsilon=2.0)})
    strategy = pipeline.strategies["distort"]
    assert isinstance(strategy, Distortion)
    doc = document(MATCH, ("Hokkaido", "PERSON"))
    mention = Entity(doc.annotations[0], "PERSON", "k")
    first = strategy.scores(doc, [mention], NAMES)
    again = strategy.scores(doc, [mention], ("Rome", *NAMES[::-1]))
    assert first.tolist() == again[1:].tolist()[::-1]
    assert ((first > 0.0) & (first <= 1.0)).all()
    assert "Hokkaido" not in repr(strategy)
