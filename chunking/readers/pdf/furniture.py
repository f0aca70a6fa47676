"""Running heads, feet and page numbers: what a page carries because it is a page."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from chunking.readers.pdf.glyphs import Segment
from chunking.readers.pdf.lines import lines_of
from chunking.readers.pdf.page import Page

MIN_PAGES = 3
HEAD_BAND = 0.12
FOOT_BAND = 0.10
NUMBER_BAND = 0.08
"""Shares of the page's height."""

_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(
    r"(?:page\s*)?[-–(]?\s*([0-9]{1,4}|[ivxlc]{1,6}|[A-Z]-?\d{1,3})\s*[-–)]?(?:\s*(?:of|/)\s*\d{1,4})?",
    re.IGNORECASE,
)
_SLOT = 4.0
"""Points: how far a running head may move between pages, up to twice as much."""


class Furniture(NamedTuple):
    """One text that was left out, with the page indexes it stood on."""

    reason: str
    text: str
    pages: tuple[int, ...]


def without_furniture(pages: Sequence[Page]) -> tuple[list[Page], list[Furniture]]:
    """Take running heads, feet and page numbers off the pages, and tell what they were."""
    repeated = _repeated(pages)
    kept_pages: list[Page] = []
    found: dict[tuple[str, str], list[int]] = defaultdict(list)
    for page in pages:
        gone = [(segment, _reason(segment, page, repeated)) for segment in page.segments]
        kept_pages.append(page.with_segments(tuple(segment for segment, reason in gone if not reason)))
        for segment, reason in gone:
            if reason:
                found[reason, segment.text].append(page.index)
    listed = [Furniture(reason, text, tuple(sorted(set(on)))) for (reason, text), on in found.items()]
    return kept_pages, listed


def _repeated(pages: Sequence[Page]) -> set[tuple[str, int]]:
    """Return text (numbers as #) and height of what stands in the bands of enough pages."""
    seen: dict[tuple[str, int], set[int]] = defaultdict(set)
    for page in pages:
        for segment in _candidates(page):
            text, slot = _key(segment)
            for near in (slot - 1, slot, slot + 1):
                seen[text, near].add(page.index)
    return {key for key, on in seen.items() if len(on) >= MIN_PAGES}


def _candidates(page: Page) -> Iterator[Segment]:
    """Yield what stands in the bands, save the head of a table that goes on below it."""
    lines = lines_of(page.segments, page.index)
    for number, line in enumerate(lines):
        below = lines[number + 1] if number + 1 < len(lines) else None
        is_table_head = (
            below is not None
            and len(line.parts) >= 3
            and len(below.parts) >= 3
            and below.top - line.bottom < 1.2 * line.size
        )
        if not is_table_head:
            yield from (part for part in line.parts if _in_band(part, page, HEAD_BAND, FOOT_BAND))


def _reason(segment: Segment, page: Page, repeated: set[tuple[str, int]]) -> str | None:
    """Return why a segment is left out, None when it stays."""
    if not _in_band(segment, page, HEAD_BAND, FOOT_BAND):
        return None
    if _is_own_number(segment, page):
        return "page number"
    if _key(segment) not in repeated:
        return None
    if _PAGE_NUMBER.fullmatch(segment.text):
        return "page number"
    return "running head" if segment.top < page.height / 2 else "running foot"


def _is_own_number(segment: Segment, page: Page) -> bool:
    """Tell whether a segment is the number of the page that it stands on."""
    match = _PAGE_NUMBER.fullmatch(segment.text)
    if match is None or not _in_band(segment, page, NUMBER_BAND, NUMBER_BAND):
        return False
    return match[1] in {str(page.index + 1), page.label}


def _in_band(segment: Segment, page: Page, head: float, foot: float) -> bool:
    return segment.bottom < head * page.height or segment.top > (1 - foot) * page.height


def _key(segment: Segment) -> tuple[str, int]:
    return _DIGITS.sub("#", segment.text.lower()), round(segment.top / _SLOT)
