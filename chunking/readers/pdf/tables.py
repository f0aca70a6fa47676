"""Tables: by their ruling lines, and by columns that stand apart without any."""

import re
from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from chunking.readers.pdf.elements import Row, Table
from chunking.readers.pdf.frame import Box
from chunking.readers.pdf.glyphs import Segment
from chunking.readers.pdf.grids import Cell, Grid, Square, grids
from chunking.readers.pdf.lines import Line, Words, is_entry, lines_of, union
from chunking.readers.pdf.page import Page

MIN_FILLED = 0.35
MAX_CELL_SHARE = 0.8
MIN_FRAME_CHARS = 800
MIN_FULL_RULED_ROWS = 0.2
"""A grid that is mostly empty is a drawing; one whose text is nearly all in one cell is a frame."""

MIN_FULL_ROWS = 0.5
MIN_TABLE_LINES = 3
MIN_NUMBERS = 3
MAX_LINE_GAP = 3.2
MAX_WRAPPED_GAP = 2.0
MAX_PLAIN_LINES = 2
MAX_PLAIN_CHARS = 90
CROSSING_SHARE = 0.06
MAX_HEAD_LINES = 2
ROWS_PER_HEAD_LINE = 5
MIN_COLUMN_GAP = 3.0
ALIGNED = 2.5
"""Of tables without ruling lines: a share, counts of lines, distances in font sizes, then points."""

_OPENING = frozenset(("$", "€", "£", "¥", "US$", "CHF", "(", "$ (", "$("))
_CLOSING = frozenset((")", "%", ")%", ") %"))
_NUMBER = re.compile(r"[\s$€£¥(]*[-–—]?[\d.,]+\s*[%)]*|[-–—]+|[$%)]")


def ruled_tables(page: Page, words: Words) -> tuple[list[Table], list[Segment]]:
    """Return the tables that ruling lines draw, and the segments outside of them."""
    rest = list(page.segments)
    tables = []
    for grid in grids(page.rules):
        left, top, right, bottom = grid.box
        inside = [part for part in rest if _within(part, (left - 1, top - 1, right + 1, bottom + 1))]
        rows = _ruled_rows(_refined(grid, inside, page.index), inside, page, words)
        if _is_table(rows):
            taken = set(map(id, inside))
            rest = [part for part in rest if id(part) not in taken]
            tables.append(Table(left, top, right, bottom, page.index, tuple(rows)))
    return tables, rest


def spaced_tables(lines: Sequence[Line], words: Words) -> Iterator[tuple[int, int, Table]]:
    """Yield tables without ruling lines, each with its first line and the one after its last."""
    start = 0
    while start < len(lines):
        end = _table_end(lines, start) if _is_row(lines[start]) else start
        cuts = _column_cuts(lines[start:end])
        rows = _spaced_rows(lines[start:end], cuts, words) if cuts else []
        if _full_rows(rows) > MIN_FULL_ROWS * len(rows):
            left, top, right, bottom = union(line.box for line in lines[start:end])
            yield start, end, Table(left, top, right, bottom, lines[start].page, tuple(rows))
        start = max(end, start + 1)


def _spaced_rows(lines: Sequence[Line], cuts: Sequence[float], words: Words) -> list[Row]:
    """Make the rows of a run of lines; a wrapped line joins the row above it."""
    rows: list[Row] = []
    for line in lines:
        row = _spaced_row(line, cuts)
        if rows[1:] and _continues(row.cells):
            above = rows.pop()
            cells = tuple(
                words.join([text for text in pair if text])
                for pair in zip(above.cells, row.cells, strict=True)
            )
            row = Row(cells, union((above.box, row.box)), line.page)
        rows.append(row)
    return _without_empty_columns(_with_signs_joined(rows))


def is_number(text: str) -> bool:
    """Tell whether a cell holds a figure, a dash for none, or a lone sign."""
    return _NUMBER.fullmatch(text.strip()) is not None


def _within(part: Segment, box: Box) -> bool:
    left, top, right, bottom = box
    return left <= (part.left + part.right) / 2 <= right and top <= part.middle <= bottom


