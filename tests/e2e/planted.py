"""Documents with a private name in every place that can hold one, and all that a release says."""

from __future__ import annotations

import base64
import email
import html
import io
import quopri
import re
import zipfile
from collections.abc import Callable
from email.header import decode_header, make_header
from urllib.parse import unquote

NAME = "Zebulon Quill"
_PICTURE = base64.b64encode(f"PNG {NAME}".encode()).decode()


def _page() -> bytes:
    return f"""<!DOCTYPE html>
<!-- {NAME} wrote this -->
<html lang="en" id="x" data-owner="{NAME}">
<head><meta charset="utf-8"><title>About {NAME}</title><meta name="author" content="{NAME}">
<style>/* for {NAME} */ p::before {{ content: "{NAME}" }}
div {{ background: url(Zebulon.png) }}</style>
<script>var owner = "{NAME}";</script>
<script type="application/ld+json">{{"name": "{NAME}"}}</script>
</head>
<body onload="greet('{NAME}')"><?php echo "{NAME}" ?>
<p class="Zebulon" id="Zebulon">Dear <b>Zebulon</b>
   <i>Quill</i>, s&iacute;&#44; and Zebulon&nbsp;<span title='of "{NAME}"'>too</span></p>
<a href="mailto:Zebulon%20Quill@example.org">mail</a> <a href=/people/Zebulon>page</a>
<a href="javascript:greet('{NAME}')">run</a>
<img src="data:image/png;base64,{_PICTURE}" alt="{NAME}"><img src=Zebulon.png alt=Zebulon>
<table><tr><td aria-label="{NAME}">{NAME}</td></tr></table>
<input name="n" value="{NAME}" placeholder="{NAME}"><textarea>{NAME}</textarea>
<pre>  {NAME}
</pre></body></html>
""".encode()


def _mail() -> bytes:
    coded = base64.b64encode(f"Dear {NAME} — sí".encode()).decode()
    page = quopri.encodestring(_page()).decode()
    word = base64.b64encode(f"sí, {NAME}".encode()).decode()
    text = f"""Return-Path: <Zebulon@example.org>
Received: from Zebulon.example.org ([192.0.2.7]) by mx.example.org for <Zebulon@example.org>;
\tMon, 1 Jan 2024 10:00:00 +0000 ({NAME})
DKIM-Signature: v=1; d=Zebulon.example.org; b=abc
From: "{NAME}" <Zebulon@example.org>
To: =?utf-8?B?{word}?= <Zebulon@example.org>, Zebulon@example.org
Cc: {NAME} <Zebulon@example.org>
Reply-To: Zebulon@example.org
Subject: About
 {NAME}
Message-ID: <Zebulon@example.org>
In-Reply-To: <Zebulon@example.org>
X-Owner: {NAME}
Comments: {NAME}
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="outer"

A preamble for {NAME}.
--outer
Content-Type: multipart/alternative; boundary=inner

--inner
Content-Type: text/plain; charset=iso-8859-1; x-owner="{NAME}"
Content-Language: Zebulon
Content-Transfer-Encoding: 8bit

Dear {NAME}, caf\u00e9

> quoted: {NAME} wrote
--
{NAME}
--inner
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: base64

{coded}
--inner
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

{page}
--inner--
--outer
Content-Type: application/pdf; name="{NAME}.pdf"
Content-Disposition: attachment; filename*=utf-8''Zebulon%20Quill.pdf
Content-Description: {NAME}
Content-Transfer-Encoding: base64

{_PICTURE}
--outer
Content-Type: text/csv; name=Zebulon.csv
Content-Disposition: attachment; filename=Zebulon.csv

{NAME},1
--outer
Content-Type: text/plain
Content-Disposition: inline; filename="{NAME}.txt"

for {NAME}
--outer
Content-Type: message/rfc822

From: {NAME} <Zebulon@example.org>
Subject: forwarded by {NAME}

{NAME} wrote.
--outer--
An epilogue for {NAME}.
"""
    return text.encode("latin-1", "replace")


def _mailbox() -> bytes:
    line = b"From Zebulon@example.org Mon Jan  1 10:00:00 2024\n"
    return line + _mail() + b"\n" + line + b"Subject: Zebulon Quill\n\n>From Zebulon Quill\n\n"


