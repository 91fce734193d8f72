"""The drop-ins for Presidio's engines, against what Presidio itself answers.

The cases with ``presidio`` in their name hold answers of presidio-anonymizer 2.2.366.
"""

from __future__ import annotations

import base64
import random
from collections.abc import Sequence
from typing import Any

import pytest

from understudy.compat.presidio import (
    AnalyzerEngine,
    AnonymizerEngine,
    BatchAnalyzerEngine,
    BatchAnonymizerEngine,
    ConflictResolutionStrategy,
    DeanonymizeEngine,
    EntityRecognizer,
    InvalidParamError,
    Operator,
    OperatorConfig,
    OperatorResult,
    OperatorType,
    Pattern,
    PatternRecognizer,
    RecognizerRegistry,
    RecognizerResult,
)
from understudy.core.errors import UsageError
from understudy.languages.frozen import names_of, weighted

TEXT = "Ann Lee mailed ann.lee@gmail.com from 192.168.0.1 about 4111 1111 1111 1111."
KEY = "WmZq4t7w!z%C&F)J"


@pytest.fixture(scope="module")
def analyzer() -> AnalyzerEngine:
    return AnalyzerEngine()


@pytest.fixture(scope="module")
def anonymizer() -> AnonymizerEngine:
    return AnonymizerEngine()


def found(analyzer: AnalyzerEngine, text: str = TEXT, **given: object) -> dict[str, str]:
    results = analyzer.analyze(text, "en", **given)  # type: ignore[arg-type]
    return {text[one.start : one.end]: one.entity_type for one in results}


def test_what_is_found_has_presidios_names(analyzer: AnalyzerEngine) -> None:
    assert found(analyzer) == {
        "Ann Lee": "PERSON",
        "ann.lee@gmail.com": "EMAIL_ADDRESS",
        "192.168.0.1": "IP_ADDRESS",
        "4111 1111 1111 1111": "CREDIT_CARD",
    }


def test_results_come_the_surest_first_and_explain_themselves_on_request(
    analyzer: AnalyzerEngine,
) -> None:
    results = analyzer.analyze(TEXT, "en", return_decision_process=True)
    scores = [one.score for one in results]
    assert scores == sorted(scores, reverse=True)
    explained = [one.analysis_explanation for one in results]
    assert all(one is not None and one.recognizer.startswith("Understudy") for one in explained)
    assert all(one.analysis_explanation is None for one in analyzer.analyze(TEXT, "en"))


def test_entities_thresholds_and_allow_lists(analyzer: AnalyzerEngine) -> None:
    assert set(found(analyzer, entities=["PERSON", "NO_SUCH"]).values()) == {"PERSON"}
    assert found(analyzer, score_threshold=1.01) == {}
    assert "Ann Lee" not in found(analyzer, allow_list=["Ann Lee"])
    assert "Ann Lee" in found(analyzer, allow_list=["Ann"])
    assert "Ann Lee" not in found(analyzer, allow_list=["^Ann"], allow_list_match="regex")


def test_what_has_no_name_there_is_told_to_those_who_ask(analyzer: AnalyzerEngine) -> None:
    text = "I paid 20 dollars."
    assert "AMOUNT" not in found(analyzer, text).values()
    assert found(analyzer, text, entities=["AMOUNT"]) == {"20 dollars": "AMOUNT"}


def test_an_ad_hoc_recognizer_and_its_context(analyzer: AnalyzerEngine) -> None:
    zips = PatternRecognizer("ZIP", patterns=[Pattern("zip", r"\b\d{5}\b", 0.01)], context=["zip"])
    (one,) = analyzer.analyze("zip 90210", "en", ["ZIP"], ad_hoc_recognizers=[zips])
    assert (one.start, one.end, one.score) == (4, 9, 0.4)
    (alone,) = analyzer.analyze("see 90210", "en", ["ZIP"], ad_hoc_recognizers=[zips])
    assert alone.score == 0.01
    listed = PatternRecognizer("TITLE", deny_list=["Mr.", "Mrs."])
    (title,) = analyzer.analyze(
        "Dear Mrs. Xmr. Smith", "en", ["TITLE"], ad_hoc_recognizers=[listed]
    )
    assert (title.start, title.end, title.score) == (5, 9, 1.0)


