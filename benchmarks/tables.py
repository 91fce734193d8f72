"""A table with typed columns: rows per second and peak memory, beside presidio-structured.

    python benchmarks/tables.py [--rows 100000] [--text-rows 2000] [--peer-python PYTHON]
        [-o benchmarks/tables.json]

An invented table of tickets with five columns, made with Faker. Two jobs: name, e-mail, phone and
date, each of its kind, with the number of the ticket, which stays; and the same with a text, which
must be read as well, in the place of that number. Presidio
gets Faker's values in the place of each cell, as its documentation has it, and for the text its
analyzer and the same values. Both run in a process of their own, from a CSV file to a CSV file, and
the time that loading takes is counted apart for both (a run over ten rows). Counted besides: the
planted values of the text column that still stand there, name, e-mail and phone of each row.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HEADER = ("name", "email", "phone", "created")
KINDS = {
    "name": "PERSON",
    "email": "EMAIL_ADDRESS",
    "phone": "PHONE_NUMBER",
    "created": "DATE",
}
TEMPLATES = (
    "{name} called about a broken router and can be reached at {phone}.",
    "Wrote to {email} on {day}; {name} has not answered yet.",
    "The caller, {name}, asked for a refund. Send it to {email}.",
    "No answer at {phone}, left a message for {first}.",
)
WARM = 10


def write_table(path: Path, rows: int, *, text: bool) -> None:
    """The invented table, with a text or with a number; the same for the same number of rows."""
    from faker import Faker

    fake = Faker("en_US")
    fake.seed_instance(0)
    chosen = random.Random(0)
    with path.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow((*HEADER, "text" if text else "ticket"))
        for number in range(rows):
            first, last = fake.first_name(), fake.last_name()
            email = f"{first}.{last}{chosen.randrange(100)}@{fake.free_email_domain()}".lower()
            phone = fake.numerify("(2##) 7##-####")
            day = fake.date_between("-3y", "-1y")
            said = chosen.choice(TEMPLATES).format(
                name=f"{first} {last}", first=first, email=email, phone=phone, day=f"{day:%d %B %Y}"
            )
            last_cell = said if text else f"T{number:06}"
            out.writerow((f"{first} {last}", email, phone, day.isoformat(), last_cell))


def understudy(source: Path, target: Path, *, text: bool) -> list[str]:
    kinds = {**KINDS, **({"text": "TEXT"} if text else {"ticket": "KEEP"})}
    words = [word for name, kind in kinds.items() for word in ("--column", f"{name}={kind}")]
    command = [sys.executable, "-m", "understudy", "run", str(source), "-o", str(target), "--force"]
    return [*command, "--quiet", *words]


def presidio(python: str, source: Path, target: Path, *, text: bool) -> list[str]:
    return [python, "-W", "ignore", __file__, "--peer", str(source), str(target), str(int(text))]


def peer(source: str, target: str, text: bool) -> None:
    """What somebody writes who uses presidio-structured; runs in its own environment."""
    import pandas as pd
    from faker import Faker
    from presidio_anonymizer.entities import OperatorConfig
    from presidio_structured import PandasDataProcessor, StructuredAnalysis, StructuredEngine

    fake = Faker("en_US")
    values = {
        "PERSON": fake.name,
        "EMAIL_ADDRESS": fake.email,
        "PHONE_NUMBER": fake.phone_number,
        "DATE": fake.date,
        "DATE_TIME": fake.date,
        "DEFAULT": fake.word,
    }
    operators = {
        name: OperatorConfig("custom", {"lambda": lambda _, made=made: made()})
        for name, made in values.items()
    }
    frame = pd.read_csv(source, dtype=str)
    engine = StructuredEngine(data_processor=PandasDataProcessor())
    analysis = StructuredAnalysis(entity_mapping=dict(KINDS))
    frame = engine.anonymize(frame, analysis, operators=operators)
    if text:
        from presidio_anonymizer import AnonymizerEngine
        from presidio_anonymizer.entities import RecognizerResult

        from peers import presidio as analyzer_of

        find, anonymizer = analyzer_of("en", False), AnonymizerEngine()
        made = []
        for one in frame["text"]:
            found = [RecognizerResult(label, start, end, s) for start, end, label, s in find(one)]
            done = anonymizer.anonymize(text=one, analyzer_results=found, operators=operators)
            made.append(done.text)
        frame["text"] = made
    frame.to_csv(target, index=False)


def timed(command: list[str]) -> dict[str, Any] | str:
    """Seconds and megabytes of a process, or why it failed."""
    before = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        said = process.stderr.read().decode() if process.stderr else ""
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - before
    if process.returncode:
        return (said.strip().splitlines() or ["no reason given"])[-1]
    return {
        "seconds": seconds,
        "cpu": usage.ru_utime + usage.ru_stime,
        "megabytes": usage.ru_maxrss / 1024,
    }


def measured(command: list[str], warm: list[str], rows: int) -> dict[str, Any] | str:
    """Rows per second of processor time without what loading takes; a shared machine has other
    work to do, which wall time counts and processor time does not."""
    loading, whole = timed(warm), timed(command)  # in this order: the output is that of the whole
    if isinstance(loading, str) or isinstance(whole, str):
        return loading if isinstance(loading, str) else whole
    busy = max(whole["cpu"] - loading["cpu"], 1e-9)
    return {
        "rows": rows,
        "rows_per_second": (rows - WARM) / busy,
        "loading_seconds": loading["cpu"],
        "seconds": whole["cpu"],
        "wall_seconds": whole["seconds"],
        "megabytes": whole["megabytes"],
    }


def left(source: Path, target: Path) -> dict[str, Any]:
    """The planted values of the text column, and how many of them still stand there."""
    planted = standing = 0
    with source.open(newline="") as one, target.open(newline="") as other:
        for before, after in zip(csv.DictReader(one), csv.DictReader(other), strict=True):
            for value in (before["name"], before["email"], before["phone"]):
                if value in before["text"]:
                    planted += 1
                    standing += value in after["text"]
    return {"planted": planted, "left": standing, "recall": 1 - standing / planted}


def main() -> None:
    if sys.argv[1:2] == ["--peer"]:
        peer(sys.argv[2], sys.argv[3], sys.argv[4] == "1")
        return
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--text-rows", type=int, default=2_000)
    parser.add_argument("--peer-python", default=sys.executable)
    parser.add_argument("-o", "--output", type=Path)
    given = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    result: dict[str, Any] = {"load": os.getloadavg()[0], "cores": os.cpu_count()}
    with tempfile.TemporaryDirectory() as folder:
        for job, rows in (("columns", given.rows), ("text", given.text_rows)):
            source, warm = Path(folder) / f"{job}.csv", Path(folder) / "warm.csv"
            write_table(source, rows, text=job == "text")
            write_table(warm, WARM, text=job == "text")
            of_job: dict[str, Any] = {}
            for name in ("understudy", "presidio-structured"):
                target = Path(folder) / f"{job}-{name}.csv"
                commands = [
                    understudy(one, target, text=job == "text")
                    if name == "understudy"
                    else presidio(given.peer_python, one, target, text=job == "text")
                    for one in (source, warm)
                ]
                of_job[name] = measured(commands[0], commands[1], rows)
                if job == "text" and isinstance(of_job[name], dict):
                    of_job[name] |= left(source, target)
            both = [of_job[name] for name in ("understudy", "presidio-structured")]
            if all(isinstance(one, dict) for one in both):
                of_job["times_as_fast"] = both[0]["rows_per_second"] / both[1]["rows_per_second"]
            result[job] = of_job
    text = json.dumps(result, indent=1) + "\n"
    print(text)
    if given.output is not None:
        given.output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
