"""The commands of the review, as they are typed."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra [review]")
from click.testing import CliRunner
from review_servers import enter, serving
from reviewing import PASSWORD, POLICY, corpus

from understudy.cli.review import review
from understudy.core.errors import BudgetExceeded, StateError, UnderstudyError, UsageError
from understudy.review.desk import open_desk
from understudy.review.folder import served_alone


def run(*command: str, **more: Any) -> str:
    """What a command prints; its error is raised."""
    told = CliRunner().invoke(review, [*map(str, command)], catch_exceptions=False, **more)
    assert told.exit_code == 0, told.output
    return told.output


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A review that was started by command, and is not served."""
    policy = tmp_path / "letters.toml"
    policy.write_text(POLICY)
    path, folder = corpus(tmp_path), tmp_path / "letters.review"
    options = ("--policy", str(policy), "--project", str(folder), "--no-server", "--quiet")
    run("start", str(path), *options)
    return folder


def test_a_review_is_started_and_exported(begun: Path, tmp_path: Path) -> None:
    told = json.loads(run("status", str(begun), "--json"))
    assert (told["documents"], told["read"], told["left"]) == (3, 0, [])
    run("export", str(begun), "-o", str(tmp_path / "out.jsonl"), "--quiet")
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert rows[1]["text"] == "<PERSON> wrote to the <ORGANIZATION>. Dumbarton is far."
    run("export", str(begun), "-o", str(tmp_path / "in.jsonl"), "--annotated", "--quiet")
    rows = [json.loads(line) for line in (tmp_path / "in.jsonl").read_text().splitlines()]
    assert rows[0]["text"].startswith("Ann Lee") and rows[0]["entities"]
    run("audit", str(begun), "-o", str(tmp_path / "audit.jsonl"))
    (row,) = map(json.loads, (tmp_path / "audit.jsonl").read_text().splitlines())
    assert (row["kind"], row["action"], row["reader"]) == ("policy", "begin", "command line")


def test_columns_are_proposed_or_named(tmp_path: Path) -> None:
    table = tmp_path / "tickets.csv"
    table.write_text(
        "ticket,customer,text\n1,Zeb Quill,Quill called again about the bill.\n"
        "2,Ana Vex,Nothing was said in this call.\n"
    )
    options = ("--policy", "redact", "--no-server", "--quiet")
    with pytest.raises(UsageError, match=r"--column customer=PERSON"):
        run("start", str(table), "--project", str(tmp_path / "a"), *options)
    assert not (tmp_path / "a").exists()
    run("start", str(table), "--project", str(tmp_path / "b"), "--columns", "auto", *options)
    held = open_desk(tmp_path / "b")
    assert held.pipeline.policy.columns["customer"] == "PERSON"
    held.store.close()
    run("export", str(tmp_path / "b"), "-o", str(tmp_path / "out.csv"), "--quiet")
    text = (tmp_path / "out.csv").read_text()
    assert "Quill" not in text and "Vex" not in text and "about the bill" in text


def test_the_corpus_must_be_what_it_was(begun: Path, tmp_path: Path) -> None:
    path = tmp_path / "letters.jsonl"
    path.write_text(path.read_text().replace("Dumbarton is far", "Dumbarton is near"))
    with pytest.raises(UnderstudyError, match="another text"):
        run("export", str(begun), "-o", str(tmp_path / "out.jsonl"))
    assert not (tmp_path / "out.jsonl").exists()


def test_the_policy_must_be_what_it_was(begun: Path, tmp_path: Path) -> None:
    policy = tmp_path / "letters.toml"
    policy.write_text(POLICY.replace("typed", "redact"))
    with pytest.raises(StateError, match="has changed"):
        run("status", str(begun))


WRONG: tuple[tuple[tuple[str, ...], str], ...] = (
    (("open", "NOWHERE"), "no review"),
    (("start", "-", "--project", "NEW"), "name a file"),
    (("start", "CORPUS", "--project", "HERE"), "a review is there"),
    (("start", "CORPUS", "--project", "FOLDER"), "exists"),
    (("start", "CORPUS", "--project", "no/such/folder"), "no such directory"),
    (("open", "HERE", "--host", "0.0.0.0"), "make accounts"),
    (("open", "HERE", "--tls-cert", "CORPUS"), "go together"),
    (("open", "HERE", "--key-file", "CORPUS"), "not encrypted"),
    (("user", "change", "HERE", "ada"), "what to change"),
)


def test_wrong_usage_is_told(begun: Path, tmp_path: Path) -> None:
    places = {
        "HERE": begun,
        "NEW": tmp_path / "new",
        "FOLDER": tmp_path,
        "CORPUS": tmp_path / "letters.jsonl",
        "NOWHERE": tmp_path / "nowhere",
    }
    for options, message in WRONG:
        with pytest.raises(UsageError, match=message):
            run(*(str(places.get(one, one)) for one in options))


def test_a_database_is_a_server_and_no_file_elsewhere(tmp_path: Path) -> None:
    """Others could read a file of SQLite that is made beside the folder of the review."""
    policy, folder = tmp_path / "letters.toml", tmp_path / "letters.review"
    policy.write_text(POLICY)
    options = ("--policy", policy, "--project", folder, "--no-server")
    url = f"sqlite:///{tmp_path / 'elsewhere.sqlite'}"
    with pytest.raises(UsageError, match="PostgreSQL"):
        run("start", corpus(tmp_path), *options, "--database", url)
    assert not (tmp_path / "elsewhere.sqlite").exists() and not folder.exists()