_W = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:wp="http://schemas.'
    'openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:r="http://schemas.'
    'openxmlformats.org/officeDocument/2006/relationships"'
)
_BY = f'w:id="1" w:author="{NAME}" w:initials="Zebulon" w:date="2024-01-05T10:00:00Z"'
_TYPES = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def _text(words: str = NAME) -> str:
    return f"<w:p><w:r><w:t>{words}</w:t></w:r></w:p>"


def _document() -> bytes:
    """A document of a word processor, with all its members."""
    head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    parts = ("header1", "footer1", "footnotes", "comments", "settings", "styles", "people")
    kinds = ("header", "footer", "footnotes", "comments", "settings", "styles", "people")
    overrides = "".join(
        f'<Override PartName="/word/{part}.xml" ContentType="{_TYPES}.{kind}+xml"/>'
        for part, kind in zip(parts, kinds, strict=True)
    )
    related = "".join(
        f'<Relationship Id="r{part}" Type="{_RELATED}/{kind}" Target="{part}.xml"/>'
        for part, kind in zip(parts, kinds, strict=True)
    )
    body = f"""<w:p><w:r><w:t>Dear Zebu</w:t></w:r><!-- {NAME} --><w:r><w:rPr><w:b/></w:rPr>
<w:t>lon</w:t></w:r><w:r><w:t xml:space="preserve"> Quill &amp; s\u00ed</w:t></w:r>
<w:r><w:br/><w:t>bye</w:t><w:tab/><w:t>Zebulon</w:t></w:r></w:p>
<w:p><w:ins {_BY}><w:r><w:t>Ottoline Vex</w:t></w:r></w:ins>
<w:del {_BY}><w:r><w:delText>{NAME}</w:delText></w:r></w:del></w:p>
<w:p><w:bookmarkStart w:id="0" w:name="Zebulon"/><w:bookmarkEnd w:id="0"/>
<w:hyperlink r:id="rlink" w:tooltip="{NAME}" w:anchor="Zebulon"><w:r><w:t>{NAME}</w:t>
</w:r></w:hyperlink>
<w:r><w:instrText> HYPERLINK "mailto:Zebulon@example.org" </w:instrText></w:r></w:p>
<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="{NAME}" descr="{NAME}" title="{NAME}"/>
</wp:inline></w:drawing></w:r></w:p>
<w:tbl><w:tr><w:tc>{_text()}</w:tc></w:tr></w:tbl>
<w:sdt><w:sdtPr><w:alias w:val="{NAME}"/><w:tag w:val="Zebulon"/></w:sdtPr><w:sdtContent>{_text()}
</w:sdtContent></w:sdt>"""
    members = {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/'
        'content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-'
        'package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>'
        '<Default Extension="png" ContentType="image/png"/><Default Extension="bin" ContentType='
        f'"application/octet-stream"/><Override PartName="/word/document.xml" ContentType="{_TYPES}'
        f'.document.main+xml"/>{overrides}</Types>',
        "_rels/.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/'
        f'relationships"><Relationship Id="r1" Type="{_RELATED}/officeDocument" Target="word/'
        'document.xml"/><Relationship Id="r2" Type="http://schemas.openxmlformats.org/package/2006/'
        'relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>',
        "word/_rels/document.xml.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/'
        f'package/2006/relationships">{related}<Relationship Id="rlink" Type="{_RELATED}/'
        'hyperlink" Target="mailto:Zebulon@example.org" TargetMode="External"/></Relationships>',
        "word/document.xml": f"<w:document {_W}><w:body>{body}</w:body></w:document>",
        "word/header1.xml": f"<w:hdr {_W}>{_text()}</w:hdr>",
        "word/footer1.xml": f"<w:ftr {_W}>{_text()}</w:ftr>",
        "word/footnotes.xml": f'<w:footnotes {_W}><w:footnote w:id="1">{_text()}</w:footnote>'
        "</w:footnotes>",
        "word/comments.xml": f"<w:comments {_W}><w:comment {_BY}>{_text()}</w:comment>"
        "</w:comments>",
        "word/settings.xml": f'<w:settings {_W}><w:docVars><w:docVar w:name="Zebulon" '
        f'w:val="{NAME}"/></w:docVars></w:settings>',
        "word/styles.xml": f'<w:styles {_W}><w:style w:type="paragraph" w:customStyle="1" '
        f'w:styleId="Zebulon"><w:name w:val="{NAME}"/></w:style></w:styles>',
        "word/people.xml": '<w15:people xmlns:w15="http://schemas.microsoft.com/office/word/2012/'
        f'wordml"><w15:person w15:author="{NAME}"><w15:presenceInfo w15:providerId="None" '
        'w15:userId="Zebulon"/></w15:person></w15:people>',
        "word/media/image1.png": f"PNG {NAME}",
        "word/embeddings/object1.bin": f"OLE {NAME}",
        "docProps/core.xml": '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package'
        '/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms='
        f'"http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        f"<dc:creator>{NAME}</dc:creator><dc:title>{NAME}</dc:title><cp:keywords>{NAME}"
        f"</cp:keywords><cp:lastModifiedBy>{NAME}</cp:lastModifiedBy><dcterms:created xsi:type="
        '"dcterms:W3CDTF">2024-01-05T10:00:00Z</dcterms:created></cp:coreProperties>',
        "docProps/app.xml": '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/'
        f'2006/extended-properties"><Company>{NAME}</Company><Manager>{NAME}</Manager><Pages>1'
        "</Pages></Properties>",
        "docProps/custom.xml": '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/'
        '2006/custom-properties" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/'
        f'docPropsVTypes"><property pid="2" name="{NAME}"><vt:lpwstr>{NAME}</vt:lpwstr></property>'
        "</Properties>",
        "customXml/item1.xml": f'<case owner="{NAME}"><client>{NAME}</client></case>',
    }
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, text in members.items():
            archive.writestr(name, text if name.endswith((".png", ".bin")) else head + text)
    return made.getvalue()


