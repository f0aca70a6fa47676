"""Which lines are headings, and of which level: outline, then size, then bold, then numbering."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from chunking.readers.pdf.catalogue import OutlineEntry
from chunking.readers.pdf.lines import BULLET, Line, is_entry
from chunking.readers.pdf.page import Page

MAX_HEADING_CHARS = 160
MAX_BOLD_CHARS = 100
MAX_HEADING_LINES = 3
SIZE_RATIO = 1.12
OUTLINED_SIZE_RATIO = 1.25
"""Of the body's size; more is asked for when an outline names the headings already."""

MAX_SIZE_SHARE = 0.06
MAX_TITLE_SHARE = 0.3
MAX_TITLES = 2
MAX_BOLD_SHARE = 0.35
"""A size or weight that holds more of the text is no heading's, unless it is rare: two titles a page."""

MIN_ENTRIES = 5
PAGES_PER_ENTRY = 12
MIN_GAP = 0.3
MAX_LEVEL = 6

_SIGNS = re.compile(r"[\W_]+")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_NUMBER = re.compile(r"\A(\d{1,2}(?:\.\d{1,3}){0,5}|[A-Z](?:\.\d{1,3}){1,5}|[A-Z](?=\.))\.?\s+(?=\S)")


@dataclass(frozen=True, slots=True)
class HeadingStyles:
    """What the whole document says about its headings."""

    body: float
    """The size that most characters have."""
    sizes: tuple[float, ...]
    """Sizes of headings, largest first."""
    bold_counts: bool
    outlined: bool
    titles: dict[int, dict[str, int]]
    """Per page index, the outline's titles as keys with their levels."""
    size_levels: dict[float, int]
    """Level of the outline's titles by the size that they are printed in."""

    def level(self, lines: Sequence[Line], index: int) -> tuple[int, int] | None:
        """Return the level and the number of lines of the heading that starts at a line, if one does."""
        if is_entry(lines[index]):
            return None
        outlined = self._outlined(lines, index)
        if outlined:
            return outlined
        line = lines[index]
        level = self._by_size(line) or self._by_weight(lines, index)
        if level is None:
            return None
        return min(level, MAX_LEVEL), 1

    def _outlined(self, lines: Sequence[Line], index: int) -> tuple[int, int] | None:
        """Look for an outline title that is printed here, on up to three lines."""
        titles = self.titles.get(lines[index].page)
        if not titles:
            return None
        key = ""
        for count, line in enumerate(lines[index : index + MAX_HEADING_LINES], 1):
            key += _key(line.text)
            if key in titles:
                return titles[key], count
        bare = _key(_NUMBER.sub("", lines[index].text))
        return (titles[bare], 1) if bare in titles else None

    def _by_size(self, line: Line) -> int | None:
        text = line.text
        if line.size not in self.sizes or not _may_be_heading(text, MAX_HEADING_CHARS):
            return None
        if self.outlined and line.size < self.body * OUTLINED_SIZE_RATIO:
            return None
        if text.endswith(".") and not line.bold:
            return None
        return self._size_level(line.size)

    def _size_level(self, size: float) -> int:
        """Return the level of a size: as in the outline, below the next larger there, or by rank."""
        if not self.size_levels:
            return 1 + self.sizes.index(size)
        if size in self.size_levels:
            return self.size_levels[size]
        larger = [level for other, level in self.size_levels.items() if other > size]
        return min(max(larger, default=0) + 1, MAX_LEVEL)

    def _by_weight(self, lines: Sequence[Line], index: int) -> int | None:
        line = lines[index]
        if self.outlined or not self.bold_counts or not line.bold or line.size < self.body * 0.98:
            return None
        if len(line.parts) > 1 or line.text.endswith(".") or BULLET.match(line.text):
            return None
        if not _may_be_heading(line.text, MAX_BOLD_CHARS):
            return None
        stands_apart = index == 0 or line.top - lines[index - 1].bottom > MIN_GAP * line.size
        if not stands_apart and not _NUMBER.match(line.text):
            return None
        number = _NUMBER.match(line.text)
        return len(self.sizes) + 1 + (number[1].count(".") if number else 0)


def heading_styles(pages: Sequence[Page], outline: Sequence[OutlineEntry]) -> HeadingStyles:
    """Measure the document's sizes and weights, and index its outline."""
    chars: Counter[float] = Counter()
    runs: Counter[float] = Counter()
    bold = 0
    for page in pages:
        for segment in page.segments:
            chars[segment.size] += len(segment.text)
            runs[segment.size] += 1
            bold += len(segment.text) * segment.bold
    total = chars.total()
    body = max(chars, key=lambda size: (chars[size], -size), default=10.0)
    rare = {size for size in chars if runs[size] <= MAX_TITLES * len(pages)}
    sizes = [
        size
        for size in chars
        if size >= body * SIZE_RATIO
        and chars[size] < (MAX_TITLE_SHARE if size in rare else MAX_SIZE_SHARE) * total
    ]
    titles: dict[int, dict[str, int]] = defaultdict(dict)
    for entry in outline:
        for title in (entry.title, _NUMBER.sub("", entry.title)):
            if _key(title):
                titles[entry.page].setdefault(_key(title), min(entry.level, MAX_LEVEL))
    return HeadingStyles(
        body=body,
        sizes=tuple(sorted(sizes, reverse=True)),
        bold_counts=bold < MAX_BOLD_SHARE * total,
        outlined=len(outline) >= max(MIN_ENTRIES, len(pages) / PAGES_PER_ENTRY),
        titles=dict(titles),
        size_levels=_size_levels(pages, titles),
    )


def _size_levels(pages: Sequence[Page], titles: Mapping[int, Mapping[str, int]]) -> dict[float, int]:
    """Return the level that most outline titles printed in a size have."""
    levels: dict[float, Counter[int]] = defaultdict(Counter)
    for page in pages:
        printed = titles.get(page.index, {})
        for segment in page.segments if printed else ():
            level = printed.get(_key(segment.text))
            if level is not None:
                levels[segment.size][level] += 1
    return {size: max(counts, key=lambda level: (counts[level], -level)) for size, counts in levels.items()}


def is_numbered(line: Line) -> bool:
    """Tell whether a line starts with a section number."""
    return _NUMBER.match(line.text) is not None


def _may_be_heading(text: str, max_chars: int) -> bool:
    return len(text) <= max_chars and bool(_LETTERS.search(text)) and not text.endswith((",", ";"))


def _key(title: str) -> str:
    """Return a title without blanks and signs, to compare it with what is printed."""
    return _SIGNS.sub("", title.lower())
