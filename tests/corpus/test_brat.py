from __future__ import annotations

from pathlib import Path

import pytest

from needed_corpora import corpus
from understudy.core.errors import CorpusError
from understudy.core.types import Entity, Span
from understudy.corpus.base import Block, Options, Parts, Unit, patched
from understudy.corpus.brat import BRAT

OPTIONS = Options()
UNIT = Unit("case.txt", ())
TEXT = "Ana Soto nació en Vigo.\nLa Sra. Soto\nvive en A Rúa.\n"
ANN = (
    "T1\tPER 0 8\tAna Soto\n"
    "T2\tLOC 18 22\tVigo\n"
    "E1\tBirth:T2 Who:T1\n"
    "R1\tBornIn Arg1:T1 Arg2:T2\n"
    "T3\tPER 32 36\tSoto\n"
    "*\tEquiv T1 T3\n"
    "A1\tCertain T3\n"
    "N1\tReference T2 Gazetteer:36\tVigo\n"
    "#1\tAnnotatorNotes T1\tAna Soto, de VIGO\n"
    "T4\tLOC 45 50\tA Rúa\n"
)


def unit(text: str = TEXT, ann: str = ANN) -> Parts:
    return text.encode(), ann.encode()


def read(parts: Parts):
    (record,) = BRAT.read(Block(parts, "a/case-1.txt"), OPTIONS)
    return record


def write(record, edits) -> Parts:
    new, inverse = patched(record.parts, BRAT.write(record, edits, OPTIONS))
    assert patched(new, inverse)[0] == record.parts
    return new


def surfaces(document) -> list[tuple[str, str]]:
    return [(span.label, document.text[span.start : span.end]) for span in document.annotations]


def test_reads_text_and_annotations() -> None:
    document = read(unit()).document
    assert document.id == "a/case-1"
    assert document.text == TEXT
    assert surfaces(document) == [
        ("PER", "Ana Soto"),
        ("LOC", "Vigo"),
        ("PER", "Soto"),
        ("LOC", "A Rúa"),
    ]


def test_annotations_move_with_the_text(edit) -> None:
    record = read(unit())
    edits = [edit(record.document, 18, 22, "Vila\nReal"), edit(record.document, 32, 36, "Paz")]
    new = write(record, edits)
    text, ann = new[0].decode(), new[1].decode()
    assert text == TEXT.replace("Vigo", "Vila\nReal").replace("Sra. Soto", "Sra. Paz")
    assert ann == (
        "T1\tPER 0 8\tAna Soto\n"
        "T2\tLOC 18 27\tVila Real\n"
        "E1\tBirth:T2 Who:T1\n"
        "R1\tBornIn Arg1:T1 Arg2:T2\n"
        "T3\tPER 37 40\tPaz\n"
        "*\tEquiv T1 T3\n"
        "#1\tAnnotatorNotes T1\tAna Paz, de Vila Real\n"
        "T4\tLOC 49 54\tA Rúa\n"
    )
    assert len(read(new).document.annotations) == 4


def test_an_edit_that_goes_beyond_an_annotation_takes_it_along(edit) -> None:
    record = read(unit())
    new = write(record, [edit(record.document, 27, 34, "Doña Pa")])
    assert b"T3\tPER 27 36\tDo\xc3\xb1a Pato\n" in new[1]


def test_annotations_in_one_edit_share_its_words(edit) -> None:
    parts = unit("Ana Soto x\n", "T1\tA 0 3\tAna\nT2\tB 4 8\tSoto\nA1\tX T2\n")
    record = read(parts)
    whole = edit(record.document, 0, 8, "Eva de Rey")
    assert write(record, [whole])[1] == b"T1\tA 0 3\tEva\nT2\tB 4 10\tde Rey\n"
    short = edit(record.document, 0, 8, "Eva")
    assert write(record, [short])[1] == b"T1\tA 0 3\tEva\n"


def test_deleted_annotations_go_with_what_refers_to_them(edit) -> None:
    record = read(unit())
    new = write(record, [edit(record.document, 0, 8, "")])
    assert [line.split("\t")[0] for line in new[1].decode().splitlines()] == [
        "T2",
        "T3",
        "A1",
        "N1",
        "T4",
    ]


