"""The encoder as a detector of a policy."""

from __future__ import annotations

import pickle
import shutil
from pathlib import Path
from typing import Any

import pytest

from understudy import Document, build, new_key, parse_policy
from understudy.core.errors import ModelError, PolicyError
from understudy.core.types import Span
from understudy.encoder import Encoder
from understudy.encoder.weights import SHIPPED, Weights
from understudy.engines.pool import run_pool
from understudy.identify.encoder import EncoderDetector, _unspelt
from understudy.identify.encoder import build as build_detector
from understudy.identify.settings import DetectorSettings

TEXT = "so rosa martinez moved to leeds on monday"


def detector(**options: Any) -> EncoderDetector:
    return build_detector(DetectorSettings(options=options))


def found(one: EncoderDetector, text: str = TEXT) -> dict[str, str]:
    (spans,) = one.detect([Document("d", text)])
    return {text[span.start : span.end]: span.label for span in spans}


@pytest.mark.parametrize("model", ["full", "fast"])
def test_a_policy_names_a_model(model: str) -> None:
    assert found(detector(model=model)) == {
        "rosa martinez": "PERSON",
        "leeds": "LOCATION",
        "monday": "DATE",
    }


@pytest.mark.parametrize("sign", ["\u200d", "\u00ad", "\x01"])
def test_words_that_hide_are_read(sign: str) -> None:
    hidden = {text.replace(sign, ""): label for text, label in
              found(detector(), sign.join(TEXT)).items()}  # fmt: skip
    assert hidden == found(detector())


def test_the_default_is_the_fast_model() -> None:
    assert detector().tagger == Encoder("fast")


def test_only_wanted_categories_are_found() -> None:
    one = build_detector(DetectorSettings(categories=frozenset({"PERSON"})))
    assert found(one) == {"rosa martinez": "PERSON"}


def test_a_lower_threshold_finds_no_less() -> None:
    text = "i think the mercury rising people from the golden lion will call at some point"
    few, many = (found(detector(threshold=threshold), text) for threshold in (0.99, 0.01))
    assert sum(map(len, few)) < sum(map(len, many))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"modle": "full"}, "unknown option; .*there are: model, threshold"),
        ({"model": 3}, '"fast", "full" or a folder'),
        ({"threshold": "high"}, "must be a number"),
        ({"threshold": True}, "must be a number"),
        ({"threshold": 1.5}, "between 0 and 1"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(PolicyError, match=message):
        detector(**options)


def test_a_missing_model_stops_before_the_run() -> None:
    with pytest.raises(ModelError, match="no model can be read there"):
        detector(model="no-such-folder")


def test_a_model_lies_beside_the_policy(tmp_path: Path) -> None:
    shutil.copytree(SHIPPED, tmp_path / "mine")
    one = build_detector(DetectorSettings(options={"model": "mine"}, folder=tmp_path))
    assert one.tagger == Encoder(weights=Weights(tmp_path / "mine"))
    assert "rosa martinez" in found(one)


def test_it_is_picklable_after_use() -> None:
    one = detector()
    before = found(one)
    assert found(pickle.loads(pickle.dumps(one))) == before


def tagged(task: list[str]) -> list[tuple[Span, ...]]:
    return SHARED.detect([Document("d", text) for text in task])


SHARED = detector(model="fast")


def test_workers_find_the_same() -> None:
    """The first task is done in this process, so the others start from a model in use."""
    tasks = [[TEXT], [TEXT.upper(), "nothing here"], [TEXT.title()]]
    assert list(run_pool(tagged, tasks, 2)) == [tagged(task) for task in tasks]


def test_in_a_policy() -> None:
    policy = parse_policy(
        """
        schema = 1
        name = "neural"
        detectors = ["encoder"]
        [default]
        strategy = "typed"
        """,
        folder=Path(),
    )
    (result,) = build(policy).run([Document("d", TEXT, language="en")], new_key())
    assert result.text == "so <PERSON> moved to <LOCATION> on <DATE>"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Laura Bennett, B, E, N, N, E, T, T", ["Laura Bennett", "B, E, N, N, E, T, T"]),
        ("laura l a u r a", ["laura", "l a u r a"]),
        ("Paz P-A-Z", ["Paz", "P-A-Z"]),
        ("L A U R A", ["L A U R A"]),
        ("Tolkien, J. R. R.", ["Tolkien, J. R. R."]),
        ("Harry S Truman", ["Harry S Truman"]),
        ("Malcolm X", ["Malcolm X"]),
    ],
)
def test_letters_that_spell_a_name_are_no_part_of_it(text: str, parts: list[str]) -> None:
    said = f"So {text}."
    whole = Span(3, 3 + len(text), "PERSON", 0.9)
    found = list(_unspelt(whole, said, "en"))
    assert [said[span.start : span.end] for span in found] == parts
    labels = (
        ["PERSON", "SPELLING"] if len(parts) == 2 else ["SPELLING" if "A U" in text else "PERSON"]
    )
    assert [span.label for span in found] == labels