def _ruled_rows(grid: Grid, inside: Sequence[Segment], page: Page, words: Words) -> list[Row]:
    """Fill the grid: a cell's text stands in its first square."""
    squares: dict[Square, list[Segment]] = {}
    for part in inside:
        row = min(max(bisect(grid.ys, part.middle) - 1, 0), len(grid.ys) - 2)
        column = min(max(bisect(grid.xs, (part.left + part.right) / 2) - 1, 0), len(grid.xs) - 2)
        squares.setdefault((row, column), []).append(part)
    texts: dict[Square, str] = {}
    for cell in grid.cells:
        for group in _separate(cell, squares, grid):
            parts = [part for square in group for part in squares.get(square, ())]
            lines = [line.text for line in lines_of(parts, page.index)]
            texts[group[0]] = words.join(lines)
    rows = []
    for row, (top, bottom) in enumerate(zip(grid.ys, grid.ys[1:], strict=False)):
        cells = tuple(texts.get((row, column), "") for column in range(len(grid.xs) - 1))
        if any(cells):
            rows.append(Row(cells, (grid.xs[0], top, grid.xs[-1], bottom), page.index))
    return _without_empty_columns(_with_signs_joined(rows))


def _refined(grid: Grid, inside: Sequence[Segment], page: int) -> Grid:
    """Cut grid columns that hold several columns of figures: only some of the lines were drawn."""
    added: list[float] = []
    for left, right in pairwise(grid.xs):
        lines = lines_of((part for part in inside if left <= (part.left + part.right) / 2 < right), page)
        rows = [line for line in lines if _is_row(line)]
        figures = sum(is_number(part.text) for line in rows for part in line.parts)
        if figures >= MIN_NUMBERS and len(rows) > MIN_FULL_ROWS * len(lines):
            added += _column_cuts(rows)
    return grid.cut_at(added)


def _separate(cell: Cell, squares: dict[Square, list[Segment]], grid: Grid) -> Iterator[Cell]:
    """Part a cell again where a line was not drawn: figures keep to rows, text to columns."""
    for rows in _by_rows(cell, squares):
        for columns in _by_columns(rows, squares, grid):
            yield from _by_rows(columns, squares)


def _by_rows(cell: Cell, squares: dict[Square, list[Segment]]) -> list[Cell]:
    texts = [part.text for square in cell for part in squares.get(square, ())]
    if len(texts) < 2 or not all(map(is_number, texts)):
        return [cell]
    return [tuple(group) for _, group in groupby(cell, key=lambda square: square[0])]


def _by_columns(cell: Cell, squares: dict[Square, list[Segment]], grid: Grid) -> list[Cell]:
    columns = sorted({column for _, column in cell})
    filled = {column for row, column in cell if squares.get((row, column))}
    edges = [grid.xs[column] for column in columns[1:]]
    parts = [part for square in cell for part in squares.get(square, ())]
    crossing = any(part.left < edge - 1 and part.right > edge + 1 for part in parts for edge in edges)
    if len(filled) < 2 or crossing:
        return [cell]
    return [tuple(square for square in cell if square[1] == column) for column in columns]


def _is_table(rows: Sequence[Row]) -> bool:
    """Tell a table from a drawing and from a frame around text."""
    if len(rows) < 2 or len(rows[0].cells) < 2:
        return False
    sizes = [len(cell) for row in rows for cell in row.cells]
    is_frame = sum(sizes) > MIN_FRAME_CHARS and max(sizes) > MAX_CELL_SHARE * sum(sizes)
    is_filled = sum(size > 0 for size in sizes) >= MIN_FILLED * len(sizes)
    return is_filled and not is_frame and _full_rows(rows) >= MIN_FULL_RULED_ROWS * len(rows)


def _full_rows(rows: Sequence[Row]) -> int:
    """Count the rows with at least two cells filled."""
    return sum(sum(map(bool, row.cells)) > 1 for row in rows)


