"""Running heads, feet and page numbers: what a page carries because it is a page."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from chunking.readers.pdf.glyphs import Segment
from chunking.readers.pdf.lines import rows_of
from chunking.readers.pdf.page import Page

MIN_PAGES = 3
HEAD_BAND = 0.12
FOOT_BAND = 0.10
NUMBER_BAND = 0.08
"""Shares of the page's height."""

MIN_HEAD_COLUMNS = 3
MAX_HEAD_GAP = 1.2
"""A table's head, repeated on every page: columns, and the distance of its rows in font sizes."""

MAX_NUMBER_LINE_PARTS = 3
MIN_LINE_NUMBERS = 12

_LINE_NUMBER = re.compile(r"[1-9]\d?")
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
    """Take running heads, feet, page and line numbers off the pages, and tell what they were."""
    rules = _Rules(pages)
    kept_pages: list[Page] = []
    found: dict[tuple[str, str], list[int]] = defaultdict(list)
    for page in pages:
        gone = rules.reasons(page)
        kept_pages.append(
            replace(
                page,
                segments=tuple(part for part in page.segments if id(part) not in gone),
                turned=tuple(part for part in page.turned if id(part) not in gone),
            )
        )
        for part in (*page.segments, *page.turned):
            if id(part) in gone:
                found[gone[id(part)], part.text].append(page.index)
    listed = [Furniture(reason, text, tuple(sorted(set(on)))) for (reason, text), on in found.items()]
    return kept_pages, listed


class _Rules:
    """What the document repeats from page to page."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self._repeated = _repeated(pages)
        self._stamps = {text for text, count in _stamps(pages).items() if count >= MIN_PAGES}
        self._numbered = {page.index: _line_numbers(page) for page in pages}
        if sum(map(bool, self._numbered.values())) < MIN_PAGES:
            self._numbered = {}

    def reasons(self, page: Page) -> dict[int, str]:
        """Return why segments of the page are left out, by their identity."""
        found = {id(part): "line number" for part in self._numbered.get(page.index, ())}
        found |= {id(part): "stamp" for part in page.turned if part.text in self._stamps}
        found |= {id(part): "outside the page" for part in page.segments if _is_cropped(part, page)}
        for row in rows_of(page.segments):
            for part in row:
                reason = self._reason(part, page, alone=len(row) <= MAX_NUMBER_LINE_PARTS)
                if reason:
                    found[id(part)] = reason
        return found

    def _reason(self, part: Segment, page: Page, *, alone: bool) -> str | None:
        if not _in_band(part, page, HEAD_BAND, FOOT_BAND):
            return None
        if alone and _is_own_number(part, page):
            return "page number"
        if _key(part) not in self._repeated:
            return None
        if _PAGE_NUMBER.fullmatch(part.text):
            return "page number"
        return "running head" if part.top < page.height / 2 else "running foot"


def _stamps(pages: Sequence[Page]) -> Counter[str]:
    """Count the pages on which a text stands turned."""
    return Counter(text for page in pages for text in {part.text for part in page.turned})


def _line_numbers(page: Page) -> list[Segment]:
    """Return the longest run of numbers that count on, one below the other, if it is long enough."""
    longest: list[Segment] = []
    run: list[Segment] = []
    for part in sorted((part for part in page.segments if _LINE_NUMBER.fullmatch(part.text)), key=_top):
        counts_on = run and int(part.text) == int(run[-1].text) + 1
        if counts_on and abs(part.right - run[-1].right) < 2 * _SLOT:
            run.append(part)
        else:
            run = [part]
        longest = max(longest, run, key=len)
    return longest if len(longest) >= MIN_LINE_NUMBERS else []


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
    rows = rows_of(page.segments)
    for number, row in enumerate(rows):
        below = rows[number + 1] if number + 1 < len(rows) else []
        if not _is_table_head(row, below):
            yield from (part for part in row if _in_band(part, page, HEAD_BAND, FOOT_BAND))


def _is_table_head(row: Sequence[Segment], below: Sequence[Segment]) -> bool:
    """Tell whether two rows close together have several columns."""
    few = min(len(row), len(below)) < MIN_HEAD_COLUMNS
    return not few and below[0].top - row[0].bottom < MAX_HEAD_GAP * row[0].size


def _is_own_number(segment: Segment, page: Page) -> bool:
    """Tell whether a segment is the number of the page that it stands on."""
    match = _PAGE_NUMBER.fullmatch(segment.text)
    if match is None or not _in_band(segment, page, NUMBER_BAND, NUMBER_BAND):
        return False
    return match[1] in {str(page.index + 1), page.label}


def _is_cropped(part: Segment, page: Page) -> bool:
    """Tell whether a segment lies where a viewer does not show it."""
    center = (part.left + part.right) / 2
    return not (0 <= center <= page.width and 0 <= part.middle <= page.height)


def _top(part: Segment) -> float:
    return part.top


def _in_band(segment: Segment, page: Page, head: float, foot: float) -> bool:
    return segment.bottom < head * page.height or segment.top > (1 - foot) * page.height


def _key(segment: Segment) -> tuple[str, int]:
    return _DIGITS.sub("#", segment.text.lower()), round(segment.top / _SLOT)
