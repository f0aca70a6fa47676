"""Reading order by recursive cuts: columns first, then bands that hold columns."""

from collections.abc import Iterable, Sequence
from statistics import fmean, median

from chunking.readers.pdf.elements import Table
from chunking.readers.pdf.glyphs import Segment

Placed = Segment | Table

MIN_GUTTER = 7.0
MIN_COLUMN_LINES = 3
MIN_COLUMN_LETTERS = 11
MIN_COLUMN_SHARE = 0.12
MAX_DEPTH = 12
BANDS_TRIED = 4
"""A column is wide, holds lines of text, and stands apart; anything less is part of a table."""


def in_reading_order(boxes: Sequence[Placed], page_width: float, depth: int = 0) -> list[list[Placed]]:
    """Return blocks of boxes in the order in which they are read."""
    if not boxes:
        return []
    parts = None
    if len(boxes) > 2 and depth < MAX_DEPTH:
        parts = _columns(boxes, page_width) or _bands(boxes, page_width)
    if parts is None:
        return [list(boxes)]
    return [block for part in parts for block in in_reading_order(part, page_width, depth + 1)]


def _columns(boxes: Sequence[Placed], page_width: float) -> tuple[list[Placed], list[Placed]] | None:
    """Part the boxes at the widest gutter between two columns of text."""
    if len(boxes) < 2 * MIN_COLUMN_LINES:
        return None
    sizes = [box.size for box in boxes if isinstance(box, Segment)]
    gaps = _gaps((box.left, box.right) for box in boxes)
    for width, start, end in sorted(gaps, reverse=True):
        if width < max(MIN_GUTTER, 0.9 * median(sizes or [0])):
            break
        left = [box for box in boxes if box.right <= start]
        right = [box for box in boxes if box.left >= end]
        if _is_column(left, page_width) and _is_column(right, page_width):
            return left, right
    return None


def _bands(boxes: Sequence[Placed], page_width: float) -> tuple[list[Placed], list[Placed]] | None:
    """Part the boxes at a level gap, if that lets columns show above or below it."""
    gaps = _gaps((box.top, box.bottom) for box in boxes)
    for height, start, end in sorted(gaps, reverse=True)[:BANDS_TRIED]:
        if height < 2:
            break
        above = [box for box in boxes if box.bottom <= start]
        below = [box for box in boxes if box.top >= end]
        if _columns(above, page_width) or _columns(below, page_width):
            return above, below
    return None


def _is_column(boxes: Sequence[Placed], page_width: float) -> bool:
    if not boxes or fmean(box.weight for box in boxes) < MIN_COLUMN_LETTERS:
        return False
    lines = sum(len(box.rows) if isinstance(box, Table) else 1 for box in boxes)
    width = max(box.right for box in boxes) - min(box.left for box in boxes)
    return lines >= MIN_COLUMN_LINES and width > MIN_COLUMN_SHARE * page_width


def _gaps(intervals: Iterable[tuple[float, float]]) -> list[tuple[float, float, float]]:
    """Return width, start and end of every stretch that no interval covers."""
    gaps = []
    ordered = sorted(intervals)
    reach = ordered[0][1]
    for start, end in ordered[1:]:
        if start > reach:
            gaps.append((start - reach, reach, start))
        reach = max(reach, end)
    return gaps
