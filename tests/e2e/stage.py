"""Small invented corpora in every format, and the command line as a user types it."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pyarrow as pa
import pyarrow.parquet as pq

from understudy.cli import main
from understudy.core.types import Document, Span
from understudy.corpus.base import Options
from understudy.corpus.reading import documents_of
from understudy.identify.settings import DetectorSettings

NAMES = ("Zebulon Quill", "Ottoline Vex", "Zebulon", "Quillfeather")
"""No list of stand-ins has these: where one shows, private text shows."""

_NAME = re.compile("|".join(NAMES))


@dataclass(frozen=True)
class FindNames:
    """A detector for formats that have no annotations of their own."""

    settings: DetectorSettings

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        return [
            tuple(
                Span(match.start(), match.end(), "PERSON", source="names")
                for match in _NAME.finditer(document.text)
            )
            for document in documents
        ]


@dataclass(frozen=True)
class Answer:
    code: int
    out: bytes
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def said(self) -> str:
        return self.out.decode("utf-8", "replace") + self.err


def call(*words: object, stdin: bytes = b"") -> Answer:
    """``understudy WORDS`` in this process."""
    out, err = io.BytesIO(), io.StringIO()
    code = 0
    with (
        patch.object(sys, "argv", ["understudy", *map(str, words)]),
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin))),
        redirect_stdout(io.TextIOWrapper(out, encoding="utf-8", write_through=True)) as stdout,
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
        stdout.flush()
        data = out.getvalue()
    return Answer(code, data, err.getvalue())


GIVEN = """detectors = ["given"]
[default]
strategy = "typed"
"""
"""No model, which takes a hundred times as long: for runs that are about their many tasks."""


def entity(text: str, value: str, category: str = "PERSON", **more: Any) -> dict[str, Any]:
    start = text.index(value)
    return {"start": start, "end": start + len(value), "category": category, **more}


def row(number: int, text: str, *values: str, **more: Any) -> str:
    entities = [entity(text, value) for value in values]
    fields = {"id": f"d{number}", "text": text, "entities": entities, **more}
    return json.dumps(fields, ensure_ascii=False) + "\n"


def rows(count: int, *, people: int = 2, width: int = 3) -> str:
    """Rows of jsonl with different people in each; ``width`` says how long they are."""
    made = []
    for number in range(count):
        names = [f"Zebulon Quill{_letters(number * people + at)}" for at in range(people)]
        text = f"call {number}: " + " then ".join(f"{name} spoke" for name in names)
        text += " and so on" * width
        subject = f"s{number % 7}"
        made.append(row(number, text, *names, language="en", subject=subject))
    return "".join(made)


def _letters(number: int) -> str:
    """A word for a number, so that words of names have no digits."""
    digits = []
    while True:
        number, digit = divmod(number, 26)
        digits.append(chr(ord("a") + digit))
        if not number:
            return "".join(digits)


CORPORA: dict[str, tuple[str, str, str]] = {
    # format: (file name, the corpus, the corpus with every person typed)
    "txt": (
        "note.txt",
        "Today Zebulon Quill came.\r\nZebulon Quill left — sí.\n",
        "Today <PERSON> came.\r\n<PERSON> left — sí.\n",
    ),
    "lines": (
        "calls.lines",
        "hello Zebulon Quill\n\n  nothing here \r\nbye Ottoline Vex, ciao",
        "hello <PERSON>\n\n  nothing here \r\nbye <PERSON>, ciao",
    ),
    "jsonl": (
        "calls.jsonl",
        '{"id": "a",  "text": "Hi \\u0022Zebulon Quill\\u0022, ok", "n": 1e3, "entities": '
        '[{"start": 4, "end": 17, "category": "PERSON", "key": "z"}]}\n'
        "\n"
        '{"text":"sí, nothing","id":"b"}\r\n'
        '{"id":"c","text":"Ottoline Vex","entities":[{"start":0,"end":12,"category":"PERSON"}]}',
        '{"id": "a",  "text": "Hi \\u0022<PERSON>\\u0022, ok", "n": 1e3, "entities": '
        '[{"start": 4, "end": 12, "category": "PERSON", "key": "PERSON1"}]}\n'
        "\n"
        '{"text":"sí, nothing","id":"b"}\r\n'
        '{"id":"c","text":"<PERSON>","entities":[{"start":0,"end":8,"category":"PERSON"}]}',
    ),
    "csv": (
        "calls.csv",
        'id,text,amount\n1,"hello, Zebulon Quill ""z""",3\n2,bye Ottoline Vex,4\n',
        'id,text,amount\n1,"hello, <PERSON> ""z""",3\n2,bye <PERSON>,4\n',
    ),
    "tsv": (
        "calls.tsv",
        "id\ttext\n1\thello Zebulon Quill\r\n2\tbye Ottoline Vex",
        "id\ttext\n1\thello <PERSON>\r\n2\tbye <PERSON>",
    ),
    "conll": (
        "calls.conll",
        "# a comment\nhello UH O\nZebulon NNP B-PERSON\nQuill NNP I-PERSON\n. . O\n\n"
        "bye UH O\nOttoline NNP B-PERSON\nVex NNP I-PERSON\n",
        "# a comment\nhello UH O\n<PERSON> _ B-PERSON\n. . O\n\nbye UH O\n<PERSON> _ B-PERSON\n",
    ),
    "slots": (
        "calls.slots",
        "Greet\thello Zebulon Quill now\tO B-PERSON I-PERSON O\n"
        "Leave\tbye Ottoline Vex\tO B-PERSON I-PERSON\n",
        "Greet\thello <PERSON> now\tO B-PERSON O\nLeave\tbye <PERSON>\tO B-PERSON\n",
    ),
    "esport": (
        "call.json",
        '{"file-id": "c1",\n "turns": [{"turn": 1, "speakers": {"s1": [{"utterance": '
        '"soy Zebulon, sí"}]},\n  "labels": [{"word": "Zebulon", "label": "male_name"}], '
        '"filtered-text": "soy Zebulon, sí"}]}\n',
        '{"file-id": "c1",\n "turns": [{"turn": 1, "speakers": {"s1": [{"utterance": '
        '"soy <MALE_NAME>, sí"}]},\n  "labels": [{"word": "MALE_NAME", "label": "male_name"}], '
        '"filtered-text": "soy <MALE_NAME>, sí"}]}\n',
    ),
    "json": (
        "calls.json",
        '[\n  {"id": "a",  "text": "Hi \\u0022Zebulon Quill\\u0022", "n": 1e3, "entities": '
        '[{"start": 4, "end": 17, "category": "PERSON", "key": "z"}]},\n'
        '  {"text":"sí, nothing",\n   "id":"b"} ,'
        '{"id":"c","text":"Ottoline Vex","entities":[{"start":0,"end":12,"category":"PERSON"}]}]',
        '[\n  {"id": "a",  "text": "Hi \\u0022<PERSON>\\u0022", "n": 1e3, "entities": '
        '[{"start": 4, "end": 12, "category": "PERSON", "key": "PERSON1"}]},\n'
        '  {"text":"sí, nothing",\n   "id":"b"} ,'
        '{"id":"c","text":"<PERSON>","entities":[{"start":0,"end":8,"category":"PERSON"}]}]',
    ),
    "trs": (
        "call.trs",
        '<?xml version="1.0" encoding="UTF-8"?>\n<Trans scribe="Ottoline Vex" version="3">\n'
        '<Speakers><Speaker id="s1" name="Zebulon Quill"/></Speakers>\n<Episode><Section '
        'type="report"><Turn speaker="s1"><Sync time="0"/>\nsoy Zebulon Quill &amp; co\n'
        "</Turn></Section></Episode></Trans>\n",
        '<?xml version="1.0" encoding="UTF-8"?>\n<Trans scribe="&lt;PERSON&gt;" version="3">\n'
        '<Speakers><Speaker id="s1" name="&lt;PERSON&gt;"/></Speakers>\n<Episode><Section '
        'type="report"><Turn speaker="s1"><Sync time="0"/>\nsoy &lt;PERSON&gt; &amp; co\n'
        "</Turn></Section></Episode></Trans>\n",
    ),
    "eml": (
        "mail.eml",
        "From: Zebulon Quill <zq@example.org>\r\nSubject: =?utf-8?q?S=C3=AD=2C_Zebulon?=\r\n"
        "X-Case: 12,\r\n Ottoline Vex\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n"
        "--b\r\nContent-Type: text/plain\r\n\r\nDear Zebulon Quill\r\n"
        "--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
        "<p>Dear <b>Zebulon</b> Quill</p>\r\n--b--\r\n",
        "From: <PERSON> <<EMAIL_ADDRESS>>\r\nSubject: =?utf-8?b?U8OtLCA8UEVSU09OPg==?=\r\n"
        "X-Case: 12,\r\n <PERSON>\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n"
        "--b\r\nContent-Type: text/plain\r\n\r\nDear <PERSON>\r\n"
        "--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
        "<p>Dear <b>&lt;PERSON&gt;</b></p>\r\n--b--\r\n",
    ),
    "mbox": (
        "mails.mbox",
        "From nobody Thu Jan  1 00:00:00 1970\nSubject: Zebulon Quill\n\nHello,\n\nOttoline Vex\n\n"
        "From nobody Thu Jan  1 00:00:00 1970\nSubject: two\n\nBye\n>From Zebulon\n",
        "From nobody Thu Jan  1 00:00:00 1970\nSubject: <PERSON>\n\nHello,\n\n<PERSON>\n\n"
        "From nobody Thu Jan  1 00:00:00 1970\nSubject: two\n\nBye\n>From <PERSON>\n",
    ),
    "html": (
        "page.html",
        "<!DOCTYPE html><p title='of Zebulon'>Dear <b>Zebulon</b>\n  Quill, s&iacute;<br>bye</p>\n",
        "<!DOCTYPE html><p title='of &lt;PERSON&gt;'>Dear <b>&lt;PERSON&gt;</b>, s&iacute;<br>bye"
        "</p>\n",
    ),
    "xml": (
        "case.xml",
        '<case of="Zebulon Quill"><p>sí, <hi>Zebulon</hi> Quill &amp; co</p><!-- Zebulon -->'
        "</case>",
        '<case of="&lt;PERSON&gt;"><p>sí, <hi>&lt;PERSON&gt;</hi> &amp; co</p>'
        "<!-- &lt;PERSON&gt; --></case>",
    ),
    "eaf": (
        "call.eaf",
        '<ANNOTATION_DOCUMENT><TIER TIER_ID="t" PARTICIPANT="Ottoline Vex"><ANNOTATION_VALUE>'
        "soy Zebulon Quill</ANNOTATION_VALUE></TIER></ANNOTATION_DOCUMENT>\n",
        '<ANNOTATION_DOCUMENT><TIER TIER_ID="t" PARTICIPANT="&lt;PERSON&gt;"><ANNOTATION_VALUE>'
        "soy &lt;PERSON&gt;</ANNOTATION_VALUE></TIER></ANNOTATION_DOCUMENT>\n",
    ),
    "srt": (
        "talk.srt",
        "1\r\n00:00:01,000 --> 00:00:02,500\r\nsí, <i>Zebulon</i>\r\nQuill\r\n\r\n2\r\n"
        "00:00:03,000 --> 00:00:04,000\r\nOttoline Vex\r\n",
        "1\r\n00:00:01,000 --> 00:00:02,500\r\nsí, <i><PERSON></i>\r\nQuill\r\n\r\n2\r\n"
        "00:00:03,000 --> 00:00:04,000\r\n<PERSON>\r\n",
    ),
    "vtt": (
        "talk.vtt",
        "WEBVTT\n\n00:01.000 --> 00:02.500\n<v Zebulon Quill>sí &amp; <b>Ottoline</b> Vex</v>\n",
        "WEBVTT\n\n00:01.000 --> 00:02.500\n<v  PERSON >sí &amp; <b>&lt;PERSON&gt;</b></v>\n",
    ),
    "textgrid": (
        "call.textgrid",
        'File type = "ooTextFile"\nObject class = "TextGrid"\n\nxmin = 0\nname = "Ottoline Vex"\n'
        'text = "sí, ""Zebulon Quill"""\n',
        'File type = "ooTextFile"\nObject class = "TextGrid"\n\nxmin = 0\nname = "<PERSON>"\n'
        'text = "sí, ""<PERSON>"""\n',
    ),
    "cha": (
        "call.cha",
        "@Begin\n@Participants:\tCHI Ottoline Vex Target_Child\n*CHI:\tsí , Zebulon\n\tQuill . "
        "\x150_15\x15\n%mor:\tco|sí n:prop|Zebulon\n@End\n",
        "@Begin\n@Participants:\tCHI <PERSON> Target_Child\n*CHI:\tsí , <PERSON> . "
        "\x150_15\x15\n%mor:\tco|sí n:prop|<PERSON>\n@End\n",
    ),
    "markdown": (
        "notes.md",
        "# For Ottoline Vex\n\n* sí, **Zebulon** Quill\n",
        "# For <PERSON>\n\n* sí, **<PERSON>**\n",
    ),
}

