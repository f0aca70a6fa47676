"""Excel: every row of every visible sheet is a record, its values as the sheet shows them.

The XML is read directly. calamine gives values without their formats, and errors as blanks.
openpyxl refuses a whole workbook for one broken sheet, style, filter or page setting, cannot tell a
formula that gives an empty text from one without a result, and makes an object of every blank cell
of a merged or linked area.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from chunking.errors import ReadError
from chunking.model import Document, Locator
from chunking.readers.builder import MarkdownBuilder
from chunking.readers.ooxml import Package, open_package
from chunking.readers.sheet_tables import add_tables
from chunking.readers.xlsx_cells import (
    Sheet,
    Workbook,
    address,
    read_formats,
    read_sheet,
    read_strings,
)

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

_NAMED_CELLS = 10


@dataclass(frozen=True, slots=True)
class _Tab:
    """A sheet as the workbook lists it."""

    name: str
    part: str
    kind: str
    is_hidden: bool


def read(data: bytes, *, name: str, password: str | None = None) -> Document:
    """Read a workbook; what is hidden is left out, and what cannot be trusted is told by cell."""
    package = open_package(data, name)
    main = package.main_part()
    root = package.root(main)
    properties = root.find("{*}workbookPr")
    workbook = Workbook(
        strings=read_strings(package, _first(package, main, "sharedStrings")),
        formats=read_formats(package, _first(package, main, "styles")),
        is_1904=properties is not None and properties.get("date1904") in ("1", "true"),
    )
    builder = MarkdownBuilder()
    for tab in _tabs(package, main):
        _add_tab(package, tab, workbook, builder)
    damaged = [notice for notice in builder.notices if notice.code == "sheet-damaged"]
    if damaged and not builder.blocks:
        raise ReadError(f"{name} is damaged: {damaged[0].message} Save it again.", code="damaged")
    builder.metadata.update(package.properties())
    return builder.build(data, name=name, media_type=MEDIA_TYPE)


def _first(package: Package, main: str, kind: str) -> str | None:
    parts = package.parts_of_kind(main, kind)
    return parts[0] if parts else None


def _tabs(package: Package, main: str) -> list[_Tab]:
    """Return the sheets in the order of their tabs."""
    relations = package.relations(main)
    tabs = []
    for element in package.root(main).iterfind("{*}sheets/{*}sheet"):
        link = next((value for key, value in element.attrib.items() if str(key).endswith("}id")), "")
        relation = relations.get(str(link))
        if relation is not None:
            is_hidden = element.get("state", "visible") != "visible"
            tabs.append(_Tab(element.get("name", ""), relation.target, relation.kind, is_hidden))
    return tabs


def _add_tab(package: Package, tab: _Tab, workbook: Workbook, builder: MarkdownBuilder) -> None:
    where = Locator(sheet=tab.name).in_words()
    if tab.kind != "worksheet":
        builder.notice("sheet-not-read", f"The sheet '{tab.name}' holds a chart and no cells.", where)
        return
    if tab.part not in package:
        builder.notice("sheet-damaged", f"The sheet '{tab.name}' is missing in the file.", where)
        return
    try:
        sheet = read_sheet(package, tab.part, workbook)
    except ReadError as error:
        if error.code != "damaged":
            raise
        builder.notice("sheet-damaged", f"The sheet '{tab.name}' cannot be unpacked.", where)
        return
    if tab.is_hidden:
        builder.leave_out("hidden-sheet", _as_text(sheet.cells), where)
        builder.notice("hidden-sheet", f"The hidden sheet '{tab.name}' was left out.", where)
        return
    _tell(sheet, tab.name, builder)
    _leave_out_hidden(sheet, tab.name, builder)
    if not sheet.cells:
        if sheet.damaged_after is None:
            builder.notice("empty-sheet", f"The sheet '{tab.name}' is empty.", where)
        return
    builder.heading(tab.name, 2, Locator(sheet=tab.name))
    add_tables(builder, sheet, tab.name)
    _add_comments(package, tab, builder)


def _tell(sheet: Sheet, name: str, builder: MarkdownBuilder) -> None:
    """Notice errors, missing results and damage, each with its cells."""
    if sheet.damaged_after is not None:
        missing = f"what comes after row {sheet.damaged_after}" if sheet.damaged_after else "all of it"
        message = f"The sheet '{name}' is damaged; {missing} is missing."
        builder.notice("sheet-damaged", message, Locator(sheet=name).in_words())
    for code, cells, message in (
        ("error-cell", sheet.errors, "Cells of the sheet '{name}' show an error: {cells}."),
        (
            "formula-not-calculated",
            sheet.uncalculated,
            "Formulas of the sheet '{name}' have no stored result: {cells}. "
            "Open the file in Excel and save it to store them.",
        ),
    ):
        if cells:
            named = ", ".join(cells[:_NAMED_CELLS])
            more = f" and {len(cells) - _NAMED_CELLS} more" if len(cells) > _NAMED_CELLS else ""
            builder.notice(
                code, message.format(name=name, cells=named + more), f"sheet '{name}', cell {cells[0]}"
            )


def _leave_out_hidden(sheet: Sheet, name: str, builder: MarkdownBuilder) -> None:
    """Take hidden rows and columns out of the sheet, and tell how many and what they held."""
    rows = sorted(sheet.hidden_rows & sheet.cells.keys())
    columns = sorted(sheet.hidden_columns & {column for row in sheet.cells.values() for column in row})
    hidden = {row: sheet.cells.pop(row) for row in rows}
    for row, cells in sheet.cells.items():
        taken = {column: cells.pop(column) for column in columns if column in cells}
        if taken:
            hidden[row] = taken
    sheet.cells = {row: cells for row, cells in sheet.cells.items() if cells}
    if not hidden:
        return
    where = Locator(sheet=name).in_words()
    letters = ", ".join(address(0, column).rstrip("0") for column in columns)
    parts = [f"rows {', '.join(map(str, rows))}"] * bool(rows) + [f"columns {letters}"] * bool(columns)
    builder.leave_out("hidden-cells", _as_text(hidden), where)
    builder.notice(
        "hidden-cells", f"Hidden in the sheet '{name}' and left out: {' and '.join(parts)}.", where
    )


def _add_comments(package: Package, tab: _Tab, builder: MarkdownBuilder) -> None:
    """Set the comments of the sheet aside, each with its cell."""
    count = 0
    for part in package.parts_of_kind(tab.part, "comments"):
        for element in package.root(part).iter("{*}comment"):
            text = "".join(node.text or "" for node in element.iter("{*}t")).strip()
            if text:
                count += 1
                builder.leave_out("comment", text, f"sheet '{tab.name}', cell {element.get('ref', '')}")
    if count:
        builder.notice("comments", f"Comments left out: {count}.", Locator(sheet=tab.name).in_words())


def _as_text(cells: dict[int, dict[int, str]]) -> str:
    return "\n".join(" | ".join(_in_order(row)) for _, row in sorted(cells.items()))


def _in_order(row: dict[int, str]) -> Sequence[str]:
    return [text for _, text in sorted(row.items())]
