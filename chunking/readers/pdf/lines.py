"""Lines of text, and the words in them across line ends."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from chunking.readers.pdf.frame import Box
from chunking.readers.pdf.glyphs import Segment

BULLETS = "•●▪◦■□‣⁃∙·➢➤❖✓"
BULLET = re.compile(rf"([{BULLETS}]|[-–*o](?=\s))\s*")
NUMBERED = re.compile(r"(\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]|\([A-Z]\))\s+")
MARKER = re.compile(
    rf"[{BULLETS}\-–*o]|\(?(?:\d{{1,3}}|[a-z]|[ivx]{{1,5}})[.)]|\([A-Z]\)|(?:[A-Z]|[IVX]{{2,5}})\."
)
"""What stands apart from its text: the markers of items, and the letters of sections."""

SAME_LINE = 0.4
MARKER_REACH = 5.0
TOUCHING = 0.15
"""Multiples of the height or size: baselines of one line, a marker and its text, parts of one word."""

_SOFT_HYPHEN = "\u00ad"
_HYPHENS = "-\u2010\u2011" + _SOFT_HYPHEN
_AFTER_SUSPENDED = frozenset(("and", "or", "to", "und", "oder", "bis", "et", "ou"))
"""After these a hyphen at a line's end stands for a word that follows: short- and long-term."""

_LEADERS = re.compile(r"(?:\s?[.\u2026\u00b7_]){4,}\s*(?:[A-Z]-?)?(?:\d{1,4}|[ivxlc]{1,6})$")
_WORD = re.compile(r"\w+(?:[-\u2010\u2011]\w+)*")
_LAST_WORD = re.compile(rf"(\w+)[{_HYPHENS}]$")
_FIRST_WORD = re.compile(r"\w+")


class Line(NamedTuple):
    """Segments side by side on one page."""

    left: float
    top: float
    right: float
    bottom: float
    text: str
    size: float
    bold: bool
    page: int
    parts: tuple[Segment, ...]

    @property
    def box(self) -> Box:
        """Return the place on the page."""
        return self.left, self.top, self.right, self.bottom


class Words:
    """The document's own words, which say whether a hyphen at a line's end is one."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._counts: Counter[str] = Counter()
        self._writes_hyphens = False
        for text in texts:
            self._writes_hyphens = self._writes_hyphens or "-" in text
            self._counts.update(re.sub("[\u2010\u2011]", "-", word) for word in _WORD.findall(text.lower()))

    def continued(self, before: str, after: str) -> str:
        """Return `before` as it stands before `after`: with a blank, or with its hyphen settled."""
        if before[-1:] not in _HYPHENS or not before[-2:-1].isalnum() or not after[:1].isalnum():
            is_range = before.endswith(("\u2013", "\u2014", "/")) and before[-2:-1].strip()
            return before if is_range else before + " "
        head, tail = _LAST_WORD.search(before), _FIRST_WORD.match(after)
        start = head[1] if head else ""
        end = tail[0] if tail else ""
        if before[-1] == _SOFT_HYPHEN:
            return before[:-1]
        if end in _AFTER_SUSPENDED:
            return before + " "
        return before if self._keeps_hyphen(start, end) else before[:-1]

    def plain(self, text: str) -> str:
        """Return the text without soft hyphens; a file that knows no other kind means hyphens by them."""
        if self._writes_hyphens:
            return text.replace(_SOFT_HYPHEN, "")
        return text.replace(_SOFT_HYPHEN, "-")

    def _keeps_hyphen(self, start: str, end: str) -> bool:
        """Tell whether two parts of a word are written with a hyphen: figures and names always are."""
        joined, parted = (self._counts[f"{start}{sign}{end}".lower()] for sign in ("", "-"))
        if start[-1:].isalpha() and end[:1].islower():
            return parted > joined
        is_one_word = start.isupper() and end.isupper() and joined > parted
        return not is_one_word

    def join(self, texts: Sequence[str]) -> str:
        """Return lines of text as one."""
        return "".join(self.pieces(texts))

    def pieces(self, texts: Sequence[str]) -> list[str]:
        """Return lines of text so that they read on when put together."""
        joined = [self.continued(text, after) for text, after in pairwise(texts)]
        return [self.plain(text) for text in (*joined, *texts[-1:])]


def is_entry(line: Line) -> bool:
    """Tell whether a line is an entry of a contents page: leaders to a page number."""
    return _LEADERS.search(line.text) is not None


def lines_of(segments: Iterable[Segment], page: int) -> list[Line]:
    """Group segments to lines, top down."""
    return [line_of(row, page) for row in rows_of(segments)]


def rows_of(segments: Iterable[Segment]) -> list[list[Segment]]:
    """Return segments of one height together, top down and from left to right."""
    rows: list[list[Segment]] = []
    middle = 0.0
    for segment in sorted(segments, key=lambda segment: (segment.middle, segment.left)):
        height = max(segment.bottom - segment.top, 4.0)
        if rows and abs(segment.middle - middle) <= SAME_LINE * height:
            rows[-1].append(segment)
        else:
            rows.append([segment])
            middle = segment.middle
    return [sorted(row) for row in rows]


def line_of(row: Sequence[Segment], page: int) -> Line:
    """Make a line from segments in order; a list marker is joined to the text it marks."""
    if len(row) > 1 and MARKER.fullmatch(row[0].text) and _reaches(row[0], row[1]):
        row = [_united(row[0], row[1]), *row[2:]]
    text = row[0].text
    for before, after in pairwise(row):
        text += ("" if _touch(before, after) else " ") + after.text
    return Line(
        left=min(part.left for part in row),
        top=min(part.top for part in row),
        right=max(part.right for part in row),
        bottom=max(part.bottom for part in row),
        text=text,
        size=max(row, key=lambda part: len(part.text)).size,
        bold=all(part.bold for part in row),
        page=page,
        parts=tuple(row),
    )


def union(boxes: Iterable[Box]) -> Box:
    """Return the smallest box around all."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _reaches(marker: Segment, text: Segment) -> bool:
    return text.left - marker.right < MARKER_REACH * max(text.size, 6.0)


def _united(marker: Segment, text: Segment) -> Segment:
    left, top, right, bottom = union((marker[:4], text[:4]))
    return Segment(left, top, right, bottom, f"{marker.text} {text.text}", text.size, text.bold)


def _touch(before: Segment, after: Segment) -> bool:
    """Tell whether two segments are parts of one word, drawn one by one."""
    same_size = abs(before.size - after.size) <= 0.15 * max(before.size, after.size)
    return same_size and after.left - before.right < TOUCHING * before.size