BRAT = {
    ".txt": ("hello Zebulon Quill, sí Ottoline Vex", "hello <PERSON>, sí <PERSON>"),
    ".ann": (
        "T1\tPERSON 6 19\tZebulon Quill\nT2\tPERSON 24 36\tOttoline Vex\n",
        "T1\tPERSON 6 14\t<PERSON>\nT2\tPERSON 19 27\t<PERSON>\n",
    ),
}

TYPED = """schema = 1
detectors = {detectors}
{top}
[default]
strategy = "typed"
[columns]
n = "KEEP"
amount = "KEEP"
"""


def typed_policy(folder: Path, detectors: Sequence[str], top: str = "") -> Path:
    path = folder / "typed.toml"
    path.write_text(TYPED.format(detectors=json.dumps(list(detectors)), top=top))
    return path


def policy(folder: Path, text: str, name: str = "mine") -> Path:
    path = folder / f"{name}.toml"
    path.write_text(f"schema = 1\n{text}")
    return path


def key_file(folder: Path, name: str = "key", secret: str = "0123456789abcdef" * 2) -> Path:
    path = folder / name
    path.write_text(secret)
    path.chmod(0o600)
    return path


def parquet_table() -> pa.Table:
    texts = ["hello Zebulon Quill", None, "bye Ottoline Vex"]
    values = [[entity(texts[0] or "", "Zebulon Quill")], None, [entity(texts[2] or "", NAMES[1])]]
    kind = pa.list_(
        pa.struct([("start", pa.int64()), ("end", pa.int64()), ("category", pa.string())])
    )
    table = pa.table(
        {
            "id": pa.array(["a", "b", "c"]),
            "text": pa.array(texts, pa.large_string()),
            "amount": pa.array([1.5, None, 3.0]),
            "entities": pa.array(values, kind),
        }
    )
    return table.replace_schema_metadata({"owner": "nobody"})