def test_a_pattern_that_could_take_for_ever_does_not(analyzer: AnalyzerEngine) -> None:
    slow = PatternRecognizer("X", patterns=[Pattern("slow", r"(a+)+$", 0.5)])
    assert analyzer.analyze("a" * 5000 + "b", "en", ["X"], ad_hoc_recognizers=[slow]) == []
    ahead = PatternRecognizer("X", patterns=[Pattern("ahead", r"a(?=b)", 0.5)])
    with pytest.raises(UsageError, match="look-around"):
        analyzer.analyze("ab", "en", ad_hoc_recognizers=[ahead])


@pytest.mark.parametrize("given", [{"language": "zz"}, {"language": "en", "entities": ["NO_SUCH"]}])
def test_what_nobody_can_serve_is_refused(
    analyzer: AnalyzerEngine, given: dict[str, object]
) -> None:
    with pytest.raises(UsageError, match="No matching recognizers"):
        analyzer.analyze("text", **given)  # type: ignore[arg-type]


def marks(*rows: tuple[str, int, int, float]) -> list[RecognizerResult]:
    return [RecognizerResult(*row) for row in rows]


PRESIDIO = [
    # results, operators, text, items as (start, end, type, operator)
    (
        marks(("PERSON", 0, 3, 0.8), ("PERSON", 4, 7, 0.8)),
        {},
        "<PERSON> mailed me.",
        [(0, 8, "PERSON", "replace")],
    ),
    (
        marks(("PERSON", 0, 7, 0.5), ("LOCATION", 4, 7, 0.9)),
        {"PERSON": OperatorConfig("redact")},
        " mailed me.",
        [(0, 0, "PERSON", "redact")],
    ),
    (
        marks(("LOCATION", 0, 7, 0.5), ("PERSON", 0, 7, 0.5)),
        {"DEFAULT": OperatorConfig("replace", {"new_value": "X"})},
        "X mailed me.",
        [(0, 1, "PERSON", "replace")],
    ),
    (
        marks(("PERSON", 0, 5, 0.5), ("LOCATION", 4, 14, 0.9)),
        {},
        "<PERSON><LOCATION> me.",
        [(8, 18, "LOCATION", "replace"), (0, 8, "PERSON", "replace")],
    ),
    (
        marks(("PERSON", 0, 7, 0.5)),
        {
            "PERSON": OperatorConfig(
                "mask", {"masking_char": "*", "chars_to_mask": 4, "from_end": True}
            )
        },
        "Ann**** mailed me.",
        [(0, 7, "PERSON", "mask")],
    ),
]


@pytest.mark.parametrize(("results", "operators", "text", "items"), PRESIDIO)
def test_answers_are_those_of_presidio(
    anonymizer: AnonymizerEngine,
    results: list[RecognizerResult],
    operators: dict[str, OperatorConfig],
    text: str,
    items: list[tuple[int, int, str, str]],
) -> None:
    made = anonymizer.anonymize("Ann Lee mailed me.", results, operators)
    assert made.text == text
    assert [(one.start, one.end, one.entity_type, one.operator) for one in made.items] == items


def test_overlaps_give_way_to_the_surer_one(anonymizer: AnonymizerEngine) -> None:
    apart = ConflictResolutionStrategy.REMOVE_INTERSECTIONS
    both = marks(("PERSON", 0, 5, 0.5), ("LOCATION", 4, 14, 0.9))
    made = anonymizer.anonymize("Ann Lee mailed me.", both, conflict_resolution=apart)
    assert made.text == "<PERSON><LOCATION> me."
    assert [len(one.text) for one in made.items] == [10, 8]


def test_items_stand_where_they_say(anonymizer: AnonymizerEngine) -> None:
    rng = random.Random(3)
    for _ in range(300):
        rows = []
        for _ in range(rng.randint(0, 5)):
            start = rng.randrange(len(TEXT) - 1)
            end = min(len(TEXT), start + rng.randint(1, 12))
            rows.append((rng.choice(["A", "B"]), start, end, rng.choice([0.3, 0.8])))
        made = anonymizer.anonymize(TEXT, marks(*rows))
        assert all(made.text[one.start : one.end] == one.text for one in made.items)


