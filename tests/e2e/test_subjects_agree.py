"""One stand-in per data subject, in every row, file and table of a release."""

from __future__ import annotations

import csv
import re
from datetime import datetime
from pathlib import Path

import pytest
import stage

TICKETS = """ticket_id,name,phone,email,opened,text
T1,"Nowak, Latoya",(856) 627-4743,LNowak@mail.com,2024-02-07 09:00,"Ms Nowak rang from +1 856 627 4743."
T2,Latoya Nowak,856.627.4743,lnowak@mail.com,2024-05-01 10:11,Latoya was called on 7 February 2024.
T3,LATOYA NOWAK,+1 856 627 4743,lnowak@mail.com,2024-05-02 10:11,nothing
T4,Tamsin Park,(212) 736-5000,tamsin@park.org,2024-05-03 10:11,Park called Latoya Quill.
"""  # noqa: E501
CUSTOMERS = """name,phone,email,opened,text
Latoya Nowak,+18566274743,lnowak@mail.com,2020-01-01,pays on time
TAMSIN PARK,2127365000,tamsin@park.org,2021-01-01,pays late
"""
KINDS = ("name=PERSON", "phone=PHONE_NUMBER", "email=EMAIL_ADDRESS", "opened=DATE", "text=TEXT")


def _run(source: Path, out: Path, *words: object) -> str:
    key = ("--key-file", stage.key_file(out.parent))
    done = stage.call("run", source, "-o", out, "--scope", "subject", *key, *words)
    assert done.code == 0, done.said
    return str(done.said)


def _columns(*more: str) -> list[str]:
    return [word for kind in (*KINDS, *more) for word in ("--column", kind)]


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def _words(name: str) -> str:
    return " ".join(sorted(re.findall(r"\w+", name.lower())))


def _digits(phone: str) -> str:
    return re.sub(r"\D", "", phone)[-10:]


@pytest.mark.parametrize("subject", ["phone", "email", "name"])
def test_tables_of_one_release_agree(tmp_path: Path, subject: str) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    (source / "tickets.csv").write_text(TICKETS.replace("ticket_id", "id"))
    (source / "customers.csv").write_text(CUSTOMERS)
    _run(source, out, "--subject", subject, *_columns(), "--workers", "2")
    tickets, customers = _rows(out / "tickets.csv"), _rows(out / "customers.csv")
    first = [*tickets[:3], customers[0]]
    for column, read in (("name", _words), ("phone", _digits), ("email", str.lower)):
        values = {str(read(row[column])) for row in first}
        assert len(values) == 1, (column, values)
        assert str(read(tickets[3][column])) == str(read(customers[1][column])) not in values
    surname = tickets[0]["name"].split(",")[0]
    assert f"Ms {surname} rang" in tickets[0]["text"]
    assert _digits(tickets[0]["text"]) == _digits(tickets[1]["phone"])
    opened = datetime.fromisoformat(tickets[0]["opened"])
    assert f"{opened:%-d %B %Y}" in tickets[1]["text"]
    days = (datetime.fromisoformat(tickets[1]["opened"]).date() - opened.date()).days
    assert days == (datetime(2024, 5, 1) - datetime(2024, 2, 7)).days
    assert tickets[2]["name"].isupper() and "," in tickets[0]["name"]


NOTES = {
    "p1/a.txt": "Latoya Nowak was admitted on 3 May 2021.\n",
    "p1/b.txt": "Review of Latoya Nowak on 20 May 2021. Nowak is well.\n",
    "p2/a.txt": "Latoya Nowak was admitted on 3 May 2021.\n",
}


def _dates(folder: Path, name: str) -> datetime:
    found = re.search(r"\d+ \w+ \d{4}", (folder / name).read_text())
    assert found is not None
    return datetime.strptime(found[0], "%d %B %Y")


@pytest.mark.parametrize("way", ["folder", "name", "table"])
def test_notes_of_a_patient_agree(tmp_path: Path, way: str) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    for name, text in NOTES.items():
        path = source / (name if way == "folder" else name.replace("/", "_"))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    table = tmp_path / "whose.csv"
    table.write_text("file,patient\np1_a.txt,one\np1_b.txt,one\np2_a.txt,two\n")
    words = {
        "folder": ("--subject-from", "folder"),
        "name": ("--subject-from", r"name:^(p\d+)_"),
        "table": ("--subject-table", table),
    }[way]
    _run(source, out, *words)
    a, b, other = (name if way == "folder" else name.replace("/", "_") for name in NOTES)
    assert (_dates(out, b) - _dates(out, a)).days == 17
    who = re.match(r"(.* (\S+)) was", (out / a).read_text())
    assert who is not None and "Nowak" not in who[1]
    assert (out / b).read_text().startswith(f"Review of {who[1]} on")
    assert f"{who[2]} is well" in (out / b).read_text()
    assert (out / other).read_text() != (out / a).read_text()


