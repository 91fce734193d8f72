"""Bad usage and bad policies: the exit status, what is wrong, and nothing lost."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import stage

CANARY = "Zebulon Quill"


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "in.jsonl"
    path.write_text(stage.GOOD)
    return path


def test_outputs_that_cannot_be(tmp_path: Path, corpus: Path) -> None:
    (tmp_path / "folder").mkdir()
    taken = tmp_path / "taken.jsonl"
    taken.write_text("mine")
    _csv(tmp_path)
    before = stage.tree(tmp_path)
    stage.refused(2, "folder: is a directory", "run", corpus, "-o", tmp_path / "folder")
    stage.refused(2, "is a directory", "run", corpus, "-o", tmp_path / "folder", "--force")
    stage.refused(2, "taken.jsonl: exists already.*--force", "run", corpus, "-o", taken)
    stage.refused(2, "no such directory", "run", corpus, "-o", tmp_path / "no" / "out.jsonl")
    stage.refused(2, "overwrite the input|exists already", "run", corpus, "-o", corpus)
    stage.refused(2, "overwrite the input", "run", corpus, "-o", corpus, "--force")
    stage.refused(
        2, "is a file", "run", corpus, _csv(tmp_path), "--format", "lines", "-o", taken, "--force"
    )
    assert stage.tree(tmp_path) == before
    assert stage.call("run", corpus, "-o", taken, "--force").code == 0
    assert "Zebulon" not in taken.read_text() != "mine"


def test_force_removes_nothing_but_an_older_release(tmp_path: Path) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    for name in "ab":
        (source / f"{name}.jsonl").write_text(stage.GOOD.replace("d1", name))
    words = ("run", source, "-o", out)
    assert stage.call(*words).code == 0
    stage.refused(2, "out: exists already", *words)
    assert stage.call(*words, "--force").code == 0
    (out / "diary.txt").write_text("mine")
    stage.refused(2, r"diary\.txt: is not part of the release", *words, "--force")
    stage.refused(2, "is not part of the release", "run", source, "-o", tmp_path, "--force")
    assert (out / "diary.txt").read_text() == "mine"
    assert sorted(path.name for path in source.iterdir()) == ["a.jsonl", "b.jsonl"]


def test_an_output_inside_the_input(tmp_path: Path, corpus: Path) -> None:
    stage.refused(2, "out: lies in the input", "run", tmp_path, "-o", tmp_path / "out")


def test_one_part_of_a_pair_is_not_overwritten(tmp_path: Path) -> None:
    for ending, (text, _) in stage.BRAT.items():
        (tmp_path / f"one{ending}").write_text(text)
    (tmp_path / "new.ann").write_text("mine")
    words = ("run", tmp_path / "one.txt", "--format", "brat")
    stage.refused(2, r"new\.ann: exists already", *words, "-o", tmp_path / "new.txt")
    stage.refused(2, r"new\.ann: exists already", *words, "-o", tmp_path / "new")
    assert (tmp_path / "new.ann").read_text() == "mine"


def test_ledgers_and_reports_take_the_place_of_nothing(tmp_path: Path, corpus: Path) -> None:
    out = tmp_path / "out.jsonl"
    words: tuple[object, ...] = ("run", corpus, "-o", out)
    other = tmp_path / "other.jsonl"
    other.write_text(stage.GOOD)
    old = tmp_path / "old.ledger"
    old.write_text("needed")
    before = stage.tree(tmp_path)
    stage.refused(2, "old.ledger: exists already", *words, "--ledger", old)
    stage.refused(2, "part of the input", *words, "--ledger", corpus, "--force")
    stage.refused(2, "part of the input", *words, "--report", corpus, "--force")
    stage.refused(2, "place of the output", *words, "--ledger", out)
    stage.refused(2, "place of the report", *words, "--report", out)
    stage.refused(2, "no such directory", *words, "--ledger", tmp_path / "no" / "l")
    stage.refused(2, "no such directory", *words, "--report", tmp_path / "no" / "r.html")
    stage.refused(2, "is a directory", *words, "--report", tmp_path)
    same = tmp_path / "same"
    stage.refused(2, "place of the report", *words, "--ledger", same, "--report", same)
    folder = tmp_path / "folder"
    inside = folder / "l"
    folder.mkdir()
    words = ("run", corpus, other, "-o", folder)
    stage.refused(2, "place of the output", *words, "--ledger", inside, "--force")
    assert stage.tree(tmp_path) == before


def test_inputs_that_cannot_be(tmp_path: Path, corpus: Path) -> None:
    out = ("-o", tmp_path / "out.jsonl")
    stage.refused(2, "none.jsonl: no such file", "run", tmp_path / "none.jsonl", *out)
    stage.refused(2, "no such file", "run", f"{tmp_path}/*.csv", *out)
    stage.refused(
        2, "unknown format 'wordstar'.*jsonl", "run", corpus, "--format", "wordstar", *out
    )
    stage.refused(2, "no format has this suffix", "run", _touched(tmp_path / "a.log"), *out)
    stage.refused(2, "needs a format", "run", "-", *out)
    stage.refused(2, "cannot be read from standard input", "run", "-", "--format", "parquet", *out)
    stage.refused(2, "one of several", "run", "-", corpus, "--format", "jsonl", *out)
    stage.refused(2, "which are pairs", "run", corpus, _touched(tmp_path / "a.ann"), *out)
    stage.refused(2, "no files found", "run", _folder(tmp_path / "empty"), *out)
    stage.refused(
        2, "delimiter", "run", _csv(tmp_path), "--delimiter", "::", "-o", tmp_path / "o.csv"
    )
    stage.refused(2, r"go to a \.jsonl", "identify", _csv(tmp_path), "-o", tmp_path / "o.csv")
    stage.refused(2, "name an output", "run", tmp_path / "in.jsonl", "--json", "-o", "-")
    stage.refused(2, "Missing option|-o", "run", corpus)
    stage.refused(2, "No such option", "run", corpus, *out, "--nonsense")
    stage.refused(2, "No such command", "perform")
    stage.refused(2, "workers", "run", corpus, *out, "--workers", "0")


def _touched(path: Path) -> Path:
    path.write_text("x\n")
    return path


def _folder(path: Path) -> Path:
    path.mkdir()
    return path


def _csv(folder: Path) -> Path:
    path = folder / "t.csv"
    path.write_text(f"id,text\n1,{CANARY}\n")
    return path


POLICIES = {
    "p above": ("[default]\nstrategy = 'redact'\np = 1.5", r"mine\.toml:4: default\.p: .*0 to 1"),
    "p below": (
        "[categories]\nPERSON = { strategy = 'entity', p = -0.1 }",
        r"mine\.toml:3: categories\.PERSON\.p",
    ),
    "p of letters": ("[default]\nstrategy = 'redact'\np = 'all'", r"mine\.toml:4: default\.p"),
    "category": ("[categories]\nPERSN = { strategy = 'redact' }", r"mine\.toml:3: .*PERSON\?"),
    "strategy": ("[default]\nstrategy = 'hide'", r"mine\.toml:3: default\.strategy: .*redact"),
    "key": ("epsilon_maximum = 3", r"mine\.toml:2: epsilon_maximum: unknown key.*epsilon_max\?"),
    "detector": ("detectors = ['crystal ball']", r"mine\.toml:2: detectors: unknown detector"),
    **{
        f"option {key} of {name}": (
            f"detectors = ['{name}']\n[detector.{name}]\n{key} = 1",
            rf"mine\.toml:4: detector\.{name}\.{key}: unknown option; {hint}",
        )
        for name, key, hint in (
            ("crf", "modell", r"did you mean model\?"),
            ("encoder", "treshold", r"did you mean threshold\? there are: model, threshold"),
            ("gazetteer", "threshold", "there are: lists, allow"),
            ("gazetteer", "files", "there are: lists, allow"),
            ("given", "x", "given has none"),
            ("grammar", "list", r"did you mean lists\?"),
            ("heuristic", "treshold", r"did you mean threshold\?"),
            ("phrases", "name", r"did you mean names\?"),
            ("presidio", "scores", r"did you mean score\?"),
            ("spacy", "modle", r"did you mean model\?"),
            ("transformers", "windows", r"did you mean window\?"),
        )
    },
    "not TOML": ("[default", r"mine\.toml: not TOML"),
    "one surrogate": (
        "[categories]\nPERSON = { strategy = 'entity', file = 'one.txt' }",
        r"mine\.toml:3: .*two values or more, this one has 1.*named",
    ),
    "no surrogates": (
        "[categories]\nPERSON = { strategy = 'word', file = 'none.txt' }",
        r"mine\.toml:3: .*two values or more, this one has 0",
    ),
    "no list": (
        "[categories]\nPERSON = { strategy = 'word', file = 'lost.txt' }",
        r"mine\.toml:3: .*cannot be read",
    ),
    "no public list": (
        "[categories]\nMISC = { strategy = 'entity' }",
        r"mine\.toml:3: .*no public stand-ins for MISC",
    ),
}


@pytest.mark.parametrize("case", POLICIES)
def test_policies_that_do_not_hold(tmp_path: Path, corpus: Path, case: str) -> None:
    text, message = POLICIES[case]
    (tmp_path / "one.txt").write_text("Ada\n")
    (tmp_path / "none.txt").write_text("\n")
    policy = stage.policy(tmp_path, text)
    stage.refused(2, message, "run", corpus, "-o", tmp_path / "out.jsonl", "--policy", policy)
    stage.refused(2, message, "policy", "check", policy)
    assert not list(tmp_path.glob("out*"))


def test_a_preset_that_is_none(tmp_path: Path, corpus: Path) -> None:
    words = ("run", corpus, "-o", tmp_path / "out.jsonl", "--policy", "surogate")
    stage.refused(
        2, "surogate: no such file, and no preset of that name .*did you mean surrogate", *words
    )


@pytest.mark.parametrize("strategy", ["'swap'", "'entity', source = 'corpus'"])
def test_a_corpus_with_one_value_cannot_lend_values(
    tmp_path: Path, corpus: Path, strategy: str
) -> None:
    policy = stage.policy(tmp_path, f"[categories]\nPERSON = {{ strategy = {strategy} }}")
    stage.refused(
        2,
        "single value|two values|PERSON",
        "run",
        corpus,
        "-o",
        tmp_path / "o.jsonl",
        "--policy",
        policy,
    )
    assert not list(tmp_path.glob("o.jsonl*"))


GUESSABLE = ("\0" * 16, "a" * 64, "passwordpassword", "correcthorsebattery\n", "administrator2024!")


def test_secrets_that_cannot_be(tmp_path: Path, corpus: Path) -> None:
    words = ("run", corpus, "-o", tmp_path / "out.jsonl")
    short = stage.key_file(tmp_path, "short", "abc")
    stage.refused(2, "short: the key file is too short", *words, "--key-file", short)
    for number, secret in enumerate(GUESSABLE):
        key = stage.key_file(tmp_path, f"weak{number}", secret)
        told = f"weak{number}: the (ledger )?key file can be guessed.*token_hex"
        stage.refused(2, told, *words, "--key-file", key)
        stage.refused(2, told, *words, "--ledger", tmp_path / "l", "--ledger-key-file", key)
    stage.refused(2, "cannot be read", *words, "--key-file", tmp_path / "none")
    stage.refused(2, "goes with --ledger", *words, "--ledger-key-file", stage.key_file(tmp_path))
    stage.refused(2, "exclude each other", *words, "--seed", 1, "--key-file", tmp_path / "key")
    open_key = stage.key_file(tmp_path, "open")
    open_key.chmod(0o644)
    done = stage.call(*words, "--key-file", open_key)
    assert done.code == 0
    assert "warning" in done.err
    assert "chmod 600" in done.err


COMMAND = shutil.which("understudy", path=str(Path(sys.executable).parent))


@pytest.mark.skipif(COMMAND is None, reason="the command is not installed")
def test_the_command_itself(tmp_path: Path) -> None:
    def run(*words: object, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [str(COMMAND), *map(str, words)], input=data, capture_output=True, check=False
        )

    good = run(
        "run", "-", "-o", "-", "--format", "jsonl", "--policy", "typed", data=stage.GOOD.encode()
    )
    assert good.returncode == 0
    assert b"was replaced" in good.stderr  # the verdict, beside the piped release
    assert json.loads(good.stdout)["text"] == "hello <PERSON>"
    bad = run("run", "-", "-o", "-", "--format", "jsonl", data=b'{"text": "Zebulon Quill')
    assert (bad.returncode, bad.stdout) == (1, b"")
    assert bad.stderr.startswith(b"error: stdin:1: malformed JSON")
    usage = run("run", tmp_path / "none.jsonl", "-o", tmp_path / "out.jsonl")
    assert usage.returncode == 2
    policy = stage.policy(tmp_path, "epsilon_max = 0\n[default]\nstrategy = 'keep'")
    budget = run("run", tmp_path / "none.jsonl", "-o", tmp_path / "out.jsonl", "--policy", policy)
    assert budget.returncode == 3
    assert b"Zebulon" not in bad.stderr + usage.stderr + budget.stderr
    assert b"Traceback" not in good.stderr + bad.stderr + usage.stderr + budget.stderr


FRENCH = '{{"id": "d1", "text": "Bonjour Zebulon Quill", "language": "{}"}}\n'
CHINESE = '{"id": "d1", "text": "你好，我叫王伟，住在北京市朝阳区"}\n'


@pytest.mark.parametrize("name", ["spanish", "fr", "castellano", ""])
def test_a_language_that_is_not_installed_cannot_be_asked_for(
    tmp_path: Path, corpus: Path, name: str
) -> None:
    words = ("run", corpus, "-o", tmp_path / "out.jsonl", "--language", name)
    stage.refused(2, rf"--language '{name}' is not installed.*en \(English\), es \(Span", *words)
    policy = stage.policy(tmp_path, f"language = '{name}'")
    stage.refused(
        2, r"mine\.toml:2: language: must be .* es \(Spanish\)", "policy", "check", policy
    )


@pytest.mark.parametrize("tag", ["es-ES", "en_GB", "ES"])
def test_a_tag_counts_as_its_language(tmp_path: Path, tag: str) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(stage.row(1, "hello Zebulon Quill", "Zebulon Quill", language=tag))
    policy = stage.policy(tmp_path, f"language = '{tag}'\nfallback = '{tag}'")
    for given in (("--language", tag), ("--policy", policy)):
        done = stage.call("run", source, "-o", tmp_path / "out.jsonl", "--force", *given)
        assert done.code == 0, done.said
        assert "not installed" not in done.said


@pytest.mark.parametrize("policy", ["surrogate", "typed", "patterns"])
def test_documents_in_a_language_that_is_not_installed(tmp_path: Path, policy: str) -> None:
    source = tmp_path / "in.jsonl"
    for text in (FRENCH.format("fr"), FRENCH.format("fr-CA"), CHINESE):
        source.write_text(text)
        for command in ("run", "identify"):
            words = (command, source, "-o", tmp_path / "out.jsonl", "--policy", policy)
            stage.refused(1, r"'d1': its language is not installed.*fallback = \"en\"", *words)
    source.write_text(FRENCH.format("Zebulon Quill"))
    stage.refused(1, "no language code", "run", source, "-o", tmp_path / "out.jsonl")
    assert not list(tmp_path.glob("out*"))


def test_marks_of_the_corpus_do_not_excuse_an_unknown_language(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(stage.row(1, "Bonjour Zebulon Quill", "Zebulon Quill", language="fr"))
    for check in ("true", "false"):
        policy = stage.typed_policy(tmp_path, ["given"], f"leak_check = {check}")
        words = ("replace", source, "-o", tmp_path / "out.jsonl", "--policy", policy)
        stage.refused(1, "not installed", *words)


def test_a_fallback_handles_other_languages_and_says_so(tmp_path: Path) -> None:
    source, report = tmp_path / "in.jsonl", tmp_path / "r.html"
    source.write_text(
        stage.GOOD
        + stage.row(2, "Bonjour Ottoline Vex", "Ottoline Vex", language="fr")
        + CHINESE.replace("d1", "d3")
    )
    for check in ("true", "false"):
        policy = stage.typed_policy(tmp_path, ["given"], f"fallback = 'en'\nleak_check = {check}")
        words = (source, "--policy", policy, "--force")
        done = stage.call("run", "-o", tmp_path / "out.jsonl", "--report", report, *words)
        assert done.code == 0, done.said
        said = "2 documents are in a language that is not installed (another script and fr) and"
        verdict, *others = done.out.decode().splitlines()
        assert f"{said} were handled as English" in verdict
        assert f"warning: {said}" in "\n".join(others)
        assert report.read_text().count("handled as English") >= 2
        assert "Ottoline" not in (tmp_path / "out.jsonl").read_text()
    done = stage.call("identify", "-o", tmp_path / "found.jsonl", *words)
    assert f"warning: {said}" in done.err


def test_files_that_no_format_reads(tmp_path: Path) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    (source / "sub").mkdir(parents=True)
    (source / "a.jsonl").write_text(stage.GOOD)
    for name in ("letter.odt", "sub/mail.msg", ".hidden"):
        (source / name).write_text("x")
    message = r"jsonl does not read letter\.odt, sub/mail\.msg; .*--skip-unread"
    stage.refused(2, message, "run", source, "-o", out)
    stage.refused(2, message, "identify", source, "-o", out)
    assert not list(tmp_path.glob("out*"))
    assert stage.call("run", source, "-o", out, "--skip-unread").code == 0
    assert list(stage.tree(out)) == ["a.jsonl"]


def test_names_that_promise_another_format(tmp_path: Path, corpus: Path) -> None:
    table = _csv(tmp_path)
    for source, name in ((table, "o.parquet"), (table, "o.jsonl.gz"), (corpus, "o.csv")):
        stage.refused(2, "the output is .*as the input", "run", source, "-o", tmp_path / name)
    words = ("run", corpus, "-o", tmp_path / "o.jsonl", "--report")
    stage.refused(2, "the report is a web page", *words, tmp_path / "r.pdf")
    assert not list(tmp_path.glob("o.*"))
    assert stage.call("run", table, "-o", tmp_path / "o.data").code == 0
