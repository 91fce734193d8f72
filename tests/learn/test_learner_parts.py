"""What learners declare: general code asks this, and no names."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from understudy import learn
from understudy.learn.learner import CRF_DETECTOR, learner_of
from understudy.registry import names


@pytest.mark.parametrize("name", names("learners"))
def test_a_learner_knows_its_name_and_can_be_built(name: str) -> None:
    assert learner_of(name).name == name
    assert callable(learner_of(name).build().fit)


@pytest.mark.parametrize(("name", "reads"), [("warm", False), ("crf", False), ("encoder", True)])
def test_texts_are_kept_for_a_learner_that_reads_them(name: str, reads: bool) -> None:
    assert learner_of(name).reads_text is reads


def test_a_function_that_builds_a_learner_has_the_traits_of_a_stranger(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("understudy.learn.learner.load", lambda group, name: dict)
    learner_of.cache_clear()
    stranger = learner_of("a stranger")
    learner_of.cache_clear()
    assert stranger.reads_text
    assert stranger.detector == CRF_DETECTOR


def test_no_module_of_the_room_compares_with_the_name_of_a_learner() -> None:
    known = set(names("learners"))
    for path in sorted(Path(learn.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare) and "learner" in ast.unparse(node):
                texts = {one.value for one in ast.walk(node) if isinstance(one, ast.Constant)}
                assert not texts & known, path.name
