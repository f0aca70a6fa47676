"""The tables of a sheet: split at blank rows, headers of one or more rows, merged cells spread."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chunking.errors import LimitError
from chunking.model import Locator, is_blank
from chunking.readers.builder import MarkdownBuilder
from chunking.readers.records import Header, Row, add_records, find_header, has_no_values, stands_over_values
from chunking.readers.xlsx_cells import Range, Sheet

MAX_AREA = 5_000_000
"""Cells of a table's rectangle, blank ones too."""

_MAX_HEADER_ROWS = 5

Cells = dict[int, dict[int, str]]


@dataclass(frozen=True, slots=True)
class _Columns:
    """The header of the table above, for rows that go on after a blank row."""

    first: int
    last: int
    header: Header


def add_tables(builder: MarkdownBuilder, sheet: Sheet, name: str) -> None:
    """Add the sheet's tables as records, and lines of text as paragraphs."""
    spread = _spread(sheet)
    above: _Columns | None = None
    for group in _groups(sorted(spread), _banners(sheet)):
        columns = [column for row in group for column in spread[row]]
        first, last = min(columns), max(columns)
        if (last - first + 1) * len(group) > MAX_AREA:
            message = f"The sheet '{name}' has a table of more than {MAX_AREA:,} cells, which is the limit"
            raise LimitError(f"{message}; split it.")
        if all(len(set(spread[row].values())) == 1 for row in group):
            _add_lines(builder, [(row, next(iter(spread[row].values()))) for row in group], name)
            continue
        rows = [_row(spread, row, first, last) for row in group]
        header = find_header(rows)
        if above is not None and above.first <= first and last <= above.last and not _is_new(header, rows):
            rows = [_row(spread, row, above.first, above.last) for row in group]
            add_records(builder, rows, Header(0, 0, above.header.cells), sheet=name)
            continue
        header = _whole_header(header, rows, sheet.merged, left=first)
        _add_lines(builder, [(row.number, _line(row)) for row in rows[: header.preamble]], name)
        add_records(builder, rows, header, sheet=name)
        above = _Columns(first, last, header) if header.rows else None


def _spread(sheet: Sheet) -> Cells:
    """Return the cells with merged values repeated where a reader sees them.

    Down a column a value belongs to every row it spans; across columns it is needed for headers
    only, and a block that is wider than high is one remark.
    """
    cells = {row: dict(values) for row, values in sheet.cells.items()}
    for merged in sheet.merged:
        value = sheet.cells.get(merged.top, {}).get(merged.left)
        if value is None or merged.left != merged.right:
            continue
        for row in range(merged.top + 1, merged.bottom + 1):
            if row in cells:
                cells[row].setdefault(merged.left, value)
    return cells


def _banners(sheet: Sheet) -> set[int]:
    """Return the rows that hold one value merged across columns: a title or a remark."""
    wide = {merged.top for merged in sheet.merged if merged.right > merged.left}
    return {row for row in wide if len(sheet.cells.get(row, {})) == 1}


def _groups(rows: Sequence[int], banners: set[int]) -> Iterator[list[int]]:
    """Yield runs of rows without a blank row between them; a banner stands alone."""
    group: list[int] = []
    for row in rows:
        if group and (row > group[-1] + 1 or row in banners or group[-1] in banners):
            yield group
            group = []
        group.append(row)
    if group:
        yield group


def _row(cells: Cells, row: int, first: int, last: int) -> Row:
    values = cells[row]
    return Row(row, tuple(values.get(column, "") for column in range(first, last + 1)))


def _is_new(header: Header, rows: Sequence[Row]) -> bool:
    """Tell whether a header after a blank row is certain: names over numbers or dates."""
    return header.rows > 0 and stands_over_values(rows[header.preamble], rows[header.preamble + 1 :])


def _whole_header(header: Header, rows: Sequence[Row], merged: Sequence[Range], *, left: int) -> Header:
    """Add the rows below that merged cells bind to the header, and join the names of each column."""
    if not header.rows:
        return header
    bound = rows[header.preamble : header.preamble + _MAX_HEADER_ROWS]
    count, names = 1, [_across(bound[0], merged, left=left)]
    while count < min(len(bound), len(rows) - header.preamble - 1) and _binds(
        bound[count - 1], bound[count], merged
    ):
        names.append(_across(bound[count], merged, left=left))
        count += 1
    joined = tuple(
        " ".join(dict.fromkeys(part for part in parts if not is_blank(part)))
        for parts in zip(*names, strict=True)
    )
    return Header(header.preamble, count, joined)


def _binds(row: Row, below: Row, merged: Sequence[Range]) -> bool:
    """Tell whether merged cells of a header row make the next row part of the header."""
    touches = [item for item in merged if item.top <= row.number <= item.bottom]
    if any(item.bottom >= below.number for item in touches):
        return True
    is_grouped = any(item.right > item.left for item in touches)
    return is_grouped and has_no_values(below)


def _across(row: Row, merged: Sequence[Range], *, left: int) -> list[str]:
    """Return a header row's cells, merged values repeated across their columns."""
    cells = list(row.cells)
    for item in merged:
        if item.top <= row.number <= item.bottom and left <= item.left <= item.right < left + len(cells):
            value = cells[item.left - left]
            for column in range(item.left, item.right + 1):
                cells[column - left] = cells[column - left] or value
    return cells


def _add_lines(builder: MarkdownBuilder, lines: Sequence[tuple[int, str]], name: str) -> None:
    """Add text that is no record, a paragraph a row."""
    for number, text in lines:
        builder.paragraph([(text, Locator(sheet=name, row=number))])


def _line(row: Row) -> str:
    return " ".join(cell for cell in row.cells if not is_blank(cell))