def test_a_title_tells_whose_surname_it_is_in_another_file(tmp_path: Path) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    (source / "p1").mkdir(parents=True)
    (source / "p1/a.txt").write_text("Patient: Margaret Oduya. Her son is Daniel Oduya.")
    (source / "p1/b.txt").write_text("Mrs. Oduya was seen again today.")
    _run(source, out, "--subject-from", "folder")
    who = re.match(r"Patient: (\S+) (\S+)\.", (out / "p1/a.txt").read_text())
    assert who is not None and who[2] != "Oduya"
    assert (out / "p1/b.txt").read_text().startswith(f"Mrs. {who[2]} was")


MESSY = {
    "name": (
        *("Latoya Nowak", "Nowak, Latoya", "LATOYA NOWAK", "NOWAK, LATOYA", "latoya nowak"),
        *("  Latoya  Nowak ", "Latoya M. Nowak", "Ms. Latoya Nowak", "L. Nowak", "Nowak, L."),
    ),
    "phone": (
        *("(256) 784-2219", "256-784-2219", "256.784.2219", "2567842219", "+1 256 784 2219"),
        *("1-256-784-2219", "+12567842219", "001 256 784 2219", "(256)784-2219"),
        "256-784-2219 ext. 12",
    ),
    "email": (
        *("Latoya.Nowak7@mail.org", "LATOYA.NOWAK7@MAIL.ORG", "latoya.nowak7@mail.org"),
        *(" latoya.nowak7@mail.org", "<latoya.nowak7@mail.org>", "mailto:latoya.nowak7@mail.org"),
        '"Nowak, Latoya" <latoya.nowak7@mail.org>',
    ),
}


def test_one_stand_in_whatever_the_notation(tmp_path: Path) -> None:
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    rows = [
        {"key": "1", **{name: written[at % len(written)] for name, written in MESSY.items()}}
        for at in range(20)
    ]
    with source.open("w", newline="") as file:
        table = csv.DictWriter(file, list(rows[0]))
        table.writeheader()
        table.writerows(rows)
    kinds = ("key=KEEP", "name=PERSON", "phone=PHONE_NUMBER", "email=EMAIL_ADDRESS")
    _run(source, out, *(word for kind in kinds for word in ("--column", kind)), "--subject", "key")
    made = _rows(out)
    given, surname = made[0]["name"].split()
    assert surname != "Nowak"
    local = f"{given}.{surname}".lower()
    for before, after in zip(rows, made, strict=True):
        words = re.findall(r"\w+", after["name"].lower())
        assert surname.lower() in words
        assert given.lower() in words or given[0].lower() in words
        assert _digits(after["phone"].split(" ext")[0])[-10:] == _digits(made[0]["phone"])[-10:]
        address = re.search(r"[\w.]+@[\w.]+", after["email"].lower())
        assert address is not None and address[0].startswith(local)
        assert address[0] == made[0]["email"].lower()
        for name in ("phone", "email"):  # what stands around is as it was
            signs = (re.sub(r"[\w@.+-]|ext", "", row[name]) for row in (before, after))
            assert len(set(signs)) == 1


def test_files_beside_each_other_are_of_one_folder(tmp_path: Path) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    for name in ("p1/a.txt", "p1/b.txt"):
        (source / name.removeprefix("p1/")).write_text(NOTES[name])
    said = _run(source, out, "--subject-from", "folder")
    assert (_dates(out, "b.txt") - _dates(out, "a.txt")).days == 17
    assert "warning: Both documents are taken to be of one data subject" in said


def test_a_pattern_that_fits_no_file_is_refused(tmp_path: Path) -> None:
    for name, text in NOTES.items():
        (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / name).write_text(text)
    words = ("run", tmp_path / "in", "-o", tmp_path / "out", "--scope", "subject")
    stage.refused(2, r"the pattern fits none of \d", *words, "--subject-from", r"name:^X(\d+)_")
    said = _run(tmp_path / "in", tmp_path / "out", "--subject-from", "name:^(p1)/")
    assert "warning: All other documents are taken to be of one data subject" in said
    assert "names no data subject" in said or "name no data subject" in said


