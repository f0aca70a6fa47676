"""Markdown -> blocks: every line that is not blank belongs to exactly one."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from chunking.model import Block, BlockKind, Span, is_blank

Lines = tuple[BlockKind, int, int, int]
"""A block before its offsets are known: kind, first line, line after the last, level."""

_KINDS = {
    "heading": BlockKind.HEADING,
    "fence": BlockKind.CODE,
    "code_block": BlockKind.CODE,
    "table": BlockKind.TABLE,
    "blockquote": BlockKind.QUOTE,
}
_LISTS = ("bullet_list", "ordered_list")
_OWN_BLOCK_IN_ITEM = (*_LISTS, "table", "fence", "blockquote")
_NOTE = re.compile(r" {0,3}\[\^[^\]\s]+\]:")
_FENCE = re.compile(r"\s*(?:`{3}|~{3})")


def blocks_of(markdown: str) -> tuple[Block, ...]:
    """Return the blocks: sorted, disjoint, covering every character that is not blank.

    A block begins at a line's start, so that a nested item keeps its indent.
    """
    line_starts = [0, *(match.end() for match in re.finditer("\n", markdown)), len(markdown) + 1]
    tree = SyntaxTreeNode(_parser().parse(markdown))
    found = sorted(_walk(tree.children, depth=0), key=lambda lines: lines[1])
    lines = markdown.split("\n")
    blocks = []
    for kind, first, last, level in _with_notes(_without_gaps(found, lines), lines):
        end = min(line_starts[last] - 1, len(markdown))
        start = line_starts[first]
        while end > start and is_blank(markdown[end - 1]):
            end -= 1
        if end > start:
            blocks.append(Block(kind, Span(start, end), level))
    return tuple(blocks)


@cache
def _parser() -> MarkdownIt:
    """Return CommonMark with tables; only lines are asked for, so inline text is not parsed."""
    return MarkdownIt("commonmark").enable("table").disable("inline")


def _walk(nodes: Sequence[SyntaxTreeNode], *, depth: int) -> Iterator[Lines]:
    """Yield the lines of each block, list items with their depth."""
    for node in nodes:
        if node.map is None:
            continue
        first, last = node.map
        if node.type in _LISTS:
            for item in node.children:
                yield from _item(item, depth=depth + 1)
        else:
            level = int(node.tag[1]) if node.type == "heading" else 0
            yield _KINDS.get(node.type, BlockKind.PARAGRAPH), first, last, level


def _item(item: SyntaxTreeNode, *, depth: int) -> Iterator[Lines]:
    """Yield an item up to its first nested list, table, fence or quote, then what follows."""
    if item.map is None:
        return
    first, last = item.map
    nested = [i for i, child in enumerate(item.children) if child.type in _OWN_BLOCK_IN_ITEM and child.map]
    if not nested:
        yield BlockKind.LIST_ITEM, first, last, depth
        return
    begin = item.children[nested[0]].map
    if begin is not None and begin[0] > first:
        yield BlockKind.LIST_ITEM, first, begin[0], depth
    yield from _walk(item.children[nested[0] :], depth=depth)


def _without_gaps(found: Sequence[Lines], lines: Sequence[str]) -> Iterator[Lines]:
    """Clip what overlaps; lines in no block (link definitions) become paragraphs at blank lines."""
    done = 0
    for kind, first, last, level in found:
        yield from _paragraphs(lines, done, first)
        first = max(first, done)
        while first < last and is_blank(lines[first]):
            first += 1
        if first < last:
            yield kind, first, last, level
            done = last
    yield from _paragraphs(lines, done, len(lines))


def _paragraphs(lines: Sequence[str], first: int, last: int) -> Iterator[Lines]:
    start = first
    for number in range(first, last + 1):
        if number == last or is_blank(lines[number]):
            if number > start:
                yield BlockKind.PARAGRAPH, start, number, 0
            start = number + 1


def _with_notes(found: Iterator[Lines], lines: Sequence[str]) -> Iterator[Lines]:
    """Turn `[^n]: text` paragraphs into notes, with the indented paragraphs that belong to them."""
    note: Lines | None = None
    for kind, first, last, level in found:
        if note is not None and kind is BlockKind.CODE and not _FENCE.match(lines[first]):
            note = (BlockKind.NOTE, note[1], last, 0)
            continue
        if note is not None:
            yield note
            note = None
        if kind is not BlockKind.PARAGRAPH:
            yield kind, first, last, level
            continue
        starts = [number for number in range(first, last) if _NOTE.match(lines[number])]
        if not starts:
            yield kind, first, last, level
            continue
        if starts[0] > first:
            yield kind, first, starts[0], level
        *whole, note = [
            (BlockKind.NOTE, start, end, 0) for start, end in zip(starts, [*starts[1:], last], strict=True)
        ]
        yield from whole
    if note is not None:
        yield note