def _with_signs_joined(rows: Sequence[Row]) -> list[Row]:
    """Join a column of lone currency signs to its figures, and one of closing signs to those before."""
    columns = [list(column) for column in zip(*(row.cells for row in rows), strict=True)]
    for left, right in pairwise(columns):
        pairs = [pair for pair in zip(left, right, strict=True) if all(pair)]
        opens = all(first in _OPENING for first, _ in pairs)
        closes = all(second in _CLOSING for _, second in pairs)
        if pairs and (opens or closes):
            right[:] = [first + second for first, second in zip(left, right, strict=True)]
            left[:] = [""] * len(left)
    return [row._replace(cells=cells) for row, cells in zip(rows, zip(*columns, strict=True), strict=True)]


def _without_empty_columns(rows: Sequence[Row]) -> list[Row]:
    if not rows:
        return []
    kept = [
        column for column, cells in enumerate(zip(*(row.cells for row in rows), strict=True)) if any(cells)
    ]
    return [row._replace(cells=tuple(row.cells[column] for column in kept)) for row in rows]


def _is_row(line: Line) -> bool:
    return len(line.parts) >= 2 and not is_entry(line)


def _table_end(lines: Sequence[Line], start: int) -> int:
    """Return the line after the last that can belong to a table starting at `start`."""
    last, plain = start, 0
    columns: list[float] = []
    first_left = lines[start].left
    for index in range(start, len(lines)):
        line, above = lines[index], lines[max(start, index - 1)]
        distance = line.bottom - above.bottom
        if distance > MAX_LINE_GAP * max(line.size, 6.0) or is_entry(line):
            break
        if _is_row(line):
            columns += [part.left for part in line.parts if part.left > first_left + 4]
            last, plain = index, 0
        elif _is_wrapped(line, columns) and distance < MAX_WRAPPED_GAP * max(line.size, 6.0):
            last = index
        else:
            plain += 1
            if plain > MAX_PLAIN_LINES or len(line.text) > MAX_PLAIN_CHARS:
                break
    return last + 1


def _is_wrapped(line: Line, columns: Sequence[float]) -> bool:
    """Tell whether a single run of text continues a cell above: it starts where a column does."""
    return any(abs(line.left - column) < ALIGNED for column in columns)


def _column_cuts(lines: Sequence[Line]) -> list[float]:
    """Return the middles of the gaps that nearly all rows leave free; none if this is no table."""
    rows = [line for line in lines if _is_row(line)]
    numbers = sum(is_number(part.text) for line in rows for part in line.parts[1:])
    if len(rows) < MIN_TABLE_LINES or (len(rows) == MIN_TABLE_LINES and numbers < MIN_NUMBERS):
        return []
    edges = sorted(
        edge for line in rows for part in line.parts for edge in ((part.left, 1), (part.right, -1))
    )
    tolerated = max(int(CROSSING_SHARE * len(rows)), min(MAX_HEAD_LINES, len(rows) // ROWS_PER_HEAD_LINE))
    cuts: list[float] = []
    covering, free_from = 0, None
    for position, change in edges:
        if covering <= tolerated and free_from is not None and position - free_from >= MIN_COLUMN_GAP:
            cuts.append((free_from + position) / 2)
        covering += change
        if covering > tolerated:
            free_from = None
        elif change < 0:
            free_from = position
    return cuts


def _spaced_row(line: Line, cuts: Sequence[float]) -> Row:
    """Put a line's parts into columns; a line of one part starts in the column where it stands."""
    cells = [""] * (len(cuts) + 1)
    for part in line.parts:
        place = (part.left + part.right) / 2 if _is_row(line) else part.left + 1
        column = bisect(cuts, place)
        cells[column] = f"{cells[column]} {part.text}".strip()
    return Row(tuple(cells), line.box, line.page)


def _continues(cells: Sequence[str]) -> bool:
    """Tell whether a row is the rest of the one above: no first cell, few cells, no figure."""
    filled = [cell for cell in cells if cell]
    few = len(filled) <= max(1, len(cells) // 2)
    return not cells[0] and few and not any(is_number(cell) for cell in filled)