def test_a_file_beside_the_folders_of_subjects_is_refused(tmp_path: Path) -> None:
    for name, text in {**NOTES, "lone.txt": "Seen by Ann Lee.\n"}.items():
        (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / name).write_text(text)
    words = ("run", tmp_path / "in", "-o", tmp_path / "out", "--scope", "subject")
    stage.refused(2, "'lone.txt' lies beside the folders", *words, "--subject-from", "folder")
    assert not (tmp_path / "out").exists()


def test_rows_of_a_table_of_subjects_that_name_no_file_are_told(tmp_path: Path) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    for name in ("a.txt", "b.txt"):
        (source / name).write_text(NOTES["p1/a.txt"])
    table = tmp_path / "whose.csv"
    table.write_text("file,patient\na.txt,one\nb.txt,two\nc.txt,two\n")
    said = _run(source, out, "--subject-table", table)
    assert "warning: 1 row names a file in --subject-table that is not in the input" in said
    assert "Columns:" not in said  # text files have none


def test_what_names_no_subject_and_what_names_a_person_is_told(tmp_path: Path) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    (source / "p1_a.txt").write_text(NOTES["p1/a.txt"])
    (source / "nowak-review.txt").write_text(NOTES["p1/b.txt"])
    said = _run(source, out, "--subject-from", r"name:^(p\d+)_")
    assert "warning: 1 document names no data subject" in said
    assert "file 1 of the input (the name of the file, character 1)" in said
    assert "nowak" not in said


