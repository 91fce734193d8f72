"""What a workbook has beside the values of its cells: it could repeat a private value, and nothing
is looked for in it, so a release has none of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

__all__ = ["beside_cells", "leave_cells_alone"]

_WRITTEN = ("created", "modified", "version", "revision")
"""Properties that say nothing of a person."""
_PAGES = ("oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter")


def beside_cells(book: Any) -> list[str]:
    """What ``leave_cells_alone`` takes out, as a report calls it: kinds and numbers, no text."""
    counts: dict[tuple[str, str], int] = {}
    for one, several, number in _counted(book):
        counts[one, several] = counts.get((one, several), 0) + number
    return [
        f"1 {one}" if number == 1 else f"{number} {several}"
        for (one, several), number in counts.items()
        if number
    ]


def _counted(book: Any) -> Iterator[tuple[str, str, int]]:
    properties = {
        name: value
        for name, value in vars(book.properties).items()
        if value and name not in _WRITTEN and (name, value) != ("creator", "openpyxl")
    }
    own = len(book.custom_doc_props.props)
    yield "document property", "document properties", len(properties) + own
    yield "link to another workbook", "links to other workbooks", len(book._external_links)
    yield "sheet of a chart", "sheets of charts", len(book.chartsheets)
    names = [
        *book.defined_names,
        *(one for sheet in book.worksheets for one in sheet.defined_names),
    ]
    yield "defined name", "defined names", len(names)
    for sheet in book.worksheets:
        yield from _of_sheet(sheet)


def _of_sheet(sheet: Any) -> Iterator[tuple[str, str, int]]:
    pages = sum(
        any(
            getattr(getattr(sheet.HeaderFooter, page), side).text
            for side in ("left", "center", "right")
        )
        for page in _PAGES
    )
    yield "page header or footer", "page headers and footers", pages
    yield (
        "list of allowed values",
        "lists of allowed values",
        len(sheet.data_validations.dataValidation),
    )
    yield "filter", "filters", len(_filters(sheet))
    yield "conditional format", "conditional formats", len(list(sheet.conditional_formatting))
    yield "scenario", "scenarios", len(sheet.scenarios.scenario)
    yield "pivot table", "pivot tables", len(sheet._pivots)
    yield "picture", "pictures", len(sheet._images)
    yield "chart", "charts", len(sheet._charts)
    cells = [cell for row in sheet.iter_rows() for cell in row if _is_own(cell)]
    yield "comment", "comments", sum(cell.comment is not None for cell in cells)
    yield "link", "links", sum(cell.hyperlink is not None for cell in cells)


def _filters(sheet: Any) -> list[Any]:
    filters = [sheet.auto_filter, *(table.autoFilter for table in sheet.tables.values())]
    return [one for one in filters if one is not None and one.filterColumn]


def _is_own(cell: Any) -> bool:
    """Whether a cell is no part of a merged one, which has neither comment nor link."""
    from openpyxl.cell.cell import MergedCell  # noqa: PLC0415

    return not isinstance(cell, MergedCell)


def leave_cells_alone(book: Any) -> None:
    """Take out of a workbook what stands beside its cells."""
    from openpyxl.formatting.formatting import ConditionalFormattingList  # noqa: PLC0415
    from openpyxl.packaging.core import DocumentProperties  # noqa: PLC0415
    from openpyxl.worksheet.datavalidation import DataValidationList  # noqa: PLC0415
    from openpyxl.worksheet.header_footer import HeaderFooter  # noqa: PLC0415
    from openpyxl.worksheet.scenario import ScenarioList  # noqa: PLC0415

    book.properties = DocumentProperties()
    book.custom_doc_props.props.clear()
    book._external_links = []
    for sheet in list(book.chartsheets):
        book.remove(sheet)
    for name in list(book.defined_names):
        del book.defined_names[name]
    for sheet in book.worksheets:
        for one in _filters(sheet):
            one.filterColumn = []
        for name in list(sheet.defined_names):
            del sheet.defined_names[name]
        sheet.HeaderFooter = HeaderFooter()
        sheet.data_validations = DataValidationList()
        sheet.conditional_formatting = ConditionalFormattingList()
        sheet.scenarios = ScenarioList()
        sheet._pivots, sheet._images, sheet._charts = [], [], []
        for row in sheet.iter_rows():
            for cell in filter(_is_own, row):
                cell.comment = None
                cell.hyperlink = None