def test_a_hash_cannot_be_looked_up_unless_the_caller_gives_the_salt(
    anonymizer: AnonymizerEngine,
) -> None:
    one = marks(("PERSON", 0, 3, 0.8))
    salted = {"DEFAULT": OperatorConfig("hash", {"salt": "abcdefghijklmnop"})}
    wanted = "e00cf52a407b0e29f6a0f133e9a2a2c57c680b65cd201ad0e88c42e40f7fbbe9"  # Presidio's
    assert anonymizer.anonymize("Ann", one, salted).text == wanted
    fresh = {"DEFAULT": OperatorConfig("hash")}
    first, second = (anonymizer.anonymize("Ann", one, fresh).text for _ in range(2))
    assert first != second and len(first) == 64


def test_what_is_encrypted_can_be_decrypted_with_its_key_alone(
    anonymizer: AnonymizerEngine,
) -> None:
    results = marks(("PERSON", 0, 7, 0.8), ("EMAIL_ADDRESS", 15, 32, 0.8))
    sealed = anonymizer.anonymize(
        TEXT, results, {"DEFAULT": OperatorConfig("encrypt", {"key": KEY})}
    )
    assert "Ann Lee" not in sealed.text and "gmail.com" not in sealed.text
    assert len(base64.urlsafe_b64decode(sealed.items[1].text)) == 32
    back = DeanonymizeEngine()
    chosen = {"DEFAULT": OperatorConfig("decrypt", {"key": KEY})}
    assert back.deanonymize(sealed.text, sealed.items, chosen).text == TEXT
    other = {"DEFAULT": OperatorConfig("decrypt", {"key": KEY[::-1]})}
    with pytest.raises(InvalidParamError, match="cannot be decrypted"):
        back.deanonymize("Ann", [OperatorResult(0, 3, "PERSON", "")], other)


def test_outer_context_counts_as_words_around_the_match(analyzer: AnalyzerEngine) -> None:
    pattern = Pattern("code", r"Q\d{5}", 0.1)
    own = PatternRecognizer("CODE", patterns=[pattern], context=["zippy"])

    def score(context: list[str], recognizer: PatternRecognizer = own) -> float:
        (one,) = analyzer.analyze(
            "code Q12345", "en", ["CODE"], ad_hoc_recognizers=[recognizer], context=context
        )
        return one.score

    assert score(["Zippy"]) == pytest.approx(0.45)
    assert score(["zippy_column"]) == pytest.approx(0.45)
    assert score(["code"]) == pytest.approx(0.1)
    without = PatternRecognizer("CODE", patterns=[pattern])
    assert score(["code", "zippy"], without) == pytest.approx(0.1)


def test_every_result_says_who_found_it(analyzer: AnalyzerEngine) -> None:
    own = PatternRecognizer("CODE", "Codes", patterns=[Pattern("code", r"Q\d{5}", 0.4)])
    results = analyzer.analyze("Ann Lee has Q12345", "en", ad_hoc_recognizers=[own])
    told = [one.recognition_metadata or {} for one in results]
    assert {"Codes"} < {one["recognizer_name"] for one in told}
    assert all(one["recognizer_identifier"] for one in told)


def test_surrogates_are_drawn_together(anonymizer: AnonymizerEngine) -> None:
    text = "Zbigniew Kowal (zbigniew.kowal@mail.com) called. Kowal will call again."
    results = marks(("PERSON", 0, 14, 1.0), ("EMAIL_ADDRESS", 16, 39, 1.0), ("PERSON", 49, 54, 1.0))
    made = anonymizer.anonymize(
        text, results, {"DEFAULT": OperatorConfig("surrogate")}, language="en"
    )
    assert "Zbigniew" not in made.text and "Kowal" not in made.text
    again, _, full = (one.text for one in made.items)
    assert full.split()[-1] == again


def test_surrogates_keep_the_gender_and_leave_nothing(anonymizer: AnonymizerEngine) -> None:
    text = "Mary Smith of France left."
    results = marks(("PERSON", 0, 10, 1.0), ("LOCATION", 14, 20, 1.0))
    surrogate = {"DEFAULT": OperatorConfig("surrogate")}
    made = [anonymizer.anonymize(text, results, surrogate, language="en") for _ in range(20)]
    lists = names_of("en_US")
    given = {one.items[-1].text.split()[0] for one in made}
    male, female = (weighted(lists[f"first_names_{one}"]) for one in ("male", "female"))
    assert not given & (male.keys() - female.keys())
    assert len({one.items[0].text for one in made}) > 1


