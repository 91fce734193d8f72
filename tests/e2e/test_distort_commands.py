"""understudy distort, as a user types it."""

from __future__ import annotations

import json
from pathlib import Path
from stat import S_IMODE

import pytest
import stage

from understudy.encoder.grid import GRID

ROME = "She lives in Rome with her old mother."
LIMA = ROME.replace("Rome", "Lima")


def test_a_score_in_json() -> None:
    done = stage.call("distort", "score", ROME, LIMA, "--json")
    assert done.code == 0, done.err
    assert set(done.json) == {"ndd", "cosine", "delta_ppl"}
    assert done.json["ndd"] > 0 and 0 < done.json["cosine"] < 1
    same = stage.call("distort", "score", ROME, ROME, "--json").json
    assert same == {"ndd": 0.0, "cosine": 1.0, "delta_ppl": 0.0}


def test_the_words_explained(tmp_path: Path) -> None:
    page = tmp_path / "map.html"
    done = stage.call(
        "distort", "score", ROME, LIMA.replace("old", "<old>"), "--explain", "--html", str(page)
    )
    assert done.code == 0, done.err
    shown = done.out.decode()
    assert "mother" in shown and "×" in shown
    text = page.read_text(encoding="utf-8")
    assert "<u>Lima</u>" in text and "&lt;" in text and "<old>" not in text
    words = stage.call("distort", "score", ROME, LIMA, "--explain", "--json").json["words"]
    assert " ".join(word["word"] for word in words) == "She lives in with her old mother ."
    total = sum(word["weight"] * word["divergence"] for word in words)
    ndd = stage.call("distort", "score", ROME, LIMA, "--json").json["ndd"]
    assert total == pytest.approx(ndd, abs=len(words) * GRID)  # each word is rounded
    assert S_IMODE(page.stat().st_mode) == 0o600  # it shows the texts


def test_equal_texts_have_nothing_to_explain() -> None:
    done = stage.call("distort", "score", ROME, ROME, "--explain")
    assert done.code == 0 and "nothing was edited" in done.out.decode()


@pytest.mark.parametrize("pair", [("", ROME), ("cat", "dog"), (ROME, " ")])
def test_what_cannot_be_compared_is_told(pair: tuple[str, str]) -> None:
    done = stage.call("distort", "score", *pair)
    assert done.code == 2
    assert done.err.startswith("error: ") and "Rome" not in done.err


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "in.jsonl"
    rows = [
        {
            "id": str(number),
            "text": f"the train to {name} was late again",
            "language": "en",
            "entities": [{"start": 13, "end": 13 + len(name), "label": "LOCATION"}],
        }
        for number, name in enumerate(("Zebulon", "Vexford", "Quillby"))
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def _given(tmp_path: Path) -> str:
    policy = tmp_path / "given.toml"
    policy.write_text('schema = 1\ndetectors = ["given"]\n', encoding="utf-8")
    return str(policy)


@pytest.mark.parametrize(
    ("options", "epsilon"),
    [
        ((), "inf"),
        (("--epsilon", "3"), 3.0),
        (("--epsilon", "3", "--scale", "rank", "--candidates", "3"), 3.0),
        (("--method", "generate", "--candidates", "2", "--epsilon", "2"), 2.0),
        (("--source", "corpus"), "inf"),
    ],
    ids=["plain", "private", "rank", "written", "corpus"],
)
def test_a_corpus_is_rewritten(
    corpus: Path, tmp_path: Path, options: tuple[str, ...], epsilon: float | str
) -> None:
    output = tmp_path / "out.jsonl"
    done = stage.call(
        *("distort", "run", str(corpus), "-o", str(output), "--policy", _given(tmp_path)),
        *("--category", "LOCATION", *options, "--json"),
    )
    assert done.code == 0, done.err
    texts = [json.loads(line)["text"] for line in output.read_text("utf-8").splitlines()]
    names = ("Zebulon", "Vexford", "Quillby")
    for name, text in zip(names, texts, strict=True):
        assert text.startswith("the train to ") and text.endswith(" was late again")
        assert name not in text
        if "corpus" in options:
            assert any(other in text for other in names)
    (row,) = done.json["rows"]
    assert row["strategy"] == "distort" and row["strict_epsilon"] == epsilon


def test_a_bank_of_ones_own(corpus: Path, tmp_path: Path) -> None:
    bank = tmp_path / "bank.txt"
    bank.write_text("Moscow\nLisbon\n", encoding="utf-8")
    output = tmp_path / "out.jsonl"
    given = ("distort", "run", str(corpus), "-o", str(output), "--policy", _given(tmp_path))
    done = stage.call(*given, "--bank", str(bank), "--quiet")
    assert done.code == 0, done.err
    for line in output.read_text("utf-8").splitlines():
        assert json.loads(line)["text"].split()[3] in ("Moscow", "Lisbon")
    bank.write_text("Moscow\n", encoding="utf-8")
    done = stage.call(*given, "--bank", str(bank), "--force")
    assert done.code == 2 and "two values or more" in done.err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--scale", "rank"), "goes with epsilon"),
        (("--method", "generate", "--source", "corpus"), "there is no list"),
        (("--category", "PLANET"), "no category PLANET"),
        (("--category", "MISC", "--policy", "dp"), "stand-ins for MISC"),
    ],
    ids=["scale", "source", "category", "no list"],
)
def test_options_that_do_not_go_together(
    corpus: Path, tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    done = stage.call("distort", "run", str(corpus), "-o", str(tmp_path / "o.jsonl"), *options)
    assert done.code == 2, done.said
    assert said in done.err


def test_the_audit_of_the_choice() -> None:
    audit = ("privacy", "audit", "--runs", "1000", "--seed", "1", "--k", "6", "--p", "1", "--json")
    done = stage.call(*audit, "--strategy", "distort", "--epsilon", "2", "--candidates", "3")
    assert done.code == 0, done.err
    assert done.json["claimed"] == 2.0 and not done.json["violated"]
    assert stage.call(*audit, "--strategy", "distort").json["claimed"] == "inf"
    assert stage.call(*audit, "--strategy", "entity", "--epsilon", "2").code == 2
