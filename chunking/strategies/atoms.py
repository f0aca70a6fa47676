"""What a long unit is cut between: sentences, rows, headings with their text, headers with a row."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from chunking.model import Block, BlockKind, Span
from chunking.prepare.prepared import Prepared
from chunking.strategies.base import Limit
from chunking.strategies.fit import context_size, size_of, split_to_fit

_ITEM = re.compile(r"\s*(?:[-*+•–]\s|(?P<label>\\?\(?(?P<mark>\d{1,3}|[a-z]|[ivxlc]{1,5})[.)])\s)")
_NESTED = re.compile(r"\(?(?:i|[ivxlc]{2,5})[.)]")
"""A roman mark counts items inside a lettered one."""

_WHOLE = (BlockKind.TABLE, BlockKind.CODE)
_LATER_UNITS = {BlockKind.TABLE: "row", BlockKind.CODE: "line", BlockKind.RECORD: "line"}


@dataclass(frozen=True, slots=True)
class Atom:
    """A stretch that fits the limit and is not parted, and what begins with it."""

    span: Span
    opens: str
    """"heading", "item", "subitem", "block", "whole", "row", "line", "sentence", "word" or "character"."""
    label: str = ""
    """An item's mark as printed."""
    context: tuple[Span, ...] = ()
    """The header rows, when this begins inside their table."""
    context_dropped: bool = False
    """Whether the header rows were too large to be repeated."""


@dataclass(frozen=True, slots=True)
class _Bundle:
    """An atom before its size is known; `body` is where its headings end."""

    atom: Atom
    body: int


def atoms_of(prepared: Prepared, span: Span, limit: Limit, *, keep_whole: bool = True) -> list[Atom]:
    """Return the atoms of `span` in order; they hold everything visible in it.

    With `keep_whole` a table or fence that fits is one atom.
    """
    atoms: list[Atom] = []
    for bundle in _bundles(prepared, span, limit, keep_whole=keep_whole):
        atoms += _fitted(prepared, bundle, limit)
    return atoms


def _bundles(prepared: Prepared, span: Span, limit: Limit, *, keep_whole: bool) -> Iterator[_Bundle]:
    """Yield what belongs together: headings go with what follows them."""
    opened: Atom | None = None
    for atom, is_heading in _pieces(prepared, span, limit, keep_whole=keep_whole):
        if is_heading and atom.span.end < span.end:
            opened = atom if opened is None else replace(opened, span=Span(opened.span.start, atom.span.end))
            continue
        whole = atom
        if opened is not None:
            whole = replace(opened, span=Span(opened.span.start, atom.span.end))
        yield _Bundle(whole, atom.span.start)
        opened = None
    if opened is not None:
        yield _Bundle(opened, opened.span.start)


def _pieces(prepared: Prepared, span: Span, limit: Limit, *, keep_whole: bool) -> Iterator[tuple[Atom, bool]]:
    """Yield the units of `span` as atoms, whole blocks and a table's head joined; True for a heading."""
    unit = prepared.unit_at(span.start)
    while unit < len(prepared) and prepared.starts[unit] < span.end:
        block = prepared.block_of(unit)
        units = prepared.units_of(prepared.unit_blocks[unit])
        first = unit == units.start and prepared.starts[unit] >= span.start
        after = unit + 1
        opens, label = _opening(prepared, unit, block, first=first)
        if first and keep_whole and block.kind in _WHOLE and _fits(prepared, block.span, limit):
            after, opens = units.stop, "whole"
        elif first and block.kind is BlockKind.TABLE:
            after = min(unit + 2, units.stop)
        start = max(prepared.starts[unit], span.start)
        end = min(prepared.ends[after - 1], span.end)
        atom = Atom(Span(start, end), opens, label)
        if block.kind is BlockKind.TABLE and not first:
            atom = _under_header(prepared, atom, units.start, limit)
        yield atom, block.kind is BlockKind.HEADING
        unit = after


def _opening(prepared: Prepared, unit: int, block: Block, *, first: bool) -> tuple[str, str]:
    """Tell what begins with a unit, and its mark if it is an item."""
    text = prepared.markdown[prepared.starts[unit] : prepared.starts[unit] + 12]
    match = _ITEM.match(text) if block.kind not in _LATER_UNITS else None
    label = (match["label"] or "").replace("\\", "") if match else ""
    if block.kind is BlockKind.HEADING:
        return "heading", ""
    if block.kind is BlockKind.LIST_ITEM and first:
        return ("item" if block.level <= 1 and not _NESTED.fullmatch(label) else "subitem"), label
    if match and _at_line_start(prepared.markdown, prepared.starts[unit]):
        return ("subitem" if _NESTED.fullmatch(label) else "item"), label
    return ("block" if first else _LATER_UNITS.get(block.kind, "sentence")), ""


def _at_line_start(markdown: str, position: int) -> bool:
    line_start = markdown.rfind("\n", 0, position) + 1
    return not markdown[line_start:position].strip()


def _fits(prepared: Prepared, span: Span, limit: Limit) -> bool:
    return size_of(prepared, span.start, span.end, limit) <= limit.size


def _under_header(prepared: Prepared, atom: Atom, header: int, limit: Limit) -> Atom:
    """Give a row its table's header rows as context, if they leave room for it."""
    end = prepared.ends[header]
    context = (Span(prepared.starts[header], end + (prepared.markdown[end : end + 1] == "\n")),)
    if context_size(prepared, context, limit) > limit.size // 2:
        return replace(atom, context_dropped=True)
    return replace(atom, context=context)


def _fitted(prepared: Prepared, bundle: _Bundle, limit: Limit) -> Iterator[Atom]:
    """Yield a bundle that fits as it is; else cut inside it, its headings kept with their first words."""
    atom = bundle.atom
    repeated = context_size(prepared, atom.context, limit) if atom.context else 0
    room = Limit(max(1, limit.size - repeated), limit.measure)
    if _fits(prepared, atom.span, room):
        yield atom
        return
    lead = Span(atom.span.start, bundle.body)
    rest = atom.span
    opens = atom.opens
    if lead.start < lead.end and context_size(prepared, (lead,), limit) <= limit.size // 2:
        first = split_to_fit(prepared, Span(lead.end, rest.end), limit, context=(lead,))[0]
        yield replace(atom, span=Span(rest.start, first.span.end))
        rest = Span(first.span.end, rest.end)
        opens = _BEGINS_AFTER[first.unit]
    for part in split_to_fit(prepared, rest, room):
        yield replace(atom, span=part.span, opens=opens, label=atom.label if opens == atom.opens else "")
        opens = _BEGINS_AFTER[part.unit]


_BEGINS_AFTER = {"unit": "sentence", "word": "word", "character": "character"}
"""What begins after a part, by what the part ends with."""
