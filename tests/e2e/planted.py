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
Content-Type: text/plain; charset=iso-8859-1
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


DOCUMENTS: dict[str, tuple[str, Callable[[], bytes]]] = {
    "eml": ("mail.eml", _mail),
    "mbox": ("mails.mbox", _mailbox),
    "html": ("page.html", _page),
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
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return "\n".join(name + said(archive.read(name)) for name in archive.namelist())
    text = data.decode("utf-8", "replace")
    plain = html.unescape(re.sub(r"<[^>]*>", "", text))
    coded = re.findall(r"base64,([A-Za-z0-9+/=]+)", text)
    pictures = [base64.b64decode(one).decode("latin-1") for one in coded]
    return "\n".join([text, html.unescape(text), plain, unquote(text), *pictures])


def everything(format: str, data: bytes) -> str:
    """Everything that a release of a format says, by readers that the package does not use."""
    if format == "mbox":
        mails = re.split(rb"(?m)^From nobody .*\n", data)
        return "\n".join(map(_said_by_mail, mails)) + said(data)
    return _said_by_mail(data) + said(data) if format == "eml" else said(data)
