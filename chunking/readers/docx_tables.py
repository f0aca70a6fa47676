"""Word tables as rows of text: merged cells once, deleted rows left out."""

from collections.abc import Callable, Iterator

from chunking.readers.docx_styles import number, value, w
from chunking.readers.ooxml import Element

MAX_COLUMNS = 63
"""What Word allows; a larger span is damage."""

_THROUGH = (w("ins"), w("moveTo"), w("customXml"), w("smartTag"))
_DELETED = (w("del"), w("moveFrom"))
_CHOICE = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Choice"
_ALTERNATIVES = "{http://schemas.openxmlformats.org/markup-compatibility/2006}AlternateContent"


def children(parent: Element, *wanted: str) -> Iterator[Element]:
    """Yield the wanted children, also those in content controls, insertions and first choices."""
    for child in parent:
        if child.tag in wanted:
            yield child
        elif child.tag == w("sdt"):
            content = child.find(w("sdtContent"))
            if content is not None:
                yield from children(content, *wanted)
        elif child.tag in _THROUGH:
            yield from children(child, *wanted)
        elif child.tag == _ALTERNATIVES:
            choice = child.find(_CHOICE)
            if choice is not None:
                yield from children(choice, *wanted)


def is_deleted_row(row: Element) -> bool:
    """Tell whether the row is deleted by a tracked change."""
    properties = row.find(w("trPr"))
    return properties is not None and any(properties.find(tag) is not None for tag in _DELETED)


def single_cell(table: Element) -> Element | None:
    """Return the only cell of a table that is a frame around text."""
    cells = [cell for row in children(table, w("tr")) for cell in children(row, w("tc"))]
    return cells[0] if len(cells) == 1 else None


def table_rows(table: Element, read_cell: Callable[[Element], str]) -> list[list[str]]:
    """Return the rows; a merged value stands in its first cell and leaves the others blank."""
    rows = []
    for row in children(table, w("tr")):
        if is_deleted_row(row):
            continue
        cells = [""] * min(MAX_COLUMNS, number(value(row.find(w("trPr")), "gridBefore")) or 0)
        for cell in children(row, w("tc")):
            properties = cell.find(w("tcPr"))
            span = number(value(properties, "gridSpan")) or 1
            merged = value(properties, "vMerge")
            text = read_cell(cell)
            cells.append("" if merged in ("", "continue") else text)
            cells += [""] * (min(MAX_COLUMNS, max(1, span)) - 1)
        rows.append(cells)
    return rows