def test_no_password_is_asked_for_a_name_that_cannot_be(begun: Path) -> None:
    with pytest.raises(UsageError, match="a name may have"):
        run("user", "add", begun, "a b", input="")
    with pytest.raises(UsageError, match="without an account"):
        run("user", "add", begun, "local", input="")


def test_a_review_is_sealed_with_a_key_file(tmp_path: Path) -> None:
    policy = tmp_path / "letters.toml"
    policy.write_text(POLICY)
    key = tmp_path / "key"
    key.write_text("8f14e45fceea167a5a36dedd4bea2543")
    key.chmod(0o600)
    folder = tmp_path / "sealed.review"
    options = ("--policy", str(policy), "--project", str(folder), "--no-server")
    told = run("start", str(corpus(tmp_path)), *options, "--key-file", str(key))
    assert f"understudy review open {folder} --key-file {key}\n" in told
    held = b"".join(path.read_bytes() for path in folder.iterdir())
    assert b"Dumbarton" not in held and b"Ann Lee" not in held
    for words in ((), ("--passphrase",)):  # before a passphrase is asked for
        with pytest.raises(UsageError, match="with a key file: give --key-file FILE"):
            run("status", str(folder), *words, input="")
    assert "3" in run("status", str(folder), "--key-file", str(key))
    key.write_text("c9f0f895fb98ab9159f51fd0297e236d")
    with pytest.raises(StateError, match="the key file does not open this review"):
        run("status", str(folder), "--key-file", str(key))
    with pytest.raises(StateError, match="the key file does not open this review"):
        run("user", "add", str(folder), "ada", "--key-file", str(key), input="")


def test_a_review_is_sealed_with_a_passphrase(tmp_path: Path) -> None:
    policy, folder = tmp_path / "letters.toml", tmp_path / "sealed.review"
    policy.write_text(POLICY)
    options = ("--policy", str(policy), "--project", str(folder), "--no-server", "--passphrase")

    def start(words: str) -> str:
        return run("start", str(corpus(tmp_path)), *options, env={"UNDERSTUDY_PASSPHRASE": words})

    def status(words: str) -> str:
        return run("status", str(folder), "--passphrase", env={"UNDERSTUDY_PASSPHRASE": words})

    with pytest.raises(UsageError, match="too short: use at least 12"):
        start("eleven char")
    assert not folder.exists()
    assert f"understudy review open {folder} --passphrase\n" in start("correct horse battery")
    assert b"Ann Lee" not in b"".join(path.read_bytes() for path in folder.iterdir())
    assert "documents  3" in status("correct horse battery")
    for wrong in ("correct horse batteri", "short"):
        with pytest.raises(StateError, match="the passphrase does not open this review"):
            status(wrong)
    with pytest.raises(UsageError, match="with a passphrase: give --passphrase"):
        run("status", str(folder))


def test_a_folder_without_a_review_is_refused_before_a_passphrase_is_asked_for(
    begun: Path, tmp_path: Path
) -> None:
    for command in (("status",), ("open",), ("user", "list")):
        with pytest.raises(UsageError, match="there is no review here"):
            run(*command, str(tmp_path), "--passphrase", input="")
        with pytest.raises(UsageError, match="not encrypted"):
            run(*command, str(begun), "--passphrase", input="")


def test_all_that_a_review_leaves_is_its_owner_s_alone(begun: Path) -> None:
    (begun / "review.lock").touch(mode=0o644)
    with served_alone(begun):
        held = [path for path in begun.rglob("*") if path.stat().st_mode & 0o077]
    assert held == [] and begun.stat().st_mode & 0o077 == 0


def test_accounts_are_made_and_switched_off(begun: Path) -> None:
    env = {"UNDERSTUDY_PASSWORD": PASSWORD}
    run("user", "add", str(begun), "ada", "--role", "reviewer", env=env)
    assert "ada" in run("user", "list", str(begun))
    run("user", "change", str(begun), "ada", "--inactive", env=env)
    told = json.loads(run("user", "list", str(begun), "--json"))
    assert told["readers"] == [{"name": "ada", "role": "reviewer", "active": False}]


def test_a_policy_that_wants_readers_is_not_run(tmp_path: Path) -> None:
    from understudy import Deidentifier

    policy = tmp_path / "letters.toml"
    policy.write_text(POLICY.replace('name = "letters"', 'review = "every document"'))
    with pytest.raises(BudgetExceeded, match="review start"):
        Deidentifier(policy).run(corpus(tmp_path), tmp_path / "out.jsonl")
    assert not (tmp_path / "out.jsonl").exists()


@pytest.mark.slow
def test_the_address_stands_alone_and_the_server_ends_quietly(begun: Path) -> None:
    with serving(begun) as (process, address):
        assert address.startswith("http://127.0.0.1:") and "/enter?token=" in address
        ada = enter(address)
        assert ada.get("/api/queue")["total"] == 3
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
        ada.client.close()
