"""What a PDF holds beside its pages is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from understudy.corpus.base import Options, Unit
from understudy.corpus.documents.pdf import PDF

pytest.importorskip("pypdfium2")


def _pdf(path: Path, annotations: list[str]) -> Path:
    """One page that says "Ann", with annotations."""
    said = "BT /F1 12 Tf 50 750 Td (Ann) Tj ET"
    places = " ".join(f"{6 + at} 0 R" for at in range(len(annotations)))
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R"
        f"/Resources<</Font<</F1 5 0 R>>>>/Annots[{places}]>>",
        f"<</Length {len(said)}>>stream\n{said}\nendstream",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        *annotations,
    ]
    out, places_of = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places_of.append(len(out))
        out += f"{number} 0 obj{one}endobj\n".encode()
    table = "".join(f"{place:010d} 00000 n \n" for place in places_of)
    size = len(objects) + 1
    end = f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer<</Size {size}/Root 1 0 R>>"
    path.write_bytes(out + f"{end}\nstartxref\n{len(out)}\n%%EOF".encode())
    return path


NOTE = "<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(about Ann)>>"
LINK = "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]>>"


@pytest.mark.parametrize(
    ("annotations", "told"),
    [([NOTE], ["1 annotation"]), ([NOTE, LINK, NOTE], ["2 annotations"]), ([LINK], [])],
)
def test_annotations_are_told(tmp_path: Path, annotations: list[str], told: list[str]) -> None:
    options = Options()
    path = _pdf(tmp_path / "a.pdf", annotations)
    (block,) = PDF.split(Unit("a.pdf", (path,)), options, size=1 << 20)
    (record,) = PDF.read(block, options)
    assert record.document is not None and record.document.text.strip() == "Ann"
    assert [one.what for one in PDF.unread(record, options)] == told