_TEI = f"""<?xml version="1.0" encoding="ISO-8859-1"?>
<?for {NAME}?>
<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><author>{NAME}</author></fileDesc>
<!-- {NAME}
  again --></teiHeader>
<text><body><p n="{NAME}">Dear <persName key="Zebulon"><forename>Zebulon</forename>
<surname>Quill</surname></persName>, s\u00ed &amp; Zebulon<lb/>bye</p></body></text></TEI>
"""
_ELAN = f"""<?xml version="1.0" encoding="UTF-8"?>
<ANNOTATION_DOCUMENT AUTHOR="{NAME}" DATE="2024-01-05T10:00:00+01:00" FORMAT="3.0" VERSION="3.0">
<LICENSE LICENSE_URL="http://example.org/Zebulon">{NAME}</LICENSE>
<HEADER MEDIA_FILE="" TIME_UNITS="milliseconds"><MEDIA_DESCRIPTOR MEDIA_URL="file:///Zebulon.wav"
 MIME_TYPE="audio/x-wav" RELATIVE_MEDIA_URL="./Zebulon.wav"/><PROPERTY NAME="of">{NAME}</PROPERTY>
</HEADER><TIME_ORDER><TIME_SLOT TIME_SLOT_ID="ts1" TIME_VALUE="780"/></TIME_ORDER>
<TIER TIER_ID="Zebulon" PARTICIPANT="{NAME}" ANNOTATOR="Ottoline Vex" LINGUISTIC_TYPE_REF="d">
<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a1" TIME_SLOT_REF1="ts1" TIME_SLOT_REF2="ts1">
<ANNOTATION_VALUE>soy {NAME}</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION></TIER>
<TIER TIER_ID="notes" PARENT_REF="Zebulon" LINGUISTIC_TYPE_REF="d"/>
<CONTROLLED_VOCABULARY CV_ID="v"><CV_ENTRY_ML CVE_ID="c1"><CVE_VALUE DESCRIPTION="{NAME}">Zebulon
</CVE_VALUE></CV_ENTRY_ML></CONTROLLED_VOCABULARY></ANNOTATION_DOCUMENT>
"""

