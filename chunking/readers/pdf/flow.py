"""Joins what page and column ends part, and gives list items their depth."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from chunking.readers.pdf.elements import Element, ListItem, Paragraph, Table
from chunking.readers.pdf.lines import Line, is_entry

MAX_BETWEEN = 6
SAME_SIZE = 0.08
DEEPER = 0.8
"""Notes and captions between two parts of a text; then, as multiples of the font size, how far sizes
may differ and how far right an inner list starts."""

_OPEN_ENDS = (",", "-", "\u2010", "\u2011", "\u00ad", "(")
_CLOSED_ENDS = (".", "?", "!", ":", ";")


def in_one_flow(blocks: Iterable[Sequence[Element]]) -> list[Element]:
    """Return the elements of all blocks, with paragraphs and tables that go on joined."""
    flow: list[Element] = []
    for block in blocks:
        rest = list(block)
        if rest and flow:
            rest = _joined(flow, rest)
        flow += rest
    return _with_depths(flow)


def _joined(flow: list[Element], block: list[Element]) -> list[Element]:
    """Join what goes on in the block to where it began, in place, and return the rest of the block."""
    first = block[0]
    if isinstance(first, Table) and isinstance(flow[-1], Table) and _goes_on(flow[-1], first):
        flow[-1] = _longer(flow[-1], first)
        return block[1:]
    start = _text_start(block)
    after = block[start] if start < len(block) else None
    if isinstance(after, Paragraph):
        index = _broken_off(flow, after)
        if index is not None:
            before = flow[index]
            assert isinstance(before, Paragraph | ListItem)
            flow[index] = replace(before, lines=before.lines + after.lines)
            return block[:start] + block[start + 1 :]
    return block


def _text_start(block: Sequence[Element]) -> int:
    """Return the index of the first running text: captions, smaller than it, may stand above."""
    sizes = [
        element.lines[0].size if isinstance(element, Paragraph | ListItem) else 0.0
        for element in block[:MAX_BETWEEN]
    ]
    if not sizes or not isinstance(block[0], Paragraph | ListItem):
        return 0
    largest = max(range(len(sizes)), key=lambda index: (sizes[index], -index))
    return largest if sizes[0] < sizes[largest] * (1 - SAME_SIZE) and all(sizes[:largest]) else 0


def _broken_off(flow: Sequence[Element], after: Paragraph) -> int | None:
    """Return the index of the element that `after` continues; notes at the page's foot are passed over."""
    size = after.lines[0].size
    for index in range(len(flow) - 1, max(-1, len(flow) - MAX_BETWEEN), -1):
        before = flow[index]
        if not isinstance(before, Paragraph | ListItem):
            return None
        last = before.lines[-1]
        if last.size < size * (1 - SAME_SIZE):
            continue
        return index if abs(last.size - size) <= SAME_SIZE * size and _is_open(last, after) else None
    return None


def _is_open(last: Line, after: Paragraph) -> bool:
    """Tell whether a sentence goes on from a line to the other text."""
    start = after.lines[0].text[:1]
    if start.islower():
        return not last.text.endswith(_CLOSED_ENDS) and not is_entry(last)
    return last.text.endswith(_OPEN_ENDS) and start.isalnum()


def _goes_on(before: Table, after: Table) -> bool:
    """Tell whether a table on the next page repeats the header of the one before."""
    return before.page + 1 == after.page and before.rows[0].cells == after.rows[0].cells


def _longer(before: Table, after: Table) -> Table:
    """Return both tables as one, the repeated header once."""
    return replace(
        before,
        page=after.page,
        rows=before.rows + after.rows[1:],
        repeated=before.repeated + after.rows[:1],
    )


def _with_depths(flow: Sequence[Element]) -> list[Element]:
    """Return the flow with the depth of every list item, told by how far right it starts."""
    found: list[Element] = []
    lefts: list[float] = []
    for element in flow:
        if not isinstance(element, ListItem):
            lefts = []
            found.append(element)
            continue
        left, reach = element.lines[0].left, DEEPER * element.lines[0].size
        while lefts and left < lefts[-1] - reach:
            lefts.pop()
        if not lefts or left > lefts[-1] + reach:
            lefts.append(left)
        found.append(replace(element, depth=len(lefts)))
    return found