@pytest.mark.parametrize(
    ("name", "params", "said"),
    [
        ("hash", {"hash_type": "md5"}, "Parameter hash_type value md5 is not in range"),
        ("hash", {"salt": "short"}, "Salt must be"),
        ("mask", {}, "Expected parameter masking_char"),
        (
            "mask",
            {"masking_char": "ab", "chars_to_mask": 1, "from_end": True},
            "masking_char must be a character",
        ),
        (
            "mask",
            {"masking_char": "*", "chars_to_mask": "x", "from_end": True},
            "Invalid parameter value for chars_to_mask. Expecting 'number', but got 'string'.",
        ),
        ("encrypt", {}, "Expected parameter key"),
        ("encrypt", {"key": "x"}, "key must be of length 128, 192 or 256 bits"),
        ("nope", {}, "Invalid operator class 'nope'."),
        ("replace", {"new_value": 5}, "Expecting 'string', but got 'number'."),
        ("custom", {}, "New value must be a callable function"),
    ],
)
def test_wrong_parameters_are_refused_in_presidios_words(
    anonymizer: AnonymizerEngine, name: str, params: dict[str, object], said: str
) -> None:
    with pytest.raises(InvalidParamError) as error:
        anonymizer.anonymize(
            "Ann", marks(("PERSON", 0, 3, 0.8)), {"DEFAULT": OperatorConfig(name, params)}
        )
    assert said in str(error.value)


def test_a_result_outside_the_text_is_refused(anonymizer: AnonymizerEngine) -> None:
    with pytest.raises(InvalidParamError, match="start: 0 and end: 9"):
        anonymizer.anonymize("Ann", marks(("PERSON", 0, 9, 0.8)))


def test_a_function_of_the_caller(anonymizer: AnonymizerEngine) -> None:
    shout = {"DEFAULT": OperatorConfig("custom", {"lambda": str.upper})}
    assert anonymizer.anonymize("Ann", marks(("PERSON", 0, 3, 0.8)), shout).text == "ANN"


def test_private_text_is_in_no_repr(anonymizer: AnonymizerEngine) -> None:
    made = anonymizer.anonymize(
        "Ann", marks(("PERSON", 0, 3, 0.8)), {"DEFAULT": OperatorConfig("keep")}
    )
    assert "Ann" not in repr(made)
    assert KEY not in repr(OperatorConfig("encrypt", {"key": KEY}))


def test_recognizers_are_added_to_the_registry_as_presidios_clients_do() -> None:
    engine = AnalyzerEngine(registry=RecognizerRegistry(), nlp_engine=None)
    engine.registry.load_predefined_recognizers()
    titles = PatternRecognizer(supported_entity="TITLE_WORD", name="titles", deny_list=["Prof"])
    engine.registry.add_recognizer(titles)
    assert found(engine, "Prof Plum of Ohio", entities=["TITLE_WORD"]) == {"Prof": "TITLE_WORD"}
    assert "TITLE_WORD" in engine.get_supported_entities("en")
    assert "TITLE_WORD" not in engine.get_supported_entities("es")
    assert "titles" in [one.name for one in engine.get_recognizers("en")]
    assert engine.registry.get_recognizers("en", ["TITLE_WORD"]) == [titles]
    engine.registry.add_pattern_recognizer_from_dict(
        {"supported_entity": "RANK", "deny_list": ["Major"], "supported_language": "es"}
    )
    assert engine.registry.get_supported_entities(["es"]) == ["RANK"]
    engine.registry.remove_recognizer("titles")
    with pytest.raises(UsageError):
        engine.analyze("Prof Plum", "en", entities=["TITLE_WORD"])
    with pytest.raises(UsageError):
        engine.registry.add_recognizer("titles")  # type: ignore[arg-type]


class _Planets(EntityRecognizer):
    """A recognizer as people write them for Presidio."""

    def load(self) -> None:
        self.planets = ("Mars", "Venus")

    def analyze(
        self, text: str, entities: Sequence[str], nlp_artifacts: Any = None
    ) -> list[RecognizerResult]:
        return [
            RecognizerResult("PLANET", text.find(one), text.find(one) + len(one), 0.9)
            for one in self.planets
            if one in text and "PLANET" in entities
        ]


class _Checked(PatternRecognizer):
    def validate_result(self, pattern_text: str) -> bool | None:
        return None if pattern_text.startswith("7") else int(pattern_text) % 2 == 0

    def invalidate_result(self, pattern_text: str) -> bool | None:
        return pattern_text.endswith("00")