_SRT = f"""1
00:00:01,000 --> 00:00:02,500
- Dear <i>Zebulon</i> Quill,
<font color="red">s\u00ed</font> {{\\an8}}Zebulon

2
00:00:03,000 --> 00:00:04,000 X1:Zebulon
{NAME}
bye
"""
_VTT = f"""WEBVTT - a talk with {NAME}
Kind: {NAME}

NOTE {NAME} made this
for {NAME}

STYLE
::cue(.Zebulon) {{ color: red }}

{NAME} 1
00:01.000 --> 00:02.500 align:start
<v {NAME}>Dear <c.Zebulon>Zebulon</c> Quill &amp; s\u00ed

2
00:03.000 --> 00:04.000
<00:03.500>{NAME}, called Zebulon
"""
_GRID = f"""File type = "ooTextFile"
Object class = "TextGrid"

xmin = 0
xmax = 2.5
tiers? <exists>
size = 1
item []:
    item [1]:
        class = "IntervalTier"
        name = "{NAME}"
        xmin = 0
        xmax = 2.5
        intervals: size = 1
        intervals [1]: ! by {NAME}
            xmin = 0
            xmax = 2.5
            text = "s\u00ed ""{NAME}"" dijo"
"""
_CHAT = f"""@UTF8
@Begin
@Languages:\teng
@Participants:\tCHI {NAME} Target_Child, MOT Zebulon Mother
@ID:\teng|Zebulon|CHI|2;06.|male|||Target_Child|||
@Transcriber:\tOttoline Vex
@Media:\tZebulon, audio
@Birth of CHI:\t28-JUN-2001
@Comment:\tthe home of
\t{NAME}
*CHI:\tI am Zebulon
\tQuill . \x150_1500\x15
%mor:\tpro|I cop|be n:prop|Zebulon .
%com:\t{NAME} points
@End
"""
_NOTES = f"""---
author: {NAME}
---
# About {NAME}

Dear **Zebulon** Quill, s\u00ed. [page](http://example.org/Zebulon "{NAME}")

<!-- {NAME} -->
```
{NAME}
```
"""


def paper(*lines: str) -> bytes:
    """A PDF of one page with an author, a picture and lines of text."""
    shown = " T* ".join(f"({line}) Tj" for line in lines)
    content = f"BT /F1 12 Tf 14 TL 72 720 Td {shown} ET q 9 0 0 9 0 0 cm /I1 Do Q".encode("latin-1")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources "
        b"<< /Font << /F1 5 0 R >> /XObject << /I1 7 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        f"<< /Author ({NAME}) /Title ({NAME}) >>".encode(),
        b"<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray "
        b"/BitsPerComponent 8 /Length 1 >>\nstream\nx\nendstream",
    ]
    made, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer\n<< /Size 8 /Root 1 0 R /Info 6 0 R >>\nstartxref\n%d\n%%%%EOF\n" % len(made)
    return made + b"xref\n0 8\n0000000000 65535 f \n" + table + end


DOCUMENTS: dict[str, tuple[str, Callable[[], bytes]]] = {
    "eml": ("mail.eml", _mail),
    "mbox": ("mails.mbox", _mailbox),
    "html": ("page.html", _page),
    "docx": ("letter.docx", _document),
    "xml": ("book.xml", lambda: _TEI.encode("latin-1")),
    "srt": ("talk.srt", _SRT.replace("\n", "\r\n").encode),
    "vtt": ("talk.vtt", _VTT.encode),
    "textgrid": ("call.TextGrid", lambda: _GRID.encode("utf-16")),
    "cha": ("call.cha", _CHAT.encode),
    "markdown": ("notes.md", _NOTES.encode),
    "eaf": ("call.eaf", _ELAN.encode),
}


def _said_by_mail(data: bytes) -> str:
    found = [data.decode("latin-1")]
    for part in email.message_from_bytes(data).walk():
        found += [str(make_header(decode_header(str(value)))) for value in part.values()]
        if not part.is_multipart():
            content = part.get_payload(decode=True)
            found.append(said(content if isinstance(content, bytes) else b""))
    return "\n".join(found)


def said(data: bytes) -> str:
    """Everything that the bytes say, however it is written: markup, escapes, base64, archives."""
    if data.startswith(b"\xff\xfe"):
        return said(data.decode("utf-16").encode())
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return "\n".join(name + said(archive.read(name)) for name in archive.namelist())
    text = data.decode("utf-8", "replace")
    ends = [re.sub(r"<[^>]*>", "", one) for one in re.findall(r"<w:p[ >].*?</w:p>", text, re.S)]
    plain = html.unescape(re.sub(r"<[^>]*>", "", text))
    coded = re.findall(r"base64,([A-Za-z0-9+/=]+)", text)
    pictures = [base64.b64decode(one).decode("latin-1") for one in coded]
    return "\n".join([text, html.unescape(text), plain, unquote(text), *ends, *pictures])


def everything(format: str, data: bytes) -> str:
    """Everything that a release of a format says, by readers that the package does not use."""
    if format == "mbox":
        mails = re.split(rb"(?m)^From nobody .*\n", data)
        return "\n".join(map(_said_by_mail, mails)) + said(data)
    return _said_by_mail(data) + said(data) if format == "eml" else said(data)
