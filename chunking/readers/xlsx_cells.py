"""The cells of a worksheet as text, read row by row from its XML.

The cells decide how large a sheet is: neither its `dimension` tag nor the largest address does.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from lxml import etree

from chunking.errors import LimitError
from chunking.readers.number_format import BUILT_IN, general, show
from chunking.readers.ooxml import Element, Package

MAX_CELLS = 2_000_000
MAX_ROWS = 1_048_576
MAX_COLUMNS = 16_384

_ADDRESS = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_UNCALCULATED = "(not calculated)"


@dataclass(frozen=True, slots=True)
class Range:
    """A rectangle of cells, counted from 1, both ends included."""

    top: int
    left: int
    bottom: int
    right: int


@dataclass
class Sheet:
    """What one worksheet holds."""

    cells: dict[int, dict[int, str]] = field(default_factory=dict)
    """Text by row and column; blank cells are left out."""
    merged: list[Range] = field(default_factory=list)
    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: set[int] = field(default_factory=set)
    errors: list[str] = field(default_factory=list)
    """Addresses of cells that show an error."""
    uncalculated: list[str] = field(default_factory=list)
    """Addresses of formulas without a stored result."""
    damaged_after: int | None = None
    """The last row that could be read, in a sheet whose XML breaks off."""


@dataclass(frozen=True, slots=True)
class Workbook:
    """What the cells of all sheets refer to."""

    strings: Sequence[str]
    formats: Sequence[str]
    """Number format codes by cell style."""
    is_1904: bool


def local(element: Element) -> str:
    """Return a tag without its namespace: Strict and other writers use different ones."""
    return str(element.tag).rpartition("}")[2]


def address(row: int, column: int) -> str:
    """Return a cell's address: row 4, column 2 is B4."""
    letters = ""
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(65 + letter) + letters
    return f"{letters}{row}"


def read_strings(package: Package, part: str | None) -> list[str]:
    """Return the shared strings, without the readings that stand over East Asian words."""
    if part is None:
        return []
    return [_rich_text(item) for item in package.root(part) if local(item) == "si"]


def read_formats(package: Package, part: str | None) -> list[str]:
    """Return the number format of every cell style."""
    if part is None:
        return []
    root = package.root(part)
    own = {item.get("numFmtId"): item.get("formatCode", "") for item in root.iterfind("{*}numFmts/{*}numFmt")}
    codes = []
    for style in root.iterfind("{*}cellXfs/{*}xf"):
        key = style.get("numFmtId", "0")
        built_in = BUILT_IN.get(int(key), "General") if key.isdigit() else "General"
        codes.append(own.get(key, built_in))
    return codes


def read_sheet(package: Package, part: str, workbook: Workbook) -> Sheet:
    """Read a worksheet; one that breaks off keeps the rows before the break."""
    sheet = Sheet()
    reader = _Reader(workbook, sheet, package.name)
    stream = package.open(part)
    events = etree.iterparse(
        stream,
        tag=("{*}row", "{*}col", "{*}mergeCell"),
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
    )
    try:
        for _, element in events:
            reader.take(element)
            element.clear()
            while element.getprevious() is not None:
                del element.getparent()[0]
    except etree.XMLSyntaxError:
        sheet.damaged_after = reader.row
    return sheet


@dataclass
class _Reader:
    """Collects a sheet from its elements; addresses may be missing, then cells follow each other."""

    workbook: Workbook
    sheet: Sheet
    name: str
    row: int = 0
    count: int = 0

    def take(self, element: Element) -> None:
        kind = local(element)
        if kind == "row":
            self._row(element)
        elif kind == "mergeCell":
            merged = _range(element.get("ref", ""))
            if merged is not None:
                self.sheet.merged.append(merged)
        elif _is_true(element.get("hidden")):
            first, last = (_whole(element.get(side)) for side in ("min", "max"))
            self.sheet.hidden_columns.update(range(first, min(last, MAX_COLUMNS) + 1))

    def _row(self, element: Element) -> None:
        self.row = min(_whole(element.get("r")) or self.row + 1, MAX_ROWS)
        if _is_true(element.get("hidden")):
            self.sheet.hidden_rows.add(self.row)
        column = 0
        cells = self.sheet.cells.setdefault(self.row, {})
        for cell in element:
            if local(cell) != "c":
                continue
            place = _ADDRESS.fullmatch(cell.get("r", ""))
            column = _column(place[1]) if place else column + 1
            text = self._text(cell, column)
            if text.strip():
                cells[column] = text
                self.count += 1
        if not cells:
            del self.sheet.cells[self.row]
        if self.count > MAX_CELLS:
            message = f"{self.name} has a sheet with more than {MAX_CELLS:,} filled cells, which is the limit"
            raise LimitError(f"{message}; split it.")

    def _text(self, cell: Element, column: int) -> str:
        """Return what the cell shows, and remember errors and missing results."""
        kind = cell.get("t", "n")
        parts = {local(child): child for child in cell}
        if kind == "inlineStr":
            return _rich_text(parts["is"]) if "is" in parts else ""
        value = (parts["v"].text or "") if "v" in parts else ""
        if "f" in parts and not value and kind != "str":
            self.sheet.uncalculated.append(address(self.row, column))
            return f"={parts['f'].text or ''} {_UNCALCULATED}"
        if kind == "e":
            self.sheet.errors.append(address(self.row, column))
            return value
        return self._shown(value, kind, cell.get("s", "0"))

    def _shown(self, value: str, kind: str, style: str) -> str:
        if kind == "s":
            known = value.isdigit() and int(value) < len(self.workbook.strings)
            return self.workbook.strings[int(value)] if known else ""
        if kind == "b":
            return "TRUE" if value == "1" else "FALSE"
        if kind == "d":
            return value.removesuffix("T00:00:00")
        if kind != "n" or not value:
            return _unescaped(value)
        try:
            number = float(value)
        except ValueError:
            return value
        formats = self.workbook.formats
        code = formats[int(style)] if style.isdigit() and int(style) < len(formats) else "General"
        shown = show(number, code, is_1904=self.workbook.is_1904)
        return shown or general(number)


def _rich_text(item: Element) -> str:
    """Join the runs of a string."""
    parts = []
    for child in item:
        if local(child) == "t":
            parts.append(child.text or "")
        elif local(child) == "r":
            parts += [run.text or "" for run in child if local(run) == "t"]
    return _unescaped("".join(parts))


def _unescaped(text: str) -> str:
    """Undo Excel's `_x000D_` for characters that XML cannot hold."""
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text)


def _range(reference: str) -> Range | None:
    first, _, last = reference.partition(":")
    start, end = _ADDRESS.fullmatch(first), _ADDRESS.fullmatch(last or first)
    if start is None or end is None:
        return None
    return Range(int(start[2]), _column(start[1]), int(end[2]), _column(end[1]))


def _column(letters: str) -> int:
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - 64
    return min(column, MAX_COLUMNS)


def _whole(text: str | None) -> int:
    """Return a whole number, 0 for what is none."""
    return int(text) if text is not None and re.fullmatch(r"\d{1,9}", text) else 0


def _is_true(text: str | None) -> bool:
    return text in ("1", "true", "on")
