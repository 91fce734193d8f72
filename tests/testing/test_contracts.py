"""Every built-in keeps the contract that plug-in authors are given, and the contracts can fail."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from understudy import engines
from understudy.core.errors import MissingExtra
from understudy.core.types import KEPT, Document, Edit, Span
from understudy.corpus import find, formats
from understudy.corpus.base import Traits
from understudy.corpus.txt import TXT
from understudy.identify.settings import DetectorPart, DetectorSettings, detector_of
from understudy.registry import names
from understudy.replace.part import StrategyPart, part_of
from understudy.replace.redact import STRATEGY as REDACT
from understudy.testing import check_detector, check_engine, check_format, check_strategy

# --- formats ---------------------------------------------------------------------------------


def _xlsx() -> bytes:
    openpyxl = pytest.importorskip("openpyxl")
    book, sink = openpyxl.Workbook(), io.BytesIO()
    for row in (("id", "text"), ("1", "hello Ann"), ("2", "bye Bob")):
        book.active.append(row)
    book.save(sink)
    return sink.getvalue()


def _parquet() -> bytes:
    file = io.BytesIO()
    pq.write_table(pa.table({"id": ["a", "b"], "text": ["hello Ann", "bye Bob"]}), file)
    return file.getvalue()


TRS = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<Trans version="3">\n<Episode><Section '
    'type="report" startTime="0" endTime="2"><Turn startTime="0" endTime="2">\n'
    '<Sync time="0"/>\nhello Ann\n</Turn></Section></Episode></Trans>\n'
)
ESPORT = (
    '{"file-id": "c1",\n "turns": [{"turn": 1, "speakers": {"s1": [{"utterance": "soy Ana, sí"}]},'
    '\n  "labels": [{"word": "Ana", "label": "female_name"}], "filtered-text": "soy Ana, sí"}]}\n'
)
MAIL = (
    "From: =?utf-8?q?Jos=C3=A9?= Ruiz <jr@example.org>\nSubject: hello\n Ann\nContent-Type: "
    "multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain; charset=utf-8\n"
    "Content-Transfer-Encoding: base64\n\naGVsbG8gQW5uLCBzw60=\n--b\nContent-Type: text/html\n\n"
    "<p>hello <i>Ann</i></p>\n--b--\n"
)
CUE = "1\n00:01.000 --> 00:02.500\nhello <i>Ann</i>\n\n2\n00:03.000 --> 00:04.000\nbye Bob\n"
GRID = 'File type = "ooTextFile"\nObject class = "TextGrid"\n\nname = "Ann"\ntext = "a ""b"""\n'


def _docx() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(
            "word/document.xml",
            '<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>hello An</w:t></w:r><w:r><w:t>n</w:t>'
            "</w:r></w:p></w:body></w:document>",
        )
        archive.writestr("docProps/core.xml", "<c><dc:creator>Ann</dc:creator></c>")
    return file.getvalue()


_LETTER = b"""%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R
/Resources << /Font << /F1 5 0 R >> >> >> endobj
4 0 obj << /Length 38 >>
stream
BT /F1 12 Tf 9 9 Td (hello, Ann) Tj ET
endstream endobj
5 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> endobj
trailer << /Root 1 0 R >>
"""
UNITS: dict[str, dict[str, str | bytes]] = {
    "txt": {"a.txt": "\ufeffhello Ann — sí\r\nbye\n"},
    "lines": {"a.lines": "hello Ann\n\n  nothing \r\nbye Bob, ciao"},
    "jsonl": {
        "a.jsonl": '{"id": "a",  "text": "Hi \\u0022Ann\\u0022"}\n\n{"text":"sí","id":"b"}\r\n'
    },
    "csv": {"a.csv": 'id,text\n1,"hello, Ann ""z"""\n2,bye Bob\n'},
    "tsv": {"a.tsv": "id\ttext\n1\thello Ann\r\n2\tbye Bob"},
    "parquet": {"a.parquet": _parquet()},
    "xlsx": {"a.xlsx": _xlsx()},
    "conll": {"a.conll": "# a comment\nhello O\nAnn B-PERSON\n. O\n\nbye O\nBob B-PERSON\n"},
    "slots": {"a.slots": "Greet\thello Ann now\tO B-PERSON O\nLeave\tbye Bob\tO B-PERSON\n"},
    "brat": {"a.txt": "hello Ann\n", "a.ann": "T1\tPERSON 6 9\tAnn\n"},
    "esport": {"a.json": ESPORT},
    "json": {
        "a.json": '\ufeff[\n  {"id": "a",  "text": "Hi \\u0022Ann\\u0022"},\n\n '
        '{"text":"sí",\n"id":"b"}\n]\n'
    },
    "trs": {"a.trs": TRS},
    "eml": {"a.eml": MAIL},
    "mbox": {"a.mbox": f"From a 1 2024\n{MAIL}\nFrom b 1 2024\nSubject: bye\n\nBob\n\n>From c\n"},
    "html": {
        "a.html": "<!DOCTYPE html><a href='mailto:a@b.org'>hello</a> <b>Ann</b> &amp;<br>s&iacute;"
    },
    "docx": {"a.docx": _docx()},
    "pdf": {"a.pdf": _LETTER},
    "xml": {"a.xml": "<p n='1'>hello <b>Ann</b> &amp; s&#237;</p>"},
    "srt": {"a.srt": CUE.replace("\n", "\r\n")},
    "vtt": {"a.vtt": f"WEBVTT\n\n00:00.100 --> 00:00.900\n<v Ann>hi\n\n{CUE}"},
    "textgrid": {"a.textgrid": GRID},
    "eaf": {"a.eaf": "<A><TIER PARTICIPANT='Ann'/><ANNOTATION_VALUE>hi</ANNOTATION_VALUE></A>"},
    "cha": {"a.cha": "@Transcriber:\tBo\n*CHI:\thello\n\tAnn . \x150_15\x15\n%mor:\tco|hello\n"},
    "markdown": {"a.md": "# hello **Ann**\n\n* s\u00ed\n"},
}


