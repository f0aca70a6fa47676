"""Rows -> records: find the header, give every column one name, lose no cell. For CSV and Excel."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from chunking.model import Locator, is_blank
from chunking.readers.builder import MarkdownBuilder

_PREAMBLE_ROWS = 30
_SAMPLE_ROWS = 50
_CURRENCY = r"(?:[A-Z]{3}|[€$£¥])"
_NUMBER = re.compile(rf"[-+(]{{0,2}}{_CURRENCY}?\s?[-+]?\d[\d.,'\s]*(?:[eE][-+]?\d+)?(?:%|{_CURRENCY})?\)?")
_NUMBER_CHARS = 40
_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?(?:[ T]\d{1,2}:\d\d(?::\d\d)?)?")
_YEAR = re.compile(r"(?:19|20)\d\d")
_SENTENCE_CHARS = 80
_NAMED_ROWS = 10


@dataclass(frozen=True, slots=True)
class Row:
    """A row by its number in the file or sheet, from 1, with its cells as text."""

    number: int
    cells: tuple[str, ...]

    @property
    def filled(self) -> int:
        """Return how many cells are not blank."""
        return sum(1 for cell in self.cells if not is_blank(cell))


@dataclass(frozen=True, slots=True)
class Header:
    """Which rows come before the records, and what the columns are called."""

    preamble: int
    """Number of rows before the header."""
    rows: int
    """Number of header rows; 0 when the first row is data already."""
    cells: tuple[str, ...]
    """The names as they stand; empty when there are none."""


def find_header(rows: Sequence[Row]) -> Header:
    """Find the header: the first row as full as the table, and unlike the values below it."""
    width = _usual_width(rows)
    for index, row in enumerate(rows[:_PREAMBLE_ROWS]):
        if row.filled * 2 < width or (width > 1 and row.filled < 2):
            continue
        if index + 1 < len(rows) and _names_columns(row, rows[index + 1 : index + 1 + _SAMPLE_ROWS]):
            return Header(index, 1, row.cells)
        return Header(index, 0, ())
    return Header(0, 0, ())


def has_no_values(row: Row) -> bool:
    """Tell whether every cell is a word or a year, as in a header."""
    return all(_kind(cell) in ("blank", "text", "year") for cell in row.cells)


def stands_over_values(row: Row, below: Sequence[Row]) -> bool:
    """Tell whether a row of words has a column of numbers or dates below it: a header for certain."""
    columns = range(len(row.cells)) if has_no_values(row) else range(0)
    sample = below[:_SAMPLE_ROWS]
    return any(
        _kind(row.cells[index]) == "text" and _kind_below(sample, index, "blank") in ("number", "date")
        for index in columns
    )


def unique_names(cells: Sequence[str], width: int) -> tuple[str, ...]:
    """Name every column: `Column 4` where a name is missing, `tCO2e (2)` where it comes again."""
    names: list[str] = []
    taken: set[str] = set()
    for number in range(1, width + 1):
        cell = " ".join(cells[number - 1].split()) if number <= len(cells) else ""
        base = cell if not is_blank(cell) else f"Column {number}"
        name, copy = base, 2
        while name in taken:
            name, copy = f"{base} ({copy})", copy + 1
        taken.add(name)
        names.append(name)
    return tuple(names)


def add_records(
    builder: MarkdownBuilder, rows: Sequence[Row], header: Header, *, sheet: str | None = None
) -> None:
    """Add the rows after the header as records, and tell what was unusual about them."""
    body = rows[header.preamble + header.rows :]
    width = max((len(row.cells) for row in body), default=0)
    width = max(width, len(header.cells))
    names = unique_names(header.cells, width)
    _tell_names(builder, header, names, body, where=_where(sheet))
    for row in body:
        if header.cells and _stripped(row.cells) == _stripped(header.cells):
            where = _where(sheet, row.number)
            builder.leave_out("header-repeated", " | ".join(row.cells), where)
            builder.notice("header-repeated", "The header row comes again here; it was left out.", where)
            continue
        builder.record(zip(names, row.cells, strict=False), Locator(sheet=sheet, row=row.number))


def _stripped(cells: Sequence[str]) -> list[str]:
    """Return the cells without space around them, and without blank ones at the end."""
    stripped = [cell.strip() for cell in cells]
    while stripped and not stripped[-1]:
        stripped.pop()
    return stripped


def _usual_width(rows: Sequence[Row]) -> int:
    """Return the most frequent number of filled cells from the first to the last one of a row."""
    counts = Counter(_reach(row) for row in rows[: _PREAMBLE_ROWS + _SAMPLE_ROWS] if row.filled)
    return max(counts, key=lambda width: (counts[width], width)) if counts else 0


def _reach(row: Row) -> int:
    return max((number for number, cell in enumerate(row.cells, start=1) if not is_blank(cell)), default=0)


def _names_columns(row: Row, below: Sequence[Row]) -> bool:
    """Tell whether the row's cells read like names over the values below."""
    for index, cell in enumerate(row.cells):
        kind = _kind(cell)
        if kind == "sentence":
            return False
        if kind in ("number", "date", "year") and kind == _kind_below(below, index, kind):
            return False
    return any(_kind(cell) == "text" for cell in row.cells)


