"""Tables for display: cells with their places, several blocks of rows with one column layout."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from chunking.model import Span, trim
from chunking.prepare.prepared import is_rule_line
from pages._viewer.inline import BlockWriter, write_inline
from pages._viewer.offsets import Excerpt, Utf16

ROWS_A_BLOCK = 25
WIDTH_CHARS = (5, 44)
"""Of a column in a table that is shown in several blocks."""
PADDING_CHARS = 3
LINE_CHARS = 94
"""What fits beside one another; where there is more, columns of words give way to figures."""

_NUMBER = re.compile(r"[-−+(]?[€$£¥]?\s?\d[\d\s.,’']*\s?(%|‰)?\)?|[-–—]|n/a", re.IGNORECASE)

Cell = tuple[Span, ...]
"""The spans whose text, joined, is the cell's."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table."""

    span: Span
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """All rows, and what they share."""

    markdown: str
    rows: tuple[Row, ...]
    headed: bool
    end: int

    @classmethod
    def of(cls, markdown: str, lines: Sequence[Span]) -> "Table":
        """Read the rows of a table's lines; the rule under the header is not shown."""
        headed = len(lines) > 1 and is_rule_line(lines[1].of(markdown))
        shown = [line for number, line in enumerate(lines) if not (headed and number == 1)]
        rows = tuple(Row(line, row_cells(markdown, line)) for line in shown)
        return cls(markdown, rows, headed, lines[-1].end)

    def text(self, cell: Cell) -> str:
        """Return a cell's markdown."""
        return "".join(span.of(self.markdown) for span in cell)

    def columns(self) -> tuple[list[bool], list[int]]:
        """Return which columns hold figures, and how wide each is in characters."""
        body = self.rows[1:] if self.headed else self.rows
        numeric, widths = [], []
        for column in range(max((len(row.cells) for row in self.rows), default=0)):
            texts = [self.text(row.cells[column]) for row in body if column < len(row.cells)]
            filled = [text for text in texts if text]
            figures = sum(1 for text in filled if _NUMBER.fullmatch(text))
            numeric.append(bool(filled) and figures > 0.8 * len(filled))
            least, most = WIDTH_CHARS
            longest = max(
                (len(self.text(r.cells[column])) for r in self.rows if column < len(r.cells)), default=0
            )
            widths.append(min(max(longest, least), most) + PADDING_CHARS)
        return numeric, _fitted(widths, numeric)


def table_parts(table: Table, utf16: Utf16) -> Iterator[tuple[Span, "partial[None]"]]:
    """Yield spans of rows, each with the function that writes them."""
    numeric, widths = table.columns()
    rows = table.rows
    for at in range(0, len(rows), ROWS_A_BLOCK):
        stop = at + ROWS_A_BLOCK
        end = rows[stop].span.start if stop < len(rows) else table.end
        place = "continued" * (at > 0) + " ends" * (stop >= len(rows))
        opening = _opening(widths if len(rows) > ROWS_A_BLOCK else (), place)
        yield (
            Span(rows[at].span.start, end),
            partial(
                _write_rows,
                table=table,
                numbers=range(at, min(stop, len(rows))),
                utf16=utf16,
                head=(opening, numeric),
            ),
        )


def _write_rows(
    writer: BlockWriter, *, table: Table, numbers: range, utf16: Utf16, head: tuple[str, list[bool]]
) -> None:
    """Write some rows; `head` is the opening tags, and for each column whether it holds figures."""
    opening, numeric = head
    writer.tag(opening)
    for number in numbers:
        row = table.rows[number]
        name = "th" if table.headed and number == 0 else "td"
        start, end = trim(table.markdown, row.span.start, row.span.end)
        writer.tag(f'<tr data-from="{utf16.of(start)}" data-to="{utf16.of(end)}">')
        for column, cell in enumerate(row.cells):
            writer.tag(f'<{name} class="figure">' if numeric[column] else f"<{name}>")
            if cell:
                write_inline(writer, Excerpt.of(table.markdown, cell))
            writer.tag(f"</{name}>")
        writer.tag("</tr>")
    writer.tag("</tbody></table>")


def _opening(widths: Sequence[int], place: str) -> str:
    """Open a table; with `widths` its columns are fixed, so that the next block's rows line up."""
    if not widths:
        return "<table><tbody>"
    total = sum(widths)
    columns = "".join(f'<col style="width:{100 * width / total:.2f}%">' for width in widths)
    return f'<table class="fixed {place}" style="--chars:{total}"><colgroup>{columns}</colgroup><tbody>'


def _fitted(widths: list[int], numeric: list[bool]) -> list[int]:
    """Narrow the columns of words when all do not fit, so that figures are never broken."""
    if sum(widths) <= LINE_CHARS:
        return widths
    figures = sum(width for width, is_figure in zip(widths, numeric, strict=True) if is_figure)
    share = max(LINE_CHARS - figures, 0) / max(sum(widths) - figures, 1)
    least = WIDTH_CHARS[0] + PADDING_CHARS
    return [
        width if is_figure else max(round(width * share), least)
        for width, is_figure in zip(widths, numeric, strict=True)
    ]


def row_cells(markdown: str, line: Span) -> tuple[Cell, ...]:
    """Split a line at its bars; an escaped bar is text without its backslash."""
    start, end = trim(markdown, line.start, line.end)
    start += markdown.startswith("|", start, end)
    end -= end > start and markdown[end - 1] == "|" and markdown[end - 2] != "\\"
    cells: list[Cell] = []
    pieces: list[Span] = []
    since = start
    bar = markdown.find("|", start, end)
    while bar >= 0:
        if bar > start and markdown[bar - 1] == "\\":
            pieces.append(Span(since, bar - 1))
            since = bar
        else:
            cells.append(_trimmed(markdown, [*pieces, Span(since, bar)]))
            pieces, since = [], bar + 1
        bar = markdown.find("|", bar + 1, end)
    return (*cells, _trimmed(markdown, [*pieces, Span(since, end)]))


def _trimmed(markdown: str, pieces: list[Span]) -> Cell:
    """Take the blanks off a cell's ends."""
    while pieces and trim(markdown, pieces[0].start, pieces[0].end)[0] >= pieces[0].end:
        pieces = pieces[1:]
    while pieces and not pieces[-1].of(markdown).strip():
        pieces = pieces[:-1]
    if not pieces:
        return ()
    first = len(pieces[0].of(markdown)) - len(pieces[0].of(markdown).lstrip())
    pieces = [Span(pieces[0].start + first, pieces[0].end), *pieces[1:]]
    last = pieces[-1].start + len(pieces[-1].of(markdown).rstrip())
    return (*pieces[:-1], Span(pieces[-1].start, last))
