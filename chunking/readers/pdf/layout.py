"""From a page to headings, paragraphs, list items and tables in reading order."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from chunking.model import is_blank
from chunking.readers.pdf.elements import Element, Heading, ListItem, Paragraph, Table
from chunking.readers.pdf.headings import HeadingStyles, is_numbered
from chunking.readers.pdf.lines import BULLET, NUMBERED, Line, Words, is_entry, lines_of
from chunking.readers.pdf.page import Page
from chunking.readers.pdf.reading_order import Placed, in_reading_order
from chunking.readers.pdf.tables import ruled_tables, spaced_tables

FULL_LINE = 3.0
INDENT = 1.5
PARAGRAPH_STEP = 1.3
DEFAULT_STEP = 1.2
SIZE_CHANGE = 0.12
HEADING_GAP = 0.6
"""Multiples of the font size, save the steps (of the usual line distance) and the change (a share)."""

MIN_WRAPPED = 0.6
"""Share of the width of a contents page that the first line of a wrapped title fills."""

_SENTENCE_ENDS = (".", ":", "?", "!", ";")


@dataclass(frozen=True, slots=True)
class Layout:
    """What the page rules need to know about the whole document."""

    styles: HeadingStyles
    words: Words
    steps: dict[float, float]
    """The usual distance of lines within a paragraph, by size."""

    def step(self, size: float) -> float:
        """Return the usual distance from line to line."""
        return self.steps.get(size, DEFAULT_STEP * size)


Block = list[Line | Table]


def page_blocks(page: Page, words: Words) -> list[Block]:
    """Return the page's lines and ruled tables, block by block in reading order."""
    tables, rest = ruled_tables(page, words)
    boxes: list[Placed] = [*rest, *tables]
    blocks = [_block(placed, page.index) for placed in in_reading_order(boxes, page.width)]
    if page.turned:
        blocks.append([*lines_of(page.turned, page.index)])
    return blocks


def usual_steps(blocks: Sequence[Block]) -> dict[float, float]:
    """Measure line distances after lines that reach the right edge: there a paragraph goes on."""
    distances: dict[float, Counter[float]] = defaultdict(Counter)
    for block in blocks:
        lines = [item for item in block if isinstance(item, Line)]
        edge = max((line.right for line in lines), default=0.0)
        for line, after in pairwise(lines):
            is_full = line.right > edge - FULL_LINE * line.size
            if is_full and line.size == after.size and after.bottom > line.bottom:
                distances[line.size][round((after.bottom - line.bottom) * 2) / 2] += 1
    return {
        size: max(counts, key=lambda distance: (counts[distance], -distance))
        for size, counts in distances.items()
    }


def elements_of(block: Block, layout: Layout) -> Iterator[Element]:
    """Yield the elements of one block."""
    for is_table, items in groupby(block, key=lambda item: isinstance(item, Table)):
        if is_table:
            yield from (item for item in items if isinstance(item, Table))
        else:
            yield from _with_tables([item for item in items if isinstance(item, Line)], layout)


def _block(placed: Sequence[Placed], page: int) -> Block:
    tables = [item for item in placed if isinstance(item, Table)]
    lines = lines_of((item for item in placed if not isinstance(item, Table)), page)
    return sorted(
        [*lines, *tables],
        key=lambda item: (item.top + item.bottom) / 2 if isinstance(item, Line) else item.top,
    )


def _with_tables(lines: Sequence[Line], layout: Layout) -> Iterator[Element]:
    """Yield tables without ruling lines, and the text around them."""
    done = 0
    for start, end, table in spaced_tables(lines, layout.words):
        yield from _text(lines[done:start], layout)
        yield table
        done = end
    yield from _text(lines[done:], layout)


def _text(lines: Sequence[Line], layout: Layout) -> Iterator[Element]:
    """Yield headings, and the paragraphs and list items between them."""
    edge = max((line.right for line in lines), default=0.0)
    open_lines: list[Line] = []
    index = 0
    while index < len(lines):
        found = layout.styles.level(lines, index)
        if found:
            level, count = found
            yield from _closed(open_lines)
            open_lines = []
            count = _heading_end(lines, index, count, level, layout) - index
            yield Heading(tuple(lines[index : index + count]), level)
            index += count
            continue
        if open_lines and _starts_new(open_lines, lines[index], edge, layout):
            yield from _closed(open_lines)
            open_lines = []
        open_lines.append(lines[index])
        index += 1
    yield from _closed(open_lines)


def _heading_end(lines: Sequence[Line], start: int, count: int, level: int, layout: Layout) -> int:
    """Return the line after a heading that is wrapped over lines of one look."""
    end = start + count
    while end < len(lines):
        before, line = lines[end - 1], lines[end]
        same_look = before.size == line.size and before.bold == line.bold
        near = line.top - before.bottom < HEADING_GAP * line.size
        found = layout.styles.level(lines, end)
        if not same_look or not near or is_numbered(line) or not found or found[0] != level:
            break
        end += 1
    return end


def _starts_new(open_lines: Sequence[Line], line: Line, edge: float, layout: Layout) -> bool:
    """Tell whether a line starts a paragraph or list item of its own."""
    first, before = open_lines[0], open_lines[-1]
    if is_marked(line) or is_entry(before) or (is_entry(line) and not _wraps_to_entry(open_lines, line)):
        return True
    if abs(line.size - before.size) > SIZE_CHANGE * before.size:
        return True
    if line.bottom - before.bottom > PARAGRAPH_STEP * layout.step(line.size):
        return True
    if len(open_lines) == 1 and not is_marked(first) and line.left - first.left > INDENT * line.size:
        return True
    ended = before.text.endswith(_SENTENCE_ENDS) or before.bold != line.bold
    return ended and _has_room(before, line, edge)


def _wraps_to_entry(open_lines: Sequence[Line], line: Line) -> bool:
    """Tell whether a single long line above an entry of a contents page is the start of its title."""
    return len(open_lines) == 1 and open_lines[0].right > line.left + MIN_WRAPPED * (line.right - line.left)


def _has_room(before: Line, line: Line, edge: float) -> bool:
    """Tell whether a line had room for the first word of the next: something made it end early."""
    width = (line.right - line.left) / max(1, len(line.text)) * len(line.text.split(" ", 1)[0])
    return before.right + width + 2 * line.size < edge


def _closed(lines: Sequence[Line]) -> Iterator[Element]:
    """Yield the element that lines of running text form."""
    if not lines:
        return
    marker = _marker(lines[0])
    if marker is None and is_entry(lines[-1]):
        marker = ""
    if marker is None:
        yield Paragraph(tuple(lines))
    else:
        yield ListItem(tuple(lines), marker, depth=1)


def is_marked(line: Line) -> bool:
    """Tell whether a line starts with a bullet or an item's number."""
    return _marker(line) is not None


def _marker(line: Line) -> str | None:
    match = BULLET.match(line.text) or NUMBERED.match(line.text)
    return match[1] if match and not is_blank(line.text[match.end() :]) else None