def test_recognizers_that_are_classes_of_the_caller() -> None:
    engine = AnalyzerEngine()
    engine.registry.add_recognizer(_Planets(supported_entities=["PLANET"]))
    assert found(engine, "To Mars!", entities=["PLANET"]) == {"Mars": "PLANET"}
    assert found(engine, "To Mars!", entities=["PERSON"]) == {}
    (one,) = engine.analyze("To Mars!", "en", entities=["PLANET"])
    assert one.recognition_metadata is not None
    assert one.recognition_metadata["recognizer_name"] == "_Planets"


def test_a_recognizer_may_decide_on_each_match() -> None:
    own = _Checked("EVEN", patterns=[Pattern("four", r"\b\d{4}\b", 0.3)])
    assert [
        ("1234 1235 1300 7111"[one.start : one.end], one.score)
        for one in own.analyze("1234 1235 1300 7111", ["EVEN"])
    ] == [("1234", 1.0), ("7111", 0.3)]


def test_lists_and_dictionaries() -> None:
    record: dict[str, Any] = {
        "name": "Zbigniew Kowal",
        "notes": ["Zbigniew Kowal left.", None, 7],
        "inner": {"mail": "zbigniew@kowal.org", "kept": "Zbigniew Kowal", "none": None},
        "skipped": {"name": "Zbigniew Kowal"},
        "count": 3,
    }
    engine = BatchAnalyzerEngine(AnalyzerEngine())
    skip = ["inner.kept", "skipped"]
    results = list(engine.analyze_dict(record, "en", keys_to_skip=skip))
    assert "Kowal" not in repr(results)
    made = BatchAnonymizerEngine().anonymize_dict(
        results, operators={"DEFAULT": OperatorConfig("replace", {"new_value": "X"})}
    )
    assert made == {
        "name": "X",
        "notes": ["X left.", None, "7"],
        "inner": {"mail": "X", "kept": "Zbigniew Kowal", "none": None},
        "skipped": {"name": "Zbigniew Kowal"},
        "count": 3,
    }
    both = engine.analyze_iterator(["Zbigniew Kowal left.", 12], "en", batch_size=2)
    assert [[one.entity_type for one in results] for results in both] == [["PERSON"], []]
    with pytest.raises(UsageError):
        engine.analyze_iterator([object()], "en")


class _Shout(Operator):
    def operate(self, text: str, params: dict[str, Any] | None = None) -> str:
        return f"{text.upper()} {(params or {})['entity_type']}"

    def validate(self, params: dict[str, Any] | None = None) -> None:
        if "bad" in (params or {}):
            raise InvalidParamError("bad is not wanted")

    def operator_name(self) -> str:
        return "shout"

    def operator_type(self) -> OperatorType:
        return OperatorType.Anonymize


def test_an_operator_may_be_a_class_of_the_caller() -> None:
    engine, marked = AnonymizerEngine(), marks(("PERSON", 0, 3, 0.8))
    engine.add_anonymizer(_Shout)
    assert "shout" in engine.get_anonymizers()
    made = engine.anonymize("Ann left", marked, {"DEFAULT": OperatorConfig("shout")})
    assert made.text == "ANN PERSON left" and made.items[0].operator == "shout"
    with pytest.raises(InvalidParamError, match="not wanted"):
        engine.anonymize("Ann", marked, {"PERSON": OperatorConfig("shout", {"bad": 1})})
    engine.remove_anonymizer(_Shout)
    with pytest.raises(InvalidParamError, match="shout"):
        engine.anonymize("Ann", marked, {"DEFAULT": OperatorConfig("shout")})
    with pytest.raises(InvalidParamError):
        engine.remove_anonymizer(_Shout)
    back = DeanonymizeEngine()
    back.add_deanonymizer(_Shout)
    assert back.deanonymize("Ann", made.items[:0], {}).text == "Ann"
    assert "shout" in back.get_deanonymizers()


def test_values_with_spaces_between_may_stay_apart(anonymizer: AnonymizerEngine) -> None:
    marked = marks(("PERSON", 0, 3, 0.8), ("PERSON", 4, 7, 0.6))
    assert anonymizer.anonymize("Ann Lee", marked).text == "<PERSON>"
    made = anonymizer.anonymize("Ann Lee", marked, merge_entities_with_spaces=False)
    assert made.text == "<PERSON> <PERSON>"
    assert [one.score for one in made.items] == [0.6, 0.8]
