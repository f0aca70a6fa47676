"""The head and the foot of a page: its outermost rows of text, and how far they stand from the rest."""

from collections.abc import Iterator, Sequence
from statistics import median
from typing import NamedTuple

from chunking.readers.pdf.glyphs import Segment
from chunking.readers.pdf.lines import Words, rows_of
from chunking.readers.pdf.page import Page
from chunking.readers.pdf.tables import ruled_tables

HEAD_BAND = 0.12
FOOT_BAND = 0.10
"""Shares of the page's height."""

MIN_GAP = 0.5
WIDE_GAP = 3.0
USUAL_GAPS = 1.25
"""What stands apart: gaps in font sizes, and in gaps that are usual between the page's rows."""


class MarginRow(NamedTuple):
    """A row of text in the head or foot."""

    parts: tuple[Segment, ...]
    distance: float
    """From the page's edge to the row's outer side."""
    stands_apart: bool
    """Whether a gap parts it from what follows inwards."""


class Margin(NamedTuple):
    """The rows in the band of one head or foot, outermost first; a ruled table ends it."""

    page: Page
    is_head: bool
    rows: tuple[MarginRow, ...]
    end: float
    """Distance from the page's edge to what follows the rows."""


class _Strip(NamedTuple):
    """A row or a ruled table, by its distances from the page's edge."""

    outer: float
    inner: float
    parts: tuple[Segment, ...]
    """None of a table."""


def margins_of(page: Page, left_out: frozenset[int]) -> list[Margin]:
    """Return the page's head and foot without the segments of these identities."""
    tables, rest = ruled_tables(page, Words(()))
    rows = rows_of(part for part in rest if id(part) not in left_out)
    strips = [_Strip(table.top, table.bottom, ()) for table in tables]
    strips += [
        _Strip(min(part.top for part in row), max(part.bottom for part in row), tuple(row)) for row in rows
    ]
    flipped = [_Strip(page.height - inner, page.height - outer, parts) for outer, inner, parts in strips]
    return [
        _margin(page, sorted(strips, key=_outer), is_head=True),
        _margin(page, sorted(flipped, key=_outer), is_head=False),
    ]


def _outer(strip: _Strip) -> float:
    return strip.outer


def _margin(page: Page, strips: Sequence[_Strip], *, is_head: bool) -> Margin:
    band = (HEAD_BAND if is_head else FOOT_BAND) * page.height
    gaps = list(_gaps(strips))
    usual = median([gap for gap in gaps[:-1] if gap > 0] or [0.0])
    rows: list[MarginRow] = []
    for strip, gap in zip(strips, gaps, strict=True):
        if not strip.parts or strip.inner > band:
            return Margin(page, is_head, tuple(rows), strip.outer)
        size = max(part.size for part in strip.parts)
        least = max(MIN_GAP * size, min(USUAL_GAPS * usual, WIDE_GAP * size))
        rows.append(MarginRow(strip.parts, strip.outer, gap > least))
    return Margin(page, is_head, tuple(rows), page.height)


def _gaps(strips: Sequence[_Strip]) -> Iterator[float]:
    """Yield the distance from everything up to each strip to the next one."""
    reach = 0.0
    for number, strip in enumerate(strips, 1):
        reach = max(reach, strip.inner)
        yield strips[number].outer - reach if number < len(strips) else float("inf")
