from __future__ import annotations

import pytest

from understudy.core.errors import CorpusError
from understudy.corpus.base import Block, Options, patched
from understudy.corpus.trs import TRS

OPTIONS = Options()

# An invented recording.
SOURCE = """<?xml version="1.0" encoding="{encoding}"?>
<!DOCTYPE Trans SYSTEM "trans-14.dtd">
<Trans scribe="Eva Mas" audio_filename="llamada_soto" version="3">
<Topics><Topic id="to1" desc="la factura de Soto"/></Topics>
<Speakers>
<Speaker id="spk1" name='Ana "Nita" Soto' check="no"/>
<Speaker id="spk2" name="speaker#2"/>
</Speakers>
<Episode><Section type="report" startTime="0">
<Turn speaker="spk1" startTime="0">
<Sync time="0"/>
soy Ana Soto, de
Gil &amp; Cía &#233;
<Event desc="r" type="noise" extent="instantaneous"/>
 y ya
<!-- nada -->
</Turn>
<Turn speaker="spk1 spk2" startTime="3">
<Sync time="3"/>
<Who nb="1"/>
sí
<Who nb="2"/>
hola Soto<Event desc="Soto, dudoso" type="pronounce" extent="previous"/><Comment desc="es Ana"/>
</Turn>
</Section></Episode>
</Trans>
"""


def source(encoding: str = "UTF-8") -> bytes:
    return SOURCE.format(encoding=encoding).encode(encoding)


def read(data: bytes):
    (record,) = TRS.read(Block((data,), "a/call.trs"), OPTIONS)
    return record


def write(record, edits) -> bytes:
    parts, inverse = patched(record.parts, TRS.write(record, edits, OPTIONS))
    assert patched(parts, inverse)[0] == record.parts
    return parts[0]


def replace_all(record, word: str, surrogate: str, edit) -> bytes:
    edits = []
    at = record.document.text.find(word)
    while at >= 0:
        edits.append(edit(record.document, at, at + len(word), surrogate))
        at = record.document.text.find(word, at + len(word))
    return write(record, edits)


@pytest.mark.parametrize("encoding", ["UTF-8", "ISO-8859-1", "windows-1252", "UTF-16"])
def test_reads_turns_and_fields(encoding: str) -> None:
    document = read(source(encoding)).document
    assert document.id == "a/call"
    parts = [(s.kind, s.name, document.text[s.start : s.end]) for s in document.segments]
    assert parts == [
        ("field", "scribe", "Eva Mas"),
        ("field", "audio-filename", "llamada_soto"),
        ("field", "topic", "la factura de Soto"),
        ("field", "speaker-name", 'Ana "Nita" Soto'),
        ("turn", "spk1", "soy Ana Soto, de\nGil & Cía é"),
        ("turn", "spk1", "y ya"),
        ("turn", "spk1", "sí"),
        ("turn", "spk2", "hola Soto"),
        ("field", "comment", "es Ana"),
    ]
    assert "\n".join(text for _, _, text in parts) == document.text
    assert [(a.label, a.source, a.key) for a in document.annotations] == [
        ("PERSON", "format", "eva mas"),
        ("PERSON", "format", 'ana "nita" soto'),
    ]


@pytest.mark.parametrize("encoding", ["UTF-8", "ISO-8859-1", "UTF-16"])
def test_edits_change_their_spans_only(apply, edit, encoding: str) -> None:
    data = source(encoding)
    assert apply(TRS, data).output == data
    new = replace_all(read(data), "Soto", "Núñez", edit).decode(encoding)
    assert new == data.decode(encoding).replace("Soto", "Núñez")


def test_line_ends_and_byte_order_marks_stay(edit) -> None:
    data = b"\xef\xbb\xbf" + source().replace(b"\n", b"\r\n")
    record = read(data)
    assert "de\nGil" in record.document.text
    new = replace_all(record, "de\nGil", "en Paz", edit)
    assert new == data.replace(b"de\r\nGil", b"en Paz")


def test_surrogates_are_escaped(edit) -> None:
    record = read(source("ISO-8859-1"))
    text = record.document.text
    name = text.index('Ana "Nita"')
    at = text.index("& Cía é")
    new = write(
        record,
        [
            edit(record.document, name, name + 10, "<A>\n\"B\" & 'C' 日\x00"),
            edit(record.document, at, at + 7, '<A>\r\n"B" & 日\x00'),
        ],
    )
    assert b"name='&lt;A&gt; &quot;B&quot; &amp; &apos;C&apos; &#26085;  Soto'" in new
    assert b'Gil &lt;A&gt;\n"B" &amp; &#26085; \n<Event' in new
    again = read(new).document.text
    assert "<A> \"B\" & 'C' 日  Soto" in again
    assert 'Gil <A>\n"B" & 日\n' in again


def test_an_entity_of_the_source_is_one_character(edit) -> None:
    record = read(source())
    at = record.document.text.index("&")
    new = write(record, [edit(record.document, at, at + 1, "y")])
    assert new == source().replace(b"&amp;", b"y")


def test_kept_edits_make_no_patch(edit) -> None:
    record = read(source())
    assert TRS.write(record, [edit(record.document, 0, 3, "", kept=True)], OPTIONS) == ()


@pytest.mark.parametrize(
    "name", ["", "speaker#12", "Speaker 3", "spk_4", "SPK5", "unknown", "(unknown)", "no speaker"]
)
def test_generic_names_are_nobodys(name: str) -> None:
    data = f'<Trans><Speakers><Speaker id="s" name="{name}"/></Speakers></Trans>'
    document = read(data.encode()).document
    assert (document.text, document.annotations) == ("", ())


@pytest.mark.parametrize(
    ("data", "line", "message"),
    [
        (b"<Trans>\n<Turn>a</Trans>", 2, r"malformed XML: mismatched tag \(column 10\)"),
        (b"<Trans>\n text\n</Trans>", 2, "text outside a turn"),
        (b'<!DOCTYPE T [\n<!ENTITY a "b">]>\n<T/>', 2, "an entity declaration"),
        (b'<!DOCTYPE T SYSTEM "t.dtd">\n<T><Turn>&x;</Turn></T>', 2, "not declared"),
        (b"<T><Turn>\n<![CDATA[a]]></Turn></T>", 2, "a CDATA section"),
        (b"<T>\n\xff</T>", 2, "not utf-8"),
        (b'<?xml version="1.0" encoding="klingon"?>\n<T/>', 1, "encoding that is not known"),
        (
            b'<?xml version="1.0" encoding="shift_jis"?>\n<T><Turn>\x83A</Turn></T>',
            1,
            "encoding shift_jis is not supported",
        ),
        (
            b'<!DOCTYPE T [<!ATTLIST Topic desc CDATA "Ana">]>\n<T><Topic/></T>',
            2,
            "'desc' cannot be located",
        ),
    ],
)
def test_errors_have_their_place(data: bytes, line: int, message: str) -> None:
    with pytest.raises(CorpusError, match=message) as caught:
        read(data)
    assert (caught.value.file, caught.value.line) == ("a/call.trs", line)


def test_an_empty_file_is_an_error(apply) -> None:
    with pytest.raises(CorpusError, match="empty file"):
        apply(TRS, b"")


def test_the_program_is_read() -> None:
    """It says what was recorded, and with whom; it went through as it was."""
    document = read(source().replace(b"<Episode>", b'<Episode program="con Ana Soto">')).document
    (found,) = [one for one in document.segments if one.name == "program"]
    assert document.text[found.start : found.end] == "con Ana Soto"
