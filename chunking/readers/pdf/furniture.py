"""Running heads, feet and page numbers: what a page carries because it is a page.

They stand outside the body and apart from it, on several pages that follow each other, and say the same
or count the pages. A figure that only stands at the same place is a cell of a table.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from chunking.readers.pdf.glyphs import Segment
from chunking.readers.pdf.margins import Margin, MarginRow, margins_of
from chunking.readers.pdf.page import Page
from chunking.readers.pdf.tables import is_number

MIN_PAGES = 3
MAX_STEP = 2
"""On how many pages a text stands at least, and from each to the next: a book has a left and a right head."""

MAX_INSIDE = 0.5
"""Pages on which the body reaches to the place of a text, as a share of those that carry it apart."""

NUMBER_BAND = 0.08
"""Share of the page's height."""

MIN_LETTERS = 2
MAX_COUNTED_SIZE = 1.15
"""Of the page's usual size: what is larger and counts on numbers chapters or annexes, not pages."""

MIN_HEAD_COLUMNS = 3
"""A table's head, repeated on every page."""

MIN_LINE_NUMBERS = 12

_LINE_NUMBER = re.compile(r"[1-9]\d?")
_COUNTED = re.compile(r"(?<!\d)\d{1,6}(?!\d)", re.ASCII)
_PAGE_NUMBER = re.compile(
    r"(?:page\s*)?[-–(]?\s*([0-9]{1,4}|[ivxlc]{1,6}|[A-Z]-?\d{1,3})\s*[-–)]?(?:\s*(?:of|/)\s*\d{1,4})?",
    re.IGNORECASE,
)
_SLOT = 4.0
"""Points: how far a running head may move between pages, up to twice as much."""

Key = tuple[bool, str, int]
"""Head or foot, what a text says (a number that counts the pages as #), and its height."""


class Furniture(NamedTuple):
    """One text that was left out, with the page indexes it stood on."""

    reason: str
    text: str
    pages: tuple[int, ...]


def without_furniture(pages: Sequence[Page]) -> tuple[list[Page], list[Furniture]]:
    """Take running heads, feet, page and line numbers off the pages, and tell what they were."""
    reasons = _reasons(pages)
    kept_pages: list[Page] = []
    found: dict[tuple[str, str], list[int]] = defaultdict(list)
    for page in pages:
        kept_pages.append(
            replace(
                page,
                segments=tuple(part for part in page.segments if id(part) not in reasons),
                turned=tuple(part for part in page.turned if id(part) not in reasons),
            )
        )
        for part in (*page.segments, *page.turned):
            if id(part) in reasons:
                found[reasons[id(part)], part.text].append(page.index)
    listed = [Furniture(reason, text, tuple(sorted(set(on)))) for (reason, text), on in found.items()]
    return kept_pages, listed


def _reasons(pages: Sequence[Page]) -> dict[int, str]:
    """Return why segments are left out, by their identity."""
    found = _outside_the_text(pages)
    left_out = frozenset(found)
    margins = [margin for page in pages for margin in margins_of(page, left_out)]
    for part, reason in _furniture(margins):
        found[id(part)] = reason
    return found


def _outside_the_text(pages: Sequence[Page]) -> dict[int, str]:
    """Return line numbers, stamps, and what a viewer does not show."""
    numbered = [numbers for page in pages if (numbers := _line_numbers(page))]
    stamps = {text for text, count in _stamps(pages).items() if count >= MIN_PAGES}
    found = {id(part): "stamp" for page in pages for part in page.turned if part.text in stamps}
    found |= {
        id(part): "outside the page" for page in pages for part in page.segments if _is_cropped(part, page)
    }
    if len(numbered) >= MIN_PAGES:
        found |= {id(part): "line number" for numbers in numbered for part in numbers}
    return found


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


def _is_cropped(part: Segment, page: Page) -> bool:
    """Tell whether a segment lies where a viewer does not show it."""
    center = (part.left + part.right) / 2
    return not (0 <= center <= page.width and 0 <= part.middle <= page.height)


def _top(part: Segment) -> float:
    return part.top


class _Stack(NamedTuple):
    """The outermost rows of a margin that look like furniture."""

    margin: Margin
    rows: tuple[MarginRow, ...]
    apart: int
    """How many of them stand apart from the body."""

    @property
    def body(self) -> float:
        """Return the distance from the page's edge to the body."""
        rows = self.margin.rows
        return rows[self.apart].distance if self.apart < len(rows) else self.margin.end


def _furniture(margins: Sequence[Margin]) -> Iterator[tuple[Segment, str]]:
    """Yield what is furniture, with the reason."""
    keys = {
        id(part): _keys(part, row, margin) for margin in margins for row in margin.rows for part in row.parts
    }
    repeated = _repeated(margins, keys)
    stacks = [_stack(margin, keys, repeated) for margin in margins]
    outside = _outside_the_body(stacks, keys, repeated)
    for stack in stacks:
        page, is_head = stack.margin.page, stack.margin.is_head
        for number, row in enumerate(stack.rows):
            for part in row.parts:
                is_own = number < stack.apart and _is_own_number(part, page)
                if is_own or not outside.isdisjoint(keys[id(part)]):
                    is_page_number = _PAGE_NUMBER.fullmatch(part.text) is not None
                    place = "running head" if is_head else "running foot"
                    yield part, "page number" if is_page_number else place