@pytest.mark.parametrize("name", formats())
def test_every_format_keeps_its_contract(name: str) -> None:
    files = {
        file: data.encode() if isinstance(data, str) else data for file, data in UNITS[name].items()
    }
    assert check_format(find(name), files)


@dataclass(frozen=True)
class Broken:
    """txt with some members exchanged."""

    changes: dict[str, Any]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self.changes.get(name, getattr(TXT, name))


def _louder(block: Any, records: Sequence[Any], options: Any) -> Any:
    return tuple(part.upper() for part in TXT.join(block, records, options))


def _nothing(*_: Any, **__: Any) -> tuple[()]:
    return ()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"name": ""}, "no name"),
        ({"suffixes": ("TXT",)}, "must start with a dot"),
        ({"traits": Traits(writes_annotations=True)}, "must carry them"),
        ({"join": _louder}, "byte for byte"),
        ({"write": _nothing}, "edits and patches"),
        ({"read": _nothing}, "no document"),
        ({"split": _nothing}, "no block"),
        ({"join": lambda *_: ()}, "picklable"),
    ],
)
def test_a_broken_format_is_found(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check_format(Broken(changes), {"a.txt": b"hello Ann\n"})  # type: ignore[arg-type]


# --- detectors -------------------------------------------------------------------------------

NEEDS_MODEL = ("crf", "presidio", "spacy", "transformers")
"""They need a model that is trained or installed; tests/identify has them."""
DOCUMENT = Document(
    "call", "I am Ann Lee, mail ann.lee@example.com", "en", annotations=(Span(5, 12, "PERSON"),)
)


@pytest.mark.parametrize("name", [name for name in names("detectors") if name not in NEEDS_MODEL])
def test_every_detector_keeps_its_contract(name: str) -> None:
    check_detector(detector_of(name), documents=[DOCUMENT], finds=True)


@pytest.mark.parametrize("name", NEEDS_MODEL)
def test_detectors_that_need_a_model_declare_their_options(name: str) -> None:
    part = detector_of(name)
    assert part.options is not None
    assert part.problem("modle", "x") is not None
    assert part.problem("model", "x") is None


@dataclass(frozen=True)
class Finds:
    spans: tuple[Any, ...] = ()
    batch: bool = False

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        if self.batch and len(documents) > 1:
            return [()] * len(documents)
        return [self.spans if document.id == "call" else () for document in documents]


@pytest.mark.parametrize(
    ("detector", "said"),
    [
        (object(), "no method detect"),
        (Finds((Span(3, 3, "X"),)), "inside the text"),
        (Finds((Span(3, 300, "X"),)), "inside the text"),
        (Finds((Span(3, 4, "X", 1.5),)), "from 0 to 1"),
        (Finds((Span(3, 4, ""),)), "no label"),
        (Finds(), "nothing was found"),
        (Finds((Span(3, 4, "X"),), batch=True), "nothing was found"),
        (Finds((Span(3, 4, "X"),)), "is not refused"),
    ],
)
def test_a_broken_detector_is_found(detector: Any, said: str) -> None:
    def build(settings: DetectorSettings) -> Any:
        return detector

    with pytest.raises(AssertionError, match=said):
        check_detector(build, documents=[DOCUMENT], finds=True)


def test_a_detector_that_looks_at_its_neighbours_is_found() -> None:
    with pytest.raises(AssertionError, match="alone than in a batch"):
        check_detector(lambda settings: Finds((Span(3, 4, "X"),), batch=True), documents=[DOCUMENT])


def test_a_detector_that_cannot_travel_is_found() -> None:
    class Local(Finds):
        pass

    with pytest.raises(AssertionError, match="picklable"):
        check_detector(lambda settings: Local())


# --- strategies ------------------------------------------------------------------------------

WITH: dict[str, list[dict[str, Any]]] = {
    "typed": [{"style": "numbered"}, {"style": "related"}],
    "mask": [{"keep_last": 2, "sign": "#"}],
    "named": [{"exemplar": "Kim"}],
    "redact": [{"mark": "[gone]"}],
    "surrogate": [{"gender": False}],
}
CASES = [(name, options) for name in names("strategies") for options in ({}, *WITH.get(name, ()))]


@pytest.mark.parametrize(("name", "options"), CASES, ids=str)
def test_every_strategy_keeps_its_contract(name: str, options: dict[str, Any]) -> None:
    check_strategy(part_of(name), options)


@pytest.mark.parametrize("name", ["redact", "entity", "word"])
def test_strategies_keep_their_contract_where_values_are_kept_too(name: str) -> None:
    check_strategy(part_of(name), p=0.5)


class Loose(msgspec.Struct, frozen=True):
    tone: str = "dry"


class Needy(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    tone: str


class Contrary(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    tone: Annotated[int, msgspec.Meta(ge=1)] = 0


class Greedy(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    p: float = 1.0


@dataclass(frozen=True)
class Changed:
    """redact, whose edits are changed."""

    inner: Any
    change: Callable[[tuple[Edit, ...]], Any]
    counts = False

    def tally(self, document: Any, entities: Any, draw: Any) -> Any:
        return {}

    def merge(self, tallies: Any) -> Any:
        return {}

    def prepare(self, tally: Any, draw: Any) -> Any:
        return self

    def events(self) -> Any:
        return self.inner.events()

    def replace(self, document: Any, entities: Any, draw: Any) -> Any:
        return self.change(self.inner.replace(document, entities, draw))


def _fewer(edits: tuple[Edit, ...]) -> Any:
    return edits[1:]


def _kept(edits: tuple[Edit, ...]) -> Any:
    return tuple(edit._replace(outcome=KEPT) for edit in edits)


def _renamed(edits: tuple[Edit, ...]) -> Any:
    return tuple(edit._replace(strategy="other") for edit in edits)


def _changed(change: Callable[[tuple[Edit, ...]], Any]) -> StrategyPart:
    def build(rules: Any, setting: Any) -> Any:
        return Changed(REDACT(rules, setting), change)

    return replace(REDACT, build=build)


@pytest.mark.parametrize(
    ("part", "said"),
    [
        (replace(REDACT, settings=Loose), "forbid unknown"),
        (replace(REDACT, settings=Needy), "needs a default"),
        (replace(REDACT, settings=Contrary), "default must be a whole number, 1 or more"),
        (replace(REDACT, settings=Greedy), "declares p anew"),
        (replace(REDACT, check=lambda table: ("x", "never")), "without settings is refused"),
        (replace(REDACT, name="other"), "names the strategy 'redact'"),
        (_changed(_fewer), "just one edit"),
        (_changed(_kept), "kept, and yet changed"),
        (_changed(_renamed), "names the strategy 'other'"),
        (_changed(list), "tuple of edits"),
    ],
)
def test_a_broken_strategy_is_found(part: StrategyPart, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check_strategy(part)


# --- engines ---------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2])
def test_the_engines_keep_their_contract(workers: int) -> None:
    check_engine(engines.run, workers)


@pytest.mark.parametrize("name", names("engines"))
def test_every_engine_keeps_the_contract(name: str) -> None:
    try:
        check_engine(engines.find(name))
    except MissingExtra as missing:
        pytest.skip(str(missing))


def _backwards(function: Any, tasks: Iterable[Any], workers: int) -> Iterator[Any]:
    return iter([function(task) for task in reversed(list(tasks))])


def _hoarding(function: Any, tasks: Iterable[Any], workers: int) -> Iterator[Any]:
    return iter([function(task) for task in tasks])


def _silent(function: Any, tasks: Iterable[Any], workers: int) -> Iterator[Any]:
    for task in tasks:
        try:
            yield function(task)
        except ArithmeticError:
            continue


@pytest.mark.parametrize(
    ("engine", "said"),
    [(_backwards, "in the order"), (_hoarding, "fit into memory"), (_silent, "did not stop")],
)
def test_a_broken_engine_is_found(engine: Any, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check_engine(engine)


def test_a_bare_function_is_a_strategy_and_a_detector() -> None:
    part = StrategyPart("unnamed", partial(replace(REDACT, name="redact")))
    assert part.keys.keys() == {"p"}
    assert DetectorPart("x", lambda settings: Finds(), None).problem("any", 1) is None
