"""Joins what page and column ends part, and gives list items their depth."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from chunking.readers.pdf.elements import Element, ListItem, Paragraph, Table

SAME_SIZE = 0.08
DEEPER = 0.8
"""Multiples of the font size: how far sizes may differ, how far right an inner list starts."""

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
    """Join the block's first element to what it continues, in place, and return the others."""
    first, *others = block
    if isinstance(first, Table) and isinstance(flow[-1], Table) and _goes_on(flow[-1], first):
        flow[-1] = _longer(flow[-1], first)
        return others
    if isinstance(first, Paragraph):
        index = _broken_off(flow, first)
        if index is not None:
            before = flow[index]
            assert isinstance(before, Paragraph | ListItem)
            flow[index] = replace(before, lines=before.lines + first.lines)
            return others
    return block


def _broken_off(flow: Sequence[Element], after: Paragraph) -> int | None:
    """Return the index of the element that `after` continues; notes at the page's foot are passed over."""
    size = after.lines[0].size
    for index in range(len(flow) - 1, max(-1, len(flow) - 6), -1):
        before = flow[index]
        if not isinstance(before, Paragraph | ListItem):
            return None
        last = before.lines[-1]
        if last.size < size * (1 - SAME_SIZE):
            continue
        return index if abs(last.size - size) <= SAME_SIZE * size and _is_open(last.text, after) else None
    return None


def _is_open(text: str, after: Paragraph) -> bool:
    """Tell whether a sentence goes on from one text to the other."""
    start = after.lines[0].text[:1]
    if start.islower():
        return not text.endswith(_CLOSED_ENDS)
    return text.endswith(_OPEN_ENDS) and start.isalnum()


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