def _keys(part: Segment, row: MarginRow, margin: Margin) -> list[Key]:
    """Return what a text may share with other pages: its letters, and each number as counted from its page."""
    said = [part.text.lower()] if sum(map(str.isalpha, part.text)) >= MIN_LETTERS else []
    if part.size <= MAX_COUNTED_SIZE * _usual_size(margin.page):
        said += _counted(part.text.lower(), margin.page.index)
    return [(margin.is_head, text, round(row.distance / _SLOT)) for text in said]


def _counted(text: str, index: int) -> Iterator[str]:
    """Yield the text with one of its numbers each written as its distance from the page's index."""
    for match in _COUNTED.finditer(text):
        yield f"{text[: match.start()]}#{int(match[0]) - index}{text[match.end() :]}"
    roman = _PAGE_NUMBER.fullmatch(text)
    if roman and roman[1].isalpha():
        yield f"{text[: roman.start(1)]}#{_roman(roman[1]) - index}{text[roman.end(1) :]}"


def _roman(numeral: str) -> int:
    values = [{"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}[letter] for letter in numeral]
    return sum(-value if value < after else value for value, after in pairwise([*values, 0]))


def _usual_size(page: Page) -> float:
    """Return the size that most characters of the page have."""
    chars: Counter[float] = Counter()
    for part in page.segments:
        chars[part.size] += len(part.text)
    return max(chars, key=lambda size: (chars[size], size), default=0.0)


def _repeated(margins: Sequence[Margin], keys: Mapping[int, Sequence[Key]]) -> set[Key]:
    """Return what stands at one height on enough pages that follow each other."""
    seen: dict[Key, set[int]] = defaultdict(set)
    for margin in margins:
        for row in margin.rows:
            for is_head, text, slot in (key for part in row.parts for key in keys[id(part)]):
                for near in (slot - 1, slot, slot + 1):
                    seen[is_head, text, near].add(margin.page.index)
    return {key for key, on in seen.items() if _follow_each_other(on)}


def _follow_each_other(pages: set[int]) -> bool:
    ordered = sorted(pages)
    steps = [after - before <= MAX_STEP for before, after in pairwise(ordered)]
    return any(all(steps[start : start + MIN_PAGES - 1]) for start in range(len(ordered) - MIN_PAGES + 1))


def _stack(margin: Margin, keys: Mapping[int, Sequence[Key]], repeated: set[Key]) -> _Stack:
    """Take rows from the outside on as long as they repeat or number the page."""

    def is_known(part: Segment) -> bool:
        return not repeated.isdisjoint(keys[id(part)])

    count = apart = 0
    for row in margin.rows:
        if not _is_furniture_row(row, margin.page, [is_known(part) for part in row.parts]):
            break
        if _is_table_head(margin, count):
            break
        count += 1
        apart = count if row.stands_apart else apart
    return _Stack(margin, margin.rows[:count], apart)


def _is_furniture_row(row: MarginRow, page: Page, known: Sequence[bool]) -> bool:
    """Tell whether half of a row repeats; a figure that does not, or a lone number, is a cell's."""
    if all(known):
        return True
    others = [part for part, is_known in zip(row.parts, known, strict=True) if not is_known]
    if all(_is_own_number(part, page) for part in others):
        return True
    return 2 * sum(known) >= len(known) and not any(is_number(part.text) for part in others)


def _is_table_head(margin: Margin, number: int) -> bool:
    """Tell whether a row and the one below have several columns and stand close together."""
    row, below = margin.rows[number], margin.rows[number + 1 : number + 2]
    if not margin.is_head or not below or row.stands_apart:
        return False
    return min(len(row.parts), len(below[0].parts)) >= MIN_HEAD_COLUMNS


def _is_own_number(part: Segment, page: Page) -> bool:
    """Tell whether a segment is the number of the page that it stands on."""
    match = _PAGE_NUMBER.fullmatch(part.text)
    near = NUMBER_BAND * page.height
    if match is None or not (part.bottom < near or part.top > page.height - near):
        return False
    return match[1] in {str(page.index + 1), page.label}


def _outside_the_body(
    stacks: Sequence[_Stack], keys: Mapping[int, Sequence[Key]], repeated: set[Key]
) -> set[Key]:
    """Return what repeats outside the body: few pages among its own have body text at its place."""
    carried: dict[Key, set[int]] = defaultdict(set)
    for stack in stacks:
        for row in stack.rows[: stack.apart]:
            for key in (key for part in row.parts for key in keys[id(part)]):
                carried[key].add(stack.margin.page.index)
    bodies = {(stack.margin.is_head, stack.margin.page.index): stack.body for stack in stacks}
    return {key for key, on in carried.items() if key in repeated and _is_outside(key, on, bodies)}


def _is_outside(key: Key, on: set[int], bodies: Mapping[tuple[bool, int], float]) -> bool:
    is_head, _, slot = key
    between = range(min(on), max(on) + 1)
    inside = sum(bodies[is_head, page] <= slot * _SLOT for page in between if page not in on)
    return inside <= MAX_INSIDE * len(on)