def test_neighbours_can_both_be_deleted(edit) -> None:
    record = read(unit("AnaSoto x", "T1\tA 0 3\tAna\nT2\tB 3 7\tSoto\n"))
    edits = [edit(record.document, 0, 3, ""), edit(record.document, 3, 7, "")]
    assert write(record, edits) == (b" x", b"")


def test_discontinuous_annotations_share_a_key(edit) -> None:
    parts = unit("Ana y Eva Soto\n", "T1\tPER 10 14;0 3\tSoto Ana\nT2\tPER 6 9\tEva\n")
    record = read(parts)
    assert record.document.annotations == (
        Span(0, 3, "PER", key="T1"),
        Span(6, 9, "PER"),
        Span(10, 14, "PER", key="T1"),
    )
    new = write(record, [edit(record.document, 0, 3, "Maria")])
    assert new[1] == b"T1\tPER 12 16;0 5\tSoto Maria\nT2\tPER 8 11\tEva\n"


@pytest.mark.parametrize(
    ("mark", "end", "offsets", "shown"),
    [
        ("", "\r\n", "4 13", "Soto  Rey"),
        ("", "\r\n", "4 12", "Soto Rey"),
        ("\ufeff", "\n", "5 13", "Soto Rey"),
        ("\ufeff", "\n", "4 12", "Soto Rey"),
        ("\ufeff", "\r\n", "5 13", "Soto Rey"),
    ],
)
def test_what_offsets_count(edit, mark: str, end: str, offsets: str, shown: str) -> None:
    text = f"{mark}Ana Soto{end}Rey vino{end}a Vigo"
    record = read(unit(text, f"T1\tPER {offsets}\t{shown}\n"))
    assert surfaces(record.document) == [("PER", f"Soto{end}Rey")]
    new = write(record, [edit(record.document, 0, 3, "Maria")])
    start, stop = map(int, offsets.split())
    assert new[1].decode() == f"T1\tPER {start + 2} {stop + 2}\t{shown}\n"
    assert surfaces(read(new).document) == surfaces(record.document)


@pytest.mark.parametrize(
    ("ann", "line", "message"),
    [
        ("T1\tPER 0 3\tAna\n\nT2\tPER 4 8\tRey\n", 3, "not the text"),
        ("T1\tPER 40 60\tAna\n", 1, "not in a text of 52"),
        ("T1\tPER 3 3\t\n", 1, "not in a text"),
        ("E1\tX:T1\nT1 PER 0 3 Ana\n", 2, "not a text-bound"),
        ("T1\tPER 0 8\tAna Soto\nT2\tPER 4 8\tSoto\n", 2, "overlaps the annotation on line 1"),
        ("T2\tPER 0 3\tAna\nE1\tX:T2\nT1\tPER 0 3\tAna\n", 3, "annotation on line 1"),
    ],
)
def test_errors_have_their_place(ann: str, line: int, message: str) -> None:
    with pytest.raises(CorpusError, match=message) as caught:
        read(unit(ann=ann))
    assert (caught.value.file, caught.value.line) == ("a/case-1.ann", line)


@pytest.mark.parametrize("part", [0, 1])
def test_bytes_that_are_not_utf_8(part: int) -> None:
    parts = [b"a\n\n", b"\n\n"]
    parts[part] += b"\xff"
    with pytest.raises(CorpusError, match="not UTF-8") as caught:
        read((parts[0], parts[1]))
    assert caught.value.file == ("a/case-1.txt", "a/case-1.ann")[part]
    assert caught.value.line == 3


def test_what_a_coin_kept_does_not_show_by_what_is_said_of_it(edit) -> None:
    record = read(unit())
    kept = edit(record.document, 0, 8, "", kept=True)
    same = edit(record.document, 0, 8, "Ana Soto")
    assert write(record, [kept]) == write(record, [same])
    assert b"#1" not in write(record, [kept])[1]
    assert BRAT.write(record, [kept._replace(strategy="keep")], OPTIONS) == ()


