"""xml and eaf: XML files of any kind, TEI among them, and the transcripts of ELAN."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from understudy.corpus.base import Block, Options, Record, Traits
from understudy.corpus.blocks import (
    annotate_nothing,
    assemble_in_order,
    join_in_order,
    split_by_file,
)
from understudy.corpus.documents.located import (
    Layout,
    Source,
    beside_sources,
    document_of,
    reference_bytes,
    write_pieces,
)
from understudy.corpus.documents.markup import IsCode, LabelOf, read_markup
from understudy.corpus.documents.names import one_of
from understudy.corpus.xmltext import decode

__all__ = ["EAF", "XML", "Eaf", "Xml"]

_LABELS = {
    "people": "PERSON",
    "places": "LOCATION",
    "organizations": "ORGANIZATION",
    "dates": "DATE",
    "addresses": "EMAIL_ADDRESS",
}


@dataclass(frozen=True, slots=True)
class Xml:
    """An XML file; what TEI marks as a name is one."""

    name: str = "xml"
    suffixes: tuple[str, ...] = (".xml", ".tei")
    parts: tuple[str, ...] = (".xml",)
    traits: Traits = Traits(carries_annotations=True, names_parts=True)
    split = split_by_file

    def read(self, block: Block, options: Options) -> Iterator[Record]:
        return _read(block, options, _is_xml_code, _tei_label)

    write = write_pieces
    beside = beside_sources
    annotate = annotate_nothing
    join = join_in_order
    assemble = assemble_in_order


@dataclass(frozen=True, slots=True)
class Eaf:
    """A transcript as ELAN writes it; its times are kept."""

    name: str = "eaf"
    suffixes: tuple[str, ...] = (".eaf",)
    parts: tuple[str, ...] = (".eaf",)
    traits: Traits = Traits(names_parts=True)
    split = split_by_file

    def read(self, block: Block, options: Options) -> Iterator[Record]:
        return _read(block, options, _is_eaf_code, _eaf_label)

    write = write_pieces
    beside = beside_sources
    annotate = annotate_nothing
    join = join_in_order
    assemble = assemble_in_order


def _read(block: Block, options: Options, is_code: IsCode, label: LabelOf) -> Iterator[Record]:
    raw = block.parts[0]
    found = decode(raw, block.unit)
    pieces, codes = read_markup(found.text, block.unit, 0, is_code, label)
    encode = partial(reference_bytes, codec=found.codec)
    source = Source(found.text, found.base, len(raw), encode=encode)
    yield document_of(block.unit, Layout([source], pieces, codes), options, block.parts)


def _attribute(place: str) -> str:
    return place.partition("@")[2]


def _is_xml_code(place: str) -> bool:
    name = _attribute(place)
    return one_of(name, "xml", "codes") or name.startswith("xmlns:")


def _is_eaf_code(place: str) -> bool:
    return _is_xml_code(place) or one_of(_attribute(place), "eaf", "times")


def _tei_label(name: str) -> str:
    return next((label for list, label in _LABELS.items() if one_of(name, "tei", list)), "")


def _eaf_label(name: str) -> str:
    return "PERSON" if one_of(_attribute(name), "eaf", "people") else ""


XML = Xml()
EAF = Eaf()
