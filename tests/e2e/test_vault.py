"""A vault makes the releases of several runs agree on their data subjects."""

from __future__ import annotations

import csv
import re
from datetime import date
from pathlib import Path

import pytest
import stage

JANUARY = """customer,name,phone,opened,text
C1,Latoya Nowak,(856) 627-4743,2024-01-05,Ms Nowak called on 5 January 2024.
C2,Tamsin Park,(212) 736-5000,2024-01-09,nothing
"""
FEBRUARY = """customer,name,phone,opened,text
C1,"NOWAK, LATOYA",+1 856 627 4743,2024-02-05,"Latoya Nowak of Leeds, first seen on 5 January 2024."
C3,Zebulon Quill,(312) 736-5000,2024-02-09,nothing
C2,Ms Park,212.736.5000,2024-02-10,nothing
"""
TABLE = """customer,name,phone
C2,Tamsin Park,212 736 5000
C1,Latoya Nowak,856 627 4743
"""


class Shop:
    """A folder with a vault and what was released with it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        secret = stage.key_file(folder, "vault.key", "fedcba9876543210" * 2)
        self.vault = folder / "vault"
        self.words = ("--vault", self.vault, "--vault-key-file", secret)

    def release(self, name: str, table: str, *more: object) -> list[dict[str, str]]:
        source, out = self.folder / f"{name}.csv", self.folder / f"{name}-out.csv"
        source.write_text(table)
        kinds = ["customer=SUBJECT", "name=PERSON", "phone=PHONE_NUMBER"]
        kinds += ["opened=DATE", "text=TEXT"] if "opened" in table else []
        columns = [word for kind in kinds for word in ("--column", kind)]
        done = stage.call(
            "run", source, "-o", out, "--scope", "subject", *columns, *self.words, *more
        )
        assert done.code == 0, done.said
        assert "can be linked" in done.said
        with out.open(newline="") as file:
            return list(csv.DictReader(file))


def _digits(phone: str) -> str:
    return re.sub(r"\D", "", phone)[-10:]


def test_later_releases_agree_with_earlier_ones(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    latoya, tamsin = shop.release("january", JANUARY)
    size = shop.vault.stat().st_size
    again, zebulon, park = shop.release("february", FEBRUARY, "--workers", "2")
    customers = shop.release("customers", TABLE)
    first, last = latoya["name"].split()
    assert again["name"] == f"{last}, {first}".upper()
    assert again["text"].startswith(f"{first} {last} of")
    assert _digits(latoya["phone"]) == _digits(again["phone"]) == _digits(customers[1]["phone"])
    assert park["name"].split()[-1] == tamsin["name"].split()[-1]
    assert [row["name"] for row in customers] == [tamsin["name"], latoya["name"]]
    moved = date.fromisoformat(again["opened"]) - date.fromisoformat(latoya["opened"])
    assert moved.days == 31
    assert f"{date.fromisoformat(latoya['opened']):%-d %B %Y}" in again["text"]
    assert zebulon["name"] not in (latoya["name"], tamsin["name"])
    assert shop.vault.stat().st_size > size
    data = shop.vault.read_bytes()
    assert b"Latoya" not in data and first.encode() not in data
    assert shop.vault.stat().st_mode & 0o077 == 0


def test_what_is_known_is_never_drawn_again(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    before = shop.release("january", JANUARY)
    data = shop.vault.read_bytes()
    policy = stage.policy(tmp_path, 'detectors = ["grammar"]\n[default]\nstrategy = "surrogate"\n')
    after = shop.release("again", JANUARY, "--policy", policy)
    assert [row["name"] for row in after] == [row["name"] for row in before]
    assert [row["opened"] for row in after] == [row["opened"] for row in before]
    assert shop.vault.read_bytes().startswith(data)


def test_another_vault_draws_otherwise(tmp_path: Path) -> None:
    releases = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        releases.append(Shop(tmp_path / name).release("january", JANUARY))
    assert [row["phone"] for row in releases[0]] != [row["phone"] for row in releases[1]]


def test_vaults_that_are_refused(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    shop.release("january", JANUARY)
    source = tmp_path / "january.csv"
    kinds = ("customer=SUBJECT", "name=PERSON", "phone=PHONE_NUMBER", "opened=DATE")
    columns = [word for kind in kinds for word in ("--column", kind)]
    words = ("run", source, "-o", tmp_path / "x.csv", *columns)
    whole = (*words, "--scope", "subject")
    vault = ("--vault", shop.vault)
    stage.refused(2, "give its --vault-key-file", *whole, *vault)
    stage.refused(2, "use --scope subject", *words, *shop.words)
    stage.refused(2, "leave out --key-file and --seed", *whole, *shop.words, "--seed", "1")
    stage.refused(2, "at no cost", *whole, *shop.words, "--policy", "dp")
    other = stage.key_file(tmp_path, "other", "0f1e2d3c4b5a6978" * 2)
    stage.refused(1, "does not open this vault", *whole, *vault, "--vault-key-file", other)
    data = shop.vault.read_bytes()
    for damaged, said in (
        (data[:-1] + bytes([data[-1] ^ 1]), "changed"),
        (data[:36] + bytes([data[36] ^ 1]) + data[37:], "changed"),
        (data[:42] + bytes([data[42] ^ 1]) + data[43:], "changed"),
        (b"x" + data, "not a vault"),
    ):
        shop.vault.write_bytes(damaged)
        stage.refused(1, said, *whole, *shop.words)


def test_a_frame_that_was_cut_off_is_reported_and_left_out(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    before = shop.release("january", JANUARY)
    whole = shop.vault.read_bytes()
    shop.vault.write_bytes(whole + bytes(range(7)))
    source, out = tmp_path / "february.csv", tmp_path / "again-out.csv"
    source.write_text(FEBRUARY)
    kinds = ("customer=SUBJECT", "name=PERSON", "phone=PHONE_NUMBER", "opened=DATE")
    columns = [word for kind in kinds for word in ("--column", kind)]
    words = (*columns, "--column", "text=TEXT", "--scope", "subject", *shop.words)
    done = stage.call("run", source, "-o", out, *words, "--quiet")
    assert done.code == 0 and "ends in 7 bytes of a frame that was cut off" in done.said
    with out.open(newline="") as file:
        name = next(csv.DictReader(file))["name"]
    assert name.split(", ")[0] == before[0]["name"].split()[1].upper()
    assert shop.vault.read_bytes().startswith(whole)
    after = stage.call("run", source, "-o", tmp_path / "last.csv", *words, "--quiet")
    assert after.code == 0 and "cut off" not in after.said


@pytest.mark.parametrize("name", ["--vault-key-file"])
def test_a_key_without_a_vault_is_refused(tmp_path: Path, name: str) -> None:
    shop = Shop(tmp_path)
    (tmp_path / "a.csv").write_text(JANUARY)
    words = ("run", tmp_path / "a.csv", "-o", tmp_path / "b.csv", name, shop.words[3])
    stage.refused(2, "goes with --vault", *words)


def test_what_a_new_value_has_more_than_a_known_one_is_drawn(tmp_path: Path) -> None:
    """An area code that no earlier release had, and the figures of a user name."""
    shop = Shop(tmp_path)
    (first,) = shop.release("first", "customer,name,phone\nC1,Lee Nowak,627-4743\n")
    policy = tmp_path / "policy.toml"
    policy.write_text(
        'schema = 1\nscope = "subject"\ndetectors = ["given"]\n[default]\n'
        'strategy = "surrogate"\ngender = false\n'
    )
    source, out = tmp_path / "next.csv", tmp_path / "next-out.csv"
    source.write_text(
        "customer,name,phone,login\nC1,Lee Nowak,+1 856 627 4743,lee.nowak1974\n"
        "C1,Nowak,(856) 627 4743,leenowak74\n"
    )
    kinds = ("customer=SUBJECT", "name=PERSON", "phone=PHONE_NUMBER", "login=USERNAME")
    columns = [word for kind in kinds for word in ("--column", kind)]
    done = stage.call("run", source, "-o", out, "--policy", policy, *columns, *shop.words)
    assert done.code == 0, done.said
    with out.open(newline="") as file:
        one, two = csv.DictReader(file)
    given, surname = first["name"].split()
    assert (one["name"], two["name"]) == (first["name"], surname)
    for row in (one, two):
        phone = _digits(row["phone"])
        assert phone[:3] != "856"
        assert phone[3:] == _digits(first["phone"])
    assert one["login"].startswith(f"{given}.{surname}".lower())
    assert two["login"].startswith(f"{given}{surname}".lower())
    figures = [row["login"].lstrip("abcdefghijklmnopqrstuvwxyz.") for row in (one, two)]
    assert [len(one) for one in figures] == [4, 2]
    assert figures != ["1974", "74"]