def test_wrong_ways_to_name_a_subject(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("hello\n")
    words = ("run", tmp_path / "a.txt", "-o", tmp_path / "b.txt", "--scope", "subject")
    stage.refused(2, "--subject-from or --subject-table", *words)
    stage.refused(2, "say folder, or name:REGEX", *words, "--subject-from", "file")
    stage.refused(2, "not a pattern", *words, "--subject-from", "name:(")
    stage.refused(1, "cannot be read: No such", *words, "--subject-table", tmp_path / "none.csv")
    (tmp_path / "t.csv").write_text("a,b,c\n")
    stage.refused(
        1, r"t\.csv:1: a table of subjects has two", *words, "--subject-table", tmp_path / "t.csv"
    )


def test_joins_and_counts_are_those_of_the_original(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    people = [("C1", "Latoya Nowak"), ("C2", "Tamsin Park"), ("C3", "Zebulon Quill")]
    (source / "customers.csv").write_text(
        "customer_id,name,text\n" + "".join(f"{key},{name},x\n" for key, name in people)
    )
    tickets = [(at, *people[at % 2], at * 3) for at in range(20)]
    (source / "tickets.csv").write_text(
        "id,customer_id,name,amount,text\n"
        + "".join(f"T{at},{key},{name},{cost},{name} paid\n" for at, key, name, cost in tickets)
    )
    policy = stage.policy(
        tmp_path,
        'detectors = ["grammar"]\nscope = "subject"\n[default]\nstrategy = "surrogate"\n'
        '[categories]\nMEMBER_ID = { strategy = "hash" }\n'
        '[columns]\ncustomer_id = "MEMBER_ID"\nname = "PERSON"\namount = "KEEP"\n',
    )
    _run(source, out, "--policy", policy, "--subject", "customer_id")
    released = (out / "tickets.csv").read_text()
    assert "C1," not in released and "Tamsin" not in released
    queries = (
        "select count(*) from {t} t join {c} c using (customer_id)",
        "select count(*) from {t} t join {c} c using (customer_id, name)",
        "select n, s from (select customer_id, count(*) n, sum(amount) s, count(distinct t.name) d"
        " from {t} t group by 1) order by all",
        "select count(*) from {c} c where customer_id not in (select customer_id from {t})",
        "select max(d) from (select count(distinct name) d from {t} group by customer_id)",
    )
    for query in queries:
        asked = []
        for one in (source, out):
            tables = {"t": f"'{one}/tickets.csv'", "c": f"'{one}/customers.csv'"}
            asked.append(duckdb.sql(query.format(**tables)).fetchall())
        assert asked[0] == asked[1], query


@pytest.mark.parametrize("workers", [1, 2])
def test_what_one_file_of_a_patient_says_is_known_in_the_others(
    tmp_path: Path, workers: int
) -> None:
    """A number that only its label makes a record number, and a message that has no label."""
    notes, out = tmp_path / "notes", tmp_path / "out"
    for name, text in {
        "p1/a.txt": "Patient: Faith Hassan, MRN 448221. Phone (212) 555-0143.\n",
        "p1/b.txt": "PID|1||448221^^^MR||2125550143|\nhassan slept.\n",
        "p2/c.txt": "PID|1||448221^^^MR|\n",
    }.items():
        (notes / name).parent.mkdir(parents=True, exist_ok=True)
        (notes / name).write_text(text)
    words = ("--subject-from", "folder", "--policy", "patterns", "--workers", workers)
    _run(notes, out, *words)
    told = (out / "p1/b.txt").read_text()
    assert not re.search("448221|2125550143|hassan", told)
    record = re.search(r"MRN (\w+)", (out / "p1/a.txt").read_text())
    assert record and f"||{record[1]}^^^MR" in told


def test_what_the_table_of_customers_says_is_known_in_their_tickets(tmp_path: Path) -> None:
    tables, out = tmp_path / "tables", tmp_path / "out"
    tables.mkdir()
    (tables / "c.jsonl").write_text('{"id": "c", "no": "7", "name": "Faith Hassan"}\n')
    (tables / "t.json").write_text('[{"id": "t", "no": "7", "text": "Told Faith to wait."}]\n')
    kinds = ("--column", "no=KEEP", "--column", "name=PERSON", "--text", "text")
    _run(tables, out, *kinds, "--subject", "no")
    name = re.search('"name": "(.+?) ', (out / "c.jsonl").read_text())
    assert name and f"Told {name[1]} to wait." in (out / "t.json").read_text()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_a_table_of_subjects_may_be_as_a_spreadsheet_writes_it(
    tmp_path: Path, encoding: str
) -> None:
    source, out, table = tmp_path / "in", tmp_path / "out", tmp_path / "whose.csv"
    source.mkdir()
    for name in ("año1.txt", "b.txt"):
        (source / name).write_text("Patient: Latoya Nowak called.\n")
    table.write_bytes("file;patient\r\naño1.txt;P1\r\nb.txt;P1\r\n".encode(encoding))
    said = _run(source, out, "--subject-table", table, "--policy", "patterns")
    assert "names no data subject" not in said
    assert (out / "b.txt").read_text() == (out / "año1.txt").read_text()


def test_a_number_that_letters_stand_before_in_the_name_of_a_file_is_told(tmp_path: Path) -> None:
    """Nothing was said of the folder "MRN448221", and the report named it."""
    notes, out = tmp_path / "notes", tmp_path / "out"
    (notes / "MRN448221").mkdir(parents=True)
    (notes / "MRN448221" / "a.txt").write_text("Patient: Faith Hassan, MRN 448221.\n")
    said = _run(notes, out, "--subject-from", "folder", "--policy", "patterns")
    assert "file 1 of the input (the name of the file, character 4)" in said
    assert "448221" not in said and "rename such files" in said


def test_a_quiet_run_tells_what_leaks_and_who_has_no_subject(tmp_path: Path) -> None:
    source = tmp_path / "in"
    source.mkdir()
    (source / "p1_nowak.txt").write_text("Patient: Latoya Nowak called.\n")
    (source / "x.txt").write_text("Patient: Tamsin Park called.\n")
    words = ("--subject-from", r"name:^(p\d+)_", "--policy", "patterns", "--quiet", "--seed", "1")
    done = stage.call("run", source, "-o", tmp_path / "out", "--scope", "subject", *words)
    assert done.code == 0 and not done.out
    lines = done.err.splitlines()
    assert len(lines) == 2 and all(line.startswith("warning: 1 document") for line in lines)


def test_a_family_shares_its_surname_in_all_notes_of_a_patient(tmp_path: Path) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    for name, text in (
        ("7/a.txt", "I saw Beatrix Quenneville. Her brother Paul Abernathy called."),
        ("7/b.txt", "Her husband, Zbigniew Quenneville, called. Dr. Nadine Abernathy is ill."),
        ("8/c.txt", "Beatrix Quenneville and Zbigniew Quenneville and Hector Osei came."),
    ):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text)
    _run(source, out, "--subject-from", "folder")
    notes = [(out / name).read_text() for name in ("7/a.txt", "7/b.txt", "8/c.txt")]
    told = re.search(r"saw (.+)\. Her brother (.+) called", notes[0])
    more = re.search(r"husband, (.+), called\. Dr\. (.+) is ill", notes[1])
    alone = re.search(r"(.+) and (.+) and (.+) came", notes[2])
    assert told and more and alone
    (wife, brother), (husband, doctor) = told.groups(), more.groups()
    assert wife.split()[-1] == husband.split()[-1] and wife != husband
    assert brother.split()[-1] == doctor.split()[-1]
    others = [name.split()[-1] for name in alone.groups()]
    assert others[0] == others[1]