def test_nothing_that_is_said_of_a_replaced_annotation_stays(edit) -> None:
    more = (
        "A2\tNorm T1 anasoto\nM1\tOther T1 SOTO\nN2\tReference T1 Wiki:Ana_Soto\tana soto\n"
        "#2\tAnnotatorNotes R1\tsoto y vigo\n#3\tAnnotatorNotes T2\tcerca de ANA SOTO, anasoto\n"
        "#4\tAnnotatorNotes\tcaso de Ána  Soto\nA3\tNear T2 ana_soto\nZ1\tlíneas de Ana Soto\n"
    )
    record = read(unit(TEXT, ANN + more))
    edits = [edit(record.document, 0, 8, "Eva Rey"), edit(record.document, 32, 36, "Rey")]
    new = write(record, edits)[1].decode()
    assert "soto" not in new.lower()
    assert [line.split("\t")[0] for line in new.splitlines()] == [
        *("T1", "T2", "E1", "R1", "T3", "*", "N1", "T4", "#3", "#4", "A3"),
    ]
    assert "#3\tAnnotatorNotes T2\tcerca de Eva Rey, Eva Rey\n" in new


def test_annotate_keeps_what_still_holds() -> None:
    record = read(unit())
    entities = [
        Entity(Span(0, 8, ""), "PER", "1"),
        Entity(Span(18, 22, ""), "CITY", "2"),
        Entity(Span(32, 36, ""), "PER", "3"),
    ]
    new, _ = patched(record.parts, BRAT.annotate(record, entities, OPTIONS))
    assert new[0] == record.parts[0]
    assert new[1].decode() == (
        "T1\tPER 0 8\tAna Soto\n"
        "T3\tPER 32 36\tSoto\n"
        "*\tEquiv T1 T3\n"
        "A1\tCertain T3\n"
        "#1\tAnnotatorNotes T1\tAna Soto, de VIGO\n"
        "T5\tCITY 18 22\tVigo\n"
    )
    assert BRAT.annotate(read(new), entities, OPTIONS) == ()


def test_files_and_a_text_without_annotations(tmp_path: Path) -> None:
    source = tmp_path / "case.txt"
    source.write_bytes(TEXT.encode())
    (block,) = BRAT.split(Unit("case.txt", (source,)), OPTIONS, size=1)
    (record,) = BRAT.read(block, OPTIONS)
    assert record.document.annotations == ()
    target = tmp_path / "out" / "case.txt"
    BRAT.assemble([BRAT.join(block, [record.parts], OPTIONS)], UNIT, (target,), OPTIONS)
    assert target.read_bytes() == TEXT.encode()
    assert not target.with_suffix(".ann").exists()
    entity = Entity(Span(18, 22, ""), "CITY", "1")
    parts, _ = patched(record.parts, BRAT.annotate(record, [entity], OPTIONS))
    BRAT.assemble([BRAT.join(block, [parts], OPTIONS)], UNIT, (target,), OPTIONS)
    assert target.with_suffix(".ann").read_bytes() == b"T1\tCITY 18 22\tVigo\n"


def test_a_pair_of_files(tmp_path: Path) -> None:
    paths = tmp_path / "a.txt", tmp_path / "a.ann"
    for path, data in zip(paths, unit(), strict=True):
        path.write_bytes(data)
    (block,) = BRAT.split(Unit("a.txt", paths), OPTIONS, size=1)
    (record,) = BRAT.read(block, OPTIONS)
    targets = tmp_path / "out" / "a.txt", tmp_path / "out" / "a.ann"
    BRAT.assemble([BRAT.join(block, [record.parts], OPTIONS)], UNIT, targets, OPTIONS)
    assert tuple(path.read_bytes() for path in targets) == unit()


def test_an_empty_text_is_an_error(tmp_path: Path) -> None:
    source = tmp_path / "case.txt"
    source.write_bytes(b"")
    with pytest.raises(CorpusError, match="empty file"):
        list(BRAT.split(Unit("case.txt", (source,)), OPTIONS, size=1))


@pytest.mark.data
def test_meddocan(edit) -> None:
    folder = corpus("deid/meddocan/test/brat")
    texts = sorted(folder.glob("*.txt"))
    assert len(texts) == 250
    for path in texts:
        paths = path, path.with_suffix(".ann")
        (block,) = BRAT.split(Unit(path.name, paths), OPTIONS, size=1)
        (record,) = BRAT.read(block, OPTIONS)
        same = BRAT.join(block, [patched(record.parts, ())[0]], OPTIONS)
        assert same == tuple(path.read_bytes() for path in paths)
        document = record.document
        edits = [
            edit(document, *span[:2], f"Señor\n{number} de la Torre Más Larga")
            for number, span in enumerate(document.annotations)
        ]
        after = read(write(record, edits)).document
        assert surfaces(after) == [
            (span.label, e.surrogate) for span, e in zip(document.annotations, edits, strict=True)
        ]