def _kind_below(below: Sequence[Row], index: int, default: str) -> str:
    """Return the most frequent kind of the column's filled cells; an empty column proves nothing."""
    kinds = [_kind(row.cells[index]) for row in below if index < len(row.cells)]
    kinds = [kind for kind in kinds if kind != "blank"]
    return Counter(kinds).most_common(1)[0][0] if kinds else default


def _kind(cell: str) -> str:
    text = cell.strip()
    if is_blank(text):
        return "blank"
    for kind, pattern in (("year", _YEAR), ("date", _DATE), ("number", _NUMBER)):
        if len(text) <= _NUMBER_CHARS and pattern.fullmatch(text):
            return kind
    is_sentence = len(text) > _SENTENCE_CHARS and text[-1] in ".?!"
    return "sentence" if is_sentence else "text"


def _tell_names(
    builder: MarkdownBuilder, header: Header, names: Sequence[str], body: Sequence[Row], *, where: str
) -> None:
    """Tell of a missing header, renamed and empty columns, rows longer or shorter than the header."""
    if not header.cells:
        builder.notice(
            "no-header", "The first row is data; the columns were named Column 1, 2 and so on.", where
        )
        return
    given = [" ".join(cell.split()) for cell in header.cells]
    filled = {index for row in body for index, cell in enumerate(row.cells) if not is_blank(cell)}
    renamed = [
        name
        for index, (name, cell) in enumerate(zip(names, given, strict=False))
        if name != cell and index in filled
    ]
    if renamed:
        message = f"Duplicate or missing column names were made unique: {', '.join(renamed)}."
        builder.notice("columns-renamed", message, where)
    for index, cell in enumerate(given):
        if index not in filled and not is_blank(cell):
            builder.leave_out("empty-column", cell, where)
    long = [row.number for row in body if _reach(row) > len(header.cells)]
    if long:
        added = ", ".join(names[len(given) :])
        message = f"{rows_in_words(long)} more cells than the header; they are called {added}."
        builder.notice("extra-cells", message, where)
    short = [row.number for row in body if len(row.cells) < len(header.cells)]
    if short:
        builder.notice("short-rows", f"{rows_in_words(short)} fewer cells than the header.", where)


def rows_in_words(numbers: Sequence[int]) -> str:
    """Begin a sentence about rows: "Row 3 has", "Rows 3, 4 and 12 more have"."""
    named = ", ".join(map(str, numbers[:_NAMED_ROWS]))
    if len(numbers) == 1:
        return f"Row {named} has"
    more = f" and {len(numbers) - _NAMED_ROWS} more" if len(numbers) > _NAMED_ROWS else ""
    return f"Rows {named}{more} have"


def _where(sheet: str | None, row: int | None = None) -> str:
    return Locator(sheet=sheet, row=row).in_words()