def write_parquet(path: Path, table: pa.Table) -> None:
    pq.write_table(table, path)


def read_parquet(path: Path) -> pa.Table:
    return pq.read_table(path)


def read_documents(path: Path, format: str) -> list[Document]:
    return list(documents_of(str(path), format, Options()))


def marked(documents: Sequence[Document]) -> list[str]:
    """The text of every annotation."""
    return [
        document.text[span.start : span.end]
        for document in documents
        for span in sorted(document.annotations)
    ]


def surrogates(ledger: Path) -> list[str]:
    """What a plain ledger says the stand-ins are, in the order of the text."""
    lines = [json.loads(line) for line in ledger.read_text().splitlines()]
    return [edit[5] for line in lines[1:-1] for edit in line["edits"]]


def environment() -> dict[str, str]:
    """For processes: what this one has, and nothing that warns."""
    return {**os.environ, "PYTHONWARNINGS": "error"}


GOOD = row(1, "hello Zebulon Quill", "Zebulon Quill")
"""One good row."""


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def refused(code: int, message: str, *words: object, stdin: bytes = b"") -> Answer:
    """The command fails as it should, and says nothing private."""
    done = call(*words, stdin=stdin)
    assert done.code == code, done.said
    assert re.search(message, done.err), done.err
    assert "Traceback" not in done.err
    assert len(done.err.strip().splitlines()) <= 4
    for name in ("Zebulon", "Quill", "Ottoline"):
        assert name not in done.said
    return done
