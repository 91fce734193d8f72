"""The interfaces that users of spaCy, transformers and pandas expect."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from understudy import UnderstudyError, parse_policy
from understudy.compat.transformers import pipeline

POLICY = """
schema = 1
detectors = ["grammar"]
[default]
strategy = "typed"
"""
TEXT = "Write to ann@lee.org, or call (212) 555-0143."
MADE = "Write to <EMAIL_ADDRESS>, or call <PHONE_NUMBER>."
GROUPS = [("EMAIL_ADDRESS", "ann@lee.org"), ("PHONE_NUMBER", "(212) 555-0143")]


def _groups(answer: list[dict[str, Any]]) -> list[tuple[str, str]]:
    assert all(TEXT[one["start"] : one["end"]] == one["word"] for one in answer)
    assert all(set(one) >= {"entity_group", "score", "start", "end"} for one in answer)
    return [(one["entity_group"], one["word"]) for one in answer]


@pytest.mark.parametrize("task", ["token-classification", "ner"])
def test_a_pipeline_finds_as_those_of_transformers_do(task: str) -> None:
    find = pipeline(task, parse_policy(POLICY), aggregation_strategy="first")
    assert _groups(find(TEXT)) == GROUPS
    assert [_groups(one) for one in find([TEXT] * 3, batch_size=2)] == [GROUPS] * 3
    streamed = find(text for text in [TEXT])
    assert not isinstance(streamed, list) and [_groups(one) for one in streamed] == [GROUPS]
    assert find([]) == []


def test_a_pipeline_replaces() -> None:
    replace = pipeline("deidentify", parse_policy(POLICY))
    answer = replace(TEXT)
    assert answer["text"] == MADE and _groups(answer["entities"]) == GROUPS
    assert [one["text"] for one in replace((TEXT, ""))] == [MADE, ""]


def test_a_pipeline_refuses_what_it_does_not_know() -> None:
    with pytest.raises(UnderstudyError, match="no task 'summarization'; there are: token-"):
        pipeline("summarization")
    with pytest.raises(UnderstudyError, match="aggregation_strategy 'none'"):
        pipeline("ner", aggregation_strategy="none")
    with pytest.raises(UnderstudyError, match="batch_size"):
        pipeline("ner", parse_policy(POLICY), batch_size=0)(TEXT)
    with pytest.raises(UnderstudyError, match="expected a text"):
        pipeline("ner", parse_policy(POLICY))([TEXT, 3])


def test_accessors_of_pandas() -> None:
    pd = pytest.importorskip("pandas")
    import understudy.compat.pandas  # noqa: F401

    policy = parse_policy(POLICY)
    said = pd.Series([TEXT, None], index=[3, 4], name="said")
    made = said.understudy.deidentify(policy=policy)
    assert made[3] == MADE and made.isna().tolist() == [False, True]
    assert list(made.index) == [3, 4] and made.name == "said"
    frame = pd.DataFrame({"mail": ["ann@lee.org"], "n": [1]})
    kinds = {"mail": "EMAIL_ADDRESS", "n": "KEEP"}
    assert frame.understudy.deidentify(kinds, policy=policy).values.tolist() == [
        ["<EMAIL_ADDRESS>", 1]
    ]
    with pytest.raises(UnderstudyError, match="decided on 'mail', 'n'"):
        frame.understudy.deidentify(policy=policy)


@pytest.fixture
def policy_file(tmp_path: Path) -> str:
    path = tmp_path / "patterns.toml"
    path.write_text(POLICY)
    return str(path)


def test_a_component_of_spacy(policy_file: str, tmp_path: Path) -> None:
    spacy = pytest.importorskip("spacy")
    nlp = spacy.blank("en")
    ruler = nlp.add_pipe("entity_ruler")
    known = {"VERB": "call", "MAIL": "ann@lee.org"}
    ruler.add_patterns([{"label": label, "pattern": text} for label, text in known.items()])
    nlp.add_pipe("understudy", config={"policy": policy_file})
    doc = nlp(TEXT)
    assert doc._.deidentified == MADE and doc.text == TEXT
    assert [(one.label_, one.text) for one in doc.spans["understudy"]] == GROUPS
    assert [one.label_ for one in doc.ents] == ["EMAIL_ADDRESS", "VERB", "PHONE_NUMBER"]
    docs = list(nlp.pipe([TEXT, "", TEXT], batch_size=2))
    assert [one._.deidentified for one in docs] == [MADE, "", MADE]
    nlp.to_disk(tmp_path / "model")
    again = spacy.load(tmp_path / "model")
    assert again(TEXT)._.deidentified == MADE


def test_a_component_may_leave_the_entities_alone(policy_file: str) -> None:
    spacy = pytest.importorskip("spacy")
    nlp = spacy.blank("es")
    nlp.add_pipe("understudy", config={"policy": policy_file, "ents": False})
    doc = nlp(TEXT)
    assert not doc.ents and len(doc.spans["understudy"]) == 2


def test_a_mark_within_a_token_takes_the_token(policy_file: str) -> None:
    spacy = pytest.importorskip("spacy")
    nlp = spacy.blank("en")
    nlp.tokenizer = spacy.tokenizer.Tokenizer(nlp.vocab)  # cuts at spaces alone
    nlp.add_pipe("understudy", config={"policy": policy_file})
    doc = nlp(TEXT)
    assert [one.text for one in doc.ents] == ["ann@lee.org,", "(212) 555-0143."]
    assert doc._.deidentified == MADE


def test_without_spacy_the_extra_is_named() -> None:
    code = (
        "import sys\nsys.modules['spacy'] = None\n"
        "try:\n    import understudy.compat.spacy\n"
        "except Exception as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "pip install 'understudy[spacy]'" in done.stdout
