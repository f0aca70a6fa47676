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

MIN_CLOSE_PAGES = 5
MAX_CLOSE_INSIDE = 0.1
"""The same for what no gap parts from the body, but its number or its size does."""

NUMBER_BAND = 0.08
"""Share of the page's height."""

MAX_COUNTED_SIZE = 1.15
"""Of the page's usual size: what is larger and counts on numbers chapters or annexes, not pages."""

MIN_HEAD_COLUMNS = 3
"""A table's head, repeated on every page."""

MIN_LINE_NUMBERS = 12

_LINE_NUMBER = re.compile(r"[1-9]\d?")
_COUNTED = re.compile(r"(?<!\d)(?<!\d\.)\d{1,6}(?!\.?\d)", re.ASCII)
_PART = re.compile(
    r"(?:annex|appendix|article|chapter|exhibit|figure|form|item|part|schedule|section|table"
    r"|abbildung|anhang|anlage|kapitel|tabelle|teil)\W*\Z",
    re.IGNORECASE,
)
"""What is counted on from page to page and is no page: its heading stays."""

_PAGE_NUMBER = re.compile(
    r"(?:page\s*)?[-–(]?\s*([0-9]{1,4}|[ivxlc]{1,6}|[A-Z]-?\d{1,3})\s*[-–)]?(?:\s*(?:of|/)\s*\d{1,4})?",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+")
_TELLING = re.compile(r"[^\W\d_].*[^\W\d_]|\d[-./]\d+[-./]\d|^[\W_]{5,}$")
"""Words, a date, a line of signs; any two tables have the same figures, dashes and currency signs."""

_NOTE_MARK = re.compile(r"[*†‡§^]")
_SLOT = 4.0
"""Points: how far a running head may move between pages, up to twice as much."""


class _Key(NamedTuple):
    """What texts of several pages share."""

    is_head: bool
    text: str
    """A number that counts the pages stands as its distance from them."""
    slot: int
    """The height."""
    differs: bool
    """Counts the pages, or is of another size than the page's text."""


_Keys = Mapping[int, Sequence[_Key]]
"""By the identity of a segment."""


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
    known: int
    apart: int
    """How many of the rows stand apart from the body."""

    def body(self, count: int) -> float:
        """Return the distance from the page's edge to what follows so many rows."""
        rows = self.margin.rows
        return rows[count].distance if count < len(rows) else self.margin.end


def _furniture(margins: Sequence[Margin]) -> Iterator[tuple[Segment, str]]:
    """Yield what is furniture, with the reason."""
    keys = {part: found for margin in margins for part, found in _keys(margin)}
    repeated = _repeated(margins, keys)
    stacks = [_stack(margin, keys, repeated) for margin in margins]
    outside = _outside_the_body(stacks, keys) & repeated
    rows = [
        (stack.margin, row, number < stack.apart)
        for stack in stacks
        for number, row in enumerate(stack.margin.rows[: stack.known])
    ]
    told = {
        id(part): _folded(part)
        for _, row, _ in rows
        for part in row.parts
        if not outside.isdisjoint(keys[id(part)])
    }
    folded = set(told.values())
    for margin, row, is_apart in rows:
        is_told = any(id(part) in told for part in row.parts)
        for part in row.parts:
            is_own = is_apart and _is_own_number(part, margin.page)
            is_alike = is_told and _TELLING.search(part.text) and _folded(part) in folded
            if is_own or is_alike or id(part) in told:
                yield part, _reason(part, margin)


def _reason(part: Segment, margin: Margin) -> str:
    if _PAGE_NUMBER.fullmatch(part.text):
        return "page number"
    return "running head" if margin.is_head else "running foot"


def _folded(part: Segment) -> str:
    """Return the text with # for its numbers: enough beside a text that is furniture."""
    return _DIGITS.sub("#", part.text.lower())


def _keys(margin: Margin) -> Iterator[tuple[int, list[_Key]]]:
    """Yield what each text may share with other pages, by itself and as a part of its row."""
    usual = _usual_size(margin.page)
    for row in margin.rows:
        slot = round(row.distance / _SLOT)
        whole = " ".join(part.text for part in row.parts)
        for part in row.parts:
            found = []
            for text in sorted({part.text.lower(), whole.lower()}):
                if _TELLING.search(text) and not _NOTE_MARK.match(text):
                    found.append(_Key(margin.is_head, text, slot, differs=part.size != usual))
                if part.size <= MAX_COUNTED_SIZE * usual or not any(map(str.isalpha, text)):
                    counted = _counted(text, margin.page.index)
                    found += [_Key(margin.is_head, said, slot, differs=True) for said in counted]
            yield id(part), found


def _counted(text: str, index: int) -> Iterator[str]:
    """Yield the text with one of its numbers each written as its distance from the page's index."""
    for match in _COUNTED.finditer(text):
        if _PART.search(text[: match.start()]):
            continue
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


def _repeated(margins: Sequence[Margin], keys: _Keys) -> set[_Key]:
    """Return what stands at one height on enough pages that follow each other."""
    seen: dict[_Key, set[int]] = defaultdict(set)
    for margin in margins:
        for key in (key for row in margin.rows for part in row.parts for key in keys[id(part)]):
            for near in (key.slot - 1, key.slot, key.slot + 1):
                seen[key._replace(slot=near)].add(margin.page.index)
    return {key for key, on in seen.items() if _follow_each_other(on)}


def _follow_each_other(pages: set[int]) -> bool:
    steps = [after - before <= MAX_STEP for before, after in pairwise(sorted(pages))]
    return any(all(steps[start : start + MIN_PAGES - 1]) for start in range(len(pages) - MIN_PAGES + 1))


def _stack(margin: Margin, keys: _Keys, repeated: set[_Key]) -> _Stack:
    """Take rows from the outside on as long as they repeat or number the page."""
    count = apart = 0
    for row in margin.rows:
        known = [not repeated.isdisjoint(keys[id(part)]) for part in row.parts]
        if not _is_furniture_row(row, margin.page, known) or _is_table_head(margin, count):
            break
        count += 1
        apart = count if row.stands_apart else apart
    return _Stack(margin, count, apart)


def _is_furniture_row(row: MarginRow, page: Page, known: Sequence[bool]) -> bool:
    """Tell whether half of a row repeats; a figure that does not, save the page's number, is a cell's."""
    others = [part for part, is_known in zip(row.parts, known, strict=True) if not is_known]
    strange = [part for part in others if not _is_own_number(part, page)]
    if not any(known):
        return not strange
    return 2 * len(strange) <= len(known) and not any(is_number(part.text) for part in strange)


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


def _outside_the_body(stacks: Sequence[_Stack], keys: _Keys) -> set[_Key]:
    """Return what stands where the body of hardly any page among its own reaches."""
    apart = [(stack, stack.apart) for stack in stacks]
    close = [(stack, stack.known) for stack in stacks]
    far_out = _outside(apart, keys, min_pages=1, max_inside=MAX_INSIDE)
    next_to = _outside(close, keys, min_pages=MIN_CLOSE_PAGES, max_inside=MAX_CLOSE_INSIDE)
    return far_out | {key for key in next_to if key.differs}


def _outside(
    stacks: Sequence[tuple[_Stack, int]], keys: _Keys, *, min_pages: int, max_inside: float
) -> set[_Key]:
    carried: dict[_Key, set[int]] = defaultdict(set)
    for stack, count in stacks:
        for row in stack.margin.rows[:count]:
            for key in (key for part in row.parts for key in keys[id(part)]):
                carried[key].add(stack.margin.page.index)
    bodies = {(stack.margin.is_head, stack.margin.page.index): stack.body(count) for stack, count in stacks}
    found = set()
    for key, on in carried.items():
        between = [page for page in range(min(on), max(on) + 1) if page not in on]
        inside = sum(bodies[key.is_head, page] <= (key.slot + 1) * _SLOT for page in between)
        if len(on) >= min_pages and inside <= max_inside * len(on):
            found.add(key)
    return found
